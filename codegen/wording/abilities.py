"""Abilities, constants and actions: "After you hit Jafar, ...", "Once per turn, when ...", "you have +1 action"."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import assert_never

from attrs import evolve

from dsl import model

from . import agreement, clauses, events, queries, statements, values
from .heard import hear
from .noun_phrase import PRONOUN, NounPhrase, the
from .scope import Scope, all_actions, is_a, kind_noun, names_in, singular_nouns, unwrap, uses, walk
from .statements import Line
from .worked_out import once_for_game


def ability(one: model.Ability, scope: Scope) -> list[Line]:
    """The sentences of an ability."""
    return statements.shortened_lines(_ability(one, scope), scope)


def _ability(one: model.Ability, scope: Scope) -> list[Line]:
    match one:
        case model.Trigger():
            return _trigger(one, scope.inner())
        case model.AtMoment(_, at, condition, body):
            inner = scope.inner()
            limits, rest = _limits(body, inner)
            own, condition = _own_moment(at, condition, inner)
            lead = _joined(limits, f"at {moment(at, inner, own)}")
            if condition is not None:
                asked = clauses.condition(condition, inner)
                told = statements.about_it(asked, statements.block(rest, inner), inner)
                return statements.behind(f"{lead}, {asked}", told)
            return statements.behind(lead, statements.block(rest, inner))
        case model.Whenever(_, watch, body):
            return _whenever(watch, body, scope.inner())
        case model.Standing(_, condition, constants):
            texts = [text for c in constants for text in constant(c, scope)]
            if condition is None:
                return [Line(text) for text in _added(texts)]
            said = clauses.clause(condition, scope)
            return [Line(f"while {said}, {agreement.listing(_briefly(said, text) for text in _added(texts))}")]
        case _:
            assert_never(one)


_HAS_MORE = re.compile(r"(.+? (?:has|have)) ([+−]\d[^(),]*)")


def _added(texts: list[str]) -> list[str]:
    """ "you have +4 Attack", "you have +1 Range": you have +4 Attack and +1 Range."""
    found: dict[str, list[str]] = {}
    for text in texts:
        more = _HAS_MORE.fullmatch(text)
        found.setdefault(more[1] if more else text, []).extend([more[2]] if more else [])
    return [f"{lead} {agreement.listing(parts)}" if parts else lead for lead, parts in found.items()]


def together(own: tuple[model.Ability, ...]) -> tuple[model.Ability, ...]:
    """Numbers of one thing that hold under one condition, written one below the other, as one ability."""
    told: list[model.Ability] = []
    for one in own:
        last = told[-1] if told else None
        if (
            isinstance(one, model.Standing)
            and isinstance(last, model.Standing)
            and one.condition == last.condition
            and _of_one([*last.constants, *one.constants])
        ):
            told[-1] = evolve(last, constants=(*last.constants, *one.constants))
        else:
            told.append(one)
    return tuple(told)


def _of_one(constants: list[model.Constant]) -> bool:
    """Do constants add to numbers of one and the same thing, each to another one, and without a bound?"""
    about = [
        (one.object, one.attribute)
        for one in constants
        if isinstance(one, model.Modify) and one.operator in ("+", "-") and one.bound is None
    ]
    same = len(about) == len(constants) and all(object == about[0][0] for object, _ in about)
    return same and len({attribute for _, attribute in about}) == len(about)


_ABOUT = re.compile(r"((?:(?:this|that) |[A-Z]).*?) (?:is|has|holds) ")


def _briefly(condition: str, text: str) -> str:
    """ "while this card’s holder is hurt, this card’s holder has ...": what both are about is "it" the second time."""
    found = _ABOUT.match(condition)
    if found is None:
        return text
    about = found.group(1)
    if "’s " in about:  # "it" could be the card: "while this card’s holder is a Hero, that Hero has ..."
        sort = re.fullmatch(rf"{re.escape(about)} is an? ([\w-]+(?: [A-Z][\w-]+)*)", condition)
        again = f"that {sort[1] if sort is not None else about.rpartition('’s ')[2]}"
        return again + text.removeprefix(about) if re.match(rf"{re.escape(about)}(?: |’s )", text) else text
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
            left = queries.all_of([other for other in queries.conjuncts(one.condition) if other is not test])
            return _fixed(evolve(one, pattern=pattern, condition=left), scope)
    return one


def restricted(
    pattern: model.Pattern, condition: model.Value | None, scope: Scope, told: Callable[[model.Pattern, Scope], str]
) -> tuple[model.Pattern, model.Value | None]:
    """ "after a Sidekick moves to a space, if that space holds a Curse": after it moves to a space that holds a Curse.

    A condition about one name of the pattern alone becomes a relative clause of that name, if it can be said so.
    """
    kept: list[model.Value] = []
    for test in queries.conjuncts(condition):
        parts = (pattern.object, *(value for _, value in pattern.roles))
        named = [part for part in parts if part is not None and any(
            isinstance(node, model.Local) and _names(part, node) for node in walk(test))]  # fmt: skip
        changed = _narrowed(named[0], test, pattern, scope, told) if len(named) == 1 and not kept else None
        if changed is None:
            kept.append(test)
            continue
        pattern = evolve(
            pattern,
            object=changed if pattern.object is named[0] else pattern.object,
            roles=tuple((word, changed if value is named[0] else value) for word, value in pattern.roles),
        )
    return pattern, queries.all_of(kept)


_LONGEST_NOUN = 75


def _narrowed(
    part: model.PatternPart,
    test: model.Value,
    pattern: model.Pattern,
    scope: Scope,
    told: Callable[[model.Pattern, Scope], str],
) -> model.Bind | None:
    if not isinstance(part, model.Bind) or part.members is not None or part.query.nearest is not None:
        return None
    query = part.query
    match test:
        case model.KindTest(model.Local(id=id_), kind, False) if id_ == query.local.id and kind in scope.game.kinds:
            narrower = evolve(query, kind=kind)
        case _:
            narrower = evolve(query, where=queries.all_of([*queries.conjuncts(query.where), test]))
    new = evolve(part, query=narrower)
    changed = evolve(
        pattern,
        object=new if pattern.object is part else pattern.object,
        roles=tuple((word, new if value is part else value) for word, value in pattern.roles),
    )
    noun = queries.phrase(narrower, scope.inner(), "a").text
    noun = noun.removeprefix("an").removeprefix("a").removeprefix("other").strip()
    whole = told(changed, scope.inner())
    if noun not in whole or len(noun) > _LONGEST_NOUN or PRONOUN in noun or f"{noun}’s" in whole:
        return None
    if re.search(r" (?:where|for which|on which|which|their|it) ", f"{noun} "):
        return None
    return new


def _reported(pattern: model.Pattern, scope: Scope) -> str:
    active = the(f"active {kind_noun(scope.game, scope.game.seats.kind)[0]}")
    return events.pattern_said(pattern, scope)[0].filled("finite", active).clause


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


def _bounded(
    pattern: model.Pattern, condition: model.Value | None, scope: Scope, told: Callable[[model.Pattern, Scope], str]
) -> model.Value | None:
    """ "after it takes damage, if that number is more than 2": after it takes 3 or more damage.

    Bounds of a number of the event are told with it, if the phrase shows it; what else is asked is returned.
    """
    parts = (pattern.object, *(value for _, value in pattern.roles))
    numbers = {part.local.id for part in parts if isinstance(part, model.BindNumber)}
    tests = queries.conjuncts(condition)
    found: dict[str, list[tuple[model.Value, int | None, int | None]]] = {}
    for test in tests:
        local, low, high = _bound(test)
        if local is not None and local.id in numbers:
            found.setdefault(local.id, []).append((test, low, high))
    for id_, bounds in found.items():
        lows = [low for _, low, _ in bounds if low is not None]
        highs = [high for _, _, high in bounds if high is not None]
        low, high = max(lows, default=None), min(highs, default=None)
        if low is not None and high is not None and low > high:
            continue
        inner = scope.inner()
        inner.bounds = {**scope.bounds, id_: (low, high)}
        if told(pattern, inner) != told(pattern, scope.inner()):
            scope.bounds = inner.bounds
            tests = [test for test in tests if all(test is not said for said, _, _ in bounds)]
    return queries.all_of(tests)


def _bound(test: model.Value) -> tuple[model.Local | None, int | None, int | None]:
    """A number of an event beside a fixed one: which, and how much it is at least and at most."""
    operator: str
    match test:
        case model.Comparison(sign, model.Local() as local, model.Literal(int() as n)):
            operator = sign
        case model.Comparison(sign, model.Literal(int() as n), model.Local() as local):
            operator = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}.get(sign, sign)
        case _:
            return None, None, None
    if isinstance(n, bool) or n < 0 or n >= model.INFINITE or (operator == "<" and n == 0):
        return None, None, None
    match operator:
        case ">" | ">=":
            return local, n + (operator == ">"), None
        case "<" | "<=":
            return local, None, n - (operator == "<")
        case "==":
            return local, n, n
        case _:
            return None, None, None


def _trigger(one: model.Trigger, scope: Scope) -> list[Line]:
    scope.spoken_of = names_in((one.block, one.condition))
    one = _fixed(one, scope)
    condition = _bounded(one.pattern, one.condition, scope, _reported)
    bounds, scope.bounds = scope.bounds, {}
    pattern, condition = restricted(one.pattern, condition, scope, _reported)
    said, _ = events.pattern_said(pattern, scope)
    active = the(f"active {kind_noun(scope.game, scope.game.seats.kind)[0]}")
    scope.answered = pattern
    scope.answered_parts = _again(said, scope)
    one = evolve(one, pattern=pattern, condition=condition)
    if bounds:
        scope.bounds = bounds
        said, _ = events.pattern_said(pattern, scope)
    limits, body = _limits(one.block, scope)
    if one.timing == "instead":
        lead = _joined(limits, f"if {said.filled('would', active).clause}")
        if one.condition is not None:
            lead += f" and {clauses.clause(one.condition, scope)}"
        match body:
            case (
                model.May(model.You(), model.Event() as event, _, (), (model.Proceed(),), False)
                | model.May(model.You(), None, _, (model.Do(model.Event() as event),), (model.Proceed(),), False),
            ):
                may = statements.permitted(event, scope.you, scope)
                hear(body[0].span, f"you may {may} instead")
                return [Line(f"{lead}, you may {may} instead")]
            case _:
                pass
        lines = statements.block(body, scope)
        if not lines:
            negative = said.filled("negative", active)
            return [Line(f"{negative.clause} {clauses.condition(one.condition, scope)}" if one.condition is not None
                         else negative.clause)]  # fmt: skip
        if len(lines) == 1 and lines[0].simple:
            return [Line(f"{lead}, {lines[0].text} instead")]
        return statements.behind(f"{lead}, do this instead:", lines)
    replaced = _replaced(one, body, limits, said.filled("would", active).clause, scope)
    if replaced is not None:
        return [replaced]
    scope.foretold = one.timing == "before" and _changes_event(body, one.pattern)
    if scope.foretold:
        lead = _joined(limits, f"when {said.filled('would', active).clause}")
    elif one.pattern.what == "phase":
        lead = _joined(limits, f"{one.timing} {values.name_title(scope, one.pattern.name)}")
    else:
        lead = _joined(limits, f"{one.timing} {said.filled('finite', active).clause}")
    if one.condition is not None:
        lead += f", {clauses.condition(one.condition, scope)}"
    lines = statements.block(body, scope)
    if one.timing == "after" and len(lines) == 1 and lines[0].text == said.filled("order", scope.you).clause:
        lines = [evolve(lines[0], text="do so again")]
    return statements.behind(lead, lines)


def _replaced(one: model.Trigger, body: model.Block, limits: list[str], would: str, scope: Scope) -> Line | None:
    """ "before ..., you may do this, and it does not happen": if it would, you may do this instead."""
    match body:
        case (model.May(model.You(), None, _, (*block, model.Cancel()), (), False),) if (
            one.timing == "before" and block
        ):
            pass
        case _:
            return None
    inner = scope.inner()
    if len(block) == 1 and isinstance(block[0], model.Do) and block[0].until is None:
        text = statements.permitted(block[0].event, scope.you, inner)
    else:
        lines = statements.block(tuple(block), inner)
        if len(lines) != 1 or not lines[0].simple:
            return None
        text = lines[0].text
    lead = _joined(limits, f"if {would}")
    if one.condition is not None:
        lead += f" and {clauses.clause(one.condition, scope)}"
    hear(body[0].span, f"you may {text} instead")
    return Line(f"{lead}, you may {text} instead")


def _changes_event(body: model.Block, pattern: model.Pattern) -> bool:
    """Does a body change what is about to happen, first of all, or prevent it? Then it "would" happen."""
    first = body[0] if body else None
    if isinstance(first, model.Assign) and isinstance(first.target, model.Local):
        return any(
            isinstance(part, model.BindNumber) and part.local.id == first.target.id
            for part in (pattern.object, *(value for _, value in pattern.roles))
        )
    if isinstance(first, model.May) and first.event is not None and len(body) == 1 and not first.otherwise:
        return _changes_event(first.block, pattern)  # "when ... would, you may pay 1 star to prevent that"
    return any(
        isinstance(statement, model.Cancel)
        or (
            isinstance(statement, model.Stop)
            and statement.pattern is not None
            and statement.pattern.name == pattern.name
        )
        for statement in body
    )


def _again(said: events.Said, scope: Scope) -> dict[str, NounPhrase]:
    """The parts of the event as they are spoken of afterwards: "a Henchman" is "that Henchman"."""
    again = {}
    for slot in said.phrase.slots:
        noun = said.filler(slot)
        if slot.noun is not None and noun.text == slot.noun[1]:
            again[slot.name] = NounPhrase(f"those {noun.text}", True)
            continue
        if not noun.text and slot is said.phrase.first_number():
            again[slot.name] = NounPhrase("that")  # "it does not take that damage"
        elif noun.text.startswith(("a ", "an ", "another ")):
            bare = _kind_word(noun.noun, scope) or noun.text.partition(" ")[2]
            again[slot.name] = NounPhrase(f"that {bare}", noun.plural, noun=bare)
        else:
            again[slot.name] = noun
    return again


def _kind_word(noun: str, scope: Scope) -> str:
    """ "captured character" is "that character" afterwards."""
    for word in singular_nouns(scope.game):
        if noun.endswith(f" {word}"):
            return word
    return noun


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
    apart = [test for test in tests if not uses(test, query.local)]
    if apart and len(apart) < len(tests):  # "it is night and a player holds 3 Coins": the night is no player's
        about = evolve(query, where=queries.all_of([test for test in tests if test not in apart]))
        return agreement.listing([*(clauses.clause(test, scope) for test in apart), _watched(about, scope)])
    bare = evolve(query, where=None)
    subject = queries.phrase(bare, scope, "a")
    noun = kind_noun(scope.game, query.kind)[0]
    if tests:
        inner = scope.inner()
        inner.bind(query.local, subject)
        first = clauses.clause(tests[0], inner)
        plays = is_a(scope.game, query.kind, scope.game.seats.kind)
        inner.bind(query.local, NounPhrase("they", True) if plays else NounPhrase("it"))
        scope.bind_that(query.local, noun)
        if subject.text in first:
            head, own, rest = first.partition(f"{subject.text}’s ")
            own_again = "their " if plays else "its "
            if own:  # "a player’s hand holds fewer cards than a player’s hand size": than their hand size
                first = f"{head}{own}{rest.replace(own, own_again)}"
            return agreement.listing([first, *(clauses.clause(test, inner) for test in tests[1:])])
    scope.bind_that(query.local, noun)
    return f"there is {queries.phrase(query, scope, 'a').text}"


def _own_moment(at: model.Moment, condition: model.Value | None, scope: Scope) -> tuple[bool, model.Value | None]:
    """ "at the start of the turn, if the active player is you": at the start of your turn."""
    if at.of != "turn" or at.owner is not None:
        return False, condition
    active = values.noun(model.Builtin("active_player", (), model.ThingType(scope.game.seats.kind)), scope)
    if active.you:
        return True, condition
    tests = queries.conjuncts(condition)
    for test in tests:
        if isinstance(test, model.Comparison) and test.operator == "==":
            said = [values.noun(side, scope) for side in (test.left, test.right)]
            if any(one.you for one in said) and any(one.text == active.text for one in said):
                return True, queries.all_of([one for one in tests if one is not test])
    return False, condition


def moment(at: model.Moment, scope: Scope, own: bool = False) -> str:
    """ "the start of your turn", "the end of the Night Phase"."""
    if at.of in ("turn", "phase", "step", "game"):
        name = f"your {at.of}" if own else f"the {at.of}"
        if at.owner is not None:
            owner = values.noun(at.owner, scope)
            name = owner.owning(at.of).text
    else:
        name = values.name_title(scope, at.of)
        if at.of in scope.game.menus:
            name = the(scope.game.menus[at.of].title).text
        if not name.startswith("the ") and agreement.stretch(name).startswith("the "):
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
            return [cannot(one, scope.inner())]
        case model.CostChange(pattern, operator, amount, condition):
            scope = scope.inner()
            if pattern.what == "action":
                pattern, condition = _of_whom(pattern, condition, scope)
                title, noun = _action_cost(pattern, scope)
                on = events.part(pattern.object, model.ThingType("Thing"), scope).text if pattern.object else ""
                by = events.role_of(pattern, "by")
                who = f" {events.part(by, model.ThingType('Thing'), scope).text}" if by is not None else ""
                number = values.quantity(amount, noun, scope) if noun else values.noun(amount, scope).text
                price = {"+": f"{number} more", "-": f"{number} less", "=": number}[operator]
                says = f"the {title} action{f' on {on}' if on else ''} costs{who} {price}"
                if condition is None:
                    return [says]
                told = clauses.condition(condition, scope)
                return [f"{says} {told.replace(f'{who} ', ' it ', 1) if who else told}"]
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
            each = queries.phrase(query, scope, "each")
            if each.modified and not any(_about(c, query.local) for c in constants):
                inner.bind(query.local, NounPhrase("it"))  # "for each character next to Jafar, its player ..."
                return [f"for {each.text}, {text}" for c in constants for text in constant(c, inner)]
            inner.bind(query.local, each)
            texts = [text for c in constants for text in constant(c, inner)]
            return [re.sub(r"^each other (.+?) cannot ", r"no other \1 can ", text) for text in texts]
        case _:
            assert_never(one)


def _of_whom(
    pattern: model.Pattern, condition: model.Value | None, scope: Scope
) -> tuple[model.Pattern, model.Value | None]:
    """ "costs a player 1 more if that player is not you": costs another player 1 more."""
    for test in queries.conjuncts(condition):
        match test:
            case model.Comparison("==" | "!=" as operator, model.Local() as local, known) if values.noun(
                known, scope
            ).you:
                bound = next((value for _, value in pattern.roles if _binds(value, local)), None)
            case _:
                continue
        if not isinstance(bound, model.Bind):
            continue
        left = queries.all_of([other for other in queries.conjuncts(condition) if other is not test])
        if operator == "==":
            scope.bind(local, scope.you)
            part: model.PatternPart = model.Same(known)
        else:
            part = evolve(bound, query=evolve(bound.query, where=test))
        return evolve(
            pattern, roles=tuple((word, part if value is bound else value) for word, value in pattern.roles)
        ), left
    return pattern, condition


def _about(one: model.Constant, local: model.Local) -> bool:
    """Is a constant about a name itself, not about what belongs to it?"""
    if not isinstance(one, model.Modify):
        return True
    return isinstance(one.object, model.Local) and one.object.id == local.id


def folded(lines: list[Line]) -> list[Line]:
    """ "the Play action costs 2 more" and the same of another action: both are said at once."""
    told: list[Line] = []
    for line in lines:
        same = _COSTS.match(line.text)
        before = _COSTS.match(told[-1].text) if told else None
        if same and before and same.group(2) == before.group(2) and not line.bullets:
            told[-1] = Line(f"the {before.group(1)} and {same.group(1)} actions cost{same.group(2)}")
        else:
            told.append(line)
    return told


_COSTS = re.compile(r"the (.+?) actions? costs?( .*)")


def _action_cost(pattern: model.Pattern, scope: Scope) -> tuple[str, tuple[str, str] | None]:
    """An action's title and what it is paid in, if that is clear."""
    title = agreement.words(pattern.name.rpartition(".")[2])
    for action in all_actions(scope.game):
        if pattern.name in (action.key, action.name):
            title = action.title
            for part in action.clauses:
                if isinstance(part, model.Cost) and isinstance(part.event.object, model.Literal):
                    kind = unwrap(part.event.object.type)
                    if isinstance(kind, model.ResourceType):
                        return title, kind_noun(scope.game, kind.resource)
    return title, None


