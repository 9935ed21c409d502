"""Queries as noun phrases: "each standing Bridge next to you that holds a figure"."""

from __future__ import annotations

import re
from typing import Literal as Choice

from attrs import evolve, frozen

from dsl import model

from . import agreement, clauses, values
from .noun_phrase import PRONOUN, NounPhrase
from .scope import Scope, is_a, kind_noun, place_noun, plural_of, type_kind, unwrap, uses, walk

Form = Choice["a", "another", "each", "all", "no", "the", "any", "bare", "bare plural", "of your choice", "second"]


@frozen
class Described:
    """The words before and behind a noun."""

    singular: str
    plural: str
    tail: str
    tail_many: str


def noun_of(query: model.Query, scope: Scope) -> tuple[str, str]:
    """Noun with its traits: "standing Bridge"."""
    described = describe(query, scope)
    return described.singular, described.plural


def bare_noun(query: model.Query, scope: Scope) -> str:
    return kind_noun(scope.game, query.kind)[0]


def phrase(query: model.Query, scope: Scope, form: Form, taken: bool = False) -> NounPhrase:
    """The query as a noun phrase. `taken`: things that are taken away, "from the supply" instead of "in"."""
    chosen = _of_chosen(query, scope)
    if chosen is not None:
        return chosen
    if form in ("each", "all", "the") and query.amount is None:
        holder = _holder(query, scope)
        if holder is not None:
            return holder
        form = "the" if _only_one(query, scope) else form
    members = _members(query, scope) if form == "a" and query.amount is None else None
    if members is not None:
        return NounPhrase(f"one of {members}", modified=True, noun=kind_noun(scope.game, query.kind)[0])
    words = describe(query, scope, taken)
    amount = query.amount
    chance = "random " if query.random else ""
    if amount is not None:
        return _of_theirs(_counted(amount, words, scope, chance), query, words, scope)
    one, many = chance + words.singular, chance + words.plural
    if query.nearest is not None and form in ("a", "another", "the", "of your choice"):
        form = "the"
    match form:
        case "a":
            text, tail, plural = agreement.with_article(one), words.tail, False
        case "another":
            other = one.removeprefix("other ")
            text, tail, plural = f"another {other}", words.tail, False
        case "second":
            text, tail, plural = f"a second {one}", words.tail, False
        case "each":
            text, tail, plural = f"each {one}", words.tail, False
        case "all":
            text, tail, plural = f"all {many}", words.tail_many, True
        case "no":
            text, tail, plural = f"no {one}", words.tail, False
        case "the":
            text, tail, plural = f"the {one}", words.tail, False
        case "any":
            text, tail, plural = f"any {one}", words.tail, False
        case "bare":
            text, tail, plural = one, words.tail, False
        case "bare plural":
            text, tail, plural = many, words.tail_many, True
        case "of your choice":
            own = words.tail.startswith(" of yours")
            choice = "" if own else " of your choice"
            text, tail, plural = f"{agreement.with_article(one)}{choice}", words.tail, False
    if text.startswith("an other "):
        text = "another " + text.removeprefix("an other ")
    found = NounPhrase(text + tail, plural, modified=bool(tail), noun=words.plural if plural else words.singular)
    return _of_theirs(found, query, words, scope)


def _members(query: model.Query, scope: Scope) -> str | None:
    """ "a player that is one of the hero players": the set of which it is one."""
    match query.where:
        case model.Membership(model.Local(id=id_), model.Local(id=set_), False) if id_ == query.local.id and not (
            query.traits or query.near or query.random
        ):
            named = scope.names.get(set_)
            if named is None or not named.text.startswith(("all ", "those ", "the ")):
                return None
            return f"the {named.text.removeprefix('all ')}" if named.text.startswith("all ") else named.text
        case _:
            return None


