"""Odd papers, sizes and settings: each is refused with what is wrong, at its line, and the old file stays."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest
import sample_game as sample
from attrs import evolve

from codegen import commands
from codegen.card_face import DEFAULTS, SettingsError, read_settings, settings_of
from codegen.selection import Selection
from codegen.sheet_layout import SheetError
from codegen.sheet_options import SheetOptions
from codegen.sheets import sheets
from codegen.themes import theme_of
from codegen.translation import CatalogueError, language_of


@pytest.mark.parametrize(
    "options",
    [
        SheetOptions(paper="0x0"),
        SheetOptions(paper="nanxnan"),
        SheetOptions(paper="10000000x10000000"),
        SheetOptions(paper="-5x10"),
        SheetOptions(paper=""),
        SheetOptions(size="0x0"),
        SheetOptions(size="nanx88"),
        SheetOptions(size="500x500"),
        SheetOptions(bleed=float("nan")),
        SheetOptions(bleed=float("inf")),
        SheetOptions(bleed=-1.0),
    ],
)
def test_what_no_sheet_can_be(tmp_path: Path, options: SheetOptions) -> None:
    out = tmp_path / "cards.pdf"
    out.write_bytes(b"the last good one")
    with pytest.raises(SheetError):
        sheets(sample.game(sample.cards()), out, options=options)
    assert out.read_bytes() == b"the last good one"


def test_nothing_chosen_leaves_the_old_file(tmp_path: Path) -> None:
    out = tmp_path / "cards.pdf"
    out.write_bytes(b"the last good one")
    game = sample.game(sample.cards()[:1])
    for wanted in (Selection(quantities={sample.cards()[0].name: 0}), Selection(names=("nobody",))):
        assert not sheets(game, out, wanted=wanted).written
    assert out.read_bytes() == b"the last good one" and [one.name for one in tmp_path.iterdir()] == ["cards.pdf"]


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ('theme = "noir"\n[sizes]\nmap = "nan"\n', 3, "50 to 2500 mm"),
        ('[sizes]\nmap = "1e9"\n', 2, "50 to 2500 mm"),
        ('[sizes]\n"map city" = "-5"\n', 2, "50 to 2500 mm"),
        ('[sizes]\nmap = "wide"\n', 2, "50 to 2500 mm"),
        ('[sizes]\nDanger = "0x0"\n', 2, "8 to 1200 mm"),
        ('[sizes]\n"Guard.standee" = "infx20"\n', 2, "I know no size"),
        ('[sizes]\nDanger = "../../x"\n', 2, "I know no size"),
        ('[colours]\nDanger = "red\\"); #read(\\"/etc/passwd\\")"\n', 1, "should look like"),
        ('[fonts]\ntitel = "Barlow"\n', 2, "no 'titel'; did you mean 'title'"),
        ('[sizes]\nDanger = "pokre"\n', 2, "did you mean 'poker'"),
        ('a = "' + "[" * 5000 + '"\n', 1, "no setting"),
    ],
)
def test_settings_that_cannot_be_used_are_told_at_their_line(tmp_path: Path, text: str, line: int, why: str) -> None:
    path = tmp_path / "print.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(SettingsError, match=why) as told:
        read_settings(path)
    message, sources = told.value.located()
    assert sources[message.primary.span.path].place(message.primary.span.start)[0] == line


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('ink = "nocolour"\n', "should look like"),
        ('paper = "#12"\n', "should look like"),
        ("largest = nan\n", "3 to 72"),
        ("largest = 1e9\n", "3 to 72"),
        ("smallest = -5.0\n", "3 to 72"),
        ('fallback_font = "Nobody"\n', "Typst brings"),
        ('text_font = "fonts/x.ttf"\n', "no file"),
        ('acent = "#123456"\n', "no setting 'acent'; did you mean 'accent'"),
        ('shade = "#123456"\n', "no setting 'shade'; there are .*accent"),
    ],
)
def test_looks_that_cannot_be_used_are_told_at_their_line(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "theme.toml").write_text(f"# mine\n{text}", "utf-8")
    with pytest.raises(SettingsError, match=why) as told:
        theme_of(evolve(DEFAULTS, looks=tmp_path))
    message, sources = told.value.located()
    assert sources[message.primary.span.path].place(message.primary.span.start)[0] == 2


def test_a_theme_that_there_is_not_is_told_at_its_line(tmp_path: Path) -> None:
    (tmp_path / "print.toml").write_text('back_title = "Mine"\ntheme = "nior"\n', "utf-8")
    with pytest.raises(SettingsError, match="no theme 'nior'; did you mean 'noir'") as told:
        theme_of(settings_of(tmp_path))
    message, sources = told.value.located()
    assert sources[message.primary.span.path].place(message.primary.span.start)[0] == 2


@pytest.mark.parametrize("plural", ["(n**n**n**n)", "__import__(1)", "(" * 300])
def test_plurals_of_strangers(tmp_path: Path, plural: str) -> None:
    pytest.importorskip("babel", reason="the extra `translate` is not installed")
    path = tmp_path / "translations" / "de.po"
    path.parent.mkdir()
    head = f'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=2; plural={plural};\\n"\n\n'
    path.write_text(head + 'msgid "Gust"\nmsgstr "Bö"\n', "utf-8")
    with pytest.raises(CatalogueError):
        language_of([tmp_path], "de")


@pytest.mark.parametrize("option", ["--cards", "--kinds", "--decks"])
@pytest.mark.parametrize("names", ["", " , "])
def test_a_choice_without_a_name_chooses_not_everything(
    option: str, names: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(commands, "_load", lambda name: (sample.game(sample.cards()), (tmp_path,)))
    parser = argparse.ArgumentParser()
    commands.add_commands(parser.add_subparsers())
    arguments = parser.parse_args(["sheets", "sample", "-o", str(tmp_path / "x.pdf"), option, names])
    with pytest.raises(SystemExit) as ended:
        arguments.run(arguments)
    assert "there is no name" in str(ended.value.code) + capsys.readouterr().err
