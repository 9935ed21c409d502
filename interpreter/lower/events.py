"""Events: verbs with their windows of answers, prohibitions, what follows from a change."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from attrs import evolve, frozen

from dsl import model as m
from dsl.source import Span

from ..ir import (
    ACTS,
    ENDS,
    NOTHING,
    Ask,
    Block,
    Call,
    Const,
    Effect,
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
    statements,
)
from ..layout import Source, related
from .context import Context
from .layout import PLACE_ZONE, zero
from .values import NO, YES, Values, both, either, negate
from .walk import kind_of, of_things

CODE = 4096
"""An answer of one source in a window is written as listener * CODE + thing."""


@frozen
class Listener:
    """`steps`: it answers a moment, and each of its statements is a step."""

    source: Source
    trigger: m.Trigger
    steps: bool = False


class Events(Values):
    breakable: Mapping[Span, int]  # where rules are broken on purpose (scenarios/mutation.py): statements, limits
    listeners: dict[tuple[str, str], list[Listener]]
    prohibitions: list[tuple[Source | m.Until, m.Cannot]]
    moment_triggers: dict[tuple[str, str], list[tuple[Source, m.AtMoment]]]
    watches: list[tuple[Source, m.Whenever]]
    endings: list[m.Ending | m.Finish]
    ending_sources: list[tuple[m.Ending, Source | None]]

    # what the classes built upon this one bring

    def block(self, block: m.Block, c: Context) -> tuple[Stmt, ...]:
        raise NotImplementedError

    def run(self, rest: list[m.Statement], c: Context) -> list[Stmt]:
        raise NotImplementedError

    def statement(self, s: m.Statement, c: Context) -> list[Stmt]:
        raise NotImplementedError

    def step(self, c: Context) -> list[Stmt]:
        raise NotImplementedError

    def do(self, event: m.Event, c: Context, result: str | None) -> list[Stmt]:
        raise NotImplementedError

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
        raise NotImplementedError

    def answered(self, verb: str, kinds: dict[int, str | None]) -> bool:
        """Does some response answer this built-in verb?"""
        return any(self.answering(timing, "verb", verb, kinds) for timing in ("before", "after"))

    def answering(self, timing: str, what: str, name: str, kinds: dict[int, str | None]) -> Sequence[object]:
        raise NotImplementedError

    def put_aside(self) -> tuple[list[Stmt], list[Stmt]]:
        raise NotImplementedError

    def one_change(self, body: list[Stmt]) -> list[Stmt]:
        raise NotImplementedError

    # ------------------------------------------------------------------ abilities in general

    def works(self, source: Source, x: Expr) -> Expr:
        """Does an ability of this source work, when it stands on thing x?"""
        if source.ids is None:
            return YES
        if source.thing in self.lay.kinds_up and source.face is None:
            faces = self.lay.faces[source.thing]
            return either(*(self.works(evolve(source, face=face.key), x) for face in faces))
        works_in: tuple[str, ...] | None = None
        conditions: list[m.Value] = []
        name = source.thing
        kinds = self.kinds_of_source(source)
        thing = self.lay.declarations[name] if name else None
        if thing is not None:
            works_in = thing.works_in
            if thing.works_while is not None:
                conditions.append(thing.works_while)
        for kind_name in kinds:
            kind = self.game.kinds.get(kind_name)
            if kind is None:
                continue
            if works_in is None and kind.works_in is not None:
                works_in = kind.works_in
            if kind.works_while is not None:
                conditions.append(kind.works_while)
        tests: list[Expr] = []
        if works_in is None:
            tests.append(Op("in_play", (x,)))
        else:
            tests.append(self.in_zones(x, works_in))
        if source.kind in self.lay.turning:
            tests.append(self.is_kind(x, source.kind))
        if source.face is not None:
            tests.append(Op("eq", (Op("face", (x,)), Const(self.lay.face_index[source.face]))))
        c = Context(this=x, whose=self.you_value(source))
        tests += [self.value(w, c) for w in conditions]
        return both(*tests)

    def in_zones(self, x: Expr, keys: tuple[str, ...]) -> Expr:
        tests: list[Expr] = []
        for key in keys:
            low, high = self.lay.zone_range[key]
            at = Op("at", (x,))
            tests.append(Op("eq", (at, Const(low))) if high == low + 1 else Op("kind", (at, Const(low), Const(high))))
        return tests[0] if len(tests) == 1 else Op("or", tuple(tests))

    def kinds_of_source(self, source: Source) -> tuple[str, ...]:
        """The Kinds with ancestors of what an ability stands on, while it works."""
        if source.thing is None:
            return self.game.kinds[source.kind].ancestors if source.kind else ()
        face = self.lay.face_index[source.face] if source.face is not None else -1
        return self.lay.kinds_at(source.thing, face)

    def you_value(self, source: Source) -> m.Value | None:
        if source.thing in self.lay.kinds_up and source.face is None:
            said = [self.you_value(evolve(source, face=face.key)) for face in self.lay.faces[source.thing]]
            value = said[0]
            for face, you in zip(self.lay.faces[source.thing], said, strict=True):
                if you is not None and value is not None and you != value:
                    up = m.FaceTest(m.This(m.ThingType("Thing")), face.key, m.TRUTH)
                    value = m.Conditional(up, you, value, you.type)
                else:
                    value = you if value is None else value
            return value
        for name in self.kinds_of_source(source):
            kind = self.game.kinds.get(name)
            if kind is not None and kind.you is not None:
                return kind.you
        return None

    def ability_context(self, source: Source, this: Expr | None) -> Context:
        return Context(this=this, whose=self.you_value(source))

    def ids_expr(self, ids: tuple[int, ...]) -> Expr:
        if len(ids) > 2 and ids == tuple(range(ids[0], ids[-1] + 1)):
            return Op("range", (Const(ids[0]), Const(ids[-1] + 1)))
        return Const(ids)

    def site(self, site: Site) -> int:
        self.out.sites.append(site)
        return len(self.out.sites) - 1

    # ------------------------------------------------------------------ what follows from a change

    def changed(self, *tokens: tuple[str, ...]) -> list[Stmt]:
        """Marks watches and looks at endings that may depend on what has just changed."""
        found: list[Stmt] = []
        if any(self.touches(t, self.board_reads) for t in tokens):
            found.append(Effect("board", (Const(0),)))
        bits = 0
        for n, reads in enumerate(self.watch_reads):
            if any(self.touches(t, reads) for t in tokens):
                bits |= 1 << n
        if bits:
            found.append(Effect("mark", (Const(bits),)))
        group = tuple(n for n, reads in enumerate(self.ending_reads) if any(self.touches(t, reads) for t in tokens))
        if group:
            found.append(Effect("check", (Const(self.ending_group(group)),)))
        return found

    watch_reads: list[frozenset[tuple[str, ...]]]
    ending_reads: list[frozenset[tuple[str, ...]]]
    board_reads: frozenset[tuple[str, ...]]
    ending_groups: list[tuple[int, ...]]

    def ending_group(self, group: tuple[int, ...]) -> int:
        if group not in self.ending_groups:
            self.ending_groups.append(group)
        return self.ending_groups.index(group)

    def touches(self, token: tuple[str, ...], reads: frozenset[tuple[str, ...]]) -> bool:
        if ("any",) in reads:
            return True
        match token[0]:
            case "location" | "face":
                return any(r[0] == token[0] and self.maybe_related(r[1], token[1]) for r in reads) or (
                    token[0] == "location"
                    and ("board",) in reads
                    and any(self.touches(token, self.board_reads) for _ in (0,) if reads is not self.board_reads)
                )
            case _:
                return token in reads

    def maybe_related(self, a: str, b: str) -> bool:
        if "Thing" in (a, b):
            return True
        if a in self.game.enums or b in self.game.enums:
            return False
        return related(self.game, a, b) or bool(set(self.kind_ids(a)) & set(self.kind_ids(b)))

    def kind_ids(self, kind: str) -> tuple[int, ...]:
        found = self.base_ids(kind)
        if isinstance(found, Const) and isinstance(found.value, tuple):
            return found.value
        return tuple(self._range(found))

    # ------------------------------------------------------------------ prohibitions

    def forbidden(self, what: str, name: str, parts: Callable[[int], Expr], kinds: dict[int, str | None]) -> Expr:
        """Is an event with these arguments forbidden by some `cannot`?"""
        tests: list[Expr] = []
        for source, cannot in self.prohibitions:
            p = cannot.pattern
            if p.what != what or p.name != name or not self.may_match(p, kinds):
                continue
            if isinstance(source, m.Until):
                tests.append(self.cannot_while_running(source, cannot, parts))
            elif source.ids is None:
                tests.append(self.cannot_test(source, cannot, None, parts))
            elif len(source.ids) == 1:
                one = Const(source.ids[0])
                tests.append(both(self.works(source, one), self.cannot_test(source, cannot, one, parts)))
            else:
                var = self.fresh("this")
                x = Var(var)
                test = both(self.works(source, x), self.cannot_test(source, cannot, x, parts))
                tests.append(Find("any", var, self.ids_expr(source.ids), test))
        if not tests:
            return NO
        return tests[0] if len(tests) == 1 else Op("or", tuple(tests))

    def cannot_while_running(self, until: m.Until, cannot: m.Cannot, parts: Callable[[int], Expr]) -> Expr:
        record = self.fresh("fx")
        test = self.cannot_matches(cannot, self.effect_context(until, record), parts)
        return Find("any", record, Op("effects", (Const(self.effect_number(until)),)), test)

    cannot_each: dict[int, tuple[m.Query, ...]]
    """For a prohibition inside `each`, by its identity: the queries around it."""

    def cannot_matches(self, cannot: m.Cannot, c: Context, parts: Callable[[int], Expr]) -> Expr:
        around: list[tuple[str, Expr, Expr]] = []
        for query in self.cannot_each.get(id(cannot), ()):
            around.append(self.parts(query, c))
            c = c.bind(query.local, Var(around[-1][0]))
        tests = self.event_tests(cannot.pattern, parts, c)
        if cannot.condition is not None:
            tests.append(self.value(cannot.condition, c))
        found = both(*tests)
        for var, source, test in reversed(around):
            found = Find("any", var, source, both(test, found))
        return found

    def effect_context(self, until: m.Until, record: str) -> Context:
        """The names that were fixed when a running effect began."""
        c = Context(this=Op("part", (Var(record), Const(0))), you=Op("part", (Var(record), Const(1))))
        for n, local in enumerate(self.effect_captures(until)):
            c.env[local.id] = Op("part", (Var(record), Const(n + 2)))
        return c

    def effect_number(self, s: m.Until) -> int:
        raise NotImplementedError

    def effect_captures(self, s: m.Until) -> list[m.Local]:
        raise NotImplementedError

    def cannot_test(self, source: Source, cannot: m.Cannot, this: Expr | None, parts: Callable[[int], Expr]) -> Expr:
        return self.cannot_matches(cannot, self.ability_context(source, this), parts)

    def event_tests(self, p: m.Pattern, parts: Callable[[int], Expr], c: Context) -> list[Expr]:
        if p.what == "verb" and p.name in ("move", "draw"):
            known = p.name == "draw" and p.object is not None  # before a draw nobody knows what will come
            return [*([Op("ge", (parts(0), Const(0)))] if known else []), *self.move_tests(p, parts, c)]
        return self.pattern_tests(p, parts, c)

    def move_tests(self, p: m.Pattern, parts: Callable[[int], Expr], c: Context) -> list[Expr]:
        """parts: 0 the thing, 1 the zone it comes from, 2 the zone it goes to."""
        tests: list[Expr] = []
        number = self.table("zone_place")
        owner = self.table("zone_owner")
        if p.object is not None:
            tests += self._part_test(p.object, parts(0), "Thing", c)
        for word, index in (("from", 1), ("to", 2)):
            part = dict(p.roles).get(word)
            if part is None:
                continue
            zone = parts(index)
            match part:
                case m.Bind(query):
                    kind = query.kind
                    x = Op("fixed", (Const(number if self.is_place(m.ThingType(kind)) else owner), zone))
                    tests.append(Op("ge", (x, Const(0))))
                    tests += self._part_test(part, x, "Place" if self.is_place(m.ThingType(kind)) else "Thing", c)
                case m.Same(value):
                    if isinstance(value.type, m.ZoneType):
                        tests.append(Op("eq", (zone, self.value(value, c))))
                    elif self.is_place(value.type):
                        tests.append(Op("eq", (Op("fixed", (Const(number), zone)), self.value(value, c))))
                    else:
                        tests.append(Op("eq", (Op("fixed", (Const(owner), zone)), self.value(value, c))))
                case m.BindNumber(local):
                    c.env[local.id] = zone
        return tests

    def _part_test(self, part: m.PatternPart, x: Expr, known: str, c: Context) -> list[Expr]:
        match part:
            case m.Bind(query):
                c.env[query.local.id] = x
                test = self.passes(query, x, known, c)
                return [] if test == YES else [test]
            case m.Same(value):
                y = self.value(value, c)
                return [Op("member" if isinstance(value.type, m.SetType) else "eq", (x, y))]
            case m.BindNumber(local):
                c.env[local.id] = x
                return []

    def may_match(self, p: m.Pattern, kinds: dict[int, str | None]) -> bool:
        """Can the pattern match arguments of these Kinds at all? Index -1 is the object; others as in the record."""
        if p.object is not None and kinds.get(0) is not None:
            wanted = self._wanted(p.object)
            known = kinds[0]
            if wanted is not None and known is not None and not self.maybe_related(wanted, known):
                return False
        return True

    def _wanted(self, part: m.PatternPart) -> str | None:
        match part:
            case m.Bind(query):
                return query.kind
            case m.Same(m.ThingConstant(thing)):
                return self.lay.declarations[thing].kinds[0]
            case m.Same(value):
                return kind_of(value.type)
            case _:
                return None

    # ------------------------------------------------------------------ verbs

    def verb_function(self, verb: m.Verb) -> None:
        params = tuple(self.param_name(p) for p in verb.parameters)
        c = Context()
        for p, name in zip(verb.parameters, params, strict=True):
            c.env[p.local.id] = Var(name)
        needs: list[m.Needs] = []
        body = list(verb.block)
        while body and isinstance(body[0], m.Needs):
            needs.append(body.pop(0))  # type: ignore[arg-type]
        kinds = {n: kind_of(p.local.type) for n, p in enumerate(verb.parameters)}
        tests = [self.value(n.condition, c) for n in needs]
        tests.append(negate(self.forbidden("verb", verb.name, lambda n: Var(params[n]), kinds)))
        may = both(*tests)
        if may != YES:
            self.pure(f"can_{verb.name}", params, may, f"may {verb.name} happen?")
        self.event_function(
            f"v_{verb.name}",
            "verb",
            verb.name,
            params,
            kinds,
            c,
            tuple(body),
            may if may == YES else Pure(f"can_{verb.name}", tuple(Var(n) for n in params)),
            report=verb.reports is not None,
            title=verb.name,
        )

    @staticmethod
    def param_name(p: m.Parameter) -> str:
        return "p_" + p.local.name

    def event_function(
        self,
        function: str,
        what: str,
        name: str,
        params: tuple[str, ...],
        kinds: dict[int, str | None],
        c: Context,
        body: m.Block,
        may: Expr,
        *,
        report: bool,
        title: str,
        core: Callable[[Context], tuple[Stmt, ...]] | None = None,
    ) -> None:
        """The whole of an event: prohibitions, replacements, before-answers, body, history, after-answers."""
        arguments = tuple(Var(n) for n in params)
        part = lambda n: arguments[n]  # noqa: E731
        instead = self.matching("instead", what, name, kinds)
        before = self.matching("before", what, name, kinds)
        after = self.matching("after", what, name, kinds)
        responses = self.response_window("before", what, name, kinds, arguments, event_end="event", may=may)
        responses_after = self.response_window("after", what, name, kinds, arguments)
        gives = self.game.verbs[name].gives if what == "verb" and name in self.game.verbs else None
        none = zero(gives, self.game) if gives is not None else NOTHING
        assert isinstance(none, int | tuple)
        out: list[Stmt] = [Set("result", Const(none))]
        if may != YES:
            out.append(If(negate(may), (Effect("did", (Const(0),)), Return(Const(none)))))
        starts, ends = self.event_moments(what, name)
        all_params = params
        if instead:
            all_params = (*params, "used")
            out += self.replacement_window(function, instead, part, params)
        event_label = "event"
        guarded: list[Stmt] = []
        enter, restore = self.run_of(what, name)
        out += enter
        if before or responses:
            guarded += self.window(before, part, event_end=event_label, title=title) if before else []
            guarded += responses
            if may != YES:
                guarded.append(If(negate(may), (Leave(event_label),)))
            guarded.append(Set("begun", Const(1)))
        guarded += starts
        if report:
            number = self.verb_number(name)
            guarded.append(Effect("report", (Const(number), Op("tuple", arguments))))
        inner = c.copy(body_end="body", result="result", event_end=event_label)
        content = core(inner) if core is not None else self.block(body, inner)
        if any(isinstance(s, Leave) and s.label == "body" for s in statements(content)):
            guarded.append(Block(content, "body"))
        else:
            guarded += content
        stoppable = ("verb", name) in self.stopped
        if before or responses or stoppable:
            from ..ir import Guard

            wrapped: tuple[Stmt, ...] = (Guard(tuple(guarded)),) if stoppable else tuple(guarded)
            if before or responses:
                out.append(Set("begun", Const(0)))
            out.append(Block(wrapped, event_label))
            if before or responses:
                undone = (*restore, Effect("did", (Const(0),)), Return(Const(none)))
                out.append(If(Op("eq", (Var("begun"), Const(0))), undone))
        else:
            out += guarded
        for moment in sorted({moment for (event, moment) in self.histories_wanted if event == f"{what}:{name}"}):
            out.append(Effect("hist", (Const(self.history(f"{what}:{name}", moment)), Op("tuple", arguments))))
        out += self.changed(("history", name), ("history",))
        if report:  # what follows is not the verb itself any more
            out.append(self.no_more())
        if after or responses_after:
            window = f"after_{_plain(function)}"
            asked = self.window(after, part, title=title) if after else []
            self.out.functions[window] = Function(
                window, params, (*asked, *responses_after), None, f"answers after {title}"
            )
            out.append(
                If(
                    Op("flag", (Const(0),)),
                    (Effect("later", (Const(self.later_number(window)), Op("tuple", arguments))),),
                    (Call(window, arguments),),
                )
            )
        out += [*ends, *restore]
        out.append(Effect("did", (Const(1),)))
        out.append(Return(Var("result")))
        self.out.functions[function] = Function(function, all_params, tuple(out), None, title)

    def run_of(self, what: str, name: str) -> tuple[list[Stmt], list[Stmt]]:
        """That an event begins and ends to run: for effects that last to its end, and for what is stopped inside."""
        enter: list[Stmt] = []
        restore: list[Stmt] = []
        stoppable = (what, name) in self.stopped
        if stoppable:
            enter, restore = self.put_aside()
        own = [name] if name in self.lasting_verbs and (what == "verb" or name not in self.game.verbs) else []
        depths = self.lasting_verbs if stoppable else own
        for verb in depths:
            enter.append(Set(f"depth_{verb}", self.cell(f"running.{verb}")))
        if own:
            running = Op("add", (Var(f"depth_{name}"), Const(1)))
            enter.append(Put(self.lay.column[f"running.{name}"], Const(0), running))
        for verb in depths:
            restore.append(Effect("expire_event", (Const(self.moment(f"end {verb}")), Var(f"depth_{verb}"))))
            restore.append(Put(self.lay.column[f"running.{verb}"], Const(0), Var(f"depth_{verb}")))
            restore += self.changed(*self.until_touches(f"end {verb}"))
        return enter, restore

    spoken: dict[str, m.Node]
    """Every name that some text uses as a moment, with one of the texts."""

    lasting_verbs: list[str]
    """Verbs to whose end a running effect can last: how many of their events run is a number of the state."""

    def event_moments(self, what: str, name: str) -> tuple[list[Stmt], list[Stmt]]:
        """What begins and ends with an event of a verb that somebody speaks of as a moment."""
        raise NotImplementedError

    def until_touches(self, moment: str) -> list[tuple[str, ...]]:
        raise NotImplementedError

    def moment(self, name: str) -> int:
        raise NotImplementedError

    stopped: set[tuple[str, str]]
    histories_wanted: set[tuple[str, str]]
    later_functions: list[str]
    reported: list[str]

    def later_number(self, function: str) -> int:
        if function not in self.later_functions:
            self.later_functions.append(function)
        return self.later_functions.index(function)

    def verb_number(self, name: str) -> int:
        if name not in self.reported:
            self.reported.append(name)
        return self.reported.index(name)

    def matching(self, timing: str, what: str, name: str, kinds: dict[int, str | None]) -> list[Listener]:
        return [
            x
            for x in self.listeners.get((what, name), ())
            if x.trigger.timing == timing and self.may_match(x.trigger.pattern, kinds)
        ]

    def applicable(self, listener: Listener, this: Expr | None, part: Callable[[int], Expr]) -> tuple[Expr, Context]:
        """Does the listener answer an event? And the context of its block."""
        c = self.ability_context(listener.source, this)
        tests: list[Expr] = []
        if listener.source.ids is not None and this is not None:
            tests.append(negate(Op("flag", (Const(1),))))
            tests.append(self.works(listener.source, this))
        tests += self.event_tests(listener.trigger.pattern, part, c)
        if listener.trigger.condition is not None:
            tests.append(self.value(listener.trigger.condition, c))
        key = listener.trigger.key
        limit = _limit(listener.trigger.block)
        if limit is not None:
            tests.append(self.limit_test(limit, key, this, None, c))
        return both(*tests), c

    limits_of_things: dict[str, tuple[int, ...]]
    """Of each limit the places of its records that hold things."""

    def limit_test(self, limit: m.Limit, key: str, this: Expr | None, taker: Expr | None, c: Context) -> Expr:
        number = self.history(f"limit:{key}", limit.per)
        first = (0,) if taker is None else (0, 1)
        subject = (len(first),) if limit.subject is not None and of_things(limit.subject.type) else ()
        self.limits_of_things[f"limit:{key}"] = (*first, *subject)
        record = self.limit_record(limit, this, taker, c)
        left = Op("lt", (Op("times", (Const(number), record)), self.value(limit.amount, c)))
        broken = self.breakable.get(limit.span)
        return left if broken is None else Op("or", (negate(Op("intact", (Const(broken),))), left))

    def limit_record(self, limit: m.Limit, this: Expr | None, taker: Expr | None, c: Context) -> Expr:
        parts: list[Expr] = [this if this is not None else Const(NOTHING)]
        if taker is not None:
            parts.append(taker)
        if limit.subject is not None:
            parts.append(self.value(limit.subject, c))
        return Op("tuple", tuple(parts))

    def counted(self, block: m.Block, key: str, this: Expr | None, c: Context) -> list[Stmt]:
        """A body. That it was carried out counts for its limit; one that is a single offer counts if it is accepted."""
        limit = _limit(block)
        if limit is None:
            return list(self.block(block, c))
        counts = Effect(
            "hist", (Const(self.history(f"limit:{key}", limit.per)), self.limit_record(limit, this, None, c))
        )
        if len(block) == 2 and isinstance(block[1], m.May):
            return list(self.block(block, c.copy(accepted=(counts,))))
        return [counts, *self.block(block, c)]

    def ability_body(
        self,
        listener: Listener,
        this: Expr | None,
        c: Context,
        *,
        event_end: str | None = None,
        result: str | None = None,
        proceed: tuple[str, tuple[Expr, ...]] | None = None,
    ) -> list[Stmt]:
        label = self.fresh("ability")
        inner = c.copy(
            ability_end=label,
            body_end=label,
            event_end=event_end,
            result=result,
            proceed=proceed,
            steps=listener.steps,
        )
        body = self.counted(listener.trigger.block, listener.trigger.key, this, inner)
        if any(isinstance(s, Leave) and s.label == label for s in statements(tuple(body))):
            body = [Block(tuple(body), label)]
        return self.acting(listener.source.title, this, body)

    actors: list[str]
    """The titles of rules whose texts act, for the log."""

    def acting(self, title: str, this: Expr | None, body: Sequence[Stmt]) -> list[Stmt]:
        """A text with what the log has to know: whose it is (of a thing, or of the rule of this title), and its end."""
        actor = title if this is None else ""
        if actor not in self.actors:
            self.actors.append(actor)
        begins = Effect(
            "report", (Const(ACTS - self.actors.index(actor)), Op("tuple", (this,) if this is not None else ()))
        )
        return [begins, *body, self.no_more()]

    @staticmethod
    def no_more() -> Stmt:
        """For the log: the innermost text, or verb, that it was told of is over."""
        return Effect("report", (Const(ENDS), Op("tuple", ())))

    def window(
        self, listeners: list[Listener], part: Callable[[int], Expr], *, event_end: str | None = None, title: str = ""
    ) -> list[Stmt]:
        """Everybody who answers, one after another; the board is read again before each."""
        if len(listeners) == 1 and (listeners[0].source.ids is None or len(listeners[0].source.ids) == 1):
            ids = listeners[0].source.ids
            this = Const(ids[0]) if ids else None
            test, c = self.applicable(listeners[0], this, part)
            return [If(test, tuple(self.ability_body(listeners[0], this, c, event_end=event_end)))]
        answered, pick, candidates, label = (
            self.fresh("answered"),
            self.fresh("pick"),
            self.fresh("cand"),
            self.fresh("window"),
        )
        orders = self.ties()
        if self.game.tiers_from is None:
            ranks = [self.tier(x) for x in listeners]
            tiers = [[n for n, rank in enumerate(ranks) if rank == tier] for tier in sorted(set(ranks))]
            gather = self.gathered(listeners, tiers, part, answered, candidates)
        else:
            whose = self.fresh("whose")
            gather = self.gathered_by_seats(listeners, part, answered, candidates, whose)
            if self.game.ties is None:
                orders = Var(whose)
        body: list[Stmt] = [*gather, If(Op("eq", (Op("len", (Var(candidates),)), Const(0))), (Leave(label),))]
        texts = tuple(x.source.title for x in listeners)
        site = self.site(Site("order", "What comes first?", texts))
        body.append(Ask(site, orders, self.answers_apart(Var(candidates), listeners), pick))
        body.append(Set(answered, Op("concat", (Var(answered), Op("tuple", (Var(pick),))))))
        for n, listener in enumerate(listeners):
            code = Const(n * CODE)
            this_var = self.fresh("this")
            source = Var(this_var) if listener.source.ids is not None else None
            _, c = self.applicable(listener, source, part)
            inner = self.ability_body(listener, source, c, event_end=event_end)
            bound: list[Stmt] = [Set(this_var, Op("sub", (Var(pick), code)))] if source is not None else []
            test = Op("kind", (Var(pick), code, Const((n + 1) * CODE)))
            body.append(If(test, (*bound, *inner)))
        return [Set(answered, Const(())), While(YES, tuple(body), label)]

    def gathered(
        self,
        listeners: list[Listener],
        tiers: list[list[int]],
        part: Callable[[int], Expr],
        answered: str,
        candidates: str,
        whose: Expr | None = None,
    ) -> list[Stmt]:
        """The answers of the first group that has any; with `whose` only those of that player."""
        out: list[Stmt] = []
        for tier in tiers:
            found: Expr | None = None
            for n in tier:
                one = self.candidate(n, listeners[n], part, Var(answered), whose)
                found = one if found is None else Op("concat", (found, one))
            if found is not None:
                step = Set(candidates, found)
                out.append(step if not out else If(Op("eq", (Op("len", (Var(candidates),)), Const(0))), (step,)))
        return out

    def gathered_by_seats(
        self, listeners: list[Listener], part: Callable[[int], Expr], answered: str, candidates: str, whose: str
    ) -> list[Stmt]:
        """First what belongs to nobody, then round the table the answers of each, then what is left."""
        common = [n for n, x in enumerate(listeners) if x.source.ids is None or self.you_value(x.source) is None]
        owned = [n for n in range(len(listeners)) if n not in common]

        def split(members: list[int]) -> list[list[int]]:
            forced = [n for n in members if not listeners[n].trigger.optional]
            return [forced, [n for n in members if n not in forced]]

        out: list[Stmt] = [
            Set(whose, self.joint()),
            Set(candidates, Const(())),
            *self.gathered(listeners, split(common), part, answered, candidates),
        ]
        if not owned:
            return out
        who, turn, none = self.fresh("who"), self.fresh("turn"), Op("eq", (Op("len", (Var(candidates),)), Const(0)))
        each: tuple[Stmt, ...] = (
            *self.gathered(listeners, split(owned), part, answered, candidates, Var(who)),
            Set(whose, Var(who)),
            Set(who, Op("after_in", (Var(who), self.table_round()))),
            Set(turn, Op("add", (Var(turn), Const(1)))),
        )
        round_ = (
            Set(who, self.first_asked(self.game.tiers_from)),
            Set(turn, Const(0)),
            While(
                Op("and", (none, Op("lt", (Var(turn), Op("len", (self.table_round(),)))))), each, self.fresh("round")
            ),
            If(
                none,
                (Set(whose, self.joint()), *self.gathered(listeners, split(owned), part, answered, candidates)),
            ),
        )
        return [*out, If(none, round_)]

    def first_asked(self, start: m.Value | None, members: Expr | None = None) -> Expr:
        """With whom of these a round begins: with this player, else with whose turn it is, else with the first."""
        members = self.table_round() if members is None else members
        found = self.value(start, Context()) if start is not None else self.cell("active_player")
        return Op("cond", (Op("member", (found, members)), found, Op("head", (members,))))

    def tier(self, listener: Listener) -> tuple[int, bool]:
        """Which group of answers comes when: as `answers` of the game says; in a group the forced come first."""
        optional_, source = listener.trigger.optional, listener.source
        kinds: tuple[str, ...] = ()
        if source.thing is not None:
            kinds = self.lay.kinds_of[source.thing]
        elif source.kind is not None:
            kinds = self.game.kinds[source.kind].ancestors
        for n, word in enumerate(self.game.tiers):
            if word == ("optional" if optional_ else "forced") or word in kinds:
                return n, optional_
        return len(self.game.tiers), optional_

    def answers_apart(self, codes: Expr, listeners: list[Listener]) -> Expr:
        """Answers of copies that nobody can tell apart are one option."""
        for listener in listeners:
            for x in listener.source.ids or ():
                name = self.lay.things[x][0]
                if self.lay.copies[name] > 1 or "#" in name:
                    return Op("alike", (codes,))
        return codes

    def candidate(
        self, n: int, listener: Listener, part: Callable[[int], Expr], answered: Expr, whose: Expr | None = None
    ) -> Expr:
        base = Const(n * CODE)
        if listener.source.ids is None:
            test, _ = self.applicable(listener, None, part)
            test = both(test, negate(Op("member", (base, answered))))
            return Op("cond", (test, Op("tuple", (base,)), Const(())))
        var = self.fresh("this")
        x = Var(var)
        code = Op("add", (base, x))
        test, _ = self.applicable(listener, x, part)
        if whose is not None:
            you = self.you_value(listener.source)
            assert you is not None
            test = both(Op("eq", (self.value(you, Context(this=x)), whose)), test)
        return Find(
            "map", var, self.ids_expr(listener.source.ids), both(test, negate(Op("member", (code, answered)))), code
        )

    def ties(self) -> Expr:
        """Who orders what answers at the same moment."""
        if self.game.ties is not None:
            return self.value(self.game.ties, Context())
        return self.joint()

    def joint(self) -> Expr:
        """Who decides for the team; nothing for anyone."""
        if self.game.joint is None:
            return Const(NOTHING)
        return self.value(self.game.joint, Context())

    def replacement_window(
        self, function: str, listeners: list[Listener], part: Callable[[int], Expr], params: tuple[str, ...]
    ) -> list[Stmt]:
        """A replacement that applies and was not used on this event takes its place; `proceed` still does the event."""
        found: Expr | None = None
        for n, listener in enumerate(listeners):
            one = self.candidate(n, listener, part, Var("used"))
            found = one if found is None else Op("concat", (found, one))
        assert found is not None
        pick, candidates = self.fresh("pick"), self.fresh("cand")
        site = self.site(Site("order", "What happens instead?", tuple(x.source.title for x in listeners)))
        answers = self.answers_apart(Var(candidates), listeners)
        body: list[Stmt] = [Ask(site, self.joint(), answers, pick), Effect("did", (Const(0),))]
        for n, listener in enumerate(listeners):
            this_var = self.fresh("this")
            this = Var(this_var) if listener.source.ids is not None else None
            _, c = self.applicable(listener, this, part)
            passed: list[Expr] = [Var(p) for p in params]
            passed.append(Op("concat", (Var("used"), Op("tuple", (Var(pick),)))))
            proceed = (function, tuple(passed))
            inner = self.ability_body(listener, this, c, result="result", proceed=proceed)
            bound: list[Stmt] = [Set(this_var, Op("sub", (Var(pick), Const(n * CODE))))] if this is not None else []
            body.append(If(Op("kind", (Var(pick), Const(n * CODE), Const((n + 1) * CODE))), (*bound, *inner)))
        body.append(Return(Var("result")))
        return [Set(candidates, found), If(Op("ge", (Op("len", (Var(candidates),)), Const(1))), tuple(body))]

    # ------------------------------------------------------------------ moving

    def move(self, x: Expr, kind: str | None, zone: Expr, bottom: Expr, zone_key: str | None) -> list[Stmt]:
        """Moves one thing, with everything that may answer."""
        kinds: dict[int, str | None] = {0: kind}
        chosen = [
            x_
            for x_ in self.listeners.get(("verb", "move"), ())
            if self.may_match(x_.trigger.pattern, kinds) and self.goal_matches(x_.trigger.pattern, zone_key)
        ]
        cannot = [
            p
            for _, p in self.prohibitions
            if p.pattern.what == "verb" and p.pattern.name == "move" and self.may_match(p.pattern, kinds)
        ]
        moment = {mo for (event, mo) in self.histories_wanted if event == "verb:move"}
        answered = self.answered("move", kinds)
        if not chosen and not cannot and not moment and not answered and "move" not in self.spoken:
            return self.plain_move(x, kind, zone, bottom, zone_key)
        name = f"v_move_{self.move_number(tuple(id(x_) for x_ in chosen), kind, zone_key)}"
        if name not in self.out.functions:
            self.out.functions[name] = Function(name, ())
            params = ("thing", "source", "goal", "bottom")
            c = Context()
            everything = self.listeners.get(("verb", "move"), [])
            self.listeners[("verb", "move")] = chosen
            elsewhere = Op("ne", (Op("at", (Var("thing"),)), Var("goal")))
            named_end = Op("ge", (Var("bottom"), Const(1)))
            tests = [either(elsewhere, named_end), self.room(Var("thing"), Var("goal"), zone_key)]
            may = both(*tests, negate(self.forbidden("verb", "move", lambda n: Var(params[n]), kinds)))
            self.event_function(
                name,
                "verb",
                "move",
                params,
                kinds,
                c,
                (),
                may,
                report=False,
                title="move",
                core=lambda _: tuple(self.placed(Var("thing"), kind, Var("goal"), Var("bottom"), zone_key)),
            )
            self.listeners[("verb", "move")] = everything
        used = (
            (Const(()),)
            if "used" in self.out.functions[name].params or any(x_.trigger.timing == "instead" for x_ in chosen)
            else ()
        )
        return [Call(name, (x, Op("at", (x,)), zone, bottom, *used))]

    _moves: dict[tuple[object, ...], int]

    def move_number(self, *key: object) -> int:
        return self._moves.setdefault(key, len(self._moves))

    def goal_matches(self, p: m.Pattern, zone_key: str | None) -> bool:
        part = dict(p.roles).get("to")
        if part is None or zone_key is None:
            return True
        match part:
            case m.Bind(query):
                if self.is_place(m.ThingType(query.kind)):
                    return zone_key == PLACE_ZONE
                return zone_key != PLACE_ZONE and not zone_key.startswith(".")
            case m.Same(m.ZoneValue(zone=zone)):
                return zone == zone_key
            case m.Same(value):
                return zone_key == PLACE_ZONE if self.is_place(value.type) else True
            case _:
                return True

    def plain_move(self, x: Expr, kind: str | None, zone: Expr, bottom: Expr, zone_key: str | None) -> list[Stmt]:
        """Puts one thing where there is room for it, and says whether there was; nobody answers."""
        done = [*self.placed(x, kind, zone, bottom, zone_key), Effect("did", (Const(1),))]
        room = self.room(x, zone, zone_key)
        return done if room == YES else [If(room, tuple(done), (Effect("did", (Const(0),)),))]

    def placed(self, x: Expr, kind: str | None, zone: Expr, bottom: Expr, zone_key: str | None) -> list[Stmt]:
        out: list[Stmt] = [Effect("move", (x, zone, bottom)), *self.changed(("location", kind or "Thing"))]
        return [*out, *self.controlled(x, zone, zone_key)]

    def controlled(self, x: Expr, zone: Expr, zone_key: str | None) -> list[Stmt]:
        """Whoever has a seat controls what enters a zone of theirs."""
        if "controller" not in self.lay.column or (zone_key or "").startswith("."):
            return []
        holder = Op("fixed", (Const(self.table("zone_owner")), zone))
        taken = both(Op("ge", (holder, Const(0))), self.is_kind(holder, self.game.seats.kind))
        return [If(taken, (Put(self.lay.column["controller"], x, holder),))]

    def room(self, x: Expr, zone: Expr, zone_key: str | None) -> Expr:
        """May the thing enter, as far as `holds` and `different` of the zone go?"""
        found: list[Expr] = []
        for z in self.game.zones.values():
            if (z.holds is None and z.different is None) or (zone_key is not None and z.key != zone_key):
                continue
            c = Context(this=Op("fixed", (Const(self.table("zone_owner")), zone)))
            tests: list[Expr] = []
            if z.holds is not None:
                tests.append(Op("lt", (Op("len", (Op("items", (zone,)),)), self.value(z.holds, c))))
            if z.different is not None:
                var = self.fresh("other")
                same = Op("eq", (self.stored(z.different, Var(var), False), self.stored(z.different, x, False)))
                tests.append(negate(Find("any", var, Op("items", (zone,)), same)))
            lies_there = Op("eq", (Op("at", (x,)), zone))  # and goes to another place in it
            if zone_key is None:
                low, high = self.lay.zone_range[z.key]
                elsewhere = negate(Op("kind", (zone, Const(low), Const(high))))
                found.append(Op("or", (elsewhere, lies_there, both(*tests))))
            else:
                found.append(Op("or", (lies_there, both(*tests))))
        return both(*found)


def _limit(block: m.Block) -> m.Limit | None:
    return block[0] if block and isinstance(block[0], m.Limit) else None


def _plain(name: str) -> str:
    return name.removeprefix("v_")
