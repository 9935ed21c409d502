"""Plays one match of a study to its end, fast; and again with a record when it failed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from dsl.diagnostics.diagnostic import error
from dsl.source import NOWHERE

from ..agents import Agent, Chance, RandomAgent, Table, make, stream
from ..match import Match, MatchError, Options
from ..wishes import Wishes, Wishing

if TYPE_CHECKING:
    from ..engine.program import Program
    from ..engine.state import State
    from ..engine.way import Way


class Seating:
    """Who answers for whom: for each thing that is asked the seat, its agent and its stream of chance.

    A thing keeps the agent that answered for it first. A decision of the whole team is the first seat's.

    `wishes`: for a seat the names of things that it takes in set-up when offered; other seats leave them alone.
    `way`: how the match comes to each decision, if agents may search in C; whoever plays adds the answers to it.
    """

    def __init__(
        self, program: Program, agents: Sequence[str], seed: int, wishes: Wishes | None = None, way: Way | None = None
    ) -> None:
        self._program = program
        self._way = way
        self._wishing = Wishing(program, wishes) if wishes else None
        self._streams = [stream(seed, seat) for seat in range(len(agents))]
        self._agents = [make(name) for name in agents]
        self._seats: dict[int, int] = {}

    @property
    def granted(self) -> set[tuple[int, int]]:
        """What seats have taken because they were told to: seat and thing."""
        return self._wishing.granted if self._wishing is not None else set()

    def at(self, state: State) -> tuple[int, Agent, Chance]:
        seat = self._seats.get(state.asker)
        if seat is None:
            seat = self._seats[state.asker] = min(max(self._program.seat(state), 0), len(self._agents) - 1)
        return seat, self._agents[seat], self._streams[seat]

    def chooser(self, state: State) -> Callable[[State, int], int]:
        """What answers for whoever is asked now: state and number of the decision -> index of an option."""
        seat, agent, rng = self.at(state)
        program, way = self._program, self._way
        if isinstance(agent, RandomAgent):
            draw = rng.below

            def choose(state: State, decisions: int) -> int:
                return draw(len(state.options))

        else:

            def choose(state: State, decisions: int) -> int:
                return agent.choose(Table(program, state, seat, decisions, way), rng)

        wishing = self._wishing
        if wishing is None:
            return choose

        def take(state: State, decisions: int) -> int:
            wished = wishing.answer(state, seat)
            return wished if wished is not None else wishing.spared(state, seat, choose(state, decisions))

        return take


def play_out(
    program: Program,
    state: State,
    agents: Sequence[str],
    seed: int,
    limit: int,
    answers: list[int] | None = None,
    way: Way | None = None,
    wishes: Wishes | None = None,
) -> int:
    """Answers until the state is over; how many decisions that took.

    `answers`: what agents other than random ones take is added to it. `way`, `wishes`: as for `Seating`, with the same
    answers.
    """
    seating = Seating(program, agents, seed, wishes, way)
    answers = [] if answers is None else answers
    if not wishes and all(name == "random" for name in agents):
        return _play_randomly(program, state, seating, limit)
    step = program.step_function
    choosers: dict[int, Callable[[State, int], int]] = {}
    decisions = 0
    while not state.over:
        if decisions >= limit:
            raise too_long(limit)
        asker = state.asker
        choose = choosers.get(asker) or choosers.setdefault(asker, seating.chooser(state))
        answers.append(choose(state, decisions))
        step(state, answers[-1])
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
    wishes: Wishes | None = None,
    answers: Sequence[int] = (),
) -> tuple[Match, Exception | None]:
    """The same match once more, with a record of every answer, as far as it goes.

    `answers`: those that are known, if so, so that no agent has to think again.
    """
    match = Match(program, players, seed, options, setup)
    seating = Seating(program, agents, seed, wishes)
    choosers: dict[int, Callable[[State, int], int]] = {}
    try:
        for index in answers:
            match.step(index)
        if answers:
            return match, too_long(limit) if len(answers) >= limit else None
        while not match.over:
            if len(match.answers) >= limit:
                raise too_long(limit)
            asker = match.state.asker
            choose = choosers.get(asker) or choosers.setdefault(asker, seating.chooser(match.state))
            match.step(choose(match.state, len(match.answers)))
    except Exception as problem:
        return match, problem
    return match, None


def too_long(limit: int) -> MatchError:
    return MatchError(
        error(
            "match-too-long",
            f"The match has not ended after {limit:,} decisions",
            NOWHERE,
            help="Most often the game can go on for ever: everybody passes, or undoes what was done before. "
            "`--limit` allows more decisions, or fewer, to find out sooner.",
        )
    )
