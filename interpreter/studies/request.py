"""From what the user writes, such as `players=2,3`, to the cells of a study; what no match can be is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import evolve

from ..agents import seat_names
from ..engine.program import DECK, WITHOUT, BadStart, StepError
from ..simulation.one_match import Seating, too_long
from .plan import SEAT, Cell, cells_of

if TYPE_CHECKING:
    from ..engine.program import Program

TRIES = 5  # matches whose set-up is played to see whether a seat can take what it is told to
LONGEST_SETUP = 2000  # decisions


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
    """The cells of a grid around a base cell, each tried; raises BadRequest."""
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
            seat = name.removeprefix(SEAT)
            if not seat.isdecimal() or int(seat) < 1:
                raise BadRequest(f"`{name}` is no seat: the first is {SEAT}1")
            if level == "none":
                return cell
            things = tuple(level.split("+"))
            for thing in things:
                if thing not in program.layout.first:
                    from dsl.diagnostics.nearest import nearest

                    meant = nearest(thing, tuple(game.things))
                    raise BadRequest(
                        f"{game.title} has no thing `{thing}`" + (f"; did you mean `{meant}`?" if meant else "")
                    )
            return evolve(cell, wishes={**cell.wishes, int(seat) - 1: things})
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
    for cell in cells_of(base, grid, fill):
        seats = game.seats.doubled.get(cell.players, cell.players)
        try:
            found.append(evolve(cell, agents=seat_names(",".join(cell.agents), seats)))
        except ValueError as problem:
            raise BadRequest(str(problem)) from None
        beyond = [seat + 1 for seat in cell.wishes if seat >= seats]
        if beyond:
            raise BadRequest(f"there is no seat {beyond[0]} in a match of {cell.players} players")
    for cell in found:
        _try(program, cell)
    return tuple(found)


def _number(program: Program, level: str) -> int:
    low, high = program.game.seats.low, program.game.seats.high
    if not level.isdecimal() or not low <= int(level) <= high:
        said = f"{low}" if low == high else f"{low} to {high}"
        raise BadRequest(f"{program.game.title} is for {said} players, not for {level}")
    return int(level)


def _try(program: Program, cell: Cell) -> None:
    """Refuses what no match can begin with, and what a seat is told to take and is never offered."""
    try:
        program.start(cell.players, 0, dict(cell.options), cell.setup)
    except BadStart as problem:
        raise BadRequest(str(problem)) from None
    except StepError:
        return  # a mistake of the game, which the matches will show
    if not cell.wishes:
        return
    granted: set[int] = set()
    for seed in range(TRIES):
        try:
            granted |= _set_up(program, cell, seed)
        except StepError:
            return
    for seat, names in cell.wishes.items():
        for name in names:
            if not granted.intersection(program.layout.ids(name)):
                raise BadRequest(f"seat {seat + 1} is never offered `{name}` while a match is set up")


def _set_up(program: Program, cell: Cell, seed: int) -> set[int]:
    state = program.start(cell.players, seed, dict(cell.options), cell.setup)
    seating = Seating(program, ("random",) * len(cell.agents), seed, cell.wishes)
    column = program.layout.column["round"]
    for number in range(LONGEST_SETUP):
        if state.over or state.a[column]:
            return seating.granted
        program.step_function(state, seating.chooser(state)(state, number))
    raise too_long(LONGEST_SETUP)
