"""Turns, steps and running effects: what begins and ends."""

from __future__ import annotations

from dsl import model as m

from ..ir import NOTHING, Block, Const, Effect, Expr, If, Leave, Op, Put, Set, Stmt, Var, statements
from ..layout import NotPlayable
from .choices import Choices
from .context import Context
from .events import Listener
from .values import both
from .walk import nodes


def moment_trigger(at: m.AtMoment, of: str) -> m.Trigger:
    """An answer to a moment as an answer to an event whose only part is whose turn it is."""
    owner = () if at.moment.owner is None else (("of", m.Same(at.moment.owner)),)
    said = at.block[1:] if at.block and isinstance(at.block[0], m.Limit) else at.block
    may = len(said) == 1 and isinstance(said[0], m.May)
    return m.Trigger(at.key, "after", m.Pattern("phase", of, None, owner), at.condition, at.block, may, span=at.span)


EVENT = 4096
"""The moment of an effect that lasts to the end of an event is `moment + EVENT * depth`."""


def until_name(moment: m.Moment) -> str:
    """The moment to which an effect lasts."""
    return f"{moment.edge} {moment.of}"


ANSWERED = ("move", "flip", "draw", "shuffle", "roll", "give", "show", "reset", "seat", "pay")
"""Built-in verbs that can be answered, forbidden and used as a moment."""


