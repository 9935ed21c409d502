"""Plays one match of a study and keeps what a report asks for: little, and cheaply.

What is kept of a decision is which sorts of options were offered and which was taken; of a thing, whether anybody could
see it and whether anybody took an option that names it; of a round, the declared score. Nothing of it draws from a
stream of chance or changes the state, so an observed match is the match.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import compress
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from attrs import Factory, define, frozen

from ..engine.way import Way
from ..simulation.one_match import Seating, too_long

if TYPE_CHECKING:
    from ..engine.program import Program
    from ..engine.state import State
    from .plan import Cell

HIDDEN_FROM_ALL = 2
COUNTED = ("menu", "may", "mode", "enum")  # kinds of decisions whose options are the same in every match
NAMING = ("menu", "thing", "order", "split", "payment")  # kinds of decisions whose options name things
PICKS = 40  # choices of things in set-up that are kept
ROUNDS = 400  # rounds whose score is kept; a longer match goes on without


@frozen
class Seen:
    """What happened in one match. Outcome numbers are those of the engine; masks have a bit for each declaration.

    `scores`: for each round that ended before the match did, the score of each seat, or of the team alone.
    """

    cell: int
    seed: int
    over: int
    winners: int  # seats as bits
    rounds: int
    decisions: int
    seated: tuple[int, ...] = ()  # by seat: the declaration that sits there
    picks: tuple[tuple[int, int, int], ...] = ()  # in set-up: site, seat, declaration
    seen: int = 0
    taken: tuple[int, ...] = ()  # by seat: what it took options of
    scores: tuple[tuple[int, ...], ...] = ()
    played: int = -1  # what actions of a menu were taken on or with; -1: not kept (matches of earlier versions)


@define
class Part:
    """What came out of some matches: rows, how often sorts of options were offered and taken, and failures.

    A failure is (cell, seed, code, message, record as JSON text).
    """

    rows: list[Seen] = Factory(list)
    offered: Counter[tuple[int, int, int]] = Factory(Counter)  # (cell, site, sort of option)
    taken: Counter[tuple[int, int, int]] = Factory(Counter)
    failures: list[tuple[int, int, str, str, str]] = Factory(list)
    endings: dict[int, tuple[str, str, str]] = Factory(dict)  # over -> result, ending, reason

    def add(self, other: Part) -> None:
        self.rows += other.rows
        self.failures += other.failures
        self.endings |= other.endings
        self.offered.update(other.offered)
        self.taken.update(other.taken)


@frozen
class Eyes:
    """What of a program decides what can be seen, worked out once."""

    open_zones: tuple[int, ...]  # by zone: may anybody see what lies there?
    declaration: tuple[int, ...]  # by thing
    everything: tuple[int, ...]
    counted: tuple[bool, ...]  # by site
    menus: tuple[bool, ...]
    things: tuple[bool, ...]
    naming: tuple[bool, ...]  # by site: do its options name things?
    orders: tuple[bool, ...]
    team: bool  # one score for all


_eyes: WeakKeyDictionary[Any, Eyes] = WeakKeyDictionary()


def eyes_of(program: Program) -> Eyes:
    found = _eyes.get(program)
    if found is None:
        lay = program.layout
        numbers = {name: n for n, name in enumerate(lay.first)}
        hidden = program.space["ZONE_HIDDEN"]
        declared = program.game.defines.get(".greedy_score")
        found = _eyes[program] = Eyes(
            tuple(int(zone >= 2 and hidden[zone] != HIDDEN_FROM_ALL) for zone in range(program.rules.zones)),
            tuple(numbers[name] for name, _ in lay.things),
            tuple(x for x in range(lay.count) if x not in lay.seats and not lay.declarations[lay.things[x][0]].of_test),
            tuple(site.kind in COUNTED and not site.narrowed for site in program.rules.sites),
            tuple(site.kind == "menu" for site in program.rules.sites),
            tuple(site.kind == "thing" for site in program.rules.sites),
            tuple(site.kind in NAMING for site in program.rules.sites),
            tuple(site.kind == "order" for site in program.rules.sites),
            declared is None or not declared.parameters,
        )
    return found


def observe(
    program: Program,
    cell: Cell,
    number: int,
    seed: int,
    limit: int,
    part: Part,
    answers: list[int] | None = None,
    in_c: bool = False,
) -> None:
    """Plays a match to its end and adds what happened to `part`. What goes wrong in it is raised.

    `answers`: those that were given are added to it. `in_c`: searching agents may do so in C.
    """
    answers = [] if answers is None else answers
    state = program.start(players=cell.players, seed=seed, options=dict(cell.options), setup=cell.setup)
    eyes = eyes_of(program)
    way = Way(cell.players, seed, dict(cell.options), cell.setup, answers) if in_c else None
    seating = Seating(program, cell.agents, seed, cell.wishes, way)
    choosers: dict[int, tuple[Callable[[State, int], int], set[int]]] = {}
    naming, orders = eyes.naming, eyes.orders
    step = program.step_function
    opened, counted, menus, things = eyes.open_zones, eyes.counted, eyes.menus, eyes.things
    offered: list[tuple[int, int]] = []
    sorts: list[tuple[int, int]] = []
    touched: list[set[int]] = [set() for _ in cell.agents]
    played: set[int] = set()
    scores: list[tuple[int, ...]] = []
    picks: list[tuple[int, int, int]] = []
    round_column = program.layout.column["round"]
    seats = (0,) if eyes.team else tuple(range(len(cell.agents)))
    a, loc = state.a, state.loc
    unseen = [x for x in eyes.everything if not opened[loc[x]]]
    seen = [x for x in eyes.everything if opened[loc[x]]]
    reveals, at_round, decisions = state.reveals, a[round_column], 0
    while not state.over:
        if decisions >= limit:
            raise too_long(limit)
        if state.reveals != reveals:
            reveals, loc = state.reveals, state.loc
            now = [x for x in unseen if opened[loc[x]]]
            if now:
                seen += now
                unseen = [x for x in unseen if not opened[loc[x]]]
        if state.a[round_column] != at_round:
            if len(scores) < ROUNDS and at_round > 0:
                scores.append(tuple([program.score(state, seat) for seat in seats]))
            at_round = state.a[round_column]
        try:
            choose, mine = choosers[state.asker]
        except KeyError:
            choose, mine = choosers[state.asker] = seating.chooser(state), touched[seating.at(state)[0]]
        options, site = state.options, state.site
        index = choose(state, decisions)
        raw = options[index]
        if counted[site]:
            if menus[site]:
                offered += [(site, sort) for sort in {option[0] for option in options}]
                sorts.append((site, raw[0]))
                mine.update(raw[1:])
                played.update(raw[1:])
            else:
                offered += [(site, sort) for sort in options]
                sorts.append((site, raw))
        elif not naming[site]:
            pass
        elif menus[site]:  # one has begun to be chosen: its action, and what it is taken with so far
            mine.update(raw[1:])
            played.update(raw[1:])
        elif raw.__class__ is int:
            mine.add(raw & 4095 if orders[site] and raw >= 0 else raw)
            if not at_round and raw >= 0 and things[site] and len(picks) < PICKS:
                picks.append((site, max(0, program.seat(state)), eyes.declaration[raw]))
        else:
            mine.update(raw)
        decisions += 1
        answers.append(index)
        step(state, index)
    seen += compress(unseen, [opened[state.loc[x]] for x in unseen])
    for key in offered:
        part.offered[(number, *key)] += 1
    for key in sorts:
        part.taken[(number, *key)] += 1
    part.rows.append(
        row(program, state, number, seed, decisions, seen, touched, played, scores, picks, len(cell.agents))
    )
    note_ending(program, state.over, part)


def row(
    program: Program,
    state: State,
    cell: int,
    seed: int,
    decisions: int,
    seen: Sequence[int],
    touched: Sequence[set[int]],
    played: set[int],
    scores: Sequence[tuple[int, ...]],
    picks: Sequence[tuple[int, int, int]],
    seats: int,
) -> Seen:
    numbers = eyes_of(program).declaration
    winners = 0
    result = program.result(state)
    if result is not None:
        for x in result.winners or (state.seated if result.result == "won" else ()):
            winners |= 1 << max(0, program.seated_at(state, x))
    seated = [-1] * seats
    for x in state.seated:
        at = program.seated_at(state, x)
        if 0 <= at < seats:
            seated[at] = numbers[x]
    return Seen(
        cell,
        seed,
        state.over,
        winners,
        program.round(state),
        decisions,
        seated=tuple(seated),
        picks=tuple(picks),
        seen=_mask({numbers[x] for x in seen}),
        taken=tuple([_mask({numbers[x] for x in mine if 0 <= x < len(numbers)}) for mine in touched]),
        scores=tuple(scores),
        played=_mask({numbers[x] for x in played if 0 <= x < len(numbers)}),
    )


def _mask(numbers: set[int]) -> int:
    found = 0
    for n in numbers:
        found |= 1 << n
    return found


def note_ending(program: Program, over: int, part: Part) -> None:
    """Notes the words of an ending: those of its declaration, whoever won. One for some of the seats is `decided`."""
    if over not in part.endings:
        result = program.result_of(over, 0, ())
        some = over > 0 and program.extras.endings[over - 1].who is not None
        part.endings[over] = ("decided" if some else result.result, result.ending, result.reason)


def sort_text(program: Program, site_number: int, sort: int) -> tuple[str, str]:
    """The question and the sort of option in English."""
    site = program.rules.sites[site_number]
    if site.kind == "menu":
        title = "Pass" if sort < 0 else str(program.extras.actions[sort][1].title)
        return program.prompt(site), title
    nobody: Any = None  # these kinds of options read no state
    option = program.option(nobody, site, sort)
    return program.prompt(site), option.text
