"""PDFs for screen readers and printers: tags, boxes and wishes, read back from one file."""

from __future__ import annotations

import io
from typing import Any

import pytest
import sample_game as sample
from attrs import evolve
from pdf_checks import elements, faults
from pypdf import PdfReader

from codegen.card_face import DEFAULTS, faces, printable
from codegen.pdf_boxes import finished
from codegen.pdf_text import written
from codegen.sheet_layout import card_size, grid, paper
from codegen.sheet_options import SheetOptions
from codegen.sheets import sheets
from codegen.themes import theme_of
from codegen.typesetting import Assets, document, lay_singly
from codegen.typst_run import MAIN, Document, typeset


@pytest.fixture(scope="session")
def printed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The sample game with all its parts, once for all tests that only read it."""
    out = tmp_path_factory.mktemp("printed") / "cards.pdf"
    how = SheetOptions(backs="short-edge", parts=("cards", "pieces", "summary"), bleed=2.0)
    report = sheets(sample.game(sample.cards()), out, options=how, settings=evolve(DEFAULTS, icons={"heart": "heart"}))
    assert report.written, report.problems
    return out.read_bytes()


def test_sheets_are_tagged_for_screen_readers(printed: bytes) -> None:
    assert faults(printed) == []
    assert PdfReader(io.BytesIO(printed)).trailer["/Root"]["/Lang"] == "en"  # type: ignore[index]


def test_a_validator_of_pdf_ua_finds_nothing(printed: bytes) -> None:
    """All 104 rules of PDF/UA-1 that `page-validation` has; without tags a file breaks some of them."""
    import page
    import typst

    from codegen.rules_pages import pdf

    game = sample.game(sample.cards())
    for made in (printed, pdf(game, DEFAULTS)):
        found = page.validate_pdf_bytes(made, profile="ua1")
        assert found.is_compliant and not found.failures, found
    untagged = typst.compile(b'#set document(title: "x")\nHello', format="pdf", pdf_tags=False)
    assert isinstance(untagged, bytes) and not page.validate_pdf_bytes(untagged, profile="ua1").is_compliant


def test_the_tags_are_in_the_order_in_which_one_reads(printed: bytes) -> None:
    """Row by row, and each card from its title down; what is decoration is not read out."""
    words = [one for one in written(printed)[0] if one.tag != "Artifact"]
    titles = {thing.title for thing in sample.cards()}
    cards = [(round(one.top), round(one.left)) for one in words if one.text in titles]
    assert len(cards) >= 7 and cards == sorted(cards)
    assert not any(one.text.isspace() or "Placeholder" in one.text for one in words)


def test_the_title_of_a_card_heads_what_is_read_of_it(printed: bytes) -> None:
    """Somebody who cannot see the sheet goes from card to card by headings."""
    root: Any = PdfReader(io.BytesIO(printed)).trailer["/Root"]
    heads = [one for one in elements(root["/StructTreeRoot"]) if one["/S"] == "/H1"]
    cards = faces(sample.game(sample.cards()), printable(sample.game(sample.cards())))
    assert sorted(str(one["/T"]) for one in heads) == sorted(card.title for card in cards for _ in range(card.copies))
    assert not [one for one in written(printed)[0] if "50 mm" in one.text and one.tag != "Artifact"]


def test_every_card_and_piece_has_a_bookmark(printed: bytes) -> None:
    reader = PdfReader(io.BytesIO(printed))
    marks: list[Any] = list(reader.outline)
    told = [str(mark.title) for mark in marks]
    assert {thing.title for thing in sample.cards()} <= set(told) and told[-1].endswith(": cards")
    for mark in marks[:-1]:
        page = reader.get_destination_page_number(mark)
        assert page is not None
        words = " ".join(reader.pages[page].extract_text().split())
        assert mark.title in (*words.split(), "Star") or str(mark.title) in words  # a star is marked by its picture
    assert reader.get_destination_page_number(marks[-1]) == len(reader.pages) - 1


def test_icons_have_words(printed: bytes) -> None:
    root: Any = PdfReader(io.BytesIO(printed)).trailer["/Root"]
    texts = {str(one["/Alt"]) for one in elements(root["/StructTreeRoot"]) if one["/S"] == "/Figure"}
    assert texts and all(text.strip() for text in texts)


def test_the_check_finds_faults(printed: bytes) -> None:
    import typst

    source = b'#set document(title: "x")\n#rect(width: 1cm)\nHello'
    untagged = typst.compile(source, format="pdf", pdf_tags=False)
    assert isinstance(untagged, bytes)
    assert {"no tree of tags", "it does not say that it is tagged"} <= set(faults(untagged))
    assert "a figure without a text in its place" in faults(printed.replace(b"/Alt", b"/Alz"))
    assert "a tag Spin that nobody knows" in faults(printed.replace(b"/S/Span", b"/S/Spin"))


def test_what_is_said_to_printers_is_appended(printed: bytes) -> None:
    """The file of Typst stays byte for byte, tags and all, and both tables of objects are whole."""
    plain = typeset(Document({MAIN: b'#set document(title: "x")\n#set text(lang: "en")\nHello'}, ()), "pdf").pages[0]
    on = grid(paper("a4"), card_size("poker"))
    made = finished(plain, "A title", SheetOptions(bleed=2.0), [on], {"a": "1"})
    assert made.startswith(plain)
    for strict in (False, True):
        reader = PdfReader(io.BytesIO(made), strict=strict)
        assert reader.metadata is not None and reader.metadata.title == "A title"
        assert reader.pages[0].extract_text() == "Hello"
        assert [round(float(side), 1) for side in reader.pages[0].trimbox] == [27.6, 42.9, 567.6, 798.9]
    assert made == finished(plain, "A title", SheetOptions(bleed=2.0), [on], {"a": "1"})
    assert printed.count(b"%%EOF") == 2


def test_every_font_is_in_the_file(printed: bytes) -> None:
    for page in PdfReader(io.BytesIO(printed)).pages:
        for font in page["/Resources"].get("/Font", {}).values():  # type: ignore[attr-defined]
            inside = font.get_object()["/DescendantFonts"][0].get_object()["/FontDescriptor"]
            assert any(key.startswith("/FontFile") for key in inside) and "/ToUnicode" in font.get_object()


def test_words_are_where_they_are_said_to_be() -> None:
    """Against Typst's own measure, on the head and upright, so that words in the way of a cut are found."""
    source = (
        b'#set document(title: "x")\n#set text(lang: "en", size: 10pt)\n'
        b"#set page(width: 60mm, height: 90mm, margin: 0mm)\n"
        b"#place(top + left, dx: 10mm, dy: 20mm, [Hello world])\n"
        b"#place(top + left, dx: 30mm, dy: 50mm, rotate(180deg, [Turned]))\n"
        b"#context [#metadata(measure([Hello world]).width.mm()) <wide>]"
    )
    made = typeset(Document({MAIN: source}, ()), "pdf", ask=("wide",))
    upright, turned = written(made.pages[0])[0]
    assert (upright.text, turned.text) == ("Hello world", "Turned")
    assert upright.left == pytest.approx(10, abs=0.1) and upright.right - upright.left == pytest.approx(
        made.found["wide"][0], abs=0.1
    )
    assert 19 < upright.top < upright.bottom < 25 and 29 < turned.left < turned.right < 45
    assert upright.from_edge(card_size("60x90")) == pytest.approx(10, abs=0.1)


