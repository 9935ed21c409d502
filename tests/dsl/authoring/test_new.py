"""`new`: every beginning checks without a word, passes its tests, plays, and has an English text."""

import json
import re
from functools import partial
from pathlib import Path

import pytest
from attrs import evolve

import sidescript
from codegen.wording import missing_wording, text
from dsl.authoring.new import CannotMake, kind_of, names, new_in, new_ones, write
from dsl.check import check
from dsl.format import format_text
from dsl.library import LIBRARY, games
from dsl.load import load
from dsl.source import SourceFile
from interpreter import build
from interpreter.scenarios import run_test
from tests.checked import game_in


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SIDESCRIPT_CACHE", str(tmp_path / "cache"))

    def run(*words, status=0):
        try:
            found = sidescript.main(list(words))
        except SystemExit as end:
            found = end.code
        assert found == status
        return found

    return run


def mod_of(game, folder):
    folder.mkdir()
    (folder / "game.side").write_text(f'mod my_mod "My Mod" extends {game.replace("-", "_")}\n', encoding="utf-8")
    return folder


def written_and_right(made, *, checks_again=True):
    """The game with what was made, after the checks that all beginnings have to pass."""
    write(made)
    checked = check(load(made.folder)) if checks_again else made.checked
    assert [one.headline for one in checked.diagnostics if one.severity != "hint"] == []
    for path in made.files:
        source = SourceFile(path, (made.folder / path).read_text(encoding="utf-8"))
        assert format_text(source).text == source.text, path
    assert checked.game is not None
    return checked.game


def passes(game, *, only=(), own=False):
    chosen = tuple(one for one in game.tests if one.span.path in only or (own and not one.span.path.startswith("..")))
    program = build(evolve(game, tests=chosen), tests=True)
    assert program.extras.tests
    assert [one.actual for one in (run_test(program, plan) for plan in program.extras.tests) if not one.passed] == []


def test_a_new_game_checks_tests_and_plays(run, tmp_path, capsys):
    run("new", "game", "My Gems")
    run("check", "my-gems")
    assert "6 files, 0 errors, 0 warnings" in capsys.readouterr().out
    run("test", "my-gems")
    assert "3 passed, 0 failed" in capsys.readouterr().out
    run("simulate", "my-gems", "--matches", "5", "--agents", "random,greedy", "--format", "json")
    assert json.loads(capsys.readouterr().out)["errors"] == []
    run("format", "my-gems", "--check")
    assert {one.name for one in missing_wording(game_in(tmp_path / "my-gems"))} <= {"greedy_score"}


def test_nothing_is_overwritten(run, tmp_path, capsys):
    run("new", "game", "my-gems")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.side")}
    run("new", "game", "my-gems", status=2)
    assert "is there already" in capsys.readouterr().err
    (tmp_path / "my-gems" / "scenarios" / "cards").mkdir()
    mine = tmp_path / "my-gems" / "scenarios" / "cards" / "opal.side"
    mine.write_text("# mine\n")
    run("new", "gem", "Opal", "--in", "my-gems", status=2)
    assert mine.read_text() == "# mine\n"
    assert not (tmp_path / "my-gems" / "cards" / "gem" / "opal.side").exists()
    assert all(path.read_bytes() == text for path, text in before.items())


@pytest.mark.parametrize(
    ("typed", "name", "file", "title"),
    [
        ("sudden_fog", "sudden_fog", "sudden-fog", "Sudden Fog"),
        ("Sudden Fog!", "sudden_fog", "sudden-fog", "Sudden Fog!"),
        ("Élan  d'été", "elan_dete", "elan-dete", "Élan d'été"),
        ("3 Wishes", "no_3_wishes", "no-3-wishes", "3 Wishes"),
        ("if", "the_if", "the-if", "If"),
        ('Say "no"', "say_no", "say-no", 'Say "no"'),
        ("../../etc/passwd", "etc_passwd", "etc-passwd", "../../etc/passwd"),
    ],
)
def test_names_are_made_safe(typed, name, file, title):
    made = names(typed)
    assert (made.name, made.file, made.title) == (name, file, title)


def test_a_name_without_letters_is_refused():
    with pytest.raises(CannotMake, match="no letter"):
        names("!?")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("danger Fog", "has no Kind `danger`"),
        ("card Fog", "Write --kind"),
        ("gem ruby", "`ruby_2`"),
        ("deck mine", "not played with decks"),
    ],
)
def test_what_cannot_be_made_is_said(run, capsys, words, said):
    run("new", "game", "my-gems")
    run("new", *words.split(), "--in", "my-gems", status=2)
    assert said in capsys.readouterr().err


