"""Things: what each says of itself, and whether it says all that its Kinds ask for."""

from __future__ import annotations

from ... import model as m
from ...source import Span
from ...syntax import tree
from .. import types
from ..abilities import abilities
from ..conditions import condition
from ..declare import first_words
from ..english import without_colon
from ..event_uses import usable
from ..members import Attr, BuiltinMember, DefineMember, FaceMember, SectionMember, Table, ThingInfo, ZoneMember
from ..names import listed
from ..patterns import pattern
from ..prose import filled, prose
from ..queries import query
from ..scope import Scope
from ..statements import block, when
from ..values import fit, value
from ..world import World
from . import members
from .kinds import section as section_kind
from .scopes import thing_scope


def things(world: World) -> dict[str, m.Thing]:
    return {name: thing(world, info) for name, info in world.things.items()}


_NEED_NOTHING = (m.OptionalType, m.ResourceType, m.SetType, m.BagType)
"""Types that have a value when nothing is said: nothing, none, an empty set."""


class Parts:
    """What is read from the items of a thing or of one of its faces."""

    def __init__(self) -> None:
        self.values: dict[str, m.Value] = {}
        self.contents: dict[str, m.Value] = {}
        self.sections: dict[str, m.SectionBody] = {}
        self.defines: dict[str, m.Define] = {}
        self.actions: list[m.Action] = []
        self.endings: list[m.Ending] = []
        self.faces: list[m.Face] = []
        self.face_contents: list[m.FaceContent] = []
        self.stand_in: bool | tuple[str, ...] = False
        self.works_in: tuple[str, ...] | None = None
        self.works_while: m.Value | None = None
        self.wording: str | None = None
        self.flavour: str | None = None
        self.said: dict[str, Span] = {}
        self.built_for: str | None = None
        self.plural: bool | None = None


def thing(world: World, info: ThingInfo) -> m.Thing:
    node = info.node
    scope = thing_scope(world, info.name)
    parts = Parts()
    if info.faulty:
        return m.Thing(info.name, node.title.value, info.kinds, info.copies, span=node.span)
    table = world.thing_table(info.name)
    _read(scope, info, table, node.items, parts, info.name)
    found_abilities, prohibitions = abilities(scope, node.items, info.name)
    _complete(world, info, table, parts)
    members.finish(scope)
    return m.Thing(
        info.name,
        node.title.value,
        info.kinds,
        info.copies,
        parts.values,
        parts.contents,
        tuple(parts.faces),
        tuple(parts.face_contents),
        parts.sections,
        parts.works_in,
        parts.works_while,
        parts.defines,
        found_abilities,
        prohibitions,
        tuple(parts.actions),
        tuple(parts.endings),
        parts.wording,
        parts.flavour,
        parts.stand_in,
        info.declared.belongs_to,
        False,
        prose(world, node),
        parts.built_for,
        parts.plural,
        span=node.span,
    )


def _read(
    scope: Scope, info: ThingInfo, table: Table, items: tuple[tree.ThingItem, ...], parts: Parts, owner: str
) -> None:
    world = scope.world
    for item in items:
        match item:
            case tree.Property():
                _property(scope, info, table, item, parts)
            case tree.Section():
                _section(scope, info, table, item, parts)
            case tree.Faces(faces=faces):
                parts.faces += [members.face(info.name, face) for face in faces]
            case tree.FaceBody():
                _face(scope, info, table, item, parts)
            case tree.Works(zones=names, condition=test):
                if test is not None:
                    parts.works_while = condition(scope, test)[0]
                else:
                    parts.works_in = (*(parts.works_in or ()), *members.zone_keys(scope, names))
            case tree.Override(text=text):
                parts.wording = text.value
            case tree.Flavour(text=text):
                parts.flavour = text.value
            case tree.Ending():
                parts.endings.append(ending(scope, item))
            case tree.Define(name=name):
                member = info.own.get(name.text)
                if isinstance(member, DefineMember) and member.node is item:
                    parts.defines[member.key] = members.define(world, member)
                elif owner != info.name:
                    _face_define(scope, info, table, item, parts)
            case tree.Action(name=name):
                parts.actions.append(members.action(scope, item, f"{owner}.{name.text}"))
            case _:
                pass


