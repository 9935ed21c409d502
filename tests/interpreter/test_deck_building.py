"""Deck construction of Villains and Vigilantes: every rule refuses the deck that breaks it, and that deck alone.

A scenario cannot make a deck, so these rules are proven here, over what `sidescript deck check` says. Each case
changes a legal deck in one way.
"""

from __future__ import annotations

from functools import cache

import pytest

from dsl.check import check
from dsl.library import find_game
from dsl.load import load
from dsl.source import SourceFile
from interpreter import build_once
from interpreter.decks import NoDeck, build_deck, findings, raised, read_deck, with_copies
from interpreter.engine.program import BadStart, Program

GAME = "villains-and-vigilantes"

# One Super, three Missions, no Support card, and 40 cards for the Action deck with the two Missions that stay in it.
LEGAL = {"shatterman": 1, "the_long_arm": 1, "takedown": 1, "keep_the_peace": 1}
LEGAL |= dict.fromkeys(("leap", "sock_in_the_jaw", "energy_blast", "haymaker", "duck", "spark"), 6) | {
    "force_bubble": 2
}
VILLAINS = {"shatterman": 0, "the_long_arm": 0, "takedown": 0, "keep_the_peace": 0, "the_big_heist": 1}
VILLAINS |= {"reign_of_fear": 1, "show_of_force": 1}
MOSTLY_OFFENCE = LEGAL | dict.fromkeys(("leap", "duck", "force_bubble"), 0)
MOSTLY_OFFENCE |= {"scatter_shot": 6, "cold_snap": 6, "overload": 2}
NO_MISSION = dict.fromkeys(("the_long_arm", "takedown", "keep_the_peace"), 0)
MANY = ("acid_spit", "hex", "blink", "rally", "mind_jab", "ice_slide", "cold_snap", "ice_wall", "foresight", "overload")
MANY += ("telekinesis", "thick_hide", "dark_bolt")


@cache
def plain() -> Program:
    game = check(load(find_game(GAME))).game
    assert game is not None
    return build_once(game)


@cache
def program() -> Program:
    """With as many copies as the decks here name: made once, since that takes seconds."""
    game = plain().game
    decks = [LEGAL, MOSTLY_OFFENCE, *(change for _, _, change, _ in CASES)]
    need = {name: max(deck.get(name, 0) for deck in decks) for deck in decks for name in deck}
    once = {name for name in need if "Super" in game.things[name].kinds}
    return raised(plain(), {name: n if name in once else 4 * n for name, n in need.items()})


def said(cards: dict[str, int]) -> tuple[set[str], set[str]]:
    """What is wrong with a deck, and what it is advised."""
    lines = "".join(f"    {count} {card}\n" for card, count in cards.items() if count)
    deck, problems = read_deck(SourceFile("deck.side", f'deck mine "Mine"\n{lines}'))
    assert deck is not None, problems
    found = findings(program(), deck)
    return (
        {one.headline.partition(": ")[2] for one in found if one.severity == "error"},
        {one.headline.partition(": ")[2] for one in found if one.severity != "error"},
    )


SUPERS = "A deck has one to three Supers"
SIDES = "All Supers of a deck are of one side"
TWICE = "A Super is in a deck once"
FIVE = "The levels of its Supers in one power are 5 at most, added up"
ALIKE = "Two Supers share one power at most in which both are at level 2 or higher"
MISSIONS = "A deck has one to three Missions"
OWN_MISSION = "One of the Missions is for its side"
FORTY = "The Action deck has 40 cards or more"
SIX = "Six copies of a card at most, but for Support cards"
SIGNATURE = "A Signature card is in a deck once"
ELEVEN = "11 Support cards at most"

CASES: list[tuple[str, str, dict[str, int], set[str]]] = [
    ("VV-010", "no Super", {"shatterman": 0}, {SUPERS, OWN_MISSION}),
    ("VV-010", "one", {}, set()),
    ("VV-010", "two", {"blizzard": 1}, set()),
    ("VV-010", "three", {"blizzard": 1, "mocker": 1}, set()),
    ("VV-010", "four", {"blizzard": 1, "mocker": 1, "condor": 1}, {SUPERS}),
    ("VV-245", "a hero and a villain", {"mace": 1}, {SIDES}),
    ("VV-246", "a Super twice", {"shatterman": 0, "blizzard": 2}, {TWICE, FIVE}),
    ("VV-247", "a power of 3 and 2", {"shatterman": 0, "blizzard": 1, "evergreen": 1}, set()),
    ("VV-247", "a power of 3, 2 and 1", VILLAINS | {"mace": 1, "bull": 1, "mercury_mercenary": 1}, {FIVE}),
    ("VV-248", "one power alike at level 2", VILLAINS | {"bull": 1, "mercury_mercenary": 1}, set()),
    ("VV-249", "39 cards to shuffle", {"spark": 5}, {FORTY}),
    ("VV-249", "120 of them", dict.fromkeys(MANY, 6) | {"tip_off": 2}, set()),
    ("VV-250", "38 cards and three Missions", {}, set()),
    ("VV-250", "38 cards and two Missions", {"keep_the_peace": 0}, {FORTY}),
    ("VV-250", "Support cards do not count", {"keep_the_peace": 0, "on_foot": 5}, {FORTY}),
    ("VV-251", "seven of a card", {"leap": 7}, {SIX}),
    ("VV-251", "seven of a Plot", {"tip_off": 7}, {SIX}),
    ("VV-252", "a Signature card", {"shatter": 1}, set()),
    ("VV-252", "a Signature card twice", {"shatter": 2}, {SIGNATURE}),
    ("VV-253", "no Support card", {}, set()),
    ("VV-253", "11 Support cards", {"on_foot": 6, "first_aid": 5}, set()),
    ("VV-253", "12 Support cards", {"on_foot": 6, "first_aid": 6}, {ELEVEN}),
    ("VV-254", "seven of a Support card", {"i_can_use_this": 7, "on_foot": 4}, set()),
    ("VV-255", "a Mission twice", {"takedown": 2, "keep_the_peace": 0}, set()),
    ("VV-019", "four Missions", {"press_conference": 1}, {MISSIONS}),
    ("VV-020", "no Mission", NO_MISSION | {"tip_off": 3}, {MISSIONS, OWN_MISSION}),
    ("VV-021", "only Missions of the other side", NO_MISSION | {"the_big_heist": 3}, {OWN_MISSION}),
    ("VV-244", "five cards changed", {"leap": 1, "blink": 5}, set()),
]


