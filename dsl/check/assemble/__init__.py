"""Last pass before the rules: everything declared becomes a part of the checked game."""

from __future__ import annotations

from ... import model as m
from ...syntax import tree
from .. import types
from ..members import Attr, DefineMember, ZoneMember
from ..paths import read
from ..prose import prose
from ..queries import who
from ..world import World
from . import around, members, play, stuff
from .kinds import groups, kinds
from .scopes import game_scope, nameless_scope, thing_scope
from .tests import tests
from .things import things

MOST_SEATS = 62


def assemble(world: World, source_hash: str) -> m.CheckedGame | None:
    """The game; None if there is no `game` to speak of. Whether it may be used is for the caller to decide."""
    world.infer_define = lambda member: members.infer_define(world, member)
    for name in world.kinds:
        world.table(name)
    for name in world.things:
        world.thing_table(name)
    index = world.index
    all_kinds = kinds(world)
    attributes = {a.key: a for k in all_kinds.values() for a in k.attributes.values()}
    zones = {z.key: z for k in all_kinds.values() for z in k.zones.values()}
    state: dict[str, m.Attribute] = {}
    defines: dict[str, m.Define] = {}
    scope = nameless_scope(world, "game")
    for member in world.game_table.values():
        match member:
            case Attr():
                state[member.key] = members.attribute(scope, member)
            case ZoneMember():
                zones[member.key] = members.zone(game_scope(world, "zone"), member)
            case DefineMember():
                defines[member.key] = members.define(world, member)
            case _:
                pass
    all_things = things(world)
    for info in world.things.values():
        for own in info.own.values():
            if isinstance(own, Attr):
                attributes[own.key] = members.attribute(thing_scope(world, info.name), own)
    for kind in all_kinds.values():
        for key, define in kind.defines.items():
            if key == f"{kind.name}.{define.name}":
                defines.setdefault(key, define)
    for thing in all_things.values():
        for key, define in thing.defines.items():
            if key == f"{thing.name}.{define.name}":
                defines.setdefault(key, define)
    game = index.game
    built = m.CheckedGame(
        name=game.name.text if game is not None else "",
        title=index.mods[-1].title.value if index.mods else game.title.value if game is not None else "",
        doc=prose(world, game) if game is not None else "",
        cites=game.cites.text if game is not None and game.cites is not None else "",
        seats=_seats(world),
        joint=_decider(world, game.joint if game is not None else None, "whoever makes joint choices"),
        precedence=game.precedence if game is not None else (),
        tiers=tuple(t.text for t in game.tiers) if game is not None else (),
        tiers_from=_decider(world, game.tiers_from if game is not None else None, "whoever answers first"),
        ties=_decider(world, game.ties if game is not None else None, "whoever decides between equals"),
        asked=_decider(world, game.asked if game is not None else None, "whoever is asked first"),
        turn_order=_turn_order(world, game.turn_order if game is not None else None),
        state=state,
        options=stuff.options(world),
        enums=stuff.enums(world),
        resources=stuff.resources(world),
        dice=stuff.dice(world),
        kinds=all_kinds,
        groups=groups(world),
        zones=zones,
        attributes={**state, **attributes},
        boards=stuff.boards(world),
        maps=stuff.maps(world),
        things=all_things,
        defines=defines,
        verbs=play.verbs(world),
        rules=play.rules(world),
        menus={n: m.Menu(n, d.title.value, prose(world, d), span=d.span) for n, d in index.menus.items()},
        actions=play.actions(world),
        phases=play.phases(world),
        flow=play.flow(world),
        flow_doc=prose(world, world.index.flows[0]) if world.index.flows else "",
        setups=play.setups(world),
        endings=play.endings(world),
        campaigns=around.campaigns(world),
        builds=around.builds(world),
        decks=around.decks(world),
        score=around.score(world),
        contents=around.contents(world),
        laws=around.laws(world),
        readings=around.readings(world),
        aliases=around.aliases(world),
        tests=tests(world),
        source_hash=source_hash,
        base_title=game.title.value if game is not None else "",
        mods=tuple(mod.name.text for mod in index.mods),
    )
    return None if game is None else built


def _seats(world: World) -> m.Seats:
    game = world.index.game
    if game is None or game.seats is None:
        return m.Seats(1, 1, "Seat", {})
    seats = game.seats
    doubled = {players.value or 0: count.value or 0 for count, players in seats.doubled}
    low, high = seats.low.value, seats.high.value
    if low is not None and low < 1:
        _seats_wrong(world, seats.low, "A game needs a player", f"the fewest players are 1 to {MOST_SEATS}")
    elif high is not None and high > MOST_SEATS:
        _seats_wrong(world, seats.high, "A game cannot have so many seats", f"at most {MOST_SEATS}")
    elif low is not None and high is not None and high < low:
        _seats_wrong(world, seats.high, "There cannot be fewer players at most than at least", f"less than {low}")
    else:
        for count, _ in seats.doubled:
            if count.value is not None and high is not None and not 1 <= count.value <= high:
                _seats_wrong(world, count, f"{count.value} seats cannot be filled", f"this game has {high} seats")
    return m.Seats(seats.low.value or 1, seats.high.value or 1, seats.kind.text, doubled, span=seats.span)


def _seats_wrong(world: World, node: tree.Number, headline: str, label: str) -> None:
    world.report.error("value-out-of-range", headline, node.span, label)


def _turn_order(world: World, node: tree.Name | None) -> tuple[m.Local, m.Value] | None:
    """A player, and the number of this player that the order round the table goes by."""
    if node is None:
        return None
    scope = nameless_scope(world, "game")
    player = scope.fresh("player", m.ThingType(world.seat_kind), node.span)
    found = read(scope, player, node, None, node.span)
    if types.is_hole(found):
        return None
    if found.type != m.NUMBER:
        report = world.report
        report.error(
            "wrong-type", "The turn order goes by a number", node.span, f"this is {types.describe(found.type)}"
        )
        return None
    return player, found


def _decider(world: World, node: tree.Expression | None, what: str) -> m.Value | None:
    if node is None or (isinstance(node, tree.Word) and node.text == "anyone"):
        return None
    scope = nameless_scope(world, "game")
    found = who(scope, node, what)
    return None if types.is_hole(found) else found
