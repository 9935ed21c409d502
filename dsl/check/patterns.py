"""Patterns of events, and moments: what triggers, prohibitions and questions speak of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal as Choice

from .. import model as m
from .. import vocabulary
from ..syntax import tree
from . import types
from .events import Role, roles_known, signature
from .scope import Scope

MOMENTS = ("turn", "phase", "step", "game", "round")


def pattern(scope: Scope, phrase: tree.Phrase) -> m.Pattern | None:
    """The pattern of a phrase; names in it are bound in this scope."""
    world = scope.world
    name = phrase.verb.text
    roles: tuple[Role, ...]
    what: Choice["verb", "action", "phase"] = "verb"
    declared = None
    seated = m.ThingType(world.seat_kind)
    if name in world.index.verbs:
        roles = signature(scope, name)
        declared = world.index.verbs[name].verb.name.span
    elif name in vocabulary.VERBS:
        roles = _built_in(scope, name)
    elif action_span(scope, name) is not None:
        what = "action"
        roles = (Role(None, "it", types.UNKNOWN, False), Role("by", "taker", actor_type(scope, name), False))
    elif name in world.index.phases or name in world.steps or name in world.index.menus:
        what = "phase"
        roles = (Role("by", "player", seated, False),)
    else:
        known = {*world.index.verbs, *vocabulary.VERBS, *world.index.actions, *world.index.phases}
        scope.report.unknown("verb, action or phase", name, phrase.verb.span, known, f"Declare it: `verb {name} ...`.")
        return None
    words = [r.word for r in roles if r.word is not None]
    if not roles_known(scope, phrase, words, declared):
        return None
    by_word = {r.word: r for r in roles}
    object_: m.PatternPart | None = None
    sound = True
    object_value: m.PatternPart | None = None
    if phrase.object is not None:
        if None not in by_word:
            scope.report.error(
                "unknown-role", f"`{name}` has no object", phrase.object.span, "nothing is expected here"
            )
            return None
        object_ = part(scope, phrase.object, by_word[None], name, None)
        object_value = object_
        sound = object_ is not None
    found: list[tuple[str, m.PatternPart]] = []
    for role in phrase.roles:
        one = part(scope, role.value, by_word[role.word], name, object_value)
        if one is None:
            sound = False
        else:
            found.append((role.word, one))
    return m.Pattern(what, name, object_, tuple(found), span=phrase.span) if sound else None


def actor_type(scope: Scope, name: str) -> m.Type:
    """Who takes the action of a name: `by Kind x` in its head, else whoever holds a seat."""
    found: m.Type | None = None
    for action in actions_named(scope, name):
        of = m.ThingType(scope.world.seat_kind) if action.actor is None else scope.world.type_of(action.actor.type)
        found = of if found is None else scope.world.join(found, of)
    return found if found is not None else m.ThingType(scope.world.seat_kind)


def action_span(scope: Scope, name: str) -> tree.Name | None:
    """Where an action of this name is declared: in the rules, on a Kind or on a thing."""
    return next((action.name for action in actions_named(scope, name)), None)


def actions_named(scope: Scope, name: str) -> Iterator[tree.Action]:
    world = scope.world
    if name in world.index.actions:
        yield world.index.actions[name].action
    for kind in world.index.kinds.values():
        for item in kind.items:
            if isinstance(item, tree.Action) and item.name.text == name:
                yield item
    for thing in world.things.values():
        for piece in thing.node.items:
            if isinstance(piece, tree.Action) and piece.name.text == name:
                yield piece


def _built_in(scope: Scope, name: str) -> tuple[Role, ...]:
    verb = vocabulary.VERBS[name]
    found: list[Role] = []
    if verb.object is not None:
        of: m.Type = types.THING
        if name == "pay" or name == "draw":
            of = types.UNKNOWN
        elif name == "shuffle":
            of = m.ZoneType("Thing")
        elif name in ("roll", "lay"):
            of = types.NAME
        elif name == "seat":
            of = m.ThingType(scope.world.seat_kind)
        found.append(Role(None, verb.object[0], of, False))
    for role in verb.roles:
        of = types.UNKNOWN
        if role.type in ("seated", "seated|set"):
            of = m.ThingType(scope.world.seat_kind)
        elif role.type == "Seat":
            of = m.ThingType("Seat")
        elif role.type == "face":
            of = types.FACE
        elif role.type == "Zone":
            of = m.ZoneType("Thing")
        found.append(Role(role.word, role.name, of, False))
    return tuple(found)


def part(
    scope: Scope, node: tree.Expression | tree.Every, role: Role, verb: str, object_: m.PatternPart | None
) -> m.PatternPart | None:
    from .builtin_verbs import die, face
    from .queries import query
    from .values import fit, value

    what = f"`{role.name}` of `{verb}`"
    if isinstance(node, tree.Every):
        scope.report.error(
            "wrong-type",
            "A pattern speaks of one event",
            node.span,
            "`each` has no meaning here",
            help="Leave the `each` out.",
        )
        return None
    if isinstance(node, tree.Query) and not (node.traits and node.kind.text in scope.world.index.resources):
        kind = node.kind.text
        plain = (
            kind in ("Number", "Truth", "Zone", "Text")
            or kind in scope.world.index.enums
            or kind in scope.world.index.resources
        )
        if plain:
            of = scope.world.kind_type(node.kind)
            if types.is_hole(fit(scope, m.Literal(None, of), types.strip(role.type), node, what)):
                return None
            local = scope.bind(node.name, of, "pattern")
            return m.BindNumber(local, span=node.span)
        found, inner = query(scope, node, "pattern")
        if found is None:
            return None
        wanted = types.strip(role.type)
        if isinstance(wanted, (m.SetType, m.ZoneType)) and not isinstance(wanted, m.ZoneType):
            wanted = wanted.of
        if types.is_hole(fit(scope, m.QueryValue(found, found.local.type, span=node.span), wanted, node, what)):
            return None
        if isinstance(types.strip(role.type), m.SetType):
            members = scope.bind(node.name, m.SetType(found.local.type), "pattern")
            return m.Bind(found, members, span=node.span)
        if node.name is not None:
            scope.names[node.name.text] = inner.names[node.name.text]
            scope.facts.update({k: v for k, v in inner.facts.items() if k.startswith(f"{node.name.text}.")})
        return m.Bind(found, span=node.span)
    if verb == "flip" and role.word == "to":
        of = types.THING
        thing: m.Argument | None = None
        if isinstance(object_, m.Bind):
            of = object_.query.local.type
        elif isinstance(object_, m.Same):
            thing = object_.value
            of = types.strip(object_.value.type)
        turned = face(scope, node, of, thing)
        return None if turned is None else m.Same(turned, span=node.span)
    if verb == "roll" and role.word is None:
        rolled = die(scope, node)
        return None if rolled is None else m.Same(rolled, span=node.span)
    found_value = value(scope, node, types.strip(role.type))
    if types.is_hole(found_value):
        return None
    inside = types.member_of(found_value.type)
    if isinstance(found_value.type, m.SetType) and inside is not None and scope.world.fits(inside, role.type):
        return m.Same(found_value, span=node.span)
    found_value = fit(scope, found_value, types.strip(role.type), node, what)
    return None if types.is_hole(found_value) else m.Same(found_value, span=node.span)


# ------------------------------------------------------------------------------------------------ moments


def during(scope: Scope, name: tree.Name) -> str | None:
    """The name of a stretch of time: turn, phase, step, game, round; or a phase, step, verb, action or menu by name."""
    world = scope.world
    text = name.text
    if text in MOMENTS or text in world.index.phases or text in world.steps or text in world.index.menus:
        return text
    if text in world.index.verbs or text in vocabulary.VERBS or action_span(scope, text) is not None:
        return text
    known = {*MOMENTS, *world.index.phases, *world.steps, *world.index.menus, *world.index.verbs}
    scope.report.unknown(
        "phase or step",
        text,
        name.span,
        known,
        "Here turn, phase, step, game, or a phase, step, verb or menu by name can stand.",
    )
    return None


def moment(scope: Scope, node: tree.Moment) -> m.Moment | None:
    from .values import value

    of = during(scope, node.of)
    owner = None
    if node.owner is not None:
        owner = value(scope, node.owner)
        if types.is_hole(owner):
            return None
    return None if of is None else m.Moment(node.edge, of, owner, span=node.span)
