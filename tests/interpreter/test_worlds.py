"""Worlds that a seat cannot tell apart: what it sees stays; what it does not see is dealt anew, and that alone."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import ClassVar

import pytest
from attrs import evolve
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dsl.check import check
from dsl.library import find_game, games
from dsl.load import load
from interpreter import build
from interpreter.agents import Chance, Table, make, stream
from interpreter.engine import program as engine
from interpreter.engine.view import hidden
from interpreter.engine.worlds import Worlds, _owner
from interpreter.lower import NotPlayable
from interpreter.match import Match
from interpreter.play import Playing
from tests.checked import game_in

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


def bids(program, first: int, second: int, seats: int = 2):
    """The state in which the last player bids, behind the first one's bid of these coins."""
    state = program.start(seats, 5)
    for index in (first, second, *[0, 0] * (seats - 2)):
        program.step(state, index)
    assert program.seat(state) == seats - 1
    return state


@pytest.mark.parametrize("agent", ["greedy", "search:iterations=30:ahead=1"])
@pytest.mark.parametrize("seats", [2, 3])
def test_who_chooses_last_of_all_at_once_does_not_know_what_the_others_chose(agent: str, seats: int) -> None:
    """Whatever the first one bids: the last one's choice is the same, for the same chance."""
    program = program_of("sealed")
    assert program is not None
    for seed in range(4):
        answers = set()
        for first in range(4):
            for second in range(3):
                state = bids(program, first, second, seats)
                before = program.digest(state)
                answers.add(make(agent).choose(Table(program, state, seats - 1, 2 * seats - 2), stream(seed, 1)))
                assert program.digest(state) == before
        assert len(answers) == 1, f"it depends on the other's bid: {sorted(answers)}"


def test_in_a_world_the_others_choose_anew_and_ones_own_choice_stays() -> None:
    program = program_of("sealed")
    assert program is not None
    state = bids(program, 3, 2)  # the first bids the highest two
    world = Worlds(program, state, 1).draw(stream(1, 1))
    real = state.copy()
    for index in (0, 0):  # the last bids the lowest two
        program.step(real, index)
        program.step(world, index)
    assert program.seat(world) == 0, "the first is asked once more"
    assert program.score(real, 1) == -20 - 3, "in the real match the first has won 5 and paid 2, the last paid 2"
    for index in (0, 0):
        program.step(world, index)
    assert [len(world.options), program.seat(world)] == [2, 0], "then it goes on to the next bids, of two coins"


@pytest.mark.parametrize(
    ("name", "hidden_from_others"), [("sealed", True), ("at-once", False), ("sidekick-saga", False)]
)
def test_those_who_win_and_lose_together_hide_no_choice_from_each_other(name: str, hidden_from_others: bool) -> None:
    """Hidden from one another, greedy agents of Sidekick Saga won one match in ten, and all of them when they knew."""
    program = program_of(name)
    assert program is not None
    assert ("at_once.open" in program.layout.column) == hidden_from_others


class Watched(engine.Raw):
    """Also remembers what a seat sees at each report and at the end of the step."""

    seat = 0
    seen: ClassVar[list[object]] = []

    def append(self, one) -> None:
        super().append(one)
        self.seen.append(evolve(self._program.view(self._state, self.seat), decision=None))


def told_of_a_step(
    program, state, players: int, seat: int, index: int, monkeypatch
) -> tuple[list[object], list[object]]:
    """What a person on a seat sees of one answer, and what the terminal tells that seat of it."""
    match = Match(program, players, 0)
    match.state = state
    seats = ["random"] * len(state.seated)
    seats[seat] = "person"
    playing = Playing(program.game, match, seats, Path("unused"), card_text=lambda name: f"the text of {name}")
    Watched.seat, Watched.seen = seat, []
    monkeypatch.setattr(engine, "Raw", Watched)
    playing._step(index, max(0, program.seat(state)))
    Watched.seen.append(evolve(program.view(state, seat), decision=None))
    told = [one for one in playing.log if one.visible_to is None or seat in one.visible_to]
    return Watched.seen, [(one.kind, one.text, "" if seat in one.unaware else one.source) for one in told]


