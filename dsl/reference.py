"""The pages docs/vocabulary.md, every word of the language, and docs/grammar.md, every form; each with an example.

The words are those of `vocabulary.py` and `keywords.txt`, the forms those of the grammar. Examples are lines of the
samples of docs/language.md and docs/mods.md, which the tests read, check and carry out. `python -m dsl.reference`
writes both pages; tests/docs/test_reference.py checks that the committed ones are current.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby
from pathlib import Path

from attrs import frozen

from . import vocabulary as v
from .keywords import CHAPTERS, Keyword
from .syntax.branches import Branch
from .syntax.read import read
from .syntax.tables import GRAMMAR

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGE = DOCS / "vocabulary.md"
FORMS = DOCS / "grammar.md"

HEAD = """\
<!-- Made by `python -m dsl.reference` from dsl/vocabulary.py, dsl/keywords.txt and the grammar. Do not edit. -->
# Vocabulary

Every word that the language brings along, with a line that shows it. What a game declares comes on top. How the words
are used is in the [language reference](language.md), every form in the [grammar](grammar.md). An editor shows the same
sentences, and `sidescript show words GAME WORD` says them.

A type with `?` may be nothing. `same` is the type of the argument, `seated` the Kind that holds the seats.
"""


def reference() -> str:
    """The page of words."""
    return HEAD + "\n".join(
        [
            *_section("Kinds", ("Kind", "is a", "what it is", "for example"), _kinds()),
            *_section("Attributes", ("attribute", "of", "type", "what it is", "for example"), _attributes()),
            *_section("Values", ("word", "type", "what it is", "for example"), _values()),
            *_section("Functions", ("call", "gives", "what it is", "for example"), _functions()),
            *_section("Questions about a query", ("call", "what it says", "for example"), _aggregates()),
            *_section("Verbs", ("phrase", "gives", "what it does", "for example"), _verbs()),
            *(
                line
                for title, chapter in CHAPTERS.items()
                for line in _section(title, ("word", "what it means", "for example"), _chapter(chapter))
            ),
            *_words(),
        ]
    )


def _section(title: str, heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> list[str]:
    lines = ["", f"## {title}", "", _row(heads), _row(tuple("---" for _ in heads))]
    return [*lines, *(_row(row) for row in rows)]


def _row(cells: tuple[str, ...]) -> str:
    return "| " + " | ".join(cells) + " |"


def _code(text: str) -> str:
    """As code. With a bar, which in a table no backticks keep everywhere, as HTML without anything that is a mark."""
    if "|" not in text:
        return f"`{text}`" if text else ""
    plain = re.sub(r"[^\w\s.,:;=+/-]|_", lambda mark: f"&#{ord(mark[0])};", text)
    return f"<code>{plain}</code>"


def _kinds() -> Iterator[tuple[str, ...]]:
    for kind in v.KINDS.values():
        yield _code(kind.name), _code(kind.parent or ""), kind.sentence, _code(shown(rf"\b{kind.name}\b"))


def _attributes() -> Iterator[tuple[str, ...]]:
    for a in v.ATTRIBUTES.values():
        sentence = a.sentence + (" Can be assigned." if a.settable else "")
        yield _code(a.name), _code(a.kind), _code(a.type), sentence, _code(shown(rf"\.{a.name}\b"))


def _values() -> Iterator[tuple[str, ...]]:
    for value in v.VALUES.values():
        example = shown(rf"(?<![.\w]){value.name}\b(?!:)")
        yield _code(value.name), _code(value.type), value.sentence, _code(example)


def _functions() -> Iterator[tuple[str, ...]]:
    for f in v.FUNCTIONS.values():
        if f.name not in v.UNSPOKEN:
            call = f"{f.name}({', '.join(f.parameters)})"
            yield _code(call), _code(f.gives), f.sentence, _code(shown(rf"\b{f.name}\("))


def _aggregates() -> Iterator[tuple[str, ...]]:
    for name, sentence in v.AGGREGATES.items():
        key = f": {v.AGGREGATE_KEYS[name]}" if name in v.AGGREGATE_KEYS else ""
        yield _code(f"{name}(query{key})"), sentence, _code(shown(rf"\b{name}\((?=[A-Z]|\w+\))"))


def _verbs() -> Iterator[tuple[str, ...]]:
    for verb in v.VERBS.values():
        parts = [verb.name]
        if verb.object is not None:
            parts.append(verb.object[0])
        for role in verb.roles:
            part = f"{role.word} {role.name}"
            parts.append(f"[{part}]" if role.optional else part)
        example = shown(rf"(?:^|: ){verb.name}\b")
        yield _code(" ".join(parts)), _code(verb.gives or ""), verb.sentence, _code(example)


def _chapter(chapter: dict[str, Keyword]) -> Iterator[tuple[str, ...]]:
    for one in sorted(chapter.values(), key=lambda one: one.word):
        yield _code(one.word), one.sentence, _code(one.example)


# ------------------------------------------------------------------------------------------------ samples of the pages

_FENCE = re.compile(r"^```side\n(.*?)^```", re.M | re.S)


@frozen
class Sample:
    """A sample of a page, and the link to the section in which it stands."""

    text: str
    section: str
    link: str


@cache
def samples() -> tuple[Sample, ...]:
    found: list[Sample] = []
    for page in ("language.md", "mods.md"):
        text = (DOCS / page).read_text(encoding="utf-8")
        for fence in _FENCE.finditer(text):
            heading = re.findall(r"(?m)^##+ (.*)$", text[: fence.start()])
            section = heading[-1] if heading else "Mods"
            anchor = re.sub(r"[^\w -]", "", section.lower()).replace(" ", "-")
            found.append(Sample(fence[1], section, f"{page}#{anchor}" if anchor else page))
    return tuple(found)


@cache
def _lines() -> tuple[tuple[str, str], ...]:
    """Lines of the samples without margin, and the same with the insides of texts blanked out; short ones first."""
    found: dict[str, str] = {}
    for sample in samples():
        for line in sample.text.splitlines():
            said = re.sub(r" +# .*", "", line.strip())
            found[said] = re.sub(r'"[^"]*"', lambda text: '"' + "·" * (len(text[0]) - 2) + '"', said)
    return tuple(sorted(found.items(), key=lambda one: len(one[0])))


def shown(looks: str) -> str:
    """The shortest line of a sample in which a pattern is found; nothing if there is none."""
    return next((line for line, blanked in _lines() if re.search(looks, blanked)), "")


# ------------------------------------------------------------------------------------------------ forms of the grammar

FORMS_HEAD = """\
<!-- Made by `python -m dsl.reference` from dsl/syntax/grammar.lark and the samples of docs/. Do not edit. -->
# Grammar

