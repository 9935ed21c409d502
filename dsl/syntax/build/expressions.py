"""Values, paths, queries, phrases and moments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal as Choice
from typing import TypeAlias, cast

from .. import tree
from ..branches import Branch, Part, Token
from .reader import Reader, present


def expression(r: Reader, part: Part) -> tree.Expression:
    """Any value: an expression, a query, or a text where the grammar allows one."""
    if isinstance(part, Token):
        return r.text(part)
    return _EXPRESSIONS[part.data](r, part)


def optional(r: Reader, part: Part) -> tree.Expression | None:
    return None if part is None else expression(r, part)


def expressions(r: Reader, parts: list[Part]) -> tuple[tree.Expression, ...]:
    return tuple(expression(r, part) for part in present(parts))


# ------------------------------------------------------------------------------------------------ operators


def _conditional(r: Reader, b: Branch) -> tree.Conditional:
    test, then, otherwise = b.children
    return tree.Conditional(expression(r, test), expression(r, then), expression(r, otherwise), span=r.span(b))


def _or(r: Reader, b: Branch) -> tree.Logic:
    left, right = b.children
    return tree.Logic("or", expression(r, left), expression(r, right), span=r.span(b))


def _and(r: Reader, b: Branch) -> tree.Logic:
    left, right = b.children
    return tree.Logic("and", expression(r, left), expression(r, right), span=r.span(b))


def _not(r: Reader, b: Branch) -> tree.Not:
    return tree.Not(expression(r, b.children[0]), span=r.span(b))


def _compare(r: Reader, b: Branch) -> tree.Comparison:
    left, operator, right = b.children
    sign = cast(Choice["==", "!=", "<", "<=", ">", ">="], operator.text)
    return tree.Comparison(sign, expression(r, left), expression(r, right), span=r.span(b))


def _in(r: Reader, b: Branch) -> tree.Membership:
    item, container = b.children
    return tree.Membership(expression(r, item), expression(r, container), b.data == "not_in", span=r.span(b))


def _is(r: Reader, b: Branch) -> tree.KindTest:
    value, kind = b.children
    named = r.name(kind) if isinstance(kind, Token) and kind.type == "KIND" else None
    return tree.KindTest(expression(r, value), named, b.data == "is_not", span=r.span(b))


_SIGNS: dict[str, Choice["+", "-", "*", "/", "mod"]] = {
    "add": "+",
    "subtract": "-",
    "multiply": "*",
    "divide": "/",
    "modulo": "mod",
}


def _arithmetic(r: Reader, b: Branch) -> tree.Arithmetic:
    left, right = b.children
    return tree.Arithmetic(_SIGNS[b.data], expression(r, left), expression(r, right), span=r.span(b))


def _negative(r: Reader, b: Branch) -> tree.Negative:
    return tree.Negative(expression(r, b.children[0]), span=r.span(b))


# ------------------------------------------------------------------------------------------------ atoms


def _number(r: Reader, b: Branch) -> tree.Number:
    return r.number(b.children[0])


def _infinite(r: Reader, b: Branch) -> tree.Number:
    return tree.Number(None, span=r.span(b))


def _truth(r: Reader, b: Branch) -> tree.Truth:
    return tree.Truth(b.children[0].text == "yes", span=r.span(b))


def _nothing(r: Reader, b: Branch) -> tree.Nothing:
    return tree.Nothing(span=r.span(b))


def _text(r: Reader, b: Branch) -> tree.Text:
    return r.text(b)


def _bracketed(r: Reader, b: Branch) -> tree.Expression:
    return expression(r, b.children[0])


def _listing(r: Reader, b: Branch) -> tree.Listing:
    return tree.Listing(expressions(r, b.children), span=r.span(b))


def _kind_member(r: Reader, b: Branch) -> tree.KindMember:
    kind, name = b.children
    return tree.KindMember(r.name(kind), r.name(name), span=r.span(b))


def _end(r: Reader, b: Branch) -> tree.End:
    which, zone = b.children
    return tree.End(cast(Choice["top", "bottom"], which.text), expression(r, zone), span=r.span(b))


def _ask(r: Reader, b: Branch) -> tree.Ask:
    question, pattern, during = b.children
    asked = cast(Choice["happened", "times", "can", "would"], question.text)
    return tree.Ask(asked, phrase(r, pattern), r.optional_name(during), span=r.span(b))


def _amount_of(r: Reader, b: Branch) -> tree.Call:
    """`2 energy` in a property or cell: the built-in call amount(2, energy)."""
    number, word = b.children
    arguments = (
        tree.Argument(r.number(number), span=r.span(number)),
        tree.Argument(tree.Word(word.text, span=r.span(word)), span=r.span(word)),
    )
    return tree.Call(None, tree.Name("amount", span=r.span(b)), arguments, span=r.span(b))


# ------------------------------------------------------------------------------------------------ paths


def _word(r: Reader, b: Branch) -> tree.Word:
    return tree.Word(b.children[0].text, span=r.span(b))


def _this(r: Reader, b: Branch) -> tree.This:
    return tree.This(span=r.span(b))


def _you(r: Reader, b: Branch) -> tree.You:
    return tree.You(span=r.span(b))


def _it(r: Reader, b: Branch) -> tree.It:
    return tree.It(span=r.span(b))


def _member(r: Reader, b: Branch) -> tree.Member:
    object, name = b.children
    return tree.Member(expression(r, object), r.name(name), span=r.span(b))


def _call(r: Reader, b: Branch) -> tree.Call:
    function, given = b.children
    return tree.Call(None, r.name(function), _arguments(r, given), span=r.span(b))


def _member_call(r: Reader, b: Branch) -> tree.Call:
    object, function, given = b.children
    return tree.Call(expression(r, object), r.name(function), _arguments(r, given), span=r.span(b))


def _arguments(r: Reader, b: Part) -> tuple[tree.Argument, ...]:
    return tuple(_argument(r, part) for part in present(b.children))


def _argument(r: Reader, part: Part) -> tree.Argument:
    span = r.span(part)
    if isinstance(part, Branch) and part.data == "keyed":
        of, *keys = part.children
        return tree.Argument(query=query(r, of), keys=expressions(r, keys), span=span)
    if isinstance(part, Branch) and part.data == "named":
        name, value = part.children
        return tree.Argument(expression(r, value), name=r.name(name), span=span)
    return tree.Argument(expression(r, part), span=span)


# ------------------------------------------------------------------------------------------------ queries


def query(r: Reader, b: Part) -> tree.Query:
    parts: list[Part] = b.children
    at = next(n for n, part in enumerate(parts) if isinstance(part, Token) and part.type == "KIND")
    where, nearest, ordering = parts[-3:]
    return tree.Query(
        traits=expressions(r, parts[:at]),
        kind=r.name(parts[at]),
        name=r.optional_name(parts[at + 1]),
        near=tuple(_near(r, part) for part in present(parts[at + 2 : -3])),
        where=None if where is None else expression(r, where.children[0]),
        nearest=None if nearest is None else expression(r, nearest.children[0]),
        order=None if ordering is None else order(r, ordering),
        span=r.span(b),
    )


_NEAR: dict[str, Choice["at", "in", "of", "within", "adjacent", "except"]] = {
    "near_at": "at",
    "near_in": "in",
    "near_of": "of",
    "near_within": "within",
    "near_adjacent": "adjacent",
    "near_except": "except",
}


def _near(r: Reader, b: Part) -> tree.Near:
    if b.data == "near_within":
        distance, value = b.children
        return tree.Near("within", expression(r, value), expression(r, distance), span=r.span(b))
    return tree.Near(_NEAR[b.data], expression(r, b.children[0]), span=r.span(b))


def _bare_kind(r: Reader, b: Branch) -> tree.Query:
    return tree.Query((), r.name(b.children[0]), None, span=r.span(b))


def order(r: Reader, b: Part) -> tree.Order:
    if b.data == "order_by":
        return tree.Order((), expression(r, b.children[0]), span=r.span(b))
    *keys, chooser = b.children
    who = None if chooser is None else expression(r, chooser.children[0])
    return tree.Order(expressions(r, keys), who, span=r.span(b))


# ------------------------------------------------------------------------------------- phrases, moments


def phrase(r: Reader, b: Part) -> tree.Phrase:
    verb, object, *roles = b.children
    return tree.Phrase(
        r.name(verb),
        None if object is None else _object(r, object),
        tuple(_role(r, part) for part in present(roles)),
        span=r.span(b),
    )


RoleWord: TypeAlias = Choice["to", "by", "from", "for", "on", "into", "with"]


def _role(r: Reader, b: Part) -> tree.Role:
    word, value = b.children
    return tree.Role(cast(RoleWord, word.text), _object(r, value), span=r.span(b))


def _object(r: Reader, part: Part) -> tree.Expression | tree.Every:
    if isinstance(part, Branch) and part.data == "every":
        return tree.Every(query(r, part.children[0]), span=r.span(part))
    return expression(r, part)


def when(r: Reader, b: Part) -> tree.When | None:
    if b is None:
        return None
    word, condition = b.children
    return tree.When(expression(r, condition), word.text == "unless", span=r.span(b))


def moment(r: Reader, b: Part) -> tree.Moment:
    edge, of, owner = b.children
    which = cast(Choice["start", "end"], edge.text)
    return tree.Moment(which, r.name(of), optional(r, owner), span=r.span(b))


_EXPRESSIONS: dict[str, Callable[[Reader, Branch], tree.Expression]] = {
    "conditional": _conditional,
    "or": _or,
    "and": _and,
    "not": _not,
    "compare": _compare,
    "in": _in,
    "not_in": _in,
    "is": _is,
    "is_not": _is,
    "add": _arithmetic,
    "subtract": _arithmetic,
    "multiply": _arithmetic,
    "divide": _arithmetic,
    "modulo": _arithmetic,
    "negative": _negative,
    "number": _number,
    "infinite": _infinite,
    "truth": _truth,
    "nothing": _nothing,
    "text": _text,
    "bracketed": _bracketed,
    "listing": _listing,
    "kind_member": _kind_member,
    "end": _end,
    "ask": _ask,
    "amount_of": _amount_of,
    "word": _word,
    "this": _this,
    "you": _you,
    "it": _it,
    "member": _member,
    "call": _call,
    "member_call": _member_call,
    "query": query,
    "bare_kind": _bare_kind,
}
