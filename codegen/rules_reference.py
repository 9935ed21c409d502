"""The rules of a game as a book: plain data, which rules_pages shows. Doc comments are its prose."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence

from attrs import evolve, field, frozen

from dsl import model

from . import board_reference
from .card_face import DEFAULTS, PrintSettings, all_attributes, numbers, plain_number, printed_value, truth_title
from .laid_table import LaidTable, laid_table, written
from .turn_picture import Box, turn_boxes
from .wording import abilities as ability_words
from .wording import agreement, card_text, clauses, events, queries, statements, values
from .wording import phrase as phrases
from .wording.card_text import asked_defines, ending_line
from .wording.folding import Folder
from .wording.noun_phrase import NounPhrase, the
from .wording.pronouns import shortened
from .wording.scope import Scope, is_a, kind_noun, plural_of, thing_is_a, title_of, type_kind, unwrap, walk
from .wording.statements import Line

_WORDS = (
    "What cards and rules say in a word or two, in full. Where an entry has a line “Exactly”, that is how the game is "
    "played to the letter; the text before it is enough to play."
)
_TABLE = "This is how the table looks when the steps below are done. Where exactly things lie is up to you."
_NOT_HERE = "Not told of one by one, for example since they are still locked, are"
_UNKNOWN = "The printed originals of these are not known. They were made up so that the game can be played."


@frozen
class Item:
    """A paragraph (one line), a list, numbered steps, a table or a picture; `label` stands bold in front.

    Lines of text and of lists may have lines of their own: those stand behind line breaks.
    """

    style: str  # "text", "list", "steps", "titles", "note", "numbers", "table", "drawing", "laid", "turn", "index"
    lines: tuple[str, ...]
    label: str = ""
    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()
    folded: bool = False  # exact, and not needed by those who read on
    turn: tuple[Box, ...] = ()
    laid: LaidTable | None = None


@frozen
class Entry:
    """A thing that one can link to: an action, a rule, a card."""

    id: str
    title: str
    items: tuple[Item, ...] = ()
    note: str = ""
    entries: tuple[Entry, ...] = ()
    folded: bool = False  # a long list, shown when it is asked for
    picture: str = ""  # the name of the thing whose picture stands beside it


@frozen
class Example:
    """An example of play: what stands before it, and its steps, each with what is said of it and what happens then."""

    title: str
    doc: str
    steps: tuple[tuple[str, tuple[str, ...]], ...]


@frozen
class Book:
    title: str
    chapters: tuple[Entry, ...] = field(factory=tuple)


def book(
    game: model.CheckedGame,
    omitted: Collection[str] = (),
    settings: PrintSettings = DEFAULTS,
    examples: Sequence[Example] = (),
) -> Book:
    """All chapters that have something to say, in the order in which one reads rules.

    `omitted`: names of things that are not told of one by one; the last chapter counts them by Kind, so that nothing
    of them is given away. `settings` say what has cards, tracks and markers.
    """
    chapters = (
        _overview(game),
        _components(game),
        _boards(game),
        _setup(game, settings),
        _turn(game),
        _actions(game),
        _examples(examples),
        _kinds(game),
        _rules(game),
        _timing(game),
        _terms(game),
        _verbs(game),
        _endings(game),
        _options(game, omitted),
        _builds(game),
        _campaigns(game, omitted),
        _decks(game, omitted),
        _cards(game, omitted, settings.truths),
        _readings(game),
        _stand_ins(game, omitted),
        _left_out(game, omitted),
    )
    found = [chapter for chapter in chapters if chapter.items or chapter.entries]
    at = next((place for place, chapter in enumerate(found) if chapter.id == "cards"), None)
    if at is not None:
        found.insert(at + 1, _index(found[at]))
    return Book(game.title, tuple(found))


# ------------------------------------------------------------------------------------------------ small parts


def slug(*names: str) -> str:
    words = "-".join(names).lower()
    return re.sub(r"[^a-z0-9]+", "-", words).strip("-") or "entry"


def _text(text: str, label: str = "") -> tuple[Item, ...]:
    return (Item("text", (text,), label),) if text.strip() else ()


def _doc(text: str) -> tuple[Item, ...]:
    return tuple(Item("text", (" ".join(part.split()),)) for part in text.split("\n\n") if part.strip())


def _lines(lines: list[Line]) -> tuple[str, ...]:
    return tuple(
        "\n".join([agreement.sentence(line.text), *(agreement.sentence(bullet) for bullet in line.bullets)])
        for line in lines
    )


def _paragraphs(lines: list[Line]) -> tuple[str, ...]:
    """Lines of one ability as running text: what follows a line with bullets begins anew."""
    told: list[str] = []
    for line in _lines(lines):
        if told and "\n" not in told[-1] and not told[-1].endswith(":"):
            told[-1] = f"{told[-1]} {line}"
        else:
            told.append(line)
    return tuple(told)


def _listed(lines: tuple[str, ...], style: str = "list", label: str = "") -> tuple[Item, ...]:
    if not lines:
        return ()
    if len(lines) == 1:
        return (Item("text", lines, label),)
    return (Item(style, lines, label),)


def _scope(game: model.CheckedGame) -> Scope:
    return Scope(game)


# ------------------------------------------------------------------------------------------------ chapters


def _overview(game: model.CheckedGame) -> Entry:
    seats = game.seats
    players = f"{seats.low} players" if seats.low == seats.high else f"{seats.low} to {seats.high} players"
    if seats.low == seats.high == 1:
        players = "1 player"
    led = kind_noun(game, seats.kind)[0]
    leads = f" Each of them leads {agreement.with_article(led)}." if led != "player" else ""
    items = [*_doc(game.doc), *_text(f"For {players}.{leads}{_doubled(seats)}")]
    for result, some, label in (
        ("win", False, "You win"),
        ("win", True, "Somebody wins"),
        ("lose", False, "You lose"),
        ("lose", True, "Somebody loses"),
    ):
        every: list[tuple[model.Ending | model.Finish, str | None]] = [
            (one, one.title) for one in game.endings.values()
        ]
        said = walk((game.flow, game.phases, game.rules))
        every += [(one, one.reason) for one in said if isinstance(one, model.Finish)]
        titles = dict.fromkeys(
            f"{title}." for one, title in every if title and (one.result, one.who is not None) == (result, some)
        )
        items += _listed(tuple(titles), "list", label)
    return Entry("overview", "Overview", tuple(items))


def _doubled(seats: model.Seats) -> str:
    """ "A lone player leads two." """
    lone = seats.doubled.get(1)
    return f" A lone player leads {lone}." if lone is not None and lone > 1 else ""


def _content_line(game: model.CheckedGame, count: int, name: str, declared: bool) -> str:
    if not declared:
        return f"{count} {name}"
    if name in game.things:
        title = game.things[name].title
        if count > 1:
            return f"{count} {plural_of(title)}"  # "2 Slash tokens"
        common = title_of(game, game.things[name]).text.startswith("the ") and not title.lower().startswith("the ")
        return f"1 {title}" if common else f"1 × {agreement.capital(title)}"
    if name in game.kinds or name in game.groups or name in game.resources:
        return f"{count} {kind_noun(game, name)[0 if count == 1 else 1]}"
    if name in game.dice:
        return f"{count} × {game.dice[name].title}"
    if name in game.maps:
        return f"{count} × {game.maps[name].title}"
    return f"{count} × {agreement.words(name)}"


def _components(game: model.CheckedGame) -> Entry:
    entries = []
    for contents in game.contents.values():
        lines = tuple(_content_line(game, *line) for line in contents.lines)
        entries.append(
            Entry(slug("contents", contents.name), contents.title, (*_doc(contents.doc), *_listed(lines)), folded=True)
        )
    for name, resource in game.resources.items():
        stock = f"{values.counted(resource.count, resource.noun)} in the supply." if resource.count else ""
        entries.append(
            Entry(slug("resource", name), agreement.capital(resource.noun[0]), (*_doc(resource.doc), *_text(stock)))
        )
    for name, die in game.dice.items():
        shown: dict[str, int] = {}
        for face in die.faces:
            title = values.noun(face, _scope(game)).text
            shown[title] = shown.get(title, 0) + 1
        text = "Its faces: " + agreement.listing(f"{title} ({count})" for title, count in shown.items()) + "."
        entries.append(Entry(slug("die", name), die.title, (*_doc(die.doc), *_text(text))))
    return Entry("components", "Components", (), entries=tuple(entries))


def _boards(game: model.CheckedGame) -> Entry:
    entries = []
    for board in game.maps.values():
        places = board_reference.places_table(game, board)
        if not places.rows:
            continue
        items = [*_doc(board.doc), Item("drawing", (board_reference.drawing(game, board),))]
        items.append(Item("table", (), "", places.head, places.rows))
        joints = board_reference.joints_table(game, board)
        if joints is not None:
            items.append(Item("table", (), "", joints.head, joints.rows))
        note = "stand-in" if board.stand_in else ""
        entries.append(Entry(slug("board", board.name), agreement.capital(board.title), tuple(items), note))
    for thing, rows in board_reference.grids(game):
        table = board_reference.grid_table(game, rows)
        items = [*_doc(thing.doc), Item("table", (), "", table.head, table.rows)]
        note = "stand-in" if thing.stand_in else ""
        entries.append(Entry(slug("board", thing.name), agreement.capital(thing.title), tuple(items), note))
    return Entry("boards", "The board" if len(entries) == 1 else "The boards", (), entries=tuple(entries))


def _setup(game: model.CheckedGame, settings: PrintSettings) -> Entry:
    entries = []
    counts = range(game.seats.low, game.seats.high + 1)
    for setup in game.setups.values():
        steps = []
        for step in setup.steps:
            told = {count: _step_lines(game, step.block, count) for count in counts}
            items = list(_doc(step.doc))
            groups: dict[tuple[str, ...], list[int]] = {}
            for count, lines in told.items():
                groups.setdefault(lines, []).append(count)
            together = _together(groups)
            if together is not None:
                items += _listed(together, "steps")
            elif len(groups) == 1:
                items = list(_exactly(tuple(items), _listed(next(iter(groups)), "steps")))
            else:
                for lines, members in groups.items():
                    items += _listed(lines, "steps", _for_players(members))
            steps.append(Entry(slug("set-up", setup.name, step.name), step.title, tuple(items)))
        entries.append(Entry(slug("set-up", setup.name), setup.title, _doc(setup.doc), entries=tuple(steps)))
    begins = _listed(_at_first(game), "list", "To begin with")
    table = _table(game, settings)
    if len(entries) == 1:
        return Entry("set-up", "Set-up", (*entries[0].items, *begins), entries=(*table, *entries[0].entries))
    return Entry("set-up", "Set-up", begins, entries=(*table, *entries))


def _table(game: model.CheckedGame, settings: PrintSettings) -> tuple[Entry, ...]:
    """The table when the set-up is done, as a picture and in words."""
    laid = laid_table(game, settings)
    if laid is None:
        return ()
    items = [Item("text", (_TABLE,)), Item("laid", (), laid=laid)]
    middle = [(title, "The board", "Laid out") for title in laid.boards]
    place = f"On each {laid.place_noun}"
    for label, before, spots in (
        ("In the middle", middle, laid.shared), (place, [], laid.on_places), ("In front of each player", [], laid.own)
    ):  # fmt: skip
        rows = (*before, *((spot.title, spot.how, agreement.capital(spot.first) or "Empty") for spot in spots))
        if rows:
            items.append(Item("table", (), label, ("Place", "What lies there", "At the start"), rows))
    return (Entry("the-table", "The table", tuple(items)),)


def _at_first(game: model.CheckedGame) -> tuple[str, ...]:
    """Numbers that change in play and begin at another one than 0: "Each captain starts with 3 coins."

    What every thing of a Kind says for itself, or the set-up sets, is seen there.
    """
    everything = (
        *game.verbs.values(), *game.phases.values(), *game.actions.values(), game.flow,
        *((one.abilities, one.actions, tuple(one.sections.values())) for one in game.kinds.values()),
        *((one.abilities, one.actions, tuple(one.sections.values())) for one in game.things.values()),
        *((rule.abilities,) for rule in game.rules.values()),
    )  # fmt: skip
    changed, set_up = written(everything), written(tuple(game.setups.values()))
    in_order = {one.attribute for one in walk(game.turn_order) if isinstance(one, model.AttributeValue)}
    of_game: list[str] = []
    of_kinds: dict[str, list[str]] = {}
    for key, attribute in game.attributes.items():
        default = plain_number(attribute.default)
        if default is None:
            continue
        kind, unit = unwrap(attribute.type), attribute.unit
        if not isinstance(kind, (model.NumberType, model.ResourceType)) or key not in changed - set_up - in_order:
            continue
        if unit is None and isinstance(kind, model.ResourceType):
            unit = game.resources[kind.resource].noun
        label = agreement.words(attribute.label or attribute.name)
        if not attribute.owner:
            of_game.append(agreement.sentence(f"{the(label).text} starts at {default}"))
        elif not any(key in thing.values for thing in game.things.values() if not thing.of_test):
            told = values.counted(default, unit) if unit is not None else f"{label} {default}"
            of_kinds.setdefault(kind_noun(game, attribute.owner)[0], []).append(told)
    return (*of_game, *(f"Each {noun} starts with {agreement.listing(told)}." for noun, told in of_kinds.items()))


def _for_players(counts: list[int]) -> str:
    return f"{agreement.listing(map(str, counts), 'or')} player{'s' if counts != [1] else ''}"


def _together(groups: dict[tuple[str, ...], list[int]]) -> tuple[str, ...] | None:
    """Steps of several numbers of players in one list, if they differ in a line or two; None otherwise."""
    several = [[line.split("\n") for line in lines] for lines in groups]
    if len(several) < 2 or len({tuple(map(len, lines)) for lines in several}) > 1:
        return None
    differing = 0
    told: list[str] = []
    for at, first in enumerate(several[0]):
        parts: list[str] = []
        for number, part in enumerate(first):
            said: dict[str, list[int]] = {}
            for lines, counts in zip(several, groups.values(), strict=True):
                said.setdefault(lines[at][number], []).extend(counts)
            if len(said) == 1:
                parts.append(part)
                continue
            differing += 1
            parts += [f"{text.rstrip('.')} ({_for_players(sorted(counts))})." for text, counts in said.items()]
        told.append("\n".join(parts))
    shared = sum(len(line) for line in several[0]) - differing
    return tuple(told) if shared > differing else None


def _step_lines(game: model.CheckedGame, block: model.Block, players: int) -> tuple[str, ...]:
    folded = Folder(game, None, frozenset(), players).block(block)
    return _lines(statements.block(folded, _scope(game)))


def _turn(game: model.CheckedGame) -> Entry:
    ids = {name: slug("phase", name) for name in game.phases}
    items = (*_doc(game.flow_doc), Item("turn", (), turn=turn_boxes(game, ids)))
    entries = tuple(_phase(game, game.phases[name]) for name in _in_order(game))
    return Entry("turn", "How a turn goes", items, entries=entries)


def _in_order(game: model.CheckedGame) -> list[str]:
    """Phases in the order in which they come, and behind them those that nothing runs by itself."""
    found: dict[str, None] = {}

    def follow(block: model.Block) -> None:
        for node in walk(block):
            if isinstance(node, model.Run) and node.phase in game.phases and node.phase not in found:
                found[node.phase] = None
                follow(game.phases[node.phase].block)

    follow(game.flow)
    return [*found, *(name for name in game.phases if name not in found)]


def _phase(game: model.CheckedGame, phase: model.Phase) -> Entry:
    """A phase with its steps; steps that have something to say about themselves are entries of their own."""
    title = phase.title
    doc = _doc(phase.doc)
    if len(phase.block) == 1 and isinstance(phase.block[0], model.If) and not phase.block[0].otherwise:
        branches = phase.block[0].branches
        inside = branches[0][1] if len(branches) == 1 else ()
        if len(inside) == 1 and isinstance(inside[0], model.Lockstep):
            return _lockstep(game, phase, inside[0])
    if len(phase.block) == 1 and isinstance(phase.block[0], model.Lockstep):
        return _lockstep(game, phase, phase.block[0])
    if any(isinstance(one, model.Step) and one.doc for one in phase.block):
        scope = _scope(game)
        before: list[Item] = []
        entries = []
        for one in phase.block:
            if isinstance(one, model.Step):
                entries.append(_step(game, phase, one, scope.inner()))
            else:
                before += _listed(_lines(statements.block((one,), scope)), "steps")
        return Entry(slug("phase", phase.name), title, (*doc, *before), entries=tuple(entries))
    told = _listed(_lines(statements.block(phase.block, _scope(game))), "steps")
    runs = any(isinstance(node, model.Run) for node in walk(phase.block))
    return Entry(slug("phase", phase.name), title, (*doc, *told) if runs else _exactly(doc, told))


def _lockstep(game: model.CheckedGame, phase: model.Phase, steps: model.Lockstep) -> Entry:
    scope = _scope(game)
    who = queries.phrase(steps.query, scope, "each")
    scope.bind_that(steps.query.local, queries.bare_noun(steps.query, scope))
    text = f"{who.text} does the following, all one step before anybody goes on to the next"
    if steps.condition is not None:
        text += f" (if {clauses.clause(steps.condition, scope)})"
    entries = tuple(_step(game, phase, step, scope.inner()) for step in steps.steps)
    return Entry(slug("phase", phase.name), phase.title, (*_doc(phase.doc), *_text(agreement.sentence(text))),
                 entries=entries)  # fmt: skip


def _step(game: model.CheckedGame, phase: model.Phase, step: model.Step, scope: Scope) -> Entry:
    told = _listed(_lines(statements.block(step.block, scope)), "steps")
    title = agreement.capital(step.title)
    return Entry(slug("phase", phase.name, step.name), title, _exactly(_doc(step.doc), told))


def _actions(game: model.CheckedGame) -> Entry:
    entries = tuple(_action(game, action) for action in game.actions.values())
    return Entry("actions", "Actions", _always_needed(game) if entries else (), entries=entries)


def _always_needed(game: model.CheckedGame) -> tuple[Item, ...]:
    """What every action on a card needs, and no card says."""
    told = []
    for key in sorted(ability_words.needed_by_all(game)):
        declared = game.defines[key]
        if declared.phrase is not None and "{" in declared.phrase:
            value = model.DefineValue(key, model.This(model.ThingType(declared.owner)), (), model.TRUTH)
            told.append(clauses.clause(value, Scope(game, None, NounPhrase("whoever it is on"))))
    return _text(f"An action on a card needs this besides what it says: {agreement.listing(told)}.") if told else ()


def _examples(examples: Sequence[Example]) -> Entry:
    entries = []
    for one in examples:
        lines = tuple("\n".join((remark, *lines) if remark else lines) for remark, lines in one.steps)
        entries.append(Entry(slug("example", one.title), one.title, (*_doc(one.doc), *_listed(lines, "steps"))))
    title = "An example of play" if len(entries) == 1 else "Examples of play"
    return Entry("examples", title, (), entries=tuple(entries))


def _action(game: model.CheckedGame, action: model.Action) -> Entry:
    menus = [game.menus[menu].title for menu in action.menus if menu in game.menus]
    items = (*_doc(action.doc), *_action_items(game, action, _scope(game)))
    note = agreement.listing([menu for menu in menus if menu != action.title], "or")
    return Entry(slug("action", action.key), action.title, items, note=note)


def _action_items(game: model.CheckedGame, action: model.Action, scope: Scope) -> tuple[Item, ...]:
    """An action point by point: by whom, what is chosen, needed and paid, what it does, and how often."""
    items: list[Item] = []
    actor = action.actor
    if actor is not None and isinstance(actor.type, model.ThingType):
        noun, nouns = kind_noun(game, actor.type.kind)
        scope.bind(actor, NounPhrase(f"that {noun}" if actor.name in noun else f"the {actor.name}", noun=noun))
        if not is_a(game, actor.type.kind, game.seats.kind):
            items += _text(f"One of your {nouns}{'' if actor.name in noun else f', called the {actor.name}'}.", "Who")
    limits = [c for c in action.clauses if isinstance(c, model.Limit)]
    needs = []
    costs = []
    for clause in action.clauses:
        if isinstance(clause, model.Choose):
            items += _text(agreement.sentence(statements.choice(clause, scope)), "Choice")
        elif isinstance(clause, model.Needs):
            needs.append(agreement.sentence(clauses.clause(clause.condition, scope)))
        elif isinstance(clause, model.Cost):
            costs.append(agreement.sentence(statements.cost(clause.event, scope)))
        elif isinstance(clause, model.CostStep):
            costs.append(statements.prose(statements.sentences(clause, scope)))
        elif not isinstance(clause, model.Limit):
            also = _text(statements.prose(statements.sentences(clause, scope)), "Also")
            items += [evolve(item, folded=bool(action.doc)) for item in also]
    items += _listed(tuple(needs), "list", "Needs")
    costs += _lines(statements.block(action.pays, scope))
    items += _listed(tuple(costs), "steps" if action.pays else "list", "Cost")
    items += _listed(_lines(statements.block(action.does, scope)), "steps", "Effect")
    for limit in limits:
        items += _text(agreement.sentence(statements.limit(limit, scope)), "Limit")
    return tuple(items)


def _terms(game: model.CheckedGame) -> Entry:
    """Numbers, roles and states that have a name of their own, and lists of values."""
    used = asked_defines(game)
    entries = [
        entry
        for key, define in game.defines.items()
        if key in used and not define.owner and (define.doc or define.phrase)
        for entry in _term(game, define, None)
    ]
    for owned in (*game.state.values(), *(one for kind in game.kinds.values() for one in kind.attributes.values())):
        if owned.doc:
            entries.append(_labelled(game, slug("value", owned.key), owned.label, owned.owner, owned.doc))
    for zone in game.zones.values():
        if zone.doc or zone.refills is not None:
            entry = _labelled(game, slug("zone", zone.key), zone.label, zone.owner, zone.doc)
            entries.append(entry if zone.doc else evolve(entry, items=_text(_refilled(game, zone))))
    options = {option.title for option in game.options.values()}
    for kind in game.kinds.values():
        entries += [
            entry
            for key, define in kind.defines.items()
            if key in used and (define.doc or (define.phrase and key == f"{kind.name}.{define.name}"))
            for entry in _term(game, define, kind)
        ]
    for name, enum in game.enums.items():
        if enum.doc and enum.title not in options:
            titles = agreement.listing(agreement.capital(title) for _, title, _ in enum.values)
            entries.append(Entry(slug("enum", name), agreement.capital(enum.title),
                                 (*_doc(enum.doc), *_text(f"{titles}.", "One of these"))))  # fmt: skip
    entries.sort(key=lambda entry: re.sub("^(the|a|an) ", "", entry.title.lower()))
    return Entry("terms", "Names for numbers, roles, states and piles", (), entries=tuple(entries))


def _refilled(game: model.CheckedGame, zone: model.Zone) -> str:
    """ "When it is empty and a card is to be drawn from it, shuffle the discard pile into it first."""
    assert zone.refills is not None
    scope = _scope(game)
    scope.this = NounPhrase("it")
    what = agreement.with_article(kind_noun(game, zone.content)[0])
    into = re.sub("^its ", "the ", values.noun(zone.refills, scope).text)
    return agreement.sentence(f"when it is empty and {what} is to be drawn from it, shuffle {into} into it first")


