"""Tests: what is given, what happens, what is claimed, as functions of the Ruleset."""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from attrs import Factory, define, evolve, frozen

from dsl import model as m
from dsl.check.first_values import Cell
from dsl.source import Span

from ..ir import Call, Const, Effect, Expr, Find, Function, If, Loop, Op, Put, Return, Set, Stmt, Var
from ..layout import NotPlayable
from .context import Context
from .layout import PLACE_ZONE, TABLE
from .walk import kind_of, nodes

if TYPE_CHECKING:
    from . import Lowering


@frozen
class Answer:
    """What a test answers or claims as an option: a text, nothing, a value (function), several, any copy of a thing."""

    text: str | None = None
    function: str | None = None
    several: tuple[Answer, ...] | None = None
    copies: tuple[int, ...] = ()

    @property
    def nothing(self) -> bool:
        return self.text is None and self.function is None and self.several is None and not self.copies


@frozen
class StepPlan:
    """One event or claim. `kind` names the class of the model; functions give its values."""

    kind: str
    span: Span
    function: str | None = None
    who: str | None = None
    action: str = ""
    answers: tuple[Answer, ...] | None = None
    flag: bool = False
    text: str | None = None
    parts: tuple[tuple[str, m.Type], ...] = ()  # of a claim that compares: functions giving its sides, with their types
    reasons: tuple[tuple[str, str], ...] = ()  # of what shall happen: a function that says no, and its sentence


@define
class TestPlan:
    number: int
    title: str
    cites: tuple[str, ...]
    span: Span
    facts: str = ""
    made: str | None = None  # of a test after set-up: what it puts into the box, which is there before
    after_setup: bool = False
    dice: list[tuple[int, str]] = Factory(list)
    map_pairs: tuple[tuple[int, int], ...] = ()
    map_places: tuple[int, ...] = ()
    steps: list[StepPlan] = Factory(list)
    problem: tuple[str, Span] | None = None
    bug: tuple[str, str] | None = None  # the exception that lowering the test has raised, and its traceback


def lower_tests(low: Lowering) -> list[TestPlan]:
    plans = []
    turn = next((n for n in nodes((low.game.flow, low.game.phases)) if isinstance(n, m.Turn)), None)
    if turn is not None:
        body: list[Stmt] = []
        if isinstance(turn.of, m.StateValue):
            body.append(Put(low.lay.column[turn.of.attribute], Const(0), Var("player")))
        inner = Context(steps=True)
        if isinstance(turn.of, m.Local):
            inner.env[turn.of.id] = Var("player")
        body += low.turn_of(Var("player"), turn.block, inner)
        low.out.functions["test_turn"] = Function("test_turn", ("player",), (*body, Return(None)), None, "a turn")
    for number, test in enumerate(low.game.tests):
        low.prefix = f"test{number}."
        plan = TestPlan(number, test.title, test.cites, test.span)
        try:
            _Test(low, test, plan).lower()
        except NotPlayable as error:
            plan.problem = (error.what, error.span)
            plan.steps = []
        except Exception as bug:  # of this test alone: the others can be run
            plan.bug, plan.steps = in_words(bug), []
            for name in [n for n in low.out.functions if n.startswith(f"t{number}_")]:
                del low.out.functions[name]
        plans.append(plan)
    low.prefix = ""
    return plans


def in_words(bug: Exception) -> tuple[str, str]:
    """An exception that is nobody's fault but Sidescript's: what it says, and its traceback."""
    said = "".join(traceback.format_exception_only(bug)).strip()
    return said, "".join(traceback.format_exception(bug)).rstrip()


OF_SEATS: tuple[Cell, ...] = (("players", ""), ("people", ""))
"""What follows from who sits at the table."""

_OF_SEATS = ("players", "people", "seats", "team")


def _settled(value: m.Value) -> bool:
    """Does it not depend on where things lie, which a test says later?"""
    return not any(isinstance(node, m.Query | m.Ask | m.ZoneEnd) for node in nodes(value))


def _is_box(place: m.Value | None) -> bool:
    return isinstance(place, m.Builtin) and place.name == "box"


