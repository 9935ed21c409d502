"""What may be asked of sheets, and cards of one size."""

from __future__ import annotations

from attrs import frozen

from .card_face import CardFace
from .sheet_layout import (
    Backs,
    Grid,
    MarkStyle,
)

BLEED = 1.5  # how far the colour of a frame runs over the outer cuts, in mm, where nothing else is asked for


@frozen
class SheetOptions:
    """How sheets are laid out. `offset` moves backs, in mm, to where a printer's other side really lies.

    `bleed`: how far colours run over the cuts, in mm; `apart`: round every card, so that cards lie apart, and not only
    round the sheet. `size`: of all cards; None: of each Kind as the game's print file says.
    """

    paper: str = "a4"
    size: str | None = None
    backs: Backs = "long-edge"
    marks: MarkStyle = "crop"
    bleed: float = BLEED
    apart: bool = False
    offset: tuple[float, float] = (0.0, 0.0)
    theme: str | None = None
    parts: tuple[str, ...] = ("cards",)  # of PARTS


PARTS = ("cards", "pieces", "boards", "summary")


@frozen
class Group:
    """Cards of one size, and how so many of them lie on a sheet."""

    on: Grid
    size_name: str
    copies: tuple[CardFace, ...]
