"""What can be said of which event: answered, forbidden, asked about, stopped, made dearer.

The language lets a pattern stand in all these places; what the engine could not tell apart there is a mistake of the
author, said here with another way to write it.
"""

from __future__ import annotations

from typing import Literal as Choice

from .. import model as m
from . import types
from .scope import Scope

Use = Choice["before", "after", "instead", "cannot", "cost of", "happened", "times", "can", "would", "stop"]

_SPEAKS: dict[Use, str] = {
    "before": "An answer", "after": "An answer", "instead": "`instead of`", "cannot": "`cannot`",
    "cost of": "`cost of`", "happened": "`happened`", "times": "`times`", "can": "`can`", "would": "`would`",
    "stop": "`stop`",
}  # fmt: skip


def usable(scope: Scope, found: m.Pattern, use: Use, *, played: bool = False) -> bool:
    """Can this be said of the event? If not, it is reported. `played`: by a card that is played as an answer."""
    wrong = _wrong(scope, found, use)
    if played and wrong is None and found.name == "pay" and found.object is not None:
        wrong = (
            "A card that answers a payment cannot name what is paid", "here it is named",
            f"Leave it out: `{use} pay`, or answer with an ability.",
        )  # fmt: skip
    if wrong is None:
        return True
    headline, label, help = wrong
    scope.report.error("wrong-place", headline, found.span, label, help=help)
    return False


def _wrong(scope: Scope, found: m.Pattern, use: Use) -> tuple[str, str, str] | None:
    """The headline, what stands at the place, and the help."""
    name, world = found.name, scope.world
    if found.what == "phase" and name not in world.index.phases:
        what = "menu" if name in world.index.menus else "step"
        return (
            f"{_SPEAKS[use]} speaks of no {what}", f"`{name}` is a {what}",
            f"It begins and ends: `at start of {name}`, `at end of {name}`, `during {name}`.",
        )  # fmt: skip
    if use == "cost of" and found.what != "action":
        return "`cost of` speaks of an action", f"`{name}` is a {found.what}", "Name the action that has the cost."
    if use in ("can", "would") and found.what != "verb":
        return f"`{use}` asks about a verb", f"`{name}` is a {found.what}", "Name the verb that would happen."
    if use == "would" and not scope.announcing:
        return (
            "`would` belongs in the `if` of a `cost of`", "here no action is being announced",
            "What could be done as things stand is asked with `can`, what was done with `happened`.",
        )  # fmt: skip
    if use == "instead" and found.what == "phase":
        return (
            "A phase is not replaced", f"`{name}` is a phase",
            f"Write `before {name}:`, what is done instead, and `cancel` as its last line.",
        )  # fmt: skip
    if use == "can" and any(isinstance(part, m.BindNumber) for part in _parts(found)):
        return "`can` asks with a number", "here any number is meant", "Write the number, such as `by 1`."
    if found.what == "verb" and name not in world.index.verbs and use not in ("can", "would"):
        return _built_in(found, use)
    return None


def _built_in(found: m.Pattern, use: Use) -> tuple[str, str, str] | None:
    name = found.name
    if use == "stop":
        return "`stop` ends a verb of the game, an action or a phase", f"`{name}` is built in", "Stop what does it."
    if name in ("lay", "next_game"):
        return (
            f"{_SPEAKS[use]} does not speak of `{name}`", "nobody notices this",
            "Make a verb of the game of it, and speak of that verb.",
        )  # fmt: skip
    if name == "pay" and use == "cannot":
        return (
            "`cannot` forbids no payment", "what pays is the cost of an action",
            "Forbid the action, or give it another price: `cost of ACTION: + 1`.",
        )  # fmt: skip
    if name == "draw" and _counts(found.object):
        return (
            "Things are drawn one by one", "an amount is never seen",
            f"Speak of a thing, such as `{'instead of' if use == 'instead' else use} draw Card c from ...`.",
        )  # fmt: skip
    if name == "show" and any(isinstance(part, m.Bind) for _, part in found.roles):
        return (
            "Who sees what is shown has to be named", "this is whoever is found",
            "Write `to` with a value, such as `to you`, or leave it out.",
        )  # fmt: skip
    return None


def _parts(found: m.Pattern) -> tuple[m.PatternPart | None, ...]:
    return (found.object, *(part for _, part in found.roles))


def _counts(part: m.PatternPart | None) -> bool:
    if isinstance(part, m.Same):
        return types.numeric(types.strip(part.value.type))
    return isinstance(part, m.BindNumber)
