"""The fonts of the sheets inside the page of rules, each with no more letters than the page needs."""

from __future__ import annotations

import base64
import io
import re
from pathlib import Path
from typing import Any

import pytest
import sample_game as sample
from attrs import evolve
from fontTools.ttLib import TTFont
from test_own_fonts import NAME, font

from codegen import web_fonts
from codegen.card_face import DEFAULTS, PrintSettings, read_settings
from codegen.fonts import font_source
from codegen.rules_pages import html
from codegen.translation import ENGLISH
from dsl import model

FACE = re.compile(
    r'@font-face \{ font-family: "Book (\w+)"; font-weight: (\d+); font-style: (\w+);'
    r'[^}]*url\("data:font/woff;base64,([^"]+)"\)'
)


def embedded(game: model.CheckedGame, settings: PrintSettings = DEFAULTS) -> dict[tuple[str, str, str], bytes]:
    page = html(game, settings, ENGLISH)
    return {(role, weight, style): base64.b64decode(file) for role, weight, style, file in FACE.findall(page)}


@pytest.fixture(autouse=True)
def packages() -> None:
    if font_source("Lilita One") is None:
        pytest.skip("the font packages of the extra print are not installed")


def test_the_page_brings_its_fonts_with_just_its_letters() -> None:
    game = sample.game(sample.cards(), doc="Nach Łódź, π")
    found = embedded(game)
    assert set(found) == {
        ("title", "400", "normal"), ("text", "400", "normal"), ("text", "400", "italic"), ("text", "700", "normal")
    }  # fmt: skip
    assert sum(map(len, found.values())) < 80_000
    plain: Any = TTFont(io.BytesIO(found["text", "400", "normal"]))
    codes = set(plain.getBestCmap())
    assert set(map(ord, "Łódź")) | set(range(0x21, 0x7F)) <= codes and ord("Đ") not in codes and len(codes) < 150
    assert "SIL Open Font License" in str(plain["name"].getDebugName(13)), "the licence goes with the font"
    slanted: Any = TTFont(io.BytesIO(found["text", "400", "italic"]))
    bold: Any = TTFont(io.BytesIO(found["text", "700", "normal"]))
    assert slanted["post"].italicAngle < 0 and bold["OS/2"].usWeightClass == 700
    assert found == embedded(game)


def test_a_font_of_the_games_own_is_taken_apart_in_a_process_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIDESCRIPT_CACHE", str(tmp_path / "cache"))
    home = tmp_path / "game"
    home.mkdir()
    font(home / "hand.ttf")
    (home / "print.toml").write_text('[fonts]\ntitle = "hand.ttf"\n', "utf-8")
    settings = evolve(DEFAULTS, fonts=read_settings(home / "print.toml").fonts)
    work: list[object] = []
    real = web_fonts.bounded.run
    monkeypatch.setattr(web_fonts.bounded, "run", lambda *given, **more: work.append(given[0]) or real(*given, **more))
    found = embedded(sample.game(sample.cards()), settings)
    title = TTFont(io.BytesIO(found["title", "400", "normal"]))
    assert title["name"].getDebugName(1) == NAME and work[-1] is web_fonts.cut


def test_a_family_that_is_not_there_is_left_to_the_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    real = web_fonts.font_source
    monkeypatch.setattr(
        web_fonts, "font_source", lambda family, own: None if family == "Alegreya Sans" else real(family, own)
    )
    assert {role for role, _, _ in embedded(sample.game(sample.cards()))} == {"title"}
