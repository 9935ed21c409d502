"""A Program: a compiled game, and the door through which everybody plays it."""

from __future__ import annotations

import hashlib
import json
import linecache
import re
import sys
from collections.abc import Collection, Iterator, Mapping, Set
from functools import cache, cached_property
from pathlib import Path
from types import CodeType
from typing import Any, cast

from attrs import Factory, evolve, field, frozen

from dsl import model as m
from dsl.source import NOWHERE, Span
from dsl.vocabulary import VERBS

from ..campaigns import KEPT, restore
from ..ir import Ruleset
from .state import State, from_json
from .telling import Change, Log, Teller


@frozen
class Option:
    """One legal answer. `id` is stable: the same in every run and after every copy."""

    id: str
    text: str
    action: str = ""
    things: tuple[int, ...] = ()


@frozen
class Decision:
    """An open question: who is asked (a seat from 0, -1 anyone), the prompt, the options, and who asks for what.

    `about`: what happens just now, where it is asked who answers it.
    """

    seat: int
    who: str
    prompt: str
    kind: str
    options: tuple[Option, ...]
    which: int = 0  # of the actions of a menu that may be taken now; 0: it is not counted
    most: int = 0
    about: str = ""

    def to_json(self) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "who": self.who,
            "prompt": self.prompt,
            "kind": self.kind,
            **({"about": self.about} if self.about else {}),
            "options": [{"id": o.id, "text": o.text} for o in self.options],
        }


@frozen
class Result:
    """How a match ended. `result` is won or lost by all, or who won; `winners` are then the things on their seats."""

    result: str
    ending: str
    reason: str
    winners: tuple[int, ...] = ()


@frozen
class Counted:
    """What a match came to: of all together (`whose` is ""), or of one player. Lines of points with what they are for,
    and the rank that their sum reaches."""

    whose: str
    lines: tuple[tuple[int, str], ...]
    rank: str

    @property
    def total(self) -> int:
        return sum(points for points, _ in self.lines)

    def to_json(self) -> dict[str, Any]:
        lines = [{"points": points, "for": label} for points, label in self.lines]
        return {"player": self.whose or None, "total": self.total, "rank": self.rank or None, "lines": lines}


IDLE = " (nothing changes)"
CHANGED = -1
"""In place of the verb of a report: a number has changed of which no verb tells."""


@frozen
class Report:
    """Something that happened: its English, the things that it is about, and in which turn (see `Program.turn`).

    `veiled`: what is told instead to seats that may not know some of the things ("": nothing); `told` is what one seat
    is told. `source`: whose text makes it happen, a thing or a rule, if that was heard; not for the seats of `unaware`.
    """

    text: str
    verb: str
    things: tuple[int, ...] = ()
    turn: tuple[int, ...] = ()
    veiled: tuple[tuple[frozenset[int], str], ...] = ()
    source: str = ""
    unaware: frozenset[int] = frozenset()

    def idle(self) -> Report:
        """The same, with a word that nothing came of it."""
        veiled = tuple((seats, text + IDLE) for seats, text in self.veiled)
        return evolve(self, text=self.text + IDLE, veiled=veiled)

    def told(self, seat: int) -> str:
        return next((text for seats, text in self.veiled if seat in seats), self.text)

    def line(self, seat: int | None = None) -> str:
        """As it stands in a log: with whose text made it happen, if the line does not say so and the seat may know."""
        text = self.text if seat is None else self.told(seat)
        known = bool(text and self.source) and seat not in self.unaware
        return f"{text} ({self.source})" if known and self.source.lower() not in text.lower() else text

    def knows(self, seat: int) -> bool:
        """Is the seat told everything?"""
        return not any(seat in seats for seats, _ in self.veiled)


class Raw(list[tuple[int, tuple[Any, ...]]]):
    """What a step reports, in which turn each report was made, and who may not know which of its things.

    A report is made as the event begins. A seat knows a thing of it that it sees then, or where the event puts it: in
    the first other place that a later report or the end of the step finds it in. `idle` are the reports of verbs that
    only move things, and that moved none up to the next report or the end of the step.
    """

    def __init__(self, program: Program, state: State, teller: Teller | None = None) -> None:
        super().__init__()
        self._program, self._state, self._teller = program, state, teller
        self.sources: dict[int, tuple[str, frozenset[int]]] = {}  # report -> whose text acts, and who may not know it
        self.changes: dict[int, Change] = {}  # report -> what it tells of, if it is of no verb
        if teller is not None:
            teller.begin(state)
        self._open: list[tuple[int, int, int]] = []  # (report, thing, zone where it lay)
        self.turns: list[tuple[int, ...]] = []
        self.unaware: dict[tuple[int, int], set[int]] = {}  # (report, thing) -> seats
        self.idle: set[int] = set()
        self._table: tuple[Any, ...] | None = None  # as it was at the last report, where that can have been idle

    def append(self, one: tuple[int, tuple[Any, ...]]) -> None:
        s = self._state
        if one[0] < 0:
            if self._teller is not None:
                self._changed()
                self._teller.mark(s, *one)
            return
        self.look()
        number = len(self)
        super().append(one)
        self.turns.append(self._program.turn(s))
        if self._teller is not None:
            self._acts(number)
            if self._program.ends_told(one[0]):
                self._teller.verb(s)
        self._table = table(s) if self._program.only_moves(one[0]) else None
        for _, x in self._program.reported_things(*one):
            seats = self._program.unaware(s, x)
            if seats:
                self.unaware[number, x] = seats
                self._open.append((number, x, s.loc[x]))

    def _changed(self) -> None:
        """Takes in what has changed that no report tells of."""
        assert self._teller is not None
        for change in self._teller.changes(self._state):
            number = len(self)
            super().append((CHANGED, ()))
            self.turns.append(self._program.turn(self._state))
            self.changes[number] = change
            self._acts(number)
            seats = self._program.unaware(self._state, change.thing) if change.attribute.owner else set[int]()
            if seats:
                self.unaware[number, change.thing] = seats

    def _acts(self, number: int) -> None:
        assert self._teller is not None
        title, thing = self._teller.source()
        if title:
            unaware = self._program.unaware(self._state, thing) if thing >= 0 else ()
            self.sources[number] = title, frozenset(unaware)

    def look(self) -> None:
        """Takes in what can be seen now."""
        s = self._state
        if self._teller is not None:
            self._changed()
        if self._table is not None and (s.over or not s.options) and self._table == table(s):
            self.idle.add(len(self) - 1)
        self._table = None
        left = []
        for number, x, zone in self._open:
            seats = self.unaware[number, x]
            seats &= self._program.unaware(self._state, x)
            if seats and self._state.loc[x] == zone:
                left.append((number, x, zone))
        self._open = left


