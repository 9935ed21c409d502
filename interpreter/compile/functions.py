"""Functions of the Ruleset as functions of Python."""

from __future__ import annotations

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


def plain(name: str) -> str:
    return "".join(c if c.isalnum() else "_" for c in name)


class FunctionWriter(Expressions):
    """Writes one function. Waiting functions are cut into segments; `@n@` stands for a segment until all are known."""

    def __init__(self, rules: Ruleset, function: Function, waits: frozenset[str], numbers: dict[str, int]) -> None:
        super().__init__()
        self.rules = rules
        self.function = function
        self.waits = waits
        self.numbers = numbers
        self.guard: int | None = None
        self.frame_size = 0
        self.segments: list[list[str]] = [[]]
        self.places: dict[int, int] = {}
        self.labels: dict[str, int] = {}
        self.count = 0
        self.plain_names = {
            name: f.value.function
            for name, f in rules.functions.items()
            if name.startswith("through_")
            and isinstance(f.value, Pure)
            and f.value.args == tuple(Var(p) for p in f.params)
        }

    # ------------------------------------------------------------------ whole functions

    def source(self) -> list[str]:
        f = self.function
        head = f"def f_{f.name}(S{''.join(', ' + p for p in f.params)}):"
        title = f"    # {f.title}" if f.title else ""
        if f.value is not None:
            return [head + title, *self.registers(self.pure_body(f.value))]
        if f.name not in self.waits:
            if self.structured(f.body):
                body = self.lines(f.body, 1, None)
                return [head + title, *self.registers(body or ["    return -1"])]
            return self.cut(head + title, waiting=False)
        return self.cut(f"def f_{f.name}(S, F):{title}", waiting=True)

    def registers(self, body: list[str]) -> list[str]:
        return [f"    {name} = S.{name}" for name in ("a", "z", "loc", "h") if name in self.used] + body

    def pure_body(self, value: Expr) -> list[str]:
        """A search as the whole of a function is written as a loop, which ends as soon as it can."""
        if isinstance(value, Find) and value.mode in ("any", "first", "all", "count"):
            v, source = value.var, self.ex(value.source, True)
            value, fixed = self.hoisted(value)
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
        return [f"    return {self.ex(value)}"]

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
                    out.append(f"{pad}for {var} in {self.ex(source)}:")
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
                    out.append(f"{pad}raise PlayError({message})")
                case _:
                    raise AssertionError(f"{type(s).__name__} waits")
        return out

    def returned(self, value: Expr | None) -> list[str]:
        shown = self.ex(value) if value is not None else "-1"
        if self.function.name in self.waits:
            return [f"S.ret = {shown}; del S.stack[-1]; return"]
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
                return [f"if S.defer: S.due |= {1 << _int(args[0])}", f"else: check_{_int(args[0])}(S)"]  # noqa: F541
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
                return [
                    *inner,
                    *([f"if S.fx: end_effects(S, {moment})"] if moment in self.rules.layout.lasting else []),
                ]
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
                resume = self.new_label()
                size = "SIZES_" + function
                self.add(f"F[1] = @{resume}@; @save@")
                self.add(
                    f"S.stack.append([{self.numbers[function]}, 0{''.join(', ' + self.ex(x) for x in args)}@{size}@]); return"
                )
                self.here(resume)
                if result:
                    self.add(f"{result} = S.ret")
            case Dispatch(table, index, args, result):
                resume = self.new_label()
                entries = f"D_{plain(table)}"
                more = "".join(", " + self.ex(x) for x in args)
                self.add(f"n = {entries}.get({self.ex(index)}, -1)")
                self.add(f"if n < 0: pc = @{resume}@; continue")
                some_wait = {x in self.waits for x in self.rules.dispatch.get(table, {}).values()}
                if some_wait == {True}:
                    self.add(f"F[1] = @{resume}@; @save@")
                    self.add(f"S.stack.append([n, 0{more}] + [0] * (SIZES[n] - {len(args)})); return")
                else:
                    self.add(
                        f"if WAITS[n]:\n    F[1] = @{resume}@; @save@\n    S.stack.append([n, 0{more}] + [0] * (SIZES[n] - {len(args)})); return"
                    )
                    self.add(f"S.ret = FUNCTIONS[n](S{more})")
                self.here(resume)
                if result:
                    self.add(f"{result} = S.ret")
            case Ask(site, who, options, result):
                resume, done = self.new_label(), self.new_label()
                self.add(f"o = {self.ex(options, True)}")
                self.add(f"if len(o) < 2: {result} = o[0] if o else -1; pc = @{done}@; continue")
                self.add(f"w = {self.ex(who)}")
                self.add(f"if w == -2: {result} = o[draw_below(S, len(o))]; pc = @{done}@; continue")
                self.add(f"S.options = o; S.site = {site}; S.asker = w; F[1] = @{resume}@; @save@")
                self.add("return True")
                self.here(resume)
                self.add(f"{result} = S.answer")
                self.here(done)
            case Stop(function, args):
                wanted = ", ".join("None" if x is None else self.ex(x) for x in args)
                self.add(f"if stop(S, {self.numbers.get(function, -1)}, ({wanted}{',' if args else ''})): return")
            case _:
                raise AssertionError(type(s).__name__)

    def cut(self, head: str, waiting: bool) -> list[str]:
        body = self.function.body
        if not waiting:
            self.segments = [[]]
        self.emit(body)
        self.segments[-1] += self.lines([Return(None)], 0, True)
        names = self.variables()
        params = list(self.function.params)
        where = {n: self.used_in(n) for n in names}
        kept = params + [n for n in names if n not in params and len(where[n]) > 1]
        local_only = [n for n in names if n not in kept]
        self.frame_size = len(kept)
        out = [head]
        pad = "    "
        if waiting:
            out.append(f"{pad}_, pc{''.join(', ' + n for n in kept)} = F")
        else:
            out.append(f"{pad}pc = 0" + "".join(f"; {n} = 0" for n in kept if n not in params))
        for name in ("a", "z", "loc", "h"):
            if name in self.used:
                out.append(f"{pad}{name} = S.{name}")
        out.append(f"{pad}while True:")
        saved = ", ".join(kept)
        save = f"F[2:] = ({saved},)" if kept else "pass"
        for n, segment in enumerate(self.segments):
            out.append(f"{pad * 2}if pc == {n}:")
            lines = [line for entry in segment for line in entry.split("\n")]
            ended = (
                bool(lines)
                and not lines[-1].startswith(" ")
                and (lines[-1].endswith("; continue") or lines[-1].endswith("return") or lines[-1] == "return True")
                and not lines[-1].startswith("if ")
            )
            for line in lines:
                out.append(pad * 3 + self.fill(line, save))
            if not ended:
                out.append(f"{pad * 3}pc = {n + 1}")
        del local_only
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

    def used_in(self, name: str) -> set[int]:
        import re

        pattern = re.compile(rf"\b{re.escape(name)}\b")
        return {n for n, segment in enumerate(self.segments) if any(pattern.search(line) for line in segment)}

    def fill(self, line: str, save: str) -> str:
        import re

        line = line.replace("@save@", save)
        line = re.sub(r"@(\d+)@", lambda m: str(self.places[int(m.group(1))]), line)
        return re.sub(r"@SIZES_(\w+)@", lambda m: f"\x00{m.group(1)}\x00", line)
