"""How long printing takes: `sidescript` as a whole process, warm, that is, with a game that was checked and measured
before; and the preview of an editor in a process that runs already.

`python -m benchmarks.printing`. Wall time depends on what else a machine does, so the processor time of all cores and
the memory are told beside it.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

from attrs import evolve, frozen
from rich.console import Console
from rich.table import Table

from dsl.library import LIBRARY, find_game

BASE = "disney-sidekicks"
BARS = {"sheets": 3.5, "memory": 600, "preview": 0.1, "table": 4.0}


@frozen
class Run:
    """One process: seconds on the clock, seconds of all cores, and the most memory in MB."""

    wall: float
    processor: float
    memory: float


def run(words: list[str]) -> Run:
    """`sidescript` with these words, as a process of its own."""
    surroundings = {**os.environ, "PYTHONPATH": str(LIBRARY.parent)}
    if "SIDESCRIPT_CACHE" in surroundings:  # warm also means that Python has its bytecode, as in every installation
        surroundings.pop("PYTHONDONTWRITEBYTECODE", None)
        surroundings["PYTHONPYCACHEPREFIX"] = f"{surroundings['SIDESCRIPT_CACHE']}/bytecode"
    begin = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "sidescript", *words], env=surroundings, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    said = process.stdout.read() if process.stdout is not None else b""
    _, status, used = os.wait4(process.pid, 0)
    wall = time.perf_counter() - begin
    if status:
        raise SystemExit(f"{' '.join(words)} failed: {said.decode()}")
    scale = 1_000_000 if sys.platform == "darwin" else 1000
    return Run(wall, used.ru_utime + used.ru_stime, used.ru_maxrss / scale)


def large_game(folder: Path, cards: int) -> Path:
    """A mod that brings a built-in game to so many different cards, with the texts of those that there are."""
    texts = [path.read_text("utf-8") for path in sorted((find_game(BASE) / "cards" / "danger").rglob("*.side"))]
    found = [text for text in texts if re.match(r"\w+ \w+ \"", text) and len(re.findall(r"^\w", text, re.M)) == 1]
    made = []
    for number in range(cards):
        text = found[number % len(found)]
        text = re.sub(r'^(\w+) (\w+) "([^"]+)"', rf'\1 \2_{number} "\3 {number}"', text, count=1, flags=re.M)
        made.append(text)
    folder.mkdir(parents=True)
    (folder / "game.side").write_text(f'mod many "Many Cards" extends {BASE.replace("-", "_")}\n', "utf-8")
    (folder / "cards.side").write_text("\n\n".join(made), "utf-8")
    return folder


def sheets(folder: Path, times: int) -> dict[str, Any]:
    """A thousand different cards, fronts and backs."""
    game, out = large_game(folder / "many", 1000), folder / "many.pdf"
    words = ["sheets", str(game), "--once", "--kinds", "Danger", "--without", *_others(), "-o", str(out)]
    cold = run(words)
    return {"cold": cold, "warm": [run(words) for _ in range(times)], "megabytes": out.stat().st_size / 1e6}


def _others() -> list[str]:
    """The cards of the game itself, so that those of the mod are left."""
    from dsl.commands import open_game

    game = open_game(BASE)
    return [",".join(thing.name for thing in game.things.values() if thing.kinds[0] == "Danger")]


def table(folder: Path, times: int) -> dict[str, Any]:
    """69 cards as one sheet for Tabletop Simulator."""
    game = large_game(folder / "deck", 69)
    words = [
        "export", str(game), "--for", "tabletop-simulator", "--kinds", "Danger", "--without", *_others(),
        "-o", str(folder / "table"),
    ]  # fmt: skip
    return {"cold": run(words), "warm": [run(words) for _ in range(times)]}


def preview(folder: Path, times: int) -> dict[str, Any]:
    """The picture of one card of a hundred whose text has just changed, in a process that runs."""
    from codegen.preview import card_svg
    from dsl.commands import open_game

    home = large_game(folder / "hundred", 100)
    game = open_game(str(home))
    name = next(thing.name for thing in game.things.values() if thing.name.endswith("_50"))
    card_svg(game, home, name)
    found, processor = [], []
    for number in range(times):
        changed = evolve(game.things[name], flavour=f"A word that is new, {number} times.")
        edited = evolve(game, things={**game.things, name: changed})
        begin, used = time.perf_counter(), time.process_time()
        card_svg(edited, home, name)
        found.append(time.perf_counter() - begin)
        processor.append(time.process_time() - used)
    return {"wall": found, "processor": processor}


def measure(times: int) -> dict[str, Any]:
    """All of them, with caches of their own."""
    with tempfile.TemporaryDirectory(prefix="sidescript-benchmark-") as name:
        os.environ["SIDESCRIPT_CACHE"] = f"{name}/cache"
        folder = Path(name)
        return {"preview": preview(folder, 5 * times), "table": table(folder, times), "sheets": sheets(folder, times)}


def show(found: dict[str, Any]) -> dict[str, Any]:
    """A table for people; what it says comes back as plain numbers."""
    sheet, deck, look = found["sheets"], found["table"], found["preview"]
    plain = {
        "sheets": _told(sheet), "table": _told(deck), "file_megabytes": round(sheet["megabytes"], 1),
        "preview": {"wall": round(median(look["wall"]), 3), "processor": round(median(look["processor"]), 3)},
    }  # fmt: skip
    table = Table(title="printing; medians, warm")
    for column in ("what", "seconds", "of all cores", "MB", "bar"):
        table.add_column(column, justify="left" if column == "what" else "right")
    for title, one, bar in (
        ("1,000 cards to a PDF", plain["sheets"], f"{BARS['sheets']} s, {BARS['memory']} MB"),
        ("69 cards for a virtual table", plain["table"], f"{BARS['table']} s"),
    ):
        table.add_row(title, f"{one['wall']:.2f}", f"{one['processor']:.2f}", f"{one['memory']:.0f}", bar)
        cold = one["cold"]
        table.add_row(
            "  the same, cold", f"{cold['wall']:.2f}", f"{cold['processor']:.2f}", f"{cold['memory']:.0f}", ""
        )
    one = plain["preview"]
    table.add_row("preview of a changed card of 100", f"{one['wall']:.3f}", f"{one['processor']:.3f}", "", "0.1 s")
    Console().print(table)
    return plain


def _told(one: dict[str, Any]) -> dict[str, Any]:
    warm = one["warm"]
    best = {
        "wall": round(median(each.wall for each in warm), 2),
        "processor": round(median(each.processor for each in warm), 2),
        "memory": round(max(each.memory for each in warm)),
    }
    cold = one["cold"]
    first = {"wall": round(cold.wall, 2), "processor": round(cold.processor, 2), "memory": round(cold.memory)}
    return {**best, "cold": first}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.printing", description="Measure printing.")
    parser.add_argument("--times", type=int, default=3, help="how often each is measured (default: 3)")
    parser.add_argument("--out", type=Path, help="where the JSON goes")
    arguments = parser.parse_args()
    plain = show(measure(arguments.times))
    if arguments.out is not None:
        arguments.out.parent.mkdir(parents=True, exist_ok=True)
        arguments.out.write_text(json.dumps(plain, indent=2) + "\n", encoding="utf-8")
        print(arguments.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
