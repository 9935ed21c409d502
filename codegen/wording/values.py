"""Values as noun phrases: "your health", "the number of Coins on that place"."""

from __future__ import annotations

from typing import assert_never

from attrs import evolve

from dsl import model
from dsl.vocabulary import ATTRIBUTES, FUNCTIONS, VALUES

from . import agreement, clauses, queries
from . import phrase as phrases
from .noun_phrase import NounPhrase, proper, the
from .scope import Scope, kind_noun, place_noun, plural_of, seated, seated_noun, title_of, type_kind, unwrap, walk


def noun(value: model.Value, scope: Scope) -> NounPhrase:
    """The value as something that a sentence can be about."""
    found = _noun(value, scope)
    return scope.you if found.text in scope.selves else found


def _noun(value: model.Value, scope: Scope) -> NounPhrase:
    match value:
        case model.Literal():
            return _literal(value, scope)
        case model.EnumConstant(enum, name):
            return proper(enum_title(scope, enum, name))
        case model.NameConstant(name):
            return NounPhrase(name_title(scope, name))
        case model.ThingConstant(name):
            if scope.thing is not None and name == scope.thing.name:
                return scope.this
            found = scope.game.things.get(name)
            return title_of(scope.game, found) if found is not None else proper(agreement.words(name))
        case model.CopiesConstant(name):
            found = scope.game.things.get(name)
            title = found.title if found is not None else agreement.words(name)
            return the(plural_of(title), plural=True)
        case model.KindConstant(kind):
            return NounPhrase(kind_noun(scope.game, kind)[1], plural=True)
        case model.ZoneValue(key, owner):
            return zone(key, owner, scope)
        case model.StateValue(key):
            return _state(key, value.type, scope)
        case model.OptionValue(option):
            declared = scope.game.options.get(option)
            if declared is not None and declared.title.startswith("What "):
                return NounPhrase(agreement.uncapital(declared.title), modified=True)
            if declared is not None and declared.several:
                return the(declared.title, plural=True)
            if declared is not None and isinstance(unwrap(value.type), model.ThingType):
                nouns = {kind.noun[0] for kind in scope.game.kinds.values()}
                return the(declared.title if declared.title in nouns else agreement.uncapital(declared.title))
            return the(f"{declared.title if declared else agreement.words(option)} option")
        case model.Local(id_, name):
            return scope.names[id_] if id_ in scope.names else _unbound(value, name, scope)
        case model.This():
            return scope.this
        case model.You():
            return scope.you
        case model.AttributeValue(object, key, base=base):
            return _attribute(object, key, value.type, base, scope)
        case model.PartValue(object, part):
            holder = noun(object, scope)
            return holder.owning(_part_noun(part, holder, scope))
        case model.DefineValue():
            if isinstance(value.type, model.TruthType):
                return _whether(value, scope)
            return _define(value, scope)
        case model.EventValue(event, name):
            if name == "done":
                return _whether(value, scope)
            return scope.names.get(event.id, NounPhrase("that number"))
        case model.Builtin():
            if isinstance(value.type, model.TruthType):
                return _whether(value, scope)
            return _builtin(value, scope)
        case model.Each(set_, local, body):
            inner = scope.inner()
            members = noun(set_, scope)
            inner.bind(local, NounPhrase(members.text, True, modified=True))
            found_noun = noun(body, inner)
            return NounPhrase(found_noun.text, True, modified=True)
        case model.Aggregate():
            if isinstance(value.type, model.TruthType):
                return _whether(value, scope)
            return _aggregate(value, scope)
        case model.QueryValue(query):
            return queries.phrase(query, scope, "all")
        case model.Listing(items):
            return NounPhrase(agreement.listing(noun(item, scope).text for item in items), len(items) > 1)
        case model.ZoneEnd(which, inside):
            content = type_kind(value.type) or "Card"
            return the(f"{which} {kind_noun(scope.game, content)[0]} of {noun(inside, scope).text}")
        case model.Negative(operand):
            return NounPhrase(f"−{noun(operand, scope).text}")
        case model.Arithmetic():
            return _arithmetic(value, scope)
        case model.Conditional(test, then, otherwise):
            if isinstance(test, model.KindTest) and noun(then, scope).text == noun(otherwise, scope).text:
                return noun(then, scope)  # the same for each Kind of a group
            usual = noun(then, scope)
            told = f"({usual.text})" if isinstance(then, model.Conditional) else usual.text
            return NounPhrase(
                f"{told} if {clauses.clause(test, scope)}, otherwise {noun(otherwise, scope).text}",
                usual.plural and not isinstance(value.type, model.NumberType),
            )
        case model.Ask(question, pattern):
            if question == "times":
                return the(f"number of times that {clauses.asked(pattern, value.during, scope)}", modified=True)
            return _whether(value, scope)
        case (
            model.FaceTest()
            | model.SectionTest()
            | model.Comparison()
            | model.Membership()
            | model.KindTest()
            | model.NothingTest()
            | model.Logic()
            | model.Not()
        ):
            return _whether(value, scope)
        case _:
            assert_never(value)


