"""Backs that tell apart what lies face down in one deck."""

from __future__ import annotations

import pytest
from attrs import evolve

from codegen.card_face import DEFAULTS, faces, printable, settings_of
from codegen.decks import backs_that_differ
from codegen.problems import Problem
from dsl import model
from dsl.cache import check_once
from dsl.library import LIBRARY
from dsl.load import load

GAME = """game decks "Decks"
    seats 1 to 2 as Player
    state active: Player

menu play "play"

setup base "Set-up"
    step first "Who begins":
        active = first(Player)
        each Player p: equip p

flow
    repeat 2:
        turn of active:
            active takes 1 play

kind Player
    zone deck of Card: stack, seen by nobody, refills from this.pile
    zone pile of Card: stack
    zone row of Card: row

kind Deed "Deed" is Card
kind Wound "Wound" is Card
kind Badge "Badge" is Card
kind News "Item" is Card
kind BadNews "Bad Item" is News

zone wounds of Wound: stack, seen by nobody
zone news "news deck" of News: stack, seen by nobody

Deed run "Run"
Wound cut "Cut"
Badge star "Star"
News rain "Rain"
BadNews storm "Storm"

/// What a player has.
verb equip Player p "{p} [be] equipped"
    move each Deed in box to p.deck
    move each Badge in box to p.row

/// A wound.
verb hurt Player p "{p} [be] hurt"
    draw 1 from wounds to p.pile
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> model.CheckedGame:
    folder = tmp_path_factory.mktemp("decks")
    (folder / "game.side").write_text(GAME, "utf-8")
    checked = check_once(load(folder))
    assert checked.game is not None, checked.diagnostics
    return checked.game


def told(game: model.CheckedGame, **backs: str) -> list[Problem]:
    return backs_that_differ(game, faces(game, printable(game)), evolve(DEFAULTS, backs=backs))


def test_kinds_of_one_zone_and_what_is_moved_there(game: model.CheckedGame) -> None:
    """Wounds get into the deck by way of the pile that it refills from; a Badge lies open, in a row."""
    decks, news = told(game)
    assert "Deeds and Wounds lie face down in one deck (deck of a Player)" in decks.message
    assert decks.code == "backs-differ" and decks.severity == "warning"
    assert decks.located(game).primary.span == game.zones["Player.deck"].span
    assert "news deck" in news.message
    assert news.help.endswith('BadNews = "News".')


def test_one_back_for_a_deck(game: model.CheckedGame) -> None:
    assert told(game, Wound="Deed", BadNews="News") == []
    assert told(game, Wound="Card", Deed="Card", BadNews="News") == []
    assert len(told(game, Wound="Card", BadNews="News")) == 1


@pytest.mark.parametrize("name", ["disney-sidekicks", "tokyo-sidekick", "sidekick-saga", "villains-and-vigilantes"])
def test_the_decks_of_our_games_have_one_back_each(name: str) -> None:
    built_in = check_once(load(LIBRARY / name)).game
    assert built_in is not None
    settings = settings_of(LIBRARY / name)
    every = faces(built_in, printable(built_in, settings.also), settings.titles)
    assert backs_that_differ(built_in, every, settings) == []
    if settings.backs:
        assert backs_that_differ(built_in, every, evolve(settings, backs={})) != []
