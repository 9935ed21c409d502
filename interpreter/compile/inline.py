"""The Ruleset as it is compiled: every expression simplified, branches that cannot be taken left out."""

from __future__ import annotations

from attrs import evolve

from ..ir import (
    Ask,
    Block,
    Call,
    Const,
    Dispatch,
    Effect,
    Expr,
    Function,
    Guard,
    If,
    Loop,
    Put,
    Return,
    Ruleset,
    Set,
    Stmt,
    Stop,
    While,
)
from .simplify import Simplifier


def simplified(rules: Ruleset) -> dict[str, Function]:
    """The functions, simplified; the Ruleset stays as it is."""
    simplifier = Simplifier(rules)
    found = {}
    for name, function in rules.functions.items():
        if function.value is not None:
            value = simplifier.value_of(name)
            found[name] = evolve(function, value=value if value is not None else function.value)
        else:
            found[name] = evolve(function, body=_body(function.body, simplifier))
    return found


def _body(body: tuple[Stmt, ...], simplifier: Simplifier) -> tuple[Stmt, ...]:
    return tuple(y for s in body for y in _statement(s, simplifier))


def _statement(s: Stmt, simplifier: Simplifier) -> tuple[Stmt, ...]:
    def ex(e: Expr) -> Expr:
        return simplifier.fold(e, {})

    match s:
        case If(test, then, otherwise):
            kept = ex(test)
            if isinstance(kept, Const):
                return _body(then if kept.value else otherwise, simplifier)
            return (If(kept, _body(then, simplifier), _body(otherwise, simplifier)),)
        case Loop(source=source, body=body):
            return (evolve(s, source=ex(source), body=_body(body, simplifier)),)
        case While(test=test, body=body):
            return (evolve(s, test=ex(test), body=_body(body, simplifier)),)
        case Block(body=body) | Guard(body=body):
            return (evolve(s, body=_body(body, simplifier)),)
        case Set(value=value):
            return (evolve(s, value=ex(value)),)
        case Put(index=index, value=value):
            return (evolve(s, index=ex(index), value=ex(value)),)
        case Return(value) if value is not None:
            return (Return(ex(value)),)
        case Effect(args=args) | Call(args=args):
            return (evolve(s, args=tuple(ex(x) for x in args)),)
        case Dispatch(index=index, args=args):
            return (evolve(s, index=ex(index), args=tuple(ex(x) for x in args)),)
        case Ask(who=who, options=options):
            return (evolve(s, who=ex(who), options=ex(options)),)
        case Stop(args=args):
            return (evolve(s, args=tuple(None if x is None else ex(x) for x in args)),)
        case _:
            return (s,)
