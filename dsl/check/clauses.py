"""Clauses of actions and abilities: limits, needs, costs, pledges."""

from __future__ import annotations

from .. import model as m
from ..syntax import tree
from . import types
from .blocks import Reader, sequence
from .conditions import condition
from .control import section_argument, section_key
from .events import event
from .names import retyped
from .patterns import during
from .queries import amount, query, who
from .scope import Bound, Scope
from .values import number, value


def _limit(scope: Scope, node: tree.Limit) -> m.Statement | None:
    count = number(scope, node.amount, "the limit")
    per = during(scope, node.per)
    subject = None if node.subject is None else value(scope, node.subject)
    if types.is_hole(count) or per is None or (subject is not None and types.is_hole(subject)):
        return None
    return m.Limit(count, per, subject, span=node.span)


def _needs(scope: Scope, node: tree.Needs) -> m.Statement | None:
    found, true, _ = condition(scope, node.condition)
    scope.facts.update(true)
    if types.is_hole(found):
        return None
    return m.Needs(found, node.because.value if node.because else None, span=node.span)


def _cost(scope: Scope, node: tree.Cost) -> m.Statement | None:
    doer = None if scope.you is None else m.You(scope.you, span=node.span)
    done = event(scope, node.phrase, doer)
    local = scope.bind(node.name, m.NUMBER, "let") if node.name is not None else None
    return None if done is None else m.Cost(done.event, node.once, local, span=node.span)


def _cost_step(scope: Scope, node: tree.CostStep) -> m.Statement | None:
    by = number(scope, node.amount, "the change of the cost")
    sound, test = when(scope, node.when)
    return m.CostStep(node.operator, by, test, span=node.span) if sound and not types.is_hole(by) else None


def when(scope: Scope, node: tree.When | None) -> tuple[bool, m.Value | None]:
    """`if c` and `unless c`, as a condition with the sense of `if`. What it makes sure of holds afterwards."""
    if node is None:
        return True, None
    found, true, false = condition(scope, node.condition)
    if types.is_hole(found):
        return False, None
    if node.negated:
        scope.facts.update(false)
        return True, m.Not(found, m.TRUTH, span=node.span)
    scope.facts.update(true)
    return True, found


def _pledge(scope: Scope, node: tree.Pledge) -> m.Statement | None:
    if scope.where != "action":
        scope.report.error(
            "wrong-place",
            "Only an action can ask several to put in",
            node.span,
            "if it is not enough, the action was never taken: here there is none",
            help="Make it a clause of an action.",
        )
    found, inner = query(scope, node.query, "pledge")
    start = who(scope, node.start, "whoever begins")
    body = sequence(inner, node.block)
    for name, bound in inner.names.items():
        if name not in scope.names and bound.by in ("choose", "lay"):
            gathered = bound.value.type if types.member_of(bound.value.type) else m.SetType(bound.value.type)
            scope.names[name] = Bound(retyped(bound.value, gathered), bound.span, bound.by)
    if found is None or types.is_hole(start):
        return None
    return m.Pledge(found, start, node.others, body, span=node.span)


def _lay(scope: Scope, node: tree.Lay) -> m.Statement | None:
    many = amount(scope, node.amount)
    what: m.Query | m.Value | None
    one: m.Local | None
    if isinstance(node.what, tree.Query):
        what, inner = query(scope, node.what, "lay")
        one = what.local if what is not None else None
    else:
        said = value(scope, node.what)
        of = types.member_of(said.type) or types.strip(said.type)
        if not types.is_hole(said) and not isinstance(of, m.ThingType):
            scope.report.error(
                "wrong-type", "Only things can be laid", node.what.span, f"this is {types.describe(said.type)}"
            )
            return None
        what, inner = (None if types.is_hole(said) else said), scope
        one = scope.fresh("laid", of, node.span)
        if types.member_of(said.type) is not None:
            one = scope.fresh("laid", m.SetType(of), node.span)
    onto: m.Query | m.Value | None
    if isinstance(node.onto, tree.Query):
        onto, inner = query(inner, node.onto, "lay")
    else:
        found = value(scope, node.onto)
        onto = None if types.is_hole(found) else found
    worth = None if node.worth is None else number(inner, node.worth, "what it is worth")
    if what is None or onto is None or (worth is not None and types.is_hole(worth)):
        return None
    assert one is not None
    local = one if many is None else scope.fresh(one.name, m.SetType(types.member_of(one.type) or one.type), node.span)
    if isinstance(node.what, tree.Query) and node.what.name is not None:
        scope.put(node.what.name, local, "lay")
    return m.Lay(many, what, onto, local, worth, span=node.span)


def _targets_of(scope: Scope, node: tree.TargetsOf) -> m.Statement | None:
    if not isinstance(node.section, tree.Member):
        scope.report.error(
            "wrong-type",
            "`targets of` needs a section of a thing",
            node.section.span,
            "expected a path such as `c.play`",
        )
        return None
    inner = value(scope, node.section.object)
    if types.is_hole(inner):
        return None
    member = section_key(scope, inner, node.section.name)
    if member is None:
        return None
    sound, given = section_argument(scope, member, node.argument, node.section.name)
    return m.TargetsOf(member.key, inner, given, span=node.span) if sound else None


READERS: dict[type, Reader] = {
    tree.Limit: _limit,
    tree.Needs: _needs,
    tree.Cost: _cost,
    tree.CostStep: _cost_step,
    tree.Pledge: _pledge,
    tree.Lay: _lay,
    tree.TargetsOf: _targets_of,
}
