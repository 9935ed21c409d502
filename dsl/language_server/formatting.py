"""A file in the one style, as edits of the lines that change."""

from __future__ import annotations

import difflib

from ..diagnostics.diagnostic import Edit
from ..format import format_text
from ..source import SourceFile, Span


def formatted(source: SourceFile) -> tuple[Edit, ...]:
    """Nothing for a file with mistakes: it is left as it is."""
    result = format_text(source)
    if result.diagnostics or result.text == source.text:
        return ()
    old, new = source.text.splitlines(keepends=True), result.text.splitlines(keepends=True)
    starts = [0]
    for line in old:
        starts.append(starts[-1] + len(line))
    edits = []
    for tag, a, b, c, d in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            edits.append(Edit(Span(source.path, starts[a], starts[b]), "".join(new[c:d])))
    return tuple(edits)
