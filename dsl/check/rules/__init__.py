"""What is wrong with a game although every name and type is right. One file a rule."""

from __future__ import annotations

from ... import model as m
from ..declare import Index
from ..report import Report
from ..world import World
from .constant_reads_itself import constant_reads_itself
from .counts_supply import counts_supply
from .endless_loop import endless_loop
from .group_reads_itself import group_reads_itself
from .happens import Happens
from .misplaced_file import misplaced_file
from .missing_declaration import missing_declaration
from .named_twice import named_twice
from .never_in_play import never_in_play
from .never_offered import never_offered
from .never_used import never_used
from .no_wording import no_wording
from .not_known_yet import not_known_yet
from .trigger_never_fires import trigger_never_fires
from .unreachable_phase import unreachable_phase
from .unwritten_attribute import unwritten_attribute
from .value_out_of_range import value_out_of_range


def before_assembly(index: Index, report: Report, broken: bool) -> None:
    if not broken:
        missing_declaration(index, report)


def run_rules(game: m.CheckedGame, world: World, failed: bool) -> None:
    """`failed`: there are errors already. What was left out might be what a rule misses, so only sure rules run."""
    report = world.report
    endless_loop(game, world)
    constant_reads_itself(game, report)
    misplaced_file(world)
    if failed:
        return
    group_reads_itself(game, report)
    not_known_yet(game, report)
    value_out_of_range(game, world)
    happens = Happens(game)
    trigger_never_fires(game, happens, report)
    never_offered(game, happens, report)
    unreachable_phase(game, happens, report)
    no_wording(game, report)
    unwritten_attribute(game, report)
    never_used(game, report)
    counts_supply(game, report)
    named_twice(game, report)
    never_in_play(game, world)
