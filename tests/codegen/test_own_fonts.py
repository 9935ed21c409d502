"""A font file of a game's own: it is printed and embedded, or refused at the line that names it."""

from __future__ import annotations

import struct
import sys
from pathlib import Path
from typing import Any

import pytest
import sample_game as sample
from attrs import evolve
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables.DefaultTable import DefaultTable
from pypdf import PdfReader

from codegen import bounded, own_fonts
from codegen.card_face import DEFAULTS, SettingsError, faces, read_settings, settings_of
from codegen.fonts import font_source, missing_glyphs
from codegen.own_fonts import FontError, own_font
from codegen.selection import card_hash
from codegen.sheet_options import SheetOptions
from codegen.sheets import sheets
from codegen.themes import theme_of

NAME = "Evening Hand"
SHOWN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 !.,/:·–-"


def font(path: Path, rights: int = 0, shown: str = SHOWN) -> Path:
    """A small font with a name that nothing else has."""
    packaged = font_source("Lilita One")
    if packaged is None:
        pytest.skip("the font packages of the extra print are not installed")
    made: Any = TTFont(packaged.files[0], recalcTimestamp=False)
    for record in made["name"].names:
        if record.nameID in (1, 16):
            record.string = NAME
    made["OS/2"].fsType = rights
    options = Options()
    options.name_IDs = [1, 2, 3, 4, 6]
    subset = Subsetter(options)
    subset.populate(text=shown)
    subset.subset(made)
    path.parent.mkdir(exist_ok=True)
    made.save(path)
    return path


def why(value: str, home: Path) -> str:
    with pytest.raises(FontError) as told:
        own_font(value, home)
    return str(told.value)


def test_a_file_is_a_family_with_its_characters(tmp_path: Path) -> None:
    font(tmp_path / "fonts" / "hand.ttf")
    found = own_font("fonts/hand.ttf", tmp_path)
    assert found.family == NAME
    assert not missing_glyphs(NAME, "Libertinus Serif", ["Ann 7"], [found])
    assert missing_glyphs(NAME, "Libertinus Serif", ["\U0001f9f8"], [found]) == {"\U0001f9f8"}
    assert font_source(NAME) is None  # no other game of this process gets to see it
    (tmp_path / "fonts" / "hand.ttf").write_bytes(b"something else")
    assert TTFont(found.files[0])["name"].getBestFamilyName() == NAME  # what was looked at is what is printed


def test_paths_stay_in_the_folder(tmp_path: Path) -> None:
    home = tmp_path / "game"
    home.mkdir()
    font(tmp_path / "outside.ttf")
    (home / "link.ttf").symlink_to(tmp_path / "outside.ttf")
    (home / "folder.ttf").mkdir()
    (home / "round.ttf").symlink_to(home / "round.ttf")
    assert "leads out" in why("../outside.ttf", home)
    assert "leads out" in why("link.ttf", home)
    assert "leads out" in why(str(tmp_path / "outside.ttf"), home)
    assert "no file" in why("folder.ttf", home)
    assert "no file" in why("nothing.otf", home)
    why("round.ttf", home)
    why("nul\0.ttf", home)


