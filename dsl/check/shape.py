"""Second pass: from declarations to the shape of the game (world.py)."""

from __future__ import annotations

from collections.abc import Iterator

from .. import vocabulary
from ..model import MOST_COPIES, MOST_THINGS
from ..source import NOWHERE, Span
from ..syntax import tree
from .declare import Index, duplicate
from .members import (
    Attr,
    BuiltinMember,
    Candidate,
    DefineMember,
    FaceMember,
    KindInfo,
    Member,
    PartMember,
    SectionMember,
    Table,
    ThingInfo,
    ZoneMember,
    face_title,
)
from .report import Report
from .tables import Declared, expand
from .world import World


def build_world(index: Index, report: Report) -> World:
    world = World(index, report)
    _kinds(world)
    _groups(world)
    if index.game is not None and index.game.seats is not None:
        seat_kind = index.game.seats.kind
        if seat_kind.text in world.kinds:
            world.seat_kind = seat_kind.text
        else:
            world.unknown_kind(seat_kind)
    boards = {board.kind.text for board in index.boards if board.kind.text in world.kinds}
    if len(boards) == 1:
        world.place_kind = boards.pop()
    else:
        places = [k.name for k in world.kinds.values() if "Place" in k.ancestors and not k.built_in]
        if len(places) == 1:
            world.place_kind = places[0]
    for kind in world.kinds.values():
        if kind.node is not None:
            _members(world, kind.own, kind.name, kind.node.items, False)
            _redeclared(world, kind.own, kind.ancestors[1:])
    for declared in expand(index, report).values():
        _thing(world, declared)
    _game_members(world)
    _steps(world)
    _names(world)
    return world


def _kinds(world: World) -> None:
    report = world.report
    for built_in in vocabulary.KINDS.values():
        if built_in.name in ("Zone", "Number", "Truth", "Text"):
            continue
        parents = (built_in.parent,) if built_in.parent else ()
        info = KindInfo(built_in.name, parents, None, built_in=True)
        world.kinds[built_in.name] = info
    for attribute in vocabulary.ATTRIBUTES.values():
        world.kinds[attribute.kind].own[attribute.name] = BuiltinMember(attribute.name, attribute)
    for node in world.index.kinds.values():
        world.kinds[node.name.text] = KindInfo(node.name.text, (), node)
    for node in world.index.kinds.values():
        parents_: list[str] = []
        for parent in node.parents:
            if parent.text in world.kinds:
                parents_.append(parent.text)
            elif parent.text in world.index.groups:
                report.error(
                    "wrong-type",
                    f"`{parent.text}` is a group, and a Kind cannot be below a group",
                    parent.span,
                    "expected a Kind",
                    other=((world.index.groups[parent.text].name.span, "declared as a group here"),),
                )
            else:
                world.unknown_kind(parent)
        world.kinds[node.name.text].parents = tuple(parents_) or ("Thing",)
    order: dict[str, tuple[str, ...]] = {}

    def climb(name: str, below: tuple[str, ...]) -> tuple[str, ...]:
        if name in order:
            return order[name]
        info = world.kinds[name]
        if name in below:
            assert info.node is not None
            report.error(
                "endless-kind", f"`{name}` is its own ancestor", info.node.name.span, "its parents lead back to it"
            )
            return (name,)
        found: dict[str, None] = {name: None}
        for parent in info.parents:
            found.update(dict.fromkeys(climb(parent, (*below, name))))
        declared = [k for k in found if not world.kinds[k].built_in]
        built_in = [k for k in found if world.kinds[k].built_in and k != "Thing"]
        order[name] = (*declared, *built_in, "Thing")
        return order[name]

    for name, info in world.kinds.items():
        info.ancestors = climb(name, ())


def _groups(world: World) -> None:
    groups = world.index.groups
    for name in groups:
        world.group_kinds[name] = ()

    def kinds(name: str, below: tuple[str, ...]) -> tuple[str, ...]:
        found: dict[str, None] = {}
        for query in groups[name].members:
            kind = query.kind.text
            if kind in groups:
                if kind in below:
                    world.report.error(
                        "endless-kind", f"`{kind}` is a member of itself", query.kind.span, "leads back to the group"
                    )
                else:
                    found.update(dict.fromkeys(kinds(kind, (*below, name, kind))))
            elif kind in world.kinds:
                found[kind] = None
            else:
                world.unknown_kind(query.kind)
        return tuple(found)

    for name in groups:
        world.group_kinds[name] = kinds(name, (name,)) or ("Thing",)


