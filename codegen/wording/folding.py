"""A section with a card's own values put in: what is known of the card is worked out, what is false left out."""

from __future__ import annotations

from typing import TypeVar

import attrs
from attrs import evolve

from dsl import model

from .scope import thing_is_a, walk

Part = TypeVar("Part")


def settled(game: model.CheckedGame) -> frozenset[str]:
    """Attributes that nothing in the game ever writes: what is printed is what holds."""
    written: set[str] = set()
    for node in walk((*game.verbs.values(), *game.phases.values(), *game.actions.values(), game.flow)):
        _note(node, written)
    for setup in game.setups.values():
        for node in walk(setup):
            _note(node, written)
    owners: tuple[model.Kind | model.Thing, ...] = (*game.kinds.values(), *game.things.values())
    for owner in owners:
        for node in walk((owner.abilities, owner.actions)):
            _note(node, written)
    for body in (section for kind in game.kinds.values() for section in kind.sections.values()):
        for node in walk(body):
            _note(node, written)
    for thing in game.things.values():
        for written_body in thing.sections.values():
            for node in walk(written_body):
                _note(node, written)
    return frozenset(key for key in game.attributes if key not in written)


def _note(node: object, written: set[str]) -> None:
    if isinstance(node, model.Assign) and isinstance(node.target, model.AttributeValue):
        written.add(node.target.attribute)
    elif isinstance(node, model.Modify):
        written.add(node.attribute)
    elif isinstance(node, model.Event) and node.verb in {"move", "pay"}:
        for _, value in node.roles:
            if isinstance(value, model.AttributeValue):
                written.add(value.attribute)


def value_of(game: model.CheckedGame, thing: model.Thing, key: str) -> model.Value | None:
    """What is printed on a thing for an attribute: its own value, or that of the nearest Kind that says one."""
    if key in thing.values:
        return thing.values[key]
    for kind_name in thing.kinds:
        kind = game.kinds.get(kind_name)
        for ancestor in kind.ancestors if kind else ():
            above = game.kinds.get(ancestor)
            if above is None:
                continue
            if key in above.defaults:
                return above.defaults[key]
            if key in above.attributes:
                return above.attributes[key].default
    return None