def test_a_thing_gets_what_its_kind_asks_for(run, tmp_path):
    run("new", "game", "my-gems")
    folder = tmp_path / "my-gems"
    game = written_and_right(new_in(folder, "card", 'The "Opal"', "gem"))
    assert game.things["the_opal"].title == 'The "Opal"'
    source = (folder / "cards" / "gem" / "the-opal.side").read_text()
    assert "gold: 1  # gold: a number from 1 to 9" in source
    passes(game, only={"scenarios/cards/the-opal.side"})
    game = written_and_right(new_in(folder, "test", "First things"))
    passes(game, only={"scenarios/first-things.side"})


def test_a_name_that_is_taken_is_shown_where(run, tmp_path, capsys):
    run("new", "game", "my-gems")
    (tmp_path / "my-gems" / "cards" / "more.side").write_text('# mine\nGem sea_opal "Sea Opal"\n    gold: 2\n', "utf-8")
    run("new", "gem", "Sea Opal", "--in", "my-gems", status=2)
    place = (tmp_path / "my-gems" / "cards" / "more.side").resolve()
    assert f"has a `sea_opal` already, {place}:2. Take another name, such as `sea_opal_2`" in capsys.readouterr().err


GULL = """\
Gem gull_stone "Gull Stone"
    gold: 3
    after sell_all by Player p:
        p.points += 2
"""

GULL_TESTS = """\
test "Gull Stone: one claim too few"
    given
        Player ann: points = 1
        Player ben
        active = ann
        deck = [old_curse]
        gull_stone in ann.hand
    when
        sell_all by ann
    then
        gull_stone in spent

test "A long story about the Gull Stone"
    given
        Player ann: points = 1
        Player ben
        active = ann
        deck = [old_curse]
        gull_stone in ann.hand
    when
        sell_all by ann
    then
        ann.points == 6
        gull_stone in spent
"""


def test_a_new_thing_is_tested_by_what_notices_its_text_to_be_taken_out(run, tmp_path, capsys):
    """Of the tests of the thing that it begins as, that which notices most; as few as notice all."""
    run("new", "game", "my-gems")
    folder = tmp_path / "my-gems"
    (folder / "cards" / "gull.side").write_text(GULL, "utf-8")
    (folder / "scenarios" / "gull.side").write_text(GULL_TESTS, "utf-8")
    run("test", "my-gems")
    run("new", "gem", "Reef Stone", "--in", "my-gems")
    card = (folder / "cards" / "gem" / "reef-stone.side").read_text("utf-8")
    test = (folder / "scenarios" / "cards" / "reef-stone.side").read_text("utf-8")
    assert "p.points += 2" in card and "one claim too few" not in test
    assert 'test "A long story about the Reef Stone"' in test and "reef_stone in ann.hand" in test
    capsys.readouterr()
    run("test", "my-gems", "--own", "--only", "Reef Stone", "--mutate", "cards/gem/reef-stone.side", "--format", "json")
    told = json.loads(capsys.readouterr().out)
    assert told["failed"] == 0 and told["unnoticed"] == [] and told["reached"] == told["noticed"] > 0


def test_the_words_of_a_game(run, capsys):
    run("new", "game", "my-gems")
    capsys.readouterr()
    run("show", "words", "my-gems")
    told = capsys.readouterr().out
    assert "\nVerbs\n  dig by Player p  “{p} [dig]”  Take the top card of the deck." in told
    assert "  Gem is Find\n      gold: Number  (has to be given)\n" in told
    assert "\nActions\n  dig_deeper: an action  “Dig”\n" in told
    run("show", "words", "my-gems", "player")
    told = capsys.readouterr().out
    assert told.startswith("  Player\n") and "zone hand of Find" in told and "sell_all by Player p" in told
    assert "Gem is Find" not in told
    run("show", "words", "my-gems", "find")
    told = capsys.readouterr().out
    assert "  4 things are of this Kind:\n" in told and "\n    Curse old_curse  “Old Curse”\n" in told
    run("show", "words", "my-gems", "discard")
    assert capsys.readouterr().out.startswith("  dig by Player p")
    run("show", "words", "my-gems", "Old Curse")
    assert capsys.readouterr().out.startswith("  Curse old_curse  “Old Curse”\n")
    run("show", "words", "my-gems", "neighbour")
    assert "  adjacent: " in capsys.readouterr().out
    run("show", "words", "my-gems", "sel_all", status=2)
    assert "did you mean `sell_all`?" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("bad-news", "  BadNews is Printed"),
        ("ending", "  villain_beaten: an ending, win  “The Villain is beaten”"),
        ("first_patrol", "  episode: an option: first_patrol, "),
        ("City Terror is too high", "  terror_16: an ending, lose"),
    ],
)
def test_words_are_found_by_nouns_and_titles(run, capsys, asked, said):
    run("show", "words", "sidekick-saga", asked)
    assert f"\n{said}" in f"\n{capsys.readouterr().out}"


