"""A noun phrase: what can be the subject of a verb, and knows what agrees with it."""

from __future__ import annotations

from attrs import evolve, frozen

from . import agreement

PRONOUN = "\x01"
"""Stands in front of a relative pronoun until its clause is complete, so that it is not taken for "that Sidekick"."""


@frozen
class NounPhrase:
    """A noun with what agrees with it. `relative` is the pronoun of a relative clause.

    `modified` phrases have words behind their noun ("each Sidekick next to you") and take no apostrophe.
    """

    text: str
    plural: bool = False
    you: bool = False
    relative: bool = False
    modified: bool = False
    noun: str = ""  # the bare noun, for "that Sidekick"
    reckoned: bool = False  # a number that is told by what it is worked out from: "its Attack"

    @property
    def possessive(self) -> str | None:
        """`your`, `Abu’s`; None where an apostrophe would read badly."""
        if self.you:
            return "your"
        if self.relative:
            return f"{PRONOUN}whose"
        match self.text:
            case "it":
                return "its"
            case "they" | "them":
                return "their"
            case "there":
                return "its"
            case _ if self.modified:
                return None
            case _ if self.text.endswith("s") and (self.plural or (self.text == self.noun and self.text[:1].isupper())):
                return self.text + "’"  # "the Heroes’", and of a title, "Clear the Docks’"
            case _:
                return self.text + "’s"

    def owning(self, label: str, plural: bool = False) -> NounPhrase:
        """`your health`, `the health of each Sidekick next to you`."""
        owner = self.possessive
        label = label.removeprefix("the ")
        if owner is None:
            return NounPhrase(f"the {label} of {self.text}", plural, modified=True, noun=label)
        return NounPhrase(f"{owner} {label}", plural, noun=label, relative=False)

    def finite(self, verb: str) -> str:
        return f"{self.text} {agreement.finite(verb, self.plural, self.you)}"

    def negative(self, verb: str) -> str:
        return f"{self.text} {agreement.negative(verb, self.plural, self.you)}"

    def says(self, verb: str, negated: bool = False) -> str:
        return self.negative(verb) if negated else self.finite(verb)

    def renamed(self, text: str) -> NounPhrase:
        return evolve(self, text=text, modified=False)


YOU = NounPhrase("you", you=True)
IT = NounPhrase("it")


def proper(title: str) -> NounPhrase:
    return NounPhrase(title, noun=title)


def the(noun: str, plural: bool = False, modified: bool = False) -> NounPhrase:
    text = f"the {noun[4:]}" if noun.lower().startswith("the ") else f"the {noun}"
    return NounPhrase(text, plural, modified=modified, noun=noun)


def a(noun: str, modified: bool = False) -> NounPhrase:
    return NounPhrase(agreement.with_article(noun), modified=modified, noun=noun)
