"""docs/vocabulary.md is made from the vocabulary and the grammar, and is current."""

from __future__ import annotations

from dsl.reference import AGGREGATES, PAGE, reference, words
from dsl.vocabulary import AGGREGATES as KNOWN


def test_the_committed_page_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == reference(), "run `python -m dsl.reference`"


def test_every_aggregate_is_explained() -> None:
    assert tuple(AGGREGATES) == KNOWN


def test_no_word_is_in_two_lists() -> None:
    lists = words()
    listed = [word for group in lists.values() for word in group]
    assert len(listed) == len(set(listed))
    assert {"if", "each", "choose"} <= set(lists["reserved"])
