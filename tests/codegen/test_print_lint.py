"""What is wrong with print, with codes and places. Most of it was a public bug report about another program."""

from __future__ import annotations

import ast
import re
import struct
import zlib
from pathlib import Path

import pytest
import sample_game as sample
from attrs import evolve

from codegen import art as drawing
from codegen import problems
from codegen.art import contrast
from codegen.card_face import DEFAULTS, PrintSettings, faces, printable
from codegen.exports import export, file_names, profiles
from codegen.fitting import fitting
from codegen.pictures import pictures
from codegen.problems import Problem, SheetReport
from codegen.selection import Selection
from codegen.sheet_layout import card_size
from codegen.sheet_options import SheetOptions
from codegen.sheets import sheets
from codegen.themes import theme_named
from dsl import model as m
from dsl.diagnostics.codes import page_text
from dsl.diagnostics.render import render_all
from dsl.source import SourceFile, Span
from interpreter.match import CODES as MATCH_CODES

CARD = sample.cards()[0]


def printed(tmp_path: Path, *things: m.Thing, settings: PrintSettings = DEFAULTS, **options: object) -> SheetReport:
    how = SheetOptions(backs="none", **options)  # type: ignore[arg-type]
    return sheets(sample.game(things or (CARD,)), tmp_path / "cards.pdf", options=how, settings=settings)


def codes(report: SheetReport) -> list[str]:
    return [problem.code for problem in report.problems]


def png(width: int, height: int, rows: bytes | None = None) -> bytes:
    """A grey picture; `rows`: what is packed into it instead of so many pixels."""

    def chunk(name: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    packed = zlib.compress(rows if rows is not None else (b"\0" + b"\x80" * width) * height)
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


@pytest.fixture
def art(tmp_path: Path) -> PrintSettings:
    (tmp_path / "art").mkdir()
    return evolve(DEFAULTS, pictures=(tmp_path / "art",))


def test_every_code_has_a_page() -> None:
    for code in problems.CODES:
        text = page_text(code)
        assert text is not None and text.startswith(f"# {code}\n"), code


def test_no_problem_is_without_a_code() -> None:
    for path in Path(problems.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Problem":
                given = {word.arg: word.value for word in node.keywords}
                code = given.get("code", node.args[4] if len(node.args) > 4 else None)
                assert code is not None, f"{path.name}:{node.lineno}"
                if isinstance(code, ast.Constant):
                    assert code.value in {**problems.CODES, **MATCH_CODES}, code.value


def test_a_message_shows_the_line_that_declares_the_card() -> None:
    text = 'Danger rising "Danger Rising"\n    rises:\n        lose 1 heart\n'
    thing = evolve(CARD, name="rising", span=Span("cards/danger.side", 7, 13))
    told = Problem("error", "Danger Rising", "its text does not fit", code="text-overflow", key="rising", page=2)
    shown = render_all(
        [told.located(sample.game((thing,)))], {"cards/danger.side": SourceFile("cards/danger.side", text)}
    )
    assert "error[text-overflow]: Danger Rising: its text does not fit" in shown
    assert "cards/danger.side:1:8" in shown and "^^^^^^" in shown and "It is on page 2." in shown


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"wording": "Lose everything that you have ever had. " * 60}, "text-overflow"),
        ({"wording": "a" * 200}, "word-too-wide"),
        ({"wording": "Sit next to the " + "Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrik."}, "word-too-wide"),
        ({"title": "The " + "Very " * 30 + "Long Title"}, "title-too-long"),
        ({"title": "東京"}, "missing-glyph"),
        ({"flavour": "A smile 🙂"}, "missing-glyph"),
    ],
)
def test_words_that_cannot_be_printed(tmp_path: Path, change: dict[str, str], code: str) -> None:
    report = printed(tmp_path, evolve(CARD, **change))
    assert not report.written and code in codes(report)
    found = next(problem for problem in report.problems if problem.code == code)
    assert found.key == CARD.name and not (tmp_path / "cards.pdf").exists()


@pytest.mark.parametrize("title", ["ŁÓDŹ", "IĞDIR İŞ", "¡ÑANDÚ!", "ŐRÜLT ŰR", "Ærø"])
def test_letters_of_europe_are_printed(tmp_path: Path, title: str) -> None:
    """Capitals with accents in a title font that lacks them come from the font that stands in, or are an error."""
    report = printed(tmp_path, evolve(CARD, title=title))
    if report.written:
        from pypdf import PdfReader

        assert title in PdfReader(tmp_path / "cards.pdf").pages[0].extract_text()
    else:
        assert codes(report) == ["missing-glyph"]


