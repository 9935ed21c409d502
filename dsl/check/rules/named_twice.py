"""A thing named twice in a list of things: such a list is a set, which has each of them once."""

from __future__ import annotations

from ... import model as m
from ..report import Report
from ..walk import nodes, played


def named_twice(game: m.CheckedGame, report: Report) -> None:
    for listing in nodes((game.defines, played(game))):
        if not isinstance(listing, m.Listing) or not isinstance(listing.type, m.SetType):
            continue
        named: dict[str, m.Value] = {}
        for item in listing.items:
            match item:
                case m.ThingConstant(name) | m.CopiesConstant(name):
                    remedy = f"For two of them write `x 2` behind the title of `{name}` and name it once."
                case m.EnumConstant(_, name):
                    remedy = "Leave one out."
                case _:
                    continue
            first = named.setdefault(name, item)
            if first is not item:
                report.warning(
                    "named-twice",
                    f"`{name}` is named twice, and counts once",
                    item.span,
                    other=((first.span, "here it is named before"),),
                    help=remedy,
                )
