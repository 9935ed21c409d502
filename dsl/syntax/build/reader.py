"""What every builder needs: spans, names, docs, and a place for problems that only show when nodes are built."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from lark import Token, Tree

from ...diagnostics.diagnostic import Diagnostic, error
from ...source import SourceFile, Span
from .. import tree

Branch: TypeAlias = Tree[Token]
# A child of a branch. Lark does not type its children; each builder knows from the grammar which of them are what.
Part: TypeAlias = Any

LARGEST_NUMBER = 999_999_999

_ESCAPES = {"n": "\n"}


class Reader:
    """Reads one file's Lark tree; holds what is not in the tree."""

    def __init__(self, source: SourceFile, docs: dict[int, str]) -> None:
        self.source = source
        self.docs = docs
        self.problems: list[Diagnostic] = []

    def span(self, part: Part) -> Span:
        if isinstance(part, Token):
            return Span(self.source.path, part.start_pos or 0, part.end_pos or 0)
        meta = part.meta
        return Span(self.source.path, meta.start_pos, meta.end_pos)

    def name(self, token: Part) -> tree.Name:
        return tree.Name(str(token), span=self.span(token))

    def optional_name(self, token: Part) -> tree.Name | None:
        return None if token is None else self.name(token)

    def names(self, branch: Branch) -> tuple[tree.Name, ...]:
        return tuple(self.name(token) for token in branch.children)

    def text(self, token: Part) -> tree.Text:
        if isinstance(token, Tree):
            token = token.children[0]
        return tree.Text(unquote(str(token)), span=self.span(token))

    def optional_text(self, token: Part) -> tree.Text | None:
        return None if token is None else self.text(token)

    def number(self, token: Part) -> tree.Number:
        if isinstance(token, Tree):
            token = token.children[0]
        digits = str(token).lstrip("0") or "0"
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

    def mistake(self, code: str, headline: str, part: Part, label: str, help: str) -> None:
        self.problems.append(error(code, headline, self.span(part), label, help=help))

    def doc(self, part: Part) -> str | None:
        """The `///` lines that stand directly above a declaration or member."""
        line, _ = self.source.place(self.span(part).start)
        lines: list[str] = []
        while (text := self.docs.get(line - 1)) is not None:
            lines.append(text)
            line -= 1
        return "\n".join(reversed(lines)) or None


def present(parts: list[Part]) -> Iterator[Part]:
    """The children that were written; Lark leaves a None for each optional part that was not."""
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
