"""Phrases with built-in verbs: each takes its own sorts of things and goals."""

from __future__ import annotations

from collections.abc import Callable

from .. import model as m
from .. import vocabulary
from ..syntax import tree
from . import types
from .events import Done, argument
from .members import Attr, FaceMember
from .names import listed, retyped
from .scope import Scope

Given = dict[str, "tree.Expression | tree.Every"]


def built_in(scope: Scope, phrase: tree.Phrase, doer: m.Value | None) -> Done | None:
    verb = vocabulary.VERBS[phrase.verb.text]
    given: Given = {role.word: role.value for role in phrase.roles}
    if verb.object is not None and phrase.object is None:
        scope.report.error(
            "missing-argument",
            f"`{verb.name}` needs to know what",
            phrase.verb.span,
            f"what to {verb.name} is missing",
            help=verb.sentence,
        )
        return None
    if verb.object is None and phrase.object is not None:
        scope.report.error(
            "unknown-role", f"`{verb.name}` takes no object", phrase.object.span, "nothing is expected here"
        )
        return None
    for role in verb.roles:
        if not role.optional and role.word not in given:
            scope.report.error(
                "missing-argument",
                f"`{verb.name}` needs `{role.word} ...`",
                phrase.verb.span,
                f"the {role.name} is missing",
                help=f"Add `{role.word} ...`.",
            )
            return None
    return _VERBS[verb.name](scope, phrase, given, doer)


def _event(phrase: tree.Phrase, of: m.Argument | None, *roles: tuple[str, m.Argument | None]) -> m.Event:
    return m.Event(
        phrase.verb.text, of, tuple((word, value) for word, value in roles if value is not None), span=phrase.span
    )


def _done(
    phrase: tree.Phrase, of: m.Argument | None, *roles: tuple[str, m.Argument | None], gives: m.Type | None = None
) -> Done:
    return Done(_event(phrase, of, *roles), gives or m.EventType(phrase.verb.text))


def _content(of: m.Argument) -> m.Type:
    match of:
        case m.EachOf(query) | m.PickOf(query):
            return query.local.type
        case _:
            inner = types.member_of(of.type)
            return inner if inner is not None and not isinstance(of.type, m.ZoneType) else types.strip(of.type)


# ------------------------------------------------------------------------------------------------ moving


def _move(scope: Scope, phrase: tree.Phrase, given: Given, doer: m.Value | None) -> Done | None:
    assert phrase.object is not None
    resource = _resource(scope, phrase.object)
    if resource is not None:
        return _move_amount(scope, phrase, given, resource)
    thing = argument(scope, phrase.object, types.THING, "what is moved", sets=True)
    to = goal(scope, given["to"], None if thing is None else _content(thing))
    from_ = None
    if "from" in given:
        from_ = goal(scope, given["from"], None)
        if from_ is None:
            return None
    if thing is None or to is None:
        return None
    return _done(phrase, thing, ("from", from_), ("to", to))


def _resource(scope: Scope, node: tree.Expression | tree.Every) -> m.Value | None:
    """An amount of a counted resource, if that is what is moved or paid."""
    from .values import value

    if isinstance(node, tree.Query) and node.kind.text in scope.world.index.resources:
        return value(scope, node)
    if isinstance(node, tree.Word):
        bound = scope.names.get(node.text)
        if bound is not None and isinstance(bound.value.type, m.ResourceType):
            return value(scope, node)
    return None


def _move_amount(scope: Scope, phrase: tree.Phrase, given: Given, amount: m.Value) -> Done | None:
    from .values import value

    found: dict[str, m.Value] = {}
    for word in ("from", "to"):
        node = given.get(word)
        if node is None:
            continue
        pile = types.HOLE if isinstance(node, tree.Every) else value(scope, node)
        if types.is_hole(pile) or types.is_hole(amount):
            return None
        if not isinstance(pile, (m.AttributeValue, m.StateValue)) or not scope.world.fits(amount.type, pile.type):
            scope.report.error(
                "wrong-type",
                f"{types.describe(amount.type)[:1].upper()}{types.describe(amount.type)[1:]} moves between attributes",
                node.span,
                f"this is {types.describe(pile.type)}",
                help="Write the attribute in which it is kept, such as `s.stars`.",
            )
            return None
        found[word] = pile
    return _done(phrase, amount, *found.items(), gives=m.NUMBER)


