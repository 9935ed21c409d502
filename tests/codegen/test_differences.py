"""What a version or a mod changes, in words."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

import sidescript
from codegen.differences import Change, as_markdown, as_text, differences
from dsl.authoring.new import new_folder, write
from tests.checked import game_in


@pytest.fixture
def versions(tmp_path):
    """A game in two versions: a card more, one less, a number, a title, a rule."""
    made = new_folder("game", "gems", tmp_path / "old")
    write(made)
    new = tmp_path / "new" / "gems"
    shutil.copytree(made.folder, new)
    gems = new / "cards" / "gem" / "gems.side"
    text = gems.read_text().replace("gold: 4", "gold: 5").replace('"Pebble" x 6', '"Pebbles" x 8')
    text = text.replace('Gem topaz "Topaz" x 5\n    gold: 2\n', 'Gem opal "Opal" x 2\n    gold: 3\n')
    gems.write_text(text)
    (new / "scenarios" / "turn.side").unlink()
    rules = new / "rules" / "actions.side"
    rules.write_text(rules.read_text().replace("draw 1 from deck", "draw 2 from deck"))
    return made.folder, new


def test_cards_and_rules_before_and_after(versions):
    found = differences(*map(game_in, versions))
    cards = {one.name: (one.how, one.changes) for one in found.cards}
    assert cards["ruby"] == ("changed", (Change("Gold", "4 points", "5 points"),))
    assert cards["pebble"][1] == (Change("title", "Pebble", "Pebbles"), Change("copies", "6", "8"))
    assert cards["topaz"][0] == "removed"
    assert cards["opal"] == ("added", (Change("copies", "", "2"), Change("Gold", "", "3 points")))
    assert set(cards) == {"ruby", "pebble", "topaz", "opal"}
    (rule,) = [one for one in found.rules if one.name == "verb-dig"]
    (change,) = rule.changes
    assert "a card" in change.before.lower() or "1 card" in change.before
    assert "2 cards" in change.after
    assert found.unseen == ()


def test_two_readings_of_one_game_are_the_same(versions):
    game = game_in(versions[0])
    assert "Nothing is different." in as_text(differences(game, game))


def test_as_markdown(versions):
    text = as_markdown(differences(*map(game_in, versions)))
    assert "## Cards added (1)\n\n- **Opal** (Gem) × 2\n  - Gold: 3 points\n" in text
    assert "- **Ruby** (Gem)\n  - Gold: 4 points → 5 points\n" in text


def test_what_print_does_not_show_is_counted(versions):
    folder = versions[0]
    old = game_in(folder)
    rules = folder / "rules" / "actions.side"
    rules.write_text(rules.read_text().replace("3 * p.points", "4 * p.points"))
    found = differences(old, game_in(folder))
    assert (found.cards, found.rules, found.unseen) == ((), (), ("greedy_score",))


def test_the_command_and_a_revision_of_git(versions, tmp_path, monkeypatch, capsys):
    old, new = versions
    monkeypatch.setenv("SIDESCRIPT_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(old.parent)
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main"]
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "first"]):
        subprocess.run([*git, *words], check=True)
    shutil.rmtree(old)
    shutil.copytree(new, old)
    assert sidescript.main(["diff", "HEAD:gems", "gems", "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {one["name"] for one in told["cards"]} == {"ruby", "pebble", "topaz", "opal"}
    assert sidescript.main(["diff", str(new), "gems", "-o", "changes.txt"]) == 0
    assert "Nothing is different." in Path("changes.txt").read_text(encoding="utf-8")
    with pytest.raises(SystemExit):
        sidescript.main(["diff", "no-such-revision:gems", "gems"])
    assert "git has no no-such-revision:gems" in capsys.readouterr().err


def test_a_revision_of_a_mod_has_its_game_beside_it(versions, tmp_path, monkeypatch, capsys):
    """Both as git kept them; and a game that git never kept, as it is now."""
    home = versions[0].parent
    monkeypatch.setenv("SIDESCRIPT_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(home)
    mod = home / "dear"
    mod.mkdir()
    (mod / "game.side").write_text('mod dear "Dear" extends gems\npatch Gem ruby "Ruby"\n    gold: 6\n')
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main"]
    for words in (["init", "-q"], ["add", "dear"], ["commit", "-qm", "the mod"]):
        subprocess.run([*git, *words], check=True)
    (mod / "game.side").write_text('mod dear "Dear" extends gems\npatch Gem ruby "Ruby"\n    gold: 7\n')
    assert sidescript.main(["diff", "HEAD:dear", "dear"]) == 0
    assert "Gold: 6 points → 7 points" in capsys.readouterr().out
    subprocess.run([*git, "add", "gems"], check=True)
    subprocess.run([*git, "commit", "-qm", "the game"], check=True)
    gems = home / "gems" / "cards" / "gem" / "gems.side"
    gems.write_text(gems.read_text().replace('"Pebble" x 6', '"Pebbles" x 6'))
    assert sidescript.main(["diff", "HEAD:gems+dear", "gems+dear"]) == 0
    told = capsys.readouterr().out
    assert "title: Pebble → Pebbles" in told and "Gold: 6 points → 7 points" in told


def test_what_a_kind_says_of_all_is_what_a_card_had_before(tmp_path):
    made = new_folder("game", "gems", tmp_path)
    write(made)
    gems = made.folder / "cards" / "gem" / "gems.side"
    kinds = next(path for path in made.folder.rglob("*.side") if "kind Gem" in path.read_text())
    text = kinds.read_text()
    at = text.index("\n", text.index("kind Gem")) + 1
    kinds.write_text(f"{text[:at]}    shine: Number = 1\n{text[at:]}")
    old = game_in(made.folder)
    gems.write_text(gems.read_text().replace("    gold: 4\n", "    gold: 4\n    shine: 3\n", 1))
    (one,) = differences(old, game_in(made.folder)).cards
    assert one.changes == (Change("Shine", "1", "3"),)


TWO = "The active player may take up to 2 actions."


def test_the_turn_and_options_are_rules_too(versions):
    """The turn is a picture in the book, and an option of yes and no has only a title there."""
    game = versions[1] / "game.side"
    text = game.read_text("utf-8").replace("active takes 1 turn_action", "active takes any turn_action up to 2")
    game.write_text(text.replace("flow\n", 'option fast "Fast": no\n\nflow\n'), "utf-8")
    rules = {one.title: one for one in differences(*map(game_in, versions)).rules}
    (change,) = rules["How a turn goes"].changes
    assert (change.before, change.after) == (
        "The active player takes 1 action.",
        "The active player may take up to 2 actions.",
    )
    assert rules["Fast"].how == "added"


def test_a_number_that_others_print_is_not_without_a_word(tmp_path):
    """A limit has no entry of its own, but each text that names it says the change; one that none names stays."""
    text = """game g "G"
    seats 1 as Player
    state gauge: Number = 0 "Gauge"
kind Player
menu turn_action "action"
setup base "Set-up"
    step first "First":
        gauge = 0
flow
    repeat:
        turn of first(Player):
            first(Player) takes 1 turn_action
action work "Work" is turn_action
    does: gauge += few
ending over "The gauge has reached {brim}": lose when gauge >= brim
define brim: 15
define few: 1
define greedy_score: 15 - gauge
"""
    games = []
    for name, said in (("a", text), ("b", text.replace("brim: 15", "brim: 12").replace("score: 15", "score: 14"))):
        (tmp_path / name).mkdir()
        (tmp_path / name / "game.side").write_text(said)
        games.append(game_in(tmp_path / name))
    found = differences(*games)
    assert any("12" in change.after for one in found.rules for change in one.changes)
    assert found.unseen == ("greedy_score",)
