"""What the last page says of itself, and which boards a choice of cards leaves."""

from __future__ import annotations

from pathlib import Path

import pytest
import sample_game as sample
from attrs import evolve

from codegen.boards import Board
from codegen.card_face import DEFAULTS, CardFace, faces
from codegen.colophon import colophon
from codegen.pictures import NONE, Picture, Pictures
from codegen.selection import Selection
from codegen.sheet_layout import Size
from codegen.sheet_options import SheetOptions
from codegen.sheets import chosen_boards, group_of, without_boards
from codegen.themes import Theme, theme_named

GAME = sample.game(sample.cards())
CARDS = faces(GAME, sample.cards())
STORYBOOK = theme_named("storybook")


def told(
    shown: list[CardFace], pictures: Pictures = NONE, theme: Theme = STORYBOOK, boards: int = 0
) -> tuple[str, list[str]]:
    groups = [group_of(SheetOptions(), "poker", shown)] if shown else []
    page = colophon(GAME, groups, theme, DEFAULTS, SheetOptions(), pictures=pictures, boards=boards)
    lines = [line for section in page["sections"] for line in section["lines"]]  # type: ignore[attr-defined]
    return str(page["summary"]), lines


def test_one_and_many() -> None:
    card, other = (evolve(face, copies=1) for face in CARDS[:2])
    figure = evolve(card, layout="standee")
    assert told([card])[0] == "1 card, made by Sidescript."
    assert told([evolve(card, copies=2), other])[0] == "3 cards, 2 of them different, made by Sidescript."
    assert told([figure])[0] == "1 piece, made by Sidescript."
    assert told([card, figure])[0].startswith("2 cards and pieces")
    assert told([], boards=1)[0] == "1 board, made by Sidescript."
    summary, lines = told([], boards=2)
    assert summary == "2 boards, made by Sidescript."
    assert not any("both sides" in line for line in lines)


def test_whose_pictures_they_are(tmp_path: Path) -> None:
    own = {face.key: Picture(Path("a.png"), "png", b"", 1, 1) for face in CARDS}
    first = dict(list(own.items())[:1])
    for pictures, expected in (
        (NONE, "The pictures are drawn by Sidescript from the names of the cards."),
        (Pictures(own), "The pictures are this game’s own."),
        (Pictures(first), "The pictures are this game’s own; where it has none"),
    ):
        lines = told(list(CARDS), pictures)[1]
        assert any(line.startswith(expected) for line in lines), lines
        assert "The icons are Sidescript’s own." in lines
    saving = told(list(CARDS), theme=theme_named("low-ink"))[1]
    assert not any("pictures" in line for line in saving)
    (tmp_path / "icons").mkdir()
    (tmp_path / "icons" / "star.svg").write_text("<svg></svg>", "utf-8")
    looks = evolve(STORYBOOK, folder=tmp_path, base=STORYBOOK, own=True)
    assert "The icons are this game’s own; others are Sidescript’s." in told(list(CARDS), theme=looks)[1]


@pytest.mark.parametrize(
    ("which", "expected", "only_boards"),
    [
        (Selection(), ["The City", "The Sea"], False),
        (Selection(names=("ann",)), [], False),
        (Selection(names=("ann", "the city")), ["The City"], False),
        (Selection(names=("The Sea",)), ["The Sea"], True),
        (Selection(kinds=("Danger",)), [], False),
        (Selection(decks=("Danger",)), [], False),
    ],
)
def test_boards_are_chosen_by_name(which: Selection, expected: list[str], only_boards: bool) -> None:
    boards = [Board(title, Size(100, 100), (), (), ()) for title in ("The City", "The Sea")]
    found = chosen_boards(boards, which, "looks")
    assert [board.title for board in found] == expected
    left, nothing_else = without_boards(which, found)
    assert nothing_else == only_boards
    assert set(left.names) == set(which.names) - {"the city", "The Sea"}


def test_figures_and_summaries_are_no_cards_of_a_kind() -> None:
    from codegen.colophon import counts

    card = evolve(CARDS[0], copies=1)
    every = [card, card, evolve(card, layout="standee"), evolve(card, layout="summary")]
    assert counts(GAME, every).endswith(", 1 figure and 1 turn summary")
    assert counts(GAME, every).startswith("2 ")


@pytest.mark.parametrize(("ruled", "said"), [(True, True), (False, False)])
def test_a_line_to_measure_is_spoken_of_only_where_there_is_one(ruled: bool, said: bool) -> None:
    page = colophon(GAME, [group_of(SheetOptions(), "poker", list(CARDS))], STORYBOOK, DEFAULTS, SheetOptions(),
                    ruled=ruled)  # fmt: skip
    first = page["sections"][0]["lines"][0]  # type: ignore[index]
    assert "100 %" in first and ("50 mm" in first) == said


@pytest.mark.parametrize("size", ["a4", "letter"])
def test_the_line_of_the_last_page_is_on_the_sheets(size: str, tmp_path: Path) -> None:
    """Nine poker cards on Letter leave no room for it."""
    from pypdf import PdfReader

    from codegen.sheets import sheets

    out = tmp_path / "cards.pdf"
    report = sheets(GAME, out, options=SheetOptions(paper=size), settings=DEFAULTS)
    assert report.written
    front, *_, last = (page.extract_text() for page in PdfReader(out).pages)
    assert ("50 mm if printed" in front) == ("is 50 mm long" in last) == (size == "a4")
