"""What the book of a game says of steps, names, cards, decks and builds, over a small game of text."""

from __future__ import annotations

import pytest

from codegen.rules_reference import Book, Entry, book
from codegen.wording.pronouns import shortened
from dsl import model as m
from dsl.check import check
from dsl.load import load

GAME = """
/// Keepers walk a grid.
game walk "Walk"
    seats 1 to 2 as Keeper
    state active: Keeper
    /// The wind decides nothing yet.
    state wind: Number from 0 to 9 = 0 "wind"
    /// Only on paper.
    state mood: Mood = calm "mood"

/// How the day is.
enum Mood: calm "Calm", wild "Wild"

option pace "Pace": slow "Slow", fast "Fast"

kind Keeper is Figure
    hearts: Number from 0 to 9 = 3 "hearts" unit "heart|hearts"
    strikes: Number from 0 to 9 = 1 "number of strikes"
    /// What a Keeper carries.
    zone hand "hand" of Tool: heap, seen by owner
    friends: Keeper set = [] "friends"
    rank: Number = 0 "rank"
    you is this
    define hurt "hurt": this.hearts < 3
    /// Both hands free.
    define free "free": count(this.hand) == 0
    define whole "whole": yes

/// A thing to work with.
kind Tool is Card
    heavy: Truth = no "Heavy and slow"
    weight: Number = 1 "weight"
    you is this.holder
    works in hand
    /// When it is looked at.
    section look "Look"
    /// Hit somebody else with it.
    action swing "Swing" is play
        needs you.hearts > 1
        does: harm first(Keeper k where k != you in order of -k.hearts then k.rank) by 1

menu play "play"

/// What promises more than it is.
define greedy_score "the score": sum(Keeper k: k.hearts)

/// The best one.
define leader "the leader": first(Keeper k in order of k.rank)

define strongest: first(Keeper k in order of -k.hearts)

verb harm Keeper k by Number n "{k} [lose] {n heart|hearts}"
    k.hearts -= n

verb rest Keeper k "{k} [rest]"
    if k == leader or k == strongest: k.hearts += 1
    if pace == fast: k.hearts += 1
    if k.hurt and k.whole and k.free: k.hearts += 1

verb greet Keeper a with Keeper b "{a} and {b} [greet] each other"
    a.hearts += 1
    b.hearts += 1

/// All at once.
phase day "Day"
    lockstep Keeper k in order of k.rank:
        /// Up to one tool is put down.
        step drop "Put down":
            k chooses up to (if wind >= 5 then 1 else 0) Tool t in k.hand
            move t to box
        step work "Work":
            each Tool t in k.hand in order of -t.weight: move t to k.hand
            rest k

rule calm "Calm"
    at start of day: wind += 1
    at start of night: wind += 1

/// It is dark.
phase night "Night"
    run day

flow
    repeat: run night

setup base "Set-up"
    step keepers "Keepers":
        each Seat p in order of p.number:
            p chooses Keeper k in box "Whom?"
            seat k for p
        active = first(team)

ending lost "Nobody stands": lose when all(Keeper k: k.hearts == 0)

Keeper ann "Ann"
    friends: [ben]
Keeper ben "Ben"
Tool axe "Axe" x 2
    heavy
    flavour "Older than its owner."
Tool saw "Saw"

deck first_set "First set"
    2 axe
    1 saw

/// What fits into a bag.
build bag "A bag" for Deck d
    require "It has three tools at most": count(Tool in d) <= 3
    advise "A saw is of use": any(Tool t in d where t.title == "Saw")
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> m.CheckedGame:
    folder = tmp_path_factory.mktemp("walk")
    (folder / "game.side").write_text(GAME, "utf-8")
    found = check(load(folder))
    assert found.game is not None, [str(one) for one in found.diagnostics]
    return found.game


@pytest.fixture(scope="module")
def told(made: m.CheckedGame) -> Book:
    return book(made)


def entry(told: Book, *titles: str) -> Entry:
    """The entry under a chain of titles."""
    found: Book | Entry = told
    for title in titles:
        inside = found.chapters if isinstance(found, Book) else found.entries
        found = next(one for one in inside if one.title == title)
    assert isinstance(found, Entry)
    return found


def lines(one: Entry) -> list[str]:
    return [f"{item.label}: {line}" if item.label else line for item in one.items for line in item.lines]


TURN, NAMES, WORDS = "How a turn goes", "Names for numbers, roles, states and piles", "What the words mean"


def test_phases_stand_in_the_order_in_which_they_come(told: Book) -> None:
    assert [one.title for one in entry(told, TURN).entries] == ["Night", "Day"]


def test_steps_have_their_own_prose_and_the_letter_behind_it(told: Book) -> None:
    day = entry(told, TURN, "Day")
    assert lines(day) == [
        "All at once.",
        "Each Keeper does the following, all one step before anybody goes on to the next.",
    ]
    assert lines(entry(told, TURN, "Day", "Put down")) == [
        "Up to one tool is put down.",
        "Exactly: If the wind is 5 or more, that Keeper chooses up to 1 Tool in their hand.",
        "Exactly: Return those Tools to the box.",
    ]
    assert "(the highest weight first)" in lines(entry(told, TURN, "Day", "Work"))[0]


@pytest.mark.parametrize(
    ("title", "said"),
    [
        ("Hand (Keeper)", ["What a Keeper carries."]),
        ("Wind", ["The wind decides nothing yet."]),
        ("Hurt (Keeper)", ["A Keeper is hurt if they have 2 or fewer hearts."]),
        ("Free (Keeper)", ["Both hands free.", "Exactly: A Keeper is free if their hand is empty."]),
        ("The leader", ["The best one.", "Exactly: The leader is the first Keeper in order of rank."]),
    ],
)
def test_names_are_explained(told: Book, title: str, said: list[str]) -> None:
    assert lines(entry(told, NAMES, title)) == said


def test_what_only_agents_ask_for_and_what_says_nothing_is_no_entry(told: Book) -> None:
    titles = {one.title for one in entry(told, NAMES).entries}
    assert not titles & {"The score", "Whole (Keeper)", "The strongest"}


def test_cards_of_a_kind_can_be_used_in_a_way_that_the_book_tells(told: Book) -> None:
    tool = lines(entry(told, "Pieces and cards", "Tool"))
    assert tool[:3] == ["A thing to work with.", "“Look”: When it is looked at.", "Swing: Hit somebody else with it."]
    assert tool[3].endswith(
        "The other Keeper with the most hearts (of equals, the first in order of rank) loses 1 heart."
    )


def test_two_who_do_something_agree_with_it(told: Book) -> None:
    assert "A Keeper and another Keeper greet each other" in {one.title for one in entry(told, WORDS).entries}


def test_an_option_is_named_with_what_was_chosen(told: Book) -> None:
    assert "If “Pace: Fast” is chosen, that Keeper gains 1 heart." in lines(entry(told, WORDS, "A Keeper rests"))


def test_the_same_at_several_moments_is_said_once(told: Book) -> None:
    assert lines(entry(told, "Standing rules", "Calm")) == [
        "At the start of the Day and the Night, increase the wind by 1."
    ]


def test_builds_and_decks(told: Book) -> None:
    assert lines(entry(told, "What you may bring", "A bag")) == [
        "What fits into a bag.", "It has three tools at most.", "Advice: A saw is of use."
    ]  # fmt: skip
    assert lines(entry(told, "Ready decks", "First set")) == ["Tools: 2 × Axe", "Tools: Saw"]


def test_truths_and_flavour_of_cards(told: Book) -> None:
    assert lines(entry(told, "Cards and pieces, one by one", "Tool", "Axe")) == [
        "Heavy and slow", "Older than its owner."
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("named", "short"),
    [
        ("that Keeper loses that Keeper’s hand", "that Keeper loses their hand"),
        (
            "if that Tool is heavy, put that Tool on that Tool’s place",
            "if that Tool is heavy, put that Tool on its place",
        ),
        ("that Keeper gives that Tool that Keeper’s place", "that Keeper gives that Tool their place"),
        (
            "that Tool hits that Axe’s owner and that Tool’s place",
            "that Tool hits that Axe’s owner and that Tool’s place",
        ),
        ("that Keeper gives those Keepers that Keeper’s place", "that Keeper gives those Keepers that Keeper’s place"),
        (
            "that Tool falls. That Keeper takes that Tool’s place",
            "that Tool falls. That Keeper takes that Tool’s place",
        ),
        ("Move the user to a spot next to it", "Move the user to a spot next to the user’s spot"),
        (
            "put a coin on that Keeper, then move that Tool to a free spot next to it",
            "put a coin on that Keeper, then move that Tool to a free spot next to that Tool’s spot",
        ),
        ("Choose a Tool. Move that Tool to a spot next to it", "Choose a Tool. Move that Tool to a spot next to it"),
    ],
)
def test_owners_that_were_just_named_are_pronouns(made: m.CheckedGame, named: str, short: str) -> None:
    assert shortened(named, made) == short
