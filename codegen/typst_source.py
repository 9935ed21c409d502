"""Data as Typst source: words of users enter a document only as string literals."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

_HERE = Path(__file__).parent


def literal(text: str) -> str:
    """A text as a Typst string literal: the only way in which words of users enter a document."""
    out = []
    for character in text:
        if character in '\\"':
            out.append("\\" + character)
        elif character in "\n\r\t":
            out.append({"\n": "\\n", "\r": " ", "\t": " "}[character])
        elif character == "\u00a0":
            out.append("\\u{a0}")
        elif not character.isprintable():
            out.append(" ")
        else:
            out.append(character)
    return '"' + "".join(out) + '"'


def _literals(texts: Iterable[str]) -> str:
    return "(" + "".join(f"{literal(text)}, " for text in texts) + ")"


def _literal_or_none(text: str | None) -> str:
    return "none" if text is None else literal(text)


@cache
def templates() -> Environment:
    made = Environment(
        loader=FileSystemLoader(_HERE / "templates"), undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True,
        autoescape=False,
    )  # fmt: skip
    made.filters["literal"] = literal
    made.filters["language"] = lambda code: code.partition("_")[0]
    made.filters["literals"] = _literals
    made.filters["literal_or_none"] = _literal_or_none
    return made
