"""Cards for elsewhere: single pictures, a virtual table, files for print shops, and why those would refuse them."""

from __future__ import annotations

import csv
import io
import json
import math
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Container, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Literal

from attrs import Factory, frozen

from dsl import model
from dsl.files import write_atomically

from .card_face import DEFAULTS, CardFace, PrintSettings
from .decks import backs_that_differ
from .fitting import SAFE, Fitting, fitting
from .pictures import RESERVED, Pictures
from .pictures import pictures as pictures_in
from .png import channels, density, pixels, stacked, with_density, without_alpha
from .print_names import understood, unknown_icons, unknown_names
from .problems import Problem
from .selection import Selection, SelectionError, card_hash, selected
from .sheet_layout import Side, Size, card_size
from .sheets import kept_faces, missing_pictures, of_one_title, size_of
from .themes import Theme, theme_of
from .typesetting import (
    Assets,
    Sheet,
    back_of,
    back_title,
    document,
    failures,
    glyph_problems,
    laid_card,
    lay_singly,
    seen,
    sheet_data,
    side_of,
    with_others,
)
from .typst_run import typeset
from .typst_source import TypesettingError
from .wording import agreement
from .wording.scope import kind_noun

Picture = Literal["png", "svg", "pdf"]

_LAYOUTS = Path(__file__).parent / "layouts"
_MM = 25.4


@frozen
class Profile:
    """What a service takes. `pixels`: width and height by size of card; `sizes`: those that it prints (empty: any).

    `safe`: mm inside the cut in which it wants nothing that must not be cut off.
    """

    name: str
    title: str
    format: str
    ppi: float
    bleed: float
    pixels: Mapping[str, tuple[int, int]] = Factory(dict)
    sizes: tuple[str, ...] = ()
    most: int = 0
    most_of: Literal["files", "cards"] = "files"
    wants: str = ""
    columns: int = 0
    rows: int = 0
    longest: int = 0
    safe: float = 0.0


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
class Ordered:
    """A line of an order: how many of a card, its file, its back. Of a deck in one file: on which page it begins."""

    copies: int
    file: str
    back: str
    card: str
    size: str


ORDER = "order.csv"


def order_list(lines: Sequence[Ordered]) -> bytes:
    """The list as a spreadsheet reads it, with the sum of all cards last."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["copies", "file", "back", "card", "size"])
    writer.writerows([line.copies, line.file, line.back, _no_formula(line.card), line.size] for line in lines)
    writer.writerow([sum(line.copies for line in lines), "", "", "all cards", ""])
    return b"\xef\xbb\xbf" + out.getvalue().encode("utf-8")  # Excel knows by the mark that this is UTF-8


def _no_formula(title: str) -> str:
    """A spreadsheet works out what begins like a formula, and a title of a stranger's may."""
    return f"'{title}" if title[:1] in "=+-@\t\r" and title else title


def order_told(lines: Sequence[Ordered]) -> list[str]:
    """An order in a few lines: what is wanted more than once, with its number."""
    total = sum(line.copies for line in lines)
    several = sorted((line for line in lines if line.copies > 1), key=lambda line: -line.copies)
    cards = f"{total} card{'' if total == 1 else 's'}"
    if not several:
        return [f"{cards}: one of each ({ORDER})"]
    found = [f"{cards}, {len(lines)} of them different: how many of each is in {ORDER}; more than one of"]
    found += [f"  {line.copies} × {line.file} ({line.card})" for line in several[:_TOLD]]
    if len(several) > _TOLD:
        found.append(f"  and of {len(several) - _TOLD} more")
    return found


_TOLD = 12


@frozen
class ExportReport:
    """What was written. `order`: the lines of the list that says how many of each file are wanted."""

    files: tuple[Path, ...]
    problems: tuple[Problem, ...]
    order: tuple[Ordered, ...] = ()

    @property
    def written(self) -> bool:
        return not any(problem.severity == "error" for problem in self.problems)


def file_name(key: str) -> str:
    """A name that every file system takes: letters, digits and hyphens, and none that Windows keeps for itself."""
    plain = re.sub("[^a-z0-9]+", "-", key.lower()).strip("-")[:80] or "card"
    return f"{plain}-card" if plain in RESERVED else plain


def _size_in_names(size: str) -> str:
    """A size in the name of a file: `63.5 × 88 mm` has letters that addresses do not have."""
    return re.sub(r"\s|mm", "", size.lower()).replace("×", "x")


