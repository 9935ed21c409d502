"""Why an action is not offered: told exactly when it is not, of each condition, cost and limit; of no hidden card."""

from __future__ import annotations

import random

import pytest

import sidescript
from interpreter import build
from interpreter.refusals import actions_called, explaining, refusals
from tests.interpreter.micro import GAMES, TOPICS, program_of
from tests.interpreter.test_micro_games import game_of

GAME = """
game g "G"
    seats 2 as Trader
    state active: Trader
resource Coin "coin" x 9
kind Trader "trader" is Figure
    coins: Coin = 1
    tired: Number from 0 to 9 = 0
    zone hand of Ware: heap, seen by owner
    you is this
kind Ware "ware" is Card
    price: Number = 1
    you is this.holder
    works in hand
    action sell "Sell" is turn_action
        needs this.price > 1 because "Nobody wants it"
        does: move this to cart
Ware ruby "Ruby"
    price: 3
Ware topaz "Topaz"
Ware opal "Opal"
zone cart of Ware: stack
menu turn_action "action"
menu night_action "night action"
setup base "Set-up"
    step cart "Cart":
        each Trader p: p.coins = 1
        move ruby to cart
        move topaz to first(Trader).hand
        move opal to last(Trader).hand
        active = first(Trader)
flow
    repeat 9:
        turn of active:
            active takes any turn_action up to 3
        active = next(active)
verb rob Trader p "rob {p}"
    needs p.coins > 0 because "There is nothing to take"
    p.coins -= 1
rule night "Night"
    cannot rob Trader p if p.tired > 0 because "nobody robs the tired"
action rob_them "Rob" is turn_action
    limit 1 per turn
    choose other Trader p where p != active
    does: rob p
action buy "Buy" is turn_action
    cost pay 2 Coin by you
    choose Ware w in cart
    does: move w to you.hand
action nap "Nap" is turn_action
    does: you.tired += 1
action dream "Dream" is night_action
    does: you.tired += 1
"""


@pytest.mark.parametrize("topic", TOPICS)
def test_there_is_a_reason_exactly_when_there_is_no_way(topic):
    """Of every action at every menu of some matches of every small game: none for what is legal, one for the others."""
    program = program_of(GAMES / topic)
    knows = build(program.game, explained=True)
    assert knows.rules.initial == program.rules.initial and knows.rules.histories == program.rules.histories
    seats = program.game.seats
    for players in {seats.low, seats.high}:
        rng, s = random.Random(players), program.start(players, players)
        for _ in range(25):
            if s.over:
                break
            if program.rules.sites[s.site].kind == "menu" and s.asker >= 0:
                for number, (_, action) in enumerate(program.extras.actions):
                    legal = program.space[f"f_options_{number}"](s, s.asker)
                    told = refusals(knows, s, s.asker, number, (), ())
                    assert (told is None) == bool(legal), (action.name, told)
                    assert told is None or told
            program.step(s, rng.randrange(len(s.options)))


@pytest.fixture(scope="module")
def program():
    return build(game_of(GAME))


def why(program, state, asked):
    """What is told of the one action that is meant: sort, sentence of the game, titles."""
    hidden = program.hidden(state, program.seat(state))
    ((number, wanted),) = actions_called(program, asked, hidden)
    knows = explaining(program)
    assert knows is not None
    found = refusals(knows, state, state.asker, number, wanted, hidden)
    titles = lambda one: [" with ".join(map(program.title, way)) for way in one.about if way]  # noqa: E731
    return None if found is None else [(one.sort, one.because, titles(one)) for one in found]


def take(program, state, text):
    program.step(state, [one.text for one in program.decision(state).options].index(text))


def test_each_thing_that_fails_is_told(program):
    s = program.start(2, 1)
    ann, bob = program.title(s.seated[0]), program.title(s.seated[1])
    assert [one.text for one in program.decision(s).options] == [f"Rob: {bob}", "Nap", "Pass"]
    assert why(program, s, "nap") is None and why(program, s, "rob") is None
    assert why(program, s, "buy") == [("cost", "", [])]
    assert why(program, s, "sell") == [("needs", "Nobody wants it", ["Topaz"])]
    assert why(program, s, f"rob {ann}") == [("among", "", [ann])]
    assert actions_called(program, "steal", ()) == []
    take(program, s, f"Rob: {bob}")
    assert why(program, s, "rob") == [("limit", "", [])]
    for text in ("Nap", "Nap"):
        take(program, s, text)
    assert why(program, s, "rob") == [("cannot", "nobody robs the tired", [ann])]
    take(program, s, "Pass")
    assert why(program, s, "rob") == [("needs", "There is nothing to take", [bob])]


def test_cards_that_one_does_not_see_are_not_spoken_of(program):
    s = program.start(2, 1)
    opal, topaz = (next(x for x in range(program.layout.count) if program.title(x) == t) for t in ("Opal", "Topaz"))
    hidden = program.hidden(s, 0)
    assert opal in hidden and topaz not in hidden
    told = why(program, s, "sell")
    assert told is not None and "Opal" not in str(told)
    assert why(program, s, "sell opal") == told  # as if there were none


def test_a_person_is_told_in_words_with_the_place(tmp_path, monkeypatch, capsys):
    folder = tmp_path / "g"
    folder.mkdir()
    (folder / "game.side").write_text(GAME, encoding="utf-8")
    asked = tmp_path / "asked"
    asked.write_text("? nap\n? buy\n? sell\n? dream\n? steal\nwhy rob\nq\nn\n", encoding="utf-8")
    monkeypatch.setenv("COLUMNS", "200")
    with asked.open(encoding="utf-8") as stream:
        monkeypatch.setattr("sys.stdin", stream)
        assert sidescript.main(["play", str(folder), "--players", "2", "--seed", "1"]) == 0
    told = capsys.readouterr().out
    line = {word: 1 + GAME[: GAME.index(word)].count("\n") for word in ("cost pay 2", "needs this.price")}
    for said in (
        "Nap is among the options: 2.",
        f"Buy cannot be taken now:\n  · cannot be paid: Pay 2 coins game.side:{line['cost pay 2']}\n",
        "Sell cannot be taken now:\n  · Topaz: this does not hold: This ware’s price is more than 1 (“Nobody wants it”)"
        f" game.side:{line['needs this.price']}\n",
        "Dream is not asked for here: it is taken as “night action”.",
        "I know no action `steal`. Here there can be: Rob, Buy, Nap, Sell.",
        "Rob is among the options: 1.",
    ):
        assert said in told, (said, told)