def _members(world: World, own: Table, owner: str, items: tuple[tree.Node, ...], of_thing: bool) -> None:
    report = world.report

    def put(name: tree.Name, member: Member, what: str) -> None:
        before = own.get(name.text)
        if before is not None:
            node = getattr(before, "node", None)
            place = node.name.span if node is not None and hasattr(node, "name") else NOWHERE
            duplicate(report, what, name, place)
            return
        inherited = world.kinds["Thing"].own.get(name.text)
        if inherited is not None and what in ("attribute", "zone", "part"):
            report.error(
                "reserved-name",
                f"Every thing has a built-in `{name.text}`",
                name.span,
                "this name is taken by the language",
                help="Choose another name.",
            )
            return
        own[name.text] = member

    for item in items:
        match item:
            case tree.Attribute(name=name):
                put(name, Attr(f"{owner}.{name.text}", name.text, owner, world.type_of(item.type), item), "attribute")
            case tree.Remembers(attribute=attribute):
                key = f"{owner}.{attribute.name.text}"
                member = Attr(key, attribute.name.text, owner, world.type_of(attribute.type), attribute, True)
                put(attribute.name, member, "attribute")
            case tree.Zone(name=name):
                content = world.content_kind(item.content.kind)
                put(name, ZoneMember(f"{owner}.{name.text}", name.text, owner, content, item), "zone")
            case tree.Faces(faces=faces):
                for face in faces:
                    title, _ = face_title(face.title.value if face.title else face.name.text.replace("_", " "))
                    put(face.name, FaceMember(f"{owner}.{face.name.text}", face.name.text, title, face), "face")
            case tree.FaceBody(name=name, title=label) if of_thing and name.text not in own:
                title = label.value if label else name.text.replace("_", " ")
                node = tree.FaceName(name, label, span=name.span)
                own[name.text] = FaceMember(f"{owner}.{name.text}", name.text, title, node)
            case tree.SectionDeclaration(name=name):
                put(name, SectionMember(f"{owner}.{name.text}", name.text, owner, item), "section")
            case tree.Part(name=name, kind=kind):
                if kind.text in world.kinds:
                    put(name, PartMember(f"{owner}.{name.text}", name.text, kind.text, item), "part")
                else:
                    world.unknown_kind(kind)
            case tree.Define(name=name):
                put(name, DefineMember(f"{owner}.{name.text}", name.text, owner, item, of_thing), "define")
            case _:
                pass


def _redeclared(world: World, own: Table, above: tuple[str, ...]) -> None:
    """Says of an attribute that a Kind above has something of this name: it would be another one beside it."""
    for name, member in own.items():
        if not isinstance(member, Attr):
            continue
        for kind in above:
            before = world.kinds[kind].own.get(name)
            if before is member or not isinstance(before, Attr | ZoneMember | SectionMember | DefineMember):
                continue
            value = f"{name}: ..." if member.remembered else f"{name} = ..."
            again = f" Another value for that of {kind} is written `{value}`, without its type."
            world.report.error(
                "duplicate-declaration",
                f"Every {kind} has a `{name}` already",
                member.node.name.span,
                "this would be a second one",
                other=((before.node.name.span, "declared here"),),
                help=f"Give it another name.{again if isinstance(before, Attr) else ''}",
            )
            break


def _thing(world: World, declared: Declared) -> None:
    node = declared.node
    kinds: list[str] = []
    for kind in node.kinds:
        if kind.text in world.kinds:
            kinds.append(kind.text)
        elif kind.text in world.group_kinds:
            world.report.error(
                "wrong-type", f"`{kind.text}` is a group, and a thing needs a Kind", kind.span, "expected a Kind"
            )
        else:
            world.unknown_kind(kind)
    face_kinds = []
    for item in node.items:
        if isinstance(item, tree.FaceBody):
            for kind in item.kinds:
                if kind.text in world.kinds:
                    face_kinds.append(kind.text)
                else:
                    world.unknown_kind(kind)
    faulty = len(kinds) < len(node.kinds)
    copies = 1 if node.copies is None or node.copies.value is None else node.copies.value
    before = sum(thing.copies for thing in world.things.values()) if copies > 1 else 0
    if node.copies is not None and (copies > MOST_COPIES or before + copies > MOST_THINGS):
        world.report.error(
            "value-out-of-range",
            f"There cannot be {copies:,} of `{declared.name}`",
            node.copies.span,
            f"at most {MOST_COPIES:,} copies of a thing, and {MOST_THINGS:,} things in all",
        )
        copies = 2
    info = ThingInfo(
        declared.name, tuple(kinds) or ("Thing",), copies, node, declared, face_kinds=tuple(face_kinds), faulty=faulty
    )
    inherited = {
        name for kind in info.kinds for name, member in world.table(kind).items() if isinstance(member, FaceMember)
    }
    items = tuple(i for i in node.items if not (isinstance(i, tree.FaceBody) and i.name.text in inherited))
    _members(world, info.own, declared.name, items, True)
    _redeclared(world, info.own, tuple(a for k in (*info.kinds, *face_kinds) for a in world.kinds[k].ancestors))
    world.things[declared.name] = info


