"""The commands about studies: simulate over a grid or into a file, report, compare, table."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dsl.commands import command, format_argument, has_colour, open_game_and_sources, usage_error

if TYPE_CHECKING:
    from collections.abc import Callable

    from .engine.program import Program
    from .studies.plan import Plan
    from .studies.run import Progress
    from .studies.store import StudyFile

MATCHES = 100  # of each cell, where nobody says how many
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
        "--cluster", metavar="ADDRESS", help="play on the workers of a running Dask scheduler (extra `cluster`)"
    )


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
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


def asked_for(arguments: argparse.Namespace) -> bool:
    """Does simulate need a study, or is one condition summed up at once?"""
    if arguments.game is None and arguments.study is None:
        raise usage_error("name a game, or a study that is there with --study FILE")
    return bool(arguments.study or arguments.grid or arguments.cluster or arguments.detail)


def open_study(path: Path) -> StudyFile:
    from .studies.store import BadStudy, StudyFile

    try:
        return StudyFile.open(path)
    except BadStudy as problem:
        raise usage_error(str(problem)) from None


# ------------------------------------------------------------------------------------------------ simulate


def run_study(arguments: argparse.Namespace) -> int:
    from .studies.store import BadStudy, StudyFile

    path: Path | None = arguments.study
    there = path is not None and path.exists()
    try:
        if there and arguments.game is None:
            assert path is not None
            file = open_study(path)
            program, asked = open_program(file.told("opened_as")), None
            matches = arguments.matches or file.plan.matches
        elif arguments.game is None:
            raise usage_error(f"there is no study {path} yet: name the game that it is about")
        else:
            program, asked = planned(arguments)
            matches = asked.matches
            file = open_study(path) if there and path else StudyFile.create(path, program, asked, arguments.game)
        file.refuse_another(program, asked)
        plan = file.ask_for(matches)
        return _go_on(arguments, file, program, plan)
    except BadStudy as problem:
        raise usage_error(str(problem)) from None


def open_program(name: str) -> Program:
    from .commands import open_program

    return open_program(name)


def planned(arguments: argparse.Namespace, game: str | None = None) -> tuple[Program, Plan]:
    """The program, and what the arguments ask to be played of it."""
    from . import deck_commands
    from .commands import built, options_of, players_of
    from .simulation.study import MOST_DECISIONS
    from .studies.plan import Cell, Plan
    from .studies.request import BadRequest, cells, grid_of

    checked, sources = open_game_and_sources(game or arguments.game, arguments.format)
    program = built(checked, sources)
    options = options_of(checked, arguments.options) | deck_commands.decks_of(program, sources, arguments.deck)
    base = Cell(players_of(checked, arguments.players), (), options, arguments.setup)
    try:
        found = cells(program, base, arguments.agents or "random", grid_of(arguments.grid))
    except BadRequest as problem:
        raise usage_error(str(problem)) from None
    return program, Plan(
        found,
        arguments.matches or MATCHES,
        arguments.seed,
        arguments.limit or MOST_DECISIONS,
        arguments.detail or "cards",
    )


def play(arguments: argparse.Namespace, file: StudyFile, program: Program, plan: Plan, what: str = "matches") -> bool:
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
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
    )
    # Drawn from here, not by a thread of its own: processes are forked while it is shown.
    with Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False) as bar:
        task = bar.add_task(what, total=total, rate="")
        drawn = 0.0

        def progress(now: Any) -> None:
            nonlocal drawn
            if time.monotonic() - drawn > 0.1:
                drawn = time.monotonic()
                left = now.remaining
                togo = f", {_duration(left)} to go" if left is not None else ""
                bar.update(task, completed=now.there, rate=f"{now.rate:.1f} a second{togo}")
                bar.refresh()

        return go(progress)


def _go_on(arguments: argparse.Namespace, file: StudyFile, program: Program, plan: Plan) -> int:
    from .studies.summing import summaries, write_records

    begin = time.perf_counter()
    finished = play(arguments, file, program, plan)
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

    console = Console(highlight=False, no_color=not has_colour(sys.stdout))
    factors = [cell.factors for cell in plan.cells]
    names = list(dict.fromkeys(name for one in factors for name in one))
    varied = [name for name in names if len({one.get(name) for one in factors}) > 1]
    said = ", ".join(f"{name} {factors[0][name]}" for name in names if name not in varied)
    console.print(f"{program.game.title}: {len(plan.cells)} x {plan.matches} matches from seed {plan.seed} ({said})")
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in varied:
        table.add_column(name)
    table.add_column("result")
    for column in ("matches", "share", "95 % interval"):
        table.add_column(column, justify="right")
    for one, summary in zip(factors, found):
        results: dict[str, int] = {}
        for result, _, matches in summary.outcomes:
            results[result] = results.get(result, 0) + matches
        if summary.failures:
            results["error"] = len(summary.failures)
        first = [one.get(name, "") for name in varied]
        for result, matches in sorted(results.items(), key=lambda item: (-item[1], item[0])):
            it = share(matches, summary.tally.matches)
            table.add_row(*first, result, str(matches), f"{it.value:.1%}", f"{it.low:.1%} to {it.high:.1%}")
            first = [""] * len(varied)
    console.print(table)
    if file.path is not None:
        print(f"kept in {file.path}; what it shows: sidescript report {file.path} -o report.html")


# ------------------------------------------------------------------------------------------------ report


def run_report(arguments: argparse.Namespace) -> int:
    from .studies.balance import balance
    from .studies.page import page

    told = balance(open_study(arguments.study))
    if arguments.output is not None:
        text = json.dumps(told, indent=2) + "\n" if arguments.format == "json" else page(told)
        _write(arguments.output, text)
        print(arguments.output)
        return 0
    if arguments.format == "json":
        print(json.dumps(told, indent=2))
        return 0
    print(f"{told['title']}: {told['matches']:,} matches")
    for one in told["findings"]:
        print(f"- {one['says']}")
    if told["too_small"]:
        print("What these matches cannot say:")
        for one in told["too_small"]:
            print(f"- {one['says']}")
    return 0


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise usage_error(f"{path} cannot be written: {problem.strerror}") from None


# ------------------------------------------------------------------------------------------------ table


def run_table(arguments: argparse.Namespace) -> int:
    from .studies.table import NoParquet, write_table

    file = open_study(arguments.study)
    try:
        rows = write_table(file, arguments.output)
    except (NoParquet, ValueError) as problem:
        raise usage_error(str(problem)) from None
    except OSError as problem:
        raise usage_error(f"{arguments.output} cannot be written: {problem.strerror}") from None
    print(f"{arguments.output}: {rows} matches")
    return 0
