"""Calls: aggregates over queries, built-in functions, and defines with parameters."""

from __future__ import annotations

from typing import Literal as Choice
from typing import cast

from .. import model as m
from .. import vocabulary
from ..syntax import tree
from . import types
from .members import DefineMember
from .names import define_type, listed
from .paths import call_arguments, read
from .scope import Scope


def call(scope: Scope, node: tree.Call, wanted: m.Type | None) -> m.Value:
    from .values import value

    name = node.function.text
    if node.object is not None:
        inner = value(scope, node.object)
        return read(scope, inner, node.function, node.arguments, node.span)
    if name in vocabulary.AGGREGATES and not (name in ("max", "min") and len(node.arguments) == 2):
        return _aggregate(scope, node)
    declared = scope.world.game_table.get(name)
    if isinstance(declared, DefineMember):
        given = call_arguments(scope, declared, node.arguments, node.function)
        if given is None:
            return types.HOLE
        return m.DefineValue(declared.key, None, given, define_type(scope, declared), span=node.span)
    if name in vocabulary.FUNCTIONS:
        return _function(scope, node, wanted)
    known = {*vocabulary.FUNCTIONS, *vocabulary.AGGREGATES, *scope.world.index.defines}
    if name in scope.world.index.verbs or name in vocabulary.VERBS:
        scope.report.error(
            "unknown-name",
            f"`{name}` is a verb, and values never act",
            node.function.span,
            "a verb is done in a line of its own",
            help=f"Write `{name} ...` as a statement; what it gives is bound with `as`.",
        )
        return types.HOLE
    scope.report.unknown("function", name, node.function.span, known, f"Declare it: `define {name}(...): ...`.")
    return types.HOLE


# ------------------------------------------------------------------------------------------------ aggregates


def _aggregate(scope: Scope, node: tree.Call) -> m.Value:
    from .queries import over, query, sort_key
    from .values import number, value

    name = node.function.text
    if len(node.arguments) != 1:
        scope.report.error(
            "missing-argument",
            f"`{name}` needs one query",
            node.function.span,
            help=f"Write `{name}(Kind x where ...)`.",
        )
        return types.HOLE
    argument = node.arguments[0]
    found: m.Query | None
    given = argument.query or argument.value
    if isinstance(given, tree.Query):
        found, inner = query(scope, given)
    else:
        assert given is not None
        source = value(scope, given)
        found, inner = over(scope, source, given)
    if found is None:
        return types.HOLE
    keys: list[m.Value] = []
    for key in argument.keys:
        if name in ("all", "any", "none", "count"):
            from .conditions import condition

            keys.append(condition(inner, key)[0])
        elif name in ("highest", "lowest"):
            keys.append(sort_key(inner, key, f"what `{name}` looks at"))
        else:
            keys.append(number(inner, key, f"what `{name}` looks at"))
    if any(types.is_hole(key) for key in keys):
        return types.HOLE
    if name in ("sum", "max", "min") and not keys:
        if types.numeric(types.strip(found.local.type)):
            keys = [found.local]
        else:
            scope.report.error(
                "missing-argument",
                f"`{name}` needs to know of what",
                node.span,
                "a number for each is missing",
                help=f"Write a colon and the number: `{name}(Kind x: x.number)`.",
            )
            return types.HOLE
    if name in ("highest", "lowest") and not keys:
        scope.report.error(
            "missing-argument",
            f"`{name}` needs to know of what",
            node.span,
            "a number for each is missing",
            help=f"Write a colon and the number: `{name}(Kind x: x.number)`.",
        )
        return types.HOLE
    match name:
        case "count" | "sum" | "max" | "min":
            of: m.Type = m.NUMBER
        case "any" | "none" | "all":
            of = m.TRUTH
        case "highest" | "lowest":
            of = m.SetType(found.local.type)
        case _:
            of = m.OptionalType(found.local.type)
    function = cast(
        "Choice['count', 'any', 'none', 'all', 'sum', 'first', 'last', 'the', 'highest', 'lowest', 'max', 'min']", name
    )
    return m.Aggregate(function, found, tuple(keys), of, span=node.span)


# ------------------------------------------------------------------------------------------------ functions


def _function(scope: Scope, node: tree.Call, wanted: m.Type | None) -> m.Value:
    from .values import expect, number, value

    name = node.function.text
    function = vocabulary.FUNCTIONS[name]
    given = list(node.arguments)
    if len(given) != len(function.parameters):
        scope.report.error(
            "missing-argument",
            f"`{name}` takes {types.count(len(function.parameters), 'value')}, not {len(given)}",
            node.function.span,
            function.sentence,
        )
        return types.HOLE
    values: list[m.Value] = []
    for parameter, argument in zip(function.parameters, given, strict=True):
        part = argument.value or argument.query
        assert part is not None
        match parameter:
            case "Number":
                values.append(number(scope, part, f"what `{name}` takes"))
            case "any":
                values.append(value(scope, part, wanted))
            case "through":
                values.append(value(scope, part))
            case "attribute":
                found = value(scope, part)
                if not isinstance(found, m.AttributeValue) and not types.is_hole(found):
                    scope.report.error(
                        "wrong-type", f"`{name}` reads an attribute", part.span, "expected a path such as `x.strength`"
                    )
                    found = types.HOLE
                values.append(found)
            case "build":
                values.append(_build(scope, part))
            case "Place":
                values.append(expect(scope, part, m.ThingType("Thing"), f"what `{name}` takes"))
            case _:
                found = value(scope, part)
                inner = types.member_of(found.type)
                if isinstance(types.strip(found.type), m.SetType) and isinstance(inner, m.ThingType):
                    values.append(found)  # nearness to any of several
                else:
                    from .values import fit

                    values.append(fit(scope, found, scope.world.builtin_type(parameter), part, f"what `{name}` takes"))
    if any(types.is_hole(v) for v in values):
        return types.HOLE
    match name:
        case "next" | "previous":
            of = types.strip(values[0].type)
            if isinstance(of, m.EnumType):
                of = m.OptionalType(of)
            elif not isinstance(of, m.ThingType):
                scope.report.error(
                    "wrong-type",
                    f"`{name}` needs somebody seated, or a value of an enum",
                    node.span,
                    f"this is {types.describe(of)}",
                )
                return types.HOLE
        case "base":
            of = values[0].type
        case "amount":
            of = values[1].type
            if isinstance(types.strip(of), m.ResourceType) or types.numeric(types.strip(of)):
                of = m.NUMBER
        case _:
            of = scope.world.builtin_type(function.gives)
    return m.Builtin(name, tuple(values), of, span=node.span)


def _build(scope: Scope, node: tree.Expression) -> m.Value:
    builds = scope.world.index.builds
    if isinstance(node, tree.Word):
        if node.text in builds:
            return m.NameConstant(node.text, types.NAME, span=node.span)
        scope.report.unknown(
            "build",
            node.text,
            node.span,
            set(builds),
            f"There are: {listed(sorted(builds))}." if builds else "Declare it with `build`.",
        )
    return types.HOLE
