"""Boards over several pages."""

from __future__ import annotations

import math
import re
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from attrs import evolve
from pypdf import PdfReader

from codegen.boards import OVERLAP, Board, boards, tiles
from codegen.card_face import settings_of
from codegen.grounds import Land, ground, view
from codegen.sheet_layout import SheetError, Size, paper
from codegen.sheet_options import SheetOptions
from codegen.sheets import sheets
from dsl import model as m
from dsl.check import check
from dsl.library import LIBRARY
from dsl.load import load

FOLDER = LIBRARY / "disney-sidekicks"


@cache
def disney() -> m.CheckedGame:
    found = check(load(FOLDER)).game
    assert found is not None
    return found


def test_a_board_has_every_space_and_way_inside_it() -> None:
    one, other = boards(disney(), settings_of(FOLDER), "#808080")
    plain, circled = disney().maps.values()
    assert {space.title for space in one.spaces} == {disney().things[name].title for name in plain.places}
    assert {space.title for space in other.spaces} > {disney().things[name].title for name in circled.places}
    assert len(one.joints) == 8 and "The Oak Bridge" in {way.title for way in one.joints}
    for space in one.spaces:
        assert 17 <= space.x <= one.size.width - 17 and 17 <= space.y <= one.size.height - 17
    (peak,) = (space for space in one.spaces if space.title == "Snow Peak")
    assert peak.lines == ("Outer", "Icy Mountain", "Sidekick start 1")
    assert peak.colour == settings_of(FOLDER).colours["Icy Mountain"]


@pytest.mark.parametrize("name", ["a4", "letter", "a3", "1000x800"])
def test_pages_cover_a_board_and_overlap(name: str) -> None:
    board = Board("A board", Size(420.0, 371.0), (), (), ())
    page, parts = tiles(board, paper(name))
    width, height = page.width - 16, page.height - 22
    assert max(part.x for part in parts) + width >= board.size.width
    assert max(part.y for part in parts) + height >= board.size.height
    beside = [part for part in parts if part.row == 0]
    for one, other in pairwise(beside):
        assert one.x + width - other.x == pytest.approx(OVERLAP)
    assert (len(parts) == 1) == (name == "1000x800")


def test_paper_too_small_for_boards() -> None:
    with pytest.raises(SheetError, match="too small for boards"):
        tiles(Board("A board", Size(420.0, 371.0), (), (), ()), paper("40x40"))


def test_boards_on_paper(tmp_path: Path) -> None:
    out = tmp_path / "boards.pdf"
    report = sheets(disney(), out, options=SheetOptions(parts=("boards",), paper="a3"), settings=settings_of(FOLDER))
    assert report.written and report.cards == 0
    words = "\n".join(page.extract_text() for page in PdfReader(out).pages)
    assert "Snow Peak" in words and "column 1 of" in words and "Watch Post" in words


SPOTS = ((60, 60, "#2f6b3f"), (200, 80, "#5b8fb8"), (330, 250, "#8a7f6a"))
LAND = Land(420, 370, SPOTS, ((60, 60, 200, 80), (200, 80, 330, 250)))


def test_nothing_grows_on_spaces_and_ways() -> None:
    drawn = ground("vale", "landscape", LAND)
    stands = [(float(x), float(y)) for x, y in re.findall('<ellipse cx="([0-9.]+)" cy="([0-9.]+)"', drawn)]
    assert len(stands) > 80
    for x, y in stands:
        assert all(math.hypot(x - a, y - b) > 20 for a, b, _ in LAND.spaces)
        for x1, y1, x2, y2 in LAND.ways:
            along = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / ((x2 - x1) ** 2 + (y2 - y1) ** 2)
            if 0 <= along <= 1:
                assert math.hypot(x - x1 - along * (x2 - x1), y - y1 - along * (y2 - y1)) > 4


@pytest.mark.parametrize("scene", ["landscape", "skyline", "dusk", "comic"])
def test_the_ground_of_a_board_follows_from_its_name_and_manner(scene: str) -> None:
    assert ground("vale", scene, LAND) == ground("vale", scene, LAND) != ground("vale", scene, evolve(LAND, width=300))
    blocks = evolve(LAND, blocks=((0, 0, 100, 100), (100, 0, 100, 100)))
    assert ground("vale", scene, blocks) != ground("vale", scene, LAND), "blocks have streets between them"
    assert view("Bank", "#2f6b3f", "", scene) != view("Mill", "#2f6b3f", "", scene)


@pytest.mark.parametrize(("theme", "drawn"), [("storybook", True), ("low-ink", False)])
def test_ground_is_printed_but_with_little_ink(theme: str, drawn: bool, tmp_path: Path) -> None:
    out = tmp_path / "board.pdf"
    how = SheetOptions(parts=("boards",), theme=theme, paper="500x500")
    assert sheets(disney(), out, options=how, settings=settings_of(FOLDER)).written
    contents = PdfReader(out).pages[0].get_contents()
    assert contents is not None and (contents.get_data().count(b" c ") > 2000) == drawn, "hundreds of trees and roofs"
