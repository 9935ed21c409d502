"""Where cards lie on paper."""

import pytest

from codegen.sheet_layout import SheetError, card_size, grid, impose, paper


@pytest.mark.parametrize(
    ("sheet", "card", "columns", "rows", "left", "top"),
    [
        ("a4", "poker", 3, 3, 9.75, 15.15),
        ("a4", "standard", 3, 3, 10.5, 16.5),
        ("letter", "poker", 3, 3, 12.7, 6.35),
        ("a4", "mini", 4, 4, 16.1, 21.5),
    ],
)  # fmt: skip
def test_grids(sheet: str, card: str, columns: int, rows: int, left: float, top: float) -> None:
    on = grid(paper(sheet), card_size(card))
    assert (on.columns, on.rows) == (columns, rows)
    assert on.left == pytest.approx(left) and on.top == pytest.approx(top)


def test_long_edge_mirrors_columns_about_the_page() -> None:
    on = grid(paper("a4"), card_size("poker"))
    pages = list(impose(list("ABCD"), on, "long-edge"))
    assert [page.side for page in pages] == ["front", "back"]
    fronts = {placed.card: (placed.slot.column, placed.slot.row) for placed in pages[0].cards}
    backs = {placed.card: (placed.slot.column, placed.slot.row) for placed in pages[1].cards}
    assert fronts == {"A": (0, 0), "B": (1, 0), "C": (2, 0), "D": (0, 1)}
    assert backs == {"A": (2, 0), "B": (1, 0), "C": (0, 0), "D": (2, 1)}


def test_short_edge_mirrors_rows() -> None:
    on = grid(paper("a4"), card_size("poker"))
    backs = {p.card: (p.slot.column, p.slot.row) for p in list(impose(list("ABCD"), on, "short-edge"))[1].cards}
    assert backs == {"A": (0, 2), "B": (1, 2), "C": (2, 2), "D": (0, 1)}


@pytest.mark.parametrize("backs", ["long-edge", "short-edge"])
def test_backs_lie_behind_their_fronts(backs: str) -> None:
    """Turned over its edge, a sheet shows each back where its front was."""
    on = grid(paper("letter"), card_size("poker"))
    front, back = list(impose(list(range(7)), on, backs))  # type: ignore[arg-type]
    for one, other in zip(front.cards, back.cards, strict=True):
        x, y = other.slot.x, other.slot.y
        if backs == "long-edge":
            x = on.page.width - x - on.card.width
        else:
            y = on.page.height - y - on.card.height
        assert x == pytest.approx(one.slot.x) and y == pytest.approx(one.slot.y)


def test_separate_backs_come_last_and_none_do_not_come() -> None:
    on = grid(paper("a4"), card_size("poker"))
    assert [page.side for page in impose(range(10), on, "separate")] == ["front", "front", "back", "back"]
    assert [page.side for page in impose(range(10), on, "none")] == ["front", "front"]


def test_crop_marks_stay_on_the_paper_and_off_the_cards() -> None:
    for sheet in ("a4", "letter"):
        on = grid(paper(sheet), card_size("poker"))
        marks = on.crop_marks()
        assert len(marks) == 2 * (on.columns + 1) + 2 * (on.rows + 1)
        for mark in marks:
            for x, y in ((mark.x1, mark.y1), (mark.x2, mark.y2)):
                assert 0 <= x <= on.page.width and 0 <= y <= on.page.height
                assert not (on.left < x < on.page.width - on.left and on.top < y < on.page.height - on.top)


def test_what_does_not_fit_is_said() -> None:
    with pytest.raises(SheetError, match="no size of cards"):
        card_size("huge")
    with pytest.raises(SheetError, match="no paper"):
        paper("a0")