def _labelled(game: model.CheckedGame, id_: str, label: str, owner: str, doc: str) -> Entry:
    of = f" ({kind_noun(game, owner)[0]})" if owner else ""
    return Entry(id_, agreement.capital(agreement.words(label)) + of, _doc(doc))


_LONGEST_TERM = 300  # a formula that is longer helps nobody at the table


def _term(game: model.CheckedGame, define: model.Define, kind: model.Kind | None) -> tuple[Entry, ...]:
    """What a name means. One that says no more than itself, without a doc comment, needs no entry."""
    scope = _scope(game)
    declared = game.defines.get(define.key)
    phrase = define.phrase or (declared.phrase if declared is not None else None)
    name = agreement.words(define.name)
    truth = isinstance(define.value.type, model.TruthType)
    given: dict[str, NounPhrase] = {}
    if kind is not None:
        noun = kind_noun(game, kind.name)[0]
        plays = is_a(game, kind.name, game.seats.kind)
        given["this"] = NounPhrase(agreement.with_article(noun), noun=noun)
        others = any(is_a(game, type_kind(local.type) or "Thing", game.seats.kind) for local in define.parameters)
        scope.this = NounPhrase("it")
        if plays:
            scope.this = NounPhrase(f"that {noun}", noun=noun) if others else NounPhrase("they", True, noun=noun)
    for local in _as_said(define, phrase):
        found = events.indefinite(local.type, scope)
        if found.noun:
            other = scope.bind_that(local, found.noun, found.plural) == "another"
            found = NounPhrase(f"another {found.noun}", noun=found.noun) if other else found
        if isinstance(local.type, model.EnumType):
            found = NounPhrase(agreement.with_article(kind_noun(game, local.type.enum)[0]))
        given[local.name] = found
    of = next((one for one in given.values() if one.text), None)
    bare = re.sub(" (?:of|for|to)$", "", name)
    if phrase is not None and "{" in phrase:
        said = phrases.fill(phrases.read(phrase, orders=False), lambda slot: NounPhrase(
            f"that many {slot.noun[1]}", True) if slot.noun else given.get(slot.name, NounPhrase(slot.name)),
            "finite").clause  # fmt: skip
    elif truth and of is not None:
        verb = phrase is None and bare.endswith("s") and " " not in bare
        said = of.says(agreement.base(bare)) if verb else clauses.is_or_does(of, phrase or bare)
    elif truth:
        said = phrase or bare
    elif phrase:
        said = (the(phrase.removeprefix("the ")) if kind is None or of is None else of.owning(phrase)).text
    else:
        said = (of.owning(bare) if of is not None else the(bare)).text
    title = agreement.capital(said)
    if kind is not None and "{" not in (phrase or ""):
        title = f"{agreement.capital(phrase or name)} ({kind_noun(game, kind.name)[0]})"
    if truth:
        exact = f"{said} if {clauses.clause(define.value, scope)}"
    else:
        value = values.noun(define.value, scope)
        many = agreement.is_many(phrase or bare) if "{" not in (phrase or "") else value.plural
        exact = f"{said} {'are' if many else 'is'} {value.text}"
    exact = re.sub(r"\b(to|by|for|with|from|than|against|as) they\b", r"\1 them", shortened(exact, game))
    if not define.doc:
        if truth and _says_nothing(said, exact):
            return ()
        says = re.sub("^(?:.*? )?(?:is|are|has|holds) ", "", said)
        counted = isinstance(unwrap(define.value.type), model.NumberType) and phrase and not define.parameters
        if (
            not (truth or (counted and len(exact) <= _LONGEST_TERM))
            or isinstance(define.value, model.Literal)
            or exact.count(says) > 1
        ):
            return ()
    versions = [one.defines[define.key] for one in game.kinds.values() if define.key in one.defines]
    several = kind is not None and any(one.value != define.value for one in versions)
    told = (len(exact) <= _LONGEST_TERM and not several) or not define.doc
    items = _exactly(_doc(define.doc), _text(agreement.sentence(exact)) if told else ())
    return (Entry(slug("term", define.key), title, items),)


