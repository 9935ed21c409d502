"""The commands that play: test, play, simulate, replay, show ir, show python."""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dsl.commands import (
    command,
    format_argument,
    game_argument,
    has_colour,
    open_game,
    open_game_and_sources,
    report,
    settled,
    usage_error,
)

from . import campaign_commands, deck_commands, study_commands

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dsl.diagnostics.diagnostic import Diagnostic
    from dsl.model import CheckedGame, CheckedTest
    from dsl.source import SourceFile

    from .engine.program import Counted, Program
    from .layout import NotPlayable
    from .match import MatchError
    from .simulation import Study, Summary
    from .wishes import Wishes


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    test = command(
        commands,
        "test",
        "run the tests that stand in a game's sources",
        "Run the tests that stand in a game's sources, and say which rules they cite.",
        'sidescript test disney-sidekicks --only "Three players"',
    )
    game_argument(test)
    test.add_argument(
        "--only", metavar="TEXT", default="", help="only tests with these words in their title, or that cite this rule"
    )
    test.add_argument(
        "--at",
        metavar="FILE[:LINE]",
        action="append",
        default=[],
        help="only tests in this file of the game, or the one at this line; may be given several times",
    )
    test.add_argument(
        "--own", action="store_true", help="of a mod: only tests in its own folder, not those of the game it changes"
    )
    test.add_argument("--failed", action="store_true", help="only tests that failed the last time")
    test.add_argument("--junit", metavar="FILE", type=Path, help="also write a report that build servers read")
    test.add_argument("--coverage", action="store_true", help="also show which pieces of the rules no test reaches")
    test.add_argument(
        "--mutate",
        metavar="FILE",
        nargs="?",
        const="",
        action="append",
        default=[],
        help="break one piece of the rules at a time, and show what no test notices; with FILE only in files so named",
    )
    format_argument(test)
    test.set_defaults(run=run_test)

    play = command(
        commands,
        "play",
        "play a match in the terminal",
        "Play a match in the terminal, people and agents mixed. While you play: the number of an option, u to take\n"
        "back, s to save, h NAME for help on a card, m for the map, v to see the table again, q to leave.",
        "sidescript play disney-sidekicks --players 3 --agents person,greedy,random",
    )
    game_argument(play)
    _match_arguments(play, agents="person", seed=None)
    play.add_argument(
        "--undo",
        choices=("forbid", "allow"),
        default="forbid",
        help="after something was drawn or revealed: forbid to take back (default), or allow it",
    )
    play.add_argument("--from", dest="restore", metavar="FILE", type=Path, help="go on with a saved match")
    play.add_argument(
        "--save", metavar="FILE", type=Path, default=Path("match.json"), help="where s saves to (default: match.json)"
    )
    play.set_defaults(run=run_play)

    simulate = command(
        commands,
        "simulate",
        "play many matches and sum them up",
        "Play many matches with agents and sum them up. Match n has the seed SEED + n. The result is the same for any\n"
        "number of jobs. A match that fails is recorded and stops nothing. Ctrl-C sums up what is finished.\n"
        "--study keeps every match in a file: the same command goes on where it stopped, and `sidescript report` says\n"
        "what the matches show. --grid plays every combination of the values, with the same seeds.",
        "sidescript simulate disney-sidekicks --players 3 --agents greedy --matches 200 --jobs 2\n"
        "         sidescript simulate disney-sidekicks --grid players=2,3,4 --agents greedy --study my.sqlite",
    )
    game_argument(simulate, without="a study knows its own")
    _simulated_arguments(simulate)
    study_commands.study_arguments(simulate)
    format_argument(simulate)
    simulate.set_defaults(run=run_simulate)
    study_commands.add_commands(commands, _simulated_arguments)

    campaign_commands.add_commands(commands)
    deck_commands.add_commands(commands)

    replay = command(
        commands,
        "replay",
        "play a record again and verify it",
        "Play the record of a match, or a saved match, again and verify that it ends in the same state.\n"
        "GAME can be left out when the record is of a built-in game.",
        "sidescript replay disney-sidekicks out/records/disney_sidekicks-3-players-seed-17.json",
    )
    game_argument(replay, without="a record of a built-in game knows its own")
    replay.add_argument("record", metavar="RECORD", type=Path, help="the file")
    replay.add_argument("--log", action="store_true", help="tell what happened, decision by decision")
    replay.add_argument("--seat", metavar="N", type=int, help="with --log: as this seat was told it (from 1)")
    format_argument(replay)
    replay.set_defaults(run=run_replay)


