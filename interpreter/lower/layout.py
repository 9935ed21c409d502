"""Where everything is: ids of things, columns of numbers, zones, faces, histories.

Ids follow the tree of Kinds depth first, so that every Kind is a range of ids whenever things have one Kind each.
"""

from __future__ import annotations

from attrs import evolve

from dsl import model as m

from ..layout import Layout, ancestors
from .walk import kind_of, nodes

BOX, VOID, TABLE = 0, 1, 2
"""The first zones: out of play; not in this match at all; in play but in no zone (laid places, seated players)."""

PLACE_ZONE = "Place.here"


def played(game: m.CheckedGame) -> tuple[object, ...]:
    """Everything that holds statements."""
    return (game.verbs, game.rules, game.actions, game.phases, game.flow, game.setups, game.kinds, game.things)


def written_attributes(game: m.CheckedGame, tests: bool) -> set[str]:
    """Attributes that something may change after the start."""
    written: set[str] = set()
    roots: list[object] = [*played(game), game.campaigns]
    if tests:
        for test in game.tests:
            roots.append(test)
            for fact in test.facts:
                for setting in getattr(fact, "settings", ()):
                    if not setting.is_face:
                        written.add(setting.key)
                if isinstance(fact, m.SetValue) and isinstance(fact.target, (m.AttributeValue, m.StateValue)):
                    written.add(fact.target.attribute)
                if isinstance(fact, m.SetValue) and isinstance(fact.target, m.Builtin):
                    written.add(fact.target.name)
            for thing in test.things.values():
                written.update(thing.values)
    for node in nodes(tuple(roots)):
        match node:
            case m.Assign(target=m.AttributeValue(attribute=key)) | m.Assign(target=m.StateValue(attribute=key)):
                written.add(key)
            case m.Assign(target=target) if isinstance(target, m.Builtin):
                written.add(target.name)
            case m.Campaign(keeps=keeps):
                for keep in keeps:
                    written.update(keep.keys if keep.attribute is None else (keep.attribute.key,))
            case m.Event(verb="give") | m.Builtin(name="controller"):
                written.add("controller")
            case m.Event(verb="move" | "pay" | "reset"):
                for part in nodes(node):
                    if isinstance(part, m.AttributeValue):
                        written.add(part.attribute)
            case _:
                pass
    for attribute in game.attributes.values():
        if isinstance(attribute.type, m.ResourceType):
            written.add(attribute.key)
    return written


def make_layout(game: m.CheckedGame, *, tests: bool) -> Layout:
    out = Layout(game, tests, written=frozenset(written_attributes(game, False)))
    _things(out)
    _zones(out)
    _faces(out)
    _columns(out)
    return out


def test_name(test: int, name: str) -> str:
    """The declaration of a thing that a test makes: names may come again in other tests."""
    return f"test{test}.{name}"


