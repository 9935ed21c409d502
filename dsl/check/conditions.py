"""Conditions: their meaning, and what is sure once they hold or fail (`x is not nothing`, `x is Villain`)."""

from __future__ import annotations

from .. import model as m
from ..syntax import tree
from . import names, types
from .scope import Facts, Scope, path_of

Result = tuple[m.Value, Facts, Facts]
"""The value; what is sure if it is true; what is sure if it is not."""


def condition(scope: Scope, node: tree.Expression) -> Result:
    match node:
        case tree.Logic():
            return _logic(scope, node)
        case tree.Not(operand):
            inner, true, false = condition(scope, operand)
            if types.is_hole(inner):
                return types.HOLE, {}, {}
            return m.Not(inner, m.TRUTH, span=node.span), false, true
        case tree.Comparison():
            return _comparison(scope, node)
        case tree.Membership():
            return _membership(scope, node)
        case tree.KindTest(kind=None):
            return _nothing_test(scope, node.value, node.negated, node)
        case tree.KindTest():
            return _kind_test(scope, node)
        case _:
            return _plain(scope, node), {}, {}


def _plain(scope: Scope, node: tree.Expression) -> m.Value:
    from .values import value

    found = value(scope, node, m.TRUTH)
    if types.is_hole(found) or isinstance(types.strip(found.type), m.TruthType):
        return found
    help = None
    if types.member_of(found.type) is not None:
        help = "To ask whether there is one, write `any(...)` or `count(...) > 0`."
    elif isinstance(found.type, m.OptionalType):
        help = "To ask whether there is one, write `... is not nothing`."
    elif types.numeric(found.type):
        help = "Compare it with a number: `... > 0`."
    scope.report.error(
        "wrong-type", "A condition has to be yes or no", node.span, f"this is {types.describe(found.type)}", help=help
    )
    return types.HOLE


def _logic(scope: Scope, node: tree.Logic) -> Result:
    left, true, false = condition(scope, node.left)
    carried = true if node.operator == "and" else false
    right, more, less = condition(scope.with_facts(carried), node.right)
    if types.is_hole(left) or types.is_hole(right):
        return types.HOLE, {}, {}
    found = m.Logic(node.operator, left, right, m.TRUTH, span=node.span)
    if node.operator == "and":
        return found, {**true, **more}, {}
    same = {path: of for path, of in true.items() if more.get(path) == of}
    return found, same, {**false, **less}


def _comparison(scope: Scope, node: tree.Comparison) -> Result:
    if node.operator in ("==", "!=") and isinstance(node.right, tree.Nothing):
        return _nothing_test(scope, node.left, node.operator == "!=", node)
    left, right = _pair(scope, node.left, node.right)
    if types.is_hole(left) or types.is_hole(right):
        return types.HOLE, {}, {}
    found = m.Comparison(node.operator, left, right, m.TRUTH, span=node.span)
    if node.operator in ("==", "!="):
        if not (scope.world.fits(left.type, right.type) or scope.world.fits(right.type, left.type)):
            _different(scope, node, left, right)
            return types.HOLE, {}, {}
        facts: Facts = {}
        for one, other, path in ((left, right, path_of(node.left)), (right, left, path_of(node.right))):
            if (
                path is not None
                and isinstance(one.type, m.OptionalType)
                and not isinstance(other.type, (m.OptionalType, m.NothingType))
            ):
                facts[path] = one.type.of
        return (found, facts, {}) if node.operator == "==" else (found, {}, facts)
    for side, one in ((node.left, left), (node.right, right)):
        if isinstance(one.type, m.OptionalType) and isinstance(one.type.of, (m.NumberType, m.ResourceType, m.EnumType)):
            scope.report.error(
                "may-be-nothing",
                f"`{node.operator}` compares numbers, and this may be nothing",
                side.span,
                "this may be nothing",
                help="Test it before: `... is not nothing and ...`, or `if ... is not nothing:`.",
            )
            return types.HOLE, {}, {}
        if not (types.numeric(one.type) or isinstance(one.type, m.EnumType)):
            help = "Count it: `count(...)`." if types.member_of(one.type) is not None else None
            scope.report.error(
                "wrong-type",
                f"`{node.operator}` compares numbers",
                side.span,
                f"this is {types.describe(one.type)}",
                help=help,
            )
            return types.HOLE, {}, {}
    if not scope.world.fits(left.type, right.type):
        _different(scope, node, left, right)
        return types.HOLE, {}, {}
    return found, {}, {}


def _pair(scope: Scope, left: tree.Expression, right: tree.Expression) -> tuple[m.Value, m.Value]:
    """Both sides, the clearer one first, so that it can settle what a bare name on the other side means."""
    from .values import value

    if unclear(scope, left) and not unclear(scope, right):
        second = value(scope, right)
        return value(scope, left, _like(second.type)), second
    first = value(scope, left)
    return first, value(scope, right, _like(first.type))


def _like(of: m.Type) -> m.Type | None:
    return None if types.unknown(of) else of


def unclear(scope: Scope, node: tree.Expression) -> bool:
    """Could this be a bare name with several meanings?"""
    match node:
        case tree.Word(text):
            return text not in scope.names and len(scope.world.names.get(text, ())) > 1
        case tree.Listing(items):
            return not items or any(unclear(scope, item) for item in items)
        case tree.Nothing():
            return True
        case _:
            return False


