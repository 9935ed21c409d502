"""What a check gives. Apart from the check itself, so that what was checked before can be read without it."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from .diagnostics.diagnostic import Diagnostic
from .model import CheckedGame
from .source import SourceFile


@frozen
class Checked:
    """The game exists exactly when no diagnostic is an error. `sources`: every file spoken of, by path."""

    game: CheckedGame | None
    diagnostics: tuple[Diagnostic, ...]
    sources: Mapping[str, SourceFile]
