"""The declarations of a file with what is inside them. Of a faulty one, its heading."""

from __future__ import annotations

import re

from attrs import field, frozen

from ..source import SourceFile, Span
from ..syntax import tree
from ..syntax.parse import Parsed
from .diagnostics import laid_out

_HEADING = re.compile(
    r'(?:(?:replace|patch) )?(?P<word>[A-Za-z_]\w*)(?:, *[A-Z]\w*)* *(?P<name>\w+)?(?: *"(?P<title>[^"\n]*)")?'
)


@frozen
class Entry:
    """`sort`: the word that declares it, or the Kind of a thing. `name`: the stretch with its name."""

    text: str
    detail: str
    sort: str
    span: Span
    name: Span
    inside: tuple[Entry, ...] = ()
    broken: bool = field(default=False)


def outline(source: SourceFile, parsed: Parsed) -> tuple[Entry, ...]:
    found = [_entry(source, node) for node in parsed.file.declarations]
    starts = {one.span.start for one in found}
    for stretch in laid_out(source).stretches:
        inside = source.text[stretch.start : stretch.end].rstrip()
        if inside and not any(stretch.start <= start < stretch.end for start in starts):
            heading = _HEADING.match(inside)
            if heading is not None:
                end = stretch.start + len(inside)
                name = Span(source.path, stretch.start, stretch.start + len(heading[0].rstrip()))
                text = heading["name"] or heading["title"] or heading["word"]
                found.append(Entry(text, "", heading["word"], Span(source.path, stretch.start, end), name, broken=True))
    return tuple(sorted(found, key=lambda one: one.span.start))


def _entry(source: SourceFile, node: tree.Node) -> Entry:
    inner = _declared(node)
    name = getattr(inner, "name", None)
    title = getattr(inner, "title", None) or getattr(inner, "noun", None)
    shown = title.value if isinstance(title, tree.Text) else ""
    span = _trimmed(source, node.span)
    sort = type(node).__name__.removesuffix("Declaration").lower()
    match node:
        case tree.Test(title=text):
            return Entry(text.value, "", "test", span, text.span)
        case tree.Thing(kinds=kinds):
            sort = kinds[0].text
        case tree.GlobalZone():
            sort = "zone"
        case tree.TableDeclaration(table=table):
            rows = tuple(
                Entry(cell.value.text, "", table.kind.text, row[0].span.to(row[-1].span), cell.value.span)
                for row in table.rows
                for column, cell in zip(table.columns, row, strict=False)
                if column.text == "name" and isinstance(cell.value, tree.Word)
            )
            return Entry(table.kind.text, f"table, {len(table.rows)} rows", "table", span, table.kind.span, rows)
        case tree.Board(kind=kind):
            return Entry(kind.text, "", "board", span, kind.span)
        case _:
            pass
    if not isinstance(name, tree.Name):
        name = tree.Name(sort, span=Span(span.path, span.start, min(span.end, span.start + len(sort))))
    return Entry(name.text, shown, sort, span, name.span, tuple(_inside(source, inner)))


def _declared(node: tree.Node) -> tree.Node:
    for part in ("zone", "define", "verb", "action", "ending"):
        inner = getattr(node, part, None)
        if isinstance(inner, tree.Node) and not isinstance(node, tree.Thing):
            return inner
    return node


def _inside(source: SourceFile, node: tree.Node) -> list[Entry]:
    found: list[Entry] = []
    items = (
        *getattr(node, "items", ()),
        *getattr(node, "steps", ()),
        *getattr(node, "values", ()),
        *getattr(node, "state", ()),
    )
    for item in items:
        name = getattr(item, "name", None)
        if isinstance(item, tree.Faces):
            found += [Entry(face.name.text, "", "face", face.span, face.name.span) for face in item.faces]
        elif isinstance(item, tree.Answer | tree.At | tree.Whenever | tree.Always):
            line = source.text[item.span.start : item.span.end].partition("\n")[0].rstrip(":")
            end = item.span.start + len(line)
            found.append(
                Entry(line, "", "ability", _trimmed(source, item.span), Span(item.span.path, item.span.start, end))
            )
        elif isinstance(name, tree.Name) and name.span.end > name.span.start:
            sort = type(item).__name__.removesuffix("Declaration").lower()
            title = getattr(item, "title", None)
            shown = title.value if isinstance(title, tree.Text) else ""
            inner = tuple(_inside(source, item)) if isinstance(item, tree.FaceBody) else ()
            found.append(Entry(name.text, shown, sort, _trimmed(source, item.span), name.span, inner))
    return found


def _trimmed(source: SourceFile, span: Span) -> Span:
    text = source.text[span.start : span.end]
    return Span(span.path, span.start, span.start + len(text.rstrip()))
