"""What writes C and what plays it agree on: the parts that are the same for every game, and how values cross over."""

from __future__ import annotations

from pathlib import Path
from typing import Any

RUNTIME = Path(__file__).with_name("runtime.c")
GREEDY = Path(__file__).with_name("greedy.c")
SEARCH = Path(__file__).with_name("search.c")
WATCH = Path(__file__).with_name("watch.c")
WORLDS = Path(__file__).with_name("worlds.c")


class NotNative(Exception):
    """This game has something that the emitter does not know; Python plays it."""


def encoded(value: Any) -> list[int]:
    """A value as numbers: 0 and a number, or 1, a count and the values."""
    if isinstance(value, int):
        if abs(value) >= 1 << 61:
            raise NotNative("a number too large")
        return [0, int(value)]
    out = [1, len(value)]
    for one in value:
        out += encoded(one)
    return out