def _things(out: Layout) -> None:
    game = out.game
    declared: dict[str, m.Thing] = dict(game.things)
    if out.tests:
        for n, test in enumerate(game.tests):
            for name, thing in test.things.items():
                declared[test_name(n, name)] = evolve(
                    thing, name=test_name(n, name), of_test=True, values={}, contents={}
                )
    seat_kind = game.seats.kind
    if not any(seat_kind in ancestors(game, k) for t in game.things.values() for k in t.kinds):
        for n in range(1, game.seats.high + 1):
            declared[f"{seat_kind.lower()}_{n}"] = m.Thing(
                f"{seat_kind.lower()}_{n}", f"{game.kinds[seat_kind].noun[0]} {n}", (seat_kind,), 1
            )
    for n in range(1, game.seats.high + 1):
        declared[f"seat_{n}"] = m.Thing(f"seat_{n}", f"seat {n}", ("Seat",), 1)
    decks = _decks(game, declared, out.tests)
    for named, count in _copies_of_tests(game).items() if out.tests else ():
        declared[named] = evolve(declared[named], copies=max(declared[named].copies, count))
    # parts: every thing of the Kind has one
    for thing in list(declared.values()):
        for kind in _all_kinds(game, thing):
            for key, part in (game.kinds[kind].parts if kind in game.kinds else {}).items():
                name = f"{thing.name}.{key.split('.')[-1]}"
                declared[name] = m.Thing(
                    name, f"{thing.title}", (part,), thing.copies, belongs_to=thing.name, of_test=thing.of_test
                )
    by_kind: dict[str, list[m.Thing]] = {}
    for thing in declared.values():
        by_kind.setdefault(thing.kinds[0], []).append(thing)
        out.kinds_of[thing.name] = _all_kinds(game, thing)
        _kinds_of_faces(out, thing)
    children: dict[str, list[str]] = {}
    roots = []
    all_kinds = dict(game.kinds)
    for name, declared_kind in all_kinds.items():
        parents = declared_kind.parents
        if parents and parents[0] in all_kinds:
            children.setdefault(parents[0], []).append(name)
        else:
            roots.append(name)
    for name in by_kind:
        if name not in all_kinds:
            roots.append(name)

    def place(kind: str) -> None:
        start = len(out.things)
        for thing in by_kind.get(kind, ()):
            out.first[thing.name] = len(out.things)
            out.copies[thing.name] = thing.copies
            out.declarations[thing.name] = thing
            out.things.extend((thing.name, n) for n in range(thing.copies))
        for child in children.get(kind, ()):
            place(child)
        out.ranges[kind] = (start, len(out.things))

    for kind in sorted(roots, key=lambda k: k != "Seat"):
        place(kind)
    out.decks = {name: out.first[known] for name, known in decks.items()}
    out.seats = tuple(range(*out.ranges["Seat"])) if "Seat" in out.ranges else ()
    members: dict[str, list[int]] = {}
    for id_, (name, _) in enumerate(out.things):
        for kind in out.kinds_of[name]:
            members.setdefault(kind, []).append(id_)
    out.members = {k: tuple(v) for k, v in members.items()}
    for kind, ids in out.members.items():
        if ids != tuple(range(ids[0], ids[-1] + 1)):
            out.loose.add(kind)
        else:
            out.ranges[kind] = (ids[0], ids[-1] + 1)
    for kind in all_kinds:
        if kind not in out.members:
            out.ranges[kind] = (0, 0)
            out.members[kind] = ()


def _copies_of_tests(game: m.CheckedGame) -> dict[str, int]:
    """How many copies the decks of tests name: a deck that nobody may play can name more than there are."""
    found: dict[str, int] = {}
    for deck in (fact for test in game.tests for fact in test.facts if isinstance(fact, m.TestDeck)):
        for thing in {name for _, name in deck.lines}:
            found[thing] = max(found.get(thing, 0), sum(count for count, name in deck.lines if name == thing))
    return found


def _decks(game: m.CheckedGame, declared: dict[str, m.Thing], tests: bool) -> dict[str, str]:
    """Decks are things: those of the game, one for each seat to bring from outside, and those of tests."""
    of_tests = [
        test_name(n, fact.name)
        for n, test in enumerate(game.tests if tests else ())
        for fact in test.facts
        if isinstance(fact, m.TestDeck)
    ]
    if not game.decks and not of_tests and not any(kind_of(b.local.type) == "Deck" for b in game.builds.values()):
        return {}
    titles = {name: deck.title for name, deck in game.decks.items()}
    for n in range(1, game.seats.high + 1):
        titles[f"deck_of_seat_{n}"] = f"the deck of seat {n}"
    found: dict[str, str] = {}
    for name, title in titles.items():
        found[name] = known = name if name not in declared else f"deck.{name}"
        declared[known] = m.Thing(known, title, ("Deck",), 1)
    for name in of_tests:
        found[name] = name
        declared[name] = m.Thing(name, name.partition(".")[2], ("Deck",), 1, of_test=True)
    return found


