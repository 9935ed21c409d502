"""Tokens, markers, standees, rows on cards, and the card that tells how a turn goes."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
import sample_game as sample
from attrs import evolve
from pypdf import PdfReader

from codegen.card_face import faces, printable, settings_of
from codegen.pieces import pieces, summary, track_size
from codegen.selection import Selection, is_called, selected
from codegen.sheet_options import SheetOptions
from codegen.sheets import of_one_title, printed_faces, sheets
from dsl import model as m
from dsl.check import check
from dsl.library import LIBRARY
from dsl.load import load

FOLDER = LIBRARY / "disney-sidekicks"


@cache
def disney() -> m.CheckedGame:
    found = check(load(FOLDER)).game
    assert found is not None
    return found


def test_every_piece_of_the_box_is_printed() -> None:
    made = {face.title: face for face in pieces(disney(), settings_of(FOLDER))}
    assert (made["Guard"].copies, made["Guard"].layout) == (12, "standee")
    assert (made["Red Villager"].copies, made["Red Villager"].layout) == (8, "round")
    assert (made["Star"].copies, made["Attack Die token"].copies, made["Star"].layout) == (40, 15, "marker")
    assert made["Genie"].sides == ("blue", "controlled") and made["Abu"].layout == "standee"
    assert not any(disney().things[face.key.split(" ")[0]].kinds[0] == "Power" for face in made.values()
                   if face.key.split(" ")[0] in disney().things)  # fmt: skip


def test_a_print_file_says_what_a_kind_is_printed_as() -> None:
    settings = evolve(settings_of(FOLDER), pieces={"Piece": "none", "Guard": "round", "Star": "none"})
    made = {face.title: face.layout for face in pieces(disney(), settings)}
    assert made["Guard"] == "round" and "Genie" not in made and "Star" not in made and made["Abu"] == "standee"


def test_power_cards_have_their_spaces_for_villagers() -> None:
    made = {face.key: face for face in faces(disney(), printable(disney()))}
    assert made["carpet_ride"].spaces == (("Villagers", 3),)
    assert made["danger_rising"].spaces == ()


def test_the_summary_has_every_action() -> None:
    card = summary(disney())
    assert card is not None and card.copies == 4
    assert {action.title for action in disney().actions.values()} <= {
        paragraph.heading for paragraph in card.paragraphs
    }


def test_pieces_and_summary_on_paper(tmp_path: Path) -> None:
    out = tmp_path / "pieces.pdf"
    how = SheetOptions(parts=("pieces", "summary"), backs="long-edge")
    report = sheets(disney(), out, options=how, wanted=Selection(each_once=True), settings=settings_of(FOLDER))
    assert report.written, report.problems
    pages = PdfReader(out).pages
    assert report.pages == len(pages)
    words = "\n".join(page.extract_text() for page in pages)
    assert "Red Villager" in words and "CONTROLLED" in words and "Your Turn" in words and "Shoo Iago away" in words


def test_pieces_of_all_sizes_share_their_sheets(tmp_path: Path) -> None:
    """Every page is full of pieces before the next begins, and figures, which have no back, get no empty page."""
    out = tmp_path / "pieces.pdf"
    how = SheetOptions(parts=("pieces",), backs="separate")
    report = sheets(disney(), out, options=how, wanted=Selection(each_once=True), settings=settings_of(FOLDER))
    figures, mixed, back, _last = (" ".join(page.extract_text().split()) for page in PdfReader(out).pages)
    assert report.pages == 4 and "Abu" in figures
    assert "Jafar" in figures + mixed and "Jafar" not in back, (
        "figures have no backs: there is no page with theirs alone"
    )
    assert "Red Villager" in mixed and "Red Villager" in back and "Lock" in mixed and "CONTROLLED" in back
    trim = PdfReader(out).pages[1].trimbox
    assert 480 < float(trim.width) < 595 - 2 * 5 * 72 / 25.4 + 0.01, "all bands lie in the box of the page"


@pytest.mark.parametrize("name", ["lonely_guard", "Lonely Guard", "lonely_guard (figure)"])
def test_a_piece_is_called_as_its_thing_is(name: str) -> None:
    """The key of a piece says what it is, too, and a name with an underscore is no title."""
    assert is_called("lonely_guard (figure)", "Lonely Guard", name)
    assert not is_called("lonely_guard (figure)", "Lonely Guard", "guard")


def test_parts_of_a_thing_are_called_as_it_is_and_by_their_own_name(tmp_path: Path) -> None:
    from dsl.cache import check_once

    game = check_once(load(LIBRARY / "sidekick-saga")).game
    assert game is not None
    how, settings = SheetOptions(parts=("cards", "pieces")), settings_of(LIBRARY / "sidekick-saga")
    for name, parts, said in (("delphi", {"Sidekick", "SoiToken"}, []), ("delphi.token", {"SoiToken"}, [])):
        chosen = selected(game, printed_faces(game, settings, how.parts), settings, Selection(names=(name,)), str)
        assert {face.kind for face in chosen} == parts
        assert of_one_title(chosen, Selection(names=(name,))) == said


def test_tracks_have_a_space_for_every_number(tmp_path: Path) -> None:
    from dsl.cache import check_once

    game = check_once(load(LIBRARY / "sidekick-saga")).game
    assert game is not None
    out = tmp_path / "tracks.pdf"
    how = SheetOptions(parts=("pieces",), backs="long-edge")
    settings = settings_of(LIBRARY / "sidekick-saga")
    report = sheets(game, out, options=how, wanted=Selection(names=("terror", "soi_chart")), settings=settings)
    assert report.written and not report.problems
    front, back, _last = (page.extract_text() for page in PdfReader(out).pages)
    terror = front[front.index("City Terror") :] if front.index("City Terror") else front
    numbers = [int(word) for word in terror.replace("SOI Chart", " ").split() if word.isdigit()]
    assert sorted(numbers[:20]) == sorted([*range(1, 17), *range(1, 5)])
    assert front.count("start") == 1, "City Terror begins on 1, the chart nowhere"
    assert "start" not in back and "Terror" not in back, "a track has no back"


@pytest.mark.parametrize(("cells", "size"), [(4, "64x26"), (5, "79x26"), (15, "79x56"), (16, "64x71"), (1, "40x26")])
def test_a_track_is_as_large_as_its_spaces(cells: int, size: str) -> None:
    assert track_size(cells) == size


def test_signs_are_seen_where_nothing_is_filled() -> None:
    """With little ink a piece is white: a sign in the white of all others would not be seen."""
    from codegen.art import contrast, on_white
    from codegen.card_face import DEFAULTS, faces
    from codegen.themes import theme_named
    from codegen.typesetting import Assets, card_data

    for colour in ("#f3d27a", "#b8862d", "#ffffff", "#000000", "#8c2f39"):
        assert contrast(on_white(colour), "#ffffff") >= 4.5
    assert on_white("#8c2f39") == "#8c2f39"
    game = sample.game(sample.cards())
    (face,) = faces(game, sample.cards()[:1])
    settings = evolve(DEFAULTS, art={face.kind: "star"}, colours={face.kind: "#f3d27a"})
    for name, seen in (("low-ink", True), ("storybook", False)):
        assets = Assets(theme_named(name))
        data = card_data(evolve(face, layout="token"), game, theme_named(name), settings, assets, 8.0)
        drawing = assets.files[str(data["sign"])].decode()
        assert (f'fill="{on_white("#f3d27a")}"' in drawing) == seen


def test_the_summary_is_of_a_turn_and_not_of_the_set_up() -> None:
    """In Sidekick Saga Powers are taken for points before the game begins, through a menu of their own."""
    from dsl.cache import check_once

    game = check_once(load(LIBRARY / "sidekick-saga")).game
    assert game is not None
    card = summary(game)
    assert card is not None
    told = [paragraph.heading for paragraph in card.paragraphs]
    assert "Attack" in told and "Claim a Heroic Item" in told
    assert "Raise a Power to Level 2" not in told and "Take a Power" not in told
