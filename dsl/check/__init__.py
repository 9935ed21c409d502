"""Says what a game's sources mean: from syntax trees to a checked game, or to what is wrong with them.

    sources -> parse -> modify -> declare -> build_world -> assemble -> rules -> CheckedGame

Passes collect diagnostics and never raise. A name that means nothing becomes a hole, and holes are silent, so that one
mistake gives one message. There is a game exactly when there is no error.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from attrs import evolve

from ..checked import Checked
from ..diagnostics.diagnostic import Diagnostic
from ..load import load_bases
from ..source import SourceFile
from ..syntax import tree
from ..syntax.parse import Parsed, parse
from .assemble import assemble
from .declare import declare
from .mods import modify
from .report import Report
from .rules import before_assembly, run_rules
from .shape import build_world
from .trace import Trace

DEEPEST = 5_000  # calls inside each other: a hundred defines that read each other, with room for their values
sys.setrecursionlimit(max(sys.getrecursionlimit(), DEEPEST))


class Sources(Protocol):
    @property
    def folder(self) -> Path: ...
    @property
    def files(self) -> tuple[SourceFile, ...]: ...
    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]: ...
    @property
    def before(self) -> tuple[Path, ...]: ...


def check(sources: Sources) -> Checked:
    """Checks the files of a game's folder; a mod brings the game that it extends with it."""
    files = list(sources.files)
    parsed = [parse(file) for file in files]
    base = load_bases(sources.folder, sources.before)
    if base:
        files = [*base, *files]
        parsed = [*(parse(file) for file in base), *parsed]
    return check_parsed(files, parsed, sources.diagnostics)


def check_what_stands(sources: Sources) -> tuple[Checked, tuple[str, ...]]:
    """Checks a game without those of its declarations that have errors, and says in which files these stand.

    For those who look something up in a game while they write it. If nothing can be made of the rest, the errors are
    those of the whole.
    """
    files = [*load_bases(sources.folder, sources.before), *sources.files]
    parsed = [parse(file) for file in files]
    whole = checked = check_parsed(files, parsed, sources.diagnostics)
    left_out: list[str] = []
    while checked.game is None:
        wrong = {(one.span.path, one.span.start) for one in checked.diagnostics if one.severity == "error"}
        left: list[Parsed] = []
        for file, one in zip(files, parsed, strict=True):
            at = [start for path, start in wrong if path == file.path]
            stand = tuple(d for d in one.file.declarations if not any(d.span.start <= n <= d.span.end for n in at))
            if at and not one.diagnostics and len(stand) == len(one.file.declarations):
                stand = ()  # nothing smaller than the file has the mistake
            left.append(evolve(one, file=evolve(one.file, declarations=stand), diagnostics=()))
            if at and file.path not in left_out:
                left_out.append(file.path)
        fewer = sum(len(one.file.declarations) for one in left) < sum(len(one.file.declarations) for one in parsed)
        if not fewer and not any(one.diagnostics for one in parsed):
            return whole, ()
        parsed = left
        checked = check_parsed(files, parsed)
    return checked, tuple(left_out)


def check_parsed(
    files: Iterable[SourceFile],
    parsed: Iterable[Parsed],
    earlier: Iterable[Diagnostic] = (),
    trace: Trace | None = None,
) -> Checked:
    """Checks files that are parsed already. `trace` is told what was found where."""
    files, parsed, earlier = list(files), list(parsed), list(earlier)
    report = Report()
    report.found.extend(earlier)
    for one in parsed:
        report.found.extend(one.diagnostics)
    broken = any(d.severity == "error" for d in report.found)

    homes = {file.path: file.home for file in files}
    declarations = modify([d for one in parsed for d in one.file.declarations], report, homes)
    lost = [d for d in report.found if d.code == "extends-unknown"]
    if lost and not any(isinstance(d, tree.Game) for d in declarations):
        # without the game everything else would be unknown
        said = [*earlier, *(d for one in parsed for d in one.diagnostics), *lost]
        return Checked(None, tuple(said), {file.path: file for file in files})
    index = declare(declarations, report)
    before_assembly(index, report, broken)
    world = build_world(index, report)
    if trace is not None:
        world.trace, trace.world = trace, world
    world.homes = {file.path: file.home for file in files if file.home}
    game = assemble(world, _digest(files))
    if game is not None:
        run_rules(game, world, any(d.severity == "error" for d in report.found))

    failed = any(d.severity == "error" for d in report.found)
    if report.dropped and not failed:  # a line must not vanish without a word, whatever made it
        failed = True
        for span in report.dropped:
            report.error("wrong-type", "Sidescript made nothing of this line, and does not know why", span,
                         help="Write it another way, and please report it: it is Sidescript's fault.")  # fmt: skip
    # the author of a mod has no hand in the files of its base, and their own check speaks of them
    report.found = [
        d for d in report.found if d.severity == "error" or d.code == "mods-conflict" or d.span.path not in world.homes
    ]
    order = {file.path: n for n, file in enumerate(files)}
    unread = {d for d in (*earlier, *(d for one in parsed for d in one.diagnostics)) if d.severity == "error"}
    # what could not be read comes first: it may be why something else is wrong
    found = sorted(report.found, key=lambda d: (d not in unread, order.get(d.span.path, -1), d.span.start, d.span.end))
    if broken:
        # what could not be read may be what is missing: only the mistakes of form are certain
        found = [d for d in found if d.code not in _UNSURE]
        if not any(isinstance(d, tree.Game) for d in declarations):
            # without the front page nobody knows who sits on the seats, and what the game has
            found = [d for d in found if d in unread or d.severity != "error"]
    return Checked(None if failed else game, tuple(found), {file.path: file for file in files})


_UNSURE = frozenset(
    {"unknown-name", "missing-declaration", "wrong-count", "never-offered", "trigger-never-fires", "unreachable-phase"}
)


def _digest(files: Iterable[SourceFile]) -> str:
    """What makes a game the same one: contents, and paths inside its own folder, wherever that is."""
    digest = hashlib.sha256()
    for file in files:
        digest.update(f"{'../' if file.home else ''}{file.inside}\0{len(file.text)}\n".encode())
        digest.update(file.text.encode())
    return digest.hexdigest()
