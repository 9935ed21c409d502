"""Cards for elsewhere: single pictures, a virtual table, files for print shops, and why those would refuse them."""

from __future__ import annotations

import json
import math
import re
import struct
import tempfile
import tomllib
import zlib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal

import typst
from attrs import Factory, frozen

from dsl import model
from dsl.files import write_atomically

from .card_face import DEFAULTS, CardFace, PrintSettings, faces, printable
from .problems import Problem
from .selection import Selection, SelectionError, card_hash, selected
from .sheet_layout import Side, Size, card_size
from .sheets import size_of
from .themes import Theme, fonts_of, theme_of
from .typesetting import back_of, back_title, document, glyph_problems, lay_singly, seen, side_of, with_others

Picture = Literal["png", "svg", "pdf"]

Sheet = dict[str, object]
"""One page for the template: its size, and what lies where on it."""

_LAYOUTS = Path(__file__).parent / "layouts"
_MM = 25.4
_RESERVED = {"con", "prn", "aux", "nul", *(f"{device}{n}" for device in ("com", "lpt") for n in range(1, 10))}


@frozen
class Profile:
    """What a service takes. `pixels`: width and height by size of card; `sizes`: those that it prints (empty: any)."""

    name: str
    title: str
    format: str
    ppi: float
    bleed: float
    pixels: Mapping[str, tuple[int, int]] = Factory(dict)
    sizes: tuple[str, ...] = ()
    most: int = 0
    wants: str = ""
    columns: int = 0
    rows: int = 0
    longest: int = 0


@cache
def profiles() -> Mapping[str, Profile]:
    """Every profile of exports.toml by its name."""
    table = tomllib.loads((_LAYOUTS / "exports.toml").read_text("utf-8"))
    made = {}
    for name, values in table.items():
        given = dict(values)
        given["pixels"] = {size: tuple(both) for size, both in given.get("pixels", {}).items()}
        given["sizes"] = tuple(given.get("sizes", ()))
        made[name] = Profile(name=name, **given)
    return made


@frozen
class ExportReport:
    files: tuple[Path, ...]
    problems: tuple[Problem, ...]

    @property
    def written(self) -> bool:
        return not any(problem.severity == "error" for problem in self.problems)


def file_name(key: str) -> str:
    """A name that every file system takes: letters, digits and hyphens, and none that Windows keeps for itself."""
    plain = re.sub("[^a-z0-9]+", "-", key.lower()).strip("-")[:80] or "card"
    return f"{plain}-card" if plain in _RESERVED else plain


def export(
    game: model.CheckedGame,
    folder: Path,
    profile: Profile,
    *,
    size: str | None = None,
    theme_name: str | None = None,
    wanted: Selection | None = None,
    settings: PrintSettings | None = None,
    url: str = "",
) -> ExportReport:
    """Writes a game's cards for one service into a folder. Nothing is written if a card has an error."""
    used = settings if settings is not None else DEFAULTS
    theme = theme_of(used, theme_name)
    every = faces(game, printable(game, used.also), used.titles)
    sizes = {face.key: size_of(game, used, size, face.kind) for face in every}
    looks = f"{theme.digest}/{back_title(game, used)}"
    hashes = {face.key: card_hash(face, used, f"{looks}/{sizes[face.key]}") for face in every}
    try:
        chosen = selected(game, every, used, wanted if wanted is not None else Selection(), hashes)
    except SelectionError as problem:
        return ExportReport((), (Problem("error", "", str(problem)),))
    if not chosen:
        return ExportReport((), (Problem("error", "", "there is no card to export"),))
    problems = [*glyph_problems(with_others(chosen), theme), *_refusals(profile, chosen, sizes)]
    if any(problem.severity == "error" for problem in problems):
        return ExportReport((), tuple(problems))
    files: dict[str, bytes] = {}
    for name in dict.fromkeys(sizes[face.key] for face in chosen):
        group = [face for face in chosen if sizes[face.key] == name]
        with tempfile.TemporaryDirectory(prefix="sidescript-") as root:
            maker = _Maker(game, Path(root), theme, used, profile, name, group, url)
            made, found = maker.files()
        files.update(made)
        problems += found
    report = ExportReport(tuple(folder / name for name in files), tuple(problems))
    if report.written:
        for name, content in files.items():
            write_atomically(folder / name, content)
    return report


def _refusals(profile: Profile, chosen: Sequence[CardFace], sizes: Mapping[str, str]) -> list[Problem]:
    """Why a service would not take these cards."""
    problems = []
    for size in dict.fromkeys(sizes[face.key] for face in chosen):
        known = profile.sizes or tuple(profile.pixels)
        if known and size not in known:
            problems.append(
                Problem("error", "", f"{profile.title} prints no cards of the size {size}: {', '.join(known)}")
            )
    if profile.most and len(chosen) > profile.most:
        problems.append(
            Problem(
                "warning", "", f"{profile.title} takes {profile.most} cards in one upload, and these are {len(chosen)}"
            )
        )
    if profile.wants:
        problems.append(Problem("warning", "", f"{profile.title} wants {profile.wants}"))
    return problems


