"""Studies: the same for any number of jobs and on a cluster, kept at any moment, gone on with, refused when changed."""

import csv
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time

import pytest
from attrs import evolve

from interpreter.match import replay
from interpreter.native.build import compilers
from interpreter.simulation import Study
from interpreter.simulation.native_part import chosen
from interpreter.simulation.one_match import play_out
from interpreter.studies import Cell, Plan
from interpreter.studies.observe import Part, observe
from interpreter.studies.request import BadRequest, cells, grid_of
from interpreter.studies.run import play_part, run
from interpreter.studies.store import BadStudy, StudyFile
from interpreter.studies.summing import result_text
from interpreter.wishes import BadWish, wishes_of
from sidescript import main

from .micro import GAMES, program_of


@pytest.fixture(scope="module")
def disney():
    from interpreter.commands import open_program

    return open_program("disney-sidekicks")


def plan_for(program, matches=30, **more):
    packs = [(), ("guards_on_patrol",)]
    found = tuple(Cell(players, ("random",) * players, {"grave_packs": pack}) for players in (2, 3) for pack in packs)
    return Plan(found, matches, **more)


def everything(file):
    return list(file.matches()), file.offers(), file.failures(), file.endings()


def played(program, plan, **how):
    file = StudyFile.create(None, program, plan, program.game.name)
    assert run(file, program, plan, **how)
    return everything(file)


# ------------------------------------------------------------------------------------------------ same results


def test_any_number_of_jobs_gives_the_same(disney):
    plan = plan_for(disney)
    alone = played(disney, plan)
    assert len(alone[0]) == 4 * 30
    assert played(disney, plan, jobs=3) == alone


def test_a_cluster_gives_the_same(disney):
    distributed = pytest.importorskip("distributed")
    plan = plan_for(disney, 10)
    with distributed.LocalCluster(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None) as there:
        assert played(disney, plan, cluster=there.scheduler_address) == played(disney, plan)


def test_an_observed_match_is_the_match(disney):
    for agents in (("random",) * 3, ("greedy", "random", "random")):
        for seed in range(4):
            part = Part()
            observe(disney, Cell(3, agents), 0, seed, 10_000, part)
            state = disney.start(3, seed, {}, None)
            assert part.rows[0].decisions == play_out(disney, state, agents, seed, 10_000)
            assert part.rows[0].over == state.over and part.rows[0].rounds == disney.round(state)


def test_cells_have_the_same_seeds(disney):
    rows = played(disney, plan_for(disney, 12, seed=7))[0]
    assert [one.seed for one in rows if one.cell == 0] == [one.seed for one in rows if one.cell == 3] == [*range(7, 19)]


def test_only_outcomes_are_the_outcomes(disney):
    whole, _, _, endings = played(disney, plan_for(disney))
    bare, _, _, ends = played(disney, plan_for(disney, detail="outcome"), engine="native")
    played_by, why = chosen(disney, Study(2, ("random",) * 2, 1))
    assert not compilers() or played_by is not None, f"C has not played: {why}"
    key = [(one.cell, one.seed, one.over, one.winners, one.rounds, one.decisions) for one in whole]
    assert [(one.cell, one.seed, one.over, one.winners, one.rounds, one.decisions) for one in bare] == key
    assert endings == ends


@pytest.mark.parametrize("agents", [("random", "random"), ("greedy", "greedy"), ("greedy", "random")])
def test_only_outcomes_say_who_has_won(agents):
    program = program_of(GAMES / "winners")
    whole, bare = (
        played(program, Plan((Cell(2, agents),), 20, detail=detail), engine=engine)[0]
        for detail, engine in (("cards", "python"), ("outcome", "native"))
    )
    key = [(one.seed, one.over, one.winners, one.rounds, one.decisions) for one in whole]
    assert [(one.seed, one.over, one.winners, one.rounds, one.decisions) for one in bare] == key
    assert any(one.winners for one in whole)
    titles = [program.layout.declarations[name].title for name in program.layout.first]
    told = [[result_text(one, ("decided", "", ""), titles) for one in rows] for rows in (whole, bare)]
    assert told[0] == told[1] and "player 1" in {text.lower() for text in told[0]}
    unknown = evolve(bare[0], seated=(), winners=2)
    assert result_text(unknown, ("decided", "", ""), titles) == "seat 2", "not nobody"


