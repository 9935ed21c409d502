"""The hardest rules of the four games are written as small games, which check without an error or a warning.

Each bullet below is one of design/language.md, section 4. It stands in a comment `# hard case: bullet (rule ids)` above
the declaration that says it. Building a game works, or says what cannot be played yet, and where.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from dsl.check import Checked, check
from dsl.load import load
from interpreter import build
from interpreter.lower import NotPlayable

HARD_CASES = Path(__file__).parents[2] / "hard-cases"

BULLETS = {
    "disney-sidekicks": (
        "skipping figures while distance ignores them (DS-091, DS-103, DS-107, DS-112 to DS-114, DS-135)",
        "strictly closer steps (DS-102 to DS-105)",
        "overflow into towers from any source (DS-071, DS-097, DS-098, DS-203)",
        "endings inside an effect (DS-206, DS-207)",
        "draw until, reshuffle the drawn card too (DS-062, DS-063, DS-087, DS-219)",
        "joint payment in any split (DS-079 to DS-082)",
        "entry attacks in chosen order (DS-138 to DS-141, DS-168 to DS-172)",
        "once per enemy per turn and actions that grow in the turn (DS-144 to DS-147, DS-191, DS-194)",
        "slots of different colours (DS-179 to DS-186)",
    ),
    "sidekick-saga": (
        "simultaneous steps without chaining (SS-085)",
        "city order with re-chosen targets (SS-113 to SS-115)",
        "opportunistic and vengeful targeting (SS-291, SS-294, SS-295)",
        '"active" switching everything off (SS-210, SS-212, SS-281)',
        "protection as a graph that hacks bypass (SS-252 to SS-254)",
        "rumble by parity and strength (SS-228 to SS-233)",
        "the communicator window before a defeat's discards (SS-208, SS-306)",
        "gang block, home exception, location in disarray (SS-220, SS-221, SS-329, SS-330)",
        "pooled Police Forces but unpooled Leads (SS-187, SS-188, SS-222 to SS-227)",
        "campaign records (SS-130 to SS-138, SS-192)",
    ),
    "tokyo-sidekick": (
        "one multi-energy card paying for several of the same action (TS-091 to TS-094)",
        "a joint attack that may only be declared if it succeeds (TS-135 to TS-150)",
        "rivals with differing scope (TS-210, TS-212, TS-215, TS-220)",
        "encounters on any arrival but not on passing (TS-170 to TS-173)",
        "Crime Time sub-steps with nested triggers (TS-175, TS-221, TS-232)",
        "acting on others' turns (TS-146, TS-185)",
        "enemy deck surgery (TS-071, TS-072)",
        "reforming an enemy into an ally (TS-190 to TS-192)",
    ),
    "villains-and-vigilantes": (
        "drain that runs from one own Swipe Phase to the next (VV-135, VV-170, VV-171)",
        "layered cost modifiers with a floor (VV-126, VV-130, VV-131, VV-193)",
        "responses (VV-167 to VV-178)",
        "instant team victory in mid-card (VV-038, VV-039)",
        "owner, controller and side (VV-153 to VV-161)",
        "a card that becomes a character (VV-154 to VV-156)",
        "healing one point at a time by choice (VV-186 to VV-188)",
        "a delayed effect of a destroyed location (VV-223 to VV-230)",
        "the always-full hand (VV-053 to VV-059)",
        "deck rules over all pairs (VV-247, VV-248)",
    ),
}
GAMES = sorted(BULLETS)


@cache
def checked(game: str) -> Checked:
    return check(load(HARD_CASES / game))


def comments(game: str) -> list[str]:
    found: list[str] = []
    for path in sorted((HARD_CASES / game).rglob("*.side")):
        found.extend(re.findall(r"(?m)^\s*# hard case: (.*?)\s*$", path.read_text("utf-8")))
    return found


def test_these_are_all_the_games() -> None:
    assert sorted(path.name for path in HARD_CASES.iterdir() if path.is_dir()) == GAMES


@pytest.mark.parametrize("game", GAMES)
def test_a_game_of_hard_cases_checks(game: str) -> None:
    result = checked(game)
    assert [(d.code, d.span.path, d.headline) for d in result.diagnostics if d.severity != "hint"] == []
    assert result.game is not None


@pytest.mark.parametrize(("game", "bullet"), [(game, bullet) for game, listed in BULLETS.items() for bullet in listed])
def test_each_hard_case_is_named_where_it_is_written(game: str, bullet: str) -> None:
    assert bullet in comments(game)


@pytest.mark.parametrize("game", GAMES)
def test_no_other_hard_case_is_named(game: str) -> None:
    assert sorted(comments(game)) == sorted(BULLETS[game])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("tests", [False, True], ids=["to-play", "to-test"])
def test_a_game_is_built_or_says_where_it_cannot_be_played(game: str, tests: bool) -> None:
    result = checked(game)
    assert result.game is not None
    try:
        build(result.game, tests=tests)
    except NotPlayable as problem:
        assert problem.span.path in result.sources
        assert problem.span.end > problem.span.start


def test_those_of_disney_sidekicks_can_be_played() -> None:
    game = checked("disney-sidekicks").game
    assert game is not None
    build(game)