_FILLING = frozenset(
    ["that", "those", "their", "they", "them", "same", "whose", "which", "hold", "include", "with", "there", "this"]
)


def _says_nothing(said: str, exact: str) -> bool:
    """ "A token is on the space of a Cat if it is on the same space as that Cat": the name again, and no more."""
    known, meant = ({word.strip(".,’").removesuffix("’s").removesuffix("s") for word in text.lower().split()}
                    for text in (said, exact.removeprefix(f"{said} if ")))  # fmt: skip
    return (
        not {word for word in meant - known if len(word) > 3 and word not in _FILLING} and " not " not in f" {exact} "
    )


def _as_said(define: model.Define, phrase: str | None) -> tuple[model.Local, ...]:
    """The parameters in the order in which the phrase names them: "a Cat sees another one"."""
    said = [slot.name for slot in phrases.read(phrase, orders=False).slots] if phrase and "{" in phrase else []
    last = len(said)
    return tuple(sorted(define.parameters, key=lambda local: said.index(local.name) if local.name in said else last))


def _verbs(game: model.CheckedGame) -> Entry:
    entries = []
    for verb in game.verbs.values():
        if verb.orders is None and verb.reports is None:
            continue
        entries.append(Entry(slug("verb", verb.name), _verb_title(game, verb), _verb_items(game, verb)))
    entries.sort(key=lambda entry: entry.title.lower().removeprefix("a ").removeprefix("an "))
    return Entry("words", "What the words mean", _text(_WORDS), entries=tuple(entries))


