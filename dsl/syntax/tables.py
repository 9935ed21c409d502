"""The tables that read the language: made from grammar.lark by Lark once, shipped as grammar.tables.

`python -m dsl.syntax.tables` makes them anew after a change of the grammar. Tables of another grammar are not used;
then they are made when they are needed, which takes about two seconds. docs/design/lexer.md says how they are used.

Lark is not imported here: it makes the tables and explains mistakes (lark_parser.py), and costs as much time as
reading fifty files does.
"""

from __future__ import annotations

import marshal
import re
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias

from attrs import frozen

GRAMMAR = Path(__file__).with_name("grammar.lark")
TABLES = Path(__file__).with_name("grammar.tables")
_FORMAT = 2

# What to do at a symbol: n for "shift it and go to state n", -n - 1 for "reduce by rule n". OTHERWISE stands for every
# terminal that the row does not name.
Row: TypeAlias = dict[str, int]
OTHERWISE = ""

# How the children of a branch are made from the symbols of a rule: for each, what to do and with which symbol.
KEEP, SPREAD, ABSENT = range(3)
Steps: TypeAlias = tuple[tuple[int, int], ...]

# How many symbols a rule reduces and to which one; then the steps, the name of the branch ("" if its children become
# those of the branch around it), and whether an only child takes its place. Without steps the one symbol stays.
Rule: TypeAlias = tuple[int, str, Steps | None, str, bool]


@frozen
class Tables:
    pattern: re.Pattern[str]
    kinds: tuple[str, ...]  # which terminal each group of the pattern is; "" for spaces, and at 0
    words: dict[str, str]  # the words of the language, and which terminals they are in place of NAME
    rules: tuple[Rule, ...]  # the last one first, so that an action is an index
    rows: tuple[Row, ...]  # one for each state
    start: int


def fingerprint(grammar: str) -> str:
    return sha256(f"{_FORMAT} {grammar}".encode()).hexdigest()


@cache
def tables() -> Tables:
    """The tables of the language."""
    grammar = GRAMMAR.read_text("utf-8")
    found = shipped(grammar)
    if found is None:
        from .lark_parser import from_grammar, made_from

        found = made_from(from_grammar(grammar))
    return Tables(re.compile(found["pattern"]), *(found[name] for name in ("kinds", "words", "rules", "rows", "start")))


def shipped(grammar: str) -> dict[str, Any] | None:
    """What grammar.tables holds, if it was made from this grammar."""
    try:
        found: dict[str, Any] = marshal.loads(TABLES.read_bytes())
        return found if found["fingerprint"] == fingerprint(grammar) else None
    except (OSError, EOFError, ValueError, TypeError, KeyError):
        return None


if __name__ == "__main__":
    from .lark_parser import ship

    TABLES.write_bytes(ship(GRAMMAR.read_text("utf-8")))
