"""Events in words: orders ("lose 1 heart"), reports ("Abu loses 1 heart") and patterns ("a Henchman attacks you")."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import evolve, frozen

from dsl import model
from dsl.vocabulary import VERBS

from . import agreement, clauses, queries, values
from . import phrase as phrases
from .noun_phrase import NounPhrase, proper, the
from .scope import Scope, all_actions, is_a, kind_noun, seated, type_kind, unwrap, walk

Filler = Callable[[phrases.Slot], NounPhrase]


@frozen
class Said:
    """A phrase with its slots' values: ready for any mood."""

    phrase: phrases.Phrase
    filler: Filler

    def filled(self, mood: phrases.Mood, doer: NounPhrase) -> phrases.Filled:
        return phrases.fill(self.phrase, self.filler, mood, doer)


def order(event: model.Event, scope: Scope) -> Said:
    """What somebody is told to do, or what happens."""
    declared = scope.game.verbs.get(event.verb)
    if declared is None:
        return _builtin_order(event, scope)
    text = declared.orders or declared.reports
    if text is None:
        return Said(phrases.read(_undescribed(declared.name)), lambda slot: argument(event.object, None, scope))
    arguments = _arguments(declared, event)
    read = phrases.read(text)
    shown = {slot.name for slot in read.slots}
    sorts = [
        values.noun(value, scope).text
        for name, (parameter, value) in arguments.items()
        if name not in shown and parameter.default is not None and isinstance(value, model.EnumConstant)
        and value != parameter.default
    ]  # fmt: skip
    if sorts:  # what the phrase has no place for, and the card asks for: "heal 2 mind damage"
        told = agreement.listing(sorts)
        numbers = [name for name, (one, _) in arguments.items() if isinstance(unwrap(one.local.type), model.NumberType)]
        counted = next((name for name in numbers if f"{{{name}}} " in text), None)
        read = phrases.read(
            text.replace(f"{{{counted}}} ", f"{{{counted}}} {told} ", 1) if counted else f"{text} ({told})"
        )
    return Said(read, lambda slot: _slot(slot, arguments, scope, slot.name == read.subject))


def _undescribed(name: str) -> str:
    return f"[{agreement.words(name)}]"


def _arguments(verb: model.Verb, event: model.Event) -> dict[str, tuple[model.Parameter, model.Argument | None]]:
    return {
        parameter.local.name: (parameter, event.object if parameter.role is None else event.role(parameter.role))
        for parameter in verb.parameters
    }


def _slot(
    slot: phrases.Slot,
    arguments: Mapping[str, tuple[model.Parameter, model.Argument | None]],
    scope: Scope,
    subject: bool = False,
) -> NounPhrase:
    parameter, value = arguments.get(slot.name, (None, None))
    if parameter is None:
        return NounPhrase(agreement.words(slot.name))
    if value is None and parameter.default is not None:
        value = parameter.default
        scope = scope.inner()  # a default speaks of the other arguments: "put the Guard on its space"
        for other, given in arguments.values():
            if isinstance(given, model.Local) and given in (
                node for node in walk(value) if isinstance(node, model.Local)
            ):
                scope.bind(given, NounPhrase("it"))
            scope.bind(other.local, NounPhrase("it"))
    if value is None:
        return indefinite(parameter.local.type, scope, slot.noun)
    found = argument(value, parameter, scope, slot.noun, not subject and takes(parameter, scope))
    if isinstance(value, model.EachOf) and queries.is_chosen(value.query, scope) and found.plural and any(
        isinstance(unwrap(one.local.type), model.NumberType) and given is not None for one, given in arguments.values()
    ):  # fmt: skip
        return NounPhrase(f"each of {found.text}", modified=True)
    if isinstance(unwrap(parameter.local.type), model.NumberType) and slot.noun is None:
        return evolve(found, reckoned=not isinstance(value, (model.Literal, model.Local)))
    return found


def takes(parameter: model.Parameter, scope: Scope) -> bool:
    """Does a verb move what stands in this role away? Then it is "from your hand", not "in your hand"."""
    for verb in scope.game.verbs.values():
        if any(own is parameter for own in verb.parameters):
            return any(
                isinstance(part, model.Do)
                and part.event.verb == "move"
                and isinstance(part.event.object, model.Local)
                and part.event.object.id == parameter.local.id
                for part in verb.block
            )
    return False


