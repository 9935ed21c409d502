"""Expressions of the Ruleset as Python expressions."""

from __future__ import annotations

from collections.abc import Mapping

from ..ir import Const, Expr, Find, Op, Pure, Var
from .facts import static_ids
from .hoist import hoisted

INFIX = {"add": "+", "sub": "-", "mul": "*", "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
HELPERS = {
    "head": "head", "tail": "tail", "the": "the", "concat": "concat", "without": "without", "after_in": "after_in",
    "before_in": "before_in", "splits": "splits", "subsets": "subsets",
    "endless_add": "endless_add", "endless_sub": "endless_sub", "endless_mul": "endless_mul",
    "endless_div": "endless_div", "narrowed": "narrowed", "begins": "begins",
}  # fmt: skip


def shift(base: int, index: str) -> str:
    """`base + index`, short."""
    if index.isdigit():
        return str(base + int(index))
    if base == 0:
        return index
    return f"{index} + {base}" if base > 0 else f"{index} - {-base}"


class Expressions:
    """Writes expressions; remembers which registers of the state they use (`a`, `z`, `loc`, `h`)."""

    plain_names: dict[str, str] = {}  # noqa: RUF012 - set by the writer of functions: wrappers and what they call
    met: dict[str, tuple[int, int, int]] = {}  # noqa: RUF012 - "is one of these things on the place?"

    def __init__(self) -> None:
        self.used: set[str] = set()
        self.lifted: Mapping[Expr, str] = {}
        """Names for what several searches of the function need."""

    def ex(self, e: Expr, raw: bool = False) -> str:
        """`raw`: any iterable will do where a set is meant; otherwise sets are tuples."""
        match e:
            case Const(value):
                return repr(value)
            case Var(name):
                return name
            case Pure(function, args):
                return f"f_{function}(S{''.join(', ' + self.ex(x) for x in args)})"
            case Find():
                return self.find(e, raw)
            case Op(name, args):
                return self.op(name, args, raw)

    def use(self, *names: str) -> None:
        self.used.update(names)

    def members(self, e: Expr) -> str:
        """A set inside the brackets of another."""
        match e:
            case Const((one,)):
                return repr(one)
            case Op("tuple", (x,)):
                return self.ex(x)
            case _:
                return f"*{self.ex(e, True)}"

    def simple(self, e: Expr) -> bool:
        """May it be written twice?"""
        match e:
            case Const() | Var() | Op("get", (Const(), Const())):
                return True
            case _:
                return False

    def op(self, name: str, args: tuple[Expr, ...], raw: bool) -> str:
        if name == "lt" and args[1] == Const(1) and isinstance(args[0], Op) and args[0].name == "times":
            self.use("h")
            return f"({self.ex(args[0].args[1])} not in h[{_int(args[0].args[0])}])"
        if name == "mul" and not any(isinstance(x, Const) for x in args):
            return f"product({self.ex(args[0])}, {self.ex(args[1])})"
        if name in INFIX:
            return f"({self.ex(args[0])} {INFIX[name]} {self.ex(args[1])})"
        if name in HELPERS:
            return f"{HELPERS[name]}({', '.join(self.ex(x, name in ('head', 'tail', 'the')) for x in args)})"
        match name:
            case "div":
                if isinstance(args[1], Const) and args[1].value:
                    return f"({self.ex(args[0])} // {self.ex(args[1])})"
                return f"div({self.ex(args[0])}, {self.ex(args[1])})"
            case "mod":
                match args:
                    case (Op("div", (marks, Const(int() as power))), Const(2)) if power & (power - 1) == 0:
                        return f"({self.ex(marks)} >> {power.bit_length() - 1} & 1)"
                if isinstance(args[1], Const) and args[1].value:
                    return f"({self.ex(args[0])} % {self.ex(args[1])})"
                return f"modulo({self.ex(args[0])}, {self.ex(args[1])})"
            case "neg":
                return f"(-{self.ex(args[0])})"
            case "and":
                return "(" + " and ".join(self.ex(x) for x in args) + ")"
            case "or":
                return "(" + " or ".join(self.ex(x) for x in args) + ")"
            case "not":
                return f"(not {self.ex(args[0])})"
            case "cond":
                return f"({self.ex(args[1], raw)} if {self.ex(args[0])} else {self.ex(args[2], raw)})"
            case "max" | "min":
                return f"{name}({', '.join(self.ex(x) for x in args)})"
            case "tuple":
                inner = ", ".join(self.ex(x) for x in args)
                return f"({inner},)" if args else "()"
            case "join":
                return f"(*{self.ex(args[0], True)}, {self.members(args[1])})"
            case "append":
                return f"(*{self.ex(args[0], True)}, {self.ex(args[1])})"
            case "joined":
                inner = "".join(f"*{self.ex(x, True)}, " for x in args)
                return f"({inner})" if args else "()"
            case "member":
                match args[1]:
                    case Const(tuple() as ids) if len(ids) > 2 and all(isinstance(x, int) for x in ids):
                        return (
                            f"({self.ex(args[0])} in {{{', '.join(map(repr, ids))}}})"  # a constant: looked up at once
                        )
                return f"({self.ex(args[0])} in {self.ex(args[1], True)})"
            case "zones_of":
                self.use("loc")
                return f"loc[{_int(args[0])}:{_int(args[1])}]"
            case "len":
                return f"len({self.ex(args[0], True)})"
            case "single":
                return f"isinstance({self.ex(args[0])}, int)"
            case "get":
                self.use("a")
                return f"a[{shift(_int(args[0]), self.ex(args[1]))}]"
            case "get_or":
                self.use("a")
                if self.simple(args[1]):
                    x = self.ex(args[1])
                    return f"(a[{shift(_int(args[0]), x)}] if {x} >= 0 else {self.ex(args[2])})"
                return f"get_or(a, {_int(args[0])}, {self.ex(args[1])}, {self.ex(args[2])})"
            case "fixed":
                return f"T{_int(args[0])}[{self.ex(args[1])}]"
            case "fixed_or":
                if self.simple(args[1]):
                    x = self.ex(args[1])
                    return f"(T{_int(args[0])}[{x}] if {x} >= 0 else {self.ex(args[2])})"
                return f"get_or(T{_int(args[0])}, 0, {self.ex(args[1])}, {self.ex(args[2])})"
            case "at":
                self.use("loc")
                return f"loc[{self.ex(args[0])}]"
            case "items":
                if isinstance(args[0], Const) and isinstance(args[0].value, int) and args[0].value < 3:
                    return f"contents(S, {args[0].value})"
                self.use("z")
                return f"z[{self.ex(args[0])}]"
            case "zone":
                return f"({shift(_int(args[0]), self.ex(args[1]))})"
            case "holder":
                self.use("loc")
                return f"ZONE_OWNER[loc[{self.ex(args[0])}]]"
            case "here":
                self.use("pl")
                return f"HERE[pl[{self.ex(args[0])}]]"
            case "place":
                self.use("pl")
                return f"pl[{self.ex(args[0])}]"
            case "in_play":
                self.use("loc")
                return f"(loc[{self.ex(args[0])}] > 1)"
            case "kind":
                low, high = _int(args[1]), _int(args[2])
                x = self.ex(args[0])
                return f"({x} == {low})" if high == low + 1 else f"({low} <= {x} < {high})"
            case "face":
                self.use("a")
                return f"a[{self.ex(args[0])}]"
            case "faced":
                self.use("a")
                x = self.ex(args[1])
                return f"(T{_int(args[0])}[{x}] >> a[{x}] & 1)"
            case "steps":
                return f"(S.bd or board(S)).distance[{self.ex(args[1])}][{self.ex(args[2])}]"
            case "distance":
                return f"distance(S.bd or board(S), {self.ex(args[1])}, {self.ex(args[2])})"
            case "neighbours":
                return f"neighbours(S.bd or board(S), {self.ex(args[1])})"
            case "spread":
                through = args[2]
                if isinstance(through, Pure):
                    met = self.met.get(through.function)
                    if met is not None and not through.args:
                        base, low, high = met
                        self.use("loc")
                        return f"spread_among(S.bd or board(S), {self.ex(args[1])}, {base}, loc[{low}:{high}])"
                    if not through.args and through.function in self.plain_names:
                        return (
                            f"spread(S.bd or board(S), {self.ex(args[1])}, f_{self.plain_names[through.function]}, S)"
                        )
                    more = "".join(", " + self.ex(x) for x in through.args)
                    return f"spread(S.bd or board(S), {self.ex(args[1])}, f_{through.function}, S{more})"
                return f"spread_over(S.bd or board(S), {self.ex(args[1])}, {self.ex(through)})"
            case "position":
                self.use("z", "loc")
                return f"position(z, loc, {self.ex(args[0])})"
            case "reading":
                return f"reading(S, {self.ex(args[0])})"
            case "alike":
                return f"alike(S, {self.ex(args[0])})"
            case "payments":
                return f"payments(S, {', '.join(self.ex(x) for x in args)})"
            case "distinct":
                return f"distinct(S, {self.ex(args[0], True)})"
            case "times":
                self.use("h")
                return f"h[{_int(args[0])}].count({self.ex(args[1])})"
            case "history":
                self.use("h")
                return f"h[{_int(args[0])}]"
            case "part":
                return f"{self.ex(args[0])}[{self.ex(args[1])}]"
            case "intact":
                return f"intact({_int(args[0])})"
            case "seated":
                return "S.seated"
            case "effects":
                return f"(effects(S, {_int(args[0])}) if S.fx else ())"
            case "flag":
                return ("S.defer", "S.quiet", "S.w", "S.did", "(not S.defer and S.later)")[_int(args[0])]
            case "legal":
                return f"MENUS[{_int(args[0])}](S, {self.ex(args[1])})"
            case "range":
                inner = f"range({self.ex(args[0])}, {self.ex(args[1])})"
                return inner if raw else f"tuple({inner})"
            case _:
                raise AssertionError(f"no Python for the operation {name}")

    def find(self, e: Find, raw: bool) -> str:
        v = e.var
        source = self.ex(e.source, True)
        e, fixed = hoisted(e, known=self.lifted)
        names = "".join(f"for {name} in ({self.ex(value)},) " for name, value in fixed)
        if fixed and static_ids(e.source) is None:
            # only if there is a candidate
            names = f"for of_{v} in ({source},) if of_{v} {names}"
            source = f"of_{v}"
        loop = f"{names}for {v} in {source}"
        test = f" if {self.ex(e.test)}" if e.test is not None else ""
        value = self.ex(e.value) if e.value is not None else v
        match e.mode:
            case "list":
                inner = f"[{v} {loop}{test}]"
            case "map":
                inner = f"[{value} {loop}{test}]"
            case "flat":
                many = self.ex(e.value, True) if e.value is not None else v
                inner = f"[y_{v} {loop}{test} for y_{v} in {many}]"
            case "any":
                assert e.test is not None
                return f"any([{self.ex(e.test)} {loop}])"
            case "all":
                return f"all([{value} {loop}{test}])"
            case "count":
                return f"len([1 {loop}{test}])"
            case "first":
                return f"head([{v} {loop}{test}])"
            case "sum":
                return f"sum([{value} {loop}{test}])"
            case "max" | "min":
                return f"{e.mode}([{value} {loop}{test}], default=0)"
            case "highest" | "lowest":
                return f"{e.mode}([({value}, {v}) {loop}{test}])"
            case "sorted":
                kept = f"[{v} {loop}{test}]" if test else source
                inner = f"sorted({kept}, key=lambda {v}: {value})"
        return inner if raw else f"tuple({inner})"


def _int(e: Expr) -> int:
    assert isinstance(e, Const) and isinstance(e.value, int)
    return e.value
