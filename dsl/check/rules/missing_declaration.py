"""A game needs a front page, seats and a flow."""

from __future__ import annotations

from ...source import Span
from ..declare import Index
from ..report import Report


def missing_declaration(index: Index, report: Report) -> None:
    game = index.game
    if game is None:
        place = Span("game.side", 0, 0)
        report.error(
            "missing-declaration",
            "There is no game here",
            place,
            "no `game` line in any file",
            help='Begin game.side with `game name "Title"`.',
        )
        return
    if game.seats is None:
        report.error(
            "missing-declaration",
            "The game does not say who plays",
            game.name.span,
            "no `seats` line",
            help="Add below it, indented: `seats 2 to 4 as Player`.",
        )
    if not index.flows:
        report.error(
            "missing-declaration",
            "The game does not say what is done, turn by turn",
            game.name.span,
            "no `flow` in any file",
            help="Write `flow` at the left margin, and what happens in it below, indented.",
        )
