"""One style for all sources: `format_text` gives a text as everybody would write it.

Spaces, indentation, blank lines and the columns of tables are settled here. Where a long line breaks is left to the
author. Comments stay where they are, and so does the meaning: the result is read again and has to give the same tree.
"""

from __future__ import annotations

from attrs import frozen

from ..diagnostics.diagnostic import Diagnostic
from ..source import SourceFile
from ..syntax.parse import parse
from .lines import lines_of
from .tables import align
from .writing import written


@frozen
class Formatted:
    """The text in the one style; the old text, with diagnostics, where it cannot be read."""

    text: str
    diagnostics: tuple[Diagnostic, ...] = ()


def format_text(source: SourceFile) -> Formatted:
    """A source in the one style. What has mistakes is left as it is, with the messages about them."""
    before = parse(source)
    if before.diagnostics:
        return Formatted(source.text, before.diagnostics)
    text = written(align(lines_of(source)))
    after = parse(SourceFile(source.path, text, source.home))
    if after.file != before.file or _comments(after.comments) != _comments(before.comments):
        raise AssertionError(f"formatting {source.path} would change what it says")
    return Formatted(text)


def _comments(comments: tuple[object, ...]) -> list[str]:
    return [str(getattr(one, "text", "")).rstrip() for one in comments]