def _holder(query: model.Query, scope: Scope) -> NounPhrase | None:
    """ "each character that holds this card": this card’s holder; "the player that is its owner": its owner."""
    if query.near or query.traits:
        return None
    match query.where:
        case model.Comparison(
            "==", model.Builtin("holder" | "owner" | "controller", (_,)) as role, model.Local(id=id_)
        ) | model.Comparison(
            "==", model.Local(id=id_), model.Builtin("holder" | "owner" | "controller", (_,)) as role
        ) if id_ == query.local.id and not uses(role, query.local):
            return values.noun(role, scope)
        case _:
            return None


def _only_one(query: model.Query, scope: Scope) -> bool:
    """Can there be only one, because a thing is in one place at a time?"""
    for test in conjuncts(query.where):
        if isinstance(test, model.DefineValue):
            declared = scope.game.defines.get(test.define)
            held = declared.value if declared is not None else None
            if not isinstance(held, model.Membership) or declared is None:
                continue
            given = dict(zip((local.id for local in declared.parameters), test.arguments, strict=False))
            item, zone = held.item, held.container
            owner = zone.owner if isinstance(zone, model.ZoneValue) else None
            item = given.get(item.id, item) if isinstance(item, model.Local) else item
            owner = given.get(owner.id, owner) if isinstance(owner, model.Local) else owner
        elif isinstance(test, model.Membership) and isinstance(test.container, model.ZoneValue):
            item, owner = test.item, test.container.owner
        else:
            continue
        if isinstance(item, model.This) and isinstance(owner, model.Local) and owner.id == query.local.id:
            return True
    return False


def _of_theirs(found: NounPhrase, query: model.Query, words: Described, scope: Scope) -> NounPhrase:
    """ "a Power card among your Power cards": one of your Power cards."""
    one, many = kind_noun(scope.game, query.kind)
    if (words.singular, words.plural) != (one, many):
        return found
    for near in query.near:
        zone = values.noun(near.value, scope)
        if near.word != "in" or not zone.plural or not zone.text.endswith(f" {many}"):
            continue
        for noun in (many, one):
            for link in ("among", "from"):
                head, among, tail = found.text.partition(f"{noun} {link} {zone.text}")
                if among:
                    break
            if among:
                if not head:
                    return evolve(found, text=f"{zone.text}{tail}", modified=True)
                head = {"a ": "one ", "an ": "one "}.get(head, head).removesuffix("of ")
                return evolve(found, text=f"{head}of {zone.text}{tail}", modified=True)
    return found


def _of_chosen(query: model.Query, scope: Scope) -> NounPhrase | None:
    """ "each Coin in w" for a set that was chosen: "those Coins"."""
    if query.traits or query.where is not None or query.amount is not None or len(query.near) != 1:
        return None
    near = query.near[0]
    if near.word == "in" and isinstance(near.value, model.Local) and isinstance(near.value.type, model.SetType):
        return scope.names.get(near.value.id)
    return None


def is_chosen(query: model.Query, scope: Scope) -> bool:
    return _of_chosen(query, scope) is not None


def from_someone(query: model.Query) -> bool:
    """Is it about what lies with somebody, as in a hand?"""
    return any(
        near.word == "in" and isinstance(near.value, model.ZoneValue) and near.value.owner is not None
        for near in query.near
    )


def _counted(amount: model.Amount, words: Described, scope: Scope, chance: str) -> NounPhrase:
    low, high = amount.low, amount.high
    noun = (chance + words.singular, chance + words.plural)
    if isinstance(low, model.Literal) and isinstance(low.value, int):
        if high is None:
            text = f"any number of {noun[1]}" if low.value == 0 else f"{low.value} or more {noun[1]}"
            return NounPhrase(text + words.tail_many, True, modified=True, noun=words.plural)
        if isinstance(high, model.Literal) and isinstance(high.value, int):
            one = high.value == 1
            tail = words.tail if one else words.tail_many
            name = noun[0] if one else noun[1]
            if low.value == high.value:
                text = f"{high.value} {name}"
            elif low.value == 0:
                text = f"up to {high.value} {name}"
            elif high.value == low.value + 1:
                text = f"{low.value} or {high.value} {name}"
            else:
                text = f"{low.value} to {high.value} {name}"
            return NounPhrase(text + tail, not one, modified=bool(tail), noun=name)
    most = high if high is not None else low
    number = values.quantity(most, noun, scope)
    up_to = "up to " if high is not None and high != low else ""
    equal = number.removeprefix(f"{noun[1]} equal to ")
    if equal != number:
        said = f"a number of {noun[1]}{words.tail_many} {'up' if up_to else 'equal'} to {equal}"
        return NounPhrase(said, True, modified=True, noun=words.plural)
    return NounPhrase(up_to + number + words.tail_many, True, modified=True, noun=words.plural)


