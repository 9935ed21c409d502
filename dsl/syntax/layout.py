"""What can be said about a text before its grammar: lines, brackets, strings, indentation, limits.

Cuts a file into stretches, one for each top-level declaration, so that a mistake in one leaves the others alone. It
reports at most one mistake of layout for each stretch; the parser never sees a faulty stretch.
"""

from __future__ import annotations

import re

from attrs import define, field, frozen

from ..diagnostics.diagnostic import Diagnostic, Edit, Fix, error
from ..source import SourceFile, Span
from . import tree

LARGEST_FILE = 1_000_000
MOST_DECLARATIONS = 20_000
DEEPEST_NESTING = 64

_MARKS = re.compile(
    r"""
    (?P<newline>\n[ ]*)
  | (?P<string>"(?:[^"\\\n]|\\[^\n])*")
  | (?P<open_string>"[^\n]*)
  | (?P<comment>(?:\#|///)[^\n]*)
  | (?P<open>[(\[])
  | (?P<close>[)\]])
  | (?P<tab>\t+)
  | (?P<strange>[^A-Za-z0-9_\ \n"\#/()\[\].,:=<>!+\-*?|\t]|!(?!=))
    """,
    re.VERBOSE,
)

# What is not seen and does something where a text is shown: controls of a terminal, turns of the direction of reading.
_UNSEEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")

# What stands at the end of a string that was not closed, but does not belong to it.
_PAIRS = {"(": ")", "[": "]"}
_BRACKETS = {"(": "round bracket", "[": "square bracket"}


@define
class Stretch:
    """One top-level declaration with what follows it up to the next one."""

    start: int
    end: int
    faulty: bool = False


@frozen
class Layout:
    stretches: list[Stretch]
    comments: tuple[tree.Comment, ...]
    docs: dict[int, str]
    diagnostics: list[Diagnostic]


