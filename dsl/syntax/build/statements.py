"""Statements: what a block does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal as Choice
from typing import cast

from attrs import evolve

from ...diagnostics.diagnostic import Edit, Fix
from .. import tree
from ..branches import Branch, Part, Token
from .constants import constants
from .expressions import expression, moment, optional, order, phrase, query, when
from .reader import Reader, present


def block(r: Reader, b: Part) -> tree.Block:
    """The statements of a block or body; none when it was left out."""
    if b is None:
        return ()
    return tuple(statement(r, part) for part in present(b.children))


def statement(r: Reader, b: Part) -> tree.Statement:
    return _STATEMENTS[b.data](r, b)


# ------------------------------------------------------------------------------------------------ phrases

_BARE: dict[str, type[tree.Cancel] | type[tree.Leave] | type[tree.Proceed]] = {
    "cancel": tree.Cancel,
    "leave": tree.Leave,
    "proceed": tree.Proceed,
}


def _do(r: Reader, b: Branch) -> tree.Statement:
    done, name = b.children
    spoken = phrase(r, done)
    bare = _BARE.get(spoken.verb.text)
    if bare is not None and name is None and spoken.object is None and not spoken.roles:
        return bare(span=r.span(b))
    return tree.Do(spoken, r.optional_name(name), span=r.span(b))


def _do_until(r: Reader, b: Branch) -> tree.Do:
    done, name, until, body = b.children
    return tree.Do(phrase(r, done), r.name(name), expression(r, until), block(r, body), span=r.span(b))


# ------------------------------------------------------------------------------------------------ choices


def _zero(r: Reader, b: Part) -> tree.Number:
    return tree.Number(0, span=r.span(b))


def _amount(r: Reader, b: Part) -> tree.Amount | None:
    if b is None:
        return None
    span = r.span(b)
    match b.data:
        case "amount_any":
            return tree.Amount(_zero(r, b), None, span=span)
        case "amount_up_to":
            return tree.Amount(_zero(r, b), expression(r, b.children[0]), span=span)
        case "amount_from":
            return tree.Amount(expression(r, b.children[0]), None, span=span)
        case _:
            low, high = b.children
            return tree.Amount(expression(r, low), expression(r, high), span=span)


def _counted(r: Reader, amount: Part, chosen: Part) -> tuple[tree.Amount | None, tree.Query | tree.Expression]:
    """`2 Kind x` and `(n) Kind x`: the count before the Kind is the amount."""
    found = _amount(r, amount)
    what = expression(r, chosen)
    if found is None and isinstance(what, tree.Query) and what.traits and chosen.data == "query":
        first = chosen.children[0]
        if isinstance(first, Branch) and first.data in ("number", "bracketed"):
            count = what.traits[0]
            found = tree.Amount(count, count, span=r.span(first))
            what = evolve(what, traits=what.traits[1:])
    return found, what


def _choose(r: Reader, b: Branch) -> tree.Choose:
    chooser, amount, chosen, prompt = b.children
    found, what = _counted(r, amount, chosen)
    return tree.Choose(optional(r, chooser), found, what, r.optional_text(prompt), span=r.span(b))


def _target(r: Reader, b: Branch) -> tree.Choose:
    amount, chosen, prompt = b.children
    found, what = _counted(r, amount, chosen)
    return tree.Choose(None, found, what, r.optional_text(prompt), True, span=r.span(b))


def _chosen_one(r: Reader, b: Branch) -> tree.ChooseOne:
    chooser, prompt, *modes = b.children
    return tree.ChooseOne(optional(r, chooser), r.optional_text(prompt), _modes(r, modes), span=r.span(b))


def _target_one(r: Reader, b: Branch) -> tree.ChooseOne:
    prompt, *modes = b.children
    return tree.ChooseOne(None, r.optional_text(prompt), _modes(r, modes), True, span=r.span(b))


def _modes(r: Reader, parts: Part) -> tuple[tree.Mode, ...]:
    modes = []
    for part in parts:
        text, condition, body = part.children
        modes.append(tree.Mode(r.text(text), optional(r, condition), block(r, body), span=r.span(part)))
    return tuple(modes)


def _may(r: Reader, b: Branch) -> tree.May:
    return _offer(r, b, None, None, b)


def _may_statement(r: Reader, b: Branch) -> tree.May:
    offer, otherwise = b.children
    return _offer(r, offer, None, otherwise, b)


def _may_block(r: Reader, b: Branch) -> tree.May:
    offer, body, otherwise = b.children
    return _offer(r, offer, body, otherwise, b)


def _offer(r: Reader, offer: Part, body: Part, otherwise: Part, whole: Branch) -> tree.May:
    if offer.data in ("may_text", "one_may_text"):
        subject, prompt = offer.children
        offered = None
    else:
        subject, offered, prompt = offer.children
    return tree.May(
        subject=expression(r, subject),
        phrase=None if offered is None else phrase(r, offered),
        prompt=r.optional_text(prompt),
        block=block(r, body),
        otherwise=_otherwise(r, otherwise),
        one=offer.data in ("one_may", "one_may_text"),
        span=r.span(whole),
    )


def _otherwise(r: Reader, b: Part) -> tree.Block:
    return () if b is None else block(r, b.children[0])


def _take(r: Reader, b: Branch) -> tree.Take:
    taker, amount, menu, limit, until = b.children
    if amount is None or (isinstance(amount, Token) and amount.text == "any"):
        count = None
    elif isinstance(amount, Branch):
        count = expression(r, amount)
    else:
        count = r.number(amount)
    return tree.Take(expression(r, taker), count, r.name(menu), optional(r, limit), optional(r, until), span=r.span(b))


def _pledge(r: Reader, b: Branch) -> tree.Pledge:
    of, start, others, body = b.children
    return tree.Pledge(query(r, of), expression(r, start), others is not None, block(r, body), span=r.span(b))


def _lay(r: Reader, b: Branch) -> tree.Lay:
    _, amount, what, onto, worth = b.children
    found, laid = _counted(r, amount, what)
    return tree.Lay(found, laid, expression(r, onto), optional(r, worth), span=r.span(b))


def _targets_of(r: Reader, b: Branch) -> tree.TargetsOf:
    section, argument = b.children
    return tree.TargetsOf(expression(r, section), optional(r, argument), span=r.span(b))


# ------------------------------------------------------------------------------------------------ values


def _assign(r: Reader, b: Branch) -> tree.Assign:
    target, sign, value = b.children
    glued_minus(r, sign, value)
    operator = cast(Choice["=", "+=", "-="], sign.text)
    return tree.Assign(expression(r, target), operator, expression(r, value), span=r.span(b))


def glued_minus(r: Reader, sign: Token, value: Part) -> None:
    """`x =- 1`, and `x =-1`: read as `x = -1`, but hardly meant so."""
    text = r.source.text
    if sign.text != "=" or not text.startswith("-", sign.end) or not isinstance(value, Branch):
        return
    if not text.startswith(" ", sign.start - 1) and not text.startswith(" ", sign.end + 1):
        return
    both = Token("MINUS", "=-", sign.start, sign.end + 1)
    taken = Fix("Write `-=`", (Edit(r.span(both), "-="),))
    amount = text[sign.end + 1 : value.end].strip()
    help = f"Write `-= {amount}` to take away, or `= -{amount}` for less than nothing."
    r.mistake("unexpected", "`=-` is no sign", both, "`-` stands behind a space, or `=` behind it", help, taken)


def _let(r: Reader, b: Branch) -> tree.Let:
    name, value = b.children
    return tree.Let(r.name(name), expression(r, value), span=r.span(b))


# ------------------------------------------------------------------------------------------------ control


def _if(r: Reader, b: Branch) -> tree.If:
    condition, body, *rest = b.children
    branches = [(expression(r, condition), block(r, body))]
    otherwise: tree.Block = ()
    for part in present(rest):
        if part.data == "elif":
            condition, body = part.children
            branches.append((expression(r, condition), block(r, body)))
        else:
            otherwise = _otherwise(r, part)
    return tree.If(tuple(branches), otherwise, span=r.span(b))


def _each(r: Reader, b: Branch) -> tree.Each:
    of, body = b.children
    return tree.Each(query(r, of), block(r, body), span=r.span(b))


def _together(r: Reader, b: Branch) -> tree.Together:
    of, body = b.children
    return tree.Together(None if of is None else query(r, of), block(r, body), span=r.span(b))


def _lockstep(r: Reader, b: Branch) -> tree.Lockstep:
    of, condition, *steps = b.children
    return tree.Lockstep(
        query(r, of), optional(r, condition), tuple(_step(r, cast(Branch, part)) for part in steps), span=r.span(b)
    )


def _step(r: Reader, b: Branch) -> tree.Step:
    name, title, ordering, body = b.children
    return tree.Step(
        r.name(name),
        r.optional_text(title),
        None if ordering is None else order(r, ordering),
        block(r, body),
        r.doc(b),
        span=r.span(b),
    )


def _repeat(r: Reader, b: Branch) -> tree.Repeat:
    times, body = b.children
    return tree.Repeat(optional(r, times), None, block(r, body), span=r.span(b))


def _repeat_while(r: Reader, b: Branch) -> tree.Repeat:
    condition, body = b.children
    return tree.Repeat(None, expression(r, condition), block(r, body), span=r.span(b))


def _turn(r: Reader, b: Branch) -> tree.Turn:
    of, body = b.children
    return tree.Turn(optional(r, of), block(r, body), span=r.span(b))


def _run(r: Reader, b: Branch) -> tree.Run:
    return tree.Run(r.name(b.children[0]), span=r.span(b))


def _perform(r: Reader, b: Branch) -> tree.Perform:
    name, of, argument = b.children
    return tree.Perform(r.name(name), expression(r, of), False, optional(r, argument), span=r.span(b))


def _perform_free(r: Reader, b: Branch) -> tree.Perform:
    return tree.Perform(r.name(b.children[0]), None, True, span=r.span(b))


def _until(r: Reader, b: Branch) -> tree.Until:
    until, consts = b.children
    return tree.Until(moment(r, until), constants(r, consts), span=r.span(b))


def _return(r: Reader, b: Branch) -> tree.Return:
    return tree.Return(expression(r, b.children[0]), span=r.span(b))


def _stop(r: Reader, b: Branch) -> tree.Stop:
    pattern = b.children[0]
    return tree.Stop(None if pattern is None else phrase(r, pattern), span=r.span(b))


def _finish(r: Reader, b: Branch) -> tree.Finish:
    result, who, reason = b.children
    outcome = cast(Choice["win", "lose"], result.text)
    return tree.Finish(outcome, optional(r, who), r.optional_text(reason), span=r.span(b))


def _limit(r: Reader, b: Branch) -> tree.Limit:
    amount, per, subject = b.children
    return tree.Limit(expression(r, amount), r.name(per), optional(r, subject), span=r.span(b))


def _needs(r: Reader, b: Branch) -> tree.Needs:
    condition, because = b.children
    return tree.Needs(expression(r, condition), r.optional_text(because), span=r.span(b))


def _cost(r: Reader, b: Branch) -> tree.Cost:
    paid, name, once = b.children
    return tree.Cost(phrase(r, paid), r.optional_name(name), once is not None, span=r.span(b))


def _cost_step(r: Reader, b: Branch) -> tree.CostStep:
    sign, amount, condition = b.children
    operator = cast(Choice["+", "-"], sign.text)
    return tree.CostStep(operator, expression(r, amount), when(r, condition), span=r.span(b))


_STATEMENTS: dict[str, Callable[[Reader, Branch], tree.Statement]] = {
    "do": _do,
    "do_until": _do_until,
    "choose": _choose,
    "target": _target,
    "chosen_one": _chosen_one,
    "target_one": _target_one,
    "may": _may,
    "may_text": _may,
    "one_may": _may,
    "one_may_text": _may,
    "may_statement": _may_statement,
    "may_block": _may_block,
    "take": _take,
    "pledge": _pledge,
    "lay": _lay,
    "targets_of": _targets_of,
    "assign": _assign,
    "let": _let,
    "if": _if,
    "each": _each,
    "together": _together,
    "lockstep": _lockstep,
    "step": _step,
    "repeat": _repeat,
    "repeat_while": _repeat_while,
    "turn": _turn,
    "run": _run,
    "perform": _perform,
    "perform_free": _perform_free,
    "until": _until,
    "return": _return,
    "stop": _stop,
    "finish": _finish,
    "limit": _limit,
    "needs": _needs,
    "cost": _cost,
    "cost_step": _cost_step,
}