def describe(query: model.Query, scope: Scope, taken: bool = False) -> Described:
    one, many = kind_noun(scope.game, query.kind)
    for test in conjuncts(query.where):
        match test:
            case model.Membership(model.Local(id=id_), model.CopiesConstant(name), False) if id_ == query.local.id:
                one = scope.game.things[name].title if name in scope.game.things else one
                many = plural_of(one)
                query = evolve(query, where=all_of([other for other in conjuncts(query.where) if other is not test]))
            case _:
                pass
    before: list[str] = []
    tail: list[str] = []
    for test in (*(trait.test for trait in query.traits), *conjuncts(query.where)):
        noun = clauses.face_noun(scope, test.face) if isinstance(test, model.FaceTest) else None
        about = test.object if isinstance(test, model.FaceTest) else None
        if noun is not None and (not isinstance(about, model.Local) or about.id == query.local.id):
            one, many = noun  # "each HERO", and not "each Sidekick that is a HERO"
            unsaid = [other for other in conjuncts(query.where) if other is not test]
            traits = tuple(trait for trait in query.traits if trait.test is not test)
            query = evolve(query, traits=traits, where=all_of(unsaid))
            break
    later: list[model.Value] = []
    for trait in query.traits:
        word = _trait(trait, scope)
        if _SAID_BEHIND.search(word) and not word.startswith(_BARE):
            later.append(trait.test)  # "a Power that is free to learn"
        else:
            (tail if word.startswith(_BARE) else before).append(word)
    other = False
    withs: list[str] = []
    for near in query.near:
        if near.word == "except" and _meant(near.value, query, scope):
            other = True
        else:
            tail.append(_near(near, scope, taken, many))
    for test in _without_having(conjuncts(query.where), query):
        match test:
            case model.Comparison(
                "==", model.AttributeValue(model.Local(id=id_), key), model.EnumConstant() as value
            ) if id_ == query.local.id:
                del key
                before.append(values.noun(value, scope).text)
            case model.Membership(model.EnumConstant() as value, model.AttributeValue(model.Local(id=id_)), False) if (
                id_ == query.local.id
            ):
                before.append(values.noun(value, scope).text)  # "a location whose traits include slum": a slum location
            case model.Comparison(
                "==" | "!=" as operator,
                model.AttributeValue(model.Local(id=id_), key),
                model.AttributeValue(object, key2),
            ) if id_ == query.local.id and key == key2 and not uses(object, query.local):
                label = values.label(scope, key)
                same = "the same" if operator == "==" else "a different"
                link = "as" if operator == "==" else "from"
                tail.append(f"with {same} {label} {link} {values.noun(object, scope).text}")
            case model.Comparison("==", model.AttributeValue(model.Local(id=id_), key) as left, value) if (
                id_ == query.local.id and _owns(left, value, query, scope)
            ):
                tail.insert(0, f"of {values.noun(value, scope).text}")
            case model.Comparison(">", model.AttributeValue(model.Local(id=id_), key), model.Literal(0)) if (
                id_ == query.local.id and values.unit(scope, key) is None
            ):
                withs.append(f"with {values.label(scope, key)}")
            case model.Comparison(
                operator, model.AttributeValue(model.Local(id=id_), key), model.Literal(int() as n)
            ) if id_ == query.local.id and values.unit(scope, key) is None and operator != "!=" and n < model.INFINITE:
                least = {">": f"{n + 1} or more", ">=": f"{n} or more", "<": f"{n - 1} or less", "<=": f"{n} or less"}
                withs.append(f"with {values.label(scope, key)} {least.get(operator, str(n))}")  # "with drain 2 or less"
            case model.Comparison("==", model.Builtin("controller", (model.Local(id=id_),)), value) if (
                id_ == query.local.id and not uses(value, query.local)
            ):
                controls = values.noun(value, scope)
                tail.insert(0, "you control" if controls.you else f"{controls.finite('control')}")
            case model.Comparison("!=", model.Builtin("controller", (model.Local(id=id_),)), model.You()) if (
                id_ == query.local.id
            ):
                tail.insert(0, "you do not control")
            case model.Comparison("==", model.AttributeValue(model.Local(id=id_)) as left, model.You()) if (
                id_ == query.local.id and type_kind(left.type) == scope.game.seats.kind
            ):
                tail.insert(0, "of yours")
            case model.Comparison(
                "==", model.Builtin("place", (model.Local(id=id_),)), model.Builtin("place") as place
            ) | model.Comparison(
                "==", model.Builtin("place") as place, model.Builtin("place", (model.Local(id=id_),))
            ) if id_ == query.local.id and not uses(place, query.local):
                tail.append(location(place, scope))
            case model.Comparison(
                "!=", model.Builtin("place", (model.Local(id=id_),)), model.Builtin("place") as place
            ) if (
                id_ == query.local.id
                and not uses(place, query.local)
                and query.near
                and query.near[-1].word == "within"
            ):
                tail.append(f"but not {location(place, scope)}")
            case model.Comparison("!=", model.Local(id=id_), model.Builtin("place", (where,))) if (
                id_ == query.local.id
                and not other
                and (not query.near or any(near.value == where for near in query.near if near.word == "within"))
            ):
                other = True
            case model.Comparison("!=", model.Local(id=id_), model.ThingConstant() as named) if (
                id_ == query.local.id
                and not other
                and any(
                    near.value == named or (isinstance(near.value, model.Builtin) and named in near.value.arguments)
                    for near in query.near
                )
            ):
                other = True
            case model.Comparison("!=", model.Local(id=id_), model.You() | model.This() | model.Local()) if (
                id_ == query.local.id and not other
            ):
                other = True
            case _:
                later.append(test)
    kept = []
    for test in later:
        adjective = _adjective(test, query, scope)
        if adjective is None:
            kept.append(test)
        else:
            before.append(adjective)
    later = kept
    if other:
        before.insert(0, "other")
    head = " ".join(before)
    tails = [_relative(later, query, scope, plural) for plural in (False, True)]
    nearest = ""
    if query.nearest is not None:
        nearest = f" nearest to {values.noun(query.nearest, scope).text}"
    owned = next((at for at, part in enumerate(tail) if not part.startswith(_BEFORE_WITH)), len(tail))
    tail[owned:owned] = withs  # "a character of yours with body damage at that location"
    joined = "".join(f" {part}" for part in tail if part)
    behind = [f"{joined}{short}{nearest}{clause}" for short, clause in tails]
    return Described(f"{head} {one}".strip(), f"{head} {many}".strip(), behind[0], behind[1])