def _part_noun(key: str, owner: NounPhrase, scope: Scope) -> str:
    """A part is called by the noun of its Kind if that says more: "SOI token" for a part that is named `token`."""
    name = agreement.words(key.rpartition(".")[2])
    for kind in scope.game.kinds.values():
        if key in kind.parts:
            one = kind_noun(scope.game, kind.parts[key])[0]
            says_more = one.lower().endswith(name.lower()) and one.split()[0] not in owner.text.split()
            return one if says_more else name
    return name


def _whether(value: model.Value, scope: Scope) -> NounPhrase:
    return NounPhrase(f"whether {clauses.clause(value, scope)}", modified=True)


def _literal(value: model.Literal, scope: Scope) -> NounPhrase:
    inner = value.value
    if inner is None:
        return NounPhrase("nothing")
    if isinstance(inner, bool):
        return NounPhrase("yes" if inner else "no")
    if isinstance(inner, str):
        return NounPhrase(inner)
    kind = unwrap(value.type)
    if isinstance(kind, model.ResourceType):
        text = counted(inner, kind_noun(scope.game, kind.resource))
    else:
        text = number(inner)
    return NounPhrase(text, inner != 1)


def number(amount: int) -> str:
    if amount >= model.INFINITE:
        return "any number"
    return str(amount) if amount >= 0 else f"−{-amount}"


def counted(amount: int, name: tuple[str, str]) -> str:
    if amount >= model.INFINITE:
        return f"any number of {name[1]}"
    return agreement.count(amount, name)


def between(low: int | None, high: int | None, name: tuple[str, str] | None) -> str:
    """So many at least, at most, or from here to there: "3 or more hearts", "2 or less", "1 to 4 hearts"."""
    one, many = name or ("", "")
    if low == high and low is not None:
        return f"exactly {counted(low, (one, many))}".strip()
    if low is not None and high is not None:
        return f"{low} to {high} {many}".strip()
    if low is not None:
        return (f"at least 1 {one}" if low == 1 else f"{low} or more {many}").strip()
    if high == 0:
        return f"no {many}" if many else "0"
    less = "less" if one == many else "fewer"
    return f"{less} than 2 {many}" if high == 1 and many else f"{high} or {less} {many}".strip()


