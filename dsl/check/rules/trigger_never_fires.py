"""An answer to something that never happens."""

from __future__ import annotations

from ... import model as m
from ..report import Report
from ..walk import sources
from .happens import Happens


def trigger_never_fires(game: m.CheckedGame, happens: Happens, report: Report) -> None:
    for source in sources(game):
        for ability in source.abilities:
            match ability:
                case m.Trigger(pattern=pattern) if not happens.event(pattern):
                    _report(report, pattern.what, pattern.name, pattern)
                case m.AtMoment(moment=moment) if not happens.moment(moment.of):
                    _report(report, "moment", moment.of, moment)
                case _:
                    pass
    for thing in game.things.values():
        for section in thing.sections.values():
            if section.pattern is not None and not happens.event(section.pattern):
                _report(report, section.pattern.what, section.pattern.name, section.pattern)


def _report(report: Report, what: str, name: str, node: m.Node) -> None:
    why = {
        "verb": f"nothing in the game does `{name}`",
        "action": f"no `takes` opens a menu with `{name}`",
        "phase": f"nothing runs `{name}`",
        "moment": f"`{name}` never begins",
    }[what]
    report.warning(
        "trigger-never-fires",
        f"This never happens: `{name}`",
        node.span,
        why,
        help="Let something do it, or take the ability out.",
    )
