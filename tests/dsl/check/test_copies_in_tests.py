"""How many of a thing with copies a test can place."""

from dsl.check import check_parsed
from dsl.source import SourceFile
from dsl.syntax.parse import parse

GAME = """game coins "Coins"
    seats 1 to 2 as Player

kind Player
    zone purse of Coin: heap

kind Coin is Token

Coin penny "Penny" x 3

Coin crown "Crown"

test "purses"
    given
        Player ann
        {fact}
    then
        count(Coin in ann.purse) == 2
"""


def said(fact):
    file = SourceFile("game.side", GAME.replace("{fact}", fact))
    found = check_parsed([file], [parse(file)]).diagnostics
    return [one.headline for one in found if one.code == "wrong-count"]


def test_more_copies_than_there_are_are_no_set_of_them():
    assert said("3 penny in ann.purse") == []
    assert said("ann.purse = [penny, penny, penny]") == []
    assert said("4 penny in ann.purse") == ["There are only 3 of `penny`"]
    assert said("2 penny in ann.purse\n        ann.purse = [penny, penny, crown]") == ["There are only 3 of `penny`"]


def test_of_one_thing_there_are_not_two():
    assert said("2 crown in ann.purse") == ["There is only one of `crown`"]
    assert said("1 crown in ann.purse\n        crown in ann.purse") == []