def ending(scope: Scope, node: tree.Ending) -> m.Ending:
    inner = scope.inner()
    test: m.Value | m.Query
    if isinstance(node.condition, tree.Query):
        found, inner = query(inner, node.condition)
        test = found if found is not None else types.HOLE
    else:
        test = condition(inner, node.condition)[0]
    who = None
    if node.who is not None:
        who = value(inner, node.who)
    written = node.title
    title = filled(scope.world, written.value, written.span) if written is not None else members.words(node.name.text)
    return m.Ending(node.name.text, title, node.result, who, test, prose(scope.world, node), span=node.span)


# ------------------------------------------------------------------------------------------------ properties


def _property(scope: Scope, info: ThingInfo, table: Table, item: tree.Property, parts: Parts) -> None:
    world = scope.world
    name = item.name.text
    if name == "stand_in":
        parts.stand_in = _stand_in(scope, table, info, item)
        return
    if name == "built_for":
        parts.built_for = _built_for(scope, info, item)
        return
    if name == "plural" and name not in table:
        parts.plural = _plural(scope, item)
        return
    if name in parts.said:
        world.report.error(
            "duplicate-declaration",
            f"`{name}` is said twice",
            item.name.span,
            "said again",
            other=((parts.said[name], "said here first"),),
            help="Take one of them out.",
        )
        return
    parts.said[name] = item.name.span
    member = table.get(name)
    match member:
        case Attr(key=key, type=of):
            found = property_value(scope, item, of)
            if not types.is_hole(found):
                _in_range(scope, member, found, item)
                parts.values[key] = found
        case DefineMember(first=Attr() as first):
            found = property_value(scope, item, first.type)
            if not types.is_hole(found):
                parts.values[first.key] = found
        case DefineMember():
            world.report.error(
                "wrong-type",
                f"`{name}` is a define, not an attribute",
                item.name.span,
                "it follows from other values",
                help=f"Write `define {name}: ...` to replace it for this thing.",
                other=((member.node.name.span, "declared here"),),
            )
        case ZoneMember(key=key, content=content):
            found = property_value(scope, item, m.SetType(m.ThingType(content)))
            if not types.is_hole(found):
                parts.contents[key] = found
        case BuiltinMember(name=key, attribute=attribute) if attribute.settable:
            found = property_value(scope, item, world.builtin_type(attribute.type))
            if not types.is_hole(found):
                parts.values[key] = found
        case FaceMember(key=key):
            parts.values["side"] = m.EnumConstant("face", key, types.FACE, span=item.span)
        case SectionMember():
            world.report.error(
                "wrong-type",
                f"`{name}` is a section, and a section is a block",
                item.span,
                "expected an indented block",
                help=f"Write `{name}:` and its statements in the lines below, indented.",
            )
        case _:
            known = [
                n
                for n, a in table.items()
                if isinstance(a, (Attr, ZoneMember, SectionMember))
                or (isinstance(a, BuiltinMember) and a.attribute.settable)
            ]
            kind = info.kinds[0]
            other = without_colon(name)
            if other is not None:
                world.report.error(
                    "unknown-name", f"{kind} has no attribute `{name}`", item.name.span, "no attribute", help=other
                )
                return
            world.report.unknown(
                f"attribute of {kind}",
                name,
                item.name.span,
                [*known, "stand_in", "built_for", "plural"],
                f"{kind} has {listed(known)}." if known else f"Declare it in the Kind {kind}: `{name}: Number`.",
            )


def property_value(scope: Scope, item: tree.Property, of: m.Type) -> m.Value:
    """The values of a property as one value of a type: several make a set or bag."""
    inner = types.strip(of)
    what = f"`{item.name.text}`"
    if isinstance(inner, (m.SetType, m.BagType, m.GridType)):
        if len(item.values) == 1:
            return fit(scope, value(scope, item.values[0], of), of, item.values[0], what)
        items: list[m.Value] = []
        for node in item.values:
            found = value(scope, node, inner.of)
            one = types.member_of(found.type) if not isinstance(found.type, m.ZoneType) else None
            if one is None or not scope.world.fits(one, inner.of):
                found = fit(scope, found, inner.of, node, what)
            if types.is_hole(found):
                return types.HOLE
            items.append(found)
        return m.Listing(tuple(items), inner, span=item.span)
    first, *more = item.values
    if more:
        scope.report.error(
            "wrong-type",
            f"{what} has one value",
            more[0].span,
            f"expected {types.describe(of)}",
            help="If it can have several, declare it as a set: `Kind set`.",
        )
        return types.HOLE
    return fit(scope, value(scope, first, of), of, first, what)


