"""Bare names: a local name first; then a declared name whose type fits what is wanted here.

One candidate is taken whatever its type (a wrong type is then reported as such). Of several, the one that fits; if two
fit it is an error, and `Kind.name` settles it.
"""

from __future__ import annotations

from attrs import evolve

from .. import model as m
from .. import vocabulary
from ..diagnostics.diagnostic import Edit, Fix
from ..diagnostics.nearest import most_like, nearest, sharing
from ..source import Span
from ..syntax import tree
from . import types
from .members import Attr, Candidate, DefineMember, ZoneMember
from .prose import constant
from .scope import Scope, path_of

NAMES_ONLY = {"phase", "step", "action", "menu", "die", "map", "setup", "campaign", "build"}
_SORTS = {
    "state": "a state of the game",
    "zone": "a zone",
    "define": "a define",
    "option": "an option",
    "choice": "a value of the option",
    "enum": "a value of",
    "thing": "a thing of the Kind",
    "deck": "a deck",
    "builtin": "built in",
}


def word(scope: Scope, node: tree.Word, wanted: m.Type | None) -> m.Value:
    """The value of a bare name."""
    bound = scope.names.get(node.text)
    if bound is not None and scope.test and wanted is not None and not scope.world.fits(bound.value.type, wanted):
        # a test may call a Worker `green`; where a colour is wanted, the colour is meant
        other = [c for c in scope.world.names.get(node.text, ()) if c.sort == "enum"]
        fitting_ = [
            v for v in (build(scope, node.text, c, node.span) for c in other) if scope.world.fits(v.type, wanted)
        ]
        if len(fitting_) == 1:
            return fitting_[0]
    if bound is not None:
        bound.used = True
        return narrowed(scope, node, at(bound.value, node.span))
    found = scope.world.names.get(node.text, [])
    # a sort that only ever is a name (a phase, a menu) gives way to everything else
    real = [c for c in found if c.sort not in NAMES_ONLY]
    if wanted is not None and isinstance(types.strip(wanted), m.NameType):
        real = [c for c in found if c.sort in NAMES_ONLY] or real
    choices = real or found
    if not choices:
        _unknown(scope, node, wanted)
        return types.HOLE
    if len(choices) == 1:
        return narrowed(scope, node, build(scope, node.text, choices[0], node.span))
    values = [(c, build(scope, node.text, c, node.span)) for c in choices]
    if wanted is not None and not types.unknown(wanted):
        fitting = [(c, v) for c, v in values if fits_exactly(scope, v.type, wanted)]
        if len(fitting) == 1:
            return narrowed(scope, node, fitting[0][1])
        if fitting:
            values = fitting
        else:
            return values[0][1]
    elif scope.test:
        things = [v for c, v in values if c.sort == "thing"]
        if len(things) == 1:
            return things[0]
    meanings = [
        f"{_SORTS.get(c.sort, c.sort)}{f' {c.owner}' if c.owner and c.sort != 'zone' else ''}" for c, _ in values
    ]
    owner = next((c.owner for c, _ in values if c.owner[:1].isupper()), None)
    scope.report.error(
        "ambiguous-name",
        f"`{node.text}` can mean several things here",
        node.span,
        " or ".join(meanings),
        other=tuple((c.span, "declared here") for c, _ in values if c.span.path),
        help=f"Write `{owner}.{node.text}` if you mean that one." if owner else "Give one of them another name.",
    )
    return types.HOLE


def fits_exactly(scope: Scope, actual: m.Type, wanted: m.Type) -> bool:
    """As `fits`, but a set also fits where its members do (a name with copies)."""
    if scope.world.fits(actual, wanted):
        return True
    inner = types.member_of(wanted) if not isinstance(types.strip(wanted), m.ZoneType) else None
    if inner is not None and scope.world.fits(actual, inner):
        return True
    of = types.member_of(actual)
    return of is not None and not isinstance(actual, m.ZoneType) and scope.world.fits(of, wanted)


def kind_member(scope: Scope, node: tree.KindMember) -> m.Value:
    """`Kind.name`: a value of an enum, or a thing of a Kind."""
    kind, name = node.kind.text, node.name.text
    world = scope.world
    for candidate in world.names.get(name, []):
        if candidate.owner == kind or (
            candidate.sort == "thing" and world.is_kind(kind) and _thing_is(scope, name, kind)
        ):
            return build(scope, name, candidate, node.span)
    if kind in world.index.enums:
        known = [value.name.text for value in world.index.enums[kind].values]
        scope.report.unknown(f"value of {kind}", name, node.name.span, known, f"{kind} has {listed(known)}.")
    elif world.is_kind(kind):
        things = [t.name for t in world.things.values() if any(world.overlap(k, kind) for k in t.kinds)]
        help = f'Declare it: `{kind} {name} "Title"`.'
        if any(name in world.table(k) for k in world.kinds_in(kind)):
            help = f"Give the {kind} a name: `{kind} x`, and write `x.{name}`."
            if isinstance(world.table(kind).get(name), ZoneMember) and world.is_a(kind, world.seat_kind):
                help += f" `team.{name}` is that of each of them, all together."
            things = []
        scope.report.unknown(f"{kind}", name, node.name.span, things, help)
    else:
        world.unknown_kind(node.kind)
    return types.HOLE


