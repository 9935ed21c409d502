"""One after another, all at once, in lockstep."""

from __future__ import annotations

from functools import cached_property

from dsl import model as m

from ..ir import (
    NOTHING,
    Ask,
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
    Put,
    Set,
    Site,
    Stmt,
    Var,
    While,
)
from ..ir import (
    statements as every_statement,
)
from .context import Context
from .layout import played
from .moments import Moments
from .values import YES, both
from .walk import nodes


class Many(Moments):
    """One after another, all at once, in lockstep."""

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
            best: Expr = Find("lowest", var, Var(left), None, keys[0] if len(keys) == 1 else Op("tuple", keys))
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

    def together(self, query: m.Query | None, block: m.Block, c: Context) -> list[Stmt]:
        if query is None:
            return self.one_change(list(self.block(block, c.copy(steps=False))))
        found, _ = self.query(query, c)
        return self.all_together(found, query.local, block, c)

    def all_together(self, found: Expr, local: m.Local, block: m.Block, c: Context) -> list[Stmt]:
        """Every member runs the block up to its first change, which is all of its choices; then the blocks go on one
        after another, and what answers waits until the last is done.

        Where players compete, nobody knows yet what the others choose, though they are asked one after another. So a
        world that an agent looks ahead in says for whom it was drawn (`at_once.keeper`, see engine/worlds.py), and
        there the others choose anew. Those who win and lose together talk about it: nothing is hidden between them.
        """
        split = 0
        while split < len(block) and isinstance(block[split], (m.Choose, m.Let)):
            split += 1
        var, saved = self.fresh(local.name), self.fresh("saved")
        inner = c.bind(local, Var(var)).copy(steps=False)
        before: list[Stmt] = []
        ends = self.run_prefix(list(block[:split]), inner, before)
        names = sorted({s.var for s in _sets(before)} | {s.result for s in _asks(before)})
        record = Op("tuple", (Var(var), *(Var(n) for n in names)))
        ends.append(Set(saved, Op("append", (Var(saved), record))))  # whoever finds nothing to choose does nothing more
        asked = next((s for s in block[:split] if isinstance(s, m.Choose)), None)
        choosing: list[Stmt] = (
            [Loop(var, found, _closed(before), self.fresh("together"))]
            if asked is None or not self.compete
            else self.at_once(found, local, var, saved, _closed(before), self.who(asked.chooser, inner, asked))
        )
        one = self.fresh("one")
        restore: list[Stmt] = [Set(n, Op("part", (Var(one), Const(k)))) for k, n in enumerate([var, *names])]
        second = Loop(one, Var(saved), (*restore, *self.run(list(block[split:]), inner)), self.fresh("together"))
        return [Set(saved, Const(())), *choosing, Effect("defer", (Const(1),)), second, *self.undefer()]

    @cached_property
    def compete(self) -> bool:
        """Can somebody win or lose alone?"""
        said = nodes((self.game.endings, *played(self.game)))
        return any(isinstance(one, (m.Ending, m.Finish)) and one.who is not None for one in said)

    def at_once(
        self, found: Expr, local: m.Local, var: str, saved: str, choose: tuple[Stmt, ...], who: Expr
    ) -> list[Stmt]:
        """Each member chooses in its turn; `saved` has what they chose. `who` chooses for the member `var`."""
        for cell, first in (("at_once.open", 0), ("at_once.keeper", NOTHING)):
            if cell not in self.lay.column:
                self.lay.new_column(cell, (0,), (first,))
        members, done, old = self.fresh(local.name), self.fresh("done"), self.fresh("saved")
        kept, keeper, label = self.fresh("kept"), self.fresh("keeper"), self.fresh("together")
        is_drawn = Op("ne", (self.cell("at_once.keeper"), Const(NOTHING)))
        seat = Op("get_or", (Const(self.lay.column["seat"]), who, Const(NOTHING)))
        own = both(Op("eq", (seat, Var(keeper))), Op("member", (Var(var), Var(done))))
        again: list[Stmt] = [
            Set(kept, Find("list", kept, Var(old), Op("eq", (Op("part", (Var(kept), Const(0))), Var(var))))),
            If(own, (Set(saved, Op("concat", (Var(saved), Var(kept)))),), choose),
        ]
        return [
            Set(members, found),
            Set(done, Const(())),
            Put(self.lay.column["at_once.open"], Const(0), Const(1)),
            Loop(
                var,
                Var(members),
                (*choose, Set(done, Op("append", (Var(done), Var(var)))), If(is_drawn, (Leave(label),))),
                label,
            ),
            Put(self.lay.column["at_once.open"], Const(0), Const(0)),
            If(
                is_drawn,
                (
                    Set(keeper, self.cell("at_once.keeper")),
                    Put(self.lay.column["at_once.keeper"], Const(0), Const(NOTHING)),
                    Set(old, Var(saved)),
                    Set(saved, Const(())),
                    Loop(var, Var(members), tuple(again), self.fresh("together")),
                ),
            ),
        ]

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

    def run_prefix(self, block: list[m.Statement], c: Context, out: list[Stmt]) -> list[Stmt]:
        """The choices at the top of a block. What is put into the list that it gives happens when all of them bind."""
        for s in block:
            if isinstance(s, m.Choose) and s.amount is None:
                found, kind, noun = self.options(s.options, c)
                name, var = self.fresh("options"), self.fresh(s.local.name)
                site = self.site(Site(kind, s.prompt or "", (), noun, slots=self.slot_types(s)))  # type: ignore[arg-type]
                who = self.who(s.chooser, c, s)
                inner: list[Stmt] = [*self.fill_slots(s, c), Ask(site, who, Var(name), var)]
                out += [Set(name, found), If(Op("len", (Var(name),)), inner)]  # type: ignore[arg-type]
                out = inner
                c.env[s.local.id] = Var(var)
            else:
                out += self.statement(s, c)
        return out

    def one_change(self, body: list[Stmt]) -> list[Stmt]:
        """What is one change: endings and after-answers wait until all of it is done."""
        waits = any(isinstance(s, (Call, Dispatch)) for s in every_statement(tuple(body)))
        return [Effect("defer", (Const(1),)), *body, *(self.undefer() if waits else [Effect("defer", (Const(-1),))])]

    def undefer(self) -> list[Stmt]:
        return [Effect("defer", (Const(-1),)), If(Op("flag", (Const(4),)), (Call("deferred", ()),))]


def _closed(body: list[Stmt]) -> tuple[Stmt, ...]:
    """The same, with the lists of the branches that were still open made fast."""
    return tuple(If(s.test, _closed(list(s.then)), s.otherwise) if isinstance(s, If) else s for s in body)


def _sets(body: list[Stmt]) -> list[Set]:
    return [s for s in every_statement(tuple(body)) if isinstance(s, Set)]


def _asks(body: list[Stmt]) -> list[Ask]:
    return [s for s in every_statement(tuple(body)) if isinstance(s, Ask)]
