"""Names in a print file that nothing has, and the figures of players."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from codegen.card_face import DEFAULTS, SettingsError, faces, settings_of
from codegen.pieces import pieces, summary
from codegen.print_names import print_findings, understood, unknown_names
from codegen.rules_pages import html
from codegen.selection import Selection, selected
from codegen.sheets import figures_left_out, of_one_title, printed_faces
from codegen.themes import colour_of_card, theme_of
from dsl import model as m
from tests.interpreter.test_micro_games import game_of

GAME = """
game g "G"
    seats 2 to 3 as Captain
    state active: Captain
enum Good: tea, silk
kind Captain "captain" is Figure
    you is this
kind Ware "Ware" is Card
    good: Good
    gusts: Number from 0 to 9 = 0 "fair wind" unit "gust|gusts"
zone hand "hand" of Ware: heap
zone hold "hold" of Ware: heap
menu turn_action "action"
action load "Load" is turn_action
    choose Ware w in hand
    does: move w to hold
setup base "Set-up"
    step first "First": active = first(Captain)
flow
    repeat:
        active takes 1 turn_action
        active = next(active)
Ware green "Green Tea"
    good: tea
Ware raw "Raw Silk"
    good: silk
"""


@pytest.fixture(scope="module")
def game() -> m.CheckedGame:
    return game_of(GAME)


def problems(game: m.CheckedGame, folder: Path, text: str) -> list[tuple[str, str]]:
    """What is told of a print file, each with the word at which it stands."""
    path = folder / "print.toml"
    path.write_text(text)
    found = unknown_names(settings_of(folder), game)
    assert all(one.severity == "warning" and one.code == "print-name" for one in found)
    spans = [one.located(game).primary.span for one in found]
    return [(text[span.start : span.end], one.message) for span, one in zip(spans, found, strict=True)]


@pytest.mark.parametrize(
    ("line", "word", "meant"),
    [
        ('[colours]\nWaer = "#112233"', "Waer", "Ware"),
        ('[colours]\n"Ware.Sikl" = "#112233"', "Ware.Sikl", "Silk"),
        ('[colours]\n"Waer.Silk" = "#112233"', "Waer.Silk", "Ware"),
        ('[art]\ngreeen = "leaf"', "greeen", "green"),
        ('[backs]\nWare = "Crad"', "Crad", "Card"),
        ('[sizes]\nware = "tarot"', "ware", "Ware"),
        ('[pieces]\nCaptian = "standee"', "Captian", "Captain"),
        ('[icons]\ntae = "leaf"', "tae", "tea"),
        ('[icons]\nCaptian = "crown"', "Captian", "captain"),
        ('theme = "noir"\n[icons]\n"fiar wind" = "wind"', "fiar wind", "fair wind"),
    ],
)
def test_a_name_that_nothing_has_is_told_where_it_stands(
    game: m.CheckedGame, tmp_path: Path, line: str, word: str, meant: str
) -> None:
    ((at, message),) = problems(game, tmp_path, line)
    assert at == word and f"did you mean `{meant}`?" in message


def test_a_sort_of_piece_that_there_is_not_is_told(game: m.CheckedGame, tmp_path: Path) -> None:
    ((at, message),) = problems(game, tmp_path, '[pieces]\nCaptain = "stand"')
    assert at == "stand" and "token, round, marker, standee or none" in message


def test_what_the_game_has_is_not_told(game: m.CheckedGame, tmp_path: Path) -> None:
    right = (
        'also = ["Captain"]\n[colours]\nWare = "#112233"\n"Ware.tea" = "#112233"\n"Ware.Silk" = "#112233"\n'
        'green = "#112233"\nTea = "#112233"\n[backs]\nWare = "Card"\n[pieces]\nCaptain = "standee"\n'
        '[icons]\ntea = "leaf"\nSILK = "gem"\ngust = "wind"\nGusts = "wind"\n"Fair wind" = "wind"\n'
        'green = "leaf"\n"Raw Silk" = "gem"\ncaptain = "crown"\n'
        '[sizes]\nsummary = "tarot"\nmap = "420"\n"Captain.standee" = "28x94"'
    )
    assert problems(game, tmp_path, right) == []


def test_a_value_is_found_by_its_name_and_by_what_is_printed(game: m.CheckedGame) -> None:
    theme = theme_of(DEFAULTS)
    face = faces(game, (game.things["green"],))[0]
    for key in ("Ware.tea", "Ware.Tea"):
        settings = understood(evolve(DEFAULTS, colours={key: "#112233"}), game)
        assert colour_of_card(settings, game, theme, face) == "#112233", key


def test_pictures_in_the_rules_have_the_colour_of_the_card(game: m.CheckedGame) -> None:
    """Whether the print file says the value by its name or as it is printed."""
    shown = [html(game, evolve(DEFAULTS, colours={key: "#112233"})) for key in ("Ware.tea", "Ware.Tea")]
    assert shown[0] == shown[1] != html(game, DEFAULTS)


def test_players_figures_are_printed_each_in_another_colour(game: m.CheckedGame) -> None:
    theme = theme_of(DEFAULTS)
    made = pieces(game, DEFAULTS)
    assert [(face.title, face.layout, face.copies) for face in made] == [
        ("Captain 1", "standee", 1), ("Captain 2", "standee", 1), ("Captain 3", "standee", 1),
    ]  # fmt: skip
    assert len({colour_of_card(DEFAULTS, game, theme, face) for face in made}) == 3
    own = evolve(DEFAULTS, colours={"captain_2": "#112233"})
    assert colour_of_card(own, game, theme, made[1]) == "#112233"
    assert pieces(game, evolve(DEFAULTS, pieces={"Captain": "none"})) == ()


def test_so_many_of_every_chosen_card(game: m.CheckedGame) -> None:
    every = printed_faces(game, DEFAULTS, ("cards",))
    wanted = Selection(names=("green", "Raw Silk"), each=2, quantities={"raw": 5})
    assert [(face.key, face.copies) for face in selected(game, every, DEFAULTS, wanted, str)] == [
        ("green", 2),
        ("raw", 5),
    ]


TWINS = (
    GAME
    + """
