"""The commands about sources: check, format, lsp, explain, show tree and model. And how every command opens a game."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from .diagnostics.diagnostic import Diagnostic
    from .load import Sources
    from .model import CheckedGame
    from .source import SourceFile

    Further: TypeAlias = Callable[[CheckedGame, Mapping[str, SourceFile]], list[Diagnostic]]
    OfPrint: TypeAlias = Callable[[CheckedGame, Sequence[Path]], tuple[list[Diagnostic], dict[str, SourceFile]]]

PAGES = (
    Path(__file__).resolve().parent.parent / "docs" / "errors",
    Path(__file__).resolve().parent / "diagnostics" / "pages",  # in an installed Sidescript
)


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    check = command(
        commands,
        "check",
        "check a game's sources and say what is wrong with them",
        "Check a game. Prints one message for each mistake, with its place, its reason and what to write.",
        "sidescript check disney-sidekicks",
    )
    game_argument(check)
    format_argument(check)
    check.add_argument(
        "--fix", action="store_true", help="put right whatever has one certain remedy, such as tabs and curved quotes"
    )
    check.add_argument("--no-hints", action="store_true", help="count the hints, and show mistakes and warnings only")
    check.add_argument("--no-cache", action="store_true", help="check anew, also when nothing changed")
    check.set_defaults(run=run_check)

    formatting = command(
        commands,
        "format",
        "write sources in the one style",
        "Write sources in the one style: spaces, indentation, blank lines, tables. Comments and meaning stay.\n"
        "Files with mistakes are left as they are.",
        "sidescript format my-game",
    )
    formatting.add_argument(
        "paths", metavar="PATH", nargs="+", help="a game by name or folder, a file, or - for standard input"
    )
    formatting.add_argument("--check", action="store_true", help="write nothing; exit 1 if a file would change")
    formatting.add_argument("--diff", action="store_true", help="write nothing; show what would change")
    format_argument(formatting)
    formatting.set_defaults(run=run_format)

    from .authoring import command as authoring

    authoring.add_commands(commands)

    explain = command(
        commands,
        "explain",
        "explain the code of a message, such as unknown-name",
        "Explain the code of a message: what it means, an example, and how to put it right. "
        "Without a code: list all codes.",
        "sidescript explain unclosed-bracket",
    )
    explain.add_argument("code", metavar="CODE", nargs="?", help="the word in brackets, as in error[unclosed-bracket]")
    format_argument(explain)
    explain.set_defaults(run=run_explain)

    lsp = command(
        commands,
        "lsp",
        "help editors while you write: messages, completion, hover, renaming",
        "Serve an editor over standard input and output, by the Language Server Protocol.\n"
        "Editors start it themselves; docs/editor.md says how each of them is told to.",
        "sidescript lsp",
    )
    lsp.add_argument("--stdio", action="store_true", help="what some editors say; there is no other way")
    lsp.set_defaults(run=run_lsp)


def add_views(views: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    tree = command(
        views,
        "tree",
        "the syntax tree of its files",
        "Show the syntax tree of a game's files.",
        "sidescript show tree disney-sidekicks rules/contents.side",
    )
    game_argument(tree)
    tree.add_argument("name", metavar="FILE", nargs="?", help="only this file, as its path in the folder of the game")
    format_argument(tree)
    tree.set_defaults(run=run_show_tree)

    source = command(
        views,
        "source",
        "how something is declared, where, and which tests name it",
        "Show the lines of the sources that declare a card, a verb, a Kind or anything else with a name, with their "
        "place, and the tests that name it: to learn from, and to begin from.",
        'sidescript show source disney-sidekicks "Exploding Bridge!"',
    )
    game_argument(source)
    source.add_argument("name", metavar="NAME", help="its name or title")
    source.set_defaults(run=run_show_source)

    words = command(
        views,
        "words",
        "its words: Kinds, verbs, values, zones, for whoever writes a card",
        "List what a card of the game can say: the Kinds with what each thing has, the verbs with how they are told,\n"
        "the named values, the zones. WORD: a Kind, or any part of a name or an explanation.",
        "sidescript show words disney-sidekicks Sidekick",
    )
    game_argument(words)
    words.add_argument("name", metavar="WORD", nargs="?", help="only this Kind, or what has this in it")
    words.set_defaults(run=run_show_words)

    model = command(
        views,
        "model",
        "what the checker made of it",
        "Show the checked game: every name resolved, every value typed.",
        "sidescript show model disney-sidekicks explode",
    )
    game_argument(model)
    model.add_argument("name", metavar="NAME", nargs="?", help="only the declarations of this name")
    format_argument(model)
    model.set_defaults(run=run_show_model)


# ------------------------------------------------------------------------------------------------ shared by commands


def command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], name: str, short: str, long: str, example: str
) -> argparse.ArgumentParser:
    """A command with its help; every command has an example."""
    return commands.add_parser(
        name,
        help=short,
        description=long,
        epilog=f"example: {example}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def game_argument(parser: argparse.ArgumentParser, *, without: str = "") -> None:
    """A game and the mods that change it. `without`: when the game can be left out."""
    parser.add_argument(
        "game",
        metavar="GAME",
        nargs="?" if without else None,
        help="a built-in game by name, or the folder of a game or mod" + (f" ({without})" if without else ""),
    )
    parser.add_argument(
        "--mod",
        dest="mods",
        metavar="FOLDER",
        action="append",
        default=[],
        help="a mod that changes it; several change it one after another, in the order in which they are named",
    )


def format_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--format", choices=("text", "json"), default="text", help="text for people (default), or JSON")


_format: ContextVar[str] = ContextVar("format", default="text")


def answers_in(format: str) -> None:
    """How wrong usage is told from now on: "json" where a program has asked for JSON, else as text."""
    _format.set(format)


def usage_error(text: str) -> SystemExit:
    """To be raised: the command was used wrongly."""
    if _format.get() == "json":
        from .diagnostics.diagnostic import error
        from .source import NOWHERE

        report((error("wrong-usage", text, NOWHERE),), {}, "json")
    else:
        from .diagnostics.render import visible

        print(f"sidescript: {visible(text)}", file=sys.stderr)
    return SystemExit(2)


def installing(extra: str) -> str:
    """What to type for a part of Sidescript that is not there; in a checkout it is installed from that."""
    root = Path(__file__).resolve().parents[1]
    if (root / "pyproject.toml").is_file():
        return f"{Path(sys.executable)} -m pip install -e '{root}[{extra}]'"
    return f"pip install 'sidescript[{extra}]'"


def command_line(**how: Any) -> argparse.ArgumentParser:
    """What reads a command line, and tells of wrong words on it as all wrong usage is told."""
    return _Parser(**how)


class _Once(argparse.Action):
    """An option with one value. Two different ones are wrong usage: which of them was meant?"""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        given = vars(namespace).setdefault("_given", set())
        if option is not None and self.dest in given and getattr(namespace, self.dest) != values:
            parser.error(f"{option} is there twice, with different values, and takes one")
        given.add(self.dest)
        setattr(namespace, self.dest, values)


class _Parser(argparse.ArgumentParser):
    def __init__(self, *words: Any, **how: Any) -> None:
        super().__init__(*words, **how)
        self.register("action", None, _Once)
        self.register("action", "store", _Once)

    def error(self, message: str) -> NoReturn:
        if _format.get() == "json":
            raise usage_error(message)
        super().error(message)


def find(name: str) -> Path:
    """The folder of a game, or the end of the command. With mods, `GAME+MOD+MOD`, that of the last."""
    return find_all(name)[-1]


def find_all(name: str) -> tuple[Path, ...]:
    """The folders of a game and of the mods that change it, or the end of the command."""
    from .library import GameNotFound, extended, lineage
    from .library import find_all as found_by

    try:
        folders = found_by(name)
    except GameNotFound as problem:
        raise usage_error(str(problem)) from None
    for folder in folders:
        if not any(folder.glob("*.side")):
            raise usage_error(f"{folder} is no game: it has no file game.side")
    for mod in folders[1:]:
        if not extended(mod):
            raise usage_error(f"{mod} is no mod, but a game of its own")
        roots = [one.name for one in lineage(mod) if not extended(one)]
        first = [one.name for one in lineage(folders[0]) if not extended(one)]
        if roots != first:
            raise usage_error(f"{mod} is a mod of {', '.join(roots) or 'no game that I know'}, not of {first[0]}")
    return folders


def opened(name: str) -> Sources:
    """The sources of a game, with the mods that `GAME+MOD+MOD` names, or the end of the command."""
    from .load import load

    *before, folder = find_all(name)
    return load(folder, tuple(before))


def open_game(name: str, format: str = "text") -> CheckedGame:
    """The checked game, or the end of the command with the messages about its mistakes."""
    game, _ = open_game_and_sources(name, format)
    settled()
    return game


def open_game_and_sources(name: str, format: str = "text") -> tuple[CheckedGame, Mapping[str, SourceFile]]:
    """The checked game with its files by path, for those who point into them."""
    from .cache import check_once

    checked = check_once(opened(name))
    if checked.game is None:
        report(checked.diagnostics, checked.sources, format)
        raise SystemExit(1)
    return checked.game, checked.sources


def open_what_stands(name: str) -> CheckedGame:
    """The game without those of its declarations that have mistakes, which stderr says; or the end of the command.

    For those who look something up while they write, when a mistake is what they look it up for.
    """
    from .cache import check_once
    from .check import check_what_stands

    sources = opened(name)
    checked = check_once(sources)
    if checked.game is None:
        checked, broken = check_what_stands(sources)
        if checked.game is None:
            report(checked.diagnostics, checked.sources)
            raise SystemExit(1)
        told = f"without what has mistakes in {', '.join(broken)} (`sidescript check` shows them)"
        print(told, end="\n\n", file=sys.stderr)
    settled()
    return checked.game


def settled() -> None:
    """What is there now stays. The command rests the garbage collector while a game is opened; here it wakes up."""
    if not gc.isenabled():
        gc.freeze()
        gc.enable()


def report(diagnostics: tuple[Diagnostic, ...], sources: Mapping[str, SourceFile], format: str = "text") -> None:
    """Diagnostics for whoever called: text or JSON, on stderr."""
    if format == "json":
        import json

        from .diagnostics.as_json import as_json

        print(json.dumps({"diagnostics": as_json(diagnostics, sources)}, indent=2), file=sys.stderr)
    else:
        from .diagnostics.render import render_all

        print(render_all(diagnostics, sources, colour=has_colour(sys.stderr)), file=sys.stderr)


def has_colour(stream: Any) -> bool:
    """Colour is for terminals, and NO_COLOR turns it off (no-color.org)."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and bool(stream.isatty())