def _modify(one: model.Modify, scope: Scope) -> str:
    counts = values.unit(scope, one.attribute)
    match one.value:
        case model.Builtin("amount", (more, which)):  # "+1 Energy" of the powers
            sort = values.noun(which, scope).text
            counts, one = (sort, sort), evolve(one, value=more)
        case _:
            pass
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
        text = f"{owner.finite('have')} {'+' if one.operator == '+' else '−'}{amount} {label}"
    elif owner is not None and one.operator in ("+", "-"):
        sign = "+" if one.operator == "+" else "−"
        if isinstance(one.value, model.Literal) and isinstance(one.value.value, int):
            noun = counts[0 if one.value.value == 1 else 1] if counts is not None else label
            text = f"{owner.finite('have')} {sign}{one.value.value} {noun}"
        elif isinstance(one.value, model.Aggregate) and one.value.function == "count":
            noun = counts[0] if counts is not None else label
            text = f"{owner.finite('have')} {sign}1 {noun} for {queries.phrase(one.value.query, scope, 'each').text}"
        elif isinstance(one.value, (model.AttributeValue, model.DefineValue)):  # "your Attack is increased by its rank"
            changed = "increased" if one.operator == "+" else "reduced"
            text = f"{name.text} {agreement.finite('be', name.plural)} {changed} by {amount}"
        else:
            change = "more" if one.operator == "+" else "fewer"
            noun = counts[1] if counts is not None else label
            text = f"{owner.finite('have')} {amount} {change} {noun}"
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
    fixed = _fixed(model.Trigger("", "before", one.pattern, one.condition, (), False), inner)
    one = evolve(one, pattern=fixed.pattern, condition=fixed.condition)
    tests = queries.conjuncts(one.condition)
    negatives = [test for test in tests if _negative(test)]
    said = inner.inner()
    few = _too_few(one, events.cannot(one.pattern, said), said)
    if few is not None:
        return few
    positive = queries.all_of([test for test in tests if test not in negatives])
    positive = _bounded(one.pattern, positive, inner, events.cannot)
    pattern, left = restricted(one.pattern, positive, scope, events.cannot)
    text = events.cannot(pattern, inner)
    inner = _of_nobody(text, inner)
    if left is None and negatives:
        text += f" unless {clauses.joined([clauses.clause(test, inner, negated=True) for test in negatives], 'or')}"
    elif (whole := queries.all_of([t for t in tests if t in negatives or t in queries.conjuncts(left)])) is not None:
        text += f" while {clauses.clause(whole, inner)}"
    return _they(text, scope)


