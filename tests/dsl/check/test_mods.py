"""A mod changes the declarations of the game that it extends."""

from __future__ import annotations

from pathlib import Path

from dsl import model as m
from dsl.check import check, check_parsed
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


def test_remove_takes_a_declaration_out() -> None:
    assert "rope" not in checked("remove rope\n").things


def test_what_is_new_is_added() -> None:
    assert checked('Hero eve "Eve"\n    home: hall\n').things["eve"].kinds == ("Hero",)


def test_a_mod_in_a_folder_of_its_own_brings_its_game(tmp_path: Path) -> None:
    (tmp_path / "mod.side").write_text('mod short "Short" extends disney-sidekicks\n'.replace("-", "_"), "utf-8")
    found = check(load(tmp_path))
    assert found.game is not None
    assert found.game.name == "disney_sidekicks"
