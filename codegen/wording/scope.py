"""What the words of one text refer to: this, you, the doer, and the names bound so far."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

import attrs
from attrs import define, evolve, field

from dsl import model
from dsl.vocabulary import KINDS

from . import agreement
from .noun_phrase import YOU, NounPhrase, proper, the

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


@define
class Scope:
    """`names`: how a bound name is spoken of. `event`: the event being answered, for "that does not happen"."""

    game: model.CheckedGame
    thing: model.Thing | None = None
    this: NounPhrase = field(factory=lambda: NounPhrase("it"))
    you: NounPhrase = YOU
    doer: NounPhrase = YOU
    names: dict[str, NounPhrase] = field(factory=dict)
    nouns: dict[str, str] = field(factory=dict)  # bound noun -> id of the name that "that noun" means
    shuffled: set[str] = field(factory=set)  # piles that this text shuffles later
    answered: model.Pattern | None = None
    answered_parts: dict[str, NounPhrase] = field(factory=dict)
    spoken_of: frozenset[str] = frozenset()  # ids of names that the text behind a pattern uses
    foretold: bool = False  # the event that is answered was told with "would"
    bounds: dict[str, tuple[int | None, int | None]] = field(factory=dict)  # least and most of an event's numbers
    selves: frozenset[str] = frozenset()  # other words for you: "the user’s controller"

    def inner(self, doer: NounPhrase | None = None) -> Scope:
        """The same, for a block: what is bound inside does not reach out."""
        return evolve(self, names=dict(self.names), nouns=dict(self.nouns), doer=self.doer if doer is None else doer)

    def bind(self, local: model.Local, noun: NounPhrase) -> None:
        self.names[local.id] = noun

    def forget_unused(self, body: object) -> None:
        """Frees the nouns of the names of which a block does not speak: "that Hero" can mean another one there."""
        spoken = names_in(body)
        self.nouns = {key: noun for key, noun in self.nouns.items() if key in spoken}

    def bind_that(self, local: model.Local, noun: str, plural: bool = False) -> str:
        """Binds a name as "that noun", or "the other noun" if that is taken. Returns the determiner to introduce it."""
        taken = [key for key, value in self.nouns.items() if value == noun and key != local.id]
        if plural:
            word, first = ("those", "") if not taken else ("the other", "other")
        elif not taken:
            word, first = "that", "a"
        elif len(taken) == 1:
            word, first = "the other", "another"
        else:
            word = f"the {_ORDINALS[min(len(taken), 5)]}"
            first = "another"
        self.nouns[local.id] = noun
        self.names[local.id] = NounPhrase(f"{word} {noun}", plural, noun=noun)
        return first


def kind_noun(game: model.CheckedGame, kind: str) -> tuple[str, str]:
    """Singular and plural of a Kind, group, enum, resource or built-in Kind."""
    if kind == "Seat":
        return "player", "players"  # whoever sits there reads the rules
    if kind in game.kinds:
        return game.kinds[kind].noun
    if kind in game.groups:
        return game.groups[kind].noun
    if kind in game.enums:
        title = game.enums[kind].title
        return title, plural_of(title)
    if kind in game.resources:
        return game.resources[kind].noun
    if kind in KINDS:
        return KINDS[kind].noun
    return agreement.words(kind), plural_of(agreement.words(kind))


@lru_cache(maxsize=8)
def _nouns(kinds: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    return tuple(sorted({one for one, _ in kinds}, key=lambda noun: (-len(noun), noun)))


def singular_nouns(game: model.CheckedGame) -> tuple[str, ...]:
    """The nouns of a game's own Kinds, the longest first."""
    return _nouns(tuple(kind.noun for kind in game.kinds.values() if not kind.built_in))


