"""What a version changes, and the search for a value with a win rate: figures that were put in come out."""

import json
import random
import re

import pytest

from interpreter import build
from interpreter.studies import Cell, Plan
from interpreter.studies.compare import NotComparable, compare
from interpreter.studies.intervals import paired_difference
from interpreter.studies.observe import Part, Seen
from interpreter.studies.request import BadRequest
from interpreter.studies.run import run
from interpreter.studies.search import search
from interpreter.studies.store import StudyFile
from interpreter.studies.variant import number_of, with_number
from sidescript import main

TWO = Cell(2, ("random",) * 2)


@pytest.fixture(scope="module")
def disney():
    from interpreter.commands import open_program

    return open_program("disney-sidekicks")


@pytest.fixture
def mod(tmp_path):
    folder = tmp_path / "tough"
    folder.mkdir()
    (folder / "game.side").write_text('mod tough "Tough" extends disney_sidekicks\n', encoding="utf-8")
    (folder / "all.side").write_text(
        'patch Sidekick abu "Abu"\n    full: 9\n\nremove exploding_bridge\n', encoding="utf-8"
    )
    return folder


def made(program, results, cell=TWO, rounds=5, endings=("", "Well")):
    file = StudyFile.create(None, program, Plan((cell,), len(results)), program.game.name)
    rows = [
        Seen(0, seed, 1 if won else 2, 3 if won else 0, rounds, 50, seen=1, taken=(0, 0))
        for seed, won in enumerate(results)
    ]
    file.keep(program, [Part(rows=rows, endings={1: ("won", *endings), 2: ("lost", "", "Ill")})])
    return file


def test_a_change_is_taken_in_pairs(disney):
    before = [seed % 2 == 0 for seed in range(200)]
    after = [won or seed % 10 == 1 for seed, won in enumerate(before)]
    told = compare(made(disney, before), made(disney, after, rounds=6))
    (all_,) = told["win_rate"]
    assert all_["change"] == paired_difference(100, 20, 0, 80).to_json()
    assert any("10 points more matches are won" in one for one in told["findings"])
    assert any("1.0 more rounds" in one for one in told["findings"])


def test_an_ending_that_is_called_otherwise_is_the_same(disney):
    """A version that wins with 8 Mojo in place of 11 says so in the title of its ending."""
    results = [seed % 3 == 0 for seed in range(200)]
    told = compare(
        made(disney, results, endings=("mojo", "11 Mojo")), made(disney, results, rounds=6, endings=("mojo", "8 Mojo"))
    )
    assert [one["reason"] for one in told["endings"]] == ["11 Mojo, now 8 Mojo", "Ill"]
    assert not any("ends matches" in one for one in told["findings"])


def test_the_ending_that_a_mod_changes_is_told_of(disney):
    """Its number is what was changed: it is judged alone, and also said when nothing can be said yet."""

    def told(more):
        before, after = [s % 4 == 0 for s in range(60)], [s % 4 == 0 or s in more for s in range(60)]
        return compare(
            made(disney, before, endings=("mojo", "11 Mojo")), made(disney, after, rounds=6, endings=("mojo", "8 Mojo"))
        )

    some, many = told({1, 2}), told(set(range(1, 40, 4)))
    said = "Whether “11 Mojo, now 8 Mojo” ends more or fewer matches cannot be said yet (15 and now 17 of 60"
    assert any(said in one for one in some["too_small"])
    said = "“11 Mojo, now 8 Mojo” ends matches more often, by 17 points (15 and now 25 of 60"
    assert any(said in one for one in many["findings"])


def test_nothing_changed_says_nothing_changed(disney):
    results = [seed % 3 == 0 for seed in range(60)]
    told = compare(made(disney, results), made(disney, results))
    assert told["same"] == 60 and "exactly alike" in told["findings"][0] and not told["too_small"]


def test_too_few_pairs_say_so(disney):
    told = compare(made(disney, [True] * 5 + [False] * 5), made(disney, [False] * 3 + [True] * 7))
    assert not any("more matches" in one for one in told["findings"]) and "cannot be said" in told["too_small"][0]
    need = int(
        re.search(r"5\.0 points would be seen with about ([\d,]+) pairs", told["too_small"][0])[1].replace(",", "")
    )
    change = told["win_rate"][0]["change"]
    width = (change["high"] - change["low"]) / 2
    assert width * (10 / need) ** 0.5 <= 0.05 < width * (10 / need) ** 0.5 * 1.2


