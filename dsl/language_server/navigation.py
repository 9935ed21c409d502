"""Where something is declared, and where it is spoken of."""

from __future__ import annotations

from ..source import Span
from .project import Analysis, Project
from .symbols import Occurrence, Symbol, all_occurrences, occurrence_at, occurrences


def definitions(project: Project, path: str, offset: int) -> list[Span]:
    """Where the name at a place is declared; the name itself, if it declares something."""
    analysis = project.at(path, offset)
    found = occurrence_at(analysis, path, offset) if analysis is not None else None
    if analysis is None or found is None:
        return []
    places: dict[Span, None] = {}
    for symbol in found.symbols:
        places.update(dict.fromkeys(one.span for one in declarations(analysis, symbol, path)))
    return list(places)


def declarations(analysis: Analysis, symbol: Symbol, path: str = "") -> list[Occurrence]:
    """The places that declare a symbol: in this file, if it is local, else in all."""
    if symbol.sort == "local":
        where, _, start = symbol.key.rpartition(":")
        here = occurrences(analysis, where) if where in analysis.parsed else []
        return [one for one in here if one.span.start == int(start)]
    if analysis.whole:
        return [one for one in all_occurrences(analysis).get(symbol, []) if one.declares]
    found = []
    for each in analysis.parsed:
        # a small analysis has read one declaration only, but every declared name is known
        found += [one for one in occurrences(analysis, each) if one.declares and symbol in one.symbols]
    return found


def references(analysis: Analysis, path: str, offset: int, with_declaration: bool) -> list[Span]:
    """Every place that means the same as the name here."""
    found = occurrence_at(analysis, path, offset)
    if found is None:
        return []
    places: dict[Span, None] = {}
    for symbol in found.symbols:
        for one in all_occurrences(analysis).get(symbol, []):
            if with_declaration or not one.declares:
                places[one.span] = None
    return sorted(places, key=lambda span: (span.path, span.start))


def in_file(analysis: Analysis, path: str, offset: int) -> list[tuple[Span, bool]]:
    """As `references`, in one file: to be marked when the cursor stands on a name. True: it is declared there."""
    found = occurrence_at(analysis, path, offset)
    if found is None:
        return []
    wanted = set(found.symbols)
    return [(one.span, one.declares) for one in occurrences(analysis, path) if wanted & set(one.symbols)]