def add_views(views: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    ir = command(
        views,
        "ir",
        "the operations that it is lowered to",
        "Show a game as functions of the engine's small set of operations.",
        "sidescript show ir disney-sidekicks explode",
    )
    python = command(
        views,
        "python",
        "the Python that plays it",
        "Show the Python that is generated for a game and plays it.",
        "sidescript show python disney-sidekicks",
    )
    for view, run in ((ir, run_show_ir), (python, run_show_python)):
        game_argument(view)
        view.add_argument("name", metavar="NAME", nargs="?", help="only functions with this in their name")
        format_argument(view)
        view.set_defaults(run=run)


def _simulated_arguments(parser: argparse.ArgumentParser) -> None:
    """Which matches are simulated, and how."""
    _match_arguments(parser, agents="random", seed=0)
    parser.add_argument(
        "--matches", metavar="N", type=_positive, help="how many, for each combination of a grid (default: 100)"
    )
    parser.add_argument("--jobs", metavar="N", type=_positive, default=1, help="processes at once (default: 1)")
    parser.add_argument(
        "--limit",
        metavar="N",
        type=_positive,
        default=None,
        help="a match with more decisions is an error (default: 100000)",
    )
    parser.add_argument(
        "--records",
        metavar="FOLDER",
        type=Path,
        default=Path("out/records"),
        help="where records of failed matches go (default: out/records)",
    )
    parser.add_argument(
        "--engine",
        choices=("auto", "python", "native"),
        default="auto",
        help="what plays random and greedy agents: C, where it is worth compiling, or Python (default: auto)",
    )


def _match_arguments(parser: argparse.ArgumentParser, agents: str, seed: int | None) -> None:
    parser.add_argument("--players", metavar="N", type=_positive, help="how many play (default: the fewest)")
    parser.add_argument(
        "--agents",
        metavar="NAMES",
        default=None,
        help=f"one name for all seats, or one for each with commas between (default: {agents})",
    )
    said = "drawn anew" if seed is None else str(seed)
    parser.add_argument("--seed", metavar="N", type=_whole, default=seed, help=f"whole number (default: {said})")
    parser.add_argument(
        "--options",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="an option of the game; several values with commas between; can be given again",
    )
    deck_commands.deck_argument(parser)
    parser.add_argument("--setup", metavar="NAME", help="a set-up of the game (default: its first)")
    parser.add_argument(
        "--seat",
        metavar="SEAT=THING",
        action="append",
        default=[],
        help="what a seat takes while the match is set up, such as 1=NAME of a character; several with + between; "
        "other agents leave it alone; can be given again",
    )


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"`{text}` must be a whole number") from None


def _positive(text: str) -> int:
    if not text.strip().isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"`{text}` must be a whole number, 1 or more")
    return int(text)


# ------------------------------------------------------------------------------------------------ opening


def open_program(name: str) -> Program:
    """The program of a game, by the name or folder that the user gave. Can be called in a process of its own."""
    game, sources = open_game_and_sources(name)
    return built(game, sources)


def built(
    game: CheckedGame, sources: Mapping[str, SourceFile], *, tests: tuple[CheckedTest, ...] | None = None
) -> Program:
    """The program of a checked game, or the end of the command with what cannot be played.

    `tests`: those that it is able to run; without them it is one for matches.
    """
    from . import build_once, build_tests
    from .layout import NotPlayable

    try:
        program = build_once(game) if tests is None else build_tests(game, tests)
    except NotPlayable as problem:
        report((not_playable(problem),), sources)
        raise SystemExit(1) from None
    settled()
    return program


def not_playable(problem: NotPlayable) -> Diagnostic:
    from dsl.diagnostics.diagnostic import error

    return error("not-playable", f"I cannot play {problem.what} yet", problem.span)


def findings_of_rules(game: CheckedGame) -> list[Diagnostic]:
    """What no match could begin with: the first form of the language that is not played yet."""
    from .layout import NotPlayable
    from .lower import lower

    try:
        lower(game)
    except NotPlayable as problem:
        return [not_playable(problem)]
    return []


def players_of(game: CheckedGame, asked: int | None) -> int:
    low, high = game.seats.low, game.seats.high
    if asked is None:
        return low
    if not low <= asked <= high:
        said = f"{low}" if low == high else f"{low} to {high}"
        raise usage_error(f"{game.title} is for {said} players, not for {asked}")
    return asked


def seats_of(game: CheckedGame, players: int) -> int:
    """How many seats so many people fill: in some games one person plays two."""
    return game.seats.doubled.get(players, players)


