"""Searches: information set Monte Carlo tree search from one seat's point of view.

Each iteration draws a world that the seat cannot tell from the real one (worlds.py), goes down the tree by the options
that are legal in it, adds one option, plays on at random for some decisions, and notes who did well. Nodes stand for
what was answered, not for states, so all worlds share one tree; an option is judged by how often it was chosen of the
times that it could be chosen.

After Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (2012): the single-observer form, with
UCB1 over available options.
"""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Any

from attrs import define, field

from .agent import Table
from .chance import Chance

if TYPE_CHECKING:
    from ..engine.program import Program
    from ..engine.state import State


@define
class Node:
    """What follows an answer. `value` is for whoever gave it."""

    visits: int = 0
    available: int = 0
    value: float = 0.0
    after: dict[Any, Node] = field(factory=dict)


@define
class Scale:
    """Scores of positions at which play was broken off, brought to 0.1 .. 0.9 by those seen so far."""

    count: int = 0
    mean: float = 0.0
    squares: float = 0.0

    def place(self, score: float) -> float:
        self.count += 1
        away = score - self.mean
        self.mean += away / self.count
        self.squares += away * (score - self.mean)
        if self.count < 2 or self.squares <= 0:
            return 0.5
        return 0.5 + 0.4 * math.tanh((score - self.mean) / (1.5 * math.sqrt(self.squares / self.count)))


class SearchAgent:
    """The most visited option after `iterations`, or after `seconds` if given (then two runs may differ).

    `depth`: decisions played at random after the tree is left. `exploration`: the constant of UCB1.
    """

    def __init__(self, iterations: int = 400, seconds: float = 0.0, depth: int = 12, exploration: float = 0.5) -> None:
        if iterations < 1 or depth < 0 or seconds < 0 or exploration < 0:
            raise ValueError("iterations from 1, depth, seconds and exploration from 0")
        self.iterations = iterations
        self.seconds = seconds
        self.depth = depth
        self.exploration = exploration
        self._kept: tuple[int, Node] | None = None  # how many decisions the match had when it will be of use

    def choose(self, table: Table, rng: Chance) -> int:
        root = self._kept[1] if self._kept is not None and self._kept[0] == table.decisions else Node()
        search = _Search(table, rng, self, root)
        until = time.monotonic() + self.seconds
        done = 0
        while time.monotonic() < until if self.seconds else done < self.iterations:
            search.iterate()
            done += 1
        options = table.options
        best = max(range(len(options)), key=lambda n: root.after[options[n]].visits if options[n] in root.after else -1)
        chosen = root.after.get(options[best])
        self._kept = (table.decisions + 1, chosen) if chosen is not None else None
        return best


class _Search:
    def __init__(self, table: Table, rng: Chance, agent: SearchAgent, root: Node) -> None:
        self.rng = rng
        self.agent = agent
        self.root = root
        self.seat = table.seat
        self.worlds = table.worlds()
        self.program: Program = self.worlds.program
        self.step = self.program.step_function
        self.scales: dict[int, Scale] = {}

    def iterate(self) -> None:
        state = self.worlds.draw(self.rng)
        node = self.root
        path: list[tuple[Node, int]] = []
        try:
            while not state.over:
                options = state.options
                index = self.select(node, options)
                option = options[index]
                fresh = option not in node.after
                if fresh:
                    node.after[option] = Node(available=1)
                node = node.after[option]
                path.append((node, self.decider(state)))
                self.step(state, index)
                if fresh:
                    break
            self.play_on(state)
        except Exception:  # a mistake of the game: it comes up in the match itself, if it is played so
            state.over = state.over or -1
        values: dict[int, float] = {}
        for node, seat in path:
            if seat not in values:
                values[seat] = self.value(state, seat)
            node.visits += 1
            node.value += values[seat]

    def decider(self, state: State) -> int:
        seat = self.program.seat(state)
        return self.seat if seat < 0 else seat

    def select(self, node: Node, options: Any) -> int:
        """An option that was not tried here yet, or the one with the best bound."""
        after = node.after
        untried = [n for n, option in enumerate(options) if option not in after]
        if untried:
            for option in options:
                if option in after:
                    after[option].available += 1
            return untried[self.rng.below(len(untried))]
        best, highest = 0, -1.0
        exploration = self.agent.exploration
        for n, option in enumerate(options):
            child = after[option]
            child.available += 1
            bound = child.value / child.visits + exploration * math.sqrt(math.log(child.available) / child.visits)
            if bound > highest:
                best, highest = n, bound
        return best

    def play_on(self, state: State) -> None:
        below = self.rng.below
        for _ in range(self.agent.depth):
            if state.over:
                return
            self.step(state, below(len(state.options)))

    def value(self, state: State, seat: int) -> float:
        """How well a seat has done: 1 it has won, 0 it has lost, between them by the declared score."""
        if state.over > 0:
            return 1.0 if self.program.score(state, seat) > 0 else 0.0
        if state.over < 0:
            return 0.5
        return self.scales.setdefault(seat, Scale()).place(self.program.score(state, seat))
