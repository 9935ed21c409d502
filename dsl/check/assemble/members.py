"""What stands in Kinds, things and the game alike: attributes, zones, defines, actions, phrases, nouns."""

from __future__ import annotations

import re
from typing import Literal as Choice
from typing import cast

from ... import model as m
from ...source import Span
from ...syntax import tree
from .. import types
from ..conditions import condition
from ..members import Attr, DefineMember, ZoneMember, face_title
from ..names import listed
from ..prose import prose
from ..scope import Scope, unused
from ..statements import block, sequence
from ..values import expect, fit, number, value
from ..world import World
from .scopes import kind_scope, nameless_scope, thing_scope

DEEPEST_DEFINES = 100  # each takes about ten calls of the checker inside each other

SIGHTS = ("nobody", "owner", "holder", "team", "side", "all")


def words(name: str) -> str:
    return name.replace("_", " ")


def noun(text: str) -> tuple[str, str]:
    """Singular and plural of `"heart|hearts"`; the plural is made where it is not said."""
    one, _, many = text.partition("|")
    if many:
        return one, many
    if re.search(r"(s|x|z|ch|sh)$", one):
        return one, one + "es"
    if re.search(r"[^aeiou]y$", one):
        return one, one[:-1] + "ies"
    return one, one + "s"


def face(owner: str, declared: tree.FaceName) -> m.Face:
    """A face; a title with an article ("a Werewolf|Werewolves") is what it makes of a thing."""
    name = declared.name.text
    title, shows = face_title(declared.title.value if declared.title else words(name))
    return m.Face(f"{owner}.{name}", name, title, noun=noun(shows) if shows else None, span=declared.span)