def options_of(game: CheckedGame, spoken: list[str]) -> dict[str, Any]:
    """Options as the user wrote them, `packs=base,extra`; their values are the engine's to judge."""
    from dsl.diagnostics.nearest import nearest

    found: dict[str, Any] = {}
    for one in (part for text in spoken for part in re.split(r",(?=[\w.]+=)", text)):  # `a=1,b=2,3` are two
        name, sign, text = (part.strip() for part in one.partition("="))
        if name.startswith("seat."):
            raise usage_error(f"what a seat takes is no option: --seat {name.removeprefix('seat.')}={text}")
        if not sign:
            raise usage_error(f"--options wants NAME=VALUE, not `{one}`")
        if name not in game.options:
            meant = nearest(name, tuple(game.options))
            known = f"did you mean `{meant}`?" if meant else f"there are: {', '.join(game.options) or 'none'}"
            raise usage_error(f"{game.title} has no option `{name}`; {known}")
        found[name] = text
    return found


def try_start(program: Program, players: int, options: Mapping[str, Any], setup: str | None) -> None:
    """Refuses what no match can begin with before any is played."""
    from .engine.program import BadStart, StepError

    try:
        program.start(players, 0, options, setup)
    except BadStart as problem:
        from .deck_commands import brought

        decks = brought(program, options)
        raise usage_error(f"{problem} ({decks})" if decks else str(problem)) from None
    except StepError:
        return  # a mistake of the game, which the matches will show


def wishes_of(
    program: Program, players: int, options: Mapping[str, Any], setup: str | None, spoken: Sequence[str]
) -> Wishes:
    """What seats are told to take in set-up; the end of the command where a seat can not."""
    from . import wishes as w

    seats = seats_of(program.game, players)
    try:
        found = w.wishes_of(program, spoken, seats)
        if found:
            w.check_offered(program, players, options, setup, found, seats)
    except w.BadWish as problem:
        raise usage_error(str(problem)) from None
    return found


def _refused(problem: MatchError) -> int:
    """Says what is wrong with a file or a match."""
    sources = {problem.source.path: problem.source} if problem.source is not None else {}
    report((problem.diagnostic,), sources)
    return 1


# ------------------------------------------------------------------------------------------------ simulate


def run_simulate(arguments: argparse.Namespace) -> int:
    if study_commands.asked_for(arguments):
        return study_commands.run_study(arguments)

    from attrs import evolve

    from .agents import seat_names
    from .decks import with_copies
    from .simulation import Study
    from .simulation.study import MOST_DECISIONS

    game, sources = open_game_and_sources(arguments.game, arguments.format)
    players = players_of(game, arguments.players)
    try:
        agents = seat_names(arguments.agents or "random", seats_of(game, players))
    except ValueError as problem:
        raise usage_error(str(problem)) from None
    program = built(game, sources)
    decks = deck_commands.decks_of(program, sources, arguments.deck)
    study = Study(
        players=players,
        agents=agents,
        matches=arguments.matches or study_commands.MATCHES,
        seed=arguments.seed,
        options=options_of(game, arguments.options) | decks,
        setup=_setup(game, arguments.setup),
        records=arguments.records,
        limit=arguments.limit or MOST_DECISIONS,
        engine=arguments.engine,
    )
    program = with_copies(program, players, decks)
    opener = Opener(arguments.game, program, players, decks)
    try_start(program, players, study.options, study.setup)
    study = evolve(study, wishes=wishes_of(program, players, study.options, study.setup, arguments.seat))
    summary = _watched(opener, study, arguments.jobs)
    if arguments.format == "json":
        print(json.dumps(summary.to_json(), indent=2))
    else:
        _print_summary(summary, game)
    for failure in summary.failures[:10]:
        again = f"; sidescript replay {arguments.game} {failure.record}" if failure.record else ""
        print(f"seed {failure.seed} failed: [{failure.code}] {failure.message}{again}", file=sys.stderr)
    if len(summary.failures) > 10:
        print(f"... and {len(summary.failures) - 10} more", file=sys.stderr)
    if summary.interrupted:
        print(f"interrupted after {summary.tally.matches} of {study.matches} matches", file=sys.stderr)
        return 130
    return 1 if summary.failures else 0


class Opener:
    """Gives a program that is there already; in a process that is not forked it opens the game anew, by its name."""

    def __init__(
        self, name: str, program: Program | None, players: int = 0, decks: Mapping[str, Any] | None = None
    ) -> None:
        self.name, self.program, self.players, self.decks = name, program, players, decks or {}

    def __call__(self) -> Program:
        if self.program is None:
            from .decks import with_copies

            self.program = with_copies(open_program(self.name), self.players, self.decks)
        return self.program

    def __reduce__(self) -> tuple[Any, ...]:
        return Opener, (self.name, None, self.players, self.decks)


