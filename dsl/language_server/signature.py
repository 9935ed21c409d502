"""How a verb or define is called, while it is being written."""

from __future__ import annotations

from attrs import frozen

from .. import vocabulary
from ..check.members import DefineMember
from ..keywords import KEYWORDS
from .place import call_at, phrase_at, place_at, type_text, verb_parts
from .project import Analysis, Project


@frozen
class Signature:
    """`parts`: its parameters as they stand in the label, and which of them is being written (None: none of them)."""

    label: str
    parts: tuple[str, ...]
    active: int | None
    doc: str = ""


def signature(project: Project, path: str, offset: int) -> Signature | None:
    source, latest = project.source(path), project.latest
    if source is None or latest is None:
        return None
    place = place_at(source, offset)
    if place.inside != "code":
        return None
    call = call_at(place)
    if call is not None:
        found = _of_call(latest, call[0], call[2]) or _of_query(call[0], source.text[call[1] : offset])
        if found is not None:
            return found
    writing = phrase_at(latest, place)
    if writing is None:
        return _of_question(call[0]) if call is not None else None
    parts, active = [], None
    for number, (role, name, of, optional) in enumerate(verb_parts(latest, writing.verb)):
        part = f"{role} {of} {name}" if role else f"{of} {name}"
        parts.append(f"[{part}]" if optional else part)
        if role == writing.role:
            active = number
    declared = latest.world.index.verbs.get(writing.verb)
    if declared is not None:
        phrase = declared.verb.phrases[0].value if declared.verb.phrases else ""
        doc = declared.doc or declared.verb.doc or phrase
    else:
        doc = vocabulary.VERBS[writing.verb].sentence
    return Signature(" ".join([writing.verb, *parts]), tuple(parts), active, doc)


def _of_call(analysis: Analysis, name: str, argument: int) -> Signature | None:
    if name in vocabulary.FUNCTIONS:
        function = vocabulary.FUNCTIONS[name]
        label = f"{name}({', '.join(function.parameters)})"
        return Signature(label, function.parameters, _active(argument, len(function.parameters)), function.sentence)
    member = analysis.world.game_table.get(name)
    tables = (
        [member]
        if member is not None
        else [kind.own[name] for kind in analysis.world.kinds.values() if name in kind.own]
    )
    for one in tables:
        if isinstance(one, DefineMember) and one.node.parameters:
            parts = tuple(f"{type_text(p.type)} {p.name.text}" for p in one.node.parameters)
            doc = one.node.doc or (one.node.phrase.value if one.node.phrase is not None else "")
            return Signature(f"{name}({', '.join(parts)})", parts, _active(argument, len(parts)), doc)
    return None


def _of_query(name: str, so_far: str) -> Signature | None:
    """A question about a query: what it asks of, and the key behind the colon."""
    if name not in vocabulary.AGGREGATES:
        return None
    key = vocabulary.AGGREGATE_KEYS.get(name)
    parts = ("query",) if key is None else ("query", key)
    return Signature(f"{name}({': '.join(parts)})", parts, _active(int(":" in so_far), 2), vocabulary.AGGREGATES[name])


def _of_question(name: str) -> Signature | None:
    """A question about an event, of which no verb is written yet."""
    if name in ("happened", "times"):
        return Signature(f"{name}(phrase during moment)", ("phrase", "during moment"), 0, KEYWORDS[name].sentence)
    if name in ("can", "would"):
        return Signature(f"{name}(phrase)", ("phrase",), 0, KEYWORDS[name].sentence)
    return None


def _active(argument: int, count: int) -> int | None:
    return argument if argument < count else None
