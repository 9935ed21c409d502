"""A mod changes the declarations of the game that it extends."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl import library
from dsl import model as m
from dsl.check import Checked, check, check_parsed
from dsl.load import load
from dsl.source import SourceFile
from dsl.syntax.parse import parse
from tests.dsl.check.programs import PRELUDE


def checked(text: str) -> m.CheckedGame:
    files = [SourceFile("game.side", PRELUDE), SourceFile("mod.side", 'mod hard "Hard" extends duel\n' + text)]
    found = check_parsed(files, [parse(file) for file in files])
    assert found.game is not None, found.diagnostics
    return found.game


def test_replace_takes_the_place_of_a_declaration() -> None:
    game = checked('replace Item lamp "Torch"\n    price: 4\n')
    assert game.things["lamp"].title == "Torch"
    assert not game.things["lamp"].sections
    assert list(game.things).index("lamp") < list(game.things).index("rope")


def test_patch_changes_what_it_names_and_keeps_the_rest() -> None:
    lamp = checked('patch Item lamp "Lamp"\n    price: 4\n').things["lamp"]
    assert lamp.values["Item.price"] == m.Literal(4, m.NUMBER)
    assert set(lamp.sections) == {"Item.use"}


def test_a_patch_without_a_title_keeps_the_title() -> None:
    lamp = checked("patch Item lamp x 3\n    price: 4\n").things["lamp"]
    assert (lamp.title, lamp.copies) == ("Lamp", 3)
    assert checked('patch Item lamp "Torch"\n    price: 4\n').things["lamp"].title == "Torch"
    (message,) = parse(SourceFile("mod.side", "replace Item lamp\n    price: 4\n")).diagnostics
    assert (message.code, message.help) == ("unexpected-end", 'Write it in quotes: `Item lamp "Lamp"`.')


def test_a_patch_of_a_deck_needs_no_title_either() -> None:
    bag = 'deck bag "Bag"\n    1 lamp\n    2 rope\n'
    assert checked(bag + "patch deck bag\n    3 lamp\n").decks["bag"].title == "Bag"
    patched = checked(bag + 'patch deck bag "Sack"\n    3 lamp\n').decks["bag"]
    assert (patched.title, sorted(patched.lines)) == ("Sack", [(2, "rope"), (3, "lamp")])
    (message,) = parse(SourceFile("mod.side", "deck bag\n    3 lamp\n")).diagnostics
    assert (message.code, message.help) == ("unexpected-end", 'Write it in quotes: `deck bag "Bag"`.')


def test_a_patch_of_a_kind_adds_parents() -> None:
    game = checked("kind Hot\n    heat: Number = 1\npatch kind Item is Hot\n")
    assert "Hot" in game.kinds["Item"].ancestors
    assert game.things["lamp"].values["Item.price"] == m.Literal(2, m.NUMBER)


def test_a_deck_has_none_of_what_a_patch_says_zero_of() -> None:
    assert checked('deck bag "Bag"\n    0 lamp\n    2 rope\n').decks["bag"].lines == ((2, "rope"),)


def test_remove_takes_a_declaration_out() -> None:
    assert "rope" not in checked("remove rope\n").things


def test_what_is_new_is_added() -> None:
    assert checked('Hero eve "Eve"\n    home: hall\n').things["eve"].kinds == ("Hero",)


def test_a_mod_in_a_folder_of_its_own_brings_its_game(tmp_path: Path) -> None:
    (tmp_path / "mod.side").write_text('mod short "Short" extends disney-sidekicks\n'.replace("-", "_"), "utf-8")
    found = check(load(tmp_path))
    assert found.game is not None
    assert found.game.name == "disney_sidekicks"


@pytest.fixture
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A built-in game with cards in wrong places, with counts and with tests."""
    home = tmp_path / "library" / "cards" / "duel"
    files = {
        "game.side": PRELUDE,
        "cards/beast/stick.side": 'Item stick "Stick"\n',
        "rules/box.side": 'contents base "In the box"\n    1 lamp\n    3 rope\n    5 Item\n    1 "board"\n',
        "scenarios/rope.side": 'test "The rope is cheap"\n    then\n        rope.price == 1\n'
        'test "The lamp is not"\n    then\n        lamp.price == 2\n',
    }
    for name, text in files.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text, "utf-8")
    monkeypatch.setattr(library, "LIBRARY", home.parent)
    return home


