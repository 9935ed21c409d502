"""What came out of many matches, as data."""

from __future__ import annotations

from collections import Counter
from statistics import median
from typing import Any

from attrs import Factory, define, frozen


@frozen
class Failure:
    """A match that ended in an error: the code of its diagnostic and the file of its record."""

    seed: int
    code: str
    record: str
    message: str = ""


@define
class Tally:
    """Sums that can be added up in any order."""

    matches: int = 0
    decisions: int = 0
    outcomes: Counter[tuple[str, str]] = Factory(Counter)  # (result, reason)
    rounds: Counter[int] = Factory(Counter)
    lengths: Counter[int] = Factory(Counter)  # in decisions
    failures: list[Failure] = Factory(list)

    def add(self, other: Tally) -> None:
        self.matches += other.matches
        self.decisions += other.decisions
        self.outcomes.update(other.outcomes)
        self.rounds.update(other.rounds)
        self.lengths.update(other.lengths)
        self.failures += other.failures


@frozen
class Summary:
    game: str
    players: int
    agents: tuple[str, ...]
    seed: int
    tally: Tally
    seconds: float
    interrupted: bool = False

    @property
    def decisions_per_second(self) -> float:
        return self.tally.decisions / self.seconds if self.seconds else 0.0

    @property
    def outcomes(self) -> list[tuple[str, str, int]]:
        """Result, reason, how many matches; the commonest first."""
        ordered = sorted(self.tally.outcomes.items(), key=lambda item: (-item[1], item[0]))
        return [(result, reason, matches) for (result, reason), matches in ordered]

    @property
    def length(self) -> dict[str, float | int | str | None]:
        """How long matches are: in rounds, or in decisions if the game has no turns."""
        turns = any(self.tally.rounds)
        ordered = sorted((self.tally.rounds if turns else self.tally.lengths).elements())
        unit = {"unit": "rounds" if turns else "decisions"}
        if not ordered:
            return {"minimum": None, "median": None, "maximum": None, **unit}
        middle = median(ordered)
        middle = int(middle) if middle == int(middle) else middle
        return {"minimum": ordered[0], "median": middle, "maximum": ordered[-1], **unit}

    @property
    def failures(self) -> list[Failure]:
        return sorted(self.tally.failures, key=lambda failure: failure.seed)

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "players": self.players,
            "agents": list(self.agents),
            "seed": self.seed,
            "matches": self.tally.matches,
            "decisions": self.tally.decisions,
            "seconds": round(self.seconds, 3),
            "decisions_per_second": round(self.decisions_per_second),
            "outcomes": [
                {"result": result, "reason": reason, "matches": matches} for result, reason, matches in self.outcomes
            ],
            "length": self.length,
            "errors": [{"seed": one.seed, "code": one.code, "record": one.record} for one in self.failures],
        }
