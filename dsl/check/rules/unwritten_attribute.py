"""An attribute that always has its default: nothing says or writes another value."""

from __future__ import annotations

from ... import model as m
from ..report import Report
from ..walk import nodes, played

_PLAIN = (m.Literal, m.EnumConstant, m.ThingConstant, m.Listing)


def unwritten_attribute(game: m.CheckedGame, report: Report) -> None:
    said: set[str] = set()
    for thing in game.things.values():
        said.update(thing.values)
        for face in thing.face_contents:
            said.update(face.values)
    for kind in game.kinds.values():
        said.update(kind.defaults)
        said.update(kind.defines)
    for campaign in game.campaigns.values():
        for keep in campaign.keeps:
            said.update(keep.keys)
            if keep.attribute is not None:
                said.add(keep.attribute.key)
    for node in nodes((*played(game), game.tests)):
        match node:
            case m.Assign(target=m.AttributeValue(attribute=key) | m.StateValue(attribute=key)):
                said.add(key)
            case m.Modify(attribute=key):
                said.add(key)
            case m.Setting(key=key):
                said.add(key)
            case m.SetValue(target=m.AttributeValue(attribute=key) | m.StateValue(attribute=key)):
                said.add(key)
            case _:
                pass
    for attribute in game.attributes.values():
        if attribute.key in said or isinstance(attribute.type, m.ResourceType):
            continue
        if attribute.default is not None and not isinstance(attribute.default, _PLAIN):
            continue  # it follows from how the match begins
        if attribute.owner and not _has_things(game, attribute.owner):
            continue
        if not attribute.owner and attribute.default is None and isinstance(attribute.type, m.ThingType):
            report.error(
                "unwritten-attribute",
                f"`{attribute.name}` never has a value",
                attribute.span,
                "it has no default, and nothing writes it",
                help="Write it in the set-up, or give it a default. If it may be nothing, write `?` behind its type.",
            )
            continue
        report.hint(
            "unwritten-attribute",
            f"`{attribute.name}` never has another value than its default",
            attribute.span,
            "no thing says it, and nothing writes it",
            help="Take it out, or say it on things that have it.",
        )


def _has_things(game: m.CheckedGame, kind: str) -> bool:
    return any(kind in game.kinds[k].ancestors for t in game.things.values() for k in t.kinds if k in game.kinds)