def quantity(value: model.Value, name: tuple[str, str], scope: Scope) -> str:
    """So many of a noun: "1 heart", "that many hearts", "1 heart for each Coin on that place"."""
    match value:
        case model.Literal(int() as amount):
            return counted(amount, name)
        case model.Local(id_):
            bound = scope.names.get(id_)
            if bound is None or bound.text.startswith("that number"):
                return f"that {'much' if name[0] == name[1] else 'many'} {name[1]}"
            return f"{name[1]} equal to {bound.text}"
        case model.Aggregate("count", query, ()) if queries.is_chosen(query, scope):
            return f"as many {name[1]}"
        case model.Aggregate("count", query, ()):
            return f"1 {name[0]} for {queries.phrase(query, scope, 'each').text}"
        case model.Arithmetic("*", left, model.Aggregate("count", query, ())):
            return f"{quantity(left, name, scope)} for {queries.phrase(query, scope, 'each').text}"
        case model.Arithmetic(
            "*",
            model.Literal(int() as amount),
            model.Builtin("max", (model.Literal(0), model.Arithmetic("-", left, right))),
        ):
            return f"{counted(amount, name)} for each point by which {_exceeds(left, right, scope)}"
        case model.Builtin("amount", (number_, sort)):
            return f"{noun(number_, scope).text} {noun(sort, scope).text} {name[0 if _is_one(number_) else 1]}"
        case model.Builtin("players"):
            return f"1 {name[0]} for each player"
        case model.Arithmetic("*", model.Builtin("players"), model.Literal(int() as amount)) | model.Arithmetic(
            "*", model.Literal(int() as amount), model.Builtin("players")
        ):
            return f"{counted(amount, name)} for each player"
        case model.Conditional(test, then, otherwise):
            usual, other = quantity(otherwise, name, scope), quantity(then, name, scope)
            return f"{usual} ({other} if {clauses.clause(test, scope)})"
        case _:
            return f"{name[1]} equal to {noun(value, scope).text}"


def _is_one(value: model.Value) -> bool:
    return isinstance(value, model.Literal) and value.value == 1


def enum_title(scope: Scope, enum: str, name: str) -> str:
    declared = scope.game.enums.get(enum)
    if declared is not None:
        for value, title, _ in declared.values:
            if value == name:
                return title
    return agreement.words(name)


def name_title(scope: Scope, name: str) -> str:
    """The title of a phase, step or action."""
    game = scope.game
    if name in game.phases:
        return agreement.stretch(game.phases[name].title)
    for phase in game.phases.values():
        for step in walk(phase.block):
            if isinstance(step, model.Step) and step.name == name:
                return agreement.stretch(step.title)
    if name in game.actions:
        return game.actions[name].title
    if name in game.builds:
        return f"“{game.builds[name].title}”"
    return agreement.words(name)


def label_of_zone(key: str, scope: Scope) -> str:
    declared = scope.game.zones.get(key)
    return agreement.words(declared.label if declared is not None else key.rpartition(".")[2])


def zone(key: str, owner: model.Value | None, scope: Scope) -> NounPhrase:
    declared = scope.game.zones.get(key)
    label_ = label_of_zone(key, scope)
    if declared is not None and label_.endswith("ed") and " " not in label_:  # "revealed": the revealed Item cards
        label_ = f"{label_} {kind_noun(scope.game, declared.content)[1]}"
    plural = label_.endswith("s") and not label_.endswith("ss")
    if owner is None:
        return the(label_, plural)
    whose = noun(owner, scope)
    if whose.plural and whose.possessive is None and not plural:
        label_, plural = plural_of(label_), True  # "the ports of the keepers"
    return whose.owning(label_, plural)


def label(scope: Scope, key: str) -> str:
    attribute = scope.game.attributes.get(key) or scope.game.state.get(key)
    name = key.rpartition(".")[2]
    if attribute is not None and attribute.label and attribute.label != name:
        return agreement.words(attribute.label)
    counts = attribute is not None and isinstance(unwrap(attribute.type), model.NumberType)
    return f"number {agreement.words(name)}" if counts and name.endswith("ed") else agreement.words(name)


def unit(scope: Scope, key: str) -> tuple[str, str] | None:
    """What an attribute counts: its unit, or the noun of its resource."""
    attribute = scope.game.attributes.get(key) or scope.game.state.get(key)
    if attribute is None:
        return None
    if attribute.unit is not None:
        return attribute.unit
    kind = unwrap(attribute.type)
    return kind_noun(scope.game, kind.resource) if isinstance(kind, model.ResourceType) else None


