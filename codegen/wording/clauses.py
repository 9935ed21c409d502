"""Truths as clauses: "you are at full health", "that space does not hold a figure"."""

from __future__ import annotations

import re
from typing import assert_never

from attrs import evolve

from dsl import model

from . import agreement, events, queries, values
from . import phrase as phrases
from .noun_phrase import PRONOUN, NounPhrase
from .scope import Scope, is_a, kind_noun, place_noun, seated_noun, type_kind, unwrap, uses

_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def clause(value: model.Value, scope: Scope, negated: bool = False) -> str:
    """The truth as a clause with subject and verb; negated: that it is not so."""
    told = _clause(value, scope, negated)
    turn = _YOUR_TURN.fullmatch(told)
    if turn and turn[2] in ("player", seated_noun(scope.game)[0]):
        return f"it is{turn[1] or ''} your turn"
    return told


_YOUR_TURN = re.compile(r"you are( not)? the active (.+)")


def _clause(value: model.Value, scope: Scope, negated: bool) -> str:
    match value:
        case model.Literal(inner):
            return "always" if bool(inner) != negated else "never"
        case model.FaceTest(object, key):
            subject, noun = values.noun(object, scope), face_noun(scope, key)
            if noun is None:
                return f"{subject.says('be', negated)} {face_title(scope, key)}"
            what = noun[1] if subject.plural and subject.text != "they" else agreement.with_article(noun[0])
            return f"{subject.says('be', negated)} {what}"
        case model.SectionTest(object, section):
            title = section_title(scope, section)
            return f"{values.noun(object, scope).says('have', negated)} {agreement.article(title)} “{title}” text"
        case model.AttributeValue(object, key):
            return truth_said(values.noun(object, scope), values.label(scope, key), negated)
        case model.StateValue(key):
            label = values.label(scope, key)
            told = re.match(r"(.*?\b(?:is|are|has|have))\b(.*)", label)
            if told:  # a label that is a clause: "the Menace is defeated"
                return f"{told.group(1)}{' not' if negated else ''}{told.group(2)}"
            return f"{label} {'does not apply' if negated else 'applies'}"
        case model.OptionValue():
            return f"{values.noun(value, scope).text} is {'not ' if negated else ''}used"
        case model.Local():
            return "that is not so" if negated else "that is so"
        case model.DefineValue():
            return _define(value, scope, negated)
        case model.EventValue(_, name):
            if name == "done":
                return "that did not happen" if negated else "that happened"
            return f"{values.noun(value, scope).text} is {'' if negated else 'not '}0"
        case model.Builtin():
            return _builtin(value, scope, negated)
        case model.Aggregate():
            return _aggregate(value, scope, negated)
        case model.Comparison():
            return _comparison(value, scope, negated)
        case model.Membership(item, container, outside):
            return _membership(item, container, outside != negated, scope)
        case model.KindTest(inner_value, kind, outside):
            subject = values.noun(inner_value, scope)
            one, many = kind_noun(scope.game, kind)
            what = many if subject.plural else agreement.with_article(one)
            return f"{subject.says('be', outside != negated)} {what}"
        case model.NothingTest(inner_value, outside):
            return _nothing(inner_value, outside == negated, scope)
        case model.Logic():
            return _logic(value, scope, negated)
        case model.Not(operand):
            return clause(operand, scope, not negated)
        case model.Conditional(test, then, otherwise):
            return (
                f"{clause(then, scope, negated)} (if {clause(test, scope)}; otherwise if "
                f"{clause(otherwise, scope, negated)})"
            )
        case model.Ask(question, pattern, during):
            return _ask(question, pattern, during, scope, negated)
        case (
            model.EnumConstant()
            | model.NameConstant()
            | model.ThingConstant()
            | model.CopiesConstant()
            | model.KindConstant()
            | model.ZoneValue()
            | model.This()
            | model.You()
            | model.PartValue()
            | model.Each()
            | model.QueryValue()
            | model.Listing()
            | model.ZoneEnd()
            | model.Negative()
            | model.Arithmetic()
        ):
            return f"there {'is no' if negated else 'is'} {values.noun(value, scope).text}"
        case _:
            assert_never(value)


def truth_verb(label: str) -> str:
    """Is a truth something that one is ("hostile") or has ("sharp eyes")?"""
    return "have" if " " in label and label.endswith("s") else "be"


_AUXILIARIES = {"was", "were", "may", "can", "must", "cannot", "does", "do"}
_BASES = {"has": "have", "is": "be", "goes": "go", "does": "do"}


def truth_said(noun: NounPhrase, label: str, negated: bool = False) -> str:
    """A truth of something by its label: "Genie is hostile", "Abu has sharp eyes", "Abu shares energy"."""
    first, _, rest = label.partition(" ")
    if first == "cannot" and negated:
        return f"{noun.text} can {rest}"
    if first in _AUXILIARIES and rest:
        return f"{noun.text} {first}{' not' if negated else ''} {rest}"
    if (rest and first in _BASES) or (first.endswith("s") and not first.endswith(("ss", "us", "’s", "less"))):
        base = _BASES.get(first) or agreement.base(first)
        return f"{noun.says(base, negated)} {rest}".rstrip()
    return f"{noun.says(truth_verb(label), negated)} {label}"


