"""Where text comes from, and where in it something stands.

`SourceFile` is the only holder of text. A `Span` is a pair of offsets into one file; it becomes a line and a
column only when it is shown to a person.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property

from attrs import field, frozen


@frozen
class Span:
    """A stretch of one source file: offsets in code points, `end` not included."""

    path: str
    start: int
    end: int

    def to(self, other: Span) -> Span:
        """The stretch from the start of this span to the end of another one in the same file."""
        return Span(self.path, min(self.start, other.start), max(self.end, other.end))


NOWHERE = Span("", 0, 0)


@frozen(slots=False)
class SourceFile:
    """One .side file: its path as the user named it (POSIX slashes), and its text with `\\n` line ends.

    `home` is what leads from the folder that the user named to the file's own game: empty, but for the base of a mod.
    """

    path: str
    text: str = field(repr=False)
    home: str = ""

    @property
    def inside(self) -> str:
        """The path inside the folder of the file's own game."""
        return self.path.removeprefix(self.home)

    @cached_property
    def _starts(self) -> list[int]:
        starts = [0]
        at = self.text.find("\n")
        while at >= 0:
            starts.append(at + 1)
            at = self.text.find("\n", at + 1)
        return starts

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both counted from 1."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line (counted from 1), without its line end."""
        start = self._starts[number - 1]
        end = self._starts[number] - 1 if number < len(self._starts) else len(self.text)
        return self.text[start:end]

    def start_of(self, number: int) -> int:
        """The offset at which a line (counted from 1) begins."""
        return self._starts[number - 1]

    @property
    def line_count(self) -> int:
        return len(self._starts)
