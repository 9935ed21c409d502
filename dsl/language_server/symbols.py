"""Which name means what: every name in a file with the symbol that it stands for.

A symbol is what can be declared, referred to and renamed: (sort, key). A local name is known by its place. A name that
stands for several symbols at once (`x.strength`, where x may be of two Kinds that both declare one) has them all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import attrs
from attrs import field, frozen

from .. import model as m
from .. import vocabulary
from ..check import types
from ..check.members import (
    Attr,
    BuiltinMember,
    DefineMember,
    FaceMember,
    Member,
    PartMember,
    SectionMember,
    Table,
    ZoneMember,
)
from ..check.names import NAMES_ONLY, retyped
from ..check.paths import find, key_of
from ..check.scope import Scope
from ..check.trace import Noted
from ..source import SourceFile, Span
from ..syntax import tree
from .project import Analysis


@frozen(order=True)
class Symbol:
    """`sort`: kind, thing, member, local, verb, ...; those of the language start with "built-in"."""

    sort: str
    key: str

    @property
    def built_in(self) -> bool:
        return self.sort.startswith("built-in")


@frozen
class Occurrence:
    """A name in a text. `node`: what it declares, if it declares something."""

    span: Span
    symbols: tuple[Symbol, ...]
    node: tree.Node | None = None
    type: m.Type | None = field(default=None, eq=False)

    @property
    def declares(self) -> bool:
        return self.node is not None


def occurrences(analysis: Analysis, path: str) -> list[Occurrence]:
    """Every name of a file that means something, in the order of the text."""
    key = f"occurrences {path}"
    known: list[Occurrence] | None = analysis.memo.get(key)
    if known is None:
        reader = _Reader(analysis, analysis.files[path])
        reader.visit(analysis.parsed[path].file, _Around())
        seen: dict[tuple[int, int], Occurrence] = {}
        for one in reader.found:
            place = (one.span.start, one.span.end)
            before = seen.get(place)
            if before is None or (one.declares and not before.declares):
                seen[place] = one
        known = analysis.memo[key] = [seen[place] for place in sorted(seen)]
    return known


def all_occurrences(analysis: Analysis) -> dict[Symbol, list[Occurrence]]:
    """Every symbol with its places in all files, those of a mod's base too."""
    known: dict[Symbol, list[Occurrence]] | None = analysis.memo.get("all occurrences")
    if known is None:
        known = {}
        for path in analysis.parsed:
            for one in occurrences(analysis, path):
                for symbol in one.symbols:
                    known.setdefault(symbol, []).append(one)
        analysis.memo["all occurrences"] = known
    return known


def occurrence_at(analysis: Analysis, path: str, offset: int) -> Occurrence | None:
    """The name at a place, also right behind its last letter."""
    if path not in analysis.parsed:
        return None
    touching = [one for one in occurrences(analysis, path) if one.span.start <= offset <= one.span.end]
    return min(touching, key=lambda one: (one.span.end == offset, one.span.end - one.span.start), default=None)


def local(span: Span) -> Symbol:
    return Symbol("local", f"{span.path}:{span.start}")


def member_symbol(member: Member) -> Symbol:
    if isinstance(member, BuiltinMember):
        return Symbol("built-in attribute", member.name)
    return Symbol("member", key_of(member))


def parts(node: tree.Node) -> Iterator[tree.Node]:
    """The nodes directly inside a node, in the order of its fields."""
    for name in _fields(type(node)):
        yield from _nodes(getattr(node, name))


def _nodes(value: Any) -> Iterator[tree.Node]:
    if isinstance(value, tree.Node):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from _nodes(one)


_FIELDS: dict[type, tuple[str, ...]] = {}


def _fields(cls: type) -> tuple[str, ...]:
    known = _FIELDS.get(cls)
    if known is None:
        names = (one.name for one in attrs.fields(cls))
        known = _FIELDS[cls] = tuple(name for name in names if name not in ("span", "doc", "text", "word"))
    return known


# ------------------------------------------------------------------------------------------------ reading a file


@frozen
class _Around:
    """What stands around a node: the thing or Kind whose members its items name."""

    table: Table | None = None
    owner: str = ""
    faced: str = ""  # the thing, where something stands on one of its faces


