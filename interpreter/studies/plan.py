"""What a study plays: the cells of a grid, each with the same seeds."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any

from attrs import Factory, evolve, frozen

from ..engine.program import DECK, WITHOUT
from ..simulation.native_part import known_in_c, slowness
from ..simulation.study import MOST_DECISIONS, Study
from ..wishes import SEAT, Wishes

PART = 25  # matches of random agents that are handed out at once; others take long enough one by one


@frozen
class Cell:
    """One condition: everything but the seed that decides how its matches are set up and who plays them.

    `wishes`: for a seat (from 0) the names of things that it takes in set-up when they are offered.
    """

    players: int
    agents: tuple[str, ...]
    options: Mapping[str, Any] = Factory(dict)
    setup: str | None = None
    wishes: Wishes = Factory(dict)

    def to_json(self) -> dict[str, Any]:
        return {
            "players": self.players,
            "agents": list(self.agents),
            "options": {name: list(v) if isinstance(v, tuple) else v for name, v in sorted(self.options.items())},
            "setup": self.setup,
            "wishes": {str(seat): list(names) for seat, names in sorted(self.wishes.items())},
        }

    @property
    def factors(self) -> dict[str, str]:
        """The levels of this cell by the name of their factor, as words."""
        agents = self.agents[0] if len(set(self.agents)) == 1 else "+".join(self.agents)
        found = {"players": str(self.players), "agents": agents}
        if self.setup is not None:
            found["setup"] = self.setup
        for seat, names in sorted(self.wishes.items()):
            found[f"{SEAT}{seat + 1}"] = "+".join(names)
        out = [name.removeprefix(WITHOUT) for name in self.options if name.startswith(WITHOUT)]
        if out:
            found["without"] = "+".join(out)
        for name, value in self.options.items():
            if name.startswith(WITHOUT):
                continue
            if name.startswith(DECK) and isinstance(value, tuple | list) and value:  # a deck out of a file
                found[name] = f"{str(value[0]).partition(' ')[2]}+{len(value) - 1} others"
                continue
            found[name] = "+".join(map(str, value)) if isinstance(value, tuple | list) else str(value)
            found[name] = found[name].replace(",", "+") or "none"
        return found


def cell_from(data: Mapping[str, Any]) -> Cell:
    options = {name: tuple(v) if isinstance(v, list) else v for name, v in data["options"].items()}
    wishes = {int(seat): tuple(names) for seat, names in data["wishes"].items()}
    return Cell(data["players"], tuple(data["agents"]), options, data["setup"], wishes)


@frozen
class Plan:
    """A study before it is played: the matches of every cell have the seeds seed, seed + 1, ...

    `detail`: "cards" looks at every decision; "outcome" only at how matches end, which bulk play in C can do.
    """

    cells: tuple[Cell, ...]
    matches: int
    seed: int = 0
    limit: int = MOST_DECISIONS
    detail: str = "cards"

    def to_json(self) -> dict[str, Any]:
        return {
            "cells": [cell.to_json() for cell in self.cells],
            "matches": self.matches,
            "seed": self.seed,
            "limit": self.limit,
            "detail": self.detail,
        }

    def study(self, cell: int, records: Path, engine: Any = "auto") -> Study:
        """One cell as the study of one condition."""
        it = self.cells[cell]
        return Study(
            it.players, it.agents, self.matches, self.seed, it.options, it.setup, records, self.limit, engine, it.wishes
        )

    def whole(self, engine: Any = "auto") -> Study:
        """All cells as one study, to decide what plays it: so many matches, of the agents that take longest in C."""
        known = [cell for cell in self.cells if known_in_c(cell.agents)] or list(self.cells)
        it = max(known, key=lambda cell: slowness(cell.agents))
        matches = self.matches * len(known)
        return Study(it.players, it.agents, matches, self.seed, limit=self.limit, engine=engine)

    def parts(self, done: Sequence[set[int]]) -> Iterator[tuple[int, tuple[int, ...]]]:
        """What is left to play: a cell and some seeds, cells in turn, so that what is finished is even over them."""
        size = PART if all(name == "random" for cell in self.cells for name in cell.agents) else 1
        if self.detail == "outcome":
            size *= 8
        end = self.seed + self.matches
        for first in range(self.seed, end, size):
            for n, had in enumerate(done):
                seeds = tuple(seed for seed in range(first, min(first + size, end)) if seed not in had)
                if seeds:
                    yield n, seeds


def plan_from(data: Mapping[str, Any]) -> Plan:
    cells = tuple(cell_from(one) for one in data["cells"])
    return Plan(cells, data["matches"], data["seed"], data["limit"], data["detail"])


def cells_of(base: Cell, grid: Mapping[str, Sequence[Any]], fill: Any) -> tuple[Cell, ...]:
    """Every combination of the levels, the last factor fastest; `fill(cell, factor, level)` gives the changed cell."""
    found: list[Cell] = []
    for levels in product(*grid.values()):
        cell = base
        for name, level in zip(grid, levels):
            cell = fill(cell, name, level)
        if cell not in found:
            found.append(cell)
    return tuple(found)


def digest(parts: Iterable[Any]) -> str:
    return hashlib.sha256(json.dumps(list(parts), sort_keys=True).encode()).hexdigest()


__all__ = ["Cell", "Plan", "cell_from", "cells_of", "digest", "evolve", "plan_from"]