def _logic(value: model.Logic, scope: Scope, negated: bool) -> str:
    """ "hurt and either captured or KOed", "in hand, or Trivial and in the deck": what goes together can be heard."""
    word = _spoken(value, negated)
    plain: list[str] = []
    other: list[str] = []  # parts that are joined by the other word
    for part, denied in _parts(value, word, negated):
        if not isinstance(part, model.Logic):
            plain.append(clause(part, scope, denied))
        elif word == "or":
            plain.append(_BOTH.sub(r"\1 are both ", clause(part, scope, denied)))
            other.append(plain[-1])
        else:
            told = clause(part, scope, denied)
            last = clause(_parts(part, "or", denied)[-1][0], scope, _parts(part, "or", denied)[-1][1])
            head, be, rest = told.partition(" is ")
            shared = be and not told.endswith(last) and not rest.startswith(("not ", "neither "))
            other.append(f"{head} is either {rest}" if shared else f"either {told}")
    if word == "or":
        if any(_TWO_SUBJECTS.search(part) for part in other):
            return f"{', '.join(plain[:-1])}, or {plain[-1]}"
        return joined(plain, ", or" if any(" and " in part for part in other) else word)
    return joined([*plain, *other], word)


_BOTH = re.compile(r"^([^,]+? and [^,]+?) are (?=\w+$)")
_TWO_SUBJECTS = re.compile(r" and (?:that|those|this|the|there|it|its|their|you|your|a|an) ")


def _spoken(value: model.Logic, negated: bool) -> str:
    return {"and": "or", "or": "and"}[value.operator] if negated else value.operator


def _parts(value: model.Value, word: str, negated: bool) -> list[tuple[model.Value, bool]]:
    """The parts that one word joins, each with whether it is denied."""
    if isinstance(value, model.Not):
        return _parts(value.operand, word, not negated)
    if isinstance(value, model.Logic) and _spoken(value, negated) == word:
        return [*_parts(value.left, word, negated), *_parts(value.right, word, negated)]
    return [(value, negated)]


def joined(parts: list[str], word: str) -> str:
    """Clauses joined; what they share at their beginning is said once: "you are at home and at full health"."""
    if len(parts) == 1:
        return parts[0]
    shared = _shared(parts, word)
    if shared is not None:
        return shared
    if len(parts) > 2:
        for at in range(len(parts) - 1):  # "it is revealed and it has no degrees and nobody leads it"
            two = _shared(parts[at : at + 2], word)
            if two is None and word == "and":
                two = _no_and_no(*parts[at : at + 2])
            if two is not None:
                return joined([*parts[:at], two, *parts[at + 2 :]], word)
        return f" {word.removeprefix(', ')} ".join(parts)
    first, second = parts
    if word == "and":
        neither = _no_and_no(first, second)
        if neither is not None:
            return neither
        for verb in (" is ", " are "):
            one, found, tail = first.partition(verb)
            other, also, same = second.partition(verb)
            if found and also and tail == same and one != other and not one.startswith(("it", "there", PRONOUN)):
                return f"{one} and {other} are {tail}"  # "Ann is at home and Ben is at home"
    return _listed(parts, word)


def _listed(parts: list[str], word: str) -> str:
    if word.startswith(", "):
        return f"{', '.join(parts[:-1])}{word} {parts[-1]}"
    return agreement.listing(parts, word)


def _shared(parts: list[str], word: str) -> str | None:
    """Clauses about one subject: "it is revealed, has no degrees and is not in prison"."""
    told = [part.split(" ") for part in parts]
    apart = next((at for at, words in enumerate(zip(*told, strict=False)) if len(set(words)) > 1), 0)
    if apart and apart < min(map(len, told)) and all(_is_finite(words[apart]) for words in told):
        subject = " ".join(told[0][:apart])
    else:
        at = next((at for at in range(apart - 1, 0, -1) if told[0][at] in ("is", "are", "has", "have")), None)
        if at is None:
            return None
        subject = " ".join(told[0][:at])
    if subject == "there" or (subject == "it" and any(part.startswith(_IMPERSONAL) for part in parts)):
        return None
    rests = [part.removeprefix(f"{subject} ") for part in parts]
    verb = rests[0].partition(" ")[0]
    bare = [rest.removeprefix(f"{verb} ") for rest in rests]
    if any(rest == short for rest, short in zip(rests, bare, strict=True)):
        return None if PRONOUN in subject else f"{subject} {_listed(rests, word)}"
    denied = [short.startswith(("not ", "no ")) for short in bare]
    if verb in ("is", "are") and word == "and" and all(short.startswith("not ") for short in bare):
        told_not = [short.removeprefix("not ") for short in bare]
        if len(bare) == 2 and not any(f" {link} " in short for short in told_not for link in ("and", "or", "nor")):
            return f"{subject} {verb} neither {told_not[0]} nor {told_not[1]}"
        return None if PRONOUN in subject else f"{subject} {_listed(rests, word)}"
    if any(denied[1:]) or any(" than " in short for short in bare[:-1]):
        return None if PRONOUN in subject else f"{subject} {_listed(rests, word)}"
    return f"{subject} {verb} {_listed(bare, word)}"


def _no_and_no(first: str, second: str) -> str | None:
    """ "there is no Gang in the city and there is no Thug in the city": there is no Gang and no Thug in the city."""
    if not (first.startswith("there is no ") and second.startswith("there is no ")):
        return None
    one, other = (part.removeprefix("there is no ").split(" ") for part in (first, second))
    same = 0
    while same < min(len(one), len(other)) - 1 and one[-1 - same] == other[-1 - same]:
        same += 1
    if not same:
        return None
    return f"there is no {' '.join(one[:-same])} and no {' '.join(other[:-same])} {' '.join(one[-same:])}"