def _of_nobody(text: str, scope: Scope) -> Scope:
    """ "No player can do that unless ...": whoever the condition means is not "you" then, but "the active player"."""
    active = next((word for word in sorted(scope.selves) if word.startswith("the active ")), None)
    if active is None or not text.startswith(f"no {kind_noun(scope.game, scope.game.seats.kind)[0]} "):
        return scope
    return evolve(scope, selves=frozenset(), you=NounPhrase(active))


def _they(text: str, scope: Scope) -> str:
    """ "no Sidekick can draw a card there unless that Sidekick lives there": unless they live there."""
    found = re.fullmatch(r"(no (?:[a-z-]+ )?([^ ]+(?: [^ ]+)?) can .*) (unless|while) that \2 ([a-z]+)\b(.*)", text)
    if found is None or not statements.is_finite(found[4]):
        return text
    plays = any(
        kind.noun[0] == found[2] and is_a(scope.game, kind.name, scope.game.seats.kind)
        for kind in scope.game.kinds.values()
    )
    verb = {"is": "are", "has": "have"}.get(found[4]) or agreement.base(found[4])
    return f"{found[1]} {found[3]} {f'they {verb}' if plays else f'it {found[4]}'}{found[5]}"


def _negative(test: model.Value) -> bool:
    match test:
        case model.Comparison("!=", model.Local(), model.This() | model.You()):
            return False  # "another Bad Guy"
        case model.Not() | model.Membership(_, _, True) | model.Comparison("!="):
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
    return statements.shortened_lines([Line(text) for text in constant(one, scope)], scope)


