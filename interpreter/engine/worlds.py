"""Worlds that a seat cannot tell from the real one: what it does not see is dealt out anew.

Every hidden thing (one of which the seat may not know which it is) goes to one of the places where a hidden thing lies,
each way as likely as any other, where

- the zone is one for things of its Kind, and
- it is a common zone, or one of the thing's owner, if it has an owner.

Where all choose at once (`together`) and players compete, those who were asked before choose anew: what they chose is
not known either.

What the seat sees stays: the number of things in each zone, everything open, all that was shown to it. The streams of
chance are drawn by the agent. The deal depends on nothing that is hidden: not on where a hidden thing really lies.

Which things are in the match at all is taken as known, as it is to people who own the box. Some hidden things stay
where they are: those in whose own zones something lies, those among which the open decision chooses, and those that lie
where they should not by these rules.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Protocol

from .view import hidden

if TYPE_CHECKING:
    from .program import Program
    from .state import State


class Chance(Protocol):
    """Whoever draws a world brings the chance for it."""

    def below(self, n: int) -> int: ...

    def bits(self) -> int: ...


class Worlds:
    """The worlds that one seat may be in; made once for each decision, drawn from as often as one likes."""

    def __init__(self, program: Program, state: State, seat: int) -> None:
        self.program = program
        self.seat = seat
        self._state = state.copy()
        self._streams = len(state.rng)
        self._column = program.layout.column
        unknown = hidden(program, state, seat)
        fixed = {x for raw in state.options for x in (raw if isinstance(raw, tuple) else (raw,)) if x in unknown}
        fixed |= {x for x in unknown if any(state.z[zone] for zone in program.space["HOLDS"][x] if zone > 2)}
        fixed |= {x for x in unknown if not _may_lie(program, state, x, state.loc[x])}
        things = sorted(unknown - fixed)
        slots = [
            (zone, n)
            for zone in sorted({state.loc[x] for x in things})
            for n, x in enumerate(state.z[zone])
            if x in unknown and x not in fixed
        ]
        self._parts = _parts(program, state, things, slots)

    def draw(self, chance: Chance) -> State:
        """A state of one such world, at the same decision. It is the caller's own."""
        state = self._state.copy()
        state.rng = [chance.bits() for _ in range(self._streams)]
        if self.seat >= 0 and "at_once.open" in self._column and state.a[self._column["at_once.open"]]:
            state.a[self._column["at_once.keeper"]] = self.program.layout.seats[self.seat]
        for things, slots, allowed in self._parts:
            dealt = _shuffled(things, chance)
            if allowed is not None:
                dealt = _matched(dealt, slots, allowed)
            self._put(state, slots, dealt)
        return state

    def _put(self, state: State, slots: list[tuple[int, int]], things: list[int]) -> None:
        space = self.program.space
        places, owners, z, loc, pl = space["ZONE_PLACE"], space["ZONE_OWNER"], state.z, state.loc, state.pl
        changed: dict[int, list[int]] = {}
        for (zone, n), x in zip(slots, things, strict=True):
            if zone not in changed:
                changed[zone] = list(z[zone])
            changed[zone][n] = x
            if loc[x] != zone:
                loc[x] = zone
                pl[x] = places[zone] if places[zone] >= 0 else pl[owners[zone]]
        for zone, content in changed.items():
            z[zone] = tuple(content)


Part = tuple[list[int], list[tuple[int, int]], "dict[int, frozenset[int]] | None"]


def _parts(program: Program, state: State, things: list[int], slots: list[tuple[int, int]]) -> list[Part]:
    """What is dealt apart from the rest: things, their places, and the zones of each (None: all of the part)."""
    zones = sorted({zone for zone, _ in slots})
    allowed = _zones_of_each(program, state, things, zones)
    group = {zone: zone for zone in zones}

    def root(zone: int) -> int:
        while group[zone] != zone:
            zone = group[zone]
        return zone

    for those in dict.fromkeys(allowed.values()):
        joined = {root(zone) for zone in those}
        for zone in joined:
            group[zone] = min(joined)
    parts: list[Part] = []
    for one in sorted({root(zone) for zone in zones}):
        inside = frozenset(zone for zone in zones if root(zone) == one)
        own = [x for x in things if root(min(allowed[x])) == one]
        free = all(allowed[x] == inside for x in own)
        # places that few things may take come first
        places = [slot for slot in slots if slot[0] in inside]
        if not free:
            takers = Counter(zone for x in own for zone in allowed[x])
            places.sort(key=lambda slot: takers[slot[0]])
        parts.append((own, places, None if free else {x: allowed[x] for x in own}))
    return parts


def _zones_of_each(program: Program, state: State, things: list[int], zones: list[int]) -> dict[int, frozenset[int]]:
    """The zones in which each thing may lie. It depends on whose it is and what the zones are for, and on no more."""
    lay = program.layout
    contents = [program.zone_content[lay.zone_key[zone]] for zone in zones]
    whose = [_owner_of_zone(program, state, zone) for zone in zones]
    found: dict[tuple[int, tuple[bool, ...]], frozenset[int]] = {}
    allowed: dict[int, frozenset[int]] = {}
    for x in things:
        owner = _owner(program, state, x)
        key = (owner, tuple([x in content for content in contents]))
        if key not in found:
            found[key] = frozenset(
                zone for zone, fits, owners in zip(zones, key[1], whose, strict=True) if fits and _fits(owner, owners)
            )
        allowed[x] = found[key]
    return allowed


def _may_lie(program: Program, state: State, x: int, zone: int) -> bool:
    content = program.zone_content.get(program.layout.zone_key[zone], frozenset())
    return x in content and _fits(_owner(program, state, x), _owner_of_zone(program, state, zone))


def _owner_of_zone(program: Program, state: State, zone: int) -> tuple[int, ...]:
    """Those whose things lie there: whoever has the zone, and whoever owns that. Nobody: everybody's do."""
    holder = program.layout.zone_owner[zone]
    return () if holder < 0 else (holder, _owner(program, state, holder))


def _fits(owner: int, owners: tuple[int, ...]) -> bool:
    return owner < 0 or not owners or owner in owners


def _owner(program: Program, state: State, x: int) -> int:
    lay = program.layout
    if "owner" in lay.column:
        return int(state.a[lay.column["owner"] + x])
    return int(lay.fixed["owner"][x]) if "owner" in lay.fixed else -1


def _shuffled(things: list[int], chance: Chance) -> list[int]:
    out = things[:]
    for n in range(len(out) - 1, 0, -1):
        k = chance.below(n + 1)
        out[n], out[k] = out[k], out[n]
    return out


def _matched(things: list[int], slots: list[tuple[int, int]], allowed: dict[int, frozenset[int]]) -> list[int]:
    """A thing for each place, in the order of the shuffled things as far as their zones allow (Kuhn's algorithm)."""
    taken: dict[int, int] = {}  # thing -> slot
    found: list[int] = [-1] * len(slots)

    def place(slot: int, met: set[int]) -> bool:
        zone = slots[slot][0]
        for x in things:
            if zone not in allowed[x] or x in met:
                continue
            met.add(x)
            if x not in taken or place(taken[x], met):
                taken[x] = slot
                found[slot] = x
                return True
        return False

    for slot in range(len(slots)):
        # free things first: displacing one only where it must be
        zone = slots[slot][0]
        x = next((x for x in things if x not in taken and zone in allowed[x]), None)
        if x is not None:
            taken[x] = slot
            found[slot] = x
        else:
            placed = place(slot, set())
            assert placed, "the real deal is one"
    return found