class Moments(Choices):
    """Turns, steps and running effects: what begins and ends."""

    moments_known: list[str]
    action_names: frozenset[str]
    untils: list[m.Until]

    def moment(self, name: str) -> int:
        if name not in self.moments_known:
            self.moments_known.append(name)
        return self.moments_known.index(name)

    def collect_moments(self, everything: tuple[object, ...]) -> None:
        self.spoken = {}
        phases = {*self.game.phases, "turn", "round", "phase", "step", "game"}
        phases |= {n.name for n in nodes(everything) if isinstance(n, m.Step)}
        running = {*self.game.verbs, *ANSWERED, *self.action_names}
        last: dict[str, None] = {}
        for node in nodes(everything):
            match node:
                case m.AtMoment(moment=moment):
                    self.spoken.setdefault(moment.of, node)
                case m.Until(moment=moment):
                    self.spoken.setdefault(moment.of, node)
                    if moment.edge == "end" and moment.of in running and moment.of not in phases:
                        last[moment.of] = None
                case m.Ask(during=str() as during):
                    self.spoken.setdefault(during, node)
                case m.Limit(per=per):
                    self.spoken.setdefault(per, node)
                case _:
                    pass
        for name, node in self.spoken.items():
            if name not in phases and name not in running and name not in self.game.menus:
                raise NotPlayable(f"`{name}` as a moment", node.span)
        self.lasting_verbs = list(last)
        for verb in self.lasting_verbs:
            self.lay.new_column(f"running.{verb}", (0,), (0,))
        self.named_moments = phases

    named_moments: set[str]

    def begins(self, *names: str) -> list[Stmt]:
        """Histories of these moments begin anew, and what lasts until they start ends."""
        out: list[Stmt] = []
        for name in names:
            out.append(Effect("forget", (Const(self.moment(name)),)))
            out += self.expire(f"start {name}")
        return out

    def ends(self, *names: str) -> list[Stmt]:
        """What lasts until they end ends. What has happened in them is known until they begin again."""
        return [s for name in names for s in self.expire(f"end {name}")]

    def expire(self, moment: str) -> list[Stmt]:
        if not any(until_name(u.moment) == moment for u in self.untils):
            return []
        return [Effect("expire", (Const(self.moment(moment)),)), *self.changed(*self.until_touches(moment))]

    def until_touches(self, moment: str) -> list[tuple[str, ...]]:
        """What may read differently when the effects that last until then end."""
        found: list[tuple[str, ...]] = []
        for until in self.untils:
            if until_name(until.moment) == moment:
                found += [("attribute", k.attribute) for k in nodes(until.constants) if isinstance(k, m.Modify)]
        return found

    def event_moments(self, what: str, name: str) -> tuple[list[Stmt], list[Stmt]]:
        if name not in self.spoken or name in self.named_moments or (what == "action" and name in self.game.menus):
            return [], []
        player = self.cell("active_player")
        return [*self.begins(name), *self.moments("start", name, player)], self.moments("end", name, player)

    def menu_moments(self, menu: str) -> tuple[list[Stmt], list[Stmt]]:
        if menu not in self.spoken or menu in self.named_moments:
            return [], []
        player = self.cell("active_player")
        start = [*self.begins(menu), *self.moments("start", menu, player)]
        return start, [*self.moments("end", menu, player), *self.ends(menu)]

    def moments(self, edge: str, of: str, owner: Expr | None) -> list[Stmt]:
        """Answers at the start or end of a moment."""
        triggers = self.moment_triggers.get((edge, of), [])
        if len(triggers) == 1:
            source, at = triggers[0]
            if source.ids is None:
                return [self.moment_answer(source, at, None, owner)]
            if len(source.ids) == 1:
                return [self.moment_answer(source, at, Const(source.ids[0]), owner)]
        listeners = [Listener(source, moment_trigger(at, of), True) for source, at in triggers]
        return self.window(listeners, lambda _: owner or Const(NOTHING), title=of) if listeners else []

    def moment_answer(self, source: object, at: m.AtMoment, this: Expr | None, owner: Expr | None) -> Stmt:
        c = self.ability_context(source, this)  # type: ignore[arg-type]
        tests: list[Expr] = [self.works(source, this)] if this is not None else []  # type: ignore[arg-type]
        if at.moment.owner is not None and owner is not None:
            tests.append(Op("eq", (self.value(at.moment.owner, c), owner)))
        if at.condition is not None:
            tests.append(self.value(at.condition, c))
        limit = at.block[0] if at.block and isinstance(at.block[0], m.Limit) else None
        if limit is not None:
            tests.append(self.limit_test(limit, at.key, this, None, c))
        label = self.fresh("ability")
        body = self.counted(at.block, at.key, this, c.copy(ability_end=label, body_end=label, steps=True))
        if any(isinstance(s, Leave) and s.label == label for s in statements(tuple(body))):
            body = [Block(tuple(body), label)]
        return If(both(*tests), tuple(self.acting(source.title, this, list(body))))  # type: ignore[attr-defined]

    def turn(self, of: m.Value | None, block: m.Block, c: Context) -> list[Stmt]:
        return self.turn_of(self.value(of, c) if of is not None else Const(NOTHING), block, c)

    def turn_of(self, player: Expr, block: m.Block, c: Context) -> list[Stmt]:
        who = self.fresh("player")
        body: list[Stmt] = [
            Set(who, player),
            *self.new_round(Var(who)),
            *self.begins("turn"),
            Put(self.lay.column["active_player"], Const(0), Var(who)),
        ]
        body += self.changed(("phase",))
        body.append(Effect("round", (Var(who),)))
        body += self.moments("start", "turn", Var(who))
        body += self.block(block, c.copy(steps=True))
        body += self.moments("end", "turn", Var(who))
        body += self.ends("turn")
        return body

    def new_round(self, player: Expr) -> list[Stmt]:
        """A round begins with the first player's turn, and ends when the next one begins."""
        if "round" not in self.spoken:
            return []
        first, active = self.cell("first"), self.cell("active_player")
        ended = (*self.moments("end", "round", active), *self.ends("round"))
        begun = (*self.begins("round"), *self.moments("start", "round", player))
        return [
            If(Op("eq", (first, player)), ended),
            If(Op("or", (Op("eq", (first, player)), Op("eq", (first, Const(NOTHING))))), begun),
        ]

    def one_step(self, name: str, body: list[Stmt]) -> list[Stmt]:
        """A step is a moment of its own."""
        player = self.cell("active_player")
        start = self.moments("start", name, player) + self.moments("start", "step", player)
        end = self.moments("end", name, player) + self.moments("end", "step", player)
        return [*self.begins("step", name), *start, *body, *end, *self.ends("step", name)]

    def until(self, s: m.Until, c: Context) -> list[Stmt]:
        """Starts a running effect: what is named is fixed now, queries are worked out whenever they are read."""
        number = self.effect_number(s)
        captured = self.effect_captures(s)
        record: list[Expr] = [c.this if c.this is not None else Const(NOTHING)]
        try:
            record.append(self.you(c, s))
        except Exception:  # no `you` here: the effect does not use it
            record.append(Const(NOTHING))
        for local in captured:
            record.append(c.env[local.id])
        record += [self.value(amount, c) for amount in self.effect_numbers(s)]
        moment: Expr = Const(self.moment(until_name(s.moment)))
        touched = [("attribute", k.attribute) for k in nodes(s.constants) if isinstance(k, m.Modify)]
        running = f"running.{s.moment.of}"
        of_event = s.moment.edge == "end" and running in self.lay.column
        if of_event:
            moment = Op("add", (moment, Op("mul", (self.cell(running), Const(EVENT)))))
        out: list[Stmt] = [
            Effect("start", (Const(number), moment, Const(-1), Op("tuple", tuple(record)))),
            *self.changed(*touched),
        ]
        return [If(Op("ge", (self.cell(running), Const(1))), tuple(out))] if of_event else out

    def effect_number(self, s: m.Until) -> int:
        for n, known in enumerate(self.untils):
            if known is s:
                return n
        self.untils.append(s)
        return len(self.untils) - 1

    def effect_numbers(self, s: m.Until) -> list[m.Value]:
        """The amounts that are fixed when it begins: numbers of things and of the game, `you.attack + this.blows`."""
        found: list[m.Value] = []
        for constant in s.constants:
            if not isinstance(constant, m.Modify) or not isinstance(constant.value.type, m.NumberType):
                continue
            inside = list(nodes(constant.value))
            if any(isinstance(node, (m.AttributeValue, m.StateValue)) for node in inside) and not any(
                isinstance(node, m.Query) for node in inside
            ):
                found.append(constant.value)
        return found

    def effect_captures(self, s: m.Until) -> list[m.Local]:
        bound = {q.local.id for q in nodes(s.constants) if isinstance(q, m.Query)} | {
            q.local.id for q in nodes(s.constants) if isinstance(q, m.Each)
        }
        found: dict[str, m.Local] = {}
        for node in nodes(s.constants):
            if isinstance(node, m.Local) and node.id not in bound:
                found[node.id] = node
        return list(found.values())
