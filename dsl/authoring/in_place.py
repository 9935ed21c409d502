"""Values of simple things changed where a person wrote them: everything else in the file stays as it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..source import SourceFile
from ..syntax import tree
from ..syntax.parse import parse

Edit = tuple[int, int, str]


def in_place(
    files: Iterable[SourceFile], changed: Mapping[str, Mapping[str, str]], where: Mapping[str, str]
) -> tuple[dict[str, str], list[str]]:
    """The texts of files in which things have other values, by path; and what cannot be changed there.

    `changed`: by name of a thing, as it stands in sources, what its title, copies and attributes shall be; empty: gone.
    `where`: the file of each thing.
    """
    texts: dict[str, str] = {}
    refused: list[str] = []
    for file in files:
        names = {name for name, path in where.items() if path == file.path}
        if not names:
            continue
        edits: list[Edit] = []
        for node in parse(file).file.declarations:
            if isinstance(node, tree.Thing) and node.name.text in names:
                edits += _of_thing(file, node, changed[node.name.text])
            elif isinstance(node, tree.TableDeclaration):
                edits += _of_table(file, node.table, changed, names, refused)
        text = file.text
        for start, end, new in sorted(edits, reverse=True):
            text = text[:start] + new + text[end:]
        texts[file.path] = text
    return texts, refused


def _of_thing(file: SourceFile, node: tree.Thing, values: Mapping[str, str]) -> list[Edit]:
    edits: list[Edit] = []
    items = {item.name.text: item for item in node.items if isinstance(item, tree.Property)}
    last = max((item.span.end for item in node.items), default=_heading_end(node))
    for column, value in values.items():
        item = items.get(column)
        if column == "title":
            edits.append((node.title.span.start, node.title.span.end, value))
        elif column == "copies":
            end = _heading_end(node)
            edits.append((node.title.span.end, end, f" x {value}" if value else ""))
        elif item is not None and value:
            edits.append((item.span.start, item.span.end, f"{column}: {value}"))
        elif item is not None:
            line, _ = file.place(item.span.start)
            start = file.start_of(line)
            edits.append((start, start + len(file.line(line)) + 1, ""))
        elif value:
            end = _line_end(file, last)
            edits.append((end, end, f"\n    {column}: {value}"))
    return edits


def _heading_end(node: tree.Thing) -> int:
    return node.copies.span.end if node.copies is not None else node.title.span.end


def _line_end(file: SourceFile, offset: int) -> int:
    found = file.text.find("\n", offset)
    return len(file.text) if found < 0 else found


def _of_table(
    file: SourceFile, table: tree.Table, changed: Mapping[str, Mapping[str, str]], names: set[str], refused: list[str]
) -> list[Edit]:
    columns = [column.text for column in table.columns]
    at = columns.index("name") if "name" in columns else None
    edits: list[Edit] = []
    for row in table.rows if at is not None else ():
        assert at is not None
        name = row[at].value
        if not isinstance(name, tree.Word) or name.text not in names:
            continue
        values = changed[name.text]
        lacking = [column for column in values if column not in columns]
        if lacking:
            line, _ = file.place(row[0].span.start)
            refused.append(f"`{name.text}` stands in a table without a column `{lacking[0]}`, at {file.path}:{line}")
            continue
        cells = [values[column] if column in values else _source_of(file, cell) for column, cell in zip(columns, row)]
        edits.append((row[0].span.start, row[-1].span.end, _joined(cells)))
    return edits


def _source_of(file: SourceFile, cell: tree.Cell) -> str:
    return "" if cell.value is None else file.text[cell.value.span.start : cell.value.span.end]


def _joined(cells: Sequence[str]) -> str:
    return " | ".join(cells).strip(" ") if cells[0] else "| " + " | ".join(cells[1:]).rstrip()


__all__ = ["in_place"]
