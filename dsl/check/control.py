"""Statements that say in which order, how often and until when."""

from __future__ import annotations

from .. import model as m
from ..syntax import tree
from . import types
from .blocks import Reader, block
from .conditions import condition
from .event_uses import usable
from .members import SectionMember
from .names import listed
from .paths import find
from .patterns import pattern
from .prose import prose
from .queries import order, query, who
from .scope import Facts, Scope
from .values import expect, number, value


def _if(scope: Scope, node: tree.If) -> m.Statement | None:
    branches: list[tuple[m.Value, m.Block]] = []
    carried = scope
    sound = True
    last: tuple[dict[str, m.Type], tree.Block] | None = None
    for test, body in node.branches:
        found, true, false = condition(carried, test)
        branches.append((found, block(carried.with_facts(true), body)))
        sound = sound and not types.is_hole(found)
        carried = carried.with_facts(false)
        last = (false, body)
    otherwise = block(carried, node.otherwise)
    if last is not None and len(node.branches) == 1 and not node.otherwise and last[1] and _leaves(last[1][-1]):
        scope.facts.update(last[0])
    return m.If(tuple(branches), otherwise, span=node.span) if sound else None


def _leaves(node: tree.Statement) -> bool:
    return isinstance(node, (tree.Return, tree.Leave, tree.Stop, tree.Finish))


def _each(scope: Scope, node: tree.Each) -> m.Statement | None:
    found, inner = query(scope, node.query, "each")
    inner.in_loop = True
    body = block(inner, node.block)
    return None if found is None else m.ForEach(found, body, span=node.span)


def _together(scope: Scope, node: tree.Together) -> m.Statement | None:
    if node.query is None:
        return m.Together(None, block(scope, node.block), span=node.span)
    found, inner = query(scope, node.query, "each")
    body = block(inner, node.block)
    return None if found is None else m.Together(found, body, span=node.span)


def _lockstep(scope: Scope, node: tree.Lockstep) -> m.Statement | None:
    found, inner = query(scope, node.query, "each")
    test = None if node.condition is None else condition(scope, node.condition)[0]
    steps = []
    for step in node.steps:
        one = _step(inner, step)
        if isinstance(one, m.Step):
            steps.append(one)
    if found is None or (test is not None and types.is_hole(test)):
        return None
    return m.Lockstep(found, test, tuple(steps), span=node.span)


def _step(scope: Scope, node: tree.Step) -> m.Statement | None:
    ordering = None if node.order is None else order(scope, scope, node.order)
    title = node.title.value if node.title is not None else node.name.text.replace("_", " ")
    return m.Step(node.name.text, title, ordering, block(scope, node.block), prose(scope.world, node), span=node.span)


def _repeat(scope: Scope, node: tree.Repeat) -> m.Statement | None:
    times = None if node.times is None else number(scope, node.times, "how often")
    test: m.Value | None = None
    facts: Facts = {}
    if node.condition is not None:
        test, facts, _ = condition(scope, node.condition)
    inner = scope.with_facts(facts).inner(in_loop=True)
    body = block(inner, node.block)
    if any(v is not None and types.is_hole(v) for v in (times, test)):
        return None
    return m.Repeat(times, test, body, span=node.span)


def _turn(scope: Scope, node: tree.Turn) -> m.Statement | None:
    of = None if node.of is None else who(scope, node.of, "whose turn it is")
    you = scope.you
    if scope.where in ("flow", "phase") and you is None and of is not None:
        you = m.ThingType(scope.world.seat_kind)
    body = block(scope.inner(you=you), node.block)
    return None if of is not None and types.is_hole(of) else m.Turn(of, body, span=node.span)


def _run(scope: Scope, node: tree.Run) -> m.Statement | None:
    phases = scope.world.index.phases
    name = node.phase.text
    if name not in phases:
        scope.report.unknown("phase", name, node.phase.span, set(phases), f'Declare it: `phase {name} "..."`.')
        return None
    return m.Run(name, span=node.span)


def section_key(scope: Scope, inner: m.Value, name: tree.Name) -> SectionMember | None:
    """A section by its name, of a thing."""
    kind = types.kind_of(inner.type)
    if kind is None:
        scope.report.error(
            "wrong-type", f"`{name.text}` is looked for in a thing", name.span, f"this is {types.describe(inner.type)}"
        )
        return None
    members, _ = find(scope, inner, name.text)
    for _, member in members:
        if isinstance(member, SectionMember):
            return member
    known: set[str] = set()
    for each in scope.world.kinds_in(kind):
        known.update(n for n, member in scope.world.table(each).items() if isinstance(member, SectionMember))
    scope.report.unknown(
        f"section of {kind}",
        name.text,
        name.span,
        known,
        f"It has {listed(sorted(known))}." if known else f'Declare it in the Kind {kind}: `section {name.text} "..."`.',
    )
    return None