_IMPERSONAL = ("it is your ", "it is not your ", "it is the ", "it is not the ", "it is not so ")


_FINITE = frozenset({"is", "are", "has", "have", "hold", "do", "does", "was", "were", "may", "can", "cannot", "no"})


def _is_finite(word: str) -> bool:
    return word in _FINITE or (word[:1].islower() and word.endswith("s") and not word.endswith(("ss", "us", "’s")))


def condition(value: model.Value, scope: Scope) -> str:
    """A condition in front of an effect: "if you are at full health" or "unless ..."."""
    if isinstance(value, model.Not):
        return f"unless {clause(value.operand, scope)}"
    return f"if {clause(value, scope)}"


def _face(scope: Scope, key: str) -> model.Face | None:
    owner, _, name = key.rpartition(".")
    declared = scope.game.things.get(owner) or scope.game.kinds.get(owner)
    faces = declared.faces if declared is not None else ()
    return next((face for face in faces if face.key == key or face.name == name), None)


def face_title(scope: Scope, key: str) -> str:
    face = _face(scope, key)
    return agreement.words((face.title or face.name) if face is not None else key.rpartition(".")[2])


def face_noun(scope: Scope, key: str) -> tuple[str, str] | None:
    """What a thing that shows this face is: "a HERO"; None where the face only says what it is like."""
    face = _face(scope, key)
    return face.noun if face is not None else None


def section_title(scope: Scope, key: str) -> str:
    owner, _, name = key.rpartition(".")
    kind = scope.game.kinds.get(owner)
    if kind is not None and key in kind.sections:
        return kind.sections[key].title
    for other in scope.game.kinds.values():
        for section in other.sections.values():
            if section.key == key:
                return section.title
    return agreement.words(name)


def _define(value: model.DefineValue, scope: Scope, negated: bool) -> str:
    declared = scope.game.defines.get(value.define)
    text = declared.phrase if declared is not None else None
    if declared is not None and text is not None and "{" in text:
        return values.fill_define(declared, value, scope, "negative" if negated else "finite")
    subject = value.object if value.object is not None else (value.arguments[0] if value.arguments else None)
    name = text or agreement.words(value.define.rpartition(".")[2])
    if subject is None:
        if text is not None:
            return f"{'it is not so that ' if negated else ''}{text}"
        return f"{name} {'does not hold' if negated else 'holds'}"
    noun = values.noun(subject, scope)
    if text is None and _is_verb(name):
        return noun.says(agreement.base(name), negated)
    if text is None and value.object is not None and value.arguments:
        name = " ".join([name, *(values.noun(argument, scope).text for argument in value.arguments)])  # "open to you"
    for opening in ("it is ", "it has ", "there is ", "there are ", "you are ", "you have "):
        if name.startswith(opening):  # words that are a whole clause: "it is your turn"
            return f"{opening}{'not ' if negated else ''}{name.removeprefix(opening)}"
    return is_or_does(noun, name, negated)


def is_or_does(noun: NounPhrase, words: str, negated: bool = False) -> str:
    """What a define says of something: "Genie is hostile", "Melty Sweet acts now"."""
    first = words.partition(" ")[0]
    does = first in _AUXILIARIES or (first.endswith("s") and not first.endswith(("ss", "us", "’s", "less")))
    does = does and " " in words
    return truth_said(noun, words, negated) if does else f"{noun.says('be', negated)} {words}"


def _is_verb(name: str) -> bool:
    """A define without a phrase that is named like a verb: `triumphs`."""
    return " " not in name and name.endswith("s") and not name.endswith(("ss", "us", "less"))


def _builtin(value: model.Builtin, scope: Scope, negated: bool) -> str:
    arguments = [values.noun(argument, scope) for argument in value.arguments]
    match value.name, arguments:
        case "adjacent", [one, other]:
            return f"{one.says('be', negated)} next to {other.text}"
        case "odd" | "even" as which, [one]:
            return f"{one.says('be', negated)} {which}"
        case "in_play", [one]:
            return f"{one.says('be', negated)} in play"
        case "valid", [one, other]:
            return f"{one.says('meet', negated)} the requirements of {other.text}"
        case name, [one, *_]:
            return f"{one.says('be', negated)} {agreement.words(name)}"
        case name, _:
            return f"{agreement.words(name)} {'does not hold' if negated else 'holds'}"


def _holding(query: model.Query) -> tuple[model.Near, model.Query] | None:
    """A query about what lies in or on one thing, apart from that place: for "that space holds a figure"."""
    for near in query.near:
        if near.word in ("at", "in"):
            rest = tuple(other for other in query.near if other is not near)
            return near, evolve(query, near=rest)
    return None


def _container(near: model.Near, scope: Scope) -> NounPhrase | None:
    """What holds something: a place or zone; a figure's space."""
    noun = values.noun(near.value, scope)
    if near.word == "in" or isinstance(near.value.type, model.ZoneType):
        return noun if not noun.relative else None
    kind = type_kind(near.value.type)
    if isinstance(near.value.type, model.SetType):
        return None
    if kind is not None and (is_a(scope.game, kind, "Place") or isinstance(near.value, model.Builtin)):
        return noun
    return noun.owning(place_noun(scope.game)[0])


