"""Statements: what a block does. One module for each family of them."""

from __future__ import annotations

from . import choosing, clauses, control, doing
from .blocks import STATEMENTS, block, sequence
from .clauses import when

STATEMENTS.update(doing.READERS)
STATEMENTS.update(choosing.READERS)
STATEMENTS.update(control.READERS)
STATEMENTS.update(clauses.READERS)

__all__ = ["block", "sequence", "when"]