@pytest.mark.parametrize(("rule", "what", "change", "broken"), CASES, ids=[f"{c[0]} {c[1]}" for c in CASES])
def test_a_deck_is_told_just_the_rules_that_it_breaks(rule: str, what: str, change: dict[str, int], broken: set[str]):
    assert said(LEGAL | change)[0] == broken


def test_what_is_only_advised_refuses_nothing():
    """VV-113: On the Mend; VV-257: the shares of movement, offence and defence."""
    mend = "Put On the Mend into every Support deck"
    wrong, advice = said(LEGAL)
    assert not wrong
    assert mend in advice
    assert "About 25 % defence" not in said(LEGAL | {"force_bubble": 6})[1]
    assert mend not in said(LEGAL | {"on_the_mend": 1})[1]
    wrong, advice = said(MOSTLY_OFFENCE)
    assert not wrong
    assert {"About 15 % movement", "About 25 % offence", "About 25 % defence"} <= advice


def deck(*supers: str) -> tuple[str, ...]:
    """A legal deck as the option of a match, with these Supers in place of its own."""
    villains = {"mace", "bull", "fist", "crossfire", "shocker", "mercury_mercenary"}
    missions = ("show_of_force", "the_big_heist", "reign_of_fear") if set(supers) <= villains else ()
    cards = {c: n for c, n in LEGAL.items() if c != "shatterman" and not (missions and n == 1)}
    return tuple(f"{n} {c}" for c, n in (dict.fromkeys((*supers, *missions), 1) | cards).items())


@pytest.mark.parametrize(
    ("rule", "players", "decks", "message"),
    [
        ("VV-011", 2, (("mace",), ("bull",)), "One villain deck"),
        ("VV-011", 2, (("blizzard",), ("condor",)), "One hero deck"),
        ("VV-011", 2, (("blizzard",), ("mace",)), ""),
        ("VV-012", 3, (("mace",), ("blizzard",), ("condor",)), "One hero deck"),
        ("VV-012", 3, (("mace",), ("blizzard",), ("bull",)), ""),
        ("VV-014", 4, (("mace",), ("bull",), ("fist",), ("condor",)), "One villain deck"),
        ("VV-014", 4, (("mace",), ("bull",), ("blizzard",), ("condor",)), ""),
        ("VV-256", 3, (("mace",), ("mace",), ("blizzard",)), "No Super is in two decks|name more `mace`"),
    ],
)
def test_the_decks_of_a_match_have_to_fit(rule: str, players: int, decks: tuple[tuple[str, ...], ...], message: str):
    options = {f"deck.{n + 1}": deck(*supers) for n, supers in enumerate(decks)}
    able = with_copies(program(), players, options)
    if message:
        with pytest.raises(BadStart, match=message):
            able.start(players, 1, options)
        return
    state = able.start(players, 1, options)
    for _ in range(400):
        if state.over:
            break
        able.step(state, 0)
    else:
        assert state.options


def built(*supers: str) -> dict[str, int]:
    return {thing: count for count, thing in build_deck(plain(), supers, "own", "Own").lines}


@pytest.mark.parametrize("supers", [("shatterman", "condor"), ("mace", "mercury_mercenary"), ("condor", "mocker")])
def test_a_built_deck_is_legal_varied_and_follows_all_advice(supers: tuple[str, ...]):
    deck = built(*supers)
    assert said(deck) == (set(), set())
    assert {thing for thing in deck if "Super" in plain().game.things[thing].kinds} == set(supers)
    assert sum(deck.values()) >= 59  # cards were put for others, not only taken out
    assert len(deck) >= 40


def test_a_deck_that_needs_no_change_is_the_ready_one():
    assert built("mace", "fist", "bull") == {thing: n for n, thing in plain().game.decks["iron_syndicate"].lines}


def test_what_no_cards_can_mend_is_said_before_anything_is_tried():
    for supers, broken in (
        (("shatterman", "mace"), (SIDES,)),
        (("fist", "crossfire"), (ALIKE,)),
        (("fist", "crossfire", "shocker"), (FIVE, ALIKE)),
        (("mace", "fist", "bull", "shocker"), (SUPERS,)),
    ):
        with pytest.raises(NoDeck) as problem:
            build_deck(plain(), supers, "own", "Own")
        assert problem.value.certain
        assert problem.value.broken == broken