def _controls(query: model.Query, scope: Scope) -> tuple[NounPhrase, model.Query] | None:
    """ "you control a hurt character", for "there is a hurt character you control": who, and what else is asked."""
    if query.near or query.nearest is not None or query.amount is not None:
        return None
    tests = queries.conjuncts(query.where)
    for test in tests:
        match test:
            case model.Comparison("==", model.Builtin("controller", (model.Local(id=id_),)), who) if (
                id_ == query.local.id and not uses(who, query.local)
            ):
                noun = values.noun(who, scope)
                rest = evolve(query, where=queries.all_of([other for other in tests if other is not test]))
                return None if noun.relative else (noun, rest)
            case _:
                pass
    return None


def _of_all(near: model.Near, rest: model.Query, scope: Scope) -> bool:
    """Is all that a pile holds of the Kind that is asked for? Then the pile is empty, or not."""
    zone = near.value
    if near.word != "in" or rest.near or rest.traits or rest.where is not None or rest.nearest is not None:
        return False
    declared = scope.game.zones.get(zone.zone) if isinstance(zone, model.ZoneValue) else None
    holder = values.noun(zone, scope)
    named = kind_noun(scope.game, rest.kind)[0].startswith(holder.text.rpartition("’s ")[2].removeprefix("its "))
    return declared is not None and not holder.plural and not named and is_a(scope.game, declared.content, rest.kind)


def _holds(near: model.Near, rest: model.Query, holder: NounPhrase, words: str, scope: Scope) -> str:
    """ "that pile holds 2 cards"; several things include some, and what is called after what is asked for one has."""
    value = near.value
    owner = value.owner if isinstance(value, model.ZoneValue) else (
        value.object if isinstance(value, (model.DefineValue, model.AttributeValue)) else None
    )  # fmt: skip
    one, many = kind_noun(scope.game, rest.kind)
    plain = not (rest.near or rest.traits or rest.where is not None or rest.nearest is not None)
    if owner is not None and not holder.relative:
        having = values.noun(owner, scope)
        named = holder.plural and having.owning(many, True).text == holder.text
        label = holder.text.removeprefix(f"{having.possessive} ")
        if (named or (plain and one.startswith(label))) and not having.relative:
            return f"{having.finite('have')} {words}"
    if plain and owner is None and holder.plural and not isinstance(value, model.Local):
        told = holder.text.removeprefix("the ")
        if told.startswith(f"{many} ") and words.endswith(many):  # "there are 3 or fewer spaces next to it"
            return f"there are {words}{told.removeprefix(many)}"
        if told.endswith(f" {many}") and words in (agreement.with_article(one), f"no {one}"):
            sort = agreement.singular(told)  # "there is a beaten Villain"
            return f"there is {f'no {sort}' if words.startswith('no ') else agreement.with_article(sort)}"
    group = holder.plural and (
        not isinstance(value, model.ZoneValue) or holder.text.split(" ")[-1].lower() == many.split(" ")[-1].lower()
    )
    return f"{holder.finite('include' if group else 'hold')} {words}"


def _exists(query: model.Query, scope: Scope, amount: str, plural: bool, negated: bool) -> str:
    """ "that space holds a figure", "there are 2 or more Tokens in the castle towers"; amount "" is `a`."""
    found = _holding(query)
    if found is not None:
        near, rest = found
        holder = _container(near, scope)
        if holder is not None:
            if not amount and not plural and _of_all(near, rest, scope):
                return holder.says("be", not negated) + " empty"
            words = _amounted(rest, scope, amount, plural, negated)
            other = re.fullmatch(r"an? (.+) other than (.+)", words)
            if other and holder.text.startswith(f"{other.group(2)}’s "):
                words = f"another {other.group(1)}"
            return _holds(near, rest, holder, words, scope)
    controls = _controls(query, scope)
    if controls is not None:
        who, theirs = controls
        return f"{who.finite('control')} {_amounted(theirs, scope, amount, plural, negated)}"
    beside = _beside(query, scope, amount, plural, negated)
    if beside is not None:
        return beside
    match query.where:
        case model.Comparison("==", model.AttributeValue(model.Local(id=id_), key), value) if (
            id_ == query.local.id
            and not query.near
            and not query.traits
            and not amount
            and not plural
            and isinstance(unwrap(value.type), model.ThingType)
        ):
            owner = queries.phrase(evolve(query, where=None), scope, "no" if negated else "a")
            return f"{values.noun(value, scope).finite('be')} {owner.owning(values.label(scope, key)).text}"
        case _:
            pass
    if query.where is not None or not query.near:
        tests = queries.conjuncts(query.where)
        same = _same_as(query, tests, scope, negated) if not amount and not plural else None
        if same is not None:
            return same
        if negated and len(tests) > 1:
            tests = []  # "no player is hurt and on the board" could mean two things
        if not query.near and query.nearest is None and tests and not amount and not plural:
            # any(Kind k where ...) is a clause about a Kind: "a Villain is in play"
            head = evolve(query, where=None)
            subject = queries.phrase(head, scope, "no" if negated else "a")
            inner = scope.inner()
            inner.bind(query.local, subject)
            first = clause(tests[0], inner)
            if first.startswith(subject.text + " "):
                rest_texts = [clause(test, inner) for test in tests[1:]]
                if all(text.startswith(f"{subject.text} ") for text in rest_texts):
                    return joined([first, *rest_texts], "and")
                inner.bind(query.local, NounPhrase("it", noun=subject.noun))
                return agreement.listing([first, *(clause(test, inner) for test in tests[1:])])
    words = _amounted(query, scope, amount, plural, negated)
    return f"there {'are' if plural else 'is'} {words}"