def taken_by(event: model.Event, scope: Scope) -> bool:
    """Does an event move its object away, and is told so: "discard a card from your hand", not "it comes down"?"""
    declared = scope.game.verbs.get(event.verb)
    if declared is None:
        return event.verb == "move"
    subject = phrases.read(declared.orders or declared.reports or _undescribed(declared.name)).subject
    return any(one.role is None and one.local.name != subject and takes(one, scope) for one in declared.parameters)


def argument(
    value: model.Argument | None,
    parameter: model.Parameter | None,
    scope: Scope,
    noun: tuple[str, str] | None = None,
    taken: bool = False,
) -> NounPhrase:
    """What stands in a role, as a noun phrase."""
    match value:
        case None:
            return NounPhrase("it")
        case model.EachOf(query):
            return queries.phrase(query, scope, "each", taken and queries.from_someone(query))
        case model.PickOf(query):
            return queries.phrase(query, scope, "a", taken)
        case _:
            pass
    if noun is not None:
        return NounPhrase(values.quantity(value, noun, scope), True)
    expected = unwrap(parameter.local.type) if parameter is not None else unwrap(value.type)
    if isinstance(expected, model.ResourceType):
        return NounPhrase(values.quantity(value, kind_noun(scope.game, expected.resource), scope), True)
    return values.noun(value, scope)


def indefinite(type_: model.Type, scope: Scope, noun: tuple[str, str] | None = None) -> NounPhrase:
    """Anything that fits: "a Sidekick", "hearts"."""
    if noun is not None:
        return NounPhrase(noun[1], True)
    inner = unwrap(type_)
    match inner:
        case model.ResourceType(resource):
            return NounPhrase(kind_noun(scope.game, resource)[1], True)
        case model.ThingType("Thing"):
            return NounPhrase("something")
        case model.ZoneType():
            return NounPhrase("anywhere")
        case model.NumberType() | model.EnumType():
            return NounPhrase("")  # "takes damage" for any number of any kind of damage
        case model.SetType() if (kind := type_kind(inner)) is not None:
            many = kind_noun(scope.game, kind)[1]
            return NounPhrase(many, True, noun=many)
        case _:
            kind = type_kind(inner)
            one = kind_noun(scope.game, kind)[0] if kind is not None else "something"
            return NounPhrase(agreement.with_article(one) if kind is not None else one, noun=one)


# ------------------------------------------------------------------------------------------------ built-in verbs


def _is_place(value: model.Argument | None, scope: Scope) -> bool:
    if value is None or isinstance(value, (model.EachOf, model.PickOf)):
        return isinstance(value, (model.EachOf, model.PickOf)) and is_a(scope.game, value.query.kind, "Place")
    kind = type_kind(value.type)
    return (kind is not None and is_a(scope.game, kind, "Place")) or (
        isinstance(value, model.Builtin) and value.name == "place"
    )


def _is_figure(value: model.Argument | None, scope: Scope) -> bool:
    """Does something move by itself, and is not placed?"""
    match value:
        case None:
            return False
        case model.EachOf(query) | model.PickOf(query):
            return moves(query.kind, scope)
        case model.ThingConstant(name):
            thing = scope.game.things.get(name)
            return thing is not None and any(moves(kind, scope) for kind in thing.kinds)
        case _:
            kind = type_kind(value.type)
            return kind is not None and moves(kind, scope)


def moves(kind: str, scope: Scope) -> bool:
    """Figures move, and cards that do something: those with which sections are carried out ("the user")."""
    if is_a(scope.game, kind, "Figure"):
        return True
    doers = {
        type_kind(section.parameter.type)
        for one in scope.game.kinds.values()
        for section in one.sections.values()
        if section.parameter is not None
    }
    return is_a(scope.game, kind, "Card") and any(doer is not None and is_a(scope.game, kind, doer) for doer in doers)


