"""Remembers what was made from a game's sources, so that nothing is checked or compiled twice.

An entry has a key and a sort. The key is a digest of all sources, of a mod's base too, and of Sidescript itself; a
change of any is another key. These sorts are kept: `found`, what a check says; `game`, a checked game, and apart from
it `game-tests`; what the interpreter writes for it, `program` and `tests`, and apart from them their `-functions`.

Entries are pickles and could do anything when read. So they lie in a folder that belongs to the user and that nobody
else can write to, and are read from nowhere else. A damaged or missing one costs the work, never a wrong answer.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
import time
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .checked import Checked
    from .load import Sources
    from .model import CheckedTest

OLDEST = 30 * 24 * 3600  # seconds; entries not used for so long are removed
MOST = 100_000_000  # bytes; beyond, those not used for longest are removed
_DIGEST = 32


def folder() -> Path:
    """Where entries lie: in SIDESCRIPT_CACHE, or in the cache folder of the user's system."""
    chosen = os.environ.get("SIDESCRIPT_CACHE")
    if chosen:
        return Path(chosen) / "entries"
    if sys.platform == "win32":
        home = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        home = Path.home() / "Library" / "Caches"
    else:
        home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return home / "sidescript" / "entries"


def key_of(sources: Sources) -> str:
    """The key of what is made from these sources by this Sidescript."""
    digest = hashlib.sha256(stamp("dsl").encode())
    for file in (*sources.files, *_extended(sources)):
        text = file.text.encode()
        digest.update(f"{file.path}\0{file.home}\0{len(text)}\n".encode(errors="surrogateescape"))
        digest.update(text)
    for one in sources.diagnostics:
        digest.update(f"{one}\n".encode(errors="surrogateescape"))
    return digest.hexdigest()


def key_for(game_hash: str, *packages: str) -> str:
    """The key of what these packages of Sidescript make from a checked game."""
    parts = [game_hash, *(stamp(package) for package in packages)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


@cache
def stamp(package: str) -> str:
    """Which Sidescript this is: the files of one of its packages and their times, and which Python runs it."""
    home = Path(__file__).resolve().parent.parent / package
    digest = hashlib.sha256(f"{sys.version}\0{home}\n".encode())
    for inside, folders, names in os.walk(home):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        for name in sorted(names):  # grammar, words, templates and icons too: what is made depends on them all
            found = os.stat(f"{inside}/{name}")  # noqa: PTH116 -- a hundred Paths would take longer than the rest
            digest.update(f"{inside}/{name}\0{found.st_size}\0{found.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def recall(key: str, sort: str) -> Any:
    """What was kept, or None."""
    try:
        place = folder()
        path = place / f"{key}.{sort}"
        with path.open("rb") as stream:
            if not (_private(place.stat()) and _private(os.fstat(stream.fileno()))):
                return None
            data = stream.read()
        digest, content = data[:_DIGEST], data[_DIGEST:]
        if _digest(key, content) != digest:
            return None
        os.utime(path)
        import pickle

        return pickle.loads(content)
    except Exception:  # whatever is wrong with an entry, it costs no more than the work
        return None


def remember(key: str, sort: str, value: object) -> None:
    """Keeps an entry, and removes old ones. Where nothing can be written, nothing is kept."""
    import pickle
    import tempfile

    try:
        place = folder()
        content = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
        place.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not _private(place.stat()):
            return
        handle, name = tempfile.mkstemp(dir=place, suffix=".part")
        with os.fdopen(handle, "wb") as stream:
            stream.write(_digest(key, content) + content)
        Path(name).replace(place / f"{key}.{sort}")
        tidy(place, MOST)
    except (OSError, pickle.PicklingError, RuntimeError):  # a RuntimeError: nested too deep, or a user without a home
        return


def check_once(sources: Sources) -> Checked:
    """As `check`; but a game that was checked before without an error is not checked again.

    The tests of one from the cache are read when they are asked for.
    """
    from attrs import evolve

    def tests() -> tuple[CheckedTest, ...]:
        kept: tuple[CheckedTest, ...] | None = recall(key, "game-tests")
        if kept is None:  # removed since: checked anew
            from .check import check

            game = check(sources).game
            kept = game.tests if game is not None else ()
        return kept

    key = key_of(sources)
    found: Checked | None = recall(key, "game")
    if found is None:
        from .check import check

        found = check(sources)
        if found.game is not None:
            remember(key, "game-tests", found.game.tests)
            remember(key, "game", evolve(found, game=evolve(found.game, tests=())))
        return found
    from .recalled import recalled

    return evolve(found, game=recalled(found.game, tests)) if found.game is not None else found


def _extended(sources: Sources) -> list[Any]:
    """The files of all that these build on."""
    from .load import load_bases

    return load_bases(sources.folder, sources.before)


def _private(found: os.stat_result) -> bool:
    """Belongs to the user, and nobody else can write to it. Windows gives every user a folder of his own."""
    if not hasattr(os, "getuid"):
        return True
    return found.st_uid == os.getuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _digest(key: str, content: bytes) -> bytes:
    return hashlib.sha256(key.encode() + content).digest()


def tidy(place: Path, most: int) -> None:
    """Removes files that were not used for long; and beyond so many bytes, those that were not used for longest."""
    entries: list[tuple[Path, os.stat_result]] = []
    for path in place.iterdir():
        try:
            found = path.lstat()
        except FileNotFoundError:  # another process tidies, too
            continue
        if not stat.S_ISDIR(found.st_mode):
            entries.append((path, found))
    horizon = time.time() - OLDEST
    total = 0
    for path, found in sorted(entries, key=lambda one: -one[1].st_mtime):
        total += found.st_size
        if total > most or found.st_mtime < horizon:
            path.unlink(missing_ok=True)
