"""The command `sidescript`: joins the commands of the packages. The only module that knows all of them.

What a command needs is imported when it runs, so that every command starts fast.
"""

from __future__ import annotations

import argparse
import contextlib
import errno
import gc
import io
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dsl.diagnostics.diagnostic import Diagnostic
    from dsl.language_server.project import Outside
    from dsl.model import CheckedGame
    from dsl.source import SourceFile, Span

__version__ = "0.1.0"

FINE, FAULTS, USAGE = 0, 1, 2
_EDITING = ("pygls", "lsprotocol")
_PRINTING = ("typst", "pypdf", "fontTools", "fontpkg")
INTERRUPTED, BROKEN_PIPE, BUG = 130, 141, 70
_UNWRITABLE = (errno.ENOSPC, errno.EIO, errno.EBADF, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC))

_EPILOG = """\
GAME is the name of a built-in game, such as disney-sidekicks, or a folder with a game.side in it.
Each command has its own help with an example: sidescript COMMAND --help

exit status: 0 fine; 1 the sources or matches have errors; 2 wrong usage; 70 a bug in Sidescript
--debug anywhere on the line shows the traceback of a bug.
"""


def parser() -> argparse.ArgumentParser:
    import codegen.commands
    import dsl.commands
    import interpreter.commands

    top = dsl.commands.command_line(
        prog="sidescript",
        description="Check, play, simulate and print card games written in Sidescript.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.set_defaults(
        describe=_describe,
        clause=_clause,
        trial=_trial,
        offer=_offer,
        numbers=_numbers,
        further=_further,
        makers=_makers,
        of_print=_of_print,
        outside=_outside,
        unopened=_unopened,
        examples=_examples,
        run_command=_run_command,
    )
    top.add_argument("--version", action="version", version=f"sidescript {__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    dsl.commands.add_commands(commands)
    interpreter.commands.add_commands(commands)
    codegen.commands.add_commands(commands)
    show = commands.add_parser(
        "show",
        help="show what a game becomes: tree, model, ir, python, text",
        description="Show a game at one stage on its way from source to play or print.",
        epilog="example: sidescript show text disney-sidekicks exploding_bridge",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    views = show.add_subparsers(title="stages", metavar="STAGE", required=True)
    dsl.commands.add_views(views)
    interpreter.commands.add_views(views)
    codegen.commands.add_views(views)
    return top


def _run_command(words: list[str]) -> int:
    """Another command in the same process, for those that run several."""
    try:
        return main(words)
    except SystemExit as end:
        return int(end.code or 0) if isinstance(end.code, int) else USAGE


def _describe(game: CheckedGame, name: str) -> str:
    """The printed text of a thing, for help while playing: interpreter and codegen do not know each other."""
    from codegen.card_face import described

    return described(game, game.things[name])


def _trial(game: CheckedGame, titles: Sequence[str], path: str) -> tuple[frozenset[int], list[frozenset[int] | None]]:
    """What tests notice of a file that is broken: for those who begin a card, to give it a test that does."""
    from interpreter.scenarios.mutation import noticed

    return noticed(game, titles, path)


def _clause(game: CheckedGame, sources: Mapping[str, SourceFile], span: Span) -> tuple[str, str]:
    """What the clause of an action says that stands somewhere, and where: for those who ask why it is not offered."""
    from codegen.clause_text import clause_at

    file = sources.get(span.path)
    return clause_at(game, span), f"{span.path}:{file.place(span.start)[0]}" if file is not None else ""


def _offer(game: CheckedGame, span: Span) -> str:
    """What the offer does that stands somewhere, for those who are asked."""
    from codegen.clause_text import offer_at

    return offer_at(game, span)


def _numbers(game: CheckedGame, name: str) -> str:
    """The printed numbers of a thing in one line, by which it is chosen among others."""
    from codegen.card_face import numbers_line

    return numbers_line(game, game.things[name])


def _examples(game: CheckedGame) -> list[tuple[str, str, tuple[tuple[str, tuple[str, ...]], ...], str]]:
    """The examples of play of a game, each with its title, what stands before it, its steps, and why it failed."""
    from interpreter.scenarios.told import examples, story

    tests = examples(game)
    if not tests:
        return []
    from interpreter import build_tests

    program = build_tests(game, tests)
    told = [story(program, plan) for plan in program.extras.tests]
    return [(one.title, one.doc, tuple((part.remark, part.lines) for part in one.told), one.problem) for one in told]


def _unopened(name: str, path: Path) -> frozenset[str]:
    """What a campaign has not opened yet, for printing."""
    from dsl.commands import open_game_and_sources, usage_error
    from interpreter.campaign_file import read_campaign, unopened
    from interpreter.campaigns import CampaignError
    from interpreter.commands import built
    from interpreter.match import MatchError

    game, sources = open_game_and_sources(name)
    try:
        return unopened(built(game, sources), read_campaign(path))
    except MatchError as problem:
        raise usage_error(problem.diagnostic.headline) from None
    except CampaignError as problem:
        raise usage_error(str(problem)) from None


def _further(game: CheckedGame, sources: Mapping[str, SourceFile]) -> list[Diagnostic]:
    """What `check` says beyond the rules of the language: of texts that authors wrote themselves, of decks, and of what
    is built for a `build`.

    dsl knows neither printing nor playing.
    """
    from codegen.wording.overrides import diagnostics

    found = diagnostics(game)
    from interpreter.commands import findings_of_rules

    unplayed = findings_of_rules(game)
    found += unplayed
    if not unplayed and (game.decks or any(thing.built_for for thing in game.things.values())):
        from interpreter.decks import findings_of_game

        found += findings_of_game(game, sources)
    return found


def _makers() -> str:
    """What makes the findings of `_further` and `_of_print`: another text, and findings that are kept count no more.

    They come from all our packages, from this file, and from what is installed for printing: its own folder changes
    whenever a package is installed, upgraded or removed.
    """
    from importlib.util import find_spec

    from dsl.cache import stamp

    here = Path(__file__).stat()
    parts = [*map(stamp, ("codegen", "interpreter")), f"{here.st_size} {here.st_mtime_ns}"]
    for name in _PRINTING:
        origin = getattr(find_spec(name), "origin", None)
        home = Path(origin).parent.parent if origin else None
        parts.append(f"{name} {home} {home.stat().st_mtime_ns if home is not None else ''}")
    return "\n".join(parts)


def _of_print(game: CheckedGame, folders: Sequence[Path]) -> tuple[list[Diagnostic], dict[str, SourceFile]]:
    """What `check` says of a print file: names and icons that there are not, values that cannot be."""
    try:
        from codegen.print_names import print_findings
    except ModuleNotFoundError:  # nobody prints here: the extra `print` is not installed
        return [], {}
    return print_findings(game, folders)


def _outside() -> Outside:
    """What the language server shows of printing and playing."""
    from dsl.language_server.project import Outside

    return Outside(_further, _wording, _picture, _run_tests)


def _wording(game: CheckedGame, sort: str, name: str) -> str:
    from codegen.preview import explained

    return explained(game, sort, name)


def _picture(game: CheckedGame, folder: Path, name: str) -> str:
    """The card of a thing; "" without the extra for printing. Raises ValueError that says why it cannot be drawn."""
    try:
        from codegen.preview import card_svg

        return card_svg(game, folder, name)
    except ModuleNotFoundError as problem:
        if (problem.name or "").partition(".")[0] not in _PRINTING:
            raise
        return ""
    except OSError as problem:
        raise ValueError(str(problem)) from None


def _run_tests(game: CheckedGame, title: str | None) -> list[tuple[str, Diagnostic | None]]:
    """The tests of a game, those of one title or all, each with the message of its failure."""
    from interpreter import build_tests
    from interpreter.scenarios import run_test
    from interpreter.scenarios.command import failure

    program = build_tests(game, tuple(test for test in game.tests if title is None or test.title == title))
    outcomes = [run_test(program, plan) for plan in program.extras.tests]
    return [(one.title, None if one.passed else failure(one)) for one in outcomes]


def main(argv: Sequence[str] | None = None) -> int:
    if argv is None:
        gc.disable()  # opening a game makes a million objects, and none of them is garbage; see dsl.commands.settled
    words = list(sys.argv[1:] if argv is None else argv)
    debug = "--debug" in words
    words = [word for word in words if word != "--debug"]
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever started us
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without some letter is no reason to stop
    from dsl.commands import answers_in

    answers_in(_format_asked_for(words))
    try:
        if words.count("--") > 1:  # of the second argparse would make an empty list in place of a word
            from dsl.commands import usage_error

            raise usage_error("behind `--` stand names of games and files, and `--` is none")
        arguments = parser().parse_args(words)
        arguments.debug = debug
        if getattr(arguments, "mods", None):
            if arguments.game is None:
                from dsl.commands import usage_error

                raise usage_error("--mod changes a game: name the game before it")
            arguments.game = "+".join((arguments.game, *arguments.mods))
        status = int(arguments.run(arguments))
        sys.stdout.flush()
        return status
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):  # rich leaves so when the reader of a table has gone
            return BROKEN_PIPE
        try:
            sys.stdout.flush()
        except OSError as problem:
            return _unwritten(problem)
        raise
    except KeyboardInterrupt:
        if argv is None:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # an impatient second one finds us leaving already
        print("\ninterrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has gone. Nothing more is written, not even by Python at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except Exception as problem:
        if isinstance(problem, OSError) and problem.filename is None and problem.errno in _UNWRITABLE:
            return _unwritten(problem)
        if isinstance(problem, OSError) and problem.errno == errno.ENAMETOOLONG:
            print(f"sidescript: the name of a file is too long: {str(problem.filename)[:60]}...", file=sys.stderr)
            return USAGE
        if isinstance(problem, ModuleNotFoundError) and (problem.name or "").partition(".")[0] in _PRINTING:
            from dsl.commands import installing

            print(f"sidescript: to print cards: {installing('print')}", file=sys.stderr)
            return USAGE
        if isinstance(problem, ModuleNotFoundError) and (problem.name or "").partition(".")[0] in _EDITING:
            from dsl.commands import installing

            print(f"sidescript: for editors: {installing('editor')}", file=sys.stderr)
            return USAGE
        if debug:
            raise
        print(f"sidescript: this is a bug in Sidescript, not in your game: {_said(problem)}", file=sys.stderr)
        print("Please report it with the traceback that the same command with --debug shows.", file=sys.stderr)
        return BUG


def _format_asked_for(words: Sequence[str]) -> str:
    """The last --format of a command line, which may be wrong in all else."""
    found = "text"
    for word, following in pairwise([*words, ""]):
        found = (
            following
            if word == "--format"
            else word.removeprefix("--format=")
            if word.startswith("--format=")
            else found
        )
    return found


def _unwritten(problem: OSError) -> int:
    """Says that the output cannot be written, and keeps Python from trying it again at its end."""
    with contextlib.suppress(OSError):
        print(f"sidescript: I cannot write the output: {problem.strerror}", file=sys.stderr)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            with contextlib.suppress(OSError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    return FAULTS


def _said(problem: Exception) -> str:
    text = str(problem).strip().splitlines()
    return f"{type(problem).__name__}: {text[0]}" if text else type(problem).__name__


if __name__ == "__main__":
    sys.exit(main())