def goal_phrase(goal: model.Argument | None, scope: Scope, figure: bool) -> tuple[str, str]:
    """The verb of a move and the words behind the thing: ("place", "on that space")."""
    match goal:
        case None:
            return "move", "away"
        case model.Builtin("box"):
            return "return", "to the box"
        case model.ZoneEnd(which, zone):
            where = "on top of" if which == "top" else "at the bottom of"
            return "put", f"{where} {values.noun(zone, scope).text}"
        case _ if _is_place(goal, scope):
            noun = argument(goal, None, scope)
            return ("move", f"to {noun.text}") if figure else ("place", f"{queries.at_or_on(scope)} {noun.text}")
        case model.ZoneValue(key):
            noun = values.noun(goal, scope)
            if _face_down(key, scope):
                return "put", f"on top of {noun.text}"
            into = "on" if agreement.surface(noun.text) else "into"
            return ("add", f"to {noun.text}") if noun.plural else ("put", f"{into} {noun.text}")
        case model.AttributeValue(object, key):
            return "give", f"to {values.noun(object, scope).text}" if values.unit(scope, key) else "to it"
        case _:
            noun = argument(goal, None, scope)
            kind = None if isinstance(goal, (model.EachOf, model.PickOf)) else goal.type
            if isinstance(kind, model.ZoneType):
                return "put", f"into {noun.text}"
            return "put", f"with {noun.text}"


def _face_down(key: str, scope: Scope) -> bool:
    """Is a zone a face-down pile that is not about to be shuffled? What comes there comes on top."""
    zone = scope.game.zones.get(key)
    hidden = zone is not None and zone.form == "stack" and any(sight.who == "nobody" for sight in zone.sights)
    return hidden and key not in scope.shuffled


def _builtin_order(event: model.Event, scope: Scope) -> Said:
    text, parts = builtin_phrase(event, scope)
    return Said(phrases.read(text), lambda slot: parts.get(slot.name, NounPhrase(agreement.words(slot.name))))


def builtin_phrase(event: model.Event, scope: Scope) -> tuple[str, dict[str, NounPhrase]]:
    """The phrase of a built-in verb for its arguments, and what stands in its slots."""
    object_ = event.object
    match event.verb:
        case "move":
            source, goal = event.role("from"), event.role("to")
            if object_ is not None and isinstance(_type_of(object_), model.ResourceType):
                return _move_amount(object_, source, goal, scope)
            if object_ is not None and isinstance(source, model.AttributeValue):
                return _move_amount(object_, source, goal, scope)
            if isinstance(object_, model.EachOf):
                thing = queries.phrase(object_.query, scope, "all", taken=True)
            else:
                thing = argument(object_, None, scope, taken=True)
            if source is not None and not isinstance(source, (model.EachOf, model.PickOf)):
                thing = NounPhrase(f"{thing.text} from {values.noun(source, scope).text}", thing.plural, modified=True)
            verb, where = goal_phrase(goal, scope, _is_figure(object_, scope))
            if where.endswith(f" {thing.text}"):
                where = where.removesuffix(thing.text) + "it"
            if thing.you and verb == "move":
                return f"{{thing}} [{verb}] {{where}}", {"thing": thing, "where": NounPhrase(where)}
            return f"[{verb}] {{thing}} {{where}}", {"thing": thing, "where": NounPhrase(where)}
        case "draw":
            return _draw(event, scope)
        case "pay":
            noun = argument(object_, None, scope)
            payer = event.role("by")
            if payer is None:
                return "[pay] {amount}", {"amount": noun}
            return "{payer} [pay] {amount}", {"payer": argument(payer, None, scope), "amount": noun}
        case "flip":
            face = event.role("to")
            if face is None:
                return "[flip] {thing}", {"thing": argument(object_, None, scope)}
            thing = argument(object_, None, scope)
            return "[turn] {thing} to the {face} side", {"thing": thing, "face": face_of(face, scope)}
        case "shuffle":
            into = event.role("into")
            if into is None:
                return "[shuffle] {zone}", {"zone": argument(object_, None, scope)}
            return "[shuffle] {zone} into {goal}", {
                "zone": argument(object_, None, scope),
                "goal": argument(into, None, scope),
            }
        case "roll":
            return "[roll] {die}", {"die": die_of(object_, scope)}
        case "show":
            to = event.role("to")
            if isinstance(to, model.You) and scope.doer.you:
                return "[look] at {thing}", {"thing": argument(object_, None, scope)}
            if to is None:
                return "[reveal] {thing}", {"thing": argument(object_, None, scope)}
            return "[show] {thing} to {viewer}", {
                "thing": argument(object_, None, scope),
                "viewer": argument(to, None, scope),
            }
        case "lay":
            return "[lay] out {map}", {"map": map_of(object_, scope)}
        case "seat":
            player = event.role("for")
            seat = NounPhrase("that player") if player is None else argument(player, None, scope)
            return "{seat} [take] {thing}", {"seat": seat, "thing": argument(object_, None, scope)}
        case "reset":
            return "[restore] {thing} to what is printed on it", {"thing": argument(object_, None, scope)}
        case "give":
            return "[give] {thing} to {goal}", {
                "thing": argument(object_, None, scope),
                "goal": argument(event.role("to"), None, scope),
            }
        case "next_game":
            return "[start] the next game", {}
        case name:
            return _undescribed(name), {}


