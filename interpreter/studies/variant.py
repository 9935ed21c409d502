"""A game with one number of one thing changed: what an author would try next."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from attrs import evolve

from dsl import model as m

from .request import BadRequest

if TYPE_CHECKING:
    from dsl.model import CheckedGame


def number_of(game: CheckedGame, thing: str, attribute: str) -> str:
    """The key of an attribute of a thing that is a number in its declaration; raises BadRequest."""
    declared = game.things.get(thing)
    if declared is None:
        from dsl.diagnostics.nearest import nearest

        meant = nearest(thing, tuple(game.things))
        raise BadRequest(f"{game.title} has no thing `{thing}`" + (f"; did you mean `{meant}`?" if meant else ""))
    numbers = {
        key.rpartition(".")[2]: key
        for key, value in declared.values.items()
        if isinstance(value, m.Literal) and isinstance(value.value, int) and not isinstance(value.value, bool)
    }
    if attribute not in numbers:
        there = ", ".join(numbers) or "none"
        raise BadRequest(f"{declared.title} declares no number `{attribute}`; its numbers are: {there}")
    return numbers[attribute]


def with_number(game: CheckedGame, thing: str, key: str, value: int) -> CheckedGame:
    """The game with this number; it counts as another text of the game."""
    declared = game.things[thing]
    old = declared.values[key]
    assert isinstance(old, m.Literal)
    changed = evolve(declared, values={**declared.values, key: evolve(old, value=value)})
    told = f"{game.source_hash} {thing} {key} {value}"
    return evolve(
        game,
        things={name: changed if name == thing else one for name, one in game.things.items()},
        source_hash=hashlib.sha256(told.encode()).hexdigest(),
    )