def goal(scope: Scope, node: tree.Expression | tree.Every, content: m.Type | None) -> m.Value | None:
    """Where something goes: a zone, an end of one, a place, or a thing (then its place)."""
    from .values import value

    if isinstance(node, tree.Every):
        scope.report.error("not-single", "A goal has to be one", node.span, "`each` stands for several")
        return None
    if isinstance(node, tree.Query):
        scope.report.error(
            "not-single",
            f"Which {node.kind.text} is meant?",
            node.span,
            "a goal has to be one, and this finds any number",
            help=f"Choose it first: `choose {node.kind.text} p ...`, or write `the({node.kind.text} ...)`.",
        )
        return None
    if _unknown_zone(scope, node, "zone or place"):
        return None
    found = value(scope, node)
    if types.is_hole(found):
        return None
    of = types.strip(found.type)
    if isinstance(found, m.ZoneEnd):
        of = types.strip(found.zone.type)
    if isinstance(of, m.ThingType):
        return found
    if isinstance(of, m.ZoneType):
        if content is not None and not scope.world.fits(content, m.ThingType(of.content)):
            scope.report.error(
                "wrong-type",
                f"{types.describe(content)[:1].upper()}{types.describe(content)[1:]} cannot lie there",
                node.span,
                f"this zone holds {of.content}",
            )
            return None
        return found
    code = "not-single" if types.member_of(of) is not None else "wrong-type"
    scope.report.error(code, "A goal has to be a zone or a place", node.span, f"this is {types.describe(found.type)}")
    return None


def _unknown_zone(scope: Scope, node: tree.Expression | tree.Every, what: str) -> bool:
    """A bare name that is declared nowhere, where a zone is expected: only zones and places are proposed."""
    world = scope.world
    if not isinstance(node, tree.Word) or node.text in scope.names or node.text in world.names:
        return False
    if isinstance(scope.this, m.ThingType):
        table = world.thing_table(scope.this_thing) if scope.this_thing else world.table(scope.this.kind)
        if node.text in table:
            return False  # `this.` is missing
    zones = list(world.index.zones)
    known = {*zones, *(name for name, bound in scope.names.items() if _holds(scope, bound.value.type))}
    if what != "zone":
        known.update(name for name, of in world.things.items() if _holds(scope, m.ThingType(of.kinds[0])))
    help = f"There are: {listed(zones)}." if zones else "Declare it with `zone`."
    scope.report.unknown(what, node.text, node.span, known, help)
    return True


def _holds(scope: Scope, of: m.Type) -> bool:
    inner = types.strip(of)
    return isinstance(inner, m.ZoneType) or scope.world.fits(inner, scope.world.builtin_type("Place"))


def _draw(scope: Scope, phrase: tree.Phrase, given: Given, doer: m.Value | None) -> Done | None:
    from .values import number, value

    assert phrase.object is not None
    if isinstance(phrase.object, (tree.Every, tree.Query)):
        scope.report.error(
            "wrong-type",
            "`draw` needs a number",
            phrase.object.span,
            "expected how many",
            help="Write `draw 1 from ... to ... as x`.",
        )
        return None
    count = number(scope, phrase.object, "how many are drawn")
    source = given["from"]
    if _unknown_zone(scope, source, "zone"):
        return None
    zone = types.HOLE if isinstance(source, tree.Every) else value(scope, source)
    if types.is_hole(count) or types.is_hole(zone):
        return None
    of = types.strip(zone.zone.type if isinstance(zone, m.ZoneEnd) else zone.type)
    content = types.member_of(of)
    if content is None or not isinstance(of, (m.ZoneType, m.SetType)):
        scope.report.error(
            "wrong-type", "`draw` draws from a zone", source.span, f"this is {types.describe(zone.type)}"
        )
        return None
    to = goal(scope, given["to"], content)
    if to is None:
        return None
    single = isinstance(count, m.Literal) and count.value == 1
    return _done(phrase, count, ("from", zone), ("to", to), gives=content if single else m.SetType(content))


