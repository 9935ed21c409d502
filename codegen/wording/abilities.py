"""Abilities, constants and actions: "After you hit Jafar, ...", "Once per turn, when ...", "you have +1 action"."""

from __future__ import annotations

import re
from typing import assert_never

from attrs import evolve

from dsl import model

from . import agreement, clauses, events, queries, statements, values
from .noun_phrase import NounPhrase, the
from .scope import Scope, all_actions, kind_noun, unwrap, walk
from .statements import Line


def ability(one: model.Ability, scope: Scope) -> list[Line]:
    """The sentences of an ability."""
    match one:
        case model.Trigger():
            return _trigger(one, scope.inner())
        case model.AtMoment(_, at, condition, body):
            inner = scope.inner()
            limits, rest = _limits(body, inner)
            lead = _joined(limits, f"at {moment(at, inner)}")
            if condition is not None:
                lead += f", {clauses.condition(condition, inner)}"
            return statements.behind(lead, statements.block(rest, inner))
        case model.Whenever(_, watch, body):
            return _whenever(watch, body, scope.inner())
        case model.Standing(_, condition, constants):
            texts = [text for c in constants for text in constant(c, scope)]
            if condition is None:
                return [Line(text) for text in texts]
            said = clauses.clause(condition, scope)
            return [Line(f"while {said}, {agreement.listing(_briefly(said, text) for text in texts)}")]
        case _:
            assert_never(one)


_ABOUT = re.compile(r"((?:this|that) .*?) (?:is|has|holds) ")


def _briefly(condition: str, text: str) -> str:
    """ "while this card’s holder is hurt, this card’s holder has ...": what both are about is "it" the second time."""
    found = _ABOUT.match(condition)
    if found is None:
        return text
    about = found.group(1)
    if text.startswith(f"{about}’s "):
        return "its " + text.removeprefix(f"{about}’s ")
    return "it " + text.removeprefix(f"{about} ") if text.startswith(f"{about} ") else text


def _joined(limits: list[str], lead: str) -> str:
    return ", ".join([*limits, lead])


def _limits(body: model.Block, scope: Scope) -> tuple[list[str], model.Block]:
    """A limit at the head of a body is said in front: "once per turn, ..."."""
    limits = []
    rest = list(body)
    while rest and isinstance(rest[0], model.Limit):
        limits.append(statements.limit(rest.pop(0), scope))  # type: ignore[arg-type]
    return limits, tuple(rest)


def _fixed(one: model.Trigger, scope: Scope) -> model.Trigger:
    """ "after a character takes damage, if that character is the user": after the user takes damage.

    A name of the pattern that the condition sets equal to something known is that thing, if the phrase shows it.
    """
    for test in queries.conjuncts(one.condition):
        if not isinstance(test, model.Comparison) or test.operator != "==":
            continue
        for local, known in ((test.left, test.right), (test.right, test.left)):
            if not isinstance(local, model.Local) or isinstance(known, model.Literal):
                continue
            parts = (one.pattern.object, *(value for _, value in one.pattern.roles))
            bound = next((part for part in parts if _binds(part, local)), None)
            if bound is None or any(
                isinstance(node, model.Local) and any(_names(part, node) for part in parts) for node in walk(known)
            ):
                continue
            pattern = evolve(
                one.pattern,
                object=model.Same(known) if one.pattern.object is bound else one.pattern.object,
                roles=tuple(
                    (word, model.Same(known) if value is bound else value) for word, value in one.pattern.roles
                ),
            )
            inner = scope.inner()
            named = values.noun(known, inner)
            said, _ = events.pattern_said(pattern, inner)
            active = the(f"active {kind_noun(scope.game, scope.game.seats.kind)[0]}")
            if named.text not in said.filled("finite", active).clause:
                continue
            scope.bind(local, named)
            rest = [other for other in queries.conjuncts(one.condition) if other is not test]
            left = rest[0] if rest else None
            for other in rest[1:]:
                assert left is not None
                left = model.Logic("and", left, other, model.TruthType())
            return _fixed(evolve(one, pattern=pattern, condition=left), scope)
    return one


def _names(part: model.PatternPart | None, local: model.Local) -> bool:
    if isinstance(part, model.Bind):
        return part.query.local.id == local.id
    return isinstance(part, model.BindNumber) and part.local.id == local.id


