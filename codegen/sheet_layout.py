"""Where cards lie on sheets of paper: pure arithmetic in millimetres, fronts and backs, crop marks."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Generic, TypeVar
from typing import Literal as Choice

from attrs import evolve, frozen

from dsl.diagnostics.nearest import meant_or_all

Backs = Choice["none", "separate", "fold", "long-edge", "short-edge"]
"""Backs: none; pages of their own; beside their fronts, to be folded behind them; or for duplex printing."""

MarkStyle = Choice["crop", "lines", "corners", "none"]
"""Crop marks outside the cards; lines from edge to edge of the paper; small crosses at the corners of cards; none."""

Side = Choice["front", "back"]

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


_MEASURED = re.compile(r"(\d+(?:\.\d+)?)\s*[x×]\s*(\d+(?:\.\d+)?)(?:\s*mm)?", re.IGNORECASE)
_SMALLEST, _LARGEST = 8.0, 1200.0


def _measured(text: str, what: str) -> Size | None:
    """ "63x88" or "63x88mm" as a size; None if it is a name."""
    found = _MEASURED.fullmatch(text.strip())
    if found is None:
        return None
    width, height = float(found.group(1)), float(found.group(2))
    if not (_SMALLEST <= width <= _LARGEST and _SMALLEST <= height <= _LARGEST):
        raise SheetError(f"{what} of {width:g} × {height:g} mm: each side should be {_SMALLEST:g} to {_LARGEST:g} mm")
    return Size(width, height)


@cache
def card_size(name: str) -> Size:
    """A size of cards by its name in cards.toml, or in millimetres ("63x88")."""
    measured = _measured(name, "a card")
    if measured is not None:
        return measured
    table = _cards()
    if name not in table:
        more = meant_or_all(name, table, ", or millimetres such as 63x88")
        raise SheetError(f"--size: I know no size of cards {name!r}; {more}")
    return Size(table[name]["width"], table[name]["height"])


@cache
def _cards() -> dict[str, dict[str, float]]:
    """The sizes of cards.toml by name."""
    return tomllib.loads((_LAYOUTS / "cards.toml").read_text("utf-8"))


def larger_sizes(name: str) -> tuple[str, ...]:
    """Sizes with more room than one has: neither narrower nor lower."""
    table = _cards()
    now = card_size(name)
    more = {other: card_size(other) for other in table}
    return tuple(
        other for other, size in more.items()
        if size != now and size.width >= now.width and size.height >= now.height
    )  # fmt: skip


@cache
def paper(name: str) -> Paper:
    """A paper by its name in paper.toml, or in millimetres ("330x480")."""
    measured = _measured(name, "a paper")
    if measured is not None:
        return Paper(f"{measured.width:g} × {measured.height:g} mm", measured, 5.0)
    table = tomllib.loads((_LAYOUTS / "paper.toml").read_text("utf-8"))
    if name not in table:
        more = meant_or_all(name, table, ", or millimetres such as 330x480")
        raise SheetError(f"--paper: I know no paper {name!r}; {more}")
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
    """A line from one point to another."""

    x1: float
    y1: float
    x2: float
    y2: float


@frozen
class Grid:
    """Cards in rows in the middle of the page. `gap` is between neighbours: without one, one cut parts two cards.

    `fold`: only the upper half holds fronts; their backs lie mirrored below the middle of the page.
    """

    page: Size
    card: Size
    columns: int
    rows: int
    left: float
    top: float
    gap: float = 0.0
    fold: bool = False

    @property
    def count(self) -> int:
        return self.columns * self.rows

    @property
    def right(self) -> float:
        return self.left + self.columns * (self.card.width + self.gap) - self.gap

    @property
    def bottom(self) -> float:
        """The lower end of all cards, backs below the fold with them."""
        return self.page.height - self.top if self.fold else self.top + self._high - self.gap

    @property
    def _high(self) -> float:
        return self.rows * (self.card.height + self.gap)

    def at(self, column: int, row: int) -> Slot:
        return Slot(
            column, row,
            round(self.left + column * (self.card.width + self.gap), 6),
            round(self.top + row * (self.card.height + self.gap), 6),
        )  # fmt: skip

    def slot(self, number: int) -> Slot:
        """The n-th slot, row by row."""
        row, column = divmod(number, self.columns)
        return self.at(column, row)

    def mirrors_rows(self, backs: Backs) -> bool:
        """Does the paper turn about a horizontal line? Over the long edge of paper that lies across it does, too."""
        across = self.page.width > self.page.height
        return (backs == "short-edge" and not across) or (backs == "long-edge" and across)

    def back_slot(self, number: int, backs: Backs) -> Slot:
        """Where the back of the n-th front lies. Mirrored about the page, also if the page is partly filled."""
        row, column = divmod(number, self.columns)
        front = self.at(column, row)
        if backs == "fold" or self.mirrors_rows(backs):
            row = row if backs == "fold" else self.rows - 1 - row
            return Slot(column, row, front.x, round(self.page.height - front.y - self.card.height, 6))
        if backs in ("long-edge", "short-edge"):
            column = self.columns - 1 - column
            return Slot(column, row, round(self.page.width - front.x - self.card.width, 6), front.y)
        return front

    def behind(self, backs: Backs) -> Grid:
        """Where the backs of these cards lie, if they have a page of their own."""
        if backs != "fold" and self.mirrors_rows(backs):
            return evolve(self, top=round(self.page.height - self.bottom, 6))
        return self

    def cuts(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Where one cuts: all x, and all y."""
        xs = {
            x for column in range(self.columns) for x in (self.at(column, 0).x, self.at(column, 0).x + self.card.width)
        }
        ys = {y for row in range(self.rows) for y in (self.at(0, row).y, self.at(0, row).y + self.card.height)}
        if self.fold:
            ys |= {self.page.height - y for y in ys}
            ys -= {self.page.height / 2}
        return tuple(sorted({round(x, 6) for x in xs})), tuple(sorted({round(y, 6) for y in ys}))

    def crop_marks(self, length: float = 4.0, gap: float = 1.0) -> tuple[Mark, ...]:
        """Lines outside the cards at every cut, on all four sides, inside the paper."""
        xs, ys = self.cuts()
        length_x = min(length, max(0.0, self.left - gap))
        length_y = min(length, max(0.0, self.top - gap))
        marks = []
        for x in xs:
            marks.append(Mark(x, self.top - gap - length_y, x, self.top - gap))
            marks.append(Mark(x, self.bottom + gap, x, self.bottom + gap + length_y))
        for y in ys:
            marks.append(Mark(self.left - gap - length_x, y, self.left - gap, y))
            marks.append(Mark(self.right + gap, y, self.right + gap + length_x, y))
        return tuple(marks)

    def cut_lines(self, whole: bool = True) -> tuple[Mark, ...]:
        """A line at every cut from edge to edge of the paper; not `whole`: those from above to below at these cards."""
        xs, ys = self.cuts()
        top, bottom = (0.0, self.page.height) if whole else (self.top - _BETWEEN / 2, self.bottom + _BETWEEN / 2)
        return (
            *(Mark(x, top, x, bottom) for x in xs),
            *(Mark(0.0, y, self.page.width, y) for y in ys),
        )

    def corners(self, filled: Sequence[Slot], arm: float = 2.0) -> tuple[Mark, ...]:
        """Small crosses at the corners of the cards that are there."""
        points = {
            (round(x, 6), round(y, 6))
            for slot in filled
            for x in (slot.x, slot.x + self.card.width)
            for y in (slot.y, slot.y + self.card.height)
        }
        marks = []
        for x, y in sorted(points, key=lambda point: (point[1], point[0])):
            marks += [Mark(x - arm, y, x + arm, y), Mark(x, y - arm, x, y + arm)]
        return tuple(marks)


