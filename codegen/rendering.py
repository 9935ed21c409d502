"""Card sheets as PDF: faces go through a template to Typst and from there to pages. The same input, the same bytes."""

from __future__ import annotations

import hashlib
import io
import json
import re
import tempfile
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import MappingProxyType
from typing import Any
from typing import Literal as Choice

import typst
from attrs import evolve, frozen
from attrs import fields as attrs_fields
from fontTools.ttLib import TTFont
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from pypdf import PdfReader, PdfWriter
from pypdf.generic import BooleanObject, DictionaryObject, NameObject, RectangleObject, TextStringObject

from dsl import model
from dsl.files import write_atomically

from . import art
from .boards import OVERLAP, tiles
from .boards import boards as board_drawings
from .card_face import DEFAULTS, CardFace, PrintSettings, SettingsError, faces, printable
from .pieces import SIZES, pieces, summary
from .selection import HASHES, Selection, SelectionError, card_hash, selected
from .sheet_layout import (
    Backs,
    Grid,
    Mark,
    MarkStyle,
    Page,
    Placed,
    SheetError,
    Side,
    Size,
    card_size,
    grid,
    impose,
    larger_sizes,
    paper,
)
from .wording import agreement
from .wording.scope import kind_noun

_HERE = Path(__file__).parent
BLEED = 1.5  # how far the colour of a frame runs over the outer cuts, in mm, where nothing else is asked for
_POINTS = 72 / 25.4
_PACKAGE = re.compile(r"""(?:import|include)\s*\(?\s*["']@""")
_MANY = 3  # so many cards without room are named one by one
_SFNT = (b"\x00\x01\x00\x00", b"OTTO", b"true", b"ttcf")


@frozen
class Problem:
    """Something wrong with a printed card."""

    severity: Choice["error", "warning"]
    card: str
    message: str
    room: bool = False  # the card has too little room for its words

    def __str__(self) -> str:
        return f"{self.severity}: {self.card}: {self.message}" if self.card else f"{self.severity}: {self.message}"


@frozen
class SheetReport:
    """What was made. `written` is False if an error kept the file from being written."""

    out: Path
    cards: int
    pages: int
    problems: tuple[Problem, ...]
    larger: tuple[str, ...] = ()  # sizes of cards with more room

    @property
    def written(self) -> bool:
        return not any(problem.severity == "error" for problem in self.problems)

    @property
    def shown(self) -> tuple[Problem, ...]:
        """The problems to tell of: many cards without room are one line that says what to do."""
        tight = list(dict.fromkeys(problem.card for problem in self.problems if problem.room))
        if len(tight) <= _MANY:
            return self.problems
        names = agreement.listing([*tight[:_MANY], f"{len(tight) - _MANY} more"])
        advice = "a larger --size gives them room"
        if self.larger:
            advice += f" ({agreement.listing(self.larger, 'or')})"
        told = Problem("error", "", f"the words of {len(tight)} cards do not fit ({names}); {advice}")
        return (*(problem for problem in self.problems if not problem.room), told)


# ------------------------------------------------------------------------------------------------ themes and fonts


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
    common: float
    art_icon: str
    low_ink: bool = False
    base: Theme | None = None

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
        text = path.read_text("utf-8")
        if _PACKAGE.search(text):
            raise SettingsError(f"{path}: packages are not fetched; a template stands alone")
        return text

    @property
    def digest(self) -> str:
        """Stands for all that a theme decides."""
        parts = (self.template, self.title_font, self.text_font, self.paper, self.ink, self.low_ink, self.smallest)
        return hashlib.sha256(repr(parts).encode("utf-8")).hexdigest()[:16]

    def icon(self, name: str) -> str | None:
        """The drawing of an icon: what stands inside its <svg>."""
        path = self.file(f"icons/{name}.svg") if name.replace("-", "").isalnum() else None
        if path is None:
            return None
        text = path.read_text("utf-8")
        return text[text.index(">") + 1 : text.rindex("</svg>")]


