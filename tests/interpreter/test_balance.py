"""The balance report: figures that were put in come out, sentences say no more than the figures allow."""

import json
import random
import re
from html.parser import HTMLParser

import pytest
from attrs import evolve

from interpreter.studies import Cell, Plan
from interpreter.studies.balance import balance
from interpreter.studies.intervals import paired_difference, share
from interpreter.studies.observe import Part, Seen, observe
from interpreter.studies.page import page
from interpreter.studies.run import run
from interpreter.studies.store import StudyFile
from sidescript import main

from .micro import GAMES, program_of

WON, LOST = 1, 2


@pytest.fixture(scope="module")
def disney():
    from interpreter.commands import open_program

    return open_program("disney-sidekicks")


def bit(program, name):
    return 1 << list(program.layout.first).index(name)


def made(program, cells, rows, offered=(), endings=None):
    """A study of these matches, as if they had been played."""
    matches = max(one.seed for one in rows) + 1
    file = StudyFile.create(None, program, Plan(tuple(cells), matches), program.game.name)
    endings = endings or {WON: ("won", "", "All is well"), LOST: ("lost", "", "All is lost")}
    file.keep(program, [Part(rows=list(rows), endings=endings)])
    return file


def match(cell, seed, won, rounds=5, seen=1, taken=(0, 0), scores=(), winners=None):
    winners = (3 if won else 0) if winners is None else winners
    how = {"seated": (0, 1), "seen": seen, "taken": taken, "scores": scores}
    return Seen(cell, seed, WON if won else LOST, winners, rounds, 10 * rounds, **how)


TWO = Cell(2, ("random",) * 2)
THREE = Cell(3, ("random",) * 3)


def said(told, about):
    return " ".join(one["says"] for one in told["findings"] if one["about"] == about)


def unsaid(told, about):
    return " ".join(one["says"] for one in told["too_small"] if one["about"] == about)


def test_win_rates_and_pairs(disney):
    rows = [match(0, s, s % 2 == 0) for s in range(100)] + [match(1, s, s % 4 == 0) for s in range(100)]
    told = balance(made(disney, [TWO, THREE], rows))
    assert told["win_rate"]["won"] == 75 and told["win_rate"]["rate"] == share(75, 200).to_json()
    (players,) = [one for one in told["dimensions"] if one["name"] == "players"]
    assert [(x["level"], x["won"], x["of"]) for x in players["levels"]] == [("2", 50, 100), ("3", 25, 100)]
    (pair,) = players["pairs"]
    assert pair["paired"] and pair["of"] == 100
    assert pair["change"] == paired_difference(25, 0, 25, 50).to_json()
    assert "with 3 in place of 2, 25 points fewer matches are won" in said(told, "players")
    assert told["same"] == {"agents": "random"}


def test_pairs_find_what_separate_samples_cannot(disney):
    """Seeds differ much, the condition little: only pairs tell."""
    rng = random.Random(5)
    rows = []
    for s in range(150):
        lucky = rng.random() < 0.5
        rows += [match(0, s, lucky), match(1, s, lucky or s % 20 == 0)]
    told = balance(made(disney, [TWO, THREE], rows))
    (players,) = [one for one in told["dimensions"] if one["name"] == "players"]
    a, b = players["levels"]
    assert a["rate"]["high"] > b["rate"]["low"], "the intervals of both overlap"
    assert said(told, "players")


def test_too_few_matches_say_so(disney):
    rows = [match(0, s, s % 2 == 0) for s in range(10)] + [match(1, s, s % 3 == 0) for s in range(10)]
    told = balance(made(disney, [TWO, THREE], rows))
    assert not said(told, "players") and "cannot be said yet" in unsaid(told, "players")
    need = int(re.search(r"about ([\d,]+) matches", unsaid(told, "overall"))[1].replace(",", ""))
    assert 300 < need < 400