def grid(sheet: Paper, card: Size, gap: float = 0.0, backs: Backs = "none") -> Grid:
    """As many cards as fit inside the margins, in the middle of the page; the paper lies across if more fit so."""
    fold = backs == "fold"
    best: Grid | None = None
    for width, height in ((sheet.size.width, sheet.size.height), (sheet.size.height, sheet.size.width)):
        usable = height / 2 - sheet.margin if fold else height - 2 * sheet.margin
        # Bleed lies in the gap: half of it belongs to the outermost cards too, and beside a fold all of it does.
        columns = int((width - 2 * sheet.margin + 1e-6) // (card.width + gap))
        rows = int((usable + 1e-6) // (card.height + gap))
        if columns < 1 or rows < 1:
            continue
        left = (width - columns * (card.width + gap) + gap) / 2
        top = height / 2 - gap / 2 - rows * (card.height + gap) + gap if fold else (
            (height - rows * (card.height + gap) + gap) / 2
        )  # fmt: skip
        made = Grid(Size(width, height), card, columns, rows, round(left, 6), round(top, 6), gap, fold)
        if best is None or made.count > best.count:
            best = made
    if best is None:
        folded = " and be folded" if fold else ""
        raise SheetError(f"a card of {card.width:g} × {card.height:g} mm does not fit on {sheet.name}{folded}")
    return best


@frozen
class Placed(Generic[T]):
    """A card in its slot. `turned`: it stands on its head, so that it is upright once the paper is turned over."""

    card: T
    slot: Slot
    side: Side = "front"
    turned: bool = False


@frozen
class Page(Generic[T]):
    """A side of a sheet; with `fold` fronts and backs are on one."""

    side: Choice["front", "back", "fold"]
    cards: tuple[Placed[T], ...]


def impose(cards: Sequence[T], on: Grid, backs: Backs) -> Iterator[Page[T]]:
    """The pages, front and back in turn; with separate backs all fronts come first."""
    sheets = [cards[at : at + on.count] for at in range(0, len(cards), on.count)]
    turned = backs == "fold" or on.mirrors_rows(backs)
    later: list[Page[T]] = []
    for sheet in sheets:
        fronts = tuple(Placed(card, on.slot(number)) for number, card in enumerate(sheet))
        behind = tuple(Placed(card, on.back_slot(number, backs), "back", turned) for number, card in enumerate(sheet))
        if backs == "fold":
            yield Page("fold", (*fronts, *behind))
            continue
        yield Page("front", fronts)
        if backs == "none":
            continue
        back = Page[T]("back", behind)
        if backs == "separate":
            later.append(back)
        else:
            yield back
    yield from later


@frozen
class Laid(Generic[T]):
    """A side of a sheet: cards of one size in each band, bands below each other. Mostly there is one band."""

    side: Choice["front", "back", "fold"]
    bands: tuple[tuple[Grid, tuple[Placed[T], ...]], ...]

    @property
    def on(self) -> Grid:
        """The place that all bands take, as a grid of one; that of a single band is its own."""
        every = [on for on, _ in self.bands]
        if len(every) == 1:
            return every[0]
        left, top = min(on.left for on in every), min(on.top for on in every)
        size = Size(max(on.right for on in every) - left, max(on.bottom for on in every) - top)
        return Grid(every[0].page, size, 1, 1, left, top)


_BETWEEN = 8.0  # mm between bands: room for the marks of both
_HIGHEST = 15.0  # mm from the upper edge at which a page begins that is not full


def packed(
    sheet: Paper, sizes: Sequence[tuple[Size, Sequence[T]]], backs: Backs, gap: float, blank: Callable[[T], bool]
) -> list[Laid[T]]:
    """Cards of several sizes on as few pages as there are, in bands; the paper lies across if there are fewer so.

    `blank`: of cards whose back is empty. Where backs have pages of their own, none has such cards alone.
    """
    width, height = sheet.size.width, sheet.size.height
    ways = [_bands(Size(*page), sheet, sizes, backs, gap) for page in ((width, height), (height, width))]
    found = [way for way in ways if way is not None]
    if not found:
        raise SheetError(f"the pieces do not fit on {sheet.name}{' and be folded' if backs == 'fold' else ''}")
    laid, later = [], []
    for bands in min(found, key=len):
        fronts = [(on, tuple(Placed(card, on.slot(n)) for n, card in enumerate(cards))) for on, cards in bands]
        behind = []
        for on, cards in bands:
            turned = backs == "fold" or on.mirrors_rows(backs)
            lies = (Placed(card, on.back_slot(n, backs), "back", turned) for n, card in enumerate(cards))
            behind.append((on.behind(backs), tuple(lies)))
        if backs == "fold":
            together = [(on, (*front, *back)) for (on, front), (_, back) in zip(fronts, behind, strict=True)]
            laid.append(Laid[T]("fold", tuple(together)))
            continue
        laid.append(Laid[T]("front", tuple(fronts)))
        back = Laid[T]("back", tuple(behind))
        if backs == "separate":
            if not all(blank(card) for _, cards in bands for card in cards):
                later.append(back)
        elif backs != "none":
            laid.append(back)
    return [*laid, *later]


def _bands(
    page: Size, sheet: Paper, sizes: Sequence[tuple[Size, Sequence[T]]], backs: Backs, gap: float
) -> list[list[tuple[Grid, Sequence[T]]]] | None:
    """The bands of each page, each with its cards; None if something is too large for the page."""
    fold = backs == "fold"
    usable = (page.height / 2 if fold else page.height - sheet.margin) - sheet.margin
    left = [(size, list(cards)) for size, cards in sizes if cards]
    pages: list[list[tuple[Size, int, list[T]]]] = []
    while left:
        rows_of: list[tuple[Size, int, list[T]]] = []
        over: list[tuple[Size, list[T]]] = []
        free = usable
        for size, cards in left:
            columns = int((page.width - 2 * sheet.margin + 1e-6) // (size.width + gap))
            room = free - (_BETWEEN + gap if rows_of else 0.0)
            rows = min(int((room + 1e-6) // (size.height + gap)), -(-len(cards) // columns) if columns else 0)
            if rows > 0:
                free = room - rows * (size.height + gap)
                rows_of.append((size, columns, cards[: rows * columns]))
            over.append((size, cards[rows * columns if rows > 0 else 0 :]))
        if not rows_of:
            return None
        pages.append(rows_of)
        left = [(size, cards) for size, cards in over if cards]
    return [_stacked(page, rows_of, gap, fold) for rows_of in pages]


def _stacked(
    page: Size, bands: Sequence[tuple[Size, int, list[T]]], gap: float, fold: bool
) -> list[tuple[Grid, Sequence[T]]]:
    """Bands below each other: against the fold, or else from above."""
    rows = [-(-len(cards) // columns) for _, columns, cards in bands]
    each = [number * (size.height + gap) - gap for number, (size, _, _) in zip(rows, bands, strict=True)]
    total = sum(each) + (len(bands) - 1) * (_BETWEEN + gap)
    top = page.height / 2 - gap / 2 - total if fold else min(_HIGHEST, (page.height - total) / 2)
    made: list[tuple[Grid, Sequence[T]]] = []
    for (size, columns, cards), number, high in zip(bands, rows, each, strict=True):
        across = min(columns, len(cards))
        left = (page.width - across * (size.width + gap) + gap) / 2
        made.append((Grid(page, size, across, number, round(left, 6), round(top, 6), gap, fold), cards))
        top += high + _BETWEEN + gap
    return made
