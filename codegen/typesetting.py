"""Card faces through a template to Typst documents."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

from attrs import field, frozen

from dsl import model
from dsl.cache import key_for, recall, remember

from . import art, grounds
from .boards import Board, Space
from .card_face import CardFace, PrintSettings
from .fonts import missing_glyphs
from .pictures import NONE, Pictures
from .pieces import track_columns
from .problems import Problem, of_template
from .sheet_layout import (
    Mark,
    Side,
    Size,
)
from .themes import (
    Theme,
    art_icon_of,
    colour_of,
    colour_of_card,
    icon_name,
    of_another_name,
    picture_of,
    shows_somebody,
    sign_of,
    theme_data,
)
from .translation import ENGLISH, Language
from .typst_run import MAIN, Document, typeset, unreadable
from .typst_source import TypesettingError, is_seen, plain, rendered
from .wording import agreement
from .wording.card_text import Run
from .wording.scope import kind_noun

Sheet: TypeAlias = dict[str, object]
"""One page for the template, see sheet_data."""

BLANK = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg>'
_PPI = 300.0  # of backs, which are drawn once and then printed as pictures


@frozen
class Assets:
    """The pictures that a document uses, each once, under names of our own.

    `drawn` False: no pictures on cards, where only their words are measured. `rasters` False: backs stay drawings.
    `before`: scenes that were drawn for cards before, by all that they follow from; new ones are put to them.
    """

    theme: Theme
    pictures: Pictures = NONE
    drawn: bool = True
    rasters: bool = True
    before: dict[str, str] = field(factory=dict)
    files: dict[str, bytes] = field(factory=dict)
    _made: dict[str, str] = field(factory=dict)
    _icons: dict[str, str] = field(factory=dict)

    def _named(self, key: str, ending: str, content: Callable[[], bytes]) -> str:
        if key not in self._made:
            name = f"drawing-{len(self._made):04}.{ending}"
            self.files[name] = content()
            self._made[key] = name
        return self._made[key]

    def drawing(self, key: str, svg: Callable[[], str]) -> str:
        if not self.drawn:
            key, svg = "blank", lambda: BLANK
        return self._named(key, "svg", lambda: svg().encode("utf-8"))

    def back(self, key: str, svg: Callable[[], str], size: tuple[int, int], foreign: bool = False) -> str:
        """A back is on many cards; as a picture it lies in the file once. `foreign`: a stranger drew some of it."""
        if not (self.drawn and self.rasters):
            return self.drawing(key, svg)
        return self._named(key, "png", lambda: raster(svg().encode("utf-8"), size, foreign))

    def inside(self, name: str) -> str:
        """The drawing of an icon, "" if there is none: a file is looked at once for all cards."""
        if name not in self._icons:
            self._icons[name] = self.theme.icon(name) or ""
        return self._icons[name]

    def scene(self, seed: str, colour: str, subject: str, person: bool, civil: bool) -> str:
        """A scene that is drawn where a card has no picture, see art.picture. `subject`: the name of an icon."""
        inside = self.inside(subject)
        wears = self.theme.worn_with(subject) if person else None
        known = f"{seed}/{colour}/{self.theme.scene}/{wears}/{civil}/{inside}"
        if known not in self.before:
            self.before[known] = art.picture(seed, colour, inside, self.theme.scene, wears, civil=civil)
        return self.before[known]

    def picture(
        self, key: str, colour: str, subject: str, person: bool, civil: bool = False
    ) -> tuple[str, tuple[int, int] | None]:
        """The picture of a card, and its pixels if it is not drawn: the game's own, else a scene."""
        own = self.pictures.of(key)
        if own is None:
            drawn = key.partition(" (")[0]  # both sides of a card, and the figure of it, have one picture
            known = f"art/{drawn}/{civil}"
            return self.drawing(known, lambda: self.scene(drawn, colour, subject, person, civil)), None
        pixels = (own.width, own.height)
        if not self.drawn:
            return self.drawing("blank", lambda: BLANK), pixels
        return self._named(f"file/{own.path}", own.kind, lambda: own.content), pixels

    def ground(self, board: Board) -> str:
        """What lies under the spaces of a board."""
        lines = tuple((way.x1, way.y1, way.x2, way.y2) for way in (*board.ways, *board.joints))
        blocks = [space for space in board.spaces if space.width > 0]
        areas = tuple((one.x - one.width / 2, one.y - one.height / 2, one.width, one.height) for one in blocks)
        spots = tuple((space.x, space.y, space.colour) for space in board.spaces)
        land = grounds.Land(board.size.width, board.size.height, spots, lines, areas)
        return self.drawing(f"ground/{board.key}", lambda: grounds.ground(board.key, self.theme.scene, land))

    def view(self, space: Space) -> str | None:
        """The picture of a block of a board."""
        if space.width == 0:
            return None
        colour = space.colour if space.lines else _QUIET
        drawn = self.inside(space.icon) if space.icon else ""
        return self.drawing(f"view/{space.title}", lambda: grounds.view(space.title, colour, drawn, self.theme.scene))

    def icon(self, name: str | None, colour: str) -> str | None:
        if name is None:
            return None
        key = f"icon/{name}/{colour}"
        if key in self._made:
            return self._made[key]
        drawing = self.inside(name)
        if not drawing:
            return None
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="{colour}" color="{colour}">'
        return self._named(key, "svg", f"{head}{drawing}</svg>".encode)

    def outline(self, name: str, colour: str) -> str | None:
        """An icon in thin lines, with little ink."""
        drawing = re.sub(r'fill="currentColor"|stroke-width="[^"]*"', "", self.inside(name))
        if not drawing:
            return None
        look = f'fill="none" color="{colour}" stroke="{colour}" stroke-width="0.4" stroke-linejoin="round"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-0.5 -0.5 25 25" {look}>'
        return self._named(f"outline/{name}/{colour}", "svg", f"{head}{drawing}</svg>".encode)