@define
class _Scan:
    source: SourceFile
    stretches: list[Stretch] = field(factory=list)
    comments: list[tree.Comment] = field(factory=list)
    docs: dict[int, str] = field(factory=dict)
    diagnostics: list[Diagnostic] = field(factory=list)
    brackets: list[tuple[str, int]] = field(factory=list)
    indents: list[int] = field(factory=lambda: [0])
    tabs: bool = False

    def span(self, start: int, end: int) -> Span:
        return Span(self.source.path, start, end)

    def fault(self, diagnostic: Diagnostic) -> None:
        """The first mistake of each stretch; what comes after it may be its consequence."""
        if not self.stretches:
            self.stretches.append(Stretch(0, 0))
        stretch = self.stretches[-1]
        if not stretch.faulty:
            stretch.faulty = True
            self.diagnostics.append(diagnostic)

    # ---- lines

    def line(self, start: int, indent: int) -> None:
        """A new line begins at `start`, with `indent` spaces."""
        text = self.source.text
        at = start + indent
        first = text[at : at + 1]
        if first in ("", "\n", "#") or text.startswith("///", at):
            return
        if self.brackets:
            if indent or not (first.isalnum() or first == '"'):
                return
            self.unclosed()
        if first == "\t" and self.stretches:
            return  # indented with a tab: still inside what stands above
        if indent == 0:
            self.begin(start)
            return
        if not self.stretches:
            self.stretches.append(Stretch(start, len(text)))
            self.fault(
                error(
                    "unexpected-indent",
                    "This line is indented, but nothing stands above it",
                    self.span(start, at),
                    "a declaration starts at the left margin",
                    help="Take the spaces before it out.",
                    fix=Fix("Remove the indentation", (Edit(self.span(start, at), ""),)),
                )
            )
            return
        self.indentation(start, indent)

    def begin(self, start: int) -> None:
        if self.stretches:
            self.stretches[-1].end = start
        self.stretches.append(Stretch(start, len(self.source.text)))
        self.indents = [0]

    def indentation(self, start: int, indent: int) -> None:
        if indent > self.indents[-1]:
            self.indents.append(indent)
            self.depth(start, start + indent)
            return
        while indent < self.indents[-1]:
            self.indents.pop()
        if indent != self.indents[-1]:
            self.fault(
                error(
                    "uneven-indentation",
                    "This line is indented like none of the lines above it",
                    self.span(start, start + indent),
                    f"{indent} spaces",
                    notes=("Lines of one block begin in the same column. " + self.columns(indent),),
                    help="Use four spaces for each level.",
                )
            )
            self.indents.append(indent)

    def columns(self, indent: int) -> str:
        return f"The blocks around this line have {self.indents[-1]} spaces or more than {indent}."

    def depth(self, start: int, end: int) -> None:
        if len(self.indents) - 1 + len(self.brackets) > DEEPEST_NESTING:
            self.fault(
                error(
                    "nested-too-deep",
                    "This is nested too deep for me",
                    self.span(start, end),
                    f"more than {DEEPEST_NESTING} blocks and brackets inside each other",
                    help="Give parts of it names of their own with `define` or `verb`.",
                )
            )

    # ---- brackets and strings

    def unclosed(self) -> None:
        mark, at = self.brackets[0]
        self.brackets.clear()
        self.fault(
            error(
                "unclosed-bracket",
                f"This {_BRACKETS[mark]} is never closed",
                self.span(at, at + 1),
                f"expected a `{_PAIRS[mark]}` before the next declaration",
                notes=("Brackets join lines, so everything after it was read as one line.",),
                help=f"Write the missing `{_PAIRS[mark]}`.",
            )
        )

    def open(self, mark: str, at: int) -> None:
        self.brackets.append((mark, at))
        self.depth(at, at + 1)

    def close(self, mark: str, at: int) -> None:
        if self.brackets and _PAIRS[self.brackets[-1][0]] == mark:
            self.brackets.pop()
            return
        if self.brackets:
            headline = f"`{mark}` does not close the bracket that is open"
            label = f"expected `{_PAIRS[self.brackets[-1][0]]}`"
            self.brackets.pop()
        else:
            headline = f"`{mark}` closes a bracket that was never opened"
            label = "nothing to close here"
        self.fault(error("unopened-bracket", headline, self.span(at, at + 1), label, help="Take it out or pair it."))

    def open_string(self, start: int, end: int) -> None:
        self.fault(
            error(
                "unclosed-text",
                "This text is never closed",
                self.span(start, end),
                'expected a second `"` on the same line',
                notes=("A text stands between two double quotes on one line.",),
                help='Write the missing `"` where the text ends.',
            )
        )

    # ---- characters

    def tab(self, start: int, end: int) -> None:
        """The first tab of a file speaks for all of them."""
        if self.tabs:
            if self.stretches:
                self.stretches[-1].faulty = True
            return
        tabs = [match for match in _MARKS.finditer(self.source.text, start) if match.lastgroup == "tab"]
        self.tabs = True
        more = f"{len(tabs) - 1} more place{'s' if len(tabs) > 2 else ''}"
        many = f"There are tabs here and at {more}" if len(tabs) > 1 else "There is a tab here"
        self.fault(
            error(
                "tab-character",
                many,
                self.span(start, end),
                "a tab",
                notes=("Tabs look different in each editor, so lines are indented and divided with spaces only.",),
                help="Write four spaces for each level.",
                fix=Fix(
                    "Replace tabs with spaces",
                    tuple(Edit(self.span(*tab.span()), "    " * len(tab[0])) for tab in tabs),
                ),
            )
        )

    def unseen(self, mark: str, at: int) -> None:
        self.diagnostics.append(
            error(
                "strange-character",
                f"In a text or a comment stands {_show(mark)}",
                self.span(at, at + 1),
                "nobody sees it",
                help="Take it out. Where the text is shown it would do what the text does not say, such as turn the "
                "order of letters round, or clear the screen.",
                fix=Fix("Take it out", (Edit(self.span(at, at + 1), ""),)),
            )
        )

    def strange(self, mark: str, at: int) -> None:
        help = _INSTEAD.get(mark, 'Names are made of a to z, digits and `_`; everything else goes into a "text".')
        fix = None
        if mark in _QUOTES:
            number, column = self.source.place(at)
            line = self.source.line(number)
            other = re.compile("[‘’“”„«»\"']").search(line, column)
            whose = re.match(r"['’]s? (\w+)", line[column - 1 :])
            if mark in "'’" and line[: column - 1][-1:].isalnum() and whose is not None:
                before = re.findall(r"\w+$", line[: column - 1])[0]
                help = f"What belongs to somebody is written with a dot: `{before}.{whose[1]}`."
            elif other is not None:
                end = at - column + 1 + other.start()
                right = f'{line[: column - 1]}"{line[column : other.start()]}"{line[other.end() :]}'
                help = f"{help} Write `{right.strip()}`."
                edits = (Edit(self.span(at, at + 1), '"'), Edit(self.span(end, end + 1), '"'))
                fix = Fix("Write straight quotes", edits)
        elif mark == "\u00a0":
            fix = Fix("Write an ordinary space", (Edit(self.span(at, at + 1), " "),))
        self.fault(
            error(
                "strange-character",
                f"I do not know what {_show(mark)} means",
                self.span(at, at + 1),
                "not a mark of the language",
                help=help,
                fix=fix,
            )
        )

    def comment(self, start: int, end: int) -> None:
        text = self.source.text[start:end]
        if not text.startswith("///"):
            self.comments.append(tree.Comment(text, span=self.span(start, end)))
            return
        line, column = self.source.place(start)
        if not self.source.line(line)[: column - 1].strip():
            self.docs[line] = text[3:].strip()


