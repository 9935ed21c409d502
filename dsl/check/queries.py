"""Queries: the things of a Kind that pass every filter; traits, amounts, nearness and order."""

from __future__ import annotations

from .. import model as m
from ..syntax import tree
from . import names, types
from .conditions import condition
from .english import before_a_kind
from .members import Attr, BuiltinMember, DefineMember, FaceMember, SectionMember
from .names import retyped
from .scope import Scope, path_of


def element_type(scope: Scope, kind: tree.Name) -> m.Type:
    """What a query of this Kind finds."""
    match kind.text:
        case "Number":
            return m.NUMBER
        case "Zone":
            return m.ZoneType("Thing")
        case "Truth":
            return m.TRUTH
    if kind.text in scope.world.index.enums:
        return m.EnumType(kind.text)
    return m.ThingType(scope.world.content_kind(kind))


def query(scope: Scope, node: tree.Query, by: str = "query") -> tuple[m.Query | None, Scope]:
    """The query, and a scope in which its name is bound and its filters are known to hold. None if it is faulty."""
    known = (
        scope.world.is_kind(node.kind.text)
        or node.kind.text in scope.world.index.enums
        or node.kind.text in ("Number", "Zone")
    )
    of = element_type(scope, node.kind)
    local = scope.fresh(node.name.text if node.name else "it", of, node.name.span if node.name else node.span)
    inner = scope.inner(it=local)
    if node.name is not None:
        inner.put(node.name, local, by)
    sound = known
    traits: list[m.Trait] = []
    amount: m.Amount | None = None
    random = False
    for trait in node.traits:
        found = _trait(scope, inner, local, node, trait)
        match found:
            case "random":
                random = True
            case m.Trait():
                traits.append(found)
            case m.Amount():
                amount = found
            case _:
                sound = False
    nears: list[m.Near] = []
    for near in node.near:
        one = _near(scope, near, of)
        if one is None:
            sound = False
        else:
            nears.append(one)
            if near.word == "in" and isinstance(of, m.ThingType):
                inside = types.member_of(one.value.type)
                if (
                    isinstance(inside, m.ThingType)
                    and scope.world.is_a(inside.kind, of.kind)
                    and inside.kind != of.kind
                ):
                    pass
    where: m.Value | None = None
    if node.where is not None:
        where, true, _ = condition(inner, node.where)
        inner = inner.with_facts(true)
        sound = sound and not types.is_hole(where)
    nearest: m.Value | None = None
    if node.nearest is not None:
        nearest = _thing_or_set(scope, node.nearest, "`nearest to`")
        sound = sound and not types.is_hole(nearest)
    ordering: m.Order | None = None
    if node.order is not None:
        ordering = order(scope, inner, node.order)
        sound = sound and ordering is not None
    if not sound:
        return None, inner
    found_ = m.Query(
        node.kind.text, local, tuple(traits), tuple(nears), where, nearest, ordering, amount, random, span=node.span
    )
    return found_, inner


def _lying_there(scope: Scope, source: m.Value, node: tree.Expression) -> str | None:
    """Where copies of a thing are counted as it is asked whether one lies there: `count(worm in bin)`."""
    path = path_of(node.container) if isinstance(node, tree.Membership) else None
    if not isinstance(source, m.Membership) or not isinstance(source.item, m.ThingConstant) or path is None:
        return None
    of = types.kind_of(source.item.type)
    alone = source.item.thing not in scope.world.things or scope.world.things[source.item.thing].copies == 1
    return f"Write `{of} x in {path} where x {'==' if alone else 'in'} {source.item.thing}`."


def over(scope: Scope, source: m.Value, node: tree.Expression) -> tuple[m.Query | None, Scope]:
    """A query for every member of a set or zone: `count(wolves)`."""
    if types.is_hole(source):
        return None, scope
    of = types.holds(source.type)
    if of is None:
        scope.report.error(
            "not-a-set",
            "Here a query, a zone or a set is needed",
            node.span,
            f"this is {types.describe(source.type)}",
            help=_lying_there(scope, source, node) or "Write a query, such as `Kind x where ...`.",
        )
        return None, scope
    local = scope.fresh("it", of, node.span)
    return m.Query(kind_name(of), local, (), (m.Near("in", source, span=node.span),), span=node.span), scope.inner(
        it=local
    )


