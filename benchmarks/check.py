"""How long `sidescript check` takes, as a whole process: cold, and when nothing has changed."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from statistics import median


def check_times(game: str, runs: int = 5) -> dict[str, float]:
    """Seconds on the clock; the median of some runs."""
    with tempfile.TemporaryDirectory() as cache:
        surroundings = {**os.environ, "SIDESCRIPT_CACHE": cache}
        command = [sys.executable, "-m", "sidescript", "check", game]

        def run(*more: str) -> float:
            begin = time.perf_counter()
            subprocess.run([*command, *more], env=surroundings, check=False, capture_output=True)
            return time.perf_counter() - begin

        run()  # Python's own caches of byte code, and ours
        cached = [run() for _ in range(runs)]
        cold = [run("--no-cache") for _ in range(runs)]
    return {"cold": median(cold), "cached": median(cached)}
