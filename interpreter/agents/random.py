"""Takes any option, each as likely as any other."""

from __future__ import annotations

from .agent import Table
from .chance import Chance


class RandomAgent:
    def choose(self, table: Table, rng: Chance) -> int:
        return rng.below(table.count)
