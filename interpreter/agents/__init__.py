"""Who answers decisions: `random`, `greedy`, `person`.

An agent never holds a state. It gets a `Table`: its view, the decision, and for those who look ahead a handle that
tries an option on a copy and gives the declared score. Each seat draws from its own stream, apart from the match's.
"""

from __future__ import annotations

from collections.abc import Sequence

from .agent import Agent, Table
from .chance import Chance
from .greedy import GreedyAgent
from .random import RandomAgent

AGENTS: dict[str, type[Agent]] = {"random": RandomAgent, "greedy": GreedyAgent}
"""Those that need no person. `person` is made by play, which owns the terminal."""


def seat_names(spoken: str, players: int, known: Sequence[str] = tuple(AGENTS)) -> tuple[str, ...]:
    """The agent of each seat, out of one name for all or a comma list. Raises ValueError with what is wrong."""
    names = tuple(name.strip() for name in spoken.split(","))
    for name in names:
        if name not in known:
            raise ValueError(f"there is no agent `{name}`; there are: {', '.join(known)}")
    if len(names) == 1:
        return names * players
    if len(names) != players:
        raise ValueError(f"{len(names)} agents are named for {players} players; name one for all, or one for each")
    return names


def stream(seed: int, seat: int) -> Chance:
    """The stream of chance of the agent on a seat: the same for the same seed, and never the match's own."""
    return Chance(seed, seat)


__all__ = ["AGENTS", "Agent", "Chance", "GreedyAgent", "RandomAgent", "Table", "seat_names", "stream"]
