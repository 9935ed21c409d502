"""`would(phrase)`: what the action that is being announced is going to do, read from its text beforehand."""

from __future__ import annotations

from attrs import fields

from dsl import model as m

from ..ir import NOTHING, Const, Expr, Find, Op, Pure, Var
from ..layout import NotPlayable, Source, related
from .context import Context
from .responses import Responses
from .values import NO, YES, _id, both, either, variables
from .walk import kind_of, nodes

UNKNOWN = "$unknown"
"""In place of what is known only when the text is carried out."""


class Foreseen(Responses):
    """Goes through a text without carrying it out.

    Both branches of an `if` count, and whatever may be chosen. Verbs are followed into their bodies, and a section that
    the action performs into its text. What is not known yet counts if it is of the right Kind.
    """

    def would(self, v: m.Ask, c: Context) -> Expr:
        announced, p = c.announced, v.pattern
        assert announced is not None, "checked"
        arguments: list[Expr] = []
        wanted: list[str] = []
        for part in (p.object, *(part for _, part in p.roles)):
            if isinstance(part, m.Same):
                arguments.append(self.value(part.value, c))
                wanted.append(f"wanted_{len(wanted)}")
        found: list[Expr] = []
        this = announced.this if announced.this is not None else Const(NOTHING)
        for n, (source, action) in enumerate(self.all_actions):
            if action.name != announced.name:
                continue
            name = self.foreseen_function(p, f"action_{n}", wanted, source, action)
            test: Expr = Pure(name, (this, announced.by, *arguments)) if name is not None else NO
            if source.ids is not None and announced.this is not None:
                test = both(Op("member", (this, Const(source.ids))), test)
            found.append(test)
        return either(*found)

    def foreseen_function(
        self, p: m.Pattern, text: str, wanted: list[str], source: Source, action: m.Action
    ) -> str | None:
        params = ("this", "by", *wanted)
        c = Context(this=Var("this"), taker=Var("by"), whose=self.you_value(source))
        if action.actor is not None:
            c = c.bind(action.actor, Var("by"))
        return self.foreseen(f"would_{self.pattern_number(p)}_{text}", p, params, (*action.clauses, *action.does), c)

    def foreseen(
        self, name: str, p: m.Pattern, params: tuple[str, ...], block: m.Block, c: Context, performed: bool = False
    ) -> str | None:
        if name not in self.out.functions:
            test = _Reader(self, p, [x for x in params if x.startswith("wanted_")], performed).block(block, c, ())
            self.pure(name, params, test, f"is it going to {p.name}?")
        value = self.out.functions[name].value
        return None if value == NO else name

    def pattern_number(self, p: m.Pattern) -> int:
        """Patterns that say the same with other names have functions of their own: they are few."""
        for n, known in enumerate(self.patterns_foreseen):
            if known is p:
                return n
        self.patterns_foreseen.append(p)
        return len(self.patterns_foreseen) - 1

    patterns_foreseen: list[m.Pattern]

    def section_foreseen(self, p: m.Pattern, section: str, wanted: list[str]) -> Expr:
        """Is the section of `this`, with `argument`, going to do it? NO where none is."""
        found: list[Expr] = []
        ids_with: list[int] = []
        params = ("this", "argument", *wanted)
        arguments = tuple(Var(x) for x in params)
        for declared, thing in self.lay.declarations.items():
            bodies = [(None, thing.sections), *((f.face, f.sections) for f in thing.face_contents)]
            for face, sections in bodies:
                body = sections.get(section)
                if body is None:
                    continue
                source = Source(thing.title, self.lay.ids(declared), thing=declared, face=face)
                c = Context(this=Var("this"), whose=self.you_value(source))
                parameter = body.parameter or self.section_parameter(section)
                if parameter is not None:
                    c = c.bind(parameter, Var("argument"))
                name = f"would_{self.pattern_number(p)}_{_id(section)}_{_id(face or declared)}"
                function = self.foreseen(name, p, params, body.block, c, True)
                if function is not None:
                    ids_with += self.lay.ids(declared)
                    test = self.is_one_of(Var("this"), declared)
                    if face is not None:
                        test = both(test, Op("eq", (Op("face", (Var("this"),)), Const(self.lay.face_index[face]))))
                    found.append(both(test, Pure(function, arguments)))
        if not found:
            return NO
        number = self.table(f"would:{self.pattern_number(p)}:{section}")
        self.out.tables[f"would:{self.pattern_number(p)}:{section}"] = tuple(
            int(x in ids_with) for x in range(self.lay.count)
        )
        return both(Op("ge", (Op("fixed", (Const(number), Var("this"))), Const(1))), either(*found))