def test_what_is_no_font(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good = font(tmp_path / "hand.ttf").read_bytes()
    for name, content, expected in (
        ("page.ttf", b"<!doctype html><title>404</title>", "no TrueType"),
        ("empty.otf", b"", "no TrueType"),
        ("many.ttf", b"ttcf" + good[4:], "no TrueType"),
        ("short.ttf", good[: len(good) // 2], "damaged"),
        ("head.ttf", good[:12], "damaged"),
        ("tables.ttf", good[:4] + b"\xff\xff" + good[6:], "damaged"),
    ):
        (tmp_path / name).write_bytes(content)
        assert expected in why(name, tmp_path), name
    assert "converted" in why("hand.woff2", tmp_path)
    font(tmp_path / "kept.ttf", rights=2)
    assert "embedded" in why("kept.ttf", tmp_path)
    monkeypatch.setattr(own_fonts, "MOST_BYTES", 1000)
    assert "bytes" in why("hand.ttf", tmp_path)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux bounds memory")
def test_a_font_that_says_it_has_four_thousand_million_characters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_fonts, "_LIMITS", bounded.Limits(seconds=60.0, processor=5, megabytes=700))
    made: Any = TTFont(font(tmp_path / "hand.ttf"), recalcTimestamp=False)
    group = struct.pack(">III", 0, 0xFFFFFFFE, 1)
    table = struct.pack(">HHIII", 12, 0, 16 + len(group), 0, 1) + group
    content = struct.pack(">HHHHI", 0, 1, 3, 10, 12) + table
    made["cmap"] = DefaultTable("cmap")
    made["cmap"].data = content
    made.save(tmp_path / "bomb.ttf")
    assert "needs more than 700 MB" in why("bomb.ttf", tmp_path) or "not done" in why("bomb.ttf", tmp_path)


def test_a_print_file_names_a_font_and_it_is_embedded(tmp_path: Path) -> None:
    home = tmp_path / "game"
    home.mkdir()
    font(home / "hand.ttf", shown=SHOWN + "’“”×%0123456789")
    (home / "print.toml").write_text('[fonts]\ntitle = "hand.ttf"\n', "utf-8")
    settings = evolve(DEFAULTS, fonts=read_settings(home / "print.toml").fonts)
    made = []
    for name in ("one.pdf", "two.pdf"):
        report = sheets(
            sample.game(sample.cards()[:1]), tmp_path / name, options=SheetOptions(backs="none"), settings=settings
        )
        assert report.written, report.problems
        made.append((tmp_path / name).read_bytes())
    assert made[0] == made[1]
    reader = PdfReader(tmp_path / "one.pdf")
    page: Any = reader.pages[0]
    fonts = [one.get_object() for one in page["/Resources"]["/Font"].values()]
    inside = [one["/DescendantFonts"][0].get_object()["/FontDescriptor"] for one in fonts]
    ours = [one for one in inside if "LilitaOne" in one["/FontName"] or "Evening" in one["/FontName"]]
    assert ours and any(key in ours[0] for key in ("/FontFile2", "/FontFile3"))
    assert NAME in "".join(page.extract_text() for page in reader.pages)  # the last page names it
    plain, own = theme_of(DEFAULTS), theme_of(settings)
    (face,) = faces(sample.game(sample.cards()[:1]), sample.cards()[:1])
    assert card_hash(face, DEFAULTS, plain.digest) != card_hash(face, settings, own.digest)  # such cards are reprinted


def test_looks_and_mods_name_fonts_from_their_own_folder(tmp_path: Path) -> None:
    looks = tmp_path / "looks"
    font(looks / "hand.ttf")
    (looks / "theme.toml").write_text('text_font = "hand.ttf"\n', "utf-8")
    found = theme_of(evolve(DEFAULTS, looks=looks))
    assert (found.text_font, found.title_font) == (NAME, theme_of(DEFAULTS).title_font)
    (looks / "theme.toml").write_text('text_font = "../hand.ttf"\n', "utf-8")
    with pytest.raises(SettingsError, match="leads out"):
        theme_of(evolve(DEFAULTS, looks=looks))


def test_the_message_stands_at_the_line(tmp_path: Path) -> None:
    (tmp_path / "game.side").write_text("game Tiny\n", "utf-8")
    (tmp_path / "print.toml").write_text('theme = "noir"\n\n[fonts]\ntext = "hand.ttf"\n', "utf-8")
    (tmp_path / "hand.ttf").write_bytes(b"nothing")
    with pytest.raises(SettingsError) as told:
        theme_of(settings_of(tmp_path))
    message, sources = told.value.located()
    assert message.code == "font-unusable"
    assert sources[message.primary.span.path].place(message.primary.span.start) == (4, 9)
    (tmp_path / "print.toml").write_text('[fonts]\nheading = "hand.ttf"\n', "utf-8")
    with pytest.raises(SettingsError, match="no 'heading'; there are title, text"):
        settings_of(tmp_path)
