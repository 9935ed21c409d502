"""A look at one thing, for editors: its card as a picture, and what a declaration says in English."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve

from dsl import model

from .bounded import Limits

if TYPE_CHECKING:
    from .card_face import CardFace

LIMITS = Limits(seconds=30.0, processor=15, megabytes=2000)


_SEEN: dict[Path, dict[str, tuple[model.Thing, CardFace]]] = {}
"""The last faces of each folder's cards, for an editor that asks for one after the other."""


def card_svg(game: model.CheckedGame, folder: Path, name: str) -> str:
    """The front of a thing's card as SVG, as the print file of the folder has it; empty if it has none.

    Raises ValueError that says why, if the looks of the folder cannot be used. Somebody waits for it, so templates and
    pictures of a game's own have less time and memory than on sheets.
    """
    from . import bounded

    with bounded.within(LIMITS):
        return _card_svg(game, folder, name)


def _card_svg(game: model.CheckedGame, folder: Path, name: str) -> str:
    from .card_face import faces, printable, settings_of
    from .fitting import fitting
    from .pictures import pictures
    from .print_names import understood
    from .sheet_layout import card_size
    from .sheets import size_of
    from .themes import theme_of
    from .typesetting import Assets, document, lay_singly, with_others
    from .typst_run import typeset

    thing = game.things.get(name)
    if thing is None or not any("Card" in game.kinds[kind].ancestors for kind in thing.kinds):
        return ""
    settings = understood(settings_of(folder), game)
    theme = theme_of(settings)
    every = printable(game, settings.also)
    kin = [one for one in every if one.kinds[0] == thing.kinds[0]]  # they have one size of text
    if thing not in kin:
        every, kin = (thing,), [thing]
    numbers = {one.name: number for number, one in enumerate(every, start=1)}

    def numbered(one: model.Thing) -> str:
        return f"{numbers[one.name]:0{len(str(len(every)))}}/{len(every)}"

    # Of the others only the size of their text is wanted, so what they said a moment ago is good enough.
    before = _SEEN.setdefault(folder, {})
    asked = [one for one in kin if one is thing or one.name not in before or before[one.name][0] != one]
    before |= {
        one.name: (one, face)
        for one, face in zip(asked, faces(game, asked, settings.titles, numbered, settings.truths))
    }
    made = [before[one.name][1] for one in kin]
    name_of_size = size_of(game, settings, None, thing.kinds[0])
    size = card_size(name_of_size)
    own = pictures(settings.pictures, [face.key for face in with_others(made)])
    fits = fitting(game, [(face, name_of_size) for face in with_others(made)], theme, settings, own, settle=False)
    front = next(face for face in made if face.key == name)
    shown = with_others([front])
    page = lay_singly(front, "front", size, size, shown)
    assets = Assets(theme, own, rasters=False)
    drawn = document(game, shown, [page], theme, settings, fits.sizes, assets, kept=fits.kept)
    return typeset(drawn, "svg").pages[0].decode("utf-8")


def explained(game: model.CheckedGame, sort: str, name: str) -> str:
    """What a thing, verb, action, phase, rule or ending says, as cards and the reference print it; "" if nothing."""
    from . import rules_reference as reference
    from .card_face import described

    match sort:
        case "thing" if name in game.things:
            thing = game.things[name]
            return "\n".join(line for line in (described(game, thing), *reference.listed(game, thing)) if line)
        case "verb" if name in game.verbs:
            entries = reference._verbs(evolve(game, verbs={name: game.verbs[name]})).entries
        case "action" if name in game.actions:
            entries = (reference._action(game, game.actions[name]),)
        case "phase" if name in game.phases:
            entries = reference._turn(evolve(game, phases={name: game.phases[name]})).entries
        case "rule" if name in game.rules:
            entries = reference._rules(evolve(game, rules={name: game.rules[name]})).entries
        case "ending":
            every = [*game.endings.values(), *(one for thing in game.things.values() for one in thing.endings)]
            own = {one.name: one for one in every if one.name == name}
            entries = reference._endings(evolve(game, endings=own, score=None)).entries
        case _:
            return ""
    return "\n".join(line for entry in entries for line in _lines(entry))


def _lines(entry: object) -> list[str]:
    from .rules_reference import Entry

    assert isinstance(entry, Entry)
    lines = [entry.title]
    for item in entry.items:
        label = f"{item.label}: " if item.label else ""
        lines += [f"{label}{text}" for text in item.lines]
    return lines
