"""Looks of mods, boards, numbers of things, and what is told when cards do not fit."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest
import sample_game as sample
from attrs import evolve

from codegen import art, board_reference, turn_picture
from codegen.card_face import DEFAULTS, CardFace, described, faces, printable, read_settings, settings_of
from codegen.drawing import numbers_of, svg
from codegen.problems import Problem, SheetReport
from codegen.rules_pages import html, markdown
from codegen.scenes import SCENES, gate
from codegen.sheet_layout import larger_sizes
from codegen.themes import _icon_words, colour_of_card, of_another_name, shows_somebody, theme_named, theme_of
from codegen.translation import language_of
from codegen.turn_picture import Box
from codegen.typesetting import Assets, card_data, unparted
from codegen.wording import text
from codegen.wording.card_text import runs
from dsl import model as m
from dsl.check import check
from dsl.library import LIBRARY, games
from dsl.load import load

BASE = "disney-sidekicks"
GAMES = (BASE, "sidekick-saga", "tokyo-sidekick", "villains-and-vigilantes")


def checked(name: str) -> m.CheckedGame:
    found = check(load(LIBRARY / name)).game
    assert found is not None
    return found


@pytest.fixture(scope="module")
def base() -> m.CheckedGame:
    found = check(load(LIBRARY / BASE)).game if BASE in games() else None
    if found is None:
        pytest.skip("it does not check")
    return found


def test_a_mod_looks_like_its_game(tmp_path: Path) -> None:
    if BASE not in games():
        pytest.skip("there is no such game")
    below = read_settings(LIBRARY / BASE / "print.toml")
    (tmp_path / "game.side").write_text('mod more "More" extends disney_sidekicks\n', "utf-8")
    assert settings_of(tmp_path) == below == settings_of(LIBRARY / BASE)
    (tmp_path / "print.toml").write_text('also = ["Hero"]\n[colours]\nDanger = "#123456"\n', "utf-8")
    own = settings_of(tmp_path)
    assert own.colours == {**below.colours, "Danger": "#123456"}
    assert own.also == (*below.also, "Hero") and own.icons == below.icons and own.theme == below.theme


def test_little_ink_has_icons_in_lines(base: m.CheckedGame) -> None:
    """Also of icons that are strokes themselves; other themes have pictures in their place."""
    (face,) = faces(base, (base.things["abu"],))
    settings = read_settings(LIBRARY / BASE / "print.toml")
    for name, lines in (("low-ink", True), ("storybook", False)):
        theme = theme_named(name)
        assets = Assets(theme)
        emblem = card_data(face, base, theme, settings, assets, 9.0)["emblem"]
        assert (emblem is not None) == lines
    lines_of = Assets(theme_named("low-ink"))
    for icon in ("paw", "snake"):
        path = lines_of.outline(icon, "#112233")
        assert path is not None
        drawing = lines_of.files[path].decode("utf-8")
        ElementTree.fromstring(drawing)
        assert 'fill="none"' in drawing and "currentColor" not in drawing.replace('stroke="currentColor"', "")
        assert re.findall('stroke-width="([^"]*)"', drawing) == ["0.4"]
    assert lines_of.outline("no-such-icon", "#112233") is None


@pytest.mark.parametrize(
    ("text_of", "parted"),
    [
        ("Another Sidekick of your choice gains 1 star.", ("text", "gains\u00a0", "\u00a0")),
        ("Another Sidekick of your choice gains 1 star and a heart.", ("text", "gains ", "\u00a0")),
    ],
)
def test_what_is_counted_is_not_alone_on_the_last_line(
    base: m.CheckedGame, text_of: str, parted: tuple[str, ...]
) -> None:
    found = runs(base, text_of)
    texts = unparted(found)
    at = next(number for number, run in enumerate(found) if run.kind == "number")
    assert (found[at - 1].kind, texts[at - 1][-6:], texts[at + 1]) == parted
    assert "".join(texts).replace("\u00a0", " ") == text_of


def test_boards_are_tables_and_drawings(base: m.CheckedGame) -> None:
    for board in base.maps.values():
        table = board_reference.places_table(base, board)
        assert len(table.rows) == len(board.places)
        assert all(len(row) == len(table.head) for row in table.rows)
        drawn = board_reference.drawing(base, board)
        assert drawn == board_reference.drawing(base, board)
        assert all(row[0].replace("'", "&#x27;") in drawn for row in table.rows)
        for joint in board_reference.joints(base, board):
            assert joint.ends
    words = markdown(base)
    assert "| Old Oak | Inner | Forest |" in words and "| The Oak Bridge | Old Oak and Goat Track |" in words
    assert "<svg" in html(base) and "<svg" not in words


def test_titles_in_drawings_are_escaped(base: m.CheckedGame) -> None:
    board = next(iter(base.maps.values()))
    name = board.places[0]
    hostile = evolve(base, things={**base.things, name: evolve(base.things[name], title="<script>x</script>")})
    assert "<script>" not in board_reference.drawing(hostile, board)


def test_drawings_speak_the_language_of_the_book(base: m.CheckedGame) -> None:
    """The plan of a board and the picture of a turn: every word that is seen or read out, and nothing else."""
    board = next(iter(base.maps.values()))
    drawn = board_reference.drawing(base, board)
    other = board_reference.said_otherwise(drawn, lambda text: f"<{text[::-1]}>")
    words = re.compile(r'aria-label="([^"]*)"|<text [^>]*>([^<]*)')
    said = [unescape(one or two) for one, two in words.findall(drawn)]
    assert board.title in said and "The Traders' Bridge" in said
    assert [unescape(one or two) for one, two in words.findall(other)] == [f"<{text[::-1]}>" for text in said]
    assert words.sub("", other) == words.sub("", drawn)
    boxes = (Box("A", inside=(Box("B"), Box("C")), choice=True), Box("D"))
    turn = turn_picture.svg(boxes, "Zug", "dann", "oder")
    assert 'aria-label="Zug: A (B, oder C), dann D"' in turn and ">oder</text>" in turn and ">or<" not in turn
    pytest.importorskip("babel", reason="the extra `translate` is not installed")
    page = html(base, say=language_of([LIBRARY / "disney-sidekicks"], "de"))
    assert "Frosttor</text>" in page and "Frost Gate" not in page and "Gefahrenphase, dann " in page


def test_notes_numbers_and_nested_lists(base: m.CheckedGame) -> None:
    words = markdown(base)
    assert "without a text of their own" not in words
    assert "Full health **4 hearts** · Actions **3** · Villain **Jafar** · Hero **Aladdin**" in words
    assert "•" not in words and "\n    - " in words and "\n### Genie\n" in words
    assert "<details>" in html(base)
    assert described(base, base.things["abu"]).startswith("Full health 4 hearts · Actions 3 · Villain Jafar")


def test_goals_of_villains_are_sentences(base: m.CheckedGame) -> None:
    lines = [
        line for thing in base.things.values() if "Villain" in thing.kinds for line in text(base, thing).split("\n")
    ]
    goals = [line for line in lines if line.startswith("Triumphs when ")]
    assert len(goals) == 5
    assert "Triumphs when five Villagers are aboard the Jolly Roger." in goals
    assert "Triumphs when Scar has four Attack Die tokens." in goals


def test_many_cards_without_room_are_one_line() -> None:
    tight = tuple(Problem("error", f"card {n}", "its text does not fit", room=True) for n in range(9))
    report = SheetReport(Path("x.pdf"), 9, 2, (*tight, Problem("error", "z", "other")), larger_sizes("mini"))
    assert len(report.shown) == 2 and "9 cards" in report.shown[1].message and "tarot" in report.shown[1].message
    assert SheetReport(Path("x.pdf"), 9, 2, tight[:2]).shown == tight[:2]


def test_larger_sizes() -> None:
    assert larger_sizes("sheet") == () and "tarot" in larger_sizes("poker") and "mini" not in larger_sizes("poker")


def test_sample_is_not_without_chapters() -> None:
    assert "## The board" not in markdown(sample.game(sample.cards()))


def test_one_long_text_leaves_the_others_large() -> None:
    from codegen.fitting import common_sizes

    kinds = {"a": "Power", "b": "Power", "c": "Power", "d": "Power", "e": "Plot"}
    fits = [{"card": key, "size": size} for key, size in (("a", 9.4), ("b", 5.8), ("c", 9.4), ("d", 9.0), ("e", 7.0))]
    assert common_sizes(fits, kinds) == {"Power": 9.0, "Plot": 7.0}


def test_numbers_and_names_say_what_they_are() -> None:
    from dsl.check import check
    from dsl.load import load

    def face(game: str, name: str) -> CardFace:
        found = check(load(LIBRARY / game)).game
        assert found is not None
        return faces(found, [thing for thing in found.things.values() if thing.title == name])[-1]

    assert face("tokyo-sidekick", "8-Bit Master").facts == ("Fated Rival: ONI",)
    crew = face("sidekick-saga", "Street Crew")
    assert [stat.label for stat in crew.stats][-1] == "Hit Points" and crew.facts[0] == "Deck @"
    absence = face("sidekick-saga", "The Absence")
    assert "∞" in [stat.value for stat in absence.stats]


def test_a_fact_on_a_card_can_give_it_a_colour() -> None:
    game = sample.game(sample.cards())
    card = evolve(faces(game, sample.cards()[:1])[0], facts=("Two Stars", "Green"))
    kind, fact = card.kind, "Green"
    settings = read_settings(LIBRARY / BASE / "print.toml")
    theme = theme_of(settings)
    plain = colour_of_card(settings, game, theme, card)
    settings = evolve(settings, colours={kind: "#111111", f"{kind}.{fact}": "#222222", f"Other.{fact}": "#333333"})
    assert plain != colour_of_card(settings, game, theme, card) == "#222222"
    assert colour_of_card(settings, game, theme, evolve(card, facts=())) == "#111111"
    settings = evolve(settings, colours={**settings.colours, card.key: "#444444"})
    assert colour_of_card(settings, game, theme, card) == "#444444"


def test_a_score_is_told_with_its_ranks() -> None:
    def number(n: int) -> m.Value:
        return m.Literal(n, m.NumberType())

    lost = m.Arithmetic("-", number(0), number(2), m.NumberType())
    ranks = ((number(5), "Royal"), (None, "Loyal"))
    score = m.Score("Renown", None, ((number(3), "stars"), (lost, "hearts")), ranks)
    words = markdown(evolve(sample.game(sample.cards()), score=score))
    assert "### Renown" in words and "- Stars: 3\n- Hearts: minus 2\n" in words
    assert "- 5 or more: Royal\n- Fewer: Loyal\n" in words
    game = sample.game(sample.cards())
    each = m.Local("1", "c", m.ThingType(game.seats.kind))
    words = markdown(evolve(game, score=evolve(score, of=each, ranks=())))
    assert "added up for each " in words.lower() and "Fewer" not in words


def test_each_game_has_a_look_of_its_own() -> None:
    themes = {folder: settings_of(LIBRARY / folder).theme for folder in GAMES}
    assert len(set(themes.values())) == len(themes), themes


def test_a_picture_shows_what_the_title_speaks_of() -> None:
    theme = theme_named("neon")
    assert theme.icon_for("Cat up a Tree") == "leaf"
    assert theme.icon_for("The Hero's Cloak") == "mask"
    assert theme.icon_for("Xyzzy") is None
    for name in (*_icon_words(theme, "words").values(), *_icon_words(theme, "people")):
        assert theme.icon(name), name
    assert (theme.worn_with("robot"), theme.worn_with("star")) == ("steel", "")


@pytest.mark.parametrize("scene", ["landscape", "skyline", "dusk", "comic"])
def test_pictures_follow_from_names_alone(scene: str) -> None:
    one = art.picture("spyglass", "#8c2f39", '<path d="M0 0h9v9z"/>', scene)
    assert one == art.picture("spyglass", "#8c2f39", '<path d="M0 0h9v9z"/>', scene)
    assert one != art.picture("cannons", "#8c2f39", '<path d="M0 0h9v9z"/>', scene)
    assert one.count("M0 0h9v9z") >= 1 and len(one) < 40_000
    if scene != "skyline":  # its lines have the colour of the card
        assert "#123456" in art.back("Power", "#8c2f39", "", scene=scene, accent="#123456")
    assert art.back("Power", "#8c2f39", "", scene=scene) != art.back("Power", "#2f5d9c", "", scene=scene)


@pytest.mark.parametrize("scene", ["landscape", "skyline", "dusk", "comic"])
def test_pictures_of_one_icon_are_not_all_alike(scene: str) -> None:
    def drawn(name: str) -> set[int]:
        ways = [svg(583, 340, way(numbers_of(name), "#8c2f39", ICON, 583, 340)) for way in SCENES[scene]]
        return {number for number, way in enumerate(ways) if way == art.picture(name, "#8c2f39", ICON, scene)}

    found = set[int]().union(
        *(drawn(name) for name in ("spyglass", "gold", "storm", "raft", "ale", "bell", "owl", "oar"))
    )
    assert found == set(range(len(SCENES[scene])))


def test_figures_and_listed_kinds_have_somebody_in_their_pictures() -> None:
    game = checked("sidekick-saga")
    settings = settings_of(LIBRARY / "sidekick-saga")
    shown = {face.key: face for face in faces(game, printable(game, settings.also), settings.titles)}
    kinds = {face.kind for face in shown.values() if shows_somebody(settings, game, face)}
    assert kinds == {"Sidekick", "Gang", "Minion", "Thug", "Villain"}, "the Sidekick is a Figure, the others are listed"
    plain = {face.kind for face in shown.values() if shows_somebody(evolve(settings, people=()), game, face)}
    assert plain == {"Sidekick"}


@pytest.mark.parametrize("scene", ["skyline", "dusk", "comic"])
def test_people_bear_their_sign_and_a_crowd_is_three(scene: str) -> None:
    def heads(person: str) -> int:
        drawn = art.picture("jo", "#8c2f39", ICON, scene, person)
        assert drawn.count("M0 0h9v9z") == 1, "the sign is on the chest, and nowhere behind"
        return drawn.count("<g ") - 1

    assert (heads("ears"), heads("crowd")) == (1, 3)
    assert art.picture("jo", "#8c2f39", ICON, scene, "ears") != art.picture("jo", "#8c2f39", ICON, scene, "steel")


def test_in_a_storybook_somebody_has_a_coat_of_arms() -> None:
    names = ("jo", "ann", "mia", "tom", "pip", "sam")
    arms = [svg(583, 340, gate(numbers_of(name), "#8c2f39", ICON, 583, 340)) for name in names]
    assert [art.picture(name, "#8c2f39", ICON, "landscape", "") for name in names] == arms
    assert [art.picture(name, "#8c2f39", ICON, "landscape") for name in names] != arms


def test_the_other_name_of_somebody_has_their_face_and_no_sign() -> None:
    drawn = art.picture("jo", "#8c2f39", ICON, "dusk", "long", civil=True)
    masked = art.picture("jo", "#8c2f39", ICON, "dusk", "long")
    assert "M0 0h9v9z" not in drawn and "M0 0h9v9z" in masked
    under = re.search('<path d="M-38 -14C[^"]*" fill="(#[0-9a-f]{6})"', drawn)
    assert under is not None and f'fill="{under.group(1)}"' in masked, "the same face"
    game = checked("sidekick-saga")
    settings = settings_of(LIBRARY / "sidekick-saga")
    (sheet,) = faces(game, (game.things["delphi"],), settings.titles)
    assert sheet.other is not None
    assert of_another_name(settings, sheet.other) and not of_another_name(settings, sheet)


ICON = '<path d="M0 0h9v9z"/>'


def test_what_costs_several_sorts_has_a_number_for_each() -> None:
    game = checked("tokyo-sidekick")
    (face,) = faces(game, (next(thing for thing in game.things.values() if thing.title == "Robbery"),))
    assert [(stat.label, stat.value) for stat in face.stats] == [("Power", "1"), ("Speed", "1")]
    settings = settings_of(LIBRARY / "tokyo-sidekick")
    assert colour_of_card(settings, game, theme_named("neon"), face) == settings.colours["Incident.Yellow"]


ELSEWHERE = """<?xml version="1.0"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:draw='http://draw.example' width="512px" viewBox="0 0 512 256">
  <draw:view zoom="2"/>
  <path style="fill:#000000;stroke:none" fill-rule="evenodd" d="M0 0h512v256H0z"/><circle r="9" fill="black"/>
