"""Responses: a section with a timing makes the action that performs it an answer, asked for round the table.

The event that is answered lies in the state while its window is open: its arguments, and whether it was cancelled. So
what lists a response, what it aims at and what it does can all read it, however deep the action that plays the card
calls them, and a saved match goes on in the middle of it. Windows inside a response put aside what was there.
"""

from __future__ import annotations

from attrs import evolve, frozen

from dsl import model as m

from ..ir import (
    NOTHING,
    Block,
    Const,
    Dispatch,
    Expr,
    Find,
    Function,
    If,
    Leave,
    Op,
    Pure,
    Put,
    Return,
    Set,
    Site,
    Stmt,
    Var,
    While,
)
from ..layout import NotPlayable, Source
from .actions import Actions
from .context import Context
from .values import YES, _id, both, negate
from .walk import nodes


@frozen
class Response:
    """One way to play a thing as an answer: where it stands, its section, the action that performs it."""

    source: Source
    body: m.SectionBody
    number: int
    action: m.Action
    function: str


def with_known_pattern(body: m.SectionBody) -> m.SectionBody:
    """A timed section whose pattern can be looked at before its parameter is known.

    What the pattern says of a thing by means of the parameter (`damage Character c at user`) is asked in the condition
    instead, which is looked at when the action that plays the card has found the parameter.
    """
    parameter, p = body.parameter, body.pattern
    if parameter is None or p is None:
        return body
    condition = body.condition

    def later(part: object) -> bool:
        return any(isinstance(one, m.Local) and one.id == parameter.id for one in nodes(part))

    def split(part: m.PatternPart) -> m.PatternPart:
        nonlocal condition
        if not isinstance(part, m.Bind) or part.members is not None or not later(part.query):
            return part
        query = part.query
        kind = m.ThingType(query.kind)
        asked = m.Query(
            query.kind,
            query.local,
            traits=tuple(one for one in query.traits if later(one.test)),
            near=tuple(one for one in query.near if later((one.value, one.distance))),
            where=query.where if later(query.where) else None,
            span=query.span,
        )
        test: m.Value = m.Membership(
            query.local, m.QueryValue(asked, m.SetType(kind), span=query.span), False, m.TRUTH, span=query.span
        )
        condition = test if condition is None else m.Logic("and", test, condition, m.TRUTH, span=query.span)
        known = evolve(
            query,
            traits=tuple(one for one in query.traits if one not in asked.traits),
            near=tuple(one for one in query.near if one not in asked.near),
            where=None if asked.where is not None else query.where,
        )
        return evolve(part, query=known)

    object_ = split(p.object) if p.object is not None else None
    roles = tuple((role, split(part)) for role, part in p.roles)
    return evolve(body, pattern=evolve(p, object=object_, roles=roles), condition=condition)


