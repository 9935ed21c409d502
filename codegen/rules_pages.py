"""A book of rules as HTML, Markdown or PDF. Each is one file that needs nothing else."""

from __future__ import annotations

import base64
import re
import tempfile
from collections.abc import Callable
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from dsl import model

from . import art, turn_picture
from .card_face import DEFAULTS, PrintSettings
from .rules_reference import book
from .translation import ENGLISH, Language, translated_book

_HERE = Path(__file__).parent


def _environment(escaped: bool) -> Environment:
    return Environment(
        loader=FileSystemLoader(_HERE / "templates"), undefined=StrictUndefined, autoescape=escaped, trim_blocks=True,
        lstrip_blocks=True,
    )  # fmt: skip


def html(game: model.CheckedGame, settings: PrintSettings = DEFAULTS, say: Language = ENGLISH) -> str:
    """The book as one HTML page, with pictures of all cards in it."""
    made = _environment(escaped=True)
    made.filters["turn"] = turn_picture.svg
    made.filters["language"] = lambda code: code.partition("_")[0]
    made.filters["picture"] = _pictures(game, settings)
    return made.get_template("rules.html.jinja").render(book=translated_book(book(game), say), say=say)


def _pictures(game: model.CheckedGame, settings: PrintSettings) -> Callable[[str], str]:
    """The picture of a thing as a data URL: the one that its card has."""
    try:
        from .themes import art_icon_of, colour_of, theme_of
    except ModuleNotFoundError:
        return lambda name: ""  # themes come with the extra `print`

    theme = theme_of(settings)

    def picture(name: str) -> str:
        kind = game.things[name].kinds[0]
        colour = settings.colours.get(name) or colour_of(settings, game, theme, kind)
        icon = theme.icon(art_icon_of(settings, game, theme, kind)) or ""
        drawn = art.landscape(name, colour, icon, 260, 130)
        return "data:image/svg+xml;base64," + base64.b64encode(drawn.encode()).decode("ascii")

    return picture


def markdown(game: model.CheckedGame, settings: PrintSettings = DEFAULTS, say: Language = ENGLISH) -> str:
    """The book as Markdown."""
    del settings  # text alone
    made = _environment(escaped=False)
    made.filters["md"] = escape_markdown
    text = made.get_template("rules.md.jinja").render(book=translated_book(book(game), say), say=say)
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


def escape_markdown(text: str) -> str:
    """A text that Markdown shows as it is."""
    return re.sub(r"([\\`*_\[\]<>#|])", r"\\\1", text)


def pdf(game: model.CheckedGame, settings: PrintSettings = DEFAULTS, say: Language = ENGLISH) -> bytes:
    """The book as a tagged PDF (PDF/UA-1) with a table of contents."""
    import typst

    from .themes import fonts_of, theme_of

    with tempfile.TemporaryDirectory(prefix="sidescript-") as folder:
        main = Path(folder) / "rules.typ"
        main.write_text(pdf_source(game, settings, say), "utf-8")
        made = typst.Compiler(str(main), root=folder, font_paths=fonts_of(theme_of(settings)))
        found = made.compile(format="pdf", timestamp=0, pdf_standards="ua-1")
    assert isinstance(found, bytes)
    return found


def pdf_source(game: model.CheckedGame, settings: PrintSettings, say: Language) -> str:
    """The book as Typst source."""
    from .themes import theme_data, theme_of
    from .typst_source import templates

    template = templates().get_template("rules.typ.jinja")
    return template.render(book=translated_book(book(game), say), say=say, theme=theme_data(theme_of(settings)))
