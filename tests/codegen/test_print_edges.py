"""Odd papers, sizes and settings: each is refused with what is wrong, at its line, and the old file stays."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest
import sample_game as sample
from attrs import evolve

from codegen import commands
from codegen.card_face import DEFAULTS, SettingsError, read_settings, settings_of
from codegen.pieces import track_columns, track_size
from codegen.selection import Selection, SelectionError, hashes_in
from codegen.sheet_layout import SheetError, card_size, grid, paper
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


@pytest.mark.parametrize(
    ("content", "line", "why"),
    [
        (b"a" + b".a" * 50_000 + b" = 1\n", 1, "nested too deeply"),  # took 65 seconds and 9 GB
        (b"theme = 'noir'\n[colours" + b".a" * 5000 + b"]\n", 2, "nested too deeply"),
        (b"theme = 'noir'\nalso = " + b"[" * 20_000, 1, "nested too deeply"),
        (b"[icons]\n" + b"a = 'star'\n" * 20_000, 1, "more than 200,000 bytes"),
        ("theme = 'noir'".encode("utf-16"), 1, "not UTF-8"),
        (b"theme = 'noir'\nalso = \x1b\n", 2, "Invalid value"),
        (b"theme = 'noir'\nalso = [\"a\x00\"]\n", 2, "(?i)character"),
    ],
)
@pytest.mark.parametrize("name", ["print.toml", "looks/theme.toml"])
def test_tables_that_are_none(tmp_path: Path, name: str, content: bytes, line: int, why: str) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)
    with pytest.raises(SettingsError, match=why) as told:
        theme_of(settings_of(tmp_path))
    message, sources = told.value.located()
    assert message.primary.span.path == str(path)
    if sources[str(path)].text:
        assert sources[str(path)].place(message.primary.span.start)[0] == line


def test_a_mark_at_the_beginning_of_a_print_file_is_no_setting(tmp_path: Path) -> None:
    """The editor of Windows writes one."""
    (tmp_path / "print.toml").write_bytes(b"\xef\xbb\xbftheme = 'noir'\r\n")
    assert settings_of(tmp_path).theme == "noir"


@pytest.mark.parametrize("name", ["print.toml", "looks/theme.toml", "art", "looks"])
def test_settings_and_folders_that_are_links_out_of_the_game(tmp_path: Path, name: str) -> None:
    home, outside = tmp_path / "game", tmp_path / "outside"
    home.mkdir()
    outside.mkdir()
    (outside / "secret").write_text("ink = '#000000'\n", "utf-8")
    link = home / name
    link.parent.mkdir(exist_ok=True)
    link.symlink_to(outside / "secret" if link.suffix else outside)
    with pytest.raises(SettingsError, match="leads out of the game's folder"):
        settings_of(home)


@pytest.mark.parametrize("spaces", [37, 50, 64, 99, 100])
def test_a_track_of_a_hundred_spaces_lies_on_one_sheet(spaces: int) -> None:
    size = card_size(track_size(spaces))
    for name in ("a4", "letter"):
        assert grid(paper(name), size).count >= 1
    columns = track_columns(spaces)
    assert columns * -(-spaces // columns) >= spaces


def test_what_does_not_fit_on_the_paper_is_named(tmp_path: Path) -> None:
    (tmp_path / "print.toml").write_text('[sizes]\nPower = "900x900"\n', "utf-8")
    with pytest.raises(SheetError, match=r"^Care-Free Trio: a card of 900 × 900 mm does not fit on a4"):
        sheets(sample.game(sample.cards()), tmp_path / "x.pdf", settings=settings_of(tmp_path))


REPORTS = [
    ("fit", '"x"'), ("fit", "none"), ("fit", "(card: card.key)"), ("found", '(card: card.key, what: (1,), value: "x")'),
    ("found", '(card: card.key, what: "line: x", value: float.nan)'),
    ("ink", '(card: card.key, what: "x", ink: "nocolour", size: 3, grounds: ("#ffffff",))'),
    ("ink", '(card: card.key, what: "x", ink: "#ffffff", size: 3, grounds: 3)'),
    ("title", '(card: card.key, words: 5, need: 3, have: 4)'), ("picture", "(card: card.key, width: 0, height: 0)"),
    ("mark", "(1, 2, 3)"),
]  # fmt: skip


@pytest.mark.parametrize(("label", "said"), REPORTS)
def test_a_template_that_reports_something_else(tmp_path: Path, label: str, said: str) -> None:
    """What themes measure comes back as data; a template of an author's own may say anything there."""
    (tmp_path / "card.typ").write_text(
        '#import "storybook.typ": *\n#import "storybook.typ" as below\n#let front(card, ..it) = '
        f"{{ [#metadata({said}) <{label}>]; below.front(card, ..it) }}\n",
        "utf-8",
    )
    out = tmp_path / "x.pdf"
    report = sheets(sample.game(sample.cards()[:1]), out, settings=evolve(DEFAULTS, looks=tmp_path))
    (problem,) = report.problems
    assert problem.code == "template-failed" and f"card.typ reports <{label}> as" in problem.message
    assert not out.exists()


