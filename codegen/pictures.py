"""Pictures of a game's own, in its folder `art`: which card each is for, and whether one may be printed at all.

Whoever sends a game may have put anything there. A picture is read once, as bytes, after its path was resolved; what
it says of its size is believed for refusing it, never for reading it.
"""

from __future__ import annotations

import hashlib
import re
import struct
import unicodedata
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from xml.parsers import expat

from attrs import frozen

from dsl.diagnostics.nearest import nearest

from .problems import Problem

FOLDER = "art"
ENDINGS = {".png": "png", ".jpg": "jpg", ".jpeg": "jpg", ".gif": "gif", ".webp": "webp", ".svg": "svg"}
MOST_BYTES = 40_000_000
MOST_PIXELS = 50_000_000
MOST_SVG_BYTES, MOST_SVG_PARTS, MOST_SVG_DEPTH = 4_000_000, 50_000, 200
RESERVED = {"con", "prn", "aux", "nul", *(f"{device}{n}" for device in ("com", "lpt") for n in range(1, 10))}
_LONGEST = 120


class PictureError(ValueError):
    """A picture that is not printed; `code` is that of the message."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@frozen
class Picture:
    """`kind`: png, jpg, gif, webp or svg; `width` and `height` in pixels, 0 for drawings, which have none."""

    path: Path
    kind: str
    content: bytes
    width: int = 0
    height: int = 0


def read_picture(path: Path, home: Path) -> Picture:
    """A picture inside a folder. Raises PictureError if it leads out of it, or cannot or must not be printed."""
    if not path.resolve().is_relative_to(home.resolve()):
        raise PictureError("picture-outside", f"{path.name} leads out of the folder {home.name}")
    try:
        if not path.is_file():
            raise PictureError("picture-unreadable", f"{path.name} is no plain file")
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise PictureError("picture-too-large", f"{path.name} has {size:,} bytes, and {MOST_BYTES:,} are read")
        content = path.read_bytes()
    except OSError as problem:
        raise PictureError("picture-unreadable", f"I cannot read {path.name}: {problem.strerror}") from None
    wanted = ENDINGS.get(path.suffix.lower(), "")
    if wanted == "svg":
        content = svg_text(content).encode("utf-8")
    kind = _kind(content)
    if kind != wanted:
        what = f"it is {_NAMES[kind]}" if kind else "it is no picture that I know"
        raise PictureError("picture-unreadable", f"{path.name} is not what its name says: {what}")
    if kind == "svg":
        check_svg(content, path.name)
        return Picture(path, kind, content)
    width, height = _pixels(kind, content)
    if width < 1 or height < 1:
        raise PictureError("picture-unreadable", f"{path.name} is damaged: it does not say how large it is")
    if kind == "jpg" and not _whole_jpeg(content):
        raise PictureError("picture-unreadable", f"{path.name} is damaged: it ends in the middle of the picture")
    if width * height > MOST_PIXELS:
        message = f"{path.name} has {width:,} × {height:,} pixels, and {MOST_PIXELS // 1_000_000} million are printed"
        raise PictureError("picture-too-large", message)
    if _lies_on_its_side(kind, content):
        width, height = height, width
    return Picture(path, kind, content, width, height)


_NAMES = {"png": "a PNG", "jpg": "a JPEG", "gif": "a GIF", "webp": "a WebP", "svg": "an SVG"}


def _kind(content: bytes) -> str:
    if content.startswith(b"\x89PNG\r\n\x1a\n"):
        return "png"
    if content.startswith(b"\xff\xd8\xff"):
        return "jpg"
    if content.startswith((b"GIF87a", b"GIF89a")):
        return "gif"
    if content.startswith(b"RIFF") and content[8:12] == b"WEBP":
        return "webp"
    return "svg" if re.search(rb"<(?:\w+:)?svg[\s>/]", content[:4000]) else ""


def svg_text(content: bytes) -> str:
    """A drawing as text, whatever encoding it has, without the line that names that. What is no text has odd letters.

    Typst reads UTF-8 alone, and what is looked through should be just what is drawn.
    """
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = content.decode("utf-16", "replace")
    else:
        named = re.match(rb"""(?:\xef\xbb\xbf)?\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']""", content)
        encoding = named[1].decode("ascii") if named is not None else "utf-8"
        try:
            text = content.decode(encoding if encoding.lower() in _ENCODINGS else "utf-8", "replace")
        except LookupError:
            text = content.decode("utf-8", "replace")
    return re.sub(r"^\s*<\?xml[^>]*\?>", "", text.removeprefix("\ufeff"))


