"""What can stand at a place, by the tables of the language: the terminals, and what a name there would be.

For whoever completes what an author is writing. The text before the place has to be well-formed as far as it goes.
"""

from __future__ import annotations

from attrs import frozen

from .read import _tokens
from .tables import OTHERWISE, Row, Tables, tables


@frozen
class Possible:
    """`words`: words of the language that can follow. `kind`, `name`: can a Kind or a name stand here?

    `roles`: the rules of the grammar that a name would be (verb_name, path, variable, ...). `marks`: other terminals.
    """

    words: frozenset[str]
    kind: bool
    name: bool
    roles: frozenset[str]
    marks: frozenset[str]


NOTHING = Possible(frozenset(), False, False, frozenset(), frozenset())


def tokens_before(text: str, start: int, end: int) -> list[tuple[str, int, int]]:
    """The terminals of text[start:end]; what is open at its end stays open."""
    marked = text[start:end] + _END
    found = list(_tokens(tables(), marked, 0, len(marked)))
    while found[-1][1] != len(marked) - 1 or found[-1][0] != "QMARK":
        found.pop()
    return [(kind, at + start, to + start) for kind, at, to in found[:-1]]


_END = "?"  # a mark that is never part of another; behind it everything open is closed


def possible(text: str, start: int, end: int) -> Possible:
    """What can stand behind text[start:end]; NOTHING if that is not well-formed."""
    made = tables()
    stack = [made.rows[made.start]]
    for kind, _, _ in tokens_before(text, start, end):
        after = _fed(made, stack, kind)
        if after is None:
            return NOTHING
        stack = after
    words = frozenset(
        word for word, kind in made.words.items() if (after := _fed(made, stack, kind)) and _is_word(made, after[-1])
    )
    terminals = (set(made.kinds) | {"_INDENT", "_DEDENT", "$END"}) - set(made.words.values()) - {"", "strange"}
    marks = frozenset(kind for kind in terminals if _fed(made, stack, kind) is not None)
    shifted = _fed(made, stack, "NAME")
    roles = frozenset(_roles(made, shifted)) if shifted is not None else frozenset()
    return Possible(words, "KIND" in marks, "NAME" in marks, roles, marks - {"KIND", "NAME"})


def _fed(made: Tables, stack: list[Row], kind: str) -> list[Row] | None:
    """The stack after one more terminal; None if it cannot follow. The stack itself is left alone."""
    stack = list(stack)
    while True:
        row = stack[-1]
        action = row.get(kind)
        if action is None and (action := row.get(OTHERWISE)) is None:
            return None
        if action >= 0:
            stack.append(made.rows[action])
            return stack
        size, origin, _, _, _ = made.rules[action]
        if size:
            del stack[-size:]
        stack.append(made.rows[stack[-1][origin]])


def _is_word(made: Tables, row: Row) -> bool:
    """Is what was read last a word of the language here, not one that a name happens to be?"""
    return any(action >= 0 or made.rules[action][1] not in _NAMES for action in row.values())


_NAMES = ("free_word", "noun", "form_word", "function_word")


def _roles(made: Tables, stack: list[Row]) -> set[str]:
    """The rules that the terminal on top may become alone."""
    found: set[str] = set()
    below = stack[-2]
    rows = [stack[-1]]
    while rows:
        row = rows.pop()
        for action in set(row.values()):
            if action < 0:
                size, origin, _, _, _ = made.rules[action]
                if size == 1 and origin not in found:
                    found.add(origin)
                    rows.append(made.rows[below[origin]])
    return found