def test_conditions_are_told_apart_and_rates_that_teach_little_are_warned_of(disney):
    """No rate of both together; of which no comparison can be made, because nearly all are won, something is said."""
    rows = [match(0, s, s % 30 != 0) for s in range(120)] + [match(1, s, s % 2 == 0) for s in range(120)]
    told = balance(made(disney, [TWO, THREE], rows))
    overall = said(told, "overall")
    assert "240 matches were played, in 2 conditions. By players, won were: 2 97 % (" in overall
    assert "; 3 50 % (" in overall and "of 240 matches were won" not in overall
    assert "Where so many matches are won as here (players: 2)" in overall and "try something harder" in overall
    alone = balance(made(disney, [TWO], [row for row in rows if row.cell == 0]))
    assert "97 % of 120 matches were won" in said(alone, "overall") and "something harder" in said(alone, "overall")
    fair = balance(made(disney, [TWO], [match(0, s, s % 2 == 0) for s in range(120)]))
    assert "one in five" not in said(fair, "overall")


def test_how_many_pairs_tell_a_difference_as_large_as_the_one_seen(disney):
    """20 pairs that lie 25 points apart are not enough; some dozens will be. Two hundred are, and fewer would do."""

    def told(n):
        rows = [match(0, s, s % 4 < 2) for s in range(n)] + [match(1, s, s % 8 in (2, 6)) for s in range(n)]
        return balance(made(disney, [TWO, THREE], rows))

    few, many = told(20), told(200)
    seen = r"as large as this one \((\d+) points\) would most likely be certain with about ([\d,]+) pairs"
    found = re.search(seen, unsaid(few, "players"))
    assert found and 20 < int(found[2]) < 100 and "5.0 points would be seen with about" in unsaid(few, "players")
    enough = re.search(r"This is decided; for a difference so large about ([\d,]+) pairs", said(many, "players"))
    assert enough and 20 < int(enough[1]) < 130 and not unsaid(many, "players")


def test_what_the_grid_gave_to_a_seat_is_no_choice(disney):
    """Abu and Lumière were given to the first seat: only of what the second one took something is said."""
    things = {name: list(disney.layout.first).index(name) for name in ("abu", "lumiere", "iago", "jafar")}
    given = [Cell(2, ("random",) * 2, wishes={0: (name,)}) for name in ("abu", "lumiere")]
    site = next(n for n, one in enumerate(disney.rules.sites) if one.kind == "thing")

    def rows(cell, first):
        for s in range(100):
            second = ("iago", "jafar", "lumiere" if first == "abu" else "abu")[s % 3]
            picks = tuple((site, seat, things[name]) for seat, name in ((0, first), (1, second)))
            yield evolve(match(cell, s, s % 2 == cell or second == "iago"), picks=picks, seated=())

    told = balance(made(disney, given, [*rows(0, "abu"), *rows(1, "lumiere")]))
    (choice,) = [one for one in told["dimensions"] if one["kind"] == "choice"]
    assert choice["whose"] == "seat 2"
    assert sorted(one["level"] for one in choice["levels"]) == ["Iago", "Jafar"]
    assert "only of seat 2, which chose" in said(told, choice["title"]) and "Iago" in said(told, choice["title"])


def test_never_winning_is_no_finding_about_the_game(disney):
    told = balance(made(disney, [TWO], [match(0, s, False) for s in range(50)]))
    assert "None of 50 matches was won" in said(told, "overall") and "stronger agents" in said(told, "overall")


def test_no_match_no_figures(disney):
    file = StudyFile.create(None, disney, Plan((TWO,), 5), "x")
    told = balance(file)
    assert told["matches"] == 0 and "nothing to say" in unsaid(told, "overall")
    assert page(told)


# ------------------------------------------------------------------------------------------------ cards


def test_a_card_that_matters_is_found_and_one_that_comes_late_is_not(disney):
    """Long matches are won and show more cards: that alone makes no card good."""
    rng = random.Random(1)
    good, late = bit(disney, "exploding_bridge"), bit(disney, "dry_season")
    rows = []
    for s in range(1200):
        rounds = rng.randrange(3, 11)
        seen = 1
        if rng.random() < rounds / 11:
            seen |= late
        if rng.random() < 0.5:
            seen |= good
        won = rng.random() < 0.05 + 0.07 * (rounds - 3) + (0.2 if seen & good else 0)
        rows.append(match(0, s, won, rounds, seen))
    told = balance(made(disney, [TWO], rows))
    cards = {one["name"]: one for one in told["cards"]}
    assert cards["exploding_bridge"]["settled"] == 1
    assert 0.1 < cards["exploding_bridge"]["change"]["value"] < 0.3
    assert cards["dry_season"]["settled"] == 0
    assert cards["exploding_bridge"]["seen"]["value"] == pytest.approx(0.5, abs=0.05)
    assert "Exploding Bridge" in said(told, "cards") and "Dry Season" not in said(told, "cards")
    assert "--grid without=none,exploding_bridge" in unsaid(told, "cards")


