"""A card looks the same in an editor's preview, as a picture and in print."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest
import sample_game as sample
import typst
from attrs import evolve
from pypdf import PdfReader

from codegen.card_face import DEFAULTS
from codegen.exports import export, profiles
from codegen.preview import card_svg
from codegen.selection import Selection
from codegen.sheet_options import SheetOptions
from codegen.sheets import sheets
from codegen.typst_run import MAIN, Document, typeset

PPI = 72.0
WIDE, HIGH = 63.5, 88.9  # mm of a poker card
CARD = sample.cards()[0]


def rows(png: bytes) -> list[bytes]:
    """The pixels of a PNG with 8 bits, RGB of each, row by row."""
    wide, high, depth, colours = struct.unpack_from(">IIBB", png, 16)
    assert depth == 8 and colours in (2, 6)
    step, at, packed = (3 if colours == 2 else 4), 8, b""
    while at < len(png):
        (length,) = struct.unpack_from(">I", png, at)
        if png[at + 4 : at + 8] == b"IDAT":
            packed += png[at + 8 : at + 8 + length]
        at += length + 12
    raw, found, above = zlib.decompress(packed), [], bytearray(wide * step)
    for row in range(high):
        begin = row * (wide * step + 1)
        sort, line = raw[begin], bytearray(raw[begin + 1 : begin + 1 + wide * step])
        for i in range(len(line)):
            a = line[i - step] if i >= step else 0
            b, c = above[i], above[i - step] if i >= step else 0
            match sort:
                case 1:
                    line[i] = (line[i] + a) & 255
                case 2:
                    line[i] = (line[i] + b) & 255
                case 3:
                    line[i] = (line[i] + (a + b) // 2) & 255
                case 4:
                    nearest = min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2]
                    line[i] = (line[i] + nearest) & 255
        above = line
        found.append(bytes(line[i] for i in range(len(line)) if i % step < 3))
    return found


def difference(one: list[bytes], other: list[bytes]) -> float:
    """How far two pictures of one size are apart, on average, from 0 to 255; 1 is not seen."""
    assert len(one) == len(other) and len(one[0]) == len(other[0])
    every = [abs(a - b) for row, second in zip(one, other, strict=True) for a, b in zip(row, second, strict=True)]
    return sum(every) / len(every)


def shown(name: str, content: bytes, more: str, x: float = 0.0, y: float = 0.0) -> list[bytes]:
    """A file as Typst shows it, from a point on, at the size of a card."""
    source = (
        f"#set page(width: {WIDE}mm, height: {HIGH}mm, margin: 0mm)\n"
        f'#place(top + left, dx: {-x}mm, dy: {-y}mm, image("{name}", {more}))'
    )
    return rows(typeset(Document({MAIN: source.encode(), name: content}, ()), "png", ppi=PPI).pages[0])


@pytest.fixture(scope="module")
def picture(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """The card as `sidescript export` makes it."""
    folder = tmp_path_factory.mktemp("export")
    game = sample.game(sample.cards())
    plain = evolve(profiles()["png"], ppi=PPI)
    assert export(game, folder, plain, wanted=Selection(names=(CARD.name,)), settings=DEFAULTS).written
    return rows((folder / "exploding-bridge.png").read_bytes())


def test_pictures_that_differ_are_told_apart(picture: list[bytes]) -> None:
    assert difference(picture, picture) == 0
    assert difference(picture, [row[30:] + row[:30] for row in picture]) > 10


def test_the_preview_is_the_picture(picture: list[bytes], tmp_path: Path) -> None:
    svg = card_svg(sample.game(sample.cards()), tmp_path, CARD.name).encode("utf-8")
    assert difference(picture, shown("card.svg", svg, f"width: {WIDE}mm")) < 2


def test_print_is_the_picture(picture: list[bytes], tmp_path: Path) -> None:
    out = tmp_path / "cards.pdf"
    assert sheets(sample.game(sample.cards()), out, options=SheetOptions(backs="none", bleed=0.0, marks="none")).written
    page = PdfReader(io.BytesIO(out.read_bytes())).pages[0]
    points = 25.4 / 72
    x = float(page.trimbox.left) * points
    y = float(page.mediabox.height - page.trimbox.top) * points
    wide, high = (float(side) * points for side in (page.mediabox.width, page.mediabox.height))
    found = shown("sheet.pdf", out.read_bytes(), f"width: {wide}mm, height: {high}mm", x, y)
    assert difference(picture, found) < 6  # on the sheet it begins in the middle of a pixel
    other = shown("sheet.pdf", out.read_bytes(), f"width: {wide}mm, height: {high}mm", x + WIDE, y)
    assert difference(picture, other) > 15, "the card beside it"


def test_typst_reads_what_was_appended(tmp_path: Path) -> None:
    """A second reader of PDFs than pypdf takes the file with its two tables."""
    out = tmp_path / "cards.pdf"
    assert sheets(sample.game(sample.cards()[:1]), out).written
    page = b'#set page(width: 10mm, height: 10mm, margin: 0mm)\n#image("/cards.pdf", page: 3, width: 10mm)'
    files: Any = {"main.typ": page}
    made = typst.compile(files, root=str(tmp_path), format="png")
    assert isinstance(made, bytes)
