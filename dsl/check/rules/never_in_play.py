"""A card that nothing can ever bring into play, although others of its Kind come."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from operator import ge, gt, le, lt
from typing import TypeAlias

from ... import model as m
from ..beginnings import Beginnings
from ..walk import nodes
from ..world import World

Possible: TypeAlias = "frozenset[object] | None"
"""The values that something may have: numbers, truths, names, None for nothing. None in place of the set: any value."""

_EITHER: Possible = frozenset({True, False})
_MOST = 500  # values worth telling apart
_COMPARING: dict[str, Callable[[int, int], bool]] = {"<": lt, "<=": le, ">": gt, ">=": ge}


def never_in_play(game: m.CheckedGame, world: World) -> None:
    """A hint for each card that a file declares by itself."""
    for name, others in never_coming(game).items():
        info = world.things.get(name)
        if info is None or info.declared.of_row:
            continue
        kind = game.kinds[game.things[name].kinds[0]]
        world.report.hint(
            "never-in-play",
            f"Nothing ever brings `{name}` into play",
            info.node.name.span,
            f"no set-up finds it in the box, and nothing names it; other {kind.noun[1]} come",
            help=named_in_lists(game, name, others)
            or f"Name `{name}` where others are named, or let a step of the set-up find it in the box.",
        )


def never_coming(game: m.CheckedGame) -> dict[str, set[str]]:
    """The cards that can be in no match, each with those of its Kind that can; where most of a Kind come.

    In doubt a card comes: it is named somewhere, or a query may find it in the box.
    """
    if not game.setups:
        return {}
    look = _Look(game)
    of_kind: dict[str, list[m.Thing]] = {}
    for thing in game.things.values():
        if look.is_card(thing):
            of_kind.setdefault(thing.kinds[0], []).append(thing)
    found: dict[str, set[str]] = {}
    for cards in of_kind.values():
        coming = {one.name for one in cards if look.may_come(one)}
        if 2 * len(coming) > len(cards):  # else it is a game that is being written
            found |= {one.name: coming for one in cards if one.name not in coming}
    return found


class _Look:
    def __init__(self, game: m.CheckedGame) -> None:
        self.game = game
        self.begin = Beginnings(game)
        self.named: dict[str, set[str]] = {}  # by whom: of things by their names, of all else ""
        rules = (game.verbs, game.rules, game.actions, game.phases, game.flow, game.setups, game.kinds, game.defines)
        roots = (rules, game.campaigns, game.endings, game.dice, game.state, game.attributes, game.groups)
        for name in _names(roots):
            self.named.setdefault(name, set()).add("")
        for thing in game.things.values():
            for name in _names(thing):
                self.named.setdefault(name, set()).add(thing.name)
        for option in game.options.values():
            for name, _ in option.values:
                self.named.setdefault(name, set()).add("")
        for deck in game.decks.values():
            for _, name in deck.lines:
                self.named.setdefault(name, set()).add("")
        played = (*rules, game.campaigns, game.things)
        self.queries = [node for node in nodes(played) if isinstance(node, m.Query) and self.looks_in_box(node)]
        self.changed = set(self.begin.written()) | set(self.begin.cells.modifiers())
        for thing in game.things.values():
            self.changed |= {key for face in thing.face_contents for key in (*face.values, *face.defines)}
        for node in nodes((played, game.campaigns)):
            match node:
                case m.Assign(target=m.StateValue(attribute=key)):
                    self.changed.add(key)
                case m.Keep(keys=keys, attribute=attribute):
                    self.changed |= {*keys} | ({attribute.key} if attribute is not None else set())
                case m.Event(verb="give" | "flip"):
                    self.changed |= {"owner", "controller"}
                case _:
                    pass
        self.depth = 0
        self._ever: dict[str, list[m.Value]] = {}

    def is_card(self, thing: m.Thing) -> bool:
        """Is it one that a set-up has to bring: no place or row, nobody who sits at the table, no part of a map?"""
        kinds = self.begin.kinds_of[thing.name]
        aside = {"Place", "Row", "Seat", "Deck", "Scenario", self.game.seats.kind}
        return "Card" in kinds and not aside & set(kinds) and not thing.belongs_to and not thing.of_test

    def may_come(self, thing: m.Thing) -> bool:
        if self.named.get(thing.name, set()) - {thing.name}:
            return True
        return any(self.may_find(query, thing) for query in self.queries)

    def looks_in_box(self, query: m.Query) -> bool:
        """Does it look at things that are not in play? What it finds elsewhere has come already."""
        sources = [near.value for near in query.near if near.word == "in"]
        return bool(sources) and not all(_is_zone(one) for one in sources)

    # ------------------------------------------------------------------ what a query may find

    def may_find(self, query: m.Query, thing: m.Thing) -> bool:
        """May a query find this thing, which nothing names?"""
        if not self.may_be(thing, query.kind):
            return False
        for near in query.near:
            if near.word == "in" and not _is_box(near.value) and not self.may_hold(near.value, thing):
                return False
        return self.may_meet(query, thing)

    def may_meet(self, query: m.Query, thing: m.Thing) -> bool:
        """May it be what the words before a query's Kind and its `where` ask for?"""
        env = {query.local.id: thing}
        tests = [trait.test for trait in query.traits] + ([query.where] if query.where is not None else [])
        found = [self.possible(test, env) for test in tests]
        return all(one is None or True in one for one in found)

    def may_be(self, thing: m.Thing, kind: str) -> bool:
        group = self.game.groups.get(kind)
        if group is not None:
            return any(self.may_be(thing, one.kind) and self.may_meet(one, thing) for one in group.members)
        return kind in self.begin.kinds_of[thing.name]

    def may_hold(self, value: m.Value, thing: m.Thing, within: tuple[str, ...] = ()) -> bool:
        """May this set hold the thing, which nothing names?"""
        match value:
            case m.Literal() | m.EnumConstant() | m.ThingConstant() | m.CopiesConstant():
                return False
            case m.Listing(items=items):
                return any(self.may_hold(one, thing, within) for one in items)
            case m.Conditional(then=then, otherwise=otherwise):
                return self.may_hold(then, thing, within) or self.may_hold(otherwise, thing, within)
            case m.Each(body=body):
                return self.may_hold(body, thing, within)
            case m.AttributeValue(attribute=key) | m.StateValue(attribute=key) if key in self.game.attributes:
                if key in within:
                    return False
                return key in self.changed or any(self.may_hold(one, thing, (*within, key)) for one in self.ever(key))
            case m.DefineValue(define=key) if key not in within:
                found = self.begin.cells.versions(key, None)
                return not found or any(self.may_hold(one.value, thing, (*within, key)) for one in found)
            case _:
                return True

    def ever(self, key: str) -> list[m.Value]:
        """Whatever an attribute is of some thing, where nothing changes it; each value once."""
        if key not in self._ever:
            attribute = self.game.attributes[key]
            owners = self.begin.cells.names(attribute.owner) if attribute.owner else ("",)
            declared = [name for name in owners if name in self.game.things] or list(owners)
            found = [self.begin.value(name, attribute) if name else attribute.default for name in declared]
            self._ever[key] = list({id(one): one for one in found if one is not None}.values())
        return self._ever[key]

    # ------------------------------------------------------------------ what a value may be

    def possible(self, value: m.Value, env: Mapping[str, object]) -> Possible:
        """The values that it may have. `env`: what names are bound to, by their ids."""
        if self.depth > 30:
            return None
        self.depth += 1
        try:
            found = self._possible(value, env)
        finally:
            self.depth -= 1
        return found if found is None or len(found) <= _MOST else None

    def _possible(self, value: m.Value, env: Mapping[str, object]) -> Possible:
        match value:
            case m.Literal(one):
                return frozenset({one})
            case m.EnumConstant(enum, name) if enum != "face":
                return frozenset({(enum, name)})
            case m.ThingConstant(name):
                return frozenset({self.game.things[name].name}) if name in self.game.things else None
            case m.Local(id=id_) if isinstance(env.get(id_), m.Thing):
                return frozenset({env[id_].name})  # type: ignore[attr-defined]
            case m.AttributeValue(object=of, attribute=key) if key in self.game.attributes and key not in self.changed:
                return self.of_things(of, key, env)
            case m.DefineValue(define=key, object=None, arguments=arguments):
                versions = self.begin.cells.versions(key, None)
                if len(versions) != 1:
                    return None
                bound = {p.id: self.thing_of(a, env) for p, a in zip(versions[0].parameters, arguments, strict=False)}
                return self.possible(versions[0].value, {k: v for k, v in bound.items() if v is not None})
            case m.DefineValue(define=key, object=of, arguments=()):
                thing = self.thing_of(of, env) if of is not None else None
                found = self.begin.cells.versions(key, thing.name) if thing is not None else ()
                return self.possible(found[0].value, {"this": thing}) if len(found) == 1 else None
            case m.This() if isinstance(env.get("this"), m.Thing):
                return frozenset({env["this"].name})  # type: ignore[attr-defined]
            case m.Conditional(test=test, then=then, otherwise=otherwise):
                asked = self.possible(test, env)
                branches = [b for b, when in ((then, True), (otherwise, False)) if asked is None or when in asked]
                return _union(*(self.possible(one, env) for one in branches))
            case m.Logic(operator=operator, left=left, right=right):
                return _joined(operator, self.possible(left, env), self.possible(right, env))
            case m.Not(operand=operand):
                asked = self.possible(operand, env)
                return None if asked is None else frozenset(not one for one in asked)
            case m.Comparison(operator=operator, left=left, right=right):
                return _compared(operator, self.possible(left, env), self.possible(right, env))
            case m.NothingTest(value=inner, negated=negated):
                asked = self.possible(inner, env)
                return None if asked is None else frozenset((one is None) != negated for one in asked)
            case m.Membership(item=item, container=container, negated=negated):
                thing = self.thing_of(item, env)
                if thing is None or _is_zone(container) or self.named.get(thing.name, set()) - {thing.name}:
                    return _EITHER
                return _EITHER if self.may_hold(container, thing) else frozenset({negated})
            case m.KindTest(value=inner, kind=kind, negated=negated):
                thing = self.thing_of(inner, env)
                if thing is None or (self.may_be(thing, kind) and (thing.face_contents or kind in self.game.groups)):
                    return _EITHER
                return frozenset({self.may_be(thing, kind) != negated})
            case _:
                return None

    def thing_of(self, value: m.Value, env: Mapping[str, object]) -> m.Thing | None:
        """The one thing that this is, if it is known."""
        match value:
            case m.Local(id=id_):
                found = env.get(id_)
            case m.This():
                found = env.get("this")
            case m.ThingConstant(name):
                found = self.game.things.get(name)
            case _:
                found = None
        return found if isinstance(found, m.Thing) else None

    def of_things(self, of: m.Value, key: str, env: Mapping[str, object]) -> Possible:
        """What an attribute that nothing changes may be, of this thing or of any."""
        attribute = self.game.attributes[key]
        thing = self.thing_of(of, env)
        if thing is not None:
            said = self.begin.value(thing.name, attribute)
            none = None if isinstance(attribute.type, m.OptionalType) else ()
            return self.possible(said, {"this": thing}) if said is not None else frozenset({none})
        found = [self.possible(said, {}) for said in self.ever(key)]
        return _union(frozenset({None, False}), *found)  # of nothing, too, which is asked nothing, no or 0


