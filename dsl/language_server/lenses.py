"""What can be run where it stands: tests, and a look at a printed card."""

from __future__ import annotations

from typing import Literal as Choice

from attrs import frozen

from ..source import Span
from ..syntax import tree
from ..syntax.parse import Parsed
from .project import Project


@frozen
class Lens:
    span: Span
    title: str
    command: Choice["run test", "run tests", "preview"]
    argument: str


def lenses(project: Project, parsed: Parsed) -> list[Lens]:
    """`run test` at every test, `run all tests` at the first, `show card` at everything that is printed."""
    found: list[Lens] = []
    for node in parsed.file.declarations:
        match node:
            case tree.Test(title=title) if project.outside.run_tests is not None:
                first = not any(one.command == "run test" for one in found)
                found.append(Lens(title.span, "run test", "run test", title.value))
                if first:
                    found.append(Lens(title.span, "run all tests", "run tests", ""))
            case tree.Thing(name=name) if project.outside.picture is not None and _printed(project, name.text):
                found.append(Lens(name.span, "show card", "preview", name.text))
            case _:
                pass
    return found


def _printed(project: Project, name: str) -> bool:
    game = project.good
    thing = game.things.get(name) if game is not None else None
    return thing is not None and any("Card" in game.kinds[kind].ancestors for kind in thing.kinds)  # type: ignore[union-attr]
