"""What is wrong with a game although every name and type is right. One file a rule."""

from __future__ import annotations

from ... import model as m
from ..declare import Index
from ..report import Report
from ..world import World
from .missing_declaration import missing_declaration


def before_assembly(index: Index, report: Report, broken: bool) -> None:
    if not broken:
        missing_declaration(index, report)


def run_rules(game: m.CheckedGame, world: World, broken: bool) -> None:
    return
