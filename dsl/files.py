"""Files that are either there as a whole or not touched."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from pathlib import Path


def write_atomically(path: Path, content: bytes) -> None:
    """Either the whole file is there, or what was there before. A link stays one, and a file keeps its mode."""
    path = Path(os.path.realpath(path))
    mode = _mode(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name[:40]}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(name).chmod(0o644 if mode is None else mode)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _mode(path: Path) -> int | None:
    """The mode of the file that is to be replaced; None: there is none. A device or a pipe is never replaced."""
    try:
        found = path.stat().st_mode
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(found):
        raise OSError(errno.EINVAL, "it is a folder" if stat.S_ISDIR(found) else "it is no plain file")
    return stat.S_IMODE(found)
