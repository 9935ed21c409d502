"""First pass: collects what all files declare, by category and name. Later passes look names up here.

`replace`, `patch` and `remove` of a mod are applied before (mods.py).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from attrs import define, field

from .. import vocabulary
from ..source import Span
from ..syntax import tree
from .report import Report

KindLike = tree.Kind | tree.Group | tree.Enum | tree.Resource
Node = TypeVar("Node", bound=tree.Node)


@define
class Index:
    """Every declaration, in the order of files and lines. Things of tables are still in their tables."""

    game: tree.Game | None = None
    mods: list[tree.Mod] = field(factory=list)
    kinds: dict[str, tree.Kind] = field(factory=dict)
    groups: dict[str, tree.Group] = field(factory=dict)
    enums: dict[str, tree.Enum] = field(factory=dict)
    resources: dict[str, tree.Resource] = field(factory=dict)
    options: dict[str, tree.Option] = field(factory=dict)
    dice: dict[str, tree.Die] = field(factory=dict)
    zones: dict[str, tree.GlobalZone] = field(factory=dict)
    boards: list[tree.Board] = field(factory=list)
    maps: dict[str, tree.Map] = field(factory=dict)
    defines: dict[str, tree.DefineDeclaration] = field(factory=dict)
    verbs: dict[str, tree.VerbDeclaration] = field(factory=dict)
    actions: dict[str, tree.ActionDeclaration] = field(factory=dict)
    rules: dict[str, tree.Rule] = field(factory=dict)
    menus: dict[str, tree.Menu] = field(factory=dict)
    phases: dict[str, tree.Phase] = field(factory=dict)
    flows: list[tree.Flow] = field(factory=list)
    setups: dict[str, tree.Setup] = field(factory=dict)
    endings: dict[str, tree.EndingDeclaration] = field(factory=dict)
    items: list[tree.Thing | tree.TableDeclaration] = field(factory=list)
    things: dict[str, tree.Thing] = field(factory=dict)
    campaigns: dict[str, tree.Campaign] = field(factory=dict)
    builds: dict[str, tree.Build] = field(factory=dict)
    decks: dict[str, tree.Deck] = field(factory=dict)
    scores: list[tree.Score] = field(factory=list)
    contents: dict[str, tree.Contents] = field(factory=dict)
    laws: dict[str, tree.Law] = field(factory=dict)
    readings: dict[str, tree.Reading] = field(factory=dict)
    aliases: dict[str, tree.Alias] = field(factory=dict)
    tests: list[tree.Test] = field(factory=list)


def declare(declarations: Iterable[tree.Declaration], report: Report) -> Index:
    index = Index()
    declarations = list(declarations)
    modded = any(isinstance(node, tree.Mod) for node in declarations)
    capital: dict[str, Span] = {}
    spoken: dict[str, Span] = {}
    values: dict[str, Span] = {}
    events: dict[str, Span] = {}

    def put(table: dict[str, Node], name: tree.Name, node: Node, what: str, *spaces: dict[str, Span]) -> None:
        """Enters a declaration, unless its name is taken in its own table or in one of the shared spaces."""
        before = table.get(name.text)
        place = _name_span(before) if before is not None else None
        for space in spaces:
            place = place or space.get(name.text)
        if place is not None:
            duplicate(report, what, name, place, _instead(node, before) if modded else "")
            return
        for space in spaces:
            space[name.text] = name.span
        table[name.text] = node

    for node in declarations:
        match node:
            case tree.Game(name=name):
                if index.game is not None:
                    duplicate(report, "game", name, index.game.name.span)
                else:
                    index.game = node
                    for attribute in node.state:
                        put({}, attribute.name, attribute, "state", values)
            case tree.Mod():
                index.mods.append(node)
            case tree.Kind(name=name):
                if _free_kind(name, report):
                    put(index.kinds, name, node, "Kind", capital)
            case tree.Group(name=name):
                if _free_kind(name, report):
                    put(index.groups, name, node, "group", capital)
            case tree.Enum(name=name):
                if _free_kind(name, report):
                    put(index.enums, name, node, "enum", capital)
                    _enum_values(node, report)
            case tree.Resource(name=name):
                if _free_kind(name, report):
                    put(index.resources, name, node, "resource", capital)
            case tree.Option(name=name):
                put(index.options, name, node, "option", values)
            case tree.Die(name=name):
                put(index.dice, name, node, "die", values)
            case tree.GlobalZone(zone=zone):
                put(index.zones, zone.name, node, "zone", values)
            case tree.Board():
                index.boards.append(node)
            case tree.Map(name=name):
                put(index.maps, name, node, "map", spoken)
            case tree.DefineDeclaration(define=of):
                if _free(of.name, vocabulary.FUNCTIONS, "built-in function", report):
                    put(index.defines, of.name, node, "define", values)
            case tree.VerbDeclaration(verb=verb):
                if _free(verb.name, vocabulary.VERBS, "built-in verb", report):
                    put(index.verbs, verb.name, node, "verb", events)
            case tree.ActionDeclaration(action=action):
                put(index.actions, action.name, node, "action", events)
            case tree.Rule(name=name):
                put(index.rules, name, node, "rule")
            case tree.Menu(name=name):
                put(index.menus, name, node, "menu")
            case tree.Phase(name=name):
                put(index.phases, name, node, "phase", events)
            case tree.Flow():
                if index.flows:
                    _duplicate_part("flow", node, index.flows[0], report)
                else:
                    index.flows.append(node)
            case tree.Setup(name=name):
                put(index.setups, name, node, "set-up")
                seen: dict[str, tree.SetupStep] = {}
                for step in node.steps:
                    put(seen, step.name, step, "step of this set-up")
            case tree.EndingDeclaration(ending=ending):
                put(index.endings, ending.name, node, "ending")
            case tree.Thing(name=name):
                put(index.things, name, node, "thing", spoken)
                index.items.append(node)
            case tree.TableDeclaration():
                index.items.append(node)
            case tree.Campaign(name=name):
                put(index.campaigns, name, node, "campaign")
            case tree.Build(name=name):
                put(index.builds, name, node, "build")
            case tree.Deck(name=name):
                put(index.decks, name, node, "deck")
            case tree.Score():
                if index.scores:
                    _duplicate_part("score", node, index.scores[0], report)
                else:
                    index.scores.append(node)
            case tree.Contents(name=name):
                put(index.contents, name, node, "list of contents")
            case tree.Law(name=name):
                put(index.laws, name, node, "law")
            case tree.Reading(name=name):
                put(index.readings, name, node, "reading")
            case tree.Alias(name=name):
                put(index.aliases, name, node, "alias")
            case tree.Test():
                index.tests.append(node)
            case tree.Remove():
                pass
    return index


def _instead(node: tree.Node, before: tree.Node | None) -> str:
    """How a mod says that a declaration takes the place of the game's."""
    if type(node) is not type(before):
        return ""
    return " Or put `replace` before it." if hasattr(node, "mode") else " Or `remove` the first one."