def file_names(faces: Sequence[CardFace]) -> tuple[dict[str, str], list[Problem]]:
    """A name for the file of each face. Where two would have one, also on a system that knows no capitals, the later
    ones are numbered, and that is said."""
    found: dict[str, str] = {}
    taken: dict[str, CardFace] = {}
    problems = []
    for face in faces:
        name = plain = file_name(face.key)
        number = 1
        while name in taken:
            number += 1
            name = f"{plain}-{number}"
        if name != plain:
            first = taken[plain]
            message = f"the file {plain} is that of {first.title}, so this card's is {name}"
            problems.append(Problem("warning", face.title, message, code="file-name-clash", key=face.key))
        taken[name] = face
        found[face.key] = name
    return found, problems


def back_names(backs: Sequence[tuple[str, str]], taken: Container[str]) -> dict[tuple[str, str], str]:
    """A name for the file of each back, by the Kind and the size of its cards, that no card has and no other back."""
    sizes = Counter(behind for behind, _ in backs)
    found: dict[tuple[str, str], str] = {}
    for behind, size in backs:
        name = plain = f"back-{file_name(behind)}" + (f"-{_size_in_names(size)}" if sizes[behind] > 1 else "")
        number = 1
        while name in taken or name in found.values():
            number += 1
            name = f"{plain}-{number}"
        found[behind, size] = name
    return found


def refusals(png: bytes, asked: tuple[int, int] | None, ppi: float) -> list[str]:
    """Why a shop would refuse a picture: its pixels, its density, its colours."""
    why = []
    if asked is not None and pixels(png) != asked:
        why.append(f"it has {pixels(png)[0]} × {pixels(png)[1]} pixels instead of {asked[0]} × {asked[1]}")
    if abs((density(png) or 0) - ppi) > 0.5:
        why.append(f"it says {density(png) or 0:.0f} pixels an inch instead of {ppi:.0f}")
    if channels(png) != 3:
        why.append("it is not RGB")
    return why


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
    known: str = "",
    told: Callable[[str], None] = lambda what: None,
) -> ExportReport:
    """Writes a game's cards for one service into a folder. Nothing is written if a card has an error.

    `known`, `told`: as for sheets.
    """
    asked = settings if settings is not None else DEFAULTS
    used = understood(asked, game)
    theme = theme_of(used, theme_name)
    every = kept_faces(game, used, ("cards",), known)
    sizes = {face.key: size_of(game, used, size, face.kind) for face in every}
    looks = f"{theme.digest}/{back_title(game, used)}"
    own = pictures_in(used.pictures, [face.key for face in with_others(every)])

    def hash_of(face: CardFace) -> str:
        return card_hash(face, used, f"{looks}/{sizes[face.key]}{own.digest(face.key)}")

    try:
        chosen = selected(game, every, used, wanted if wanted is not None else Selection(), hash_of)
    except SelectionError as problem:
        return ExportReport((), (Problem("error", "", str(problem), code="cards-not-chosen"),))
    if not chosen:
        return ExportReport((), (Problem("error", "", "there is no card to export", code="cards-not-chosen"),))
    problems = [*own.problems, *glyph_problems(with_others(chosen), theme), *unknown_icons(used, theme)]
    problems += [*unknown_names(asked, game), *of_one_title(chosen, wanted)]
    problems += [*_refusals(profile, chosen, sizes), *missing_pictures(own, chosen)]
    problems += backs_that_differ(game, chosen, used)
    if any(problem.severity == "error" for problem in problems):
        return ExportReport((), tuple(problems))
    names, clashes = file_names(with_others(chosen))
    problems += clashes
    behind = dict.fromkeys((back_of(used, face.kind), sizes[face.key]) for face in chosen)
    backs = back_names(tuple(behind), set(names.values()))
    files: dict[str, bytes] = {}
    order: list[Ordered] = []
    try:
        sized = [(face, sizes[card.key]) for card in chosen for face in with_others([card])]
        fits = fitting(game, sized, theme, used, own, safe=max(SAFE, profile.safe), told=told)
        problems += fits.problems
        for name in dict.fromkeys(sizes[face.key] for face in chosen) if not fits.failed else ():
            group = [face for face in chosen if sizes[face.key] == name]
            told(f"drawing {len(group):,} cards of the size {name}")
            maker = _Maker(game, theme, used, own, fits, profile, name, group, url, names, backs, {})
            made, found = maker.files()
            files.update(made)
            problems += found
            order += maker.order()
    except TypesettingError as problem:
        problems += failures(problem, used.looks, own, [face.key for face in with_others(chosen)])
    if order:
        files[ORDER] = order_list(order)
    report = ExportReport(tuple(folder / name for name in files), tuple(problems), tuple(order))
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
                Problem(
                    "error",
                    "",
                    f"{profile.title} prints no cards of the size {size}, but {agreement.listing(known, 'or')}: "
                    f"leave them out with --without, or print all cards in one size with --size {known[0]}",
                    code="shop-refuses",
                )
            )
    every = len(chosen) if profile.most_of == "files" else sum(face.copies for face in chosen)
    if profile.most and every > profile.most:
        of = "pictures in one upload" if profile.most_of == "files" else "cards in one deck"
        message = f"{profile.title} takes {profile.most} {of}, and these are {every}"
        problems.append(Problem("warning", "", message, code="shop-refuses"))
    if profile.wants:
        problems.append(Problem("warning", "", f"{profile.title} wants {profile.wants}", code="shop-refuses"))
    return problems


