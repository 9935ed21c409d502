"""Watching: check at each save, tests when it holds, and just the cards that changed."""

import threading
from pathlib import Path

from dsl.authoring.new import new_folder, write
from dsl.authoring.watch import follow, saves_in


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
        (folder / "scenarios" / "more.side").write_text('test "Yes"\n    then\n        continues\n')
        yield

    def run(words):
        ran.append(words)
        return 1 if words[0] == "check" and gems.read_text() == "Gem !" else 0

    said = []
    follow(folder, saves(), run, Path("o.pdf"), said.append)
    name = str(folder)
    everything, ruby = ["sheets", name, "-o", "o.pdf"], ["sheets", name, "-o", "o.pdf", "--cards", "ruby"]
    check, test = ["check", name], ["test", name]
    assert ran == [check, test, everything, check, test, ruby, check, check, test, ruby, check, test]
    assert said == ["no card has changed"]


def test_a_save_is_noticed(tmp_path):
    folder = game_in(tmp_path)
    timer = threading.Timer(1.0, lambda: (folder / "rules" / "cards.side").write_text("# other\n"))
    timer.start()
    changes = next(iter(saves_in(folder)))
    timer.cancel()
    assert {Path(path).name for _, path in changes} == {"cards.side"}