def _named_after(scope: Scope, key: str, type_: model.Type) -> str:
    """The label of an attribute, written like the noun of its Kind if it is that noun ("your Villain")."""
    text = label(scope, key)
    kind = type_kind(type_)
    if kind is not None and not isinstance(unwrap(type_), model.SetType):
        one = kind_noun(scope.game, kind)[0]
        if one.lower() == text.lower():
            return one
        return text
    return text


def _attribute(object: model.Value, key: str, type_: model.Type, base: bool, scope: Scope) -> NounPhrase:
    text = _named_after(scope, key, type_)
    owner = noun(object, scope)
    plural = isinstance(unwrap(type_), model.SetType) and agreement.is_many(text)
    if isinstance(unwrap(type_), (model.NumberType, model.ResourceType)):
        plural = agreement.is_many(text)  # "your Hit Points are"
    return owner.owning(f"printed {text}" if base else text, plural)


def _state(key: str, type_: model.Type, scope: Scope) -> NounPhrase:
    text = label(scope, key)
    kind = type_kind(type_)
    if kind is not None and isinstance(unwrap(type_), model.ThingType):
        one = kind_noun(scope.game, kind)[0]
        return the(text if one.lower() in text.lower() else f"{text} {one}")
    counted = isinstance(unwrap(type_), model.NumberType) and agreement.is_many(text)
    return the(text, plural=counted)  # "the steps are 10"


def _unbound(local: model.Local, name: str, scope: Scope) -> NounPhrase:
    """A name that no sentence introduced: spoken of by its Kind."""
    kind = type_kind(local.type)
    plural = isinstance(unwrap(local.type), model.SetType)
    if kind is not None and not isinstance(unwrap(local.type), model.ResourceType):
        one, many = kind_noun(scope.game, kind)
        return NounPhrase(f"those {many}" if plural else f"that {one}", plural, noun=many if plural else one)
    if isinstance(unwrap(local.type), (model.NumberType, model.ResourceType)):
        return number_name(name)
    if isinstance(unwrap(local.type), model.ZoneType):
        return NounPhrase("that pile")
    return NounPhrase(f"that {agreement.words(name)}" if len(name) > 2 else "that")


def number_name(name: str) -> NounPhrase:
    """How a number that an event carries is spoken of: `rolls` is "the number of rolls", `n` "that number"."""
    if len(name) <= 2 or name in ("number", "amount", "count"):
        return NounPhrase("that number")
    spoken = agreement.words(name)
    return the(f"number of {spoken}", modified=True) if spoken.endswith("s") else the(spoken)


def _define(value: model.DefineValue, scope: Scope) -> NounPhrase:
    declared = scope.game.defines.get(value.define)
    name = agreement.words(value.define.rpartition(".")[2])
    plural = isinstance(unwrap(value.type), (model.SetType, model.NumberType, model.ResourceType))
    if declared is None or declared.phrase is None or "{" not in declared.phrase:
        plural = plural and agreement.is_many((declared and declared.phrase) or name)
    else:
        plural = isinstance(unwrap(value.type), model.SetType)
    if declared is None or declared.phrase is None:
        if value.object is not None:
            return noun(value.object, scope).owning(name, plural)
        if value.arguments:
            return noun(value.arguments[0], scope).owning(name.removesuffix(" of"), plural)
        return the(name, plural)
    if "{" in declared.phrase:
        return NounPhrase(fill_define(declared, value, scope, "finite"), plural, modified=True)
    if value.object is not None:
        return noun(value.object, scope).owning(declared.phrase, plural)
    return the(declared.phrase, plural)


def fill_define(declared: model.Define, value: model.DefineValue, scope: Scope, mood: phrases.Mood) -> str:
    """A define's phrase with the arguments in its slots; `this` (or the first free slot) is the object."""
    assert declared.phrase is not None
    read = phrases.read(declared.phrase, orders=False)
    by_name = {local.name: argument for local, argument in zip(declared.parameters, value.arguments, strict=False)}

    def slot(part: phrases.Slot) -> NounPhrase:
        argument = by_name.get(part.name, value.object)
        if argument is None:
            return NounPhrase("it")
        if part.noun is not None:
            return NounPhrase(quantity(argument, part.noun, scope), True)
        return noun(argument, scope)

    return phrases.fill(read, slot, mood).clause


