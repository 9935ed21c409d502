"""Paths: `object.name`. An attribute, zone, face, part, section or define of a thing; through sets and groups too."""

from __future__ import annotations

from .. import model as m
from ..source import Span
from ..syntax import tree
from . import types
from .english import attribute
from .members import Attr, BuiltinMember, DefineMember, FaceMember, Member, PartMember, SectionMember, Table, ZoneMember
from .names import define_type, listed, narrowed, retyped
from .scope import Scope

Arguments = tuple[tree.Argument, ...] | None


def member(scope: Scope, node: tree.Member) -> m.Value:
    from .values import value

    inner = value(scope, node.object)
    return narrowed(scope, node, read(scope, inner, node.name, None, node.span))


def read(scope: Scope, inner: m.Value, name: tree.Name, arguments: Arguments, span: Span) -> m.Value:
    """What `inner.name` or `inner.name(arguments)` is."""
    match inner.type:
        case types.UnknownType():
            return types.HOLE
        case m.OptionalType(m.ThingType()) | m.ThingType():
            return _of_thing(scope, inner, name, arguments, span)
        case m.SetType(of) | m.OptionalType(m.SetType(of)):
            return _through(scope, inner, of, name, arguments, span)
        case m.GridType(of):
            return _through(scope, inner, of, name, arguments, span)
        case m.ZoneType(content):
            return _through(scope, inner, m.ThingType(content), name, arguments, span)
        case m.EventType(verb):
            return _of_event(scope, inner, verb, name, span)
        case m.NothingType():
            scope.report.error(
                "wrong-type", f"Nothing has no `{name.text}`", name.span, "what stands before it is nothing here"
            )
            return types.HOLE
        case other:
            scope.report.error(
                "unknown-name",
                f"There is no `{name.text}` in {types.describe(other)}",
                name.span,
                f"this is {types.describe(other)}",
            )
            return types.HOLE


def _through(scope: Scope, inner: m.Value, of: m.Type, name: tree.Name, arguments: Arguments, span: Span) -> m.Value:
    """A path over a set: what every member has, joined into one set."""
    if isinstance(of, m.NothingType):
        return types.HOLE
    local = scope.fresh("each", of, span)
    body = read(scope, local, name, arguments, span)
    if types.is_hole(body):
        return types.HOLE
    result = types.strip(body.type)
    inside = result.of if isinstance(result, (m.SetType, m.BagType)) else result
    return m.Each(inner, local, body, m.SetType(inside), span=span)


def _of_event(scope: Scope, inner: m.Value, verb: str, name: tree.Name, span: Span) -> m.Value:
    if isinstance(inner, m.Local):
        if name.text == "done":
            return m.EventValue(inner, "done", m.TRUTH, span=span)
        declared = scope.world.index.verbs.get(verb)
        known = ["done"]
        if declared is not None:
            parts = [declared.verb.object, *(r.parameter for r in declared.verb.roles)]
            for part in parts:
                if part is not None and part.name.text == name.text:
                    return m.EventValue(inner, name.text, scope.world.type_of(part.type), span=span)
                if part is not None:
                    known.append(part.name.text)
        scope.report.unknown(f"value of the event `{verb}`", name.text, name.span, known, f"It has {listed(known)}.")
    return types.HOLE


# ------------------------------------------------------------------------------------------------ things


def find(scope: Scope, inner: m.Value, name: str) -> tuple[list[tuple[str, Member]], list[str]]:
    """The members of that name, by the Kinds that the thing may have; and the Kinds that have none."""
    world = scope.world
    own = _own_table(scope, inner)
    if own is not None and name in own:
        return [("", own[name])], []
    kind = types.kind_of(inner.type) or "Thing"
    found: list[tuple[str, Member]] = []
    missing: list[str] = []
    for each in world.kinds_in(kind):
        member_ = world.table(each).get(name)
        if member_ is not None:
            found.append((each, member_))
        else:
            lower = _below(scope, each, name) if each in world.kinds and world.kinds[each].built_in else []
            if lower:
                found.extend(lower)
            else:
                missing.append(each)
    return found, missing


def _own_table(scope: Scope, inner: m.Value) -> Table | None:
    thing: str | None = None
    if isinstance(inner, m.This):
        thing = scope.this_thing
    elif isinstance(inner, m.ThingConstant):
        thing = inner.thing
    if thing is not None and thing in scope.world.things:
        return scope.world.thing_table(thing)
    return None


