"""Villains and Vigilantes as it is played: decks brought to matches of two, three and four, and what is told."""

from __future__ import annotations

import io
import random
from functools import cache
from pathlib import Path

import pytest

from dsl.check import check
from dsl.library import find_game
from dsl.load import load
from interpreter import build_once
from interpreter.decks import build_deck, with_copies
from interpreter.engine.program import BadStart, Program
from interpreter.match import Match
from interpreter.play import Playing

BUILT = {
    "weather": ("blizzard",),
    "fighters": ("shatterman", "condor"),
    "brutes": ("mace", "bull"),
    "guns": ("crossfire", "shocker"),
}


@cache
def program() -> Program:
    game = check(load(find_game("villains-and-vigilantes"))).game
    assert game is not None
    return build_once(game)


@cache
def lines(name: str) -> tuple[str, ...]:
    return build_deck(program(), BUILT[name], name, name.capitalize()).to_option()


def setting(*names: str) -> dict[str, tuple[str, ...]]:
    """Whose deck is which, by seat; "" brings none."""
    return {f"deck.{seat}": lines(name) for seat, name in enumerate(names, 1) if name}


@pytest.mark.parametrize(
    "names", [("", "fighters"), ("brutes", "fighters", "guns"), ("weather", "guns", "brutes", "fighters")]
)
def test_each_seat_has_the_cards_of_its_own_deck(names: tuple[str, ...]):
    options = setting(*names)
    able = with_copies(program(), len(names), options)
    decks = set()
    for seed in (1, 2):
        state = able.start(len(names), seed, options)
        while able.decision(state).prompt != "Where is your Headquarters?":
            able.step(state, 0)
        owner = able.layout.column["owner"]
        for seat, x in enumerate(able.layout.seats[: len(names)]):
            held = [one for one in range(able.layout.count) if state.a[owner + one] == state.seated[seat] and one != x]
            want = [int(line.partition(" ")[0]) for line in options.get(f"deck.{seat + 1}", ())]
            if want:
                assert len(held) == sum(want)
                titles = {able.layout.things[one][0] for one in held}
                assert titles == {line.partition(" ")[2] for line in options[f"deck.{seat + 1}"]}
            else:
                assert len(held) == 60
        zone = able.layout.zone_base["Player.deck"] + state.seated[0]
        decks.add(tuple(able.layout.things[one][0] for one in state.z[zone]))
    assert len(decks) == 2, "the Action deck is not shuffled"


@pytest.mark.parametrize("players", [1, 5])
def test_one_player_or_five_are_refused(players: int):
    """VV-017."""
    with pytest.raises(BadStart, match="2 to 4 players"):
        program().start(players, 1)


def test_a_deck_begins_with_what_it_is_built_around():
    assert [line.partition(" ")[2] for line in lines("fighters")[:2]] == ["shatterman", "condor"]


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (("weather", "fighters"), "One hero deck with two or three players"),
        (("brutes", "guns"), "One villain deck with two players"),
        (("weather", "fighters", "brutes"), "One hero deck with two or three players"),
        (("weather", "weather", "brutes", "guns"), "the decks of seats 1 and 2 name more `blizzard`"),
        (("brutes", "", "", "", "guns"), "there is no seat 5"),
    ],
)
def test_decks_that_do_not_go_together_are_refused(names: tuple[str, ...], message: str):
    options, players = setting(*names), min(4, len(names))
    with pytest.raises(BadStart, match=message):
        with_copies(program(), players, options).start(players, 1, options)


def test_a_mission_of_the_other_side_is_none_to_start_with():
    own = tuple(line for line in lines("weather") if not line.endswith("takedown")) + ("1 the_big_heist",)
    options = {"deck.1": own, "deck.2": lines("guns")}
    able = with_copies(program(), 2, options)
    state = able.start(2, 1, options)
    assert able.decision(state).prompt == "Which Mission do you start with?"
    asked = [option.text for option in able.decision(state).options]
    assert "The Big Heist" not in asked
    assert len(asked) == 2


def test_what_a_hidden_card_is_played_on_is_told_with_the_card(monkeypatch, capsys, tmp_path: Path):
    answers = "Iron\nThe Big\nInstitute\nDone\nAction\nPass\nq\nn\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(answers))
    monkeypatch.setenv("COLUMNS", "200")
    able = program()
    Playing(able.game, Match(able, 2, 21, {}), ("person", "greedy"), tmp_path / "m.json", lambda name: "").run()
    told = [line for line in capsys.readouterr().out.splitlines() if line.startswith("· ")]
    moved = [n for n, line in enumerate(told) if line.startswith("· player 2: Play: ") and " — " in line]
    assert moved
    assert not [line for line in told if line.startswith("· player 2: Choose a location")]
    for n in moved:
        card, _, who = told[n].partition(" — ")[0].removeprefix("· player 2: Play: ").partition(", ")
        assert told[n + 1] == f"· {who} plays {card}"


def test_what_is_to_be_answered_is_said():
    able, about = program(), set()
    state, rng = able.start(4, 3), random.Random(3)
    for _ in range(700):
        if able.ended(state):
            break
        about.add(able.decision(state).about)
        able.step(state, rng.randrange(len(state.options)))
    assert any(" takes " in text and text.endswith(" body damage") for text in about)
    assert any(" moves to " in text for text in about)
