"""The tutorial shows the files of its sample mod word for word."""

from __future__ import annotations

from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
FILES = sorted((DOCS / "samples" / "first-card").rglob("*.side"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_the_tutorial_shows_the_file(file: Path) -> None:
    shown = f"```side\n{file.read_text(encoding='utf-8')}```\n"
    assert shown in (DOCS / "first-card.md").read_text(encoding="utf-8")


def test_there_are_files() -> None:
    assert len(FILES) == 3