Every form of the language, as `dsl/syntax/grammar.lark` says it, with its shortest example and the section that
explains it; `⏎` is the next line. Words in quotes are written as they stand. `[...]` may be left out, `*` is any number
and `+` at least one, `|` is one or the other. A block is indented. `KIND` is a word with a capital, `NAME` any other,
`STRING` a text, `NUMBER` a whole number.
"""


@frozen
class Form:
    """A rule of the grammar or one of its alternatives. `branch`: the name under which it is read, "" if under none."""

    chapter: str
    rule: str
    written: str
    branch: str


@cache
def forms() -> tuple[Form, ...]:
    """The forms of the grammar, in its order; but for its last part, the words, which docs/vocabulary.md lists."""
    found: dict[tuple[str, str], Form] = {}
    chapter = rule = branch = ""
    inlined = False
    for line in GRAMMAR.read_text(encoding="utf-8").partition("// " + "-" * 96 + " words")[0].splitlines():
        if line.startswith("// ---"):
            chapter = line.lstrip("/- ").strip().capitalize()
        head = re.match(r"([!?]*)(_?[a-z_]+): ", line)
        if head is not None:
            rule, inlined = head[2].lstrip("_"), "?" in head[1] or head[2].startswith("_")
            line = line[head.end() :]
        elif not line.startswith(" ") or line.lstrip().startswith("//") or not rule:
            continue
        written, _, alias = line.partition("->")
        goes_on = head is None and not line.lstrip().startswith("|")
        branch = branch if goes_on else alias.strip() or ("" if inlined else rule)
        plain = _plain(written)
        before = found.get((rule, branch))
        if before is not None:
            plain = f"{before.written} {'' if goes_on else '| '}{plain}"
        if plain and chapter:
            found[rule, branch] = Form(chapter, rule, plain, branch)
    return tuple(found.values())


def _plain(written: str) -> str:
    text = re.sub(r"\b_(?:NL|INDENT|DEDENT)\b\??", "", written)
    text = text.replace("_IN_ORDER_OF", '"in order of"').replace("_IN_ORDER", '"in order"').replace("_CALL", '"("')
    text = text.replace("LAY", '"lay"').replace("YES", '"yes"').replace("| NO", '| "no"')
    text = re.sub(r"(?<![\w\"])_(?=[a-z])", "", text)
    return re.sub(r"\s+", " ", text).strip().removeprefix("| ")


@cache
def examples() -> dict[str, tuple[str, Sample]]:
    """For each form that is read as a branch: its shortest example, and the sample in which it stands."""
    best: dict[str, tuple[str, Sample]] = {}
    for sample in samples():
        whole = read(sample.text, 0, len(sample.text))
        left = [whole] if whole is not None else []
        while left:
            branch = left.pop()
            left += [child for child in branch.children if isinstance(child, Branch)]
            text = sample.text[branch.start : branch.end].strip() if branch.start >= 0 else ""
            first = " ⏎ ".join(line.strip() for line in text.splitlines()[:2])
            if first and (branch.data not in best or len(first) < len(best[branch.data][0])):
                best[branch.data] = (first, sample)
    return best


def grammar() -> str:
    """The page of forms."""
    known = examples()
    lines = [FORMS_HEAD]
    for chapter, listed in groupby(forms(), lambda form: form.chapter):
        rows: list[tuple[str, ...]] = []
        for form in listed:
            example, sample = known.get(form.branch, ("", None))
            more = f"[{sample.section}]({sample.link})" if sample is not None else ""
            rows.append((form.branch or form.rule, _code(form.written), _code(example), more))
        lines += _section(chapter, ("form", "how it is written", "for example", "more"), rows)[1:]
        lines.append("")
    return "\n".join(lines)


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
    FORMS.write_text(grammar(), encoding="utf-8")
    print(PAGE, FORMS)
