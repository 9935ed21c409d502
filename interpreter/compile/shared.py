"""What an expression would work out several times gets a name and is worked out once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..ir import Const, Expr, Find, Op, Pure, Var
from .terms import larger, parts, size

LEAST = 6


def shared(exprs: Sequence[Expr], prefix: str) -> tuple[list[tuple[str, Expr]], list[Expr]]:
    """Names with what they stand for, and the expressions with the names in place.

    Only what is worked out in any case gets a name, so that nothing is worked out in vain.
    """
    given: list[tuple[str, Expr]] = []
    now = list(exprs)
    if sum(size(e) for e in now) < 2 * LEAST:
        return given, now
    while len(given) < 8:
        times: dict[Expr, int] = {}
        for e in now:
            for x in _closed(e, frozenset()):
                times[x] = times.get(x, 0) + 1
        repeated = [x for x, n in times.items() if n > 1]
        if not repeated:
            break
        certain = {x for e in now for x in sure(e)}
        best = max((x for x in repeated if x in certain), key=size, default=None)
        if best is None:
            break
        name = f"{prefix}{len(given)}"
        given.append((name, best))
        now = [_replaced(e, best, name) for e in now]
    return given, now


def _worth(e: Expr) -> bool:
    return isinstance(e, (Op, Pure, Find)) and larger(e, LEAST - 1) and not (isinstance(e, Op) and e.name == "range")


def _closed(e: Expr, bound: frozenset[str]) -> Iterator[Expr]:
    """Every part that reads no variable of a search around it."""
    if isinstance(e, (Const, Var)):
        return
    if _worth(e) and not (bound and _reads(e, bound)):
        yield e
    if isinstance(e, Find):
        yield from _closed(e.source, bound)
        inner = bound | {e.var}
        for x in (e.test, e.value):
            if x is not None:
                yield from _closed(x, inner)
    elif isinstance(e, Op) and e.name == "spread":
        for x in e.args[:2]:
            yield from _closed(x, bound)
    else:
        for x in parts(e):
            yield from _closed(x, bound)


def _reads(e: Expr, names: frozenset[str]) -> bool:
    if isinstance(e, Var):
        return e.name in names
    return any(_reads(x, names) for x in parts(e))


def sure(e: Expr) -> Iterator[Expr]:
    """Every part that is worked out in any case."""
    yield e
    match e:
        case Op("and" | "or" | "cond", args):
            yield from sure(args[0])
        case Op("spread", args):
            yield from sure(args[1])
        case Find(source=source):
            yield from sure(source)
        case Op(_, args) | Pure(_, args):
            for x in args:
                yield from sure(x)


def _replaced(e: Expr, old: Expr, name: str) -> Expr:
    if e == old:
        return Var(name)
    match e:
        case Op(op, args):
            return Op(op, tuple(_replaced(x, old, name) for x in args))
        case Pure(function, args):
            return Pure(function, tuple(_replaced(x, old, name) for x in args))
        case Find(mode, var, source, test, value):
            return Find(
                mode,
                var,
                _replaced(source, old, name),
                _replaced(test, old, name) if test is not None else None,
                _replaced(value, old, name) if value is not None else None,
            )
        case _:
            return e
