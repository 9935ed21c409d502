"""Takes any option, each as likely as any other."""

from __future__ import annotations

from random import Random

from .agent import Table


class RandomAgent:
    def choose(self, table: Table, rng: Random) -> int:
        return int(rng.random() * table.count)
