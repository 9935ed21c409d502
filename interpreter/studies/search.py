"""The value at which agents win as often as asked: a search among noisy answers.

The win rate is taken to go only one way with the value. Bisection finds where it crosses the target; each question,
"more or fewer than the target?", is asked of more and more matches until its interval answers, or there are as many as
allowed. So many questions at most can be asked, and each is held to its part of the doubt (Bonferroni): all answers are
right together at the confidence that was asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, log2
from typing import Any

from attrs import frozen

from .intervals import CONFIDENCE, Interval, share
from .sentences import between, percent

FORMAT = "sidescript-search/1"
FIRST = 50  # matches of the first look at a value


@frozen
class Found:
    """What a search found. `near`: the value whose rate may be the target's, as far as its matches tell; otherwise the
    target lies between two neighbours, `low` and `high`; or beyond all values, and both are None."""

    near: int | None
    low: int | None
    high: int | None
    tried: tuple[tuple[int, int, int], ...]  # value (its number), matches won, matches played
    strict: float

    def rate(self, value: int) -> Interval:
        won, of = next((won, of) for n, won, of in self.tried if n == value)
        return share(won, of, self.strict)


def search(
    values: int,
    play: Callable[[int, int], tuple[int, int]],
    target: float,
    most: int,
    confidence: float = CONFIDENCE,
) -> Found:
    """Searches among the values 0, 1, ...; `play(value, matches)` gives how many of how many were won so far."""
    first = min(FIRST, most)
    looks = ceil(log2(most / first)) + 1 if most > first else 1
    questions = looks * (ceil(log2(max(2, values))) + 2)
    strict = 1 - (1 - confidence) / questions
    tried: dict[int, tuple[int, int]] = {}

    def side(value: int) -> int:
        """1: more than the target, -1: fewer, 0: it cannot be told."""
        matches = first
        while True:
            won, of = tried[value] = play(value, matches)
            it = share(won, of, strict)
            if it.low > target or it.high < target:
                return 1 if it.low > target else -1
            if matches >= most:
                return 0
            matches = min(2 * matches, most)

    def found(near: int | None = None, low: int | None = None, high: int | None = None) -> Found:
        return Found(near, low, high, tuple((n, *tried[n]) for n in sorted(tried)), strict)

    low, high = 0, values - 1
    at_low = side(low)
    if not at_low or low == high:
        return found(near=None if at_low else low)
    at_high = side(high)
    if not at_high:
        return found(near=high)
    if at_low == at_high:
        return found()
    while high - low > 1:
        middle = (low + high) // 2
        there = side(middle)
        if not there:
            return found(near=middle)
        if there == at_low:
            low = middle
        else:
            high = middle
    return found(low=low, high=high)


def told(found: Found, what: str, names: list[str], target: float) -> dict[str, Any]:
    """A search as data, with its sentence."""
    tried = [{"value": names[n], "won": won, "of": of, "rate": share(won, of).to_json()} for n, won, of in found.tried]
    answer: str | None = None
    if found.near is not None:
        answer = names[found.near]
        rate = found.rate(found.near).to_json()
        says = (
            f"{what} {answer}: {percent(rate['value'])} of matches are won ({between(rate)}), which may be the "
            f"{percent(target)} that were asked for."
        )
        if len(tried) < len(names):
            of = next(of for n, _, of in found.tried if n == found.near)
            says += f" Others may do as well: {of:,} matches for a value cannot tell them apart, more --matches may."
    elif found.low is not None and found.high is not None:
        ends = [(found.rate(n).value, n) for n in (found.low, found.high)]
        answer = names[min(ends, key=lambda end: (abs(end[0] - target), end[1]))[1]]
        parts = [f"{names[n]} ({between(found.rate(n).to_json())})" for n in (found.low, found.high)]
        says = (
            f"{what}: {percent(target)} lies between {parts[0]} and {parts[1]}, with nothing between them; "
            f"{answer} is nearer."
        )
    else:
        more = "more" if found.rate(found.tried[0][0]).value > target else "fewer"
        says = f"{what}: with every value that was tried {more} than {percent(target)} of matches are won."
    return {
        "format": FORMAT,
        "what": what,
        "target": target,
        "confidence": CONFIDENCE,
        "answer": answer,
        "between": [names[n] for n in (found.low, found.high) if n is not None],
        "tried": tried,
        "says": f"{says} This holds with 95 % confidence if the win rate goes only one way with the value.",
    }
