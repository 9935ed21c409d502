"""The commands that print: sheets, rules, show text."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dsl.model import CheckedGame, Thing

PAPERS = ("a4", "letter")
BACKS = ("none", "separate", "long-edge", "short-edge")


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    from dsl.commands import command, game_argument

    sheets = command(
        commands,
        "sheets",
        "print cards: a PDF to cut out",
        "Make a PDF with a game's cards, nine a page, with backs, crop marks and a page of credits. "
        "A card whose text does not fit is an error, and then nothing is written.",
        "sidescript sheets disney-sidekicks -o cards.pdf --paper letter",
    )
    game_argument(sheets)
    sheets.add_argument("-o", "--output", metavar="FILE", type=Path, required=True, help="the PDF to write")
    sheets.add_argument("--paper", choices=PAPERS, default="a4", help="the paper (default: a4)")
    sheets.add_argument(
        "--size", default="poker", help="the size of cards: poker (default), standard, bridge, mini, tarot"
    )
    sheets.add_argument(
        "--backs",
        choices=BACKS,
        default="long-edge",
        help="backs: for duplex over the long edge (default) or the short one",
    )
    sheets.add_argument("--cards", metavar="NAMES", help="only these cards: names or titles with commas between them")
    sheets.add_argument("--once", action="store_true", help="each card once, however many copies the game has")
    sheets.set_defaults(run=run_sheets)

    rules = command(
        commands,
        "rules",
        "write the rules as a book: HTML or Markdown",
        "Write a game's rules, cards and readings as one page that needs no network. The ending of the file decides "
        "between HTML (.html) and Markdown (.md).",
        "sidescript rules disney-sidekicks -o rules.html",
    )
    game_argument(rules)
    rules.add_argument(
        "-o", "--output", metavar="FILE", type=Path, required=True, help="the .html or .md file to write"
    )
    rules.set_defaults(run=run_rules)


def add_views(views: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    from dsl.commands import command, game_argument

    text = command(
        views,
        "text",
        "what stands on its cards, in English",
        "Show the text of a game's cards and pieces, or of one of them, as it is printed.",
        'sidescript show text disney-sidekicks "Exploding Bridge!"',
    )
    game_argument(text)
    text.add_argument("name", metavar="CARD", nargs="?", help="only this card, by its name or title")
    text.set_defaults(run=run_text)


def run_sheets(arguments: argparse.Namespace) -> int:
    from dsl.commands import usage_error

    from .card_face import SettingsError, settings_of
    from .sheet_layout import SheetError

    if arguments.output.suffix.lower() != ".pdf":
        raise usage_error(f"{arguments.output} should end in .pdf")

    try:
        from .rendering import sheets
    except ModuleNotFoundError as missing:
        raise usage_error(f"sheets need {missing.name}: pip install 'sidescript[print]'") from None

    game, folder = _load(arguments.game)
    names = [name.strip() for name in arguments.cards.split(",") if name.strip()] if arguments.cards else None
    try:
        report = sheets(
            game,
            arguments.output,
            paper_name=arguments.paper,
            size=arguments.size,
            backs=arguments.backs,
            cards=names,
            settings=settings_of(folder),
            each_once=arguments.once,
        )
    except SheetError as problem:
        raise usage_error(str(problem)) from None
    except SettingsError as problem:
        print(f"error: {problem}", file=sys.stderr)
        return 1
    except OSError as problem:
        raise usage_error(f"I cannot write {arguments.output}: {problem.strerror}") from None
    for one in report.shown:
        print(one, file=sys.stderr)
    if not report.written:
        return 1
    cards = f"{report.cards} card{'' if report.cards == 1 else 's'}"
    print(f"{arguments.output}: {cards} on {report.pages} page{'' if report.pages == 1 else 's'}")
    return 0


def run_rules(arguments: argparse.Namespace) -> int:
    from dsl.commands import usage_error
    from dsl.files import write_atomically

    from . import rules_reference

    makers = {".html": rules_reference.html, ".htm": rules_reference.html, ".md": rules_reference.markdown}
    make = makers.get(arguments.output.suffix.lower())
    if make is None:
        raise usage_error(f"{arguments.output} should end in .html or .md")
    game, _ = _load(arguments.game)
    try:
        write_atomically(arguments.output, make(game).encode("utf-8"))
    except OSError as problem:
        raise usage_error(f"I cannot write {arguments.output}: {problem.strerror}") from None
    print(arguments.output)
    return 0


def run_text(arguments: argparse.Namespace) -> int:
    from dsl.commands import usage_error

    from .card_face import described
    from .wording import prose

    game, _ = _load(arguments.game)
    if arguments.name is None:
        print(prose(game), end="")
        return 0
    found = _things(game, arguments.name)
    if not found:
        raise usage_error(f"nothing in this game is called `{arguments.name}`")
    for thing in found:
        print(f"{thing.title}\n{described(game, thing) or '(no text)'}")
    return 0


def _things(game: CheckedGame, name: str) -> list[Thing]:
    asked = name.lower().replace("-", "_")
    return [
        thing
        for thing in game.things.values()
        if not thing.of_test and (thing.name == asked or thing.title.lower() == name.lower())
    ]


def _load(name: str) -> tuple[CheckedGame, Path]:
    """The checked game and its folder, or the end of the command."""
    from dsl.commands import find, open_game

    return open_game(name), find(name)