# ------------------------------------------------------------------------------------------------ what to do about it


def named_in_lists(game: m.CheckedGame, name: str, others: set[str]) -> str | None:
    """Which lists of things name others of its Kind, and what a mod writes so that one of them names this, too.

    None where hardly any of them is named in a list.
    """
    lists: dict[str, dict[str, int]] = {}  # attribute -> by whom -> how many
    for thing in game.things.values():
        for key, value in thing.values.items():
            if key in game.attributes and isinstance(value, m.Listing):
                many = len({*_names(value)} & others)
                if many:
                    lists.setdefault(key, {})[thing.name] = many
    if not lists:
        return None
    key = max(lists, key=lambda one: sum(lists[one].values()))
    if len({n for owner in lists[key] for n in _names(game.things[owner].values[key])} & others) * 3 < len(others):
        return None
    listing, (owner, *more) = game.attributes[key].name, lists[key]
    further = f" and of {len(more)} more" if more else ""
    return (
        f"Others are named in `{listing}` of `{owner}`{further}. Name it there, too; a mod writes "
        f"`patch {game.things[owner].kinds[0]} {owner}`, and below it `{listing} += {name}`."
    )


def _names(root: object) -> Iterator[str]:
    return (node.thing for node in nodes(root) if isinstance(node, m.ThingConstant | m.CopiesConstant))