@cache
def theme_named(name: str) -> Theme:
    folder = _HERE / "themes" / name
    if not name.replace("-", "_").isidentifier() or not (folder / "theme.toml").is_file():
        raise SettingsError(f"there is no theme {name!r}")
    table = tomllib.loads((folder / "theme.toml").read_text("utf-8"))
    base = theme_named(table.pop("base")) if "base" in table else None
    if base is not None:
        return evolve(base, name=name, folder=folder, base=base, **table)
    return Theme(name=name, folder=folder, **table)


def theme_of(settings: PrintSettings, name: str | None = None) -> Theme:
    """The theme of a game, with the files and values of the game's own folder of looks before it."""
    below = theme_named(name or settings.theme)
    folder = settings.looks
    if folder is None or name is not None:
        return below
    path = folder / "theme.toml"
    try:
        table = tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}
        fields = {field.name: field.type for field in attrs_fields(Theme)}
        for key, value in table.items():
            if key in ("name", "folder", "base") or key not in fields:
                raise SettingsError(f"{path}: there is no setting {key!r}")
            if not isinstance(value, type(getattr(below, key))):
                raise SettingsError(f"{path}: {key} should be like {getattr(below, key)!r}")
        return evolve(below, folder=folder, base=below, **table)
    except (OSError, ValueError) as problem:
        if isinstance(problem, SettingsError):
            raise
        raise SettingsError(f"{path}: {problem}") from None


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
def _typst_fonts(families: tuple[str, ...]) -> typst.Fonts:
    folders = sorted({str(path.parent) for name in families if (found := font_source(name)) for path in found.files})
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=True, font_paths=folders)


def _available(theme: Theme, family: str) -> tuple[str, ...]:
    """A family with its fallback; families that are not there are left out, so that Typst does not warn."""
    return (*((family,) if font_source(family) is not None else ()), theme.fallback_font)


@cache
def _glyphs(family: str) -> frozenset[int]:
    """Every character that a family can show in its plain style."""
    found = font_source(family)
    covered: set[int] = set()
    for path in found.files if found is not None else ():
        covered |= set(TTFont(path, lazy=True).getBestCmap() or ())
    return frozenset(covered)


def missing_glyphs(theme: Theme, family: str, texts: Iterable[str]) -> set[str]:
    """Characters that neither a family nor the fallback can show (Typst would draw nothing, silently)."""
    wanted = {character for text in texts for character in text if character.isprintable() and character != " "}
    doubtful = {character for character in wanted if ord(character) not in _glyphs(family)}
    return {character for character in sorted(doubtful) if not _shown(character, theme.fallback_font)}


@cache
def _shown(character: str, family: str) -> bool:
    """Does an embedded font have a character? PDF/UA refuses missing glyphs, so an attempt tells."""
    source = (
        f'#set document(title: "x")\n#set text(font: {literal(family)}, fallback: false, lang: "en")\n'
        f"#text({literal(character)})"
    )
    try:
        typst.Compiler(root=_empty_root(), font_paths=_typst_fonts(())).compile(
            source.encode(), format="pdf", pdf_standards="ua-1"
        )
    except typst.TypstError:
        return False
    return True


@cache
def _empty_root() -> str:
    return tempfile.mkdtemp(prefix="sidescript-empty-")


# ------------------------------------------------------------------------------------------------ the template


def literal(text: str) -> str:
    """A text as a Typst string literal: the only way in which words of users enter a document."""
    out = []
    for character in text:
        if character in '\\"':
            out.append("\\" + character)
        elif character in "\n\r\t":
            out.append({"\n": "\\n", "\r": " ", "\t": " "}[character])
        elif character == "\u00a0":
            out.append("\\u{a0}")
        elif not character.isprintable():
            out.append(" ")
        else:
            out.append(character)
    return '"' + "".join(out) + '"'


def _literals(texts: Iterable[str]) -> str:
    return "(" + "".join(f"{literal(text)}, " for text in texts) + ")"


def _literal_or_none(text: str | None) -> str:
    return "none" if text is None else literal(text)