@frozen
class _Maker:
    """The files for cards of one size."""

    game: model.CheckedGame
    theme: Theme
    settings: PrintSettings
    pictures: Pictures
    fits: Fitting
    profile: Profile
    size_name: str
    chosen: Sequence[CardFace]
    url: str
    names: Mapping[str, str]
    backs: Mapping[tuple[str, str], str]  # names of their files, see back_names
    scenes: dict[str, str]  # what is drawn for one sheet is not drawn again for the next

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

    def _compiled(self, sheets: Sequence[Sheet], kind: Picture, ppi: float) -> list[bytes]:
        assets = Assets(self.theme, self.pictures, rasters=kind == "pdf", before=self.scenes)
        shown, laid = _needed(self._shown, sheets)
        sizes, kept = self.fits.sizes, self.fits.kept
        made = document(self.game, shown, laid, self.theme, self.settings, sizes, assets, kept=kept)
        pages = typeset(made, kind, ppi=ppi).pages
        if kind == "png" and self.profile.format != "tabletop":  # shops refuse the fourth channel, tables do not mind
            pages = tuple(without_alpha(page) for page in pages)
        return [with_density(page, ppi) if kind == "png" else page for page in pages]

    def _pictures(self) -> tuple[dict[str, bytes], list[Problem]]:
        backs = self._backs()
        pages = [self._page(face, "front") for face in self._shown]
        pages += [self._page(face, "back") for face in backs]
        names = [self.names[face.key] for face in self._shown]
        names += [self._back_file(face) for face in backs]
        ending: Picture = "svg" if self.profile.format == "svg" else "png"
        found = self._compiled(pages, ending, self.profile.ppi)
        problems = self._refused(names, found) if ending == "png" else []
        return {f"{name}.{ending}": content for name, content in zip(names, found, strict=True)}, problems

    def order(self) -> list[Ordered]:
        """How many of each file are wanted; nothing for a table, whose decks hold the copies."""
        if self.profile.format == "tabletop":
            return []
        in_one = self.profile.format == "pdf"
        found, page = [], 1
        for face in self.chosen:
            if in_one:
                file, back = f"{self._deck_file}, page {page + 1}", f"page {page}"
                page += 2 * face.copies
            else:
                ending = self.profile.format
                behind = self.names[face.other.key] if face.other is not None else self._back_file(face)
                file, back = f"{self.names[face.key]}.{ending}", f"{behind}.{ending}"
            found.append(Ordered(face.copies, file, back, face.title, self.size_name))
        return found

    def _back_file(self, face: CardFace) -> str:
        return self.backs[back_of(self.settings, face.kind), self.size_name]

    @property
    def _deck_file(self) -> str:
        return f"{file_name(self.game.name)}-{_size_in_names(self.size_name)}.pdf"

    def _refused(self, names: Sequence[str], found: Sequence[bytes]) -> list[Problem]:
        """Why a shop would not take these pictures; nothing, unless something is wrong with this program."""
        asked = self.profile.pixels.get(self.size_name)
        problems = []
        for name, content in zip(names, found, strict=True):
            why = refusals(content, asked, self.profile.ppi)
            if asked is not None and why:
                message = f"{self.profile.title} would refuse it: {'; '.join(why)}"
                problems.append(Problem("error", name, message, code="shop-refuses"))
        return problems

    def _pdf(self) -> tuple[dict[str, bytes], list[Problem]]:
        """One file for a deck: back, front, back, front, ..."""
        pages = []
        for face in self.chosen:
            for _ in range(face.copies):
                pages += [self._page(face, "back"), self._page(face, "front")]
        found = self._compiled(pages, "pdf", self.profile.ppi)
        return {self._deck_file: found[0]}, []

    def _tabletop(self) -> tuple[dict[str, bytes], list[Problem]]:
        """Sheets of at most 69 faces, a picture of each back, and the object that a table loads."""
        card = card_size(self.size_name)
        columns, rows = self.profile.columns, self.profile.rows
        usable = columns * rows - 1  # the last place is shown instead of a card in somebody else's hand
        files: dict[str, bytes] = {}
        decks: list[dict[str, object]] = []
        number = 0
        piles: dict[tuple[str, bool], list[CardFace]] = {}
        for face in self.chosen:
            piles.setdefault((back_of(self.settings, face.kind), face.other is not None), []).append(face)
        for (behind, two_faced), deck in piles.items():
            back = deck[0]
            of_back = self.backs[behind, self.size_name].removeprefix("back-")
            size = _size_in_names(self.size_name)
            stem = f"{of_back.removesuffix(f'-{size}')}{'-two-faced' if two_faced else ''}-{size}"
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
                    files[picture] = with_density(stacked(self._compiled(sheet, "png", ppi)), ppi)
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
                (files[f"back-{stem}.png"],) = self._compiled([self._page(back, "back")], "png", self.profile.ppi)
            named = agreement.capital(kind_noun(self.game, behind)[0]) if behind in self.game.kinds else back.kind_line
            decks.append(_table_deck(named, cards, custom))
        saved = {"SaveName": self.game.title, "ObjectStates": decks}
        name = f"{file_name(self.game.name)}-{_size_in_names(self.size_name)}.json"
        files[name] = (json.dumps(saved, indent=2) + "\n").encode("utf-8")
        return files, []


