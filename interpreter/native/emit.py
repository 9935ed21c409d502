"""Ruleset -> plain C for bulk random play: one function of the Ruleset becomes one function of C, and nothing waits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from attrs import evolve

from ..compile.facts import static_ids
from ..compile.hoist import hoisted, lifted
from ..compile.inline import simplified
from ..compile.shared import shared
from ..ir import (
    Ask,
    Block,
    Call,
    Const,
    Dispatch,
    Effect,
    Expr,
    Fail,
    Find,
    Finish,
    Function,
    Guard,
    If,
    Leave,
    Loop,
    Op,
    Pure,
    Put,
    Return,
    Ruleset,
    Set,
    Stmt,
    Stop,
    Var,
    While,
    statements,
)
from .form import GREEDY, RUNTIME, SEARCH, WATCH, WORLDS, NotNative, encoded

if TYPE_CHECKING:
    from ..engine.program import Program

MOST_THINGS = 4096
INFIX = {"add": "+", "sub": "-"}
COMPARED = {"lt": "<", "le": "<=", "gt": ">", "ge": ">="}
CALLED = {
    "div": "divide", "mod": "modulo", "mul": "product", "head": "head", "tail": "tail", "the": "the",
    "concat": "s_concat", "join": "s_join", "append": "s_append", "without": "s_without", "member": "member",
    "len": "len", "after_in": "after_in", "before_in": "before_in", "splits": "s_splits", "distinct": "s_distinct",
    "alike": "s_alike", "reading": "reading", "position": "position", "effects": "s_effects", "part": "part",
    "range": "s_range", "subsets": "s_subsets", "payments": "s_payments",
    "narrowed": "s_narrowed", "begins": "begins",
    "endless_add": "endless_add", "endless_sub": "endless_sub", "endless_mul": "endless_mul",
    "endless_div": "endless_div",
}  # fmt: skip
NUMBERS = frozenset(
    {
        "endless_add", "endless_sub", "endless_mul", "endless_div",
        "add", "sub", "mul", "div", "mod", "neg", "len", "at", "zone", "holder", "here", "place", "face", "steps",
        "distance", "reading", "position", "times", "after_in",
    }
)  # fmt: skip
TRUTHS = frozenset(
    {"eq", "ne", "lt", "le", "gt", "ge", "kind", "member", "in_play", "not", "single", "faced", "begins"}
)
SETS = frozenset(
    {
        "tuple", "concat", "join", "joined", "append", "without", "items", "neighbours", "spread", "distinct", "alike",
        "splits", "subsets", "payments", "history", "seated", "effects", "range", "narrowed",
    }
)  # fmt: skip
EFFECTS = frozenset(
    {
        "move", "moves",
        "draw", "shuffle", "pour", "roll", "pick", "expire", "expire_event", "start", "lay", "put_back",
        "lay_grid", "seat", "enter_play", "reset", "show", "round", "next_later", "later",
    }
)  # fmt: skip
GIVES = frozenset({"draw", "move", "roll", "pick", "next_later"})


DEAR = frozenset({"neighbours", "spread", "distinct"})  # operations that are worth a name outside of a search


NO_GREEDY = """static V greedy(int seat, V n, V options) { give_up(); return 0; }
static V look_reached(int asked, V n, int menu) { give_up(); return 0; }
static void look_ended(void) { give_up(); }
static V search(int seat, V n, V options) { give_up(); return 0; }
static V search_reached(int asked, V n, int menu, V options) { give_up(); return 0; }
static void forget_search(void) { }
static void watch_begin(void) { }
static void watch_asked(int site, V n, V options) { }
static void watch_answered(int site, int seat, V who, V taken) { }
static void watch_end_of_match(void) { }
int sidescript_watch(const void *zones) { return 0; }
V sidescript_sorts(V *out) { return 0; }
static void begin_search(int seat, void *tree) { }
static void *end_search(int given_up) { return decide.tree; }
void sidescript_forget(void *tree) { }
V sidescript_tree(const void *tree, V *out, V most) { return 0; }
void sidescript_search(const V *numbers, const double *explorations, V count) { }
int sidescript_greedy(const V *seats, V count) { return count == 0; }"""


def emit(program: Program) -> tuple[str, list[int]]:
    """The C of a game, and its constant sets in the form that `sidescript_prepare` reads."""
    return _Emitter(program).emit()


def plain(name: str) -> str:
    return "".join(c if c.isalnum() else "_" for c in name)


def _int(e: Expr) -> int:
    if isinstance(e, Const) and isinstance(e.value, int):
        return int(e.value)
    raise NotNative("a number that is not written down")


class _Emitter:
    def __init__(self, program: Program) -> None:
        self.program = program
        rules = self.rules = evolve(program.rules, functions=simplified(program.rules))
        self.space = program.space
        self.layout = program.layout
        self.tables: list[tuple[Any, ...]] = list(rules.tables.values())
        self.numbers = {name: n for n, name in enumerate(rules.functions)}
        self.constants: dict[Any, int] = {}
        self.marks: dict[tuple[int, ...], int] = {}  # which of a row of ids belong to a set
        self.flats: dict[str, list[int]] = {}
        self.kinds: dict[str, str] = {}
        self.working: set[str] = set()
        self.spreads: dict[str, str] = {}
        self.forbidden = _reach(rules, lambda s: isinstance(s, Stop))
        self.recursive = _recursive(rules)
        self.count = 0

    def emit(self) -> tuple[str, list[int]]:
        space, lay, rules = self.space, self.layout, self.rules
        if lay.count > MOST_THINGS:
            raise NotNative("so many things")
        if "main" not in rules.functions or not any(isinstance(s, Ask) for s in self.all_statements()):
            raise NotNative("a game without a decision")
        seats = list(lay.seats)
        if seats != list(range(seats[0], seats[0] + len(seats)) if seats else []) or len(seats) > 64:
            raise NotNative("seats that are no row")
        links, laid = self.constant(space["LINKS"]), self.constant(space["LAID"])
        initial = self.constant(tuple(rules.initial))
        functions = [_Writer(self, f).source() for f in rules.functions.values()]
        campaign = "c_main_of_campaign()" if "main_of_campaign" in rules.functions else "give_up()"
        begin = f"static void f_main(void) {{ c_main(); }}\nstatic void main_of_campaign(void) {{ {campaign}; }}"
        tail = [*functions, self.checks(), self.winners(), self.board_key(), begin]
        tail += self.greedy() if self.scored else [NO_GREEDY]
        columns, columns_at = _rows([tuple(row) for row in space["COLUMNS"]])
        rows = [(name, *_rows(space[name])) for name in ("APART", "OWN", "TOLD", "FIXED")]
        pointing = [n for pair in space["POINTING"] for n in pair]
        holds, holds_at = _rows(space["HOLDS"])
        streams = (*self.program.game.dice, "shuffle", "draw", "choice")
        column = lay.column
        head = [
            f"/* {rules.game}: made by interpreter.native; do not edit */",
            "typedef long long V;",
            "typedef unsigned long long U;",
            f"#define NA {len(rules.initial)}",
            f"#define NZ {rules.zones}",
            f"#define NH {len(rules.histories)}",
            f"#define NL {lay.count}",
            f"#define NS {len(streams)}",
            f"#define MOST_OPTIONS {space['MOST_OPTIONS']}",
            f"#define NK {len(self.constants)}",
            f"#define DICE {space['DICE']}",
            f"#define SEATS {len(seats)}",
            f"#define SEAT_BASE {space['SEAT_BASE']}",
            f"#define K_LINKS {links}",
            f"#define K_LAID {laid}",
            f"#define K_INITIAL {initial}",
            *(f"#define COLUMN_{n.upper()} {column[n]}" for n in ("laid", "grid", "seat", "shown", "first", "round")),
            f"#define PLACES_COUNT {len(space['PLACES'])}",
            _table("ZONE_PLACE", space["ZONE_PLACE"]),
            _table("ZONE_OWNER", space["ZONE_OWNER"]),
            _table("ZONE_FORM", space["ZONE_FORM"]),
            _table("DECLARATION", space["DECLARATION"]),
            _table("COPIES", space["COPIES"]),
            _table("PLACES", space["PLACES"]),
            _table("HERE", space["HERE"]),
            _table("COLUMNS", columns),
            _table("COLUMNS_AT", columns_at),
            *(_table(name, flat) for name, flat, _ in rows),
            *(_table(f"{name}_AT", at) for name, _, at in rows),
            _table("POINTING", [len(pointing), *pointing]),
            _table("HOLDS", holds),
            _table("HOLDS_AT", holds_at),
            f"static const char *const STREAMS[] = {{{', '.join(chr(34) + s + chr(34) for s in streams)}}};",
            *(_table(f"T{n}", t) for n, t in enumerate(self.tables) if all(isinstance(x, int) for x in t)),
            _table("ZONE_HIDDEN", space["ZONE_HIDDEN"]),
            _table("MENU_AT", [int(site.kind == "menu" and not site.narrowed) for site in rules.sites]),
            _table("THING_AT", [int(site.kind == "thing") for site in rules.sites]),
            RUNTIME.read_text(encoding="utf-8"),
            *(
                f"static V c_{plain(f.name)}({', '.join('V' for _ in f.params) or 'void'});"
                for f in rules.functions.values()
            ),
            *(f"static void check_{n}(void);" for n in range(len(rules.layout.ending_groups))),
            *(f"static const char M{n}[] = {{{','.join(map(str, row))}}};" for row, n in self.marks.items()),
            *(_table(name, row) for name, row in self.flats.items()),
            *self.spreads.values(),
        ]
        pool: list[int] = []
        for value in self.constants:
            pool += encoded(value)
        return "\n".join([*head, *tail]) + "\n", pool

    def all_statements(self) -> Iterator[Stmt]:
        for f in self.rules.functions.values():
            yield from statements(f.body)

    def constant(self, value: Any) -> int:
        return self.constants.setdefault(_tuples(value), len(self.constants))

    def fresh(self) -> int:
        self.count += 1
        return self.count

    def row(self, marks: Iterable[int]) -> int:
        """The number of a row of yes and no."""
        return self.marks.setdefault(tuple(marks), len(self.marks))

    def flat(self, number: int) -> str:
        """The name of a table whose sets stand one behind another."""
        self.flats[f"F{number}"] = [y for x in self.tables[number] for y in x]
        return f"F{number}"

    def checks(self) -> str:
        extras = self.rules.layout
        endings = extras.declared_endings
        order = sorted(range(endings), key=lambda e: (extras.precedence(e), e))
        out = []
        for n, group in enumerate(extras.ending_groups):
            inner = " ".join(f"if (truth(c_end_{e}())) finish({e});" for e in order if e in group)
            out.append(f"static void check_{n}(void) {{ {inner} }}")
        inner = ""
        for e in order:
            bits = sum(1 << n for n, group in enumerate(extras.ending_groups) if e in group)
            if bits:
                inner += f" if (waited & {bits}LL && truth(c_end_{e}())) finish({e});"
        return "\n".join([*out, f"static void check_due(V waited) {{{inner} }}"])

    def winners(self) -> str:
        """For whom an ending is a victory, where it is one for somebody: what `Program.winners` says."""
        out = []
        for n, ending in enumerate(self.rules.layout.endings):
            if ending.who is not None:
                meant = f"c_who_{n}()" if f"who_{n}" in self.rules.functions else f"a[{self.layout.column['winners']}]"
                out.append(f"    case {n + 1}: meant = {meant}; won = {int(ending.result == 'win')}; break;")
        cases = "\n".join([*out, "    default: return;"])
        return f"""static void find_winners(void) {{
  V meant = empty, won = 0, i, n = 0;
  Set *s;
  for (i = 0; i < SEATS; i++) winners[i] = -1; /* a look ahead may have found others */
  switch (ended) {{
{cases}
  }}
  s = set(seated);
  if (s->n > SEATS) give_up();
  seated_number = s->n;
  for (i = 0; i < s->n; i++)
    if ((member(s->x[i], meant) || member(a[COLUMN_SEAT + s->x[i]], meant)) == won) winners[n++] = s->x[i];
}}"""

    @property
    def scored(self) -> bool:
        """Does the game say what a greedy agent looks for? Else Python plays it: it counts things there."""
        return "d__greedy_score" in self.rules.functions

    def score(self) -> str:
        """What `Program.score` says."""
        won = [int(ending.result == "win") for ending in self.rules.layout.endings]
        call = "c_d__greedy_score(mine)" if self.rules.functions["d__greedy_score"].params else "c_d__greedy_score()"
        return f"""{_table("ENDING_WON", won)}
