"""Phrase texts such as `"{s} [lose] {n heart|hearts}"`: read once, filled for any subject and mood."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Literal as Choice

from attrs import frozen

from . import agreement
from .noun_phrase import YOU, NounPhrase

Mood = Choice["order", "finite", "base", "perfect", "negative", "would"]
"""order: an imperative if the subject is you; finite: `you lose`; base: `lose`; perfect: `has lost`; would."""


@frozen
class Slot:
    name: str
    noun: tuple[str, str] | None = None


@frozen
class Verb:
    base: str


Part = Slot | Verb | str

_HOLDING = frozenset({"have", "hold", "contain", "carry", "include", "bear"})
_NO_PASSIVE = frozenset({"be", "have", "can", "become", "come", "leave"})
_NO_NOUNS = frozenset({"to", "from", "of", "on", "in", "for", "by", "at", "with", "and", "or", "more", "less", "as"})
_ITS = re.compile(r"\bthe ([a-z]+(?: [a-z]+)?) of it\b")
_YOURS = re.compile(r"\bthe ([a-z]+(?: [a-z]+)?) of you\b")
_MARKS = re.compile(r"\{([^{}]*)\}|\[([^\[\]]*)\]")


@frozen
class Phrase:
    parts: tuple[Part, ...]

    @property
    def subject(self) -> str | None:
        """The name of the slot that the phrase begins with, if a verb follows. Of "{a} and {b} [be]" it is neither."""
        first = self.parts[0] if self.parts else None
        if self.parts[1:2] == (" and ",):
            return None
        has_verb = any(isinstance(part, Verb) for part in self.parts)
        return first.name if isinstance(first, Slot) and has_verb else None

    def first_number(self) -> Slot | None:
        """The slot in front of what it counts: n in "{c} [take] {n} {kind} damage"."""
        for at, part in enumerate(self.parts):
            before = self.parts[at - 2] if at >= 2 else None
            if isinstance(part, Slot) and self.parts[at - 1 : at] == (" ",) and isinstance(before, Verb):
                return part
        return None

    def counted(self, slot: Slot) -> str | None:
        """What a number counts, by the word behind it: "{c} [take] {n} {type} damage" counts damage."""
        behind_it = self.parts[self.parts.index(slot) + 1 :]
        words = next((part.split() for part in behind_it if isinstance(part, str) and part.strip()), [])
        return words[0] if words and words[0].isalpha() and words[0] not in _NO_NOUNS else None

    @property
    def slots(self) -> tuple[Slot, ...]:
        return tuple(part for part in self.parts if isinstance(part, Slot))


@lru_cache(maxsize=4096)
def read(text: str, orders: bool = True) -> Phrase:
    """The parts of a phrase. An order that begins with a plain word begins with its verb."""
    parts: list[Part] = []
    at = 0
    for mark in _MARKS.finditer(text):
        if mark.start() > at:
            parts.append(text[at : mark.start()])
        if mark.group(1) is not None:
            name, _, noun = mark.group(1).partition(" ")
            if noun:
                one, _, many = noun.partition("|")
                parts.append(Slot(name, (one, many or one + "s")))
            else:
                parts.append(Slot(name))
        else:
            parts.append(Verb(mark.group(2)))
        at = mark.end()
    if at < len(text):
        parts.append(text[at:])
    if orders and parts and isinstance(parts[0], str) and not any(isinstance(part, Verb) for part in parts):
        verb, space, rest = parts[0].partition(" ")
        parts[0:1] = [Verb(verb)] + ([space + rest] if space else [])
    return Phrase(tuple(parts))


@frozen
class Filled:
    """A filled phrase: its subject apart (None if an imperative dropped it)."""

    subject: NounPhrase | None
    text: str

    @property
    def clause(self) -> str:
        return f"{self.subject.text} {self.text}" if self.subject is not None else self.text


def fill(phrase: Phrase, slot: Callable[[Slot], NounPhrase], mood: Mood, doer: NounPhrase = YOU) -> Filled:
    """Puts values into the slots and makes every verb agree with the subject (the doer, if the phrase names none)."""
    rest = list(phrase.parts)
    subject: NounPhrase | None = doer
    if phrase.subject is not None:
        first = rest.pop(0)
        assert isinstance(first, Slot)
        subject = slot(first)
    elif not any(isinstance(part, Verb) for part in rest):
        subject = None
    elif not isinstance(rest[0], Verb):
        first_verb = next(at for at, part in enumerate(rest) if isinstance(part, Verb))
        subject = _named_subject(rest[:first_verb], slot)  # "a Guard [appear] on {p}", "the {a} [end]"
        del rest[:first_verb]
    agreeing = subject if subject is not None else doer
    done = []
    verbs = 0
    amount = ""
    number = phrase.first_number()
    for at, part in enumerate(rest):
        match part:
            case str():
                done.append(part)
            case Slot():
                noun = slot(part)
                if part is number and noun.reckoned:
                    amount, noun = f" equal to {noun.text}", NounPhrase("")  # "take damage equal to its Attack"
                if part is number and noun.text == "that number" and (counts := phrase.counted(part)) is not None:
                    noun = NounPhrase(f"that {'many' if counts.endswith('s') else 'much'}")  # "that much damage"
                after_verb = bool(verbs) and done[-1:] == [" "]
                if after_verb and subject is not None and not noun.you and noun.text == subject.text != "it":
                    noun = NounPhrase("themselves" if noun.plural else "itself")
                owning = done[-1:] and done[-1].endswith(" of ")  # "the pile of you" becomes "your pile"
                reflexive = not owning and mood == "order" and noun.you and subject is not None and subject.you
                if part.noun is not None and noun.text == part.noun[1] and done and done[-1].endswith(" up to "):
                    done.append("some ")
                    done[-2] = done[-2].removesuffix("up to ")
                if not noun.text and done and done[-1].endswith(" by "):
                    if part is rest[-1]:  # "the Gauge rises by any number": it rises
                        done[-1] = done[-1].removesuffix(" by ")
                    else:
                        noun = NounPhrase("any number")
                done.append("yourself" if reflexive else _object(noun))
            case Verb(base):
                none = mood == "negative" and not verbs and base in _HOLDING
                behind = rest[at + 1] if none and at + 1 < len(rest) else None
                article = re.match(r" an? ", behind) if isinstance(behind, str) else None
                if article is not None and isinstance(behind, str):  # "holds no figure"
                    rest[at + 1] = f" no {behind[article.end() :]}"
                    done.append(_verb(base, "finite", agreeing, True))
                else:
                    done.append(_verb(base, mood, agreeing, verbs == 0))
                verbs += 1
    text = _YOURS.sub(r"your \1", re.sub("  +", " ", "".join(done)).strip()) + amount
    text = _ITS.sub(r"its \1", text)
    if mood == "order" and subject is not None and subject.you:
        return Filled(None, text)
    return Filled(subject, text)


def _named_subject(parts: list[str | Slot | Verb], slot: Callable[[Slot], NounPhrase]) -> NounPhrase:
    """A subject that a phrase spells out, with slots in it."""
    text = ""
    plural: bool | None = None
    for part in parts:
        if isinstance(part, Slot):
            noun = slot(part)
            if text.endswith("the ") and noun.text.startswith(("the ", "that ", "those ", "this ", "each ")):
                text = text.removesuffix("the ")
            text += noun.text
            plural = noun.plural if plural is None and " of " not in text else plural
        elif isinstance(part, str):
            text += part
    if " and " in parts:
        plural = True
    words = text.strip().partition(" of ")[0].split(" ")
    if plural is None:
        plural = (
            words[0] not in ("a", "an", "each") and words[-1].endswith("s") and not words[-1].endswith(("ss", "us"))
        )
    return NounPhrase(text.strip(), plural)


def _object(noun: NounPhrase) -> str:
    return "them" if noun.text == "they" else noun.text


def _verb(base: str, mood: Mood, subject: NounPhrase, first: bool) -> str:
    plural, you = subject.plural, subject.you
    match mood:
        case "order":
            return base if you else agreement.finite(base, plural)
        case "finite":
            return agreement.finite(base, plural, you)
        case "base":
            return base
        case "perfect":
            return agreement.perfect(base, plural, you) if first else agreement.participle(base)
        case "negative":
            return agreement.negative(base, plural, you) if first else base
        case "would":
            return f"would {base}" if first else base


def passive(phrase: Phrase) -> Phrase | None:
    """`{a} [attack] {b}`, or `[attack] {b}`, without a doer: `{b} [be] attacked`; None for another shape."""
    match phrase.parts:
        case (Slot(), " ", Verb(base), " ", Slot(noun=None) as patient, *rest) if base not in _NO_PASSIVE:
            return Phrase((patient, " ", Verb("be"), f" {agreement.participle(base)}", *rest))
        case (Verb(base), " ", Slot(noun=None) as patient, *rest) if base not in _NO_PASSIVE:
            return Phrase((patient, " ", Verb("be"), f" {agreement.participle(base)}", *rest))
        case _:
            return None


def plain(text: str, values: Mapping[str, str]) -> str:
    """A phrase without verbs, with texts put in."""
    return _MARKS.sub(lambda mark: values.get((mark.group(1) or "").split(" ")[0], mark.group(2) or ""), text)
