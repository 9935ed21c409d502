"""The tables that read the language: made from grammar.lark by Lark once, shipped as grammar.tables.

`python -m dsl.syntax.tables` makes them anew after a change of the grammar. Tables of another grammar are not used;
then they are made when they are needed, which takes about two seconds. See docs/design/lexer.md.

Lark itself is not imported here: it is needed for making tables and for explaining mistakes (lark_parser.py).
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

# In a state, what to do at a symbol: n for "shift and go to state n", -n - 1 for "reduce by rule n". OTHERWISE stands
# for all terminals that are not in the row.
Row: TypeAlias = dict[str, int]
OTHERWISE = ""

# How the children of a branch are made from what was shifted, step by step: a number and what to do with it.
BRANCH, TOKEN, SPREAD, ABSENT = range(4)
Step: TypeAlias = tuple[int, int]


@frozen
class Rule:
    size: int  # how many symbols it reduces
    origin: str  # to which symbol
    data: str  # what its branch is called
    steps: tuple[Step, ...]
    spread: bool  # its children become those of the branch around it
    single: bool  # an only child takes its place


@frozen
class Tables:
    pattern: re.Pattern[str]
    kinds: tuple[str, ...]  # the terminal of each group of the pattern, counted from 1
    words: dict[str, str]  # the words of the language: which terminal they are instead of NAME
    rules: tuple[tuple[Any, ...], ...]  # from the last to the first, so that an action of a row is an index
    rows: tuple[Row, ...]
    start: int


def fingerprint(grammar: str) -> str:
    return sha256(f"{_FORMAT} {grammar}".encode()).hexdigest()
