"""The formatter: one style, the same after a second time, comments and meaning kept."""

from __future__ import annotations

import io
import json
import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sidescript
from dsl.format import format_text
from dsl.source import SourceFile
from dsl.syntax.parse import parse

ROOT = Path(__file__).resolve().parents[3]
FILES = sorted((ROOT / "cards").rglob("*.side")) + sorted((ROOT / "tests/hard-cases").rglob("*.side"))


def formatted(text: str) -> str:
    found = format_text(SourceFile("a.side", text))
    assert not found.diagnostics
    return found.text


UNTIDY = """\
# about this file


/// A kind.
kind   Sidekick is Figure ,Burnable
  health:Number from 0 to this.full=3    "health"   # hearts


  # how many
  stars : Star=0
  define far:this.stars -1>- 2
  while   this.far:this.health -1 not below 1
enum Side:hero,villain
enum Other: a , b
table Sidekick
  name|title|health|friend
  abu|"Abu | the monkey"|12|
    # the second
  | "No name"|3|abu
verb storm Sidekick s by Number n = ( 2+ - 1 )*3 "{s} [storm]"
      damage each Sidekick at s.place  except s by count( Sidekick x in [s ,abu] where x.far ):  # all
          x may "Run":
             move x to s.place
        # after the block
      let n = (
          1 +
       count(Sidekick)
      )
      # the end
"""

TIDY = """\
# about this file

/// A kind.
kind Sidekick is Figure, Burnable
    health: Number from 0 to this.full = 3 "health"  # hearts

    # how many
    stars: Star = 0
    define far: this.stars - 1 > -2
    while this.far: this.health -1 not below 1

enum Side: hero, villain
enum Other: a, b

table Sidekick
    name | title              | health | friend
    abu  | "Abu | the monkey" | 12     |
    # the second
    | "No name"          | 3      | abu

verb storm Sidekick s by Number n = (2 + -1) * 3 "{s} [storm]"
    repeat count(Sidekick x in [s, abu] where x.far):  # all
        x may "Run":
            move x to s.place
    # after the block
    let n = (
        1 +
        count(Sidekick)
    )
    # the end
"""


def test_a_sign_belongs_to_the_number_behind_it_and_stands_apart_from_a_name() -> None:
    """Also from a second sign: `--paid` could not be read."""
    card = 'Danger fog "Fog"\n    rises:\n        until end of turn:\n'
    for untidy, tidy in (("+ 1", "+1"), ("-1", "-1"), ("+paid", "+ paid"), ("- -paid", "- -paid"), ("+-1", "+ -1")):
        written = formatted(f"{card}            you.actions {untidy}\n")
        assert written == f"{card}            you.actions {tidy}\n" and formatted(written) == written


def test_one_style() -> None:
    untidy = UNTIDY.replace("damage each Sidekick at s.place  except s by count(", "repeat   count(")
    assert formatted(untidy) == TIDY


@pytest.mark.parametrize("text", ["", "\n", "\n\n# alone\n\n\n", "# alone", "///  said of nothing\n"])
def test_hardly_anything(text: str) -> None:
    assert formatted(text) == formatted(formatted(text))
    assert not formatted(text).startswith("\n")


@pytest.mark.parametrize("folder", ["cards", "tests/hard-cases"])
def test_twice_is_once(folder: str) -> None:
    for path in sorted((ROOT / folder).rglob("*.side")):
        once = formatted(path.read_text("utf-8"))
        assert formatted(once) == once, path


@settings(deadline=None, max_examples=60)
@given(st.randoms(use_true_random=False))
def test_spacing_does_not_matter(chance: random.Random) -> None:
    """A tidy file with other spaces, indentation and blank lines comes back as it was."""
    tidy = formatted(chance.choice(FILES).read_text("utf-8"))
    wide = chance.choice([1, 2, 3, 8])
    lines: list[str] = []
    for line in tidy.splitlines():
        depth = (len(line) - len(line.lstrip(" "))) // 4
        if not line:
            lines += [""] * chance.choice([1, 1, 3])
            continue
        parts = re.split(r'("(?:[^"\\]|\\.)*"|(?:#|///).*)', line.strip())
        parts[::2] = [re.sub(" ", lambda _: " " * chance.choice([1, 1, 2]), part) for part in parts[::2]]
        lines.append(" " * wide * depth + "".join(parts) + " " * chance.choice([0, 0, 2]))
    assert formatted("\n".join(lines)) == tidy


def test_what_has_mistakes_stays() -> None:
    text = "kind   Sidekick is\n"
    found = format_text(SourceFile("a.side", text))
    assert found.text == text
    assert found.diagnostics == parse(SourceFile("a.side", text)).diagnostics


# ---------------------------------------------------------------------------------------------------- the command


def test_command_writes_only_what_changes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad, untidy = tmp_path / "a.side", tmp_path / "b.side", tmp_path / "c.side"
    good.write_text("enum Side: a, b\n")
    bad.write_text("enum   Side a\n")
    untidy.write_bytes(b"enum   Side:a\r\n")
    assert sidescript.main(["format", str(tmp_path), "--check"]) == 1
    assert untidy.read_bytes() == b"enum   Side:a\r\n"
    capsys.readouterr()
    assert sidescript.main(["format", str(tmp_path), "--format", "json"]) == 1
    told = capsys.readouterr()
    assert json.loads(told.out) == {"files": 3, "changed": [untidy.as_posix()], "written": True}
    assert "b.side" in told.err
    assert untidy.read_bytes() == b"enum Side: a\n"
    assert bad.read_text() == "enum   Side a\n"
    bad.unlink()
    assert sidescript.main(["format", str(tmp_path), "--check"]) == 0


def test_command_shows_a_difference(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.side"
    path.write_text("enum   Side:a")
    assert sidescript.main(["format", str(path), "--diff"]) == 1
    assert "-enum   Side:a\n" in capsys.readouterr().out
    assert path.read_text() == "enum   Side:a"


def test_command_reads_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("enum   Side:a"))
    assert sidescript.main(["format", "-"]) == 0
    assert capsys.readouterr().out == "enum Side: a\n"
    monkeypatch.setattr("sys.stdin", io.StringIO("enum Side a"))
    assert sidescript.main(["format", "-"]) == 1
    assert "<stdin>" in capsys.readouterr().err


def test_command_leaves_files_outside_the_folder_alone(tmp_path: Path) -> None:
    game, other = tmp_path / "game", tmp_path / "other.side"
    game.mkdir()
    other.write_text("enum   Side:a\n")
    (game / "link.side").symlink_to(other)
    (game / "a.side").write_text("enum Side: a\n")
    assert sidescript.main(["format", str(game)]) == 0
    assert other.read_text() == "enum   Side:a\n"


def test_command_without_files(tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as end:
        sidescript.main(["format", str(tmp_path)])
    assert end.value.code == 2


@pytest.mark.parametrize("game", sorted(path.name for path in (ROOT / "cards").iterdir() if path.is_dir()))
def test_games_are_in_the_one_style(game: str) -> None:
    assert sidescript.main(["format", str(ROOT / "cards" / game), "--check"]) == 0
