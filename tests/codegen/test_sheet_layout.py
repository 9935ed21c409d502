"""Where cards lie on paper."""

import itertools

import pytest

from codegen.sheet_layout import Backs, SheetError, Size, card_size, grid, impose, packed, paper


@pytest.mark.parametrize(
    ("sheet", "card", "columns", "rows", "left", "top"),
    [
        ("a4", "poker", 3, 3, 9.75, 15.15),
        ("a4", "standard", 3, 3, 10.5, 16.5),
        ("letter", "poker", 3, 3, 12.7, 6.35),
        ("a4", "mini", 6, 3, 15.15, 9.75),  # across
        ("a3", "poker", 6, 3, 19.5, 15.15),
        ("210x297", "63x88", 3, 3, 10.5, 16.5),
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


def test_bleed_of_their_own_sets_cards_apart() -> None:
    """Eight poker cards with 3 mm all round on A4 that lies across; on Letter only 2 mm leave room for eight."""
    on = grid(paper("a4"), card_size("standard"), gap=6)
    assert (on.columns, on.rows, on.page.width) == (4, 2, 297.0)
    assert on.at(1, 0).x - on.at(0, 0).x == pytest.approx(69)
    assert grid(paper("letter"), card_size("standard"), gap=6).count < 8
    assert grid(paper("letter"), card_size("standard"), gap=4).count == 8
    xs, ys = on.cuts()
    assert len(xs) == 8 and len(ys) == 4


@pytest.mark.parametrize(("backs", "rows"), [("long-edge", True), ("short-edge", False)])
def test_paper_that_lies_across_turns_the_other_way(backs: str, rows: bool) -> None:
    on = grid(paper("a4"), card_size("mini"))
    assert on.page.width > on.page.height and on.mirrors_rows(backs) is rows  # type: ignore[arg-type]
    _, back = impose(list("ABCDEFG"), on, backs)  # type: ignore[arg-type]
    first = back.cards[0].slot
    assert (first.column, first.row) == ((0, 2) if rows else (5, 0))
    assert back.cards[0].turned is rows


def test_folded_backs_lie_behind_their_fronts() -> None:
    on = grid(paper("a4"), card_size("poker"), backs="fold")
    assert on.count == 4 and on.page.width > on.page.height
    (page,) = impose(list("ABC"), on, "fold")
    fronts = {placed.card: placed.slot for placed in page.cards if placed.side == "front"}
    for placed in page.cards:
        if placed.side == "back":
            front = fronts[placed.card]
            assert placed.turned and placed.slot.x == front.x
            assert placed.slot.y == pytest.approx(on.page.height - front.y - on.card.height)  # mirrored about the fold
            assert front.y + on.card.height <= on.page.height / 2 + 1e-6 <= placed.slot.y + 2e-6


@pytest.mark.parametrize("size", ["63x", "0x88", "63x88x2", "2000x10", "-5x88"])
def test_measures_that_are_none(size: str) -> None:
    with pytest.raises(SheetError):
        card_size(size)


def test_corner_crosses_stand_at_the_cards_that_are_there() -> None:
    on = grid(paper("a4"), card_size("poker"))
    (page,) = impose(["A"], on, "none")
    assert len(on.corners([placed.slot for placed in page.cards])) == 8
    assert all(mark.x1 == mark.x2 or mark.y1 == mark.y2 for mark in on.cut_lines())


PIECES = [(Size(28, 94), [f"figure {n}" for n in range(24)]), (Size(24, 24), [f"round {n}" for n in range(16)]),
          (Size(14, 14), [f"marker {n}" for n in range(89)])]  # fmt: skip


@pytest.mark.parametrize("backs", ["none", "separate", "fold", "long-edge", "short-edge"])
@pytest.mark.parametrize("name", ["a4", "letter", "a3", "330x480"])
def test_pieces_of_several_sizes_share_pages_and_their_backs_lie_behind_them(backs: Backs, name: str) -> None:
    pages = packed(paper(name), PIECES, backs, 0.0, lambda card: card.startswith("figure"))
    fronts = {
        placed.card: (number, on, placed.slot)
        for number, page in enumerate(pages) for on, cards in page.bands for placed in cards if placed.side == "front"
    }  # fmt: skip
    assert len(fronts) == 24 + 16 + 89
    for number in range(len(pages)):
        areas = [(slot.x, slot.y, slot.x + on.card.width, slot.y + on.card.height)
                 for at, on, slot in fronts.values() if at == number]  # fmt: skip
        size = pages[number].on.page
        assert all(min(area[:2]) >= 5 - 1e-6 and area[2] <= size.width - 5 + 1e-6 for area in areas)
        assert all(area[3] <= (size.height / 2 if backs == "fold" else size.height - 5) + 1e-6 for area in areas)
        for one, other in itertools.combinations(areas, 2):
            assert one[2] <= other[0] + 1e-6 or other[2] <= one[0] + 1e-6 or one[3] <= other[1] + 1e-6 or (
                other[3] <= one[1] + 1e-6
            ), "no piece lies on another"  # fmt: skip
    across = pages[0].on.page.width > pages[0].on.page.height
    for page in pages:
        for on, cards in page.bands:
            for placed in (placed for placed in cards if placed.side == "back"):
                _, front_on, front = fronts[placed.card]
                assert on.card == front_on.card
                rows_turn = backs == "fold" or (backs == "short-edge") != across
                if backs == "separate":
                    assert (placed.slot.x, placed.slot.y) == (front.x, front.y)
                elif rows_turn:
                    assert placed.slot.y + on.card.height == pytest.approx(on.page.height - front.y)
                    assert placed.slot.x == front.x and placed.turned
                else:
                    assert placed.slot.x + on.card.width == pytest.approx(on.page.width - front.x)
                    assert placed.slot.y == front.y and not placed.turned
    behind = [page for page in pages if page.side == "back"]
    if backs in ("long-edge", "short-edge"):
        assert [page.side for page in pages] == ["front", "back"] * len(behind)
    if backs == "separate":
        shown = [[placed.card for _, cards in page.bands for placed in cards] for page in behind]
        assert all(any(not card.startswith("figure") for card in page) for page in shown), "no page is empty"


def test_a_page_that_is_begun_is_filled_with_smaller_pieces() -> None:
    pages = packed(paper("a4"), PIECES, "none", 0.0, lambda card: False)
    assert [[on.card.height for on, _ in page.bands] for page in pages] == [[94], [94, 24, 14]]
    with pytest.raises(SheetError):
        packed(paper("a4"), [(Size(300, 400), ["wall"])], "none", 0.0, lambda card: False)
