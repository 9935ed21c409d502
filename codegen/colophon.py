"""The last page of a PDF of sheets: how to print, what is in it, what is stand-in, whose work it is."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version

from dsl import model

from .card_face import CardFace, PrintSettings
from .fonts import font_source
from .sheet_options import Group, SheetOptions
from .themes import Theme
from .wording import agreement
from .wording.scope import kind_noun


def colophon(
    game: model.CheckedGame,
    groups: Sequence[Group],
    theme: Theme,
    settings: PrintSettings,
    how: SheetOptions,
    omitted: Sequence[CardFace] = (),
) -> dict[str, object]:
    """The last page: what is stand-in, how to print, whose work it is."""
    copies = [face for group in groups for face in group.copies]
    measures = groups and agreement.listing(
        dict.fromkeys(f"{group.on.card.width:g} × {group.on.card.height:g} mm" for group in groups), "or"
    )
    stand_ins: dict[str, dict[str, None]] = {}
    for face in dict.fromkeys(copies):
        if face.stand_in:
            named = face.title if face.stand_in == ("everything",) else f"{face.title}: {', '.join(face.stand_in)}"
            stand_ins.setdefault(face.kind_line, {})[named] = None
    turn = {
        "none": "There are no backs.",
        "fold": "Fold each sheet along the dashed line, glue it, and cut then.",
        "separate": "The backs stand behind the fronts, on pages of their own.",
        "long-edge": "Print on both sides, turned over the long edge.",
        "short-edge": "Print on both sides, turned over the short edge.",
    }[how.backs]
    fonts = []
    for family in (theme.title_font, theme.text_font):
        found = font_source(family)
        fonts.append(f"{family} ({found.licence})" if found is not None else f"{theme.fallback_font}, for {family}")
    sections: list[dict[str, object]] = [
        {
            "title": "How to print",
            "columns": 1,
            "lines": [
                "Print at 100 % (“actual size”), never “fit to page”. The line at the foot of a sheet is 50 mm long.",
                turn,
                f"Cut along the marks: a card is {measures}."
                if measures
                else "Boards overlap; glue them at the marks.",
            ],
        },
        {"title": "Cards", "columns": 1, "lines": [agreement.sentence(counts(game, copies))] if copies else []},
    ]
    if omitted:
        told = agreement.sentence(
            f"left out are {counts(game, [face for face in omitted for _ in range(face.copies)])}"
        )
        titles = agreement.sentence(agreement.listing(dict.fromkeys(face.title for face in omitted)))
        sections.append({"title": "Not in this file", "columns": 1, "lines": [told, titles]})
    if stand_ins:
        lines = ["These cards, or parts of them, are stand-ins: the printed original is not known."]
        lines += [f"{kind}: {'; '.join(titles)}." for kind, titles in stand_ins.items()]
        sections.append({"title": "Stand-ins", "columns": 1, "lines": lines})
    sections.append(
        {
            "title": "Credits",
            "columns": 1,
            "lines": [
                *settings.credits,
                "All pictures are drawn by Sidescript from the names of the cards; all icons are its own.",
                f"Fonts: {agreement.listing(fonts)}. Set with Typst {typst_version()}.",
            ],
        }
    )
    what = "cards" if all(face.layout == "card" for face in copies) else "cards and pieces"
    different = len({face.key for face in copies})
    return {
        "summary": f"{len(copies)} {what}, {different} of them different, made by Sidescript.",
        "sections": sections,
    }


def counts(game: model.CheckedGame, copies: Sequence[CardFace]) -> str:
    """ "12 Danger cards, 1 Grave Danger card and 4 Villagers": what there is, in words."""
    numbers: dict[str, int] = {}
    for face in copies:
        numbers[face.kind] = numbers.get(face.kind, 0) + 1
    nouns = {kind: _noun(game, kind, copies) for kind in numbers}
    return agreement.listing(f"{count} {nouns[kind][0 if count == 1 else 1]}" for kind, count in numbers.items())


def _noun(game: model.CheckedGame, kind: str, copies: Sequence[CardFace]) -> tuple[str, str]:
    if kind in game.kinds or kind in game.resources:
        return kind_noun(game, kind)
    line = next(face.kind_line for face in copies if face.kind == kind)
    return line, line


def typst_version() -> str:
    try:
        return version("typst")
    except PackageNotFoundError:  # pragma: no cover
        return ""
