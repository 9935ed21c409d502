"""CheckedGame -> Ruleset. Reads like a table of contents: where things are, who listens, then every function."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from attrs import evolve

from dsl import model as m
from dsl.check.first_values import Cell
from dsl.source import Span

from ..ir import (
    NOTHING,
    Block,
    Call,
    Const,
    Effect,
    Expr,
    Find,
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
    Var,
    While,
)
from ..ir import (
    statements as every_statement,
)
from ..layout import Extras, Layout, NotPlayable, Source, joining
from . import layout
from .bags import bag_of, bag_parts
from .context import Context
from .events import Listener, _limit
from .foreseen import Foreseen
from .layout import make_layout
from .moments import until_name
from .obstacles import obstacles
from .tests import lower_tests
from .values import NO, YES, _id, both, either
from .walk import kind_of, nodes, of_things

__all__ = ["NotPlayable", "lower"]


def lower(game: m.CheckedGame, *, tests: bool = False, explained: bool = False) -> Ruleset:
    """The Ruleset of a game; with `tests` also what its tests do; `explained`, with what says why an action is not
    offered. What is explained reads the states of the program that plays: nothing is laid out in another way."""
    return Lowering(game, make_layout(game, tests=tests), explained=explained).ruleset()


class Lowering(Foreseen):
    """`breakable`: statements that are done only while they are intact, by number (see scenarios/mutation.py)."""

    def __init__(
        self,
        game: m.CheckedGame,
        lay: Layout,
        breakable: Mapping[Span, int] | None = None,
        *,
        explained: bool = False,
    ) -> None:
        super().__init__(game, lay)
        self.explained = explained
        self.breakable = breakable or {}
        self.listeners = {}
        self.prohibitions = []
        self.cost_changes = []
        self.patterns_foreseen = []
        self.cannot_each = {}
        self.moment_triggers = {}
        self.watches = []
        self.standing: list[tuple[Source, m.Standing]] = []
        self.all_actions = []
        self.ending_sources = [(ending, None) for ending in game.endings.values()]
        for name, thing in lay.declarations.items():
            source = Source(thing.title, lay.ids(name), thing=name)
            self.ending_sources += [(ending, source) for ending in thing.endings]
        self.endings = [ending for ending, _ in self.ending_sources]
        self.declared_endings = len(self.endings)
        self.ending_groups = []
        self.later_functions = []
        self.reported = []
        self.actors = []
        self.menus = list(game.menus)
        self.moments_known = ["game", "turn"]
        self.untils = []
        self._moves = {}
        self.reasons = {}
        self.offers = {}
        self.limits_of_things = {}
        self.slot = {}
        self.laid = {}
        self.targeted = {}
        self.first_order, self.first_values, self._reads = None, {}, {}
        self.collect()
        self.collect_responses()
        self.prepare()

    # ------------------------------------------------------------------ who listens

    def collect(self) -> None:
        game, lay = self.game, self.lay
        for rule in game.rules.values():
            self.take_in(Source(rule.title, None), rule.abilities, rule.prohibitions, ())
        for action in game.actions.values():
            self.all_actions.append((Source(action.title, None), action))
        for kind in game.kinds.values():
            ids = lay.of_kind(kind.name)
            if ids:
                self.take_in(Source(kind.noun[0], ids, kind=kind.name), kind.abilities, kind.prohibitions, kind.actions)
        for name, thing in lay.declarations.items():
            source = Source(thing.title, lay.ids(name), thing=name)
            self.take_in(source, thing.abilities, thing.prohibitions, thing.actions)
            for content in thing.face_contents:
                face = Source(thing.title, lay.ids(name), thing=name, face=content.face)
                self.take_in(face, content.abilities, content.prohibitions, content.actions)

    def take_in(
        self,
        source: Source,
        abilities: tuple[m.Ability, ...],
        prohibitions: tuple[m.Cannot | m.CostChange, ...],
        actions: tuple[m.Action, ...],
    ) -> None:
        for ability in abilities:
            match ability:
                case m.Trigger(pattern=p):
                    self.listeners.setdefault((p.what, p.name), []).append(Listener(source, ability))
                case m.AtMoment(moment=moment):
                    self.moment_triggers.setdefault((moment.edge, moment.of), []).append((source, ability))
                case m.Whenever():
                    self.watches.append((source, ability))
                case m.Standing():
                    self.standing.append((source, ability))
                    for prohibition in self.cannots(ability.constants, (), ability.condition):
                        self.prohibit(source, prohibition)
        for prohibition in prohibitions:
            self.prohibit(source, prohibition)
        for action in actions:
            self.all_actions.append((source, action))

    def prohibit(self, source: Source | m.Until, found: m.Cannot | m.CostChange) -> None:
        if isinstance(found, m.CostChange):
            self.cost_changes.append((source, found))
        else:
            self.prohibitions.append((source, found))

    def cannots(
        self, constants: tuple[m.Constant, ...], each: tuple[m.Query, ...] = (), held: m.Value | None = None
    ) -> Iterator[m.Cannot | m.CostChange]:
        """Prohibitions and changes of costs among constants, also inside `each`; with the condition that all have."""
        for constant in constants:
            match constant:
                case m.ConstantEach(query=query, constants=inner):
                    yield from self.cannots(inner, (*each, query), held)
                case m.Cannot(condition=condition) | m.CostChange(condition=condition):
                    if held is not None:
                        condition = held if condition is None else m.Logic("and", held, condition, m.TRUTH)
                    found = evolve(constant, condition=condition)
                    self.cannot_each[id(found)] = each
                    yield found
                case _:
                    pass

    # ------------------------------------------------------------------ what depends on what

    def prepare(self) -> None:
        game = self.game
        everything: list[object] = [
            game.verbs,
            game.rules,
            game.actions,
            game.phases,
            game.flow,
            game.setups,
            game.kinds,
            game.things,
            game.endings,
            game.defines,
            game.boards,
            game.campaigns,
            game.groups,
            game.zones,
            game.attributes,
        ]
        if self.lay.tests:
            everything.append(game.tests)
        self.stopped = set()
        self.freed = {node.action for node in nodes(tuple(everything)) if isinstance(node, m.Free)}
        self.histories_wanted = set()
        untils: list[m.Until] = []
        for node in nodes(tuple(everything)):
            match node:
                case m.Stop(pattern=m.Pattern(what=what, name=name)):
                    self.stopped.add((what, name))
                case m.Ask(question="happened" | "times", pattern=p, during=during):
                    self.histories_wanted.add((f"{p.what}:{p.name}", during or "game"))
                case m.Until():
                    untils.append(node)
                case _:
                    pass
        self.untils = []
        for until in untils:
            if not any(u is until for u in self.untils):
                self.untils.append(until)
        self.action_names = frozenset(action.name for _, action in self.all_actions)
        self.collect_moments(tuple(everything))
        for until in self.untils:
            for prohibition in self.cannots(until.constants):
                self.prohibit(until, prohibition)
        self.modified: dict[str, list[tuple[object, ...]]] = {}
        for source, standing in self.standing:
            for part in nodes(standing.constants):
                if isinstance(part, m.Modify):
                    self.modified.setdefault(part.attribute, []).append((source, standing))
                    self.reads.modifiers(
                        part.attribute, (standing.condition, standing.constants, *self.works_values(source))
                    )
        for until in self.untils:
            for part in nodes(until.constants):
                if isinstance(part, m.Modify):
                    self.modified.setdefault(part.attribute, []).append(("until", until))
                    self.reads.modifiers(part.attribute, (until.constants,))
        for key, overrides in self.attribute_overrides.items():
            self.reads.modifiers(key, tuple(value for _, _, value in overrides))
        self.board_reads = self.reads.of(tuple(q for b in game.boards.values() for q in b.things)) | frozenset(
            ("attribute", a.key) for a in joining(game)
        )
        self.watch_reads = [
            self.reads.of((w.watch, s.ids is not None and self.works_values(s))) for s, w in self.watches
        ]
        self.watch_reads = [r | self.works_tokens(s) for r, (s, _) in zip(self.watch_reads, self.watches, strict=True)]
        self.ending_reads = [
            self.reads.of(e.condition)
            if s is None
            else self.reads.of((e.condition, self.works_values(s))) | self.works_tokens(s)
            for e, s in self.ending_sources
        ]
        self.can_functions = set()
        for verb in game.verbs.values():
            forbidden = any(p.pattern.what == "verb" and p.pattern.name == verb.name for _, p in self.prohibitions)
            if forbidden or (verb.block and isinstance(verb.block[0], m.Needs)):
                self.can_functions.add(verb.name)

    def works_values(self, source: Source) -> tuple[object, ...]:
        names = (
            self.lay.kinds_of[source.thing]
            if source.thing
            else self.game.kinds[source.kind].ancestors
            if source.kind
            else ()
        )
        found: list[object] = []
        for name in names:
            kind = self.game.kinds.get(name)
            if kind is not None:
                found += [kind.works_while, kind.you]
        if source.thing:
            found.append(self.lay.declarations[source.thing].works_while)
        return tuple(found)

    def works_tokens(self, source: Source) -> frozenset[tuple[str, ...]]:
        if source.ids is None:
            return frozenset()
        kind = source.kind or self.lay.declarations[source.thing].kinds[0]  # type: ignore[index]
        tokens = {("location", kind)}
        if source.face is not None or source.thing in self.lay.kinds_up or kind in self.lay.turning:
            tokens.add(("face", kind))
        return frozenset(tokens)

    # ------------------------------------------------------------------ functions

    def ruleset(self) -> Ruleset:
        game, out = self.game, self.out
        for number, _ in enumerate(self.watches):
            source, watch = self.watches[number]
            ids = source.ids or (0,)
            if isinstance(watch.watch, m.Query):  # for each source a number for each thing that it may find
                span = ids[-1] - ids[0] + 1 if source.ids is not None else 1
                ids = tuple(range(span * self.lay.count))
            self.lay.new_column(f"watch.{number}", ids, [0] * len(ids))
        self.lay.new_column("first", (0,), (-1,))
        self.targets_column()
        self.fixed_tables()
        self.kind_functions()
        self.turned_function()
        self.printed_function()
        for group in game.groups.values():
            self.group_function(group)
        self.table_round_function()
        self.places()
        self.define_functions()
        self.getters()
        self.resource_functions()
        for verb in game.verbs.values():
            self.verb_function(verb)
        for phase in game.phases.values():
            self.phase_function(phase)
        self.section_functions()
        self.action_functions()
        self.response_functions()
        self.watch_function()
        self.sight_functions()
        self.granted_function()
        self.start_functions()
        tests = lower_tests(self) if self.lay.tests else []
        explained = obstacles(self) if self.explained else {}
        self.deferred_function()
        self.ending_functions()
        self.build_functions()  # what `valid` asks for, also in tests and endings
        self.say_where()
        self.lay.new_column("nothing", (0,), (0,))  # the last number: the face of nothing, whose id is -1
        out.columns = len(self.lay.initial)
        out.initial = list(self.lay.initial)
        out.zones = len(self.lay.zone_owner)
        out.histories = list(out.histories)
        out.effects = [str(n) for n in range(len(self.untils))]
        self.what_tells_copies_apart()
        out.layout = Extras(
            self.lay,
            self.moments_known,
            self.menus,
            self.reported,
            self.later_functions,
            self.ending_groups,
            self.endings,
            self.declared_endings,
            self.all_actions,
            tests,
            self.links(),
            self.reasons,
            frozenset(self.moment(until_name(u.moment)) for u in self.untils),
            self.answerable,
            explained,
            self.actors,
            self.offers,
        )
        return out

    def what_tells_copies_apart(self) -> None:
        """Where the state speaks of things: two copies of which it says the same are one option."""
        out = self.out
        out.told = [self.things_told(event) for event, _ in out.histories]
        for until in self.untils:
            captured = [n + 2 for n, local in enumerate(self.effect_captures(until)) if of_things(local.type)]
            out.fixed.append((0, 1, *captured))
        copied = {x for x, (name, _) in enumerate(self.lay.things) if self.lay.copies[name] > 1 or "#" in name}
        for key, attribute in self.game.attributes.items():
            if key in self.lay.column and of_things(attribute.type):
                kind = kind_of(attribute.type) or "Thing"
                if copied & set(self.kind_ids(kind)):
                    ids = self.lay.of_owner(attribute.owner) if attribute.owner else (0,)
                    if ids:
                        base = self.lay.column[key]
                        out.pointing.append((base + ids[0], base + ids[-1] + 1))

    def things_told(self, event: str) -> tuple[int, ...]:
        """Which places of the records of a history hold things, or sets of them."""
        what, _, name = event.partition(":")
        match what:
            case "limit":
                return self.limits_of_things[event]
            case "action":
                firsts = [
                    next((x.local.type for x in action.clauses if isinstance(x, m.Choose) and x.amount is None), None)
                    for _, action in self.all_actions
                    if action.name == name
                ]
                return (0, 1) if any(type_ is not None and of_things(type_) for type_ in firsts) else (1,)
            case "phase":
                return (0,)
            case _ if name in self.game.verbs:
                parameters = self.game.verbs[name].parameters
                return tuple(n for n, p in enumerate(parameters) if of_things(p.local.type))
            case _:
                return THINGS_TOLD.get(name, ())

    def say_where(self) -> None:
        """Functions know their declaration, so that errors in play can name it."""
        game = self.game
        where: dict[str, Span] = {}
        for verb in game.verbs.values():
            where.update({f"{what}_{verb.name}": verb.span for what in ("v", "after", "can")})
        where.update({f"phase_{phase.name}": phase.span for phase in game.phases.values()})
        where.update({f"setup_{setup.name}": setup.span for setup in game.setups.values()})
        where.update({f"d_{_id(key)}": define.span for key, define in game.defines.items()})
        where.update({f"get_{_id(key)}": attribute.span for key, attribute in game.attributes.items()})
        where.update({f"is_{group.name}": group.span for group in game.groups.values()})
        for number, (_, action) in enumerate(self.all_actions):
            where.update({f"{what}_{number}": action.span for what in ("action", "options")})
        where.update({f"end_{n}": ending.span for n, ending in enumerate(e for e, _ in self.ending_sources)})
        where.update({f"law_{n}": law.span for n, law in enumerate(game.laws.values())})
        for kind in game.kinds.values():
            for key, declared in kind.sections.items():
                where[f"section_{_id(key)}_of_{kind.name}"] = declared.span
        for name, thing in self.lay.declarations.items():
            for key, body in thing.sections.items():
                where[f"section_{_id(key)}_on_{_id(name)}"] = body.span
            for content in thing.face_contents:
                for key, body in content.sections.items():
                    where[f"section_{_id(key)}_on_{_id(content.face)}"] = body.span
        for name, span in where.items():
            if name in self.out.functions:
                self.out.functions[name].span = span

    def links(self) -> list[tuple[str, tuple[tuple[int, int], ...], tuple[int, ...]]]:
        """Every map that can be laid: its name, its pairs, and the things that it brings into play."""
        found: list[tuple[str, tuple[tuple[int, int], ...], tuple[int, ...]]] = []
        for name, map_ in self.game.maps.items():
            pairs: list[tuple[int, int]] = []
            things: list[int] = []
            for part in (*map_.includes, name):
                other = self.game.maps[part]
                wanted = {link for b in self.game.boards.values() for link in b.links} or set(other.links)
                for link, chain in other.links.items():
                    if link in wanted:
                        pairs += [(self.lay.first[a], self.lay.first[b]) for a, b in chain]
                for thing in (*other.places, *other.things):
                    things += self.lay.ids(thing)
            found.append((name, tuple(pairs), tuple(things)))
        return found

    def fixed_tables(self) -> None:
        lay = self.lay
        self.out.tables["zone_place"] = tuple(
            o if k == "Place.here" else -1 for o, k in zip(lay.zone_owner, lay.zone_key, strict=True)
        )
        self.out.tables["zone_owner"] = tuple(lay.zone_owner)

    def places(self) -> None:
        """`stands(x)`: where a thing counts as being; `lies(x)`: the places on which it lies itself."""
        place = Op("place", (Var("x"),))
        value: Expr = Op("cond", (Op("ge", (place, Const(0))), Op("tuple", (place,)), Const(())))
        lies: Expr = value
        for kind in self.standing_kinds:
            assert kind.stands_at is not None
            where, condition = kind.stands_at
            c = Context(this=Var("x"), whose=kind.you)
            at = self.value(where, c)
            if not isinstance(where.type, m.SetType):
                at = Op("tuple", (at,))
            test = both(self.is_kind(Var("x"), kind.name), self.value(condition, c) if condition is not None else None)
            value = Op("cond", (test, at, value))
            lies = Op("cond", (test, at, lies))
        self.pure("stands", ("x",), value, "the places where it counts as being")
        self.pure("lies", ("x",), lies, "the places on which it lies")
        place_set = Op("cond", (Op("single", (Var("b"),)), Op("tuple", (Var("b"),)), Var("b")))
        self.pure(
            "common", ("a", "b"), Find("list", "p", Var("a"), Op("member", (Var("p"), place_set))), "places in both"
        )

    def score_functions(self) -> None:
        score, c = self.game.score, Context()
        if score is None:
            return
        counted = YES if score.condition is None else self.value(score.condition, c)
        params: tuple[str, ...] = ()
        if score.of is not None:
            params = ("whose",)
            c = c.bind(score.of, Var("whose"))
        parts = tuple(self.value(value, c) for value, _ in score.lines)
        least = tuple(Const(-m.INFINITE) if n is None else self.value(n, c) for n, _ in score.ranks)
        self.pure("score_counted", (), counted, "is a score counted?")
        self.pure("score_parts", params, Op("tuple", parts), "what adds up to the score")
        self.pure("score_ranks", params, Op("tuple", least), "the points at which ranks begin")

    def define_functions(self) -> None:
        self.score_functions()
        for key, define in self.game.defines.items():
            params = tuple("p_" + p.name for p in define.parameters)
            if not define.owner:
                c = Context()
                for p, name in zip(define.parameters, params, strict=True):
                    c.env[p.id] = Var(name)
                self.pure(f"d_{_id(key)}", params, self.value(define.value, c), define.name)
                continue
            value: Expr | None = None
            versions: list[tuple[Expr, m.Define, m.Value | None]] = []
            for kind in self.game.kinds.values():
                if key in kind.defines:
                    depth = len(kind.ancestors)
                    versions.append((Const(depth), kind.defines[key], kind.you))
            ordered = sorted(((v[0].value, n, v) for n, v in enumerate(versions)), key=lambda t: (t[0], t[1]))  # type: ignore[union-attr]
            for _, _, (_, version, you) in ordered:
                one = self.version(version, params, you)
                if value is None:
                    value = one
                else:
                    owner = version.owner
                    value = Op("cond", (self.is_kind(Var("this"), owner), one, value))
            for name, thing in self.lay.declarations.items():
                bodies = [(None, thing.defines), *((f.face, f.defines) for f in thing.face_contents)]
                for face, defines in bodies:
                    if key in defines:
                        source = Source(thing.title, self.lay.ids(name), thing=name)
                        one = self.version(defines[key], params, self.you_value(source))
                        value = one if value is None else Op("cond", (self.on_it(Var("this"), name, face), one, value))
            assert value is not None
            self.pure(f"d_{_id(key)}", ("this", *params), value, define.name)

    def on_it(self, x: Expr, thing: str, face: str | None) -> Expr:
        """Is x this thing, or one of its copies, with this face up?"""
        test = self.is_one_of(x, thing)
        return test if face is None else both(test, Op("eq", (Op("face", (x,)), Const(self.lay.face_index[face]))))

    def version(self, define: m.Define, params: tuple[str, ...], you: m.Value | None) -> Expr:
        c = Context(this=Var("this"), whose=you)
        for p, name in zip(define.parameters, params, strict=True):
            c.env[p.id] = Var(name)
        return self.value(define.value, c)

    def getters(self) -> None:
        for key in sorted(set(self.modified) | set(self.attribute_overrides)):
            attribute = self.game.attributes[key]
            x: Expr = Var("x") if attribute.owner else Const(0)
            value, overrides = self.by_face(key, x)
            for name, face, said in overrides:
                thing = self.lay.declarations[name]
                c = Context(this=x, whose=self.you_value(Source(thing.title, self.lay.ids(name), thing=name)))
                value = Op("cond", (self.on_it(x, name, face), self.value(said, c), value))
            value = self.with_modifiers(key, x, value)
            bounded = self.bounded(attribute, x, value) if key in self.modified else value
            self.pure(f"get_{_id(key)}", ("x",), bounded, attribute.label)

    def by_face(self, key: str, x: Expr) -> tuple[Expr, list[tuple[str, str | None, m.Value]]]:
        """What a thing says of an attribute that nothing writes, from a table with a number for each of its faces; and
        what no table can say, because it depends on the match."""
        overrides = self.attribute_overrides.get(key, [])
        known = {(name, face): layout.constant(self.lay, said) for name, face, said in overrides}
        moving = {name for (name, _), value in known.items() if value is None}
        if key not in self.lay.fixed or not known.keys() - {(name, face) for name, face in known if name in moving}:
            return self.stored(key, x, False), overrides
        faces = max(2, *(len(self.lay.faces[name]) for name in self.lay.first))
        rows = [[value] * faces for value in self.lay.fixed[key]]
        for name, face, _ in overrides:
            for id_ in self.lay.ids(name) if name not in moving else ():
                for n in range(faces) if face is None else (self.lay.face_index[face],):
                    rows[id_][n] = known[name, face]
        number = self.table(f"faces:{key}")
        self.out.tables[f"faces:{key}"] = tuple(value for row in rows for value in row)
        at = Op("add", (Op("mul", (x, Const(faces))), Op("face", (x,))))
        return Op("fixed", (Const(number), at)), [o for o in overrides if o[0] in moving]

    def with_modifiers(self, key: str, x: Expr, value: Expr) -> Expr:
        layers: dict[str, list[tuple[Expr, m.Modify]]] = {}
        seen: list[object] = []
        for source, ability in self.modified.get(key, ()):
            if any(ability is s for s in seen):
                continue
            seen.append(ability)
            if source == "until":
                assert isinstance(ability, m.Until)
                record = self.fresh("fx")
                c = self.effect_context(ability, record)
                first = 2 + len(self.effect_captures(ability))
                fixed = {id(amount): first + n for n, amount in enumerate(self.effect_numbers(ability))}
                for modify, wrap, inner in self.modifications(ability.constants, key, c):
                    at = fixed.get(id(modify.value))
                    amount = Op("part", (Var(record), Const(at))) if at is not None else self.value(modify.value, inner)
                    found: Expr = wrap(self.hit(modify, x, inner), amount)
                    layers.setdefault(modify.operator, []).append(
                        (_outer(record, Op("effects", (Const(self.effect_number(ability)),)), None, found), modify)
                    )
            else:
                assert isinstance(source, Source) and isinstance(ability, m.Standing)
                var = self.fresh("this")
                this = Var(var) if source.ids is not None else None
                c = self.ability_context(source, this)
                tests = [self.works(source, this)] if this is not None else []
                if ability.condition is not None:
                    tests.append(self.value(ability.condition, c))
                for modify, wrap, inner in self.modifications(ability.constants, key, c):
                    hit = self.hit(modify, x, inner)
                    if isinstance(modify, m.Modify) and inner is c:
                        found = Op("tuple", (self.value(modify.value, inner),))
                        test = both(hit, *tests)  # whom it touches is the cheapest question: it comes first
                    else:
                        found = wrap(hit, self.value(modify.value, inner))
                        test = both(*tests)
                    if source.ids is None:
                        layers.setdefault(modify.operator, []).append((Op("cond", (test, found, Const(()))), modify))
                    else:
                        layers.setdefault(modify.operator, []).append(
                            (_outer(var, self.ids_expr(source.ids), test, found), modify)
                        )
        attribute = self.game.attributes[key]
        if isinstance(attribute.type, m.BagType):
            return self.modified_bag(layers, value, self.bag_size(attribute.type))
        for values, _ in layers.get("=", ()):
            value = Op("cond", (Op("len", (values,)), Op("tail", (values,)), value))
        for operator, name in (("+", "add"), ("-", "sub")):
            for values, modify in layers.get(operator, ()):
                v = self.fresh("v")
                new = Op(name, (value, Find("sum", v, values, None, Var(v))))
                if modify.bound is not None:
                    bound = self.value(modify.bound, Context())
                    new = Op(
                        "cond",
                        (
                            Op("gt" if operator == "-" else "lt", (value, bound)),
                            Op("max" if operator == "-" else "min", (new, bound)),
                            value,
                        ),
                    )
                value = new
        for values, _ in layers.get("*", ()):
            v = self.fresh("v")
            value = Op("cond", (Op("len", (values,)), Op("mul", (value, Find("max", v, values, None, Var(v)))), value))
        bounds: tuple[tuple[str, Literal["max", "min"]], ...] = (("at least", "max"), ("at most", "min"))
        for operator, bound_by in bounds:
            for values, _ in layers.get(operator, ()):
                v = self.fresh("v")
                best = Find(bound_by, v, values, None, Var(v))
                value = Op("cond", (Op("len", (values,)), Op(bound_by, (value, best)), value))
        return value

    def modified_bag(self, layers: dict[str, list[tuple[Expr, m.Modify]]], bag: Expr, size: int) -> Expr:
        """A bag with what is put in and taken out, count for count."""
        if not layers:
            return bag
        counts = bag_parts(bag, size)
        for values, _ in layers.get("=", ()):
            said = bag_parts(Op("tail", (values,)), size)
            there = Op("len", (values,))
            counts = [Op("cond", (there, new, old)) for new, old in zip(said, counts, strict=True)]
        for operator, name in (("+", "add"), ("-", "sub")):
            for values, _ in layers.get(operator, ()):
                for n in range(size):
                    v = self.fresh("v")
                    change = Find("sum", v, values, None, Op("part", (Var(v), Const(n))))
                    counts[n] = Op(name, (counts[n], change))
        return bag_of([Op("max", (n, Const(0))) for n in counts])

    def modifications(self, constants: tuple[m.Constant, ...], key: str, c: Context):  # type: ignore[no-untyped-def]
        """Each modifier of the attribute, with how its contribution is gathered and its context."""
        for constant in constants:
            if isinstance(constant, m.Modify) and constant.attribute == key:
                yield constant, (lambda hit, value: Op("cond", (hit, Op("tuple", (value,)), Const(())))), c
            elif isinstance(constant, m.ConstantEach):
                var, source, test = self.parts(constant.query, c)
                inner = c.bind(constant.query.local, Var(var))
                for modify, _, deeper in self.modifications(constant.constants, key, inner):
                    yield (
                        modify,
                        (
                            lambda hit, value, var=var, source=source, test=test: Find(
                                "map", var, source, both(test, hit), value
                            )
                        ),
                        deeper,
                    )

    def hit(self, modify: m.Modify, x: Expr, c: Context) -> Expr:
        if modify.object is None:
            return YES
        target = self.value(modify.object, c)
        if isinstance(modify.object.type, m.SetType):
            return Op("member", (x, target))
        return Op("eq", (x, target))

    def phase_function(self, phase: m.Phase) -> None:
        name = f"phase_{phase.name}"
        number = self.lay.name(phase.name)
        body: list[Stmt] = [
            Set("before_phase", self.cell("phase")),
            *self.begins(phase.name, "phase"),
            Put(self.lay.column["phase"], Const(0), Const(number)),
            *self.changed(("phase",)),
        ]
        if self.watches:
            body.append(If(Op("flag", (Const(2),)), (Call("watches", ()),)))
        player = self.cell("active_player")
        body += self.moments("start", phase.name, player) + self.moments("start", "phase", player)
        inner = Context(you=None, steps=True, body_end="phase")
        content: tuple[Stmt, ...] = (Block(self.block(phase.block, inner), "phase"),)
        if ("phase", phase.name) in self.stopped:
            content = (Guard(content),)
        before = self.matching("before", "phase", phase.name, {})
        responses = self.response_window("before", "phase", phase.name, {}, (player,), event_end="phase_event")
        if before or responses:
            asked = self.window(before, lambda _: player, event_end="phase_event", title=phase.title) if before else []
            asked += responses
            content = (Set("begun", Const(0)), Block((*asked, Set("begun", Const(1)), *content), "phase_event"))
        body += content
        follows = len(body)
        for moment in sorted({mo for (e, mo) in self.histories_wanted if e == f"phase:{phase.name}"}):
            body.append(Effect("hist", (Const(self.history(f"phase:{phase.name}", moment)), Op("tuple", (player,)))))
        after = self.matching("after", "phase", phase.name, {})
        if after:
            body += self.window(after, lambda _: player, title=phase.title)
        body += self.response_window("after", "phase", phase.name, {}, (player,))
        if before or responses:  # what was cancelled did not happen
            body[follows:] = [If(Var("begun"), tuple(body[follows:]))] if body[follows:] else []
        body += self.moments("end", phase.name, player) + self.moments("end", "phase", player)
        body += [
            *self.ends(phase.name, "phase"),
            Put(self.lay.column["phase"], Const(0), Var("before_phase")),
            *self.changed(("phase",)),
            Return(None),
        ]
        self.out.functions[name] = Function(name, (), tuple(body), None, phase.title)

    def section_functions(self) -> None:
        for kind in self.game.kinds.values():
            for key, section in kind.sections.items():
                table = self.out.dispatch.setdefault(f"section:{key}", {})
                if section.block is not None:
                    name = f"section_{_id(key)}_of_{kind.name}"
                    you = kind.you if kind.you is not None else self.you_value(Source("", (), kind=kind.name))
                    self.section_function(name, key, section.block, section.parameter, you, section.title)
                    for id_ in self.lay.of_kind(kind.name):
                        table[id_] = name
        for declared, thing in self.lay.declarations.items():
            you = self.you_value(Source("", (), thing=declared))
            for key, body in thing.sections.items():
                name = f"section_{_id(key)}_on_{_id(declared)}"
                self.section_body(name, body, you, thing.title)
                for id_ in self.lay.ids(declared):
                    self.out.dispatch.setdefault(f"section:{key}", {})[id_] = name
            for key in dict.fromkeys(k for f in thing.face_contents for k in f.sections):
                self.face_sections(declared, thing, key, you)
        for key in {k for kind in self.game.kinds.values() for k in kind.sections}:
            written = [0] * self.lay.count
            for id_ in self.out.dispatch.get(f"section:{key}", {}):
                written[id_] = 1
            self.out.tables[f"has:{key}"] = tuple(written)
        self.targets_tables()

    def face_sections(self, declared: str, thing: m.Thing, key: str, you: m.Value | None) -> None:
        """A section that is written on faces: that of the face that is up, else what the thing or its Kind says."""
        table = self.out.dispatch.setdefault(f"section:{key}", {})
        otherwise = table.get(self.lay.first[declared])
        params = ("this", "argument") if self.section_parameter(key) is not None else ("this",)
        arguments = tuple(Var(p) for p in params)
        body: tuple[Stmt, ...] = (Call(otherwise, arguments),) if otherwise is not None else ()
        aimed: tuple[Stmt, ...] = (Return(Const(1)),)
        can: Expr = YES
        if otherwise in self.targeted:
            can = Pure(self.targeted[otherwise][0], arguments)
            aimed = (Call(self.targeted[otherwise][1], arguments, "done"), Return(Var("done")))
        for content in thing.face_contents:
            if key in content.sections:
                said = content.sections[key]
                name = f"section_{_id(key)}_on_{_id(content.face)}"
                self.section_body(name, said, you, thing.title, params)
                up = Op("eq", (Op("face", (Var("this"),)), Const(self.lay.face_index[content.face])))
                body = (If(up, (Call(name, arguments),), body),)
                if name in self.targeted:
                    can = Op("cond", (up, Pure(self.targeted[name][0], arguments), can))
                    choose: tuple[Stmt, ...] = (Call(self.targeted[name][1], arguments, "done"), Return(Var("done")))
                else:
                    can, choose = Op("cond", (up, YES, can)), (Return(Const(1)),)
                aimed = (If(up, choose, aimed),)
        name = f"section_{_id(key)}_of_faces_of_{_id(declared)}"
        self.out.functions[name] = Function(name, params, (*body, Return(None)), None, thing.title)
        if can != YES and key in self.announced_sections:
            self.targeted[name] = (f"can_target_{name}", f"targets_{name}")
            self.pure(f"can_target_{name}", params, can, "can it be aimed?")
            chooser = Function(f"targets_{name}", params, (*aimed, Return(Const(1))), None, "aiming")
            self.out.functions[f"targets_{name}"] = chooser
        for id_ in self.lay.ids(declared):
            table[id_] = name

    def section_body(
        self, name: str, body: m.SectionBody, you: m.Value | None, title: str, params: tuple[str, ...] = ("this",)
    ) -> None:
        if body.timing is not None:
            self.timed_section(name, body, you, title, params)
        else:
            self.section_function(name, body.section, body.block, body.parameter, you, title, params, body.condition)

    def section_function(
        self,
        name: str,
        key: str,
        block: m.Block,
        parameter: m.Local | None,
        you: m.Value | None,
        title: str,
        params: tuple[str, ...] = ("this",),
        condition: m.Value | None = None,
    ) -> None:
        c = self.section_context(key, you)
        if parameter is not None:
            params = ("this", "argument")
            c.env[parameter.id] = Var("argument")
        test = self.value(condition, c) if condition is not None else None
        content = self.section_content(name, key, block, c, c.copy())
        if test is not None:
            content = [If(test, tuple(content))]
        body = self.acting(title, Var("this"), [Block(tuple(content), "section")])
        self.out.functions[name] = Function(name, params, (*body, Return(None)), None, title)

    def section_context(self, key: str, you: m.Value | None) -> Context:
        """What is known where a section begins: `you` as its Kind declares it, for the section or for all."""
        c = Context(this=Var("this"), whose=you, body_end="section", ability_end="section")
        for kind in self.game.kinds.values():
            declared = kind.sections.get(key)
            if declared is not None and declared.you is not None:
                c.whose = declared.you
                if declared.parameter is not None:
                    c.env[declared.parameter.id] = Var("argument")
        return c

    def sight_functions(self) -> None:
        """The conditions under which things in a zone are seen: `sight_<zone>_<n>(x)`."""
        for key, zone in self.game.zones.items():
            for n, sight in enumerate(zone.sights):
                if sight.condition is not None:
                    c = Context(this=Op("holder", (Var("x"),)) if zone.owner else None)
                    c.env[sight.local.id] = Var("x")
                    self.pure(
                        f"sight_{_id(key)}_{n}", ("x",), self.value(sight.condition, c), f"is it seen in {zone.label}?"
                    )

    def granted_function(self) -> None:
        """`granted(viewer, zone)`: does some text in force let this player see what lies there?"""
        tests: list[Expr] = []
        for source, standing in self.standing:
            var = self.fresh("this")
            this = Var(var) if source.ids is not None else None
            c = self.ability_context(source, this)
            seen = self.sees(standing.constants, c)
            if seen == NO:
                continue
            held = both(
                self.works(source, this) if this is not None else None,
                self.value(standing.condition, c) if standing.condition is not None else None,
                seen,
            )
            tests.append(held if source.ids is None else Find("any", var, self.ids_expr(source.ids), held))
        for until in self.untils:
            record = self.fresh("fx")
            seen = self.sees(until.constants, self.effect_context(until, record))
            if seen != NO:
                tests.append(Find("any", record, Op("effects", (Const(self.effect_number(until)),)), seen))
        if tests:
            self.pure("granted", ("viewer", "zone"), either(*tests), "may this player see what lies there?")

    def sees(self, constants: tuple[m.Constant, ...], c: Context) -> Expr:
        """Does one of these constants let `viewer` see what lies in `zone`?"""
        tests: list[Expr] = []
        for constant in constants:
            match constant:
                case m.Sees(viewer, zone):
                    who = self.value(viewer, c)
                    many = isinstance(viewer.type, m.SetType)
                    by = Op("member", (Var("viewer"), who)) if many else Op("eq", (Var("viewer"), who))
                    tests.append(both(by, Op("eq", (Var("zone"), self.value(zone, c)))))
                case m.ConstantEach(query, inner):
                    var, source, test = self.parts(query, c)
                    seen = self.sees(inner, c.bind(query.local, Var(var)))
                    if seen != NO:
                        tests.append(Find("any", var, source, both(test, seen)))
                case _:
                    pass
        return either(*tests)

    def watch_function(self) -> None:
        """Looks at every marked watch, again and again until nothing is marked."""
        body: list[Stmt] = [Effect("marks", (), "marks"), Effect("step", ())]
        for number, (source, watch) in enumerate(self.watches):
            column = self.lay.column[f"watch.{number}"]
            bit = Op("mod", (Op("div", (Var("marks"), Const(1 << number))), Const(2)))
            if source.ids is None:
                inner = self.watched(source, watch, None, column)
            elif len(source.ids) == 1:
                inner = self.watched(source, watch, Const(source.ids[0]), column)
            else:
                var = self.fresh("this")
                inner = [
                    Loop(
                        var,
                        self.ids_expr(source.ids),
                        tuple(self.watched(source, watch, Var(var), column)),
                        self.fresh("watch"),
                    )
                ]
            body.append(If(bit, tuple(inner)))
        self.out.functions["watches"] = Function(
            "watches", (), (While(Op("flag", (Const(2),)), tuple(body), "watching"), Return(None)), None, "watches"
        )

    def watched(self, source: Source, watch: m.Whenever, this: Expr | None, column: int) -> list[Stmt]:
        c = self.ability_context(source, this)
        works = self.works(source, this) if this is not None else YES
        if isinstance(watch.watch, m.Query):
            var = self.fresh(watch.watch.local.name)
            member = Var(var)
            test = both(works, Op("in_play", (member,)), self.passes(watch.watch, member, "Thing", c))
            index: Expr = member
            if this is not None and source.ids is not None and len(source.ids) > 1:
                nth = Op("sub", (this, Const(source.ids[0])))
                index = Op("add", (Op("mul", (nth, Const(self.lay.count))), member))
            inner = self.watch_once(source, watch, this, column, index, test, c.bind(watch.watch.local, member))
            return [Loop(var, self.base_ids(watch.watch.kind), tuple(inner), self.fresh("members"))]
        test = both(works, self.value(watch.watch, c))
        return self.watch_once(source, watch, this, column, this if this is not None else Const(0), test, c)

    def watch_once(
        self, source: Source, watch: m.Whenever, this: Expr | None, column: int, index: Expr, test: Expr, c: Context
    ) -> list[Stmt]:
        limit = _limit(watch.block)
        label = self.fresh("ability")
        body = self.counted(watch.block, watch.key, this, c.copy(ability_end=label, body_end=label))
        if any(isinstance(s, Leave) and s.label == label for s in every_statement(tuple(body))):
            body = [Block(tuple(body), label)]
        body = self.acting(source.title, this, body)
        known = Op("get", (Const(column), index))
        if limit is not None:
            body = [If(self.limit_test(limit, watch.key, this, None, c), tuple(body))]
        return [
            If(
                test,
                (If(Op("eq", (known, Const(0))), (Put(column, index, Const(1)), *body)),),
                (Put(column, index, Const(0)),),
            )
        ]

    def start_functions(self) -> None:
        game = self.game
        initial: list[Stmt] = []
        for cell in self.first_in_order():
            initial += self.begin_with(cell)
        for name, thing in game.things.items():
            for key, value in thing.contents.items():
                for id_ in self.lay.ids(name):
                    var = self.fresh("one")
                    source = self.value(value, Context(this=Const(id_)))
                    if not isinstance(value.type, m.SetType):
                        source = Op("tuple", (source,))
                    initial.append(
                        Loop(
                            var,
                            source,
                            (Effect("move", (Var(var), Const(self.lay.zone_base[key] + id_), Const(1))),),
                            self.fresh("contents"),
                        )
                    )
        self.out.functions["initial"] = Function("initial", (), (*initial, Return(None)), None, "values at the start")
        for setup in game.setups.values():
            body: list[Stmt] = []
            for step in setup.steps:
                body += self.block(step.block, Context())
            self.out.functions[f"setup_{setup.name}"] = Function(
                f"setup_{setup.name}", (), (*body, Return(None)), None, setup.title
            )
            for n, require in enumerate(setup.requires):
                condition = self.value(require.condition, Context())
                self.pure(f"setup_{setup.name}_{n}", (), condition, f"{setup.title}: {require.text}")
        first = next(iter(game.setups), None)
        flow = self.block(game.flow, Context(steps=True))
        main: list[Stmt] = [Call("initial", ()), Effect("quiet", (Const(1),))]
        if first is not None:
            prepare: Stmt = Call(f"setup_{first}", ())
            for number, other in reversed(list(enumerate(game.setups))[1:]):
                chosen = Op("eq", (self.cell("setup"), Const(number)))
                prepare = If(chosen, (Call(f"setup_{other}", ()),), (prepare,))
            main.append(prepare)
        main += [Effect("quiet", (Const(0),)), Effect("first", ()), *flow, Return(None)]
        self.out.functions["main"] = Function("main", (), tuple(main), None, game.title)
        if game.campaigns:  # a match of one begins with what was kept, in place of first values
            self.out.functions["main_of_campaign"] = Function("main_of_campaign", (), tuple(main[1:]), None, game.title)
        for campaign in game.campaigns.values():
            after = self.block(campaign.sections.get("after_game", ()), Context())
            name = f"after_game_{campaign.name}"
            self.out.functions[name] = Function(name, (), (*after, Return(None)), None, campaign.title)
        board = next(iter(game.boards.values()), None)
        things: Expr = Const(())
        if board is not None:
            for q in board.things:
                found, _ = self.query(q, Context())
                things = found if things == Const(()) else Op("concat", (things, found))
        self.pure("board_things", (), things, "what joins places besides the links")
        ends: Expr = Const(())
        for n, attribute in enumerate(joining(game)):
            one = self.attribute(attribute.key, Var("x"), False)
            ends = one if n == 0 else Op("cond", (self.is_kind(Var("x"), attribute.owner), one, ends))
        self.pure("board_ends", ("x",), ends, "the places that it joins")

    # ------------------------------------------------------------------ what attributes begin with

    def begin_with(self, cell: Cell) -> list[Stmt]:
        """Works out with what an attribute of a thing begins, within its range."""
        key, name = cell
        attribute, said = self.game.attributes[key], self.first_values[cell][0]
        out: list[Stmt] = []
        for id_ in self.lay.ids(name) if name else (0,):
            c = Context(this=Const(id_) if name else None, whose=None)
            out.append(Put(self.lay.column[key], Const(id_), self.first_value(attribute, said, Const(id_), c)))
        return out

    def build_functions(self) -> None:
        """`build_NAME(x)`: are all requirements met? `build_NAME_n(x)`: this one? `lack_NAME_n(x)`: how far from it?"""
        done: set[str] = set()
        while len(done) < len(self.builds_wanted):
            for name in [b for b in self.builds_wanted if b not in done]:
                done.add(name)
                build = self.game.builds[name]
                c = Context(env={build.local.id: Var("x")})
                needed: list[Expr] = []
                for n, require in enumerate(build.requires):
                    title = f"{build.title}: {require.text}"
                    self.pure(f"build_{name}_{n}", ("x",), self.value(require.condition, c), title)
                    if not require.advice:
                        needed.append(Pure(f"build_{name}_{n}", (Var("x"),)))
                    if kind_of(build.local.type) == "Deck":
                        self.pure(f"lack_{name}_{n}", ("x",), self.lack(require.condition, c), title)
                self.pure(f"build_{name}", ("x",), both(*needed), build.title)

    def deferred_function(self) -> None:
        """After-answers that waited until all of one change was done."""
        body: list[Stmt] = [
            Effect("next_later", (), "record"),
            If(Op("lt", (Op("part", (Var("record"), Const(0))), Const(0))), (Return(None),)),
        ]
        for n, function in enumerate(self.later_functions):
            params = self.out.functions[function].params
            args = tuple(Op("part", (Var("record"), Const(k + 1))) for k in range(len(params)))
            body.append(If(Op("eq", (Op("part", (Var("record"), Const(0))), Const(n))), (Call(function, args),)))
        self.out.functions["deferred"] = Function(
            "deferred", (), (While(YES, tuple(body), "deferred"), Return(None)), None, "answers that waited"
        )

    def ending_functions(self) -> None:
        for n, (ending, source) in enumerate(self.ending_sources):
            if source is None:
                value, who = self.ending(ending, Context())
            else:
                assert source.ids is not None
                var = self.fresh("this")
                x: Expr = Const(source.ids[0]) if len(source.ids) == 1 else Var(var)
                held, who = self.ending(ending, self.ability_context(source, x))
                value = both(self.works(source, x), held)
                if len(source.ids) > 1:
                    value = Find("any", var, self.ids_expr(source.ids), value)
                    if who is not None:
                        raise NotPlayable("an ending for somebody, on a thing with copies", ending.span)
            self.pure(f"end_{n}", (), value, ending.title)
            if who is not None:
                self.pure(f"who_{n}", (), who, f"for whom: {ending.title}")
        for n, law in enumerate(self.game.laws.values()):
            self.pure(f"law_{n}", (), self.value(law.condition, Context()), law.text)

    def ending(self, ending: m.Ending, c: Context) -> tuple[Expr, Expr | None]:
        """When an ending is true, and for whom (None: for all)."""
        if isinstance(ending.condition, m.Query):
            var, source, test = self.parts(ending.condition, c)
            held: Expr = Find("any", var, source, test)
            if ending.who is None:
                return held, None
            one = self.winners(ending.who, c.bind(ending.condition.local, Var(var)))
            return held, Find("flat", var, source, test, one)  # whoever it is true of, be it several
        held = self.value(ending.condition, c)
        return held, self.winners(ending.who, c) if ending.who is not None else None


THINGS_TOLD = {
    "move": (0,), "draw": (0,), "flip": (0,), "give": (0, 1), "reset": (0,), "show": (0, 1), "seat": (0, 1),
    "pay": (1,),
}  # fmt: skip
"""Of the built-in verbs, which places of their records hold things; the others hold zones, faces, amounts."""


def _outer(var: str, source: Expr, test: Expr | None, inner: Expr) -> Expr:
    """The contributions of every source, one after another (repeats are kept)."""
    return Find("flat", var, source, None if test == YES else test, inner)


__all__ += ["NOTHING", "Extras", "Pure", "kind_of"]
