"""Data as Typst source: words of users enter a document only as string literals."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import fields
from jinja2 import DictLoader, Environment, FileSystemLoader, StrictUndefined, TemplateSyntaxError
from jinja2.sandbox import SandboxedEnvironment

from . import bounded, laid_table, turn_picture

if TYPE_CHECKING:
    from .themes import Theme

_HERE = Path(__file__).parent


class TypesettingError(ValueError):
    """A template of a stranger's that cannot be rendered or set; the message says why."""


def literal(text: str) -> str:
    """A text as a Typst string literal: the only way in which words of users enter a document."""
    clean: str = plain(text)
    return '"' + clean.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def plain(data: Any) -> Any:
    """Data without letters that are not seen: they become spaces, but for line ends and what parts or joins words."""
    if isinstance(data, str):
        return data if data.isprintable() else "".join(map(_seen, data))
    if isinstance(data, dict):
        return {key: plain(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [plain(value) for value in data]
    return data


def _seen(letter: str) -> str:
    if letter.isprintable() or letter in _KEPT:
        return letter
    if letter in "\u2007\u202f":  # narrow spaces at which a line does not end: few fonts have them
        return "\u00a0"
    return letter if unicodedata.category(letter) in _UNKNOWN else " "


def is_seen(text: str) -> bool:
    """Is there anything in a text that one would see on paper?"""
    return any(not one.isspace() and (one.isprintable() or unicodedata.category(one) in _UNKNOWN) for one in text)


_KEPT = "\n\u00a0\u00ad\u200b\u200c\u200d"  # a hyphen only at the end of a line; a place to end one; parted, joined
_UNKNOWN = ("Co", "Cn")  # of fonts that have letters of their own, or of a Unicode that is newer: a font may show them


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
    made.filters["laid"] = _laid
    made.filters["alt"] = _alt
    made.filters["styled"] = _styled
    return made


def _laid(table: laid_table.LaidTable, say: Callable[[str], str]) -> str:
    """The table as a drawing, with words of a language."""
    words = laid_table.Words()
    return laid_table.svg(table, laid_table.Words(*(say(getattr(words, one.name)) for one in fields(laid_table.Words))))


def _alt(drawn: str) -> str:
    """What a drawing says of itself in words."""
    said = re.search('aria-label="([^"]*)"', drawn)
    return unescape(said[1]) if said is not None else ""


def _styled(drawn: str, accent: str, ink: str, font: str) -> str:
    """A drawing with its looks inside it, for where no page gives it any."""
    start = drawn.index(">") + 1
    style = _STYLE.replace("ACCENT", accent).replace("INK", ink).replace("FONT", re.sub(r"[^\w -]", "", font))
    return f"{drawn[:start]}<style>{style}</style>{drawn[start:]}"


_STYLE = (
    ".area{fill:#ffffff;stroke:#999999}.perhaps{stroke-dasharray:6 5}.mat{fill:#f4f1ec;stroke:#999999}"
    ".board-ground{fill:#ffffff;stroke:ACCENT}.way{stroke:#777777;stroke-width:1.5}.space{fill:ACCENT}"
    ".leaf{fill:#ffffff;stroke:ACCENT;stroke-width:1.2}.down{fill:ACCENT;stroke:#ffffff}"
    ".empty{fill:none;stroke:#777777;stroke-dasharray:3 3}.faint{fill:ACCENT;fill-opacity:0.12;stroke:none}"
    ".piece{fill:ACCENT;stroke:#ffffff}.piece.empty{fill:none;stroke:#777777}"
    ".joint{stroke:ACCENT;stroke-width:3;stroke-dasharray:7 4}.place{fill:ACCENT;stroke:#ffffff;stroke-width:2}"
    ".other{fill:#bbbbbb}text{fill:INK;font-family:FONT;font-size:15px;text-anchor:middle}.head{font-weight:700;font-size:16px}"
    ".small{font-size:13px}"
)
"""The classes of our drawings, for paper."""


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
    return re.sub(r"([\\`*_\[\]<>#|]|&(?=#?\w+;))", r"\\\1", text)
