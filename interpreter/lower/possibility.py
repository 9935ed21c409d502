"""What can be done as the board is now, without doing it."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from dsl import model as m

from ..ir import NOTHING, Const, Expr, Find, Loop, Op, Pure, Stmt, Var
from ..layout import NotPlayable
from .context import Context
from .paying import Paying
from .values import NO, YES, both, negate
from .walk import kind_of

UNWANTED = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


class Possibility(Paying):
    """What can be done as the board is now, without doing it."""

    can_functions: set[str]
    freed: set[str]
    """Actions that something opens free."""
    inside_free = False
    """Is an action lowered that is open free? What it opens itself is not looked into: it might be the same again."""

    def free_options(self, s: m.Free, who: Expr) -> Expr:
        """The legal ways to take an action without its limit and cost."""
        raise NotImplementedError

    def arguments(self, event: m.Event, verb: m.Verb) -> list[tuple[m.Parameter, m.Argument | None]]:
        out: list[tuple[m.Parameter, m.Argument | None]] = []
        for p in verb.parameters:
            found = event.object if p.role is None else event.role(p.role)
            out.append((p, found if found is not None else p.default))
        return out

    def several_of(self, event: m.Event) -> tuple[str, m.EachOf | m.PickOf] | None:
        """The role in which `each` stands of a built-in verb that takes one there: who pays, who is shown something."""
        role = {"pay": "by", "show": "to"}.get(event.verb)
        argument = event.role(role) if role is not None else None
        return (role, argument) if role is not None and isinstance(argument, (m.EachOf, m.PickOf)) else None

    def with_one_of(self, event: m.Event, role: str, argument: m.EachOf | m.PickOf) -> tuple[m.Local, m.Event]:
        """A name for one of them, and the phrase with that in their place."""
        query = argument.query
        local = m.Local(f"$each{self.fresh('x')}", query.local.name, m.ThingType(query.kind))
        roles = tuple((name, local if name == role else value) for name, value in event.roles)
        return local, evolve(event, roles=roles)

    def payers_many(self, event: m.Event) -> bool:
        payer = event.role("by")
        return payer is not None and not isinstance(payer, (m.EachOf, m.PickOf)) and isinstance(payer.type, m.SetType)

    def resource_of(self, event: m.Event) -> str:
        found = self.amount(event.object)
        return found[1] if found else ""

    def splits(self, event: m.Event, c: Context) -> tuple[Expr, Callable[[Expr], tuple[Stmt, ...]]]:
        amount = self.amount(event.object)
        assert amount is not None
        n, resource = amount
        if self.game.resources[resource].room is not None:
            raise NotPlayable("room that several have together", event.span)
        payer = event.role("by")
        assert payer is not None and not isinstance(payer, (m.EachOf, m.PickOf))
        payers = self.value(payer, c)
        key = self.pile_of(resource, kind_of(payer.type))
        var = self.fresh("payer")
        stocks = Find("map", var, payers, None, self.stored(key, Var(var), False))
        splits = Op("splits", (payers, stocks, self.value(n, c)))

        def pay(split: Expr) -> tuple[Stmt, ...]:
            one = self.fresh("one")
            return (Loop(one, split, tuple(self.write(key, Var(one), "-=", Const(1), c)), self.fresh("pay")),)

        return splits, pay

    def options(self, options: m.Query | m.Value, c: Context) -> tuple[Expr, str, str]:
        """The options of a choice, what kind they are of, and the noun for a prompt."""
        if isinstance(options, m.Query):
            found, _ = self.query(options, c)
            noun = self.noun(options.kind)
            if options.kind in self.game.enums:
                return found, "enum", options.kind
            return self.told_apart(found, options.kind), "thing", noun
        found = self.value(options, c)
        of = options.type.of if isinstance(options.type, m.SetType) else options.type
        if isinstance(of, m.EnumType):
            return found, "enum", of.enum
        return self.told_apart(found, kind_of(of) or "Thing"), "thing", self.noun(kind_of(of) or "Thing")

    def told_apart(self, found: Expr, kind: str) -> Expr:
        """One of each that nobody can tell apart, where there are copies at all."""
        for id_ in self.kind_ids(kind):
            declaration = self.lay.things[id_][0]
            if self.lay.copies[declaration] > 1 or "#" in declaration:
                return Op("distinct", (found,))
        return found

    def noun(self, kind: str) -> str:
        found = self.game.kinds.get(kind) or self.game.groups.get(kind)
        return found.noun[0] if found else kind.lower()

    def who(self, chooser: m.Value | None, c: Context, node: m.Node) -> Expr:
        if chooser is None:
            return self.you(c, node)
        if isinstance(chooser.type, m.SetType):
            return self.joint()
        return self.value(chooser, c)

    def can(self, p: m.Pattern, c: Context) -> Expr:
        """Could it happen: needs, prohibitions, what it costs? A name in the pattern is anything that it finds."""
        around: list[tuple[str, Expr, Expr]] = []
        said: dict[str | None, m.Value] = {}
        parts: list[tuple[str | None, m.PatternPart]] = [*p.roles]
        if p.object is not None:
            parts.insert(0, (None, p.object))
        for role, part in parts:
            match part:
                case m.Same(value) if isinstance(value.type, m.SetType) and not self.takes_sets(p, role):
                    local = m.Local(self.fresh("one"), "one", value.type.of)
                    var = self.fresh("one")
                    around.append((var, self.value(value, c), YES))
                    c = c.bind(local, Var(var))
                    said[role] = local
                case m.Same(value):
                    said[role] = value
                case m.Bind(query):
                    around.append(self.parts(query, c))
                    c = c.bind(query.local, Var(around[-1][0]))
                    said[role] = query.local
                case m.BindNumber():
                    raise AssertionError("checked")
        roles = tuple((role, value) for role, value in said.items() if role is not None)
        event = m.Event(p.name, said.get(None), roles, span=p.span)
        found = both(self.there(c, *said.values()), self._possible(event, c))
        for var, source, test in reversed(around):
            found = Find("any", var, source, both(test, found))
        return found

    def lack(self, v: m.Value, c: Context, wanted: bool = True) -> Expr:
        """How far a condition is from holding (or, unwanted, from not holding): 0 when it is so, less the nearer it is.

        Whoever looks for something that meets it knows by this which way to go.
        """
        match v:
            case m.Not(operand):
                return self.lack(operand, c, not wanted)
            case m.Logic(operator, left, right):
                parts = self.lack(left, c, wanted), self.lack(right, c, wanted)
                return Op("add" if (operator == "and") == wanted else "min", parts)
            case m.Comparison(operator, left, right) if all(isinstance(x.type, m.NumberType) for x in (left, right)):
                a, b = self.number(left, c), self.number(right, c)
                asked = operator if wanted else UNWANTED[operator]
                match asked:
                    case "<=" | "<":
                        over: Expr = Op("sub", (a, b))
                    case ">=" | ">":
                        over = Op("sub", (b, a))
                    case "==":
                        return Op("max", (Op("sub", (a, b)), Op("sub", (b, a))))
                    case _:
                        return Op("cond", (Op("eq", (a, b)), Const(1), Const(0)))
                return Op("max", (over if "=" in asked else Op("add", (over, Const(1))), Const(0)))
            case m.Aggregate(function="all", query=query, keys=keys) if wanted and keys and query.nearest is None:
                var, source, test = self.parts(query, c)
                inner = self.lack(keys[0], c.bind(query.local, Var(var)))
                return Find("sum", var, source, None if test == YES else test, inner)
            case m.Aggregate(function="none") if wanted:
                return self.aggregate(evolve(v, function="count", type=m.NUMBER), c)
            case m.DefineValue(object=None, define=key, arguments=arguments):
                define = self.game.defines[key]
                for parameter, argument in zip(define.parameters, arguments, strict=True):
                    c = c.bind(parameter, self.value(argument, c))
                return self.lack(define.value, c, wanted)
            case _:
                held = self.value(v, c)
                return Op("cond", (held if wanted else negate(held), Const(0), Const(1)))

    def takes_sets(self, p: m.Pattern, role: str | None) -> bool:
        verb = self.game.verbs.get(p.name)
        return verb is not None and any(q.role == role and isinstance(q.local.type, m.SetType) for q in verb.parameters)

    def possible(self, event: m.Event, c: Context) -> Expr:
        """Can this phrase be done as the board is now? Where its arguments are not known yet, yes."""
        try:
            return both(self.there(c, event.object, *(x for _, x in event.roles)), self._possible(event, c))
        except NotPlayable:
            return YES

    def _possible(self, event: m.Event, c: Context) -> Expr:
        verb = self.game.verbs.get(event.verb)
        several = self.several_of(event) if verb is None else None
        if several is not None:
            role, those = several
            local, one = self.with_one_of(event, role, those)
            found, _ = self.query(those.query, c)
            var = self.fresh(local.name)
            can = self.possible(one, c.bind(local, Var(var)))
            if isinstance(those, m.EachOf):
                return Find("all", var, found, None, can)
            return Find("any", var, found, can)
        if verb is not None:
            args: list[Expr] = []
            tests: list[Expr] = []
            for p, argument in self.arguments(event, verb):
                if isinstance(argument, m.PickOf):
                    found, _ = self.query(argument.query, c)
                    low = self.value(argument.query.amount.low, c) if argument.query.amount else Const(1)
                    tests.append(Op("ge", (Op("len", (found,)), low)))
                    return both(*tests)
                if isinstance(argument, m.EachOf):
                    return YES
                if argument is None:
                    args.append(Const(NOTHING))
                    continue
                if isinstance(argument.type, m.SetType) and not isinstance(p.local.type, m.SetType):
                    return Op("ge", (Op("len", (self.value(argument, c),)), Const(1)))
                args.append(self.value(argument, c))
            if verb.name in self.can_functions:
                tests.append(Pure(f"can_{verb.name}", tuple(args)))
            return both(*tests)
        if event.verb == "pay":
            amount = self.amount(event.object)
            if amount is None:
                return YES
            resource = self.game.resources[amount[1]]
            if resource.source is not None:
                payer, kind = self.payer(event, c)
                return self.can_pay(resource, payer, self.price_by_sort(resource, amount[0], c))
            if self.payers_many(event):
                return Op("ge", (Op("len", (self.splits(event, c)[0],)), Const(1)))
            payer, kind = self.payer(event, c)
            if resource.room is not None:
                return self.room_left(resource, self.value(amount[0], c), payer)
            return Op("ge", (self.stored(self.pile_of(amount[1], kind), payer, False), self.value(amount[0], c)))
        if isinstance(event.object, m.PickOf):
            found, _ = self.query(event.object.query, c)
            low = self.value(event.object.query.amount.low, c) if event.object.query.amount else Const(1)
            return Op("ge", (Op("len", (found,)), low))
        if event.verb == "move" and self.amount(event.object) is not None:
            return YES
        if event.verb == "draw":
            source, goal = event.role("from"), event.role("to")
            if isinstance(source, (m.EachOf, m.PickOf)) or source is None or goal is None:
                return YES
            zones = (Const(NOTHING), self.goal(source, c)[0], self.goal(goal, c)[0])
            return negate(self.forbidden("verb", "draw", lambda n: zones[n], {}))
        if event.verb in ("flip", "move") and event.object is not None and not isinstance(event.object, m.EachOf):
            if isinstance(event.object.type, m.SetType):
                return Op("ge", (Op("len", (self.value(event.object, c),)), Const(1)))
            x = self.value(event.object, c)
            tests = [Op("ge", (x, Const(0)))] if isinstance(event.object.type, m.OptionalType) else []
            if event.verb == "move":
                zone, end, key = self.goal(event.role("to"), c)
                where = (x, Op("at", (x,)), zone)
                kinds = {0: kind_of(event.object.type)}
                tests += [Op("ne", (where[1], zone))] if end == Const(0) else []
                tests.append(self.room(x, zone, key))
                tests.append(negate(self.forbidden("verb", "move", lambda n: where[n], kinds)))
            if event.verb == "flip":
                face = event.role("to")
                if face is not None and not isinstance(face, (m.EachOf, m.PickOf)):
                    tests.append(Op("ne", (Op("face", (x,)), self.value(face, c))))
                parts = [
                    x,
                    self.value(face, c)
                    if face is not None and not isinstance(face, (m.EachOf, m.PickOf))
                    else self.other_face(x, kind_of(event.object.type)),
                ]
                tests.append(
                    negate(self.forbidden("verb", "flip", lambda n: parts[n], {0: kind_of(event.object.type)}))
                )
            return both(*tests)
        return YES

    def goal(self, argument: m.Argument | None, c: Context) -> tuple[Expr, Expr, str | None]:
        raise NotImplementedError

    def other_face(self, x: Expr, kind: str | None) -> Expr:
        """The face that comes up when nothing says which: the next one, after the last the first."""
        up = Op("face", (x,))
        counts = [len(self.lay.faces[name]) for name, _ in self.lay.things]
        if all(counts[i] <= 2 for i in self.kind_ids(kind or "Thing")):
            return Op("sub", (Const(1), up))
        number = self.table("faces")
        self.out.tables["faces"] = tuple(max(1, n) for n in counts)
        return Op("mod", (Op("add", (up, Const(1))), Op("fixed", (Const(number), x))))

    def first_possible(self, block: m.Block, c: Context) -> Expr:
        """Is the first phrase of a block possible?"""
        for s in block:
            match s:
                case m.Limit() | m.Let():
                    if isinstance(s, m.Let):
                        try:
                            if self.unset(s.value, c):
                                there, c = self.there(c, s.value), c.bind(s.local, self.value(s.value, c))
                                return both(there, self.first_possible(block[block.index(s) + 1 :], c))
                            c = c.bind(s.local, self.value(s.value, c))
                        except NotPlayable:
                            return YES
                    continue
                case m.Needs(condition=condition):
                    return both(self.value(condition, c), self.first_possible(block[1:], c))
                case m.Do(event=event):
                    return self.possible(event, c)
                case m.Free() if not self.inside_free:
                    return Op("ge", (Op("len", (self.free_options(s, self.you(c, s)),)), Const(1)))
                case m.Choose(amount=None, options=options):
                    return Op("ge", (Op("len", (self.options(options, c)[0],)), Const(1)))
                case m.Choose(amount=m.Amount(low=low), options=options, target=True):
                    return Op("ge", (Op("len", (self.options(options, c)[0],)), self.value(low, c)))
                case m.ChooseOne(modes=modes):
                    tests = [
                        both(
                            self.value(x.condition, c) if x.condition is not None else None,
                            self.first_possible(x.block, c),
                        )
                        for x in modes
                    ]
                    return YES if YES in tests else Op("or", tuple(tests)) if tests else NO
                case _:
                    return YES
        return YES
