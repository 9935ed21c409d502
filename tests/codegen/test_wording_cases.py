"""Sentences of hard cases, as a card would print them; and the texts of authors beside ours."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from attrs import evolve

from codegen.wording import text
from codegen.wording.overrides import diagnostics, overrides
from dsl import model as m
from dsl.check import check
from dsl.library import LIBRARY
from dsl.load import load

CASES = Path(__file__).parent.parent / "hard-cases"


@cache
def game(folder: Path) -> m.CheckedGame:
    found = check(load(folder)).game
    assert found is not None
    return found


SAID = [
    ("sidekick-saga", "force_field_controller", "If you do, lose 2 fewer Hit Points."),
    ("sidekick-saga", "boomerang", "For this Attack, you may discard this card: You have +1 Attack"),
    ("sidekick-saga", "xray_specs", "do this instead:\n• Look at the bottom"),
    ("sidekick-saga", "xray_specs", "Choose one: it happens as usual; or draw 1"),
    ("sidekick-saga", "hands_of_fire", "you may discard 1 of your Sidekick Cards: You have +2 Attack"),
    ("sidekick-saga", "drop_off", "After you move from one Location to another"),
    ("sidekick-saga", "scientist_power", "draw a Lead twice"),
    ("sidekick-saga", "cold_snap", "At the same time, each Sidekick loses 1 Hit Point and each Villain"),
    ("tokyo-sidekick", "haruki_takamura", "The Resolve action on an Incident costs Haruki Takamura the number"),
    (
        "tokyo-sidekick",
        "soul_bandit",
        "Unless Samuraiman is in play:\n• Raise the Destruction Gauge by 2.\n• The active",
    ),
    ("villains-and-vigilantes", "grief", "if you control that minor character, put 1 Mojo"),
    ("villains-and-vigilantes", "stake_out", "That location becomes this card’s spot."),
    ("villains-and-vigilantes", "force_bubble", "Before a character takes body damage, if"),
]


@pytest.mark.parametrize(("folder", "name", "words"), SAID)
def test_hard_cases_read_like_cards(folder: str, name: str, words: str) -> None:
    found = game(CASES / folder)
    assert words in text(found, found.things[name])


DISNEY = [
    ("tiny_target", "reduce the number of rolls by 1."),
    ("the_last_flame", "if that Sidekick is not you and has no more than that many hearts"),
    ("spyglass", "If Captain Hook is within 3 spaces of you"),
    ("thorns_everywhere", "Do this twice: put a Curse on the space nearest to Maleficent"),
]


@pytest.mark.parametrize(("name", "words"), DISNEY)
def test_cards_of_disney(name: str, words: str) -> None:
    found = game(LIBRARY / "disney-sidekicks")
    assert words in text(found, found.things[name])


def with_text(name: str, own: str) -> m.CheckedGame:
    found = game(LIBRARY / "disney-sidekicks")
    return evolve(found, things={**found.things, name: evolve(found.things[name], wording=own)})


@pytest.mark.parametrize(
    ("own", "left_out"),
    [
        ("Once per turn, before your actions: gain a heap of stars.", ("the number 1",)),
        ("Once per turn, before your actions: gain 1 coin.", ("the keyword “star”",)),
        ("Gain one star.", ("a condition (“per turn ...”)", "a condition (“before ...”)")),
        ("Before your actions, once per turn, you gain one star.", ()),
    ],
)
def test_a_text_of_ones_own_says_all_that_ours_says(own: str, left_out: tuple[str, ...]) -> None:
    found = next(one for one in overrides(with_text("morning_song", own)) if one.thing == "morning_song")
    assert found.made == "Once per turn, before your actions: Gain 1 star."
    assert found.left_out == left_out


def test_check_shows_both_texts() -> None:
    told = {one.headline: one for one in diagnostics(with_text("morning_song", "Gain one star."))}
    flagged = next(one for one in told.values() if one.code == "text-leaves-out")
    assert flagged.severity == "warning" and "Morning Song" in flagged.headline
    assert "written: Gain one star." in flagged.notes
    assert any("Once per turn" in note for note in flagged.notes)
    assert {one.severity for one in told.values() if one.code == "own-text"} == {"hint"}


GAMES = [
    ("tokyo-sidekick", "Mirror", "cannot be attacked with fewer than 2 characters unless Mirror’s Fated Rival is"),
    ("tokyo-sidekick", "Ribbon Raider", "discard a Speed Energy card from your hand"),
    ("villains-and-vigilantes", "First Aid", "Heal 2 body damage of that character."),
    ("villains-and-vigilantes", "Bring 'Em to Justice", "Choose a prison location"),
]


@pytest.mark.parametrize(("folder", "title", "words"), GAMES)
def test_cards_of_the_games(folder: str, title: str, words: str) -> None:
    found = game(LIBRARY / folder)
    assert any(words in text(found, thing) for thing in found.things.values() if thing.title == title)
