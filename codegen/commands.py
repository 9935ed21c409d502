"""The commands that print: sheets, rules, show text."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence, Set

    from dsl.model import CheckedGame
    from dsl.source import SourceFile

    from .card_face import SettingsError
    from .problems import Problem
    from .rules_reference import Example
    from .selection import Selection
    from .translation import Language, Noun

BACKS = ("none", "separate", "fold", "long-edge", "short-edge")
EXPORTS = ("png", "svg", "tabletop-simulator", "the-game-crafter", "makeplayingcards", "drivethrucards")
MARKS = ("crop", "lines", "corners", "none")


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    from dsl.commands import command, format_argument, game_argument

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
    sheets.add_argument(
        "--parts",
        default="cards",
        help="what is printed: cards (default), pieces, summary, boards, with commas between; or all",
    )
    paper = sheets.add_argument_group("paper and backs")
    paper.add_argument("--paper", default="a4", help="a4 (default), letter, a3, or millimetres such as 330x480")
    paper.add_argument("--size", help="the size of all cards: poker, tarot, ..., or millimetres such as 63x88")
    paper.add_argument(
        "--backs",
        choices=BACKS,
        default="long-edge",
        help="backs: for duplex over the long edge (default) or the short one, on pages of their own, "
        "beside the fronts to fold behind them, or none",
    )
    paper.add_argument("--marks", choices=MARKS, default="crop", help="where to cut (default: crop)")
    paper.add_argument("--bleed", metavar="MM", type=float, default=1.5, help="colour over the cuts (default: 1.5)")
    paper.add_argument("--apart", action="store_true", help="cards apart, each with bleed of its own")
    paper.add_argument(
        "--back-offset", metavar="X,Y", default="0,0", help="move backs so many mm right and down; see --calibrate"
    )
    paper.add_argument("--calibrate", action="store_true", help="a page to measure that offset with, and no cards")
    paper.add_argument("--theme", help="another look than the game's own: low-ink, storybook, neon, noir, comic")
    _language(sheets)
    _which_cards(sheets)
    format_argument(sheets)
    sheets.set_defaults(run=run_sheets)

    export = command(
        commands,
        "export",
        "cards as pictures, for a virtual table or a print shop",
        "Write a game's cards into a folder: single pictures (png, svg), sheets and a deck for Tabletop Simulator, or "
        "what The Game Crafter, MakePlayingCards or DriveThruCards take. Says why a shop would refuse them.",
        "sidescript export disney-sidekicks --for tabletop-simulator -o table",
    )
    game_argument(export)
    export.add_argument("-o", "--output", metavar="FOLDER", type=Path, required=True, help="the folder to write into")
    export.add_argument("--for", dest="profile", default="png", metavar="WHAT", help=", ".join(EXPORTS))
    export.add_argument("--size", help="the size of all cards: poker, tarot, ..., or millimetres such as 63x88")
    export.add_argument("--theme", help="another look than the game's own")
    export.add_argument(
        "--url", default="", help="what stands before the names of pictures in a deck for a virtual table"
    )
    _which_cards(export)
    format_argument(export)
    export.set_defaults(run=run_export)

    from .diff_command import add_command

    add_command(commands)

    rules = command(
        commands,
        "rules",
        "write the rules as a book: HTML, Markdown or PDF",
        "Write a game's rules, cards and readings as one page that needs no network. The ending of the file decides "
        "between HTML (.html), Markdown (.md) and PDF (.pdf).",
        "sidescript rules disney-sidekicks -o rules.html",
    )
    game_argument(rules)
    rules.add_argument(
        "-o", "--output", metavar="FILE", type=Path, required=True, help="the .html, .md or .pdf file to write"
    )
    rules.add_argument(
        "--without", metavar="NAMES", help="not these, one by one: cards, Kinds, decks, or what cards say of themselves"
    )
    rules.add_argument(
        "--no-pictures", action="store_true", help="leave the pictures of cards out of the index of a PDF"
    )
    _campaign(rules)
    _language(rules)
    format_argument(rules)
    rules.set_defaults(run=run_rules)

    translate = command(
        commands,
        "translate",
        "write or merge the catalogue of another language",
        "Write translations/LANGUAGE.po in a game's folder: every text that its cards, pieces, boards and rules print. "
        "What is translated already stays, what has changed since is marked fuzzy. sheets and rules print it with "
        "--language.",
        "sidescript translate disney-sidekicks --language de",
    )
    game_argument(translate)
    translate.add_argument("--language", required=True, help="de, fr, pt_BR, ...")
    translate.add_argument("-o", "--output", metavar="FILE", type=Path, help="another file than that in the folder")
    translate.add_argument(
        "--cards", metavar="NAMES", help="only what these cards need: names or titles with commas between them"
    )
    translate.add_argument(
        "--check", action="store_true", help="write nothing, say what is missing, and end with 1 then"
    )
    translate.set_defaults(run=run_translate)


def _language(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--language", help="of a catalogue in the game's folder `translations`; see `translate`")


def _spoken(code: str | None, folders: tuple[Path, ...]) -> Language:
    """The language that is asked for, from the catalogues of a game and of those it is built on."""
    from dsl.library import lineage

    from .translation import ENGLISH, CatalogueError, language_of

    if code is None or code == "en":
        return ENGLISH
    from dsl.commands import installing, usage_error

    try:
        return language_of(lineage(folders[-1], folders[:-1])[::-1], code)
    except CatalogueError as problem:
        raise usage_error(str(problem)) from None
    except ModuleNotFoundError as missing:
        raise usage_error(f"another language needs {missing.name}: {installing('translate')}") from None


def run_translate(arguments: argparse.Namespace) -> int:
    from dsl.commands import installing, usage_error
    from dsl.files import write_atomically
    from dsl.library import lineage

    try:
        from .card_face import SettingsError, settings_of
        from .selection import Selection, SelectionError
        from .translation import FOLDER, CatalogueError, merged
        from .translation_messages import printed_texts
    except ModuleNotFoundError as missing:
        raise usage_error(f"translate needs {missing.name}: {installing('print,translate')}") from None
    game, folders = _load(arguments.game)
    path = arguments.output or folders[-1] / FOLDER / f"{arguments.language}.po"
    try:
        settings = settings_of(folders[-1], folders[:-1])
        texts = printed_texts(game, settings, examples=_examples(arguments, game)[0])
        cards = tuple(name.strip() for name in (arguments.cards or "").split(",") if name.strip())
        only = printed_texts(game, settings, Selection(names=cards)) if cards else None
        below = _texts_below(lineage(folders[-1], folders[:-1])[:-1], arguments.language)
        found = merged(path, texts, arguments.language, game.title, below, only)
        if not arguments.check:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, found.text.encode("utf-8"))
    except ModuleNotFoundError as missing:
        raise usage_error(f"translate needs {missing.name}: {installing('translate')}") from None
    except (CatalogueError, SelectionError) as problem:
        raise usage_error(str(problem)) from None
    except SettingsError as problem:
        return _unusable(problem, arguments)
    except OSError as problem:
        raise usage_error(f"I cannot write {path}: {problem.strerror}") from None
    doubtful = f", {found.doubtful} to be looked at again" if found.doubtful else ""
    more = f"; {found.below} more are those of the game that it changes" if found.below else ""
    print(f"{path}: {found.translated} of {found.texts} texts translated{doubtful}{more}")
    if not arguments.check:
        return 0
    for where, text in found.missing[:_MISSING]:
        print(f"  {where or 'everywhere'}: {text}")
    if len(found.missing) > _MISSING:
        print(f"  and {len(found.missing) - _MISSING} more")
    return 1 if found.missing else 0


_MISSING = 20  # so many texts that lack a translation are told


def _texts_below(folders: tuple[Path, ...], code: str) -> Mapping[str | Noun, str]:
    """What the game prints that a mod changes. Nothing, if there is no catalogue of it: then the mod has to say all."""
    from dsl.cache import check_once
    from dsl.load import load

    from .card_face import settings_of
    from .translation import FOLDER
    from .translation_messages import printed_texts

    if not any((folder / FOLDER / f"{code}.po").is_file() for folder in folders):
        return {}
    *before, base = folders
    game = check_once(load(base, tuple(before))).game
    return printed_texts(game, settings_of(base, before)) if game is not None else {}


def _which_cards(parser: argparse.ArgumentParser) -> None:
    which = parser.add_argument_group("which cards")
    which.add_argument("--cards", metavar="NAMES", help="only these cards: names or titles with commas between them")
    which.add_argument("--kinds", metavar="KINDS", help="only cards of these Kinds, with commas between them")
    which.add_argument(
        "--decks",
        metavar="NAMES",
        help="only these decks: declared ones, or cards with the backs of these Kinds, or that name them",
    )
    which.add_argument(
        "--without",
        metavar="NAMES",
        help="not these: cards, Kinds, decks, or what cards say of themselves, as `locked`",
    )
    _campaign(which)
    which.add_argument("--changed-since", metavar="PDF", type=Path, help="only cards that look other than in this PDF")
    which.add_argument(
        "--copies",
        metavar="N|NAME=N,...",
        help="how many of every chosen card, or of one, instead of what the game has",
    )
    which.add_argument(
        "--own", action="store_true", help="of a mod: only what it declares itself, not what is of the game it changes"
    )
    which.add_argument("--once", action="store_true", help="each card once, however many copies the game has")


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
    from attrs import evolve

    from dsl.commands import installing, usage_error

    from .card_face import SettingsError, settings_of
    from .sheet_layout import SheetError

    if arguments.output.suffix.lower() != ".pdf":
        raise usage_error(f"{arguments.output} should end in .pdf")

    try:
        from .sheet_options import SheetOptions
        from .sheets import calibration, sheets
    except ModuleNotFoundError as missing:
        raise usage_error(f"sheets need {missing.name}: {installing('print')}") from None

    game, folders = _load(arguments.game)
    options = SheetOptions(
        paper=arguments.paper,
        size=arguments.size,
        backs=arguments.backs,
        marks=arguments.marks,
        bleed=arguments.bleed,
        apart=arguments.apart,
        offset=_offset(arguments.back_offset),
        theme=arguments.theme,
        parts=_parts(arguments.parts),
    )
    try:
        if arguments.calibrate:
            calibration(arguments.output, options)
            said = f"{arguments.output}: print it on both sides as the cards, and hold it against the light"
            return _written(arguments, said)
        with _on_the_way() as told:
            report = sheets(
                game,
                arguments.output,
                options=options,
                wanted=_selection(arguments),
                settings=evolve(settings_of(folders[-1], folders[:-1]), unopened=_unopened(arguments)),
                say=_spoken(arguments.language, folders),
                known=_key(arguments.game),
                told=told,
            )
    except SheetError as problem:
        raise usage_error(str(problem)) from None
    except SettingsError as problem:
        return _unusable(problem, arguments)
    except OSError as problem:
        raise usage_error(f"I cannot write {arguments.output}: {problem.strerror}") from None
    _tell(report.shown, game, arguments)
    if not report.written:
        return 1
    cards = f"{report.cards} card{'' if report.cards == 1 else 's'} on " if report.cards else ""
    said = f"{arguments.output}: {cards}{report.pages} page{'' if report.pages == 1 else 's'}"
    return _written(arguments, said, cards=report.cards, pages=report.pages)


def run_export(arguments: argparse.Namespace) -> int:
    from attrs import evolve

    from dsl.commands import installing, usage_error
    from dsl.diagnostics.nearest import meant_or_all

    from .card_face import SettingsError, settings_of
    from .sheet_layout import SheetError

    try:
        from .exports import export, order_told, profiles
    except ModuleNotFoundError as missing:
        raise usage_error(f"pictures need {missing.name}: {installing('print')}") from None
    profile = profiles().get(arguments.profile)
    if profile is None:
        raise usage_error(f"--for: I know no {arguments.profile!r}; {meant_or_all(arguments.profile, profiles())}")
    game, folders = _load(arguments.game)
    try:
        with _on_the_way() as told:
            report = export(
                game,
                arguments.output,
                profile,
                size=arguments.size,
                theme_name=arguments.theme,
                wanted=_selection(arguments),
                settings=evolve(settings_of(folders[-1], folders[:-1]), unopened=_unopened(arguments)),
                url=arguments.url,
                known=_key(arguments.game),
                told=told,
            )
    except SheetError as problem:
        raise usage_error(str(problem)) from None
    except SettingsError as problem:
        return _unusable(problem, arguments)
    except OSError as problem:
        raise usage_error(f"I cannot write {arguments.output}: {problem.strerror}") from None
    _tell(report.problems, game, arguments)
    if not report.written:
        return 1
    count = len(report.files)
    said = [f"{arguments.output}: {count} file{'' if count == 1 else 's'}"]
    if not report.order:
        return _written(arguments, said[0], files=count)
    said += order_told(report.order)
    return _written(arguments, "\n".join(said), files=count, cards=sum(line.copies for line in report.order))


@contextmanager
def _on_the_way() -> Iterator[Callable[[str], None]]:
    """Says on a terminal what is being done, in a line that is gone afterwards. Elsewhere it says nothing.

    Whoever ends the command by SIGTERM lets it first take away what it has put into folders for a while.
    """
    shown = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"

    def tell(what: str) -> None:
        if shown:
            print(f"\r\x1b[K{what}", end="", file=sys.stderr, flush=True)

    def end(*_: object) -> None:
        raise SystemExit(_TERMINATED)

    here = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGTERM, end) if here else None
    try:
        yield tell
    finally:
        tell("")
        if here:
            signal.signal(signal.SIGTERM, before)


_TERMINATED = 128 + signal.SIGTERM


def _written(arguments: argparse.Namespace, said: str, **counted: int) -> int:
    """Tells what has been written, in words or as JSON, and is the exit status."""
    if arguments.format == "json":
        import json

        print(json.dumps({"output": str(arguments.output), **counted}, indent=2))
    else:
        print(said)
    return 0


def _unopened(arguments: argparse.Namespace) -> Set[str]:
    """What a campaign has not opened yet: who plays it knows, so printing has that handed in."""
    if arguments.campaign is None:
        return frozenset()
    found: Set[str] = arguments.unopened(arguments.game, arguments.campaign)
    return found


def _tell(problems: Sequence[Problem], game: CheckedGame, arguments: argparse.Namespace) -> None:
    """What is wrong with print, each with its place: of a card, the line that declares it."""
    from dsl.commands import report

    if problems:
        from dsl.source import SourceFile

        from .problems import text_of

        found = tuple(problem.located(game) for problem in problems)
        texts = {one.file: text_of(one.file) for one in problems if one.file is not None}
        files = {str(file): SourceFile(str(file), text) for file, text in texts.items() if text}
        report(found, {**_sources(arguments.game), **files}, arguments.format)


def _key(name: str) -> str:
    """What the sources of a game are known by."""
    from dsl.cache import key_of
    from dsl.commands import opened

    return key_of(opened(name))


def _sources(name: str) -> Mapping[str, SourceFile]:
    from dsl.commands import open_game_and_sources

    return open_game_and_sources(name)[1]


def _unusable(problem: SettingsError, arguments: argparse.Namespace) -> int:
    """A print file or a folder of looks that cannot be used."""
    from dsl.commands import report

    told, sources = problem.located()
    report((told,), sources, getattr(arguments, "format", "text"))
    return 1


def _campaign(group: argparse._ActionsContainer) -> None:
    group.add_argument(
        "--campaign",
        metavar="FILE",
        type=Path,
        help="leave out what this campaign has not opened yet, so that nothing is given away",
    )


def _parts(text: str) -> tuple[str, ...]:
    from dsl.commands import usage_error
    from dsl.diagnostics.nearest import meant_or_all

    from .sheet_options import PARTS

    found = PARTS if text.strip() == "all" else _split(text)
    if not found:
        raise usage_error(f"--parts: there are {', '.join(PARTS)}, all")
    for part in found:
        if part not in PARTS:
            raise usage_error(f"--parts: I know no {part!r}; {meant_or_all(part, (*PARTS, 'all'))}")
    return found


def _offset(text: str) -> tuple[float, float]:
    """ "1.5,-2" as millimetres to the right and down."""
    from dsl.commands import usage_error

    try:
        x, y = (float(part) for part in text.split(","))
    except ValueError:
        raise usage_error(f"--back-offset should look like 1.5,-2, not {text!r}") from None
    if not (abs(x) <= 20 and abs(y) <= 20):
        raise usage_error("--back-offset: at most 20 mm each way")
    return x, y


def _selection(arguments: argparse.Namespace) -> Selection:
    from dsl.commands import usage_error

    from .selection import Selection

    for option in ("cards", "kinds", "decks"):
        if getattr(arguments, option) is not None and not _split(getattr(arguments, option)):
            raise usage_error(f"--{option}: there is no name in {getattr(arguments, option)!r}")
    return Selection(
        names=_split(arguments.cards),
        kinds=_split(arguments.kinds),
        decks=_split(arguments.decks),
        since=arguments.changed_since,
        quantities=_quantities(arguments.copies),
        each=_of_each(arguments.copies),
        each_once=arguments.once,
        own=arguments.own,
        without=_split(arguments.without),
    )


def _split(text: str | None) -> tuple[str, ...]:
    return tuple(part.strip() for part in (text or "").split(",") if part.strip())


def _quantities(text: str | None) -> dict[str, int]:
    from dsl.commands import usage_error

    numbers = {}
    parts = _split(text)
    if text is not None and not parts:
        raise usage_error(f"--copies: there is no number in {text!r}")
    if len([part for part in parts if part.isdecimal()]) > 1:
        raise usage_error(f"--copies: there are two numbers for every card in {text!r}; one card is name_of_card=2")
    for part in parts:
        name, equals, number = part.rpartition("=")
        if len(number) > _DIGITS:
            raise usage_error(f"--copies: {number[:_DIGITS]}... is no number of cards")
        if not equals and number.isdecimal():
            continue
        if not name.strip() or not number.strip().isdecimal():
            raise usage_error(f"--copies should look like 2 (of every card) or name_of_card=2, not {part!r}")
        numbers[name.strip()] = int(number)
    return numbers


_DIGITS = 9  # of a number of copies


def _of_each(text: str | None) -> int | None:
    """How many of every chosen card: the number in `--copies 2` or `--copies 2,abu=0`."""
    return next((int(part) for part in _split(text) if part.isdecimal()), None)


def run_rules(arguments: argparse.Namespace) -> int:
    from dsl.commands import installing, usage_error
    from dsl.files import write_atomically

    from .card_face import SettingsError, settings_of
    from .selection import SelectionError, names_left_out
    from .typst_source import TypesettingError

    ending = arguments.output.suffix.lower()
    if ending not in (".html", ".htm", ".md", ".pdf"):
        raise usage_error(f"{arguments.output} should end in .html, .md or .pdf")
    try:
        from .rules_pages import html, markdown, pdf
    except ModuleNotFoundError as missing:
        raise usage_error(f"rules need {missing.name}: {installing('print')}") from None
    game, folders = _load(arguments.game)
    looks = folders[-1]
    try:
        settings = settings_of(folders[-1], folders[:-1])
        looks = settings.looks or looks
        say = _spoken(arguments.language, folders)
        omitted = {*names_left_out(game, settings, _split(arguments.without)), *_unopened(arguments)}
        examples, untold = _examples(arguments, game)
        with _on_the_way() as told:
            told("writing the rules")
            if ending == ".pdf":
                made = pdf(game, settings, say, omitted, examples, not arguments.no_pictures)
            else:
                made = (markdown if ending == ".md" else html)(game, settings, say, omitted, examples).encode("utf-8")
        write_atomically(arguments.output, made)
    except ModuleNotFoundError as missing:
        raise usage_error(f"a PDF of the rules needs {missing.name}: {installing('print')}") from None
    except SelectionError as problem:
        raise usage_error(str(problem)) from None
    except TypesettingError as problem:
        from .problems import of_template

        _tell([of_template(str(problem), looks)], game, arguments)
        return 1
    except SettingsError as problem:
        return _unusable(problem, arguments)
    except OSError as problem:
        raise usage_error(f"I cannot write {arguments.output}: {problem.strerror}") from None
    _tell([*untold, *say.problems], game, arguments)
    return _written(arguments, str(arguments.output))


def _examples(arguments: argparse.Namespace, game: CheckedGame) -> tuple[list[Example], list[Problem]]:
    """The examples of play that a game's rules tell, and a warning for each that fails as a test."""
    from .problems import Problem
    from .rules_reference import Example

    found, untold = [], []
    for title, doc, steps, problem in arguments.examples(game):
        if problem:
            message = f"The example “{title}” fails as a test, and is left out: {problem}"
            untold.append(Problem("warning", "", message, code="test-failed"))
        else:
            found.append(Example(title, doc, steps))
    return found, untold