def perform(scope: Scope, node: tree.Perform) -> m.Statement | None:
    if node.of is None:
        actions = scope.world.index.actions
        if node.name.text not in actions:
            scope.report.unknown(
                "action",
                node.name.text,
                node.name.span,
                set(actions),
                "Only actions of the rules can be performed free.",
            )
            return None
        return m.Free(node.name.text, span=node.span)
    inner = value(scope, node.of)
    if types.is_hole(inner):
        return None
    of = types.member_of(inner.type)
    if of is not None:
        scope.report.error(
            "not-single",
            "A section is performed of one thing",
            node.of.span,
            f"this is {types.describe(inner.type)}",
            help="Write `each Kind x in ...:` and perform it of x.",
        )
        return None
    member = section_key(scope, inner, node.name)
    if member is None:
        return None
    sound, given = section_argument(scope, member, node.argument, node.name)
    return m.Perform(member.key, inner, given, span=node.span) if sound else None


def section_argument(
    scope: Scope, member: SectionMember, node: tree.Expression | None, name: tree.Name
) -> tuple[bool, m.Value | None]:
    """What a section is given for its parameter: `with ...`. It has to be said unless it may be nothing."""
    parameter = member.node.parameter
    if parameter is None:
        if node is None:
            return True, None
        scope.report.error(
            "unknown-role",
            f"`{name.text}` takes nothing",
            node.span,
            "nothing is expected here",
            other=((member.node.name.span, "declared here, without a parameter"),),
            help="Take it out, or declare the section with a parameter.",
        )
        return False, None
    of = scope.world.type_of(parameter.type)
    if node is not None:
        given = expect(scope, node, of, f"`{parameter.name.text}` of `{name.text}`")
        return not types.is_hole(given), given
    if isinstance(of, m.OptionalType):
        return True, None
    scope.report.error(
        "missing-argument",
        f"`{name.text}` needs `with ...`",
        name.span,
        f"`{parameter.name.text}` is missing: {types.describe(of)}",
        other=((parameter.span, "declared here"),),
        help="Add `with` and what it is done with.",
    )
    return False, None


def _until(scope: Scope, node: tree.Until) -> m.Statement | None:
    from .abilities import constants
    from .patterns import moment

    when = moment(scope, node.moment)
    inner = constants(scope, node.constants)
    return None if when is None else m.Until(when, inner, span=node.span)


def _return(scope: Scope, node: tree.Return) -> m.Statement | None:
    if scope.gives is None:
        value(scope, node.value)
        scope.report.error(
            "wrong-type",
            "Nothing is given here",
            node.span,
            "only a verb with `gives` returns a value",
            help="Write `gives Kind` in the head of the verb, or take this out.",
        )
        return None
    found = expect(scope, node.value, scope.gives, "what is returned")
    return None if types.is_hole(found) else m.Return(found, span=node.span)


def _stop(scope: Scope, node: tree.Stop) -> m.Statement | None:
    if node.pattern is None:
        return m.Stop(None, span=node.span)
    found = pattern(scope.inner(), node.pattern)
    if found is None or not usable(scope, found, "stop"):
        return None
    return m.Stop(found, span=node.span)


def _cancel(scope: Scope, node: tree.Cancel) -> m.Statement | None:
    if scope.timing != "before":
        scope.report.error(
            "wrong-place",
            "There is nothing to cancel here",
            node.span,
            "`cancel` ends the event that a `before` answers",
            help="Write it in a `before ...:`; a running event is ended by `stop verb ...`.",
        )
        return None
    return m.Cancel(span=node.span)


def _leave(scope: Scope, node: tree.Leave) -> m.Statement | None:
    if not scope.in_loop:
        scope.report.error("wrong-place", "There is no loop to leave", node.span, "this stands in no loop")
        return None
    return m.Leave(span=node.span)


def _proceed(scope: Scope, node: tree.Proceed) -> m.Statement | None:
    if scope.timing != "instead":
        scope.report.error(
            "wrong-place",
            "There is nothing to proceed with here",
            node.span,
            "`proceed` carries out the event that an `instead of` replaces",
            help="Write it in an `instead of ...:`.",
        )
        return None
    return m.Proceed(span=node.span)


def _finish(scope: Scope, node: tree.Finish) -> m.Statement | None:
    by = None if node.who is None else who(scope, node.who, f"whoever {node.result}s")
    if by is not None and types.is_hole(by):
        return None
    return m.Finish(node.result, by, node.reason.value if node.reason else None, span=node.span)


READERS: dict[type, Reader] = {
    tree.If: _if,
    tree.Each: _each,
    tree.Together: _together,
    tree.Lockstep: _lockstep,
    tree.Step: _step,
    tree.Repeat: _repeat,
    tree.Turn: _turn,
    tree.Run: _run,
    tree.Perform: perform,
    tree.Until: _until,
    tree.Return: _return,
    tree.Stop: _stop,
    tree.Cancel: _cancel,
    tree.Leave: _leave,
    tree.Proceed: _proceed,
    tree.Finish: _finish,
}
