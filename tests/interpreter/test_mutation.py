"""Breaking rules on purpose: every way is built in, nothing changes while all is intact, and weak tests are found."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest

import sidescript
from dsl.check import check
from dsl.load import load
from interpreter import build, scenarios
from interpreter.scenarios import run_tests
from interpreter.scenarios.mutation import breakable_program, mutations

GAMES = sorted(path.parent for path in (Path(__file__).parent / "games").glob("*/game.side"))

GAME = """\
game tiny "Tiny"
    seats 1 to 2 as Player
    state active: Player

kind Player
    hearts: Number = 3
    shield: Truth = no

menu turn_action "action"

setup base "Set-up"
    step first "First":
        active = first(Player)

flow
    repeat:
        turn of active:
            active takes 1 turn_action

verb damage Player p by Number n "{p} [lose] {n heart|hearts}"
    needs n > 0
    p.hearts -= n

rule shields "Shields"
    before damage Player p by Number n if p.shield:
        n -= 1

action rest "Rest" is turn_action
    does: damage you by 1

ending dead "Dead": lose when any(Player p where p.hearts <= 0)

test "A hit"
    given
        Player ann: hearts = 3
    when
        damage ann by 2
    then
        ann.hearts == 1
        continues

test "A shield holds one off"
    given
        Player ann: hearts = 3, shield
    when
        damage ann by 2
    then
        ann.hearts >= 2