def _without_having(tests: list[model.Value], query: model.Query) -> list[model.Value]:
    """ "that has a player and whose player is Ann": whose player is Ann. What is spoken of is there."""
    kept = []
    for test in tests:
        match test:
            case model.NothingTest(model.AttributeValue(model.Local(id=id_), had), True) if id_ == query.local.id:
                others = [part for other in tests if other is not test for part in walk(other)]
                if any(
                    isinstance(part, model.AttributeValue) and (part.object, part.attribute) == (query.local, had)
                    for part in others
                ):
                    continue
            case _:
                pass
        kept.append(test)
    return kept


def _meant(value: model.Value, query: model.Query, scope: Scope) -> bool:
    """Is it clear whom "another" is other than: you, or somebody whose place the query speaks of?"""
    if isinstance(value, model.You):
        return scope.doer.you
    if isinstance(value, model.This) and any(near.word == "in" for near in query.near):
        return True  # "another card from your hand"
    if isinstance(value, model.Local) and value.id in scope.names:
        named = scope.names[value.id].text == f"that {bare_noun(query, scope)}"
        if named and (not is_a(scope.game, query.kind, scope.game.seats.kind) or _whoever(value, scope)):
            return True  # "after a player ..., each other player"
    about = [near.value for near in query.near if near.word in ("at", "within", "adjacent")]
    return any(value == near or (isinstance(near, model.Builtin) and value in near.arguments) for near in about)


