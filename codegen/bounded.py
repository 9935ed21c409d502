"""Work on files of strangers, in a process of its own: bounded in time and memory, without network and without files.

What holds where: a stopped clock (`seconds` of wall time) everywhere. On Linux besides, the operating system bounds
processor time and memory, lets nothing be written, and, where it allows that to plain users, takes the network away.
On macOS memory is not bounded, on Windows neither memory nor writing is: there only the clock stops what runs away.
The environment is empty but for what Python needs, and names a proxy that is not there, so that nothing is fetched even
where the network cannot be taken away. On Linux the process ends with the one that started it, also if that is killed.
"""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import signal
import struct
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextvars import ContextVar
from pathlib import Path
from typing import Any, TypeAlias

from attrs import frozen

Answer: TypeAlias = tuple[Any, list[bytes]]
"""What work gives back: plain data that JSON can hold, and files."""


@frozen
class Limits:
    """`seconds` on the clock, `processor` seconds of all cores together, `megabytes` of address space.

    `answer`: megabytes that may come back: they are held here, and mostly written to a disk.
    """

    seconds: float = 300.0
    processor: int = 120
    megabytes: int = 3000
    answer: int = 1000


LIMITS = Limits()
_narrower: ContextVar[Limits | None] = ContextVar("_narrower", default=None)
_NOWHERE = "http://127.0.0.1:9"  # the discard port: nothing answers
_KEPT = ("PATH", "SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "TEMP", "TMP", "TMPDIR", "LANG", "LC_ALL")
_FINE, _SAID = b"f", b"s"
_OUT_OF_MEMORY, _TOO_LONG = 97, 98


class Stopped(Exception):
    """Work that was not let run to its end; the message says why."""


class Failed(Exception):
    """Work that ended with an error of its own."""


def run(work: Callable[..., Answer], *given: object, limits: Limits | None = None) -> Answer:
    """What `work(*given)` gives back. `work` is a function of a module; `given` can be pickled.

    Raises Stopped if it takes too much, Failed with its message if it raises. What comes back is read as data: nothing
    that the process says can do anything here.
    """
    bounds = limits or _narrower.get() or LIMITS
    paths = [path or str(Path.cwd()) for path in sys.path]
    start = f"import sys; sys.path[:] = {paths!r}; from codegen.bounded import child; child()"
    job = pickle.dumps((os.getpid(), bounds, work, given), protocol=pickle.HIGHEST_PROTOCOL)
    with tempfile.TemporaryDirectory(prefix="sidescript-") as home:
        process = subprocess.Popen(
            [sys.executable, "-B", "-c", start], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, cwd=home, env=_environment(home), start_new_session=True,
        )  # fmt: skip
        try:
            said, _ = process.communicate(job, timeout=bounds.seconds)
        except subprocess.TimeoutExpired:
            raise Stopped(f"it was not done after {bounds.seconds:g} seconds") from None
        finally:
            if process.returncode is None:
                _end(process)
    return _answer(said, process.wait(), bounds)


@contextlib.contextmanager
def within(limits: Limits) -> Iterator[None]:
    """Lets all work that is begun inside, and says no limits of its own, have these."""
    before = _narrower.set(limits)
    try:
        yield
    finally:
        _narrower.reset(before)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ends a process with those that it may have started, which hold its pipes when it is gone."""
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)  # nobody waited for it, so its number is still its own
        else:
            process.kill()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()
    process.wait()


def _environment(home: str) -> dict[str, str]:
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    proxies = {name: _NOWHERE for one in ("http_proxy", "https_proxy", "all_proxy") for name in (one, one.upper())}
    return {**kept, **proxies, "HOME": home, "XDG_CACHE_HOME": home, "XDG_DATA_HOME": home, "RAYON_NUM_THREADS": "2"}


def _answer(said: bytes, ended: int, bounds: Limits) -> Answer:
    if ended == 0 and said[:1] == _FINE:
        with contextlib.suppress(ValueError, struct.error, KeyError, TypeError):
            (length,) = struct.unpack_from(">Q", said, 1)
            head = json.loads(said[9 : 9 + length])
            files, at = [], 9 + length
            for size in head["sizes"]:
                files.append(said[at : at + size])
                at += size
            if at == len(said):
                return head["data"], files
    if ended == 0 and said[:1] == _SAID:
        raise Failed(said[1:].decode("utf-8", "replace"))
    by = -ended if ended < 0 else 0
    if by in (9, 24):  # SIGKILL and SIGXCPU: the processor time is used up
        raise Stopped(f"it was not done after {bounds.processor} seconds of work")
    if ended == _OUT_OF_MEMORY or by in (6, 11):  # what Rust and C do without memory
        raise Stopped(f"it needs more than {bounds.megabytes} MB of memory, or lies too deeply in itself")
    if ended == _TOO_LONG:
        raise Stopped(f"what it makes is larger than {bounds.answer} MB")
    raise Stopped(f"its process ended with {ended}")


# ------------------------------------------------------------------------------------------------ in the process


def child() -> None:
    """The other end: reads one job from standard input, does it under its limits, and writes what came of it."""
    out = os.fdopen(os.dup(1), "wb")
    job = pickle.loads(sys.stdin.buffer.read())  # from us: what strangers wrote lies in it as text and bytes
    parent, bounds, work, given = job
    _give_up(bounds)
    _end_with(parent)
    try:
        data, files = work(*given)
        if sum(map(len, files)) > bounds.answer * 1_000_000:
            os._exit(_TOO_LONG)
        head = json.dumps({"data": data, "sizes": [len(one) for one in files]}).encode()
        out.write(_FINE + struct.pack(">Q", len(head)) + head)
        for one in files:
            out.write(one)
    except MemoryError:
        os._exit(_OUT_OF_MEMORY)
    except BaseException as problem:  # what a library in Rust gives up on is no Exception
        if "allocation error" in str(problem):  # it has no more than a MemoryError to say
            os._exit(_OUT_OF_MEMORY)
        out.write(_SAID + (str(problem) or type(problem).__name__).encode("utf-8", "replace")[:4000])
    out.flush()
    os._exit(0)


def _give_up(bounds: Limits) -> None:
    """Takes from this process what it does not need. Nothing of it can be had back."""
    _leave_network()
    try:
        import resource
    except ModuleNotFoundError:
        return  # Windows: the clock has to do
    space = bounds.megabytes * 1_000_000
    wanted: Sequence[tuple[str, int]] = (
        ("RLIMIT_AS", space), ("RLIMIT_CPU", bounds.processor), ("RLIMIT_FSIZE", 0), ("RLIMIT_CORE", 0),
    )  # fmt: skip
    for name, most in wanted:
        with contextlib.suppress(AttributeError, ValueError, OSError):
            resource.setrlimit(getattr(resource, name), (most, most))


def _end_with(parent: int) -> None:
    """Lets this process be killed when the one that started it has ended, in whatever way.

    Last of all: whoever leaves the network as a plain user loses this wish.
    """
    if not sys.platform.startswith("linux"):
        return
    with contextlib.suppress(Exception):
        import ctypes

        ctypes.CDLL(None, use_errno=True).prctl(_DEATH_SIGNAL, signal.SIGKILL)
    if os.getppid() != parent:  # it ended before that
        os._exit(1)


_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of linux/prctl.h


def _leave_network() -> None:
    """A network of its own with nothing in it, where the system lets plain users have one."""
    if not sys.platform.startswith("linux"):
        return
    with contextlib.suppress(Exception):
        import ctypes

        user, net = 0x10000000, 0x40000000  # CLONE_NEWUSER, CLONE_NEWNET
        ctypes.CDLL(None, use_errno=True).unshare(user | net)