def _verb_title(game: model.CheckedGame, verb: model.Verb) -> str:
    by_name = {parameter.local.name: parameter for parameter in verb.parameters}
    scope = _scope(game)
    read = phrases.read(verb.reports or verb.orders or "")
    seen: set[str] = set()
    named: set[str] = set()

    def slot(part: phrases.Slot) -> NounPhrase:
        parameter = by_name.get(part.name)
        if parameter is not None and part.name == read.subject and isinstance(parameter.local.type, model.EnumType):
            return NounPhrase(agreement.with_article(kind_noun(game, parameter.local.type.enum)[0]))
        if parameter is None:
            return NounPhrase(part.name)
        if part.name in named:
            return NounPhrase("it")
        named.add(part.name)
        found = events.indefinite(parameter.local.type, scope, part.noun)
        if found.noun and found.noun in seen and not found.plural:
            found = NounPhrase(f"another {found.noun}", noun=found.noun)
        seen.add(found.noun)
        return found

    return agreement.capital(phrases.fill(read, slot, "finite" if read.subject is not None else "order").clause)


def verb_scope(game: model.CheckedGame, verb: model.Verb) -> Scope:
    """How what a verb is about is called in its text."""
    scope = _scope(game)
    for parameter in verb.parameters:
        local = parameter.local
        match local.type:
            case model.NumberType() | model.ResourceType():
                scope.bind(local, values.number_name(local.name))
            case _:
                kind = events.indefinite(local.type, scope).noun
                if kind:
                    scope.bind_that(local, kind, isinstance(local.type, model.SetType))
    return scope


