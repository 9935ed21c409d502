"""Numbers that explanations take from the rules: a mod that changes a number changes what is told of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from codegen.rules_pages import markdown
from dsl import model as m
from dsl.check import check
from dsl.load import load
from sidescript import main

GAME = """
/// Whoever has {rich_at} stars is rich, and {rich_at - 1} are not enough. A {word} with blanks ({ as here }) stays.
game purse "Purse"
    seats 2 to 4 as Player
    state active: Player
    state word: Number from 0 to rich_at = 0 "word"

define rich_at: 9

/// One star more than {rich_at + 1} is of no use.
kind Player "player"
    stars: Number from 0 to 99 = 0 "stars" unit "star|stars"
    you is this

verb find Player p "{p} [find] a star"
    p.stars += 1

menu turn "action"

action search "Search" is turn
    does: find you

phase day "Day"
    turn of active: active takes 1 turn
    active = next(active)

flow
    repeat: run day

ending rich "A player has {rich_at} stars": win p when Player p where p.stars >= rich_at

reading tie "Both reach {rich_at}"
    decides "The first to reach {rich_at} wins."

law few "Nobody has more than {rich_at} stars": none(Player p where p.stars > rich_at)

setup base "Set-up"
    step players "Players":
        each Seat s in order of s.number:
            s chooses Player p in box "Who?"
            seat p for s
        active = first(team)

Player ann "Ann"
Player ben "Ben and Cat"
"""


def made(folder: Path, name: str, text: str) -> m.CheckedGame:
    (folder / name).mkdir()
    (folder / name / "game.side").write_text(text, "utf-8")
    found = check(load(folder / name))
    assert found.game is not None, [one.headline for one in found.diagnostics]
    return found.game


def test_explanations_titles_and_readings_take_numbers_from_the_rules(tmp_path: Path) -> None:
    game = made(tmp_path, "purse", GAME.replace("A {word} with", "A word with"))
    assert game.doc.startswith("Whoever has 9 stars is rich, and 8 are not enough.") and "({ as here })" in game.doc
    assert game.kinds["Player"].doc == "One star more than 10 is of no use."
    assert game.endings["rich"].title == "A player has 9 stars" and game.laws["few"].text.endswith("9 stars")
    assert "As soon as a player has 9 or more stars" in markdown(game)


def test_a_mod_changes_the_number_in_one_place(tmp_path: Path) -> None:
    made(tmp_path, "purse", GAME.replace("A {word} with", "A word with"))
    game = made(tmp_path, "dear", 'mod dear "Dear" extends purse\n\nreplace define rich_at: 5\n')
    page = markdown(game)
    assert "Whoever has 5 stars" in page and "A player has 5 stars" in page and "a player has 5 or more stars" in page
    assert "The first to reach 5 wins." in page and "9" not in page.partition("reach 5")[0].partition("Whoever")[2]


def test_a_log_has_the_plural_of_a_title_that_names_several(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made(tmp_path, "purse", GAME.replace("A {word} with", "A word with"))
    assert main(["play", str(tmp_path / "purse"), "--agents", "random,random", "--seed", "1"]) == 0
    told = capsys.readouterr().out
    assert "Ben and Cat find a star" in told and "Ann finds a star" in told
    assert "A player has 9 stars" in told


def test_only_a_plain_number_has_a_place_in_prose(tmp_path: Path) -> None:
    (tmp_path / "game.side").write_text(GAME, "utf-8")
    found = check(load(tmp_path))
    assert [one.headline for one in found.diagnostics if one.severity == "error"] == ["There is no number `word`"]
