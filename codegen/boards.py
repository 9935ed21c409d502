"""Boards over several pages: where spaces and ways lie, and which part of a board each page shows.

A board is a map with its ways, or a thing that says how places which are no cards lie in rows and columns
(`blocks: Location grid`).
"""

from __future__ import annotations

import math
from itertools import pairwise

from attrs import evolve, frozen

from dsl import model

from .board_reference import Rows, board_size, grids, joints, laid_with, neighbours, place_lines, place_title, positions
from .card_face import PrintSettings
from .sheet_layout import Paper, SheetError, Size
from .themes import icon_name
from .wording import agreement
from .wording.scope import title_of

OVERLAP = 10.0  # mm that neighbouring pages show both
WIDTH = 420.0  # mm of a board for which the print file says nothing


@frozen
class Space:
    """A space of a board: its middle in mm from the upper left; `lines` are what it says besides its title."""

    x: float
    y: float
    title: str
    lines: tuple[str, ...]
    colour: str
    below: bool  # it stands in the lower half: its words go below
    width: float = 0.0  # of a block in rows and columns; 0: a spot on a way, as large as the theme draws it
    height: float = 0.0
    icon: str = ""  # that the print file gives to something that it says


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
    key: str = ""  # the map, or the thing that lays it out


@frozen
class Tile:
    """A page's part of a board: its upper left corner on the board, and which part it is."""

    x: float
    y: float
    column: int
    row: int


def boards(game: model.CheckedGame, settings: PrintSettings, colour: str) -> tuple[Board, ...]:
    """Every map, with the maps that it is laid on, and every grid of places, in the order of declaration."""
    return (
        *(_board(game, settings, one, colour) for one in game.maps.values() if one.places),
        *(_blocks(game, settings, thing, rows, colour) for thing, rows in grids(game)),
    )


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
            round(at[name][0], 2), round(at[name][1], 2), place_title(game, name), place_lines(game, name),
            _colour(game, settings, name, colour), at[name][1] >= high * scale / 2, icon=_icon(game, settings, name),
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
    return Board(title, Size(wide * scale, high * scale), tuple(spaces), ways, tuple(links), board.name)


def _blocks(game: model.CheckedGame, settings: PrintSettings, thing: model.Thing, rows: Rows, colour: str) -> Board:
    """Places in rows and columns, without ways: next to each other is what lies side by side."""
    columns = max(map(len, rows))
    wide = float(settings.sizes.get(f"map {thing.name}", settings.sizes.get("map", str(WIDTH))))
    side = wide / columns
    spaces = [
        Space(
            round((column + 0.5) * side, 2), round((row + 0.5) * side, 2), place_title(game, name),
            place_lines(game, name), _colour(game, settings, name, colour), row >= len(rows) / 2, round(side, 2),
            round(side, 2), _icon(game, settings, name),
        )
        for row, names in enumerate(rows)
        for column, name in enumerate(names)
        if name is not None
    ]  # fmt: skip
    title = agreement.capital(title_of(game, thing).text)
    return Board(title, Size(wide, side * len(rows)), tuple(spaces), (), (), thing.name)


def _icon(game: model.CheckedGame, settings: PrintSettings, name: str) -> str:
    """The icon of a space: what the print file gives to something that it says, as a word or in a picture."""
    said = place_lines(game, name)
    given = (icon_name(settings, line) or settings.art.get(line) for line in said)
    return next((found for found in given if found is not None), "")


def _colour(game: model.CheckedGame, settings: PrintSettings, name: str, colour: str) -> str:
    """The colour of a space: that which the print file gives to something that it says, the last first."""
    given = {key.lower(): value for key, value in settings.colours.items()}
    for word in reversed(place_lines(game, name)):
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
        spaces=tuple(
            evolve(space, x=space.x * scale, y=space.y * scale, width=space.width * scale, height=space.height * scale)
            for space in board.spaces
        ),
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