# ------------------------------------------------------------------------------------------------ what is kept


def test_what_is_seen_and_taken(disney):
    file = StudyFile.create(None, disney, plan_for(disney), "disney-sidekicks")
    run(file, disney, file.plan)
    things = file.things()
    number = {thing.name: n for n, thing in enumerate(things)}
    for one in file.matches():
        for x in one.seated:
            assert one.seen >> x & 1, "who sits at the table is seen"
        assert all(mine & ~one.seen == 0 for mine in one.taken), "nobody takes what nobody sees"
        for _, seat, x in one.picks:
            assert one.taken[seat] >> x & 1
    guards = [one.seen >> number["exploding_bridge"] & 1 for one in file.matches()]
    assert 0 < sum(guards) < len(guards), "a card of the pile is seen in some matches only"
    offers = {(question, option): (offered, taken) for _, question, option, offered, taken in file.offers()}
    assert offers["action", "Move"][0] > offers["action", "Move"][1] > 0


def test_a_seat_takes_what_it_is_told_to(disney):
    plan = Plan(cells(disney, Cell(3, ()), "random", grid_of(["seat.2=abu"])), 15)
    rows = played(disney, plan)[0]
    abu = list(disney.layout.first).index("abu")
    assert {one.seated[1] for one in rows} == {abu}
    assert len({one.seated[0] for one in rows}) > 1


# ------------------------------------------------------------------------------------------------ going on


def test_a_study_goes_on_where_it_stopped(disney, tmp_path):
    plan = plan_for(disney, 20)
    path = tmp_path / "one.sqlite"

    def stop(progress):
        if progress.played >= 50:
            raise KeyboardInterrupt

    file = StudyFile.create(path, disney, plan, "disney-sidekicks")
    assert not run(file, disney, plan, progress=stop)
    file.close()
    file = StudyFile.open(path)
    there = sum(map(len, file.done()))
    assert 50 <= there < 80
    steps = []
    assert run(file, disney, file.plan, progress=steps.append)
    assert steps[-1].there == steps[-1].wanted == 80 and steps[-1].played == 80 - there
    assert everything(file) == played(disney, plan)
    more = file.ask_for(25)
    assert run(file, disney, more) and everything(file) == played(disney, plan_for(disney, 25))