def _verb_items(game: model.CheckedGame, verb: model.Verb) -> tuple[Item, ...]:
    scope = verb_scope(game, verb)
    block = tuple(statement for statement in verb.block if not _is_at_all(statement))
    return _exactly(_doc(verb.doc), _listed(_lines(statements.block(block, scope)), "steps"))


def _is_at_all(statement: model.Statement) -> bool:
    """ "Only if that number is more than 0": no reader needs to be told."""
    match statement:
        case model.Needs(model.Comparison(">", model.Local(), model.Literal(0))):
            return True
        case _:
            return False


def _exactly(prose: tuple[Item, ...], steps: tuple[Item, ...]) -> tuple[Item, ...]:
    """Prose, and behind it what exactly happens; without prose that stands for itself."""
    if not prose:
        return steps
    return (*prose, *(evolve(item, label=item.label or "Exactly", folded=True) for item in steps))


def _kinds(game: model.CheckedGame) -> Entry:
    entries = []
    for kind in game.kinds.values():
        if kind.built_in:
            continue
        this = NounPhrase(agreement.with_article(kind.noun[0]), noun=kind.noun[0])
        scope = Scope(game, None, this)
        lines: list[Line] = []
        for ability in kind.abilities:
            lines += ability_words.ability(ability, scope.inner())
        for one in kind.prohibitions:
            lines += ability_words.prohibition(one, scope.inner())
        told = tuple(_again(line, kind.noun[0]) for line in _lines(lines))
        items = [*_exactly(_doc(kind.doc), _listed(told))]
        items += _text(_unless_said(game, kind))
        for section in kind.sections.values():
            items += _text(" ".join(section.doc.split()), f"“{section.title}”")
        for action in kind.actions:
            items += _kind_action(game, action, kind)
        if items:
            entries.append(Entry(slug("kind", kind.name), agreement.capital(kind.noun[0]), tuple(items)))
    for group in game.groups.values():
        if group.doc:
            entries.append(Entry(slug("kind", group.name), agreement.capital(group.noun[0]), _doc(group.doc)))
    return Entry("pieces", "Pieces and cards", (), entries=tuple(_joined(entries)))


def _again(line: str, noun: str) -> str:
    """ "a Gang’s Location ... or a Gang is tame": what was spoken of already is that Gang."""
    first = re.compile(rf"\b(a|an|A|An) {re.escape(noun)}\b")
    found = first.search(line)
    return line if found is None else line[: found.end()] + first.sub(f"that {noun}", line[found.end() :])


