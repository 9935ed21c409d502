"""Effects in English, over cards built by hand and over those of the games."""

from __future__ import annotations

import re

import pytest
import sample_game as sample
from attrs import evolve

from codegen.wording import card_text, event_report, missing_wording, prompt, prose, text
from dsl import model as m

EXPECTED = {
    "exploding_bridge": (
        "Danger Rises: The Sidekicks may pay 2 stars. If they do, this card is called off. The standing Bridge nearest "
        "to you explodes (you choose among equals)."
    ),
    "danger_rising": (
        "Danger Rises: If your foe has at least 1 star, gain 2 stars. Otherwise, each Sidekick loses 1 heart. Shuffle "
        "this card and all Danger cards from the discard pile into the Danger deck.\nThis card cannot be called off."
    ),
    "villains_attack": (
        "Danger Rises: The Sidekicks choose one:\n• Pay 2 stars.\n• You lose 2 hearts (only if you are at full health)."
    ),
    "patrol": (
        "Danger Rises: For each space next to you (in the order you choose), draw 1 Henchman from the supply and place "
        "it there. Place 1 Henchman from the supply on a space next to Genie that holds no figure."
    ),
    "care_free_trio": (
        "Once per turn, when you are in the Action Phase and at full health, you have +1 action until the end of "
        "the turn."
    ),
    "morning_song": "Once per turn, before your actions: Gain 1 star.",
    "quiet_paws": "When a Henchman would attack you on arrival, you may pay 1 star to prevent that.",
    "genie": (
        "Genie is hostile while it is controlled.\nGenie cannot be attacked.\nIf Genie would attack a Sidekick on "
        "arrival, that Sidekick loses 1 heart instead."
    ),
    "jafar": "After a Sidekick hits Jafar, if Genie is controlled, that Sidekick may turn Genie to the blue side.",
}


@pytest.mark.parametrize("name", EXPECTED)
def test_cards_read_like_cards(name: str) -> None:
    game = sample.game(sample.cards())
    assert text(game, game.things[name]) == EXPECTED[name]


def test_kind_section_prints_the_values_of_the_card() -> None:
    forest = m.EnumConstant("Icon", "forest", m.EnumType("Icon"))
    with_icon = sample.danger("with_icon", "With", (), values={"Danger.icon": forest})
    without = sample.danger("without", "Without", ())
    game = sample.game([with_icon, without])
    assert text(game, without) == ""
    assert text(game, with_icon).startswith("Villagers Appear: ")


def test_own_words_stand() -> None:
    thing = evolve(sample.cards()[0], wording="Boom.\nThat was the bridge.")
    found = card_text(sample.game([thing]), thing)
    assert found.own_words and [paragraph.text for paragraph in found.paragraphs] == ["Boom.", "That was the bridge."]


def test_runs_mark_numbers_icons_and_times() -> None:
    game = sample.game(sample.cards())
    runs = [(run.kind, run.text) for run in card_text(game, game.things["morning_song"]).paragraphs[0].runs]
    assert ("number", "1") in runs and ("icon", "star") in runs
    trio = card_text(game, game.things["care_free_trio"]).paragraphs[0].runs
    assert (trio[0].kind, trio[0].text) == ("keyword", "Once per turn")


def test_reports_speak_to_you() -> None:
    game = sample.game()
    assert event_report(game, "lose", {"s": "Abu", "n": 2}) == "Abu loses 2 hearts."
    assert event_report(game, "lose", {"s": "Abu", "n": 1}, you="Abu") == "You lose 1 heart."
    assert event_report(game, "unknown_verb", {"s": "Abu"}) == "Abu: unknown verb."


def test_prompts() -> None:
    game = sample.game()
    choose = m.Choose(None, None, sample.query("Hero", "s"), sample.S, None, False)
    assert prompt(game, choose) == "Choose a Sidekick."
    assert prompt(game, evolve(choose, prompt="Whom?")) == "Whom?"


def test_missing_wording_names_what_lacks_it() -> None:
    game = sample.game()
    bare = evolve(game, verbs={**game.verbs, "zap": m.Verb("zap", (), None, None, None, ())})
    assert ("verb", "zap") in {(missing.what, missing.name) for missing in missing_wording(bare)}


LEAKS = re.compile(r"[_#{}\[\]]|\bNone\b|  |\.\.|, ,| ,")


def leaks(words: str) -> list[str]:
    return [line for line in words.splitlines() if LEAKS.search(line)]


def test_no_internal_name_leaks() -> None:
    game = sample.game(sample.cards())
    for thing in game.things.values():
        assert not leaks(text(game, thing)), thing.name
    assert "Exploding Bridge!" in prose(game)


def test_every_sentence_has_a_capital_and_an_end() -> None:
    game = sample.game(sample.cards())
    for thing in game.things.values():
        for paragraph in card_text(game, thing).paragraphs:
            first = next(letter for letter in paragraph.text if letter.isalnum())
            assert first.isupper() or first.isdigit(), paragraph.text
            assert paragraph.text.rstrip().endswith((".", "!", "?", ":", "”")), paragraph.text