def plural_of(noun: str) -> str:
    last = noun.split(" ")[-1].lower()
    if last.endswith(("s", "x", "ch", "sh")):
        return noun + "es"
    if last.endswith("y") and last[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + "s"


def is_a(game: model.CheckedGame, kind: str, ancestor: str) -> bool:
    if kind == ancestor:
        return True
    if kind in game.kinds:
        return ancestor in game.kinds[kind].ancestors
    if kind in game.groups:
        return all(is_a(game, member, ancestor) for member in game.groups[kind].kinds)
    return False


def thing_is_a(game: model.CheckedGame, thing: model.Thing, ancestor: str) -> bool:
    return any(is_a(game, kind, ancestor) for kind in thing.kinds)


def place_noun(game: model.CheckedGame) -> tuple[str, str]:
    """What this game calls a place: the noun of its only Kind of place."""
    kinds = [k for k in game.kinds.values() if "Place" in k.ancestors and not k.built_in and "Place" in k.parents]
    return kinds[0].noun if len(kinds) == 1 else KINDS["Place"].noun


def seated_noun(game: model.CheckedGame) -> tuple[str, str]:
    return kind_noun(game, game.seats.kind)


def seated(game: model.CheckedGame) -> NounPhrase:
    """Everybody who plays: "the Sidekicks"."""
    return the(seated_noun(game)[1], plural=True)


_SHORTEST_NAME = 3


_COMMON = frozenset({"Token", "Marker", "Counter", "Die", "Board"})  # no names, however they are written


def title_of(game: model.CheckedGame, thing: model.Thing) -> NounPhrase:
    """A thing by its title: a name as it is, a common noun with an article."""
    if len(thing.title) < _SHORTEST_NAME and thing.title.upper() == thing.title and thing.kinds:
        return the(f"{kind_noun(game, thing.kinds[0])[0]} {thing.title}")  # a mark: "the deck YY"
    last = thing.title.split(" ")[-1]
    if thing.title[:1].islower() or last[:1].islower() or (last in _COMMON and last != thing.title):  # "the Trap token"
        return the(thing.title)
    return evolve(proper(thing.title), plural=game.several(thing))


def unwrap(type_: model.Type) -> model.Type:
    return unwrap(type_.of) if isinstance(type_, model.OptionalType) else type_


def type_kind(type_: model.Type) -> str | None:
    """The Kind, enum or resource that a type speaks of."""
    match unwrap(type_):
        case model.ThingType(kind):
            return kind
        case model.EnumType(enum):
            return enum
        case model.ResourceType(resource):
            return resource
        case model.SetType(of) | model.BagType(of):
            return type_kind(of)
        case _:
            return None


def uses(node: object, local: model.Local) -> int:
    """How often a bound name is used anywhere inside a node."""
    return sum(1 for part in walk(node) if isinstance(part, model.Local) and part.id == local.id)


def names_in(node: object) -> frozenset[str]:
    """Ids of all names that are read inside a node."""
    return frozenset(part.id for part in walk(node) if isinstance(part, model.Local))


def walk(node: object) -> Iterator[object]:
    """Every node inside a node or tuple, itself first. Pattern and query locals count only where they are read."""
    left = [node]
    while left:
        one = left.pop()
        if isinstance(one, (tuple, list)):
            left.extend(reversed(one))
            continue
        kind: type = type(one)
        parts = _parts(kind)
        if parts is not None:
            yield one
            left.extend(getattr(one, name) for name in parts)


def children(node: object) -> Iterator[object]:
    """The parts of a node in which others are read."""
    kind: type = type(node)
    for name in reversed(_parts(kind) or ()):
        yield getattr(node, name)


@cache
def _parts(kind: type) -> tuple[str, ...] | None:
    """The fields of a sort of node in which others are read, the last first; None of what is no node."""
    if not attrs.has(kind):
        return None
    passed = (*_BINDING.get(kind, ()), "span", "type")
    return tuple(part.name for part in reversed(attrs.fields(kind)) if part.name not in passed)


_BINDING: dict[type, tuple[str, ...]] = {
    model.Query: ("local",),
    model.BindNumber: ("local",),
    model.Let: ("local",),
    model.Choose: ("local",),
    model.Lay: ("local",),
    model.Do: ("local",),
    model.Each: ("local",),
}


def bare_plural_subject(text: str, subject: str) -> str:
    """ "the Sidekicks pay 2 stars" under "the Sidekicks choose one": "pay 2 stars"."""
    return text.removeprefix(subject + " ") if text.startswith(subject + " ") else text


def all_actions(game: model.CheckedGame) -> Iterator[model.Action]:
    """Every action: of the rules, of Kinds, of things."""
    yield from game.actions.values()
    for kind in game.kinds.values():
        yield from kind.actions
    for thing in game.things.values():
        yield from thing.actions
