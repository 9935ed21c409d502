"""The shape of the game: Kinds with their ancestors, and what belongs to each Kind and thing, by name.

Types are known here, values are not: they are read by the passes that follow. shape.py builds it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import define, field

from .. import model as m
from .. import vocabulary
from ..source import Span
from ..syntax import tree
from . import types
from .declare import Index
from .members import (
    Candidate,
    DefineMember,
    KindInfo,
    Table,
    ThingInfo,
    layer,
)
from .report import Report
from .trace import Trace


@define(eq=False)
class World:
    index: Index
    report: Report
    homes: Mapping[str, str] = field(factory=dict)  # of a mod's base: by path of a file, what leads to its game
    kinds: dict[str, KindInfo] = field(factory=dict)
    group_kinds: dict[str, tuple[str, ...]] = field(factory=dict)
    things: dict[str, ThingInfo] = field(factory=dict)
    game_table: Table = field(factory=dict)
    names: dict[str, list[Candidate]] = field(factory=dict)
    steps: dict[str, Span] = field(factory=dict)
    actions: dict[str, list[str]] = field(factory=dict)  # keys by name, once tests ask for them
    seat_kind: str = "Seat"
    place_kind: str = "Place"
    has_turns: bool = False
    written: set[str] = field(factory=set)
    defines_deep: int = 0  # how many defines are being read inside each other
    defines_too_deep: bool = False
    reading_you: set[str] = field(factory=set)  # Kinds whose `you is` is being read
    infer_define: Callable[[DefineMember], None] | None = None
    trace: Trace | None = None  # for editors
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
        sort = self._sort_of_resource(name.text)
        if sort is not None:
            enum, value, resource = sort
            how = f"write `{value} {resource}`, as in `pay 1 {value} {resource} by you`"
            help = f"`{value}` is one of {enum}, for {resource}: {how}."
            self.report.error("unknown-name", f"There is no Kind `{name.text}`", name.span, "no Kind here", help=help)
            return
        self.report.unknown(
            "Kind", name.text, name.span, known, f"Declare it with `kind {name.text}`, or use a Kind that is declared."
        )

    def _sort_of_resource(self, text: str) -> tuple[str, str, str] | None:
        """Enum, value and resource, if it is the name or title of a value that tells sorts of a resource apart."""
        for resource in self.index.resources.values():
            if not isinstance(resource.gives_kind, tree.Member) or resource.source is None:
                continue
            attribute = resource.gives_kind.name.text
            kind = self.index.kinds.get(resource.source.kind.text)
            for item in kind.items if kind is not None else ():
                if isinstance(item, tree.Attribute) and item.name.text == attribute:
                    enum = self.index.enums.get(item.type.kind.text)
                    for value in enum.values if enum is not None else ():
                        if text.lower() in (value.name.text, value.title.value.lower() if value.title else ""):
                            return item.type.kind.text, value.name.text, resource.name.text
        return None

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
