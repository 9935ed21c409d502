"""Cards with something to read on both sides, tokens that are parts of things, and cards that are left out."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from pypdf import PdfReader

from codegen.card_face import faces, printable, settings_of
from codegen.exports import export, profiles
from codegen.pieces import pieces
from codegen.selection import Selection
from codegen.sheet_options import SheetOptions
from codegen.sheets import sheets
from dsl import model as m
from dsl.check import check
from dsl.library import LIBRARY
from dsl.load import load

FOLDER = LIBRARY / "sidekick-saga"
SETTINGS = settings_of(FOLDER)


@cache
def saga() -> m.CheckedGame:
    found = check(load(FOLDER)).game
    assert found is not None
    return found


def printed(tmp_path: Path, wanted: Selection, **options: object) -> list[str]:
    """The text of every page."""
    out = tmp_path / "cards.pdf"
    report = sheets(saga(), out, wanted=wanted, settings=SETTINGS, options=SheetOptions(**options))  # type: ignore[arg-type]
    assert report.written, report.problems
    return [" ".join(page.extract_text().split()) for page in PdfReader(out).pages]


def test_each_face_is_a_front_and_duplex_pairs_them(tmp_path: Path) -> None:
    pages = printed(tmp_path, Selection(names=("Krav Maga", "Scientist", "Steady Aim", "Badge")))
    fronts, backs = pages[0], pages[1]
    assert "Level 1" in fronts and "Level 2" not in fronts
    assert "Level 2" in backs and "Level 1" not in backs
    order = [title for title in ("Steady Aim", "Scientist", "Krav Maga") if title in backs]
    places = [backs.index(title) for title in order]
    assert places == sorted(places)  # mirrored: the third card of a row stands first


def test_a_fold_sheet_has_both_faces(tmp_path: Path) -> None:
    pages = printed(tmp_path, Selection(names=("Krav Maga",)), backs="fold")
    assert "Level 1" in pages[0] and "Level 2" in pages[0]


def test_a_character_sheet_has_its_other_name_on_its_other_side() -> None:
    (face,) = faces(saga(), (saga().things["delphi"],), SETTINGS.titles)
    assert face.title == "Delphi" and face.facts[-1] == "HERO"
    assert face.other is not None and face.other.title != "Delphi" and face.other.facts[-1] == "SECRET IDENTITY"


def test_cards_that_are_only_turned_face_down_keep_their_back() -> None:
    for face in faces(saga(), printable(saga(), SETTINGS.also), SETTINGS.titles):
        if face.kind == "Gang":
            assert face.other is None, face.title


def test_parts_that_are_tokens_are_printed_for_each_owner() -> None:
    sidekicks = [thing for thing in saga().things.values() if thing.kinds[0] == "Sidekick" and not thing.of_test]
    tokens = [piece for piece in pieces(saga(), SETTINGS) if piece.kind == "SoiToken"]
    assert [token.title for token in tokens] == [thing.title for thing in sidekicks]
    assert {token.kind_line for token in tokens} == {"SOI token"}


def test_locked_cards_are_left_out_and_the_last_page_says_so(tmp_path: Path) -> None:
    locked = [t.title for t in saga().things.values() if t.kinds[0] == "Power" and "Power.locked" in t.values]
    assert locked
    pages = printed(tmp_path, Selection(kinds=("Power",), without=("locked",), each_once=True))
    cards = "".join(pages[:-1])
    assert not [title for title in locked if title in cards]
    assert "Not in this file" in pages[-1] and "Left out are" in pages[-1] and locked[0] in pages[-1]


def test_decks_are_also_what_cards_name(tmp_path: Path) -> None:
    face = next(f for f in faces(saga(), printable(saga()), SETTINGS.titles) if "set_gg" in f.marks)
    pages = printed(tmp_path, Selection(decks=("set_gg",), each_once=True))
    assert face.title in "".join(pages) and "Krav Maga" not in "".join(pages)


def test_a_virtual_table_gets_both_faces(tmp_path: Path) -> None:
    report = export(
        saga(), tmp_path, profiles()["tabletop-simulator"], wanted=Selection(names=("Krav Maga", "Badge")),
        settings=SETTINGS,
    )  # fmt: skip
    assert report.written
    (saved,) = tmp_path.glob("*.json")
    (deck,) = json.loads(saved.read_text("utf-8"))["ObjectStates"]
    (custom,) = deck["CustomDeck"].values()
    assert custom["UniqueBack"] is True
    assert (tmp_path / custom["BackURL"]).is_file() and custom["BackURL"] != custom["FaceURL"]
