"""Blocks: statements one after another. What each statement means is in doing, choosing, control and clauses."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from .. import model as m
from ..syntax import tree
from .scope import Scope

Reader: TypeAlias = Callable[..., "m.Statement | None"]
STATEMENTS: dict[type, Reader] = {}
"""What reads each form of statement; filled by statements.py."""


def block(scope: Scope, nodes: tree.Block) -> m.Block:
    """A block of its own: what it binds does not reach out."""
    return sequence(scope.inner(), nodes)


def sequence(scope: Scope, nodes: tree.Block) -> m.Block:
    found: list[m.Statement] = []
    ended: tree.Statement | None = None
    for node in nodes:
        if ended is not None:
            scope.report.warning(
                "unreachable-statement",
                "This is never reached",
                node.span,
                "nothing comes here",
                other=((ended.span, "ends the block"),),
                help="Take it out, or move it up.",
            )
            ended = None
        one = statement(scope, node)
        if one is not None:
            found.extend(one)
        if isinstance(node, (tree.Return, tree.Leave, tree.Finish, tree.Cancel)) or (
            isinstance(node, tree.Stop) and node.pattern is None
        ):
            ended = node
    return tuple(found)


def statement(scope: Scope, node: tree.Statement) -> tuple[m.Statement, ...] | None:
    """What a statement means; None if something is wrong with it. An assignment through a group can become two."""
    found = STATEMENTS[type(node)](scope, node)
    if found is None:
        scope.report.dropped.append(node.span)
    if found is None or isinstance(found, tuple):
        return found
    return (found,)
