"""Watching a folder: at each save its game is checked, tested, and what changed is printed again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from .. import model
from ..check import check
from ..library import lineage
from ..load import load

ENDINGS = (".side", ".toml", ".typ", ".svg", ".png")
RunCommand = Callable[[list[str]], int]


def changed_cards(old: model.CheckedGame | None, new: model.CheckedGame) -> list[str]:
    """The cards that are new or other than they were, in the order of the game."""
    before = old.things if old is not None else {}
    return [
        name
        for name, one in new.things.items()
        if not one.of_test
        and before.get(name) != one
        and any("Card" in new.kinds[kind].ancestors for kind in one.kinds)
    ]


def follow(
    folder: Path, saves: Iterable[object], run: RunCommand, output: Path | None, say: Callable[[str], None]
) -> None:
    """After the first look and after each of `saves`: check, then test, then print the cards that changed.

    A game with mistakes is not tested, and tests that fail keep nothing from print: one wants to see the card.
    """
    before: model.CheckedGame | None = None
    for number, _ in enumerate(_first_and(saves)):
        name = str(folder)
        if run(["check", name]) != 0:
            continue
        game = check(load(folder)).game
        run(["test", name])
        if output is not None and game is not None:
            cards = changed_cards(before, game)
            if number == 0:
                run(["sheets", name, "-o", str(output)])
            elif cards:
                run(["sheets", name, "-o", str(output), "--cards", ",".join(cards)])
            else:
                say("no card has changed")
        before = game or before


def _first_and(saves: Iterable[object]) -> Iterator[object]:
    yield None
    yield from saves


def saves_in(folder: Path) -> Iterator[object]:
    """Each time that files of a game, or of what it builds on, are saved. Ends with Ctrl+C."""
    import watchfiles

    def meant(_: watchfiles.Change, path: str) -> bool:
        return path.endswith(ENDINGS) and not any(part.startswith(".") for part in Path(path).parts[-2:])

    yield from watchfiles.watch(*lineage(folder), watch_filter=meant, debounce=300, raise_interrupt=False)