# Names that are declared: by class, the sort of the symbol. Their key is their text.
_DECLARES: dict[type, str] = {
    tree.Game: "game",
    tree.Mod: "game",
    tree.Option: "option",
    tree.Enum: "kind",
    tree.Resource: "kind",
    tree.Die: "die",
    tree.Kind: "kind",
    tree.Group: "kind",
    tree.Map: "map",
    tree.Verb: "verb",
    tree.Rule: "rule",
    tree.Menu: "menu",
    tree.Phase: "phase",
    tree.Step: "step",
    tree.Setup: "setup",
    tree.SetupStep: "setup step",
    tree.Ending: "ending",
    tree.Thing: "thing",
    tree.Campaign: "campaign",
    tree.Build: "build",
    tree.Deck: "deck",
    tree.Contents: "contents",
    tree.Law: "law",
    tree.Reading: "reading",
    tree.Alias: "alias",
    tree.Link: "link",
}

# Names that refer to something of one sort, or of the first sort that has it.
_REFERS: dict[tuple[type, str], tuple[str, ...]] = {
    (tree.Mod, "extends"): ("game",),
    (tree.Run, "phase"): ("phase",),
    (tree.EventRun, "phase"): ("phase", "setup"),
    (tree.Take, "menu"): ("menu",),
    (tree.Action, "menus"): ("menu",),
    (tree.EventTake, "action"): ("action",),
    (tree.ClaimOffered, "action"): ("action",),
    (tree.ClaimRefused, "action"): ("action",),
    (tree.ClaimEnded, "ending"): ("ending",),
    (tree.Moment, "of"): ("phase", "step", "menu", "verb", "action"),
    (tree.Limit, "per"): ("phase", "step", "menu", "verb", "action"),
    (tree.Ask, "during"): ("phase", "step", "menu", "verb", "action"),
    (tree.Reading, "option"): ("option",),
    (tree.DeckLine, "name"): ("thing",),
    (tree.ContentLine, "what"): ("thing", "map", "setup"),
    (tree.Alias, "of"): ("thing", "verb", "phase", "menu", "action", "rule", "ending", "map", "option"),
    (tree.Board, "sources"): ("link",),
    (tree.Remove, "name"): (
        "thing", "verb", "rule", "phase", "menu", "action", "map", "setup", "ending", "contents", "campaign", "build",
        "deck", "law", "reading", "alias", "option",
    ),
}  # fmt: skip

# Fields in which a Name is a word of the language or the number of a rule.
_SILENT = {
    (tree.Sight, "who"), (tree.Game, "cites"), (tree.Test, "cites"), (tree.Law, "cites"),
    (tree.Reading, "cites"),
}  # fmt: skip

_OWN_COLUMNS = ("name", "title", "copies", "text", "flavour")


