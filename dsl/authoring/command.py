"""The commands for authors: new, table, watch."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ..diagnostics.diagnostic import Diagnostic
    from ..model import Thing
    from ..source import SourceFile
    from .new import Made


T = TypeVar("T")


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    from ..commands import command, format_argument, game_argument

    new = command(
        commands,
        "new",
        "begin a game, a mod, a deck, a test, or a card of any Kind",
        "Write a small beginning that checks, tests, plays and prints at once. Nothing is ever overwritten.\n"
        "KIND is game, mod, deck or test, or any Kind of the game that the folder is or extends;\n"
        "card takes the Kind from --kind. NAME may be a title; it is made into a name that the language takes.",
        'sidescript new card "Sudden Fog" --kind gem --in my-game',
    )
    new.add_argument("kind", metavar="KIND", help="game, mod, deck, test, card, or a Kind of the game")
    new.add_argument("name", metavar="NAME", help="its name or title; of a game or mod, the folder to make")
    new.add_argument(
        "--in", dest="folder", metavar="FOLDER", type=Path, default=Path(), help="the folder of the game or mod"
    )
    new.add_argument("--of", metavar="GAME", help="the game or mod that a new mod changes")
    new.add_argument("--kind", dest="card_kind", metavar="KIND", help="the Kind of a new card")
    format_argument(new)
    new.set_defaults(run=run_new)

    cards = commands.add_parser(
        "cards",
        help="families of simple cards as tables for a spreadsheet, and back",
        description="Write simple cards of a Kind as CSV or XLSX, or make sources of such a table.",
        epilog="example: sidescript cards export my-game gem -o gems.xlsx",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    ways = cards.add_subparsers(title="ways", metavar="WAY", required=True)
    out = command(
        ways,
        "export",
        "cards of a Kind as a table",
        "Write the simple things of a Kind as a table: those that have nothing but a name, a title and values.\n"
        "The others are named, and stay where they are.",
        "sidescript cards export my-game gem -o gems.xlsx",
    )
    game_argument(out)
    out.add_argument("kind", metavar="KIND", help="the Kind")
    out.add_argument("-o", "--output", metavar="FILE", type=Path, required=True, help="the .csv or .xlsx file to write")
    out.add_argument("--separator", choices=(",", ";", "tab"), default=",", help="between the cells of a .csv")
    out.set_defaults(run=run_export)
    into = command(
        ways,
        "import",
        "a table as sources of a game or mod",
        "Make sources of a table (.csv, .tsv or .xlsx; UTF-8 or UTF-16, any usual separator). Its first row names the\n"
        "columns: name, title, copies and attributes. Messages name row and column. Cards that stand in files\n"
        "of a person are changed there; new ones make a file of their own, anew at each import.",
        "sidescript cards import gems.xlsx --in my-game",
    )
    into.add_argument("file", metavar="FILE", type=Path, help="the table")
    into.add_argument(
        "--in", dest="folder", metavar="FOLDER", type=Path, default=Path(), help="the folder of the game or mod"
    )
    into.add_argument("--kind", metavar="KIND", help="the Kind; without it, the name of the sheet or file")
    into.set_defaults(run=run_import)

    watch = command(
        commands,
        "watch",
        "check, test and print again at each save",
        "Watch the folder of a game or mod. At each save it is checked and tested; with -o, the cards that changed\n"
        "are printed. Ctrl+C ends it.",
        "sidescript watch my-mod -o out/changed.pdf",
    )
    watch.add_argument("game", metavar="FOLDER", help="the folder of a game or mod")
    watch.add_argument("-o", "--output", metavar="FILE", type=Path, help="the PDF with what changed")
    watch.set_defaults(run=run_watch)


def run_new(arguments: argparse.Namespace) -> int:
    from ..commands import find_all, usage_error
    from ..library import LIBRARY, games
    from .new import CannotMake, new_folder, new_in, write

    try:
        if arguments.kind in ("game", "mod"):
            base = ""
            if arguments.kind == "mod":
                if arguments.of is None:
                    raise CannotMake(f"a mod of which game? Say it with --of GAME: {', '.join(games())}, or a folder")
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
            trial = getattr(arguments, "trial", None)
            made = new_in(folder, arguments.kind, arguments.name, arguments.card_kind, trial)
        write(made)
    except CannotMake as problem:
        raise usage_error(str(problem)) from None
    except OSError as problem:
        raise usage_error(f"I cannot write {problem.filename or arguments.name}: {problem.strerror}") from None
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
        if "game.side" in made.files:
            print(f"\nsidescript check {name}\nsidescript test {name}\nsidescript play {name}")
        else:
            print(f"\nChange {'them' if len(made.files) > 1 else 'it'} to what you mean. Then:")
            print(f"sidescript check {name}\nsidescript test {name} --own")
            game = checked.game
            shown = game.things.get(_name_in(made)) if game is not None else None
            if shown is not None and game is not None:
                print(f"sidescript show text {name} {shown.name}")
            if shown is not None and game is not None and any("Card" in game.kinds[k].ancestors for k in shown.kinds):
                print(f"sidescript sheets {name} --cards {shown.name} -o card.pdf")
            if shown is not None and game is not None:
                from ..check.rules.never_in_play import named_in_lists

                others = {o.name for o in game.things.values() if o.kinds[0] == shown.kinds[0] and o is not shown}
                named = named_in_lists(game, shown.name, others)
                lost = [
                    one.help for one in found if one.code == "never-in-play" and _means(one, shown, checked.sources)
                ]
                if named is not None or lost:
                    print(f"\n{'So' if lost else 'To make sure'} that it comes into play: {named or lost[0]}")
    return 0


def _means(one: Diagnostic, thing: Thing, sources: Mapping[str, SourceFile]) -> bool:
    """Is the message about this thing, at its name?"""
    file = sources.get(one.span.path)
    return file is not None and file.text[one.span.start : one.span.end] == thing.name


def _name_in(made: Made) -> str:
    """The name of the card that was made, by its file."""
    first = next((path for path in made.files if not path.startswith("scenarios/")), "")
    return Path(first).stem.replace("-", "_")


# ------------------------------------------------------------------------------------------------ cards


def run_export(arguments: argparse.Namespace) -> int:
    from ..commands import open_game, usage_error
    from ..files import write_atomically
    from .new import kind_of
    from .tables import exported, write_table

    if arguments.output.suffix.lower() not in (".csv", ".tsv", ".xlsx"):
        raise usage_error(f"{arguments.output} should end in .csv or .xlsx")
    game = open_game(arguments.game)
    kind = kind_of(game, arguments.kind)
    if kind is None:
        raise usage_error(f"{game.title} has no Kind `{arguments.kind}`")
    found = exported(game, kind)
    separator = (
        "\t" if arguments.separator == "tab" or arguments.output.suffix.lower() == ".tsv" else arguments.separator
    )
    try:
        write_atomically(
            arguments.output, _with_extra(lambda: write_table(arguments.output, found.rows, kind, separator))
        )
    except OSError as problem:
        raise usage_error(f"I cannot write {arguments.output}: {problem.strerror}") from None
    print(f"{arguments.output}: {len(found.rows) - 1} of {kind}")
    if found.left_out:
        print(f"{len(found.left_out)} have a text of their own and stay in the sources: {', '.join(found.left_out)}")
    return 0


def run_import(arguments: argparse.Namespace) -> int:
    from ..commands import usage_error
    from ..files import write_atomically
    from .tables import CannotRead, imported

    if not (arguments.folder / "game.side").is_file():
        raise usage_error(f"{arguments.folder} is no game and no mod: say which with --in FOLDER")
    try:
        made = _with_extra(lambda: imported(arguments.file, arguments.folder, arguments.kind))
    except CannotRead as problem:
        print(f"sidescript: {problem}", file=sys.stderr)
        return 1
    for problem_text in made.problems:
        print(problem_text, file=sys.stderr)
    if made.problems:
        many = f"{len(made.problems)} mistake{'' if len(made.problems) == 1 else 's'}"
        print(f"{many}; nothing was written", file=sys.stderr)
        return 1
    for name, text, said in made.files:
        target = arguments.folder / name
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(target, text.encode())
        except OSError as problem:
            raise usage_error(f"I cannot write {target}: {problem.strerror}") from None
        print(f"{target}" + (f": {said}" if said else ""))
    if made.as_they_are:
        rows = f"{made.as_they_are} row{'s' if made.as_they_are != 1 else ''}"
        end = "" if made.files else "; nothing was written"
        print(f"{rows} that the game has just so{end}")
    return 0


def _with_extra(do: Callable[[], T]) -> T:
    from ..commands import usage_error

    try:
        return do()
    except ModuleNotFoundError as missing:
        if missing.name != "openpyxl":
            raise
        raise usage_error("XLSX needs openpyxl: install sidescript[tables]; .csv needs nothing") from None


# ------------------------------------------------------------------------------------------------ watch


def run_watch(arguments: argparse.Namespace) -> int:
    from ..commands import find, usage_error
    from .watch import follow, saves_in

    folder = find(arguments.game)
    try:
        import watchfiles  # noqa: F401
    except ModuleNotFoundError:
        raise usage_error("watching needs watchfiles: install sidescript[watch]") from None

    def say(text: str) -> None:
        print(text, flush=True)

    def run(words: list[str]) -> int:
        say(f"\n$ sidescript {' '.join(words)}")
        return int(arguments.run_command(words))

    say(f"watching {folder}; Ctrl+C ends it")
    follow(folder, saves_in(folder), run, arguments.output, say)
    return 0
