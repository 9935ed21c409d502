"""What a seat takes while its match is set up, such as a character: studies vary it, and people name it beforehand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from .engine.program import Program
    from .engine.state import State

Wishes: TypeAlias = Mapping[int, Sequence[str]]
"""For a seat (from 0) the names of the things that it takes when they are offered."""

TRIES = 5  # matches whose set-up is played to see whether a seat can take what it is told to
LONGEST_SETUP = 2000  # decisions
SEAT = "seat."  # what a grid calls it: `seat.1` is the first seat


class BadWish(Exception):
    """No seat can take it: one sentence says why."""


class Wishing:
    """Answers for the wishes of one match. native/runtime.c has the same."""

    def __init__(self, program: Program, wishes: Wishes) -> None:
        layout = program.layout
        self._wishes = {
            seat: frozenset(x for name in names for x in layout.ids(name)) for seat, names in wishes.items()
        }
        self._all = frozenset().union(*self._wishes.values())
        self._round, self._seat = layout.column["round"], layout.column["seat"]
        self._things = tuple(site.kind == "thing" for site in program.rules.sites)
        self.granted: set[tuple[int, int]] = set()  # seat and thing: none takes the same twice

    def answer(self, state: State, seat: int) -> int | None:
        """The option that the seat takes because it was told to; None: whoever sits there chooses."""
        if state.a[self._round] or not self._things[state.site]:
            return None
        mine = self._wishes.get(seat, frozenset())
        for index, x in enumerate(state.options):
            if x in mine and (seat, x) not in self.granted and state.a[self._seat + x] < 0:
                self.granted.add((seat, x))
                return index
        return None

    def spared(self, state: State, seat: int, index: int) -> int:
        """The option that an agent has chosen, or the next one behind it that no other seat is to take."""
        if state.a[self._round] or not self._things[state.site]:
            return index
        options = state.options
        others = self._all - self._wishes.get(seat, frozenset())
        for _ in options:
            if options[index] not in others:
                break
            index = (index + 1) % len(options)
        return index


def wishes_of(program: Program, spoken: Sequence[str], seats: int) -> dict[int, tuple[str, ...]]:
    """Wishes as the user wrote them, such as `1=abu`; BadWish if they say nothing, or of a seat that is not there."""
    found: dict[int, tuple[str, ...]] = {}
    for one in spoken:
        seat, sign, names = (part.strip() for part in one.partition("="))
        if not sign or not names:
            raise BadWish(f"--seat wants SEAT=THING, such as 1=NAME, not `{one}`")
        at = seat_of(seat)
        if at is None:
            raise BadWish(f"--seat wants the number of a seat before the =, the first is 1, not `{seat}`")
        if at in found:
            raise BadWish(f"--seat names seat {seat} twice; join what it takes with +")
        found[at] = things_of(program, names)
    check_seats(found, seats)
    return found


def seat_of(text: str) -> int | None:
    """A seat (from 0) by its number as people count."""
    return int(text) - 1 if text.isascii() and text.isdecimal() and int(text) > 0 else None


def things_of(program: Program, names: str) -> tuple[str, ...]:
    """The things of `abu+genie`."""
    things = tuple(name.strip() for name in names.split("+"))
    for thing in things:
        if thing not in program.layout.first:
            from dsl.diagnostics.nearest import nearest

            meant = nearest(thing, tuple(program.game.things))
            more = f"; did you mean `{meant}`?" if meant else ""
            raise BadWish(f"{program.game.title} has no thing `{thing}` that a seat could take{more}")
    return things


def check_seats(wishes: Wishes, seats: int) -> None:
    beyond = [seat + 1 for seat in sorted(wishes) if seat >= seats]
    if beyond:
        there = "one seat" if seats == 1 else f"{seats} seats"
        raise BadWish(f"there is no seat {beyond[0]}: the match has {there}")


def check_offered(
    program: Program, players: int, options: Mapping[str, object], setup: str | None, wishes: Wishes, seats: int
) -> None:
    """Refuses, with BadWish, what a seat is told to take and is never offered while matches are set up."""
    from .engine.program import StepError

    granted: set[tuple[int, int]] = set()
    offered: dict[int, dict[str, None]] = {seat: {} for seat in wishes}
    for seed in range(TRIES):
        try:
            granted |= _granted(program, players, options, setup, wishes, seats, seed, offered)
        except StepError:
            return  # a mistake of the game, which the matches will show
    for seat, names in sorted(wishes.items()):
        for name in names:
            if not any((seat, x) in granted for x in program.layout.ids(name)):
                there = ", ".join(offered[seat]) or "nothing"
                raise BadWish(
                    f"seat {seat + 1} is never offered `{name}` while a match is set up; it is offered: {there}"
                )


def _granted(
    program: Program,
    players: int,
    options: Mapping[str, object],
    setup: str | None,
    wishes: Wishes,
    seats: int,
    seed: int,
    offered: dict[int, dict[str, None]],
) -> set[tuple[int, int]]:
    """What seats take because they were told to, in the set-up of one match; `offered` learns what they could take."""
    from .simulation.one_match import Seating

    state = program.start(players, seed, dict(options), setup)
    seating = Seating(program, ("random",) * seats, seed, wishes)
    layout, sites = program.layout, program.rules.sites
    for number in range(LONGEST_SETUP):
        if state.over or state.a[layout.column["round"]]:
            break
        seat, _, _ = seating.at(state)
        if seat in offered and sites[state.site].kind == "thing":
            offered[seat].update((layout.things[x][0], None) for x in state.options if x >= 0)
        program.step_function(state, seating.chooser(state)(state, number))
    return seating.granted
