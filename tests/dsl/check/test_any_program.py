"""Whatever is wrong with a program, the checker says so and does not fail; a slip of the pen gives few messages."""

from __future__ import annotations

import random
import re

import pytest

from dsl.check import check_parsed
from dsl.source import SourceFile
from dsl.syntax.parse import parse
from tests.dsl.check.programs import PRELUDE

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
