"""The rules as a book."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import sample_game as sample
from attrs import evolve
from pypdf import PdfReader
from test_two_faces import saga

from codegen.card_face import printed_value
from codegen.rules_pages import html, markdown, pdf
from codegen.rules_reference import Example, book, slug
from codegen.turn_picture import Box, svg
from dsl import model as m
from tests.interpreter.test_micro_games import game_of

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


def test_a_thing_with_copies_is_named_with_how_many_there_are() -> None:
    cards = [evolve(card, copies=2) if n == 0 else card for n, card in enumerate(sample.cards())]
    game = sample.game(cards)
    both = m.CopiesConstant(cards[0].name, m.SetType(m.ThingType("Danger")))
    assert printed_value(game, both) == f"{cards[0].title} ×2"


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


def test_examples_of_play_are_numbered_steps_with_what_happens() -> None:
    example = Example(
        "A <turn>", "Ann begins.\n\nBo waits.", (("She digs.", ("Ann sinks.", "Ann rests.")), ("", ("Bo sings.",)))
    )
    game = sample.game(sample.cards())
    page, words = html(game, examples=(example,)), markdown(game, examples=(example,))
    assert 'id="example-a-turn"' in page and "An example of play" in page and "A &lt;turn&gt;" in page
    assert "<li>She digs.<ul><li>Ann sinks.</li><li>Ann rests.</li></ul></li>" in page and "<p>Bo waits.</p>" in page
    assert "1. She digs.\n    - Ann sinks.\n    - Ann rests.\n2. Bo sings.\n" in words
    assert "Examples of play" in markdown(game, examples=(example, evolve(example, title="B")))
    assert "example of play" not in markdown(game)


def test_the_same_each_time() -> None:
    assert html(sample.game(sample.cards())) == html(sample.game(sample.cards()))


def test_the_turn_is_a_picture_with_links_and_words() -> None:
    page = html(saga())
    picture = re.search(r'<svg[^>]*class="turn".*?</svg>', page, re.DOTALL)
    assert picture is not None
    said = re.search(r'aria-label="([^"]*)"', picture[0])
    assert said is not None and "Bad News Phase, then Sidekick Phase" in said[1]
    links = re.findall(r'href="#([^"]+)"', picture[0])
    assert "phase-bad-news-phase" in links and all(f'id="{link}"' in page for link in links)
    ElementTree.fromstring(picture[0])


def test_alternatives_are_not_a_sequence() -> None:
    ways = (Box("Fight"), Box("Flee"))
    drawn = svg((Box("One of these", "", ways, choice=True),), "Turn")
    assert ">or</text>" in drawn and "Fight, or Flee" in drawn


def test_what_is_done_in_a_turn_outside_of_phases_is_told_with_the_turn() -> None:
    game = game_of(
        """
game g "G"
    seats 2 to 4 as Trader
    state active: Trader
kind Trader "trader"
    you is this
kind Ware "Ware" is Card
zone market "market" of Ware: row
zone gone "discard pile" of Ware: stack
menu turn_action "action"
setup base "Set-up"
    step first "First": active = first(Trader)
flow
    repeat:
        turn of active:
            active takes 1 turn_action
            move each Ware in market to gone
        active = next(active)
