"""A print job that is ended while it runs: the good file stays, and nothing is left behind. What is said on the way."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from codegen import commands

ROOT = Path(__file__).resolve().parents[2]
SLOW = """#import "storybook.typ": *
#let front(card, theme, width, height) = { for a in range(99999) { for b in range(99999) { let c = a * b } } }
"""
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")


@POSIX
@pytest.mark.parametrize(("sent", "status"), [("SIGINT", 130), ("SIGTERM", 143)])
def test_an_ended_job_leaves_the_good_file_and_nothing_else(tmp_path: Path, sent: str, status: int) -> None:
    game = tmp_path / "game"
    shutil.copytree(ROOT / "cards" / "homemade" / "lantern-walk", game)
    (game / "looks").mkdir()
    (game / "looks" / "card.typ").write_text(SLOW, "utf-8")
    out, work = tmp_path / "out", tmp_path / "work"
    out.mkdir()
    work.mkdir()
    (out / "cards.pdf").write_bytes(b"the last good one")
    command = [sys.executable, "-m", "sidescript", "sheets", str(game), "-o", str(out / "cards.pdf")]
    surroundings = {**os.environ, "TMPDIR": str(work), "PYTHONPATH": str(ROOT)}
    job = subprocess.Popen(command, env=surroundings, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    while not any(work.glob("sidescript-*")):  # it sets the cards in a process of its own
        assert job.poll() is None
        time.sleep(0.05)
    time.sleep(0.3)
    job.send_signal(getattr(signal, sent))
    _, said = job.communicate(timeout=60)
    assert job.returncode == status and b"Traceback" not in said
    assert (out / "cards.pdf").read_bytes() == b"the last good one"
    assert [one.name for one in out.iterdir()] == ["cards.pdf"] and not list(work.glob("sidescript-*"))


@POSIX
def test_a_full_disk_leaves_the_good_file(tmp_path: Path) -> None:
    """A limit on the size of files is the nearest to a full disk that a plain user can have."""
    good = tmp_path / "cards.pdf"
    good.write_bytes(b"the last good one")
    game = str(ROOT / "cards" / "homemade" / "lantern-walk")
    lines = (
        "import resource, sidescript, sys",
        "resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))",
        f"sys.exit(sidescript.main(['sheets', {game!r}, '-o', {str(good)!r}]))",
    )
    job = subprocess.run(
        [sys.executable, "-c", "; ".join(lines)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert job.returncode == 2 and f"I cannot write {good}: File too large" in job.stderr
    assert good.read_bytes() == b"the last good one" and list(tmp_path.iterdir()) == [good]


def test_what_is_done_is_said_on_a_terminal_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with commands._on_the_way() as told:
        told("measuring")
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    with commands._on_the_way() as told:
        told("measuring")
    assert capsys.readouterr().err == "\r\x1b[Kmeasuring\r\x1b[K"
    monkeypatch.setenv("TERM", "dumb")
    with commands._on_the_way() as told:
        told("measuring")
    assert capsys.readouterr().err == ""
