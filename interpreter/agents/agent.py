"""What an agent is, and what it is given."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from ..engine.program import Program
    from ..engine.state import State


class Agent(Protocol):
    """Answers decisions of one seat."""

    def choose(self, table: Table, rng: Random) -> int:
        """The index of the option that it takes."""
        ...


class Table:
    """What one seat sees when it is asked. The state itself stays with the match."""

    __slots__ = ("_program", "_state", "count", "seat")

    def __init__(self, program: Program, state: State, seat: int) -> None:
        self._program = program
        self._state = state
        self.seat = seat
        self.count = len(state.options)

    @property
    def view(self) -> Any:
        """Nothing that this seat may not know."""
        return self._program.view(self._state, self.seat)

    @property
    def decision(self) -> Any:
        return self._program.decision(self._state)

    def score_after(self, index: int) -> float:
        """The declared score for this seat right after an option, tried on a copy of the real state.

        The copy goes on until the next decision, with the real order of the draw piles and the real next rolls. So
        the score knows what chance gives in that one step; nothing else of what is hidden comes out.
        """
        state = self._state.copy()
        self._program.step(state, index)
        return float(self._program.score(state, self.seat))