def _shuffle(scope: Scope, phrase: tree.Phrase, given: Given, doer: m.Value | None) -> Done | None:
    assert phrase.object is not None
    zone = argument(scope, phrase.object, m.ZoneType("Thing"), "what is shuffled")
    into = None
    if "into" in given:
        into = argument(scope, given["into"], m.ZoneType("Thing"), "what it is shuffled into")
        if into is None:
            return None
    return None if zone is None else _done(phrase, zone, ("into", into))


# ------------------------------------------------------------------------------------------------ dice and faces


def die(scope: Scope, node: tree.Expression | tree.Every) -> m.Value | None:
    dice = scope.world.index.dice
    if isinstance(node, tree.Word) and node.text in dice:
        return m.NameConstant(node.text, types.NAME, span=node.span)
    name = node.text if isinstance(node, tree.Word) else ""
    if name:
        scope.report.unknown(
            "die", name, node.span, set(dice), f"There are: {listed(list(dice))}." if dice else "Declare it with `die`."
        )
    else:
        scope.report.error("wrong-type", "`roll` needs the name of a die", node.span, "expected a die")
    return None


def die_type(scope: Scope, name: str) -> m.Type:
    return scope.world.kind_type(scope.world.index.dice[name].kind)


def _roll(scope: Scope, phrase: tree.Phrase, given: Given, doer: m.Value | None) -> Done | None:
    assert phrase.object is not None
    found = die(scope, phrase.object)
    if not isinstance(found, m.NameConstant):
        return None
    return _done(phrase, found, gives=die_type(scope, found.name))


def face(scope: Scope, node: tree.Expression | tree.Every, of: m.Type, thing: m.Argument | None) -> m.Value | None:
    """A face by its name, of whatever is turned."""
    from .paths import find
    from .values import value

    if not isinstance(node, tree.Word) or node.text in scope.names:
        found = types.HOLE if isinstance(node, tree.Every) else value(scope, node, types.FACE)
        return None if types.is_hole(found) else found
    inner: m.Value = m.This(of)
    if isinstance(thing, (m.ThingConstant, m.This)):
        inner = thing
    elif isinstance(thing, m.CopiesConstant):
        inner = m.ThingConstant(thing.thing, of)
    members, _ = find(scope, retyped(inner, of) if isinstance(inner, m.This) else inner, node.text)
    for _, member in members:
        if isinstance(member, FaceMember):
            return m.EnumConstant("face", member.key, types.FACE, span=node.span)
    kind = types.kind_of(of) or "Thing"
    for lower in scope.world.below(kind):
        member = scope.world.table(lower).get(node.text)  # type: ignore[assignment]
        if isinstance(member, FaceMember):
            return m.EnumConstant("face", member.key, types.FACE, span=node.span)
    for info in scope.world.things.values():
        own = info.own.get(node.text)
        if isinstance(own, FaceMember) and any(scope.world.overlap(k, kind) for k in info.kinds):
            return m.EnumConstant("face", own.key, types.FACE, span=node.span)
    known = list(_faces(scope, kind, thing))
    scope.report.unknown(
        f"face of {kind}", node.text, node.span, known, f"It has {listed(known)}." if known else f"{kind} has no faces."
    )
    return None


def _faces(scope: Scope, kind: str, thing: m.Argument | None) -> dict[str, FaceMember]:
    if isinstance(thing, m.ThingConstant) and thing.thing in scope.world.things:
        table = scope.world.thing_table(thing.thing)
    else:
        table = scope.world.table(scope.world.kinds_in(kind)[0])
    return {name: member for name, member in table.items() if isinstance(member, FaceMember)}