def _different(scope: Scope, node: tree.Comparison, left: m.Value, right: m.Value) -> None:
    help = None
    for one, other in ((left.type, right.type), (right.type, left.type)):
        if isinstance(one, m.SetType) and scope.world.fits(other, one.of):
            help = "To ask whether it is one of them, write `in`."
        if isinstance(one, m.ZoneType) and types.kind_of(other) is not None:
            help = "To ask whether it lies there, write `x in zone`, with the zone last."
    scope.report.error(
        "wrong-type",
        f"These two can never be {'equal' if node.operator in ('==', '!=') else 'compared'}",
        node.span,
        f"{types.describe(left.type)} and {types.describe(right.type)}",
        help=help,
    )


def _membership(scope: Scope, node: tree.Membership) -> Result:
    from .values import value

    if unclear(scope, node.item) or isinstance(node.container, tree.Query):
        container = value(scope, node.container)
        item = value(scope, node.item, types.member_of(container.type))
    else:
        item = value(scope, node.item)
        wanted = None if types.is_hole(item) else m.SetType(types.strip(item.type))
        container = value(scope, node.container, wanted)
    container = names.all_copies(scope, container)
    if types.is_hole(item) or types.is_hole(container):
        return types.HOLE, {}, {}
    inner = types.holds(container.type)
    if inner is None:
        scope.report.error(
            "not-a-set",
            "`in` asks whether something is in a zone or set",
            node.container.span,
            f"this is {types.describe(container.type)}",
            help="Of a place, write `x.place == p`.",
        )
        return types.HOLE, {}, {}
    of_zones = isinstance(inner, m.ZoneType) and isinstance(types.strip(item.type), m.ThingType)
    if not of_zones and not isinstance(inner, m.NothingType) and not scope.world.fits(item.type, inner):
        one = types.member_of(item.type)
        if isinstance(item.type, m.SetType) and one is not None and scope.world.fits(one, inner):
            scope.report.error(
                "not-single",
                "`in` asks about one thing, and this is a set",
                node.item.span,
                f"this is {types.describe(item.type)}",
                help="Ask about each: `all(Kind x in ...: x in ...)`.",
            )
        else:
            scope.report.error(
                "wrong-type",
                f"This can never hold {types.describe(item.type)}",
                node.container.span,
                f"this is {types.describe(container.type)}",
                other=((node.item.span, f"this is {types.describe(item.type)}"),),
            )
        return types.HOLE, {}, {}
    found = m.Membership(item, container, node.negated, m.TRUTH, span=node.span)
    path = path_of(node.item)
    if path is not None and isinstance(item.type, m.OptionalType):
        sure: Facts = {path: item.type.of}
        return (found, {}, sure) if node.negated else (found, sure, {})
    return found, {}, {}


def _nothing_test(scope: Scope, inner: tree.Expression, negated: bool, node: tree.Expression) -> Result:
    from .values import value

    found = value(scope, inner)
    if types.is_hole(found):
        return types.HOLE, {}, {}
    test = m.NothingTest(found, negated, m.TRUTH, span=node.span)
    path = path_of(inner)
    if path is None:
        return test, {}, {}
    is_nothing: Facts = {}
    is_something: Facts = {path: found.type.of} if isinstance(found.type, m.OptionalType) else {}
    return (test, is_something, is_nothing) if negated else (test, is_nothing, is_something)


def _kind_test(scope: Scope, node: tree.KindTest) -> Result:
    from .values import value

    assert node.kind is not None
    world = scope.world
    found = value(scope, node.value)
    kind = node.kind.text
    if not world.is_kind(kind):
        world.content_kind(node.kind)
        return types.HOLE, {}, {}
    if types.is_hole(found):
        return types.HOLE, {}, {}
    current = types.kind_of(found.type)
    if current is None:
        single = types.member_of(found.type) is not None
        scope.report.error(
            "not-single" if single else "wrong-type",
            f"`is {kind}` asks about a thing",
            node.value.span,
            f"this is {types.describe(found.type)}",
            help=f"Ask about its members: `all({kind} x in ...)`." if single else None,
        )
        return types.HOLE, {}, {}
    if not world.overlap(current, kind):
        scope.report.error(
            "wrong-type",
            f"{types.article(current)[:1].upper()}{types.article(current)[1:]} is never {types.article(kind)}",
            node.span,
            f"this is {types.describe(found.type)}",
        )
        return types.HOLE, {}, {}
    test = m.KindTest(found, kind, node.negated, m.TRUTH, span=node.span)
    path = path_of(node.value)
    if path is None:
        return test, {}, {}
    narrow = current if world.is_a(current, kind) and current not in ("Thing",) else kind
    true: Facts = {path: m.ThingType(narrow)}
    false: Facts = {}
    rest = _rest(scope, current, kind)
    if rest is not None:
        of: m.Type = m.ThingType(rest)
        false = {path: m.OptionalType(of) if isinstance(found.type, m.OptionalType) else of}
    return (test, false, true) if node.negated else (test, true, false)


def _rest(scope: Scope, group: str, kind: str) -> str | None:
    """What a member of a group is if it is not of one of the group's Kinds: the only other one, if there is one."""
    node = scope.world.index.groups.get(group)
    if node is None:
        return None
    left = [q.kind.text for q in node.members if not scope.world.is_a(q.kind.text, kind)]
    return left[0] if len(left) == 1 and len(left) < len(node.members) else None
