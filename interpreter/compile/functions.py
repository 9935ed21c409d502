"""Functions of the Ruleset as functions of Python."""

from __future__ import annotations

import re
from collections.abc import Iterable

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
from .expressions import Expressions, _int, shift
from .hoist import hoisted, lifted
from .liveness import Liveness
from .shared import shared

BOARD = "S.bd or board(S)"


def plain(name: str) -> str:
    return "".join(c if c.isalnum() else "_" for c in name)


def passages_of(rules: Ruleset) -> tuple[dict[str, tuple[int, int, int]], dict[str, str]]:
    """How the functions that say where a way may go on are written short: those that ask whether one of a few things
    is on the place (zone base, first thing, end), and those that only call another function."""
    met: dict[str, tuple[int, int, int]] = {}
    plain_names: dict[str, str] = {}
    for name, f in rules.functions.items():
        match f.value:
            case Op(
                "member",
                (
                    Op("zone", (Const(int() as base), Var(p))),
                    Op("zones_of", (Const(int() as low), Const(int() as high))),
                ),
            ) if f.params == (p,):
                met[name] = (base, low, high)
            case Pure(other, args) if name.startswith("through_") and args == tuple(Var(p) for p in f.params):
                plain_names[name] = other
            case _:
                pass
    return met, plain_names