def _whoever(local: model.Local, scope: Scope) -> bool:
    """Is a name that of anybody who did what is answered? After "another player" nobody knows who is another."""
    answered = scope.answered
    parts = () if answered is None else (answered.object, *(value for _, value in answered.roles))
    return any(
        isinstance(part, model.Bind)
        and part.query.local.id == local.id
        and all(near.word != "except" for near in part.query.near)
        and not any(
            isinstance(test, model.Comparison) and test.operator == "!=" for test in conjuncts(part.query.where)
        )
        for part in parts
    )


def _owns(left: model.AttributeValue, value: model.Value, query: model.Query, scope: Scope) -> bool:
    """Does a comparison say to whom of a Kind something belongs ("whose Villain is Jafar": of Jafar)?"""
    kind = type_kind(left.type)
    if kind is None or not isinstance(unwrap(left.type), model.ThingType) or uses(value, query.local):
        return False
    noun = values.noun(value, scope)
    named = values.label(scope, left.attribute).lower() == kind_noun(scope.game, kind)[0].lower()
    return named and not noun.you and not noun.relative and PRONOUN not in noun.text


def _trait(trait: model.Trait, scope: Scope) -> str:
    """The spoken form of a trait: "hurt", "on the board", "standing"."""
    match trait.test:
        case model.DefineValue(define):
            declared = scope.game.defines.get(define)
            if declared is not None and declared.phrase is not None and "{" not in declared.phrase:
                return declared.phrase
        case model.FaceTest(_, key):
            return clauses.face_title(scope, key)
        case model.AttributeValue(_, key) if " " not in values.label(scope, key):
            return values.label(scope, key)
        case _:
            pass
    return agreement.words(trait.word)


def conjuncts(value: model.Value | None) -> list[model.Value]:
    """The parts of an `and`."""
    if value is None:
        return []
    if isinstance(value, model.Logic) and value.operator == "and":
        return conjuncts(value.left) + conjuncts(value.right)
    return [value]


def all_of(tests: list[model.Value]) -> model.Value | None:
    """Tests joined by `and` again."""
    joined = tests[0] if tests else None
    for other in tests[1:]:
        assert joined is not None
        joined = model.Logic("and", joined, other, model.TRUTH)
    return joined


_PREPOSITIONS = frozenset(
    ["on", "in", "at", "to", "of", "from", "with", "by", "for", "among", "under", "toward", "than"]
)
_BARE = ("on ", "of ", "in ", "at ", "next to ", "within ", "among ", "nearest ", "off ", "with ", "under ")


_BEFORE_WITH = ("of ", "you control", "among ")
_SAID_BEHIND = re.compile(r"^\w+ (?:to|for|of|by|from|at|on|even|with) ")


def _adjective(test: model.Value, query: model.Query, scope: Scope) -> str | None:
    """ "a Bad Guy that is hidden" is a hidden Bad Guy."""
    if not isinstance(test, (model.AttributeValue, model.DefineValue, model.FaceTest)):
        return None
    inner = scope.inner()
    inner.bind(query.local, NounPhrase(f"{PRONOUN}that", relative=True))
    word = clauses.clause(test, inner).removeprefix(f"{PRONOUN}that is ")
    return word if word.isalpha() and PRONOUN not in word else None


