"""The rules as a book."""

from __future__ import annotations

from html.parser import HTMLParser

import sample_game as sample

from codegen.rules_reference import book, html, markdown
from dsl import model as m

VOID = {"meta", "input", "br", "hr", "img", "link"}


class Checker(HTMLParser):
    """Every tag that opens closes, in order; ids are unique; links inside the page arrive."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if found.get("id"):
            self.ids.append(str(found["id"]))
        if found.get("href"):
            self.links.append(str(found["href"]))
        assert not str(found.get("src") or "").startswith("http")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_html_is_well_formed_and_needs_no_network() -> None:
    checker = Checker()
    checker.feed(html(sample.game(sample.cards())))
    assert not checker.open
    assert len(checker.ids) == len(set(checker.ids))
    assert all(link.startswith("#") and link[1:] in checker.ids for link in checker.links)


def test_hostile_text_is_escaped() -> None:
    hostile = '<script>alert("1")</script> *bold* [x](y) | #'
    made = sample.game(sample.cards(), doc=hostile)
    assert "<script>alert" not in html(made)
    assert r"\*bold\* \[x\]" in markdown(made) and "<script>" not in markdown(made)


def test_chapters() -> None:
    reading = m.Reading("bowl", "where freed Villagers go", ("DS-187",), "Into the bowl.", "It says so.", None)
    made = book(sample.game(sample.cards(), readings=[reading]))
    titles = [chapter.title for chapter in made.chapters]
    assert titles[:4] == ["Overview", "Components", "Set-up", "How a turn goes"]
    assert "Where the printed rules are silent or at odds" in titles and "Stand-ins" in titles
    words = markdown(sample.game(sample.cards(), readings=[reading]))
    assert "12 Henchmen" in words and "Into the bowl." in words and "DS-187" in words
    assert "Exploding Bridge!" in words


def test_the_same_each_time() -> None:
    assert html(sample.game(sample.cards())) == html(sample.game(sample.cards()))