def kind_name(of: m.Type) -> str:
    """The name by which a query calls members of this type."""
    match types.strip(of):
        case m.ThingType(kind):
            return kind
        case m.EnumType(enum):
            return enum
        case m.ZoneType():
            return "Zone"
        case m.NumberType() | m.ResourceType():
            return "Number"
        case _:
            return "Thing"


def order(scope: Scope, inner: Scope, node: tree.Order) -> m.Order | None:
    keys: list[m.Value] = []
    for key in node.keys:
        keys.append(sort_key(inner, key, "what the order goes by"))
    chooser = None if node.chooser is None else who(scope, node.chooser, "whoever chooses the order")
    if any(types.is_hole(key) for key in keys) or (chooser is not None and types.is_hole(chooser)):
        return None
    return m.Order(tuple(keys), chooser, span=node.span)


def sort_key(scope: Scope, node: tree.Expression, what: str) -> m.Value:
    """What things are sorted by: numbers, or values of an enum in their order. Nothing comes first."""
    from .values import fit, value

    found = value(scope, node)
    if isinstance(types.strip(found.type), m.EnumType):
        return found
    return fit(scope, found, m.NUMBER, node, what)


def who(scope: Scope, node: tree.Expression, what: str) -> m.Value:
    """Somebody who can decide: a thing that holds a seat, a seat, several of them, or chance."""
    from .values import value

    found = value(scope, node, m.ThingType(scope.world.seat_kind))
    if types.is_hole(found):
        return found
    of = types.member_of(found.type) if not isinstance(found.type, m.ZoneType) else None
    kind = types.kind_of(of or found.type)
    seat_kind = scope.world.seat_kind
    if kind is not None and (scope.world.overlap(kind, seat_kind) or kind == "Seat"):
        return found
    scope.report.error(
        "wrong-type",
        f"{what[:1].upper()}{what[1:]} has to be {types.article(seat_kind)}",
        node.span,
        f"this is {types.describe(found.type)}",
        help=f"Only {types.article(seat_kind)}, a seat or `team` can decide something.",
    )
    return types.HOLE


def _thing_or_set(scope: Scope, node: tree.Expression, what: str) -> m.Value:
    from .values import value

    found = value(scope, node)
    if types.is_hole(found):
        return found
    of = types.member_of(found.type) if types.member_of(found.type) is not None else types.strip(found.type)
    if isinstance(of, m.ThingType):
        return found
    scope.report.error(
        "wrong-type",
        f"{what} needs a thing",
        node.span,
        f"this is {types.describe(found.type)}",
        help=of_places(scope, found),
    )
    return types.HOLE


def of_places(scope: Scope, said: m.Value) -> str | None:
    """How one speaks of the places that say this value, where a place is wanted."""
    if not isinstance(said, m.EnumConstant):
        return None
    for kind, info in scope.world.kinds.items():
        if "Place" not in info.ancestors:
            continue
        for name, member in scope.world.table(kind).items():
            of = member.type if isinstance(member, Attr) else None
            if of is None or types.strip(types.member_of(of) or of) != said.type:
                continue
            test = f"{said.name} in x.place.{name}" if isinstance(of, m.SetType) else f"x.place.{name} == {said.name}"
            return f"`{said.name}` is what {types.article(kind)} says under `{name}`. Write `Kind x where {test}`."
    return None


def _near(scope: Scope, node: tree.Near, of: m.Type) -> m.Near | None:
    from .values import number, value

    match node.word:
        case "in":
            found = names.all_copies(scope, value(scope, node.value))
            if types.is_hole(found):
                return None
            inner = types.holds(found.type)
            if inner is None:
                scope.report.error(
                    "not-a-set",
                    "`in` needs a zone or a set",
                    node.value.span,
                    f"this is {types.describe(found.type)}",
                    help="What lies on a place is asked with `at`."
                    if isinstance(types.strip(found.type), m.ThingType)
                    else None,
                )
                return None
            of_zones = isinstance(inner, m.ZoneType) and isinstance(of, m.ThingType)
            if not of_zones and not isinstance(inner, m.NothingType) and not scope.world.fits(inner, of):
                scope.report.error(
                    "wrong-type",
                    f"There is never {types.describe(of)} in it",
                    node.value.span,
                    f"this is {types.describe(found.type)}",
                )
                return None
            return m.Near("in", found, span=node.span)
        case "except":
            found = value(scope, node.value, of)
            if types.is_hole(found):
                return None
            inner = types.member_of(found.type)
            if not scope.world.fits(found.type, of) and not (inner is not None and scope.world.fits(inner, of)):
                scope.report.error(
                    "wrong-type",
                    f"`except` has to name {types.describe(of)}",
                    node.value.span,
                    f"this is {types.describe(found.type)}",
                )
                return None
            return m.Near("except", found, span=node.span)
        case _:
            found = _thing_or_set(scope, node.value, f"`{node.word}`")
            distance = None
            if node.distance is not None:
                distance = number(scope, node.distance, "the distance")
                if types.is_hole(distance):
                    return None
            return None if types.is_hole(found) else m.Near(node.word, found, distance, span=node.span)


