"""Abilities: answers to events, to moments and to states; and constants, which hold as long as something does."""

from __future__ import annotations

from .. import model as m
from ..syntax import tree
from . import types
from .conditions import condition
from .event_uses import usable
from .paths import attribute_targets, bag_value
from .patterns import moment, pattern
from .queries import query
from .scope import Scope
from .statements import block, when
from .values import expect, number, value


def abilities(
    scope: Scope, nodes: tuple[tree.Node, ...], owner: str, first: int = 0
) -> tuple[tuple[m.Ability, ...], tuple[m.Cannot | m.CostChange, ...]]:
    """The abilities among the items of a declaration, and its standing prohibitions and prices."""
    found: list[m.Ability] = []
    standing: list[m.Cannot | m.CostChange] = []
    n = first
    for node in nodes:
        inner = scope.inner()
        match node:
            case tree.Answer() | tree.At() | tree.Whenever() | tree.Always():
                one = ability(inner, node, f"{owner}#{n}")
                n += 1
                if one is not None:
                    found.append(one)
            case tree.Cannot() | tree.CostChange():
                two = constant(inner, node)
                if isinstance(two, (m.Cannot, m.CostChange)):
                    standing.append(two)
            case _:
                pass
    return tuple(found), tuple(standing)


def ability(scope: Scope, node: tree.Ability, key: str) -> m.Ability | None:
    match node:
        case tree.Answer():
            return _answer(scope, node, key)
        case tree.At():
            when_ = moment(scope, node.moment)
            sound, test = when(scope, node.when)
            body = block(scope, node.block)
            return m.AtMoment(key, when_, test, body, span=node.span) if when_ is not None and sound else None
        case tree.Whenever():
            return _whenever(scope, node, key)
        case tree.Always():
            test_: m.Value | None = None
            inner = scope
            if node.condition is not None:
                test_, true, _ = condition(scope, node.condition)
                inner = scope.with_facts(true)
            held = constants(inner, node.constants)
            if test_ is not None and types.is_hole(test_):
                return None
            return m.Standing(key, test_, held, span=node.span)
        case _:
            return None


def _answer(scope: Scope, node: tree.Answer, key: str) -> m.Ability | None:
    inner = scope.inner(timing=node.timing)
    found = pattern(inner, node.pattern)
    if found is None or not usable(inner, found, node.timing):
        # the names of a faulty pattern are unknown: what stands below would only complain about them
        return None
    sound, test = when(inner, node.when)
    if node.timing == "instead" and found.what == "verb" and found.name in scope.world.index.verbs:
        gives = scope.world.index.verbs[found.name].verb.gives
        if gives is not None:
            inner.gives = scope.world.type_of(gives)
    body = block(inner, node.block)
    done = [x for x in node.block if not isinstance(x, tree.Limit)]
    optional = len(done) == 1 and isinstance(done[0], tree.May)
    return m.Trigger(key, node.timing, found, test, body, optional, span=node.span) if sound else None


def _whenever(scope: Scope, node: tree.Whenever, key: str) -> m.Ability | None:
    watch: m.Value | m.Query | None
    if isinstance(node.watch, tree.Query):
        watch, inner = query(scope, node.watch, "whenever")
    else:
        watch, true, _ = condition(scope, node.watch)
        inner = scope.with_facts(true)
        watch = None if types.is_hole(watch) else watch
    body = block(inner, node.block)
    return None if watch is None else m.Whenever(key, watch, body, span=node.span)


# ------------------------------------------------------------------------------------------------ constants


def constants(scope: Scope, nodes: tuple[tree.Constant, ...]) -> tuple[m.Constant, ...]:
    found: list[m.Constant] = []
    for node in nodes:
        if isinstance(node, tree.Modify):
            found.extend(_modify(scope, node))
        else:
            one = constant(scope.inner(), node)
            if one is not None:
                found.append(one)
    return tuple(found)