@contextmanager
def scenes_kept(theme: Theme, pictures: Pictures) -> Iterator[Assets]:
    """Assets with the scenes that were drawn the last time; those that were drawn now are kept for the next time."""
    store = key_for(theme.digest, "codegen")
    before: dict[str, str] = recall(store, "scenes") or {}
    number = len(before)
    assets = Assets(theme, pictures, before=before)
    yield assets
    if len(before) > number:
        remember(store, "scenes", dict(list(before.items())[-_SCENES:]))


_QUIET = "#7d8794"  # of a block that says nothing
_SCENES = 3000  # of some kB each


def raster(svg: bytes, size: tuple[int, int], foreign: bool = False) -> bytes:
    """A drawing as a PNG of so many pixels. `foreign`: a stranger drew some of it. Raises TypesettingError then."""
    from .png import without_alpha

    wide, high = (pixels / _PPI * 72 for pixels in size)
    source = (
        f"#set page(width: {wide}pt, height: {high}pt, margin: 0pt)\n"
        '#image("drawing.svg", width: 100%, height: 100%, fit: "cover")'
    )
    made = typeset(Document({MAIN: source.encode(), "drawing.svg": svg}, (), foreign), "png", ppi=_PPI)
    return without_alpha(made.pages[0])


def card_data(
    face: CardFace,
    game: model.CheckedGame,
    theme: Theme,
    settings: PrintSettings,
    assets: Assets,
    size: float | None,
    say: Language = ENGLISH,
    kept: Mapping[str, float] = MappingProxyType({}),
) -> dict[str, object]:
    """What a template knows of a card. `size`: of its text; None: it is to be found. `kept`: what it found before."""
    colour = colour_of_card(settings, game, theme, face)
    corner = art_icon_of(settings, game, theme, face.kind)
    behind = back_of(settings, face.kind)
    back_colour = colour_of(settings, game, theme, behind)
    back_icons = (art_icon_of(settings, game, theme, behind), theme.art_icon)
    back_icon = next((name for name in back_icons if assets.inside(name)), theme.art_icon)
    back_drawing = assets.inside(back_icon)
    person = shows_somebody(settings, game, face)
    civil = person and of_another_name(settings, face)
    picture, pixels = assets.picture(face.key, colour, picture_of(settings, game, theme, face), person, civil)
    words = {word for paragraph in face.paragraphs for word in paragraph.text.split()} | set(face.flavour.split())
    return {
        "layout": face.layout,
        "spaces": [{"label": label, "count": count} for label, count in face.spaces],
        "cells": [{"text": text, "note": note} for text, note in face.cells],
        "columns": track_columns(len(face.cells)),
        "sides": face.sides,
        "signs": [sign for mark in face.marks if (sign := assets.icon(icon_name(settings, mark), "#fffaf0"))],
        "sign": assets.icon(sign_of(settings, game, theme, face), art.on_white(colour) if theme.low_ink else "#fffaf0"),
        "key": face.key,
        "title": face.title,
        "colour": colour,
        "kind-line": face.kind_line,
        "facts": " · ".join(face.facts),
        "flavour": face.flavour,
        "set-name": face.set_name,
        "back-title": say(back_title(game, settings)),
        "number": face.number,
        "words": _long(words) if size is None else [],  # they are measured, and then never again
        "art": picture,
        "art-alt": face.title if pixels is not None else "",
        "has-pixels": pixels is not None and pixels[0] > 0,
        "portrait": pixels is not None or (person and theme.scene in art.PEOPLED),
        "corner": assets.icon(corner, "#fffaf0") or assets.icon(theme.art_icon, "#fffaf0"),
        "emblem": assets.outline(picture_of(settings, game, theme, face), colour) if theme.low_ink else None,
        "back": assets.back(
            f"back/{behind}", _backside(behind, back_colour, back_drawing, theme), _BACK, theme.drew(back_icon)
        ),
        "back-colour": back_colour,
        "back-grounds": art.back_grounds(back_colour, theme.scene),
        "back-line": _back_line(game, behind, face, say),
        "largest": theme.largest if size is None else size,
        "settled": size is not None,
        "found": dict(kept),
        "stats": [
            {
                "label": stat.label,
                "value": stat.value,
                "icon": assets.icon(icon_name(settings, stat.icon) or icon_name(settings, stat.label), theme.mark),
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
                        "text": text,
                        "icon": assets.icon(icon_name(settings, run.text), theme.ink) if run.kind == "icon" else None,
                    }
                    for run, text in zip(paragraph.runs, unparted(paragraph.runs), strict=True)
                ],
            }
            for paragraph in face.paragraphs
        ],
    }


