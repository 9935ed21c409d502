"""Statements that do something: phrases, assignments, names."""

from __future__ import annotations

from .. import model as m
from ..syntax import tree
from . import types
from .blocks import Reader, block
from .conditions import condition
from .events import event
from .paths import attribute_targets
from .scope import Scope, path_of
from .values import expect, number, value

Target = m.AttributeValue | m.StateValue | m.Local | m.Builtin


def _do(scope: Scope, node: tree.Do) -> m.Statement | None:
    done = event(scope, node.phrase)
    local = None
    if node.name is not None:
        of = done.gives if done is not None else types.UNKNOWN
        local = scope.bind(node.name, of, "as")
    until: m.Value | None = None
    body: m.Block = ()
    if node.until is not None:
        until, true, false = condition(scope, node.until)
        body = block(scope.with_facts(false), node.block)
        scope.facts.update(true)
    if done is None or (until is not None and types.is_hole(until)):
        return None
    if node.phrase.verb.text in ("move", "flip", "reset") and node.phrase.object is not None:
        path = None if isinstance(node.phrase.object, tree.Every) else path_of(node.phrase.object)
        if path is not None:
            scope.forget(f"{path}.place")
            scope.forget(f"{path}.holder")
    return m.Do(done.event, local, until, body, span=node.span)


def _assign(scope: Scope, node: tree.Assign) -> m.Statement | None:
    path = path_of(node.target)
    targets = _targets(scope, node.target)
    if targets is None:
        value(scope, node.value)
        return None
    found: list[tuple[str, m.Assign]] = []
    for kind, target in targets:
        written = _written(scope, node, target)
        if written is None:
            return None
        found.append((kind, m.Assign(target, node.operator, written, span=node.span)))
    if path is not None:
        scope.forget(path)
    if len(found) == 1:
        return found[0][1]
    target = found[0][1].target
    assert isinstance(target, m.AttributeValue)
    branches = tuple((m.KindTest(target.object, kind, False, m.TRUTH, span=node.span), (a,)) for kind, a in found)
    return m.If(branches, (), span=node.span)


def _written(scope: Scope, node: tree.Assign, target: Target) -> m.Value | None:
    of = target.type
    inner = types.strip(of)
    what = "what is written"
    if node.operator == "=":
        found = expect(scope, node.value, of, what)
    elif isinstance(inner, (m.SetType, m.BagType)):
        found = value(scope, node.value, inner)
        one = types.member_of(found.type)
        if not types.is_hole(found) and not scope.world.fits(one if one is not None else found.type, inner.of):
            found = expect(scope, node.value, inner, what)
    elif types.numeric(inner) or types.unknown(inner):
        path = path_of(node.target)
        sure = path is not None and path in scope.facts
        if isinstance(of, m.OptionalType) and not sure:
            scope.report.error(
                "may-be-nothing",
                "What is changed may be nothing",
                node.target.span,
                "this may be nothing",
                help="Test it before: `if ... is not nothing:`.",
            )
            return None
        found = number(scope, node.value, what)
    else:
        scope.report.error(
            "wrong-type",
            f"`{node.operator}` changes numbers, amounts and sets",
            node.target.span,
            f"this is {types.describe(of)}",
            help="Write `=`.",
        )
        return None
    return None if types.is_hole(found) else found


def _targets(scope: Scope, node: tree.Expression) -> list[tuple[str, Target]] | None:
    match node:
        case tree.Member(object, name):
            inner = value(scope, object)
            if types.is_hole(inner):
                return None
            if isinstance(inner.type, m.EventType):
                scope.report.error(
                    "wrong-type", "An event that is over cannot be changed", node.span, "this is an event"
                )
                return None
            member_type = types.member_of(inner.type)
            if member_type is not None and not types.unknown(member_type):
                _several(scope, object, inner, member_type)
                return None
            found = attribute_targets(scope, inner, name)
            for _, target in found:
                scope.world.written.add(target.attribute)
            return list(found) or None
        case tree.Word(text):
            bound = scope.names.get(text)
            if bound is not None and isinstance(bound.value, m.Local):
                bound.used = True
                if scope.world.trace is not None:
                    scope.world.trace.note(scope, node, bound.value, None)
                return [("", bound.value)]
            one = value(scope, node)
            if isinstance(one, m.StateValue):
                scope.world.written.add(one.attribute)
                return [("", one)]
            if isinstance(one, m.Builtin) and one.name == "scenario":
                return [("", one)]
            if not types.is_hole(one):
                scope.report.error(
                    "wrong-type",
                    f"`{text}` cannot be written",
                    node.span,
                    f"this is {types.describe(one.type)}",
                    help="Attributes, states of the game, `scenario` and bound names can be written; things are moved.",
                )
            return None
        case _:
            found_value = value(scope, node)
            if not types.is_hole(found_value):
                scope.report.error(
                    "wrong-type", "This cannot be written", node.span, "expected an attribute, such as `x.health`"
                )
            return None


def _several(scope: Scope, node: tree.Expression, inner: m.Value, one: m.Type) -> None:
    """What is written belongs to one thing, and this is a set of them."""
    shown = path_of(node) or "..."
    scope.report.error(
        "not-single",
        f"`{shown}` is several, and one thing has to be changed at a time"
        if shown != "..."
        else "This is several, and one thing has to be changed at a time",
        node.span,
        f"this is {types.describe(inner.type)}",
        help=f"{types.each(one, shown)} and change it in the lines below.",
    )


def _let(scope: Scope, node: tree.Let) -> m.Statement | None:
    found = value(scope, node.value)
    local = scope.bind(node.name, found.type, "let")
    return None if types.is_hole(found) else m.Let(local, found, span=node.span)


READERS: dict[type, Reader] = {
    tree.Do: _do,
    tree.Assign: _assign,
    tree.Let: _let,
}
