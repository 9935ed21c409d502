"""Values and queries: model to pure expressions."""

from __future__ import annotations

from collections.abc import Iterator

from dsl import model as m

from ..ir import NOTHING, Const, Expr, Find, Function, Op, Pure, Ruleset, Var
from ..layout import Layout, NotPlayable, ancestors, related
from .bags import Bags
from .context import Context
from .layout import BOX, PLACE_ZONE, VOID, enum_index, played, zero
from .walk import Reads, kind_of, nodes

YES, NO = Const(1), Const(0)
ALWAYS = -1
"""In a table of faces: with every one of them."""
COMPARE = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
SUMS = {"+": "add", "-": "sub", "*": "mul", "/": "div", "mod": "mod"}


def both(*tests: Expr | None) -> Expr:
    """All of these hold; leaves out what is always so."""
    parts: list[Expr] = []
    for test in tests:
        if test is None or test == YES:
            continue
        if test == NO:
            return NO
        if isinstance(test, Op) and test.name == "and":
            parts.extend(test.args)
        else:
            parts.append(test)
    if not parts:
        return YES
    return parts[0] if len(parts) == 1 else Op("and", tuple(parts))


def either(*tests: Expr) -> Expr:
    parts = [t for t in tests if t != NO]
    if YES in parts:
        return YES
    if not parts:
        return NO
    return parts[0] if len(parts) == 1 else Op("or", tuple(parts))


def negate(test: Expr) -> Expr:
    if test == YES:
        return NO
    if test == NO:
        return YES
    if isinstance(test, Op) and test.name == "not":
        return test.args[0]
    return Op("not", (test,))


def optional(type_: m.Type) -> bool:
    return isinstance(type_, (m.OptionalType, m.NothingType))


def built_for(game: m.CheckedGame) -> set[str]:
    """The builds that things of the game say they meet."""
    return {thing.built_for for thing in game.things.values() if thing.built_for is not None}


