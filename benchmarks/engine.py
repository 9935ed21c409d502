"""Works for the slices: random play and state copies, by the engine and by a hand-written simulation."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from interpreter.native import NativePlay, native_or_why
from interpreter.native.build import compilers
from interpreter.simulation.one_match import play_out

from .slices import Work

if TYPE_CHECKING:
    from interpreter.engine.program import Program

COPIES = 200


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


def native_plays(program: Program, players: int) -> dict[str, Work]:
    """Random play in C, by each compiler that is here."""
    return {f"native {name}": _native_play(native_or_why(program, name), players) for name in compilers()}


def _native_play(play: NativePlay, players: int) -> Work:
    seed = 0

    def work() -> int:
        nonlocal seed
        seed += 100
        return sum(one.decisions for one in play.play(range(seed, seed + 100), players))

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
        while not state.over:
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