def _binds(part: model.PatternPart | None, local: model.Local) -> bool:
    """Does a part of a pattern bind a name, and ask nothing else of it?"""
    if isinstance(part, model.BindNumber):  # "if that kind of damage is body": body damage
        return part.local.id == local.id and isinstance(unwrap(local.type), model.EnumType)
    if not isinstance(part, model.Bind) or part.query.local.id != local.id:
        return False
    return part.query.where is None and not part.query.traits and not part.query.near


def _trigger(one: model.Trigger, scope: Scope) -> list[Line]:
    one = _fixed(one, scope)
    said, _ = events.pattern_said(one.pattern, scope)
    active = the(f"active {kind_noun(scope.game, scope.game.seats.kind)[0]}")
    scope.answered = one.pattern
    scope.answered_parts = _again(said, scope)
    limits, body = _limits(one.block, scope)
    if one.timing == "instead":
        filled = said.filled("base", active)
        subject = f"{filled.subject.text} " if filled.subject is not None else ""
        lead = _joined(limits, f"if {subject}would {filled.text}")
        if one.condition is not None:
            lead += f" and {clauses.clause(one.condition, scope)}"
        lines = statements.block(body, scope)
        if not lines:
            negative = said.filled("negative", active)
            return [Line(f"{negative.clause} {clauses.condition(one.condition, scope)}" if one.condition is not None
                         else negative.clause)]  # fmt: skip
        if len(lines) == 1 and lines[0].simple:
            return [Line(f"{lead}, {lines[0].text} instead")]
        return statements.behind(f"{lead}, do this instead:", lines)
    filled = said.filled("finite", active)
    lead = _joined(limits, f"{one.timing} {filled.clause}")
    if one.condition is not None:
        lead += f", {clauses.condition(one.condition, scope)}"
    return statements.behind(lead, statements.block(body, scope))


def _again(said: events.Said, scope: Scope) -> dict[str, NounPhrase]:
    """The parts of the event as they are spoken of afterwards: "a Henchman" is "that Henchman"."""
    again = {}
    for slot in said.phrase.slots:
        noun = said.filler(slot)
        if slot.noun is not None and noun.text == slot.noun[1]:
            again[slot.name] = NounPhrase(f"those {noun.text}", True)
            continue
        if noun.text.startswith(("a ", "an ", "another ")):
            bare = noun.noun or noun.text.partition(" ")[2]
            again[slot.name] = NounPhrase(f"that {bare}", noun.plural, noun=bare)
        else:
            again[slot.name] = noun
    return again


def _whenever(watch: model.Value | model.Query, body: model.Block, scope: Scope) -> list[Line]:
    limits, rest = _limits(body, scope)
    word = "when" if limits else "as soon as"
    if isinstance(watch, model.Query):
        found = _watched(watch, scope)
        lead = f"{word} {found}"
    else:
        lead = f"{word} {clauses.clause(watch, scope)}"
    return statements.behind(_joined(limits, lead), statements.block(rest, scope))


def _watched(query: model.Query, scope: Scope) -> str:
    """ "an inactive Item card holds 3 Coins": the candidate as the subject of its own condition."""
    tests = queries.conjuncts(query.where)
    bare = evolve(query, where=None)
    subject = queries.phrase(bare, scope, "a")
    noun = kind_noun(scope.game, query.kind)[0]
    if tests:
        inner = scope.inner()
        inner.bind(query.local, subject)
        first = clauses.clause(tests[0], inner)
        inner.bind(query.local, NounPhrase("it"))
        scope.bind_that(query.local, noun)
        if subject.text in first:
            return agreement.listing([first, *(clauses.clause(test, inner) for test in tests[1:])])
    scope.bind_that(query.local, noun)
    return f"there is {queries.phrase(query, scope, 'a').text}"


def moment(at: model.Moment, scope: Scope) -> str:
    """ "the start of your turn", "the end of the Night Phase"."""
    if at.of in ("turn", "phase", "step", "game"):
        name = f"the {at.of}"
        if at.owner is not None:
            owner = values.noun(at.owner, scope)
            name = owner.owning(at.of).text
    else:
        name = values.name_title(scope, at.of)
        if at.of in scope.game.menus:
            name = the(scope.game.menus[at.of].title).text
        if not name.startswith("the "):
            name = the(name).text
        if at.owner is not None:
            name = values.noun(at.owner, scope).owning(name.removeprefix("the ")).text
    return f"the {at.edge} of {name}"


# ------------------------------------------------------------------------------------------------ constants


