"""What lies on the table besides things: options, enums, resources, dice, boards and maps."""

from __future__ import annotations

from itertools import pairwise

from ... import model as m
from ...syntax import tree
from .. import types
from ..events import event
from ..names import listed, option_type
from ..prose import prose
from ..queries import query
from ..values import expect, number, value
from ..world import World
from . import members
from .scopes import game_scope, nameless_scope

MOST_FACES = 1_000


def options(world: World) -> dict[str, m.OptionDeclaration]:
    found: dict[str, m.OptionDeclaration] = {}
    for name, node in world.index.options.items():
        scope = nameless_scope(world, "option")
        of = option_type(scope, name)
        values: tuple[tuple[str, str], ...] = ()
        default: int | bool | str | tuple[str, ...] = ()
        if node.truth is not None:
            default = node.truth
        elif node.kind is not None:
            if node.kind.text in world.index.enums:
                values = tuple((v.name.text, _title(v.name, v.title)) for v in world.index.enums[node.kind.text].values)
            elif world.is_kind(node.kind.text):
                values = tuple(
                    (t.name, t.node.title.value)
                    for t in world.things.values()
                    if any(k in world.all_kinds(t) for k in world.kinds_in(node.kind.text))
                )
            elif not types.unknown(of):
                world.report.error(
                    "bad-option",
                    "An option offers values of an enum or things of a Kind",
                    node.kind.span,
                    f"`{node.kind.text}` has no list of values",
                )
            default = () if node.several or not values else values[0][0]
        else:
            values = tuple((v.name.text, _title(v.name, v.title)) for v in node.values)
            default = values[0][0] if values else ""
            seen: set[str] = set()
            for choice in node.values:
                if choice.name.text in seen:
                    world.report.error(
                        "bad-option", f"`{choice.name.text}` is offered twice", choice.name.span, "once more"
                    )
                seen.add(choice.name.text)
            if len(values) == 1:
                world.report.error(
                    "bad-option",
                    "An option needs at least two values",
                    node.values[0].span,
                    "there is nothing to choose",
                    help="Add another value.",
                )
        found[name] = m.OptionDeclaration(
            name, node.title.value, of, node.several, values, default, prose(world, node), span=node.span
        )
    return found


def _title(name: tree.Name, title: tree.Text | None) -> str:
    return title.value if title is not None else members.words(name.text)


def enums(world: World) -> dict[str, m.EnumDeclaration]:
    """The enums, and one more for each option with listed values, by the option's name."""
    found: dict[str, m.EnumDeclaration] = {}
    for name, node in world.index.enums.items():
        title = node.title.value if node.title is not None else members.kind_noun(name)
        values = tuple((v.name.text, _title(v.name, v.title), v.symbol.value if v.symbol else "") for v in node.values)
        found[name] = m.EnumDeclaration(name, title, values, prose(world, node), span=node.span)
    for name, option in world.index.options.items():
        if option.kind is None and option.truth is None:
            listed_values = tuple((v.name.text, _title(v.name, v.title), "") for v in option.values)
            found[name] = m.EnumDeclaration(
                name, option.title.value, listed_values, prose(world, option), span=option.span
            )
    return found


def resources(world: World) -> dict[str, m.ResourceDeclaration]:
    found: dict[str, m.ResourceDeclaration] = {}
    for name, node in world.index.resources.items():
        scope = nameless_scope(world, "resource")
        count: int | None = None
        if node.count is not None:
            one = number(scope, node.count, "how many there are")
            if isinstance(one, m.Literal) and isinstance(one.value, int):
                count = one.value
            elif not types.is_hole(one):
                world.report.error(
                    "wrong-type", "How many there are has to be a plain number", node.count.span, "expected a number"
                )
        payer = None
        if node.of is not None:
            of = world.kind_type(node.of)
            payer = scope.fresh("payer", of, node.of.span)
            scope.this, scope.this_value = of, payer
        inner = scope
        source = None
        if node.source is not None:
            source, inner = query(scope, node.source)
        gives = None if node.gives is None else number(inner, node.gives, "what it gives")
        kind = None if node.gives_kind is None else value(inner, node.gives_kind)
        spend = None
        if node.spend is not None:
            done = event(inner, node.spend)
            spend = done.event if done is not None else None
        room = None if node.room is None else number(inner, node.room, "the room")
        free = None if node.free is None else number(inner, node.free, "what is free")
        found[name] = m.ResourceDeclaration(
            name,
            members.noun(node.noun.value),
            count,
            node.of.text if node.of else None,
            payer,
            source,
            gives,
            kind,
            spend,
            node.succession,
            room,
            free,
            prose(world, node),
            span=node.span,
        )
    return found


def dice(world: World) -> dict[str, m.Die]:
    found: dict[str, m.Die] = {}
    for name, node in world.index.dice.items():
        scope = nameless_scope(world, "die")
        of = world.kind_type(node.kind)
        faces: list[m.Value] = []
        total = sum(face.count for face in node.faces)
        if not 1 <= total <= MOST_FACES:
            world.report.error(
                "value-out-of-range",
                f"A die cannot have {total} faces",
                node.name.span,
                f"a die has from 1 to {MOST_FACES:,} faces",
            )
        for face in node.faces if total <= MOST_FACES else ():
            faces.extend([expect(scope, face.value, of, f"a face of `{name}`")] * face.count)
        found[name] = m.Die(name, node.title.value, of, tuple(faces), prose(world, node), span=node.span)
    return found


