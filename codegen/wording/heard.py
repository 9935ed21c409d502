"""What single offers say in the text in which they stand, for those who are asked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from dsl.source import Span

_heard: ContextVar[dict[Span, str] | None] = ContextVar("_heard", default=None)


@contextmanager
def heard() -> Iterator[dict[Span, str]]:
    """Whatever offer is told inside is written down, by its place in the sources."""
    found: dict[Span, str] = {}
    token = _heard.set(found)
    try:
        yield found
    finally:
        _heard.reset(token)


def hear(place: Span, text: str) -> None:
    """An offer is told in these words."""
    found = _heard.get()
    if found is not None:
        found[place] = text