# ------------------------------------------------------------------------------------------------ check


def run_check(arguments: argparse.Namespace) -> int:
    from .cache import key_of, recall, remember

    sources = opened(arguments.game)
    if arguments.fix:
        for path, many in _put_right(sources).items():
            print(f"{path}: {_count(many, 'mistake')} put right")
        sources = opened(arguments.game)
    game = "+".join(folder.resolve().name for folder in (*sources.before, sources.folder))
    makers: Callable[[], str] | None = getattr(arguments, "makers", None)
    key = _with_looks(key_of(sources) + (makers() if makers is not None else ""), sources)
    found: dict[str, Any] | None = None if arguments.no_cache else recall(key, "found")
    if found is None:
        found = _findings(sources, getattr(arguments, "further", None), getattr(arguments, "of_print", None))
        remember(key, "found", found)
    if arguments.format == "json":
        import json

        told = ("files", "errors", "warnings", "hints", "diagnostics")
        print(json.dumps({"game": game, **{name: found[name] for name in told}}, indent=2))
    else:
        text = found["brief" if arguments.no_hints else "text"][has_colour(sys.stderr)]
        if text:
            print(text, file=sys.stderr)
        counts = [_count(found["errors"], "error"), _count(found["warnings"], "warning")]
        if found["hints"]:
            counts.append(_count(found["hints"], "hint"))
        print(f"{game}: {_count(found['files'], 'file')}, {', '.join(counts)}")
    return 1 if found["errors"] else 0


