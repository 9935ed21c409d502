"""The commands about studies: simulate over a grid or into a file, report, compare, table."""

from __future__ import annotations

import argparse
import functools
import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dsl.commands import command, format_argument, has_colour, open_game_and_sources, usage_error
from dsl.files import write_atomically

if TYPE_CHECKING:
    from collections.abc import Callable

    from dsl.model import CheckedGame

    from .engine.program import Program
    from .studies.plan import Plan
    from .studies.run import Progress
    from .studies.store import StudyFile

MATCHES = 100  # of each cell, where nobody says how many
MOST = 1000  # for one value of a search
WIDE = 160  # columns of a table in a file, where no terminal says how many there are
SAY_EVERY = 10.0  # seconds between two lines of progress where no bar can be drawn


def study_arguments(simulate: argparse.ArgumentParser) -> None:
    simulate.add_argument(
        "--study",
        metavar="FILE",
        type=Path,
        help="keep every match in this SQLite file; given again, the study goes on where it stopped",
    )
    simulate.add_argument(
        "--grid",
        metavar="NAME=VALUES",
        action="append",
        default=[],
        help="values to be played against one another, commas between: of an option, players, agents, setup, "
        "deck.N, seat.N (what seat N takes in set-up), or without (a thing to leave out); + joins several into one "
        "value; can be given again",
    )
    simulate.add_argument(
        "--detail",
        choices=("cards", "outcome"),
        default=None,
        help="what is kept of a match: also its cards and options (default), or only how it ended, which is faster",
    )
    simulate.add_argument(
        "--find",
        metavar="NAME=LOW..HIGH",
        help="search for the value with the win rate of --target-win-rate: players=2..4, values of an option in their "
        "order, or a number of a thing, THING.ATTRIBUTE=LOW..HIGH; --matches is the most for one value (default: 1000)",
    )
    simulate.add_argument(
        "--target-win-rate", metavar="SHARE", type=_share, help="for --find: the share of matches won, such as 0.4"
    )
    simulate.add_argument(
        "--cluster", metavar="ADDRESS", help="play on the workers of a running Dask scheduler (extra `cluster`)"
    )


def add_commands(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
    match_arguments: Callable[[argparse.ArgumentParser], None],
) -> None:
    """`match_arguments` adds what says which matches are played and how, as `simulate` has it."""
    report = command(
        commands,
        "report",
        "say what the matches of a study show: win rates, length, cards, options",
        "Say what the matches of a study show about the balance of its game: a page that needs nothing else, or JSON.\n"
        "Win rates with intervals, length, endings, the lead over time, cards, options that nobody takes, seats.",
        "sidescript report my.sqlite -o report.html",
    )
    report.add_argument("study", metavar="STUDY", type=Path, help="the file that simulate --study wrote")
    report.add_argument(
        "-o", "--output", metavar="FILE", type=Path, help="where the page goes (default: sentences only)"
    )
    format_argument(report)
    report.set_defaults(run=run_report)

    compare = command(
        commands,
        "compare",
        "say what a mod or another version of a game changes",
        "Play two versions of a game with the same seeds, or take two studies that are there, and say what changes.\n"
        "A and B are games (names or folders) or study files; B is compared with A.",
        "sidescript compare disney-sidekicks my-mod --players 3 --agents greedy --matches 200 --jobs 2",
    )
    compare.add_argument("first", metavar="A", help="a game, or a study file")
    compare.add_argument("second", metavar="B", help="a mod or another version of it, or a study file")
    match_arguments(compare)
    compare.add_argument("--grid", metavar="NAME=VALUES", action="append", default=[], help="as for simulate")
    format_argument(compare)
    compare.set_defaults(run=run_compare)

    table = command(
        commands,
        "table",
        "write the matches of a study as CSV or Parquet",
        "Write the matches of a study as a table, one row each: CSV or, with the extra `parquet`, Parquet.",
        "sidescript table my.sqlite -o matches.csv",
    )
    table.add_argument("study", metavar="STUDY", type=Path, help="the file that simulate --study wrote")
    table.add_argument("-o", "--output", metavar="FILE", type=Path, required=True, help="a name.csv or name.parquet")
    table.set_defaults(run=run_table)


