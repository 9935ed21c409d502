"""docs/vocabulary.md and docs/grammar.md are made from the vocabulary and the grammar, are current, and complete."""

from __future__ import annotations

from dsl import vocabulary
from dsl.reference import FORMS, PAGE, examples, forms, grammar, reference, words
from dsl.syntax.tables import tables


def test_the_committed_pages_are_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == reference(), "run `python -m dsl.reference`"
    assert FORMS.read_text(encoding="utf-8") == grammar(), "run `python -m dsl.reference`"


def test_every_form_of_the_grammar_has_an_example() -> None:
    listed = {form.branch for form in forms() if form.branch}
    read = {data for _, _, _, data, single in tables().rules if data and not single}
    assert read - listed <= {"start", "free_word", "noun", "form_word", "function_word"}
    assert listed <= set(examples())


def test_every_built_in_word_has_an_example() -> None:
    rows = [row.split(" | ") for row in reference().splitlines() if row.startswith("| `")]
    without = {row[0].strip("| `") for row in rows if row[-1].strip("| ") == ""}
    assert without == {"next_game"}  # a test of a campaign; language.md speaks of it
    assert len(rows) > len(vocabulary.KINDS) + len(vocabulary.VERBS) + 150


def test_no_word_is_in_two_lists() -> None:
    lists = words()
    listed = [word for group in lists.values() for word in group]
    assert len(listed) == len(set(listed))
    assert {"if", "each", "choose"} <= set(lists["reserved"])