def _put_right(sources: Sources) -> dict[str, int]:
    """Carries out certain fixes in the files of the folder until none is left; how many in which file.

    A fix may bring to light what a mistake had hidden, so that there are several rounds.
    """
    from .check import check
    from .diagnostics.fixes import all_fixes, applied
    from .files import write_atomically
    from .load import load

    done: dict[str, int] = {}
    for _ in range(20):
        said = check(sources).diagnostics
        changed = False
        for file in sources.files:
            edits = all_fixes(said, file.path)
            if not edits or file.home:
                continue
            path = sources.folder / file.path
            try:
                write_atomically(path, applied(file.text, edits).encode())
            except OSError as problem:
                raise usage_error(f"I cannot write {path}: {problem.strerror}") from None
            done[file.path] = done.get(file.path, 0) + sum(
                one.fix is not None and all(edit in edits for edit in one.fix.edits)
                for one in said
                if one.span.path == file.path
            )
            changed = True
        if not changed:
            break
        sources = load(sources.folder, sources.before)
    return done


def _with_looks(key: str, sources: Sources) -> str:
    """The key of what is found in sources, and in how they are to be printed: the print files and folders of looks of
    the game and of all that it builds on. Files that may be large (fonts) count by size and time."""
    import hashlib

    from .files import read_plain
    from .library import lineage

    digest = hashlib.sha256(key.encode())
    for home in lineage(sources.folder, sources.before):
        try:
            content = read_plain(home / "print.toml")
        except OSError:
            content = b""
        digest.update(f"\0{home}\0{len(content)}\n".encode(errors="surrogateescape") + content)
        for inside, folders, names in os.walk(home / "looks"):
            folders.sort()
            for path in (Path(inside, name) for name in sorted(names)):
                found = path.lstat()
                line = f"\0{path}\0{found.st_size}\0{found.st_mtime_ns}\n"
                digest.update(line.encode(errors="surrogateescape"))
    return digest.hexdigest()