def _same_as(query: model.Query, tests: list[model.Value], scope: Scope, negated: bool) -> str | None:
    """ "a place is that character’s place and it is a lab": that character’s place is a lab."""
    if query.near or query.traits or query.nearest is not None or len(tests) < 2:
        return None
    match tests[0]:
        case model.Comparison("==", model.Local(id=id_), value) if id_ == query.local.id and isinstance(
            unwrap(value.type), model.ThingType
        ):
            rest = evolve(query, where=queries.all_of(tests[1:]))
            return f"{values.noun(value, scope).says('be', negated)} {queries.phrase(rest, scope, 'a').text}"
        case _:
            return None


def _beside(query: model.Query, scope: Scope, amount: str, plural: bool, negated: bool) -> str | None:
    """ "you are next to a Villain" for "there is a Villain next to you"."""
    if len(query.near) != 1 or amount or plural:
        return None
    near = query.near[0]
    if near.word not in ("adjacent", "within") or not isinstance(near.value, (model.You, model.Local, model.This)):
        return None
    what = queries.phrase(evolve(query, near=()), scope, "a").text
    subject = values.noun(near.value, scope)
    if near.word == "adjacent":
        return f"{subject.says('be', negated)} next to {what}"
    assert near.distance is not None
    steps = values.quantity(near.distance, place_noun(scope.game), scope)
    return f"{subject.says('be', negated)} within {steps} of {what}"


def _amounted(query: model.Query, scope: Scope, amount: str, plural: bool, negated: bool) -> str:
    if plural:
        many = queries.phrase(query, scope, "bare plural").text
        return f"{amount} {many}" if amount else f"no {many}"
    if amount:
        return f"{amount} {queries.phrase(query, scope, 'bare').text}"
    return queries.phrase(query, scope, "no" if negated else "a").text


def _aggregate(value: model.Aggregate, scope: Scope, negated: bool) -> str:
    query = value.query
    if value.function in ("any", "none") and not value.keys and queries.is_chosen(query, scope):
        many = queries.phrase(query, scope, "all").text
        if many.startswith(("that ", "those ")):
            return f"{'nothing' if (value.function == 'none') != negated else 'something'} was chosen"
    match value.function:
        case "any" | "none" if value.keys:
            where: model.Value = value.keys[0]
            if query.where is not None:
                where = model.Logic("and", query.where, where, model.TRUTH)
            return _exists(evolve(query, where=where), scope, "", False, (value.function == "none") != negated)
        case "any" | "none":
            return _exists(query, scope, "", False, (value.function == "none") != negated)
        case "all" if (covered := _covers(value, scope, negated)) is not None:
            return covered
        case "all":
            subject = queries.phrase(query, scope, "each")
            inner = scope.inner()
            inner.bind(query.local, subject)
            texts = [clause(key, inner) for key in value.keys]
            text = agreement.listing(texts)
            return f"not {text}" if negated else text
        case "count" | "sum" | "first" | "last" | "the" | "highest" | "lowest" | "max" | "min":
            return f"there {'is no' if negated else 'is'} {values.noun(value, scope).text}"
        case _:
            assert_never(value.function)


def _covers(value: model.Aggregate, scope: Scope, negated: bool) -> str | None:
    """So many of each sort at least: "your powers cover its required powers"."""
    query = value.query
    match value.keys:
        case (
            model.Comparison(
                ">=",
                model.Builtin("amount_of", (have, model.Local(id=one))),
                model.Builtin("amount_of", (need, model.Local(id=other))),
            ),
        ) if one == other == query.local.id and query.where is None and not query.near:
            all_of = evolve(values.noun(have, scope), plural=True)
            return f"{all_of.says('cover', negated)} {values.noun(need, scope).text}"
        case _:
            return None


def amount_words(operator: str, right: model.Value, noun: tuple[str, str], scope: Scope) -> tuple[str, bool]:
    """ "no hearts", "2 or more hearts", "fewer than 3 hearts"; second: is it a plural?"""
    if isinstance(right, model.Literal) and isinstance(right.value, int) and not isinstance(right.value, bool):
        n = right.value
        if operator == ">" and n < model.INFINITE:
            operator, n = ">=", n + 1
        elif operator == "<" and n > 0:
            operator, n = "<=", n - 1
        match operator:
            case "==" if n == 0:
                return f"no {noun[1]}", True
            case "==":
                return f"exactly {values.counted(n, noun)}", n != 1
            case "!=" if n == 0:
                return f"at least 1 {noun[0]}", False
            case "!=":
                return f"a number of {noun[1]} other than {n}", True
            case ">=" if n == 1:
                return f"at least 1 {noun[0]}", False
            case ">=":
                return f"{n} or more {noun[1]}", True
            case _ if n == 0:
                return f"no {noun[1]}", True
            case _ if n == 1:
                return f"fewer than 2 {noun[1]}", True
            case _:
                return f"{n} or fewer {noun[1]}", True
    if isinstance(right, model.Conditional) and isinstance(right.then, model.Literal):
        usual, plural = amount_words(operator, right.otherwise, noun, scope)
        rare, _ = amount_words(operator, right.then, ("\x02", "\x02"), scope)
        if rare.endswith(" \x02"):  # "3 or more cards (4 or more if there are 4 players)"
            number = rare.removesuffix(" \x02")
            return f"{usual} ({number} if {clause(right.test, scope)})", plural
    other = values.noun(right, scope).text
    words = {
        "==": f"as many {noun[1]} as {other}",
        "!=": f"more or fewer {noun[1]} than {other}",
        "<": f"fewer {noun[1]} than {other}",
        "<=": f"at most as many {noun[1]} as {other}",
        ">": f"more {noun[1]} than {other}",
        ">=": f"at least as many {noun[1]} as {other}",
    }
    return words[operator], True