Ware other "Green Tea"
    good: silk
Captain ann "Ann"
"""
)


@pytest.fixture(scope="module")
def twins() -> m.CheckedGame:
    return game_of(TWINS)


def test_a_title_of_two_things_is_said_once_for_both(twins: m.CheckedGame) -> None:
    every = printed_faces(twins, DEFAULTS, ("cards", "pieces"))
    for asked, told in (("green tea", 1), ("green", 0), ("Ann", 0)):
        wanted = Selection(names=(asked,))
        found = of_one_title(selected(twins, every, DEFAULTS, wanted, str), wanted)
        assert len(found) == told, asked
        assert not found or "green (Ware) and other (Ware)" in found[0].message


def test_a_figure_that_is_asked_for_and_not_printed_is_told(twins: m.CheckedGame) -> None:
    settings = evolve(DEFAULTS, also=("Captain",), pieces={"Captain": "none"})
    every = printed_faces(twins, settings, ("cards", "pieces"))
    wanted = Selection(names=("ann", "green"))
    (found,) = figures_left_out(twins, settings, selected(twins, every, settings, wanted, str), wanted)
    assert found.card == "Ann" and 'Captain = "none"' in found.message
    standing = evolve(settings, pieces={})
    assert figures_left_out(twins, standing, selected(twins, every, standing, wanted, str), wanted) == []


def test_the_card_of_all_actions_says_what_happens_then(game: m.CheckedGame) -> None:
    card = summary(game)
    assert card is not None
    (load,) = [paragraph.text for paragraph in card.paragraphs if paragraph.heading == "Load"]
    assert load == "Action: Put a Ware from the hand into the hold."


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[tracks]\nhandd = 4\n", [("handd", "did you mean `hand`?")]),
        ("[tracks]\nhold = true\n", [("hold", "no two bounds")]),
        ("[tracks]\nhold = 4\n", []),
        ("[colours]\nhold = '#112233'\n[tracks]\nhold = 4\n", []),
    ],
)
def test_tracks_are_of_what_the_game_has(game: m.CheckedGame, tmp_path: Path, text: str, said: list[tuple[str, str]]):
    found = problems(game, tmp_path, text)
    assert [word for word, _ in found] == [word for word, _ in said]
    assert all(part in message for (_, part), (_, message) in zip(said, found, strict=True))


def test_a_die_is_a_strip_of_its_faces(tmp_path: Path) -> None:
    """For whoever has none like it: which face stands for which eyes of an ordinary die."""
    played = game_of(
        GAME.replace(
            "enum Good:",
            'enum Wind: calm, fair_wind "fair wind"\ndie sky "Sky" of Wind: calm x 4, fair_wind x 2\nenum Good:',
        )
    )
    assert problems(played, tmp_path, "[tracks]\nsky = true\n") == []
    (strip,) = [face for face in pieces(played, settings_of(tmp_path)) if face.layout == "track"]
    assert strip.title == "Sky"
    assert strip.cells == (*((str(eyes), "Calm") for eyes in range(1, 5)), ("5", "Fair wind"), ("6", "Fair wind"))


@pytest.mark.parametrize("value", ["0", "101", "false", "'many'", "2.5"])
def test_a_track_has_true_or_a_number(tmp_path: Path, value: str):
    (tmp_path / "print.toml").write_text(f"[tracks]\nhold = {value}\n")
    with pytest.raises(SettingsError, match=r"\[tracks\] hold: true, or 1 to 100 spaces"):
        settings_of(tmp_path)


def test_a_number_below_nothing_is_printed() -> None:
    game = game_of(
        GAME.replace("    good: Good\n", '    good: Good\n    wind: Number from -3 to 3 = 0 "wind"\n').replace(
            "    good: silk\n", "    good: silk\n    wind: -2\n"
        )
    )
    made = {
        face.key: [(stat.label, stat.value) for stat in face.stats] for face in faces(game, tuple(game.things.values()))
    }
    assert made["raw"] == [("wind", "\u22122")] and made["green"] == []


def test_check_says_what_is_wrong_with_the_print_file(game: m.CheckedGame, tmp_path: Path):
    """Without Typst, and in a mod only of its own file."""
    file = tmp_path / "print.toml"
    assert print_findings(game, [tmp_path]) == ([], {})
    file.write_text('[colours]\nSoda = "#112233"\n[icons]\nTea = "hend"\n')
    found, files = print_findings(game, [tmp_path])
    assert [(one.code, one.severity) for one in found] == [("print-name", "warning"), ("unknown-icon", "warning")]
    text = files[str(file)].text
    assert [text[one.primary.span.start : one.primary.span.end] for one in found] == ["Soda", "hend"]
    file.write_text("[tracks]\nhold = 0\n")
    ((wrong,), files) = print_findings(game, [tmp_path])
    assert (wrong.code, wrong.severity, list(files)) == ("print-file", "error", [str(file)])


def test_looks_of_a_kind_whose_back_is_that_of_another_are_told(game: m.CheckedGame, tmp_path: Path) -> None:
    """A mod gives Ware a colour, and the game says that its back is that of Card: the back stays as it is."""

    def told(print_file: str) -> list[str]:
        path = tmp_path / "print.toml"
        path.write_text(print_file, "utf-8")
        settings = evolve(settings_of(path), file=path)
        backs = {"Ware": "Card", **settings.backs}
        return [one.message for one in unknown_names(evolve(settings, backs=backs), game) if "back" in one.message]

    (only,) = told('[colours]\nWare = "#112233"\n')
    assert only == "[colours] Ware: the back of these cards is that of Card, and keeps its looks"
    assert not told('[colours]\nWare = "#112233"\nCard = "#112233"\n')
    assert not told('[colours]\nWare = "#112233"\n[backs]\nWare = "Card"\n')