def _flip(scope: Scope, phrase: tree.Phrase, given: Given, doer: m.Value | None) -> Done | None:
    assert phrase.object is not None
    thing = argument(scope, phrase.object, types.THING, "what is turned", sets=True)
    if thing is None:
        return None
    to = None
    if "to" in given:
        to = face(scope, given["to"], _content(thing), thing)
        if to is None:
            return None
    return _done(phrase, thing, ("to", to))


# ------------------------------------------------------------------------------------------------ the rest


def _pay(scope: Scope, phrase: tree.Phrase, given: Given, doer: m.Value | None) -> Done | None:
    from .queries import who
    from .values import expect

    assert phrase.object is not None
    amount = _resource(scope, phrase.object)
    if amount is None:
        found = argument(scope, phrase.object, m.NUMBER, "what is paid")
        if found is None:
            return None
        if not isinstance(found, (m.EachOf, m.PickOf)) and not isinstance(found.type, m.ResourceType):
            scope.report.error(
                "wrong-type",
                "What is paid has to be an amount of a resource",
                phrase.object.span,
                f"this is {types.describe(found.type)}",
                help="Write the number and the resource, such as `pay 2 Star`.",
            )
            return None
        amount = found if not isinstance(found, (m.EachOf, m.PickOf)) else None
    if amount is None or types.is_hole(amount):
        return None
    payers = _payers(scope, amount)
    payer = doer if doer is None or payers is None or scope.world.fits(doer.type, payers) else None
    if "by" in given:
        node = given["by"]
        if isinstance(node, tree.Every):
            each = argument(scope, node, payers or m.ThingType(scope.world.seat_kind), "whoever pays")
            if not isinstance(each, m.EachOf):
                return None
            paid = _has_pile(scope, phrase.object, amount, m.ThingType(each.query.kind), None)
            return _done(phrase, amount, ("by", each)) if paid else None
        if payers is not None and not scope.world.overlap(payers.kind, scope.world.seat_kind):
            payer = expect(scope, node, payers, "whoever pays")
        else:
            payer = who(scope, node, "whoever pays")
        if types.is_hole(payer):
            return None
    if not _has_pile(scope, phrase.object, amount, payers, payer):
        return None
    return _done(phrase, amount, ("by", payer))


def _has_pile(
    scope: Scope, node: tree.Node, amount: m.Value, payers: m.ThingType | None, payer: m.Value | None
) -> bool:
    """Whether whoever pays can have what is paid: an attribute of the resource, in its Kind or one below."""
    world = scope.world
    of = types.strip(amount.type)
    who = types.kind_of(payer.type) if payer is not None else payers.kind if payers is not None else world.seat_kind
    if who is None or not isinstance(of, m.ResourceType):
        return True
    resource = world.index.resources[of.resource]
    if resource.source is not None or resource.room is not None:
        return True  # it is not kept in a pile: things give it, or room for it is used up
    kinds = {below for kind in world.kinds_in(who) for below in (kind, *world.below(kind))}
    tables = [world.table(kind) for kind in kinds]
    tables += [world.thing_table(name) for name, thing in world.things.items() if kinds.intersection(thing.kinds)]
    for table in tables:
        if any(isinstance(one, Attr) and types.strip(one.type) == of for one in table.values()):
            return True
    scope.report.error(
        "wrong-type",
        f"{types.article(who)[:1].upper()}{types.article(who)[1:]} has no attribute of type {of.resource}",
        node.span,
        "nothing to pay it from",
        help=f"Write into the Kind {who}: `{of.resource.lower()}: {of.resource} = 0`.",
    )
    return False


