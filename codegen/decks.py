"""Which cards lie in one deck with their faces down, so that nothing behind them must tell them apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

from dsl import model

from .card_face import CardFace, PrintSettings
from .problems import Problem
from .typesetting import back_of
from .wording import agreement
from .wording.folding import settled, value_of
from .wording.scope import is_a, kind_noun, walk


def backs_that_differ(game: model.CheckedGame, chosen: Sequence[CardFace], settings: PrintSettings) -> list[Problem]:
    """For each hidden deck, a message if some of its cards have another back than the rest, and one if some have two
    faces and thus no back. Decks with the same cards share their message."""
    problems = []
    told: set[frozenset[str]] = set()
    for zone, held in _hidden_decks(game).items():
        inside = [face for face in chosen if face.layout == "card" and face.kind in held]
        both = {face.key: face.title for face in inside if face.other is not None}
        if both and frozenset(both) not in told:
            told.add(frozenset(both))
            problems.append(_with_two_faces(game, zone, list(both.values())))
        backs: dict[str, str] = {}
        for face in inside:
            if face.other is None:
                backs.setdefault(back_of(settings, face.kind), face.kind)
        if len(backs) < 2 or frozenset(backs) in told:
            continue
        told.add(frozenset(backs))
        nouns = list(dict.fromkeys(kind_noun(game, kind)[1] for kind in backs.values()))
        shared = next(iter(backs)) if _general(game, zone.content) or zone.content in game.groups else zone.content
        lines = ", ".join(f'{kind} = "{shared}"' for kind in backs if kind != shared)
        message = f"{agreement.listing(nouns)} lie face down in one deck ({_named(game, zone)}), and their backs differ"
        advice = f"Give them one back in print.toml: under [backs], {lines}."
        problems.append(Problem("warning", "", message, code="backs-differ", key=zone.key, help=advice))
    return problems


def _with_two_faces(game: model.CheckedGame, zone: model.Zone, titles: Sequence[str]) -> Problem:
    listed = agreement.listing(titles if len(titles) <= _TITLES else [*titles[:2], f"{len(titles) - 2} more"])
    has, they = ("has", "it") if len(titles) == 1 else ("have", "they")
    message = (
        f"{listed} {has} two faces and no back: in a deck that lies face down ({_named(game, zone)}), {they} can be "
        "told apart"
    )
    advice = (
        "Keep them out of it (`where c is not ...`), let everybody see the top of the deck, or print one face: without "
        "text on the other, they have a back."
    )
    return Problem("warning", "", message, code="backs-differ", key=zone.key, help=advice)


_TITLES = 3  # of more cards, two are named


def _named(game: model.CheckedGame, zone: model.Zone) -> str:
    label = agreement.words(zone.label or zone.name)
    return f"{label} of a {kind_noun(game, zone.owner)[0]}" if zone.owner in game.kinds else label


@frozen
class _Order:
    """What an order puts into a zone: things of these Kinds, or those of them that lie in other zones.

    `sort`: the Kind or group that is moved. `left`: Kinds of it that a test leaves where they are. `said`: the order
    itself says what is moved, and not only out of which zones.
    """

    goal: str
    sort: str
    kinds: frozenset[str]
    left: frozenset[str] = frozenset()
    sources: tuple[str, ...] = ()
    said: bool = False


def _hidden_decks(game: model.CheckedGame) -> dict[model.Zone, frozenset[str]]:
    """The stacks that lie face down, with the Kinds of what lies in them.

    A stack of one of the game's own Kinds or groups holds what is of it, but for Kinds that an order leaves behind
    (`where c is not ...`), on the way there or to another zone of that Kind, and no other puts there. One of cards in
    general holds what is moved there by its Kind, what comes from other zones, and what comes out of ready decks.
    """
    known = settled(game)
    orders = [one for zone in game.zones.values() for one in _refill(game, zone)]
    every = (game.verbs, game.rules, game.actions, game.phases, game.setups, game.kinds, game.things)
    orders += [order for table in every for declared in table.values() for order in _orders(game, declared, known)]
    holds: dict[str, frozenset[str]] = {}
    for zone in game.zones.values():
        into = [order for order in orders if order.goal == zone.key]
        if _general(game, zone.content):
            moved = [order.kinds for order in into if order.said]
            holds[zone.key] = frozenset[str]().union(*moved)
        else:
            whole = _kinds_of(game, zone.content)
            put = [order.kinds for order in into if order.left or _kinds_of(game, order.sort) < whole]
            alike = {other.key for other in game.zones.values() if other.content == zone.content}
            left = frozenset[str]().union(*(order.left for order in orders if order.goal in alike))
            holds[zone.key] = whole - left.difference(*put)
    changed = True
    while changed:
        changed = False
        for order in orders:
            come = frozenset[str]().union(*(holds[source] for source in order.sources)) & order.kinds
            if _general(game, game.zones[order.goal].content) and not come <= holds[order.goal]:
                holds[order.goal] |= come
                changed = True
    return {zone: holds[zone.key] for zone in game.zones.values() if zone.form == "stack" and _face_down(zone)}


def _face_down(zone: model.Zone) -> bool:
    """Not everybody sees what lies in it, nor what lies on top."""
    return bool(zone.sights) and not any(sight.top and sight.who == "all" for sight in zone.sights)


def _general(game: model.CheckedGame, kind: str) -> bool:
    """Is it a Kind that every game has, such as Card, or a group of these?"""
    declared = game.kinds.get(kind)
    if declared is None and kind in game.groups:
        return any(_general(game, one) for one in game.groups[kind].kinds)
    return declared is None or declared.built_in


def _kinds_of(game: model.CheckedGame, sort: str) -> frozenset[str]:
    """The Kinds of the game that are of a Kind or group."""
    above = game.groups[sort].kinds if sort in game.groups else (sort,)
    return frozenset(
        name for name, kind in game.kinds.items() if not kind.built_in and any(is_a(game, name, one) for one in above)
    )


def _refill(game: model.CheckedGame, zone: model.Zone) -> list[_Order]:
    sources = _zones((zone.refills,))
    return [_Order(zone.key, zone.content, _kinds_of(game, zone.content), sources=sources)] if sources else []


def _orders(game: model.CheckedGame, declared: model.Node, known: frozenset[str]) -> list[_Order]:
    """What the orders of one declaration put into zones, in the order in which they stand there."""
    nodes = tuple(walk(declared))
    queries = {node.local.id: node for node in nodes if isinstance(node, model.Query)}
    perhaps = {
        id(one) for node in nodes if isinstance(node, (model.If, model.May, model.ChooseOne)) for one in walk(node)
    }
    taken: dict[str, frozenset[str]] = {}  # the Kinds of which nothing lies in a zone any more
    found: list[_Order] = []
    for event in nodes:
        if not isinstance(event, model.Event) or event.verb not in ("move", "draw", "shuffle"):
            continue
        goals = _zones((event.role("into" if event.verb == "shuffle" else "to"),))
        query, sort, kinds = _moved(game, event.object, queries)
        left, sources, listed = frozenset[str](), _zones((event.role("from"), event.object)), False
        if query is not None:
            tests = (query.where, *(trait.test for trait in query.traits))
            answers = {
                kind: [_holds(game, test, query.local.id, kind, known) for test in tests if test is not None]
                for kind in kinds
            }
            left = frozenset(kind for kind, held in answers.items() if False in held)
            sources = _zones(tuple(near.value for near in query.near if near.word in ("in", "of")))
            whole = all(near.word in ("in", "of") for near in query.near) and query.nearest is None
            if isinstance(event.object, model.EachOf) and whole and id(event) not in perhaps:
                all_of = frozenset(kind for kind, held in answers.items() if all(held))
                gone = {source: taken.get(source, frozenset[str]()) for source in sources}
                taken |= {source: kinds_gone | all_of for source, kinds_gone in gone.items()}
                kinds = kinds.difference(*gone.values())
            listed = any(near.value.type == _DECK for near in query.near)
            if listed:
                kinds &= frozenset(game.things[name].kinds[0] for deck in game.decks.values() for _, name in deck.lines)
        taken = {source: kinds_gone for source, kinds_gone in taken.items() if source not in goals}
        said = not _general(game, sort) or (not sources and (listed or bool(left)))
        found += [_Order(goal, sort, kinds - left, left, sources, said) for goal in goals if goal not in sources]
    return found


_DECK = model.ThingType("Deck")


def _moved(
    game: model.CheckedGame, moved: object, queries: Mapping[str, model.Query]
) -> tuple[model.Query | None, str, frozenset[str]]:
    """What an order moves: what a query looks for, if it does; a Kind or group, and the Kinds that are of it."""
    match moved:
        case model.Local(id=name) if name in queries:
            query = queries[name]
        case model.EachOf(query) | model.PickOf(query) | model.QueryValue(query):
            pass
        case model.ThingConstant(type=model.ThingType(kind=sort)) | model.Local(type=model.ThingType(kind=sort)):
            return None, sort, _kinds_of(game, sort)
        case _:
            return None, "Card", _kinds_of(game, "Card")
    return query, query.kind, _kinds_of(game, query.kind)


def _zones(parts: tuple[object, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(node.zone for node in walk(parts) if isinstance(node, model.ZoneValue)))


def _holds(
    game: model.CheckedGame, test: model.Value | None, local: str, kind: str, known: frozenset[str]
) -> bool | None:
    """Does a test hold of what is of a Kind? None: that depends on more than its Kind."""
    match test:
        case model.KindTest(model.Local(id=tested), asked, negated) if tested == local:
            return (kind in _kinds_of(game, asked)) != negated
        case model.AttributeValue(model.Local(id=tested), key) if tested == local and key in known:
            values = {
                value.value if isinstance(value := value_of(game, thing, key), model.Literal) else None
                for thing in game.things.values() if thing.kinds[0] == kind
            }  # fmt: skip
            (said, *others) = values or {None}
            return said if isinstance(said, bool) and not others else None
        case model.Not(operand):
            inner = _holds(game, operand, local, kind, known)
            return None if inner is None else not inner
        case model.Logic(operator, left, right):
            sides = (_holds(game, left, local, kind, known), _holds(game, right, local, kind, known))
            settles = operator == "or"  # what decides it whatever the other side is
            return settles if settles in sides else None if None in sides else not settles
        case _:
            return None
