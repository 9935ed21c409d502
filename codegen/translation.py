"""Other languages: whole texts with their translations, from gettext catalogues in a game's folder `translations`.

What is translated is what is printed: a title, a paragraph, a line of the rules. So another language needs no grammar
of ours, only a catalogue. A text without a translation stays English and is reported.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from attrs import evolve, frozen

from dsl import model
from dsl.files import read_plain

from .board_reference import said_otherwise
from .boards import Board
from .card_face import CardFace, PrintSettings
from .laid_table import LaidTable, Spot
from .problems import Problem
from .rules_reference import Book, Entry, Item
from .themes import said_by
from .turn_picture import Box
from .wording.card_text import Paragraph, Run, counted_nouns, marked

Noun = tuple[str, str]

FOLDER = "translations"
_NAMED = 3  # so many missing texts are told

# Languages with a form of their own for whole millions, which no card counts: translators know two forms.
_MILLIONS = {"fr": "(n > 1)", "es": "(n != 1)", "it": "(n != 1)", "pt": "(n != 1)", "ca": "(n != 1)"}


class CatalogueError(ValueError):
    """A catalogue that cannot be read."""


class Language:
    """The words of a language. It remembers what it was asked for, and what it did not know."""

    def __init__(self, code: str = "en", texts: Mapping[str, str] | None = None,
                 nouns: Mapping[Noun, Noun] | None = None) -> None:  # fmt: skip
        self.code = code
        self.texts = texts or {}
        self.nouns = nouns or {}
        self.singulars = {noun[0]: other[0] for noun, other in self.nouns.items()}
        self.asked: dict[str | Noun, str] = {}  # with where it stands
        self.missing: dict[str, None] = {}
        self.where = ""

    def __call__(self, text: str) -> str:
        """A text in this language, or as it is."""
        if self is ENGLISH or not any(letter.isalpha() for letter in text):
            return text
        self.asked.setdefault(text, self.where)
        found = self.texts.get(text) or self.singulars.get(text)
        if found is None:
            if self.code != "en":
                self.missing[text] = None
            return text
        return found if _same_places(text, found) else text

    def noun(self, noun: Noun) -> Noun:
        """Singular and plural of something that is counted."""
        if self is ENGLISH or not any(noun):
            return noun
        self.asked.setdefault(noun, self.where)
        found = self.nouns.get(noun)
        if found is None:
            if self.code != "en":
                self.missing[noun[0]] = None
            return noun
        return found

    def known(self, noun: Noun) -> Noun:
        """The same, if it is there; it is not asked for."""
        return self.nouns.get(noun, noun)

    def listing(self, items: Sequence[str], word: str = "and") -> str:
        """ "a, b and c"."""
        parts = list(items)
        if len(parts) <= 1:
            return "".join(parts)
        return f"{', '.join(parts[:-1])} {self(word)} {parts[-1]}"

    def number(self, value: float) -> str:
        """A number with the point or comma of the language."""
        text = f"{value:g}"
        if self.code in ("en", "und") or "." not in text:
            return text
        from babel import UnknownLocaleError
        from babel.numbers import get_decimal_symbol

        try:
            return text.replace(".", get_decimal_symbol(self.code.replace("-", "_")))
        except (UnknownLocaleError, ValueError):
            return text

    def aside(self) -> Language:
        """The same words, with nothing remembered."""
        if self is ENGLISH:
            return self
        made = Language(self.code, self.texts)
        made.nouns, made.singulars = self.nouns, self.singulars
        return made

    def remember(self, aside: Language) -> None:
        """What it was asked for aside counts, too."""
        for text, where in aside.asked.items():
            self.asked.setdefault(text, where)
        self.missing.update(aside.missing)

    @property
    def problems(self) -> list[Problem]:
        """What has no translation, and translations that say other numbers."""
        found = []
        if self.missing:
            some = "; ".join(f"“{text}”" for text in list(self.missing)[:_NAMED])
            rest = f" and {len(self.missing) - _NAMED} more" if len(self.missing) > _NAMED else ""
            found.append(
                Problem(
                    "warning", "", f"not translated into {self.code}, so in English: {some}{rest}", code="untranslated"
                )
            )
        for text in self.asked:
            other = self.texts.get(text) if isinstance(text, str) else None
            if other is not None and not _same_places(str(text), other):
                found.append(
                    Problem(
                        "warning",
                        "",
                        f"the translation of “{text}” has other places to fill, so it stays English: “{other}”",
                        code="untranslated",
                    )
                )
            elif other is not None and _numbers(other) != _numbers(str(text)):
                found.append(
                    Problem(
                        "warning", "", f"the translation of “{text}” says other numbers: “{other}”", code="untranslated"
                    )
                )
        return found


ENGLISH = Language()


def _numbers(text: str) -> list[str]:
    return sorted(re.findall(r"\d+|\{\w*\}", text))


_PLACE = re.compile(r"\{\w+\}")


def _same_places(text: str, other: str) -> bool:
    """Whether a translation can be filled in as its text is: it may leave a place out, and has no others."""
    places = set(_PLACE.findall(text))
    rest = _PLACE.sub(lambda found: "" if found[0] in places else "{", other)
    return not places or not {"{", "}"} & set(rest)


# ------------------------------------------------------------------------------------------------ cards


def translated_settings(settings: PrintSettings, game: model.CheckedGame, say: Language) -> PrintSettings:
    """Icons by the words of the language too."""
    icons = dict(settings.icons)
    for noun in counted_nouns(game):
        for word, other in zip(noun, say.known(noun), strict=True):
            if word in settings.icons:
                icons[other] = settings.icons[word]
    return evolve(settings, icons=icons)


def translated_face(face: CardFace, game: model.CheckedGame, say: Language) -> CardFace:
    """A card in another language."""
    if say is ENGLISH:
        return face
    text = " ".join(paragraph.text for paragraph in face.paragraphs)
    counted = [noun for noun in counted_nouns(game) if any(word and word in text for word in noun)]

    def at(part: str) -> Language:
        say.where = f"{face.key}: {part}"
        return say

    nouns = [word for noun in counted for word in at("what is counted").noun(noun) if word]
    return evolve(
        face,
        title=at("title")(face.title),
        english=face.title,
        said=tuple(said_by(face)),
        kind_line=at("what it is")(face.kind_line),
        stats=tuple(evolve(stat, label=at("number")(stat.label), value=say(stat.value)) for stat in face.stats),
        facts=tuple(_fact(fact, at("what it says of itself")) for fact in face.facts),
        paragraphs=tuple(_paragraph(paragraph, nouns, at("text")) for paragraph in face.paragraphs),
        flavour=at("flavour")(face.flavour),
        set_name=at("name of the set")(face.set_name),
        stand_in=face.stand_in if face.stand_in == ("everything",) else tuple(map(at("stand-in"), face.stand_in)),
        spaces=tuple((at("spaces")(label), count) for label, count in face.spaces),
        cells=tuple((text, at("spaces")(note)) for text, note in face.cells),
        sides=tuple(map(at("sides"), face.sides)),
        other=translated_face(face.other, game, say) if face.other is not None else None,
    )


class TranslatedFaces:
    """Cards in another language, each put into it once, when it is first asked for."""

    def __init__(self, game: model.CheckedGame, say: Language) -> None:
        self._game, self._say = game, say
        self._found: dict[str, tuple[CardFace, Language]] = {}

    def __call__(self, face: CardFace) -> CardFace:
        if face.key not in self._found:
            aside = self._say.aside()
            self._found[face.key] = translated_face(face, self._game, aside), aside
        return self._found[face.key][0]

    def printed(self, faces: Iterable[CardFace]) -> None:
        """The language remembers what these asked for: of what is not printed nothing is missing."""
        for face in faces:
            self(face)
            self._say.remember(self._found[face.key][1])


def _fact(fact: str, say: Language) -> str:
    label, colon, value = fact.partition(": ")
    return f"{say(label)}: {say(value)}" if colon else say(fact)


def _paragraph(paragraph: Paragraph, nouns: Sequence[str], say: Language) -> Paragraph:
    text = say(paragraph.text)
    runs: tuple[Run, ...] = paragraph.runs if text == paragraph.text else marked(text, nouns)
    return evolve(paragraph, heading=say(paragraph.heading), runs=runs)


def translated_board(board: Board, say: Language) -> Board:
    say.where = board.title
    return evolve(
        board,
        title=say(board.title),
        spaces=tuple(
            evolve(space, title=say(space.title), lines=tuple(say(line) for line in space.lines))
            for space in board.spaces
        ),
        joints=tuple(evolve(way, title=say(way.title)) for way in board.joints),
    )


# ------------------------------------------------------------------------------------------------ rules


def translated_book(book: Book, say: Language) -> Book:
    return Book(say(book.title), tuple(_entry(chapter, say) for chapter in book.chapters))


def _entry(entry: Entry, say: Language) -> Entry:
    say.where = entry.id
    return evolve(
        entry,
        title=say(entry.title),
        note=say(entry.note),
        items=tuple(_item(item, say) for item in entry.items),
        entries=tuple(_entry(inner, say) for inner in entry.entries),
    )


def _item(item: Item, say: Language) -> Item:
    if item.style == "drawing":
        return evolve(item, lines=tuple(said_otherwise(drawn, say) for drawn in item.lines))
    return evolve(
        item,
        lines=tuple("\n".join(say(part) for part in line.split("\n")) for line in item.lines),
        label=say(item.label),
        head=tuple(say(cell) for cell in item.head),
        rows=tuple(tuple(say(cell) for cell in row) for row in item.rows),
        pairs=tuple(
            (say(one), other if item.style == "index" else say(other)) for one, other in item.pairs
        ),
        turn=tuple(_box(box, say) for box in item.turn),
        laid=_laid(item.laid, say) if item.laid is not None else None,
    )  # fmt: skip


def _laid(table: LaidTable, say: Language) -> LaidTable:
    def at(spots: tuple[Spot, ...]) -> tuple[Spot, ...]:
        return tuple(evolve(spot, title=say(spot.title)) for spot in spots)

    return evolve(
        table, boards=tuple(say(title) for title in table.boards), place_noun=say(table.place_noun),
        shared=at(table.shared), on_places=at(table.on_places), own=at(table.own),
    )  # fmt: skip


def _box(box: Box, say: Language) -> Box:
    return evolve(box, title=say(box.title), inside=tuple(_box(inner, say) for inner in box.inside))


# ------------------------------------------------------------------------------------------------ catalogues


@frozen
class Merged:
    """What a merge has made: the file's text, and how much of it is translated."""

    text: str
    texts: int
    translated: int
    doubtful: int  # the English text has changed since
    below: int = 0  # more texts, which the catalogue of the game below holds
    missing: tuple[tuple[str, str], ...] = ()  # where a text stands first, and the text


