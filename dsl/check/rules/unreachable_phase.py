"""A phase that nothing runs."""

from __future__ import annotations

from ... import model as m
from ..declare import first_words
from ..report import Report
from .happens import Happens


def unreachable_phase(game: m.CheckedGame, happens: Happens, report: Report) -> None:
    for name, phase in game.phases.items():
        if name not in happens.phases:
            report.warning(
                "unreachable-phase",
                f"The phase `{name}` is never run",
                first_words(phase.span, len("phase ") + len(name)),
                "nothing runs it",
                help=f"Write `run {name}` in the flow, or take the phase out.",
            )
