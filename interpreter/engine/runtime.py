"""What generated code calls. This module's code is run afresh in the namespace of each Program, whose tables (in
capitals below) are then set; so a call from generated code is a plain call of a global function.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

from interpreter.engine.state import State

INFINITE = 1 << 30
BUDGET = 200_000
"""Steps that one answer may lead to before it is an error."""

ZONE_PLACE: tuple[int, ...] = ()
ZONE_OWNER: tuple[int, ...] = ()
ZONE_FORM: tuple[int, ...] = ()  # 0 stack, 1 row, 2 heap
ZONE_HIDDEN: tuple[int, ...] = ()
DECLARATION: tuple[int, ...] = ()  # thing -> number of its declaration
COPIES: tuple[int, ...] = ()
COLUMNS: tuple[tuple[int, ...], ...] = ()  # declaration -> columns of its things
APART: tuple[tuple[int, ...], ...] = ()  # the same, with those of its parts
OWN: tuple[tuple[int, ...], ...] = ()  # thing -> all its zones
TOLD: tuple[tuple[int, ...], ...] = ()  # history -> places of its records that hold things
FIXED: tuple[tuple[int, ...], ...] = ()  # running effect -> the same
POINTING: tuple[tuple[int, int], ...] = ()  # numbers that hold things with copies
COUNT = 0
PLACES: tuple[int, ...] = ()
HERE: tuple[int, ...] = ()  # place -> its zone
HOLDS: tuple[tuple[int, ...], ...] = ()  # thing -> its zones
LINKS: tuple[tuple[tuple[int, int], ...], ...] = ()
LAID: tuple[tuple[int, ...], ...] = ()  # what a map brings into play
COLUMN: dict[str, int] = {}
INITIAL: tuple[Any, ...] = ()
SEAT_BASE = 0
DICE = 0
FUNCTIONS: list[Any] = []
GUARDS: dict[int, int] = {}
CHECK_DUE: Any = None
f_board_things: Any = None
f_board_ends: Any = None
BOARDS: dict[Any, Any] = {}
MOST_BOARDS = 128
BROKEN = -1  # the place of the rules that is broken to try the tests
REACHED: set[int] = set()  # places that were met


def intact(place: int) -> bool:
    """Is this place of the rules as it was written?"""
    REACHED.add(place)
    return place != BROKEN


LARGEST = 1 << 60
"""No product may be larger: more than any game counts, and as much as both back ends hold."""
MOST_SPLITS = 10_000
"""So many ways to share a payment are worked out; more would be no question that anybody could answer."""


class Ended(Exception):
    """The match is over; holds the number of the ending."""


class PlayError(Exception):
    """An error in play: a code, and what it is about. `message`: the number of a text of the rules that says so."""

    def __init__(self, code: str, about: str = "", message: int = -1) -> None:
        super().__init__(f"{code}: {about}")
        self.code = code
        self.about = about
        self.message = message


def over_budget(S: State) -> None:
    raise PlayError("step-budget", f"one answer led to more than {BUDGET:,} steps")


def too_deep(deep: RecursionError) -> PlayError:
    return PlayError("step-budget", "effects led to effects without end").with_traceback(deep.__traceback__)


# ------------------------------------------------------------------------------------------------ sets


def head(items: Any) -> int:
    return items[0] if items else -1


def tail(items: Any) -> int:
    return items[-1] if items else -1


def the(items: Any) -> int:
    if len(items) > 1:
        raise PlayError("not-the-only-one", "`the` found more than one")
    return items[0] if items else -1


def concat(a: Any, b: Any) -> tuple[Any, ...]:
    if not a:
        return tuple(b)
    if not b:
        return tuple(a)
    return (*a, *(x for x in b if x not in a))


def join(a: Any, b: Any) -> tuple[Any, ...]:
    return (*a, *b)


def append(a: Any, x: Any) -> tuple[Any, ...]:
    return (*a, x)


def without(a: Any, b: Any) -> tuple[Any, ...]:
    return tuple([x for x in a if x not in b])


def lowest(pairs: Any) -> tuple[int, ...]:
    if not pairs:
        return ()
    least = min(pairs)[0]
    return tuple([x for key, x in pairs if key == least])


def highest(pairs: Any) -> tuple[int, ...]:
    if not pairs:
        return ()
    most = max(pairs)[0]
    return tuple([x for key, x in pairs if key == most])


def after_in(x: int, ring: Any) -> int:
    if not ring:
        return -1
    i = ring.index(x) if x in ring else -1
    return int(ring[(i + 1) % len(ring)])


def before_in(x: int, ring: Any) -> int:
    if not ring:
        return -1
    i = ring.index(x) if x in ring else 0
    return int(ring[i - 1])


def product(a: int, b: int) -> int:
    """Numbers may be as large as they like, but squaring again and again would fill the memory."""
    r = a * b
    if r > LARGEST or r < -LARGEST:
        raise PlayError("number-too-large", "two numbers were multiplied whose product is beyond 2 to the power of 60")
    return r


def div(a: int, b: int) -> int:
    return a // b if b else 0


def endless_add(a: int, b: int) -> int:
    return INFINITE if a >= INFINITE or b >= INFINITE else a + b


def endless_sub(a: int, b: int) -> int:
    return INFINITE if a >= INFINITE else a - b


def endless_mul(a: int, b: int) -> int:
    return INFINITE if (a >= INFINITE or b >= INFINITE) and a > 0 and b > 0 else product(a, b)


def endless_div(a: int, b: int) -> int:
    return INFINITE if a >= INFINITE else div(a, b)


def modulo(a: int, b: int) -> int:
    """What is left of a when b is taken away as often as it goes: by 0, all of it."""
    return a % b if b else a


def get_or(numbers: Any, base: int, x: int, missing: Any) -> Any:
    return numbers[base + x] if x >= 0 else missing


MOST_OPTIONS = 200
"""So many options of a menu are shown at once; of more, an action is chosen step by step."""


def narrowed(options: Any) -> Any:
    """Options of a menu; of too many, their longest beginnings (an action, with what it is done) that are not."""
    if len(options) <= MOST_OPTIONS:
        return options
    found: tuple[Any, ...] = ()
    for n in range(1, max([len(o) for o in options]) + 1):
        parts = tuple(dict.fromkeys([o[:n] for o in options]))
        if len(parts) > 1 and (len(parts) <= MOST_OPTIONS or not found):
            found = parts
        if len(parts) > MOST_OPTIONS:
            break
    return found or options


def begins(record: Any, beginning: Any) -> bool:
    return bool(record[: len(beginning)] == beginning)


def splits(payers: Any, stocks: Any, total: int) -> tuple[tuple[int, ...], ...]:
    """Every way to take a sum from several stocks: each payer as often as it gives one."""
    found: list[tuple[int, ...]] = []

    def give(n: int, left: int, so_far: tuple[int, ...]) -> None:
        if left == 0:
            if len(found) == MOST_SPLITS:
                raise PlayError("too-many-ways", f"a payment can be shared in more than {MOST_SPLITS:,} ways")
            found.append(so_far)
            return
        if n == len(payers):
            return
        for k in range(min(left, stocks[n]), -1, -1):
            give(n + 1, left - k, so_far + (payers[n],) * k)

    give(0, total, ())
    return tuple(found)


def subsets(items: Any, least: int, greatest: int, most: int) -> Any:
    """Every part of a set of such a size, smaller ones first; if there are more than `most`, nothing ends the list."""
    found: list[Any] = []
    for size in range(max(0, least), min(greatest, len(items)) + 1):
        for one in combinations(items, size):
            if len(found) == most:
                found.append(-1)
                return found
            found.append(one)
    return found


def paid_times(gives: Any, sorts: Any, price: Any) -> int:
    """How often things pay a price: for each sort so much, and behind them so much of any."""
    whole = sum(gives) // max(1, sum(price))
    for sort, owed in enumerate(price[:-1]):
        if owed > 0:
            whole = min(whole, sum(n for n, s in zip(gives, sorts, strict=True) if s == sort) // owed)
    return int(whole)


TRIES = 4096
LONGEST = 12
"""So many sets, and sets of so many things, are looked at for one payment; beyond that it is made thing by thing."""


def payments(S: State, things: Any, gives: Any, sorts: Any, price: Any, many: int, most: int) -> Any:
    """Every payment in which nothing is needless and that is not two payments; none if there are too many.

    Things that nobody can tell apart are interchangeable, so only how many of them are taken is tried.
    """
    found: list[tuple[int, ...]] = []
    tries = 0
    groups: list[list[int]] = []  # numbers of things
    for n, x in enumerate(things):
        for group in groups:
            g = group[0]
            if gives[g] == gives[n] and sorts[g] == sorts[n] and len(distinct(S, (things[g], x))) == 1:
                group.append(n)
                break
        else:
            groups.append([n])

    def times(part: list[int]) -> int:
        found = paid_times([gives[n] for n in part], [sorts[n] for n in part], price)
        return found if many else min(1, found)

    def sound(part: list[int]) -> bool:
        nonlocal tries
        whole = times(part)
        if whole < 1 or any(times([*part[:k], *part[k + 1 :]]) == whole for k in range(len(part))):
            return False
        if whole < 2:
            return True
        for bits in range(1, 1 << (len(part) - 1)):
            tries += 1
            one = [n for k, n in enumerate(part) if bits >> k & 1]
            other = [n for k, n in enumerate(part) if not bits >> k & 1]
            if times(one) + times(other) >= whole:
                return False
        return True

    def take(g: int, part: list[int]) -> bool:
        nonlocal tries
        tries += 1
        if tries > TRIES or len(part) > LONGEST:
            return False
        if g == len(groups) or (not many and part and times(part)):
            if part and sound(part):
                if len(found) == most:
                    return False
                found.append(tuple(things[n] for n in part))
            return tries <= TRIES
        return all(take(g + 1, part + groups[g][:k]) for k in range(len(groups[g]), -1, -1))

    return tuple(found) if take(0, []) else ()


def distinct(S: State, items: Any) -> Any:
    """One of each that nobody can tell apart: same declaration, numbers, zone, contents, and all that is said of it."""
    if len(items) < 2:
        return tuple(items)
    a, loc, z = S.a, S.loc, S.z
    seen: dict[Any, list[Any]] = {}
    out = []
    told: Any = None
    for x in items:
        if COPIES[x] < 2 or (loc[x] == 2 and HERE[x] != 1):  # a place that is laid is told by where it is
            out.append(x)
            continue
        key: Any = ((DECLARATION[x] << 16) + loc[x] << 8) + a[x]
        columns = APART[DECLARATION[x]]
        if len(columns) > 1:
            key = (key, *[a[c + x] for c in columns])
        if OWN[x]:
            key = (key, *[z[zone] for zone in OWN[x]])
        if key not in seen:
            seen[key] = [x]
            out.append(x)
            continue
        if told is None:
            told = all_told(S)
        if told:
            known = seen[key]
            if isinstance(known[0], int):
                known[0] = said_of(told, known[0])
            said = said_of(told, x)
            if said not in known:
                known.append(said)
                out.append(x)
    return tuple(out)


def all_told(S: State) -> dict[int, list[Any]]:
    """What the state says of each thing with copies: who says it, the record, which places of it hold things."""
    said: dict[int, list[Any]] = {}
    for n, (records, places) in enumerate(zip(S.h, TOLD, strict=True)):
        for record in records if places else ():
            _tell(said, n, record, places)
    for effect, moment, uses, record in S.fx:
        _tell(said, (effect, moment, uses), record, FIXED[effect])
    for first, end in POINTING:
        _tell(said, -first, S.a[first:end], range(end - first))
    return said


def _tell(said: dict[int, list[Any]], who: Any, record: Any, places: Any) -> None:
    about = [y for k in places for y in (record[k] if record[k].__class__ is tuple else (record[k],))]
    for x in dict.fromkeys(about):
        if x >= 0 and COPIES[x] > 1:
            said.setdefault(x, []).append((who, record, places))


def said_of(told: dict[int, list[Any]], x: int) -> list[Any]:
    """What is said of a thing, with itself left out, so that what is said of its like is the same."""
    return [
        (who, [_without(v, x) if k in places else v for k, v in enumerate(record)])
        for who, record, places in told.get(x, ())
    ]


def _without(v: Any, x: int) -> Any:
    if v.__class__ is tuple:
        return tuple([-2 if y == x else y for y in v])
    return -2 if v == x else v


def alike(S: State, codes: Any) -> Any:
    """Of answers, each a listener * 4096 + a thing, one of each that nobody can tell apart."""
    if len(codes) < 2:
        return codes
    kept: list[int] = []
    for listener in dict.fromkeys([code >> 12 for code in codes]):
        base = listener << 12
        kept += [base + x for x in distinct(S, [code - base for code in codes if code >> 12 == listener])]
    return tuple(kept)


# ------------------------------------------------------------------------------------------------ places and boards


def place_of(loc: list[int], x: int) -> int:
    """The nearest place going up."""
    while x >= 0:
        zone = loc[x]
        found = ZONE_PLACE[zone]
        if found >= 0:
            return found
        x = ZONE_OWNER[zone]
    return -1


def find_places(S: State) -> None:
    """The place of each thing, when a state was read; from then on moves keep it."""
    S.pl = [*(place_of(S.loc, x) for x in range(COUNT)), -1]


def carry(S: State, x: int, p: int) -> None:
    """What lies in the zones of a thing is where the thing is."""
    pl, z = S.pl, S.z
    for zone in HOLDS[x]:
        for y in z[zone]:
            if pl[y] != p:
                pl[y] = p
                if HOLDS[y]:
                    carry(S, y, p)


def position(z: list[tuple[int, ...]], loc: list[int], x: int) -> int:
    if x < 0 or ZONE_FORM[loc[x]] == 2:
        return INFINITE
    return z[loc[x]].index(x) + 1


class Alone(dict[int, int]):
    """How far all else is from a place that is joined to none."""

    def __missing__(self, _: int) -> int:
        return INFINITE


class Board:
    """What is next to what, and how far, for one set of maps and bridges."""

    __slots__ = ("adjacent", "distance")

    def __init__(self, pairs: list[tuple[int, int]]) -> None:
        near: list[set[int]] = [set() for _ in range(COUNT)]
        for a, b in pairs:
            near[a].add(b)
            near[b].add(a)
        self.adjacent = [tuple(sorted(n)) for n in near]
        nowhere = [INFINITE] * (COUNT + 1)
        self.distance: list[list[int] | Alone] = [nowhere] * (COUNT + 1)
        for start in PLACES:
            if not near[start]:  # most places, where tests make their own: a row for each would fill the memory
                self.distance[start] = Alone({start: 0})
                continue
            far = nowhere[:]
            far[start] = 0
            queue = [start]
            for x in queue:
                for y in self.adjacent[x]:
                    if far[y] == INFINITE:
                        far[y] = far[x] + 1
                        queue.append(y)
            self.distance[start] = far


def board(S: State) -> Any:
    laid = S.a[COLUMN["laid"]]
    joins = tuple([(b, f_board_ends(S, b)) for b in f_board_things(S)])
    grid = S.a[COLUMN["grid"]]
    key = (laid, joins, grid)
    found = BOARDS.get(key)
    if found is None:
        pairs = [pair for n in laid for pair in LINKS[n]]
        for y, row in enumerate(grid):
            for x, p in enumerate(row):
                if x + 1 < len(row) and p >= 0 and row[x + 1] >= 0:
                    pairs.append((p, row[x + 1]))
                if y + 1 < len(grid) and x < len(grid[y + 1]) and p >= 0 and grid[y + 1][x] >= 0:
                    pairs.append((p, grid[y + 1][x]))
        for _, ends in joins:
            pairs += [(a, b) for a in ends for b in ends if a < b]
        if len(BOARDS) == MOST_BOARDS:  # a game that lays another map in every match would fill the memory
            BOARDS.clear()
        found = BOARDS[key] = Board(pairs)
    S.bd = found
    return found


def distance(b: Any, p: Any, q: Any) -> int:
    if isinstance(p, int):
        if isinstance(q, int):
            return b.distance[p][q]  # type: ignore[no-any-return]
        if len(q) == 1:
            return b.distance[p][q[0]]  # type: ignore[no-any-return]
        return min([b.distance[p][y] for y in q], default=INFINITE)
    if isinstance(q, int):
        return min([b.distance[x][q] for x in p], default=INFINITE)
    return min([b.distance[x][y] for x in p for y in q], default=INFINITE)


def neighbours(b: Any, p: int) -> tuple[int, ...]:
    return b.adjacent[p] if p >= 0 else ()


def spread(b: Any, start: int, through: Any, S: State, *more: Any) -> tuple[int, ...]:
    if start < 0:
        return ()
    adjacent = b.adjacent
    found = list(adjacent[start])
    seen = set(found)
    for p in found:
        if through(S, p, *more):
            for q in adjacent[p]:
                if q not in seen:
                    seen.add(q)
                    found.append(q)
    found.sort()
    return tuple(found)


def spread_among(b: Any, start: int, base: int, zones: list[int]) -> tuple[int, ...]:
    """The same; what can be gone through are the places whose zone, `base` above the place, is one of these."""
    if start < 0:
        return ()
    adjacent = b.adjacent
    found = adjacent[start]
    for p in found:
        if p + base in zones:
            break
    else:
        return found  # type: ignore[no-any-return]
    found = list(found)
    for p in found:
        if p + base in zones:
            found += [q for q in adjacent[p] if q not in found]
    found.sort()
    return tuple(found)


def spread_over(b: Any, start: int, through: Any) -> tuple[int, ...]:
    return spread(b, start, lambda _, p: p in through, None)  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------------------ changes


def do_move(S: State, x: int, zone: int, bottom: int) -> int:
    """Puts a thing into a zone, or to a named end of the zone where it lies; says where it was."""
    loc, z = S.loc, S.z
    old = loc[x]
    if old == zone and (zone <= 2 or not bottom):
        return old
    if old > 2:
        t = z[old]
        if len(t) == 1:
            z[old] = ()
        else:
            i = t.index(x)
            z[old] = t[:i] + t[i + 1 :]
    loc[x] = zone
    p = ZONE_PLACE[zone]
    if p < 0:
        p = S.pl[ZONE_OWNER[zone]]
    if S.pl[x] != p:
        S.pl[x] = p
        if HOLDS[x]:
            carry(S, x, p)
    if zone > 2:
        if bottom == 1 or (not bottom and ZONE_FORM[zone]):
            z[zone] += (x,)
        else:
            z[zone] = (x,) + z[zone]
    if ZONE_HIDDEN[old] > ZONE_HIDDEN[zone]:
        S.reveals += 1
    return old


def do_put_back(S: State, x: int, zone: int, items: tuple[int, ...]) -> None:
    """A thing lies again where it was, in the order in which all lay there."""
    do_move(S, x, zone, 1)
    if zone > 2:
        S.z[zone] = items


def do_moves(S: State, items: tuple[int, ...], zone: int, bottom: int) -> None:
    """The same for one after another."""
    if not items:
        return
    loc, z, pl = S.loc, S.z, S.pl
    old = loc[items[0]]
    if old == zone or (old > 2 and z[old] != items) or any([loc[x] != old or HOLDS[x] for x in items]):  # noqa: C419
        for x in items:
            do_move(S, x, zone, bottom)
        return
    if old > 2:
        z[old] = ()
    p = ZONE_PLACE[zone]
    if p < 0:
        p = pl[ZONE_OWNER[zone]]
    for x in items:
        loc[x] = zone
        pl[x] = p
    if zone > 2:
        if bottom == 1 or (not bottom and ZONE_FORM[zone]):
            z[zone] += items
        else:
            z[zone] = items[::-1] + z[zone]
    if ZONE_HIDDEN[old] > ZONE_HIDDEN[zone]:
        S.reveals += len(items)


def draw_below(S: State, n: int, stream: int = -1) -> int:
    """A number from 0 to n - 1 from a stream of chance. The streams and how often they are drawn from are part of what
    a record fixes."""
    rng = S.rng
    s = rng[stream] = (rng[stream] * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
    S.draws += 1
    return (((s ^ (s >> 29)) & 0xFFFFFFFF) * n) >> 32 if n > 1 else 0


def contents(S: State, zone: int) -> tuple[int, ...]:
    """The things of a zone; those of the box are looked for, since it is large and has no order."""
    if zone > 2:
        return S.z[zone]
    return tuple([x for x in range(COUNT) if S.loc[x] == zone])


def do_draw(S: State, zone: int, refill: int, bottom: int) -> int:
    """The next thing of a zone, which stays there: the caller moves it. nothing if there is none."""
    z = S.z
    if not z[zone] and refill >= 0 and z[refill]:
        do_pour(S, refill, zone)
        do_shuffle(S, zone)
    items = z[zone] if zone > 2 else contents(S, zone)
    if not items:
        return -1
    if ZONE_FORM[zone] == 2:
        return items[draw_below(S, len(items), DICE + 1)]
    return items[-1 if bottom else 0]


def do_shuffle(S: State, zone: int) -> None:
    items = list(S.z[zone])
    for i in range(len(items) - 1, 0, -1):
        j = draw_below(S, i + 1, DICE)
        items[i], items[j] = items[j], items[i]
    S.z[zone] = tuple(items)


def do_pour(S: State, source: int, goal: int) -> None:
    """All of a zone into another; what has no order (the box) keeps no list."""
    items = contents(S, source)
    p = ZONE_PLACE[goal]
    if p < 0:
        p = S.pl[ZONE_OWNER[goal]]
    for x in items:
        S.loc[x] = goal
        if S.pl[x] != p:
            S.pl[x] = p
            carry(S, x, p)
    if goal > 2:
        S.z[goal] += items
    S.z[source] = ()


def do_roll(S: State, die: int, faces: int) -> int:
    if S.forced is not None:
        queue = S.forced[die]
        if not queue:
            raise PlayError("unset-chance", "a die is rolled whose result the test does not give")
        S.forced = S.forced[:die] + (queue[1:],) + S.forced[die + 1 :]
        return queue[0]
    return draw_below(S, faces, die)


def do_pick(S: State, items: Any) -> int:
    return items[draw_below(S, len(items))] if items else -1


def end_effects(S: State, moment: int) -> None:
    S.fx = tuple([f for f in S.fx if f[1] != moment])


def end_event_effects(S: State, moment: int, depth: int) -> None:
    S.fx = tuple([f for f in S.fx if f[1] & 4095 != moment or f[1] >> 12 <= depth])


do_expire, do_expire_event = end_effects, end_event_effects


def do_start(S: State, effect: int, moment: int, uses: int, record: Any) -> None:
    S.fx += ((effect, moment, uses, record),)


def effects(S: State, effect: int) -> list[Any]:
    return [f[3] for f in S.fx if f[0] == effect]


def do_lay(S: State, number: int) -> None:
    S.a[COLUMN["laid"]] += (number,)
    S.bd = None
    for x in LAID[number]:
        do_move(S, x, 2, 1)


def do_lay_grid(S: State, rows: Any) -> None:
    S.a[COLUMN["grid"]] = rows
    S.bd = None
    for row in rows:
        for x in row:
            if x >= 0:
                do_move(S, x, 2, 1)


def reading(S: State, p: int) -> int:
    n = 0
    for row in S.a[COLUMN["grid"]]:
        for x in row:
            n += 1
            if x == p:
                return n
    return INFINITE


def do_seat(S: State, x: int, seat: int) -> None:
    S.a[COLUMN["seat"] + x] = seat
    S.seated = tuple(sorted((*S.seated, x), key=lambda y: S.a[COLUMN["seat"] + y]))
    if S.loc[x] < 2:
        do_move(S, x, 2, 1)


def do_take_seat(S: State, x: int) -> None:
    if S.a[COLUMN["seat"] + x] >= 0:
        return
    seat = SEAT_BASE + len(S.seated)
    if S.loc[seat] < 2:
        do_move(S, seat, 2, 1)
    do_seat(S, x, seat)
    S.a[COLUMN["players"]] = len(S.seated)


def do_enter_play(S: State, x: int) -> None:
    if S.loc[x] < 2:
        do_move(S, x, 2, 1)


def do_reset(S: State, x: int) -> None:
    S.a[x] = 0
    for c in COLUMNS[DECLARATION[x]]:
        S.a[c + x] = INITIAL[c + x]


def do_show(S: State, x: int, viewers: Any) -> None:
    seats = (viewers,) if isinstance(viewers, int) else viewers
    for v in seats:
        seat = S.a[COLUMN["seat"] + v]
        if seat >= 0:
            S.a[COLUMN["shown"] + x] |= 1 << (seat - SEAT_BASE)
    S.reveals += 1


def do_round(S: State, player: int) -> None:
    first = COLUMN["first"]
    if S.a[first] == -1:
        S.a[first] = player
    if S.a[first] == player:
        S.a[COLUMN["round"]] += 1


def do_first(S: State) -> None:
    S.a[COLUMN["first"]] = -1


def set_quiet(S: State, quiet: int) -> None:
    S.quiet = quiet
    if quiet:
        S.defer += 1
    else:
        S.later = ()
        undefer(S)


def undefer(S: State) -> None:
    S.defer -= 1
    if not S.defer and S.due:
        due, S.due = S.due, 0
        CHECK_DUE(S, due)


def do_next_later(S: State) -> tuple[int, ...]:
    if not S.later:
        return (-1,)
    record, S.later = S.later[0], S.later[1:]
    return record


def stop(S: State, own: list[Any], function: int, args: tuple[Any, ...]) -> bool:
    """Ends the innermost running call of a function whose parameters are these; says whether there was one.

    `own` is the frame of the caller, which runs and so is not on the stack.
    """
    stack = [*S.stack, own]
    for n in range(len(stack) - 1, -1, -1):
        frame = stack[n]
        if (
            frame[0] == function
            and function in GUARDS
            and all(w is None or frame[2 + k] == w for k, w in enumerate(args))
        ):
            frame[1] = GUARDS[function]
            S.stack[:] = stack[: n + 1]
            return True
    return False


def run(S: State) -> None:
    """Goes on until a decision is open or the match is over."""
    stack, wait = S.stack, S.wait
    S.options = ()
    steps = 0
    try:
        while stack:
            frame = stack.pop()
            found = FUNCTIONS[frame[0]](S, frame)
            if found is None:
                stack += wait[::-1]
                wait.clear()
                if S.options:
                    return
                steps += 1
                if steps > BUDGET:
                    over_budget(S)
            else:
                S.ret = found
        S.over = -1
    except Ended as ended:
        S.over = ended.args[0] + 1
        S.options = ()
        del stack[:]
    except RecursionError as deep:
        raise too_deep(deep) from None


def step(S: State, option: int) -> None:
    """Answers the open decision with the option of this index."""
    S.answer = S.options[option]
    S.steps = 0
    run(S)
