"""PDF sheets, read back."""

from __future__ import annotations

from pathlib import Path

import pytest
import sample_game as sample
from attrs import evolve
from pypdf import PdfReader

from codegen.card_face import PrintSettings, SettingsError, faces, printable, read_settings
from codegen.rendering import SheetReport, literal, missing_glyphs, sheets, theme_named
from dsl import model as m

HOSTILE = '"); #read("/etc/passwd") \\ #{1/0} $x$ @preview ]*_'


def make(things: tuple[m.Thing, ...], out: Path, **more: object) -> SheetReport:
    return sheets(sample.game(things), out, **more)  # type: ignore[arg-type]


def test_pages_paper_and_texts(tmp_path: Path) -> None:
    cards = tuple(thing for thing in sample.cards() if "Foe" not in thing.kinds)
    out = tmp_path / "cards.pdf"
    report = make(cards, out)
    assert report.written and not report.problems
    reader = PdfReader(out)
    assert report.pages == len(reader.pages) == 3  # fronts, backs, colophon
    box = reader.pages[0].mediabox
    assert (round(float(box.width)), round(float(box.height))) == (595, 842)
    words = reader.pages[0].extract_text()
    at = [words.index(title) for title in (thing.title for thing in cards)]
    assert at == sorted(at)
    assert "Mind the gap." in words and "Once per turn" in words
    assert "Morning Song" in reader.pages[2].extract_text()  # the stand-in, on the colophon


def test_wishes_for_the_printer(tmp_path: Path) -> None:
    out = tmp_path / "cards.pdf"
    make(sample.cards(), out, backs="short-edge")
    reader = PdfReader(out)
    wishes = reader.trailer["/Root"]["/ViewerPreferences"]  # type: ignore[index]
    assert wishes["/PrintScaling"] == "/None" and wishes["/Duplex"] == "/DuplexFlipShortEdge"
    assert reader.metadata is not None and reader.metadata.title == "A Sample Game: cards"


def test_letter(tmp_path: Path) -> None:
    out = tmp_path / "cards.pdf"
    make(sample.cards(), out, paper_name="letter", backs="none")
    box = PdfReader(out).pages[0].mediabox
    assert float(box.width) == pytest.approx(612, abs=0.1) and float(box.height) == pytest.approx(792, abs=0.1)


def test_copies_are_printed(tmp_path: Path) -> None:
    card = evolve(sample.cards()[0], copies=10)
    assert make((card,), tmp_path / "a.pdf", backs="none").cards == 10
    assert make((card,), tmp_path / "b.pdf", backs="none", each_once=True).cards == 1


def test_the_same_bytes_each_time(tmp_path: Path) -> None:
    make(sample.cards(), tmp_path / "a.pdf")
    make(sample.cards(), tmp_path / "b.pdf")
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()


def test_hostile_text_is_only_text(tmp_path: Path) -> None:
    card = evolve(sample.cards()[0], title=HOSTILE[:20], flavour=HOSTILE, wording=HOSTILE)
    out = tmp_path / "cards.pdf"
    report = make((card,), out)
    assert report.written, report.problems
    words = "".join(PdfReader(out).pages[0].extract_text().split())
    assert '#read("/etc/passwd")' in words and "root:" not in words


def test_literals_escape() -> None:
    assert literal('a"b\\c\nd') == '"a\\"b\\\\c\\nd"'
    assert literal("a\x00b\u202eb") == '"a b b"'


def test_too_long_a_text_is_an_error_and_nothing_is_written(tmp_path: Path) -> None:
    card = evolve(sample.cards()[0], wording="Lose everything that you have ever had. " * 60)
    out = tmp_path / "cards.pdf"
    out.write_bytes(b"before")
    report = make((card,), out)
    assert not report.written
    (problem,) = report.problems
    assert problem.card == card.name and "needs" in problem.message and "has" in problem.message
    assert out.read_bytes() == b"before" and list(tmp_path.iterdir()) == [out]


def test_too_long_a_word_is_an_error(tmp_path: Path) -> None:
    report = make((evolve(sample.cards()[0], wording="a" * 200),), tmp_path / "cards.pdf")
    assert [problem.message for problem in report.problems if "word is too long" in problem.message]


def test_missing_glyphs_are_errors(tmp_path: Path) -> None:
    theme = theme_named("storybook")
    assert not missing_glyphs(theme, theme.text_font, ["Łódź, Ärger – “so” • −1"])
    report = make((evolve(sample.cards()[0], title="木"),), tmp_path / "cards.pdf")
    assert any("U+6728" in problem.message for problem in report.problems)


def test_unknown_card(tmp_path: Path) -> None:
    report = make(sample.cards(), tmp_path / "cards.pdf", cards=["Genie of nowhere"])
    assert not report.written
    report = make(sample.cards(), tmp_path / "cards.pdf", cards=["Care-Free Trio", "danger_rising"], backs="none")
    assert report.written and report.cards == 2


def test_faces_are_numbered() -> None:
    game = sample.game(sample.cards())
    made = faces(game, printable(game))
    assert [face.number for face in made] == [f"{n}/7" for n in range(1, 8)]
    assert made[5].stand_in == ("everything",) and made[5].kind_line == "Power card"


def test_print_files(tmp_path: Path) -> None:
    path = tmp_path / "print.toml"
    assert read_settings(path).theme == "storybook"
    path.write_text('[colours]\nDanger = "red"\n', "utf-8")
    with pytest.raises(SettingsError, match="colour of Danger"):
        read_settings(path)
    path.write_text('colour = "x"\n', "utf-8")
    with pytest.raises(SettingsError, match="no setting 'colour'"):
        read_settings(path)
    with pytest.raises(SettingsError, match="no theme"):
        sheets(sample.game(sample.cards()), tmp_path / "x.pdf", settings=PrintSettings("../x", {}, {}, (), {}, ()))
