"""Texts that authors wrote in place of ours: both side by side, and what of the effect theirs leaves out."""

from __future__ import annotations

import re
from collections import Counter

from attrs import evolve, frozen

from dsl import model
from dsl.diagnostics.codes import register
from dsl.diagnostics.diagnostic import Diagnostic, hint, warning
from dsl.source import Span

from .agreement import listing
from .card_text import card_text, counted_nouns

_NUMBERS = {
    "one": "1", "once": "1", "two": "2", "twice": "2", "three": "3", "four": "4", "five": "5", "six": "6",
    "seven": "7", "eight": "8", "nine": "9", "ten": "10", "eleven": "11", "twelve": "12",
}  # fmt: skip
_CONDITIONS = re.compile(
    r"\b(?:if|unless|while|when|whenever|as long as|as soon as|after|before|instead|until|only|"
    r"at the (?:start|end)|per (?:turn|game|round|phase))\b"
)

CODES = {
    "own-text": "A thing has a text of its author's in place of the one made from its effect.",
    "text-leaves-out": "An author's text leaves out something that the effect says.",
}
register(CODES)


@frozen
class Override:
    """`own`: the author's text; `made`: ours; `left_out`: what ours says and theirs does not, in words."""

    thing: str
    title: str
    span: Span
    own: str
    made: str
    left_out: tuple[str, ...]


def overrides(game: model.CheckedGame) -> list[Override]:
    """Every thing with a text of its author's, in the order of declaration."""
    found = []
    for thing in game.things.values():
        if thing.of_test:
            continue
        texts: list[tuple[str | None, Span, model.Thing, str | None]] = [
            (thing.wording, thing.span, evolve(thing, wording=None), None)
        ]
        if thing.wording is None:
            for content in thing.face_contents:
                alone = evolve(thing, face_contents=(evolve(content, wording=None),), abilities=(), sections={})
                texts.append((content.wording, content.span, alone, content.face))
        for own, span, without, face in texts:
            if own is not None:
                made = card_text(game, without, face).text
                left_out = tuple(_left_out(game, made, own)) if made else ()
                found.append(Override(thing.name, thing.title, span, own, made, left_out))
    return found


def diagnostics(game: model.CheckedGame) -> list[Diagnostic]:
    """A hint with both wordings for every text of an author's; a warning if it leaves something out."""
    told = []
    for one in overrides(game):
        notes = (f"written: {_one_line(one.own)}", f"made:    {_one_line(one.made) or '(nothing)'}")
        if one.left_out:
            headline = f"The text of `{one.title}` leaves out {listing(one.left_out)}"
            help_ = "Say it, or leave `text` away: then the text is made from the effect."
            told.append(warning("text-leaves-out", headline, one.span, notes=notes, help=help_))
        else:
            told.append(hint("own-text", f"`{one.title}` has a text of its own", one.span, notes=notes))
    return told


def _one_line(text: str) -> str:
    return " / ".join(line.strip() for line in text.splitlines() if line.strip())


def _left_out(game: model.CheckedGame, made: str, own: str) -> list[str]:
    missing = [f"the number {number}" for number in (_numbers(made) - _numbers(own))]
    lowered = own.lower()
    for one, many in counted_nouns(game):
        said = re.search(rf"\d (?:{re.escape(one)}|{re.escape(many)})\b", made)
        if said and one.lower() not in lowered and many.lower() not in lowered:
            missing.append(f"the keyword “{one}”")
    wanted, told = _CONDITIONS.findall(made.lower()), _CONDITIONS.findall(lowered)
    if len(told) < len(wanted):
        lacking = Counter(wanted) - Counter(told)
        listed = list(dict.fromkeys(word for word in wanted if lacking[word]))
        missing += [f"a condition (“{word} ...”)" for word in listed[: len(wanted) - len(told)]]
    return missing


def _numbers(text: str) -> Counter[str]:
    """The numbers of a text; "once per turn" and "a card" are not counted as amounts, signs are left alone."""
    words: list[str] = re.findall(r"\d+|[a-z]+", re.sub(r"\b(?:once|one) (?:per|of)\b", "", text.lower()))
    return Counter(_NUMBERS.get(word, word) for word in words if word.isdigit() or word in _NUMBERS)
