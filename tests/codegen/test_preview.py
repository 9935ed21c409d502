"""What editors show of a game: one card as a picture, and declarations in English."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

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
