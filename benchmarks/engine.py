"""Works for the slices: random play and state copies, by the engine and by a hand-written simulation."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from interpreter.agents import Table
from interpreter.native import NativePlay, native_or_why
from interpreter.native.build import compilers
from interpreter.simulation.one_match import Seating, play_out

from .slices import Work

if TYPE_CHECKING:
    from interpreter.engine.program import Program

COPIES = 200
LONGEST = 500  # decisions of a match looked at for a state in mid-effect; answers by rule may go round for ever


def random_play(program: Program, players: int) -> Work:
    """One random match each time; its units are decisions among two or more options."""
    agents = ("random",) * players
    seed = 0

    def work() -> int:
        nonlocal seed
        seed += 1
        state = program.start(players=players, seed=seed, options={}, setup=None)
        return play_out(program, state, agents, seed, 1_000_000)

    return work


def greedy_play(program: Program, players: int) -> Work:
    """The next dozen decisions of a match of greedy agents each time; a new match when one is over."""
    seed = 0
    state: Any = None
    seating: Any = None

    def work() -> int:
        nonlocal seed, state, seating
        for n in range(12):
            if state is None or state.over:
                seed += 1
                state = program.start(players=players, seed=seed, options={}, setup=None)
                seating = Seating(program, ("greedy",) * program.seats_for(players), seed)
            seat, agent, rng = seating.at(state)
            program.step_function(state, agent.choose(Table(program, state, seat, n), rng))
        return 12

    return work


def native_plays(
    program: Program, players: int, wanted: Sequence[str] | None = None, matches: int = 100
) -> dict[str, Work]:
    """Random play in C, so many matches at a time, by each compiler that is here (and wanted)."""
    return {
        f"native {name}": _native_play(native_or_why(program, name), players, matches)
        for name in compilers()
        if wanted is None or name in wanted
    }


def _native_play(play: NativePlay, players: int, matches: int) -> Work:
    seed = 0

    def work() -> int:
        nonlocal seed
        seed += matches
        return sum(one.decisions for one in play.play(range(seed, seed + matches), players))

    return work


def copies(program: Program, players: int) -> Work:
    """Copies of a state that waits in the middle of an effect."""
    copy = _in_mid_effect(program, players).copy
    return lambda: _repeat(copy)


def _in_mid_effect(program: Program, players: int) -> Any:
    """The state, among some random matches, at the decision with the deepest agenda, in the middle of a match."""
    deepest, found = -1, None
    for seed in range(20):
        state = program.start(players=players, seed=seed, options={}, setup=None)
        number = 0
        while not state.over and number < LONGEST:
            number += 1
            if number > 10 and len(state.stack) > deepest:
                deepest, found = len(state.stack), state.copy()
            program.step_function(state, (seed * 7919 + number * 104729) % len(state.options))
    assert found is not None
    return found


def load_peer(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("hand_written", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def peer_play(peer: Any, players: int) -> Work:
    peer.seed(1)

    def work() -> int:
        before: int = peer.ND
        peer.play(players)
        return int(peer.ND - before)

    return work


def peer_copies(peer: Any, players: int) -> Work:
    copy = peer.setup(players, 0).copy
    return lambda: _repeat(copy)


def _repeat(call: Callable[[], object]) -> int:
    for _ in range(COPIES):
        call()
    return COPIES