@cache
def _templates() -> Environment:
    made = Environment(
        loader=FileSystemLoader(_HERE / "templates"), undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True,
        autoescape=False,
    )  # fmt: skip
    made.filters["literal"] = literal
    made.filters["literals"] = _literals
    made.filters["literal_or_none"] = _literal_or_none
    return made


def icon_name(settings: PrintSettings, word: str) -> str | None:
    """The icon that a game's print file gives to a word, whatever its capitals."""
    lowered = word.lower()
    for key, name in settings.icons.items():
        if key.lower() == lowered:
            return name
    return None


def _colour(settings: PrintSettings, game: model.CheckedGame, theme: Theme, kind: str) -> str:
    for ancestor in game.kinds[kind].ancestors if kind in game.kinds else (kind,):
        if ancestor in settings.colours:
            return settings.colours[ancestor]
    return theme.colour


def _art_icon(settings: PrintSettings, game: model.CheckedGame, theme: Theme, kind: str) -> str:
    for ancestor in game.kinds[kind].ancestors if kind in game.kinds else (kind,):
        if ancestor in settings.art:
            return settings.art[ancestor]
    return theme.art_icon


def _sign(settings: PrintSettings, game: model.CheckedGame, theme: Theme, face: CardFace) -> str:
    """The icon in the middle of a piece."""
    resource = game.resources.get(face.kind)
    words = resource.noun if resource is not None else (face.title, face.kind_line)
    named = next((found for word in words if (found := icon_name(settings, word)) is not None), None)
    return settings.art.get(face.key.partition(" ")[0]) or named or _art_icon(settings, game, theme, face.kind)


class _Assets:
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


