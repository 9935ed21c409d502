"""Fixes carried out: the edits of diagnostics in a text."""

from __future__ import annotations

from collections.abc import Iterable

from .diagnostic import Diagnostic, Edit


def all_fixes(said: Iterable[Diagnostic], path: str) -> tuple[Edit, ...]:
    """The edits of all certain fixes in a file, as far as they do not touch each other."""
    found: list[Edit] = []
    for one in said:
        if one.fix is None or any(edit.span.path != path for edit in one.fix.edits):
            continue
        if all(
            edit.span.end <= other.span.start or other.span.end <= edit.span.start
            for edit in one.fix.edits
            for other in found
        ):
            found += one.fix.edits
    return tuple(sorted(found, key=lambda edit: edit.span.start))


def applied(text: str, edits: Iterable[Edit]) -> str:
    """The text with edits made, which do not touch each other."""
    for edit in sorted(edits, key=lambda edit: -edit.span.start):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text
