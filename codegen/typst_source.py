"""Data as Typst source: words of users enter a document only as string literals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import DictLoader, Environment, FileSystemLoader, StrictUndefined, TemplateSyntaxError
from jinja2.sandbox import SandboxedEnvironment

from . import bounded, turn_picture

if TYPE_CHECKING:
    from .themes import Theme

_HERE = Path(__file__).parent


class TypesettingError(Exception):
    """A template of a stranger's that cannot be rendered or set; the message says why."""


def literal(text: str) -> str:
    """A text as a Typst string literal: the only way in which words of users enter a document."""
    clean: str = plain(text)
    return '"' + clean.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def plain(data: Any) -> Any:
    """Data without letters that are not seen: they become spaces, but for line ends and hard spaces."""
    if isinstance(data, str):
        return data if data.isprintable() else "".join(map(_seen, data))
    if isinstance(data, dict):
        return {key: plain(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [plain(value) for value in data]
    return data


def _seen(letter: str) -> str:
    return letter if letter.isprintable() or letter in "\n\u00a0" else " "


def _literals(texts: Iterable[str]) -> str:
    return "(" + "".join(f"{literal(text)}, " for text in texts) + ")"


def _literal_or_none(text: str | None) -> str:
    return "none" if text is None else literal(text)


@cache
def templates() -> Environment:
    """Our templates; they are read from their folder as they are needed."""
    return _furnished(Environment(loader=FileSystemLoader(_HERE / "templates"), **_OPTIONS))


def _furnished(made: Environment) -> Environment:
    made.filters["literal"] = literal
    made.filters["language"] = lambda code: code.partition("_")[0]
    made.filters["literals"] = _literals
    made.filters["literal_or_none"] = _literal_or_none
    made.filters["md"] = escape_markdown
    made.filters["turn"] = turn_picture.svg
    return made


_OPTIONS: dict[str, Any] = {
    "undefined": StrictUndefined, "trim_blocks": True, "lstrip_blocks": True,
    "autoescape": lambda name: name is not None and name.startswith("rules.html"),
}  # fmt: skip


def rendered(theme: Theme | None, name: str, /, **context: object) -> str:
    """A template with what it prints; a theme's own stands before ours, and is rendered where it can do no harm.

    Raises TypesettingError for a template of a stranger's that fails or does not end.
    """
    own = theme.templates if theme is not None else None
    if not own:
        return templates().get_template(name).render(**context)
    every = {path.name: path.read_text("utf-8") for path in sorted((_HERE / "templates").glob("*.jinja"))}
    try:
        _, (text,) = bounded.run(_render, {**every, **own}, name, context)
    except (bounded.Failed, bounded.Stopped) as problem:
        raise TypesettingError(f"{name}: {problem}") from None
    return text.decode("utf-8")


def _render(sources: Mapping[str, str], name: str, context: Mapping[str, object]) -> bounded.Answer:
    """Templates of strangers see only each other and what they are given, and no attribute with an underscore."""
    made = _furnished(SandboxedEnvironment(loader=DictLoader(dict(sources)), **_OPTIONS))
    try:
        return None, [made.get_template(name).render(**context).encode("utf-8", "replace")]
    except TemplateSyntaxError as problem:
        raise RuntimeError(f"line {problem.lineno}: {problem.message}") from None


def escape_markdown(text: str) -> str:
    """A text that Markdown shows as it is."""
    return re.sub(r"([\\`*_\[\]<>#|])", r"\\\1", text)
