"""A wheel works in an environment of its own: command, games, pages."""

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.slow
def test_a_wheel_works_in_a_clean_environment(tmp_path):
    def run(*words, status=0):
        surroundings = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL"))}
        done = subprocess.run(
            [str(word) for word in words], cwd=tmp_path, env=surroundings, capture_output=True, encoding="utf-8",
            timeout=500,
        )  # fmt: skip
        assert done.returncode == status, f"{words}\n{done.stdout}\n{done.stderr}"
        return done.stdout + done.stderr

    run(sys.executable, "-m", "build", "--wheel", "--outdir", tmp_path / "dist", ROOT)
    venv.create(tmp_path / "home", with_pip=True)
    programs = tmp_path / "home" / ("Scripts" if os.name == "nt" else "bin")
    run(programs / "python", "-m", "pip", "install", "--quiet", *(tmp_path / "dist").glob("*.whl"))
    sidescript = programs / "sidescript"
    assert "0 errors" in run(sidescript, "check", "disney-sidekicks")
    assert "bracket" in run(sidescript, "explain", "unclosed-bracket")
    assert "3 matches" in run(sidescript, "simulate", "disney-sidekicks", "--matches", "3")
    run(sidescript, "rules", "disney-sidekicks", "-o", tmp_path / "rules.html")
    assert "sidescript[print]" in run(sidescript, "sheets", "disney-sidekicks", "-o", tmp_path / "x.pdf", status=2)
