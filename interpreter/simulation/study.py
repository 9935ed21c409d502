"""Runs a study: its matches in one process or in several, kept as they finish."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from attrs import Factory, frozen

from ..engine.way import Way
from ..match import MatchError, Options, diagnostic_of
from ..wishes import Wishes
from .native_part import batch, forget, native_for, play_natively
from .one_match import play_out, play_recorded
from .summary import Failure, Summary, Tally

if TYPE_CHECKING:
    from ..engine.program import Program
    from ..engine.state import State

MOST_DECISIONS = 100_000
"""A match with more is taken for one without end."""


@frozen
class Study:
    """What to play: matches with the seeds seed, seed + 1, ..."""

    players: int
    agents: tuple[str, ...]
    matches: int
    seed: int = 0
    options: Options = Factory(dict)
    setup: str | None = None
    records: Path = Path("out/records")
    limit: int = MOST_DECISIONS
    engine: Literal["auto", "python", "native"] = "auto"
    wishes: Wishes = Factory(dict)


def simulate(
    opener: Callable[[], Program],
    study: Study,
    jobs: int = 1,
    progress: Callable[[Tally], None] | None = None,
) -> Summary:
    """Plays a study and sums it up. Interrupted (Ctrl-C), it sums up what is finished.

    `opener` gives the program; with several jobs it is called once in each process and must be importable by name
    where processes are not forked. `progress` is told of each part of the tally as it comes in.
    """
    jobs = min(jobs, 4 * (os.cpu_count() or 1))
    program = opener()
    forget()
    native_for(program, study)  # compiled before processes are forked
    tally = Tally()
    interrupted = False
    begin = time.perf_counter()
    try:
        parts = _alone(program, study) if jobs <= 1 else _together(opener, program, study, jobs)
        for part in parts:
            tally.add(part)
            if progress is not None:
                progress(part)
    except KeyboardInterrupt:
        interrupted = True
    seconds = time.perf_counter() - begin
    return Summary(program.game.name, study.players, study.agents, study.seed, tally, seconds, interrupted)


def play_part(program: Program, study: Study, seed: int, matches: int) -> Tally:
    """Some matches in a row, in C where that is chosen; what C gives up, and all else, in Python."""
    tally = Tally()
    native = native_for(program, study)
    numbers: Iterable[int] = range(seed, seed + matches)
    if native is not None:
        numbers = play_natively(native, study, seed, matches, tally)
    for number in numbers:
        _play(program, study, number, tally)
    return tally


def _play(program: Program, study: Study, seed: int, tally: Tally) -> None:
    answers: list[int] = []
    way = Way(study.players, seed, study.options, study.setup, answers) if study.engine != "python" else None
    try:
        state = program.start(players=study.players, seed=seed, options=dict(study.options), setup=study.setup)
        decisions = play_out(program, state, study.agents, seed, study.limit, answers, way, study.wishes)
    except Exception as problem:  # a match that fails is a finding of the study, not its end
        tally.failures.append(_failure(program, study, seed, problem, answers))
        tally.matches += 1
        return
    tally.decisions += decisions
    tally.outcomes[_outcome(program, state)] += 1
    tally.rounds[program.round(state)] += 1
    tally.lengths[decisions] += 1
    tally.matches += 1


def _outcome(program: Program, state: State) -> tuple[str, str]:
    result = program.result(state)
    assert result is not None
    return result.result, result.reason


def _failure(program: Program, study: Study, seed: int, problem: Exception, answers: Sequence[int]) -> Failure:
    path = study.records / f"{program.game.name}-{study.players}-players-seed-{seed}.json"
    record, refused = "", ""
    try:
        match, again = play_recorded(
            program, study.players, study.agents, seed, study.options, study.limit, study.setup, study.wishes, answers
        )
        problem = again or problem
        match.record().write(path)
        record = path.as_posix()
    except MatchError as unwritten:
        refused = f" ({unwritten})"
    except Exception as at_start:  # not even its start can be played
        problem = at_start
    diagnostic = diagnostic_of(problem)
    if diagnostic is None:
        return Failure(seed, "bug-in-sidescript", record, f"{type(problem).__name__}: {problem}{refused}")
    return Failure(seed, diagnostic.code, record, f"{diagnostic.headline}{refused}")


# ------------------------------------------------------------------------------------------------ processes


def _alone(program: Program, study: Study) -> Iterator[Tally]:
    size = batch(study) if native_for(program, study) is not None else 1
    end = study.seed + study.matches
    for seed in range(study.seed, end, size):
        yield play_part(program, study, seed, min(size, end - seed))


_worker: tuple[Program, Study] | None = None


def _begin(opener: Callable[[], Program], study: Study) -> None:
    global _worker
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent hears it and says what is to be done
    _worker = opener(), study


def _work(part: tuple[int, int]) -> Tally:
    assert _worker is not None
    return play_part(*_worker, *part)


def _together(opener: Callable[[], Program], program: Program, study: Study, jobs: int) -> Iterator[Tally]:
    most = 50 if native_for(program, study) is None else 20 * batch(study)
    size = max(1, min(most, study.matches // (jobs * 8)))
    end = study.seed + study.matches
    # Not a list, which would fill the memory.
    parts = ((seed, min(size, end - seed)) for seed in range(study.seed, end, size))
    forked = "fork" in multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("fork" if forked else "spawn")
    give = (lambda: program) if forked else opener  # a forked process has the program already
    with context.Pool(min(jobs, max(1, -(-study.matches // size))), _begin, (give, study)) as pool:
        yield from pool.imap_unordered(_work, parts)
