"""Makes expressions of a Ruleset smaller: small functions are written out where they are called, and what is known
beforehand (of which Kind a thing can be, what stands in a table that never changes) is worked out.

The value stays the same for every state, and so does the order of every set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..ir import Const, Expr, Find, Op, Pure, Ruleset, Var
from .facts import Facts, cuts, is_truth, refined, static_ids
from .terms import (
    cheap,
    conjuncts,
    cost,
    fixed_only,
    joined_ranges,
    larger,
    mentions,
    parts,
    reordered,
    size,
    substituted,
    without_implied,
)

SMALL = 60
"""A function of so many operations is written out where it is called."""
LARGE = 400
"""Of a larger one it is tried whether it becomes small by what is known of the arguments."""
RUNS = 8
"""A search falls apart into at most so many, one for each group of Kinds with a test of its own."""
NO = Const(0)
YES = Const(1)
EMPTY = Const(())
COMPARED: Mapping[str, Callable[[Any, Any], bool]] = {
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
}
TURNED = {"eq": "ne", "ne": "eq"}


class Simplifier:
    """Simplifies expressions of one Ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        self.tables = list(rules.tables.values())
        self.owners = rules.tables.get("zone_owner", ())
        self.functions = rules.functions
        self.values: dict[str, Expr] = {}
        self.open: set[str] = set()
        self.names = 0

    def fresh(self) -> str:
        """The beginning of names for one statement."""
        self.names += 1
        return f"c{self.names}_"

    def value_of(self, name: str) -> Expr | None:
        """The simplified value of a pure function; None while it is being worked out (it calls itself)."""
        if name in self.values:
            return self.values[name]
        value = self.functions[name].value
        if value is None or name in self.open:
            return None
        self.open.add(name)
        found = self.values[name] = self.fold(value, {})
        self.open.discard(name)
        return found

    def steps_of(self, number: int) -> set[int]:
        """Where a table goes on with another value."""
        table = self.tables[number]
        return {x for x in range(1, len(table)) if table[x] != table[x - 1]}

    # ------------------------------------------------------------------ one expression

    def fold(self, e: Expr, known: Facts) -> Expr:
        match e:
            case Var(name):
                ids = known.get(name)
                return Const(next(iter(ids))) if ids is not None and len(ids) == 1 else e
            case Pure(name, args):
                return self.call(name, tuple(self.fold(x, known) for x in args), known)
            case Find():
                return self.find(e, known)
            case Op(name, args):
                return self.op(name, args, known)
            case _:
                return e

    def call(self, name: str, args: tuple[Expr, ...], known: Facts) -> Expr:
        value = self.value_of(name)
        called = Pure(name, args)
        if value is None or isinstance(value, Find):
            return called
        large = larger(value, SMALL)
        if large and (larger(value, LARGE) or not any(_ids(x, known) for x in args)):
            return called
        bound = {}
        for p, x in zip(self.functions[name].params, args, strict=True):
            if cost(x) > 1 and mentions(value, p) > 1:
                return called
            bound[p] = x
        found = self.fold(substituted(value, bound), known)
        return called if large and larger(found, SMALL) else found

    def op(self, name: str, args: tuple[Expr, ...], known: Facts) -> Expr:
        match name:
            case "and" | "or":
                return self.junction(name, args, known)
            case "cond":
                args = _merged(args)
                if args[1] == args[2]:
                    return self.fold(args[1], known)
                test = self.fold(args[0], known)
                if isinstance(test, Const):
                    return self.fold(args[1] if test.value else args[2], known)
                yes = self.fold(args[1], refined(known, test, True))
                no = self.fold(args[2], refined(known, test, False))
                return _cond(test, yes, no)
            case "spread":
                through = args[2]
                kept = (
                    Pure(through.function, tuple(self.fold(x, known) for x in through.args))
                    if isinstance(through, Pure)
                    else self.fold(through, known)
                )
                return Op(name, (self.fold(args[0], known), self.fold(args[1], known), kept))
        folded = tuple(self.fold(x, known) for x in args)
        return self.rule(name, folded, known)

    def junction(self, name: str, args: Iterable[Expr], known: Facts) -> Expr:
        """`and` and `or`: what decides it ends it; what says nothing is left out."""
        both = name == "and"
        out: list[Expr] = []
        last_dropped = False
        facts = known
        for x in conjuncts(name, args):
            f = self.fold(x, facts)
            if isinstance(f, Const):
                if bool(f.value) != both:
                    return NO if both else YES
                last_dropped = True
                continue
            last_dropped = False
            out += conjuncts(name, (f,))
            facts = refined(facts, f, both)
        out = without_implied(out) if both else joined_ranges(out)
        if not out:
            return YES if both else NO
        if both and last_dropped and not is_truth(out[-1]):
            return Op(name, (*out, YES))
        return out[0] if len(out) == 1 else Op(name, tuple(reordered(out)))

    def rule(self, name: str, args: tuple[Expr, ...], known: Facts) -> Expr:
        """An operation whose arguments are simplified already."""
        first = args[0] if args else NO
        values = [x.value for x in args if isinstance(x, Const)]
        constant = len(values) == len(args)
        match name:
            case "eq" | "ne" | "lt" | "le" | "gt" | "ge":
                return self.compare(name, args, known)
            case "kind":
                low, high = _number(args[1]), _number(args[2])
                ids = _ids(first, known)
                if ids is not None:
                    inside = [low <= x < high for x in ids]
                    if all(inside):
                        return YES
                    if not any(inside):
                        return NO
                if isinstance(first, Op) and first.name == "holder":
                    zones = [z for z, owner in enumerate(self.owners) if isinstance(owner, int) and low <= owner < high]
                    if zones and zones == list(range(zones[0], zones[-1] + 1)):
                        return Op("kind", (Op("at", first.args), Const(zones[0]), Const(zones[-1] + 1)))
            case "not":
                if constant:
                    return NO if values[0] else YES
                if isinstance(first, Op) and first.name in TURNED:
                    return Op(TURNED[first.name], first.args)
                if isinstance(first, Op) and first.name == "not" and is_truth(first.args[0]):
                    return first.args[0]
            case "endless_add" | "endless_sub" if args[1] == NO:
                return first
            case "mul" if constant and all(isinstance(v, int) and abs(v) < 1 << 20 for v in values):
                return Const(values[0] * values[1])  # type: ignore[operator]
            case "part" if isinstance(args[1], Const) and isinstance(args[1].value, int) and args[1].value >= 0:
                match first:
                    case Const(tuple() as items) if args[1].value < len(items):
                        return Const(items[args[1].value])
                    case Op("tuple", members) if args[1].value < len(members):
                        return members[args[1].value]
            case "fixed" | "fixed_or":
                table = self.tables[_number(first)]
                match args[1]:
                    case Op("add", (Op("mul", (Var(x), Const(int() as width))), Op("face", (Var(y),)))) if x == y:
                        ids = known.get(x)
                        if ids and min(ids) >= 0 and (max(ids) + 1) * width <= len(table):
                            said = {value for x in ids for value in table[x * width : (x + 1) * width]}
                            if len(said) == 1 and isinstance(value := said.pop(), int):
                                return Const(value)
                ids = _ids(args[1], known)
                if ids and all(0 <= x < len(table) for x in ids):
                    found = {table[x] for x in ids}
                    if len(found) == 1:
                        value = next(iter(found))
                        if isinstance(value, int) or _numbers(value):
                            return Const(value)  # type: ignore[arg-type]
                    return Op("fixed", args[:2])
            case "faced":
                table = self.tables[_number(first)]
                ids = _ids(args[1], known)
                if ids and all(0 <= x < len(table) for x in ids):
                    bits = {table[x] for x in ids}
                    if bits == {0}:
                        return NO
                    if bits == {-1}:
                        return YES
            case "get_or":
                ids = _ids(args[1], known)
                if ids and min(ids) >= 0:
                    return Op("get", args[:2])
            case "member":
                of, among = _ids(first, known), static_ids(args[1])
                if of and among is not None:
                    inside = [x in among for x in of]
                    if all(inside) or not any(inside):
                        return YES if inside[0] else NO
                    if isinstance(args[1], Op):
                        return self.rule("kind", (first, *args[1].args), known)
                match args[1]:
                    case Const((int() as one,)):
                        return self.compare("eq", (first, Const(one)), known)
                    case Op("tuple", (one,)):
                        return self.compare("eq", (first, one), known)
            case "zone":
                if constant:
                    return Const(values[0] + values[1])  # type: ignore[operator]
            case "add" | "sub":
                if constant and all(isinstance(v, int) and abs(v) < 1 << 20 for v in values):
                    return Const(values[0] + values[1] if name == "add" else values[0] - values[1])  # type: ignore
                if args[1] == NO:
                    return first
                if name == "add" and first == NO:
                    return args[1]
            case "max" | "min":
                if constant and len(values) > 1 and all(isinstance(v, int) for v in values):
                    return Const(max(values) if name == "max" else min(values))
            case "len" | "head" | "tail" | "the":
                return self.of_set(name, first)
            case "tuple":
                if constant and all(isinstance(v, int) for v in values):
                    return Const(tuple(values))  # type: ignore[arg-type]
            case "joined":
                parts = [y for x in args for y in (x.args if isinstance(x, Op) and x.name == "joined" else (x,))]
                parts = [x for x in parts if x != EMPTY]
                return Op("joined", tuple(parts)) if parts else EMPTY
            case "concat":
                if args[1] == EMPTY:
                    return first
                if first == EMPTY:
                    return args[1]
        return Op(name, args)

    def compare(self, name: str, args: tuple[Expr, ...], known: Facts) -> Expr:
        a, b = args
        test = COMPARED[name]
        match name, a, b:
            case "ge", Op("len", (Op("splits", (_, Find("map", var, payers, None, stock), total)),)), Const(1):
                # it can be paid if all of them together have so much
                return Op("ge", (Find("sum", var, payers, None, stock), total))
        left, right = self.ids(a, known), self.ids(b, known)
        if left and right and len(left) * len(right) <= 4096:
            found = {test(x, y) for x in left for y in right}
            if len(found) == 1:
                return YES if found.pop() else NO
        return Op(name, args)

    def ids(self, e: Expr, known: Facts) -> frozenset[int] | None:
        """What a number can be, if that is known beforehand."""
        if isinstance(e, Op) and e.name == "fixed":
            table = self.tables[_number(e.args[0])]
            at = _ids(e.args[1], known)
            if at is not None and all(0 <= x < len(table) for x in at):
                found = [table[x] for x in at]
                return (
                    frozenset(x for x in found if isinstance(x, int))
                    if all(isinstance(x, int) for x in found)
                    else None
                )
        return _ids(e, known)

    def of_set(self, name: str, items: Expr) -> Expr:
        """len, head, tail and the only one of a set whose members are known."""
        match items:
            case Const(tuple()) | Op("tuple", _) if name == "the" and _known_size(items) > 1:
                return Op(name, (items,))
            case Const(tuple() as values):
                if name == "len":
                    return Const(len(values))
                return Const((values[0] if name == "head" else values[-1]) if values else -1)
            case Op("tuple", parts):
                return Const(len(parts)) if name == "len" else parts[0 if name == "head" else -1]
            case Op("cond", (test, yes, no)) if _known_set(yes) and _known_set(no):
                return _cond(test, self.of_set(name, yes), self.of_set(name, no))
        return Op(name, (items,))

    # ------------------------------------------------------------------ searches

    def find(self, e: Find, known: Facts) -> Expr:
        e = _tested(e)
        source = self.fold(e.source, known)
        test, value = e.test, e.value
        match source:
            case Op("cond", (when, yes, no)) if _known_set(yes) and _known_set(no):
                return _cond(
                    when,
                    self.find(Find(e.mode, e.var, yes, test, value), refined(known, when, True)),
                    self.find(Find(e.mode, e.var, no, test, value), refined(known, when, False)),
                )
            case Find("list", inner, over, kept, None):
                bound: dict[str, Expr] = {e.var: Var(inner)}
                tests = [x for x in (kept, substituted(test, bound) if test is not None else None) if x is not None]
                joint = None if not tests else tests[0] if len(tests) == 1 else Op("and", tuple(tests))
                given = substituted(value, bound) if value is not None else None
                return self.find(Find(e.mode, inner, over, joint, given), known)
            case Find("flat", inner, over, kept, Const((one,))) | Find("flat", inner, over, kept, Op("tuple", (one,))):
                element: Expr = Const(one) if isinstance(one, int) else one
                if e.mode in ("sum", "count", "any", "all", "map", "flat") and cost(element) <= 1:
                    bound = {e.var: element}
                    tests = [x for x in (kept, substituted(test, bound) if test is not None else None) if x is not None]
                    joint = None if not tests else tests[0] if len(tests) == 1 else Op("and", tuple(tests))
                    given = substituted(value, bound) if value is not None else None
                    return self.find(Find(e.mode, inner, over, joint, given), known)
        ids = static_ids(source)
        inside = dict(known)
        inside.pop(e.var, None)
        if ids is None:
            return self.kept(e, source, inside)
        if not ids:
            return _over_nothing(e)
        if isinstance(source, Op) or ids == tuple(sorted(set(ids))):
            return self.over_ids(e, source, ids, inside)
        inside[e.var] = frozenset(ids)
        return self.kept(e, source, inside)

    def kept(self, e: Find, source: Expr, inside: Facts) -> Expr:
        """A search whose candidates are only known in play."""
        match source:
            case Op("tuple", (one,)) if cost(one) <= 1 and e.mode in ("sum", "any", "count", "map", "all"):
                bound = {e.var: one}
                return self.single(
                    e,
                    one,
                    self.fold(substituted(e.test, bound), inside) if e.test is not None else None,
                    self.fold(substituted(e.value, bound), inside) if e.value is not None else None,
                )
        test = self.fold(e.test, inside) if e.test is not None else None
        value = self.fold(e.value, refined(inside, test, True)) if e.value is not None else None
        if test == YES and e.mode != "any":
            test = None
        if test == NO:
            return _over_nothing(e)
        match source, test:
            case Op("items", (zone,)), Op("kind", (Var(name), Const(int() as low), Const(int() as high))):
                if e.mode == "any" and name == e.var and high - low <= FEW:
                    # few such things: look where each of them is
                    return Op("member", (zone, Op("zones_of", (Const(low), Const(high)))))
        return _tested(Find(e.mode, e.var, source, test, value))

    def over_ids(self, e: Find, source: Expr, ids: tuple[int, ...], inside: Facts) -> Expr:
        """A search among things that are known beforehand: one for each group of Kinds that has a test of its own."""
        runs: list[tuple[list[int], Expr | None, Expr | None]] = []
        ids = self.possible(e, ids, inside)
        if not ids:
            return _over_nothing(e)
        pinned = self.pinned(e, source if ids == static_ids(source) else _source(ids), inside)
        if pinned is not None:
            return pinned
        apart = e.mode in UNROLLED and len(ids) <= UNROLL and sum(size(x) for x in (e.test, e.value) if x) <= SMALL // 2
        bounds = sorted(cuts(e.test, e.var, self) | cuts(e.value, e.var, self))
        group: list[int] = []
        groups: list[list[int]] = []
        for x in ids:
            if group and (apart or any(group[-1] < b <= x for b in bounds)):
                groups.append(group)
                group = []
            group.append(x)
        groups.append(group)
        for members in groups:
            facts = {**inside, e.var: frozenset(members)}
            test = self.fold(e.test, facts) if e.test is not None else None
            if test == NO:
                continue
            if test == YES:
                test = None
            value = self.fold(e.value, refined(facts, test, True)) if e.value is not None else None
            if not apart and runs and runs[-1][1:] == (test, value) and len(members) + len(runs[-1][0]) > 2:
                runs[-1][0].extend(members)
            else:
                runs.append((members, test, value))
        if not runs:
            return _over_nothing(e)
        if len(runs) == 1 or (len(runs) <= RUNS and e.mode in JOINED):
            parts = [self.run(e, *r, inside) for r in runs]
            if len(parts) == 1:
                return parts[0]
            match JOINED[e.mode]:
                case "add":
                    total = parts[0]
                    for part in parts[1:]:
                        total = self.rule("add", (total, part), inside)
                    return total
                case "joined":
                    return self.rule("joined", tuple(parts), inside)
                case junction:
                    return self.junction(junction, parts, inside)
        left = tuple(x for members, _, _ in runs for x in members)
        facts = {**inside, e.var: frozenset(left)}
        return self.kept(e, source if left == static_ids(source) else _source(left), facts)

    def pinned(self, e: Find, source: Expr, inside: Facts) -> Expr | None:
        """A search for one that has to be this very thing: is that one among them, and does it pass?"""
        tests = list(conjuncts("and", (e.test,) if e.test is not None else ()))
        found: list[tuple[int, int, Expr]] = []
        for k, part in enumerate(tests):
            match part:
                case Op("eq", (Var(name), one)) | Op("eq", (one, Var(name))) if name == e.var:
                    if not mentions(one, e.var) and cheap(one):
                        found.append((size(one), k, one))
        if not found:
            return None
        _, n, one = min(found, key=lambda f: f[:2])
        match source:
            case Op("range", (low, high)):
                among: Expr = Op("kind", (one, low, high))
            case _:
                among = Op("member", (one, source))
        others = (substituted(x, {e.var: one}) for k, x in enumerate(tests) if k != n)
        test = self.junction("and", (among, *others), inside)
        if test == NO:
            return _over_nothing(e)
        value = substituted(e.value, {e.var: one}) if e.value is not None else None
        if value is not None:
            value = self.fold(value, refined(inside, test, True))
        return self.single(e, one, None if test == YES else test, value)

    def possible(self, e: Find, ids: tuple[int, ...], inside: Facts) -> tuple[int, ...]:
        """Without those for which a test that needs only tables fails."""
        for part in conjuncts("and", (e.test,) if e.test is not None else ()):
            if fixed_only(part, e.var):
                ids = tuple(x for x in ids if self.fold(part, {**inside, e.var: frozenset((x,))}) != NO)
        return ids

    def run(self, e: Find, ids: list[int], test: Expr | None, value: Expr | None, inside: Facts) -> Expr:
        if len(ids) == 1:
            return self.single(e, Const(ids[0]), test, value)
        if test is None and e.mode == "any":
            return YES
        return _tested(Find(e.mode, e.var, _source(tuple(ids)), test, value))

    def single(self, e: Find, one: Expr, test: Expr | None, value: Expr | None) -> Expr:
        """A search with one candidate."""
        nothing = _over_nothing(e)
        given: Expr
        match e.mode:
            case "any":
                return test if test is not None else YES
            case "list" | "sorted" | "highest" | "lowest":
                given = self.rule("tuple", (one,), {})
            case "map":
                assert value is not None
                given = self.rule("tuple", (value,), {})
            case "count":
                given = YES
            case "first":
                given = one
            case _:
                assert value is not None
                given = value
        return given if test is None else _cond(test, given, nothing) if not isinstance(test, Const) else (
            given if test.value else nothing
        )  # fmt: skip


