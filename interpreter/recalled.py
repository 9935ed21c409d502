"""The Ruleset of a program out of the cache: without lowering the game once more, and without what no match needs.

What stands in the game itself is not kept a second time, but named; functions are read when somebody asks for them.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from attrs import fields

from .ir import Ruleset

if TYPE_CHECKING:
    from collections.abc import Callable

    from dsl.model import CheckedGame

    from .ir import Function


class RecalledRuleset(Ruleset):
    """A Ruleset whose functions are read when somebody asks for them."""

    __slots__ = ("_functions", "_read")
    _functions: dict[str, Function] | None
    _read: Callable[[], dict[str, Function]]

    if not TYPE_CHECKING:

        @property
        def functions(self):
            if self._functions is None:
                self._functions = self._read()
            return self._functions

        @functions.setter
        def functions(self, functions):
            self._functions = functions


def kept(rules: Ruleset, game: CheckedGame) -> bytes:
    """What is to be kept of the Ruleset of a game, beside its functions."""
    out = io.BytesIO()
    _Writer(out, _names(game)).dump([getattr(rules, name) for name in _FIELDS])
    return out.getvalue()


def recalled(data: bytes, game: CheckedGame, read: Callable[[], dict[str, Function]]) -> Ruleset:
    """The Ruleset that was kept for a game; `read` gives its functions."""
    rules = RecalledRuleset(**dict(zip(_FIELDS, _Reader(io.BytesIO(data), game).load(), strict=True)))
    rules._functions, rules._read = None, read
    return rules


_FIELDS = tuple(field.name for field in fields(Ruleset) if field.name != "functions")


def _names(game: CheckedGame) -> dict[int, tuple[str, Any]]:
    """By the identity of an object where it stands in the game."""
    found: dict[int, tuple[str, Any]] = {id(game): ("", None)}
    for field in fields(type(game)):
        value = getattr(game, field.name)
        parts = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, tuple) else ()
        found.update((id(part), (field.name, key)) for key, part in parts if hasattr(part, "__attrs_attrs__"))
    return found


class _Writer(pickle.Pickler):
    def __init__(self, out: io.BytesIO, names: dict[int, tuple[str, Any]]) -> None:
        super().__init__(out, protocol=pickle.HIGHEST_PROTOCOL)
        self._names = names

    def persistent_id(self, part: object) -> tuple[str, Any] | None:
        return self._names.get(id(part))


class _Reader(pickle.Unpickler):
    def __init__(self, data: io.BytesIO, game: CheckedGame) -> None:
        super().__init__(data)
        self._game = game

    def persistent_load(self, where: tuple[str, Any]) -> object:
        field, key = where
        return getattr(self._game, field)[key] if field else self._game
