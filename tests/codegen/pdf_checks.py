"""What PDF/UA-1 asks for, as far as it can be read from a file with pypdf.

It is no validator: contrast, whether an alternative text is a good one, and the fonts' inner tables are not looked at.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

from pypdf import PdfReader
from pypdf.generic import ContentStream

from codegen.pdf_text import written

TYPES = {
    "Document", "Part", "Div", "Sect", "P", "H", "H1", "H2", "H3", "H4", "Span", "Figure", "L", "LI", "Lbl", "LBody",
    "Table", "TR", "TH", "TD", "THead", "TBody", "TOC", "TOCI", "Link", "Reference", "Note", "Caption", "NonStruct",
    "Strong", "Em",
}  # fmt: skip


def faults(pdf: bytes) -> list[str]:
    """What speaks against PDF/UA-1; empty if nothing does."""
    reader = PdfReader(io.BytesIO(pdf))
    root: Any = reader.trailer["/Root"]
    found = []
    if not root.get("/MarkInfo", {}).get("/Marked"):
        found.append("it does not say that it is tagged")
    if not root.get("/Lang"):
        found.append("no language")
    if not root.get("/ViewerPreferences", {}).get("/DisplayDocTitle"):
        found.append("the title is not shown")
    about = root["/Metadata"].get_data().decode("utf-8") if "/Metadata" in root else ""
    if "<pdfuaid:part>1</pdfuaid:part>" not in about or "<dc:title>" not in about:
        found.append("its metadata name no PDF/UA-1 and no title")
    if "/StructTreeRoot" not in root:
        return [*found, "no tree of tags"]
    tree = root["/StructTreeRoot"]
    roles = {str(key) for key in tree.get("/RoleMap", {})}
    for element in elements(tree):
        sort = str(element["/S"]).lstrip("/")
        if sort not in TYPES and "/" + sort not in roles:
            found.append(f"a tag {sort} that nobody knows")
        if sort == "Figure" and not str(element.get("/Alt", "")).strip():
            found.append("a figure without a text in its place")
    found += list(_marked(reader, tree))
    for number, page in enumerate(written(pdf), start=1):
        found += [f"page {number}: {words.text!r} has no tag" for words in page if not words.tag]
    return found


def elements(node: Any) -> Iterator[Any]:
    """Every element below one, in the order in which it is read."""
    below = node.get("/K", [])
    for one in below if isinstance(below, list) else [below]:
        inside = one.get_object() if hasattr(one, "get_object") else one
        if isinstance(inside, dict) and "/S" in inside:
            yield inside
            yield from elements(inside)


def _marked(reader: PdfReader, tree: Any) -> Iterator[str]:
    """Every marked piece of a page is found from the tree, and all that is drawn is marked or decoration."""
    numbers = _numbers(tree["/ParentTree"])
    for place, page in enumerate(reader.pages, start=1):
        if page.get("/Tabs") != "/S":
            yield f"page {place}: no order of reading"
        owners = numbers.get(int(str(page["/StructParents"])), []) if "/StructParents" in page else []
        depth = 0
        for operands, operator in ContentStream(page.get_contents(), reader).operations:
            if operator in (b"BMC", b"BDC"):
                depth += 1
                if operator == b"BDC" and isinstance(operands[1], dict) and "/MCID" in operands[1]:
                    mark = int(operands[1]["/MCID"])
                    if mark >= len(owners) or owners[mark].get_object().get("/S") is None:
                        yield f"page {place}: the piece {mark} belongs to nothing"
            elif operator == b"EMC":
                depth -= 1
            elif operator in (b"f", b"f*", b"S", b"B", b"Do", b"sh", b"Tj", b"TJ") and not depth:
                yield f"page {place}: something is drawn that is neither marked nor decoration"


def _numbers(node: Any) -> dict[int, Any]:
    found: dict[int, Any] = {}
    if "/Kids" in node:
        for kid in node["/Kids"]:
            found |= _numbers(kid.get_object())
    pairs = node.get("/Nums", [])
    for at in range(0, len(pairs), 2):
        found[int(pairs[at])] = pairs[at + 1].get_object()
    return found