def modded(folder: Path, text: str) -> Checked:
    folder.mkdir(parents=True)
    (folder / "game.side").write_text('mod hard "Hard" extends duel\n' + text, "utf-8")
    found = check(load(folder))
    assert found.game is not None, found.diagnostics
    return found


def test_warnings_about_the_base_are_for_its_own_check(base: Path, tmp_path: Path) -> None:
    assert "misplaced-file" in {d.code for d in check(load(base)).diagnostics}
    assert modded(tmp_path / "hard", "").diagnostics == ()


def test_a_card_of_a_mod_has_its_place_in_the_folder_of_the_mod(base: Path, tmp_path: Path) -> None:
    folder = tmp_path / "cards" / "hard"
    for name in ("item/knife", "beast/fork"):
        (folder / "cards" / name).parent.mkdir(parents=True)
        (folder / "cards" / f"{name}.side").write_text(f'Item {name.partition("/")[2]} "It"\n', "utf-8")
    (folder / "game.side").write_text('mod hard "Hard" extends duel\n', "utf-8")
    (found,) = check(load(folder)).diagnostics
    assert (found.code, found.span.path) == ("misplaced-file", "cards/beast/fork.side")


def test_the_contents_of_the_base_follow_the_mod(base: Path, tmp_path: Path) -> None:
    found = modded(tmp_path / "hard", 'Item knife "Knife" x 2\nremove lamp\nItem fork "Fork"\n    price: 3\n')
    assert found.game is not None
    lines = found.game.contents["base"].lines
    assert lines == ((3, "rope", True), (7, "Item", True), (1, "board", False))


def test_the_contents_of_the_mod_are_counted(base: Path, tmp_path: Path) -> None:
    (tmp_path / "hard").mkdir()
    text = 'mod hard "Hard" extends duel\nremove base\ncontents mine "Mine"\n    4 rope\n'
    (tmp_path / "hard" / "game.side").write_text(text, "utf-8")
    assert [d.code for d in check(load(tmp_path / "hard")).diagnostics] == ["wrong-count"]


def test_tests_about_what_is_removed_are_left_out(base: Path, tmp_path: Path) -> None:
    found = modded(tmp_path / "hard", "remove rope\n")
    assert found.game is not None
    assert [test.title for test in found.game.tests] == ["The lamp is not"]
    assert [(d.code, d.severity, d.span.path) for d in found.diagnostics] == [("tests-left-out", "hint", "game.side")]


def test_a_mod_is_the_same_game_in_every_folder(base: Path, tmp_path: Path) -> None:
    text = 'Item knife "Knife"\n'
    one, other = (modded(tmp_path / folder, text).game for folder in ("hard", "far/away/soft"))
    changed = modded(tmp_path / "more", text + 'Item fork "Fork"\n').game
    assert one is not None and other is not None and changed is not None
    assert one.source_hash == other.source_hash != changed.source_hash


def test_a_misspelt_base_is_one_message(tmp_path: Path) -> None:
    text = 'mod short "Short" extends disney_sidekick\n\nDanger fog "Fog"\n    rises:\n        damage you by 1\n'
    (tmp_path / "game.side").write_text(text, "utf-8")
    (found,) = check(load(tmp_path)).diagnostics
    assert (found.code, found.help) == ("extends-unknown", "Did you mean `disney_sidekicks`?")


def messages_of(folder: Path, text: str) -> list[tuple[str, str | None]]:
    folder.mkdir(parents=True)
    (folder / "game.side").write_text('mod hard "Hard" extends duel\n' + text, "utf-8")
    return [(d.code, d.help) for d in check(load(folder)).diagnostics if d.severity == "error"]


def test_remove_needs_to_say_which_if_several_have_the_name(base: Path, tmp_path: Path) -> None:
    (base / "rules" / "start.side").write_text('setup base "Another start"\n', "utf-8")
    found = messages_of(tmp_path / "hard", "remove base\n")
    assert found == [("ambiguous-name", "Say which: `remove contents base` or `remove setup base`.")]
    game = modded(tmp_path / "soft", "remove contents base\n").game
    assert game is not None
    assert "base" in game.setups and "base" not in game.contents
    game = modded(tmp_path / "other", "remove setup base\n").game
    assert game is not None
    assert "base" not in game.setups and "base" in game.contents


