"""What is the same for every candidate of a search, and is worked out once before it."""

from __future__ import annotations

from collections.abc import Container, Mapping

from ..ir import Const, Expr, Find, Op, Pure, Var
from .shared import sure
from .terms import substituted

HOISTED = frozenset({"zones_of", "place", "neighbours", "spread", "board", "seated"})
"""Operations that are worth a name outside of a search, in Python."""


def names_in(x: Expr) -> set[str]:
    match x:
        case Var(name):
            return {name}
        case Op(_, args) | Pure(_, args):
            return set().union(*(names_in(a) for a in args)) if args else set()
        case Find(_, _, source, test, value):
            found = names_in(source)
            for part in (test, value):
                if part is not None:
                    found |= names_in(part)
            return found
        case _:
            return set()


def binds(x: Expr) -> bool:
    """Does it contain a search of its own? Those stay where they are."""
    match x:
        case Find():
            return True
        case Op(_, args) | Pure(_, args):
            return any(binds(a) for a in args)
        case _:
            return False


CANDIDATE = "it"
"""The variable of a list that is sifted before: the same list has the same form wherever it stands."""
NONE: Mapping[Expr, str] = {}


def lifted(value: Expr, dear: Container[str] = HOISTED) -> dict[Expr, str]:
    """What several searches of a function would work out before they begin, and a name for each: once does."""
    times: dict[Expr, int] = {}
    for e in dict.fromkeys(sure(value)):
        if isinstance(e, Find):
            for _, x in hoisted(e, dear)[1]:
                times[x] = times.get(x, 0) + 1
    return {x: f"once{n}" for n, x in enumerate(x for x, often in times.items() if often > 1)}


def hoisted(
    e: Find, dear: Container[str] = HOISTED, known: Mapping[Expr, str] = NONE
) -> tuple[Find, list[tuple[str, Expr]]]:
    """Takes out of a search what is the same for every candidate: calls of functions and `dear` operations.

    `known`: names for what stands before it already."""
    if e.mode == "sorted":
        return e, []
    inside = {e.var}
    found: dict[Expr, str] = {}

    def named(x: Expr) -> str:
        return known[x] if x in known else found.setdefault(x, f"k{len(found)}_{e.var}")

    def sifted(mode: str, var: str, source: Expr, test: Expr | None) -> tuple[Expr, Expr | None]:
        """Of a search in the search, the tests that are the same for every candidate outside, made once."""
        if test is None or names_in(source) & inside or binds(source):
            return source, test
        tests = test.args if isinstance(test, Op) and test.name == "and" else (test,)
        once = tuple(x for x in tests if not (names_in(x) & inside) and not binds(x))
        left = tuple(x for x in tests if x not in once)
        if not once or (mode == "any" and not left):
            return source, test
        sieve = substituted(once[0] if len(once) == 1 else Op("and", once), {var: Var(CANDIDATE)})
        name = named(Find("list", CANDIDATE, source, sieve))
        return Var(name), None if not left else left[0] if len(left) == 1 else Op("and", left)

    def take(x: Expr) -> Expr:
        if isinstance(x, (Const, Var)):
            return x
        worth = isinstance(x, Pure) or (isinstance(x, Op) and x.name in dear)
        if worth and not (names_in(x) & inside) and not binds(x):
            return Var(named(x))
        match x:
            case Op("spread", (board, start, Pure(function, args))):
                return Op("spread", (board, take(start), Pure(function, tuple(take(a) for a in args))))
            case Op(name, args):
                return Op(name, tuple(take(a) for a in args))
            case Pure(function, args):
                return Pure(function, tuple(take(a) for a in args))
            case Find(mode, var, source, test, value):
                source, test = sifted(mode, var, source, test)
                inside.add(var)
                return Find(
                    mode,
                    var,
                    take(source),
                    take(test) if test is not None else None,
                    take(value) if value is not None else None,
                )

    test = take(e.test) if e.test is not None else None
    value = take(e.value) if e.value is not None else None
    return Find(e.mode, e.var, e.source, test, value), [(name, x) for x, name in found.items()]
