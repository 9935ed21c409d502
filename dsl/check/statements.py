"""Statements: what a block does. Names bound by a statement hold for those after it."""

from __future__ import annotations

from collections.abc import Callable

from .. import model as m
from ..source import Span
from ..syntax import tree
from . import types
from .conditions import condition
from .events import event
from .names import listed
from .paths import attribute_targets, find
from .patterns import during, pattern
from .queries import amount, order, query, who
from .scope import Facts, Scope, path_of
from .values import expect, number, value
from .world import SectionMember


def block(scope: Scope, nodes: tree.Block) -> m.Block:
    """A block of its own: what it binds does not reach out."""
    return sequence(scope.inner(), nodes)


def sequence(scope: Scope, nodes: tree.Block) -> m.Block:
    found: list[m.Statement] = []
    ended: tree.Statement | None = None
    for node in nodes:
        if ended is not None:
            scope.report.warning(
                "unreachable-statement",
                "This is never reached",
                node.span,
                "nothing comes here",
                other=((ended.span, "ends the block"),),
                help="Take it out, or move it up.",
            )
            ended = None
        one = statement(scope, node)
        if one is not None:
            found.extend(one)
        if isinstance(node, (tree.Return, tree.Leave, tree.Finish, tree.Cancel)) or (
            isinstance(node, tree.Stop) and node.pattern is None
        ):
            ended = node
    return tuple(found)


def statement(scope: Scope, node: tree.Statement) -> tuple[m.Statement, ...] | None:
    """What a statement means; None if something is wrong with it. An assignment through a group can become two."""
    found = _STATEMENTS[type(node)](scope, node)
    if found is None or isinstance(found, tuple):
        return found
    return (found,)


# ------------------------------------------------------------------------------------------------ doing


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


def _written(scope: Scope, node: tree.Assign, target: m.AttributeValue | m.StateValue | m.Local) -> m.Value | None:
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


def _targets(scope: Scope, node: tree.Expression) -> list[tuple[str, m.AttributeValue | m.StateValue | m.Local]] | None:
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
            found = attribute_targets(scope, inner, name)
            for _, target in found:
                scope.world.written.add(target.attribute)
            return list(found) or None
        case tree.Word(text):
            bound = scope.names.get(text)
            if bound is not None and isinstance(bound.value, m.Local):
                bound.used = True
                return [("", bound.value)]
            one = value(scope, node)
            if isinstance(one, m.StateValue):
                scope.world.written.add(one.attribute)
                return [("", one)]
            if not types.is_hole(one):
                scope.report.error(
                    "wrong-type",
                    f"`{text}` cannot be written",
                    node.span,
                    f"this is {types.describe(one.type)}",
                    help="Attributes, states of the game and names bound here can be written; things are moved.",
                )
            return None
        case _:
            found_value = value(scope, node)
            if not types.is_hole(found_value):
                scope.report.error(
                    "wrong-type", "This cannot be written", node.span, "expected an attribute, such as `x.health`"
                )
            return None


def _let(scope: Scope, node: tree.Let) -> m.Statement | None:
    found = value(scope, node.value)
    local = scope.bind(node.name, found.type, "let")
    return None if types.is_hole(found) else m.Let(local, found, span=node.span)


# ------------------------------------------------------------------------------------------------ choosing


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


def _choose(scope: Scope, node: tree.Choose) -> m.Statement | None:
    sound, by = chooser(scope, node.chooser, node.span, node.target)
    many = amount(scope, node.amount)
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
    return m.Choose(by, many, options, local, prompt, node.target, span=node.span)


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
    if node.phrase is not None:
        done = event(inner, node.phrase, None if failed else doer)
        failed = failed or done is None
    body = block(inner, node.block)
    otherwise = block(scope, node.otherwise)
    if failed:
        return None
    prompt = node.prompt.value if node.prompt is not None else None
    return m.May(subject, done.event if done else None, prompt, body, otherwise, node.one, span=node.span)


