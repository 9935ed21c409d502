"""Reads one declaration of a game whose shape is known: what an editor asks about a place costs no whole check."""

from __future__ import annotations

from attrs import evolve

from ..syntax import tree
from .abilities import abilities
from .assemble import around, members, play, stuff
from .assemble.kinds import groups, kind
from .assemble.scopes import game_scope, nameless_scope
from .assemble.tests import Test
from .assemble.things import ending as read_ending
from .assemble.things import thing
from .members import Attr, DefineMember, ZoneMember
from .statements import block
from .world import World


def read_declaration(world: World, node: tree.Declaration) -> None:
    """Reads what a declaration says, for the world's trace and report. The declaration has to be part of the world."""
    world.infer_define = lambda member: members.infer_define(world, member)
    for name in world.kinds:
        world.table(name)
    match node:
        case tree.Game():
            scope = nameless_scope(world, "game")
            for attribute in node.state:
                member = world.game_table.get(attribute.name.text)
                if isinstance(member, Attr):
                    members.attribute(scope, member)
        case tree.Kind(name=of_kind):
            if of_kind.text in world.kinds:
                kind(world, world.kinds[of_kind.text])
        case tree.Thing(name=of_thing):
            if of_thing.text in world.things:
                thing(world, world.things[of_thing.text])
        case tree.TableDeclaration(table=table):
            for info in world.things.values():
                inside = info.node.span.path == node.span.path
                if info.declared.of_row and inside and table.span.start <= info.node.span.start < table.span.end:
                    thing(world, info)
        case tree.Test():
            Test(world, node).read()
        case tree.VerbDeclaration(verb=verb):
            play.verb(world, verb, "")
        case tree.DefineDeclaration(define=of):
            member = world.game_table.get(of.name.text)
            if isinstance(member, DefineMember):
                members.define(world, member)
        case tree.GlobalZone(zone=zone):
            member = world.game_table.get(zone.name.text)
            if isinstance(member, ZoneMember):
                members.zone(game_scope(world, "zone"), member)
        case tree.Rule(name=of_rule):
            abilities(game_scope(world, "rule"), node.abilities, of_rule.text)
        case tree.Phase() | tree.Flow():
            block(game_scope(world, "phase"), node.block)
        case tree.Setup():
            for step in node.steps:
                block(nameless_scope(world, "setup"), step.block)
        case tree.EndingDeclaration(ending=ending):
            read_ending(nameless_scope(world, "ending"), ending)
        case _:
            _read_alone(world, node)


def _read_alone(world: World, node: tree.Declaration) -> None:
    """Those sorts of which a game has few, or which nothing else speaks of while they are read."""
    whole = world.index
    try:
        match node:
            case tree.ActionDeclaration(action=action):
                world.index = evolve(whole, actions={action.name.text: node})
                play.actions(world)
            case tree.Campaign(name=name):
                world.index = evolve(whole, campaigns={name.text: node})
                around.campaigns(world)
            case tree.Build(name=name):
                world.index = evolve(whole, builds={name.text: node})
                around.builds(world)
            case tree.Deck(name=name):
                world.index = evolve(whole, decks={name.text: node})
                around.decks(world)
            case tree.Score():
                world.index = evolve(whole, scores=[node])
                around.score(world)
            case tree.Law(name=name):
                world.index = evolve(whole, laws={name.text: node})
                around.laws(world)
            case tree.Resource():
                stuff.resources(world)
            case tree.Die():
                stuff.dice(world)
            case tree.Board():
                stuff.boards(world)
            case tree.Map():
                stuff.maps(world)
            case tree.Option():
                stuff.options(world)
            case tree.Group():
                groups(world)
            case _:
                pass
    finally:
        world.index = whole
