"""Worlds that a seat cannot tell apart: what it sees stays; what it does not see is dealt anew, and that alone."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dsl.check import check
from dsl.library import find_game, games
from dsl.load import load
from interpreter import build
from interpreter.agents import Chance, Table, make, stream
from interpreter.engine.view import hidden
from interpreter.engine.worlds import Worlds
from interpreter.lower import NotPlayable

MICRO = sorted(path.parent for path in (Path(__file__).parent / "games").glob("*/game.side"))
FOLDERS = {name: find_game(name) for name in games()} | {path.name: path for path in MICRO}


@cache
def program_of(name: str):
    game = check(load(FOLDERS[name])).game
    assert game is not None
    try:
        return build(game)
    except NotPlayable:
        return None


def in_mid_match(program, seed: int, players: int):
    """A state after some random answers; None if the match was over before."""
    state = program.start(players, seed)
    chance = Chance(seed, 9)
    for _ in range(chance.below(60)):
        if state.over:
            return None
        program.step(state, chance.below(len(state.options)))
    return None if state.over else state


@pytest.mark.parametrize("name", sorted(FOLDERS))
@settings(deadline=None, max_examples=12, derandomize=True, suppress_health_check=[HealthCheck.too_slow], database=None)
@given(seed=st.integers(0, 10_000))
def test_worlds_are_like_the_real_one_and_know_nothing_of_it(name: str, seed: int) -> None:
    program = program_of(name)
    if program is None:
        pytest.skip("it cannot be played yet")
    low, high = program.game.seats.low, program.game.seats.high
    state = in_mid_match(program, seed, low + seed % (high - low + 1))
    if state is None:
        return
    for seat in range(len(state.seated)):
        before = program.digest(state)
        world = Worlds(program, state, seat).draw(stream(seed, seat))
        assert program.digest(state) == before
        # the seat cannot tell them apart
        assert program.view(world, seat) == program.view(state, seat)
        assert hidden(program, world, seat) == hidden(program, state, seat)
        # every thing is in one place, and it is a place for it
        assert sorted(x for zone in world.z for x in zone) == sorted(x for zone in state.z for x in zone)
        for zone, content in enumerate(world.z):
            assert all(world.loc[x] == zone for x in content)
        moved = world.copy()
        program.space["find_places"](moved)
        assert moved.pl == world.pl
        # the deal does not depend on what is hidden: from the other world the same worlds are drawn
        again = Worlds(program, world, seat).draw(stream(seed + 1, seat))
        assert program.digest(again) == program.digest(Worlds(program, state, seat).draw(stream(seed + 1, seat)))
        # and it can be played on
        for _ in range(5):
            if not world.over:
                program.step(world, 0)


@pytest.mark.parametrize("name", ["heap", "disney-sidekicks"])
def test_search_is_reproducible_and_changes_nothing(name: str) -> None:
    program = program_of(name)
    state = in_mid_match(program, 3, 2) or program.start(2, 3)
    before = program.digest(state)
    answers = {make("search:iterations=60").choose(Table(program, state, 0), stream(5, 0)) for _ in range(3)}
    assert len(answers) == 1
    assert program.digest(state) == before


DOORS = """\
game doors "Doors"
    seats 1 to 1 as Player
    state left: Truth = no
    state depth: Number = 0

kind Player
    luck: Number = 0

menu turn_action "action"

setup base "Set-up"
    step first "First":
        depth = 0

flow
    repeat:
        turn of first(Player):
            first(Player) takes 1 turn_action
            depth += 1

action wait "Wait" is turn_action
    does: pass_by 1

action enter_left "Enter on the left" is turn_action
    needs depth == 1
    does: go_left 1

verb pass_by Number n "wait"
    depth += 0

verb go_left Number n "go left"
    left = yes

ending found "Found": win when left and depth == 3
ending lost "Lost": lose when not left and depth == 3
"""


def test_search_looks_ahead(tmp_path: Path) -> None:
    """Only waiting once and then entering on the left wins, which no single step shows."""
    (tmp_path / "game.side").write_text(DOORS)
    game = check(load(tmp_path)).game
    assert game is not None
    program = build(game)
    state = program.start(1, 1)
    agent = make("search:iterations=200")
    decisions = 0
    while not state.over:
        program.step(state, agent.choose(Table(program, state, 0, decisions), stream(1, 0)))
        decisions += 1
    assert program.result(state).result == "won"


def test_settings_of_agents_are_checked() -> None:
    with pytest.raises(ValueError, match="no setting `iteration`; it has iterations"):
        make("search:iteration=5")
    with pytest.raises(ValueError, match="is a number"):
        make("search:iterations=many")
    with pytest.raises(ValueError, match="iterations from 1"):
        make("search:iterations=0")
    with pytest.raises(ValueError, match="it has none"):
        make("random:speed=3")