def test_a_mod_leaves_a_set_up(base: Path, tmp_path: Path) -> None:
    assert [code for code, _ in messages_of(tmp_path / "hard", "remove start\n")] == ["missing-declaration"]


def test_a_name_of_the_game_is_replaced_openly(base: Path, tmp_path: Path) -> None:
    ((code, help),) = messages_of(tmp_path / "hard", 'Item lamp "Torch"\n')
    assert code == "duplicate-declaration"
    assert help is not None and help.endswith("Or put `replace` before it.")


def test_a_mod_has_its_own_title_and_stays_the_game_that_it_extends() -> None:
    game = checked("remove rope\n")
    assert (game.name, game.title) == ("duel", "Hard")


def two_mods(base: Path, tmp_path: Path, first: str, second: str, extends: str = "duel") -> Checked:
    """Two mods beside each other, played in this order."""
    for name, text in (("hard", first), ("odd", second)):
        (tmp_path / name).mkdir()
        below = "duel" if name == "hard" else extends
        (tmp_path / name / "game.side").write_text(f'mod {name} "{name.title()}" extends {below}\n{text}', "utf-8")
    before = (base, tmp_path / "hard") if extends == "duel" else ()
    return check(load(tmp_path / "odd", before))


def test_several_mods_change_a_game_in_their_order(base: Path, tmp_path: Path) -> None:
    found = two_mods(base, tmp_path, 'patch Item lamp "Lamp"\n    price: 4\n', 'Item knife "Knife"\n    price: 3\n')
    assert found.game is not None
    assert found.game.things["lamp"].values["Item.price"] == m.Literal(4, m.NUMBER)
    assert "knife" in found.game.things
    assert not [one for one in found.diagnostics if one.severity != "hint"]


def test_two_mods_that_change_one_thing_are_both_shown(base: Path, tmp_path: Path) -> None:
    patch = 'patch Item lamp "Lamp"\n    price: {}\n'
    found = two_mods(base, tmp_path, patch.format(4), patch.format(5))
    (one,) = found.diagnostics
    assert one.code == "mods-conflict"
    assert one.span.path == "game.side"
    assert [label.span.path for label in one.secondary] == ["../hard/game.side"]
    assert found.game is not None
    assert found.game.things["lamp"].values["Item.price"] == m.Literal(5, m.NUMBER)


def test_patches_of_other_lines_do_not_meet(base: Path, tmp_path: Path) -> None:
    found = two_mods(
        base, tmp_path, "patch kind Item\n    weight: Number = 1\n", "patch kind Item\n    smell: Number = 1\n"
    )
    assert [one.code for one in found.diagnostics if one.code == "mods-conflict"] == []


def test_a_mod_extends_a_mod_beside_it(base: Path, tmp_path: Path) -> None:
    patch = 'patch Item lamp "Lamp"\n    price: {}\n'
    found = two_mods(base, tmp_path, patch.format(4) + 'Item knife "Knife"\n    price: 3\n', patch.format(5), "hard")
    assert found.game is not None, found.diagnostics
    assert found.game.things["lamp"].values["Item.price"] == m.Literal(5, m.NUMBER)
    assert "knife" in found.game.things
    assert [one.code for one in found.diagnostics] == []


def test_a_removed_thing_that_another_mod_changes(base: Path, tmp_path: Path) -> None:
    found = two_mods(base, tmp_path, "remove rope\n", 'patch Item rope "Rope"\n    price: 3\n')
    assert {"mods-conflict", "patches-nothing"} <= {one.code for one in found.diagnostics}
    assert found.game is None


def test_another_version_names_what_the_mod_changes() -> None:
    text = 'mod hard "Hard" extends duel for version "1"\npatch Item lamp "Lamp"\n    price: 4\n'
    files = [SourceFile("../duel/game.side", PRELUDE, "../duel/"), SourceFile("game.side", text)]
    (one,) = check_parsed(files, [parse(file) for file in files]).diagnostics
    assert one.code == "other-version"
    assert one.notes == ("it changes `lamp`: look at these again",)