class FunctionWriter(Expressions):
    """Writes one function. Waiting functions are cut into segments; `@n@` stands for a segment until all are known."""

    def __init__(
        self,
        rules: Ruleset,
        function: Function,
        waits: frozenset[str],
        numbers: dict[str, int],
        passages: tuple[dict[str, tuple[int, int, int]], dict[str, str]],
    ) -> None:
        super().__init__()
        self.rules = rules
        self.function = function
        self.waits = waits
        self.numbers = numbers
        self.guard: int | None = None
        self.resumed: dict[int, tuple[str, str | None]] = {}  # label where it goes on -> what it got, and its name
        self.segments: list[list[str]] = [[]]
        self.places: dict[int, int] = {}
        self.labels: dict[str, int] = {}
        self.count = 0
        self.met, self.plain_names = passages

    # ------------------------------------------------------------------ whole functions

    def source(self) -> list[str]:
        f = self.function
        head = f"def f_{f.name}(S{''.join(', ' + p for p in f.params)}):"
        title = f"    # {f.title}" if f.title else ""
        if f.value is not None:
            return [head + title, *self.one_board(self.registers(self.pure_body(f.value)))]
        if f.name not in self.waits:
            if self.structured(f.body):
                body = self.lines(f.body, 1, None)
                return [head + title, *self.registers(body or ["    return -1"])]
            return self.cut(head + title, waiting=False)
        params = "".join(f", {p}=0" for p in f.params)
        return self.cut(f"def f_{f.name}(S, F{params}):{title}", waiting=True)

    def one_board(self, lines: list[str]) -> list[str]:
        """The board is the same all through a pure function."""
        if not any(BOARD in line for line in lines):
            return lines
        return ["    bd = S.bd or board(S)", *(line.replace(f"({BOARD})", "bd").replace(BOARD, "bd") for line in lines)]

    def registers(self, body: list[str]) -> list[str]:
        return [f"    {name} = S.{name}" for name in ("a", "z", "loc", "pl", "h") if name in self.used] + body

    def pure_body(self, value: Expr) -> list[str]:
        """A search as the whole of a function is written as a loop, which ends as soon as it can."""
        if isinstance(value, Find) and value.mode in ("any", "first", "all", "count"):
            v, source = value.var, self.ex(value.source, True)
            value, fixed = hoisted(value)
            first = [f"    {name} = {self.ex(x)}" for name, x in fixed]
            test = self.ex(value.test) if value.test is not None else "True"
            match value.mode:
                case "any":
                    return [*first, f"    for {v} in {source}:", f"        if {test}: return 1", "    return 0"]
                case "first":
                    return [*first, f"    for {v} in {source}:", f"        if {test}: return {v}", "    return -1"]
                case "all":
                    assert value.value is not None
                    held = self.ex(value.value)
                    return [
                        *first,
                        f"    for {v} in {source}:",
                        f"        if {test} and not {held}: return 0",
                        "    return 1",
                    ]
                case _:
                    return [
                        *first,
                        "    n = 0",
                        f"    for {v} in {source}:",
                        f"        if {test}: n += 1",
                        "    return n",
                    ]
        given, (value,) = shared((value,), "c")
        first = [f"    {name} = {self.ex(x)}" for name, x in given]
        once = lifted(value)
        first += [f"    {name} = {self.ex(x)}" for x, name in once.items()]
        self.lifted = once
        return [*first, f"    return {self.ex(value)}"]

    # ------------------------------------------------------------------ plain statements

    def structured(self, body: Iterable[Stmt], inside: str | None = None) -> bool:
        """Can every Leave be written as `break`?"""
        for s in body:
            match s:
                case Leave(label):
                    if label != inside:
                        return False
                case If(_, then, otherwise):
                    if not self.structured(then, inside) or not self.structured(otherwise, inside):
                        return False
                case Loop(body=inner, label=label) | While(body=inner, label=label) | Block(body=inner, label=label):
                    if not self.structured(inner, label):
                        return False
                case _:
                    pass
        return True

    def lines(self, body: Iterable[Stmt], depth: int, cut: bool | None) -> list[str]:
        """Statements that never wait. `cut`: they stand in a segment, so that a Leave to outside is a jump."""
        pad = "    " * depth
        out: list[str] = []
        for s in body:
            match s:
                case Set(var, value):
                    out.append(f"{pad}{var} = {self.ex(value)}")
                case Put(column, index, value):
                    self.use("a")
                    out.append(f"{pad}a[{shift(column, self.ex(index))}] = {self.ex(value)}")
                case Effect():
                    out += [pad + line for line in self.effect(s)]
                case If(test, then, otherwise):
                    if not then and not otherwise:
                        continue
                    if test == Const(1):
                        out += self.lines(then, depth, cut)
                        continue
                    if not then:
                        out.append(f"{pad}if not {self.ex(test)}:")
                        out += self.lines(otherwise, depth + 1, cut) or [pad + "    pass"]
                        continue
                    out.append(f"{pad}if {self.ex(test)}:")
                    out += self.lines(then, depth + 1, cut) or [pad + "    pass"]
                    if otherwise:
                        out.append(f"{pad}else:")
                        out += self.lines(otherwise, depth + 1, cut) or [pad + "    pass"]
                case Loop(var, source, inner, _):
                    out.append(f"{pad}for {var} in {self.ex(source, True)}:")
                    out += self.lines(inner, depth + 1, cut) or [pad + "    pass"]
                case While(test, inner, _):
                    out.append(f"{pad}while {self.ex(test)}:")
                    out.append(f"{pad}    S.steps += 1")
                    out.append(f"{pad}    if S.steps > BUDGET: over_budget(S)")
                    out += self.lines(inner, depth + 1, cut)
                case Block(inner, label):
                    if any(isinstance(x, Leave) and x.label == label for x in statements(inner)):
                        out.append(f"{pad}while True:")
                        out += self.lines(inner, depth + 1, cut)
                        out.append(f"{pad}    break")
                    else:
                        out += self.lines(inner, depth, cut)
                case Leave(label):
                    if cut and label in self.labels:
                        out.append(f"{pad}pc = @{self.labels[label]}@; continue")
                    else:
                        out.append(f"{pad}break")
                case Return(value):
                    out += [pad + line for line in self.returned(value)]
                case Call(function, args, result):
                    call = f"f_{function}(S{''.join(', ' + self.ex(x) for x in args)})"
                    out.append(f"{pad}{result} = {call}" if result else pad + call)
                case Dispatch(table, index, args, result):
                    entries = f"D_{plain(table)}"
                    more = "".join(", " + self.ex(x) for x in args)
                    out.append(f"{pad}n = {entries}.get({self.ex(index)}, -1)")
                    call = f"FUNCTIONS[n](S{more})"
                    out.append(f"{pad}if n >= 0: {result + ' = ' if result else ''}{call}")
                case Finish(ending):
                    out.append(f"{pad}raise Ended({ending})")
                case Fail(message):
                    out.append(f"{pad}raise PlayError('nothing-here', '', {message})")
                case _:
                    raise AssertionError(f"{type(s).__name__} waits")
        return out

    def returned(self, value: Expr | None) -> list[str]:
        shown = self.ex(value) if value is not None else "-1"
        return [f"return {shown}"]

    def effect(self, s: Effect) -> list[str]:
        args = s.args
        match s.name:
            case "did":
                return [f"S.did = {self.ex(args[0])}"]
            case "mark":
                return [f"S.w |= {_int(args[0])}"]
            case "marks":
                return [f"{s.result} = S.w; S.w = 0"]
            case "board":
                return ["S.bd = None"]
            case "check":
                return [f"if S.defer: S.due |= {1 << _int(args[0])}", f"else: check_{_int(args[0])}(S)"]
            case "hist":
                self.use("h")
                return [f"h[{_int(args[0])}] += ({self.ex(args[1])},)"]
            case "report":
                return [f"if S.log is not None: S.log.append(({_int(args[0])}, {self.ex(args[1])}))"]
            case "forget":
                moment = _int(args[0])
                inner = [
                    f"h[{n}] = ()"
                    for n, (_, mo) in enumerate(self.rules.histories)
                    if mo == self.rules.layout.moments[moment]
                ]
                if inner:
                    self.use("h")
                return inner
            case "step":
                return ["S.steps += 1", "if S.steps > BUDGET: over_budget(S)"]
            case "quiet":
                return [f"set_quiet(S, {self.ex(args[0])})"]
            case "defer":
                return ["S.defer += 1"] if _int(args[0]) > 0 else ["undefer(S)"]
            case "later":
                return [f"S.later += (({_int(args[0])}, *{self.ex(args[1])}),)"]
            case "flip":
                self.use("a")
                return [f"a[{self.ex(args[0])}] = {self.ex(args[1])}"]
            case _:
                call = f"do_{s.name}(S{''.join(', ' + self.ex(x) for x in args)})"
                return [f"{s.result} = {call}" if s.result else call]

    # ------------------------------------------------------------------ segments

    def complex(self, s: Stmt) -> bool:
        """Must this statement be cut (it waits, or leaves something outside of its own Python loop)?"""
        match s:
            case Ask() | Stop() | Guard():
                return True
            case Call(function=other):
                return other in self.waits
            case Dispatch(table=table):
                return any(x in self.waits for x in self.rules.dispatch.get(table, {}).values())
            case If(_, then, otherwise):
                return any(self.complex(x) for x in (*then, *otherwise))
            case Loop(body=inner, label=label) | While(body=inner, label=label) | Block(body=inner, label=label):
                if any(self.complex(x) for x in inner):
                    return True
                if isinstance(s, Block) and not any(
                    isinstance(x, Leave) and x.label == label for x in statements(inner)
                ):
                    return False
                return not self.structured(inner, label)
            case _:
                return False

    def new_label(self) -> int:
        self.count += 1
        return self.count

    def here(self, label: int) -> None:
        self.places[label] = len(self.segments)
        self.segments.append([])

    def add(self, line: str) -> None:
        self.segments[-1].append(line)

    def emit(self, body: Iterable[Stmt]) -> None:
        plain_run: list[Stmt] = []
        for s in body:
            if not self.complex(s):
                plain_run.append(s)
                continue
            self.flush(plain_run)
            plain_run = []
            self.emit_one(s)
        self.flush(plain_run)

    def flush(self, run: list[Stmt]) -> None:
        self.segments[-1] += self.lines(run, 0, True)

    def emit_one(self, s: Stmt) -> None:
        match s:
            case If(test, then, otherwise):
                end = self.new_label()
                other = self.new_label() if otherwise else end
                if test != Const(1):
                    self.add(f"if not {self.ex(test)}: pc = @{other}@; continue")
                self.emit(then)
                if otherwise:
                    self.add(f"pc = @{end}@; continue")
                    self.here(other)
                    self.emit(otherwise)
                self.here(end)
            case While(test, inner, label):
                top, end = self.new_label(), self.new_label()
                self.labels[label] = end
                self.here(top)
                self.add("S.steps += 1")
                self.add("if S.steps > BUDGET: over_budget(S)")
                if test != Const(1):
                    self.add(f"if not {self.ex(test)}: pc = @{end}@; continue")
                self.emit(inner)
                self.add(f"pc = @{top}@; continue")
                self.here(end)
            case Loop(var, source, inner, label):
                top, end = self.new_label(), self.new_label()
                self.labels[label] = end
                it, i = f"it_{label}", f"i_{label}"
                self.add(f"{it} = {self.ex(source)}")
                self.add(f"{i} = 0")
                self.here(top)
                self.add(f"if {i} >= len({it}): pc = @{end}@; continue")
                self.add(f"{var} = {it}[{i}]")
                self.add(f"{i} += 1")
                self.emit(inner)
                self.add(f"pc = @{top}@; continue")
                self.here(end)
            case Block(inner, label):
                end = self.new_label()
                self.labels[label] = end
                self.emit(inner)
                self.here(end)
            case Guard(inner):
                end = self.new_label()
                self.emit(inner)
                self.here(end)
                self.guard = self.places[end]
            case Call(function, args, result):
                self.add(f"r = f_{function}(S, None{''.join(', ' + self.ex(x) for x in args)})")
                self.called(result)
            case Dispatch(table, index, args, result):
                after = self.new_label()
                more = "".join(", " + self.ex(x) for x in args)
                self.add(f"n = D_{plain(table)}.get({self.ex(index)}, -1)")
                self.add(f"if n < 0: pc = @{after}@; continue")
                self.add(f"r = FUNCTIONS[n](S, None{more}) if WAITS[n] else FUNCTIONS[n](S{more})")
                self.called(result)
                self.here(after)
            case Ask():
                self.ask(s)
            case Stop(function, args):
                # all that is under way goes onto the stack, where `stop` finds it
                resume = self.new_label()
                self.resumed[resume] = ("", None)
                self.add(f"@wait {resume}@")
                self.here(resume)
                wanted = ", ".join("None" if x is None else self.ex(x) for x in args)
                number = self.numbers.get(function, -1)
                self.add(f"if stop(S, F, {number}, ({wanted}{',' if args else ''})): return")
            case _:
                raise AssertionError(type(s).__name__)

    def called(self, result: str | None) -> None:
        """After a call that may have had to wait: then this function waits with it."""
        resume = self.new_label()
        self.resumed[resume] = ("S.ret", result)
        self.add(f"if r is None: @wait {resume}@")
        if result:
            self.add(f"{result} = r")
        self.here(resume)

    def ask(self, s: Ask) -> None:
        """A decision: with one option it happens by itself, and chance (-2) answers at once."""
        resume = self.new_label()
        self.resumed[resume] = ("S.answer", s.result)
        pad = ""
        self.add(f"o = {self.ex(s.options, True)}")
        if not (isinstance(s.options, Const) and isinstance(s.options.value, tuple) and len(s.options.value) > 1):
            self.add(f"if len(o) < 2: {s.result} = o[0] if o else -1")
            self.add("else:")
            pad = "    "
        self.add(f"{pad}w = {self.ex(s.who)}")
        self.add(f"{pad}if w != -2: S.options = o; S.site = {s.site}; S.asker = w; @wait {resume}@")
        self.add(f"{pad}{s.result} = o[draw_below(S, len(o))]")
        self.here(resume)

    def cut(self, head: str, waiting: bool) -> list[str]:
        """A function in segments: `pc` is where it enters; every segment from there on runs until one jumps."""
        self.emit(self.function.body)
        self.segments[-1] += self.lines([Return(None)], 0, True)
        segments = [[line for entry in segment for line in entry.split("\n")] for segment in self.segments]
        names = self.variables()
        live = Liveness(segments, self.places, frozenset(names), {k: v for k, (_, v) in self.resumed.items()})
        params = self.function.params
        number = self.numbers[self.function.name]
        saved: dict[int, tuple[str, ...]] = {}
        for label in self.resumed:
            kept = set(names) if self.guard is not None else live.at(label)
            saved[label] = (*(p for p in params if p in kept), *(n for n in names if n in kept and n not in params))
        zeros = [n for n in names if n not in params and (n in live.at_entry() or self.guard is not None)]
        first = f"{' = '.join(zeros)} = 0" if zeros else ""
        pad = "    "
        out = [head]
        if waiting:
            out.append(f"{pad}if F is None:")
            out.append(f"{pad * 2}pc = 0" + (f"; {first}" if first else ""))
            out.append(f"{pad}else:")
            out.append(f"{pad * 2}pc = F[1]")
            ways = [(0, f"_, _{''.join(', ' + p for p in params)} = F" + (f"; {first}" if first else ""))]
            for label, (source, result) in self.resumed.items():
                way = f"_, _{''.join(', ' + n for n in saved[label])} = F"
                ways.append((self.places[label], f"{way}; {result} = {source}" if result else way))
            if self.guard is not None:
                ways.append(
                    (
                        self.guard,
                        f"_, _{''.join(', ' + n for n in (*params, *(n for n in names if n not in params)))} = F",
                    )
                )
            seen: set[int] = set()
            for place, way in ways:
                if place not in seen:
                    out.append(f"{pad * 2}{'elif' if seen else 'if'} pc == {place}: {way}")
                seen.add(place)
        else:
            out.append(f"{pad}pc = 0" + (f"; {first}" if first else ""))
        for name in ("a", "z", "loc", "pl", "h"):
            if name in self.used:
                out.append(f"{pad}{name} = S.{name}")
        jumps = any("; continue" in line for segment in segments for line in segment)
        if jumps:
            out.append(f"{pad}while True:")
            pad = pad * 2

        def filled(line: str) -> str:
            def wait(m: re.Match[str]) -> str:
                label = int(m.group(1))
                return (
                    f"S.wait.append([{number}, {self.places[label]}{''.join(', ' + n for n in saved[label])}]); return"
                )

            line = re.sub(r"@wait (\d+)@", wait, line)
            return re.sub(r"@(\d+)@", lambda m: str(self.places[int(m.group(1))]), line)

        for n, segment in enumerate(segments):
            inner = pad
            if n < len(segments) - 1 and segment:
                out.append(f"{pad}if pc <= {n}:" if n else f"{pad}if pc == 0:")
                inner = pad + "    "
            out += [inner + filled(line) for line in segment]
        return out

    def variables(self) -> list[str]:
        """Every local that the function sets, in order of first use."""
        found: dict[str, None] = dict.fromkeys(self.function.params)
        for s in statements(self.function.body):
            match s:
                case Set(var=var):
                    found[var] = None
                case Loop(var=var, label=label):
                    found[var] = None
                    if self.complex(s):
                        found[f"it_{label}"] = None
                        found[f"i_{label}"] = None
                case Ask(result=result):
                    found[result] = None
                case Call(result=result) | Dispatch(result=result) | Effect(result=result):
                    if result:
                        found[result] = None
                case _:
                    pass
        return list(found)
