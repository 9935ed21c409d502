"""A checked game out of the cache. Three quarters of one are its tests, which only `test` and `show` look at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import fields

from .model import CheckedGame

if TYPE_CHECKING:
    from collections.abc import Callable

    from .model import CheckedTest


class RecalledGame(CheckedGame):
    """A game whose tests are read when somebody asks for them."""

    __slots__ = ("_read", "_tests")

    if not TYPE_CHECKING:

        @property
        def tests(self):
            if self._tests is None:
                object.__setattr__(self, "_tests", self._read())
            return self._tests

        @tests.setter
        def tests(self, tests):
            object.__setattr__(self, "_tests", tests)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CheckedGame) and all(getattr(self, n) == getattr(other, n) for n in _FIELDS)

    __hash__ = CheckedGame.__hash__

    def __reduce__(self) -> tuple[type[CheckedGame], tuple[object, ...]]:
        return CheckedGame, tuple(getattr(self, name) for name in _FIELDS)


_FIELDS = tuple(field.name for field in fields(CheckedGame))


def recalled(game: CheckedGame, read: Callable[[], tuple[CheckedTest, ...]]) -> CheckedGame:
    """The same game, with the tests that `read` gives."""
    values = {name: getattr(game, name) for name in _FIELDS if name != "tests"}
    found = RecalledGame(**values, tests=None)  # type: ignore[arg-type]
    object.__setattr__(found, "_read", read)
    return found
