"""What is read before nodes are built: branches, one for each rule of the grammar that was recognised, and words."""

from __future__ import annotations

from typing import Any, TypeAlias

from attrs import define


@define(eq=False)
class Token:
    """A name, literal or sign that was written. Words and marks that only give form are in no branch."""

    type: str
    text: str
    start: int
    end: int


@define(eq=False)
class Branch:
    """A rule or alias of grammar.lark, and what was read by it. Nothing at all was read if start is -1."""

    data: str
    children: list[Part]
    start: int
    end: int


# A child of a branch: a branch, a token, or None for an optional part that was not written. It is not typed more
# precisely; each builder knows from the grammar which of them are what.
Part: TypeAlias = Any
