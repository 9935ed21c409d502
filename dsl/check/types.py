"""Types: how they are named in messages, and which may stand where which is wanted."""

from __future__ import annotations

from attrs import frozen

from .. import model as m


@frozen
class UnknownType(m.NothingType):
    """The type of a hole: something is wrong there and has been reported, so nothing more is said about it."""


UNKNOWN: m.Type = UnknownType()
HOLE: m.Value = m.Literal(None, UNKNOWN)
NAME = m.NameType()
FACE = m.EnumType("face")
THING = m.ThingType("Thing")


def hole() -> m.Value:
    return HOLE


def is_hole(value: m.Value) -> bool:
    return unknown(value.type)


def unknown(of: m.Type) -> bool:
    match of:
        case UnknownType():
            return True
        case m.OptionalType(inner) | m.SetType(inner) | m.BagType(inner) | m.GridType(inner):
            return unknown(inner)
        case _:
            return False


def strip(of: m.Type) -> m.Type:
    """Without the `?`."""
    return of.of if isinstance(of, m.OptionalType) else of


def optional(of: m.Type) -> m.Type:
    return of if isinstance(of, (m.OptionalType, m.NothingType)) else m.OptionalType(of)


def is_nothing(of: m.Type) -> bool:
    return type(of) is m.NothingType


def numeric(of: m.Type) -> bool:
    return isinstance(of, (m.NumberType, m.ResourceType))


def member_of(of: m.Type) -> m.Type | None:
    """The type of the members of a set, zone or grid; None if it is no set."""
    match of:
        case UnknownType():
            return UNKNOWN
        case m.OptionalType(inner):
            return member_of(inner)
        case m.SetType(inner) | m.GridType(inner):
            return inner.of if isinstance(inner, m.GridType) else inner
        case m.BagType(inner):
            return inner
        case m.ZoneType(content):
            return m.ThingType(content)
        case _:
            return None


def holds(of: m.Type) -> m.Type | None:
    """As `member_of`, of whatever can stand behind `in`: a deck list holds things too."""
    return THING if kind_of(of) == "Deck" else member_of(of)


def kind_of(of: m.Type) -> str | None:
    """The Kind of a thing that may be nothing."""
    inner = strip(of)
    return inner.kind if isinstance(inner, m.ThingType) else None


def each(one: m.Type, among: str) -> str:
    """Advice to go through the members of a set."""
    kind = kind_of(one) or "Thing"
    return f"Write `each {kind} {kind[0].lower()} in {among}:`"


def count(n: int, noun: str) -> str:
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def article(word: str) -> str:
    return f"an {word}" if word[:1].lower() in "aeiou" else f"a {word}"


def describe(of: m.Type) -> str:
    """A type in the words of an author, with its article: `a number`, `a Sidekick`, `a set of Tokens`."""
    match of:
        case m.NumberType():
            return "a number"
        case m.TruthType():
            return "yes or no"
        case m.TextType():
            return "a text"
        case m.NothingType():
            return "nothing"
        case m.ThingType(kind):
            return article(kind)
        case m.EnumType(enum):
            return "a face" if enum == "face" else article(enum)
        case m.ResourceType(resource):
            return f"an amount of {resource}"
        case m.ZoneType(content):
            return "a zone" if content == "Thing" else f"a zone of {content}"
        case m.SetType(inner):
            return "an empty set" if isinstance(inner, m.NothingType) else f"a set of {_plain(inner)}"
        case m.BagType(inner):
            return f"a bag of {_plain(inner)}"
        case m.GridType(inner):
            return f"a grid of {_plain(inner)}"
        case m.OptionalType(inner):
            return f"{describe(inner)} or nothing"
        case m.EventType(verb):
            return f"the event `{verb}`"
        case m.NameType():
            return "the name of a phase, step or action"


def _plain(of: m.Type) -> str:
    match of:
        case m.NumberType():
            return "numbers"
        case m.ThingType(kind):
            return kind
        case m.EnumType(enum):
            return enum
        case m.ZoneType():
            return "zones"
        case _:
            return describe(of)