def _at_full(value: model.Comparison, scope: Scope, negated: bool) -> str | None:
    """ "is not at full health", for a value beside the highest that it can have."""
    left, right = value.left, value.right
    if not isinstance(left, model.AttributeValue) or not isinstance(right, model.AttributeValue):
        return None
    attribute = scope.game.attributes.get(left.attribute)
    high = attribute.high if attribute is not None else None
    if not isinstance(high, model.AttributeValue) or high.attribute != right.attribute or left.object != right.object:
        return None
    full = {"<": False, "!=": False, "==": True, ">=": True}.get(value.operator)
    if full is None:
        return None
    return (
        f"{values.noun(left.object, scope).says('be', full is negated)} at full {values.label(scope, left.attribute)}"
    )


def _comparison(value: model.Comparison, scope: Scope, negated: bool) -> str:
    full = _at_full(value, scope, negated)
    if full is not None:
        return full
    operator = _OPPOSITE[value.operator] if negated else value.operator
    left, right = value.left, value.right
    told = scope.names.get(left.id) if isinstance(left, model.Local) else None
    if told is not None and told.text == "that number" and told.noun:  # "those hearts are 2 or more"
        many = agreement.is_many(told.noun)
        return f"{'those' if many else 'that'} {told.noun} {'are' if many else 'is'} {_than(operator, right, scope)}"
    if isinstance(left, (model.Literal, model.EnumConstant)) and not isinstance(
        right, (model.Literal, model.EnumConstant)
    ):
        flipped = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
        left, right, operator = right, left, flipped.get(operator, operator)
    if isinstance(left, model.NothingTest) or isinstance(right, model.NothingTest):
        return f"{clause(left, scope)} exactly if {clause(right, scope)}"
    controls = _controls(left.query, scope) if isinstance(left, model.Aggregate) and left.function == "count" else None
    if controls is not None and isinstance(left, model.Aggregate) and not left.keys:
        who, theirs = controls
        bare = (queries.phrase(theirs, scope, "bare").text, queries.phrase(theirs, scope, "bare plural").text)
        return f"{who.finite('control')} {amount_words(operator, right, bare, scope)[0]}"
    if operator in ("==", "!=") and isinstance(left, model.AttributeValue) and isinstance(right, model.You):
        owner = values.noun(left.object, scope)
        seated = type_kind(left.type) == scope.game.seats.kind and values.noun(right, scope).you
        if seated and owner.text.startswith("that "):
            return f"{owner.says('be', operator == '!=')} yours"
    match left:
        case model.Aggregate("count", query, ()) if (having := _having(query, operator, right, scope)) is not None:
            return having
        case model.Aggregate("count", query, ()):
            found = _holding(query)
            bare = queries.phrase(query, scope, "bare").text, queries.phrase(query, scope, "bare plural").text
            if found is not None and (holder := _container(found[0], scope)) is not None:
                inside = found[1]
                bare = queries.phrase(inside, scope, "bare").text, queries.phrase(inside, scope, "bare plural").text
                words, _ = amount_words(operator, right, bare, scope)
                none = isinstance(right, model.Literal) and right.value == 0 and operator in ("==", ">", "!=", "<=")
                if none and _of_all(found[0], inside, scope):
                    return holder.says("be", operator in (">", "!=")) + " empty"
                return _holds(found[0], inside, holder, words, scope)
            words, plural = amount_words(operator, right, bare, scope)
            return f"there {'are' if plural else 'is'} {words}"
        case model.AttributeValue(object, key) if values.unit(scope, key) is not None and isinstance(
            right, model.Literal
        ):
            noun = values.unit(scope, key)
            assert noun is not None
            words, _ = amount_words(operator, right, noun, scope)
            label = values.label(scope, key)
            if noun[0] in _MEASURES and label not in noun and words in (f"no {noun[1]}", f"at least 1 {noun[0]}"):
                words = (
                    f"no {label}" if words.startswith("no ") else f"{words} of {label}"
                )  # "no disarray", "no degrees"
            return f"{values.noun(object, scope).finite('have')} {words}"
        case model.AttributeValue(object, key) if isinstance(right, model.Literal) and right.value is None:
            return _nothing(left, operator == "==", scope)
        case model.Builtin("current_phase"):
            return f"it {'is' if operator == '==' else 'is not'} {values.noun(right, scope).text}"
        case model.Builtin("players") if isinstance(right, model.Literal):
            words, plural = amount_words(operator, right, ("player", "players"), scope)
            return f"there {'are' if plural else 'is'} {words}"
        case model.Builtin("controller" | "owner" | "holder" as name, (one,)) if operator in (
            "==",
            "!=",
        ) and (
            isinstance(right, (model.You, model.This, model.Local, model.ThingConstant))
            or values.noun(right, scope).you
        ):
            verb = {"controller": "control", "owner": "own", "holder": "hold"}[name]
            return f"{values.noun(right, scope).says(verb, operator == '!=')} {values.noun(one, scope).text}"
        case model.Builtin("place", (one,)):
            match right:
                case model.Builtin("place", (other,)):
                    place = place_noun(scope.game)[0]
                    be = values.noun(one, scope).says("be", operator == "!=")
                    return f"{be} {agreement.where(place)} the same {place} as {values.noun(other, scope).text}"
                case _:
                    return f"{values.noun(one, scope).says('be', operator == '!=')} {queries.location(right, scope)}"
        case model.Builtin("distance", (one, other)):
            words = _than(operator, right, scope)
            away = {"<=": "within {} of", ">": "more than {} from", ">=": "at least {} from", "<": "less than {} from",
                    "==": "exactly {} from"}.get(operator)  # fmt: skip
            if away is not None and isinstance(right, model.Literal):
                steps = values.quantity(right, place_noun(scope.game), scope)
                return f"{values.noun(one, scope).finite('be')} {away.format(steps)} {values.noun(other, scope).text}"
            match right:
                case model.Builtin("distance", (nearer, goal)) if goal == other and operator == "<":
                    return (
                        f"{values.noun(one, scope).finite('be')} nearer to {values.noun(other, scope).text} than "
                        f"{values.noun(nearer, scope).text}"
                    )
                case _:
                    start, end = values.noun(one, scope).text, values.noun(other, scope).text
                    return f"the distance from {start} to {end} is {words}"
        case _:
            pass
    match left, operator:
        case model.Arithmetic("*", model.Literal(2), one), "<=" | ">=":
            most = "at most" if operator == "<=" else "at least"
            return f"{values.noun(one, scope).finite('be')} {most} half of {values.noun(right, scope).text}"
        case model.Arithmetic("*", one, model.Literal(2)), "<=" | ">=":
            most = "at most" if operator == "<=" else "at least"
            return f"{values.noun(one, scope).finite('be')} {most} half of {values.noun(right, scope).text}"
        case _:
            pass
    if operator in ("==", "!=") and isinstance(left, model.AttributeValue):
        does = _DOES.fullmatch(values.label(scope, left.attribute))
        if does is not None:  # a label that is a verb: "it leaves with that Villain"
            said = values.noun(left.object, scope).says(agreement.base(does[1].lower()), operator == "!=")
            return f"{said} {does[2]} {values.noun(right, scope).text}"
    kind = unwrap(left.type)
    noun_left = values.noun(left, scope)
    if operator in ("==", "!=") and values.noun(right, scope).text in ("it", "they"):
        left, right = right, left  # "the active Sidekick is they": they are the active Sidekick
        noun_left = values.noun(left, scope)
    if isinstance(left, model.OptionValue) and isinstance(right, (model.EnumConstant, model.NameConstant)):
        declared = scope.game.options.get(left.option)
        titles = dict(declared.values) if declared is not None else {}
        if declared is not None and right.name in titles:
            said = f"“{declared.title}: {titles[right.name]}”"
            return f"{said} is {'' if operator == '==' else 'not '}chosen"
    if operator in ("==", "!=") and not isinstance(kind, (model.NumberType, model.ResourceType)):
        if isinstance(kind, model.TruthType) and isinstance(right, model.Literal):
            return clause(left, scope, (operator == "==") != bool(right.value))
        return f"{noun_left.says('be', operator == '!=')} {values.noun(right, scope).text}"
    if operator in ("==", "!=") and not isinstance(right, model.Literal):
        return f"{noun_left.says('be', operator == '!=')} {values.noun(right, scope).text}"
    return f"{noun_left.finite('be')} {_than(operator, right, scope)}"


