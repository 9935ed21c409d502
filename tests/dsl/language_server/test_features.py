"""Parts of the language server by themselves."""

import re
from pathlib import Path

import pytest

from dsl.keywords import KEYWORDS
from dsl.language_server.completion import complete
from dsl.language_server.diagnostics import Form, carried
from dsl.language_server.hover import hover
from dsl.language_server.lines import column_of, offset_at, place_of, units_of
from dsl.language_server.project import Project
from dsl.language_server.rename import rename
from dsl.language_server.symbols import all_occurrences, occurrences
from dsl.library import find_game
from dsl.source import SourceFile
from dsl.syntax.parse import parse
from dsl.syntax.possible import NOTHING, possible
from dsl.syntax.read import _tokens
from dsl.syntax.tables import tables

GAMES = Path(__file__).parents[2] / "interpreter" / "games"


@pytest.fixture(scope="module")
def disney():
    project = Project(find_game("disney-sidekicks"))
    project.take(project.analyse())
    return project


# ------------------------------------------------------------------------------------------------ places


@pytest.mark.parametrize(
    ("line", "units", "column"),
    [("abc", 2, 2), ("a🔥b", 3, 2), ("a🔥b", 2, 1), ("äöü", 2, 2), ("abc", 9, 3), ("🔥🔥", 4, 2), ("", 0, 0)],
)
def test_columns_in_utf_16(line, units, column):
    assert column_of(line, units) == column


def test_places_go_there_and_back():
    source = SourceFile("x", "one\n🔥 two 🔥x\n\nlast é")
    for offset in range(len(source.text) + 1):
        assert offset_at(source, *place_of(source, offset)) == offset
    assert offset_at(source, 99, 0) == len(source.text)
    assert units_of("🔥x", 1) == 2


# ------------------------------------------------------------------------------------------------ the tables


def test_every_token_of_a_correct_text_was_possible_where_it_stands():
    """At each place of a text, what stands there is among what the tables say can stand there."""
    text = (GAMES / "aiming" / "game.side").read_text("utf-8")[:2_500]
    text = text[: text.rindex("\n\n") + 1]
    words = tables().words
    named = 0
    for kind, start, end in _tokens(tables(), text, 0, len(text)):
        if start == end or kind == "$END":
            continue
        can = possible(text, 0, start)
        word = text[start:end]
        if kind == "NAME":
            named += 1
            assert can.name, text[:end][-80:]
        elif kind == "KIND":
            assert can.kind
        elif word in words:
            assert word in can.words or can.name, text[:end][-80:]
        else:
            assert kind in can.marks, (kind, text[:end][-80:])
    assert named > 50


def test_nothing_is_possible_behind_a_mistake():
    assert possible("verb ) x", 0, 8) is NOTHING


# ------------------------------------------------------------------------------------------------ words of the language


def test_hover_tells_of_each_word_of_the_language(disney):
    """What the page of words says; also where the file is not finished."""
    for word, known in KEYWORDS.items():
        disney.put("rules/typed.side", f"{word}\n")
        found = hover(disney, "rules/typed.side", 1)
        assert found is not None and known.sentence in found.notes, word
    disney.put("rules/typed.side", None)


def test_hover_tells_of_each_word_in_a_file(disney):
    told = 0
    for path in ("rules/danger-phase.side", "rules/set-up.side", "cards/power/abu/master-locksmith.side"):
        text = disney.latest.files[path].text
        for kind, start, end in _tokens(tables(), text, 0, len(text)):
            if end > start and kind == tables().words.get(text[start:end]):
                found = hover(disney, path, start)
                assert found is not None and (found.notes or found.heading), text[:end][-60:]
                told += 1
    assert told > 150


def test_completion_tells_what_words_mean(disney):
    disney.put("rules/typed.side", 'phase noon "Noon"\n    \n')
    found = {one.label: one for one in complete(disney, "rules/typed.side", 22).items}
    disney.put("rules/typed.side", None)
    assert KEYWORDS["each"].sentence in found["each"].doc
    assert [one.label for one in found.values() if one.sort == "word" and not one.doc] == []


# ------------------------------------------------------------------------------------------------ names


