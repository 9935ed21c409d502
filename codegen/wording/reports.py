"""What happened, for logs; and what is asked."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from dsl import model
from dsl.vocabulary import VERBS

from . import agreement, statements
from . import phrase as phrases
from .noun_phrase import YOU, NounPhrase
from .scope import Scope


def event_report(game: model.CheckedGame, verb: str, titles: Mapping[str, str | int], you: str | None = None) -> str:
    """A sentence about an event. `titles`: what stands in each slot, by the parameter's name.

    The slot whose title is `you` is spoken to ("You lose 1 heart.").
    """
    declared = game.verbs.get(verb)
    text = (declared.reports or declared.orders) if declared is not None else None
    if text is None and verb in VERBS:
        text = VERBS[verb].reports
    if text is None:
        subject = next((str(title) for title in titles.values()), "somebody")
        return agreement.sentence(f"{subject}: {agreement.words(verb)}")

    several = {thing.title for thing in game.things.values() if game.several(thing)}

    def slot(part: phrases.Slot) -> NounPhrase:
        title = titles.get(part.name, agreement.words(part.name))
        if isinstance(title, int):
            return NounPhrase(agreement.count(title, part.noun) if part.noun is not None else str(title), title != 1)
        return YOU if title == you else NounPhrase(title, title in several)

    return agreement.sentence(phrases.fill(phrases.read(text), slot, "finite", NounPhrase("somebody")).clause)


def prompt(game: model.CheckedGame, choice: model.Choose | model.May, who: str = "you") -> str:
    """The question that a choice asks: its own words, or words made from what is chosen."""
    if choice.prompt is not None:
        return statements.asked(choice, Scope(game))
    scope = Scope(game)
    if isinstance(choice, model.Choose):
        return agreement.sentence(statements.choice(evolve(choice, chooser=None), scope))
    lines = statements.block((choice,), scope)
    return agreement.sentence(lines[0].text) if lines else "Do you want to do this?"