def _builtin(value: model.Builtin, scope: Scope) -> NounPhrase:
    arguments = [noun(argument, scope) for argument in value.arguments]
    place = place_noun(scope.game)
    seat = seated_noun(scope.game)
    match value.name:
        case "place" if arguments:
            return arguments[0].owning(place[0])
        case "holder" | "owner" | "controller" | "title" | "number" | "seat" | "side" if arguments:
            return arguments[0].owning(value.name)
        case "team":
            return seated(scope.game)
        case "active_player":
            return the(f"active {seat[0]}")
        case "box":
            return the("box")
        case "chance":
            return NounPhrase("chance")
        case "next" | "previous" if arguments:
            kind = type_kind(value.type)
            after = "next" if value.name == "next" else "previous"
            name = kind_noun(scope.game, kind)[0] if kind is not None else "one"
            return the(f"{after} {name}")
        case "neighbours" if arguments:
            return the(f"{place[1]} next to {arguments[0].text}", True, True)
        case "spread" if arguments:
            return the(f"{place[1]} reached from {arguments[0].text}", True, True)
        case "base" if len(arguments) == 1 and "’s " in arguments[0].text:
            owner, own, label_ = arguments[0].text.rpartition("’s ")
            return arguments[0].renamed(f"{owner}{own}printed {label_}")
        case "max" | "min" if len(arguments) == 2:
            fixed, other = arguments[0], arguments[1]
            if not isinstance(value.arguments[0], model.Literal):
                fixed, other = other, fixed
            if isinstance(value.arguments[0], model.Literal) or isinstance(value.arguments[1], model.Literal):
                bound = "at least" if value.name == "max" else "at most"
                return NounPhrase(f"{other.text} ({bound} {fixed.text})", modified=True)
            which = "larger" if value.name == "max" else "smaller"
            return the(f"{which} of {fixed.text} and {other.text}", modified=True)
        case name if name in FUNCTIONS or name in ATTRIBUTES:
            english = FUNCTIONS[name].english if name in FUNCTIONS else ATTRIBUTES[name].english
            texts = {letter: argument.text for letter, argument in zip(("a", "b", "c"), arguments, strict=False)}
            texts["x"] = arguments[0].text if arguments else "it"
            return NounPhrase(phrases.plain(english, texts), modified=True)
        case name if name in VALUES:
            return NounPhrase(phrases.plain(VALUES[name].english, {}))
        case name:
            return the(agreement.words(name))


def _aggregate(value: model.Aggregate, scope: Scope) -> NounPhrase:
    query = value.query
    match value.function:
        case "count":
            many = queries.phrase(query, scope, "bare plural").text
            return the(f"number of {many.removeprefix('all ')}", modified=True)
        case "the":
            return queries.phrase(query, scope, "the")
        case "first" | "last" if (
            scope.game.turn_order is not None
            and len(query.near) == 1
            and isinstance(query.near[0].value, model.Builtin)
            and query.near[0].value.name == "team"
        ):
            return the(f"{value.function} {seated_noun(scope.game)[0]} in turn order")
        case "first" | "last" if queries.is_chosen(query, scope):
            return the(f"{value.function} of {queries.phrase(query, scope, 'bare').text}", modified=True)
        case "first" | "last":
            words = queries.phrase(evolve(query, order=None), scope, "bare").text
            keys_ = query.order.keys if query.order is not None else ()
            if keys_ and isinstance(keys_[0], model.Negative):
                best = "highest" if value.function == "first" else "lowest"
                most = keys(evolve(value, keys=(keys_[0].operand,)), scope)
                if isinstance(keys_[0].operand, model.AttributeValue) and unit(scope, keys_[0].operand.attribute):
                    best = "most" if value.function == "first" else "fewest"
                rest = keys(evolve(value, keys=keys_[1:]), scope) if keys_[1:] else ""
                equals = f" (of equals, the {value.function} in order of {rest})" if rest else ""
                return the(f"{words} with the {best} {most}{equals}", modified=True)
            if not keys_:
                of = "of " if words.startswith(("the ", "those ")) else ""
                return the(f"{value.function} {of}{words}", modified=True)
            told = keys(evolve(value, keys=keys_), scope)
            return the(f"{value.function} {words} in order of {told}", modified=True)
        case "sum":
            return the(f"total {keys(value, scope)} of {queries.phrase(query, scope, 'all').text}", modified=True)
        case "max" | "min":
            which = "highest" if value.function == "max" else "lowest"
            return the(f"{which} {keys(value, scope)} of {queries.phrase(query, scope, 'all').text}", modified=True)
        case "highest" | "lowest":
            words = queries.phrase(query, scope, "bare plural").text.removeprefix("all ")
            return the(f"{words} with the {value.function} {keys(value, scope)}", True, True)
        case "any" | "none" | "all":
            return _whether(value, scope)
        case _:
            assert_never(value.function)