def _all_kinds(game: m.CheckedGame, thing: m.Thing) -> tuple[str, ...]:
    return _with_ancestors(game, (*thing.kinds, *(k for content in thing.face_contents for k in content.kinds)))


def _with_ancestors(game: m.CheckedGame, kinds: tuple[str, ...]) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for kind in kinds:
        for name in ancestors(game, kind):
            found[name] = None
    return tuple(found)


def turning_kinds(game: m.CheckedGame) -> frozenset[str]:
    """Every Kind that a face names, with its ancestors: of these a thing may be now and then."""
    named = [k for thing in game.things.values() for content in thing.face_contents for k in content.kinds]
    return frozenset(a for k in named for a in ancestors(game, k))


def _kinds_of_faces(out: Layout, thing: m.Thing) -> None:
    """A Kind that one face of a thing names, the thing has only while such a face is up."""
    named = {k for content in thing.face_contents for k in content.kinds}
    if not named:
        return
    always = tuple(k for k in thing.kinds if k not in named)
    on_face = {content.face: content.kinds for content in thing.face_contents}
    faces = thing.faces or next(out.game.kinds[k].faces for k in out.kinds_of[thing.name] if out.game.kinds[k].faces)
    up = tuple(_with_ancestors(out.game, (*on_face.get(f.key, ()), *always)) for f in faces)
    out.kinds_up[thing.name] = up
    for kind in out.kinds_of[thing.name]:
        with_it = tuple(n for n, kinds in enumerate(up) if kind in kinds)
        if len(with_it) < len(faces) and kind != "Thing":
            out.turning.setdefault(kind, {})[thing.name] = with_it


def _zones(out: Layout) -> None:
    game = out.game
    out.zone_owner = [NOBODY, NOBODY, NOBODY]
    out.zone_key = [".box", ".void", ".table"]
    out.zone_base[".box"] = BOX
    for key, zone in game.zones.items():
        base = len(out.zone_owner)
        if not zone.owner:
            out.zone_base[key] = base
            out.zone_owner.append(NOBODY)
            out.zone_key.append(key)
        else:
            _zone_of_things(out, key, out.of_kind(zone.owner))
        out.zone_range[key] = (base, len(out.zone_owner))
    base = len(out.zone_owner)
    _zone_of_things(out, PLACE_ZONE, out.of_kind("Place"))
    out.zone_range[PLACE_ZONE] = (base, len(out.zone_owner))


NOBODY = -1


def _zone_of_things(out: Layout, key: str, ids: tuple[int, ...]) -> None:
    low, high = (ids[0], ids[-1] + 1) if ids else (0, 0)
    out.zone_base[key] = len(out.zone_owner) - low
    out.zone_owner.extend(range(low, high))
    out.zone_key.extend([key] * (high - low))


def _faces(out: Layout) -> None:
    game = out.game
    for kind in game.kinds.values():
        for n, face in enumerate(kind.faces):
            out.face_index[face.key] = n
    for name, thing in out.declarations.items():
        faces = thing.faces
        if not faces:
            for kind_name in out.kinds_of[name]:
                found = game.kinds.get(kind_name)
                if found and found.faces:
                    faces = found.faces
                    break
        for n, face in enumerate(thing.faces):
            out.face_index[face.key] = n
        out.faces[name] = faces


