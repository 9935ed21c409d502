"""The page docs/vocabulary.md: every built-in word, from `vocabulary.py`, and the reserved words, from the grammar.

`python -m dsl.reference` writes it; tests/docs/test_reference.py checks that the committed page is current.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from . import vocabulary as v

GRAMMAR = Path(__file__).parent / "syntax" / "grammar.lark"
PAGE = Path(__file__).resolve().parent.parent / "docs" / "vocabulary.md"

HEAD = """\
<!-- Made by `python -m dsl.reference` from dsl/vocabulary.py and dsl/syntax/grammar.lark. Do not edit. -->
# Vocabulary

Every word that the language brings along. What a game declares comes on top. How the words are used is in the
[language reference](language.md).

A type with `?` may be nothing. `same` is the type of the argument, `seated` the Kind that holds the seats.
"""

AGGREGATES = {
    "count": "How many; 0 if none.",
    "any": "Is there at least one? `no` if none.",
    "none": "Is there none? `yes` if none.",
    "all": "Does the condition behind the colon hold for each? `yes` if none.",
    "sum": "The sum of the numbers behind the colon; 0 if none.",
    "first": "The first in stable order; nothing if none.",
    "last": "The last in stable order; nothing if none.",
    "the": "The only one; nothing if none; two are an error in play.",
    "highest": "The set of those with the greatest key behind the colon; `then` adds further keys.",
    "lowest": "The set of those with the least key behind the colon.",
    "max": "The greatest of the numbers behind the colon.",
    "min": "The least of the numbers behind the colon.",
}


def reference() -> str:
    """The whole page."""
    return HEAD + "\n".join(
        [
            *_section("Kinds", ("Kind", "is a", "what it is"), _kinds()),
            *_section("Attributes", ("attribute", "of", "type", "what it is"), _attributes()),
            *_section("Values", ("word", "type", "what it is"), _values()),
            *_section("Functions", ("call", "gives", "what it is"), _functions()),
            *_section("Questions about a query", ("call", "what it says"), _aggregates()),
            *_section("Verbs", ("phrase", "gives", "what it does"), _verbs()),
            *_words(),
        ]
    )


def _section(title: str, heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> list[str]:
    lines = ["", f"## {title}", "", _row(heads), _row(tuple("---" for _ in heads))]
    return [*lines, *(_row(row) for row in rows)]


def _row(cells: tuple[str, ...]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _kinds() -> Iterator[tuple[str, ...]]:
    for kind in v.KINDS.values():
        yield f"`{kind.name}`", f"`{kind.parent}`" if kind.parent else "", kind.sentence


def _attributes() -> Iterator[tuple[str, ...]]:
    for a in v.ATTRIBUTES.values():
        yield f"`{a.name}`", f"`{a.kind}`", f"`{a.type}`", a.sentence + (" Can be assigned." if a.settable else "")


def _values() -> Iterator[tuple[str, ...]]:
    for value in v.VALUES.values():
        yield f"`{value.name}`", f"`{value.type}`", value.sentence


def _functions() -> Iterator[tuple[str, ...]]:
    for f in v.FUNCTIONS.values():
        yield f"`{f.name}({', '.join(f.parameters)})`", f"`{f.gives}`", f.sentence


def _aggregates() -> Iterator[tuple[str, ...]]:
    for name in v.AGGREGATES:
        key = {"all": ": condition", "sum": ": number", "max": ": number", "min": ": number"}.get(name, "")
        key = ": key then key" if name in ("highest", "lowest") else key
        yield f"`{name}(query{key})`", AGGREGATES[name]


def _verbs() -> Iterator[tuple[str, ...]]:
    for verb in v.VERBS.values():
        parts = [verb.name]
        if verb.object is not None:
            parts.append(verb.object[0])
        for role in verb.roles:
            part = f"{role.word} {role.name}"
            parts.append(f"[{part}]" if role.optional else part)
        yield f"`{' '.join(parts)}`", f"`{verb.gives}`" if verb.gives else "", verb.sentence


# ------------------------------------------------------------------------------------------------ words of the grammar


def words() -> dict[str, tuple[str, ...]]:
    """Every word of the grammar: reserved, and those that names may be in some places or everywhere."""
    text = re.sub(r"(?m)//.*$", "", GRAMMAR.read_text(encoding="utf-8"))
    spoken = set(re.findall(r'"([a-z_]+)"', text))
    groups = {name: _alternatives(text, rule) for name, rule in _FREE.items()}
    reserved = spoken - {word for group in groups.values() for word in group}
    return {"reserved": tuple(sorted(reserved)), **groups}


_FREE = {"free": "free_word", "nouns": "noun", "forms": "form_word", "functions": "function_word"}


def _alternatives(text: str, rule: str) -> tuple[str, ...]:
    found = re.search(rf"(?m)^!?\??{rule}:((?:.*\n)(?:\s+\|.*\n)*)", text)
    assert found is not None, rule
    return tuple(sorted(re.findall(r'"([a-z_]+)"', found[1])))


def _words() -> list[str]:
    found = words()
    said = {
        "reserved": ("Reserved words", "These cannot be names."),
        "free": (
            "Words of the language that are free",
            "These mean something where the grammar expects them, and can be names everywhere.",
        ),
        "nouns": ("Free for all but verbs", "A verb cannot have these names; everything else can."),
        "forms": ("Free for attributes, zones and things", "No verb, parameter or bound name can be called so."),
        "functions": ("Free for functions", "Only a function, `define any(...)`, could be called so."),
    }
    lines: list[str] = []
    for group, (title, sentence) in said.items():
        listed = ", ".join(f"`{word}`" for word in found[group])
        lines += ["", f"## {title}", "", sentence, "", *_wrapped(listed)]
    return [*lines, ""]


def _wrapped(text: str, width: int = 118) -> list[str]:
    lines = [""]
    for word in text.split(" "):
        if len(lines[-1]) + 1 + len(word) > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


if __name__ == "__main__":
    PAGE.write_text(reference(), encoding="utf-8")
    print(PAGE)
