"""Searches: information set Monte Carlo tree search from one seat's point of view.

Each iteration draws a world that the seat cannot tell from the real one (worlds.py), goes down the tree by the options
that are legal in it, adds one option, plays on at random for some decisions, then to the end of the action as is best
at once and for some actions as the greedy agent would, and notes who did well. Nodes stand for what was answered, not
for states, so all worlds share one tree; an option is judged by how often it was chosen of the times that it could be
chosen.

After Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (2012): the single-observer form, with
UCB1 over available options.
"""

from __future__ import annotations

import math
import time
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from .agent import Table
from .chance import Chance
from .greedy import MOST_QUESTIONS, best_answer, outlook

if TYPE_CHECKING:
    from ..engine.program import Program
    from ..engine.state import State
    from ..native.play import Tree

ENDLESS = 1 << 40
PATIENCE = 2
"""An answer is looked at so many times, for each option behind it, before those options are. They are tried in any
order, so the first ones say more about chance than about the answer: with dozens of options a turn that goes on seemed
worse than one that is over."""
OTHERWISE = 0x9E3779B97F4A7C15
"""Makes other streams of chance."""
MOST_SCORES = 1000
"""With so many of them it is clear enough what a good score is."""


@define
class Node:
    """What follows an answer. `value` is for whoever gave it."""

    visits: int = 0
    available: int = 0
    value: float = 0.0
    after: dict[Any, Node] = field(factory=dict)


@frozen
class Budget:
    """How much is searched: with a limit of time, as many iterations as it allows."""

    iterations: int
    depth: int
    ahead: int
    exploration: float


@define
class Scale:
    """Scores of positions at which play was broken off, brought to 0.1 .. 0.9 by their rank among those seen so far.

    By rank, because games put a million on what must not be: beside it, all that matters would look the same.
    """

    seen: list[int] = field(factory=list)  # in order

    def place(self, score: int) -> float:
        below, upto = bisect_left(self.seen, score), bisect_right(self.seen, score)
        count = len(self.seen) + 1
        if count <= MOST_SCORES:
            self.seen.insert(upto, score)
        return 0.1 + 0.8 * ((below + upto + 1) / (2 * count))


class SearchAgent:
    """The most visited option after `iterations`, or after `seconds` if given (then two runs may differ).

    After the tree is left: `depth` decisions are played at random, then `ahead` actions as the greedy agent would.
    `exploration`: the constant of UCB1.
    """

    def __init__(
        self, iterations: int = 200, seconds: float = 0.0, depth: int = 0, ahead: int = 1, exploration: float = 0.5
    ) -> None:
        if iterations < 1 or depth < 0 or ahead < 0 or seconds < 0 or exploration < 0:
            raise ValueError("iterations from 1, depth, ahead, seconds and exploration from 0")
        if (iterations, depth, ahead) != (int(iterations), int(depth), int(ahead)):
            raise ValueError("iterations, depth and ahead are whole numbers")
        self.iterations = int(iterations)
        self.seconds = seconds
        self.depth = int(depth)
        self.ahead = int(ahead)
        self.exploration = exploration
        self._kept: tuple[int, Node | Tree] | None = None  # how many decisions the match had when it will be of use
        self._in_c = True  # until C gives a match up

    def choose(self, table: Table, rng: Chance) -> int:
        kept = self._kept[1] if self._kept is not None and self._kept[0] == table.decisions else None
        until = time.monotonic() + self.seconds
        if self._in_c and not isinstance(kept, Node):
            found = table.searched(self._budget(), rng, kept, lambda: bool(self.seconds) and time.monotonic() >= until)
            if found is not None:
                self._kept = (table.decisions + 1, found[1]) if found[1] is not None else None
                return found[0]
            self._in_c = False
        root = Node() if kept is None else kept if isinstance(kept, Node) else _nodes(kept)
        search = _Search(table, rng, self, root)
        done = 0
        while time.monotonic() < until if self.seconds else done < self.iterations:
            search.iterate()
            done += 1
        options = table.options
        best = max(range(len(options)), key=lambda n: root.after[options[n]].visits if options[n] in root.after else -1)
        chosen = root.after.get(options[best])
        self._kept = (table.decisions + 1, chosen) if chosen is not None else None
        return best

    def _budget(self) -> Budget:
        return Budget(ENDLESS if self.seconds else self.iterations, self.depth, self.ahead, self.exploration)


def _nodes(tree: Tree) -> Node:
    """The same tree here."""
    told = tree.nodes()

    def node() -> tuple[Any, Node]:
        answer, visits, available, value, follow = next(told)
        return answer, Node(visits, available, value, dict(node() for _ in range(follow)))

    return node()[1]


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
                if node is not self.root and node.visits < PATIENCE * len(options):
                    break
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
            state = self.answered(self.play_on(state))
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

    def play_on(self, state: State) -> State:
        """Some decisions at random."""
        for _ in range(self.agent.depth):
            if state.over:
                break
            self.step(state, self.rng.below(len(state.options)))
        return state

    def answered(self, state: State) -> State:
        """The questions up to the next menu, each answered as is best at once for whoever is asked: half an action is
        not worth what it will be. Then some actions more, as the greedy agent would."""
        left, questions = self.agent.ahead, 0
        while not state.over:
            if self.program.offers_actions(state):
                if not left:
                    break
                left, questions = left - 1, 0
                self.step(state, self.best_action(state))
            elif questions == MOST_QUESTIONS:
                break
            else:
                _, state = best_answer(self.program, state, self.decider(state))
                questions += 1
        return state

    def best_action(self, state: State) -> int:
        """What the greedy agent would do. It is tried with other dice than will fall."""
        seat = self.decider(state)
        found = []
        for index in range(len(state.options)):
            tried = state.copy()
            tried.rng = [stream ^ OTHERWISE for stream in tried.rng]
            self.step(tried, index)
            found.append(outlook(self.program, tried, seat))
        highest = max(found)
        best = [index for index, score in enumerate(found) if score == highest]
        return best[self.rng.below(len(best))]

    def value(self, state: State, seat: int) -> float:
        """How well a seat has done: 1 it has won, 0 it has lost, between them by the declared score."""
        if state.over > 0:
            return 1.0 if self.program.score(state, seat) > 0 else 0.0
        if state.over < 0:
            return 0.5
        return self.scales.setdefault(seat, Scale()).place(self.program.score(state, seat))
