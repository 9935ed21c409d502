"""What was made from the same sources is made once; a damaged or foreign entry costs the work, never a wrong answer."""

from __future__ import annotations

import os
import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from attrs import evolve

import sidescript
from dsl import cache, model
from dsl.cache import check_once, folder, key_of, recall, remember
from dsl.check import check
from dsl.diagnostics.diagnostic import Diagnostic, hint
from dsl.load import load
from dsl.source import NOWHERE
from interpreter import build, build_once
from tests.dsl.check.programs import PRELUDE

KEY = "0" * 64
MICRO = Path(__file__).parents[1] / "interpreter" / "games"


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SIDESCRIPT_CACHE", str(tmp_path / "cache"))
    home = tmp_path / "duel"
    home.mkdir()
    (home / "game.side").write_text(PRELUDE, "utf-8")
    return home


@pytest.fixture
def mod(game: Path, tmp_path: Path) -> Path:
    """A mod that lies beside the game."""
    home = tmp_path / "hard"
    home.mkdir()
    (home / "game.side").write_text('mod hard "Hard" extends duel\n', "utf-8")
    return home


def test_an_entry_is_equal_to_a_new_check(game: Path) -> None:
    first, second = check_once(load(game)), check_once(load(game))
    assert first.game is not None
    assert first.game is not second.game
    assert first.game == second.game == check(load(game)).game


def test_tests_are_read_when_they_are_asked_for(game: Path) -> None:
    shutil.copytree(MICRO / "refill", game, dirs_exist_ok=True)
    anew = check(load(game)).game
    assert anew is not None and anew.tests
    check_once(load(game))
    (kept,) = folder().glob("*.game-tests")
    found = [check_once(load(game)).game for _ in range(3)]
    kept.rename(kept.with_name("aside"))
    assert found[0] is not None and found[0].tests == anew.tests  # checked anew: the entry is not there
    kept.with_name("aside").rename(kept)
    assert found[1] is not None and found[1].tests == anew.tests
    assert pickle.loads(pickle.dumps(found[2])) == anew
    assert evolve(found[1], tests=()).tests == ()


def test_changed_sources_are_checked_anew(game: Path) -> None:
    check_once(load(game))
    (game / "more.side").write_text("Item knife\n", "utf-8")
    assert check_once(load(game)).game is None


def test_a_change_of_its_base_changes_the_key_of_a_mod(game: Path, mod: Path) -> None:
    before = key_of(load(mod))
    assert key_of(load(mod)) == before
    (game / "more.side").write_text('Item knife "Knife"\n', "utf-8")
    assert key_of(load(mod)) != before
    found = check_once(load(mod)).game
    assert found is not None and "knife" in found.things


def test_the_key_is_of_contents_and_of_this_sidescript(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = key_of(load(game))
    game.rename(tmp_path / "elsewhere")
    assert key_of(load(tmp_path / "elsewhere")) == before
    monkeypatch.setattr(cache, "stamp", lambda package: "another")
    assert key_of(load(tmp_path / "elsewhere")) != before


@pytest.mark.parametrize("package", ["dsl", "codegen", "interpreter"])
def test_findings_do_not_outlast_the_sidescript_that_found_them(
    game: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], package: str
) -> None:
    """They come from the wording and from the printing too: an upgrade of these alone makes them anew."""
    from codegen.wording import overrides

    asked: list[model.CheckedGame] = []

    def told(game: model.CheckedGame) -> list[Diagnostic]:
        asked.append(game)
        return [hint("number-in-prose", f"said for the {len(asked)}. time", NOWHERE)]

    def said() -> str:
        assert sidescript.main(["check", str(game)]) == 0
        return capsys.readouterr().err

    monkeypatch.setattr(overrides, "diagnostics", told)
    assert "for the 1. time" in said() and "for the 1. time" in said()
    before = cache.stamp
    monkeypatch.setattr(cache, "stamp", lambda name: "newer" if name == package else before(name))
    assert "for the 2. time" in said()


