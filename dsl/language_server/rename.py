"""Gives something another name, in all files; or says why that cannot be.

Whether the new name is free is not guessed: the renamed sources are checked, and every name has to mean in them what it
meant before. So a name that would be caught by another, or would catch one, is refused as well.
"""

from __future__ import annotations

import re

from attrs import evolve

from ..check import check_parsed
from ..check.trace import Trace
from ..diagnostics.diagnostic import Edit
from ..source import SourceFile, Span
from ..syntax.parse import parse
from .project import Analysis, Project, _analysis
from .symbols import Symbol, all_occurrences, occurrence_at, occurrences


class Refused(Exception):
    """The name stays; the text says why."""


def renameable(analysis: Analysis, path: str, offset: int) -> tuple[Span, str]:
    """The name at a place that could be changed, and what it is. Raises Refused."""
    found = occurrence_at(analysis, path, offset)
    if found is None:
        raise Refused("there is no name here that a game declares")
    _group(analysis, found.symbols)
    text = analysis.files[path].text[found.span.start : found.span.end]
    return found.span, text


def rename(project: Project, analysis: Analysis, path: str, offset: int, new: str) -> tuple[Edit, ...]:
    """The edits that give the name at a place another name. Raises Refused."""
    _, old = renameable(analysis, path, offset)
    if new == old:
        return ()
    found = occurrence_at(analysis, path, offset)
    assert found is not None
    group = _group(analysis, found.symbols)
    _spelled(new, old)
    spans = _places(analysis, group)
    for one in spans:
        written = analysis.files[one.path].text[one.start : one.end]
        if written != old:
            raise Refused(f"`{written}` in {one.path} means the same under another name")
    edits = tuple(Edit(one, new) for one in spans)
    _verify(analysis, group, spans, new, old)
    return edits


def _group(analysis: Analysis, symbols: tuple[Symbol, ...]) -> set[Symbol]:
    """The symbols that can only be renamed together: a place may mean several of them. Raises Refused."""
    everything = all_occurrences(analysis)
    group: set[Symbol] = set()
    left = list(symbols)
    while left:
        symbol = left.pop()
        if symbol in group:
            continue
        group.add(symbol)
        if symbol.built_in:
            raise Refused("this name belongs to the language")
        places = everything.get(symbol, [])
        if not any(one.declares for one in places):
            raise Refused("I do not see where this is declared")
        for one in places:
            if analysis.is_base(one.span.path):
                raise Refused("this name belongs to the game that the mod extends, and a mod leaves that untouched")
            left.extend(one.symbols)
    return group


def _places(analysis: Analysis, group: set[Symbol]) -> list[Span]:
    everything = all_occurrences(analysis)
    spans = {one.span for symbol in group for one in everything.get(symbol, [])}
    return sorted(spans, key=lambda one: (one.path, one.start))


def _spelled(new: str, old: str) -> None:
    from ..syntax.expected import reserved

    if old[:1].isupper():
        if not re.fullmatch(r"[A-Z][A-Za-z0-9_]*", new):
            raise Refused(
                f"`{new}` cannot be the name of a Kind: it starts with a capital, then letters, digits and `_`"
            )
    elif not re.fullmatch(r"[a-z_][A-Za-z0-9_]*", new):
        raise Refused(f"`{new}` cannot be a name: it starts with a small letter, then letters, digits and `_`")
    elif new in reserved():
        raise Refused(f"`{new}` is a word of the language")


def _verify(analysis: Analysis, group: set[Symbol], spans: list[Span], new: str, old: str) -> None:
    """Checks the renamed sources. Raises Refused if a message is new, or a name would mean something else."""
    by_path: dict[str, list[Span]] = {}
    for span in spans:
        by_path.setdefault(span.path, []).append(span)
    files, parsed = [], []
    for path, source in analysis.files.items():
        if path in by_path:
            text = source.text
            for span in reversed(by_path[path]):
                text = text[: span.start] + new + text[span.end :]
            source = SourceFile(path, text, source.home)
            files.append(source)
            parsed.append(parse(source))
        else:
            files.append(source)
            parsed.append(analysis.parsed[path])
    trace = Trace()
    checked = check_parsed(files, parsed, (), trace)
    after = _analysis(files, parsed, trace, checked)
    before = {(one.code, one.headline.replace(f"`{old}`", f"`{new}`")) for one in analysis.diagnostics}
    # that the name is taken says more than what follows from it
    for one in sorted(checked.diagnostics, key=lambda one: one.code != "duplicate-declaration"):
        if one.severity == "error" and (one.code, one.headline) not in before:
            line, _ = after.files[one.span.path].place(one.span.start)
            raise Refused(
                f"`{new}` would clash: {one.headline[:1].lower()}{one.headline[1:]} ({one.span.path}, line {line})"
            )
    step = len(new) - len(old)
    for path in analysis.parsed:
        moved = by_path.get(path, [])
        then = {_after(one.span, moved, step): one.symbols for one in occurrences(analysis, path)}
        now = {one.span: one.symbols for one in occurrences(after, path)}
        for span, symbols in then.items():
            same = now.get(span, ())
            if _known(symbols, group, by_path, step, old, new) != _known(same, set(), {}, 0, old, new):
                line, _ = after.files[path].place(span.start)
                text = after.files[path].text[span.start : span.end]
                raise Refused(f"`{text}` would mean something else in {path}, line {line}")


def _known(
    symbols: tuple[Symbol, ...], group: set[Symbol], by_path: dict[str, list[Span]], step: int, old: str, new: str
) -> frozenset[Symbol]:
    """Symbols as they are called after the renaming."""
    found = set()
    for one in symbols:
        if one.sort == "local":
            path, _, start = one.key.rpartition(":")
            at = _after(Span(path, int(start), int(start)), by_path.get(path, []), step).start
            found.add(evolve(one, key=f"{path}:{at}"))
        else:
            # the name of the owner is part of the key of a member or value
            parts = [new if part == old else part for part in one.key.split(".")]
            found.add(evolve(one, key=".".join(parts)) if group or old != new else one)
    return frozenset(found)


def _after(span: Span, renamed: list[Span], step: int) -> Span:
    """A span where it is after the renaming."""
    start = span.start + step * sum(one.end <= span.start for one in renamed)
    own = step if any(one.start == span.start and one.end == span.end for one in renamed) else 0
    inside = own or step * sum(span.start <= one.start and one.end <= span.end for one in renamed)
    return Span(span.path, start, start + span.end - span.start + inside)
