"""Looks to the end of one action and takes the option with the best declared score; ties are drawn.

The score is a game's `define greedy_score`, or the number of own things where it declares none. The look ahead is done
in a world that the seat cannot tell from the real one, the same for all options of a decision: it neither knows what a
pile holds nor what the dice will show.

An action that has only been named changes nothing: the score would be the same for all that ask how to pay, or for
whom, or with whom. So every option is judged by how the questions up to the next menu are best answered, one step at a
time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .agent import Table
from .chance import Chance

if TYPE_CHECKING:
    from ..engine.program import Program
    from ..engine.state import State

MOST_QUESTIONS = 20
"""So many questions of an action are looked at; no action is known that has as many."""


class GreedyAgent:
    def __init__(self) -> None:
        self._in_c = True  # until C gives a match up

    def choose(self, table: Table, rng: Chance) -> int:
        if self._in_c:
            found = table.greedy(rng)
            if found is not None:
                return found
            self._in_c = False
        best: list[int] = []
        highest = float("-inf")
        worlds = table.worlds()
        world = worlds.draw(rng)
        program = worlds.program
        for index in range(table.count):
            state = world.copy()
            try:
                program.step_function(state, index)
                score = outlook(program, state, table.seat)
            except Exception:
                return index  # a mistake of the game: taken, it comes up in the match itself, with a record
            if score > highest:
                highest, best = score, [index]
            elif score == highest:
                best.append(index)
        return best[rng.below(len(best))]


def outlook(program: Program, state: State, seat: int) -> float:
    """The score when the questions that this seat is asked next, other than menus, are answered as is best at once."""
    score = float(program.score(state, seat))
    for _ in range(MOST_QUESTIONS):
        if state.over or program.offers_actions(state) or program.seat(state) != seat:
            break
        score, state = best_answer(program, state, seat)
    return score


def best_answer(program: Program, state: State, seat: int) -> tuple[float, State]:
    """The answer to a question with the best score for a seat at once: that score, and the state that it leads to."""
    reached = []
    for index in range(len(state.options)):
        after = state.copy()
        program.step_function(after, index)
        reached.append((float(program.score(after, seat)), after))
    return max(reached, key=lambda one: one[0])