def test_killed_at_any_moment_it_keeps_what_is_finished(tmp_path):
    path = tmp_path / "killed.sqlite"
    line = [sys.executable, "-m", "sidescript", "simulate", "disney-sidekicks", "--study", str(path)]
    process = subprocess.Popen(
        [*line, "--matches", "100000", "--jobs", "2"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    try:
        for _ in range(600):
            time.sleep(0.1)
            if path.exists() and path.stat().st_size and sum(map(len, StudyFile.open(path).done())) > 30:
                break
    except sqlite3.Error:
        pass
    finally:
        os.kill(process.pid, signal.SIGKILL)
        rest = process.communicate(timeout=30)  # ends when the workers, which hold its output too, have ended
    assert rest == (b"", None)
    file = StudyFile.open(path)
    there = sum(map(len, file.done()))
    assert there > 30
    assert len(list(file.matches())) == there


def test_a_study_that_was_begun_with_a_mod_says_which_one_lacks(tmp_path, capsys):
    """Without it another game would be played; it is not that the text was changed."""
    folder = tmp_path / "dice"
    folder.mkdir()
    (folder / "game.side").write_text((GAMES / "dice" / "game.side").read_text(encoding="utf-8"), encoding="utf-8")
    home = tmp_path / "lucky"
    home.mkdir()
    name = (folder / "game.side").read_text("utf-8").split("game ", 1)[1].split(" ", 1)[0]
    (home / "mod.side").write_text(f'mod lucky "Lucky" extends {name}\n\noption luck "Luck": no\n', encoding="utf-8")
    study = str(tmp_path / "s.sqlite")
    assert main(["simulate", str(folder), "--mod", str(home), "--matches", "3", "--study", study]) == 0
    with pytest.raises(SystemExit):
        main(["simulate", str(folder), "--matches", "4", "--study", study])
    assert "was begun with --mod lucky, and now it is asked for without a mod" in capsys.readouterr().err


def test_another_text_of_the_game_is_refused(tmp_path, capsys):
    folder = tmp_path / "game"
    folder.mkdir()
    text = (GAMES / "dice" / "game.side").read_text(encoding="utf-8")
    (folder / "game.side").write_text(text, encoding="utf-8")
    study = str(tmp_path / "s.sqlite")
    line = ["simulate", str(folder), "--matches", "3", "--study", study]
    assert main(line) == 0
    (folder / "game.side").write_text("# changed\n" + text, encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        main(line)
    assert ended.value.code == 2
    assert "another text" in capsys.readouterr().err


def test_another_plan_is_refused(disney, tmp_path, capsys):
    study = str(tmp_path / "s.sqlite")
    assert main(["simulate", "disney-sidekicks", "--matches", "3", "--study", study]) == 0
    with pytest.raises(SystemExit):
        main(["simulate", "disney-sidekicks", "--players", "3", "--study", study])
    assert "other conditions" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["simulate", "disney-sidekicks", "--seed", "3", "--study", study])
    assert "other first seed (0, now 3)" in capsys.readouterr().err


def test_what_is_no_study_is_refused(tmp_path, disney):
    path = tmp_path / "no.sqlite"
    path.write_text("hello")
    with pytest.raises(BadStudy, match="no study"):
        StudyFile.open(path)
    other = tmp_path / "old.sqlite"
    file = StudyFile.create(other, disney, plan_for(disney), "disney-sidekicks")
    file.close()
    with sqlite3.connect(other) as sql:
        sql.execute("update study set value = 'sidescript-study/9' where name = 'format'")
    with pytest.raises(BadStudy, match="study/9"):
        StudyFile.open(other)


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        ("drop table match", "no table `match`"),
        ("drop table cell", "no table `cell`"),
        ("drop table thing; drop table offer", "no tables `offer`, `thing`"),
        ("alter table ending rename column reason to why", "no table `ending`"),
        ("delete from cell", "the conditions in `cell`"),
        ("update study set value = '{' where name = 'plan'", "its plan cannot be read"),
        ("update study set value = '{}' where name = 'plan'", "its plan cannot be read"),
        ("delete from study where name = 'format'", "no study of Sidescript"),
        ("drop table study; create table study (a)", "no study of Sidescript"),
        ("update match set cell = 7", "its plan has no condition 7"),
        ("update match set picks = '[' where seed = 1", "match 1 of condition 0 cannot be read"),
        ("update match set seen = 'text'", "match 0 of condition 0 cannot be read"),
    ],
)
def test_a_study_that_is_damaged_is_refused_and_stays_as_it_is(tmp_path, capsys, harm, said):
    study, game = str(tmp_path / "s.sqlite"), str(GAMES / "dice")
    assert main(["simulate", game, "--matches", "2", "--study", study]) == 0
    with sqlite3.connect(study) as sql:
        sql.executescript(harm)
    before = (tmp_path / "s.sqlite").read_bytes()
    table = ["table", study, "-o", str(tmp_path / "t.csv")]
    again = ["simulate", game, "--matches", "2", "--study", study]
    for words in (["simulate", "--study", study], again, ["report", study], ["compare", study, study], table):
        with pytest.raises(SystemExit) as ended:
            main(words)
        assert ended.value.code == 2
        assert said in capsys.readouterr().err
        assert (tmp_path / "s.sqlite").read_bytes() == before


# ------------------------------------------------------------------------------------------------ at once


def test_two_that_play_one_study_at_once_keep_each_match_once(disney, tmp_path):
    path, plan = tmp_path / "s.sqlite", plan_for(disney, 60)
    first = StudyFile.create(path, disney, plan, "disney-sidekicks")
    second = StudyFile.create(path, disney, plan, "disney-sidekicks")
    fewer = evolve(plan, matches=40)  # parts of other sizes: some matches of a part are there, others are not

    told = []

    def meanwhile(progress):
        told.append(progress)
        if len(told) == 1:
            assert run(second, disney, fewer)

    assert run(first, disney, plan, progress=meanwhile)
    assert first.twice > 0
    assert everything(first) == everything(second) == played(disney, plan)


