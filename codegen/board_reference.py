"""A board as a table and as a drawing: spaces with what they say, neighbours, and things that join spaces."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from html import escape, unescape
from itertools import pairwise

from attrs import frozen

from dsl import model

from .card_face import all_attributes, printed_value
from .wording import agreement
from .wording.folding import value_of
from .wording.scope import kind_noun, thing_is_a, title_of, unwrap

Pair = tuple[str, str]
Rows = tuple[tuple[str | None, ...], ...]
"""The names of places in rows and columns; None where there is none."""


@frozen
class Table:
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@frozen
class Joint:
    """A thing that lies at spaces, with its ends."""

    name: str
    ends: tuple[str, ...]


def places_table(game: model.CheckedGame, board: model.Map) -> Table:
    """Title, every attribute that any of the spaces has, and the neighbours along each sort of link."""
    things = [game.things[name] for name in board.places if name in game.things]
    attributes: dict[str, model.Attribute] = {}
    for thing in things:
        attributes.update({attribute.key: attribute for attribute in all_attributes(game, thing)})
    columns: list[tuple[str, list[str]]] = []
    for attribute in attributes.values():
        cells = [_cell(game, thing, attribute.key) for thing in things]
        if any(cells):
            columns.append((agreement.capital(agreement.words(attribute.label or attribute.name)), cells))
    for name, pairs in board.links.items():
        found = neighbours(pairs)
        cells = [agreement.listing(place_title(game, other) for other in found.get(thing.name, ())) for thing in things]
        if any(cells):
            columns.append((f"Neighbours ({agreement.words(name)})", cells))
    joined: dict[str, list[str]] = {}
    for joint in joints(game, board):
        for end in joint.ends:
            joined.setdefault(end, []).append(place_title(game, joint.name))
    if joined:
        columns.append(("Also here", [agreement.listing(joined.get(thing.name, ())) for thing in things]))
    names = [place_title(game, thing.name) for thing in things]
    head = (agreement.capital(kind_noun(game, board.kind)[0]), *(title for title, _ in columns))
    return Table(head, tuple(zip(names, *(cells for _, cells in columns), strict=True)))


def joints_table(game: model.CheckedGame, board: model.Map) -> Table | None:
    """Things of the board that stand at spaces, and what they join."""
    found = joints(game, board)
    if not found:
        return None
    titles = [place_title(game, joint.name) for joint in found]
    columns = [("Joins", [agreement.listing(place_title(game, end) for end in joint.ends) for joint in found])]
    attributes: dict[str, model.Attribute] = {}
    for joint in found:
        attributes.update({a.key: a for a in all_attributes(game, game.things[joint.name])})
    for attribute in attributes.values():
        cells = [_cell(game, game.things[joint.name], attribute.key) for joint in found]
        if any(cells):
            columns.append((agreement.capital(agreement.words(attribute.label or attribute.name)), cells))
    kind = game.things[found[0].name].kinds[0]
    same = all(game.things[joint.name].kinds[0] == kind for joint in found)
    head = (agreement.capital(kind_noun(game, kind)[0]) if same else "Piece", *(title for title, _ in columns))
    return Table(head, tuple(zip(titles, *(cells for _, cells in columns), strict=True)))


def grids(game: model.CheckedGame) -> list[tuple[model.Thing, Rows]]:
    """Things of the game that say how places lie in rows and columns, so that these can be printed as a board.

    Not so places that are cards, or that lie in one way or another: those are laid out.
    """
    found: list[tuple[model.Thing, Rows]] = []
    for thing in game.things.values():
        for attribute in () if thing.of_test else all_attributes(game, thing):
            kind = unwrap(attribute.type)
            if not isinstance(kind, model.GridType) or attribute.key not in thing.values:
                continue
            value = thing.values[attribute.key]
            rows = tuple(
                tuple(cell.thing if isinstance(cell, model.ThingConstant) else None for cell in row.items)
                for row in (value.items if isinstance(value, model.Listing) else ())
                if isinstance(row, model.Listing)
            )
            named = [game.things[name] for row in rows for name in row if name is not None and name in game.things]
            if named and not any(thing_is_a(game, place, "Card") for place in named):
                found.append((thing, rows))
    uses = Counter(name for _, rows in found for row in rows for name in row)
    return [(thing, rows) for thing, rows in found if all(uses[name] == 1 for row in rows for name in row)]


def grid_table(game: model.CheckedGame, rows: Rows) -> Table:
    """Rows and columns with their numbers; each place with what it says in brackets."""
    columns = max(map(len, rows))
    cells = [[_in_brackets(game, name) if name is not None else "" for name in row] for row in rows]
    return Table(
        ("Row", *map(str, range(1, columns + 1))),
        tuple((str(number), *row, *("",) * (columns - len(row))) for number, row in enumerate(cells, start=1)),
    )


def _in_brackets(game: model.CheckedGame, name: str) -> str:
    said = place_lines(game, name)
    return f"{place_title(game, name)} ({agreement.listing(said)})" if said else place_title(game, name)


def place_lines(game: model.CheckedGame, name: str) -> tuple[str, ...]:
    """What a place says besides its title, as it is printed on a board."""
    thing = game.things.get(name)
    found: list[str] = []
    for attribute in all_attributes(game, thing) if thing is not None else ():
        assert thing is not None
        value = value_of(game, thing, attribute.key) if attribute.key in thing.values else None
        label = agreement.words(attribute.label or attribute.name)
        if isinstance(value, model.Literal) and value.value is True:
            found.append(agreement.capital(label))
            continue
        if isinstance(value, model.Listing) and not isinstance(value.type, model.BagType):  # a set, such as traits
            found += [printed for item in value.items if (printed := printed_value(game, item)) is not None]
            continue
        printed = printed_value(game, value) if value is not None else None
        if printed is None:
            continue
        number = isinstance(unwrap(attribute.type), (model.NumberType, model.ResourceType))
        found.append(f"{agreement.capital(label)} {printed}" if number else printed)
    return tuple(found)


def neighbours(pairs: Sequence[Pair]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for one, other in pairs:
        for here, there in ((one, other), (other, one)):
            if there not in found.setdefault(here, []):
                found[here].append(there)
    return found


def joints(game: model.CheckedGame, board: model.Map) -> list[Joint]:
    found = []
    for name in board.things:
        thing = game.things.get(name)
        if thing is None:
            continue
        ends: list[str] = []
        for attribute in all_attributes(game, thing):
            value = value_of(game, thing, attribute.key)
            for item in value.items if isinstance(value, model.Listing) else (value,):
                if isinstance(item, model.ThingConstant) and _is_place(game, board, item.thing):
                    ends.append(item.thing)
        if ends:
            found.append(Joint(name, tuple(ends)))
    return found


def _is_place(game: model.CheckedGame, board: model.Map, name: str) -> bool:
    return name in board.places or (name in game.things and board.kind in game.things[name].kinds)


def _cell(game: model.CheckedGame, thing: model.Thing, key: str) -> str:
    value = value_of(game, thing, key)
    if isinstance(value, model.Literal) and isinstance(value.value, bool):
        return "yes" if value.value else ""
    attribute = game.attributes.get(key)
    if attribute is not None and key not in thing.values and isinstance(unwrap(attribute.type), model.NumberType):
        return ""
    return (printed_value(game, value) if value is not None else None) or ""


def place_title(game: model.CheckedGame, name: str) -> str:
    return agreement.capital(title_of(game, game.things[name]).text) if name in game.things else agreement.words(name)


# ------------------------------------------------------------------------------------------------ the drawing

_WIDE, _HIGH = 860.0, 760.0


def board_size() -> tuple[float, float]:
    """Width and height of a drawing, in its own units."""
    return _WIDE, _HIGH


def drawing(game: model.CheckedGame, board: model.Map) -> str:
    """An SVG: each group of linked spaces is a ring, small rings inside; things that join spaces are dashed."""
    shown = laid_with(game, board)
    pairs = [pair for one in shown for found in one.links.values() for pair in found]
    near = neighbours(pairs)
    joined = [joint for one in shown for joint in joints(game, one)]
    names = list(dict.fromkeys([*board.places, *(name for pair in pairs for name in pair)]))
    at = positions(names, near, joined)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE:g} {_HIGH:g}" role="img" class="board" '
        f'aria-label="{escape(board.title)}">'
    ]
    parts += [_line(at[one], at[other], "way") for one, other in pairs]
    for joint in joined:
        ends = [at[end] for end in joint.ends if end in at]
        if len(ends) == 1:
            x, y = ends[0]
            ends.append(((x * 2 + _WIDE / 2) / 3, (y * 2 + _HIGH / 2) / 3))
        parts += [_line(one, other, "joint") for one, other in pairwise(ends)]
        if len(ends) > 1:
            near_end, far = ends[0], ends[1]
            part = 0.5 if len(joint.ends) > 1 else 1.0
            middle = (near_end[0] + (far[0] - near_end[0]) * part, near_end[1] + (far[1] - near_end[1]) * part)
            parts.append(_label(middle, place_title(game, joint.name), "small"))
    own = set(board.places)
    for name in names:
        x, y = at[name]
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="9" class="{"place" if name in own else "place other"}"/>')
        parts.append(_label((x, y + 24 if y >= _HIGH / 2 else y - 15), place_title(game, name), "name"))
    return "".join(parts) + "</svg>"


def said_otherwise(drawn: str, say: Callable[[str], str]) -> str:
    """A drawing with all its words put through `say`, such as into another language."""
    return _WORDS.sub(lambda found: found[1] + escape(say(unescape(found[2]))), drawn)


_WORDS = re.compile(r'(aria-label="|<text [^>]*>)([^"<]+)')  # words are escaped: none has a quotation mark or a tag


def laid_with(game: model.CheckedGame, board: model.Map) -> list[model.Map]:
    """A map with those whose spaces its links lead to: it is laid out on top of them."""
    shown = [board]
    for one in shown:
        linked = {name for found in one.links.values() for pair in found for name in pair}
        shown += [other for other in game.maps.values() if other not in shown and linked & set(other.places)]
    return shown


def _line(one: tuple[float, float], other: tuple[float, float], style: str) -> str:
    return f'<line x1="{one[0]:.1f}" y1="{one[1]:.1f}" x2="{other[0]:.1f}" y2="{other[1]:.1f}" class="{style}"/>'


def _label(at: tuple[float, float], text: str, style: str) -> str:
    return f'<text x="{at[0]:.1f}" y="{at[1]:.1f}" class="{style}">{escape(text)}</text>'


def positions(
    names: Sequence[str], near: Mapping[str, Sequence[str]], joined: Sequence[Joint]
) -> dict[str, tuple[float, float]]:
    rings: list[list[str]] = []
    single: list[str] = []
    done: set[str] = set()
    for name in names:
        if name in done:
            continue
        ring = _walk(name, near, done)
        if len(ring) == 1:
            single += ring
        else:
            rings.append(ring)
    if single:
        rings.append(single)
    if len(rings) == 1 and len(rings[0]) > _LEAST and _is_net(rings[0], near):
        return _spread(rings[0], near)
    rings.sort(key=len)
    at: dict[str, tuple[float, float]] = {}
    for number, ring in reversed(list(enumerate(rings))):
        part = 1.0 if len(rings) == 1 else 0.48 + 0.52 * number / (len(rings) - 1)
        at.update(_best(ring, part, at, joined))
    return at


def _walk(start: str, near: Mapping[str, Sequence[str]], done: set[str]) -> list[str]:
    """All that hangs together, as far as possible in the order of the links."""
    found: list[str] = []
    stack = [start]
    while stack:
        name = stack.pop()
        if name in done:
            continue
        done.add(name)
        found.append(name)
        stack += [other for other in reversed(near.get(name, ())) if other not in done]
    return found


_LEAST = 6  # spaces; fewer stand well on a ring
_ROUNDS = 240


def _is_net(ring: Sequence[str], near: Mapping[str, Sequence[str]]) -> bool:
    """Do many ways lead across the ring on which all spaces would stand?"""
    at = {name: number for number, name in enumerate(ring)}
    pairs = {(min(at[one], at[other]), max(at[one], at[other])) for one in ring for other in near.get(one, ())}
    across = sum(1 for one, other in pairs if other - one not in (1, len(ring) - 1))
    return across > len(pairs) * 0.25


def _spread(names: Sequence[str], near: Mapping[str, Sequence[str]]) -> dict[str, tuple[float, float]]:
    """A net of ways laid out flat: as far apart on the page as there are steps between (stress majorization)."""
    steps = {name: _steps(name, near) for name in names}
    best: tuple[float, dict[str, tuple[float, float]]] | None = None
    for turn in range(4):
        order = sorted(names, key=lambda name: (steps[names[turn * len(names) // 4]][name], names.index(name)))
        at = {name: _on_ring(number, len(order), 0.9) for number, name in enumerate(order if turn % 2 else names)}
        unit = min(_WIDE, _HIGH) / (max(max(found.values()) for found in steps.values()) + 0.5)
        for _ in range(_ROUNDS):
            for one in names:
                x = y = total = 0.0
                for other in names:
                    if other == one:
                        continue
                    wanted = steps[one][other] * unit
                    weight = 1 / (wanted * wanted)
                    apart = max(1e-6, math.dist(at[one], at[other]))
                    x += weight * (at[other][0] + wanted * (at[one][0] - at[other][0]) / apart)
                    y += weight * (at[other][1] + wanted * (at[one][1] - at[other][1]) / apart)
                    total += weight
                at[one] = (x / total, y / total)
        stress = sum(
            (math.dist(at[one], at[other]) / (steps[one][other] * unit) - 1) ** 2
            for one in names for other in names if one < other
        )  # fmt: skip
        if best is None or stress < best[0] - 1e-9:
            best = (stress, at)
    assert best is not None
    return _in_frame(best[1])


def _steps(start: str, near: Mapping[str, Sequence[str]]) -> dict[str, int]:
    found = {start: 0}
    queue = [start]
    for name in queue:
        for other in near.get(name, ()):
            if other not in found:
                found[other] = found[name] + 1
                queue.append(other)
    return found


def _in_frame(at: Mapping[str, tuple[float, float]]) -> dict[str, tuple[float, float]]:
    """Positions moved and stretched so that they fill the drawing; the longer side lies across."""
    xs, ys = [x for x, _ in at.values()], [y for _, y in at.values()]
    if max(ys) - min(ys) > max(xs) - min(xs):
        return _in_frame({name: (y, x) for name, (x, y) in at.items()})
    across, down = max(xs) - min(xs) or 1.0, max(ys) - min(ys) or 1.0
    return {
        name: (80 + (x - min(xs)) / across * (_WIDE - 160), 60 + (y - min(ys)) / down * (_HIGH - 120))
        for name, (x, y) in at.items()
    }


def _best(
    ring: list[str], part: float, at: Mapping[str, tuple[float, float]], joined: Sequence[Joint]
) -> dict[str, tuple[float, float]]:
    """The turn of a ring that makes what joins it to the rings around it shortest."""
    across = [
        (one, other)
        for joint in joined
        for one in joint.ends
        for other in joint.ends
        if one in ring and other in at
    ]  # fmt: skip
    best: tuple[float, dict[str, tuple[float, float]]] | None = None
    for order in (ring, ring[::-1]) if across else (ring,):
        for turn in range(len(ring)) if across else (0,):
            placed = {name: _on_ring(index + turn, len(ring), part) for index, name in enumerate(order)}
            length = sum(math.dist(placed[one], at[other]) for one, other in across)
            if best is None or length < best[0] - 1e-6:
                best = (length, placed)
    assert best is not None
    return best[1]


def _on_ring(index: int, count: int, part: float) -> tuple[float, float]:
    angle = 2 * math.pi * index / count - math.pi / 2
    return _WIDE / 2 + (_WIDE / 2 - 70) * part * math.cos(angle), _HIGH / 2 + (_HIGH / 2 - 45) * part * math.sin(angle)
