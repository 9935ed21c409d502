"""Kinds and groups."""

from __future__ import annotations

from ... import model as m
from ... import vocabulary
from ...syntax import tree
from .. import types
from ..abilities import abilities
from ..conditions import condition
from ..members import Attr, DefineMember, KindInfo, ZoneMember
from ..names import listed
from ..prose import prose
from ..queries import query
from ..scope import Scope
from ..statements import block
from ..values import expect, value
from ..world import World
from . import members
from .scopes import game_scope, kind_scope, you_value


def kinds(world: World) -> dict[str, m.Kind]:
    return {name: kind(world, info) for name, info in world.kinds.items()}


def kind(world: World, info: KindInfo) -> m.Kind:
    node = info.node
    if node is None:
        built_in = vocabulary.KINDS[info.name]
        return m.Kind(
            info.name, built_in.noun, tuple(info.parents), info.ancestors, doc=built_in.sentence, built_in=True
        )
    scope = kind_scope(world, info.name)
    attributes: dict[str, m.Attribute] = {}
    zones: dict[str, m.Zone] = {}
    defines: dict[str, m.Define] = {}
    defaults: dict[str, m.Value] = {}
    faces: list[m.Face] = []
    sections: dict[str, m.SectionKind] = {}
    parts: dict[str, str] = {}
    actions: list[m.Action] = []
    works_in: tuple[str, ...] | None = None
    works_while: m.Value | None = None
    stands_at: tuple[m.Value, m.Value | None] | None = None
    you: m.Value | None = None
    for item in node.items:
        match item:
            case tree.Attribute(name=name):
                member = info.own.get(name.text)
                if isinstance(member, Attr) and member.node is item:
                    attributes[member.key] = members.attribute(scope, member)
            case tree.Default():
                _default(scope, info, item, defaults)
            case tree.Zone(name=name):
                member = info.own.get(name.text)
                if isinstance(member, ZoneMember) and member.node is item:
                    zones[member.key] = members.zone(scope, member)
            case tree.Faces(faces=named):
                faces += [members.face(info.name, face) for face in named]
            case tree.SectionDeclaration(name=name):
                section_ = section(world, scope, info.name, item)
                sections[section_.key] = section_
            case tree.Works(zones=names, condition=test):
                if test is not None:
                    found = condition(scope, test)[0]
                    works_while = (
                        found if works_while is None else m.Logic("and", works_while, found, m.TRUTH, span=item.span)
                    )
                else:
                    works_in = (*(works_in or ()), *members.zone_keys(scope, names))
            case tree.StandsAt(place=place, condition=test):
                where = _place(scope, place)
                stands_at = (where, None if test is None else condition(scope, test)[0])
            case tree.YouIs():
                you = you_value(world, info.name, item)
            case tree.Part(name=name, kind=of):
                parts[f"{info.name}.{name.text}"] = of.text
            case tree.Define(name=name):
                member = info.own.get(name.text)
                if isinstance(member, DefineMember) and member.node is item:
                    defines[member.key] = members.define(world, member)
            case tree.Action(name=name):
                actions.append(members.action(scope, item, f"{info.name}.{name.text}"))
            case _:
                pass
    found_abilities, prohibitions = abilities(scope, node.items, info.name)
    members.finish(scope)
    return m.Kind(
        info.name,
        _noun(world, info),
        tuple(info.parents),
        info.ancestors,
        attributes,
        defaults,
        zones,
        tuple(faces),
        sections,
        works_in,
        works_while,
        stands_at,
        you,
        parts,
        defines,
        found_abilities,
        prohibitions,
        tuple(actions),
        prose(world, node),
        span=node.span,
    )


def _noun(world: World, info: KindInfo) -> tuple[str, str]:
    assert info.node is not None
    return (
        members.noun(info.node.noun.value) if info.node.noun is not None else members.noun(members.kind_noun(info.name))
    )


def _default(scope: Scope, info: KindInfo, item: tree.Default, defaults: dict[str, m.Value]) -> None:
    world = scope.world
    inherited: dict[str, Attr] = {}
    for ancestor in reversed(info.ancestors[1:]):
        inherited.update({n: a for n, a in world.table(ancestor).items() if isinstance(a, Attr)})
    name = item.name.text
    if name in inherited:
        defaults[inherited[name].key] = expect(scope, item.value, inherited[name].type, f"`{name}`")
        return
    member = world.table(info.name).get(name)
    if isinstance(member, DefineMember):
        world.report.error(
            "wrong-type",
            f"`{name}` is a define",
            item.name.span,
            "only attributes have values",
            help=f"Write `define {name}: ...`.",
        )
        return
    known = sorted(inherited)
    world.report.unknown(
        f"inherited attribute of {info.name}", name, item.name.span, known,
        f"It inherits {listed(known)}." if known else f"To declare one, write its type: `{name}: Kind = ...`.",
    )  # fmt: skip


def _place(scope: Scope, node: tree.Expression) -> m.Value:
    found = value(scope, node)
    of = types.member_of(found.type) or types.strip(found.type)
    if not types.is_hole(found) and not isinstance(of, m.ThingType):
        scope.report.error(
            "wrong-type",
            "`stands at` needs a place or a set of places",
            node.span,
            f"this is {types.describe(found.type)}",
        )
    return found


def section(world: World, scope: Scope, owner: str, item: tree.SectionDeclaration) -> m.SectionKind:
    inner = scope.inner()
    parameter = None
    if item.parameter is not None:
        parameter = inner.bind(item.parameter.name, world.type_of(item.parameter.type), "parameter")
    you = None
    if item.whose is not None:
        you = value(inner, item.whose)
        of = types.strip(you.type)
        if isinstance(of, m.ThingType):
            inner.you = of
    title = item.title.value if item.title is not None else members.words(item.name.text)
    body = None if item.block is None else block(inner, item.block)
    return m.SectionKind(
        f"{owner}.{item.name.text}", item.name.text, title, parameter, you, body, prose(world, item), span=item.span
    )


# ------------------------------------------------------------------------------------------------ groups


def groups(world: World) -> dict[str, m.Group]:
    found: dict[str, m.Group] = {}
    for name, node in world.index.groups.items():
        scope = game_scope(world, "group")
        scope.you = None
        queries = []
        for each in node.members:
            if world.is_kind(each.kind.text):
                one, _ = query(scope, each)
                if one is not None:
                    queries.append(one)
        noun = members.noun(node.noun.value) if node.noun is not None else members.noun(members.kind_noun(name))
        found[name] = m.Group(name, noun, tuple(queries), world.group_kinds[name], prose(world, node), span=node.span)
    return found
