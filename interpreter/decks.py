"""Decks: deck files, what a deck or thing breaks of a game's builds and where, and building legal decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

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
    "deck-too-large": "A deck of a game names more copies of a thing than the game has.",
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
    from .engine.program import DECK, BadStart

    game = program.game
    given = {option: said for option, said in options.items() if option.startswith(DECK)}
    if all(isinstance(said, str) for said in given.values()):
        return program
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
    for (count, thing), place in zip(deck.lines, deck.places, strict=True):
        if thing not in game.things:
            meant = nearest(thing, game.things)
            help = f"Did you mean `{meant}`?" if meant else f"A line of a deck names a thing of {game.title}."
            unknown.append(
                error("unknown-name", f"There is no thing `{thing}`", place, "not declared anywhere", help=help)
            )
        elif not own_copies and count > lay.copies[thing]:
            there = f"{game.title} has {lay.copies[thing]}"
            unknown.append(error("deck-too-large", f"There are not so many `{thing}`", place, there))
    if unknown:
        return tuple(unknown)
    need: Counter[str] = Counter()
    for count, thing in deck.lines:
        need[thing] += count
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
    found = [
        n
        for n in range(len(deck.lines))
        if program.space[requirement](state, _laid(program, state, deck.lines[:n] + deck.lines[n + 1 :]))
    ]
    return found if len(found) <= 3 else []


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
    """No legal deck was found; the requirements that the best one still breaks."""

    def __init__(self, broken: tuple[str, ...]) -> None:
        super().__init__("; ".join(broken))
        self.broken = broken


STEPS = 400
"""So many changes are tried to make a deck legal."""


def build_deck(program: Program, chosen: Sequence[str], name: str, title: str) -> DeckList:
    """A legal deck with these things in it, and no others of their Kinds.

    Begins with the game's deck that has most of them in it, and changes it a line at a time as long as that brings it
    nearer to what the builds require. Always finds the same one. Raises NoDeck.
    """
    search = _Search(program, chosen)
    deck = search.begin()
    mark = search.lacks(deck)
    for part in (0, 1):  # what is required, then what is only advised, as long as nothing that is required breaks
        for _ in range(STEPS):
            better = search.improve(deck, mark) if mark[part] else None
            if better is None:
                break
            deck, mark = better
        if mark[0]:
            raise NoDeck(search.broken(deck))
    order = {thing: n for n, thing in enumerate(program.game.things)}
    lines = tuple((count, thing) for thing, count in sorted(deck.items(), key=lambda x: order[x[0]]) if count)
    return DeckList(name, title, lines, Span("", 0, 0), ())


class _Search:
    """Where decks are looked for: what they can hold, and how far one is from being legal."""

    def __init__(self, program: Program, chosen: Sequence[str]) -> None:
        game = program.game
        self.program, self.chosen = program, tuple(dict.fromkeys(chosen))
        self.state = _table(program)
        named = {thing for deck in game.decks.values() for _, thing in deck.lines}
        kinds = {game.things[thing].kinds[0] for thing in named or game.things}
        held = {game.things[thing].kinds[0] for thing in self.chosen}
        self.others = [
            t.name for t in game.things.values() if t.kinds[0] in kinds - held and not t.of_test and not t.belongs_to
        ]
        self.required: list[str] = []  # these two in the order in which they are asked, which changes
        self.advised: list[str] = []
        self.texts: dict[str, str] = {}
        for build in deck_builds(game):
            for n, require in enumerate(build.requires):
                (self.advised if require.advice else self.required).append(f"f_lack_{build.name}_{n}")
                if not require.advice:
                    self.texts[self.required[-1]] = require.text

    def begin(self) -> dict[str, int]:
        best: dict[str, int] = {}
        for deck in self.program.game.decks.values():
            lines = {thing: count for count, thing in deck.lines}
            if sum(t in lines for t in self.chosen) > sum(t in best for t in self.chosen) or not best:
                best = lines
        kept = {thing: count for thing, count in best.items() if thing in self.others}
        return dict.fromkeys(self.chosen, 1) | kept

    def lacks(self, deck: Mapping[str, int]) -> tuple[int, int]:
        """How far a deck is from what is required, and from what is advised."""
        listed = self.laid(deck)
        return sum(map(self.lack(listed), self.required)), sum(map(self.lack(listed), self.advised))

    def broken(self, deck: Mapping[str, int]) -> tuple[str, ...]:
        lack = self.lack(self.laid(deck))
        return tuple(text for name, text in self.texts.items() if lack(name))

    def laid(self, deck: Mapping[str, int]) -> int:
        return _laid(self.program, self.state, [(count, thing) for thing, count in deck.items()])

    def lack(self, listed: int) -> Callable[[str], int]:
        return lambda name: int(self.program.space[name](self.state, listed))

    def nearer(self, deck: Mapping[str, int], mark: tuple[int, int]) -> tuple[int, int] | None:
        """What a deck lacks, if that is less than the mark. Of most that are tried it is not, and the first that shows
        it is enough."""
        lack = self.lack(self.laid(deck))
        advised = None
        if not mark[0]:  # a legal deck is to become a better one: few are nearer to what is advised
            advised = _at_most(mark[1] - 1, lack, self.advised)
            if advised is None:
                return None
        required = _at_most(mark[0], lack, self.required)
        if required is None:
            return None
        if advised is None and required == mark[0]:
            advised = _at_most(mark[1] - 1, lack, self.advised)
        elif advised is None:
            advised = sum(map(lack, self.advised))
        return (required, advised) if advised is not None else None

    def improve(self, deck: dict[str, int], mark: tuple[int, int]) -> tuple[dict[str, int], tuple[int, int]] | None:
        """The best deck that one change makes of this one: one card more, one less, or one for another."""
        best = None
        for change in self.changes(deck):
            trial = dict(deck)
            for thing, by in change:
                trial[thing] = trial.get(thing, 0) + by
            found = self.nearer(trial, mark)
            if found is not None:
                mark, best = found, (trial, found)
                if len(change) > 1:  # there are many of these: the first that is better will do
                    break
        return best

    def changes(self, deck: Mapping[str, int]) -> Iterator[tuple[tuple[str, int], ...]]:
        copies = self.program.layout.copies
        # those that the deck holds few of come first, so that among equals it becomes varied
        more = sorted((t for t in self.others if deck.get(t, 0) < copies[t]), key=lambda t: deck.get(t, 0))
        less = [t for t in deck if t in self.others and deck[t] > 0]
        for thing in more:
            yield ((thing, 1),)
        for thing in less:
            yield ((thing, -1),)
        for old in less:
            for new in more:
                if new != old:
                    yield ((old, -1), (new, 1))


def _at_most(most: int, lack: Callable[[str], int], names: list[str]) -> int | None:
    """The sum of what is lacking; None if it is more. What showed that is asked first the next time."""
    total = 0
    for at, name in enumerate(names):
        total += lack(name)
        if total > most:
            names.insert(0, names.pop(at))
            return None
    return total


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
