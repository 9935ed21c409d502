"""What every builder needs: spans, names, docs, and a place for problems that only show when nodes are built."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from ...diagnostics.diagnostic import Diagnostic, Fix, error
from ...source import SourceFile, Span
from .. import tree
from ..branches import Branch, Part

LARGEST_NUMBER = 999_999_999

_ESCAPES = {"n": "\n"}


class Reader:
    """Reads one file's branches; holds what is not in them."""

    def __init__(self, source: SourceFile, docs: dict[int, str]) -> None:
        self.source = source
        self.docs = docs
        self.problems: list[Diagnostic] = []

    def span(self, part: Part) -> Span:
        return Span(self.source.path, part.start, part.end)

    def name(self, token: Part) -> tree.Name:
        return tree.Name(token.text, span=self.span(token))

    def optional_name(self, token: Part) -> tree.Name | None:
        return None if token is None else self.name(token)

    def names(self, branch: Branch) -> tuple[tree.Name, ...]:
        return tuple(self.name(token) for token in branch.children)

    def text(self, token: Part) -> tree.Text:
        if isinstance(token, Branch):
            token = token.children[0]
        return tree.Text(unquote(token.text), span=self.span(token))

    def optional_text(self, token: Part) -> tree.Text | None:
        return None if token is None else self.text(token)

    def number(self, token: Part) -> tree.Number:
        if isinstance(token, Branch):
            token = token.children[0]
        digits = token.text.lstrip("0") or "0"
        if len(digits) > 9:
            self.problems.append(
                error(
                    "number-too-large",
                    "This number is too large",
                    self.span(token),
                    f"numbers go up to {LARGEST_NUMBER:,}",
                    help="For a value without an upper limit write `infinite`.",
                )
            )
            return tree.Number(LARGEST_NUMBER, span=self.span(token))
        return tree.Number(int(digits), span=self.span(token))

    def mistake(self, code: str, headline: str, part: Part, label: str, help: str, guess: Fix | None = None) -> None:
        said = error(code, headline, self.span(part), label, help=help)
        self.problems.append(said if guess is None else evolve(said, guess=guess))

    def doc(self, part: Part) -> str | None:
        """The `///` lines that stand directly above a declaration or member."""
        line, _ = self.source.place(self.span(part).start)
        lines: list[str] = []
        while (text := self.docs.get(line - 1)) is not None:
            lines.append(text)
            line -= 1
        return "\n".join(reversed(lines)) or None


def present(parts: list[Part]) -> Iterator[Part]:
    """The children that were written; there is a None for each optional part that was not."""
    return (part for part in parts if part is not None)


def unquote(literal: str) -> str:
    body = literal[1:-1]
    if "\\" not in body:
        return body
    out: list[str] = []
    marks = iter(body)
    for mark in marks:
        if mark == "\\":
            mark = next(marks, "")
            mark = _ESCAPES.get(mark, mark)
        out.append(mark)
    return "".join(out)
