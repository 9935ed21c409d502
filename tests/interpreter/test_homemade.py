"""What people make at home: mods under cards/homemade are sound, are played, and say what they break."""

import random
import re
from pathlib import Path

import pytest
from attrs import evolve

import sidescript
from codegen.card_face import settings_of
from codegen.selection import Selection
from codegen.sheets import sheets
from codegen.wording import text
from dsl.check import Checked, check
from dsl.library import LIBRARY
from dsl.load import load
from dsl.model import CheckedGame
from interpreter import build
from interpreter.decks import findings_of_game
from interpreter.engine.program import Program
from interpreter.match import Match
from interpreter.scenarios import run_test

FOLDERS = sorted(path.parent for path in (LIBRARY / "homemade").glob("*/game.side"))


PLAYED = {"clear-the-docks": {"episode": "docks"}}
"""The options with which a mod is played, where its own content has to be chosen."""


def checked(folder: Path) -> tuple[Checked, CheckedGame]:
    found = check(load(folder))
    assert found.game is not None, found.diagnostics
    return found, found.game


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_it_is_short_sound_played_and_printed(folder: Path, tmp_path: Path):
    assert len((folder / "game.side").read_text().splitlines()) < 60, "the rest goes into files of its own"
    found, game = checked(folder)
    assert not [d for d in found.diagnostics if d.severity != "hint" or d.code == "never-in-play"]
    assert not findings_of_game(game, found.sources)
    own = tuple(test for test in game.tests if not test.span.path.startswith(".."))
    program = build(evolve(game, tests=own), tests=True)
    assert program.extras.tests
    outcomes = [run_test(program, plan) for plan in program.extras.tests]
    assert not [f"{one.title}: {one.expected}; {one.actual}" for one in outcomes if not one.passed]
    played(folder, game, program)
    printed(game, folder, tmp_path / "cards.pdf")


def played(folder: Path, game: CheckedGame, program: Program) -> None:
    """Three hundred random answers, or the whole match."""
    match = Match(program, game.seats.low, 1, PLAYED.get(folder.name, {}))
    rng = random.Random(1)
    for _ in range(300):
        if match.over:
            break
        match.step(rng.randrange(len(match.state.options)))
    assert match.over or len(match.record().answers) == 300


def printed(game: CheckedGame, folder: Path, out: Path) -> None:
    """A sheet with the cards that the folder adds, each with its text."""
    own = [one for one in game.things.values() if not one.of_test and not one.span.path.startswith("..")]
    cards = [one for one in own if any("Card" in game.kinds[kind].ancestors for kind in one.kinds)]
    if not cards:
        return
    assert not [one.name for one in cards if (one.sections or one.abilities) and not text(game, one)]
    wanted = Selection(names=tuple(one.name for one in cards))
    report = sheets(game, out, wanted=wanted, settings=settings_of(folder))
    assert report.written and report.cards >= len(cards)
    assert out.read_bytes().startswith(b"%PDF")


def test_the_tests_of_a_game_hold_with_everything_homemade_in_it(capsys: pytest.CaptureFixture[str]):
    saga = [path for path in FOLDERS if "extends sidekick_saga" in (path / "game.side").read_text()]
    assert len(saga) > 3
    mods = [word for path in saga for word in ("--mod", str(path))]
    assert sidescript.main(["test", "sidekick-saga", *mods]) == 0, capsys.readouterr().err
    passed, failed = re.findall(r"\d+", capsys.readouterr().out.splitlines()[-1])
    assert int(passed) > 400 and failed == "0"


@pytest.mark.parametrize("name", ["moonfire", "steve"])
def test_a_homemade_sidekick_is_chosen_and_played(name: str):
    folder = LIBRARY / "homemade" / name
    _, game = checked(folder)
    match = Match(build(game), 2, 1, {"episode": "first_patrol"})
    offered = match.program.decision(match.state).options
    assert not [one.text for one in offered if "Mach Q" in one.text or "Epsilon Wave" in one.text], "they are locked"
    match.step(next(n for n, one in enumerate(offered) if game.things[name].title in one.text))
    rng = random.Random(1)
    while not match.over:
        match.step(rng.randrange(len(match.state.options)))
    assert match.state.pl[match.program.layout.first[name]] >= 0, "it has not come into play"


def test_a_lone_player_leads_two_sidekicks_with_open_hands():
    program = build(checked(LIBRARY / "homemade" / "steve")[1])
    match = Match(program, 1, 1, {"episode": "first_patrol"})
    for _ in range(2):
        match.step(0)
    s, lay = match.state, program.layout
    assert len(s.seated) == 2
    assert s.a[lay.column["players"]] == 2, "all that goes by the number of players goes by two"
    assert s.a[lay.column["people"]] == 1


def test_what_costs_too_much_is_said_with_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    text = (LIBRARY / "homemade" / "moonfire" / "game.side").read_text().split("\ntest ")[0]
    (tmp_path / "game.side").write_text(text.replace("own_skill_level: 4", "own_skill_level: 3"))
    assert sidescript.main(["check", str(tmp_path)]) == 1
    said = capsys.readouterr().err
    assert "error[build-not-met]: Moonfire does not meet the build" in said
    assert "costs no more than its Skill Level" in said
    assert "own_skill_level: 3" in said
    (tmp_path / "game.side").write_text(text.replace('secret_name: "Luna Ashe"', 'secret_name: ""'))
    assert sidescript.main(["check", str(tmp_path)]) == 1
    said = capsys.readouterr().err
    assert "has a secret identity" in said
    assert "costs no more" not in said


def test_a_build_that_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    text = (LIBRARY / "homemade" / "moonfire" / "game.side").read_text().split("\ntest ")[0]
    (tmp_path / "game.side").write_text(text.replace("built_for: homemade", "built_for: homemad"))
    assert sidescript.main(["check", str(tmp_path)]) == 1
    assert "Did you mean `homemade`?" in capsys.readouterr().err