def test_sources_are_found_by_the_titles_of_endings_and_actions(run, capsys):
    run("show", "source", "sidekick-saga", "the villain is beaten")
    assert 'ending villain_beaten "The Villain is beaten"' in capsys.readouterr().out
    run("show", "source", "sidekick-saga", "claim a heroic item")
    assert "\naction " in capsys.readouterr().out
    run("show", "source", "sidekick-saga", "Place", status=2)
    assert "sidescript show words sidekick-saga Place" in capsys.readouterr().err


NUMBERED = """\
/// {enough} gold pieces are enough.
ending rich "{enough} gold for one": win when any(Player p: p.points >= enough)
define enough: 12

Gem sea_opal "Sea Opal"
    gold: 2
    ending drowned "The opal drowns": lose when any(Player p: p.points == 7)

Gem sea_amber "Sea Amber"
    gold: 1
"""


@pytest.mark.parametrize(
    ("asked", "source", "text", "words"),
    [
        ("12 gold for one", 'ending rich "{enough} gold', "12 gold pieces are enough.", "  rich: an ending, win"),
        ("{enough} gold for ONE", 'ending rich "{enough} gold', "12 gold pieces", "  rich: an ending, win"),
        ("sea opal", "Gem sea_opal", "Sea Opal\n", "  Gem sea_opal  “Sea Opal”"),
        ("the opal drowns", "ending drowned", "The opal drowns\n", "  ending drowned  “The opal drowns”"),
        ("amb", "Gem sea_amber", "Sea Amber\n", "  Gem sea_amber  “Sea Amber”"),  # a part that fits one alone
        ("sea", "  Gem sea_amber  “", "  Gem sea_amber  “", "  Gem sea_opal  “Sea Opal”"),  # and several
        ("see opal", None, None, None),
    ],
)
def test_one_look_up_finds_names_titles_and_parts_of_them(run, tmp_path, capsys, asked, source, text, words):
    """By whole names and titles, also with numbers of the rules in them, by parts; else the nearest is named."""
    run("new", "game", "my-gems")
    (tmp_path / "my-gems" / "numbered.side").write_text(NUMBERED, encoding="utf-8")
    for view, said in (("source", source), ("text", text), ("words", words)):
        capsys.readouterr()
        run("show", view, "my-gems", asked, status=0 if said else 2)
        told = capsys.readouterr()
        assert said in told.out if said else "did you mean `Sea Opal`?" in told.err, (view, told)
        assert (asked == "sea" and view != "words") == ("`sea` is part of several names:" in told.out)


def test_words_are_told_while_files_have_mistakes(run, tmp_path, capsys):
    run("new", "game", "my-gems")
    rules = next(path for path in (tmp_path / "my-gems").rglob("*.side") if "verb sell_all" in path.read_text("utf-8"))
    text = rules.read_text("utf-8")
    rules.write_text(text + "\nverb polish Gem g\n    g.goold += 1\n\nverb drop Gem (((\n", encoding="utf-8")
    capsys.readouterr()
    run("show", "words", "my-gems", "sell_all")
    told = capsys.readouterr()
    assert told.out.startswith("  sell_all by Player p")
    assert f"without what has mistakes in {rules.relative_to(tmp_path / 'my-gems').as_posix()}" in told.err
    (tmp_path / "my-gems" / "game.side").write_text("game\n", encoding="utf-8")
    run("show", "words", "my-gems", "sell_all", status=1)
    assert "error[unexpected" in capsys.readouterr().err


def test_json_names_the_files(run, capsys):
    run("new", "game", "my-gems", "--format", "json")
    told = json.loads(capsys.readouterr().out)
    assert told["errors"] == 0 and "game.side" in told["files"]


@pytest.mark.slow
@pytest.mark.parametrize("name", games())
def test_what_is_begun_in_the_built_in_games_is_right(name, tmp_path):
    """Every template, a deck, and what is derived from Kinds alone: all in one mod, checked and built once.

    No mistake in the new files, the one style, tests that pass, an English text.
    """
    folder = mod_of(name, tmp_path / "my-mod")
    base = game_in(folder)
    templates = [path.stem for path in sorted((LIBRARY / name / "templates").glob("*.md"))]
    kinds = [kind for kind, one in base.kinds.items() if "Card" in one.ancestors and not one.built_in]
    assert all(kind_of(base, kind) == kind for kind in kinds)
    derived = [kind for kind in kinds if kind_of(base, kind) not in map(partial(kind_of, base), templates)][:4]
    wanted = [(sort, f"Moonlight Walk {n}", None) for n, sort in enumerate((*templates, *derived), 1)]
    wanted += [("deck", "Night Shift", None)] if base.decks else []
    game = written_and_right(new_ones(folder, wanted), checks_again=False)
    for n in range(1, len(templates) + len(derived) + 1):
        thing = game.things[f"moonlight_walk_{n}"]
        assert thing.title == f"Moonlight Walk {n}"
        text(game, thing)
    passes(game, own=True)
    if base.decks:
        assert sum(count for count, _ in game.decks["night_shift"].lines) > 20


