"""The command `format`."""

from __future__ import annotations

import argparse
import difflib
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ..commands import find, report, usage_error
from ..files import write_atomically
from ..load import decode, read_file, source_names
from ..source import SourceFile
from . import format_text

if TYPE_CHECKING:
    from ..diagnostics.diagnostic import Diagnostic


def run_format(arguments: argparse.Namespace) -> int:
    if "-" in arguments.paths:
        return _standard_input(arguments)
    diagnostics: list[Diagnostic] = []
    sources: dict[str, SourceFile] = {}
    changed: list[str] = []
    unwritten: list[str] = []
    files = _files(arguments.paths)
    for path in files:
        read = read_file(path, path.as_posix())
        formatted = format_text(read.file)
        faults = (*read.diagnostics, *formatted.diagnostics)
        diagnostics += faults
        sources[read.file.path] = read.file
        if faults or path.read_bytes() == formatted.text.encode():
            continue
        changed.append(read.file.path)
        if arguments.diff:
            _print_diff(read.file, formatted.text)
        elif not arguments.check:
            try:
                write_atomically(path, formatted.text.encode())
            except OSError as problem:
                unwritten.append(f"{path}: {problem.strerror}")
    only_told = arguments.check or arguments.diff
    if diagnostics:
        report(tuple(diagnostics), sources, arguments.format)
    for line in unwritten:
        print(f"sidescript: I cannot write {line}", file=sys.stderr)
    if arguments.format == "json":
        print(json.dumps({"files": len(files), "changed": changed, "written": not only_told}, indent=2))
    elif not arguments.diff:
        for name in changed:
            print(f"would change {name}" if only_told else f"changed {name}")
        what = "would be changed" if only_told else "changed"
        print(f"{len(changed)} of {len(files)} {'file' if len(files) == 1 else 'files'} {what}")
    return 1 if diagnostics or unwritten or (only_told and changed) else 0


def _standard_input(arguments: argparse.Namespace) -> int:
    if len(arguments.paths) > 1:
        raise usage_error("`-` (standard input) stands alone")
    stream = getattr(sys.stdin, "buffer", None)  # what replaces it in tests may have none
    read = decode(stream.read() if stream else sys.stdin.read().encode(), "<stdin>")
    source = read.file
    formatted = format_text(source)
    if faults := (*read.diagnostics, *formatted.diagnostics):
        report(faults, {source.path: source}, arguments.format)
        return 1
    changed = formatted.text != source.text
    if arguments.diff:
        _print_diff(source, formatted.text)
    elif not arguments.check:
        sys.stdout.write(formatted.text)
    return 1 if changed and (arguments.check or arguments.diff) else 0


def _files(names: list[str]) -> list[Path]:
    found: list[Path] = []
    for name in names:
        path = Path(name)
        if path.is_file():
            found.append(path)
            continue
        folder = path if path.is_dir() else find(name)
        inside = [folder / name for name in source_names(folder)[0]]
        if not inside:
            raise usage_error(f"there is no .side file in {folder}")
        found += inside
    return list(dict.fromkeys(found))


def _print_diff(source: SourceFile, text: str) -> None:
    old, new = source.text.splitlines(keepends=True), text.splitlines(keepends=True)
    for line in difflib.unified_diff(old, new, source.path, f"{source.path} (formatted)"):
        sys.stdout.write(line if line.endswith("\n") else line + "\n\\ No newline at end of file\n")
