"""The language server: takes what an editor asks, and hands it to the features. The only module that knows pygls.

Keys are answered at once with what one file can tell. The whole check runs in a thread beside, and is given up when
another key comes. A feature that crashes is logged in the editor and answers nothing; the server goes on.
"""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import gc
import hashlib
import logging
import os
import re
import shutil
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial, wraps
from pathlib import Path
from typing import Any, TypeVar

from attrs import define, field
from lsprotocol import types as lsp
from pygls.capabilities import ServerCapabilitiesBuilder
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path
from pygls.workspace import TextDocument
from pygls.workspace import workspace as pygls_workspace

from ..check.trace import Superseded
from ..diagnostics.diagnostic import Diagnostic
from ..diagnostics.render import visible
from ..library import lineage
from ..source import SourceFile, Span
from . import convert
from .actions import actions
from .completion import complete
from .diagnostics import Form, carried
from .folding import folds
from .formatting import formatted
from .hover import hover
from .lenses import lenses
from .lines import offset_at
from .navigation import definitions, in_file, references
from .outline import Entry, outline
from .project import Analysis, Outside, Project, home_of, thing_at
from .rename import Refused, rename, renameable
from .semantic_tokens import MODIFIERS, TYPES, coloured
from .signature import signature

QUIET = 0.25  # seconds without a key before a whole check begins
PATIENCE = 1.5  # seconds that a hover waits for its picture
CHECKS_BEFORE_TIDYING = 25

Result = TypeVar("Result")


class Document(TextDocument):
    """A text whose lines end where editors end them: at the marks of the protocol, and at no others.

    Form feeds and the separators of Unicode, which are pasted now and then, stand inside of a line.
    """

    @property
    def lines(self) -> Sequence[str]:
        return _LINE.findall(self.source)


_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


@define(eq=False)
class Open:
    """A game that is open: the project, the check that runs, and what was said of which file."""

    project: Project
    task: asyncio.Task[None] | None = None
    checked: asyncio.Event = field(factory=asyncio.Event)
    told: dict[str, str] = field(factory=dict)  # address of every file that diagnostics were sent for, by path
    failed: list[Diagnostic] = field(factory=list)  # tests that failed when they were run last
    ran: int = -1  # the version of the project that they ran in
    pictures: dict[str, Path | str] = field(factory=dict)  # or why there is none


