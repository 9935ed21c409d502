"""Reads one source file: text to tree, comments and diagnostics.

Never raises, whatever the text. A correct file is parsed in one go. When something is wrong, each top-level
declaration is parsed by itself: the faulty ones give one message each, the others still stand in the tree.
"""

from __future__ import annotations

from attrs import frozen

from ..diagnostics.diagnostic import Diagnostic, error
from ..source import SourceFile
from . import tree
from .branches import Branch
from .build import build
from .layout import Stretch, lay_out
from .read import read


@frozen
class Parsed:
    file: tree.File
    comments: tuple[tree.Comment, ...]
    diagnostics: tuple[Diagnostic, ...]


def parse(source: SourceFile) -> Parsed:
    layout = lay_out(source)
    diagnostics = list(layout.diagnostics)
    whole: Branch | None = None
    if not diagnostics:
        whole = read(_closed(source), 0, len(_closed(source)))
    if whole is None:
        whole = Branch("start", [], 0, len(source.text))
        for stretch in layout.stretches:
            if not stretch.faulty:
                found = _read_stretch(source, stretch)
                if isinstance(found, Diagnostic):
                    diagnostics.append(found)
                else:
                    whole.children += found.children
    file, problems = build(source, whole, layout.docs)
    diagnostics += problems
    diagnostics += [_untitled(one) for one in file.declarations if isinstance(one, _TITLED) and _lacks_title(one)]
    diagnostics.sort(key=lambda d: (d.span.start, d.span.end))
    return Parsed(file, layout.comments, tuple(diagnostics))


_Titled = tree.Thing | tree.Map | tree.Setup | tree.Campaign | tree.Build | tree.Deck
_TITLED = (tree.Thing, tree.Map, tree.Setup, tree.Campaign, tree.Build, tree.Deck)


def _lacks_title(node: _Titled) -> bool:
    return not node.title.written and node.mode != "patch"


def _untitled(node: _Titled) -> Diagnostic:
    word = ", ".join(kind.text for kind in node.kinds) if isinstance(node, tree.Thing) else type(node).__name__.lower()
    before = f"{word} {node.name.text}"
    title = node.name.text.replace("_", " ").title()
    return error(
        "unexpected-end",
        "The title is missing",
        node.title.span,
        'expected a "text"',
        help=f'Write it in quotes: `{before} "{title}"`.',
    )


def _read_stretch(source: SourceFile, stretch: Stretch) -> Branch | Diagnostic:
    text = _closed(source)
    end = stretch.end if stretch.end < len(source.text) else len(text)
    found = read(text, stretch.start, end)
    if found is not None:
        return found
    from . import messages  # here, because it brings in Lark

    return messages.explain(source, text, stretch.start, end)


def _closed(source: SourceFile) -> str:
    """The text, with a new line at its end."""
    return source.text if source.text.endswith("\n") else source.text + "\n"
