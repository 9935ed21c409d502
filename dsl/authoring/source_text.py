"""How something is declared: the lines of a game's sources, with their place, and the tests that name it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from ..check.mods import name_of
from ..source import SourceFile
from ..syntax import tree
from ..syntax.parse import parse

MOST_TESTS = 8


def declared(folder: Path, files: Sequence[SourceFile], asked: str) -> Iterator[str]:
    """Lines that say where and how things of this name or title are declared, and which tests speak of them."""
    name, title = asked.lower().replace("-", "_"), asked.lower()
    found: set[str] = set()
    tests: list[tuple[SourceFile, tree.Test]] = []
    for file in files:
        for node in parse(file).file.declarations:
            if isinstance(node, tree.Test):
                tests.append((file, node))
                if title == node.title.value.lower():
                    yield from _shown(folder, file, node, (node.span.start, node.span.end))
                    yield ""
                continue
            for span, called, words in _named(node):
                if name != called.lower() and title != words.lower():
                    continue
                found.add(called)
                yield from _shown(folder, file, node, span)
                yield ""
    speaking = [(file, node) for file, node in tests if found & _words(file, node)]
    if speaking:
        yield "Tests that name it"
        for file, node in speaking[:MOST_TESTS]:
            yield f"  {_place(folder, file, node.span.start)}  {node.title.value}"
        if len(speaking) > MOST_TESTS:
            yield f"  and {len(speaking) - MOST_TESTS} more"


def _named(node: tree.Declaration) -> Iterator[tuple[tuple[int, int], str, str]]:
    """The stretches of a declaration that declare a name, each with the name and the title."""
    for table in _tables(node):
        columns = [column.text for column in table.columns]
        for row in table.rows:
            cells = dict(zip(columns, row, strict=False))
            if "name" in cells and row:
                text = {key: _text(cells[key]) for key in ("name", "title") if key in cells}
                yield (row[0].span.start, row[-1].span.end), text["name"], text.get("title", "")
    own = name_of(node)
    if own is not None:
        inside = getattr(node, "ending", None) or getattr(node, "action", None) or node  # what has the title
        title = getattr(inside, "title", None)
        yield (node.span.start, node.span.end), own.text, title.value if isinstance(title, tree.Text) else ""
    if isinstance(node, tree.Kind):
        for item in node.items:
            inner = getattr(item, "name", None)
            if isinstance(inner, tree.Name):
                yield (item.span.start, item.span.end), inner.text, ""


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


def _shown(folder: Path, file: SourceFile, node: tree.Declaration, span: tuple[int, int]) -> Iterator[str]:
    first, last = file.place(span[0])[0], file.place(max(span[1] - 1, span[0]))[0]
    if isinstance(node, tree.Kind) and span != (node.span.start, node.span.end):
        yield f"{_place(folder, file, span[0])}, in the Kind {node.name.text}"
    else:
        yield _place(folder, file, span[0])
    for table in _tables(node):
        if table.span.start <= span[0] < table.span.end and span[0] > node.span.start:
            head = file.place(table.span.start)[0]
            yield from (file.line(n).rstrip() for n in range(head, min(head + 2, first)))
    while first > 1 and file.line(first - 1).strip().startswith("///"):
        first -= 1
    yield from (file.line(n).rstrip() for n in range(first, last + 1))
