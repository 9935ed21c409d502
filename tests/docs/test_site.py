"""The documentation as a site: every page in its navigation, and every link leads somewhere."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import sidescript

pytest.importorskip("material")
ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
def test_the_site_is_built_without_a_warning(tmp_path):
    pages = tmp_path / "out" / "site-pages"
    pages.mkdir(parents=True)
    shutil.copytree(ROOT / "docs", pages / "docs")
    for page in (*ROOT.glob("*.md"), ROOT / "LICENSE"):
        shutil.copy(page, pages)
    (pages / "docs" / "errors" / "index.md").write_text("# Messages\n", encoding="utf-8")
    plainly = re.search(r"sed -i.bak -E '([^']*)'", (ROOT / "Makefile").read_text("utf-8"))
    assert plainly is not None, "the Makefile takes from fences what is for the tests"
    for page in pages.rglob("*.md"):
        done = subprocess.run(["sed", "-E", plainly[1], page], capture_output=True, encoding="utf-8", check=True)
        page.write_text(done.stdout, encoding="utf-8")
    shutil.copy(ROOT / "mkdocs.yml", tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict"],
        cwd=tmp_path, capture_output=True, encoding="utf-8", env={"PATH": "", "NO_MKDOCS_2_WARNING": "1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    site = tmp_path / "out" / "site"
    assert (site / "docs" / "small-game.html").is_file()
    for page in pages.rglob("*.md"):
        plain = re.sub(r"(?ms)^```.*?^```", "", page.read_text("utf-8"))
        headings = re.findall(r"(?m)^## ", plain)
        made = site / page.relative_to(pages)
        shown = (made.with_name("index.html") if page.stem == "README" else made.with_suffix(".html")).read_text(
            "utf-8"
        )
        assert len(re.findall(r"<h2 id=", shown)) == len(headings), page
    # opened from the disk, a page searches with these two; neither comes from the network
    assert (site / "search" / "search_index.js").is_file() and (site / "docs" / "assets" / "iframe-worker.js").is_file()
    scripts = re.findall(r'<script[^>]* src="([^"]+)"', (site / "docs" / "language.html").read_text("utf-8"))
    assert "assets/iframe-worker.js" in scripts and not [one for one in scripts if "//" in one]


def test_every_page_is_in_the_navigation():
    named = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    pages = [path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md")]
    left = [page for page in pages if "/errors/" not in page and page != "docs/index.md" and page not in named]
    assert left == []


def test_the_commands_for_authors_have_help_with_an_example(capsys):
    for words in ("new", "watch", "diff", "cards export", "cards import"):
        with pytest.raises(SystemExit):
            sidescript.main([*words.split(), "--help"])
        assert f"example: sidescript {words} " in capsys.readouterr().out
