"""Where cards lie on sheets of paper: pure arithmetic in millimetres, fronts and backs, crop marks."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Generic, TypeVar
from typing import Literal as Choice

from attrs import frozen

Backs = Choice["none", "separate", "long-edge", "short-edge"]
"""Backs: none; pages of their own; or for duplex printing, turned over the long or the short edge."""

T = TypeVar("T")

_LAYOUTS = Path(__file__).parent / "layouts"


@frozen
class Size:
    width: float
    height: float


@frozen
class Paper:
    name: str
    size: Size
    margin: float


class SheetError(ValueError):
    """Cards that do not fit on the paper, or a size that is not known."""


@cache
def card_size(name: str) -> Size:
    table = tomllib.loads((_LAYOUTS / "cards.toml").read_text("utf-8"))
    if name not in table:
        raise SheetError(f"--size: I know no size of cards {name!r}; there are {', '.join(table)}")
    return Size(table[name]["width"], table[name]["height"])


def larger_sizes(name: str) -> tuple[str, ...]:
    """Sizes with more room than one has: neither narrower nor lower."""
    table = tomllib.loads((_LAYOUTS / "cards.toml").read_text("utf-8"))
    now = card_size(name)
    more = {other: card_size(other) for other in table}
    return tuple(
        other for other, size in more.items()
        if size != now and size.width >= now.width and size.height >= now.height
    )  # fmt: skip


@cache
def paper(name: str) -> Paper:
    table = tomllib.loads((_LAYOUTS / "paper.toml").read_text("utf-8"))
    if name not in table:
        raise SheetError(f"no paper {name!r}; there are {', '.join(table)}")
    return Paper(name, Size(table[name]["width"], table[name]["height"]), table[name]["margin"])


@frozen
class Slot:
    """A place for a card: its upper left corner, from the upper left of the page."""

    column: int
    row: int
    x: float
    y: float


@frozen
class Mark:
    """A crop mark: a line from one point to another."""

    x1: float
    y1: float
    x2: float
    y2: float


@frozen
class Grid:
    """Cards edge to edge in the middle of the page, so that one cut parts two cards."""

    page: Size
    card: Size
    columns: int
    rows: int
    left: float
    top: float

    @property
    def count(self) -> int:
        return self.columns * self.rows

    def slot(self, number: int) -> Slot:
        """The n-th slot, row by row."""
        row, column = divmod(number, self.columns)
        return Slot(column, row, self.left + column * self.card.width, self.top + row * self.card.height)

    def back_slot(self, number: int, backs: Backs) -> Slot:
        """Where the back of the n-th front lies. Mirrored about the page, also if the page is partly filled."""
        row, column = divmod(number, self.columns)
        if backs == "long-edge":
            column = self.columns - 1 - column
        elif backs == "short-edge":
            row = self.rows - 1 - row
        return Slot(column, row, self.left + column * self.card.width, self.top + row * self.card.height)

    def crop_marks(self, length: float = 4.0, gap: float = 1.0) -> tuple[Mark, ...]:
        """Lines outside the cards at every cut, on all four sides, inside the paper."""
        marks = []
        right = self.left + self.columns * self.card.width
        bottom = self.top + self.rows * self.card.height
        length_x = min(length, max(0.0, self.left - gap))
        length_y = min(length, max(0.0, self.top - gap))
        for column in range(self.columns + 1):
            x = self.left + column * self.card.width
            marks.append(Mark(x, self.top - gap - length_y, x, self.top - gap))
            marks.append(Mark(x, bottom + gap, x, bottom + gap + length_y))
        for row in range(self.rows + 1):
            y = self.top + row * self.card.height
            marks.append(Mark(self.left - gap - length_x, y, self.left - gap, y))
            marks.append(Mark(right + gap, y, right + gap + length_x, y))
        return tuple(marks)


def grid(sheet: Paper, card: Size) -> Grid:
    """As many cards as fit inside the margins, in the middle of the page."""
    columns = int((sheet.size.width - 2 * sheet.margin + 1e-6) // card.width)
    rows = int((sheet.size.height - 2 * sheet.margin + 1e-6) // card.height)
    if columns < 1 or rows < 1:
        raise SheetError(f"a card of {card.width:g} × {card.height:g} mm does not fit on {sheet.name}")
    left = (sheet.size.width - columns * card.width) / 2
    top = (sheet.size.height - rows * card.height) / 2
    return Grid(sheet.size, card, columns, rows, round(left, 6), round(top, 6))


@frozen
class Placed(Generic[T]):
    card: T
    slot: Slot


@frozen
class Page(Generic[T]):
    side: Choice["front", "back"]
    cards: tuple[Placed[T], ...]


def impose(cards: Sequence[T], on: Grid, backs: Backs) -> Iterator[Page[T]]:
    """The pages, front and back in turn; with separate backs all fronts come first."""
    sheets = [cards[at : at + on.count] for at in range(0, len(cards), on.count)]
    later: list[Page[T]] = []
    for sheet in sheets:
        yield Page("front", tuple(Placed(card, on.slot(number)) for number, card in enumerate(sheet)))
        if backs == "none":
            continue
        back = Page[T]("back", tuple(Placed(card, on.back_slot(number, backs)) for number, card in enumerate(sheet)))
        if backs == "separate":
            later.append(back)
        else:
            yield back
    yield from later
