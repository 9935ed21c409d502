"""Typst on documents that are held in memory: pages as PDF, PNG or SVG, and what a document says of itself.

No document sees a file that does not belong to it: its root is a folder made for it. Typst would fetch packages from
the network, so its folders of packages are empty; a document with files of strangers is set in a bounded process.
"""

from __future__ import annotations

import ctypes
import json
import re
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Literal

import typst
from attrs import frozen

from . import bounded
from .fonts import typst_fonts
from .typst_source import TypesettingError

Format = Literal["pdf", "png", "svg"]
MAIN = "main.typ"
_HOME = "sidescript-"


@frozen
class Document:
    """`files` by name, MAIN first of all; `families` are its fonts. `foreign`: strangers wrote some of it.

    `fonts`: files of fonts besides, each alone in its folder.
    """

    files: Mapping[str, bytes]
    families: tuple[str, ...]
    foreign: bool = False
    fonts: tuple[Path, ...] = ()


@frozen
class Typeset:
    """`pages`: one file for a PDF, one a page for pictures. `found`: values by the label that was asked for."""

    pages: tuple[bytes, ...]
    found: Mapping[str, list[Any]]


def typeset(
    document: Document,
    format: Format | None = None,
    *,
    ppi: float = 300.0,
    ask: Sequence[str] = (),
    apart: bool = False,
) -> Typeset:
    """Sets a document; PDFs are tagged (PDF/UA-1), and the same document gives the same bytes.

    `format`: None: only what is asked for. `ask`: labels of metadata. `apart`: in a process of its own also if it is
    not foreign, whose memory is free again afterwards: Typst remembers all that it has measured. Raises
    TypesettingError if it cannot be set.
    """
    texts, others = _parted(document.files)
    with tempfile.TemporaryDirectory(prefix=_HOME) as root:
        for name, content in others.items():
            (Path(root) / name).write_bytes(content)
        given = (texts, root, document.families, document.fonts, format, ppi, tuple(ask))
        try:
            found, pages = bounded.run(_work, *given) if document.foreign or apart else _work(*given)
        except (bounded.Failed, bounded.Stopped) as problem:
            raise TypesettingError(str(problem)) from None
    return Typeset(tuple(pages), found)


def _parted(files: Mapping[str, bytes]) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Texts, which Typst takes from memory, and all else, which it wants as files."""
    texts = {name: content for name, content in files.items() if name.endswith((".typ", ".svg", ".json"))}
    return texts, {name: content for name, content in files.items() if name not in texts}


@cache
def _one_arena() -> None:
    """Lets the threads of Typst share their free memory, where the C library is GNU's: it would give each an arena of
    its own, and a thousand cards then take up to 40 MB more."""
    with suppress(OSError, AttributeError, TypeError):  # elsewhere there is no such function, or no such library
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 1)


_M_ARENA_MAX = -8  # of malloc.h


def _work(
    files: Mapping[str, bytes],
    root: str,
    families: tuple[str, ...],
    fonts: tuple[Path, ...],
    format: Format | None,
    ppi: float,
    ask: Sequence[str],
) -> bounded.Answer:
    _one_arena()
    try:
        pages: list[bytes] = []
        if format is not None:
            options: dict[str, Any] = {"ppi": ppi} if format == "png" else {}
            if format == "pdf":
                options |= {"timestamp": 0, "pdf_standards": "ua-1"}
            made = _compiler(files, root, families, fonts).compile(format=format, **options)
            pages = [made] if isinstance(made, bytes) else list(made or [])
        found: dict[str, list[Any]] = {label: [] for label in ask}
        for one in json.loads(_asked(files, root, families, fonts)) if ask else ():
            label = str(one.get("label", "")).strip("<>")
            if label in found:
                found[label].append(one["value"])
    except typst.TypstError as problem:
        raise bounded.Failed(_told(problem)) from problem
    return found, pages


def _asked(files: Mapping[str, bytes], root: str, families: tuple[str, ...], fonts: tuple[Path, ...]) -> str:
    """What a document says of itself. A query fails without the place of what is wrong, and setting it has that."""
    try:
        return _compiler(files, root, families, fonts).query("metadata")
    except RuntimeError:  # of which TypstError is one
        _compiler(files, root, families, fonts).compile(format="svg")
        raise


def _compiler(
    files: Mapping[str, bytes], root: str, families: tuple[str, ...], fonts: tuple[Path, ...]
) -> typst.Compiler:
    """A new one for each call: one that was given its files in memory forgets them after its first."""
    nothing = str(Path(root) / "packages")  # there is no such folder
    given: Any = dict(files)
    return typst.Compiler(
        given, root=root, font_paths=typst_fonts(families, fonts), package_path=nothing, package_cache_path=nothing
    )


def unreadable(pictures: Mapping[str, bytes]) -> dict[str, str]:
    """Which pictures Typst cannot read, by their names (each with its ending), and why."""
    with tempfile.TemporaryDirectory(prefix=_HOME) as root:
        for name, content in pictures.items():
            (Path(root) / name).write_bytes(content)
        try:
            found, _ = bounded.run(_unreadable, root, tuple(pictures))
        except (bounded.Failed, bounded.Stopped):
            return {}  # it is known only that something is wrong
    return dict(found)


def _unreadable(root: str, names: Sequence[str]) -> bounded.Answer:
    """In the bounded process: each picture alone."""
    found = {}
    for name in names:
        source = f'#set page(width: 9pt, height: 9pt, margin: 0pt)\n#image("{name}", width: 9pt, height: 9pt)'
        try:
            _compiler({MAIN: source.encode()}, root, (), ()).compile(format="pdf")
        except typst.TypstError as problem:
            found[name] = str(problem.message)
    return found, []


def _told(problem: typst.TypstError) -> str:
    """The message with its place, in one line."""
    place = next((line.strip(" │┌─╭") for line in problem.diagnostic.splitlines() if "─ " in line), "")
    place = re.sub(r"^.*[/\\]", "", place)  # the folder has another name each time
    hints = "".join(f" ({hint})" for hint in problem.hints)
    said = re.sub(rf"[^\s`]*{_HOME}\w+[/\\]*", "", f"{problem.message}{hints}")
    return f"{place}: {said}" if place else said