def test_mods_by_option_and_what_does_not_fit(base: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import sidescript

    two_mods(base, tmp_path, "", "")
    words = ["show", "tree", "duel", "--mod", str(tmp_path / "hard"), "--mod", str(tmp_path / "odd")]
    assert sidescript.main(words) == 0
    with pytest.raises(SystemExit):
        sidescript.main(["check", "duel", "--mod", str(base)])
    assert "is no mod" in capsys.readouterr().err


def test_a_mod_on_which_an_earlier_one_builds_is_there_once(base: Path, tmp_path: Path) -> None:
    two_mods(base, tmp_path, 'Item knife "Knife"\n', 'Item fork "Fork"\n', "hard")
    folders = library.find_all(f"duel+{tmp_path / 'odd'}+{tmp_path / 'hard'}+{tmp_path / 'odd'}")
    assert folders == (base, tmp_path / "odd")
    *before, folder = folders
    found = check(load(folder, tuple(before)))
    assert found.game is not None, found.diagnostics
    assert {"knife", "fork"} <= set(found.game.things)


def test_of_two_mods_only_what_one_changes_is_told_of_its_version(base: Path, tmp_path: Path) -> None:
    two_mods(base, tmp_path, 'patch Item lamp "Lamp"\n    price: 4\n', "")
    front = 'mod odd "Odd" extends duel for version "1"\nremove rope\n'
    (tmp_path / "odd" / "game.side").write_text(front, "utf-8")
    found = check(load(tmp_path / "odd", (base, tmp_path / "hard")))
    (one,) = [one for one in found.diagnostics if one.code == "other-version"]
    assert one.notes == ("it changes `rope`: look at these again",)


LISTS = """kind Chest is Card
    keys: Item set
    hues: Colour set = []
Chest iron "Iron"
    keys: lamp, rope
Chest oak "Oak"
    keys: [lamp, rope]
    hues: red
"""


def in_order(listing: m.Value) -> list[str]:
    if isinstance(listing, m.CopiesConstant):
        return [listing.thing]
    assert isinstance(listing, m.Listing)
    return [getattr(one, "thing", None) or getattr(one, "name") for one in listing.items]  # noqa: B009


def messages(text: str) -> list[tuple[str, str, str | None]]:
    """Code, the text that is meant, and the help, of what is said of mods."""
    files = [SourceFile("game.side", PRELUDE), SourceFile("mod.side", text)]
    found = check_parsed(files, [parse(file) for file in files])
    return [
        (one.code, text[one.span.start : one.span.end], one.help)
        for one in found.diagnostics
        if one.code not in ("never-used", "unwritten-attribute")
    ]


@pytest.mark.parametrize("thing", ["iron", "oak"])
def test_a_patch_adds_to_a_list_and_takes_out_of_it(thing: str) -> None:
    items = 'Item crown "Crown"\nItem cup "Cup"\n'
    patched = checked(f"{LISTS}{items}patch Chest {thing}\n    keys += crown, cup\n")
    assert in_order(patched.things[thing].values["Chest.keys"]) == ["lamp", "rope", "crown", "cup"]
    patched = checked(f"{LISTS}patch Chest {thing}\n    keys -= lamp\n")
    assert in_order(patched.things[thing].values["Chest.keys"]) == ["rope"]
    patched = checked(f"{LISTS}patch Chest {thing}\n    keys -= [lamp, rope]\n")
    assert in_order(patched.things[thing].values["Chest.keys"]) == []
    patched = checked(f"{LISTS}patch Chest {thing}\n    keys: rope\n    keys += lamp\n")
    assert in_order(patched.things[thing].values["Chest.keys"]) == ["rope", "lamp"]
    assert in_order(checked(f"{LISTS}patch Chest oak\n    hues += blue\n").things["oak"].values["Chest.hues"]) == [
        "red", "blue",
    ]  # fmt: skip


TWO = """mod hard "Hard" extends duel
{lists}patch Chest iron
    {one}
mod cheap "Cheap" extends duel
patch Chest iron
    {two}
"""


@pytest.mark.parametrize(
    ("one", "two", "keys", "codes"),
    [
        ("keys += ada_key", "keys += bob_key", ["lamp", "rope", "ada_key", "bob_key"], []),
        ("keys += ada_key", "keys -= lamp", ["rope", "ada_key"], []),
        ("keys: ada_key", "keys += bob_key", ["ada_key", "bob_key"], []),
        ("keys += ada_key", "keys: bob_key", ["bob_key"], ["mods-conflict"]),
        ("keys += ada_key", "keys += ada_key", ["lamp", "rope", "ada_key", "ada_key"], ["named-twice"]),
        ("keys -= lamp", "keys -= lamp", None, ["removes-nothing"]),
    ],
)
def test_what_two_mods_do_to_a_list_adds_up(one: str, two: str, keys: list[str] | None, codes: list[str]) -> None:
    lists = LISTS + 'Item ada_key "Key of Ada"\nItem bob_key "Key of Bob"\n'
    text = TWO.format(lists=lists, one=one, two=two)
    assert [code for code, _, _ in messages(text)] == codes
    if keys is not None:
        files = [SourceFile("game.side", PRELUDE), SourceFile("mod.side", text)]
        game = check_parsed(files, [parse(file) for file in files]).game
        assert game is not None and in_order(game.things["iron"].values["Chest.keys"]) == keys


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("keys -= crwn", ("removes-nothing", "crwn", "It has `lamp`, `rope`.")),
        ("keys -= ropes", ("removes-nothing", "ropes", "Did you mean `rope`?")),
        ("kys += lamp", ("patches-nothing", "kys", "Did you mean `keys`?")),
        ("hues += blue", ("patches-nothing", "hues", "Write the whole list: `hues: [...]`.")),
        (
            "keys += rope",
            ("named-twice", "rope", "For two of them write `x 2` behind the title of `rope` and name it once."),
        ),
    ],
)
def test_what_is_wrong_with_a_change_of_a_list_is_said_at_its_place(line: str, message: tuple[str, str, str]) -> None:
    assert messages(f'mod hard "Hard" extends duel\n{LISTS}patch Chest iron\n    {line}\n') == [message]


