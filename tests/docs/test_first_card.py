"""The tutorials show the files of their samples word for word."""

from __future__ import annotations

from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
HOMEMADE = DOCS.parent / "cards" / "homemade"
SAMPLES = {
    "first-card.md": (HOMEMADE / "first-card",),
    "homemade.md": tuple(HOMEMADE / name for name in ("fog-cat", "night-shift", "kestrel", "clear-the-docks")),
    "small-game.md": (HOMEMADE / "lantern-walk",),
}
FILES = [
    (page, file) for page, folders in SAMPLES.items() for folder in folders for file in sorted(folder.rglob("*.side"))
]


@pytest.mark.parametrize(("page", "file"), FILES, ids=lambda one: one if isinstance(one, str) else one.name)
def test_the_tutorial_shows_the_file(page: str, file: Path) -> None:
    shown = f"```side\n{file.read_text(encoding='utf-8')}```\n"
    assert shown in (DOCS / page).read_text(encoding="utf-8")


def test_there_are_files() -> None:
    assert [page for page, _ in FILES].count("first-card.md") == 3
    assert len(FILES) == 25
