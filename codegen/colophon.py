"""The last page of a PDF of sheets: how to print, what is in it, what is stand-in, whose work it is."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version

from dsl import model

from .card_face import CardFace, PrintSettings
from .fonts import font_source
from .pictures import NONE, Pictures
from .pieces import SMALL
from .sheet_options import Group, SheetOptions
from .themes import Theme
from .translation import ENGLISH, Language
from .wording import agreement
from .wording.scope import kind_noun


def colophon(
    game: model.CheckedGame,
    groups: Sequence[Group],
    theme: Theme,
    settings: PrintSettings,
    how: SheetOptions,
    omitted: Sequence[CardFace] = (),
    say: Language = ENGLISH,
    pictures: Pictures = NONE,
    boards: int = 0,
    ruled: bool = True,
) -> dict[str, object]:
    """The last page: how to print, what is in the file and what is not, what is stand-in, whose work it is.

    `pictures`: those of the game's own; `boards`: how many are in the file; `ruled`: is there a line to measure?
    """
    say.where = "last page"
    copies = [face for group in groups for face in group.copies]
    sizes: dict[bool, dict[str, None]] = {False: {}, True: {}}
    for group in groups:
        piece = all(face.layout in SMALL for face in group.copies)
        sizes[piece][f"{say.number(group.on.card.width)} × {say.number(group.on.card.height)} mm"] = None
    stand_ins: dict[str, dict[str, None]] = {}
    for face in dict.fromkeys(copies):
        if face.stand_in:
            named = face.title if face.stand_in == ("everything",) else f"{face.title}: {', '.join(face.stand_in)}"
            stand_ins.setdefault(face.kind_line, {})[named] = None
    fonts = []
    for family in (theme.title_font, theme.text_font):
        found = font_source(family, theme.own_fonts)
        if found is not None and found.digest:
            fonts.append(say(OWN_FONT).format(font=family))
        else:
            fonts.append(f"{family} ({found.licence})" if found is not None else theme.fallback_font)
    of_cards, of_pieces = (say.listing(list(found), "or") for found in sizes.values())
    if of_cards and of_pieces:
        cut = say(CUTS[2]).format(sizes=of_cards, pieces=of_pieces)
    elif of_pieces:
        cut = say(CUTS[1]).format(pieces=of_pieces)
    else:
        cut = say(CUTS[0]).format(sizes=of_cards)
    sections: list[dict[str, object]] = [
        {
            "title": say("How to print"),
            "lines": [
                say(_AT_FULL_SIZE if ruled else _WITHOUT_LINE),
                *([say(_TURN[how.backs])] if copies else []),
                cut if groups else say("Boards overlap; glue them at the marks."),
            ],
        },
    ]
    if copies:
        sections.append({"title": say("Cards"), "lines": [f"{counts(game, copies, say)}."]})
    if omitted:
        every = [face for face in omitted for _ in range(face.copies)]
        told = say("Left out are {cards}.").format(cards=counts(game, every, say))
        titles = say.listing(list(dict.fromkeys(face.title for face in omitted)))
        sections.append({"title": say("Not in this file"), "lines": [told, f"{titles}."]})
    if settings.unopened:
        told = say("What this campaign has not opened yet is left out.")
        sections.append({"title": say("Not open yet"), "lines": [told]})
    if stand_ins:
        lines = [say("These cards, or parts of them, are stand-ins: the printed original is not known.")]
        lines += [f"{kind}: {'; '.join(titles)}." for kind, titles in stand_ins.items()]
        sections.append({"title": say("Stand-ins"), "small": len(" ".join(lines)) > _LONG, "lines": lines})
    set_with = say("Fonts: {fonts}. Set with Typst {version}.")
    sections.append(
        {
            "title": say("Credits"),
            "lines": [
                *(say(line) for line in settings.credits),
                *(say(line) for line in _drawn_by(copies, pictures, theme)),
                set_with.format(fonts=say.listing(fonts), version=typst_version()),
            ],
        }
    )
    different = len({face.key for face in copies})
    summary = say(_summary(copies, different, boards)).format(count=len(copies) or boards, different=different)
    return {"summary": summary, "sections": sections}


CUTS = (
    "Cut along the marks: a card is {sizes}.",
    "Cut along the marks: a piece is {pieces}.",
    "Cut along the marks: a card is {sizes}, a piece {pieces}.",
)
SUMMARIES = (
    "1 board, made by Sidescript.",
    "{count} boards, made by Sidescript.",
    "1 card, made by Sidescript.",
    "1 piece, made by Sidescript.",
    "{count} copies of one card, made by Sidescript.",
    "{count} cards, made by Sidescript.",
    "{count} cards and pieces, made by Sidescript.",
    "{count} cards, {different} of them different, made by Sidescript.",
    "{count} cards and pieces, {different} of them different, made by Sidescript.",
)
_LONG = 1200  # letters that fill half a page: more of them are set smaller
OWN_FONT = "{font} (a file of this game’s own)"
_DRAWN = "The pictures are drawn by Sidescript from the names of the cards."
_OWN = "The pictures are this game’s own."
_SOME_OWN = "The pictures are this game’s own; where it has none, Sidescript draws one from the name of the card."
_ICONS = "The icons are Sidescript’s own."
_SOME_ICONS = "The icons are this game’s own; others are Sidescript’s."
CREDITS = (_DRAWN, _OWN, _SOME_OWN, _ICONS, _SOME_ICONS)


def _summary(copies: Sequence[CardFace], different: int, boards: int) -> str:
    if not copies:
        return SUMMARIES[0] if boards == 1 else SUMMARIES[1]
    only_cards = all(face.layout == "card" for face in copies)
    if len(copies) == 1:
        return SUMMARIES[2] if only_cards else SUMMARIES[3]
    if different == 1 and only_cards:
        return SUMMARIES[4]
    if different == len(copies):
        return SUMMARIES[5] if only_cards else SUMMARIES[6]
    return SUMMARIES[7] if only_cards else SUMMARIES[8]


def _drawn_by(copies: Sequence[CardFace], pictures: Pictures, theme: Theme) -> list[str]:
    """Who drew what is in this file: pictures, of which a theme that saves ink has none, and icons."""
    own = {pictures.of(face.key) is not None for face in copies if face.layout == "card"}
    drawn = {frozenset({True}): [_OWN], frozenset({True, False}): [_SOME_OWN], frozenset({False}): [_DRAWN]}
    own_icons = theme.own and next((theme.folder / "icons").glob("*.svg"), None) is not None
    return [*(drawn.get(frozenset(own), []) if not theme.low_ink else []), _SOME_ICONS if own_icons else _ICONS]


_AT_FULL_SIZE = "Print at 100 % (“actual size”), never “fit to page”. A line at the foot of a sheet is 50 mm long."
_WITHOUT_LINE = "Print at 100 % (“actual size”), never “fit to page”."
_TURN = {
    "none": "There are no backs.",
    "fold": "Fold each sheet along the dashed line, glue it, and cut then.",
    "separate": "The backs stand behind the fronts, on pages of their own.",
    "long-edge": "Print on both sides, turned over the long edge.",
    "short-edge": "Print on both sides, turned over the short edge.",
}


def counts(game: model.CheckedGame, copies: Sequence[CardFace], say: Language = ENGLISH) -> str:
    """ "12 Danger cards, 1 Grave Danger card and 4 Villagers": what there is, in words."""
    numbers: dict[str, int] = {}
    for face in copies:
        what = face.layout if face.layout in _SORTS else face.kind
        numbers[what] = numbers.get(what, 0) + 1
    of_noun: dict[tuple[str, str], int] = {}
    for what, count in numbers.items():  # two Kinds may have one noun
        noun = say.noun(_SORTS.get(what) or _noun(game, what, copies))
        of_noun[noun] = of_noun.get(noun, 0) + count
    return say.listing([f"{count} {noun[0 if count == 1 else 1]}" for noun, count in of_noun.items()])


_SORTS = {"standee": ("figure", "figures"), "summary": ("turn summary", "turn summaries"), "track": ("track", "tracks")}
"""What is not counted with the cards of its Kind: a figure of a hero is no card of one."""


def _noun(game: model.CheckedGame, kind: str, copies: Sequence[CardFace]) -> tuple[str, str]:
    if kind in game.kinds or kind in game.resources:
        return kind_noun(game, kind)
    line = next(face.english or face.kind_line for face in copies if face.kind == kind)
    return line, agreement.capital(kind)  # a line of the contents: its words are those of many


def typst_version() -> str:
    try:
        return version("typst")
    except PackageNotFoundError:  # pragma: no cover
        return ""