UNROLL = 6
UNROLLED = ("any", "all", "count", "sum")
FEW = 12
JOINED = {"list": "joined", "map": "joined", "flat": "joined", "any": "or", "all": "and", "count": "add", "sum": "add"}
"""How searches over parts of a set make up the search over the whole."""


def _over_nothing(e: Find) -> Expr:
    match e.mode:
        case "all":
            return YES
        case "any" | "count" | "sum" | "max" | "min":
            return NO
        case "first":
            return Const(-1)
        case _:
            return EMPTY


def _source(ids: tuple[int, ...]) -> Expr:
    if len(ids) > 2 and ids == tuple(range(ids[0], ids[-1] + 1)):
        return Op("range", (Const(ids[0]), Const(ids[-1] + 1)))
    return Const(ids)


def _cond(test: Expr, yes: Expr, no: Expr) -> Expr:
    if yes == no:
        return yes
    if yes == YES and no == NO and is_truth(test):
        return test
    if yes == NO and no == YES:
        return Op("not", (test,))
    return Op("cond", (test, yes, no))


def _tested(e: Find) -> Find:
    """What a candidate gives only on a condition is given by those that pass it."""
    match e:
        case Find("flat", var, source, test, Op("cond", (when, given, Const(())))):
            return _tested(Find("flat", var, source, when if test is None else Op("and", (test, when)), given))
        case Find("flat", var, source, test, Op("tuple", (one,))):
            return Find("map", var, source, test, one)
        case _:
            return e


