"""Diagnostics as text for a terminal: the headline, the place, the lines around it, notes and help."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby

from ..source import SourceFile
from .diagnostic import Diagnostic, Label

_COLOURS = {"error": "31", "warning": "33", "hint": "36", "bold": "1", "dim": "34"}
_WIDEST = 160


class _Paint:
    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def __call__(self, style: str, text: str) -> str:
        return f"\x1b[{_COLOURS[style]}m{text}\x1b[0m" if self.colour and text else text


def visible(text: str) -> str:
    """A text of which a terminal shows all and does nothing: its controls, and marks that turn the order of letters
    round, as signs for them. Line ends stay."""
    return text if text.isprintable() else "".join(map(_sign, text))


def _sign(letter: str) -> str:
    code = ord(letter)
    if letter == "\n" or letter.isprintable():
        return letter
    if code < 0x20 or code == 0x7F:
        return chr(0x2421 if code == 0x7F else 0x2400 + code)
    return "\ufffd" if code < 0xA0 or code in _TURNING or 0xD800 <= code < 0xE000 else letter


_TURNING = {0x061C, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A)}  # and other ends of lines


def render(diagnostic: Diagnostic, sources: Mapping[str, SourceFile], *, colour: bool = False) -> str:
    """One diagnostic. `sources` gives the files by path; a place in an unknown file is shown without its text."""
    paint = _Paint(colour)
    title = f"{diagnostic.severity}[{diagnostic.code}]"
    lines = [f"{paint(diagnostic.severity, title)}: {paint('bold', _hang(visible(diagnostic.headline), 0))}"]
    labels = [(diagnostic.primary, True), *((label, False) for label in diagnostic.secondary)]
    paths = list(dict.fromkeys(label.span.path for label, _ in labels))
    numbers = [sources[label.span.path].place(label.span.start)[0] for label, _ in labels if label.span.path in sources]
    gutter = len(str(max(numbers, default=1)))
    for path in paths:
        here = [(label, primary) for label, primary in labels if label.span.path == path]
        source = sources.get(path)
        arrow = "-->" if path == paths[0] else ":::"
        named = visible(path).replace("\n", "␊")
        if source is None:
            if path:
                lines.append(f"{' ' * gutter}{paint('dim', arrow)} {named}")
            continue
        line, column = source.place(here[0][0].span.start)
        lines.append(f"{' ' * gutter}{paint('dim', arrow)} {named}:{line}:{column}")
        lines += _excerpt(source, here, gutter, diagnostic.severity, paint)
    bar = " " * gutter + paint("dim", " =")
    lines += [f"{bar} {paint('bold', 'note')}: {_hang(visible(note), gutter)}" for note in diagnostic.notes]
    if diagnostic.help:
        lines.append(f"{bar} {paint('bold', 'help')}: {_hang(visible(diagnostic.help), gutter)}")
    return "\n".join(lines)


def render_all(diagnostics: Iterable[Diagnostic], sources: Mapping[str, SourceFile], *, colour: bool = False) -> str:
    """All of them, with an empty line between."""
    return "\n\n".join(render(one, sources, colour=colour) for one in diagnostics)


def _hang(text: str, gutter: int) -> str:
    return text.replace("\n", "\n" + " " * (gutter + 9))


def _excerpt(
    source: SourceFile, labels: list[tuple[Label, bool]], gutter: int, severity: str, paint: _Paint
) -> list[str]:
    empty = " " * gutter + paint("dim", " |")
    out = [empty]
    placed = sorted(((source.place(label.span.start), label, primary) for label, primary in labels), key=lambda p: p[0])
    last: int | None = None
    for number, group in groupby(placed, key=lambda p: p[0][0]):
        if last is not None and number > last + 1:
            out.append(paint("dim", "..."))
        last = number
        text = visible(source.line(number).replace("\t", " "))
        cut = text if len(text) <= _WIDEST else text[: _WIDEST - 1] + "…"
        out.append(f"{paint('dim', f'{number:>{gutter}} |')} {cut}".rstrip())
        for (_, column), label, primary in group:
            width = max(1, min(label.span.end - label.span.start, len(text) - column + 1))
            start = min(column - 1, _WIDEST)
            width = max(1, min(width, _WIDEST - start))
            style = severity if primary else "dim"
            mark = ("^" if primary else "-") * width
            shown = paint(style, f"{mark} {visible(label.text)}".rstrip())
            out.append(f"{empty} {' ' * start}{shown}")
    out.append(empty)
    return out