"""
    )
    said = markdown(game).partition("## How a turn goes")[2].partition("\n## ")[0]
    assert (
        "    - The active trader takes 1 action.\n    - Put all Wares from the market into the discard pile.\n" in said
    )
    assert "    - The next trader becomes the active trader.\n" in said


def test_every_card_has_a_picture_a_link_and_a_place_in_the_index() -> None:
    page = html(saga())
    (index,) = re.findall(r'<ul class="index">(.*?)</ul>', page, re.DOTALL)
    for thing in saga().things.values():
        if thing.kinds[0] == "Power" and not thing.of_test:
            assert f'href="#card-{slug(thing.name)}"' in index
            section = page[page.index(f'id="card-{slug(thing.name)}"') :]
            assert section[: section.index("</section>")].count("data:image/svg+xml") == 1


def test_who_decides_the_order_is_said() -> None:
    chapter = next(chapter for chapter in book(saga()).chapters if chapter.id == "timing")
    told = " ".join(line for item in chapter.items for line in item.lines)
    assert "it is won" in told and "who" in told and "Nothing answers the same thing twice" in told


def test_prose_comes_first_and_the_letter_is_folded() -> None:
    words = next(chapter for chapter in book(saga()).chapters if chapter.id == "words")
    for entry in words.entries:
        folded = [item for item in entry.items if item.folded]
        assert not folded or not entry.items[0].folded
    assert "<summary>Exactly</summary>" in html(saga())


def test_the_book_as_pdf_is_tagged_and_the_same_each_time() -> None:
    made = pdf(saga())
    assert made == pdf(saga())
    reader = PdfReader(io.BytesIO(made))
    root: Any = reader.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"] is not None
    assert "pdfuaid" in root["/Metadata"].get_data().decode()
    text = " ".join(page.extract_text() for page in reader.pages)
    assert "What happens when" in text and "Krav Maga" in text


def test_the_index_of_the_pdf_has_pictures_with_words_for_them() -> None:
    game = sample.game(sample.cards()[:3])
    with_pictures, without = pdf(game), pdf(game, pictured=False)
    assert with_pictures == pdf(game) and len(without) < len(with_pictures) < len(without) + 60_000
    titles = {card.title for card in sample.cards()[:3]}
    found, bare = ({str(alt) for alt in alts(made)} for made in (with_pictures, without))
    assert titles <= found and not titles & bare
    reader = PdfReader(io.BytesIO(with_pictures))
    links = [one for page in reader.pages for one in page.get("/Annots") or ()]
    assert len(links) >= len(titles)


def alts(made: bytes) -> list[str]:
    """The alternative texts of a PDF."""
    found: list[str] = []
    root: Any = PdfReader(io.BytesIO(made)).trailer["/Root"]
    left: list[Any] = [root["/StructTreeRoot"]]
    while left:
        node = left.pop().get_object()
        if isinstance(node, list):
            left += node
        elif hasattr(node, "get"):
            found += [str(node["/Alt"])] if node.get("/Alt") else []
            left += [node["/K"]] if "/K" in node else []
    return found


BROWSER = shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chromium-browser")


@pytest.mark.skipif(BROWSER is None, reason="there is no Chromium here to open the page in")
def test_the_page_works_in_a_browser(tmp_path: Path) -> None:
    """Search by keyboard: what is typed hides what it is not about, and says how much is left."""
    assert BROWSER is not None
    page = tmp_path / "rules.html"
    probe = (
        "<script>document.dispatchEvent(new KeyboardEvent('keydown', {key: '/'}));"
        "var box = document.activeElement; box.value = 'krav maga'; box.dispatchEvent(new Event('input'));"
        "document.title = box.id + '|' + document.getElementById('none').textContent + '|' +"
        "document.querySelectorAll('.card:not([hidden])').length + '|' +"
        "(document.documentElement.scrollWidth <= window.innerWidth);</script></body>"
    )
    page.write_text(html(saga()).replace("</body>", probe), "utf-8")
    done = subprocess.run(
        [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--window-size=380,800", "--dump-dom", page.as_uri()],
        capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    title = re.search("<title>(.*?)</title>", done.stdout)
    assert title is not None
    focused, status, shown, narrow = title[1].split("|")
    assert focused == "search" and "entr" in status.lower() and 0 < int(shown) < 10 and narrow == "true"


def test_what_is_locked_is_not_told_of() -> None:
    """Neither its text nor its title; only how many there are."""
    from codegen.card_face import DEFAULTS
    from codegen.selection import names_left_out

    game = sample.game(sample.cards())
    gone = names_left_out(game, DEFAULTS, ("Power", "Danger Rising"))
    assert len(gone) == 4
    for words in (markdown(game, omitted=gone), html(game, omitted=gone)):
        assert "Morning Song" not in words and "Exploding Bridge" in words
        assert "3 Power cards" in words and "1 Danger card" in words and "Not in this book" in words
    assert "Not in this book" not in markdown(game)


def chapter_of(said: str, title: str) -> str:
    return said.partition(f"## {title}")[2].partition("\n## ")[0]


def test_a_flow_without_phases_is_told_in_words_and_so_is_what_numbers_begin_at() -> None:
    game = game_of(
        """
