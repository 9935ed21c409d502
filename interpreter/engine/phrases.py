"""Reports in English: a verb's phrase with its slots filled in and its verb conjugated in the third person."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

IRREGULAR = {"be": "is", "have": "has", "do": "does", "go": "goes"}


def third_person(verb: str) -> str:
    """The form for he, she, it."""
    first, _, rest = verb.partition(" ")
    if first in IRREGULAR:
        word = IRREGULAR[first]
    elif re.search(r"(s|sh|ch|x|z|o)$", first):
        word = first + "es"
    elif re.search(r"[^aeiou]y$", first):
        word = first[:-1] + "ies"
    else:
        word = first + "s"
    return f"{word} {rest}" if rest else word


def counted(value: str | int, noun: str) -> str:
    """A value and, if it counts something, the noun of that: `noun` is "one|many", or "" for the value alone."""
    if not noun:
        return str(value)
    one, _, many = noun.partition("|")
    return f"{value} {one if value == 1 else many or one + 's'}"


def prompt_text(prompt: str, values: Sequence[str | int]) -> str:
    """A question with its slots filled in order: `"Where does {s} go?"` with Abu is `Where does Abu go?`."""
    left = iter(values)
    text = re.sub(r"\{([^{}]*)\}", lambda found: counted(next(left), found.group(1).partition(" ")[2]), prompt)
    return text[:1].upper() + text[1:]


def joined(names: Sequence[str]) -> str:
    """`Abu`, `Abu and Lena`, `Abu, Lena and Thaddeus`."""
    return " and ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)


def report_text(phrase: str, values: dict[str, str | int], several: Collection[str] = ()) -> str:
    """`"{s} [lose] {n heart|hearts}"` with s Abu and n 2: `Abu loses 2 hearts`.

    `several`: the slots that name several; a verb has the plural if the last slot right before a verb is one of them,
    or if a phrase begins with two slots joined by "and".
    """
    plural = False

    def verb(found: re.Match[str]) -> str:
        nonlocal plural
        two = found[1] or ""
        if found[2]:
            plural = (two != "" and found.start() == 0) or found[2].partition(" ")[0] in several
            return f"{two}{{{found[2]}}} {conjugated(found[3])}"
        return f"{two}{conjugated(found[3])}"

    def conjugated(said: str) -> str:
        if not plural:
            return third_person(said)
        return re.sub(r"^be\b", "are", said)

    def slot(found: re.Match[str]) -> str:
        name, _, noun = found.group(1).partition(" ")
        return counted(values.get(name, name), noun)

    text = re.sub(r"(\{[^}]+\} and )?(?:\{([^}]+)\} )?\[([^\]]+)\]", verb, phrase)
    text = re.sub(r"\{([^}]+)\}", slot, text)
    return text[:1].upper() + text[1:]
