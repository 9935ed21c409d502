"""Walking over the model, for rules that look at the whole game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import attrgetter
from typing import Any

import attrs
from attrs import frozen

from .. import model as m

_PARTS: dict[type, Callable[[Any], Iterable[object]] | None] = {}


def _parts_of(kind: type) -> Callable[[Any], Iterable[object]] | None:
    """What gives the parts of such an object in which nodes may stand, the last one first; None if it has none."""
    if issubclass(kind, m.Node):
        names = [f.name for f in reversed(attrs.fields(kind)) if f.name not in ("span", "type", "doc")]
        if len(names) > 1:
            return attrgetter(*names)
        return (lambda node: (getattr(node, names[0]),)) if names else lambda node: ()
    if issubclass(kind, tuple):
        return reversed
    if issubclass(kind, Mapping):
        return lambda mapping: reversed(list(mapping.values()))
    return None


def nodes(root: object) -> Iterator[m.Node]:
    """Every node below a root and the root itself, parents first."""
    stack = [root]
    while stack:
        node = stack.pop()
        kind = type(node)
        if kind not in _PARTS:
            _PARTS[kind] = _parts_of(kind)
        parts = _PARTS[kind]
        if parts is not None:
            if isinstance(node, m.Node):
                yield node
            stack.extend(parts(node))


@frozen
class Source:
    """Where an ability stands: its owner's name, and whether that is printed on something."""

    owner: str
    printed: bool
    abilities: tuple[m.Ability, ...]
    prohibitions: tuple[m.Cannot | m.CostChange, ...]
    actions: tuple[m.Action, ...]
    conditions: tuple[m.Value, ...]


def sources(game: m.CheckedGame) -> Iterable[Source]:
    """All rules, Kinds, things and faces that have abilities or actions."""
    for rule in game.rules.values():
        yield Source(rule.name, False, rule.abilities, rule.prohibitions, (), ())
    owners: list[m.Kind | m.Thing] = [*game.kinds.values(), *game.things.values()]
    for owner in owners:
        while_ = () if owner.works_while is None else (owner.works_while,)
        yield Source(owner.name, True, owner.abilities, owner.prohibitions, owner.actions, while_)
    for thing in game.things.values():
        for face in thing.face_contents:
            yield Source(thing.name, True, face.abilities, face.prohibitions, face.actions, ())
    yield Source("", False, (), (), tuple(game.actions.values()), ())


def played(game: m.CheckedGame) -> tuple[object, ...]:
    """Everything that may run in a match: all of the game but its tests."""
    return (
        game.verbs,
        game.rules,
        game.actions,
        game.phases,
        game.flow,
        game.setups,
        game.kinds,
        game.things,
        game.campaigns,
        game.resources,
    )
