"""Every word of the language itself: what it means, and a line that shows it; read from keywords.txt.

Hover, completion, `sidescript show words` and docs/vocabulary.md take their sentences from here; what the built-in
Kinds, verbs and values are is in vocabulary.py. tests/docs/test_language.py holds the table against the grammar, and
each line against the samples of docs/, which the tests read, check and carry out. It is no Python, as the samples speak
of games.
"""

from __future__ import annotations

from pathlib import Path

from attrs import frozen

TABLE = Path(__file__).with_name("keywords.txt")


@frozen
class Keyword:
    """`example` is a line as it stands in a sample of the documentation."""

    word: str
    sentence: str
    example: str


def _read(text: str) -> dict[str, dict[str, Keyword]]:
    found: dict[str, dict[str, Keyword]] = {}
    chapter: dict[str, Keyword] = {}
    for line in text.splitlines():
        if line.startswith("["):
            chapter = found.setdefault(line.strip("[]"), {})
        elif line and not line.startswith("#"):
            word, sentence, example = line.split(" ~ ")
            chapter[word] = Keyword(word, sentence, example)
    return found


CHAPTERS = _read(TABLE.read_text(encoding="utf-8"))
"""The words by the chapters of docs/vocabulary.md."""

KEYWORDS = {word: one for chapter in CHAPTERS.values() for word, one in chapter.items()}
