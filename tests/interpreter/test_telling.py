"""What a log says beside the reports of verbs: whose text acts, what changes without a verb, and what is declined.

Nobody's match goes another way for it, and nobody is told of a card that is hidden from them.
"""

from __future__ import annotations

import random

import pytest

import sidescript
from interpreter import build
from interpreter.engine.telling import Log
from tests.interpreter.micro import GAMES, TOPICS, program_of
from tests.interpreter.test_micro_games import game_of

GAME = """
game g "G"
    seats 2 as Trader
    state active: Trader
    state weather: Number from 0 to 9 = 0 "the weather"
resource Coin "coin|coins" x 20
kind Trader "trader" is Figure
    coins: Coin = 0
    rank: Number from 0 to 9 = 0 "standing"
    secret: Number from 0 to 9 = 0
    zone hand of Ware: heap, seen by owner
    you is this
kind Ware "ware" is Card
    price: Number from 0 to 9 = 1 "value"
    you is this.holder
    works in hand
    section sold "Sold"
Ware ruby "Ruby"
    sold:
        praise you
        you.coins += 2
        you.secret += 1
        you.rank += 1
        you may "Give it away": you.rank += 1
        else: praise you
Ware opal "Opal"
    after sell Ware w by Trader p if p != this.holder:
        this.price += 1
        praise this.holder
        this.holder may "Boast": praise this.holder
    sold:
        praise you
menu turn_action "action"
setup base "Set-up"
    step hands "Hands":
        move ruby to first(Trader).hand
        move opal to last(Trader).hand
        each Trader p: p.coins = 3
        active = first(Trader)
flow
    repeat 9:
        turn of active:
            active takes 1 turn_action
            weather += 2
        active = next(active)
rule envy "Envy"
    after sell Ware w by Trader p if w == ruby:
        each other Trader q where q != p: praise q
verb praise Trader p "{p} [be] praised"
    p.rank += 1
verb quietly Trader p
    p.rank += 1
verb sell Ware w by Trader p "{p} [sell] {w}"
    perform sold of w
    p.rank += 1
action sell_it "Sell" is turn_action
    does:
        choose Ware w in you.hand
        sell w by you
action nap "Nap" is turn_action
    does:
        quietly you
        pay 1 Coin by you
"""


@pytest.fixture(scope="module")
def program():
    return build(game_of(GAME))


def told(program, s, log, option):
    """What one answer is told of, to the first seat, to the second, and with all that is known."""
    log.clear()
    program.step(s, [one.text for one in program.decision(s).options].index(option), log)
    return [one.line() for one in log], [one.line(0) for one in log], [one.line(1) for one in log]


def test_the_log_says_whose_text_acts_and_what_changes_without_a_verb(program):
    s, log = program.start(2, 1), Log()
    whole, first, _ = told(program, s, log, "Sell")
    assert whole == ["Trader 1 sells Ruby", "Trader 1 is praised (Ruby)", "trader 1: 5 coins (was 3) (Ruby)",
                     "trader 1: standing 2 (was 1) (Ruby)"]  # fmt: skip
    assert first == whole  # what has no words of its own is not told, nor what a verb tells
    whole, _, _ = told(program, s, log, "No")
    assert whole == ["Trader 1 is praised (Ruby)"]  # and Envy and Opal both answer
    whole, first, second = told(program, s, log, "Envy")
    assert whole == second == ["Trader 2 is praised (Envy)", "Opal: value 2 (was 1)", "Trader 2 is praised (Opal)"]
    assert first == ["Trader 2 is praised (Envy)", "", "Trader 2 is praised"]
    whole, first, _ = told(program, s, log, "Yes")
    assert whole == ["Trader 2 is praised (Opal)", "The weather 2 (was 0)"]
    assert first == ["Trader 2 is praised", "The weather 2 (was 0)"]
    whole, _, _ = told(program, s, log, "Nap")
    assert sorted(whole) == ["The weather 4 (was 2)", "trader 2: 2 coins (was 3)", "trader 2: standing 4 (was 3)"]


def test_who_begins_to_listen_in_the_middle_hears_of_no_text_that_runs(program):
    s = program.start(2, 1)
    program.step(s, 0)
    log = Log()
    assert told(program, s, log, "No")[0][0] == "Trader 1 is praised"
    assert told(program, s, log, "Envy")[0][0] == "Trader 2 is praised (Envy)"


@pytest.mark.parametrize("topic", TOPICS)
def test_a_match_goes_the_same_way_whether_somebody_listens_or_not(topic):
    program = program_of(GAMES / topic)
    heard, unheard = (program.start(program.game.seats.high, 5) for _ in range(2))
    rng, log = random.Random(topic), Log()
    for _ in range(40):
        if heard.over:
            break
        index = rng.randrange(len(heard.options))
        program.step(heard, index, log)
        program.step(unheard, index)
    assert program.digest(heard) == program.digest(unheard)
    assert all(one.text for one in log)


def test_a_person_reads_what_others_decline_but_not_of_hidden_cards(tmp_path, monkeypatch, capsys):
    folder = tmp_path / "g"
    folder.mkdir()
    (folder / "game.side").write_text(GAME, encoding="utf-8")
    monkeypatch.setenv("COLUMNS", "100")

    def shown(answers, agents):
        typed = tmp_path / "typed"
        typed.write_text(answers, encoding="utf-8")
        with typed.open(encoding="utf-8") as stream:
            monkeypatch.setattr("sys.stdin", stream)
            assert sidescript.main(["play", str(folder), "--seed", "1", "--agents", agents, "--players", "2"]) == 0
        return capsys.readouterr().out

    def log_of(answers):
        return shown(f"{answers}l\nq\nn\n", "person,person").partition("> l")[2].partition("> q")[0]

    mine = log_of("sell\nno\n")  # the first seat looks at the log while it is asked again
    assert "· trader 1: Give it away: no (Ruby)\n· Trader 1 is praised (Ruby)\n" in mine
    its = log_of("sell\nno\nEnvy\nno\n")  # the second one does
    assert "Give it away" not in its and "Ruby" not in its and "· trader 2: Boast: no (Opal)\n" in its
    mine = log_of("sell\nno\nEnvy\nno\nnap\n")  # and the first one again
    assert "trader 2: Nap" in mine and "Boast" not in mine and "Opal" not in mine
