"""What is wrong, at two speeds: the form of a file after every key, the whole check when it is done.

A file is cut into declarations. Only those whose text has changed are parsed again; what the last whole check said of
the others moves with them.
"""

from __future__ import annotations

from functools import lru_cache

from attrs import define, evolve, field

from ..diagnostics.diagnostic import Diagnostic, Edit, Fix, Label
from ..source import SourceFile, Span
from ..syntax.layout import Layout, lay_out
from ..syntax.parse import parse

Place = tuple[str, int]  # the text of a declaration, and which one of this text it is


@lru_cache(maxsize=8)
def laid_out(source: SourceFile) -> Layout:
    """As `lay_out`; several features ask it of the same text at each key."""
    return lay_out(source)


MOST_KEPT = 20_000  # declarations whose form is remembered


@define(eq=False)
class Form:
    """The form of texts, remembered by declaration."""

    _known: dict[str, tuple[Diagnostic, ...]] = field(factory=dict)

    def of(self, source: SourceFile) -> tuple[Diagnostic, ...]:
        """Every mistake of form in a file: what its parser says."""
        layout = laid_out(source)
        found = list(layout.diagnostics)
        for stretch in layout.stretches:
            if stretch.faulty:
                continue
            text = source.text[stretch.start : stretch.end]
            known = self._known.get(text)
            if known is None:
                if len(self._known) > MOST_KEPT:
                    self._known.clear()
                known = self._known[text] = parse(SourceFile("", text)).diagnostics
            found += [_moved(one, source.path, stretch.start) for one in known]
        return tuple(sorted(found, key=lambda one: (one.span.start, one.span.end)))


def _moved(one: Diagnostic, path: str, by: int) -> Diagnostic:
    """A diagnostic about a stretch, as one about the file in which the stretch begins at `by`."""

    def span(of: Span) -> Span:
        return Span(path, of.start + by, of.end + by)

    def moved(fix: Fix | None) -> Fix | None:
        return fix and evolve(fix, edits=tuple(Edit(span(edit.span), edit.text) for edit in fix.edits))

    labels = tuple(Label(span(label.span), label.text) for label in one.secondary)
    primary = Label(span(one.primary.span), one.primary.text)
    return evolve(one, primary=primary, secondary=labels, fix=moved(one.fix), guess=moved(one.guess))


@define(eq=False)
class Places:
    """Where the declarations of a text stand, to find them again in the next one."""

    by_place: dict[Place, tuple[int, int]] = field(factory=dict)

    @classmethod
    def of(cls, source: SourceFile) -> Places:
        found = cls()
        count: dict[str, int] = {}
        for stretch in laid_out(source).stretches:
            text = source.text[stretch.start : stretch.end].rstrip()
            count[text] = count.get(text, 0) + 1
            found.by_place[text, count[text]] = (stretch.start, stretch.end)
        return found


def carried(before: SourceFile, now: SourceFile, said: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """What was said of a file, for its present text: of declarations that are the same still."""
    if before.text == now.text:
        return said
    old, new = Places.of(before), Places.of(now)
    moves = [
        (start, end, new.by_place[key][0] - start) for key, (start, end) in old.by_place.items() if key in new.by_place
    ]

    def by(span: Span) -> int | None:
        if span.path != now.path:
            return 0
        return next((move for start, end, move in moves if start <= span.start and span.end <= end), None)

    def fixed(fix: Fix | None) -> Fix | None:
        """None, if a place that it changes is gone."""
        steps = [(edit, by(edit.span)) for edit in fix.edits] if fix is not None else []
        edits = tuple(Edit(_shifted(edit.span, step), edit.text) for edit, step in steps if step is not None)
        return evolve(fix, edits=edits) if fix is not None and len(edits) == len(fix.edits) else None

    found = []
    for one in said:
        move = by(one.span)
        if move is None:
            continue
        labels = []
        for label in one.secondary:
            other = by(label.span)
            if other is not None:
                labels.append(Label(_shifted(label.span, other), label.text))
        primary = Label(_shifted(one.span, move), one.primary.text)
        found.append(evolve(one, primary=primary, secondary=tuple(labels), fix=fixed(one.fix), guess=fixed(one.guess)))
    return tuple(found)


def _shifted(span: Span, by: int) -> Span:
    return Span(span.path, span.start + by, span.end + by)