def _below(scope: Scope, kind: str, name: str) -> list[tuple[str, Member]]:
    """Members that lower Kinds declare: of a built-in Kind nothing is known, what is asked of it may be lower down."""
    found: list[tuple[str, Member]] = []
    keys: set[str] = set()
    for lower in scope.world.below(kind):
        member_ = scope.world.table(lower).get(name)
        if member_ is not None and key_of(member_) not in keys:
            keys.add(key_of(member_))
            found.append((lower, member_))
    return found


def key_of(member_: Member) -> str:
    return member_.name if isinstance(member_, BuiltinMember) else member_.key


def _of_thing(scope: Scope, inner: m.Value, name: tree.Name, arguments: Arguments, span: Span) -> m.Value:
    found, missing = find(scope, inner, name.text)
    if not found:
        _missing(scope, inner, name, ())
        return types.HOLE
    if missing:
        _missing(scope, inner, name, tuple(kind for kind, _ in found))
        return types.HOLE
    distinct: dict[str, tuple[str, Member]] = {}
    for kind, member_ in found:
        distinct.setdefault(key_of(member_), (kind, member_))
    options = [(kind, access(scope, inner, member_, name, arguments, span)) for kind, member_ in distinct.values()]
    result = options[-1][1]
    for kind, one in reversed(options[:-1]):
        of = scope.world.join(one.type, result.type)
        if of is None:
            scope.report.error(
                "wrong-type",
                f"`{name.text}` is {types.describe(one.type)} for {types.article(kind)}, "
                f"{types.describe(result.type)} for others",
                name.span,
                help=f"Test what it is first: `is {kind}`.",
            )
            return types.HOLE
        test = m.KindTest(inner, kind, False, m.TRUTH, span=span)
        result = m.Conditional(test, one, result, of, span=span)
    return result


def access(scope: Scope, inner: m.Value, member_: Member, name: tree.Name, arguments: Arguments, span: Span) -> m.Value:
    if arguments is not None and isinstance(member_, Attr) and isinstance(types.strip(member_.type), m.BagType):
        return in_bag(scope, access(scope, inner, member_, name, None, span), arguments, name, span)
    if arguments is not None and not isinstance(member_, DefineMember):
        scope.report.error(
            "wrong-type",
            f"`{name.text}` takes no values in brackets",
            name.span,
            "this is no define",
            help="Take the brackets out.",
        )
        return types.HOLE
    match member_:
        case Attr(key=key, type=of):
            return m.AttributeValue(inner, key, of, span=span)
        case ZoneMember(key=key, content=content):
            return m.ZoneValue(key, inner, m.ZoneType(content), span=span)
        case FaceMember(key=key):
            return m.FaceTest(inner, key, m.TRUTH, span=span)
        case SectionMember(key=key):
            return m.SectionTest(inner, key, m.TRUTH, span=span)
        case PartMember(key=key, kind=kind):
            return m.PartValue(inner, key, m.ThingType(kind), span=span)
        case BuiltinMember(name=key, attribute=attribute):
            return m.Builtin(key, (inner,), scope.world.builtin_type(attribute.type), span=span)
        case DefineMember():
            of = define_type(scope, member_)
            if isinstance(member_.first, Attr):
                return m.AttributeValue(inner, member_.first.key, of, span=span)
            given = call_arguments(scope, member_, arguments or (), name)
            if given is None:
                return types.HOLE
            return m.DefineValue(member_.key, inner, given, of, span=span)


def in_bag(scope: Scope, bag: m.Value, arguments: tuple[tree.Argument, ...], name: tree.Name, span: Span) -> m.Value:
    """`x.powers(energy)`: how many of a value a bag holds."""
    which = bag_value(scope, bag.type, arguments, name)
    return types.HOLE if types.is_hole(which) else m.Builtin("amount_of", (bag, which), m.NUMBER, span=span)


def bag_value(scope: Scope, of: m.Type, arguments: tuple[tree.Argument, ...], name: tree.Name) -> m.Value:
    from .values import expect

    inner = types.strip(of)
    given = arguments[0].value if len(arguments) == 1 else None
    if given is None or not isinstance(inner, m.BagType):
        scope.report.error(
            "missing-argument",
            f"`{name.text}(...)` needs one value",
            name.span,
            f"this is {types.describe(of)}",
            help=f"Write `{name.text}(value)` for how many of it there are.",
        )
        return types.HOLE
    return expect(scope, given, inner.of, f"what `{name.text}` counts")


