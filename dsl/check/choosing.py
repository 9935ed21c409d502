"""Statements in which somebody chooses, may do something, or takes actions."""

from __future__ import annotations

import re

from .. import model as m
from ..source import Span
from ..syntax import tree
from . import types
from .blocks import Reader, block
from .conditions import condition
from .events import event
from .queries import amount, query, who
from .scope import Facts, Scope
from .values import number, value

SLOT = re.compile(r"\{([^{}]*)\}")
SHOWN = (m.ThingType, m.NumberType, m.ResourceType, m.EnumType)


def chooser(
    scope: Scope, node: tree.Expression | None, span: Span, target: bool = False
) -> tuple[bool, m.Value | None]:
    """Who chooses; None is `you`. The first is no if nobody is there to choose."""
    if node is not None:
        found = who(scope, node, "whoever chooses")
        return not types.is_hole(found), found
    if scope.you is None and not target:
        scope.report.error(
            "you-without-owner",
            "Nobody is there to choose",
            Span(span.path, span.start, min(span.end, span.start + 6)),
            "`choose` without a name means `you`, and `you` means nobody here",
            help=f"Say who chooses: `x chooses ...`. {scope.no_you or ''}".strip(),
        )
        return False, None
    return True, None


def filled(scope: Scope, prompt: tree.Text | None) -> tuple[m.Value, ...]:
    """What fills the slots of a prompt, in their order: things, numbers and values with a name, each by a name."""
    found: list[m.Value] = []
    for mark in SLOT.finditer(prompt.value) if prompt is not None else ():
        assert prompt is not None
        start = prompt.span.start + 1 + mark.start(1)
        name = mark.group(1).partition(" ")[0]
        at = Span(prompt.span.path, min(prompt.span.end, start), min(prompt.span.end, start + len(name)))
        node: tree.Expression
        match name:
            case "this":
                node = tree.This(span=at)
            case "you":
                node = tree.You(span=at)
            case _:
                node = tree.Word(name, span=at)
        one = value(scope, node)
        if not types.is_hole(one) and not isinstance(types.strip(one.type), SHOWN):
            scope.report.error(
                "wrong-phrase",
                "This does not fill a slot of a question",
                at,
                f"this is {types.describe(one.type)}",
                help="A slot names one thing, a number or a value of an enum.",
            )
            one = types.hole()
        found.append(one)
    return tuple(found)


def _choose(scope: Scope, node: tree.Choose) -> m.Statement | None:
    sound, by = chooser(scope, node.chooser, node.span, node.target)
    many = amount(scope, node.amount)
    slots = filled(scope, node.prompt)
    options: m.Query | m.Value | None
    if isinstance(node.query, tree.Query):
        options, inner = query(scope, node.query, "choose")
        name = node.query.name
        of = options.local.type if options is not None else _element(scope, node.query)
        one = options.local if options is not None else scope.fresh("it", of, node.span)
        facts = {k: t for k, t in inner.facts.items() if name is not None and k.startswith(f"{name.text}.")}
    else:
        options = value(scope, node.query)
        name = None
        facts = {}
        member = types.member_of(options.type)
        if types.is_hole(options):
            options, of = None, types.UNKNOWN
        elif member is None:
            scope.report.error(
                "not-a-set",
                "There is nothing to choose from",
                node.query.span,
                f"this is {types.describe(options.type)}",
            )
            options, of = None, types.UNKNOWN
        else:
            of = member
        one = scope.fresh("it", of, node.span)
    if many is not None:
        local = scope.fresh(one.name, m.SetType(one.type), one.span)
        facts = {}
    else:
        local = one
    if name is not None:
        scope.put(name, local, "choose")
        scope.facts.update(facts)
    if not sound or options is None:
        return None
    prompt = node.prompt.value if node.prompt is not None else None
    return m.Choose(by, many, options, local, prompt, node.target, slots=slots, span=node.span)


def _element(scope: Scope, node: tree.Query) -> m.Type:
    if scope.world.is_kind(node.kind.text):
        return m.ThingType(node.kind.text)
    if node.kind.text in scope.world.index.enums:
        return m.EnumType(node.kind.text)
    return types.UNKNOWN


def _may(scope: Scope, node: tree.May) -> m.Statement | None:
    inner = scope.inner()
    doer: m.Value | None
    if node.one and isinstance(node.subject, tree.Query):
        found, inner = query(scope, node.subject, "may")
        subject: m.Value = (
            types.HOLE if found is None else m.QueryValue(found, m.SetType(found.local.type), span=node.subject.span)
        )
        doer = found.local if found is not None else None
    else:
        subject = who(scope, node.subject, "whoever may")
        doer = subject
    done = None
    failed = types.is_hole(subject)
    slots = filled(inner, node.prompt)
    if node.phrase is not None:
        done = event(inner, node.phrase, None if failed else doer)
        failed = failed or done is None
    body = block(inner, node.block)
    otherwise = block(scope, node.otherwise)
    if failed:
        return None
    prompt = node.prompt.value if node.prompt is not None else None
    return m.May(subject, done.event if done else None, prompt, body, otherwise, node.one, slots=slots, span=node.span)


def _choose_one(scope: Scope, node: tree.ChooseOne) -> m.Statement | None:
    sound, by = chooser(scope, node.chooser, node.span, node.target)
    slots = filled(scope, node.prompt)
    modes: list[m.Mode] = []
    for mode in node.modes:
        test: m.Value | None = None
        facts: Facts = {}
        if mode.condition is not None:
            test, facts, _ = condition(scope, mode.condition)
            sound = sound and not types.is_hole(test)
        modes.append(m.Mode(mode.text.value, test, block(scope.with_facts(facts), mode.block), span=mode.span))
    prompt = node.prompt.value if node.prompt is not None else None
    return m.ChooseOne(by, prompt, tuple(modes), node.target, slots=slots, span=node.span) if sound else None


def _take(scope: Scope, node: tree.Take) -> m.Statement | None:
    taker = who(scope, node.taker, "whoever takes actions")
    count = None if node.amount is None else number(scope, node.amount, "how many actions")
    limit = None if node.limit is None else number(scope, node.limit, "how many actions")
    until = None if node.until is None else who(scope, node.until, "whoever can end it")
    menu = node.menu.text
    menus = scope.world.index.menus
    if menu not in menus:
        scope.report.unknown("menu", menu, node.menu.span, set(menus), f'Declare it: `menu {menu} "..."`.')
        return None
    if any(v is not None and types.is_hole(v) for v in (taker, count, limit, until)):
        return None
    return m.Take(taker, count, menu, limit, until, span=node.span)


READERS: dict[type, Reader] = {
    tree.Choose: _choose,
    tree.May: _may,
    tree.ChooseOne: _choose_one,
    tree.Take: _take,
}