def _share(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 < found < 1:
        raise argparse.ArgumentTypeError(f"`{text}` must be a share between 0 and 1, such as 0.4")
    return found


def asked_for(arguments: argparse.Namespace) -> bool:
    """Does simulate need a study, or is one condition summed up at once?"""
    if arguments.game is None and arguments.study is None:
        raise usage_error("name a game, or a study that is there with --study FILE")
    if (arguments.find is None) != (arguments.target_win_rate is None):
        raise usage_error("--find and --target-win-rate go together")
    return bool(arguments.find or arguments.study or arguments.grid or arguments.cluster or arguments.detail)


def _of_a_file(run: Callable[[argparse.Namespace], int]) -> Callable[[argparse.Namespace], int]:
    """A command that works on the file of a study, which may be damaged further in, or lie on a disk that is full."""

    @functools.wraps(run)
    def guarded(arguments: argparse.Namespace) -> int:
        import sqlite3

        from .studies.store import BadStudy

        try:
            return run(arguments)
        except BadStudy as problem:
            raise usage_error(str(problem)) from None
        except sqlite3.Error as problem:
            raise usage_error(f"the file of the study cannot be used: {problem}") from None

    return guarded


# ------------------------------------------------------------------------------------------------ simulate


@_of_a_file
def run_study(arguments: argparse.Namespace) -> int:
    if arguments.find is not None:
        return run_find(arguments)
    from .studies.store import StudyFile

    path: Path | None = arguments.study
    if arguments.game is None:
        assert path is not None
        if not path.exists():
            raise usage_error(f"there is no study {path} yet: name the game that it is about")
        file = StudyFile.open(path)
        program = open_program(file.told("opened_as"))
        file.refuse_another(program, None)
        matches = arguments.matches or file.plan.matches
    else:
        program, asked = planned(arguments)
        matches = asked.matches
        file = StudyFile.begin(path, program, asked, arguments.game)
    return _go_on(arguments, file, program, file.ask_for(matches))


def open_program(name: str) -> Program:
    from .commands import open_program

    return open_program(name)


def planned(arguments: argparse.Namespace, game: str | None = None) -> tuple[Program, Plan]:
    """The program, and what the arguments ask to be played of it."""
    from . import deck_commands
    from .commands import built, options_of, players_of, seats_of
    from .simulation.study import MOST_DECISIONS
    from .studies.plan import Cell, Plan
    from .studies.request import BadRequest, cells, grid_of
    from .wishes import BadWish, wishes_of

    checked, sources = open_game_and_sources(arguments.game if game is None else game, arguments.format)
    program = built(checked, sources)
    options = options_of(checked, arguments.options) | deck_commands.decks_of(program, sources, arguments.deck)
    players = players_of(checked, arguments.players)
    try:
        wishes = wishes_of(program, arguments.seat, seats_of(checked, checked.seats.high))
        base = Cell(players, (), options, arguments.setup, wishes)
        found = cells(program, base, arguments.agents or "random", grid_of(arguments.grid))
    except (BadRequest, BadWish) as problem:
        raise usage_error(str(problem)) from None
    return program, Plan(
        found,
        arguments.matches or MATCHES,
        arguments.seed,
        arguments.limit or MOST_DECISIONS,
        arguments.detail or "cards",
    )


def play(
    arguments: argparse.Namespace,
    file: StudyFile,
    program: Program,
    plan: Plan,
    what: str = "matches",
    only: int | None = None,
) -> bool:
    """Plays what the file lacks; False if it was interrupted. Progress goes to stderr."""
    from .commands import Opener
    from .studies.run import NoCluster, run

    def go(progress: Callable[[Progress], None]) -> bool:
        return run(
            file,
            program,
            plan,
            jobs=arguments.jobs,
            cluster=arguments.cluster,
            engine=arguments.engine,
            opener=Opener(file.told("opened_as"), program),
            progress=progress,
            only=only,
        )

    try:
        return _with_bar(go, len(plan.cells) * plan.matches, what) if sys.stderr.isatty() else go(_Lines(what))
    except NoCluster as problem:
        raise usage_error(str(problem)) from None


class _Lines:
    """Progress as lines, for a log: one every few seconds."""

    def __init__(self, what: str) -> None:
        self.what, self.said = what, time.monotonic()

    def __call__(self, progress: Progress) -> None:
        if time.monotonic() - self.said >= SAY_EVERY and progress.there < progress.wanted:
            self.said = time.monotonic()
            left = progress.remaining
            togo = f", {_duration(left)} to go" if left is not None else ""
            print(
                f"{progress.there:,} of {progress.wanted:,} {self.what}, {progress.rate:.1f} a second{togo}",
                file=sys.stderr,
            )


def _duration(seconds: float) -> str:
    whole = int(seconds)
    if whole < 60:
        return f"{whole} s"
    return f"{whole // 60} min {whole % 60} s" if whole < 3600 else f"{whole // 3600} h {whole % 3600 // 60} min"


def _with_bar(go: Callable[[Callable[[Progress], None]], bool], total: int, what: str) -> bool:
    from .progress import progress_bar

    with progress_bar(what, total, time_left=False) as show:

        def progress(now: Progress) -> None:
            left = now.remaining
            togo = f", {_duration(left)} to go" if left is not None else ""
            show(now.there, words=f"{now.rate:.1f} a second{togo}")

        return go(progress)


def _go_on(arguments: argparse.Namespace, file: StudyFile, program: Program, plan: Plan) -> int:
    from .studies.summing import summaries, write_records

    begin = time.perf_counter()
    finished = play(arguments, file, program, plan)
    if file.twice:
        print(
            f"another process plays this study too: {file.twice} matches were played twice, and are kept once",
            file=sys.stderr,
        )
    seconds = time.perf_counter() - begin
    write_records(file, arguments.records)
    found = summaries(file, arguments.records, seconds, not finished)
    if arguments.format == "json":
        if len(found) == 1:
            told: dict[str, Any] = found[0].to_json()
        else:
            cells = [{"condition": cell.to_json(), **summary.to_json()} for cell, summary in zip(plan.cells, found)]
            told = {"game": program.game.name, "study": str(file.path) if file.path else None, "cells": cells}
        print(json.dumps(told, indent=2))
    else:
        _print_cells(file, program, plan, found)
    failures = [(n, failure) for n, summary in enumerate(found) for failure in summary.failures]
    for _, failure in failures[:10]:
        again = f"; sidescript replay {file.told('opened_as')} {failure.record}" if failure.record else ""
        print(f"seed {failure.seed} failed: [{failure.code}] {failure.message}{again}", file=sys.stderr)
    if len(failures) > 10:
        print(f"... and {len(failures) - 10} more", file=sys.stderr)
    if not finished:
        there = sum(summary.tally.matches for summary in found)
        kept = f"; they are kept: sidescript simulate --study {file.path} goes on" if file.path else ""
        print(f"interrupted after {there} of {len(plan.cells) * plan.matches} matches{kept}", file=sys.stderr)
        return 130
    return 1 if failures else 0


def _print_cells(file: StudyFile, program: Program, plan: Plan, found: list[Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    from .studies.intervals import share

    width = None if sys.stdout.isatty() else WIDE
    console = Console(highlight=False, no_color=not has_colour(sys.stdout), width=width)
    factors = [cell.factors for cell in plan.cells]
    names = list(dict.fromkeys(name for one in factors for name in one))
    varied = [name for name in names if len({one.get(name) for one in factors}) > 1]
    said = ", ".join(f"{name} {factors[0][name]}" for name in names if name not in varied)
    what = f"{program.game.title}: {len(plan.cells)} x {plan.matches} matches from seed {plan.seed} ({said})"
    console.print(what, soft_wrap=True)
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in varied:
        table.add_column(name)
    table.add_column("result")
    for column in ("matches", "share", "95 % interval"):
        table.add_column(column, justify="right", no_wrap=True)
    for one, summary in zip(factors, found):
        results: dict[str, int] = {}
        for result, _, matches in summary.outcomes:
            results[result] = results.get(result, 0) + matches
        if summary.failures:
            results["error"] = len(summary.failures)
        first = [one.get(name, "none" if name == "without" else "-") for name in varied]
        for result, matches in sorted(results.items(), key=lambda item: (-item[1], item[0])):
            it = share(matches, summary.tally.matches)
            table.add_row(*first, result, str(matches), f"{it.value:.1%}", f"{it.low:.1%} to {it.high:.1%}")
            first = [""] * len(varied)
    console.print(table)
    if file.path is not None:
        print(f"kept in {file.path}; what it shows: sidescript report {file.path} -o report.html")


@_of_a_file
def run_find(arguments: argparse.Namespace) -> int:
    """Searches for the value of an option, or of a number of a thing, at which agents win as often as asked."""
    from .studies.request import BadRequest
    from .studies.search import search, told

    if arguments.game is None:
        raise usage_error("name the game that --find is about")
    name, _, spoken = (part.strip() for part in arguments.find.partition("="))
    low, dots, high = (part.strip() for part in spoken.partition(".."))
    if not name or not dots or not low or not high:
        raise usage_error(f"--find wants NAME=LOW..HIGH, not `{arguments.find}`")
    if arguments.grid:
        raise usage_error("--find varies one thing only: leave out --grid")
    arguments.detail = arguments.detail or "outcome"
    arguments.matches = arguments.matches or MOST
    try:
        names, play = _asking(arguments, name, low, high)
        found = search(len(names), play, arguments.target_win_rate, arguments.matches)
    except BadRequest as problem:
        raise usage_error(str(problem)) from None
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    data = told(found, name, names, arguments.target_win_rate)
    if arguments.format == "json":
        print(json.dumps(data, indent=2))
        return 0
    for one in data["tried"]:
        rate = one["rate"]
        print(f"{name} {one['value']}: {one['won']} of {one['of']} won ({rate['low']:.1%} to {rate['high']:.1%})")
    print(data["says"])
    return 0


def _asking(
    arguments: argparse.Namespace, name: str, low: str, high: str
) -> tuple[list[str], Callable[[int, int], tuple[int, int]]]:
    """The values between two, and what plays matches with one of them: how many of how many were won, in all so far."""
    from attrs import evolve

    from . import build_once
    from .studies.request import BadRequest
    from .studies.store import StudyFile
    from .studies.variant import number_of, with_number

    thing, dot, attribute = name.partition(".")
    checked, _ = open_game_and_sources(arguments.game, arguments.format)
    if not dot:
        names = _levels(checked, name, low, high)
        arguments.grid = [f"{name}={','.join(names)}"]
        program, plan = planned(arguments)
        file = StudyFile.begin(arguments.study, program, plan, arguments.game)

        def play_level(value: int, matches: int) -> tuple[int, int]:
            return _played(arguments, file, program, evolve(plan, matches=matches), f"{name} {names[value]}", value)

        return names, play_level
    if arguments.study is not None:
        raise usage_error("each number of a thing makes another game, and a study is of one: leave out --study")
    if not (low.isdecimal() and high.isdecimal() and int(low) < int(high)):
        raise BadRequest(f"--find wants two whole numbers, the lower one first, not `{low}..{high}`")
    key = number_of(checked, thing, attribute)
    names = [str(n) for n in range(int(low), int(high) + 1)]
    _, plan = planned(arguments)
    files: dict[int, tuple[Program, StudyFile]] = {}

    def play_number(value: int, matches: int) -> tuple[int, int]:
        if value not in files:
            program = build_once(with_number(checked, thing, key, int(names[value])))
            files[value] = program, StudyFile.create(None, program, plan, arguments.game)
        program, file = files[value]
        return _played(arguments, file, program, evolve(plan, matches=matches), f"{name} {names[value]}", 0)

    return names, play_number


def _levels(game: CheckedGame, name: str, low: str, high: str) -> list[str]:
    """The values of an option, or the numbers of players, from one to another."""
    from .studies.request import BadRequest

    if name == "players":
        known = [str(n) for n in range(game.seats.low, game.seats.high + 1)]
    elif name in game.options and not game.options[name].several:
        known = [value for value, _ in game.options[name].values] or ["no", "yes"]
    else:
        there = ", ".join(["players", *(n for n, o in game.options.items() if not o.several)])
        several = name in game.options
        why = "may have several values at once, so it has no order" if several else "has no order"
        instead = f". To compare its values, write --grid {name}=..." if several else ""
        raise BadRequest(
            f"--find searches along an order, and `{name}` {why}. "
            f"There are: {there}, and numbers of things, THING.ATTRIBUTE{instead}"
        )
    if low not in known or high not in known or known.index(low) >= known.index(high):
        raise BadRequest(
            f"`{name}` goes from {known[0]} to {known[-1]}, in this order: {', '.join(known)}. "
            f"Write --find {name}={known[0]}..{known[-1]}, or less of it"
        )
    return known[known.index(low) : known.index(high) + 1]


def _played(
    arguments: argparse.Namespace, file: StudyFile, program: Program, plan: Plan, what: str, only: int
) -> tuple[int, int]:
    """Has a cell so many matches, and counts those that were won by all, or by the first seat of competitors."""
    file.ask_for(plan.matches)
    if not play(arguments, file, program, plan, what, only):
        raise KeyboardInterrupt
    rows = [one for one in file.matches() if one.cell == only]
    return sum(one.winners & 1 for one in rows), len(rows)


# ------------------------------------------------------------------------------------------------ report


@_of_a_file
def run_report(arguments: argparse.Namespace) -> int:
    from .studies.balance import balance
    from .studies.page import page
    from .studies.store import StudyFile

    told = balance(StudyFile.open(arguments.study))
    if arguments.output is not None:
        text = json.dumps(told, indent=2) + "\n" if arguments.format == "json" else page(told)
        _write(arguments.output, text)
        print(arguments.output)
        return 0
    if arguments.format == "json":
        print(json.dumps(told, indent=2))
        return 0
    print(f"{told['title']}: {told['matches']:,} {'match' if told['matches'] == 1 else 'matches'}")
    for one in told["findings"]:
        print(f"- {one['says']}")
    if told["too_small"]:
        print("What these matches cannot say:")
        for one in told["too_small"]:
            print(f"- {one['says']}")
    return 0


def _write(path: Path, text: str) -> None:
    try:
        write_atomically(path, text.encode())
    except OSError as problem:
        raise usage_error(f"{path} cannot be written: {problem.strerror}") from None


# ------------------------------------------------------------------------------------------------ compare


@_of_a_file
def run_compare(arguments: argparse.Namespace) -> int:
    from .studies.compare import NotComparable, compare
    from .studies.store import StudyFile

    arguments.cluster, arguments.detail = None, None
    files = []
    for name in (arguments.first, arguments.second):
        if Path(name).is_file() and Path(name).name != "game.side":
            files.append(StudyFile.open(Path(name)))
            continue
        program, plan = planned(arguments, name)
        file = StudyFile.create(None, program, plan, name)
        if not play(arguments, file, program, plan, name):
            return 130
        files.append(file)
    try:
        told = compare(*files)
    except NotComparable as problem:
        raise usage_error(str(problem)) from None
    if arguments.format == "json":
        print(json.dumps(told, indent=2))
        return 0
    a, b = told["first"]["title"], told["second"]["title"]
    print(
        f"{a} and {b}: {told['pairs']:,} pairs of matches with the same seed"
        if a != b
        else f"{a}: {told['pairs']:,} pairs"
    )
    for one in told["findings"]:
        print(f"- {one}")
    if told["too_small"]:
        print("What these matches cannot say:")
        for one in told["too_small"]:
            print(f"- {one}")
    failed = sum(len(file.failures()) for file in files)
    if failed:
        print(f"{failed} matches ended in an error and are left out", file=sys.stderr)
    return 1 if failed else 0


# ------------------------------------------------------------------------------------------------ table


@_of_a_file
def run_table(arguments: argparse.Namespace) -> int:
    from .studies.store import StudyFile
    from .studies.table import NoParquet, write_table

    file = StudyFile.open(arguments.study)
    try:
        rows = write_table(file, arguments.output)
    except (NoParquet, ValueError) as problem:
        raise usage_error(str(problem)) from None
    except OSError as problem:
        raise usage_error(f"{arguments.output} cannot be written: {problem.strerror}") from None
    print(f"{arguments.output}: {rows} matches")
    return 0
