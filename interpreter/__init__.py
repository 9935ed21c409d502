"""Plays any checked game: CheckedGame -> Ruleset (IR) -> Program -> matches.

It knows zones, verbs, decisions and streams of chance; it knows no word of any particular game, and it prints nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dsl.model import CheckedGame, CheckedTest

    from .engine.program import Program
    from .ir import Function


def build(game: CheckedGame, *, tests: bool = False, explained: bool = False) -> Program:
    """The Program of a checked game; with `tests`, one that its tests can set up and look into; `explained`, one that
    can say why an action is not offered (refusals.py)."""
    from dsl.source import NOWHERE

    from .compile import compile_ruleset
    from .engine.program import Program
    from .layout import NotPlayable
    from .lower import lower
    from .verify import verify

    try:
        ruleset = lower(game, tests=tests, explained=explained)
        verify(ruleset)
        return Program(game, ruleset, compile_ruleset(ruleset))
    except (SyntaxError, RecursionError) as deep:
        # Python reads neither twenty loops in one another nor hundreds of brackets; the language allows somewhat more
        raise NotPlayable("something nested this deep", NOWHERE) from deep


def build_tests(game: CheckedGame, chosen: tuple[CheckedTest, ...]) -> Program:
    """As `build_once`, to run just these tests of the game: the fewer, the sooner."""
    import hashlib

    from attrs import evolve

    if chosen == game.tests:
        return build_once(game, tests=True)
    places = repr([(one.span.path, one.span.start) for one in chosen])
    return build_once(evolve(game, tests=chosen), tests=True, sort=hashlib.sha256(places.encode()).hexdigest()[:16])


def build_once(game: CheckedGame, *, tests: bool = False, explained: bool = False, sort: str = "") -> Program:
    """As `build`, but what was written and compiled for the same game before is taken from the user's cache.

    `sort` tells apart games of the same sources that differ all the same, such as in how many copies there are.
    """
    import marshal

    from dsl.cache import key_for, recall, remember

    from .engine.program import Program, compiled
    from .recalled import kept, recalled

    key = key_for(game.source_hash, "dsl", "interpreter")
    sort = ("tests" if tests else "explained" if explained else "program") + sort

    def functions() -> dict[str, Function]:
        found: dict[str, Function] | None = recall(key, f"{sort}-functions")
        if found is None:  # removed since
            from .lower import lower

            found = lower(game, tests=tests, explained=explained).functions
        return found

    there: tuple[str, bytes, bytes] | None = recall(key, sort)
    if there is not None:
        python, code, rules = there
        return Program(game, recalled(rules, game, functions), python, code=marshal.loads(code))
    program = build(game, tests=tests, explained=explained)
    remember(key, f"{sort}-functions", program.rules.functions)
    remember(key, sort, (program.python, marshal.dumps(compiled(game, program.python)), kept(program.rules, game)))
    return program
