"""What stands around a game: campaigns, builds, decks, scores, contents, laws, readings, aliases."""

from __future__ import annotations

from collections.abc import Iterable

from ... import model as m
from ...source import Span
from ...syntax import tree
from .. import types
from ..conditions import condition
from ..members import Attr, BuiltinMember, ZoneMember
from ..prose import filled, prose
from ..scope import Bound
from ..statements import block
from ..values import number, value
from ..world import World
from . import members
from .scopes import game_scope, nameless_scope


def campaigns(world: World) -> dict[str, m.Campaign]:
    found: dict[str, m.Campaign] = {}
    for name, node in world.index.campaigns.items():
        values: dict[str, m.Value] = {}
        keeps: list[m.Keep] = []
        sections: dict[str, m.Block] = {}
        for item in node.items:
            scope = nameless_scope(world, "campaign")
            match item:
                case tree.Property(name=key, values=of):
                    read = [value(scope, v) for v in of]
                    values[key.text] = (
                        read[0] if len(read) == 1 else m.Listing(tuple(read), m.SetType(read[0].type), span=item.span)
                    )
                case tree.Section(name=key):
                    sections[key.text] = block(scope, item.block)
                    members.finish(scope)
                case tree.Keep():
                    keeps.append(_keep(world, item))
                case _:
                    pass
        found[name] = m.Campaign(
            name, node.title.value, values, tuple(keeps), sections, prose(world, node), span=node.span
        )
    return found


def _keep(world: World, item: tree.Keep) -> m.Keep:
    if item.attribute is not None:
        member = world.game_table[item.attribute.name.text]
        assert isinstance(member, Attr)
        return m.Keep(members.attribute(nameless_scope(world, "campaign"), member), (), None, span=item.span)
    keys: list[str] = []
    if item.of is None:
        for name in item.names:
            found = world.game_table.get(name.text)
            if isinstance(found, (Attr, ZoneMember)):
                keys.append(found.key)
            else:
                known = {n for n, z in world.game_table.items() if isinstance(z, (Attr, ZoneMember))}
                world.report.unknown(
                    "zone or state", name.text, name.span, known, "A zone or a state of the game can be kept."
                )
        return m.Keep(None, tuple(keys), None, span=item.span)
    kind = world.content_kind(item.of)
    table = world.table(world.kinds_in(kind)[0])
    for name in item.names:
        of = table.get(name.text)
        if isinstance(of, (Attr, ZoneMember)):
            keys.append(of.key)
        elif isinstance(of, BuiltinMember):
            keys.append(of.name)
        else:
            known = {n for n, a in table.items() if isinstance(a, (Attr, ZoneMember, BuiltinMember))}
            world.report.unknown(f"attribute of {kind}", name.text, name.span, known, f"Declare it in the Kind {kind}.")
    return m.Keep(None, tuple(keys), kind, span=item.span)


def builds(world: World) -> dict[str, m.Build]:
    found: dict[str, m.Build] = {}
    for name, node in world.index.builds.items():
        scope = nameless_scope(world, "build")
        local = scope.bind(node.parameter.name, world.type_of(node.parameter.type), "parameter")
        requires: list[m.Require] = []
        for item in node.items:
            if isinstance(item, tree.Define):
                scope.names[item.name.text] = Bound(value(scope, item.value), item.name.span, "define")
            else:
                requires.append(
                    m.Require(item.text.value, condition(scope.inner(), item.condition)[0], item.advice, span=item.span)
                )
        found[name] = m.Build(name, node.title.value, local, tuple(requires), prose(world, node), span=node.span)
    return found


def decks(world: World) -> dict[str, m.Deck]:
    found: dict[str, m.Deck] = {}
    for name, node in world.index.decks.items():
        scope = nameless_scope(world, "deck")
        values: dict[str, m.Value] = {}
        lines: list[tuple[int, str]] = []
        for item in node.items:
            if isinstance(item, tree.Property):
                if item.name.text == "game" and len(item.values) == 1 and isinstance(item.values[0], tree.Word):
                    _home(world, item.values[0])  # for deck files that lie elsewhere
                    continue
                read = [value(scope, v) for v in item.values]
                values[item.name.text] = (
                    read[0] if len(read) == 1 else m.Listing(tuple(read), m.SetType(read[0].type), span=item.span)
                )
            else:
                lines += deck_lines(world, (item,))
        found[name] = m.Deck(name, node.title.value, values, tuple(lines), span=node.span)
    return found


def deck_lines(world: World, nodes: Iterable[tree.DeckLine]) -> tuple[tuple[int, str], ...]:
    """How many of what; a patch says `0 bolt` for what is in the deck no longer."""
    lines: list[tuple[int, str]] = []
    for node in nodes:
        if node.name.text in world.things:
            if node.count.value:
                lines.append((node.count.value, node.name.text))
        else:
            help_ = "A line of a deck names a declared thing."
            world.report.unknown("thing", node.name.text, node.name.span, set(world.things), help_)
    return tuple(lines)


def _home(world: World, node: tree.Word) -> None:
    """A deck in the folder of a game is for this game, or for the mod that brings it."""
    games = [one.name.text for one in (world.index.game, *world.index.mods) if one is not None]
    if node.text not in games:
        world.report.unknown("game", node.text, node.span, games, f"A deck in this folder is for {games[-1]}.")


