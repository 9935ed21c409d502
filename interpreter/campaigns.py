"""Campaigns: what is kept when a match of one ends, and matches that begin with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from dsl import model as m

if TYPE_CHECKING:
    from .engine.program import Program
    from .engine.state import State

KEPT = "campaign."
"""The option of a match that says what is kept when it begins: `campaign.story`. It is JSON, by names."""


class CampaignError(Exception):
    """A campaign cannot go on like this."""


def games_of(campaign: m.Campaign) -> tuple[str, ...]:
    """The things (or set-ups) that its games are, in order, by name; none: the game as it is, again and again."""
    said = campaign.values.get("games")
    items = said.items if isinstance(said, m.Listing) else (said,) if said is not None else ()
    found: list[str] = []
    for item in items:
        match item:
            case m.ThingConstant(thing):
                found.append(thing)
            case m.NameConstant(name):
                found.append(name)
            case _:
                pass
    return tuple(found)


def title_of(game: m.CheckedGame, name: str) -> str:
    """The title of one of the games of a campaign."""
    if name in game.things:
        return game.things[name].title
    return game.setups[name].title if name in game.setups else game.title


def beginning(program: Program, campaign: m.Campaign, name: str | None) -> tuple[dict[str, Any], str | None]:
    """The options, and the set-up, of a match of this game of a campaign."""
    game, lay = program.game, program.layout
    if name is None or name in game.setups:
        return {}, name
    found: dict[str, Any] = {}
    for option in game.options.values():
        if name in {one for one, _ in option.values}:
            found[option.name] = name
    if not found and name in lay.first:
        raise CampaignError(f"no option of {game.title} can say that `{name}` is played")
    return found, None


def won(program: Program, over: State) -> bool:
    """Did a match of a campaign end with a victory?"""
    ending = program.extras.endings[over.over - 1] if over.over > 0 else None
    return ending is not None and ending.result == "win"


def game_after(program: Program, over: State, campaign: m.Campaign) -> str | None:
    """The game of a campaign that comes after the one that this match was: behind a victory the next in order."""
    names, lay = games_of(campaign), program.layout
    if not names:
        return None
    at = over.a[lay.column["scenario"]]
    played = next((n for n, name in enumerate(names) if at >= 0 and lay.first.get(name) == at), 0)
    return names[min(played + won(program, over), len(names) - 1)]


# ------------------------------------------------------------------------------------------------ when a match is over


def after_game(program: Program, over: State, campaign: m.Campaign) -> dict[str, Any]:
    """What is kept of a match that is over: on a copy its campaign's `after_game` is done, then it is read."""
    s = over.copy()
    s.a[program.layout.column["won"]] = int(won(program, over))
    s.over, s.options = 0, ()
    s.stack.clear()
    s.wait.clear()
    s.due, s.defer, s.later, s.steps = 0, 0, (), 0
    program.space["set_quiet"](s, 1)
    if "after_game" in campaign.sections:
        program.push(s, f"after_game_{campaign.name}")
        program.run(s)
        if s.options:
            raise CampaignError(f"`after_game` of {campaign.title} asks a question, and nobody is there to answer")
    return kept(program, s, campaign)


def kept(program: Program, s: State, campaign: m.Campaign) -> dict[str, Any]:
    """What a campaign keeps of a state: values by key, zones by name, and things with what is kept of each."""
    lay, game = program.layout, program.game
    values: dict[str, Any] = {}
    zones: dict[str, Any] = {}
    things: dict[str, dict[str, Any]] = {}
    for keep in campaign.keeps:
        if keep.attribute is not None:
            key = keep.attribute.key
            values[key] = _told(program, keep.attribute.type, s.a[lay.column[key]])
        for key in keep.keys:
            if keep.kind is None and key in game.zones:
                zones[key] = [program.thing_name(x) for x in s.z[lay.zone_base[key]]]
            elif keep.kind is None:
                values[key] = _told(program, game.attributes[key].type, s.a[lay.column[key]])
            elif key in game.zones:
                for x in lay.of_kind(keep.kind):
                    zone = lay.zone_base[key] + x
                    zones[_zone_name(program, zone)] = [program.thing_name(y) for y in s.z[zone]]
            else:
                for x in _ids(program, keep.kind):
                    things.setdefault(program.thing_name(x), {})[key] = _kept_of(program, s, key, x)
    return {"values": values, "zones": zones, "things": things}


def first_values(
    program: Program,
    campaign: m.Campaign,
    seed: int,
    players: int,
    options: Mapping[str, object],
    setup: str | None,
) -> dict[str, Any]:
    """What `kept` would read of a match like this one if it began the campaign."""
    s = program.before(seed, players, {n: v for n, v in options.items() if not n.startswith(KEPT)}, setup)
    program.space["f_initial"](s)
    return kept(program, s, campaign)