def _unless_said(game: model.CheckedGame, kind: model.Kind) -> str:
    """The numbers that some things of a Kind say and others leave to it."""
    told = []
    of_kind = [one for one in game.things.values() if not one.of_test and thing_is_a(game, one, kind.name)]
    for attribute in kind.attributes.values():
        default = plain_number(attribute.default)
        said = {attribute.key in one.values for one in of_kind}
        if default is not None and len(said) == 2:
            label = agreement.words(attribute.label or attribute.name)
            number = values.counted(default, attribute.unit) if attribute.unit is not None else str(default)
            named = attribute.unit is not None and label in attribute.unit
            told.append(number if named else f"{label} {number}")
    if not told:
        return ""
    kind_word = agreement.with_article(kind_noun(game, kind.name)[0])
    return agreement.sentence(f"Unless {kind_word} says otherwise: {', '.join(told)}")


def _kind_action(game: model.CheckedGame, action: model.Action, kind: model.Kind) -> tuple[Item, ...]:
    """What can be done with each thing of a Kind."""
    lines = ability_words.action_lines(action, Scope(game, None, NounPhrase(f"this {kind.noun[0]}", noun=kind.noun[0])))
    told = _listed(_paragraphs(lines))
    doc = _doc(action.doc)
    if not doc:
        return tuple(evolve(item, label=action.title) for item in told)
    apart = action.pays or any(isinstance(part, model.TargetsOf) for part in action.clauses)
    if apart or sum(len(line) for item in told for line in item.lines) > _LONGEST_TERM:
        scope = Scope(game, None, NounPhrase(f"this {kind.noun[0]}", noun=kind.noun[0]))
        parts = (evolve(item, folded=True) for item in _action_items(game, action, scope))
        return (evolve(doc[0], label=action.title), *_exactly(doc[1:], ()), *parts)
    return (evolve(doc[0], label=action.title), *_exactly(doc[1:], ()),
            *(evolve(item, label="Exactly", folded=True) for item in told))  # fmt: skip


def _joined(entries: list[Entry]) -> list[Entry]:
    """Kinds with one noun are one thing to a reader."""
    found: dict[str, Entry] = {}
    for entry in entries:
        before = found.get(entry.title)
        found[entry.title] = entry if before is None else evolve(before, items=(*before.items, *entry.items))
    return list(found.values())


def _timing(game: model.CheckedGame) -> Entry:
    """What answers what, and in which order: the same in every game but for who decides."""
    scope = _scope(game)
    picks = values.noun(game.ties, scope).text if game.ties is not None else (
        values.noun(game.joint, scope).text if game.joint is not None else "whoever the cards concern"
    )  # fmt: skip
    order = f"If there are several of a sort, {picks} says which comes next."
    if game.tiers_from is not None:
        sorts = "First those that belong to nobody, then those of each player round the table, beginning with "
        sorts += f"{values.noun(game.tiers_from, scope).text}; of each, first what must happen, then what may."
    else:
        sorts = "What replaces something comes first, then what must happen, then what somebody may do."
    lines = [
        "“Before” and “when … would” come in front of what they answer and can change or prevent it; “after” comes "
        "when that has happened whole; “instead” takes its place, and then it has not happened.",
        "What answers something is finished before anything else goes on. It may be answered itself; that comes first.",
        f"Several answers to one thing: {sorts[0].lower()}{sorts[1:]} {order} Each is carried out whole, then the "
        "table is looked at again. Nothing answers the same thing twice.",
        "“Cannot” beats everything that allows or orders something. What cannot be done is left out, and the rest of "
        "the text is carried out all the same, unless it says “if you do”.",
        "“While” and “has +1” hold just as long as what they say is true. “As soon as” is carried out at once when "
        "something becomes true, and again only after it has been untrue.",
        "Endings are looked at after every single change, also in the middle of a card.",
    ]
    if game.turn_order is not None:
        key = game.turn_order[1]
        label = game.attributes[key.attribute].label if isinstance(key, model.AttributeValue) else "place in the order"
        lines.append(f"Round the table, and from turn to turn, players come by their {label}, the lowest first.")
    if len(game.precedence) > 1 and game.precedence[0] == "lose":
        lines.append("If the game would be won and lost at the same moment, it is lost.")
    elif len(game.precedence) > 1:
        lines.append("If the game would be won and lost at the same moment, it is won.")
    return Entry("timing", "What happens when", (Item("list", tuple(lines)),))


def _builds(game: model.CheckedGame) -> Entry:
    """What has to be true of what somebody brings: a deck, a homemade character."""
    entries = []
    for build in game.builds.values():
        demands = tuple(agreement.sentence(one.text) for one in build.requires if not one.advice)
        advice = tuple(agreement.sentence(one.text) for one in build.requires if one.advice)
        items = (*_doc(build.doc), *_listed(demands), *_listed(advice, "list", "Advice"))
        entries.append(Entry(slug("build", build.name), build.title, items))
    return Entry("builds", "What you may bring", (), entries=tuple(entries))


def _decks(game: model.CheckedGame, omitted: Collection[str]) -> Entry:
    """Ready decks, with their cards by Kind."""
    entries = []
    for deck in game.decks.values():
        by_kind: dict[tuple[str, str], list[str]] = {}
        for count, name in deck.lines:
            thing = game.things.get(name)
            if thing is None or name in omitted or not thing.kinds:
                continue
            title = agreement.capital(thing.title)
            by_kind.setdefault(_group(game, thing), []).append(f"{count} × {title}" if count > 1 else title)
        items = [
            Item("titles", tuple(cards), agreement.capital(noun[len(cards) > 1])) for noun, cards in by_kind.items()
        ]
        entries.append(Entry(slug("deck", deck.name), deck.title, tuple(items)))
    return Entry("decks", "Ready decks", (), entries=tuple(entries))


def _campaigns(game: model.CheckedGame, omitted: Collection[str]) -> Entry:
    entries = []
    for campaign in game.campaigns.values():
        games = campaign.values.get("games")
        titles = [title_of(game, game.things[item.thing]).text for item in games.items
                  if isinstance(item, model.ThingConstant) and item.thing in game.things
                  and item.thing not in omitted] if (
                      isinstance(games, model.Listing)) else []  # fmt: skip
        items = (*_doc(campaign.doc), *_listed(tuple(f"{agreement.capital(title)}." for title in titles), "steps"))
        entries.append(Entry(slug("campaign", campaign.name), campaign.title, items))
    return Entry("campaigns", "Over several games", (), entries=tuple(entries))


