"""A value that is plain enough to be known lies outside the range of its attribute."""

from __future__ import annotations

from collections.abc import Iterator

from ... import model as m
from ..beginnings import Beginnings
from ..world import World


def value_out_of_range(game: m.CheckedGame, world: World) -> None:
    report = world.report
    begin = Beginnings(game)
    known = _Known(begin)
    for attribute, value, this in _said(game, world):
        if not isinstance(attribute.type, m.NumberType | m.ResourceType):
            continue
        number = known.of(value, this)
        if number is None:
            continue
        low = known.of(attribute.low, this)
        if attribute.low is None and isinstance(attribute.type, m.ResourceType):
            low = 0
        high = known.of(attribute.high, this)
        if (low is None or number >= low) and (high is None or number <= high):
            continue
        too_low = low is not None and number < low
        bounds = f"from {_told(low)} to {_told(high)}" if high is not None else f"{_told(low)} or more"
        if low is None:
            bounds = f"{_told(high)} or less"
        report.error(
            "value-out-of-range",
            f"`{attribute.name}` cannot be {_told(number)}",
            value.span,
            f"{_told(number)} is {'less' if too_low else 'more'} than is allowed",
            other=() if attribute.low is None and attribute.high is None else ((attribute.span, bounds),),
            help=f"Write a number {bounds}, or change the range."
            if attribute.low is not None or attribute.high is not None
            else f"Write a number {bounds}: of a resource there cannot be less than none.",
        )


def _said(game: m.CheckedGame, world: World) -> Iterator[tuple[m.Attribute, m.Value, str | None]]:
    """Every value that an attribute is said to have, with the thing if it is said of one alone."""
    for attribute in game.attributes.values():
        if attribute.default is not None:
            yield attribute, attribute.default, attribute.owner if attribute.owner in game.things else None
    for kind in game.kinds.values():
        for key, value in kind.defaults.items():
            yield game.attributes[key], value, None
    for thing in game.things.values():
        for values in (thing.values, *(face.values for face in thing.face_contents)):
            for key, value in values.items():
                if key in game.attributes:
                    yield game.attributes[key], value, thing.name
    for test in game.tests:
        if test.span.path in world.homes:  # a mod that changes a range has no hand in the tests of its base
            continue
        for fact in test.facts:
            match fact:
                case m.NewThings(settings=settings) | m.Placed(settings=settings):
                    for one in settings:
                        if one.value is not None and one.key in game.attributes:
                            yield game.attributes[one.key], one.value, None
                case m.SetValue(target=m.AttributeValue(attribute=key) | m.StateValue(attribute=key), value=value):
                    if key in game.attributes:
                        yield game.attributes[key], value, None
                case _:
                    pass


class _Known:
    """Numbers that follow from the sources alone; of what is not said of one thing alone, without what each says."""

    def __init__(self, begin: Beginnings) -> None:
        self.begin = begin

    def of(self, value: m.Value | None, this: str | None, within: tuple[object, ...] = ()) -> int | None:
        match value:
            case m.Literal(int() as number) if not isinstance(number, bool):
                return number
            case m.Negative(operand=operand):
                number_ = self.of(operand, this, within)
                return None if number_ is None else -number_
            case m.Arithmetic(operator="+" | "-" | "*" as operator, left=left, right=right):
                a, b = self.of(left, this, within), self.of(right, this, within)
                if a is None or b is None or m.INFINITE in (a, b):
                    return None
                return a + b if operator == "+" else a - b if operator == "-" else a * b
            case m.AttributeValue(object=m.This(), attribute=key) if this is not None and (key, this) not in within:
                attribute = self.begin.game.attributes[key]
                ranged = attribute.low is not None or attribute.high is not None
                said = self.begin.value(this, attribute)
                if self.changes(key) or (ranged and not isinstance(said, m.Literal)):
                    return None
                return self.of(said, this, (*within, (key, this)))
            case m.DefineValue(define=key, object=None, arguments=()) if key not in within:
                found = self.begin.cells.versions(key, None)
                return self.of(found[0].value, None, (*within, key)) if len(found) == 1 else None
            case _:
                return None

    def changes(self, key: str) -> bool:
        """May it be read as something else than what is said of it?"""
        game = self.begin.game
        owners: list[m.Kind | m.Thing] = [*game.things.values(), *game.kinds.values()]
        return key in self.begin.cells.modifiers() or any(key in one.defines for one in owners)


def _told(number: int | None) -> str:
    return "infinite" if number == m.INFINITE else str(number)
