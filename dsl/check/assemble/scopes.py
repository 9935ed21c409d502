"""Who `this` and `you` are on a Kind, on a thing, in an action and in the rules."""

from __future__ import annotations

from ... import model as m
from ...syntax import tree
from .. import types
from ..scope import Counter, Scope
from ..world import World

NO_YOU_VERB = "Verbs and defines name everybody: give it a parameter, such as `by Kind x`, and use that."


def game_scope(world: World, where: str = "") -> Scope:
    """Of the rules: there is no `this`, and `you` is whoever's turn it is."""
    you = m.ThingType(world.seat_kind) if world.has_turns else None
    why = "No turn belongs to anybody in this game: write `turn of x` in the flow, or name who is meant."
    return Scope(world, Counter(), you=you, no_you=why, where=where)


def nameless_scope(world: World, where: str) -> Scope:
    """Of a verb or a define: neither `this` nor `you`."""
    return Scope(world, Counter(), no_you=NO_YOU_VERB, where=where)


def kind_scope(world: World, kind: str, where: str = "kind") -> Scope:
    scope = game_scope(world, where)
    scope.this = m.ThingType(kind)
    asked = you_node(world, (kind,))
    if asked is not None:
        # a value that `you is` leads to cannot speak of `you`
        scope.you = None if asked[0] in world.reading_you else you_type(world, (kind,))
    scope.no_you = f"Say whose text it is: write `you is ...` in the Kind {kind}."
    return scope


def thing_scope(world: World, name: str, where: str = "thing") -> Scope:
    info = world.things[name]
    scope = kind_scope(world, info.kinds[0], where)
    scope.this_thing = name
    you = you_type(world, (*info.kinds, *info.face_kinds))
    if you is not None:
        scope.you = you
    return scope


def you_node(world: World, kinds: tuple[str, ...]) -> tuple[str, tree.YouIs] | None:
    """The nearest `you is` of some Kinds, and the Kind that says it."""
    for kind in kinds:
        for ancestor in world.kinds[kind].ancestors if kind in world.kinds else ():
            node = world.kinds[ancestor].node
            for item in node.items if node is not None else ():
                if isinstance(item, tree.YouIs):
                    return ancestor, item
    return None


def you_value(world: World, kind: str, node: tree.YouIs) -> m.Value:
    from ..values import value

    scope = game_scope(world, "kind")
    scope.this = m.ThingType(kind)
    if kind in world.reading_you:
        return types.HOLE
    world.reading_you.add(kind)
    try:
        found = value(scope, node.who, m.ThingType(world.seat_kind))
        if types.is_hole(found) or types.member_of(found.type) is None:
            return found
        world.report.error(
            "not-single",
            "`you` has to be one, and these are several",
            node.who.span,
            f"this is {types.describe(found.type)}",
        )
        return types.HOLE
    finally:
        world.reading_you.discard(kind)


def you_type(world: World, kinds: tuple[str, ...]) -> m.Type | None:
    found = you_node(world, kinds)
    if found is None:
        return None
    kind, node = found
    of = types.strip(you_value(world, kind, node).type)
    if types.unknown(of):
        return m.ThingType(world.seat_kind)
    if isinstance(of, m.ThingType) and world.is_a(world.seat_kind, of.kind):
        return m.ThingType(world.seat_kind)
    return of if isinstance(of, m.ThingType) else m.ThingType(world.seat_kind)
