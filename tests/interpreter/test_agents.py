"""Agents: who sits where, what they take, and that they change nothing."""

import pytest

from interpreter.agents import AGENTS, GreedyAgent, RandomAgent, Table, seat_names, stream


def table(program, seed=1):
    state = program.start(players=2, seed=seed, options={}, setup=None)
    return state, Table(program, state, 0)


def test_one_name_for_all_or_one_for_each():
    assert seat_names("random", 3) == ("random",) * 3
    assert seat_names("greedy, random", 2) == ("greedy", "random")
    with pytest.raises(ValueError, match="2 agents are named for 3"):
        seat_names("greedy,random", 3)
    with pytest.raises(ValueError, match="no agent `clever`"):
        seat_names("clever", 2)


def test_random_takes_every_option(fake):
    _, seen = table(fake())
    rng = stream(1, 0)
    assert {RandomAgent().choose(seen, rng) for _ in range(200)} == {0, 1, 2, 3}


def test_greedy_takes_the_best_score(fake):
    _, seen = table(fake(stones=20))
    worlds = seen.worlds()
    scores = []
    for index in range(seen.count):
        world = worlds.draw(stream(1, 0))
        worlds.program.step(world, index)
        scores.append(worlds.program.score(world, 0))
    assert scores[GreedyAgent().choose(seen, stream(1, 0))] == max(scores)


def test_greedy_does_not_know_the_dice(fake):
    """States that differ only in their streams of chance get the same answer."""
    answers = set()
    for seed in range(20):
        _, seen = table(fake(stones=20), seed)
        answers.add(GreedyAgent().choose(seen, stream(1, 0)))
    assert len(answers) == 1


def test_greedy_draws_among_equals(fake):
    class Even(fake):
        def score(self, state, seat):
            return 0

    _, seen = table(Even())
    rng = stream(1, 0)
    assert {GreedyAgent().choose(seen, rng) for _ in range(200)} == {0, 1, 2, 3}


@pytest.mark.parametrize("name", sorted(AGENTS))
def test_choosing_changes_nothing(fake, name):
    state, seen = table(fake())
    before = state.copy()
    for _ in range(10):
        AGENTS[name]().choose(seen, stream(1, 0))
    assert state == before


def test_streams_are_repeatable_and_differ_by_seat_and_seed():
    first = [stream(7, seat).bits() for seat in range(3)]
    assert first == [stream(7, seat).bits() for seat in range(3)]
    assert len({*first, stream(8, 0).bits()}) == 4


def test_a_seat_sees_its_view_only(fake):
    state, seen = table(fake())
    assert not any(getattr(seen, name, None) is state for name in ("view", "decision", "count", "seat"))
