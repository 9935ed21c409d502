"""The hard cases of the four games are well-formed."""

from pathlib import Path

import pytest

from dsl.source import SourceFile
from dsl.syntax.parse import parse

HARD_CASES = Path(__file__).parents[2] / "hard-cases"
FILES = sorted(HARD_CASES.rglob("*.side"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(HARD_CASES)))
def test_a_hard_case_is_well_formed(path: Path) -> None:
    assert parse(SourceFile(path.name, path.read_text("utf-8"))).diagnostics == ()


def test_all_four_games_are_there() -> None:
    games = {path.relative_to(HARD_CASES).parts[0] for path in FILES}
    assert games == {"disney-sidekicks", "sidekick-saga", "tokyo-sidekick", "villains-and-vigilantes"}
