"""Turns branches into the nodes of tree.py, with exact spans.

One function for each rule of grammar.lark, found by the rule's name.
It reports what a grammar cannot say (a number too large, a table with uneven rows), and checks no meaning.
"""

from __future__ import annotations

from ...diagnostics.diagnostic import Diagnostic, error
from ...source import SourceFile, Span
from .. import tree
from ..branches import Branch, Part
from .declarations import declaration
from .reader import Reader

DEEPEST = 300


def build(source: SourceFile, parsed: Branch, docs: dict[int, str]) -> tuple[tree.File, list[Diagnostic]]:
    """The file that was read, and what is wrong with it beyond its form."""
    reader = Reader(source, docs)
    found: list[tree.Declaration] = []
    for part in parsed.children:
        if _is_too_deep(part):
            reader.problems.append(
                error(
                    "nested-too-deep",
                    "This is nested too deep for me",
                    first_line(source, reader.span(part)),
                    "somewhere in this declaration",
                    help="Give parts of it names of their own with `define` or `verb`.",
                )
            )
        else:
            found.append(declaration(reader, part))
    return tree.File(tuple(found), span=Span(source.path, 0, len(source.text))), reader.problems


def first_line(source: SourceFile, span: Span) -> Span:
    end = source.text.find("\n", span.start, span.end)
    return span if end < 0 else Span(span.path, span.start, end)


def _is_too_deep(part: Part) -> bool:
    """Are there more than DEEPEST branches inside each other? Found level by level, without recursion."""
    level: list[Branch] = [part]
    for _ in range(DEEPEST):
        level = [child for branch in level for child in branch.children if isinstance(child, Branch)]
        if not level:
            return False
    return True