class Server(LanguageServer):
    def __init__(self, outside: Outside, version: str) -> None:
        super().__init__("sidescript", version, lsp.TextDocumentSyncKind.Incremental)
        self.outside = outside
        self.form = Form()
        self.games: dict[Path, Open] = {}
        self.homes: dict[str, tuple[Open, str]] = {}  # by address
        self.worker = ThreadPoolExecutor(1, "check")
        self.painter = ThreadPoolExecutor(1, "picture")
        self.checks = 0
        self.cards: Path | None = None  # where pictures of cards lie as long as this runs

    # -------------------------------------------------------------------------------------------- files

    def find(self, uri: str) -> tuple[Open, str]:
        """The game of a document, and the path of the document in it."""
        known = self.homes.get(uri)
        if known is not None:
            return known
        path = Path(to_fs_path(uri) or uri.rpartition("/")[2]).resolve()
        on_disk = uri.startswith("file:")  # not what a history or an unsaved editor shows, under whatever path
        roots = [Path(at).resolve() for at in map(to_fs_path, self.workspace.folders) if at]
        found_home = home_of(path, roots) if on_disk else None
        home = found_home if found_home is not None else path.parent
        key = home if found_home is not None else Path(uri)  # a file of no game stands for itself
        game = self.games.get(key)
        if game is None:
            game = self.games[key] = Open(Project(home, self.outside, alone=found_home is None))
        answer = self.homes[uri] = (game, path.relative_to(home).as_posix())
        return answer

    def put(self, uri: str) -> tuple[Open, str, SourceFile]:
        """Takes over the text of a document."""
        game, path = self.find(uri)
        game.project.put(path, self.workspace.get_text_document(uri).source)
        return game, path, SourceFile(path, game.project.open[path])

    def place(self, uri: str, at: lsp.Position) -> tuple[Open, str, int]:
        game, path = self.find(uri)
        source = game.project.source(path)
        return game, path, offset_at(source, at.line, at.character) if source is not None else 0

    async def analysed(self, game: Open) -> Analysis | None:
        """An analysis of some state of the game; waits for the first one."""
        if game.project.latest is None:
            if game.task is None:
                self.check_soon(game, 0)
            await game.checked.wait()
        return game.project.latest

    async def current(self, game: Open) -> Analysis | None:
        """The analysis of all files as they are now: for what reaches over many files."""
        while True:
            version = game.project.version
            latest = game.project.latest
            texts = game.project.open.items()
            if latest is not None and all(p in latest.files and latest.files[p].text == text for p, text in texts):
                return latest
            if game.task is None or game.task.done():
                self.check_soon(game, 0)
            assert game.task is not None
            await asyncio.wait([game.task])
            if version == game.project.version and game.project.latest is latest:
                return None

    async def beside(self, work: Callable[[], Result]) -> Result:
        """Work that takes long, done in the thread of the checks."""
        return await asyncio.get_running_loop().run_in_executor(self.worker, work)

    # -------------------------------------------------------------------------------------------- diagnostics

    def changed(self, uri: str) -> None:
        """Says at once what the form of the file tells, and checks soon."""
        game, path, source = self.put(uri)
        self.publish(game, path, {**_files(game.project), path: source}, self.said_of(game, source))
        self.check_soon(game, QUIET)

    def said_of(self, game: Open, source: SourceFile) -> list[Diagnostic]:
        """What is known to be wrong with a file as it is now: its form, and what the last check said of it."""
        found = list(self.form.of(source))
        latest = game.project.latest
        before = latest.files.get(source.path) if latest is not None else None
        if latest is not None and before is not None:
            formal = set(latest.parsed[source.path].diagnostics)
            said = (one for one in latest.diagnostics if one.span.path == source.path and one not in formal)
            found += carried(before, source, tuple(said))
        return found

    def publish(self, game: Open, path: str, files: dict[str, SourceFile], found: list[Diagnostic]) -> None:
        folder = game.project.folder
        uri = next((u for u, (g, p) in self.homes.items() if g is game and p == path), None)
        game.told[path] = uri or convert.uri_of(folder, path)
        shown = [convert.diagnostic(folder, files, one) for one in found if one.span.path in files]
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(game.told[path], shown))

    def check_soon(self, game: Open, wait: float) -> None:
        """Checks the whole game after a while; an earlier check is given up."""
        if game.task is not None and not game.task.done():
            game.task.cancel()
        game.task = asyncio.get_running_loop().create_task(self.check(game, wait))

    async def check(self, game: Open, wait: float) -> None:
        stale = threading.Event()
        try:
            await asyncio.sleep(wait)
            found = await self.beside(partial(game.project.analyse, stale.is_set))
            game.project.take(found)
            self.say(game, found)
        except (asyncio.CancelledError, Superseded):
            stale.set()
            return
        except Exception:
            self.complain("the check")
        game.checked.set()
        self.checks += 1
        if self.checks % CHECKS_BEFORE_TIDYING == 0:
            await self.beside(gc.collect)

    def say(self, game: Open, found: Analysis) -> None:
        by_path: dict[str, list[Diagnostic]] = {path: [] for path in game.told}
        tests = game.failed if game.ran == game.project.version else []
        for one in (*found.diagnostics, *tests):
            by_path.setdefault(one.span.path, []).append(one)
        for path, said in by_path.items():
            if path in found.files or path in game.told:
                self.publish(game, path, found.files, said)
        for path in [path for path, said in by_path.items() if not said and path not in game.project.open]:
            game.told.pop(path, None)

    # -------------------------------------------------------------------------------------------- failures

    def complain(self, what: str) -> None:
        """Tells the editor's log of a crash."""
        text = f"sidescript: a bug in {what}\n{traceback.format_exc()}"
        self.window_log_message(lsp.LogMessageParams(lsp.MessageType.Error, text))


Handler = Callable[..., Awaitable[Any]]


def guarded(handler: Handler) -> Handler:
    """A crash in a feature ends this answer, and nothing else."""

    @wraps(handler)
    async def answer(server: Server, *asked: Any) -> Any:
        try:
            return await handler(server, *asked)
        except (asyncio.CancelledError, JsonRpcException):
            raise
        except Exception:
            server.complain(handler.__name__)
            return None

    return answer