def _stand_in(scope: Scope, table: Table, info: ThingInfo, item: tree.Property) -> bool | tuple[str, ...]:
    names: list[str] = []
    for node in item.values:
        match node:
            case tree.Truth(value=truth):
                return truth
            case tree.Word(text):
                own = {i.name.text for i in info.node.items if isinstance(i, (tree.Action, tree.Section))}
                if text not in table and text not in own and text not in ("title", "copies", "text", "flavour"):
                    scope.report.unknown(
                        "field of this thing",
                        text,
                        node.span,
                        {*table, *own},
                        "Name what is invented: an attribute, section or action.",
                    )
                names.append(text)
            case _:
                scope.report.error(
                    "wrong-type", "`stand_in` is yes, or names what is invented", node.span, "expected names"
                )
    return tuple(names)


def _plural(scope: Scope, item: tree.Property) -> bool | None:
    match item.values:
        case (tree.Truth(value=truth),):
            return truth
        case _:
            scope.report.error(
                "wrong-type", "`plural` is yes or no: does the title name several?", item.span, "expected yes or no"
            )
            return None


def _built_for(scope: Scope, info: ThingInfo, item: tree.Property) -> str | None:
    world = scope.world
    asked = item.values[0]
    build = world.index.builds.get(asked.text) if isinstance(asked, tree.Word) else None
    if build is None or len(item.values) > 1:
        known = set(world.index.builds)
        if isinstance(asked, tree.Word) and build is None:
            scope.report.unknown("build", asked.text, asked.span, known, "Declare it with `build`.")
        else:
            scope.report.error("wrong-type", "`built_for` names one build", item.span, "expected the name of a build")
        return None
    of = world.type_of(build.parameter.type)
    if not world.fits(m.ThingType(info.kinds[0]), of):
        scope.report.error("wrong-type", f"`{build.name.text}` is no build for this", asked.span, types.describe(of))
        return None
    return build.name.text


def _in_range(scope: Scope, member: Attr, found: m.Value, item: tree.Property) -> None:
    node = member.node
    if not isinstance(found, m.Literal) or not isinstance(found.value, int) or isinstance(found.value, bool):
        return
    low = node.low.value if isinstance(node.low, tree.Number) else None
    high = node.high.value if isinstance(node.high, tree.Number) else None
    too_low = low is not None and found.value < low
    too_high = high is not None and isinstance(node.high, tree.Number) and found.value > high
    if too_low or too_high:
        bounds = f"from {low if low is not None else 0} to {high if high is not None else 'infinite'}"
        scope.report.error(
            "value-out-of-range",
            f"`{member.name}` cannot be {found.value}",
            found.span,
            f"{found.value} is {'less' if too_low else 'more'} than is allowed",
            other=((node.span, bounds),),
            help=f"Write a number {bounds}, or change the range.",
        )


# ------------------------------------------------------------------------------------------------ sections and faces


def _section(scope: Scope, info: ThingInfo, table: Table, item: tree.Section, parts: Parts) -> None:
    world = scope.world
    name = item.name.text
    member = table.get(name)
    if not isinstance(member, SectionMember):
        known = [n for n, s in table.items() if isinstance(s, SectionMember)]
        world.report.unknown(
            f"section of {info.kinds[0]}",
            name,
            item.name.span,
            known,
            f"It has {listed(known)}." if known else f'Declare it in the Kind {info.kinds[0]}: `section {name} "..."`.',
        )
        return
    if member.key in parts.sections:
        world.report.error(
            "duplicate-declaration",
            f"`{name}` is written twice",
            item.name.span,
            "written again",
            other=((parts.said[name], "written here first"),),
            help="Join the two.",
        )
        return
    parts.said[name] = item.name.span
    inner = scope.inner()
    parameter = None
    if member.node.parameter is not None:
        of = world.type_of(member.node.parameter.type)
        parameter = inner.bind(member.node.parameter.name, of, "parameter")
    if member.node.whose is not None:
        asked = tree.SectionDeclaration(member.node.name, member.node.parameter, member.node.whose, None, None)
        you = section_kind(world, scope, member.owner, asked).you
        if you is not None and isinstance(types.strip(you.type), m.ThingType):
            inner.you = types.strip(you.type)
    found = None
    if item.pattern is not None:
        inner.timing = item.timing
        found = pattern(inner, item.pattern)
        if found is None or (item.timing is not None and not usable(inner, found, item.timing, played=True)):
            return
    sound, test = when(inner, item.when)
    body = block(inner, item.block)
    if sound:
        parts.sections[member.key] = m.SectionBody(
            member.key, item.timing, found, test, body, parameter, span=item.span
        )


