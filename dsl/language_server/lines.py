"""Places as the protocol counts them: lines from 0, columns in UTF-16 units. Inside, places are code points."""

from __future__ import annotations

from ..source import SourceFile


def column_of(line: str, units: int) -> int:
    """The code points before a column of UTF-16 units; beyond the end, the end. The middle of a pair is its start."""
    if line.isascii():
        return min(units, len(line))
    seen = 0
    for number, character in enumerate(line):
        seen += 2 if ord(character) > 0xFFFF else 1
        if seen > units:
            return number
    return len(line)


def units_of(line: str, column: int) -> int:
    """The UTF-16 units before a column of code points."""
    before = line[:column]
    return len(before) if before.isascii() else len(before.encode("utf-16-le")) // 2


def offset_at(source: SourceFile, line: int, units: int) -> int:
    """The offset of a place of the protocol; a line beyond the end is the end of the text."""
    if line >= source.line_count:
        return len(source.text)
    text = source.line(line + 1)
    return source.start_of(line + 1) + column_of(text, units)


def place_of(source: SourceFile, offset: int) -> tuple[int, int]:
    """Line and UTF-16 column of an offset."""
    line, column = source.place(min(offset, len(source.text)))
    return line - 1, units_of(source.line(line), column - 1)
