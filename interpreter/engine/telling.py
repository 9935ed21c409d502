"""What the log of a match says beside its reports: whose text acts, and what changes that no verb tells of.

Nothing of it is state. It is found out while somebody listens, from the functions that are being carried out.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from attrs import frozen

from dsl import model as m

from ..ir import ACTS, ENDS

if TYPE_CHECKING:
    from .program import Program, Report
    from .state import State


@frozen
class Running:
    """A text or a verb that is being carried out: in which function, and how many are under way around it.

    `title`: of the rule or thing whose text it is; None of a verb. `thing`: its id; -1 of a rule.
    """

    depth: int
    function: str
    title: str | None = None
    thing: int = -1


@frozen
class Change:
    """A number that is another one now, and of which no report tells."""

    attribute: m.Attribute
    thing: int
    old: Any
    new: Any


class Log(list["Report"]):
    """A log that hears whose text acts and what changes. It goes through a match from step to step: what is told of
    one step may have begun in an earlier one."""

    def __init__(self) -> None:
        super().__init__()
        self._teller: Teller | None = None

    def teller(self, program: Program) -> Teller:
        if self._teller is None or self._teller.program is not program:
            self._teller = Teller(program)
        return self._teller


class Teller:
    """Follows one match. `begin` a step, then tell it of every mark and report; `changes` are told before each."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._name = {n: name for name, n in program.space["NUMBERS"].items()}
        self._file = program.space["step"].__code__.co_filename
        self._running: list[Running] = []
        self._known: list[Any] = []
        self._silent = False
        self._cells = [(of, program.layout.column[of.key], ids) for of, ids in _told_of(program)]

    def begin(self, s: State) -> None:
        self._known = s.a[:]
        self._look(s, self._chain(s))

    def changes(self, s: State) -> list[Change]:
        """What has changed since the last look that nothing else tells of."""
        chain = self._chain(s)
        before, silent, self._known = self._known, self._silent, s.a[:]
        self._look(s, chain)
        if silent or before == s.a:
            return []
        found = [
            Change(of, x, before[column + x], s.a[column + x])
            for of, column, ids in self._cells
            for x in ids
            if before[column + x] != s.a[column + x]
        ]
        now = self.program.round(s)  # a game may count its rounds itself; the log has a line for each
        return [one for one in found if one.attribute.owner or (one.old, one.new) != (now - 1, now)]

    def mark(self, s: State, number: int, args: tuple[Any, ...]) -> None:
        """A text begins to act, or one (or a verb) is over."""
        chain = self._chain(s)
        self._look(s, chain)
        if number == ENDS:
            if self._running and self._running[-1].depth == len(chain):
                self._running.pop()
        else:
            rule = self.program.extras.actors[ACTS - number]
            thing = args[0] if args and isinstance(args[0], int) else -1
            title = self.program.title(thing) if thing >= 0 else rule
            self._running.append(Running(len(chain), chain[-1] if chain else "", title, thing))
        self._look(s, chain)

    def verb(self, s: State) -> None:
        """A verb begins that is told of."""
        chain = self._chain(s)
        self._running.append(Running(len(chain), chain[-1] if chain else ""))
        self._look(s, chain)

    def source(self) -> tuple[str, int]:
        """Whose text acts: the title of a thing or rule, and the thing (-1); "" if none does."""
        for one in reversed(self._running):
            if one.title is not None:
                return one.title, one.thing
        return "", -1

    def _chain(self, s: State) -> list[str]:
        """The functions that are being carried out, the innermost last: those that wait, then those of Python."""
        found: list[str] = []
        frame = sys._getframe(1)
        while frame is not None:
            name = frame.f_code.co_name
            if name.startswith("f_") and name[2:] in self.program.space["NUMBERS"]:
                found.append(name[2:])
            elif name == "run" and frame.f_code.co_filename == self._file:
                break
            frame = frame.f_back  # type: ignore[assignment]
        return [self._name[waiting[0]] for waiting in s.stack] + found[::-1]

    def _look(self, s: State, chain: list[str]) -> None:
        """Forgets what is not carried out any more, and sees whether a verb tells of what changes from here on."""
        self._running = [one for one in self._running if chain[one.depth - 1 : one.depth] == [one.function]]
        in_verb = bool(self._running) and self._running[-1].title is None
        self._silent = in_verb or bool(s.quiet) or any(name.startswith("setup_") for name in chain)


def _told_of(program: Program) -> Iterator[tuple[m.Attribute, tuple[int, ...]]]:
    """The attributes of which a change is told: numbers and values that have words of their own."""
    for of in program.game.attributes.values():
        named = of.unit is not None or of.label not in ("", of.name, of.name.replace("_", " "))
        named = named or isinstance(of.type, m.ResourceType)
        plain = isinstance(of.type, (m.NumberType, m.ResourceType, m.TruthType, m.EnumType))
        if named and plain and of.key in program.layout.column:
            yield of, program.layout.of_owner(of.owner) if of.owner else (0,)
