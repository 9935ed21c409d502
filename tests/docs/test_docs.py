"""What the documentation shows holds: paths exist, language samples parse, marked commands run."""

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import sidescript
from dsl.check import check
from dsl.diagnostics.render import render_all
from dsl.load import load
from dsl.source import SourceFile
from dsl.syntax.parse import parse

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md")]
PAGES += sorted(path for path in (ROOT / "docs").rglob("*.md") if "errors" not in path.parts)

# A fence opens with its language and perhaps marks: ```side, ```side part, ```console run, ```sh run
FENCE = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```", re.M | re.S)


def samples(*languages: str) -> Iterator[Any]:
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for found in FENCE.finditer(text):
            language, marks, body = found.groups()
            if language in languages:
                line = text.count("\n", 0, found.start()) + 2
                yield pytest.param(marks.split(), body, id=f"{page.relative_to(ROOT)}:{line}")


@pytest.mark.parametrize(("marks", "body"), list(samples("side")))
def test_samples_of_the_language_parse(marks, body):
    """A sample marked `part` is part of a declaration, one marked `wrong` has a mistake."""
    if "part" in marks:
        return
    source = SourceFile("sample.side", body)
    found = parse(source).diagnostics
    assert bool(found) == ("wrong" in marks or "# error:" in body), render_all(found, {"sample.side": source})


def runnable():
    return [one for one in samples("console", "sh") if "run" in one.values[0]]


@pytest.mark.parametrize(("marks", "body"), runnable())
def test_commands_marked_run_do(marks, body, tmp_path):
    surroundings = {**os.environ, "SIDESCRIPT_CACHE": str(tmp_path / "cache"), "PYTHONPATH": str(ROOT)}
    for line in body.splitlines():
        command = line.partition("#")[0].strip().removeprefix("$ ")
        if not command:
            continue
        assert command.startswith("sidescript "), f"only sidescript itself is run here: {command}"
        command = command.replace("sidescript", f'"{sys.executable}" -m sidescript', 1)
        done = subprocess.run(
            command, shell=True, cwd=tmp_path, env=surroundings, capture_output=True, encoding="utf-8", timeout=300,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
        assert done.returncode == 0, f"{line}\n{done.stdout}\n{done.stderr}"


def test_paths_in_the_architecture_exist():
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    paths = re.findall(r"`([\w./-]+(?:/|\.py|\.md))`", text)
    assert len(paths) > 15
    assert [path for path in paths if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text(encoding="utf-8")):
        if not re.match(r"[a-z]+:", target):
            assert (page.parent / target).exists(), target


def test_every_command_that_the_documentation_shows_exists():
    known = set(re.findall(r"^    (\w+)(?: |$)", sidescript.parser().format_help(), re.M))
    for one in samples("console", "sh"):
        for word in re.findall(r"^(?:\$ )?sidescript (\w+)", one.values[1], re.M):
            assert word in known, one.id


def commands(parser, words=()):
    """Every command with its words, those inside others too."""
    inside = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    if not inside:
        yield words, parser
    for action in inside:
        for name, one in action.choices.items():
            yield from commands(one, (*words, name))


def test_every_command_that_takes_a_game_takes_mods():
    """docs/mods.md says so. `watch` has a folder, the one that is written in."""
    without = []
    for words, one in commands(sidescript.parser()):
        arguments = {action.dest for action in one._actions}
        positional = not any("--game" in action.option_strings for action in one._actions)
        if "game" in arguments and positional and "mods" not in arguments:
            without.append(" ".join(words))
    assert without == ["watch"]


def test_the_samples_about_mods_make_a_mod(tmp_path):
    every = (one.values[1] for one in samples("side") if one.id.startswith("docs/mods.md"))
    front, *parts = (one for one in every if "little_kingdom" not in one)
    (tmp_path / "game.side").write_text(front, encoding="utf-8")
    for n, part in enumerate(parts):
        (tmp_path / f"part-{n}.side").write_text(part, encoding="utf-8")
    found = check(load(tmp_path))
    assert [one for one in found.diagnostics if one.severity != "hint"] == []
    assert "cheer" in {attribute.name for attribute in found.game.attributes.values()}


def test_the_index_leads_to_every_page():
    index = ROOT / "docs" / "index.md"
    linked = {(index.parent / target).resolve() for target in re.findall(r"\]\(([^)#\s]+)", index.read_text("utf-8"))}
    assert [page for page in PAGES if page.is_relative_to(index.parent) and page not in {*linked, index}] == []


def test_there_is_nothing_but_pages_in_the_documentation():
    files = [path.relative_to(ROOT / "docs") for path in (ROOT / "docs").rglob("*") if path.is_file()]
    assert {path.suffix for path in files if path.parts[0] != "assets"} <= {".md", ".side", ".toml"}
    assert [path.name for path in files if path.parts[0] == "assets"] == ["iframe-worker.js"], "for the site"


def test_the_sample_of_the_readme_is_a_card_of_the_game():
    """Word for word, but for the flavour."""
    (sample,) = (one.values[1] for one in samples("side") if one.id.startswith("README.md"))
    sources = "".join(path.read_text("utf-8") for path in (ROOT / "cards" / "disney-sidekicks").rglob("*.side"))
    sources = re.sub(r"^    flavour .*\n", "", sources, flags=re.M)
    for part in sample.strip().split("\n\n"):
        assert part in sources, part


def test_the_samples_by_task_change_a_game(tmp_path):
    """The page on tasks shows parts of mods of the games that its commands name."""
    patches = [one.values[1] for one in samples("side") if one.id.startswith("docs/how-to.md")]
    assert patches
    (tmp_path / "game.side").write_text('mod by_task "By Task" extends tokyo_sidekick\n', encoding="utf-8")
    for n, part in enumerate(patches):
        (tmp_path / f"part-{n}.side").write_text(part, encoding="utf-8")
    found = check(load(tmp_path))
    assert [one for one in found.diagnostics if one.severity != "hint"] == []


def test_every_trap_of_print_has_a_test_that_is_there():
    page = (ROOT / "docs" / "design" / "printing-traps.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| ") and not line.startswith(("| what", "|---"))]
    assert len(rows) > 30
    for row in rows:
        named = re.findall(r"`([\w/]+\.py)::(test_\w+)`", row)
        assert named, row
        for file, test in named:
            path = ROOT / file if "/" in file else ROOT / "tests" / "codegen" / file
            assert re.search(rf"^def {test}\(", path.read_text(encoding="utf-8"), re.M), (file, test)