# ------------------------------------------------------------------------------------------------ boards and maps


def boards(world: World) -> dict[str, m.Board]:
    found: dict[str, m.Board] = {}
    for node in world.index.boards:
        scope = game_scope(world, "board")
        scope.you = None
        kind = world.content_kind(node.kind)
        links: list[str] = []
        things: list[m.Query] = []
        grid = False
        for source in node.sources:
            if isinstance(source, tree.Name):
                if source.text == "grid":
                    grid = True
                else:
                    links.append(source.text)
            else:
                one, _ = query(scope, source)
                if one is not None:
                    things.append(one)
                    _ends(world, source)
        before = found.get(kind)
        if before is not None:
            world.report.error(
                "duplicate-declaration", f"Two boards are of {kind}", node.kind.span, "a second one",
                other=((before.span, "the first one"),), help="Join the two lines.",
            )  # fmt: skip
        found[kind] = m.Board(kind, tuple(links), tuple(things), grid, span=node.kind.span)
    return found


def _ends(world: World, node: tree.Query) -> None:
    for kind in world.kinds_in(node.kind.text):
        if "ends" not in world.table(kind):
            world.report.error(
                "wrong-type",
                f"{types.article(kind)[:1].upper()}{types.article(kind)[1:]} joins no places",
                node.kind.span,
                "it has no attribute `ends`",
                help=f"Declare in the Kind {kind}: `ends: {world.place_kind} set`.",
            )


def maps(world: World) -> dict[str, m.Map]:
    found: dict[str, m.Map] = {}
    links = {source.text for board in world.index.boards for source in board.sources if isinstance(source, tree.Name)}
    places: dict[str, set[str]] = {}
    for name, node in world.index.maps.items():
        kind = world.content_kind(node.kind)
        own = [t for t in world.things.values() if t.declared.belongs_to == name]
        places[name] = {t.name for t in own if any(world.is_a(k, kind) for k in t.kinds)}
    for name, node in world.index.maps.items():
        found[name] = _map(world, node, links, places)
    return found


def _map(world: World, node: tree.Map, links: set[str], places: dict[str, set[str]]) -> m.Map:
    scope = nameless_scope(world, "map")
    name = node.name.text
    values: dict[str, m.Value] = {}
    includes: list[str] = []
    stand_in = False
    chains: dict[str, list[tuple[str, str]]] = {}
    for item in node.items:
        if isinstance(item, tree.Property):
            if item.name.text == "stand_in":
                stand_in = not (isinstance(item.values[0], tree.Truth) and not item.values[0].value)
            elif item.name.text == "includes":
                includes.extend(_included(world, item))
            else:
                read = [value(scope, v) for v in item.values]
                values[item.name.text] = (
                    read[0] if len(read) == 1 else m.Listing(tuple(read), m.SetType(read[0].type), span=item.span)
                )
    # maps of one Kind can be laid together, so a link may lead to a place of another
    known = {t.name for t in world.things.values() if any(world.is_a(k, node.kind.text) for k in t.kinds)}
    for item in node.items:
        if isinstance(item, tree.Link):
            if item.name.text not in links:
                world.report.unknown(
                    "link", item.name.text, item.name.span, links,
                    f"Say in the line of the board what joins places: `board {node.kind.text}: {item.name.text}`.",
                )  # fmt: skip
            for chain in item.chains:
                for place in chain:
                    if place.text not in known:
                        from ...diagnostics.nearest import nearest

                        meant = nearest(place.text, known)
                        world.report.error(
                            "map-link-unknown",
                            f"There is no place `{place.text}`",
                            place.span,
                            "in no table of any map",
                            help=f"Did you mean `{meant}`?"
                            if meant
                            else f"Add a row with this name to `table {node.kind.text}`.",
                        )
                chains.setdefault(item.name.text, []).extend((a.text, b.text) for a, b in pairwise(chain))
    own = [t.name for t in world.things.values() if t.declared.belongs_to == name]
    mine = tuple(n for n in own if n in places[name])
    rest = tuple(n for n in own if n not in places[name])
    return m.Map(
        name,
        node.title.value,
        node.kind.text,
        values,
        tuple(includes),
        mine,
        rest,
        {k: tuple(v) for k, v in chains.items()},
        stand_in,
        prose(world, node),
        span=node.span,
    )


def _included(world: World, item: tree.Property) -> list[str]:
    found: list[str] = []
    for node in item.values:
        if isinstance(node, tree.Word) and node.text in world.index.maps:
            found.append(node.text)
        elif isinstance(node, tree.Word):
            maps_ = set(world.index.maps)
            world.report.unknown("map", node.text, node.span, maps_, f"There are: {listed(sorted(maps_))}.")
        else:
            world.report.error("wrong-type", "`includes` names maps", node.span, "expected the name of a map")
    return found


__all__ = ["boards", "dice", "enums", "maps", "options", "resources"]
