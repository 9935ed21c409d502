"""A text as lines of words, each with its depth: what is left of it when its spacing is taken away."""

from __future__ import annotations

import re

from attrs import define, field

from ..source import SourceFile
from ..syntax.branches import Branch, Token
from ..syntax.read import read

_WORDS = re.compile(
    r"""
    (?P<newline>\n)
  | (?P<comment>(?:\#|///)[^\n]*)
  | (?P<word>
        "(?:[^"\\\n]|\\[^\n])*"
      | [A-Z][A-Z0-9]*-[0-9]+[a-z]?(?![A-Za-z0-9_])
      | [A-Za-z0-9_]+
      | [=!<>+-]= | --
      | [^ ]
    )
    """,
    re.VERBOSE,
)
_INDENTATION = re.compile(" *")


@define
class Line:
    """A line. `cells` are the texts between its bars; one that is no row of a table has one."""

    depth: int
    cells: list[str] = field(factory=lambda: [""])
    comment: str = ""  # behind the code, or alone
    blank: bool = False  # a blank line stands before it
    table: int = -1  # where the table starts of which it is a row
    inside: bool = False  # it goes on with the line before, inside of brackets

    @property
    def code(self) -> bool:
        return self.cells != [""]


@define
class _Tree:
    """What only the tree tells: which signs belong to what is behind them, and which lines are rows of a table."""

    text: str
    tight: set[int] = field(factory=set)
    rows: dict[int, int] = field(factory=dict)

    def look_through(self, part: object, table: int = -1) -> None:
        if not isinstance(part, Branch):
            return
        if part.data == "negative":
            self.tight.add(part.start)
        elif part.data in ("modify", "cost_change"):
            signs = [c.start for c in part.children if isinstance(c, Token) and c.text in ("+", "-")]
            self.tight.update(at for at in signs if self.text[at + 1 :].lstrip()[:1].isdigit())  # `+1`, but `+ paid`
        elif part.data == "table":
            table = part.start
        elif part.data == "row":
            self.rows[part.start] = table
        for child in part.children:
            self.look_through(child, table)


@define
class _Lines:
    """Goes through the words of a text."""

    text: str
    tree: _Tree
    done: list[Line] = field(factory=list)
    indents: list[int] = field(factory=lambda: [0])  # how far the blocks that are open were indented
    waiting: list[tuple[int, Line]] = field(factory=list)  # comments on lines of their own, until code comes
    brackets: int = 0
    blank: bool = False
    line: Line = field(factory=lambda: Line(0))
    start: int = 0  # of this line
    last: int = 0  # the end of the word before

    def word(self, word: str, at: int) -> None:
        line = self.line
        if not line.code:
            if not line.inside:
                line.table = self.tree.rows.get(at, -1)
            elif word in (")", "]"):
                line.depth -= 1
        if word == "|" and line.table >= 0 and not self.brackets:
            line.cells.append("")
        else:
            space = _space(line.cells[-1], word, at > self.last, self.last - 1 in self.tree.tight)
            line.cells[-1] += space + word
        self.brackets += (word in ("(", "[")) - (word in (")", "]"))
        self.last = at + len(word)

    def end(self, at: int) -> None:
        line = self.line
        if line.code or line.comment:
            column = self.indentation()
            if line.code and not line.inside:
                self.settle(column)
            line.blank, self.blank = self.blank, False
            if not line.code and not line.inside:
                self.waiting.append((column, line))
            self.done.append(line)
        elif not line.inside:
            self.blank = True
        self.start = self.last = at + 1
        self.line = Line(len(self.indents) - 1 + self.brackets, inside=self.brackets > 0)

    def indentation(self) -> int:
        found = _INDENTATION.match(self.text, self.start)
        return found.end() - self.start if found else 0

    def settle(self, column: int) -> None:
        """This line begins in a column: which blocks are open, its depth, and that of the comments above it."""
        before = self.indents
        if column > before[-1]:
            self.indents = [*before, column]
        else:
            self.indents = [one for one in before if one <= column]
        self.line.depth = len(self.indents) - 1
        deeper = max(before, self.indents, key=len)
        for own, comment in self.waiting:
            with_line = own == column or comment.comment.startswith("///")
            comment.depth = self.line.depth if with_line else _depth(deeper, own)
        self.waiting = []


def lines_of(source: SourceFile) -> list[Line]:
    """The lines of a text that can be read."""
    text = source.text if source.text.endswith("\n") else source.text + "\n"
    tree = _Tree(text)
    tree.look_through(read(text, 0, len(text)))
    lines = _Lines(text, tree)
    for match in _WORDS.finditer(text):
        if match.lastgroup == "newline":
            lines.end(match.start())
        elif match.lastgroup == "comment":
            lines.line.comment = match[0].rstrip()
        else:
            lines.word(match[0], match.start())
    for column, comment in lines.waiting:
        comment.depth = _depth(lines.indents, column)
    return lines.done


def _depth(indents: list[int], column: int) -> int:
    return max((depth for depth, indent in enumerate(indents) if indent <= column), default=0)


def _space(before: str, word: str, apart: bool, tight: bool) -> str:
    """What stands between what is written of a cell so far and its next word."""
    if not before or tight or before[-1] in "([." or word in (")", "]", ",", ".", ":", "?"):
        return ""
    return " " if apart or word != "(" else ""
