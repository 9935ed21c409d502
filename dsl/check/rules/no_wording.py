"""What a card says has to have words: verbs need a phrase, actions a title."""

from __future__ import annotations

from ... import model as m
from ..report import Report
from ..walk import nodes


def no_wording(game: m.CheckedGame, report: Report) -> None:
    printed: list[object] = []
    for kind in game.kinds.values():
        printed += [kind.abilities, kind.actions, kind.sections]
    for thing in game.things.values():
        if thing.wording is None:
            printed += [thing.abilities, thing.actions, thing.sections]
            printed += [content for content in thing.face_contents if content.wording is None]
    seen: set[str] = set()
    for node in nodes(tuple(printed)):
        if isinstance(node, m.Event) and node.verb in game.verbs and node.verb not in seen:
            verb = game.verbs[node.verb]
            if verb.orders is None:
                seen.add(node.verb)
                report.warning(
                    "no-wording",
                    f"A card says `{node.verb}`, but this verb has no words",
                    node.span,
                    "this will be printed",
                    other=((verb.span, "declared here, without a phrase"),),
                    help=f'Add a phrase to the verb: `verb {node.verb} ... "{node.verb} ..."`.',
                )