def constant(out: Layout, value: m.Value) -> object | None:
    """A value known before any match, or None."""
    match value:
        case m.Literal(None):
            return -1
        case m.Literal(bool() as truth):
            return int(truth)
        case m.Literal(int() as number):
            return number
        case m.Literal(str() as text):
            return out.text(text)
        case m.EnumConstant("face", key):
            return out.face_index[key]
        case m.EnumConstant(enum, name):
            return enum_index(out.game, enum, name)
        case m.ThingConstant(thing):
            return out.first[thing]
        case m.CopiesConstant(thing):
            return out.ids(thing)
        case m.ZoneValue(zone, None):
            return out.zone_base[zone]
        case m.ZoneValue(zone, m.ThingConstant(thing)):
            return out.zone_base[zone] + out.first[thing]
        case m.Builtin("box"):
            return BOX
        case m.Negative(operand):
            inner = constant(out, operand)
            return -inner if isinstance(inner, int) else None
        case m.Listing(items) if isinstance(value.type, m.GridType):
            rows = tuple(constant(out, row) for row in items)
            return rows if None not in rows else None
        case m.Listing(items) if isinstance(value.type, m.BagType):
            return _constant_bag(out, items, value.type)
        case m.Listing(items):
            values: list[int] = []
            for item in items:
                inner = constant(out, item)
                if isinstance(inner, tuple):
                    values.extend(inner)
                elif isinstance(inner, int):
                    values.append(inner)
                else:
                    return None
            return tuple(values)
        case _:
            return None


def _constant_bag(out: Layout, items: tuple[m.Value, ...], type_: m.BagType) -> tuple[int, ...] | None:
    """A bag as counts in the order of its enum."""
    assert isinstance(type_.of, m.EnumType), "checked"
    counts = [0] * len(out.game.enums[type_.of.enum].values)
    for item in items:
        n, which = item.arguments if isinstance(item, m.Builtin) and item.name == "amount" else (None, item)
        number = 1 if n is None else constant(out, n)
        found = constant(out, which)
        if not isinstance(number, int) or not isinstance(found, (int, tuple)):
            return None
        if isinstance(which.type, m.BagType):
            assert isinstance(found, tuple)
            counts = [a + b for a, b in zip(counts, found, strict=True)]
        else:
            for one in found if isinstance(found, tuple) else (found,):
                counts[one] += number
    return tuple(counts)


def enum_index(game: m.CheckedGame, enum: str, name: str) -> int:
    for n, (value, _, _) in enumerate(game.enums[enum].values):
        if value == name:
            return n
    raise KeyError(f"{enum}.{name}")


def zero(type_: m.Type, game: m.CheckedGame) -> object:
    """What an attribute is when nothing says what it is."""
    match type_:
        case m.BagType(m.EnumType(enum)):
            return (0,) * len(game.enums[enum].values)
        case m.OptionalType() | m.ThingType() | m.ZoneType():
            return -1
        case m.SetType() | m.GridType() | m.BagType():
            return ()
        case _:
            return 0


def first_of(out: Layout, attribute: m.Attribute, said: m.Value | None) -> object | None:
    """What an attribute begins with, within its range; None if that is known only when a match begins."""
    first = constant(out, said) if said is not None else zero(attribute.type, out.game)
    if not isinstance(first, int) or not isinstance(attribute.type, m.NumberType | m.ResourceType):
        return first
    least = 0 if isinstance(attribute.type, m.ResourceType) else None
    low = constant(out, attribute.low) if attribute.low is not None else least
    high = constant(out, attribute.high) if attribute.high is not None else None
    if attribute.low is not None and not isinstance(low, int):
        return None
    if isinstance(low, int) and first <= low:
        return low
    if attribute.high is not None and not isinstance(high, int):
        return None
    return max(min(first, high), low if isinstance(low, int) else high) if isinstance(high, int) else first


def default_of(out: Layout, declaration: str, attribute: m.Attribute, face: int = 0) -> m.Value | None:
    """What the thing with this face up, or the nearest of its Kinds, says of an attribute when it begins."""
    thing = out.declarations[declaration]
    for content in thing.face_contents if attribute.key in out.written else ():
        if attribute.key in content.values and out.face_index[content.face] == face:
            return content.values[attribute.key]
    if attribute.key in thing.values:
        return thing.values[attribute.key]
    up = out.kinds_at(declaration, face)
    for kind_name in up if attribute.owner in up else out.kinds_of[declaration]:
        kind = out.game.kinds.get(kind_name)
        if kind and attribute.key in kind.defaults:
            return kind.defaults[attribute.key]
        if kind_name == attribute.owner:
            break
    return attribute.default


