"""Tests: what is given, what happens, and what is claimed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Literal as Choice

from attrs import evolve

from ... import model as m
from ...source import Span
from ...syntax import tree
from .. import types
from ..conditions import condition
from ..control import perform
from ..events import event
from ..members import Attr, BuiltinMember, DefineMember, FaceMember, Table, ZoneMember
from ..names import listed
from ..patterns import action_span
from ..scope import Bound, Counter, Scope
from ..values import expect, fit, value
from ..world import World
from .around import cites, deck_lines
from .things import property_value


def tests(world: World) -> tuple[m.CheckedTest, ...]:
    return tuple(Test(world, node).read() for node in world.index.tests)


class Test:
    """One test while it is read: the things that it has made so far."""

    def __init__(self, world: World, node: tree.Test) -> None:
        self.world = world
        self.node = node
        self.things: dict[str, m.Thing] = {}
        self.copies: dict[str, int] = {}  # how many it has placed of a thing with copies
        self.facts: list[m.Fact] = []
        self.parts: list[tuple[m.TestEvent, ...] | tuple[m.Claim, ...]] = []
        self.docs: dict[int, str] = {}
        no_you = "In a test everybody is named."
        self.scope = Scope(world, Counter(), no_you=no_you, where="test", test=True)

    def read(self) -> m.CheckedTest:
        # names of things may be used above the line that makes them
        for part in self.node.parts:
            if isinstance(part, tree.Given):
                for fact in part.facts:
                    self.declare(fact)
        for part in self.node.parts:
            match part:
                case tree.Given():
                    for fact in part.facts:
                        self.fact(fact)
                case tree.Happens(docs=docs):
                    self.docs |= {n.span.start: doc for n, doc in zip(part.events, docs, strict=True) if doc}
                    events = [e for e in (self.event(n) for n in part.events) if e is not None]
                    self.parts.append(tuple(events))
                case tree.Then():
                    claims = [c for c in (self.claim(n) for n in part.claims) if c is not None]
                    self.parts.append(tuple(claims))
        cited = cites(self.world, self.node.cites)
        if not self.node.parts or not any(_can_fail(part) for part in self.node.parts):
            self.world.report.warning(
                "test-claims-nothing",
                "This test can never fail",
                self.node.title.span,
                "nothing is claimed, and nobody takes or answers anything",
                help="Write what holds below `then`.",
            )
        return m.CheckedTest(
            self.node.title.value, self.things, tuple(self.facts), tuple(self.parts), cited,
            doc=self.node.doc or "", docs=self.docs, span=self.node.span,
        )  # fmt: skip

    # -------------------------------------------------------------------------------------------- things made here

    def declare(self, fact: tree.Fact) -> None:
        match fact:
            case tree.FactMap(chains=chains):
                for chain in chains:
                    for name in chain:
                        self.place(name)
            case tree.FactNew(query=query):
                if query.name is not None and self.world.is_kind(query.kind.text):
                    self.make(query.name.text, query.kind.text, query.name.span, query.name)
            case tree.FactDeck(query=tree.Query(name=tree.Name() as name)):
                deck = m.NameConstant(name.text, m.ThingType("Deck"), span=name.span)
                self.scope.names[name.text] = Bound(deck, name.span, "test")
            case _:
                pass

    def place(self, name: tree.Name) -> None:
        known = self.world.things.get(name.text)
        if name.text in self.things or (known is not None and any(self.world.is_a(k, "Place") for k in known.kinds)):
            return
        self.make(name.text, self.world.place_kind, name.span, name)

    def make(self, name: str, kind: str, span: Span, declared: tree.Name | None) -> None:
        kind = self.world.kinds_in(kind)[0]
        if declared is not None and name in self.things:
            self.world.report.error(
                "duplicate-declaration",
                f"`{name}` is made twice in this test",
                span,
                "made again",
                other=((self.things[name].span, "made here first"),),
                help="Give one of them another name.",
            )
            return
        table = self.world.table(kind)
        values: dict[str, m.Value] = {}
        for member in table.values():
            if (
                isinstance(member, Attr)
                and member.node.default is None
                and not isinstance(member.type, (m.OptionalType, m.ResourceType))
            ):
                empty = self.empty(member.type)
                if empty is not None:
                    values[member.key] = empty
        if "Card" in self.world.kinds[kind].ancestors or declared is not None:
            title = name.replace("_", " ")
        else:
            title = kind
        self.things[name] = m.Thing(name, title, (kind,), 1, values, of_test=True, span=span)
        if declared is not None:
            self.scope.names[name] = Bound(m.ThingConstant(name, m.ThingType(kind), span=span), span, "test")

    def empty(self, of: m.Type) -> m.Value | None:
        """What stands where a test says nothing: 0, no, nothing, the first value of an enum."""
        match of:
            case m.NumberType() | m.ResourceType():
                return m.Literal(0, of)
            case m.TruthType():
                return m.Literal(False, m.TRUTH)
            case m.TextType():
                return m.Literal("", m.TEXT)
            case m.EnumType(enum):
                values = self.world.index.enums[enum].values
                return m.EnumConstant(enum, values[0].name.text, of) if values else None
            case m.SetType() | m.BagType() | m.GridType():
                return m.Listing((), of)
            case m.ThingType() | m.ZoneType():
                return m.Literal(None, m.NOTHING)
            case _:
                return None

    # -------------------------------------------------------------------------------------------- facts

    def fact(self, node: tree.Fact) -> None:
        match node:
            case tree.FactMap(chains=chains):
                places: dict[str, None] = {}
                pairs: list[tuple[str, str]] = []
                for chain in chains:
                    places.update(dict.fromkeys(n.text for n in chain))
                    pairs.extend((a.text, b.text) for a, b in pairwise(chain))
                self.facts.append(m.TestMap(tuple(places), tuple(pairs), span=node.span))
            case tree.FactGrid():
                self.grid(node)
            case tree.FactSetup():
                self.facts.append(m.AfterSetup(span=node.span))
            case tree.FactNew():
                self.new(node)
            case tree.FactPlace():
                self.placed(node)
            case tree.FactDeck(query=query, lines=lines):
                if query.kind.text != "Deck" or query.name is None:
                    self.world.report.error(
                        "wrong-type",
                        "Only a deck with a name lists things",
                        query.span,
                        "this is none",
                        help="Write `Deck name: 7 pebble, 1 rope`.",
                    )
                    return
                self.facts.append(m.TestDeck(query.name.text, deck_lines(self.world, lines), span=node.span))
            case tree.FactValue():
                self.set_value(node)

    def grid(self, node: tree.FactGrid) -> None:
        rows: list[tuple[str, ...]] = []
        items = node.value.items if isinstance(node.value, tree.Listing) else ()
        for row in items:
            cells: list[str] = []
            for cell in row.items if isinstance(row, tree.Listing) else (row,):
                if isinstance(cell, tree.Word):
                    known = self.world.things.get(cell.text)
                    if known is None or not any(self.world.is_a(k, "Place") for k in known.kinds):
                        self.place(tree.Name(cell.text, span=cell.span))
                    cells.append(cell.text)
            rows.append(tuple(cells))
        self.facts.append(m.TestGrid(tuple(rows), span=node.span))

    def new(self, node: tree.FactNew) -> None:
        query = node.query
        kind = query.kind.text
        if not self.world.is_kind(kind):
            self.world.content_kind(query.kind)
            return
        count = 1
        settings: list[m.Setting] = []
        table = self.world.table(self.world.kinds_in(kind)[0])
        for trait in query.traits:
            if isinstance(trait, tree.Number):
                count = trait.value or 0
                if count > self.most(kind):
                    self.world.report.error(
                        "value-out-of-range",
                        f"There cannot be {count:,} of {kind} in a test",
                        trait.span,
                        f"at most {self.most(kind):,}",
                    )
                    return
            elif isinstance(trait, tree.Word):
                one = self.setting(
                    table, tree.Setting(tree.Name(trait.text, span=trait.span), None, span=trait.span), kind
                )
                if one is not None:
                    settings.append(one)
        names: list[str] = []
        if query.name is not None:
            names.append(query.name.text)
        else:
            for _ in range(count):
                name = f"{kind}#{len(self.things) + 1}"
                self.make(name, kind, query.span, None)
                names.append(name)
        word: Choice["at", "in"] | None = None
        place: m.Value | None = None
        for near in query.near:
            if near.word in ("at", "in"):
                word = "at" if near.word == "at" else "in"
                place = self.where(near.word, near.value)
        settings.extend(s for s in (self.setting(table, n, kind) for n in node.settings) if s is not None)
        self.facts.append(m.NewThings(tuple(names), word, place, tuple(settings), span=node.span))

    def most(self, kind: str) -> int:
        """How many of a Kind a test can make; of those that hold seats, as many as there are seats."""
        game = self.world.index.game
        if kind == self.world.seat_kind and game is not None and game.seats is not None:
            return game.seats.high.value or m.MOST_COPIES
        return m.MOST_COPIES

    def where(self, word: str, node: tree.Expression) -> m.Value | None:
        wanted: m.Type = m.ThingType("Thing") if word == "at" else m.ZoneType("Thing")
        found = value(self.scope, node, wanted)
        if word == "in" and types.kind_of(found.type) is not None:
            self.world.report.error(
                "wrong-type",
                "`in` needs a zone",
                node.span,
                f"this is {types.describe(found.type)}",
                help="On a place lies what is `at` it.",
            )
            return None
        if word == "at" and isinstance(found, m.EnumConstant):
            self.world.report.error(
                "wrong-type",
                "`at` needs a thing",
                node.span,
                f"this is {types.describe(found.type)}",
                help="Name a place of this test, such as `a` of `map a -- b`, and say what it is like: "
                f"`a: attribute = {found.name}`, or `[{found.name}]` where it has several.",
            )
            return None
        found = fit(self.scope, found, wanted, node, f"what stands behind `{word}`")
        return None if types.is_hole(found) else found

    def placed(self, node: tree.FactPlace) -> None:
        place = None if node.place is None or node.word is None else self.where(node.word, node.place)
        content = types.member_of(place.type) if place is not None and node.word == "in" else None
        thing = value(self.scope, node.thing, content)
        kind = types.kind_of(thing.type)
        if kind is None:
            if not types.is_hole(thing):
                self.world.report.error(
                    "wrong-type",
                    "Here a thing is placed or described",
                    node.thing.span,
                    f"this is {types.describe(thing.type)}",
                )
            return
        table = self.world.table(self.world.kinds_in(kind)[0])
        if isinstance(thing, m.ThingConstant) and thing.thing in self.world.things and thing.thing not in self.things:
            table = self.world.thing_table(thing.thing)
        settings = [s for s in (self.setting(table, n, kind) for n in node.settings) if s is not None]
        for _ in range(1 if node.count is None else node.count.value or 0):
            one = thing if place is None else self.copy(thing, node.count)
            self.facts.append(m.Placed(one, node.word, place, tuple(settings), span=node.span))

    def copy(self, v: m.Value, count: tree.Number | None = None) -> m.Value:
        """Of a thing with copies the next one: what is placed again is another copy."""
        if not isinstance(v, m.ThingConstant) or not (v.thing in self.things or v.thing in self.world.things):
            return v
        there = 1 if v.thing in self.things else self.world.things[v.thing].copies
        if there == 1 and (count is None or count.value == 1):
            return v
        n = self.copies.get(v.thing, 0)
        self.copies[v.thing] = n + 1
        if n == there:  # said once
            self.world.report.error(
                "wrong-count",
                f"There {'is only one' if there == 1 else f'are only {there}'} of `{v.thing}`",
                v.span if count is None else count.span,
                "here this test has placed them all before" if count is None else "so many there are not",
                help=f"Behind its title, `x {there + 1}` makes more of them." if v.thing in self.world.things else None,
            )
        return evolve(v, copy=n) if n < there else v

    def copied(self, v: m.Value) -> m.Value:
        """What lies in a zone: a thing with copies that is named twice is two of them."""
        if isinstance(v, m.Listing):
            return evolve(v, items=tuple(map(self.copy, v.items)))
        return self.copy(v)

    def setting(self, table: Table, node: tree.Setting, kind: str) -> m.Setting | None:
        name = node.name.text
        member = table.get(name)
        match member:
            case FaceMember(key=key) if node.value is None:
                return m.Setting(key, None, True, span=node.span)
            case Attr(key=key, type=of) | DefineMember(first=Attr(key=key, type=of)):
                if node.value is None:
                    if isinstance(types.strip(of), m.TruthType):
                        return m.Setting(key, m.Literal(True, m.TRUTH, span=node.span), False, span=node.span)
                    self.world.report.error(
                        "missing-value",
                        f"`{name}` needs a value",
                        node.span,
                        f"expected {types.describe(of)}",
                        help=f"Write `{name} = ...`.",
                    )
                    return None
                found = property_value(self.scope, tree.Property(node.name, (node.value,), span=node.span), of)
                return None if types.is_hole(found) else m.Setting(key, found, False, span=node.span)
            case ZoneMember(key=key, content=content) if node.value is not None:
                found = expect(self.scope, node.value, m.SetType(m.ThingType(content)), f"`{name}`")
                return None if types.is_hole(found) else m.Setting(key, self.copied(found), False, True, span=node.span)
            case BuiltinMember(name=key, attribute=attribute) if attribute.settable and node.value is not None:
                found = expect(self.scope, node.value, self.world.builtin_type(attribute.type), f"`{name}`")
                return None if types.is_hole(found) else m.Setting(key, found, False, span=node.span)
            case _:
                pass
        for other in table.values():
            if isinstance(other, Attr) and isinstance(types.strip(other.type), m.EnumType) and node.value is None:
                of = types.strip(other.type)
                assert isinstance(of, m.EnumType)
                enum = self.world.index.enums.get(of.enum)
                if enum is not None and any(v.name.text == name for v in enum.values):
                    return m.Setting(
                        other.key, m.EnumConstant(of.enum, name, of, span=node.span), False, span=node.span
                    )
        known = [n for n, a in table.items() if isinstance(a, (Attr, FaceMember, ZoneMember))]
        if member is not None:
            self.world.report.error(
                "wrong-type",
                f"A test cannot set `{name}`",
                node.span,
                "it follows from other values",
                help=f"It can set {listed(known)}.",
            )
        else:
            self.world.report.unknown(
                f"attribute or face of {kind}", name, node.name.span, known, f"It has {listed(known)}."
            )
        return None

    def set_value(self, node: tree.FactValue) -> None:
        dice = self.world.index.dice
        if isinstance(node.target, tree.Word) and node.target.text in dice and node.target.text not in self.scope.names:
            of = self.world.kind_type(dice[node.target.text].kind)
            shown = expect(self.scope, node.value, m.SetType(of), "what the die shows")
            if not types.is_hole(shown):
                self.facts.append(m.SetValue(None, node.target.text, shown, span=node.span))
            return
        target = value(self.scope, node.target)
        if types.is_hole(target):
            return
        wanted = target.type
        if isinstance(types.strip(wanted), m.ZoneType):
            content = types.member_of(wanted)
            assert content is not None
            wanted = m.SetType(content)
        named = node.value.text if isinstance(node.value, tree.Word) else ""
        if isinstance(target, m.Builtin) and target.name == "campaign" and named in self.world.index.campaigns:
            campaign = m.NameConstant(named, types.NAME, span=node.value.span)
            self.facts.append(m.SetValue(target, None, campaign, span=node.span))
            return
        if isinstance(target, m.Builtin) and target.name == "seats":
            wanted = m.SetType(m.ThingType(self.world.seat_kind))
        settable = isinstance(target, (m.AttributeValue, m.StateValue, m.ZoneValue, m.OptionValue, m.PartValue)) or (
            isinstance(target, m.Builtin)
            and target.name
            in ("seats", "players", "people", "scenario", "campaign", "owner", "controller", "box", "current_phase")
        )
        if not settable:
            self.world.report.error(
                "wrong-type", "A test cannot set this", node.target.span, f"this is {types.describe(target.type)}"
            )
            return
        found = expect(self.scope, node.value, wanted, "what is set")
        if isinstance(target, m.ZoneValue):
            found = self.copied(found)
        if not types.is_hole(found):
            self.facts.append(m.SetValue(target, None, found, span=node.span))

    # -------------------------------------------------------------------------------------------- events

    def event(self, node: tree.Event) -> m.TestEvent | None:
        match node:
            case tree.EventPhrase(phrase=phrase, refused=refused):
                done = event(self.scope, phrase)
                return None if done is None else m.TestDo(done.event, refused, span=node.span)
            case tree.EventPerform():
                performed = perform(self.scope, node.perform)
                return m.TestPerform(performed, span=node.span) if isinstance(performed, m.Perform) else None
            case tree.EventRun(phase=phase):
                phases = {**self.world.index.phases, **self.world.index.setups}
                if phase.text not in phases:
                    self.world.report.unknown(
                        "phase", phase.text, phase.span, set(phases), f'Declare it: `phase {phase.text} "..."`.'
                    )
                    return None
                return m.TestRun(phase.text, span=node.span)
            case tree.EventTurn(of=of):
                found = self.seated(of)
                return None if found is None else m.TestTurn(found, span=node.span)
            case tree.EventTake(who=who, action=action, arguments=arguments, tries=tries):
                by, key, given = self.seated(who), self.action(action), self.answers(arguments)
                return (
                    None
                    if by is None or key is None or given is None
                    else m.TestTake(by, key, given, tries, span=node.span)
                )
            case tree.EventChoose(who=who, values=values):
                by, given = self.seated(who), self.answers(values)
                return None if by is None or given is None else m.TestChoose(by, given, span=node.span)
            case tree.EventDecline(who=who):
                by = self.seated(who)
                return None if by is None else m.TestDecline(by, span=node.span)

    def seated(self, node: tree.Expression) -> m.Value | None:
        from ..queries import who

        found = who(self.scope, node, "whoever acts in a test")
        return None if types.is_hole(found) else found

    def answers(self, nodes: tuple[tree.Expression, ...]) -> tuple[m.Value, ...] | None:
        found = tuple(value(self.scope, n) for n in nodes)
        return None if any(types.is_hole(v) for v in found) else found

    def action(self, name: tree.Name) -> str | None:
        keys = action_keys(self.world, name.text)
        if len(keys) == 1:
            return keys[0]
        if keys or action_span(self.scope, name.text) is not None:
            return name.text
        known = {a.name.text for a in all_actions(self.world)}
        self.world.report.unknown(
            "action", name.text, name.span, known, "It has to be an action of the rules, a Kind or a thing."
        )
        return None

    # -------------------------------------------------------------------------------------------- claims

    def claim(self, node: tree.Claim) -> m.Claim | None:
        match node:
            case tree.ClaimTrue(condition=test):
                found, _, _ = condition(self.scope, test)
                return None if types.is_hole(found) else m.ClaimTrue(found, span=node.span)
            case tree.ClaimAsked(who=who, options=options):
                by = self.seated(who)
                given = None if options is None else self.answers(options)
                failed = by is None or (options is not None and given is None)
                return None if failed or by is None else m.ClaimAsked(by, given, span=node.span)
            case tree.ClaimOffered(who=who, action=action, options=options, negated=negated):
                by, key = self.seated(who), self.action(action)
                given = None if options is None else self.answers(options)
                if by is None or key is None or (options is not None and given is None):
                    return None
                return m.ClaimOffered(by, key, given, negated, span=node.span)
            case tree.ClaimRefused(who=who, action=action, arguments=arguments, because=because):
                by, key, values = self.seated(who), self.action(action), self.answers(arguments)
                if by is None or key is None or values is None:
                    return None
                return m.ClaimRefused(by, key, values, because.value if because is not None else None, span=node.span)
            case tree.ClaimEnded(ending=None):
                return m.ClaimEnded(None, span=node.span)
            case tree.ClaimEnded(ending=ending):
                assert ending is not None
                known = set(self.world.index.endings)
                known |= {
                    i.name.text for t in self.world.things.values() for i in t.node.items if isinstance(i, tree.Ending)
                }
                if ending.text not in known:
                    self.world.report.unknown(
                        "ending", ending.text, ending.span, known, f"There are: {listed(sorted(known))}."
                    )
                    return None
                return m.ClaimEnded(ending.text, span=node.span)
            case tree.ClaimRanked(text=text):
                scores = self.world.index.scores
                ranks = [i.text.value for i in scores[0].lines if isinstance(i, tree.Rank)] if scores else []
                if scores and scores[0].of is not None:
                    self.world.report.error(
                        "wrong-place",
                        "`ranked` is for a score of all together",
                        node.span,
                        "here each player has a score",
                        help="Write the lines of the score as a `define` of the Kind, and claim its value: "
                        "`x.total == 12`.",
                    )
                    return None
                if text.value not in ranks:
                    self.world.report.unknown(
                        "rank", text.value, text.span, ranks, f"There are: {listed(ranks) or 'none'}."
                    )
                    return None
                return m.ClaimRanked(text.value, span=node.span)
            case tree.ClaimContents(lines=lines):
                held = [self.has_contents(line) for line in lines]
                if None in held:
                    return None
                return m.ClaimTrue(m.Literal(all(held), m.TRUTH, span=node.span), span=node.span)
            case tree.ClaimWins(who=who, wins=wins):
                by = self.seated(who)
                return None if by is None else m.ClaimWins(by, wins, span=node.span)
            case tree.ClaimSees(who=who, what=what, negated=negated):
                by = self.seated(who)
                seen = value(self.scope, what)
                return None if by is None or types.is_hole(seen) else m.ClaimSees(by, seen, negated, span=node.span)

    def has_contents(self, node: tree.ContentLine) -> bool | None:
        """Has a list of contents this line? What is no thing can be counted nowhere else."""
        what = node.what.value if isinstance(node.what, tree.Text) else node.what.text
        lines: dict[str, list[int | None]] = {}
        for found in self.world.index.contents.values():
            for line in found.lines:
                name = line.what.value if isinstance(line.what, tree.Text) else line.what.text
                lines.setdefault(name, []).append(line.count.value)
        if what not in lines:
            self.world.report.unknown(
                "line of contents", what, node.what.span, list(lines), "No list of contents has a line of this."
            )
            return None
        return node.count.value in lines[what]


def all_actions(world: World) -> list[tree.Action]:
    found = [a.action for a in world.index.actions.values()]
    for kind in world.index.kinds.values():
        found.extend(i for i in kind.items if isinstance(i, tree.Action))
    for thing in world.things.values():
        found.extend(action for _, action in _thing_actions(thing.node.items, thing.name))
    return found


def action_keys(world: World, name: str) -> list[str]:
    """The keys of all actions of a name."""
    if not world.actions:
        found = [(a, a) for a in world.index.actions]
        for kind in world.index.kinds.values():
            found.extend(
                (i.name.text, f"{kind.name.text}.{i.name.text}") for i in kind.items if isinstance(i, tree.Action)
            )
        for thing in world.things.values():
            for owner, action in _thing_actions(thing.node.items, thing.name):
                found.append((action.name.text, f"{owner}.{action.name.text}"))
        for each, key in found:
            world.actions.setdefault(each, []).append(key)
    return world.actions.get(name, [])


def _thing_actions(items: tuple[tree.ThingItem, ...], owner: str) -> Iterator[tuple[str, tree.Action]]:
    """The actions on a thing, also on its faces, each with the key of what it stands on."""
    for item in items:
        if isinstance(item, tree.Action):
            yield owner, item
        elif isinstance(item, tree.FaceBody):
            yield from _thing_actions(item.items, f"{owner}.{item.name.text}")


def _can_fail(part: tree.Given | tree.Happens | tree.Then) -> bool:
    """Is there something in it that may turn out otherwise?"""
    match part:
        case tree.Then(claims=claims):
            return bool(claims)
        case tree.Happens(events=events):
            tried = (tree.EventTake, tree.EventChoose, tree.EventDecline)
            return any(isinstance(e, tried) or (isinstance(e, tree.EventPhrase) and e.refused) for e in events)
        case _:
            return False
