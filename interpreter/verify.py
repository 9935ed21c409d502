"""What must hold of a Ruleset, as code. Runs between lowering and every back end, in all tests and in use."""

from __future__ import annotations

from .ir import (
    EFFECTS,
    OPS,
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
    Leave,
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
)


class BadRuleset(Exception):
    """The lowering made something that no back end may run: a bug in Sidescript."""


def verify(rules: Ruleset) -> None:
    """Every operation is known and has its number of arguments; every name is bound before it is read; every function,
    table, site and label exists; pure functions call only pure functions; calls give what is asked for."""
    for function in rules.functions.values():
        _Function(rules, function).check()
    for table, entries in rules.dispatch.items():
        for target in entries.values():
            if target not in rules.functions:
                raise BadRuleset(f"table {table} names the unknown function {target}")


class _Function:
    def __init__(self, rules: Ruleset, function: Function) -> None:
        self.rules = rules
        self.function = function

    def fail(self, what: str) -> BadRuleset:
        return BadRuleset(f"{self.function.name}: {what}")

    def check(self) -> None:
        bound = set(self.function.params)
        if self.function.value is not None:
            self.expr(self.function.value, bound)
        else:
            self.block(self.function.body, bound, ())

    def expr(self, e: Expr, bound: set[str]) -> None:
        match e:
            case Const():
                pass
            case Var(name):
                if name not in bound:
                    raise self.fail(f"`{name}` is read before it is set")
            case Op(name, args):
                if name not in OPS:
                    raise self.fail(f"unknown operation {name}")
                if OPS[name][0] not in (-1, len(args)):
                    raise self.fail(f"{name} with {len(args)} arguments")
                for a in args:
                    self.expr(a, bound)
            case Pure(function, args):
                found = self.rules.functions.get(function)
                if found is None:
                    raise self.fail(f"unknown function {function}")
                if found.value is None:
                    raise self.fail(f"{function} is not pure")
                if len(found.params) != len(args) and not function.startswith("through_"):
                    raise self.fail(f"{function} with {len(args)} arguments")
                for a in args:
                    self.expr(a, bound)
            case Find(_, var, source, test, value):
                self.expr(source, bound)
                inner = bound | {var}
                for part in (test, value):
                    if part is not None:
                        self.expr(part, inner)

    def block(self, body: tuple[Stmt, ...], bound: set[str], labels: tuple[str, ...]) -> None:
        for s in body:
            self.statement(s, bound, labels)

    def statement(self, s: Stmt, bound: set[str], labels: tuple[str, ...]) -> None:
        match s:
            case Set(var, value):
                self.expr(value, bound)
                bound.add(var)
            case Put(_, index, value):
                self.expr(index, bound)
                self.expr(value, bound)
            case Effect(name, args, result):
                if name not in EFFECTS or EFFECTS[name][0] != len(args):
                    raise self.fail(f"effect {name} with {len(args)} arguments")
                for a in args:
                    self.expr(a, bound)
                if result:
                    bound.add(result)
            case If(test, then, otherwise):
                self.expr(test, bound)
                self.block(then, bound, labels)
                self.block(otherwise, bound, labels)
            case Loop(var, source, inner, label):
                self.expr(source, bound)
                bound.add(var)
                self.block(inner, bound, (*labels, label))
            case While(test, inner, label):
                self.expr(test, bound)
                self.block(inner, bound, (*labels, label))
            case Block(inner, label):
                self.block(inner, bound, (*labels, label))
            case Guard(inner):
                self.block(inner, bound, labels)
            case Leave(label):
                if label not in labels:
                    raise self.fail(f"no label {label} around")
            case Return(value):
                if value is not None:
                    self.expr(value, bound)
            case Call(function, args, result):
                found = self.rules.functions.get(function)
                if found is None:
                    raise self.fail(f"unknown function {function}")
                if len(found.params) != len(args):
                    raise self.fail(f"{function} with {len(args)} arguments, not {len(found.params)}")
                for a in args:
                    self.expr(a, bound)
                if result:
                    bound.add(result)
            case Dispatch(table, index, args, result):
                del table
                self.expr(index, bound)
                for a in args:
                    self.expr(a, bound)
                if result:
                    bound.add(result)
            case Ask(site, who, options, result):
                if not 0 <= site < len(self.rules.sites):
                    raise self.fail(f"no site {site}")
                self.expr(who, bound)
                self.expr(options, bound)
                bound.add(result)
            case Stop(_, args):
                for wanted in args:
                    if wanted is not None:
                        self.expr(wanted, bound)
            case _:
                pass