def make(outside: Outside, version: str = "0") -> Server:
    """The server with all its features."""
    # Features count in UTF-16, which every client understands. pygls would take what the client likes best.
    setattr(ServerCapabilitiesBuilder, "choose_position_encoding", lambda *_: lsp.PositionEncodingKind.Utf16)  # noqa: B010
    setattr(pygls_workspace, "TextDocument", Document)  # noqa: B010 -- what its workspace makes documents of
    server = Server(outside, version)
    for name, (handler, options) in _FEATURES.items():
        # pygls looks at the handler's first parameter
        server.feature(name, options)(guarded(handler))
    server.command("sidescript.runTests")(guarded(_run_tests))
    server.command("sidescript.preview")(guarded(_preview))
    return server


# ------------------------------------------------------------------------------------------------ documents


async def _initialized(server: Server, asked: lsp.InitializedParams) -> None:
    """Gets ready what the first mistake needs."""

    def warm() -> None:
        from ..syntax.lark_parser import parser

        parser()

    await server.beside(warm)


async def _did_open(server: Server, asked: lsp.DidOpenTextDocumentParams) -> None:
    server.changed(asked.text_document.uri)


async def _did_change(server: Server, asked: lsp.DidChangeTextDocumentParams) -> None:
    server.changed(asked.text_document.uri)


async def _did_save(server: Server, asked: lsp.DidSaveTextDocumentParams) -> None:
    game, _ = server.find(asked.text_document.uri)
    server.check_soon(game, 0)


async def _did_close(server: Server, asked: lsp.DidCloseTextDocumentParams) -> None:
    game, path = server.find(asked.text_document.uri)
    game.project.put(path, None)
    server.homes.pop(asked.text_document.uri, None)
    server.check_soon(game, QUIET)


async def _files_changed(server: Server, asked: lsp.DidChangeWatchedFilesParams) -> None:
    """Files were made, changed or removed outside of the editor."""
    for game in server.games.values():
        if any((to_fs_path(one.uri) or "").startswith(str(game.project.folder)) for one in asked.changes):
            game.project.version += 1
            server.check_soon(game, QUIET)


# ------------------------------------------------------------------------------------------------ questions


async def _complete(server: Server, asked: lsp.CompletionParams) -> lsp.CompletionList | None:
    game, path, offset = server.place(asked.text_document.uri, asked.position)
    await server.analysed(game)
    source = game.project.source(path)
    if source is None:
        return None
    found = complete(game.project, path, offset)
    where = convert.range_of(source, Span(path, found.start, offset))
    capable = server.client_capabilities.text_document
    item = capable.completion.completion_item if capable is not None and capable.completion is not None else None
    snippets = bool(item is not None and item.snippet_support)
    return lsp.CompletionList(False, [convert.completion_item(one, where, snippets) for one in found.items])


async def _hover(server: Server, asked: lsp.HoverParams) -> lsp.Hover | None:
    game, path, offset = server.place(asked.text_document.uri, asked.position)
    await server.analysed(game)
    with contextlib.suppress(asyncio.TimeoutError):  # then the English is that of the text before
        await asyncio.wait_for(server.current(game), PATIENCE)
    source = game.project.source(path)
    found = hover(game.project, path, offset)
    if source is None or found is None:
        return None
    parts = [f"```sidescript\n{found.heading}\n```", *found.notes]
    if found.thing:
        picture = await _picture(server, game, found.thing, PATIENCE)
        if isinstance(picture, Path):
            parts.append(f"![{found.thing}]({picture.as_uri()})")
        elif picture:
            parts.append(f"There is no picture:\n\n```text\n{picture.replace('`', '’')}\n```")
    text = lsp.MarkupContent(lsp.MarkupKind.Markdown, "\n\n".join(parts))
    return lsp.Hover(text, convert.range_of(source, found.span))


async def _picture(server: Server, game: Open, thing: str, patience: float | None) -> Path | str:
    """The card of a thing as a file, or why there is none.

    "": it is no card, or it takes too long (then it is there the next time).
    """
    good, draw = game.project.good, server.outside.picture
    if good is None or draw is None:
        return ""
    key = hashlib.sha256(f"{good.source_hash} {thing} {_looks(game.project.folder)}".encode()).hexdigest()[:24]
    if key in game.pictures:
        return game.pictures[key]

    def paint() -> None:
        if key in game.pictures:
            return
        try:
            svg = draw(good, game.project.folder, thing)
        except ValueError as problem:
            game.pictures[key] = visible(str(problem)).strip()[:MOST_WHY] or type(problem).__name__
            return
        game.pictures[key] = svg and _kept(server, key, svg)

    work = asyncio.get_running_loop().run_in_executor(server.painter, paint)
    try:
        await asyncio.wait_for(asyncio.shield(work), patience)
    except TimeoutError:
        return ""
    return game.pictures.get(key, "")


