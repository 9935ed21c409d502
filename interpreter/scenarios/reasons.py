"""Why an action is not offered, in the sentences that the game gives."""

from __future__ import annotations

from typing import Any

from ..engine.program import Program
from ..engine.state import State


def reasons(program: Program, s: State, action: str, who: int, wanted: list[Any]) -> list[str]:
    """Every reason that holds for an action with these choices; of an action on things, the first may be the thing."""
    found: list[str] = []
    for number, (source, declared) in enumerate(program.extras.actions):
        if action not in (declared.name, declared.key):
            continue
        named = source.ids is not None and bool(wanted) and wanted[0] in source.ids
        chosen = wanted[1:] if named else wanted
        for this in wanted[:1] if named else source.ids if source.ids is not None else (-1,):
            for function, text in program.extras.reasons.get(number, ()):
                code = program.space["f_" + function]
                count = code.__code__.co_argcount - 3
                if count <= len(chosen) and code(s, who, this, *chosen[:count]) and text not in found:
                    found.append(text)
    return found
