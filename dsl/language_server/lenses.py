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
            case tree.Thing(kinds=kinds, name=name) if project.outside.picture and _printed(project, kinds):
                found.append(Lens(name.span, "show card", "preview", name.text))
            case _:
                pass
    return found


def _printed(project: Project, kinds: tuple[tree.Name, ...]) -> bool:
    """Whether things of these Kinds are cards. Not asked of the thing: one that is being written is in no game yet."""
    known = project.good.kinds if project.good is not None else {}
    return any(one.text in known and "Card" in known[one.text].ancestors for one in kinds)
