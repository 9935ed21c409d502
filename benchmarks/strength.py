"""How strong the agents are: each beside the next weaker one in every built-in game, with intervals.

python -m benchmarks.strength --out out/strength.json
python -m benchmarks.strength --game disney-sidekicks --agents greedy,search:iterations=200 --matches 200

Where players win together, teams of one agent each play the same seeds. Where they compete, two agents play head to
head, each seed twice with the seats changed. A difference of 0 within its interval shows nothing.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from dsl.commands import open_game
from dsl.library import games
from interpreter import build_once
from interpreter.engine.program import Program
from interpreter.studies import Cell, Plan
from interpreter.studies.balance import Study
from interpreter.studies.intervals import Interval, paired_difference, share
from interpreter.studies.run import run
from interpreter.studies.store import StudyFile

AGENTS = ("random", "greedy", "search:iterations=100")
SEED = 1


def teams(study: Study, cells: tuple[int, ...]) -> Interval:
    """How much more often the team of the second cell wins than that of the first."""
    wins: tuple[dict[int, bool], ...] = tuple(
        {one.seed: study.won(one) for one in study.matches if one.cell == cell} for cell in cells
    )
    weak, strong = wins
    pairs = [(strong[seed], weak[seed]) for seed in sorted(weak.keys() & strong.keys())]
    counts = [pairs.count(pair) for pair in ((True, True), (True, False), (False, True), (False, False))]
    return paired_difference(*counts)


def duels(study: Study, seats: dict[int, int]) -> tuple[Interval, int]:
    """The share of matches with one winner that the agent wins which has these seats, by cell; and how many were so."""
    decided = [one for one in study.matches if one.cell in seats and one.winners in (1, 2)]
    return share(sum(study.hits(one, seats[one.cell]) for one in decided), len(decided)), len(decided)


def compete(program: Program, game: str, players: int) -> bool:
    """Does one seat win where another loses? A few random matches tell."""
    cells = (Cell(players, ("random",) * players),)
    file = StudyFile.create(None, program, Plan(cells, 5, SEED, detail="outcome"), game)
    run(file, program, file.plan)
    found = Study(file).compete
    file.close()
    return found


def measure(program: Program, game: str, agents: Sequence[str], matches: int, jobs: int) -> list[dict[str, Any]]:
    """The comparisons of one game with two players, weaker agent first."""
    found: list[dict[str, Any]] = []
    rivals = compete(program, game, 2)
    for weak, strong in pairwise(agents):
        pairings = ((weak, strong), (strong, weak)) if rivals else ((weak,) * 2, (strong,) * 2)
        cells = tuple(Cell(2, pairing) for pairing in pairings)
        plan = Plan(cells, -(-matches // 2) if rivals else matches, SEED, detail="outcome")
        file = StudyFile.create(None, program, plan, game)
        run(file, program, plan, jobs=jobs)
        study = Study(file)
        row: dict[str, Any] = {
            "game": game, "weaker": weak, "stronger": strong, "failed": len(file.failures()),
            "matches": len(study.matches),
        }  # fmt: skip
        if rivals:
            won, decided = duels(study, {0: 1, 1: 0})
            row |= {"head to head": won.to_json(), "decided": decided}
        else:
            for name, cell in (("weaker", 0), ("stronger", 1)):
                wins = [study.won(one) for one in study.matches if one.cell == cell]
                row[f"{name} wins"] = share(sum(wins), len(wins)).to_json()
            row["difference"] = teams(study, (0, 1)).to_json()
        file.close()
        print(json.dumps(row), file=sys.stderr, flush=True)
        found.append(row)
    return found


def percent(interval: dict[str, float] | None) -> str:
    if interval is None:
        return ""
    return f"{interval['value']:.1%} ({interval['low']:.1%} to {interval['high']:.1%})"


def show(rows: Sequence[dict[str, Any]]) -> None:
    table = Table(title="Strength of agents, two players, 95 % intervals")
    for column in (
        "game",
        "stronger",
        "weaker",
        "matches",
        "wins",
        "wins of the weaker",
        "difference, or head to head",
    ):
        table.add_column(column)
    for row in rows:
        between = row.get("difference") or row.get("head to head")
        own = percent(row.get("stronger wins")), percent(row.get("weaker wins"))
        table.add_row(row["game"], row["stronger"], row["weaker"], f"{row['matches']:,}", *own, percent(between))
    Console(width=200).print(table)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength", description=__doc__.split("\n")[0])
    parser.add_argument("--game", action="append", help="a game to measure; can be given again (default: all)")
    parser.add_argument("--agents", default=",".join(AGENTS), help="weakest first (default: %(default)s)")
    parser.add_argument("--matches", type=int, default=200, help="of each team, or of each pair of rivals")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, help="where the JSON goes")
    arguments = parser.parse_args()
    rows: list[dict[str, Any]] = []
    for game in arguments.game or games():
        program = build_once(open_game(game))
        rows += measure(program, game, arguments.agents.split(","), arguments.matches, arguments.jobs)
    show(rows)
    if arguments.out is not None:
        arguments.out.parent.mkdir(parents=True, exist_ok=True)
        arguments.out.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
