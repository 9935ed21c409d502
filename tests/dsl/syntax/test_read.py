"""read.py reads as Lark does: the same branches at the same places, and nothing where Lark finds a mistake."""

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import lark
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark.indenter import DedentError

from dsl.source import SourceFile
from dsl.syntax import expected
from dsl.syntax.branches import Branch, Token
from dsl.syntax.lark_parser import parser
from dsl.syntax.layout import lay_out
from dsl.syntax.read import read

ROOT = Path(__file__).parents[3]
REAL = sorted([*(ROOT / "cards").rglob("*.side"), *(ROOT / "tests").rglob("*.side")])

# Single declarations with holes for a few random tokens, so that both kinds of texts come about often.
_WORDS = sorted(expected.words()) + ["Kind", "Card", "name", "x", "7", '"text"', "DS-071"]
_MARKS = [*"()[],:.=+-*/|?<>", "==", "!=", "+=", "--", " (", "name(", "\n", "\n    ", "\n        "]
_FRAMES = ["define a: {}", "flow\n    {}", "rule a\n    at start of b:\n        {}", "kind Card\n    {}", "Card a {}"]
pieces = st.lists(st.sampled_from([*_WORDS, *_MARKS]), max_size=12).map(" ".join)


def ours(part: Any) -> Any:
    match part:
        case None:
            return None
        case Token():
            return part.type, part.text, part.start, part.end
        case Branch():
            return part.data, [ours(child) for child in part.children], part.start, part.end
    raise AssertionError(part)


def larks(part: Any) -> Any:
    match part:
        case None:
            return None
        case lark.Token():
            return part.type, str(part), part.start_pos, part.end_pos
        case lark.Tree(data, children):
            start, end = getattr(part.meta, "start_pos", -1), getattr(part.meta, "end_pos", -1)
            return data, [larks(child) for child in children], start, end
    raise AssertionError(part)


def assert_same(text: str) -> None:
    """In all stretches of a text that the parser sees; of a faulty layout it sees nothing."""
    if not text.endswith("\n"):
        text += "\n"
    for stretch in lay_out(SourceFile("any.side", text)).stretches:
        if not stretch.faulty:
            try:
                wanted = larks(parser().parse(lark.TextSlice(text, stretch.start, stretch.end)))
            except (lark.UnexpectedInput, DedentError):
                wanted = None
            assert ours(read(text, stretch.start, stretch.end)) == wanted


@pytest.mark.parametrize("path", REAL, ids=lambda path: str(path.relative_to(ROOT)))
def test_real_files_are_read_as_lark_reads_them(path: Path) -> None:
    text = path.read_text("utf-8")
    text = text if text.endswith("\n") else text + "\n"
    if not lay_out(SourceFile("any.side", text)).diagnostics:
        try:
            wanted = larks(parser().parse(text))
        except lark.UnexpectedInput:
            wanted = None
        assert ours(read(text, 0, len(text))) == wanted
    assert_same(text)


@given(st.sampled_from(_FRAMES), pieces)
@settings(deadline=None, max_examples=300)
def test_any_words_are_read_as_lark_reads_them(frame: str, text: str) -> None:
    assert_same(frame.format(text))


@given(st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=100)
def test_real_files_with_slips_are_read_as_lark_reads_them(chance: random.Random) -> None:
    text = chance.choice(REAL).read_text("utf-8")
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(text) + 1)
        text = text[:at] + chance.choice([*_MARKS, *_WORDS, ""]) + text[at + chance.choice([0, 0, 1, 3]) :]
    assert_same(text)


def test_a_correct_text_is_read_without_lark() -> None:
    """Importing it costs as much time as reading fifty files."""
    program = (
        "import sys; from dsl.source import SourceFile; from dsl.syntax.parse import parse\n"
        "assert not parse(SourceFile('a.side', 'menu a \"A\"')).diagnostics and 'lark' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True)
