"""Agents: who sits where, what they take, and that they change nothing."""

from importlib.metadata import EntryPoint

import pytest

from interpreter.agents import AGENTS, GreedyAgent, RandomAgent, Table, make, plugged_in, seat_names, stream


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


@pytest.mark.parametrize(
    ("spoken", "said"),
    [
        ("search:seconds=nan", "at most"),
        ("search:seconds=inf", "at most"),
        ("search:iterations=99999999999999999999", "at most"),
        ("search:iterations=1.5", "whole numbers"),
        ("search:depth=-1", "from 0"),
    ],
)
def test_settings_that_no_agent_can_use(spoken, said):
    with pytest.raises(ValueError, match=said):
        make(spoken)


def test_an_agent_of_a_package_that_is_broken_troubles_nobody_else(monkeypatch):
    broken = EntryPoint("clever", "no_such_package:Clever", "sidescript.agents")
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [broken])
    plugged_in.cache_clear()
    try:
        make("random")
        with pytest.raises(ValueError, match="cannot be loaded"):
            make("clever")
        with pytest.raises(ValueError, match="no agent `nobody`"):
            make("nobody")
    finally:
        plugged_in.cache_clear()
