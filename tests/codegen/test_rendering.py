"""PDF sheets, read back."""

from __future__ import annotations

from pathlib import Path

import pytest
import sample_game as sample
from attrs import evolve
from pypdf import PdfReader

from codegen.card_face import DEFAULTS, PrintSettings, SettingsError, faces, printable, read_settings
from codegen.fonts import missing_glyphs
from codegen.problems import SheetReport
from codegen.selection import Selection, SelectionError, hashes_in
from codegen.sheet_options import SheetOptions
from codegen.sheets import calibration, sheets
from codegen.themes import theme_named, theme_of
from codegen.typst_source import escape_markdown, literal
from dsl import model as m

HOSTILE = '"); #read("/etc/passwd") \\ #{1/0} $x$ @preview ]*_'


def make(
    things: tuple[m.Thing, ...], out: Path, wanted: Selection | None = None, settings: PrintSettings = DEFAULTS,
    **options: object,
) -> SheetReport:  # fmt: skip
    how = SheetOptions(**options)  # type: ignore[arg-type]
    return sheets(sample.game(things), out, options=how, wanted=wanted, settings=settings)


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
    make(sample.cards(), out, paper="letter", backs="none")
    box = PdfReader(out).pages[0].mediabox
    assert float(box.width) == pytest.approx(612, abs=0.1) and float(box.height) == pytest.approx(792, abs=0.1)


def test_copies_are_printed(tmp_path: Path) -> None:
    card = evolve(sample.cards()[0], copies=10)
    assert make((card,), tmp_path / "a.pdf", backs="none").cards == 10
    assert make((card,), tmp_path / "b.pdf", backs="none", wanted=Selection(each_once=True)).cards == 1


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
    text = "Donau\u00addampf 10\u202f% a\u2009b \u200cx\ue000"
    assert literal(text) == f'"{text}"'.replace("\u202f", "\u00a0").replace("\u2009", " ")


@pytest.mark.parametrize("title", ["", " ", "\u200b\u200b", "\u00ad"])
def test_a_title_of_nothing_is_told_of_at_its_card(title: str, tmp_path: Path) -> None:
    report = make((evolve(sample.cards()[0], title=title),), tmp_path / "cards.pdf")
    assert not report.written
    assert [(one.code, one.key) for one in report.problems] == [("missing-glyph", sample.cards()[0].name)]


def test_letters_that_no_unicode_knows_are_not_left_out_silently(tmp_path: Path) -> None:
    report = make((evolve(sample.cards()[0], title="A\ue000 \U0001fae8"),), tmp_path / "cards.pdf")
    assert ["U+E000" in one.message or "U+1FAE8" in one.message for one in report.problems] == [True, True]


