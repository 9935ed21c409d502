"""What is seen on the face of a card: title, kind, values, text, flavour, set and number."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence, Set
from pathlib import Path
from types import MappingProxyType
from typing import Any
from typing import Literal as Choice

from attrs import Factory, evolve, field, fields, frozen

from dsl import model
from dsl.diagnostics.diagnostic import Diagnostic, error
from dsl.diagnostics.nearest import meant_or_all
from dsl.files import read_plain
from dsl.library import lineage
from dsl.source import NOWHERE, SourceFile

from .problems import place_at, place_in, text_of
from .sheet_layout import SheetError, card_size
from .wording import agreement, card_text
from .wording.card_text import Paragraph, runs
from .wording.folding import settled, value_of
from .wording.scope import kind_noun, thing_is_a, unwrap
from .wording.worked_out import once_for_game

Piece = Choice["card", "figure", "token", "place", "other"]


@frozen
class Stat:
    """A number or word in a box: "4" with the label "health"; `icon` is the word to look an icon up by."""

    label: str
    value: str
    icon: str
    of_bag: bool = False  # one of several of a sort: 2 Speed of what something costs


@frozen
class CardFace:
    key: str
    title: str
    kind: str  # the Kind's name, for themes
    kind_line: str
    stats: tuple[Stat, ...]
    facts: tuple[str, ...]  # values that are names: "Forest", "Jafar"
    paragraphs: tuple[Paragraph, ...]
    flavour: str
    set_name: str
    number: str
    stand_in: tuple[str, ...]  # what of it is stand-in; empty: nothing
    copies: int
    spaces: tuple[tuple[str, int], ...] = ()  # what lies on it in rows: ("Villagers", 3)
    cells: tuple[tuple[str, str], ...] = ()  # the spaces of a track: what stands on each, and below it: ("1", "start")
    layout: str = "card"
    sides: tuple[str, ...] = ()  # titles of its faces, if it has several
    other: CardFace | None = None  # what is on the other side, where that is a face too and no back
    marks: tuple[str, ...] = ()  # what it says of itself by name: things that it names, truths that hold
    colour: str = ""  # where neither it nor its Kind has one: that of a player
    english: str = ""  # its title before it was put into another language: its picture has to do with that
    said: tuple[str, ...] = ()  # what it says by name, before that: colours and icons have to do with it


def _spaces(game: model.CheckedGame, thing: model.Thing) -> tuple[tuple[str, int], ...]:
    """Rows for so many things of a Kind on a card: the spaces of a Power card for Villagers."""
    found = []
    for zone in game.zones.values():
        owner, _, _ = zone.key.rpartition(".")
        holds = zone.holds.value if isinstance(zone.holds, model.Literal) else None
        if not owner or zone.form != "row" or not isinstance(holds, int) or not 0 < holds <= _MOST_SPACES:
            continue
        if thing_is_a(game, thing, "Card") and thing_is_a(game, thing, owner):
            found.append((kind_noun(game, zone.content)[1], holds))
    return tuple(found)


_MOST_SPACES = 6  # more do not fit on a card


def piece(game: model.CheckedGame, thing: model.Thing) -> Piece:
    """What a thing is made of, by its Kinds."""
    kinds: tuple[tuple[str, Piece], ...] = (
        ("Card", "card"), ("Figure", "figure"), ("Token", "token"), ("Place", "place"),
    )  # fmt: skip
    for ancestor, what in kinds:
        if thing_is_a(game, thing, ancestor):
            return what
    return "other"


def printable(game: model.CheckedGame, extra: Sequence[str] = ()) -> tuple[model.Thing, ...]:
    """The things that are printed as cards: all cards, and the Kinds that the game's print file names besides."""
    return tuple(
        thing
        for thing in game.things.values()
        if not thing.of_test
        and (thing_is_a(game, thing, "Card") or any(thing_is_a(game, thing, kind) for kind in extra))
    )


