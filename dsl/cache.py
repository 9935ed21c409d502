"""Remembers what the check of a game found, so that nothing is checked twice.

The key is a digest of the contents of the sources and of this package; a change of either is a new key. An entry is
JSON and says only what was found; a damaged or missing one costs a check, never a wrong answer.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .load import Sources

OLDEST = 30 * 24 * 3600  # seconds; entries not used for so long are removed


def folder() -> Path:
    """Where entries lie: SIDESCRIPT_CACHE, or the cache folder of the user's system."""
    chosen = os.environ.get("SIDESCRIPT_CACHE")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        home = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        home = Path.home() / "Library" / "Caches"
    else:
        home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return home / "sidescript"


def fingerprint(sources: Sources) -> str:
    """The key of these sources under this Sidescript."""
    digest = hashlib.sha256()
    for path, size, changed in _package():
        digest.update(f"{path}\0{size}\0{changed}\n".encode())
    digest.update(f"{sys.version_info[:3]}\0{sources.folder.resolve()}\n".encode())
    for file in sources.files:
        text = file.text.encode()
        digest.update(f"{file.path}\0{len(text)}\n".encode())
        digest.update(text)
    for one in sources.diagnostics:
        digest.update(f"{one}\n".encode())
    return digest.hexdigest()


def recall(key: str) -> dict[str, Any] | None:
    path = folder() / f"{key}.json"
    try:
        found = json.loads(path.read_bytes())
        os.utime(path)
    except (OSError, ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) and found.get("key") == key else None


def remember(key: str, found: dict[str, Any]) -> None:
    """Keeps an entry, and removes old ones. Where nothing can be written, nothing is kept."""
    place = folder()
    try:
        place.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle, name = tempfile.mkstemp(dir=place, suffix=".part")
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            json.dump({"key": key, **found}, stream)
        Path(name).replace(place / f"{key}.json")
        horizon = time.time() - OLDEST
        for entry in place.iterdir():
            if entry.suffix in (".json", ".part") and entry.stat().st_mtime < horizon:
                entry.unlink(missing_ok=True)
    except OSError:
        return


def _package() -> list[tuple[str, int, int]]:
    """The files that decide what a check finds, without reading them."""
    home = Path(__file__).resolve().parent
    found = []
    for inside, folders, names in os.walk(home):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        for name in sorted(names):
            if name.endswith((".py", ".lark", ".tables")):
                stat = Path(inside, name).stat()
                found.append((f"{inside}/{name}", stat.st_size, stat.st_mtime_ns))
    return found
