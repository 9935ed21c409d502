"""What generated code calls. This module's code is run afresh in the namespace of each Program, whose tables (in
capitals below) are then set; so a call from generated code is a plain call of a global function.
"""

from __future__ import annotations

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
COUNT = 0
PLACES: tuple[int, ...] = ()
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


class Ended(Exception):
    """The match is over; holds the number of the ending."""


class PlayError(Exception):
    """An error in play: a code, and what it is about."""

    def __init__(self, code: str, about: str = "") -> None:
        super().__init__(f"{code}: {about}")
        self.code = code
        self.about = about


def over_budget(S: State) -> None:
    raise PlayError("step-budget", f"one answer led to more than {BUDGET:,} steps")


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


def div(a: int, b: int) -> int:
    return a // b if b else 0


def get_or(numbers: Any, base: int, x: int, missing: Any) -> Any:
    return numbers[base + x] if x >= 0 else missing


def splits(payers: Any, stocks: Any, total: int) -> tuple[tuple[int, ...], ...]:
    """Every way to take a sum from several stocks: each payer as often as it gives one."""
    found: list[tuple[int, ...]] = []

    def give(n: int, left: int, so_far: tuple[int, ...]) -> None:
        if left == 0:
            found.append(so_far)
            return
        if n == len(payers):
            return
        for k in range(min(left, stocks[n]), -1, -1):
            give(n + 1, left - k, so_far + (payers[n],) * k)

    give(0, total, ())
    return tuple(found)


def distinct(S: State, items: Any) -> Any:
    """One of each that nobody can tell apart: same declaration, numbers, zone and history."""
    if len(items) < 2:
        return tuple(items)
    seen = set()
    out = []
    for x in items:
        if COPIES[x] < 2:
            out.append(x)
            continue
        a = S.a
        key = (
            DECLARATION[x],
            S.loc[x],
            tuple([a[c + x] for c in COLUMNS[DECLARATION[x]]]),
            sum([r.count(x) for records in S.h for r in records]),
        )
        if key not in seen:
            seen.add(key)
            out.append(x)
    return tuple(out)


# ------------------------------------------------------------------------------------------------ places and boards


def place(loc: list[int], x: int) -> int:
    while x >= 0:
        zone = loc[x]
        found = ZONE_PLACE[zone]
        if found >= 0:
            return found
        x = ZONE_OWNER[zone]
    return -1


def here(loc: list[int], x: int) -> int:
    while x >= 0:
        zone = loc[x]
        if ZONE_PLACE[zone] >= 0:
            return zone
        x = ZONE_OWNER[zone]
    return 1


def position(z: list[tuple[int, ...]], loc: list[int], x: int) -> int:
    if x < 0 or ZONE_FORM[loc[x]] == 2:
        return INFINITE
    return z[loc[x]].index(x) + 1


class Board:
    """What is next to what, and how far, for one set of maps and bridges."""

    __slots__ = ("adjacent", "distance")

    def __init__(self, pairs: list[tuple[int, int]]) -> None:
        near: list[set[int]] = [set() for _ in range(COUNT)]
        for a, b in pairs:
            near[a].add(b)
            near[b].add(a)
        self.adjacent = [tuple(sorted(n)) for n in near]
        self.distance: list[list[int]] = [[] for _ in range(COUNT + 1)]
        nowhere = [INFINITE] * (COUNT + 1)
        self.distance = [nowhere] * (COUNT + 1)
        for start in PLACES:
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
        found = BOARDS[key] = Board(pairs)
    S.bd = found
    return found


def distance(b: Any, p: Any, q: Any) -> int:
    if isinstance(p, int):
        if isinstance(q, int):
            return b.distance[p][q]  # type: ignore[no-any-return]
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


def spread_over(b: Any, start: int, through: Any) -> tuple[int, ...]:
    return spread(b, start, lambda _, p: p in through, None)  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------------------ changes


def do_move(S: State, x: int, zone: int, bottom: int) -> None:
    loc, z = S.loc, S.z
    old = loc[x]
    if old == zone or zone == 1:
        return
    if old > 2:
        t = z[old]
        if len(t) == 1:
            z[old] = ()
        else:
            i = t.index(x)
            z[old] = t[:i] + t[i + 1 :]
    loc[x] = zone
    if zone > 2:
        if bottom or ZONE_FORM[zone]:
            z[zone] += (x,)
        else:
            z[zone] = (x,) + z[zone]
    if ZONE_HIDDEN[old] > ZONE_HIDDEN[zone]:
        S.reveals += 1


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
    for x in items:
        S.loc[x] = goal
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


def stop(S: State, function: int, args: tuple[Any, ...]) -> bool:
    """Ends the innermost running call of a function whose parameters are these; says whether there was one."""
    stack = S.stack
    for n in range(len(stack) - 1, -1, -1):
        frame = stack[n]
        if (
            frame[0] == function
            and function in GUARDS
            and all(w is None or frame[2 + k] == w for k, w in enumerate(args))
        ):
            del stack[n + 1 :]
            frame[1] = GUARDS[function]
            return True
    return False


def run(S: State) -> None:
    """Goes on until a decision is open or the match is over."""
    stack = S.stack
    S.options = ()
    steps = 0
    try:
        while stack:
            frame = stack[-1]
            if FUNCTIONS[frame[0]](S, frame):
                return
            steps += 1
            if steps > BUDGET:
                over_budget(S)
        S.over = -1
    except Ended as ended:
        S.over = ended.args[0] + 1
        S.options = ()
        del stack[:]


def step(S: State, option: int) -> None:
    """Answers the open decision with the option of this index."""
    S.answer = S.options[option]
    S.steps = 0
    run(S)
