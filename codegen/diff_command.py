"""The command `diff`: opens two games, one of them perhaps as it was in an earlier git revision."""

from __future__ import annotations

import argparse
import io
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dsl.model import CheckedGame


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    from dsl.commands import command

    diff = command(
        commands,
        "diff",
        "what a version or a mod changes, in words",
        "Say what is new, gone and different: cards with their numbers and texts before and after, and rules.\n"
        "OLD and NEW are games by name or folder, GAME+MOD+MOD, or REVISION:FOLDER for a folder as git kept it.",
        "sidescript diff disney-sidekicks my-mod --format markdown",
    )
    diff.add_argument("old", metavar="OLD", help="the game as it was")
    diff.add_argument("new", metavar="NEW", help="the game as it is")
    diff.add_argument(
        "--format", choices=("text", "markdown", "json"), default="text", help="text (default) or another"
    )
    diff.add_argument("-o", "--output", metavar="FILE", type=Path, help="the file to write; without it, the terminal")
    diff.set_defaults(run=run_diff)


def run_diff(arguments: argparse.Namespace) -> int:
    from dsl.commands import usage_error
    from dsl.files import write_atomically

    from .differences import as_json, as_markdown, as_text, differences

    found = differences(_opened(arguments.old), _opened(arguments.new))
    match arguments.format:
        case "json":
            text = json.dumps(as_json(found), indent=2, ensure_ascii=False) + "\n"
        case "markdown":
            text = as_markdown(found)
        case _:
            text = as_text(found)
    if arguments.output is None:
        sys.stdout.write(text)
        return 0
    try:
        write_atomically(arguments.output, text.encode())
    except OSError as problem:
        raise usage_error(f"I cannot write {arguments.output}: {problem.strerror}") from None
    print(f"{arguments.output}: {len(found.cards)} cards and {len(found.rules)} entries of the rules differ")
    return 0


def _opened(name: str) -> CheckedGame:
    from dsl.commands import open_game

    revision, colon, path = name.partition(":")
    if not colon or Path(name).exists() or len(revision) < 2:  # C:\games is no revision
        return open_game(name)
    with tempfile.TemporaryDirectory() as place:
        return open_game("+".join(str(_as_it_was(revision, part, Path(place))) for part in path.split("+")))


def _as_it_was(revision: str, path: str, place: Path) -> Path:
    """A folder as git kept it, and beside it what it builds on: as git kept it too, or else as it is now."""
    from dsl.commands import usage_error
    from dsl.library import extended, find_base, plain

    found = _unpacked(revision, path, place)
    for name in extended(found):
        if find_base(name, found) is not None:
            continue
        now = find_base(name, Path(path))
        if now is None:
            around = Path(path).parent
            now = next(
                (one for one in (around, *around.glob("*")) if plain(one.name) == plain(name)), around / plain(name)
            )
        try:
            _as_it_was(revision, str(now), place)
        except SystemExit:
            if not now.is_dir():
                raise usage_error(f"{path} builds on {name}, which {revision} has nowhere beside it") from None
            shutil.copytree(now, found.parent / now.name, dirs_exist_ok=True)
    return found


def _unpacked(revision: str, path: str, place: Path) -> Path:
    """The folder as git kept it."""
    from dsl.commands import usage_error

    folder = Path(path)
    around = folder.resolve().parent if folder.resolve().parent.is_dir() else Path.cwd()
    try:
        top = subprocess.run(
            ["git", "rev-parse", "--show-toplevel"], cwd=around, capture_output=True, text=True, check=True
        ).stdout.strip()
        inside = folder.resolve().relative_to(Path(top).resolve()).as_posix()
        packed = subprocess.run(
            ["git", "archive", "--format=tar", revision, "--", inside], cwd=top, capture_output=True, check=True
        ).stdout
    except FileNotFoundError:
        raise usage_error("a revision needs git, and there is none here") from None
    except ValueError:
        raise usage_error(f"{path} lies outside of the repository") from None
    except subprocess.CalledProcessError as problem:
        said = problem.stderr if isinstance(problem.stderr, str) else problem.stderr.decode(errors="replace")
        raise usage_error(f"git has no {revision}:{path}: {said.strip().splitlines()[-1]}") from None
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(place, filter="data")
    return place / inside
