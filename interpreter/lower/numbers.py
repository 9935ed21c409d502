"""Numbers of the state: assignments, bounds, piles of a resource."""

from __future__ import annotations

from dsl import model as m
from dsl.check.first_values import Cell, FirstValues

from ..ir import Const, Expr, Op, Put, Set, Stmt, Var
from ..layout import NotPlayable
from .bags import changed_bag
from .context import Context
from .events import Events
from .values import endless_sum
from .walk import kind_of

SMALL = 1000  # what is added so often that it passes `infinite` takes a million writes


def kept(value: Expr, low: bool = False, high: bool = False) -> Expr:
    """What a name or an attribute keeps of a number: what has grown beyond `infinite` is infinite.

    So numbers stay far below 64 bits, where C would say otherwise than Python. `low` and `high`:
    it has such a bound anyway.
    """
    match value:
        case Op("add" | "sub" | "endless_add" | "endless_sub", (_, Const(int() as n))) if -SMALL <= n <= SMALL:
            return value
        case Op("add" | "endless_add" | "sub" | "endless_sub" | "mul" | "endless_mul", _):
            if not high:
                value = Op("min", (value, Const(m.INFINITE)))
            return value if low else Op("max", (value, Const(-m.INFINITE)))
        case _:
            return value


class Numbers(Events):
    """Numbers of the state: assignments, bounds, piles of a resource, what attributes begin with."""

    cells: FirstValues
    first_order: list[Cell] | None
    first_values: dict[Cell, tuple[m.Value, m.Value | None, m.Value | None]]  # and the range
    _reads: dict[Cell, frozenset[Cell]]

    def assign(self, s: m.Assign, c: Context) -> list[Stmt]:
        target = s.target
        bag = isinstance(target.type, m.BagType)
        value = self.bag(s.value, self.bag_size(target.type), c) if bag else self.value(s.value, c)
        if isinstance(target.type, m.SetType) and isinstance(s.value, m.Listing):
            value = self.members(s.value, c)
        if isinstance(target, m.Local):
            old = c.env[target.id]
            if not isinstance(old, Var):
                raise NotPlayable(f"writing to `{target.name}`", s.span)
            if bag and s.operator != "=":
                return [Set(old.name, changed_bag(s.operator, old, value, self.bag_size(target.type)))]
            new = self.changed_value(old, s.operator, value)
            return [Set(old.name, kept(new) if isinstance(target.type, m.NumberType) else new)]
        if isinstance(target, m.StateValue):
            return self.write(target.attribute, Const(0), s.operator, value, c, s.value)
        if isinstance(target, m.AttributeValue) and target.attribute in ("owner", "controller"):
            x = self.value(target.object, c)
            return [Put(self.lay.column[target.attribute], x, value), *self.changed(("attribute", target.attribute))]
        if isinstance(target, m.AttributeValue):
            x = self.value(target.object, c)
            if not isinstance(x, (Var, Const)):
                var = self.fresh("it")
                return [Set(var, x), *self.write(target.attribute, Var(var), s.operator, value, c, s.value)]
            return self.write(target.attribute, x, s.operator, value, c, s.value)
        if isinstance(target, m.Builtin):
            return [Put(self.lay.column[target.name], Const(0), value)]
        raise NotPlayable("writing to this", s.span)

    def changed_value(self, old: Expr, operator: str, value: Expr) -> Expr:
        if operator == "=":
            return value
        return endless_sum(operator[0], old, value, self.infinities)

    def write(
        self, key: str, x: Expr, operator: str, value: Expr, c: Context, said: m.Value | None = None
    ) -> list[Stmt]:
        attribute = self.game.attributes[key]
        column = self.lay.column[key]
        old = Op("get", (Const(column), x))
        if isinstance(attribute.type, m.ResourceType):
            return self.write_pile(attribute.type.resource, column, key, x, operator, value, c, said)
        if isinstance(attribute.type, m.BagType) and operator != "=":
            new: Expr = changed_bag(operator, old, value, self.bag_size(attribute.type))
        elif isinstance(attribute.type, m.SetType) and operator != "=":
            as_set = value if said is not None and isinstance(said.type, m.SetType) else Op("tuple", (value,))
            if said is not None and isinstance(said.type, m.OptionalType):
                as_set = Op("cond", (Op("ge", (value, Const(0))), as_set, Const(())))
            new = Op("concat" if operator == "+=" else "without", (old, as_set))
        else:
            new = self.changed_value(old, operator, value)
            if isinstance(attribute.type, m.NumberType):
                new = kept(new, *self.is_bounded(attribute))
            new = self.bounded(attribute, x, new)
        return [Put(column, x, new), *self.changed(("attribute", key))]

    def bounded(self, attribute: m.Attribute, x: Expr, value: Expr) -> Expr:
        c = Context(this=x)
        if not isinstance(attribute.type, (m.NumberType, m.ResourceType)):
            return value
        if attribute.high is not None:
            high = self.value(attribute.high, c)
            if not (isinstance(high, Const) and high.value == m.INFINITE):
                value = Op("min", (value, high))
        if attribute.low is not None:
            value = Op("max", (value, self.value(attribute.low, c)))
        return value

    def first_in_order(self) -> list[Cell]:
        """What is worked out as a match begins, each behind what it reads."""
        if self.first_order is None:
            self.cells = FirstValues(self.game, self.lay.kinds_of)
            for key, id_, value in self.lay.dynamic:
                attribute = self.game.attributes[key]
                cell = key, self.lay.things[id_][0] if attribute.owner else ""
                self.first_values[cell] = value, attribute.low, attribute.high
            self.first_order, around = self.cells.order(self.first_values)
            assert not around, f"checked: {around}"
        return self.first_order

    def first_reads(self, cell: Cell) -> frozenset[Cell]:
        """What the value that a cell begins with is worked out from."""
        if cell not in self._reads:
            self._reads[cell] = self.cells.reads(self.first_values[cell], cell[1] or None)
        return self._reads[cell]

    def first_value(self, attribute: m.Attribute, said: m.Value, x: Expr, c: Context) -> Expr:
        """What an attribute begins with, within its range."""
        if isinstance(attribute.type, m.BagType):
            return self.bag(said, self.bag_size(attribute.type), c)
        value = self.value(said, c)
        if isinstance(attribute.type, m.ResourceType):
            value = Op("max", (value, Const(0)))
        if isinstance(attribute.type, m.NumberType):
            value = kept(value, *self.is_bounded(attribute))
        return self.bounded(attribute, x, value)

    @staticmethod
    def is_bounded(attribute: m.Attribute) -> tuple[bool, bool]:
        """Does it have a lower bound, and an upper one?"""
        high = attribute.high
        endless = isinstance(high, m.Literal) and high.value == m.INFINITE
        return attribute.low is not None, high is not None and not endless

    def write_pile(
        self,
        resource: str,
        column: int,
        key: str,
        x: Expr,
        operator: str,
        value: Expr,
        c: Context,
        said: m.Value | None,
    ) -> list[Stmt]:
        """A pile takes from the common supply and gives back to it; what is not there is not moved."""
        supply = self.lay.column.get(f"supply.{resource}")
        old = Op("get", (Const(column), x))
        n = self.fresh("n")
        out: list[Stmt]
        if operator == "=":
            out = [Set(n, Op("sub", (Op("max", (value, Const(0))), old)))]
        elif operator == "+=":
            out = [Set(n, Op("max", (value, Const(0))))]
        else:
            out = [Set(n, Op("neg", (Op("min", (Op("max", (value, Const(0))), old)),)))]
        if supply is not None:
            stock = Op("get", (Const(supply), Const(0)))
            out.append(Set(n, Op("min", (Var(n), stock))))
        grown = Op("add", (old, Var(n)))
        _, high = self.is_bounded(self.game.attributes[key])
        bounded = self.bounded(self.game.attributes[key], x, kept(grown, True, high or supply is not None))
        new = self.fresh("pile")
        out.append(Set(new, bounded))
        if supply is not None:
            out.append(
                Put(supply, Const(0), Op("sub", (Op("get", (Const(supply), Const(0))), Op("sub", (Var(new), old)))))
            )
        if said is not None and isinstance(said, m.Local) and isinstance(c.env.get(said.id), Var) and operator != "=":
            moved = Op("sub", (Var(new), old)) if operator == "+=" else Op("sub", (old, Var(new)))
            out.append(Set(c.env[said.id].name, moved))  # type: ignore[union-attr]
        out += [Put(column, x, Var(new)), *self.changed(("attribute", key))]
        return out

    def pile_of(self, resource: str, kind: str | None) -> str:
        """The attribute that is somebody's pile of a resource."""
        for attribute in self.game.attributes.values():
            if attribute.type == m.ResourceType(resource) and (
                kind is None or attribute.owner in self.ancestors_of(kind)
            ):
                return attribute.key
        raise KeyError(resource)

    def ancestors_of(self, kind: str) -> tuple[str, ...]:
        found = self.game.kinds.get(kind)
        return found.ancestors if found else (kind,)

    def amount(self, argument: m.Argument | None) -> tuple[m.Value, str] | None:
        """So much of a resource, if that is what the argument is."""
        match argument:
            case m.PickOf(query) | m.QueryValue(query=query) if query.kind in self.game.resources:
                return (query.amount.low if query.amount else m.Literal(1, m.NUMBER)), query.kind
            case m.Node() if isinstance(getattr(argument, "type", None), m.ResourceType):
                return argument, argument.type.resource  # type: ignore[union-attr, return-value]
            case _:
                return None

    def payer(self, event: m.Event, c: Context) -> tuple[Expr, str | None]:
        said = event.role("by")
        if isinstance(said, (m.EachOf, m.PickOf)):
            raise NotPlayable("a price that each of several pays, as a cost", event.span)
        if said is None:
            return (c.taker if c.taker is not None else self._doer(c)), self.game.seats.kind
        return self.value(said, c), kind_of(said.type)

    def _doer(self, c: Context) -> Expr:
        if c.you is not None:
            return c.you
        if c.whose is not None:
            return self.value(c.whose, c.copy(whose=None))
        return self.joint()
