"""What an agent is, and what it is given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..engine.program import Program
    from ..engine.state import State
    from ..engine.way import Way
    from ..engine.worlds import Worlds
    from ..native.play import Searching, Tree
    from .chance import Chance


class Agent(Protocol):
    """Answers decisions of one seat."""

    def choose(self, table: Table, rng: Chance) -> int:
        """The index of the option that it takes."""
        ...


class Table:
    """What one seat sees when it is asked. The state itself stays with the match."""

    __slots__ = ("_program", "_state", "_way", "count", "decisions", "seat")

    def __init__(self, program: Program, state: State, seat: int, decisions: int = 0, way: Way | None = None) -> None:
        """`way`: how the match came here; with it a decision can be looked into in C."""
        self._program = program
        self._state = state
        self._way = way
        self.seat = seat
        self.count = len(state.options)
        self.decisions = decisions
        """How many decisions there were in this match before this one."""

    @property
    def view(self) -> Any:
        """Nothing that this seat may not know."""
        return self._program.view(self._state, self.seat)

    @property
    def decision(self) -> Any:
        return self._program.decision(self._state)

    @property
    def options(self) -> Any:
        """The options as keys: equal in every world and every run, to be compared and kept, not read."""
        return self._state.options

    def worlds(self) -> Worlds:
        """The worlds in which this seat may be, to draw from and to look ahead in."""
        worlds: Worlds = self._program.worlds(self._state, self.seat)
        return worlds

    def searched(
        self, search: Searching | None, rng: Chance, tree: Tree | None, enough: Callable[[], bool]
    ) -> tuple[int, Tree | None] | None:
        """What a search in C finds, as one in Python would: the index of an option, and the tree for the next decision.
        Without a search, what the greedy agent finds.

        None: there is nothing here that compiles C, or it gives this match up. `enough` says when time is over.
        """
        if self._way is None:
            return None
        from ..native.deciding import decide

        return decide(self._program, self._way, self.seat, self.count, search, rng, tree, enough)

    def greedy(self, rng: Chance) -> int | None:
        """What the greedy agent takes, found in C as in Python. None: as for `searched`."""
        found = self.searched(None, rng, None, _never)
        return None if found is None else found[0]


def _never() -> bool:
    return False
