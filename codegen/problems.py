"""What is wrong with printed cards, and what a run of sheets has made."""

from __future__ import annotations

from pathlib import Path
from typing import Literal as Choice

from attrs import frozen

from .wording import agreement

_MANY = 3  # so many cards without room are named one by one


@frozen
class Problem:
    """Something wrong with a printed card."""

    severity: Choice["error", "warning"]
    card: str
    message: str
    room: bool = False  # the card has too little room for its words

    def __str__(self) -> str:
        return f"{self.severity}: {self.card}: {self.message}" if self.card else f"{self.severity}: {self.message}"


@frozen
class SheetReport:
    """What was made. `written` is False if an error kept the file from being written."""

    out: Path
    cards: int
    pages: int
    problems: tuple[Problem, ...]
    larger: tuple[str, ...] = ()  # sizes of cards with more room

    @property
    def written(self) -> bool:
        return not any(problem.severity == "error" for problem in self.problems)

    @property
    def shown(self) -> tuple[Problem, ...]:
        """The problems to tell of: many cards without room are one line that says what to do."""
        tight = list(dict.fromkeys(problem.card for problem in self.problems if problem.room))
        if len(tight) <= _MANY:
            return self.problems
        names = agreement.listing([*tight[:_MANY], f"{len(tight) - _MANY} more"])
        advice = "a larger --size gives them room"
        if self.larger:
            advice += f" ({agreement.listing(self.larger, 'or')})"
        told = Problem("error", "", f"the words of {len(tight)} cards do not fit ({names}); {advice}")
        return (*(problem for problem in self.problems if not problem.room), told)