def test_a_damaged_entry_is_not_used(game: Path) -> None:
    check_once(load(game))
    (entry,) = folder().glob("*.game")
    for damage in (entry.read_bytes()[:-9] + b"something", b"", entry.read_bytes()[:40]):
        entry.write_bytes(damage)
        assert recall(key_of(load(game)), "game") is None
        assert check_once(load(game)).game is not None


def test_an_entry_under_another_key_is_not_used(game: Path) -> None:
    remember(KEY, "found", {"errors": 0})
    assert recall(KEY, "found") == {"errors": 0}
    other = "1" * 64
    (folder() / f"{KEY}.found").rename(folder() / f"{other}.found")
    assert recall(other, "found") is None


@pytest.mark.skipif(sys.platform == "win32", reason="every user has a folder of his own")
@pytest.mark.parametrize("open_to_all", ["folder", "file"])
def test_what_others_may_write_is_not_read(game: Path, open_to_all: str) -> None:
    remember(KEY, "found", {"errors": 0})
    assert folder().stat().st_mode & 0o777 == 0o700
    (folder() if open_to_all == "folder" else folder() / f"{KEY}.found").chmod(0o777)
    assert recall(KEY, "found") is None


def test_where_nothing_can_be_written_nothing_is_kept(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a-file").write_text("")
    monkeypatch.setenv("SIDESCRIPT_CACHE", str(tmp_path / "a-file"))
    assert check_once(load(game)).game is not None
    assert recall(KEY, "found") is None


def test_old_entries_go_and_nothing_half_written_stays(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for n in range(4):
        remember(f"{n + 1}" * 64, "found", "x" * 1000)
        os.utime(folder() / f"{f'{n + 1}' * 64}.found", (n + 1e9, n + 1e9))
        monkeypatch.setattr(cache, "OLDEST", float("inf"))
    monkeypatch.setattr(cache, "MOST", 2500)
    remember(KEY, "game", "y" * 1000)
    assert {path.name for path in folder().iterdir()} == {f"{KEY}.game", f"{'4' * 64}.found"}


def test_what_is_written_for_a_game_is_kept(game: Path) -> None:
    (game / "game.side").write_text((MICRO / "responses" / "game.side").read_text("utf-8"), "utf-8")
    found = check_once(load(game)).game
    assert found is not None
    first, second = build_once(found), build_once(found)
    assert len(list(folder().glob("*.program"))) == 1
    assert first.code is None and second.code is not None
    assert second.python == first.python == build(found).python
    assert first.digest(first.start(2, 7)) == second.digest(second.start(2, 7))
    assert build_once(found, tests=True).python != first.python
    assert second.rules.functions == first.rules.functions
    for path in folder().glob("*-functions"):
        path.unlink()
    assert build_once(found).rules.functions == first.rules.functions  # lowered anew
    assert evolve(second.rules, functions={}).functions == {}


def test_a_match_that_was_built_before_needs_neither_checker_nor_lowering(game: Path) -> None:
    (game / "game.side").write_text((MICRO / "responses" / "game.side").read_text("utf-8"), "utf-8")
    words = ["simulate", str(game), "--matches", "1"]
    assert sidescript.main(words) == 0
    code = (
        f"import sys, sidescript; assert sidescript.main({words}) == 0;"
        "spared = ('dsl.check', 'dsl.syntax', 'interpreter.lower', 'interpreter.compile', 'interpreter.native');"
        "print(*(n for n in spared if n in sys.modules))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert told.splitlines()[-1] == ""


def test_check_says_the_same_from_the_cache(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (game / "more.side").write_text("Item knife\n", "utf-8")
    said = []
    for words in (["check"], ["check"], ["check", "--no-cache"]):
        assert sidescript.main([*words, str(game)]) == 1
        said.append(capsys.readouterr())
    assert said[0] == said[1] == said[2]
