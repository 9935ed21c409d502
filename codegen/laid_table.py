"""The table as the set-up leaves it: what lies in the middle and what in front of each player. Plain data.

Worked out from the declarations: the zones with who sees them, what the set-up lays out and moves where, and the seats.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from attrs import frozen

from dsl import model

from . import board_reference
from .board_reference import Pair
from .card_face import DEFAULTS, PrintSettings, plain_number
from .wording import agreement
from .wording.scope import children, is_a, kind_noun, type_kind, unwrap, walk


@frozen
class Spot:
    """A place on the table for cards or pieces."""

    title: str
    form: str  # "stack", "row", "heap", "card" (one large card), "track" (a number with its marker)
    how: str  # in words: what lies there, and how
    first: str  # what lies there after the set-up; "" if nothing does
    down: bool = False  # with the backs up
    cards: bool = True
    room: int = 0  # for how many, as far as that is said


@frozen
class LaidTable:
    """`net`: the spaces of the board (from 0 to 1 across and down) and the pairs of them that are next to each other.

    `high` players at most; those beyond `low` need not be there.
    """

    boards: tuple[str, ...]
    places: tuple[tuple[float, float], ...]
    ways: tuple[tuple[int, int], ...]
    shared: tuple[Spot, ...]
    on_places: tuple[Spot, ...]
    place_noun: str
    own: tuple[Spot, ...]
    low: int
    high: int


def laid_table(game: model.CheckedGame, settings: PrintSettings = DEFAULTS) -> LaidTable | None:
    """The table of a game after its first set-up; None if hardly anything lies on it."""
    setup = next(iter(game.setups.values()), None)
    if setup is None:
        return None
    course = _Course(game, setup)
    boards, places, ways = _board(game, course.laid)
    shared = (*_zones(game, settings, "", course), *_stocks(game), *_tracks(game, settings))
    led = game.seats.kind
    own: list[Spot] = []
    for kind in dict.fromkeys((led, *_of_players(game, settings))):
        noun = kind_noun(game, kind)[0]
        if kind in settings.also or is_a(game, kind, "Card"):
            own.append(Spot(agreement.capital(noun), "card", "Card, face up", agreement.with_article(noun)))
        if kind == led:
            own += [*_zones(game, settings, kind, course), *_counted(game, kind, course)]
        else:  # besides its card only what lies there from the beginning
            own += [spot for spot in _zones(game, settings, kind, course, f"{noun}: ") if spot.first]
    on_places = tuple(spot for kind in game.boards if kind != led for spot in _zones(game, settings, kind, course))
    if len(shared) + len(own) + len(on_places) < 2:
        return None
    noun = kind_noun(game, next(iter(game.boards)))[0] if on_places else ""
    return LaidTable(boards, places, ways, shared, on_places, noun, tuple(own), game.seats.low, game.seats.high)


# ------------------------------------------------------------------------------------------------ what the rules move


class _Course:
    """What the set-up lays out and moves where, and which zones hold something for a moment only."""

    def __init__(self, game: model.CheckedGame, setup: model.Setup) -> None:
        self.game = game
        self.laid: list[object] = []
        self.filled: dict[str, dict[str, bool]] = {}  # zone -> nouns of what comes there; is it sure?
        self._seen: set[tuple[str, bool]] = set()
        steps = tuple(step.block for step in setup.steps)
        self._follow(steps, True)
        of_setup = _reached(game, steps)
        only = of_setup - _reached(game, _rest(game))
        during = (steps, tuple(game.verbs[name].block for name in only))
        later = (_rest(game), tuple(verb.block for name, verb in game.verbs.items() if name not in only))
        self.written = written(later)
        read_later = {node.zone for node in walk(later) if isinstance(node, model.ZoneValue)}
        bodies = [*steps, *(verb.block for verb in game.verbs.values()), *(one.block for one in game.phases.values())]
        self.passing: set[str] = set()
        for key in game.zones:
            holding = [body for body in bodies if key in _moved_into(body)]
            if key not in read_later:
                momentary = key not in self.filled or key in _emptied(during)
            else:
                momentary = bool(holding) and all(key in _emptied(one, game) for one in holding)
            if momentary:
                self.passing.add(key)

    def _follow(self, node: object, sure: bool) -> None:
        """Events in order, with those of the verbs and sections that are used; not sure: under a condition."""
        match node:
            case tuple():
                for one in node:
                    self._follow(one, sure)
                return
            case model.Event(verb=verb):
                self._see(node, sure)
                if verb in self.game.verbs and (verb, sure) not in self._seen:
                    self._seen.add((verb, sure))
                    self._follow(self.game.verbs[verb].block, sure)
            case model.Perform(section=section) if (section, sure) not in self._seen:
                self._seen.add((section, sure))
                owners: list[model.Kind | model.Thing] = [*self.game.kinds.values(), *self.game.things.values()]
                for owner in owners:
                    found = owner.sections.get(section)
                    if found is not None and not getattr(owner, "of_test", False):
                        self._follow(getattr(found, "block", ()), False)
            case model.If(branches=branches, otherwise=otherwise):
                ways = [*(block for _, block in branches), otherwise]
                for block in ways:
                    self._follow(block, False)
                if sure and otherwise:  # what happens in each of them happens
                    both = set.intersection(*map(self._where, ways))
                    for zone in both:
                        self.filled[zone] = dict.fromkeys(self.filled[zone], True)
                return
            case _:
                pass
        for one in children(node):
            self._follow(one, sure and not _of_some(node))

    def _where(self, block: object) -> set[str]:
        used = [self.game.verbs[name].block for name in _reached(self.game, block)]
        return _moved_into((block, *used))

    def _see(self, event: model.Event, sure: bool) -> None:
        if event.verb == "lay" and event.object is not None:
            self.laid.append(event.object)
        for zone in _destinations(event):
            found = self.filled.setdefault(zone, {})
            noun = self._noun(event)
            found[noun] = found.get(noun, False) or sure

    def _noun(self, event: model.Event) -> str:
        """What an event moves, in the plural; "" where that is not said."""
        kind = None
        match event.object:
            case model.EachOf(query=query) | model.PickOf(query=query):
                kind = query.kind
            case model.Local(type=type_) | model.AttributeValue(type=type_):
                kind = type_kind(type_)
            case model.ThingConstant(thing=name) if name in self.game.things:
                return self.game.things[name].title
            case _:
                source = event.role("from")
                if isinstance(source, model.ZoneValue):
                    kind = self.game.zones[source.zone].content
        return kind_noun(self.game, kind)[1] if kind in (*self.game.kinds, *self.game.groups) else ""

    def first(self, key: str) -> str:
        """What lies in a zone when the set-up is done."""
        nouns = self.filled.get(key)
        if nouns is None:
            return ""
        content = kind_noun(self.game, self.game.zones[key].content)[1]
        sure = [noun or content for noun, certain in nouns.items() if certain]
        doubtful = [noun or content for noun, certain in nouns.items() if not certain]
        told = agreement.listing(dict.fromkeys(sure or doubtful))
        return told if sure else f"perhaps {told}"


def _of_some(node: object) -> bool:
    """Is it done for each of what somebody has, who may have none of it?"""
    return isinstance(node, model.ForEach) and any(
        isinstance(near.value, model.AttributeValue) for near in node.query.near
    )


def _rest(game: model.CheckedGame) -> tuple[object, ...]:
    """All that is carried out and is neither a verb nor set-up."""
    return (
        game.flow, tuple(phase.block for phase in game.phases.values()), tuple(game.actions.values()),
        tuple(game.rules.values()), tuple(game.endings.values()), tuple(game.defines.values()),
        *((one.abilities, one.actions, one.prohibitions, tuple(one.sections.values()), tuple(one.defines.values()))
          for one in game.kinds.values()),
        *((one.abilities, one.actions, one.prohibitions, tuple(one.sections.values()), tuple(one.defines.values()))
          for one in game.things.values() if not one.of_test),
    )  # fmt: skip


def _reached(game: model.CheckedGame, blocks: object) -> set[str]:
    """The verbs that some blocks use, and those that these use."""
    found: set[str] = set()
    waiting = [blocks]
    while waiting:
        for node in walk(waiting.pop()):
            if isinstance(node, model.Event) and node.verb in game.verbs and node.verb not in found:
                found.add(node.verb)
                waiting.append(game.verbs[node.verb].block)
    return found


def written(bodies: object) -> frozenset[str]:
    """Keys of the attributes and states that are set, or given and taken, somewhere in these."""
    found: set[str] = set()
    for node in walk(bodies):
        targets: tuple[object, ...] = ()
        if isinstance(node, model.Assign):
            targets = (node.target,)
        elif isinstance(node, model.Event) and node.verb in ("move", "pay"):
            targets = tuple(value for _, value in node.roles)
        found |= {one.attribute for one in targets if isinstance(one, (model.AttributeValue, model.StateValue))}
    return frozenset(found)


def _destinations(event: model.Event) -> Iterator[str]:
    if event.verb in ("move", "draw"):
        to: object = event.role("to")
        if isinstance(to, model.ZoneEnd):
            to = to.zone
        if isinstance(to, model.ZoneValue):
            yield to.zone


def _moved_into(body: object) -> set[str]:
    return {zone for node in walk(body) if isinstance(node, model.Event) for zone in _destinations(node)}


def _emptied(body: object, game: model.CheckedGame | None = None) -> set[str]:
    """The zones out of which everything is taken, or just what came there; without a game also some of it."""
    found: set[str] = set()
    drawn: dict[str, str] = {}  # id of a local -> the zone into which it came
    for node in walk(body):
        queries: list[model.Query] = []
        if isinstance(node, model.Do) and node.local is not None:
            for zone in _destinations(node.event):
                drawn[node.local.id] = zone
        if isinstance(node, model.Event) and node.verb == "move":
            if isinstance(node.object, model.EachOf):
                queries = [node.object.query]
            elif isinstance(node.object, model.Local) and node.object.id in drawn:
                found.add(drawn[node.object.id])
        elif isinstance(node, model.ForEach):
            queries = [node.query]
        for query in queries:
            for near in query.near:
                if isinstance(near.value, model.ZoneValue):
                    zone = near.value.zone
                    if game is None or (query.where is None and query.kind == game.zones[zone].content):
                        found.add(zone)
    return found


# ------------------------------------------------------------------------------------------------ spots


def _zones(
    game: model.CheckedGame, settings: PrintSettings, owner: str, course: _Course, before: str = ""
) -> Iterator[Spot]:
    owners = game.kinds[owner].ancestors if owner in game.kinds else ("",)
    for key, zone in game.zones.items():
        if zone.owner not in owners or key in course.passing:
            continue
        printed = any(kind in game.kinds and is_a(game, kind, zone.content) for kind in settings.also)
        cards = is_a(game, zone.content, "Card") or zone.content == "Thing" or printed
        room = zone.holds.value if isinstance(zone.holds, model.Literal) and isinstance(zone.holds.value, int) else 0
        down = bool(zone.sights) and all(sight.who == "nobody" for sight in zone.sights)
        title = agreement.capital(before + agreement.words(zone.label))
        yield Spot(title, zone.form, _how(game, zone, cards, room), course.first(key), down, cards, room)


def _how(game: model.CheckedGame, zone: model.Zone, cards: bool, room: int) -> str:
    """ "A pile of Danger cards, face down"."""
    one, many = kind_noun(game, zone.content)
    if zone.content == "Thing":
        one, many = "card or piece", "cards and pieces"
    body = {"stack": f"a pile of {many}", "row": f"{many} in a row", "heap": many}[zone.form]
    if room:
        body = f"one {one}" if room == 1 else f"{many} in a row, {room} at most"
    whole = {sight.who for sight in zone.sights if sight.condition is None and not sight.top}
    if not zone.sights:
        seen = "face up" if cards else ""
    elif whole == {"nobody"}:
        seen = "face down"
    elif any(sight.top and sight.who == "all" for sight in zone.sights):
        seen = "face up; only its player looks through it"
    elif "owner" in whole:
        seen = "seen by their player only"
    else:
        seen = "some of them face down"
    return agreement.capital(f"{body}, {seen}" if seen else body)


def _stocks(game: model.CheckedGame) -> Iterator[Spot]:
    """What is counted has a supply."""
    for name, resource in game.resources.items():
        if resource.count:
            noun = kind_noun(game, name)
            told = f"{resource.count} {noun[0 if resource.count == 1 else 1]}"
            yield Spot(agreement.capital(noun[1]), "heap", "The supply of everybody", told, False, False)


def _tracks(game: model.CheckedGame, settings: PrintSettings) -> Iterator[Spot]:
    """Numbers of the game that lie on the table as spaces with a marker."""
    for name in settings.tracks:
        state = next((one for one in game.state.values() if one.name == name), None)
        if state is not None:
            label = agreement.capital(agreement.words(state.label or state.name))
            begins = plain_number(state.default)
            first = f"the marker on {begins}" if begins is not None else "the marker"
            yield Spot(label, "track", "A track with a marker", first, False, False)


def _counted(game: model.CheckedGame, kind: str, course: _Course) -> Iterator[Spot]:
    """What somebody has in counters, and numbers that change and for which there are markers."""
    contents = " ".join(str(name) for one in game.contents.values() for _, name, _ in one.lines).lower()
    for attribute in _attributes(game, kind):
        type_ = unwrap(attribute.type)
        stock = isinstance(type_, model.ResourceType)
        label = agreement.words(attribute.label or attribute.name)
        if attribute.key not in course.written or not (stock or attribute.unit is not None):
            continue
        if contents and not stock and label.lower() not in contents:
            continue
        begins = plain_number(attribute.default)
        unit = attribute.unit or (kind_noun(game, type_.resource) if isinstance(type_, model.ResourceType) else None)
        first = f"{begins} {unit[0 if begins == 1 else 1]}" if begins is not None and unit else "as the set-up says"
        yield Spot(agreement.capital(label), "heap", "Counted with markers", first, False, False)


def _of_players(game: model.CheckedGame, settings: PrintSettings) -> Iterator[str]:
    """Kinds of figures that have a card besides, and that belong to players."""
    led = game.seats.kind
    named = {type_kind(unwrap(one.type)) for one in _attributes(game, led)} - {None, led, "Thing"}
    for kind in settings.also:
        if kind not in game.kinds or kind == led or is_a(game, kind, "Place"):
            continue
        whose = {type_kind(unwrap(one.type)) for one in _attributes(game, kind)}
        both = is_a(game, kind, "Card") and kind in settings.pieces  # its player is whoever controls the card
        if both or led in whose or any(is_a(game, kind, str(name)) for name in named):
            yield kind


def _attributes(game: model.CheckedGame, kind: str) -> Iterator[model.Attribute]:
    for above in game.kinds[kind].ancestors if kind in game.kinds else ():
        if above in game.kinds:
            yield from game.kinds[above].attributes.values()


# ------------------------------------------------------------------------------------------------ the board


def _board(
    game: model.CheckedGame, laid: list[object]
) -> tuple[tuple[str, ...], tuple[tuple[float, float], ...], tuple[tuple[int, int], ...]]:
    """The titles of what is laid out, its spaces on the page, and which of them are next to each other."""
    maps = [game.maps[one.thing] for one in laid if isinstance(one, model.ThingConstant) and one.thing in game.maps]
    if maps:
        pairs: list[Pair] = [pair for found in maps[0].links.values() for pair in found]
        names = list(dict.fromkeys((*maps[0].places, *(name for pair in pairs for name in pair))))
        joints = board_reference.joints(game, maps[0])
        found = board_reference.positions(names, board_reference.neighbours(pairs), joints)
        wide, high = board_reference.board_size()
        at = tuple((found[name][0] / wide, found[name][1] / high) for name in names)
        pairs += [(one.ends[0], one.ends[1]) for one in joints if len(one.ends) == 2 and set(one.ends) <= set(names)]
        ways = tuple((names.index(one), names.index(other)) for one, other in pairs)
        return tuple(dict.fromkeys(agreement.capital(board.title) for board in maps[:1])), at, ways
    for one in laid:
        label = ""
        rows: tuple[int, int] = (3, 4)
        if isinstance(one, model.AttributeValue):
            attribute = game.attributes.get(one.attribute)
            label = agreement.words(attribute.label or attribute.name) if attribute is not None else ""
            grids = [(thing, cells) for thing, cells in board_reference.grids(game)]
            if grids:
                label = grids[0][0].title
                rows = (len(grids[0][1]), max(map(len, grids[0][1])))
        if label:
            high, wide = rows
            at = tuple(((column + 0.5) / wide, (row + 0.5) / high) for row in range(high) for column in range(wide))
            return (agreement.capital(label),), at, ()
    return (), (), ()


# ------------------------------------------------------------------------------------------------ the drawing

_WIDE, _CELL, _TALL, _PAD, _LINE = 760.0, 120.0, 106.0, 12.0, 14.0
_TOP = 46.0  # of the other players


@frozen
class Words:
    """What stands in the drawing besides the names of places, in the language of the book."""

    own: str = "In front of each player"
    same: str = "In front of the others: the same"
    on_places: str = "On each {place}: {what}"
    table: str = "The table after the set-up"


def svg(table: LaidTable, words: Words, style: str = "") -> str:
    """The table as a drawing; `style`: CSS inside it, for where no page says how it looks."""
    parts: list[str] = []
    y = 8.0
    others = table.high - 1
    if others and table.own:
        parts.append(_words(words.same, _WIDE / 2, y + 10, "small"))
        y += 18
        wide = (_WIDE - 16 - _PAD * (others - 1)) / others
        for number in range(others):
            sure = number + 2 <= table.low
            x = 8 + number * (wide + _PAD)
            parts.append(f'<rect class="area{"" if sure else " perhaps"}" x="{x:g}" y="{y:g}" width="{wide:g}" '
                         f'height="{_TOP:g}" rx="9"/>')  # fmt: skip
            for at in range(5):  # a hint of what lies there
                parts.append(_box("leaf faint", x + wide / 2 - 64 + at * 27, y + 8, 20, 28))
        y += _TOP + _PAD
    y = _middle(table, words, y, parts)
    y = _cells(table.own, 8.0, y, _WIDE - 16, words.own, "area", parts) if table.own else y
    said = escape(spoken(table, words), quote=True)
    inside = f"<style>{style}</style>" if style else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE:g} {y:g}" role="img" class="laid" '
        f'aria-label="{said}">{inside}{"".join(parts)}</svg>'
    )


def spoken(table: LaidTable, words: Words) -> str:
    """The drawing in words, in short: what exactly lies where, stands in the tables beside it."""
    named = [*table.boards, *(spot.title for spot in table.shared)]
    told = [f"{words.table}: {', '.join(named)}" if named else words.table]
    if table.on_places:
        told.append(_on_places(table, words))
    if table.own:
        told.append(f"{words.own}: {', '.join(spot.title for spot in table.own)}")
    return ". ".join(told) + "."


def _on_places(table: LaidTable, words: Words) -> str:
    what = ", ".join(spot.title for spot in table.on_places)
    return words.on_places.replace("{place}", table.place_noun).replace("{what}", what)


def _middle(table: LaidTable, words: Words, y: float, parts: list[str]) -> float:
    """The board, and beside it what belongs to everybody."""
    if not table.boards and not table.shared:
        return y
    if not table.boards:
        return _cells(table.shared, 8.0, y, _WIDE - 16, "", "mat", parts)
    columns = 3 if len(table.shared) > 4 else 2 if len(table.shared) > 2 else bool(table.shared) * 1
    right = columns * (_CELL + 4) + _PAD if columns else 0.0
    wide = _WIDE - 16 - right
    rows = -(-len(table.shared) // columns) if columns else 0
    high = max(rows * _TALL + 8, 250.0)
    parts.append(f'<rect class="mat" x="8" y="{y:g}" width="{_WIDE - 16:g}" height="{high + 2 * _PAD:g}" rx="9"/>')
    foot = 42.0 if table.on_places else 26.0
    x, top, across, down = 8 + _PAD, y + _PAD, wide - 2 * _PAD, min(high, 420.0)
    if not table.ways and across > 1.5 * down:
        x, across = x + (across - 1.5 * down) / 2, 1.5 * down
    parts.append(f'<rect class="board-ground" x="{x:g}" y="{top:g}" width="{across:g}" height="{down:g}" rx="6"/>')
    at = [(x + 16 + (across - 32) * a, top + 14 + (down - foot - 28) * b) for a, b in table.places]
    for one, other in table.ways:
        (a, b), (c, d) = at[one], at[other]
        parts.append(f'<line class="way" x1="{a:.1f}" y1="{b:.1f}" x2="{c:.1f}" y2="{d:.1f}"/>')
    if table.ways:
        parts += [f'<circle class="space" cx="{a:.1f}" cy="{b:.1f}" r="5"/>' for a, b in at]
    else:
        columns_, rows_ = len({a for a, _ in at}), len({b for _, b in at})
        w, h = (across - 32) / max(1, columns_) * 0.86, (down - foot - 28) / max(1, rows_) * 0.86
        for a, b in at:
            parts.append(_box("leaf", a - w / 2, b - h / 2, w, h))
            if table.on_places:
                parts.append(_box("leaf down", a - w * 0.2, b - h * 0.3, w * 0.4, h * 0.6))
    middle = x + across / 2
    parts.append(_words(" · ".join(table.boards), middle, top + down - foot + 18, "head"))
    if table.on_places:
        parts.append(_words(_on_places(table, words), middle, top + down - foot + 34, "small"))
    for number, spot in enumerate(table.shared):
        left = 8 + wide + (number % columns) * (_CELL + 4)
        _spot(spot, left, y + _PAD + number // columns * _TALL, parts)
    return y + high + 2 * _PAD + _PAD


def _cells(spots: tuple[Spot, ...], x: float, y: float, wide: float, head: str, style: str, parts: list[str]) -> float:
    across = int((wide - _PAD) // (_CELL + 2))
    rows = -(-len(spots) // across)
    top = 24.0 if head else 6.0
    high = rows * _TALL + top + 6
    parts.append(f'<rect class="{style}" x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" rx="9"/>')
    if head:
        parts.append(_words(head, x + wide / 2, y + 18, "head"))
    for number, spot in enumerate(spots):
        row, column = divmod(number, across)
        here = min(across, len(spots) - row * across)
        left = x + (wide - here * (_CELL + 2)) / 2 + column * (_CELL + 2)
        _spot(spot, left, y + top + row * _TALL, parts)
    return y + high + _PAD


def _box(style: str, x: float, y: float, wide: float, high: float) -> str:
    return f'<rect class="{style}" x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}" rx="3"/>'


def _words(text: str, x: float, y: float, style: str) -> str:
    return f'<text class="{style}" x="{x:.1f}" y="{y:.1f}" text-anchor="middle">{escape(text)}</text>'


def _spot(spot: Spot, x: float, y: float, parts: list[str]) -> None:
    """Cards or pieces as they lie, and the name below; what is empty at first is dashed."""
    middle = x + _CELL / 2
    look = ("down" if spot.down else "up") if spot.first else "empty"
    if spot.form == "card":
        parts += [_box(f"leaf {look}", middle - 26, y + 4, 52, 62), _box("leaf faint", middle - 19, y + 11, 38, 24)]
    elif spot.form == "track":
        parts += [_box("leaf up", middle - 52 + at * 21, y + 26, 20, 20) for at in range(5)]
        parts.append(f'<circle class="piece" cx="{middle - 42:.1f}" cy="{y + 36:.1f}" r="7"/>')
    elif spot.form == "stack":
        layers = range(3 if spot.first else 1)
        parts += [_box(f"leaf {look}", middle - 20 + 2.5 * at, y + 12 - 2.5 * at, 38, 52) for at in layers]
    elif spot.form == "row" or (spot.cards and not spot.down):
        count = min(spot.room or 3, 5)
        apart = 36.0 if spot.form == "row" and count < 4 else 20.0
        wide, high = (32.0, 45.0) if spot.cards else (17.0, 17.0)
        start = middle - (apart * (count - 1) + wide) / 2
        parts += [_box(f"leaf {look}", start + at * apart, y + 36 - high / 2, wide, high) for at in range(count)]
    else:
        for a, b in ((-18, 46), (0, 46), (18, 46), (-9, 31), (9, 31)):
            parts.append(f'<circle class="piece {look}" cx="{middle + a:.1f}" cy="{y + b:.1f}" r="8"/>')
    lines = _split(spot.title)
    parts += [_words(line, middle, y + 82 + _LINE * at, "name") for at, line in enumerate(lines)]


def _split(title: str) -> list[str]:
    """A name in at most two lines."""
    words, first = title.split(), ""
    while words and len(first) + len(words[0]) + 1 <= 18:
        first = f"{first} {words.pop(0)}".strip()
    return [line for line in (first, " ".join(words)) if line]