def test_an_icon_that_there_is_not(tmp_path: Path) -> None:
    report = printed(tmp_path, settings=evolve(DEFAULTS, icons={"heart": "hart"}, art={"Danger": "x"}))
    assert report.written and codes(report) == ["unknown-icon", "unknown-icon"]
    assert "did you mean 'heart'?" in report.problems[0].message and "bridge" in report.problems[1].message


def test_pictures_take_the_place_of_landscapes(tmp_path: Path, art: PrintSettings) -> None:
    from pypdf import PdfReader

    (art.pictures[0] / "exploding-bridge.png").write_bytes(png(700, 400))
    other = evolve(CARD, name="other", title="Other")
    report = printed(tmp_path, CARD, other, settings=art)
    assert report.written and codes(report) == ["art-missing"] and "Other" in report.problems[0].message
    inside = PdfReader(tmp_path / "cards.pdf").pages[0]["/Resources"]["/XObject"].values()  # type: ignore[index]
    assert [(one["/Width"], one["/Height"]) for one in (each.get_object() for each in inside)] == [(700, 400)]
    before = printed(tmp_path, CARD, settings=art)
    (art.pictures[0] / "exploding-bridge.png").write_bytes(png(701, 400))
    how = SheetOptions(backs="none")
    again = sheets(
        sample.game((CARD,)), tmp_path / "b.pdf", options=how, settings=art,
        wanted=Selection(since=tmp_path / "cards.pdf"),
    )  # fmt: skip
    assert before.written and again.written, "a card with another picture has changed"


def test_too_few_pixels(tmp_path: Path, art: PrintSettings) -> None:
    (art.pictures[0] / "exploding_bridge.png").write_bytes(png(100, 60))
    (problem,) = printed(tmp_path, settings=art).problems
    assert (problem.code, problem.severity, problem.page) == ("low-resolution", "warning", 1)
    dots = re.search(r"100 × 60 pixels, which is (\d+) an inch", problem.message)
    assert dots is not None and 36 <= int(dots.group(1)) <= 46  # 58.3 mm wide: 43.6, less where the picture is taller
    (art.pictures[0] / "exploding_bridge.png").write_bytes(png(700, 420))
    assert not printed(tmp_path, settings=art).problems


def test_pictures_of_nothing_and_twice(tmp_path: Path, art: PrintSettings) -> None:
    folder = art.pictures[0]
    for name in ("exploding_bridge.png", "Exploding-Bridge.png", "exploding_brigde.png", "notes.txt"):
        (folder / name).write_bytes(png(700, 420))
    found = pictures(art.pictures, ["exploding_bridge"])
    told = {problem.code: problem for problem in found.problems}
    assert set(told) == {"file-name-clash", "picture-of-nothing"}
    assert "did you mean exploding_bridge?" in told["picture-of-nothing"].message
    assert told["file-name-clash"].severity == "error" and not printed(tmp_path, settings=art).written


@pytest.mark.parametrize("name", ["con.png", "x:y?.png", "night fox..png", "a" * 140 + ".png", "cafe\u0301.png"])
def test_names_that_do_not_travel(art: PrintSettings, name: str) -> None:
    (art.pictures[0] / name).write_bytes(png(9, 9))
    assert "unsafe-file-name" in {problem.code for problem in pictures(art.pictures, ["x"]).problems}


@pytest.mark.parametrize(
    ("names", "files"),
    [
        (("a_b", "a__b"), ("a-b", "a-b-2")),
        (("heaven", "Heaven"), ("heaven", "heaven-2")),
        (("木", "水"), ("card", "card-2")),
        (("x" * 90, "x" * 91), ("x" * 80, "x" * 80 + "-2")),
        (("a", "a_2", "a__"), ("a", "a-2", "a-3")),
    ],
)
def test_no_picture_is_written_over_another(names: tuple[str, ...], files: tuple[str, ...]) -> None:
    game = sample.game(tuple(evolve(CARD, name=name, title=name) for name in names))
    found, told = file_names(faces(game, printable(game)))
    assert tuple(found.values()) == files
    assert {problem.code for problem in told} == {"file-name-clash"}


