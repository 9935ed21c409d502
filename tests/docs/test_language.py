"""The samples of the language reference are games that check, that can be played, and whose tests pass.

Beside each stands a file of tests/docs/language/ with what its samples speak of and do not show.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from dsl.check import Checked, check
from dsl.diagnostics.render import render_all
from dsl.keywords import CHAPTERS, KEYWORDS
from dsl.load import load
from dsl.reference import words
from interpreter import build
from interpreter.scenarios import run_tests

ROOT = Path(__file__).resolve().parents[2]
BESIDE = Path(__file__).parent / "language"
FENCE = re.compile(r"^```side\n(.*?)^```", re.M | re.S)
APART = {  # what such a sample has, and no other
    "game night_market": "market",
    "works in hand": "spells",
    "setup with_decks": "decks",
    "action duel": "mana",
    "action flee": "mana",
}


def samples(page: str) -> dict[int, str]:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    return {text.count("\n", 0, found.start()) + 2: found[1] for found in FENCE.finditer(text)}


def game_of(sample: str) -> str:
    return next((game for mark, game in APART.items() if mark in sample), "kingdom")


@cache
def checked(game: str, folder: Path) -> Checked:
    for line, sample in samples("language.md").items():
        if game_of(sample) == game:
            (folder / f"line-{line}.side").write_text(sample, encoding="utf-8")
    (folder / "beside.side").write_text((BESIDE / f"{game}.side").read_text(encoding="utf-8"), encoding="utf-8")
    return check(load(folder))


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return {path.stem: tmp_path_factory.mktemp(path.stem) for path in sorted(BESIDE.glob("*.side"))}


@pytest.mark.parametrize("game", sorted({"kingdom", *APART.values()}))
def test_the_samples_are_a_game_that_can_be_played(game: str, folders: dict[str, Path]) -> None:
    found = checked(game, folders[game])
    errors = [one for one in found.diagnostics if one.severity == "error"]
    assert not errors, render_all(errors, found.sources)
    assert found.game is not None
    build(found.game, tests=True)


def test_the_tests_among_the_samples_pass(folders: dict[str, Path]) -> None:
    game = checked("kingdom", folders["kingdom"]).game
    assert game is not None
    outcomes = list(run_tests(build(game, tests=True)))
    assert len(outcomes) == 6
    assert [(one.title, one.expected, one.actual) for one in outcomes if not one.passed] == []


def lines_of_samples() -> set[str]:
    return {
        line.strip()
        for page in ("language.md", "mods.md")
        for one in samples(page).values()
        for line in one.splitlines()
    }


def test_each_word_of_the_language_is_explained_and_shown_in_a_sample() -> None:
    spoken = {word for group in words().values() for word in group}
    assert spoken - set(KEYWORDS) == set()
    assert len(KEYWORDS) == sum(len(chapter) for chapter in CHAPTERS.values()), "a word stands in two chapters"
    shown = lines_of_samples()
    assert [one.example for one in KEYWORDS.values() if one.example not in shown] == []
    assert [one.word for one in KEYWORDS.values() if not re.search(rf"\b{one.word}\b", one.example)] == []
