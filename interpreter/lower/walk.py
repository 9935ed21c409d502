"""Walking over the model, and what a value reads of the state."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from functools import cache
from typing import Any

import attrs

from dsl import model as m


@cache
def _fields(kind: Any) -> tuple[str, ...]:
    return tuple(f.name for f in attrs.fields(kind) if f.name not in ("span", "type", "doc"))


def nodes(root: object) -> Iterator[object]:
    """Every model node below (and with) a root, parents first."""
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, (str, int, bool)) or node is None:
            continue
        if isinstance(node, tuple):
            stack.extend(reversed(node))
        elif isinstance(node, Mapping):
            stack.extend(reversed(list(node.values())))
        elif attrs.has(type(node)):
            yield node
            kind: Any = type(node)
            stack.extend(getattr(node, name) for name in reversed(_fields(kind)))


def kind_of(type_: m.Type) -> str | None:
    """The Kind of a thing, or of the members of a set of things."""
    match type_:
        case m.ThingType(kind):
            return kind
        case m.OptionalType(of) | m.SetType(of) | m.GridType(of):
            return kind_of(of)
        case m.ZoneType(content):
            return content
        case _:
            return None


def of_things(type_: m.Type) -> bool:
    """Is a value of this type a thing, or a set of things?"""
    match type_:
        case m.ThingType():
            return True
        case m.OptionalType(of) | m.SetType(of):
            return of_things(of)
        case _:
            return False


class Reads:
    """Which parts of the state a value depends on, as tokens.

    ("attribute", key), ("location", Kind), ("face", Kind), ("phase",), ("owner",), ("history", verb), ("any",).
    """

    def __init__(self, game: m.CheckedGame, turning: Container[str] = ()) -> None:
        self._game = game
        self._turning = turning  # Kinds of which a thing is with some faces only
        self._defines: dict[str, frozenset[tuple[str, ...]]] = {}
        self._versions: dict[str, list[m.Value]] = {}
        owners: list[m.Kind | m.Thing] = [*game.kinds.values(), *game.things.values()]
        for owner in owners:
            for key, define in owner.defines.items():
                self._versions.setdefault(key, []).append(define.value)
        for thing in game.things.values():
            for content in thing.face_contents:
                for key, define in content.defines.items():
                    self._versions.setdefault(key, []).append(define.value)
        for key, define in game.defines.items():
            self._versions.setdefault(key, []).append(define.value)
        self._modifiers: dict[str, list[tuple[object, ...]]] = {}

    def modifiers(self, attribute: str, sources: tuple[object, ...]) -> None:
        """Says that an attribute is also read from these model nodes."""
        self._modifiers.setdefault(attribute, []).append(sources)

    def versions(self, key: str) -> tuple[m.Value, ...]:
        """What the game, Kinds and things say of a define."""
        return tuple(self._versions.get(key, ()))

    def of(self, root: object) -> frozenset[tuple[str, ...]]:
        found: set[tuple[str, ...]] = set()
        for node in nodes(root):
            match node:
                case m.AttributeValue(object=obj, attribute=key):
                    found.add(("attribute", key))
                    found |= self._closure(key)
                case m.StateValue(attribute=key):
                    found.add(("attribute", key))
                    found |= self._closure(key)
                case m.FaceTest(object=obj):
                    found.add(("face", kind_of(obj.type) or "Thing"))
                case m.DefineValue(define=key):
                    found |= self._closure(key)
                case m.Membership(item=item):
                    found.add(("location", kind_of(item.type) or "Thing"))
                case m.ZoneEnd(zone=zone):
                    found.add(("location", kind_of(zone.type) or "Thing"))
                case m.Query(kind=kind):
                    found.add(("location", kind))
                    if kind in self._turning:
                        found.add(("face", kind))
                    if kind in self._game.groups:
                        found |= self._closure(kind)
                case m.KindTest(kind=kind) if kind in self._turning:
                    found.add(("face", kind))
                case m.KindTest(kind=kind) if kind in self._game.groups:
                    found |= self._closure(kind)
                case m.Builtin(name=name, arguments=arguments):
                    if name in (
                        "place",
                        "holder",
                        "in_play",
                        "distance",
                        "adjacent",
                        "position",
                        "neighbours",
                        "spread",
                    ):
                        for argument in arguments:
                            found.add(("location", kind_of(argument.type) or "Thing"))
                        if name in ("distance", "adjacent", "neighbours", "spread"):
                            found.add(("board",))
                    elif name in ("team", "next", "previous") and self._game.turn_order is not None:
                        found |= self.of(self._game.turn_order[1])
                    elif name in ("current_phase", "active_player"):
                        found.add(("phase",))
                    elif name == "valid":
                        found.add(("any",))
                    elif name in ("owner", "controller"):
                        found.add(("attribute", name))
                case m.Near(word=word):
                    if word in ("within", "adjacent"):
                        found.add(("board",))
                    if word == "of":
                        found.add(("attribute", "owner"))
                case m.Ask(question="can"):  # needs, prohibitions, prices: whatever these read
                    found.add(("any",))
                case m.Ask():
                    found.add(("history",))
                case _:
                    pass
        return frozenset(found)

    def _closure(self, key: str) -> frozenset[tuple[str, ...]]:
        known = self._defines.get(key)
        if known is not None:
            return known
        self._defines[key] = frozenset()  # a cycle reads nothing more
        parts: list[object] = list(self._versions.get(key, ()))
        if key in self._game.groups:
            parts += self._game.groups[key].members
        for sources in self._modifiers.get(key, ()):
            parts += sources
        found = self.of(tuple(parts))
        self._defines[key] = found
        return found