class Values(Bags):
    """Lowers values. Shared by everything else of the lowering."""

    game: m.CheckedGame
    lay: Layout
    out: Ruleset
    reads: Reads

    def __init__(self, game: m.CheckedGame, lay: Layout) -> None:
        self.game = game
        self.lay = lay
        self.out = Ruleset(game.name, game.source_hash)
        self.reads = Reads(game, lay.turning)
        self._fresh = 0
        self._unset: dict[str, bool] = {}  # defines that may give nothing where they should give a thing
        self.prefix = ""  # of the things of the test being lowered
        self.histories: dict[tuple[str, str], int] = {}
        self.modified: dict[str, list[tuple[object, ...]]] = {}
        decks = (b.name for b in game.builds.values() if kind_of(b.local.type) == "Deck")
        # which something asks for, or a deck or thing has to meet
        self.builds_wanted: dict[str, None] = dict.fromkeys((*decks, *sorted(built_for(game))))
        self.attribute_overrides: dict[str, list[tuple[str, str | None, m.Value]]] = {}  # thing, its face, value
        self.turned: dict[str, list[tuple[str, str, m.Value]]] = {}
        """Of a thing: what is written when a face comes up: face, attribute, value. The rules may write it later."""
        for name, thing in game.things.items():
            for key, define in thing.defines.items():
                if key in game.attributes:
                    self.attribute_overrides.setdefault(key, []).append((name, None, define.value))
            for content in thing.face_contents:
                said = {k: d.value for k, d in content.defines.items() if k in game.attributes}
                for key, value in {**content.values, **said}.items():
                    if key in lay.written:
                        self.turned.setdefault(name, []).append((content.face, key, value))
                        continue
                    self.attribute_overrides.setdefault(key, []).append((name, content.face, value))
        self._may_become_vacant()
        self.standing_kinds = [k for k in game.kinds.values() if k.stands_at is not None]

        self.infinities = any(isinstance(n, m.Literal) and n.value == m.INFINITE for n in nodes(tuple(_said(game))))

    def _may_become_vacant(self) -> None:
        """Names that have to name a thing or zone and begin with, or are given, what may be nothing name none then."""
        given = [(key, value) for key, _, value in self.lay.dynamic]
        for node in nodes(played(self.game)):
            match node:
                case m.Assign(m.AttributeValue(attribute=key) | m.StateValue(attribute=key), "=", value):
                    given.append((key, value))
                case _:
                    pass
        left = [
            (key, value)
            for key, value in given
            if key in self.game.attributes
            and isinstance(self.game.attributes[key].type, m.ThingType | m.ZoneType)
            and not isinstance(value, m.You)
        ]
        while True:
            found = {key for key, value in left if optional(value.type) or self.unset(value, Context())}
            if found <= self.lay.vacant:
                return
            self.lay.vacant |= found
            self._unset.clear()

    @staticmethod
    def measures(v: m.Value) -> bool:
        """Can a value inside be infinite by itself?"""
        words = ("distance", "position", "reading_order")
        return any(isinstance(n, m.Builtin) and n.name in words for n in nodes(v))

    # ------------------------------------------------------------------ names

    def fresh(self, name: str) -> str:
        self._fresh += 1
        return f"{''.join(c if c.isalnum() else '_' for c in name)}_{self._fresh}"

    def pure(self, name: str, params: tuple[str, ...], value: Expr, title: str = "") -> None:
        self.out.functions[name] = Function(name, params, (), value, title)

    def message(self, text: str, span: object) -> int:
        self.out.messages.append((text, span))
        return len(self.out.messages) - 1

    def history(self, event: str, moment: str) -> int:
        key = (event, moment)
        if key not in self.histories:
            self.histories[key] = len(self.out.histories)
            self.out.histories.append(key)
        return self.histories[key]

    # ------------------------------------------------------------------ kinds

    def is_kind(self, x: Expr, kind: str, known: str | None = None) -> Expr:
        """Is the thing of the Kind or group? `known` is a Kind that it surely has."""
        if kind == "Thing":
            return YES
        if kind in self.lay.turning:
            return Pure(f"now_{kind}", (x,))
        if known is not None and kind in ancestors(self.game, known):
            return YES
        if kind in self.game.groups:
            return Pure(f"is_{kind}", (x,))
        return self.has_kind(x, kind)

    def has_kind(self, x: Expr, kind: str) -> Expr:
        """Is the thing of the Kind, with one face or another?"""
        if kind in self.lay.loose:
            return Op("member", (x, Const(self.lay.of_kind(kind))))
        low, high = self.lay.ranges.get(kind, (0, 0))
        if low == high:
            return NO
        return Op("kind", (x, Const(low), Const(high)))

    def group_function(self, group: m.Group) -> None:
        x = Var("x")
        tests = [self.passes(q, x, "Thing", Context()) for q in group.members]
        self.pure(f"is_{group.name}", ("x",), either(*tests), f"is it {group.noun[0]}?")

    def kind_functions(self) -> None:
        """For Kinds that things have with some faces only: is it of the Kind now?"""
        for kind, some in self.lay.turning.items():
            bits = [0] * (self.lay.count + 1)  # the last one is that of nothing
            for x in self.lay.of_kind(kind):
                faces = some.get(self.lay.things[x][0])
                bits[x] = ALWAYS if faces is None else sum(1 << face for face in faces)
            number = self.table(f"now:{kind}")
            self.out.tables[f"now:{kind}"] = tuple(bits)
            self.pure(f"now_{kind}", ("x",), Op("faced", (Const(number), Var("x"))), f"is it a {kind} now?")

    def is_one_of(self, x: Expr, thing: str) -> Expr:
        """Is x this thing, or one of its copies?"""
        ids = self.lay.ids(thing)
        return Op("eq", (x, Const(ids[0]))) if len(ids) == 1 else Op("member", (x, Const(ids)))

    def base_ids(self, kind: str) -> Expr:
        """Ids of all things that may be of a Kind or group, as a range where it is one."""
        kinds = self.game.groups[kind].kinds if kind in self.game.groups else (kind,)
        ids: list[int] = []
        for k in kinds:
            if k in self.game.groups:
                inner = self.base_ids(k)
                ids.extend(
                    inner.value if isinstance(inner, Const) and isinstance(inner.value, tuple) else self._range(inner)
                )
            else:
                ids.extend(self.lay.of_kind(k))
        unique = tuple(sorted(set(ids)))
        if len(unique) > 2 and unique == tuple(range(unique[0], unique[-1] + 1)):
            return Op("range", (Const(unique[0]), Const(unique[-1] + 1)))
        return Const(unique)

    @staticmethod
    def _range(expr: Expr) -> list[int]:
        assert isinstance(expr, Op) and expr.name == "range"
        low, high = expr.args
        assert (
            isinstance(low, Const)
            and isinstance(high, Const)
            and isinstance(low.value, int)
            and isinstance(high.value, int)
        )
        return list(range(low.value, high.value))

    # ------------------------------------------------------------------ values

    def value(self, v: m.Value, c: Context) -> Expr:
        match v:
            case m.Literal(value):
                if value is None:
                    return Const(NOTHING)
                if isinstance(value, bool):
                    return YES if value else NO
                return Const(value if isinstance(value, int) else self.lay.text(value))
            case m.EnumConstant("face", key):
                return Const(self.lay.face_index[key])
            case m.EnumConstant(enum, name):
                return Const(enum_index(self.game, enum, name))
            case m.NameConstant(name) if kind_of(v.type) == "Deck":
                return Const(self.lay.decks.get(self.prefix + name, self.lay.decks.get(name, NOTHING)))
            case m.NameConstant(name):
                return Const(self.lay.name(name))
            case m.ThingConstant(thing):
                return Const(self.lay.first.get(self.prefix + thing, self.lay.first.get(thing, NOTHING)) + v.copy)
            case m.CopiesConstant(thing):
                return Const(self.lay.ids(thing))
            case m.ZoneValue(zone, owner):
                return self.zone(zone, owner, c)
            case m.StateValue(attribute):
                return self.known_zone(v, self.attribute(attribute, Const(0), False), c)
            case m.OptionValue(option):
                return self.cell(f"option.{option}")
            case m.Local(id=id_):
                if id_ not in c.env:
                    raise NotPlayable(
                        f"the name `{v.name}` here, where nothing has given it a value (behind `if` it may have one),",
                        v.span,
                    )
                return c.env[id_]
            case m.This():
                assert c.this is not None, "checked"
                return c.this
            case m.You():
                return self.you(c, v)
            case m.AttributeValue(object=obj, attribute=key, base=base):
                return self.known_zone(v, self.attribute(key, self.value(obj, c), self.perhaps(obj, c), base), c)
            case m.PartValue(object=obj, part=part):
                return self.part(obj, part, c)
            case m.FaceTest(object=obj, face=face):
                x = self.value(obj, c)
                there = Op("ge", (x, Const(0))) if self.unset(obj, c) else None
                return both(there, Op("eq", (Op("face", (x,)), Const(self.lay.face_index[face]))))
            case m.SectionTest(object=obj, section=section):
                x = self.value(obj, c)
                there = Op("ge", (x, Const(0))) if self.unset(obj, c) else None
                return both(there, Op("ge", (Op("fixed", (Const(self.table(f"has:{section}")), x)), Const(1))))
            case m.DefineValue():
                return self.define_value(v, c)
            case m.Builtin():
                return self.builtin(v, c)
            case m.Each(set=source, local=local, body=body):
                var = self.fresh(local.name)
                inner = self.value(body, c.bind(local, Var(var)))
                mode = "flat" if isinstance(body.type, (m.SetType, m.ZoneType)) else "map"
                if isinstance(body.type, m.ZoneType):
                    inner, mode = inner, "map"
                return Find(mode, var, self.value(source, c), None, inner)  # type: ignore[arg-type]
            case m.Aggregate():
                return self.aggregate(v, c)
            case m.QueryValue(query):
                return self.query(query, c)[0]
            case m.Listing(items) if isinstance(v.type, m.GridType):
                return Op("tuple", tuple(self.value(row, c) for row in items))
            case m.Listing() if isinstance(v.type, m.BagType):
                return self.bag(v, self.bag_size(v.type), c)
            case m.Listing(items):
                parts: list[Expr] = []
                for item in items:
                    parts.append(self.value(item, c))
                if any(isinstance(i.type, m.SetType) for i in items):
                    joined: Expr = Const(())
                    for item, one in zip(items, parts, strict=True):
                        joined = Op(
                            "concat", (joined, one if isinstance(item.type, m.SetType) else Op("tuple", (one,)))
                        )
                    return joined
                if all(isinstance(p, Const) and isinstance(p.value, int) for p in parts):
                    return Const(tuple(p.value for p in parts))  # type: ignore[union-attr, misc]
                return Op("tuple", tuple(parts))
            case m.ZoneEnd(which, zone):
                return Op("head" if which == "top" else "tail", (Op("items", (self.value(zone, c),)),))
            case m.Negative(operand):
                return Op("neg", (self.value(operand, c),))
            case m.Arithmetic(operator, left, right):
                endless = self.infinities or self.measures(v)
                return endless_sum(operator, self.number(left, c), self.number(right, c), endless, self.infinities)
            case m.Comparison(operator, left, right):
                a, b = self.value(left, c), self.value(right, c)
                # A zone beside a set stands for what lies in it, in order.
                if isinstance(left.type, m.ZoneType) and isinstance(right.type, m.SetType):
                    a = Op("items", (a,))
                elif isinstance(left.type, m.SetType) and isinstance(right.type, m.ZoneType):
                    b = Op("items", (b,))
                return Op(COMPARE[operator], (a, b))
            case m.Membership(item, container, negated):
                test = self.membership(item, container, c)
                return negate(test) if negated else test
            case m.KindTest(value, kind, negated):
                x = self.value(value, c)
                test = both(
                    Op("ge", (x, Const(0))) if optional(value.type) else None,
                    self.is_kind(x, kind, kind_of(value.type)),
                )
                return negate(test) if negated else test
            case m.NothingTest(value, negated):
                return Op("ne" if negated else "eq", (self.value(value, c), Const(NOTHING)))
            case m.Logic(operator, left, right):
                a, b = self.value(left, c), self.value(right, c)
                return both(a, b) if operator == "and" else either(a, b)
            case m.Not(operand):
                return negate(self.value(operand, c))
            case m.Conditional(test, then, otherwise):
                return Op("cond", (self.value(test, c), self.value(then, c), self.value(otherwise, c)))
            case m.Ask():
                return self.ask(v, c)
            case m.EventValue(event, name):
                done = c.env[event.id] if name == "done" else Const(0)
                return c.env.get(f"{event.id}.{name}", done)
            case _:
                raise NotPlayable(f"a value of the form {type(v).__name__}", v.span)

    # ------------------------------------------------------------------ names that name nothing yet

    def unset(self, v: m.Value, c: Context) -> bool:
        """Is it a value that has to be a thing or zone, and may be none because nothing has set it yet?

        Names that a text binds are always set: what would bind one that is not is an error in play.
        """
        if not isinstance(v.type, m.ThingType | m.ZoneType):
            return False
        match v:
            case m.StateValue(attribute=key):
                return key in self.lay.vacant
            case m.AttributeValue(object=obj, attribute=key):
                return key in self.lay.vacant or self.perhaps(obj, c)
            case m.PartValue(object=obj) | m.ZoneValue(owner=m.Node() as obj):
                return self.unset(obj, c)
            case m.You():
                if c.you is not None:
                    return False
                return c.taker is None if c.whose is None else self.perhaps(c.whose, c.copy(whose=None))
            case m.Conditional(_, then, otherwise):
                return self.unset(then, c) or self.unset(otherwise, c)
            case m.DefineValue(define=key, object=of, arguments=arguments):
                if (of is not None and self.unset(of, c)) or any(self.unset(a, c) for a in arguments):
                    return True
                if key not in self._unset:
                    self._unset[key] = False  # for those that read themselves
                    self._unset[key] = any(self.unset(body, Context()) for body in self.reads.versions(key))
                return self._unset[key]
            case m.Builtin(name="next" | "previous", arguments=(who,)):
                return self.unset(who, c)
            case _:
                return False

    def perhaps(self, v: m.Value, c: Context) -> bool:
        """May it be nothing, by its type or because nothing has set it yet?"""
        return optional(v.type) or self.unset(v, c)

    def known_zone(self, v: m.Value, x: Expr, c: Context) -> Expr:
        """A zone that nothing has set yet is one in which nothing lies."""
        if isinstance(v.type, m.ZoneType) and self.unset(v, c):
            return Op("cond", (Op("ge", (x, Const(0))), x, Const(VOID)))
        return x

    def none_there(self, v: m.Value, c: Context) -> Expr:
        """Is a value that may be unset nothing?"""
        x = self.value(v, c)
        return Op("eq", (x, Const(VOID))) if isinstance(v.type, m.ZoneType) else Op("lt", (x, Const(0)))

    def there(self, c: Context, *values: object) -> Expr:
        """Is all of this something: arguments of a phrase, with what stands inside them?"""
        return both(*(negate(self.none_there(v, c)) for v in self.not_surely_there(c, *values)))

    def not_surely_there(self, c: Context, *values: object) -> Iterator[m.Value]:
        for v in values:
            match v:
                case m.ZoneEnd(zone=zone):
                    yield from self.not_surely_there(c, zone)
                case m.Listing(items=items):
                    yield from self.not_surely_there(c, *items)
                case m.EachOf() | m.PickOf():
                    pass
                case m.Node() if self.unset(v, c):  # type: ignore[arg-type]
                    yield v  # type: ignore[misc]
                case _:
                    pass

    def number(self, v: m.Value, c: Context) -> Expr:
        x = self.value(v, c)
        return Op("max", (x, Const(0))) if optional(v.type) else x

    def you(self, c: Context, v: m.Node) -> Expr:
        if c.you is not None:
            return c.you
        if c.whose is not None:
            return self.value(c.whose, c.copy(whose=None))
        if c.taker is not None:
            return c.taker
        return self.cell("active_player")

    def cell(self, name: str) -> Expr:
        return Op("get", (Const(self.lay.column[name]), Const(0)))

    def table(self, name: str) -> int:
        """Number of a named table (filled before the back end runs)."""
        names = list(self.out.tables)
        if name not in self.out.tables:
            self.out.tables[name] = ()
            names.append(name)
        return names.index(name)

    def stored(self, key: str, x: Expr, maybe: bool, missing: int | tuple[int, ...] = 0) -> Expr:
        if key in self.lay.column:
            base = Const(self.lay.column[key])
            return Op("get_or", (base, x, Const(missing))) if maybe else Op("get", (base, x))
        base = Const(self.fixed_table(key))
        return Op("fixed_or", (base, x, Const(missing))) if maybe else Op("fixed", (base, x))

    def fixed_table(self, key: str) -> int:
        number = self.table(f"fixed:{key}")
        self.out.tables[f"fixed:{key}"] = self.lay.fixed[key]
        return number

    def attribute(self, key: str, x: Expr, maybe: bool, base: bool = False) -> Expr:
        attribute = self.game.attributes[key]
        missing = zero(attribute.type, self.game)
        assert isinstance(missing, int | tuple)
        if not base and (key in self.modified or key in self.attribute_overrides):
            if maybe:
                return Op("cond", (Op("ge", (x, Const(0))), Pure(f"get_{_id(key)}", (x,)), Const(missing)))
            return Pure(f"get_{_id(key)}", (x,))
        if isinstance(x, Const) and key not in self.lay.column and isinstance(x.value, int) and x.value >= 0:
            fixed = self.lay.fixed[key][x.value]
            if isinstance(fixed, (int, tuple)):
                return Const(fixed)
        return self.stored(key, x, maybe, missing)

    def within(self, container: m.Value, c: Context) -> Expr:
        """The set that a container is; of a deck, what it lists."""
        if kind_of(container.type) == "Deck":
            return Op("get", (Const(self.lay.column["listed"]), self.value(container, c)))
        return self.value(container, c)

    def members(self, v: m.Value, c: Context) -> Expr:
        """A value as a set: of a list, what is something; of what may be nothing, nothing."""
        if not isinstance(v, m.Listing) or not isinstance(v.type, m.SetType):
            return self.as_set(v, c) if optional(v.type) else self.value(v, c)
        if not any(optional(item.type) for item in v.items):
            return self.value(v, c)
        found: Expr = Const(())
        for item in v.items:
            found = Op("concat", (found, self.as_set(item, c)))
        return found

    def as_set(self, v: m.Value, c: Context) -> Expr:
        """What is one value, or nothing, or a set already, as a set."""
        x = self.value(v, c)
        of = v.type.of if isinstance(v.type, m.OptionalType) else v.type
        if isinstance(of, m.SetType):
            return x
        one = Op("tuple", (x,))
        return Op("cond", (Op("ge", (x, Const(0))), one, Const(()))) if optional(v.type) else one

    def zone(self, key: str, owner: m.Value | None, c: Context) -> Expr:
        if owner is None:
            return Const(self.lay.zone_base[key])
        x = self.value(owner, c)
        if self.unset(owner, c):
            return Op("cond", (Op("ge", (x, Const(0))), self.zone_of(key, x), Const(VOID)))
        return self.zone_of(key, x)

    def zone_of(self, key: str, x: Expr) -> Expr:
        if isinstance(x, Const) and isinstance(x.value, int):
            return Const(self.lay.zone_base[key] + x.value)
        return Op("zone", (Const(self.lay.zone_base[key]), x))

    def part(self, obj: m.Value, part: str, c: Context) -> Expr:
        name = part.split(".")[-1]
        table = [-1] * self.lay.count
        for id_, (declaration, copy) in enumerate(self.lay.things):
            if f"{declaration}.{name}" in self.lay.first:
                table[id_] = self.lay.first[f"{declaration}.{name}"] + copy
        number = self.table(f"part:{name}")
        self.out.tables[f"part:{name}"] = tuple(table)
        return Op("fixed_or", (Const(number), self.value(obj, c), Const(NOTHING)))

    def define_value(self, v: m.DefineValue, c: Context) -> Expr:
        arguments = tuple(self.value(a, c) for a in v.arguments)
        known = self.game.defines.get(v.define)  # of what the lowering itself makes a define, there is none
        needed = [isinstance(p.type, m.ThingType | m.ZoneType | m.EnumType) for p in known.parameters] if known else []
        there = [
            Op("ge", (x, Const(0)))
            for n, (a, x) in enumerate(zip(v.arguments, arguments, strict=True))
            if self.unset(a, c) or (optional(a.type) and needed[n : n + 1] == [True])
        ]
        call = Pure(f"d_{_id(v.define)}", arguments)
        if v.object is not None:
            x = self.value(v.object, c)
            call = Pure(f"d_{_id(v.define)}", (x, *arguments))
            if self.perhaps(v.object, c):
                there.insert(0, Op("ge", (x, Const(0))))
        if not there:
            return call
        missing = zero(v.type, self.game)
        assert isinstance(missing, int | tuple)
        return Op("cond", (both(*there), call, Const(missing)))

    def membership(self, item: m.Value, container: m.Value, c: Context) -> Expr:
        x = self.value(item, c)
        if self.unset(item, c):
            bound = m.Local("$item", "it", item.type)
            return both(Op("ge", (x, Const(0))), self.membership(bound, container, c.bind(bound, x)))
        match container:
            case m.ZoneValue(zone, owner):
                return Op("eq", (Op("at", (x,)), self.zone(zone, owner, c)))
            case m.Builtin("box"):
                return Op("eq", (Op("at", (x,)), Const(BOX)))
            case _:
                if isinstance(container.type, m.BagType):
                    return Op("ge", (Op("part", (self.value(container, c), x)), Const(1)))
                if isinstance(container.type, m.ZoneType):
                    return Op("eq", (Op("at", (x,)), self.value(container, c)))
                if isinstance(container.type, m.SetType) and isinstance(container.type.of, m.ZoneType):
                    return Op("member", (Op("at", (x,)), self.value(container, c)))
                return Op("member", (x, self.within(container, c)))

    # ------------------------------------------------------------------ places

    def stands(self, kind: str) -> bool:
        return any(related(self.game, kind, k.name) for k in self.standing_kinds)

    def is_place(self, type_: m.Type) -> bool:
        kind = kind_of(type_)
        return kind is not None and "Place" in ancestors(self.game, kind)

    def where(self, v: m.Value, c: Context) -> Expr:
        """The place, or set of places, at which something is for distance and nearness."""
        x = self.value(v, c)
        if isinstance(v.type, m.SetType):
            if self.is_place(v.type):
                return x
            var = self.fresh("it")
            return Find("map", var, x, None, Op("place", (Var(var),)))
        return self.where_of(x, kind_of(v.type) or "Thing")

    def where_of(self, x: Expr, kind: str) -> Expr:
        if "Place" in ancestors(self.game, kind):
            return x
        if self.stands(kind):
            return Pure("stands", (x,))
        return Op("place", (x,))

    def board(self) -> Expr:
        return Const(0)

    def far(self, a: Expr, a_type: m.Type, b: Expr, b_type: m.Type) -> Expr:
        """Steps from one place to another; of several places, the least."""
        many = any(isinstance(t, m.SetType) or self._many(t) for t in (a_type, b_type))
        return Op("distance" if many else "steps", (self.board(), a, b))

    def here(self, v: m.Value, c: Context) -> Expr:
        """The zone of the place at which something is; an empty one if it is at no place."""
        return self.here_of(self.value(v, c), v.type, self.perhaps(v, c))

    def zones_at(self, v: m.Value, c: Context) -> Expr | None:
        """The zones of several places: of a set, or of a thing that stands at several; None for a single one."""
        var = self.fresh("p")
        if isinstance(v.type, m.SetType):
            return Find("map", var, self.value(v, c), None, self.here_of(Var(var), v.type.of))
        if self._many(v.type):
            return Find("map", var, self.where(v, c), None, self.zone_of(PLACE_ZONE, Var(var)))
        return None

    def here_of(self, x: Expr, type_: m.Type, maybe: bool | None = None) -> Expr:
        maybe = optional(type_) if maybe is None else maybe
        if self.is_place(type_):
            if maybe:
                return Op("cond", (Op("ge", (x, Const(0))), self.zone_of(PLACE_ZONE, x), Const(VOID)))
            return self.zone_of(PLACE_ZONE, x)
        if maybe:
            return Op("cond", (Op("ge", (x, Const(0))), Op("here", (x,)), Const(VOID)))
        return Op("here", (x,))

    # ------------------------------------------------------------------ queries

    def passes(self, q: m.Query, x: Expr, known: str, c: Context) -> Expr:
        """Does a thing belong to the query? For patterns and groups: everything but order, nearest and amount."""
        inner = c.bind(q.local, x)
        tests: list[Expr | None] = [self.is_kind(x, q.kind, known)]
        for near in q.near:
            tests.append(self.near(near, x, q.kind, inner))
        tests += [self.value(t.test, inner) for t in q.traits]
        if q.where is not None:
            tests.append(self.value(q.where, inner))
        return both(*tests)

    def near(self, near: m.Near, x: Expr, kind: str, c: Context) -> Expr:
        match near.word:
            case "in":
                if isinstance(near.value.type, m.ZoneType):
                    return Op("eq", (Op("at", (x,)), self.value(near.value, c)))
                if isinstance(near.value.type, m.SetType) and isinstance(near.value.type.of, m.ZoneType):
                    return Op("member", (Op("at", (x,)), self.value(near.value, c)))
                return Op("member", (x, self.within(near.value, c)))
            case "of":
                return Op("eq", (self.stored("owner", x, False, NOTHING), self.value(near.value, c)))
            case "except":
                other = self.value(near.value, c)
                if isinstance(near.value.type, m.SetType):
                    return negate(Op("member", (x, other)))
                return Op("ne", (x, other))
            case "at":
                place = self.where(near.value, c)
                if self.stands(kind):
                    return Op("ge", (Op("len", (Pure("common", (Pure("lies", (x,)), place)),)), Const(1)))
                many = self.zones_at(near.value, c)
                if many is not None:
                    return Op("member", (Op("at", (x,)), many))
                return Op("eq", (Op("at", (x,)), self.here(near.value, c)))
            case "adjacent":
                return Op("eq", (self.from_to(x, kind, near.value, c), Const(1)))
            case "within":
                assert near.distance is not None
                return Op("le", (self.from_to(x, kind, near.value, c), self.value(near.distance, c)))

    def from_to(self, x: Expr, kind: str, goal: m.Value, c: Context) -> Expr:
        """Steps from where a candidate of a Kind stands to a goal."""
        return self.far(self.where_of(x, kind), m.ThingType(kind), self.where(goal, c), goal.type)

    def source(self, q: m.Query, c: Context) -> tuple[Expr, list[m.Near], str | None, bool]:
        """What a query goes through, the near filters left, a Kind that all there have, whether all are in play."""
        nears = list(q.near)
        if q.kind in self.game.enums:
            for near in nears:
                if near.word == "in" and isinstance(near.value.type, m.BagType):
                    nears.remove(near)
                    var = self.fresh("sort")
                    size = self.bag_size(near.value.type)
                    held = Op("ge", (Op("part", (self.value(near.value, c), Var(var))), Const(1)))
                    return Find("list", var, Const(tuple(range(size))), held), nears, q.kind, True
                if near.word == "in":
                    nears.remove(near)
                    return self.value(near.value, c), nears, q.kind, True
            return Const(tuple(range(len(self.game.enums[q.kind].values)))), nears, q.kind, True
        for near in nears:
            if near.word == "in":
                nears.remove(near)
                value = self.value(near.value, c)
                type_ = near.value.type
                if isinstance(type_, m.OptionalType) and isinstance(type_.of, m.ZoneType):
                    type_, value = type_.of, Op("cond", (Op("ge", (value, Const(0))), value, Const(VOID)))
                if isinstance(type_, m.ZoneType):
                    if value == Const(BOX):
                        var = self.fresh("boxed")
                        boxed = Find("list", var, self.base_ids(q.kind), Op("eq", (Op("at", (Var(var),)), Const(BOX))))
                        return boxed, nears, q.kind if q.kind not in self.game.groups else None, True
                    return Op("items", (value,)), nears, type_.content, True
                if isinstance(type_, m.SetType) and isinstance(type_.of, m.ZoneType):
                    var = self.fresh("zone")
                    return Find("flat", var, value, None, Op("items", (Var(var),))), nears, type_.of.content, True
                known = kind_of(type_)
                among = self.within(near.value, c) if known == "Deck" else self.members(near.value, c)
                return among, nears, None if known == "Deck" else known, True
        if q.kind in ("Number", "Zone"):
            if q.kind == "Zone":
                return Const(tuple(range(3, len(self.lay.zone_owner)))), nears, None, True
            raise NotPlayable("a query over all numbers", q.span)
        if not self.stands(q.kind):
            for near in nears:
                if near.word == "at":
                    nears.remove(near)
                    many = self.zones_at(near.value, c)
                    if many is not None:
                        var = self.fresh("zone")
                        return Find("flat", var, many, None, Op("items", (Var(var),))), nears, None, True
                    return Op("items", (self.here(near.value, c),)), nears, None, True
        if q.kind in self.game.kinds and "Place" in ancestors(self.game, q.kind):
            for near in nears:
                if (
                    near.word == "adjacent"
                    and not isinstance(near.value.type, m.SetType)
                    and not self._many(near.value.type)
                ):
                    nears.remove(near)
                    return Op("neighbours", (self.board(), self.where(near.value, c))), nears, self._board_kind(), True
        return self.base_ids(q.kind), nears, q.kind if q.kind not in self.game.groups else None, False

    def _many(self, type_: m.Type) -> bool:
        kind = kind_of(type_)
        return kind is not None and self.stands(kind)

    def _board_kind(self) -> str | None:
        return next(iter(self.game.boards), None)

    def query(self, q: m.Query, c: Context) -> tuple[Expr, str]:
        """The set that a query finds, in stable order, and the variable used for the candidate."""
        var, source, test = self.parts(q, c)
        found: Expr = source if test == YES else Find("list", var, source, test)
        inner = c.bind(q.local, Var(var))
        if q.nearest is not None:
            found = Find(
                "lowest",
                var,
                found,
                None,
                self.from_to(Var(var), q.kind, q.nearest, c),
            )
        if q.order is not None and q.order.keys:
            keys = tuple(self.value(k, inner) for k in q.order.keys)
            found = Find("sorted", var, found, None, keys[0] if len(keys) == 1 else Op("tuple", keys))
        return found, var

    def parts(self, q: m.Query, c: Context) -> tuple[str, Expr, Expr]:
        """Variable, source and test of a query, without nearest and order; what is on no place is near to nothing."""
        var = self.fresh(q.local.name)
        x = Var(var)
        source, nears, known, in_play = self.source(q, c)
        inner = c.bind(q.local, x)
        tests: list[Expr | None] = []
        if q.kind not in self.game.enums and q.kind not in ("Number", "Zone"):
            tests.append(self.is_kind(x, q.kind, known))
            if not in_play:
                tests.append(Op("in_play", (x,)))
        for near in nears:
            tests.append(self.near(near, x, q.kind, inner))
        tests += [self.value(t.test, inner) for t in q.traits]
        if q.where is not None:
            tests.append(self.value(q.where, inner))
        if q.nearest is not None and self.stands(q.kind):
            tests.append(Op("ge", (Op("len", (Pure("stands", (x,)),)), Const(1))))
        elif q.nearest is not None and not self.is_place(m.ThingType(q.kind)):
            tests.append(Op("ge", (Op("place", (x,)), Const(0))))
        return var, source, both(*tests)

    def aggregate(self, v: m.Aggregate, c: Context) -> Expr:
        q = v.query
        bag = next((n.value for n in q.near if n.word == "in" and isinstance(n.value.type, m.BagType)), None)
        if bag is not None and v.function in ("count", "sum"):
            return self.so_often(v, bag, c)
        if q.nearest is not None or q.order is not None:
            source, var = self.query(q, c)
            test: Expr = YES
        else:
            var, source, test = self.parts(q, c)
        inner = c.bind(q.local, Var(var))
        keys = tuple(self.value(k, inner) for k in v.keys)
        filter_ = None if test == YES else test
        match v.function:
            case "count":
                return Op("len", (source,)) if filter_ is None else Find("count", var, source, filter_)
            case "any":
                test = both(test, *keys)
                return Op("ge", (Op("len", (source,)), Const(1))) if test == YES else Find("any", var, source, test)
            case "none":
                test = both(test, *keys)
                return (
                    Op("eq", (Op("len", (source,)), Const(0)))
                    if test == YES
                    else negate(Find("any", var, source, test))
                )
            case "all":
                return Find("all", var, source, filter_, keys[0] if keys else YES)
            case "sum" | "max" | "min":
                found = Find(v.function, var, source, filter_, keys[0])
                return Op("min", (found, Const(m.INFINITE))) if v.function == "sum" and self.infinities else found
            case "first":
                return Op("head", (source,)) if filter_ is None else Find("first", var, source, filter_)
            case "last":
                return Op("tail", (source if filter_ is None else Find("list", var, source, filter_),))
            case "the":
                return Op("the", (source if filter_ is None else Find("list", var, source, filter_),))
            case "highest" | "lowest":
                key = keys[0] if len(keys) == 1 else Op("tuple", keys)
                return Find(v.function, var, source, filter_, key)

    def so_often(self, v: m.Aggregate, bag: m.Value, c: Context) -> Expr:
        """`count` and `sum` over a bag: each value as often as it is in there."""
        var, source, test = self.parts(v.query, c)
        times: Expr = Op("part", (self.value(bag, c), Var(var)))
        if v.function == "sum":
            times = Op("mul", (times, self.value(v.keys[0], c.bind(v.query.local, Var(var)))))
        return Find("sum", var, source, None if test == YES else test, times)

    # ------------------------------------------------------------------ built-in words

    def builtin(self, v: m.Builtin, c: Context) -> Expr:
        name, arguments = v.name, v.arguments
        match name:
            case "max" | "min":
                return Op(name, tuple(self.number(a, c) for a in arguments))
            case "amount":
                if not isinstance(v.type, m.BagType):
                    raise NotPlayable("so many of a value, where no bag is wanted", v.span)
                return self.bag(v, self.bag_size(v.type), c)
            case "amount_of":
                return Op("part", (self.value(arguments[0], c), self.value(arguments[1], c)))
            case "odd":
                return Op("eq", (Op("mod", (self.number(arguments[0], c), Const(2))), Const(1)))
            case "even":
                return Op("eq", (Op("mod", (self.number(arguments[0], c), Const(2))), Const(0)))
            case "next" | "previous":
                return self.neighbour_in_ring(name, arguments[0], c)
            case "position":
                return Op("position", (self.value(arguments[0], c),))
            case "intact":
                return Op("intact", (self.value(arguments[0], c),))
            case "ordinal":
                return Op("add", (self.value(arguments[0], c), Const(1)))
            case "distance":
                a, b = arguments
                return self.far(self.where(a, c), a.type, self.where(b, c), b.type)
            case "adjacent":
                return Op("eq", (self.builtin(m.Builtin("distance", arguments, m.NUMBER), c), Const(1)))
            case "neighbours":
                return Op("neighbours", (self.board(), self.where(arguments[0], c)))
            case "spread":
                through = arguments[1]
                var = self.fresh("q")
                if isinstance(through, m.QueryValue):
                    q = through.query
                    name_ = f"through_{self.fresh('spread')}"
                    inner = self.passes(q, Var(var), q.kind, c)
                    captured = sorted(variables(inner) - {var})
                    self.pure(name_, (var, *captured), inner, "may it be gone through?")
                    return Op(
                        "spread",
                        (self.board(), self.where(arguments[0], c), Pure(name_, tuple(Var(n) for n in captured))),
                    )
                return Op("spread", (self.board(), self.where(arguments[0], c), self.value(through, c)))
            case "reading_order":
                return Op("reading", (self.value(arguments[0], c),))
            case "base":
                inner_value = arguments[0]
                assert isinstance(inner_value, m.AttributeValue)
                return self.attribute(
                    inner_value.attribute, self.value(inner_value.object, c), self.perhaps(inner_value.object, c), True
                )
            case "place":
                x = self.value(arguments[0], c)
                return Op("place", (x,))
            case "holder":
                x = self.value(arguments[0], c)
                found = Op("holder", (x,))
                if self.unset(arguments[0], c):
                    return Op("cond", (Op("ge", (x, Const(0))), found, Const(NOTHING)))
                return found
            case "owner" | "controller":
                return self.stored(name, self.value(arguments[0], c), self.perhaps(arguments[0], c), NOTHING)
            case "side":
                return Op("face", (self.value(arguments[0], c),))
            case "seat":
                return Op("get_or", (Const(self.lay.column["seat"]), self.value(arguments[0], c), Const(NOTHING)))
            case "number":
                low = self.lay.seats[0] if self.lay.seats else 0
                x = self.value(arguments[0], c)
                nth = Op("sub", (x, Const(low - 1)))
                return Op("cond", (Op("ge", (x, Const(0))), nth, Const(0))) if self.unset(arguments[0], c) else nth
            case "title":
                number = self.table("title")
                self.out.tables["title"] = tuple(
                    self.lay.text(self.lay.declarations[n].title) for n, _ in self.lay.things
                )
                x = self.value(arguments[0], c)
                if self.perhaps(arguments[0], c):
                    return Op("fixed_or", (Const(number), x, Const(self.lay.text(""))))
                return Op("fixed", (Const(number), x))
            case "in_play":
                x = self.value(arguments[0], c)
                test = Op("in_play", (x,))
                return both(Op("ge", (x, Const(0))), test) if self.perhaps(arguments[0], c) else test
            case "team":
                return self.table_round()
            case "players":
                return self.cell("players")
            case "people":  # only a lone player with several seats is written down
                few = self.cell("people")
                return Op("cond", (Op("ge", (few, Const(1))), few, self.cell("players")))
            case "seats":
                low = self.lay.seats[0] if self.lay.seats else 0
                return Op("range", (Const(low), Op("add", (Const(low), self.cell("players")))))
            case "box":
                return Const(BOX)
            case "current_phase":
                return self.cell("phase")
            case "active_player":
                return self.cell("active_player")
            case "chance":
                return Const(-2)
            case "brought":
                x = self.value(arguments[0], c)
                seat = Op("get_or", (Const(self.lay.column["seat"]), x, Const(NOTHING)))
                at = x if kind_of(arguments[0].type) == "Seat" else seat
                if "brought" not in self.lay.column:
                    raise NotPlayable("`brought` where no deck and no build for decks is declared", v.span)
                return Op("get_or", (Const(self.lay.column["brought"]), at, Const(NOTHING)))
            case "valid":
                build = arguments[1]
                assert isinstance(build, m.NameConstant)
                self.builds_wanted.setdefault(build.name)
                return Pure(f"build_{build.name}", (self.value(arguments[0], c),))
            case "won":
                return self.cell("won") if "won" in self.lay.column else NO
            case "scenario":
                return self.cell("scenario")
            case _:
                raise NotPlayable(f"the built-in `{name}`", v.span)

    def neighbour_in_ring(self, name: str, argument: m.Value, c: Context) -> Expr:
        x = self.value(argument, c)
        if isinstance(argument.type, m.EnumType):
            n = len(self.game.enums[argument.type.enum].values)
            step = Op("add" if name == "next" else "sub", (x, Const(1)))
            if name == "next":
                return Op("cond", (Op("lt", (step, Const(n))), step, Const(NOTHING)))
            return step
        if kind_of(argument.type) == "Seat":
            seats = self.builtin(m.Builtin("seats", (), m.NUMBER), c)
            return Op("after_in" if name == "next" else "before_in", (x, seats))
        return Op("after_in" if name == "next" else "before_in", (x, self.table_round()))

    def table_round(self) -> Expr:
        """The players, in the order in which everything goes round the table."""
        return Op("seated") if self.game.turn_order is None else Pure("table_round", ())

    def table_round_function(self) -> None:
        """`table_round()`: by the number that the game names; those with equal ones as they sit."""
        if self.game.turn_order is not None:
            player, key = self.game.turn_order
            var = self.fresh("player")
            value = self.value(key, Context(env={player.id: Var(var)}))
            self.pure("table_round", (), Find("sorted", var, Op("seated"), None, value), "the order round the table")

    # ------------------------------------------------------------------ questions about events

    def ask(self, v: m.Ask, c: Context) -> Expr:
        if v.question == "can":
            return self.can(v.pattern, c)
        if v.question == "would":
            return self.would(v, c)
        moment = v.during or "game"
        number = self.history(f"{v.pattern.what}:{v.pattern.name}", moment)
        record = self.fresh("record")
        env = c.copy()
        tests = self.pattern_tests(v.pattern, lambda n: Op("part", (Var(record), Const(n))), env)
        source = Op("history", (Const(number),))
        if v.question == "happened":
            return Find("any", record, source, both(*tests))
        return Op("len", (source,)) if not tests else Find("count", record, source, both(*tests))

    def can(self, p: m.Pattern, c: Context) -> Expr:
        """Could an event of this pattern happen as the board is now?"""
        raise NotImplementedError

    def would(self, v: m.Ask, c: Context) -> Expr:
        """Is the action that is being announced going to do this?"""
        raise NotImplementedError

    def pattern_parameters(self, p: m.Pattern) -> tuple[tuple[str | None, str, m.Type], ...]:
        """Role (None the object), name and type of what an event of this name carries, in the order of its record."""
        if p.what == "verb" and p.name in self.game.verbs:
            return tuple((q.role, q.local.name, q.local.type) for q in self.game.verbs[p.name].parameters)
        if p.what == "verb":
            return BUILTIN_RECORDS.get(p.name, ())
        if p.what == "action":
            return ((None, "it", m.ThingType("Thing")), ("by", "taker", m.ThingType("Thing")))
        return (("of", "player", m.ThingType("Thing")),)

    def pattern_tests(self, p: m.Pattern, part, c: Context) -> list[Expr]:  # type: ignore[no-untyped-def]
        """Tests of a pattern against an event; `part(n)` is its n-th argument. Binds names in `c.env`."""
        tests: list[Expr] = []
        wanted: dict[str | None, m.PatternPart] = dict(p.roles)
        if p.object is not None:
            wanted[None] = p.object
        for n, (role, _, type_) in enumerate(self.pattern_parameters(p)):
            if role not in wanted:
                continue
            x = part(n)
            match wanted[role]:
                case m.Bind(query, members) if members is not None:
                    var = self.fresh(query.local.name)
                    inner = c.bind(query.local, Var(var))
                    test = self.passes(query, Var(var), kind_of(type_) or "Thing", inner)
                    kept = x if test == YES else Find("list", var, x, test)
                    c.env[members.id] = kept
                    tests.append(Op("ge", (Op("len", (kept,)), Const(1))))
                case m.Bind(query):
                    c.env[query.local.id] = x
                    if optional(type_) or p.what != "verb":
                        tests.append(Op("ge", (x, Const(0))))
                    test = self.passes(query, x, kind_of(type_) or "Thing", c)
                    if test != YES:
                        tests.append(test)
                case m.Same(value):
                    y = self.value(value, c)
                    if isinstance(type_, m.SetType) and not isinstance(value.type, m.SetType):
                        tests.append(Op("member", (y, x)))
                    elif isinstance(value.type, m.SetType):
                        tests.append(Op("member", (x, y)))
                    else:
                        tests.append(Op("eq", (x, y)))
                case m.BindNumber(local):
                    c.env[local.id] = x
        return tests


