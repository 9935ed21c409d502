"""Why an action is not offered, in the sentences that the game gives."""

from __future__ import annotations

from typing import Any

from ..engine.program import Program
from ..engine.state import State


def reasons(program: Program, s: State, action: str, who: int, wanted: list[Any]) -> list[str]:
    """Every reason that holds for an action with these choices."""
    found: list[str] = []
    for number, (source, declared) in enumerate(program.extras.actions):
        if action not in (declared.name, declared.key):
            continue
        for this in source.ids if source.ids is not None else (-1,):
            for function, text in program.extras.reasons.get(number, ()):
                code = program.space["f_" + function]
                count = code.__code__.co_argcount - 3
                if count <= len(wanted) and code(s, who, this, *wanted[:count]) and text not in found:
                    found.append(text)
    return found
