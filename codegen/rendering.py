"""Card sheets as PDF: faces go through a template to Typst and from there to pages. The same input, the same bytes."""

from __future__ import annotations

import io
import json
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
from attrs import frozen
from fontTools.ttLib import TTFont
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from pypdf import PdfReader, PdfWriter
from pypdf.generic import BooleanObject, DictionaryObject, NameObject, TextStringObject

from dsl import model
from dsl.files import write_atomically

from . import art
from .card_face import DEFAULTS, CardFace, PrintSettings, SettingsError, faces, printable
from .sheet_layout import Backs, Grid, Page, card_size, grid, impose, larger_sizes, paper
from .wording import agreement
from .wording.scope import kind_noun

_HERE = Path(__file__).parent
_BLEED = 1.5  # how far the colour of a frame runs over the outer cuts, in mm
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

    def icon(self, name: str) -> str | None:
        """The drawing of an icon: what stands inside its <svg>."""
        path = self.folder / "icons" / f"{name}.svg"
        if not name.replace("-", "").isalnum() or not path.is_file():
            return None
        text = path.read_text("utf-8")
        return text[text.index(">") + 1 : text.rindex("</svg>")]


@cache
def theme_named(name: str) -> Theme:
    folder = _HERE / "themes" / name
    if not name.isidentifier() or not (folder / "theme.toml").is_file():
        raise SettingsError(f"there is no theme {name!r}")
    table = tomllib.loads((folder / "theme.toml").read_text("utf-8"))
    return Theme(name=name, folder=folder, **table)


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
    colour = _colour(settings, game, theme, face.kind)
    drawing = theme.icon(_art_icon(settings, game, theme, face.kind)) or theme.icon(theme.art_icon) or ""
    behind = settings.backs.get(face.kind, face.kind)
    back_colour = _colour(settings, game, theme, behind)
    back_drawing = theme.icon(_art_icon(settings, game, theme, behind)) or theme.icon(theme.art_icon) or ""
    words = {word for paragraph in face.paragraphs for word in paragraph.text.split()} | set(face.flavour.split())
    return {
        "number_in_file": number,
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


def sheets(
    game: model.CheckedGame,
    out: Path,
    *,
    paper_name: str = "a4",
    size: str = "poker",
    backs: Backs = "long-edge",
    cards: Sequence[str] | None = None,
    settings: PrintSettings | None = None,
    each_once: bool = False,
) -> SheetReport:
    """Writes a PDF with the game's cards, nine poker cards a page, fronts and backs, and a colophon."""
    used = settings if settings is not None else DEFAULTS
    theme = theme_named(used.theme)
    chosen = printable(game, used.also)
    problems: list[Problem] = []
    all_faces = faces(game, chosen)
    if cards is not None:
        wanted = {name.lower() for name in cards}
        known = {face.key.lower() for face in all_faces} | {face.title.lower() for face in all_faces}
        problems += [Problem("error", name, "there is no such card") for name in cards if name.lower() not in known]
        all_faces = tuple(face for face in all_faces if {face.key.lower(), face.title.lower()} & wanted)
    if not all_faces:
        problems.append(Problem("error", "", "there is no card to print"))
        return SheetReport(out, 0, 0, tuple(problems))
    on = grid(paper(paper_name), card_size(size))
    problems += _glyph_problems(all_faces, theme)
    copies = [face for face in all_faces for _ in range(1 if each_once else face.copies)]
    pages = list(impose(copies, on, backs))
    with tempfile.TemporaryDirectory(prefix="sidescript-") as folder:
        root = Path(folder)
        trial = _source(game, all_faces, all_faces, list(impose(all_faces, on, "none")), on, theme, used, root, "none")
        sizes = _common_sizes(trial, all_faces, root, theme)
        source = _source(game, all_faces, copies, pages, on, theme, used, root, backs, sizes)
        pdf, found = _compile(source, root, theme)
    problems += found
    report = SheetReport(out, len(copies), len(PdfReader(io.BytesIO(pdf)).pages), tuple(problems), larger_sizes(size))
    if report.written:
        write_atomically(out, _finished(pdf, game.title, backs))
    return report


def _source(
    game: model.CheckedGame,
    all_faces: Sequence[CardFace],
    copies: Sequence[CardFace],
    pages: Sequence[Page[CardFace]],
    on: Grid,
    theme: Theme,
    settings: PrintSettings,
    root: Path,
    backs: Backs,
    sizes: Mapping[str, float] = MappingProxyType({}),
) -> str:
    """The document; `sizes` are the largest sizes of text by Kind."""
    assets = _Assets(root, theme)
    numbers = {face.key: number for number, face in enumerate(all_faces)}
    (root / "card.typ").write_text((theme.folder / "card.typ").read_text("utf-8"), "utf-8")
    below = on.page.height - on.top - on.rows * on.card.height
    ruler = {"x": on.left + 2, "y": round(on.page.height - below + 8.5, 3)} if below >= 12 else None
    return _templates().get_template("sheets.typ.jinja").render(
        title=f"{game.title}: cards",
        page=on.page,
        card_size=on.card,
        theme={
            "title_fonts": _available(theme, theme.title_font),
            "text_fonts": _available(theme, theme.text_font),
            "symbol_font": theme.fallback_font,
            "paper": theme.paper,
            "ink": theme.ink,
            "smallest": theme.smallest,
            "largest": theme.largest,
        },
        cards=[
            _card_data(
                face, numbers[face.key], game, theme, settings, assets, sizes.get(face.kind, theme.largest)
            )
            for face in all_faces
        ],
        bleed=_BLEED,
        marks=on.crop_marks(gap=_BLEED + 0.5),
        ruler=ruler,
        sheets=[
            {
                "cards": [
                    {
                        "bleed_x": placed.slot.x - _BLEED,
                        "bleed_y": placed.slot.y - _BLEED,
                        "side": page.side,
                        "x": placed.slot.x,
                        "y": placed.slot.y,
                        "function": "front" if page.side == "front" else "reverse",
                        "number_in_file": numbers[placed.card.key],
                    }
                    for placed in sorted(page.cards, key=lambda placed: (placed.slot.row, placed.slot.column))
                ],
                "caption": f"50 mm if printed at 100 % · {game.title} · {page.side}s · page {number} of {len(pages)}",
            }
            for number, page in enumerate(pages, start=1)
        ],
        colophon=_colophon(all_faces, copies, theme, settings, backs, on),
    )  # fmt: skip


def _colophon(
    all_faces: Sequence[CardFace],
    copies: Sequence[CardFace],
    theme: Theme,
    settings: PrintSettings,
    backs: Backs,
    on: Grid,
) -> dict[str, object]:
    """The last page: what is stand-in, how to print, whose work it is."""
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
        "separate": "The backs stand behind the fronts, on pages of their own.",
        "long-edge": "Print on both sides, turned over the long edge.",
        "short-edge": "Print on both sides, turned over the short edge.",
    }[backs]
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
                f"Cut along the marks: every card is {on.card.width:g} × {on.card.height:g} mm.",
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
    return pdf, problems


