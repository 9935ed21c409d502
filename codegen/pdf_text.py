"""Where words stand on the pages of a PDF that Typst wrote: for words in the way of a cut, and for tests."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any, TypeAlias

from attrs import frozen
from pypdf import PdfReader
from pypdf.generic import ContentStream

from .sheet_layout import Size

_MM = 25.4 / 72

_Matrix: TypeAlias = tuple[float, float, float, float, float, float]
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

    def beyond(self, page: Size, safe: float) -> bool:
        """Do they come nearer to the edge of the page than so many mm?"""
        return self.left < safe or self.top < safe or self.right > page.width - safe or self.bottom > page.height - safe


def written(pdf: bytes) -> list[list[Written]]:
    """The words of each page in the order in which the file has them."""
    return [list(_page(page, _Fonts())) for page in PdfReader(io.BytesIO(pdf)).pages]


class _Fonts:
    """Widths and letters of fonts by their object."""

    def __init__(self) -> None:
        self.known: dict[int, tuple[dict[int, float], dict[int, str]]] = {}

    def of(self, font: Any) -> tuple[dict[int, float], dict[int, str]]:
        place = id(font)
        if place not in self.known:
            self.known[place] = (_widths(font), _letters(font))
        return self.known[place]


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
    state: list[tuple[_Matrix, Any, float]] = []
    now, font, size = _SAME, None, 1.0
    line = cursor = _SAME
    tags: list[str] = []
    contents = page.get_contents()
    if contents is None:
        return
    for operands, operator in ContentStream(contents, page.pdf).operations:
        match operator:
            case b"q":
                state.append((now, font, size))
            case b"Q":
                now, font, size = state.pop()
            case b"cm":
                now = _times(_matrix(operands), now)
            case b"BT":
                line = cursor = _SAME
            case b"Tm":
                line = cursor = _matrix(operands)
            case b"Td":
                line = cursor = _times((1, 0, 0, 1, float(operands[0]), float(operands[1])), line)
            case b"Tf":
                font, size = named[operands[0]].get_object(), float(operands[1])
            case b"BMC" | b"BDC":
                tags.append(str(operands[0]).lstrip("/"))
            case b"EMC":
                tags.pop()
            case b"Tj" | b"TJ":
                parts = operands[0] if operator == b"TJ" else [operands[0]]
                text, wide = _shown(parts, fonts.of(font), size)
                corners = [
                    _at(_times(cursor, now), x, y) for x in (0.0, wide) for y in (-0.2 * size, 0.75 * size)
                ]  # from below the line to the height of capitals
                cursor = _times((1, 0, 0, 1, wide, 0), cursor)
                xs, ys = [x * _MM for x, _ in corners], [(height - y) * _MM for _, y in corners]
                if text.strip():
                    yield Written(text, min(xs), min(ys), max(xs), max(ys), tags[-1] if tags else "")


def _shown(parts: Any, font: tuple[dict[int, float], dict[int, str]], size: float) -> tuple[str, float]:
    widths, letters = font
    text, wide = "", 0.0
    for part in parts:
        if isinstance(part, (bytes, str)):
            raw = part if isinstance(part, bytes) else getattr(part, "original_bytes", part.encode("latin-1"))
            for at in range(0, len(raw) - 1, 2):
                code = raw[at] << 8 | raw[at + 1]
                text += letters.get(code, "")
                wide += widths.get(code, 0.0) / 1000 * size
        else:
            wide -= float(part) / 1000 * size
    return text, wide


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
