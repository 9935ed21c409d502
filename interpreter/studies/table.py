"""The matches of a study as a table for other programs, one row each: CSV or Parquet."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .store import StudyFile, masks
from .summing import result_text


class NoParquet(Exception):
    """pyarrow, which writes Parquet, is not installed."""


def rows_of(file: StudyFile) -> Iterator[dict[str, Any]]:
    """Every match: its condition, how it went, who sat where, and which things were seen, taken and played, by name.

    `score` has for each round the scores of the seats, or one score of the team.
    """
    things, endings, plan = file.things(), file.endings(), file.plan
    titles = [thing.title for thing in things]
    factors = [cell.factors for cell in plan.cells]
    names = list(dict.fromkeys(name for one in factors for name in one))
    for one in file.matches():
        words = endings[one.over]
        yield {
            "cell": one.cell,
            "seed": one.seed,
            **{name: factors[one.cell].get(name, "") for name in names},
            "result": result_text(one, words, titles),
            "ending": words[1],
            "reason": words[2],
            "winning_seats": [seat + 1 for seat in masks(one.winners, len(plan.cells[one.cell].agents))],
            "rounds": one.rounds,
            "decisions": one.decisions,
            "seated": [things[x].name if x >= 0 else "" for x in one.seated],
            "seen": [things[x].name for x in masks(one.seen, len(things))],
            "taken": [things[x].name for x in masks(_any(one.taken), len(things))],
            "played": [things[x].name for x in masks(max(0, one.played), len(things))],
            "score": [list(scores) for scores in one.scores],
        }


def _any(masks: tuple[int, ...]) -> int:
    """The bits that one of the masks has."""
    found = 0
    for mask in masks:
        found |= mask
    return found


def write_table(file: StudyFile, path: Path) -> int:
    """Writes them; how many there were. The ending of the name says the format; ValueError for an unknown one."""
    if path.suffix not in (".csv", ".parquet"):
        raise ValueError(f"a table is a .csv or a .parquet, not `{path.name}`")
    path.parent.mkdir(parents=True, exist_ok=True)
    return _csv(file, path) if path.suffix == ".csv" else _parquet(file, path)


def _csv(file: StudyFile, path: Path) -> int:
    count = 0
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = None
        for row in rows_of(file):
            count += 1
            if writer is None:
                writer = csv.writer(stream)
                writer.writerow(row)
            writer.writerow([_plain(value) for value in row.values()])
    return count


def _plain(value: Any) -> Any:
    if not isinstance(value, list):
        return value
    return " ".join("/".join(map(str, one)) if isinstance(one, list) else str(one) for one in value)


def _parquet(file: StudyFile, path: Path) -> int:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise NoParquet("Parquet needs the extra `parquet`: install sidescript[parquet]") from None
    rows = list(rows_of(file))
    parquet.write_table(pyarrow.Table.from_pylist(rows), path)
    return len(rows)