def constant(one: model.Constant, scope: Scope) -> list[str]:
    """What holds, as clauses."""
    match one:
        case model.Modify():
            return [_modify(one, scope)]
        case model.Cannot():
            return [cannot(one, scope)]
        case model.CostChange(pattern, operator, amount, condition):
            if pattern.what == "action":
                title, noun = _action_cost(pattern, scope)
                on = events.part(pattern.object, model.ThingType("Thing"), scope).text if pattern.object else ""
                by = events.role_of(pattern, "by")
                who = f" {events.part(by, model.ThingType('Thing'), scope).text}" if by is not None else ""
                number = values.quantity(amount, noun, scope) if noun else values.noun(amount, scope).text
                price = {"+": f"{number} more", "-": f"{number} less", "=": number}[operator]
                says = f"the {title} action{f' on {on}' if on else ''} costs{who} {price}"
                return [f"{says} {clauses.condition(condition, scope)}" if condition is not None else says]
            number = values.noun(amount, scope).text
            what = events.pattern_clause(pattern, scope, "finite")
            match operator:
                case "+":
                    text = f"it costs {number} more when {what}"
                case "-":
                    text = f"it costs {number} less when {what}"
                case "=":
                    text = f"it costs {number} when {what}"
                case _:
                    assert_never(operator)
            return [f"{text} {clauses.condition(condition, scope)}" if condition is not None else text]
        case model.Sees(viewer, zone):
            return [f"{values.noun(viewer, scope).text} may look at {values.noun(zone, scope).text}"]
        case model.ConstantEach(query, constants):
            inner = scope.inner()
            inner.bind(query.local, queries.phrase(query, scope, "each"))
            return [text for c in constants for text in constant(c, inner)]
        case _:
            assert_never(one)


def _action_cost(pattern: model.Pattern, scope: Scope) -> tuple[str, tuple[str, str] | None]:
    """An action's title and what it is paid in, if that is clear."""
    title = agreement.words(pattern.name.rpartition(".")[2])
    for action in all_actions(scope.game):
        if pattern.name in (action.key, action.name):
            for part in action.clauses:
                title = action.title
                if isinstance(part, model.Cost) and isinstance(part.event.object, model.Literal):
                    kind = unwrap(part.event.object.type)
                    if isinstance(kind, model.ResourceType):
                        return title, kind_noun(scope.game, kind.resource)
    return title, None


def _modify(one: model.Modify, scope: Scope) -> str:
    counts = values.unit(scope, one.attribute)
    label = values.label(scope, one.attribute)
    attribute = scope.game.attributes.get(one.attribute) or scope.game.state.get(one.attribute)
    amount = values.noun(one.value, scope).text
    text: str
    if one.object is None:
        owner, name = None, the(label)
    else:
        owner = values.noun(one.object, scope)
        name = owner.owning(label)
    if (
        attribute is not None
        and isinstance(unwrap(attribute.type), model.TruthType)
        and owner is not None
        and isinstance(one.value, model.Literal)
    ):
        return clauses.truth_said(owner, label, not one.value.value)
    if owner is not None and counts is not None and one.operator in ("+", "-") and _shared(counts, one, scope):
        text = f"{name.text} is {amount} {'higher' if one.operator == '+' else 'lower'}"
    elif owner is not None and one.operator in ("+", "-"):
        sign = "+" if one.operator == "+" else "−"
        if isinstance(one.value, model.Literal) and isinstance(one.value.value, int):
            noun = counts[0 if one.value.value == 1 else 1] if counts is not None else label
            text = f"{owner.finite('have')} {sign}{one.value.value} {noun}"
        elif isinstance(one.value, model.Aggregate) and one.value.function == "count":
            noun = counts[0] if counts is not None else label
            text = f"{owner.finite('have')} {sign}1 {noun} for {queries.phrase(one.value.query, scope, 'each').text}"
        else:
            more = "more" if one.operator == "+" else "fewer"
            noun = counts[1] if counts is not None else label
            text = f"{owner.finite('have')} {amount} {more} {noun}"
    else:
        be = f"{name.text} is"
        match one.operator:
            case "+":
                text = f"{be} increased by {amount}"
            case "-":
                text = f"{be} reduced by {amount}"
            case "*":
                text = f"{be} doubled" if amount == "2" else f"{be} multiplied by {amount}"
            case "=":
                text = f"{be} {amount}"
            case "at least":
                text = f"{be} at least {amount}"
            case "at most":
                text = f"{be} at most {amount}"
            case _:
                assert_never(one.operator)
    if one.bound is not None:
        limit = "not below" if one.operator == "-" else "not above"
        text += f" (but {limit} {values.noun(one.bound, scope).text})"
    return text