def _index(cards: Entry) -> Entry:
    """Every card and piece by its title."""
    often = Counter(entry.title for group in cards.entries for entry in group.entries)
    found = [
        (f"{entry.title} ({group.title})" if often[entry.title] > 1 else entry.title, entry.id)
        for group in cards.entries for entry in group.entries
    ]  # fmt: skip
    found.sort(key=lambda pair: (re.sub("^(the|a|an) ", "", pair[0].lower()), pair[1]))
    return Entry("index", "Index of cards and pieces", (Item("index", (), pairs=tuple(found)),))


def _rules(game: model.CheckedGame) -> Entry:
    entries = []
    for rule in game.rules.values():
        told: list[str] = []
        for ability in rule.abilities:
            told += _paragraphs(ability_words.ability(ability, _scope(game)))
        prohibitions = [line for one in rule.prohibitions for line in ability_words.prohibition(one, _scope(game))]
        told += _lines(ability_words.folded(prohibitions))
        exact = _listed(_moments_together(told))
        entries.append(Entry(slug("rule", rule.name), rule.title, _exactly(_doc(rule.doc), exact)))
    return Entry("rules", "Standing rules", (), entries=tuple(entries))


_AT = re.compile(r"At (the (?:start|end) of [^,]+), (.+)", re.DOTALL)


def _moments_together(told: list[str]) -> tuple[str, ...]:
    """ "At the start of A, x. At the start of B, x.": at the start of A and B."""
    found: dict[str, list[str]] = {}
    for line in told:
        at = _AT.fullmatch(line)
        found.setdefault(at.group(2) if at else line, []).append(at.group(1) if at else "")
    lines = []
    for rest, moments in found.items():
        edges = [moment.removeprefix("the start of ") for moment in moments]
        same = edges[1:] and all(moment.startswith("the start of ") for moment in moments)
        when = f"the start of {agreement.listing(edges)}" if same else agreement.listing(moments)
        lines.append(f"At {when}, {rest}" if moments[0] else rest)
    return tuple(lines)


def _endings(game: model.CheckedGame) -> Entry:
    entries = tuple(
        Entry(
            slug("ending", ending.name),
            ending.title,
            (*_doc(ending.doc), *_text(agreement.sentence(ending_line(game, ending, _scope(game)).text))),
            note="win" if ending.result == "win" else "loss",
        )
        for ending in game.endings.values()
    )
    return Entry("endings", "The end of the game", (), entries=(*entries, *_score(game)))


def _score(game: model.CheckedGame) -> tuple[Entry, ...]:
    """What counts, and the ranks, each from the number of points at which it begins."""
    if game.score is None:
        return ()
    scope = _scope(game)
    each = ""
    if game.score.of is not None:
        noun = kind_noun(game, game.seats.kind)[0]
        scope.bind(game.score.of, NounPhrase(f"the {noun}"))
        each = f" for each {noun}"
    lines = [f"{agreement.capital(label)}: {values.noun(value, scope).text}" for value, label in game.score.lines]
    ranks = [
        f"{values.noun(least, scope).text} or more: {name}" if least is not None else f"Fewer: {name}"
        for least, name in game.score.ranks
    ]
    when = game.score.condition
    note = "option" if isinstance(when, model.OptionValue) else ""
    items = (*_listed(tuple(lines), "list", f"Added up{each}"), *_listed(tuple(ranks), "list", "The sum"))
    return (Entry("score", game.score.title, items, note),)


def _options(game: model.CheckedGame, omitted: Collection[str]) -> Entry:
    entries = []
    for option in game.options.values():
        titles = tuple(title for name, title in option.values if name not in omitted)
        lead = "Any of these" if option.several else "One of these"
        items = (*_doc(option.doc), *_listed(titles, "list", lead))
        entries.append(Entry(slug("option", option.name), option.title, items))
    return Entry("options", "Options and variants", (), entries=tuple(entries))


def _cards(game: model.CheckedGame, omitted: Collection[str] = (), truths: Sequence[str] = ()) -> Entry:
    by_kind: dict[tuple[str, str], list[Entry]] = {}
    on_boards = {name for board in game.maps.values() for name in (*board.places, *board.things)}
    boards = {thing.name for thing, _ in board_reference.grids(game)}
    docs = Counter(thing.doc for thing in game.things.values())
    for thing in game.things.values():
        if thing.of_test or not thing.kinds or thing.name in omitted or thing.belongs_to or thing.name in boards:
            continue
        items: list[Item] = []
        told = card_text(game, thing)
        said = numbers(game, thing, truths) if thing.name not in on_boards else ()
        said = tuple(pair for pair in said if not _told_already(game, thing, pair, told.text))
        if said:
            items.append(Item("numbers", (), pairs=said))
        bullets: list[str] = []
        for paragraph in told.paragraphs:
            if paragraph.style == "bullet":
                bullets.append(paragraph.text)
                continue
            if bullets:
                items.append(Item("list", tuple(bullets)))
                bullets = []
            items.append(Item("text", (paragraph.text,), paragraph.heading))
        if bullets:
            items.append(Item("list", tuple(bullets)))
        items += _lists(game, thing, truths)
        items += _rows(game, thing)
        if thing.flavour:
            items.append(Item("note", (thing.flavour,)))
        if thing.doc and docs[thing.doc] == 1 and _has_body(thing):
            items += [Item("note", item.lines, "Note") for item in _doc(thing.doc)]
        if not items:
            continue
        copies = f"{thing.copies} copies" if thing.copies > 1 else ""
        stand_in = "stand-in" if thing.stand_in else ""
        note = ", ".join(part for part in (copies, stand_in) if part)
        by_kind.setdefault(_group(game, thing), []).append(
            Entry(slug("card", thing.name), agreement.capital(thing.title), tuple(items), note, picture=thing.name)
        )
    return Entry(
        "cards",
        "Cards and pieces, one by one",
        (),
        entries=tuple(
            Entry(
                slug("cards", noun[0]),
                agreement.capital(noun[0 if len(entries) == 1 else 1]),
                (),
                entries=tuple(entries),
            )
            for noun, entries in by_kind.items()
        ),
    )


def _told_already(game: model.CheckedGame, thing: model.Thing, pair: tuple[str, str], text: str) -> bool:
    """Does a section of its Kind print a value in words: who moves, how far, toward whom?"""
    label, value = pair
    ancestors = {above for name in thing.kinds if name in game.kinds for above in game.kinds[name].ancestors}
    sections = [tuple(game.kinds[above].sections.values()) for above in ancestors if above in game.kinds]
    read = {node.attribute for node in walk(tuple(sections)) if isinstance(node, model.AttributeValue)}
    named = {
        agreement.capital(agreement.words(attribute.label or attribute.name)): attribute
        for attribute in all_attributes(game, thing)
        if attribute.key in read and not isinstance(unwrap(attribute.type), model.EnumType)
    }
    return label in named and re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text) is not None


