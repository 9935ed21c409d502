"""What a thing names several of, as lines of plain text."""

from codegen.rules_reference import listed
from tests.checked import game_in

GAME = """game town "Town"
    seats 1 as Player

kind Player

kind Spot is Place

kind Hero is Card

kind Floor "floor|floors" is Row
    boss: Hero?
    height: Number = 0

kind Plan is Scenario
    city: Spot grid "city plan"
    cast: Hero set = [] "heroes"
    open: Truth = no "Played with open Forces"

Spot hall "Hall"

Spot yard "Yard"

Hero ann "Ann"

Hero ben "Ben"

Plan first "First"
    city: [[hall, yard], [yard, hall]]
    cast: ann, ben
    open
    table Floor
        boss | height
        ann  | 2
        | 13

setup base "Set-up"
    step a "A":
        stop

flow
    stop
"""


def test_a_grid_a_list_and_rows(tmp_path):
    (tmp_path / "game.side").write_text(GAME, "utf-8")
    game = game_in(tmp_path)
    assert listed(game, game.things["first"]) == [
        "City plan:",
        "  Row  1     2",
        "  1    Hall  Yard",
        "  2    Yard  Hall",
        "Heroes: Ann · Ben",
        "Floors:",
        "  Boss  Height",
        "  Ann   2",
        "        13",
    ]
    assert listed(game, game.things["ann"]) == []
