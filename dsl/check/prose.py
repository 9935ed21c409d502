"""Explanations (`///`) with numbers of the rules in them, so that a changed rule is told as it is."""

from __future__ import annotations

import re
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

    def number(found: re.Match[str]) -> str:
        name, sign, more = found.groups()
        amount = constant(world.game_table.get(name))
        if amount is None:
            known = [key for key, member in world.game_table.items() if constant(member) is not None]
            world.report.unknown(
                "number", name, span, known, f"Write `define {name}: 3`, or name a define that is a plain number."
            )
            return found[0]
        return str(amount + int(f"{sign or '+'}{more or 0}"))

    return _NUMBER.sub(number, text)


def constant(member: object) -> int | None:
    """The number that a define of the game is, if it is a plain one, without parameters and words of its own."""
    if not isinstance(member, DefineMember) or member.owner or member.node.parameters or member.node.phrase is not None:
        return None
    written = member.node.value
    return written.value if isinstance(written, tree.Number) else None
