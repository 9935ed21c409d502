"""The verbs that every game has: move, draw, shuffle, roll, flip, pay, lay, seat, reset, give, show."""

from __future__ import annotations

from collections.abc import Callable

from dsl import model as m

from ..ir import (
    NOTHING,
    Ask,
    Call,
    Const,
    Effect,
    Expr,
    Function,
    If,
    Leave,
    Loop,
    Op,
    Put,
    Return,
    Set,
    Site,
    Stmt,
    Var,
    While,
)
from ..layout import NotPlayable, Source
from .builtin_events import BuiltinEvents
from .context import Context, only
from .layout import BOX, PLACE_ZONE, constant, default_of, zero
from .values import YES, both, negate
from .walk import kind_of


class BuiltinVerbs(BuiltinEvents):
    """The verbs that every game has: move, draw, shuffle, roll, flip, pay, lay, seat, reset, give, show."""

    def do_builtin(self, event: m.Event, c: Context, result: str | None) -> list[Stmt]:
        match event.verb:
            case "move":
                return self.do_move(event, c)
            case "draw":
                return self.do_draw(event, c, result)
            case "shuffle":
                zone = event.object
                assert zone is not None and not isinstance(zone, (m.EachOf, m.PickOf))
                return self.shuffle(event, zone, c)
            case "roll":
                return self.do_roll(event, c, result)
            case "flip" | "reset" | "give" | "show":
                return self.for_object(event, c, lambda x, kind, inner: self.one_builtin(event, x, kind, inner))
            case "pay":
                return self.do_pay(event, c)
            case "lay":
                laid = event.object
                if isinstance(laid, m.Node) and isinstance(laid, m.ThingConstant) and laid.thing in self.game.maps:
                    number = list(self.game.maps).index(laid.thing)
                    return [
                        Effect("lay", (Const(number),)),
                        Effect("board", (Const(0),)),
                        *self.changed(("location", "Thing")),
                    ]
                grid = only(laid, event)
                if isinstance(grid.type, m.GridType):
                    return [
                        Effect("lay_grid", (self.value(grid, c),)),
                        Effect("board", (Const(0),)),
                        *self.changed(("location", "Thing")),
                    ]
                raise NotPlayable("laying this", event.span)
            case "seat":
                x = self.value(only(event.object, event), c)
                seat = self.value(only(event.role("for"), event), c)

                def take_seat(who: Expr, where: Expr) -> list[Stmt]:
                    return [Effect("seat", (who, where)), *self.changed(("location", self.game.seats.kind))]

                return self.as_event(
                    "seat",
                    self.game.seats.kind,
                    {"thing": x, "seat": seat},
                    lambda: take_seat(Var("thing"), Var("seat")),
                    [*take_seat(x, seat), Effect("did", (Const(1),))],
                )
            case _:
                raise NotPlayable(f"the verb `{event.verb}`", event.span)

    def shuffle(self, event: m.Event, zone: m.Value, c: Context) -> list[Stmt]:
        into = event.role("into")
        pours = into is not None and not isinstance(into, (m.EachOf, m.PickOf))
        target = self.value(zone, c)
        goal = self.value(only(into, event), c) if pours else Const(NOTHING)

        def core(source: Expr, other: Expr) -> list[Stmt]:
            if not pours:
                return [Effect("shuffle", (source,))]
            poured = self.changed(("location", kind_of(zone.type) or "Thing"))
            return [Effect("pour", (source, other)), *poured, Effect("shuffle", (other,))]

        return self.as_event(
            "shuffle",
            None,
            {"zone": target, "goal": goal},
            lambda: core(Var("zone"), Var("goal")),
            core(target, goal),
            variant=(pours, kind_of(zone.type)),
        )

    def for_object(
        self, event: m.Event, c: Context, each: Callable[[Expr, str | None, Context], list[Stmt]]
    ) -> list[Stmt]:
        """Does something to the object of a phrase, which may be one thing, a set, `each` or a counted query."""
        argument = event.object
        match argument:
            case m.EachOf(query):
                found, _ = self.query(query, c)
                var = self.fresh(query.local.name)
                body = each(Var(var), query.kind, c.bind(query.local, Var(var)))
                return self.one_change([Loop(var, found, tuple(body), self.fresh("each"))])
            case m.PickOf(query):
                picked, var = self.fresh("picked"), self.fresh(query.local.name)
                return [
                    *self.pick_argument(argument, picked, c),
                    Effect("did", (Op("ge", (Op("len", (Var(picked),)), Const(1))),)),
                    Loop(var, Var(picked), tuple(each(Var(var), query.kind, c)), self.fresh("each")),
                ]
            case None:
                return []
            case _:
                x = self.value(argument, c)
                kind = kind_of(argument.type)
                if isinstance(argument.type, m.SetType):
                    var = self.fresh("one")
                    return [Loop(var, x, tuple(each(Var(var), kind, c)), self.fresh("each"))]
                if isinstance(argument.type, m.OptionalType):
                    var = self.fresh("one")
                    return [
                        Set(var, x),
                        If(
                            Op("ge", (Var(var), Const(0))),
                            tuple(each(Var(var), kind, c)),
                            (Effect("did", (Const(0),)),),
                        ),
                    ]
                if not isinstance(x, (Var, Const)):
                    var = self.fresh("one")
                    return [Set(var, x), *each(Var(var), kind, c)]
                return each(x, kind, c)

    def one_builtin(self, event: m.Event, x: Expr, kind: str | None, c: Context) -> list[Stmt]:
        if event.verb == "flip":
            to = event.role("to")
            if to is not None and not isinstance(to, (m.EachOf, m.PickOf)):
                face = self.value(to, c)
            else:
                face = self.other_face(x, kind)
            return self.flip(x, kind, face)
        core: Callable[[Expr, Expr], list[Stmt]]
        other: dict[str, Expr] = {}
        if event.verb == "reset":

            def put_back(thing: Expr, _: Expr) -> list[Stmt]:
                changed = self.changed(*(("attribute", k) for k in self.game.attributes))
                again = [Call("printed", (thing,))] if self.printed_again(kind) else []
                return [Effect("reset", (thing,)), *again, *self.changed(("face", kind or "Thing")), *changed]

            core = put_back

        elif event.verb == "give":
            other["goal"] = self.value(only(event.role("to"), event), c)

            def give(thing: Expr, goal: Expr) -> list[Stmt]:
                return [
                    Put(self.lay.column["controller"], thing, goal),
                    *self.changed(("attribute", "controller")),
                ]

            core = give

        else:
            viewer = event.role("to")
            seen: Expr = Op("seated")
            if viewer is not None and not isinstance(viewer, (m.EachOf, m.PickOf)):
                seen = self.value(viewer, c)
                seen = seen if isinstance(viewer.type, m.SetType) else Op("tuple", (seen,))
            other["viewers"] = seen

            def show(thing: Expr, viewers: Expr) -> list[Stmt]:
                return [Effect("show", (thing, viewers))]

            core = show

        said = next(iter(other.items()), ("", Const(NOTHING)))
        return self.as_event(
            event.verb,
            kind,
            {"thing": x, **other},
            lambda: core(Var("thing"), Var(said[0])),
            core(x, said[1]),
        )

    def flip(self, x: Expr, kind: str | None, face: Expr) -> list[Stmt]:
        kinds: dict[int, str | None] = {0: kind}
        parts = [x, face]
        listeners = [y for y in self.listeners.get(("verb", "flip"), ()) if self.may_match(y.trigger.pattern, kinds)]
        may = negate(self.forbidden("verb", "flip", lambda n: parts[n], kinds))
        done: list[Stmt] = [*self.come_up(x, kind, face), Effect("did", (Const(1),))]
        remembered = any(event == "verb:flip" for event, _ in self.histories_wanted)
        if listeners or remembered or self.answered("flip", kinds) or "flip" in self.spoken:
            name = f"v_flip_{self.move_number('flip', tuple(id(y) for y in listeners), kind)}"
            if name not in self.out.functions:
                self.out.functions[name] = Function(name, ())
                everything = self.listeners.get(("verb", "flip"), [])
                self.listeners[("verb", "flip")] = listeners
                two = [Var("thing"), Var("face")]
                self.event_function(
                    name,
                    "verb",
                    "flip",
                    ("thing", "face"),
                    kinds,
                    Context(),
                    (),
                    negate(self.forbidden("verb", "flip", lambda n: two[n], kinds)),
                    report=False,
                    title="flip",
                    core=lambda _: tuple(self.come_up(Var("thing"), kind, Var("face"))),
                )
                self.listeners[("verb", "flip")] = everything
            used = (Const(()),) if any(y.trigger.timing == "instead" for y in listeners) else ()
            return [Call(name, (x, face, *used))]
        if may != YES:
            return [If(may, tuple(done), (Effect("did", (Const(0),)),))]
        return done

    def come_up(self, x: Expr, kind: str | None, face: Expr, *, marks: bool = True) -> list[Stmt]:
        """Brings a face up, with the values that it writes. Without `marks`, nobody looks at it."""
        out: list[Stmt] = [Effect("flip", (x, face))]
        if marks:
            out += self.changed(("face", kind or "Thing"))
        ids = set(self.kind_ids(kind or "Thing"))
        if not any(ids & set(self.lay.ids(name)) for name in self.values_of_faces()):
            return out
        old = self.fresh("old")
        return [Set(old, Op("face", (x,))), *out, Call("turned", (x, Var(old)))]

    def values_of_faces(self) -> dict[str, list[tuple[int, str, m.Value | None, tuple[int, ...]]]]:
        """What coming up writes, for each thing: face, attribute, value, and from which other faces.

        A face writes what it says of an attribute that the rules write, too; and what a Kind brings that the thing did
        not have with the face before begins at its default.
        """
        found: dict[str, list[tuple[int, str, m.Value | None, tuple[int, ...]]]] = {}
        for name in (*self.turned, *(k for k in self.lay.kinds_up if k not in self.turned)):
            faces = range(len(self.lay.faces[name]))
            for n in faces:
                said = {k: v for face, k, v in self.turned.get(name, ()) if self.lay.face_index[face] == n}
                for key, attribute in self.game.attributes.items():
                    others = tuple(f for f in faces if f != n)
                    if key in said:
                        found.setdefault(name, []).append((n, key, said[key], others))
                    elif key in self.lay.written and attribute.owner in self.lay.kinds_at(name, n):
                        without = tuple(f for f in others if attribute.owner not in self.lay.kinds_at(name, f))
                        if without:
                            value = default_of(self.lay, name, attribute, n)
                            found.setdefault(name, []).append((n, key, value, without))
        return found

    def printed_again(self, kind: str | None) -> dict[tuple[str, m.Value], list[int]]:
        """Attributes of things of a Kind whose printed value is worked out from others, with those who print it."""
        wanted = set(self.kind_ids(kind or "Thing"))
        found: dict[tuple[str, m.Value], list[int]] = {}
        for key, name in self.first_in_order():
            said, ids = self.first_values[key, name][0], wanted.intersection(self.lay.ids(name) if name else ())
            if ids:
                found.setdefault((key, said), []).extend(sorted(ids))
        return found

    def printed_function(self) -> None:
        """`printed(x)`: what a reset cannot take from a table, since other values decide it."""
        body: list[Stmt] = []
        x = Var("x")
        for (key, value), ids in self.printed_again(None).items():
            put = Put(self.lay.column[key], x, self.first_value(self.game.attributes[key], value, x, Context(this=x)))
            one = Op("eq", (x, Const(ids[0]))) if len(ids) == 1 else Op("member", (x, Const(tuple(ids))))
            body.append(If(one, (put, *self.changed(("attribute", key)))))
        if body:
            title = "what is printed comes true again"
            self.out.functions["printed"] = Function("printed", ("x",), (*body, Return(None)), None, title)

    def turned_function(self) -> None:
        """`turned(x, old)`: writes what the face that has come up says, in place of another one."""
        body: list[Stmt] = []
        x, old = Var("x"), Var("old")
        for name, values in self.values_of_faces().items():
            c = Context(this=x, whose=self.you_value(Source(self.lay.declarations[name].title, (), thing=name)))
            inner: list[Stmt] = []
            for face, key, value, others in values:
                attribute = self.game.attributes[key]
                zero_ = zero(attribute.type, self.game)
                assert isinstance(zero_, (int, tuple))
                new = self.first_value(attribute, value, x, c) if value is not None else Const(zero_)
                came = both(Op("eq", (Op("face", (x,)), Const(face))), Op("member", (old, Const(others))))
                put: list[Stmt] = [Put(self.lay.column[key], x, new), *self.changed(("attribute", key))]
                inner.append(If(came, tuple(put)))
            body.append(If(self.is_one_of(x, name), tuple(inner)))
        if body:
            title = "what a face says comes true"
            self.out.functions["turned"] = Function("turned", ("x", "old"), (*body, Return(None)), None, title)

    def goal(self, argument: m.Argument | None, c: Context) -> tuple[Expr, Expr, str | None]:
        """The zone that a goal means, at which end (1 bottom, 2 top), and the zone's key when it is known."""
        match argument:
            case m.ZoneEnd(which, zone):
                return (
                    self.value(zone, c),
                    Const(1 if which == "bottom" else 2),
                    zone.zone if isinstance(zone, m.ZoneValue) else None,
                )
            case m.ZoneValue(zone=key):
                return self.value(argument, c), Const(0), key
            case m.Builtin(name="box"):
                return Const(BOX), Const(0), ".box"
            case m.Node():
                value: m.Value = argument  # type: ignore[assignment]
                if isinstance(value.type, m.ZoneType):
                    return self.value(value, c), Const(0), None
                if isinstance(value.type, m.OptionalType) and isinstance(value.type.of, m.ZoneType):
                    return self.value(value, c), Const(0), None
                return self.here(value, c), Const(0), PLACE_ZONE
            case _:
                raise NotPlayable("this goal of a move", m.NOTHING)  # type: ignore[arg-type]

    def do_move(self, event: m.Event, c: Context) -> list[Stmt]:
        amount = self.amount(event.object)
        if amount is not None:
            return self.move_pile(event, amount, c)
        goal = event.role("to")
        zone_first, bottom, key = self.goal(goal, c)
        zone = zone_first
        prepare: list[Stmt] = []
        if (
            not isinstance(zone, (Var, Const))
            and not isinstance(event.object, (m.EachOf, m.PickOf))
            and not (isinstance(event.object, m.Node) and isinstance(getattr(event.object, "type", None), m.SetType))
        ):
            pass

        def one(x: Expr, kind: str | None, inner: Context) -> list[Stmt]:
            target = self.goal(goal, inner)[0] if isinstance(event.object, (m.EachOf, m.PickOf)) else zone
            return self.move(x, kind, target, bottom, key)

        return [*prepare, *self.for_object(event, c, one)]

    def move_pile(self, event: m.Event, amount: tuple[m.Value, str], c: Context) -> list[Stmt]:
        """So much of a resource from pile to pile; what is not there is not moved."""
        n, var = self.value(amount[0], c), self.fresh("n")
        source, goal = event.role("from"), event.role("to")
        out: list[Stmt] = [Set(var, Op("max", (n, Const(0))))]
        supply = self.lay.column.get(f"supply.{amount[1]}")
        piles: list[tuple[int, Expr, str | None] | None] = []
        for argument in (source, goal):
            if isinstance(argument, m.AttributeValue):
                x = self.value(argument.object, c)
                one = self.fresh("it")
                out.append(Set(one, x))
                piles.append((self.lay.column[argument.attribute], Var(one), argument.attribute))
            elif isinstance(argument, m.StateValue):
                piles.append((self.lay.column[argument.attribute], Const(0), argument.attribute))
            elif argument is None or isinstance(argument, m.Builtin):
                piles.append((supply, Const(0), None) if supply is not None else None)
            else:
                raise NotPlayable("this pile", event.span)
        writes: list[Stmt] = []
        marks: list[Stmt] = []
        for sign, pile in zip(("sub", "add"), piles, strict=True):
            if pile is None:
                continue  # a supply without end
            column, x, key = pile
            held = Op("get", (Const(column), x))
            if sign == "sub":
                out.append(Set(var, Op("min", (Var(var), held))))
            if key is not None and (self.game.attributes[key].low or self.game.attributes[key].high) is not None:
                room = Op("sub", (self.bounded(self.game.attributes[key], x, Op(sign, (held, Var(var)))), held))
                free = Op("max", (room if sign == "add" else Op("neg", (room,)), Const(0)))
                out.append(Set(var, Op("min", (Var(var), free))))
            writes.append(Put(column, x, Op(sign, (held, Var(var)))))
            if key is not None:
                marks += self.changed(("attribute", key))
        return [*out, *writes, *marks, Effect("did", (Op("ge", (Var(var), Const(1))),))]

    def draws_one(self, event: m.Event) -> bool:
        return isinstance(event.object, m.Literal) and event.object.value == 1

    def draw_one(self, event: m.Event, var: str, c: Context) -> list[Stmt]:
        source = event.role("from")
        assert isinstance(source, m.Node)
        bottom = 0
        if isinstance(source, m.ZoneEnd):
            bottom = 1 if source.which == "bottom" else 0
            source = source.zone
        zone = self.value(source, c)  # type: ignore[arg-type]
        refill: Expr = Const(NOTHING)
        content = kind_of(source.type) or "Thing"  # type: ignore[union-attr]
        if isinstance(source, m.ZoneValue):
            declared = self.game.zones[source.zone]
            content = declared.content
            if declared.refills is not None:
                refill = self.value(
                    declared.refills, Context(this=self.value(source.owner, c) if source.owner is not None else None)
                )
        out: list[Stmt] = [Effect("draw", (zone, refill, Const(bottom)), var)]
        goal = event.role("to")
        assert goal is not None, "checked"
        target, at_bottom, key = self.goal(goal, c)
        moved = self.move(Var(var), content, target, at_bottom, key)

        def core() -> list[Stmt]:
            return [
                Effect("draw", (Var("source"), Var("refill"), Const(bottom)), "thing"),
                Set("result", Var("thing")),
                *self.move(Var("thing"), content, Var("goal"), at_bottom, key),
            ]

        return self.as_event(
            "draw",
            content,
            {"thing": Const(NOTHING), "source": zone, "goal": target, "refill": refill},
            core,
            [*out, If(Op("ge", (Var(var), Const(0))), tuple(moved), (Effect("did", (Const(0),)),))],
            may=self.drawable(Var("source"), refill if isinstance(refill, Const) else Var("refill")),
            result=var,
            variant=(bottom, at_bottom, key, isinstance(refill, Const)),
        )

    def do_draw(self, event: m.Event, c: Context, result: str | None) -> list[Stmt]:
        assert isinstance(event.object, m.Node)
        drawn = self.fresh("drawn")
        if self.draws_one(event):
            return self.draw_one(event, result or drawn, c)
        count, n, label, all_ = self.fresh("count"), self.fresh("n"), self.fresh("draws"), result or self.fresh("all")
        one = self.draw_one(event, drawn, c)
        body = [
            Set(n, Op("add", (Var(n), Const(1)))),
            *one,
            If(
                Op("ge", (Var(drawn), Const(0))),
                (Set(all_, Op("concat", (Var(all_), Op("tuple", (Var(drawn),))))),),
                (Leave(label),),
            ),
        ]
        return [
            Set(count, self.value(only(event.object, event), c)),
            Set(n, Const(0)),
            Set(all_, Const(())),
            While(Op("lt", (Var(n), Var(count))), tuple(body), label),
        ]

    def do_roll(self, event: m.Event, c: Context, result: str | None) -> list[Stmt]:
        die = event.object
        name = die.name if isinstance(die, m.NameConstant) else getattr(die, "thing", getattr(die, "name", ""))
        if name not in self.game.dice:
            raise NotPlayable("this die", event.span)
        number = list(self.game.dice).index(name)
        faces = tuple(self.constant_of(f) for f in self.game.dice[name].faces)
        table = self.table(f"die:{name}")
        self.out.tables[f"die:{name}"] = faces
        shown = result or self.fresh("shown")

        def cast(into: str) -> list[Stmt]:
            return [
                Effect("roll", (Const(number), Const(len(faces))), into),
                Set(into, Op("fixed", (Const(table), Var(into)))),
                Effect("report", (Const(self.verb_number("roll")), Op("tuple", (Const(number), Var(into))))),
            ]

        return self.as_event(
            "roll",
            None,
            {"die": Const(number), "face": Const(NOTHING)},
            lambda: [*cast("face"), Set("result", Var("face"))],
            cast(shown),
            result=shown,
            variant=(number,),
        )

    def constant_of(self, v: m.Value) -> object:

        found = constant(self.lay, v)
        assert found is not None
        return found

    def do_pay(self, event: m.Event, c: Context) -> list[Stmt]:
        amount = self.amount(event.object)
        if amount is None:
            raise NotPlayable("this payment", event.span)
        if self.game.resources[amount[1]].source is not None:
            return self.pay_with_things(event, c, self.fresh("times"), False)
        if self.payers_many(event):
            self.unanswered(amount[1], event)
            splits, pay = self.splits(event, c)
            name, answer = self.fresh("splits"), self.fresh("split")
            site = self.site(Site("split", "", (), amount[1]))
            return [
                Set(name, splits),
                If(
                    Op("ge", (Op("len", (Var(name),)), Const(1))),
                    (Ask(site, self.joint(), Var(name), answer), *pay(Var(answer)), Effect("did", (Const(1),))),
                    (Effect("did", (Const(0),)),),
                ),
            ]
        payer, kind = self.payer(event, c)
        who = self.fresh("payer")
        n = self.value(amount[0], c)
        resource = self.game.resources[amount[1]]
        if resource.room is not None:
            self.unanswered(amount[1], event)
            return [Set(who, payer), *self.use_room(resource, n, Var(who))]
        key = self.pile_of(amount[1], kind)

        def enough(payer_: Expr, n_: Expr) -> Expr:
            return Op("ge", (Op("get", (Const(self.lay.column[key]), payer_)), n_))

        def core() -> list[Stmt]:
            return self.write(key, Var("payer"), "-=", Var("amount"), c)

        paid = (*self.write(key, Var(who), "-=", n, c), Effect("did", (Const(1),)))
        plain: list[Stmt] = [If(enough(Var(who), n), paid, (Effect("did", (Const(0),)),))]
        return [
            Set(who, payer),
            *self.as_event(
                "pay",
                None,
                {"amount": n, "payer": Var(who)},
                core,
                plain,
                may=enough(Var("payer"), Var("amount")),
                variant=(key,),
                resource=amount[1],
            ),
        ]
