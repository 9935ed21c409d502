"""Diagnostics as plain data for other programs. Lines and columns count from 1; columns count code points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..source import SourceFile, Span
from .diagnostic import Diagnostic, Label


def as_json(diagnostics: Iterable[Diagnostic], sources: Mapping[str, SourceFile]) -> list[dict[str, Any]]:
    return [_one(diagnostic, sources) for diagnostic in diagnostics]


def _one(diagnostic: Diagnostic, sources: Mapping[str, SourceFile]) -> dict[str, Any]:
    fix = diagnostic.fix
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "headline": diagnostic.headline,
        "primary": _label(diagnostic.primary, sources),
        "secondary": [_label(label, sources) for label in diagnostic.secondary],
        "notes": list(diagnostic.notes),
        "help": diagnostic.help,
        "fix": None
        if fix is None
        else {
            "title": fix.title,
            "edits": [{**_place(edit.span, sources), "text": edit.text} for edit in fix.edits],
        },
    }


def _label(label: Label, sources: Mapping[str, SourceFile]) -> dict[str, Any]:
    return {**_place(label.span, sources), "text": label.text}


def _place(span: Span, sources: Mapping[str, SourceFile]) -> dict[str, Any]:
    place: dict[str, Any] = {"path": span.path, "start": span.start, "end": span.end}
    source = sources.get(span.path)
    if source is not None:
        place["line"], place["column"] = source.place(span.start)
        place["end_line"], place["end_column"] = source.place(min(span.end, len(source.text)))
    return place
