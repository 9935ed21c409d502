"""What has to hold of every match of every game, tried on the built-in games and on games made up at random.

`micro.play` looks at the promises: every thing is in one place, ranges and laws hold, every answer applies, a step on a
copy leaves its parent alone, a loaded state goes on alike, a record plays to the same state, a view shows nothing
hidden.
"""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from dsl.check import check, check_parsed
from dsl.library import find_game, games
from dsl.load import load
from dsl.source import SourceFile
from dsl.syntax.parse import parse
from interpreter import build
from interpreter.match import Match
from interpreter.verify import verify
from tests.interpreter import micro
from tests.interpreter.random_games import random_game

ROOT = Path(__file__).parents[2]
SEEDS = st.integers(0, 1_000_000)
quick = settings(
    deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)


@cache
def built_in(name):
    game = check(load(find_game(name))).game
    assert game is not None
    return build(game)


@cache
def made_up(seed):
    file = SourceFile("game.side", random_game(seed))
    checked = check_parsed([file], [parse(file)])
    wrong = [d.headline for d in checked.diagnostics if d.severity == "error"]
    assert checked.game is not None, wrong
    program = build(checked.game)
    verify(program.rules)
    return program


@pytest.mark.parametrize("seed", [11, 400, 81_234])
@pytest.mark.parametrize("name", games())
def test_matches_of_built_in_games_keep_the_promises(name, seed):
    """Fixed seeds: shrinking would play whole matches again and again. Some matches last thousands of answers."""
    program = built_in(name)
    seats = program.game.seats
    _, answers = micro.play(program, seats.low + seed % (seats.high - seats.low + 1), seed, 300, every=40, look=8)
    assert len(answers) > 20


@settings(quick, max_examples=60)
@given(game=SEEDS, seed=SEEDS)
@example(game=1, seed=1)
def test_matches_of_any_game_keep_the_promises(game, seed):
    program = made_up(game)
    seats = program.game.seats
    state, answers = micro.play(program, seats.low + seed % (seats.high - seats.low + 1), seed, 300, every=3)
    assert program.ended(state), f"no end after {len(answers)} answers"


@settings(quick, max_examples=25)
@given(game=SEEDS, seed=SEEDS, choices=st.lists(st.integers(0, 50), max_size=20))
def test_undo_of_any_answer_is_as_if_it_had_not_been_given(game, seed, choices):
    match = Match(made_up(game), made_up(game).game.seats.high, seed, after_chance="allow")
    digests = [match.program.digest(match.state)]
    for choice in choices:
        if match.over:
            break
        match.step(choice % len(match.state.options))
        digests.append(match.program.digest(match.state))
    while len(digests) > 1:
        digests.pop()
        match.undo()
        assert match.program.digest(match.state) == digests[-1]
    assert not match.answers


@settings(quick, max_examples=25)
@given(game=SEEDS, seed=SEEDS, choices=st.lists(st.integers(0, 50), max_size=15))
def test_save_and_restore_at_any_decision(game, seed, choices, tmp_path):
    match = Match(made_up(game), made_up(game).game.seats.high, seed)
    path = tmp_path / "match.json"
    for choice in choices:
        if match.over:
            break
        match.save(path)
        restored, _ = Match.restore(match.program, path)
        match.step(choice % len(match.state.options))
        restored.step(choice % len(restored.state.options))
        assert restored.state == match.state


PLAYER = """
import sys
sys.path.insert(0, {root!r})
from tests.interpreter import test_properties as tests
programs = [tests.built_in(name) for name in tests.games()] + [tests.made_up(seed) for seed in range(8)]
for program in programs:
    state = program.start(program.game.seats.high, 9)
    for n in range(120):
        if program.ended(state):
            break
        program.step(state, n * 7 % len(state.options))
    print(program.game.name, program.digest(state))
"""


def test_a_fresh_process_plays_the_same_match():
    found = {
        subprocess.run(
            [sys.executable, "-c", PLAYER.format(root=str(ROOT))],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("0", "4242")
    }
    assert len(found) == 1
    assert len(next(iter(found)).splitlines()) == len(games()) + 8
