"""Each fixtures/<topic>.side has its tree in <topic>.tree. `UPDATE=1 pytest` writes the trees anew; read the diff."""

import os
from pathlib import Path

import pytest

from dsl.source import SourceFile
from dsl.syntax.parse import parse
from dsl.syntax.show import show

FIXTURES = Path(__file__).parent / "fixtures"
TOPICS = sorted(path.stem for path in FIXTURES.glob("*.side"))


@pytest.mark.parametrize("topic", TOPICS)
def test_the_tree_is_as_noted(topic: str) -> None:
    source = SourceFile(f"{topic}.side", (FIXTURES / f"{topic}.side").read_text("utf-8"))
    parsed = parse(source)
    assert parsed.diagnostics == ()
    noted = FIXTURES / f"{topic}.tree"
    shown = show(parsed.file)
    if os.environ.get("UPDATE"):
        noted.write_text(shown, "utf-8")
    assert shown == noted.read_text("utf-8")


def test_no_tree_is_left_over() -> None:
    assert sorted(path.stem for path in FIXTURES.glob("*.tree")) == TOPICS