def language_of(folders: Sequence[Path], code: str) -> Language:
    """A language from the catalogues of a game's folder and of those it is built on; the first knows best.

    Raises CatalogueError if there is none, or one cannot be read.
    """
    texts: dict[str, str] = {}
    nouns: dict[Noun, Noun] = {}
    found = [folder / FOLDER / f"{code}.po" for folder in folders]
    if not any(path.is_file() for path in found):
        raise CatalogueError(f"there is no {found[0]}; `sidescript translate` makes it")
    for path in found:
        if not path.is_file():
            continue
        if not path.resolve().is_relative_to(path.parents[1].resolve()):
            raise CatalogueError(f"{path} is a link that leads out of the game's folder")
        for message, said in _said(path).items():
            if isinstance(message, tuple) and isinstance(said, tuple):
                nouns.setdefault(message, said)
            elif isinstance(message, str) and isinstance(said, str):
                texts.setdefault(message, said)
    return Language(code, texts, nouns)


def _said(path: Path) -> dict[str | Noun, str | Noun]:
    """What a catalogue translates for certain."""
    from gettext import c2py

    found: dict[str | Noun, str | Noun] = {}
    catalogue = _read(path)
    # languages have one plural form, or three, or six; cards count one and a few, so the form of two stands for many
    try:
        form = c2py(catalogue.plural_expr)
        of_one, of_many = form(1), form(2)
    except (ValueError, ArithmeticError, RecursionError, SyntaxError, MemoryError) as problem:
        raise CatalogueError(f"{path}: Plural-Forms: {problem or type(problem).__name__}") from None
    if not (0 <= of_one < catalogue.num_plurals and 0 <= of_many < catalogue.num_plurals):
        raise CatalogueError(
            f"{path}: Plural-Forms: it has {catalogue.num_plurals} forms, and takes form {of_one} for 1 and "
            f"{of_many} for 2; the first is form 0"
        )
    for message in catalogue:
        if not message.id or message.fuzzy or not message.string:
            continue
        if isinstance(message.id, (tuple, list)):
            forms = message.string if isinstance(message.string, (tuple, list)) else (message.string,)
            one, many = (forms[min(n, len(forms) - 1)] for n in (of_one, of_many))
            if one and many:
                found[(message.id[0], message.id[1])] = (one, many)
        elif isinstance(message.string, str):
            found[str(message.id)] = message.string
    return found


