"""From what the user writes, such as `players=2,3`, to the cells of a study; what no match can be is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import evolve

from ..agents import seat_names
from ..decks import with_copies
from ..engine.program import DECK, WITHOUT, BadStart, DecksClash, StepError
from ..wishes import SEAT, BadWish, check_offered, check_seats, seat_of, things_of
from .plan import Cell, cells_of

if TYPE_CHECKING:
    from ..engine.program import Program


class BadRequest(Exception):
    """What was asked for cannot be played: one sentence says why."""


def grid_of(spoken: Sequence[str]) -> dict[str, list[str]]:
    """Factors and their levels, out of texts such as `players=2,3`; within a level `+` joins several values."""
    found: dict[str, list[str]] = {}
    for one in spoken:
        name, sign, text = (part.strip() for part in one.partition("="))
        levels = [level.strip() for level in text.split(",") if level.strip()]
        if not sign or not levels:
            raise BadRequest(f"--grid wants NAME=VALUE,VALUE, not `{one}`")
        if name in found:
            raise BadRequest(f"--grid names `{name}` twice; write all its values with commas between")
        found[name] = list(dict.fromkeys(levels))
    return found


def cells(program: Program, base: Cell, agents: str, grid: Mapping[str, Sequence[str]]) -> tuple[Cell, ...]:
    """The cells of a grid around a base cell, each tried; raises BadRequest.

    A grid of decks for several seats has combinations that do not go together, such as one deck twice: these are left
    out, as long as there are others.
    """
    game = program.game
    known = ("players", "agents", "setup", "without", *game.options)
    for name in grid:
        if name not in known and not name.startswith((SEAT, DECK)):
            from dsl.diagnostics.nearest import nearest

            meant = nearest(name, known)
            there = f"did you mean `{meant}`?" if meant else f"there are: {', '.join(known)}, {SEAT}1, {DECK}1"
            raise BadRequest(f"{game.title} has nothing called `{name}` to vary; {there}")

    def fill(cell: Cell, name: str, level: str) -> Cell:
        if name == "players":
            return evolve(cell, players=_number(program, level))
        if name == "agents":
            return evolve(cell, agents=tuple(level.split("+")))
        if name == "setup":
            return evolve(cell, setup=level)
        if name.startswith(SEAT):
            seat = seat_of(name.removeprefix(SEAT))
            if seat is None:
                raise BadRequest(f"`{name}` is no seat: the first is {SEAT}1")
            wishes = {n: things for n, things in cell.wishes.items() if n != seat}
            if level != "none":
                wishes[seat] = things_of(program, level)
            return evolve(cell, wishes=wishes)
        if name == "without":
            out = () if level == "none" else level.split("+")
            return evolve(cell, options={**cell.options, **{f"{WITHOUT}{thing}": "yes" for thing in out}})
        option = game.options.get(name)
        value: Any = level
        if option is not None and option.several:
            value = () if level == "none" else tuple(level.split("+"))
        return evolve(cell, options={**cell.options, name: value})

    base = evolve(base, agents=tuple(agents.split(",")))
    found = []
    try:
        for cell in cells_of(base, grid, fill):
            seats = game.seats.doubled.get(cell.players, cell.players)
            found.append(evolve(cell, agents=seat_names(",".join(cell.agents), seats)))
            check_seats(cell.wishes, seats)
        begin = []
        clash: DecksClash | None = None
        for cell in found:
            try:
                _try(program, cell)
                begin.append(cell)
            except DecksClash as problem:
                clash = problem
        if clash is not None and not (begin and any(name.startswith(DECK) for name in grid)):
            raise BadRequest(str(clash))
        found = begin
    except (ValueError, BadWish) as problem:
        raise BadRequest(str(problem)) from None
    return tuple(found)


def _number(program: Program, level: str) -> int:
    low, high = program.game.seats.low, program.game.seats.high
    if not level.isdecimal() or not low <= int(level) <= high:
        said = f"{low}" if low == high else f"{low} to {high}"
        raise BadRequest(f"{program.game.title} is for {said} players, not for {level}")
    return int(level)


def _try(program: Program, cell: Cell) -> None:
    """Refuses what no match can begin with, and what a seat is told to take and is never offered (BadWish)."""
    program = with_copies(program, cell.players, cell.options)
    try:
        program.start(cell.players, 0, dict(cell.options), cell.setup)
    except DecksClash:
        raise
    except BadStart as problem:
        raise BadRequest(str(problem)) from None
    except StepError:
        return  # a mistake of the game, which the matches will show
    if cell.wishes:
        check_offered(program, cell.players, cell.options, cell.setup, cell.wishes, len(cell.agents))
