"""What is the same for every candidate of a search, and is worked out once before it."""

from __future__ import annotations

from collections.abc import Container

from ..ir import Const, Expr, Find, Op, Pure, Var

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


def hoisted(e: Find, dear: Container[str] = HOISTED) -> tuple[Find, list[tuple[str, Expr]]]:
    """Takes out of a search what is the same for every candidate: calls of functions and `dear` operations."""
    if e.mode == "sorted":
        return e, []
    inside = {e.var}
    found: dict[Expr, str] = {}

    def sifted(mode: str, var: str, source: Expr, test: Expr | None) -> tuple[Expr, Expr | None]:
        """Of a search in the search, the tests that are the same for every candidate outside, made once."""
        if test is None or names_in(source) & inside or binds(source):
            return source, test
        tests = test.args if isinstance(test, Op) and test.name == "and" else (test,)
        once = tuple(x for x in tests if not (names_in(x) & inside) and not binds(x))
        left = tuple(x for x in tests if x not in once)
        if not once or (mode == "any" and not left):
            return source, test
        few = Find("list", var, source, once[0] if len(once) == 1 else Op("and", once))
        name = found.setdefault(few, f"k{len(found)}_{e.var}")
        return Var(name), None if not left else left[0] if len(left) == 1 else Op("and", left)

    def take(x: Expr) -> Expr:
        if isinstance(x, (Const, Var)):
            return x
        worth = isinstance(x, Pure) or (isinstance(x, Op) and x.name in dear)
        if worth and not (names_in(x) & inside) and not binds(x):
            name = found.setdefault(x, f"k{len(found)}_{e.var}")
            return Var(name)
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