def table(s: State) -> tuple[Any, ...]:
    """What an event can change: numbers, zones, lasting effects, chance, how the match stands."""
    return s.a[:], s.z[:], s.fx, s.rng[:], s.draws, s.reveals, max(s.over, 0)  # -1: done on the spot


class IllegalAnswer(Exception):
    """The answer is none of the open options; nothing has changed."""


class StepError(Exception):
    """An error in play: a code, a sentence, and the declaration that was being carried out. The match cannot go on."""

    def __init__(self, code: str, sentence: str, span: Span = NOWHERE) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.span = span


class BadStart(Exception):
    """A match cannot begin like this: number of players, options."""


class DecksClash(BadStart):
    """Each deck may be brought, but not all of them to one match."""


@cache
def _runtime() -> CodeType:
    path = Path(__file__).with_name("runtime.py")
    return compile(path.read_text(encoding="utf-8"), str(path), "exec")


def compiled(game: m.CheckedGame, python: str) -> CodeType:
    """The Python that was written for a game, ready to run."""
    return compile(python, file_name(game), "exec")


def file_name(game: m.CheckedGame) -> str:
    """What tracebacks call the Python that was written for a game."""
    return f"<sidescript {game.name} {game.source_hash[:8]}>"


@frozen
class ThingInfo:
    """A thing by id: stable name, title, primary Kind."""

    id: int
    name: str
    title: str
    kind: str


DECK = "deck."
"""Options of a match that begin so say which deck a seat brings: `deck.1` that of the first seat."""

Lines = tuple[tuple[int, str], ...]
"""What a deck lists: how many of which thing."""
WITHOUT = "without."
"""Options of a match that begin so name a thing that takes no part in it, with all its copies: `without.old_oak`."""

DEEPEST = 10_000
"""So many calls of Python may be under way at once: a chain of effects is as long as a game wants it."""
sys.setrecursionlimit(max(sys.getrecursionlimit(), DEEPEST))