# ------------------------------------------------------------------------------------------------ before the Kind


def _trait(
    scope: Scope, inner: Scope, local: m.Local, node: tree.Query, trait: tree.Expression
) -> m.Trait | m.Amount | str | None:
    """A word before the Kind: what must be true of the candidate, or how many."""
    from .values import value

    if isinstance(trait, tree.Word):
        if trait.text == "random":
            return "random"
        if trait.text == "other" and trait.text not in scope.names:
            return _other(scope, local, trait)
        found = adjective(scope, inner, local, trait)
        if found is not None:
            return found
        bound = scope.names.get(trait.text)
        if bound is None and not any(
            c.sort in ("state", "define", "option", "builtin") for c in scope.world.names.get(trait.text, ())
        ):
            _unknown_trait(scope, node, local, trait)
            return None
    amount = value(scope, trait)
    if types.is_hole(amount):
        return None
    if types.numeric(types.strip(amount.type)):
        return m.Amount(amount, amount, span=trait.span)
    if isinstance(amount.type, m.TruthType):
        return m.Trait("", amount, span=trait.span)
    scope.report.error(
        "wrong-type",
        "Before a Kind stands how many, or a word that says what they are like",
        trait.span,
        f"this is {types.describe(amount.type)}",
    )
    return None


def _other(scope: Scope, local: m.Local, trait: tree.Word) -> m.Trait | None:
    than: m.Value
    if scope.this is not None and scope.world.fits(scope.this, local.type):
        than = m.This(scope.this, span=trait.span)
    elif scope.you is not None and scope.world.fits(scope.you, local.type):
        than = m.You(scope.you, span=trait.span)
    else:
        scope.report.error(
            "unknown-name",
            "`other` than what?",
            trait.span,
            "nothing is left out here",
            help="Write `except x` behind the Kind.",
        )
        return None
    return m.Trait("other", m.Comparison("!=", local, than, m.TRUTH, span=trait.span), span=trait.span)


def adjective(scope: Scope, inner: Scope, local: m.Local, trait: tree.Word) -> m.Trait | None:
    """A face, a Truth, a section, or a value of an enum that is the value of one of its attributes."""
    from .paths import find, read

    name = trait.text
    kind = types.kind_of(local.type)
    if kind is None:
        return None
    members, missing = find(scope, local, name)
    if members and not missing:
        member = members[0][1]
        truth = (
            isinstance(member, (FaceMember, SectionMember))
            or (isinstance(member, Attr) and isinstance(types.strip(member.type), m.TruthType))
            or (isinstance(member, DefineMember) and not member.node.parameters)
            or (isinstance(member, BuiltinMember) and member.attribute.type == "Truth")
        )
        if truth:
            test = read(inner, local, tree.Name(name, span=trait.span), None, trait.span)
            if types.is_hole(test):
                return m.Trait(name, test, span=trait.span)
            if isinstance(types.strip(test.type), m.TruthType):
                return m.Trait(name, test, span=trait.span)
    return _enum_trait(scope, local, kind, trait)


