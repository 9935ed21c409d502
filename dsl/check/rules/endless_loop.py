"""A loop with no way out."""

from __future__ import annotations

from ... import model as m
from ..walk import nodes, played
from ..world import World

_WAYS_OUT = (m.Leave, m.Take, m.Run, m.Finish, m.Return, m.Stop)
_FIXED = (
    m.AttributeValue,
    m.StateValue,
    m.Literal,
    m.Local,
    m.Comparison,
    m.Logic,
    m.Not,
    m.EnumConstant,
    m.This,
    m.You,
    m.ThingConstant,
)


def endless_loop(game: m.CheckedGame, world: World) -> None:
    changing = {node.attribute for node in nodes(played(game)) if isinstance(node, m.Modify)} | world.written
    leading_out = _verbs_that_end(game)
    for node in nodes(played(game)):
        if not isinstance(node, m.Repeat) or node.times is not None:
            continue
        if node.condition is None:
            if not _has_way_out(node.block, leading_out):
                world.report.error(
                    "endless-loop",
                    "This loop never ends",
                    node.span,
                    "nothing in it can leave it",
                    help="Write `leave` where it shall end, or say how often: `repeat 3:`.",
                )
        elif _never_changes(node.condition, changing) and not _has_way_out(node.block, leading_out):
            world.report.error(
                "endless-loop",
                "Once this loop has begun, it never ends",
                node.condition.span,
                "nothing ever changes what this depends on",
                help="Change it inside the loop, or write `leave`.",
            )


def _verbs_that_end(game: m.CheckedGame) -> set[str]:
    """Verbs that can end the game or open a menu, themselves or by other verbs."""
    found: set[str] = set()
    while True:
        more = {n for n, verb in game.verbs.items() if n not in found and _ends(verb.block, found)}
        if not more:
            return found
        found |= more


def _ends(block: m.Block, verbs: set[str]) -> bool:
    return any(
        isinstance(n, (m.Take, m.Finish, m.Run)) or (isinstance(n, m.Event) and n.verb in verbs) for n in nodes(block)
    )


def _has_way_out(block: m.Block, verbs: set[str]) -> bool:
    return any(isinstance(n, _WAYS_OUT) or (isinstance(n, m.Event) and n.verb in verbs) for n in nodes(block))


def _never_changes(condition: m.Value, changing: set[str]) -> bool:
    for node in nodes(condition):
        if not isinstance(node, _FIXED):
            return False
        if isinstance(node, (m.AttributeValue, m.StateValue)):
            if node.attribute in changing or isinstance(node.type, m.ResourceType):
                return False
        elif isinstance(node, m.Local):
            return False
    return True