_MEASURES = frozenset({"degree", "step", "metre", "mile", "inch", "minute", "hour", "second", "percent"})
_DOES = re.compile(r"([A-Za-z]+[^s]s) (with|to|from|by|for)")


def _having(query: model.Query, operator: str, right: model.Value, scope: Scope) -> str | None:
    """So many of a set: "there are fewer than 2 of those cards", "you have 3 or more learned types"."""
    if query.traits or query.where is not None or query.amount is not None or len(query.near) != 1:
        return None
    near = query.near[0].value
    if query.near[0].word != "in":
        return None
    if isinstance(near, model.Local) and isinstance(near.type, model.SetType):
        many = values.noun(near, scope).text
        if not many.startswith(("those ", "all ")):
            return None
        words, plural = amount_words(operator, right, ("\x02", "\x02"), scope)
        if words.count("\x02") != 1:
            return None
        if not words.endswith("\x02"):  # "those cards are as many as it needs"
            number = words.replace(" \x02", "")
            return f"{many} are {number}" if many.startswith("those ") else None
        number = words.replace("no \x02", "none").removesuffix(" \x02")
        if many.startswith("all "):
            many = many.removeprefix("all ")
            return f"there are {number} {many}" if plural else f"there is {number} of the {many}"
        return f"there {'are' if plural else 'is'} {number} of {many}"
    named = owner = None
    if isinstance(near, model.AttributeValue) and isinstance(unwrap(near.type), model.SetType):
        named, owner = values.label(scope, near.attribute), near.object
    elif isinstance(near, model.ZoneValue) and near.owner is not None:
        label = values.zone(near.zone, None, scope).text.removeprefix("the ")
        if label.lower() == kind_noun(scope.game, query.kind)[1].lower():
            named, owner = label, near.owner
    elif isinstance(near, model.DefineValue) and near.object is not None:
        declared = scope.game.defines.get(near.define)
        label = (declared and declared.phrase) or ""
        if label.lower() == kind_noun(scope.game, query.kind)[1].lower():
            named, owner = label, near.object
    if named is None or owner is None:
        return None
    one = agreement.singular(named)
    words, _ = amount_words(operator, right, (one, named), scope)
    return f"{values.noun(owner, scope).finite('have')} {words}"


