"""What an agent is, and what it is given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from ..engine.program import Program
    from ..engine.state import State
    from .chance import Chance


class Agent(Protocol):
    """Answers decisions of one seat."""

    def choose(self, table: Table, rng: Chance) -> int:
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

    def imagined(self, rng: Chance) -> tuple[int, ...]:
        """Streams of chance drawn by the agent, for `score_after`: what may be rolled, not what will be."""
        return tuple([rng.bits() for _ in self._state.rng])

    def score_after(self, index: int, chance: tuple[int, ...]) -> float:
        """The declared score for this seat right after an option, tried on a copy that goes on to the next decision.

        Rolls and shuffles on the way come from `chance`, never from the match's own streams. Piles have their real
        order: where the option draws from one, the score knows what comes. Nothing else of what is hidden comes out.
        """
        state = self._state.copy()
        state.rng = list(chance)
        self._program.step_function(state, index)
        return float(self._program.score(state, self.seat))