def score(world: World) -> m.Score | None:
    if not world.index.scores:
        return None
    node = world.index.scores[0]
    scope = game_scope(world, "score")
    test = None
    if node.when is not None:
        test = condition(scope, node.when.condition)[0]
        if node.when.negated:
            test = m.Not(test, m.TRUTH, span=node.when.span)
    of = None
    if node.of is not None:
        of = scope.bind(node.of.name, world.type_of(node.of.type), "parameter")
        kind = types.kind_of(of.type)
        if kind not in (None, world.seat_kind, "Seat"):
            world.report.error(
                "wrong-type",
                f"A score is of all together, or of each {world.seat_kind}",
                node.of.type.span,
                f"this is {types.describe(of.type)}",
                help=f'Write `score "{node.title.value}" of {world.seat_kind} {node.of.name.text}`: that is what '
                "sits on the seats.",
            )
    lines = [
        (number(scope, i.value, "a line of the score"), i.text.value)
        for i in node.lines
        if isinstance(i, tree.ScoreLine)
    ]
    ranks = [
        (None if i.value is None else number(scope, i.value, "the least score of a rank"), i.text.value)
        for i in node.lines
        if isinstance(i, tree.Rank)
    ]
    return m.Score(node.title.value, test, tuple(lines), tuple(ranks), of, span=node.span)


def contents(world: World) -> dict[str, m.Contents]:
    """What is in the box, counted. In a mod, the lists of its base tell what it makes of the box."""
    sure = not any(thing.faulty for thing in world.things.values())
    found: dict[str, m.Contents] = {}
    for name, node in world.index.contents.items():
        lines: list[tuple[int, str, bool]] = []
        for line in node.lines:
            count = line.count.value or 0
            if isinstance(line.what, tree.Text):
                lines.append((count, line.what.value, False))
                continue
            text = line.what.text
            there = _counted(world, text)
            if node.span.path in world.homes:
                if there:
                    lines.append((there, text, True))
                continue
            if there is None:
                known = {
                    *world.things,
                    *world.kinds,
                    *world.group_kinds,
                    *world.index.resources,
                    *world.index.dice,
                    *world.index.maps,
                }
                world.report.unknown(
                    "thing or Kind",
                    text,
                    line.what.span,
                    known,
                    'What has no rules is written in quotes: `1 "castle"`.',
                )
                continue
            lines.append((count, text, True))
            if there != count and sure:
                world.report.error(
                    "wrong-count",
                    f"There {'is' if there == 1 else 'are'} {there} {text}, not {count}",
                    line.count.span.to(line.what.span),
                    f"the declarations make {there}",
                    other=_declared(world, text),
                    help="Correct the number here, or the copies (`x n`) where it is declared.",
                )
        found[name] = m.Contents(name, node.title.value, tuple(lines), prose(world, node), span=node.span)
    return found


def _counted(world: World, name: str) -> int | None:
    index = world.index
    if name in world.things:
        return world.things[name].copies
    if name in index.resources:
        count = index.resources[name].count
        return count.value if isinstance(count, tree.Number) else None
    if name in index.dice or name in index.maps:
        return 1
    if world.is_kind(name):
        wanted = world.kinds_in(name)
        return sum(t.copies for t in world.things.values() if any(k in world.all_kinds(t) for k in wanted))
    return None


def _declared(world: World, name: str) -> tuple[tuple[Span, str], ...]:
    if name in world.things:
        return ((world.things[name].node.name.span, "declared here"),)
    if name in world.index.resources:
        return ((world.index.resources[name].name.span, "declared here"),)
    if name in world.index.kinds:
        return ((world.index.kinds[name].name.span, "the Kind is declared here"),)
    return ()


def cites(world: World, names: tuple[tree.Name, ...]) -> tuple[str, ...]:
    """Rule ids; they have to begin as the game says."""
    game = world.index.game
    prefix = game.cites if game is not None else None
    for name in names:
        if prefix is not None and not name.text.startswith(f"{prefix.text}-"):
            world.report.error(
                "cites-unknown",
                f"`{name.text}` is no rule of this game",
                name.span,
                f"rules of this game begin with {prefix.text}-",
                other=((prefix.span, "said here"),),
                help=f"Write {prefix.text}- and the number of the rule.",
            )
    return tuple(name.text for name in names)


def laws(world: World) -> dict[str, m.Law]:
    found: dict[str, m.Law] = {}
    for name, node in world.index.laws.items():
        scope = nameless_scope(world, "law")
        test = condition(scope, node.condition)[0]
        found[name] = m.Law(
            name, filled(world, node.text.value, node.text.span), test, cites(world, node.cites), span=node.span
        )
    return found


def readings(world: World) -> dict[str, m.Reading]:
    found: dict[str, m.Reading] = {}
    for name, node in world.index.readings.items():
        option = None
        if node.option is not None:
            option = node.option.text
            if option not in world.index.options:
                world.report.unknown(
                    "option",
                    option,
                    node.option.span,
                    set(world.index.options),
                    f'Declare it: `option {option} "...": ...`.',
                )
        because = filled(world, node.because.value, node.because.span) if node.because is not None else None
        title, decision = (filled(world, text.value, text.span) for text in (node.title, node.decision))
        found[name] = m.Reading(name, title, cites(world, node.cites), decision, because, option, span=node.span)
    return found


def aliases(world: World) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, node in world.index.aliases.items():
        of = node.of.text
        index = world.index
        known = {*world.names, *index.verbs, *index.actions, *index.rules, *index.menus, *index.phases, *world.kinds}
        if of not in known:
            world.report.unknown("name", of, node.of.span, known, "An alias gives another name to something declared.")
        found[name] = of
    return found


__all__ = ["aliases", "builds", "campaigns", "cites", "contents", "decks", "laws", "readings", "score"]