class _Reader:
    """Reads the names of one file."""

    def __init__(self, analysis: Analysis, source: SourceFile) -> None:
        self.analysis = analysis
        self.world = analysis.world
        self.trace = analysis.trace
        self.source = source
        self.found: list[Occurrence] = []
        self.declared = declared_names(analysis)
        self.reads: dict[type, Callable[[Any, _Around], _Around | None]] = {
            tree.Word: self.word,
            tree.Member: self.member,
            tree.KindMember: self.kind_member,
            tree.Call: self.call,
            tree.Query: self.query,
            tree.Parameter: self.parameter,
            tree.Phrase: self.phrase,
            tree.Perform: self.perform,
            tree.Let: self.binding,
            tree.Do: self.binding,
            tree.Cost: self.binding,
            tree.Attribute: self.attribute,
            tree.Zone: self.zone,
            tree.Game: self.game,
            tree.Faces: self.faces,
            tree.SectionDeclaration: self.own,
            tree.Part: self.own,
            tree.Define: self.define,
            tree.Default: self.item,
            tree.Property: self.item,
            tree.Section: self.item,
            tree.FaceBody: self.face_body,
            tree.Works: self.works,
            tree.Kind: self.kind,
            tree.Thing: self.thing,
            tree.Table: self.table,
            tree.Enum: self.enum,
            tree.Option: self.option,
            tree.Action: self.action,
            tree.Verb: self.verb,
            tree.Keep: self.keep,
            tree.FactNew: self.fact_new,
            tree.FactPlace: self.fact_place,
            tree.FactMap: self.fact_map,
            tree.Link: self.link,
            tree.Build: self.build,
        }

    # -------------------------------------------------------------------------------------------- going through

    def visit(self, node: tree.Node, around: _Around) -> None:
        cls = type(node)
        read = self.reads.get(cls)
        if read is not None:
            around = read(node, around) or around
        sort = _DECLARES.get(cls)
        if sort is not None:
            name = node.name  # type: ignore[attr-defined]
            self.add(name.span, (Symbol(sort, name.text),), node)
        for part in _fields(cls):
            value = getattr(node, part)
            if not value or isinstance(value, (str, int)):
                continue
            refers = _REFERS.get((cls, part))
            if refers is not None:
                for name in _nodes(value):
                    if isinstance(name, tree.Name):
                        self.refer(name, refers)
                    elif isinstance(name, tree.Query):
                        self.visit(name, around)
            elif (cls, part) not in _SILENT:
                for inner in _nodes(value):
                    if isinstance(inner, tree.Name):
                        self.capital(inner)
                    else:
                        self.visit(inner, around)

    def add(
        self, span: Span, symbols: tuple[Symbol, ...], node: tree.Node | None = None, type: m.Type | None = None
    ) -> None:
        if symbols and span.path == self.source.path and span.end > span.start:
            self.found.append(Occurrence(span, symbols, node, type))

    def capital(self, name: tree.Name) -> None:
        if name.text[:1].isupper():
            built_in = name.text in vocabulary.KINDS
            self.add(name.span, (Symbol("built-in kind" if built_in else "kind", name.text),))

    def refer(self, name: tree.Name, sorts: tuple[str, ...]) -> None:
        if name.text[:1].isupper():
            self.capital(name)
            return
        for sort in sorts:
            if (sort, name.text) in self.declared:
                self.add(name.span, (Symbol(sort, name.text),))
                return
        if name.text in vocabulary.VERBS and "verb" in sorts:
            self.add(name.span, (Symbol("built-in verb", name.text),))

    # -------------------------------------------------------------------------------------------- values

    def word(self, node: tree.Word, around: _Around) -> None:
        noted = self.trace.of(node)
        if noted is not None and noted.bound is not None and noted.bound.span.path:
            self.add(node.span, (local(noted.bound.span),), None, noted.value.type)
            return
        symbol = self.meaning(noted.value) if noted is not None else None
        if symbol is not None and noted is not None:
            self.add(node.span, (symbol,), None, noted.value.type)
            return
        candidates = self.world.names.get(node.text, [])
        found = [c for c in candidates if c.sort not in NAMES_ONLY] or candidates
        if len(found) == 1:
            symbol = self.candidate(node.text, found[0].sort, found[0].owner)
            self.add(node.span, (symbol,) if symbol else ())

    def meaning(self, value: m.Value) -> Symbol | None:
        """The symbol of a bare name with this value."""
        match value:
            case m.StateValue(attribute=key) | m.DefineValue(define=key, object=None):
                return Symbol("member", key)
            case m.ZoneValue(zone=key, owner=None):
                return Symbol("member", key)
            case m.OptionValue(option=name):
                return Symbol("option", name)
            case m.EnumConstant(enum="face", name=key):
                return Symbol("member", key)
            case m.EnumConstant(enum=enum, name=name):
                return Symbol("value", f"{enum}.{name}")
            case m.ThingConstant(thing=name) | m.CopiesConstant(thing=name):
                return Symbol("thing" if name in self.world.things else "map", name)
            case m.NameConstant(name=name):
                for candidate in self.world.names.get(name, []):
                    if candidate.sort in NAMES_ONLY or candidate.sort == "deck":
                        return Symbol(candidate.sort, name)
                return None
            case m.Builtin(name=name) if name in vocabulary.VALUES:
                return Symbol("built-in value", name)
            case _:
                return None

    def candidate(self, name: str, sort: str, owner: str) -> Symbol | None:
        match sort:
            case "state" | "zone" | "define":
                member = self.world.game_table.get(name)
                return member_symbol(member) if member is not None else None
            case "choice" | "enum":
                return Symbol("value", f"{owner}.{name}")
            case "builtin":
                return Symbol("built-in value", name)
            case _:
                return Symbol(sort, name)

    def member(self, node: tree.Member, around: _Around) -> None:
        noted = self.trace.of(node.object)
        whole = self.trace.of(node)
        if noted is not None:
            of = whole.value.type if whole is not None else None
            self.add(node.name.span, self.members(noted, node.name.text), None, of)

    def members(self, of: Noted, name: str) -> tuple[Symbol, ...]:
        """What `object.name` may stand for."""
        inner = of.value
        while True:
            stripped = types.strip(inner.type)
            match stripped:
                case m.SetType(one) | m.GridType(one):
                    inner = retyped(inner, one) if not isinstance(inner, m.This) else m.Literal(None, one)
                case m.ZoneType(content):
                    inner = m.Literal(None, m.ThingType(content))
                case m.EventType(verb):
                    span = self.parameter_of(verb, name)
                    return (local(span),) if span is not None else ()
                case m.ThingType():
                    break
                case _:
                    return ()
        found, _ = find(of.scope, inner, name)
        return tuple(dict.fromkeys(member_symbol(member) for _, member in found))

    def parameter_of(self, verb: str, name: str) -> Span | None:
        declared = self.world.index.verbs.get(verb)
        if declared is not None:
            for parameter in (declared.verb.object, *(role.parameter for role in declared.verb.roles)):
                if parameter is not None and parameter.name.text == name:
                    return parameter.name.span
        return None

    def kind_member(self, node: tree.KindMember, around: _Around) -> None:
        noted = self.trace.of(node)
        symbol = self.meaning(noted.value) if noted is not None else None
        if symbol is not None:
            self.add(node.name.span, (symbol,))

    def call(self, node: tree.Call, around: _Around) -> None:
        name = node.function
        of: DefineMember | None = None
        if node.object is not None:
            noted = self.trace.of(node.object)
            symbols = self.members(noted, name.text) if noted is not None else ()
            self.add(name.span, symbols)
            if noted is not None and types.kind_of(noted.value.type):
                found, _ = find(noted.scope, noted.value, name.text)
                of = next((member for _, member in found if isinstance(member, DefineMember)), None)
        else:
            member = self.world.game_table.get(name.text)
            if name.text in vocabulary.AGGREGATES or name.text in vocabulary.FUNCTIONS:
                self.add(name.span, (Symbol("built-in function", name.text),))
            elif isinstance(member, DefineMember):
                of = member
                self.add(name.span, (member_symbol(member),))
        for argument in node.arguments:
            if argument.name is not None and of is not None:
                for parameter in of.node.parameters:
                    if parameter.name.text == argument.name.text:
                        self.add(argument.name.span, (local(parameter.name.span),))

    # -------------------------------------------------------------------------------------------- queries, phrases

    def query(self, node: tree.Query, around: _Around) -> None:
        if node.name is not None:
            self.add(node.name.span, (local(node.name.span),), node, self.kind_type(node.kind.text))
        for trait in node.traits:
            if isinstance(trait, tree.Word) and self.trace.of(trait) is None:
                self.adjective(trait, node.kind.text)

    def adjective(self, trait: tree.Word, kind: str) -> None:
        """A word before a Kind: a truth, face or section that things of the Kind have, or a value of an enum."""
        if not self.world.is_kind(kind):
            return
        symbols: dict[Symbol, None] = {}
        for each in self.world.kinds_in(kind):
            for of in (each, *self.world.below(each)):
                member = self.world.table(of).get(trait.text)
                if member is not None:
                    symbols[member_symbol(member)] = None
        if not symbols:
            enums = [
                Symbol("value", f"{types.strip(member.type).enum}.{trait.text}")  # type: ignore[union-attr]
                for each in self.world.kinds_in(kind)
                for member in self.world.table(each).values()
                if isinstance(member, Attr)
                and isinstance(types.strip(member.type), m.EnumType)
                and ("value", f"{types.strip(member.type).enum}.{trait.text}") in self.declared  # type: ignore[union-attr]
            ]
            symbols.update(dict.fromkeys(enums))
        self.add(trait.span, tuple(symbols))

    def kind_type(self, name: str) -> m.Type | None:
        if name in self.world.index.enums:
            return m.EnumType(name)
        if name in self.world.index.resources:
            return m.ResourceType(name)
        if name in ("Number", "Truth", "Text"):
            return self.world.builtin_type(name)
        return m.ThingType(name) if self.world.is_kind(name) else None

    def parameter(self, node: tree.Parameter, around: _Around) -> None:
        of = self.kind_type(node.type.kind.text)
        if of is not None:
            of = _formed(of, node.type.form)
        self.add(node.name.span, (local(node.name.span),), node, of)

    def phrase(self, node: tree.Phrase, around: _Around) -> None:
        self.refer(node.verb, ("verb", "action", "phase", "step", "menu"))
        if node.verb.text != "flip":
            return
        for role in node.roles:
            if role.word == "to" and isinstance(role.value, tree.Word) and self.trace.of(role.value) is None:
                self.face(role.value, node.object)

    def face(self, node: tree.Word, of: tree.Node | None) -> None:
        """The face to which something is flipped."""
        kind: str | None = None
        if isinstance(of, tree.Every):
            of = of.query
        if isinstance(of, tree.Query):
            kind = of.kind.text
        elif of is not None and (noted := self.trace.of(of)) is not None:
            if isinstance(noted.value, m.ThingConstant) and noted.value.thing in self.world.things:
                member = self.world.thing_table(noted.value.thing).get(node.text)
                if member is not None:
                    self.add(node.span, (member_symbol(member),))
                    return
            kind = types.kind_of(types.member_of(noted.value.type) or noted.value.type)
        if kind is not None:
            self.adjective(node, kind)

    def perform(self, node: tree.Perform, around: _Around) -> None:
        if node.of is None:
            self.refer(node.name, ("action",))
            return
        noted = self.trace.of(node.of)
        if noted is not None:
            self.add(node.name.span, self.members(noted, node.name.text))

    def binding(self, node: tree.Let | tree.Do | tree.Cost, around: _Around) -> None:
        if node.name is not None:
            noted = self.trace.of(node.value) if isinstance(node, tree.Let) else None
            self.add(node.name.span, (local(node.name.span),), node, noted.value.type if noted is not None else None)

    # -------------------------------------------------------------------------------------------- declarations

    def named(self, name: tree.Name, around: _Around, node: tree.Node) -> None:
        """Declares a member of the Kind, thing or game around it."""
        member = (around.table or self.world.game_table).get(name.text)
        of = member.type if isinstance(member, Attr) else None
        if member is not None:
            self.add(name.span, (member_symbol(member),), node, of)

    def attribute(self, node: tree.Attribute, around: _Around) -> None:
        self.named(node.name, around, node)

    def own(self, node: tree.SectionDeclaration | tree.Part, around: _Around) -> None:
        self.named(node.name, around, node)

    def zone(self, node: tree.Zone, around: _Around) -> None:
        self.named(node.name, around, node)
        if node.different is not None and self.world.is_kind(node.content.kind.text):
            self.use(node.different, self.world.table(self.world.kinds_in(node.content.kind.text)[0]))

    def game(self, node: tree.Game, around: _Around) -> None:
        if node.turn_order is not None:
            self.use(node.turn_order, self.world.table(self.world.seat_kind))

    def define(self, node: tree.Define, around: _Around) -> None:
        if around.faced:
            self.use(node.name, self.world.thing_table(around.faced))
        else:
            self.named(node.name, around, node)
        for parameter in node.parameters:
            self.slots((node.phrase,) if node.phrase is not None else (), parameter)

    def use(self, name: tree.Name, table: Table | None) -> None:
        member = table.get(name.text) if table is not None else None
        if member is not None:
            self.add(name.span, (member_symbol(member),))

    def faces(self, node: tree.Faces, around: _Around) -> None:
        for face in node.faces:
            self.named(face.name, around, face)

    def item(self, node: tree.Default | tree.Property | tree.Section, around: _Around) -> None:
        if isinstance(node, tree.Property) and node.name.text == "stand_in":
            self.invented(node.values, around.table)
        elif isinstance(node, tree.Property) and node.name.text in ("built_for", "plural"):
            pass
        else:
            self.use(node.name, around.table)

    def invented(self, values: tuple[tree.Expression, ...], table: Table | None) -> None:
        """What `stand_in` names: members of the thing."""
        for value in values:
            if isinstance(value, tree.Word):
                name = tree.Name(value.text, span=value.span)
                if table is not None and value.text in table:
                    self.use(name, table)
                else:
                    self.refer(name, ("action", "ending"))

    def face_body(self, node: tree.FaceBody, around: _Around) -> _Around:
        member = around.table.get(node.name.text) if around.table is not None else None
        if member is not None and getattr(member, "node", None) is not None:
            declared = member.node.name.span == node.name.span  # type: ignore[union-attr]
            self.add(node.name.span, (member_symbol(member),), node if declared else None)
        return attrs.evolve(around, faced=around.owner)

    def works(self, node: tree.Works, around: _Around) -> None:
        for name in node.zones:
            member = self.world.game_table.get(name.text)
            keys = [Symbol("member", key_of(member))] if member is not None else []
            if not keys:
                keys = [
                    member_symbol(one)
                    for kind in self.world.kinds.values()
                    for one in kind.own.values()
                    if isinstance(one, ZoneMember) and one.name == name.text
                ]
            self.add(name.span, tuple(keys))

    def kind(self, node: tree.Kind, around: _Around) -> _Around:
        name = node.name.text
        return _Around(self.world.table(name) if name in self.world.kinds else {}, name)

    def thing(self, node: tree.Thing, around: _Around) -> _Around:
        name = node.name.text
        return _Around(self.world.thing_table(name) if name in self.world.things else {}, name)

    def table(self, node: tree.Table, around: _Around) -> None:
        kind = node.kind.text
        table = self.world.table(kind) if kind in self.world.kinds else {}
        for column in node.columns:
            if column.text not in _OWN_COLUMNS:
                self.use(column, table)
        for row in node.rows:
            for column, cell in zip(node.columns, row, strict=False):
                match cell.value:
                    case tree.Word(text) if column.text == "name":
                        self.add(cell.value.span, (Symbol("thing", text),), node)
                    case tree.Word() if column.text == "stand_in":
                        self.invented((cell.value,), table)
                    case tree.Listing(items=items) if column.text == "stand_in":
                        self.invented(items, table)
                    case _:
                        pass

    def enum(self, node: tree.Enum, around: _Around) -> None:
        for value in node.values:
            self.add(value.name.span, (Symbol("value", f"{node.name.text}.{value.name.text}"),), value)

    def option(self, node: tree.Option, around: _Around) -> None:
        for value in node.values:
            self.add(value.name.span, (Symbol("value", f"{node.name.text}.{value.name.text}"),), value)

    def action(self, node: tree.Action, around: _Around) -> None:
        self.add(node.name.span, (Symbol("action", node.name.text),), node)

    def verb(self, node: tree.Verb, around: _Around) -> None:
        for parameter in (node.object, *(role.parameter for role in node.roles)):
            if parameter is not None:
                self.slots(node.phrases, parameter)

    def slots(self, phrases: tuple[tree.Text, ...], parameter: tree.Parameter) -> None:
        """The slots of a phrase that name a parameter."""
        for phrase in phrases:
            text = self.source.text[phrase.span.start : phrase.span.end]
            for slot in re.finditer(rf"\{{({re.escape(parameter.name.text)})(?![\w])", text):
                start = phrase.span.start + slot.start(1)
                self.add(Span(phrase.span.path, start, start + len(slot[1])), (local(parameter.name.span),))

    def keep(self, node: tree.Keep, around: _Around) -> None:
        table = self.world.game_table
        if node.of is not None and self.world.is_kind(node.of.text):
            table = self.world.table(self.world.kinds_in(node.of.text)[0])
        for name in node.names:
            self.use(name, table)

    def build(self, node: tree.Build, around: _Around) -> None:
        for item in node.items:
            if isinstance(item, tree.Define):
                self.add(item.name.span, (local(item.name.span),), item)

    def link(self, node: tree.Link, around: _Around) -> None:
        for chain in node.chains:
            for name in chain:
                self.refer(name, ("thing",))

    # -------------------------------------------------------------------------------------------- tests

    def fact_new(self, node: tree.FactNew, around: _Around) -> None:
        kind = node.query.kind.text
        if self.world.is_kind(kind):
            table = self.world.table(self.world.kinds_in(kind)[0])
            for setting in node.settings:
                self.setting(setting, table)

    def fact_place(self, node: tree.FactPlace, around: _Around) -> None:
        noted = self.trace.of(node.thing)
        kind = types.kind_of(noted.value.type) if noted is not None else None
        if noted is None or kind is None or not self.world.is_kind(kind):
            return
        table = self.world.table(self.world.kinds_in(kind)[0])
        if isinstance(noted.value, m.ThingConstant) and noted.value.thing in self.world.things:
            table = self.world.thing_table(noted.value.thing)
        for setting in node.settings:
            self.setting(setting, table)

    def setting(self, node: tree.Setting, table: Table) -> None:
        if node.name.text in table:
            self.use(node.name, table)
            return
        for member in table.values():
            of = types.strip(member.type) if isinstance(member, Attr) else None
            if isinstance(of, m.EnumType) and ("value", f"{of.enum}.{node.name.text}") in self.declared:
                self.add(node.name.span, (Symbol("value", f"{of.enum}.{node.name.text}"),))
                return

    def fact_map(self, node: tree.FactMap, around: _Around) -> None:
        seen: set[str] = set()
        for chain in node.chains:
            for name in chain:
                if name.text in self.world.things:
                    self.add(name.span, (Symbol("thing", name.text),))
                elif name.text not in seen:
                    seen.add(name.text)
                    self.add(name.span, (local(name.span),), node)
                else:
                    first = next(n for c in node.chains for n in c if n.text == name.text)
                    self.add(name.span, (local(first.span),))