def _is_box(value: m.Value) -> bool:
    return isinstance(value, m.Builtin) and value.name == "box"


def _is_zone(value: m.Value) -> bool:
    """A zone other than the box, or several: what lies there has come into play."""
    of = value.type
    while isinstance(of, m.OptionalType | m.SetType):
        of = of.of
    return isinstance(of, m.ZoneType) and not _is_box(value)


def _union(*found: Possible) -> Possible:
    out: frozenset[object] = frozenset()
    for one in found:
        if one is None:
            return None
        out |= one
    return out


def _joined(operator: str, left: Possible, right: Possible) -> Possible:
    left, right = left if left is not None else _EITHER, right if right is not None else _EITHER
    assert left is not None and right is not None
    both = [(bool(a), bool(b)) for a in left for b in right]
    return frozenset((a and b) if operator == "and" else (a or b) for a, b in both)


def _compared(operator: str, left: Possible, right: Possible) -> Possible:
    if left is None or right is None:
        return None
    if operator in ("==", "!="):
        return frozenset((a == b) == (operator == "==") for a in left for b in right)
    numbers = [one for one in (*left, *right) if isinstance(one, int)]
    if len(numbers) < len(left) + len(right):
        return None
    compare = _COMPARING[operator]
    return frozenset(compare(a, b) for a in numbers[: len(left)] for b in numbers[len(left) :])
