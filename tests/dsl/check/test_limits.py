"""What is beyond what a game can be, or leads back to itself, is a message."""

from __future__ import annotations

import pytest

from tests.dsl.check.programs import PRELUDE, findings


def codes(text: str) -> list[str]:
    return [d.code for d, _ in findings(text) if d.severity == "error"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('die big "big" of Colour: red x 2000\n', "value-out-of-range"),
        ('die none "none" of Colour: red x 0\n', "value-out-of-range"),
        ('Item twig "Twig" x 20000\n', "value-out-of-range"),
        ("".join(f'Item twig{n} "Twig" x 9000\n' for n in range(12)), "value-out-of-range"),
        ('test "many"\n    given\n        200 Hero\n    then\n        count(Hero) == 200\n', "value-out-of-range"),
        ("group Mighty: Hero h where h is Mighty\n", "endless-kind"),
        (
            "group Odd: Hero h where count(Even) == 1\ngroup Even: Hero h where count(Odd) == 1\n",
            "endless-kind",
        ),
        ("group Odd: Hero h where odds == 1\ndefine odds: count(Odd)\n", "endless-kind"),
        ("kind Pet is Figure\n    you is Hero\n", "not-single"),
    ],
)
def test_one_code(text: str, code: str) -> None:
    assert set(codes(text)) == {code}


@pytest.mark.parametrize("seats", ["0 to 2 as Hero", "3 to 2 as Hero", "2 to 63 as Hero", "1 to 4 as Hero, 9 for 1"])
def test_seats(seats: str) -> None:
    assert codes(PRELUDE.replace("2 to 4 as Hero", seats)) == ["value-out-of-range"]


def test_a_state_that_never_has_a_value() -> None:
    prelude = PRELUDE.replace("    state active: Hero\n", "    state active: Hero\n    state king: Hero\n")
    assert codes(prelude) == ["unwritten-attribute"]
    assert codes(prelude.replace("king: Hero", "king: Hero?")) == []


@pytest.mark.parametrize("count", [90, 150, 1500])
def test_a_long_chain_of_defines(count: int) -> None:
    text = "".join(f"define d{n}: d{n + 1} + 1\n" for n in range(count)) + f"define d{count}: 1\n"
    assert codes(text) == ([] if count < 100 else ["nested-too-deep"])


def test_whoever_pays_has_a_pile() -> None:
    gold = 'resource Gold "gold"\n'
    text = gold + 'verb rent by Hero h "{h} [rent]"\n    pay 1 Gold by h\n'
    assert [d.headline for d, _ in findings(text) if d.severity == "error"] == ["A Hero has no attribute of type Gold"]
    assert codes(text.replace("1 Gold", "1 Coin")) == []