def _formed(of: m.Type, form: str) -> m.Type:
    """A type as a parameter has it: `Kind?`, `Kind set`, ..."""
    match form:
        case "optional":
            return m.OptionalType(of)
        case "set":
            return m.SetType(of)
        case "bag":
            return m.BagType(of)
        case "grid":
            return m.GridType(of)
        case _:
            return of


def declared_names(analysis: Analysis) -> set[tuple[str, str]]:
    """Sort and name of everything that is declared by name alone."""
    known: set[tuple[str, str]] | None = analysis.memo.get("declared names")
    if known is not None:
        return known
    index = analysis.world.index
    known = set()
    tables: dict[str, Any] = {
        "phase": index.phases, "step": analysis.world.steps, "menu": index.menus, "verb": index.verbs,
        "rule": index.rules, "map": index.maps, "setup": index.setups, "ending": index.endings,
        "campaign": index.campaigns, "build": index.builds, "deck": index.decks, "law": index.laws,
        "reading": index.readings, "alias": index.aliases, "option": index.options, "contents": index.contents,
        "thing": analysis.world.things, "action": index.actions, "die": index.dice,
    }  # fmt: skip
    for sort, table in tables.items():
        known |= {(sort, name) for name in table}
    if index.game is not None:
        known.add(("game", index.game.name.text))
    for enum in index.enums.values():
        known |= {("value", f"{enum.name.text}.{value.name.text}") for value in enum.values}
    for option in index.options.values():
        known |= {("value", f"{option.name.text}.{value.name.text}") for value in option.values}
    for parsed in analysis.parsed.values():
        for node in parsed.file.declarations:
            items = getattr(node, "items", ())
            for item in items:
                known |= _inside(item)
    analysis.memo["declared names"] = known
    return known


