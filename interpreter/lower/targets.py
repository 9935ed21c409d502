"""Targets: what a section aims at is chosen when an action is announced, and kept until the section is performed.

`targets` in the state is a list of records: the section, the thing it stands on, then what was chosen, in order.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from dsl import model as m

from ..ir import (
    NOTHING,
    Ask,
    Block,
    Call,
    Const,
    Dispatch,
    Expr,
    Find,
    Function,
    If,
    Leave,
    Op,
    Pure,
    Put,
    Return,
    Set,
    Site,
    Stmt,
    Var,
)
from .announcing import Announcing
from .context import Context
from .values import YES, _id, both, either
from .walk import nodes


class Targets(Announcing):
    """`targets of x.section`: chosen here, used when the section is performed."""

    targeted: dict[str, tuple[str, str]]  # function of a section -> can its targets be chosen; choose them

    @cached_property
    def announced_sections(self) -> list[str]:
        """The sections whose targets some action chooses, in the order of their names."""
        game = self.game
        said = (game.actions, game.kinds, game.things)
        return sorted({node.section for node in nodes(said) if isinstance(node, m.TargetsOf)})

    def targets_column(self) -> None:
        if self.announced_sections:
            self.lay.new_column("targets", (0,), [()])

    # ------------------------------------------------------------------ of one section

    def section_content(self, name: str, key: str, block: m.Block, c: Context, outside: Context) -> list[Stmt]:
        """The body of a section. `outside` is what is known before it begins, with the parameters of its function."""
        aims, rest = divided_section(block)
        if not aims or key not in self.announced_sections:
            return list(self.block(block, c))
        number = self.announced_sections.index(key)
        params: tuple[str, ...] = ("this", "argument") if self.section_parameter(key) is not None else ("this",)
        self.targets_functions(name, number, aims, outside, params)
        record = self.fresh("aimed")
        mine = Find(
            "first",
            record,
            self.cell("targets"),
            both(
                Op("eq", (Op("part", (Var(record), Const(0))), Const(number))),
                Op("eq", (Op("part", (Var(record), Const(1))), Var("this"))),
            ),
        )
        one, chosen = self.fresh("aims"), self.fresh("chosen")
        arguments = tuple(Var(p) for p in params)
        column = self.lay.column["targets"]
        inner = c.copy()
        return [
            Set(one, mine),
            If(
                Op("eq", (Var(one), Const(NOTHING))),  # nobody has announced it: it is aimed now
                (
                    Call(f"targets_{name}", arguments, chosen),
                    If(Op("eq", (Var(chosen), Const(0))), (Leave(c.ability_end or "section"),)),
                    Set(one, mine),
                ),
            ),
            Put(column, Const(0), Op("without", (self.cell("targets"), Op("tuple", (Var(one),))))),
            *self.aimed(aims, inner, one, slots(aims)),
            *self.run(list(rest), inner),
        ]

    def targets_functions(
        self, name: str, number: int, aims: Sequence[m.Statement], outside: Context, params: tuple[str, ...]
    ) -> None:
        test = self.ahead(aims, _yes, outside.copy(), _no_limit)
        can = f"can_target_{name}"
        self.pure(can, params, test, "can it be aimed?")
        self.targeted[name] = (can, f"targets_{name}")
        column = self.lay.column["targets"]
        inner = self.announce(aims, _yes, outside.copy(), _no_limit, "aiming")
        names = [self.slot[id(x)] for x in slots(aims)]
        record = Op("tuple", (Const(number), Var("this"), *(Var(n) for n in names)))
        body: list[Stmt] = [
            Set("before", self.cell("targets")),
            *(Set(n, Const(NOTHING)) for n in names),
            Block(
                (
                    *inner,
                    Put(column, Const(0), Op("append", (self.cell("targets"), record))),
                    Return(Const(1)),
                ),
                "aiming",
            ),
            Put(column, Const(0), Var("before")),
            Return(Const(0)),
        ]
        self.out.functions[f"targets_{name}"] = Function(f"targets_{name}", params, tuple(body), None, "aiming")

    def aimed(self, aims: Sequence[m.Statement], c: Context, record: str, order: list[m.Statement]) -> list[Stmt]:
        """Gives the names what was chosen for them; an alternative is carried out in its place."""
        out: list[Stmt] = []

        def kept(clause: m.Statement) -> Expr:
            at = next(n for n, x in enumerate(order) if x is clause)
            return Op("part", (Var(record), Const(at + 2)))

        for clause in aims:
            match clause:
                case m.Choose(local=local):
                    var = self.fresh(local.name)
                    out.append(Set(var, kept(clause)))
                    c.env[local.id] = Var(var)
                case m.ChooseOne(modes=modes):
                    mode = self.fresh("mode")
                    out.append(Set(mode, kept(clause)))
                    done: tuple[Stmt, ...] = ()
                    for n, one in reversed(list(enumerate(modes))):
                        first, rest = divided_section(one.block)
                        inner = c.copy()
                        body = (*self.aimed(first, inner, record, order), *self.run(list(rest), inner))
                        done = (If(Op("eq", (Var(mode), Const(n))), body, done),)
                    out += done
                case m.Let():
                    out += self.statement(clause, c)
                case _:
                    pass
        return out

    # ------------------------------------------------------------------ alternatives

    def mode_possible(self, mode: m.Mode, c: Context) -> Expr:
        first, rest = divided_section(mode.block)
        test = self.value(mode.condition, c) if mode.condition is not None else None
        return both(test, self.ahead(first, lambda at: self.first_possible(rest, at), c, _no_limit))

    def one_of_modes(self, s: m.ChooseOne, c: Context) -> Expr:
        return either(*(self.mode_possible(mode, c) for mode in s.modes))

    def choose_mode_ahead(self, s: m.ChooseOne, c: Context, label: str) -> list[Stmt]:
        options: Expr = Const(())
        for n, mode in enumerate(s.modes):
            test = self.mode_possible(mode, c)
            options = Op(
                "concat", (options, Const((n,)) if test == YES else Op("cond", (test, Const((n,)), Const(()))))
            )
        name, answer = self.fresh("modes"), self.fresh("mode")
        self.slot[id(s)] = answer
        site = self.site(Site("mode", s.prompt or "", tuple(mode.text for mode in s.modes), slots=self.slot_types(s)))
        done: tuple[Stmt, ...] = ()
        for n, mode in reversed(list(enumerate(s.modes))):
            first, rest = divided_section(mode.block)
            inner = self.announce(first, lambda at, r=rest: self.first_possible(r, at), c.copy(), _no_limit, label)  # type: ignore[misc]
            done = (If(Op("eq", (Var(answer), Const(n))), tuple(inner), done),)
        return [
            Set(name, options),
            If(Op("eq", (Op("len", (Var(name),)), Const(0))), (Leave(label),)),
            *self.fill_slots(s, c),
            Ask(site, self.who(s.chooser, c, s), Var(name), answer),
            *done,
        ]

    # ------------------------------------------------------------------ `targets of`

    def targets_exist(self, s: m.TargetsOf, c: Context) -> Expr:
        return Pure(f"can_target_{_id(s.section)}", self.section_arguments(s, self.value(s.of, c), c))

    def section_arguments(self, s: m.TargetsOf | m.Perform, x: Expr, c: Context) -> tuple[Expr, ...]:
        if s.argument is not None:
            return x, self.value(s.argument, c)
        return (x, Const(NOTHING)) if self.section_parameter(s.section) is not None else (x,)

    def by_thing(self, section: str, params: tuple[str, ...]) -> Expr:
        """Whether the section of a thing can be aimed: found by halving the ids."""
        table = self.out.dispatch.get(f"section:{section}", {})
        arguments = tuple(Var(p) for p in params)
        runs: list[tuple[int, Expr]] = []  # first id, test
        for id_ in range(self.lay.count):
            name = table.get(id_)
            test = Pure(self.targeted[name][0], arguments) if name in self.targeted else YES
            if not runs or runs[-1][1] != test:
                runs.append((id_, test))

        def half(parts: list[tuple[int, Expr]]) -> Expr:
            if len(parts) == 1:
                return parts[0][1]
            middle = len(parts) // 2
            first = Op("lt", (Var("this"), Const(parts[middle][0])))
            return Op("cond", (first, half(parts[:middle]), half(parts[middle:])))

        return half(runs)

    def targets_tables(self) -> None:
        """From a thing to the function that chooses the targets of its section."""
        for key in self.announced_sections:
            params: tuple[str, ...] = ("this", "argument") if self.section_parameter(key) is not None else ("this",)
            self.pure(f"can_target_{_id(key)}", params, self.by_thing(key, params), "can it be aimed?")
            table = self.out.dispatch.setdefault(f"targets:{key}", {})
            for id_, name in self.out.dispatch.get(f"section:{key}", {}).items():
                if name in self.targeted:
                    table[id_] = self.targeted[name][1]

    def choose_targets(self, s: m.TargetsOf, c: Context, label: str) -> list[Stmt]:
        x, done = self.fresh("it"), self.fresh("aimed")
        return [
            Set(x, self.value(s.of, c)),
            Set(done, Const(1)),
            Dispatch(f"targets:{s.section}", Var(x), self.section_arguments(s, Var(x), c), done),
            If(Op("eq", (Var(done), Const(0))), (Leave(label),)),
        ]

    def keep_targets(self, clauses: Sequence[m.Statement]) -> list[Stmt]:
        if not any(isinstance(x, m.TargetsOf) for x in nodes(tuple(clauses))):
            return []
        return [Set("targets_before", self.cell("targets"))]

    def forget_targets(self, clauses: Sequence[m.Statement]) -> list[Stmt]:
        """What an action aimed at is known as long as the action runs."""
        if not any(isinstance(x, m.TargetsOf) for x in nodes(tuple(clauses))):
            return []
        return [Put(self.lay.column["targets"], Const(0), Var("targets_before"))]


def divided_section(block: m.Block) -> tuple[m.Block, m.Block]:
    """What is aimed and needed at the top of a section, and the rest."""
    last = 0
    for n, s in enumerate(block):
        aims = isinstance(s, (m.Choose, m.ChooseOne)) and s.target
        if aims or isinstance(s, (m.TargetsOf, m.Needs)):
            last = n + 1
        elif not isinstance(s, m.Let):
            break
    return block[:last], block[last:]


def slots(aims: Sequence[m.Statement]) -> list[m.Statement]:
    """The choices among them, also those of alternatives, in a fixed order."""
    found: list[m.Statement] = []
    for s in aims:
        if isinstance(s, (m.Choose, m.ChooseOne)):
            found.append(s)
        if isinstance(s, m.ChooseOne):
            for mode in s.modes:
                found += slots(divided_section(mode.block)[0])
    return found


def _yes(_: Context) -> Expr:
    return YES


def _no_limit(_: m.Limit, __: Context) -> Expr:
    return YES
