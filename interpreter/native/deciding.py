"""Which C decides for the greedy and searching agents of a single match: people wait for it, so it is taken wherever
it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from .build import NoCompiler, compilers
from .form import NotNative
from .play import NativePlay, Searching, Tree, native_or_why

if TYPE_CHECKING:
    from ..agents.chance import Chance
    from ..engine.program import Program
    from ..engine.way import Way

_chosen: WeakKeyDictionary[Any, NativePlay | None] = WeakKeyDictionary()


def play_of(program: Program) -> NativePlay | None:
    """The C of a program; None where there is none. Asked once for each program."""
    if program not in _chosen:
        _chosen[program] = _choose(program)
    return _chosen[program]


def _choose(program: Program) -> NativePlay | None:
    if ".greedy_score" not in program.game.defines:
        return None  # then positions are judged by counting things, which C does not do
    try:
        found = compilers()
        names = [name for name in ("cc", "tcc") if name in found]
        plays = [native_or_why(program, name) for name in names]
        ready = [play for play in plays if play.compiled]
        play = next(iter((*ready, *reversed(plays))), None)  # else the compiler that is done sooner
        if play is not None:
            play.library  # noqa: B018 -- compiled now
        return play
    except (NotNative, NoCompiler, OSError):
        return None


def decide(
    program: Program,
    way: Way,
    seat: int,
    count: int,
    search: Searching | None,
    rng: Chance,
    tree: Tree | None,
    enough: Callable[[], bool],
) -> tuple[int, Tree | None] | None:
    """See `Table.searched`."""
    play = play_of(program)
    if play is None or (tree is not None and tree.library is not play.library):
        return None
    try:
        found = play.decide(way, seat, count, search, rng.state, tree, enough)
    except (NotNative, NoCompiler):
        return None
    if found is None:
        return None
    index, rng.state, left = found
    return index, left