def _payers(scope: Scope, amount: m.Value) -> m.ThingType | None:
    """The Kind that has a resource `of Kind`; None if it is whoever holds a seat."""
    of = types.strip(amount.type)
    node = scope.world.index.resources[of.resource].of if isinstance(of, m.ResourceType) else None
    return m.ThingType(node.text) if node is not None and scope.world.is_kind(node.text) else None


def _show(scope: Scope, phrase: tree.Phrase, given: Given, doer: m.Value | None) -> Done | None:
    from .queries import who

    assert phrase.object is not None
    thing = argument(scope, phrase.object, types.THING, "what is shown", sets=True)
    viewer: m.Argument | None = None
    if "to" in given:
        node = given["to"]
        if isinstance(node, tree.Every):
            viewer = argument(scope, node, m.ThingType(scope.world.seat_kind), "whoever sees it")
            if viewer is None:
                return None
        else:
            viewer = who(scope, node, "whoever sees it")
            if types.is_hole(viewer):
                return None
    return None if thing is None else _done(phrase, thing, ("to", viewer))


def _lay(scope: Scope, phrase: tree.Phrase, given: Given, doer: m.Value | None) -> Done | None:
    from .values import value

    node = phrase.object
    maps = scope.world.index.maps
    if isinstance(node, tree.Word) and node.text in maps and node.text not in scope.names:
        return _done(phrase, m.ThingConstant(node.text, types.NAME, span=node.span))
    if isinstance(node, tree.Word) and node.text not in scope.names and node.text not in scope.world.names:
        scope.report.unknown(
            "map",
            node.text,
            node.span,
            set(maps),
            f"There are: {listed(list(maps))}." if maps else "Declare it with `map`.",
        )
        return None
    assert node is not None
    found = types.HOLE if isinstance(node, tree.Every) else value(scope, node)
    if types.is_hole(found):
        return None
    if not isinstance(types.strip(found.type), (m.GridType, m.NameType)):
        scope.report.error(
            "wrong-type", "`lay` needs a map or a grid of places", node.span, f"this is {types.describe(found.type)}"
        )
        return None
    return _done(phrase, found)


def _seat(scope: Scope, phrase: tree.Phrase, given: Given, doer: m.Value | None) -> Done | None:
    assert phrase.object is not None
    thing = argument(scope, phrase.object, m.ThingType(scope.world.seat_kind), "who takes the seat")
    seat = argument(scope, given["for"], m.ThingType("Seat"), "the seat")
    return None if thing is None or seat is None else _done(phrase, thing, ("for", seat))


def _reset(scope: Scope, phrase: tree.Phrase, given: Given, doer: m.Value | None) -> Done | None:
    assert phrase.object is not None
    thing = argument(scope, phrase.object, types.THING, "what is reset", sets=True)
    return None if thing is None else _done(phrase, thing)


def _give(scope: Scope, phrase: tree.Phrase, given: Given, doer: m.Value | None) -> Done | None:
    assert phrase.object is not None
    thing = argument(scope, phrase.object, types.THING, "what is given", sets=True)
    to = argument(scope, given["to"], m.ThingType(scope.world.seat_kind), "whoever gets it")
    return None if thing is None or to is None else _done(phrase, thing, ("to", to))


def _next_game(scope: Scope, phrase: tree.Phrase, given: Given, doer: m.Value | None) -> Done | None:
    if not scope.test:
        scope.report.error(
            "wrong-place",
            "`next_game` stands in tests alone",
            phrase.span,
            "the next game of a campaign begins when a match is over",
            help="What is done then is said in `after_game` of the campaign.",
        )
        return None
    return _done(phrase, None)


_VERBS: dict[str, Callable[[Scope, tree.Phrase, Given, m.Value | None], Done | None]] = {
    "move": _move,
    "draw": _draw,
    "shuffle": _shuffle,
    "roll": _roll,
    "flip": _flip,
    "pay": _pay,
    "show": _show,
    "lay": _lay,
    "seat": _seat,
    "reset": _reset,
    "give": _give,
    "next_game": _next_game,
}
