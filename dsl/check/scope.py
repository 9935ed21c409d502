"""What is known at one point of a text: bound names, `this`, `you`, `it`, and what tests have made sure of."""

from __future__ import annotations

from typing import TypeAlias

from attrs import define, evolve, field

from .. import model as m
from ..source import Span
from ..syntax import tree
from .report import Report
from .world import World

Facts: TypeAlias = dict[str, m.Type]


@define(eq=False)
class Bound:
    """A bound name: what stands for it, where it was bound, and by what."""

    value: m.Value
    span: Span
    by: str
    used: bool = False


@define(eq=False)
class Counter:
    """Numbers for the ids of names, unique inside a declaration; and all that was bound, to find what is never used."""

    n: int = 0
    bound: list[tuple[str, Bound]] = field(factory=list)


@define(eq=False)
class Scope:
    """`no_you`: why `you` means nobody here, or None. `owner`: key of the declaration, for what it contains."""

    world: World
    counter: Counter = field(factory=Counter)
    names: dict[str, Bound] = field(factory=dict)
    this: m.Type | None = None
    this_value: m.Value | None = None  # what `this` stands for, where it is no thing of its own
    this_thing: str | None = None
    you: m.Type | None = None
    no_you: str | None = "Here nobody in particular is meant; name who it is."
    it: m.Value | None = None
    facts: Facts = field(factory=dict)
    gives: m.Type | None = None
    where: str = ""
    in_loop: bool = False
    timing: str | None = None
    announcing: bool = False  # is it asked while an action is being announced?
    test: bool = False

    @property
    def report(self) -> Report:
        return self.world.report

    def inner(self, **changes: object) -> Scope:
        """The same for a block: what is bound inside does not reach out."""
        changed = {"names": dict(self.names), "facts": dict(self.facts), **changes}
        return evolve(self, **changed)  # type: ignore[arg-type]

    def with_facts(self, facts: Facts) -> Scope:
        return self if not facts else self.inner(facts={**self.facts, **facts})

    def fresh(self, name: str, of: m.Type, span: Span) -> m.Local:
        self.counter.n += 1
        return m.Local(f"{name}{self.counter.n}", name, of, span=span)

    def bind(self, name: tree.Name | None, of: m.Type, by: str, local: m.Local | None = None) -> m.Local:
        """Binds a name (or nothing that can be named) to a new local."""
        text = name.text if name is not None else "it"
        span = name.span if name is not None else Span("", 0, 0)
        if local is None:
            local = self.fresh(text, of, span)
        if name is not None:
            self.put(name, local, by)
        return local

    def put(self, name: tree.Name, value: m.Value, by: str) -> None:
        bound = Bound(value, name.span, by)
        self.names[name.text] = bound
        for key in [k for k in self.facts if k == name.text or k.startswith(f"{name.text}.")]:
            del self.facts[key]
        self.counter.bound.append((name.text, bound))

    def forget(self, path: str) -> None:
        """What tests have made sure of a path is no longer sure: it was written."""
        for key in [k for k in self.facts if k == path or k.startswith(f"{path}.")]:
            del self.facts[key]


def path_of(node: tree.Expression) -> str | None:
    """A key for a name or path, so that a test of it can be remembered."""
    match node:
        case tree.Word(text):
            return text
        case tree.This():
            return "this"
        case tree.You():
            return "you"
        case tree.It():
            return "it"
        case tree.Member(object, name):
            inner = path_of(object)
            return None if inner is None else f"{inner}.{name.text}"
        case _:
            return None


def unused(scope: Scope) -> None:
    """Hints about names that are bound and never used."""
    for name, bound in scope.counter.bound:
        if not bound.used and bound.by in ("let", "as"):
            scope.report.hint(
                "unused-local",
                f"`{name}` is never used",
                bound.span,
                "bound here",
                help="Use it, or take the name out.",
            )


__all__ = ["Bound", "Counter", "Facts", "Scope", "path_of", "unused"]