def unparted(runs: Sequence[Run]) -> list[str]:
    """The texts of runs: 2 and its icon stay together, and are not all that stands on the last line."""
    texts = ["\u00a0" if run.text == " " else run.text for run in runs]
    end = len(runs) - 1 if runs and runs[-1].text in _STOPS else len(runs)
    before = end - 4
    if before >= 0 and [run.kind for run in runs[before:end]] == ["text", "number", "text", "icon"]:
        texts[before] = re.sub(r"(?<=\w) $", "\u00a0", texts[before])
    return texts


_STOPS = (".", "!", "?", ".)")


def _back_line(game: model.CheckedGame, behind: str, face: CardFace, say: Language) -> str:
    """What the cards with a back are; nothing where they are of all sorts, and no more than cards."""
    if behind == "Card":
        return ""
    return say(agreement.capital(kind_noun(game, behind)[0])) if behind != face.kind else face.kind_line


def ask_for_backs(game: model.CheckedGame, settings: PrintSettings, faces: Iterable[CardFace], say: Language) -> None:
    """Asks a language for the words on the backs of cards, which stand on no face: what is not known is then told."""
    for face in faces:
        if face.layout == "card":
            say.where = "backs"
            say(back_title(game, settings))
            _back_line(game, back_of(settings, face.kind), face, say)


