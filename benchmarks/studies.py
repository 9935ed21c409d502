"""What a study costs: recording beside bare play, the start of `simulate`, and two processes beside one.

python -m benchmarks.studies --out out/studies.json
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

from dsl.commands import open_game
from interpreter import build_once
from interpreter.simulation.one_match import play_out
from interpreter.studies import Cell, Plan
from interpreter.studies.observe import Part, observe
from interpreter.studies.run import run
from interpreter.studies.store import StudyFile

from .slices import Work, interleaved, on_one_core

LIMIT = 1_000_000


def recording(game: str, players: int, agents: str, slices: int) -> dict[str, Any]:
    """Microseconds of a decision: bare, observed, and observed and written to a file; slices in turn on one core."""
    program = build_once(open_game(game))
    cell = Cell(players, (agents,) * program.seats_for(players))

    def bare() -> Work:
        seed = 0

        def work() -> int:
            nonlocal seed
            seed += 1
            return play_out(program, program.start(players, seed, {}, None), cell.agents, seed, LIMIT)

        return work

    def observed(file: StudyFile | None) -> Work:
        seed = 0

        def work() -> int:
            nonlocal seed
            part = Part()
            for _ in range(1 if file is None else 25):
                seed += 1
                observe(program, cell, 0, seed, LIMIT, part)
            if file is not None:
                file.keep(program, [part])
            return sum(one.decisions for one in part.rows)

        return work

    with tempfile.TemporaryDirectory() as folder:
        file = StudyFile.create(Path(folder) / "s.sqlite", program, Plan((cell,), 1_000_000), game)
        found = interleaved({"bare": bare(), "observed": observed(None), "kept": observed(file)}, slices)
        there = len(list(file.matches()))
        size = (Path(folder) / "s.sqlite").stat().st_size / max(1, there)
        file.close()
    told = {name: round(one.median, 2) for name, one in found.items()}
    return {
        "microseconds": told,
        "ratio": {name: round(told[name] / told["bare"], 3) for name in ("observed", "kept")},
        "bytes_a_match": round(size),
    }


def start(game: str, runs: int = 7) -> dict[str, float]:
    """Seconds of a whole `simulate` of one match of a game that was opened before: on the clock, of the processor."""
    with tempfile.TemporaryDirectory() as cache:
        surroundings = {**os.environ, "SIDESCRIPT_CACHE": cache}
        command = [sys.executable, "-m", "sidescript", "simulate", game, "--matches", "1"]
        clock, work = [], []
        for _ in range(runs + 1):
            before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
            subprocess.run(command, env=surroundings, check=True, capture_output=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            clock.append(time.perf_counter() - begin)
            work.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return {"clock": round(median(clock[1:]), 3), "processor": round(median(work[1:]), 3)}


def two_processes(game: str, players: int, matches: int, turns: int = 5) -> dict[str, float]:
    """How many times as fast a study is with two jobs: runs in turn, the median of the ratios on the clock.

    A machine that is busy with other work shows less than that. `processor`: how many times the processor time of one
    job two of them need together. What two idle cores would give is 2 divided by that, at best.
    """
    program = build_once(open_game(game))
    plan = Plan((Cell(players, ("random",) * program.seats_for(players)),), matches)

    def once(jobs: int) -> float:
        file = StudyFile.create(None, program, plan, game)
        begin = time.perf_counter()
        run(file, program, plan, jobs=jobs)
        return time.perf_counter() - begin

    def work() -> float:
        both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
        return sum(one.ru_utime + one.ru_stime for one in both)

    once(2)
    clock, processor = [], []
    for _ in range(turns):
        at = [work()]
        seconds = []
        for jobs in (1, 2):
            seconds.append(once(jobs))
            at.append(work())
        clock.append(seconds[0] / seconds[1])
        processor.append((at[2] - at[1]) / (at[1] - at[0]))
    return {
        "median": round(median(clock), 2),
        "best": round(max(clock), 2),
        "processor": round(median(processor), 2),
    }


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.studies", description="Measure what a study costs.")
    parser.add_argument("--game", default="disney-sidekicks")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--slices", type=int, default=21)
    parser.add_argument("--matches", type=int, default=1500, help="of each run with one and with two processes")
    parser.add_argument("--out", type=Path, help="where the JSON goes")
    arguments = parser.parse_args()
    told: dict[str, Any] = {"game": arguments.game, "players": arguments.players, "load": os.getloadavg()[0]}
    told["start"] = start(arguments.game)
    told["two_processes"] = two_processes(arguments.game, arguments.players, arguments.matches)
    on_one_core()
    told["recording"] = {
        agents: recording(arguments.game, arguments.players, agents, arguments.slices)
        for agents in ("random", "greedy")
    }
    print(json.dumps(told, indent=2))
    if arguments.out is not None:
        arguments.out.parent.mkdir(parents=True, exist_ok=True)
        arguments.out.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
