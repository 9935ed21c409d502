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
    Op,
    Put,
    Return,
    Ruleset,
    Set,
    Stmt,
    Stop,
    Var,
    While,
    statements,
)
from .facts import Facts, static_ids
from .simplify import Simplifier
from .terms import mentions, walk


def simplified(rules: Ruleset) -> dict[str, Function]:
    """The functions, simplified; the Ruleset stays as it is."""
    simplifier = Simplifier(rules)
    found = {}
    for name, function in rules.functions.items():
        if function.value is not None:
            value = simplifier.value_of(name)
            found[name] = evolve(function, value=value if value is not None else function.value)
        else:
            found[name] = evolve(function, body=_body(function.body, simplifier, {}))
    return found


def _body(body: tuple[Stmt, ...], simplifier: Simplifier, known: Facts) -> tuple[Stmt, ...]:
    out: list[Stmt] = []
    deferred = 0
    for s in body:
        if isinstance(s, Effect) and s.name == "defer" and isinstance(s.args[0], Const):
            deferred += 1 if s.args[0] == Const(1) else -1
        for x in _statement(s, simplifier, known):
            out += _at_once(x, deferred > 0)
    return tuple(out)


def _at_once(s: Stmt, deferred: bool) -> tuple[Stmt, ...]:
    """Moving each thing of a set to the same zone becomes one move, if nothing looks at it in between."""
    match s:
        case Loop(var, source, (Effect("move", (Var(moved), zone, bottom), None), *rest), label) if moved == var:
            names = ("mark", "did", "check") if deferred else ("mark", "did")
            if all(isinstance(x, Effect) and x.name in names for x in rest) and not (
                mentions(zone, var) or mentions(bottom, var) or any(isinstance(x, Op) for x in walk(zone) if not _steady(x))
            ):
                name = f"all_{label}"
                return (
                    Set(name, source),
                    Effect("moves", (Var(name), zone, bottom)),
                    If(Var(name), tuple(rest)),
                )
    return (s,)


def _steady(e: Expr) -> bool:
    """Can no move change it?"""
    return not isinstance(e, Op) or e.name in ("zone", "add", "sub", "get", "fixed")


def _statement(s: Stmt, simplifier: Simplifier, known: Facts) -> tuple[Stmt, ...]:
    def ex(e: Expr) -> Expr:
        return simplifier.fold(e, known)

    def inner(body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        return _body(body, simplifier, known)

    match s:
        case If(test, then, otherwise):
            kept = ex(test)
            if isinstance(kept, Const):
                return inner(then if kept.value else otherwise)
            return (If(kept, inner(then), inner(otherwise)),)
        case Loop(source=source, body=body, var=var):
            kept = ex(source)
            ids = static_ids(kept)
            set_again = any(getattr(x, "var", getattr(x, "result", None)) == var for x in statements(body))
            facts = known if ids is None or not ids or set_again else {**known, var: frozenset(ids)}
            return (evolve(s, source=kept, body=_body(body, simplifier, facts)),)
        case While(test=test, body=body):
            return (evolve(s, test=ex(test), body=inner(body)),)
        case Block(body=body) | Guard(body=body):
            return (evolve(s, body=inner(body)),)
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