def _type_of(value: model.Argument) -> model.Type | None:
    return None if isinstance(value, (model.EachOf, model.PickOf)) else unwrap(value.type)


def die_of(value: model.Argument | None, scope: Scope) -> NounPhrase:
    name = getattr(value, "name", None) or getattr(value, "thing", None)
    if isinstance(name, str) and name in scope.game.dice:
        return the(scope.game.dice[name].title)
    return argument(value, None, scope)


def map_of(value: model.Argument | None, scope: Scope) -> NounPhrase:
    name = getattr(value, "name", None) or getattr(value, "thing", None)
    if isinstance(name, str) and name in scope.game.maps:
        title = scope.game.maps[name].title
        return proper(title) if all(word[:1].isupper() for word in title.split()) else the(title)
    return argument(value, None, scope)


def face_of(value: model.Argument, scope: Scope) -> NounPhrase:
    match value:
        case model.NameConstant(name) | model.EnumConstant(name=name):
            for kind in scope.game.kinds.values():
                for face in kind.faces:
                    if face.key == name:
                        return NounPhrase(face.title or face.name)
            owners: tuple[model.Thing | model.Kind, ...] = (*scope.game.things.values(), *scope.game.kinds.values())
            for owner in owners:
                for face in owner.faces:
                    if face.name == name.rpartition(".")[2]:
                        return NounPhrase(agreement.words(face.title or face.name))
            return NounPhrase(agreement.words(name.rpartition(".")[2]))
        case _:
            return argument(value, None, scope)


def _move_amount(
    amount: model.Argument, source: model.Argument | None, goal: model.Argument | None, scope: Scope
) -> tuple[str, dict[str, NounPhrase]]:
    """Some of a resource from pile to pile: "you take 1 star from Jafar"."""
    noun = argument(amount, None, scope)
    if isinstance(amount, model.Literal) and isinstance(source, model.AttributeValue):
        counts = values.unit(scope, source.attribute)
        if counts is not None:
            noun = NounPhrase(values.quantity(amount, counts, scope), True)
    from_whom = values.noun(source.object, scope) if isinstance(source, model.AttributeValue) else None
    match goal:
        case model.AttributeValue(object, _):
            taker = values.noun(object, scope)
            if from_whom is None:
                return "{taker} [take] {amount}", {"taker": taker, "amount": noun}
            return "{taker} [take] {amount} from {giver}", {"taker": taker, "amount": noun, "giver": from_whom}
        case _:
            _, where = goal_phrase(goal, scope, False)
            source_text = f" from {argument(source, None, scope).text}" if source is not None else ""
            return "[move] {amount} {where}", {
                "amount": NounPhrase(noun.text + source_text),
                "where": NounPhrase(where),
            }


def zone_content(value: model.Argument | None, scope: Scope) -> tuple[str, str]:
    """What comes out of a zone."""
    if isinstance(value, model.ZoneEnd):
        return zone_content(value.zone, scope)
    if isinstance(value, model.ZoneValue) and value.zone in scope.game.zones:
        return kind_noun(scope.game, scope.game.zones[value.zone].content)
    if value is not None and not isinstance(value, (model.EachOf, model.PickOf)):
        inner = unwrap(value.type)
        if isinstance(inner, model.ZoneType):
            return kind_noun(scope.game, inner.content)
    return ("card", "cards")


def _own_hand(source: model.Argument | None, goal: model.Argument | None) -> bool:
    """Does somebody draw from a pile of their own into their hand?"""
    return (
        isinstance(source, model.ZoneValue)
        and isinstance(goal, model.ZoneValue)
        and source.owner is not None
        and source.owner == goal.owner
        and goal.zone.rpartition(".")[2] == "hand"
    )