game g "G"
    seats 2 to 4 as Trader
    state active: Trader
    state closed: Truth = no
kind Trader "trader"
    coins: Number from 0 to 99 = 3 unit "coin|coins"
    you is this
    define total "total": this.coins - count(Ware in market)
kind Ware "Ware" is Card
    cost: Number from 0 to 5 = 1 "cost" unit "coin|coins"
zone market "market" of Ware: row
zone gone "discard pile" of Ware: stack
menu turn_action "action"
setup base "Set-up"
    step first "First": active = first(Trader)
verb spoil "the market [be] cleared"
    move each Ware in market to gone
action buy "Buy" is turn_action
    choose Ware w in market
    pays: active.coins -= w.cost
    does: move w to gone
/// Turns go round until nothing is left.
flow
    repeat while any(Ware in market):
        each Trader t:
            active = t
            turn of t:
                t takes any turn_action up to 2
                if any(Ware in market): spoil
    closed = yes
ending shut "Shut": win t when Trader t where closed and t in highest(Trader q: q.total)
Ware tea "Tea"
Ware silk "Silk"
    cost: 3
"""
    )
    said = markdown(game)
    turn = chapter_of(said, "How a turn goes")
    assert "Turns go round until nothing is left." in turn
    assert "As long as the market is not empty" in turn and "For each trader" in turn
    assert "That trader may take up to 2 actions." in turn
    assert "If the market is not empty, the market is cleared." in turn
    assert "**To begin with:** Each trader starts with 3 coins." in chapter_of(said, "Set-up")
    assert "A trader’s total is their coins minus the number of Wares in the market." in said
    assert "Unless a Ware says otherwise: cost 1 coin." in chapter_of(said, "Pieces and cards")
    assert "#### Tea\n\nCost **1 coin**" in said, "a number that other cards print is printed on all"


def test_a_number_that_few_cards_say_is_the_exception_and_stands_on_them_alone() -> None:
    game = game_of(
        """
game g "G"
    seats 2 as Trader
    state active: Trader
kind Trader "trader"
    you is this
kind Ware "Ware" is Card
    limit: Number from 0 to 20 = 16 "limit"
setup base "Set-up"
    step first "First": active = first(Trader)
flow
    active = next(active)
Ware tea "Tea"
Ware salt "Salt"
Ware silk "Silk"
    limit: 14
"""
    )
    said = markdown(game)
    assert "#### Silk\n\nLimit **14**" in said and said.count("Limit **") == 1
    assert "Unless a Ware says otherwise: limit 16." in said


def test_a_pile_that_is_made_anew_says_so() -> None:
    """A pile that `refills` without a word of its author: whoever plays from the book has to know."""
    made = game_of("""
game hill "Hill"
    seats 1 to 2 as Walker
kind Walker "walker"
    zone deck "deck" of Path: stack, refills from this.spent
    zone spent "discard pile" of Path: stack
kind Path "path" is Card
zone hill "hill" of Path: stack, seen by nobody, refills from behind
zone behind "way behind you" of Path: stack
setup base "Set-up"
    step out "Lay out": move each Path in box to hill
flow
    repeat 1:
        each Walker w: draw 1 from hill to behind
Path steep "Steep Path"
""")
    told = markdown(made)
    assert "When it is empty and a path is to be drawn from it, shuffle the way behind you into it first." in told
    assert "shuffle the discard pile into it first" in told
