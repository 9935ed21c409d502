"""A checked game, with which many tests begin."""

from __future__ import annotations

from pathlib import Path

from dsl.check import check
from dsl.diagnostics.render import render_all
from dsl.load import load
from dsl.model import CheckedGame


def game_in(folder: Path) -> CheckedGame:
    """The game of a folder, which has no mistake."""
    found = check(load(folder))
    assert found.game is not None, render_all(found.diagnostics, found.sources)
    return found.game