def faces(
    game: model.CheckedGame,
    things: Sequence[model.Thing],
    titles: Mapping[str, str] = MappingProxyType({}),
    numbered: Callable[[model.Thing], str] | None = None,
    truths: Sequence[str] = (),
) -> tuple[CardFace, ...]:
    """Faces in order, numbered through, or as `numbered` says. `titles`, `truths`: see PrintSettings."""
    known = settled(game)
    last = len(things)
    width = len(str(last))
    found = []
    for number, thing in enumerate(things, start=1):
        printed = f"{number:0{width}}/{last}" if numbered is None else numbered(thing)
        both = both_faces(game, thing, titles)
        if both is None:
            found.append(_face(game, thing, known, printed, truths=truths))
            continue
        one, other = (_face(game, thing, known, printed, face, truths) for face in both)
        found.append(
            evolve(
                _titled(game, thing, one, both[0], titles),
                other=evolve(_titled(game, thing, other, both[1], titles), key=f"{thing.name} ({both[1].name})"),
            )
        )
    return tuple(found)


def both_faces(
    game: model.CheckedGame, thing: model.Thing, titles: Mapping[str, str]
) -> tuple[model.Face, model.Face] | None:
    """The two faces of a thing that has something to read on each side, so that neither is a back; else None."""
    declared = thing.faces or next(
        (game.kinds[kind].faces for kind in thing.kinds if kind in game.kinds and game.kinds[kind].faces), ()
    )
    if len(declared) != 2:
        return None
    if not thing.face_contents and not any(face.key in titles for face in declared):
        return None
    return declared[0], declared[1]


def _titled(
    game: model.CheckedGame, thing: model.Thing, face: CardFace, side: model.Face, titles: Mapping[str, str]
) -> CardFace:
    """A face with its name among what it says, and with the title of its own that a value of the thing gives."""
    content = next((one for one in thing.face_contents if one.face == side.key), None)
    name = agreement.capital((content.title if content is not None else "") or side.title or agreement.words(side.name))
    title = face.title
    if side.key in titles:
        key = next((a.key for a in all_attributes(game, thing) if a.name == titles[side.key]), None)
        value = value_of(game, thing, key) if key is not None else None
        title = (printed_value(game, value) if value is not None else None) or title
    given = (content is not None and content.title) or side.title
    of_its_kind = content is not None and bool(content.kinds) and not given  # what its side is, its Kind says
    return evolve(face, title=title, facts=face.facts if of_its_kind or name == face.kind_line else (*face.facts, name))


def _marks(game: model.CheckedGame, thing: model.Thing) -> tuple[str, ...]:
    """Names that a card can be chosen by: the things that it names, and the truths that hold for it."""
    found: list[str] = []
    for attribute in all_attributes(game, thing):
        value = value_of(game, thing, attribute.key)
        if isinstance(value, model.ThingConstant) and value.thing in game.things:
            found += [value.thing, game.things[value.thing].title.lower()]
        elif isinstance(value, model.Literal) and value.value is True:
            found += [attribute.name, agreement.words(attribute.label or attribute.name).lower()]
    return tuple(dict.fromkeys(found))


