"""Any tree of frozen nodes as an indented outline, or as JSON. Knows attrs classes, and no node by name."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from .source import SourceFile, Span

_SHORT = 100  # characters that still stand on one line


def print_outline(value: Any, format: str) -> None:
    if format == "json":
        json.dump(as_data(value), sys.stdout, indent=1)
        print()
    else:
        for line in outline(value):
            print(line)


def declarations(owner: Any, name: str) -> dict[str, Any]:
    """The parts of an attrs object whose key is the name, or ends with it: `power` finds `Card.power`."""
    found = {}
    for part in attrs.fields(type(owner)):
        value = getattr(owner, part.name)
        if isinstance(value, Mapping):
            for key, one in value.items():
                if str(key) == name or str(key).rpartition(".")[2] == name:
                    found[f"{part.name} {key}"] = one
    return found


def outline(value: Any, label: str = "", depth: int = 0) -> Iterator[str]:
    """One line for each node; what is short stands on the line of its owner."""
    indent = "  " * depth
    head = f"{label}: " if label else ""
    short = _short(value)
    if short is not None and len(indent) + len(head) + len(short) <= _SHORT:
        yield f"{indent}{head}{short}"
    elif attrs.has(type(value)):
        yield f"{indent}{head}{type(value).__name__}"
        for name, part in _parts(value):
            yield from outline(part, name, depth + 1)
    elif isinstance(value, Mapping):
        if label:
            yield f"{indent}{label}:"
        for key, part in value.items():
            yield from outline(part, str(key), depth + bool(label))
    elif isinstance(value, list | tuple):
        yield f"{indent}{label}:" if label else f"{indent}list"
        for part in value:
            yield from outline(part, "", depth + 1)
    else:
        yield f"{indent}{head}{value!r}"


def as_data(value: Any) -> Any:
    if attrs.has(type(value)):
        return {"node": type(value).__name__, **{name: as_data(part) for name, part in _parts(value)}}
    if isinstance(value, Mapping):
        return {str(key): as_data(part) for key, part in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [as_data(part) for part in value]
    return value if isinstance(value, str | int | float | bool | None) else repr(value)


def _parts(value: Any) -> Iterator[tuple[str, Any]]:
    """The fields that say something: no places in the text, nothing that is empty."""
    for part in attrs.fields(type(value)):
        found = getattr(value, part.name)
        if isinstance(found, Span | SourceFile) or found is None or (found != 0 and not found and found != ""):
            continue
        if found == "" and part.default == "":
            continue
        yield part.name, found


def _short(value: Any) -> str | None:
    """On one line, if it is no longer than that; None if it is."""
    if attrs.has(type(value)):
        inner = []
        for name, part in _parts(value):
            text = _short(part)
            if text is None:
                return None
            inner.append(f"{name}={text}")
        text = f"{type(value).__name__}({', '.join(inner)})"
    elif isinstance(value, Mapping):
        if len(value) > 8:
            return None
        pairs = [(key, _short(part)) for key, part in value.items()]
        if any(part is None for _, part in pairs):
            return None
        text = "{" + ", ".join(f"{key}: {part}" for key, part in pairs) + "}"
    elif isinstance(value, list | tuple):
        if len(value) > 40:
            return None
        items = [_short(part) for part in value]
        if any(item is None for item in items):
            return None
        text = "(" + ", ".join(str(item) for item in items) + ")"
    else:
        text = repr(value)
    return text if len(text) <= _SHORT else None
