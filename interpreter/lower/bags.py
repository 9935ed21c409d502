"""Bags: so many of each value of an enum, as a tuple of counts in the order of the enum."""

from __future__ import annotations

from dsl import model as m

from ..ir import Const, Expr, Find, Op, Var
from ..layout import Layout, NotPlayable
from .context import Context


class Bags:
    """Bags as values. Part of what lowers values."""

    game: m.CheckedGame
    lay: Layout

    # what the classes built upon this one bring

    def fresh(self, name: str) -> str:
        raise NotImplementedError

    def value(self, v: m.Value, c: Context) -> Expr:
        raise NotImplementedError

    def bag_size(self, type_: m.Type) -> int:
        """How many counts a bag has: one for each value of its enum."""
        of = type_.of if isinstance(type_, (m.BagType, m.SetType, m.OptionalType)) else type_
        if isinstance(of, (m.BagType, m.SetType)):
            return self.bag_size(of)
        assert isinstance(of, m.EnumType), "checked"
        return len(self.game.enums[of.enum].values)

    def bag(self, v: m.Value, size: int, c: Context) -> Expr:
        """A value as a bag: it may be one already, a set of values, so many of one value, or just one value."""
        if isinstance(v, m.Listing):
            parts = [self.counts(item, size, c) for item in v.items]
            return bag_of([_sum(one) for one in zip(*parts, strict=True)] if parts else [Const(0)] * size)
        if isinstance(v.type, m.BagType) and not (isinstance(v, m.Builtin) and v.name == "amount"):
            return self.value(v, c)
        return bag_of(self.counts(v, size, c))

    def counts(self, v: m.Value, size: int, c: Context) -> list[Expr]:
        """How many of each value there are, for a value of any form that can stand in a bag."""
        if isinstance(v, m.Builtin) and v.name == "amount":
            n, which = v.arguments
            return self.so_many(self.value(n, c), self.value(which, c), size)
        if isinstance(v.type, m.BagType):
            return bag_parts(self.value(v, c), size)
        if isinstance(v.type, m.SetType):
            found = self.value(v, c)
            if isinstance(found, Const) and isinstance(found.value, tuple):
                return [Const(found.value.count(n)) for n in range(size)]
            if isinstance(v, m.Listing):
                return [_sum(one) for one in zip(*(self.counts(i, size, c) for i in v.items), strict=True)]
            one = self.fresh("one")
            return [Find("count", one, found, Op("eq", (Var(one), Const(n)))) for n in range(size)]
        if isinstance(v.type, m.EnumType):
            return self.so_many(Const(1), self.value(v, c), size)
        raise NotPlayable("this in a bag", v.span)

    @staticmethod
    def so_many(n: Expr, which: Expr, size: int) -> list[Expr]:
        if isinstance(which, Const):
            return [n if which.value == k else Const(0) for k in range(size)]
        return [Op("cond", (Op("eq", (which, Const(k))), n, Const(0))) for k in range(size)]


def _sum(parts: tuple[Expr, ...]) -> Expr:
    found = [p for p in parts if p != Const(0)]
    if all(isinstance(p, Const) for p in found):
        return Const(sum(p.value for p in found))  # type: ignore[misc, union-attr]
    total = found[0]
    for part in found[1:]:
        total = Op("add", (total, part))
    return total


def bag_of(counts: list[Expr]) -> Expr:
    """The bag with these counts."""
    if all(isinstance(n, Const) for n in counts):
        return Const(tuple(n.value for n in counts))  # type: ignore[union-attr, misc]
    return Op("tuple", tuple(counts))


def bag_parts(bag: Expr, size: int) -> list[Expr]:
    """The counts of a bag."""
    if isinstance(bag, Const) and isinstance(bag.value, tuple):
        return [Const(n) for n in bag.value]
    if isinstance(bag, Op) and bag.name == "tuple":
        return list(bag.args)
    return [Op("part", (bag, Const(n))) for n in range(size)]


def changed_bag(operator: str, old: Expr, new: Expr, size: int) -> Expr:
    """A bag with another put in or taken out; of what is not there, nothing is taken."""
    pairs = zip(bag_parts(old, size), bag_parts(new, size), strict=True)
    if operator == "+=":
        return bag_of([Op("add", (a, b)) for a, b in pairs])
    return bag_of([Op("max", (Op("sub", (a, b)), Const(0))) for a, b in pairs])
