"""Reads a text with the tables: text to tokens, tokens to branches.

What Lark's lexer and parser do, for correct texts only, and made for speed: no calls for reductions, and places noted
on the way. tests/dsl/syntax/test_read.py holds it against Lark; docs/design/lexer.md says why it is there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .branches import Branch, Token
from .tables import ABSENT, KEEP, OTHERWISE, Tables, tables


def read(text: str, start: int, end: int) -> Branch | None:
    """What stands in text[start:end]; None if it is not well-formed."""
    made = tables()
    rules, rows = made.rules, made.rows
    row = rows[made.start]
    before = [row]  # the rows of the states that led here, this one included
    # For each symbol that was read: what will be a child, and where it starts and ends with the marks around it (which
    # a branch that takes the place of another does not count). What has no tokens at all is at -1.
    values: list[Any] = []
    starts: list[int] = []
    ends: list[int] = []
    for kind, at, to in _tokens(made, text, start, end):
        while True:
            action = row.get(kind)
            if action is None and (action := row.get(OTHERWISE)) is None:
                return None
            if action >= 0:
                break
            size, origin, steps, data, single = rules[action]
            if steps is None:
                row = before[-1] = rows[before[-2][origin]]
                continue
            base = len(values) - size
            children: list[Any] = []
            for step, number in steps:
                if step == KEEP:
                    children.append(values[base + number])
                elif step == ABSENT:
                    children.append(None)
                elif children:
                    children += values[base + number]
                else:  # a list that grows at its end is not copied for each item
                    children = values[base + number]
            first, last = (starts[base], ends[-1]) if size else (-1, -1)
            if first < 0 or last < 0:
                first = next((place for place in starts[base:] if place >= 0), -1)
                last = next((place for place in reversed(ends[base:]) if place >= 0), -1)
            del values[base:], starts[base:], ends[base:], before[base + 1 :]
            if not data:
                values.append(children)
            elif single and len(children) == 1:
                values.append(children[0])
            else:
                values.append(Branch(data, children, first, last))
            starts.append(first)
            ends.append(last)
            row = rows[before[-1][origin]]
            before.append(row)
        values.append(Token(kind, text[at:to], at, to))
        starts.append(at)
        ends.append(to)
        row = rows[action]
        before.append(row)
    whole: Branch = values[0]
    return whole


def _tokens(made: Tables, text: str, start: int, end: int) -> Iterator[tuple[str, int, int]]:
    """The terminals of a text with their places; lines and their indentation have no width."""
    kinds, words = made.kinds, made.words
    open_brackets = 0
    indents = [0]
    at = to = start
    for match in made.pattern.finditer(text, start, end):
        kind = kinds[match.lastindex or 0]
        if not kind:
            continue
        at, to = match.span()
        if kind == "NAME":
            yield words.get(text[at:to], kind), at, to
        elif kind == "_NL":
            line = text.rfind("\n", at, to) + 1
            to, indent = at, to - line
            if open_brackets:
                continue
            yield kind, at, at
            if indent > indents[-1]:
                indents.append(indent)
                yield "_INDENT", at, at
            while indent < indents[-1]:
                indents.pop()
                yield "_DEDENT", at, at
            if indent != indents[-1]:
                yield "uneven", at, at
        else:
            yield kind, at, to
            if kind in _OPENING:
                open_brackets += 1
            elif kind in _CLOSING:
                open_brackets -= 1
    for _ in indents[1:]:
        yield "_DEDENT", at, to
    yield "$END", to, to


_OPENING = frozenset(["LPAR", "LSQB", "_CALL"])
_CLOSING = frozenset(["RPAR", "RSQB"])
