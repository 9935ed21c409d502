"""A progress bar on the terminal for what takes its time. Where standard error is no terminal, there is none."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

PAUSE = 0.1  # seconds between two drawings


class Shown(Protocol):
    """Says how far it is: how many are done, of how many if that is known only now, and words behind the numbers."""

    def __call__(self, done: int, total: int | None = None, words: str = "") -> None: ...


@contextmanager
def progress_bar(what: str, total: int | None = None, *, time_left: bool = True) -> Iterator[Shown]:
    """Draws from whoever tells it, never from a thread of its own: processes are forked while it is shown."""
    if not sys.stderr.isatty():
        yield _nothing
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    last = TimeRemainingColumn() if time_left else TextColumn("{task.fields[words]}")
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), last)
    with Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False) as bar:
        wanted = total
        task = bar.add_task(what, total=wanted, words="")
        drawn = 0.0

        def show(done: int, total: int | None = None, words: str = "") -> None:
            nonlocal drawn
            if time.monotonic() - drawn > PAUSE:
                drawn = time.monotonic()
                bar.update(task, completed=done, total=total if total is not None else wanted, words=words)
                bar.refresh()

        yield show


def _nothing(done: int, total: int | None = None, words: str = "") -> None:
    return None
