"""What is asked when an action is taken, before anything happens; what of it cannot be met takes the action back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dsl import model as m

from ..ir import Ask, Block, Const, Expr, Find, If, Leave, Op, Return, Set, Site, Stmt, Var
from ..layout import Source
from .ahead import Ahead
from .context import Context
from .prices import Priced
from .values import YES, negate, put
from .walk import nodes


def asks(clause: m.Statement) -> bool:
    """Is anybody asked something by a clause?"""
    return isinstance(clause, (m.Choose, m.Pledge, m.TargetsOf)) or (
        isinstance(clause, m.If) and any(isinstance(x, (m.Choose, m.TargetsOf)) for x in nodes(clause))
    )


def divided(clauses: list[m.Statement]) -> tuple[list[m.Statement], list[m.Statement]]:
    """The clauses up to the last that asks or has to hold of what was asked; and the others.

    Where several put in, nothing is paid before all that is asked has been met: prices go to the others.
    """
    last = max((n + 1 for n, x in enumerate(clauses) if asks(x) or isinstance(x, m.Needs)), default=0)
    announced, later = clauses[:last], clauses[last:]
    if any(isinstance(x, m.Pledge) for x in announced):
        prices = [x for x in announced if isinstance(x, Priced)]
        return [x for x in announced if x not in prices], [*prices, *later]
    return announced, later


class Announcing(Ahead):
    """Carries out the clauses of an action that ask, each choice held to what the later clauses can still meet."""

    def announced(
        self,
        clauses: list[m.Statement],
        later: list[m.Statement],
        end: Callable[[Context], Expr],
        c: Context,
        limit: Callable[[m.Limit, Context], Expr],
    ) -> list[Stmt]:
        if not clauses:
            return []
        label = self.fresh("announced")
        asked = any(asks(x) for x in clauses)
        inner = self.announce(clauses, lambda at: self.ahead(later, end, at, limit), c, limit, label)
        if not asked:
            return inner
        prices = self.ahead([x for x in later if isinstance(x, Priced)], _nothing_more, c, limit)
        if prices != YES:
            inner.append(If(negate(prices), (Leave(label),)))
        return [
            *self.keep_targets(clauses),
            Set("ready", Const(0)),
            Block((*inner, Set("ready", Const(1))), label),
            If(
                Op("eq", (Var("ready"), Const(0))),
                (*self.put_back(clauses), *self.forget_targets(clauses), Return(Const(0))),
            ),
            *self.kept(clauses),
        ]

    def announce(
        self,
        clauses: Sequence[m.Statement],
        end: Callable[[Context], Expr],
        c: Context,
        limit: Callable[[m.Limit, Context], Expr],
        label: str,
    ) -> list[Stmt]:
        """The clauses as statements; `label` is left when one of them cannot be met."""
        out: list[Stmt] = []
        for n, clause in enumerate(clauses):
            rest = clauses[n + 1 :]
            match clause:
                case m.ChooseOne():
                    out += self.choose_mode_ahead(clause, c, label)
                case m.Pledge():
                    out += self.pledge(clause, c, label)
                case m.TargetsOf():
                    out += self.choose_targets(clause, c, label)
                case m.Choose(amount=None):
                    out += self.choose_ahead(clause, rest, end, c, limit, label)
                case m.Choose():
                    out += self.choose_set_ahead(clause, rest, end, c, limit, label)
                case m.Needs(condition=condition):
                    out.append(If(negate(self.value(condition, c)), (Leave(label),)))
                case m.If(branches=branches, otherwise=otherwise):
                    done = tuple(self.announce(otherwise, _nothing_more, c.copy(), limit, label))
                    for test, block in reversed(branches):
                        inner = tuple(self.announce(block, _nothing_more, c.copy(), limit, label))
                        done = (If(self.value(test, c), inner, done),)
                    out += done
                case m.Limit():
                    pass
                case _:
                    out += self.statement(clause, c)
                    if not isinstance(clause, m.Let):
                        out += self.step(c)
        return out

    def choose_ahead(
        self,
        s: m.Choose,
        rest: Sequence[m.Statement],
        end: Callable[[Context], Expr],
        c: Context,
        limit: Callable[[m.Limit, Context], Expr],
        label: str,
    ) -> list[Stmt]:
        """One thing, of those with which the later clauses can be met."""
        found, kind, noun = self.options(s.options, c)
        name, var, one = self.fresh("options"), self.fresh(s.local.name), self.fresh("one")
        test = self.ahead(rest, end, c.bind(s.local, Var(one)), limit)
        options = found if test == YES else Find("list", one, found, test)
        site = self.site(Site(kind, s.prompt or "", (), noun, slots=self.slot_types(s)))  # type: ignore[arg-type]
        who = self.who(s.chooser, c, s)
        shown = self.fill_slots(s, c)
        c.env[s.local.id] = Var(var)
        self.slot[id(s)] = var
        return [
            Set(name, options),
            If(Op("eq", (Op("len", (Var(name),)), Const(0))), (Leave(label),)),
            *shown,
            Ask(site, who, Var(name), var),
        ]

    def choose_set_ahead(
        self,
        s: m.Choose,
        rest: Sequence[m.Statement],
        end: Callable[[Context], Expr],
        c: Context,
        limit: Callable[[m.Limit, Context], Expr],
        label: str,
    ) -> list[Stmt]:
        """Several things one by one, of those with which the later clauses can be met."""
        assert s.amount is not None
        found, kind, noun = self.options(s.options, c)
        var, one = self.fresh(s.local.name), self.fresh("set")
        test = self.ahead(rest, end, c.bind(s.local, Var(one)), limit)
        low, high = self.bounds(s.amount, c)
        who = self.who(s.chooser, c, s)
        site = Site(kind, s.prompt or "", (), noun, slots=self.slot_types(s))  # type: ignore[arg-type]
        shown = self.fill_slots(s, c)
        holds = None
        if test != YES:
            holds = (one, self.named(test, f"can it go on with {s.local.name}?"))
        c.env[s.local.id] = Var(var)
        self.slot[id(s)] = var
        out = [*shown, *self.pick(var, found, low, high, who, site, holds)]
        if low != Const(0):
            out.append(If(Op("lt", (Op("len", (Var(var),)), low)), (Leave(label),)))
        if holds is not None:
            out.append(If(negate(put(holds[1], one, Var(var))), (Leave(label),)))
        return out

    def put_back(self, clauses: Sequence[m.Statement]) -> list[Stmt]:
        """What was put in goes back."""
        raise NotImplementedError

    def kept(self, clauses: Sequence[m.Statement]) -> list[Stmt]:
        """What follows when all that was asked is met."""
        raise NotImplementedError

    slot: dict[int, str]
    """The variable that each choice was put into, by the identity of its clause."""

    def pledge(self, s: m.Pledge, c: Context, label: str) -> list[Stmt]:
        raise NotImplementedError

    def choose_mode_ahead(self, s: m.ChooseOne, c: Context, label: str) -> list[Stmt]:
        raise NotImplementedError

    def choose_targets(self, s: m.TargetsOf, c: Context, label: str) -> list[Stmt]:
        raise NotImplementedError

    def keep_targets(self, clauses: Sequence[m.Statement]) -> list[Stmt]:
        raise NotImplementedError

    def forget_targets(self, clauses: Sequence[m.Statement]) -> list[Stmt]:
        raise NotImplementedError

    def you_of(self, kind: str, x: Expr) -> Expr:
        """Who is `you` on a thing: the one who acts with it."""
        found: Expr | None = None
        groups: dict[int, tuple[m.Value | None, list[int]]] = {}
        for id_ in self.kind_ids(kind):
            you = self.you_value(Source("", (), thing=self.lay.things[id_][0]))
            groups.setdefault(id(you), (you, []))[1].append(id_)
        for you, ids in groups.values():
            who = self.value(you, Context(this=x)) if you is not None else self.cell("active_player")
            found = who if found is None else Op("cond", (Op("member", (x, self.ids_expr(tuple(ids)))), who, found))
        return found if found is not None else Const(-1)


def _nothing_more(_: Context) -> Expr:
    return YES
