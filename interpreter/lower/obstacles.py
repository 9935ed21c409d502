"""What an action has to pass before it is offered, one thing after the other: for whoever asks why it is not.

A program that plays lists the options of an action by one expression, which says what is legal and not why the rest is
not. Here its parts stand apart, in the same order and made of the same tests.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl import model as m
from dsl.source import Span

from ..ir import NOTHING, Const, Expr, Find, Op, Var
from ..layout import NotPlayable, Obstacle, Source
from .context import Context
from .prices import Priced, priced
from .values import NO, YES, both, negate
from .walk import kind_of

if TYPE_CHECKING:
    from . import Lowering

CHOICES = ("choice", "value")
SORTS = {m.Needs: "needs", m.Limit: "limit", Priced: "cost", m.Choose: "few"}


def obstacles(low: Lowering) -> dict[int, list[Obstacle]]:
    """For each action, by its number, what it has to pass."""
    return {n: _Course(low, n, source, action).obstacles() for n, (source, action) in enumerate(low.all_actions)}


class _Course:
    """Those of one action. Their functions take the taker, `this` (nothing for an action of the rules), then whatever
    was chosen before: a choice gives what can be chosen, all others whether they are passed."""

    def __init__(self, low: Lowering, number: int, source: Source, action: m.Action) -> None:
        self.low, self.number, self.source, self.action = low, number, source, action
        self.params = ["taker", "this"]
        self.found: list[Obstacle] = []

    def add(self, sort: str, test: Expr, span: Span, because: str | None = None) -> None:
        if test == YES and sort not in CHOICES:
            return
        name = f"obstacle_{self.number}_{len(self.found)}"
        self.low.pure(name, tuple(self.params), test, f"{self.action.name}: {sort}")
        self.found.append(Obstacle(sort, name, span, because or ""))

    def choice(self, options: Expr, span: Span, name: str, sort: str = "choice") -> Var:
        self.add(sort, options, span)
        self.params.append(name)
        return Var(name)

    def obstacles(self) -> list[Obstacle]:
        low, action, source = self.low, self.action, self.source
        this = Var("this") if source.ids is not None else None
        c = low.context(action, this)
        if this is not None:
            self.add("place", both(low.works(source, this), low.open_to_menus(action, source, this)), action.span)
            you = low.you_value(source)
            if you is not None:
                self.add("owner", Op("eq", (low.value(you, Context(this=this)), Var("taker"))), action.span)
        figure = low.figure(action)
        if figure is not None:
            self.choice(low.figures(figure), action.span, "actor")
        elif action.actor is not None:
            kind = kind_of(action.actor.type) or "Thing"
            self.add("owner", low.is_kind(Var("taker"), kind, low.game.seats.kind), action.span)
        first = self.clauses(c, this if this is not None else Const(NOTHING))
        self.forbidden(first)
        return self.found

    def clauses(self, c: Context, this: Expr) -> Expr:
        """The clauses in their order, then whether what the action does can begin. Gives the first thing chosen."""
        low, action = self.low, self.action
        limit, end = low.limits(action, this), low.can_begin(action)
        clauses = priced(action.clauses)
        if low.changes_of(action.name):
            clauses = low.costs_last(clauses)
        first: Expr = Const(NOTHING)
        chosen, paid = 0, False  # what is chosen behind a price that things pay is not what the action is taken on
        for n, clause in enumerate(clauses):
            match clause:
                case m.Choose(amount=None, options=options, local=local):
                    # compiled code calls names of its own c0, c1 ...
                    among, kind, _ = low.options(options, c)
                    sort = "choice" if kind == "thing" else "value"
                    one = self.choice(among, clause.span, f"chosen_{chosen}", sort)
                    c = c.bind(local, one)
                    if not chosen and not paid:
                        first, c = one, low.with_object(c, one)
                    chosen += 1
                case m.Let(local=local, value=value):
                    self.add("needs", low.there(c, value), clause.span)
                    c = c.bind(local, low.value(value, c))
                case m.Choose() | m.Pledge():
                    self.asked_later(clauses[n:], c, this)
                    return first
                case Priced():
                    paid = paid or low.paid_in_between(clause, action)
                    self.add("cost", low.payable(clause, c), clause.span)
                    c = low.knows_price(clause, None, c)
                case m.Needs(condition=condition, because=because):
                    self.add("needs", low.value(condition, c), clause.span, because)
                case _:
                    self.add(SORTS.get(type(clause), "rest"), low.ahead((clause,), _yes, c, limit), clause.span)
        self.effect(c)
        self.add("effect", end(c), action.span)
        return first

    def asked_later(self, clauses: list[m.Statement], c: Context, this: Expr) -> None:
        """What is asked when the action is taken: each clause that can be looked at by itself, then all together."""
        low, limit = self.low, self.low.limits(self.action, this)
        for clause in clauses:
            try:
                test = low.ahead((clause,), _yes, c, limit)
            except NotPlayable:  # it speaks of what is chosen before it
                continue
            self.add(SORTS.get(type(clause), "rest"), test, clause.span)
        self.add("rest", low.ahead(clauses, low.can_begin(self.action), c, limit), clauses[0].span)

    def effect(self, c: Context) -> None:
        """What keeps the verb from happening that the action carries out first."""
        low = self.low
        first = next((s for s in self.action.does if not isinstance(s, m.Let)), None)
        verb = low.game.verbs.get(first.event.verb) if isinstance(first, m.Do) else None
        if verb is None or not isinstance(first, m.Do):
            return
        given = low.arguments(first.event, verb)
        args: list[Expr] = []
        for _, a in given:
            if isinstance(a, (m.EachOf, m.PickOf)):
                return
            try:
                args.append(Const(NOTHING) if a is None else low.value(a, c))
            except NotPlayable:  # of what is bound by a `let`
                return
        self.prohibited("verb", verb.name, args)
        inner = Context()
        for (p, _), value in zip(given, args, strict=True):
            inner.env[p.local.id] = value
        for s in verb.block:
            if not isinstance(s, m.Needs):
                break
            self.add("needs", low.value(s.condition, inner), s.span, s.because)

    def forbidden(self, first: Expr) -> None:
        args = [first, self.low.doer(self.action)]
        self.prohibited("action", self.action.name, args)
        test = self.low.forbidden("action", self.action.name, lambda n: args[n], {})
        self.add("rest", negate(test), self.action.span)

    def prohibited(self, what: str, name: str, args: list[Expr]) -> None:
        """Each `cannot` that speaks of it."""
        low = self.low
        for source, cannot in low.prohibitions:
            if cannot.pattern.what != what or cannot.pattern.name != name:
                continue
            if isinstance(source, m.Until):
                test = low.cannot_while_running(source, cannot, lambda n: args[n])
            elif source.ids is None:
                test = low.cannot_test(source, cannot, None, lambda n: args[n])
            else:
                var = low.fresh("this")
                within = low.cannot_test(source, cannot, Var(var), lambda n: args[n])
                test = Find("any", var, low.ids_expr(source.ids), both(low.works(source, Var(var)), within))
            if test != NO:
                self.add("cannot", negate(test), cannot.span, cannot.because)


def _yes(_: Context) -> Expr:
    return YES