def _enum_trait(scope: Scope, local: m.Local, kind: str, trait: tree.Word) -> m.Trait | None:
    world = scope.world
    enums = [c.owner for c in world.names.get(trait.text, ()) if c.sort == "enum"]
    if not enums:
        return None
    first = world.kinds_in(kind)[0]
    fitting: list[tuple[Attr, str]] = []
    for member in world.table(first).values():
        if isinstance(member, Attr):
            of = (
                types.member_of(member.type)
                if isinstance(types.strip(member.type), (m.SetType, m.BagType))
                else types.strip(member.type)
            )
            if isinstance(of, m.EnumType) and of.enum in enums:
                fitting.append((member, of.enum))
    named = [(a, e) for a, e in fitting if a.name in (e.lower(), e.lower() + "s")]
    chosen = named or fitting
    if not chosen:
        return None
    if len(chosen) > 1:
        scope.report.error(
            "ambiguous-name",
            f"`{trait.text}` may speak of several attributes",
            trait.span,
            " or ".join(f"`{a.name}`" for a, _ in chosen),
            other=tuple((a.node.name.span, "declared here") for a, _ in chosen),
            help=f"Say which: `where x.{chosen[0][0].name} == {trait.text}`.",
        )
        return m.Trait(trait.text, types.HOLE, span=trait.span)
    attribute, enum = chosen[0]
    value = m.EnumConstant(enum, trait.text, m.EnumType(enum), span=trait.span)
    read = m.AttributeValue(local, attribute.key, attribute.type, span=trait.span)
    test: m.Value
    if isinstance(types.strip(attribute.type), (m.SetType, m.BagType)):
        test = m.Membership(value, read, False, m.TRUTH, span=trait.span)
    else:
        test = m.Comparison("==", read, value, m.TRUTH, span=trait.span)
    return m.Trait(trait.text, test, span=trait.span)


def _unknown_trait(scope: Scope, node: tree.Query, local: m.Local, trait: tree.Word) -> None:
    world = scope.world
    kind = types.kind_of(local.type)
    known: set[str] = {"random", "other"}
    if kind is not None:
        for each in world.kinds_in(kind):
            for name, member in world.table(each).items():
                if (
                    isinstance(member, FaceMember)
                    or (isinstance(member, Attr) and isinstance(member.type, m.TruthType))
                    or (isinstance(member, DefineMember) and not member.node.parameters)
                ):
                    known.add(name)
    scope.report.unknown(
        f"trait of {node.kind.text}",
        trait.text,
        trait.span,
        known,
        before_a_kind(trait.text, node.kind.text)
        or f"Before a Kind stands a face, a Truth or a value of an enum of {node.kind.text}, or a number.",
    )


def amount_of_resource(scope: Scope, node: tree.Query) -> m.Value:
    """`2 Star`, `2 power Energy`, `i.price Energy` of a bag: an amount, not things."""
    from .values import expect, fit, number, value

    of = m.ResourceType(node.kind.text)
    if node.near or node.where is not None or node.nearest is not None or node.order is not None:
        scope.report.error(
            "wrong-type",
            f"`{node.kind.text}` is a resource: it is counted, not told apart",
            node.span,
            "filters make no sense here",
            help="An amount is a number and the resource, such as `2 Star`; from where is said with `from`.",
        )
        return types.HOLE
    if not node.traits:
        return m.Literal(1, of, span=node.span)
    first, *rest = node.traits
    sort = resource_sort(scope, node.kind.text)
    if not rest and sort is not None:
        bag = value(scope, first)
        if isinstance(types.strip(bag.type), m.BagType):
            bag = fit(scope, bag, m.BagType(sort), first, f"how many {node.kind.text}")
            return bag if types.is_hole(bag) else retyped(bag, m.ResourceType(of.resource, bag=True))
    found = number(scope, first, f"how many {node.kind.text}")
    if types.is_hole(found) or not rest:
        return found if types.is_hole(found) else retyped(found, of)
    if sort is None or len(rest) > 1:
        scope.report.error(
            "wrong-type",
            f"`{node.kind.text}` is all of one sort",
            rest[-1].span,
            "only the number is expected before it",
            help="A resource has sorts if it says so: `gives n of x.sort`.",
        )
        return types.HOLE
    which = expect(scope, rest[0], sort, f"the sort of {node.kind.text}")
    return types.HOLE if types.is_hole(which) else m.Builtin("amount", (found, which), of, span=node.span)


def resource_sort(scope: Scope, name: str) -> m.EnumType | None:
    """The enum that tells the sorts of a resource apart (`gives n of x.type`); None if it has none."""
    from .values import value

    node = scope.world.index.resources[name]
    if node.gives_kind is None or node.source is None:
        return None
    world = scope.world
    inner = Scope(world)
    if node.of is not None:
        inner.this = world.kind_type(node.of)
    _, inner = query(inner, node.source)
    of = types.strip(value(inner, node.gives_kind).type)
    return of if isinstance(of, m.EnumType) else None


def amount(scope: Scope, node: tree.Amount | None) -> m.Amount | None:
    from .values import number

    if node is None:
        return None
    low = number(scope, node.low, "how many")
    high = None if node.high is None else low if node.high is node.low else number(scope, node.high, "how many")
    return m.Amount(low, high, span=node.span)