def call_arguments(
    scope: Scope, of: DefineMember, given: tuple[tree.Argument, ...], name: tree.Name
) -> tuple[m.Value, ...] | None:
    """The values for a define's parameters, in order; None if something is wrong with them."""
    from .values import expect

    wanted = of.node.parameters
    by_name = {argument.name.text: argument for argument in given if argument.name is not None}
    plain = [argument for argument in given if argument.name is None]
    found: list[m.Value] = []
    for parameter in wanted:
        argument = by_name.pop(parameter.name.text, None) or (plain.pop(0) if plain else None)
        node = parameter.default if argument is None else argument.value or argument.query
        if node is None:
            scope.report.error(
                "missing-argument",
                f"`{name.text}` needs a value for `{parameter.name.text}`",
                name.span,
                f"expected {types.describe(scope.world.type_of(parameter.type))}",
                other=((of.node.name.span, "declared here"),),
            )
            return None
        found.append(
            expect(scope, node, scope.world.type_of(parameter.type), f"`{parameter.name.text}` of `{name.text}`")
        )
    extra = [*plain, *by_name.values()]
    if extra:
        scope.report.error(
            "missing-argument",
            f"`{name.text}` takes {len(wanted)} value{'s' if len(wanted) != 1 else ''}, not {len(given)}",
            extra[0].span,
            "one too many",
            other=((of.node.name.span, "declared here"),),
        )
        return None
    return tuple(found)


def _missing(scope: Scope, inner: m.Value, name: tree.Name, having: tuple[str, ...]) -> None:
    world = scope.world
    kind = types.kind_of(inner.type) or "Thing"
    label = f"this is {types.describe(types.strip(inner.type))}"
    if not having:
        having = tuple(k for k, _ in _below(scope, kind, name.text))
    what = types.article(kind) if kind[:1].isupper() else kind
    headline = f"{what[:1].upper()}{what[1:]} has no `{name.text}`"
    if having:
        scope.report.error(
            "unknown-name",
            headline,
            name.span,
            label,
            help=f"Only {listed(having)} has it. Test it first: `if x is {having[0]}:`.",
        )
        return
    known: set[str] = set()
    for each in world.kinds_in(kind):
        known.update(world.table(each))
    own = _own_table(scope, inner)
    if own is not None:
        known.update(own)
    from ..diagnostics.diagnostic import Edit, Fix
    from ..diagnostics.nearest import nearest

    meant = nearest(name.text, known)
    declared = sorted(k for k in known if k not in world.table("Thing"))
    scope.report.error(
        "unknown-name",
        headline,
        name.span,
        label,
        help=f"Did you mean `{meant}`?"
        if meant
        else usual
        if (usual := attribute(name.text)) is not None
        else f"It has {listed(declared)}."
        if declared
        else "Declare it in its Kind.",
        guess=Fix(f"Change to `{meant}`", (Edit(name.span, meant),)) if meant else None,
    )


# ------------------------------------------------------------------------------------------------ what can be written


def attribute_targets(scope: Scope, inner: m.Value, name: tree.Name) -> list[tuple[str, m.AttributeValue]]:
    """The attributes that `inner.name = ...` writes, with the Kind for which each is meant ("" for all)."""
    member_type = types.strip(inner.type)
    if isinstance(member_type, m.SetType):
        inside: m.Value = retyped(inner, member_type.of)
        return [
            (kind, m.AttributeValue(inner, t.attribute, t.type, span=t.span))
            for kind, t in attribute_targets(scope, inside, name)
        ]
    if types.unknown(inner.type) or not isinstance(member_type, m.ThingType):
        if not types.unknown(inner.type):
            read(scope, inner, name, None, name.span)
        return []
    found, missing = find(scope, inner, name.text)
    if not found or missing:
        _missing(scope, inner, name, tuple(kind for kind, _ in found))
        return []
    targets: dict[str, tuple[str, m.AttributeValue]] = {}
    for kind, member_ in found:
        match member_:
            case Attr(key=key, type=of):
                targets.setdefault(key, (kind, m.AttributeValue(inner, key, of, span=name.span)))
            case BuiltinMember(name=key, attribute=attribute) if attribute.settable:
                of = scope.world.builtin_type(attribute.type)
                targets.setdefault(key, (kind, m.AttributeValue(inner, key, of, span=name.span)))
            case _:
                what = {
                    DefineMember: "a define, which follows from other values",
                    ZoneMember: "a zone; move things into it instead",
                    FaceMember: "a face; use `flip` instead",
                }.get(type(member_), "nothing that can be written")
                scope.report.error("wrong-type", f"`{name.text}` cannot be written", name.span, f"it is {what}")
                return []
    if len(targets) == 1:
        return [("", next(iter(targets.values()))[1])]
    return list(targets.values())