def kind_noun(name: str) -> str:
    """A noun made from the name of a Kind: `WildBeast` is a Wild Beast."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)


# ------------------------------------------------------------------------------------------------ attributes, zones


def attribute(scope: Scope, member: Attr) -> m.Attribute:
    node = member.node
    low = None if node.low is None else number(scope, node.low, "the least value")
    high = None if node.high is None else number(scope, node.high, "the greatest value")
    default = None
    if node.default is not None:
        default = expect(scope, node.default, member.type, f"`{member.name}`")
    label = node.label.value if node.label is not None else words(member.name)
    unit = noun(node.unit.value) if node.unit is not None else None
    return m.Attribute(
        member.key,
        member.name,
        member.owner,
        member.type,
        low,
        high,
        default,
        label,
        unit,
        member.remembered,
        prose(scope.world, node),
        span=node.span,
    )


def zone(scope: Scope, member: ZoneMember) -> m.Zone:
    node = member.node
    report = scope.report
    content = m.ThingType(member.content)
    sights: list[m.Sight] = []
    for sight in node.sights:
        local = scope.fresh("it", content, sight.span)
        test = None
        if sight.condition is not None:
            test = condition(scope.inner(it=local), sight.condition)[0]
        if sight.who.text not in SIGHTS:
            report.unknown("viewer", sight.who.text, sight.who.span, SIGHTS, f"A zone is seen by {listed(SIGHTS)}.")
            continue
        who = cast("Choice['nobody', 'owner', 'holder', 'team', 'side', 'all']", sight.who.text)
        sights.append(m.Sight(who, test, local, sight.top, span=sight.span))
    holds = None if node.holds is None else number(scope, node.holds, "how many it holds")
    refills = None
    if node.refills is not None:
        refills = expect(scope, node.refills, m.ZoneType(member.content), "what refills it")
    different = None
    if node.different is not None:
        found = scope.world.table(scope.world.kinds_in(member.content)[0]).get(node.different.text)
        if isinstance(found, Attr):
            different = found.key
        else:
            known = [
                n for n, a in scope.world.table(scope.world.kinds_in(member.content)[0]).items() if isinstance(a, Attr)
            ]
            report.unknown(
                f"attribute of {member.content}",
                node.different.text,
                node.different.span,
                known,
                "It has to be an attribute.",
            )
    label = node.label.value if node.label is not None else words(member.name)
    form = node.form or "heap"
    return m.Zone(
        member.key, member.name, member.owner, label, member.content, form, tuple(sights), holds, refills, different,
        prose(scope.world, node), span=node.span,
    )  # fmt: skip


def zone_keys(scope: Scope, names: tuple[tree.Name, ...]) -> tuple[str, ...]:
    """The zones that `works in` names: of the game, or of whatever Kinds have one of that name."""
    world = scope.world
    found: list[str] = []
    for name in names:
        member = world.game_table.get(name.text)
        if isinstance(member, ZoneMember):
            found.append(member.key)
            continue
        keys = [
            z.key
            for k in world.kinds.values()
            for z in k.own.values()
            if isinstance(z, ZoneMember) and z.name == name.text
        ]
        if keys:
            found.extend(keys)
            continue
        known = {n for n, z in world.game_table.items() if isinstance(z, ZoneMember)}
        known |= {z.name for k in world.kinds.values() for z in k.own.values() if isinstance(z, ZoneMember)}
        scope.report.unknown("zone", name.text, name.span, known, f"Declare it: `zone {name.text} of Kind`.")
    return tuple(found)


# ------------------------------------------------------------------------------------------------ defines


def infer_define(world: World, member: DefineMember) -> None:
    """Reads the value of a define, once."""
    if member.value is not None:
        return
    if member.running:
        world.report.error(
            "endless-define",
            f"`{member.name}` is defined by itself",
            member.node.name.span,
            "its value leads back to it",
            help="Take the loop out, or say it with `repeat` in a verb.",
        )
        member.value = types.HOLE
        return
    if world.defines_deep >= DEEPEST_DEFINES:
        if not world.defines_too_deep:
            world.defines_too_deep = True
            world.report.error(
                "nested-too-deep",
                "Defines lead through too many others",
                member.node.name.span,
                f"more than {DEEPEST_DEFINES} defines read each other in a row",
            )
        member.value = types.HOLE
        return
    world.defines_deep += 1
    try:
        _infer(world, member)
    finally:
        world.defines_deep -= 1


def _infer(world: World, member: DefineMember) -> None:
    scope = define_scope(world, member)
    if _is_read(member):
        return  # reading whose text it is has led here already
    member.running = True
    parameters: list[m.Local] = []
    for parameter in member.node.parameters:
        of = world.type_of(parameter.type)
        parameters.append(scope.bind(parameter.name, of, "parameter"))
    member.parameters = tuple(parameters)
    wanted = None
    if member.first is not None:
        wanted = member.first.type if isinstance(member.first, Attr) else _type(world, member.first)
    found = value(scope, member.node.value, wanted)
    if wanted is not None:
        found = fit(scope, found, wanted, member.node.value, f"`{member.name}`")
    if not types.is_hole(found) or member.value is None:
        member.value = found
    member.running = False
    if member.node.phrase is not None:
        slots = [p.name.text for p in member.node.parameters] + (["this"] if member.owner else [])
        phrase(scope, member.node.phrase, slots)


def _is_read(member: DefineMember) -> bool:
    return member.value is not None


def _type(world: World, member: DefineMember) -> m.Type:
    infer_define(world, member)
    return member.value.type if member.value is not None else types.UNKNOWN


def define_scope(world: World, member: DefineMember) -> Scope:
    if not member.owner:
        return nameless_scope(world, "define")
    if member.of_thing:
        return thing_scope(world, member.owner, "define")
    return kind_scope(world, member.owner, "define")


def define(world: World, member: DefineMember) -> m.Define:
    infer_define(world, member)
    node = member.node
    text = node.phrase.value if node.phrase is not None else None
    found = member.value if member.value is not None else types.HOLE
    return m.Define(
        member.key, member.name, member.owner, member.parameters, text, found, prose(world, node), span=node.span
    )


# ------------------------------------------------------------------------------------------------ actions


def action(scope: Scope, node: tree.Action, key: str) -> m.Action:
    """An action; `you` is whoever takes it."""
    inner = scope.inner()
    inner.where = "action"
    if inner.you is None or scope.this is None:
        inner.you = m.ThingType(scope.world.seat_kind)
    actor = None
    if node.actor is not None:
        of = scope.world.type_of(node.actor.type)
        actor = inner.bind(node.actor.name, of, "parameter")
    menus: list[str] = []
    known = scope.world.index.menus
    for menu in node.menus:
        if menu.text in known:
            menus.append(menu.text)
        else:
            scope.report.unknown("menu", menu.text, menu.span, set(known), f'Declare it: `menu {menu.text} "..."`.')
    clauses = sequence(inner, node.clauses)
    _only_clauses(scope, clauses)
    pays = block(inner, node.pays)
    does = block(inner, node.does)
    title = node.title.value if node.title is not None else words(node.name.text)
    return m.Action(
        key, node.name.text, title, tuple(menus), actor, clauses, pays, does, prose(scope.world, node), span=node.span
    )


def _only_clauses(scope: Scope, clauses: m.Block) -> None:
    """Above `does` nothing happens yet: what stands in an `if` there asks, needs or costs."""
    for clause in clauses:
        if not isinstance(clause, m.If):
            continue
        for stands in (*(s for _, inner in clause.branches for s in inner), *clause.otherwise):
            if not isinstance(stands, (m.Choose, m.ChooseOne, m.Needs, m.Cost, m.CostStep, m.Let, m.If, m.TargetsOf)):
                scope.report.error(
                    "wrong-place",
                    "This stands in an `if` above `does`",
                    stands.span,
                    "only choices, `needs`, `cost`, `let` and `targets of` can stand here",
                    help="Nothing happens before `does:` or `pays:`. Move it there, with its `if`.",
                )
        _only_clauses(scope, tuple(x for _, inner in clause.branches for x in inner) + clause.otherwise)


# ------------------------------------------------------------------------------------------------ phrases

_MARKS = re.compile(r"\{([^{}]*)\}|\[([^\[\]]*)\]|[{}\[\]]")


def phrase(scope: Scope, node: tree.Text, slots: list[str]) -> None:
    """Are the slots of a phrase parameters, and is every bracket closed?"""
    for mark in _MARKS.finditer(node.value):
        at = Span(
            node.span.path,
            min(node.span.end, node.span.start + 1 + mark.start()),
            min(node.span.end, node.span.start + 1 + mark.end()),
        )
        if mark.group(1) is not None:
            name = mark.group(1).partition(" ")[0]
            if name not in slots:
                scope.report.unknown(
                    "parameter",
                    name,
                    at,
                    slots,
                    f"A slot names a parameter: {listed(slots)}." if slots else "There are no parameters.",
                )
        elif mark.group(2) is None:
            scope.report.error(
                "wrong-phrase",
                "A bracket in this phrase has no partner",
                at,
                "`{name}` is a slot, `[verb]` a word to be conjugated",
                help="Close it, or take it out.",
            )


def finish(scope: Scope) -> None:
    """Hints about names that nothing used, at the end of a declaration."""
    unused(scope)


__all__ = ["action", "attribute", "define", "finish", "infer_define", "noun", "phrase", "words", "zone"]
