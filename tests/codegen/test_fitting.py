"""What is found by measuring is found once: drawings are given it, and look as they would without it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
import sample_game as sample
from attrs import evolve

from codegen.card_face import DEFAULTS, CardFace, faces, printable
from codegen.fitting import Fitting, fitting
from codegen.sheet_layout import card_size
from codegen.themes import theme_named
from codegen.typesetting import Assets, document, lay_singly
from codegen.typst_run import Document, typeset

GAME = sample.game(sample.cards())
FACES = tuple(evolve(face, spaces=(("Villagers", 3),)) for face in faces(GAME, printable(GAME)))
NOTHING: Mapping[str, Mapping[str, float]] = {}


def fits(name: str, cards: tuple[CardFace, ...] = FACES, settle: bool = True) -> Fitting:
    return fitting(GAME, [(face, "poker") for face in cards], theme_named(name), DEFAULTS, settle=settle)


def drawn(name: str, found: Fitting, kept: Mapping[str, Mapping[str, float]]) -> Document:
    size = card_size("poker")
    laid = [lay_singly(face, side, size, size, FACES) for face in FACES for side in ("front", "back")]  # type: ignore[arg-type]
    theme = theme_named(name)
    return document(GAME, FACES, laid, theme, DEFAULTS, found.sizes, Assets(theme, rasters=False), kept=kept)


def pictures(document: Document) -> list[bytes]:
    """Pages without the names of their parts, which follow from the last bit of a number."""
    return [re.sub(rb"[a-z][0-9A-F]{32}", b"", page) for page in typeset(document, "svg").pages]


@pytest.mark.parametrize("name", ["storybook", "low-ink", "comic", "neon", "noir"])
def test_a_settled_card_is_not_measured_and_looks_the_same(name: str) -> None:
    found = fits(name)
    given, measured = drawn(name, found, found.kept), drawn(name, found, NOTHING)
    assert pictures(given) == pictures(measured)
    assert typeset(measured, ask=("found",)).found["found"] and typeset(given, ask=("found",)).found["found"] == []


def test_a_text_that_became_smaller_with_its_kind_is_measured_at_the_size_that_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIDESCRIPT_CACHE", str(tmp_path))
    words = FACES[0].paragraphs[0]
    long = evolve(FACES[0], key="long", title="Long", paragraphs=(words,) * 9)
    short = evolve(FACES[0], key="short", title="Short")
    alone = fits("storybook", (short,))
    both = fits("storybook", (short, *(evolve(long, key=f"long{n}", title=f"Long {n}") for n in range(4))))
    assert both.sizes["short"] < alone.sizes["short"]
    (narrow,) = [value for what, value in both.kept["short"].items() if what.startswith("words")]
    (wide,) = [value for what, value in alone.kept["short"].items() if what.startswith("words")]
    assert narrow < wide
    assert fits("storybook", (short,), settle=False).kept == alone.kept  # both sizes are known now
