"""Tables: the bars of all rows stand below each other."""

from __future__ import annotations

from .lines import Line

WIDEST = 200  # columns: a table that would be wider is written without padding


def align(lines: list[Line]) -> list[Line]:
    """The same lines, the cells of each table padded."""
    tables: dict[int, list[Line]] = {}
    for line in lines:
        if line.table >= 0 and not line.inside:
            tables.setdefault(line.table, []).append(line)
    for rows in tables.values():
        _pad(rows)
    return lines


def _pad(rows: list[Line]) -> None:
    count = max(len(row.cells) for row in rows)
    widths = [max(len(row.cells[n]) if n < len(row.cells) else 0 for row in rows) for n in range(count)]
    if sum(widths) + 3 * count > WIDEST:
        widths = [0] * count
    for row in rows:
        padded = [cell.ljust(width) for cell, width in zip(row.cells, widths, strict=False)]
        # A row begins where its block does, so an empty first cell is not padded.
        row.cells = [" | ".join(padded).strip() if row.cells[0] else "| " + " | ".join(padded[1:]).strip()]