def keys(value: model.Aggregate, scope: Scope) -> str:
    """What is compared or added: "health"."""
    texts = []
    for key in value.keys:
        inner = scope.inner()
        inner.bind(value.query.local, NounPhrase("their", True))
        match key:
            case model.AttributeValue(model.Local(id=id_), attribute) if id_ == value.query.local.id:
                texts.append(label(scope, attribute))
            case model.DefineValue(define, model.Local(id=id_)) if id_ == value.query.local.id:
                declared = scope.game.defines.get(define)
                said = declared.phrase if declared is not None and "{" not in (declared.phrase or "{") else None
                texts.append(said or agreement.words(define.rpartition(".")[2]))
            case model.DefineValue(define, None, (model.Local(id=id_),)) if id_ == value.query.local.id:
                declared = scope.game.defines.get(define)
                said = declared.phrase if declared is not None else None
                if said is not None and said.startswith("{") and "}’s " in said:
                    said = said.partition("}’s ")[2]  # "{p}’s place in the queue"
                named = said is not None and "{" not in said
                texts.append(said if said is not None and named else agreement.words(define.rpartition(".")[2]))
            case _:
                inner.bind(value.query.local, NounPhrase("them", True))
                texts.append(noun(key, inner).text.removeprefix("the "))
    return ", then ".join(texts) if texts else "value"


def _exceeds(left: model.Value, right: model.Value, scope: Scope) -> str:
    return f"{noun(left, scope).finite('exceed')} {noun(right, scope).text}"


def _operand(value: model.Value, operator: str, scope: Scope) -> str:
    """One side of a calculation, in brackets if it could be taken for another one."""
    text = noun(value, scope).text
    if isinstance(value, model.Conditional):
        return f"({text})"
    sums = isinstance(value, model.Arithmetic) and value.operator in ("+", "-")
    return f"({text})" if sums and operator in ("*", "/") else text


def _arithmetic(value: model.Arithmetic, scope: Scope) -> NounPhrase:
    left, right = (_operand(side, value.operator, scope) for side in (value.left, value.right))
    match value.operator, value.left, value.right:
        case "*", number_, model.Builtin("max", (model.Literal(0), model.Arithmetic("-", more, less))):
            points = f"{noun(number_, scope).text} for each point by which {_exceeds(more, less, scope)}"
            return NounPhrase(points, modified=True)
        case _:
            pass
    match value.operator:
        case "+":
            text = f"{left} plus {right}"
        case "-":
            text = f"minus {right}" if value.left == model.Literal(0, value.left.type) else f"{left} minus {right}"
        case "*":
            if isinstance(value.left, model.Literal):
                text = f"twice {right}" if left == "2" else f"{left} times {right}"
            else:
                text = f"twice {left}" if right == "2" else f"{right} times {left}"
        case "/":
            text = f"half of {left} (rounded down)" if right == "2" else f"{left} divided by {right} (rounded down)"
        case "mod":
            text = f"what is left over when {left} is divided by {right}"
        case _:
            assert_never(value.operator)
    return NounPhrase(text, modified=True)
