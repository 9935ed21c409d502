"""The commands for authors: new, table, watch."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .new import Made


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    from ..commands import command, format_argument

    new = command(
        commands,
        "new",
        "begin a game, a mod, a deck, a test, or a card of any Kind",
        "Write a small beginning that checks, tests, plays and prints at once. Nothing is ever overwritten.\n"
        "KIND is game, mod, deck or test, or any Kind of the game that the folder is or extends: danger, sidekick;\n"
        "card takes the Kind from --kind. NAME may be a title; it is made into a name that the language takes.",
        'sidescript new danger "Sudden Fog" --in my-mod',
    )
    new.add_argument("kind", metavar="KIND", help="game, mod, deck, test, card, or a Kind of the game")
    new.add_argument("name", metavar="NAME", help="its name or title; of a game or mod, the folder to make")
    new.add_argument(
        "--in", dest="folder", metavar="FOLDER", type=Path, default=Path(), help="the folder of the game or mod"
    )
    new.add_argument("--of", metavar="GAME", default="disney-sidekicks", help="the game that a new mod changes")
    new.add_argument("--kind", dest="card_kind", metavar="KIND", help="the Kind of a new card")
    format_argument(new)
    new.set_defaults(run=run_new)


def run_new(arguments: argparse.Namespace) -> int:
    from ..commands import find_all, usage_error
    from ..library import LIBRARY
    from .new import CannotMake, new_folder, new_in, write

    try:
        if arguments.kind in ("game", "mod"):
            base = ""
            if arguments.kind == "mod":
                (home,) = find_all(arguments.of)
                base = home.resolve().name.replace("-", "_")
                if home.resolve().parent != LIBRARY and home.resolve().parent != arguments.folder.resolve():
                    raise CannotMake(f"a mod of {home} has to lie beside it: --in {home.resolve().parent}")
            made = new_folder(arguments.kind, arguments.name, arguments.folder, base)
        else:
            folder: Path = arguments.folder
            if not (folder / "game.side").is_file():
                raise CannotMake(
                    f"{folder} is no game and no mod: say which with --in FOLDER. "
                    "`sidescript new mod NAME --of GAME` begins a mod"
                )
            made = new_in(folder, arguments.kind, arguments.name, arguments.card_kind)
        write(made)
    except CannotMake as problem:
        raise usage_error(str(problem)) from None
    except OSError as problem:
        raise usage_error(f"I cannot write {problem.filename}: {problem.strerror}") from None
    return _told(made, arguments.format)


def _told(made: Made, format: str) -> int:
    from ..check import check
    from ..commands import report
    from ..load import load

    checked = made.checked or check(load(made.folder))
    found = checked.diagnostics
    errors = tuple(one for one in found if one.severity == "error")
    if format == "json":
        told = {"folder": str(made.folder), "files": list(made.files), "errors": len(errors)}
        print(json.dumps(told, indent=2))
    else:
        for path in made.files:
            print(made.folder / path)
    if errors:
        print("What is there asks for a change, now that this is new:", file=sys.stderr)
        report(errors, checked.sources)
    elif format == "text":
        name = "." if made.folder == Path() else str(made.folder)
        print(f"\nsidescript check {name}\nsidescript test {name}\nsidescript play {name}")
    return 0
