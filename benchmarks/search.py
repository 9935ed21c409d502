"""How fast searching agents search, where people meet them: decisions of one match, in C and in Python.

python -m benchmarks.search
python -m benchmarks.search --game disney-sidekicks --decisions 40

For each decision the match is handed over to C by its answers, as `play` does it. The answers must be the same in both.
"""

from __future__ import annotations

import argparse
import json
import sys
import time

from dsl.commands import open_game
from dsl.library import games
from interpreter import build_once
from interpreter.agents import Table, make, stream
from interpreter.engine.program import Program
from interpreter.match import Match
from interpreter.native.deciding import play_of

from .slices import on_one_core

WARM_UP = 5  # decisions at first, which find worlds and tables that later ones have


def searched(program: Program, spoken: str, most: int, in_c: bool) -> tuple[float, list[int]]:
    """Decisions a second of processor time, by a team of searching agents; and what they answered."""
    players = program.game.seats.low
    match = Match(program, players, 1)
    seats = program.seats_for(players)
    agents, chances = [make(spoken) for _ in range(seats)], [stream(1, seat) for seat in range(seats)]
    spent, counted = 0.0, 0
    while not match.over and len(match.answers) < most:
        seat = max(0, program.seat(match.state))
        table = Table(program, match.state, seat, len(match.answers), match.way if in_c else None)
        begin = time.process_time()
        index = agents[seat].choose(table, chances[seat])
        if len(match.answers) >= WARM_UP:
            spent += time.process_time() - begin
            counted += 1
        match.step(index)
    return counted / spent, match.answers


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.search", description="Measure searching agents.")
    parser.add_argument("--game", action="append", help="a game to measure; can be given again (default: all)")
    parser.add_argument("--iterations", type=int, default=400)
    parser.add_argument("--depth", type=int, default=20, help="decisions at random behind the tree")
    parser.add_argument("--decisions", type=int, default=30)
    arguments = parser.parse_args()
    on_one_core()
    for game in arguments.game or games():
        program = build_once(open_game(game))
        native = play_of(program)
        told: dict[str, object] = {"game": game, "compiler": native.compiler.name if native else None}
        answers: list[list[int]] = []
        for name, in_c in (("c", True), ("python", False)):
            rate, found = searched(
                program,
                f"search:iterations={arguments.iterations}:depth={arguments.depth}:ahead=0",
                arguments.decisions,
                in_c,
            )
            told[name] = round(rate * arguments.iterations)
            answers.append(found)
        told["same answers"] = answers[0] == answers[1]
        print(json.dumps(told), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
