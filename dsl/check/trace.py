"""What the checker found at every place, kept for editors: which value and type each expression has, and what is bound.

An ordinary check keeps nothing of this. With a trace, `value` notes every expression that it reads.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from .. import model as m
from ..syntax import tree
from . import types

if TYPE_CHECKING:
    from .scope import Bound, Scope
    from .world import World


class Superseded(Exception):
    """The check was given up, because its sources have changed meanwhile."""


@frozen(eq=False)
class Noted:
    """`bound`: what a bound name was bound to. `names`: all bound names, where the cursor is."""

    node: tree.Node
    value: m.Value
    wanted: m.Type | None
    scope: Scope
    bound: Bound | None = None
    names: dict[str, Bound] = field(factory=dict)


@define(eq=False)
class Trace:
    """Notes by the identity of their nodes, which live as long as the notes.

    `cursor`: the name whose surroundings are wanted. `superseded` is asked now and then; if it says so, the check ends
    with Superseded.
    """

    cursor: str = ""
    superseded: Callable[[], bool] | None = None
    notes: dict[int, Noted] = field(factory=dict)
    world: World | None = None

    def note(self, scope: Scope, node: tree.Expression, found: m.Value, wanted: m.Type | None) -> None:
        if self.superseded is not None and self.superseded():
            raise Superseded
        before = self.notes.get(id(node))
        if before is not None and types.is_hole(found) and not types.is_hole(before.value):
            return
        bound = scope.names.get(node.text) if isinstance(node, tree.Word) else None
        here = isinstance(node, tree.Word) and node.text == self.cursor
        self.notes[id(node)] = Noted(node, found, wanted, scope, bound, dict(scope.names) if here else {})

    def of(self, node: tree.Node) -> Noted | None:
        return self.notes.get(id(node))
