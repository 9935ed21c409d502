"""Who may import whom, and that no game's words stand in the Python."""

import ast
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


def words_of(path):
    """Names and texts of a module, without comments and docstrings, with their lines."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docs = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            docs.add(node.value)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in docs:
            yield node.lineno, node.value
        elif isinstance(node, ast.Name | ast.Attribute):
            yield node.lineno, node.id if isinstance(node, ast.Name) else node.attr
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.lineno, node.name


def test_no_word_of_a_game_stands_in_the_code():
    """Examples in help texts name the built-in game; code that runs does not."""
    pattern = re.compile("|".join(WORDS), re.I)
    found = []
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            for line, text in words_of(path):
                if pattern.search(text) and not text.startswith("sidescript ") and "disney-sidekicks" not in text:
                    found.append(f"{path.relative_to(ROOT)}:{line}: {text}")
    assert found == []


def test_games_have_no_python():
    assert not list((ROOT / "cards").rglob("*.py"))
