"""What everything begins with: which value each attribute of each thing is given before the set-up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import define, field

from .. import model as m
from .first_values import Cell, FirstValues
from .walk import nodes

_PLAIN = (m.Literal, m.EnumConstant, m.NameConstant, m.ThingConstant, m.CopiesConstant, m.KindConstant, m.Negative)


@define
class Beginnings:
    """Of a checked game. A Kind stands for the things of it that are made only later, for seats and by tests."""

    game: m.CheckedGame
    kinds_of: Mapping[str, tuple[str, ...]] = field(init=False)
    cells: FirstValues = field(init=False)
    _written: frozenset[str] | None = None

    def __attrs_post_init__(self) -> None:
        found = {name: self._kinds(thing.kinds) for name, thing in self.game.things.items()}
        for name, thing in self.game.things.items():
            if thing.face_contents:
                found[name] = self._kinds((*thing.kinds, *(k for one in thing.face_contents for k in one.kinds)))
        found |= {name: kind.ancestors for name, kind in self.game.kinds.items() if not kind.built_in}
        self.kinds_of = found
        self.cells = FirstValues(self.game, found)

    def _kinds(self, kinds: tuple[str, ...]) -> tuple[str, ...]:
        if len(kinds) == 1 and kinds[0] in self.game.kinds:
            return self.game.kinds[kinds[0]].ancestors
        return tuple(dict.fromkeys(a for k in kinds for a in self.game.kinds[k].ancestors))

    def at_first(self, name: str) -> tuple[str, ...]:
        """The Kinds that a thing has while its first face is up."""
        thing = self.game.things.get(name)
        named = {k for one in thing.face_contents for k in one.kinds} if thing is not None else set()
        if thing is None or not named:
            return self.kinds_of[name]
        first = self._first_face(thing)
        up = next((one.kinds for one in thing.face_contents if one.face == first), ())
        return self._kinds((*up, *(k for k in thing.kinds if k not in named)))

    def _first_face(self, thing: m.Thing) -> str | None:
        if thing.faces:
            return thing.faces[0].key
        kinds = [self.game.kinds[k] for k in self.kinds_of[thing.name] if k in self.game.kinds]
        return next((kind.faces[0].key for kind in kinds if kind.faces), None)

    def value(self, name: str, attribute: m.Attribute) -> m.Value | None:
        """What a thing, or the nearest of its Kinds, says that an attribute begins with."""
        thing = self.game.things.get(name)
        if thing is not None:
            first = self._first_face(thing) if thing.face_contents and attribute.key in self.written() else None
            for content in thing.face_contents:
                if content.face == first and attribute.key in content.values:
                    return content.values[attribute.key]
            if attribute.key in thing.values:
                return thing.values[attribute.key]
        for kind in self.kinds_of.get(name, ()):
            if kind in self.game.kinds and attribute.key in self.game.kinds[kind].defaults:
                return self.game.kinds[kind].defaults[attribute.key]
            if kind == attribute.owner:
                break
        return attribute.default

    def written(self) -> frozenset[str]:
        """The attributes to which something is assigned."""
        if self._written is None:
            assigned = (node.target for node in nodes(self._played()) if isinstance(node, m.Assign))
            self._written = frozenset(to.attribute for to in assigned if isinstance(to, m.AttributeValue))
        return self._written

    def _played(self) -> tuple[object, ...]:
        game = self.game
        return game.verbs, game.rules, game.actions, game.phases, game.flow, game.setups, game.kinds, game.things

    def is_vacant(self, key: str, name: str) -> bool:
        """Has it to name a thing or zone, and is there nothing that it begins with?"""
        attribute = self.game.attributes[key]
        return isinstance(attribute.type, m.ThingType | m.ZoneType) and self.value(name, attribute) is None

    def worked_out(self) -> Iterator[tuple[Cell, m.Value]]:
        """What is no plain value, for each thing that begins with it."""
        game = self.game
        keys = {k for k, one in game.attributes.items() if one.default is not None and not plain(one.default)}
        for kind in game.kinds.values():
            keys |= {key for key, value in kind.defaults.items() if not plain(value)}
        for thing in game.things.values():
            for values in (thing.values, *(one.values for one in thing.face_contents)):
                keys |= {key for key, value in values.items() if key in game.attributes and not plain(value)}
        for key, attribute in game.attributes.items():
            if key not in keys:
                continue
            for name in self.cells.names(attribute.owner) if attribute.owner else ("",):
                if name and attribute.owner != name and attribute.owner not in self.at_first(name):
                    continue  # begins when its face comes up
                value = self.value(name, attribute) if name else attribute.default
                if value is not None and not plain(value):
                    yield (key, name), value


def plain(value: m.Value) -> bool:
    """Does it stand in the source as it is, with nothing to be worked out?"""
    match value:
        case m.Listing(items=items):
            return all(map(plain, items))
        case m.Negative(operand=operand):
            return isinstance(operand, m.Literal)
        case m.Builtin(name="amount" | "box", arguments=arguments):
            return all(map(plain, arguments))
        case m.ZoneValue(owner=owner):
            return owner is None or plain(owner)
        case _:
            return isinstance(value, _PLAIN)
