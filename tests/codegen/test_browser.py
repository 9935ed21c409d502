"""The page of rules in a browser: offline, on a phone, with its search, its links and its keys."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path

import pytest

from codegen.card_face import settings_of
from codegen.rules_pages import html
from dsl.cache import check_once
from dsl.library import LIBRARY
from dsl.load import load

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")
BROWSER = next((found for name in NAMES if (found := shutil.which(name))), None)

# What is looked at, told in an attribute of the page: it is read out of the DOM that the browser prints.
PROBE = """<script>
window.addEventListener("load", function () {
  var told = {}, box = document.getElementById("search"), entries = document.querySelectorAll(".entry");
  function shown() { return Array.prototype.filter.call(entries, function (e) { return !e.hidden; }).length; }
  function search(words) { box.value = words; box.dispatchEvent(new Event("input")); return shown(); }
  var aimed = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  var head = document.querySelector("header");
  function seen(e) { return e.getBoundingClientRect().top >= head.getBoundingClientRect().bottom - 1
                       && e.getBoundingClientRect().top < window.innerHeight / 2; }
  told.landed = aimed ? seen(aimed) && document.activeElement === aimed : null;
  told.errors = window.faults;
  told.entries = entries.length;
  told.found = search("explod");
  told.said = document.getElementById("none").textContent;
  told.counted = document.getElementById("none").getBoundingClientRect().height > 0;
  box.focus();
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
  var reached = document.activeElement;
  told.entered = reached.classList.contains("entry") && /explod/i.test(reached.textContent) && seen(reached);
  told.nothing = search("xyzzyplugh");
  var link = document.querySelector("nav li:last-child a"), chapter = link.getAttribute("href").slice(1);
  told.again = search("");
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "/" }));
  told.focus = document.activeElement === box;
  told.asked = performance.getEntriesByType("resource").map(function (e) { return e.name; })
    .filter(function (name) { return name.indexOf("data:") !== 0; });
  told.wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  told.stuck = Array.prototype.filter.call(document.querySelectorAll(".wide"), function (e) {
    return e.scrollWidth > e.clientWidth && e.tabIndex < 0;
  }).length;
  told.headless = document.querySelectorAll("th:empty").length;
  told.dead = Array.prototype.filter.call(document.querySelectorAll("a[href^='#']"), function (a) {
    return !document.getElementById(decodeURIComponent(a.getAttribute("href").slice(1)));
  }).length;
  told.unnamed = Array.prototype.filter.call(document.querySelectorAll("input, button, a"), function (e) {
    return !(e.getAttribute("aria-label") || e.textContent).trim();
  }).length;
  told.paper = getComputedStyle(document.body).backgroundColor;
  told.width = window.innerWidth;
  search("xyzzyplugh");
  location.hash = "";
  link.click();
  setTimeout(function () {  // the page hears of a new address a moment later
    told.cleared = box.value === "" && shown() === entries.length && document.activeElement.id === chapter;
    document.documentElement.setAttribute("data-told", JSON.stringify(told));
  }, 300);
});
</script>"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if BROWSER is None:
        pytest.skip(f"none of {', '.join(NAMES)} is installed")
    folder = LIBRARY / "disney-sidekicks"
    game = check_once(load(folder)).game
    assert game is not None
    text = html(game, settings_of(folder))
    first = "<script>window.faults = []; window.onerror = function (m) { window.faults.push(String(m)); };</script>"
    path = tmp_path_factory.mktemp("browser") / "rules.html"
    path.write_text(text.replace("<head>", "<head>" + first, 1).replace("</body>", PROBE + "</body>", 1), "utf-8")
    return path


def told(page: Path, *more: str, at: str = "") -> dict[str, object]:
    """What the page says of itself once a browser has loaded it."""
    assert BROWSER is not None
    words = [
        BROWSER, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
        f"--user-data-dir={page.parent / 'profile'}", "--virtual-time-budget=4000", *more, "--dump-dom",
        page.as_uri() + at,
    ]  # fmt: skip
    try:
        done = subprocess.run(words, capture_output=True, timeout=240)
    except subprocess.TimeoutExpired:
        pytest.skip("the browser did not answer in four minutes")
    found = re.search(r'data-told="([^"]*)"', done.stdout.decode("utf-8", "replace"))
    if b"</html>" not in done.stdout:
        pytest.skip(f"the browser does not run here: {done.stderr.decode('utf-8', 'replace')[-300:]}")
    assert found is not None, "the page did not get as far as to tell"
    return dict(json.loads(unescape(found.group(1))))


def test_the_page_in_a_browser(page: Path) -> None:
    found = told(page, "--window-size=1200,900")
    assert found["errors"] == [] and found["asked"] == [], "it works offline"
    entries = found["entries"]
    assert isinstance(entries, int) and entries > 100 and found["again"] == entries and found["nothing"] == 0
    assert isinstance(found["found"], int) and 0 < found["found"] < entries and re.search(r"\d", str(found["said"]))
    assert found["focus"] is True and found["dead"] == 0 and found["unnamed"] == 0 and found["headless"] == 0
    assert found["counted"] is True and found["entered"] is True, "Enter goes to the first entry that was found"
    assert found["cleared"] is True, "a link to what the search has hidden ends the search"


def test_the_page_on_a_phone_in_the_dark(page: Path) -> None:
    day = told(page, "--window-size=500,800", at="#card-hook-charges")
    assert day["landed"] is True and day["stuck"] == 0
    night = told(page, "--window-size=500,800", "--blink-settings=preferredColorScheme=0")
    assert isinstance(day["width"], int) and day["width"] <= 500 and isinstance(day["wide"], int) and day["wide"] <= 0
    light, dark = (sum(map(int, re.findall(r"\d+", str(one["paper"]))[:3])) for one in (day, night))
    assert light > 600 and dark < 200
