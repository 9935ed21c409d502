"""Mutation testing: breaks one piece of a game's rules at a time, to see which of them no test notices.

All ways to break a game are built into one Program. Each has a number; `intact(n)` in the generated code is yes unless
the run-time register BROKEN holds n. So a game is lowered and compiled once, and breaking it otherwise is one
assignment. The same numbers tell which pieces a test has reached.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import attrs
from attrs import define, field, frozen

from dsl import model as m
from dsl.source import NOWHERE, Span

from ..engine.program import Program
from ..lower.tests import TestPlan
from . import Outcome, run_test


@frozen
class Place:
    """A piece of the rules that can be broken. `broken` says what it is like then, as the end of a sentence."""

    span: Span
    broken: str


@frozen
class Finding:
    """What the tests say of a place: how many reach it, and the title of the first that fails when it is broken."""

    place: Place
    reached: int
    noticed_by: str | None


@define
class Breakable:
    """A game as a model in which every place can be broken, and the places by number."""

    places: list[Place] = field(factory=list)
    statements: dict[Span, int] = field(factory=dict)  # what is left out as a whole; the lowering asks
    _made: dict[int, tuple[object, Any]] = field(factory=dict)  # what became of each node, which is kept alive

    def intact(self, span: Span, broken: str) -> m.Value:
        self.places.append(Place(span, broken))
        number = m.Literal(len(self.places) - 1, m.NUMBER)
        return m.Builtin("intact", (number,), m.TRUTH, span=span)

    # ---- walking

    def game(self, game: m.CheckedGame) -> m.CheckedGame:
        parts = ("verbs", "rules", "actions", "phases", "flow", "setups", "kinds", "things", "endings", "defines")
        changes: dict[str, Any] = {name: self.rebuilt(getattr(game, name)) for name in parts}
        return attrs.evolve(game, **changes)

    def rebuilt(self, node: Any) -> Any:
        if isinstance(node, tuple):
            return tuple(self.rebuilt(one) for one in node)
        if isinstance(node, Mapping):
            return {key: self.rebuilt(one) for key, one in node.items()}
        if not isinstance(node, m.Node) or (isinstance(node, (m.Thing, m.Kind)) and _apart(node)):
            return node
        if id(node) not in self._made:
            self._made[id(node)] = node, self.broken(self.children(node))
        return self._made[id(node)][1]

    def children(self, node: m.Node) -> m.Node:
        kind: Any = type(node)
        changes: dict[str, Any] = {}
        for one in attrs.fields(kind):
            old = getattr(node, one.name)
            if one.name in _BLOCKS:
                self.take_note(old)
            if isinstance(old, (tuple, Mapping, m.Node)):
                new = self.rebuilt(old)
                if new is not old and new != old:
                    changes[one.name] = new
        return attrs.evolve(node, **changes) if changes else node

    def take_note(self, block: object) -> None:
        """The statements of a block that can be left out; what binds a name or gives a value cannot."""
        for one in block if isinstance(block, tuple) else ():
            if isinstance(one, _REMOVABLE) and getattr(one, "local", None) is None and one.span != NOWHERE:
                self.places.append(Place(one.span, "is left out"))
                self.statements[one.span] = len(self.places) - 1

    # ---- breaking

    def broken(self, node: Any) -> Any:
        match node:
            case m.Trigger() | m.AtMoment() | m.Cannot() | m.CostChange():
                condition = self.always(node.condition)
                held = self.intact(node.span, "is left out")
                return attrs.evolve(node, condition=held if condition is None else _both(held, condition))
            case m.Standing(condition=condition) if not any(isinstance(c, m.Cannot) for c in node.constants):
                held = self.intact(node.span, "is left out")
                return attrs.evolve(node, condition=held if condition is None else _both(held, condition))
            case m.Whenever(watch=watch):
                return attrs.evolve(node, watch=self.and_intact(node.span, watch))
            case m.Ending(condition=condition):
                return attrs.evolve(node, condition=self.and_intact(node.span, condition))
            case m.Needs(condition=condition):
                return attrs.evolve(node, condition=_either(self.intact(node.span, "is left out"), condition))
            case m.Limit():
                self.places.append(Place(node.span, "is left out"))
                self.statements[node.span] = len(self.places) - 1
                return node
            case m.If(branches=branches):
                turned = tuple((self.turned(test), block) for test, block in branches)
                return attrs.evolve(node, branches=turned)
            case m.Mode(condition=condition) if condition is not None:
                return attrs.evolve(node, condition=self.always(condition))
            case m.Query(where=where) if where is not None:
                return attrs.evolve(node, where=self.always(where))
            case m.Comparison(left=left, right=right):
                return attrs.evolve(node, left=self.one_more(left), right=self.one_more(right))
            case m.Assign(value=value) | m.Modify(value=value):
                return attrs.evolve(node, value=self.one_more(value))
            case m.Repeat(times=times) if times is not None:
                return attrs.evolve(node, times=self.one_more(times))
            case m.Event(object=what, roles=roles) if node.verb not in _BUILT_IN:
                return attrs.evolve(
                    node, object=self.one_more(what), roles=tuple((word, self.one_more(one)) for word, one in roles)
                )
            case _:
                return node

    def and_intact(self, span: Span, value: m.Value | m.Query) -> m.Value | m.Query:
        held = self.intact(span, "is left out")
        if isinstance(value, m.Query):
            return attrs.evolve(value, where=held if value.where is None else _both(held, value.where))
        return _both(held, value)

    def always(self, condition: m.Value | None) -> m.Value | None:
        if condition is None or condition.span == NOWHERE:
            return condition
        return _either(self.intact(condition.span, "always holds"), condition)

    def turned(self, test: m.Value) -> m.Value:
        if test.span == NOWHERE:
            return test
        held = self.intact(test.span, "is taken the other way round")
        return m.Conditional(held, test, m.Not(test, m.TRUTH, span=test.span), m.TRUTH, span=test.span)

    def one_more(self, value: Any) -> Any:
        if not isinstance(value, m.Literal) or value.type != m.NUMBER or value.span == NOWHERE:
            return value
        assert isinstance(value.value, int)
        more = m.Literal(value.value + 1, m.NUMBER, span=value.span)
        held = self.intact(value.span, f"is {value.value + 1}")
        return m.Conditional(held, value, more, m.NUMBER, span=value.span)


_BLOCKS = ("block", "otherwise", "does", "pays")
_REMOVABLE = (
    m.Do, m.Assign, m.May, m.ChooseOne, m.Take, m.ForEach, m.Repeat, m.Run, m.Perform, m.Until, m.Stop, m.Cancel,
    m.Leave, m.Finish,
)  # fmt: skip
_BUILT_IN = frozenset({"move", "draw", "shuffle", "roll", "flip", "pay", "show", "lay", "seat", "reset", "give"})


def _apart(node: m.Thing | m.Kind) -> bool:
    return (isinstance(node, m.Thing) and node.of_test) or (isinstance(node, m.Kind) and node.built_in)


def _both(left: m.Value, right: m.Value) -> m.Value:
    return m.Logic("and", left, right, m.TRUTH)


def _either(held: m.Value, condition: m.Value) -> m.Value:
    return m.Logic("or", m.Not(held, m.TRUTH), condition, m.TRUTH)


# ------------------------------------------------------------------------------------------------ trying


def breakable_program(game: m.CheckedGame) -> tuple[Program, list[Place]]:
    """A Program in which each of the places can be broken."""
    from ..compile import compile_ruleset
    from ..lower import Lowering
    from ..lower.layout import make_layout
    from ..verify import verify

    breakable = Breakable()
    changed = breakable.game(game)
    ruleset = Lowering(changed, make_layout(changed, tests=True), breakable.statements).ruleset()
    verify(ruleset)
    return Program(changed, ruleset, compile_ruleset(ruleset, simplify=False)), breakable.places


def noticed(
    game: m.CheckedGame, titles: Sequence[str], path: str
) -> tuple[frozenset[int], list[frozenset[int] | None]]:
    """The places in a file, and for each of these tests the places that it notices to be broken, by number.

    None of a test that fails while all is intact.
    """
    chosen = tuple(one for title in titles for one in game.tests if one.title == title)
    program, places = breakable_program(attrs.evolve(game, tests=chosen))
    wanted = frozenset(n for n, place in enumerate(places) if place.span.path == path)
    found: list[frozenset[int] | None] = []
    for plan in program.extras.tests:
        program.space["BROKEN"] = -1
        program.space["BOARDS"].clear()
        met = program.space["REACHED"] = set[int]()
        if not run_test(program, plan).passed:
            found.append(None)
            continue
        seen: set[int] = set()
        for number in sorted(wanted.intersection(met)):
            program.space["BROKEN"] = number
            program.space["BOARDS"].clear()
            if not run_test(program, plan).passed:
                seen.add(number)
        found.append(frozenset(seen))
    return wanted, found


def mutations(
    game: m.CheckedGame,
    wanted: Callable[[Place], bool] = lambda place: True,
    meant: Callable[[TestPlan], bool] = lambda plan: True,
    breaking: bool = True,
    told: Callable[[Outcome, float], object] = lambda outcome, took: None,
) -> Iterator[tuple[Finding, int]]:
    """Breaks each wanted place of a game, one at a time, and says which test noticed; and how many places there are.

    How each test went while all was intact, and how many seconds it took, is `told`; one that fails anyhow is left out.
    Without `breaking`, only which places the tests reach.
    """
    program, places = breakable_program(game)
    plans: list[tuple[float, TestPlan, frozenset[int]]] = []
    for plan in filter(meant, program.extras.tests):
        met = program.space["REACHED"] = set[int]()
        begin = time.perf_counter()
        outcome = run_test(program, plan)
        took = time.perf_counter() - begin
        told(outcome, took)
        if outcome.passed:
            plans.append((took, plan, frozenset(met)))
    plans.sort(key=lambda one: one[0])
    numbers = [number for number, place in enumerate(places) if wanted(place)]
    for number in numbers:
        reaching = [plan for _, plan, met in plans if number in met]
        by = None
        if breaking:
            program.space["BROKEN"] = number
            program.space["BOARDS"].clear()
            by = next((plan.title for plan in reaching if not run_test(program, plan).passed), None)
        yield Finding(places[number], len(reaching), by), len(numbers)
