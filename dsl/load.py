"""Reads the .side files of a game's folder. Knows files and bytes, and nothing of the language."""

from __future__ import annotations

import os
from pathlib import Path

from attrs import frozen

from .diagnostics.diagnostic import Diagnostic, error, hint
from .files import read_plain
from .library import lineage
from .source import SourceFile, Span

LARGEST_FILE = 4_000_000  # bytes; the parser has its own limit in characters
LARGEST_GAME = 32_000_000
MOST_FILES = 5_000
MOST_FOLDERS = 20_000


@frozen
class Sources:
    """The files of a game in sorted order, and what could not be read. `before`: folders that it shall build on."""

    folder: Path
    files: tuple[SourceFile, ...]
    diagnostics: tuple[Diagnostic, ...]
    before: tuple[Path, ...] = ()

    def by_path(self) -> dict[str, SourceFile]:
        return {file.path: file for file in self.files}


def load(folder: Path, before: tuple[Path, ...] = ()) -> Sources:
    """All .side files below a folder; their paths are relative to it, with POSIX slashes.

    `before`: the folders of a game and of mods that this one, a mod, comes after.
    """
    files: list[SourceFile] = []
    diagnostics: list[Diagnostic] = []
    found, complaints = source_names(folder)
    diagnostics += complaints
    total = 0
    for name in found:
        if len(files) >= MOST_FILES or total > LARGEST_GAME:
            diagnostics.append(
                error(
                    "too-many-files",
                    "This game is too large for me",
                    Span(shown(name), 0, 0),
                    f"at most {MOST_FILES:,} files and {LARGEST_GAME:,} bytes are read",
                )
            )
            break
        read = read_file(folder / name, shown(name))
        total += len(read.file.text)
        files.append(read.file)
        diagnostics += read.diagnostics
    return Sources(folder, tuple(files), tuple(diagnostics), before)


def load_bases(folder: Path, before: tuple[Path, ...] = ()) -> list[SourceFile]:
    """The files of all that a mod builds on: the game, then other mods in their order."""
    return [file for home in lineage(folder, before)[:-1] for file in load_base(home, folder)]


def load_base(home: Path, folder: Path) -> list[SourceFile]:
    """The files of the game in `home`, named as they are seen from the folder of a mod."""
    try:
        way = Path(os.path.relpath(home.resolve(), folder.resolve())).as_posix()
    except ValueError:  # on another drive
        way = home.resolve().as_posix()
    return [SourceFile(f"{way}/{file.path}", file.text, f"{way}/") for file in load(home).files]


@frozen
class Read:
    file: SourceFile
    diagnostics: tuple[Diagnostic, ...] = ()


def read_file(path: Path, name: str) -> Read:
    """One file under the name that the user knows; empty if it cannot be read."""
    try:
        data = read_plain(path, LARGEST_FILE + 1)
    except OSError as problem:
        reason = problem.strerror or "no reason given"
        return Read(
            SourceFile(name, ""), (error("file-unreadable", f"I cannot read {name}: {reason}", Span(name, 0, 0)),)
        )
    if len(data) > LARGEST_FILE:
        message = error(
            "file-too-large", f"{name} is too large for me", Span(name, 0, 0), f"over {LARGEST_FILE:,} bytes"
        )
        return Read(SourceFile(name, ""), (message,))
    return decode(data, name)


def decode(data: bytes, name: str) -> Read:
    """Bytes as text with plain line ends; bytes that are not UTF-8 become U+FFFD and one message."""
    text = plain(data.decode("utf-8", errors="replace"))
    file = SourceFile(name, text)
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as problem:
        start = len(plain(data[: problem.start].decode("utf-8")))
        message = error(
            "not-utf-8",
            "This file is not UTF-8 text",
            Span(name, start, min(start + 1, len(text))),
            f"the byte 0x{data[problem.start]:02X}",
            help="Save the file with the encoding UTF-8.",
        )
        return Read(file, (message,))
    return Read(file)


def plain(text: str) -> str:
    """Without byte order mark, and with `\\n` line ends."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def shown(name: str) -> str:
    """A name of a file that can be printed: bytes that are no text are written as escapes."""
    return os.fsencode(name).decode("utf-8", errors="backslashreplace")


def _unreadable(name: str, reason: str) -> Diagnostic:
    return error("file-unreadable", f"I cannot read {shown(name)}: {reason}", Span(shown(name), 0, 0))


def source_names(folder: Path) -> tuple[list[str], list[Diagnostic]]:
    """The paths of all .side files below a folder, sorted, and what cannot be read or leads out of it."""
    names: list[str] = []
    diagnostics: list[Diagnostic] = []
    try:
        home = folder.resolve()
    except (OSError, RuntimeError):  # a link that leads to itself
        return [], [_unreadable(folder.name, "it leads to itself")]
    left = [""]
    seen = 0
    while left and seen < MOST_FOLDERS:
        inside = left.pop()
        seen += 1
        try:
            entries = sorted(os.scandir(folder / inside), key=lambda entry: entry.name)
        except OSError as problem:
            reason = problem.strerror or "no reason given"
            diagnostics.append(_unreadable(inside or folder.name, reason))
            continue
        for entry in entries:
            name = f"{inside}/{entry.name}" if inside else entry.name
            is_source = entry.name.endswith(".side")
            if entry.name.startswith("."):
                continue
            if entry.name.lower().endswith((".side.txt", ".side.md")):
                diagnostics.append(
                    hint(
                        "misplaced-file",
                        f"{shown(name)} is not read: its name has to end in .side",
                        Span(shown(name), 0, 0),
                        help=f"Call it {shown(entry.name[: entry.name.rindex('.')])}. Some editors add an ending.",
                    )
                )
            try:
                outside = entry.is_symlink() and not Path(entry.path).resolve().is_relative_to(home)
                is_folder, is_file = entry.is_dir(), entry.is_file()
            except (OSError, RuntimeError) as problem:  # a link that leads to itself
                if is_source:
                    reason = getattr(problem, "strerror", None) or "it leads to itself"
                    diagnostics.append(_unreadable(name, reason))
                continue
            if outside:
                if is_source or is_folder:
                    diagnostics.append(
                        error(
                            "link-out-of-folder",
                            f"{shown(name)} is a link that leads out of the game's folder",
                            Span(shown(name), 0, 0),
                            help="Copy the file into the folder.",
                        )
                    )
            elif is_folder:
                if not entry.is_symlink():
                    left.append(name)
            elif is_source and is_file:
                names.append(name)
            elif is_source:
                diagnostics.append(_unreadable(name, "it is no file"))
    return sorted(names), diagnostics
