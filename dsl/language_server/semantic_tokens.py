"""Names coloured by what they mean. Words of the language, texts and comments are the editor's own."""

from __future__ import annotations

from typing import Literal as Choice
from typing import TypeAlias

from attrs import frozen

from ..source import Span
from .project import Analysis
from .symbols import Occurrence, occurrences

Type: TypeAlias = Choice[
    "type", "class", "enumMember", "property", "parameter", "variable", "function", "method", "event", "namespace"
]
TYPES: tuple[Type, ...] = (
    "type", "class", "enumMember", "property", "parameter", "variable", "function", "method", "event", "namespace",
)  # fmt: skip
MODIFIERS = ("declaration", "defaultLibrary")


@frozen
class Coloured:
    span: Span
    type: Type
    modifiers: tuple[str, ...] = ()


_BY_SORT: dict[str, Type] = {
    "kind": "type", "built-in kind": "type", "thing": "class", "map": "class", "deck": "class", "value": "enumMember",
    "member": "property", "built-in attribute": "property", "local": "variable", "verb": "method",
    "built-in verb": "method", "built-in function": "function", "built-in value": "variable", "option": "property",
    "action": "event", "menu": "event", "phase": "event", "step": "event", "setup": "event", "setup step": "event",
    "ending": "event", "rule": "namespace", "law": "namespace", "reading": "namespace", "game": "namespace",
    "build": "namespace", "campaign": "namespace", "contents": "namespace", "alias": "namespace", "die": "class",
    "link": "namespace",
}  # fmt: skip


def coloured(analysis: Analysis, path: str) -> list[Coloured]:
    return [_coloured(one) for one in occurrences(analysis, path) if "\n" not in _text(analysis, one)]


def _text(analysis: Analysis, one: Occurrence) -> str:
    return analysis.files[one.span.path].text[one.span.start : one.span.end]


def _coloured(one: Occurrence) -> Coloured:
    symbol = one.symbols[0]
    modifiers = (("declaration",) if one.declares else ()) + (("defaultLibrary",) if symbol.built_in else ())
    return Coloured(one.span, _BY_SORT.get(symbol.sort, "variable"), modifiers)
