"""The matches of a study file as the summaries that `simulate` shows, one for each cell."""

from __future__ import annotations

import json
from pathlib import Path

from ..match import lines_of, write_atomically
from ..simulation.summary import Failure, Summary, Tally
from .observe import Seen
from .store import StudyFile


def every_seat(one: Seen) -> int:
    """The seats where somebody sits, as bits."""
    return sum(1 << seat for seat, x in enumerate(one.seated) if x >= 0)


def result_text(one: Seen, words: tuple[str, str, str], titles: list[str]) -> str:
    """Who won, in words, as `Program.result` has it."""
    if words[0] != "decided":
        return words[0]
    if one.winners in (0, every_seat(one)):
        return "won" if one.winners else "lost"
    sits = (
        one.seated or (-1,) * one.winners.bit_length()
    )  # of a study of outcomes nobody may have written who sat where
    names = [titles[x] if x >= 0 else f"seat {n + 1}" for n, x in enumerate(sits) if one.winners >> n & 1]
    return " and ".join(names)


def summaries(file: StudyFile, records: Path, seconds: float, interrupted: bool) -> list[Summary]:
    """What was played, cell by cell. `seconds` is the time of the run that has just ended."""
    plan, endings = file.plan, file.endings()
    titles = [thing.title for thing in file.things()]
    tallies = [Tally() for _ in plan.cells]
    for one in file.matches():
        tally, words = tallies[one.cell], endings[one.over]
        tally.matches += 1
        tally.decisions += one.decisions
        tally.outcomes[result_text(one, words, titles), words[2]] += 1
        tally.rounds[one.rounds] += 1
    for cell, seed, code, message, record in file.failures():
        if seed < plan.seed + plan.matches:
            path = record_path(file, records, cell, seed).as_posix() if record else ""
            tallies[cell].failures.append(Failure(seed, code, path, message))
            tallies[cell].matches += 1
    game = file.told("game")
    return [
        Summary(game, cell.players, cell.agents, plan.seed, tally, seconds, interrupted)
        for cell, tally in zip(plan.cells, tallies)
    ]


def record_path(file: StudyFile, records: Path, cell: int, seed: int) -> Path:
    """Where the record of a failed match lies."""
    many = f"-cell-{cell}" if len(file.plan.cells) > 1 else ""
    return records / f"{file.told('game')}-{file.plan.cells[cell].players}-players{many}-seed-{seed}.json"


def write_records(file: StudyFile, records: Path) -> None:
    """The records of failed matches as files, to be replayed."""
    for cell, seed, _, _, record in file.failures():
        if record:
            write_atomically(record_path(file, records, cell, seed), lines_of(json.loads(record)))
