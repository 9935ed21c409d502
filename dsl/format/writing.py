"""Lines as text: indentation and blank lines."""

from __future__ import annotations

from .lines import Line


def written(lines: list[Line]) -> str:
    """At most one blank line between two lines; one around each declaration with a body; none where a block starts."""
    out: list[str] = []
    for number, line in enumerate(lines):
        if number and (_wanted(lines, number) or (line.blank and not _opens(lines, number))):
            out.append("")
        code = " ".join(line.cells)
        comment = f"  {line.comment}" if line.code and line.comment else line.comment
        out.append("    " * line.depth + code + comment)
    return "\n".join(out) + "\n" if out else ""


def _opens(lines: list[Line], number: int) -> bool:
    """Is this the first line of a block, or inside brackets?"""
    return lines[number].inside or lines[number].depth > lines[number - 1].depth


def _wanted(lines: list[Line], number: int) -> bool:
    """Does a declaration with a body end before this line, or start at it, comments and explanation included?"""
    line, before = lines[number], lines[number - 1]
    if line.depth or line.inside:
        return False
    if before.depth or before.inside:
        return True
    if not before.code and not line.blank:
        return False  # the comment before belongs to it
    while number < len(lines) and not lines[number].code:
        number += 1
        if number < len(lines) and (lines[number].blank or lines[number].depth):
            return False
    return number + 1 < len(lines) and lines[number + 1].depth > 0
