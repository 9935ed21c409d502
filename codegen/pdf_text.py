"""Where words stand on the pages of a PDF that Typst wrote: for words in the way of a cut, and for tests."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from attrs import frozen

from .sheet_layout import Size

_MM = 25.4 / 72

_Matrix: TypeAlias = tuple[float, float, float, float, float, float]
_Font: TypeAlias = tuple[dict[int, float], dict[int, str]]
"""Widths and letters by the number of a glyph."""
_SAME: _Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@frozen
class Written:
    """Words that were written at once, and the box around them in mm from the upper left of the page.

    `tag`: what the PDF says they are: the name of the innermost tag, "Artifact", or "" if it does not say.
    """

    text: str
    left: float
    top: float
    right: float
    bottom: float
    tag: str = ""

    def from_edge(self, page: Size) -> float:
        """How near they come to the edge of the page, in mm; less than 0: they are beyond it."""
        return min(self.left, self.top, page.width - self.right, page.height - self.bottom)

    def from_round_edge(self, page: Size) -> float:
        """How near they come to the edge of the circle that fills the page, in mm; less than 0: they are beyond it."""
        x, y = page.width / 2, page.height / 2
        corners = ((one, other) for one in (self.left, self.right) for other in (self.top, self.bottom))
        return min(x, y) - max(math.hypot(one - x, other - y) for one, other in corners)


def written(pdf: bytes) -> list[list[Written]]:
    """The words of each page in the order in which the file has them."""
    from pypdf import PdfReader

    fonts = _Fonts()
    return [list(_page(page, fonts)) for page in PdfReader(io.BytesIO(pdf)).pages]


class _Fonts:
    """Widths and letters of fonts by their object."""

    def __init__(self) -> None:
        self.known: dict[int, tuple[Any, _Font]] = {}

    def of(self, font: Any) -> _Font:
        place = id(font)
        if place not in self.known:
            self.known[place] = font, (_widths(font), _letters(font))  # with the font, so that no other has its place
        return self.known[place][1]


def _widths(font: Any) -> dict[int, float]:
    inside = font["/DescendantFonts"][0].get_object() if "/DescendantFonts" in font else font
    found: dict[int, float] = {}
    listed = list(inside.get("/W", []))
    while listed:
        first, second = int(listed[0]), listed[1]
        if isinstance(second, list):
            found |= {first + place: float(width) for place, width in enumerate(second)}
            del listed[:2]
        else:
            found |= {code: float(listed[2]) for code in range(first, int(second) + 1)}
            del listed[:3]
    return found


def _letters(font: Any) -> dict[int, str]:
    """Glyphs as letters, from the table that makes a PDF searchable."""
    if "/ToUnicode" not in font:
        return {}
    found: dict[int, str] = {}
    mode = ""
    for line in font["/ToUnicode"].get_data().decode("latin-1").splitlines():
        parts = line.strip().split()
        if len(parts) == 2 and parts[1] in ("beginbfchar", "beginbfrange"):
            mode = parts[1]
        elif parts and parts[0].startswith("endbf"):
            mode = ""
        elif mode == "beginbfchar" and len(parts) == 2:
            found[int(parts[0].strip("<>"), 16)] = _decoded(parts[1])
        elif mode == "beginbfrange" and len(parts) == 3:
            first, last = (int(part.strip("<>"), 16) for part in parts[:2])
            start = _decoded(parts[2])
            for code in range(first, last + 1):
                found[code] = start[:-1] + chr(ord(start[-1]) + code - first)
    return found


def _decoded(text: str) -> str:
    return bytes.fromhex(text.strip("<>")).decode("utf-16-be", "replace")


def _page(page: Any, fonts: _Fonts) -> Iterator[Written]:
    resources = page["/Resources"].get_object()
    named = resources.get("/Font", {})
    height = float(page.mediabox.height)
    state: list[tuple[_Matrix, _Font, float]] = []
    now, size = _SAME, 1.0
    font: _Font = ({}, {})
    line = cursor = _SAME
    tags: list[str] = []
    contents = page.get_contents()
    if contents is None:
        return
    given: list[bytes] = []  # operands since the last operator
    for token in _TOKEN.findall(contents.get_data()):
        if token[:1] in _OPERAND:
            given.append(token)
            continue
        match token:
            case b"q":
                state.append((now, font, size))
            case b"Q":
                now, font, size = state.pop()
            case b"cm":
                now = _times(_matrix(given), now)
            case b"BT":
                line = cursor = _SAME
            case b"Tm":
                line = cursor = _matrix(given)
            case b"Td":
                line = cursor = _times((1, 0, 0, 1, float(given[0]), float(given[1])), line)
            case b"Tf":
                font, size = fonts.of(named[given[0].decode("latin-1")].get_object()), float(given[1])
            case b"BMC" | b"BDC":
                tags.append(given[0].decode("latin-1").lstrip("/"))
            case b"EMC":
                tags.pop()
            case b"Tj" | b"TJ":
                text, wide, end = _shown(given, font, size)
                corners = [
                    _at(_times(cursor, now), x, y) for x in (0.0, end) for y in (-0.2 * size, 0.75 * size)
                ]  # from below the line to the height of capitals
                cursor = _times((1, 0, 0, 1, wide, 0), cursor)
                xs, ys = [x * _MM for x, _ in corners], [(height - y) * _MM for _, y in corners]
                if text.strip():
                    yield Written(text, min(xs), min(ys), max(xs), max(ys), tags[-1] if tags else "")
        given.clear()


# Typst writes no inline pictures, so that a page is read token by token; the reader of pypdf, which knows all that
# others write, takes five times as long.
_STRING = rb"\((?:[^()\\]|\\.)*\)"
for _ in range(5):  # brackets that belong together stand in a string as they are
    _STRING = rb"\((?:[^()\\]|\\.|" + _STRING + rb")*\)"
_TOKEN = re.compile(_STRING + rb"|<<|>>|<[0-9A-Fa-f\s]*>|/[^\s/\[\]()<>]*|[\[\]]|[^\s/\[\]()<>]+", re.S)
_OPERAND = frozenset(b"0123456789.+-/(<>[]"[at : at + 1] for at in range(19))
_ESCAPE = re.compile(rb"\\([0-7]{1,3}|\r\n|.)", re.S)
_ESCAPED = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f", b"\r\n": b"", b"\n": b"", b"\r": b""}


def _bytes(token: bytes) -> bytes:
    """The string that a token stands for."""
    if token[:1] == b"<":
        digits = b"".join(token[1:-1].split()).decode("latin-1")
        return bytes.fromhex(digits + "0" * (len(digits) % 2))
    return _ESCAPE.sub(lambda found: _unescaped(found[1]), token[1:-1]) if b"\\" in token else token[1:-1]


def _unescaped(letters: bytes) -> bytes:
    return bytes([int(letters, 8) & 255]) if letters[:1].isdigit() else _ESCAPED.get(letters, letters)


def _shown(parts: Sequence[bytes], font: _Font, size: float) -> tuple[str, float, float]:
    """Words, how wide they are, and where the last one ends: behind it there may be spaces, which are not seen."""
    widths, letters = font
    text, wide, end = "", 0.0, 0.0
    for part in parts:
        if part[:1] in b"(<":
            raw = _bytes(part)
            for at in range(0, len(raw) - 1, 2):
                code = raw[at] << 8 | raw[at + 1]
                letter = letters.get(code, "")
                text += letter
                wide += widths.get(code, 0.0) / 1000 * size
                end = end if letter.isspace() else wide
        elif part not in b"[]":
            wide -= float(part) / 1000 * size
    return text, wide, end


def _matrix(operands: Any) -> _Matrix:
    a, b, c, d, e, f = (float(one) for one in operands)
    return a, b, c, d, e, f


def _times(one: _Matrix, other: _Matrix) -> _Matrix:
    """First `one`, then `other`."""
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m


def _at(matrix: _Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f