def _backside(kind: str, colour: str, icon: str, theme: Theme) -> Callable[[], str]:
    return lambda: art.back(kind, colour, icon, scene=theme.scene, accent=theme.accent)


_BACK = (690, 990)  # pixels of a back: a poker card at 300 pixels an inch


def _long(words: Iterable[str]) -> list[str]:
    """The words of which one may be the widest. Measuring all of them takes longer than all else."""
    every = sorted(words)
    longest = max(map(len, every), default=0)
    return [word for word in every if len(word) >= 0.6 * longest]


def document(
    game: model.CheckedGame,
    shown: Sequence[CardFace],
    laid: Sequence[Sheet],
    theme: Theme,
    settings: PrintSettings,
    sizes: Mapping[str, float] | None,
    assets: Assets,
    colophon: dict[str, object] | None = None,
    last_page: Size | None = None,
    boards: Sequence[dict[str, object]] = (),
    say: Language = ENGLISH,
    kept: Mapping[str, Mapping[str, float]] = MappingProxyType({}),
) -> Document:
    """Sheets as a document that Typst can set. `sizes`: of the text of each face; None: they are to be found.

    `kept`: what was found by measuring for each face before; what is not there is measured while it is drawn.
    """

    def size(key: str) -> float | None:
        return sizes.get(key, theme.largest) if sizes is not None else None

    source = rendered(
        theme,
        "sheets.typ.jinja",
        title=say("{game}: cards").format(game=say(game.title)),
        say=say,
        theme=theme_data(theme),
        boards=boards,
        colophon=colophon,
        paper=last_page,
    )
    cards = [
        card_data(face, game, theme, settings, assets, size(face.key), say, kept.get(face.key, {})) for face in shown
    ]
    if not theme.has_templates:
        _share_backs(cards)
    data = json.dumps({"cards": plain(cards), "sheets": laid}, ensure_ascii=False, separators=(",", ":"))
    files = {MAIN: source.encode(), "sheets.json": data.encode(), **theme.sources, **assets.files}
    foreign = theme.foreign or any(assets.pictures.by_name)
    return Document(files, (theme.title_font, theme.text_font), foreign, theme.font_files)


_BEHIND = ("layout", "back", "back-colour", "back-title", "back-line")


def _share_backs(cards: Sequence[dict[str, object]]) -> None:
    """`behind`: the number of the first card whose back looks the same, so that Typst sets each back once.

    What a stranger's template does with a back is not known: there every card keeps its own.
    """
    firsts: dict[tuple[object, ...], int] = {}
    for number, card in enumerate(cards):
        if card["layout"] in ("card", "summary"):
            card["behind"] = firsts.setdefault(tuple(card[name] for name in _BEHIND), number)


def with_others(faces: Iterable[CardFace]) -> list[CardFace]:
    """Faces, each followed by what is on its other side, where that is a face."""
    return [one for face in faces for one in (face, face.other) if one is not None]


def seen(face: CardFace, side: Side) -> CardFace:
    """What one sees on a side of a card: its other face where it has one, else the card, whose back that is."""
    return face.other if side == "back" and face.other is not None else face


def side_of(face: CardFace, side: Side) -> Side:
    """A card with two faces has a front on both sides."""
    return "front" if face.other is not None else side


def lay_singly(face: CardFace, side: Side, page: Size, card: Size, shown: Sequence[CardFace]) -> Sheet:
    """A page with one side of one card in its middle; colours run to the edge of the page."""
    over_x, over_y = (page.width - card.width) / 2, (page.height - card.height) / 2
    visible = seen(face, side)
    number = next(place for place, other in enumerate(shown) if other.key == visible.key)
    return sheet_data(page, card, max(over_x, over_y, 0.0), [laid_card(over_x, over_y, side_of(face, side), number)])


