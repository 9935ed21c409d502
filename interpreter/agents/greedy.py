"""Looks one step ahead and takes the option with the best declared score; ties are drawn.

The score is a game's `define greedy_score`, or the number of own things where it declares none. The look ahead is a
step in a world that the seat cannot tell from the real one, the same for all options of a decision: it neither knows
what a pile holds nor what the dice will show.
"""

from __future__ import annotations

from .agent import Table
from .chance import Chance


class GreedyAgent:
    def choose(self, table: Table, rng: Chance) -> int:
        best: list[int] = []
        highest = float("-inf")
        worlds = table.worlds()
        world = worlds.draw(rng)
        program = worlds.program
        for index in range(table.count):
            state = world.copy()
            try:
                program.step_function(state, index)
            except Exception:
                return index  # a mistake of the game: taken, it comes up in the match itself, with a record
            score = float(program.score(state, table.seat))
            if score > highest:
                highest, best = score, [index]
            elif score == highest:
                best.append(index)
        return best[rng.below(len(best))]
