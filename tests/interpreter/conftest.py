"""A small hand-written program with the engine's door, so that matches are tested apart from the engine.

The game: a heap of stones. In turn everyone takes one, takes two, draws a lot (takes 0 to 3 by chance), or peeks
(reveals something). Who takes the last stone wins; with `together`, all win or lose by the number of rounds.
"""

from __future__ import annotations

import hashlib
import json
import random
from types import SimpleNamespace

import pytest

from interpreter.engine.program import IllegalAnswer, Report, StepError


class FakeState:
    FIELDS = ("players", "stones", "who", "over", "turns", "draws", "reveals", "taken", "rng", "fragile", "last")
    players: int
    stones: int
    who: int
    over: int
    turns: int
    draws: int
    reveals: int
    taken: list[int]
    rng: list[int]
    fragile: int
    last: int

    def copy(self):
        other = FakeState()
        other.__dict__.update(self.__dict__)
        other.taken, other.rng = self.taken[:], self.rng[:]
        return other

    def __eq__(self, other):
        return self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]

    @property
    def asker(self):
        return self.who

    @property
    def options(self):
        return () if self.over else ((0,), (1,), (2,), (3,))[: 4 if self.stones > 1 else 3]

    def to_json(self):
        return {name: getattr(self, name) for name in self.FIELDS}


class FakeProgram:
    NAMES = ("take one", "take two", "draw lot", "peek")

    def __init__(self, stones=9, fragile=False, endless=False):
        self.stones, self.fragile, self.endless = stones, fragile, endless
        self.game = SimpleNamespace(name="heap", source_hash="0" * 64, mods=(), defines={})
        self.step_function = self.step

    def seat(self, state):
        return state.who

    def turn(self, state):
        return (state.who,)

    def offers_actions(self, state):
        return True

    def begun_by(self, state, players):
        return state.players == players

    def start(self, players, seed, options, setup):
        state = FakeState()
        state.players, state.stones, state.who, state.over = players, options.get("stones", self.stones), 0, 0
        state.turns, state.draws, state.reveals, state.taken = 1, 0, 0, [0] * players
        state.rng, state.last = [random.Random(seed).randrange(1 << 32)], -1
        state.fragile = int(self.fragile and seed % 5 == 0)
        return state

    def ended(self, state):
        return state.over != 0

    def step(self, state, index, log=None):
        assert 0 <= index < len(state.options), index
        n = (1, 2, 0, 0)[index]
        if index == 2:
            if state.fragile and state.stones < 5:
                raise StepError("heap-fell", "The heap fell over")
            state.draws += 1
            state.rng[0] = (state.rng[0] * 1103515245 + 12345) % (1 << 32)
            n = state.rng[0] >> 16 & 3
        elif index == 3:
            state.reveals += 1
        n = 0 if self.endless else min(n, state.stones)
        if log is not None:
            log.append(Report(f"seat {state.who + 1} takes {n}", "take"))
        state.stones -= n
        state.taken[state.who] += n
        if state.stones == 0:
            state.over, state.last = 1, state.who
            return
        state.who = (state.who + 1) % state.players
        state.turns += state.who == 0

    def result(self, state):
        if not state.over:
            return None
        return SimpleNamespace(result=f"Seat {state.last + 1}", ending="last_stone", reason="The last stone is taken")

    def decision(self, state):
        options = tuple(
            SimpleNamespace(id=self.NAMES[i], text=self.NAMES[i].capitalize(), action="take", things=())
            for (i,) in state.options
        )
        return SimpleNamespace(
            who=f"Seat {state.who + 1}",
            seat=state.who,
            prompt="What now?",
            options=options,
            reasons=(),
            which=0,
            about="",
            most=0,
        )

    def answer(self, state, option):
        if option not in self.NAMES[: len(state.options)]:
            raise IllegalAnswer(f"there is no option {option}")
        self.step(state, self.NAMES.index(option))

    def view(self, state, seat):
        return SimpleNamespace(to_json=state.to_json, stones=state.stones)

    def worlds(self, state, seat):
        def draw(chance):
            world = state.copy()
            world.rng = [chance.bits() % (1 << 32)]
            return world

        return SimpleNamespace(program=self, draw=draw)

    def score(self, state, seat):
        return state.taken[seat]

    def round(self, state):
        return state.turns

    def load(self, data):
        state = FakeState()
        for name in FakeState.FIELDS:
            setattr(state, name, data[name])
        return state

    def digest(self, state):
        return hashlib.sha256(json.dumps(state.to_json(), sort_keys=True).encode()).hexdigest()


@pytest.fixture
def fake():
    """Makes the program of the heap."""
    return FakeProgram
