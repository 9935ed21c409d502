"""Boards over several pages: where spaces and ways lie, and which part of a board each page shows."""

from __future__ import annotations

import math
from itertools import pairwise

from attrs import evolve, frozen

from dsl import model

from .board_reference import board_size, joints, laid_with, neighbours, place_title, positions
from .card_face import PrintSettings, all_attributes, printed_value
from .sheet_layout import Paper, SheetError, Size
from .wording import agreement
from .wording.folding import value_of
from .wording.scope import unwrap

OVERLAP = 10.0  # mm that neighbouring pages show both
WIDTH = 420.0  # mm of a board for which the print file says nothing


@frozen
class Space:
    """A space of a board, in mm from the upper left; `lines` are what it says besides its title."""

    x: float
    y: float
    title: str
    lines: tuple[str, ...]
    colour: str
    below: bool  # it stands in the lower half: its words go below


@frozen
class Way:
    x1: float
    y1: float
    x2: float
    y2: float
    title: str = ""  # of what joins its ends; empty: a plain way


@frozen
class Board:
    title: str
    size: Size
    spaces: tuple[Space, ...]
    ways: tuple[Way, ...]
    joints: tuple[Way, ...]


@frozen
class Tile:
    """A page's part of a board: its upper left corner on the board, and which part it is."""

    x: float
    y: float
    column: int
    row: int


def boards(game: model.CheckedGame, settings: PrintSettings, colour: str) -> tuple[Board, ...]:
    """Every map, with the maps that it is laid on, in the order of declaration."""
    return tuple(_board(game, settings, one, colour) for one in game.maps.values() if one.places)


def _board(game: model.CheckedGame, settings: PrintSettings, board: model.Map, colour: str) -> Board:
    wide, high = board_size()
    scale = float(settings.sizes.get(f"map {board.name}", settings.sizes.get("map", str(WIDTH)))) / wide
    shown = laid_with(game, board)
    pairs = [pair for one in shown for found in one.links.values() for pair in found]
    joined = [joint for one in shown for joint in joints(game, one)]
    names = list(dict.fromkeys([*board.places, *(name for pair in pairs for name in pair)]))
    at = {name: (x * scale, y * scale) for name, (x, y) in positions(names, neighbours(pairs), joined).items()}
    spaces = [
        Space(
            round(at[name][0], 2), round(at[name][1], 2), place_title(game, name), _lines(game, name),
            _colour(game, settings, name, colour), at[name][1] >= high * scale / 2,
        )
        for name in names
    ]  # fmt: skip
    ways = tuple(Way(*at[one], *at[other]) for one, other in dict.fromkeys(tuple(sorted(pair)) for pair in pairs))
    links = []
    for joint in joined:
        ends = [at[end] for end in joint.ends if end in at]
        if len(ends) == 1:
            x, y = ends[0]
            ends.append(((x * 2 + wide * scale / 2) / 3, (y * 2 + high * scale / 2) / 3))
        links += [Way(*one, *other, place_title(game, joint.name)) for one, other in pairwise(ends)]
    title = agreement.capital(board.title)
    return Board(title, Size(wide * scale, high * scale), tuple(spaces), ways, tuple(links))


def _lines(game: model.CheckedGame, name: str) -> tuple[str, ...]:
    thing = game.things.get(name)
    found = []
    for attribute in all_attributes(game, thing) if thing is not None else ():
        assert thing is not None
        value = value_of(game, thing, attribute.key) if attribute.key in thing.values else None
        label = agreement.words(attribute.label or attribute.name)
        if isinstance(value, model.Literal) and value.value is True:
            found.append(agreement.capital(label))
            continue
        printed = printed_value(game, value) if value is not None else None
        if printed is None:
            continue
        number = isinstance(unwrap(attribute.type), (model.NumberType, model.ResourceType))
        found.append(f"{agreement.capital(label)} {printed}" if number else printed)
    return tuple(found)


def _colour(game: model.CheckedGame, settings: PrintSettings, name: str, colour: str) -> str:
    """The colour of a space: that which the print file gives to something that it says, the last first."""
    given = {key.lower(): value for key, value in settings.colours.items()}
    for word in reversed(_lines(game, name)):
        if word.lower() in given:
            return given[word.lower()]
    thing = game.things.get(name)
    kind = next((one for one in thing.kinds if one in settings.colours), None) if thing is not None else None
    return settings.colours[kind] if kind is not None else colour


def fitted(board: Board, sheet: Paper) -> Board:
    """The board a little smaller, if it then takes fewer pages of a paper: no page for a narrow rest."""
    best, fewest = board, len(tiles(board, sheet)[1])
    for percent in range(98, _SMALLEST - 1, -2):
        smaller = _scaled(board, percent / 100)
        pages = len(tiles(smaller, sheet)[1])
        if pages < fewest:
            best, fewest = smaller, pages
    return best


_SMALLEST = 78  # percent


def _scaled(board: Board, scale: float) -> Board:
    def way(one: Way) -> Way:
        return evolve(one, x1=one.x1 * scale, y1=one.y1 * scale, x2=one.x2 * scale, y2=one.y2 * scale)

    return evolve(
        board,
        size=Size(board.size.width * scale, board.size.height * scale),
        spaces=tuple(evolve(space, x=space.x * scale, y=space.y * scale) for space in board.spaces),
        ways=tuple(map(way, board.ways)),
        joints=tuple(map(way, board.joints)),
    )


def tiles(board: Board, sheet: Paper) -> tuple[Size, tuple[Tile, ...]]:
    """The pages of a board on a paper, which lies across if that takes fewer of them; and the part that each shows."""
    best: tuple[Size, tuple[Tile, ...]] | None = None
    for width, height in ((sheet.size.width, sheet.size.height), (sheet.size.height, sheet.size.width)):
        usable = Size(width - 2 * sheet.margin - 6, height - 2 * sheet.margin - 12)
        if min(usable.width, usable.height) <= 2 * OVERLAP:
            continue
        step = Size(usable.width - OVERLAP, usable.height - OVERLAP)
        columns = max(1, math.ceil((board.size.width - OVERLAP) / step.width))
        rows = max(1, math.ceil((board.size.height - OVERLAP) / step.height))
        made = tuple(
            Tile(column * step.width, row * step.height, column, row)
            for row in range(rows)
            for column in range(columns)
        )
        if best is None or len(made) < len(best[1]):
            best = (Size(width, height), made)
    if best is None:
        raise SheetError(f"{sheet.name} is too small for boards")
    return best
