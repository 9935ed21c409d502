"""Themes, a game's own looks before them, and the colours and icons that they give to Kinds."""

from __future__ import annotations

import hashlib
import re
import tomllib
from functools import cache, lru_cache
from pathlib import Path
from xml.sax.saxutils import quoteattr, unescape

from attrs import evolve, frozen
from attrs import fields as attrs_fields

from dsl import model
from dsl.diagnostics.nearest import meant_or_all
from dsl.files import read_plain

from .card_face import CardFace, PrintSettings, SettingsError, table_of
from .fonts import EMBEDDED, FontSource, available, families, font_source
from .own_fonts import FontError, is_file_name, own_font
from .pictures import PictureError, check_svg, svg_text
from .wording.scope import kind_noun

_HERE = Path(__file__).parent

_PACKAGE = re.compile(r"""(?:import|include)\s*\(?\s*["']@""")


@frozen
class Theme:
    name: str
    folder: Path
    title_font: str
    text_font: str
    fallback_font: str
    paper: str
    ink: str
    colour: str
    largest: float
    smallest: float
    art_icon: str
    low_ink: bool = False
    accent: str = "#f3d27a"
    mark: str = "#c8452f"  # of icons at numbers
    title: str = ""  # colour of titles; empty: one that is read on what the template sets them on
    scene: str = "landscape"  # how pictures are drawn: landscape, skyline, dusk, comic
    base: Theme | None = None
    own: bool = False  # its folder came with a game: a stranger may have written it
    own_fonts: tuple[FontSource, ...] = ()  # from files of the game's; others come from packages

    def file(self, name: str) -> Path | None:
        """A file of the theme, or else of the theme that it is built on."""
        path = self.folder / name
        if path.is_file():
            if not path.resolve().is_relative_to(self.folder.resolve()):
                raise SettingsError(f"{path}: it leads out of its folder")
            return path
        return self.base.file(name) if self.base is not None else None

    @property
    def template(self) -> str:
        path = self.file("card.typ")
        if path is None:
            raise SettingsError(f"the theme {self.name!r} has no card.typ")
        text = _text_of(path)
        if _PACKAGE.search(text):
            raise SettingsError(f"{path}: packages are not fetched; a template stands alone")
        return text

    @property
    def sources(self) -> dict[str, bytes]:
        """Its template as card.typ, and those of the themes that it is built on by their names, to import from."""
        found = {"card.typ": self.template.encode("utf-8")}
        above = self.base
        while above is not None:
            found.setdefault(f"{above.name}.typ", above.template.encode("utf-8"))
            above = above.base
        return found

    @property
    def templates(self) -> dict[str, str]:
        """Jinja2 templates of a game's own by name; they stand before ours."""
        if not self.own:
            return {}
        found = {}
        for path in sorted(self.folder.glob("*.jinja")):
            inside = self.file(path.name)
            if inside is not None:  # a folder may be called so
                found[path.name] = _text_of(inside)
        return found

    @property
    def foreign(self) -> bool:
        """Does it bring what could do something: templates, drawings or fonts?"""
        return bool(self.own_fonts) or self.has_templates

    @property
    def font_files(self) -> tuple[Path, ...]:
        """The files of its own fonts."""
        return tuple(path for font in self.own_fonts for path in font.files)

    @property
    def has_templates(self) -> bool:
        """Does it come with a game, and bring templates or drawings?"""
        return self.own and any(
            next(self.folder.glob(pattern), None) is not None for pattern in ("*.typ", "*.jinja", "icons/*.svg")
        )

    @property
    def digest(self) -> str:
        """Stands for all that a theme decides."""
        plain = [getattr(self, field.name) for field in attrs_fields(Theme) if field.name not in ("folder", "base")]
        icons = {path.name: _content_of(path) for path in sorted((self.folder / "icons").glob("*.svg")) if self.own}
        parts = (self.sources, plain, icons, self.templates)
        return hashlib.sha256(repr(parts).encode("utf-8")).hexdigest()[:16]

    def icon_for(self, title: str) -> str | None:
        """The icon that goes with a word of a title, the last one first: "Cat up a Tree" has to do with a tree."""
        words = _icon_words(self, "words")
        for word in reversed(re.findall(r"[a-z][a-z'’-]*", title.lower())):
            for form in (word, *reversed(word.split("-"))):
                found = words.get(form) or words.get(form.removesuffix("’s").removesuffix("'s"))
                if found is not None:
                    return found
        return None

    def worn_with(self, icon: str) -> str:
        """What somebody wears who bears an icon; "" where the name of the card decides. "crowd": it is three people."""
        return _icon_words(self, "people").get(icon, "")

    def icon(self, name: str) -> str | None:
        """The drawing of an icon: what stands inside its <svg>."""
        path = self.file(f"icons/{name}.svg") if name.replace("-", "").isalnum() else None
        if path is None:
            return None
        return _inside(path, path.stat().st_mtime_ns, self.own)

    def drew(self, name: str) -> bool:
        """Is an icon a drawing that came with a game?"""
        path = self.file(f"icons/{name}.svg") if self.own and name.replace("-", "").isalnum() else None
        return path is not None and path.is_relative_to(self.folder)

    @property
    def icons(self) -> tuple[str, ...]:
        """The names of all icons that it has, with those of the theme that it is built on."""
        own = {path.stem for path in (self.folder / "icons").glob("*.svg")}
        return tuple(sorted(own | set(self.base.icons if self.base is not None else ())))


