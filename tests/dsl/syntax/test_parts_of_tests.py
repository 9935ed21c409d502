"""A line of a test that stands in the wrong part of it: each is told what it is and where it stands."""

from __future__ import annotations

import pytest

from dsl.source import SourceFile
from dsl.syntax.parse import parse

LINES = {
    "then": [
        "asked ann: hill, dell", "asked ann", "offered ann light", "offered ann light: hill", "not offered ann light",
        'refused ann light because "no"', 'ranked "Royal"', "contents: 12 lantern", "ended all_over", "continues",
        "ann wins", "team loses", "ann sees lantern", "ann does not see lantern",
    ],
    "when": [
        "run day", "turn of ann", "perform use of lantern", "perform use of lantern with 2", "ann takes light",
        "ann takes light hill, dell", "ann tries light", "ann chooses hill", 'ann chooses "text"', "ann chooses yes",
        "ann declines", "ann passes", "refused touch",
    ],
    "given": [
        "map aa -- bb", "grid [[aa, bb]]", "after setup", "Deck small: 1 lantern", "Lamp bulb in shelf: full = 3",
        "lantern: full = 3", "lantern at hill: full = 2",
    ],
}  # fmt: skip
PARTS = {
    "given": "    given\n        Player ann\n        {line}\n    then\n        ann.score == 3\n",
    "when": "    given\n        Player ann\n    when\n        {line}\n    then\n        ann.score == 3\n",
    "then": "    given\n        Player ann\n    when\n        touch\n    then\n        {line}\n",
}


def told(line: str, part: str) -> tuple[list[str], str, str]:
    """Headlines, what the first is about, and its help."""
    text = 'test "It"\n' + PARTS[part].format(line=line)
    found = parse(SourceFile("game.side", text)).diagnostics
    at = text[found[0].span.start : found[0].span.end] if found else ""
    return [one.headline for one in found], at, (found[0].help or "") if found else ""


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize(("line", "right"), [(line, right) for right, lines in LINES.items() for line in lines])
def test_each_line_in_each_part(line: str, right: str, part: str) -> None:
    headlines, at, help = told(line, part)
    if part == right:
        assert headlines == []
    else:
        assert [one.endswith(f": it stands below `{right}`") for one in headlines] == [True], headlines
        assert at == line
        assert help.startswith(f"Write `{line}` below `{right}`.")


@pytest.mark.parametrize(
    ("line", "part", "headline", "help"),
    [
        ("asked: hill", "then", "Behind `asked` stands who is asked", "asked ann: hill"),
        ("not asked ann: hill", "then", "There is no `not asked`", "all the options"),
        ("asked ann: hill", "when", "`asked` claims what somebody is asked", "`ann chooses a`"),
        ("cites DS-001", "then", "`cites` stands one step further out", "as `given` and `then` are"),
        ("then", "when", "`then` stands one step further out", "by four spaces"),
        ("let x = 3", "when", "`let` stands in no test", "a verb of the game can do"),
        ("each Lamp q: touch", "when", "`each` stands in no test", "a verb of the game can do"),
        ("ann may touch", "when", "`may` stands in no test", "`ann chooses yes`"),
        ("touch", "given", "This says nothing of `touch`", "below `when`"),
        ("flip lantern", "given", "What happens is no fact", "below `when`"),
        ("flip lantern", "then", "What happens is no claim", "below `when`"),
        ("2 Lamp in shelf", "when", "This says where something lies", "below `given`"),
        ("ann.score == 3", "when", "This claims something", "below `then`"),
        ("expect ann.score == 3", "then", "A claim has no word before it", "`ann.score == 3`"),
        ("ann.score += 1", "given", "Below `given` values are set, not changed", "`ann.score = ...`"),
        ("ann.score += 1", "then", "Below `then` nothing is changed", "below `when`"),
        ("ann.score = 1", "when", "Below `when` something happens", "below `given`"),
    ],
)
def test_what_else_stands_in_the_wrong_place(line: str, part: str, headline: str, help: str) -> None:
    headlines, _, said = told(line, part)
    assert headlines[0].startswith(headline)
    assert help in said
