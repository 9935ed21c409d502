"""Pledges: several put in what is theirs, one after another; if it does not come to what is needed, all goes back."""

from __future__ import annotations

from collections.abc import Sequence

from dsl import model as m

from ..ir import (
    NOTHING,
    Ask,
    Block,
    Const,
    Effect,
    Expr,
    Find,
    If,
    Leave,
    Loop,
    Op,
    Set,
    Site,
    Stmt,
    Var,
    While,
)
from ..layout import NotPlayable, related
from .context import Context
from .layout import PLACE_ZONE
from .targets import Targets
from .values import YES, both
from .walk import kind_of


class Pledges(Targets):
    """`pledge`, and `lay x onto y`."""

    laid: dict[int, tuple[str, list[str]]]
    """For each pledge, by its identity: the variable of what was laid and where it was, and the Kinds of it."""

    # ------------------------------------------------------------------ who

    def ring(self, s: m.Pledge, c: Context) -> Expr:
        """Who may put in, in the order of their seats where they sit."""
        found, _ = self.query(s.query, c)
        if s.query.order is None and related(self.game, s.query.kind, self.game.seats.kind):
            one = self.fresh("one")
            return Find("list", one, self.table_round(), Op("member", (Var(one), found)))
        return found

    def asked_for(self, kind: str, x: Expr) -> Expr:
        """Who decides for a member of a pledge."""
        return x if related(self.game, kind, self.game.seats.kind) else self.you_of(kind, x)

    def pledge_can_begin(self, s: m.Pledge, c: Context) -> Expr:
        """Has whoever begins what has to be put in? More cannot be known: hands of others may be hidden."""
        ring, start = self.ring(s, c), self.value(s.start, c)
        first = Op("cond", (Op("member", (start, ring)), start, Op("head", (ring,))))
        var = self.fresh(s.query.local.name)
        inner = c.bind(s.query.local, Var(var))
        test = self.ahead(s.block, lambda _: YES, inner, lambda _, __: YES)
        return Find("any", var, Op("tuple", (first,)), both(Op("ge", (Var(var), Const(0))), test))

    def lay_possible(self, s: m.Lay, c: Context) -> Expr:
        low = self.lay_bounds(s, c)[0]
        if low == Const(0):
            return YES
        things, _ = self.laid_things(s, c)
        return Op("ge", (Op("len", (things,)), low))

    # ------------------------------------------------------------------ putting in

    def pledge(self, s: m.Pledge, c: Context, label: str) -> list[Stmt]:
        members, who, n = self.fresh("members"), self.fresh(s.query.local.name), self.fresh("n")
        turn, start = self.fresh("turn"), self.fresh("start")
        laid = self.fresh("laid")
        kinds: list[str] = []
        self.laid[id(s)] = (laid, kinds)
        inner = c.bind(s.query.local, Var(who))
        every: list[tuple[m.Local, str]] = []
        body: list[Stmt] = []
        starts = Op("eq", (Var(n), Const(0)))
        for clause in s.block:
            match clause:
                case m.Choose(local=local):
                    together = self.fresh(local.name)
                    every.append((local, together))
                    body += self.put_in(clause, s, inner, Var(who), starts, together, label, turn)
                case m.Lay(local=local):
                    together = self.fresh(local.name)
                    every.append((local, together))
                    kinds.append(self.laid_kind(clause))
                    body += self.lay_in(clause, s, inner, Var(who), starts, together, laid, label)
                case m.Let():
                    body += self.statement(clause, inner)
                case _:
                    raise NotPlayable("this clause of a pledge", clause.span)
        for local, together in every:
            c.env[local.id] = Var(together)
        loop = While(
            Op("lt", (Var(n), Op("len", (Var(members),)))),
            (
                Block(tuple(body), turn),
                Set(who, Op("after_in", (Var(who), Var(members)))),
                Set(n, Op("add", (Var(n), Const(1)))),
            ),
            self.fresh("pledge"),
        )
        first = Op("member", (Var(start), Var(members)))
        return [
            *(Set(together, Const(())) for _, together in every),
            Set(laid, Const(())),
            Set(members, self.ring(s, c)),
            Set(start, self.value(s.start, c)),
            Set(who, Op("cond", (first, Var(start), Op("head", (Var(members),))))),
            Set(n, Const(0)),
            If(Op("eq", (Op("len", (Var(members),)), Const(0))), (Leave(label),)),
            loop,
        ]

    def least(self, low: Expr, s: m.Pledge, starts: Expr) -> Expr:
        """How many somebody has to put in: `others may` leaves it to all but the first."""
        if not s.others or low == Const(0):
            return low
        return Op("cond", (starts, low, Const(0)))

    def put_in(
        self, x: m.Choose, s: m.Pledge, c: Context, who: Expr, starts: Expr, together: str, label: str, turn: str
    ) -> list[Stmt]:
        """Things are named; what somebody has named already is not named again."""
        found, kind, noun = self.options(x.options, c)
        if isinstance(found, Op) and found.name == "distinct":
            found = found.args[0]
        found = Op("without", (found, Var(together)))
        site = Site(kind, x.prompt or "", (), noun, slots=self.slot_types(x))  # type: ignore[arg-type]
        asker = self.who(x.chooser, c, x) if x.chooser is not None else self.asked_for(s.query.kind, who)
        own = self.fresh(x.local.name)
        if x.amount is not None:
            low, high = self.bounds(x.amount, c)
            least = self.fresh("needed")
            c.env[x.local.id] = Var(together)  # all that has been put in so far
            return [
                Set(least, self.least(low, s, starts)),
                *self.pick(own, found, Var(least), high, asker, site),
                If(Op("lt", (Op("len", (Var(own),)), Var(least))), (Leave(label),)),
                Set(together, Op("concat", (Var(together), Var(own)))),
            ]
        options = self.fresh("options")
        c.env[x.local.id] = Var(own)
        may_pass = Op("concat", (Var(options), Const((NOTHING,))))
        out: list[Stmt] = [Set(options, Op("distinct", (found,)))]
        if s.others:
            out += [
                If(both(starts, Op("eq", (Op("len", (Var(options),)), Const(0)))), (Leave(label),)),
                Ask(self.site(site), asker, Op("cond", (starts, Var(options), may_pass)), own),
                If(Op("eq", (Var(own), Const(NOTHING))), (Leave(turn),)),
            ]
        else:
            out += [
                If(Op("eq", (Op("len", (Var(options),)), Const(0))), (Leave(label),)),
                Ask(self.site(site), asker, Var(options), own),
            ]
        return [*out, Set(together, Op("append", (Var(together), Var(own))))]

    # ------------------------------------------------------------------ laying

    def laid_kind(self, s: m.Lay) -> str:
        return s.what.kind if isinstance(s.what, m.Query) else kind_of(s.what.type) or "Thing"

    def lay_bounds(self, s: m.Lay, c: Context) -> tuple[Expr, Expr]:
        if s.amount is not None:
            return self.bounds(s.amount, c)
        if isinstance(s.what, m.Query) or not isinstance(s.what.type, m.SetType):
            return Const(1), Const(1)
        every = Op("len", (self.value(s.what, c),))
        return every, every

    def receivers(self, s: m.Lay, c: Context) -> tuple[Expr, str]:
        """Onto what a thing may be laid: where it is worth nothing, it is not."""
        if isinstance(s.onto, m.Query):
            found, var = self.query(s.onto, c)
            kind, local = s.onto.kind, s.onto.local
        else:
            onto = self.value(s.onto, c)
            found = onto if isinstance(s.onto.type, m.SetType) else Op("tuple", (onto,))
            kind, local, var = kind_of(s.onto.type) or "Thing", None, self.fresh("onto")
        tests = [self.has_room(s, Var(var), kind, c)]
        if s.worth is not None:
            worth = self.value(s.worth, c.bind(local, Var(var)) if local is not None else c)
            tests.append(Op("gt", (worth, Const(0))))
        test = both(*tests)
        return (found if test == YES else Find("list", var, found, test)), kind

    def has_room(self, s: m.Lay, y: Expr, kind: str, c: Context) -> Expr:
        zone, key = self.zone_onto(s, y, kind)
        thing = c.env.get("$laid")
        return YES if thing is None else self.room(thing, zone, key)

    def laid_things(self, s: m.Lay, c: Context) -> tuple[Expr, Context]:
        """What may be laid at all: things for which there is a place."""
        if isinstance(s.what, m.Query):
            found, var = self.query(s.what, c)
            inner = c.bind(s.what.local, Var(var))
        else:
            value = self.value(s.what, c)
            found = value if isinstance(s.what.type, m.SetType) else Op("tuple", (value,))
            var, inner = self.fresh("thing"), c.copy()
        inner.env["$laid"] = Var(var)
        where, _ = self.receivers(s, inner)
        test = Op("ge", (Op("len", (where,)), Const(1)))
        return Find("list", var, found, both(Op("ge", (Var(var), Const(0))), test)), inner

    def zone_onto(self, s: m.Lay, y: Expr, kind: str) -> tuple[Expr, str]:
        """The zone of a thing that can hold what is laid onto it."""
        if self.is_place(m.ThingType(kind)):
            return self.zone_of(PLACE_ZONE, y), PLACE_ZONE
        what = self.laid_kind(s)
        owners = self.ancestors_of(kind)
        able = [z for z in self.game.zones.values() if z.owner in owners and self.holds(z.content, what)]
        exact = [z for z in able if z.content == what]
        found = exact if len(exact) == 1 else able
        if len(found) != 1:
            several = "more than one zone" if found else "no zone"
            raise NotPlayable(f"`lay`: {kind} has {several} that can hold {what}", s.span)
        return self.zone_of(found[0].key, y), found[0].key

    def holds(self, content: str, what: str) -> bool:
        """Is everything of one Kind something that the zone is for?"""
        return set(self.kind_ids(what)) <= set(self.kind_ids(content)) and related(self.game, content, what)

    def one_laid(self, s: m.Lay, c: Context, who: Expr, things: Expr, least: Expr, own: str, after: str) -> list[Stmt]:
        """Asks for one more thing and onto what; `one` and the goal are left in variables named after `own`."""
        noun, onto_noun = self.noun(self.laid_kind(s)), ""
        one, goal, able = f"{own}_one", f"{own}_onto", f"{own}_able"
        inner = c.copy()
        if isinstance(s.what, m.Query):
            inner.env[s.what.local.id] = Var(one)
        inner.env["$laid"] = Var(one)
        where, kind = self.receivers(s, inner)
        onto_noun = self.noun(kind)
        enough = Op("ge", (Op("len", (Var(own),)), least))
        may_end = Op("concat", (Op("distinct", (Var(able),)), Const((NOTHING,))))
        return [
            Set(able, things),
            If(Op("eq", (Op("len", (Var(able),)), Const(0))), (Leave(after),)),
            Ask(
                self.site(Site("thing", "", (), noun)),
                who,
                Op("cond", (enough, may_end, Op("distinct", (Var(able),)))),
                one,
            ),
            If(Op("eq", (Var(one), Const(NOTHING))), (Leave(after),)),
            Ask(self.site(Site("thing", "Onto what?", (), onto_noun)), who, where, goal),
        ]

    def lay_in(
        self, s: m.Lay, p: m.Pledge, c: Context, who: Expr, starts: Expr, together: str, laid: str, label: str
    ) -> list[Stmt]:
        """Things really lie there while the others are asked; nobody answers before it is settled."""
        own, after, least = self.fresh(s.local.name), self.fresh("lays"), self.fresh("needed")
        low, high = self.lay_bounds(s, c)
        things, _ = self.laid_things(s, c)
        things = Op("without", (things, Var(together)))
        asker = self.asked_for(p.query.kind, who)
        kind = s.onto.kind if isinstance(s.onto, m.Query) else kind_of(s.onto.type) or "Thing"
        one = Var(f"{own}_one")
        zone, _ = self.zone_onto(s, Var(f"{own}_onto"), kind)
        was = Op("at", (one,))
        record = Op("tuple", (one, was, Op("items", (was,))))
        body = [
            *self.one_laid(s, c, asker, things, Var(least), own, after),
            Set(laid, Op("join", (Op("tuple", (record,)), Var(laid)))),
            Effect("move", (one, zone, Const(1))),
            Set(own, Op("append", (Var(own), one))),
            Set(together, Op("append", (Var(together), one))),
        ]
        c.env[s.local.id] = Var(together)
        return [
            Set(least, self.least(low, p, starts)),
            Set(own, Const(())),
            While(Op("lt", (Op("len", (Var(own),)), high)), tuple(body), after),
            If(Op("lt", (Op("len", (Var(own),)), Var(least))), (Leave(label),)),
        ]

    def put_back(self, clauses: Sequence[m.Statement]) -> list[Stmt]:
        out: list[Stmt] = []
        for clause in clauses:
            if isinstance(clause, m.Pledge) and self.laid[id(clause)][1]:
                one = self.fresh("one")
                parts = tuple(Op("part", (Var(one), Const(k))) for k in range(3))
                back = (Effect("put_back", parts),)
                out.append(Loop(one, Var(self.laid[id(clause)][0]), back, self.fresh("back")))
        return out

    def kept(self, clauses: Sequence[m.Statement]) -> list[Stmt]:
        """What was laid is noticed when all of it is settled."""
        out: list[Stmt] = []
        for clause in clauses:
            if isinstance(clause, m.Pledge):
                out += self.changed(*(("location", kind) for kind in dict.fromkeys(self.laid[id(clause)][1])))
        return out

    # ------------------------------------------------------------------ `lay` as a statement

    def lay_onto(self, s: m.Lay, c: Context) -> list[Stmt]:
        """Chooses and moves, one after another, as any move."""
        own, after = self.fresh(s.local.name), self.fresh("lays")
        low, high = self.lay_bounds(s, c)
        things, _ = self.laid_things(s, c)
        who = c.taker if c.taker is not None else self._doer(c)
        kind = s.onto.kind if isinstance(s.onto, m.Query) else kind_of(s.onto.type) or "Thing"
        one = Var(f"{own}_one")
        zone, key = self.zone_onto(s, Var(f"{own}_onto"), kind)
        body = [
            *self.one_laid(s, c, who, Op("without", (things, Var(own))), Var(f"{own}_least"), own, after),
            Set(own, Op("append", (Var(own), one))),
            *self.move(one, self.laid_kind(s), zone, Const(1), key),
        ]
        c.env[s.local.id] = Var(own) if isinstance(s.local.type, m.SetType) else one
        bounds = [Set(f"{own}_most", high), Set(f"{own}_least", low)]
        return [
            Set(own, Const(())),
            Set(one.name, Const(NOTHING)),
            *bounds,
            While(Op("lt", (Op("len", (Var(own),)), Var(f"{own}_most"))), tuple(body), after),
        ]
