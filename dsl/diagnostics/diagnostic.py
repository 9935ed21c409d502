"""A message about a source text, as data. How it looks is decided in render.py and as_json.py.

Headlines speak in the author's words and say what is wrong, without a full stop. The primary label marks the place and
says what stands there or what was expected; secondary labels point at other places that matter. Notes explain, help
says what to write.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import frozen

from ..source import Span

Severity: TypeAlias = Literal["error", "warning", "hint"]


@frozen
class Label:
    """A place, and a few words on it."""

    span: Span
    text: str = ""


@frozen
class Edit:
    """The text of a span replaced by another."""

    span: Span
    text: str


@frozen
class Fix:
    """A change that is certainly right, with a title for the editor's menu."""

    title: str
    edits: tuple[Edit, ...]


@frozen
class Diagnostic:
    code: str
    severity: Severity
    headline: str
    primary: Label
    secondary: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()
    help: str | None = None
    fix: Fix | None = None
    guess: Fix | None = None  # a change that is likely right: editors offer it, and nobody makes it unasked

    @property
    def span(self) -> Span:
        return self.primary.span


def error(
    code: str,
    headline: str,
    span: Span,
    label: str = "",
    *,
    secondary: tuple[Label, ...] = (),
    notes: tuple[str, ...] = (),
    help: str | None = None,
    fix: Fix | None = None,
) -> Diagnostic:
    return Diagnostic(code, "error", headline, Label(span, label), secondary, notes, help, fix)


def warning(
    code: str,
    headline: str,
    span: Span,
    label: str = "",
    *,
    secondary: tuple[Label, ...] = (),
    notes: tuple[str, ...] = (),
    help: str | None = None,
    fix: Fix | None = None,
) -> Diagnostic:
    return Diagnostic(code, "warning", headline, Label(span, label), secondary, notes, help, fix)


def hint(
    code: str,
    headline: str,
    span: Span,
    label: str = "",
    *,
    secondary: tuple[Label, ...] = (),
    notes: tuple[str, ...] = (),
    help: str | None = None,
    fix: Fix | None = None,
) -> Diagnostic:
    return Diagnostic(code, "hint", headline, Label(span, label), secondary, notes, help, fix)