def run_text(arguments: argparse.Namespace) -> int:
    from dsl.authoring.lookup import in_numbers, listed, look_up, meant, named_in
    from dsl.commands import open_what_stands, usage_error

    from .preview import explained
    from .wording import prose

    game = open_what_stands(arguments.game)
    if arguments.name is None:
        print(prose(game), end="")
        return 0
    known, asked = named_in(game), in_numbers(game, arguments.name)
    fits, whole = look_up(asked, known)
    found = [known[n] for n in fits]
    if not found:
        raise usage_error(f"nothing in this game is called `{asked}`{meant(asked, known)}")
    if not whole and len(found) > 1:
        print(f"`{asked}` is part of several names:")
        print("\n".join(listed(found)))
        return 0
    told = [(one, "thing" if one.name in game.things else one.sort) for one in found]
    texts = [(one, sort, explained(game, sort, one.name)) for one, sort in told]
    for one, sort, text in texts:
        if sort == "thing":
            print("\n".join((one.titles[-1], text or "(no text)")))
        elif text:
            print(text)
    silent = [one for one, sort, text in texts if sort != "thing" and not text]
    if len(silent) == len(texts):
        sort, name, shown = silent[0].sort, silent[0].name, f"sidescript show source {arguments.game} {silent[0].name}"
        raise usage_error(f"`{name}` ({sort}) is printed nowhere by itself; `{shown}` shows how it is written")
    return 0


def _load(name: str) -> tuple[CheckedGame, tuple[Path, ...]]:
    """The checked game and the folders of it and of mods that change it, or the end of the command."""
    from dsl.commands import find_all, open_game

    return open_game(name), find_all(name)
