"""Card faces through a template to Typst, and what Typst says about room on the cards."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import typst

from dsl import model

from . import art
from .card_face import CardFace, PrintSettings
from .fonts import missing_glyphs, typst_fonts
from .problems import Problem
from .sheet_layout import (
    Side,
    Size,
)
from .themes import Theme, art_icon_of, colour_of, fonts_of, icon_name, sign_of, theme_data
from .translation import ENGLISH, Language
from .typst_source import templates
from .wording import agreement
from .wording.scope import kind_noun


class Assets:
    """The drawings that a document uses, written once each under names of our own."""

    def __init__(self, root: Path, theme: Theme) -> None:
        self.root, self.theme = root, theme
        self.made: dict[str, str] = {}

    def drawing(self, key: str, svg: str) -> str:
        if key not in self.made:
            name = f"drawing-{len(self.made):04}.svg"
            (self.root / name).write_text(svg, "utf-8")
            self.made[key] = name
        return self.made[key]

    def icon(self, name: str | None, colour: str) -> str | None:
        drawing = self.theme.icon(name) if name is not None else None
        if drawing is None:
            return None
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="{colour}">{drawing}</svg>'
        return self.drawing(f"icon/{name}/{colour}", svg)


def card_data(
    face: CardFace,
    number: int,
    game: model.CheckedGame,
    theme: Theme,
    settings: PrintSettings,
    assets: Assets,
    largest: float,
    say: Language = ENGLISH,
) -> dict[str, object]:
    colour = settings.colours.get(face.key.partition(" ")[0]) or colour_of(settings, game, theme, face.kind)
    corner = art_icon_of(settings, game, theme, face.kind)
    behind = settings.backs.get(face.kind, face.kind)
    back_colour = colour_of(settings, game, theme, behind)
    back_drawing = theme.icon(art_icon_of(settings, game, theme, behind)) or theme.icon(theme.art_icon) or ""
    drawn = face.key.partition(" (")[0]  # both sides of a card, and the figure of it, have one picture
    words = {word for paragraph in face.paragraphs for word in paragraph.text.split()} | set(face.flavour.split())
    return {
        "number_in_file": number,
        "layout": face.layout,
        "spaces": [{"label": label, "count": count} for label, count in face.spaces],
        "sides": face.sides,
        "signs": [sign for mark in face.marks if (sign := assets.icon(icon_name(settings, mark), "#fffaf0"))],
        "sign": assets.icon(sign_of(settings, game, theme, face), "#fffaf0"),
        "key": face.key,
        "title": face.title,
        "colour": colour,
        "kind_line": face.kind_line,
        "facts": " · ".join(face.facts),
        "flavour": face.flavour,
        "set_name": face.set_name,
        "back_title": say(back_title(game, settings)),
        "number": face.number,
        "words": sorted(words),
        "art": assets.drawing(f"art/{drawn}", art.landscape(drawn, colour)),
        "corner": assets.icon(corner, "#fffaf0") or assets.icon(theme.art_icon, "#fffaf0"),
        "back": assets.drawing(f"back/{behind}", art.back(behind, back_colour, back_drawing)),
        "back_colour": back_colour,
        "back_line": say(agreement.capital(kind_noun(game, behind)[0])) if behind != face.kind else face.kind_line,
        "largest": largest,
        "stats": [
            {
                "label": stat.label,
                "value": stat.value,
                "icon": assets.icon(icon_name(settings, stat.icon) or icon_name(settings, stat.label), "#c8452f"),
            }
            for stat in face.stats
        ],
        "paragraphs": [
            {
                "heading": paragraph.heading,
                "style": paragraph.style,
                "runs": [
                    {
                        "kind": run.kind,
                        "text": "\u00a0" if run.text == " " else run.text,  # 2 and its icon stay together
                        "icon": assets.icon(icon_name(settings, run.text), theme.ink) if run.kind == "icon" else None,
                    }
                    for run in paragraph.runs
                ],
            }
            for paragraph in face.paragraphs
        ],
    }


def document_source(
    game: model.CheckedGame,
    shown: Sequence[CardFace],
    laid: Sequence[dict[str, object]],
    root: Path,
    theme: Theme,
    settings: PrintSettings,
    sizes: Mapping[str, float],
    colophon: dict[str, object] | None = None,
    last_page: Size | None = None,
    boards: Sequence[dict[str, object]] = (),
    say: Language = ENGLISH,
) -> str:
    """Sheets as the source of a document; what it needs besides is written into its folder."""
    assets = Assets(root, theme)
    (root / "card.typ").write_text(theme.template, "utf-8")
    return (
        templates()
        .get_template("sheets.typ.jinja")
        .render(
            title=say("{game}: cards").format(game=say(game.title)),
            say=say,
            theme=theme_data(theme),
            cards=[
                card_data(face, number, game, theme, settings, assets, sizes.get(face.kind, theme.largest), say)
                for number, face in enumerate(shown)
            ],
            sheets=laid,
            boards=boards,
            colophon=colophon,
            paper=last_page if last_page is not None else laid[0]["page"],
        )
    )


def document(
    game: model.CheckedGame,
    shown: Sequence[CardFace],
    laid: Sequence[dict[str, object]],
    root: Path,
    theme: Theme,
    settings: PrintSettings,
) -> tuple[Path, list[Problem]]:
    """Any sheets as a file that Typst can set, and what does not fit on their cards."""
    main = root / "sheets.typ"
    main.write_text(document_source(game, shown, laid, root, theme, settings, {}), "utf-8")
    made = typst.Compiler(str(main), root=str(root), font_paths=fonts_of(theme))
    fits = unique(json.loads(made.query("<fit>", field="value")))
    kinds = {face.key: face.kind for face in shown}
    sizes = common_sizes(fits, kinds)
    main.write_text(document_source(game, shown, laid, root, theme, settings, sizes), "utf-8")
    return main, no_room(made)


_WHOLE = 0.75  # so many cards of a Kind have one size of text


def common_sizes(fits: Iterable[Mapping[str, Any]], kinds: Mapping[str, str]) -> dict[str, float]:
    """The size of text of each Kind: the largest that three of four of its cards can have.

    `fits` tells what a card alone could have. Cards with more words have what they can; a few long texts do not make
    all others small.
    """
    found: dict[str, list[float]] = {}
    for value in fits:
        found.setdefault(kinds[value["card"]], []).append(value["size"])
    return {kind: sorted(sizes)[int(len(sizes) * (1 - _WHOLE))] for kind, sizes in found.items()}


def with_others(faces: Iterable[CardFace]) -> list[CardFace]:
    """Faces, each followed by what is on its other side, where that is a face."""
    return [one for face in faces for one in (face, face.other) if one is not None]


def seen(face: CardFace, side: Side) -> CardFace:
    """What one sees on a side of a card: its other face where it has one, else the card, whose back that is."""
    return face.other if side == "back" and face.other is not None else face


def side_of(face: CardFace, side: Side) -> Side:
    """A card with two faces has a front on both sides."""
    return "front" if face.other is not None else side


def lay_singly(face: CardFace, side: Side, page: Size, card: Size, shown: Sequence[CardFace]) -> dict[str, object]:
    """A page with one side of one card in its middle; colours run to the edge of the page."""
    over_x, over_y = (page.width - card.width) / 2, (page.height - card.height) / 2
    bleed = max(over_x, over_y, 0.0)
    visible, side = seen(face, side), side_of(face, side)
    number = next(place for place, other in enumerate(shown) if other.key == visible.key)
    return {
        "page": page, "card": card, "bleed": bleed, "under": (), "over": (), "fold": None, "ruler": None, "caption": "",
        "cards": [
            {
                "x": over_x, "y": over_y, "bleed_x": over_x - bleed, "bleed_y": over_y - bleed, "side": side,
                "function": "front" if side == "front" else "reverse", "turned": False, "number_in_file": number,
            }
        ],
    }  # fmt: skip


def back_title(game: model.CheckedGame, settings: PrintSettings) -> str:
    """The title on backs: a mod's cards have that of the game, since they are shuffled into its decks."""
    return settings.back_title or game.base_title or game.title


