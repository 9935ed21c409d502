"""The parse tables: made from grammar.lark once, shipped as grammar.tables, loaded in a few milliseconds.

`python -m dsl.syntax.tables` makes them anew after a change of the grammar. Tables that do not fit the grammar or the
version of Lark are not used; then the parser is built from the grammar, which takes about two seconds.
"""

from __future__ import annotations

import marshal
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar

import lark
from lark import Lark, Token
from lark.grammar import Rule
from lark.indenter import Indenter
from lark.lexer import TerminalDef
from lark.parsers.lalr_analysis import Reduce, Shift

GRAMMAR = Path(__file__).with_name("grammar.lark")
TABLES = Path(__file__).with_name("grammar.tables")
_FORMAT = 1


class Lines(Indenter):
    """Turns new lines and their indentation into tokens; they have no width, so that spans end with the text."""

    NL_type = "_NL"
    OPEN_PAREN_types: ClassVar[list[str]] = ["LPAR", "LSQB", "_CALL"]
    CLOSE_PAREN_types: ClassVar[list[str]] = ["RPAR", "RSQB"]
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 4

    def handle_NL(self, token: Token) -> Iterator[Token]:
        token.end_pos = token.start_pos
        yield from super().handle_NL(token)


def from_grammar(text: str, *, strict: bool = False) -> Lark:
    return Lark(
        text,
        parser="lalr",
        lexer="basic",
        postlex=Lines(),
        propagate_positions=True,
        maybe_placeholders=True,
        strict=strict,
    )


def fingerprint(grammar: str) -> str:
    return sha256(f"{_FORMAT} {lark.__version__} {grammar}".encode()).hexdigest()


@cache
def parser() -> Lark:
    """The parser of the language."""
    grammar = GRAMMAR.read_text("utf-8")
    return _load(grammar) or from_grammar(grammar)


def _load(grammar: str) -> Lark | None:
    try:
        shipped: dict[str, Any] = marshal.loads(TABLES.read_bytes())
        if shipped["fingerprint"] != fingerprint(grammar):
            return None
        made: Lark = Lark.__new__(Lark)._load({"data": shipped["data"], "memo": shipped["memo"]}, postlex=Lines())
        _fill(made, shipped["rows"])
    except (OSError, EOFError, ValueError, TypeError, KeyError, IndexError):
        return None
    return made


# Lark writes its table action by action and takes 0.15 s to read it back. Here every row of the table is a tuple of
# symbols, written once for all states that have it, and a tuple of numbers: n for "shift to state n", -n - 1 for
# "reduce by rule n".


def _rows(made: Lark) -> dict[str, Any]:
    rules = {rule: number for number, rule in enumerate(made.rules)}
    symbols: dict[tuple[str, ...], int] = {}
    rows: dict[tuple[int, tuple[int, ...]], int] = {}
    states = []
    for state, actions in _table(made).items():
        row = tuple(-rules[to] - 1 if action is Reduce else to for action, to in actions.values())
        key = (symbols.setdefault(tuple(actions), len(symbols)), row)
        states.append((state, rows.setdefault(key, len(rows))))
    return {"symbols": list(symbols), "rows": list(rows), "states": states}


def _fill(made: Lark, shipped: dict[str, Any]) -> None:
    reduce = [(Reduce, rule) for rule in reversed(made.rules)]
    shift = [(Shift, state) for state in range(len(shipped["states"]) + 2)]
    actions = (shift + reduce).__getitem__  # negative numbers count from the end
    symbols = shipped["symbols"]
    rows = [dict(zip(symbols[names], map(actions, row), strict=True)) for names, row in shipped["rows"]]
    _table(made).update((state, rows[row]) for state, row in shipped["states"])


def _table(made: Lark) -> dict[int, dict[str, tuple[Any, Any]]]:
    table: dict[int, dict[str, tuple[Any, Any]]] = made.parser.parser._parse_table.states
    return table


def make() -> bytes:
    grammar = GRAMMAR.read_text("utf-8")
    made = from_grammar(grammar)
    rows = _rows(made)
    data, memo = made.memo_serialize([TerminalDef, Rule])
    data["options"] |= {"postlex": None}  # an object; given again when loaded
    data["parser"]["parser"]["states"] = {}
    return marshal.dumps({"fingerprint": fingerprint(grammar), "data": data, "memo": memo, "rows": rows}, 4)


if __name__ == "__main__":
    TABLES.write_bytes(make())
