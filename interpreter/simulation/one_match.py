"""Plays one match of a study to its end, fast; and again with a record when it failed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from dsl.diagnostics.diagnostic import error
from dsl.source import NOWHERE

from ..agents import Agent, Chance, Table, make, stream
from ..match import Match, MatchError, Options

if TYPE_CHECKING:
    from ..engine.program import Program
    from ..engine.state import State


class Seating:
    """Who answers for whom: for each thing that is asked the seat, its agent and its stream of chance.

    A thing keeps the agent that answered for it first. A decision of the whole team is the first seat's.
    """

    def __init__(self, program: Program, agents: Sequence[str], seed: int) -> None:
        self._program = program
        self._streams = [stream(seed, seat) for seat in range(len(agents))]
        self._agents = [make(name) for name in agents]
        self._seats: dict[int, int] = {}

    def at(self, state: State) -> tuple[int, Agent, Chance]:
        seat = self._seats.get(state.asker)
        if seat is None:
            seat = self._seats[state.asker] = min(max(self._program.seat(state), 0), len(self._agents) - 1)
        return seat, self._agents[seat], self._streams[seat]


def play_out(program: Program, state: State, agents: Sequence[str], seed: int, limit: int) -> int:
    """Answers until the state is over; how many decisions that took."""
    seating = Seating(program, agents, seed)
    if all(name == "random" for name in agents):
        return _play_randomly(program, state, seating, limit)
    step = program.step_function
    decisions = 0
    while not state.over:
        if decisions >= limit:
            raise too_long(limit)
        seat, agent, rng = seating.at(state)
        step(state, agent.choose(Table(program, state, seat, decisions), rng))
        decisions += 1
    return decisions


def _play_randomly(program: Program, state: State, seating: Seating, limit: int) -> int:
    """What `RandomAgent` does, without the calls."""
    step = program.step_function
    draws: dict[int, Callable[[int], int]] = {}
    for decisions in range(limit + 1):
        if state.over:
            return decisions
        try:
            draw = draws[state.asker]
        except KeyError:
            draw = draws[state.asker] = seating.at(state)[2].below
        step(state, draw(len(state.options)))
    raise too_long(limit)


def play_recorded(
    program: Program,
    players: int,
    agents: Sequence[str],
    seed: int,
    options: Options,
    limit: int,
    setup: str | None = None,
) -> tuple[Match, Exception | None]:
    """The same match once more, with a record of every answer, as far as it goes."""
    match = Match(program, players, seed, options, setup)
    seating = Seating(program, agents, seed)
    try:
        while not match.over:
            if len(match.answers) >= limit:
                raise too_long(limit)
            seat, agent, rng = seating.at(match.state)
            match.step(agent.choose(Table(program, match.state, seat, len(match.answers)), rng))
    except Exception as problem:
        return match, problem
    return match, None


def too_long(limit: int) -> MatchError:
    return MatchError(error("match-too-long", f"The match has not ended after {limit:,} decisions", NOWHERE))
