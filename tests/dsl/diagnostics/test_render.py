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


def test_what_a_stranger_wrote_does_nothing_to_the_terminal() -> None:
    """Names of files, titles and messages of templates come from whoever sent a game."""
    path = "art/a\x1b[2J\nerror: all is fine.png"
    source = SourceFile(path, "a = \x1b]0;title\x07 \u202eb\n")
    bad = error("print-file", "panicked: \x1b[31mred\x9b\nerror: another", Span(path, 4, 5), "\x1b[1m", help="\x07")
    text = render(bad, {path: source})
    assert [one for one in text if not one.isprintable() and one != "\n"] == []
    assert text.splitlines()[0] == "error[print-file]: panicked: ␛[31mred\ufffd" and "\nerror" not in text
    assert "art/a␛[2J␊error: all is fine.png:1:5" in text
    assert text.splitlines()[4].index("a =") + 4 == text.splitlines()[5].index("^")  # the columns are as before