def test_icons_stand_in_their_lines() -> None:
    """Early in a paragraph, last before a line breaks: an icon stays on its card, beside the words of its line."""
    words = "2 stars are much. " + "Gain 2 stars, then lose 1 star. " * 4
    card = evolve(sample.cards()[0], wording=words, flavour="A star is a star.")
    game = sample.game((card,))
    settings = evolve(DEFAULTS, icons={"star": "star", "stars": "star"})
    shown = faces(game, printable(game))
    size = card_size("60x90")
    page = lay_singly(shown[0], "front", size, size, shown)
    theme = theme_of(settings)
    made = typeset(document(game, shown, [page], theme, settings, None, Assets(theme)), "pdf").pages[0]
    root: Any = PdfReader(io.BytesIO(made)).trailer["/Root"]
    boxes = [
        [float(side) * 25.4 / 72 for side in one["/A"][0].get_object()["/BBox"]]
        for one in elements(root["/StructTreeRoot"])
        if one["/S"] == "/Figure" and str(one["/Alt"]) in ("star", "stars", "Star")
    ]
    text = [one for one in written(made)[0] if one.tag != "Artifact"]
    assert len(boxes) == 9
    for left, low, right, high in boxes:
        assert 3 < left < right < 57 and 5 < low < high < 60 and 1 < right - left < 4
        middle = 90 - (low + high) / 2
        assert any(one.top - 0.5 < middle < one.bottom + 0.5 for one in text)