def test_pieces_that_only_their_colour_parts(tmp_path: Path) -> None:
    two = {name: m.ResourceDeclaration(name, (name.lower(), f"{name.lower()}s"), 3) for name in ("Poison", "Antidote")}
    game = evolve(sample.game((CARD,)), resources=two)
    colours = {"Poison": "#208020", "Antidote": "#a02020"}

    def told(**more: object) -> list[Problem]:
        settings = evolve(DEFAULTS, colours=colours, **more)
        how = SheetOptions(parts=("pieces",), backs="none")
        return list(sheets(game, tmp_path / "pieces.pdf", options=how, settings=settings).problems)

    (problem,) = told()
    assert problem.code == "colour-alone" and "Poison and Antidote" in problem.message
    assert told(art={"Poison": "flame"}) == [] and told(pieces={"Poison": "token", "Antidote": "token"}) == []


def words_on_the_left(tmp_path: Path, away: str, words: str) -> PrintSettings:
    """A template of an author's own with nothing but these words, so far from the left edge."""
    looks = tmp_path / "looks"
    looks.mkdir()
    plain = theme_named("storybook").template.replace("#let front(", "#let old-front(")
    edge = f"place(top + left, dx: {away}, dy: 30mm)[{words}]"
    own = f"{plain}\n#let front(card, theme, w, h) = box(width: w, height: h, {edge})\n"
    (looks / "card.typ").write_text(own, "utf-8")
    return evolve(DEFAULTS, looks=looks)


def test_own_templates_that_set_words_at_the_cut(tmp_path: Path) -> None:
    report = printed(tmp_path, settings=words_on_the_left(tmp_path, "0.5mm", "At the edge"))
    (problem,) = report.problems
    assert problem.code == "text-in-bleed" and "At the edge" in problem.message and report.written


def test_sizes_of_an_author_that_bring_words_of_our_template_to_the_cut(tmp_path: Path) -> None:
    noun = ("poison of the old mother of the swamp", "poisons")
    two = {"Poison": m.ResourceDeclaration("Poison", noun, 3)}
    game = evolve(sample.game((CARD,)), resources=two)
    how = SheetOptions(parts=("pieces",), backs="none")

    def told(size: str) -> list[str]:
        settings = evolve(DEFAULTS, pieces={"Poison": "standee"}, sizes={"Poison.standee": size})
        return [str(problem) for problem in sheets(game, tmp_path / "p.pdf", options=how, settings=settings).problems]

    assert told("28x94") == []
    (message,) = told("12x60")
    assert re.search(
        r"Poison of .*: words stand (beyond the cut|0\.\d mm from the cut), and 1.5 mm are safe: Poison", message
    )


def test_words_that_a_shop_would_cut_and_a_printer_at_home_does_not(tmp_path: Path) -> None:
    settings = words_on_the_left(tmp_path, "2.5mm", "Inwards")
    assert codes(printed(tmp_path, settings=settings)) == []
    shop = profiles()["the-game-crafter"]
    report = export(sample.game((CARD,)), tmp_path / "shop", shop, settings=settings)
    assert [problem.code for problem in report.problems] == ["text-in-bleed"]
    assert "2.5 mm from the cut, and 3.175 mm are safe: Inwards" in report.problems[0].message


@pytest.mark.parametrize(
    ("name", "size"),
    [("storybook", "poker"), ("storybook", "mini"), ("low-ink", "poker"), ("comic", "poker"), ("noir", "tarot"),
     ("neon", "poker")],
)  # fmt: skip
def test_our_own_templates_keep_words_from_the_cut(name: str, size: str) -> None:
    """As far as print shops want it."""
    from codegen.pdf_text import written
    from codegen.typesetting import Assets, document, lay_singly
    from codegen.typst_run import typeset

    game = sample.game(sample.cards())
    shown = faces(game, printable(game))
    card = card_size(size)
    laid = [lay_singly(face, side, card, card, shown) for face in shown for side in ("front", "back")]  # type: ignore[arg-type]
    theme = theme_named(name)
    made = typeset(document(game, shown, laid, theme, DEFAULTS, None, Assets(theme, drawn=False)), "pdf").pages[0]
    safe = profiles()["the-game-crafter"].safe
    assert not [words for page in written(made) for words in page if words.from_edge(card) < safe]


COLOURS = ["#f4e04d", "#808080", "#b8862d", "#2f6fb5", "#101010", "#ffffff", "#d09a1e", "#c0392b"]


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == contrast("#ffffff", "#000000") == 21
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)
    assert contrast("#ff0000", "#ffffff") == pytest.approx(4.0, abs=0.005)


