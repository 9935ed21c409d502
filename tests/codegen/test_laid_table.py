"""The picture of the table after the set-up, worked out from zones, seats and what the set-up moves."""

from __future__ import annotations

import io
import re
from typing import Any
from xml.etree import ElementTree

import pytest
from attrs import evolve
from pypdf import PdfReader

from codegen.card_face import DEFAULTS
from codegen.laid_table import LaidTable, Words, laid_table, spoken, svg
from codegen.rules_pages import html, markdown, pdf
from dsl import model as m
from tests.interpreter.test_micro_games import game_of

GAME = """
game ferry "Ferry"
    seats 2 to 3 as Pilot
    state active: Pilot
    state water: Number from 0 to 9 = 2 "water"
    state unseen: Number from 0 to 9 = 0 "unseen"

resource Coin "coin|coins" x 20

kind Pilot is Figure
    coins: Coin = 3 "coins"
    skill: Number = 1 "skill"
    boat: Boat
    zone hand "hand" of Ware: heap, seen by owner
    zone dock "dock" of Ware: row, holds 2

kind Boat "boat" is Figure
    zone hold "hold" of Ware: heap
    zone deck "upper deck" of Ware: heap

kind Ware "ware|wares" is Card
    zone marks "marks" of Ware: heap

kind Rare "rare ware" is Ware

kind Quay "quay" is Place

zone market "market" of Ware: stack, seen by nobody
zone spent "spent wares" of Ware: stack
zone table "table" of Ware: row
zone sorting "pile that is sorted" of Ware: stack, seen by nobody
zone drawn "card of the moment" of Ware: row
zone set_by "wares set aside" of Ware: heap

board Quay: way

Ware rope "Rope" x 9
Rare silk "Silk" x 2
Pilot ann "Ann"
    boat: swan
Pilot ben "Ben"
    boat: swan
Boat swan "Swan"

setup base "Set-up"
    step market "Market":
        lay river
        move each Ware in box to sorting
        shuffle sorting
        move each Ware in sorting to market
        each Ware w in box where w is Rare: stow w
        if players == 2: move each Rare in market to set_by
        if players == 2:
            move 1 Ware in market to table
        else:
            move 2 Ware in market to table
    step pilots "Pilots":
        each Seat p in order of p.number:
            p chooses Pilot k in box "Whom?"
            seat k for p
        each Pilot k: draw 2 from market to k.hand
        active = first(team)

verb stow Ware w "stow {w}"
    move w to swan.hold

verb meet "meet"
    draw 1 from spent to drawn as w
    active.coins -= 1
    active.skill += 1
    water += 1
    move w to spent
    move 1 Ware in swan.hold to swan.deck
    draw 1 from market to active.hand

flow
    repeat: run day

phase day "Day"
    meet
    active chooses Pilot k "Who is next?"
    active = k
    move 1 Ware in table to active.dock

map river "The river" of Quay
    table Quay
        name | title
        a    | "A"
        b    | "B"
        c    | "C"
    link way: a -- b -- c

ending dry "Dry": lose when water == 9
"""


@pytest.fixture(scope="module")
def game() -> m.CheckedGame:
    found: m.CheckedGame = game_of(GAME)
    return found


@pytest.fixture(scope="module")
def table(game: m.CheckedGame) -> LaidTable:
    found = laid_table(game, evolve(DEFAULTS, also=("Pilot", "Boat"), tracks={"water": 0}))
    assert found is not None
    return found


def test_what_lies_in_the_middle(table: LaidTable) -> None:
    assert table.boards == ("The river",) and len(table.places) == 3 and set(table.ways) == {(0, 1), (1, 2)}
    found = {spot.title: (spot.form, spot.how, spot.first) for spot in table.shared}
    assert found == {
        "Market": ("stack", "A pile of wares, face down", "wares"),
        "Spent wares": ("stack", "A pile of wares, face up", ""),
        "Table": ("row", "Wares in a row, face up", "wares"),
        "Wares set aside": ("heap", "Wares, face up", "perhaps rare wares"),
        "Coins": ("heap", "The supply of everybody", "20 coins"),
        "Water": ("track", "A track with a marker", "the marker on 2"),
    }, "what is sorted or drawn for a moment has no place of its own, nor has a number without a track"


def test_what_lies_in_front_of_each_player(table: LaidTable) -> None:
    found = {spot.title: (spot.form, spot.first, spot.down, spot.room) for spot in table.own}
    assert found == {
        "Pilot": ("card", "a Pilot", False, 0),
        "Hand": ("heap", "wares", False, 0),
        "Dock": ("row", "", False, 2),
        "Coins": ("heap", "3 coins", False, 0),
        "Boat": ("card", "a boat", False, 0),
        "Boat: hold": ("heap", "wares", False, 0),
    }
    assert next(spot.how for spot in table.own if spot.title == "Hand") == "Wares, seen by their player only"


def test_the_drawing_says_what_it_shows(table: LaidTable) -> None:
    drawn = svg(table, Words())
    root = ElementTree.fromstring(drawn)
    texts = {element.text for element in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {"The river", "Market", "In front of each player", "Boat: hold"} <= texts
    said = root.get("aria-label") or ""
    assert said == spoken(table, Words()) and "Market" in said and "In front of each player: Pilot" in said
    assert drawn.count('class="area') == 3, "one area for each of three players"
    assert drawn.count('class="area perhaps"') == 1, "the third need not be there"
    assert 'class="leaf empty"' in drawn and 'class="leaf down"' in drawn and drawn.count('class="way"') == 2
    wide, high = (float(number) for number in str(root.get("viewBox")).split()[2:])
    for box in root.iter("{http://www.w3.org/2000/svg}rect"):
        x, y, w, h = (float(box.get(name) or 0) for name in ("x", "y", "width", "height"))
        assert x >= 0 and x + w <= wide and y >= 0 and y + h <= high


def test_all_three_books_tell_it(game: m.CheckedGame) -> None:
    page, words = html(game), markdown(game)
    picture = re.search(r'<svg[^>]*class="laid"[^>]*>', page)
    assert picture is not None and 'role="img"' in picture[0] and 'id="the-table"' in page
    assert "| Market | A pile of wares, face down | Wares |" in words and "| Dock | Wares in a row, 2 at most" in words
    reader = PdfReader(io.BytesIO(pdf(game)))
    alts: list[str] = []

    def look(node: Any) -> None:
        node = node.get_object()
        if isinstance(node, list):
            for one in node:
                look(one)
        elif hasattr(node, "get"):
            if node.get("/Alt"):
                alts.append(str(node["/Alt"]))
            if "/K" in node:
                look(node["/K"])

    root: Any = reader.trailer["/Root"]
    look(root["/StructTreeRoot"])
    assert any(alt.startswith("The table after the set-up: The river, Market") for alt in alts)
    assert "What has a broken line is empty at first." in " ".join(page.extract_text() for page in reader.pages)


def test_a_game_with_nothing_on_the_table_has_no_picture(game: m.CheckedGame) -> None:
    assert laid_table(evolve(game, setups={})) is None
    assert 'id="the-table"' not in html(evolve(game, setups={}))
