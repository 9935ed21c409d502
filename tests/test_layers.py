"""Who may import whom."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("dsl", "interpreter", "codegen")


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