_NOT_OF_FACES: dict[type, str] = {
    tree.Remembers: "What a thing remembers",
    tree.Ending: "An ending",
    tree.Table: "A table",
    tree.Faces: "A list of faces",
    tree.FaceBody: "A face",
    tree.Works: "Where a thing works",
    tree.Flavour: "A flavour text",
}
"""Lines of things that say nothing on a face."""


def _face(scope: Scope, info: ThingInfo, table: Table, item: tree.FaceBody, parts: Parts) -> None:
    member = table.get(item.name.text)
    if not isinstance(member, FaceMember):
        known = [n for n, f in table.items() if isinstance(f, FaceMember)]
        scope.report.unknown(
            f"face of {info.kinds[0]}", item.name.text, item.name.span, known, f"It has {listed(known)}."
        )
        return
    kinds = tuple(k.text for k in item.kinds if k.text in scope.world.kinds)
    title = item.title.value if item.title is not None else member.title
    if member.key == f"{info.name}.{item.name.text}" and all(f.key != member.key for f in parts.faces):
        parts.faces.append(m.Face(member.key, member.name, title, kinds, span=item.span))
    for line in item.items:
        if isinstance(line, tuple(_NOT_OF_FACES)):
            what = _NOT_OF_FACES[type(line)]
            scope.report.error(
                "wrong-place",
                f"{what} stands on no face",
                line.span,
                "this belongs to the whole thing",
                help="Write it among the lines of the thing itself. A face says values, defines, sections, actions, "
                "abilities and its text.",
            )
    inner = Parts()
    face_scope = scope.inner()
    _read(face_scope, info, table, item.items, inner, f"{info.name}.{item.name.text}")
    found, prohibitions = abilities(face_scope, item.items, f"{info.name}.{item.name.text}")
    parts.said.update(inner.said)
    parts.face_contents.append(
        m.FaceContent(
            member.key,
            title,
            kinds,
            inner.values,
            inner.sections,
            inner.defines,
            found,
            prohibitions,
            tuple(inner.actions),
            inner.wording,
            span=item.span,
        )
    )


def _face_define(scope: Scope, info: ThingInfo, table: Table, item: tree.Define, parts: Parts) -> None:
    """What a face says of a value that the thing or its Kind defines."""
    known = table.get(item.name.text)
    if not isinstance(known, Attr | DefineMember):
        scope.report.error(
            "wrong-place",
            f"`{item.name.text}` stands on a face only",
            item.name.span,
            "no Kind of the thing has a value of this name",
            help="Define it on the Kind as well: what it is while other faces are up.",
        )
        return
    first = known.first if isinstance(known, DefineMember) and known.first is not None else known
    member = DefineMember(first.key, item.name.text, info.name, item, True, first=first)
    parts.defines[first.key] = members.define(scope.world, member)


# ------------------------------------------------------------------------------------------------ what is missing


def _complete(world: World, info: ThingInfo, table: Table, parts: Parts) -> None:
    """Every attribute without a default has to be said."""
    missing: list[Attr] = []
    given = {*parts.values, *(k for f in parts.face_contents for k in f.values)}
    defaulted = _kind_defaults(world, info)
    for member in table.values():
        if not isinstance(member, Attr) or member.remembered:
            continue
        if member.node.default is not None or isinstance(member.type, _NEED_NOTHING) or types.unknown(member.type):
            continue
        if member.key in given or member.name in defaulted or member.name in parts.said:
            continue
        missing.append(member)
    if not missing:
        return
    node = info.node
    span = node.span if info.declared.of_row else node.name.span
    names = listed([a.name for a in missing])
    first = missing[0]
    how = f"Fill the column `{first.name}`" if info.declared.of_row else f"Write `{first.name}: ...`"
    help = f"{how} ({types.describe(first.type)}), or give it a default in the Kind {first.owner}."
    world.report.error(
        "missing-value",
        f"`{info.name}` does not say its {names}",
        first_words(span, 200) if info.declared.of_row else span,
        f"{types.article(info.kinds[0])} needs {names}",
        other=tuple((a.node.name.span, "declared here, without a default") for a in missing[:3]),
        help=help,
    )


def _kind_defaults(world: World, info: ThingInfo) -> set[str]:
    found: set[str] = set()
    for kind in world.all_kinds(info):
        node = world.kinds[kind].node
        for item in node.items if node is not None else ():
            if isinstance(item, tree.Default):
                found.add(item.name.text)
    return found
