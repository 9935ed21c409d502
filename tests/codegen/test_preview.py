"""What editors show of a game: one card as a picture, and declarations in English."""

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
import sample_game as sample

from codegen import bounded, preview
from codegen.preview import card_svg, explained
from dsl.commands import open_game
from dsl.library import find_game


@pytest.fixture(scope="module")
def game():
    return open_game("disney-sidekicks")


def test_a_card_as_a_picture(game):
    pytest.importorskip("typst")
    picture = ElementTree.fromstring(card_svg(game, find_game("disney-sidekicks"), "all_hands_on_deck"))
    width, height = (float(picture.get(one).removesuffix("pt")) for one in ("width", "height"))
    assert abs(width / height - 63.5 / 88.9) < 0.005
    assert len(list(picture.iter())) > 50


def test_what_is_no_card_has_no_picture(game):
    assert card_svg(game, Path("."), "jolly_roger") == ""
    assert card_svg(game, Path("."), "nothing_of_this_name") == ""


@pytest.mark.parametrize(
    ("sort", "name", "wanted"),
    [
        ("thing", "all_hands_on_deck", "Danger Rises: "),
        ("verb", "explode", "A Bridge explodes"),
        ("action", "rest", "Rest"),
        ("phase", "danger_phase", "Danger"),
        ("thing", "nobody", ""),
        ("kind", "Bridge", ""),
    ],
)
def test_declarations_in_english(game, sort, name, wanted):
    found = explained(game, sort, name)
    assert wanted in found if wanted else found == ""


ENDLESS = """#import "storybook.typ": *
#let front(card, theme, width, height) = { for a in range(100000) { for b in range(100000) { let c = a * b } } }
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux bounds processor time")
def test_a_template_without_an_end_is_stopped_sooner_than_on_sheets(tmp_path, monkeypatch):
    """Somebody waits for the picture, and types meanwhile."""
    assert preview.LIMITS.processor < bounded.LIMITS.processor and preview.LIMITS.seconds < bounded.LIMITS.seconds
    monkeypatch.setattr(preview, "LIMITS", bounded.Limits(seconds=60.0, processor=1))
    (tmp_path / "looks").mkdir()
    (tmp_path / "looks" / "card.typ").write_text(ENDLESS, "utf-8")
    own = sample.game(sample.cards()[:1])
    with pytest.raises(ValueError, match="not done after 1 seconds"):
        card_svg(own, tmp_path, sample.cards()[0].name)
    (tmp_path / "looks" / "card.typ").write_text('#read("/etc/passwd")', "utf-8")
    with pytest.raises(ValueError, match="file not found"):
        card_svg(own, tmp_path, sample.cards()[0].name)