def _inside(item: tree.Node) -> set[tuple[str, str]]:
    """Actions, endings and links that stand in Kinds, things and maps."""
    match item:
        case tree.Action(name=name):
            return {("action", name.text)}
        case tree.Ending(name=name):
            return {("ending", name.text)}
        case tree.Link(name=name):
            return {("link", name.text)}
        case tree.FaceBody(items=items):
            return {one for inner in items for one in _inside(inner)}
        case _:
            return set()


def scope_table(scope: Scope, of: m.Type) -> dict[str, Member]:
    """The members that things of a type have, by name; what lower Kinds of a built-in one add comes last."""
    world = scope.world
    kind = types.kind_of(of)
    found: dict[str, Member] = {}
    if kind is None:
        return found
    for each in world.kinds_in(kind):
        found |= world.table(each)
        if each in world.kinds and world.kinds[each].built_in:
            for lower in world.below(each):
                for name, member in world.table(lower).items():
                    found.setdefault(name, member)
    return found


def type_of_member(scope: Scope, member: Member) -> m.Type | None:
    """The type of `x.member`; None where it is not known."""
    match member:
        case Attr(type=of):
            return of
        case PartMember(kind=kind):
            return m.ThingType(kind)
        case BuiltinMember(attribute=attribute):
            return scope.world.builtin_type(attribute.type)
        case DefineMember(first=Attr(type=of)):
            return of
        case DefineMember(value=value) if value is not None:
            return value.type
        case ZoneMember(content=content):
            return m.ZoneType(content)
        case FaceMember() | SectionMember():
            return m.TRUTH
        case DefineMember():
            return None