@pytest.mark.parametrize("game", ["disney-sidekicks", "sidekick-saga", "tokyo-sidekick", "villains-and-vigilantes"])
def test_nearly_every_name_of_the_games_has_a_meaning(game):
    project = Project(find_game(game))
    project.take(project.analyse())
    analysis = project.latest
    assert analysis is not None
    total, without = 0, []
    for path, source in analysis.files.items():
        known = {(one.span.start, one.span.end) for one in occurrences(analysis, path)}
        for kind, start, end in _tokens(tables(), source.text + "\n", 0, len(source.text) + 1):
            word = source.text[start:end]
            if kind in ("NAME", "KIND") and word not in _WORDS:
                total += 1
                if (start, end) not in known:
                    without.append((path, source.place(start)[0], word))
    assert total > 3_000
    assert len(without) <= total // 500, without


# Words that only mean something where they stand, and no names: columns of tables, forms of zones, who sees something.
_WORDS = {
    "stand_in", "name", "title", "copies", "row", "heap", "stack", "nobody", "owner", "random", "other", "anyone",
    "forced", "optional", "cancel", "proceed", "leave", "DS", "SS", "TS", "VV",
}  # fmt: skip


def test_every_symbol_that_is_spoken_of_is_declared(disney):
    found = all_occurrences(disney.latest)
    assert len(found) > 1_000
    assert [one for one, places in found.items() if not one.built_in and not any(p.declares for p in places)] == []


def test_any_name_of_a_game_can_be_made_longer(disney):
    """A renaming to a name that is free everywhere is never refused, and keeps the game whole."""
    analysis = disney.latest
    symbols = sorted(one for one in all_occurrences(analysis) if not one.built_in)
    for symbol in symbols[:: len(symbols) // 12]:
        span = all_occurrences(analysis)[symbol][0].span
        old = analysis.files[span.path].text[span.start : span.end]
        new = ("Zz" if old[0].isupper() else "zz_") + old
        assert len(rename(disney, analysis, span.path, span.start, new)) >= 1, symbol


# ------------------------------------------------------------------------------------------------ diagnostics


def test_the_form_of_a_file_is_what_its_parser_says():
    form = Form()
    for path in sorted((GAMES.parents[2] / "tests" / "dsl" / "syntax").rglob("*.side"))[:60]:
        source = SourceFile(path.name, path.read_text("utf-8", "replace"))
        once, again = form.of(source), form.of(source)
        assert once == again == parse(source).diagnostics, path
    broken = SourceFile("b", 'verb a Mage m (\n\nkind B\n    x Number\n\nverb c\n    stop stop\n\n\tzone z\n"')
    assert form.of(broken) == parse(broken).diagnostics and len(form.of(broken)) > 2


def test_what_was_said_moves_with_its_declaration():
    before = SourceFile("f", "kind A\n    x: Nomber\n\nkind B\n    y: Numbre\n")
    now = SourceFile("f", "# new\nkind A\n    x: Nomber\n\nkind B\n    y: Numbr\n")
    from dsl.diagnostics.diagnostic import error
    from dsl.source import Span

    def about(word):
        at = before.text.index(word)
        return error("unknown-name", word, Span("f", at, at + len(word)))

    said = (about("Nomber"), about("Numbre"))
    moved = carried(before, now, said)
    assert [one.headline for one in moved] == ["Nomber"]
    assert now.text[moved[0].span.start : moved[0].span.end] == "Nomber"


def test_any_prefix_of_a_file_can_be_completed(disney):
    """While a card is typed letter by letter nothing crashes, and behind every dot something is offered."""
    from dsl.language_server.signature import signature

    text = disney.latest.files["rules/danger-phase.side"].text
    start = text.index("verb explode")
    piece = text[start : start + 420]
    for length in range(1, len(piece), 3):
        disney.put("rules/typed.side", piece[:length])
        complete(disney, "rules/typed.side", length)
        signature(disney, "rules/typed.side", length)
    for dot in re.finditer(r"\w\.(?=\w)", piece):
        disney.put("rules/typed.side", piece[: dot.end()])
        assert complete(disney, "rules/typed.side", dot.end()).items, piece[: dot.end()]
    disney.put("rules/typed.side", None)
