"""The pages of the syntax codes are tests: each faulty example gives its error at the marked line, each other none.

recovery/*.side are longer texts with several mistakes; each gives one message, at the line with its marker.
"""

import re
from pathlib import Path

import pytest

from dsl.diagnostics.codes import SYNTAX, page
from dsl.source import SourceFile
from dsl.syntax.parse import parse

ROOT = Path(__file__).parents[3]
RECOVERY = sorted((Path(__file__).parent / "recovery").glob("*.side"))
_MARKER = re.compile(r" *# error: \[([a-z0-9-]+)\]")


def marked(text: str) -> list[tuple[int, str]]:
    return [(n, found[1]) for n, line in enumerate(text.split("\n"), 1) for found in _MARKER.finditer(line)]


def reported(text: str) -> list[tuple[int, str]]:
    source = SourceFile("example.side", text)
    return [(source.place(d.span.start)[0], d.code) for d in parse(source).diagnostics]


@pytest.mark.parametrize("code", SYNTAX)
def test_each_code_has_a_page_whose_examples_are_true(code: str) -> None:
    text = (ROOT / page(code)).read_text("utf-8")
    assert text.startswith(f"# {code}\n")
    for example in re.findall(r"```side\n(.*?)```", text, re.DOTALL):
        # markers stand in comments; a text that is not closed would swallow its marker
        plain = _MARKER.sub("", example)
        assert reported(plain) == marked(example)


@pytest.mark.parametrize("path", RECOVERY, ids=lambda path: path.stem)
def test_each_mistake_gives_one_message(path: Path) -> None:
    text = path.read_text("utf-8")
    assert reported(_MARKER.sub("", text)) == marked(text)


def test_what_is_right_stands_in_the_tree_beside_what_is_wrong() -> None:
    text = 'menu a "A"\nmenu 7 "B"\nmenu c "C"\nmenu d (\nmenu e "E"\n'
    parsed = parse(SourceFile("example.side", text))
    assert len(parsed.diagnostics) == 2
    assert [declaration.name.text for declaration in parsed.file.declarations] == ["a", "c", "e"]  # type: ignore[union-attr]


def test_a_message_speaks_in_the_words_of_the_author() -> None:
    (message,) = parse(SourceFile("example.side", "kind Bridge is Token\n    castle: 3\n")).diagnostics
    assert message.headline == "I got stuck at `3` while reading the kind `Bridge`"
    assert message.primary.text == "expected a Kind"


@pytest.mark.parametrize(
    ("text", "code", "line", "help"),
    [
        ('verb a "it"\n    each hero h where h.weak:\n        go h\n', "wrong-case", 2, "`Hero`"),
        ('verb a "it"\n    choose hero h\n', "wrong-case", 2, "`Hero`"),
        ('verb a "it"\n    go x\n    else:\n        go y\n', "unexpected", 3, "directly below"),
        ('Item big-lamp "Lamp"\n', "unexpected", 1, "`big_lamp`"),
        ('mod x "X" extends disney-sidekicks\n', "unexpected", 1, "`disney_sidekicks`"),
        ("Villain gaston\n    health: 3\n", "unexpected-end", 1, '`Villain gaston "Gaston"`'),
        ("Villain gaston Gaston\n", "unexpected", 1, '`Villain gaston "Gaston"`'),
        ('Item lamp "Lamp"\n    use\n        go x\n', "unexpected-end", 2, "colon"),
    ],
)
def test_the_help_says_what_to_write(text: str, code: str, line: int, help: str) -> None:
    source = SourceFile("example.side", text)
    (message,) = parse(source).diagnostics
    assert (message.code, source.place(message.span.start)[0]) == (code, line)
    assert message.help is not None and help in message.help


def test_a_small_kind_at_the_margin() -> None:
    (message,) = parse(SourceFile("example.side", 'danger sudden_fog "Sudden Fog"\n')).diagnostics
    assert message.primary.text == "did you mean `Danger`?"


@pytest.mark.parametrize("mark", ["\x1b", "\x00", "\x9b", "\u202e", "\u2066"])
def test_what_nobody_sees_in_texts_and_comments(mark: str) -> None:
    """A terminal would do what it says, and a reader would not see what the program reads."""
    for text in (f'game g "a{mark}b"\n', f'# a{mark}b\ngame g "ab"\n', f'/// a{mark}b\ngame g "ab"\n'):
        (told,) = parse(SourceFile("example.side", text)).diagnostics
        assert told.code == "strange-character" and text[told.span.start] == mark and told.fix is not None
        (edit,) = told.fix.edits
        mended = text[: edit.span.start] + edit.text + text[edit.span.end :]
        assert not parse(SourceFile("example.side", mended)).diagnostics
    for fine in "\u200d\u200f\u00ad\u00a0é木":
        assert not parse(SourceFile("example.side", f'game g "a{fine}b"\n')).diagnostics