# ------------------------------------------------------------------------------------------------ actions


def action_lines(action: model.Action, scope: Scope) -> list[Line]:
    """An action as printed on a thing: when and how often, what it needs, what it costs, what it does."""
    inner = scope.inner()
    if action.actor is not None:
        inner.bind(action.actor, NounPhrase(f"the {agreement.words(action.actor.name)}"))
    limits: list[str] = []
    costs: list[str] = []
    needs: list[str] = []
    choices: list[model.Statement] = []
    for part in action.clauses:
        match part:
            case model.Limit():
                limits.append(statements.limit(part, inner))
            case model.Needs(condition) if always_needed(condition, scope.game):
                pass
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


_MANY_ACTIONS = 3


@once_for_game
def needed_by_all(game: model.CheckedGame) -> frozenset[str]:
    """Defines that each action on a card asks about: a matter of the rules, said there and not on every card."""
    actions = [action for thing in game.things.values() for action in thing.actions]
    asked = [
        {part.condition.define for part in action.clauses
         if isinstance(part, model.Needs) and isinstance(part.condition, model.DefineValue)}
        for action in actions
    ]  # fmt: skip
    return frozenset.intersection(*map(frozenset, asked)) if len(asked) >= _MANY_ACTIONS else frozenset()


def always_needed(condition: model.Value, game: model.CheckedGame) -> bool:
    return isinstance(condition, model.DefineValue) and condition.define in needed_by_all(game)


def menu_title(scope: Scope, menu: str) -> str:
    declared = scope.game.menus.get(menu)
    return declared.title if declared is not None else agreement.words(menu)


def is_time(title: str) -> bool:
    """Does a menu's title say when ("before your actions"), not what ("action")?"""
    return title.startswith(("before ", "after ", "at ", "during ", "in ", "on ", "for ", "while ", "when "))
