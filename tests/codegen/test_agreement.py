"""Words that agree."""

import pytest

from codegen.wording import agreement
from codegen.wording import phrase as phrases
from codegen.wording.noun_phrase import YOU, NounPhrase, a, proper, the


@pytest.mark.parametrize(
    ("verb", "expected"),
    [
        ("lose", "loses"), ("be", "is"), ("have", "has"), ("carry", "carries"), ("play", "plays"), ("catch", "catches"),
        ("pass", "passes"), ("fix", "fixes"), ("go", "goes"), ("can", "can"), ("call off", "calls off"),
    ],
)  # fmt: skip
def test_third_person(verb: str, expected: str) -> None:
    assert agreement.third(verb) == expected


@pytest.mark.parametrize(
    ("verb", "expected"),
    [
        ("attack", "attacked"), ("lose", "lost"), ("move", "moved"), ("carry", "carried"), ("flip", "flipped"),
        ("take", "taken"), ("call off", "called off"), ("play", "played"), ("put", "put"),
    ],
)  # fmt: skip
def test_participle(verb: str, expected: str) -> None:
    assert agreement.participle(verb) == expected


def test_moods() -> None:
    assert agreement.negative("lose", plural=False) == "does not lose"
    assert agreement.negative("be", plural=True) == "are not"
    assert agreement.negative("can", plural=False) == "cannot"
    assert agreement.perfect("lose", plural=False) == "has lost"
    assert agreement.finite("be", plural=False, you=True) == "are"


@pytest.mark.parametrize(
    ("noun", "expected"),
    [("heart", "a"), ("enemy", "an"), ("hour", "an"), ("unicorn", "a"), ("X-Ray", "an"), ("8", "an")],
)  # fmt: skip
def test_article(noun: str, expected: str) -> None:
    assert agreement.article(noun) == expected


def test_lists() -> None:
    assert agreement.listing([]) == ""
    assert agreement.listing(["a"]) == "a"
    assert agreement.listing(["a", "b"], "or") == "a or b"
    assert agreement.listing(["a", "b", "c"]) == "a, b and c"
    assert agreement.sequence(["a", "b", "c"]) == "a, b, then c"


def test_sentence() -> None:
    assert agreement.sentence("lose 1 heart") == "Lose 1 heart."
    assert agreement.sentence("“you” lose!") == "“You” lose!"
    assert agreement.sentence("choose one:") == "Choose one:"
    assert agreement.sentence("  ") == ""


def test_counts() -> None:
    assert agreement.count(1, ("heart", "hearts")) == "1 heart"
    assert agreement.count(2, ("heart", "hearts")) == "2 hearts"
    assert agreement.times(1) == "once" and agreement.times(3) == "3 times"


LOSE = "{s} [lose] {n heart|hearts}"


@pytest.mark.parametrize(
    ("subject", "mood", "expected"),
    [
        (YOU, "order", "lose 1 heart"),
        (YOU, "finite", "you lose 1 heart"),
        (proper("Abu"), "order", "Abu loses 1 heart"),
        (NounPhrase("each Sidekick"), "finite", "each Sidekick loses 1 heart"),
        (the("Sidekicks", plural=True), "finite", "the Sidekicks lose 1 heart"),
        (a("Sidekick"), "perfect", "a Sidekick has lost 1 heart"),
        (a("Sidekick"), "negative", "a Sidekick does not lose 1 heart"),
        (YOU, "negative", "you do not lose 1 heart"),
    ],
)  # fmt: skip
def test_phrase_agrees_with_its_subject(subject: NounPhrase, mood: phrases.Mood, expected: str) -> None:
    filled = phrases.fill(phrases.read(LOSE), lambda slot: subject if slot.name == "s" else NounPhrase("1 heart"), mood)
    assert filled.clause == expected


def test_phrase_with_two_verbs() -> None:
    read = phrases.read("{v} [move] toward {g}, then [attack] it")
    slots = {"v": proper("Scar"), "g": YOU}
    assert (
        phrases.fill(read, lambda slot: slots[slot.name], "finite").clause == "Scar moves toward you, then attacks it"
    )


def test_orders_without_marks() -> None:
    read = phrases.read("destroy {b}")
    assert phrases.fill(read, lambda slot: the("Bridge"), "order").clause == "destroy the Bridge"
    assert phrases.fill(read, lambda slot: the("Bridge"), "finite", proper("Abu")).clause == "Abu destroys the Bridge"


def test_of_you_is_your() -> None:
    read = phrases.read("{p} [be] in the region of {s}")
    slots = {"p": a("space"), "s": YOU}
    assert phrases.fill(read, lambda slot: slots[slot.name], "finite").clause == "a space is in your region"


def test_passive() -> None:
    turned = phrases.passive(phrases.read("{s} [attack] {e}"))
    assert turned is not None
    assert phrases.fill(turned, lambda slot: proper("Genie"), "base").clause == "Genie be attacked"
    assert phrases.passive(phrases.read("{s} [lose] {n heart|hearts}")) is None


def test_possessives() -> None:
    assert YOU.owning("health").text == "your health"
    assert proper("Abu").owning("health").text == "Abu’s health"
    assert the("Sidekicks", plural=True).owning("health").text == "the Sidekicks’ health"
    assert NounPhrase("each Sidekick next to you", modified=True).owning("health").text == (
        "the health of each Sidekick next to you"
    )
