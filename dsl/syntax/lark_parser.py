"""Lark: makes the tables from grammar.lark, and reads faulty texts once more to say what was expected where.

Imported only for these two, never for a correct text.
"""

# Lark's documentation has an Indenter set these as attributes; its types call them properties.
# pyright: reportIncompatibleMethodOverride=false, reportAssignmentType=false

from __future__ import annotations

import marshal
import re
import zlib
from collections.abc import Iterator
from functools import cache
from typing import Any, ClassVar

import lark
from lark import Lark, Token
from lark.grammar import Rule as LarkRule
from lark.indenter import Indenter
from lark.lexer import TerminalDef, UnlessCallback
from lark.parsers.lalr_analysis import Reduce, Shift

from .tables import ABSENT, GRAMMAR, KEEP, OTHERWISE, SPREAD, Row, Rule, fingerprint, shipped


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


def from_grammar(text: str, *, strict: bool = False, lexer: str = "basic") -> Lark:
    return Lark(
        text,
        parser="lalr",
        lexer=lexer,
        postlex=Lines(),
        propagate_positions=True,
        maybe_placeholders=True,
        strict=strict,
    )


@cache
def parser() -> Lark:
    """Lark's own parser of the language."""
    grammar = GRAMMAR.read_text("utf-8")
    found = shipped(grammar)
    return (_load(found) if found else None) or from_grammar(grammar)


# ------------------------------------------------------------------------------------------------ our tables


def ship(grammar: str) -> bytes:
    """The contents of grammar.tables. What Lark needs is packed apart; only faulty texts need it."""
    made = from_grammar(grammar)
    data, memo = made.memo_serialize([TerminalDef, LarkRule])
    data["options"] |= {"postlex": None}  # an object; given again when loaded
    data["parser"]["parser"]["states"] = {}
    for_lark = zlib.compress(marshal.dumps({"data": data, "memo": memo, "rows": _rows(made)}, 4), 9)
    whole = {"fingerprint": fingerprint(grammar), "version": lark.__version__, "lark": for_lark, **made_from(made)}
    return marshal.dumps(whole, 4)


def made_from(made: Lark) -> dict[str, Any]:
    """The tables of a Lark parser, in the form of tables.py."""
    kinds, pattern, words = _lexer(made)
    table: Any = made.parser.parser._parse_table
    numbers = {rule: number for number, rule in enumerate(made.rules)}
    shared: dict[tuple[tuple[str, int], ...], Row] = {}
    rows: list[Row] = [{}] * len(table.states)
    for state, actions in table.states.items():
        row = tuple(sorted(_row(numbers, actions).items()))
        rows[state] = shared.setdefault(row, dict(row))
    rows[table.end_states["start"]] = {"$END": 0}  # the end of the text is shifted, and all is read
    return {
        "pattern": pattern,
        "kinds": kinds,
        "words": words,
        "rules": tuple(_rule(rule) for rule in reversed(made.rules)),
        "rows": tuple(rows),
        "start": table.start_states["start"],
    }


def _row(numbers: dict[LarkRule, int], actions: dict[str, tuple[Any, Any]]) -> Row:
    """A row in which the rule that is reduced at most symbols stands once, as OTHERWISE.

    That finds a mistake some reductions later, but before anything more is shifted. Half of all states are one number
    then, and loading takes a third.
    """
    reduced = [numbers[to] for action, to in actions.values() if action is Reduce]
    row = {symbol: to for symbol, (action, to) in actions.items() if action is Shift}
    if reduced:
        usual = max(sorted(set(reduced)), key=reduced.count)
        row[OTHERWISE] = -usual - 1
        row |= {s: -numbers[to] - 1 for s, (action, to) in actions.items() if action is Reduce and numbers[to] != usual}
    return row


def _rule(rule: LarkRule) -> Rule:
    """A rule, and how Lark shapes its branch: which symbols are kept, inlined, or marked as left out."""
    options = rule.options
    absent = options.empty_indices or [False] * len(rule.expansion)
    steps: list[tuple[int, int]] = []
    number = 0
    for is_absent in absent:
        if is_absent:
            steps.append((ABSENT, 0))
            continue
        symbol = rule.expansion[number]
        if not symbol.is_term:
            steps.append((SPREAD if symbol.name.startswith("_") else KEEP, number))
        elif options.keep_all_tokens or not symbol.filter_out:  # type: ignore[attr-defined]
            steps.append((KEEP, number))
        number += 1
    origin = str(rule.origin.name)
    single = options.expand1 and not rule.alias
    stays = number == 1 and steps == [(KEEP, 0)] and single
    data = "" if origin.startswith("_") else rule.alias or origin
    return number, origin, None if stays else tuple(steps), str(data), single


def _lexer(made: Lark) -> tuple[tuple[str, ...], str, dict[str, str]]:
    """Lark's terminals in Lark's order, as one pattern with a group for each, and the words among them."""
    lexer: Any = made.parser.lexer  # with Lines around Lark's own
    lexer = lexer.lexer
    terminals = lexer.scanner.terminals
    pattern = "|".join(f"({terminal.pattern.to_regexp()})" for terminal in terminals) + "|(.)"
    kinds = ("", *("" if t.name in lexer.ignore_types else t.name for t in terminals), "strange")
    if re.compile(pattern).groups != len(kinds) - 1:
        raise ValueError("a terminal has groups of its own; write (?:...)")
    words: dict[str, str] = {}
    for kind, unless in lexer.callback.items():
        if kind == "NAME" and isinstance(unless, UnlessCallback):
            words |= {terminal.pattern.value: terminal.name for terminal in unless.scanner.terminals}
        else:
            raise ValueError(f"some {kind} are words of the language; only a NAME can be one")
    return kinds, pattern, dict(sorted(words.items()))


# ------------------------------------------------------------------------------------------------ Lark's tables
#
# Lark writes its table action by action and takes 0.15 s to read it back. Here every row of the table is a tuple of
# symbols, written once for all states that have it, and a tuple of numbers: n for "shift to state n", -n - 1 for
# "reduce by rule n".


def _load(found: dict[str, Any]) -> Lark | None:
    if found["version"] != lark.__version__:
        return None
    unpacked = marshal.loads(zlib.decompress(found["lark"]))
    made: Lark = Lark.__new__(Lark)._load({"data": unpacked["data"], "memo": unpacked["memo"]}, postlex=Lines())
    _fill(made, unpacked["rows"])
    return made


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
