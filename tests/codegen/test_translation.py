"""Other languages: merging catalogues, printing with them, and what is said when a text is missing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import sample_game as sample
from attrs import evolve
from pypdf import PdfReader

from codegen.card_face import DEFAULTS, settings_of
from codegen.rules_pages import html, markdown
from codegen.rules_reference import Example
from codegen.selection import Selection
from codegen.sheet_options import PARTS, SheetOptions
from codegen.sheets import printed_faces, sheets
from codegen.themes import colour_of, colour_of_card, icon_name, picture_of, sign_of, theme_of
from codegen.translation import (
    CatalogueError,
    Language,
    Noun,
    TranslatedFaces,
    language_of,
    merged,
    translated_face,
    translated_settings,
)
from codegen.translation_messages import printed_texts
from codegen.typesetting import with_others
from dsl.cache import check_once
from dsl.library import LIBRARY
from dsl.load import load

GAMES = ("disney-sidekicks", "sidekick-saga", "tokyo-sidekick", "villains-and-vigilantes")

pytest.importorskip("babel", reason="the extra `translate` is not installed")


def write(folder: Path, text: str) -> Path:
    path = folder / "translations" / "de.po"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def test_a_catalogue_holds_every_text_that_is_printed(tmp_path: Path) -> None:
    game = sample.game(sample.cards())
    asked = printed_texts(game, DEFAULTS)
    path = write(tmp_path, merged(tmp_path / "none.po", asked, "de", game.title).text)
    filled = "\n".join(
        'msgstr "Wort"' if line == 'msgstr ""' and number > 3 else line.replace('[0] ""', '[0] "Wort"').replace(
            '[1] ""', '[1] "Worte"')
        for number, line in enumerate(path.read_text("utf-8").splitlines())
    )  # fmt: skip
    write(tmp_path, filled)
    say = language_of([tmp_path], "de")
    html(game, DEFAULTS, say)
    sheets(game, tmp_path / "cards.pdf", say=say)
    assert not say.missing


def test_a_card_is_printed_in_another_language_and_missing_texts_stay_english(tmp_path: Path) -> None:
    game = sample.game(sample.cards())
    title = next(thing.title for thing in game.things.values() if thing.name == "exploding_bridge")
    say = Language("de", {title: "Die Brücke fliegt in die Luft"})
    report = sheets(game, tmp_path / "cards.pdf", say=say)
    text = " ".join(PdfReader(tmp_path / "cards.pdf").pages[0].extract_text().split())
    assert "Die Brücke fliegt in die Luft" in text and title not in text
    assert report.written
    (told,) = [problem for problem in report.problems if "not translated into de" in problem.message]
    assert told.severity == "warning" and "more" in told.message


def test_nothing_is_ever_blank() -> None:
    game = sample.game(sample.cards())
    assert markdown(game, DEFAULTS, Language("de")) == markdown(game)


def test_what_was_translated_stays_and_what_changed_is_looked_at_again(tmp_path: Path) -> None:
    first = merged(tmp_path / "no.po", {"Lose 1 heart.": "a", ("heart", "hearts"): "a"}, "de", "Game").text
    first = first.replace('msgid "Lose 1 heart."\nmsgstr ""', 'msgid "Lose 1 heart."\nmsgstr "Verliere 1 Herz."')
    path = write(tmp_path, first)
    again = merged(path, {"Lose 1 heart.": "a", "Gain 1 star.": "b", ("heart", "hearts"): "a"}, "de", "Game")
    assert (again.texts, again.translated) == (3, 1)
    changed = merged(path, {"Lose 1 heart now.": "a", ("heart", "hearts"): "a"}, "de", "Game")
    assert changed.doubtful == 1 and "#, fuzzy" in changed.text and "Verliere 1 Herz." in changed.text
    path.write_text(changed.text, "utf-8")
    assert language_of([tmp_path], "de")("Lose 1 heart now.") == "Lose 1 heart now."  # not before somebody has looked


def test_the_catalogue_of_a_mod_holds_its_own_texts_and_those_it_says_in_other_words(tmp_path: Path) -> None:
    base = {"Lose 1 heart.": "a", "Gain 1 star.": "b", ("heart", "hearts"): "a"}
    asked = {**base, "Croak.": "frogs"}
    whole = merged(tmp_path / "no.po", asked, "de", "Mod").text
    path = write(tmp_path, whole.replace('msgid "Gain 1 star."\nmsgstr ""', 'msgid "Gain 1 star."\nmsgstr "Stern!"'))
    own = merged(path, asked, "de", "Mod", base)
    assert (own.texts, own.translated, own.below) == (2, 1, 2)
    assert "Croak." in own.text and "Stern!" in own.text and "heart" not in own.text


def test_a_catalogue_of_some_cards_has_what_they_need_and_keeps_what_is_there(tmp_path: Path) -> None:
    game = sample.game(sample.cards())
    asked = printed_texts(game, DEFAULTS)
    some = printed_texts(game, DEFAULTS, Selection(names=("care-free-trio",)))
    assert 5 < len(some) < len(asked) / 2 and set(some) <= set(asked)
    assert some["Care-Free Trio"] == "care_free_trio: title"
    assert not [text for text in some if "board" in str(text) or "piece" in str(text)]
    path = write(tmp_path, merged(tmp_path / "none.po", asked, "de", game.title, only=some).text)
    names = {one if isinstance(one, str) else one[0] for one in some}
    say = language_of([tmp_path], "de")
    sheets(game, tmp_path / "cards.pdf", wanted=Selection(names=("care-free-trio",)), say=say)
    assert say.missing and set(say.missing) <= names  # of cards that are not printed nothing is told
    more = merged(path, asked, "de", game.title, only={"Not asked for.": ""})
    assert more.texts == len(names)
    assert more.missing and {text for _, text in more.missing} == names


def test_a_card_is_put_into_a_language_once_and_only_what_is_printed_counts() -> None:
    game = sample.game(sample.cards())
    first, second, *_ = printed_faces(game, DEFAULTS, ("cards",))
    say = Language("de", {first.title: "Erste"})
    spoken = TranslatedFaces(game, say)
    assert spoken(first).title == "Erste" and spoken(first) is spoken(first)
    assert spoken(second).title == second.title
    assert not say.missing and not say.asked, "nothing is printed yet"
    spoken.printed([first])
    assert first.title in say.asked and second.title not in say.asked
    spoken.printed([second])
    assert second.title in say.missing and say.asked[second.title] == f"{second.key}: title"


def test_the_same_sources_give_the_same_catalogue(tmp_path: Path) -> None:
    asked: dict[str | Noun, str] = {"Lose 1 heart.": "a"}
    assert merged(tmp_path / "no.po", asked, "de", "G").text == merged(tmp_path / "no.po", asked, "de", "G").text


def test_a_translation_with_other_numbers_is_told() -> None:
    say = Language("de", {"Lose 2 hearts.": "Verliere 3 Herzen."})
    say("Lose 2 hearts.")
    assert any("other numbers" in problem.message for problem in say.problems)


def test_the_words_of_icons_are_those_of_the_language() -> None:
    from codegen.wording.card_text import marked

    numbers = [run.text for run in marked("Attack the 8-Bit Master and 3 others.", []) if run.kind == "number"]
    assert numbers == ["3"], "the 8 of a name is no amount"
    icons = [run.text for run in marked("Verliere 2 Herzen.", ["Herz", "Herzen"]) if run.kind == "icon"]
    assert icons == ["Herzen"]


@pytest.mark.parametrize(
    "said", ["{titel}: Regeln", "{}: Regeln", "{game: Regeln", "{game!r:>999999999}", "{game.title}", "}{"]
)
def test_a_translation_with_places_of_its_own_is_told_and_not_filled_in(said: str) -> None:
    say = Language("de", {"{game}: rules": said})
    page = html(sample.game(sample.cards()[:1]), DEFAULTS, say)
    assert ": rules</title>" in page
    (told,) = [one.message for one in say.problems if "places to fill" in one.message]
    assert told == f"the translation of “{{game}}: rules” has other places to fill, so it stays English: “{said}”"


def test_a_translation_may_leave_a_place_out_and_turn_places_round() -> None:
    say = Language("de", {"{a} of {b}": "{b}, davon {a}", "Only {a}": "Nur", "no place": "{kein} Platz"})
    assert say("{a} of {b}").format(a=1, b=2) == "2, davon 1"
    assert say("Only {a}").format(a=1) == "Nur"
    assert say("no place") == "{kein} Platz"


@pytest.mark.parametrize("code", ["xx_nowhere", "../de"])
def test_languages_that_are_none(tmp_path: Path, code: str) -> None:
    with pytest.raises(CatalogueError):
        merged(tmp_path / "no.po", {}, code, "Game")


def test_a_catalogue_that_cannot_be_read(tmp_path: Path) -> None:
    write(tmp_path, "nonsense")
    with pytest.raises(CatalogueError):
        language_of([tmp_path], "de")
    with pytest.raises(CatalogueError, match="sidescript translate"):
        language_of([tmp_path], "fr")


def test_disney_sidekicks_is_printed_whole_in_german(tmp_path: Path) -> None:
    """Every card, piece, board and the last page; texts that changed since have to be translated again."""
    from codegen.card_face import settings_of
    from codegen.selection import Selection
    from codegen.sheet_options import PARTS, SheetOptions
    from dsl.check import check
    from dsl.library import LIBRARY
    from dsl.load import load
    from sidescript import _examples

    folder = LIBRARY / "disney-sidekicks"
    game = check(load(folder)).game
    assert game is not None
    say = language_of([folder], "de")
    report = sheets(
        game, tmp_path / "karten.pdf", options=SheetOptions(parts=PARTS), wanted=Selection(each_once=True),
        settings=settings_of(folder), say=say,
    )  # fmt: skip
    assert report.written and not say.missing, list(say.missing)
    assert not report.problems, [str(problem) for problem in report.problems]
    reader = PdfReader(tmp_path / "karten.pdf")
    text = " ".join(" ".join(page.extract_text().split()) for page in reader.pages)
    assert "Brücke explodiert!" in text and "höchstens 3 Felder" in text and "may pay" not in text
    root: Any = reader.trailer["/Root"]
    assert root["/Lang"] == "de"
    examples = [Example(title, doc, steps) for title, doc, steps, _ in _examples(game)]
    book = html(game, settings_of(folder), say, examples=examples)
    assert not say.missing, list(say.missing)
    assert not say.problems, [problem.message for problem in say.problems]
    assert "Geht die Schritte von oben nach unten durch." in book and "That Sidekick" not in book
    assert "Ein Spielbeispiel" in book and "Abu rettet den roten Dorfbewohner." in book


def headed(**headers: str) -> str:
    said = "".join(f'"{name.replace("_", "-")}: {value}\\n"\n' for name, value in headers.items())
    return f'msgid ""\nmsgstr ""\n{said}'


@pytest.mark.parametrize(
    ("headers", "said"),
    [
        ({"Content_Type": "text/plain; charset=klingon"}, "unknown encoding: klingon"),
        ({"Content_Type": "text/plain; charset=UTF-8", "Plural_Forms": "nplurals=2; plural=n%0;"}, "Plural-Forms"),
        ({"Plural_Forms": "nplurals=2; plural=n-9;"}, "form -8 for 1"),
        ({"Plural_Forms": "nplurals=2; plural=n+1;"}, "form 2 for 1"),
        ({"Plural_Forms": "nplurals=0; plural=0;"}, "Plural-Forms: it has 0 forms"),
        ({"Plural_Forms": "nplurals=1000000000; plural=0;"}, "no language has 1000000000 forms"),
        ({"Plural_Forms": f"nplurals=2; plural={'(' * 3000}n{')' * 3000};"}, "Plural-Forms"),
    ],
)
def test_a_catalogue_with_a_damaged_head(tmp_path: Path, headers: dict[str, str], said: str) -> None:
    path = write(tmp_path, headed(**headers) + '\nmsgid "Fog"\nmsgstr "Nebel"\n')
    with pytest.raises(CatalogueError, match=said) as problem:
        language_of([tmp_path], "de")
    assert str(problem.value).startswith(str(path))


def test_a_catalogue_in_another_charset_is_read_and_written_in_utf_8(tmp_path: Path) -> None:
    path = write(tmp_path, "")
    text = headed(Content_Type="text/plain; charset=latin-1") + '\nmsgid "Cat"\nmsgstr "Kätzchen"\n'
    path.write_bytes(text.encode("latin-1"))
    assert language_of([tmp_path], "de")("Cat") == "Kätzchen"
    made = merged(path, {"Cat": "", "Fog": ""}, "de", "Small")
    assert "charset=utf-8" in made.text
    path.write_text(made.text, "utf-8")
    assert language_of([tmp_path], "de")("Cat") == "Kätzchen"


@pytest.mark.parametrize(
    ("code", "forms", "said"),
    [
        ("ja", ["ten"], ("ten", "ten")),
        ("de", ["Punkt", "Punkte"], ("Punkt", "Punkte")),
        ("fr", ["point", "points"], ("point", "points")),
        ("pl", ["punkt", "punkty", "punktów"], ("punkt", "punkty")),
    ],
)
def test_a_language_may_have_one_form_or_several(tmp_path: Path, code: str, forms: list[str], said: tuple[str, str]):
    text = merged(tmp_path / "none.po", {("point", "points"): "", "Fog": ""}, code, "Small").text
    assert text.count("msgstr[") == len(forms)
    for number, form in enumerate(forms):
        text = text.replace(f'msgstr[{number}] ""', f'msgstr[{number}] "{form}"')
    path = tmp_path / "translations" / f"{code}.po"
    path.parent.mkdir()
    path.write_text(text, "utf-8")
    assert language_of([tmp_path], code).noun(("point", "points")) == said


@pytest.mark.parametrize("code", ["fr", "es", "it", "pt_BR"])
def test_a_catalogue_asks_for_no_form_of_millions(tmp_path: Path, code: str) -> None:
    text = merged(tmp_path / "no.po", {("heart", "hearts"): "a"}, code, "Game").text
    assert "nplurals=2;" in text and "msgstr[2]" not in text
    path = write(tmp_path, text.replace('msgstr[0] ""', 'msgstr[0] "un"').replace('msgstr[1] ""', 'msgstr[1] "deux"'))
    again = merged(path, {("heart", "hearts"): "a"}, code, "Game")
    assert (again.texts, again.translated) == (1, 1)


def test_a_picture_has_to_do_with_the_card_in_every_language() -> None:
    """What is drawn follows from the words of the English title, whatever it is called on the card."""
    from attrs import evolve

    from codegen.card_face import faces
    from codegen.themes import picture_of, theme_named
    from codegen.translation import translated_face

    game, theme = sample.game(sample.cards()), theme_named("storybook")
    (plain,) = (evolve(face, title="Cat up a Hammer") for face in faces(game, sample.cards()[:1]))
    spoken = translated_face(plain, game, Language("de", {"Cat up a Hammer": "Katze auf Sonne"}))
    assert spoken.title == "Katze auf Sonne"
    assert picture_of(DEFAULTS, game, theme, spoken) == picture_of(DEFAULTS, game, theme, plain) == "hammer"


class Backwards(Language):
    """A language in which every word is written backwards."""

    def __call__(self, text: str) -> str:
        return text[::-1]

    def noun(self, noun: Noun) -> Noun:
        return noun[0][::-1], noun[1][::-1]

    known = noun


@pytest.mark.parametrize("name", GAMES)
def test_a_card_looks_the_same_in_every_language(name: str) -> None:
    """A colour goes by what a card says; a card that said it in German had lost it, without a word."""
    game = check_once(load(LIBRARY / name)).game
    assert game is not None
    plain, say = settings_of(LIBRARY / name), Backwards("xx")
    settings, theme = translated_settings(plain, game, say), theme_of(plain)
    by_word = 0
    for face in with_others(printed_faces(game, plain, PARTS)):
        spoken = translated_face(face, game, say)
        for look in (colour_of_card, picture_of, sign_of):
            assert look(settings, game, theme, spoken) == look(plain, game, theme, face), (look, face.key)
        by_word += colour_of_card(plain, game, theme, face) != colour_of(plain, game, theme, face.kind)
        for stat, other in zip(face.stats, spoken.stats, strict=True):
            assert icon_name(settings, other.icon) == icon_name(plain, stat.icon)
    assert by_word or name == "sidekick-saga"


def test_the_kind_on_the_back_is_asked_for_though_it_stands_on_no_front(tmp_path: Path) -> None:
    """Enemies share a back: eight German cards had "Enemy" on it, and nothing said so."""
    game = sample.game(sample.cards())
    shared = evolve(DEFAULTS, backs={"Power": "Foe"})
    asked = printed_texts(game, shared, Selection(names=("care-free-trio",)))
    noun = game.kinds["Foe"].noun[0]
    word = noun[:1].upper() + noun[1:]
    assert asked[word] == "backs"
    say = Language("de", {text: "x" for text in asked if isinstance(text, str) and text != word})
    how = SheetOptions(backs="separate")
    report = sheets(
        game, tmp_path / "c.pdf", options=how, wanted=Selection(names=("care-free-trio",)), settings=shared, say=say
    )
    assert word in say.missing and any(word in one.message for one in report.problems)


def test_numbers_have_the_comma_of_the_language() -> None:
    assert [Language(code).number(63.5) for code in ("en", "de", "fr", "pt_BR", "xx")] == [
        "63.5", "63,5", "63,5", "63,5", "63.5",
    ]  # fmt: skip
    assert Language("de").number(88) == "88"
