"""Font files of a game's own: whether one may be printed at all, and which characters it has.

Whoever sends a game may have put anything there. A file is read once; a copy of just these bytes is what Typst sees.
What takes it apart does so in a bounded process: a few bytes of a damaged font can ask for all memory.
"""

from __future__ import annotations

import atexit
import hashlib
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from dsl.cache import key_for, recall, remember

from . import bounded
from .fonts import FontSource, is_font
from .typst_source import literal

ENDINGS = (".ttf", ".otf")
MOST_BYTES = 30_000_000
_LIMITS = bounded.Limits(seconds=60.0, processor=20, megabytes=1500)
_RESTRICTED = 0x0002  # of fsType in the table OS/2: the font must not be embedded


class FontError(ValueError):
    """A font file that is not printed; the message says why."""


def is_file_name(value: str) -> bool:
    """Does a setting name a file, and not a family of a package?"""
    return Path(value).suffix.lower() in (*ENDINGS, ".ttc", ".woff", ".woff2")


def own_font(value: str, home: Path) -> FontSource:
    """The font in a file that is named from the folder `home`. Raises FontError."""
    path = home / value
    if path.suffix.lower() not in ENDINGS:
        raise FontError(f"{value}: a font is a file that ends in .ttf or .otf; others can be converted to them")
    try:
        if not path.resolve().is_relative_to(home.resolve()):
            raise FontError(f"{value} leads out of the folder {home.resolve().name}")
        if not path.is_file():
            raise FontError(f"there is no file {value} in the folder {home.resolve().name}")
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise FontError(f"{value} has {size:,} bytes, and {MOST_BYTES:,} are read")
        content = path.read_bytes()
    except (OSError, ValueError, RuntimeError) as problem:
        if isinstance(problem, FontError):
            raise
        raise FontError(f"I cannot read {value}: {getattr(problem, 'strerror', None) or problem}") from None
    if not is_font(content[:4]) or content[:4] == b"ttcf":
        raise FontError(f"{value} is not what its name says: it is no TrueType or OpenType font")
    digest = hashlib.sha256(content).hexdigest()[:16]
    copy = _kept() / digest / f"font{path.suffix.lower()}"
    if not copy.is_file():
        copy.parent.mkdir(exist_ok=True)
        copy.write_bytes(content)
    found = _looked(digest, copy)
    if "why" in found:
        raise FontError(f"{value} cannot be used: {found['why']}")
    return FontSource(found["family"], (copy,), "", digest, tuple(map(tuple, found["characters"])))


@cache
def _kept() -> Path:
    """Where the copies lie as long as this process runs, each in a folder of its own."""
    made = tempfile.mkdtemp(prefix="sidescript-fonts-")
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return Path(made)


def _looked(digest: str, copy: Path) -> dict[str, Any]:
    """What a bounded process finds in a font: its family and characters, or `why` it is not used."""
    store = key_for(f"{digest}{copy.suffix}", "codegen")
    known: dict[str, Any] | None = recall(store, "own-font")
    if known is not None:
        return known
    try:
        answer = bounded.run(look, str(copy), limits=_LIMITS)
    except bounded.Failed as problem:
        return {"why": str(problem)}
    except bounded.Stopped as problem:
        return {"why": f"it is damaged ({problem})"}
    found: dict[str, Any] = answer[0]
    remember(store, "own-font", found)
    return found


def look(copy: str) -> bounded.Answer:
    """In the bounded process: takes a font apart, and sets a letter in it to see that Typst takes it."""
    import typst
    from fontTools.ttLib import TTFont, TTLibError

    try:
        font: Any = TTFont(copy, lazy=True)
        codes: list[int] = sorted(font.getBestCmap() or ())
        rights = font["OS/2"].fsType if "OS/2" in font else 0
    except (TTLibError, AssertionError, LookupError, ValueError, TypeError, AttributeError, OSError) as problem:
        raise bounded.Failed(f"it is damaged ({str(problem) or type(problem).__name__})"[:300]) from None
    except Exception as problem:  # fontTools raises struct.error and others of its own where bytes are missing
        raise bounded.Failed(f"it is damaged ({type(problem).__name__})") from None
    if rights & 0x000F == _RESTRICTED:
        raise bounded.Failed("its maker does not allow it to be embedded in documents (fsType 2)")
    known = typst.Fonts(False, False, [str(Path(copy).parent)])
    families = known.families()
    shown = next((chr(code) for code in codes if chr(code).isalnum()), None)
    if len(families) != 1 or shown is None:
        raise bounded.Failed("there are no letters in it" if families else "it is damaged (Typst does not know it)")
    source = (
        f'#set document(title: "x")\n#set text(font: {literal(families[0])}, fallback: false, lang: "en")\n'
        f"#text({literal(shown)})"
    )
    try:
        typst.Compiler(root=str(Path(copy).parent), font_paths=known).compile(
            source.encode(), format="pdf", pdf_standards="ua-1"
        )
    except typst.TypstError as problem:
        raise bounded.Failed(f"it is damaged ({problem.message})") from None
    return {"family": families[0], "characters": _ranges(codes)}, []


def _ranges(codes: list[int]) -> list[list[int]]:
    """Characters as first and last of each run."""
    found: list[list[int]] = []
    for code in codes:
        if found and found[-1][1] == code - 1:
            found[-1][1] = code
        else:
            found.append([code, code])
    return found