def _relative(tests: list[model.Value], query: model.Query, scope: Scope, plural: bool) -> tuple[str, str]:
    """What is true of the candidate, behind the noun: short phrases ("in your region") and clauses."""
    short: list[str] = []
    parts: list[str] = []
    objects: list[str] = []
    for test in tests:
        inner = scope.inner()
        inner.bind(query.local, NounPhrase(f"{PRONOUN}that", plural, relative=True))
        either = _either(test, inner)
        if either is not None:
            parts.append(either)
            continue
        unless = _unless(test, inner)
        if unless is not None:
            parts.append(unless)
            continue
        text = clauses.clause(test, inner)
        once = text.count(PRONOUN) == 1
        spoken = text.replace(PRONOUN, "")
        rest = spoken.removeprefix("that are " if plural else "that is ")
        if once and text.startswith(PRONOUN):
            (short if rest != spoken and rest.startswith(_BARE) else parts).append(
                rest if rest != spoken and rest.startswith(_BARE) else spoken
            )
        elif once and text.endswith(f" {PRONOUN}that") and text.split(" ")[-2] not in _PREPOSITIONS:
            parts.append(f"that {spoken.removesuffix(' that')}")  # "you can reach that": that you can reach
            objects.append(parts[-1])
        elif once and text.endswith(f" {PRONOUN}that"):
            told = spoken.split(" ")
            parts.append(f"{told[-2]} which {' '.join(told[:-2])}")  # "it fits on that": on which it fits
        else:
            person = is_a(scope.game, query.kind, scope.game.seats.kind)
            inner.bind(query.local, NounPhrase("they", True) if plural or person else NounPhrase("it"))
            where = "where " if is_a(scope.game, query.kind, "Place") else "for which "
            parts.append(where + clauses.clause(test, inner))
    words = "".join(f" {part}" for part in short)
    parts = _once_said(parts, objects)
    before = False  # is the part in front a clause of which the noun is the subject ("that is hurt")?
    for number, part in enumerate(parts):
        again = part.startswith("that ") and part not in objects
        if before and again:
            parts[number] = part.removeprefix("that ")
        before = again
    return words, f" {agreement.listing(parts)}" if parts else ""


def _once_said(parts: list[str], objects: list[str]) -> list[str]:
    """ "that is not hurt", "that is not tired": that is neither hurt nor tired; "that holds a figure and no token"."""
    told: list[str] = []
    for part in parts:
        found = _THAT.fullmatch(told[-1]) if told and told[-1] not in objects else None
        same = _THAT.fullmatch(part) if part not in objects else None
        if found and same and found[1] == same[1] and " and " not in found[2] and " or " not in found[2]:
            if found[1] in ("is", "are") and all(one[2].startswith("not ") for one in (found, same)):
                neither, nor = (one[2].removeprefix("not ") for one in (found, same))
                told[-1] = f"that {found[1]} neither {neither} nor {nor}"
                continue
            if _AMOUNT.match(found[2]) and _AMOUNT.match(same[2]) and " than " not in found[2]:
                told[-1] = f"that {found[1]} {found[2]} and {same[2]}"
                continue
        told.append(part)
    return told


_AMOUNT = re.compile(r"(?:an?|no|another|at least|exactly|\d+) ")
_THAT = re.compile(r"that (is|are|hold|holds|has|have) ((?!neither ).+)")


def _either(test: model.Value, scope: Scope) -> str | None:
    """ "that are hurt or whose owner is Abu": an `or` of which each side can be said of the noun."""
    if not isinstance(test, model.Logic) or test.operator != "or":
        return None
    sides = [clauses.clause(side, scope) for side in (test.left, test.right)]
    if not all(side.startswith(PRONOUN) and side.count(PRONOUN) == 1 for side in sides):
        return None
    first, second = (side.removeprefix(PRONOUN) for side in sides)
    both = " ".join(first.split(" ")[:2])
    return f"{first} or {second.removeprefix(both + ' ') if both.startswith('that ') else second}"