def _thing_is(scope: Scope, name: str, kind: str) -> bool:
    thing = scope.world.things.get(name)
    return thing is not None and any(k in scope.world.all_kinds(thing) for k in scope.world.kinds_in(kind))


def build(scope: Scope, name: str, candidate: Candidate, span: Span) -> m.Value:
    """What a declared name stands for."""
    world = scope.world
    match candidate.sort:
        case "state" | "zone" | "define":
            member = world.game_table[name]
            match member:
                case Attr():
                    return m.StateValue(member.key, member.type, span=span)
                case ZoneMember():
                    return m.ZoneValue(member.key, None, m.ZoneType(member.content), span=span)
                case DefineMember() if (number := constant(member)) is not None:
                    return m.Literal(number, m.NUMBER, span=span)  # a number with a name is told as the number
                case DefineMember():
                    return m.DefineValue(member.key, None, (), define_type(scope, member), span=span)
                case _:
                    return types.HOLE
        case "option":
            return m.OptionValue(name, option_type(scope, name), span=span)
        case "choice" | "enum":
            return m.EnumConstant(candidate.owner, name, m.EnumType(candidate.owner), span=span)
        case "thing":
            return thing(scope, name, span)
        case "builtin":
            of = world.builtin_type(vocabulary.VALUES[name].type)
            if name == "scenario":
                of = m.OptionalType(m.ThingType(_scenario_kind(scope)))
            elif name == "campaign":
                of = types.NAME
            elif name == "chance":
                of = m.ThingType(world.seat_kind)
            return m.Builtin(name, (), of, span=span)
        case "deck":
            return m.NameConstant(name, m.ThingType("Deck"), span=span)
        case "map":
            return m.ThingConstant(name, types.NAME, span=span)
        case _:
            return m.NameConstant(name, types.NAME, span=span)


def _scenario_kind(scope: Scope) -> str:
    declared = [k.name for k in scope.world.kinds.values() if "Scenario" in k.ancestors and not k.built_in]
    return declared[0] if len(declared) == 1 else "Scenario"


def thing(scope: Scope, name: str, span: Span) -> m.Value:
    """A declared thing; with copies, the set of them, except in a test, where it is the first."""
    info = scope.world.things[name]
    of = m.ThingType(info.kinds[0])
    if info.copies != 1 and not scope.test:
        return m.CopiesConstant(name, m.SetType(of), span=span)
    return m.ThingConstant(name, of, span=span)


def all_copies(scope: Scope, v: m.Value) -> m.Value:
    """Behind `in` a thing with copies is the set of them, in a test, too."""
    if not isinstance(v, m.ThingConstant) or v.thing not in scope.world.things:
        return v
    return v if scope.world.things[v.thing].copies == 1 else m.CopiesConstant(v.thing, m.SetType(v.type), span=v.span)


def option_type(scope: Scope, name: str) -> m.Type:
    option = scope.world.index.options[name]
    if option.kind is not None:
        of = scope.world.kind_type(option.kind)
        return m.SetType(of) if option.several else of
    if option.truth is not None:
        return m.TRUTH
    return m.EnumType(name)


def define_type(scope: Scope, member: DefineMember) -> m.Type:
    """The type of a define, which is that of its first declaration."""
    first = member.first
    if isinstance(first, Attr):
        return first.type
    of = first or member
    if of.value is None and scope.world.infer_define is not None:
        scope.world.infer_define(of)
    return of.value.type if of.value is not None else types.UNKNOWN


def narrowed(scope: Scope, node: tree.Expression, value: m.Value) -> m.Value:
    """The value with the type that a test has made sure of."""
    if not scope.facts:
        return value
    path = path_of(node)
    fact = scope.facts.get(path) if path is not None else None
    return value if fact is None or types.is_hole(value) else retyped(value, fact)


def retyped(value: m.Value, of: m.Type) -> m.Value:
    return value if value.type == of else evolve(value, type=of)


def at(value: m.Value, span: Span) -> m.Value:
    """The same value at another place of the text."""
    return evolve(value, span=span)