class Responses(Actions):
    """Responses: listing them, asking for them, and what their sections read of the event."""

    responses: list[Response]
    timed: dict[str, list[tuple[Source, m.SectionBody]]]
    """By section: the things (and faces) whose section has a timing."""

    def section_context(self, key: str, you: m.Value | None) -> Context:
        raise NotImplementedError

    def collect_responses(self) -> None:
        self.responses = []
        self.timed = {}
        sources: list[tuple[Source, m.SectionBody]] = []
        for name, thing in self.lay.declarations.items():
            ids = self.lay.ids(name)
            on_thing = Source(thing.title, ids, thing=name)
            sources += [(on_thing, with_known_pattern(body)) for body in thing.sections.values()]
            for content in thing.face_contents:
                face = Source(thing.title, ids, thing=name, face=content.face)
                sources += [(face, with_known_pattern(body)) for body in content.sections.values()]
        most = 0
        for source, body in sources:
            if body.timing is None or body.pattern is None or not source.ids:
                continue
            self.timed.setdefault(body.section, []).append((source, body))
            found = False
            for number, (where, action) in enumerate(self.all_actions):
                if where.ids is None or not {*source.ids} <= {*where.ids}:
                    continue
                if body.section in self.performed(action):
                    found = True
                    name = f"response_{len(self.responses)}"
                    self.responses.append(Response(source, body, number, action, name))
            if not found:
                raise NotPlayable("a section with a timing that no action of its thing performs", body.span)
            most = max(most, len(self.pattern_parameters(body.pattern)))
        if self.responses:
            for n in range(most):
                self.lay.new_column(f"answered.{n}", (0,), (NOTHING,))
            self.lay.new_column("answered.event", (0,), (NOTHING,))
            self.lay.new_column("answered.cancelled", (0,), (0,))
        self.most_arguments = most
        self.answerable: list[tuple[str, str]] = []

    def performed(self, action: m.Action) -> frozenset[str]:
        """The sections that an action performs, itself or through the verbs that it calls."""
        found: set[str] = set()
        left: list[object] = [(action.clauses, action.pays, action.does)]
        seen: set[str] = set()
        while left:
            for node in nodes(left.pop()):
                match node:
                    case m.Perform(section=section) | m.TargetsOf(section=section):
                        found.add(section)
                    case m.Event(verb=verb) if verb in self.game.verbs and verb not in seen:
                        seen.add(verb)
                        left.append(self.game.verbs[verb].block)
                    case _:
                        pass
        return frozenset(found)

    # ------------------------------------------------------------------ the event that is answered

    def event_number(self, timing: str, what: str, name: str) -> int:
        key = (timing, f"{what}:{name}")
        if key not in self.answerable:
            self.answerable.append(key)
        return self.answerable.index(key)

    def answered_columns(self) -> list[str]:
        if not self.responses:
            return []
        return [*(f"answered.{n}" for n in range(self.most_arguments)), "answered.event", "answered.cancelled"]

    def put_aside(self) -> tuple[list[Stmt], list[Stmt]]:
        """Keeps what is answered just now in names, and brings it back."""
        columns = self.answered_columns()
        names = [self.fresh("aside") for _ in columns]
        kept: list[Stmt] = [Set(name, self.cell(c)) for name, c in zip(names, columns, strict=True)]
        back: list[Stmt] = [
            Put(self.lay.column[c], Const(0), Var(name)) for name, c in zip(names, columns, strict=True)
        ]
        return kept, back

    def answered_part(self, n: int) -> Expr:
        return self.cell(f"answered.{n}")

    def answering(self, timing: str, what: str, name: str, kinds: dict[int, str | None]) -> list[Response]:
        return [
            r
            for r in self.responses
            if r.body.timing == timing
            and r.body.pattern is not None
            and (r.body.pattern.what, r.body.pattern.name) == (what, name)
            and self.may_match(r.body.pattern, kinds)
        ]

    # ------------------------------------------------------------------ listing

    def response_functions(self) -> None:
        """`response_n(taker)`: the legal ways to play one declared thing as an answer to the event in the state.

        What the action asks of all of them is listed in one function for each action and section.
        """
        listings: dict[tuple[int, str], str] = {}
        for r in self.responses:
            key = (r.number, r.body.section)
            if key not in listings:
                listings[key] = self.listing(r)
            ids = r.source.ids
            assert ids is not None and r.body.pattern is not None
            var = self.fresh("this")
            this: Expr = Const(ids[0]) if len(ids) == 1 else Var(var)
            tests: list[Expr] = [negate(Op("flag", (Const(1),))), self.works(r.source, this)]
            you = self.you_value(r.source)
            if you is not None:
                tests.append(Op("eq", (self.value(you, Context(this=this)), Var("taker"))))
            tests += self.event_tests(r.body.pattern, self.answered_part, self.context(r.action, this))
            ways = Pure(listings[key], (Var("taker"), this))
            if len(ids) == 1:
                value: Expr = Op("cond", (both(*tests), ways, Const(())))
            else:
                value = Find("flat", var, self.ids_expr(ids), both(*tests), ways)
            self.pure(r.function, ("taker",), value, f"the legal ways to answer with {r.source.title}")

    def listing(self, r: Response) -> str:
        """`answers_...(taker, this)`: what an action asks of a thing that is played as an answer."""
        key = f"{r.number}.{r.body.section}"
        alike = [x for x in self.responses if (x.number, x.body.section) == (r.number, r.body.section)]
        value: Expr = YES
        for x in alike:
            if x.body.condition is None or x.source.ids is None:
                continue
            c = self.context(x.action, Var("this"))
            assert x.body.pattern is not None
            self.event_tests(x.body.pattern, self.answered_part, c)
            if x.body.parameter is not None:
                c.env[x.body.parameter.id] = Var("argument")
            value = Op("cond", (self.is_it(x.source, Var("this")), self.value(x.body.condition, c), value))
        self.pure(f"d_{_id('head ' + key)}", ("taker", "this", "argument"), value, "what the head of the section asks")
        name = f"answers_{_id(key)}"
        where = self.all_actions[r.number][0]
        c = self.context(r.action, Var("this"))
        options = self.offered(r.number, where, self.with_condition(r, f"head {key}"), c, Var("this"))
        self.pure(name, ("taker", "this"), options, f"the legal ways of {r.action.name} as an answer")
        return name

    def is_it(self, source: Source, this: Expr) -> Expr:
        """Is this a thing of the source, with its face up?"""
        ids = source.ids
        assert ids, "it is on things"
        first, last = min(ids), max(ids)
        it = Op("member", (this, Const(ids))) if len(ids) > 1 else Op("eq", (this, Const(first)))
        if ids == tuple(range(first, last + 1)):
            it = Op("kind", (this, Const(first), Const(last + 1)))
        if source.face is not None:
            return Op("and", (it, Op("eq", (Op("face", (this,)), Const(self.lay.face_index[source.face])))))
        return it

    def offered(self, number: int, source: Source, action: m.Action, c: Context, this: Expr) -> Expr:
        options = self.listed(list(action.clauses), number, action, source, c, this, self.begun(action))
        return self.by_figures(action, options)

    def with_condition(self, r: Response, head: str) -> m.Action:
        """The action with what the head of the section asks, as soon as its parameter is known."""
        argument = self.section_argument(r)
        thing = m.ThingType("Thing")
        given = argument if argument is not None else m.Literal(0, m.NUMBER)
        asked = m.Needs(
            m.DefineValue(head, None, (m.You(thing), m.This(thing), given), m.TRUTH), None, span=r.body.span
        )
        at = 0
        if isinstance(argument, m.Local):
            for n, clause in enumerate(r.action.clauses):
                if isinstance(clause, (m.Choose, m.Let)) and clause.local == argument:
                    at = n + 1
        clauses = (*r.action.clauses[:at], asked, *r.action.clauses[at:])
        a = r.action
        return m.Action(a.key, a.name, a.title, a.menus, a.actor, clauses, a.pays, a.does, a.doc, span=a.span)

    def section_argument(self, r: Response) -> m.Value | None:
        """What the section is given: as `targets of` or `perform` of the action says; else who takes the action."""
        for node in nodes((r.action.clauses, r.action.pays, r.action.does)):
            match node:
                case m.TargetsOf(section=section, argument=argument) | m.Perform(section=section, argument=argument):
                    if section == r.body.section and argument is not None:
                        return argument
                case _:
                    pass
        return r.action.actor

    def timed_things(self, action: m.Action) -> list[Source]:
        """Things whose section, which the action performs, has a timing: they are never offered from a menu."""
        return [source for section in sorted(self.performed(action)) for source, _ in self.timed.get(section, ())]

    def open_to_menus(self, action: m.Action, source: Source, this: Expr) -> Expr:
        tests: list[Expr] = []
        for timed in self.timed_things(action):
            if source.ids is None or timed.ids is None or not {*timed.ids} <= {*source.ids}:
                continue
            tests.append(negate(self.is_it(timed, this)))
        return both(*tests)

    # ------------------------------------------------------------------ asking

    def response_window(
        self,
        timing: str,
        what: str,
        name: str,
        kinds: dict[int, str | None],
        arguments: tuple[Expr, ...],
        *,
        event_end: str | None = None,
        may: Expr = YES,
    ) -> list[Stmt]:
        """Asks round the table until all have passed in a row; each response is carried out at once.

        `may`: what the event needs. Once an answer has made it impossible, nobody else is asked.
        """
        found = self.answering(timing, what, name, kinds)
        if not found:
            return []
        who, options, pick, passes, played, label = (
            self.fresh(n) for n in ("asked", "responses", "response", "passes", "played", "round")
        )
        kept, back = self.put_aside()
        arguments_kept = list(enumerate(arguments[: self.most_arguments]))
        enter: list[Stmt] = [
            *(
                Put(self.lay.column[f"answered.{n}"], Const(0), x)
                for n, x in enumerate(arguments[: self.most_arguments])
            ),
            Put(self.lay.column["answered.event"], Const(0), Const(self.event_number(timing, what, name))),
            Put(self.lay.column["answered.cancelled"], Const(0), Const(0)),
        ]
        every = Op("joined", tuple(Pure(r.function, (Var(who),)) for r in found))
        one = self.fresh("one")
        fresh = Find("list", one, every, negate(Op("member", (Op("part", (Var(one), Const(1))), Var(played)))))
        site = Site("menu", "Do you answer?", (), "", answers=True)
        again = Set(passes, Op("add", (Var(passes), Const(1))))
        answer: list[Stmt] = [
            Set(passes, Const(0)),
            Set(played, Op("concat", (Var(played), Op("tuple", (Op("part", (Var(pick), Const(1))),))))),
            Dispatch("actions", Op("part", (Var(pick), Const(0))), (Var(who), Var(pick))),
        ]
        if timing == "before":
            answer.append(If(self.cell("answered.cancelled"), (Leave(label),)))
            if may != YES:
                answer += [Set(x.name, self.answered_part(n)) for n, x in arguments_kept if isinstance(x, Var)]
                answer.append(If(negate(may), (Leave(label),)))
        asked = (
            *self.ask_menu(site, Var(who), options, pick, passing=True),
            If(Op("lt", (Op("part", (Var(pick), Const(0))), Const(0))), (again,), tuple(answer)),
        )
        body: list[Stmt] = [
            Set(options, fresh),
            If(Op("eq", (Op("len", (Var(options),)), Const(0))), (again,), asked),
            Set(who, Op("after_in", (Var(who), self.table_round()))),
        ]
        out: list[Stmt] = [
            *kept,
            *enter,
            Set(who, self.first_asked(self.game.asked)),
            Set(passes, Const(0)),
            Set(played, Const(())),
            While(Op("lt", (Var(passes), Op("len", (self.table_round(),)))), tuple(body), label),
        ]
        if timing == "before":
            out += [Set(x.name, self.answered_part(n)) for n, x in arguments_kept if isinstance(x, Var)]
        if event_end is not None and timing == "before":
            cancelled = self.fresh("cancelled")
            out += [Set(cancelled, self.cell("answered.cancelled")), *back, If(Var(cancelled), (Leave(event_end),))]
        else:
            out += back
        return out

    # ------------------------------------------------------------------ what is done

    def timed_section(
        self, name: str, body: m.SectionBody, you: m.Value | None, title: str, params: tuple[str, ...]
    ) -> None:
        """A section with a timing: it speaks of the event that is answered, and does nothing at any other moment."""
        body = with_known_pattern(body)
        assert body.pattern is not None and body.timing is not None
        p = body.pattern
        c = self.section_context(body.section, you)
        if body.parameter is not None:
            params = ("this", "argument")
            c.env[body.parameter.id] = Var("argument")
        tests = self.event_tests(p, self.answered_part, c)
        number = Const(self.event_number(body.timing, p.what, p.name))
        outside = c.copy()
        out: list[Stmt] = []
        written: list[Stmt] = []
        places = {role: n for n, (role, _, _) in enumerate(self.pattern_parameters(p))}
        bound: dict[str | None, m.PatternPart] = dict(p.roles)
        if p.object is not None:
            bound[None] = p.object
        for role, part in bound.items():
            local = (part.members or part.query.local) if isinstance(part, m.Bind) else None
            if isinstance(part, m.BindNumber):
                local = part.local
            if local is None or local.id not in c.env:
                continue
            var = self.fresh(local.name)
            out.append(Set(var, c.env[local.id]))
            c.env[local.id] = Var(var)
            if isinstance(part, m.BindNumber) and body.timing == "before":
                written.append(Put(self.lay.column[f"answered.{places[role]}"], Const(0), Var(var)))
        inner = c.copy(event_end="cancel_answered" if body.timing == "before" else None)
        content = tuple(self.section_content(name, body.section, body.block, inner, outside))
        done: list[Stmt] = [*out, Block(content, "section"), *written]
        if body.timing == "before":
            cancel = Put(self.lay.column["answered.cancelled"], Const(0), Const(1))
            done = [Set("kept_on", Const(0)), Block((*done, Set("kept_on", Const(1))), "cancel_answered")]
            done.append(If(Op("eq", (Var("kept_on"), Const(0))), (cancel,)))
        test = both(Op("eq", (self.cell("answered.event"), number)), *tests)
        self.out.functions[name] = Function(name, params, (If(test, tuple(done)), Return(None)), None, title)
