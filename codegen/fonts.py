"""Font families from packages, and the characters that they can show."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from dsl.cache import key_for, recall, remember

from .typst_source import literal

if TYPE_CHECKING:
    import typst  # looks are read also where nothing is printed: rules as HTML need no Typst

_SFNT = (b"\x00\x01\x00\x00", b"OTTO", b"true", b"ttcf")


@frozen
class FontSource:
    family: str
    files: tuple[Path, ...]
    licence: str


@cache
def font_source(family: str) -> FontSource | None:
    """The files of a font family from its package, if that is installed and really holds fonts."""
    try:
        import fontpkg
    except ImportError:
        return None
    for found in fontpkg.families().values():
        if found.name == family:
            files = tuple(Path(file.path) for file in found.files)
            real = all(path.is_file() and path.open("rb").read(4) in _SFNT for path in files)
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
def typst_fonts(families: tuple[str, ...]) -> typst.Fonts:
    import typst

    folders = sorted({str(path.parent) for name in families if (found := font_source(name)) for path in found.files})
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=True, font_paths=folders)


def available(family: str, fallback: str) -> tuple[str, ...]:
    """A family with its fallback; families that are not there are left out, so that Typst does not warn."""
    return (*((family,) if font_source(family) is not None else ()), fallback)


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


def missing_glyphs(family: str, fallback: str, texts: Iterable[str]) -> set[str]:
    """Characters that neither a family nor the fallback can show (Typst would draw nothing, silently)."""
    wanted = {character for text in texts for character in text if character.isprintable() and character != " "}
    doubtful = {character for character in wanted if ord(character) not in _glyphs(family)}
    return {character for character in sorted(doubtful) if not _shown(character, fallback)}


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