def test_cards_that_are_always_seen_together_are_one_finding(disney):
    both, alone = bit(disney, "exploding_bridge") | bit(disney, "dry_season"), bit(disney, "hyena_hunt")
    rows = [
        match(0, s, s % 2 == 1, seen=1 | (both if s % 2 else 0) | (alone if s % 2 and s % 5 else 0)) for s in range(400)
    ]
    told = said(balance(made(disney, [TWO], rows)), "cards")
    assert "Exploding Bridge! and Dry Season (always together) by 100 points" in told
    assert told.count("are won than in others") == 1 and told.count(" points (+") == 2
    assert "need not be their doing" in told


def test_what_is_played_is_told_apart_from_what_is_discarded(disney):
    """Of earlier versions it is not known."""
    card = bit(disney, "exploding_bridge")
    rows = [match(0, s, s % 2 == 0, seen=1 | card, taken=(card if s % 4 else 0, 0)) for s in range(100)]
    told = balance(made(disney, [TWO], [evolve(row, played=card if row.seed % 10 == 1 else 0) for row in rows]))
    (one,) = [one for one in told["cards"] if one["name"] == "exploding_bridge"]
    assert (one["taken"]["value"], one["played"]["value"]) == (0.75, 0.1)
    (old,) = [one for one in balance(made(disney, [TWO], rows))["cards"] if one["name"] == "exploding_bridge"]
    assert old["taken"]["value"] == 0.75 and old["played"] is None


def test_only_an_action_of_a_menu_plays(disney):
    part = Part()
    observe(disney, TWO, 0, 3, 100_000, part)
    (row,) = part.rows
    assert row.played > 0 and row.played & ~(row.taken[0] | row.taken[1]) == 0
    assert row.played != row.taken[0] | row.taken[1], "what is chosen in set-up, for instance, is not played"


def test_chance_among_many_cards_is_no_finding(disney):
    rng = random.Random(2)
    names = list(disney.layout.first)[:100]
    bits = [bit(disney, name) for name in names]
    rows = [
        match(0, s, rng.random() < 0.5, rng.randrange(3, 9), 1 | sum(b for b in bits if rng.random() < 0.5) | 0)
        for s in range(300)
    ]
    told = balance(made(disney, [TWO], rows))
    changes = [one["change"] for one in told["cards"] if one["change"]]
    assert any(c["low"] > 0 or c["high"] < 0 for c in changes), "of so many, some look as if they mattered"
    assert sum(one["settled"] != 0 for one in told["cards"]) == 0


def test_a_card_left_out_is_compared_in_pairs(disney):
    without = Cell(2, ("random",) * 2, {"without.exploding_bridge": "yes"})
    seen = bit(disney, "exploding_bridge")
    rows = [match(0, s, s % 4 == 0, seen=seen) for s in range(80)] + [match(1, s, s % 2 == 0) for s in range(80)]
    told = balance(made(disney, [TWO, without], rows))
    (card,) = [one for one in told["cards"] if one["name"] == "exploding_bridge"]
    assert card["how"] == "pairs" and card["of"] == 80
    assert card["change"] == paired_difference(20, 0, 20, 40).to_json()
    assert "left out" in said(told, "cards") and card["seen"]["value"] == 1.0, "where it is not left out"


def test_a_card_left_out_is_never_seen(disney):
    plan = Plan((Cell(2, ("random",) * 2, {"without.exploding_bridge": "yes"}), TWO), 25)
    file = StudyFile.create(None, disney, plan, "disney-sidekicks")
    run(file, disney, plan)
    it = bit(disney, "exploding_bridge")
    assert not any(one.seen & it for one in file.matches() if one.cell == 0)
    assert any(one.seen & it for one in file.matches() if one.cell == 1)
    with pytest.raises(Exception, match="no thing"):
        disney.start(2, 0, {"without.nonsense": "yes"})


