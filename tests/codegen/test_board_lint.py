"""Words on boards and on round pieces: read on what is behind them, and away from the edge."""

from __future__ import annotations

from pathlib import Path

import sample_game as sample
from attrs import evolve

from codegen.board_lint import board_problems
from codegen.boards import Board, Space, Way
from codegen.card_face import DEFAULTS, PrintSettings, faces
from codegen.fitting import fitting
from codegen.pdf_text import Written
from codegen.problems import Problem
from codegen.sheet_layout import Size
from codegen.themes import theme_named, theme_of

GAME = sample.game(sample.cards())


def board(x: float = 60.0) -> Board:
    spaces = tuple(
        Space(at, 60.0, name, ("Inner", "Deep forest"), "#8c2f39", False)
        for at, name in ((x, "Old Oak"), (120.0, "Dune"))
    )
    return Board("The Wood", Size(200, 120), spaces, (Way(x, 60, 120, 60),), (), "wood")


def changed(tmp_path: Path, before: str, after: str) -> PrintSettings:
    """The storybook with something else in its template."""
    template = theme_named("storybook").template
    assert before in template
    (tmp_path / "card.typ").write_text(template.replace(before, after), "utf-8")
    return evolve(DEFAULTS, looks=tmp_path)


def told(settings: PrintSettings, one: Board) -> list[Problem]:
    return board_problems(GAME, [one], theme_of(settings), settings)


def test_a_board_of_ours_is_read() -> None:
    for theme in ("storybook", "neon", "comic", "low-ink"):
        assert board_problems(GAME, [board()], theme_named(theme), DEFAULTS) == [], theme


def test_words_on_a_board_that_nobody_can_read(tmp_path: Path) -> None:
    settings = changed(
        tmp_path, "let dark = if theme.low-ink { rgb(theme.ink) } else { words }", 'let dark = rgb("#b06a70")'
    )
    (problem, *_) = told(settings, board())
    assert problem.code == "low-contrast" and problem.message.startswith("words of spaces of The Wood: #b06a70 on")
    assert told(settings, board()) == told(settings, board())  # once measured, it is known


def test_words_beyond_the_edge_of_a_board() -> None:
    (problem,) = told(DEFAULTS, board(x=2.0))
    assert problem.code == "text-in-bleed" and "beyond the edge of the board" in problem.message
    assert "Old Oak" in problem.message and "Dune" not in problem.message
    assert problem.card == "The Wood" and problem.key == "wood"


def test_near_the_edge_of_a_circle() -> None:
    page = Size(20, 20)
    middle, corner = Written("a", 8, 8, 12, 12), Written("b", 2, 2, 5, 5)
    assert round(middle.from_round_edge(page), 2) == round(10 - 8**0.5, 2)
    assert corner.from_edge(page) == 2 and corner.from_round_edge(page) < 0


def test_words_of_a_round_piece_that_a_cut_takes(tmp_path: Path) -> None:
    (face,) = faces(GAME, sample.cards()[:1])
    piece = evolve(face, layout="round", title="A Name That Fills It", paragraphs=(), flavour="", stats=(), spaces=())
    theme = theme_named("storybook")
    assert not fitting(GAME, [(piece, "25x25")], theme, DEFAULTS).problems
    settings = changed(tmp_path, "dy: -height * (if round { 0.22 }", "dy: -height * (if round { 0.08 }")
    (problem,) = fitting(GAME, [(piece, "25x25")], theme_of(settings), settings).problems
    assert problem.code == "text-in-bleed" and "A Name That Fills It" in problem.message