def _shared(counts: tuple[str, str], one: model.Modify, scope: Scope) -> bool:
    """Do several attributes count the same (health and full health)? Then the noun alone does not say which."""
    owner = one.attribute.rpartition(".")[0]
    same = [a for a in scope.game.attributes.values() if a.owner == owner and values.unit(scope, a.key) == counts]
    return len(same) > 1


def cannot(one: model.Cannot, scope: Scope) -> str:
    """ "Genie cannot be attacked while ..."."""
    inner = scope.inner()
    text = events.cannot(one.pattern, inner)
    few = _too_few(one, text, inner)
    if few is not None:
        return few
    if one.condition is not None:
        if isinstance(one.condition, model.Not):
            text += f" unless {clauses.clause(one.condition.operand, inner)}"
        else:
            text += f" while {clauses.clause(one.condition, inner)}"
    return text


def _negative(test: model.Value) -> bool:
    match test:
        case model.Not() | model.Membership(_, _, True):
            return True
        case _:
            return False


def _too_few(one: model.Cannot, text: str, scope: Scope) -> str | None:
    """ "cannot be attacked with fewer than 2 characters": a number of those who do it, told with them."""
    parts = (one.pattern.object, *(value for _, value in one.pattern.roles))
    groups = {part.members.id: part.query for part in parts if isinstance(part, model.Bind) and part.members}
    tests = queries.conjuncts(one.condition)
    for test in tests:
        match test:
            case model.Comparison(operator, model.Aggregate("count", query, ()), model.Literal() as right):
                near = query.near[0].value if len(query.near) == 1 and query.where is None else None
            case _:
                continue
        if not isinstance(near, model.Local) or near.id not in groups:
            continue
        many = queries.phrase(groups[near.id], scope, "bare plural").text
        if not text.endswith(f" {many}"):
            continue
        number, _ = clauses.amount_words(operator, right, queries.noun_of(groups[near.id], scope), scope)
        said = f"{text.removesuffix(many)}{number}"
        rest = [other for other in tests if other is not test]
        if not rest:
            return said
        if all(_negative(other) for other in rest):
            kept = [clauses.clause(other, scope, negated=True) for other in rest]
            return f"{said} unless {agreement.listing(kept, 'or')}"
        return f"{said} while {agreement.listing(clauses.clause(other, scope) for other in rest)}"
    return None


def prohibition(one: model.Cannot | model.CostChange, scope: Scope) -> list[Line]:
    return [Line(text) for text in constant(one, scope)]


# ------------------------------------------------------------------------------------------------ actions


def action_lines(action: model.Action, scope: Scope) -> list[Line]:
    """An action as printed on a thing: when and how often, what it needs, what it costs, what it does."""
    inner = scope.inner()
    if action.actor is not None:
        inner.bind_that(action.actor, kind_noun(scope.game, scope.game.seats.kind)[0])
    limits: list[str] = []
    costs: list[str] = []
    needs: list[str] = []
    choices: list[model.Statement] = []
    for part in action.clauses:
        match part:
            case model.Limit():
                limits.append(statements.limit(part, inner))
            case model.Needs(condition):
                needs.append(clauses.clause(condition, inner))
            case model.Cost(event):
                costs.append(statements.cost(event, inner))
            case _:
                choices.append(part)
    effect = statements.block((*choices, *action.pays, *action.does), inner) or [Line("nothing happens")]
    menus = agreement.listing((menu_title(scope, menu) for menu in action.menus), "or")
    timed = is_time(menus)
    leads = [*limits, menus] if timed else [menus, *limits]
    lead = ", ".join([part for part in leads if part] + ([f"if {agreement.listing(needs)}"] if needs else []))
    first, rest = effect[0], effect[1:]
    does = agreement.capital(first.text)
    if costs:
        cost = agreement.listing(costs)
        if timed and lead:
            text = f"{lead}, you may {cost}: {does}"
        else:
            text = f"{lead}{'. ' if lead else ''}{agreement.capital(cost)}: {does}"
    else:
        text = f"{lead}: {does}" if lead else does
    return [Line(text, first.bullets), *rest]


def menu_title(scope: Scope, menu: str) -> str:
    declared = scope.game.menus.get(menu)
    return declared.title if declared is not None else agreement.words(menu)


def is_time(title: str) -> bool:
    """Does a menu's title say when ("before your actions"), not what ("action")?"""
    return title.startswith(("before ", "after ", "at ", "during ", "in ", "on ", "for ", "while ", "when "))
