"""Every code of the checker has a page and a fixture, and the pages do what they say."""

from __future__ import annotations

import re

import pytest

from dsl.diagnostics.codes_check import CHECK
from tests.dsl.check.programs import FIXTURES, PAGES, marks, messages

CODES = sorted(CHECK)


@pytest.mark.parametrize("code", CODES)
def test_there_is_a_fixture(code: str) -> None:
    text = (FIXTURES / f"{code}.side").read_text("utf-8")
    assert code in {found for _, _, found in marks(text)}


@pytest.mark.parametrize("code", CODES)
def test_the_page_shows_the_mistake_and_how_to_mend_it(code: str) -> None:
    page = (PAGES / f"{code}.md").read_text("utf-8")
    bad, good = re.findall(r"```side\n(.*?)```", page, re.S)
    assert messages(bad) == marks(bad)
    assert code in {found for _, _, found in marks(bad)}
    assert messages(good) == []


def test_every_fixture_is_of_a_code() -> None:
    assert {path.stem for path in FIXTURES.glob("*.side")} == {*CODES, "prelude"}
