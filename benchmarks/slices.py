"""Measures programs in turns: a short slice of each, again and again, CPU time of this process, medians."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from statistics import median

from attrs import frozen

Work = Callable[[], int]
"""Does a small piece of work (milliseconds) and says how many units it was."""


@frozen
class Measured:
    """Microseconds of CPU time for a unit: the median slice and the quartiles."""

    median: float
    low: float
    high: float

    @property
    def per_second(self) -> float:
        return 1e6 / self.median


def on_one_core() -> None:
    """Keeps this process on one core, where the system can."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def interleaved(works: Mapping[str, Work], slices: int = 41, seconds: float = 0.06) -> dict[str, Measured]:
    """Slices of each work in turn, so that what else the machine does meets all alike."""
    found: dict[str, list[float]] = {name: [] for name in works}
    for work in works.values():
        _slice(work, seconds)  # warm
    for _ in range(slices):
        for name, work in works.items():
            found[name].append(_slice(work, seconds))
    return {name: _summed(times) for name, times in found.items()}


def _slice(work: Work, seconds: float) -> float:
    units = 0
    begin = time.process_time()
    end = begin + seconds
    while True:
        units += work()
        now = time.process_time()
        if now >= end:
            return (now - begin) * 1e6 / max(units, 1)


def _summed(times: list[float]) -> Measured:
    ordered = sorted(times)
    return Measured(median(ordered), ordered[len(ordered) // 4], ordered[len(ordered) * 3 // 4])
