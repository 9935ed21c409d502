"""Actions: what is legal, listed; and what taking one does."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from dsl import model as m

from ..ir import (
    NOTHING,
    Ask,
    Block,
    Call,
    Const,
    Effect,
    Expr,
    Find,
    Function,
    Guard,
    If,
    Leave,
    Op,
    Pure,
    Return,
    Set,
    Site,
    Stmt,
    Var,
    While,
    statements,
)
from ..layout import NotPlayable, Source, related
from .announcing import asks, divided
from .context import Announced, Context
from .pledges import Pledges
from .prices import Priced, priced
from .values import YES, both, negate, variables
from .walk import kind_of

PARAMETERS = ("taker", "option")


def without_price(clauses: m.Block) -> m.Block:
    """Clauses without limits and costs, also inside `if`."""
    out: list[m.Statement] = []
    for clause in clauses:
        match clause:
            case m.Limit() | m.Cost() | m.CostStep():
                pass
            case m.If(branches=branches, otherwise=otherwise):
                inner = tuple((test, without_price(block)) for test, block in branches)
                out.append(evolve(clause, branches=inner, otherwise=without_price(otherwise)))
            case _:
                out.append(clause)
    return tuple(out)


class Actions(Pledges):
    all_actions: list[tuple[Source, m.Action]]

    def names_of_actions(self) -> list[str]:
        return [action.name for _, action in self.all_actions]

    def action_functions(self) -> None:
        for number, (source, action) in enumerate(self.all_actions):
            self.options_function(number, source, action)
            self.take_function(number, source, action)
            if self.lay.tests:
                self.reason_functions(number, source, action)
            if source.ids is None and action.name in self.freed:
                self.inside_free = True
                free = evolve(action, clauses=without_price(action.clauses))
                self.options_function(number, source, free, f"free_options_{number}")
                self.take_function(number, source, free, f"free_action_{number}")
                self.inside_free = False
        for menu in self.game.menus:
            lists: list[Expr] = []
            for number, (_, action) in enumerate(self.all_actions):
                if menu in action.menus:
                    options = self.out.functions[f"options_{number}"].value
                    assert options is not None
                    lists.append(options)
            self.pure(f"menu_{menu}", ("taker",), Op("joined", tuple(lists)), f"what is legal: {menu}")

    def freed_number(self, action: str) -> int:
        """The number of an action of the rules."""
        found = ((n, s, a) for n, (s, a) in enumerate(self.all_actions))
        return next(n for n, source, a in found if source.ids is None and a.name == action)

    def free_options(self, s: m.Free, who: Expr) -> Expr:
        return Pure(f"free_options_{self.freed_number(s.action)}", (who,))

    def open_free(self, s: m.Free, c: Context) -> list[Stmt]:
        """An action without its limit and cost; nothing, if it cannot be taken."""
        who, options, answer, taken = (self.fresh(x) for x in ("who", "options", "answer", "taken"))
        number = self.freed_number(s.action)
        action = self.all_actions[number][1]
        site = Site("menu", action.title, (), action.menus[0] if action.menus else "")
        return [
            Set(who, self.you(c, s)),
            Set(options, self.free_options(s, Var(who))),
            Set(taken, Const(0)),
            If(
                Op("ge", (Op("len", (Var(options),)), Const(1))),
                (
                    *self.ask_menu(site, Var(who), options, answer, passing=False),
                    Call(f"free_action_{number}", (Var(who), Var(answer)), taken),
                ),
            ),
            Effect("did", (Var(taken),)),
        ]

    def paid_in_between(self, clause: m.Statement, action: m.Action) -> bool:
        """Is it a cost behind which things are chosen when it is paid? Where several put in, all costs come last."""
        return self.by_things(clause) and not any(isinstance(x, m.Pledge) for x in action.clauses)

    def open_to_menus(self, action: m.Action, source: Source, this: Expr) -> Expr:
        """Is a thing one that is taken from menus, and not played as an answer?"""
        raise NotImplementedError

    def may_be_withdrawn(self, menu: str) -> bool:
        """Is there an action in the menu that may turn out to be impossible when it is taken?"""
        return any(menu in action.menus and any(asks(x) for x in action.clauses) for _, action in self.all_actions)

    def figure(self, action: m.Action) -> str | None:
        """The Kind that acts, where it is not the one on the seats: its player takes the action with it."""
        if action.actor is None:
            return None
        kind = kind_of(action.actor.type) or "Thing"
        return None if related(self.game, kind, self.game.seats.kind) else kind

    def context(self, action: m.Action, this: Expr | None) -> Context:
        c = Context(this=this, you=Var("taker"), taker=Var("taker"))
        c.announced = Announced(action.name, Const(NOTHING), self.doer(action), this)
        if action.actor is None:
            return c
        return c.bind(action.actor, Var("actor") if self.figure(action) is not None else Var("taker"))

    @staticmethod
    def with_object(c: Context, first: Expr) -> Context:
        """With the first thing chosen as the object of the action."""
        return c.copy(announced=evolve(c.announced, object=first)) if c.announced is not None else c

    def doer(self, action: m.Action) -> Expr:
        """Who does it, for patterns and limits: the figure, else the one who takes it."""
        return Var("taker") if self.figure(action) is None else Var("actor")

    def options_function(self, number: int, source: Source, action: m.Action, name: str = "") -> None:
        name = name or f"options_{number}"
        figure = self.figure(action)
        begun = self.begun(action)
        if source.ids is None:
            c = self.context(action, None)
            value = self.listed(list(action.clauses), number, action, source, c, Const(NOTHING), begun)
        else:
            var = self.fresh("this")
            x: Expr = Const(source.ids[0]) if len(source.ids) == 1 else Var(var)
            c = self.context(action, x)
            tests = [self.works(source, x), self.open_to_menus(action, source, x)]
            you = self.you_value(source)
            if you is not None:
                tests.append(Op("eq", (self.value(you, Context(this=x)), Var("taker"))))
            inner = self.listed(list(action.clauses), number, action, source, c, x, begun)
            if len(source.ids) == 1:
                value = Op("cond", (both(*tests), inner, Const(())))
            else:
                value = Find("flat", var, self.apart(source, var, both(*tests)), None, inner)
        value = self.by_figures(action, value)
        if figure is None and action.actor is not None:
            mine = self.is_kind(Var("taker"), kind_of(action.actor.type) or "Thing", self.game.seats.kind)
            value = value if mine == YES else Op("cond", (mine, value, Const(())))
        self.pure(name, ("taker",), value, f"the legal ways to {action.name}")

    def apart(self, source: Source, var: str, test: Expr) -> Expr:
        """The things that an action stands on and that pass, one of each that nobody can tell apart."""
        assert source.ids is not None
        found = Find("list", var, self.ids_expr(source.ids), test)
        copied = any(self.lay.copies[self.lay.things[x][0]] > 1 or "#" in self.lay.things[x][0] for x in source.ids)
        return Op("distinct", (found,)) if copied else found

    def begun(self, action: m.Action) -> list[Expr]:
        """What stands in an option before what is chosen: the figure, where one acts."""
        return [] if self.figure(action) is None else [Var("actor")]

    def by_figures(self, action: m.Action, options: Expr) -> Expr:
        """The options for each figure that the taker may act with."""
        figure = self.figure(action)
        if figure is None:
            return options
        return Find("flat", "actor", self.base_ids(figure), self.mine(figure), options)

    def mine(self, figure: str) -> Expr:
        """May the taker act with the actor?"""
        actor = Var("actor")
        return both(
            self.is_kind(actor, figure) if figure in self.game.groups or figure in self.lay.turning else None,
            Op("in_play", (actor,)),
            Op("eq", (self.you_of(figure, actor), Var("taker"))),
        )

    def figures(self, figure: str) -> Expr:
        """All that the taker may act with."""
        return Find("list", "actor", self.base_ids(figure), self.mine(figure))

    def can_begin(self, action: m.Action) -> Callable[[Context], Expr]:
        """Can what an action does begin?"""
        return lambda c: both(
            self.first_possible(action.pays, c) if action.pays else YES, self.first_possible(action.does, c)
        )

    def limits(self, action: m.Action, this: Expr) -> Callable[[m.Limit, Context], Expr]:
        return lambda limit, c: self.limit_test(limit, action.key, this, self.doer(action), c)

    def listed(
        self,
        clauses: list[m.Statement],
        number: int,
        action: m.Action,
        source: Source,
        c: Context,
        this: Expr,
        chosen: list[Expr],
    ) -> Expr:
        """Every legal option from these clauses on, as a set of records (action, this, choices)."""
        tests: list[Expr] = []
        clauses = priced(clauses)
        if self.changes_of(action.name):
            clauses = self.costs_last(clauses)
        for n, clause in enumerate(clauses):
            match clause:
                case m.Choose(amount=None, options=options, local=local):
                    found, _, _ = self.options(options, c)
                    var = self.fresh(local.name)
                    bound = c.bind(local, Var(var))
                    if len(chosen) == len(self.begun(action)):
                        bound = self.with_object(bound, Var(var))
                    inner = self.listed(clauses[n + 1 :], number, action, source, bound, this, [*chosen, Var(var)])
                    if (
                        isinstance(inner, Op)
                        and inner.name == "cond"
                        and isinstance(inner.args[1], Op)
                        and inner.args[2] == Const(())
                    ):
                        value: Expr = Find("map", var, found, inner.args[0], inner.args[1].args[0])
                    elif isinstance(inner, Op) and inner.name == "tuple":
                        value = Find("map", var, found, None, inner.args[0])
                    else:
                        value = Find("flat", var, found, None, inner)
                    test = both(*tests)
                    return value if test == YES else Op("cond", (test, value, Const(())))
                case m.Let(local=local, value=value_):
                    tests.append(self.there(c, value_))
                    c = c.bind(local, self.value(value_, c))
                case Priced() if self.paid_in_between(
                    clause, action
                ):  # what stands behind it is chosen when it is paid
                    tests.append(self.ahead(clauses[n:], self.can_begin(action), c, self.limits(action, this)))
                    break
                case Priced():
                    tests.append(self.payable(clause, c))
                    c = self.knows_price(clause, None, c)
                case m.Choose() | m.Pledge():  # what is chosen from here on is asked for when the action is taken
                    tests.append(self.ahead(clauses[n:], self.can_begin(action), c, self.limits(action, this)))
                    break
                case _:
                    tests.append(self.ahead((clause,), lambda _: YES, c, self.limits(action, this)))
        else:
            tests.append(self.can_begin(action)(c))
        objects = chosen if self.figure(action) is None else chosen[1:]
        first = objects[0] if objects else Const(NOTHING)
        tests.append(
            negate(self.forbidden("action", action.name, lambda n: first if n == 0 else self.doer(action), {}))
        )
        record = Op("tuple", (Const(number), this, *chosen))
        test = both(*tests)
        one = Op("tuple", (record,))
        return one if test == YES else Op("cond", (test, one, Const(())))

    def take_function(self, number: int, source: Source, action: m.Action, name: str = "") -> None:
        """Gives 0 if the action was withdrawn and so never taken, else 1."""
        this = Var("this") if source.ids is not None else None
        mine = this if this is not None else Const(NOTHING)
        c = self.context(action, this)
        c = c.copy(steps=True)
        body: list[Stmt] = []
        if this is not None:
            body.append(Set("this", Op("part", (Var("option"), Const(1)))))
            body.append(self.acting(source.title, Var("this"), [])[0])
        index = 2
        if self.figure(action) is not None:
            body.append(Set("actor", Op("part", (Var("option"), Const(2)))))
            index = 3
        first: Expr = Const(NOTHING)
        kind: str | None = None
        rest: list[m.Statement] = []
        asked = False
        limits: list[m.Limit] = []
        clauses = priced(action.clauses)
        paid = next((n for n, x in enumerate(clauses) if self.paid_in_between(x, action)), len(clauses))
        for clause in clauses[:paid]:
            match clause:
                case m.Choose(amount=None, local=local) if not asked:
                    var = self.fresh(local.name)
                    body.append(Set(var, Op("part", (Var("option"), Const(index)))))
                    c.env[local.id] = Var(var)
                    if first == Const(NOTHING):
                        first, kind = Var(var), kind_of(local.type)
                        c = self.with_object(c, Var(var))
                    index += 1
                case m.Limit():
                    limits.append(clause)
                case m.Needs() if not asked and not any(asks(x) for x in rest):
                    pass  # it held when the action was listed
                case _:
                    asked = asked or isinstance(clause, (m.Choose, m.Pledge))
                    rest.append(clause)
        kinds: dict[int, str | None] = {0: kind}
        arguments = (first, self.doer(action))
        free, name = bool(name), name or f"action_{number}"
        part = lambda n: arguments[n]  # noqa: E731
        instead = self.matching("instead", "action", action.name, kinds)
        if instead:  # in place of all of it: nothing is asked, paid or counted
            body += [Set("result", Const(1)), *self.replacement_window(f"{name}_itself", instead, part, PARAMETERS)]
        announced, later = divided(rest)
        ahead = [*later, *clauses[paid:]]
        limits += [x for x in clauses[paid:] if isinstance(x, m.Limit)]
        body += self.announced(announced, ahead, self.can_begin(action), c, self.limits(action, mine))
        for limit in limits:
            record = self.limit_record(limit, mine, self.doer(action), c)
            body.append(Effect("hist", (Const(self.history(f"limit:{action.key}", limit.per)), record)))
        label, paying = self.fresh("action"), self.fresh("costs")
        inner = c.copy(ability_end=paying, body_end=paying)
        before = self.matching("before", "action", action.name, kinds)
        starts, ends = self.event_moments("action", action.name)
        enter, restore = self.run_of("action", action.name)
        body += enter
        follows: list[Stmt] = []
        costs = self.run(later, inner)
        inner = inner.copy(ability_end=label, body_end=label)
        if paid < len(clauses):
            payment, run = self.paid_rounds(clauses[paid:], action, mine, inner, arguments, kinds, (paying, label))
            costs += payment
        else:
            run = self.run([*action.pays, *action.does], inner)
            follows = self.action_follows(action, arguments, kinds)
        done: list[Stmt] = [*starts, Block(tuple(run), label)]
        if ("action", action.name) in self.stopped:
            done = [Guard(tuple(done))]
        forget = self.forget_targets(announced)
        responses = self.response_window("before", "action", action.name, kinds, arguments, event_end="event")
        if before or responses:  # they open when the costs have been paid, and who cancels does not give them back
            window = self.window(before, part, event_end="event", title=action.title) if before else []
            window += responses
            done = [Block((*window, Set("begun", Const(1)), *done), "event")]
        elif self.left(costs, paying):
            done.insert(0, Set("begun", Const(1)))
        body += [*costs, *done] if not self.left(costs, paying) else [Block((*costs, *done), paying)]
        body += forget
        if before or responses or self.left(costs, paying):  # what was cancelled, or not paid, did not happen
            body = [Set("begun", Const(0)), *body]
            body.append(If(Op("eq", (Var("begun"), Const(0))), (*restore, Return(Const(1)))))
        body += [*follows, *ends, *restore]
        body.append(Return(Const(1)))
        if instead:
            itself = f"{name}_itself"
            self.out.functions[itself] = Function(itself, (*PARAMETERS, "used"), tuple(body), None, action.title)
            call = Call(itself, (*(Var(p) for p in PARAMETERS), Const(())), "kept")
            body = [call, Return(Var("kept"))]
        self.out.functions[name] = Function(name, PARAMETERS, tuple(body), None, action.title)
        if not free:
            self.out.dispatch.setdefault("actions", {})[number] = name

    @staticmethod
    def left(body: list[Stmt], label: str) -> bool:
        """Can what is in it leave to behind this label?"""
        return any(isinstance(s, Leave) and s.label == label for s in statements(tuple(body)))

    def action_follows(self, action: m.Action, arguments: tuple[Expr, ...], kinds: dict[int, str | None]) -> list[Stmt]:
        """What follows an action that was carried out: it is remembered, and answered."""
        out: list[Stmt] = []
        moments = sorted({mo for (e, mo) in self.histories_wanted if e == f"action:{action.name}"})
        for moment in moments:
            out.append(Effect("hist", (Const(self.history(f"action:{action.name}", moment)), Op("tuple", arguments))))
        if moments:
            out += self.changed(("history",))
        after = self.matching("after", "action", action.name, kinds)
        if after:
            out += self.window(after, lambda n: arguments[n], title=action.title)
        return [*out, *self.response_window("after", "action", action.name, kinds, arguments)]

    def paid_rounds(
        self,
        clauses: list[m.Statement],
        action: m.Action,
        this: Expr,
        c: Context,
        arguments: tuple[Expr, ...],
        kinds: dict[int, str | None],
        ends: tuple[str, str],
    ) -> tuple[list[Stmt], list[Stmt]]:
        """A price that things pay; and what stands behind it: as often as was paid for, each time all of it.

        `ends`: the labels behind the first and the second.
        """
        cost = clauses[0]
        behind: list[m.Statement] = [x for x in clauses[1:] if not isinstance(x, m.Limit)]
        assert isinstance(cost, Priced) and cost.event is not None
        amount = self.amount(cost.event.object)
        assert amount is not None
        many = self.game.resources[amount[1]].succession and not cost.once
        many = many and not any(isinstance(x, m.Limit) for x in action.clauses)
        price, event, paid = self.cost(cost, c)
        times, n, rounds, label = (self.fresh(x) for x in ("times", "n", "rounds", "round"))
        out: list[Stmt] = []
        if price is not None:
            var = self.fresh("price")
            assert isinstance(event.object, m.Local)
            out.append(Set(var, price))
            paid.env[event.object.id] = Var(var)
            c = self.knows_price(cost, Var(var), c)
        out += self.pay_with_things(event, paid, times, many)
        out.append(If(Op("lt", (Var(times), Const(1))), (Leave(ends[0]),)))
        c = c.copy(ability_end=ends[1], body_end=ends[1])
        limit, end = self.limits(action, this), self.can_begin(action)
        possible = self.ahead(behind, end, c, limit)
        inner = c.copy(ability_end=label, body_end=label)
        asked, later = divided(behind)
        done = self.announce(asked, lambda at: self.ahead(later, end, at, limit), inner, limit, label)
        done += self.run([*later, *action.pays, *action.does], inner)
        if arguments[0] == Const(NOTHING):
            chosen = next((x for x in behind if isinstance(x, m.Choose) and x.amount is None), None)
            if chosen is not None and chosen.local.id in inner.env:
                arguments = (inner.env[chosen.local.id], *arguments[1:])
        once: list[Stmt] = [Block(tuple(done), label), *self.action_follows(action, arguments, kinds)]
        if not many:
            return out, once
        again = self.fresh("again")
        site = self.site(Site("may", f"{action.title} again?", ("Yes", "No")))
        ask = (
            If(negate(possible), (Leave(rounds),)),
            Ask(site, Var("taker"), Const((1, 0)), again),
            If(Op("eq", (Var(again), Const(0))), (Leave(rounds),)),
        )
        step = (If(Op("ge", (Var(n), Const(1))), ask), Set(n, Op("add", (Var(n), Const(1)))), *once)
        return out, [Set(n, Const(0)), While(Op("lt", (Var(n), Var(times))), step, rounds)]

    reasons: dict[int, list[tuple[str, str]]]

    def reason_functions(self, number: int, source: Source, action: m.Action) -> None:
        """Why an action is refused: pure functions of taker, this and the choices, each with its sentence."""
        this = Var("this") if source.ids is not None else None
        c = self.context(action, this)
        params = ["taker", "this"]
        found: list[tuple[Expr, str]] = []
        chosen: list[Expr] = []
        if self.figure(action) is not None:
            params.append("actor")
        costs: list[Priced] = []
        for clause in priced(action.clauses):
            match clause:
                case m.Choose(amount=None, local=local):
                    name = f"chosen_{len(chosen)}"  # compiled code calls names of its own c0, c1 ...
                    params.append(name)
                    if not chosen:
                        c = self.with_object(c, Var(name))
                    chosen.append(Var(name))
                    c = c.bind(local, Var(name))
                case m.Choose() | m.Pledge():
                    break
                case m.Let(value=value) if self.unset(value, c):
                    break
                case m.Let(local=local, value=value):
                    c = c.bind(local, self.value(value, c))
                case m.Needs(condition=condition, because=because) if because is not None:
                    found.append((negate(self.value(condition, c)), because))
                case Priced():
                    costs.append(clause)
                case m.Limit() as limit:
                    test = self.limits(action, this if this is not None else Const(NOTHING))(limit, c)
                    most = limit.amount.value if isinstance(limit.amount, m.Literal) else "so many"
                    found.append((negate(test), f"only {most} per {limit.per}"))
                case _:
                    pass
        for cost in costs:
            payable = self.payable(cost, c)
            if payable != YES:
                found.append((negate(payable), "the cost cannot be paid"))
        part = lambda n: (chosen[0] if chosen else Const(NOTHING)) if n == 0 else self.doer(action)  # noqa: E731
        found += self.cannot_reasons("action", action.name, part)
        first = next((s for s in action.does if not isinstance(s, m.Let)), None)
        if isinstance(first, m.Do):
            found += self.verb_reasons(first.event, c)
        names = []
        for n, (test, text) in enumerate(found):
            name = f"reason_{number}_{n}"
            used = variables(test)  # what is chosen behind it need not be known
            last = max((k for k, p in enumerate(params) if p in used), default=0)
            self.pure(name, tuple(params[: max(2, last + 1)]), test, text)
            names.append((name, text))
        self.reasons[number] = names

    def verb_reasons(self, event: m.Event, c: Context) -> list[tuple[Expr, str]]:
        """What keeps a verb of the game from happening, each with its sentence; nothing of built-in verbs."""
        verb = self.game.verbs.get(event.verb)
        if verb is None:
            return []
        try:
            args = [
                Const(NOTHING) if a is None or isinstance(a, (m.EachOf, m.PickOf)) else self.value(a, c)
                for _, a in self.arguments(event, verb)
            ]
        except NotPlayable:
            args = []
        if not args:
            return []
        found = self.cannot_reasons("verb", verb.name, lambda n: args[n])
        inner = Context()
        for p, a in zip(verb.parameters, args, strict=True):
            inner.env[p.local.id] = a
        for s in verb.block:
            if not isinstance(s, m.Needs):
                break
            if s.because is not None:
                found.append((negate(self.value(s.condition, inner)), s.because))
        return found

    def cannot_reasons(self, what: str, name: str, part) -> list[tuple[Expr, str]]:  # type: ignore[no-untyped-def]
        found: list[tuple[Expr, str]] = []
        for source, cannot in self.prohibitions:
            if cannot.pattern.what != what or cannot.pattern.name != name or cannot.because is None:
                continue
            if isinstance(source, m.Until):
                found.append((self.cannot_while_running(source, cannot, part), cannot.because))
            elif source.ids is None:
                found.append((self.cannot_test(source, cannot, None, part), cannot.because))
            else:
                var = self.fresh("this")
                test = both(self.works(source, Var(var)), self.cannot_test(source, cannot, Var(var), part))
                found.append((Find("any", var, self.ids_expr(source.ids), test), cannot.because))
        return found
