"""A define or verb that nothing uses: perhaps it was meant to replace another one, and its name is misspelt."""

from __future__ import annotations

from ... import model as m
from ..report import Report
from ..walk import nodes, played

FOR_THE_ENGINE = {".greedy_score", ".unopened"}
"""Defines that a game makes for the computer players, and for what is printed of a campaign."""


def never_used(game: m.CheckedGame, report: Report) -> None:
    everything = (
        *played(game),
        game.defines,
        game.groups,
        game.boards,
        game.zones,
        game.attributes,
        game.endings,
        game.laws,
        game.builds,
        game.score,
        game.tests,
        game.joint,
        game.ties,
        game.asked,
        game.tiers_from,
        game.turn_order,
    )
    defines: set[str] = set()
    verbs: set[str] = set()
    for node in nodes(everything):
        match node:
            case m.DefineValue(define=key):
                defines.add(key)
            case m.Event(verb=name) | m.Pattern(name=name):
                verbs.add(name)
            case _:
                pass
    for key, define in game.defines.items():
        number = isinstance(define.value, m.Literal) and not define.owner  # what reads it has the number itself
        if key not in defines and key not in FOR_THE_ENGINE and not number:
            report.hint(
                "never-used",
                f"The define `{define.name}` is never used",
                define.span,
                "nothing reads it",
                help="Take it out, or correct its name.",
            )
    for name, verb in game.verbs.items():
        if name not in verbs:
            report.hint(
                "never-used",
                f"The verb `{name}` is never done",
                verb.span,
                "nothing does it",
                help="Take it out, or correct its name.",
            )
