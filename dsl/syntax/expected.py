"""The tokens that a parser expected, in an author's words; and which words of the language are free for names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from .lark_parser import parser

DECLARING = [
    "game",
    "mod",
    "option",
    "enum",
    "resource",
    "die",
    "contents",
    "reading",
    "alias",
    "remove",
    "law",
    "score",
    "test",
    "replace",
    "patch",
    "kind",
    "group",
    "zone",
    "board",
    "map",
    "define",
    "verb",
    "action",
    "rule",
    "menu",
    "phase",
    "flow",
    "setup",
    "ending",
    "table",
    "campaign",
    "build",
    "deck",
]

VALUE = {"NUMBER", "THIS", "YES"}
_STATEMENT = {"LET", "IF", "EACH"}
_ABILITY = {"AFTER", "WHENEVER", "CANNOT"}
COMPARISONS = {"__EQUALS", "IS"}

# Groups of tokens that an author knows under one name: shown when the first set is expected, and then the second is
# not listed again.
_GROUPS: tuple[tuple[frozenset[str], frozenset[str], str], ...] = (
    (
        frozenset(_STATEMENT),
        frozenset(
            [
                "LET",
                "IF",
                "EACH",
                "CHOOSE",
                "CHOOSES",
                "TARGET",
                "ONE",
                "TAKE",
                "TAKES",
                "RUN",
                "PERFORM",
                "RETURN",
                "STOP",
                "WIN",
                "LOSE",
                "LIMIT",
                "NEEDS",
                "COST",
                "LAY",
                "TARGETS",
                "TOGETHER",
                "LOCKSTEP",
                "STEP",
                "REPEAT",
                "TURN",
                "UNTIL",
                "PLEDGE",
                "NAME",
                "THIS",
                "YOU",
                "IT",
                "ANY",
                "ALL",
                "ADJACENT",
            ]
        ),
        "a statement",
    ),
    (
        frozenset(_ABILITY),
        frozenset(["AFTER", "BEFORE", "INSTEAD", "AT", "WHENEVER", "WHILE", "ALWAYS", "CANNOT", "COST"]),
        "an ability",
    ),
    (
        frozenset({"NUMBER", "THIS", "LSQB"}),
        frozenset(
            [
                "NUMBER",
                "THIS",
                "YOU",
                "IT",
                "NAME",
                "YES",
                "NO",
                "INFINITE",
                "NOTHING",
                "LPAR",
                "LSQB",
                "TOP",
                "BOTTOM",
                "HAPPENED",
                "TIMES",
                "CAN",
                "WOULD",
                "ANY",
                "ALL",
                "ADJACENT",
                "MINUS",
                "NOT",
                "IF",
                "KIND",
                "STRING",
            ]
        ),
        "a value",
    ),
    (frozenset({"PLUS", "STAR"}), frozenset(["PLUS", "MINUS", "STAR", "SLASH", "MOD"]), "`+ - * /`"),
    (frozenset({"AND", "OR"}), frozenset(["AND", "OR"]), "`and`, `or`"),
    (
        frozenset({"WITHIN", "EXCEPT"}),
        frozenset(["AT", "IN", "OF", "WITHIN", "ADJACENT", "EXCEPT", "WHERE", "NEAREST"]),
        "a filter",
    ),
    (
        frozenset({"TO", "BY", "WITH"}),
        frozenset(["TO", "BY", "FROM", "FOR", "ON", "INTO", "WITH"]),
        "a role (to, by, from, …)",
    ),
)

_NAMES = {
    "NAME": "a name",
    "KIND": "a Kind",
    "STRING": 'a "text"',
    "NUMBER": "a number",
    "RULE_ID": "a rule such as AB-12",
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "_CALL": "`(`",
    "_IN_ORDER_OF": "`in order of`",
    "_IN_ORDER": "`in order`",
}
_SILENT = {"_DEDENT", "$END"}


def listed(expected: Iterable[str]) -> str:
    """The expected tokens in an author's words."""
    left = set(expected) - _SILENT
    if "NAME" in left:
        left -= free_tokens()
    found: list[str] = []
    for needed, covered, name in _GROUPS:
        if needed <= left:
            found.append(name)
            left -= covered
    comparisons = {name for name in left if spelled(name) in ("==", "!=", "<", "<=", ">", ">=", "is")}
    if len(comparisons) > 2:
        found.append("a comparison")
        left -= comparisons | {"NOT"}
    order = sorted(left, key=lambda name: (name not in _NAMES, name))
    found += [_NAMES.get(name) or f"`{spelled(name)}`" for name in order]
    if len(found) > 7:
        found = [*found[:6], "something else"]
    if not found:
        return "nothing more here"
    if len(found) == 1:
        return found[0]
    return f"{', '.join(found[:-1])} or {found[-1]}"


@cache
def _spellings() -> dict[str, str]:
    return {terminal.name: str(terminal.pattern.value) for terminal in parser().terminals}


def spelled(terminal: str) -> str:
    """How a keyword or mark is written."""
    return _spellings().get(terminal, terminal.lower())


@cache
def words() -> frozenset[str]:
    """All words of the language."""
    return frozenset(word for word in _spellings().values() if re.fullmatch("[a-z_]+", word))


@cache
def _tier(rule: str) -> frozenset[str]:
    return frozenset(
        spelled(made.expansion[0].name) for made in parser().rules if str(made.origin.name) == rule and made.expansion
    )


def free() -> frozenset[str]:
    """Words of the language that may name anything."""
    return _tier("free_word")


def half_free() -> frozenset[str]:
    """Words of the language that may name all but verbs, parameters and variables."""
    return _tier("noun") | _tier("form_word")


def reserved() -> frozenset[str]:
    """Words of the language that may name nothing."""
    return words() - free() - half_free()


@cache
def free_tokens() -> frozenset[str]:
    tokens = {word: name for name, word in _spellings().items()}
    return frozenset(tokens[word] for word in free() | half_free())
