"""Watching: check at each save; then the tests that it can have changed, and just the cards that changed."""

import threading
from pathlib import Path
from typing import Any

import pytest

from dsl.authoring.new import new_folder, write
from dsl.authoring.watch import follow, saves_in, touched
from dsl.check import check
from dsl.load import load

TEST = 'test "Yes"\n    then\n        continues\n'


def game_in(tmp_path: Path) -> Path:
    made = new_folder("game", "gems", tmp_path)
    write(made)
    return made.folder


def test_each_save_is_checked_tested_and_printed(tmp_path):
    folder = game_in(tmp_path)
    gems = folder / "cards" / "gem" / "gems.side"
    good = gems.read_text()
    ran = []

    def saves():
        gems.write_text(good.replace("gold: 4", "gold: 5"))
        yield
        gems.write_text("Gem !")
        yield
        gems.write_text(good)
        yield
        (folder / "scenarios" / "more.side").write_text(TEST)
        yield
        (folder / "scenarios" / "more.side").write_text("# nothing\n" + TEST)
        yield

    def run(words):
        ran.append(words)
        if words[0] == "test" and len(ran) == 5:
            return 1
        return 1 if words[0] == "check" and gems.read_text() == "Gem !" else 0

    said = []
    follow(folder, saves(), run, Path("o.pdf"), said.append)
    name = str(folder)
    everything, ruby = ["sheets", name, "-o", "o.pdf"], ["sheets", name, "-o", "o.pdf", "--cards", "ruby"]
    check, test = ["check", name], ["test", name]
    more = [*test, "--at", "scenarios/more.side:1"]
    assert ran[:3] == [check, test, everything]
    assert ran[3] == check and ran[4][:2] == test and ran[4][2] == "--at" and ran[5] == ruby
    assert ran[6] == check  # a mistake: nothing else
    assert ran[7:9] == [check, [*test, "--failed"]] and ran[9][:2] == test and ran[10] == ruby
    assert ran[11:13] == [check, more] and ran[13:] == [check]
    assert said == [
        "all tests: the first look",
        "3 of 3 tests: ruby changed",
        "3 of 3 tests: ruby changed",
        "1 of 4 tests: 1 test changed",
        "no card has changed",
        "no test: nothing that a test could notice changed",
        "no card has changed",
    ]


def test_of_a_mod_its_own_tests_run_first(tmp_path):
    game_in(tmp_path)
    mod = tmp_path / "more"
    mod.mkdir()
    (mod / "game.side").write_text('mod more "More" extends gems\n')
    ran = []
    follow(mod, (), lambda words: ran.append(words) or 0, None, lambda _: None)
    assert ran == [["check", str(mod)], ["test", str(mod), "--own"]]


@pytest.fixture
def sources(tmp_path):
    """Changes a file of a small game, and says what that touches."""
    folder = game_in(tmp_path)
    tests = folder / "scenarios" / "turn.side"
    tests.write_text(
        'test "Ruby"\n    given\n        Player ann\n        active = ann\n        ruby in ann.hand\n'
        "    then\n        ruby in ann.hand\n\n"
        'test "Curse"\n    given\n        Player ann\n        active = ann\n        1 Curse in ann.hand\n'
        "    then\n        count(ann.hand) == 1\n\n"
        'test "Begin"\n    given\n        after setup\n    then\n        count(deck) > 0\n\n'
        'test "Sold"\n    given\n        Player ann\n        active = ann\n    then\n        ann.points == 0\n'
    )
    before = check(load(folder))
    assert before.game is not None, before.diagnostics

    def change(path, old, new):
        file = folder / path
        text = file.read_text()
        assert old in text
        file.write_text(text.replace(old, new))
        after = check(load(folder))
        assert after.game is not None, after.diagnostics
        found = touched(before, after)
        return found.tests if found.tests is None else [test.title for test in found.tests], list(found.cards)

    return change


@pytest.mark.parametrize(
    ("path", "old", "new", "tests", "cards"),
    [
        ("cards/gem/gems.side", "gold: 4", "gold: 5", ["Ruby", "Begin"], ["ruby"]),
        ("cards/gem/gems.side", "gold: 2", "gold: 3", ["Begin"], ["topaz"]),
        ("cards/curse/old-curse.side", "small letters", "large letters", ["Curse", "Begin"], ["old_curse"]),
        ("cards/gem/gems.side", "Gem topaz", "# shiny\nGem topaz", [], []),
        ("scenarios/turn.side", "ann.points == 0", "ann.points < 1", ["Sold"], []),
        ("rules/actions.side", "p.points += ", "p.points += 1 + ", None, []),
        ("rules/cards.side", "from 1 to 9", "from 1 to 8", None, []),
    ],
)
def test_what_a_save_touches(sources, path, old, new, tests, cards):
    found, printed = sources(path, old, new)
    assert found == tests
    assert printed == cards


def test_a_save_is_noticed(tmp_path):
    folder = game_in(tmp_path)
    timer = threading.Timer(1.0, lambda: (folder / "rules" / "cards.side").write_text("# other\n"))
    timer.start()
    changes: Any = next(iter(saves_in(folder)))
    timer.cancel()
    assert {Path(path).name for _, path in changes} == {"cards.side"}
