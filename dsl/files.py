"""Reading plain files only, and writing so that a file is either there as a whole or not touched."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from pathlib import Path


def read_plain(path: Path, most: int = -1) -> bytes:
    """What a file holds, or its first `most` bytes.

    Raises OSError, with `strerror`; also for what is no plain file: from a pipe or a device one could read for ever.
    """
    _plain_mode(path.stat())
    with path.open("rb") as stream:
        return stream.read(most)


def write_atomically(path: Path, content: bytes) -> None:
    """Either the whole file is there, or what was there before. A link stays one, and a file keeps its mode."""
    path = Path(os.path.realpath(path))
    mode = mode_of(path)
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


def mode_of(path: Path) -> int | None:
    """The mode of the file that is to be replaced; None: there is none. A device or a pipe is never replaced."""
    try:
        return _plain_mode(path.stat())
    except FileNotFoundError:
        return None


def _plain_mode(found: os.stat_result) -> int:
    """The mode of a plain file; OSError for anything else."""
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "it is a folder" if stat.S_ISDIR(found.st_mode) else "it is no plain file")
    return stat.S_IMODE(found.st_mode)