class _Reader:
    """Reads one text for one pattern."""

    def __init__(self, low: Foreseen, p: m.Pattern, wanted: list[str], performed: bool) -> None:
        self.low, self.p, self.wanted = low, p, wanted
        self.performed = performed  # what a section performs in its turn is another text

    def block(self, block: m.Block, c: Context, verbs: tuple[str, ...]) -> Expr:
        found: list[Expr] = []
        for n, s in enumerate(block):
            match s:
                case m.Let(local=local, value=value):
                    c = c.bind(local, self.known(value, c))
                case m.Choose(local=local, options=options):
                    among = self.among(options, c)
                    if s.amount is not None:
                        c = c.bind(local, among)  # any of them may be among those that are chosen
                        continue
                    return either(*found, self.some(local, among, block[n + 1 :], c, verbs))
                case m.Do(event=event, local=local, block=inner):
                    found.append(self.event(event, c, verbs))
                    if local is not None:
                        c = c.bind(local, Var(UNKNOWN))
                    found.append(self.block(inner, c, verbs))
                case m.ForEach(query=query, block=inner):
                    found.append(self.some(query.local, self.among(query, c), inner, c, verbs))
                case m.Together(query=query, block=inner) if query is not None:
                    found.append(self.some(query.local, self.among(query, c), inner, c, verbs))
                case m.May(event=event, block=inner, otherwise=otherwise):
                    if event is not None:
                        found.append(self.event(event, c, verbs))
                    found += [self.block(inner, c, verbs), self.block(otherwise, c, verbs)]
                case m.If(branches=branches, otherwise=otherwise):
                    found += [self.block(inner, c, verbs) for _, inner in branches]
                    found.append(self.block(otherwise, c, verbs))
                case m.ChooseOne(modes=modes):
                    found += [self.block(mode.block, c, verbs) for mode in modes]
                case m.Perform(section=section, of=of, argument=argument) if not self.performed:
                    found.append(self.perform(section, of, argument, c))
                case _:
                    for field in fields(type(s)):
                        inner = getattr(s, field.name)
                        if isinstance(inner, tuple) and inner and all(isinstance(x, m.Node) for x in inner):
                            found.append(self.block(inner, c, verbs))
        return either(*found)

    def some(self, local: m.Local, among: Expr, block: m.Block, c: Context, verbs: tuple[str, ...]) -> Expr:
        """What a text may do with one of several."""
        if UNKNOWN in variables(among):
            return self.block(block, c.bind(local, Var(UNKNOWN)), verbs)
        var = self.low.fresh(local.name)
        test = self.block(block, c.bind(local, Var(var)), verbs)
        return Find("any", var, among, test) if var in variables(test) else test

    def perform(self, section: str, of: m.Value, argument: m.Value | None, c: Context) -> Expr:
        wanted = self.wanted
        name = f"would_{self.low.pattern_number(self.p)}_{_id(section)}"
        params = ("this", "argument", *wanted)
        if name not in self.low.out.functions:
            self.low.pure(name, params, self.low.section_foreseen(self.p, section, wanted), f"will it {self.p.name}?")
        if self.low.out.functions[name].value == NO:
            return NO
        x = self.known(of, c)
        if UNKNOWN in variables(x):
            return YES
        given = self.known(argument, c) if argument is not None else Const(NOTHING)
        return Pure(name, (x, given if UNKNOWN not in variables(given) else Const(NOTHING), *map(Var, wanted)))

    # ------------------------------------------------------------------ one event

    def event(self, event: m.Event, c: Context, verbs: tuple[str, ...]) -> Expr:
        if event.verb == self.p.name:
            return self.matches(event, c)
        verb = self.low.game.verbs.get(event.verb)
        if verb is None or event.verb in verbs:
            return NO
        if not any(isinstance(x, (m.Event, m.Perform)) for x in nodes(verb.block)):
            return NO
        inner = Context(taker=c.taker)
        for parameter, argument in self.low.arguments(event, verb):
            inner.env[parameter.local.id] = self.argument(argument, c)
        return self.block(verb.block, inner, (*verbs, event.verb))

    def matches(self, event: m.Event, c: Context) -> Expr:
        tests: list[Expr] = []
        names = iter(self.wanted)
        for role, part in ((None, self.p.object), *self.p.roles):
            argument = event.object if role is None else event.role(role)
            if part is None:
                continue
            name = next(names) if isinstance(part, m.Same) else ""
            if argument is None:
                return NO
            match part:
                case m.Same():
                    tests.append(self.same(argument, Var(name), c))
                case m.Bind(query) if not self.fits(argument, query.kind):
                    return NO
                case _:
                    pass
        return both(*tests)

    def same(self, argument: m.Argument, wanted: Expr, c: Context) -> Expr:
        x = self.argument(argument, c)
        if UNKNOWN in variables(x):
            kind = self.kind(argument)
            return self.low.is_kind(wanted, kind) if kind is not None else YES
        many = isinstance(argument, (m.EachOf, m.PickOf)) or isinstance(argument.type, m.SetType)
        if many:
            return Op("member", (wanted, x))
        return Op("eq", (x, wanted))

    def fits(self, argument: m.Argument, kind: str) -> bool:
        """May it be of the Kind that the pattern wants? A place is wanted of what goes to a place."""
        found = self.kind(argument)
        if isinstance(argument, m.Node) and isinstance(getattr(argument, "type", None), m.ZoneType):
            return False
        return found is None or related(self.low.game, kind, found)

    @staticmethod
    def kind(argument: m.Argument) -> str | None:
        if isinstance(argument, (m.EachOf, m.PickOf)):
            return argument.query.kind
        return kind_of(argument.type)

    def argument(self, argument: m.Argument | None, c: Context) -> Expr:
        if argument is None:
            return Const(NOTHING)
        if isinstance(argument, (m.EachOf, m.PickOf)):
            return self.among(argument.query, c)
        return self.known(argument, c)

    def among(self, options: m.Query | m.Value, c: Context) -> Expr:
        """What may be chosen; unknown where that depends on something unknown."""
        try:
            found = self.low.options(options, c)[0]
        except NotPlayable:
            return Var(UNKNOWN)
        return Var(UNKNOWN) if UNKNOWN in variables(found) else found

    def known(self, value: m.Value, c: Context) -> Expr:
        try:
            return self.low.value(value, c)
        except NotPlayable:
            return Var(UNKNOWN)
