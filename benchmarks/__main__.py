"""Runs all measurements, prints a table, writes JSON."""

from __future__ import annotations

import argparse
import json
import platform
import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from dsl.commands import open_game
from interpreter import build

from . import engine, games
from .check import check_times
from .editor import editor_times, largest
from .slices import Measured, Work, interleaved, on_one_core

PEER = Path(__file__).resolve().parents[2] / "shared" / "peers" / "handwritten" / "disney.py"


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Measure the engine beside a hand-written simulation.",
        epilog="example: python -m benchmarks --peer ../shared/peers/handwritten/disney.py --out out/benchmarks.json",
    )
    parser.add_argument("--game", default="disney-sidekicks", help="the game to measure (default: disney-sidekicks)")
    parser.add_argument("--players", type=int, default=3, help="how many play (default: 3)")
    parser.add_argument("--peer", type=Path, default=PEER, help="a hand-written simulation of the same game")
    parser.add_argument("--slices", type=int, default=41, help="slices of each program (default: 41)")
    parser.add_argument("--out", type=Path, help="where the JSON goes")
    parser.add_argument("--games", action="store_true", help="all built-in games side by side instead")
    arguments = parser.parse_args()

    on_one_core()
    if arguments.games:
        found = games.measure(sorted(games.BARS), arguments.players, arguments.slices, arguments.peer.parent)
        games.show(found, arguments.players)
        _write(arguments.out, {"players": arguments.players, "games": found})
        return 0
    program = build(open_game(arguments.game))
    plays: dict[str, Work] = {"engine": engine.random_play(program, arguments.players)}
    plays |= engine.native_plays(program, arguments.players)
    copies: dict[str, Work] = {"engine": engine.copies(program, arguments.players)}
    peer = arguments.peer.is_file()
    if peer:
        module = engine.load_peer(arguments.peer)
        plays["hand-written"] = engine.peer_play(module, arguments.players)
        copies["hand-written"] = engine.peer_copies(module, arguments.players)
    play = interleaved(plays, arguments.slices)
    copy = interleaved(copies, arguments.slices)
    check = check_times(arguments.game)
    editor = editor_times(largest())

    results: dict[str, Any] = {
        "game": arguments.game,
        "players": arguments.players,
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
        "random_play": {name: _told(one) for name, one in play.items()},
        "copy_in_mid_effect": {name: _told(one) for name, one in copy.items()},
        "check_seconds": {name: round(seconds, 3) for name, seconds in check.items()},
        "editor_seconds": {name: round(seconds, 4) for name, seconds in editor.items()},
    }
    if peer:
        results["random_play"]["ratio"] = round(play["hand-written"].median / play["engine"].median, 3)
        results["copy_in_mid_effect"]["ratio"] = round(copy["engine"].median / copy["hand-written"].median, 2)
    _print(results)
    if not peer:
        print(f"no hand-written simulation at {arguments.peer}: the engine is measured alone", file=sys.stderr)
    _write(arguments.out, results)
    return 0


def _write(path: Path | None, results: dict[str, Any]) -> None:
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
        print(path)


def _told(one: Measured) -> dict[str, Any]:
    return {
        "microseconds": round(one.median, 3),
        "quartiles": [round(one.low, 3), round(one.high, 3)],
        "per_second": round(one.per_second),
    }


def _print(results: dict[str, Any]) -> None:
    play, copy, check = results["random_play"], results["copy_in_mid_effect"], results["check_seconds"]
    table = Table(title=f"{results['game']}, {results['players']} players, Python {results['python']}")
    for column in ("what", "engine", "hand-written", "ratio", "bar"):
        table.add_column(column, justify="left" if column == "what" else "right")
    other = play.get("hand-written")
    table.add_row(
        "decisions a second, random play",
        f"{play['engine']['per_second']:,}",
        f"{other['per_second']:,}" if other else "",
        f"{play['ratio']:.0%}" if other else "",
        "",
    )
    for name in play:
        if name.startswith("native "):
            table.add_row(
                f"the same, played in C by {name.partition(' ')[2]}",
                f"{play[name]['per_second']:,}",
                f"{other['per_second']:,}" if other else "",
                f"{play[name]['per_second'] / other['per_second']:.0%}" if other else "",
                f"at least {games.PEER_BARS[results['game']]:.0%}" if results["game"] in games.PEER_BARS else "",
            )
    other = copy.get("hand-written")
    table.add_row(
        "copy of a state in mid-effect, µs",
        f"{copy['engine']['microseconds']:.2f}",
        f"{other['microseconds']:.2f}" if other else "",
        f"{copy['ratio']:.1f} times" if other else "",
        "at most 20 µs",
    )
    table.add_row("check, whole process, cold, s", f"{check['cold']:.2f}", "", "", "under 1.0 s")
    table.add_row("check, nothing changed, s", f"{check['cached']:.2f}", "", "", "under 0.2 s")
    editor = results["editor_seconds"]
    table.add_row("editor: key to message, largest game, ms", f"{editor['key'] * 1000:.0f}", "", "", "at most 50 ms")
    table.add_row("editor: completion, ms", f"{editor['completion'] * 1000:.0f}", "", "", "")
    Console().print(table)


if __name__ == "__main__":
    sys.exit(main())