BUILTIN_RECORDS: dict[str, tuple[tuple[str | None, str, m.Type], ...]] = {
    "move": (
        (None, "thing", m.ThingType("Thing")),
        ("from", "source", m.ThingType("Thing")),
        ("to", "goal", m.ThingType("Thing")),
    ),
    "flip": ((None, "thing", m.ThingType("Thing")), ("to", "face", m.NUMBER)),
    "roll": ((None, "die", m.NUMBER), ("to", "face", m.NUMBER)),
    "shuffle": ((None, "zone", m.NUMBER), ("into", "goal", m.NUMBER)),
    "draw": (
        (None, "thing", m.ThingType("Thing")),
        ("from", "source", m.ThingType("Thing")),
        ("to", "goal", m.ThingType("Thing")),
    ),
    "pay": ((None, "amount", m.NUMBER), ("by", "payer", m.ThingType("Thing"))),
    "give": ((None, "thing", m.ThingType("Thing")), ("to", "goal", m.ThingType("Thing"))),
    "reset": ((None, "thing", m.ThingType("Thing")),),
    "show": ((None, "thing", m.ThingType("Thing")), ("to", "viewers", m.SetType(m.ThingType("Thing")))),
    "seat": ((None, "thing", m.ThingType("Thing")), ("for", "seat", m.ThingType("Seat"))),
}


