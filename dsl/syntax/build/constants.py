"""Constants: what holds as long as something does, prohibitions and standing prices among them."""

from __future__ import annotations

from typing import Literal as Choice
from typing import TypeAlias, cast

from .. import tree
from ..branches import Part
from .expressions import expression, phrase, query, when
from .reader import Reader

Sign: TypeAlias = Choice["+", "-", "*", "=", "at least", "at most"]


def constants(r: Reader, b: Part) -> tuple[tree.Constant, ...]:
    return tuple(constant(r, part) for part in b.children)


def constant(r: Reader, b: Part) -> tree.Constant:
    span = r.span(b)
    match b.data:
        case "modify":
            target, sign, value, bound = b.children
            limit = None if bound is None else expression(r, bound.children[0])
            return tree.Modify(expression(r, target), cast(Sign, sign.text), expression(r, value), limit, span=span)
        case "modify_set":
            target, value = b.children
            return tree.Modify(expression(r, target), "=", expression(r, value), span=span)
        case "modify_limit":
            target, word, value = b.children
            return tree.Modify(expression(r, target), cast(Sign, f"at {word.text}"), expression(r, value), span=span)
        case "sees":
            viewer, zone = b.children
            return tree.Sees(expression(r, viewer), expression(r, zone), span=span)
        case "constant_each":
            of, inner = b.children
            return tree.ConstantEach(query(r, of), constants(r, inner), span=span)
        case _:
            return standing(r, b)


def standing(r: Reader, b: Part) -> tree.Cannot | tree.CostChange:
    span = r.span(b)
    if b.data == "cannot":
        pattern, condition, because = b.children
        return tree.Cannot(phrase(r, pattern), when(r, condition), r.optional_text(because), span=span)
    pattern, sign, amount, condition = b.children
    operator = cast(Choice["+", "-", "="], sign.text)
    return tree.CostChange(phrase(r, pattern), operator, expression(r, amount), when(r, condition), span=span)