def _choose_one(scope: Scope, node: tree.ChooseOne) -> m.Statement | None:
    sound, by = chooser(scope, node.chooser, node.span, node.target)
    modes: list[m.Mode] = []
    for mode in node.modes:
        test: m.Value | None = None
        facts: Facts = {}
        if mode.condition is not None:
            test, facts, _ = condition(scope, mode.condition)
            sound = sound and not types.is_hole(test)
        modes.append(m.Mode(mode.text.value, test, block(scope.with_facts(facts), mode.block), span=mode.span))
    return m.ChooseOne(by, tuple(modes), node.target, span=node.span) if sound else None


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


# ------------------------------------------------------------------------------------------------ control


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
    return m.Step(node.name.text, title, ordering, block(scope, node.block), span=node.span)


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


def _perform(scope: Scope, node: tree.Perform) -> m.Statement | None:
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
    return None if member is None else m.Perform(member.key, inner, span=node.span)


def _until(scope: Scope, node: tree.Until) -> m.Statement | None:
    from .abilities import constants
    from .patterns import moment

    when = moment(scope, node.moment)
    uses = None if node.uses is None else number(scope, node.uses, "how many uses")
    inner = constants(scope, node.constants)
    if when is None or (uses is not None and types.is_hole(uses)):
        return None
    return m.Until(when, uses, inner, span=node.span)


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
    return None if found is None else m.Stop(found, span=node.span)


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


# ------------------------------------------------------------------------------------------------ clauses


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
    return None if done is None else m.Cost(done.event, node.once, span=node.span)


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
    found, inner = query(scope, node.query, "pledge")
    start = who(scope, node.start, "whoever begins")
    body = sequence(inner, node.block)
    for name, bound in inner.names.items():
        if name not in scope.names and bound.by in ("choose", "lay"):
            scope.names[name] = bound
    if found is None or types.is_hole(start):
        return None
    return m.Pledge(found, start, node.others, body, span=node.span)


def _lay(scope: Scope, node: tree.Lay) -> m.Statement | None:
    many = amount(scope, node.amount)
    what, inner = query(scope, node.what, "lay")
    onto: m.Query | m.Value | None
    if isinstance(node.onto, tree.Query):
        onto, _ = query(scope, node.onto, "lay")
    else:
        found = value(scope, node.onto)
        onto = None if types.is_hole(found) else found
    worth = None if node.worth is None else number(inner, node.worth, "what it is worth")
    if what is None or onto is None or (worth is not None and types.is_hole(worth)):
        return None
    local = what.local if many is None else scope.fresh(what.local.name, m.SetType(what.local.type), node.span)
    if node.what.name is not None:
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
    return None if member is None else m.TargetsOf(member.key, inner, span=node.span)


_STATEMENTS: dict[type, Callable[..., m.Statement | None]] = {
    tree.Do: _do,
    tree.Assign: _assign,
    tree.Let: _let,
    tree.Choose: _choose,
    tree.May: _may,
    tree.ChooseOne: _choose_one,
    tree.Take: _take,
    tree.If: _if,
    tree.Each: _each,
    tree.Together: _together,
    tree.Lockstep: _lockstep,
    tree.Step: _step,
    tree.Repeat: _repeat,
    tree.Turn: _turn,
    tree.Run: _run,
    tree.Perform: _perform,
    tree.Until: _until,
    tree.Return: _return,
    tree.Stop: _stop,
    tree.Cancel: _cancel,
    tree.Leave: _leave,
    tree.Proceed: _proceed,
    tree.Finish: _finish,
    tree.Limit: _limit,
    tree.Needs: _needs,
    tree.Cost: _cost,
    tree.CostStep: _cost_step,
    tree.Pledge: _pledge,
    tree.Lay: _lay,
    tree.TargetsOf: _targets_of,
}


__all__ = ["block", "chooser", "section_key", "sequence", "statement", "when"]
