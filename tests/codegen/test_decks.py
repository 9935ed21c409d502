"""Backs that tell apart what lies face down in one deck."""

from __future__ import annotations

from pathlib import Path

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


def checked(folder: Path, text: str) -> model.CheckedGame:
    (folder / "game.side").write_text(text, "utf-8")
    result = check_once(load(folder))
    assert result.game is not None, result.diagnostics
    return result.game


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> model.CheckedGame:
    return checked(tmp_path_factory.mktemp("decks"), GAME)


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


TWO_FACES = """
kind Charm "Charm" is Card
    faces shut, ajar
    heavy: Truth = yes

Charm ring "Ring"
    face shut:
        text "It is shut."
    face ajar:
        text "It is ajar."

group Finds "Find": Charm, Badge
"""


def in_deck(folder: Path, order: str, more: str = "") -> list[str]:
    """What is told of the game with another first order, which fills the decks."""
    text = GAME.replace("    move each Deed in box to p.deck\n    move each Badge in box to p.row\n", f"    {order}\n")
    played = checked(folder, text + TWO_FACES + more)
    return [problem.message for problem in told(played, BadNews="News", Wound="Deed")]


BOTH = "Ring has two faces and no back: in a deck that lies face down (deck of a Player), it can be told apart"
BADGES = "Deeds and Badges lie face down in one deck (deck of a Player), and their backs differ"

WOUNDS = BADGES.replace("Deeds", "Wounds")


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("move each Deed in box to p.deck", []),
        ("move each Charm in box to p.deck", [BOTH]),
        ("move each Badge in box to p.deck", [WOUNDS]),
        ("move each Card c in box where c is not Charm and c is not News to p.deck", [BADGES]),
        ("move each Card c in box where not (c is Badge or c is News) to p.deck", [BOTH]),
        (
            "move each Card c in box where c is not News and not (c is Charm and c.heavy) and c is not Badge to p.deck",
            [],
        ),
        ("each Card c in box where c is Badge: move c to p.deck", [WOUNDS]),
        ("each Card c in box where c is Deed: move c to p.deck", []),
    ],
)
def test_tests_leave_kinds_where_they_are(tmp_path: Path, order: str, expected: list[str]) -> None:
    assert in_deck(tmp_path, order) == expected


def test_what_an_earlier_order_took_is_not_there(tmp_path: Path) -> None:
    """A heap that holds Deeds, Badges and Charms: the Charms are sorted out first, then comes the rest."""
    heap = "kind Player\n    zone heap of Card: heap"
    filled = "move each Deed in box to p.heap\n    move each Charm in box to p.heap"
    sorted_out = "move each Charm c in p.heap where c.heavy to p.row"
    rest = "move each Card in p.heap to p.deck"
    for name, orders, expected in (
        ("all", (filled, rest), [BOTH]),
        ("sorted", (filled, sorted_out, rest), []),
        ("later", (filled, rest, sorted_out), [BOTH]),
        ("back", (filled, sorted_out, "move each Charm in p.row to p.heap", rest), [BOTH]),
        ("perhaps", (filled, f"if count(p.row) > 2: {sorted_out}", rest), [BOTH]),
    ):
        home = tmp_path / name
        home.mkdir()
        text = GAME.replace("kind Player", heap)
        text = text.replace("    move each Deed in box to p.deck\n    move each Badge in box to p.row\n", "")
        text = text.replace('"{p} [be] equipped"\n', '"{p} [be] equipped"\n    ' + "\n    ".join(orders) + "\n")
        found = told(checked(home, text + TWO_FACES), BadNews="News", Wound="Deed")
        assert [problem.message for problem in found] == expected, name


def test_a_zone_of_a_group_holds_what_is_in_the_group(tmp_path: Path) -> None:
    zone = "\nzone finds of Finds: stack, seen by nobody\n"
    of_finds = BOTH.replace("deck of a Player", "finds")
    assert in_deck(tmp_path, "move each Deed in box to p.deck", zone) == [of_finds]


def test_a_deck_whose_top_all_see_lies_face_up(tmp_path: Path) -> None:
    zone = "\nzone finds of Finds: stack, seen by nobody, top seen by all\n"
    assert in_deck(tmp_path, "move each Deed in box to p.deck", zone) == []


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
