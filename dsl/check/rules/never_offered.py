"""Actions that nobody can ever take, and sections that nothing performs."""

from __future__ import annotations

from ... import model as m
from ..report import Report
from ..walk import sources
from .happens import Happens


def never_offered(game: m.CheckedGame, happens: Happens, report: Report) -> None:
    for source in sources(game):
        for action in source.actions:
            if action.name not in happens.free and not any(menu in happens.menus for menu in action.menus):
                report.warning(
                    "never-offered",
                    f"The action `{action.name}` is never offered",
                    action.span,
                    "nothing opens its menu",
                    help=f"Let somebody open it: `x takes any {action.menus[0]}`." if action.menus else None,
                )
                continue
            for clause in action.clauses:
                if isinstance(clause, m.Needs) and _never(clause.condition):
                    report.warning(
                        "never-offered",
                        f"The action `{action.name}` is never offered",
                        clause.span,
                        "this is never so",
                        help="Correct the condition, or take the action out.",
                    )
    written = {key: body for thing in game.things.values() for key, body in thing.sections.items()}
    for kind in game.kinds.values():
        for key, section in kind.sections.items():
            if key not in happens.sections and key in written:
                report.warning(
                    "never-offered",
                    f"The section `{section.name}` is written, but never performed",
                    section.span,
                    "nothing performs it",
                    other=((written[key].span, "written here"),),
                    help=f"Say when: `perform {section.name} of x`.",
                )


def _never(value: m.Value) -> bool:
    """Is a condition never true, whatever happens?"""
    match value:
        case m.Literal(value=False):
            return True
        case m.Comparison(operator, m.Literal(int() as a), m.Literal(int() as b)):
            sure = {"==": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}
            return not sure[operator]
        case m.Comparison("<", left, right) | m.Comparison("!=", left, right) | m.Comparison(">", left, right):
            return left == right
        case m.Logic("and", left, right):
            return _never(left) or _never(right)
        case m.Logic("or", left, right):
            return _never(left) and _never(right)
        case m.Not(m.Literal(value=True)):
            return True
        case _:
            return False