def _card_data(
    face: CardFace,
    number: int,
    game: model.CheckedGame,
    theme: Theme,
    settings: PrintSettings,
    assets: _Assets,
    largest: float,
) -> dict[str, object]:
    colour = settings.colours.get(face.key.partition(" ")[0]) or _colour(settings, game, theme, face.kind)
    drawing = theme.icon(_art_icon(settings, game, theme, face.kind)) or theme.icon(theme.art_icon) or ""
    behind = settings.backs.get(face.kind, face.kind)
    back_colour = _colour(settings, game, theme, behind)
    back_drawing = theme.icon(_art_icon(settings, game, theme, behind)) or theme.icon(theme.art_icon) or ""
    words = {word for paragraph in face.paragraphs for word in paragraph.text.split()} | set(face.flavour.split())
    return {
        "number_in_file": number,
        "layout": face.layout,
        "spaces": [{"label": label, "count": count} for label, count in face.spaces],
        "sides": face.sides,
        "sign": assets.icon(_sign(settings, game, theme, face), "#fffaf0"),
        "key": face.key,
        "title": face.title,
        "colour": colour,
        "kind_line": face.kind_line,
        "facts": " · ".join(face.facts),
        "flavour": face.flavour,
        "set_name": face.set_name,
        "number": face.number,
        "words": sorted(words),
        "art": assets.drawing(f"art/{face.key}", art.landscape(face.key, colour, drawing)),
        "back": assets.drawing(f"back/{behind}", art.back(behind, back_colour, back_drawing)),
        "back_colour": back_colour,
        "back_line": agreement.capital(kind_noun(game, behind)[0]) if behind != face.kind else face.kind_line,
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


# ------------------------------------------------------------------------------------------------ sheets


@frozen
class SheetOptions:
    """How sheets are laid out. `offset` moves backs, in mm, to where a printer's other side really lies.

    `bleed`: how far colours run over the cuts, in mm; `apart`: round every card, so that cards lie apart, and not only
    round the sheet. `size`: of all cards; None: of each Kind as the game's print file says.
    """

    paper: str = "a4"
    size: str | None = None
    backs: Backs = "long-edge"
    marks: MarkStyle = "crop"
    bleed: float = BLEED
    apart: bool = False
    offset: tuple[float, float] = (0.0, 0.0)
    theme: str | None = None
    parts: tuple[str, ...] = ("cards",)  # of PARTS


PARTS = ("cards", "pieces", "boards", "summary")


@frozen
class _Group:
    """Cards of one size, on the sheets that they fill."""

    on: Grid
    size_name: str
    copies: tuple[CardFace, ...]
    pages: tuple[Page[CardFace], ...]


def sheets(
    game: model.CheckedGame,
    out: Path,
    *,
    options: SheetOptions | None = None,
    wanted: Selection | None = None,
    settings: PrintSettings | None = None,
) -> SheetReport:
    """Writes a PDF with the game's cards, nine poker cards a page, fronts and backs, and a colophon.

    Raises SheetError for papers and sizes that do not go together.
    """
    how = options if options is not None else SheetOptions()
    used = settings if settings is not None else DEFAULTS
    theme = theme_of(used, how.theme)
    if not 0 <= how.bleed <= 10:
        raise SheetError("--bleed: 0 to 10 mm")
    problems: list[Problem] = []
    every = printed_faces(game, used, how.parts)
    names = {face.key: _size_name(game, used, how.size, face) for face in every}
    hashes = {face.key: card_hash(face, used, f"{theme.digest}/{names[face.key]}") for face in every}
    try:
        chosen = selected(game, every, used, wanted if wanted is not None else Selection(), hashes)
    except SelectionError as problem:
        return SheetReport(out, 0, 0, (Problem("error", "", str(problem)),))
    shown_boards = _board_pages(game, used, theme, how) if "boards" in how.parts else []
    if not chosen and not shown_boards:
        unchanged = wanted is not None and wanted.since is not None
        nothing = "no card has changed" if unchanged else "there is no card to print"
        return SheetReport(out, 0, 0, (Problem("error", "", nothing),))
    problems += _glyph_problems(chosen, theme)
    groups = [
        _group(how, name, [face for face in chosen if names[face.key] == name])
        for name in dict.fromkeys(names[face.key] for face in chosen)
    ]
    copies = [face for group in groups for face in group.copies]
    with tempfile.TemporaryDirectory(prefix="sidescript-") as folder:
        root = Path(folder)
        sizes = _common_sizes(game, groups, root, theme, used) if groups else {}
        source = _source(game, groups, how, root, theme, used, sizes, boards=shown_boards)
        pdf, found = _compile(source, root, theme)
    problems += found
    larger = larger_sizes(groups[0].size_name) if len(groups) == 1 else ()
    pages = [(group.on, page) for group in groups for page in group.pages]
    report = SheetReport(out, len(copies), _page_count(pdf), tuple(problems), larger)
    if report.written:
        printed = {face.key: hashes[face.key] for face in chosen}
        write_atomically(out, _finished(pdf, f"{game.title}: cards", how, [on for on, _ in pages], printed))
    return report


def calibration(out: Path, how: SheetOptions) -> None:
    """Writes two pages with scales that show, against the light, how far the printer's other side is off."""
    sheet = paper(how.paper).size
    theme = theme_named("storybook")
    source = (
        _templates()
        .get_template("calibration.typ.jinja")
        .render(
            page=sheet, fonts=_available(theme, theme.text_font), offset=how.offset, short=how.backs == "short-edge"
        )
    )
    with tempfile.TemporaryDirectory(prefix="sidescript-") as folder:
        pdf, _ = _compile(source, Path(folder), theme)
    whole = Grid(sheet, sheet, 1, 1, 0.0, 0.0)
    write_atomically(out, _finished(pdf, "Calibration", how, [whole, whole], {}))


def printed_faces(game: model.CheckedGame, settings: PrintSettings, parts: Sequence[str]) -> tuple[CardFace, ...]:
    """All faces of the parts of a game that are printed."""
    found: list[CardFace] = []
    if "cards" in parts:
        found += faces(game, printable(game, settings.also))
    if "pieces" in parts:
        found += pieces(game, settings)
    if "summary" in parts and (card := summary(game)) is not None:
        found.append(card)
    return tuple(found)


def _board_pages(
    game: model.CheckedGame, settings: PrintSettings, theme: Theme, how: SheetOptions
) -> list[dict[str, object]]:
    """Every board with its pages, for the template."""
    sheet = paper(how.paper)
    found: list[dict[str, object]] = []
    for number, board in enumerate(board_drawings(game, settings, theme.colour)):
        page, parts = tiles(board, sheet)
        columns, rows = max(part.column for part in parts) + 1, max(part.row for part in parts) + 1
        found.append(
            {
                "number": number, "board": board, "page": page, "margin": sheet.margin + 3, "tiles": parts,
                "overlap": OVERLAP, "columns": columns, "rows": rows, "top": sheet.margin + 3,
                "width": page.width - 2 * sheet.margin - 6, "height": page.height - 2 * sheet.margin - 12,
            }
        )  # fmt: skip
    return found


def _size_name(game: model.CheckedGame, settings: PrintSettings, asked: str | None, face: CardFace) -> str:
    if face.layout in SIZES:
        kind = game.kinds.get(face.kind)
        for ancestor in kind.ancestors if kind is not None else (face.kind,):
            if f"{ancestor}.{face.layout}" in settings.sizes:
                return settings.sizes[f"{ancestor}.{face.layout}"]
        return SIZES[face.layout]
    if face.layout == "summary":
        return asked or settings.sizes.get("summary", "tarot")
    return size_of(game, settings, asked, face.kind)


def size_of(game: model.CheckedGame, settings: PrintSettings, asked: str | None, kind: str) -> str:
    """The size of the cards of a Kind: the one that is asked for, else that of the print file, else poker."""
    if asked is not None:
        return asked
    for ancestor in game.kinds[kind].ancestors if kind in game.kinds else (kind,):
        if ancestor in settings.sizes:
            return settings.sizes[ancestor]
    return "poker"


def _group(how: SheetOptions, size: str, chosen: Sequence[CardFace]) -> _Group:
    gap = 2 * how.bleed if how.apart else 0.0
    on = grid(paper(how.paper), card_size(size), gap, how.backs)
    copies = tuple(face for face in chosen for _ in range(face.copies))
    return _Group(on, size, copies, tuple(impose(copies, on, how.backs)))


def _source(
    game: model.CheckedGame,
    groups: Sequence[_Group],
    how: SheetOptions,
    root: Path,
    theme: Theme,
    settings: PrintSettings,
    sizes: Mapping[str, float] = MappingProxyType({}),
    colophon: bool = True,
    boards: Sequence[dict[str, object]] = (),
) -> str:
    """The document; `sizes` are the largest sizes of text by Kind."""
    shown = list({face.key: face for group in groups for face in group.copies}.values())
    numbers = {face.key: number for number, face in enumerate(shown)}
    total = sum(len(group.pages) for group in groups)
    pages = ((group, page) for group in groups for page in group.pages)
    laid = [
        _sheet(game, group.on, page, how, numbers, f"page {number} of {total}")
        for number, (group, page) in enumerate(pages, start=1)
    ]
    last = _colophon(shown, groups, theme, settings, how) if colophon else None
    return _document(game, shown, laid, root, theme, settings, sizes, last, paper(how.paper).size, boards)


def _document(
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
) -> str:
    """Sheets as the source of a document; what it needs besides is written into its folder."""
    assets = _Assets(root, theme)
    (root / "card.typ").write_text(theme.template, "utf-8")
    return (
        _templates()
        .get_template("sheets.typ.jinja")
        .render(
            title=f"{game.title}: cards",
            theme=theme_data(theme),
            cards=[
                _card_data(face, number, game, theme, settings, assets, sizes.get(face.kind, theme.largest))
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
    main.write_text(_document(game, shown, laid, root, theme, settings, {}), "utf-8")
    made = typst.Compiler(str(main), root=str(root), font_paths=fonts_of(theme))
    fits = _unique(json.loads(made.query("<fit>", field="value")))
    kinds = {face.key: face.kind for face in shown}
    sizes: dict[str, float] = {}
    for value in fits:
        kind = kinds[value["card"]]
        sizes[kind] = max(theme.common, min(sizes.get(kind, theme.largest), value["size"]))
    main.write_text(_document(game, shown, laid, root, theme, settings, sizes), "utf-8")
    return main, _no_room(made)


def lay_singly(face: CardFace, side: Side, page: Size, card: Size, shown: Sequence[CardFace]) -> dict[str, object]:
    """A page with one side of one card in its middle; colours run to the edge of the page."""
    over_x, over_y = (page.width - card.width) / 2, (page.height - card.height) / 2
    bleed = max(over_x, over_y, 0.0)
    number = next(place for place, other in enumerate(shown) if other.key == face.key)
    return {
        "page": page, "card": card, "bleed": bleed, "under": (), "over": (), "fold": None, "ruler": None, "caption": "",
        "cards": [
            {
                "x": over_x, "y": over_y, "bleed_x": over_x - bleed, "bleed_y": over_y - bleed, "side": side,
                "function": "front" if side == "front" else "reverse", "turned": False, "number_in_file": number,
            }
        ],
    }  # fmt: skip


def back_of(settings: PrintSettings, kind: str) -> str:
    """The Kind whose back cards of a Kind have."""
    return settings.backs.get(kind, kind)


def fonts_of(theme: Theme) -> typst.Fonts:
    return _typst_fonts((theme.title_font, theme.text_font))


def card_problems(all_faces: Sequence[CardFace], theme: Theme) -> list[Problem]:
    """What is wrong with cards before they are set: characters that no font has."""
    return _glyph_problems(all_faces, theme)


def theme_data(theme: Theme) -> dict[str, object]:
    """What templates know of a theme."""
    return {
        "title_fonts": _available(theme, theme.title_font),
        "text_fonts": _available(theme, theme.text_font),
        "symbol_font": theme.fallback_font,
        "paper": theme.paper,
        "ink": theme.ink,
        "smallest": theme.smallest,
        "largest": theme.largest,
        "low_ink": theme.low_ink,
    }


def _sheet(
    game: model.CheckedGame,
    on: Grid,
    page: Page[CardFace],
    how: SheetOptions,
    numbers: Mapping[str, int],
    counted: str,
) -> dict[str, object]:
    """One side of a sheet, for the template: its marks, its cards and what stands at its foot."""
    moved = how.offset if page.side == "back" else (0.0, 0.0)
    below = on.page.height - on.bottom
    ruler = {"x": on.left + 2, "y": round(on.bottom + 8.5, 3)} if below >= 12 else None
    marks = () if page.side == "back" and how.marks == "lines" else _marks(on, page, how)
    return {
        "page": on.page,
        "card": on.card,
        "bleed": how.bleed,
        "under": marks if how.marks == "crop" else (),
        "over": marks if how.marks != "crop" else (),
        "fold": round(on.page.height / 2, 6) if on.fold else None,
        "ruler": ruler,
        "cards": [
            {
                "x": round(placed.slot.x + moved[0], 6),
                "y": round(placed.slot.y + moved[1], 6),
                "bleed_x": round(placed.slot.x + moved[0] - how.bleed, 6),
                "bleed_y": round(placed.slot.y + moved[1] - how.bleed, 6),
                "side": placed.side,
                "function": "front" if placed.side == "front" else "reverse",
                "turned": placed.turned,
                "number_in_file": numbers[placed.card.key],
            }
            for placed in sorted(page.cards, key=_reading_order)
        ],
        "caption": f"50 mm if printed at 100 % · {game.title} · {_SIDES[page.side]} · {counted}",
    }


_SIDES = {"front": "fronts", "back": "backs", "fold": "fold along the dashed line"}


def _reading_order(placed: Placed[CardFace]) -> tuple[float, float]:
    return placed.slot.y, placed.slot.x


def _marks(on: Grid, page: Page[CardFace], how: SheetOptions) -> tuple[Mark, ...]:
    match how.marks:
        case "crop":
            return on.crop_marks(gap=how.bleed + 0.5)
        case "lines":
            return on.cut_lines()
        case "corners":
            return on.corners([placed.slot for placed in page.cards])
        case "none":
            return ()


def _colophon(
    all_faces: Sequence[CardFace],
    groups: Sequence[_Group],
    theme: Theme,
    settings: PrintSettings,
    how: SheetOptions,
) -> dict[str, object]:
    """The last page: what is stand-in, how to print, whose work it is."""
    copies = [face for group in groups for face in group.copies]
    measures = groups and agreement.listing(
        dict.fromkeys(f"{group.on.card.width:g} × {group.on.card.height:g} mm" for group in groups), "or"
    )
    stand_ins: dict[str, list[str]] = {}
    for face in all_faces:
        if face.stand_in:
            stand_ins.setdefault(face.kind_line, []).append(
                face.title if face.stand_in == ("everything",) else f"{face.title}: {', '.join(face.stand_in)}"
            )
    kinds: dict[str, int] = {}
    for face in copies:
        kinds[face.kind_line] = kinds.get(face.kind_line, 0) + 1
    turn = {
        "none": "There are no backs.",
        "fold": "Fold each sheet along the dashed line, glue it, and cut then.",
        "separate": "The backs stand behind the fronts, on pages of their own.",
        "long-edge": "Print on both sides, turned over the long edge.",
        "short-edge": "Print on both sides, turned over the short edge.",
    }[how.backs]
    fonts = []
    for family in (theme.title_font, theme.text_font):
        found = font_source(family)
        fonts.append(f"{family} ({found.licence})" if found is not None else f"{theme.fallback_font}, for {family}")
    sections: list[dict[str, object]] = [
        {
            "title": "How to print",
            "columns": 1,
            "lines": [
                "Print at 100 % (“actual size”), never “fit to page”. The line at the foot of a sheet is 50 mm long.",
                turn,
                f"Cut along the marks: a card is {measures}."
                if measures
                else "Boards overlap; glue them at the marks.",
            ],
        },
        {"title": "Cards", "columns": 1, "lines": [f"{count} × {kind}" for kind, count in kinds.items()]},
    ]
    if stand_ins:
        lines = ["These cards, or parts of them, are stand-ins: the printed original is not known."]
        lines += [f"{kind}: {'; '.join(titles)}." for kind, titles in stand_ins.items()]
        sections.append({"title": "Stand-ins", "columns": 1, "lines": lines})
    sections.append(
        {
            "title": "Credits",
            "columns": 1,
            "lines": [
                *settings.credits,
                "All pictures are drawn by Sidescript from the names of the cards; all icons are its own.",
                f"Fonts: {agreement.listing(fonts)}. Set with Typst {_typst_version()}.",
            ],
        }
    )
    return {
        "summary": f"{len(copies)} cards, {len(all_faces)} of them different, made by Sidescript.",
        "sections": sections,
    }


def _typst_version() -> str:
    try:
        return version("typst")
    except PackageNotFoundError:  # pragma: no cover
        return ""


def _glyph_problems(all_faces: Sequence[CardFace], theme: Theme) -> list[Problem]:
    problems = []
    for face in all_faces:
        for family, texts in (
            (theme.title_font, [face.title, face.set_name]),
            (
                theme.text_font,
                [face.flavour, *face.facts, face.kind_line, *(p.heading + p.text for p in face.paragraphs)],
            ),
        ):
            for character in sorted(missing_glyphs(theme, family, texts)):
                message = f"{family} and {theme.fallback_font} cannot show {character!r} (U+{ord(character):04X})"
                problems.append(Problem("error", face.title, message))
    return problems


def _compile(source: str, root: Path, theme: Theme) -> tuple[bytes, list[Problem]]:
    main = root / "sheets.typ"
    main.write_text(source, "utf-8")
    made = typst.Compiler(str(main), root=str(root), font_paths=_typst_fonts((theme.title_font, theme.text_font)))
    pdf = made.compile(format="pdf", timestamp=0)
    assert isinstance(pdf, bytes)
    return pdf, _no_room(made)


def _no_room(made: typst.Compiler) -> list[Problem]:
    """Cards whose words do not fit, with what they need and have."""
    problems = []
    for value in _unique(json.loads(made.query("<fit>", field="value"))):
        if value["need"] > value["have"] + 0.01:
            message = (
                f"its text does not fit: at {value['size']:.1f} pt it needs {value['need']:.1f} mm "
                f"and has {value['have']:.1f} mm"
            )
            problems.append(Problem("error", value["card"], message, room=True))
        elif value["widest"] > value["width"] + 0.01:
            message = f"a word is too long: it needs {value['widest']:.1f} mm and has {value['width']:.1f} mm"
            problems.append(Problem("error", value["card"], message, room=True))
    for value in _unique(json.loads(made.query("<title>", field="value"))):
        message = f"the title is too long: at 6 pt it does not fit in {value['have']:.1f} mm"
        problems.append(Problem("error", value["card"], message, room=True))
    return problems


def _common_sizes(
    game: model.CheckedGame, groups: Sequence[_Group], root: Path, theme: Theme, settings: PrintSettings
) -> dict[str, float]:
    """One size of text for each Kind: the smallest that a card needs, as long as that is easy to read.

    Cards with still more words have a smaller one, so that a single long text does not make all others small.
    """
    plain = SheetOptions(marks="none", backs="none")
    trials = []
    for group in groups:
        once = tuple(dict.fromkeys(group.copies))
        flat = evolve(group.on, fold=False)
        trials.append(_Group(flat, group.size_name, once, tuple(impose(once, flat, "none"))))
    source = _source(game, trials, plain, root, theme, settings, colophon=False)
    main = root / "sheets.typ"
    main.write_text(source, "utf-8")
    made = typst.Compiler(str(main), root=str(root), font_paths=_typst_fonts((theme.title_font, theme.text_font)))
    kinds = {face.key: face.kind for group in groups for face in group.copies}
    sizes: dict[str, float] = {}
    for value in _unique(json.loads(made.query("<fit>", field="value"))):
        kind = kinds[value["card"]]
        sizes[kind] = max(theme.common, min(sizes.get(kind, theme.largest), value["size"]))
    return sizes


def _unique(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return list({value["card"]: value for value in found}.values())


def _finished(pdf: bytes, title: str, how: SheetOptions, grids: Sequence[Grid], hashes: Mapping[str, str]) -> bytes:
    """Tells the viewer not to scale and how to turn the paper, where the cards end, and what cards these are."""
    writer = PdfWriter(clone_from=io.BytesIO(pdf))
    wishes = DictionaryObject({NameObject("/PrintScaling"): NameObject("/None")})
    if how.backs in ("long-edge", "short-edge"):
        flip = "/DuplexFlipLongEdge" if how.backs == "long-edge" else "/DuplexFlipShortEdge"
        wishes[NameObject("/Duplex")] = NameObject(flip)
    wishes[NameObject("/DisplayDocTitle")] = BooleanObject(True)
    writer._root_object[NameObject("/ViewerPreferences")] = wishes
    for page, on in zip(writer.pages, grids, strict=False):
        page.trimbox = _box(on, 0.0)
        page.bleedbox = _box(on, how.bleed)
    writer.add_metadata(
        {
            "/Title": TextStringObject(title),
            "/Producer": TextStringObject("Sidescript"),
            HASHES: TextStringObject(json.dumps(hashes, sort_keys=True)),
        }
    )
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def _page_count(pdf: bytes) -> int:
    return len(PdfReader(io.BytesIO(pdf)).pages)


def _box(on: Grid, over: float) -> RectangleObject:
    """The cards of a page with so many mm round them, in the points of a PDF, from the lower left."""
    left, right = max(0.0, on.left - over), min(on.page.width, on.right + over)
    top, bottom = max(0.0, on.top - over), min(on.page.height, on.bottom + over)
    corners = (left, on.page.height - bottom, right, on.page.height - top)
    return RectangleObject(tuple(round(value * _POINTS, 3) for value in corners))
