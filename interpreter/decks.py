"""Decks: deck files, what a deck or thing breaks of a game's builds and where, and building legal decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from attrs import evolve, frozen

from dsl import model as m
from dsl.diagnostics.codes import register
from dsl.diagnostics.diagnostic import Diagnostic, Label, error, warning
from dsl.diagnostics.nearest import nearest
from dsl.source import SourceFile, Span

if TYPE_CHECKING:
    from dsl.syntax import tree

    from .engine.program import Program
    from .engine.state import State

CODES = {
    "deck-not-legal": "A deck breaks a requirement of a build.",
    "deck-advice": "A deck does not follow an advice of a build.",
    "deck-too-large": "A deck names more copies of a thing than the game has, or than can be played with.",
    "build-not-met": "A thing breaks a requirement of the build that it is made for.",
    "deck-file": "A deck file holds one deck and nothing else.",
}
register(CODES)


@frozen
class DeckList:
    """What a deck names: so many of each thing, each line with its place; `home` is the game that its file names."""

    name: str
    title: str
    lines: tuple[tuple[int, str], ...]
    span: Span
    places: tuple[Span, ...]
    home: str | None = None

    def to_option(self) -> tuple[str, ...]:
        """As the option of a match that says who brings it."""
        return tuple(f"{count} {thing}" for count, thing in self.lines)


def read_deck(source: SourceFile) -> tuple[DeckList | None, tuple[Diagnostic, ...]]:
    """The deck of a file, as far as it can be read without its game."""
    from dsl.syntax import tree
    from dsl.syntax.parse import parse

    parsed = parse(source)
    if parsed.diagnostics:
        return None, parsed.diagnostics
    found = [d for d in parsed.file.declarations if isinstance(d, tree.Deck)]
    others = [d for d in parsed.file.declarations if not isinstance(d, tree.Deck)] + found[1:]
    if not found or others:
        place = others[0].span if others else Span(source.path, 0, 0)
        said = "this is not part of it" if others else "nothing stands here"
        help = 'Write `deck name "Title"`, and below it lines such as `6 bolt`.'
        return None, (error("deck-file", "A deck file holds one deck and nothing else", place, said, help=help),)
    return list_of(found[0]), ()


def list_of(node: tree.Deck) -> DeckList:
    from dsl.syntax import tree

    lines = [item for item in node.items if isinstance(item, tree.DeckLine)]
    home = None
    for item in node.items:
        if isinstance(item, tree.Property) and item.name.text == "game" and len(item.values) == 1:
            said = item.values[0]
            home = said.text if isinstance(said, tree.Word) else said.value if isinstance(said, tree.Text) else None
    return DeckList(
        node.name.text,
        node.title.value,
        tuple((line.count.value or 0, line.name.text) for line in lines),
        node.name.span,
        tuple(line.span for line in lines),
        home,
    )


def declared(game: m.CheckedGame, sources: Mapping[str, SourceFile]) -> Iterator[DeckList]:
    """The decks that a game brings, each with its places."""
    from dsl.syntax import tree
    from dsl.syntax.parse import parse

    for deck in game.decks.values():
        source = sources.get(deck.span.path)
        if source is not None:
            for node in parse(source).file.declarations:
                if isinstance(node, tree.Deck) and node.name.text == deck.name:
                    yield list_of(node)


# ------------------------------------------------------------------------------------------------ is it legal?


def with_copies(program: Program, players: int, options: Mapping[str, object]) -> Program:
    """The program for a match with these decks: brought from outside, a deck brings copies of its own.

    So there are as many copies of a thing as the decks of the match name together. What the rules name as one thing
    stays one: a match of decks that name it twice does not begin.
    """
    from .engine.program import DECK

    given = {option: said for option, said in options.items() if option.startswith(DECK)}
    if all(isinstance(said, str) for said in given.values()):
        return program
    known, key = _with_copies.setdefault(program, {}), repr((players, sorted(given.items())))
    if key not in known:
        known[key] = _raised_for(program, players, given)
    return known[key]


_with_copies: WeakKeyDictionary[Program, dict[str, Program]] = WeakKeyDictionary()


def _raised_for(program: Program, players: int, given: Mapping[str, object]) -> Program:
    from .engine.program import BadStart

    game = program.game
    decks = {said for said in given.values() if isinstance(said, str)}
    if len(given) < program.seats_for(players):  # who brings none takes one of the game
        decks = set(game.decks)
    need: Counter[str] = Counter()
    try:
        for lines in [said for said in given.values() if not isinstance(said, str)] + sorted(decks):
            for count, thing in program.deck_lines(lines):
                need[thing] += count
    except BadStart:  # which starting the match says
        return program
    return raised(program, {thing: count for thing, count in need.items() if thing not in _named_as_one(game)})


def raised(program: Program, need: Mapping[str, int]) -> Program:
    """The program of the same game with so many copies of each thing, or more."""
    game = program.game
    copies = {name: max(thing.copies, need.get(name, 0)) for name, thing in game.things.items()}
    if all(copies[name] == thing.copies for name, thing in game.things.items()):
        return program
    from . import build_once

    things = {name: evolve(thing, copies=copies[name]) for name, thing in game.things.items()}
    sort = "-" + sha256(repr(copies).encode()).hexdigest()[:24]
    return build_once(evolve(game, things=things), sort=sort)


def _named_as_one(game: m.CheckedGame) -> frozenset[str]:
    from dsl.check.walk import nodes, played

    return frozenset(node.thing for node in nodes(played(game)) if isinstance(node, m.ThingConstant))


def findings(program: Program, deck: DeckList, *, own_copies: bool = True) -> tuple[Diagnostic, ...]:
    """What is wrong with a deck: things that there are not, and each requirement that it breaks.

    Unless it has copies of its own, also things of which it names more than the game has.
    """
    game, lay = program.game, program.layout
    unknown: list[Diagnostic] = []
    need: Counter[str] = Counter()
    for (count, thing), place in zip(deck.lines, deck.places, strict=True):
        need[thing] += count
        if thing not in game.things:
            meant = nearest(thing, game.things)
            help = f"Did you mean `{meant}`?" if meant else f"A line of a deck names a thing of {game.title}."
            unknown.append(
                error("unknown-name", f"There is no thing `{thing}`", place, "not declared anywhere", help=help)
            )
        elif not own_copies and count > lay.copies[thing]:
            there = f"{game.title} has {lay.copies[thing]}"
            unknown.append(error("deck-too-large", f"There are not so many `{thing}`", place, there))
        elif need[thing] > m.MOST_COPIES or need.total() > m.MOST_THINGS:
            bound = f"at most {m.MOST_COPIES:,} copies of a thing, and {m.MOST_THINGS:,} things in all"
            return (error("deck-too-large", f"A deck cannot have so many `{thing}`", place, bound),)
    if unknown:
        return tuple(unknown)
    program = raised(program, need)
    state = _table(program)
    found: list[Diagnostic] = []
    for build in deck_builds(game):
        for n, require in enumerate(build.requires):
            name = f"f_build_{build.name}_{n}"
            if program.space[name](state, _laid(program, state, deck.lines)):
                continue
            blamed = _blamed(program, state, name, deck)
            where = Label(require.span, f"the build `{build.name}` asks for it")
            if require.advice:
                headline, make, code = f"{deck.title}: {require.text}", warning, "deck-advice"
            else:
                headline, make, code = f"This deck is not legal: {require.text}", error, "deck-not-legal"
            place = deck.places[blamed[0]] if blamed else deck.span
            said = "without this line it would hold" if blamed else ""
            others = tuple(Label(deck.places[k], "or without this one") for k in blamed[1:])
            found.append(make(code, headline, place, said, secondary=(*others, where)))
    return tuple(found)


def deck_builds(game: m.CheckedGame) -> list[m.Build]:
    """What every deck of a game has to meet: the builds for decks."""
    return [b for b in game.builds.values() if isinstance(b.local.type, m.ThingType) and b.local.type.kind == "Deck"]


def _blamed(program: Program, state: State, requirement: str, deck: DeckList) -> list[int]:
    """The few lines without any one of which the requirement would hold; none if it is not for single lines."""
    if len(deck.lines) > _LOOKED_THROUGH:
        return []
    found = [
        n
        for n in range(len(deck.lines))
        if program.space[requirement](state, _laid(program, state, deck.lines[:n] + deck.lines[n + 1 :]))
    ]
    return found if len(found) <= 3 else []


_LOOKED_THROUGH = 200  # lines of a deck: the whole of it is judged anew without each of them


def _table(program: Program) -> State:
    """Everything in the box with its first values: where decks are looked at."""
    state = program.blank(0, 0)
    program.space["f_initial"](state)
    return state


def _laid(program: Program, state: State, lines: Sequence[tuple[int, str]]) -> int:
    """A deck that lists this, to be asked about."""
    deck: int = program.layout.decks["deck_of_seat_1"]
    program.list_deck(state, deck, tuple(lines), {})
    return deck


# ------------------------------------------------------------------------------------------------ building


class NoDeck(Exception):
    """No legal deck was found; the requirements that the best one still breaks. `certain`: every deck breaks these."""

    def __init__(self, broken: tuple[str, ...], certain: bool = False) -> None:
        super().__init__("; ".join(broken))
        self.broken = broken
        self.certain = certain


def build_deck(program: Program, chosen: Sequence[str], name: str, title: str) -> DeckList:
    """A legal deck with these things in it, and no others of their Kinds.

    Begins with the game's deck that has most of them in it, and changes a line or two at a time as long as that brings
    it nearer to what the builds require, then to what they advise. Always finds the same one. Raises NoDeck.
    """
    search = _Search(program, chosen)
    never = search.never_met()
    if never:
        raise NoDeck(never, certain=True)
    deck = search.begin()
    while search.improve(deck):
        pass
    broken = search.broken(deck)
    if broken:
        raise NoDeck(broken)
    order = {thing: n for n, thing in enumerate((*search.chosen, *search.others))}
    lines = tuple((count, thing) for thing, count in sorted(deck.items(), key=lambda x: order[x[0]]) if count)
    return DeckList(name, title, lines, Span("", 0, 0), ())


@frozen
class _Requirement:
    """One requirement of a build, the function that says how far a deck is from it, and which of the things that can be
    changed it looks at."""

    function: str
    text: str
    advice: bool
    looks_at: tuple[str, ...]


class _Search:
    """Where decks are looked for: what they can hold, and how far one is from being legal.

    There are thousands of ways to put one card for another, and to judge a deck takes longer than to make one. So every
    single change is judged first, by requirement. Things whose coming (or going) changes the same are alike, and of two
    sorts of them one pair is tried, the most promising sorts first.
    """

    def __init__(self, program: Program, chosen: Sequence[str]) -> None:
        game = program.game
        self.program, self.chosen = program, tuple(dict.fromkeys(chosen))
        self.state = _table(program)
        self.known: dict[tuple[str, tuple[int, ...]], int] = {}
        named = {thing for deck in game.decks.values() for _, thing in deck.lines}
        kinds = {game.things[thing].kinds[0] for thing in named or game.things}
        held = {game.things[thing].kinds[0] for thing in self.chosen}
        self.others = [
            t.name for t in game.things.values() if t.kinds[0] in kinds - held and not t.of_test and not t.belongs_to
        ]
        self.requirements: list[_Requirement] = []
        for build in deck_builds(game):
            for n, require in enumerate(build.requires):
                asked = _kinds_asked_for(game, require.condition)
                seen = [t for t in self.others if asked is None or not asked.isdisjoint(program.layout.kinds_of[t])]
                self.requirements.append(
                    _Requirement(f"f_lack_{build.name}_{n}", require.text, require.advice, tuple(seen))
                )

    def begin(self) -> dict[str, int]:
        best: dict[str, int] = {}
        for deck in self.program.game.decks.values():
            lines = {thing: count for count, thing in deck.lines}
            if sum(t in lines for t in self.chosen) > sum(t in best for t in self.chosen) or not best:
                best = lines
        kept = {thing: count for thing, count in best.items() if thing in self.others}
        return dict.fromkeys(self.chosen, 1) | kept

    def never_met(self) -> tuple[str, ...]:
        """What is required and not met, and looks only at what was chosen: no other deck meets it."""
        lacks = self.lacks(dict.fromkeys(self.chosen, 1))
        return tuple(
            one.text for one, n in zip(self.requirements, lacks, strict=True) if n and not (one.advice or one.looks_at)
        )

    def broken(self, deck: Mapping[str, int]) -> tuple[str, ...]:
        lacks = self.lacks(deck)
        return tuple(one.text for one, n in zip(self.requirements, lacks, strict=True) if n and not one.advice)

    def lacks(self, deck: Mapping[str, int]) -> tuple[int, ...]:
        """How far a deck is from each requirement."""
        listed: int | None = None
        found: list[int] = []
        for one in self.requirements:
            key = one.function, tuple([deck.get(thing, 0) for thing in one.looks_at])
            if key not in self.known:
                if listed is None:
                    listed = _laid(self.program, self.state, [(count, thing) for thing, count in deck.items()])
                self.known[key] = int(self.program.space[one.function](self.state, listed))
            found.append(self.known[key])
        return tuple(found)

    def mark(self, lacks: Sequence[int]) -> tuple[int, int]:
        """How far a deck is from all that is required, and from all that is advised: the less the better."""
        mark = [0, 0]
        for one, n in zip(self.requirements, lacks, strict=True):
            mark[one.advice] += n
        return mark[0], mark[1]

    def improve(self, deck: dict[str, int]) -> bool:
        """Makes the deck better by all changes that do; False if none does."""
        lacks = self.lacks(deck)
        if self.mark(lacks) == (0, 0):
            return False
        less = self.sorts(deck, [t for t in deck if t in self.others and deck[t] > 0], -1)
        more = self.sorts(deck, self.others, 1)
        hoped = [
            # One for another before one more or one less: so a deck stays as large as it was, if that is as good.
            ((self.mark(_sums(lacks, fewer, further)), not gone or not come), gone, come)
            for fewer, gone in less
            for further, come in more
        ]
        found = False
        for _, gone, come in sorted(hoped, key=lambda pair: pair[0]):
            found |= self.exchange(deck, gone, come)
        if not found:  # what comes may make up for just what has gone: so it is asked again what that changes
            for _, gone in less:
                without = self.changed(deck, gone, ())
                lacks = self.lacks(without)
                more = self.sorts(without, self.others, 1)
                for _, come in sorted(more, key=lambda sort: (self.mark(_sums(lacks, sort[0])), not sort[1])):
                    found |= self.exchange(deck, gone, come)
        return found

    def exchange(self, deck: dict[str, int], gone: Sequence[str], come: Sequence[str]) -> bool:
        """Puts things of one sort for things of another as long as that makes the deck better."""
        mark, found = self.mark(self.lacks(deck)), False
        while True:
            trial = self.changed(deck, gone, come)
            better = self.mark(self.lacks(trial))
            if better >= mark:
                return found
            mark, found = better, True
            deck.clear()
            deck.update(trial)

    def changed(self, deck: Mapping[str, int], gone: Sequence[str], come: Sequence[str]) -> dict[str, int]:
        """The deck with one for another: of what it has most goes, of what it has least comes, so that it is varied."""
        trial = dict(deck)
        less = max((t for t in gone if deck.get(t, 0)), key=deck.__getitem__, default=None)
        more = min((t for t in come if t != less and self.room(deck, t)), key=lambda t: deck.get(t, 0), default=None)
        for thing, by in ((less, -1), (more, 1)):
            if thing is not None:
                trial[thing] = trial.get(thing, 0) + by
        return trial

    def room(self, deck: Mapping[str, int], thing: str) -> bool:
        return bool(deck.get(thing, 0) < self.program.layout.copies[thing])

    def sorts(
        self, deck: Mapping[str, int], things: Sequence[str], by: int
    ) -> list[tuple[tuple[int, ...], tuple[str, ...]]]:
        """These things by what one more or one less of each changes in what a deck lacks; at the end none of them."""
        lacks = self.lacks(deck)
        found: dict[tuple[int, ...], list[str]] = {}
        for thing in things:
            if by < 0 or self.room(deck, thing):
                changed = self.lacks({**deck, thing: deck.get(thing, 0) + by})
                found.setdefault(tuple(b - a for a, b in zip(lacks, changed, strict=True)), []).append(thing)
        return [(change, tuple(same)) for change, same in found.items()] + [((0,) * len(lacks), ())]


def _sums(*lacks: Sequence[int]) -> list[int]:
    return [sum(each) for each in zip(*lacks, strict=True)]


def _kinds_asked_for(game: m.CheckedGame, condition: m.Value) -> frozenset[str] | None:
    """The Kinds of things that a requirement looks for in the deck; None if it asks anything else about the deck."""
    from .lower.walk import Reads, kind_of, nodes

    def of_deck(node: object) -> bool:
        return isinstance(node, m.Local) and kind_of(node.type) == "Deck"

    reads = Reads(game)
    kinds: set[str] = set()
    defines: set[str] = set()
    waiting: list[object] = [condition]
    while waiting:
        understood = named = 0
        for node in nodes(waiting.pop()):
            named += of_deck(node)
            if isinstance(node, m.Query):
                if node.kind in game.groups:
                    return None
                kinds.add(node.kind)
                understood += sum(near.word == "in" and of_deck(near.value) for near in node.near)
            elif isinstance(node, m.DefineValue):
                understood += sum(map(of_deck, node.arguments))
                if node.define not in defines:
                    defines.add(node.define)
                    waiting += reads.versions(node.define)
        if named != understood:
            return None
    return frozenset(kinds)


def written(deck: DeckList, game: m.CheckedGame) -> str:
    """The text of a deck file."""
    title = deck.title.replace("\\", "\\\\").replace('"', '\\"')
    lines = [f'deck {deck.name} "{title}"', f"    game: {(game.name, *game.mods)[-1]}"]
    lines += [f"    {count} {thing}" for count, thing in deck.lines]
    return "\n".join(lines) + "\n"


def write_new(path: Path, text: str) -> None:
    """Writes a file that is not there yet, as a whole or not at all. Raises FileExistsError and other OSErrors."""
    import os
    import tempfile

    handle, name = tempfile.mkstemp(prefix=f".{path.name[:40]}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(0o644)
        os.link(name, path)  # fails where the path is taken, also by somebody else just now
    finally:
        Path(name).unlink(missing_ok=True)


# ------------------------------------------------------------------------------------------------ in a game's own check


def findings_of_game(game: m.CheckedGame, sources: Mapping[str, SourceFile]) -> tuple[Diagnostic, ...]:
    """What is wrong with the decks that a game brings, and with things that are `built_for` a build.

    Of a game that cannot be played yet it is not known.
    """
    from .compile import compile_ruleset
    from .engine.program import Program
    from .layout import NotPlayable
    from .lower import lower

    built = [thing for thing in game.things.values() if thing.built_for is not None and not thing.of_test]
    if not built and not (game.decks and deck_builds(game)):
        return ()
    try:
        rules = lower(game)
        # Nobody plays with this program, and simplifying takes most of the time that making one does.
        program = Program(game, rules, compile_ruleset(rules, simplify=False))
    except NotPlayable:
        return ()
    decks = declared(game, sources) if deck_builds(game) else ()
    return (
        *(one for deck in decks for one in findings(program, deck, own_copies=False)),
        *(one for thing in built for one in findings_of_thing(program, thing)),
    )


def findings_of_thing(program: Program, thing: m.Thing) -> Iterator[Diagnostic]:
    """Each requirement of the build that a thing is `built_for` and breaks, at those of its lines that it speaks of."""
    build = program.game.builds[str(thing.built_for)]
    state = _table(program)
    for n, require in enumerate(build.requires):
        if program.space[f"f_build_{build.name}_{n}"](state, program.layout.first[thing.name]):
            continue
        read = _read(program.game, require.condition)
        lines = [said.span for key, said in thing.values.items() if key in read]
        where = Label(require.span, f"the build `{build.name}` asks for it")
        place, text = (lines[0], "it speaks of this") if lines else (thing.span, "")
        others = tuple(Label(span, "and of this") for span in lines[1:])
        if require.advice:
            yield warning("deck-advice", f"{thing.title}: {require.text}", place, text, secondary=(*others, where))
        else:
            headline = f"{thing.title} does not meet the build {build.title}: {require.text}"
            yield error("build-not-met", headline, place, text, secondary=(*others, where))


def _read(game: m.CheckedGame, condition: m.Value) -> set[str]:
    """The attributes that a condition reads, also by way of defines."""
    from .lower.walk import nodes

    attributes: set[str] = set()
    defines: set[str] = set()
    waiting: list[object] = [condition]
    while waiting:
        for node in nodes(waiting.pop()):
            if isinstance(node, m.AttributeValue):
                attributes.add(node.attribute)
            elif isinstance(node, m.DefineValue) and node.define not in defines:
                defines.add(node.define)
                if node.define in game.defines:
                    waiting.append(game.defines[node.define].value)
    return attributes
