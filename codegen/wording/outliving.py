"""Does a name outlive what it was read from? Then its words are no longer its value, and what was read is to be noted.

    let lot = count(you.bag)
    each Ware w in you.bag: move w to pile
    you.points += lot        # not "the number of Wares in your bag", which is 0 by now

What a statement changes is read off its own effects and those of the verbs that it calls. What cards answer to it is
left out: they could do anything, and every name would have to be noted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dsl import model

from .scope import children, is_a, type_kind, uses, walk

_ANYTHING = (model.Take, model.Turn, model.Run, model.Perform, model.Free, model.Lay)
_STILL = frozenset(("roll", "show", "reveal"))


def outlives(let: model.Let, later: model.Block, game: model.CheckedGame) -> bool:
    """Is a name read, in these statements, after one of them may have changed what it was read from?"""
    read = frozenset(_read(let.value, game, set()))

    def changes(node: object) -> bool:
        if isinstance(node, model.Assign) and isinstance(node.target, model.Local):
            return node.target.id == let.local.id
        return any(_meet(game, one, other) for one in _changed(node, game, set()) for other in read)

    def again(block: object) -> bool:
        """Read in what is done again and again, after the change of the time before."""
        return uses(block, let.local) > 0 and any(map(changes, walk(block)))

    def read_after(node: object, changed: bool) -> tuple[bool, bool]:
        """Is it read after a change, before the node or inside; and has something changed behind the node?"""
        match node:
            case model.Local():
                return changed and node.id == let.local.id, changed
            case model.If(branches, otherwise):
                asked = [read_after(condition, changed)[0] for condition, _ in branches]
                ways = [read_after(block, changed) for block in (*(block for _, block in branches), otherwise)]
                return any(asked) or any(found for found, _ in ways), any(behind for _, behind in ways)
            case model.ChooseOne(modes=modes):
                ways = [read_after(mode, changed) for mode in modes]
                return any(found for found, _ in ways), changed or any(behind for _, behind in ways)
            case model.ForEach(query, block) | model.Together(model.Query() as query, block):
                if again(block):
                    return True, True
                return _in_turn((query, block), changed)
            case model.Together(None, block):  # at the same time: what is read inside is read before
                ways = [read_after(one, changed) for one in block]
                return any(found for found, _ in ways), changed or any(behind for _, behind in ways)
            case model.Repeat() | model.Lockstep() if again(node):
                return True, True
            case tuple():
                return _in_turn(node, changed)
            case _:
                found, behind = _in_turn(children(node), changed)
                return found, behind or changes(node)

    def _in_turn(parts: Iterable[object], changed: bool) -> tuple[bool, bool]:
        found = False
        for part in parts:
            one, changed = read_after(part, changed)
            found = found or one
        return found, changed

    return bool(read) and read_after(later, False)[0]


_Mark = tuple[str, str]
"""What is read or changed: ("attribute", its name), ("place", whose Kind), or ("all", "")."""


def _meet(game: model.CheckedGame, changed: _Mark, read: _Mark) -> bool:
    if changed[0] == "all":
        return True
    if changed[0] != read[0]:
        return False
    if changed[0] == "attribute":
        return changed[1] == read[1]
    return is_a(game, changed[1], read[1]) or is_a(game, read[1], changed[1])


def _read(node: object, game: model.CheckedGame, asked: set[str]) -> Iterator[_Mark]:
    """What a value is read from, also in defines."""
    for part in walk(node):
        match part:
            case model.AttributeValue() | model.StateValue():
                yield "attribute", part.attribute
            case model.ZoneValue():
                yield "place", type_kind(part.type) or "Thing"
            case model.Builtin(arguments=(about, *_)):
                yield "place", type_kind(about.type) or "Thing"
            case model.Query(kind) if kind != game.seats.kind or part.near:
                yield "place", kind
            case model.DefineValue(name) if name not in asked:
                asked.add(name)
                for define in _defines(game):
                    if name in (define.key, define.name):
                        yield from _read(define.value, game, asked)
            case _:
                pass


def _defines(game: model.CheckedGame) -> Iterator[model.Define]:
    yield from game.defines.values()
    for kind in game.kinds.values():
        yield from kind.defines.values()


def _changed(node: object, game: model.CheckedGame, called: set[str]) -> Iterator[_Mark]:
    """What one node changes by itself, and by the verb that it calls."""
    match node:
        case model.Assign(model.AttributeValue() | model.StateValue() as target):
            yield "attribute", target.attribute
        case model.Event(verb, object_):
            declared = game.verbs.get(verb)
            if declared is None:
                if verb not in _STILL and object_ is not None:
                    yield "place", _kind_of(object_)
            elif verb not in called:
                called.add(verb)
                for part in walk(declared.block):
                    yield from _changed(part, game, called)
        case _ if isinstance(node, _ANYTHING):
            yield "all", ""
        case _:
            pass


def _kind_of(argument: model.Argument) -> str:
    if isinstance(argument, (model.EachOf, model.PickOf)):
        return argument.query.kind
    return type_kind(argument.type) or "Thing"
