"""A game or mod that is open in an editor: its files as they are now, and the last analysis of them.

An analysis is a whole check with a trace. It is made beside, and given up when a key is pressed meanwhile. Whoever asks
about a place in a file that has changed since gets a small one: the shape of the game, and one declaration read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from attrs import define, field, frozen

from ..check import check_parsed
from ..check.declare import declare
from ..check.focus import read_declaration
from ..check.mods import modify
from ..check.report import Report
from ..check.shape import build_world
from ..check.trace import Superseded, Trace
from ..check.world import World
from ..checked import Checked
from ..diagnostics.diagnostic import Diagnostic
from ..load import Sources, load, load_bases, plain
from ..model import CheckedGame
from ..source import SourceFile
from ..syntax import tree
from ..syntax.parse import Parsed, parse

_FRONT = re.compile(r"^(?:game|mod)\s+\w+\s+\"", re.M)
MOST_UP = 8  # how many folders up the front page of a game is looked for


@frozen
class Outside:
    """What other packages can say about a game; the command hands it in.

    `further`: findings beyond the check. `wording`: the English of a thing, verb, action or rule by its sort and name.
    `picture`: the card of a thing as SVG; the folder says how it is printed. It raises ValueError that says why, if the
    looks of the folder cannot be used. `run_tests`: runs the tests of a game, all
    or those of one title, and gives a message for each that fails.
    """

    further: Callable[[CheckedGame, Mapping[str, SourceFile]], list[Diagnostic]] | None = None
    wording: Callable[[CheckedGame, str, str], str] | None = None
    picture: Callable[[CheckedGame, Path, str], str] | None = None
    run_tests: Callable[[CheckedGame, str | None], list[tuple[str, Diagnostic | None]]] | None = None


@define(eq=False)
class Analysis:
    """What is known about a game. `game` is there after a whole check (`whole`) without errors."""

    files: dict[str, SourceFile]
    parsed: dict[str, Parsed]
    world: World
    trace: Trace
    diagnostics: tuple[Diagnostic, ...] = ()
    game: CheckedGame | None = None
    whole: bool = False
    memo: dict[str, Any] = field(factory=dict)  # what features have worked out from it

    def is_base(self, path: str) -> bool:
        """Does the file belong to the game that this mod extends?"""
        return bool(self.files[path].home) if path in self.files else False


@define(eq=False)
class Project:
    folder: Path
    outside: Outside = field(factory=Outside)
    open: dict[str, str] = field(factory=dict)  # the texts in the editor, by path in the folder
    latest: Analysis | None = None
    good: CheckedGame | None = None  # the last game without errors, for wording and pictures
    version: int = 0  # grows with every change
    alone: bool = False  # of no game: only what is open is read
    _parsed: dict[str, tuple[str, Parsed]] = field(factory=dict)  # with the text that was read
    _base: dict[str, SourceFile] = field(factory=dict)

    # -------------------------------------------------------------------------------------------- files

    def put(self, path: str, text: str | None) -> None:
        """A text as the editor has it now; None: the file on the disk counts again."""
        if text is None:
            self.open.pop(path, None)
        else:
            self.open[path] = plain(text)
        self.version += 1

    def source(self, path: str) -> SourceFile | None:
        if path in self.open:
            return SourceFile(path, self.open[path])
        return self.latest.files.get(path) if self.latest is not None else None

    def parse(self, file: SourceFile) -> Parsed:
        known = self._parsed.get(file.path)
        if known is None or known[0] != file.text:  # a check beside may read another text of it at the same time
            known = self._parsed[file.path] = (file.text, parse(file))
        return known[1]

    # -------------------------------------------------------------------------------------------- analyses

    def analyse(self, superseded: Callable[[], bool] | None = None) -> Analysis:
        """A whole check. Raises Superseded if it was given up."""
        opened = dict(self.open)
        sources = load(self.folder) if not self.alone else Sources(self.folder, (), ())
        files = {file.path: file for file in sources.files}
        files |= {path: SourceFile(path, text) for path, text in opened.items()}
        ordered = [files[path] for path in sorted(files)]
        parsed = []
        for file in ordered:
            if superseded is not None and superseded():
                raise Superseded
            parsed.append(self.parse(file))
        base = load_bases(self.folder) if not self.alone else []
        if base:
            ordered = [*base, *ordered]
            parsed = [*(self.parse(file) for file in base), *parsed]
        trace = Trace(superseded=superseded)
        said = [one for one in sources.diagnostics if one.span.path not in opened]
        checked = check_parsed(ordered, parsed, said, trace)
        found = _analysis(ordered, parsed, trace, checked)
        if found.game is not None and self.outside.further is not None:
            found.diagnostics = (*found.diagnostics, *self.outside.further(found.game, found.files))
        return found

    def take(self, found: Analysis) -> None:
        """An analysis becomes the latest."""
        self.latest = found
        if found.game is not None:
            self.good = found.game

    def at(self, path: str, offset: int) -> Analysis | None:
        """What is known of a place in a file as it is now: the latest analysis, or a small one of the declaration."""
        latest, source = self.latest, self.source(path)
        if latest is None or source is None:
            return None
        known = latest.files.get(path)
        if known is not None and known.text == source.text:
            return latest
        parsed = self.parse(source)
        node = declaration_at(parsed.file, offset)
        return self.small(path, source, parsed, node)

    def small(
        self, path: str, source: SourceFile, parsed: Parsed, node: tree.Declaration | None, cursor: str = ""
    ) -> Analysis | None:
        """The shape of the game with one file changed, and one declaration of it read."""
        latest = self.latest
        if latest is None:
            return None
        files = {**latest.files, path: source}
        all_parsed = {**latest.parsed, path: parsed}
        report = Report()
        index = declare(modify([d for one in all_parsed.values() for d in one.file.declarations], report), report)
        world = build_world(index, report)
        world.homes = {file.path: file.home for file in files.values() if file.home}
        trace = Trace(cursor)
        world.trace, trace.world = trace, world
        if node is not None:
            read_declaration(world, node)
        _close(world)
        return Analysis(files, all_parsed, world, trace, tuple(report.found))


def _analysis(files: list[SourceFile], parsed: list[Parsed], trace: Trace, checked: Checked) -> Analysis:
    world = trace.world
    if world is None:  # the game that a mod extends is not there
        world = build_world(declare([], Report()), Report())
    _close(world)
    by_path = {file.path: one for file, one in zip(files, parsed, strict=True)}
    trace.superseded = None
    return Analysis(dict(checked.sources), by_path, world, trace, checked.diagnostics, checked.game, whole=True)


def _close(world: World) -> None:
    """Nothing refers back to the world, so that it goes as soon as it is not needed, without a collection."""
    world.trace = None
    world.infer_define = None


def declaration_at(file: tree.File, offset: int) -> tree.Declaration | None:
    """The declaration around a place: the last that starts before it."""
    found: tree.Declaration | None = None
    for node in file.declarations:
        if node.span.start <= offset and (found is None or node.span.start >= found.span.start):
            found = node
    return found


def thing_at(file: tree.File, offset: int) -> str | None:
    """The name of the thing whose lines a place lies in, or of the thing in its row of a table; None without one."""
    match declaration_at(file, offset):
        case tree.Thing(name=name):
            return name.text
        case tree.TableDeclaration(table=table):
            at = next((n for n, column in enumerate(table.columns) if column.text == "name"), None)
            row = next((row for row in reversed(table.rows) if row[0].span.start <= offset), None)
            value = row[at].value if at is not None and row is not None else None
            return value.text if isinstance(value, tree.Word) else None
        case _:
            return None


def home_of(path: Path, roots: Iterable[Path] = ()) -> Path | None:
    """The folder of the game or mod that a file belongs to, or None.

    It is the nearest above with a `game.side`. A front page may have another name, but only in the folder of the file
    or in the folders that are open in the editor, its `roots`: a text that was left in a home folder makes no game of
    everything below.
    """
    folder = path.parent
    around = [root for root in roots if path.is_relative_to(root)]
    for _ in range(MOST_UP):
        for front in ("game.side", "mod.side"):
            if (folder / front).is_file():
                return folder
        if folder == path.parent or any(folder.is_relative_to(root) for root in around):
            try:
                texts = [one.read_text("utf-8", "replace") for one in folder.glob("*.side") if one.is_file()]
            except OSError:
                texts = []
            if any(_FRONT.search(text) for text in texts):
                return folder
        if folder.parent == folder:
            break
        folder = folder.parent
    return None