_ENCODINGS = {"iso-8859-1", "iso-8859-15", "latin1", "windows-1252", "windows-1250", "us-ascii", "ascii"}


def _pixels(kind: str, content: bytes) -> tuple[int, int]:
    """Width and height as the file says; (0, 0) if it does not."""
    try:
        match kind:
            case "png":
                return struct.unpack_from(">II", content, 16)
            case "gif":
                return struct.unpack_from("<HH", content, 6)
            case "webp":
                return _webp(content)
            case _:
                return _jpeg(content)
    except struct.error:
        return 0, 0


def _webp(content: bytes) -> tuple[int, int]:
    match content[12:16]:
        case b"VP8 ":
            wide, high = struct.unpack_from("<HH", content, 26)
            return wide & 0x3FFF, high & 0x3FFF
        case b"VP8L":
            (bits,) = struct.unpack_from("<I", content, 21)
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8X":
            wide, high = (int.from_bytes(content[at : at + 3], "little") + 1 for at in (24, 27))
            return wide, high
    return 0, 0


def _jpeg(content: bytes) -> tuple[int, int]:
    for marker, at in _segments(content):
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            high, wide = struct.unpack_from(">HH", content, at + 3)
            return wide, high
    return 0, 0


def _segments(content: bytes) -> Iterator[tuple[int, int]]:
    """The parts of a JPEG up to its pixels, which are the last: the marker of each, and where its length stands."""
    at = 2
    while at + 4 <= len(content) and content[at] == 0xFF:
        marker = content[at + 1]
        if marker == 0xFF:  # there may be more of them before a marker
            at += 1
            continue
        yield marker, at + 2
        if marker == 0xDA:
            return
        at += 2 + int.from_bytes(content[at + 2 : at + 4], "big")


def _whole_jpeg(content: bytes) -> bool:
    """Does the mark of its end follow on its pixels?"""
    pixels = next((at for marker, at in _segments(content) if marker == 0xDA), -1)
    return pixels >= 0 and content.find(b"\xff\xd9", pixels) >= 0


def _lies_on_its_side(kind: str, content: bytes) -> bool:
    """Does a camera say that the picture is to be turned by a quarter? Typst then prints it so."""
    found = b""
    match kind:
        case "jpg":
            found = next((content[at + 8 : at + 5000] for marker, at in _segments(content)
                          if marker == 0xE1 and content[at + 2 : at + 8] == b"Exif\0\0"), b"")  # fmt: skip
        case "png":
            at = content.find(b"eXIf")
            found = content[at + 4 : at + 5000] if at >= 0 else b""
        case "webp":
            at = content.rfind(b"EXIF")
            found = content[at + 8 : at + 5000].removeprefix(b"Exif\0\0") if at >= 0 else b""
    order = {b"II*\0": "<", b"MM\0*": ">"}.get(found[:4])
    if order is None:
        return False
    try:
        (first,) = struct.unpack_from(f"{order}I", found, 4)
        (many,) = struct.unpack_from(f"{order}H", found, first)
        entries = [struct.unpack_from(f"{order}HHIH", found, first + 2 + 12 * number) for number in range(many)]
    except struct.error:
        return False
    return any(tag == _ORIENTATION and value in (5, 6, 7, 8) for tag, _, _, value in entries)


_ORIENTATION = 0x0112


