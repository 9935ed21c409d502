"""Font families from packages, and the characters that they can show."""

from __future__ import annotations

import atexit
import shutil
import tempfile
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import field, frozen

from dsl.cache import key_for, recall, remember

from .typst_source import literal

if TYPE_CHECKING:
    import typst  # looks are read also where nothing is printed: rules as HTML need no Typst

EMBEDDED = ("Libertinus Serif", "DejaVu Sans Mono", "New Computer Modern")  # fonts that Typst brings
_SFNT = (b"\x00\x01\x00\x00", b"OTTO", b"true", b"ttcf")


def is_font(head: bytes) -> bool:
    """Do the first four bytes of a file say that it is a font? Some packages ship error pages under such names."""
    return head in _SFNT


@frozen
class FontSource:
    """A family with its files. Of a game's own: `digest` stands for its bytes, `characters` are runs of them."""

    family: str
    files: tuple[Path, ...] = field(eq=False, repr=False)  # where they lie here
    licence: str
    digest: str = ""
    characters: tuple[tuple[int, ...], ...] = field(default=(), repr=False, eq=False)


def font_source(family: str, own: Sequence[FontSource] = ()) -> FontSource | None:
    """The files of a font family: a game's own, or else those of its package, if that is installed."""
    return next((one for one in own if one.family == family), None) or _packaged(family)


@cache
def _packaged(family: str) -> FontSource | None:
    """The files of a font family from its package, if that really holds fonts."""
    try:
        import fontpkg
    except ImportError:
        return None
    for found in fontpkg.families().values():
        if found.name == family:
            files = tuple(Path(file.path) for file in found.files)
            real = all(path.is_file() and is_font(path.open("rb").read(4)) for path in files)
            return FontSource(family, files, str(found.license)) if files and real else None
    return None


@cache
def families() -> tuple[str, ...]:
    """The families that are installed as packages, by name."""
    try:
        import fontpkg
    except ImportError:
        return ()
    return tuple(sorted(str(found.name) for found in fontpkg.families().values()))


@cache
def typst_fonts(families: tuple[str, ...], own: tuple[Path, ...] = ()) -> typst.Fonts:
    """Families of packages, and files of a game's own, each alone in its folder, as Typst wants them."""
    import typst

    packaged = {str(path.parent) for name in families if (found := font_source(name)) for path in found.files}
    folders = sorted(packaged | {str(path.parent) for path in own})
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=True, font_paths=folders)


def available(family: str, fallback: str, own: Sequence[FontSource] = ()) -> tuple[str, ...]:
    """A family with its fallback; families that are not there are left out, so that Typst does not warn."""
    return (*((family,) if font_source(family, own) is not None else ()), fallback)


@cache
def _glyphs(family: str) -> frozenset[int]:
    """Every character that a family can show in its plain style."""
    found = font_source(family)
    files = found.files if found is not None else ()
    stamps = [(str(path), one.st_size, one.st_mtime_ns) for path in files for one in (path.stat(),)]
    store = key_for(repr(stamps), "codegen")
    known: frozenset[int] | None = recall(store, "glyphs")
    if known is None:
        from fontTools.ttLib import TTFont

        known = frozenset(code for path in files for code in TTFont(path, lazy=True).getBestCmap() or ())
        remember(store, "glyphs", known)
    return known


def missing_glyphs(family: str, fallback: str, texts: Iterable[str], own: Sequence[FontSource] = ()) -> set[str]:
    """Characters that neither a family nor the fallback can show (Typst would draw nothing, silently)."""
    letters = {character for text in texts for character in text}
    wanted = {one for one in letters if one != " " and (one.isprintable() or unicodedata.category(one) in ("Co", "Cn"))}
    mine = next((one for one in own if one.family == family), None)
    shown = _glyphs(family) if mine is None else _spread(mine.digest, mine.characters)
    doubtful = {character for character in wanted if ord(character) not in shown}
    return {character for character in sorted(doubtful) if not _shown(character, fallback)}


@lru_cache(maxsize=8)
def _spread(digest: str, runs: tuple[tuple[int, ...], ...]) -> frozenset[int]:
    """The characters of a game's own font; `digest` names it."""
    return frozenset(code for first, last in runs for code in range(first, last + 1))


@cache
def _shown(character: str, family: str) -> bool:
    """Does an embedded font have a character? PDF/UA refuses missing glyphs, so an attempt tells."""
    import typst

    source = (
        f'#set document(title: "x")\n#set text(font: {literal(family)}, fallback: false, lang: "en")\n'
        f"#text({literal(character)})"
    )
    try:
        typst.Compiler(root=empty_folder(), font_paths=typst_fonts(())).compile(
            source.encode(), format="pdf", pdf_standards="ua-1"
        )
    except typst.TypstError:
        return False
    return True


@cache
def empty_folder() -> str:
    """A folder with nothing in it, as long as this process runs: the root of documents that are held in memory."""
    made = tempfile.mkdtemp(prefix="sidescript-empty-")
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return made
