"""Whatever is wrong with a program, the checker says so and does not fail; a slip of the pen gives few messages."""

from __future__ import annotations

import random
import re

import pytest

from dsl.check import check_parsed
from dsl.source import SourceFile
from dsl.syntax.parse import parse
from tests.dsl.check.programs import PRELUDE, findings

WORDS = list(re.finditer(r"\b[a-z_]{3,}\b|\b[A-Z][a-z]+\b", PRELUDE))


@pytest.mark.parametrize("seed", range(60))
def test_damaged_programs_are_checked_to_the_end(seed: int) -> None:
    chance = random.Random(seed)
    text = PRELUDE
    for _ in range(chance.randint(1, 4)):
        here, there = chance.choice(WORDS), chance.choice(WORDS)
        middle = chance.choice(["", there.group(), here.group() + "s"])
        text = text[: here.start()] + middle + text[here.end() :]
    file = SourceFile("game.side", text)
    parsed = parse(file)
    checked = check_parsed([file], [parsed])
    assert (checked.game is None) == any(d.severity == "error" for d in checked.diagnostics)


def test_an_unknown_name_is_reported_once_with_all_its_places() -> None:
    text = (
        PRELUDE
        + """
verb go Hero h "{h} [go]"
    h.health -= tex
    h.range -= tex
    h.home = hall
"""
    )
    file = SourceFile("game.side", text)
    found = [d for d in check_parsed([file], [parse(file)]).diagnostics if d.severity == "error"]
    assert [d.code for d in found] == ["unknown-name"]
    assert len(found[0].secondary) == 1


def test_a_broken_front_page_has_no_followers() -> None:
    """Who sits on the seats is then unknown; only what cannot be read is told."""
    game = "kind Captain is Figure\n    gold: Number = 0\n\nverb gain by Captain c\n    c.gold += 1\n\n"
    wrong = 'game tea "Tea"\n    seats two as Captain\n\n'
    file = 'menu play "action"\naction earn "Earn" by Captain c is play\n    does: gain by c\n'
    assert [d.code for d, _ in findings(game + wrong + file)] == ["unexpected"]


def test_what_cannot_be_read_is_told_first() -> None:
    text = "verb cure Hero h\n    h.health += yes\n\nverb broken Hero h\n    by by\n"
    assert [d.code for d, _ in findings(text) if d.severity == "error"] == ["reserved-word", "wrong-type"]