def changed(now: Mapping[str, Any], first: Mapping[str, Any]) -> dict[str, Any]:
    """What is kept and is not as it was at first: of this alone a file says anything.

    So it names nothing that the group has not met; and what a new version of the game adds or corrects holds for
    campaigns that have begun.
    """
    return {
        part: {
            name: value
            if part != "things"
            else {k: v for k, v in value.items() if first[part].get(name, {}).get(k) != v}
            for name, value in now[part].items()
            if first[part].get(name) != value
        }
        for part in ("values", "zones", "things")
    }


def _ids(program: Program, kind: str) -> tuple[int, ...]:
    game = program.game
    if kind in game.groups:
        return tuple(x for k in game.groups[kind].kinds for x in _ids(program, k))
    return tuple(x for x in program.layout.of_kind(kind) if x not in program.tests_only)


def _kept_of(program: Program, s: State, key: str, x: int) -> Any:
    lay = program.layout
    match key:
        case "side":
            faces = lay.faces[lay.things[x][0]]
            return faces[s.a[x]].name if faces else None
        case "holder" | "place":
            return _zone_name(program, s.loc[x]) if s.loc[x] > 2 else None
        case "owner" | "controller":
            if key not in lay.column:
                return None
            return _told(program, m.OptionalType(m.ThingType("Thing")), s.a[lay.column[key] + x])
        case _:
            if key not in lay.column:
                return None  # nothing ever writes it
            return _told(program, program.game.attributes[key].type, s.a[lay.column[key] + x])


def _zone_name(program: Program, zone: int) -> str:
    owner = program.layout.zone_owner[zone]
    key = str(program.layout.zone_key[zone])
    return f"{key}@{program.thing_name(owner)}" if owner >= 0 else key


def _told(program: Program, type_: m.Type, raw: Any) -> Any:
    """A value of the state by names."""
    match type_:
        case m.OptionalType(of):
            return None if raw == -1 else _told(program, of, raw)
        case m.ThingType():
            return program.thing_name(raw) if raw >= 0 else None
        case m.EnumType(enum):
            return program.game.enums[enum].values[raw][0]
        case m.SetType(of):
            return [_told(program, of, x) for x in raw]
        case m.TruthType():
            return bool(raw)
        case m.ZoneType():
            return _zone_name(program, raw) if raw > 2 else None
        case _:
            return list(raw) if isinstance(raw, tuple) else raw


# ------------------------------------------------------------------------------------------------ when a match begins


def restore(program: Program, s: State, data: Mapping[str, Any]) -> None:
    """Puts what was kept into a state in which everything has its first values. What is no longer there is left out."""
    lay, game = program.layout, program.game
    names = _Names(program)
    for key, told in data.get("values", {}).items():
        if key in game.attributes and key in lay.column:
            s.a[lay.column[key]] = names.raw(game.attributes[key].type, told)
    for name, items in data.get("zones", {}).items():
        zone = names.zone(name)
        for one in items if zone is not None else ():
            if one in names.things:
                program.space["do_move"](s, names.things[one], zone, 1)
    for name, kept_of in data.get("things", {}).items():
        x = names.things.get(name)
        if x is not None:
            for key, told in kept_of.items():
                _restore_one(program, s, names, key, x, told)


def _restore_one(program: Program, s: State, names: _Names, key: str, x: int, told: Any) -> None:
    lay = program.layout
    if key == "side":
        faces = [face.name for face in lay.faces[lay.things[x][0]]]
        if told in faces:
            s.a[lay.column["face"] + x] = faces.index(told)
    elif key in ("holder", "place"):
        zone = names.zone(told) if told is not None else None
        if zone is not None:
            program.space["do_move"](s, x, zone, 1)
    elif key in lay.column and told is not None:
        type_ = program.game.attributes[key].type if key in program.game.attributes else m.ThingType("Thing")
        s.a[lay.column[key] + x] = names.raw(type_, told)
    elif key in lay.column and key in program.game.attributes:
        s.a[lay.column[key] + x] = -1


class _Names:
    """From names to numbers of this program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.things = {program.thing_name(x): x for x in range(program.layout.count)}

    def zone(self, name: str) -> int | None:
        key, _, owner = name.partition("@")
        base = self.program.layout.zone_base.get(key)
        if base is None or (owner and owner not in self.things):
            return None
        return int(base + self.things[owner]) if owner else int(base)

    def raw(self, type_: m.Type, told: Any) -> Any:
        match type_:
            case m.OptionalType(of):
                return -1 if told is None else self.raw(of, told)
            case m.ThingType():
                return self.things.get(told, -1)
            case m.EnumType(enum):
                known = [value for value, _, _ in self.program.game.enums[enum].values]
                return known.index(told) if told in known else 0
            case m.SetType(of):
                found = [self.raw(of, x) for x in told]
                return tuple(x for x in found if x != -1)
            case m.TruthType():
                return int(bool(told))
            case m.ZoneType():
                zone = self.zone(told) if told is not None else None
                return -1 if zone is None else zone
            case _:
                return tuple(told) if isinstance(told, list) else int(told)
