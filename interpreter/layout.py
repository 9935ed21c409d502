"""What a program knows of its game beside its functions: where everything is, where abilities stand.

Lowering makes it; it stands apart because a program out of the cache has it without lowering anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import Factory, define, frozen

from dsl import model as m
from dsl.source import Span


class NotPlayable(Exception):
    """A form of the language that the engine does not play yet; says which and where."""

    def __init__(self, what: str, span: Span) -> None:
        super().__init__(what)
        self.what = what
        self.span = span


@frozen
class Source:
    """Where an ability stands: a rule (no ids), a Kind or a thing (ids), perhaps on a face."""

    title: str
    ids: tuple[int, ...] | None
    kind: str | None = None
    thing: str | None = None
    face: str | None = None


@define
class Layout:
    """Ids and offsets. `things[id]` is (declaration, copy from 0)."""

    game: m.CheckedGame
    tests: bool
    things: list[tuple[str, int]] = Factory(list)
    first: dict[str, int] = Factory(dict)  # declaration -> its first id
    copies: dict[str, int] = Factory(dict)
    declarations: dict[str, m.Thing] = Factory(dict)
    kinds_of: dict[str, tuple[str, ...]] = Factory(dict)  # declaration -> all its Kinds with ancestors, on any face
    kinds_up: dict[str, tuple[tuple[str, ...], ...]] = Factory(
        dict
    )  # declaration with faces that name Kinds -> for each
    turning: dict[str, dict[str, tuple[int, ...]]] = Factory(dict)
    """Kind -> declaration -> the faces with which it is of the Kind; only where it is not so with every face."""
    ranges: dict[str, tuple[int, int]] = Factory(dict)  # Kind -> first id, end
    loose: set[str] = Factory(set)  # Kinds that are no range
    members: dict[str, tuple[int, ...]] = Factory(dict)
    zone_base: dict[str, int] = Factory(dict)  # zone key -> first zone (of the game: the zone itself)
    zone_range: dict[str, tuple[int, int]] = Factory(dict)  # zone key -> zones
    zone_owner: list[int] = Factory(list)  # zone -> thing or -1
    zone_key: list[str] = Factory(list)
    column: dict[str, int] = Factory(dict)  # attribute key or name -> offset such that offset + id is the place
    columns: int = 0
    initial: list[object] = Factory(list)
    fixed: dict[str, tuple[object, ...]] = Factory(dict)  # attribute key -> value for each id
    dynamic: list[tuple[str, int, m.Value]] = Factory(list)  # attribute key, id, value worked out at the start
    face_index: dict[str, int] = Factory(dict)
    faces: dict[str, tuple[m.Face, ...]] = Factory(dict)  # declaration -> faces
    texts: list[str] = Factory(list)
    names: list[str] = Factory(list)  # phases, steps, actions
    seats: tuple[int, ...] = ()
    decks: dict[str, int] = Factory(dict)  # deck of the game, or `deck_of_seat_1` for one from outside -> its thing
    written: frozenset[str] = frozenset()  # attributes that the rules may change after the start
    vacant: set[str] = Factory(set)  # attributes that have to name a thing or zone, and may name none when all begins

    @property
    def count(self) -> int:
        return len(self.things)

    def text(self, text: str) -> int:
        if text not in self.texts:
            self.texts.append(text)
        return self.texts.index(text)

    def name(self, name: str) -> int:
        if name not in self.names:
            self.names.append(name)
        return self.names.index(name)

    def is_kind(self, declaration: str, kind: str) -> bool:
        return kind in self.kinds_of[declaration]

    def kinds_at(self, declaration: str, face: int) -> tuple[str, ...]:
        """The Kinds with ancestors that things of a declaration have while this face is up."""
        up = self.kinds_up.get(declaration)
        return up[face] if up is not None and 0 <= face < len(up) else self.kinds_of[declaration]

    def ids(self, declaration: str) -> tuple[int, ...]:
        start = self.first[declaration]
        return tuple(range(start, start + self.copies[declaration]))

    def of_kind(self, kind: str) -> tuple[int, ...]:
        """Ids of all things of a Kind, in order."""
        return self.members.get(kind, ())

    def of_owner(self, owner: str) -> tuple[int, ...]:
        """Ids of all things that have what a Kind, or a thing for itself alone (`remembers`), declares."""
        return self.ids(owner) if owner in self.first else self.of_kind(owner)

    def new_column(self, key: str, ids: tuple[int, ...], values: Iterable[object]) -> None:
        """Numbers for a run of ids (from the first to the last, gaps included)."""
        low = ids[0] if ids else 0
        high = ids[-1] + 1 if ids else 0
        by_id = dict(zip(ids, values, strict=True))
        self.column[key] = len(self.initial) - low
        self.initial.extend(by_id.get(i, 0) for i in range(low, high))


@frozen
class Obstacle:
    """One thing that an action has to pass before it is offered; see lower/obstacles.py.

    `sort`: choice (of a thing), value (a choice of another value), few (a choice of several); needs, limit, cost,
    cannot, effect; place and owner, of what the action stands on; rest, all together. `function`: a pure one that tests
    it, or gives what can be chosen. `span`: its clause. `because`: the sentence of the game.
    """

    sort: str
    function: str
    span: Span
    because: str = ""


class Extras:
    """What a Program needs to know besides the functions."""

    def __init__(
        self,
        lay: Layout,
        moments: list[str],
        menus: list[str],
        reported: list[str],
        later: list[str],
        groups: list[tuple[int, ...]],
        endings: Sequence[object],
        declared: int,
        actions: list[tuple[Source, m.Action]],
        tests: Sequence[object],
        links: list[tuple[str, tuple[tuple[int, int], ...], tuple[int, ...]]],
        reasons: dict[int, list[tuple[str, str]]],
        lasting: frozenset[int],
        answerable: list[tuple[str, str]],
        obstacles: dict[int, list[Obstacle]],
        actors: list[str],
        offers: dict[int, Span],
    ) -> None:
        self.lay = lay
        self.moments = moments
        self.menus = menus
        self.reported = reported
        self.later = later
        self.ending_groups = groups
        self.endings = endings
        self.declared_endings = declared
        self.actions = actions
        self.tests = tests
        self.links = links
        self.reasons = reasons
        self.lasting = lasting
        self.answerable = answerable
        self.obstacles = obstacles
        self.actors = actors
        self.offers = offers

    def precedence(self, ending: int) -> int:
        """Where the kind of an ending stands among those that are true at once."""
        order = self.lay.game.precedence
        result = self.endings[ending].result  # type: ignore[attr-defined]
        return order.index(result) if result in order else len(order)


def ancestors(game: m.CheckedGame, kind: str) -> tuple[str, ...]:
    found = game.kinds.get(kind)
    return found.ancestors if found else (kind,)


def related(game: m.CheckedGame, a: str, b: str) -> bool:
    """Can a thing be of both Kinds (or groups)? Things of several Kinds make it a matter of the things."""
    kinds_a = game.groups[a].kinds if a in game.groups else (a,)
    kinds_b = game.groups[b].kinds if b in game.groups else (b,)
    for x in kinds_a:
        for y in kinds_b:
            if x in game.groups or y in game.groups:
                if related(game, x, y):
                    return True
            elif x in ancestors(game, y) or y in ancestors(game, x):
                return True
    return False


def joining(game: m.CheckedGame) -> list[m.Attribute]:
    """The attributes `ends` of things that join places on a board, each of its Kind."""
    kinds = [query.kind for board in game.boards.values() for query in board.things]
    return [a for a in game.attributes.values() if a.name == "ends" and any(related(game, k, a.owner) for k in kinds)]
