"""What a PDF says to viewers and printers: no scaling, which edge to turn over, where the cards end."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence

from pypdf import PdfReader, PdfWriter
from pypdf.generic import BooleanObject, DictionaryObject, NameObject, RectangleObject, TextStringObject

from .selection import HASHES
from .sheet_layout import (
    Grid,
)
from .sheet_options import SheetOptions

_POINTS = 72 / 25.4


def finished(pdf: bytes, title: str, how: SheetOptions, grids: Sequence[Grid], hashes: Mapping[str, str]) -> bytes:
    """Tells the viewer not to scale and how to turn the paper, where the cards end, and what cards these are."""
    writer = PdfWriter(clone_from=io.BytesIO(pdf))
    wishes = DictionaryObject({NameObject("/PrintScaling"): NameObject("/None")})
    if how.backs in ("long-edge", "short-edge"):
        flip = "/DuplexFlipLongEdge" if how.backs == "long-edge" else "/DuplexFlipShortEdge"
        wishes[NameObject("/Duplex")] = NameObject(flip)
    wishes[NameObject("/DisplayDocTitle")] = BooleanObject(True)
    writer._root_object[NameObject("/ViewerPreferences")] = wishes
    for page, on in zip(writer.pages, grids, strict=False):
        page.trimbox = _box(on, 0.0)
        page.bleedbox = _box(on, how.bleed)
    writer.add_metadata(
        {
            "/Title": TextStringObject(title),
            "/Producer": TextStringObject("Sidescript"),
            HASHES: TextStringObject(json.dumps(hashes, sort_keys=True)),
        }
    )
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def page_count(pdf: bytes) -> int:
    return len(PdfReader(io.BytesIO(pdf)).pages)


def _box(on: Grid, over: float) -> RectangleObject:
    """The cards of a page with so many mm round them, in the points of a PDF, from the lower left."""
    left, right = max(0.0, on.left - over), min(on.page.width, on.right + over)
    top, bottom = max(0.0, on.top - over), min(on.page.height, on.bottom + over)
    corners = (left, on.page.height - bottom, right, on.page.height - top)
    return RectangleObject(tuple(round(value * _POINTS, 3) for value in corners))
