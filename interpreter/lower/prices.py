"""What an action costs: the price with everything that changes it, and whether it can be paid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import evolve, frozen

from dsl import model as m

from ..ir import Const, Effect, Expr, Find, If, Leave, Op, Set, Stmt, Var
from ..layout import NotPlayable, Source
from .bags import bag_of, bag_parts
from .context import Announced, Context
from .numbers import Numbers
from .values import NO, YES, both, either
from .walk import nodes

PRICE = "$price"


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
    out: list[Any] = []  # statements, with Priced in place of costs
    for clause in clauses:
        match clause:
            case m.Cost(event=event, once=once, local=local):
                out.append(Priced(event, once, (), first, local, span=clause.span))
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


def whole(price: Expr, sorts: int) -> Expr:
    """A price of sorts as one number."""
    parts = bag_parts(price, sorts + 1)
    total = parts[0]
    for part in parts[1:]:
        total = Op("add", (total, part))
    return total


class Prices(Numbers):
    """What an action costs: the price with everything that changes it, and whether it can be paid."""

    cost_changes: list[tuple[Source | m.Until, m.CostChange]]

    # what the classes built upon this one bring

    def possible(self, event: m.Event, c: Context) -> Expr:
        raise NotImplementedError

    def costs_last(self, clauses: list[m.Statement]) -> list[m.Statement]:
        """Clauses as they are looked at where a price may depend on anything that is chosen: costs behind choices.

        What is chosen behind a price that things pay is chosen when it is paid: such a price stays where it is.
        """
        costs = [x for x in clauses if any(isinstance(n, Priced) and not self.by_things(n) for n in nodes(x))]
        return [*(x for x in clauses if x not in costs), *costs]

    def by_things(self, clause: object) -> bool:
        """Is it a cost that things pay?"""
        if not isinstance(clause, Priced) or clause.event.verb != "pay":
            return False
        amount = self.amount(clause.event.object)
        return amount is not None and self.game.resources[amount[1]].source is not None

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
        resource = self.game.resources[amount[1]]
        if resource.source is not None:
            return self.cost_by_sort(cost, resource, changes, c)
        price = self.value(amount[0], c)
        for source, change in changes:
            if change.operator == "=":
                found = self.changed_by(source, change, c)
                price = Op("cond", (Op("len", (found,)), Op("tail", (found,)), price))
        price = Op("max", (self.with_changes(price, cost, changes, c), Const(0)))
        local = m.Local(f"{PRICE}{self.fresh('x')}", "price", m.ResourceType(amount[1]))
        event = m.Event("pay", local, cost.event.roles, span=cost.event.span)
        return price, event, c.bind(local, price)

    def with_changes(
        self, price: Expr, cost: Priced, changes: list[tuple[Source | m.Until, m.CostChange]], c: Context
    ) -> Expr:
        """A price with what the steps behind it and `cost of` add and take."""
        for step in cost.steps:
            by = self.value(step.amount, c)
            if step.condition is not None:
                by = Op("cond", (self.value(step.condition, c), by, Const(0)))
            price = Op("add" if step.operator == "+" else "sub", (price, by))
        for source, change in changes:
            if change.operator != "=":
                by = self.changed_by(source, change, c)
                price = Op("add" if change.operator == "+" else "sub", (price, by))
        return price

    # ------------------------------------------------------------------ prices of sorts

    def sorts(self, resource: m.ResourceDeclaration) -> int:
        """How many sorts a resource that things pay has."""
        return self.bag_size(resource.gives_type.type) if resource.gives_type is not None else 0

    def price_by_sort(self, resource: m.ResourceDeclaration, amount: m.Value, c: Context) -> Expr:
        """So much of each sort, and behind them so much of any."""
        if isinstance(amount, m.Local) and amount.id.startswith(PRICE):
            return c.env[amount.id]
        size = self.sorts(resource)
        if isinstance(amount, m.Builtin) and amount.name == "amount":
            return bag_of([*self.counts(amount, size, c), Const(0)])
        if isinstance(amount.type, m.ResourceType) and amount.type.bag:
            return bag_of([*bag_parts(self.value(amount, c), size), Const(0)])
        return bag_of([*[Const(0)] * size, self.value(amount, c)])

    def cost_by_sort(
        self,
        cost: Priced,
        resource: m.ResourceDeclaration,
        changes: list[tuple[Source | m.Until, m.CostChange]],
        c: Context,
    ) -> tuple[Expr, m.Event, Context]:
        """What is added is of any sort. What is taken off is first taken off that, then sort by sort."""
        size = self.sorts(resource)
        found = self.amount(cost.event.object)
        assert found is not None
        parts = bag_parts(self.price_by_sort(resource, found[0], c), size + 1)
        for source, change in changes:
            if change.operator == "=":
                said = self.changed_by(source, change, c)
                there = Op("len", (said,))
                rest = Op("cond", (there, Op("tail", (said,)), parts[-1]))
                parts = [*(Op("cond", (there, Const(0), n)) for n in parts[:-1]), rest]
        any_ = self.with_changes(parts[-1], cost, changes, c)
        counts: list[Expr] = []
        for n in parts[:-1]:
            left = Op("add", (n, Op("min", (any_, Const(0)))))
            counts.append(Op("max", (left, Const(0))))
            any_ = Op("cond", (Op("lt", (any_, Const(0))), Op("min", (left, Const(0))), any_))
        price = bag_of([*counts, Op("max", (any_, Const(0)))])
        local = m.Local(f"{PRICE}{self.fresh('x')}", "price", m.ResourceType(resource.name))
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

    def knows_price(self, cost: Priced, price: Expr | None, c: Context) -> Context:
        """With the name of the price, where it has one."""
        if cost.local is None:
            return c
        price, event, _ = self.cost(cost, c) if price is None else (price, cost.event, c)
        found = self.amount(event.object)
        if price is None or found is None:  # what costs something else has no price
            return c
        if self.by_things(cost):
            price = whole(price, self.sorts(self.game.resources[found[1]]))
        return c.bind(cost.local, price)

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
            c.env.update(self.knows_price(cost, Var(var), c).env)
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