static V score(int seat) {{
  V i, mine = -1;
  Set *s;
  if (ended > 0) {{
    seated_number = 0;
    find_winners();
    if (!seated_number) return ENDING_WON[ended - 1] ? 1000000 : -1000000;
    for (i = 0; i < SEATS; i++) if (winners[i] >= 0 && seat_now(winners[i]) == seat) return 1000000;
    return -1000000;
  }}
  s = set(seated);
  for (i = 0; i < s->n && mine < 0; i++) if (seat_now(s->x[i]) == seat) mine = s->x[i];
  return {"mine < 0 ? 0 : " if self.rules.functions["d__greedy_score"].params else ""}{call};
}}"""

    def greedy(self) -> list[str]:
        """The greedy agent, and what it has to know of the game: who sees what, and which zones are for what."""
        lay, zones = self.layout, self.program.game.zones
        if len(zones) > 60:
            raise NotNative("so many zones")
        number = {key: n for n, key in enumerate(zones)}
        fits = [0] * lay.count
        rows: list[tuple[int, ...]] = []
        conditions: list[str] = []
        who = {"all": 1, "owner": 2, "holder": 2, "team": 3}
        for key, zone in zones.items():
            for x in self.program.zone_content[key]:
                fits[x] |= 1 << number[key]
            row: list[int] = []
            for n, sight in enumerate(zone.sights):
                row += (who.get(sight.who, 0), int(sight.top), len(conditions) if sight.condition is not None else -1)
                if sight.condition is not None:
                    conditions.append(f"c_sight_{plain(key)}_{n}(x)")
            rows.append(tuple(row))
        flat, at = _rows(rows)
        cases = "".join(f" case {n}: return {call};" for n, call in enumerate(conditions))
        granted = "c_granted(viewer, zone)" if "granted" in self.rules.functions else "0"
        return [
            self.score(),
            f"#define COLUMN_OWNER {lay.column.get('owner', -1)}",
            f"#define COLUMN_AT_ONCE_OPEN {lay.column.get('at_once.open', -1)}",
            f"#define COLUMN_AT_ONCE_KEEPER {lay.column.get('at_once.keeper', -1)}",
            _table("ZONE_FORMED", [number.get(key, -1) for key in lay.zone_key]),
            f"static const V FITS[] = {{{','.join(f'{x}LL' for x in fits or [0])}}};",
            _table("SIGHTS", flat),
            _table("SIGHTS_AT", at),
            _table("OWNED", lay.fixed.get("owner", [-1] * lay.count)),
            WORLDS.read_text(encoding="utf-8"),
            f"static V sight(int condition, V x) {{ switch (condition) {{{cases} }} give_up(); return 0; }}",
            f"static V granted(V viewer, V zone) {{ return {granted}; }}",
            GREEDY.read_text(encoding="utf-8"),
            SEARCH.read_text(encoding="utf-8"),
            WATCH.read_text(encoding="utf-8"),
        ]

    def board_key(self) -> str:
        things, ends = (self.rules.functions.get(name) for name in ("board_things", "board_ends"))
        if things is None or ends is None or things.params or len(ends.params) != 1:
            return "static V s_board_key(void) { give_up(); return 0; }"
        return """static V s_board_key(void) {
  V key[3], item[2], *from = bp, i;
  Set *s = set(c_board_things());
  for (i = 0; i < s->n; i++) { item[0] = s->x[i]; item[1] = c_board_ends(s->x[i]); push(s_of(item, 2)); }
  key[0] = a[COLUMN_LAID]; key[1] = s_mk(from); key[2] = a[COLUMN_GRID];
  return s_of(key, 3);
}"""

    def spread(self, function: Function) -> str:
        """A function that goes through places as long as a pure function allows."""
        name = f"s_spread_{plain(function.name)}"
        if name not in self.spreads:
            more = function.params[1:]
            params = "".join(f", V m{n}" for n in range(len(more)))
            given = "".join(f", m{n}" for n in range(len(more)))
            self.spreads[name] = f"""static V {name}(V start{params}) {{
  Spread s; int n; Board *b = board();
  if (start < 0) return empty;
  memset(s.seen, 0, NL); s.n = 0;
  spread_from(&s, b, start);
  for (n = 0; n < s.n; n++) if (truth(c_{plain(function.name)}(s.found[n]{given}))) spread_from(&s, b, s.found[n]);
  return s_spread_end(&s);
}}"""
        return name

    def kind_of(self, name: str) -> str:
        """What a pure function gives: t yes or no, n a number, s a set, ? one or the other."""
        if name in self.kinds:
            return self.kinds[name]
        value = self.rules.functions[name].value
        if value is None or name in self.working:
            return "?"
        self.working.add(name)
        found = self.kinds[name] = _Writer(self, self.rules.functions[name]).kind(value)
        self.working.discard(name)
        return found


class _Writer:
    """Writes one function."""

    def __init__(self, emitter: _Emitter, function: Function) -> None:
        self.emitter = emitter
        self.rules = emitter.rules
        self.function = function
        self.known: dict[str, str] = {}  # kinds of variables
        self.lifted: dict[Expr, str] = {}  # names for what several searches need
        self.numeric: set[str] = set()  # names of sets of numbers
        self.declared: list[str] = []
        self.labels: dict[str, str] = {}
        self.guard: int | None = None
        self.unwinds = False
        self.guarded = any(isinstance(s, Guard) for s in statements(function.body))

    # ------------------------------------------------------------------ whole functions

    def source(self) -> str:
        f = self.function
        head = f"static V c_{plain(f.name)}({', '.join('V v_' + plain(p) for p in f.params) or 'void'}) {{"
        deep = "  { char here; if (stack_base - &here > DEEPEST) give_up(); }"
        if f.value is not None:
            given, (whole,) = shared((f.value,), "c")
            first = [self.named(name, x) for name, x in given]
            once = lifted(whole, DEAR)
            first += [self.named(name, x) for x, name in once.items()]
            self.lifted = once
            value, kind = self.ex(whole), self.kind(whole)
            lines = [head, *([deep] if f.name in self.emitter.recursive else [])]
            if first:
                value = f"({{ {' '.join(first)} {value}; }})"
            if kind in "nt" and _allocates(value):
                lines.append(f"  V *mark = ap, r = {value};\n  ap = mark;\n  return r;")
            else:
                lines.append(f"  return {value};")
            return "\n".join([*lines, "}"])
        body = self.block(f.body)
        names: dict[str, None] = {}
        for s in statements(f.body):
            for name in (getattr(s, "var", None), getattr(s, "result", None)):
                if name and name not in f.params:
                    names[name] = None
        lines = [head, *(f"  V v_{plain(n)} = 0;" for n in names), *(f"  {d}" for d in self.declared)]
        if self.guarded:
            lines.append("  Guarded g;")
            lines.append(f"  V *g_params[] = {{{', '.join('&v_' + plain(p) for p in f.params) or '0'}}};")
        lines.append(deep)
        if self.guarded:
            number = self.emitter.numbers[f.name]
            lines.append(f"  g.up = top; g.function = {number}; g.count = {len(f.params)};")
            lines.append("  g.params = g_params; top = &g;")
        lines += body
        if self.guarded:
            lines.append("  top = g.up;")
        lines.append("  return -1;")
        if self.unwinds or self.guarded:
            lines.append("unwind:")
            if self.guarded:
                lines.append(f"  if (unwinding == &g) {{ unwinding = 0; top = &g; goto guard_{self.guard}; }}")
                lines.append("  top = g.up;")
            lines.append("  return -1;")
        return "\n".join([*lines, "}"])

    # ------------------------------------------------------------------ kinds

    def kind(self, e: Expr) -> str:
        match e:
            case Const(int() as value):
                return "t" if value in (0, 1) else "n"
            case Const():
                return "s"
            case Var(name):
                return self.known.get(name, "?")
            case Pure(name, _):
                return self.emitter.kind_of(name)
            case Find(mode=mode):
                match mode:
                    case "any" | "all":
                        return "t"
                    case "count" | "sum":
                        return "n"
                    case "first" | "max" | "min":
                        return "n" if mode == "first" and self.of_numbers(e.source) else "?"
                return "s"
            case Op("and" | "or", args):
                return "t" if all(self.kind(x) == "t" for x in args) else "?"
            case Op("cond", (_, yes, no)):
                return _joint(self.kind(yes), self.kind(no))
            case Op("max" | "min", _):
                return "n"
            case Op("flag", (number,)):
                return "nnn?t"[_int(number)]  # what `did` holds is whatever a test gave
            case Op("fixed", (table, _)):
                values = self.emitter.tables[_int(table)]
                if all(isinstance(x, int) for x in values):
                    return "t" if all(x in (0, 1) for x in values) else "n"
                return "s" if all(isinstance(x, tuple) for x in values) else "?"
            case Op(name, _):
                return "t" if name in TRUTHS else "n" if name in NUMBERS else "s" if name in SETS else "?"

    def of_numbers(self, e: Expr) -> bool:
        """Are all members of the set numbers?"""
        match e:
            case Const(tuple() as items):
                return all(isinstance(x, int) for x in items)
            case Var(name):
                return name in self.numeric
            case Op("items" | "seated" | "neighbours" | "spread" | "range", _):
                return True
            case Op("distinct" | "without" | "alike", args):
                return self.of_numbers(args[0])
            case Op("concat" | "join" | "joined", args):
                return all(self.of_numbers(x) for x in args)
            case Op("tuple", args):
                return all(self.kind(x) in "nt" for x in args)
            case Op("cond", (_, yes, no)):
                return self.of_numbers(yes) and self.of_numbers(no)
            case Find("list" | "highest" | "lowest" | "sorted", _, source, _, _):
                return self.of_numbers(source)
        return False

    @contextmanager
    def bound(self, var: str, kind: str) -> Iterator[None]:
        before = self.known.get(var)
        self.known[var] = kind
        yield
        if before is None:
            del self.known[var]
        else:
            self.known[var] = before

    # ------------------------------------------------------------------ expressions

    def test(self, e: Expr) -> str:
        """Yes or no, as C takes it."""
        match e:
            case Op("and" | "or" as name, args):
                if not args:
                    raise NotNative("a junction of nothing")
                return "(" + (" && " if name == "and" else " || ").join(self.test(x) for x in args) + ")"
            case Op("not", (x,)):
                return f"(!{self.test(x)})"
            case Op("cond", (when, yes, no)):
                return f"({self.test(when)} ? {self.test(yes)} : {self.test(no)})"
            case Op("flag", (Const(4),)):
                return "(!defer && len(later))"
        return self.ex(e) if self.kind(e) in "nt" else f"truth({self.ex(e)})"

    def ex(self, e: Expr) -> str:
        match e:
            case Const(int() as value):
                number = f"{int(value)}LL" if abs(value) >= 1 << 31 else str(int(value))
                return f"({number})" if value < 0 else number
            case Const(tuple() as items):
                return f"K[{self.emitter.constant(items)}]" if items else "empty"
            case Var(name):
                return f"v_{plain(name)}"
            case Pure(name, args):
                if len(args) != len(self.rules.functions[name].params):
                    raise NotNative(f"{name} with {len(args)} arguments")
                return f"c_{plain(name)}({', '.join(self.ex(x) for x in args)})"
            case Find():
                return self.find(e)
            case Op(name, args):
                return self.op(name, args)
        raise NotNative(type(e).__name__)

    def index(self, e: Expr, end: str, size: int, base: int = 0) -> str:
        if isinstance(e, Const):
            n = _int(e) + base
            return str(n) if 0 <= n < size else f"ix({n}, {end})"
        x = self.ex(e) + (f" + {base}" if base > 0 else f" - {-base}" if base else "")
        if isinstance(e, Var):
            return f"(U)({x}) < {end} ? {x} : ix({x}, {end})"
        return f"ix({x}, {end})"

    def column(self, column: int, index: Expr) -> str:
        return f"a[{self.index(index, 'NA', len(self.rules.initial), column)}]"

    def fixed(self, number: int, index: Expr) -> str:
        values = self.emitter.tables[number]
        if all(isinstance(x, int) for x in values):
            return f"T{number}[{self.index(index, str(len(values)), len(values))}]"
        return f"part(K[{self.emitter.constant(tuple(values))}], {self.ex(index)})"

    def op(self, name: str, args: tuple[Expr, ...]) -> str:
        if name in INFIX:
            return f"number({self.ex(args[0])} {INFIX[name]} {self.ex(args[1])})"
        if name in COMPARED:
            return f"({self.ex(args[0])} {COMPARED[name]} {self.ex(args[1])})"
        if name == "member" and isinstance(args[1], Op) and args[1].name == "zones_of":
            low, high = (_int(x) for x in args[1].args)
            return f"lies_in({self.ex(args[0])}, {low}, {high})"
        if name == "member" and isinstance(args[1], Const):
            return self.among(args[0], args[1].value)
        match name, args:
            case "member", (Const(int() as one), Op("fixed", (number, x))) if self.width(_int(number)) is not None:
                values = self.emitter.tables[_int(number)]
                marks = self.emitter.row(int(one in held) for held in values)
                return f"M{marks}[{self.index(x, str(len(values)), len(values))}]"
            case "part", (Op("fixed", (number, x)), y) if self.width(_int(number)):
                values = self.emitter.tables[_int(number)]
                width, flat = self.width(_int(number)) or 0, self.emitter.flat(_int(number))
                at = self.index(x, str(len(values)), len(values))
                return f"{flat}[({at}) * {width} + ({self.index(y, str(width), width)})]"
        if name == "mul" and args[1] in (Const(2), Const(3)):
            return f"number({self.ex(args[0])} * {_int(args[1])})"  # it cannot wrap to what passes
        if name in CALLED:
            return f"{CALLED[name]}({', '.join(self.ex(x) for x in args)})"
        match name:
            case "eq" | "ne":
                p, q = self.ex(args[0]), self.ex(args[1])
                if any(self.kind(x) in "nt" for x in args):
                    return f"({p} {'==' if name == 'eq' else '!='} {q})"
                return f"eq({p}, {q})" if name == "eq" else f"(!eq({p}, {q}))"
            case "neg":
                return f"(-{self.ex(args[0])})"
            case "not":
                return f"(!{self.test(args[0])})"
            case "and" | "or":
                if all(self.kind(x) == "t" for x in args):
                    return self.test(Op(name, args))
                return self.junction(name, args)
            case "cond":
                return f"({self.test(args[0])} ? {self.ex(args[1])} : {self.ex(args[2])})"
            case "max" | "min":
                if len(args) < 2:
                    raise NotNative(f"{name} of one")
                out = self.ex(args[0])
                for x in args[1:]:
                    out = f"{'largest' if name == 'max' else 'least'}({out}, {self.ex(x)})"
                return out
            case "tuple":
                if not args:
                    return "empty"
                n = self.emitter.fresh()
                # one after another: a C initializer may be worked out in any order, and its parts make sets too
                items = " ".join(f"t{n}[{k}] = {self.ex(x)};" for k, x in enumerate(args))
                return f"({{ V t{n}[{len(args)}]; {items} s_of(t{n}, {len(args)}); }})"
            case "joined":
                n = self.emitter.fresh()
                items = " ".join(f"push_all({self.ex(x)});" for x in args)
                return f"({{ V *b{n} = bp; {items} s_mk(b{n}); }})"
            case "single":
                return f"(!IS_SET({self.ex(args[0])}))"
            case "get":
                return self.column(_int(args[0]), args[1])
            case "get_or":
                n = self.emitter.fresh()
                there = f"a[ix(x{n} + {_int(args[0])}, NA)]"
                return f"({{ V x{n} = {self.ex(args[1])}; x{n} >= 0 ? {there} : {self.ex(args[2])}; }})"
            case "fixed":
                return self.fixed(_int(args[0]), args[1])
            case "fixed_or":
                n = self.emitter.fresh()
                with self.bound(f"x_{n}", "n"):
                    found = self.fixed(_int(args[0]), Var(f"x_{n}"))
                return f"({{ V v_x_{n} = {self.ex(args[1])}; v_x_{n} >= 0 ? (V)({found}) : {self.ex(args[2])}; }})"
            case "at":
                return self.loc(args[0])
            case "items":
                if isinstance(args[0], Const) and _int(args[0]) < 3:
                    return f"contents({_int(args[0])})"
                return f"z[{self.index(args[0], 'NZ', self.rules.zones)}]"
            case "zone":
                return f"({self.ex(args[1])} + ({_int(args[0])}))"
            case "holder":
                return f"ZONE_OWNER[{self.loc(args[0])}]"
            case "here":
                return f"HERE[ix({self.place(args[0])}, NL + 1)]"
            case "place":
                return self.place(args[0])
            case "in_play":
                return f"({self.loc(args[0])} > 1)"
            case "kind":
                low, high = _int(args[1]), _int(args[2])
                if high == low + 1:
                    return f"({self.ex(args[0])} == {low})"
                return f"((U)({self.ex(args[0])} - {low}) < {max(high - low, 0)})"
            case "face":
                return self.column(0, args[0])
            case "faced":
                n = self.emitter.fresh()
                with self.bound(f"x_{n}", "n"):
                    bits, up = self.fixed(_int(args[0]), Var(f"x_{n}")), self.column(0, Var(f"x_{n}"))
                return f"({{ V v_x_{n} = {self.ex(args[1])}; ({bits}) >> ({up}) & 1; }})"
            case "steps":
                return f"far(board(), {self.ex(args[1])}, {self.ex(args[2])})"
            case "distance":
                return f"distance({self.ex(args[1])}, {self.ex(args[2])})"
            case "neighbours":
                return f"neighbours({self.ex(args[1])})"
            case "spread":
                return self.spread(args)
            case "times":
                return f"count_in({self.ex(args[1])}, h[{_int(args[0])}])"
            case "history":
                return f"h[{_int(args[0])}]"
            case "seated":
                return "seated"
            case "flag":
                return ("defer", "quiet", "marks", "did", "(!defer && len(later))")[_int(args[0])]
            case "legal":
                menu = f"menu_{self.rules.layout.menus[_int(args[0])]}"
                if menu not in self.rules.functions:
                    raise NotNative(menu)
                return self.ex(Pure(menu, (args[1],)))
        raise NotNative(f"the operation {name}")

    def among(self, e: Expr, ids: Any) -> str:
        """Is it one of these, known beforehand?"""
        if not isinstance(ids, tuple) or len(ids) < 2 or not all(isinstance(x, int) for x in ids):
            return f"member({self.ex(e)}, {self.ex(Const(ids))})"
        low, wide = min(ids), max(ids) + 1 - min(ids)
        x = f"(U)({self.ex(e)} - ({low}))"
        if wide == len(set(ids)):
            return f"({x} < {wide})"
        if wide > MOST_THINGS:
            return f"member({self.ex(e)}, {self.ex(Const(ids))})"
        n, held = self.emitter.fresh(), set(ids)
        marks = self.emitter.row(int(low + k in held) for k in range(wide))
        return f"({{ U x{n} = {x}; x{n} < {wide} && M{marks}[x{n}]; }})"

    def width(self, number: int) -> int | None:
        """How many numbers each set of a table has, 0 if not all have as many; None if it is no table of such sets."""
        values = self.emitter.tables[number]
        if not all(isinstance(x, tuple) and all(isinstance(y, int) for y in x) for x in values):
            return None
        sizes = {len(x) for x in values}
        return sizes.pop() if len(sizes) == 1 else 0

    def loc(self, e: Expr) -> str:
        return f"loc[{self.index(e, 'NL', self.emitter.layout.count)}]"

    def place(self, e: Expr) -> str:
        return f"pl[{self.index(e, '(NL + 1)', self.emitter.layout.count + 1)}]"

    def junction(self, name: str, args: tuple[Expr, ...]) -> str:
        """Gives the value that decided, as Python does."""
        if len(args) == 1:
            return self.ex(args[0])
        n = self.emitter.fresh()
        rest = self.junction(name, args[1:])
        yes, no = (rest, f"j{n}") if name == "and" else (f"j{n}", rest)
        return f"({{ V j{n} = {self.ex(args[0])}; truth(j{n}) ? {yes} : {no}; }})"

    def spread(self, args: tuple[Expr, ...]) -> str:
        through = args[2]
        if isinstance(through, Pure):
            function = self.rules.functions[through.function]
            if len(function.params) != len(through.args) + 1:
                raise NotNative("spread")
            more = "".join(", " + self.ex(x) for x in through.args)
            return f"{self.emitter.spread(function)}({self.ex(args[1])}{more})"
        n = self.emitter.fresh()
        return (
            f"({{ V x{n} = {self.ex(args[1])}, w{n} = {self.ex(through)}; Spread s{n}; int i{n}; Board *b{n} = board();"
            f" memset(s{n}.seen, 0, NL); s{n}.n = 0; if (x{n} >= 0) spread_from(&s{n}, b{n}, x{n});"
            f" for (i{n} = 0; i{n} < s{n}.n; i{n}++) if (member(s{n}.found[i{n}], w{n}))"
            f" spread_from(&s{n}, b{n}, s{n}.found[i{n}]); s_spread_end(&s{n}); }})"
        )

    def named(self, name: str, e: Expr, when: str = "") -> str:
        """Gives a name to a value, worked out where a condition holds."""
        value = self.ex(e)
        self.known[name] = self.kind(e)
        if self.of_numbers(e):
            self.numeric.add(name)
        return f"V v_{plain(name)} = {f'{when} ? {value} : 0' if when else value};"

    def find(self, e: Find) -> str:
        n = self.emitter.fresh()
        v = f"v_{plain(e.var)}"
        e, fixed = hoisted(e, DEAR, self.lifted)
        match e.source:
            case Op("range", (low, high)):
                first = f"V i{n} = {self.ex(low)}, e{n} = {self.ex(high)};"
                loop, item, some = f"for (; i{n} < e{n}; i{n}++)", f"i{n}", f"i{n} < e{n}"
            case _:
                first = f"Set *s{n} = set({self.ex(e.source)}); V i{n};"
                some = f"s{n}->n"
                loop, item = f"for (i{n} = 0; i{n} < s{n}->n; i{n}++)", f"s{n}->x[i{n}]"
        always = static_ids(e.source) is not None
        for name, x in fixed:
            first += " " + self.named(name, x, "" if always else some)
        numbers = self.of_numbers(e.source)
        with self.bound(e.var, "n" if numbers else "?"):
            given = self.ex(e.value) if e.value is not None else v
            tested = self.test(e.test) if e.test is not None else ""
            held = self.test(e.value) if e.value is not None else ""
            value_kind = self.kind(e.value) if e.value is not None else "?"
        if tested and _allocates(tested):
            tested = f"({{ V *m{n} = ap, q{n} = {tested}; ap = m{n}; q{n}; }})"
        when = f"if ({tested}) " if tested else ""
        open_ = f"{loop} {{ V {v} = {item}; {when}{{"
        match e.mode:
            case "list":
                return f"({{ {first} V *b{n} = bp; {open_} push({v}); }} }} s_mk(b{n}); }})"
            case "map":
                # the value first: it may push and pop itself
                return f"({{ {first} V *b{n} = bp; {open_} V y{n} = {given}; push(y{n}); }} }} s_mk(b{n}); }})"
            case "flat":
                return f"({{ {first} V *b{n} = bp; {open_} V y{n} = {given}; push_all(y{n}); }} }} s_mk(b{n}); }})"
            case "any":
                if not tested:
                    raise NotNative("any without a test")
                return f"({{ {first} V r{n} = 0; {open_} r{n} = 1; break; }} }} r{n}; }})"
            case "all":
                return f"({{ {first} V r{n} = 1; {open_} if (!{held}) {{ r{n} = 0; break; }} }} }} r{n}; }})"
            case "count":
                return f"({{ {first} V r{n} = 0; {open_} r{n}++; }} }} r{n}; }})"
            case "first":
                return f"({{ {first} V r{n} = -1; {open_} r{n} = {v}; break; }} }} r{n}; }})"
            case "sum":
                if value_kind == "s":
                    raise NotNative("a sum of sets")
                return f"({{ {first} V r{n} = 0; {open_} r{n} = number(r{n} + {given}); }} }} r{n}; }})"
            case "max" | "min":
                sign = ">" if e.mode == "max" else "<"
                if tested and value_kind == "n" and e.value is not None and _glance(e.value) and not _glance(e.test):
                    # the test only of those that would be taken
                    return (
                        f"({{ {first} V r{n} = 0, f{n} = 0; {loop} {{ V {v} = {item}; V y{n} = {given};"
                        f" if (f{n} && !(y{n} {sign} r{n})) continue; if ({tested}) {{ r{n} = y{n}; f{n} = 1; }} }}"
                        f" r{n}; }})"
                    )
                return (
                    f"({{ {first} V r{n} = 0, f{n} = 0; {open_} V y{n} = {given};"
                    f" if (!f{n} || y{n} {sign} r{n}) r{n} = y{n}; f{n} = 1; }} }} r{n}; }})"
                )
            case "highest" | "lowest" | "sorted":
                end = {"highest": f"s_extreme(b{n}, -1)", "lowest": f"s_extreme(b{n}, 1)", "sorted": f"s_sorted(b{n})"}
                return (
                    f"({{ {first} V *b{n} = bp; {open_} V y{n} = {given}; push(y{n}); push({v}); }} }}"
                    f" {end[e.mode]}; }})"
                )
        raise NotNative(f"a search for {e.mode}")

    # ------------------------------------------------------------------ statements

    def block(self, body: Iterable[Stmt]) -> list[str]:
        return ["  " + line for s in body for line in self.statement(s)]

    def condition(self, e: Expr) -> str:
        found = self.test(e)
        if not _allocates(found):
            return found
        n = self.emitter.fresh()
        return f"({{ V *m{n} = ap, q{n} = {found}; ap = m{n}; q{n}; }})"

    def statement(self, s: Stmt) -> list[str]:
        match s:
            case Set(var, value):
                return [f"v_{plain(var)} = {self.ex(value)};"]
            case Put(column, index, value):
                n = self.emitter.fresh()
                return [f"{{ V y{n} = {self.ex(value)}; {self.column(column, index)} = y{n}; }}"]
            case Effect():
                return self.effect(s)
            case If(test, then, otherwise):
                out = [f"if ({self.condition(test)}) {{", *self.block(then)]
                if otherwise:
                    out += ["} else {", *self.block(otherwise)]
                return [*out, "}"]
            case Loop(var, source, body, label):
                n = self.emitter.fresh()
                self.declared.append(f"Set *s{n} = 0; V i{n} = 0;")
                inner = self.labelled(body, label)
                v = f"v_{plain(var)}"
                head = [
                    f"s{n} = set({self.ex(source)});",
                    f"for (i{n} = 0; i{n} < s{n}->n; i{n}++) {{ {v} = s{n}->x[i{n}];",
                ]
                return [*head, *inner[0], "}", inner[1]]
            case While(test, body, label):
                inner = self.labelled(body, label)
                return [f"while ({self.condition(test)}) {{ step();", *inner[0], "}", inner[1]]
            case Block(body, label):
                inner = self.labelled(body, label)
                return ["{", *inner[0], "}", inner[1]]
            case Leave(label):
                return [f"goto {self.labels[label]};"]
            case Return(value):
                shown = self.ex(value) if value is not None else "-1"
                return [f"{{ V r = {shown}; top = g.up; return r; }}" if self.guarded else f"return {shown};"]
            case Call(function, args, result):
                if len(self.rules.functions[function].params) != len(args):
                    raise NotNative(f"{function} with {len(args)} arguments")
                return self.called(function, ", ".join(self.ex(x) for x in args), result)
            case Dispatch(table, index, args, result):
                given = ", ".join(self.ex(x) for x in args)
                out = [f"switch ({self.ex(index)}) {{"]
                for key, function in self.rules.dispatch.get(table, {}).items():
                    if len(self.rules.functions[function].params) != len(args):
                        raise NotNative(f"{function} with {len(args)} arguments")
                    out.append(f"case {key}: {{ {' '.join(self.called(function, given, result))} break; }}")
                return [*out, "default: break;", "}"]
            case Ask(site, who, options, result):
                n = self.emitter.fresh()
                return [
                    f"{{ Set *s{n} = set({self.ex(options)});",
                    f"  v_{plain(result)} = s{n}->n > 1 ? s{n}->x[ask({self.ex(who)}, s{n}->n, {site}, tagged(s{n}))]"
                    f" : s{n}->n ? s{n}->x[0] : -1; }}",
                ]
            case Guard(body):
                inner_lines = self.block(body)
                self.guard = self.emitter.fresh()
                return [*inner_lines, f"guard_{self.guard}: ;"]
            case Stop(function, args):
                self.unwinds = True
                mask = sum(1 << k for k, x in enumerate(args) if x is not None)
                items = " ".join(f"w[{k}] = {self.ex(x)};" for k, x in enumerate(args) if x is not None)
                number = self.emitter.numbers.get(function, -1)
                return [f"{{ V w[{len(args) + 1}]; {items} if (stop({number}, {len(args)}, {mask}, w)) goto unwind; }}"]
            case Finish(ending):
                return [f"finish({ending});"]
            case Fail():
                return ["give_up();"]
        raise NotNative(type(s).__name__)

    def labelled(self, body: tuple[Stmt, ...], label: str) -> tuple[list[str], str]:
        before = self.labels.get(label)
        name = self.labels[label] = f"end_{self.emitter.fresh()}"
        inner = self.block(body)
        if before is not None:
            self.labels[label] = before
        used = any(f"goto {name};" in line for line in inner)
        return inner, f"{name}: ;" if used else ""

    def called(self, function: str, given: str, result: str | None) -> list[str]:
        call = f"c_{plain(function)}({given});"
        if function not in self.emitter.forbidden:
            return [f"v_{plain(result)} = {call}" if result else call]
        self.unwinds = True
        n = self.emitter.fresh()
        kept = f" v_{plain(result)} = r{n};" if result else ""
        return [f"{{ V r{n} = {call} if (unwinding) goto unwind; (void)r{n};{kept} }}"]

    def effect(self, s: Effect) -> list[str]:
        args = s.args
        result = f"v_{plain(s.result)} = " if s.result else ""
        match s.name:
            case "did":
                return [f"did = {self.ex(args[0])};"]
            case "mark":
                return [f"marks |= {_int(args[0])}LL;"]
            case "marks":
                return [f"{result}marks; marks = 0;"]
            case "board":
                return ["bd = 0;"]
            case "check":
                n = _int(args[0])
                return [f"if (defer) due |= {1 << n}LL; else check_{n}();"]
            case "hist":
                n = _int(args[0])
                return [f"h[{n}] = s_append(h[{n}], {self.ex(args[1])});"]
            case "report":
                return []
            case "forget":
                moment = self.rules.layout.moments[_int(args[0])]
                return [f"h[{n}] = empty;" for n, (_, m) in enumerate(self.rules.histories) if m == moment]
            case "step":
                return ["step();"]
            case "quiet":
                return [f"set_quiet({self.ex(args[0])});"]
            case "defer":
                return ["defer++;"] if _int(args[0]) > 0 else ["undefer();"]
            case "flip":
                return [f"{self.column(0, args[0])} = {self.ex(args[1])};"]
            case "first":
                return ["a[COLUMN_FIRST] = -1;"]
        if s.name not in EFFECTS or (s.result and s.name not in GIVES):
            raise NotNative(f"the effect {s.name}")
        return [f"{result}do_{s.name}({', '.join(self.ex(x) for x in args)});"]


# ------------------------------------------------------------------------------------------------ small things


def _glance(e: Expr | None) -> bool:
    """Is it a few look-ups that cannot fail?"""
    match e:
        case Const() | Var():
            return True
        case Op("steps", (_, x, y)):
            return _glance(x) and _glance(y)
        case Op("place" | "at", (x,)):
            return _glance(x)
        case _:
            return False


def _joint(p: str, q: str) -> str:
    return p if p == q else "n" if p in "nt" and q in "nt" else "?"


def _allocates(text: str) -> bool:
    return "s_" in text or "c_" in text or "contents(" in text


def _tuples(value: Any) -> Any:
    return tuple(_tuples(x) for x in value) if isinstance(value, (tuple, list)) else int(value)


def _table(name: str, values: Iterable[Any]) -> str:
    given = [int(x) for x in values]
    if any(abs(x) >= 1 << 31 for x in given):
        raise NotNative("a number too large")
    return f"static const int {name}[] = {{{','.join(map(str, given or [0]))}}};"


def _rows(rows: Iterable[tuple[int, ...]]) -> tuple[list[int], list[int]]:
    """Rows one after another, each behind its length; and where each begins."""
    flat: list[int] = []
    at: list[int] = []
    for row in rows:
        at.append(len(flat))
        flat += [len(row), *row]
    return flat, at


def _calls(rules: Ruleset) -> dict[str, set[str]]:
    """Which functions each function calls."""

    def inside(e: object) -> Iterator[str]:
        match e:
            case Pure(function, args):
                yield function
                for x in args:
                    yield from inside(x)
            case Op(name, args):
                if name == "legal":
                    yield f"menu_{rules.layout.menus[_int(args[0])]}"
                if name in ("steps", "distance", "neighbours", "spread"):
                    yield "board_ends"
                    yield "board_things"
                for x in args:
                    yield from inside(x)
            case Find(_, _, source, test, value):
                for part in (source, test, value):
                    yield from inside(part)

    found: dict[str, set[str]] = {}
    for name, f in rules.functions.items():
        called = set(inside(f.value))
        for s in statements(f.body):
            match s:
                case Call(function=function):
                    called.add(function)
                case Dispatch(table=table):
                    called.update(rules.dispatch.get(table, {}).values())
            for part in ("value", "index", "test", "source", "who", "options"):
                called.update(inside(getattr(s, part, None)))
            for x in getattr(s, "args", ()):
                called.update(inside(x))
        found[name] = called & set(rules.functions)
    return found


def _reach(rules: Ruleset, wanted: Callable[[Stmt], bool]) -> set[str]:
    """Functions that have such a statement, or call one that has."""
    calls = _calls(rules)
    found = {name for name, f in rules.functions.items() if any(wanted(s) for s in statements(f.body))}
    while True:
        more = {name for name, called in calls.items() if name not in found and called & found}
        if not more:
            return found
        found |= more


def _recursive(rules: Ruleset) -> set[str]:
    """Pure functions that can call themselves, by whatever way."""
    calls = _calls(rules)
    found = set()
    for name in calls:
        seen: set[str] = set()
        left = list(calls[name])
        while left:
            one = left.pop()
            if one not in seen:
                seen.add(one)
                left += calls[one]
        if name in seen:
            found.add(name)
    return found
