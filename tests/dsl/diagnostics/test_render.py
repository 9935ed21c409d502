"""Diagnostics as text and as data."""

from dsl.diagnostics.as_json import as_json
from dsl.diagnostics.diagnostic import Label, error
from dsl.diagnostics.render import render
from dsl.source import SourceFile, Span

SOURCES = {
    "game.side": SourceFile("game.side", "menu play\nkind Space\n    regoin: Region\n"),
    "map.side": SourceFile("map.side", "menu play\n"),
}
SAMPLE = error(
    "unknown-name",
    "There is no `regoin`",
    Span("game.side", 25, 31),
    "not declared",
    secondary=(Label(Span("game.side", 15, 20), "in this Kind"), Label(Span("map.side", 5, 9), "and here")),
    notes=("A note.",),
    help="Write `region`.",
)


def test_a_diagnostic_shows_the_lines_it_speaks_of() -> None:
    assert render(SAMPLE, SOURCES) == "\n".join(
        [
            "error[unknown-name]: There is no `regoin`",
            " --> game.side:3:5",
            "  |",
            "2 | kind Space",
            "  |      ----- in this Kind",
            "3 |     regoin: Region",
            "  |     ^^^^^^ not declared",
            "  |",
            " ::: map.side:1:6",
            "  |",
            "1 | menu play",
            "  |      ---- and here",
            "  |",
            "  = note: A note.",
            "  = help: Write `region`.",
        ]
    )


def test_colour_only_when_asked() -> None:
    assert "\x1b[" not in render(SAMPLE, SOURCES)
    assert "\x1b[31m" in render(SAMPLE, SOURCES, colour=True)


def test_as_data_it_has_lines_and_columns() -> None:
    (data,) = as_json([SAMPLE], SOURCES)
    assert (data["primary"]["line"], data["primary"]["column"]) == (3, 5)
    assert data["secondary"][1]["path"] == "map.side"
