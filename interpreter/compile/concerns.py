"""Whom a move concerns: a watch or an ending is looked at after a move only if its condition reads where such a thing
is, or what lies in one of the two zones."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field

from ..ir import Const, Effect, Expr, Find, If, Loop, Op, Pure, Ruleset, Var, statements
from .facts import Facts, static_ids
from .simplify import Simplifier
from .terms import parts

BOARD = frozenset({"steps", "distance", "adjacent", "neighbours", "spread", "near", "reading", "position", "legal"})
BOARD |= {"distinct", "alike", "payments", "shown"}
RANGES = 8
"""So many comparisons are still cheaper than the look."""


@define
class Concern:
    """What a condition reads: the places of these things, the contents of these zones; or it may be anything."""

    ids: set[int] = field(factory=set)
    zones: set[int] = field(factory=set)
    anything: bool = False


class Concerns:
    """What each watch and each group of endings reads."""

    def __init__(self, rules: Ruleset, simplifier: Simplifier) -> None:
        self.rules = rules
        self.simplifier = simplifier
        owners = rules.tables.get("zone_owner", ())
        places = rules.tables.get("zone_place", ())
        self.holders = {o for o, p in zip(owners, places, strict=True) if isinstance(o, int) and o >= 0 and p == -1}
        self.checks: dict[int, Concern] = {}
        self.marks = self.of_watches()

    def of_check(self, group: int) -> Concern:
        if group not in self.checks:
            found = self.checks[group] = Concern()
            for ending in self.rules.layout.ending_groups[group]:
                value = self.simplifier.value_of(f"end_{ending}")
                if value is None:
                    found.anything = True
                else:
                    self.read(value, {}, found)
        return self.checks[group]

    def of_mark(self, bit: int) -> Concern:
        return self.marks.get(bit, Concern(anything=True))

    def of_watches(self) -> dict[int, Concern]:
        """The watches are a loop with a part `if the mark is set: if the condition holds ...` for each."""
        found: dict[int, Concern] = {}
        function = self.rules.functions.get("watches")
        for s in statements(function.body if function is not None else ()):
            match s:
                case If(Op("mod", (Op("div", (_, Const(int() as power))), Const(2))), inner):
                    concern = found[power.bit_length() - 1] = Concern()
                    for x in inner:
                        match x:
                            case If(test):
                                self.read(self.simplifier.fold(test, {}), {}, concern)
                            case Loop(var, source, (If(test),)):
                                source = self.simplifier.fold(source, {})
                                ids = static_ids(source)
                                known = {var: frozenset(ids)} if ids else {}
                                self.read(source, {}, concern)
                                self.read(self.simplifier.fold(test, known), known, concern)
                            case _:
                                concern.anything = True
        return found

    def read(self, e: Expr, known: Facts, into: Concern) -> None:
        match e:
            case Op("at" | "in_play" | "holder" | "place" | "here" as name, (x,)):
                ids = self.ids(x, known)
                if ids is None:
                    into.anything = True
                    return
                into.ids |= ids
                if name in ("place", "here"):
                    into.ids |= self.holders
            case Op("items", (zone,)):
                zones = self.zones(zone, known)
                if zones is None or min(zones, default=3) < 3:
                    into.anything = True
                    return
                into.zones |= zones
            case Op("zones_of", (Const(int() as low), Const(int() as high))):
                into.ids |= set(range(low, high))
            case Op(name, _) if name in BOARD:
                into.anything = True
            case Pure(function, args):
                value = self.simplifier.value_of(function)
                if value is None:
                    into.anything = True
                    return
                inner = {}
                for p, x in zip(self.simplifier.functions[function].params, args, strict=True):
                    ids = self.ids(x, known)
                    if ids is not None:
                        inner[p] = ids
                self.read(value, inner, into)
            case Find(_, var, source, test, value):
                self.read(source, known, into)
                ids_ = static_ids(source)
                inner = {k: v for k, v in known.items() if k != var}
                if ids_ is not None:
                    inner[var] = frozenset(ids_)
                for part in (test, value):
                    if part is not None:
                        self.read(part, inner, into)
                return
        for x in () if isinstance(e, Find) else parts(e):
            self.read(x, known, into)

    def ids(self, e: Expr, known: Facts) -> frozenset[int] | None:
        match e:
            case Const(int() as one):
                return frozenset((one,))
            case Var(name):
                return known.get(name)
            case _:
                return None

    def zones(self, e: Expr, known: Facts) -> frozenset[int] | None:
        match e:
            case Op("zone", (Const(int() as base), x)):
                ids = self.ids(x, known)
                return None if ids is None else frozenset(base + y for y in ids)
            case _:
                return self.ids(e, known)

    # ------------------------------------------------------------------ after a move

    def when(self, s: Effect, x: Expr, old: Expr, new: Expr, known: Facts) -> Expr | None:
        """After a move: when must this mark or check be made? None: always."""
        number = s.args[0].value if isinstance(s.args[0], Const) else -1
        if not isinstance(number, int) or number < 0:
            return None
        concerns = (
            [self.of_check(number)]
            if s.name == "check"
            else [self.of_mark(bit) for bit in range(number.bit_length()) if number >> bit & 1]
        )
        if any(c.anything for c in concerns):
            return None
        ids = _ranges(y for c in concerns for y in c.ids)
        zones = _ranges(y for c in concerns for y in c.zones)
        if len(ids) + 2 * len(zones) > RANGES:
            return None
        tests = [Op("kind", (x, Const(a), Const(b))) for a, b in ids]
        tests += [Op("kind", (zone, Const(a), Const(b))) for zone in (new, old) for a, b in zones]
        return self.simplifier.fold(Op("or", tuple(tests)), known)


def _ranges(numbers: Iterable[int]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for n in sorted(set(numbers)):
        if found and found[-1][1] == n:
            found[-1] = (found[-1][0], n + 1)
        else:
            found.append((n, n + 1))
    return found