def _than(operator: str, right: model.Value, scope: Scope) -> str:
    other = values.noun(right, scope).text
    if isinstance(right, model.Literal) and isinstance(right.value, int):
        words = {"==": other, "!=": f"not {other}", "<": f"less than {other}", "<=": f"{other} or less",
                 ">": f"more than {other}", ">=": f"{other} or more"}  # fmt: skip
        return words[operator]
    words = {
        "==": f"equal to {other}",
        "!=": f"not equal to {other}",
        "<": f"less than {other}",
        "<=": f"at most {other}",
        ">": f"more than {other}",
        ">=": f"at least {other}",
    }
    return words[operator]


def _membership(item: model.Value, container: model.Value, outside: bool, scope: Scope) -> str:
    subject = values.noun(item, scope)
    if isinstance(container, model.Listing):
        names = agreement.listing((values.noun(part, scope).text for part in container.items), "or")
        return f"{subject.says('be', outside)} {names}"
    holder = values.noun(container, scope)
    kept = isinstance(container, model.AttributeValue) and holder.plural
    _, many = kind_noun(scope.game, type_kind(item.type) or "Thing")
    if holder.text.startswith((f"{PRONOUN}whose ", "its ")) or (kept and many.lower() not in holder.text.lower()):
        return f"{holder.says('include', outside)} {subject.text}"
    if isinstance(container.type, model.ZoneType) or isinstance(container, model.ZoneValue):
        return f"{subject.says('be', outside)} {queries.inside(holder)}"
    if isinstance(container, model.QueryValue):
        one = queries.phrase(container.query, scope, "a")
        return f"{subject.says('be', outside)} {one.text}"
    if subject.plural:
        return f"{subject.says('be', outside)} among {holder.text}"
    of = f"the {holder.text.removeprefix('all ')}" if holder.text.startswith("all ") else holder.text
    return f"{subject.says('be', outside)} one of {of}"


def _nothing(value: model.Value, nothing: bool, scope: Scope) -> str:
    """Something is missing (or there)."""
    match value:
        case model.AttributeValue(object, key):
            label = values.label(scope, key)
            owner = values.noun(object, scope)
            verb = owner.finite("have")
            return f"{verb} no {label}" if nothing else f"{verb} {agreement.with_article(label)}"
        case model.DefineValue(define, object) if object is not None and (name := _named(define, scope)):
            verb = values.noun(object, scope).finite("have")
            return f"{verb} no {name}" if nothing else f"{verb} {agreement.with_article(name)}"
        case model.DefineValue(define, None, (object,)) if (
            declared := scope.game.defines.get(define)
        ) is not None and declared.phrase is None:
            name = agreement.words(declared.name).removesuffix(" of")
            verb = values.noun(object, scope).finite("have")
            return f"{verb} no {name}" if nothing else f"{verb} {agreement.with_article(name)}"
        case model.Builtin("place", (object,)):
            return f"{values.noun(object, scope).says('be', nothing)} on the board"
        case model.Builtin("brought", (object,)):
            return f"{values.noun(object, scope).finite('bring')} {'no' if nothing else 'a'} deck of their own"
        case model.Builtin("owner" | "controller" | "holder" | "seat" as name, (object,)):
            owner = values.noun(object, scope)
            return f"{owner.finite('have')} {'no' if nothing else agreement.article(name)} {name}"
        case model.Local():
            noun = values.noun(value, scope)
            if noun.text.startswith("the noted "):  # "if a player was noted"
                sort = noun.text.removeprefix("the noted ")
                return f"{'no ' + sort if nothing else agreement.with_article(sort)} was noted"
            if noun.text.startswith("the "):
                return f"there is no {noun.text.removeprefix('the ')}" if nothing else f"there is {noun.text}"
            return (
                f"there is no {noun.noun or noun.text}"
                if nothing
                else f"there is {agreement.with_article(noun.noun or noun.text)}"
            )
        case _:
            noun = values.noun(value, scope)
            return f"there is no {noun.text.removeprefix('the ')}" if nothing else f"there is {noun.text}"


def _named(define: str, scope: Scope) -> str | None:
    """The words of a define that is a noun."""
    declared = scope.game.defines.get(define)
    phrase = declared.phrase if declared is not None else None
    return phrase if phrase is not None and "{" not in phrase else None


def asked(pattern: model.Pattern, during: str | None, scope: Scope) -> str:
    """What has happened: "a Sidekick has attacked Jafar this turn"."""
    inner = scope.inner()
    said, free = events.pattern_said(pattern, inner)
    turned = phrases.passive(said.phrase) if free else None
    if turned is not None:  # "a character has used it": it has been used
        text = phrases.fill(turned, said.filler, "perfect").clause
    else:
        text = events.pattern_clause(pattern, scope.inner(), "perfect")
    if not during:
        return text
    when = f"this {values.name_title(scope, during).removeprefix('the ')}"
    return text if text.endswith(when) else f"{text} {when}"


def _ask(question: str, pattern: model.Pattern, during: str | None, scope: Scope, negated: bool) -> str:
    match question:
        case "happened" | "times":
            text = asked(pattern, during, scope)
            if not negated:
                return text
            for have in (" has ", " have "):
                if have in text:
                    return text.replace(have, f"{have}not ", 1)
            return f"it is not so that {text}"
        case "can":
            return events.pattern_clause(pattern, scope.inner(), "base", modal="cannot" if negated else "can")
        case _:
            return events.pattern_clause(pattern, scope.inner(), "base", modal="would not" if negated else "would")


__all__ = ["amount_words", "asked", "clause", "condition", "face_noun", "face_title", "joined", "section_title"]
