"""What is wrong with printed cards, as messages with codes and places, and what a run of sheets has made."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Literal as Choice

from attrs import frozen

from dsl import model
from dsl.diagnostics.codes import register
from dsl.diagnostics.diagnostic import Diagnostic, Label
from dsl.source import NOWHERE, Span

from .wording import agreement

_MANY = 3  # so many cards without room are named one by one

_LONGEST = 80  # letters of a title in a message

CODES = {
    "backs-differ": "Cards that lie face down in one deck have different backs, or none.",
    "art-missing": "A game has pictures, but not for this card.",
    "cards-not-chosen": "The choice of cards names what there is not or is several things, or chooses nothing.",
    "colour-alone": "Two pieces differ in nothing but their colour.",
    "font-unusable": "A font file of the game's own cannot be printed.",
    "file-name-clash": "Two cards or pictures want the same name of a file.",
    "low-contrast": "Words have a colour that is too near to the colour behind them.",
    "low-resolution": "A picture has too few pixels for the size at which it is printed.",
    "missing-glyph": "No font of the theme can show a character, or a title has none that is seen.",
    "picture-of-nothing": "A picture has the name of no card.",
    "picture-outside": "A picture leads out of its folder.",
    "picture-refused": "A drawing holds what is not printed: words, entities, or other files.",
    "picture-too-large": "A picture is larger than pictures may be.",
    "picture-unreadable": "A picture is damaged, is not what its name says, or is of a sort that is not printed.",
    "print-name": "The print file names something that the game does not have.",
    "print-file": "A print file or a folder of looks cannot be used.",
    "shop-refuses": "A print shop or virtual table would not take these files.",
    "template-failed": "A template of the game's own cannot be set.",
    "text-in-bleed": "Words stand nearer to the cut of a card than is safe.",
    "text-overflow": "The words of a card do not fit on it.",
    "title-too-long": "The title of a card does not fit on its line.",
    "unknown-icon": "The print file names an icon that the theme does not have.",
    "unsafe-file-name": "Some systems do not take the name of a file.",
    "untranslated": "Something printed is not translated, or its translation says other numbers.",
    "word-too-wide": "A word is wider than the card.",
}
register(CODES)


@frozen
class Problem:
    """Something wrong with what is printed.

    `card`: what it is about, as its reader calls it. `code`: one of CODES. It stands where `key` (a face, zone or
    map) is declared, or in `file`. `page`: the first page of the PDF on which it is seen.
    """

    severity: Choice["error", "warning"]
    card: str
    message: str
    room: bool = False  # the card has too little room for its words
    code: str = ""
    key: str = ""
    file: Path | None = None
    help: str = ""
    page: int = 0
    word: str = ""  # in `file`, where it says so
    place: tuple[int, int] | None = None  # line and column in `file`, from 1

    def __str__(self) -> str:
        return f"{self.severity}: {self.headline}"

    @property
    def headline(self) -> str:
        card = self.card if len(self.card) <= _LONGEST else f"{self.card[: _LONGEST - 1]}…"
        return f"{card}: {self.message}" if card else self.message

    def located(self, game: model.CheckedGame) -> Diagnostic:
        """As a message with its place: the declaration of the thing, or the file."""
        names = (self.key.partition(" (")[0], self.key.partition(" ")[0])
        every: tuple[Mapping[str, model.Node], ...] = (game.things, game.resources, game.zones, game.maps)
        declared = next((one[name] for name in names for one in every if name in one), None)
        span = declared.span if declared else NOWHERE
        if self.file is not None:
            span = place_at(self.file, *self.place) if self.place is not None else place_in(self.file, self.word)
        notes = (f"It is on page {self.page}.",) if self.page else ()
        return Diagnostic(self.code, self.severity, self.headline, Label(span), notes=notes, help=self.help or None)


def place_in(file: Path, word: str) -> Span:
    """Where a print file says a word, or else its beginning."""
    at = text_of(file).find(word) if word else -1
    return Span(str(file), max(at, 0), max(at, 0) + (len(word) if at >= 0 else 0))


def place_at(file: Path, line: int, column: int = 1) -> Span:
    """Where a line and a column of a file are, each from 1; its end, if it is shorter."""
    lines = text_of(file).splitlines(keepends=True)
    before = sum(map(len, lines[: line - 1]))
    at = min(before + column - 1, before + max(len("".join(lines[line - 1 : line]).rstrip("\n")) - 1, 0))
    return Span(str(file), at, at)


_PLACE = re.compile(r"([\w-]+(?:\.html|\.md|\.typ|)\.(?:typ|jinja))(?:: line (\d+)|:(\d+):(\d+)|): ")


def of_template(message: str, looks: Path | None) -> Problem:
    """That a document cannot be set, at the line of the template in a folder of looks if that is known."""
    found = _PLACE.match(message)
    file = looks / found[1] if looks is not None and found is not None else None
    if found is None or file is None or not file.is_file():
        return Problem("error", "", message, code="template-failed", file=looks)
    line, column = int(found[2] or found[3] or 1), int(found[4] or 0) + 1  # Typst counts columns from 0
    said = message[found.end() :]
    return Problem("error", "", said, code="template-failed", file=file, place=(line, column))


def text_of(file: Path) -> str:
    """What stands in a print file; nothing for what cannot be read."""
    try:
        return file.read_text("utf-8") if file.is_file() else ""
    except (OSError, ValueError):
        return ""


@frozen
class SheetReport:
    """What was made. `written` is False if an error kept the file from being written."""

    out: Path
    cards: int
    pages: int
    problems: tuple[Problem, ...]
    larger: tuple[str, ...] = ()  # sizes of cards with more room

    @property
    def written(self) -> bool:
        return not any(problem.severity == "error" for problem in self.problems)

    @property
    def shown(self) -> tuple[Problem, ...]:
        """The problems to tell of: many cards without room are one line that says what to do."""
        tight = list(dict.fromkeys(problem.card for problem in self.problems if problem.room))
        if len(tight) <= _MANY:
            return self.problems
        names = agreement.listing([*tight[:_MANY], f"{len(tight) - _MANY} more"])
        advice = "a larger --size gives them room"
        if self.larger:
            advice += f" ({agreement.listing(self.larger, 'or')})"
        told = Problem(
            "error", "", f"the words of {len(tight)} cards do not fit ({names}); {advice}", code="text-overflow"
        )
        return (*(problem for problem in self.problems if not problem.room), told)
