"""Studies: the same for any number of jobs, failures recorded, interruption keeps what is finished."""

import json
from functools import partial
from typing import Any

import pytest

from interpreter.commands import _watched
from interpreter.match import Match, read_record, replay
from interpreter.simulation import Study, simulate
from interpreter.simulation.one_match import play_out, play_recorded

KEYS = [
    "game", "players", "agents", "seed", "matches", "decisions", "seconds", "decisions_per_second", "outcomes",
    "length", "errors",
]  # fmt: skip


def study(tmp_path, matches=40, players=2, agents=("random", "random"), **more):
    return Study(players, agents, matches, records=tmp_path / "records", **more)


def told(summary):
    """A summary without what the clock says."""
    data = summary.to_json()
    del data["seconds"], data["decisions_per_second"]
    return data


def test_the_summary_has_exactly_the_promised_parts(fake, tmp_path):
    data = simulate(fake, study(tmp_path)).to_json()
    assert list(data) == KEYS
    assert list(data["length"]) == ["minimum", "median", "maximum", "unit"]
    assert list(data["outcomes"][0]) == ["result", "reason", "matches"]
    assert sum(one["matches"] for one in data["outcomes"]) == data["matches"] == 40
    assert data["errors"] == []
    json.dumps(data)


@pytest.mark.parametrize("jobs", [2, 3])
def test_any_number_of_jobs_gives_the_same(fake, tmp_path, jobs):
    opener = partial(fake, fragile=True)
    assert told(simulate(opener, study(tmp_path), jobs)) == told(simulate(opener, study(tmp_path)))


def test_a_study_is_its_matches_by_seed(fake, tmp_path):
    whole = simulate(fake, study(tmp_path, 20, seed=100)).to_json()
    parts = [simulate(fake, study(tmp_path, 10, seed=seed)).to_json() for seed in (100, 110)]
    assert whole["decisions"] == sum(part["decisions"] for part in parts)


def test_a_match_that_fails_is_recorded_and_stops_nothing(fake, tmp_path):
    opener = partial(fake, fragile=True, stones=5)
    data = simulate(opener, study(tmp_path, 60)).to_json()
    assert data["matches"] == 60 and data["errors"]
    assert sum(one["matches"] for one in data["outcomes"]) == 60 - len(data["errors"])
    for one in data["errors"]:
        assert one["code"] == "heap-fell" and one["seed"] % 5 == 0
        record = read_record(tmp_path / "records" / one["record"].rpartition("/")[2])
        assert record.seed == one["seed"]
        with pytest.raises(Exception, match="fell over"):
            replay(opener(), record)


def test_a_match_without_end_is_an_error(fake, tmp_path):
    data = simulate(partial(fake, endless=True), study(tmp_path, 2, limit=50)).to_json()
    assert [one["code"] for one in data["errors"]] == ["match-too-long"] * 2
    assert len(read_record(tmp_path / "records" / "heap-2-players-seed-0.json").answers) == 50


def test_a_bug_in_the_engine_is_an_error_too(fake, tmp_path):
    class Broken(fake):
        def step(self, state, index, log=None):
            raise ZeroDivisionError("oh")

    data = simulate(Broken, study(tmp_path, 1)).to_json()
    assert data["errors"][0]["code"] == "bug-in-sidescript"


def test_interruption_keeps_what_is_finished(fake, tmp_path):
    seen = []

    def progress(part):
        seen.append(part)
        if len(seen) == 7:
            raise KeyboardInterrupt

    summary = simulate(fake, study(tmp_path, 40), progress=progress)
    assert summary.interrupted and summary.to_json()["matches"] == 7


@pytest.mark.parametrize("agents", [("random",) * 3, ("greedy",) * 3, ("random", "greedy", "random")])
def test_the_recorded_match_is_the_fast_one(fake, agents):
    for seed in range(20):
        program = fake()
        state = program.start(players=3, seed=seed, options={}, setup=None)
        decisions = play_out(program, state, agents, seed, 1000)
        match, problem = play_recorded(program, 3, agents, seed, {}, 1000)
        assert problem is None and len(match.answers) == decisions
        assert match.state == state


def test_agents_and_the_match_draw_from_different_streams(fake):
    """What agents draw does not shift what the match draws: the first lot of a seed is the same after any answers."""
    lots = set()
    for answers in ([], [0], [0, 1, 0]):
        match = Match(fake(stones=50), 2, 3)
        for index in answers:
            match.step(index)
        match.step(2)
        lots.add(match.state.rng[0])
    assert len(lots) == 1


def test_a_study_without_end_in_sight_begins_at_once(fake, tmp_path):
    def progress(part):
        raise KeyboardInterrupt

    summary = simulate(fake, study(tmp_path, 10**12, engine="python"), 2, progress)
    assert summary.interrupted and summary.to_json()["matches"]


def test_matches_without_end_are_told_of_before_the_study_is_done(fake, tmp_path, capsys):
    endless: Any = partial(fake, endless=True)
    _watched(endless, study(tmp_path, 5, limit=50), 1)
    said = capsys.readouterr().err
    assert said.count("2 of the first 2 matches have not ended after 50 decisions") == said.count("\n") == 1
    _watched(endless, study(tmp_path, 2, limit=50), 1)
    assert capsys.readouterr().err == ""
