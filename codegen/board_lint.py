"""Whether the words on boards can be read, and stay on them: each board is set once, alone and in one piece."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dsl import model
from dsl.cache import key_for, recall, remember

from .boards import Board
from .card_face import PrintSettings
from .fitting import SAFE, unread, well_reported
from .pdf_text import written
from .problems import Problem
from .themes import Theme
from .translation import ENGLISH, Language
from .typesetting import Assets, document
from .typst_run import typeset
from .typst_source import TypesettingError

_JUDGED = 40  # boards whose measures are kept


def board_problems(
    game: model.CheckedGame,
    boards: Sequence[Board],
    theme: Theme,
    settings: PrintSettings,
    say: Language = ENGLISH,
) -> list[Problem]:
    """Words that are too near in colour to what is behind them, and words that come near the edge of a board."""
    store = key_for(f"{theme.digest}/{say.code}", "codegen")
    known: dict[str, dict[str, Any]] = recall(store, "boards") or {}
    new = [board for board in boards if repr(board) not in known]
    if new:
        shown = [_whole(number, board) for number, board in enumerate(new)]
        made = document(game, [], [], theme, settings, {}, Assets(theme, drawn=False), boards=shown, say=say)
        made_of = typeset(made, "pdf", ask=("ink",))
        inks = well_reported("ink", made_of.found["ink"])
        pages = written(made_of.pages[0])
        if len(pages) != len(new):
            raise TypesettingError(f"sheets.typ.jinja: of {len(new)} boards it makes {len(pages)} pages")
        for number, (board, page) in enumerate(zip(new, pages, strict=True)):
            known[repr(board)] = {
                "inks": [ink for ink in inks if ink["card"] == str(number)],
                "edge": [(one.text[:60], away) for one in page if (away := one.from_edge(board.size)) < SAFE - 0.005],
            }
        remember(store, "boards", dict(list(known.items())[-_JUDGED:]))
    found = [(board, known[repr(board)]) for board in boards]
    problems = unread([(board.key, board.title, ink) for board, measures in found for ink in measures["inks"]])
    for board, measures in found:
        if measures["edge"]:
            nearest = min(away for _, away in measures["edge"])
            where = f"{nearest:.1f} mm from the edge" if nearest >= 0 else "beyond the edge"
            words = " ".join(text for text, _ in measures["edge"])[:60]
            message = f"words stand {where} of the board, and {SAFE:g} mm are safe: {words}"
            advice = "Make the board larger (map under [sizes] in print.toml), or shorten what its spaces say."
            problems.append(Problem("warning", board.title, message, code="text-in-bleed", key=board.key, help=advice))
    return problems


def _whole(number: int, board: Board) -> dict[str, object]:
    """A board on a page of its size, for the template, which reports what it writes."""
    return {
        "number": number, "board": board, "page": board.size, "margin": 0, "top": 0,
        "tiles": [{"x": 0, "y": 0, "column": 0, "row": 0}],
        "overlap": 0, "columns": 1, "rows": 1, "width": board.size.width, "height": board.size.height,
        "judged": True, "signs": {space.icon: None for space in board.spaces},
        "light_signs": {space.icon: None for space in board.spaces},
    }  # fmt: skip
