"""Plays any checked game: CheckedGame -> Ruleset (IR) -> Program -> matches.

It knows zones, verbs, decisions and streams of chance; it knows no word of any particular game, and it prints nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dsl.model import CheckedGame

    from .engine.program import Program


def build(game: CheckedGame, *, tests: bool = False) -> Program:
    """The Program of a checked game; with `tests`, one that its tests can set up and look into."""
    from .compile import compile_ruleset
    from .engine.program import Program
    from .lower import lower
    from .verify import verify

    ruleset = lower(game, tests=tests)
    verify(ruleset)
    return Program(game, ruleset, compile_ruleset(ruleset))