def _read(path: Path):  # type: ignore[no-untyped-def]
    from babel.messages.pofile import read_po

    try:
        content = read_plain(path)
        for forms in re.findall(rb"nplurals\s*=\s*0*(\d+)", content):
            if len(forms) > 1:  # Arabic has six; Babel would make room for as many as it is told
                raise CatalogueError(f"{path}: Plural-Forms: no language has {forms.decode()[:20]} forms")
        return read_po(io.BytesIO(content), abort_invalid=True)
    except CatalogueError:
        raise
    except OSError as problem:
        raise CatalogueError(f"{path}: I cannot read it: {problem.strerror}") from None
    except Exception as problem:  # of a damaged file Babel says all sorts of things, also that a key is missing
        raise CatalogueError(f"{path}: {problem or type(problem).__name__}") from None


def merged(
    path: Path,
    asked: Mapping[str | Noun, str],
    code: str,
    title: str,
    below: Mapping[str | Noun, str] | None = None,
    only: Mapping[str | Noun, str] | None = None,
) -> Merged:
    """The catalogue with all texts that were asked for: what is translated stays, what has changed is marked fuzzy.

    The texts `below` are those of the game that a mod changes, whose own catalogue holds them. They are left out,
    except where the mod's catalogue has words for them. `only`: of those that were asked for, these and what the file
    has already; the others are left out.
    """
    from babel.core import UnknownLocaleError
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import write_po

    day = datetime(2026, 1, 1, tzinfo=UTC)  # the same sources, the same file
    try:
        template = Catalog(locale=code, project=title, creation_date=day, revision_date=day, fuzzy=False)
        if code.partition("_")[0] in _MILLIONS:
            template.mime_headers = [("Plural-Forms", f"nplurals=2; plural={_MILLIONS[code.partition('_')[0]]};")]
    except (UnknownLocaleError, ValueError):
        template = None
    if template is None or template.locale is None:
        raise CatalogueError(f"{code} is no language that I know; German is de, Brazilian Portuguese pt_BR")
    singulars = {message[0] for message in asked if isinstance(message, tuple)}
    own = _said(path) if below and path.is_file() else {}
    known = 0
    held: set[object] = set()
    if only is not None:
        held = {one if isinstance(one, str) else one[0] for one in only}
        if path.is_file():
            held.update(one.id if isinstance(one.id, str) else one.id[0] for one in _read(path) if one.id)
    for message, where in asked.items():
        if only is not None and (message if isinstance(message, str) else message[0]) not in held:
            continue
        where = only.get(message, where) if only is not None else where
        if message in singulars:
            continue  # gettext knows a noun by its singular
        if below and message in below and message not in own:
            known += 1
            continue
        template.add(message, auto_comments=[where] if where else [])
    catalogue = template
    if path.is_file():
        catalogue = _read(path)
        catalogue.update(template)
        catalogue.creation_date = catalogue.revision_date = day
        catalogue.fuzzy = False
        for entry in catalogue:
            if entry.fuzzy and not any(entry.string or ()):
                entry.flags.discard("fuzzy")  # like another, of which nothing is said yet either
        for gone in [key for key, message in catalogue.obsolete.items() if not any(message.string or ())]:
            del catalogue.obsolete[gone]
    catalogue.charset = "utf-8"  # whatever the file was written in before
    out = io.BytesIO()
    write_po(out, catalogue, width=0, include_previous=True)
    said = [message for message in catalogue if message.id]
    doubtful = sum(1 for message in said if message.fuzzy)
    done = sum(1 for message in said if not message.fuzzy and message.string and all(message.string))
    missing = tuple(
        (" ".join(message.auto_comments), message.id if isinstance(message.id, str) else message.id[0])
        for message in said
        if message.fuzzy or not message.string or not all(message.string)
    )
    return Merged(out.getvalue().decode("utf-8"), len(said), done, doubtful, known, missing)