@lru_cache(maxsize=2000)
def _inside(path: Path, changed: int, own: bool) -> str:
    """What stands inside the <svg> of a file as it is since it was changed. A game's own is looked through first."""
    del changed
    text = svg_text(_content_of(path))
    plain = re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)
    head = re.search(_HEAD, plain)
    end = max(plain.rfind("</svg"), plain.rfind(":svg>"))
    if head is None or (end < head.end() and not head[0].endswith("/>")):
        raise SettingsError(f"{path}: it is no drawing (SVG)", path)
    drawing = plain[head.end() : plain.rfind("</", 0, end + 2)]
    if not own:
        return drawing
    try:
        check_svg(text.encode("utf-8"), path.name)
    except PictureError as problem:
        raise SettingsError(f"{path}: {problem}", path) from None
    if "<" not in drawing:
        raise SettingsError(f"{path}: there is nothing in it", path)
    return _as_ours(head[0], drawing)


_HEAD = r"""<(?:[\w.-]+:)?svg\b(?:[^>"']|"[^"]*"|'[^']*')*>"""


def _as_ours(head: str, drawing: str) -> str:
    """A drawing from elsewhere in the box of 24 that all icons have; black alone is the colour of the place.

    Programs that draw put colours, widths of lines and names of their own into the head.
    """
    given = {name: value for name, _, value in re.findall(r"""([\w:.-]+)\s*=\s*(["'])(.*?)\2""", head, re.DOTALL)}
    kept = {
        name: value for name, value in given.items()
        if (name.startswith(("xmlns:", "fill", "stroke")) or name == "style") and (name, value) != _OURS
    }  # fmt: skip
    box = [float(number) for number in re.findall(_NUMBER, given.get("viewBox", ""))]
    if len(box) != 4:
        sides = [re.match(_NUMBER, given.get(side, "")) for side in ("width", "height")]
        box = [0.0, 0.0, *(float(side[0]) if side is not None else 24.0 for side in sides)]
    x, y, width, height = box
    if box != [0, 0, 24, 24] and min(width, height) > 0:
        scale = 24 / max(width, height)
        right, down = (24 - width * scale) / 2 - x * scale, (24 - height * scale) / 2 - y * scale
        kept["transform"] = f"translate({right:.6g} {down:.6g}) scale({scale:.6g})"
    stamp = f"i{hashlib.sha256((head + drawing).encode()).hexdigest()[:8]}"
    if re.search(_STYLE, drawing):
        drawing = re.sub(_STYLE, lambda found: found[1] + _scoped(found[2], stamp, given.get("class", "")), drawing)
        kept["class"] = f"{given.get('class', '')} {stamp}".strip()
    drawing = _named_apart(drawing, stamp)
    if kept:
        attributes = "".join(f" {name}={quoteattr(unescape(value))}" for name, value in kept.items())
        drawing = f"<g{attributes}>{drawing}</g>"
    colours = {found.lower().replace(" ", "") for _, found in re.findall(_COLOUR, drawing)} - _NO_COLOURS
    if colours and colours <= _BLACK:
        return re.sub(_COLOUR, _coloured, drawing)
    return drawing


