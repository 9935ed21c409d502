"""What is known while a piece of the game is lowered, and the errors of what cannot be played yet."""

from __future__ import annotations

from attrs import Factory, define, frozen

from dsl import model as m

from .. import ir
from ..layout import NotPlayable


@frozen
class Announced:
    """The event of an action as far as it is announced: its name, its object, the taker."""

    name: str
    object: ir.Expr
    by: ir.Expr
    this: ir.Expr | None = None  # what it stands on

    def part(self, n: int) -> ir.Expr:
        return self.object if n == 0 else self.by


def only(argument: m.Argument | None, node: m.Node) -> m.Value:
    """The argument of a phrase where just one value can be used."""
    if argument is None or isinstance(argument, (m.EachOf, m.PickOf)):
        raise NotPlayable("this argument", node.span)
    return argument


@define
class Context:
    """Bound names, `this`, `you`; where `return` and `stop` lead; whether statements are steps of their own."""

    env: dict[str, ir.Expr] = Factory(dict)
    this: ir.Expr | None = None
    you: ir.Expr | None = None
    taker: ir.Expr | None = None
    ability_end: str | None = None  # label behind the ability
    body_end: str | None = None  # label behind the body of a verb
    loop_end: str | None = None
    event_end: str | None = None  # label behind the event being answered (for cancel)
    result: str | None = None  # variable for the value of a verb or replacement
    proceed: tuple[str, tuple[ir.Expr, ...]] | None = None  # verb function, its arguments
    steps: bool = False  # watches are looked at after each statement
    whose: m.Value | None = None  # value that `you` stands for, lowered when needed
    announced: Announced | None = None  # the action whose clauses these are
    accepted: tuple[ir.Stmt, ...] = ()  # what comes first when the offer that is the whole body is accepted

    def bind(self, local: m.Local, value: ir.Expr) -> Context:
        out = self.copy()
        out.env[local.id] = value
        return out

    def copy(self, **changes: object) -> Context:
        out = Context(
            dict(self.env),
            self.this,
            self.you,
            self.taker,
            self.ability_end,
            self.body_end,
            self.loop_end,
            self.event_end,
            self.result,
            self.proceed,
            self.steps,
            self.whose,
            self.announced,
            self.accepted,
        )
        for name, value in changes.items():
            setattr(out, name, value)
        return out
