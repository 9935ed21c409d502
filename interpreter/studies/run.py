"""Plays what a study lacks: in this process, in several, or on a cluster; each finished part is kept at once."""

from __future__ import annotations

import json
import os
import pickle
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from itertools import islice
from typing import TYPE_CHECKING, Any

from attrs import frozen

from ..decks import with_copies
from ..match import MatchError, diagnostic_of
from ..simulation.native_part import forget, known_in_c, native_for
from ..simulation.one_match import play_recorded
from .in_c import outcomes, watch
from .observe import Part, observe
from .plan import Plan
from .store import StudyFile

if TYPE_CHECKING:
    from dsl.model import CheckedGame

    from ..engine.program import Program

KEEP_EVERY = 0.5  # seconds between two writes: what a lost process may cost


@frozen
class Progress:
    """How far a study is: matches played now, matches that are there, matches that there shall be."""

    played: int
    there: int
    wanted: int
    seconds: float

    @property
    def rate(self) -> float:
        """Matches a second since this run began."""
        return self.played / self.seconds if self.seconds > 0 else 0.0

    @property
    def remaining(self) -> float | None:
        """Seconds to go at this rate; None as long as nothing is known."""
        return (self.wanted - self.there) / self.rate if self.rate else None


def run(
    file: StudyFile,
    program: Program,
    plan: Plan,
    *,
    jobs: int = 1,
    cluster: str | None = None,
    engine: str = "auto",
    opener: Callable[[], Program] | None = None,
    progress: Callable[[Progress], None] | None = None,
    only: int | None = None,
) -> bool:
    """Plays the matches of the plan that the file lacks, and keeps them; False if it was interrupted (Ctrl-C).

    `only`: a cell, where nothing but its matches is wanted now.
    Where another process plays the same study, each match is kept once.
    Each match depends on nothing but the game, its cell and its seed: who plays it, and in which order, is no matter.
    """
    forget()
    native_for(program, plan.whole(engine))  # compiled before processes are forked
    every = set(range(plan.seed, plan.seed + plan.matches))
    wanted = len(plan.cells) * plan.matches
    begin = last = time.perf_counter()
    played = 0
    pending: list[Part] = []

    def flush() -> None:
        nonlocal pending, last
        last = time.perf_counter()
        if pending:
            now, pending = pending, []
            file.keep(program, now)

    while True:
        done = [had if only in (None, n) else every for n, had in enumerate(file.done())]
        there = sum(len(had & every) for had in done)
        before = played
        if there == wanted:
            return True
        try:
            for part in _played(program, plan, plan.parts(done), jobs, cluster, engine, opener):
                pending.append(part)
                played += len(part.rows) + len(part.failures)
                if time.perf_counter() - last >= KEEP_EVERY:
                    flush()
                if progress is not None:
                    progress(Progress(played, there + played - before, wanted, time.perf_counter() - begin))
        except KeyboardInterrupt:
            return False
        finally:
            flush()


def _played(
    program: Program,
    plan: Plan,
    parts: Iterator[tuple[int, tuple[int, ...]]],
    jobs: int,
    cluster: str | None,
    engine: str,
    opener: Callable[[], Program] | None,
) -> Iterator[Part]:
    if cluster is not None:
        yield from _on_cluster(cluster, program, plan, parts, engine)
        return
    jobs = min(jobs, 4 * (os.cpu_count() or 1))
    if jobs <= 1:
        for cell, seeds in parts:
            yield play_part(program, plan, engine, cell, seeds)
        return
    import multiprocessing

    forked = "fork" in multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("fork" if forked else "spawn")
    give = (lambda: program) if forked or opener is None else opener  # a forked process has the program already
    pool = ProcessPoolExecutor(jobs, context, _begin, (give, plan, engine))
    try:
        yield from _bounded(pool, _work, parts, 3 * jobs)
    except BaseException:  # nobody waits for matches that are under way
        processes = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
        raise
    pool.shutdown()


def _bounded(
    pool: Executor, work: Callable[..., Part], parts: Iterator[tuple[int, tuple[int, ...]]], most: int, *more: Any
) -> Iterator[Part]:
    """Results as they come in, with never more than so many parts handed out."""
    running: set[Future[Part]] = set()
    while True:
        for part in islice(parts, most - len(running)):
            running.add(pool.submit(work, *part, *more))
        if not running:
            return
        finished, running = wait(running, return_when=FIRST_COMPLETED)
        for one in finished:
            yield one.result()


