"""Watching a folder: at each save its game is checked, and what the save can have changed is tested and printed again.

A card touches the tests that name it, or a card that names it, or its Kind, and those that begin with the set-up. All
else, such as a verb, a rule or a Kind, can touch every test, so all are run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import fields, frozen

from .. import model
from ..check import check
from ..checked import Checked
from ..library import lineage
from ..load import load

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..source import SourceFile

ENDINGS = (".side", ".toml", ".typ", ".svg", ".png")
RunCommand = Callable[[list[str]], int]
_WORD = re.compile(r"[A-Za-z_]\w*")
_APART = {"things", "tests", "source_hash", "contents", "readings", "decks", "aliases"}
"""Parts of a game that are looked at thing by thing, or that no test depends on unless it names them."""


@frozen
class Touched:
    """What a save can have changed. `tests`: None if it can be any of them."""

    cards: tuple[str, ...]
    tests: tuple[model.CheckedTest, ...] | None
    why: str


def changed_cards(old: model.CheckedGame | None, new: model.CheckedGame) -> list[str]:
    """The cards that are new or other than they were, in the order of the game."""
    return [name for name in _changed_things(old, new) if _is_card(new, name)]


def touched(old: Checked | None, new: Checked) -> Touched:
    """What has changed between two states of the sources, of which the new one has no mistakes."""
    game = new.game
    assert game is not None
    before = old.game if old is not None else None
    cards = tuple(changed_cards(before, game))
    if before is None:
        return Touched(cards, None, "the first look")
    for one in fields(model.CheckedGame):
        if one.name not in _APART and getattr(before, one.name) != getattr(game, one.name):
            return Touched(cards, None, f"{one.name.replace('_', ' ')} changed")
    changed = _changed_things(before, game)
    changed += [name for name in before.things if name not in game.things]
    same = {test.title: test for test in before.tests}
    other = [test for test in game.tests if same.get(test.title) != test]
    names = {*changed, *(name for name in game.decks if game.decks[name] != before.decks.get(name))}
    kinds = {kind for name in changed for kind in _kinds(game if name in game.things else before, name)}
    naming = [test for test in game.tests if test not in other and _uses(test, names, kinds, game, new.sources)]
    chosen = tuple(test for test in game.tests if test in other or test in naming)
    return Touched(cards, chosen, " and ".join(_why(changed, other, before)))


def _why(changed: list[str], other: list[model.CheckedTest], before: model.CheckedGame) -> Iterator[str]:
    if changed:
        shown = ", ".join(changed[:3]) + (f" and {len(changed) - 3} more" if len(changed) > 3 else "")
        yield f"{shown} changed"
    if other:
        yield f"{len(other)} test{'' if len(other) == 1 else 's'} changed"
    if not changed and not other:
        yield "nothing that a test could notice changed"


def _changed_things(old: model.CheckedGame | None, new: model.CheckedGame) -> list[str]:
    before = old.things if old is not None else {}
    return [name for name, one in new.things.items() if not one.of_test and before.get(name) != one]


def _is_card(game: model.CheckedGame, name: str) -> bool:
    return any("Card" in game.kinds[kind].ancestors for kind in game.things[name].kinds)


def _kinds(game: model.CheckedGame, name: str) -> set[str]:
    """The Kinds of a thing and those above them, as far as the game declares them."""
    above = {one for kind in game.things[name].kinds for one in game.kinds[kind].ancestors}
    return {one for one in above if not game.kinds[one].built_in}


def _uses(
    test: model.CheckedTest,
    names: set[str],
    kinds: set[str],
    game: model.CheckedGame,
    sources: Mapping[str, SourceFile],
) -> bool:
    """Does a test speak of one of these things or Kinds, itself or by the things that it names?"""
    written = _words(test, sources)
    if kinds and {"after", "setup"} <= written:
        return True
    if written & kinds:
        return True
    seen: set[str] = set()
    open_ = [name for name in written if name in game.things or name in names]
    while open_:
        name = open_.pop()
        if name in names:
            return True
        if name not in seen and name in game.things:
            seen.add(name)
            open_ += [word for word in _words(game.things[name], sources) if word in game.things or word in names]
    return False


def _words(node: model.Node, sources: Mapping[str, SourceFile]) -> set[str]:
    source = sources.get(node.span.path)
    return set(_WORD.findall(source.text[node.span.start : node.span.end])) if source is not None else set()


# ------------------------------------------------------------------------------------------------ at each save


def follow(
    folder: Path, saves: Iterable[object], run: RunCommand, output: Path | None, say: Callable[[str], None]
) -> None:
    """After the first look and after each of `saves`: check, then test, then print, each only as far as it is needed.

    A game with mistakes is not tested, and tests that fail keep nothing from print: one wants to see the card. Tests
    that failed are run again until they pass.
    """
    before: Checked | None = None
    failed = False
    name = str(folder)
    for _ in _first_and(saves):
        if run(["check", name]) != 0:
            continue
        checked = check(load(folder))
        if checked.game is None:
            continue
        found = touched(before, checked)
        failed = _test(name, found, before is None, failed, checked, run, say)
        _print(name, found, before is None, output, run, say)
        before = checked


def _test(
    name: str, found: Touched, first: bool, failed: bool, checked: Checked, run: RunCommand, say: Callable[[str], None]
) -> bool:
    """Runs the tests that may come out otherwise, and those that failed. Do some fail now?"""
    again = failed and run(["test", name, "--failed"]) != 0
    if first and len(lineage(Path(name))) > 1:
        say("the mod's own tests: the first look")
        return run(["test", name, "--own"]) != 0
    if found.tests is None:
        say(f"all tests: {found.why}")
        return run(["test", name]) != 0
    assert checked.game is not None
    if not found.tests:
        say(f"no test: {found.why}")
        return again
    say(f"{len(found.tests)} of {len(checked.game.tests)} tests: {found.why}")
    places = [f"{one.span.path}:{checked.sources[one.span.path].place(one.span.start)[0]}" for one in found.tests]
    return run(["test", name, *(word for place in places for word in ("--at", place))]) != 0 or again


def _print(
    name: str, found: Touched, first: bool, output: Path | None, run: RunCommand, say: Callable[[str], None]
) -> None:
    if output is None:
        return
    if first:
        run(["sheets", name, "-o", str(output)])
    elif found.cards:
        run(["sheets", name, "-o", str(output), "--cards", ",".join(found.cards)])
    else:
        say("no card has changed")


def _first_and(saves: Iterable[object]) -> Iterator[object]:
    yield None
    yield from saves


def saves_in(folder: Path) -> Iterator[object]:
    """Each time that files of a game, or of what it builds on, are saved. Ends with Ctrl+C."""
    import watchfiles

    def meant(_: watchfiles.Change, path: str) -> bool:
        return path.endswith(ENDINGS) and not any(part.startswith(".") for part in Path(path).parts[-2:])

    yield from watchfiles.watch(*lineage(folder), watch_filter=meant, debounce=300, raise_interrupt=False)
