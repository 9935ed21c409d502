"""Which cards are printed: by name, Kind or deck, those that changed since a build, and how many of each."""

from __future__ import annotations

import hashlib
import io
import json
import logging
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path, PurePosixPath

from attrs import Factory, evolve, frozen

from dsl import model
from dsl.diagnostics.nearest import nearest
from dsl.files import read_plain

from .card_face import CardFace, PrintSettings, faces
from .wording.scope import is_a, kind_noun

HASHES = "/SidescriptCards"
"""The entry of a PDF's information that holds the hash of every card in it, as JSON."""

MOST = 500  # copies of one card
_LARGEST_BUILD = 500_000_000  # bytes


class SelectionError(ValueError):
    """A choice that cannot be made: a name that nothing has, a file that is no build."""


@frozen
class Selection:
    """Empty choices choose everything. `decks` name decks that are declared, with as many of each card as they list; or
    Kinds: cards with the back of that Kind."""

    names: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    decks: tuple[str, ...] = ()
    since: Path | None = None
    quantities: Mapping[str, int] = Factory(dict)  # by name or title; others have their own number of copies
    each: int | None = None  # so many of every chosen card for which `quantities` says nothing
    each_once: bool = False
    own: bool = False  # of a mod: what it declares itself, and not what is of the game that it changes
    without: tuple[str, ...] = ()  # cards, Kinds, and whatever cards name or say of themselves: a deck, "locked"

    @cached_property
    def before(self) -> Mapping[str, str]:
        """The hashes in the earlier PDF `since`. Raises SelectionError."""
        return hashes_in(self.since) if self.since is not None else {}


def card_hash(face: CardFace, settings: PrintSettings, looks: str) -> str:
    """What a card looks like, as a few letters: changes exactly if the printed card does.

    Its number in the set is left out, since a new card would change that of all cards behind it. `looks` stands for
    the theme and the size.
    """
    other = evolve(face.other, number="", marks=()) if face.other is not None else None
    plain = evolve(face, number="", copies=1, other=other, marks=())
    shown = (plain, looks, settings.colours, settings.icons, settings.art, settings.backs)
    return hashlib.sha256(repr(shown).encode("utf-8")).hexdigest()[:16]


def hashes_in(build: Path) -> dict[str, str]:
    """The hashes of the cards in an earlier PDF."""
    from pypdf import PdfReader

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # what it remarks on a file that is no PDF is said below
    try:
        content = read_plain(build, _LARGEST_BUILD + 1)
        if len(content) > _LARGEST_BUILD:
            raise SelectionError(f"--changed-since: {build} is larger than {_LARGEST_BUILD // 1_000_000} MB")
        information: Mapping[str, object] = PdfReader(io.BytesIO(content)).metadata or {}
        found = json.loads(str(information[HASHES]))
    except OSError as problem:
        raise SelectionError(f"--changed-since: I cannot read {build}: {problem.strerror}") from None
    except SelectionError:
        raise
    except Exception:  # of a damaged file pypdf says all sorts of things
        raise SelectionError(f"--changed-since: {build} is no PDF of cards that Sidescript made") from None
    if not isinstance(found, dict):
        raise SelectionError(f"--changed-since: {build} does not say what cards it holds")
    return {str(key): str(value) for key, value in found.items()}


def selected(
    game: model.CheckedGame,
    all_faces: Sequence[CardFace],
    settings: PrintSettings,
    wanted: Selection,
    hash_of: Callable[[CardFace], str],
) -> tuple[CardFace, ...]:
    """The chosen faces with their copies, in the order of the game. Raises SelectionError for names of nothing.

    `hash_of` tells, by its hash, what a card looks like; it is asked where only what changed is wanted."""
    chosen = list(all_faces)
    if wanted.names:
        chosen = named_faces(game, chosen, wanted.names)
    if wanted.kinds:
        kinds = [_kind(game, name, "--kinds") for name in wanted.kinds]
        chosen = [face for face in chosen if any(is_a(game, face.kind, kind) for kind in kinds)]
    if wanted.decks:
        chosen = [face for face in chosen if any(_in_deck(game, all_faces, settings, face, d) for d in wanted.decks)]
    if wanted.own:
        chosen = [face for face in chosen if _of_mod(game, face)]
    omitted = {face.key for face in left_out(game, all_faces, settings, wanted)}
    chosen = [face for face in chosen if face.key not in omitted and face.key not in settings.unopened]
    if wanted.since is not None:
        chosen = [face for face in chosen if wanted.before.get(face.key) != hash_of(face)]
    numbers: dict[str, int] = {}
    for name in wanted.decks if not wanted.each_once and wanted.each is None else ():
        for card, count in _listed(game, name).items():
            numbers[card] = numbers.get(card, 0) + count
    numbers |= _quantities(game, all_faces, wanted.quantities)
    usual = 1 if wanted.each_once else wanted.each
    if usual is not None and not 1 <= usual <= MOST:
        raise SelectionError(f"--copies {usual}: of every card there are 1 to {MOST}")
    if wanted.quantities and not wanted.names:
        chosen = [face for face in chosen if numbers.get(face.key, 1) > 0]
    return tuple(
        evolve(face, copies=numbers.get(face.key, usual if usual is not None else face.copies))
        for face in chosen
        if numbers.get(face.key, 1) > 0
    )