@frozen(eq=False, slots=False)
class Program:
    """A compiled game. Make one with `interpreter.build`."""

    game: m.CheckedGame
    rules: Ruleset
    python: str
    space: dict[str, Any] = Factory(dict)
    code: CodeType | None = field(default=None, repr=False)  # of `python`, where it is compiled already

    def __attrs_post_init__(self) -> None:
        lay = self.extras.lay
        space = self.space
        space["__name__"] = f"sidescript.{self.game.name}"
        exec(_runtime(), space)
        name = file_name(self.game)
        linecache.cache[name] = (len(self.python), None, self.python.splitlines(True), name)
        zone_forms = {"stack": 0, "row": 1, "heap": 2}
        forms, hidden = [], []
        for key in lay.zone_key:
            zone = self.game.zones.get(key)
            forms.append(zone_forms[zone.form] if zone else 2)
            hidden.append(
                0
                if zone is None or not zone.sights or any(s.who == "all" and s.condition is None for s in zone.sights)
                else 2
                if any(s.who == "nobody" for s in zone.sights)
                else 1
            )
        names = list(lay.first)
        numbers = {n: k for k, n in enumerate(names)}
        # things that a test makes without a name are copies of one another
        nameless = {
            n: f"{n.partition('.')[0]}.{lay.kinds_of[n][0]}" for n in names if lay.declarations[n].of_test and "#" in n
        }
        alike = {n: k for k, n in enumerate(dict.fromkeys(nameless.values()), len(names))}
        attribute_ids = {key: set(lay.of_owner(a.owner)) for key, a in self.game.attributes.items() if a.owner}
        columns = []
        for n in names:
            ids = [0]
            for key, members in attribute_ids.items():
                if lay.first[n] in members and key in lay.column:
                    ids.append(lay.column[key])
            columns.append(tuple(ids))
        extras = self.extras
        apart = list(columns)
        for n in names:  # what its parts are like is what it is like
            whole = lay.declarations[n].belongs_to
            if whole in lay.first and n not in nameless and whole not in nameless:
                away = lay.first[n] - lay.first[whole]
                at = names.index(whole)
                apart[at] = (*apart[at], *(c + away for c in columns[names.index(n)]))
        own: list[tuple[int, ...]] = [()] * lay.count
        for number, owner in enumerate(lay.zone_owner):
            if owner >= 0:
                own[owner] += (number,)
        likes = [names.index(next(n for n in nameless if nameless[n] == a)) for a in alike]
        space.update(
            ZONE_PLACE=self.rules.tables["zone_place"],
            ZONE_OWNER=tuple(lay.zone_owner),
            ZONE_FORM=tuple(forms),
            ZONE_HIDDEN=tuple(hidden),
            DECLARATION=tuple(alike[nameless[n]] if n in nameless else numbers[n] for n, _ in lay.things),
            COPIES=tuple(2 if n in nameless else lay.copies[n] for n, _ in lay.things),
            COLUMNS=(*columns, *(columns[n] for n in likes)),
            APART=(*apart, *(apart[n] for n in likes)),
            OWN=tuple(own),
            TOLD=tuple(self.rules.told),
            FIXED=tuple(self.rules.fixed),
            POINTING=tuple(self.rules.pointing),
            COUNT=lay.count,
            PLACES=lay.of_kind("Place"),
            HERE=self.zones_of_places(),
            HOLDS=self.zones_that_travel(),
            LINKS=tuple(link[1] for link in extras.links),
            LAID=tuple(link[2] for link in extras.links),
            COLUMN=lay.column,
            INITIAL=tuple(self.rules.initial),
            SEAT_BASE=lay.seats[0] if lay.seats else 0,
            DICE=len(self.game.dice),
            BOARDS={},
        )
        exec(self.code or compiled(self.game, self.python), space)
        space["MENUS"] = [space[f"f_menu_{menu}"] for menu in extras.menus]
        order = sorted(range(extras.declared_endings), key=lambda e: (extras.precedence(e), e))
        ends = [space[f"f_end_{n}"] for n in range(extras.declared_endings)]
        ended = space["Ended"]

        groups = [frozenset(group) for group in extras.ending_groups]

        def check_due(state: State, due: int) -> None:
            """Looks at the endings of every group that waited, in their order."""
            waited = frozenset().union(*(g for n, g in enumerate(groups) if due >> n & 1))
            for n in order:
                if n in waited and ends[n](state):
                    raise ended(n)

        space["CHECK_DUE"] = check_due

    # ------------------------------------------------------------------ things

    @cached_property
    def tests_only(self) -> tuple[int, ...]:
        """Things that only a test brings into play."""
        lay = self.extras.lay
        printed = self.game.things
        return tuple(
            x
            for x, (n, copy) in enumerate(lay.things)
            if lay.declarations[n].of_test or (n in printed and copy >= printed[n].copies)
        )

    @cached_property
    def joining(self) -> list[m.Attribute]:
        """The attributes that say which places a thing joins."""
        from ..layout import joining

        return joining(self.game)

    @cached_property
    def zone_content(self) -> Mapping[str, frozenset[int]]:
        """The things that each zone of the game is for."""
        return {key: frozenset(self.layout.of_kind(zone.content)) for key, zone in self.game.zones.items()}

    def zones_of_places(self) -> tuple[int, ...]:
        """The zone of each thing that is a place; others, and "nowhere" at the end, have that of what takes no part."""
        found = [1] * (self.extras.lay.count + 1)
        for zone, p in enumerate(self.rules.tables["zone_place"]):
            if isinstance(p, int) and p >= 0:
                found[p] = zone
        return tuple(found)

    def zones_that_travel(self) -> tuple[tuple[int, ...], ...]:
        """For each thing the zones that go with it to another place."""
        found: list[tuple[int, ...]] = [()] * self.extras.lay.count
        places = self.rules.tables["zone_place"]
        for zone, owner in enumerate(self.extras.lay.zone_owner):
            if owner >= 0 and places[zone] == -1:
                found[owner] += (zone,)
        return tuple(found)

    @cached_property
    def layout(self) -> Any:
        return self.extras.lay

    @cached_property
    def extras(self) -> Any:
        return self.rules.layout

    def thing_name(self, x: int) -> str:
        """The stable name: the declaration's, with `#n` for the n-th of several copies."""
        declaration, copy = self.layout.things[x]
        return f"{declaration}#{copy + 1}" if self.layout.copies[declaration] > 1 else str(declaration)

    def title(self, x: int) -> str:
        return str(self.layout.declarations[self.layout.things[x][0]].title)

    def _several(self, type_: m.Type, value: Any, unknown: Collection[int]) -> bool:
        """Is a value one thing whose title names several: "Ann and Ben lose 1 heart"?"""
        inner = type_.of if isinstance(type_, m.OptionalType) else type_
        if not isinstance(inner, m.ThingType) or not isinstance(value, int) or value < 0 or value in unknown:
            return False
        return self.game.several(self.layout.declarations[self.layout.things[value][0]])

    def info(self, x: int) -> ThingInfo:
        declaration = self.layout.things[x][0]
        return ThingInfo(x, self.thing_name(x), self.title(x), self.layout.declarations[declaration].kinds[0])

    # ------------------------------------------------------------------ starting

    def blank(self, seed: int, players: int) -> State:
        """A state before anything has happened: everything in the box."""
        lay = self.layout
        s = State.__new__(State)
        s.a = list(self.rules.initial)
        s.loc = [0] * lay.count
        s.pl = [-1] * (lay.count + 1)
        for x in self.tests_only:
            s.loc[x] = 1
        s.z = [()] * self.rules.zones
        s.h = [()] * len(self.rules.histories)
        s.fx, s.stack, s.wait, s.later, s.options, s.seated = (), [], [], (), (), ()
        s.rng = [stream(seed, name) for name in (*self.game.dice, "shuffle", "draw", "choice")]
        s.site = s.w = s.did = s.defer = s.quiet = s.due = s.over = s.steps = s.draws = s.reveals = 0
        s.asker = s.answer = s.ret = -1
        s.forced = s.bd = s.log = None
        s.a[lay.column["players"]] = players
        return s

    def blank_for(self, seed: int, players: int) -> State:
        """A state before anything has happened, for so many people."""
        s = self.blank(seed, self.seats_for(players))
        if "people" in self.layout.column and self.seats_for(players) != players:
            s.a[self.layout.column["people"]] = players
        return s

    def seats_for(self, players: int) -> int:
        """How many seats so many people fill; refuses a number that the game does not have."""
        seats = self.game.seats
        if not seats.low <= players <= seats.high:
            raise BadStart(f"{self.game.title} is for {seats.low} to {seats.high} players, not {players}")
        return seats.doubled.get(players, players)

    def unnamed_players(self) -> list[int]:
        """The things made for the seats, one for each, where the game declares none of the Kind on its seats."""
        lay = self.layout
        return [
            x
            for x in lay.of_kind(self.game.seats.kind)
            if self.game.things.get(lay.things[x][0]) is None and not lay.declarations[lay.things[x][0]].of_test
        ]

    def begun_by(self, s: State, players: int) -> bool:
        """Can a match in this state have been begun by so many people?"""
        low, high = self.game.seats.low, self.game.seats.high
        return low <= players <= high and s.a[self.layout.column["players"]] == self.seats_for(players)

    def start(
        self, players: int, seed: int, options: Mapping[str, object] | None = None, setup: str | None = None
    ) -> State:
        """A match at its first decision (or already over)."""
        s = self.before(seed, players, options, setup)
        kept = any(name.startswith(KEPT) for name in options or {})
        try:
            self.look_at_requirements(s, setup or next(iter(self.game.setups), None), kept)
        except BadStart as problem:
            if any(name.startswith(DECK) for name in options or {}):
                raise DecksClash(*problem.args) from None
            raise
        try:
            self.push(s, "main_of_campaign" if kept else "main")
        except self.space["Ended"] as ended:  # a game without decisions may end before it has begun to wait
            s.over, s.options = ended.args[0] + 1, ()
            del s.stack[:]
            return s
        except self.space["PlayError"] as error:
            raise self.located(error, s) from None
        self.run(s)
        return s

    def before(
        self, seed: int, players: int, options: Mapping[str, object] | None = None, setup: str | None = None
    ) -> State:
        """A match of which everything is said and nothing has been done yet."""
        s = self.blank_for(seed, players)
        self.set_options(s, options or {})
        lay = self.layout
        setups = list(self.game.setups)
        if setup is not None and setup not in setups:
            raise BadStart(f"there is no set-up called {setup}; there are: {', '.join(setups) or 'none'}")
        if setup is not None and len(setups) > 1:
            s.a[lay.column["setup"]] = setups.index(setup)
        self.take_seats(s)
        kept = next((value for name, value in (options or {}).items() if name.startswith(KEPT)), None)
        if kept is not None:
            self.space["f_initial"](s)
            restore(self, s, cast("Mapping[str, Any]", kept))
        return s

    def look_at_requirements(self, s: State, setup: str | None, begun: bool) -> None:
        """Refuses a match that lacks what its set-up requires; `begun` says that first values are there already."""
        requires = self.game.setups[setup].requires if setup is not None else ()
        if not requires:
            return
        table = s.copy()
        if not begun:
            self.space["f_initial"](table)
        for n, require in enumerate(requires):
            if not self.space[f"f_setup_{setup}_{n}"](table):
                raise BadStart(require.text)

    def take_seats(self, s: State) -> None:
        """Brings the seats into play, and whoever has no choice but to sit on one."""
        lay = self.layout
        seats = lay.seats[: s.a[lay.column["players"]]]
        for seat in seats:
            self.space["do_move"](s, seat, 2, 1)
        for seat, x in zip(seats, self.unnamed_players(), strict=False):
            self.space["do_seat"](s, x, seat)

    def set_options(self, s: State, options: Mapping[str, object]) -> None:
        """Writes the options of a match; unknown names and values are refused."""
        for name, declared in self.game.options.items():
            s.a[self.layout.column[f"option.{name}"]] = self.option_value(declared, options.get(name))
        out = {name.removeprefix(WITHOUT) for name in options if name.startswith(WITHOUT)}
        self.set_decks(s, {name: given for name, given in options.items() if name.startswith(DECK)}, out)
        for name in options:
            if name.startswith(WITHOUT):
                self.take_out(s, name.removeprefix(WITHOUT))
            elif name not in self.game.options and not name.startswith((DECK, KEPT)):
                raise BadStart(
                    f"there is no option `{name}`"
                    + (f"; there are {', '.join(self.game.options)}" if self.game.options else "")
                )

    def take_out(self, s: State, name: str) -> None:
        """Leaves a thing out of the match: it lies where no rule looks for anything."""
        if name not in self.game.things:
            raise BadStart(f"there is no thing `{name}` to play without")
        for x in self.layout.ids(name):
            s.loc[x] = 1

    def set_decks(self, s: State, given: Mapping[str, object], out: Set[str] = frozenset()) -> None:
        """Says what each deck lists, and which the seats bring: `deck.1` is a deck by name, or lines such as `6 bolt`.

        Two decks never share a copy as long as there are enough: each takes the next ones, those from outside first. A
        deck of the game for which too few are left beside them takes no part in the match. No deck lists what is `out`.
        """
        lay = self.layout
        if not lay.decks:
            if given:
                raise BadStart(f"nobody brings a deck to {self.game.title}")
            return
        seats = {f"{DECK}{n + 1}": seat for n, seat in enumerate(lay.seats[: s.a[lay.column["players"]]])}
        outside: list[tuple[int, Lines]] = []
        brought: dict[int, str] = {}
        for option, said in given.items():
            number = option.removeprefix(DECK)
            if option not in seats:
                raise BadStart(f"there is no seat {number} to bring a deck to")
            lines = self.deck_lines(said)
            deck = lay.decks[said if isinstance(said, str) else f"deck_of_seat_{number}"]
            if deck in brought:
                raise DecksClash(f"the seats {brought[deck]} and {number} bring the same deck")
            brought[deck] = number
            s.a[lay.column["brought"] + seats[option]] = deck
            if not isinstance(said, str):
                outside.append((deck, lines))
        taken: dict[str, int] = {}
        for deck, lines in outside:
            short = self.lacking(lines, taken)
            if short:
                who = [brought[one] for one, named in outside if any(thing == short for _, thing in named)]
                said = f"the decks of seats {' and '.join(who)}" if len(who) > 1 else f"the deck of seat {who[0]}"
                raise DecksClash(f"{said} name{'s' * (len(who) == 1)} more `{short}` than there are in this match")
            self.list_deck(s, deck, lines, taken, out)
        held = dict(taken)
        for name, declared in self.game.decks.items():
            deck = lay.decks[name]
            if outside and self.lacking(declared.lines, held):
                if deck in brought:
                    raise BadStart(
                        f"the decks of this match name more `{self.lacking(declared.lines, held)}` than there are"
                    )
                s.loc[deck] = 1
            self.list_deck(s, deck, declared.lines, taken, out)
        for seat in range(1, self.game.seats.high + 1):
            deck = lay.decks[f"deck_of_seat_{seat}"]
            if deck not in brought:
                s.loc[deck] = 1

    def lacking(self, lines: Lines, taken: Mapping[str, int]) -> str:
        """A thing of which a deck names more than are left; nothing if there are enough."""
        need = dict(taken)
        for count, thing in lines:
            need[thing] = need.get(thing, 0) + count
        return next((thing for _, thing in lines if need[thing] > self.layout.copies[thing]), "")

    def list_deck(self, s: State, deck: int, lines: Lines, taken: dict[str, int], out: Set[str] = frozenset()) -> None:
        """Gives a deck its copies but those that are `out`, from the next one on; behind the last comes the first."""
        lay = self.layout
        found: list[int] = []
        for count, thing in lines:
            copies = lay.copies[thing]
            start = taken.get(thing, 0)
            if thing not in out:
                found += sorted(lay.first[thing] + (start + n) % copies for n in range(min(count, copies)))
            taken[thing] = start + count
        s.a[lay.column["listed"] + deck] = tuple(found)

    def deck_lines(self, said: object) -> Lines:
        """The lines of a deck by its name, or of texts such as `6 bolt`."""
        if isinstance(said, str):
            if said not in self.game.decks:
                raise BadStart(f"there is no deck `{said}`; there are {', '.join(self.game.decks) or 'none'}")
            return self.game.decks[said].lines
        found: list[tuple[int, str]] = []
        for line in said if isinstance(said, (tuple, list)) else ():
            count, _, thing = str(line).partition(" ")
            if not count.isdecimal() or thing not in self.layout.first:
                raise BadStart(f"`{line}` is no line of a deck of this game")
            if len(count) > len(str(m.MOST_COPIES)) or int(count) > m.MOST_COPIES:
                raise BadStart(f"a deck cannot have so many `{thing}`: at most {m.MOST_COPIES:,}")
            found.append((int(count), thing))
        return tuple(found)

    def option_value(self, declared: m.OptionDeclaration, given: object) -> object:
        names = [n for n, _ in declared.values]
        if declared.several:
            chosen: Any = given if given is not None else declared.default
            if isinstance(chosen, str):
                chosen = tuple(p for p in chosen.replace("+", ",").split(",") if p)
            if chosen is None or isinstance(chosen, (int, bool)):
                chosen = ()
            for one in chosen:
                if one not in names:
                    raise BadStart(f"option `{declared.name}` has no value `{one}`; it has {', '.join(names)}")
            return tuple(self.option_number(declared, n) for n, name in enumerate(names) if name in chosen)
        value = given if given is not None else declared.default
        if isinstance(value, bool) or value in ("yes", "no"):
            return int(value in (True, "yes"))
        if isinstance(value, str) and value in names:
            return self.option_number(declared, names.index(value))
        if isinstance(value, int) or (isinstance(value, str) and re.fullmatch(r"[0-9]{1,9}", value)):
            return int(value)
        raise BadStart(f"option `{declared.name}` has no value `{value}`; it has {', '.join(names) or 'yes, no'}")

    def option_number(self, declared: m.OptionDeclaration, n: int) -> int:
        """What the state holds for the n-th value of an option: of things the id, of words their number."""
        of = declared.type.of if isinstance(declared.type, m.SetType) else declared.type
        return self.layout.ids(declared.values[n][0])[0] if isinstance(of, m.ThingType) else n

    def push(self, s: State, function: str, *args: object) -> None:
        """Puts a call of a function on the agenda (or does it at once, if it never waits)."""
        n = self.space["NUMBERS"][function]
        if self.space["WAITS"][n]:
            s.stack.append([n, 0, *args])
        else:
            try:
                s.ret = self.space["FUNCTIONS"][n](s, *args)
            except RecursionError as deep:
                raise self.space["too_deep"](deep) from None

    def located(self, error: Any, s: State) -> StepError:
        """A `PlayError` of the generated code as an error at its place, or else at the innermost declaration that was
        being carried out."""
        if error.message >= 0:
            text, span = self.rules.messages[error.message]
            assert isinstance(span, Span)
            return StepError(error.code, text, span)
        return StepError(error.code, error.about, self.carried_out(error, s))

    def carried_out(self, error: Exception, s: State) -> Span:
        """Where the innermost declaration stands that was being carried out when an exception was raised."""
        names = list(self.rules.functions)
        running = [names[frame[0]] for frame in s.stack]
        trace = error.__traceback__
        while trace is not None:
            running.append(trace.tb_frame.f_code.co_name.removeprefix("f_"))
            trace = trace.tb_next
        for name in reversed(running):
            function = self.rules.functions.get(name)
            if function is not None and function.span is not NOWHERE:
                return function.span
        return NOWHERE

    def run(self, s: State) -> None:
        """Goes on with what is on the agenda, until somebody has to answer."""
        try:
            self.space["run"](s)
        except self.space["PlayError"] as error:
            raise self.located(error, s) from None

    # ------------------------------------------------------------------ the door

    @property
    def step_function(self) -> Any:
        """The bare `step(state, index)` of the generated code: for loops that count every microsecond."""
        return self.space["step"]

    def step(self, s: State, option: int, log: list[Report] | None = None) -> None:
        """Answers the open decision with the option of this index. Reports of what happens go to `log`."""
        if s.over or not 0 <= option < len(s.options):
            raise IllegalAnswer(f"there is no option {option}; there are {len(s.options)}")
        raw = Raw(self, s, log.teller(self) if isinstance(log, Log) else None) if log is not None else None
        s.log = raw
        try:
            self.space["step"](s, option)
        except self.space["PlayError"] as error:
            raise self.located(error, s) from None
        finally:
            s.log = None
            if log is not None and raw is not None:
                raw.look()
                before: Report | None = None
                for number, ((n, args), turn) in enumerate(zip(raw, raw.turns, strict=True)):
                    if n == CHANGED:
                        told = self.changed(raw.changes[number])
                        seats = frozenset(raw.unaware.get((number, raw.changes[number].thing), ()))
                        veiled: tuple[tuple[frozenset[int], str], ...] = ((seats, ""),) if seats else ()
                    else:
                        told, veiled = self.report(n, args), self._veiled(n, args, number, raw.unaware)
                    source, unaware = raw.sources.get(number, ("", frozenset()))
                    told = evolve(told, turn=turn, veiled=veiled, source=source, unaware=unaware)
                    if number in raw.idle:
                        told = told.idle()
                    if before is None or told.text != before.text or told.verb == before.verb:
                        log.append(told)  # verbs inside others that say the same are one event
                    before = told

    def answer(self, s: State, option_id: str, log: list[Report] | None = None) -> None:
        """Answers by the stable id of an option."""
        for n, option in enumerate(self.decision(s).options):
            if option.id == option_id:
                return self.step(s, n, log)
        raise IllegalAnswer(
            f"`{option_id}` is none of the options: {', '.join(o.id for o in self.decision(s).options)}"
        )

    def ended(self, s: State) -> bool:
        return s.over != 0

    def winners(self, s: State) -> tuple[int, ...]:
        """Of an ending that is one for somebody: those seated who won."""
        ending = self.extras.endings[s.over - 1]
        if isinstance(ending, m.Ending):
            meant = self.space[f"f_who_{s.over - 1}"](s)
        else:
            meant = s.a[self.layout.column["winners"]]
        seat = self.layout.column["seat"]
        return tuple(x for x in s.seated if (x in meant or s.a[seat + x] in meant) == (ending.result == "win"))

    def result(self, s: State) -> Result | None:
        if s.over == 0:
            return None
        ending = self.extras.endings[s.over - 1] if s.over > 0 else None
        some = ending is not None and ending.who is not None
        return self.result_of(s.over, len(s.seated), self.winners(s) if some else ())

    def result_of(self, over: int, seated: int, winners: tuple[int, ...]) -> Result:
        """The result with the number of an ending, how many are seated and, of an ending for somebody, who won."""
        if over < 0:
            return Result("over", "", "The game is over")
        ending = self.extras.endings[over - 1]
        name, reason = (ending.name, ending.title) if isinstance(ending, m.Ending) else ("", ending.reason or "")
        if ending.who is None:
            return Result("won" if ending.result == "win" else "lost", name, reason)
        if len(winners) == seated or not winners:
            return Result("won" if winners else "lost", name, reason)
        return Result(" and ".join(self.title(x) for x in winners), name, reason, winners)

    def seat_of(self, x: int) -> int:
        """The seat (from 0) of a seated thing or Seat; -1 for nobody in particular."""
        if x < 0:
            return -1
        lay = self.layout
        if x in lay.seats:
            return int(x - lay.seats[0])
        return -1

    def seat(self, s: State) -> int:
        """The seat of whoever decides."""
        x = s.asker
        if x < 0:
            return -1
        return self.seated_at(s, x)

    def seated_at(self, s: State, x: int) -> int:
        """The seat (from 0) of a Seat, or of the thing that sits on it; -1 for others."""
        lay = self.layout
        if x in lay.seats:
            return int(x - lay.seats[0])
        found = s.a[lay.column["seat"] + x]
        return int(found - lay.seats[0]) if found >= 0 else -1

    def round(self, s: State) -> int:
        return int(s.a[self.layout.column["round"]])

    def turn(self, s: State) -> tuple[int, ...]:
        """Which turn it is: the round, and whose it is. Some games keep that in a state of their own."""
        cells = self.layout.column
        return (s.a[cells["round"]], *(s.a[cells[key]] for key in self._whose))

    @cached_property
    def _whose(self) -> tuple[str, ...]:
        things = (m.ThingType, m.OptionalType)
        found = (a.key for a in self.game.state.values() if isinstance(a.type, things))
        return ("active_player", *(key for key in found if key in self.layout.column))

    def phase(self, s: State) -> str:
        n = s.a[self.layout.column["phase"]]
        if n < 0:
            return ""
        name = self.layout.names[n]
        return self.game.phases[name].title if name in self.game.phases else name

    def counted(self, s: State) -> tuple[Counted, ...]:
        """The declared `score`, of all together or of each player as they sit; empty if none is counted."""
        score = self.game.score
        if score is None or not self.space["f_score_counted"](s):
            return ()
        if score.of is None:
            return (self._counted(s, score, ()),)
        seat = self.layout.column["seat"]
        on_seat = isinstance(score.of.type, m.ThingType) and score.of.type.kind == "Seat"
        return tuple(self._counted(s, score, (s.a[seat + x] if on_seat else x,), self.title(x)) for x in s.seated)

    def _counted(self, s: State, score: m.Score, whose: tuple[int, ...], title: str = "") -> Counted:
        points = self.space["f_score_parts"](s, *whose)
        ranks = zip(self.space["f_score_ranks"](s, *whose), (name for _, name in score.ranks), strict=True)
        rank = next((name for least, name in ranks if sum(points) >= least), "")
        return Counted(title, tuple(zip(points, (label for _, label in score.lines), strict=True)), rank)

    def score(self, s: State, seat: int = 0) -> int:
        """The declared `greedy_score`, of this seat if it has a parameter; or how many things the team has."""
        if s.over > 0:
            result = self.result(s)
            winners = [self.seated_at(s, x) for x in result.winners] if result is not None else []
            won = result is not None and (result.result == "won" or seat in winners)
            return 1_000_000 if won else -1_000_000
        if (declared := self.game.defines.get(".greedy_score")) is not None:
            function = self.space["f_d__greedy_score"]
            if not declared.parameters:
                return int(function(s))
            mine = next((x for x in s.seated if self.seated_at(s, x) == seat), None)
            return 0 if mine is None else int(function(s, mine))
        lay = self.layout
        return sum(1 for x in range(lay.count) if lay.zone_owner[s.loc[x]] in s.seated)

    def offers_actions(self, s: State) -> bool:
        """Is the open question a menu, and not one of an action or effect that is under way?"""
        site = self.rules.sites[s.site]
        return site.kind == "menu" and not site.narrowed

    def broken_laws(self, s: State) -> list[str]:
        """The laws of the game that do not hold in this state: there should be none, ever."""
        return [law.text for n, law in enumerate(self.game.laws.values()) if not self.space[f"f_law_{n}"](s)]

    # ------------------------------------------------------------------ decisions in words

    def decision(self, s: State) -> Decision:
        """The open decision with every option in English."""
        site = self.rules.sites[s.site]
        seat = self.seat(s)
        who = self.title(s.asker) if s.asker >= 0 else "The team"
        options = tuple(self.option(s, site, raw) for raw in s.options)
        which = most = 0
        if site.counted:
            cells = self.layout.column
            which, most = s.a[cells["menu.taken"]] + 1, s.a[cells["menu.most"]]
        about = self.answered(s, seat) if site.answers else ""
        return Decision(seat, who, self.prompt(site, s), site.kind, self._unique(options), which, most, about)

    def answered(self, s: State, seat: int) -> str:
        """The event whose window is open, in English, as the seat may know it; empty if there are no words for it."""
        from .phrases import report_text

        lay = self.layout
        name = self.extras.answerable[s.a[lay.column["answered.event"]]][1].removeprefix("verb:")
        declared = self.game.verbs.get(name)
        phrase: str | None
        parameters: list[tuple[str, m.Type]]
        if declared is not None:
            phrase, parameters = declared.reports, [(p.local.name, p.local.type) for p in declared.parameters]
        elif name == "move":
            phrase, parameters = "{x} [move] to {to}", [("x", m.ThingType("Thing"))]
        else:
            return ""
        values: dict[str, str | int] = {}
        several = []
        for n, (slot, type_) in enumerate(parameters):
            value = s.a[lay.column[f"answered.{n}"]]
            unknown = {x for x in _things_of(type_, value) if seat in self.unaware(s, x)}
            values[slot] = self.shown(type_, value, unknown)
            several += [slot] if self._several(type_, value, unknown) else []
        if declared is None:
            zone = s.a[lay.column["answered.2"]]
            key, owner = lay.zone_key[zone], lay.zone_owner[zone]
            values["to"] = self.title(owner) if key == "Place.here" else self.game.zones[key].label
        return report_text(phrase, values, several) if phrase else ""

    @staticmethod
    def _unique(options: tuple[Option, ...]) -> tuple[Option, ...]:
        seen: dict[str, int] = {}
        out = []
        for o in options:
            n = seen[o.id] = seen.get(o.id, 0) + 1
            out.append(o if n == 1 else Option(f"{o.id} ({n})", o.text, o.action, o.things))
        return tuple(out)

    def prompt(self, site: Any, s: State | None = None) -> str:
        """The question of a site. Without a state its slots are filled with what kind of thing stands there."""
        if site.slots:
            from .phrases import prompt_text

            cells = self.layout.column
            shown = [
                self.sort_of(of) if s is None else self.shown(of, s.a[cells[f"prompt.{n}"]])
                for n, of in enumerate(site.slots)
            ]
            return prompt_text(site.prompt, shown)
        if site.prompt:
            return str(site.prompt)
        match site.kind:
            case "thing" | "zone":
                return f"Choose {_article(site.noun)}"
            case "mode":
                return "Choose one"
            case "split" | "payment":
                return f"How is the {site.noun} paid?" if site.noun else "How is it paid?"
            case "may":
                return f"Do you {site.noun.replace('_', ' ')}?" if site.noun else "Do you?"
            case _:
                return "Choose"

    def sort_of(self, of: m.Type) -> str:
        """What stands for any value of a type: `the Sidekick`."""
        match of:
            case m.OptionalType(inner):
                return self.sort_of(inner)
            case m.ThingType(kind) if kind in self.game.kinds:
                return f"the {self.game.kinds[kind].noun[0]}"
            case m.EnumType(enum):
                return f"the {self.game.enums[enum].title}"
            case _:
                return "so many"

    def option(self, s: State, site: Any, raw: Any) -> Option:
        match site.kind:
            case "menu":
                if raw[0] < 0:
                    return Option("pass", "Pass")
                return self.action_option(raw, s.asker)
            case "may":
                return Option("yes" if raw else "no", "Yes" if raw else "No")
            case "mode":
                text = site.texts[raw]
                return Option(text.lower().replace(" ", "-"), text)
            case "order":
                n, x = divmod(raw, 4096)
                return Option(f"{n}:{self.thing_name(x)}", site.texts[n], "", (x,))
            case "enum":
                name, title, _ = self.game.enums[site.noun].values[raw]
                return Option(name, title)
            case "payment":
                titles = [self.title(x) for x in raw]
                counts = {t: titles.count(t) for t in titles}
                return Option(
                    "+".join(self.thing_name(x) for x in raw),
                    ", ".join(t if n == 1 else f"{n} {t}" for t, n in counts.items()),
                    "",
                    tuple(raw),
                )
            case "split":
                if raw == -1:
                    return Option("nothing", site.texts[0] if site.texts else "Nothing")
                shares = {payer: raw.count(payer) for payer in raw}
                return Option(
                    "+".join(f"{self.thing_name(payer)}*{n}" for payer, n in shares.items()),
                    ", ".join(f"{self.title(payer)} {n}" for payer, n in shares.items()),
                    "",
                    tuple(raw),
                )
            case _:
                if raw == -1:
                    return Option("done", "Done")
                return Option(self.thing_name(raw), self.described(s, raw), "", (raw,))

    def described(self, s: State, x: int) -> str:
        """The title, with what tells it from others of the same title."""
        title = self.title(x)
        lay = self.layout
        declaration = lay.things[x][0]
        faces = lay.faces[declaration]
        more = []
        if len(faces) > 1:
            more.append(faces[s.a[x]].title)
        if any(x in lay.of_owner(a.owner) for a in self.joining):
            more.append(" and ".join(self.title(p) for p in self.space["f_board_ends"](s, x)))
        return f"{title} ({', '.join(more)})" if more else title

    def action_option(self, raw: tuple[int, ...], asker: int = -1) -> Option:
        """An action as it is offered. One of a Kind names the thing that it stands on, unless that is asked."""
        source, action = self.extras.actions[raw[0]]
        things = raw[2:]
        parts = [self.thing_name(x) for x in things]
        if len(raw) > 1 and raw[1] >= 0:  # what is still to be asked for is not there
            parts = [self.thing_name(raw[1]), *parts]
        named = list(things)
        if source.kind is not None and len(raw) > 1 and raw[1] >= 0 and raw[1] not in (asker, *things):
            named.insert(0, raw[1])
        text = action.title + (": " + ", ".join(map(self.title, named)) if named else "")
        return Option(" ".join([action.name, *parts]), text, action.key, tuple(things))

    def report(self, verb: int, args: tuple[Any, ...], unknown: Collection[int] = ()) -> Report:
        """The English of something that happened, from the verb's phrase; `unknown` things are not named."""
        from .phrases import report_text

        if self.extras.reported[verb] == "roll":
            die = list(self.game.dice.values())[args[0]]
            shown = {"die": die.title, "result": self.shown(die.type, args[1])}
            return Report(report_text(VERBS["roll"].reports, shown), "roll")
        declared = self.game.verbs[self.extras.reported[verb]]
        values = {}
        for p, value in zip(declared.parameters, args, strict=False):
            values[p.local.name] = self.shown(p.local.type, value, unknown)
        several = [
            p.local.name
            for p, value in zip(declared.parameters, args, strict=False)
            if (isinstance(p.local.type, m.SetType) and len(value) > 1) or self._several(p.local.type, value, unknown)
        ]
        text = report_text(declared.reports or declared.name, values, several)
        return Report(
            text,
            declared.name,
            tuple(
                x
                for p, x in zip(declared.parameters, args, strict=False)
                if isinstance(p.local.type, m.ThingType) and isinstance(x, int) and x >= 0
            ),
        )

    def changed(self, change: Change) -> Report:
        """A change in words: "Abu: 2 hearts (was 3)"."""
        from .phrases import counted

        of, old, new = change.attribute, change.old, change.new
        label = re.sub("^an? ", "", of.label)
        unit = self.game.resources[of.type.resource].noun if isinstance(of.type, m.ResourceType) else of.unit
        if isinstance(of.type, m.TruthType):
            said = label if new else f"no longer {label}"
        elif unit is not None and new != m.INFINITE:
            said = f"{counted(new, '|'.join(unit))} (was {self._plainly(of.type, old)})"
        else:
            said = f"{label} {self._plainly(of.type, new)} (was {self._plainly(of.type, old)})"
        if not of.owner:
            return Report(said[:1].upper() + said[1:], "")
        return Report(f"{self.title(change.thing)}: {said}", "", (change.thing,))

    def _plainly(self, type_: m.Type, value: Any) -> str:
        """A value without what it counts."""
        if value == m.INFINITE:
            return "infinite"
        return str(self.shown(type_, value)) if isinstance(type_, m.EnumType) and value >= 0 else str(value)

    def ends_told(self, verb: int) -> bool:
        """Whether a reported verb is one of the game, of whose end the log hears too."""
        return self.extras.reported[verb] in self.game.verbs

    @cached_property
    def _only_move(self) -> tuple[bool, ...]:
        verbs = self.game.verbs
        return tuple(name in verbs and _only_moves(verbs[name].block) for name in self.extras.reported)

    def only_moves(self, verb: int) -> bool:
        """Whether a reported verb does nothing but move things: that of one that moved nothing says so."""
        return self._only_move[verb]

    def _veiled(
        self, verb: int, args: tuple[Any, ...], number: int, unaware: Mapping[tuple[int, int], set[int]]
    ) -> tuple[tuple[frozenset[int], str], ...]:
        """What those are told who may not know all things of a report: of what Kind these are."""
        things = [x for _, x in self.reported_things(verb, args) if unaware.get((number, x))]
        groups: dict[frozenset[int], set[int]] = {}
        for seat in sorted(set[int]().union(*(unaware[number, x] for x in things))):
            groups.setdefault(frozenset(x for x in things if seat in unaware[number, x]), set()).add(seat)
        return tuple((frozenset(seats), self.report(verb, args, some).text) for some, seats in groups.items())

    def reported_things(self, verb: int, args: tuple[Any, ...]) -> Iterator[tuple[m.Type, int]]:
        """The things that a report of a verb of the game may name."""
        name = self.extras.reported[verb]
        for p, value in zip(self.game.verbs[name].parameters if name in self.game.verbs else (), args, strict=False):
            yield from ((p.local.type, x) for x in _things_of(p.local.type, value))

    def unaware(self, s: State, x: int) -> set[int]:
        """The seats that may not know which thing this is, as things stand."""
        from .view import may_see, place_in

        zone = s.loc[x]
        if zone < 3 or not any(self.space["ZONE_HIDDEN"]):
            return set()
        at = place_in(self, s, x)
        return {seat for seat in range(len(s.seated)) if not may_see(self, s, seat, zone, x, at)}

    def shown(self, type_: m.Type, value: Any, unknown: Collection[int] = ()) -> str | int:
        """A value in words; of things that are `unknown` only the Kind."""
        from .phrases import joined

        match type_:
            case m.OptionalType(of):
                return self.shown(of, value, unknown) if value != -1 else "nobody"
            case m.ThingType(kind) if value in unknown:
                return _article(self.game.kinds[kind].noun[0])
            case m.SetType(m.ThingType(kind)) if any(v in unknown for v in value):
                one, many = self.game.kinds[kind].noun
                veiled = sum(v in unknown for v in value)
                known = [str(self.title(v)) for v in value if v not in unknown]
                return joined([*known, _article(one) if veiled == 1 else f"{veiled} {many}"])
            case m.ThingType():
                return self.title(value) if isinstance(value, int) and value >= 0 else "nothing"
            case m.ResourceType(resource):
                one, many = self.game.resources[resource].noun
                return f"{value} {one if value == 1 else many}"
            case m.EnumType(enum):
                return str(self.game.enums[enum].values[value][1])
            case m.SetType(of):
                return joined([str(self.shown(of, v)) for v in value])
            case m.TruthType():
                return "yes" if value else "no"
            case _:
                return int(value) if isinstance(value, int) else str(value)

    # ------------------------------------------------------------------ saving, digest, views

    def load(self, data: dict[str, Any]) -> State:
        """A state from `State.to_json`."""
        s = from_json(data)
        if len(s.a) != len(self.rules.initial) or len(s.z) != self.rules.zones or len(s.loc) != self.layout.count:
            raise ValueError("this state belongs to another game or another version of it")
        self.space["find_places"](s)
        return s

    def digest(self, s: State) -> str:
        """SHA-256 of the whole state in one canonical form."""
        text = json.dumps(s.to_json(), separators=(",", ":"), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()

    def view(self, s: State, seat: int) -> Any:
        from .view import view

        return view(self, s, seat)

    def clock(self, s: State) -> Any:
        """What of every seat's view says which turn it is."""
        from .view import clock

        return clock(self, s)

    def worlds(self, s: State, seat: int) -> Any:
        """The worlds (worlds.py) in which a seat may be, for all that it knows."""
        from .worlds import Worlds

        return Worlds(self, s, seat)

    def places(self, s: State, seat: int) -> Any:
        """The places of the board with what is printed on them and their neighbours, as a seat may know them."""
        from .view import places

        return places(self, s, seat)

    def hidden(self, s: State, seat: int) -> frozenset[int]:
        """The things on the table of which a seat may not know which they are."""
        from .view import hidden

        return hidden(self, s, seat)


def stream(seed: int, name: str) -> int:
    """The first state of a stream of chance: from the match's seed and the stream's name, the same everywhere."""
    return int.from_bytes(hashlib.sha256(f"{seed}/{name}".encode()).digest()[:8], "big") | 1


def _only_moves(block: m.Block) -> bool:
    """Whether statements move or draw things and do nothing else: how many lie where, everybody sees."""
    inner: list[m.Block] = []
    moves = False
    for one in block:
        match one:
            case m.Do(m.Event("move" | "draw"), block=then):
                moves = True
                inner.append(then)
            case m.If(branches, otherwise):
                inner += [*(then for _, then in branches), otherwise]
            case m.ForEach(_, then):
                inner.append(then)
            case m.Let() | m.Needs() | m.Choose():
                pass
            case _:
                return False
    held = [_only_moves(then) for then in inner if then]
    return all(held) and (moves or bool(held))


def _things_of(type_: m.Type, value: Any) -> Iterator[int]:
    """The things that a value of this type names."""
    match type_:
        case m.ThingType() | m.OptionalType(m.ThingType()) if isinstance(value, int) and value >= 0:
            yield value
        case m.SetType(m.ThingType()) if not isinstance(value, int):
            yield from value


def _article(noun: str) -> str:
    return ("an " if noun[:1].lower() in "aeiou" else "a ") + noun if noun else "something"
