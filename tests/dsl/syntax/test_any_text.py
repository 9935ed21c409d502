"""Whatever the text: no exception, located messages, and spans that lie inside each other."""

import random
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.diagnostics.codes import lookup
from dsl.diagnostics.render import render_all
from dsl.source import SourceFile
from dsl.syntax import expected, tree
from dsl.syntax.parse import Parsed, parse

ROOT = Path(__file__).parents[3]
REAL = sorted([*(ROOT / "cards").rglob("*.side"), *(ROOT / "tests").rglob("*.side")])

_WORDS = sorted(expected.words()) + ["Kind", "Card", "name", "x", "7", '"text"', "DS-071"]
_MARKS = list('()[],:.=+-*/|?<>#"') + [
    "\n",
    "\n    ",
    "\n        ",
    "==",
    "+=",
    "--",
    "///",
    " (",
    "\t",
    "\r",
    "é",
    "\x00",
]
pieces = st.lists(st.sampled_from([*_WORDS, *_MARKS]), max_size=40).map(" ".join)


def read(text: str) -> Parsed:
    source = SourceFile("any.side", text)
    parsed = parse(source)
    for diagnostic in parsed.diagnostics:
        assert 0 <= diagnostic.span.start <= diagnostic.span.end <= len(text)
        assert lookup(diagnostic.code), diagnostic.code
        source.place(diagnostic.span.start)
    render_all(parsed.diagnostics, {"any.side": source})
    assert_spans(parsed.file, len(text))
    return parsed


def assert_spans(node: Any, length: int) -> None:
    left = [(node, 0, length)]
    while left:
        value, low, high = left.pop()
        if isinstance(value, tuple):
            left.extend((item, low, high) for item in value)
        elif isinstance(value, tree.Node):
            span = value.span
            assert low <= span.start <= span.end <= high, value
            left.extend((getattr(value, f.name), span.start, span.end) for f in attrs.fields(type(value)))


@given(st.text(max_size=200))
@settings(deadline=None)
def test_any_characters_are_read(text: str) -> None:
    read(text)


@given(pieces)
@settings(deadline=None, max_examples=300)
def test_any_words_are_read(text: str) -> None:
    read(text)


@given(st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=150)
@pytest.mark.skipif(not REAL, reason="no sources")
def test_real_files_with_slips_are_read(chance: random.Random) -> None:
    text = chance.choice(REAL).read_text("utf-8")
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(text) + 1)
        width = chance.choice([0, 0, 1, 1, 3, 30])
        text = text[:at] + chance.choice([*_MARKS, *_WORDS, "", "", ""]) + text[at + width :]
    read(text)


@pytest.mark.parametrize("path", REAL, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_spans_of_real_files_lie_inside_each_other(path: Path) -> None:
    read(path.read_text("utf-8"))


@pytest.mark.parametrize(
    "text",
    [
        "define a: " + "(" * 10_000,
        "define a: " + "(" * 63 + "1" + ")" * 63,
        "define a: " + "(" * 200 + "1" + ")" * 200,
        "define a: " + "not " * 10_000 + "b",
        "define a: " + "-" * 10_000 + " b",
        "define a: " + " + ".join("b" * 10_000),
        "define a: b" + ".c" * 10_000,
        "define a: " + "if b then c else " * 10_000 + "d",
        "flow\n" + "".join(" " * n + "repeat:\n" for n in range(1, 2_000)) + " " * 2_000 + "x",
        "flow\n    repeat: " + "x\n    " * 5_000,
        "define a: " + "9" * 10_000,
        "[" * 5_000,
        '"',
        "x" * 1_000_001,
        'menu a "A"\n' * 20_001,
        '\ufeffmenu a "A"',
        'menu a "A"\r\nmenu b "B"\r\n',
        "    ",
        "",
        "\n\n# only a comment",
        "/// only a doc",
    ],
    ids=range(21),
)
def test_extremes_are_read(text: str) -> None:
    read(text)
