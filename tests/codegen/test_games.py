"""Over the games in cards/: every text is English, every sheet can be printed."""

from __future__ import annotations

import difflib
import os
from functools import cache
from pathlib import Path

import pytest
from test_rules_reference import Checker
from test_wording import leaks

from codegen.card_face import faces, printable, read_settings
from codegen.rules_pages import html, markdown
from codegen.rules_reference import Example
from codegen.selection import Selection
from codegen.sheets import sheets
from codegen.wording import card_text, text
from dsl import model as m
from dsl.library import LIBRARY, games
from sidescript import _examples

HERE = Path(__file__).parent


@cache
def load(name: str) -> m.CheckedGame | None:
    from dsl.check import check
    from dsl.load import load as read

    return check(read(LIBRARY / name)).game


@pytest.fixture(params=games())
def game(request: pytest.FixtureRequest) -> m.CheckedGame:
    found = load(request.param)
    if found is None:
        pytest.skip(f"{request.param} does not check")
    return found


def test_no_internal_name_leaks(game: m.CheckedGame) -> None:
    found = [line for thing in game.things.values() for line in leaks(text(game, thing))]
    assert not found


def test_sentences_begin_and_end(game: m.CheckedGame) -> None:
    for thing in game.things.values():
        for paragraph in card_text(game, thing).paragraphs:
            first = next(letter for letter in paragraph.text if letter.isalnum())
            assert first.isupper() or first.isdigit(), paragraph.text
            assert paragraph.text.rstrip().endswith((".", "!", "?", ":", "”", ")")), paragraph.text


def test_rules_are_a_page(game: m.CheckedGame) -> None:
    page = html(game)
    checker = Checker()
    checker.feed(page)
    assert not checker.open and len(checker.ids) == len(set(checker.ids))
    words = markdown(game)
    assert "\x01" not in page and "\x01" not in words
    for reading in game.readings.values():
        assert reading.title[1:10] in words


def test_the_text_is_the_one_that_was_read(game: m.CheckedGame) -> None:
    """Every word of a game's rules and cards, in one file that a reviewer reads as prose.

    SIDESCRIPT_TEXTS=write writes the files anew: read what changed before you commit it.
    """
    path = HERE / "text" / f"{game.name.replace('_', '-')}.md"
    told = [Example(title, doc, steps) for title, doc, steps, _ in _examples(game)]
    words = markdown(game, read_settings(LIBRARY / game.name.replace("_", "-") / "print.toml"), examples=told)
    if os.environ.get("SIDESCRIPT_TEXTS") == "write":
        path.write_text(words, "utf-8")
    read = path.read_text("utf-8").splitlines()
    changed = list(difflib.unified_diff(read, words.splitlines(), "read", "now", lineterm="", n=1))
    advice = (
        "If that is what it should say: SIDESCRIPT_TEXTS=write python -m pytest tests/codegen/test_games.py -k read"
    )
    assert not changed, "\n".join([*changed[:40], advice])


def test_sheets(game: m.CheckedGame, tmp_path: Path) -> None:
    settings = read_settings(LIBRARY / game.name.replace("_", "-") / "print.toml")
    report = sheets(game, tmp_path / "cards.pdf", settings=settings, wanted=Selection(each_once=True))
    assert report.written, [str(problem) for problem in report.problems]
    assert report.cards == len(faces(game, printable(game, settings.also)))


def test_disney_with_all_its_looks(tmp_path: Path) -> None:
    found = load("disney-sidekicks") if "disney-sidekicks" in games() else None
    if found is None:
        pytest.skip("it does not check")
    settings = read_settings(HERE / "disney-sidekicks.print.toml")
    report = sheets(found, tmp_path / "cards.pdf", settings=settings, wanted=Selection(each_once=True))
    assert report.written, [str(problem) for problem in report.problems]