def _draw(event: model.Event, scope: Scope) -> tuple[str, dict[str, NounPhrase]]:
    source, goal = event.role("from"), event.role("to")
    number = event.object
    content = zone_content(source, scope)
    amount = (
        values.quantity(number, content, scope)
        if number is not None and not isinstance(number, (model.EachOf, model.PickOf))
        else agreement.with_article(content[0])
    )
    one = isinstance(number, model.Literal) and number.value == 1
    parts = {"amount": NounPhrase(amount), "source": argument(source, None, scope)}
    if isinstance(source, model.ZoneEnd):
        parts["source"] = NounPhrase(f"the {source.which} of {values.noun(source.zone, scope).text}")
    if goal is None:
        return "[draw] {amount} from {source}", parts
    if isinstance(goal, model.ZoneValue) and values.label_of_zone(goal.zone, scope) == "revealed":
        top = content[0] if one else f"{amount}"
        parts["top"] = NounPhrase(f"the top {top}", not one)
        return "[reveal] {top} of {source}", parts
    verb, where = goal_phrase(goal, scope, False)
    parts["where"] = NounPhrase(where)
    if verb == "put" and where.startswith("into "):
        if _own_hand(source, goal):
            assert isinstance(source, model.ZoneValue) and source.owner is not None
            owner = values.noun(source.owner, scope)
            if owner.you and scope.thing is not None and source.zone.rpartition(".")[2] == "deck":
                return "[draw] {amount}", parts  # everybody draws from the own deck
            if owner.you:
                return "[draw] {amount} from {source}", parts
            pile = values.noun(source, scope).text.removeprefix(f"{owner.possessive} ")
            parts["owner"], parts["source"] = owner, NounPhrase(f"their {pile}")
            return "{owner} [draw] {amount} from {source}", parts
        return "[draw] {amount} from {source} {where}", parts
    parts["it"] = NounPhrase("it" if one else "them")
    return f"[draw] {{amount}} from {{source}} and [{verb}] {{it}} {{where}}", parts


# ------------------------------------------------------------------------------------------------ patterns


def pattern_said(pattern: model.Pattern, scope: Scope) -> tuple[Said, bool]:
    """A pattern's phrase; its names get bound. Second: does the pattern leave the phrase's subject open?"""
    if pattern.what == "action":
        return _action_pattern(pattern, scope)
    if pattern.what == "phase":
        title = values.name_title(scope, pattern.name)
        return Said(phrases.read("{phase} [take] place"), lambda slot: NounPhrase(title)), False
    declared = scope.game.verbs.get(pattern.name)
    if declared is None:
        return _builtin_pattern(pattern, scope), False
    text = declared.orders or declared.reports or _undescribed(declared.name)
    if declared.reports and phrases.read(text).subject is None:
        text = declared.reports
    read = phrases.read(text)
    parts: dict[str, model.PatternPart | None] = {}
    for parameter in declared.parameters:
        parts[parameter.local.name] = pattern.object if parameter.role is None else role_of(pattern, parameter.role)
    by_name = {parameter.local.name: parameter for parameter in declared.parameters}
    nouns: dict[str, NounPhrase] = {}
    shown = [slot.name for slot in read.slots]
    for name in [*shown, *(other for other in by_name if other not in shown)]:
        if name in by_name:
            noun = next((slot.noun for slot in read.slots if slot.name == name), None)
            given = parts.get(name)
            nouns[name] = part(given, by_name[name].local.type, scope, noun)
            if isinstance(given, model.BindNumber) and noun is None and name in shown and given.local.id in scope.names:
                counts = read.counted(next(slot for slot in read.slots if slot.name == name))
                scope.bind(given.local, evolve(scope.names[given.local.id], noun=counts or ""))

    for parameter in declared.parameters:  # "is captured by a character that you control"
        name, given = parameter.local.name, parts.get(parameter.local.name)
        if (
            name not in shown
            and parameter.role in _SPOKEN
            and isinstance(given, model.Same)
            and not (isinstance(given.value, model.Literal))
        ) or (
            name not in shown
            and parameter.role in _SPOKEN
            and isinstance(given, model.Bind)
            and (
                given.query.where is not None
                or given.query.traits
                or given.query.local.id in scope.spoken_of
                or (isinstance(parameter.default, model.Literal) and parameter.default.value is None)
            )
        ):
            read = phrases.Phrase((*read.parts, f" {parameter.role} ", phrases.Slot(name)))

    def slot(wanted: phrases.Slot) -> NounPhrase:
        return nouns.get(wanted.name, NounPhrase(agreement.words(wanted.name)))

    subject = read.subject
    return Said(read, slot), subject is not None and parts.get(subject) is None


_SPOKEN = frozenset({"by", "from", "with"})