"""


def game(text: str = GAME, folder: Path = Path()):
    (folder / "game.side").write_text(text)
    found = check(load(folder))
    assert found.game is not None, found.diagnostics
    return found.game


def test_what_no_test_notices(tmp_path: Path) -> None:
    made = game(folder=tmp_path)
    text = (tmp_path / "game.side").read_text()
    found = [
        ((text[one.place.span.start : one.place.span.end].split("\n")[0], one.place.broken), one)
        for one, _ in mutations(made)
    ]
    noticed = {key for key, one in found if one.noticed_by is not None}
    assert ("p.hearts -= n", "is left out") in noticed
    assert ("n -= 1", "is left out") in noticed
    assert ("before damage Player p by Number n if p.shield:", "is left out") in noticed
    assert ("p.shield", "always holds") in noticed
    # `>= 2` allows a stronger shield, nobody is damaged by 0, and nobody dies
    unnoticed = {key for key, one in found if one.reached and one.noticed_by is None}
    assert ("1", "is 2") in unnoticed
    assert ("needs n > 0", "is left out") in unnoticed
    assert any(text.startswith("ending dead") for text, _ in unnoticed)
    # no test takes the action, and none plays the flow
    assert ("damage you by 1", "is left out") in {key for key, one in found if not one.reached}
    assert [one.reached for key, one in found if key == ("1", "is 2")] == [1, 0]


@pytest.mark.parametrize("folder", GAMES, ids=lambda path: path.name)
def test_an_intact_game_is_the_same(folder: Path) -> None:
    """Every way to break it is built in, and its tests still say what they said."""
    checked = check(load(folder))
    assert checked.game is not None
    program, places = breakable_program(checked.game)
    before = [(one.title, one.passed) for one in run_tests(build(checked.game, tests=True))]
    assert [(one.title, one.passed) for one in run_tests(program)] == before
    assert places


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIDESCRIPT_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "tiny"
    folder.mkdir()
    game(folder=folder)
    assert sidescript.main(["test", str(folder), "--mutate", "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["pieces"] == told["reached"] + len(told["unreached"])
    assert told["noticed"] + len(told["unnoticed"]) == told["reached"]
    assert {"needs n > 0", "1"} <= {one["text"] for one in told["unnoticed"]}
    assert sidescript.main(["test", str(folder), "--mutate"]) == 0
    said = capsys.readouterr()
    assert "warning[unnoticed-change]" in said.err
    assert "cannot be broken without a test noticing" in said.out
    assert sidescript.main(["test", str(folder), "--coverage"]) == 0
    said = capsys.readouterr()
    assert "no test reaches game.side:29: " in said.out
    assert said.out.endswith("2 passed, 0 failed\n") and not said.err


def test_what_fails_anyhow_is_told_as_ever(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch) -> None:
    monkeypatch.setenv("SIDESCRIPT_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "tiny"
    folder.mkdir()
    game(GAME.replace("ann.hearts == 1", "ann.hearts == 2"), folder)
    for way in (["--coverage"], ["--mutate"], ["--coverage", "--mutate"]):
        assert sidescript.main(["test", str(folder), *way]) == 1
        said = capsys.readouterr()
        assert "error[test-failed]: The test “A hit” fails" in said.err
        assert "pieces of the rules are reached by a test that passes" in said.out
        assert said.out.endswith("1 passed, 1 failed\n")
    assert sidescript.main(["test", str(folder), "--coverage", "--only", "shield"]) == 0
    assert capsys.readouterr().out.endswith("1 passed, 0 failed\n")
    assert sidescript.main(["test", str(folder), "--coverage", "--format", "json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["passed"], told["failed"], told["diagnostics"][0]["code"]) == (1, 1, "test-failed")
    assert told["reached"] and "unnoticed" not in told


def test_only_in_these_files(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch) -> None:
    monkeypatch.setenv("SIDESCRIPT_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "tiny"
    folder.mkdir()
    game(folder=folder)
    for name in ("scratch", "bite", "sting"):
        text = f'verb {name} Player p "{{p}} [lose] a heart"\n    needs p.hearts > 0\n    p.hearts -= 1\n'
        (folder / f"{name}.side").write_text(text)
    asked = ["test", str(folder), "--mutate", "scratch", "--mutate", "bite", "--format", "json"]
    assert sidescript.main(asked) == 0
    told = json.loads(capsys.readouterr().out)
    assert {one["path"] for one in told["unreached"]} == {"scratch.side", "bite.side"}


def test_only_what_failed_and_a_report(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch) -> None:
    monkeypatch.setenv("SIDESCRIPT_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "tiny"
    folder.mkdir()
    game(GAME.replace("ann.hearts == 1", "ann.hearts == 2"), folder)
    assert sidescript.main(["test", str(folder), "--junit", str(tmp_path / "report.xml")]) == 1
    suite = ElementTree.parse(tmp_path / "report.xml").getroot()
    assert suite.get("tests") == "2" and suite.get("failures") == "1"
    assert [case.get("name") for case in suite if case.find("failure") is not None] == ["A hit"]
    capsys.readouterr()
    assert sidescript.main(["test", str(folder), "--failed"]) == 1
    assert capsys.readouterr().out.endswith("0 passed, 1 failed\n")
    game(GAME, folder)
    assert sidescript.main(["test", str(folder), "--failed"]) == 0
    assert capsys.readouterr().out.endswith("1 passed, 0 failed\n")
    assert sidescript.main(["test", str(folder), "--failed"]) == 0
    assert capsys.readouterr().out.endswith("0 passed, 0 failed\n")


def test_what_breaks_down_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A broken condition may let through what the checker relied on, such as a value that is nothing."""
    made = game(folder=tmp_path)

    go = scenarios._Run.go

    def run(self):
        if self.program.space["BROKEN"] >= 0:
            raise IndexError
        go(self)

    monkeypatch.setattr(scenarios._Run, "go", run)
    found = [one for one, _ in mutations(made)]
    assert all(one.noticed_by is not None for one in found if one.reached)


def test_with_own_only_what_a_mod_brings_is_broken(tmp_path, capsys):
    shutil.copytree(Path(__file__).parent / "games" / "winners", tmp_path / "winners")
    mod = tmp_path / "more"
    mod.mkdir()
    (mod / "game.side").write_text(
        'mod more "More" extends winners\n\nverb double Player p\n    p.points += p.points\n\n'
        'test "Twice as many"\n    given\n        Player ann: points = 2\n    when\n        double ann\n'
        "    then\n        ann.points == 4\n",
        "utf-8",
    )
    assert sidescript.main(["test", str(mod), "--own", "--mutate"]) == 0
    told = capsys.readouterr()
    assert "1 passed, 0 failed" in told.out and "winners" not in told.err
    assert sidescript.main(["test", str(mod), "--mutate"]) == 0
    assert "winners" in capsys.readouterr().err, "all of them, if nothing is said"