def _game_members(world: World) -> None:
    table = world.game_table
    index = world.index
    if index.game is not None:
        for attribute in index.game.state:
            table[attribute.name.text] = Attr(
                f".{attribute.name.text}", attribute.name.text, "", world.type_of(attribute.type), attribute
            )
    for campaign in index.campaigns.values():
        for item in campaign.items:
            if isinstance(item, tree.Keep) and item.attribute is not None:
                name = item.attribute.name.text
                table[name] = Attr(f".{name}", name, "", world.type_of(item.attribute.type), item.attribute, kept=True)
    for name, zone in index.zones.items():
        content = world.content_kind(zone.zone.content.kind)
        table[name] = ZoneMember(f".{name}", name, "", content, zone.zone)
    for name, declared in index.defines.items():
        table[name] = DefineMember(f".{name}", name, "", declared.define)


def _steps(world: World) -> None:
    def walk(node: object) -> Iterator[tree.Node]:
        if isinstance(node, tuple):
            for item in node:
                yield from walk(item)
        elif isinstance(node, tree.Node):
            yield node
            for part in ("block", "otherwise", "steps", "branches", "modes", "does", "pays"):
                inner = getattr(node, part, None)
                if inner:
                    yield from walk(inner)

    index = world.index
    roots: list[object] = [*index.phases.values(), *index.flows, *(v.verb for v in index.verbs.values())]
    for rule in index.rules.values():
        roots.extend(rule.abilities)
    for node in walk(tuple(roots)):
        if isinstance(node, tree.Step):
            world.steps.setdefault(node.name.text, node.name.span)
        elif isinstance(node, tree.Turn) and node.of is not None:
            world.has_turns = True


def _names(world: World) -> None:
    index = world.index
    names = world.names

    def put(name: str, sort: str, owner: str, span: Span = NOWHERE) -> None:
        names.setdefault(name, []).append(Candidate(sort, owner, span))

    for name, member in world.game_table.items():
        match member:
            case Attr():
                put(name, "state", "", member.node.name.span)
            case ZoneMember():
                put(name, "zone", "Zone", member.node.name.span)
            case DefineMember():
                if not member.node.parameters:
                    put(name, "define", "", member.node.name.span)
            case _:
                pass
    for name, option in index.options.items():
        put(name, "option", "", option.name.span)
        for choice in option.values:
            put(choice.name.text, "choice", name, choice.name.span)
    for enum in index.enums.values():
        for value in enum.values:
            put(value.name.text, "enum", enum.name.text, value.name.span)
    for name, thing in world.things.items():
        put(name, "thing", thing.kinds[0], thing.node.name.span)
    for name in vocabulary.VALUES:
        put(name, "builtin", "")
    tables: tuple[tuple[str, dict[str, Span]], ...] = (
        ("phase", {n: d.name.span for n, d in index.phases.items()}),
        ("step", world.steps),
        ("action", {n: d.action.name.span for n, d in index.actions.items()}),
        ("menu", {n: d.name.span for n, d in index.menus.items()}),
        ("die", {n: d.name.span for n, d in index.dice.items()}),
        ("map", {n: d.name.span for n, d in index.maps.items()}),
        ("setup", {n: d.name.span for n, d in index.setups.items()}),
        ("campaign", {n: d.name.span for n, d in index.campaigns.items()}),
        ("deck", {n: d.name.span for n, d in index.decks.items()}),
        ("build", {n: d.name.span for n, d in index.builds.items()}),
    )
    for sort, table in tables:
        for name, span in table.items():
            put(name, sort, sort, span)
