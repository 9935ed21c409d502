"""What is the same for every candidate of a search, and is worked out once before it."""

from __future__ import annotations

from collections.abc import Container, Mapping

from ..ir import Const, Expr, Find, Op, Pure, Var
from .shared import sure
from .terms import substituted

HOISTED = frozenset({"zones_of", "place", "neighbours", "spread", "board", "seated", "distinct"})
"""Operations that are worth a name outside of a search, in Python."""


def names_in(x: Expr) -> set[str]:
    """The variables that it reads, without those of its own searches."""
    match x:
        case Var(name):
            return {name}
        case Op(_, args) | Pure(_, args):
            return set().union(*(names_in(a) for a in args)) if args else set()
        case Find(_, var, source, test, value):
            inside = set().union(*(names_in(part) for part in (test, value) if part is not None))
            return names_in(source) | (inside - {var})
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
    names: dict[Expr, str] = {}
    searches = [e for e in dict.fromkeys(sure(value)) if isinstance(e, Find)]
    while True:
        times: dict[Expr, int] = {}
        for e in searches:
            before = hoisted(e, dear, names)[1]
            own = {name for name, _ in before}
            for _, x in before:
                if not names_in(x) & own:
                    times[x] = times.get(x, 0) + 1
        more = [x for x, often in times.items() if often > 1]
        if not more:
            return names
        for x in more:
            names[x] = f"once{len(names)}"


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
        if worth and not (names_in(x) & inside):
            if not binds(x):
                return Var(named(x))
            if isinstance(x, Op) and x.name == "distinct":  # dear enough to work out what it is of
                return Var(named(_uniform(x)))
        match x:
            case Op("spread", (board, start, Pure(function, args))):
                return Op("spread", (board, take(start), Pure(function, tuple(take(a) for a in args))))
            case Op(name, args):
                return Op(name, tuple(take(a) for a in args))
            case Pure(function, args):
                return Pure(function, tuple(take(a) for a in args))
            case Find(mode, var, source, test, value):
                source, test = sifted(mode, var, take(source), test)
                if mode == "list" and test is None and isinstance(source, Var):
                    return source
                inside.add(var)
                return Find(
                    mode,
                    var,
                    source,
                    take(test) if test is not None else None,
                    take(value) if value is not None else None,
                )

    test = take(e.test) if e.test is not None else None
    value = take(e.value) if e.value is not None else None
    return Find(e.mode, e.var, e.source, test, value), [(name, x) for x, name in found.items()]


def _uniform(x: Expr) -> Expr:
    """The same with one name for the candidate of each simple search in it."""
    match x:
        case Find(mode, var, source, test, value) if not any(
            part is not None and binds(part) for part in (source, test, value)
        ):
            renamed = {var: Var(CANDIDATE)}
            return Find(
                mode,
                CANDIDATE,
                source,
                substituted(test, renamed) if test is not None else None,
                substituted(value, renamed) if value is not None else None,
            )
        case Op(name, args):
            return Op(name, tuple(_uniform(a) for a in args))
        case _:
            return x