def _findings(sources: Sources, further: Further | None, of_print: OfPrint | None) -> dict[str, Any]:
    """What the check found, and what others find in a game without errors."""
    from .check import check
    from .diagnostics.as_json import as_json
    from .diagnostics.render import render_all

    checked = check(sources)
    diagnostics = list(checked.diagnostics)
    if checked.game is not None and further is not None:
        said = further(checked.game, checked.sources)
        # the author of a mod has no hand in the files of its base
        homes = {path: file.home for path, file in checked.sources.items()}
        diagnostics += [one for one in said if one.severity == "error" or not homes.get(one.span.path)]
    files: Mapping[str, SourceFile] = checked.sources
    if checked.game is not None and of_print is not None:
        said, print_file = of_print(checked.game, (*sources.before, sources.folder))
        diagnostics += said
        files = {**files, **print_file}
    severities = [one.severity for one in diagnostics]
    brief = [one for one in diagnostics if one.severity != "hint"]
    return {
        "files": len(sources.files),
        "errors": severities.count("error"),
        "warnings": severities.count("warning"),
        "hints": severities.count("hint"),
        "diagnostics": as_json(diagnostics, files),
        "text": [render_all(diagnostics, files, colour=colour) for colour in (False, True)],
        "brief": [render_all(brief, files, colour=colour) for colour in (False, True)],
    }


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


# ------------------------------------------------------------------------------------------------ format


def run_format(arguments: argparse.Namespace) -> int:
    from .format.command import run_format

    return run_format(arguments)


# ------------------------------------------------------------------------------------------------ lsp


