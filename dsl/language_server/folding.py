"""What can be folded: blocks by their indentation, runs of comments, brackets over several lines."""

from __future__ import annotations

from attrs import frozen

from ..source import SourceFile


@frozen
class Fold:
    """Lines counted from 0, both included."""

    first: int
    last: int
    comment: bool = False


def folds(source: SourceFile) -> tuple[Fold, ...]:
    """By the look of the lines alone, so that it holds for broken files too."""
    found: list[Fold] = []
    open_lines: list[tuple[int, int]] = []  # indentation and number of lines that may open a block
    last = -1  # the last line that is not blank
    comments = -1
    lines = source.text.split("\n")
    for number, line in enumerate(lines):
        plain = line.strip()
        if plain.startswith(("#", "///")):
            comments = number if comments < 0 else comments
            continue
        if comments >= 0:
            if number - comments > 1:
                found.append(Fold(comments, number - 1, True))
            comments = -1
        if not plain:
            continue
        indent = len(line) - len(line.lstrip(" "))
        while open_lines and open_lines[-1][0] >= indent:
            _, first = open_lines.pop()
            if last > first:
                found.append(Fold(first, last))
        open_lines.append((indent, number))
        last = number
    if comments >= 0 and len(lines) - comments > 2:
        found.append(Fold(comments, len(lines) - 1, True))
    for _, first in open_lines:
        if last > first:
            found.append(Fold(first, last))
    return tuple(sorted(found, key=lambda one: (one.first, -one.last)))
