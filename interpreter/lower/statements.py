"""Statements: what is done, in order, with the decisions inside."""

from __future__ import annotations

from collections.abc import Callable

from dsl import model as m
from dsl.source import Span

from ..ir import (
    NOTHING,
    Ask,
    Call,
    Const,
    Dispatch,
    Effect,
    Expr,
    Fail,
    Finish,
    If,
    Leave,
    Loop,
    Op,
    Put,
    Return,
    Set,
    Site,
    Stmt,
    Stop,
    Var,
    While,
)
from ..layout import NotPlayable
from .builtin_verbs import BuiltinVerbs
from .context import Context, only
from .prices import Priced
from .values import YES, both
from .walk import kind_of


class Statements(BuiltinVerbs):
    """Statements: what is done, in order, with the decisions inside."""

    def block(self, block: m.Block, c: Context) -> tuple[Stmt, ...]:
        """Lowers a block in a scope of its own."""
        return tuple(self.run(list(block), c.copy()))

    def run(self, rest: list[m.Statement], c: Context) -> list[Stmt]:
        out: list[Stmt] = []
        for n, statement in enumerate(rest):
            after = rest[n + 1 :]
            binding = self.binding(statement, c)
            if binding is not None:
                prepare, found, bind = binding
                out += prepare
                inner = bind()
                out.append(If(found, tuple(inner + self.step(c) + self.run(after, c))))
                return out
            out += self.can_be_left_out(statement, self.statement(statement, c))
            if not isinstance(statement, (m.Let, m.Limit, m.Needs)):
                out += self.step(c)
        return out

    def wants(self, span: Span, c: Context, *values: object) -> list[Stmt]:
        """An error in play, at this place, if something that has to be there was never set."""
        out: list[Stmt] = []
        for v in self.not_surely_there(c, *values):
            name = f"`{v.attribute.split('.')[-1]}`" if isinstance(v, m.StateValue | m.AttributeValue) else "this"
            name = "`you`" if isinstance(v, m.You) else name
            text = f"{name} names nothing here, and something is to be done with it"
            out.append(If(self.none_there(v, c), (Fail(self.message(text, v.span if v.span.path else span)),)))
        return out

    def can_be_left_out(self, s: m.Statement, lowered: list[Stmt]) -> list[Stmt]:
        """Where rules are broken on purpose, a statement is done only while it is intact."""
        number = self.breakable.get(s.span)
        return lowered if number is None or not lowered else [If(Op("intact", (Const(number),)), tuple(lowered))]

    def step(self, c: Context) -> list[Stmt]:
        """Watches are looked at after each step."""
        if c.steps and self.watches:
            return [If(Op("flag", (Const(2),)), (Call("watches", ()),))]
        return []

    def binding(self, s: m.Statement, c: Context) -> tuple[list[Stmt], Expr, Callable[[], list[Stmt]]] | None:
        match s:
            case m.Choose(chooser=chooser, amount=None, options=options, local=local, prompt=prompt):
                found, site_kind, noun = self.options(options, c)
                name, var = self.fresh("options"), self.fresh(local.name)
                site = self.site(Site(site_kind, prompt or "", (), noun, slots=self.slot_types(s)))  # type: ignore[arg-type]
                who = self.who(chooser, c, s)
                shown = self.fill_slots(s, c)
                c.env[local.id] = Var(var)
                return (
                    [Set(name, found)],
                    Op("ge", (Op("len", (Var(name),)), Const(1))),
                    lambda: [*shown, Ask(site, who, Var(name), var)],
                )
            case m.Do(event=m.Event(verb="draw") as event, local=m.Local() as local, until=None) if self.draws_one(
                event
            ):
                var = self.fresh(local.name)
                c.env[local.id] = Var(var)
                return self.draw_one(event, var, c), Op("ge", (Var(var), Const(0))), list
            case m.Do(event=m.Event(verb="draw") as event, local=m.Local() as local, until=until) if until is not None:
                var, label = self.fresh(local.name), self.fresh("until")
                c.env[local.id] = Var(var)
                body = [
                    *self.draw_one(event, var, c),
                    If(Op("lt", (Var(var), Const(0))), (Leave(label),)),
                    If(self.value(until, c), (Leave(label),)),
                    *self.block(s.block, c),
                ]
                return [Set(var, Const(NOTHING)), While(YES, tuple(body), label)], Op("ge", (Var(var), Const(0))), list
            case m.Do(event=event, local=m.Local() as local, until=None, block=()) if self.gives_thing(event):
                # who prevents the event takes away what it would have given
                var = self.fresh(local.name)
                done = self.do(event, c, var)
                c.env[local.id] = Var(var)
                return done, Op("ge", (Var(var), Const(0))), list
            case _:
                return None

    def gives_thing(self, event: m.Event) -> bool:
        verb = self.game.verbs.get(event.verb)
        return verb is not None and isinstance(verb.gives, m.ThingType | m.ZoneType)

    def statement(self, s: m.Statement, c: Context) -> list[Stmt]:
        match s:
            case m.Do(event=event, local=local):
                result = self.fresh(local.name) if local is not None else None
                out = self.do(event, c, result)
                if local is not None and result is not None:
                    verb = self.game.verbs.get(event.verb)
                    if verb is not None and verb.gives is None:
                        done = self.fresh("done")
                        out.append(Set(done, Op("flag", (Const(3),))))
                        c.env[local.id] = Var(done)
                        for p, argument in self.arguments(event, verb):
                            if not isinstance(argument, (m.EachOf, m.PickOf)) and argument is not None:
                                c.env[f"{local.id}.{p.local.name}"] = self.value(argument, c)
                    else:
                        c.env[local.id] = Var(result)
                return out
            case m.Assign(target=target, value=value):
                of = target.object if isinstance(target, m.AttributeValue) else None
                given = value if isinstance(target.type, m.ThingType | m.ZoneType) else None
                return [*self.wants(s.span, c, of, given), *self.assign(s, c)]
            case m.Let(local, value):
                var = self.fresh(local.name)
                kept = [*self.wants(s.span, c, value), Set(var, self.value(value, c))]
                c.env[local.id] = Var(var)
                return kept
            case m.Choose():
                return self.choose_several(s, c)
            case m.May():
                return [*self.wants(s.span, c, s.subject), *self.may(s, c)]
            case m.ChooseOne():
                return self.choose_one(s, c)
            case m.Take():
                return [*self.wants(s.span, c, s.taker), *self.take(s, c)]
            case m.If(branches, otherwise):
                rest: tuple[Stmt, ...] = self.block(otherwise, c)
                for test, block in reversed(branches):
                    rest = (If(self.value(test, c), self.block(block, c), rest),)
                return list(rest)
            case m.ForEach(query, block):
                return self.for_each(query, block, c)
            case m.Together(query, block):
                return self.together(query, block, c)
            case m.Lockstep():
                return self.lockstep(s, c)
            case m.Step(name, _, _, block):
                return self.one_step(name, list(self.block(block, c)))
            case m.Repeat(times, condition, block):
                label = self.fresh("loop")
                inner = c.copy(loop_end=label)
                if times is not None:
                    count, n = self.fresh("count"), self.fresh("n")
                    return [
                        Set(count, self.value(times, c)),
                        Set(n, Const(0)),
                        While(
                            Op("lt", (Var(n), Var(count))),
                            (Set(n, Op("add", (Var(n), Const(1)))), *self.block(block, inner)),
                            label,
                        ),
                    ]
                held = YES if condition is None else self.value(condition, c)
                return [While(held, self.block(block, inner), label)]
            case m.Turn(of, block):
                return [*self.wants(s.span, c, of), *self.turn(of, block, c)]
            case m.Run(phase):
                return [Call(f"phase_{phase}", ())]
            case m.Perform(section, of, argument):
                x = self.value(of, c)
                args = (x,) if argument is None else (x, self.value(argument, c))
                if argument is None and self.section_parameter(section):
                    args = (x, Const(NOTHING))
                return [*self.wants(s.span, c, of, argument), Dispatch(f"section:{section}", x, args)]
            case m.Until():
                return self.until(s, c)
            case m.Return(value):
                out = self.wants(s.span, c, value)
                if c.body_end is None:
                    return [*out, Return(self.value(value, c))]
                out += [Set(c.result, self.value(value, c))] if c.result else []
                return [*out, Leave(c.body_end)]
            case m.Stop(pattern=None):
                if c.ability_end is not None:
                    return [Leave(c.ability_end)]
                return [Leave(c.body_end)] if c.body_end is not None else [Return(None)]
            case m.Stop(pattern=m.Pattern() as p):
                return self.stop(p, c)
            case m.Cancel():
                assert c.event_end is not None, "checked"
                return [Leave(c.event_end)]
            case m.Leave():
                assert c.loop_end is not None, "checked"
                return [Leave(c.loop_end)]
            case m.Proceed():
                assert c.proceed is not None, "checked"
                function, passed = c.proceed
                return [Call(function, passed, c.result or "result")]
            case m.Finish(who=who):
                self.endings.append(s)
                end = Finish(len(self.endings) - 1)
                if who is None:
                    return [end]
                return [Put(self.lay.column["winners"], Const(0), self.winners(who, c)), end]
            case m.Lay():
                return self.lay_onto(s, c)
            case m.Limit() | m.Needs():
                return []
            case m.Cost() | m.CostStep():
                raise NotPlayable("a cost that is no clause of an action", s.span)
            case m.Free():
                return self.open_free(s, c)
            case Priced():
                return self.pay_cost(s, c)
            case _:
                raise NotPlayable(f"`{type(s).__name__.lower()}`", s.span)

    def lay_onto(self, s: m.Lay, c: Context) -> list[Stmt]:
        """`lay x onto y` as a statement."""
        raise NotImplementedError

    def open_free(self, s: m.Free, c: Context) -> list[Stmt]:
        """Opens an action without its limit and cost."""
        raise NotImplementedError

    def winners(self, who: m.Value, c: Context) -> Expr:
        """Those of whom an ending speaks, as a set."""
        value = self.value(who, c)
        if isinstance(who.type, m.SetType):
            return value
        return Op("cond", (Op("ge", (value, Const(0))), Op("tuple", (value,)), Const(())))

    def section_parameter(self, section: str) -> m.Local | None:
        for kind in self.game.kinds.values():
            if section in kind.sections and kind.sections[section].parameter is not None:
                return kind.sections[section].parameter
        return None

    def stop(self, p: m.Pattern, c: Context) -> list[Stmt]:
        if p.what == "action":
            return self.stop_action(p, c)
        if p.what == "phase":
            stop: list[Stmt] = [Stop(f"phase_{p.name}", ())]
            owner = next((part for _, part in p.roles), None)
            if owner is None:
                return stop
            if not isinstance(owner, m.Same):
                raise NotPlayable("stopping the phase of anybody who is looked for", p.span)
            return [If(Op("eq", (self.cell("active_player"), self.value(owner.value, c))), tuple(stop))]
        wanted: dict[str | None, m.PatternPart] = dict(p.roles)
        if p.object is not None:
            wanted[None] = p.object
        args: list[Expr | None] = []
        for role, _, _ in self.pattern_parameters(p):
            part = wanted.get(role)
            args.append(self.value(part.value, c) if isinstance(part, m.Same) else None)
        return [Stop(f"v_{p.name}", tuple(args))]

    def stop_action(self, p: m.Pattern, c: Context) -> list[Stmt]:
        numbers = [n for n, name in enumerate(self.names_of_actions()) if name == p.name]
        owner = dict(p.roles).get("by")
        replaced = any(x.trigger.timing == "instead" for x in self.listeners.get(("action", p.name), ()))
        if len(numbers) != 1 or replaced or p.object is not None or not (owner is None or isinstance(owner, m.Same)):
            raise NotPlayable(
                f"stopping `{p.name}`: one of several actions, one that is replaced, or what it is done to", p.span
            )
        return [Stop(f"action_{numbers[0]}", (self.value(owner.value, c) if owner is not None else None, None))]

    def names_of_actions(self) -> list[str]:
        """The names of all actions, by number."""
        raise NotImplementedError

    def do(self, event: m.Event, c: Context, result: str | None) -> list[Stmt]:
        verb = self.game.verbs.get(event.verb)
        said = (event.object, *(argument for _, argument in event.roles))
        wanted = self.wants(event.span, c, *said)
        several = self.several_of(event) if verb is None else None
        if several is not None:
            return [*wanted, *self.for_each_of(event, *several, c, result)]
        return [*wanted, *(self.do_builtin(event, c, result) if verb is None else self.do_verb(event, verb, c, result))]

    def for_each_of(
        self, event: m.Event, role: str, argument: m.EachOf | m.PickOf, c: Context, result: str | None
    ) -> list[Stmt]:
        """`pay 1 Star by each Sidekick`: the same for one after another."""
        var, label = self.fresh(argument.query.local.name), self.fresh("each")
        local, one = self.with_one_of(event, role, argument)
        body = tuple(self.do(one, c.bind(local, Var(var)), result))
        if isinstance(argument, m.EachOf):
            found, _ = self.query(argument.query, c)
            return self.one_change([Loop(var, found, body, label)])
        picked = self.fresh("picked")
        return [*self.pick_argument(argument, picked, c), Loop(var, Var(picked), body, label)]

    def do_verb(self, event: m.Event, verb: m.Verb, c: Context, result: str | None) -> list[Stmt]:
        parts = self.arguments(event, verb)
        replaced = "used" in self.event_extra(verb.name)
        for p, argument in parts:
            many = isinstance(argument, (m.EachOf, m.PickOf)) or (
                argument is not None
                and isinstance(argument.type, m.SetType)
                and not isinstance(p.local.type, m.SetType)
            )
            if not many:
                continue
            var, label = self.fresh(p.local.name), self.fresh("each")
            local = m.Local(f"$each{self.fresh('x')}", p.local.name, p.local.type)
            inner = c.bind(local, Var(var))
            new_event = self.with_argument(event, p, local)
            if isinstance(argument, m.EachOf):
                found, _ = self.query(argument.query, c)
                return self.one_change([Loop(var, found, tuple(self.do(new_event, inner, result)), label)])
            if isinstance(argument, m.PickOf):
                picked = self.fresh("picked")
                pick = self.pick_argument(argument, picked, c)
                return [*pick, Loop(var, Var(picked), tuple(self.do(new_event, inner, result)), label)]
            assert argument is not None
            return [Loop(var, self.value(argument, c), tuple(self.do(new_event, inner, result)), label)]
        args: list[Expr] = [
            Const(NOTHING) if a is None else self.value(only(a, event), self.with_parameters(c, parts[:n]))
            for n, (_, a) in enumerate(parts)
        ]
        needs_thing = [
            a
            for a, (p, said) in zip(args, parts, strict=True)
            if said is not None
            and isinstance(said, m.Node)
            and isinstance(getattr(said, "type", None), m.OptionalType)
            and not isinstance(p.local.type, m.OptionalType)
            and isinstance(p.local.type, m.ThingType)
        ]
        call = Call(f"v_{verb.name}", (*args, Const(())) if replaced else tuple(args), result)
        if needs_thing:
            test = both(*(Op("ge", (a, Const(0))) for a in needs_thing))
            return [If(test, (call,), (Effect("did", (Const(0),)),))]
        return [call]

    def with_parameters(self, c: Context, before: list[tuple[m.Parameter, m.Argument | None]]) -> Context:
        """Defaults of later parameters may speak of earlier ones."""
        inner = c
        for p, argument in before:
            if argument is not None and not isinstance(argument, (m.EachOf, m.PickOf)) and p.local.id not in inner.env:
                inner = inner.bind(p.local, self.value(argument, inner))
        return inner

    def event_extra(self, verb: str) -> tuple[str, ...]:
        kinds: dict[int, str | None] = {}
        parameters = self.game.verbs[verb].parameters
        for n, p in enumerate(parameters):
            kinds[n] = kind_of(p.local.type)
        return ("used",) if self.matching("instead", "verb", verb, kinds) else ()

    @staticmethod
    def with_argument(event: m.Event, p: m.Parameter, value: m.Value) -> m.Event:
        if p.role is None:
            return m.Event(event.verb, value, event.roles, span=event.span)
        return m.Event(
            event.verb, event.object, tuple((w, value if w == p.role else a) for w, a in event.roles), span=event.span
        )
