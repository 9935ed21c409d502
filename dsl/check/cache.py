"""Keeps checked games, so that playing an unchanged game needs neither parsing nor checking.

An entry lies in the folder of dsl/cache.py under the same key, a digest of all sources and of this package. It begins
with the digest of its own content; a damaged or foreign one is not read but made anew. Mods are not kept: the game that
they extend does not belong to the key.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import re
import tempfile
from pathlib import Path

from ..cache import fingerprint, folder
from ..load import Sources
from . import Checked, check

_MOD = re.compile(r"^mod ", re.M)
_DIGEST = 32


def check_once(sources: Sources) -> Checked:
    """As `check`, but from the cache if these very sources have been checked before without an error."""
    if any(_MOD.search(file.text) for file in sources.files):
        return check(sources)
    key = fingerprint(sources)
    found = _recall(key)
    if found is None:
        found = check(sources)
        if found.game is not None:
            _remember(key, found)
    return found


def _path(key: str) -> Path:
    return folder() / f"{key}.game"


def _recall(key: str) -> Checked | None:
    path = _path(key)
    try:
        if hasattr(os, "getuid") and path.stat().st_uid != os.getuid():
            return None
        data = path.read_bytes()
        digest, content = data[:_DIGEST], data[_DIGEST:]
        if hashlib.sha256(key.encode() + content).digest() != digest:
            return None
        os.utime(path)
        found = pickle.loads(content)
    except Exception:  # whatever is wrong with an entry, it costs a check
        return None
    return found if isinstance(found, Checked) else None


def _remember(key: str, checked: Checked) -> None:
    try:
        content = pickle.dumps(checked, protocol=pickle.HIGHEST_PROTOCOL)
        folder().mkdir(parents=True, exist_ok=True, mode=0o700)
        handle, name = tempfile.mkstemp(dir=folder(), suffix=".part")
        with os.fdopen(handle, "wb") as stream:
            stream.write(hashlib.sha256(key.encode() + content).digest() + content)
        Path(name).replace(_path(key))
    except (OSError, pickle.PicklingError, RecursionError):
        return
