"""Built-in verbs as events: with their windows, where somebody answers, forbids, remembers or speaks of them."""

from __future__ import annotations

from collections.abc import Callable

from dsl import model as m

from ..ir import Call, Const, Expr, Function, Op, Stmt, Var
from ..layout import NotPlayable
from .context import Context
from .many import Many
from .values import NO, both, negate


class BuiltinEvents(Many):
    """Built-in verbs as events: with their windows, where somebody answers, forbids, remembers or speaks of them."""

    def as_event(
        self,
        verb: str,
        kind: str | None,
        arguments: dict[str, Expr],
        core: Callable[[], list[Stmt]],
        plain: list[Stmt],
        *,
        may: Expr = Const(1),  # noqa: B008
        result: str | None = None,
        variant: tuple[object, ...] = (),
        resource: str | None = None,
    ) -> list[Stmt]:
        """A call of the event, or `plain` where nobody takes notice of it.

        `arguments` by name, in the order of the verb's record; `core` does it, speaking of these names, and leaves what
        the verb gives in `result`. `variant`: what else tells two such events apart; `resource`: of a payment.
        """
        kinds: dict[int, str | None] = {0: kind}
        params = tuple(arguments)
        everybody = self.listeners.get(("verb", verb), [])
        listeners = [
            y
            for y in everybody
            if self.may_match(y.trigger.pattern, kinds) and of_resource(y.trigger.pattern, resource)
        ]
        forbidden = self.forbidden("verb", verb, lambda n: Var(params[n]), kinds)
        remembered = any(event == f"verb:{verb}" for event, _ in self.histories_wanted)
        noticed = listeners or remembered or forbidden != NO or self.answered(verb, kinds) or verb in self.spoken
        if not noticed:
            return plain
        name = f"v_{verb}_{self.move_number(verb, tuple(id(y) for y in listeners), kind, variant)}"
        if name not in self.out.functions:
            self.out.functions[name] = Function(name, ())
            self.listeners[("verb", verb)] = listeners
            self.event_function(
                name,
                "verb",
                verb,
                params,
                kinds,
                Context(),
                (),
                both(may, negate(forbidden)),
                report=False,
                title=verb,
                core=lambda _: tuple(core()),
            )
            self.listeners[("verb", verb)] = everybody
        used = (Const(()),) if any(y.trigger.timing == "instead" for y in listeners) else ()
        return [Call(name, (*arguments.values(), *used), result)]

    def unanswered(self, resource: str, event: m.Event) -> None:
        """A payment that is no event, since several split it or nothing is given away: nobody may answer it."""
        for listener in self.listeners.get(("verb", "pay"), ()):
            if of_resource(listener.trigger.pattern, resource):
                raise NotPlayable("an answer to a payment that several split, or that only takes up room", event.span)

    @staticmethod
    def drawable(source: Expr, refill: Expr) -> Expr:
        """Is there anything to draw?"""
        some = Op("ge", (Op("len", (Op("items", (source,)),)), Const(1)))
        if isinstance(refill, Const):
            return some
        more = both(Op("ge", (refill, Const(0))), Op("ge", (Op("len", (Op("items", (refill,)),)), Const(1))))
        return Op("or", (some, more))


def of_resource(p: m.Pattern, resource: str | None) -> bool:
    """May a pattern mean this resource? Only those of payments speak of one."""
    if resource is None:
        return True
    match p.object:
        case m.BindNumber(local):
            return local.type == m.ResourceType(resource)
        case m.Same(value):
            return value.type == m.ResourceType(resource)
        case _:
            return True
