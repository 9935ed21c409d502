"""Files and folders of a game."""

import os
from pathlib import Path

import pytest

from dsl.authoring.tables import CannotRead, read_table
from dsl.cache import key_of
from dsl.files import read_plain
from dsl.library import GameNotFound, extended, find_all, find_game
from dsl.load import decode, load, read_file


def test_files_come_in_sorted_order_with_plain_line_ends(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "b.side").write_bytes(b"\xef\xbb\xbfmenu a\r\nmenu b\r")
    (tmp_path / "a.side").write_text("x", "utf-8")
    (tmp_path / "notes.txt").write_text("x", "utf-8")
    (tmp_path / ".hidden.side").write_text("x", "utf-8")
    sources = load(tmp_path)
    assert [(file.path, file.text) for file in sources.files] == [("a.side", "x"), ("rules/b.side", "menu a\nmenu b\n")]
    assert sources.diagnostics == ()


def test_bytes_that_are_no_text_are_located() -> None:
    read = decode(b"menu a\r\n\xff\xfe", "a.side")
    (message,) = read.diagnostics
    assert message.code == "not-utf-8"
    assert read.file.place(message.span.start) == (2, 1)


def test_nobody_waits_for_a_pipe(tmp_path: Path) -> None:
    for name in ("game.side", "cards.side"):
        os.mkfifo(tmp_path / name)
    assert extended(tmp_path) == ()
    assert [d.code for d in load(tmp_path).diagnostics] == ["file-unreadable"] * 2


def test_links_out_of_the_folder_are_refused(tmp_path: Path) -> None:
    game = tmp_path / "game"
    game.mkdir()
    (tmp_path / "secret.side").write_text("x", "utf-8")
    (game / "secret.side").symlink_to(tmp_path / "secret.side")
    sources = load(game)
    assert sources.files == ()
    assert [d.code for d in sources.diagnostics] == ["link-out-of-folder"]


def test_a_missing_folder_is_a_message(tmp_path: Path) -> None:
    assert [d.code for d in load(tmp_path / "none").diagnostics] == ["file-unreadable"]


def test_games_are_found_by_name_or_path(tmp_path: Path) -> None:
    (tmp_path / "tokyo-sidekick").mkdir()
    (tmp_path / "tokyo-sidekick" / "game.side").touch()
    assert find_game("Tokyo_Sidekick", tmp_path) == tmp_path / "tokyo-sidekick"
    assert find_game(tmp_path / "tokyo-sidekick", tmp_path) == tmp_path / "tokyo-sidekick"
    with pytest.raises(GameNotFound):
        find_all("tokyo-sidekick+")
    with pytest.raises(GameNotFound, match="Did you mean `tokyo-sidekick`"):
        find_game("tokio-sidekick", tmp_path)


def test_an_ending_that_an_editor_added_is_a_hint(tmp_path: Path) -> None:
    (tmp_path / "fog.side.txt").touch()
    sources = load(tmp_path)
    assert sources.files == ()
    assert [(d.code, d.severity, d.help) for d in sources.diagnostics] == [
        ("misplaced-file", "hint", "Call it fog.side. Some editors add an ending.")
    ]


def test_what_is_no_file_is_a_message(tmp_path: Path) -> None:
    (tmp_path / "loop.side").symlink_to(tmp_path / "loop.side")
    os.mkfifo(tmp_path / "pipe.side")
    sources = load(tmp_path)
    assert sources.files == ()
    assert [d.code for d in sources.diagnostics] == ["file-unreadable", "file-unreadable"]


def test_a_name_that_is_no_text_is_shown_with_escapes(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"a\xff.side")).write_text("x", "utf-8")
    sources = load(tmp_path)
    assert [file.path for file in sources.files] == ["a\\xff.side"]
    assert key_of(sources)


def test_no_game_has_a_name_that_no_path_can_have(tmp_path: Path) -> None:
    with pytest.raises(GameNotFound):
        find_game("x" * 300, tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name here")
def test_what_is_no_plain_file_is_not_read(tmp_path):
    """From a pipe that nobody writes to one would wait for ever."""
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path, Path(os.devnull)):
        with pytest.raises(OSError, match=r"it is (no plain file|a folder)"):
            read_plain(path)
    found = read_file(tmp_path / "pipe", "my.deck")
    assert [one.headline for one in found.diagnostics] == ["I cannot read my.deck: it is no plain file"]
    with pytest.raises(CannotRead, match="it is no plain file"):
        read_table(tmp_path / "pipe")
