"""Boards in rows and columns, figures of cards, pieces that only the contents name, and truths on cards."""

from __future__ import annotations

from pathlib import Path

import pytest
from pypdf import PdfReader

from codegen.boards import boards
from codegen.card_face import PrintSettings, faces, printable, settings_of
from codegen.pieces import pieces
from codegen.rules_pages import markdown
from codegen.sheet_options import SheetOptions
from codegen.sheets import sheets
from dsl import model as m
from dsl.check import check
from dsl.load import load

GAME = """game town "Town"
    seats 2 to 2 as Crew
    endings win before lose
    state active: Crew

kind Crew "crew"
enum Trait "trait": slum "Slum", bank "Bank"
kind Location "location|locations" is Place
    traits: Trait set = []
board Location: grid
kind Town "town" is Thing
    blocks: Location grid
table Location
    name  | title   | traits
    pier  | "Pier"  |
    vault | "Vault" | bank, slum
    alley | "Alley" | slum
Town town "Town"
    blocks: [[pier, vault], [alley]]

kind Trick "trick" is Card
    quick: Truth = no "a quick one"
    secret: Truth = no
kind Person "person" is Card
    age: Number from 0 to 99 = 0
kind Hire "hire" is Card
    cost: Number from 0 to 9 = 0
kind Minor "minor" is Person
Trick jab "Jab"
    quick
    secret
Trick hook "Hook"
Person ann "Ann"
Card cop "Cop" x 2
    face hire is Hire:
        cost: 2
    face figure is Minor:
        age: 30

setup base "Set-up"
    step town "The town":
        lay town.blocks
flow
    repeat 2:
        active = next(active)
ending over "Over": win team when count(Trick) > 9

contents base "In the box"
    3 "Captured tokens"
    2 "plastic bases"
"""

LOOKS = """truths = ["quick"]
[sizes]
map = "100"
[colours]
Bank = "#c79a1e"
[icons]
Slum = "city"
[pieces]
Person = "standee"
"Captured tokens" = "token"
"""


@pytest.fixture
def town(tmp_path: Path) -> tuple[m.CheckedGame, PrintSettings]:
    (tmp_path / "game.side").write_text(GAME)
    (tmp_path / "print.toml").write_text(LOOKS)
    found = check(load(tmp_path))
    assert found.game is not None, found.diagnostics
    return found.game, settings_of(tmp_path)


def test_places_in_rows_and_columns_are_a_board(town: tuple[m.CheckedGame, PrintSettings]) -> None:
    (board,) = boards(*town, "#808080")
    assert (board.title, board.size.width, board.size.height, board.ways) == ("Town", 100.0, 100.0, ())
    at = {space.title: space for space in board.spaces}
    assert [(one.x, one.y, one.width, one.height) for one in at.values()] == [
        (25.0, 25.0, 50.0, 50.0), (75.0, 25.0, 50.0, 50.0), (25.0, 75.0, 50.0, 50.0)
    ]  # fmt: skip
    assert (at["Vault"].lines, at["Vault"].colour, at["Vault"].icon) == (("Bank", "Slum"), "#c79a1e", "city")
    assert (at["Pier"].lines, at["Pier"].colour, at["Pier"].icon) == ((), "#808080", "")


def test_the_rules_have_it_as_a_table(town: tuple[m.CheckedGame, PrintSettings]) -> None:
    book = markdown(town[0])
    assert "| Row | 1 | 2 |" in book  # no cell without a word at its head
    assert "| 1 | Pier | Vault (Bank and Slum) |" in book and "| 2 | Alley (Slum) | – |" in book


def test_places_that_lie_in_several_ways_are_no_board(tmp_path: Path) -> None:
    (tmp_path / "game.side").write_text(GAME + 'Town other "Other"\n    blocks: [[alley, pier]]\n')
    found = check(load(tmp_path))
    assert found.game is not None and boards(found.game, settings_of(tmp_path), "#808080") == ()


def test_a_print_file_gives_cards_a_figure(town: tuple[m.CheckedGame, PrintSettings]) -> None:
    made = {face.title: face for face in pieces(*town)}
    assert {title: (face.layout, face.copies) for title, face in made.items()} == {
        "Ann": ("standee", 1), "Cop": ("standee", 2), "Captured token": ("token", 3)
    }  # fmt: skip


def test_truths_stand_on_cards_where_the_print_file_names_them(town: tuple[m.CheckedGame, PrintSettings]) -> None:
    game, settings = town
    made = {face.title: face for face in faces(game, printable(game), truths=settings.truths)}
    assert (made["Jab"].facts, made["Hook"].facts) == (("Quick one",), ())


def test_blocks_on_paper(town: tuple[m.CheckedGame, PrintSettings], tmp_path: Path) -> None:
    out = tmp_path / "board.pdf"
    for theme in (None, "comic", "neon", "noir", "low-ink"):
        report = sheets(town[0], out, options=SheetOptions(parts=("boards",), theme=theme), settings=town[1])
        assert report.written, report.problems
        words = PdfReader(out).pages[0].extract_text()
        assert "Vault" in words and "Bank · Slum" in words and "Pier" in words
