"""The words of the language by what they do, for colours."""

from __future__ import annotations

from functools import cache

from .. import vocabulary
from ..reference import words

# Words that open a declaration are coloured only at the beginning of one: most of them may be names elsewhere.
_OPERATORS = {"and", "or", "not", "mod", "is", "in"}
_CONSTANTS = {"yes", "no", "nothing", "infinite"}
_PRONOUNS = {"this", "you", "it"}


@cache
def groups() -> dict[str, tuple[str, ...]]:
    """The words by the name of their group.

    `keyword` is reserved everywhere, `soft` a word only where it begins a line; `kind`, `verb` and `function` are what
    the vocabulary brings along.
    """
    from ..syntax.expected import DECLARING

    found = words()
    soft = {word for name in ("free", "nouns", "forms") for word in found[name]} - {"x"}
    special = _OPERATORS | _CONSTANTS | _PRONOUNS
    return {
        "declaring": tuple(sorted({*DECLARING, "replace", "patch"})),
        "keyword": tuple(sorted(set(found["reserved"]) - special)),
        "soft": tuple(sorted(soft - set(DECLARING))),
        "operator": tuple(sorted(_OPERATORS)),
        "constant": tuple(sorted(_CONSTANTS)),
        "pronoun": tuple(sorted(_PRONOUNS)),
        "kind": tuple(sorted(vocabulary.KINDS)),
        "verb": tuple(sorted(set(vocabulary.VERBS) - set(found["reserved"]))),
        "function": tuple(sorted({*vocabulary.AGGREGATES, *vocabulary.FUNCTIONS})),
    }


def any_of(*names: str) -> str:
    """A regular expression for any word of these groups, the longest first."""
    found = {word for name in names for word in groups()[name]}
    return "(?:" + "|".join(sorted(found, key=lambda word: (-len(word), word))) + ")"
