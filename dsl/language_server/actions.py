"""What the editor can put right: every fix that a diagnostic carries, and every guess."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from ..diagnostics.diagnostic import Diagnostic, Edit
from ..diagnostics.fixes import all_fixes


@frozen
class Action:
    title: str
    edits: tuple[Edit, ...]
    answers: Diagnostic | None  # None: it answers several at once
    certain: bool = True


def actions(said: Sequence[Diagnostic], path: str, start: int, end: int) -> list[Action]:
    """The fixes of the diagnostics that touch a stretch; and one for all of the file, if it has several."""
    here = [one for one in said if one.fix is not None and one.span.path == path]
    edits = all_fixes(here, path)
    many = sum(1 for one in here if one.fix is not None and set(one.fix.edits) <= set(edits))
    found: list[Action] = []
    for one in said:
        if one.span.path == path and one.span.start <= end and start <= one.span.end:
            if one.fix is not None:
                found.append(Action(one.fix.title, one.fix.edits, one))
            if one.guess is not None:
                found.append(Action(one.guess.title, one.guess.edits, one, certain=False))
    touched = any(one.certain for one in found)
    if touched and many > 1:
        found.append(Action(f"Put right all {many} in this file", edits, None))
    return found