def check_svg(content: bytes, name: str) -> None:
    """Raises PictureError for a drawing that asks for other files, defines entities, or has words without outlines."""
    if len(content) > MOST_SVG_BYTES:
        raise PictureError("picture-too-large", f"{name} has {len(content):,} bytes, and {MOST_SVG_BYTES:,} are read")
    parts = 0
    open_ids: list[str] = []  # of each open element, "" without one
    inside: dict[str, int] = {}  # parts by the id of what they stand in
    used: dict[str, list[str]] = {"": []}  # what is used inside, by that id; "": in the whole drawing

    def refuse(why: str) -> None:
        raise PictureError("picture-refused", f"{name}: {why}")

    def begin(tag: str, attributes: Mapping[str, str]) -> None:
        nonlocal parts
        parts += 1
        if len(open_ids) >= MOST_SVG_DEPTH:
            raise PictureError("picture-too-large", f"{name} has more than {MOST_SVG_DEPTH} parts inside each other")
        if parts > MOST_SVG_PARTS:
            raise PictureError("picture-too-large", f"{name} has more than {MOST_SVG_PARTS:,} parts")
        plain = tag.rpartition(":")[2]
        open_ids.append(attributes.get("id", ""))
        for one in {one for one in open_ids if one}:
            inside[one] = inside.get(one, 0) + 1
        for key, value in attributes.items():
            drawn = (
                [value.removeprefix("#")] if plain in ("use", "feImage") and key.rpartition(":")[2] == "href" else []
            )
            drawn += re.findall(r"url\(\s*['\"]?#([^)'\"]*)", value, re.IGNORECASE)  # masks, patterns, markers, filters
            for one in {"", *open_ids} if drawn else ():
                used.setdefault(one, []).extend(drawn)
        if plain in ("script", "foreignObject"):
            refuse(f"a drawing holds no <{plain}>{_PLAIN}")
        if plain in ("text", "tspan", "textPath"):
            refuse("its words are printed in any font that is at hand; make outlines (paths) of them")
        for key, value in attributes.items():
            if key.rpartition(":")[2] == "href" and value.startswith("data:"):
                refuse(
                    f"it holds another picture ({value[:15]}...), of which only drawings are printed; trace that, "
                    "or use it alone, as a PNG or JPEG in the folder art"
                )
            if key.rpartition(":")[2] == "href" and not value.startswith("#"):
                refuse(f"it asks for another file, {value[:60]!r}; put what it shows into the drawing itself")
            _no_address(value, refuse)

    def words(text: str) -> None:
        _no_address(text, refuse)

    reader = expat.ParserCreate()
    reader.StartElementHandler = begin
    reader.EndElementHandler = lambda _: open_ids.pop()
    reader.CharacterDataHandler = words
    reader.buffer_text = True
    reader.StartDoctypeDeclHandler = lambda *_: None
    reader.EntityDeclHandler = lambda *_: refuse(f"it defines entities{_PLAIN}")
    try:
        reader.Parse(content, True)
    except expat.ExpatError as problem:
        raise PictureError("picture-unreadable", f"{name} is damaged: {problem}") from None
    if _unfolded("", {**inside, "": parts}, used, {}, ()) > MOST_SVG_PARTS:
        message = f"{name} has more than {MOST_SVG_PARTS:,} parts where it uses some of them again, or one uses itself"
        raise PictureError("picture-too-large", message)


def _unfolded(
    name: str,
    inside: Mapping[str, int],
    used: Mapping[str, Sequence[str]],
    known: dict[str, int],
    above: tuple[str, ...],
) -> int:
    """How many parts something has with all that it uses: a drawing of ten lines can have a thousand million."""
    if name in above or len(above) > _DEEPEST:
        return MOST_SVG_PARTS + 1  # it uses itself, or goes on and on
    if name not in known:
        more = (_unfolded(one, inside, used, known, (*above, name)) for one in used.get(name, ()))
        known[name] = min(inside.get(name, 0) + sum(more), MOST_SVG_PARTS + 1)
    return known[name]


_DEEPEST = 100  # uses inside uses
_PLAIN = "; save it as plain SVG, without what a program for drawings needs to go on with it"


def _no_address(text: str, refuse: object) -> None:
    for found in re.findall(r"url\(\s*['\"]?([^)'\"]*)|@import\s+([^;]*)", text, re.IGNORECASE):
        address = found[0] or found[1]
        if not address.startswith("#"):
            assert callable(refuse)
            refuse(f"it asks for another file, {address[:60]!r}; put what it shows into the drawing itself")