def _face(
    game: model.CheckedGame,
    thing: model.Thing,
    known: frozenset[str],
    number: str,
    side: model.Face | None = None,
    truths: Sequence[str] = (),
) -> CardFace:
    stats: list[Stat] = []
    facts: list[str] = []
    content = next((one for one in thing.face_contents if side is not None and one.face == side.key), None)
    own = {**thing.values, **(content.values if content is not None else {})}
    shown = evolve(thing, kinds=content.kinds) if content is not None and content.kinds else thing
    for attribute in all_attributes(game, shown):
        value = own.get(attribute.key) or value_of(game, shown, attribute.key)
        if value is None:
            continue
        printed = printed_value(game, value)
        if attribute.name in truths and isinstance(value, model.Literal) and value.value is True:
            facts.append(truth_title(attribute.label or agreement.words(attribute.name)))
        if printed is None:
            continue
        kind = unwrap(attribute.type)
        if isinstance(kind, model.BagType) and attribute.key in own:
            stats += _amounts(game, value)
            continue
        if isinstance(kind, (model.NumberType, model.ResourceType)):
            if attribute.key not in own and not (plain_number(value) and _usual(game, attribute)):
                continue
            unit = attribute.unit
            icon = unit[1] if unit is not None else (
                game.resources[kind.resource].noun[1] if isinstance(kind, model.ResourceType) else attribute.label
            )  # fmt: skip
            stats.append(Stat(agreement.words(_label(game, shown, attribute)), printed, icon))
        elif isinstance(kind, (model.EnumType, model.ThingType)) and printed not in facts and attribute.key in known:
            facts.append(_fact(game, attribute, printed))
    owner = thing.values.get("owner") or thing.values.get("Thing.owner")
    if owner is not None and (printed := printed_value(game, owner)) is not None and printed not in facts:
        facts.insert(0, printed)
    kind_name = shown.kinds[0]
    stand_in = thing.stand_in
    return CardFace(
        key=thing.name,
        title=thing.title,
        kind=kind_name,
        kind_line=agreement.capital(kind_noun(game, kind_name)[0]),
        stats=tuple(stats),
        facts=tuple(facts),
        paragraphs=(
            *_named(game, thing, own, facts),
            *card_text(game, thing, side.key if side is not None else None).paragraphs,
        ),
        flavour=thing.flavour or "",
        set_name=game.title,
        number=number,
        stand_in=("everything",) if stand_in is True else (tuple(map(agreement.words, stand_in)) if stand_in else ()),
        copies=thing.copies,
        spaces=_spaces(game, thing),
        marks=_marks(game, thing),
    )


def plain_number(value: model.Value | None) -> int | None:
    """A number of things that is worth saying; None for 0, for "any number", and for what is worked out."""
    match value:
        case model.Literal(int() as number) if 0 < number < model.INFINITE and not isinstance(number, bool):
            return number
        case _:
            return None


@once_for_game
def _found_usual(game: model.CheckedGame) -> dict[str, bool]:
    """What `_usual` has found of this game, by attribute."""
    return {}


def _usual(game: model.CheckedGame, attribute: model.Attribute) -> bool:
    """Do most things of its Kind say this number? Then it is missed on one that leaves it to its Kind.

    Where few say it, they are the exceptions to a rule that everybody knows.
    """
    found = _found_usual(game)
    if attribute.key not in found:
        of_kind = [one for one in game.things.values() if not one.of_test and thing_is_a(game, one, attribute.owner)]
        found[attribute.key] = 2 * sum(attribute.key in one.values for one in of_kind) >= len(of_kind)
    return found[attribute.key]


def truth_title(label: str) -> str:
    """What a card says of itself, without the article that its label has in sentences: "a Response"."""
    first, _, rest = label.partition(" ")
    return agreement.capital(rest if rest and first in ("a", "an") else label)


def _amounts(game: model.CheckedGame, value: model.Value) -> list[Stat]:
    """What is in a bag, each with its number."""
    found = []
    for item in value.items if isinstance(value, model.Listing) else ():
        match item:
            case model.Builtin("amount", (model.Literal(number), sort)):
                named = printed_value(game, sort)
                if named is not None:
                    found.append(Stat(named, str(number), named, of_bag=True))
            case _:
                pass
    return found


def _label(game: model.CheckedGame, thing: model.Thing, attribute: model.Attribute) -> str:
    """A highest value without a label is called by what it bounds: the full `hits` are printed as "Hit Points"."""
    if attribute.label and attribute.label != attribute.name:
        return attribute.label
    for other in all_attributes(game, thing):
        if isinstance(other.high, model.AttributeValue) and other.high.attribute == attribute.key:
            return other.label or other.name
    return attribute.name


def _fact(game: model.CheckedGame, attribute: model.Attribute, printed: str) -> str:
    """A name with what it is to the card ("Fated Rival: Ann"), unless it is plainly that ("Ann" for a Sidekick).

    A mere sign stands behind what it is a sign of: "Deck #3".
    """
    kind = unwrap(attribute.type)
    if not isinstance(kind, model.ThingType) or not attribute.label:
        return printed
    plain = attribute.label.lower() == kind_noun(game, kind.kind)[0].lower()
    label = agreement.capital(agreement.words(attribute.label))
    if plain:  # "@" and "YY" say little alone
        return printed if len(printed) > 2 and printed[0].isalnum() else f"{label} {printed}"
    return f"{label}: {printed}"