_STYLE = r"(?s)(<(?:[\w.-]+:)?style\b[^>]*>)(.*?)(?=</(?:[\w.-]+:)?style\s*>)"


def _scoped(css: str, stamp: str, of_head: str) -> str:
    """Rules of CSS for one drawing, whose outermost part has the class `stamp`: others lie in the same picture."""
    css = re.sub(r"/\*.*?\*/", "", css.replace("<![CDATA[", "").replace("]]>", ""), flags=re.DOTALL)
    found = []
    for selectors, said in re.findall(r"([^{}]+)\{([^{}]*)\}", css):
        names: list[str] = []
        for name in map(str.strip, selectors.split(",")):
            if name in ("svg", ":root", *(f".{one}" for one in of_head.split())):
                names.append(f".{stamp}")
            if name and not name.startswith("@"):
                names.append(f".{stamp} " + re.sub(r"#([\w-]+)", rf"#{stamp}-\1", name))
        if names:
            found.append(f"{', '.join(names)} {{{said}}}")
    return " ".join(found)


def _named_apart(drawing: str, stamp: str) -> str:
    """A drawing whose ids are its own: several lie in one picture, and programs call theirs alike."""
    drawing = re.sub(r"""(\sid\s*=\s*["'])([^"']+)""", rf"\g<1>{stamp}-\g<2>", drawing)
    drawing = re.sub(r"""(\bhref\s*=\s*["']#)""", rf"\g<1>{stamp}-", drawing)
    return re.sub(r"""(\burl\(\s*["']?#)""", rf"\g<1>{stamp}-", drawing, flags=re.IGNORECASE)


def _coloured(found: re.Match[str]) -> str:
    """Where a colour stood, that of the place; where none stood, none."""
    return found[0] if found[2].lower() in _NO_COLOURS else found[1] + "currentColor"


_NUMBER = r"-?\d*\.?\d+(?:[eE][-+]?\d+)?"
_COLOUR = r"""(\b(?:fill|stroke)\s*[=:]\s*["']?\s*)(#[0-9a-fA-F]+|rgb\([^)]*\)|url\([^)]*\)|[a-zA-Z]+)"""
_OURS = ("fill", "currentColor")
_NO_COLOURS = {"none", "currentcolor", "inherit", "transparent"}
_BLACK = {"black", "#000", "#000000", "rgb(0,0,0)"}


def _text_of(path: Path) -> str:
    """Raises SettingsError for a file that is no text."""
    try:
        return _content_of(path).decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise SettingsError(f"{path}: it is not UTF-8 text") from None


def _content_of(path: Path) -> bytes:
    try:
        return read_plain(path)
    except OSError as problem:
        raise SettingsError(f"{path}: I cannot read it: {problem.strerror}") from None


@cache
def _icon_words(theme: Theme, file: str) -> dict[str, str]:
    """What a table of words in the folder of icons says: `leaf = "tree wood"` gives a leaf to both."""
    path = theme.file(f"icons/{file}.toml")
    try:
        table = table_of(path) if path is not None else {}
    except OSError as problem:
        raise SettingsError(f"{path}: I cannot read it: {problem.strerror}", path) from None
    return {word: icon for icon, words in table.items() for word in str(words).split()}


@cache
def theme_named(name: str) -> Theme:
    folder = _HERE / "themes" / name
    if not name.replace("-", "_").isidentifier() or not (folder / "theme.toml").is_file():
        there = sorted(one.parent.name for one in (_HERE / "themes").glob("*/theme.toml"))
        raise SettingsError(f"there is no theme {name!r}; {meant_or_all(name, there)}")
    table = tomllib.loads((folder / "theme.toml").read_text("utf-8"))
    base = theme_named(table.pop("base")) if "base" in table else None
    if base is not None:
        return evolve(base, name=name, folder=folder, base=base, **table)
    return Theme(name=name, folder=folder, **table)


