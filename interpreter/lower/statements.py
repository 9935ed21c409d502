"""Statements: what is done, in order, with the decisions inside."""

from __future__ import annotations

from collections.abc import Callable

from dsl import model as m

from ..ir import (
    NOTHING,
    Ask,
    Block,
    Call,
    Const,
    Dispatch,
    Effect,
    Expr,
    Find,
    If,
    Leave,
    Loop,
    Op,
    Pure,
    Put,
    Return,
    Set,
    Site,
    Stmt,
    Stop,
    Var,
    While,
)
from .context import Context, NotPlayable
from .events import Events
from .layout import BOX, PLACE_ZONE, TABLE
from .values import NO, YES, both, negate
from .walk import kind_of, nodes

ANYBODY = Const(NOTHING)


class Statements(Events):
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
            out += self.statement(statement, c)
            if not isinstance(statement, (m.Let, m.Limit, m.Needs)):
                out += self.step(c)
        return out

    def step(self, c: Context) -> list[Stmt]:
        """Watches are looked at after each step."""
        if c.steps and self.watches:
            return [If(Op("flag", (Const(2),)), (Call("watches", ()),))]
        return []

    # ------------------------------------------------------------------ lines that bind one thing or end the block

    def binding(self, s: m.Statement, c: Context) -> tuple[list[Stmt], Expr, Callable[[], list[Stmt]]] | None:
        match s:
            case m.Choose(chooser=chooser, amount=None, options=options, local=local, prompt=prompt):
                found, site_kind, noun = self.options(options, c)
                name, var = self.fresh("options"), self.fresh(local.name)
                site = self.site(Site(site_kind, prompt or "", (), noun))  # type: ignore[arg-type]
                who = self.who(chooser, c, s)
                c.env[local.id] = Var(var)
                return (
                    [Set(name, found)],
                    Op("ge", (Op("len", (Var(name),)), Const(1))),
                    lambda: [Ask(site, who, Var(name), var)],
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
            case _:
                return None

    def draws_one(self, event: m.Event) -> bool:
        return isinstance(event.object, m.Literal) and event.object.value == 1

    def options(self, options: m.Query | m.Value, c: Context) -> tuple[Expr, str, str]:
        """The options of a choice, what kind they are of, and the noun for a prompt."""
        if isinstance(options, m.Query):
            found, _ = self.query(options, c)
            noun = self.noun(options.kind)
            if options.kind in self.game.enums:
                return found, "enum", options.kind
            return Op("distinct", (found,)), "thing", noun
        found = self.value(options, c)
        of = options.type.of if isinstance(options.type, m.SetType) else options.type
        if isinstance(of, m.EnumType):
            return found, "enum", of.enum
        return Op("distinct", (found,)), "thing", self.noun(kind_of(of) or "Thing")

    def noun(self, kind: str) -> str:
        found = self.game.kinds.get(kind) or self.game.groups.get(kind)
        return found.noun[0] if found else kind.lower()

    def who(self, chooser: m.Value | None, c: Context, node: m.Node) -> Expr:
        if chooser is None:
            return self.you(c, node)
        if isinstance(chooser.type, m.SetType):
            return self.joint()
        return self.value(chooser, c)

    # ------------------------------------------------------------------ statements

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
            case m.Assign():
                return self.assign(s, c)
            case m.Let(local, value):
                var = self.fresh(local.name)
                out = [Set(var, self.value(value, c))]
                c.env[local.id] = Var(var)
                return out
            case m.Choose():
                return self.choose_several(s, c)
            case m.May():
                return self.may(s, c)
            case m.ChooseOne():
                return self.choose_one(s, c)
            case m.Take():
                return self.take(s, c)
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
                test = YES if condition is None else self.value(condition, c)
                return [While(test, self.block(block, inner), label)]
            case m.Turn(of, block):
                return self.turn(of, block, c)
            case m.Run(phase):
                return [Call(f"phase_{phase}", ())]
            case m.Perform(section, of, argument):
                x = self.value(of, c)
                args = (x,) if argument is None else (x, self.value(argument, c))
                if argument is None and self.section_parameter(section):
                    args = (x, Const(NOTHING))
                return [Dispatch(f"section:{section}", x, args)]
            case m.Until():
                return self.until(s, c)
            case m.Return(value):
                out = [Set(c.result, self.value(value, c))] if c.result else []
                if c.body_end is None:
                    return [Return(self.value(value, c))]
                return [*out, Leave(c.body_end)]
            case m.Stop(pattern=None):
                if c.ability_end is not None:
                    return [Leave(c.ability_end)]
                return [Leave(c.body_end)] if c.body_end is not None else [Return(None)]
            case m.Stop(pattern=m.Pattern() as p):
                return self.stop(p, c)
            case m.Cancel():
                if c.event_end is None:
                    raise NotPlayable("`cancel` outside a before-answer", s.span)
                return [Leave(c.event_end)]
            case m.Leave():
                assert c.loop_end is not None, "checked"
                return [Leave(c.loop_end)]
            case m.Proceed():
                if c.proceed is None:
                    raise NotPlayable("`proceed` outside a replacement", s.span)
                function, args = c.proceed
                return [Call(function, args, c.result or "result")]
            case m.Finish(result, who, reason):
                self.endings.append(s)
                return [*([] if who is None else []), self.finish(len(self.endings) - 1)]
            case m.Limit() | m.Needs():
                return []
            case m.Cost(event=event):
                return self.do(event, c, None)
            case _:
                raise NotPlayable(f"`{type(s).__name__.lower()}`", s.span)

    def finish(self, number: int) -> Stmt:
        from ..ir import Finish

        return Finish(number)

    def section_parameter(self, section: str) -> m.Local | None:
        for kind in self.game.kinds.values():
            if section in kind.sections and kind.sections[section].parameter is not None:
                return kind.sections[section].parameter
        return None

    # ------------------------------------------------------------------ numbers

    def assign(self, s: m.Assign, c: Context) -> list[Stmt]:
        target = s.target
        value = self.value(s.value, c)
        if isinstance(target, m.Local):
            old = c.env[target.id]
            if not isinstance(old, Var):
                raise NotPlayable(f"writing to `{target.name}`", s.span)
            return [Set(old.name, self.changed_value(old, s.operator, value))]
        if isinstance(target, m.StateValue):
            return self.write(target.attribute, Const(0), s.operator, value, c, s.value)
        if isinstance(target, m.AttributeValue):
            x = self.value(target.object, c)
            if not isinstance(x, (Var, Const)):
                var = self.fresh("it")
                return [Set(var, x), *self.write(target.attribute, Var(var), s.operator, value, c, s.value)]
            return self.write(target.attribute, x, s.operator, value, c, s.value)
        if isinstance(target, m.Builtin) and target.name in ("owner", "controller"):
            x = self.value(target.arguments[0], c)
            return [Put(self.lay.column[target.name], x, value), *self.changed(("attribute", target.name))]
        raise NotPlayable("writing to this", s.span)

    @staticmethod
    def changed_value(old: Expr, operator: str, value: Expr) -> Expr:
        if operator == "=":
            return value
        return Op("add" if operator == "+=" else "sub", (old, value))

    def write(
        self, key: str, x: Expr, operator: str, value: Expr, c: Context, said: m.Value | None = None
    ) -> list[Stmt]:
        attribute = self.game.attributes[key]
        column = self.lay.column[key]
        old = Op("get", (Const(column), x))
        if isinstance(attribute.type, m.ResourceType):
            return self.write_pile(attribute.type.resource, column, key, x, operator, value, c, said)
        if isinstance(attribute.type, (m.SetType, m.BagType)) and operator != "=":
            as_set = value if said is not None and isinstance(said.type, m.SetType) else Op("tuple", (value,))
            new: Expr = Op("concat" if operator == "+=" else "without", (old, as_set))
        else:
            new = self.changed_value(old, operator, value)
            new = self.bounded(attribute, x, new)
        return [Put(column, x, new), *self.changed(("attribute", key))]

    def bounded(self, attribute: m.Attribute, x: Expr, value: Expr) -> Expr:
        c = Context(this=x)
        if not isinstance(attribute.type, (m.NumberType, m.ResourceType)):
            return value
        if attribute.high is not None:
            high = self.value(attribute.high, c)
            if not (isinstance(high, Const) and high.value == m.INFINITE):
                value = Op("min", (value, high))
        if attribute.low is not None:
            value = Op("max", (value, self.value(attribute.low, c)))
        return value

    def write_pile(
        self,
        resource: str,
        column: int,
        key: str,
        x: Expr,
        operator: str,
        value: Expr,
        c: Context,
        said: m.Value | None,
    ) -> list[Stmt]:
        """A pile takes from the common supply and gives back to it; what is not there is not moved."""
        supply = self.lay.column.get(f"supply.{resource}")
        old = Op("get", (Const(column), x))
        n = self.fresh("n")
        out: list[Stmt]
        if operator == "=":
            out = [Set(n, Op("sub", (Op("max", (value, Const(0))), old)))]
        elif operator == "+=":
            out = [Set(n, Op("max", (value, Const(0))))]
        else:
            out = [Set(n, Op("neg", (Op("min", (Op("max", (value, Const(0))), old)),)))]
        if supply is not None:
            stock = Op("get", (Const(supply), Const(0)))
            out.append(Set(n, Op("min", (Var(n), stock))))
        bounded = self.bounded(self.game.attributes[key], x, Op("add", (old, Var(n))))
        new = self.fresh("pile")
        out.append(Set(new, bounded))
        if supply is not None:
            out.append(
                Put(supply, Const(0), Op("sub", (Op("get", (Const(supply), Const(0))), Op("sub", (Var(new), old)))))
            )
        if said is not None and isinstance(said, m.Local) and isinstance(c.env.get(said.id), Var) and operator != "=":
            moved = Op("sub", (Var(new), old)) if operator == "+=" else Op("sub", (old, Var(new)))
            out.append(Set(c.env[said.id].name, moved))  # type: ignore[union-attr]
        out += [Put(column, x, Var(new)), *self.changed(("attribute", key))]
        return out

    def pile_of(self, resource: str, kind: str | None) -> str:
        """The attribute that is somebody's pile of a resource."""
        for attribute in self.game.attributes.values():
            if attribute.type == m.ResourceType(resource) and (
                kind is None or attribute.owner in self.ancestors_of(kind)
            ):
                return attribute.key
        raise KeyError(resource)

    def ancestors_of(self, kind: str) -> tuple[str, ...]:
        found = self.game.kinds.get(kind)
        return found.ancestors if found else (kind,)

    # ------------------------------------------------------------------ choices

    def choose_several(self, s: m.Choose, c: Context) -> list[Stmt]:
        """A set, picked one after another in listed order, so that no set is offered twice."""
        assert s.amount is not None
        found, kind, noun = self.options(s.options, c)
        var = self.fresh(s.local.name)
        who = self.who(s.chooser, c, s)
        c.env[s.local.id] = Var(var)
        high = self.value(s.amount.high, c) if s.amount.high is not None else Const(m.INFINITE)
        return self.pick(var, found, self.value(s.amount.low, c), high, who, Site(kind, s.prompt or "", (), noun))  # type: ignore[arg-type]

    def pick(self, var: str, found: Expr, low: Expr, high: Expr, who: Expr, site: Site) -> list[Stmt]:
        if isinstance(found, Op) and found.name == "distinct":
            found = found.args[0]  # copies may all be wanted; equal ones are shown once below
        left, one, label, least, most = (self.fresh(n) for n in ("left", "one", "picks", "least", "most"))
        number = self.site(site)
        done = Op("ge", (Op("len", (Var(var),)), Var(least)))
        options = Op(
            "cond",
            (done, Op("concat", (Op("distinct", (Var(left),)), Const((NOTHING,)))), Op("distinct", (Var(left),))),
        )
        return [
            Set(var, Const(())),
            Set(left, found),
            Set(most, Op("min", (high, Op("len", (Var(left),))))),
            Set(least, Op("min", (low, Var(most)))),
            While(
                Op("lt", (Op("len", (Var(var),)), Var(most))),
                (
                    If(Op("and", (done, Op("eq", (Op("len", (Var(left),)), Const(0))))), (Leave(label),)),
                    Ask(number, who, options, one),
                    If(Op("eq", (Var(one), Const(NOTHING))), (Leave(label),)),
                    Set(var, Op("concat", (Var(var), Op("tuple", (Var(one),))))),
                    Set(left, Op("without", (Var(left), Op("tuple", (Var(one),))))),
                ),
                label,
            ),
        ]

    def may(self, s: m.May, c: Context) -> list[Stmt]:
        if s.one:
            raise NotPlayable("`one ... may`", s.span)
        inner = c.copy()
        subject = self.who(s.subject, c, s)
        if not isinstance(s.subject.type, m.SetType):
            inner.taker = subject
        answer = self.fresh("answer")
        if s.event is not None and s.event.verb == "pay" and self.payers_many(s.event):
            return self.may_pay_together(s, c, subject)
        possible = self.possible(s.event, inner) if s.event is not None else self.first_possible(s.block, inner)
        site = self.site(Site("may", s.prompt or "", ("Yes", "No"), s.event.verb if s.event else ""))
        done: list[Stmt] = []
        if s.event is not None:
            done += self.do(s.event, inner, None)
            if s.block or s.otherwise:
                done.append(If(Op("flag", (Const(3),)), self.block(s.block, inner), self.block(s.otherwise, inner)))
        else:
            done += self.block(s.block, inner)
        ask: list[Stmt] = [
            Ask(site, subject, Const((1, 0)), answer),
            If(Op("eq", (Var(answer), Const(1))), tuple(done), self.block(s.otherwise, inner)),
        ]
        if possible == YES:
            return ask
        return [If(possible, tuple(ask), self.block(s.otherwise, inner))]

    def payers_many(self, event: m.Event) -> bool:
        payer = event.role("by")
        return payer is not None and not isinstance(payer, (m.EachOf, m.PickOf)) and isinstance(payer.type, m.SetType)

    def may_pay_together(self, s: m.May, c: Context, subject: Expr) -> list[Stmt]:
        """One decision: every way to split the payment, or not to pay."""
        assert s.event is not None
        splits, pay = self.splits(s.event, c)
        name, answer = self.fresh("splits"), self.fresh("split")
        site = self.site(Site("split", s.prompt or "", ("Do not pay",), self.resource_of(s.event)))
        options = Op("cond", (Op("len", (Var(name),)), Op("concat", (Var(name), Const((NOTHING,)))), Var(name)))
        asked = self.fresh("options")
        paid = (*pay(Var(answer)), Effect("did", (Const(1),)), *self.block(s.block, c.copy()))
        otherwise = self.block(s.otherwise, c.copy())
        return [
            Set(name, splits),
            Set(asked, options),
            If(
                Op("ge", (Op("len", (Var(asked),)), Const(1))),
                (Ask(site, subject, Var(asked), answer), If(Op("eq", (Var(answer), Const(NOTHING))), otherwise, paid)),
                otherwise,
            ),
        ]

    def resource_of(self, event: m.Event) -> str:
        found = self.amount(event.object)
        return found[1] if found else ""

    def splits(self, event: m.Event, c: Context) -> tuple[Expr, Callable[[Expr], tuple[Stmt, ...]]]:
        amount = self.amount(event.object)
        assert amount is not None
        n, resource = amount
        payer = event.role("by")
        assert payer is not None and not isinstance(payer, (m.EachOf, m.PickOf))
        payers = self.value(payer, c)
        key = self.pile_of(resource, kind_of(payer.type))
        var = self.fresh("payer")
        stocks = Find("map", var, payers, None, self.stored(key, Var(var), False))
        splits = Op("splits", (payers, stocks, self.value(n, c)))

        def pay(split: Expr) -> tuple[Stmt, ...]:
            one = self.fresh("one")
            return (Loop(one, split, tuple(self.write(key, Var(one), "-=", Const(1), c)), self.fresh("pay")),)

        return splits, pay

    def choose_one(self, s: m.ChooseOne, c: Context) -> list[Stmt]:
        who = self.who(s.chooser, c, s)
        options: Expr = Const(())
        for n, mode in enumerate(s.modes):
            test = both(
                self.value(mode.condition, c) if mode.condition is not None else None,
                self.first_possible(mode.block, c),
            )
            one = Const((n,))
            options = Op("concat", (options, one if test == YES else Op("cond", (test, one, Const(())))))
        name, answer = self.fresh("modes"), self.fresh("mode")
        site = self.site(Site("mode", "", tuple(mode.text for mode in s.modes)))
        done: tuple[Stmt, ...] = ()
        for n, mode in reversed(list(enumerate(s.modes))):
            done = (If(Op("eq", (Var(answer), Const(n))), self.block(mode.block, c), done),)
        return [
            Set(name, options),
            If(Op("ge", (Op("len", (Var(name),)), Const(1))), (Ask(site, who, Var(name), answer), *done)),
        ]

    def take(self, s: m.Take, c: Context) -> list[Stmt]:
        taken, options, answer, label = (self.fresh(n) for n in ("taken", "options", "answer", "menu"))
        if s.until is not None or isinstance(s.taker.type, m.SetType):
            raise NotPlayable("a menu that several players have open at once", s.span)
        taker = self.value(s.taker, c)
        who = self.fresh("taker")
        site = self.site(Site("menu", self.game.menus[s.menu].title, (), s.menu))
        once = s.amount is not None
        legal = Op("legal", (Const(self.menu_number(s.menu)), Var(who)))
        body: list[Stmt] = []
        if s.limit is not None:
            body.append(If(Op("ge", (Var(taken), self.value(s.limit, c))), (Leave(label),)))
        if once:
            assert s.amount is not None
            body.append(If(Op("ge", (Var(taken), self.value(s.amount, c))), (Leave(label),)))
        body += [
            Set(options, legal),
            If(Op("eq", (Op("len", (Var(options),)), Const(0))), (Leave(label),)),
            Ask(site, Var(who), Var(options) if once else Op("join", (Var(options), Const(((NOTHING,),)))), answer),  # type: ignore[arg-type]
        ]
        if not once:
            body.append(If(Op("lt", (Op("part", (Var(answer), Const(0))), Const(0))), (Leave(label),)))
        body += [
            Set(taken, Op("add", (Var(taken), Const(1)))),
            Dispatch("actions", Op("part", (Var(answer), Const(0))), (Var(who), Var(answer))),
            *self.step(c.copy(steps=True)),
        ]
        return [Set(who, taker), Set(taken, Const(0)), While(YES, tuple(body), label)]

    menus: list[str]

    def menu_number(self, menu: str) -> int:
        if menu not in self.menus:
            self.menus.append(menu)
        return self.menus.index(menu)

    # ------------------------------------------------------------------ possibility

    def possible(self, event: m.Event, c: Context) -> Expr:
        """Can this phrase be done as the board is now? Where its arguments are not known yet, yes."""
        try:
            return self._possible(event, c)
        except NotPlayable:
            return YES

    def _possible(self, event: m.Event, c: Context) -> Expr:
        verb = self.game.verbs.get(event.verb)
        if verb is not None:
            args: list[Expr] = []
            tests: list[Expr] = []
            for p, argument in self.arguments(event, verb):
                if isinstance(argument, m.PickOf):
                    found, _ = self.query(argument.query, c)
                    low = self.value(argument.query.amount.low, c) if argument.query.amount else Const(1)
                    tests.append(Op("ge", (Op("len", (found,)), low)))
                    return both(*tests)
                if isinstance(argument, m.EachOf):
                    return YES
                if argument is None:
                    args.append(Const(NOTHING))
                    continue
                if isinstance(argument.type, m.SetType) and not isinstance(p.local.type, m.SetType):
                    return Op("ge", (Op("len", (self.value(argument, c),)), Const(1)))
                args.append(self.value(argument, c))
            if f"can_{verb.name}" in self.can_functions:
                tests.append(Pure(f"can_{verb.name}", tuple(args)))
            return both(*tests)
        if event.verb == "pay":
            amount = self.amount(event.object)
            if amount is None:
                return YES
            if self.payers_many(event):
                return Op("ge", (Op("len", (self.splits(event, c)[0],)), Const(1)))
            payer, kind = self.payer(event, c)
            return Op("ge", (self.stored(self.pile_of(amount[1], kind), payer, False), self.value(amount[0], c)))
        if isinstance(event.object, m.PickOf):
            found, _ = self.query(event.object.query, c)
            low = self.value(event.object.query.amount.low, c) if event.object.query.amount else Const(1)
            return Op("ge", (Op("len", (found,)), low))
        if event.verb in ("flip", "move") and event.object is not None and not isinstance(event.object, m.EachOf):
            if isinstance(event.object.type, m.SetType):
                return Op("ge", (Op("len", (self.value(event.object, c),)), Const(1)))
            x = self.value(event.object, c)
            tests = []
            if event.verb == "flip":
                face = event.role("to")
                if face is not None and not isinstance(face, (m.EachOf, m.PickOf)):
                    tests.append(Op("ne", (Op("face", (x,)), self.value(face, c))))
                parts = [
                    x,
                    self.value(face, c)
                    if face is not None and not isinstance(face, (m.EachOf, m.PickOf))
                    else Const(NOTHING),
                ]
                tests.append(
                    negate(self.forbidden("verb", "flip", lambda n: parts[n], {0: kind_of(event.object.type)}))
                )
            return both(*tests)
        return YES

    can_functions: set[str]

    def first_possible(self, block: m.Block, c: Context) -> Expr:
        """Is the first phrase of a block possible?"""
        for s in block:
            match s:
                case m.Limit() | m.Let():
                    if isinstance(s, m.Let):
                        try:
                            c = c.bind(s.local, self.value(s.value, c))
                        except NotPlayable:
                            return YES
                    continue
                case m.Needs(condition=condition):
                    return both(self.value(condition, c), self.first_possible(block[1:], c))
                case m.Do(event=event):
                    return self.possible(event, c)
                case m.Choose(amount=None, options=options):
                    return Op("ge", (Op("len", (self.options(options, c)[0],)), Const(1)))
                case m.Choose(amount=m.Amount(low=low), options=options, target=True):
                    return Op("ge", (Op("len", (self.options(options, c)[0],)), self.value(low, c)))
                case m.ChooseOne(modes=modes):
                    tests = [
                        both(
                            self.value(x.condition, c) if x.condition is not None else None,
                            self.first_possible(x.block, c),
                        )
                        for x in modes
                    ]
                    return YES if YES in tests else Op("or", tuple(tests)) if tests else NO
                case _:
                    return YES
        return YES

    # ------------------------------------------------------------------ many

    def for_each(self, query: m.Query, block: m.Block, c: Context) -> list[Stmt]:
        """Who is in it is settled at the start; before each turn those that no longer match are left out."""
        plain = m.Query(query.kind, query.local, query.traits, query.near, query.where, None, None)
        found, _ = self.query(
            m.Query(query.kind, query.local, query.traits, query.near, query.where, query.nearest, None), c
        )
        probe = self.fresh(query.local.name)
        if query.order is None:
            var, label = probe, self.fresh("each")
            still = self.still(plain, query, Var(var), c)
            body = self.block(block, c.bind(query.local, Var(var)).copy(loop_end=label))
            return [Loop(var, found, (If(still, body),) if still != YES else body, label)]
        return self.each_of(query, found, plain, block, c)

    def still(self, plain: m.Query, query: m.Query, x: Expr, c: Context) -> Expr:
        """Does a member still belong to the query when its turn comes?"""
        test = self.passes(plain, x, query.kind, c) if query.kind not in self.game.enums else YES
        if query.kind in self.game.kinds and not any(n.word == "in" for n in query.near):
            test = both(test, Op("in_play", (x,)))
        return test

    def each_of(self, query: m.Query, found: Expr, plain: m.Query | Expr, block: m.Block, c: Context) -> list[Stmt]:
        """One after another; the order's keys are read anew before each, equals are put to the chooser."""
        assert query.order is not None
        var, label = self.fresh(query.local.name), self.fresh("each")
        still = self.still(plain, query, Var(var), c) if isinstance(plain, m.Query) else plain
        body = self.block(block, c.bind(query.local, Var(var)).copy(loop_end=label))
        left = self.fresh("left")
        loop: list[Stmt] = []
        if query.order.keys:
            keys = tuple(self.value(k, c.bind(query.local, Var(var))) for k in query.order.keys)
            best = Find("lowest", var, Var(left), None, keys[0] if len(keys) == 1 else Op("tuple", keys))
        else:
            best = Var(left)
        candidates = self.fresh("next")
        loop.append(Set(left, Find("list", var, Var(left), still) if still != YES else Var(left)))
        loop.append(If(Op("eq", (Op("len", (Var(left),)), Const(0))), (Leave(label),)))
        loop.append(Set(candidates, best))
        if query.order.chooser is not None:
            who = self.who(query.order.chooser, c, query)
            site = self.site(Site("thing", "Which is next?", (), self.noun(query.kind)))
            loop.append(Ask(site, who, Op("distinct", (Var(candidates),)), var))
        else:
            loop.append(Set(var, Op("head", (Var(candidates),))))
        loop.append(Set(left, Op("without", (Var(left), Op("tuple", (Var(var),))))))
        loop += body
        return [Set(left, found), While(YES, tuple(loop), label)]

    def one_step(self, name: str, body: list[Stmt]) -> list[Stmt]:
        """A step is a moment of its own."""
        player = self.cell("active_player")
        forget: list[Stmt] = [
            Effect("forget", (Const(self.moment("step")),)),
            Effect("forget", (Const(self.moment(name)),)),
        ]
        start = self.moments("start", name, player) + self.moments("start", "step", player)
        end = self.moments("end", name, player) + self.moments("end", "step", player)
        return [*start, *body, *end, *forget]

    def together(self, query: m.Query | None, block: m.Block, c: Context) -> list[Stmt]:
        if query is None:
            return [Effect("defer", (Const(1),)), *self.block(block, c), *self.undefer()]
        found, _ = self.query(query, c)
        return self.all_together(found, query.local, block, c)

    def all_together(self, found: Expr, local: m.Local, block: m.Block, c: Context) -> list[Stmt]:
        """Every member runs the block up to its first change, which is all of its choices; then the blocks go on one
        after another, and what answers waits until the last is done."""
        split = 0
        while split < len(block) and isinstance(block[split], (m.Choose, m.Let)):
            split += 1
        var, saved = self.fresh(local.name), self.fresh("saved")
        inner = c.bind(local, Var(var))
        before = self.run_prefix(list(block[:split]), inner)
        names = sorted({s.var for s in _sets(before)} | {s.result for s in _asks(before)})
        record = Op("tuple", (Var(var), *(Var(n) for n in names)))
        first = Loop(var, found, (*before, Set(saved, Op("append", (Var(saved), record)))), self.fresh("together"))
        one = self.fresh("one")
        restore: list[Stmt] = [Set(n, Op("part", (Var(one), Const(k)))) for k, n in enumerate([var, *names])]
        second = Loop(one, Var(saved), (*restore, *self.run(list(block[split:]), inner)), self.fresh("together"))
        return [Set(saved, Const(())), first, Effect("defer", (Const(1),)), second, *self.undefer()]

    def lockstep(self, s: m.Lockstep, c: Context) -> list[Stmt]:
        """All take each step together, or (if the condition does not hold) one after another takes all steps."""
        found, _ = self.query(s.query, c)
        members = self.fresh("members")
        together: list[Stmt] = []
        for step in s.steps:
            if step.order is not None:
                q = m.Query(s.query.kind, s.query.local, (), (), None, None, step.order)
                body = self.each_of(q, Var(members), YES, step.block, c)
            else:
                body = self.all_together(Var(members), s.query.local, step.block, c)
            together += self.one_step(step.name, body)
        var = self.fresh(s.query.local.name)
        inner = c.bind(s.query.local, Var(var))
        alone: list[Stmt] = []
        for step in s.steps:
            alone += self.one_step(step.name, list(self.block(step.block, inner)))
        one_by_one: list[Stmt] = [Loop(var, Var(members), tuple(alone), self.fresh("lockstep"))]
        start: list[Stmt] = [Set(members, found)]
        if s.condition is None:
            return start + together
        return [*start, If(self.value(s.condition, c), tuple(together), tuple(one_by_one))]

    def run_prefix(self, block: list[m.Statement], c: Context) -> list[Stmt]:
        out: list[Stmt] = []
        for s in block:
            if isinstance(s, m.Choose) and s.amount is None:
                found, kind, noun = self.options(s.options, c)
                name, var = self.fresh("options"), self.fresh(s.local.name)
                site = self.site(Site(kind, s.prompt or "", (), noun))  # type: ignore[arg-type]
                who = self.who(s.chooser, c, s)
                out += [
                    Set(name, found),
                    Set(var, Const(NOTHING)),
                    If(Op("len", (Var(name),)), (Ask(site, who, Var(name), var),)),
                ]
                c.env[s.local.id] = Var(var)
            else:
                out += self.statement(s, c)
        return out

    def undefer(self) -> list[Stmt]:
        return [Effect("defer", (Const(-1),)), If(Op("flag", (Const(4),)), (Call("deferred", ()),))]

    # ------------------------------------------------------------------ time

    def turn(self, of: m.Value | None, block: m.Block, c: Context) -> list[Stmt]:
        player = self.value(of, c) if of is not None else Const(NOTHING)
        who = self.fresh("player")
        body: list[Stmt] = [
            Set(who, player),
            Effect("forget", (Const(self.moment("turn")),)),
            Put(self.lay.column["active_player"], Const(0), Var(who)),
        ]
        body += self.changed(("phase",))
        body.append(Effect("round", (Var(who),)))
        body += self.moments("start", "turn", Var(who))
        body += self.block(block, c.copy(steps=True))
        body += self.moments("end", "turn", Var(who))
        body.append(Effect("forget", (Const(self.moment("turn")),)))
        return body

    moments_known: list[str]

    def moment(self, name: str) -> int:
        if name not in self.moments_known:
            self.moments_known.append(name)
        return self.moments_known.index(name)

    def moments(self, edge: str, of: str, owner: Expr | None) -> list[Stmt]:
        """Answers at the start or end of a moment."""
        out: list[Stmt] = []
        for source, at in self.moment_triggers.get((edge, of), ()):
            ids = source.ids
            if ids is None:
                out.append(self.moment_answer(source, at, None, owner))
            elif len(ids) == 1:
                out.append(self.moment_answer(source, at, Const(ids[0]), owner))
            else:
                var = self.fresh("this")
                out.append(
                    Loop(
                        var,
                        self.ids_expr(ids),
                        (self.moment_answer(source, at, Var(var), owner),),
                        self.fresh("moment"),
                    )
                )
        return out

    def moment_answer(self, source: object, at: m.AtMoment, this: Expr | None, owner: Expr | None) -> Stmt:
        c = self.ability_context(source, this)  # type: ignore[arg-type]
        tests: list[Expr] = [self.works(source, this)] if this is not None else []  # type: ignore[arg-type]
        if at.moment.owner is not None and owner is not None:
            tests.append(Op("eq", (self.value(at.moment.owner, c), owner)))
        if at.condition is not None:
            tests.append(self.value(at.condition, c))
        limit = at.block[0] if at.block and isinstance(at.block[0], m.Limit) else None
        body: list[Stmt] = []
        if limit is not None:
            tests.append(self.limit_test(limit, at.key, this, None, c))
            body.append(
                Effect(
                    "hist", (Const(self.history(f"limit:{at.key}", limit.per)), self.limit_record(limit, this, None, c))
                )
            )
        label = self.fresh("ability")
        body += self.block(at.block, c.copy(ability_end=label, body_end=label, steps=True))
        if any(isinstance(s, Leave) and s.label == label for s in _all(tuple(body))):
            body = [Block(tuple(body), label)]
        return If(both(*tests), tuple(body))

    def until(self, s: m.Until, c: Context) -> list[Stmt]:
        """Starts a running effect: what is named is fixed now, queries are worked out whenever they are read."""
        number = self.effect_number(s)
        captured = self.effect_captures(s)
        record: list[Expr] = [c.this if c.this is not None else Const(NOTHING)]
        try:
            record.append(self.you(c, s))
        except Exception:  # noqa: BLE001 - no `you` here: the effect does not use it
            record.append(Const(NOTHING))
        for local in captured:
            record.append(c.env[local.id])
        uses = self.value(s.uses, c) if s.uses is not None else Const(-1)
        moment = self.moment(s.moment.of)
        touched = [("attribute", k.attribute) for k in nodes(s.constants) if isinstance(k, m.Modify)]
        return [
            Effect("start", (Const(number), Const(moment), uses, Op("tuple", tuple(record)))),
            *self.changed(*touched),
        ]

    untils: list[m.Until]

    def effect_number(self, s: m.Until) -> int:
        for n, known in enumerate(self.untils):
            if known is s:
                return n
        self.untils.append(s)
        return len(self.untils) - 1

    def effect_captures(self, s: m.Until) -> list[m.Local]:
        bound = {q.local.id for q in nodes(s.constants) if isinstance(q, m.Query)} | {
            q.local.id for q in nodes(s.constants) if isinstance(q, m.Each)
        }
        found: dict[str, m.Local] = {}
        for node in nodes(s.constants):
            if isinstance(node, m.Local) and node.id not in bound:
                found[node.id] = node
        return list(found.values())

    def stop(self, p: m.Pattern, c: Context) -> list[Stmt]:
        wanted: dict[str | None, m.PatternPart] = dict(p.roles)
        if p.object is not None:
            wanted[None] = p.object
        args: list[Expr | None] = []
        for role, _, _ in self.pattern_parameters(p):
            part = wanted.get(role)
            args.append(self.value(part.value, c) if isinstance(part, m.Same) else None)
        name = f"v_{p.name}" if p.what == "verb" else f"phase_{p.name}" if p.what == "phase" else f"action_{p.name}"
        return [Stop(name, tuple(args))]

    # ------------------------------------------------------------------ phrases

    def arguments(self, event: m.Event, verb: m.Verb) -> list[tuple[m.Parameter, m.Argument | None]]:
        out: list[tuple[m.Parameter, m.Argument | None]] = []
        for p in verb.parameters:
            found = event.object if p.role is None else event.role(p.role)
            out.append((p, found if found is not None else p.default))
        return out

    def do(self, event: m.Event, c: Context, result: str | None) -> list[Stmt]:
        verb = self.game.verbs.get(event.verb)
        if verb is None:
            return self.do_builtin(event, c, result)
        parts = self.arguments(event, verb)
        replaced = "used" in self.event_extra(verb.name)
        for n, (p, argument) in enumerate(parts):
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
                return [
                    Effect("defer", (Const(1),)),
                    Loop(var, found, tuple(self.do(new_event, inner, result)), label),
                    *self.undefer(),
                ]
            if isinstance(argument, m.PickOf):
                picked = self.fresh("picked")
                pick = self.pick_argument(argument, picked, c)
                return [*pick, Loop(var, Var(picked), tuple(self.do(new_event, inner, result)), label)]
            assert argument is not None
            return [Loop(var, self.value(argument, c), tuple(self.do(new_event, inner, result)), label)]
        args = [
            Const(NOTHING) if a is None else self.value(a, self.with_parameters(c, parts[:n]))
            for n, (_, a) in enumerate(parts)
        ]  # type: ignore[arg-type]
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

    def pick_argument(self, argument: m.PickOf, picked: str, c: Context) -> list[Stmt]:
        """`discard 2 Lead in z`: chosen by the doer; all of them when there are no more; `random` by chance."""
        query = argument.query
        plain = m.Query(query.kind, query.local, query.traits, query.near, query.where, query.nearest, query.order)
        found, _ = self.query(plain, c)
        low = self.value(query.amount.low, c) if query.amount else Const(1)
        high = (
            self.value(query.amount.high, c)
            if query.amount and query.amount.high is not None
            else low
            if query.amount is None or query.amount.high is not None
            else Const(m.INFINITE)
        )
        if query.random:
            left, one, label = self.fresh("left"), self.fresh("one"), self.fresh("picks")
            return [
                Set(picked, Const(())),
                Set(left, found),
                While(
                    Op("and", (Op("lt", (Op("len", (Var(picked),)), high)), Op("len", (Var(left),)))),
                    (
                        Effect("pick", (Var(left),), one),
                        Set(picked, Op("concat", (Var(picked), Op("tuple", (Var(one),))))),
                        Set(left, Op("without", (Var(left), Op("tuple", (Var(one),))))),
                    ),
                    label,
                ),
            ]
        who = c.taker if c.taker is not None else self._doer(c)
        return self.pick(picked, Op("distinct", (found,)), low, high, who, Site("thing", "", (), self.noun(query.kind)))

    def _doer(self, c: Context) -> Expr:
        if c.you is not None:
            return c.you
        if c.whose is not None:
            return self.value(c.whose, c.copy(whose=None))
        return self.joint()

    def amount(self, argument: m.Argument | None) -> tuple[m.Value, str] | None:
        """So much of a resource, if that is what the argument is."""
        match argument:
            case m.PickOf(query) | m.QueryValue(query=query) if query.kind in self.game.resources:
                return (query.amount.low if query.amount else m.Literal(1, m.NUMBER)), query.kind
            case m.Node() if isinstance(getattr(argument, "type", None), m.ResourceType):
                return argument, argument.type.resource  # type: ignore[union-attr, return-value]
            case _:
                return None

    def payer(self, event: m.Event, c: Context) -> tuple[Expr, str | None]:
        said = event.role("by")
        if said is None or isinstance(said, (m.EachOf, m.PickOf)):
            return (c.taker if c.taker is not None else self._doer(c)), self.game.seats.kind
        return self.value(said, c), kind_of(said.type)

    # ------------------------------------------------------------------ built-in verbs

    def do_builtin(self, event: m.Event, c: Context, result: str | None) -> list[Stmt]:
        match event.verb:
            case "move":
                return self.do_move(event, c)
            case "draw":
                return self.do_draw(event, c, result)
            case "shuffle":
                zone = event.object
                assert zone is not None and not isinstance(zone, (m.EachOf, m.PickOf))
                into = event.role("into")
                out: list[Stmt] = []
                target = self.value(zone, c)
                if into is not None and not isinstance(into, (m.EachOf, m.PickOf)):
                    goal = self.value(into, c)
                    out.append(Effect("pour", (target, goal)))
                    target = goal
                    out += self.changed(("location", kind_of(zone.type) or "Thing"))
                return [*out, Effect("shuffle", (target,))]
            case "roll":
                return self.do_roll(event, c, result)
            case "flip" | "reset" | "give" | "show":
                return self.for_object(event, c, lambda x, kind, inner: self.one_builtin(event, x, kind, inner))
            case "pay":
                return self.do_pay(event, c)
            case "lay":
                laid = event.object
                if isinstance(laid, m.Node) and isinstance(laid, m.ThingConstant) and laid.thing in self.game.maps:
                    number = list(self.game.maps).index(laid.thing)
                    return [
                        Effect("lay", (Const(number),)),
                        Effect("board", (Const(0),)),
                        *self.changed(("location", "Thing")),
                    ]
                if isinstance(laid, m.Node) and isinstance(getattr(laid, "type", None), m.GridType):
                    return [
                        Effect("lay_grid", (self.value(laid, c),)),
                        Effect("board", (Const(0),)),
                        *self.changed(("location", "Thing")),
                    ]  # type: ignore[arg-type]
                raise NotPlayable("laying this", event.span)
            case "seat":
                who = event.object
                seat = event.role("for")
                assert isinstance(who, m.Node) and isinstance(seat, m.Node)
                x = self.value(who, c)  # type: ignore[arg-type]
                return [
                    Effect("seat", (x, self.value(seat, c))),
                    *self.changed(("location", self.game.seats.kind)),
                    Effect("did", (Const(1),)),
                ]  # type: ignore[arg-type]
            case _:
                raise NotPlayable(f"the verb `{event.verb}`", event.span)

    def for_object(
        self, event: m.Event, c: Context, each: Callable[[Expr, str | None, Context], list[Stmt]]
    ) -> list[Stmt]:
        """Does something to the object of a phrase, which may be one thing, a set, `each` or a counted query."""
        argument = event.object
        match argument:
            case m.EachOf(query):
                found, _ = self.query(query, c)
                var = self.fresh(query.local.name)
                body = each(Var(var), query.kind, c.bind(query.local, Var(var)))
                return [
                    Effect("defer", (Const(1),)),
                    Loop(var, found, tuple(body), self.fresh("each")),
                    *self.undefer(),
                ]
            case m.PickOf(query):
                picked, var = self.fresh("picked"), self.fresh(query.local.name)
                return [
                    *self.pick_argument(argument, picked, c),
                    Effect("did", (Op("ge", (Op("len", (Var(picked),)), Const(1))),)),
                    Loop(var, Var(picked), tuple(each(Var(var), query.kind, c)), self.fresh("each")),
                ]
            case None:
                return []
            case _:
                x = self.value(argument, c)
                kind = kind_of(argument.type)
                if isinstance(argument.type, m.SetType):
                    var = self.fresh("one")
                    return [Loop(var, x, tuple(each(Var(var), kind, c)), self.fresh("each"))]
                if isinstance(argument.type, m.OptionalType):
                    var = self.fresh("one")
                    return [
                        Set(var, x),
                        If(
                            Op("ge", (Var(var), Const(0))),
                            tuple(each(Var(var), kind, c)),
                            (Effect("did", (Const(0),)),),
                        ),
                    ]
                if not isinstance(x, (Var, Const)):
                    var = self.fresh("one")
                    return [Set(var, x), *each(Var(var), kind, c)]
                return each(x, kind, c)

    def one_builtin(self, event: m.Event, x: Expr, kind: str | None, c: Context) -> list[Stmt]:
        if event.verb == "flip":
            to = event.role("to")
            if to is not None and not isinstance(to, (m.EachOf, m.PickOf)):
                face = self.value(to, c)
            else:
                face = Op("sub", (Const(1), Op("face", (x,))))
            return self.flip(x, kind, face)
        if event.verb == "reset":
            return [
                Effect("reset", (x,)),
                *self.changed(("face", kind or "Thing")),
                *self.changed(*(("attribute", k) for k in self.game.attributes)),
            ]
        if event.verb == "give":
            goal = event.role("to")
            assert isinstance(goal, m.Node)
            return [
                Put(self.lay.column["controller"], x, self.value(goal, c)),
                *self.changed(("attribute", "controller")),
            ]  # type: ignore[arg-type]
        viewer = event.role("to")
        seen = (
            self.value(viewer, c)
            if viewer is not None and not isinstance(viewer, (m.EachOf, m.PickOf))
            else Op("seated")
        )
        return [Effect("show", (x, seen))]

    def flip(self, x: Expr, kind: str | None, face: Expr) -> list[Stmt]:
        kinds: dict[int, str | None] = {0: kind}
        parts = [x, face]
        listeners = [y for y in self.listeners.get(("verb", "flip"), ()) if self.may_match(y.trigger.pattern, kinds)]
        may = negate(self.forbidden("verb", "flip", lambda n: parts[n], kinds))
        done: list[Stmt] = [
            Effect("flip", (x, face)),
            *self.changed(("face", kind or "Thing")),
            Effect("did", (Const(1),)),
        ]
        if listeners:
            name = f"v_flip_{self.move_number('flip', tuple(id(y) for y in listeners), kind)}"
            if name not in self.out.functions:
                from ..ir import Function

                self.out.functions[name] = Function(name, ())
                everything = self.listeners[("verb", "flip")]
                self.listeners[("verb", "flip")] = listeners
                two = [Var("thing"), Var("face")]
                self.event_function(
                    name,
                    "verb",
                    "flip",
                    ("thing", "face"),
                    kinds,
                    Context(),
                    (),
                    negate(self.forbidden("verb", "flip", lambda n: two[n], kinds)),
                    report=False,
                    title="flip",
                    core=lambda _: (
                        Effect("flip", (Var("thing"), Var("face"))),
                        *self.changed(("face", kind or "Thing")),
                    ),
                )
                self.listeners[("verb", "flip")] = everything
            used = (Const(()),) if any(y.trigger.timing == "instead" for y in listeners) else ()
            return [Call(name, (x, face, *used))]
        if may != YES:
            return [If(may, tuple(done), (Effect("did", (Const(0),)),))]
        return done

    def goal(self, argument: m.Argument | None, c: Context) -> tuple[Expr, Expr, str | None]:
        """The zone that a goal means, whether at the bottom, and the zone's key when it is known."""
        match argument:
            case m.ZoneEnd(which, zone):
                return (
                    self.value(zone, c),
                    Const(1 if which == "bottom" else 0),
                    zone.zone if isinstance(zone, m.ZoneValue) else None,
                )
            case m.ZoneValue(zone=key):
                return self.value(argument, c), Const(0), key
            case m.Builtin(name="box"):
                return Const(BOX), Const(0), ".box"
            case m.Node():
                value: m.Value = argument  # type: ignore[assignment]
                if isinstance(value.type, m.ZoneType):
                    return self.value(value, c), Const(0), None
                if isinstance(value.type, m.OptionalType) and isinstance(value.type.of, m.ZoneType):
                    return self.value(value, c), Const(0), None
                return self.zone_of(PLACE_ZONE, self.where(value, c)), Const(0), PLACE_ZONE
            case _:
                raise NotPlayable("this goal of a move", m.NOTHING)  # type: ignore[arg-type]

    def do_move(self, event: m.Event, c: Context) -> list[Stmt]:
        amount = self.amount(event.object)
        if amount is not None:
            return self.move_pile(event, amount, c)
        goal = event.role("to")
        zone_first, bottom, key = self.goal(goal, c)
        zone = zone_first
        prepare: list[Stmt] = []
        if (
            not isinstance(zone, (Var, Const))
            and not isinstance(event.object, (m.EachOf, m.PickOf))
            and not (isinstance(event.object, m.Node) and isinstance(getattr(event.object, "type", None), m.SetType))
        ):
            pass

        def one(x: Expr, kind: str | None, inner: Context) -> list[Stmt]:
            target = self.goal(goal, inner)[0] if isinstance(event.object, (m.EachOf, m.PickOf)) else zone
            return [*self.move(x, kind, target, bottom, key), Effect("did", (Const(1),))]

        return [*prepare, *self.for_object(event, c, one)]

    def move_pile(self, event: m.Event, amount: tuple[m.Value, str], c: Context) -> list[Stmt]:
        """So much of a resource from pile to pile; what is not there is not moved."""
        n, var = self.value(amount[0], c), self.fresh("n")
        source, goal = event.role("from"), event.role("to")
        out: list[Stmt] = [Set(var, n)]
        supply = Const(self.lay.column[f"supply.{amount[1]}"])
        pile: list[tuple[int, Expr, str | None]] = []
        for argument in (source, goal):
            if isinstance(argument, m.AttributeValue):
                x = self.value(argument.object, c)
                one = self.fresh("it")
                out.append(Set(one, x))
                pile.append((self.lay.column[argument.attribute], Var(one), argument.attribute))
            elif argument is None or isinstance(argument, m.Builtin):
                pile.append((int(supply.value), Const(0), None))  # type: ignore[call-overload]
            else:
                raise NotPlayable("this pile", event.span)
        (from_column, x, from_key), (to_column, y, to_key) = pile
        out.append(Set(var, Op("min", (Var(var), Op("get", (Const(from_column), x))))))
        out.append(Put(from_column, x, Op("sub", (Op("get", (Const(from_column), x)), Var(var)))))
        out.append(Put(to_column, y, Op("add", (Op("get", (Const(to_column), y)), Var(var)))))
        for key in (from_key, to_key):
            if key is not None:
                out += self.changed(("attribute", key))
        out.append(Effect("did", (Op("ge", (Var(var), Const(1))),)))
        return out

    def draw_one(self, event: m.Event, var: str, c: Context) -> list[Stmt]:
        source = event.role("from")
        assert isinstance(source, m.Node)
        bottom = 0
        if isinstance(source, m.ZoneEnd):
            bottom = 1 if source.which == "bottom" else 0
            source = source.zone
        zone = self.value(source, c)  # type: ignore[arg-type]
        refill: Expr = Const(NOTHING)
        content = kind_of(source.type) or "Thing"  # type: ignore[union-attr]
        if isinstance(source, m.ZoneValue):
            declared = self.game.zones[source.zone]
            content = declared.content
            if declared.refills is not None:
                refill = self.value(
                    declared.refills, Context(this=self.value(source.owner, c) if source.owner is not None else None)
                )
        out: list[Stmt] = [Effect("draw", (zone, refill, Const(bottom)), var)]
        goal = event.role("to")
        if goal is None:
            raise NotPlayable("`draw` without `to`", event.span)
        target, at_bottom, key = self.goal(goal, c)
        moved = self.move(Var(var), content, target, at_bottom, key)
        return [
            *out,
            If(Op("ge", (Var(var), Const(0))), (*moved, Effect("did", (Const(1),))), (Effect("did", (Const(0),)),)),
        ]

    def do_draw(self, event: m.Event, c: Context, result: str | None) -> list[Stmt]:
        assert isinstance(event.object, m.Node)
        drawn = self.fresh("drawn")
        if self.draws_one(event):
            return self.draw_one(event, result or drawn, c)
        count, n, label, all_ = self.fresh("count"), self.fresh("n"), self.fresh("draws"), result or self.fresh("all")
        one = self.draw_one(event, drawn, c)
        body = [
            Set(n, Op("add", (Var(n), Const(1)))),
            *one,
            If(
                Op("ge", (Var(drawn), Const(0))),
                (Set(all_, Op("concat", (Var(all_), Op("tuple", (Var(drawn),))))),),
                (Leave(label),),
            ),
        ]
        return [
            Set(count, self.value(event.object, c)),
            Set(n, Const(0)),
            Set(all_, Const(())),  # type: ignore[arg-type]
            While(Op("lt", (Var(n), Var(count))), tuple(body), label),
        ]

    def do_roll(self, event: m.Event, c: Context, result: str | None) -> list[Stmt]:
        die = event.object
        name = die.name if isinstance(die, m.NameConstant) else getattr(die, "thing", getattr(die, "name", ""))
        if name not in self.game.dice:
            raise NotPlayable("this die", event.span)
        number = list(self.game.dice).index(name)
        faces = tuple(self.constant_of(f) for f in self.game.dice[name].faces)
        table = self.table(f"die:{name}")
        self.out.tables[f"die:{name}"] = faces
        shown = result or self.fresh("shown")
        out: list[Stmt] = [
            Effect("roll", (Const(number), Const(len(faces))), shown),
            Set(shown, Op("fixed", (Const(table), Var(shown)))),
        ]
        for moment in sorted({mo for (e, mo) in self.histories_wanted if e == "verb:roll"}):
            out.append(
                Effect("hist", (Const(self.history("verb:roll", moment)), Op("tuple", (Const(number), Var(shown)))))
            )
        return out

    def constant_of(self, v: m.Value) -> object:
        from .layout import constant

        found = constant(self.lay, v)
        assert found is not None
        return found

    def do_pay(self, event: m.Event, c: Context) -> list[Stmt]:
        amount = self.amount(event.object)
        if amount is None:
            raise NotPlayable("this payment", event.span)
        if self.payers_many(event):
            splits, pay = self.splits(event, c)
            name, answer = self.fresh("splits"), self.fresh("split")
            site = self.site(Site("split", "", (), amount[1]))
            return [
                Set(name, splits),
                If(
                    Op("ge", (Op("len", (Var(name),)), Const(1))),
                    (Ask(site, self.joint(), Var(name), answer), *pay(Var(answer)), Effect("did", (Const(1),))),
                    (Effect("did", (Const(0),)),),
                ),
            ]
        payer, kind = self.payer(event, c)
        key = self.pile_of(amount[1], kind)
        who = self.fresh("payer")
        n = self.value(amount[0], c)
        enough = Op("ge", (Op("get", (Const(self.lay.column[key]), Var(who))), n))
        return [
            Set(who, payer),
            If(
                enough,
                (*self.write(key, Var(who), "-=", n, c), Effect("did", (Const(1),))),
                (Effect("did", (Const(0),)),),
            ),
        ]


def _sets(body: list[Stmt]) -> list[Set]:
    return [s for s in _all(tuple(body)) if isinstance(s, Set)]


def _asks(body: list[Stmt]) -> list[Ask]:
    return [s for s in _all(tuple(body)) if isinstance(s, Ask)]


def _all(body: tuple[Stmt, ...]) -> list[Stmt]:
    from ..ir import statements

    return list(statements(body))


__all__ = ["NO", "TABLE", "PLACE_ZONE", "Statements"]
