"""The commands about decks: deck check, deck build; and the decks that a match begins with."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dsl.commands import command, format_argument, game_argument, open_game_and_sources, report, usage_error

if TYPE_CHECKING:
    from dsl.diagnostics.diagnostic import Diagnostic
    from dsl.model import CheckedGame
    from dsl.source import SourceFile

    from .decks import DeckList
    from .engine.program import Program


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    deck = commands.add_parser(
        "deck",
        help="check a deck file, or write a legal one",
        description="Check a deck file, or write a legal one.",
        epilog="example: sidescript deck check my-deck.side --game my-game",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parts = deck.add_subparsers(title="commands", metavar="COMMAND", required=True)
    check = command(
        parts,
        "check",
        "say each rule of building that a deck breaks",
        "Say each rule of building that a deck file breaks, with its place.",
        "sidescript deck check my-deck.side --game my-game",
    )
    check.add_argument("file", metavar="FILE", type=Path, help="the deck file")
    check.add_argument(
        "--game",
        metavar="GAME",
        help="the game or mod (default: the one that the file names with `game: name`, or lies in)",
    )
    format_argument(check)
    check.set_defaults(run=run_check)
    build = command(
        parts,
        "build",
        "write a legal deck for some characters",
        "Write a legal deck with these things in it and no others of their Kinds. Never writes over a file.",
        "sidescript deck build my-game my-deck.side --with alice,bob",
    )
    game_argument(build)
    build.add_argument("file", metavar="FILE", type=Path, help="the deck file that is to be written")
    build.add_argument("--with", dest="chosen", metavar="NAMES", required=True, help="what is in it, commas between")
    build.add_argument("--title", metavar="TEXT", help="its title (default: the titles of what is chosen)")
    build.set_defaults(run=run_build)


def deck_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--deck",
        metavar="SEAT=FILE",
        action="append",
        default=[],
        help="the deck that a seat brings: a deck file, or a deck of the game by name; can be given again",
    )


def decks_of(program: Program, sources: Mapping[str, SourceFile], spoken: Sequence[str]) -> dict[str, Any]:
    """Decks as the user named them, as options of a match; or the end of the command with what is wrong with one."""
    from .decks import findings
    from .engine.program import DECK

    found: dict[str, Any] = {}
    for one in spoken:
        seat, sign, text = (part.strip() for part in one.partition("="))
        if not sign or not seat.isdecimal() or not text:
            raise usage_error(f"--deck wants SEAT=FILE with the number of a seat, not `{one}`")
        option = f"{DECK}{int(seat)}"
        if option in found:
            raise usage_error(f"--deck says twice what seat {int(seat)} brings")
        if text in program.game.decks:
            found[option] = text
            continue
        deck, source = _read(Path(text))
        wrong = [d for d in findings(program, deck) if d.severity == "error"]
        if wrong:
            report(tuple(wrong), {**sources, source.path: source})
            raise SystemExit(1)
        found[option] = deck.to_option()
    return found


def brought(program: Program, options: Mapping[str, Any]) -> str:
    """Who brings what, each deck by the first things that it names; empty if nobody brings any."""
    from .engine.program import DECK

    told: list[str] = []
    for option, said in sorted(options.items()):
        if option.startswith(DECK):
            lines = program.game.decks[said].lines if said in program.game.decks else program.deck_lines(said)
            first = [program.game.things[thing].title for _, thing in lines[:3]]
            told.append(f"seat {option.removeprefix(DECK)} brings {', '.join(first)}{', ...' * (len(lines) > 3)}")
    return "; ".join(told)


def run_check(arguments: argparse.Namespace) -> int:
    from dsl.diagnostics.as_json import as_json
    from dsl.library import home_of

    from .commands import built
    from .decks import findings

    deck, source = _read(arguments.file, arguments.format)
    home = None if arguments.game else home_of(arguments.file, deck.home)
    name = arguments.game or (str(home) if home is not None else deck.home)
    if name is None:
        raise usage_error(f"{source.path} does not say of which game it is; name it with --game")
    game, sources = open_game_and_sources(name, arguments.format)
    found = findings(built(game, sources), deck)
    errors = sum(d.severity == "error" for d in found)
    if arguments.format == "json":
        told = {"deck": deck.name, "game": game.name, "legal": not errors}
        print(json.dumps({**told, "diagnostics": as_json(found, {**sources, source.path: source})}, indent=2))
        return 1 if errors else 0
    if found:
        report(found, {**sources, source.path: source})
    held = sum(count for count, _ in deck.lines)
    said = "legal" if not errors else f"not legal ({errors} {'rule' if errors == 1 else 'rules'} broken)"
    print(f"{deck.title}: {held} cards for {game.title}, {said}")
    return 1 if errors else 0


def run_build(arguments: argparse.Namespace) -> int:
    from .commands import built
    from .decks import NoDeck, build_deck, deck_builds, write_new, written

    game, sources = open_game_and_sources(arguments.game)
    chosen = [_meant(game, part.strip()) for part in arguments.chosen.split(",") if part.strip()]
    if not chosen:
        raise usage_error("--with wants the names of what shall be in the deck")
    if not deck_builds(game):
        raise usage_error(f"{game.title} has no build for decks, so nothing says what a legal one is")
    path: Path = arguments.file
    title = arguments.title or " and ".join(game.things[name].title for name in chosen)
    if not title.isprintable():
        raise usage_error(f"--title: {title!r} has characters that no title can have")
    try:
        deck = build_deck(built(game, sources), chosen, _name(path), title)
    except NoDeck as problem:
        found, which = ("there is", "every one") if problem.certain else ("I find", "the nearest one")
        print(f"sidescript: {found} no legal deck with {', '.join(chosen)}", file=sys.stderr)
        for text in problem.broken:
            print(f"  {which} breaks: {text}", file=sys.stderr)
        return 1
    try:
        write_new(path, written(deck, game))
    except FileExistsError:
        raise usage_error(f"{path} is there already; I write over no deck") from None
    except OSError as problem:
        raise usage_error(f"I cannot write {path}: {problem.strerror}") from None
    print(f"{path}: {sum(count for count, _ in deck.lines)} cards for {game.title}")
    return 0


def _meant(game: CheckedGame, text: str) -> str:
    from dsl.diagnostics.nearest import nearest

    for thing in game.things.values():
        if text == thing.name or text.lower() == thing.title.lower():
            return thing.name
    meant = nearest(text, game.things)
    raise usage_error(f"{game.title} has no thing `{text}`" + (f"; did you mean `{meant}`?" if meant else ""))


def _name(path: Path) -> str:
    plain = re.sub(r"[^a-z0-9]+", "_", path.stem.lower()).strip("_")
    return plain if plain[:1].isalpha() else f"deck_{plain}".rstrip("_")


def _read(path: Path, format: str = "text") -> tuple[DeckList, SourceFile]:
    """The deck of a file, or the end of the command with what is wrong with the file."""
    from dsl.load import read_file

    from .decks import read_deck

    read = read_file(path, path.as_posix())
    deck: DeckList | None = None
    wrong: tuple[Diagnostic, ...] = read.diagnostics
    if not wrong:
        deck, wrong = read_deck(read.file)
    if deck is None:
        report(wrong, {read.file.path: read.file}, format)
        raise SystemExit(1)
    return deck, read.file
