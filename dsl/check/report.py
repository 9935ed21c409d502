"""Collects diagnostics. Passes never raise; one mistake gives one message."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import define, evolve, field

from ..diagnostics.codes import CODES, register
from ..diagnostics.codes_check import CHECK
from ..diagnostics.diagnostic import Diagnostic, Edit, Fix, Label, error, hint, warning
from ..diagnostics.nearest import nearest
from ..source import Span
from .english import instead

MOST_PLACES = 8

register(CHECK)


@define
class Report:
    found: list[Diagnostic] = field(factory=list)
    dropped: list[Span] = field(factory=list)  # statements of which nothing was made
    _seen: set[tuple[str, str, int]] = field(factory=set)
    _named: dict[tuple[str, str], int] = field(factory=dict)

    def _add(self, diagnostic: Diagnostic) -> None:
        assert diagnostic.code in CODES, diagnostic.code
        key = (diagnostic.code, diagnostic.span.path, diagnostic.span.start)
        if key not in self._seen:
            self._seen.add(key)
            self.found.append(diagnostic)

    def error(
        self,
        code: str,
        headline: str,
        span: Span,
        label: str = "",
        *,
        other: tuple[tuple[Span, str], ...] = (),
        notes: tuple[str, ...] = (),
        help: str | None = None,
        fix: Fix | None = None,
        guess: Fix | None = None,
    ) -> None:
        secondary = tuple(Label(place, text) for place, text in other)
        made = error(code, headline, span, label, secondary=secondary, notes=notes, help=help, fix=fix)
        self._add(made if guess is None else evolve(made, guess=guess))

    def warning(
        self,
        code: str,
        headline: str,
        span: Span,
        label: str = "",
        *,
        other: tuple[tuple[Span, str], ...] = (),
        notes: tuple[str, ...] = (),
        help: str | None = None,
    ) -> None:
        secondary = tuple(Label(place, text) for place, text in other)
        self._add(warning(code, headline, span, label, secondary=secondary, notes=notes, help=help))

    def hint(self, code: str, headline: str, span: Span, label: str = "", *, help: str | None = None) -> None:
        self._add(hint(code, headline, span, label, help=help))

    def _also(self, at: int, span: Span) -> None:
        """One more place of a name that is unknown: said with the first one."""
        first = self.found[at]
        if span != first.span and len(first.secondary) < MOST_PLACES and all(span != o.span for o in first.secondary):
            self.found[at] = evolve(first, secondary=(*first.secondary, Label(span, "used here too")))

    @property
    def named(self) -> Mapping[tuple[str, str], int]:
        """The unknown names that were told, with what they were taken for."""
        return self._named

    def unknown(
        self,
        what: str,
        name: str,
        span: Span,
        known: tuple[str, ...] | list[str] | set[str],
        help: str,
        meant: str | None = None,
    ) -> None:
        """An unknown name, with the one that is meant, the nearest known one, or else with `help`."""
        before = self._named.get((what, name))
        if before is not None:
            self._also(before, span)
            return
        self._named[what, name] = len(self.found)
        foreign = instead(name) if what == "name" else None
        if foreign is not None:
            help, right = foreign
            change = Fix(f"Change to `{right}`", (Edit(span, right),)) if right is not None else None
            self.error("unknown-name", f"There is no {what} `{name}`", span, "no word here", help=help, guess=change)
            return
        meant = meant or nearest(name, known)
        guess = None
        if meant and span.end - span.start == len(name):  # a slot of a phrase is more than its name
            guess = Fix(f"Change to `{meant}`", (Edit(span, meant),))
        self.error(
            "unknown-name",
            f"There is no {what} `{name}`",
            span,
            "not declared anywhere",
            help=f"Did you mean `{meant}`?" if meant else help,
            guess=guess,
        )
