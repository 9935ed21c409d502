"""Turns Lark's tree into the nodes of tree.py, with exact spans.

The only package that knows Lark trees: one function for each rule of grammar.lark, found by the rule's name.
It reports what a grammar cannot say (a number too large, a table with uneven rows), and checks no meaning.
"""

from __future__ import annotations

from lark import Token, Tree

from ...diagnostics.diagnostic import Diagnostic, error
from ...source import SourceFile, Span
from .. import tree
from .declarations import declaration
from .reader import Branch, Part, Reader

DEEPEST = 300


def build(source: SourceFile, parsed: Branch, docs: dict[int, str]) -> tuple[tree.File, list[Diagnostic]]:
    """The file that Lark read, and what is wrong with it beyond its form."""
    reader = Reader(source, docs)
    found: list[tree.Declaration] = []
    for part in parsed.children:
        if _depth(part) > DEEPEST:
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


def _depth(part: Part) -> int:
    """How deep the tree goes, found without recursion."""
    deepest = 0
    left: list[tuple[Tree[Token], int]] = [(part, 1)]
    while left:
        branch, depth = left.pop()
        deepest = max(deepest, depth)
        if depth > DEEPEST:
            return depth
        left.extend((child, depth + 1) for child in branch.children if isinstance(child, Tree))
    return deepest
