"""Decisions: one thing, several, yes or no, one of several ways, an open menu."""

from __future__ import annotations

from attrs import evolve

from dsl import model as m
from dsl.source import Span

from ..engine.runtime import MOST_OPTIONS
from ..ir import NOTHING, Ask, Const, Dispatch, Effect, Expr, Find, If, Leave, Op, Put, Set, Site, Stmt, Var, While
from ..layout import related
from .context import Context
from .possibility import Possibility
from .values import YES, both, either, put
from .walk import kind_of

COMBINATIONS = 256
"""So many sets a look ahead tries for a choice of several things; of more it takes on trust that one will do."""


class Choices(Possibility):
    """Decisions: one thing, several, yes or no, one of several ways, an open menu."""

    menus: list[str]

    def menu_number(self, menu: str) -> int:
        if menu not in self.menus:
            self.menus.append(menu)
        return self.menus.index(menu)

    def ask_menu(self, site: Site, who: Expr, options: str, answer: str, *, passing: bool) -> list[Stmt]:
        """Asks for one of the actions of a menu. Of too many, first for how it begins, then for the rest of it."""
        shown: Expr = Op("narrowed", (Var(options),))
        if passing:
            shown = Op("join", (shown, Const(((NOTHING,),))))  # type: ignore[arg-type]
        left, one = self.fresh("left"), self.fresh("one")
        further = self.site(evolve(site, prompt=f"{site.prompt}: which?", counted=False, round=False, narrowed=True))
        too_many = Op("gt", (Op("len", (Var(options),)), Const(MOST_OPTIONS)))
        begun = Op("ge", (Op("part", (Var(answer), Const(0))), Const(0)))

        def those(of: str) -> Stmt:
            return Set(left, Find("list", one, Var(of), Op("begins", (Var(one), Var(answer)))))

        not_whole = Op("lt", (Op("len", (Var(answer),)), Op("len", (Op("head", (Var(left),)),))))
        step = (Ask(further, who, Op("narrowed", (Var(left),)), answer), those(left))
        return [
            Ask(self.site(site), who, shown, answer),
            If(both(too_many, begun), (those(options), While(not_whole, step, self.fresh("narrowing")))),
        ]

    def choose_several(self, s: m.Choose, c: Context) -> list[Stmt]:
        """A set, picked one after another in listed order, so that no set is offered twice."""
        assert s.amount is not None
        found, kind, noun = self.options(s.options, c)
        var = self.fresh(s.local.name)
        who = self.who(s.chooser, c, s)
        shown = self.fill_slots(s, c)
        c.env[s.local.id] = Var(var)
        high = self.value(s.amount.high, c) if s.amount.high is not None else Const(m.INFINITE)
        site = Site(kind, s.prompt or "", (), noun, slots=self.slot_types(s))  # type: ignore[arg-type]
        return [*shown, *self.pick(var, found, self.value(s.amount.low, c), high, who, site)]

    def may_site(self, s: m.May) -> int:
        verb = s.event.verb if s.event else ""
        site = self.site(Site("may", s.prompt or "", ("Yes", "No"), verb, slots=self.slot_types(s)))
        self.offers[site] = s.span
        return site

    offers: dict[int, Span]  # where the offer stands of which a site asks

    def slot_types(self, s: m.Choose | m.May | m.ChooseOne) -> tuple[m.Type, ...]:
        return tuple(value.type for value in s.slots)

    def fill_slots(self, s: m.Choose | m.May | m.ChooseOne, c: Context) -> list[Stmt]:
        """Writes down what stands in the slots of a prompt, so that whoever is asked can be told."""
        cells = self.lay.column
        return [Put(cells[f"prompt.{n}"], Const(0), self.value(value, c)) for n, value in enumerate(s.slots)]

    def pick(
        self,
        var: str,
        found: Expr,
        low: Expr,
        high: Expr,
        who: Expr,
        site: Site,
        holds: tuple[str, Expr] | None = None,
    ) -> list[Stmt]:
        """`holds`, of a variable: what the set has to meet in the end; only what can lead there is offered."""
        if isinstance(found, Op) and found.name == "distinct":
            found = found.args[0]  # copies may all be wanted; equal ones are shown once below
        left, one, label, least, most = (self.fresh(n) for n in ("left", "one", "picks", "least", "most"))
        number = self.site(site)
        done = Op("ge", (Op("len", (Var(var),)), Var(least)))
        able: Expr = Op("distinct", (Var(left),))
        may_end: Expr = done
        if holds is not None:
            x = self.fresh("x")
            more = Op("concat", (Var(var), Op("tuple", (Var(x),))))
            test = self.leads_on(more, Op("without", (Var(left), Op("tuple", (Var(x),)))), Var(least), Var(most), holds)
            able = Find("list", x, able, test)
            may_end = both(done, put(holds[1], holds[0], Var(var)))
        options = Op("cond", (may_end, Op("concat", (able, Const((NOTHING,)))), able))
        wanted = Op("sub", (Var(least), Op("len", (Var(var),))))
        all_left = (  # all that are left are wanted: no question
            If(
                Op("ge", (wanted, Op("len", (Var(left),)))),
                (Set(var, Op("concat", (Var(var), Var(left)))), Leave(label)),
            ),
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
                    *all_left,
                    Ask(number, who, options, one),
                    If(Op("eq", (Var(one), Const(NOTHING))), (Leave(label),)),
                    Set(var, Op("concat", (Var(var), Op("tuple", (Var(one),))))),
                    Set(left, Op("without", (Var(left), Op("tuple", (Var(one),))))),
                ),
                label,
            ),
        ]

    def leads_on(self, chosen: Expr, left: Expr, least: Expr, most: Expr, holds: tuple[str, Expr]) -> Expr:
        """Can a set that has begun be made one that holds?"""
        size = Op("len", (chosen,))
        one = self.fresh("some")
        sets = Op("subsets", (left, Op("sub", (least, size)), Op("sub", (most, size)), Const(COMBINATIONS)))
        whole = put(holds[1], holds[0], Op("concat", (chosen, Var(one))))
        return Find("any", one, sets, either(Op("eq", (Var(one), Const(NOTHING))), whole))

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

    def may(self, s: m.May, c: Context) -> list[Stmt]:
        if s.one:
            return self.one_may(s, c)
        inner = c.copy(accepted=())
        subject = self.who(s.subject, c, s)
        if not isinstance(s.subject.type, m.SetType):
            inner.taker = subject
        answer = self.fresh("answer")
        if s.event is not None and s.event.verb == "pay" and self.payers_many(s.event):
            return self.may_pay_together(s, c, subject)
        possible = self.possible(s.event, inner) if s.event is not None else self.first_possible(s.block, inner)
        site = self.may_site(s)
        done = list(c.accepted)
        if s.event is not None:
            done += self.do(s.event, inner, None)
            if s.block or s.otherwise:
                done.append(If(Op("flag", (Const(3),)), self.block(s.block, inner), self.block(s.otherwise, inner)))
        else:
            done += self.block(s.block, inner)
        ask: list[Stmt] = [
            *self.fill_slots(s, inner),
            Ask(site, subject, Const((1, 0)), answer),
            If(Op("eq", (Var(answer), Const(1))), tuple(done), self.block(s.otherwise, inner)),
        ]
        if possible == YES:
            return ask
        return [If(possible, tuple(ask), self.block(s.otherwise, inner))]

    def one_may(self, s: m.May, c: Context) -> list[Stmt]:
        """Asked one after another, round the table or as things without a seat are ordered, until one does it."""
        members, who, taken = self.fresh("members"), self.fresh("who"), self.fresh("taken")
        inner = c.copy(accepted=())
        inner.taker = Var(who)
        found = self.value(s.subject, c)
        if isinstance(s.subject, m.QueryValue):
            inner.env[s.subject.query.local.id] = Var(who)
        possible = self.possible(s.event, inner) if s.event is not None else self.first_possible(s.block, inner)
        site = self.may_site(s)
        answer = self.fresh("answer")
        accepted: tuple[Stmt, ...] = (Set(taken, Const(1)), *self.block(s.block, inner))
        if s.event is not None:
            accepted = (*self.do(s.event, inner, None), If(Op("flag", (Const(3),)), accepted))
        accepted = (*c.accepted, *accepted)
        ask: tuple[Stmt, ...] = (
            *self.fill_slots(s, inner),
            Ask(site, Var(who), Const((1, 0)), answer),
            If(Op("eq", (Var(answer), Const(1))), accepted),
        )
        if possible != YES:
            ask = (If(possible, ask),)
        kind = kind_of(s.subject.type) or "Thing"
        ring: Expr = self.table_round() if related(self.game, kind, self.game.seats.kind) else Var(members)
        n, label = self.fresh("n"), self.fresh("round")
        start = self.first_asked(self.game.asked) if ring != Var(members) else Op("head", (Var(members),))
        body: tuple[Stmt, ...] = (
            If(Op("member", (Var(who), Var(members))), ask),
            Set(who, Op("after_in", (Var(who), ring))),
            Set(n, Op("add", (Var(n), Const(1)))),
        )
        return [
            Set(members, found),
            Set(taken, Const(0)),
            Set(n, Const(0)),
            Set(who, start),
            While(Op("and", (Op("eq", (Var(taken), Const(0))), Op("lt", (Var(n), Op("len", (ring,)))))), body, label),
            If(Op("eq", (Var(taken), Const(0))), self.block(s.otherwise, c)),
        ]

    def may_pay_together(self, s: m.May, c: Context, subject: Expr) -> list[Stmt]:
        """One decision: every way to split the payment, or not to pay."""
        assert s.event is not None
        splits, pay = self.splits(s.event, c)
        name, answer = self.fresh("splits"), self.fresh("split")
        site = self.site(
            Site("split", s.prompt or "", ("Do not pay",), self.resource_of(s.event), slots=self.slot_types(s))
        )
        options = Op("cond", (Op("len", (Var(name),)), Op("concat", (Var(name), Const((NOTHING,)))), Var(name)))
        asked = self.fresh("options")
        inner = c.copy(accepted=())
        paid = (*c.accepted, *pay(Var(answer)), Effect("did", (Const(1),)), *self.block(s.block, inner))
        otherwise = self.block(s.otherwise, inner)
        return [
            Set(name, splits),
            Set(asked, options),
            If(
                Op("ge", (Op("len", (Var(asked),)), Const(1))),
                (
                    *self.fill_slots(s, c),
                    Ask(site, subject, Var(asked), answer),
                    If(Op("eq", (Var(answer), Const(NOTHING))), otherwise, paid),
                ),
                otherwise,
            ),
        ]

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
        site = self.site(Site("mode", s.prompt or "", tuple(mode.text for mode in s.modes), slots=self.slot_types(s)))
        done: tuple[Stmt, ...] = ()
        for n, mode in reversed(list(enumerate(s.modes))):
            done = (If(Op("eq", (Var(answer), Const(n))), self.block(mode.block, c), done),)
        return [
            Set(name, options),
            If(
                Op("ge", (Op("len", (Var(name),)), Const(1))),
                (*self.fill_slots(s, c), Ask(site, who, Var(name), answer), *done),
            ),
        ]

    def take(self, s: m.Take, c: Context) -> list[Stmt]:
        taken, options, answer, label = (self.fresh(n) for n in ("taken", "options", "answer", "menu"))
        kept, withdrawn = self.fresh("kept"), self.fresh("withdrawn")
        if s.until is not None or isinstance(s.taker.type, m.SetType):
            return self.take_in_turns(s, c)
        taker = self.value(s.taker, c)
        who = self.fresh("taker")
        most = s.limit if s.limit is not None else s.amount
        counted_here = most is not None and not (isinstance(most, m.Literal) and most.value in (1, m.INFINITE))
        site = Site("menu", self.game.menus[s.menu].title, (), s.menu, counted=counted_here)
        once = s.amount is not None
        legal: Expr = Op("legal", (Const(self.menu_number(s.menu)), Var(who)))
        may_fail = self.may_be_withdrawn(s.menu)
        if may_fail:
            legal = Op("without", (legal, Var(withdrawn)))
        body: list[Stmt] = []
        if s.limit is not None:
            body.append(If(Op("ge", (Var(taken), self.value(s.limit, c))), (Leave(label),)))
        if once:
            assert s.amount is not None
            body.append(If(Op("ge", (Var(taken), self.value(s.amount, c))), (Leave(label),)))
        body += [
            Set(options, legal),
            If(Op("eq", (Op("len", (Var(options),)), Const(0))), (Leave(label),)),
            *self.which_of(counted_here, Var(taken), most, c),
            *self.ask_menu(site, Var(who), options, answer, passing=not once),
        ]
        if not once:
            body.append(If(Op("lt", (Op("part", (Var(answer), Const(0))), Const(0))), (Leave(label),)))
        counted = Set(taken, Op("add", (Var(taken), Const(1))))
        number = Op("part", (Var(answer), Const(0)))
        step = self.step(c.copy(steps=True))
        begun: list[Stmt] = [Set(who, taker)]
        if may_fail:  # what was withdrawn was not taken, and is offered again when something else has been done
            again = Set(withdrawn, Op("append", (Var(withdrawn), Var(answer))))
            body += [
                Dispatch("actions", number, (Var(who), Var(answer)), kept),
                If(Op("eq", (Var(kept), Const(0))), (again,), (counted, Set(withdrawn, Const(())), *step)),
            ]
            begun.append(Set(withdrawn, Const(())))
        else:
            body += [counted, Dispatch("actions", number, (Var(who), Var(answer))), *step]
        starts, ends = self.menu_moments(s.menu)
        return [*begun, *starts, Set(taken, Const(0)), While(YES, tuple(body), label), *ends]

    def which_of(self, counted: bool, taken: Expr, most: m.Value | None, c: Context) -> list[Stmt]:
        """Writes down which action of how many is asked for, so that a prompt can tell it."""
        if not counted or most is None:
            return []
        cells = self.lay.column
        return [
            Put(cells["menu.taken"], Const(0), taken),
            Put(cells["menu.most"], Const(0), self.value(most, c)),
        ]

    def may_be_withdrawn(self, menu: str) -> bool:
        """Is there an action in the menu that may turn out to be impossible when it is taken?"""
        raise NotImplementedError

    def take_in_turns(self, s: m.Take, c: Context) -> list[Stmt]:
        """A menu of several: one is asked after another, each for an action of their own, until all pass in a row.

        With `until` all but this one are asked like that; then this one, who ends it by passing.
        """
        members, who, taken, options, answer, passes, last, label = (
            self.fresh(n) for n in ("members", "taker", "taken", "options", "answer", "passes", "last", "menu")
        )
        found = self.value(s.taker, c)
        if not isinstance(s.taker.type, m.SetType):
            found = Op("tuple", (found,))
        it = self.fresh("it")
        ring = Find("list", it, self.table_round(), Op("member", (Var(it), found)))
        site = Site("menu", self.game.menus[s.menu].title, (), s.menu, round=True)
        withdrawn, kept = self.fresh("withdrawn"), self.fresh("kept")
        may_fail = self.may_be_withdrawn(s.menu)

        def offered(player: str) -> Expr:
            legal: Expr = Op("legal", (Const(self.menu_number(s.menu)), Var(player)))
            return Op("without", (legal, Var(withdrawn))) if may_fail else legal

        def acts(player: str, *then: Stmt) -> tuple[Stmt, ...]:
            """Takes the action; what was withdrawn was not taken, and is offered again when something else was done."""
            done = (
                Set(passes, Const(0)),
                Set(taken, Op("add", (Var(taken), Const(1)))),
                *([Set(withdrawn, Const(()))] if may_fail else []),
                *self.step(c.copy(steps=True)),
                *then,
            )
            number = Op("part", (Var(answer), Const(0)))
            if not may_fail:
                return (Dispatch("actions", number, (Var(player), Var(answer))), *done)
            again = Set(withdrawn, Op("append", (Var(withdrawn), Var(answer))))
            return (
                Dispatch("actions", number, (Var(player), Var(answer)), kept),
                If(Op("eq", (Var(kept), Const(0))), (again,), done),
            )

        next_one = Set(who, Op("after_in", (Var(who), Var(members))))
        on: tuple[Stmt, ...] = (Set(passes, Op("add", (Var(passes), Const(1)))), next_one)
        act = acts(who, next_one)
        passed = Op("lt", (Op("part", (Var(answer), Const(0))), Const(0)))
        body: list[Stmt] = []
        for most in (s.limit, s.amount):
            if most is not None:
                body.append(If(Op("ge", (Var(taken), self.value(most, c))), (Leave(label),)))
        done = Op("ge", (Var(passes), Op("len", (Var(members),))))
        none = Op("eq", (Op("len", (Var(options),)), Const(0)))
        if s.until is None:
            body.append(If(done, (Leave(label),)))
            start: list[Stmt] = [
                Set(last, Const(NOTHING)),
                Set(members, ring),
                Set(who, self.first_asked(self.game.asked, Var(members))),
            ]
        else:
            # those who are asked first are a ring of their own; whoever ends it stands outside
            end = (
                Set(options, offered(last)),
                If(Op("member", (Var(last), found)), (), (Set(options, Const(())),)),
                If(none, (Leave(label),)),
                *self.ask_menu(site, Var(last), options, answer, passing=True),
                If(passed, (Leave(label),)),
                *acts(last),
            )
            others = Find(
                "list", it, self.table_round(), both(Op("member", (Var(it), found)), Op("ne", (Var(it), Var(last))))
            )
            start = [
                Set(last, self.value(s.until, c)),
                Set(members, others),
                Set(who, Op("head", (Var(members),))),
            ]
            body.append(If(done, end))
        ask = self.ask_menu(site, Var(who), options, answer, passing=True)
        asked = (Set(options, offered(who)), If(none, on, (*ask, If(passed, on, act))))
        body.append(If(Op("lt", (Var(passes), Op("len", (Var(members),)))), asked))
        starts, ends = self.menu_moments(s.menu)
        return [
            *start,
            *starts,
            Set(taken, Const(0)),
            Set(passes, Const(0)),
            *([Set(withdrawn, Const(()))] if may_fail else []),
            While(YES, tuple(body), label),
            *ends,
        ]

    def menu_moments(self, menu: str) -> tuple[list[Stmt], list[Stmt]]:
        """What begins and ends with a menu that somebody speaks of as a moment."""
        raise NotImplementedError
