"""What is known of variables: which ids they can stand for. Facts come from searches over Kinds and from tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias

from ..ir import Const, Expr, Find, Op, Pure, Var

if TYPE_CHECKING:
    from .simplify import Simplifier

Facts: TypeAlias = Mapping[str, frozenset[int]]
TRUTHS = frozenset({"eq", "ne", "lt", "le", "gt", "ge", "kind", "member", "in_play", "not", "single", "faced"})
MOST = 1024


def is_truth(e: Expr | None) -> bool:
    """Is its value yes or no, and no other number?"""
    match e:
        case Const(value):
            return value in (0, 1)
        case Op("and" | "or", args):
            return all(is_truth(x) for x in args)
        case Op("cond", (_, yes, no)):
            return is_truth(yes) and is_truth(no)
        case Op(name, _):
            return name in TRUTHS
        case Find(mode=mode):
            return mode in ("any", "all")
        case _:
            return False


def static_ids(source: Expr) -> tuple[int, ...] | None:
    match source:
        case Const(tuple() as ids) if all(isinstance(x, int) for x in ids):
            return ids
        case Op("range", (Const(int() as low), Const(int() as high))) if high - low <= MOST:
            return tuple(range(low, high))
        case _:
            return None


def _said(test: Expr) -> tuple[str, frozenset[int]] | None:
    match test:
        case Op("kind", (Var(name), Const(int() as low), Const(int() as high))) if high - low <= MOST:
            return name, frozenset(range(low, high))
        case Op("eq", (Var(name), Const(int() as one))) | Op("eq", (Const(int() as one), Var(name))):
            return name, frozenset((one,))
        case _:
            return None


def _allowed(test: Expr) -> dict[str, frozenset[int]]:
    """For some variables the ids that they can have if the test holds."""
    said = _said(test)
    if said is not None:
        return {said[0]: said[1]}
    match test:
        case Op("and", args):
            found: dict[str, frozenset[int]] = {}
            for x in args:
                for name, ids in _allowed(x).items():
                    found[name] = found[name] & ids if name in found else ids
            return found
        case Op("or", args):
            each = [_allowed(x) for x in args]
            return {
                name: frozenset().union(*(e[name] for e in each)) for name in each[0] if all(name in e for e in each)
            }
        case _:
            return {}


def refined(known: Facts, test: Expr | None, holds: bool) -> Facts:
    """The facts, and what follows from a test that holds or does not."""
    if test is None:
        return known
    if holds:
        allowed = _allowed(test)
        if not allowed:
            return known
        more = {name: known[name] & ids if name in known else ids for name, ids in allowed.items()}
        return {**known, **{name: ids for name, ids in more.items() if ids}}
    match test:
        case Op("or", args):
            for x in args:
                known = refined(known, x, False)
            return known
        case Op("not", (x,)):
            return refined(known, x, True)
        case Op("ne", args):
            return refined(known, Op("eq", args), True)
    said = _said(test)
    if said is not None and said[0] in known:
        left = known[said[0]] - said[1]
        return {**known, said[0]: left} if left else known
    return known


def cuts(e: Expr | None, var: str, simplifier: Simplifier) -> set[int]:
    """Where the ids of a variable fall into groups: the ends of the Kinds that the expression asks about."""
    match e:
        case Op("kind", (Var(name), Const(int() as low), Const(int() as high))):
            return {low, high} if name == var else set()
        case Op("eq" | "ne", (Var(name), Const(int() as one))) | Op("eq" | "ne", (Const(int() as one), Var(name))):
            return {one, one + 1} if name == var else set()
        case Op("faced", (Const(int() as table), Var(name))) if name == var:
            return simplifier.steps_of(table)
        case Op(_, args):
            return set().union(*(cuts(x, var, simplifier) for x in args)) if args else set()
        case Pure(function, args):
            found = set().union(*(cuts(x, var, simplifier) for x in args)) if args else set()
            value = simplifier.value_of(function) if Var(var) in args else None
            if value is not None and not isinstance(value, Find):
                p = simplifier.functions[function].params[args.index(Var(var))]
                found |= cuts(value, p, simplifier)
            return found
        case Find(_, _, source, test, value):
            return cuts(source, var, simplifier) | cuts(test, var, simplifier) | cuts(value, var, simplifier)
        case _:
            return set()