_QUOTES = "'‘’“”„«»"
_INSTEAD = {
    "«": 'Texts stand in straight double quotes: "…".',
    "»": 'Texts stand in straight double quotes: "…".',
    "‘": 'Texts stand in straight double quotes: "…".',
    "’": 'Texts stand in straight double quotes: "…".',
    "'": 'Texts stand in double quotes: "…".',
    "“": 'Texts stand in straight double quotes: "…".',
    "”": 'Texts stand in straight double quotes: "…".',
    "„": 'Texts stand in straight double quotes: "…".',
    ";": "A new line ends a statement; nothing else is needed.",
    "{": "Blocks are made by indentation, texts may contain { and }.",
    "}": "Blocks are made by indentation, texts may contain { and }.",
    "!": "Write `not`, or `!=` for unlike.",
    "&": "Write `and`.",
    "%": "Write `mod` for the remainder.",
    "≥": "Write `>=`.",
    "≤": "Write `<=`.",
    "≠": "Write `!=`.",
    "×": "Write `x` for a number of copies, `*` for a product.",
    "–": "Write `-` (minus).",
    "—": "Write `--` in a chain of places, `-` (minus) in a value.",
    "\r": "This is half of a Windows line end. Save the file with plain line ends.",
    "\ufeff": "This invisible mark belongs at the very beginning of a file, if anywhere.",
    "\u00a0": "This looks like a space, but is a special one. Write an ordinary space.",
}


def _show(mark: str) -> str:
    return f"`{mark}`" if mark.isprintable() and not mark.isspace() else f"the invisible character U+{ord(mark):04X}"


def lay_out(source: SourceFile) -> Layout:
    """Cut a text into declarations; its comments, documentation lines and mistakes of layout."""
    text = source.text
    scan = _Scan(source)
    if len(text) > LARGEST_FILE:
        place = Span(source.path, 0, min(len(text), 1))
        message = error(
            "file-too-large",
            "This file is too large for me",
            place,
            f"{len(text):,} characters, at most {LARGEST_FILE:,}",
            help="Divide it into several files; all files of a game's folder belong together.",
        )
        return Layout([], (), {}, [message])
    leading = len(text) - len(text.lstrip(" "))
    scan.line(0, leading)
    for match in _MARKS.finditer(text):
        start, end = match.span()
        match match.lastgroup:
            case "newline":
                scan.line(start + 1, end - start - 1)
            case "comment":
                scan.comment(start, end)
            case "open":
                scan.open(match[0], start)
            case "close":
                scan.close(match[0], start)
            case "open_string":
                scan.open_string(start, end)
            case "tab":
                scan.tab(start, end)
            case "strange":
                scan.strange(match[0], start)
            case _:
                pass
    strange = {one.span.start for one in scan.diagnostics}
    unseen = next((found for found in _UNSEEN.finditer(text) if found.start() not in strange), None)
    if unseen is not None:
        scan.unseen(unseen[0], unseen.start())
    if scan.brackets:
        scan.unclosed()
    if len(scan.stretches) > MOST_DECLARATIONS:
        extra = scan.stretches[MOST_DECLARATIONS]
        scan.diagnostics = [
            error(
                "too-many-declarations",
                "There are too many declarations in this file",
                Span(source.path, extra.start, extra.start + 1),
                f"the {MOST_DECLARATIONS + 1:,}th",
                help="Divide it into several files; all files of a game's folder belong together.",
            )
        ]
        scan.stretches = []
    return Layout(scan.stretches, tuple(scan.comments), scan.docs, scan.diagnostics)