def _unless(test: model.Value, scope: Scope) -> str | None:
    """ "that may act or that player is not you": that, if that player is you, may act."""
    if not isinstance(test, model.Logic) or test.operator != "or":
        return None
    for about, other in ((test.left, test.right), (test.right, test.left)):
        said, rest = clauses.clause(about, scope), clauses.clause(other, scope, negated=True)
        if said.startswith(f"{PRONOUN}that ") and said.count(PRONOUN) == 1 and PRONOUN not in rest:
            return f"that, if {rest}, {said.removeprefix(f'{PRONOUN}that ')}"
    return None


def _near(near: model.Near, scope: Scope, taken: bool, plural_noun: str) -> str:
    value = near.value
    noun = values.noun(value, scope)
    match near.word:
        case "at":
            return location(value, scope)
        case "in" if isinstance(value, model.DefineValue) and noun.text.startswith(plural_noun + " "):
            return noun.text.removeprefix(plural_noun + " ")  # "spaces that you can step to": that you can step to
        case "in":
            return f"from {noun.text}" if taken else inside(noun)
        case "of":
            return "of yours" if noun.you else f"of {'theirs' if noun.text == 'they' else noun.text}"
        case "within":
            distance = near.distance
            if isinstance(distance, model.AttributeValue) and distance.object == value:
                return f"within {values.noun(distance, scope).text}"  # "a space within Abu’s Move"
            if isinstance(distance, model.DefineValue) and value in (distance.object, *distance.arguments[:1]):
                return f"within {values.noun(distance, scope).text}"
            one, many = place_noun(scope.game)
            steps = values.quantity(distance, (one, many), scope) if distance is not None else f"0 {many}"
            return f"within {steps} of {noun.text}"
        case "adjacent":
            return f"next to {noun.text}"
        case "except":
            return f"other than {noun.text}"


def inside(zone: NounPhrase) -> str:
    """In a zone: "in the supply", "among your Power cards", "in the castle towers"."""
    text = f"the {zone.text.removeprefix('all ')}" if zone.text.startswith("all ") else zone.text
    among = zone.plural and not agreement.holds(text)
    return f"{'on' if agreement.surface(text) else 'among' if among else 'in'} {text}"


def location(value: model.Value, scope: Scope) -> str:
    """On a place: "on that space", "on your space", "at the ends of that Bridge"."""
    if isinstance(value, model.QueryValue) and _is_any(value.query):
        of = kind_noun(scope.game, value.query.kind)
        whole = value.query.kind in scope.game.boards and not value.query.traits and value.query.where is None
        whole = whole and not value.query.near
        return "on the board" if whole else f"{agreement.where(of[0])} {phrase(value.query, scope, 'any').text}"
    noun = values.noun(value, scope)
    if isinstance(value.type, model.SetType):
        return f"at {noun.text}"
    if isinstance(value.type, model.ZoneType):
        return inside(noun)
    kind = type_kind(value.type)
    on = at_or_on(scope, kind)
    if (kind is not None and is_a(scope.game, kind, "Place")) or (
        isinstance(value, model.Builtin) and value.name == "place"
    ):
        return f"{on} {noun.text}"
    return f"{on} {noun.owning(place_noun(scope.game)[0]).text}"


def _is_any(query: model.Query) -> bool:
    """Is a set of places one of which is meant, not something that is counted, chosen or kept?"""
    return query.amount is None and query.nearest is None and query.order is None and not query.random


def at_or_on(scope: Scope, kind: str | None = None) -> str:
    """The preposition of a Kind of places, or of those of the game."""
    places = kind is not None and is_a(scope.game, kind, "Place")
    return agreement.where(kind_noun(scope.game, kind)[0] if places and kind else place_noun(scope.game)[0])
