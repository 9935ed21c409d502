"""Every text that a game prints: what a catalogue of another language holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import get_args

from attrs import evolve

from dsl import model

from .boards import boards
from .card_face import PrintSettings
from .colophon import CREDITS, CUTS, OWN_FONT, SUMMARIES, colophon
from .pieces import SMALL
from .rules_pages import html, pdf_source
from .rules_reference import Example
from .selection import Selection, selected
from .sheet_layout import Backs
from .sheet_options import PARTS, SheetOptions
from .sheets import SIDES, caption, group_of, printed_faces
from .themes import theme_of
from .translation import Language, Noun, translated_board, translated_face, translated_settings
from .typesetting import ask_for_backs

CARDS = (
    "{game}: cards",
    "{board} · row {row} of {rows}, column {column} of {columns} · neighbours overlap up to the marks",
)


def printed_texts(
    game: model.CheckedGame,
    settings: PrintSettings,
    wanted: Selection | None = None,
    examples: Sequence[Example] = (),
) -> Mapping[str | Noun, str]:
    """The texts in the order in which they are printed, each with where it stands first.

    Everything is put into words as for printing, in a language that knows nothing and remembers what it was asked.
    `wanted`: only what a sheet of these cards and pieces needs, without boards and rules. Raises SelectionError.
    """
    say = Language("und")
    theme = theme_of(settings)
    every = printed_faces(game, settings, PARTS)
    if wanted is not None:
        every = selected(game, every, settings, wanted, lambda face: "")
    shown = [translated_face(face, game, say) for face in every]
    translated_settings(settings, game, say)
    ask_for_backs(game, settings, shown, say)
    for board in boards(game, settings, theme.colour) if wanted is None else ():
        translated_board(board, say)
    say.where = "sheets"
    with_boards = wanted is None
    with_pieces = any(face.layout in SMALL for face in shown)
    for text in (*(CARDS if with_boards else CARDS[:1]), "and", "or"):
        say(text)
    for side in SIDES:
        caption(game, side, (1, 1), say)
    group = group_of(SheetOptions(), "poker", [evolve(face, copies=1) for face in shown])
    for backs in get_args(Backs):
        of_cards = evolve(group, copies=tuple(face for face in group.copies if face.layout == "card"))
        for groups in ([group], [of_cards], *([[]] if with_boards else [])):
            for ruled in (True, False):
                colophon(game, groups, theme, settings, SheetOptions(backs=backs), shown, say, ruled=ruled)
    for text in (*SUMMARIES, *CREDITS, *CUTS, OWN_FONT):
        if (with_boards or "board" not in text) and (with_pieces or "piece" not in text):
            say(text)
    if wanted is not None:
        return say.asked
    html(game, settings, say, examples=examples)
    pdf_source(game, settings, say, examples=examples)
    return say.asked
