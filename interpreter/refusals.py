"""Why an action is not offered now: what of its conditions, costs and limits fails, and for which things."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import TYPE_CHECKING

from attrs import frozen

from dsl.source import Span

from .layout import Source

if TYPE_CHECKING:
    from dsl import model as m

    from .engine.program import Program
    from .engine.state import State
    from .layout import Obstacle

MOST_WAYS = 5_000  # in which an action could be taken, that are looked at

Clause = Callable[[Span], tuple[str, str]]
"""The English of the clause that stands somewhere, and where that is; each perhaps empty."""


@frozen
class Refusal:
    """Something that an action would have to pass and does not. `sort`, `span`, `because`: see `Obstacle`.

    `about`: the things with which it does not, by id, in the order in which they would be chosen; of `many` ways.
    """

    sort: str
    span: Span
    because: str
    about: tuple[tuple[int, ...], ...]


def explaining(program: Program) -> Program | None:
    """A program of the same game and the same layout of its states that knows what actions have to pass.

    Nothing if its states would be laid out in another way.
    """
    return _explaining(program)


@cache
def _explaining(program: Program) -> Program | None:
    import hashlib

    from . import build_once

    things = hashlib.sha256(repr(program.layout.things).encode()).hexdigest()[:16]  # decks bring copies of their own
    found = build_once(program.game, explained=True, sort=things)
    mine, its = program.rules, found.rules
    same = mine.initial == its.initial and mine.zones == its.zones and mine.histories == its.histories
    return found if same and mine.effects == its.effects else None


def actions_called(program: Program, asked: str, hidden: Collection[int]) -> list[tuple[int, tuple[int, ...]]]:
    """The actions that somebody means, by number, each with the things of which it is to be taken (none: any).

    Typed is the title or name of an action, of a thing on which one stands, or both behind one another, each perhaps in
    part. Things that are hidden are not known by their titles.
    """
    from dsl.authoring.lookup import Named, look_up

    actions: list[tuple[Source, m.Action]] = program.extras.actions
    titles = [Named("action", action.name, (action.title,)) for _, action in actions]
    known = [x for x in range(program.layout.count) if x not in program.tests_only]
    things = [Named("", program.thing_name(x), (program.title(x),), aside=x in hidden) for x in known]
    words = asked.split()
    for size in range(len(words), -1, -1):  # as much as possible is the name of an action
        begins, rest = " ".join(words[:size]), " ".join(words[size:])
        found = look_up(begins, titles)[0] if begins else list(range(len(actions)))
        meant = [known[n] for n in look_up(rest, things)[0]] if rest else []
        if not found or (rest and not meant):
            continue
        if begins:
            return [(n, tuple(meant)) for n in found]
        standing = [(n, tuple(set(meant).intersection(source.ids or ()))) for n, (source, _) in enumerate(actions)]
        return [(n, ids) for n, ids in standing if ids]
    return []


def refusals(
    program: Program, s: State, who: int, number: int, wanted: Collection[int], hidden: Collection[int]
) -> list[Refusal] | None:
    """What keeps an action from being offered, in its order; nothing if there is a way to take it.

    `program` is one that explains. With `wanted` only the ways on these things are looked at, if there are any. What is
    `hidden` from whoever asks is not named, and no action that stands on it is looked at.
    """
    source, action = program.extras.actions[number]
    course: list[Obstacle] = program.extras.obstacles.get(number, [])
    ids = (-1,) if source.ids is None else tuple(x for x in source.ids if x not in hidden and s.loc[x] > 1)
    if not ids:
        return [Refusal("place", action.span, "", ())]
    named = [0]  # where in a way things stand, and not other values
    ways = _narrowed([(x,) for x in ids], wanted, named)
    known = [x for x in wanted if x not in hidden]
    found: list[Refusal] = []
    for obstacle in course:
        code = program.space["f_" + obstacle.function]
        kept: list[tuple[int, ...]] = []
        lost: list[tuple[int, ...]] = []
        for way in ways:
            if obstacle.sort in ("choice", "value"):
                further = [(*way, x) for x in code(s, who, *way)]
                kept += further
                lost += [] if further else [way]
            else:
                (kept if code(s, who, *way) else lost).append(way)
        if lost:
            about = tuple(tuple(way[n] for n in named if way[n] >= 0 and way[n] not in hidden) for way in lost)
            found.append(Refusal(obstacle.sort, obstacle.span, obstacle.because, tuple(dict.fromkeys(about))))
        if obstacle.sort == "choice" and kept:
            named.append(len(kept[0]) - 1)
        ways = _narrowed(kept, wanted, named)[:MOST_WAYS]
        if not ways:
            break
    if ways and wanted and not any(_has(way, wanted, named) for way in ways):
        return [Refusal("among", one.span, "", ((x,),)) for one in course if one.sort == "choice" for x in known[:1]]
    if ways:
        return None
    told = [one for one in found if one.sort not in ("place", "owner")]
    return told or found[-1:]


def _narrowed(ways: Sequence[tuple[int, ...]], wanted: Collection[int], named: Sequence[int]) -> list[tuple[int, ...]]:
    """The ways with what is wanted, if it can be had in one of them."""
    return [way for way in ways if _has(way, wanted, named)] or list(ways)


def _has(way: Sequence[int], wanted: Collection[int], named: Sequence[int]) -> bool:
    return any(way[n] in wanted for n in named)