MOST_WHY = 600  # characters of why there is no picture


def _kept(server: Server, key: str, svg: str) -> Path:
    """A picture as a file, in a folder that is ours alone and goes with this program."""
    if server.cards is None:
        server.cards = Path(tempfile.mkdtemp(prefix="sidescript-cards-"))
        atexit.register(shutil.rmtree, server.cards, ignore_errors=True)
    file = server.cards / f"{key}.svg"
    file.write_text(svg, encoding="utf-8")
    return file


def _looks(folder: Path) -> str:
    """Changes with the print files, looks and pictures of a game and of those that it builds on."""
    found = []
    for home in lineage(folder):
        for path in (home / "print.toml", *(one for name in ("looks", "art") for one in (home / name).rglob("*"))):
            with contextlib.suppress(OSError):
                state = path.stat()
                found.append((str(path), state.st_mtime_ns, state.st_size))
    return repr(sorted(found))


async def _definition(server: Server, asked: lsp.DefinitionParams) -> list[lsp.Location] | None:
    game, path, offset = server.place(asked.text_document.uri, asked.position)
    if await server.analysed(game) is None:
        return None
    project = game.project
    files = _files(project)
    return [convert.location(project.folder, files, span) for span in definitions(project, path, offset)]


def _files(project: Project) -> dict[str, SourceFile]:
    """All files as they are now."""
    known = project.latest.files if project.latest is not None else {}
    return {**known, **{path: SourceFile(path, text) for path, text in project.open.items()}}


async def _references(server: Server, asked: lsp.ReferenceParams) -> list[lsp.Location] | None:
    game, path, offset = server.place(asked.text_document.uri, asked.position)
    analysis = await server.current(game)
    if analysis is None:
        return None
    found = references(analysis, path, offset, asked.context.include_declaration)
    return [convert.location(game.project.folder, analysis.files, span) for span in found]


async def _highlight(server: Server, asked: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight] | None:
    game, path, offset = server.place(asked.text_document.uri, asked.position)
    await server.analysed(game)
    analysis = game.project.at(path, offset)
    if analysis is None or path not in analysis.files:
        return None
    source = analysis.files[path]
    kinds = {True: lsp.DocumentHighlightKind.Write, False: lsp.DocumentHighlightKind.Read}
    found = in_file(analysis, path, offset)
    return [lsp.DocumentHighlight(convert.range_of(source, span), kinds[declares]) for span, declares in found]


async def _prepare_rename(server: Server, asked: lsp.PrepareRenameParams) -> lsp.PrepareRenamePlaceholder | None:
    game, path, offset = server.place(asked.text_document.uri, asked.position)
    analysis = await server.current(game)
    if analysis is None:
        return None
    try:
        span, text = renameable(analysis, path, offset)
    except Refused as reason:
        raise _refusal(reason) from None
    return lsp.PrepareRenamePlaceholder(convert.range_of(analysis.files[path], span), text)


