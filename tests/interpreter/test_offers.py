"""Who is asked in the terminal is told what an offer does, and the printed numbers of what there is to choose."""

from __future__ import annotations

import sidescript
from codegen.clause_text import offer_at
from dsl import model as m
from dsl.source import NOWHERE
from interpreter.lower.walk import nodes
from tests.interpreter.test_micro_games import game_of

GAME = """
game g "G"
    seats 1 to 2 as Fisher
    joint choices by active
    state active: Fisher
resource Star "star|stars"
kind Fisher "fisher"
    stars: Star = 2
    zone hand of Bait: row
    you is this
kind Bait "bait" is Card
    worth_points: Number = 1 "worth"
zone pond of Bait: row
Bait herring "Herring"
    worth_points: 2
Bait squid "Squid"
    worth_points: 4
Bait lamp "Lamp"
    after cast by you:
        you may "Light it" unless_done
menu turn_action "action"
setup base "Set-up"
    step first "First":
        active = first(team)
        each Fisher f:
            move each Bait in box to f.hand
flow
    repeat 3:
        turn of active:
            active takes 1 turn_action
phase night "Night"
    one Fisher f may pay 1 Star by f "Who stays awake?"
verb cast by Fisher f "{f} [cast]"
    f chooses Bait b in f.hand "Which bait?"
    move b to pond
verb gain Number n for Fisher f "{f} [gain] {n star|stars}"
    f.stars += n
verb lose_star by Fisher f "{f} [lose] a star"
    f.stars -= 1
action fish "Fish" is turn_action
    does: cast by you
rule gale "Gale"
    before lose_star by Fisher f:
        f may pay 2 Star by f:
            cancel
"""
LIT = """:
            pay 1 Star by you
            gain 3 for you"""
OWN = '\n    text "It is a lamp."'


def offers(text):
    game = game_of(text)
    found = [one for one in nodes((game.things, game.rules, game.phases)) if isinstance(one, m.May)]
    return game, {one.prompt: offer_at(game, one.span) for one in found}


def test_what_an_offer_does_is_told_as_the_card_tells_it():
    text = GAME.replace(" unless_done", LIT)
    game, told = offers(text)
    assert told == {
        "Light it": "You may pay 1 star and gain 3 stars.",
        None: "That fisher may pay 2 stars to prevent that.",
        "Who stays awake?": "One fisher may pay 1 star.",
    }
    assert offer_at(game, NOWHERE) == ""
    _, own = offers(text.replace('Bait lamp "Lamp"', f'Bait lamp "Lamp"{OWN}'))
    assert own == told


def test_it_stands_below_the_question_and_what_is_chosen_has_its_numbers(tmp_path, monkeypatch, capsys):
    folder = tmp_path / "g"
    folder.mkdir()
    (folder / "game.side").write_text(GAME.replace(" unless_done", LIT), encoding="utf-8")
    asked = tmp_path / "asked"
    asked.write_text("1\n1\n1\nq\nn\n", encoding="utf-8")
    monkeypatch.setenv("COLUMNS", "200")
    with asked.open(encoding="utf-8") as stream:
        monkeypatch.setattr("sys.stdin", stream)
        assert sidescript.main(["play", str(folder), "--players", "1", "--seed", "1"]) == 0
    told = "\n".join(line.rstrip() for line in capsys.readouterr().out.split("\n"))
    assert "Which bait?\n  1  Herring (Worth 2)\n  2  Squid (Worth 4)\n  3  Lamp (Worth 1)\n" in told
    assert ": Light it\n    Lamp: You may pay 1 star and gain 3 stars.\n  1  Yes\n  2  No\n" in told
