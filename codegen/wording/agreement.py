"""Words that agree: conjugation, participles, articles, lists, capitals. Knows English, and nothing of any game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_MODALS = frozenset({"can", "may", "must", "will", "would", "shall", "should", "cannot"})

_THIRD = {"be": "is", "have": "has", "do": "does", "go": "goes", "undo": "undoes", "redo": "redoes"}

_IRREGULAR = """
be been|have had|do done|go gone|lose lost|win won|put put|hit hit|draw drawn|take taken|give given|get got|make made
come come|become become|leave left|let let|set set|see seen|show shown|say said|tell told|find found|keep kept|hold held
pay paid|sell sold|buy bought|bring brought|catch caught|teach taught|think thought|fight fought|fall fallen|rise risen
drive driven|ride ridden|write written|hide hidden|break broken|choose chosen|steal stolen|speak spoken|freeze frozen
wake woken|run run|begin begun|sing sung|swim swum|ring rung|shut shut|cut cut|cast cast|spread spread|split split
deal dealt|mean meant|feel felt|meet met|lead led|feed fed|stand stood|understand understood|sit sat|send sent
spend spent|lend lent|build built|bend bent|throw thrown|grow grown|know known|fly flown|blow blown|eat eaten
shake shaken|forget forgotten|bind bound|wind wound|strike struck|stick stuck|swing swung|lay laid|lie lain|wear worn
tear torn|swear sworn|bear borne|beat beaten|bite bitten|shoot shot|slide slid|sleep slept|sweep swept|creep crept
undo undone|redo redone|reset reset
"""

_PARTICIPLES: dict[str, str] = {
    present: past for pair in _IRREGULAR.strip().replace("\n", "|").split("|") for present, past in [pair.split()]
}

_VOWELS = "aeiou"
_SOUNDS_LIKE_AN = ("hour", "honest", "honour", "honor", "heir", "x-ray")
_SOUNDS_LIKE_A = ("uni", "use", "usu", "one", "once", "eu", "ufo", "uti")
_DOUBLED = frozenset(
    ["stop", "drop", "flip", "skip", "trap", "tap", "swap", "plan", "grab", "rob", "step", "trip", "equip"]
)

_NUMERALS = {1: "once", 2: "twice"}


def third(verb: str) -> str:
    """The verb after he, she or it: `lose` gives `loses`. Only its first word changes."""
    first, space, rest = verb.partition(" ")
    if first in _MODALS:
        done = first
    elif first in _THIRD:
        done = _THIRD[first]
    elif first.endswith(("s", "x", "z", "ch", "sh")):
        done = first + "es"
    elif first.endswith("y") and first[-2:-1] not in _VOWELS:
        done = first[:-1] + "ies"
    else:
        done = first + "s"
    return done + space + rest


def base(verb: str) -> str:
    """`loses` gives `lose`, `mixes attacks` gives `mix attacks`: what `third` undoes."""
    first, space, rest = verb.partition(" ")
    if first in _THIRD.values():
        done = next(plain for plain, formed in _THIRD.items() if formed == first)
    elif first.endswith("ies"):
        done = first[:-3] + "y"
    elif first.endswith(("xes", "ches", "shes", "sses", "zzes")):
        done = first[:-2]
    else:
        done = first[:-1]
    return done + space + rest


def finite(verb: str, plural: bool, you: bool = False) -> str:
    """The present form for a subject: `be` gives `are` for you and for many."""
    if not plural and not you:
        return third(verb)
    first, space, rest = verb.partition(" ")
    return ("are" if first == "be" else first) + space + rest


def participle(verb: str) -> str:
    """`lose` gives `lost`, `attack` gives `attacked`."""
    first, space, rest = verb.partition(" ")
    if first in _PARTICIPLES:
        done = _PARTICIPLES[first]
    elif first.endswith("e"):
        done = first + "d"
    elif first.endswith("y") and first[-2:-1] not in _VOWELS:
        done = first[:-1] + "ied"
    elif first in _DOUBLED:
        done = first + first[-1] + "ed"
    else:
        done = first + "ed"
    return done + space + rest


def negative(verb: str, plural: bool, you: bool = False) -> str:
    """`lose` gives `does not lose`, `be` gives `is not`, `can` gives `cannot`."""
    first, space, rest = verb.partition(" ")
    tail = space + rest
    if first == "can":
        return "cannot" + tail
    if first in _MODALS:
        return f"{first} not{tail}"
    if first == "be":
        return f"{finite('be', plural, you)} not{tail}"
    return f"{finite('do', plural, you)} not {verb}"


def perfect(verb: str, plural: bool, you: bool = False) -> str:
    """`lose` gives `has lost`."""
    return f"{finite('have', plural, you)} {participle(verb)}"


def article(noun: str) -> str:
    """`a` or `an`, by the sound."""
    word = noun.lower().lstrip("\"'“‘(")
    if word.startswith(_SOUNDS_LIKE_AN):
        return "an"
    if word.startswith(_SOUNDS_LIKE_A):
        return "a"
    if word[:1] == "8" or word.split(" ")[0] in {"11", "18"}:
        return "an"
    return "an" if word[:1] in _VOWELS and word[:1] else "a"


def with_article(noun: str) -> str:
    return f"{article(noun)} {noun}"


def listing(items: Iterable[str], word: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    parts = list(items)
    if len(parts) <= 1:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def sequence(items: Sequence[str]) -> str:
    """Things done one after the other: `a, then b`."""
    if len(items) <= 1:
        return "".join(items)
    return f"{', '.join(items[:-1])}, then {items[-1]}"


_POINTS = frozenset({"location", "place", "site", "station", "base", "spot", "stop", "post"})


def where(noun: str) -> str:
    """ "at" a location, "on" a space: the preposition of a noun for places."""
    return "at" if noun.split(" ")[-1].lower() in _POINTS else "on"


_STRETCHES = frozenset({"phase", "turn", "step", "round", "time", "act", "day", "night", "hour"})


def step(title: str) -> str:
    """The title of a stretch of a turn so that it sounds like one: "Swipe Phase", "Decide step"."""
    return title if _STRETCHES & set(title.lower().split(" ")) else f"{title} step"


_TIMES = frozenset({"time", "day", "night"})


def stretch(title: str) -> str:
    """The same as what something is done at the start of: "the Swipe Phase", but "Crime Time"."""
    said = step(title)
    return said if said.rpartition(" ")[2].lower() in _TIMES and " " in said else f"the {said}"


_SURFACES = frozenset({"board", "chart", "shelf", "track", "map", "mat", "rack"})


def surface(noun: str) -> bool:
    """Does something lie on a thing of this noun ("the Power-Up board"), and not in it?"""
    return noun.rpartition(" ")[2].lower() in _SURFACES


_CONTAINERS = frozenset(
    {"boxes", "bags", "bowls", "cells", "decks", "hands", "houses", "lanes", "piles", "ports", "rows", "slots",
     "stacks", "towers", "trays", "vaults"}
)  # fmt: skip


def holds(noun: str) -> bool:
    """Does something lie in what a noun names ("in the castle towers"), and not among them ("among the Leads")?"""
    return noun.rpartition(" ")[2].lower() in _CONTAINERS


def count(number: int, noun: tuple[str, str]) -> str:
    """`1 heart`, `2 hearts`."""
    return f"{number} {noun[0] if number == 1 else noun[1]}"


_ONE_OR_MANY = frozenset({"headquarters", "barracks", "means", "series", "species", "gallows", "works"})


def singular(noun: str) -> str:
    """ "Powers" -> "Power", "learned Specialties" -> "learned Specialty", "red Headquarters" as it is."""
    if noun.rpartition(" ")[2].lower() in _ONE_OR_MANY:
        return noun
    if noun.endswith("ies"):
        return noun[:-3] + "y"
    return noun[:-1] if noun.endswith("s") and not noun.endswith("ss") else noun


_MANY = frozenset(
    ["people", "men", "women", "children", "folk", "police", "mice", "geese", "feet", "teeth", "those", "both", "all"]
)
_BEHIND_A_HEAD = re.compile(
    r" (?:of|in|on|at|to|from|for|by|with|within|along|among|between|under|over|behind|before|after|next|that|who|whose"
    r"|which|where) "
)


def is_many(noun: str) -> bool:
    """Is a noun of a set a plural ("partners", "those next to it"), and not one of a whole ("team")?"""
    last = _BEHIND_A_HEAD.split(noun, maxsplit=1)[0].rpartition(" ")[2].lower()
    return last in _MANY or last in _ONE_OR_MANY or (last.endswith("s") and not last.endswith(("ss", "us", "’s", "is")))


def times(number: int) -> str:
    """`once`, `twice`, `3 times`."""
    return _NUMERALS.get(number, f"{number} times")


def capital(text: str) -> str:
    """The first letter large, also behind a quotation mark."""
    for at, letter in enumerate(text):
        if letter.isalpha():
            return text[:at] + letter.upper() + text[at + 1 :]
        if letter.isdigit():
            return text
    return text


def uncapital(text: str) -> str:
    return text[:1].lower() + text[1:]


def sentence(text: str) -> str:
    """A capital in front, and an end: a full stop unless there is a sign already."""
    text = capital(text.strip().replace(" that that ", " which that ").replace("move yourself to ", "move to "))
    if not text:
        return ""
    return text if text.endswith((".", "!", "?", ":", "…", ".”", "!”", "?”", '."', '!"', '?"', ".)")) else text + "."


def words(name: str) -> str:
    """A name of the sources as words: `turn_action` gives `turn action`."""
    return " ".join(name.replace("_", " ").split())
