"""All built-in games side by side: random play in Python and C, copies in mid-effect, greedy agents."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from attrs import frozen
from rich.console import Console
from rich.table import Table

from dsl.commands import open_game
from interpreter import build

from . import engine
from .slices import Work, interleaved

FIRST = "disney-sidekicks"
PEERS = {FIRST: "disney.py", "tokyo-sidekick": "tokyo.py"}


@frozen
class Bars:
    """What must hold of a game: microseconds of a copy, and its decisions beside those of the first game."""

    copy: int
    beside: float | None = None


BARS = {
    FIRST: Bars(20),
    "sidekick-saga": Bars(40, 1 / 3),
    "tokyo-sidekick": Bars(30),
    "villains-and-vigilantes": Bars(30, 1 / 2),
}
PEER_BARS = {FIRST: 0.65, "tokyo-sidekick": 0.6}  # random play beside the hand-written program, in C


def measure(names: Sequence[str], players: int, slices: int, peers: Path) -> dict[str, dict[str, Any]]:
    """Decisions a second and microseconds a copy of each game, all in turn; a peer that is not there is left out."""
    plays: dict[str, Work] = {}
    copies: dict[str, Work] = {}
    for name in names:
        program = build(open_game(name))
        plays[f"{name} python"] = engine.random_play(program, players)
        plays |= {f"{name} {how}": work for how, work in engine.native_plays(program, players, ("tcc",), 5).items()}
        plays[f"{name} greedy"] = engine.greedy_play(program, players)
        copies[name] = engine.copies(program, players)
        peer = peers / PEERS.get(name, "-")
        if peer.is_file():
            plays[f"{name} hand-written"] = engine.peer_play(engine.load_peer(peer), players)
        elif name in PEERS:
            print(f"no hand-written simulation at {peer}: {name} is measured alone", file=sys.stderr)
    played = interleaved(plays, slices)
    copied = interleaved(copies, slices)
    found: dict[str, dict[str, Any]] = {name: {"copy": round(copied[name].median, 2)} for name in names}
    for key, one in played.items():
        name, _, what = key.partition(" ")
        found[name][what] = round(one.per_second)
    return found


def show(found: dict[str, dict[str, Any]], players: int) -> None:
    table = Table(title=f"Decisions a second, {players} players, one core")
    for column in ("game", "Python", "C by tcc", "greedy", "beside the first game", "hand-written", "copy, µs"):
        table.add_column(column, justify="left" if column == "game" else "right")
    for name, one in found.items():
        bars = BARS.get(name, Bars(40))
        beside = one["python"] / found[FIRST]["python"] if FIRST in found else None
        peer = one.get("hand-written")
        ratio = f"{one['python'] / peer:.0%}, in C {one.get('native tcc', 0) / peer:.0%}" if peer else ""
        table.add_row(
            name,
            f"{one['python']:,}",
            f"{one['native tcc']:,}" if "native tcc" in one else "",
            f"{one['greedy']:,}",
            f"{beside:.0%}" + (f" (bar {bars.beside:.0%})" if bars.beside else "") if beside is not None else "",
            f"{ratio} (bar {PEER_BARS[name]:.0%})" if peer else "",
            f"{one['copy']:.1f} (bar {bars.copy})",
        )
    Console().print(table)
