"""The commands, with a game put in place of the loader."""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path

import pytest
import sample_game as sample

from codegen import commands
from codegen.card_face import SettingsError, read_settings


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):  # type: ignore[no-untyped-def]
    monkeypatch.setattr(commands, "_load", lambda name: (sample.game(sample.cards()), (tmp_path,)))
    monkeypatch.setattr("dsl.commands.open_what_stands", lambda name: sample.game(sample.cards()))
    monkeypatch.setattr(commands, "_sources", lambda name: {})
    monkeypatch.setattr(commands, "_key", lambda name: "")
    parser = argparse.ArgumentParser()
    parser.set_defaults(examples=lambda game: [])
    under = parser.add_subparsers()
    commands.add_commands(under)
    show = under.add_parser("show").add_subparsers()
    commands.add_views(show)

    def run(*words: str) -> int:
        arguments = parser.parse_args(words)
        return int(arguments.run(arguments))

    return run


def test_sheets(run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    out = tmp_path / "deep" / "cards.pdf"
    assert run("sheets", "sample", "-o", str(out), "--paper", "letter", "--backs", "none") == 0
    assert out.read_bytes().startswith(b"%PDF") and "7 cards on 2 pages" in capsys.readouterr().out
    assert run("sheets", "sample", "-o", str(out), "--cards", "Care-Free Trio") == 0
    assert "1 card on 3 pages" in capsys.readouterr().out
    assert run("sheets", "sample", "-o", str(out), "--cards", "Nobody") == 1
    assert "no such card" in capsys.readouterr().err
    assert run("sheets", "sample", "-o", str(out), "--cards", "Care-Free Trio", "--parts", "pieces") == 1
    said = capsys.readouterr().err
    assert "Care-Free Trio (Power card) is none of the cards or pieces that are asked for here" in said


def test_what_is_told_as_json_is_json(run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    out = str(tmp_path / "cards.pdf")
    assert run("sheets", "sample", "-o", out, "--backs", "none", "--format", "json") == 0
    assert json.loads(capsys.readouterr().out) == {"output": out, "cards": 7, "pages": 2}
    out = str(tmp_path / "rules.md")
    assert run("rules", "sample", "-o", out, "--format", "json") == 0
    assert json.loads(capsys.readouterr().out) == {"output": out}


def test_wrong_use(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    for words in (
        ("sheets", "sample", "-o", str(tmp_path / "x.pdf"), "--size", "huge"),
        ("sheets", "sample", "-o", str(tmp_path / "x.txt")),
        ("rules", "sample", "-o", str(tmp_path / "x.doc")),
        ("show", "text", "sample", "nobody"),
        ("sheets", "sample"),
    ):
        with pytest.raises(SystemExit) as stop:
            run(*words)
        assert stop.value.code == 2


def test_rules(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    assert run("rules", "sample", "-o", str(tmp_path / "r.html")) == 0
    assert run("rules", "sample", "-o", str(tmp_path / "r.md")) == 0
    assert (tmp_path / "r.html").read_text("utf-8").startswith("<!doctype html>")
    assert (tmp_path / "r.md").read_text("utf-8").startswith("# A Sample Game")


def test_text(run, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    assert run("show", "text", "sample", "care-free-trio") == 0
    assert "Once per turn" in capsys.readouterr().out
    assert run("show", "text", "sample") == 0
    assert "## Danger cards" in capsys.readouterr().out


def test_output_keeps_links_and_modes_and_replaces_no_pipe(  # type: ignore[no-untyped-def]
    run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    real, link, pipe = tmp_path / "real.md", tmp_path / "link.md", tmp_path / "pipe.md"
    real.write_text("")
    real.chmod(0o600)
    link.symlink_to(real)
    assert run("rules", "sample", "-o", str(link)) == 0
    assert link.is_symlink() and real.read_text() and real.stat().st_mode & 0o777 == 0o600
    os.mkfifo(pipe)
    with pytest.raises(SystemExit) as stop:
        run("rules", "sample", "-o", str(pipe))
    assert stop.value.code == 2 and pipe.is_fifo()
    assert "it is no plain file" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["also = " + "[" * 100_000, "theme = " + "1" * 5_000, "theme = "])
def test_a_print_file_that_cannot_be_read(tmp_path: Path, text: str) -> None:
    path = tmp_path / "print.toml"
    path.write_text(text)
    with pytest.raises(SettingsError, match=r"print\.toml"):
        read_settings(path)


@pytest.mark.parametrize("text", ["theme = 1", "colours = 1", 'back_title = ["a"]', "x = " + "[" * 3000])
def test_no_command_breaks_off_at_a_print_file_of_wrong_types(run, tmp_path: Path, capsys, text: str) -> None:  # type: ignore[no-untyped-def]
    pytest.importorskip("babel", reason="the extra `translate` is not installed")
    (tmp_path / "print.toml").write_text(text, "utf-8")
    for words in (
        ("sheets", "sample", "-o", str(tmp_path / "cards.pdf")),
        ("rules", "sample", "-o", str(tmp_path / "rules.md")),
        ("translate", "sample", "--language", "de"),
    ):
        assert run(*words) == 1
        said = capsys.readouterr().err
        assert "error[print-file]" in said and "print.toml" in said
    assert [path.name for path in tmp_path.iterdir()] == ["print.toml"]
