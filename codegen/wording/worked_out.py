"""What is worked out of a whole game, and kept for as long as that game is the one that is printed."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from dsl import model

Found = TypeVar("Found")


def once_for_game(work_out: Callable[[model.CheckedGame], Found]) -> Callable[[model.CheckedGame], Found]:
    """Works it out once, and anew for another game. A game is too large to be compared or hashed: it is itself."""
    held: list[tuple[model.CheckedGame, Found]] = []

    @wraps(work_out)
    def kept(game: model.CheckedGame) -> Found:
        if not held or held[0][0] is not game:
            held[:] = [(game, work_out(game))]
        return held[0][1]

    return kept
