"""What a version or a mod changes, in words: for the change log of a printed set.

Two checked games are compared by what they say in print: cards by their numbers and texts, rules by the chapters of the
rules reference. A change of the sources that changes no word of print is counted, and not shown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

from attrs import asdict, frozen

from dsl import model

from . import rules_reference
from .card_face import all_attributes, numbers
from .rules_reference import Entry
from .turn_picture import Box
from .typst_source import escape_markdown
from .wording import agreement
from .wording.card_text import card_text
from .wording.scope import kind_noun


@frozen
class Change:
    """What is told of a card, and how it was and is: `before` is empty of what is new."""

    what: str
    before: str
    after: str


@frozen
class Changed:
    """A card or a chapter of the rules: `how` is added, removed or changed."""

    how: str
    kind: str
    name: str
    title: str
    changes: tuple[Change, ...] = ()


@frozen
class Differences:
    """`unseen`: things and rules whose sources differ though they say the same."""

    old: str
    new: str
    cards: tuple[Changed, ...]
    rules: tuple[Changed, ...]
    unseen: tuple[str, ...]


def differences(old: model.CheckedGame, new: model.CheckedGame) -> Differences:
    """What is new, gone and different in `new`; cards in the order of their games, rules in that of the book."""
    cards = tuple(_cards(old, new))
    rules = tuple(_rules(old, new))
    told = {one.name for one in (*cards, *rules)}
    changes = [change for one in (*cards, *rules) for change in one.changes]
    unseen = tuple(one for one in _unseen(old, new, told) if not _number_seen(old, new, one, changes))
    return Differences(old.title, new.title, cards, rules, unseen)


# ------------------------------------------------------------------------------------------------ cards


def _cards(old: model.CheckedGame, new: model.CheckedGame) -> Iterator[Changed]:
    before = {name: one for name, one in old.things.items() if not one.of_test}
    after = {name: one for name, one in new.things.items() if not one.of_test}
    for name, thing in after.items():
        said = _said(new, thing)
        kind = kind_noun(new, thing.kinds[0])[0]
        if name not in before:
            changes = tuple(Change(what, "", text) for what, text in said.items() if text and what != "title")
            yield Changed("added", kind, name, thing.title, changes)
            continue
        was = _said(old, before[name])
        whats = dict.fromkeys((*was, *said))
        # a card does not say what its Kind says of all, but to say something else is to change that
        was = {what: was.get(what) or _unsaid(old, before[name]).get(what, "") for what in whats}
        said = {what: said.get(what) or _unsaid(new, thing).get(what, "") for what in whats}
        found = tuple(Change(what, was[what], said[what]) for what in whats if was[what] != said[what])
        if found:
            yield Changed("changed", kind, name, thing.title, found)
    for name, thing in before.items():
        if name not in after:
            yield Changed("removed", kind_noun(old, thing.kinds[0])[0], name, thing.title)


def _said(game: model.CheckedGame, thing: model.Thing) -> dict[str, str]:
    """All that print says of a thing, by what it is called."""
    found = {"title": thing.title, "copies": str(thing.copies)}
    found |= dict(numbers(game, thing))
    found["text"] = card_text(game, thing).text
    found["flavour"] = thing.flavour or ""
    return found


def _unsaid(game: model.CheckedGame, thing: model.Thing) -> dict[str, str]:
    """The numbers that a thing has from its Kind, by what they are called."""
    return {
        agreement.capital(agreement.words(attribute.label or attribute.name)): str(attribute.default.value)
        for attribute in all_attributes(game, thing)
        if isinstance(attribute.default, model.Literal) and type(attribute.default.value) is int
    }


# ------------------------------------------------------------------------------------------------ rules


def _rules(old: model.CheckedGame, new: model.CheckedGame) -> Iterator[Changed]:
    before, after = _book(old), _book(new)
    for name, (chapter, title, lines) in after.items():
        if name not in before:
            yield Changed("added", chapter, name, title, tuple(Change("text", "", line) for line in lines))
            continue
        _, was_title, was = before[name]
        changes = [Change("title", was_title, title)] if was_title != title else []
        for tag, a, b, c, d in SequenceMatcher(None, was, lines, autojunk=False).get_opcodes():
            if tag != "equal":
                changes.append(Change("text", "\n".join(was[a:b]), "\n".join(lines[c:d])))
        if changes:
            yield Changed("changed", chapter, name, title, tuple(changes))
    for name, (chapter, title, _) in before.items():
        if name not in after:
            yield Changed("removed", chapter, name, title)


def _book(game: model.CheckedGame) -> dict[str, tuple[str, str, list[str]]]:
    """The entries of the rules reference by their id, with chapter, title and lines; cards are compared as cards."""
    found: dict[str, tuple[str, str, list[str]]] = {}

    def enter(entry: Entry, chapter: str) -> None:
        lines = [line for item in entry.items for line in _lines(item)]
        if lines or not entry.entries:  # an option of yes and no is its title
            found[entry.id] = (chapter, entry.title, lines)
        for inner in entry.entries:
            enter(inner, chapter)

    for chapter in rules_reference.book(game).chapters:
        if chapter.id not in ("cards", "stand-ins", "index"):
            enter(chapter, chapter.title)
    return found


def _lines(item: rules_reference.Item) -> Iterator[str]:
    label = f"{item.label}: " if item.label else ""
    if item.style != "drawing":
        yield from (f"{label}{line}" for line in item.lines)
        yield from (" | ".join(row) for row in item.rows)
        yield from (f"{name} {value}" for name, value in item.pairs)
        yield from _boxed(item.turn)


def _boxed(boxes: tuple[Box, ...]) -> Iterator[str]:
    """The turn as a picture, a line for each box."""
    for box in boxes:
        yield box.title + (", again and again" if box.again else "")
        yield from _boxed(box.inside)


# ------------------------------------------------------------------------------------------------ what is not seen


def _unseen(old: model.CheckedGame, new: model.CheckedGame, told: set[str]) -> Iterator[str]:
    kinds: tuple[str, ...] = (
        "things", "verbs", "rules", "actions", "phases", "setups", "kinds", "defines", "endings", "state", "options",
        "enums", "resources", "dice", "groups", "zones", "boards", "maps", "menus", "builds", "campaigns", "laws",
    )  # fmt: skip
    said = {name.partition("-")[2] or name for name in told} | told
    for kind in kinds:
        a: Mapping[str, Any] = getattr(old, kind)
        b: Mapping[str, Any] = getattr(new, kind)
        for name, one in b.items():
            plain = name.lstrip(".")
            seen = plain in said or plain.replace("_", "-").lower() in said
            if name in a and a[name] != one and not seen and not getattr(one, "of_test", False):
                yield plain
    if old.flow != new.flow and "turn" not in told:
        yield "flow"


def _number_seen(old: model.CheckedGame, new: model.CheckedGame, name: str, changes: Sequence[Change]) -> bool:
    """Is it a define for a number, and do others print this change and no other one?"""
    was, now = (_number(game.defines.get(name) or game.defines.get(f".{name}")) for game in (old, new))
    if was is None or now is None:
        return False
    return any(
        change.before != change.after and re.sub(rf"\b{was}\b", str(now), change.before) == change.after
        for change in changes
    )


def _number(define: model.Define | None) -> int | None:
    value = define.value if define is not None else None
    number = value.value if isinstance(value, model.Literal) else None
    return number if type(number) is int else None


# ------------------------------------------------------------------------------------------------ as text


def as_json(found: Differences) -> dict[str, Any]:
    """Plain data for other programs."""
    return asdict(found)


def as_text(found: Differences) -> str:
    """For the terminal."""
    lines = [f"{found.old} → {found.new}", *_told(found, lambda text: text, "", "  ")]
    return "\n".join(lines) + "\n"


def as_markdown(found: Differences) -> str:
    """For a change log: a heading for each sort of change, an entry for each card."""
    return (
        "\n".join([f"# {escape_markdown(found.new)}: what is new", *_told(found, escape_markdown, "## ", "- ")]) + "\n"
    )


def _told(found: Differences, escaped: Callable[[str], str], heading: str, bullet: str) -> Iterator[str]:
    parts = (("Cards", found.cards), ("Rules", found.rules))
    strong = "**" if heading else ""
    for of, every in parts:
        for how in ("added", "removed", "changed"):
            these = [one for one in every if one.how == how]
            if not these:
                continue
            yield f"\n{heading}{of} {how} ({len(these)})\n"
            for one in these:
                changes = [c for c in one.changes if not (how == "added" and c.what == "copies")]
                copies = next(
                    (f" × {c.after}" for c in one.changes if how == "added" and c.what == "copies" and c.after != "1"),
                    "",
                )
                yield f"{bullet}{strong}{escaped(one.title)}{strong} ({escaped(one.kind)}){copies}"
                for change in changes:
                    yield from _change(change, how, escaped, "  " + bullet)
    if found.unseen:
        yield f"\n{heading}Changed without a word in print ({len(found.unseen)})\n"
        yield bullet + escaped(", ".join(found.unseen))
    if not (found.cards or found.rules or found.unseen):
        yield "\nNothing is different."


def _change(change: Change, how: str, escaped: Callable[[str], str], bullet: str) -> Iterator[str]:
    def shown(text: str) -> str:
        return escaped(" / ".join(text.split("\n")))

    if how == "added":
        yield f"{bullet}{'' if change.what == 'text' else f'{escaped(change.what)}: '}{shown(change.after)}"
    elif "\n" in change.before + change.after or len(change.before) + len(change.after) > 60:
        label = "" if change.what == "text" else f"{escaped(change.what)} "
        if change.before:
            yield f"{bullet}{label}before: {shown(change.before)}"
        if change.after:
            yield f"{bullet}{label}now: {shown(change.after)}"
    else:
        yield f"{bullet}{escaped(change.what)}: {shown(change.before) or 'none'} → {shown(change.after) or 'none'}"
