"""The rules of a game as a book: plain data, which rules_pages shows. Doc comments are its prose."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection

from attrs import evolve, field, frozen

from dsl import model

from . import board_reference
from .card_face import all_attributes, numbers, printed_value
from .turn_picture import Box, turn_boxes
from .wording import abilities as ability_words
from .wording import agreement, card_text, clauses, events, statements, values
from .wording import phrase as phrases
from .wording.card_text import ending_line
from .wording.folding import Folder
from .wording.noun_phrase import NounPhrase
from .wording.scope import Scope, kind_noun, title_of
from .wording.statements import Line

_WORDS = (
    "What cards and rules say in a word or two, in full. Where an entry has a line “Exactly”, that is how the game is "
    "played to the letter; the text before it is enough to play."
)
_NOT_HERE = "Not told of one by one, for example since they are still locked, are"
_UNKNOWN = "The printed originals of these are not known. They were made up so that the game can be played."


@frozen
class Item:
    """A paragraph (one line), a list, numbered steps, a table or a drawing; `label` stands bold in front.

    Lines of text and of lists may have lines of their own: those stand behind line breaks.
    """

    style: str  # "text", "list", "steps", "note", "numbers", "table", "drawing" (HTML only), "turn", "index"
    lines: tuple[str, ...]
    label: str = ""
    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()
    folded: bool = False  # exact, and not needed by those who read on
    turn: tuple[Box, ...] = ()


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
class Book:
    title: str
    chapters: tuple[Entry, ...] = field(factory=tuple)


def book(game: model.CheckedGame, omitted: Collection[str] = ()) -> Book:
    """All chapters that have something to say, in the order in which one reads rules.

    `omitted`: names of things that are not told of one by one; the last chapter counts them by Kind, so that nothing
    of them is given away.
    """
    chapters = (
        _overview(game),
        _components(game),
        _boards(game),
        _setup(game),
        _turn(game),
        _actions(game),
        _kinds(game),
        _rules(game),
        _timing(game),
        _verbs(game),
        _endings(game),
        _options(game, omitted),
        _campaigns(game, omitted),
        _cards(game, omitted),
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
    for result, label in (("win", "You win"), ("lose", "You lose")):
        titles = tuple(f"{ending.title}." for ending in game.endings.values() if ending.result == result)
        items += _listed(titles, "list", label)
    return Entry("overview", "Overview", tuple(items))


def _doubled(seats: model.Seats) -> str:
    """ "A lone player leads two." """
    lone = seats.doubled.get(1)
    return f" A lone player leads {lone}." if lone is not None and lone > 1 else ""


def _content_line(game: model.CheckedGame, count: int, name: str, declared: bool) -> str:
    if not declared:
        return f"{count} {name}"
    if name in game.things:
        return f"{count} × {agreement.capital(game.things[name].title)}"
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


def _setup(game: model.CheckedGame) -> Entry:
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
    if len(entries) == 1:
        return Entry("set-up", "Set-up", entries[0].items, entries=entries[0].entries)
    return Entry("set-up", "Set-up", (), entries=tuple(entries))


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
    items = (Item("turn", (), turn=turn_boxes(game, ids)),)
    entries = tuple(
        Entry(
            slug("phase", name),
            phase.title,
            (*_doc(phase.doc), *_listed(_lines(statements.block(phase.block, _scope(game))), "steps")),
        )
        for name, phase in game.phases.items()
    )
    return Entry("turn", "How a turn goes", items, entries=entries)


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


def _action(game: model.CheckedGame, action: model.Action) -> Entry:
    scope = _scope(game)
    items = list(_doc(action.doc))
    limits = [c for c in action.clauses if isinstance(c, model.Limit)]
    menus = [game.menus[menu].title for menu in action.menus if menu in game.menus]
    needs = []
    costs = []
    for clause in action.clauses:
        if isinstance(clause, model.Choose):
            items += _text(agreement.sentence(statements.choice(clause, scope)), "Choice")
        elif isinstance(clause, model.Needs):
            needs.append(agreement.sentence(clauses.clause(clause.condition, scope)))
        elif isinstance(clause, model.Cost):
            costs.append(agreement.sentence(statements.cost(clause.event, scope)))
        elif not isinstance(clause, model.Limit):
            items += _text(statements.prose(statements.sentences(clause, scope)), "Also")
    items += _listed(tuple(needs), "list", "Needs")
    items += _listed(tuple(costs), "list", "Cost")
    if action.pays:
        items += _listed(_lines(statements.block(action.pays, scope)), "steps", "Cost")
    items += _listed(_lines(statements.block(action.does, scope)), "steps", "Effect")
    for limit in limits:
        items += _text(agreement.sentence(statements.limit(limit, scope)), "Limit")
    return Entry(slug("action", action.key), action.title, tuple(items), note=agreement.listing(menus, "or"))


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

    def slot(part: phrases.Slot) -> NounPhrase:
        parameter = by_name.get(part.name)
        return (
            events.indefinite(parameter.local.type, scope, part.noun)
            if parameter is not None
            else NounPhrase(part.name)
        )

    text = verb.reports or verb.orders or ""
    return agreement.capital(phrases.fill(phrases.read(text), slot, "finite").clause)


def _verb_items(game: model.CheckedGame, verb: model.Verb) -> tuple[Item, ...]:
    scope = _scope(game)
    for parameter in verb.parameters:
        local = parameter.local
        match local.type:
            case model.NumberType() | model.ResourceType():
                scope.bind(local, values.number_name(local.name))
            case _:
                kind = events.indefinite(local.type, scope).noun
                if kind:
                    scope.bind_that(local, kind)
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
        items = (*_doc(kind.doc), *_listed(_lines(lines)))
        if items:
            entries.append(Entry(slug("kind", kind.name), agreement.capital(kind.noun[0]), items))
    entries = _joined(entries)
    for group in game.groups.values():
        if group.doc:
            entries.append(Entry(slug("kind", group.name), agreement.capital(group.noun[0]), _doc(group.doc)))
    return Entry("pieces", "Pieces and cards", (), entries=tuple(entries))


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
    found = [(entry.title, entry.id) for group in cards.entries for entry in group.entries]
    found.sort(key=lambda pair: (re.sub("^(the|a|an) ", "", pair[0].lower()), pair[1]))
    return Entry("index", "Index of cards and pieces", (Item("index", (), pairs=tuple(found)),))


def _rules(game: model.CheckedGame) -> Entry:
    entries = []
    for rule in game.rules.values():
        lines: list[Line] = []
        for ability in rule.abilities:
            lines += ability_words.ability(ability, _scope(game))
        prohibitions = [line for one in rule.prohibitions for line in ability_words.prohibition(one, _scope(game))]
        lines += ability_words.folded(prohibitions)
        entries.append(Entry(slug("rule", rule.name), rule.title, (*_doc(rule.doc), *_listed(_lines(lines)))))
    return Entry("rules", "Standing rules", (), entries=tuple(entries))


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
    lines = [f"{agreement.capital(label)}: {values.noun(value, scope).text}" for value, label in game.score.lines]
    ranks = [
        f"{values.noun(least, scope).text} or more: {name}" if least is not None else f"Fewer: {name}"
        for least, name in game.score.ranks
    ]
    when = game.score.condition
    note = "option" if isinstance(when, model.OptionValue) else ""
    items = (*_listed(tuple(lines), "list", "Added up"), *_listed(tuple(ranks), "list", "The sum"))
    return (Entry("score", game.score.title, items, note),)


def _options(game: model.CheckedGame, omitted: Collection[str]) -> Entry:
    entries = []
    for option in game.options.values():
        titles = tuple(title for name, title in option.values if name not in omitted)
        lead = "Any of these" if option.several else "One of these"
        items = (*_doc(option.doc), *_listed(titles, "list", lead))
        entries.append(Entry(slug("option", option.name), option.title, items))
    return Entry("options", "Options and variants", (), entries=tuple(entries))


def _cards(game: model.CheckedGame, omitted: Collection[str] = ()) -> Entry:
    by_kind: dict[str, list[Entry]] = {}
    on_boards = {name for board in game.maps.values() for name in (*board.places, *board.things)}
    docs = Counter(thing.doc for thing in game.things.values())
    for thing in game.things.values():
        if thing.of_test or not thing.kinds or thing.name in omitted or thing.belongs_to:
            continue
        items: list[Item] = []
        said = numbers(game, thing) if thing.name not in on_boards else ()
        if said:
            items.append(Item("numbers", (), pairs=said))
        bullets: list[str] = []
        for paragraph in card_text(game, thing).paragraphs:
            if paragraph.style == "bullet":
                bullets.append(paragraph.text)
                continue
            if bullets:
                items.append(Item("list", tuple(bullets)))
                bullets = []
            items.append(Item("text", (paragraph.text,), paragraph.heading))
        if bullets:
            items.append(Item("list", tuple(bullets)))
        items += _rows(game, thing)
        if thing.doc and docs[thing.doc] == 1 and _has_body(thing):
            items += [Item("note", item.lines, "Note") for item in _doc(thing.doc)]
        if not items:
            continue
        copies = f"{thing.copies} copies" if thing.copies > 1 else ""
        stand_in = "stand-in" if thing.stand_in else ""
        note = ", ".join(part for part in (copies, stand_in) if part)
        by_kind.setdefault(thing.kinds[0], []).append(
            Entry(slug("card", thing.name), agreement.capital(thing.title), tuple(items), note, picture=thing.name)
        )
    return Entry(
        "cards",
        "Cards and pieces, one by one",
        (),
        entries=tuple(
            Entry(
                slug("cards", kind),
                agreement.capital(kind_noun(game, kind)[0 if len(entries) == 1 else 1]),
                (),
                entries=tuple(entries),
            )
            for kind, entries in by_kind.items()
        ),
    )


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
    lines = []
    for thing in game.things.values():
        if thing.of_test or not thing.stand_in or thing.name in omitted:
            continue
        named = thing.stand_in if isinstance(thing.stand_in, tuple) else ()
        parts = f": {agreement.listing(map(agreement.words, named))}" if named else ""
        lines.append(f"{agreement.capital(title_of(game, thing).text)}{parts}")
    for board in game.maps.values():
        if board.stand_in:
            lines.append(board.title)
    if not lines:
        return Entry("stand-ins", "Stand-ins")
    return Entry(
        "stand-ins",
        "Stand-ins",
        (Item("text", (_UNKNOWN,)),
         Item("list", tuple(lines))),
        folded=True,
    )  # fmt: skip


def _left_out(game: model.CheckedGame, omitted: Collection[str]) -> Entry:
    found = Counter(game.things[name].kinds[0] for name in omitted)
    told = [f"{count} {kind_noun(game, kind)[0 if count == 1 else 1]}" for kind, count in sorted(found.items())]
    items = (Item("text", (f"{_NOT_HERE} {agreement.listing(told)}.",)),) if told else ()
    return Entry("left-out", "Not in this book", items)


__all__ = ["Book", "Entry", "Item", "book"]
