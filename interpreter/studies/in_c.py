"""Matches of a study that C plays: how they end, or all that a report asks for, as `observe` sees it in Python."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import evolve

from ..native.play import NativePlay, Played, Watch
from ..simulation.native_part import seated, too_long_in_c
from .observe import COUNTED, NAMING, Part, Seen, eyes_of, note_ending

if TYPE_CHECKING:
    from ..engine.program import Program
    from .plan import Cell, Plan

FLAGS = {"counted": 1, "menu": 2, "thing": 4, "order": 8, "names": 16}  # as in native/watch.c


def outcomes(native: NativePlay, plan: Plan, number: int, seeds: Sequence[int], part: Part) -> list[int]:
    """Plays some matches of a cell for their outcome; the seeds that C gave up, for Python to play."""
    left = []
    sits = _made_for_seats(native.program, len(plan.cells[number].agents))
    for one in _play(native, plan, number, seeds):
        if one.over:
            part.rows.append(evolve(_row(native.program, plan.cells[number], number, one), seated=sits))
            note_ending(native.program, one.over, part)
        elif one.too_long:  # Python would need hours for the same
            part.failures.append(too_long_for(native.program, plan, number, one))
        else:
            left.append(one.seed)
    return left


def _made_for_seats(program: Program, seats: int) -> tuple[int, ...]:
    """By seat the declaration that sits there, where that is the same in every match; else nothing."""
    kind = program.game.seats.kind.lower()
    names = [f"{kind}_{n + 1}" for n in range(seats)]
    first = list(program.layout.first)
    if any(name in program.game.things or name not in first for name in names):
        return ()
    return tuple(first.index(name) for name in names)


def watch(native: NativePlay, plan: Plan, number: int, seeds: Sequence[int], part: Part) -> list[int]:
    """The same, and all that a report asks for."""
    program, cell = native.program, plan.cells[number]
    eyes, seats = watch_of(program, len(cell.agents)), len(cell.agents)
    played, seen = native.watched(eyes, seeds, seats, lambda: _play(native, plan, number, seeds))
    told = iter(seen.numbers)
    left = []

    def mask() -> int:
        return sum(next(told) << 32 * n for n in range(eyes.words))

    for one in played:
        if not one.over:
            if one.too_long:
                part.failures.append(too_long_for(program, plan, number, one))
            else:
                left.append(one.seed)
            continue
        sits = tuple(next(told) for _ in range(seats))
        picks = tuple((next(told), next(told), next(told)) for _ in range(next(told)))
        seen_by_all = mask()
        taken = tuple(mask() for _ in range(seats))
        acted = mask()
        scores = tuple(tuple(next(told) for _ in range(eyes.scores)) for _ in range(next(told)))
        row = _row(program, cell, number, one)
        part.rows.append(
            evolve(row, seated=sits, picks=picks, seen=seen_by_all, taken=taken, scores=scores, played=acted)
        )
        note_ending(program, one.over, part)
    for site, sort, offered, took in seen.sorts:
        part.offered[(number, site, sort)] += offered
        if took:
            part.taken[(number, site, sort)] += took
    return left


def watch_of(program: Program, seats: int) -> Watch:
    """What C has to know to see what `observe` sees."""
    eyes = eyes_of(program)
    everything = frozenset(eyes.everything)
    return Watch(
        eyes.open_zones,
        tuple(
            FLAGS["counted"] * (site.kind in COUNTED and not site.narrowed)
            | FLAGS["menu"] * (site.kind == "menu")
            | FLAGS["thing"] * (site.kind == "thing")
            | FLAGS["order"] * (site.kind == "order")
            | FLAGS["names"] * (site.kind in NAMING)
            for site in program.rules.sites
        ),
        eyes.declaration,
        tuple(int(x in everything) for x in range(len(eyes.declaration))),
        len(program.layout.first),
        1 if eyes.team else seats,
    )


def _play(native: NativePlay, plan: Plan, number: int, seeds: Sequence[int]) -> list[Played]:
    cell = plan.cells[number]
    greedy, search = seated(cell.agents)
    return native.play(
        seeds, cell.players, cell.options, agents=len(cell.agents), limit=plan.limit, greedy=greedy, search=search,
        setup=cell.setup, wishes=cell.wishes,
    )  # fmt: skip


def _row(program: Program, cell: Cell, number: int, one: Played) -> Seen:
    winners = one.seats
    if _of_all(program, one.over):
        won = program.result_of(one.over, one.seated, ()).result == "won"
        winners = (1 << len(cell.agents)) - 1 if won else 0
    return Seen(number, one.seed, one.over, winners, one.rounds, one.decisions)


def _of_all(program: Program, over: int) -> bool:
    return over < 0 or program.extras.endings[over - 1].who is None


def too_long_for(program: Program, plan: Plan, number: int, played: Played) -> tuple[int, int, str, str, str]:
    cell = plan.cells[number]
    record, said = too_long_in_c(program, cell.players, cell.options, cell.setup, plan.limit, played)
    return number, played.seed, said.code, said.headline, json.dumps(record.to_json())
