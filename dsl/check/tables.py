"""Rows of tables become things, as if each had been declared by itself."""

from __future__ import annotations

from attrs import field, frozen

from ..source import Span
from ..syntax import tree
from .declare import Index, duplicate, first_words
from .report import Report


@frozen
class Declared:
    """A declared thing: its node (made up for a row), and the map or thing in whose table it stands."""

    node: tree.Thing
    belongs_to: str | None = None
    of_row: bool = False
    columns: tuple[tree.Name, ...] = field(default=(), eq=False)

    @property
    def name(self) -> str:
        return self.node.name.text


def expand(index: Index, report: Report) -> dict[str, Declared]:
    """All declared things by name, in order."""
    found: dict[str, Declared] = {}
    places: dict[str, Span] = {name: node.name.span for name, node in index.maps.items()}
    numbers: dict[tuple[str, str], int] = {}

    def put(declared: Declared) -> None:
        name = declared.node.name
        if (name.text in places and declared.node is not index.things.get(name.text)) or name.text in found:
            duplicate(report, "thing", name, places[name.text])
        else:
            places[name.text] = name.span
            found[name.text] = declared

    def rows(table: tree.Table, belongs_to: str | None) -> None:
        for row in table.rows:
            put(_row(table, row, belongs_to, numbers, report))

    for item in (*index.items, *index.maps.values()):
        match item:
            case tree.Thing():
                if index.things.get(item.name.text) is item:
                    put(Declared(item))
                    for part in item.items:
                        if isinstance(part, tree.Table):
                            rows(part, item.name.text)
            case tree.TableDeclaration(table=table):
                rows(table, None)
            case tree.Map(name=name, items=items):
                for piece in items:
                    if isinstance(piece, tree.Table):
                        rows(piece, name.text)
    for campaign in index.campaigns.values():
        for member in campaign.items:
            if isinstance(member, tree.Table):
                rows(member, campaign.name.text)
    return found


def _row(
    table: tree.Table,
    row: tuple[tree.Cell, ...],
    belongs_to: str | None,
    numbers: dict[tuple[str, str], int],
    report: Report,
) -> Declared:
    name: tree.Name | None = None
    title: tree.Text | None = None
    copies: tree.Number | None = None
    items: list[tree.ThingItem] = []
    span = row[0].span.to(row[-1].span) if row else first_words(table.span, 5)
    for column, cell in zip(table.columns, row, strict=False):
        value = cell.value
        if value is None:
            continue
        match column.text, value:
            case "name", tree.Word(text):
                name = tree.Name(text, span=value.span)
            case "title", tree.Text():
                title = value
            case "copies", tree.Number():
                copies = value
            case "text", tree.Text():
                items.append(tree.Override(value, span=value.span))
            case "flavour", tree.Text():
                items.append(tree.Flavour(value, span=value.span))
            case ("name" | "title" | "copies" | "text" | "flavour") as what, _:
                wanted = {"name": "a name", "copies": "a number"}.get(what, "a text in quotes")
                report.error("wrong-type", f"`{what}` has to be {wanted}", value.span, f"expected {wanted}")
            case _, tree.Listing(items=values):
                items.append(
                    tree.Property(
                        tree.Name(column.text, span=value.span), values if values else (value,), span=value.span
                    )
                )
            case _:
                items.append(tree.Property(tree.Name(column.text, span=value.span), (value,), span=value.span))
    kind = table.kind.text
    if name is None:
        owner = belongs_to or ""
        numbers[owner, kind] = numbers.get((owner, kind), 0) + 1
        label = f"{owner}#{kind}{numbers[owner, kind]}"
        name = tree.Name(label, span=span)
        plain = kind
    else:
        plain = name.text.replace("_", " ")
    if title is None:
        title = tree.Text(plain, span=name.span)
    thing = tree.Thing((table.kind,), name, title, copies, tuple(items), doc=table.doc, span=span)
    return Declared(thing, belongs_to, True, table.columns)
