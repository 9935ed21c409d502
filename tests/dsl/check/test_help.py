"""The help of a message says what would be right."""

from __future__ import annotations

import pytest

from tests.dsl.check.programs import findings


@pytest.mark.parametrize(
    ("line", "help"),
    [
        ("heroes.health -= 1", "Write `each Hero h in heroes:` and change it in the lines below."),
        ("put 1 Item on ada", "Did you mean `pile_up`? That is how it is told: “put {i} onto the pile”."),
        ("move lamp to dscard", "Did you mean `discard`?"),
        ("move lamp to adda", "There are: `pile`, `discard` and `lair`."),
        ("wound lamp by 1", "`ada` and `bob` would fit here, or a name for one: `choose Hero x ...`."),
    ],
)
def test_help(line: str, help: str) -> None:
    text = f"""define heroes: Hero h

verb pile_up Item i "put {{i}} onto the pile"
    move i to pile

verb rain "it [rain]"
    {line}
"""
    assert [d.help for d, _ in findings(text) if d.severity == "error"] == [help]
