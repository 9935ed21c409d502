"""A name whose value was read before something changed is told as what was noted, and not as it would be read now."""

from __future__ import annotations

from pathlib import Path

import pytest

from codegen.wording import text
from dsl.check import check
from dsl.load import load
from tests.codegen.test_book_of_a_game import GAME

SAID = {
    "used after the change, twice": (
        "let lot = count(you.hand)\neach Tool t in you.hand: move t to box\nyou.hearts += lot * lot",
        "Note the number of Tools in your hand. Return each Tool from your hand to the box. "
        "Gain hearts equal to the noted number times the noted number.",
    ),
    "used at once": (
        "let lot = count(you.hand)\nyou.hearts += lot",
        "Gain hearts equal to the number of Tools in your hand.",
    ),
    "something else has changed": (
        "let lot = you.strikes\nyou.hearts += 1\nyou.hearts += lot",
        "Gain 1 heart. Gain hearts equal to your number of strikes.",
    ),
    "what it was read from has changed": (
        "let lot = you.strikes\nyou.strikes += 1\nyou.hearts += lot",
        "Note your number of strikes. Increase your number of strikes by 1. Gain hearts equal to the noted number.",
    ),
    "changed and read in a loop": (
        "let lot = you.hearts\neach Keeper k: k.hearts = lot",
        "Note your hearts.",
    ),
    "two of them": (
        "let a = you.hearts\nlet b = you.strikes\nharm you by 1\nyou.strikes += 1\nyou.hearts += a - b",
        "the noted number minus the second noted number",
    ),
    "no number": (
        "let friend = first(Keeper k where k != you in order of k.hearts)\nharm friend by 2\nfriend.strikes += 1",
        "Note the first other Keeper in order of hearts. The noted Keeper loses 2 hearts.",
    ),
}


@pytest.mark.parametrize("case", SAID)
def test_what_was_noted(case: str, tmp_path: Path) -> None:
    written, words = SAID[case]
    body = "".join(f"        {line}\n" for line in written.splitlines())
    (tmp_path / "game.side").write_text(f'{GAME}\nTool lens "Lens"\n    look:\n{body}', "utf-8")
    found = check(load(tmp_path))
    assert found.game is not None, [str(one) for one in found.diagnostics]
    assert words in text(found.game, found.game.things["lens"])
