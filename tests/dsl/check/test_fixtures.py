"""Each fixture gives the messages that it marks, at the lines that it marks, and no others."""

from __future__ import annotations

import pytest

from tests.dsl.check.programs import FIXTURES, PRELUDE, marks, messages, programs

CASES = [
    pytest.param(program, id=f"{path.stem}-{n}")
    for path in sorted(FIXTURES.glob("*.side"))
    if path.name != "prelude.side"
    for n, program in enumerate(programs(path.read_text("utf-8")), 1)
]


@pytest.mark.parametrize("program", CASES)
def test_messages_are_those_that_are_marked(program: str) -> None:
    assert messages(program) == marks(program)


def test_the_prelude_is_free_of_messages() -> None:
    assert messages(PRELUDE) == []