_NOT_SET = ("name", "folder", "base", "own", "own_fonts")  # fields of a theme that its file does not set


def theme_of(settings: PrintSettings, name: str | None = None) -> Theme:
    """The theme of a game, with the files and values of the game's own folder of looks before it.

    The fonts of its print file come last: they hold in every theme.
    """
    try:
        below = theme_named(name or settings.theme)
    except SettingsError as problem:
        if name is not None or settings.file is None:
            raise
        raise SettingsError(f"{settings.file}: {problem}", settings.file, settings.theme) from None
    themed = below if settings.looks is None or name is not None else _with_looks(below, settings.looks)
    for setting, (value, file) in settings.fonts.items():
        themed = _with_font(themed, f"{setting}_font", value, file)
    return themed


def _with_looks(below: Theme, folder: Path) -> Theme:
    path = folder / "theme.toml"
    try:
        table = table_of(path) if path.is_file() else {}
        known = {field.name: field.type for field in attrs_fields(Theme)}
        given: dict[str, str] = {}
        for key, value in list(table.items()):
            if key in _NOT_SET or key not in known:
                more = meant_or_all(key, [name for name in known if name not in _NOT_SET])
                raise SettingsError(f"{path}: there is no setting {key!r}; {more}", path, key)
            if not isinstance(value, type(getattr(below, key))):
                raise SettingsError(f"{path}: {key} should be like {getattr(below, key)!r}", path, key)
            _checked(key, value, path)
            if key in ("title_font", "text_font"):
                given[key] = table.pop(key)
        made = evolve(below, folder=folder, base=below, own=True, **table)
    except (OSError, ValueError) as problem:
        if isinstance(problem, SettingsError):
            raise
        raise SettingsError(f"{path}: {problem}", path) from None
    for key, value in given.items():
        made = _with_font(made, key, value, path)
    return made


def _checked(key: str, value: object, path: Path) -> None:
    """Raises SettingsError for a value of the right type that is no colour, no size or no font of Typst's."""
    if key in ("ink", "paper", "colour", "accent", "mark", "title") and not re.fullmatch("#[0-9a-fA-F]{6}", str(value)):
        raise SettingsError(f"{path}: {key} should look like #8c2f39, not {value!r}", path, str(value) or key)
    if key in ("largest", "smallest") and isinstance(value, float) and not 3 <= value <= 72:
        raise SettingsError(f"{path}: {key}: text is 3 to 72 points large, not {value:g}", path, key)
    if key == "fallback_font" and value not in EMBEDDED:
        more = meant_or_all(str(value), EMBEDDED)
        raise SettingsError(f"{path}: fallback_font: Typst brings no font {value!r}; {more}", path, str(value) or key)


def _with_font(theme: Theme, key: str, value: str, path: Path) -> Theme:
    """A theme with another font: a file in the folder in which `path` lies, or else a family of a package."""
    if is_file_name(value):
        try:
            font = own_font(value, path.parent)
        except FontError as problem:
            raise SettingsError(f"{path}: {key}: {problem}", path, value, "font-unusable") from None
        own = tuple(dict.fromkeys((*theme.own_fonts, font)))
        return _in_family(evolve(theme, own_fonts=own), key, font.family)
    if families() and font_source(value) is None:
        package = f"fontpkg-{value.lower().replace(' ', '-')}"
        more = meant_or_all(value, families())
        more += "" if more.endswith("?") else "."
        raise SettingsError(
            f"{path}: the font {value!r} is not installed here; {more} "
            f"Many others come as packages (pip install {package}), or as a .ttf or .otf file beside this one",
            path,
            value,
        )
    return _in_family(theme, key, value)


def _in_family(theme: Theme, key: str, family: str) -> Theme:
    return evolve(theme, title_font=family) if key == "title_font" else evolve(theme, text_font=family)


