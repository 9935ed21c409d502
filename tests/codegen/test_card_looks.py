"""How cards look on paper, measured where their words stand."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from attrs import evolve

from codegen import art
from codegen.card_face import CardFace, faces, settings_of
from codegen.colophon import colophon, counts
from codegen.pdf_text import Written, written
from codegen.pieces import pieces, summary
from codegen.rules_pages import html, pdf
from codegen.selection import Selection
from codegen.sheet_options import SheetOptions
from codegen.sheets import _sheet as sheet_of
from codegen.sheets import group_of, laid_out, sheets
from codegen.themes import sign_of, theme_named
from dsl import model as m
from dsl.check import check
from dsl.library import LIBRARY
from dsl.load import load

FOLDER = LIBRARY / "villains-and-vigilantes"


@cache
def game() -> m.CheckedGame:
    found = check(load(FOLDER)).game
    assert found is not None
    return found


def page(out: Path, cards: str, theme: str, backs: str = "none", number: int = 0) -> list[Written]:
    """The words of a page with these cards in a theme."""
    how = SheetOptions(theme=theme, backs=backs)  # type: ignore[arg-type]
    which = Selection(names=tuple(cards.split(",")), each_once=True)
    report = sheets(game(), out, options=how, wanted=which, settings=settings_of(FOLDER))
    assert report.written, report.problems
    return written(out.read_bytes())[number]


def one(words: list[Written], text: str) -> Written:
    return next(word for word in words if word.text.strip().casefold() == text.casefold())


@pytest.mark.parametrize("theme", ["storybook", "comic", "noir", "neon"])
def test_a_card_without_text_has_its_picture_down_to_what_it_is(theme: str, tmp_path: Path) -> None:
    """No empty strip of paper is left below the line that says what it is."""
    words = page(tmp_path / "a.pdf", "condor", theme)
    kind, foot = one(words, "Super"), one(words, "Villains and Vigilantes")
    assert 0 < foot.top - kind.bottom < 4.5, (kind, foot)


def test_lines_of_a_bullet_begin_below_each_other(tmp_path: Path) -> None:
    words = page(tmp_path / "a.pdf", "i_can_use_this", "comic")
    first, second = (next(word for word in words if word.text.startswith(text)) for text in ("Pick up", "that has"))
    assert second.left == pytest.approx(first.left, abs=0.05)


def test_no_word_stands_alone_in_the_last_line_where_another_can_join_it(tmp_path: Path) -> None:
    words = page(tmp_path / "a.pdf", "on_foot", "comic")
    (line,) = {word.top for word in words if word.text.endswith("location.")}
    assert [word.text for word in words if word.top == line] == ["the user’s location."]


@pytest.mark.parametrize("theme", ["storybook", "comic", "noir", "neon"])
def test_a_back_of_all_sorts_of_cards_bears_the_title_alone(theme: str, tmp_path: Path) -> None:
    words = page(tmp_path / "a.pdf", "on_foot", theme, "separate", 1)
    said = {word.text.strip().casefold() for word in words if word.tag != "Artifact"}
    assert "card" not in said and "villains and vigilantes" in said


def test_pieces_are_counted_in_their_plural() -> None:
    found = {face.title: face for face in pieces(game(), settings_of(FOLDER))}
    captured = found["Captured token"]
    assert counts(game(), [captured] * 4) == "4 Captured tokens"
    assert counts(game(), [captured]) == "1 Captured token"


def test_kinds_of_one_noun_are_counted_together() -> None:
    shown = [face for face in faces(game(), tuple(game().things.values())) if face.kind in ("Gear", "Find")]
    assert {face.kind for face in shown} == {"Gear", "Find"}
    assert counts(game(), shown) == f"{len(shown)} items"


def test_the_last_page_tells_cards_from_pieces_by_size() -> None:
    def cut(*groups: tuple[str, list[CardFace]]) -> str:
        made = [group_of(SheetOptions(), size, copies) for size, copies in groups]
        told = colophon(game(), made, theme_named("comic"), settings_of(FOLDER), SheetOptions())
        return str(told["sections"][0]["lines"][-1])  # type: ignore[index]

    card = faces(game(), (game().things["on_foot"],))[0]
    piece = evolve(card, layout="token")
    assert cut(("poker", [card])) == "Cut along the marks: a card is 63.5 × 88.9 mm."
    assert cut(("22x22", [piece])) == "Cut along the marks: a piece is 22 × 22 mm."
    both = "Cut along the marks: a card is 63.5 × 88.9 mm, a piece 22 × 22 mm."
    assert cut(("poker", [card]), ("22x22", [piece])) == both


def test_colours_run_over_only_where_a_card_has_no_neighbour() -> None:
    """Else the colour of one would lie over that of the next, round the sheet and on partly filled pages."""
    card = faces(game(), (game().things["on_foot"],))[0]
    for apart in (False, True):
        how = SheetOptions(apart=apart, backs="none")
        group = group_of(how, "poker", [evolve(card, copies=5)])
        (laid,) = laid_out([group], how)
        cards = sheet_of(game(), laid, how, {card.key: 0}, (1, 1))["cards"]
        assert isinstance(cards, list)
        found = [one.get("open", (1, 1, 1, 1)) for one in cards]
        whole = [(1, 1, 1, 1)] * 5
        assert found == (whole if apart else [(1, 1, 0, 0), (0, 1, 0, 0), (0, 1, 1, 1), (1, 0, 0, 1), (0, 0, 1, 1)])


@pytest.mark.parametrize("name", ["disney-sidekicks", "sidekick-saga", "tokyo-sidekick", "villains-and-vigilantes"])
def test_a_book_has_the_colour_of_its_game_and_is_read(name: str) -> None:
    settings = settings_of(LIBRARY / name)
    first = next(iter(settings.colours.values()))
    light, dark = art.seen_on(first, "#fdf8ec"), art.seen_on(first, "#191614")
    assert art.contrast(light, "#fdf8ec") >= 4.5 and art.contrast(light, "#ffffff") >= 4.5
    assert art.contrast(dark, "#191614") >= 4.5
    assert art.seen_on("#000000", "#191614") != "#000000" and art.seen_on("#000000", "#ffffff") == "#000000"


def test_a_book_begins_with_a_scene() -> None:
    settings = settings_of(FOLDER)
    page = html(game(), settings)
    accent = art.seen_on(settings.colours["Card"], "#fdf8ec")
    assert f"--accent: {accent}" in page and '<div class="cover"><img src="data:image/svg+xml;base64,' in page
    words = written(pdf(game(), settings))[0]
    title = next(word for word in words if word.text.strip().startswith("Villains"))
    assert 60 < title.top < 100, "the picture is above the title"


def test_what_is_left_of_each_size_shares_a_page() -> None:
    """19 cards fill two pages; the last card, a large one and the pieces take one page together, not three."""
    how = SheetOptions(backs="none")
    card = faces(game(), (game().things["on_foot"],))[0]
    groups = [
        group_of(how, "poker", [evolve(card, copies=19)]),
        group_of(how, "tarot", [evolve(card, copies=1, key="large")]),
        group_of(how, "22x22", [evolve(card, copies=5, key="token", layout="token")]),
    ]
    pages = laid_out(groups, how)
    assert [[len(cards) for _, cards in page.bands] for page in pages] == [[9], [9], [1, 1, 5]]
    alone = laid_out(groups[:1], how)
    assert [page.on for page in alone] == [groups[0].on] * 3, "one size alone keeps its grid, also on its last page"


def test_the_token_of_somebody_bears_their_sign() -> None:
    saga = check(load(LIBRARY / "sidekick-saga")).game
    assert saga is not None
    settings = settings_of(LIBRARY / "sidekick-saga")
    signs = {
        face.title: sign_of(settings, saga, theme_named("noir"), face)
        for face in pieces(saga, settings)
        if face.kind == "SoiToken"
    }
    assert (signs["Delphi"], signs["The Tinkerer"]) == ("eye", "gear") and len(set(signs.values())) == len(signs)


def test_an_action_that_is_called_as_its_menu_is_told_once() -> None:
    saga = check(load(LIBRARY / "sidekick-saga")).game
    assert saga is not None
    card = summary(saga)
    assert card is not None
    titles = [one.text for one in card.paragraphs if one.style == "reminder"]
    assert "Attack" not in titles and "While playing cards" in titles
    assert "Attack" in [one.heading for one in card.paragraphs]


def test_the_turn_stands_with_its_heading() -> None:
    """The picture of a turn is too high to be parted: what leads to it goes to the next page with it."""
    tokyo = check(load(LIBRARY / "tokyo-sidekick")).game
    assert tokyo is not None
    pages = written(pdf(tokyo, settings_of(LIBRARY / "tokyo-sidekick")))
    headed = [
        number for number, page in enumerate(pages) if any(one.text.startswith("How a turn goes") for one in page)
    ]
    boxed = [number for number, page in enumerate(pages) if any("until the game ends" in one.text for one in page)]
    assert headed[-1] == boxed[0] > 1
