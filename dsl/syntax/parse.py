"""Reads one source file: text to tree, comments and diagnostics.

Never raises, whatever the text. A correct file is parsed in one go. When something is wrong, each top-level
declaration is parsed by itself: the faulty ones give one message each, the others still stand in the tree.
"""

from __future__ import annotations

from attrs import frozen
from lark import TextSlice, Token, Tree, UnexpectedInput
from lark.indenter import DedentError

from ..diagnostics.diagnostic import Diagnostic
from ..source import SourceFile, Span
from . import messages, tree
from .build import build
from .layout import Stretch, lay_out
from .tables import parser


@frozen
class Parsed:
    file: tree.File
    comments: tuple[tree.Comment, ...]
    diagnostics: tuple[Diagnostic, ...]


def parse(source: SourceFile) -> Parsed:
    layout = lay_out(source)
    diagnostics = list(layout.diagnostics)
    whole: Tree[Token] | None = None
    if not diagnostics:
        whole = _attempt(source.text if source.text.endswith("\n") else source.text + "\n")
    if whole is None:
        whole = Tree("start", [])
        for stretch in layout.stretches:
            if not stretch.faulty:
                found = _parse_stretch(source, stretch)
                if isinstance(found, Diagnostic):
                    diagnostics.append(found)
                else:
                    whole.children += found.children
    file, problems = build(source, whole, layout.docs)
    diagnostics += problems
    diagnostics.sort(key=lambda d: (d.span.start, d.span.end))
    return Parsed(file, layout.comments, tuple(diagnostics))


def _attempt(text: str) -> Tree[Token] | None:
    try:
        return parser().parse(text)
    except (UnexpectedInput, DedentError):
        return None


def _parse_stretch(source: SourceFile, stretch: Stretch) -> Tree[Token] | Diagnostic:
    text = source.text if source.text.endswith("\n") else source.text + "\n"
    end = stretch.end if stretch.end < len(source.text) else len(text)
    try:
        return parser().parse(TextSlice(text, stretch.start, end))
    except UnexpectedInput as problem:
        return messages.explain(source, problem, Span(source.path, stretch.start, stretch.end))
    except DedentError:
        return messages.uneven(Span(source.path, stretch.start, stretch.end))