def test_what_has_nothing_in_common_is_refused(disney):
    other = made(disney, [True] * 5, Cell(3, ("random",) * 3))
    with pytest.raises(NotComparable):
        compare(made(disney, [True] * 5), other)


def test_a_mod_beside_its_game(mod, capsys):
    line = ["compare", "disney-sidekicks", str(mod), "--players", "2", "--matches", "40", "--format", "json"]
    assert main(line) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["pairs"] == 40 and told["same"] < 40
    assert [one["name"] for one in told["cards"] if one["only"] == "first"] == ["exploding_bridge"]
    assert main(["compare", "disney-sidekicks", "disney-sidekicks", "--matches", "5"]) == 0
    assert "exactly alike" in capsys.readouterr().out


def test_studies_that_are_there(mod, tmp_path, capsys):
    for game, name in (("disney-sidekicks", "a"), (str(mod), "b")):
        assert main(["simulate", game, "--matches", "10", "--study", str(tmp_path / f"{name}.sqlite")]) == 0
    capsys.readouterr()
    assert main(["compare", str(tmp_path / "a.sqlite"), str(tmp_path / "b.sqlite")]) == 0
    assert "10 pairs of matches with the same seed" in capsys.readouterr().out


# ------------------------------------------------------------------------------------------------ search


def noisy(rates, seed):
    """Matches with these win rates; the first ones of a value stay what they were."""
    rng = [random.Random(f"{seed} {n}") for n in range(len(rates))]
    had = [[] for _ in rates]

    def play(value, matches):
        while len(had[value]) < matches:
            had[value].append(rng[value].random() < rates[value])
        return sum(had[value]), matches

    return play


@pytest.mark.parametrize("turn", [1, -1])
def test_the_search_finds_where_the_rate_crosses(turn):
    rates = [0.02 + 0.09 * n for n in range(11)][::turn]
    wrong = 0
    for seed in range(60):
        found = search(len(rates), noisy(rates, seed), 0.4, 3000)
        if found.near is not None:
            wrong += abs(rates[found.near] - 0.4) > 0.05
        else:
            assert found.low is not None and found.high == found.low + 1
            ends = rates[found.low], rates[found.low + 1]
            wrong += not min(ends) < 0.4 < max(ends)
    assert wrong <= 3, "right in 95 of 100"


def test_what_lies_beyond_all_values_is_not_found():
    found = search(5, noisy([0.8, 0.85, 0.9, 0.95, 0.97], 1), 0.4, 2000)
    assert (found.near, found.low, found.high) == (None, None, None) and len(found.tried) == 2


def test_a_number_of_a_thing_changes_the_game(disney):
    key = number_of(disney.game, "abu", "full")
    tough = with_number(disney.game, "abu", key, 9)
    assert tough.source_hash != disney.game.source_hash and disney.game.things["abu"].values[key].value == 4
    abu = Cell(2, ("random",) * 2, {}, None, {0: ("abu",)})
    rounds = []
    for program in (disney, build(tough)):
        file = StudyFile.create(None, program, Plan((abu,), 60), "x")
        run(file, program, file.plan)
        rounds.append(sum(one.rounds for one in file.matches()))
    assert rounds[0] != rounds[1]
    with pytest.raises(BadRequest, match="its numbers are: full"):
        number_of(disney.game, "abu", "fulll")


def test_find_from_the_command_line(capsys, tmp_path):
    line = ["simulate", "disney-sidekicks", "--target-win-rate", "0.4", "--matches", "60", "--format", "json"]
    assert main([*line, "--find", "players=2..3", "--study", str(tmp_path / "s.sqlite")]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["answer"] is None and [one["value"] for one in told["tried"]] == ["2", "3"]
    for wrong, said in (("players=3..2", "goes from 2 to 4"), ("packs=1..2", "no order"), ("abu.full=9..1", "lower")):
        with pytest.raises(SystemExit):
            main([*line, "--find", wrong])
        assert said in capsys.readouterr().err