def _setup(game: CheckedGame, asked: str | None) -> str | None:
    if asked is not None and asked not in game.setups:
        raise usage_error(f"{game.title} has no set-up `{asked}`; there are: {', '.join(game.setups)}")
    return asked


def _watched(opener: Opener, study: Study, jobs: int) -> Summary:
    """With a progress bar, which goes to stderr, and a word there as soon as matches turn out to have no end."""
    from .progress import progress_bar
    from .simulation import simulate
    from .simulation.summary import Tally

    done = endless = 0
    with progress_bar("matches", study.matches) as show:

        def progress(part: Tally) -> None:
            nonlocal done, endless
            before = endless
            done += part.matches
            endless += sum(one.code == "match-too-long" for one in part.failures)
            if before < ENDLESS <= endless and done < study.matches:
                print(_endless(endless, done, study.limit), file=sys.stderr, flush=True)
            show(done)

        return simulate(opener, study, jobs, progress)


ENDLESS = 2
"""With so many matches that do not end, `simulate` says so before it is done."""


def _endless(matches: int, of: int, limit: int) -> str:
    return (
        f"{matches} of the first {of} matches have not ended after {limit:,} decisions: the game may go on for "
        "ever, as when everybody passes. Ctrl-C ends this and sums up; --limit gives up sooner, and "
        "`sidescript explain match-too-long` says what to look for."
    )


def _print_summary(summary: Summary, game: CheckedGame) -> None:
    from rich.console import Console
    from rich.table import Table

    from .engine.phrases import counted

    tally = summary.tally
    console = Console(highlight=False, no_color=not has_colour(sys.stdout))
    agents = summary.agents[0] if len(set(summary.agents)) == 1 else ", ".join(summary.agents)
    matched, seated = counted(tally.matches, "match|matches"), counted(summary.players, "player|players")
    played = f"{matched} of {seated} ({agents}), from seed {summary.seed}"
    console.print(f"{game.title}: {played}")
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("result")
    table.add_column("reason")
    table.add_column("matches", justify="right")
    table.add_column("share", justify="right")
    for result, reason, matches in summary.outcomes:
        table.add_row(result, reason, str(matches), f"{matches / tally.matches:.1%}")
    for code in sorted({failure.code for failure in tally.failures}):
        matches = sum(failure.code == code for failure in tally.failures)
        table.add_row("error", code, str(matches), f"{matches / tally.matches:.1%}")
    console.print(table)
    length = summary.to_json()["length"]
    if length["median"] is not None:
        low, middle, high = length["minimum"], length["median"], length["maximum"]
        console.print(f"length: {low} to {high} {length['unit']}, half of them up to {middle}")
    console.print(
        f"{tally.decisions:,} decisions in {summary.seconds:.2f} s: {summary.decisions_per_second:,.0f} a second"
    )


# ------------------------------------------------------------------------------------------------ replay


def run_replay(arguments: argparse.Namespace) -> int:
    from .decks import with_copies
    from .engine.telling import Log
    from .match import MatchError, diagnostic_of, read_record, replay

    try:
        record = read_record(arguments.record)
    except MatchError as problem:
        return _refused(problem)
    program = with_copies(open_program(arguments.game or record.game), record.players, record.options)
    log = Log() if arguments.log else None
    told: dict[str, Any] = {
        "game": record.game,
        "players": record.players,
        "seed": record.seed,
        "answers": len(record.answers),
    }
    status = 0
    counted: tuple[Counted, ...] = ()
    title = program.game.score.title if program.game.score is not None else ""
    try:
        state = replay(program, record, log)
    except MatchError as problem:
        return _refused(problem)
    except Exception as problem:
        diagnostic = diagnostic_of(problem)
        if diagnostic is None:
            raise
        report((diagnostic,), {})
        told |= {"digest": None, "result": None, "error": diagnostic.code}
        status = 1
    else:
        result = program.result(state)
        told |= {"digest": program.digest(state), "result": None, "error": None}
        if result is not None:
            told["result"] = {"result": result.result, "ending": result.ending, "reason": result.reason}
            counted = program.counted(state)
            if counted:
                told["score"] = [one.to_json() for one in counted]
    seat = None if arguments.seat is None else arguments.seat - 1
    lines = [line for entry in log or () if (line := entry.line(seat))]
    if arguments.format == "json":
        if log is not None:
            told["log"] = lines
        print(json.dumps(told, indent=2))
        return status
    for line in lines:
        print(line)
    ending = "an error in play" if told["error"] else "not over yet"
    if told["result"]:
        ending = f"{told['result']['result']} ({told['result']['reason']})"
    print(f"{record.game}: {record.players} players, seed {record.seed}, {len(record.answers)} answers: {ending}")
    for one in counted:
        ranked = f", {one.rank}" if one.rank else ""
        print(f"{title}{f', {one.whose}' if one.whose else ''}: {one.total}{ranked}")
    if told["digest"]:
        print(f"digest {told['digest']}" + (", as recorded" if record.digest else ""))
    return status


