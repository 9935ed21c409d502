"""Looks one step ahead and takes the option with the best declared score; ties are drawn.

The score is a game's `define greedy_score`, or the number of own things where it declares none. The look ahead is a
step on a copy with imagined dice, the same for all options of a decision (see `Table.score_after` for what it knows of
piles): it is a yardstick for balance, not quite a fair opponent.
"""

from __future__ import annotations

from .agent import Table
from .chance import Chance


class GreedyAgent:
    def choose(self, table: Table, rng: Chance) -> int:
        best: list[int] = []
        highest = float("-inf")
        chance = table.imagined(rng)
        for index in range(table.count):
            try:
                score = table.score_after(index, chance)
            except Exception:
                return index  # a mistake of the game: taken, it comes up in the match itself, with a record
            if score > highest:
                highest, best = score, [index]
            elif score == highest:
                best.append(index)
        return best[rng.below(len(best))]