def test_a_million_letters_are_not_even_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A catalogue or a source of a stranger has them; Typst needs a gigabyte to find out that they do not fit."""
    from codegen import sheets as made

    monkeypatch.setattr(made, "fitting", lambda *_, **__: pytest.fail("it was tried"))
    for change, code in (
        ({"title": "W" * 1_000_000}, "title-too-long"),
        ({"flavour": "w " * 500_000}, "text-overflow"),
    ):
        report = make((evolve(sample.cards()[0], **change),), tmp_path / "cards.pdf")
        assert not report.written
        assert [(one.code, one.key) for one in report.problems] == [(code, sample.cards()[0].name)]


def test_markdown_shows_what_looks_like_markup() -> None:
    assert escape_markdown("<b> &amp; &#60; A & B; *x*") == r"\<b\> \&amp; \&\#60; A & B; \*x\*"


def test_a_title_without_an_end_is_told_in_one_line(tmp_path: Path) -> None:
    report = make((evolve(sample.cards()[0], title="W" * 400),), tmp_path / "cards.pdf")
    assert not report.written and all(len(one.headline) < 300 for one in report.problems)


def test_too_long_a_text_is_an_error_and_nothing_is_written(tmp_path: Path) -> None:
    card = evolve(sample.cards()[0], wording="Lose everything that you have ever had. " * 60)
    out = tmp_path / "cards.pdf"
    out.write_bytes(b"before")
    report = make((card,), out)
    assert not report.written
    (problem,) = report.problems
    assert (
        (problem.key, problem.code) == (card.name, "text-overflow")
        and "needs" in problem.message
        and "has" in problem.message
    )
    assert out.read_bytes() == b"before" and list(tmp_path.iterdir()) == [out]


def test_too_long_a_word_is_an_error(tmp_path: Path) -> None:
    report = make((evolve(sample.cards()[0], wording="a" * 200),), tmp_path / "cards.pdf")
    assert [problem.message for problem in report.problems if "word is too long" in problem.message]


def test_missing_glyphs_are_errors(tmp_path: Path) -> None:
    theme = theme_named("storybook")
    assert not missing_glyphs(theme.title_font, theme.text_font, ["Łódź, Ärger – “so” • −1"])
    report = make((evolve(sample.cards()[0], title="木"),), tmp_path / "cards.pdf")
    assert any("U+6728" in problem.message for problem in report.problems)


def test_unknown_card(tmp_path: Path) -> None:
    report = make(sample.cards(), tmp_path / "cards.pdf", wanted=Selection(names=("Genie of nowhere",)))
    assert not report.written
    report = make(
        sample.cards(),
        tmp_path / "cards.pdf",
        wanted=Selection(names=("Care-Free Trio", "danger_rising")),
        backs="none",
    )
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


# ------------------------------------------------------------------------------------------------ choosing and laying


def titles(pdf: Path, page: int = 0) -> str:
    return PdfReader(pdf).pages[page].extract_text()


def test_cards_are_chosen_by_kind_and_deck_and_number(tmp_path: Path) -> None:
    out = tmp_path / "cards.pdf"
    assert make(sample.cards(), out, Selection(kinds=("power card",)), backs="none").cards == 3
    assert "Morning Song" in titles(out) and "Danger Rising" not in titles(out)
    shared = PrintSettings("storybook", {}, {}, (), {}, (), backs={"Power": "Danger"})
    every = make(sample.cards(), out, Selection(decks=("Danger",)), shared, backs="none").cards
    assert every == make(sample.cards(), out, Selection(decks=("Danger",)), backs="none").cards + 3
    more = Selection(quantities={"Morning Song": 4, "care_free_trio": 0}, names=("Morning Song", "Care-Free Trio"))
    assert make(sample.cards(), out, more, backs="none").cards == 4
    report = make(sample.cards(), out, Selection(kinds=("Nothing",)))
    assert not report.written and "there is no Kind 'Nothing'" in report.problems[0].message


def test_only_what_changed_is_printed(tmp_path: Path) -> None:
    first, second = tmp_path / "first.pdf", tmp_path / "second.pdf"
    cards = sample.cards()
    make(cards, first)
    assert set(hashes_in(first)) == {card.name for card in cards if "Foe" not in card.kinds} | set(hashes_in(first))
    nothing = make(cards, second, Selection(since=first))
    assert not nothing.written and nothing.problems[0].message == "no card has changed"
    reworded = (evolve(cards[0], flavour="Mind the new gap."), *cards[1:])
    report = make((evolve(cards[1], name="a_new_one", title="A New One"), *reworded), second, Selection(since=first))
    assert report.written and report.cards == 2  # numbers of others changed only
    assert set(hashes_in(second)) == {*hashes_in(first), "a_new_one"}, "what had not changed counts as printed"
    again = (evolve(cards[1], name="a_new_one", title="A New One"), *reworded)
    assert not make(again, tmp_path / "third.pdf", Selection(since=second)).written, "a chain of what changed"
    last = (again[0], again[1], evolve(again[2], flavour="Once more."), *again[3:])
    assert make(last, second, Selection(since=second)).cards == 1, "onto the same file"
    assert len(hashes_in(second)) == len(hashes_in(first)) + 1
    make((evolve(cards[1], name="a_new_one", title="A New One"), *reworded), second, Selection(since=first))
    assert make(cards, second, Selection(since=first), theme="low-ink").cards == 7  # another look: all of them
    (tmp_path / "no.pdf").write_bytes(b"%PDF-1.4 nothing")
    with pytest.raises(SelectionError, match="no PDF of cards"):
        hashes_in(tmp_path / "no.pdf")


@pytest.mark.parametrize(
    ("paper", "box"), [("a3", (842, 1191)), ("330x480", (935, 1361)), ("letter", (612, 792)), ("a4", (595, 842))]
)
def test_papers_and_boxes(tmp_path: Path, paper: str, box: tuple[int, int]) -> None:
    out = tmp_path / "cards.pdf"
    make(sample.cards(), out, paper=paper, backs="none", bleed=2)
    page = PdfReader(out).pages[0]
    assert sorted((round(float(page.mediabox.width)), round(float(page.mediabox.height)))) == list(box)
    trim, bleed = page.trimbox, page.bleedbox
    points = 72 / 25.4
    columns = round(float(trim.width) / points / 63.5)
    assert float(trim.width) / points == pytest.approx(columns * 63.5, abs=0.01)  # cards keep their size on any paper
    assert float(trim.left - bleed.left) / points == pytest.approx(2, abs=0.01)
    assert float(bleed.top - trim.top) / points == pytest.approx(2, abs=0.01)


def test_cards_of_kinds_have_sizes_of_their_own(tmp_path: Path) -> None:
    out = tmp_path / "cards.pdf"
    looks = PrintSettings("storybook", {}, {}, (), {}, (), sizes={"Power": "tarot"})
    assert make(sample.cards(), out, settings=looks, backs="none").written
    widths = {round(float(page.trimbox.width) / 72 * 25.4, 1) for page in PdfReader(out).pages[:-1]}
    assert len(widths) == 2
    words = titles(out, len(PdfReader(out).pages) - 1)
    assert "63.5 × 88.9 mm or 69.85 × 120.65 mm" in words


def test_folded_backs_stand_on_the_same_page(tmp_path: Path) -> None:
    out = tmp_path / "cards.pdf"
    report = make(sample.cards(), out, backs="fold")
    assert report.written
    pages = PdfReader(out).pages
    assert len(pages) == 3  # four pairs and three, and the colophon
    words = pages[0].extract_text()
    assert words.count("A Sample Game") > 4 and "fold along the dashed line" in words


@pytest.mark.parametrize("marks", ["crop", "lines", "corners", "none"])
def test_marks(tmp_path: Path, marks: str) -> None:
    assert make(sample.cards(), tmp_path / "cards.pdf", marks=marks, apart=True, bleed=3.0).written


def test_an_offset_moves_backs_only(tmp_path: Path) -> None:
    def places(pdf: Path, page: int) -> dict[str, tuple[float, float]]:
        found = {}

        def visit(words: str, at: list[float], *_: object) -> None:
            if words.strip():
                found[words.strip()] = (at[4], at[5])

        PdfReader(pdf).pages[page].extract_text(visitor_text=visit)
        return found

    one, other = tmp_path / "one.pdf", tmp_path / "other.pdf"
    make(sample.cards()[:1], one)
    make(sample.cards()[:1], other, offset=(2.0, -1.0))
    assert places(one, 0) == places(other, 0)
    assert places(one, 1) != places(other, 1)


def test_calibration(tmp_path: Path) -> None:
    out = tmp_path / "c.pdf"
    calibration(out, SheetOptions(paper="letter", offset=(1.5, 0.0)))
    pages = PdfReader(out).pages
    assert len(pages) == 2 and "1.5 mm to the right" in pages[1].extract_text()


# ------------------------------------------------------------------------------------------------ looks of one's own


def test_files_of_a_game_s_own_stand_before_those_of_the_theme(tmp_path: Path) -> None:
    looks = tmp_path / "looks"
    (looks / "icons").mkdir(parents=True)
    (looks / "theme.toml").write_text('ink = "#112233"\nlargest = 8.0\n', "utf-8")
    star = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M0 0h24v24z"/></svg>'
    (looks / "icons" / "star.svg").write_text(star, "utf-8")
    settings = evolve(DEFAULTS, looks=looks)
    theme = theme_of(settings)
    assert theme.ink == "#112233" and theme.icon("star") == '<path d="M0 0h24v24z"/>'
    assert theme.icon("heart") == theme_named("storybook").icon("heart")
    assert make(sample.cards(), tmp_path / "cards.pdf", settings=settings).written
    ours = theme_named("storybook").template.replace("#let front(", "#let old-front(")
    own = f'{ours}\n#let front(card, theme, w, h) = text(card.title + " mine")\n'
    (looks / "card.typ").write_text(own, "utf-8")
    make(sample.cards(), tmp_path / "cards.pdf", settings=settings)
    assert "Danger Rising mine" in titles(tmp_path / "cards.pdf")


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("theme.toml", "inks = 1\n", "no setting 'inks'; did you mean 'ink'"),
        ("theme.toml", 'title_font = "Nobody Sans"\n', "pip install fontpkg-nobody-sans"),
        ("theme.toml", "ink = 1\n", "ink should be like"),
        ("theme.toml", "ink = \n", "theme.toml"),
        ("card.typ", '#import "@preview/cetz:0.3.0": canvas\n', "packages are not fetched"),
    ],
)
def test_looks_that_cannot_be_used(tmp_path: Path, name: str, content: str, message: str) -> None:
    (tmp_path / name).write_text(content, "utf-8")
    with pytest.raises(SettingsError, match=message):
        make(sample.cards(), tmp_path / "cards.pdf", settings=evolve(DEFAULTS, looks=tmp_path))


def test_looks_do_not_lead_out_of_their_folder(tmp_path: Path) -> None:
    looks = tmp_path / "looks"
    (looks / "icons").mkdir(parents=True)
    (tmp_path / "secret.svg").write_text("<svg>secret</svg>", "utf-8")
    (looks / "icons" / "star.svg").symlink_to(tmp_path / "secret.svg")
    with pytest.raises(SettingsError, match="leads out of its folder"):
        theme_of(evolve(DEFAULTS, looks=looks)).icon("star")