def _named(
    game: model.CheckedGame, thing: model.Thing, own: Mapping[str, model.Value], told: Sequence[str]
) -> list[Paragraph]:
    """On a character sheet, which has room for it: what it names, with what that is to it ("Home Location. Docks")."""
    if thing_is_a(game, thing, "Card"):
        return []
    found = []
    told = [fact.rpartition(sign)[2] for fact in told for sign in (": ", " ")]
    for attribute in all_attributes(game, thing):
        value = own.get(attribute.key)
        items = value.items if isinstance(value, model.Listing) else (value,)
        titles = [printed_value(game, item) or "" for item in items if isinstance(item, model.ThingConstant)]
        if titles and not set(titles) <= set(told):
            label = agreement.capital(agreement.words(attribute.label or attribute.name))
            found.append(Paragraph(runs(game, agreement.sentence(agreement.listing(titles))), label))
    return found


def all_attributes(game: model.CheckedGame, thing: model.Thing) -> list[model.Attribute]:
    """Attributes of all Kinds of a thing, those of the most general first."""
    found: dict[str, model.Attribute] = {}
    for kind_name in thing.kinds:
        kind = game.kinds.get(kind_name)
        for ancestor in reversed(kind.ancestors) if kind is not None else ():
            above = game.kinds.get(ancestor)
            found.update(above.attributes if above is not None else {})
    return list(found.values())


def printed_value(game: model.CheckedGame, value: model.Value) -> str | None:
    """A printed value: a number, a title; None if it is worked out or is nothing."""
    match value:
        case model.Literal(inner) if inner is not None and not isinstance(inner, bool):
            return "∞" if isinstance(inner, int) and inner >= model.INFINITE else str(inner)
        case model.Negative(operand):
            amount = printed_value(game, operand)
            return f"\u2212{amount}" if amount is not None else None
        case model.EnumConstant(enum, name):
            declared = game.enums.get(enum)
            titles = {value: title for value, title, _ in declared.values} if declared is not None else {}
            return agreement.capital(titles.get(name) or agreement.words(name))
        case model.ThingConstant(name):
            thing = game.things.get(name)
            return thing.title if thing is not None else None
        case model.CopiesConstant(name):
            thing = game.things.get(name)
            return f"{thing.title} ×{thing.copies}" if thing is not None else None
        case model.Builtin("amount", (model.Literal(number), sort)):
            named = printed_value(game, sort)
            return f"{number} {named}" if named is not None else None
        case model.Listing(items) if items and isinstance(value.type, model.BagType):
            parts = [printed_value(game, item) for item in items]
            return ", ".join(part for part in parts if part is not None) or None
        case _:
            return None


@frozen
class PrintSettings:
    """How a game's cards look: cards/<game>/print.toml."""

    theme: str
    colours: Mapping[str, str]  # Kind -> colour
    icons: Mapping[str, str]  # word -> icon
    also: tuple[str, ...]  # Kinds that are printed as cards though they are none
    art: Mapping[str, str]  # Kind -> icon in the picture
    credits: tuple[str, ...]
    backs: Mapping[str, str] = Factory(dict)  # Kind -> the Kind whose back it has
    sizes: Mapping[str, str] = Factory(dict)  # Kind -> size of its cards
    pictures: tuple[Path, ...] = ()  # folders of pictures of cards, the first before others
    file: Path | None = field(default=None, eq=False)  # the print file itself
    looks: Path | None = None  # the game's own folder of looks, whose files stand before those of the theme
    pieces: Mapping[str, str] = Factory(dict)  # Kind or resource -> token, round, marker, standee, none
    tracks: Mapping[str, int] = Factory(dict)  # number or row of the game -> how many spaces; 0: as its range says
    titles: Mapping[str, str] = Factory(dict)  # Kind.face -> the attribute that is the title on that face
    unopened: Set[str] = frozenset()  # things that are left out since a campaign has not opened them yet
    people: tuple[str, ...] = ()  # Kinds whose drawn pictures show somebody; those of figures do anyway
    truths: tuple[str, ...] = ()  # names of truths that stand on the cards for which they hold
    back_title: str = ""  # on backs; empty: the title of the game without mods, so that decks can be shuffled together
    fonts: Mapping[str, tuple[str, Path]] = Factory(dict)  # title, text -> a family or file, and where that is said


