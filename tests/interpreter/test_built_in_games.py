"""Every built-in game: its own tests hold, and matches of it keep the promises about copies, saves and records."""

import random
from functools import cache

import pytest

from dsl.check.rules.never_in_play import never_coming
from dsl.library import find_game, games
from interpreter import build
from interpreter.agents import make
from interpreter.agents.agent import Table
from interpreter.agents.chance import Chance
from interpreter.engine.program import Program
from interpreter.match import Match, replay
from interpreter.scenarios import run_test, run_tests
from tests.checked import game_in

GAMES = games()


@cache
def checked(name):
    return game_in(find_game(name))


@cache
def program(name):
    return build(checked(name))


@cache
def with_tests(name):
    return build(checked(name), tests=True)


@pytest.mark.parametrize("name", GAMES)
def test_its_own_tests_hold(name):
    outcomes = list(run_tests(with_tests(name)))
    assert outcomes
    failed = [f"{one.title}: expected {one.expected}; {one.actual}" for one in outcomes if not one.passed]
    assert not failed, "\n".join(failed)


@pytest.mark.parametrize("name", GAMES)
def test_its_tests_with_a_set_up_hold_however_it_is_shuffled(name, monkeypatch):
    """A mod with one card more has other shuffles: only tests that count cards may notice it."""
    program, blank = with_tests(name), Program.blank
    monkeypatch.setattr(Program, "blank", lambda self, seed, players: blank(self, seed + 1, players))
    for plan in program.extras.tests:
        if plan.after_setup:
            one = run_test(program, plan)
            assert one.passed, f"{one.title}: expected {one.expected}; {one.actual}"


@pytest.mark.parametrize("name", GAMES)
def test_each_of_its_cards_can_come_into_play(name):
    assert never_coming(checked(name)) == {}


def some_match(name, seed, **options):
    seats = checked(name).seats
    return Match(program(name), random.Random(seed).randint(seats.low, seats.high), seed, options)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(5))
def test_save_restore_copy_and_replay_at_every_decision(name, seed, tmp_path):
    """A save is restored by playing it again: the first match is restored at each decision, others at each seventh."""
    match = some_match(name, seed)
    rng = random.Random(f"answers {seed}")
    path = tmp_path / "match.json"
    restored, decision = None, 0
    while not match.over:
        index = rng.randrange(len(match.state.options))
        before = match.program.digest(match.state)
        copied = match.state.copy()
        match.program.step(copied, index)
        assert match.program.digest(match.state) == before, "a step on a copy changed its parent"
        saved = seed == 0 or decision % 7 == seed
        decision += 1
        if saved:
            match.save(path)
            restored, _ = Match.restore(match.program, path)
            assert restored.state == match.state
            restored.step(index)
        match.step(index)
        after = match.program.digest(match.state)
        assert after == match.program.digest(copied)
        assert not saved or after == match.program.digest(restored.state)
    assert restored is not None
    state = replay(match.program, match.record())
    assert match.program.digest(state) == match.program.digest(match.state)


@pytest.mark.parametrize("name", GAMES)
def test_undo_takes_back_what_was_free(name):
    """Whatever can be taken back leads to the very state before."""
    match = some_match(name, 1)
    rng = random.Random(2)
    taken = 0
    while not match.over:
        before, draws, reveals = match.program.digest(match.state), match.state.draws, match.state.reveals
        match.step(rng.randrange(len(match.state.options)))
        if not match.over and (draws, reveals) == (match.state.draws, match.state.reveals):
            match.undo()
            assert match.program.digest(match.state) == before
            taken += 1
            match.step(rng.randrange(len(match.state.options)))
    assert taken


@pytest.mark.parametrize("agent", ["random", "greedy"])
@pytest.mark.parametrize("name", GAMES)
def test_a_decision_has_at_most_200_options(name, agent):
    """However many seats there are: 300 decisions of a random agent, 40 of a greedy one."""
    seats = checked(name).seats
    largest = 0
    for players in range(seats.low, seats.high + 1):
        match = Match(program(name), players, players)
        chooses = make(agent)
        rng = Chance(players, 0)
        for decision in range(300 if agent == "random" else 40):
            if match.over:
                break
            largest = max(largest, len(match.state.options))
            table = Table(match.program, match.state, max(0, match.program.seat(match.state)), decision)
            match.step(chooses.choose(table, rng))
    assert 2 <= largest <= 200