def _unknown(scope: Scope, node: tree.Word, wanted: m.Type | None) -> None:
    world = scope.world
    what = "name"
    known = {*scope.names, *world.names}
    inner = None if wanted is None else types.strip(wanted)
    if isinstance(inner, m.EnumType) and inner.enum in world.index.enums:
        what = f"value of {inner.enum}"
    this = scope.this
    if isinstance(this, m.ThingType):
        table = world.thing_table(scope.this_thing) if scope.this_thing else world.table(this.kind)
        if node.text in table:
            scope.report.error(
                "unknown-name",
                f"There is no {what} `{node.text}`",
                node.span,
                "`this.` is never left out",
                help=f"Write `this.{node.text}`.",
                fix=Fix(f"Write `this.{node.text}`", (Edit(node.span, f"this.{node.text}"),)),
            )
            return
    having = [
        k for k in world.kinds if what == "name" and isinstance(world.table(k).get(node.text), (Attr, ZoneMember))
    ]
    if having and (what, node.text) not in scope.report.named:
        fits = scope.you is not None and any(world.fits(scope.you, m.ThingType(k)) for k in having)
        right = f"you.{node.text}" if fits else f"x.{node.text}"
        scope.report.error(
            "unknown-name",
            f"There is no {what} `{node.text}`",
            node.span,
            f"{types.article(having[0])} has one",
            help=f"Whose is it? Write `{right}`{'' if fits else f', where `x` names {types.article(having[0])}'}.",
            guess=Fix(f"Write `{right}`", (Edit(node.span, right),)) if fits else None,
        )
        return
    fitting_ = _fitting(scope, inner)
    near = nearest(node.text, known)
    other = near if near is not None and fitting_ and _is_value(scope, near) else None  # near, but not what is wanted
    meant = nearest(node.text, fitting_) or sharing(node.text, fitting_) or (near if other is None else None)
    if other is not None:
        known -= {name for name in known if _is_value(scope, name)}
    help = _there_are(scope, inner, node.text, fitting_, other)
    scope.report.unknown(what, node.text, node.span, known, help, meant)


def _is_value(scope: Scope, name: str) -> bool:
    """Is it only ever a value of an enum or option, and no thing?"""
    found = scope.world.names.get(name, ())
    return name not in scope.names and bool(found) and all(c.sort in ("enum", "choice") for c in found)


def _fitting(scope: Scope, wanted: m.Type | None) -> list[str]:
    """The things that could stand where a thing of a type, or a set of such things, is wanted."""
    world = scope.world
    inner = wanted
    several = inner is not None and types.member_of(inner) is not None
    if several and inner is not None:
        member = types.member_of(inner)
        inner = types.strip(member) if member is not None else None
    if not isinstance(inner, m.ThingType) or inner == types.THING:
        return []
    many = several or scope.test
    return [
        name
        for name, of in world.things.items()
        if "#" not in name and (many or of.copies == 1) and world.fits(m.ThingType(of.kinds[0]), inner)
    ]


def _there_are(scope: Scope, wanted: m.Type | None, written: str, fitting_: list[str], near: str | None) -> str:
    """What could stand in the place of an unknown name. `near`: a name like it, of a value and no thing."""
    world = scope.world
    if isinstance(wanted, m.EnumType) and wanted.enum in world.index.enums:
        return f"{wanted.enum} has {listed([value.name.text for value in world.index.enums[wanted.enum].values])}."
    if fitting_:
        having = [name for name in fitting_ if near is not None and _says(world.things[name].node, near)]
        kinds = {world.things[name].kinds[0] for name in having or fitting_}
        kind = (
            kinds.pop() if len(kinds) == 1 else wanted and types.kind_of(types.strip(types.member_of(wanted) or wanted))
        )
        every = f" `sidescript show words GAME {kind}` lists all." if kind and len(fitting_) > 8 else ""
        if having:
            return f"`{near}` is what {listed(having)} say{'s' * (len(having) == 1)}.{every}"
        return f"There are {listed(most_like(written, fitting_))}. Declare it, or correct its spelling.{every}"
    if scope.test:
        one = types.kind_of(types.strip(types.member_of(wanted) or wanted)) if wanted is not None else None
        kind = one if one is not None and one in world.kinds and one not in vocabulary.KINDS else "Kind"
        return f"Correct its spelling, or make one for this test: `{kind} {written}` below `given`."
    return "Declare it, or correct its spelling."


def _says(thing: tree.Thing, value: str) -> bool:
    """Is a value one of those that a thing gives its attributes?"""
    given = [v for item in thing.items if isinstance(item, tree.Property) for v in item.values]
    return any(isinstance(v, tree.Word) and v.text == value for v in given)


def listed(names: list[str] | tuple[str, ...], limit: int = 8) -> str:
    """Names for a message: `a`, `b` and `c`."""
    shown = [f"`{n}`" for n in names[:limit]]
    if len(names) > limit:
        return ", ".join(shown) + " and more"
    return shown[0] if len(shown) == 1 else ", ".join(shown[:-1]) + " and " + shown[-1] if shown else "none"