def _group(game: model.CheckedGame, thing: model.Thing) -> tuple[str, str]:
    """Under which noun a thing is told of: that of its Kind, or of the Kind of its first face if it has none."""
    kind = thing.kinds[0]
    declared = game.kinds.get(kind)
    if declared is None or declared.built_in:
        kind = next((inner for content in thing.face_contents for inner in content.kinds), kind)
    return kind_noun(game, kind)


def _lists(game: model.CheckedGame, thing: model.Thing, truths: Sequence[str] = ()) -> list[Item]:
    """What a thing names several of, under the label of the attribute: cards, places, a plan of places.

    Before them what is true of it, but for `truths`, which stand beside its numbers.
    """
    found: list[Item] = []
    true = [
        truth_title(attribute.label) for attribute in all_attributes(game, thing)
        if isinstance(value := thing.values.get(attribute.key), model.Literal) and value.value is True
        and attribute.label != agreement.words(attribute.name) and attribute.name not in truths
    ]  # fmt: skip
    if true:
        found.append(Item("titles", tuple(true)))
    for attribute in all_attributes(game, thing):
        value = thing.values.get(attribute.key)
        if not isinstance(value, model.Listing) or not value.items or isinstance(unwrap(attribute.type), model.BagType):
            continue
        if attribute.label == agreement.words(attribute.name):
            continue  # no name by which players know it
        label = agreement.capital(attribute.label)
        if isinstance(unwrap(attribute.type), model.GridType):
            rows = tuple(
                tuple(cell.thing if isinstance(cell, model.ThingConstant) else None for cell in row.items)
                for row in value.items
                if isinstance(row, model.Listing)
            )
            table = board_reference.grid_table(game, rows)
            found.append(Item("table", (), label, table.head, table.rows))
        else:
            found.append(Item("titles", tuple(_cell(game, item) for item in value.items), label))
    return found


def listed(game: model.CheckedGame, thing: model.Thing) -> list[str]:
    """What a thing names several of, and the rows of its tables, as lines of plain text."""
    lines: list[str] = []
    for item in (*_lists(game, thing), *_rows(game, thing)):
        before = f"{item.label}: " if item.label else ""
        if item.style == "table":
            lines.append(before.strip())
            rows = (item.head, *item.rows)
            widths = [max(len(row[n]) for row in rows) for n in range(len(item.head))]
            lines += ["  " + "  ".join(cell.ljust(w) for cell, w in zip(row, widths)).rstrip() for row in rows]
        elif item.label:  # what is true of it stands beside its numbers
            lines.append(before + " · ".join(item.lines))
    return lines


def _rows(game: model.CheckedGame, thing: model.Thing) -> list[Item]:
    """The rows of a thing's own tables: one for each Kind of row."""
    by_kind: dict[str, list[model.Thing]] = {}
    for row in game.things.values():
        if row.belongs_to == thing.name and not row.of_test and row.kinds:
            by_kind.setdefault(row.kinds[0], []).append(row)
    found = []
    for kind, rows in by_kind.items():
        attributes = {one.key: one for row in rows for one in all_attributes(game, row)}
        columns = []
        for key, attribute in attributes.items():
            cells = [_cell(game, row.values.get(key)) for row in rows]
            if any(cells):
                columns.append((agreement.capital(agreement.words(attribute.label or attribute.name)), cells))
        if columns:
            head = tuple(title for title, _ in columns)
            found.append(Item("table", (), agreement.capital(kind_noun(game, kind)[1]), head,
                              tuple(zip(*(cells for _, cells in columns), strict=True))))  # fmt: skip
    return found


def _cell(game: model.CheckedGame, value: model.Value | None) -> str:
    match value:
        case None | model.Literal(None):
            return ""
        case model.Listing(items):
            return agreement.listing(_cell(game, item) for item in items)
        case _:
            return printed_value(game, value) or ""


def _has_body(thing: model.Thing) -> bool:
    """Does a thing say something itself? A comment on a row of a table is one on the table: of no use to players."""
    return bool(
        thing.sections or thing.abilities or thing.prohibitions or thing.actions or thing.defines
        or thing.face_contents or thing.endings or thing.wording
    )  # fmt: skip


def _readings(game: model.CheckedGame) -> Entry:
    entries = []
    for reading in game.readings.values():
        items = [*_text(reading.decision), *_text(reading.because or "", "Because")]
        if reading.option is not None and reading.option in game.options:
            items += _text(
                f"A table that plays it otherwise can say so: {game.options[reading.option].title}.", "Option"
            )
        entries.append(
            Entry(
                slug("reading", reading.name), agreement.capital(reading.title), tuple(items), ", ".join(reading.cites)
            )
        )
    return Entry("readings", "Where the printed rules are silent or at odds", (), entries=tuple(entries))


def _stand_ins(game: model.CheckedGame, omitted: Collection[str] = ()) -> Entry:
    """Stand-ins by Kind; those of which only a part is made up say which part."""
    by_kind: dict[tuple[str, str], list[str]] = {}
    for thing in game.things.values():
        if thing.of_test or not thing.stand_in or thing.name in omitted or not thing.kinds:
            continue
        named = thing.stand_in if isinstance(thing.stand_in, tuple) else ()
        parts = f": {agreement.listing(map(agreement.words, named))}" if named else ""
        by_kind.setdefault(_group(game, thing), []).append(f"{agreement.capital(title_of(game, thing).text)}{parts}")
    items = [
        Item("titles", tuple(titles), agreement.capital(noun[0 if len(titles) == 1 else 1]))
        for noun, titles in by_kind.items()
    ]
    boards = tuple(board.title for board in game.maps.values() if board.stand_in)
    if boards:
        items.append(Item("titles", boards, "Board" if len(boards) == 1 else "Boards"))
    if not items:
        return Entry("stand-ins", "Stand-ins")
    return Entry("stand-ins", "Stand-ins", (Item("text", (_UNKNOWN,)), *items), folded=True)


def _left_out(game: model.CheckedGame, omitted: Collection[str]) -> Entry:
    found = Counter(game.things[name].kinds[0] for name in omitted)
    told = [f"{count} {kind_noun(game, kind)[0 if count == 1 else 1]}" for kind, count in sorted(found.items())]
    items = (Item("text", (f"{_NOT_HERE} {agreement.listing(told)}.",)),) if told else ()
    return Entry("left-out", "Not in this book", items)


__all__ = ["Book", "Entry", "Example", "Item", "book"]
