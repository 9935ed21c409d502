"""How a match came to where it is: whoever cannot be given its state can play it again up to here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen


@frozen
class Way:
    """With what a match began, and what was answered since."""

    players: int
    seed: int
    options: Mapping[str, object]
    setup: str | None
    answers: Sequence[int]