def _table_sheet(
    part: Sequence[CardFace],
    back: CardFace,
    card: Size,
    columns: int,
    rows: int,
    longest: int,
    chosen: Sequence[CardFace],
    side_shown: Side = "front",
) -> tuple[list[Sheet], float]:
    """The rows of a sheet whose cells are whole pixels without gaps; the last one holds the back.

    What is cut off at round corners costs Typst a mask as large as the page for each card, so rows are pages.
    """
    wide = longest // columns
    tall = round(wide * card.height / card.width)
    if tall * rows > longest:
        tall = longest // rows
        wide = round(tall * card.width / card.height)
    ppi = wide / card.width * _MM
    cell = Size(card.width, tall / ppi * _MM)
    numbers = {face.key: place for place, face in enumerate(chosen)}
    placed: list[list[dict[str, object]]] = [[] for _ in range(rows)]
    laid: list[tuple[int, CardFace, Side]] = [(place, face, side_shown) for place, face in enumerate(part)]
    laid.append((columns * rows - 1, back, "back"))
    for place, card_laid, asked in laid:
        face, side = seen(card_laid, asked), side_of(card_laid, asked)
        row, column = divmod(place, columns)
        x = column * cell.width
        placed[row].append(laid_card(x, (cell.height - card.height) / 2, side, numbers[face.key]))
    return [sheet_data(Size(columns * cell.width, cell.height), card, 0.0, cards) for cards in placed], ppi


def _needed(shown: Sequence[CardFace], sheets: Sequence[Sheet]) -> tuple[list[CardFace], list[Sheet]]:
    """The faces that lie on sheets, and the sheets with their numbers among those."""
    laid = [[dict(card) for card in sheet["cards"]] for sheet in sheets]  # type: ignore[attr-defined]
    used = sorted({card["number"] for cards in laid for card in cards})
    numbers = {number: place for place, number in enumerate(used)}
    moved = [
        {**sheet, "cards": [{**card, "number": numbers[card["number"]]} for card in cards]}
        for sheet, cards in zip(sheets, laid, strict=True)
    ]
    return [shown[number] for number in used], moved


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
