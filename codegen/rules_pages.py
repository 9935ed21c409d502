"""A book of rules as HTML, Markdown or PDF. Each is one file that needs nothing else."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from dsl import model

from . import art
from .card_face import DEFAULTS, PrintSettings
from .rules_reference import Book, Entry, Example, book, slug
from .translation import ENGLISH, Language, translated_book
from .typst_source import rendered

if TYPE_CHECKING:
    from .themes import Theme
    from .web_fonts import WebFont


def html(
    game: model.CheckedGame,
    settings: PrintSettings = DEFAULTS,
    say: Language = ENGLISH,
    omitted: Collection[str] = (),
    examples: Sequence[Example] = (),
) -> str:
    """The book as one HTML page, with pictures of all cards in it. `omitted`: things that it does not tell of."""
    settings = _understood(settings, game)
    shown = translated_book(book(game, omitted, settings, examples), say)
    picture = _picture(game, settings)
    pictures = {name: _as_url(drawn) if (drawn := picture(name)) else "" for name in _pictured(shown.chapters)}
    theme = _theme(settings)
    given = {"pictures": pictures, "looks": _looks(game, settings), "fonts": _fonts(theme, shown, say)}
    return rendered(theme, "rules.html.jinja", book=shown, say=say, **given)


def _understood(settings: PrintSettings, game: model.CheckedGame) -> PrintSettings:
    try:
        from .print_names import understood
    except ModuleNotFoundError:
        return settings  # themes, which draw with colours and icons, come with the extra `print`
    return understood(settings, game)


_PAPER, _NIGHT = "#fdf8ec", "#191614"  # of the page, as rules.html.jinja has them
_ACCENT = "#8c2f39"  # of a game that says no colours


def _looks(game: model.CheckedGame, settings: PrintSettings) -> dict[str, str]:
    """The colour of a book, on light and on dark pages, and the picture with which it begins ("" without the extra).

    The colour is the first of the print file's, that of the cards that matter most.
    """
    colour = next(iter(settings.colours.values()), _ACCENT)
    drawn = _cover(game, settings)
    return {
        "accent": art.seen_on(colour, _PAPER),
        "light_accent": art.seen_on(colour, _NIGHT),
        "cover": _as_url(drawn) if drawn else "",
    }


def _cover(game: model.CheckedGame, settings: PrintSettings) -> str:
    """A scene of the theme with those who play; "" without the extra `print`."""
    try:
        from .themes import art_icon_of, theme_of
    except ModuleNotFoundError:
        return ""
    theme = theme_of(settings)
    icon = theme.icon(art_icon_of(settings, game, theme, game.seats.kind)) or ""
    colour = next(iter(settings.colours.values()), theme.colour)
    return art.picture(game.title, colour, icon, theme.scene, "crowd" if theme.scene in art.PEOPLED else None)


def _as_url(drawing: str) -> str:
    return "data:image/svg+xml;base64," + base64.b64encode(drawing.encode()).decode("ascii")


def _pictured(entries: Iterable[Entry]) -> Iterator[str]:
    """The names of all things of which a picture is shown."""
    for entry in entries:
        if entry.picture:
            yield entry.picture
        yield from _pictured(entry.entries)


def _theme(settings: PrintSettings) -> Theme | None:
    try:
        from .themes import theme_of
    except ModuleNotFoundError:
        return None  # themes come with the extra `print`
    return theme_of(settings)


def _fonts(theme: Theme | None, shown: Book, say: Language) -> tuple[WebFont, ...]:
    """The fonts of the sheets with the letters of this book; of another language all letters of western Europe."""
    if theme is None:
        return ()
    from .web_fonts import web_fonts

    letters = "" if say is ENGLISH else "".join(map(chr, range(0xA1, 0x180)))
    return web_fonts(theme, repr(shown) + letters)


def _picture(game: model.CheckedGame, settings: PrintSettings) -> Callable[[str], str]:
    """The picture of a thing as an SVG, the one that its card has; "" without the extra `print`."""
    try:
        from .card_face import faces
        from .themes import colour_of_card, picture_of, shows_somebody, theme_of
    except ModuleNotFoundError:
        return lambda name: ""  # themes come with the extra `print`

    theme = theme_of(settings)

    def picture(name: str) -> str:
        (face,) = faces(game, (game.things[name],))
        colour = colour_of_card(settings, game, theme, face)
        subject = picture_of(settings, game, theme, face)
        person = theme.worn_with(subject) if shows_somebody(settings, game, face) else None
        return art.picture(name, colour, theme.icon(subject) or "", theme.scene, person, 292)

    return picture


def markdown(
    game: model.CheckedGame,
    settings: PrintSettings = DEFAULTS,
    say: Language = ENGLISH,
    omitted: Collection[str] = (),
    examples: Sequence[Example] = (),
) -> str:
    """The book as Markdown."""
    text = rendered(
        _theme(settings), "rules.md.jinja", book=translated_book(book(game, omitted, settings, examples), say), say=say
    )
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


def pdf(
    game: model.CheckedGame,
    settings: PrintSettings = DEFAULTS,
    say: Language = ENGLISH,
    omitted: Collection[str] = (),
    examples: Sequence[Example] = (),
    pictured: bool = True,
) -> bytes:
    """The book as a tagged PDF (PDF/UA-1) with a table of contents. `pictured`: with small pictures in its index."""
    from .themes import theme_of
    from .typst_run import MAIN, Document, typeset

    settings = _understood(settings, game)
    theme = theme_of(settings)
    shown = translated_book(book(game, omitted, settings, examples), say)
    files = {MAIN: _typst(game, settings, shown, say, pictured).encode("utf-8")}
    files["cover.svg"] = _cover(game, settings).encode("utf-8")
    picture = _picture(game, settings)
    names = _pictured(shown.chapters) if pictured else ()
    files |= {f"{slug('card', name)}.svg": picture(name).encode("utf-8") for name in names}
    made = typeset(Document(files, (theme.title_font, theme.text_font), theme.foreign, theme.font_files), "pdf")
    return made.pages[0]


def pdf_source(
    game: model.CheckedGame,
    settings: PrintSettings,
    say: Language,
    examples: Sequence[Example] = (),
) -> str:
    """The book as Typst source."""
    return _typst(game, settings, translated_book(book(game, (), settings, examples), say), say, True)


def _typst(game: model.CheckedGame, settings: PrintSettings, shown: Book, say: Language, pictured: bool) -> str:
    from .themes import theme_data, theme_of

    theme = theme_of(settings)
    given = {"theme": theme_data(theme), "looks": _looks(game, settings), "pictured": pictured}
    return rendered(theme, "rules.typ.jinja", book=shown, say=say, **given)