# ------------------------------------------------------------------------------------------------ play


def run_play(arguments: argparse.Namespace) -> int:
    from .agents import seat_names
    from .decks import with_copies
    from .engine.program import StepError
    from .match import Match, MatchError, diagnostic_of
    from .play import Playing

    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)  # who looks on through a pipe sees each line as it is played
    game, sources = open_game_and_sources(arguments.game)
    program = built(game, sources)
    people = ("person",)
    wishes: Wishes = {}
    try:
        if arguments.restore is not None and arguments.seat:
            raise usage_error("a saved match is set up: leave out --seat")
        if arguments.restore is not None:
            match, saved = Match.restore(program, arguments.restore, arguments.undo)
            names = seat_names(arguments.agents or ",".join(saved) or "person", seats_of(game, match.players), people)
        else:
            players = players_of(game, arguments.players)
            names = seat_names(arguments.agents or "person", seats_of(game, players), people)
            options, setup = options_of(game, arguments.options), _setup(game, arguments.setup)
            options |= deck_commands.decks_of(program, sources, arguments.deck)
            program = with_copies(program, players, options)
            try_start(program, players, options, setup)
            wishes = wishes_of(program, players, options, setup, arguments.seat)
            seed = arguments.seed if arguments.seed is not None else int.from_bytes(os.urandom(4), "big")
            match = Match(program, players, seed, options, setup, arguments.undo)
    except ValueError as problem:
        raise usage_error(str(problem)) from None
    except MatchError as problem:
        return _refused(problem)
    except StepError as problem:  # a mistake of the game, met while it is set up
        diagnostic = diagnostic_of(problem)
        assert diagnostic is not None
        report((diagnostic,), sources)
        return 1
    describe = partial(arguments.describe, game) if "describe" in arguments else None
    clause = partial(arguments.clause, game, sources) if "clause" in arguments else None
    more: dict[str, Any] = {
        name: partial(getattr(arguments, name), game) for name in ("offer", "numbers") if name in arguments
    }
    given = (game, match, names, arguments.save, describe, arguments.game)
    return Playing(*given, wishes=wishes, clause=clause, **more).run()


# ------------------------------------------------------------------------------------------------ test


def run_test(arguments: argparse.Namespace) -> int:
    from .scenarios.command import run_tests_command

    return run_tests_command(arguments)


# ------------------------------------------------------------------------------------------------ show


def run_show_ir(arguments: argparse.Namespace) -> int:
    from dsl.outline import print_outline

    from .lower import lower
    from .show_ir import show_functions

    ruleset = lower(open_game(arguments.game, arguments.format))
    wanted = arguments.name or ""
    found = {name: one for name, one in ruleset.functions.items() if wanted in name}
    if not found:
        raise usage_error(f"no function of this game has `{wanted}` in its name")
    if arguments.format == "json":
        print_outline(found if wanted else ruleset, "json")
        return 0
    for line in show_functions(ruleset, found):
        print(line)
    return 0


def run_show_python(arguments: argparse.Namespace) -> int:
    text = open_program(arguments.game).python
    if arguments.name is not None:
        parts = [part for part in _functions(text) if arguments.name in part.partition("(")[0]]
        if not parts:
            raise usage_error(f"no function of this game has `{arguments.name}` in its name")
        text = "\n\n".join(parts)
    print(json.dumps({"python": text}) if arguments.format == "json" else text.rstrip())
    return 0


def _functions(text: str) -> list[str]:
    """The functions of a generated module, each as text."""
    parts: list[list[str]] = []
    for line in text.splitlines():
        if line.startswith("def "):
            parts.append([])
        if parts and (line.startswith(("def ", " ", "\t")) or not line):
            parts[-1].append(line)
    return ["\n".join(part).rstrip() for part in parts]