# ------------------------------------------------------------------------------------------------ competing


def competing(program, rows):
    return made(program, [TWO], rows, endings={WON: ("decided", "", "It is decided")})


def test_seats_of_competitors(disney):
    rows = [match(0, s, True, winners=1 if s % 10 < 7 else 2) for s in range(200)]
    told = balance(competing(disney, rows))
    assert told["players_compete"] and told["win_rate"] is None
    (group,) = told["seats"]
    assert group["fair"] == 0.5 and [x["won"] for x in group["each"]] == [140, 60]
    assert "seat 1 wins 70 %" in said(told, "seats")


def test_the_words_of_an_ending_do_not_depend_on_who_came_first():
    program = program_of(GAMES / "winners")
    low = program.game.seats.low
    plan = Plan((Cell(low, ("random",) * program.seats_for(low)),), 30, limit=500)
    orders = []
    for seeds in (range(30), range(29, -1, -1)):
        part = Part()
        for seed in seeds:
            observe(program, plan.cells[0], 0, seed, 500, part)
        orders.append((sorted(part.endings.items()), sorted(part.rows, key=lambda one: one.seed)))
    assert orders[0] == orders[1]


def test_a_lead_that_decides(disney):
    rows = []
    for s in range(100):
        winner = s % 2
        late = (5, 1) if winner == 0 else (1, 5)
        rows.append(match(0, s, True, 3, scores=((s // 2 % 2, (s // 2 + 1) % 2), late), winners=1 << winner))
    told = balance(competing(disney, rows))
    first, second = told["lead"]["rounds"]
    assert first["leader_wins"]["rate"]["value"] == 0.5 and second["leader_wins"]["rate"]["value"] == 1
    assert "From round 2 on a lead decides" in said(told, "lead")


def test_cards_of_competitors_are_compared_inside_a_match(disney):
    it = bit(disney, "exploding_bridge")
    rows = []
    for s in range(100):
        taker = s % 2
        winner = taker if s % 5 else 1 - taker
        rows.append(match(0, s, True, seen=it, taken=(0, it) if taker else (it, 0), winners=1 << winner))
    told = balance(competing(disney, rows))
    (card,) = [one for one in told["cards"] if one["name"] == "exploding_bridge"]
    assert card["how"] == "inside" and card["change"]["value"] == pytest.approx(0.6) and card["settled"] == 1


def test_rivals_share_their_matches(disney):
    """25 of 40 against 15 of the same 40 is one coin thrown 40 times, and chance does that."""
    for won, finding in ((25, False), (33, True)):
        rows = [match(0, s, True, winners=1 if s < won else 2) for s in range(40)]
        rows[::2] = [evolve(one, seated=one.seated[::-1], winners=3 - one.winners) for one in rows[::2]]
        told = balance(competing(disney, rows))
        assert ("wins most" in said(told, "Who plays")) is finding


def test_a_card_that_few_competitors_take_is_no_finding(disney):
    """Twelve matches that whoever took it has won prove nothing, and no difference is beyond 100 points."""
    it = bit(disney, "exploding_bridge")
    for count, settled in ((12, 0), (60, 1)):
        rows = [match(0, s, True, seen=it, taken=(0, it), winners=2) for s in range(count)]
        rows += [match(0, s, True, seen=0, taken=(0, 0), winners=1 + s % 2) for s in range(count, 200)]
        (card,) = [one for one in balance(competing(disney, rows))["cards"] if one["name"] == "exploding_bridge"]
        assert card["settled"] == settled
        assert card["change"] is None or card["change"]["low"] < card["change"]["value"] <= card["change"]["high"] <= 1


def test_a_card_of_the_stronger_side_gets_no_credit_for_the_side(disney):
    """The first seat wins 8 of 10, with its card as without it; another card is what it wins by."""
    weak, strong = bit(disney, "exploding_bridge"), bit(disney, "dry_season")
    rows = []
    for s in range(400):
        won, takes = s % 10 < 8, s % 4 < 2
        mine = (weak if takes else 0) | (strong if won else 0)
        rows.append(match(0, s, True, seen=weak | strong, taken=(mine, 0), winners=1 if won else 2))
    told = balance(competing(disney, rows))
    cards = {one["name"]: one for one in told["cards"]}
    assert cards["exploding_bridge"]["of"] == 200 and cards["exploding_bridge"]["settled"] == 0
    assert cards["exploding_bridge"]["change"]["value"] == pytest.approx(0, abs=0.05)
    assert cards["dry_season"]["change"]["value"] == pytest.approx(1 - 0.6) and cards["dry_season"]["settled"] == 1
    assert "Who takes Dry Season wins 40 points more than who does not, beyond" in said(told, "cards")


def test_conditions_of_competitors_are_compared_in_pairs(disney):
    """The deck of the second seat: what the first wins against it, match by match."""
    other = evolve(TWO, options={"deck.2": "b"})
    cells = [evolve(TWO, options={"deck.2": "a"}), other, evolve(THREE, options={"deck.2": "b"})]
    rows = [match(0, s, True, winners=1 if s % 2 else 2) for s in range(100)]
    rows += [match(1, s, True, winners=1 if s % 2 and s % 4 == 1 else 2) for s in range(100)]
    rows += [match(2, s, True, winners=1, taken=(0, 0, 0)) for s in range(100)]
    told = balance(made(disney, cells, rows, endings={WON: ("decided", "", "It is decided")}))
    players, deck = told["dimensions"][:2]
    assert players["pairs"] == [], "of more competitors each wins less"
    (pair,) = deck["pairs"]
    assert pair["of"] == 100 and pair["change"] == paired_difference(25, 0, 25, 50).to_json()
    assert "Deck of seat 2: with b in place of a, the first seat wins 25 points less" in said(told, "deck of seat 2")
    assert not any("Who plays" in one["says"] for one in told["findings"] + told["too_small"]), "said of the seats"


# ------------------------------------------------------------------------------------------------ whole reports


def test_options_that_nobody_takes(disney):
    file = StudyFile.create(None, disney, Plan((TWO,), 3), "x")
    run(file, disney, file.plan)
    told = balance(file)
    for one in told["options"]["each"]:
        assert 0 <= one["taken"] <= one["offered"] and (one["taken"] > 0) == (one not in told["options"]["never_taken"])
    there = {one["option"] for one in told["options"]["each"]}
    assert not there & set(told["options"]["never_offered"])


class Balanced(HTMLParser):
    """Every tag that is opened is closed, in order, and nothing is fetched."""

    VOID = ("meta", "line", "circle", "rect", "polygon", "polyline", "br")

    def __init__(self):
        super().__init__()
        self.open, self.text = [], []

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            assert name not in ("src", "href") and "url(" not in (value or ""), (tag, name)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in self.VOID:
            assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


def test_the_page_stands_alone_and_says_all(tmp_path, capsys):
    study, target = tmp_path / "s.sqlite", tmp_path / "r.html"
    line = ["simulate", "disney-sidekicks", "--grid", "players=2,3", "--matches", "25", "--study", str(study)]
    assert main(line) == 0
    assert main(["report", str(study), "-o", str(target)]) == 0
    capsys.readouterr()
    assert main(["report", str(study), "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    text = target.read_text(encoding="utf-8")
    parsed = Balanced()
    parsed.feed(text)
    assert parsed.open == [] and "http" not in text
    words = " ".join(parsed.text)
    for one in told["findings"]:
        assert one["says"] in words
    assert text.count("<svg") >= 5 and "prefers-color-scheme: dark" in text
    assert main(["report", str(study)]) == 0
    assert told["findings"][0]["says"] in capsys.readouterr().out


@pytest.mark.parametrize("topic", ["winners", "dice", "piles", "drawing", "decks", "values"])
def test_every_small_game_can_be_reported(topic):
    program = program_of(GAMES / topic)
    low = program.game.seats.low
    plan = Plan((Cell(low, ("random",) * program.seats_for(low)),), 5, limit=200)
    file = StudyFile.create(None, program, plan, topic)
    run(file, program, plan)
    told = balance(file)
    assert told["matches"] + told["failed"] == 5
    json.dumps(told)
    parsed = Balanced()
    parsed.feed(page(told))
    assert parsed.open == []
