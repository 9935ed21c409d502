"""What a PDF says to viewers and printers: no scaling, which edge to turn over, where the cards end.

What Typst wrote stays byte for byte, with its tags; what is said besides is appended, as PDF provides for changes.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Mapping, Sequence

from pypdf import PdfReader
from pypdf.generic import (
    ArrayObject,
    BooleanObject,
    ByteStringObject,
    DictionaryObject,
    FloatObject,
    IndirectObject,
    NameObject,
    NumberObject,
    TextStringObject,
)

from .selection import HASHES
from .sheet_layout import (
    Grid,
)
from .sheet_options import SheetOptions

_POINTS = 72 / 25.4


def finished(
    pdf: bytes,
    title: str,
    how: SheetOptions,
    grids: Sequence[Grid],
    hashes: Mapping[str, str],
    bookmarks: Sequence[tuple[str, int]] = (),
) -> bytes:
    """Tells the viewer not to scale and how to turn the paper, where the cards end, and what cards these are.

    `bookmarks`: titles with the number of their page, from 1.
    """
    reader = PdfReader(io.BytesIO(pdf), strict=True)  # Typst writes no mistakes to look for
    root = DictionaryObject(_dictionary(reader.trailer["/Root"]))
    wishes = DictionaryObject(_dictionary(root.get("/ViewerPreferences", DictionaryObject())))
    wishes[NameObject("/PrintScaling")] = NameObject("/None")
    if how.backs in ("long-edge", "short-edge"):
        flip = "/DuplexFlipLongEdge" if how.backs == "long-edge" else "/DuplexFlipShortEdge"
        wishes[NameObject("/Duplex")] = NameObject(flip)
    wishes[NameObject("/DisplayDocTitle")] = BooleanObject(True)
    root[NameObject("/ViewerPreferences")] = wishes
    information = DictionaryObject(_dictionary(reader.trailer.get("/Info", DictionaryObject())))
    information[NameObject("/Title")] = TextStringObject(title)
    information[NameObject("/Producer")] = TextStringObject("Sidescript")
    information[NameObject(HASHES)] = TextStringObject(json.dumps(hashes, sort_keys=True))
    changed: dict[int, DictionaryObject] = {
        _number(reader.trailer.raw_get("/Root")): root,
        _number(reader.trailer.raw_get("/Info")): information,
    }
    for page, on in zip(reader.pages, grids, strict=False):
        said = DictionaryObject(page)
        said[NameObject("/TrimBox")] = _box(on, 0.0)
        said[NameObject("/BleedBox")] = _box(on, how.bleed)
        changed[_number(page.indirect_reference)] = said
    if bookmarks:
        root[NameObject("/Outlines")] = _outline(reader, bookmarks, changed)
    return _appended(pdf, reader, changed)


def _outline(
    reader: PdfReader, bookmarks: Sequence[tuple[str, int]], changed: dict[int, DictionaryObject]
) -> IndirectObject:
    """A flat list of bookmarks, put to the objects that are written anew; and where it is."""
    top = _size(reader)
    last = top + len(bookmarks)

    def at(number: int) -> IndirectObject:
        return IndirectObject(number, 0, reader)

    changed[top] = DictionaryObject(
        {
            NameObject("/Type"): NameObject("/Outlines"), NameObject("/First"): at(top + 1),
            NameObject("/Last"): at(last), NameObject("/Count"): NumberObject(len(bookmarks)),
        }
    )  # fmt: skip
    for number, (title, page) in enumerate(bookmarks, start=top + 1):
        goal = ArrayObject([at(_number(reader.pages[page - 1].indirect_reference)), NameObject("/Fit")])
        words = TextStringObject(title)
        said = {NameObject("/Title"): words, NameObject("/Parent"): at(top), NameObject("/Dest"): goal}
        if number > top + 1:
            said[NameObject("/Prev")] = at(number - 1)
        if number < last:
            said[NameObject("/Next")] = at(number + 1)
        changed[number] = DictionaryObject(said)
    return at(top)


def page_count(pdf: bytes) -> int:
    return len(PdfReader(io.BytesIO(pdf), strict=True).pages)


def _dictionary(found: object) -> DictionaryObject:
    inside = found.get_object() if isinstance(found, IndirectObject) else found
    assert isinstance(inside, DictionaryObject)
    return inside


def _number(reference: object) -> int:
    assert isinstance(reference, IndirectObject)
    return reference.idnum


def _size(reader: PdfReader) -> int:
    """How many objects a file has; the next one has this number."""
    size = reader.trailer["/Size"]
    assert isinstance(size, int)
    return size


def _appended(pdf: bytes, reader: PdfReader, changed: Mapping[int, DictionaryObject]) -> bytes:
    """The same file with some objects anew behind it, and a table that finds them there."""
    out = io.BytesIO()
    out.write(pdf)
    if not pdf.endswith(b"\n"):
        out.write(b"\n")
    places: dict[int, int] = {}
    for number, said in sorted(changed.items()):
        places[number] = out.tell()
        out.write(b"%d 0 obj\n" % number)
        said.write_to_stream(out)
        out.write(b"\nendobj\n")
    digest = hashlib.sha256(out.getvalue()).digest()[:16]
    table = out.tell()
    out.write(b"xref\n")
    for number, place in places.items():
        out.write(b"%d 1\n%010d 00000 n\r\n" % (number, place))
    before = int(pdf[pdf.rindex(b"startxref") :].split()[1])
    first = reader.trailer.get("/ID", ArrayObject([ByteStringObject(digest)]))[0]
    trailer = DictionaryObject(
        {
            NameObject("/Size"): NumberObject(max(_size(reader), *(number + 1 for number in places))),
            NameObject("/Root"): reader.trailer.raw_get("/Root"),
            NameObject("/Info"): reader.trailer.raw_get("/Info"),
            NameObject("/Prev"): NumberObject(before),
            NameObject("/ID"): ArrayObject([first, ByteStringObject(digest)]),
        }
    )
    out.write(b"trailer\n")
    trailer.write_to_stream(out)
    out.write(b"\nstartxref\n%d\n%%%%EOF\n" % table)
    return out.getvalue()


def _box(on: Grid, over: float) -> ArrayObject:
    """The cards of a page with so many mm round them, in the points of a PDF, from the lower left."""
    left, right = max(0.0, on.left - over), min(on.page.width, on.right + over)
    top, bottom = max(0.0, on.top - over), min(on.page.height, on.bottom + over)
    corners = (left, on.page.height - bottom, right, on.page.height - top)
    return ArrayObject([FloatObject(round(value * _POINTS, 3)) for value in corners])