@pytest.mark.parametrize("name", ["storybook", "low-ink", "comic", "noir", "neon"])
def test_our_themes_can_be_read_whatever_colours_an_author_chooses(name: str) -> None:
    from codegen.typesetting import Assets, document, lay_singly
    from codegen.typst_run import typeset

    game, theme, size = sample.game(sample.cards()), theme_named(name), card_size("poker")
    (face, *_) = faces(game, printable(game))
    cards = [evolve(face, key=f"card{number}", flavour="So it goes.") for number in range(len(COLOURS))]
    tokens = [
        evolve(card, key=f"{card.key} (token)", layout="token", sides=("Red", "Blue"), paragraphs=()) for card in cards
    ]
    settings = evolve(DEFAULTS, colours={card.key: colour for card, colour in zip(cards, COLOURS, strict=True)})
    shown = [*cards, *tokens]
    found = fitting(game, [(one, "poker") for one in shown], theme, settings)
    assert [str(problem) for problem in found.problems] == []
    laid = [lay_singly(one, "front", size, size, shown) for one in shown]
    made = document(game, shown, laid, theme, settings, None, Assets(theme, drawn=False))
    told = typeset(made, "svg", ask=("ink",))
    pages = {one.key: page.decode() for one, page in zip(shown, told.pages, strict=True)}
    assert {ink["what"] for ink in told.found["ink"]} >= {"title", "kind", "text", "flavour", "foot", "name"}
    for ink in told.found["ink"]:  # what is told is what is drawn
        assert f'fill="{ink["ink"]}"' in pages[ink["card"]], ink


@pytest.mark.parametrize("scene", ["landscape", "skyline"])
def test_white_words_are_read_on_backs(scene: str) -> None:
    assert all(
        contrast("#ffffff", ground) >= 4.5 for colour in COLOURS for ground in drawing.back_grounds(colour, scene)
    )


def test_colours_of_an_author_that_cannot_be_read(tmp_path: Path) -> None:
    looks = tmp_path / "looks"
    looks.mkdir()
    (looks / "theme.toml").write_text('paper = "#f4efe2"\nink = "#8a8378"\n', "utf-8")
    report = printed(tmp_path, *sample.cards(), settings=evolve(DEFAULTS, looks=looks))
    messages = [str(problem) for problem in report.problems]
    assert set(codes(report)) == {"low-contrast"} and report.written
    assert any(
        re.search(r"text of .* and \d+ more: #8a8378 on #f4efe2 has a contrast of 3.3 : 1, and 4.5 : 1 is wanted", one)
        for one in messages
    ), messages


def test_what_a_shop_would_refuse_has_a_code(tmp_path: Path) -> None:
    report = export(sample.game((CARD,)), tmp_path, profiles()["makeplayingcards"], size="tarot")
    assert [problem.code for problem in report.problems] == ["shop-refuses"] and not report.written


@pytest.mark.parametrize(
    ("theme", "title"),
    [
        ("storybook", "#202040"), ("neon", "#202040"), ("noir", "#202040"), ("comic", "#fff0b0"),
        ("low-ink", "#f0f0f0"),
    ],
)  # fmt: skip
def test_every_theme_has_the_colour_of_titles_that_is_asked_for_and_judges_it(
    tmp_path: Path, theme: str, title: str
) -> None:
    looks = tmp_path / "looks"
    looks.mkdir()
    (looks / "theme.toml").write_text(f'title = "{title}"\n', "utf-8")
    game = sample.game((CARD,))
    report = sheets(game, tmp_path / "cards.pdf", settings=evolve(DEFAULTS, theme=theme, looks=looks))
    told = [str(problem) for problem in report.problems if problem.code == "low-contrast"]
    assert any(f"title of {CARD.title}" in one and f"{title} on #" in one for one in told), told
    assert any("title on the back" in one and f"{title} on #" in one for one in told), told


def test_a_card_typ_as_the_page_on_printing_shows_it(tmp_path: Path) -> None:
    page = (Path(problems.__file__).parents[1] / "docs" / "printing.md").read_text("utf-8")
    found = re.search(r"```typst\n(.*?)```", page, re.DOTALL)
    assert found is not None
    looks = tmp_path / "looks"
    looks.mkdir()
    (looks / "card.typ").write_text(found[1], "utf-8")
    plain, own = tmp_path / "plain", tmp_path / "own"
    plain.mkdir()
    own.mkdir()
    assert printed(plain).written and printed(own, settings=evolve(DEFAULTS, looks=looks)).problems == ()
    lines = [len(re.findall(rb" l\n| c\n", drawing_of(folder / "cards.pdf"))) for folder in (plain, own)]
    assert lines[1] > lines[0], "there is a line more"


def drawing_of(pdf: Path) -> bytes:
    from pypdf import PdfReader

    page = PdfReader(pdf).pages[0]
    found = page.get_contents()
    assert found is not None
    return found.get_data()
