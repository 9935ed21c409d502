"""Values: every expression gets its meaning and its type."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from .. import model as m
from ..diagnostics.diagnostic import Edit, Fix
from ..source import Span
from ..syntax import tree
from . import names, paths, types
from .conditions import condition
from .names import narrowed, retyped
from .scope import Scope, path_of


def value(scope: Scope, node: tree.Expression, wanted: m.Type | None = None) -> m.Value:
    """The value of an expression. `wanted` only helps to choose between meanings; see `expect`."""
    found = _VALUES[type(node)](scope, node, wanted)
    if scope.world.trace is not None:
        scope.world.trace.note(scope, node, found, wanted)
    return found


def expect(scope: Scope, node: tree.Expression, wanted: m.Type, what: str) -> m.Value:
    """The value of an expression that has to be of a type; otherwise a message and a hole."""
    found = value(scope, node, wanted)
    return fit(scope, found, wanted, node, what)


def fit(scope: Scope, found: m.Value, wanted: m.Type, node: tree.Node, what: str) -> m.Value:
    """The value, made fit for the type: a single thing for a set of one, a number for an amount."""
    if types.is_hole(found) or types.unknown(wanted):
        return found
    inner = types.strip(wanted)
    if (
        isinstance(inner, (m.SetType, m.BagType))
        and types.member_of(found.type) is None
        and scope.world.fits(found.type, inner.of)
    ):
        if types.is_nothing(found.type):
            return found
        return m.Listing((found,), inner, span=found.span)
    if scope.world.fits(found.type, wanted):
        if isinstance(inner, m.BagType) and isinstance(found.type, m.SetType):
            return m.Listing(found.items if isinstance(found, m.Listing) else (found,), inner, span=found.span)
        if isinstance(inner, m.ResourceType) and isinstance(types.strip(found.type), m.NumberType):
            return retyped(found, inner)
        return found
    if (
        isinstance(found.type, m.SetType)
        and scope.world.fits(found.type.of, wanted)
        and not isinstance(found.type.of, m.NothingType)
    ):
        kind = types.kind_of(found.type.of)
        path = path_of(cast("tree.Expression", node))
        all_of = f"`each {kind} in {path}`" if path and kind else f"`each {kind or 'Kind'} in ...`"
        scope.report.error(
            "not-single",
            f"{_first(what)} has to be one, and this is a set",
            node.span,
            f"this is {types.describe(found.type)}, expected {types.describe(wanted)}",
            help=f"A verb does it to all of them with {all_of}. For one of them: `choose {kind or 'Kind'} x in ...`, "
            "`the(...)` or `first(...)`.",
        )
        return types.HOLE
    if isinstance(inner, (m.SetType, m.BagType)) and types.member_of(found.type) is None:
        scope.report.error(
            "not-a-set",
            f"{_first(what)} has to be a set",
            node.span,
            f"this is {types.describe(found.type)}, expected {types.describe(wanted)}",
            help="Write a query, a zone, or a list in square brackets.",
        )
        return types.HOLE
    scope.report.error(
        "wrong-type",
        f"{_first(what)} has to be {types.describe(wanted)}",
        node.span,
        f"this is {types.describe(found.type)}",
        help=_without_quotes(scope, node, wanted) or _as_pattern(node, wanted) or _what_fits(scope, wanted),
    )
    return types.HOLE


def _without_quotes(scope: Scope, node: object, wanted: m.Type) -> str | None:
    """A text that is the name or title of something: names have no quotes."""
    if not isinstance(node, tree.Text) or isinstance(types.strip(wanted), m.TextType):
        return None
    for name, one in scope.world.things.items():
        if node.value in (name, one.node.title.value):
            return f"A name has no quotes: `{name}`."
    return None


def _as_pattern(node: object, wanted: m.Type) -> str | None:
    """Of a Kind with a name, as patterns have it: the same with the Kind that is wanted."""
    inner = types.strip(wanted)
    if not isinstance(node, tree.Query) or node.name is None or not isinstance(inner, m.ThingType):
        return None
    return f"Write `{inner.kind} {inner.kind[:1].lower()}`, and ask what you want of it behind `if`."


def _what_fits(scope: Scope, wanted: m.Type) -> str | None:
    """Names that are here and of the type that is wanted."""
    inner = types.strip(wanted)
    if not isinstance(inner, m.ThingType) or inner == types.THING:
        return None
    found = ["you"] if scope.you is not None and scope.world.fits(scope.you, inner) else []
    found += ["this"] if scope.this is not None and scope.world.fits(scope.this, inner) else []
    found += [name for name, bound in scope.names.items() if scope.world.fits(bound.value.type, inner)]
    things = [
        name
        for name, of in scope.world.things.items()
        if of.copies == 1 and scope.world.fits(m.ThingType(of.kinds[0]), inner)
    ]
    if found:
        return f"{names.listed(found)} would fit here."
    if things:
        return f"{names.listed(things, 3)} would fit here, or a name for one: `choose {inner.kind} x ...`."
    return f"Choose one before: `choose {inner.kind} x ...`."


def _first(what: str) -> str:
    return what[:1].upper() + what[1:]


def number(scope: Scope, node: tree.Expression, what: str) -> m.Value:
    """A value that is certainly a number."""
    found = value(scope, node, m.NUMBER)
    if types.is_hole(found):
        return found
    if isinstance(found.type, m.OptionalType) and types.numeric(found.type.of):
        scope.report.error(
            "may-be-nothing",
            f"{_first(what)} may be nothing",
            node.span,
            "this may be nothing",
            help="Test it before: `... is not nothing and ...`, or `if ... is not nothing:`.",
        )
        return types.HOLE
    return fit(scope, found, m.NUMBER, node, what)


# ------------------------------------------------------------------------------------------------ constants


def _number(scope: Scope, node: tree.Number, wanted: m.Type | None) -> m.Value:
    return m.Literal(m.INFINITE if node.value is None else node.value, m.NUMBER, span=node.span)


def _text(scope: Scope, node: tree.Text, wanted: m.Type | None) -> m.Value:
    return m.Literal(node.value, m.TEXT, span=node.span)


def _truth(scope: Scope, node: tree.Truth, wanted: m.Type | None) -> m.Value:
    return m.Literal(node.value, m.TRUTH, span=node.span)


def _nothing(scope: Scope, node: tree.Nothing, wanted: m.Type | None) -> m.Value:
    return m.Literal(None, m.NOTHING, span=node.span)


def _this(scope: Scope, node: tree.This, wanted: m.Type | None) -> m.Value:
    if scope.this is None:
        scope.report.error(
            "this-outside",
            "`this` means nothing here",
            node.span,
            "`this` is the thing on which a text stands",
            help="Name the thing: as a parameter, in a query, or by its own name.",
        )
        return types.HOLE
    this = m.This(scope.this, span=node.span) if scope.this_value is None else names.at(scope.this_value, node.span)
    return narrowed(scope, node, this)


def _you(scope: Scope, node: tree.You, wanted: m.Type | None) -> m.Value:
    if scope.you is None:
        scope.report.error(
            "you-without-owner",
            "`you` means nobody here",
            node.span,
            "nobody is spoken to",
            help=scope.no_you,
        )
        return types.HOLE
    return narrowed(scope, node, m.You(scope.you, span=node.span))


def _it(scope: Scope, node: tree.It, wanted: m.Type | None) -> m.Value:
    if scope.it is None:
        scope.report.error(
            "unknown-name",
            "`it` means nothing here",
            node.span,
            "`it` is the thing that a query is testing",
            help="Give the thing a name where it is chosen or found, and write that: `choose Kind x ...`, "
            "`each Kind x ...:`.",
        )
        return types.HOLE
    return narrowed(scope, node, names.at(scope.it, node.span))


# ------------------------------------------------------------------------------------------------ made of others


def _listing(scope: Scope, node: tree.Listing, wanted: m.Type | None) -> m.Value:
    inner = types.member_of(wanted) if wanted is not None else None
    nested = isinstance(wanted, m.GridType) and bool(node.items) and isinstance(node.items[0], tree.Listing)
    items: list[m.Value] = []
    of: m.Type = m.NOTHING
    for item in node.items:
        found = value(scope, item, wanted if nested else inner)
        if types.is_hole(found):
            return types.HOLE
        one = types.member_of(found.type) if isinstance(found.type, m.SetType) and not nested else found.type
        assert one is not None
        if items:
            joined = scope.world.join(of, one)
            if joined is None:
                scope.report.error(
                    "wrong-type",
                    "A list holds values of one sort",
                    item.span,
                    f"this is {types.describe(one)}, the others are {types.describe(of)}",
                )
                return types.HOLE
            of = joined
        else:
            of = one
        items.append(found)
    if nested:
        inside = types.member_of(of) or of
        return m.Listing(tuple(items), m.GridType(inside), span=node.span)
    return m.Listing(tuple(items), m.SetType(of), span=node.span)


def _end(scope: Scope, node: tree.End, wanted: m.Type | None) -> m.Value:
    zone = value(scope, node.zone, m.ZoneType("Thing"))
    if types.is_hole(zone):
        return types.HOLE
    content = types.member_of(zone.type)
    if not isinstance(types.strip(zone.type), (m.ZoneType, m.SetType)) or content is None:
        scope.report.error(
            "wrong-type", f"`{node.which} of` needs a zone", node.zone.span, f"this is {types.describe(zone.type)}"
        )
        return types.HOLE
    return m.ZoneEnd(node.which, zone, m.OptionalType(content), span=node.span)


def _negative(scope: Scope, node: tree.Negative, wanted: m.Type | None) -> m.Value:
    operand = number(scope, node.operand, "what stands after the minus")
    return types.HOLE if types.is_hole(operand) else m.Negative(operand, m.NUMBER, span=node.span)


_SIDES = {"+": "added", "-": "subtracted", "*": "multiplied", "/": "divided", "mod": "divided"}


def _arithmetic(scope: Scope, node: tree.Arithmetic, wanted: m.Type | None) -> m.Value:
    what = f"what is {_SIDES[node.operator]}"
    if not scope.test:  # a test may well say how numbers are rounded
        _rounded_away(scope, node)
    left, right = number(scope, node.left, what), number(scope, node.right, what)
    if types.is_hole(left) or types.is_hole(right):
        return types.HOLE
    of: m.Type = left.type if left.type == right.type and node.operator in "+-" else m.NUMBER
    return m.Arithmetic(node.operator, left, right, of, span=node.span)


def _rounded_away(scope: Scope, node: tree.Arithmetic) -> None:
    """`1/2`, which is 0; `1/2 * n`, where the half is lost before it is multiplied; and what is divided by 0."""
    match node:
        case tree.Arithmetic("/" | "mod" as sign, _, tree.Number(0)):
            scope.report.error(
                "rounded-away",
                f"`{sign} 0` gives 0, whatever is divided",
                node.right.span,
                "this is 0",
                help="Divide by what it shall be shared among.",
            )
        case tree.Arithmetic("*", tree.Arithmetic("/", tree.Number(int(n)), tree.Number(int(by))) as part, other) if (
            by and n % by
        ):
            first = "" if n == 1 else f"{n} * "
            before, after = (
                Span(part.span.path, part.span.start, other.span.start),
                Span(part.span.path, other.span.end, other.span.end),
            )
            right = Fix(f"Divide last: `{first}... / {by}`", (Edit(before, first), Edit(after, f" / {by}")))
            plain = node.span.start == part.span.start  # no brackets around it, which would stay
            _no_fraction(scope, part, n, by, f"Divide last: `{first}x / {by}`.", right if plain else None)
        case tree.Arithmetic("/", tree.Number(int(n)), tree.Number(int(by))) if by and n % by:
            last = f"`x / {by}`" if n == 1 else f"`{n} * x / {by}`"
            help = f"`/` rounds down. So much of x is {last}; rounded up it is `(x + {by - 1}) / {by}`."
            _no_fraction(scope, node, n, by, help if n == 1 else f"`/` rounds down. So much of x is {last}.", None)
        case _:
            pass


def _no_fraction(scope: Scope, node: tree.Node, n: int, by: int, help: str, guess: Fix | None) -> None:
    scope.report.error(
        "rounded-away", f"Numbers are whole: `{n}/{by}` is {n // by}", node.span, "the rest is lost", help=help,
        guess=guess,
    )  # fmt: skip


def _truth_valued(scope: Scope, node: tree.Expression, wanted: m.Type | None) -> m.Value:
    return condition(scope, node)[0]


def _conditional(scope: Scope, node: tree.Conditional, wanted: m.Type | None) -> m.Value:
    test, true, false = condition(scope, node.test)
    then = value(scope.with_facts(true), node.then, wanted)
    otherwise = value(scope.with_facts(false), node.otherwise, wanted)
    if types.is_hole(then) or types.is_hole(otherwise) or types.is_hole(test):
        return types.HOLE
    of = scope.world.join(then.type, otherwise.type)
    if of is None:
        scope.report.error(
            "wrong-type",
            "Both values after `if` have to be of one sort",
            node.otherwise.span,
            f"this is {types.describe(otherwise.type)}",
            other=((node.then.span, f"this is {types.describe(then.type)}"),),
        )
        return types.HOLE
    return m.Conditional(test, then, otherwise, of, span=node.span)


def _query(scope: Scope, node: tree.Query, wanted: m.Type | None) -> m.Value:
    from .queries import amount_of_resource, query

    if node.kind.text in scope.world.index.resources:
        return amount_of_resource(scope, node)
    found, _ = query(scope, node)
    if found is None:
        return types.HOLE
    return m.QueryValue(found, m.SetType(found.local.type), span=node.span)


def _call(scope: Scope, node: tree.Call, wanted: m.Type | None) -> m.Value:
    from .calls import call

    return narrowed(scope, node, call(scope, node, wanted))


def _ask(scope: Scope, node: tree.Ask, wanted: m.Type | None) -> m.Value:
    from .event_uses import usable
    from .patterns import during, pattern

    inner = scope.inner()
    found = pattern(inner, node.pattern)
    moment = during(scope, node.during) if node.during is not None else None
    if found is None or not usable(scope, found, node.question):
        return types.HOLE
    of = m.NUMBER if node.question == "times" else m.TRUTH
    return m.Ask(node.question, found, moment, of, span=node.span)


def _member(scope: Scope, node: tree.Member, wanted: m.Type | None) -> m.Value:
    found = paths.member(scope, node)
    if isinstance(found, m.FaceTest) and wanted is not None:
        # where a thing is wanted, `card.face` is the card with this face up
        inner = types.member_of(wanted) if not isinstance(types.strip(wanted), m.ThingType) else wanted
        if inner is not None and isinstance(types.strip(inner), m.ThingType):
            return retyped(found, types.strip(found.object.type))
    return found


_VALUES: dict[type, Callable[..., m.Value]] = {
    tree.Number: _number,
    tree.Text: _text,
    tree.Truth: _truth,
    tree.Nothing: _nothing,
    tree.This: _this,
    tree.You: _you,
    tree.It: _it,
    tree.Word: names.word,
    tree.Member: _member,
    tree.Call: _call,
    tree.Ask: _ask,
    tree.KindMember: lambda scope, node, wanted: names.kind_member(scope, node),
    tree.End: _end,
    tree.Listing: _listing,
    tree.Negative: _negative,
    tree.Arithmetic: _arithmetic,
    tree.Comparison: _truth_valued,
    tree.Membership: _truth_valued,
    tree.KindTest: _truth_valued,
    tree.Logic: _truth_valued,
    tree.Not: _truth_valued,
    tree.Conditional: _conditional,
    tree.Query: _query,
}