async def _rename(server: Server, asked: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
    game, path, offset = server.place(asked.text_document.uri, asked.position)
    analysis = await server.current(game)
    if analysis is None:
        return None
    try:
        made = await server.beside(partial(rename, game.project, analysis, path, offset, asked.new_name))
    except Refused as reason:
        raise _refusal(reason) from None
    return convert.workspace_edit(game.project.folder, analysis.files, made)


def _refusal(reason: Refused) -> JsonRpcException:
    text = str(reason)
    return JsonRpcException(f"{text[:1].upper()}{text[1:]}.", lsp.LSPErrorCodes.RequestFailed.value)


async def _outline(server: Server, asked: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol] | None:
    game, path = server.find(asked.text_document.uri)
    source = game.project.source(path)
    if source is None:
        return None
    return [convert.document_symbol(source, one) for one in outline(source, game.project.parse(source))]


async def _workspace_symbols(server: Server, asked: lsp.WorkspaceSymbolParams) -> list[lsp.SymbolInformation]:
    found: list[lsp.SymbolInformation] = []
    wanted = asked.query.lower()
    for game in server.games.values():
        analysis = await server.analysed(game)
        for path, parsed in analysis.parsed.items() if analysis is not None else ():
            source = analysis.files[path]  # type: ignore[union-attr]
            for entry in outline(source, parsed):
                _collect(game.project.folder, source, entry, wanted, found)
    return found[:2_000]


def _collect(folder: Path, source: SourceFile, entry: Entry, wanted: str, found: list[lsp.SymbolInformation]) -> None:
    if wanted in entry.text.lower() or wanted in entry.detail.lower():
        shown = convert.document_symbol(source, entry)
        place = lsp.Location(convert.uri_of(folder, source.path), shown.selection_range)
        found.append(lsp.SymbolInformation(place, shown.name, shown.kind, container_name=source.path))
    for one in entry.inside:
        _collect(folder, source, one, wanted, found)


async def _folding(server: Server, asked: lsp.FoldingRangeParams) -> list[lsp.FoldingRange] | None:
    game, path = server.find(asked.text_document.uri)
    source = game.project.source(path)
    return None if source is None else [convert.folding_range(one) for one in folds(source)]


async def _tokens(server: Server, asked: lsp.SemanticTokensParams) -> lsp.SemanticTokens | None:
    game, path = server.find(asked.text_document.uri)
    await server.analysed(game)
    analysis = await server.current(game)
    if analysis is None or path not in analysis.parsed:
        return None
    return lsp.SemanticTokens(convert.token_data(analysis.files[path], coloured(analysis, path)))


async def _signature(server: Server, asked: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
    game, path, offset = server.place(asked.text_document.uri, asked.position)
    await server.analysed(game)
    found = signature(game.project, path, offset)
    if found is None:
        return None
    shown = lsp.SignatureInformation(
        found.label, found.doc or None, [lsp.ParameterInformation(part) for part in found.parts]
    )
    # a number beyond the last parameter: none is marked
    active = found.active if found.active is not None else len(found.parts)
    return lsp.SignatureHelp([shown], 0, active)


async def _actions(server: Server, asked: lsp.CodeActionParams) -> list[lsp.CodeAction] | None:
    game, path, start = server.place(asked.text_document.uri, asked.range.start)
    _, _, end = server.place(asked.text_document.uri, asked.range.end)
    source = game.project.source(path)
    if source is None:
        return None
    files = {**_files(game.project), path: source}
    said = server.said_of(game, source)
    return [convert.code_action(game.project.folder, files, one) for one in actions(said, path, start, end)]


async def _format(server: Server, asked: lsp.DocumentFormattingParams) -> list[lsp.TextEdit] | None:
    game, path = server.find(asked.text_document.uri)
    source = game.project.source(path)
    return None if source is None else convert.edits(source, formatted(source))


async def _lenses(server: Server, asked: lsp.CodeLensParams) -> list[lsp.CodeLens] | None:
    game, path = server.find(asked.text_document.uri)
    await server.analysed(game)
    source = game.project.source(path)
    if source is None:
        return None
    commands = {"run test": "sidescript.runTests", "run tests": "sidescript.runTests", "preview": "sidescript.preview"}
    return [
        lsp.CodeLens(
            convert.range_of(source, one.span),
            lsp.Command(one.title, commands[one.command], arguments=[asked.text_document.uri, one.argument]),
        )
        for one in lenses(game.project, game.project.parse(source))
    ]


async def _run_tests(server: Server, *asked: Any) -> Any:
    """`[uri, title]`: runs one test, or all with an empty title. Failures become messages at their lines."""
    uri, title = _texts(asked, 2)
    game, _ = server.find(uri)
    analysis = await server.current(game)
    run = server.outside.run_tests
    if analysis is None or run is None:
        return None
    if analysis.game is None:
        text = "The game has errors; put them right first"
        first = next((one for one in analysis.diagnostics if one.severity == "error"), None)
        if first is not None and first.span.path in analysis.files:
            line, _ = analysis.files[first.span.path].place(first.span.start)
            text += f": {first.span.path}, line {line}: {first.headline}"
        server.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Warning, text))
        return {"passed": 0, "failed": 0, "text": text, "failures": []}
    begin = time.perf_counter()
    found = await server.beside(partial(run, analysis.game, title or None))
    names = {name for name, _ in found}
    kept = [one for one in game.failed if not any(f"“{name}”" in one.headline for name in names)]
    game.failed = kept + [problem for _, problem in found if problem is not None]
    game.ran = game.project.version
    server.say(game, analysis)
    failed = [name for name, problem in found if problem is not None]
    text = f"{len(found) - len(failed)} passed, {len(failed)} failed in {time.perf_counter() - begin:.2f} s"
    kind = lsp.MessageType.Warning if failed else lsp.MessageType.Info
    server.window_show_message(lsp.ShowMessageParams(kind, f"{title or 'Tests'}: {text}"))
    return {"passed": len(found) - len(failed), "failed": len(failed), "text": text, "failures": failed}