def test_a_template_may_leave_pages_out(tmp_path: Path) -> None:
    """Bookmarks and boxes are for pages that there are."""
    (tmp_path / "sheets.typ.jinja").write_text('#set document(title: "x")\n#set text(lang: "en")\nHello', "utf-8")
    out = tmp_path / "x.pdf"
    report = sheets(sample.game(sample.cards()[:1]), out, settings=evolve(DEFAULTS, looks=tmp_path))
    assert report.written and report.pages == 1 and out.exists()


@pytest.mark.parametrize("plural", ["(n**n**n**n)", "__import__(1)", "(" * 300])
def test_plurals_of_strangers(tmp_path: Path, plural: str) -> None:
    pytest.importorskip("babel", reason="the extra `translate` is not installed")
    path = tmp_path / "translations" / "de.po"
    path.parent.mkdir()
    head = f'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=2; plural={plural};\\n"\n\n'
    path.write_text(head + 'msgid "Gust"\nmsgstr "Bö"\n', "utf-8")
    with pytest.raises(CatalogueError):
        language_of([tmp_path], "de")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--copies", ""), "there is no number"),
        (("--copies", "2,3"), "two numbers"),
        (("--copies", "=2"), "should look like"),
        (("--copies", "9" * 5000), "no number of cards"),
        (("--copies", f"abu={'9' * 5000}"), "no number of cards"),
        (("--copies", "abu=-1"), "should look like"),
        (("--parts", ","), "--parts"),
        (("--back-offset", "nan,0"), "at most 20 mm"),
        (("--back-offset", "1,2,3"), "should look like"),
    ],
)
def test_wrong_words_of_a_print_job(
    words: tuple[str, str],
    why: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(commands, "_load", lambda name: (sample.game(sample.cards()), (tmp_path,)))
    parser = argparse.ArgumentParser()
    commands.add_commands(parser.add_subparsers())
    arguments = parser.parse_args(["sheets", "sample", "-o", str(tmp_path / "x.pdf"), *words])
    with pytest.raises(SystemExit) as ended:
        arguments.run(arguments)
    assert ended.value.code == 2 and why in capsys.readouterr().err


@pytest.mark.parametrize(
    "content", [b"", b"root:x:0:0", b"%PDF-1.7\n1 0 obj", b"%PDF-1.7\n" + b"<<" * 5000, b"\0" * 9999]
)
def test_what_is_no_build_to_compare_with(content: bytes, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "old.pdf"
    path.write_bytes(content)
    with pytest.raises(SelectionError, match="is no PDF of cards"):
        hashes_in(path)
    with pytest.raises(SelectionError, match=r"no plain file|folder"):
        hashes_in(Path("/dev/zero") if Path("/dev/zero").exists() else tmp_path)
    assert capfd.readouterr().err == ""


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