@frozen
class _Maker:
    """The files for cards of one size."""

    game: model.CheckedGame
    root: Path
    theme: Theme
    settings: PrintSettings
    profile: Profile
    size_name: str
    chosen: Sequence[CardFace]
    url: str

    @property
    def page(self) -> Size:
        """What is drawn of a card: the card with its bleed, in mm, to whole pixels."""
        asked = self.profile.pixels.get(self.size_name)
        if asked is not None:
            return Size(asked[0] / self.profile.ppi * _MM, asked[1] / self.profile.ppi * _MM)
        card = card_size(self.size_name)
        return Size(card.width + 2 * self.profile.bleed, card.height + 2 * self.profile.bleed)

    def files(self) -> tuple[dict[str, bytes], list[Problem]]:
        match self.profile.format:
            case "tabletop":
                return self._tabletop()
            case "pdf":
                return self._pdf()
            case _:
                return self._pictures()

    def _backs(self) -> list[CardFace]:
        """One card of every back."""
        return list({back_of(self.settings, face.kind): face for face in self.chosen if face.other is None}.values())

    @property
    def _shown(self) -> list[CardFace]:
        return with_others(self.chosen)

    def _page(self, face: CardFace, side: Side) -> Sheet:
        return lay_singly(face, side, self.page, card_size(self.size_name), self._shown)

    def _compiled(self, sheets: Sequence[Sheet], kind: Picture, ppi: float) -> tuple[list[bytes], list[Problem]]:
        made, problems = document(self.game, self._shown, sheets, self.root, self.theme, self.settings)
        compiler = typst.Compiler(str(made), root=str(self.root), font_paths=fonts_of(self.theme))
        options: dict[str, Any] = {"ppi": ppi} if kind == "png" else {}
        if kind == "pdf":
            options["timestamp"] = 0
        found = compiler.compile(format=kind, **options)
        return ([found] if isinstance(found, bytes) else list(found or [])), problems

    def _pictures(self) -> tuple[dict[str, bytes], list[Problem]]:
        backs = self._backs()
        pages = [self._page(face, "front") for face in self._shown]
        pages += [self._page(face, "back") for face in backs]
        names = [file_name(face.key) for face in self._shown]
        names += [f"back-{file_name(back_of(self.settings, face.kind))}" for face in backs]
        ending: Picture = "svg" if self.profile.format == "svg" else "png"
        found, problems = self._compiled(pages, ending, self.profile.ppi)
        if ending == "png":
            found = [with_density(content, self.profile.ppi) for content in found]
            problems += self._wrong_pixels(names, found)
        return {f"{name}.{ending}": content for name, content in zip(names, found, strict=True)}, problems

    def _wrong_pixels(self, names: Sequence[str], found: Sequence[bytes]) -> list[Problem]:
        asked = self.profile.pixels.get(self.size_name)
        return [
            Problem("error", name, f"{self.profile.title} would refuse it: {pixels(content)} pixels instead of {asked}")
            for name, content in zip(names, found, strict=True)
            if asked is not None and pixels(content) != asked
        ]

    def _pdf(self) -> tuple[dict[str, bytes], list[Problem]]:
        """One file for a deck: back, front, back, front, ..."""
        pages = []
        for face in self.chosen:
            for _ in range(face.copies):
                pages += [self._page(face, "back"), self._page(face, "front")]
        found, problems = self._compiled(pages, "pdf", self.profile.ppi)
        return {f"{file_name(self.game.name)}-{self.size_name}.pdf": found[0]}, problems

    def _tabletop(self) -> tuple[dict[str, bytes], list[Problem]]:
        """Sheets of at most 69 faces, a picture of each back, and the object that a table loads."""
        card = card_size(self.size_name)
        columns, rows = self.profile.columns, self.profile.rows
        usable = columns * rows - 1  # the last place is shown instead of a card in somebody else's hand
        files: dict[str, bytes] = {}
        problems: list[Problem] = []
        decks: list[dict[str, object]] = []
        number = 0
        piles: dict[tuple[str, bool], list[CardFace]] = {}
        for face in self.chosen:
            piles.setdefault((back_of(self.settings, face.kind), face.other is not None), []).append(face)
        for (behind, two_faced), deck in piles.items():
            back = deck[0]
            stem = f"{file_name(behind)}{'-two-faced' if two_faced else ''}-{self.size_name}"
            cards: list[dict[str, object]] = []
            custom: dict[str, object] = {}
            for at in range(0, len(deck), usable):
                part = deck[at : at + usable]
                number += 1
                high = max(2, math.ceil((len(part) + 1) / columns))
                name = f"{stem}-{at // usable + 1}.png"
                behind_name = f"back-{name}" if two_faced else f"back-{stem}.png"
                sides: tuple[tuple[Side, str], ...] = (("front", name), ("back", behind_name))
                for side, picture in sides if two_faced else sides[:1]:
                    sheet, ppi = _table_sheet(part, back, card, columns, high, self.profile.longest, self._shown, side)
                    found, more = self._compiled([sheet], "png", ppi)
                    problems += more
                    files[picture] = with_density(found[0], ppi)
                custom[str(number)] = {
                    "FaceURL": self.url + name, "BackURL": self.url + behind_name, "NumWidth": columns,
                    "NumHeight": high, "BackIsHidden": True, "UniqueBack": two_faced,
                }  # fmt: skip
                cards += [
                    _table_card(face, number, place, custom)
                    for place, face in enumerate(part)
                    for _ in range(face.copies)
                ]
            if not two_faced:
                found, more = self._compiled([self._page(back, "back")], "png", self.profile.ppi)
                problems += more
                files[f"back-{stem}.png"] = with_density(found[0], self.profile.ppi)
            decks.append(_table_deck(back.kind_line, cards, custom))
        saved = {"SaveName": self.game.title, "ObjectStates": decks}
        files[f"{file_name(self.game.name)}-{self.size_name}.json"] = (json.dumps(saved, indent=2) + "\n").encode(
            "utf-8"
        )
        return files, problems


