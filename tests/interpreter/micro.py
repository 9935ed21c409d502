"""Small games of the tests: checking and building them, and the promises that every match has to keep."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

from dsl.check import check
from dsl.diagnostics.render import render_all
from dsl.load import load
from interpreter import build
from interpreter.engine.program import StepError

GAMES = Path(__file__).parent / "games"
TOPICS = sorted(path.name for path in GAMES.iterdir() if (path / "game.side").exists())


@cache
def checked(folder: Path) -> Any:
    found = check(load(folder))
    assert found.game is not None, render_all(found.diagnostics, found.sources)
    return found.game


@cache
def program_of(folder: Path) -> Any:
    return build(checked(folder))


@cache
def test_program_of(folder: Path) -> Any:
    return build(checked(folder), tests=True)


def play(program: Any, players: int, seed: int, most: int, *, every: int = 1, look: int = 1) -> tuple[Any, list[int]]:
    """A random match, up to so many decisions.

    Promises are looked at after each `look` answers, each answer of a decision is tried at each `every`.
    """
    rng = random.Random(f"{seed} {players}")
    state = program.start(players, seed)
    answers: list[int] = []
    promises(program, state)
    while not program.ended(state) and len(answers) < most:
        index = rng.randrange(len(state.options))
        if len(answers) % every == 0:
            try_every_answer(program, state)
            saved_and_copied(program, state, index)
        answers.append(index)
        program.step(state, index)
        if len(answers) % look == 0:
            promises(program, state)
    promises(program, state)
    again = program.start(players, seed)
    for index in answers:
        program.step(again, index)
    assert program.digest(again) == program.digest(state), "a record plays to another state"
    return state, answers


def promises(program: Any, state: Any) -> None:
    """What holds of every state between two answers."""
    for x in range(program.layout.count):
        zone = state.loc[x]
        assert zone < 3 or state.z[zone].count(x) == 1, f"{program.thing_name(x)} is not in the zone where it lies"
    for zone, items in enumerate(state.z):
        assert zone > 2 or not items
        for x in items:
            assert state.loc[x] == zone, f"{program.thing_name(x)} lies in another zone as well"
    assert not program.broken_laws(state), program.broken_laws(state)
    for key, attribute in program.game.attributes.items():
        in_range(program, state, key, attribute)
    if not program.ended(state):
        assert len(state.options) > 1, "a question with one answer"
        assert len(state.options) <= 201, "more options than anybody can look through"  # 200, and to pass
        decision = program.decision(state)
        assert len({o.id for o in decision.options}) == len(decision.options)
        hidden_makes_no_difference(program, state)
        for seat in range(state.a[program.layout.column["players"]]):
            json.dumps(program.view(state, seat).to_json())


def in_range(program: Any, state: Any, key: str, attribute: Any) -> None:
    """Numbers with fixed bounds lie within them."""
    from dsl.model import Literal

    lay = program.layout
    if key not in lay.column:
        return
    low, high = (one.value if isinstance(one, Literal) else None for one in (attribute.low, attribute.high))
    for x in lay.of_kind(attribute.owner) if attribute.owner else (0,):
        value = state.a[lay.column[key] + x]
        if isinstance(value, int) and isinstance(low, int):
            assert value >= low, f"{key} is {value}"
        if isinstance(value, int) and isinstance(high, int):
            assert value <= high, f"{key} is {value}"


def try_every_answer(program: Any, state: Any) -> None:
    """Every legal answer can be carried out, and leaves the state it was tried on alone."""
    before = program.digest(state)
    for index in range(min(len(state.options), 12)):
        copied = state.copy()
        try:
            program.step(copied, index)
        except StepError as error:
            raise AssertionError(f"{program.decision(state).options[index].id}: {error.sentence}") from error
    assert program.digest(state) == before, "a step on a copy changed its parent"


def saved_and_copied(program: Any, state: Any, index: int) -> None:
    loaded = program.load(json.loads(json.dumps(state.to_json())))
    assert loaded == state
    assert program.digest(loaded) == program.digest(state)
    copied = state.copy()
    program.step(loaded, index)
    program.step(copied, index)
    assert program.digest(loaded) == program.digest(copied), "a loaded match goes on differently"


def hidden_makes_no_difference(program: Any, state: Any) -> None:
    """Two hidden things change places: nobody from whom both are hidden sees a difference."""
    from interpreter.engine.view import may_see

    lay = program.layout
    for seat in range(state.a[lay.column["players"]]):
        hidden: list[tuple[int, int, int]] = []
        for zone in range(3, program.rules.zones):
            declared = program.game.zones.get(lay.zone_key[zone])
            if declared is None or any(s.condition is not None for s in declared.sights):
                continue
            for n, x in enumerate(state.z[zone]):
                if not may_see(program, state, seat, zone, x, n):
                    hidden.append((zone, n, x))
        if len(hidden) < 2:
            continue
        (z1, n1, x), (z2, n2, y) = hidden[0], hidden[-1]
        if lay.things[x] == lay.things[y] or lay.kinds_of[lay.things[x][0]] != lay.kinds_of[lay.things[y][0]]:
            continue
        if any(lay.zone_owner[z] in (x, y) and state.z[z] for z in range(3, program.rules.zones)):
            continue
        other = state.copy()
        for zone, n, new in ((z1, n1, y), (z2, n2, x)):
            items = list(other.z[zone])
            items[n] = new
            other.z[zone] = tuple(items)
            other.loc[new] = zone
        if state.asker >= 0 and program.seat(state) in (seat, -1):
            continue  # whoever decides may be asked about them
        assert program.view(other, seat) == program.view(state, seat), "a view tells hidden things apart"
