"""Who answers decisions: `random`, `greedy`, `search`, `person`, and those that packages bring.

An agent never holds the match's state. It gets a `Table`: its view, the decision, and for those who look ahead the
worlds in which its seat may be. Each seat draws from its own stream, apart from the match's.

A package offers an agent by an entry point of the group `sidescript.agents`: its name, and a class (or function) that
is called with the settings as keywords and gives an `Agent`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING

from .agent import Agent, Table
from .chance import Chance
from .greedy import GreedyAgent
from .random import RandomAgent
from .search import SearchAgent

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

AGENTS: dict[str, Callable[..., Agent]] = {"random": RandomAgent, "greedy": GreedyAgent, "search": SearchAgent}
"""Those that need no person. `person` is made by play, which owns the terminal."""
MOST = 1_000_000_000  # of a number among the settings of an agent


@cache
def plugged_in() -> dict[str, Callable[..., Agent]]:
    """The agents of installed packages by name; what cannot be loaded raises ValueError when it is named."""
    from importlib.metadata import entry_points  # it takes longer than most agents need

    return {one.name: _loaded(one) for one in entry_points(group="sidescript.agents") if one.name not in AGENTS}


def _loaded(offered: EntryPoint) -> Callable[..., Agent]:
    try:
        loaded: Callable[..., Agent] = offered.load()
    except Exception as problem:  # a package of strangers, which nobody may have asked for
        said = f"the agent `{offered.name}` of a package cannot be loaded: {type(problem).__name__}: {problem}"

        def broken() -> Agent:
            raise ValueError(said)

        return broken
    return loaded


def known_agents() -> dict[str, Callable[..., Agent]]:
    return {**AGENTS, **plugged_in()}


def make(spoken: str) -> Agent:
    """An agent by its name, with settings: `search`, `search:iterations=1000:depth=20`. Raises ValueError."""
    name, *settings = spoken.split(":")
    made = AGENTS.get(name) or plugged_in().get(name)
    if made is None:
        raise ValueError(f"there is no agent `{name}`; there are: {', '.join(known_agents())}")
    if not settings:
        return made()
    from inspect import signature

    parameters = signature(made).parameters
    given: dict[str, int | float] = {}
    for setting in settings:
        key, _, value = setting.partition("=")
        if key not in parameters:
            can = f"it has {', '.join(parameters)}" if parameters else "it has none"
            raise ValueError(f"the agent `{name}` has no setting `{key}`; {can}")
        try:
            given[key] = int(value) if value.lstrip("-").isdecimal() else float(value)
        except ValueError:
            raise ValueError(f"the setting `{key}` of the agent `{name}` is a number, not `{value}`") from None
        if not abs(given[key]) <= MOST:  # nan is not, either
            raise ValueError(f"the setting `{key}` of the agent `{name}` is at most {MOST:,}, not `{value}`")
    return made(**given)


def seat_names(spoken: str, players: int, people: Sequence[str] = ()) -> tuple[str, ...]:
    """The agent of each seat, out of one name for all or a comma list. Raises ValueError with what is wrong.

    `people`: names of those who are no agents and may sit there as well.
    """
    names = tuple(name.strip() for name in spoken.split(","))
    for name in names:
        if name not in people:
            if name.partition(":")[0] not in AGENTS and name.partition(":")[0] not in plugged_in():
                known = ", ".join((*people, *known_agents()))
                raise ValueError(f"there is no agent `{name}`; there are: {known}")
            make(name)
    if len(names) == 1:
        return names * players
    if len(names) != players:
        raise ValueError(f"{len(names)} agents are named for {players} players; name one for all, or one for each")
    return names


def stream(seed: int, seat: int) -> Chance:
    """The stream of chance of the agent on a seat: the same for the same seed, and never the match's own."""
    return Chance(seed, seat)


__all__ = [
    "AGENTS", "Agent", "Chance", "GreedyAgent", "RandomAgent", "SearchAgent", "Table", "known_agents", "make",
    "plugged_in", "seat_names", "stream",
]  # fmt: skip