def test_two_that_begin_one_study_at_once_have_the_same(tmp_path):
    line = [
        sys.executable,
        "-m",
        "sidescript",
        "simulate",
        str(GAMES / "dice"),
        "--matches",
        "40",
        "--study",
        "s.sqlite",
    ]
    both = [subprocess.Popen(line, cwd=tmp_path, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    told = [process.communicate(timeout=60)[0] for process in both]
    assert [process.returncode for process in both] == [0, 0, 0] and len(set(told)) == 1
    assert sum(map(len, StudyFile.open(tmp_path / "s.sqlite").done())) == 40


def test_decks_of_files_bring_copies_of_their_own():
    """Both seats bring seven sparks, and the game has eight."""
    program = program_of(GAMES / "decks")
    own = {f"deck.{n}": (f"1 {hero}", "7 spark", "1 wave") for n, hero in ((1, "lena"), (2, "mord"))}
    grid = grid_of(["setup=base,strict"])
    plan = Plan(cells(program, Cell(2, (), own), "random", grid), 5)
    rows, _, failures, _ = played(program, plan)
    assert len(rows) == 10 and not failures
    assert plan.cells[0].factors["deck.1"] == "lena+2 others"
    spark = list(program.layout.first).index("spark")
    assert any(one.seen >> spark & 1 for one in rows), "the numbers of things are those of the game of the file"


def test_decks_on_either_seat_without_what_does_not_go_together():
    program = program_of(GAMES / "decks")
    both = grid_of(["deck.1=lights,night", "deck.2=lights,night"])
    found = cells(program, Cell(2, ()), "random", both)
    assert [(one.options["deck.1"], one.options["deck.2"]) for one in found] == [
        ("lights", "night"),
        ("night", "lights"),
    ]
    with pytest.raises(BadRequest, match="the seats 1 and 2 bring the same deck"):
        cells(program, Cell(2, ()), "random", grid_of(["deck.1=night", "deck.2=night"]))
    same = Cell(2, (), {"deck.1": "night", "deck.2": "night"})
    with pytest.raises(BadRequest, match="the seats 1 and 2 bring the same deck"):
        cells(program, same, "random", grid_of(["players=2"]))


def test_what_is_left_out_is_in_no_deck():
    program = program_of(GAMES / "decks")
    things = list(program.layout.first)
    own = {f"deck.{n}": (f"1 {hero}", "7 spark", "1 wave") for n, hero in ((1, "lena"), (2, "mord"))}
    for cell in (Cell(2, (), own), Cell(2, (), {"deck.1": "night", "deck.2": "lights"})):
        plan = Plan(cells(program, cell, "random", grid_of(["without=none,spark"])), 5)
        rows, _, failures, _ = played(program, plan)
        assert not failures
        seen = {n: any(one.seen >> things.index("spark") & 1 for one in rows if one.cell == n) for n in (0, 1)}
        assert seen == {0: True, 1: False}


# ------------------------------------------------------------------------------------------------ failures


def test_a_match_that_fails_stops_nothing_and_replays_alone(tmp_path, capsys):
    folder = GAMES / "budget"
    program = program_of(folder)
    plan = Plan((Cell(program.game.seats.low, ("random",) * program.seats_for(program.game.seats.low)),), 6, limit=1)
    part = play_part(program, plan, "auto", 0, range(6))
    assert len(part.rows) + len(part.failures) == 6
    study, records = tmp_path / "s.sqlite", tmp_path / "records"
    line = ["simulate", "disney-sidekicks", "--matches", "4", "--limit", "3", "--study", str(study)]
    assert main([*line, "--records", str(records), "--format", "json"]) == 1
    out, err = capsys.readouterr()
    told = json.loads(out)
    assert [one["code"] for one in told["errors"]] == ["match-too-long"] * 4
    command = err.splitlines()[0].partition("; ")[2].split()
    assert command[:3] == ["sidescript", "replay", "disney-sidekicks"]
    assert main(command[1:]) == 0
    assert "3 answers" in capsys.readouterr().out


def test_errors_in_play_come_with_a_record(disney):
    class Broken(type(disney)):
        @property
        def step_function(self):
            def step(state, index):
                if state.draws > 40:
                    raise ZeroDivisionError("oh")
                return disney.step_function(state, index)

            return step

    broken = Broken(disney.game, disney.rules, disney.python)
    part = play_part(broken, Plan((Cell(2, ("random",) * 2),), 3), "auto", 0, range(3))
    assert not part.rows and [one[2] for one in part.failures] == ["bug-in-sidescript"] * 3


# ------------------------------------------------------------------------------------------------ asking and getting


@pytest.mark.parametrize(
    ("grid", "said"),
    [
        (["villian=a"], "nothing called"),
        (["players=7"], "2 to 4 players"),
        (["players"], "NAME=VALUE"),
        (["players=2", "players=3"], "twice"),
        (["agents=nobody"], "no agent"),
        (["grave_packs=nonsense"], "no value"),
        (["setup=nonsense"], "no set-up"),
        (["seat.1=nonsense"], "no thing"),
        (["seat.1=exploding_bridge"], "never offered"),
        (["seat.3=abu"], "no seat 3"),
    ],
)
def test_what_cannot_be_played_is_refused_before(disney, grid, said):
    with pytest.raises(BadRequest, match=said):
        cells(disney, Cell(2, ()), "random", grid_of(grid))


@pytest.mark.parametrize(
    ("spoken", "said"),
    [
        (["abu"], "SEAT=THING"),
        (["1="], "SEAT=THING"),
        (["0=abu"], "the first is 1"),
        (["1=abbu"], "did you mean `abu`"),
        (["1=abu", "1=lumiere"], "twice"),
        (["3=abu"], "no seat 3: the match has 2 seats"),
    ],
)
def test_what_no_seat_can_take_is_refused(disney, spoken, said):
    with pytest.raises(BadWish, match=said):
        wishes_of(disney, spoken, 2)


def test_a_grid_is_every_combination(disney):
    found = cells(disney, Cell(2, ()), "greedy", grid_of(["players=2,4", "grave_packs=none,guards_on_patrol"]))
    assert [(c.players, c.options["grave_packs"], c.agents) for c in found] == [
        (2, (), ("greedy",) * 2),
        (2, ("guards_on_patrol",), ("greedy",) * 2),
        (4, (), ("greedy",) * 4),
        (4, ("guards_on_patrol",), ("greedy",) * 4),
    ]


def test_one_condition_prints_the_json_of_simulate(tmp_path, capsys):
    line = ["simulate", "disney-sidekicks", "--matches", "8", "--format", "json"]
    assert main(line) == 0
    plain = json.loads(capsys.readouterr().out)
    assert main([*line, "--study", str(tmp_path / "s.sqlite")]) == 0
    kept = json.loads(capsys.readouterr().out)
    assert list(kept) == list(plain)
    for clock in ("seconds", "decisions_per_second"):
        del kept[clock], plain[clock]
    assert kept == plain


def test_tables(tmp_path, disney):
    study = tmp_path / "s.sqlite"
    assert main(["simulate", "disney-sidekicks", "--grid", "players=2,3", "--matches", "5", "--study", str(study)]) == 0
    assert main(["table", str(study), "-o", str(tmp_path / "m.csv")]) == 0
    with (tmp_path / "m.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [(row["players"], row["seed"]) for row in rows] == [(p, str(s)) for p in "23" for s in range(5)]
    assert all(row["result"] in ("won", "lost") and "exploding_bridge" not in row["taken"] for row in rows)
    parquet = pytest.importorskip("pyarrow.parquet")
    assert main(["table", str(study), "-o", str(tmp_path / "m.parquet")]) == 0
    table = parquet.read_table(tmp_path / "m.parquet").to_pylist()
    assert [" ".join(row["seen"]) for row in table] == [row["seen"] for row in rows]


def test_a_record_of_a_study_replays(disney):
    plan = Plan((Cell(2, ("random",) * 2, {}, None, {0: ("abu",)}),), 1, limit=20)
    (failure,) = play_part(disney, plan, "auto", 0, [5]).failures
    from interpreter.match import Record

    data = json.loads(failure[4])
    record = Record(data["game"], data["hash"], 2, {}, 5, None, tuple(data["answers"]), data["digest"])
    assert replay(disney, record).seated