def role_of(pattern: model.Pattern, word: str) -> model.PatternPart | None:
    for name, value in pattern.roles:
        if name == word:
            return value
    return None


def part(
    value: model.PatternPart | None, type_: model.Type, scope: Scope, noun: tuple[str, str] | None = None
) -> NounPhrase:
    """One part of a pattern: what it says, or anything; binds its name."""
    match value:
        case None:
            return indefinite(type_, scope, noun)
        case model.Same(inner):
            if noun is not None:
                return NounPhrase(values.quantity(inner, noun, scope), True)
            return values.noun(inner, scope)
        case model.BindNumber(local):
            if isinstance(unwrap(local.type), (model.NumberType, model.ResourceType)):
                scope.bind(local, evolve(values.number_name(local.name), noun=noun[1] if noun is not None else ""))
                if local.id in scope.bounds:
                    resource = unwrap(local.type)
                    if noun is None and isinstance(resource, model.ResourceType):
                        noun = kind_noun(scope.game, resource.resource)
                    return NounPhrase(values.between(*scope.bounds[local.id], noun), True)
            else:
                one = kind_noun(scope.game, type_kind(local.type) or "Zone")[0]
                scope.bind_that(local, one)
            return indefinite(type_, scope, noun)
        case model.Bind(query, members) if members is not None:
            one, many = kind_noun(scope.game, query.kind)
            scope.bind_that(query.local, one)
            scope.bind_that(members, many, True)
            return queries.phrase(query, scope, "bare plural")
        case model.Bind(query):
            phrase = queries.phrase(query, scope, "a")
            first = scope.bind_that(query.local, kind_noun(scope.game, query.kind)[0])
            if first == "another":
                phrase = queries.phrase(query, scope, "another")
            return phrase


def _action_pattern(pattern: model.Pattern, scope: Scope) -> tuple[Said, bool]:
    action = scope.game.actions.get(pattern.name)
    if action is None:
        for candidate in all_actions(scope.game):
            if pattern.name in (candidate.key, candidate.name):
                action = candidate
    title = action.title if action is not None else agreement.words(pattern.name)
    by = role_of(pattern, "by")
    who = (
        part(by, model.ThingType(scope.game.seats.kind), scope)
        if by is not None
        else NounPhrase(agreement.with_article(kind_noun(scope.game, scope.game.seats.kind)[0]))
    )
    target = ""
    if pattern.object is not None:
        target = f" on {part(pattern.object, model.ThingType('Thing'), scope).text}"
    return Said(phrases.read("{who} [take] the {title} action" + ("{target}" if target else "")), lambda slot: {
        "who": who, "title": NounPhrase(title), "target": NounPhrase(target)}[slot.name]), by is None  # fmt: skip


def _builtin_pattern(pattern: model.Pattern, scope: Scope) -> Said:
    """Built-in verbs in the passive: "a Coin is placed on a place"."""
    verb = VERBS.get(pattern.name)
    kind = {"move": "Thing", "draw": "Number", "pay": "Number"}.get(pattern.name, "Thing")
    object_type: model.Type = model.NumberType() if kind == "Number" else model.ThingType(kind)
    thing = part(pattern.object, object_type, scope)
    roles = {word: part(value, model.ThingType("Thing"), scope) for word, value in pattern.roles}
    goal = next((value for word, value in pattern.roles if word == "to"), None)
    nouns = {"thing": thing, **roles}

    def said(text: str) -> Said:
        return Said(phrases.read(text), lambda slot: nouns.get(slot.name, NounPhrase(agreement.words(slot.name))))

    match pattern.name:
        case "move":
            source = " from {from}" if "from" in roles else ""
            if goal is None:
                return said("{thing} [be] moved" + source)
            source_place = role_of(pattern, "from")
            anywhere = isinstance(goal, model.Bind) and not (goal.query.where or goal.query.traits or goal.query.near)
            if isinstance(source_place, model.Same) and anywhere and nouns["to"].text.startswith(("a ", "an ")):
                nouns["to"] = NounPhrase(f"another {nouns['to'].noun}", noun=nouns["to"].noun)
            elif nouns["to"].text.startswith("another "):
                nouns["from"] = NounPhrase(f"one {nouns['to'].text.removeprefix('another ')}")
                nouns["to"] = NounPhrase("another")
                return said("{thing} [move] from {from} to {to}")
            place = isinstance(goal, model.Bind) and is_a(scope.game, goal.query.kind, "Place")
            place = place or (isinstance(goal, model.Same) and _is_place(goal.value, scope))
            mover = pattern.object.value if isinstance(pattern.object, model.Same) else None
            bound = pattern.object.query.kind if isinstance(pattern.object, model.Bind) else None
            if place and (_is_figure(mover, scope) or (bound is not None and moves(bound, scope))):
                return said("{thing} [move]" + source + " to {to}")
            if place:
                return said(f"{{thing}} [be] placed {queries.at_or_on(scope)} {{to}}" + source)
            return said("{thing} [be] put into {to}" + source)
        case "flip":
            if goal is not None and isinstance(goal, model.Same):
                nouns["to"] = face_of(goal.value, scope)
                return said("{thing} [be] turned to the {to} side")
            return said("{thing} [be] flipped")
        case "draw":
            if "from" in roles:
                nouns["thing"] = NounPhrase("a card")
                return said("{thing} [be] drawn from {from}")
            return said("a card [be] drawn")
        case "pay":
            return said("{by} [pay]") if "by" in roles else said("something [be] paid")
        case "roll":
            if isinstance(pattern.object, model.Same):
                nouns["thing"] = die_of(pattern.object.value, scope)
            return said("{thing} [be] rolled")
        case _ if verb is not None:
            return said(f"{{thing}} [be] {agreement.participle(agreement.words(pattern.name))}")
        case _:
            return said(f"{{thing}} [be] {agreement.participle(agreement.words(pattern.name))}")