_worker: tuple[Program, Plan, str] | None = None


def _begin(opener: Callable[[], Program], plan: Plan, engine: str) -> None:
    global _worker
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent hears it and says what is to be done
    _worker = opener(), plan, engine
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A parent that is killed tells nobody; its processes would wait for work for ever."""
    from multiprocessing import connection, parent_process

    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(0)


def _work(cell: int, seeds: Sequence[int]) -> Part:
    assert _worker is not None
    program, plan, engine = _worker
    return play_part(program, plan, engine, cell, seeds)


# ------------------------------------------------------------------------------------------------ one part


def play_part(program: Program, plan: Plan, engine: str, number: int, seeds: Sequence[int]) -> Part:
    """Plays some matches of a cell. A match that fails is a finding of the study, not its end."""
    part = Part()
    cell = plan.cells[number]
    program = with_copies(program, cell.players, cell.options)
    left: Sequence[int] = seeds
    native = native_for(program, plan.whole(engine)) if known_in_c(cell.agents) else None
    if native is not None and plan.detail == "outcome":
        left = outcomes(native, plan, number, seeds, part)
    elif native is not None and ".greedy_score" in program.game.defines:  # else the lead is counted in things
        left = watch(native, plan, number, seeds, part)
    for seed in left:
        answers: list[int] = []
        try:
            observe(program, cell, number, seed, plan.limit, part, answers, engine != "python")
        except Exception as problem:
            part.failures.append(_failure(program, plan, number, seed, problem, answers))
    return part


def _failure(
    program: Program, plan: Plan, number: int, seed: int, problem: Exception, answers: Sequence[int]
) -> tuple[int, int, str, str, str]:
    cell = plan.cells[number]
    record = ""
    try:
        match, again = play_recorded(
            program, cell.players, cell.agents, seed, cell.options, plan.limit, cell.setup, cell.wishes, answers
        )
        problem = again or problem
        record = json.dumps(match.record().to_json())
    except MatchError:
        pass
    except Exception as at_start:  # not even its start can be played
        problem = at_start
    diagnostic = diagnostic_of(problem)
    if diagnostic is None:
        return number, seed, "bug-in-sidescript", f"{type(problem).__name__}: {problem}", record
    return number, seed, diagnostic.code, diagnostic.headline, record


# ------------------------------------------------------------------------------------------------ on a cluster


class NoCluster(Exception):
    """The scheduler cannot be reached, or the package that speaks to it is not installed."""


def _on_cluster(
    address: str, program: Program, plan: Plan, parts: Iterator[tuple[int, tuple[int, ...]]], engine: str
) -> Iterator[Part]:
    """On the workers of a running Dask scheduler. The game travels with the work: they need Sidescript alone."""
    try:
        import distributed
    except ImportError:
        raise NoCluster("--cluster needs the extra `cluster`: install sidescript[cluster]") from None
    connect: Any = distributed.Client
    try:
        client = connect(address, timeout=10, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as problem:
        raise NoCluster(f"there is no Dask scheduler at {address}: {problem}") from None
    try:
        workers = sum(client.nthreads().values()) or 1
        key = f"{program.game.name}-{program.game.source_hash}"
        luggage = client.scatter(pickle.dumps((key, program.game, plan, engine)), broadcast=True)
        yield from _bounded(client.get_executor(pure=False), play_far, parts, 3 * workers, luggage)
    finally:
        client.close()


_far: dict[str, Program] = {}


def play_far(cell: int, seeds: tuple[int, ...], luggage: bytes) -> Part:
    """What a worker of a cluster does: it builds the game once and plays a part."""
    from .. import build_once

    key, game, plan, engine = unpacked(luggage)
    program = _far.get(key)
    if program is None:
        program = _far[key] = build_once(game)
    return play_part(program, plan, engine, cell, seeds)


_unpacked: dict[bytes, tuple[str, CheckedGame, Plan, str]] = {}


def unpacked(luggage: bytes) -> tuple[str, CheckedGame, Plan, str]:
    if luggage not in _unpacked:
        _unpacked.clear()
        _unpacked[luggage] = pickle.loads(luggage)
    return _unpacked[luggage]