def _columns(out: Layout) -> None:
    game = out.game
    written = written_attributes(game, True) if out.tests else out.written
    everything = tuple(range(out.count))
    out.new_column("face", everything, [0] * out.count)
    out.new_column("seat", everything, [-1] * out.count)
    out.new_column("shown", everything, [0] * out.count)
    out.new_column("phase", (0,), (-1,))
    out.new_column("active_player", (0,), (-1,))
    out.new_column("players", (0,), (0,))
    speaking = (played(game), game.defines, game.zones, game.tests, game.attributes)
    if any(isinstance(node, m.Builtin) and node.name == "people" for node in nodes(speaking)):
        out.new_column("people", (0,), (0,))
    out.new_column("laid", (0,), ((),))
    out.new_column("grid", (0,), ((),))
    out.new_column("round", (0,), (0,))
    out.new_column("scenario", (0,), (-1,))
    out.new_column("menu.taken", (0,), (0,))
    out.new_column("menu.most", (0,), (0,))
    asking = (node for node in nodes(played(game)) if isinstance(node, m.Choose | m.May | m.ChooseOne))
    for n in range(max((len(node.slots) for node in asking), default=0)):
        out.new_column(f"prompt.{n}", (0,), (0,))
    if len(game.setups) > 1:
        out.new_column("setup", (0,), (0,))
    if game.campaigns:
        out.new_column("won", (0,), (0,))
    if out.decks:
        out.new_column("brought", out.seats, [NOBODY] * len(out.seats))
        out.new_column("listed", out.of_kind("Deck"), [()] * len(out.of_kind("Deck")))
    if any(isinstance(node, m.Finish) and node.who is not None for node in nodes(played(game))):
        out.new_column("winners", (0,), ((),))
    for name in game.options:
        out.new_column(f"option.{name}", (0,), (0,))
    for name, resource in game.resources.items():
        if resource.count is not None:
            out.new_column(f"supply.{name}", (0,), (resource.count,))
    for key in ("owner", "controller"):
        values: list[object] = []
        for name, _ in out.things:
            printed = out.declarations[name].values.get(key)
            found = constant(out, printed) if printed is not None else None
            if found is None and out.declarations[name].belongs_to and out.declarations[name].belongs_to in out.first:
                found = out.first[str(out.declarations[name].belongs_to)] if key == "owner" else None
            values.append(-1 if found is None else found)
        if key in written:
            out.new_column(key, everything, values)
        else:
            out.fixed[key] = tuple(values)
    for attribute in game.attributes.values():
        if not attribute.owner:
            first = first_of(out, attribute, attribute.default)
            out.new_column(attribute.key, (0,), (first if first is not None else zero(attribute.type, game),))
            if first is None:
                out.dynamic.append((attribute.key, 0, attribute.default or m.Literal(0, attribute.type)))
            elif first == NOBODY and isinstance(attribute.type, m.ThingType | m.ZoneType):
                out.vacant.add(attribute.key)
            continue
        ids = out.of_owner(attribute.owner)
        values = []
        moving = attribute.key in written
        for id_ in ids:
            said = default_of(out, out.things[id_][0], attribute)
            known = first_of(out, attribute, said)
            if known is None:
                out.dynamic.append((attribute.key, id_, said or m.Literal(0, attribute.type)))
                moving = True
                known = zero(attribute.type, game)
            elif known == NOBODY and isinstance(attribute.type, m.ThingType | m.ZoneType):
                out.vacant.add(attribute.key)
            values.append(known)
        if moving:
            out.new_column(attribute.key, ids, values)
        else:
            table: list[object] = [0] * out.count
            for id_, known in zip(ids, values, strict=True):
                table[id_] = known
            out.fixed[attribute.key] = tuple(table)
    out.columns = len(out.initial)