# ------------------------------------------------------------------------------------------------ a game's pictures


@frozen
class Pictures:
    """The pictures of a game by what they are for, and what is wrong with its folders of art."""

    by_name: Mapping[str, Picture]
    problems: tuple[Problem, ...] = ()

    def of(self, key: str) -> Picture | None:
        """The picture of a face: of its own side (`name (side)`), else of the card."""
        name, _, side = key.partition(" (")
        return self.by_name.get(f"{name}.{side.rstrip(')')}") or self.by_name.get(name)

    def digest(self, key: str) -> str:
        """Changes with the picture of a face; empty without one."""
        own = self.of(key)
        return f"/{hashlib.sha256(own.content).hexdigest()[:16]}" if own is not None else ""


NONE = Pictures({})


def pictures(folders: Sequence[Path], keys: Iterable[str]) -> Pictures:
    """What lies in folders of art, the first before others. `keys` are the faces that there are."""
    known = {_asked(key): None for key in keys} | {key.partition(" (")[0]: None for key in keys}
    found: dict[str, Picture] = {}
    problems: list[Problem] = []
    for folder in folders:
        here: dict[str, Path] = {}
        for path in sorted(folder.rglob("*")):
            if path.name.startswith("."):
                continue
            if path.suffix.lower() not in ENDINGS:
                problems += _of_another_sort(path, known)
                continue
            problems += unsafe(path)
            name = _plain(path.stem)
            if name in here:
                message = f"{here[name].name} and {path.name} are for the same card"
                problems.append(Problem("error", "", message, code="file-name-clash", file=path))
                continue
            here[name] = path
            if name not in known:
                meant = nearest(name, tuple(known))
                more = f"; did you mean {meant}?" if meant else ""
                message = f"no card is called {path.stem}{more}"
                problems.append(Problem("warning", "", message, code="picture-of-nothing", file=path))
            elif name not in found:
                try:
                    found[name] = read_picture(path, folder)
                except PictureError as problem:
                    problems.append(Problem("error", "", str(problem), code=problem.code, file=path))
    return Pictures(found, tuple(problems))


def _of_another_sort(path: Path, known: Container[str]) -> list[Problem]:
    """What is said of a file of which no picture can be read, where a card waits for one of that name."""
    bare = path.name.rstrip(". ")
    if bare != path.name and Path(bare).suffix.lower() in ENDINGS:
        return unsafe(path)
    if path.suffix.lower() not in _OTHERS or _plain(path.stem) not in known:
        return []
    message = f"{path.name} is not printed: pictures are {', '.join(ENDINGS)}, and others can be saved as one of them"
    return [Problem("warning", "", message, code="picture-unreadable", file=path)]


_OTHERS = (".bmp", ".tif", ".tiff", ".heic", ".heif", ".avif", ".jxl", ".jp2", ".psd", ".xcf", ".kra", ".ai", ".eps",
           ".pdf", ".ico", ".tga", ".jfif")  # fmt: skip


def _asked(key: str) -> str:
    name, _, side = key.partition(" (")
    return f"{name}.{side.rstrip(')')}" if side else name


def _plain(stem: str) -> str:
    return unicodedata.normalize("NFC", stem).lower().replace("-", "_").replace(" ", "_")


def unsafe(path: Path) -> list[Problem]:
    """Why another system may not take the name of a file."""
    name = path.name
    why = ""
    if name.partition(".")[0].lower() in RESERVED:
        why = "Windows keeps that name for itself"
    elif re.search(r'[<>:"|?*\\\x00-\x1f]', name):
        why = 'Windows takes none of < > : " | ? * \\ in names'
    elif path.stem.endswith((".", " ")) or name.endswith((".", " ")):
        why = "Windows cuts off dots and spaces at the end"
    elif len(name.encode()) > _LONGEST:
        why = f"it is longer than {_LONGEST} bytes"
    elif unicodedata.normalize("NFC", name) != name:
        why = "its letters and their accents are written apart, which other systems compare otherwise"
    if not why:
        return []
    return [Problem("warning", "", f"the name {name!r} is not safe: {why}", code="unsafe-file-name", file=path)]