class Folder:
    """Works out what is known about one thing, or about a number of players."""

    def __init__(
        self, game: model.CheckedGame, thing: model.Thing | None, known: frozenset[str], players: int | None = None
    ) -> None:
        self.game, self.thing, self.known, self.players = game, thing, known, players

    def block(self, block: model.Block) -> model.Block:
        return tuple(done for statement in block for done in self._statement(statement))

    def parts(self, parts: tuple[Part, ...]) -> tuple[Part, ...]:
        """Abilities, prohibitions or actions of the thing."""
        return self._inside(parts)  # type: ignore[return-value]

    def _statement(self, statement: model.Statement) -> tuple[model.Statement, ...]:
        if not isinstance(statement, model.If):
            folded = self._inside(statement)
            return (folded,)  # type: ignore[return-value]
        branches: list[tuple[model.Value, model.Block]] = []
        otherwise = self.block(statement.otherwise)
        for test, block in statement.branches:
            test = self.value(test)
            if _truth(test) is False:
                continue
            if _truth(test) is True:
                if not branches:
                    return self.block(block)
                otherwise = self.block(block)
                break
            branches.append((test, self.block(block)))
        if not branches:
            return otherwise
        return (evolve(statement, branches=tuple(branches), otherwise=otherwise),)

    def _inside(self, node: object) -> object:
        """Every value in a node worked out; a changed node is a new one."""
        if isinstance(node, tuple):
            if any(isinstance(item, model.If) for item in node):
                return self.block(node)
            return tuple(self._inside(item) for item in node)
        kind = type(node)
        if not attrs.has(kind) or isinstance(node, model.Local):
            return node
        if isinstance(node, (model.AttributeValue, model.NothingTest, model.Comparison, model.Logic, model.Not,
                             model.Conditional, model.DefineValue, model.Builtin, model.KindTest)):  # fmt: skip
            return self.value(node)
        changed = {
            part.name: after
            for part in attrs.fields(kind)
            if part.name not in ("span", "type")
            and (after := self._inside(before := getattr(node, part.name))) is not before
            and after != before
        }
        return _changed(node, changed)

    def _reckoned(self, value: model.DefineValue) -> model.Value:
        declared = self.game.defines[value.define]
        names = (local.id for local in declared.parameters)
        given = dict(zip(names, map(self.value, value.arguments), strict=False))
        return self.value(with_values(declared.value, given))  # type: ignore[arg-type]

    def value(self, value: model.Value) -> model.Value:
        match value:
            case model.Builtin("players") if self.players is not None:
                return model.Literal(self.players, model.NUMBER)
            case model.AttributeValue(model.This(), key) if key in self.known and self.thing is not None:
                printed = value_of(self.game, self.thing, key)
                if printed is None:
                    optional = isinstance(value.type, model.OptionalType)
                    return model.Literal(None, value.type) if optional else value
                return self.value(printed) if not isinstance(printed, model.AttributeValue) else value
            case model.NothingTest(inner, negated):
                inner = self.value(inner)
                if isinstance(inner, model.Literal):
                    return model.Literal((inner.value is None) != negated, model.TRUTH)
                if isinstance(inner, (model.ThingConstant, model.EnumConstant)):
                    return model.Literal(negated, model.TRUTH)
                return evolve(value, value=inner)
            case model.Comparison(operator, left, right):
                left, right = self.value(left), self.value(right)
                constant = (model.Literal, model.ThingConstant, model.EnumConstant)
                if isinstance(left, constant) and isinstance(right, constant):
                    answer = _compare(operator, _plain(left), _plain(right))
                    if answer is not None:
                        return model.Literal(answer, model.TRUTH)
                return evolve(value, left=left, right=right)
            case model.KindTest(model.This() | model.ThingConstant() as tested, kind, negated):
                name = tested.thing if isinstance(tested, model.ThingConstant) else None
                thing = self.thing if name is None else self.game.things.get(name)
                if thing is None or thing.face_contents or kind in self.game.groups:
                    return value
                return model.Literal(thing_is_a(self.game, thing, kind) != negated, model.TRUTH)
            case model.KindTest(inner):
                folded = self.value(inner)
                return value if folded is inner else evolve(value, value=folded)
            case model.Logic(operator, left, right):
                left, right = self.value(left), self.value(right)
                for one, other in ((left, right), (right, left)):
                    truth = _truth(one)
                    if truth is not None:
                        return other if truth == (operator == "and") else one
                return evolve(value, left=left, right=right)
            case model.Not(operand):
                operand = self.value(operand)
                truth = _truth(operand)
                return evolve(value, operand=operand) if truth is None else model.Literal(not truth, model.TRUTH)
            case model.Conditional(test, then, otherwise):
                test, then, otherwise = self.value(test), self.value(then), self.value(otherwise)
                truth = _truth(test)
                if truth is not None:
                    return then if truth else otherwise
                return evolve(value, test=test, then=then, otherwise=otherwise)
            case model.DefineValue(define, None, arguments) if (
                define in self.game.defines
                and arguments
                and all(isinstance(argument, model.Literal) for argument in map(self.value, arguments))
                and isinstance(reckoned := self._reckoned(value), model.Literal)
            ):
                return reckoned  # a table of the game: so many Hit Points for so many players
            case model.DefineValue() | model.AttributeValue() | model.Builtin():
                changed = {
                    part.name: after
                    for part in attrs.fields(type(value))
                    if part.name in ("object", "arguments")
                    and (after := self._inside(before := getattr(value, part.name))) != before
                }
                return _changed(value, changed)  # type: ignore[return-value]
            case _:
                return self._inside(value)  # type: ignore[return-value]


def with_values(node: object, given: dict[str, model.Value]) -> object:
    """A node with values in place of names."""
    if isinstance(node, tuple):
        return tuple(with_values(item, given) for item in node)
    if isinstance(node, model.Local):
        return given.get(node.id, node)
    sort = type(node)
    if not attrs.has(sort):
        return node
    changed = {
        part.name: after
        for part in attrs.fields(sort)
        if part.name not in ("span", "type")
        and (after := with_values(before := getattr(node, part.name), given)) is not before
        and after != before
    }
    return _changed(node, changed)


def _changed(node: object, parts: dict[str, object]) -> object:
    return evolve(node, **parts) if parts else node  # type: ignore[misc]


def _truth(value: model.Value) -> bool | None:
    return value.value if isinstance(value, model.Literal) and isinstance(value.value, bool) else None


def _plain(value: model.Value) -> object:
    match value:
        case model.Literal(inner):
            return inner
        case model.ThingConstant(thing):
            return ("thing", thing)
        case model.EnumConstant(enum, name):
            return (enum, name)
        case _:
            return value


def _compare(operator: str, left: object, right: object) -> bool | None:
    if operator in ("==", "!="):
        return (left == right) == (operator == "==")
    if not isinstance(left, int) or not isinstance(right, int):
        return None
    return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[operator]
