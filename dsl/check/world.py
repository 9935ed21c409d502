"""Second pass: the shape of the game. Kinds with their ancestors, and what belongs to each Kind and thing, by name.

Types are known here, values are not: they are read by the passes that follow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from attrs import define, field, frozen

from .. import model as m
from .. import vocabulary
from ..source import NOWHERE, Span
from ..syntax import tree
from . import types
from .declare import Index, duplicate
from .report import Report
from .tables import Declared, expand

# ------------------------------------------------------------------------------------------------ members


@define(eq=False)
class Attr:
    key: str
    name: str
    owner: str
    type: m.Type
    node: tree.Attribute
    remembered: bool = False
    kept: bool = False


@define(eq=False)
class ZoneMember:
    key: str
    name: str
    owner: str
    content: str
    node: tree.Zone


@define(eq=False)
class FaceMember:
    key: str
    name: str
    title: str
    node: tree.FaceName


@define(eq=False)
class SectionMember:
    key: str
    name: str
    owner: str
    node: tree.SectionDeclaration


@define(eq=False)
class PartMember:
    key: str
    name: str
    kind: str
    node: tree.Part


@define(eq=False)
class DefineMember:
    """`owner` is "" for the game, a Kind or a thing. `key` is that of the first declaration, which may be an attribute."""

    key: str
    name: str
    owner: str
    node: tree.Define
    of_thing: bool = False
    parameters: tuple[m.Local, ...] = ()
    value: m.Value | None = None
    running: bool = False
    first: DefineMember | Attr | None = None


@define(eq=False)
class BuiltinMember:
    name: str
    attribute: vocabulary.BuiltinAttribute


Member: TypeAlias = Attr | ZoneMember | FaceMember | SectionMember | PartMember | DefineMember | BuiltinMember
Table: TypeAlias = dict[str, Member]


@define(eq=False)
class KindInfo:
    name: str
    parents: tuple[str, ...]
    node: tree.Kind | None
    ancestors: tuple[str, ...] = ()
    own: Table = field(factory=dict)
    built_in: bool = False


@define(eq=False)
class ThingInfo:
    name: str
    kinds: tuple[str, ...]
    copies: int
    node: tree.Thing
    declared: Declared
    own: Table = field(factory=dict)
    face_kinds: tuple[str, ...] = ()
    faulty: bool = False  # one of its Kinds is unknown, so nothing is known of it


@frozen
class Candidate:
    """Something that a bare name may mean: its sort, and the Kind by which `Kind.name` settles it."""

    sort: str
    owner: str
    span: Span = NOWHERE


# ------------------------------------------------------------------------------------------------ the world


@define(eq=False)
class World:
    index: Index
    report: Report
    kinds: dict[str, KindInfo] = field(factory=dict)
    group_kinds: dict[str, tuple[str, ...]] = field(factory=dict)
    things: dict[str, ThingInfo] = field(factory=dict)
    game_table: Table = field(factory=dict)
    names: dict[str, list[Candidate]] = field(factory=dict)
    steps: dict[str, Span] = field(factory=dict)
    seat_kind: str = "Seat"
    place_kind: str = "Place"
    has_turns: bool = False
    written: set[str] = field(factory=set)
    infer_define: Callable[[DefineMember], None] | None = None
    _tables: dict[str, Table] = field(factory=dict)
    _thing_tables: dict[str, Table] = field(factory=dict)
    _overlaps: dict[tuple[str, str], bool] = field(factory=dict)
    _below: dict[str, tuple[str, ...]] = field(factory=dict)

    # -------------------------------------------------------------------------------------------- Kinds

    def is_kind(self, name: str) -> bool:
        return name in self.kinds or name in self.group_kinds

    def kinds_in(self, name: str) -> tuple[str, ...]:
        """The Kinds that a name of a Kind or group stands for."""
        return self.group_kinds.get(name) or (name,)

    def is_a(self, kind: str, ancestor: str) -> bool:
        """Is every thing of the Kind (or group) one of the other?"""
        if kind == ancestor or ancestor == "Thing":
            return True
        wanted = self.kinds_in(ancestor)
        if ancestor in self.group_kinds and kind not in self.group_kinds and not self._plain_group(ancestor):
            return False
        return all(any(w in self.kinds[k].ancestors for w in wanted) for k in self.kinds_in(kind) if k in self.kinds)

    def _plain_group(self, name: str) -> bool:
        return all(q.where is None and not q.traits and not q.near for q in self.index.groups[name].members)

    def overlap(self, a: str, b: str) -> bool:
        """Can a thing be both?"""
        key = (a, b)
        known = self._overlaps.get(key)
        if known is None:
            known = self._overlaps[key] = self._overlap(a, b)
        return known

    def _overlap(self, a: str, b: str) -> bool:
        for x in self.kinds_in(a):
            for y in self.kinds_in(b):
                if x not in self.kinds or y not in self.kinds:
                    return True
                if x in self.kinds[y].ancestors or y in self.kinds[x].ancestors:
                    return True
        for kind in self.kinds.values():
            if self._is_both(kind.ancestors, a, b):
                return True
        return any(self._is_both(self.all_kinds(thing), a, b) for thing in self.things.values())

    def _is_both(self, kinds: tuple[str, ...], a: str, b: str) -> bool:
        return any(k in kinds for k in self.kinds_in(a)) and any(k in kinds for k in self.kinds_in(b))

    def all_kinds(self, thing: ThingInfo) -> tuple[str, ...]:
        found: dict[str, None] = {}
        for kind in (*thing.kinds, *thing.face_kinds):
            if kind in self.kinds:
                found.update(dict.fromkeys(self.kinds[kind].ancestors))
        return tuple(found)

    def below(self, kind: str) -> tuple[str, ...]:
        """The declared Kinds that have this one as an ancestor, without itself."""
        known = self._below.get(kind)
        if known is None:
            known = tuple(k.name for k in self.kinds.values() if kind in k.ancestors and k.name != kind)
            self._below[kind] = known
        return known

    # -------------------------------------------------------------------------------------------- members

    def table(self, kind: str) -> Table:
        """What things of a Kind have, by name; what is lower down replaces what is higher up."""
        known = self._tables.get(kind)
        if known is not None:
            return known
        table: Table = {}
        if kind in self.kinds:
            for ancestor in reversed(self.kinds[kind].ancestors):
                layer(table, self.kinds[ancestor].own)
        self._tables[kind] = table
        return table

    def thing_table(self, name: str) -> Table:
        known = self._thing_tables.get(name)
        if known is not None:
            return known
        thing = self.things[name]
        table: Table = {}
        for kind in reversed((*thing.kinds, *thing.face_kinds)):
            layer(table, self.table(kind))
        layer(table, thing.own)
        self._thing_tables[name] = table
        return table

    # -------------------------------------------------------------------------------------------- types

    def type_of(self, name: tree.TypeName) -> m.Type:
        inner = self.kind_type(name.kind)
        match name.form:
            case "one":
                return inner
            case "optional":
                return m.OptionalType(inner)
            case "set":
                return m.SetType(inner)
            case "bag":
                return m.BagType(inner)
            case "grid":
                return m.GridType(inner)

    def kind_type(self, name: tree.Name) -> m.Type:
        text = name.text
        match text:
            case "Number":
                return m.NUMBER
            case "Truth":
                return m.TRUTH
            case "Text":
                return m.TEXT
            case "Zone":
                return m.ZoneType("Thing")
        if text in self.index.enums:
            return m.EnumType(text)
        if text in self.index.resources:
            return m.ResourceType(text)
        if self.is_kind(text):
            return m.ThingType(text)
        self.unknown_kind(name)
        return types.UNKNOWN

    def content_kind(self, name: tree.Name) -> str:
        """The Kind of what a zone or query holds; reports a name that is none."""
        if self.is_kind(name.text):
            return name.text
        if name.text in self.index.enums or name.text in self.index.resources:
            what = "an enum" if name.text in self.index.enums else "a resource"
            self.report.error(
                "wrong-type", f"`{name.text}` is {what}, not a Kind of things", name.span, "expected a Kind of things"
            )
        else:
            self.unknown_kind(name)
        return "Thing"

    def unknown_kind(self, name: tree.Name) -> None:
        known = {*self.kinds, *self.group_kinds, *self.index.enums, *self.index.resources, *vocabulary.KINDS}
        self.report.unknown(
            "Kind", name.text, name.span, known, f"Declare it with `kind {name.text}`, or use a Kind that is declared."
        )

    def builtin_type(self, text: str) -> m.Type:
        """A type of the vocabulary."""
        if text.endswith("?"):
            return m.OptionalType(self.builtin_type(text[:-1]))
        if text.startswith("set "):
            return m.SetType(self.builtin_type(text[4:]))
        match text:
            case "Number":
                return m.NUMBER
            case "Truth":
                return m.TRUTH
            case "Text":
                return m.TEXT
            case "Zone":
                return m.ZoneType("Thing")
            case "Place":
                return m.ThingType(self.place_kind)
            case "seated":
                return m.ThingType(self.seat_kind)
            case "name":
                return types.NAME
            case "face":
                return types.FACE
            case "any" | "same" | "member":
                return types.UNKNOWN
            case _:
                return m.ThingType(text)

    def fits(self, actual: m.Type, wanted: m.Type) -> bool:
        """May a value of one type stand where the other is wanted? Lenient about `?` and about lower Kinds."""
        if types.unknown(actual) or types.unknown(wanted):
            return True
        if isinstance(wanted, m.OptionalType):
            return isinstance(actual, m.NothingType) or self.fits(types.strip(actual), wanted.of)
        if isinstance(actual, m.OptionalType):
            return self.fits(actual.of, wanted)
        match actual, wanted:
            case ((m.NumberType() | m.ResourceType()), (m.NumberType() | m.ResourceType())):
                return (
                    not (isinstance(actual, m.ResourceType) and isinstance(wanted, m.ResourceType)) or actual == wanted
                )
            case m.ThingType(a), m.ThingType(b):
                return self.overlap(a, b)
            case m.ZoneType(a), m.ZoneType(b):
                return self.overlap(a, b)
            case m.ZoneType(a), m.SetType(of):
                return self.fits(m.ThingType(a), of)
            case m.SetType(a), (m.SetType(b) | m.BagType(b) | m.GridType(b)):
                return isinstance(a, m.NothingType) or self.fits(
                    types.member_of(a) or a if isinstance(wanted, m.GridType) else a, b
                )
            case m.BagType(a), m.BagType(b):
                return self.fits(a, b)
            case m.GridType(a), (m.GridType(b) | m.SetType(b)):
                return self.fits(a, b)
            case _:
                return actual == wanted

    def join(self, a: m.Type, b: m.Type) -> m.Type | None:
        """The type of something that has one of two types; None if they have nothing in common."""
        if types.unknown(a):
            return b
        if types.unknown(b) or a == b:
            return a
        if types.is_nothing(a):
            return types.optional(b)
        if types.is_nothing(b):
            return types.optional(a)
        if isinstance(a, m.OptionalType) or isinstance(b, m.OptionalType):
            inner = self.join(types.strip(a), types.strip(b))
            return None if inner is None else types.optional(inner)
        match a, b:
            case m.ThingType(x), m.ThingType(y):
                return m.ThingType(self.common(x, y))
            case m.ZoneType(x), m.ZoneType(y):
                return m.ZoneType(self.common(x, y))
            case m.SetType(x), m.SetType(y):
                of = self.join(x, y) if not isinstance(x, m.NothingType) else y
                of = x if isinstance(y, m.NothingType) else of
                return None if of is None else m.SetType(of)
            case m.SetType(x), m.ZoneType(y):
                of = self.join(x, m.ThingType(y))
                return None if of is None else m.SetType(of)
            case m.ZoneType(x), m.SetType(y):
                of = self.join(m.ThingType(x), y)
                return None if of is None else m.SetType(of)
            case ((m.NumberType() | m.ResourceType()), (m.NumberType() | m.ResourceType())):
                return m.NUMBER
            case _:
                return None

    def common(self, a: str, b: str) -> str:
        """The nearest Kind that has both."""
        if self.is_a(a, b):
            return b
        if self.is_a(b, a):
            return a
        first = self.kinds_in(a)[0]
        for ancestor in self.kinds[first].ancestors if first in self.kinds else ():
            if self.is_a(a, ancestor) and self.is_a(b, ancestor):
                return ancestor
        return "Thing"


def layer(table: Table, own: Table) -> None:
    """Lays members over those of higher Kinds. A define takes the key of what it replaces."""
    for name, member in own.items():
        before = table.get(name)
        if isinstance(member, DefineMember) and isinstance(before, (DefineMember, Attr)):
            if member.first is None:
                member.first = before if isinstance(before, Attr) else before.first or before
                member.key = before.key
        table[name] = member


# ------------------------------------------------------------------------------------------------ building it


def build_world(index: Index, report: Report) -> World:
    world = World(index, report)
    _kinds(world)
    _groups(world)
    if index.game is not None and index.game.seats is not None:
        seat_kind = index.game.seats.kind
        if seat_kind.text in world.kinds:
            world.seat_kind = seat_kind.text
        else:
            world.unknown_kind(seat_kind)
    boards = {board.kind.text for board in index.boards if board.kind.text in world.kinds}
    if len(boards) == 1:
        world.place_kind = boards.pop()
    else:
        places = [k.name for k in world.kinds.values() if "Place" in k.ancestors and not k.built_in]
        if len(places) == 1:
            world.place_kind = places[0]
    for kind in world.kinds.values():
        if kind.node is not None:
            _members(world, kind.own, kind.name, kind.node.items, False)
    for declared in expand(index, report).values():
        _thing(world, declared)
    _game_members(world)
    _steps(world)
    _names(world)
    return world


def _kinds(world: World) -> None:
    report = world.report
    for built_in in vocabulary.KINDS.values():
        if built_in.name in ("Zone", "Number", "Truth", "Text"):
            continue
        parents = (built_in.parent,) if built_in.parent else ()
        info = KindInfo(built_in.name, parents, None, built_in=True)
        world.kinds[built_in.name] = info
    for attribute in vocabulary.ATTRIBUTES.values():
        world.kinds[attribute.kind].own[attribute.name] = BuiltinMember(attribute.name, attribute)
    for node in world.index.kinds.values():
        world.kinds[node.name.text] = KindInfo(node.name.text, (), node)
    for node in world.index.kinds.values():
        parents_: list[str] = []
        for parent in node.parents:
            if parent.text in world.kinds:
                parents_.append(parent.text)
            elif parent.text in world.index.groups:
                report.error(
                    "wrong-type",
                    f"`{parent.text}` is a group, and a Kind cannot be below a group",
                    parent.span,
                    "expected a Kind",
                    other=((world.index.groups[parent.text].name.span, "declared as a group here"),),
                )
            else:
                world.unknown_kind(parent)
        world.kinds[node.name.text].parents = tuple(parents_) or ("Thing",)
    order: dict[str, tuple[str, ...]] = {}

    def climb(name: str, below: tuple[str, ...]) -> tuple[str, ...]:
        if name in order:
            return order[name]
        info = world.kinds[name]
        if name in below:
            assert info.node is not None
            report.error(
                "endless-kind", f"`{name}` is its own ancestor", info.node.name.span, "its parents lead back to it"
            )
            return (name,)
        found: dict[str, None] = {name: None}
        for parent in info.parents:
            found.update(dict.fromkeys(climb(parent, (*below, name))))
        declared = [k for k in found if not world.kinds[k].built_in]
        built_in = [k for k in found if world.kinds[k].built_in and k != "Thing"]
        order[name] = (*declared, *built_in, "Thing")
        return order[name]

    for name, info in world.kinds.items():
        info.ancestors = climb(name, ())


def _groups(world: World) -> None:
    groups = world.index.groups
    for name in groups:
        world.group_kinds[name] = ()

    def kinds(name: str, below: tuple[str, ...]) -> tuple[str, ...]:
        found: dict[str, None] = {}
        for query in groups[name].members:
            kind = query.kind.text
            if kind in groups:
                if kind in below:
                    world.report.error(
                        "endless-kind", f"`{kind}` is a member of itself", query.kind.span, "leads back to the group"
                    )
                else:
                    found.update(dict.fromkeys(kinds(kind, (*below, name, kind))))
            elif kind in world.kinds:
                found[kind] = None
            else:
                world.unknown_kind(query.kind)
        return tuple(found)

    for name in groups:
        world.group_kinds[name] = kinds(name, (name,)) or ("Thing",)


def _members(world: World, own: Table, owner: str, items: tuple[tree.Node, ...], of_thing: bool) -> None:
    report = world.report

    def put(name: tree.Name, member: Member, what: str) -> None:
        before = own.get(name.text)
        if before is not None:
            node = getattr(before, "node", None)
            place = node.name.span if node is not None and hasattr(node, "name") else NOWHERE
            duplicate(report, what, name, place)
            return
        inherited = world.kinds["Thing"].own.get(name.text)
        if inherited is not None and what in ("attribute", "zone", "part"):
            report.error(
                "reserved-name",
                f"Every thing has a built-in `{name.text}`",
                name.span,
                "this name is taken by the language",
                help="Choose another name.",
            )
            return
        own[name.text] = member

    for item in items:
        match item:
            case tree.Attribute(name=name):
                put(name, Attr(f"{owner}.{name.text}", name.text, owner, world.type_of(item.type), item), "attribute")
            case tree.Remembers(attribute=attribute):
                key = f"{owner}.{attribute.name.text}"
                member = Attr(key, attribute.name.text, owner, world.type_of(attribute.type), attribute, True)
                put(attribute.name, member, "attribute")
            case tree.Zone(name=name):
                content = world.content_kind(item.content.kind)
                put(name, ZoneMember(f"{owner}.{name.text}", name.text, owner, content, item), "zone")
            case tree.Faces(faces=faces):
                for face in faces:
                    title = face.title.value if face.title else face.name.text.replace("_", " ")
                    put(face.name, FaceMember(f"{owner}.{face.name.text}", face.name.text, title, face), "face")
            case tree.FaceBody(name=name, title=label) if of_thing and name.text not in own:
                title = label.value if label else name.text.replace("_", " ")
                node = tree.FaceName(name, label, span=name.span)
                own[name.text] = FaceMember(f"{owner}.{name.text}", name.text, title, node)
            case tree.SectionDeclaration(name=name):
                put(name, SectionMember(f"{owner}.{name.text}", name.text, owner, item), "section")
            case tree.Part(name=name, kind=kind):
                if kind.text in world.kinds:
                    put(name, PartMember(f"{owner}.{name.text}", name.text, kind.text, item), "part")
                else:
                    world.unknown_kind(kind)
            case tree.Define(name=name):
                put(name, DefineMember(f"{owner}.{name.text}", name.text, owner, item, of_thing), "define")
            case _:
                pass


def _thing(world: World, declared: Declared) -> None:
    node = declared.node
    kinds: list[str] = []
    for kind in node.kinds:
        if kind.text in world.kinds:
            kinds.append(kind.text)
        elif kind.text in world.group_kinds:
            world.report.error(
                "wrong-type", f"`{kind.text}` is a group, and a thing needs a Kind", kind.span, "expected a Kind"
            )
        else:
            world.unknown_kind(kind)
    face_kinds = []
    for item in node.items:
        if isinstance(item, tree.FaceBody):
            for kind in item.kinds:
                if kind.text in world.kinds:
                    face_kinds.append(kind.text)
                else:
                    world.unknown_kind(kind)
    faulty = len(kinds) < len(node.kinds)
    copies = 1 if node.copies is None or node.copies.value is None else node.copies.value
    info = ThingInfo(declared.name, tuple(kinds) or ("Thing",), copies, node, declared, face_kinds=tuple(face_kinds), faulty=faulty)
    inherited = {
        name for kind in info.kinds for name, member in world.table(kind).items() if isinstance(member, FaceMember)
    }
    items = tuple(i for i in node.items if not (isinstance(i, tree.FaceBody) and i.name.text in inherited))
    _members(world, info.own, declared.name, items, True)
    world.things[declared.name] = info


def _game_members(world: World) -> None:
    table = world.game_table
    index = world.index
    if index.game is not None:
        for attribute in index.game.state:
            table[attribute.name.text] = Attr(
                f".{attribute.name.text}", attribute.name.text, "", world.type_of(attribute.type), attribute
            )
    for campaign in index.campaigns.values():
        for item in campaign.items:
            if isinstance(item, tree.Keep) and item.attribute is not None:
                name = item.attribute.name.text
                table[name] = Attr(f".{name}", name, "", world.type_of(item.attribute.type), item.attribute, kept=True)
    for name, zone in index.zones.items():
        content = world.content_kind(zone.zone.content.kind)
        table[name] = ZoneMember(f".{name}", name, "", content, zone.zone)
    for name, declared in index.defines.items():
        table[name] = DefineMember(f".{name}", name, "", declared.define)


def _steps(world: World) -> None:
    def walk(node: object) -> Iterator[tree.Node]:
        if isinstance(node, tuple):
            for item in node:
                yield from walk(item)
        elif isinstance(node, tree.Node):
            yield node
            for part in ("block", "otherwise", "steps", "branches", "modes", "does", "pays"):
                inner = getattr(node, part, None)
                if inner:
                    yield from walk(inner)

    index = world.index
    roots: list[object] = [*index.phases.values(), *index.flows, *(v.verb for v in index.verbs.values())]
    for rule in index.rules.values():
        roots.extend(rule.abilities)
    for node in walk(tuple(roots)):
        if isinstance(node, tree.Step):
            world.steps.setdefault(node.name.text, node.name.span)
        elif isinstance(node, tree.Turn) and node.of is not None:
            world.has_turns = True


def _names(world: World) -> None:
    index = world.index
    names = world.names

    def put(name: str, sort: str, owner: str, span: Span = NOWHERE) -> None:
        names.setdefault(name, []).append(Candidate(sort, owner, span))

    for name, member in world.game_table.items():
        match member:
            case Attr():
                put(name, "state", "", member.node.name.span)
            case ZoneMember():
                put(name, "zone", "Zone", member.node.name.span)
            case DefineMember():
                if not member.node.parameters:
                    put(name, "define", "", member.node.name.span)
            case _:
                pass
    for name, option in index.options.items():
        put(name, "option", "", option.name.span)
        for choice in option.values:
            put(choice.name.text, "choice", name, choice.name.span)
    for enum in index.enums.values():
        for value in enum.values:
            put(value.name.text, "enum", enum.name.text, value.name.span)
    for name, thing in world.things.items():
        put(name, "thing", thing.kinds[0], thing.node.name.span)
    for name in vocabulary.VALUES:
        put(name, "builtin", "")
    tables: tuple[tuple[str, dict[str, Span]], ...] = (
        ("phase", {n: d.name.span for n, d in index.phases.items()}),
        ("step", world.steps),
        ("action", {n: d.action.name.span for n, d in index.actions.items()}),
        ("menu", {n: d.name.span for n, d in index.menus.items()}),
        ("die", {n: d.name.span for n, d in index.dice.items()}),
        ("map", {n: d.name.span for n, d in index.maps.items()}),
        ("setup", {n: d.name.span for n, d in index.setups.items()}),
        ("campaign", {n: d.name.span for n, d in index.campaigns.items()}),
        ("build", {n: d.name.span for n, d in index.builds.items()}),
    )
    for sort, table in tables:
        for name, span in table.items():
            put(name, sort, sort, span)