def _table_sheet(
    part: Sequence[CardFace],
    back: CardFace,
    card: Size,
    columns: int,
    rows: int,
    longest: int,
    chosen: Sequence[CardFace],
    side_shown: Side = "front",
) -> tuple[Sheet, float]:
    """A sheet whose cells are whole pixels without gaps; the last one holds the back."""
    wide = longest // columns
    tall = round(wide * card.height / card.width)
    if tall * rows > longest:
        tall = longest // rows
        wide = round(tall * card.width / card.height)
    ppi = wide / card.width * _MM
    cell = Size(card.width, tall / ppi * _MM)
    numbers = {face.key: place for place, face in enumerate(chosen)}
    placed = []
    laid: list[tuple[int, CardFace, Side]] = [(place, face, side_shown) for place, face in enumerate(part)]
    laid.append((columns * rows - 1, back, "back"))
    for place, card_laid, asked in laid:
        face, side = seen(card_laid, asked), side_of(card_laid, asked)
        row, column = divmod(place, columns)
        x, y = column * cell.width, row * cell.height
        placed.append(
            {
                "x": x, "y": y + (cell.height - card.height) / 2, "bleed_x": x, "bleed_y": y, "side": side,
                "function": "front" if side == "front" else "reverse", "turned": False,
                "number_in_file": numbers[face.key],
            }
        )  # fmt: skip
    page = Size(columns * cell.width, rows * cell.height)
    empty: tuple[object, ...] = ()
    return {
        "page": page, "card": card, "bleed": 0.0, "under": empty, "over": empty, "fold": None, "ruler": None,
        "cards": placed, "caption": "",
    }, ppi  # fmt: skip


_UPRIGHT = {"posX": 0, "posY": 1, "posZ": 0, "rotX": 0, "rotY": 180, "rotZ": 180, "scaleX": 1, "scaleY": 1, "scaleZ": 1}


def _table_card(face: CardFace, deck: int, place: int, custom: Mapping[str, object]) -> dict[str, object]:
    return {
        "Name": "CardCustom", "Transform": _UPRIGHT, "Nickname": face.title,
        "Description": "\n".join(paragraph.text for paragraph in face.paragraphs), "CardID": deck * 100 + place,
        "CustomDeck": {str(deck): custom[str(deck)]},
    }  # fmt: skip


def _table_deck(title: str, cards: Sequence[dict[str, object]], custom: Mapping[str, object]) -> dict[str, object]:
    if len(cards) == 1:
        return cards[0]
    return {
        "Name": "DeckCustom", "Transform": _UPRIGHT, "Nickname": title, "DeckIDs": [card["CardID"] for card in cards],
        "CustomDeck": custom, "ContainedObjects": list(cards),
    }  # fmt: skip


# ------------------------------------------------------------------------------------------------ PNG


def _chunks(png: bytes) -> Iterable[tuple[bytes, bytes]]:
    at = 8
    while at < len(png):
        (length,) = struct.unpack_from(">I", png, at)
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        at += length + 12


def _chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def with_density(png: bytes, ppi: float) -> bytes:
    """The picture with its pixels per metre (pHYs), which Typst does not write."""
    metre = round(ppi / 0.0254)
    parts = [png[:8]]
    for name, content in _chunks(png):
        if name == b"pHYs":
            continue
        parts.append(_chunk(name, content))
        if name == b"IHDR":
            parts.append(_chunk(b"pHYs", struct.pack(">IIB", metre, metre, 1)))
    return b"".join(parts)


def pixels(png: bytes) -> tuple[int, int]:
    """Width and height of a PNG."""
    width, height = struct.unpack_from(">II", png, 16)
    return width, height


def density(png: bytes) -> float | None:
    """Pixels per inch that a PNG says it has."""
    for name, content in _chunks(png):
        if name == b"pHYs":
            across, _, unit = struct.unpack(">IIB", content)
            return float(across) * 0.0254 if unit == 1 else None
    return None
