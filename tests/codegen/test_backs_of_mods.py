"""Backs of a mod's cards, which lie in one deck with those of the game."""

from __future__ import annotations

from pathlib import Path

from attrs import evolve

from codegen.card_face import read_settings, settings_of
from codegen.sheets import sheets
from codegen.typesetting import back_title
from dsl.check import check
from dsl.library import LIBRARY
from dsl.load import load

FOLDER = LIBRARY / "homemade" / "night-shift"


def test_a_mod_has_the_backs_of_its_game(tmp_path: Path) -> None:
    from pypdf import PdfReader

    game = check(load(FOLDER)).game
    assert game is not None and game.title == "Night Shift"
    settings = settings_of(FOLDER)
    assert back_title(game, settings) == "Villains and Vigilantes"
    assert back_title(game, evolve(settings, back_title="Night")) == "Night"

    from codegen.selection import Selection

    out = tmp_path / "cards.pdf"
    assert sheets(game, out, wanted=Selection(names=("Thunderclap",)), settings=settings).written
    fronts, backs = (page.extract_text() for page in PdfReader(out).pages[:2])
    assert "Night Shift" in fronts
    assert "Villains and Vigilantes" in backs.partition("50 mm")[0]
    assert "Night Shift" not in backs.partition("50 mm")[0]


def test_a_mod_says_another_title_for_its_backs(tmp_path: Path) -> None:
    path = tmp_path / "print.toml"
    path.write_text('back_title = "Night"\n', "utf-8")
    assert read_settings(path).back_title == "Night"


def test_a_mod_prints_what_it_declares_itself() -> None:
    from codegen.selection import Selection, selected
    from codegen.sheets import chosen_boards, printed_faces

    folder = LIBRARY / "homemade" / "kestrel"
    game = check(load(folder)).game
    assert game is not None
    settings = settings_of(folder)
    every = printed_faces(game, settings, ("cards", "pieces", "summary"))
    found = selected(game, every, settings, Selection(own=True), str)
    assert {face.key for face in found} == {
        "kestrel", "updraft", "calm_voice", "kestrel (standee)", "kestrel.token (round)"
    }  # fmt: skip
    assert len(selected(game, every, settings, Selection(), str)) > len(found)
    (named,) = selected(game, every, settings, Selection(own=True, names=("updraft", "delphi")), str)
    assert named.key == "updraft"
    alone = check(load(LIBRARY / "sidekick-saga")).game
    assert alone is not None
    things = list(printed_faces(alone, settings, ("cards",)))
    assert len(selected(alone, things, settings, Selection(own=True), str)) == len(things), "a game is all its own"
    assert chosen_boards((), Selection(own=True), "") == ()