</svg>"""


def icon_of(folder: Path, drawing: str) -> str:
    (folder / "looks" / "icons").mkdir(parents=True, exist_ok=True)
    (folder / "looks" / "icons" / "logo.svg").write_text(drawing)
    found = theme_of(evolve(DEFAULTS, looks=folder / "looks")).icon("logo")
    assert found is not None
    return found


def test_an_icon_from_elsewhere_fits_and_takes_the_colour_of_its_place(tmp_path: Path) -> None:
    """Programs that draw say black, have a box and names of their own; as it stood, it was black on dark red."""
    found = icon_of(tmp_path, ELSEWHERE)
    assert "#000" not in found and "black" not in found and found.count("currentColor") == 2
    assert 'transform="translate(0 6) scale(0.046875)"' in found and "stroke:none" in found
    ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{found}</svg>')  # names of its own are declared


@pytest.mark.parametrize(
    "drawing",
    [
        '<svg viewBox="0 0 24 24"><path fill="#c00" d="M0 0h9z"/><path fill="#000" d="M0 0h9z"/></svg>',
        '<svg viewBox="0 0 24 24"><path d="M0 0h9z"/></svg>',
    ],
)
def test_an_icon_with_colours_of_its_own_keeps_them(tmp_path: Path, drawing: str) -> None:
    assert icon_of(tmp_path, drawing) == drawing[drawing.index("<path") : -len("</svg>")]


def test_an_icon_of_lines_stays_one(tmp_path: Path) -> None:
    found = icon_of(tmp_path, '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor"><path d="M0 0h9"/></svg>')
    assert found == '<g fill="none" stroke="currentColor"><path d="M0 0h9"/></g>'


def test_the_page_on_printing_names_every_icon() -> None:
    page = (Path(__file__).parents[2] / "docs" / "printing.md").read_text("utf-8")
    listed = page[page.index("Icons are those in the theme's folder") : page.index("Others, such as a logo")]
    assert re.findall(r"`([a-z]+)`", listed)[1:] == list(theme_named("storybook").icons)