class _Test:
    def __init__(self, low: Lowering, test: m.CheckedTest, plan: TestPlan) -> None:
        self.campaign: str | None = None  # which the test says is played
        self.low = low
        self.test = test
        self.plan = plan
        self.n = 0
        self.c = Context()

    def name(self, what: str) -> str:
        self.n += 1
        return f"t{self.plan.number}_{what}_{self.n}"

    def value(self, v: m.Value) -> str:
        name = self.name("value")
        self.low.pure(name, (), self.low.value(v, self.context()))
        return name

    def context(self) -> Context:
        c = self.c.copy()
        c.you = self.low.cell("active_player")
        return c

    def lower(self) -> None:
        facts = self.test.facts
        if any(isinstance(fact, m.AfterSetup) for fact in facts):
            boxed = tuple(fact for fact in facts if isinstance(fact, m.NewThings) and _is_box(fact.place))
            self.plan.facts = self.facts(fact for fact in facts if fact not in boxed)
            if boxed:
                self.plan.made = self.facts(boxed, self.begun_with(boxed))
        else:
            self.plan.facts = self.facts(facts, self.begun_with(facts))
        for part in self.test.parts:
            for item in part:
                self.plan.steps.append(self.item(item))

    # ------------------------------------------------------------------ facts

    def facts(self, facts: Iterable[m.Fact], first: Iterable[Stmt] = ()) -> str:
        body = list(first)
        for fact in facts:
            body += self.fact(fact)
        name = self.name("facts")
        self.low.out.functions[name] = Function(name, (), (*body, Return(None)), None, self.test.title)
        return name

    def fact(self, fact: m.Fact) -> list[Stmt]:
        low = self.low
        match fact:
            case m.TestMap(places, pairs):
                ids = {name: self.thing(name) for name in places}
                self.plan.map_places = tuple(ids.values())
                self.plan.map_pairs = tuple((ids[a], ids[b]) for a, b in pairs)
                return [Effect("move", (Const(x), Const(TABLE), Const(1))) for x in ids.values()]
            case m.TestGrid(rows):
                ids_ = tuple(tuple(self.thing(name) for name in row) for row in rows)
                return [
                    Effect("lay_grid", (Op("tuple", tuple(Const(row) for row in ids_)),)),
                    Effect("board", (Const(0),)),
                ]
            case m.TestDeck(name, lines):
                listed: list[int] = []
                for count, thing in lines:
                    first = low.lay.first[thing] + sum(listed.count(x) for x in low.lay.ids(thing))
                    listed += range(first, first + count)
                deck = Const(self.thing(name))
                return [Put(low.lay.column["listed"], deck, Const(tuple(listed)))]
            case m.AfterSetup():
                self.plan.after_setup = True
                return []
            case m.NewThings(names, word, place, settings):
                out: list[Stmt] = []
                for name in names:
                    out += self.put(Const(self.thing(name)), m.ThingType(self.kind(name)), word, place, settings)
                return out
            case m.Placed(thing, word, place, settings):
                x = low.value(thing, self.context())
                if isinstance(thing.type, m.SetType):
                    var = low.fresh("one")
                    return [
                        Loop(var, x, tuple(self.put(Var(var), thing.type.of, word, place, settings)), low.fresh("each"))
                    ]
                return self.put(x, thing.type, word, place, settings)
            case m.SetValue(target, die, value):
                return self.set(target, die, value, fact)
            case _:
                raise NotPlayable("this fact of a test", fact.span)

    def begun_with(self, facts: Iterable[m.Fact]) -> list[Stmt]:
        """What begins with a value that follows from what the test says: it is worked out anew, before all else."""
        low = self.low
        said: dict[Cell, list[Stmt]] = {}
        for fact in facts if low.first_in_order() else ():
            for cell, body in self.said(fact):
                said.setdefault(cell, []).extend(body)
        anew: dict[Cell, None] = {}
        for cell in low.first_in_order():
            if any(one in said or one in anew for one in low.first_reads(cell)):
                anew[cell] = None
        if not anew:
            return []
        read = {one for cell in anew for one in low.first_reads(cell)}
        out = [x for cell, body in said.items() if cell in read for x in body]
        for cell in anew:
            out += [*low.begin_with(cell), *said.get(cell, ())]
        return out

    def said(self, fact: m.Fact) -> Iterator[tuple[Cell, list[Stmt]]]:
        """What a fact sets that something may begin with, and how."""
        low = self.low
        match fact:
            case m.NewThings(names, _, place, settings):
                for name in names:
                    yield from self.set_of(Const(self.thing(name)), m.ThingType(self.kind(name)), place, settings)
            case m.Placed(m.ThingConstant() as thing, _, place, settings):
                yield from self.set_of(low.value(thing, self.context()), thing.type, place, settings, thing.thing)
            case m.Placed(m.CopiesConstant(thing, m.SetType(of)), _, place, settings):
                for x in low.lay.ids(thing):
                    yield from self.set_of(Const(x), of, place, settings)
            case m.SetValue(m.AttributeValue(m.ThingConstant() as thing, key), _, value) if _settled(value):
                yield (key, thing.thing), self.setting(low.value(thing, self.context()), m.Setting(key, value, False))
            case m.SetValue(m.StateValue(key) as target, die, value) if _settled(value):
                body = self.set(target, die, value, fact)
                yield (key, ""), body
                if any(isinstance(one, Effect) for one in body):
                    yield from ((cell, body) for cell in OF_SEATS)
            case m.SetValue(m.OptionValue(option) as target, die, value) if _settled(value):
                yield (f"option.{option}", ""), self.set(target, die, value, fact)
            case m.SetValue(m.Builtin(name) as target, die, value) if _settled(value) and name in _OF_SEATS:
                yield from ((cell, self.set(target, die, value, fact)) for cell in OF_SEATS)
            case _:
                pass

    def set_of(
        self, x: Expr, type_: m.Type, place: m.Value | None, settings: tuple[m.Setting, ...], name: str | None = None
    ) -> Iterator[tuple[Cell, list[Stmt]]]:
        low = self.low
        kind = type_.kind if isinstance(type_, m.ThingType) else "Thing"
        if low.game.seats.kind in low.ancestors_of(kind) and not _is_box(place):
            seats: list[Stmt] = [Effect("take_seat", (x,))]
            yield from ((cell, seats) for cell in OF_SEATS)
        if name is None:
            assert isinstance(x, Const) and isinstance(x.value, int)
            name = low.lay.things[x.value][0]
        for setting in settings:
            if setting.value is not None and not setting.is_zone and _settled(setting.value):
                yield (setting.key, name), self.setting(x, setting)

    def thing(self, name: str) -> int:
        first = self.low.lay.first
        return first.get(self.low.prefix + name, first.get(name, -1))

    def kind(self, name: str) -> str:
        declarations = self.low.lay.declarations
        found = declarations.get(self.low.prefix + name) or declarations[name]
        return found.kinds[0]

    def put(
        self, x: Expr, type_: m.Type, word: str | None, place: m.Value | None, settings: tuple[m.Setting, ...]
    ) -> list[Stmt]:
        low = self.low
        out: list[Stmt] = []
        kind = type_.kind if isinstance(type_, m.ThingType) else "Thing"
        if low.game.seats.kind in low.ancestors_of(kind) and not _is_box(place):
            out.append(Effect("take_seat", (x,)))
        if place is not None:
            if word == "at" or not isinstance(place.type, m.ZoneType):
                goal = (
                    low.zone_of(PLACE_ZONE, low.where(place, self.context()))
                    if not isinstance(place.type, m.ZoneType)
                    else low.value(place, self.context())
                )
            else:
                goal = low.value(place, self.context())
            out += [Effect("move", (x, goal, Const(1))), *low.controlled(x, goal, None)]
        elif word is None:
            out.append(Effect("enter_play", (x,)))
        for setting in settings:
            out += self.setting(x, setting)
        return out

    def setting(self, x: Expr, setting: m.Setting) -> list[Stmt]:
        low = self.low
        if setting.is_face:
            return low.come_up(x, None, Const(low.lay.face_index[setting.key]), marks=False)
        assert setting.value is not None
        if setting.is_zone:
            return self.fill(low.zone_of(setting.key, x), setting.value)
        value = low.value(setting.value, self.context())
        attribute = low.game.attributes.get(setting.key)
        if (
            attribute is not None
            and isinstance(attribute.type, (m.SetType, m.GridType))
            and not isinstance(setting.value.type, (m.SetType, m.GridType))
        ):
            value = Op("tuple", (value,))
        if attribute is not None and isinstance(attribute.type, m.ResourceType):
            return low.write(setting.key, x, "=", value, self.context())
        return [Put(low.lay.column[setting.key], x, value), Effect("board", (Const(0),))]

    def fill(self, zone: Expr, value: m.Value) -> list[Stmt]:
        """The content of a zone, top or left first."""
        low = self.low
        items = low.value(value, self.context())
        if not isinstance(value.type, m.SetType):
            items = Op("tuple", (items,))
        z, var = low.fresh("zone"), low.fresh("one")
        return [
            Set(z, zone),
            Effect("pour", (Var(z), Const(0))),
            Loop(
                var,
                items,
                (Effect("move", (Var(var), Var(z), Const(1))), *low.controlled(Var(var), Var(z), None)),
                low.fresh("each"),
            ),
        ]

    def set(self, target: m.Value | None, die: str | None, value: m.Value, node: m.Node) -> list[Stmt]:
        low = self.low
        if die is not None:
            self.plan.dice.append(
                (
                    list(low.game.dice).index(die),
                    self.value(
                        value if isinstance(value.type, m.SetType) else m.Listing((value,), m.SetType(value.type))
                    ),
                )
            )
            return []
        match target:
            case m.AttributeValue(object=obj, attribute=key):
                x = low.value(obj, self.context())
                return self.setting(x, m.Setting(key, value, False))
            case m.StateValue(attribute=key):
                out: list[Stmt] = []
                if isinstance(value.type, m.ThingType) and low.game.seats.kind in low.ancestors_of(value.type.kind):
                    out.append(Effect("take_seat", (low.value(value, self.context()),)))
                    out.append(Put(low.lay.column["active_player"], Const(0), low.value(value, self.context())))
                return [*out, Put(low.lay.column[key], Const(0), low.value(value, self.context()))]
            case m.ZoneValue():
                return self.fill(low.value(target, self.context()), value)
            case m.OptionValue(option=option):
                chosen = low.value(value, self.context())
                if low.game.options[option].several and not isinstance(value.type, m.SetType):
                    chosen = Op("tuple", (chosen,))
                return [Put(low.lay.column[f"option.{option}"], Const(0), chosen)]
            case m.Builtin(name="seats" | "team"):
                items = low.value(value, self.context())
                if not isinstance(value.type, m.SetType):
                    items = Op("tuple", (items,))
                var = low.fresh("one")
                return [Loop(var, items, (Effect("take_seat", (Var(var),)),), low.fresh("each"))]
            case m.Builtin(name="players"):
                return [Put(low.lay.column["players"], Const(0), low.value(value, self.context()))]
            case m.Builtin(name="people"):
                return [Put(low.lay.column["people"], Const(0), low.value(value, self.context()))]
            case m.Builtin(name="scenario"):
                played = low.value(value, self.context())
                return [
                    Effect("move", (played, Const(TABLE), Const(1))),
                    Put(low.lay.column["scenario"], Const(0), played),
                ]
            case m.Builtin(name="campaign") if isinstance(value, m.NameConstant):
                self.campaign = value.name
                return []
            case m.Builtin(name="owner" | "controller" as name, arguments=(obj,)):
                return [Put(low.lay.column[name], low.value(obj, self.context()), low.value(value, self.context()))]
            case _:
                raise NotPlayable("this fact of a test", node.span)

    # ------------------------------------------------------------------ events and claims

    def item(self, item: m.TestEvent | m.Claim) -> StepPlan:
        low = self.low
        kind = type(item).__name__
        match item:
            case m.TestDo(m.Event(verb="next_game")):
                campaign = self.campaign or next(iter(low.game.campaigns), None)
                if campaign is None:
                    raise NotPlayable("`next_game` where no campaign is declared", item.span)
                return StepPlan("NextGame", item.span, text=campaign)
            case m.TestDo(event, refused):
                name = self.name("do")
                c = self.context()
                body = low.do(event, c, None)
                if low.watches:
                    body.append(If(Op("flag", (Const(2),)), (Call("watches", ()),)))
                low.out.functions[name] = Function(name, (), (*body, Return(None)), None, event.verb)
                reasons: list[tuple[str, str]] = []
                for test, because in () if refused else low.verb_reasons(event, self.context()):
                    reasons.append((self.name("reason"), because))
                    low.pure(reasons[-1][0], (), test, because)
                return StepPlan(kind, item.span, name, flag=refused, reasons=tuple(reasons))
            case m.TestPerform(perform):
                name = self.name("do")
                body = low.statement(perform, self.context())
                if low.watches:
                    body.append(If(Op("flag", (Const(2),)), (Call("watches", ()),)))
                low.out.functions[name] = Function(name, (), (*body, Return(None)), None, perform.section)
                return StepPlan("TestDo", item.span, name)
            case m.TestRun(phase) if phase in low.game.setups:
                name = self.name("setup")
                loud, quiet = (Effect("quiet", (Const(n),)) for n in (0, 1))
                steps = (quiet, Call(f"setup_{phase}", ()), loud, Return(None))
                low.out.functions[name] = Function(name, (), steps, None, phase)
                return StepPlan("TestSetup", item.span, name)
            case m.TestRun(phase):
                return StepPlan(kind, item.span, f"phase_{phase}")
            case m.TestTurn(of):
                return StepPlan(kind, item.span, None, self.value(of))
            case m.TestTake(who, action, arguments, tries):
                return StepPlan(
                    kind, item.span, None, self.value(who), action, tuple(self.answer(a) for a in arguments), tries
                )
            case m.TestChoose(who, values):
                return StepPlan(kind, item.span, None, self.value(who), "", tuple(self.answer(v) for v in values))
            case m.TestDecline(who):
                return StepPlan(kind, item.span, None, self.value(who))
            case m.ClaimTrue(condition):
                name = self.name("value")
                low.pure(name, (), self.claim(condition))
                return StepPlan(kind, item.span, name, parts=self.parts(condition))
            case m.ClaimAsked(who, options):
                return StepPlan(
                    kind,
                    item.span,
                    None,
                    self.value(who),
                    "",
                    None if options is None else tuple(self.answer(v) for v in options),
                )
            case m.ClaimOffered(who, action, options, negated):
                return StepPlan(
                    kind,
                    item.span,
                    None,
                    self.value(who),
                    action,
                    None if options is None else tuple(self.answer(v) for v in options),
                    negated,
                )
            case m.ClaimRefused(who, action, arguments, because):
                return StepPlan(
                    kind,
                    item.span,
                    None,
                    self.value(who),
                    action,
                    tuple(self.answer(v) for v in arguments),
                    False,
                    because,
                )
            case m.ClaimRanked(text):
                return StepPlan(kind, item.span, self.rank(), text=text)
            case m.ClaimEnded(ending):
                return StepPlan(kind, item.span, text=ending)
            case m.ClaimWins(who, wins):
                return StepPlan(kind, item.span, None, self.value(who), flag=wins)
            case m.ClaimSees(who, what, negated):
                return StepPlan(kind, item.span, self.value(what), self.value(who), flag=negated)

    def rank(self) -> str:
        """A function that gives the number of the rank that the score of the game reaches; nothing for none."""
        low, score = self.low, self.low.game.score
        assert score is not None, "checked"
        c = self.context()
        total: Expr = Const(0)
        for value, _ in score.lines:
            total = Op("add", (total, low.value(value, c)))
        found: Expr = Const(-1)
        for n, (least, _) in reversed(list(enumerate(score.ranks))):
            reached = Const(1) if least is None else Op("ge", (total, low.value(least, c)))
            found = Op("cond", (reached, Const(n), found))
        if score.condition is not None:
            found = Op("cond", (low.value(score.condition, c), found, Const(-1)))
        name = self.name("rank")
        low.pure(name, (), found)
        return name

    # ------------------------------------------------------------------ things with copies

    def copies(self, v: m.Value) -> tuple[int, ...]:
        """All copies of a thing that has several, where a test names it alone; else none."""
        ids = self.low.lay.ids(v.thing) if isinstance(v, m.ThingConstant) and v.thing in self.low.lay.first else ()
        return ids if len(ids) > 1 else ()

    def claim(self, condition: m.Value) -> Expr:
        """A condition in which the name of a thing with copies means any of them: where it lies, and what is it."""
        low = self.low
        match condition:
            case m.Logic(operator, left, right):
                return Op(operator, (self.claim(left), self.claim(right)))
            case m.Not(operand):
                return Op("not", (self.claim(operand),))
            case m.Membership(item, container, negated) if self.copies(item) and not _is_box(container):
                bound, var = m.Local(f"{self.plan.number}$copy", "it", item.type), low.fresh("copy")
                held = low.value(evolve(condition, item=bound, negated=False), self.context().bind(bound, Var(var)))
                there = Find("any", var, Const(self.copies(item)), held)
                return Op("not", (there,)) if negated else there
            case m.Comparison("==" | "!=" as operator, left, right):
                listed = [v.items if isinstance(v, m.Listing) else (v,) for v in (left, right)]
                ids = dict.fromkeys(ids for side in listed for v in side if (ids := self.copies(v)))
                if not ids or all(self.copies(v) for v in (left, right)):
                    return low.value(condition, self.context())
                alike = Op("eq", tuple(self.first_copies(v, tuple(ids)) for v in (left, right)))
                return Op("not", (alike,)) if operator == "!=" else alike
            case _:
                return low.value(condition, self.context())

    def first_copies(self, v: m.Value, ids: tuple[tuple[int, ...], ...]) -> Expr:
        """The value, with the first copy in the place of each."""
        low, x = self.low, self.low.value(v, self.context())
        var = low.fresh("copy")
        first: Expr = Var(var)
        for those in ids:
            first = Op("cond", (Op("member", (Var(var), Const(those))), Const(those[0]), first))
        if isinstance(v.type, m.ZoneType):
            x = Op("items", (x,))
        if isinstance(v.type, m.SetType | m.ZoneType):
            return Find("map", var, x, None, first)
        return Op("head", (Find("map", var, Op("tuple", (x,)), None, first),))

    def parts(self, condition: m.Value) -> tuple[tuple[str, m.Type], ...]:
        """Both sides of a comparison, or what should lie in a zone, so that a failure can show them."""
        match condition:
            case m.Comparison(_, left, right):
                # what is nothing on one side is a thing or a value that the other side could have been
                types = [one.type for one in (left, right) if not isinstance(one.type, m.NothingType)]
                return tuple(
                    self.lying(one)
                    if isinstance(one.type, m.ZoneType) and isinstance(other.type, m.SetType)
                    else (self.value(one), types[0] if types and isinstance(one.type, m.NothingType) else one.type)
                    for one, other in ((left, right), (right, left))
                )
            case m.Membership(item, container) if isinstance(container.type, m.ZoneType):
                return ((self.value(item), item.type),)  # where it lies instead
            case _:
                return ()

    def lying(self, zone: m.Value) -> tuple[str, m.Type]:
        """What lies in a zone, as a set."""
        name = self.name("value")
        self.low.pure(name, (), Op("items", (self.low.value(zone, self.context()),)))
        return name, m.SetType(m.ThingType(kind_of(zone.type) or "Thing"))

    def answer(self, v: m.Value) -> Answer:
        match v:
            case m.Literal(None):
                return Answer()
            case m.Literal(str() as text):
                return Answer(text=text)
            case m.Listing(items):
                return Answer(several=tuple(self.answer(i) for i in items))
            case m.ThingConstant() if self.copies(v):
                return Answer(copies=self.copies(v))
            case _:
                return Answer(function=self.value(v))
