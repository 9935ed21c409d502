"""Fonts inside a page: of each only the letters that the page shows.

They are WOFF, which Python packs by itself; WOFF2 would save a fifth of 60 kB and ask for one more package.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import frozen

from dsl.cache import key_for, recall, remember

from . import bounded
from .fonts import FontSource, font_source

if TYPE_CHECKING:
    from .themes import Theme

_TYPED = frozenset(range(0x20, 0x7F))  # whatever somebody types into the search
_LIMITS = bounded.Limits(seconds=60.0, processor=20, megabytes=1500)
_NAMES = (0, 1, 2, 13, 14)  # that stay in a font: whose it is, what it is called, its licence


@frozen
class WebFont:
    """A font for a page: what it is for ("title" or "text"), its style, and the file as a data URL."""

    role: str
    weight: int
    italic: bool
    url: str


def web_fonts(theme: Theme, text: str) -> tuple[WebFont, ...]:
    """The fonts of a theme for a page with this text: that of titles, and that of text in three styles.

    Families that are not there are left out: the reader's fonts stand in.
    """
    codes = frozenset(code for code in map(ord, text) if code >= 0x20) | _TYPED
    found: list[WebFont] = []
    for role, family, styles in (("title", theme.title_font, _PLAIN), ("text", theme.text_font, _STYLES)):
        source = font_source(family, theme.own_fonts)
        if source is not None:
            found += _of(role, source, styles, codes)
    return tuple(found)


_PLAIN = ((400, False),)
_STYLES = ((400, False), (400, True), (700, False))


def _of(
    role: str, source: FontSource, styles: tuple[tuple[int, bool], ...], codes: frozenset[int]
) -> Iterator[WebFont]:
    paths = tuple(str(path) for path in source.files)
    stamps = source.digest or [(str(path), one.st_size, one.st_mtime_ns) for path in source.files
                               for one in (path.stat(),)]  # fmt: skip
    store = key_for(repr((stamps, styles, sorted(codes))), "codegen")
    made: list[tuple[int, bool, bytes]] | None = recall(store, "web-fonts")
    if made is None:
        try:  # what strangers made is taken apart where it can do no harm
            answer = bounded.run(cut, paths, styles, sorted(codes), limits=_LIMITS) if source.digest else cut(
                paths, styles, sorted(codes))  # fmt: skip
        except (bounded.Failed, bounded.Stopped):
            return
        kept, files = answer
        made = [(weight, italic, file) for (weight, italic), file in zip(kept, files, strict=True)]
        remember(store, "web-fonts", made)
    for weight, italic, file in made:
        url = "data:font/woff;base64," + base64.b64encode(file).decode("ascii")
        yield WebFont(role, weight, italic, url)


def cut(paths: tuple[str, ...], styles: tuple[tuple[int, bool], ...], codes: list[int]) -> bounded.Answer:
    """The files with the wanted styles (weight, italic), each with the glyphs of these characters alone."""
    from fontTools import subset
    from fontTools.ttLib import TTFont

    by_style: dict[tuple[int, bool], str] = {}
    for path in paths:
        with TTFont(path, lazy=True) as font:
            about: Any = font["OS/2"]
            by_style.setdefault((about.usWeightClass, bool(about.fsSelection & 1)), path)
    if len(paths) == 1:  # a family of one file is plain, whatever it says
        by_style = {(400, False): paths[0]}
    kept, files = [], []
    for style in styles:
        if style not in by_style:
            continue
        options: Any = subset.Options()
        options.flavor, options.hinting, options.recalc_timestamp = "woff", False, False
        options.layout_features = ["kern", "liga", "ccmp", "locl", "mark", "mkmk"]
        options.name_IDs = list(_NAMES)
        options.drop_tables = [*options.drop_tables, "FFTM"]
        font = subset.load_font(str(Path(by_style[style])), options)
        cutter = subset.Subsetter(options)
        cutter.populate(unicodes=codes)
        cutter.subset(font)
        made = io.BytesIO()
        subset.save_font(font, made, options)
        kept.append(list(style))
        files.append(made.getvalue())
    return kept, files