def _of_mod(game: model.CheckedGame, face: CardFace) -> bool:
    """Is it a thing of the folder that was asked for? Files of the game that a mod changes lie outside of it."""
    thing = game.things.get(face.key.partition(" (")[0].partition(".")[0])
    if thing is None:
        return False
    path = PurePosixPath(thing.span.path)
    return not path.is_absolute() and path.parts[:1] != ("..",)


def left_out(
    game: model.CheckedGame, all_faces: Sequence[CardFace], settings: PrintSettings, wanted: Selection
) -> tuple[CardFace, ...]:
    """The cards that `without` leaves out."""
    found: list[CardFace] = []
    for name in wanted.without:
        if any(_is_called(face, name) for face in all_faces):
            found += named_faces(game, all_faces, [name])
            continue
        try:
            kind = _kind(game, name, "--without")
        except SelectionError:
            found += [face for face in all_faces if _in_deck(game, all_faces, settings, face, name, "--without")]
        else:
            found += [face for face in all_faces if is_a(game, face.kind, kind)]
    return tuple({face.key: face for face in found}.values())


def names_left_out(game: model.CheckedGame, settings: PrintSettings, without: Sequence[str]) -> tuple[str, ...]:
    """The names of the things that a choice leaves out, of all that can be told of. Raises SelectionError."""
    if not without:
        return ()
    every = faces(game, [thing for thing in game.things.values() if not thing.of_test])
    return tuple(face.key for face in left_out(game, every, settings, Selection(without=tuple(without))))


def _in_deck(
    game: model.CheckedGame,
    all_faces: Sequence[CardFace],
    settings: PrintSettings,
    face: CardFace,
    name: str,
    option: str = "--decks",
) -> bool:
    """Does a card lie in a deck: one that is declared, one with the back of a Kind, or one that its cards name?"""
    asked = name.lower()
    listed = _listed(game, name)
    if listed:
        return face.key in listed
    if any(asked in other.marks for other in all_faces):
        return asked in face.marks
    return settings.backs.get(face.kind, face.kind) == _kind(game, name, option)


def _listed(game: model.CheckedGame, name: str) -> dict[str, int]:
    """How many of which card a declared deck has, by its name or title; nothing if there is none."""
    for deck in game.decks.values():
        if name.lower() in (deck.name, deck.title.lower()):
            return {card: count for count, card in deck.lines}
    return {}


def _is_called(face: CardFace, name: str) -> bool:
    return is_called(face.key, face.title, name)


def is_called(key: str, title: str, name: str) -> bool:
    """By key or title, whatever its capitals and marks: `exploding bridge` is Exploding Bridge!

    A piece of a thing has the key `soot_owl (figure)`, a part of one `soot_owl.token (token)`: each is called as the
    thing is, the part also `soot_owl.token`.
    """
    piece = key.lower().partition(" (")[0]
    return (
        name.lower() in (key.lower(), piece, piece.partition(".")[0], title.lower())
        or _plain(name) == _plain(title) != ""
    )


@lru_cache(maxsize=20_000)
def _plain(text: str) -> str:
    return re.sub(r"\W+", " ", text.lower()).strip()


def named_faces(game: model.CheckedGame, all_faces: Iterable[CardFace], names: Sequence[str]) -> list[CardFace]:
    """The faces with these names or titles, in their order. Raises SelectionError for names of nothing."""
    found = list(all_faces)
    for name in names:
        if not any(_is_called(face, name) for face in found):
            asked = _plain(name)
            for one in game.things.values():
                if asked in (_plain(one.name), _plain(one.title)):
                    raise SelectionError(
                        f"{one.title} ({game.kinds[one.kinds[0]].noun[0]}) is none of the cards or pieces that are "
                        "asked for here; `sidescript rules` prints what it says"
                    )
            meant = nearest(name, tuple(called for face in found for called in (face.key, face.title)))
            more = f"; did you mean {meant}?" if meant else ""
            raise SelectionError(f"{name}: there is no such card{more}")
    return [face for face in found if any(_is_called(face, name) for name in names)]


def _kind(game: model.CheckedGame, name: str, option: str) -> str:
    """A Kind by its name or noun, whatever its capitals."""
    asked = name.lower()
    for kind in game.kinds.values():
        if asked in (kind.name.lower(), *(noun.lower() for noun in kind_noun(game, kind.name))):
            return kind.name
    called = [noun for kind in game.kinds.values() if not kind.built_in for noun in kind_noun(game, kind.name)]
    meant = nearest(name, tuple(called))
    more = f"; did you mean {meant!r}?" if meant else ""
    also = " or deck" if option == "--decks" and game.decks else ""
    raise SelectionError(f"{option}: there is no Kind{also} {name!r} in this game{more}")


def _quantities(game: model.CheckedGame, all_faces: Sequence[CardFace], wanted: Mapping[str, int]) -> dict[str, int]:
    numbers: dict[str, int] = {}
    for name, number in wanted.items():
        if not 0 <= number <= MOST:
            raise SelectionError(f"{name}={number}: a quantity is 0 to {MOST}")
        for face in named_faces(game, all_faces, [name]):
            numbers[face.key] = number
    return numbers