def _said(game: m.CheckedGame) -> Iterator[object]:
    """All texts that may give a number a value: everything but ranges and tests."""
    yield from (game.verbs, game.rules, game.actions, game.phases, game.flow, game.setups, game.kinds, game.defines)
    for attribute in game.attributes.values():
        yield attribute.default
    for thing in game.things.values():
        yield (thing.values, thing.sections, thing.abilities, thing.actions, thing.defines, thing.face_contents)


def endless_sum(operator: str, a: Expr, b: Expr, endless: bool, stored: bool = True) -> Expr:
    """A sum; where a number may be infinite, one that stays at infinite. `stored`: may attributes be infinite?"""
    name = SUMS[operator]
    deciding = (a, b) if operator in "+*" else (a,)
    if not endless or operator == "mod" or all(finite(x, stored) for x in deciding):
        return Op(name, (a, b))
    return Op(f"endless_{name}", (a, b))


FINITE = frozenset(
    {"eq", "ne", "lt", "le", "gt", "ge", "and", "or", "not", "member", "kind", "faced", "in_play", "len"}
)


def finite(x: Expr, stored: bool) -> bool:
    """Can the number surely not be infinite?"""
    match x:
        case Const(int() as value):
            return value < m.INFINITE
        case Op("min", args):
            return any(finite(y, stored) for y in args)
        case Op("max" | "add" | "sub" | "mul" | "div" | "mod", args):
            return all(finite(y, stored) for y in args)
        case Op("cond", (_, yes, no)):
            return finite(yes, stored) and finite(no, stored)
        case Op("get" | "get_or" | "fixed" | "fixed_or", _):
            return not stored
        case Op(name, _):
            return name in FINITE
        case Find("count" | "any" | "all", _, _, _, _):
            return True
        case Find("sum" | "max" | "min", _, _, _, value) if value is not None:
            return finite(value, stored)
        case _:
            return False


def variables(e: Expr) -> set[str]:
    """Names that an expression uses and does not bind itself."""
    match e:
        case Var(name):
            return {name}
        case Const():
            return set()
        case Op(_, args) | Pure(_, args):
            found: set[str] = set()
            for a in args:
                found |= variables(a)
            return found
        case Find(_, var, source, test, value):
            inner = (variables(test) if test is not None else set()) | (
                variables(value) if value is not None else set()
            )
            return variables(source) | (inner - {var})


def put(e: Expr, name: str, value: Expr) -> Expr:
    """The expression with a value in place of a variable."""
    match e:
        case Var(n):
            return value if n == name else e
        case Op(n, args):
            return Op(n, tuple(put(x, name, value) for x in args))
        case Pure(n, args):
            return Pure(n, tuple(put(x, name, value) for x in args))
        case Find(mode, var, source, test, given):
            return Find(
                mode,
                var,
                put(source, name, value),
                test if test is None or var == name else put(test, name, value),
                given if given is None or var == name else put(given, name, value),
            )
        case _:
            return e


def _id(key: str) -> str:
    return "".join(c if c.isalnum() else "_" for c in key)