def constant(scope: Scope, node: tree.Constant) -> m.Constant | None:
    match node:
        case tree.Cannot():
            found = pattern(scope, node.pattern)
            if found is None or not usable(scope, found, "cannot"):
                return None
            sound, test = when(scope, node.when)
            return (
                m.Cannot(found, test, node.because.value if node.because else None, span=node.span) if sound else None
            )
        case tree.CostChange():
            found = pattern(scope, node.pattern)
            if found is None or not usable(scope, found, "cost of"):
                return None
            scope = scope.inner(announcing=True)
            sound, test = when(scope, node.when)
            by = number(scope, node.amount, "the change of the cost")
            return (
                m.CostChange(found, node.operator, by, test, span=node.span)
                if sound and not types.is_hole(by)
                else None
            )
        case tree.Sees():
            viewer = value(scope, node.viewer)
            zone = expect(scope, node.zone, m.ZoneType("Thing"), "what is seen")
            return None if types.is_hole(viewer) or types.is_hole(zone) else m.Sees(viewer, zone, span=node.span)
        case tree.ConstantEach():
            of, inner = query(scope, node.query, "each")
            held = constants(inner, node.constants)
            return None if of is None else m.ConstantEach(of, held, span=node.span)
        case tree.Modify():
            return next(iter(_modify(scope, node)), None)


def _modify(scope: Scope, node: tree.Modify) -> tuple[m.Constant, ...]:
    targets: list[m.AttributeValue | m.StateValue] = []
    if isinstance(node.target, tree.Call) and node.target.object is not None:
        return _modify_bag(scope, node, node.target)
    if isinstance(node.target, tree.Member):
        inner = value(scope, node.target.object)
        if types.is_hole(inner):
            return ()
        targets.extend(t for _, t in attribute_targets(scope, inner, node.target.name))
    else:
        found = value(scope, node.target)
        if isinstance(found, m.StateValue):
            targets.append(found)
        elif not types.is_hole(found):
            scope.report.error(
                "wrong-type",
                "Only attributes can be changed for a time",
                node.target.span,
                f"this is {types.describe(found.type)}",
            )
            return ()
    out: list[m.Constant] = []
    for target in targets:
        of = target.type
        if node.operator == "=":
            by = expect(scope, node.value, of, "the value")
        else:
            if not types.numeric(types.strip(of)) and not types.unknown(of):
                scope.report.error(
                    "wrong-type",
                    f"`{node.operator}` changes numbers",
                    node.target.span,
                    f"this is {types.describe(of)}",
                )
                return ()
            by = number(scope, node.value, "the change")
        bound = None if node.bound is None else number(scope, node.bound, "the bound")
        if types.is_hole(by) or (bound is not None and types.is_hole(bound)):
            return ()
        object_ = target.object if isinstance(target, m.AttributeValue) else None
        out.append(m.Modify(object_, target.attribute, node.operator, by, bound, span=node.span))
    return tuple(out)


def _modify_bag(scope: Scope, node: tree.Modify, target: tree.Call) -> tuple[m.Constant, ...]:
    """`x.powers(energy) +1`: so much more of one value in a bag."""
    assert target.object is not None
    inner = value(scope, target.object)
    if types.is_hole(inner):
        return ()
    out: list[m.Constant] = []
    for _, one in attribute_targets(scope, inner, target.function):
        if not isinstance(types.strip(one.type), m.BagType) or node.operator not in ("+", "-"):
            scope.report.error(
                "wrong-type",
                "Only a value of a bag is changed like this",
                target.function.span,
                f"this is {types.describe(one.type)}, changed by `{node.operator}`",
                help="Write `x.bag(value) +n` or `-n`.",
            )
            return ()
        which = bag_value(scope, one.type, target.arguments, target.function)
        by = number(scope, node.value, "the change")
        bound = None if node.bound is None else number(scope, node.bound, "the bound")
        if types.is_hole(which) or types.is_hole(by) or (bound is not None and types.is_hole(bound)):
            return ()
        more = m.Builtin("amount", (by, which), types.strip(one.type), span=node.span)
        out.append(m.Modify(one.object, one.attribute, node.operator, more, bound, span=node.span))
    return tuple(out)