def duplicate(report: Report, what: str, name: tree.Name, before: Span, instead: str = "") -> None:
    report.error(
        "duplicate-declaration",
        f"`{name.text}` is declared twice",
        name.span,
        f"this {what} has a name that is taken",
        other=((before, "declared here first"),),
        help=f"Give one of them another name, or take one of them out.{instead}",
    )


def _duplicate_part(what: str, node: tree.Node, before: tree.Node, report: Report) -> None:
    report.error(
        "duplicate-declaration",
        f"A game has one {what}, this is a second one",
        first_words(node.span, len(what)),
        other=((first_words(before.span, len(what)), "the first one"),),
        help="Join the two, or take one of them out.",
    )


def first_words(span: Span, length: int) -> Span:
    """The beginning of a long stretch, where its first word stands."""
    return Span(span.path, span.start, min(span.end, span.start + length))


def _name_span(node: tree.Node) -> Span:
    for part in ("name", "zone", "define", "verb", "action", "ending"):
        found = getattr(node, part, None)
        if isinstance(found, tree.Name):
            return found.span
        if isinstance(found, tree.Node):
            return _name_span(found)
    return node.span


def _enum_values(node: tree.Enum, report: Report) -> None:
    seen: dict[str, Span] = {}
    for value in node.values:
        if value.name.text in seen:
            duplicate(report, f"value of {node.name.text}", value.name, seen[value.name.text])
        seen[value.name.text] = value.name.span


def _free(name: tree.Name, taken: Iterable[str], what: str, report: Report) -> bool:
    if name.text not in set(taken):
        return True
    report.error(
        "reserved-name",
        f"`{name.text}` is a {what}",
        name.span,
        "this name is taken by the language",
        help="Choose another name.",
    )
    return False


def _free_kind(name: tree.Name, report: Report) -> bool:
    return _free(name, vocabulary.KINDS, "built-in Kind", report)
