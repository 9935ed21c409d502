"""How large the text of each card is, and whether it fits: every card is set once, alone and without its pictures.

What is found for a card follows from the card, the theme and the size, so it is kept, and only cards that changed are
measured again. Templates are given what was found (`kept` in card.typ): then they need not measure while they draw.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from attrs import Factory, frozen

from dsl import model
from dsl.cache import key_for, recall, remember

from .art import contrast
from .card_face import CardFace, PrintSettings
from .pdf_text import Written, written
from .pictures import NONE, Pictures
from .problems import Problem
from .selection import card_hash
from .sheet_layout import Side, card_size
from .themes import Theme
from .translation import ENGLISH, Language
from .typesetting import Assets, back_of, back_title, document, lay_singly
from .typst_run import Document, typeset
from .typst_source import TypesettingError
from .wording import agreement

Measures: TypeAlias = dict[str, Any]
"""What is found for one face: `fit`, `title`, `picture`, `mark` as the template reports them, each None if there is
nothing. `inks`: its words with their colours and grounds. `edge`: those that come near the cut, with their mm from it,
where that was looked at. `kept`: what a template found by measuring, by the size of the text."""

_WHOLE = 0.75  # so many cards of a Kind have one size of text
_KEPT = 6000  # faces whose measures are kept
_PPI = 150.0  # fewer pixels an inch than this are seen
SAFE = 1.5  # mm from the cut in which no words should stand: so far a cut at home is off
_NEAR = 5.0  # mm from the cut in which words are noted
_ASKED = ("fit", "title", "picture", "mark")
_READ, _READ_LARGE, _LARGE = 4.5, 3.0, 14.0  # WCAG 2 AA: contrast of words, of large words, and from which points on
_LINE = "line: "  # what a template finds for words that stand on a line of their own depends on nothing else


def _silent(what: str) -> None:
    """Where nobody watches."""


@frozen
class Fitting:
    """`sizes`: of the text of each face, in points. `kept`: what was found by measuring then, for `document`."""

    sizes: Mapping[str, float]
    problems: tuple[Problem, ...]
    kept: Mapping[str, Mapping[str, float]] = Factory(dict)

    @property
    def failed(self) -> bool:
        """Is there a card that cannot be printed?"""
        return any(problem.severity == "error" for problem in self.problems)


def fitting(
    game: model.CheckedGame,
    faces: Sequence[tuple[CardFace, str]],
    theme: Theme,
    settings: PrintSettings,
    pictures: Pictures = NONE,
    say: Language = ENGLISH,
    settle: bool = True,
    safe: float = SAFE,
    told: Callable[[str], None] = _silent,
) -> Fitting:
    """The text of faces, each with the size of its card; with a back of every Kind for which there is one.

    `settle`: whatever cards need is measured also at the size that their text has in the end, and words near the cut
    are looked for; False: what is not known yet is left to the drawing, which is faster for one card. `safe`: how far,
    in mm, words must stay from the cut. `told`: is given what is being done, where there is much of it.
    """
    bench = _Bench(game, theme, settings, pictures, say, told)
    sides: dict[tuple[str, str, Side], CardFace] = {(face.key, size, "front"): face for face, size in faces}
    for face, size in faces:
        if face.other is None and face.layout in ("card", "summary"):
            sides.setdefault((back_of(settings, face.kind), size, "back"), face)
    digest = f"{theme.digest}/{back_title(game, settings)}/{say.code}"
    names = {one: _name(one[2], face, one[1], settings, digest, pictures) for one, face in sides.items()}
    store = key_for(digest, "codegen")
    known: dict[str, Measures] = recall(store, "fits") or {}
    new = [one for one in sides if names[one] not in known or (settle and "edge" not in known[names[one]])]
    if new:
        found = bench.measured([(sides[one], one[1], one[2]) for one in new], settle)
        known |= {names[one]: measures for one, measures in zip(new, found, strict=True)}
    fits = {one[0]: known[names[one]]["fit"] for one in sides if one[2] == "front"}
    kinds = {face.key: face.kind for face, _ in faces}
    common = common_sizes((fit for fit in fits.values() if fit), kinds)
    sizes: dict[str, float] = {key: min(fit["size"], common[kinds[key]]) for key, fit in fits.items() if fit}

    def settled_size(face: CardFace) -> float:
        return sizes.get(face.key, theme.largest)

    moved = [
        one for one, face in sides.items() if one[2] == "front" and settled_size(face) not in known[names[one]]["kept"]
    ]
    if moved and settle:
        given = bench.settled([(sides[one], one[1], one[2]) for one in moved], sizes)
        for one, kept in zip(moved, given, strict=True):
            before = known[names[one]]
            known[names[one]] = {**before, "kept": {**before["kept"], settled_size(sides[one]): kept}}
    if new or (moved and settle):
        remember(store, "fits", dict(list(known.items())[-_KEPT:]))
    behind = {one[:2]: _lines(known[names[one]]) for one in sides if one[2] == "back"}
    kept_of = {
        face.key: {
            **behind.get((back_of(settings, face.kind), one[1]), {}),
            **known[names[one]]["kept"].get(settled_size(face), {})
        }
        for one, face in sides.items() if one[2] == "front"
    }  # fmt: skip
    problems = [
        problem for one, face in sides.items() for problem in _problems(face, one[2], known[names[one]], pictures, safe)
    ]
    marks = [(face, known[names[one]]["mark"]) for one, face in sides.items() if known[names[one]]["mark"]]
    inks = [(face.key, face.title, ink) for one, face in sides.items() for ink in known[names[one]]["inks"]]
    return Fitting(sizes, (*problems, *_colour_alone(marks), *unread(inks)), kept_of)


def _lines(measures: Measures) -> dict[str, float]:
    """What was found for the lines of a back. Other cards with that back have the same ones."""
    return {what: value for kept in measures["kept"].values() for what, value in kept.items() if what.startswith(_LINE)}


def _name(side: Side, face: CardFace, size: str, settings: PrintSettings, digest: str, pictures: Pictures) -> str:
    """What a face is known by: all that its measures follow from."""
    own = pictures.of(face.key) if side == "front" else None
    looks = f"{digest}/{size}/{side}/{own is not None and own.width > 0}/{face.number}"
    return card_hash(face, settings, looks)


_AT_ONCE = 200  # faces in one document; of more, each document is set in a process of its own


_Asked: TypeAlias = tuple[CardFace, str, Side]
"""A face, the name of the size of its card, and a side of it."""


@frozen
class _Bench:
    """Where faces are set to be measured: each side on a page of its own, without pictures."""

    game: model.CheckedGame
    theme: Theme
    settings: PrintSettings
    pictures: Pictures
    say: Language
    told: Callable[[str], None]  # is given what is being done

    def measured(self, sides: Sequence[_Asked], edges: bool) -> list[Measures]:
        """What is found for each side. `edges`: are words near the cut looked for?"""
        found: list[Measures] = []
        for part in _parts(sides):
            self.told(f"measuring: {len(found):,} of {len(sides):,} fronts and backs")
            found += self._measured(part, len(sides) > _AT_ONCE, edges)
        return found

    def settled(self, sides: Sequence[_Asked], sizes: Mapping[str, float]) -> list[dict[str, float]]:
        """What the template finds for each side by measuring, with the text in its size."""
        found: list[dict[str, float]] = []
        for part in _parts(sides):
            self.told(f"measuring once more: {len(found):,} of {len(sides):,} fronts")
            made = typeset(self._document(part, sizes), ask=("found",), apart=len(sides) > _AT_ONCE)
            values = _by_card(well_reported("found", made.found["found"]))
            found += [values.get(face.key, {}) for face, _, _ in part]
        return found

    def _document(self, sides: Sequence[_Asked], sizes: Mapping[str, float] | None) -> Document:
        """`sizes`: of texts; None: they are to be found."""
        shown = list({face.key: face for face, _, _ in sides}.values())
        laid = [lay_singly(face, side, card_size(size), card_size(size), shown) for face, size, side in sides]
        drawn = Assets(self.theme, self.pictures, drawn=False)
        return document(self.game, shown, laid, self.theme, self.settings, sizes, drawn, say=self.say)

    def _measured(self, sides: Sequence[_Asked], apart: bool, edges: bool) -> list[Measures]:
        made_of = typeset(
            self._document(sides, None), "pdf" if edges else None, ask=(*_ASKED, "found", "ink"), apart=apart
        )
        for label in (*_ASKED, "found", "ink"):
            well_reported(label, made_of.found[label])
        found: list[Measures] = [{**dict.fromkeys(_ASKED), "inks": []} for _ in sides]
        numbers = {(face.key, side): number for number, (face, _, side) in enumerate(sides)}
        for label in _ASKED:
            for value in made_of.found[label]:
                key: str = value["card"]
                at = numbers.get((key, "front"))
                if label == "title" and (at is None or sides[at][0].title.casefold() != value["words"].casefold()):
                    at = numbers.get((key, "back"), at)  # a line of a back
                if at is not None:
                    found[at][label] = value
        for value in made_of.found["ink"]:
            at = numbers.get((value["card"], "front"), numbers.get((value["card"], "back")))
            if at is not None and value not in found[at]["inks"]:
                found[at]["inks"].append(value)
        values = _by_card(made_of.found["found"])
        for number, (face, _, _) in enumerate(sides):
            fit = found[number]["fit"]
            # A text that had to become smaller was measured at the size that was tried first, which it does not have.
            if fit is None or fit["size"] == fit["first"]:
                found[number]["kept"] = {fit["size"] if fit else self.theme.largest: values.get(face.key, {})}
            else:
                found[number]["kept"] = {}
        pages = written(made_of.pages[0]) if edges else []
        for measures, (face, size_name, _), page in zip(found, sides, pages, strict=False):
            size = card_size(size_name)
            near = Written.from_round_edge if face.layout == "round" else Written.from_edge
            measures["edge"] = [(one.text[:60], away) for one in page if (away := near(one, size)) < _NEAR]
        return found


def _parts(sides: Sequence[_Asked]) -> list[Sequence[_Asked]]:
    return [sides[at : at + _AT_ONCE] for at in range(0, len(sides), _AT_ONCE)]


_REPORTED: Mapping[str, Mapping[str, str]] = {
    "fit": {"card": "a text", **dict.fromkeys(("size", "first", "need", "have", "widest", "width"), "a number")},
    "title": {"card": "a text", "words": "a text", "need": "a number", "have": "a number"},
    "picture": {"card": "a text", "width": "a length", "height": "a length"},
    "mark": {"card": "a text", "colour": "a text", "words": "true or false", "sign": "a text"},
    "found": {"card": "a text", "what": "a text", "value": "a number"},
    "ink": {"card": "a text", "what": "a text", "ink": "a colour", "size": "a number", "grounds": "colours"},
}
"""What a template reports under each label, as data with these names."""


def well_reported(label: str, found: Sequence[Any]) -> Sequence[Any]:
    """The same, if the template of a stranger reports what the themes do. Raises TypesettingError otherwise."""
    wanted = _REPORTED[label]
    for one in found:
        for name, sort in wanted.items():
            if not isinstance(one, dict) or not _is(sort, one.get(name)):
                names = ", ".join(f"{name}: {sort}" for name, sort in wanted.items())
                raise TypesettingError(f"card.typ reports <{label}> as {str(one)[:80]}, and it should be ({names})")
    return found


def _is(sort: str, value: object) -> bool:
    number = isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 1e9  # nor is it NaN
    match sort:
        case "a text":
            return isinstance(value, str)
        case "a number":
            return number
        case "a length":
            return number and value > 0  # type: ignore[operator]
        case "true or false":
            return isinstance(value, bool)
        case "a colour":
            return isinstance(value, str) and re.fullmatch("#[0-9a-f]{6}([0-9a-f]{2})?", value) is not None
        case _:
            return isinstance(value, list) and all(_is("a colour", one) for one in value)


def _by_card(found: Iterable[Mapping[str, Any]]) -> dict[str, dict[str, float]]:
    by_card: dict[str, dict[str, float]] = {}
    for one in found:
        by_card.setdefault(one["card"], {})[one["what"]] = one["value"]
    return by_card


def common_sizes(fits: Iterable[Mapping[str, Any]], kinds: Mapping[str, str]) -> dict[str, float]:
    """The size of text of each Kind: the largest that three of four of its cards can have.

    `fits` tells what a card alone could have. Cards with more words have what they can; a few long texts do not make
    all others small.
    """
    found: dict[str, list[float]] = {}
    for value in fits:
        found.setdefault(kinds[value["card"]], []).append(value["size"])
    return {kind: sorted(sizes)[int(len(sizes) * (1 - _WHOLE))] for kind, sizes in found.items()}


def _problems(face: CardFace, side: Side, found: Measures, pictures: Pictures, safe: float) -> list[Problem]:
    """Cards whose words do not fit, with what they need and have; and pictures with too few pixels."""
    problems = []

    def tell(code: str, message: str, severity: str = "error", room: bool = False, help: str = "") -> None:
        level = "error" if severity == "error" else "warning"
        problems.append(Problem(level, face.title, message, room, code, face.key, help=help))  # type: ignore[arg-type]

    fit, title, picture = found["fit"], found["title"], found["picture"]
    if fit and fit["need"] > fit["have"] + 0.01:
        message = (
            f"its text does not fit: at {fit['size']:.1f} pt it needs {fit['need']:.1f} mm and has {fit['have']:.1f} mm"
        )
        tell("text-overflow", message, room=True, help="Say it with fewer words, or give the card a larger size.")
    elif fit and fit["widest"] > fit["width"] + 0.01:
        message = f"a word is too long: it needs {fit['widest']:.1f} mm and has {fit['width']:.1f} mm"
        tell("word-too-wide", message, room=True, help="Part it with a hyphen or a space.")
    if title:
        message = f"the title is too long: at 6 pt it does not fit in {title['have']:.1f} mm"
        tell("title-too-long", message, room=True, help="Shorten the title, or give the card a larger size.")
    own = pictures.of(face.key)
    if picture and own is not None and own.width:
        ppi = 25.4 / max(picture["width"] / own.width, picture["height"] / own.height)
        if ppi < _PPI:
            need = tuple(round(side / 25.4 * 300) for side in (picture["width"], picture["height"]))
            message = (
                f"its picture has {own.width} × {own.height} pixels, which is {ppi:.0f} an inch as it is printed; "
                f"300 would be {need[0]} × {need[1]}"
            )
            tell("low-resolution", message, "warning")
    near = [(text, away) for text, away in found.get("edge", ()) if away < safe - 0.005]
    if near and not any(problem.severity == "error" for problem in problems):  # words without room are cut, of course
        where = (
            f"{nearest:.1f} mm from the cut" if (nearest := min(away for _, away in near)) >= 0 else "beyond the cut"
        )
        words = " ".join(text for text, _ in near)[:60]
        message = f"words stand {where}, and {safe:g} mm are safe: {words}"
        advice = "Move them inwards, or give the card a larger size or less to hold: a cut is off by as much."
        tell("text-in-bleed", message, "warning", help=advice)
    return problems


def unread(inks: Sequence[tuple[str, str, Mapping[str, Any]]]) -> list[Problem]:
    """Words whose colour is too near to what is behind them: one message for all cards on which it is so.

    `inks`: key and title of what they stand on, and what the template reports.
    """
    alike: dict[tuple[str, str, str, float], dict[str, str]] = {}
    for key, title, ink in inks:
        need = _READ_LARGE if ink["size"] >= _LARGE else _READ
        for ground in ink["grounds"]:
            if round(contrast(ink["ink"], ground), 1) < need:
                alike.setdefault((ink["what"], ink["ink"], ground, need), {}).setdefault(key, title)
    problems = []
    for (what, ink_colour, ground, need), cards in alike.items():
        (first, title), *others = cards.items()
        named = title if not others else f"{title} and {len(others)} more"
        found = contrast(ink_colour, ground)
        message = f"{what} of {named}: {ink_colour[:7]} on {ground[:7]} has a contrast of {found:.1f} : 1, and "
        message += f"{need:g} : 1 is wanted"
        advice = "Choose a colour that is lighter or darker, under [colours] in print.toml or in looks/theme.toml."
        problems.append(Problem("warning", "", message, code="low-contrast", key=first, help=advice))
    return problems


def _colour_alone(marks: Sequence[tuple[CardFace, Mapping[str, Any]]]) -> list[Problem]:
    """Pieces with the same sign and without words, so that only their colour parts them."""
    alike: dict[tuple[str, str], dict[str, CardFace]] = {}
    for face, mark in marks:
        if not mark["words"]:
            alike.setdefault((face.layout, mark["sign"]), {}).setdefault(mark["colour"], face)
    problems = []
    for group in alike.values():
        if len(group) > 1:
            first, *others = group.values()
            names = agreement.listing([face.title for face in group.values()])
            message = f"{names} differ in nothing but their colour, which not everybody sees"
            advice = "Give one of them another icon under [art] in print.toml, or a larger size, which has its name."
            problems.append(
                Problem("warning", "", message, code="colour-alone", key=others[0].key or first.key, help=advice)
            )
    return problems
