"""Who may import whom, and that no game's words stand in the Python."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("dsl", "interpreter", "codegen")
WORDS = (
    "sidekick(?!_)",
    "villager",
    "villain",
    "henchm[ae]n",
    "danger_?deck",
    "jafar",
    "captain_?hook",
    "exploding_bridge",
)


def test_the_layers_hold():
    done = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"],
        cwd=ROOT, capture_output=True, encoding="utf-8",
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


def test_inside_a_package_imports_are_relative():
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            found = re.findall(rf"^\s*(?:from|import) {package}\b.*", path.read_text(encoding="utf-8"), re.M)
            assert not found or path.name == "runtime.py", f"{path.relative_to(ROOT)}: {found}"


def test_no_word_of_a_game_stands_in_the_code():
    """Help and examples name the built-in game; code that runs does not."""
    pattern = re.compile("|".join(WORDS), re.I)
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                if "sidescript " in line.lower() or "disney-sidekicks" in line:
                    continue  # an example in a help text
                assert not pattern.search(line), f"{path.relative_to(ROOT)}:{number}: {line.strip()}"


def test_games_have_no_python():
    assert not list((ROOT / "cards").rglob("*.py"))
