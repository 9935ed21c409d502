"""The Ruleset as it is compiled: every expression simplified, branches that cannot be taken left out."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from ..ir import (
    Ask,
    Block,
    Call,
    Const,
    Dispatch,
    Effect,
    Expr,
    Find,
    Function,
    Guard,
    If,
    Loop,
    Op,
    Pure,
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
from .concerns import Concerns
from .facts import Facts, static_ids
from .shared import shared
from .simplify import Simplifier
from .terms import mentions, walk


def simplified(rules: Ruleset) -> dict[str, Function]:
    """The functions, simplified; the Ruleset stays as it is."""
    simplifier = Simplifier(rules)
    concerns = Concerns(rules, simplifier)
    found = {}
    for name, function in rules.functions.items():
        if function.value is not None:
            value = simplifier.value_of(name)
            found[name] = evolve(function, value=value if value is not None else function.value)
        else:
            found[name] = evolve(function, body=_body(function.body, simplifier, concerns, {}))
    return found


def _body(body: tuple[Stmt, ...], simplifier: Simplifier, concerns: Concerns, known: Facts) -> tuple[Stmt, ...]:
    out: list[Stmt] = []
    deferred = 0
    for s in body:
        if isinstance(s, Effect) and s.name == "defer" and isinstance(s.args[0], Const):
            deferred += 1 if s.args[0] == Const(1) else -1
        now = _at_once(s, deferred > 0, simplifier, known) if isinstance(s, Loop) else None
        for x in now if now is not None else _statement(s, simplifier, concerns, known):
            out += _once_each(x, simplifier)
    return tuple(_whom_it_concerns(out, concerns, known))


def _whom_it_concerns(body: list[Stmt], concerns: Concerns, known: Facts) -> Iterator[Stmt]:
    """Marks and checks right behind a move, only for the moves that matter to them."""
    n = 0
    while n < len(body):
        s = body[n]
        n += 1
        if isinstance(s, Effect) and s.name == "move" and s.result is None:
            x, goal, _ = s.args
            behind: list[Effect] = []
            while n < len(body):
                after = body[n]
                if not isinstance(after, Effect) or after.name not in ("mark", "check"):
                    break
                behind.append(after)
                n += 1
            old = Var(concerns.simplifier.fresh() + "from")
            known_goal = _plain(x) and not _moves(goal)
            when = [concerns.when(y, x, old, goal, known) if known_goal else None for y in behind]
            used = any(t is not None and mentions(t, old.name) for t in when)
            yield evolve(s, result=old.name) if used else s
            for y, test in zip(behind, when, strict=True):
                if test is None or (isinstance(test, Const) and test.value):
                    yield y
                elif not isinstance(test, Const):
                    yield If(test, (y,))
            continue
        yield s


def _plain(e: Expr) -> bool:
    return isinstance(e, (Const, Var))


def _moves(e: Expr) -> bool:
    return any(isinstance(x, (Pure, Find)) or not _steady(x) for x in walk(e))


def _at_once(s: Loop, deferred: bool, simplifier: Simplifier, known: Facts) -> tuple[Stmt, ...] | None:
    """Moving each thing of a set to the same zone becomes one move, if nothing looks at it in between."""
    match s:
        case Loop(var, source, (Effect("move", (Var(moved), zone, bottom), None), *rest), label) if moved == var:
            names = ("mark", "did", "check") if deferred else ("mark", "did")
            if all(isinstance(x, Effect) and x.name in names for x in rest) and not (
                mentions(zone, var)
                or mentions(bottom, var)
                or any(isinstance(x, Op) for x in walk(zone) if not _steady(x))
            ):
                name = f"all_{label}"
                goal = simplifier.fold(zone, known)
                return (
                    Set(name, simplifier.fold(source, known)),
                    Effect("moves", (Var(name), goal, simplifier.fold(bottom, known))),
                    If(Var(name), tuple(rest)),
                )
    return None


def _once_each(s: Stmt, simplifier: Simplifier) -> tuple[Stmt, ...]:
    """Gives a name to what a statement would work out several times."""
    match s:
        case Set(value=value):
            given, now = shared((value,), simplifier.fresh())
            changed: Stmt = evolve(s, value=now[0])
        case Put(index=index, value=value):
            given, now = shared((index, value), simplifier.fresh())
            changed = evolve(s, index=now[0], value=now[1])
        case If(test=test):
            given, now = shared((test,), simplifier.fresh())
            changed = evolve(s, test=now[0])
        case Effect(name="report"):
            return (s,)  # worked out only if somebody listens
        case Effect(args=args) | Call(args=args):
            given, now = shared(args, simplifier.fresh())
            changed = evolve(s, args=tuple(now))
        case _:
            return (s,)
    return (*(Set(name, x) for name, x in given), changed) if given else (s,)


def _steady(e: Expr) -> bool:
    """Can no move change it?"""
    return not isinstance(e, Op) or e.name in ("zone", "add", "sub", "get", "fixed")


def _statement(s: Stmt, simplifier: Simplifier, concerns: Concerns, known: Facts) -> tuple[Stmt, ...]:
    def ex(e: Expr) -> Expr:
        return simplifier.fold(e, known)

    def inner(body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        return _body(body, simplifier, concerns, known)

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
            return (evolve(s, source=kept, body=_body(body, simplifier, concerns, facts)),)
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
