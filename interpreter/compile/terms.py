"""Small questions about expressions: how large, how dear, what stands in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ..ir import Const, Expr, Find, Op, Pure, Var

FREE = ("add", "sub", "zone", "kind", "at", "get", "fixed", "face", "place")


def parts(e: Expr) -> tuple[Expr, ...]:
    match e:
        case Op(_, args) | Pure(_, args):
            return args
        case Find(_, _, source, test, value):
            return tuple(x for x in (source, test, value) if x is not None)
        case _:
            return ()


def size(e: Expr) -> int:
    return 1 + sum(size(x) for x in parts(e))


def larger(e: Expr, most: int) -> bool:
    """Is the size above this? Looks no further than it has to."""
    left = [e]
    while left:
        most -= 1
        if most < 0:
            return True
        left.extend(parts(left.pop()))
    return False


def cost(e: Expr) -> int:
    """0 for a name or number, 1 for a look-up with one, 2 for everything else."""
    match e:
        case Const() | Var():
            return 0
        case Op(name, args) if name in FREE and all(cost(x) == 0 for x in args):
            return 1
        case _:
            return 2


def cheap(e: Expr) -> bool:
    """Does it cost a few look-ups, and can it never fail?"""
    match e:
        case Const(int()) | Var():
            return True
        case Op("at" | "holder" | "place" | "zone" | "get" | "fixed" | "face", args):
            return size(e) <= 6 and all(cheap(x) for x in args)
        case _:
            return False


def mentions(e: Expr, name: str, inside: bool = False) -> int:
    """How often a variable is read; inside a search it counts twice, since it is read again and again."""
    match e:
        case Var(other):
            return (2 if inside else 1) if other == name else 0
        case Find(_, var, source, test, value):
            found = mentions(source, name, inside)
            if var != name:
                found += sum(mentions(x, name, True) for x in (test, value) if x is not None)
            return found
        case _:
            return sum(mentions(x, name, inside) for x in parts(e))


def substituted(e: Expr, bound: Mapping[str, Expr]) -> Expr:
    """The expression with other expressions for some of its variables."""
    match e:
        case Var(name):
            return bound.get(name, e)
        case Op(name, args):
            return Op(name, tuple(substituted(x, bound) for x in args))
        case Pure(name, args):
            return Pure(name, tuple(substituted(x, bound) for x in args))
        case Find(mode, var, source, test, value):
            inner = {k: v for k, v in bound.items() if k != var}
            return Find(
                mode,
                var,
                substituted(source, bound),
                substituted(test, inner) if test is not None else None,
                substituted(value, inner) if value is not None else None,
            )
        case _:
            return e


def conjuncts(name: str, args: Iterable[Expr]) -> Iterator[Expr]:
    """The members of an `and` (or `or`), also of those inside it."""
    for x in args:
        if isinstance(x, Op) and x.name == name:
            yield from conjuncts(name, x.args)
        else:
            yield x


def reordered(tests: list[Expr]) -> list[Expr]:
    """Neighbouring tests that are cheap and can never fail, the most telling first: "is it this one?" tells more than
    "is it in play?". All others stay where they are."""
    out: list[Expr] = []
    run: list[tuple[int, int, Expr]] = []
    for n, x in enumerate(tests):
        rank = _rank(x)
        if rank is None:
            out += [y for _, _, y in sorted(run, key=lambda r: r[:2])]
            run = []
            out.append(x)
        else:
            run.append((rank, n, x))
    return out + [y for _, _, y in sorted(run, key=lambda r: r[:2])]


def _rank(x: Expr) -> int | None:
    match x:
        case Op("kind", (Var(), _, _)):
            return 0
        case Op("eq", (Op("face", (a,)), Const(0))) if cost(a) == 0:
            return 3  # most lie on their first face
        case Op("eq", (a, b)) if cost(a) < 2 and cost(b) < 2:
            return min(cost(a) + cost(b), 1)
        case Op("kind", (Op("at", (Var() | Const(),)), _, _)):
            return 1
        case Op("in_play", (a,)) if cost(a) == 0:
            return 2
        case _:
            return None


def fixed_only(e: Expr, var: str) -> bool:
    """Does it follow from tables that never change, for each value of the variable?"""
    return _fixed(e, var) and any(isinstance(x, Op) and x.name == "fixed" for x in walk(e))


def walk(e: Expr) -> Iterator[Expr]:
    yield e
    for x in parts(e):
        yield from walk(x)


def _fixed(e: Expr, var: str) -> bool:
    match e:
        case Const():
            return True
        case Var(name):
            return name == var
        case Op(name, args):
            return name in ("fixed", "eq", "ne", "lt", "le", "gt", "ge", "kind", "not", "and", "or") and all(
                _fixed(x, var) for x in args
            )
        case _:
            return False


def without_implied(tests: list[Expr]) -> list[Expr]:
    """Leaves out what follows from another test: that a thing which lies in this zone is in play, that an id is one."""
    implied: set[Expr] = set()
    for x in tests:
        match x:
            case Op("eq", (Op("at", at), Const(int() as zone))) if zone > 1:
                implied.add(Op("in_play", at))
            case Op("kind", (of, Const(int() as low), _)):
                if low >= 0:
                    implied.add(Op("ge", (of, Const(0))))
                if low > 1 and isinstance(of, Op) and of.name == "at":
                    implied.add(Op("in_play", of.args))
                    implied.add(Op("ge", (Op("holder", of.args), Const(0))))
    return [x for x in dict.fromkeys(tests) if x not in implied]


def joined_ranges(tests: list[Expr]) -> list[Expr]:
    """Of tests of which one must hold: those whether the same cheap number lies in ranges that touch become one."""
    ranges: dict[Expr, list[tuple[int, int]]] = {}
    for x in tests:
        match x:
            case Op("kind", (of, Const(int() as low), Const(int() as high))) if cheap(of):
                ranges.setdefault(of, []).append((low, high))
    out: list[Expr] = []
    for x in tests:
        match x:
            case Op("kind", (of, Const(int()), Const(int()))) if of in ranges:
                among = ranges[of]
                if among:
                    out += [Op("kind", (of, Const(low), Const(high))) for low, high in _united(among)]
                    ranges[of] = []
            case _:
                out.append(x)
    return out


def _united(ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    out: list[tuple[int, int]] = []
    for low, high in sorted(ranges):
        if out and low <= out[-1][1]:
            out[-1] = (out[-1][0], max(high, out[-1][1]))
        else:
            out.append((low, high))
    return out