def icon_name(settings: PrintSettings, word: str) -> str | None:
    """The icon that a game's print file gives to a word, whatever its capitals."""
    lowered = word.lower()
    for key, name in settings.icons.items():
        if key.lower() == lowered:
            return name
    return None


def colour_of(settings: PrintSettings, game: model.CheckedGame, theme: Theme, kind: str) -> str:
    for ancestor in game.kinds[kind].ancestors if kind in game.kinds else (kind,):
        if ancestor in settings.colours:
            return settings.colours[ancestor]
    return theme.colour


def colour_of_card(settings: PrintSettings, game: model.CheckedGame, theme: Theme, face: CardFace) -> str:
    """Of the card itself, of its Kind with a fact or sort on the card ("Incident.Green"), or of its Kind."""
    kinds = game.kinds[face.kind].ancestors if face.kind in game.kinds else (face.kind,)
    for key in (face.key.partition(" ")[0], *(f"{kind}.{word}" for kind in kinds for word in said_by(face))):
        if key in settings.colours:
            return settings.colours[key]
    if face.colour and not any(kind in settings.colours for kind in kinds):
        return face.colour
    return colour_of(settings, game, theme, face.kind)


def art_icon_of(settings: PrintSettings, game: model.CheckedGame, theme: Theme, kind: str) -> str:
    for ancestor in game.kinds[kind].ancestors if kind in game.kinds else (kind,):
        if ancestor in settings.art:
            return settings.art[ancestor]
    return theme.art_icon


def said_by(face: CardFace) -> list[str]:
    """Names on a card that can have colours and icons: "Forest", "Elemental" where it needs 2 Elemental."""
    if face.said:
        return list(face.said)
    found = [part for fact in face.facts for part in (fact, fact.rpartition(": ")[2])]
    return list(dict.fromkeys([*found, *(stat.label for stat in face.stats if stat.of_bag)]))


def picture_of(settings: PrintSettings, game: model.CheckedGame, theme: Theme, face: CardFace) -> str:
    """The icon in a card's picture: its own, one that goes with its title or with what it says, or its Kind's."""
    own = settings.art.get(face.key.partition(" ")[0]) or theme.icon_for(face.english or face.title)
    if own is None:
        own = next((settings.art[name] for name in said_by(face) if name in settings.art), None)
    return own or art_icon_of(settings, game, theme, face.kind)


def shows_somebody(settings: PrintSettings, game: model.CheckedGame, face: CardFace) -> bool:
    """Is somebody in the picture that is drawn for a card? So for figures, and for Kinds that the print file lists."""
    kinds = game.kinds[face.kind].ancestors if face.kind in game.kinds else ()
    return any(kind == "Figure" or kind in settings.people for kind in kinds)


def of_another_name(settings: PrintSettings, face: CardFace) -> bool:
    """Is it the other side of a card, on which [titles] gives another name? There somebody is not in costume."""
    side = face.key.partition(" (")[2].rstrip(")")
    return bool(side) and any(key.rpartition(".")[2] == side for key in settings.titles)


def sign_of(settings: PrintSettings, game: model.CheckedGame, theme: Theme, face: CardFace) -> str:
    """The icon in the middle of a piece."""
    resource = game.resources.get(face.kind)
    words = resource.noun if resource is not None else (face.english or face.title, kind_noun(game, face.kind)[0])
    named = next((found for word in words if (found := icon_name(settings, word)) is not None), None)
    key = face.key.partition(" ")[0]
    own = settings.art.get(key) or settings.art.get(key.partition(".")[0])  # a part has the sign of its owner
    return own or named or art_icon_of(settings, game, theme, face.kind)


def theme_data(theme: Theme) -> dict[str, object]:
    """What templates know of a theme."""
    return {
        "title_fonts": available(theme.title_font, theme.fallback_font, theme.own_fonts),
        "text_fonts": available(theme.text_font, theme.fallback_font, theme.own_fonts),
        "symbol_font": theme.fallback_font,
        "paper": theme.paper,
        "ink": theme.ink,
        "smallest": theme.smallest,
        "largest": theme.largest,
        "accent": theme.accent,
        "title": theme.title,
        "low_ink": theme.low_ink,
    }
