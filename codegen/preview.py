"""A look at one thing, for editors: its card as a picture, and what a declaration says in English."""

from __future__ import annotations

import tempfile
from pathlib import Path

from attrs import evolve

from dsl import model


def card_svg(game: model.CheckedGame, folder: Path, name: str) -> str:
    """The front of a thing's card as SVG, as the print file of the folder has it; empty if it has none."""
    import typst

    from .card_face import faces, printable, settings_of
    from .sheet_layout import card_size
    from .sheets import size_of
    from .themes import fonts_of, theme_of
    from .typesetting import document, lay_singly, with_others

    thing = game.things.get(name)
    if thing is None or not any("Card" in game.kinds[kind].ancestors for kind in thing.kinds):
        return ""
    settings = settings_of(folder)
    theme = theme_of(settings)
    every = faces(game, printable(game, settings.also), settings.titles)  # all, for the number on the card
    shown = [face for face in every if face.key == name] or faces(game, (thing,), settings.titles)
    size = card_size(size_of(game, settings, None, shown[0].kind))
    shown = with_others(shown)
    page = lay_singly(shown[0], "front", size, size, shown)
    with tempfile.TemporaryDirectory(prefix="sidescript-") as root:
        made, _ = document(game, shown, [page], Path(root), theme, settings)
        found = typst.Compiler(str(made), root=root, font_paths=fonts_of(theme)).compile(format="svg")
    first = found if isinstance(found, bytes) else (found or [b""])[0]
    return first.decode("utf-8")


def explained(game: model.CheckedGame, sort: str, name: str) -> str:
    """What a thing, verb, action, phase, rule or ending says, as cards and the reference print it; "" if nothing."""
    from . import rules_reference as reference
    from .card_face import described

    match sort:
        case "thing" if name in game.things:
            return described(game, game.things[name])
        case "verb" if name in game.verbs:
            entries = reference._verbs(evolve(game, verbs={name: game.verbs[name]})).entries
        case "action" if name in game.actions:
            entries = (reference._action(game, game.actions[name]),)
        case "phase" if name in game.phases:
            entries = reference._turn(evolve(game, phases={name: game.phases[name]})).entries
        case "rule" if name in game.rules:
            entries = reference._rules(evolve(game, rules={name: game.rules[name]})).entries
        case "ending" if name in game.endings:
            entries = reference._endings(evolve(game, endings={name: game.endings[name]})).entries
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