DEFAULTS = PrintSettings("storybook", {}, {}, (), {}, ())


class SettingsError(ValueError):
    """A print file that cannot be used. `file` and `word` or `line` say where; `code` is that of the message."""

    def __init__(
        self, message: str, file: Path | None = None, word: str = "", code: str = "print-file", line: int = 0
    ) -> None:
        super().__init__(message)
        self.file, self.word, self.code, self.line = file, word, code, line

    def located(self) -> tuple[Diagnostic, dict[str, SourceFile]]:
        """As a message at the line of the file that says the word, and that file."""
        if self.file is None:
            return error(self.code, str(self), NOWHERE), {}
        span = place_in(self.file, self.word) if not self.line else place_at(self.file, self.line)
        told = str(self).removeprefix(f"{self.file}: ")
        return error(self.code, told, span), {span.path: SourceFile(span.path, text_of(self.file))}


MOST_BYTES = 200_000
"""Of a file of settings. The largest that was seen has 4 kB."""
_LONG_KEY = re.compile(r"(?:[\w-]+[ \t]*\.[ \t]*){30}")


def table_of(path: Path) -> dict[str, Any]:
    """What a TOML file says. Raises SettingsError with its place, and OSError if it cannot be read.

    A name of a hundred thousand parts would take a minute and all memory, so such files are not read at all.
    """
    content = read_plain(path, MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise SettingsError(f"{path}: it has more than {MOST_BYTES:,} bytes", path)
    try:
        text = content.decode("utf-8-sig").replace("\r\n", "\n")  # some editors put a mark before it
        found = _LONG_KEY.search(text)
        if found is not None:
            raise SettingsError(f"{path}: its values are nested too deeply", path, found[0])
        return tomllib.loads(text)
    except RecursionError:
        raise SettingsError(f"{path}: its values are nested too deeply", path) from None
    except UnicodeDecodeError:
        raise SettingsError(f"{path}: it is not UTF-8 text", path) from None
    except ValueError as problem:
        if isinstance(problem, SettingsError):
            raise
        place = re.search(r" \(at line (\d+), column \d+\)$", str(problem))
        raise SettingsError(f"{path}: {problem}", path, line=int(place[1]) if place is not None else 0) from None


def read_settings(path: Path) -> PrintSettings:
    """The print file of a game; without one, defaults."""
    try:
        if not path.is_file():
            return DEFAULTS
        table = table_of(path)
    except OSError as problem:
        raise SettingsError(f"{path}: I cannot read it: {problem.strerror}") from None
    known = [
        field.name for field in fields(PrintSettings) if field.name not in ("looks", "pictures", "file", "unopened")
    ]
    unknown = sorted(set(table) - set(known))
    if unknown:
        more = meant_or_all(unknown[0], known)
        raise SettingsError(f"{path}: there is no setting {unknown[0]!r}; {more}", path, unknown[0])
    for kind, colour in _texts(path, table, "colours").items():
        if not re.fullmatch("#[0-9a-fA-F]{6}", colour):
            message = f"{path}: the colour of {kind} should look like #8c2f39, not {colour!r}"
            raise SettingsError(message, path, colour)
    for what, size in _texts(path, table, "sizes").items():
        _checked_size(path, what, size)
    return PrintSettings(
        theme=_text(path, table, "theme", DEFAULTS.theme),
        colours=_texts(path, table, "colours"),
        icons=_texts(path, table, "icons"),
        also=_listed(path, table, "also"),
        truths=_listed(path, table, "truths"),
        people=_listed(path, table, "people"),
        art=_texts(path, table, "art"),
        credits=_listed(path, table, "credits"),
        backs=_texts(path, table, "backs"),
        sizes=_texts(path, table, "sizes"),
        pieces=_texts(path, table, "pieces"),
        tracks=_tracks(path, table),
        titles=_texts(path, table, "titles"),
        back_title=_text(path, table, "back_title", ""),
        fonts=_fonts(path, table),
    )


WIDEST = 2500.0  # mm of a board: larger ones are hundreds of pages


def _checked_size(path: Path, what: str, size: str) -> None:
    """A size of cards by its name or in mm; of a board its width. Raises SettingsError."""
    if what.partition(" ")[0] != "map":
        try:
            card_size(size)
        except SheetError as problem:
            raise SettingsError(
                f"{path}: [sizes] {what}: {str(problem).removeprefix('--size: ')}", path, size
            ) from None
        return
    try:
        wide = float(size)
    except ValueError:
        wide = 0.0
    if not 50 <= wide <= WIDEST:
        message = f"{path}: [sizes] {what}: a board is 50 to {WIDEST:g} mm wide, not {size!r}"
        raise SettingsError(message, path, size)


def _tracks(path: Path, table: Mapping[str, object]) -> dict[str, int]:
    """What is printed as a strip of spaces: `true` where its range says how many, or so many."""
    found = table.get("tracks", {})
    if not isinstance(found, dict):
        raise SettingsError(f"{path}: [tracks] should hold names, each with true or a number of spaces", path, "tracks")
    made: dict[str, int] = {}
    for name, value in found.items():
        if value is not True and not (type(value) is int and 1 <= value <= LONGEST):
            message = f"{path}: [tracks] {name}: true, or 1 to {LONGEST} spaces"
            raise SettingsError(message, path, name)
        made[name] = 0 if value is True else value
    return made


LONGEST = 100  # spaces of a track


def _fonts(path: Path, table: Mapping[str, object]) -> dict[str, tuple[str, Path]]:
    """The table of fonts: what is said, and in which file, since files of fonts are named from its folder."""
    found = _texts(path, table, "fonts")
    for name in found:
        if name not in ("title", "text"):
            more = meant_or_all(name, ("title", "text"))
            raise SettingsError(f"{path}: [fonts] has no {name!r}; {more}", path, name)
    return {name: (value, path) for name, value in found.items()}


def settings_of(folder: Path, before: Sequence[Path] = ()) -> PrintSettings:
    """The looks of a game; those of a mod are its own print file over those of all that it builds on.

    `before`: the folders of other mods that it comes after.
    """
    settings = DEFAULTS
    for number, home in enumerate(lineage(folder, before)):
        path = home / "print.toml"
        for name in (path.name, "looks", "looks/theme.toml", "art"):
            if (home / name).exists() and not (home / name).resolve().is_relative_to(home.resolve()):
                raise SettingsError(f"{home / name}: it is a link that leads out of the game's folder")
        found = read_settings(path)
        settings = found if number == 0 else _over(settings, found, path)
        if path.is_file():
            settings = evolve(settings, file=path)
        if (home / "looks").is_dir():
            settings = evolve(settings, looks=home / "looks")
        if (home / "art").is_dir():
            settings = evolve(settings, pictures=(home / "art", *settings.pictures))
    return settings


def _over(below: PrintSettings, own: PrintSettings, path: Path) -> PrintSettings:
    """Settings with those of a mod over them: lists are added to, tables entry by entry."""
    if not path.is_file():
        return below
    given = table_of(path)
    return evolve(
        below,
        theme=own.theme if "theme" in given else below.theme,
        colours={**below.colours, **own.colours},
        icons={**below.icons, **own.icons},
        also=tuple(dict.fromkeys((*below.also, *own.also))),
        truths=tuple(dict.fromkeys((*below.truths, *own.truths))),
        people=tuple(dict.fromkeys((*below.people, *own.people))),
        art={**below.art, **own.art},
        credits=tuple(dict.fromkeys((*below.credits, *own.credits))),
        backs={**below.backs, **own.backs},
        sizes={**below.sizes, **own.sizes},
        pieces={**below.pieces, **own.pieces},
        tracks={**below.tracks, **own.tracks},
        titles={**below.titles, **own.titles},
        back_title=own.back_title or below.back_title,
        fonts={**below.fonts, **own.fonts},
    )


def numbers(
    game: model.CheckedGame, thing: model.Thing, truths: Sequence[str] | None = ()
) -> tuple[tuple[str, str], ...]:
    """What a thing says besides its text, with labels: its numbers, and the things that it names.

    Behind them, without labels, those of `truths` that it says of itself; None: all that have a label. Last, under the
    noun of its Kind, those of a face that is a thing of another Kind.
    """
    units = {agreement.words(_label(game, thing, one)): one.unit for one in all_attributes(game, thing)}
    found = [
        (agreement.capital(stat.label), _with_unit(stat, units.get(stat.label)))
        for stat in _face(game, thing, frozenset(), "").stats
        if not stat.of_bag
    ]
    for attribute in all_attributes(game, thing):
        value = thing.values.get(attribute.key)
        if isinstance(value, (model.ThingConstant, model.EnumConstant)) or (
            value is not None and isinstance(unwrap(attribute.type), model.BagType)
        ):
            printed = printed_value(game, value)
            if printed is not None:
                label = agreement.capital(agreement.words(attribute.label or attribute.name))
                found.append((label, agreement.capital(printed)))
        elif isinstance(value, model.Literal) and value.value is True and _told(attribute, truths):
            found.append(("", truth_title(attribute.label or agreement.words(attribute.name))))
    for content in thing.face_contents:
        if content.kinds:  # another Kind on this face: its numbers are those of the face
            of_face = numbers(game, evolve(thing, kinds=content.kinds, values=content.values, face_contents=()))
            if found and of_face:
                told = ", ".join(f"{label} {value}" for label, value in of_face)
                found.append((agreement.capital(kind_noun(game, content.kinds[0])[0]), told))
            else:
                found += of_face
    return tuple(found)


def _with_unit(stat: Stat, unit: tuple[str, str] | None) -> str:
    """ "Lasts 1" does not say what is counted: 1 turn. "Actions 3" does."""
    if unit is None or not stat.value.isdigit():
        return stat.value
    label = stat.label.lower()
    named = any(noun.lower() in label or label in noun.lower() for noun in unit)
    counted = (unit[0], unit[0]) if unit[0].isupper() else unit  # "2 ATK"
    return stat.value if named else agreement.count(int(stat.value), counted)


def _told(attribute: model.Attribute, truths: Sequence[str] | None) -> bool:
    return bool(attribute.label) if truths is None else attribute.name in truths


def numbers_line(game: model.CheckedGame, thing: model.Thing) -> str:
    """ "Strength 4 · Owner Ann": the numbers of a thing in one line; empty without any."""
    return " · ".join(f"{label} {value}".strip() for label, value in numbers(game, thing, None))


def described(game: model.CheckedGame, thing: model.Thing) -> str:
    """A thing as one asks for it: its numbers and its text."""
    return "\n".join(part for part in (numbers_line(game, thing), card_text(game, thing).text) if part)


def _text(path: Path, table: Mapping[str, object], name: str, default: str) -> str:
    found = table.get(name, default)
    if not isinstance(found, str):
        raise SettingsError(f"{path}: {name} should be a text", path, name)
    return found


def _texts(path: Path, table: Mapping[str, object], name: str) -> dict[str, str]:
    found = table.get(name, {})
    if not isinstance(found, dict) or not all(isinstance(value, str) for value in found.values()):
        raise SettingsError(f"{path}: [{name}] should hold texts", path, name)
    return dict(found)


def _listed(path: Path, table: Mapping[str, object], name: str) -> tuple[str, ...]:
    found = table.get(name, [])
    if not isinstance(found, list) or not all(isinstance(value, str) for value in found):
        raise SettingsError(f"{path}: {name} should be a list of texts", path, name)
    return tuple(found)