def _common_sizes(source: str, all_faces: Sequence[CardFace], root: Path, theme: Theme) -> dict[str, float]:
    """One size of text for each Kind: the smallest that a card needs, as long as that is easy to read.

    Cards with still more words have a smaller one, so that a single long text does not make all others small.
    """
    main = root / "sheets.typ"
    main.write_text(source, "utf-8")
    made = typst.Compiler(str(main), root=str(root), font_paths=_typst_fonts((theme.title_font, theme.text_font)))
    kinds = {face.key: face.kind for face in all_faces}
    sizes: dict[str, float] = {}
    for value in _unique(json.loads(made.query("<fit>", field="value"))):
        kind = kinds[value["card"]]
        sizes[kind] = max(theme.common, min(sizes.get(kind, theme.largest), value["size"]))
    return sizes


def _unique(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return list({value["card"]: value for value in found}.values())


def pictures(game: model.CheckedGame, settings: PrintSettings, ppi: float = 110) -> list[bytes]:
    """The sheets as PNG pages, to look at."""
    theme = theme_named(settings.theme)
    all_faces = faces(game, printable(game, settings.also))
    on = grid(paper("a4"), card_size("poker"))
    with tempfile.TemporaryDirectory(prefix="sidescript-") as folder:
        root = Path(folder)
        pages = list(impose(all_faces, on, "long-edge"))
        trial = _source(game, all_faces, all_faces, pages, on, theme, settings, root, "long-edge")
        sizes = _common_sizes(trial, all_faces, root, theme)
        source = _source(game, all_faces, all_faces, pages, on, theme, settings, root, "long-edge", sizes)
        (root / "sheets.typ").write_text(source, "utf-8")
        made = typst.Compiler(
            str(root / "sheets.typ"), root=str(root), font_paths=_typst_fonts((theme.title_font, theme.text_font))
        )
        found = made.compile(format="png", ppi=ppi)
    return [found] if isinstance(found, bytes) else list(found or [])


def _finished(pdf: bytes, title: str, backs: Backs) -> bytes:
    """Tells the viewer not to scale, and how to turn the paper."""
    writer = PdfWriter(clone_from=io.BytesIO(pdf))
    wishes = DictionaryObject({NameObject("/PrintScaling"): NameObject("/None")})
    if backs in ("long-edge", "short-edge"):
        flip = "/DuplexFlipLongEdge" if backs == "long-edge" else "/DuplexFlipShortEdge"
        wishes[NameObject("/Duplex")] = NameObject(flip)
    wishes[NameObject("/DisplayDocTitle")] = BooleanObject(True)
    writer._root_object[NameObject("/ViewerPreferences")] = wishes
    writer.add_metadata({"/Title": TextStringObject(f"{title}: cards"), "/Producer": TextStringObject("Sidescript")})
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()