async def _preview(server: Server, *asked: Any) -> Any:
    """`[uri, name, itself, line]`: the card of a thing, with its text.

    Without a name it is the thing on that line, counted from 0; without a line, the first of the document. The editor
    is asked to show the picture, unless `itself` is not empty: then it will show the answer itself.
    """
    uri, name, itself, line = _texts(asked, 4)
    game, path = server.find(uri)
    await server.current(game)
    good, source = game.project.good, game.project.source(path)
    if good is None:
        return None
    if not name and line.isdecimal() and source is not None:
        offset = offset_at(source, int(line), 0) + len(source.line(min(int(line) + 1, source.line_count)))
        name = thing_at(game.project.parse(source).file, offset) or ""
    elif not name:
        name = next((n for n, thing in good.things.items() if thing.span.path == path), "")
    if name not in good.things:
        return None
    drawn = await _picture(server, game, name, None)
    file, why = (drawn, "") if isinstance(drawn, Path) else (None, drawn)
    wording = server.outside.wording
    text = wording(good, "thing", name) if wording is not None else ""
    svg = file.read_text("utf-8") if file is not None else ""
    window = server.client_capabilities.window
    if file is not None and not itself and window is not None and window.show_document is not None:
        server.window_show_document(lsp.ShowDocumentParams(file.as_uri(), external=True))
    return {"name": name, "title": good.things[name].title, "svg": svg, "text": text, "why": why}


def _texts(asked: tuple[Any, ...], count: int) -> list[str]:
    """The first values that a command was given, as texts; what is missing is empty."""
    values = list(asked[0]) if len(asked) == 1 and isinstance(asked[0], (list, tuple)) else list(asked)
    texts = ["" if one is None else str(one) for one in values]
    return [*texts, *[""] * count][:count]


_LEGEND = lsp.SemanticTokensLegend(list(TYPES), list(MODIFIERS))
_FEATURES: dict[str, tuple[Any, Any]] = {
    lsp.INITIALIZED: (_initialized, None),
    lsp.TEXT_DOCUMENT_DID_OPEN: (_did_open, None),
    lsp.TEXT_DOCUMENT_DID_CHANGE: (_did_change, None),
    lsp.TEXT_DOCUMENT_DID_SAVE: (_did_save, None),
    lsp.TEXT_DOCUMENT_DID_CLOSE: (_did_close, None),
    lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES: (_files_changed, None),
    lsp.TEXT_DOCUMENT_COMPLETION: (_complete, lsp.CompletionOptions(trigger_characters=[".", "{"])),
    lsp.TEXT_DOCUMENT_HOVER: (_hover, None),
    lsp.TEXT_DOCUMENT_DEFINITION: (_definition, None),
    lsp.TEXT_DOCUMENT_REFERENCES: (_references, None),
    lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT: (_highlight, None),
    lsp.TEXT_DOCUMENT_PREPARE_RENAME: (_prepare_rename, None),
    lsp.TEXT_DOCUMENT_RENAME: (_rename, lsp.RenameOptions(prepare_provider=True)),
    lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL: (_outline, None),
    lsp.WORKSPACE_SYMBOL: (_workspace_symbols, None),
    lsp.TEXT_DOCUMENT_FOLDING_RANGE: (_folding, None),
    lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: (_tokens, _LEGEND),
    lsp.TEXT_DOCUMENT_SIGNATURE_HELP: (_signature, lsp.SignatureHelpOptions(trigger_characters=[" ", "(", ","])),
    lsp.TEXT_DOCUMENT_CODE_ACTION: (_actions, lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix])),
    lsp.TEXT_DOCUMENT_FORMATTING: (_format, None),
    lsp.TEXT_DOCUMENT_CODE_LENS: (_lenses, None),
}


def serve(outside: Outside) -> int:
    """Serves the editor on standard input and output until it says goodbye."""
    logging.getLogger("pygls").setLevel(logging.CRITICAL)  # crashes are told by `guarded`
    sys.setswitchinterval(0.001)  # a key does not wait long for the check beside
    gc.disable()  # hardly anything refers in circles here; what does is collected now and then, see `check`
    # What is printed does not disturb the protocol; and when pygls closes its output, ours is still open.
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    sys.stdout = sys.stderr
    make(outside).start_io(None, out)
    return 0
