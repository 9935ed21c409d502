"""What lacks wording: verbs, defines and options whose English we had to make up."""

from __future__ import annotations

from attrs import frozen

from dsl import model
from dsl.source import Span


@frozen
class Missing:
    what: str  # "verb", "define", ...
    name: str
    span: Span
    advice: str


def missing_wording(game: model.CheckedGame) -> list[Missing]:
    """Every declaration that cards may speak of and that has no phrase of its own."""
    found: list[Missing] = []
    for verb in game.verbs.values():
        if verb.orders is None and verb.reports is None:
            found.append(Missing("verb", verb.name, verb.span, 'give it a phrase: "{s} [lose] {n heart|hearts}"'))
    for define in game.defines.values():
        if define.phrase is None:
            found.append(Missing("define", define.key.lstrip("."), define.span, 'give it words: "at full health"'))
    for attribute in (*game.attributes.values(), *game.state.values()):
        if not attribute.label or "_" in attribute.label:
            found.append(Missing("attribute", attribute.key.lstrip("."), attribute.span, "give it a label"))
    for zone in game.zones.values():
        if not zone.label or "_" in zone.label:
            found.append(Missing("zone", zone.key.lstrip("."), zone.span, "give it a label"))
    return found
