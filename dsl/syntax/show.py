"""The syntax tree as readable text: `(node field: value ...)`, a line for each node that does not fit on one.

Names and literals are shown as they are written; fields with their usual value (nothing, empty, no) are left out.
"""

from __future__ import annotations

from typing import Any

import attrs

from . import tree

_WIDTH = 110


def show(node: tree.File) -> str:
    """One paragraph for each declaration."""
    return "\n\n".join(_lines(declaration, 0) for declaration in node.declarations) + "\n"


def _lines(value: Any, indent: int) -> str:
    flat = _flat(value)
    if len(flat) + indent <= _WIDTH or not isinstance(value, (tree.Node, tuple)) or _is_atom(value):
        return flat
    space = "\n" + " " * (indent + 2)
    if isinstance(value, tuple):
        return "[" + "".join(space + _lines(item, indent + 2) for item in value) + "]"
    parts = [f"({_title(value)}"]
    for name, part in _fields(value):
        parts.append(space + f"{name}: " + _lines(part, indent + 2))
    return "".join(parts) + ")"


def _flat(value: Any) -> str:
    match value:
        case tree.Name() | tree.Word():
            return value.text
        case tree.Text():
            return '"' + value.value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
        case tree.Number():
            return "infinite" if value.value is None else str(value.value)
        case tree.Truth():
            return "yes" if value.value else "no"
        case tree.Nothing() | tree.This() | tree.You() | tree.It():
            return type(value).__name__.lower()
        case tree.Node():
            inner = "".join(f" {name}: {_flat(part)}" for name, part in _fields(value))
            return f"({_title(value)}{inner})"
        case tuple():
            return "[" + " ".join(_flat(item) for item in value) + "]"
        case bool():
            return "yes" if value else "no"
        case None:
            return "-"
        case _:
            return str(value)


def _is_atom(value: Any) -> bool:
    return isinstance(value, (tree.Name, tree.Word, tree.Text, tree.Number, tree.Truth))


def _title(node: tree.Node) -> str:
    return type(node).__name__


def _fields(node: tree.Node) -> list[tuple[str, Any]]:
    found = []
    for field in attrs.fields(type(node)):
        value = getattr(node, field.name)
        if field.name == "span" or value is None or value == () or value is False:
            continue
        if field.name == "mode" and value == "add":
            continue
        found.append((field.name, value))
    return found