def test_a_new_mod_needs_its_game(run, tmp_path, capsys):
    run("new", "mod", "my-mod", status=2)
    assert "--of GAME" in capsys.readouterr().err
    run("new", "game", "gems")
    run("new", "mod", "more-gems", "--of", "gems")
    run("check", "more-gems")
    game = check(load(tmp_path / "more-gems")).game
    assert game is not None and "ruby" in game.things


def test_how_something_is_declared_and_which_tests_name_it(run, tmp_path, capsys):
    run("new", "game", "my-gems")
    run("new", "curse", "Deep Water", "--in", "my-gems")
    capsys.readouterr()
    run("show", "source", "my-gems", "deep water")
    told = capsys.readouterr().out
    place = (tmp_path / "my-gems" / "cards" / "curse" / "deep-water.side").resolve()
    assert told.startswith(f"{place}:") and 'Curse deep_water "Deep Water"' in told
    written = (tmp_path / "my-gems" / "scenarios" / "cards" / "deep-water.side").read_text("utf-8")
    title = re.search(r'^test "(.*)"$', written, re.MULTILINE)[1]
    assert "\nTests that name it\n" in told and title.startswith("Deep Water: ") and title in told
    (tmp_path / "my-gems" / "more.side").write_text(
        'table Gem\n    name | title | gold\n    jade | "Jade" | 2\n    onyx | "Onyx" | 1\n', encoding="utf-8"
    )
    run("show", "source", "my-gems", "Jade")
    told = capsys.readouterr().out
    assert told.splitlines()[1:] == ["table Gem", "    name | title | gold", '    jade | "Jade" | 2']
    run("show", "source", "my-gems", "sell_all")
    assert "verb sell_all" in capsys.readouterr().out
    run("show", "source", "my-gems", "deep water: what it was", status=2)
    run("show", "source", "my-gems", title)
    assert f'test "{title}"' in capsys.readouterr().out
    run("show", "source", "my-gems", "rubi", status=2)
    assert "did you mean `ruby`?" in capsys.readouterr().err


def test_what_cannot_be_written_whole_is_not_there(run, tmp_path, monkeypatch, capsys):
    run("new", "game", "my-gems")
    before = sorted(tmp_path.rglob("*.side"))
    opened, left = Path.open, [3]

    def full(path, mode="r", *rest, **more):
        if "x" in mode:
            left[0] -= 1
            if left[0] <= 0:
                raise OSError(28, "No space left on device", str(path))
        return opened(path, mode, *rest, **more)

    monkeypatch.setattr(Path, "open", full)
    run("new", "game", "other", status=2)
    assert "No space left on device" in capsys.readouterr().err
    assert not (tmp_path / "other").exists()
    left[0] = 2
    run("new", "curse", "Deep Water", "--in", "my-gems", status=2)
    assert sorted(tmp_path.rglob("*.side")) == before
    assert sorted(one.name for one in tmp_path.iterdir() if one.name != "cache") == ["my-gems"]


def test_a_card_that_is_missing_can_be_made_while_something_names_it(run, tmp_path, capsys):
    """What has no mistake but that the card is not there yet was refused: the card had to be taken out of it first."""
    run("new", "mod", "harbour", "--of", "sidekick-saga")
    run("new", "scenario", "Fog", "--in", "harbour")
    scenario = tmp_path / "harbour" / "book-of-scenarios" / "fog.side"
    text = scenario.read_text("utf-8")
    scenario.write_text(
        text.replace("    forces_shown\n", "    news: [blown_fuse, late_edition]\n    forces_shown\n"), "utf-8"
    )
    run("check", "harbour", status=1)
    run("new", "bad-news", "Blown Fuse", "--in", "harbour")
    run("check", "harbour")
    capsys.readouterr()
    run("new", "bad-news", "Blown Fuse", "--in", "harbour", status=2)
    assert "Harbour has a `blown_fuse` already" in capsys.readouterr().err
    run("new", "bad-news", "Late Edition", "--in", "harbour", status=2)
    assert "Sidekick Saga has a `late_edition` already" in capsys.readouterr().err
