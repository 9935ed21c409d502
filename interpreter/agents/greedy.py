"""Looks one step ahead and takes the option with the best declared score; ties are drawn.

The score is a game's `define greedy_score`, or the number of own things where it declares none. The look ahead is a
real step on a copy (see `Table.score_after`): it is a yardstick for balance, not a fair opponent.
"""

from __future__ import annotations

from random import Random

from .agent import Table


class GreedyAgent:
    def choose(self, table: Table, rng: Random) -> int:
        best: list[int] = []
        highest = float("-inf")
        for index in range(table.count):
            score = table.score_after(index)
            if score > highest:
                highest, best = score, [index]
            elif score == highest:
                best.append(index)
        return best[int(rng.random() * len(best))]