def _merged(args: tuple[Expr, ...]) -> tuple[Expr, ...]:
    """The parts of a condition. With those in its "else" that have the same outcome it is one condition."""
    test, yes, no = args
    if isinstance(no, Op) and no.name == "cond":
        other, also, rest = _merged(no.args)
        if also == rest:
            return _merged((test, yes, rest))
        if also == yes:
            return Op("or", (test, other)), yes, rest
        return test, yes, Op("cond", (other, also, rest))
    return args


def _known_size(e: Expr) -> int:
    return len(e.value) if isinstance(e, Const) and isinstance(e.value, tuple) else len(parts(e))


def _known_set(e: Expr) -> bool:
    match e:
        case Const(tuple()) | Op("tuple", _):
            return True
        case Op("cond", (_, yes, no)):
            return _known_set(yes) and _known_set(no)
        case _:
            return False


def _ids(e: Expr, known: Facts) -> frozenset[int] | None:
    match e:
        case Const(int() as value):
            return frozenset((value,))
        case Var(name):
            return known.get(name)
        case _:
            return None


def _number(e: Expr) -> int:
    assert isinstance(e, Const) and isinstance(e.value, int)
    return e.value


def _numbers(value: object) -> bool:
    return isinstance(value, tuple) and all(isinstance(x, int) for x in value)