def laid_card(
    x: float,
    y: float,
    side: Side,
    number: int,
    turned: bool = False,
    size: Size | None = None,
    open_to: Sequence[int] = (1, 1, 1, 1),
) -> dict[str, object]:
    """A card on a sheet, for the template: `number` of those that are shown; `size`: where the sheet has another.

    `open_to`: 1 where it has no neighbour, to the left, above, to the right and below: there its colour runs over.
    """
    own: dict[str, object] = {} if size is None else {"size": (size.width, size.height)}
    if not all(open_to):
        own["open"] = open_to
    return {"x": round(x, 6), "y": round(y, 6), "side": side, "number": number, "turned": turned, **own}


def sheet_data(
    page: Size,
    card: Size,
    bleed: float,
    cards: Sequence[dict[str, object]],
    *,
    under: Sequence[Mark] = (),
    over: Sequence[Mark] = (),
    fold: float | None = None,
    ruler: tuple[float, float] | None = None,
    caption: str = "",
) -> Sheet:
    """One page for the template: its size, and what lies where on it, in mm."""
    return {
        "page": (page.width, page.height), "card": (card.width, card.height), "bleed": bleed, "cards": cards,
        "under": [(one.x1, one.y1, one.x2, one.y2) for one in under],
        "over": [(one.x1, one.y1, one.x2, one.y2) for one in over],
        "fold": fold, "ruler": ruler, "caption": plain(caption),
    }  # fmt: skip


def back_title(game: model.CheckedGame, settings: PrintSettings) -> str:
    """The title on backs: a mod's cards have that of the game, since they are shuffled into its decks."""
    return settings.back_title or game.base_title or game.title


def back_of(settings: PrintSettings, kind: str) -> str:
    """The Kind whose back cards of a Kind have."""
    return settings.backs.get(kind, kind)


def failures(problem: TypesettingError, looks: Path | None, own: Pictures, keys: Iterable[str]) -> list[Problem]:
    """What is told of a document that cannot be set: which pictures cannot be read, or else what the template says.

    `keys`: of the faces in it.
    """
    said = str(problem)
    used = {found.path: found for key in keys if (found := own.of(key)) is not None}
    if used and ("image" in said or "SVG" in said):
        named = {f"picture-{number}.{one.kind}": one for number, one in enumerate(used.values())}
        bad = unreadable({name: one.content for name, one in named.items()})
        if bad:
            return [
                Problem("error", "", f"{named[name].path.name} is damaged: {why}", code="picture-unreadable",
                        file=named[name].path)
                for name, why in bad.items()
            ]  # fmt: skip
    return [of_template(said, looks)]


_MOST_TITLE, _MOST_TEXT = 500, 50_000  # letters: more of them are not even tried, since that takes long


def glyph_problems(all_faces: Sequence[CardFace], theme: Theme) -> list[Problem]:
    problems = []
    for face in all_faces:
        if face.layout == "card" and not is_seen(face.title):
            message = "its title holds nothing that can be read"
            problems.append(Problem("error", face.key, message, code="missing-glyph", key=face.key))
        for what, code, letters, most in (
            ("title", "title-too-long", len(face.title), _MOST_TITLE),
            ("text", "text-overflow", len(face.flavour) + sum(len(one.text) for one in face.paragraphs), _MOST_TEXT),
        ):
            if letters > most:
                message = f"its {what} has {letters:,} letters, and no card has room for more than {most:,}"
                problems.append(Problem("error", face.title, message, code=code, key=face.key))
        for family, texts in (
            (theme.title_font, [face.title, face.set_name]),
            (
                theme.text_font,
                [face.flavour, *face.facts, face.kind_line, *(p.heading + p.text for p in face.paragraphs)],
            ),
        ):
            for character in sorted(missing_glyphs(family, theme.fallback_font, texts, theme.own_fonts)):
                message = f"{family} and {theme.fallback_font} cannot show {character!r} (U+{ord(character):04X})"
                problems.append(Problem("error", face.title, message, code="missing-glyph", key=face.key))
    return problems