def run_lsp(arguments: argparse.Namespace) -> int:
    from .language_server.server import serve

    return serve(arguments.outside())


# ------------------------------------------------------------------------------------------------ explain


def run_explain(arguments: argparse.Namespace) -> int:
    import json

    pages = {path.stem: path for folder in PAGES if folder.is_dir() for path in sorted(folder.glob("*.md"))}
    if arguments.code is None:
        titles = {code: _title(page) for code, page in sorted(pages.items())}
        if arguments.format == "json":
            print(json.dumps([{"code": code, "title": title} for code, title in titles.items()], indent=2))
        else:
            for code, title in titles.items():
                print(f"{code:28} {title}")
        return 0
    code = arguments.code.strip().strip("[]")
    if code not in pages:
        from .diagnostics.nearest import nearest

        meant = nearest(code, tuple(pages))
        more = f"did you mean `{meant}`?" if meant else "`sidescript explain` lists all of them"
        raise usage_error(f"there is no code `{code}`; {more}")
    text = pages[code].read_text(encoding="utf-8")
    if arguments.format == "json":
        print(json.dumps({"code": code, "page": text}, indent=2))
    elif has_colour(sys.stdout):
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(text))
    else:
        print(text.rstrip())
    return 0


def _title(page: Path) -> str:
    """The first sentence of a page, below its heading."""
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith(("#", "```", "<!--")):
            first = line.strip().partition(". ")[0]
            return first if first.endswith((".", ":")) else f"{first}."
    return ""


# ------------------------------------------------------------------------------------------------ show


def run_show_tree(arguments: argparse.Namespace) -> int:
    from .outline import print_outline
    from .syntax.parse import parse

    sources = opened(arguments.game)
    wanted: str | None = arguments.name
    files = [file for file in sources.files if wanted is None or file.path == wanted]
    if wanted is not None and not files:
        from .diagnostics.nearest import nearest

        meant = nearest(wanted, tuple(file.path for file in sources.files))
        raise usage_error(f"there is no file `{wanted}` in this game" + (f"; did you mean `{meant}`?" if meant else ""))
    parsed = {file.path: parse(file) for file in files}
    diagnostics = [*sources.diagnostics, *(one for result in parsed.values() for one in result.diagnostics)]
    if diagnostics:
        report(tuple(diagnostics), sources.by_path())
    print_outline({path: result.file for path, result in parsed.items()}, arguments.format)
    return 1 if any(one.severity == "error" for one in diagnostics) else 0


def run_show_source(arguments: argparse.Namespace) -> int:
    from . import vocabulary
    from .authoring.source_text import Unknown, declared
    from .load import load_bases

    sources = opened(arguments.game)
    files = (*load_bases(sources.folder, sources.before), *sources.files)
    try:
        lines = list(declared(sources.folder, files, arguments.name))
    except Unknown as problem:
        if arguments.name in vocabulary.KINDS:
            advice = f"sidescript show words {arguments.game} {arguments.name}"
            raise usage_error(f"`{arguments.name}` is a Kind of the language, no line of a game: {advice}") from None
        raise usage_error(str(problem)) from None
    print("\n".join(lines).rstrip())
    return 0


def run_show_words(arguments: argparse.Namespace) -> int:
    from .authoring.words import nearest_word, words

    game = open_what_stands(arguments.game)
    lines = list(words(game, arguments.name))
    if not lines:
        raise usage_error(f"{game.title} has no word `{arguments.name}`{nearest_word(game, arguments.name)}")
    print("\n".join(lines))
    return 0


def run_show_model(arguments: argparse.Namespace) -> int:
    from .outline import declarations, print_outline

    game = open_game(arguments.game, arguments.format)
    wanted = arguments.name
    if wanted is None:
        print_outline(game, arguments.format)
        return 0
    found = declarations(game, wanted)
    if not found:
        raise usage_error(f"nothing in this game is named `{wanted}`")
    print_outline(found, arguments.format)
    return 0
