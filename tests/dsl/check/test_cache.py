"""A checked game is kept under the digest of its sources; a damaged entry costs a check, never a wrong answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.check import check
from dsl.check.cache import check_once
from dsl.load import load
from tests.dsl.check.programs import PRELUDE


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SIDESCRIPT_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "duel"
    folder.mkdir()
    (folder / "game.side").write_text(PRELUDE, "utf-8")
    return folder


def test_an_entry_is_equal_to_a_new_check(game: Path) -> None:
    first, second = check_once(load(game)), check_once(load(game))
    assert first.game is not None
    assert first.game is not second.game
    assert first.game == second.game == check(load(game)).game


def test_changed_sources_are_checked_anew(game: Path) -> None:
    check_once(load(game))
    (game / "more.side").write_text("Item knife\n", "utf-8")
    assert check_once(load(game)).game is None


def test_a_damaged_entry_is_not_used(game: Path, tmp_path: Path) -> None:
    check_once(load(game))
    (entry,) = (tmp_path / "cache").glob("*.game")
    entry.write_bytes(entry.read_bytes()[:-9] + b"something")
    assert check_once(load(game)).game is not None