def exchanged(program, state, seat: int, seed: int):
    """The state with two things changed about of which the seat may not know which they are; None: there are none."""
    unknown = hidden(program, state, seat)
    site = program.rules.sites[state.site].kind
    first = {"thing": 0, "menu": 1}.get(site, 99)  # from where on an option names things
    options = [raw if isinstance(raw, tuple) else (raw,) for raw in state.options]
    asked = {x for raw in options for x in raw[first:] if x in unknown}
    content, key = program.zone_content, program.layout.zone_key

    def fits(x: int, zone: int) -> bool:
        return x in content[key[zone]] and not any(state.z[z] for z in program.space["HOLDS"][x])

    pairs = [
        (x, y)
        for x in sorted(asked or unknown)
        for y in sorted(unknown)
        if program.title(x) != program.title(y) and _owner(program, state, x) == _owner(program, state, y)
        and fits(x, state.loc[y]) and fits(y, state.loc[x])
    ]  # fmt: skip
    if not pairs:
        return None
    x, y = pairs[seed % len(pairs)]
    other = {x: y, y: x}
    world = state.copy()
    world.z = [tuple(other.get(one, one) for one in zone) for zone in state.z]
    for column in (world.loc, world.pl):
        column[x], column[y] = column[y], column[x]
    world.stack = [
        [tuple(other.get(one, one) for one in held) if isinstance(held, tuple) else held for held in frame]
        for frame in state.stack
    ]
    if asked:
        renamed = [(*raw[:first], *(other.get(one, one) for one in raw[first:])) for raw in options]
        world.options = tuple(
            new if isinstance(raw, tuple) else new[0] for raw, new in zip(state.options, renamed, strict=True)
        )
    return world


def closed(folder: Path) -> bool:
    """Is there anything in the game that somebody may not see?"""
    return any("seen by" in path.read_text("utf-8") for path in folder.rglob("*.side"))


CLOSED = [name for name in FOLDERS if closed(FOLDERS[name])]


@pytest.mark.parametrize("name", sorted(CLOSED))
@settings(
    deadline=None, max_examples=15, derandomize=True, database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)  # fmt: skip
@given(seed=st.integers(0, 10_000))
def test_a_seat_is_told_nothing_that_it_cannot_see(name: str, seed: int, monkeypatch) -> None:
    """In two states that differ in what is hidden from it alone, a seat sees and is told the same."""
    program = program_of(name)
    if program is None:
        pytest.skip("it cannot be played yet")
    low, high = program.game.seats.low, program.game.seats.high
    players = low + seed % (high - low + 1)
    state = in_mid_match(program, seed, players)
    if state is None:
        return
    index = seed % len(state.options)
    for seat in {0, 1, program.seat(state)} & set(range(len(state.seated))):
        world = exchanged(program, state, seat, seed)
        if world is None:
            continue
        assert evolve(program.view(world, seat), decision=None) == evolve(program.view(state, seat), decision=None)
        if program.seat(state) not in (seat, -1):
            assert program.view(state, seat).decision is None
        seen, told = told_of_a_step(program, state.copy(), players, seat, index, monkeypatch)
        seen_there, told_there = told_of_a_step(program, world, players, seat, index, monkeypatch)
        if seen == seen_there:
            assert told == told_there


THEFT = """\
game theft "Theft"
    seats 3 to 3 as Player

kind Player
    zone hand of Jewel: heap, seen by owner
    zone shop of Jewel: row

kind Jewel "jewel" is Card
    price: Number

Jewel ruby "Ruby"
    price: 3

Jewel opal "Opal"
    price: 2

setup base "Set-up"
    step first "First":
        move each Jewel in box to first(team).hand

menu turn_action "action"

action steal "Steal" is turn_action
    does: take_some first(Jewel in first(team).hand) by last(team)

action sell "Sell" is turn_action
    does: sell_one first(Jewel in last(team).hand)

flow
    repeat:
        last(team) takes 1 turn_action

verb take_some Jewel j by Player p "{p} [take] {j}"
    move j to p.hand

verb sell_one Jewel j "{j} [be] sold"
    move j to last(team).shop

ending sold_out "Sold": win when none(Player p where any(p.hand))
"""


def test_what_is_told_names_things_to_those_who_may_know_them(tmp_path: Path) -> None:
    """By whoever sees them as the event begins, or where it brings them."""
    (tmp_path / "game.side").write_text(THEFT)
    program = build(game_in(tmp_path))
    state = program.start(3, 1)
    log: list[engine.Report] = []
    program.step(state, 0, log)
    program.step(state, 1, log)
    assert [one.told(0) for one in log] == ["Player 3 takes Ruby", "Ruby is sold"], "who had it knows it"
    assert [one.told(2) for one in log] == ["Player 3 takes Ruby", "Ruby is sold"], "who has it knows it"
    assert [one.told(1) for one in log] == ["Player 3 takes a jewel", "Ruby is sold"], "in the shop everybody sees it"


@pytest.mark.parametrize("name", ["heap", "disney-sidekicks"])
def test_search_is_reproducible_and_changes_nothing(name: str) -> None:
    program = program_of(name)
    assert program is not None
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