def back_of(settings: PrintSettings, kind: str) -> str:
    """The Kind whose back cards of a Kind have."""
    return settings.backs.get(kind, kind)


def glyph_problems(all_faces: Sequence[CardFace], theme: Theme) -> list[Problem]:
    problems = []
    for face in all_faces:
        for family, texts in (
            (theme.title_font, [face.title, face.set_name]),
            (
                theme.text_font,
                [face.flavour, *face.facts, face.kind_line, *(p.heading + p.text for p in face.paragraphs)],
            ),
        ):
            for character in sorted(missing_glyphs(family, theme.fallback_font, texts)):
                message = f"{family} and {theme.fallback_font} cannot show {character!r} (U+{ord(character):04X})"
                problems.append(Problem("error", face.title, message))
    return problems


def compiled(source: str, root: Path, theme: Theme) -> tuple[bytes, list[Problem]]:
    main = root / "sheets.typ"
    main.write_text(source, "utf-8")
    made = typst.Compiler(str(main), root=str(root), font_paths=typst_fonts((theme.title_font, theme.text_font)))
    pdf = made.compile(format="pdf", timestamp=0)
    assert isinstance(pdf, bytes)
    return pdf, no_room(made)


def no_room(made: typst.Compiler) -> list[Problem]:
    """Cards whose words do not fit, with what they need and have."""
    problems = []
    for value in unique(json.loads(made.query("<fit>", field="value"))):
        if value["need"] > value["have"] + 0.01:
            message = (
                f"its text does not fit: at {value['size']:.1f} pt it needs {value['need']:.1f} mm "
                f"and has {value['have']:.1f} mm"
            )
            problems.append(Problem("error", value["card"], message, room=True))
        elif value["widest"] > value["width"] + 0.01:
            message = f"a word is too long: it needs {value['widest']:.1f} mm and has {value['width']:.1f} mm"
            problems.append(Problem("error", value["card"], message, room=True))
    for value in unique(json.loads(made.query("<title>", field="value"))):
        message = f"the title is too long: at 6 pt it does not fit in {value['have']:.1f} mm"
        problems.append(Problem("error", value["card"], message, room=True))
    return problems


def unique(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return list({value["card"]: value for value in found}.values())
