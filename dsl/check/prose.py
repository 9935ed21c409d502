"""Explanations (`///`) with numbers of the rules in them, so that a changed rule is told as it is."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Protocol

from ..source import Span
from ..syntax import tree
from .members import DefineMember
from .world import World

_NUMBER = re.compile(r"\{([a-z]\w*)(?: ([+-]) (\d+))?\}")


class _Explained(Protocol):
    @property
    def doc(self) -> str | None: ...
    @property
    def span(self) -> Span: ...


def prose(world: World, node: _Explained) -> str:
    """The explanation above a declaration, with the numbers of the rules in it."""
    return filled(world, node.doc, node.span)


def filled(world: World, text: str | None, span: Span) -> str:
    """A text in which `{name}`, `{name + 1}` and `{name - 1}` are the number that `define name` says."""
    if text is None or "{" not in text:
        return text or ""
    said, unknown = with_numbers(text, lambda name: constant(world.game_table.get(name)))
    for name in unknown:
        known = [key for key, member in world.game_table.items() if constant(member) is not None]
        world.report.unknown(
            "number", name, span, known, f"Write `define {name}: 3`, or name a define that is a plain number."
        )
    return said


def with_numbers(text: str, number_of: Callable[[str], int | None]) -> tuple[str, list[str]]:
    """A text with the numbers of the rules in it, and the names in it that are none."""
    unknown: list[str] = []

    def number(found: re.Match[str]) -> str:
        name, sign, more = found.groups()
        amount = number_of(name)
        if amount is None:
            unknown.append(name)
            return found[0]
        return str(amount + int(f"{sign or '+'}{more or 0}"))

    return _NUMBER.sub(number, text), unknown


def constant(member: object) -> int | None:
    """The number that a define of the game is, if it is a plain one, without parameters and words of its own."""
    if not isinstance(member, DefineMember) or member.owner or member.node.parameters or member.node.phrase is not None:
        return None
    written = member.node.value
    return written.value if isinstance(written, tree.Number) else None
