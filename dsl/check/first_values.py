"""What attributes begin with, where that has to be worked out: what such a value reads, and in which order.

A cell is a value of one thing, or of the game: the key of an attribute and the name of its thing ("" for the game's
own, for an option and for a built-in value such as `players`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from attrs import define, field

from .. import model as m
from .walk import nodes

Cell: TypeAlias = tuple[str, str]


@define
class FirstValues:
    """`kinds_of` says of the name of every thing all its Kinds with their ancestors."""

    game: m.CheckedGame
    kinds_of: Mapping[str, tuple[str, ...]]
    _of_kind: dict[str, tuple[str, ...]] = field(factory=dict)
    _modifiers: dict[str, list[m.Node]] | None = None

    def names(self, kind: str) -> tuple[str, ...]:
        """Whatever is of a Kind, or is the thing of this name."""
        if not self._of_kind:
            found: dict[str, list[str]] = {}
            for name, kinds in self.kinds_of.items():
                for one in {*kinds, name}:
                    found.setdefault(one, []).append(name)
            self._of_kind = {one: tuple(names) for one, names in found.items()}
        return self._of_kind.get(kind, ())

    def objects(self, node: m.Value | None, this: str | None, owner: str) -> tuple[str | None, ...]:
        """The things that `node` may be where a member of `owner` is asked for; `this` is the name of a thing."""
        match node:
            case None:
                return (None,)
            case m.This() if this is not None:
                return (this,)
            case m.ThingConstant(thing) | m.CopiesConstant(thing):
                return (thing,)
            case _:
                return self.names(owner) if owner else (None,)

    def versions(self, key: str, name: str | None) -> tuple[m.Define, ...]:
        """What stands for a define of this thing; without a thing, all that the game, its Kinds and things say."""
        game = self.game
        if name is not None:
            thing = game.things.get(name)
            faces = [c.defines[key] for c in thing.face_contents if key in c.defines] if thing is not None else []
            if thing is not None and key in thing.defines:
                return (*faces, thing.defines[key])
            for kind in self.kinds_of.get(name, ()):
                if kind in game.kinds and key in game.kinds[kind].defines:
                    return (*faces, game.kinds[kind].defines[key])
            return tuple(faces)
        owners: list[m.Kind | m.Thing] = [*game.kinds.values(), *game.things.values()]
        own = [game.defines[key]] if key in game.defines and not game.defines[key].owner else []
        return (*own, *(owner.defines[key] for owner in owners if key in owner.defines))

    def reads(self, root: object, this: str | None) -> frozenset[Cell]:
        """The cells that a value reads, by itself and through defines, groups and what modifies an attribute."""
        found: set[Cell] = set()
        seen: set[tuple[str, str | None]] = set()
        left: list[tuple[object, str | None]] = [(root, this)]
        while left:
            value, at = left.pop()
            for node in nodes(value):
                further: list[tuple[str, str | None]] = []
                match node:
                    case m.AttributeValue(object=of, attribute=key):
                        owner = self.game.attributes[key].owner
                        for name in self.objects(of, at, owner):
                            if name is not None:
                                found.add((key, name))
                                further.append((key, name))
                    case m.StateValue(attribute=key):
                        found.add((key, ""))
                        further.append((key, None))
                    case m.OptionValue(option=option):
                        found.add((f"option.{option}", ""))
                    case m.Builtin(name=name, arguments=()):
                        found.add((name, ""))
                    case m.DefineValue(define=key, object=of):
                        owner = key.rpartition(".")[0]
                        further += [(key, name) for name in self.objects(of, at, owner)]
                    case m.Query(kind=kind) | m.KindTest(kind=kind) if kind in self.game.groups:
                        further.append((kind, None))
                    case _:
                        pass
                for one in further:
                    if one not in seen:
                        seen.add(one)
                        left += self._behind(*one)
        return frozenset(found)

    def _behind(self, key: str, name: str | None) -> Iterable[tuple[object, str | None]]:
        """What a name stands for, and what changes it while it is read, each with its `this`."""
        if key in self.game.groups:
            yield self.game.groups[key].members, None
            return
        for one in self.versions(key, name):
            yield one.value, name
        for change in self.modifiers().get(key, ()):
            yield change, None

    def modifiers(self) -> Mapping[str, list[m.Node]]:
        """For each attribute that is modified somewhere, the modifications."""
        if self._modifiers is None:
            self._modifiers = {}
            for node in nodes((self.game.rules, self.game.kinds, self.game.things)):
                if isinstance(node, m.Modify):
                    self._modifiers.setdefault(node.attribute, []).append(node)
        return self._modifiers

    def order(self, values: Mapping[Cell, object]) -> tuple[list[Cell], list[Cell]]:
        """The cells in an order in which each stands behind those that it reads, else as they are; and those of which
        one reads the next and the last reads the first, if there are such."""
        done: dict[Cell, None] = {}
        for first in values:
            path: dict[Cell, list[Cell]] = {}  # begun and not done, with what is still to be looked at
            here: Cell | None = first
            while here is not None:
                if here not in done and here not in path:
                    reads = self.reads(values[here], here[1] or None)
                    path[here] = sorted(reads & values.keys())
                if path.get(here):
                    following = path[here].pop(0)
                    if following in path:
                        around = list(path)
                        return list(done), around[around.index(following) :]
                    if following not in done:
                        here = following
                    continue
                path.pop(here, None)
                done[here] = None
                here = next(reversed(path), None)
        return list(done), []
