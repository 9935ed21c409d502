"""What an action costs: the price with everything that changes it, and whether it can be paid."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve, frozen

from dsl import model as m

from ..ir import Const, Effect, Expr, Find, If, Leave, Op, Set, Stmt, Var
from .context import Announced, Context, NotPlayable
from .events import Source
from .numbers import Numbers
from .values import NO, YES, both, either
from .walk import nodes


@frozen
class Priced(m.Node):
    """A cost with the steps behind it. `changes`: `cost of` speaks of it; it does of the first cost of an action.

    `local`: what the price is called in what follows.
    """

    event: m.Event
    once: bool
    steps: tuple[m.CostStep, ...]
    changes: bool
    local: m.Local | None = None


def priced(clauses: Sequence[m.Statement], first: bool = True) -> list[m.Statement]:
    """Clauses with each cost and its steps as one, also inside `if`."""
    out: list[m.Statement] = []
    for clause in clauses:
        match clause:
            case m.Cost(event=event, once=once, local=local):
                out.append(Priced(event, once, (), first, local, span=clause.span))  # type: ignore[arg-type]
                first = False
            case m.CostStep():
                last = out[-1] if out else None
                if not isinstance(last, Priced):
                    raise NotPlayable("a change of a cost with no cost right before it", clause.span)
                out[-1] = evolve(last, steps=(*last.steps, clause))
            case m.If(branches=branches, otherwise=otherwise):
                inner = tuple((test, tuple(priced(block, first))) for test, block in branches)
                out.append(evolve(clause, branches=inner, otherwise=tuple(priced(otherwise, first))))
                blocks = (*(block for _, block in branches), otherwise)
                first = first and not any(isinstance(s, m.Cost) for block in blocks for s in block)
            case _:
                out.append(clause)
    return out


def costs_last(clauses: list[m.Statement]) -> list[m.Statement]:
    """Clauses as they are looked at where a price may depend on anything that is chosen: costs behind choices."""
    costs = [x for x in clauses if any(isinstance(n, Priced) for n in nodes(x))]
    return [*(x for x in clauses if x not in costs), *costs]


class Prices(Numbers):
    """What an action costs: the price with everything that changes it, and whether it can be paid."""

    cost_changes: list[tuple[Source | m.Until, m.CostChange]]

    # what the classes built upon this one bring

    def possible(self, event: m.Event, c: Context) -> Expr:
        raise NotImplementedError

    def changes_of(self, action: str) -> list[tuple[Source | m.Until, m.CostChange]]:
        return [(s, x) for s, x in self.cost_changes if x.pattern.what == "action" and x.pattern.name == action]

    def cost(self, cost: Priced, c: Context) -> tuple[Expr | None, m.Event, Context]:
        """The price where something changes it, and the phrase that pays it, in the context that knows the price."""
        changes = self.changes_of(c.announced.name) if cost.changes and c.announced is not None else []
        if not changes and not cost.steps and cost.local is None:
            return None, cost.event, c
        amount = self.amount(cost.event.object) if cost.event.verb == "pay" else None
        if amount is None:
            if cost.steps:
                raise NotPlayable("a change of a cost that is not paid", cost.steps[0].span)
            return None, cost.event, c
        price = self.value(amount[0], c)
        for source, change in changes:
            if change.operator == "=":
                found = self.changed_by(source, change, c)
                price = Op("cond", (Op("len", (found,)), Op("tail", (found,)), price))
        for step in cost.steps:
            by = self.value(step.amount, c)
            if step.condition is not None:
                by = Op("cond", (self.value(step.condition, c), by, Const(0)))
            price = Op("add" if step.operator == "+" else "sub", (price, by))
        for source, change in changes:
            if change.operator != "=":
                by = self.changed_by(source, change, c)
                price = Op("add" if change.operator == "+" else "sub", (price, by))
        price = Op("max", (price, Const(0)))
        local = m.Local(f"$price{self.fresh('x')}", "price", m.ResourceType(amount[1]))
        event = m.Event("pay", local, cost.event.roles, span=cost.event.span)
        return price, event, c.bind(local, price)

    def changed_by(self, source: Source | m.Until, change: m.CostChange, c: Context) -> Expr:
        """By how much everything of one source changes a price; for `=`, the set of prices that it gives."""
        sums = change.operator != "="
        assert c.announced is not None
        if isinstance(source, m.Until):
            record = self.fresh("fx")
            running = Op("effects", (Const(self.effect_number(source)),))
            inner = self.one_change_of(change, self.effect_context(source, record), YES, c.announced, sums)
            return Find("sum" if sums else "flat", record, running, None, inner)
        if source.ids is None:
            return self.one_change_of(change, self.ability_context(source, None), YES, c.announced, sums)
        if len(source.ids) == 1:
            x: Expr = Const(source.ids[0])
            works = self.works(source, x)
            return self.one_change_of(change, self.ability_context(source, x), works, c.announced, sums)
        var = self.fresh("this")
        context = self.ability_context(source, Var(var))
        inner = self.one_change_of(change, context, self.works(source, Var(var)), c.announced, sums)
        return Find("sum" if sums else "flat", var, self.ids_expr(source.ids), None, inner)

    def one_change_of(self, change: m.CostChange, c: Context, works: Expr, announced: Announced, sums: bool) -> Expr:
        around: list[tuple[str, Expr, Expr]] = []
        for query in self.cannot_each.get(id(change), ()):
            around.append(self.parts(query, c))
            c = c.bind(query.local, Var(around[-1][0]))
        tests = [works, *self.event_tests(change.pattern, announced.part, c)]
        c.announced = announced
        if change.condition is not None:
            tests.append(self.value(change.condition, c))
        by = self.value(change.amount, c)
        found = Op("cond", (both(*tests), by if sums else Op("tuple", (by,)), Const(0 if sums else ())))
        out: Expr = found
        for var, among, test in reversed(around):
            out = Find("sum" if sums else "flat", var, among, None if test == YES else test, out)
        return out

    def payable(self, cost: Priced, c: Context) -> Expr:
        """Can a cost be paid as the board is now?"""
        _, event, inner = self.cost(cost, c)
        return self.possible(event, inner)

    def pay_cost(self, cost: Priced, c: Context) -> list[Stmt]:
        """Pays a cost. An action whose cost cannot be paid when its turn comes ends there."""
        price, event, inner = self.cost(cost, c)
        out: list[Stmt] = []
        if price is not None:
            var = self.fresh("price")
            assert isinstance(event.object, m.Local)
            out.append(Set(var, price))
            inner.env[event.object.id] = Var(var)
            if cost.local is not None:
                c.env[cost.local.id] = Var(var)
        out += self.do(event, inner, None)
        if event.verb == "pay" and c.ability_end is not None:
            out.append(If(Op("eq", (Op("flag", (Const(3),)), Const(0))), (Leave(c.ability_end),)))
        return out

    # ------------------------------------------------------------------ room that is used up

    def room_left(self, resource: m.ResourceDeclaration, n: Expr, payer: Expr) -> Expr:
        """Is there room for so much?"""
        assert resource.room is not None and resource.payer is not None
        c = Context(this=payer).bind(resource.payer, payer)
        free = Op("eq", (n, self.value(resource.free, c))) if resource.free is not None else NO
        return either(free, Op("ge", (self.value(resource.room, c), n)))

    def use_room(self, resource: m.ResourceDeclaration, n: Expr, payer: Expr) -> list[Stmt]:
        """Room is not taken away by paying: what lies on the table takes it."""
        return [Effect("did", (self.room_left(resource, n, payer),))]
