"""All texts of a game as readable prose, for reviewers: one file for each game."""

from __future__ import annotations

from dsl import model

from . import agreement
from .card_text import card_text
from .scope import kind_noun


def prose(game: model.CheckedGame) -> str:
    """Every declared thing with its text, Kind by Kind, as Markdown."""
    lines = [f"# {game.title}", ""]
    by_kind: dict[str, list[model.Thing]] = {}
    for thing in game.things.values():
        if thing.of_test or not thing.kinds:
            continue
        by_kind.setdefault(thing.kinds[0], []).append(thing)
    for kind, things in by_kind.items():
        told = [thing for thing in things if card_text(game, thing).paragraphs]
        if not told:
            continue
        lines += [f"## {agreement.capital(kind_noun(game, kind)[0 if len(told) == 1 else 1])}", ""]
        for thing in told:
            copies = f" × {thing.copies}" if thing.copies > 1 else ""
            stand_in = " (stand-in)" if thing.stand_in else ""
            lines += [f"**{thing.title}**{copies}{stand_in}", ""]
            for paragraph in card_text(game, thing).paragraphs:
                if lines[-1].startswith("- ") and paragraph.style != "bullet":
                    lines.append("")
                heading = f"*{paragraph.heading}.* " if paragraph.heading else ""
                mark = "- " if paragraph.style == "bullet" else ""
                lines.append(f"{mark}{heading}{paragraph.text}")
                if paragraph.style != "bullet":
                    lines.append("")
            if lines[-1]:
                lines.append("")
    return "\n".join(lines).rstrip() + "\n"
