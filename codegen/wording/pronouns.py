"""Pronouns in one sentence: "that Sidekick chooses one of their cards", "that Bad Guy attacks its victim".

What was spoken of last is not named again where it only owns something. "Their" is said of those who play, "its" of all
else; whatever else the pronoun could mean stands in the way.
"""

from __future__ import annotations

import re
from functools import lru_cache

from dsl import model

from .scope import is_a, kind_noun
from .worked_out import once_for_game

_MOVED = re.compile(
    r"\b(?:[Mm]ove|[Pp]lace|[Pp]ut)s? (?P<who>(?:that|this|the) [^,;.:]+?) (?:to|on|onto|at) an? (?:\w+ ){0,2}?"
    r"(?P<place>\w+) next to it\b"
)
_ONE = r"(?:the other|the same|that|this|each|every|another|an|a|the|no)"


def shortened(text: str, game: model.CheckedGame) -> str:
    """A sentence with pronouns for the owners that were spoken of last."""
    if " next to it" in text:
        text = _next_to_whose(text, game)
    if "’s" not in text:
        return text
    plays, persons, pattern = _known(game)
    told: list[str] = []
    at = 0
    last = ""  # who was spoken of last: "that Sidekick"
    only = ""  # the one that is meant by so many words, if nobody else was spoken of since: "the active player"
    for found in pattern.finditer(text):
        if found["stop"] or found["named"]:
            last = only = ""
            continue
        if found["many"]:
            if found["many"] in persons:
                only = ""
            if last and _noun(last) in plays:
                last = ""  # "their" could be those
            continue
        name, owns = f"{found['det'].lower()} {found['one']}", bool(found["owns"])
        person = found["one"] in plays
        words = found[0].removesuffix("’s").lower()
        if owns and words == only:
            told += [text[at : found.start()], "their"]
            at = found.end()
            continue
        if person:
            only = words if words.startswith("the active ") else ""
        if owns and name == last and found["det"].lower() in ("that", "this"):
            told += [text[at : found.start()], "their" if person else "its"]
            at = found.end()
            continue
        if last and not person and _noun(last) in plays and found["det"].lower() in ("that", "this", "the", "a", "an"):
            continue  # a thing between does not take "their" away
        last = _again(name)
    told.append(text[at:])
    return "".join(told)


def _next_to_whose(text: str, game: model.CheckedGame) -> str:
    """Whose place something lies next to, where "it" could be another one: a role, or one of two that were named."""
    pattern = _known(game)[2]

    def told(found: re.Match[str]) -> str:
        who = found["who"]
        before = re.split(r"[.;:] ", text[: found.start()])[-1]
        others = any(one["one"] and one[0] != who for one in pattern.finditer(before))
        if not others and not who.startswith("the "):
            return found[0]
        return f"{found[0].removesuffix('it')}{who}’s {found['place']}"

    return _MOVED.sub(told, text)


def _noun(name: str) -> str:
    return name.partition(" ")[2]


def _again(name: str) -> str:
    """How what was just named is named again: "each Sidekick" has no second name, "a Gang" is "that Gang"."""
    det, _, noun = name.partition(" ")
    return f"this {noun}" if det == "this" else f"that {noun}" if det in ("that", "a", "an", "another") else ""


@lru_cache(maxsize=4)
def _pattern(nouns: tuple[tuple[str, str], ...]) -> re.Pattern[str]:
    ones = "|".join(re.escape(one) for one, _ in sorted(set(nouns), key=lambda noun: (-len(noun[0]), noun)))
    many = "|".join(re.escape(plural) for _, plural in sorted(set(nouns), key=lambda noun: (-len(noun[1]), noun)))
    return re.compile(
        rf"(?P<stop>[.;:] )|\b(?P<det>{_ONE}) (?:[\w-]+ ){{0,2}}?(?P<one>{ones})(?P<owns>’s)?(?!\w)"
        rf"|(?<!’s )(?<!their )(?<!its )(?<!your )\b(?P<many>{many})(?!\w)"
        rf"|(?P<named>\b[A-Z]\w*’s )"
    )


@once_for_game
def _known(game: model.CheckedGame) -> tuple[frozenset[str], frozenset[str], re.Pattern[str]]:
    """The nouns of those who play, one and many, and what is looked for in a sentence of this game."""
    nouns = tuple(kind.noun for kind in game.kinds.values() if not kind.built_in)
    seats = game.seats.kind
    played = [kind.noun for kind in game.kinds.values() if is_a(game, kind.name, seats)]
    played.append(kind_noun(game, seats))
    pattern = _pattern((*nouns, kind_noun(game, seats), ("card", "cards")))
    one, many = (frozenset(noun[which] for noun in played) for which in (0, 1))
    return one, many, pattern


__all__ = ["shortened"]
