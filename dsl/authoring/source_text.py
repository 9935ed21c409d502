"""How something is declared: the lines of a game's sources, with their place, and the tests that name it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from attrs import frozen

from ..check.mods import name_of
from ..check.prose import with_numbers
from ..source import SourceFile
from ..syntax import tree
from ..syntax.parse import parse
from ..vocabulary import KINDS
from .lookup import Named, listed, look_up, meant

MOST_TESTS = 8


class Unknown(ValueError):
    """Nothing is declared with this name or title; the text says so, and what may have been meant."""


@frozen
class _Stretch:
    """A stretch of a file that declares something. `inside`: whose it is, if it stands in another declaration."""

    named: Named
    file: SourceFile
    node: tree.Declaration
    span: tuple[int, int]
    inside: str = ""


def declared(folder: Path, files: Sequence[SourceFile], asked: str) -> Iterator[str]:
    """Lines that say where and how things of this name or title are declared, and which tests speak of them.

    Of what several are called in part, a list of these. Raises Unknown.
    """
    parsed = [(file, node) for file in files for node in parse(file).file.declarations]
    numbers = dict(number for _, node in parsed if (number := _number(node)) is not None)
    stretches = [one for file, node in parsed for one in _stretches(file, node, numbers)]
    fits, whole = look_up(asked, [one.named for one in stretches])
    found = [stretches[n] for n in fits]
    if not found or (not whole and asked in KINDS):
        raise Unknown(f"nothing here is declared as `{asked}`{meant(asked, [one.named for one in stretches])}")
    if not whole and len({(one.named.sort, one.named.name) for one in found}) > 1:
        yield f"{asked!r} is part of several names:".replace("'", "`")
        yield from listed([one.named for one in found])
        return
    for one in found:
        yield from _shown(folder, one)
        yield ""
    names = {one.named.name for one in found if not one.named.aside}
    speaking = [(file, node) for file, node in parsed if isinstance(node, tree.Test) and names & _words(file, node)]
    if speaking:
        yield "Tests that name it"
        for file, node in speaking[:MOST_TESTS]:
            yield f"  {_place(folder, file, node.span.start)}  {node.title.value}"
        if len(speaking) > MOST_TESTS:
            yield f"  and {len(speaking) - MOST_TESTS} more"


def declared_at(folder: Path, files: Sequence[SourceFile], name: str) -> Iterator[str]:
    """Where something of just this name is declared: `path:line`."""
    for file in files:
        for node in parse(file).file.declarations:
            for one in _stretches(file, node, {}):
                if one.named.name == name and not one.named.aside and not one.inside:
                    yield _place(folder, file, one.span[0])


def _number(node: tree.Declaration) -> tuple[str, int] | None:
    """A plain number of the rules, which titles can have in them."""
    of = node.define if isinstance(node, tree.DefineDeclaration) else None
    if of is None or of.parameters or of.phrase is not None:
        return None
    written = of.value.value if isinstance(of.value, tree.Number) else None
    return (of.name.text, written) if written is not None else None


def _stretches(file: SourceFile, node: tree.Declaration, numbers: Mapping[str, int]) -> Iterator[_Stretch]:
    """The stretches of a declaration that declare a name."""

    def named(sort: str, name: str, *titles: str, aside: bool = False) -> Named:
        both = (text for one in titles for text in (one, with_numbers(one, numbers.get)[0]))
        return Named(sort, name, tuple(dict.fromkeys(both)), aside)

    whole = (node.span.start, node.span.end)
    if isinstance(node, tree.Test):
        yield _Stretch(named("test", node.title.value, aside=True), file, node, whole)
        return
    for table in _tables(node):
        columns = [column.text for column in table.columns]
        for row in table.rows:
            cells = dict(zip(columns, row, strict=False))
            if "name" in cells and row:
                text = {key: _text(cells[key]) for key in ("name", "title") if key in cells}
                at = (row[0].span.start, row[-1].span.end)
                sort = table.kind.text if table.kind is not None else "row"
                yield _Stretch(named(sort, text["name"], text.get("title", "")), file, node, at)
    own = name_of(node)
    if own is None:
        return
    yield _Stretch(named(_sort(node), own.text, *_titles(node)), file, node, whole)
    if isinstance(node, tree.Enum):
        for value in node.values:
            titles = (value.title.value,) if value.title is not None else ()
            yield _Stretch(named(f"value of {own.text}:", value.name.text, *titles), file, node, whole)
    if not isinstance(node, (tree.Kind, tree.Thing, tree.Setup)):
        return
    inside = f"in the Kind {own.text}" if isinstance(node, tree.Kind) else f"in {own.text}"
    for item in node.steps if isinstance(node, tree.Setup) else node.items:
        inner = getattr(item, "name", None)
        if isinstance(inner, tree.Name) and not isinstance(item, (tree.Property, tree.Section, tree.FaceBody)):
            sort = f"{type(item).__name__.removesuffix('Declaration').lower()} {inside}:"
            at = (item.span.start, item.span.end)
            yield _Stretch(named(sort, inner.text, *_titles(item)), file, node, at, inside)


def _sort(node: tree.Declaration) -> str:
    match node:
        case tree.Thing(kinds=(kind, *_)):
            return kind.text
        case tree.GlobalZone():
            return "zone"
        case _:
            return type(node).__name__.removesuffix("Declaration").lower()


def _titles(node: tree.Node) -> list[str]:
    """What a declaration is called in print: its title, its text, or its nouns."""
    inside = getattr(node, "ending", None) or getattr(node, "action", None) or getattr(node, "zone", None) or node
    found = [one.value for name in ("title", "text") if isinstance(one := getattr(inside, name, None), tree.Text)]
    noun = getattr(inside, "noun", None)
    return found + (noun.value.split("|") if isinstance(noun, tree.Text) else [])


def _tables(node: tree.Declaration) -> Iterator[tree.Table]:
    """The tables whose rows are things of the game."""
    if isinstance(node, tree.TableDeclaration):
        yield node.table
    elif isinstance(node, tree.Map):
        yield from (item for item in node.items if isinstance(item, tree.Table))


def _text(cell: tree.Cell) -> str:
    match cell.value:
        case tree.Word(text) | tree.Text(text):
            return text
        case _:
            return ""


def _words(file: SourceFile, node: tree.Test) -> set[str]:
    return set(re.findall(r"\w+", file.text[node.span.start : node.span.end]))


def _place(folder: Path, file: SourceFile, at: int) -> str:
    return f"{(folder / file.path).resolve()}:{file.place(at)[0]}"


def _shown(folder: Path, one: _Stretch) -> Iterator[str]:
    file, span = one.file, one.span
    first, last = file.place(span[0])[0], file.place(max(span[1] - 1, span[0]))[0]
    yield _place(folder, file, span[0]) + (f", {one.inside}" if one.inside else "")
    for table in _tables(one.node):
        if table.span.start <= span[0] < table.span.end and span[0] > one.node.span.start:
            head = file.place(table.span.start)[0]
            yield from (file.line(n).rstrip() for n in range(head, min(head + 2, first)))
    while first > 1 and file.line(first - 1).strip().startswith("///"):
        first -= 1
    yield from (file.line(n).rstrip() for n in range(first, last + 1))
