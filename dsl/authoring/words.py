"""The words that those who write cards can use: a game's Kinds with what they have, its verbs, values and zones; and
what a word of the language itself means."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .. import model, vocabulary
from ..keywords import KEYWORDS
from .lookup import Named, in_numbers, listed, look_up, meant, named_in
from .new import kind_of


def words(game: model.CheckedGame, asked: str | None = None) -> Iterator[str]:
    """Lines of all words, or of one: of the language, a Kind, a verb, or whatever has it in its name or explanation."""
    if asked is None:
        yield from _everything(game)
        return
    asked = in_numbers(game, asked)
    said = [*meaning(asked)]
    yield from said
    kind = next((name for name in game.kinds if name.lower() == asked.lower()), None) or kind_of(game, asked)
    if kind is not None and not game.kinds[kind].built_in:
        yield from _kind(game, game.kinds[kind], inherited=True)
    lower = asked.lower()
    # endings of the game are told below, with what has the word in its explanation; those of scenarios are not
    called = [one for one in named_in(game) if one.name in game.things or one.sort == "ending"]
    called = [one for one in called if one.name not in game.endings]
    things = [called[n] for n in look_up(asked, called)[0]]
    yield from listed(things)
    found = [line for line in _flat(game) if lower in line.lower()]
    if kind is not None:
        found = [line for line in found if f" {kind}" in line]
    else:
        found += [line for line in _members(game) if lower in line.lower()]
    yield from found
    if kind is not None:
        yield from _things(game, kind)
    if not (said or kind or things or found):
        yield from _spoken_of(lower)


def _spoken_of(asked: str) -> Iterator[str]:
    """The words of the language with this in their names or explanations."""
    explained = [(word, keyword.sentence) for word, keyword in KEYWORDS.items()]
    explained += [(word, function.sentence) for word, function in vocabulary.FUNCTIONS.items()]
    for word in dict.fromkeys(
        word
        for word, sentence in explained
        if len(asked) > 3 and (asked in word or re.search(rf"\b{re.escape(asked)}", sentence.lower()))
    ):
        yield from meaning(word)


def meaning(word: str) -> Iterator[str]:
    """What a word of the language, or a built-in Kind, verb, value, attribute or function, means."""
    known = KEYWORDS.get(word)
    if known is not None:
        yield f"  {word}: {known.sentence}"
        yield f"      {known.example}"
    for table in (vocabulary.KINDS, vocabulary.VERBS, vocabulary.VALUES, vocabulary.ATTRIBUTES, vocabulary.FUNCTIONS):
        if word in table and word not in vocabulary.UNSPOKEN:
            yield f"  {word}: {table[word].sentence}"
    if word in vocabulary.AGGREGATES:
        yield f"  {word}(query): {vocabulary.AGGREGATES[word]}"


def nearest_word(game: model.CheckedGame, asked: str) -> str:
    """`; did you mean ...?`, of the words of a game and of the language; or nothing."""
    of_language = (*KEYWORDS, *vocabulary.VERBS, *vocabulary.FUNCTIONS)
    return meant(asked, [*named_in(game), *(Named("word", word) for word in of_language)])


def _everything(game: model.CheckedGame) -> Iterator[str]:
    yield "Kinds"
    for kind in game.kinds.values():
        if not kind.built_in:
            yield from _kind(game, kind, inherited=False)
    for title, lines in (
        ("Groups", _groups(game)),
        ("Verbs", _verbs(game)),
        ("Values", _values(game)),
        ("Zones", _zones(game)),
        ("Phases", _phases(game)),
        ("Actions", _actions(game)),
        ("Endings", _endings(game)),
        ("Options", _options(game)),
        ("Set-ups", _setups(game)),
        ("Decks", _decks(game)),
        ("Lists of values", _enums(game)),
    ):
        held = list(lines)
        if held:
            yield ""
            yield title
            yield from held
    yield ""
    yield "Words of the language: ask for one, such as `each` or `instead`. docs/vocabulary.md has all of them."


def _flat(game: model.CheckedGame) -> Iterator[str]:
    for lines in (_groups, _verbs, _values, _zones, _phases, _actions, _endings, _options, _setups, _decks, _enums):
        yield from lines(game)


def _kind(game: model.CheckedGame, kind: model.Kind, *, inherited: bool) -> Iterator[str]:
    above = [one for one in kind.parents if not game.kinds[one].built_in]
    yield f"  {kind.name}{' is ' + ', '.join(above) if above else ''}{_doc(kind.doc)}"
    for name in kind.ancestors if inherited else (kind.name,):
        if not game.kinds[name].built_in:
            yield from (f"      {line}" for line in _own(game.kinds[name]))


def _own(kind: model.Kind) -> Iterator[str]:
    """What a Kind itself says that its things have."""
    for attribute in kind.attributes.values():
        need = "" if attribute.default is not None or _optional(attribute.type) else "  (has to be given)"
        called = f"  “{attribute.label}”" if attribute.label not in ("", attribute.name) else ""
        yield f"{attribute.name}: {_type(attribute.type)}{need}{called}{_doc(attribute.doc)}"
    for zone in kind.zones.values():
        yield f"zone {zone.name} of {zone.content}"
    if kind.faces:
        yield f"faces {', '.join(face.name for face in kind.faces)}"
    for section in kind.sections.values():
        yield f"{section.name}:  a section, “{section.title}”"
    for define in kind.defines.values():
        yield f"{_signature(define)}{_doc(define.doc)}"


def _members(game: model.CheckedGame) -> Iterator[str]:
    """What Kinds have, each line with the Kind."""
    for kind in game.kinds.values():
        if not kind.built_in:
            for line in _own(kind):
                yield f"  of a {kind.name}: {line}"


def _things(game: model.CheckedGame, kind: str) -> Iterator[str]:
    """The things of a Kind, by name and title, and how many there are of more."""
    those = [one for one in named_in(game) if one.name in game.things and one.sort in game.kinds]
    those = [one for one in those if kind in (one.sort, *game.kinds[one.sort].ancestors)]
    if those:
        yield f"  {'one thing is' if len(those) == 1 else f'{len(those)} things are'} of this Kind:"
        yield from (f"  {line}" for line in listed(those))


def _optional(of: model.Type) -> bool:
    return isinstance(of, (model.OptionalType, model.SetType, model.BagType, model.ResourceType))


def _groups(game: model.CheckedGame) -> Iterator[str]:
    for group in game.groups.values():
        yield f"  {group.name}: some of {', '.join(group.kinds)}{_doc(group.doc)}"


def _verbs(game: model.CheckedGame) -> Iterator[str]:
    for verb in game.verbs.values():
        parts = [verb.name]
        for parameter in verb.parameters:
            value = f"{_type(parameter.local.type)} {parameter.local.name}"
            role = f"{parameter.role} {value}" if parameter.role else value
            parts.append(f"[{role}]" if parameter.default is not None else role)
        told = f"  “{verb.orders}”" if verb.orders else ""
        yield f"  {' '.join(parts)}{told}{_doc(verb.doc)}"


def _values(game: model.CheckedGame) -> Iterator[str]:
    for attribute in game.state.values():
        yield f"  {attribute.name}: {_type(attribute.type)}"
    for define in game.defines.values():
        if not define.owner:
            yield f"  {_signature(define)}{_doc(define.doc)}"


def _signature(define: model.Define) -> str:
    given = ", ".join(f"{_type(one.type)} {one.name}" for one in define.parameters)
    words_ = f"  “{define.phrase}”" if define.phrase else ""
    return f"{define.name}{f'({given})' if given else ''}: {_type(define.value.type)}{words_}"


def _zones(game: model.CheckedGame) -> Iterator[str]:
    for zone in game.zones.values():
        if not zone.owner:
            yield f"  {zone.name}: {zone.form} of {zone.content}{_doc(zone.doc)}"


def _phases(game: model.CheckedGame) -> Iterator[str]:
    for phase in game.phases.values():
        yield f"  {phase.name}: a phase  “{phase.title}”{_doc(phase.doc)}"


def _actions(game: model.CheckedGame) -> Iterator[str]:
    for action in game.actions.values():
        yield f"  {action.name}: an action  “{action.title}”{_doc(action.doc)}"


def _endings(game: model.CheckedGame) -> Iterator[str]:
    for ending in game.endings.values():
        yield f"  {ending.name}: an ending, {ending.result}  “{ending.title}”{_doc(ending.doc)}"


def _options(game: model.CheckedGame) -> Iterator[str]:
    for option in game.options.values():
        values = ", ".join(name for name, _ in option.values)
        told = f": {values}" if values else ""
        yield f"  {option.name}: an option{told}  “{option.title}”{_doc(option.doc)}"


def _setups(game: model.CheckedGame) -> Iterator[str]:
    for setup in game.setups.values():
        yield f"  {setup.name}: a set-up  “{setup.title}”"


def _decks(game: model.CheckedGame) -> Iterator[str]:
    for deck in game.decks.values():
        yield f"  {deck.name}: a deck  “{deck.title}”"


def _enums(game: model.CheckedGame) -> Iterator[str]:
    for enum in game.enums.values():
        yield f"  {enum.name}: {', '.join(name for name, *_ in enum.values)}"


def _doc(text: str) -> str:
    """The first line, to the end of its last sentence."""
    lines = [line.strip() for line in text.strip().split("\n")]
    whole = " ".join(lines)
    found = re.match(r"(.*?[.!?])(?= |$)", whole[max(len(lines[0]) - 1, 0) :])
    told = whole[: max(len(lines[0]) - 1, 0)] + found[1] if found else whole
    return f"  {told}" if told else ""


def _type(of: model.Type) -> str:
    """A type as it is written."""
    match of:
        case model.NumberType():
            return "Number"
        case model.TruthType():
            return "Truth"
        case model.TextType():
            return "Text"
        case model.EnumType(name) | model.ThingType(name) | model.ResourceType(name):
            return name
        case model.OptionalType(inner):
            return f"{_type(inner)}?"
        case model.SetType(inner):
            return f"{_type(inner)} set"
        case model.BagType(inner):
            return f"{_type(inner)} bag"
        case model.GridType(inner):
            return f"{_type(inner)} grid"
        case _:
            return "a value"
