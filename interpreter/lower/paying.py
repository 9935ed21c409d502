"""Paying with things: what pays, whether it is enough, which of it is spent."""

from __future__ import annotations

from dsl import model as m

from ..ir import (
    Ask,
    Call,
    Const,
    Effect,
    Expr,
    Find,
    Function,
    If,
    Leave,
    Loop,
    Op,
    Pure,
    Return,
    Set,
    Site,
    Stmt,
    Var,
    While,
)
from ..layout import NotPlayable, related
from .context import Context
from .prices import Prices, whole
from .values import YES, both, negate

MOST = 200
"""So many payments are options of one decision; where there are more, things are chosen one by one."""


class Paying(Prices):
    """Paying with things: what pays, whether it is enough, which of it is spent."""

    def resource_functions(self) -> None:
        for resource in self.game.resources.values():
            if resource.room is not None:  # to be shown: what is offered asks for room where it stands
                left = self.value(resource.room, self.paid_by(resource, Var("x")))
                self.pure(f"room_{resource.name}", ("x",), left, f"room for {resource.noun[1]}")
            if resource.source is None:
                continue
            name, words = resource.name, resource.noun[1]
            payer, x = Var("payer"), Var("x")
            c = self.paid_by(resource, payer)
            found, _ = self.query(resource.source, c)
            inner = c.bind(resource.source.local, x)
            tests: list[Expr] = [Op("ge", (self.gives(resource, payer, x), Const(1)))]
            if resource.spend is not None:
                tests.append(self.possible(resource.spend, inner))
            title = f"what can pay {words}"
            self.pure(f"pays_{name}", ("payer",), Find("list", "x", found, both(*tests)), title)
            self.pure(f"times_{name}", ("payer", "paid", "price"), self.times_paid(resource), f"how often {words} pay")
            self.pay_function(resource)

    @staticmethod
    def paid_by(resource: m.ResourceDeclaration, payer: Expr) -> Context:
        c = Context(this=payer, you=payer, taker=payer)
        return c.bind(resource.payer, payer) if resource.payer is not None else c

    def gives(self, resource: m.ResourceDeclaration, payer: Expr, x: Expr) -> Expr:
        """How much a thing gives."""
        assert resource.source is not None
        if resource.gives is None:
            return Const(1)
        return self.value(resource.gives, self.paid_by(resource, payer).bind(resource.source.local, x))

    def sort(self, resource: m.ResourceDeclaration, payer: Expr, x: Expr) -> Expr:
        """Of what sort it gives."""
        assert resource.source is not None
        if resource.gives_type is None:
            return Const(0)
        return self.value(resource.gives_type, self.paid_by(resource, payer).bind(resource.source.local, x))

    def worth(self, resource: m.ResourceDeclaration, things: Expr, sort: int | None) -> Expr:
        """How much things give together, of one sort or of all."""
        x = self.fresh("x")
        test = None if sort is None else Op("eq", (self.sort(resource, Var("payer"), Var(x)), Const(sort)))
        return Find("sum", x, things, test, self.gives(resource, Var("payer"), Var(x)))

    def times_paid(self, resource: m.ResourceDeclaration) -> Expr:
        """How often a set of things pays a price. What costs nothing is paid once, whatever pays it."""
        price, paid, sorts = Var("price"), Var("paid"), self.sorts(resource)
        total = whole(price, sorts)
        found: Expr = Op("div", (self.worth(resource, paid, None), total))
        for k in range(sorts):
            owed = Op("part", (price, Const(k)))
            most = Op("div", (self.worth(resource, paid, k), owed))
            found = Op("min", (found, Op("cond", (Op("gt", (owed, Const(0))), most, Const(m.INFINITE)))))
        return Op("cond", (Op("le", (total, Const(0))), Const(1), found))

    def can_pay(self, resource: m.ResourceDeclaration, payer: Expr, price: Expr) -> Expr:
        """Is there enough? Whoever can pay at all has a payment in which nothing is needless."""
        name = resource.name
        return Op("ge", (Pure(f"times_{name}", (payer, Pure(f"pays_{name}", (payer,)), price)), Const(1)))

    def pay_function(self, resource: m.ResourceDeclaration) -> None:
        """`pay_R(payer, price, many, asker)`: asks how to pay, spends it, and gives how often the price was paid."""
        name, sorts = resource.name, self.sorts(resource)
        payer, price, many, asker, things, taken = (
            Var(n) for n in ("payer", "price", "many", "asker", "things", "taken")
        )
        x = self.fresh("x")
        gives = Find("map", x, things, None, self.gives(resource, payer, Var(x)))
        of = Find("map", x, things, None, self.sort(resource, payer, Var(x)))
        ways = Op("payments", (things, gives, of, price, many, Const(MOST)))
        site = self.site(Site("payment", "", (), resource.noun[1]))

        def times(paid: Expr) -> Expr:
            return Pure(f"times_{name}", (payer, paid, price))

        spent: list[Stmt] = []
        assert resource.source is not None
        if resource.spend is not None:
            one = self.fresh("one")
            inner = self.paid_by(resource, payer).bind(resource.source.local, Var(one))
            spent.append(Loop(one, taken, tuple(self.do(resource.spend, inner, None)), self.fresh("spent")))
        body: list[Stmt] = [
            If(Op("le", (whole(price, sorts), Const(0))), (Return(Const(1)),)),
            Set("things", Pure(f"pays_{name}", (payer,))),
            If(Op("lt", (times(things), Const(1))), (Return(Const(0)),)),
            Set("ways", ways),
            If(
                Op("ge", (Op("len", (Var("ways"),)), Const(1))),
                (Ask(site, asker, Var("ways"), "taken"),),
                tuple(self.thing_by_thing(resource, times)),
            ),
            Set("times", times(taken)),
            *spent,
            Return(Op("cond", (many, Var("times"), Op("min", (Var("times"), Const(1)))))),
        ]
        self.out.functions[f"pay_{name}"] = Function(
            f"pay_{name}", ("payer", "price", "many", "asker"), tuple(body), None, f"pay {resource.noun[1]}"
        )

    def thing_by_thing(self, resource: m.ResourceDeclaration, times) -> list[Stmt]:  # type: ignore[no-untyped-def]
        """For each sort that is owed and then for the rest: the largest first, as long as what is smaller can do.

        In this order no payment of one price has anything needless as far as one sort goes, and none is lost.
        """
        payer, price, taken, things = (Var(n) for n in ("payer", "price", "taken", "things"))
        sorts = self.sorts(resource)
        again = self.site(Site("may", "Pay once more?", ("Yes", "No")))
        rounds: list[Stmt] = []
        for k in [*range(sorts), None]:
            label, last, options, pick = (self.fresh(n) for n in ("phase", "last", "options", "pick"))
            x, y = self.fresh("x"), self.fresh("y")
            price_of = whole(price, sorts) if k is None else Op("part", (price, Const(k)))
            owed = Op("sub", (Op("mul", (Var("goal"), price_of)), self.worth(resource, taken, k)))

            def left(v: str, k: int | None = k) -> list[Expr]:
                found = [negate(Op("member", (Var(v), taken)))]
                if k is not None:
                    found.append(Op("eq", (self.sort(resource, payer, Var(v)), Const(k))))
                return found

            size = self.gives(resource, payer, Var(x))
            smaller = Op("le", (self.gives(resource, payer, Var(y)), size))
            enough = Find("sum", y, things, both(*left(y), smaller), self.gives(resource, payer, Var(y)))
            test = both(*left(x), Op("le", (size, Var(last))), Op("ge", (enough, Var("owed"))))
            asked = (
                Set("owed", owed),
                If(Op("le", (Var("owed"), Const(0))), (Leave(label),)),
                Set(options, Op("distinct", (Find("list", x, things, test),))),
                If(Op("eq", (Op("len", (Var(options),)), Const(0))), (Leave(label),)),
                Ask(self.site(Site("thing", "", (), resource.noun[0])), Var("asker"), Var(options), pick),
                Set("taken", Op("concat", (taken, Op("tuple", (Var(pick),))))),
                Set(last, self.gives(resource, payer, Var(pick))),
            )
            rounds += [Set(last, Const(m.INFINITE)), While(YES, asked, label)]
        more = Op("gt", (times(things), times(taken)))
        return [
            Set("taken", Const(())),
            Set("goal", Const(1)),
            While(
                YES,
                (
                    *rounds,
                    If(Op("or", (negate(Var("many")), negate(more))), (Leave("paying"),)),
                    Ask(again, Var("asker"), Const((1, 0)), "again"),
                    If(Op("eq", (Var("again"), Const(0))), (Leave("paying"),)),
                    Set("goal", Op("add", (times(taken), Const(1)))),
                ),
                "paying",
            ),
        ]

    def pay_with_things(self, event: m.Event, c: Context, times: str, many: bool) -> list[Stmt]:
        """Pays; `times` is how often the price was paid, 0 if it could not be."""
        found = self.amount(event.object)
        assert found is not None
        resource = self.game.resources[found[1]]
        if self.payers_many(event):
            raise NotPlayable("what several pay with their things", event.span)
        payer, kind = self.payer(event, c)
        seated = kind is not None and related(self.game, kind, self.game.seats.kind)
        asker = payer if seated else c.taker if c.taker is not None else self._doer(c)
        price = self.price_by_sort(resource, found[0], c)
        return [
            Call(f"pay_{resource.name}", (payer, price, Const(int(many)), asker), times),
            Effect("did", (Op("ge", (Var(times), Const(1))),)),
        ]

    def payers_many(self, event: m.Event) -> bool:
        raise NotImplementedError
