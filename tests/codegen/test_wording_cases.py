"""Sentences of hard cases, as a card would print them; and the texts of authors beside ours."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from attrs import evolve

from codegen.wording import text
from codegen.wording.card_text import card_text
from codegen.wording.near_texts import changed
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
    ("sidekick-saga", "force_field_controller", "when you would lose Hit Points, you may discard 1 of"),
    ("sidekick-saga", "force_field_controller", "your Sidekick Cards to lose 2 fewer Hit Points."),
    ("sidekick-saga", "boomerang", "For this Attack, you may discard this card: You have +1 Attack"),
    ("sidekick-saga", "xray_specs", "do this instead:\n• Look at the bottom"),
    ("sidekick-saga", "xray_specs", "Choose one: it happens as usual; or draw 1"),
    ("sidekick-saga", "hands_of_fire", "you may discard 1 of your Sidekick Cards: You have +2 Attack"),
    ("sidekick-saga", "drop_off", "After you move from one Location to another"),
    ("sidekick-saga", "scientist_power", "draw 2 Leads"),
    ("sidekick-saga", "cold_snap", "At the same time, each Sidekick loses 1 Hit Point and each revealed Villain"),
    ("tokyo-sidekick", "haruki_takamura", "The Resolve action on an Incident costs Haruki Takamura the number"),
    (
        "tokyo-sidekick",
        "soul_bandit",
        "Unless Samuraiman is in play:\n• Raise the Destruction Gauge by 2.\n• The active",
    ),
    ("villains-and-vigilantes", "grief", "After a minor character you control is KOed, put 1 Mojo"),
    ("villains-and-vigilantes", "stake_out", "Choose a bank location as this card’s spot."),
    (
        "villains-and-vigilantes",
        "force_bubble",
        "When a character at the user’s location would take body damage, reduce it by 2.",
    ),
]


@pytest.mark.parametrize(("folder", "name", "words"), SAID)
def test_hard_cases_read_like_cards(folder: str, name: str, words: str) -> None:
    found = game(CASES / folder)
    assert words in text(found, found.things[name])


DISNEY = [
    ("tiny_target", "reduce the number of rolls by 1."),
    ("the_last_flame", "When another Sidekick would lose hearts, if that Sidekick has at most"),
    ("the_last_flame", "many hearts left, you may pay 2 stars to prevent that."),
    ("a_curse_on_you", "Put a Curse on your space unless you pay 1 star."),
    ("walk_the_plank", "That Sidekick loses 1 heart unless they pay 2 stars."),
    ("best_shot_in_town", "Each Sidekick within 2 spaces of Gaston loses 1 heart unless they pay 1 star ("),
    ("royal_taxes", "Unless you pay 2 stars, put a Guard on the space nearest to you"),
    ("hyena_hunt", "If that Hyena is on your space, it attacks you."),
    ("exploding_bridge", "The Sidekicks may pay 2 stars to discard this card without effect. Destroy"),
    ("spyglass", "If Captain Hook is within 3 spaces of you"),
    ("thorns_everywhere", "Do this twice: put a Curse on the space nearest to Maleficent"),
]


BUILT_IN = [
    ("sidekick-saga", "detective", "Once per turn, after you draw a Lead, do so again."),
    ("sidekick-saga", "bruiser", "No Sidekick can draw a card at this card’s Location unless they live there."),
    ("sidekick-saga", "jammer", "No Sidekick can hack another Bad Guy in the Power Structure."),
    ("tokyo-sidekick", "wabi_sabi", "within 1 space of Wabi-Sabi whose player does not have Gray Rabbit, its player"),
    ("tokyo-sidekick", "insulation", "when you would take a Damage card, you may pay 1 Energy to prevent that."),
    ("tokyo-sidekick", "sugar_rush", "you may pay 1 Speed Energy to draw 2 cards."),
    ("sidekick-saga", "blocked_line", "Each Sidekick that has 4 or more Sidekick Cards discards one of their Sidekick"),
    ("sidekick-saga", "bad_cheque", "The SOI discards one of their Sidekick Cards."),
    ("sidekick-saga", "bailiff", "After this card attacks a Sidekick, that Sidekick discards one of their Sidekick"),
    ("tokyo-sidekick", "yata", "discard all Speed Energy cards from your hand."),
    ("tokyo-sidekick", "afterimage", "after you resolve an Incident, if it is your turn, draw 1 card."),
    ("homemade/lantern-walk", "storm", "Each walker loses 1 light unless they pay 1 oil."),
]


@pytest.mark.parametrize(("folder", "name", "words"), BUILT_IN)
def test_cards_of_the_other_games(folder: str, name: str, words: str) -> None:
    found = game(LIBRARY / folder)
    thing = next((one for key, one in found.things.items() if name in (key, key.removeprefix("the_"))), None)
    assert thing is not None and words in text(found, thing)


def test_who_has_no_more_loses_all_of_it() -> None:
    from codegen.wording.scope import Scope
    from codegen.wording.statements import Line, shortened_lines

    scope = Scope(game(LIBRARY / "disney-sidekicks"))
    for told, better in (
        ("lose stars equal to your stars", "lose all of your stars"),
        ("that Sidekick loses stars equal to that Sidekick’s stars", "that Sidekick loses all of their stars"),
        ("gain stars equal to your stars", "gain stars equal to your stars"),
        ("lose hearts equal to your stars", "lose hearts equal to your stars"),
    ):
        assert shortened_lines([Line(told)], scope)[0].text == better


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


SLY = [
    (
        "disney-sidekicks",
        "best_shot_in_town",
        "Danger Rises: A Sidekick within 2 spaces of Gaston loses 1 heart unless they pay 1 star.\n"
        "Enemies Approach: Gaston moves up to 2 spaces toward you, then attacks the adjacent Sidekick.",
        ("that it is each of them (“each sidekick”)",),
    ),
    (
        "sidekick-saga",
        "pickpocket",
        "After this card attacks a Sidekick, they discard a Sidekick Card from their hand.\n"
        "No Sidekick can draw a card at this card’s Location unless they live there.",
        ("that chance picks (“random”)",),
    ),
    (
        "sidekick-saga",
        "mothers_recipe",
        "Play: Each Sidekick heals 2 Hit Points.",
        ("a condition (“at your location”)",),
    ),
    ("sidekick-saga", "mothers_recipe", "Play: All Sidekicks where you are heal 2 Hit Points.", ()),
    (
        "villains-and-vigilantes",
        "net_launcher",
        "Play: Deal 2 body damage to another character at the user’s location. Put one Drain "
        "counter on that character.",
        (
            "the number 1 (“1 body damage”)",
            "the number 2 (“2 Drain counters”)",
        ),
    ),
    (
        "tokyo-sidekick",
        "overload",
        "Action, once per turn. Pay four Power Energy: Draw two cards.",
        (
            "the number 2 (“2 Power Energy”)",
            "the number 4 (“4 cards”)",
        ),
    ),
    (
        "villains-and-vigilantes",
        "net_launcher",
        "Play: Deal 1 body damage to another character at the user’s location and drain it for 2 turns.",
        ("the keyword “Drain counter”",),
    ),
    (
        "villains-and-vigilantes",
        "grit_your_teeth",
        "Play: When the user would take damage, reduce it by 2.",
        ("the keyword “body”",),
    ),
    (
        "villains-and-vigilantes",
        "deep_freeze",
        "Play: Deal 3 body damage to another character at the user’s location and hold it fast.",
        ("the keyword “capture”",),
    ),
    (
        "sidekick-saga",
        "smoke_pellets",
        "Play: Each revealed Bad Guy at your Location has +2 Attack (but not below 0) until the end of the turn.",
        ("the sign of −2",),
    ),
    (
        "sidekick-saga",
        "smoke_pellets",
        "Play: Each revealed Bad Guy at your Location has −2 Attack (but not below 0).",
        ("a condition (“until ...”)",),
    ),
    (
        "sidekick-saga",
        "blocked_line",
        "Bad News: Each Sidekick that has 4 Sidekick Cards discards one of their Sidekick Cards.",
        ("a condition (“or more ...”)",),
    ),
    (
        "sidekick-saga",
        "double_agent",
        "Play: Take control of a Gang in disarray at your Location.",
        ("a “not”",),
    ),
    (
        "villains-and-vigilantes",
        "homing_missile",
        "Play: Deal 4 body damage to a character within 1 location of the user.",
        ("a condition (“another ...”)",),
    ),
    (
        "disney-sidekicks",
        "strike_a_light",
        "After a Henchman attacks you on arrival, attack that Henchman.",
        ("that it may be left (“may”)",),
    ),
    (
        "disney-sidekicks",
        "helping_hands",
        "After you rescue a Villager, after all, gain 1 star.",
        ("a condition (“per turn ...”)",),
    ),
    (
        "disney-sidekicks",
        "polite_dismissal",
        "Once per turn, you may pay 2 stars: Remove a Henchman on the board within 1 space of you before supper.",
        ("a condition (“before ...”)",),
    ),
    (
        "disney-sidekicks",
        "helping_hands",
        "Each turn, the first time you rescue a Villager, gain a star.",
        (),
    ),
    (
        "disney-sidekicks",
        "polite_dismissal",
        "Before your actions, you may pay two stars once a turn to remove a Henchman within one space of you.",
        (),
    ),
    (
        "disney-sidekicks",
        "walk_the_plank",
        "Danger Rises: The Sidekick nearest to Captain Hook pays two stars or loses a "
        "heart.\nEnemies Approach: Captain Hook moves up to 2 spaces toward you, then attacks every"
        " adjacent Sidekick.",
        (),
    ),
    (
        "villains-and-vigilantes",
        "net_launcher",
        "Play: Another character at the user’s location takes 1 body damage and gets two Drain counters.",
        (),
    ),
    (
        "villains-and-vigilantes",
        "grit_your_teeth",
        "Play: The user takes 2 less body damage whenever it would be hurt.",
        (),
    ),
    (
        "sidekick-saga",
        "smoke_pellets",
        "Play: Each revealed Bad Guy at your Location has 2 less Attack for the rest of the turn, "
        "but never less than 0.",
        (),
    ),
    (
        "sidekick-saga",
        "double_agent",
        "Play: Take control of a Gang in disarray at your Location unless a Sidekick controls it already.",
        (),
    ),
]


@pytest.mark.parametrize(("folder", "name", "own", "left_out"), SLY)
def test_a_sly_text_is_seen_through(folder: str, name: str, own: str, left_out: tuple[str, ...]) -> None:
    found = game(LIBRARY / folder)
    changed = evolve(found, things={**found.things, name: evolve(found.things[name], wording=own)})
    assert next(one for one in overrides(changed) if one.thing == name).left_out == left_out


# One word of ours is another, is left out, or stands elsewhere; and, without anything told, what says the same.
NEAR = [
    (
        "tokyo-sidekick",
        "shed_skin",
        "After you draw an Energy card, you may heal a Damage card from your discard pile.",
        ("“discard”, in place of which it says “draw”",),
    ),
    (
        "disney-sidekicks",
        "back_to_the_ship",
        "Danger Rises: Captain Hook moves up to 2 spaces toward the Jolly Roger. Captain Hook loses 1 Attack Die token "
        "unless the Sidekicks pay 2 stars.",
        ("“gains”, in place of which it says “loses”",),
    ),
    (
        "disney-sidekicks",
        "back_to_the_ship",
        "Danger Rises: Captain Hook moves 2 spaces toward the Jolly Roger. Captain Hook gains 1 Attack Die token "
        "unless the Sidekicks pay 2 stars.",
        ("“up to” (“hook moves up to 2 spaces”)",),
    ),
    (
        "disney-sidekicks",
        "pixie_dust",
        "Once per turn, before your actions, you may pay 1 star: Choose another Sidekick. Move that Sidekick to a "
        "space that you can step to.",
        ("“they”, in place of which it says “you”",),
    ),
    (
        "disney-sidekicks",
        "the_ground_opens",
        "Villagers Appear: Put 1 Villager on the cave space in your region nearest to you (you choose among equals).\n"
        "Danger Rises: Destroy the standing Bridge nearest to Jafar (you choose among equals). The Sidekicks may pay 2 "
        "stars to discard this card without effect.\n"
        "Enemies Approach: Jafar moves up to 3 spaces toward Abu, then attacks every adjacent Sidekick.",
        ("the order of “the sidekicks may pay ...” and “destroy the standing bridge ...”",),
    ),
    (
        "disney-sidekicks",
        "nose_for_treasure",
        "Once per turn, at the start of your turn, if you are next to the castle: Gain 1 star.",
        ("“end”, in place of which it says “start”",),
    ),
    (
        "tokyo-sidekick",
        "mirror",
        "Mirror can be attacked with fewer than 2 characters unless Snake Kiss is one of those characters.",
        ("“cannot” (“mirror cannot be attacked”)",),
    ),
    (
        "villains-and-vigilantes",
        "hailstorm",
        "Play: Only if the user’s location holds another character. Deal 3 body damage to a character at the user’s "
        "location.",
        ("that it is each of them (“each character”)",),
    ),
    (
        "villains-and-vigilantes",
        "slip_the_cuffs",
        "Play: Remove the Captured token from a captured character at your location that is allied to the user.",
        ("“user’s”, in place of which it says “your”",),
    ),
    (
        "villains-and-vigilantes",
        "iron_grip",
        "Play: Capture another character at the user’s location. Deal 2 body damage to that character.",
        ("the order of “deal” and “capture”",),
    ),
    (
        "villains-and-vigilantes",
        "telekinesis",
        "Play: Choose another character at the user’s location.",
        ("the number 2",),
    ),
    (
        "sidekick-saga",
        "turf_war",
        "Play: Choose a Gang in the city.",
        ("a “not”",),
    ),
    (
        "sidekick-saga",
        "missing_minutes",
        "Bad News: Put the LIS’s SOI token at the bottom of the SOI Chart.",
        ("“top”, in place of which it says “bottom”",),
    ),
    (
        "sidekick-saga",
        "repair_crew",
        "At the start of the End Phase, a Bad Guy in disarray in the Power Structure regroups.",
        ("a condition (“other ...”)", "that it is each of them (“each bad guy”)"),
    ),
    (
        "sidekick-saga",
        "dynamite",
        "Play: A hidden Bad Guy of your choice at your Location that is a Gang or a Thug takes 3 damage.",
        ("the keyword “reveal”",),
    ),
    (
        "tokyo-sidekick",
        "shed_skin",
        "Whenever you discard an Energy card, heal up to one Damage card in your discard pile.",
        (),
    ),
    ("tokyo-sidekick", "afterimage", "On your turn, after resolving an Incident, draw a card (once per turn).", ()),
    (
        "tokyo-sidekick",
        "snake_kiss",
        "Antidote: Action, once per turn: Heal any Damage cards from your hand, at least one, and draw as many.",
        (),
    ),
    (
        "disney-sidekicks",
        "back_to_the_ship",
        "Danger Rises: Captain Hook moves up to 2 spaces toward his ship, the Jolly Roger. Then the Sidekicks pay 2 "
        "stars or Captain Hook gains 1 Attack Die token.",
        (),
    ),
    (
        "disney-sidekicks",
        "pixie_dust",
        "Once per turn, before your actions, you may pay 1 star to move another Sidekick to a space they can step to.",
        (),
    ),
    (
        "villains-and-vigilantes",
        "rampage",
        "Play: Deal 2 body damage to each of 1 or more other characters at the user’s location.",
        (),
    ),
    ("villains-and-vigilantes", "acid_spit", "Play: Another character at the user’s location takes 3 body damage.", ()),
    (
        "villains-and-vigilantes",
        "show_of_force",
        "Put 2 Mojo on this card whenever a Super that you do not control is KOed.",
        (),
    ),
    ("villains-and-vigilantes", "leap", "Play: The user leaps to another location, up to 2 locations away.", ()),
    (
        "sidekick-saga",
        "turf_war",
        "Play: Move a Gang of your choice in the city to a Location next to it that is not closed.",
        (),
    ),
    (
        "sidekick-saga",
        "repair_crew",
        "At the start of the End Phase, all other Bad Guys in the Power Structure that are in disarray regroup.",
        (),
    ),
    (
        "sidekick-saga",
        "tip_off",
        "Play: Draw a Lead. All active Gangs at your Location fall into disarray by 90 degrees.",
        (),
    ),
]


@pytest.mark.parametrize(("folder", "name", "own", "told"), NEAR)
def test_in_a_sentence_that_is_nearly_ours_every_word_counts(
    folder: str, name: str, own: str, told: tuple[str, ...]
) -> None:
    found = game(LIBRARY / folder)
    theirs = evolve(found, things={**found.things, name: evolve(found.things[name], wording=own)})
    left_out = next(one for one in overrides(theirs) if one.thing == name).left_out
    assert len(left_out) == len(told)
    assert all(one.startswith(said) for one, said in zip(left_out, told, strict=True)), left_out


@pytest.mark.parametrize("folder", ["disney-sidekicks", "sidekick-saga", "tokyo-sidekick", "villains-and-vigilantes"])
def test_our_own_text_leaves_nothing_out(folder: str) -> None:
    found = game(LIBRARY / folder)
    for thing in found.things.values():
        made = "" if thing.face_contents or thing.of_test else card_text(found, evolve(thing, wording=None)).text
        assert made == "" or changed(found, made, made) == [], thing.title


def test_check_shows_both_texts() -> None:
    told = {one.headline: one for one in diagnostics(with_text("morning_song", "Gain one star."))}
    flagged = next(one for one in told.values() if one.code == "text-leaves-out")
    assert flagged.severity == "warning" and "Morning Song" in flagged.headline
    assert "written: Gain one star." in flagged.notes
    assert any("Once per turn" in note for note in flagged.notes)
    assert {one.severity for one in told.values() if one.code == "own-text"} == {"hint"}


def test_a_face_has_a_text_of_its_own() -> None:
    found = game(LIBRARY / "sidekick-saga")
    thing = next(t for t in found.things.values() if t.kinds[0] == "Power" and len(t.face_contents) == 2)
    first, second = thing.face_contents
    own = evolve(thing, face_contents=(evolve(first, wording="Fly.\nTwice."), second))
    plain = card_text(found, thing, second.face).text
    assert card_text(found, own, first.face).text == "Fly.\nTwice."
    assert card_text(found, own, second.face).text == plain
    assert text(found, own).startswith("Level 1: Fly.\nTwice.\nLevel 2")
    changed = evolve(found, things={**found.things, own.name: own})
    said = next(one for one in overrides(changed) if one.thing == own.name)
    assert said.own == "Fly.\nTwice." and said.made == card_text(found, thing, first.face).text


GAMES = [
    ("tokyo-sidekick", "Mirror", "cannot be attacked with fewer than 2 characters unless Snake Kiss is one of those"),
    ("tokyo-sidekick", "Ribbon Raider", "discard a Speed Energy card from your hand"),
    ("villains-and-vigilantes", "First Aid", "another character with body damage at the user’s location that"),
    ("villains-and-vigilantes", "Bring 'Em to Justice", "Move that Super to a prison location"),
    ("villains-and-vigilantes", "Duck", "When the user would take damage, reduce it by 1."),
    ("villains-and-vigilantes", "Run for It", "Move the user to another location up to 2 locations away."),
    ("villains-and-vigilantes", "Entangle", "from the user’s location to another location, it stays where it"),
    ("villains-and-vigilantes", "Fade Away", "This card’s holder cannot take damage from a character."),
    ("villains-and-vigilantes", "Fade Away", "At the start of your turn, if this card’s holder is a character, return"),
    ("villains-and-vigilantes", "Alley Thugs", "Recruit: It may appear at a slum instead."),
    (
        "villains-and-vigilantes",
        "Second Thoughts",
        "that you do not control would take effect, it does not take effect.",
    ),
    ("villains-and-vigilantes", "Call In a Favour", "Draw 2 cards."),
    ("villains-and-vigilantes", "The Long Arm", "is captured by another character you control, put 2 Mojo"),
    ("villains-and-vigilantes", "Power Gauntlet", "This card’s holder has +1 Energy."),
    ("villains-and-vigilantes", "On the Mend", "Only if the user is hurt and either KOed or captured."),
    ("villains-and-vigilantes", "On the Mend", "Heal damage from the user equal to the user’s Recovery counters."),
    (
        "villains-and-vigilantes",
        "Exposed to the Elements",
        "The Play and Play with 1 Mojo actions cost this card’s victim 2",
    ),
    ("villains-and-vigilantes", "I Can Use This", "and has not been used this turn"),
    ("tokyo-sidekick", "Ice Wall", "When the Destruction Gauge would rise, it rises by 1 less."),
    ("tokyo-sidekick", "Meditation", "Heal 1 or 2 Damage cards from your hand."),
    ("tokyo-sidekick", "Shed Skin", "After you discard an Energy card, you may"),
    ("tokyo-sidekick", "War Gong", "The Sidekick that carries this card has +1 ATK."),
    ("tokyo-sidekick", "Heart-throb", "Each other character of yours on Cool Guy’s space has +1 ATK."),
    ("sidekick-saga", "Bodyguard", "you may have that Bad Guy attack you instead."),
    ("sidekick-saga", "Drop-off", "for each other Sidekick on the way"),
    ("sidekick-saga", "The Grey Market", "while The Grey Broker and The Fence are in the Maximum"),
    ("sidekick-saga", "Energy Bands of Gog", "While you are a HERO, you have +4 Attack and +1 Range."),
    ("sidekick-saga", "St. Nick", "Play: Each SECRET IDENTITY becomes a HERO."),
    ("sidekick-saga", "Nightfall", "Each HERO has −1 Range."),
    ("sidekick-saga", "Prototype", "Play: Draw 2 cards at your Location."),
    ("sidekick-saga", "Drop-off", "give up to 2 of your Sidekick Cards to that Sidekick."),
    ("sidekick-saga", "Xeonite Battery", "A hurt Sidekick of your choice at your Location heals 3"),
    ("sidekick-saga", "The Absence", "At the end of the Decide step, the Sidekicks"),
    ("tokyo-sidekick", "ElecArmor", "you may discard 1 or more cards from your hand and draw as many cards."),
    ("tokyo-sidekick", "ONI", "a character of yours that is neither held fast nor on the same space as ONI"),
    ("sidekick-saga", "Baron Clockwork", "if this card is in the Power Structure and revealed, it gets 1 Hit Point"),
    ("sidekick-saga", "Colonel Siege", "While an active Gang is Controlled and is not Sidekick-controlled, this card"),
    ("tokyo-sidekick", "Long Leap", "Gray Rabbit has +1 Move."),
    ("tokyo-sidekick", "James Kiritani", "If that character is yours, put that character on that space."),
    ("tokyo-sidekick", "Sushi Bot", "Put the Sushi Token into the supply."),
    ("tokyo-sidekick", "Gain Level 2 Energy", "Put an Energy card with Energy 2 from the Power-Up board into your"),
    ("villains-and-vigilantes", "Clear the Head", "from a character with mind damage at the user’s location."),
    ("villains-and-vigilantes", "Whiteout", "When a Power card with drain 2 or less of a character at"),
    ("villains-and-vigilantes", "Mind Leech", "Deal 2 mind damage to each of them and put 1 Drain counter on each."),
    ("villains-and-vigilantes", "Good Press", "Only if you control a hurt character."),
    ("villains-and-vigilantes", "Foresight", "Only if your Action deck is not empty."),
    ("villains-and-vigilantes", "Exposed to the Elements", "this card’s victim 2 more if it would move"),
    ("disney-sidekicks", "Gossip at the Tavern", "Put 2 Villagers on Gaston’s space."),
    ("disney-sidekicks", "Danger Rising", "Shuffle this card and all Danger cards from the discard pile into the"),
    ("disney-sidekicks", "Admiring Glances", "that holds a Villager and no Charm (you choose"),
]


@pytest.mark.parametrize(("folder", "title", "words"), GAMES)
def test_cards_of_the_games(folder: str, title: str, words: str) -> None:
    found = game(LIBRARY / folder)
    assert any(words in text(found, thing) for thing in found.things.values() if thing.title == title)
