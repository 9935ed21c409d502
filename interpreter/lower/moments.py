"""Turns, steps and running effects: what begins and ends."""

from __future__ import annotations

from dsl import model as m

from ..ir import NOTHING, Block, Const, Effect, Expr, If, Leave, Loop, Op, Put, Set, Stmt, Var, statements
from .choices import Choices
from .context import Context
from .values import both
from .walk import nodes


class Moments(Choices):
    """Turns, steps and running effects: what begins and ends."""

    moments_known: list[str]
    untils: list[m.Until]

    def moment(self, name: str) -> int:
        if name not in self.moments_known:
            self.moments_known.append(name)
        return self.moments_known.index(name)

    def moments(self, edge: str, of: str, owner: Expr | None) -> list[Stmt]:
        """Answers at the start or end of a moment."""
        out: list[Stmt] = []
        for source, at in self.moment_triggers.get((edge, of), ()):
            ids = source.ids
            if ids is None:
                out.append(self.moment_answer(source, at, None, owner))
            elif len(ids) == 1:
                out.append(self.moment_answer(source, at, Const(ids[0]), owner))
            else:
                var = self.fresh("this")
                out.append(
                    Loop(
                        var,
                        self.ids_expr(ids),
                        (self.moment_answer(source, at, Var(var), owner),),
                        self.fresh("moment"),
                    )
                )
        return out

    def moment_answer(self, source: object, at: m.AtMoment, this: Expr | None, owner: Expr | None) -> Stmt:
        c = self.ability_context(source, this)  # type: ignore[arg-type]
        tests: list[Expr] = [self.works(source, this)] if this is not None else []  # type: ignore[arg-type]
        if at.moment.owner is not None and owner is not None:
            tests.append(Op("eq", (self.value(at.moment.owner, c), owner)))
        if at.condition is not None:
            tests.append(self.value(at.condition, c))
        limit = at.block[0] if at.block and isinstance(at.block[0], m.Limit) else None
        body: list[Stmt] = []
        if limit is not None:
            tests.append(self.limit_test(limit, at.key, this, None, c))
            body.append(
                Effect(
                    "hist", (Const(self.history(f"limit:{at.key}", limit.per)), self.limit_record(limit, this, None, c))
                )
            )
        label = self.fresh("ability")
        body += self.block(at.block, c.copy(ability_end=label, body_end=label, steps=True))
        if any(isinstance(s, Leave) and s.label == label for s in statements(tuple(body))):
            body = [Block(tuple(body), label)]
        return If(both(*tests), tuple(body))

    def turn(self, of: m.Value | None, block: m.Block, c: Context) -> list[Stmt]:
        return self.turn_of(self.value(of, c) if of is not None else Const(NOTHING), block, c)

    def turn_of(self, player: Expr, block: m.Block, c: Context) -> list[Stmt]:
        who = self.fresh("player")
        body: list[Stmt] = [
            Set(who, player),
            Effect("forget", (Const(self.moment("turn")),)),
            Put(self.lay.column["active_player"], Const(0), Var(who)),
        ]
        body += self.changed(("phase",))
        body.append(Effect("round", (Var(who),)))
        body += self.moments("start", "turn", Var(who))
        body += self.block(block, c.copy(steps=True))
        body += self.moments("end", "turn", Var(who))
        body.append(Effect("forget", (Const(self.moment("turn")),)))
        return body

    def one_step(self, name: str, body: list[Stmt]) -> list[Stmt]:
        """A step is a moment of its own."""
        player = self.cell("active_player")
        forget: list[Stmt] = [
            Effect("forget", (Const(self.moment("step")),)),
            Effect("forget", (Const(self.moment(name)),)),
        ]
        start = self.moments("start", name, player) + self.moments("start", "step", player)
        end = self.moments("end", name, player) + self.moments("end", "step", player)
        return [*start, *body, *end, *forget]

    def until(self, s: m.Until, c: Context) -> list[Stmt]:
        """Starts a running effect: what is named is fixed now, queries are worked out whenever they are read."""
        number = self.effect_number(s)
        captured = self.effect_captures(s)
        record: list[Expr] = [c.this if c.this is not None else Const(NOTHING)]
        try:
            record.append(self.you(c, s))
        except Exception:  # noqa: BLE001 - no `you` here: the effect does not use it
            record.append(Const(NOTHING))
        for local in captured:
            record.append(c.env[local.id])
        uses = self.value(s.uses, c) if s.uses is not None else Const(-1)
        moment = self.moment(s.moment.of)
        touched = [("attribute", k.attribute) for k in nodes(s.constants) if isinstance(k, m.Modify)]
        return [
            Effect("start", (Const(number), Const(moment), uses, Op("tuple", tuple(record)))),
            *self.changed(*touched),
        ]

    def effect_number(self, s: m.Until) -> int:
        for n, known in enumerate(self.untils):
            if known is s:
                return n
        self.untils.append(s)
        return len(self.untils) - 1

    def effect_captures(self, s: m.Until) -> list[m.Local]:
        bound = {q.local.id for q in nodes(s.constants) if isinstance(q, m.Query)} | {
            q.local.id for q in nodes(s.constants) if isinstance(q, m.Each)
        }
        found: dict[str, m.Local] = {}
        for node in nodes(s.constants):
            if isinstance(node, m.Local) and node.id not in bound:
                found[node.id] = node
        return list(found.values())
