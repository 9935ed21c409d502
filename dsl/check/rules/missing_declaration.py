"""A game needs a front page, seats, a set-up and a flow."""

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
    place = index.mods[0].name.span if index.mods else game.name.span
    if not index.setups:
        report.error(
            "missing-declaration",
            "The game does not say how it is set up",
            place,
            "no `setup` in any file" if not index.mods else "no `setup` is left",
            help='Write `setup base "Set-up"` at the left margin, and its steps below, indented.',
        )
    if not index.flows:
        report.error(
            "missing-declaration",
            "The game does not say what is done, turn by turn",
            place,
            "no `flow` in any file",
            help="Write `flow` at the left margin, and what happens in it below, indented.",
        )
