"""Looking ahead: can what an action asks for be met, whatever is still to be chosen?"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dsl import model as m

from ..ir import NOTHING, Const, Expr, Find, Op, Pure, Var
from ..layout import NotPlayable
from .choices import COMBINATIONS
from .context import Context
from .prices import Priced
from .statements import Statements
from .values import YES, both, either, put, variables


class Ahead(Statements):
    """Tests over clauses: depth first, nothing is changed by them."""

    def ahead(
        self,
        clauses: Sequence[m.Statement],
        end: Callable[[Context], Expr],
        c: Context,
        limit: Callable[[m.Limit, Context], Expr],
        tries: int | None = None,
    ) -> Expr:
        """Is there a way through these clauses to the end?"""
        if tries is None:
            several = sum(isinstance(x, m.Choose) and x.amount is not None for x in clauses)
            tries = max(2, int(COMBINATIONS ** (1 / max(1, several))))
        tests: list[Expr] = []
        for n, clause in enumerate(clauses):
            rest = clauses[n + 1 :]
            match clause:
                case m.Choose(amount=None, options=options, local=local):
                    found = _plain(self.options(options, c)[0])
                    var = self.fresh(local.name)
                    inner = self.ahead(rest, end, c.bind(local, Var(var)), limit, tries)
                    if var in variables(inner):
                        return both(*tests, Find("any", var, found, inner))
                    return both(*tests, Op("ge", (Op("len", (found,)), Const(1))), inner)
                case m.Choose(amount=m.Amount() as amount, options=options, local=local):
                    found = _plain(self.options(options, c)[0])
                    low, high = self.bounds(amount, c)
                    if low != Const(0):
                        tests.append(Op("ge", (Op("len", (found,)), low)))
                    var = self.fresh(local.name)
                    inner = self.ahead(rest, end, c.bind(local, Var(var)), limit, tries)
                    if var not in variables(inner):
                        return both(*tests, inner)

                    def met_by(s: Expr, var: str = var, inner: Expr = inner) -> Expr:
                        return put(inner, var, s)

                    return both(*tests, self.some_set(found, low, high, tries, met_by))
                case m.Let(local=local, value=value):
                    tests.append(self.there(c, value))
                    c = c.bind(local, self.value(value, c))
                case m.If(branches=branches, otherwise=otherwise):
                    met = self.ahead(otherwise, _yes, c, limit, tries)
                    for test, block in reversed(branches):
                        within = self.ahead(block, _yes, c, limit, tries)
                        if within != met:
                            met = Op("cond", (self.value(test, c), within, met))
                    tests.append(met)
                case m.Pledge():
                    return both(*tests, self.pledge_can_begin(clause, c), self.known(rest, end, c, limit))
                case _:
                    tests.append(self.clause_holds(clause, c, limit))
                    if isinstance(clause, Priced):
                        c = self.knows_price(clause, None, c)
        return both(*tests, end(c))

    def known(
        self,
        clauses: Sequence[m.Statement],
        end: Callable[[Context], Expr],
        c: Context,
        limit: Callable[[m.Limit, Context], Expr],
    ) -> Expr:
        """Behind a pledge: what does not speak of what is put in has to hold already. The rest may depend on what
        nobody but its holder may know, so it is not looked at before all have put in."""
        tests: list[Expr] = []
        for clause in clauses:
            try:
                if isinstance(clause, m.Let):
                    tests.append(self.there(c, clause.value))
                    c = c.bind(clause.local, self.value(clause.value, c))
                elif not isinstance(clause, (m.Choose, m.If, m.Pledge, m.TargetsOf)):
                    tests.append(self.clause_holds(clause, c, limit))
            except NotPlayable:
                continue  # it has a name that is bound by the pledge
        return both(*tests, end(c))

    def pledge_can_begin(self, s: m.Pledge, c: Context) -> Expr:
        """Has whoever begins what has to be put in?"""
        raise NotImplementedError

    def lay_possible(self, s: m.Lay, c: Context) -> Expr:
        """Is there as much to lay as has to be laid?"""
        raise NotImplementedError

    def targets_exist(self, s: m.TargetsOf, c: Context) -> Expr:
        """Does all exist that a section will target?"""
        raise NotImplementedError

    def one_of_modes(self, s: m.ChooseOne, c: Context) -> Expr:
        """Is one of the alternatives open?"""
        raise NotImplementedError

    def clause_holds(self, clause: m.Statement, c: Context, limit: Callable[[m.Limit, Context], Expr]) -> Expr:
        match clause:
            case m.Needs(condition=condition):
                return self.value(condition, c)
            case m.Limit():
                return limit(clause, c)
            case Priced():
                return self.payable(clause, c)
            case m.TargetsOf():
                return self.targets_exist(clause, c)
            case m.Lay():
                return self.lay_possible(clause, c)
            case m.ChooseOne():
                return self.one_of_modes(clause, c)
            case _:
                raise NotPlayable("this clause of an action", clause.span)

    def bounds(self, amount: m.Amount, c: Context) -> tuple[Expr, Expr]:
        high = self.value(amount.high, c) if amount.high is not None else Const(m.INFINITE)
        return self.value(amount.low, c), high

    def some_set(self, found: Expr, low: Expr, high: Expr, tries: int, holds: Callable[[Expr], Expr]) -> Expr:
        """Does something hold for one of the sets of such a size? Of too many, yes."""
        one = self.fresh("some")
        test = either(Op("eq", (Var(one), Const(NOTHING))), holds(Var(one)))
        return Find("any", one, Op("subsets", (found, low, high, Const(tries))), test)

    def named(self, test: Expr, title: str) -> Expr:
        """The same test as a function, where it is asked in several places."""
        if isinstance(test, (Const, Var, Pure)):
            return test
        names = tuple(sorted(variables(test)))
        name = self.fresh("ahead")
        self.pure(name, names, test, title)
        return Pure(name, tuple(Var(n) for n in names))


def _yes(_: Context) -> Expr:
    return YES


def _plain(found: Expr) -> Expr:
    """Copies that nobody can tell apart count as several where several are chosen."""
    return found.args[0] if isinstance(found, Op) and found.name == "distinct" else found
