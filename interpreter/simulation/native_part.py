"""Which engine plays a study, and matches of random, greedy and searching agents played in C where that is worth it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from attrs import evolve

from ..agents import SearchAgent, make
from ..match import MatchError, Options, Record, begun
from .one_match import too_long
from .summary import Failure, Tally

if TYPE_CHECKING:
    from dsl.diagnostics.diagnostic import Diagnostic

    from ..engine.program import Program
    from ..native import NativePlay, Played
    from .study import Study

BATCH = 100  # matches of random agents between two looks at the keyboard
FEW = 200  # matches that Python has played before any compiler is done
MANY = 10_000  # matches for which it pays to wait some seconds for the optimizing compiler
SLOWER = 50  # so many matches of random agents take about as long as one of greedy agents
SEARCHING = 1_000  # the same of one of searching agents
IN_C = frozenset({"random", "greedy"})
"""The agents that C knows, beside those that search. With settings they are others."""

_chosen: WeakKeyDictionary[Any, tuple[NativePlay | None, str]] = WeakKeyDictionary()


def native_for(program: Program, study: Study) -> NativePlay | None:
    """What plays the study in C; None: Python plays it. Asked once for each program."""
    return chosen(program, study)[0]


def chosen(program: Program, study: Study) -> tuple[NativePlay | None, str]:
    """The same, and why."""
    if program not in _chosen:
        _chosen[program] = _choose(program, study)
    return _chosen[program]


def forget() -> None:
    """Another study begins, which may choose otherwise."""
    _chosen.clear()


def _choose(program: Program, study: Study) -> tuple[NativePlay | None, str]:
    if study.engine == "python":
        return None, "Python was asked for"
    if not known_in_c(study.agents):
        return None, "only matches of random, greedy and searching agents (not by seconds) are played in C"
    if set(study.agents) != {"random"} and ".greedy_score" not in program.game.defines:
        return None, "without a `define greedy_score` of the game, greedy agents count things, and Python does that"
    wanted = study.engine == "native"
    slow = slowness(study.agents)
    if not wanted and study.matches * slow < FEW:
        return None, "for so few matches no compiler is started"
    from ..native import NoCompiler, NotNative, native_or_why
    from ..native.build import compilers

    try:
        found = compilers()
        if "cc" in found:
            play = native_or_why(program, "cc")
            if play.compiled or study.matches * slow >= MANY or (wanted and "tcc" not in found):
                play.library  # noqa: B018 -- compiled now, for all processes
                return play, "cc"
        if "tcc" in found:
            play = native_or_why(program, "tcc")
            play.library  # noqa: B018
            return play, "tcc"
        return None, "for so few matches the C compiler is not started" if found else "there is no C compiler"
    except (NotNative, NoCompiler) as reason:
        return None, str(reason)
    except Exception as problem:  # it is never more than a matter of speed
        return None, f"{type(problem).__name__}: {problem}"


def batch(study: Study) -> int:
    """How many matches C plays between two looks at the keyboard."""
    return max(1, BATCH // slowness(study.agents))


def slowness(agents: Sequence[str]) -> int:
    """How many matches of random agents take as long in C as one of these."""
    if any(search_of(name) is not None for name in agents):
        return SEARCHING
    return SLOWER if "greedy" in agents else 1


def known_in_c(agents: Sequence[str]) -> bool:
    """Are these agents that C has: not those of packages, nor those that look at the clock?"""
    return all(name in IN_C or search_of(name) is not None for name in agents)


def seated(agents: Sequence[str]) -> tuple[tuple[bool, ...], tuple[SearchAgent | None, ...]]:
    """Which of the agents are greedy, and how those search that do; nothing where none does."""
    greedy = tuple(name == "greedy" for name in agents)
    search = tuple(map(search_of, agents))
    return greedy if any(greedy) else (), search if any(search) else ()


def search_of(name: str) -> SearchAgent | None:
    """The agent of this name, if it searches for so many iterations; one that looks at the clock Python plays."""
    agent = make(name) if name.partition(":")[0] == "search" else None
    return agent if isinstance(agent, SearchAgent) and not agent.seconds else None


def play_natively(native: NativePlay, study: Study, seed: int, matches: int, tally: Tally) -> list[int]:
    """Plays matches in a row; the seeds that it gave up, for Python to play. One that is too long is a failure, with
    the answers that C gave: Python would need hours for the same."""
    left = []
    outcomes: dict[tuple[int, int, tuple[int, ...]], tuple[str, str]] = {}
    greedy, search = seated(study.agents)
    for played in native.play(
        range(seed, seed + matches),
        study.players,
        study.options,
        agents=len(study.agents),
        limit=study.limit,
        greedy=greedy,
        search=search,
        setup=study.setup,
        wishes=study.wishes,
    ):
        if played.too_long:
            tally.failures.append(_too_long(native.program, study, played))
            tally.matches += 1
            continue
        if not played.over:
            left.append(played.seed)
            continue
        how = (played.over, played.seated, played.winners)
        outcome = outcomes.get(how)
        if outcome is None:
            result = native.program.result_of(*how)
            outcome = outcomes[how] = (result.result, result.reason)
        tally.matches += 1
        tally.decisions += played.decisions
        tally.outcomes[outcome] += 1
        tally.rounds[played.rounds] += 1
        tally.lengths[played.decisions] += 1
    return left


def _too_long(program: Program, study: Study, played: Played) -> Failure:
    record, said = too_long_in_c(program, study.players, study.options, study.setup, study.limit, played)
    path = study.records / f"{program.game.name}-{study.players}-players-seed-{played.seed}.json"
    try:
        record.write(path)
    except MatchError as unwritten:
        return Failure(played.seed, said.code, "", f"{said.headline} ({unwritten})")
    return Failure(played.seed, said.code, path.as_posix(), said.headline)


def too_long_in_c(
    program: Program, players: int, options: Options, setup: str | None, limit: int, played: Played
) -> tuple[Record, Diagnostic]:
    """The record of a match that C has played for too long, by the answers that it gave, and what is said of it."""
    start = begun(program, players, played.seed, options, setup)
    return evolve(start, answers=played.answers[:limit]), too_long(limit).diagnostic
