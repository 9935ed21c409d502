"""Reports in English: a verb's phrase with its slots filled in and its verb conjugated in the third person."""

from __future__ import annotations

import re

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


def report_text(phrase: str, values: dict[str, str | int]) -> str:
    """`"{s} [lose] {n heart|hearts}"` with s Abu and n 2: `Abu loses 2 hearts`."""

    def slot(found: re.Match[str]) -> str:
        name, _, noun = found.group(1).partition(" ")
        value = values.get(name, name)
        if not noun:
            return str(value)
        one, _, many = noun.partition("|")
        return f"{value} {one if value == 1 else many or one + 's'}"

    text = re.sub(r"\[([^\]]+)\]", lambda found: third_person(found.group(1)), phrase)
    text = re.sub(r"\{([^}]+)\}", slot, text)
    return text[:1].upper() + text[1:]