def pattern_clause(pattern: model.Pattern, scope: Scope, mood: phrases.Mood, modal: str | None = None) -> str:
    """The pattern as a clause, names bound; with a modal: "Genie would attack a Sidekick"."""
    said, _ = pattern_said(pattern, scope)
    doer = the(f"active {kind_noun(scope.game, scope.game.seats.kind)[0]}")
    if modal is None:
        return said.filled("finite" if mood == "order" else mood, doer).clause
    filled = said.filled("base", doer)
    subject = filled.subject.text if filled.subject is not None else ""
    text = filled.text
    return f"{subject} {modal} {text}".strip()


def cannot(pattern: model.Pattern, scope: Scope) -> str:
    """A prohibition: "Genie cannot be attacked", "no Sidekick can ...", "you cannot ..."."""
    inner = scope
    said, free = pattern_said(pattern, inner)
    reported = said
    declared = scope.game.verbs.get(pattern.name) if pattern.what == "verb" else None
    if declared is not None and declared.orders is not None:
        read = phrases.read(declared.orders)
        told = {slot.name for slot in read.slots}
        bound = {
            one.local.name for one in declared.parameters
            if isinstance(pattern.object if one.role is None else role_of(pattern, one.role), model.Bind)
        }  # fmt: skip
        more = {slot.name for slot in phrases.read(declared.reports or "").slots} & bound - told
        if read.subject is None and not free and not more:
            said = Said(read, said.filler)
            free = True
    if free:
        turned = phrases.passive(said.phrase)
        patient = turned.parts[0] if turned is not None else None
        if isinstance(patient, phrases.Slot) and not said.filler(patient).text.strip():
            turned = None  # "body damage cannot be dealt to Genie": Genie cannot take body damage
            if declared is not None and declared.reports is not None:
                said = reported
        if turned is not None:
            filled = phrases.fill(turned, said.filler, "base")
            subject = filled.subject.text if filled.subject is not None else ""
            return f"{subject} cannot {filled.text}"
    filled = said.filled("base", seated(scope.game))
    subject_phrase = filled.subject
    if subject_phrase is None:
        return f"nobody can {filled.text}"
    open_subject = said.phrase.subject is not None and subject_phrase.text.startswith(("a ", "an ", "another "))
    if open_subject:
        one, _, noun = subject_phrase.text.partition(" ")
        noun = f"other {noun}" if one == "another" else noun
        between, would, rest = said.filled("would", seated(scope.game)).text.partition("would ")
        if between and would:  # "no card of a character can take effect"
            return f"no {noun} {between}can {rest}"
        return f"no {noun} can {filled.text}"
    if subject_phrase.text in ("something", "a thing"):
        return f"nothing can {filled.text}"
    return f"{subject_phrase.text} cannot {filled.text}"


__all__ = ["Said", "argument", "builtin_phrase", "cannot", "clauses", "indefinite", "order", "pattern_clause"]
