"""A suggestion is better absent than silly."""

import pytest

from dsl.diagnostics.nearest import distance, nearest

KNOWN = ["bridge", "sidekick", "health", "supply", "danger_deck", "up", "move"]


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("brigde", "bridge"),
        ("sidekik", "sidekick"),
        ("dangerdeck", "danger_deck"),
        ("Supply", "supply"),
        ("mvoe", "move"),
        ("castle", None),
        ("x", None),
        ("on", None),
    ],
)
def test_the_nearest_name(word: str, meant: str | None) -> None:
    assert nearest(word, KNOWN) == meant


def test_swapped_neighbours_are_one_slip() -> None:
    assert distance("move", "mvoe") == 1
    assert distance("", "abc") == 3