@pytest.mark.parametrize(
    "text",
    [
        'Chest new "New"\n    keys += lamp\n',
        'replace Chest iron "Iron"\n    keys += lamp\n',
        'kind Door is Card\n    faces open, shut\n    keys: Item set\n\nDoor gate "Gate"\n    keys: []\n'
        "    face open:\n        keys += lamp\n",
    ],
)
def test_a_list_is_changed_in_a_patch_alone(text: str) -> None:
    codes = {code for code, _, _ in messages(f'mod hard "Hard" extends duel\n{LISTS}{text}')}
    assert "wrong-place" in codes


def test_a_range_that_a_mod_changes_is_none_of_the_tests_of_its_base(base: Path, tmp_path: Path) -> None:
    """Its author has no hand in them; in tests of the mod it is an error."""
    test = 'test "{}"\n    given\n        brim = {}\n    then\n        brim == {}\n'
    game = (base / "game.side").read_text("utf-8").rstrip("\n")
    state = "    state brim: Number from 0 to edge = 0\n"
    lines = game.split("\n")
    at = next(n for n, line in enumerate(lines) if line.startswith("    seats "))
    lines.insert(at + 1, state.rstrip("\n"))
    text = "\n".join(lines) + "\n\ndefine edge: 9\n\n" + test.format("Full", 9, 9)
    (base / "game.side").write_text(text, "utf-8")
    assert not [d for d in check(load(base)).diagnostics if d.severity == "error"]
    assert not [d for d in modded(tmp_path / "hard", "replace define edge: 5\n").diagnostics if d.severity == "error"]
    (tmp_path / "own").mkdir()
    own = 'mod hard "Hard" extends duel\nreplace define edge: 5\n\n' + test.format("Fuller", 8, 8)
    (tmp_path / "own" / "game.side").write_text(own, "utf-8")
    found = [d for d in check(load(tmp_path / "own")).diagnostics if d.severity == "error"]
    assert [(d.code, d.span.path) for d in found] == [("value-out-of-range", "game.side")]
