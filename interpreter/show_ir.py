"""A Ruleset as text that can be read aloud: for `sidescript show ir` and for the snapshots of the tests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .ir import (
    NOTHING,
    Ask,
    Block,
    Call,
    Const,
    Dispatch,
    Effect,
    Expr,
    Fail,
    Find,
    Finish,
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
from .layout import Layout

INFIX = {
    "add": "+", "sub": "-", "mul": "*", "div": "/", "mod": "mod", "eq": "==", "ne": "!=", "lt": "<", "le": "<=",
    "gt": ">", "ge": ">=", "and": "and", "or": "or", "member": "in",
}  # fmt: skip


def show_functions(rules: Ruleset, names: Iterable[str] | None = None) -> Iterator[str]:
    """The lines of these functions (all, if none are named), one function after another."""
    wanted = set(rules.functions if names is None else names)
    shower = _Shower(rules)
    for name, function in rules.functions.items():
        if name in wanted:
            yield from shower.function(function)
            yield ""


class _Shower:
    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        lay: Layout = rules.layout.lay
        attributes = lay.game.attributes
        of_things = {"face", "seat", "shown", "owner", "controller", *(k for k, a in attributes.items() if a.owner)}
        self.columns = {offset: key for key, offset in lay.column.items() if key in of_things}
        self.cells = {offset: key for key, offset in lay.column.items() if key not in of_things}

    def function(self, f: Function) -> Iterator[str]:
        title = f"  # {f.title}" if f.title else ""
        head = f"{f.name}({', '.join(f.params)})"
        if f.value is not None:
            yield f"{head} = {self.value(f.value)}{title}"
            return
        yield f"{head}:{title}"
        yield from self.block(f.body, 1)

    # ------------------------------------------------------------------ statements

    def block(self, body: tuple[Stmt, ...], depth: int) -> Iterator[str]:
        for s in body:
            for line in self.statement(s):
                yield "  " * depth + line

    def inner(self, head: str, body: tuple[Stmt, ...]) -> Iterator[str]:
        yield head
        yield from self.block(body, 1)

    def statement(self, s: Stmt) -> Iterator[str]:
        match s:
            case Set(var, value):
                yield f"{var} = {self.value(value)}"
            case Put(column, index, value):
                yield f"{self.cell(column, index)} := {self.value(value)}"
            case Effect("defer", (Const(value),)):
                yield "one change begins" if value == 1 else "one change ends"
            case Effect(name, args, result):
                bound = f"{result} = " if result else ""
                yield f"{bound}{name}!({', '.join(self.value(a) for a in args)})"
            case If(test, then, otherwise):
                yield from self.inner(f"if {self.value(test)}:", then)
                if otherwise:
                    yield from self.inner("else:", otherwise)
            case Loop(var, source, body, label):
                yield from self.inner(f"for {var} in {self.value(source)}:  # {label}", body)
            case While(test, body, label):
                yield from self.inner(f"while {self.value(test)}:  # {label}", body)
            case Block(body, label):
                yield from self.inner(f"block {label}:", body)
            case Guard(body):
                yield from self.inner("guard:", body)
            case Leave(label):
                yield f"leave {label}"
            case Return(value):
                yield f"return {self.value(value)}" if value is not None else "return"
            case Call(function, args, result):
                bound = f"{result} = " if result else ""
                yield f"{bound}call {function}({', '.join(self.value(a) for a in args)})"
            case Dispatch(table, index, args, result):
                bound = f"{result} = " if result else ""
                yield f"{bound}call {table}[{self.value(index)}]({', '.join(self.value(a) for a in args)})"
            case Ask(site, who, options, result):
                asked = self.rules.sites[site]
                said = f" “{asked.prompt}”" if asked.prompt else ""
                yield f"{result} = ask {self.value(who)} for {asked.kind}{said}: {self.value(options)}"
            case Stop(function, args):
                given = ", ".join("any" if a is None else self.value(a) for a in args)
                yield f"stop {function}({given})"
            case Finish(ending):
                found = self.rules.layout.endings[ending]
                yield f"finish {getattr(found, 'name', '') or found.result}"
            case Fail(message):
                yield f"fail “{self.rules.messages[message][0]}”"

    # ------------------------------------------------------------------ values

    def cell(self, column: int, index: Expr) -> str:
        if index == Const(0) and column in self.cells:
            return self.cells[column].removeprefix(".")
        name = self.columns.get(column) or self.cells.get(column, f"column {column}")
        return f"{name}[{self.value(index)}]"

    def value(self, e: Expr) -> str:
        match e:
            case Const(value):
                return "nothing" if value == NOTHING else str(value)
            case Var(name):
                return name
            case Pure(function, args):
                return f"{function}({', '.join(self.value(a) for a in args)})"
            case Op("get", (Const(int() as column), index)):
                return self.cell(column, index)
            case Op("fixed", (Const(int() as table), index)):
                return f"{list(self.rules.tables)[table]}[{self.value(index)}]"
            case Op("cond", (test, then, otherwise)):
                return f"({self.value(then)} if {self.value(test)} else {self.value(otherwise)})"
            case Op("tuple", args):
                return f"[{', '.join(self.value(a) for a in args)}]"
            case Op("not", (one,)):
                return f"not {self.value(one)}"
            case Op(name, args) if name in INFIX and len(args) > 1:
                return f"({f' {INFIX[name]} '.join(self.value(a) for a in args)})"
            case Op("kind", (x, low, high)):
                return f"({self.value(low)} <= {self.value(x)} < {self.value(high)})"
            case Op(name, args):
                return f"{name}({', '.join(self.value(a) for a in args)})"
            case Find(mode, var, source, test, value):
                of = f" of {self.value(value)}" if value is not None else ""
                where = f" where {self.value(test)}" if test is not None else ""
                return f"{mode}{of} ({var} in {self.value(source)}{where})"
