"""What one player may know of a state, and nothing more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from attrs import frozen

from dsl import model as m

from .state import State

if TYPE_CHECKING:
    from .program import Decision, Program


@frozen
class SeenThing:
    """A thing as a player sees it: name None when its identity is hidden.

    `room` says of what uses up room how much more it could, in words, to whoever leads it alone. `led_by` names the
    seat that controls a thing on a place, where control may change.
    """

    name: str | None
    title: str
    face: str
    numbers: tuple[tuple[str, Any], ...]
    room: tuple[str, ...] = ()
    led_by: str | None = None


@frozen
class SeenZone:
    """A zone with what is seen of it; `size` is always known."""

    key: str
    owner: str | None
    label: str
    size: int
    things: tuple[SeenThing, ...] | None


@frozen
class SeenPlace:
    """A place of the board: what is printed on it, in words, and the names of those next to it."""

    name: str
    title: str
    printed: tuple[str, ...]
    near: tuple[str, ...]


@frozen
class View:
    """Everything that a seat may know. Two states that differ only in what is hidden from it give equal views."""

    seat: int
    round: int
    phase: str
    turn_of: str | None
    state: tuple[tuple[str, Any], ...]
    zones: tuple[SeenZone, ...]
    decision: Decision | None
    over: str | None

    def to_json(self) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "round": self.round,
            "phase": self.phase,
            "turn_of": self.turn_of,
            "state": dict(self.state),
            "zones": [
                {
                    "zone": z.key,
                    "owner": z.owner,
                    "label": z.label,
                    "size": z.size,
                    "things": None
                    if z.things is None
                    else [
                        {"name": t.name, "title": t.title, "face": t.face, "numbers": dict(t.numbers)}
                        | ({"room": t.room} if t.room else {})
                        | ({"controller": t.led_by} if t.led_by is not None else {})
                        for t in z.things
                    ],
                }
                for z in self.zones
            ],
            "decision": self.decision.to_json() if self.decision is not None else None,
            "over": self.over,
        }


@frozen
class Clock:
    """What of a view says which turn it is, without looking at a zone."""

    round: int
    turn_of: str | None
    state: tuple[tuple[str, Any], ...]


def clock(program: Program, s: State) -> Clock:
    lay = program.layout
    active = s.a[lay.column["active_player"]]
    values = tuple((a.name, _value(program, a.type, s.a[lay.column[a.key]])) for a in program.game.state.values())
    return Clock(program.round(s), program.thing_name(active) if active >= 0 else None, values)


def view(program: Program, s: State, seat: int) -> View:
    lay, game = program.layout, program.game
    zones: list[SeenZone] = []
    for number in range(2, program.rules.zones):
        key = lay.zone_key[number]
        owner = lay.zone_owner[number]
        items = program.space["contents"](s, number)
        if owner >= 0 and s.loc[owner] < 2:
            continue
        if not items and (number == 2 or key == "Place.here"):
            continue
        zone = game.zones.get(key)
        label = zone.label if zone else program.title(owner) if owner >= 0 else "in play"
        seen = tuple(_seen(program, s, seat, number, x, n) for n, x in enumerate(items))
        hidden_order = (zone is not None and zone.form == "heap") or any(t.name is None for t in seen)
        shown: tuple[SeenThing, ...] | None = seen
        if hidden_order and any(t.name is None for t in seen):
            shown = (
                tuple(sorted((t for t in seen if t.name is not None), key=lambda t: str(t.name)))
                if zone is not None and zone.form == "heap"
                else seen
            )
            if not any(t.name is not None for t in seen):
                shown = None
        zones.append(SeenZone(key, program.thing_name(owner) if owner >= 0 else None, label, len(items), shown))
    decision = None
    if s.over == 0 and s.options and program.seat(s) in (seat, -1):
        decision = program.decision(s)
    now = clock(program, s)
    result = program.result(s)
    return View(
        seat,
        now.round,
        program.phase(s),
        now.turn_of,
        now.state,
        tuple(zones),
        decision,
        result.reason if result else None,
    )


def places(program: Program, s: State, seat: int) -> tuple[SeenPlace, ...]:
    """The board as a seat may know it: every place that lies there, with its neighbours."""
    lay = program.layout
    near = program.space["board"](s.copy()).adjacent
    known = {
        x
        for x in lay.of_kind("Place")
        if (near[x] or s.loc[x] > 2)
        and (s.loc[x] < 2 or may_see(program, s, seat, s.loc[x], x, place_in(program, s, x)))
    }
    return tuple(
        SeenPlace(
            program.thing_name(x),
            program.title(x),
            tuple(_printed(program, s, x)),
            tuple(program.thing_name(y) for y in near[x] if y in known),
        )
        for x in sorted(known)
    )


def place_in(program: Program, s: State, x: int) -> int:
    """Where a thing lies in its zone, from 0."""
    items = program.space["contents"](s, s.loc[x])
    return int(items.index(x)) if x in items else 0


def hidden(program: Program, s: State, seat: int) -> frozenset[int]:
    """The things on the table of which a seat may not know which they are."""
    zones = program.space["contents"]
    return frozenset(
        x
        for number in range(3, program.rules.zones)
        for n, x in enumerate(zones(s, number))
        if not may_see(program, s, seat, number, x, n)
    )


def _printed(program: Program, s: State, x: int) -> Iterator[str]:
    """The attributes of a thing that say something, in words: `inner`, `forest`, `start 1`."""
    lay, game = program.layout, program.game
    for key, attribute in game.attributes.items():
        if not _has(program, s, x, attribute):
            continue
        value: Any = s.a[lay.column[key] + x] if key in lay.column else lay.fixed[key][x] if key in lay.fixed else -1
        type_ = attribute.type.of if isinstance(attribute.type, m.OptionalType) else attribute.type
        name = attribute.name.replace("_", " ")
        match type_:
            case _ if value == -1 or value == ():
                continue
            case m.EnumType(enum):
                yield str(game.enums[enum].values[value][1])
            case m.TruthType():
                if value:
                    yield name
            case m.NumberType() | m.ResourceType():
                if value:
                    yield f"{name} {value}"
            case m.ThingType():
                yield f"{name} {program.title(value)}"
            case m.SetType(m.EnumType(enum)):
                yield from (str(game.enums[enum].values[one][1]) for one in value)
            case m.SetType(m.ThingType()):
                yield f"{attribute.label or name}: {', '.join(map(program.title, value))}"
            case _:
                continue


def may_see(program: Program, s: State, seat: int, number: int, x: int, index: int) -> bool:
    """May the seat know which thing this is?"""
    lay, game = program.layout, program.game
    if s.a[lay.column["shown"] + x] >> seat & 1:
        return True
    zone = game.zones.get(lay.zone_key[number])
    owner = lay.zone_owner[number]
    if _granted(program, s, seat, number):
        return True
    while zone is None or not zone.sights:
        if owner < 0:
            return True
        number = s.loc[owner]
        if _granted(program, s, seat, number):
            return True
        zone = game.zones.get(lay.zone_key[number])
        owner = lay.zone_owner[number]
        if zone is None and owner < 0:
            return True
    for n, sight in enumerate(zone.sights):
        if sight.top and index != 0:
            continue
        if sight.condition is not None and not program.space[f"f_sight_{_plain(zone.key)}_{n}"](s, x):
            continue
        if sight.who in ("all",):
            return True
        if (
            sight.who in ("owner", "holder")
            and owner >= 0
            and s.a[lay.column["seat"] + owner] == (lay.seats[seat] if seat < len(lay.seats) else -9)
        ):
            return True
        if sight.who == "team" and seat >= 0:
            return True
    return False


def _granted(program: Program, s: State, seat: int, number: int) -> bool:
    """Does a text in force let the seat see what lies in this zone?"""
    granted = program.space.get("f_granted")
    if granted is None or not 0 <= seat < len(program.layout.seats):
        return False
    column, place = program.layout.column["seat"], program.layout.seats[seat]
    return any(granted(s, x, number) for x in s.seated if s.a[column + x] == place)


def _plain(key: str) -> str:
    return "".join(c if c.isalnum() else "_" for c in key)


def _has(program: Program, s: State, x: int, attribute: m.Attribute) -> bool:
    """Has a thing, as it lies, this attribute: of one of its Kinds, or of it alone?"""
    declaration = program.layout.things[x][0]
    return attribute.owner == declaration or attribute.owner in program.layout.kinds_at(declaration, s.a[x])


def _seen(program: Program, s: State, seat: int, number: int, x: int, index: int) -> SeenThing:
    lay, game = program.layout, program.game
    if not may_see(program, s, seat, number, x, index):
        return SeenThing(None, "", "", ())
    declaration = lay.things[x][0]
    faces = lay.faces[declaration]
    face = faces[s.a[x]].title if faces else ""
    numbers = []
    for key, attribute in game.attributes.items():
        if key in lay.column and _has(program, s, x, attribute):
            numbers.append((attribute.name, _value(program, attribute.type, s.a[lay.column[key] + x])))
    led_by = _led_by(program, s, number, x)
    return SeenThing(program.thing_name(x), program.title(x), face, tuple(numbers), _room(program, s, seat, x), led_by)


def _led_by(program: Program, s: State, number: int, x: int) -> str | None:
    """Who controls a thing on a place; in a hand or a pile that goes without saying."""
    lay = program.layout
    if "controller" not in lay.column or lay.zone_key[number] != "Place.here":
        return None
    controller = s.a[lay.column["controller"] + x]
    return program.thing_name(controller) if controller >= 0 and controller != x else None


def _room(program: Program, s: State, seat: int, x: int) -> tuple[str, ...]:
    """The room that a thing has left of each resource, in words.

    It may come of what not everybody sees. What a seat is offered tells it so much of its own things, but of no others.
    """
    lay = program.layout
    told: list[str] = []
    for resource in program.game.resources.values():
        if resource.room is not None and s.loc[x] > 1 and resource.of in lay.kinds_at(lay.things[x][0], s.a[x]):
            leads = [x, lay.zone_owner[s.loc[x]]]
            leads += [s.a[lay.column["controller"] + x]] if "controller" in lay.column else []
            if any(one >= 0 and program.seated_at(s, one) == seat for one in leads):
                left, (one, many) = int(program.space[f"f_room_{resource.name}"](s, x)), resource.noun
                told.append(f"room for {left} {one if left == 1 else many}" if left > 0 else f"no room for {one}")
    return tuple(told)


def _value(program: Program, type_: m.Type, value: Any) -> Any:
    match type_:
        case m.OptionalType(of):
            return None if value == -1 else _value(program, of, value)
        case m.ThingType():
            return program.thing_name(value) if value >= 0 else None
        case m.EnumType(enum):
            return program.game.enums[enum].values[value][0]
        case m.SetType(of):
            return [_value(program, of, v) for v in value]
        case m.TruthType():
            return bool(value)
        case m.ZoneType():
            return program.layout.zone_key[value] if value >= 0 else None
        case _:
            return value
