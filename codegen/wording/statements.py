"""Blocks as sentences: what somebody reads and does, one after the other."""

from __future__ import annotations

import re
from itertools import groupby
from typing import assert_never

from attrs import evolve, frozen

from dsl import model

from . import abilities, agreement, clauses, events, queries, values
from . import phrase as phrases
from .folding import Folder, with_values
from .heard import hear
from .noun_phrase import NounPhrase, the
from .outliving import outlives
from .pronouns import shortened
from .scope import (
    Scope,
    all_actions,
    bare_plural_subject,
    is_a,
    kind_noun,
    names_in,
    plural_of,
    seated_noun,
    singular_nouns,
    type_kind,
    unwrap,
    uses,
    walk,
)

EQUALS = " (you choose among equals)"


@frozen
class Line:
    """A sentence without its capital and full stop; bullets stand below it. `whole`: it holds full stops itself."""

    text: str
    bullets: tuple[str, ...] = ()

    @property
    def simple(self) -> bool:
        return not self.bullets and ". " not in self.text


def block(statements: model.Block, scope: Scope) -> list[Line]:
    """The sentences of a block. A choice that is used once, in the next statement, is told with it."""
    lines: list[Line] = []
    rest = list(statements)
    scope.shuffled |= {
        part.object.zone
        for part in walk(statements)
        if isinstance(part, model.Event) and part.verb == "shuffle" and isinstance(part.object, model.ZoneValue)
    }
    while rest:
        statement = rest.pop(0)
        scope.forget_unused((statement, rest))
        if isinstance(statement, model.Let) and outlives(statement, tuple(rest), scope.game):
            lines.append(_noted(statement, scope))
            continue
        if isinstance(statement, model.Choose) and rest and _merges(statement, rest):
            nouns = dict(scope.nouns)
            merged = None if _two_are_meant(statement, rest, scope) else _merged(statement, rest[0], scope)
            if merged is not None:
                rest.pop(0)
                lines.extend(merged)
                continue
            scope.nouns = nouns
        kept = _kept_as(statement, rest[0], scope) if isinstance(statement, model.Choose) and rest else None
        if kept is not None:
            rest.pop(0)
            lines.append(kept)
            continue
        many = _all_chosen(statement, rest[0], scope) if isinstance(statement, model.Choose) and rest else None
        if many is not None:
            rest.pop(0)
            lines.append(many)
            continue
        lines.extend(line for line in sentences(statement, scope) if line.text)
    return shortened_lines(_again_shorter(_them(_both(_shuffled(_twice(lines, scope), scope))), scope), scope)


def _noted(let: model.Let, scope: Scope) -> Line:
    """What is to be remembered, since it may be another one when it is used."""
    type_ = unwrap(let.value.type)
    kind = type_kind(type_)
    plural = isinstance(type_, (model.SetType, model.BagType))
    if isinstance(type_, model.TruthType):
        text = f"note whether {clauses.clause(let.value, scope)}"
        scope.bind(let.local, NounPhrase("what was noted"))
        return Line(text)
    noun = kind_noun(scope.game, kind)[plural] if kind is not None else "number"
    taken = [one.text for one in scope.names.values()]
    words = (f"the noted {noun}", *(f"the {which} noted {noun}" for which in ("second", "third", "fourth", "fifth")))
    text = f"note {values.noun(let.value, scope).text}"
    scope.bind(let.local, NounPhrase(next((one for one in words if one not in taken), words[-1]), plural, noun=noun))
    return Line(text)


def shortened_lines(lines: list[Line], scope: Scope) -> list[Line]:
    """Lines with pronouns for owners that were just spoken of."""

    def said(text: str) -> str:
        return _ALL_OF_THEM.sub(r"\1 all of \3 \2", shortened(text, scope.game))

    return [Line(said(line.text), tuple(map(said, line.bullets))) for line in lines]


_ALL_OF_THEM = re.compile(
    r"\b(lose|loses|pay|pays|spend|spends|discard|discards) ((?:[\w-]+ )?[\w-]+s) equal to"
    r" (your|their|its|(?:that |this )?[\w -]+’s) \2\b",
    re.IGNORECASE,
)
"""Whoever loses stars equal to their stars loses all of their stars."""


def _kept_as(choice_: model.Choose, following: model.Statement, scope: Scope) -> Line | None:
    """ "choose a space, that space becomes this card’s spot": choose a space as this card’s spot."""
    match following:
        case model.Assign(model.AttributeValue(model.This()) as target, "=", model.Local(id=id_)) if (
            id_ == choice_.local.id and choice_.amount is None
        ):
            text = choice(choice_, scope)
            return Line(f"{text} as {values.noun(target, scope).text}")
        case _:
            return None


def _all_chosen(choice_: model.Choose, following: model.Statement, scope: Scope) -> Line | None:
    """ "choose 1 or 2 Damage cards, heal those Damage cards": heal 1 or 2 Damage cards."""
    if choice_.amount is None or not isinstance(choice_.options, model.Query):
        return None
    if choice_.chooser is not None and not isinstance(choice_.chooser, model.You):
        return None
    if isinstance(following, model.Do) and isinstance(following.event.object, model.EachOf):
        near = following.event.object.query.near
        if len(near) != 1 or near[0].value != choice_.local or following.until is not None:
            return None
        roles = [value for _, value in following.event.roles]
        if uses(tuple(roles), choice_.local) or any(
            isinstance(value, (model.EachOf, model.PickOf)) or isinstance(unwrap(value.type), model.NumberType)
            for value in roles
        ):
            return None  # "deal 2 damage to 1 or more cats": to each of them?
        chosen = evolve(choice_.options, amount=choice_.amount)
        inner = scope.inner()
        inner.bind(choice_.local, queries.phrase(chosen, scope, "a", queries.from_someone(chosen)))
        told = events.order(following.event, inner).filled("order", scope.doer)
        scope.bind_that(choice_.local, kind_noun(scope.game, chosen.kind)[1], True)
        return Line(told.text) if told.subject is None else None
    if not isinstance(following, model.ForEach) or len(following.block) != 1:
        return None
    query, did = following.query, following.block[0]
    beside = query.near[0].value if len(query.near) == 1 else None
    if not isinstance(beside, model.Local) or beside.id != choice_.local.id or query.where is not None or query.order:
        return None
    if not isinstance(did, model.Do) or did.until is not None or uses(did.event, query.local) != 1:
        return None
    counted = any(isinstance(unwrap(value.type), model.NumberType) for _, value in did.event.roles
                  if not isinstance(value, (model.EachOf, model.PickOf)))  # fmt: skip
    if counted or not isinstance(did.event.object, model.Local):
        return None
    chosen = evolve(choice_.options, amount=choice_.amount)
    taken = events.taken_by(did.event, scope)
    inner = scope.inner()
    inner.bind(query.local, queries.phrase(chosen, scope, "a", taken))
    filled = events.order(did.event, inner).filled("order", scope.doer)
    scope.bind_that(choice_.local, kind_noun(scope.game, chosen.kind)[1], True)
    return Line(filled.text) if filled.subject is None else None


_TAIL = re.compile(r"([a-z]+) (.+?) ((?:to|on|at|into|from|in) (?:that|those|the|this|your|each) .+)")


_TO = re.compile(r"([a-z]+) (\d+ [\w ]+?) to (?=(?:another|an?) (.+))((?:another|an?) )\3")
_TO_THAT = re.compile(r"([a-z]+) (\d+ [\w ]+?) to that ([\w -]+)")


def _both(lines: list[Line]) -> list[Line]:
    """ "place that Guard on that space, place the user on that space": place that Guard and the user on that space."""
    told: list[Line] = []
    for line in lines:
        last = _TAIL.fullmatch(told[-1].text) if told and told[-1].simple and _is_order(told[-1].text) else None
        this = _TAIL.fullmatch(line.text) if line.simple and _is_order(line.text) else None
        if last and this and last.group(1, 3) == this.group(1, 3) and not set(", ") & set(last.group(2)[-1:]):
            plain = all("," not in part and " and " not in part for part in (last.group(2), this.group(2)))
            if plain and last.group(2) != this.group(2):
                told[-1] = Line(f"{last.group(1)} {last.group(2)} and {this.group(2)} {this.group(3)}")
                continue
        to = _TO.fullmatch(told[-1].text) if told and told[-1].simple else None
        same = _TO_THAT.fullmatch(line.text) if line.simple else None
        if to and same and to[1] == same[1] and re.match(rf"(?:\w+ )?{re.escape(same[3])}\b", to[3]):
            told[-1] = Line(
                f"{to[1]} {to[2]} and {same[2]} to {to[4]}{to[3]}"
            )  # "deal 2 body and 1 mind damage to a cat"
            continue
        told.append(line)
    return told


_PUT = re.compile(r"(?:put|add) (.+) (?:into|to|on|on top of) (.+)")
_SHUFFLE = re.compile(r"shuffle (.+)")


def _shuffled(lines: list[Line], scope: Scope) -> list[Line]:
    """ "put this card into the deck, shuffle the deck": shuffle this card into the deck. Rules tell it step by step."""
    if scope.thing is None:
        return lines
    told: list[Line] = []
    for line in lines:
        pile = _SHUFFLE.fullmatch(line.text) if line.simple else None
        into: list[str] = []
        while pile and told and told[-1].simple and (put := _PUT.fullmatch(told[-1].text)) and put[2] == pile[1]:
            into.insert(0, put[1])
            told.pop()
        told.append(Line(f"shuffle {agreement.listing(into)} into {pile[1]}") if pile and into else line)
    return told


_EACH_OF_THOSE = re.compile(r" each of those [\w -]+$")
_CHOSEN = re.compile(r"\b(?:choose|chooses) [^.,]*$")
_THEM = re.compile(r"(?:(.*?\b[a-z]+ ))??(each of )?those ((?:[\w-]+ )?[\w-]+?)((?: .*)?)")


def _them(lines: list[Line]) -> list[Line]:
    """ "choose up to 2 of your cards, give those cards to Ann": give them to Ann."""
    told: list[Line] = []
    for line in lines:
        chosen = told and told[-1].simple and _CHOSEN.search(told[-1].text)
        again = _THEM.fullmatch(line.text) if chosen and line.simple else None
        before = (again[1] or "") if again else ""
        if again and "those " not in before + again[4] and re.search(rf"\b{again[3]}\b", told[-1].text):
            pronoun = "them" if before else "they"
            told.append(Line(f"{before}{again[2] or ''}{pronoun}{again[4]}"))
        elif told and told[-1].text.endswith(" each of them") and _EACH_OF_THOSE.search(line.text) and line.simple:
            each = _EACH_OF_THOSE.sub(" each", line.text)  # "deal 2 damage to each of them and put 1 token on each"
            told[-1] = Line(f"{told[-1].text} and {each}")
        else:
            told.append(line)
    return told


def _twice(lines: list[Line], scope: Scope) -> list[Line]:
    """The same sentence several times over is said once: "draw 2 cards", "do this twice: ..."."""
    told: list[Line] = []
    for line, same in groupby(lines):
        number = len(list(same))
        if number == 1:
            told.append(line)
        elif (many := _so_many(line, number, scope)) is not None:
            told.append(many)
        elif line.simple and len(line.text) <= 40 and "(" not in line.text:
            told.append(Line(f"{line.text} {agreement.times(number)}"))
        else:
            told.append(Line(f"do this {agreement.times(number)}: {one_text([line])}"))
    return told


def _so_many(line: Line, number: int, scope: Scope) -> Line | None:
    """ "draw a Lead", twice: draw 2 Leads."""
    nouns = {kind.noun[0]: kind.noun[1] for kind in scope.game.kinds.values() if not kind.built_in}
    nouns |= {"card": "cards", **{resource.noun[0]: resource.noun[1] for resource in scope.game.resources.values()}}
    one = re.match(r"((?:(?:each|that|this) [\w-]+ )?[a-z]+) (?:an?|1) ", line.text) if line.simple else None
    if one is None or one[1].endswith(("choose", "chooses")) or "(" in line.text:
        return None
    rest = line.text[one.end() :]
    for noun in sorted(nouns, key=lambda noun: (-len(noun), noun)):
        if re.match(rf"{re.escape(noun)}(?![\w’-])", rest):
            return Line(f"{one[1]} {number} {nouns[noun]}{rest[len(noun) :]}")
    return None


def _again_shorter(lines: list[Line], scope: Scope) -> list[Line]:
    """ "that Sidekick’s Villain" is "that Villain" when it is spoken of again, unless another Villain is."""
    seen: set[str] = set()
    nouns = singular_nouns(scope.game)
    whole = " ".join(text for line in lines for text in (line.text, *line.bullets))

    def shorter(found: re.Match[str]) -> str:
        if found.group(0) not in seen:
            seen.add(found.group(0))
            return found.group(0)
        return (
            found.group(0) if re.search(rf"\bthat {re.escape(found.group(1))}\b", whole) else f"that {found.group(1)}"
        )

    pattern = re.compile(r"\bthat [A-Z]?[a-z]+’s (" + "|".join(map(re.escape, nouns)) + r")\b") if nouns else None
    if pattern is None or not pattern.search(whole):
        return lines
    return [
        evolve(line, text=pattern.sub(shorter, line.text), bullets=tuple(pattern.sub(shorter, b) for b in line.bullets))
        for line in lines
    ]


def prose(lines: list[Line]) -> str:
    """Lines as running text: "Lose 1 heart. Choose one: • ... • ..."."""
    return " ".join(agreement.sentence(_inline(line)) for line in lines)


def _inline(line: Line) -> str:
    """A line with its bullets behind it: "choose one: lose 1 heart; or pay 2 stars"."""
    if not line.bullets:
        return line.text
    link = "; or " if line.text.endswith("one:") else "; "
    return f"{line.text} {link.join(bullet.rstrip('.') for bullet in line.bullets)}"


def behind(lead: str, lines: list[Line]) -> list[Line]:
    """Lines that hang on something said first: "after ..., lose 1 heart. ..."."""
    if not lines:
        return []
    first, rest = lines[0], lines[1:]
    together = _joinable(lines) and len(lines) <= 3 and not any(map(_conditional, lines))
    if lead.startswith(_SCOPES) and rest and not together:
        # What stands under a condition has to be seen to stand there.
        return [Line(f"{lead.removesuffix(':')}:", tuple(one_text([line]) for line in lines))]
    comma = "" if lead.endswith(":") else ","
    if rest and together:
        return [Line(f"{lead}{comma} {_then([line.text for line in lines])}")]
    return [Line(f"{lead}{comma} {first.text}", first.bullets), *rest]


_IF_ANY = ", if there is one"
_SCOPES = ("if ", "unless ", "otherwise", "as long as ", "for each ", "for that ", "for its ", "for their ")


def _conditional(line: Line) -> bool:
    """Does a line stand under a condition of its own? Then it stays a sentence of its own."""
    return line.text.startswith(_SCOPES) or ": " in line.text or line.text.endswith(_IF_ANY)


_SUBJECTS = (
    "that ", "those ", "this ", "the ", "each ", "a ", "an ", "you ", "they ", "it ", "all ", "another ", "one ",
    "nobody ", "no ", "nothing ", "somebody ", "your ", "its ", "their ", "everybody ",
)  # fmt: skip


def _is_order(text: str) -> bool:
    """Is a sentence an order ("draw a card"), not a report with a subject ("that Sidekick draws a card")?"""
    return text[:1].islower() and not text.startswith(_SUBJECTS)


def is_finite(word: str) -> bool:
    """Does a word look like the verb of a sentence about one: "lives", "is"?"""
    return word in ("is", "has") or (word.endswith("s") and not word.endswith(("ss", "us")))


def _joinable(lines: list[Line]) -> bool:
    """Can lines be one sentence? A report followed by an order cannot: "Abu chooses a card, put it away"."""
    orders = [_is_order(line.text) for line in lines]
    return all(line.simple for line in lines) and (len(set(orders)) <= 1 or orders == [True, False])


def _then(texts: list[str]) -> str:
    if len(texts) == 2 and _is_order(texts[0]) and not _is_order(texts[1]):
        return f"{texts[0]}, and {texts[1]}"
    if len(texts) == 2:
        return f"{texts[0]}, then {texts[1]}" if len(texts[0]) + len(texts[1]) > 60 else f"{texts[0]} and {texts[1]}"
    return agreement.sequence(texts)


def one_text(lines: list[Line]) -> str:
    """A block as one clause: for choices and costs."""
    if _joinable(lines) and not any(map(_conditional, lines[1:])):
        return _then([line.text for line in lines]) if lines else "do nothing"
    return ". ".join(
        (_inline(line) if number == 0 else agreement.capital(_inline(line))).rstrip(".")
        for number, line in enumerate(lines)
    )


# ------------------------------------------------------------------------------------------------ merging


def _merges(choice: model.Choose, rest: list[model.Statement]) -> bool:
    following = rest[0]
    if choice.amount is not None or not isinstance(choice.options, model.Query):
        return False
    if isinstance(choice.chooser, model.Builtin) and choice.chooser.name == "chance":
        return False
    if not isinstance(following, model.Do) or following.until is not None or following.block:
        return False
    if choice.chooser is not None and not isinstance(choice.chooser, model.You) and uses(following, choice.local) != 1:
        return False
    many = following.event.object
    if isinstance(many, model.EachOf) and uses(many, choice.local):
        return False  # "each character at a location": the location is chosen, not any
    return uses(following.event, choice.local) == 1


def _two_are_meant(choice: model.Choose, rest: list[model.Statement], scope: Scope) -> bool:
    """Is another one of the same noun spoken of later on? Then "that Hero" would mean the one that was chosen."""
    query = choice.options
    noun = kind_noun(scope.game, query.kind)[0] if isinstance(query, model.Query) else ""
    taken = {id_ for id_, one in scope.nouns.items() if one == noun}
    return bool(taken & names_in(rest))


def _merged(choice: model.Choose, following: model.Statement, scope: Scope) -> list[Line] | None:
    query = choice.options
    assert isinstance(query, model.Query) and isinstance(following, model.Do)
    moved = following.event.object
    taken = isinstance(moved, model.Local) and moved.id == choice.local.id and events.taken_by(following.event, scope)
    other = choice.chooser if not isinstance(choice.chooser, model.You) else None
    who = values.noun(other, scope) if other is not None else None
    said = events.order(following.event, _with_choice(scope, choice, query, "a", taken))
    filled = said.filled("order", scope.doer)
    imperative = filled.subject is None
    if who is not None and not who.you:
        return _done_by(who, choice, query, following, scope) if imperative and query.nearest is None else None
    form: queries.Form = "a" if imperative else "of your choice"
    said = events.order(following.event, _with_choice(scope, choice, query, form, taken))
    chosen = queries.phrase(query, scope, form, taken)
    text = said.filled("order", scope.doer).clause
    ends = (chosen.text, *_named_once(chosen.text, following.event, scope))
    behind_it = text.partition(chosen.text)[2]
    goes_on = behind_it.startswith(_GOALS) and len(chosen.text) <= _SHORT and not _LONG_TAIL.search(chosen.text)
    if chosen.modified and not text.endswith(ends) and not text.startswith(chosen.text) and not goes_on:
        scope.names.pop(choice.local.id, None)
        return None  # words would come too far behind: "set a Bird on your place free"
    text = _once_named(text, chosen.text, following.event, scope)
    if query.nearest is not None:
        text += EQUALS
    if following.local is not None:
        _bind_result(following, scope)
    return [Line(text)]


_GOALS = (" into ", " to the ", " to your ", " from ", " on top of ", " at the bottom of ")
_LONG_TAIL = re.compile(r" (?:that|which|whose|nearest|where) ")


def _done_by(
    who: NounPhrase, choice: model.Choose, query: model.Query, following: model.Do, scope: Scope
) -> list[Line] | None:
    """ "that Sidekick chooses one of their cards, discard that card": that Sidekick discards one of their cards."""
    taken = events.taken_by(following.event, scope)
    before = dict(scope.names)
    chosen = queries.phrase(query, scope, "a", taken)
    said = events.order(following.event, _with_choice(scope, choice, query, "a", taken)).filled("finite", who)
    text = said.clause
    plain = said.subject is not None and said.subject.text == who.text and text.endswith(chosen.text)
    if not plain or following.local is not None or not text.startswith(f"{who.text} "):
        scope.names.clear()
        scope.names.update(before)
        return None
    rest = text.removeprefix(who.text).replace(" moves itself to ", " moves to ")
    kind = type_kind(choice.chooser.type) if choice.chooser is not None else None
    if who.possessive is not None and kind is not None:
        own = "their" if is_a(scope.game, kind, scope.game.seats.kind) else "its"
        rest = rest.replace(f" {who.possessive} ", f" {own} ")
    return [Line(f"{who.text}{rest}")]


def _once_named(text: str, chosen: str, event: model.Event, scope: Scope) -> str:
    """ "move the user to a space within 2 spaces of the user": up to 2 spaces away."""
    again = _named_once(chosen, event, scope)
    for form in (chosen, *again):
        if again and text.endswith(form):
            return text.removesuffix(form) + again[-1]
    return text


def _named_once(chosen: str, event: model.Event, scope: Scope) -> tuple[str, ...]:
    """A noun phrase in which what the event is about is "it", and in which even that is left out."""
    if event.object is None or isinstance(event.object, (model.EachOf, model.PickOf)):
        return ()
    named = values.noun(event.object, scope)
    if named.you:
        return ()
    it = re.sub(rf"\b{re.escape(named.text)}(?!’|\w)", "it", chosen)
    it = re.sub(rf"\b{re.escape(named.text)}’s?", "its", it)
    kind = type_kind(event.object.type)
    if kind is not None and is_a(scope.game, kind, scope.game.seats.kind):
        it = it.replace(" that it can ", " that they can ")
    short = re.sub(r"\bwithin (\S+ \S+) of it$", r"up to \1 away", it)
    short = re.sub(r"\bthat is not (on|at) the same (\S+) as it$", r"\1 another \2", short)
    return (it, short) if it != chosen else ()


def _with_choice(
    scope: Scope, choice: model.Choose, query: model.Query, form: queries.Form, taken: bool = False
) -> Scope:
    inner = scope.inner()
    inner.bind(choice.local, queries.phrase(query, scope, form, taken))
    noun = kind_noun(scope.game, query.kind)[0]
    scope.bind(choice.local, NounPhrase(f"that {noun}"))
    scope.nouns = {**{id_: one for id_, one in scope.nouns.items() if one != noun}, choice.local.id: noun}
    return inner


# ------------------------------------------------------------------------------------------------ statements


def asked(statement: model.Choose | model.May, scope: Scope) -> str:
    """The words of a question, with what is spoken of in its slots."""
    left = (values.noun(value, scope).text for value in statement.slots)
    return re.sub(r"\{[^{}]*\}", lambda _: next(left), statement.prompt or "")


def sentences(statement: model.Statement, scope: Scope) -> list[Line]:
    """One statement as sentences."""
    match statement:
        case model.Do():
            return _do(statement, scope)
        case model.Assign():
            return [Line(_assign(statement, scope))]
        case model.Let(local, value):
            scope.bind(local, values.noun(value, scope))
            return []
        case model.Choose():
            return [Line(choice(statement, scope))]
        case model.May():
            offered = _may(statement, scope)
            hear(statement.span, one_text(offered))
            return offered
        case model.ChooseOne():
            return [_choose_one(statement, scope)]
        case model.Take():
            return [Line(_take(statement, scope))]
        case model.If():
            return _if(statement, scope)
        case model.ForEach(query, body):
            return _for_each(query, body, scope)
        case model.Together(query, body):
            if query is None:
                lines = block(body, scope.inner())
                if lines and all(line.simple for line in lines):
                    return [Line(f"at the same time, {agreement.listing(line.text for line in lines)}")]
                return behind("at the same time", lines)
            lines = _for_each(query, body, scope)
            if not lines:
                return []
            told, colon = lines[0].text.removesuffix(":"), ":" if lines[0].text.endswith(":") else ""
            return [Line(f"{told} (all at the same time){colon}", lines[0].bullets), *lines[1:]]
        case model.Step(_, title, _, body):
            return behind(f"{title}:", block(body, scope))
        case model.Lockstep(query, condition, steps):
            lines = behind("together, step by step", [Line("everybody does the following")])
            who = queries.phrase(query, scope, "each")
            scope.bind_that(query.local, queries.bare_noun(query, scope))
            bullets = tuple(f"{step.title}: {one_text(block(step.block, scope.inner()))}" for step in steps)
            lead = f"{who.text} does the following, all one step before anybody goes on to the next"
            if condition is not None:
                lead += f" (if {clauses.clause(condition, scope)})"
            return [Line(lead + ":", bullets)] if lines else []
        case model.Repeat(times, condition, body):
            return _repeat(times, condition, body, scope)
        case model.Turn(of, body):
            taker = values.noun(of, scope) if of is not None else scope.you
            lead = "take a turn" if taker.you else taker.finite("take") + " a turn"
            inner = block(body, scope.inner())
            inside = tuple(f"{line.text} {'; '.join(line.bullets)}" if line.bullets else line.text for line in inner)
            return [Line(lead + (":" if inner else ""), inside)]
        case model.Run(phase):
            return [Line(f"carry out {values.name_title(scope, phase)}")]
        case model.Perform(section, of, value):
            title = clauses.section_title(scope, section)
            text = f"carry out “{title}” of {values.noun(of, scope).text}"
            if value is not None:
                text += f" with {values.noun(value, scope).text}"
            return [Line(text)]
        case model.Free(action):
            return [Line(f"you may use “{_action_title(scope, action)}” without its cost")]
        case model.Until(moment, constants):
            return _until(moment, constants, scope)
        case model.Return() if scope.thing is not None:
            return []  # what the rules are told, not who reads the card
        case model.Return(value):
            if isinstance(value.type, model.TruthType):
                return [Line(f"the answer is {values.noun(value, scope).text}")]
            return [Line(f"the result is {values.noun(value, scope).text}")]
        case model.Stop(pattern):
            return [Line(_stop(pattern, scope))]
        case model.Cancel():
            return [Line(_not_happening(scope))]
        case model.Leave():
            return [Line("stop repeating this")]
        case model.Proceed():
            return [Line("it happens as usual")]
        case model.Finish(result, who, reason):
            subject = values.noun(who, scope) if who is not None else the(f"{seated_noun(scope.game)[1]}", True)
            text = f"{subject.finite(result)} the game" if result == "win" else f"{subject.finite('lose')} the game"
            return [Line(f"{text} ({reason})" if reason else text)]
        case model.Limit():
            return [Line(limit(statement, scope))]
        case model.Needs(condition, because):
            lead = "this only happens if" if scope.thing is None else "only if"
            text = f"{lead} {clauses.clause(condition, scope)}"
            return [Line(f"{text} ({because})" if because else text)]
        case model.Cost(event, once):
            text = cost(event, scope)
            return [Line(f"{text} (once)" if once else text)]
        case model.CostStep(operator, amount, condition):
            more = "more" if operator == "+" else "less"
            text = f"this costs {values.noun(amount, scope).text} {more}"
            return [Line(f"{text} if {clauses.clause(condition, scope)}" if condition is not None else text)]
        case model.Pledge(query, start, others, body):
            who = queries.phrase(query, scope, "each")
            begin = values.noun(start, scope)
            scope.bind_that(query.local, queries.bare_noun(query, scope))
            other = f"each other {who.noun or queries.bare_noun(query, scope)} may join in"
            may = other if others else f"{who.text} joins in"
            return [Line(f"beginning with {begin.text}, {may}: {one_text(block(body, scope.inner()))}")]
        case model.Lay(amount, what, onto, local, worth):
            if isinstance(what, model.Query):
                counted = evolve(what, amount=amount) if amount is not None else what
                laid, kind = queries.phrase(counted, scope, "any").text, what.kind
            else:
                laid, kind = values.noun(what, scope).text, type_kind(what.type) or "Card"
            goal = queries.phrase(onto, scope, "a") if isinstance(onto, model.Query) else values.noun(onto, scope)
            text = f"lay {laid} on {goal.text}"
            scope.bind_that(local, kind_noun(scope.game, kind)[0])
            if worth is not None:
                text += f" (worth {values.noun(worth, scope).text} each)"
            return [Line(text)]
        case model.TargetsOf(section, of):
            if scope.thing is not None:
                return []  # whoever uses something chooses for it
            title = clauses.section_title(scope, section)
            return [Line(f"make the choices that “{title}” of {values.noun(of, scope).text} asks for")]
        case _:
            assert_never(statement)


def _action_title(scope: Scope, key: str) -> str:
    if key in scope.game.actions:
        return scope.game.actions[key].title
    for action in all_actions(scope.game):
        if action.key == key:
            return action.title
    return agreement.words(key.rpartition(".")[2])


def _do(statement: model.Do, scope: Scope) -> list[Line]:
    said = events.order(statement.event, scope)
    text = said.filled(_mood(scope), scope.doer).clause
    if statement.until is not None:
        return _until_draw(statement, scope)
    text = _all_at_once(statement.event, text, scope)
    _bind_result(statement, scope)
    return [Line(text)]


def _all_at_once(event: model.Event, text: str, scope: Scope) -> str:
    """ "discard each Speed card from your hand": discard all Speed cards from your hand."""
    if not isinstance(event.object, model.EachOf) or not _is_order(text) or _EACH_ITS.search(text):
        return text
    for taken in (True, False):
        each, every = (queries.phrase(event.object.query, scope, form, taken).text for form in ("each", "all"))
        verb, found, rest = text.partition(f" {each}")
        if (
            each.startswith("each ")
            and every.startswith("all ")
            and found
            and verb.isalpha()
            and not rest[:1].isalnum()
        ):
            return f"{verb} {every}{rest}"
    return text


_EACH_ITS = re.compile(r"\b(?:its|their|it|they|itself)\b|’s? |\beach\b.*\beach\b")


def _mood(scope: Scope) -> phrases.Mood:
    """Orders are for you; where somebody else does it, everybody is named."""
    return "order" if scope.doer.you else "finite"


def _bind_result(statement: model.Do, scope: Scope) -> None:
    """What `as` binds: the result of a roll, the card drawn."""
    local = statement.local
    if local is None:
        return
    match unwrap(local.type):
        case model.ThingType(kind):
            scope.bind_that(local, kind_noun(scope.game, kind)[0])
        case model.SetType(model.ThingType(kind)):
            scope.bind_that(local, kind_noun(scope.game, kind)[1], True)
        case model.EventType():
            scope.bind(local, NounPhrase("that"))
        case model.NumberType() | model.ResourceType():
            scope.bind(local, the("result") if statement.event.verb == "roll" else NounPhrase("that number"))
        case _:
            scope.bind(local, the("result"))


def _until_draw(statement: model.Do, scope: Scope) -> list[Line]:
    """`draw ... as d until c: block`: one after the other until one fits."""
    event = statement.event
    local = statement.local
    content = events.zone_content(event.role("from"), scope)
    source = events.argument(event.role("from"), None, scope)
    inner = scope.inner()
    if local is not None:
        scope.bind_that(local, content[0])
        inner.bind(local, NounPhrase("it"))
    assert statement.until is not None
    if event.verb != "draw":
        said = events.order(event, scope).filled("order", scope.doer).clause
        text = f"{said} again and again until {clauses.clause(statement.until, inner)}"
    else:
        goal = event.role("to")
        where = ""
        if goal is not None:
            verb, place = events.goal_phrase(goal, scope, False)
            where = f" and {verb} it {place}"
        text = f"draw {agreement.with_article(content[0])} from {source.text}{where}"
        unless = clauses.clause(statement.until, inner, negated=True)
        if statement.block:
            away = one_text(block(statement.block, inner))
            return [Line(text), Line(f"as long as {unless}, {away} and draw again")]
        return [Line(f"{text}, again and again as long as {unless}")]
    return [Line(text), *block(statement.block, inner)]


def _assign(statement: model.Assign, scope: Scope) -> str:
    target, value = statement.target, statement.value
    match target:
        case model.AttributeValue(object, key):
            counts = values.unit(scope, key)
            owner = values.noun(object, scope)
            if counts is not None and owner.text == "this card" and counts[0].endswith(_LAID):
                laid = values.quantity(value, counts, scope)
                return f"remove {laid} from this card" if statement.operator == "-=" else f"put {laid} on this card"
            if counts is not None and statement.operator != "=":
                verb = "gain" if statement.operator == "+=" else "lose"
                text = f"{agreement.finite(verb, owner.plural, owner.you)} {values.quantity(value, counts, scope)}"
                return text if owner.you else f"{owner.text} {text}"
            if isinstance(value, model.Literal) and isinstance(value.value, bool):
                be = "be no longer" if not value.value else "become"
                return f"{owner.finite(be)} {values.label(scope, key)}"
            if isinstance(unwrap(target.type), model.TruthType):
                said = f"{owner.finite('be')} {values.label(scope, key)}"
                return f"{said} if {clauses.clause(value, scope)}, and otherwise not"
            if isinstance(unwrap(target.type), (model.SetType, model.BagType)) and (
                isinstance(value, model.Listing) and not value.items
            ):
                kept = values.label(scope, key)
                if kept.endswith(tuple(f"{laid}s" for laid in _LAID)):
                    return f"remove all {kept} from {owner.text}"
                return f"{owner.text} no longer {agreement.finite('have', owner.plural, owner.you)} any {kept}"
            if counts is not None and isinstance(value, model.Literal) and value.value == 0:
                plays = is_a(scope.game, type_kind(object.type) or "Thing", scope.game.seats.kind)
                whose = "your" if owner.you else "their" if plays or owner.plural else "its"
                text = f"{agreement.finite('lose', owner.plural, owner.you)} all of {whose} {counts[1]}"
                return text if owner.you else f"{owner.text} {text}"
            if counts is not None and isinstance(value, model.Literal) and isinstance(value.value, int):
                return f"{owner.finite('have')} {values.quantity(value, counts, scope)}"
            if isinstance(value, model.Literal) and value.value is None:
                no_longer = f"{owner.text} no longer {agreement.finite('have', owner.plural, owner.you)}"
                return f"{no_longer} {agreement.with_article(values.label(scope, key))}"
        case model.StateValue(key) if isinstance(value, model.Literal) and isinstance(value.value, bool):
            label = values.label(scope, key)
            said = label if re.search(r"\b(?:is|are|has|have)\b", label) else f"{label} applies"
            return f"from now on, {said}" if value.value else f"{said} no longer"
        case model.Builtin("scenario") if isinstance(value, model.OptionValue):
            return ""  # what was chosen is what is played
        case model.StateValue() | model.Builtin():
            pass
        case model.Local():
            told = _event_number(target, statement, scope)
            if told is not None:
                return told
        case _:
            assert_never(target)
    name = values.noun(target, scope).text
    amount = values.noun(value, scope).text
    if isinstance(unwrap(target.type), (model.SetType, model.BagType)):
        match statement.operator:
            case "+=":
                return f"add {amount} to {name}"
            case "-=":
                return f"remove {amount} from {name}"
            case _:
                one = isinstance(value, model.Listing) and len(value.items) == 1
                return f"{amount} {'becomes' if one else 'become'} {name}" if amount else f"{name} are nothing any more"
    if isinstance(target, model.AttributeValue):
        amount = _own(amount, target.object, scope)
    match statement.operator:
        case "=":
            if isinstance(unwrap(target.type), model.ThingType) and not isinstance(value, model.Literal):
                comer = values.noun(value, scope)
                return f"{amount} {agreement.finite('become', comer.plural, comer.you)} {name}"
            if isinstance(target, model.Local) and amount == "0":
                return f"reduce {name} to 0"
            return f"set {name} to {amount}"
        case "+=":
            return f"increase {name} by {amount}"
        case "-=":
            return f"reduce {name} by {amount}"
        case _:
            assert_never(statement.operator)


_LAID = ("counter", "token", "marker")


def _own(text: str, object: model.Value, scope: Scope) -> str:
    """ "that Villain’s track" beside that Villain's health: "its track"; of those who play, "their"."""
    owner = values.noun(object, scope)
    possessive = owner.possessive
    if possessive is None or owner.you or not text.startswith(f"{possessive} "):
        return text
    kind = type_kind(object.type)
    plays = owner.plural or (kind is not None and is_a(scope.game, kind, scope.game.seats.kind))
    return ("their" if plays else "its") + text.removeprefix(possessive)


def _event_number(target: model.Local, statement: model.Assign, scope: Scope) -> str | None:
    """A changed number of the event that is answered: "lose 2 fewer hearts"."""
    pattern = scope.answered
    declared = scope.game.verbs.get(pattern.name) if pattern is not None and pattern.what == "verb" else None
    if pattern is None or declared is None:
        return None
    given: dict[str | None, model.PatternPart | None] = {None: pattern.object, **dict(pattern.roles)}
    named = next(
        (
            parameter.local.name
            for parameter in declared.parameters
            if isinstance(part := given.get(parameter.role), model.BindNumber) and part.local.id == target.id
        ),
        None,
    )
    said, _ = events.pattern_said(pattern, scope.inner())
    slot = next((one for one in said.phrase.slots if one.name == named), None)
    if slot is None:
        return None
    if slot.noun is None:
        if said.phrase.parts[-1] is slot and scope.foretold and statement.operator != "=":
            less = "less" if statement.operator == "-=" else "more"
            changed = NounPhrase(f"{values.noun(statement.value, scope).text} {less}")
            told = phrases.fill(
                said.phrase,
                lambda part: changed if part.name == named else NounPhrase("it"),
                "finite",
                scope.doer,
            )
            return f"it {told.text}"
        word = said.phrase.counted(slot)
        if word is None:
            return None
        if statement.operator == "=":
            amount = values.noun(statement.value, scope).text
            least = scope.bounds.get(target.id, (None, None))[0] or 1
            number = statement.value.value if isinstance(statement.value, model.Literal) else None
            verb = "reduce" if isinstance(number, int) and number < least else "set"
            return f"{verb} that {word} to {amount}"
        change = "increase" if statement.operator == "+=" else "reduce"
        if scope.foretold:
            return f"{change} it by {values.noun(statement.value, scope).text}"
        return f"{change} that {word} by {values.noun(statement.value, scope).text}"
    one, many = slot.noun
    match statement.operator, statement.value:
        case "=", value:
            counted = values.quantity(value, slot.noun, scope)
        case "+=" | "-=" as operator, model.Literal(int() as n):
            counted = f"{n} {'more' if operator == '+=' else 'fewer'} {one if n == 1 else many}"
        case operator, value:
            counted = f"{values.noun(value, scope).text} {'more' if operator == '+=' else 'fewer'} {many}"
    parts = scope.answered_parts
    return phrases.fill(
        said.phrase,
        lambda part: NounPhrase(counted, True) if part.name == named else parts.get(part.name, NounPhrase("it")),
        "order",
        scope.doer,
    ).clause


def choice(statement: model.Choose, scope: Scope) -> str:
    """A choice on its own: "choose 2 Sidekicks". Its name is bound as "that Sidekick" or "those Sidekicks"."""
    chooser = statement.chooser
    by_chance = isinstance(chooser, model.Builtin) and chooser.name == "chance"
    who = scope.doer if chooser is None or by_chance else values.noun(chooser, scope)
    verb = agreement.finite("choose", who.plural, who.you)
    subject = "" if who.you else f"{who.text} "
    many = statement.amount is not None
    options = statement.options
    only = ""
    if isinstance(options, model.Query):
        query = options if statement.amount is None else evolve(options, amount=statement.amount)
        if many and isinstance(statement.amount, model.Amount) and _or_none(statement.amount):
            high = statement.amount.high
            assert isinstance(high, model.Conditional)
            only = f"if {clauses.clause(high.test, scope)}, "
            query = evolve(options, amount=evolve(statement.amount, high=high.then))
        what = queries.phrase(query, scope, "a")
        one, plural = kind_noun(scope.game, query.kind)
        if many and _at_most_one(statement.amount):
            many = False
        first = scope.bind_that(statement.local, plural if many else one, many)
        if first == "another" and not many and query.nearest is None:
            others = [id_ for id_, noun in scope.nouns.items() if noun == one and id_ != statement.local.id]
            if len(others) > 1 or others[0] in names_in(query):
                what = queries.phrase(query, scope, "another")
            else:  # nothing keeps whoever chooses from choosing the same again
                second = queries.phrase(query, scope, "second").text
                what = NounPhrase(f"{second}, possibly the same one")
                scope.names[others[0]] = evolve(scope.names[others[0]], text=f"the first {one}")
                scope.bind(statement.local, NounPhrase(f"the second {one}", noun=one))
    else:
        noun = values.noun(options, scope)
        kind = type_kind(statement.local.type)
        one = kind_noun(scope.game, kind)[0] if kind is not None else "one"
        if isinstance(options, model.Listing):
            what = NounPhrase(agreement.listing((values.noun(i, scope).text for i in options.items), "or"))
        else:
            what = NounPhrase(f"one of {noun.text}")
        scope.bind_that(statement.local, one)
    random = " at random" if by_chance else ""
    chosen = what.text if who.you else what.text.replace(f" {who.text} controls", " they control")
    return f"{only}{subject}{verb} {chosen}{random}"


def _or_none(amount: model.Amount) -> bool:
    """Up to some, but none at all unless a condition holds?"""
    none = isinstance(amount.low, model.Literal) and amount.low.value == 0
    high = amount.high
    return (
        none and isinstance(high, model.Conditional)
        and isinstance(high.otherwise, model.Literal) and high.otherwise.value == 0
    )  # fmt: skip


def _at_most_one(amount: model.Amount | None) -> bool:
    return amount is not None and isinstance(amount.high, model.Literal) and amount.high.value == 1


def _may(statement: model.May, scope: Scope) -> list[Line]:
    subject = values.noun(statement.subject, scope)
    if statement.one:
        kind = type_kind(statement.subject.type)
        noun = kind_noun(scope.game, kind)[0] if kind is not None else seated_noun(scope.game)[0]
        many = kind_noun(scope.game, kind or scope.game.seats.kind)[1]
        everybody = subject.text in ("you", f"the {many}", f"all {many}")
        subject = NounPhrase(f"one {noun}" if everybody else f"one of {subject.text}", noun=noun)
    inner = scope.inner(doer=subject)
    event = statement.event
    if event is not None:
        brief = _for_it(statement, event, subject, inner, scope) or _unless_paid(statement, event, subject, scope)
        if brief is not None:
            return brief
    lines: list[Line] = []
    pronoun = "you" if subject.you else ("they" if subject.plural else subject.text)
    if statement.one:
        pronoun = "somebody"
    elif not subject.you and not subject.plural:
        pronoun = "they"
    if event is not None:
        lines.append(Line(f"{subject.text} may {permitted(event, subject, inner)}"))
        if statement.block:
            did = f"if {pronoun} do" if pronoun in ("you", "they") else f"if {pronoun} does"
            lines.extend(behind(did, block(statement.block, inner.inner(doer=scope.doer))))
    else:
        lines.extend(_may_do(statement, subject, inner))
    if statement.otherwise:
        lead = "otherwise"
        if event is not None and not statement.block:
            lead = "if nobody does" if statement.one else f"if {pronoun} do not"
        lines.extend(behind(lead, block(statement.otherwise, scope.inner())))
    return lines


def _for_it(
    statement: model.May, event: model.Event, subject: NounPhrase, inner: Scope, scope: Scope
) -> list[Line] | None:
    """ "you may pay 1 star to draw a card", "... to prevent that": what is had for something, in one sentence.

    An order is for you. What somebody else may pay for can be told in this way only if it does not matter who does it.
    """
    if statement.otherwise or not statement.block:
        return None
    before = dict(scope.names)
    may = f"{subject.text} may {permitted(event, subject, inner)}"
    if _prevents(statement.block, scope):
        return [Line(f"{may} to prevent that")]
    if not subject.you and not all(_of_nobody(one, scope) for one in statement.block):
        scope.names.clear()
        scope.names.update(before)
        return None
    lines = block(statement.block, inner.inner(doer=scope.doer))
    told = _then([line.text for line in lines])
    orders = all(line.simple and _is_order(line.text) and not _conditional(line) for line in lines)
    if orders and len(lines) <= 2 and len(may) + len(told) <= _BRIEF and not re.search(r"[:;(]|\bstop\b|\bmay\b", told):
        return [Line(f"{may} to {told}")]
    scope.names.clear()
    scope.names.update(before)
    return None


_BRIEF = 150  # letters that one sentence may have


def _prevents(body: model.Block, scope: Scope) -> bool:
    """Is all that happens that the event which is answered does not?"""
    match body:
        case (model.Cancel(),):
            return scope.foretold
        case (model.Stop(model.Pattern() as pattern),):
            return scope.foretold and scope.answered is not None and scope.answered.name == pattern.name
        case _:
            return False


def _of_nobody(statement: model.Statement, scope: Scope) -> bool:
    """Is an order one whose words have no place for who carries it out, "discard this card without effect"?"""
    if not isinstance(statement, model.Do) or statement.until is not None:
        return False
    declared = scope.game.verbs.get(statement.event.verb)
    text = (declared.orders or declared.reports or "") if declared is not None else ""
    said = events.order(statement.event, scope).filled("order", scope.doer).text
    return text != "" and not text.startswith(("{", "[")) and not re.search(r"\byou(?:r|rself)?\b", said)


def _unless_paid(statement: model.May, event: model.Event, subject: NounPhrase, scope: Scope) -> list[Line] | None:
    """ "that Sidekick loses 1 heart unless they pay 2 stars": what only happens if somebody does not pay."""
    if statement.block or not statement.otherwise or statement.one:
        return None
    said = events.order(event, scope.inner(doer=subject)).filled("finite", subject)
    if said.subject is not None and said.subject.text != subject.text:
        return None
    pays = said.text
    who = "you" if subject.you else subject.text
    before = dict(scope.names)
    lines = block(statement.otherwise, scope.inner())
    if not lines or lines[0].text.startswith(_SCOPES):
        scope.names.clear()
        scope.names.update(before)
        return None
    first = lines[0]
    about = first.text.startswith(f"{who} ")
    if len(lines) == 1 and first.simple and len(first.text) <= _SHORT and not re.search(r"[:(]| unless ", first.text):
        again = _pronoun_of(subject, pays, scope) if about else f"{who} {pays}"
        return [Line(f"{first.text} unless {again}")]
    return behind(f"unless {who} {pays}", lines)


_SHORT = 60  # letters of an effect behind which a condition still belongs to it


def _pronoun_of(subject: NounPhrase, finite: str, scope: Scope) -> str:
    """ "that Sidekick pays 2 stars", told of who was just spoken of: "they pay 2 stars"."""
    if subject.you or subject.plural:
        return f"{'you' if subject.you else 'they'} {finite}"
    verb, _, rest = finite.partition(" ")
    noun = subject.text.partition(" ")[2]
    plays = any(
        kind.noun[0] == noun and is_a(scope.game, kind.name, scope.game.seats.kind)
        for kind in scope.game.kinds.values()
    ) or noun == kind_noun(scope.game, scope.game.seats.kind)[0]  # fmt: skip
    return f"they {agreement.base(verb)} {rest}".rstrip() if plays else f"it {finite}"


def permitted(event: model.Event, subject: NounPhrase, scope: Scope) -> str:
    """What somebody may do, in the base form: "lose 1 heart", or "have Abu lose 1 heart"."""
    said = events.order(event, scope)
    filled = said.filled("base", subject)
    if filled.subject is None or filled.subject.text == subject.text:
        return filled.text
    if subject.text.startswith("one ") and filled.subject.text == f"that {subject.noun}":
        return filled.text
    if filled.text.startswith("be "):
        return f"have {filled.subject.text} {filled.text.removeprefix('be ')}"
    return f"have {filled.subject.text} {filled.text}"


def _deed(text: str, subject: NounPhrase) -> str | None:
    """What somebody does, in the base form: "draw a card" for "that player draws a card"; None for another's deed."""
    own = text.removeprefix(f"{subject.text} ")
    verb, space, rest = own.partition(" ")
    if own == text or subject.plural or not (is_finite(verb) or subject.you):
        return None
    return f"{verb if subject.you else agreement.base(verb)}{space}{rest}"


def _may_do(statement: model.May, subject: NounPhrase, scope: Scope) -> list[Line]:
    body = statement.block
    if body and isinstance(body[0], model.Do) and body[0].until is None:
        first = permitted(body[0].event, subject, scope)
        _bind_result(body[0], scope)
        rest = block(body[1:], scope)
        deeds = [line.text if _is_order(line.text) else _deed(line.text, subject) for line in rest if line.simple]
        told = [deed for deed in deeds if deed is not None]
        if rest and len(told) == len(rest):
            return [Line(f"{subject.text} may {_then([first, *told])}")]
        return [Line(f"{subject.text} may {first}"), *behind("if so", rest)]
    lines = block(body, scope)
    if subject.you and 1 < len(lines) <= 3 and _joinable(lines) and not any(map(_conditional, lines)):
        return [Line(f"you may {_then([line.text for line in lines])}")]
    if lines and lines[0].text and subject.you:
        first = lines[0].text.partition(", ")[2] if lines[0].text.startswith(("for each ", "if ")) else lines[0].text
        lead = "" if _is_order(first) else "have this happen: "  # not: "you may each other player draws a card"
        return [Line(f"you may {lead}{lines[0].text}", lines[0].bullets), *lines[1:]]
    bases = [deed for line in lines if line.simple and (deed := _deed(line.text, subject)) is not None]
    if lines and len(bases) == len(lines):
        return [Line(f"{subject.text} may {_then(bases)}")]
    prompt = f" ({asked(statement, scope)})" if statement.prompt and not lines else ""
    return [Line(f"{subject.text} may do this{prompt}: {one_text(lines)}")]


def _choose_one(statement: model.ChooseOne, scope: Scope) -> Line:
    chooser = statement.chooser
    who = scope.doer if chooser is None else values.noun(chooser, scope)
    lead = "choose one:" if who.you else f"{who.text} {agreement.finite('choose', who.plural)} one:"
    bullets = []
    for mode in statement.modes:
        inner = scope.inner(doer=who)
        lines = block(mode.block, inner)
        if who.plural and not who.you:
            lines = [Line(bare_plural_subject(line.text, who.text), line.bullets) for line in lines]
        text = one_text(lines) if lines else mode.text
        inner = scope.inner(doer=who)
        tests = {clauses.clause(test, inner): test for test in queries.conjuncts(mode.condition)}
        tests |= {clauses.clause(test, inner): test for test in _needed(mode.block, inner)}
        whole = queries.all_of(list(tests.values()))
        only = _not_turned(mode.block, inner) if whole is None else clauses.clause(whole, inner)
        if only:
            text = text.rstrip(".")
            text = f"{text.removesuffix(')')}; only if {only})" if text.endswith(EQUALS) else f"{text} (only if {only})"
        bullets.append(text)
    return Line(lead, tuple(bullets))


def _not_turned(body: model.Block, scope: Scope) -> str:
    """Only what does not show a side yet can be turned to it."""
    match body[:1]:
        case (model.Do(model.Event("flip", object) as event),) if event.role("to") is not None and not isinstance(
            object, (model.EachOf, model.PickOf)
        ):
            return f"{events.argument(object, None, scope).says('show', True)} that side yet"
        case _:
            return ""


def _needed(body: model.Block, scope: Scope) -> list[model.Value]:
    """What the first thing that a line of `choose one` does asks for: otherwise the line cannot be chosen."""
    if not body or not isinstance(body[0], model.Do):
        return []
    event = body[0].event
    declared = scope.game.verbs.get(event.verb)
    if declared is None:
        return []
    given: dict[str, model.Value] = {}
    for parameter in declared.parameters:
        value: model.Argument | None = event.object if parameter.role is None else event.role(parameter.role)
        value = parameter.default if value is None else value
        if value is None or isinstance(value, (model.EachOf, model.PickOf)):
            return []
        given[parameter.local.id] = value
    conditions = [one.condition for one in declared.block if isinstance(one, model.Needs)]
    folder = Folder(scope.game, None, frozenset())
    known = [folder.value(with_values(one, given)) for one in conditions]  # type: ignore[arg-type]
    return [one for one in known if not isinstance(one, model.Literal)]


def _take(statement: model.Take, scope: Scope) -> str:
    taker = values.noun(statement.taker, scope)
    title = abilities.menu_title(scope, statement.menu)
    who = taker.text
    spatial = abilities.is_time(title)
    what = ("action", "actions") if spatial else (title, _plural_title(title))
    where = f" marked “{title}”" if spatial else ""
    if statement.amount is not None:
        verb = agreement.finite("take", taker.plural, taker.you)
        text = f"{who} {verb} {values.quantity(statement.amount, what, scope)}{where}"
    elif statement.limit is not None:
        text = f"{who} may take up to {values.quantity(statement.limit, what, scope)}{where}"
        if not isinstance(statement.limit, model.Literal):
            text = f"{who} may take {what[1]}{where}, up to {values.noun(statement.limit, scope).text}"
    else:
        text = f"{who} may take any number of {what[1]}{where}"
    if statement.until is not None:
        text += f", until {values.noun(statement.until, scope).text} passes"
    return text


def _plural_title(title: str) -> str:
    """ "cards to play", "actions of a HERO"."""
    head, link, rest = re.match(r"(.*?)( to | of |$)(.*)", title).groups()  # type: ignore[union-attr]
    return f"{plural_of(head)}{link}{rest}"


def _if(statement: model.If, scope: Scope) -> list[Line]:
    lines: list[Line] = []
    statement = _one_condition(statement)
    if len(statement.branches) > 1 and all(isinstance(test, model.KindTest) for test, _ in statement.branches):
        told = [block(body, scope.inner()) for _, body in statement.branches]
        if all(one == told[0] for one in told) and not statement.otherwise:
            return told[0]  # the same for each Kind of a group
    if len(statement.branches) == 1 and not statement.otherwise:
        told_one = _if_there_is_one(*statement.branches[0], scope)
        if told_one is not None:
            return [told_one]
    for number, (test, body) in enumerate(statement.branches):
        lead = f"otherwise, if {clauses.clause(test, scope)}" if number else clauses.condition(test, scope)
        inside = about_it(lead, block(body, scope.inner()), scope)
        more = number + 1 < len(statement.branches) or statement.otherwise
        if more and inside and inside[0].text.startswith(("if ", "unless ")) and not inside[0].bullets:
            lines.append(Line(f"{lead}:", tuple(one_text([line]) for line in inside)))  # whose "otherwise" it is
        else:
            lines.extend(behind(lead, inside))
    if statement.otherwise:
        lines.extend(behind("otherwise", block(statement.otherwise, scope.inner())))
    return lines


def _one_condition(statement: model.If) -> model.If:
    """ "if it is a Gang, if it has a home, ...": if it is a Gang and has a home."""
    if statement.otherwise or not statement.branches:
        return statement
    test, body = statement.branches[-1]
    if len(body) == 1 and isinstance(body[0], model.If) and len(body[0].branches) == 1 and not body[0].otherwise:
        again, inside = body[0].branches[0]
        if not isinstance(again, model.NothingTest) or isinstance(again.value, model.AttributeValue):
            both = model.Logic("and", test, again, model.TRUTH)
            return _one_condition(evolve(statement, branches=(*statement.branches[:-1], (both, inside))))
    return statement


_WHAT_IF = re.compile(r"(?:otherwise, )?(?:if|unless) ((?:that|this) (?:[A-Z]?[a-z-]+ ){0,2}?[A-Z]?[a-z]+) [a-z]+\b")


def about_it(lead: str, lines: list[Line], scope: Scope) -> list[Line]:
    """ "if that Hyena is on your space, that Hyena attacks you": it attacks you. Those who play stay named."""
    found = _WHAT_IF.match(lead)
    if found is None or not lines:
        return lines
    about = found[1]
    noun = about.partition(" ")[2]
    kinds = [kind for kind in scope.game.kinds.values() if kind.noun[0] == noun]
    if (not kinds and noun != "card") or any(is_a(scope.game, kind.name, scope.game.seats.kind) for kind in kinds):
        return lines
    first = lines[0].text
    if first.startswith(f"{about}’s "):
        first = f"its {first.removeprefix(f'{about}’s ')}"
    elif first.startswith(f"{about} "):
        first = f"it {first.removeprefix(f'{about} ')}"
    return [evolve(lines[0], text=first), *lines[1:]]


def _if_there_is_one(test: model.Value, body: model.Block, scope: Scope) -> Line | None:
    """ "if there is the first hidden Gang, reveal the first hidden Gang": reveal it, if there is one."""
    if not isinstance(test, model.NothingTest) or not test.negated:
        return None
    if not clauses.clause(test, scope).startswith("there is "):
        return None
    before = dict(scope.names)
    lines = block(body, scope.inner())
    noun = values.noun(test.value, scope)
    if len(lines) == 1 and lines[0].simple and not _conditional(lines[0]):
        text = lines[0].text
        owned = rf"\b(?:its|their|your) {re.escape(noun.noun)}\b" if noun.noun else "$^"
        if noun.text in text or re.search(owned, text):
            return Line(f"{text}{_IF_ANY}")
    scope.names.clear()
    scope.names.update(before)
    return None


def _for_each(query: model.Query, body: model.Block, scope: Scope) -> list[Line]:
    """One after another: "each Sidekick loses 1 heart", or "for each ..., ..."."""
    chooser = query.order.chooser if query.order is not None else None
    order = ""
    if chooser is not None:
        who = values.noun(chooser, scope)
        order = f" (in the order {'you' if who.you else who.text} {agreement.finite('choose', who.plural, who.you)})"
    elif query.order is not None and query.order.keys:
        key = _bare_key(values.keys(model.Aggregate("max", query, query.order.keys, model.NUMBER), scope))
        order = f" ({_sorted_by(query, key, scope)})"
    if chooser is not None and query.order is not None and query.order.keys:
        key = values.keys(model.Aggregate("max", query, query.order.keys, model.NUMBER), scope)
        order = f" (in order of {_bare_key(key)}; of equals, in the order {order.partition(' order ')[2]}"
    plain = evolve(query, order=None)
    each = queries.phrase(plain, scope, "each")
    if queries.is_chosen(plain, scope):
        numbers = len(body) == 1 and isinstance(body[0], model.Do) and any(
            not isinstance(value, (model.EachOf, model.PickOf)) and isinstance(unwrap(value.type), model.NumberType)
            for _, value in body[0].event.roles
        )  # fmt: skip
        inner = scope.inner()
        head = body[0]
        alone = not each.plural  # "up to 1 Hero"
        if alone and len(body) > 1:
            inner.bind(query.local, each)
            return behind("if one was chosen", block(body, inner))
        if (len(body) > 1 or isinstance(head, (model.If, model.May))) and not alone:
            inner.bind_that(query.local, queries.bare_noun(query, scope))
            those = f"the {each.text.removeprefix('all ')}" if each.text.startswith("all ") else each.text
            return behind(f"for each of {those}{order}", block(body, inner))
        each_of = numbers and not alone
        inner.bind(query.local, NounPhrase(f"each of {each.text}", modified=True) if each_of else each)
        return block(body, inner)
    if len(body) == 1 and isinstance(body[0], model.Do) and body[0].until is None:
        event = body[0].event
        inner = scope.inner()
        moved = isinstance(event.object, model.Local) and event.object.id == query.local.id
        taken = moved and queries.from_someone(query) and events.taken_by(event, scope)
        inner.bind(query.local, queries.phrase(plain, scope, "each", taken))
        filled = events.order(event, inner).filled("order", scope.doer)
        asked = any(isinstance(part, model.Query) and uses(part.where, query.local) for part in walk(event))
        if uses(event, query.local) == 1 and event.verb != "draw" and not asked:
            return [Line(filled.clause + order)]
        if filled.subject is not None and filled.subject.text == each.text:
            scope_that = scope.inner()
            scope_that.bind(query.local, NounPhrase(f"that {queries.bare_noun(query, scope)}"))
            rest = events.order(event, scope_that).filled("order", scope.doer)
            plays = is_a(scope.game, query.kind, scope.game.seats.kind)
            own = rest.text.replace(f"that {queries.bare_noun(query, scope)}’s ", "their " if plays else "its ")
            return [Line(f"{each.text} {own}{order}")]
    if len(body) == 1 and isinstance(body[0], model.Assign) and uses(body[0], query.local) == 1:
        inner = scope.inner()
        inner.bind(query.local, each)
        text = _assign(body[0], inner)
        if text.startswith(f"{each.text} "):  # "each Hero loses 1 heart"
            return [Line(text + order)]
    inner = scope.inner()
    inner.forget_unused(body)
    noun = queries.bare_noun(query, scope)
    others = [id_ for id_, one in inner.nouns.items() if one == noun]
    if len(others) == 1 and others[0] not in names_in(query):
        inner.nouns.pop(others[0])  # "for each Hero, that Hero ...": the one spoken of before may be among them
        inner.names[others[0]] = NounPhrase(f"the {noun} named first", noun=noun)
    inner.bind_that(query.local, noun)
    lines = block(body, inner)
    nouns = inner.names[query.local.id].text
    told = lines[0].text if len(lines) == 1 and lines[0].simple else ""
    verb = told[len(nouns) :].split()[0] if told.startswith(f"{nouns} ") else ""
    if verb and told.count(nouns) == 1 and (is_finite(verb) or verb == "may"):
        return [Line(f"{each.text}{told.removeprefix(nouns)}{order}")]  # "each Sidekick ... loses 1 heart unless ..."
    tidy = [Line(_place_there(line.text, nouns), line.bullets) for line in lines]
    return behind(f"for {each.text}{order}", tidy)


def _bare_key(key: str) -> str:
    return key.removeprefix("their ").replace("’s ", " ")


def _sorted_by(query: model.Query, key: str, scope: Scope) -> str:
    """ "in turn order", "the highest number first"; by the place in a list of values, "the last first"."""
    keys = query.order.keys if query.order is not None else ()
    first = keys[0] if len(keys) == 1 else None
    down = isinstance(first, model.Negative)
    if isinstance(first, model.Negative):
        first = first.operand
    if isinstance(first, model.Builtin) and first.name == "ordinal":
        return "the last first" if down else "from the first to the last"
    if down:
        return f"the highest {key.removeprefix('−').removeprefix('their ')} first"
    if key in ("seat number", "player number") or (key == "number" and query.kind == "Seat"):
        return "in turn order" if scope.game.turn_order is None else "in the order of their seats"
    return f"in order of {key}"


def _place_there(text: str, that: str) -> str:
    """ "and place it on that space" right after "for each space": "and place it there"."""
    return text.removesuffix(f"on {that}") + "there" if text.endswith(f"on {that}") else text


def _repeat(times: model.Value | None, condition: model.Value | None, body: model.Block, scope: Scope) -> list[Line]:
    lines = block(body, scope.inner())
    if isinstance(times, model.Literal) and isinstance(times.value, int) and len(lines) == 1:
        many = _so_many(lines[0], times.value, scope)
        if many is not None:
            return [many]
    if times is None and condition is None:
        ends = any(isinstance(node, model.Leave) for node in walk(body))
        how = "do this again and again" if ends else "repeat this until the game ends"
    else:
        how = how_often(times, condition, scope)
    if len(lines) > 1:
        return [Line(f"{how}:", tuple(one_text([line]) for line in lines))]
    return [Line(f"{how}: {one_text(lines)}")]


def how_often(times: model.Value | None, condition: model.Value | None, scope: Scope) -> str:
    """How often something is done over again, or as long as what holds."""
    if condition is not None:
        return f"as long as {clauses.clause(condition, scope)}"
    assert times is not None, "what is repeated for ever has words of its own"
    if isinstance(times, model.Literal) and isinstance(times.value, int):
        return f"do this {agreement.times(times.value)}"
    noun = values.noun(times, scope).text
    if noun.startswith(("the number of ", "that number")):
        return "do this that many times" if noun == "that number" else f"do this as often as {noun} says"
    return f"do this a number of times equal to {noun}"


def _until(at: model.Moment, constants: tuple[model.Constant, ...], scope: Scope) -> list[Line]:
    when = f"until {abilities.moment(at, scope)}"
    return [Line(f"{agreement.listing(text for c in constants for text in abilities.constant(c, scope))} {when}")]


def _not_happening(scope: Scope) -> str:
    if scope.answered is not None:
        inner = scope.inner()
        inner.nouns = dict(scope.nouns)
        said, _ = events.pattern_said(scope.answered, inner)
        read = said.phrase

        def again(slot: object) -> NounPhrase:
            name = getattr(slot, "name", "")
            return scope.answered_parts.get(name, NounPhrase("it"))

        if all(slot.name in scope.answered_parts for slot in read.slots):
            if scope.foretold:
                return _does_not(said, scope)
            return phrases.fill(read, again, "negative", scope.doer).clause
    return "that does not happen"


def _does_not(said: events.Said, scope: Scope) -> str:
    """What "would" happen does not: "it does not take effect", "you do not lose those hearts"."""
    pattern = scope.answered
    filled = phrases.fill(said.phrase, lambda slot: scope.answered_parts[slot.name], "negative", scope.doer)
    found = _NEGATIVE.search(filled.text)
    if filled.subject is None or found is None or pattern is None:
        return filled.clause
    subject = filled.subject
    if not subject.you and subject.text.startswith(("that ", "those ")):
        kinds = [type_kind(part.query.local.type) for part in (pattern.object, *(value for _, value in pattern.roles))
                 if isinstance(part, model.Bind)]  # fmt: skip
        plays = bool(kinds) and kinds[0] is not None and is_a(scope.game, kinds[0], scope.game.seats.kind)
        subject = NounPhrase("they" if subject.plural or plays else "it", subject.plural or plays)
    if pattern.name == "move":
        return f"{subject.finite('stay')} where {'they are' if subject.plural else 'it is'}"
    verb = "be" if found.group(1) in ("is", "are") else "do"
    rest = re.sub(r" (?:by|from|with) that \w+$", "", filled.text[found.end() :])
    rest = re.sub(r"\ban? (?=[A-Z]?[a-z]+)", "that ", rest)
    return f"{subject.finite(verb)} not{rest}"


_NEGATIVE = re.compile(r"\b(does|do|is|are) not\b")


def _stop(pattern: model.Pattern | None, scope: Scope) -> str:
    if pattern is None:
        return "nothing else happens"
    if scope.answered is not None and scope.answered.name == pattern.name:
        return _not_happening(scope)
    said, _ = events.pattern_said(pattern, scope.inner())
    filled = said.filled("finite", scope.doer)
    return f"stop at once: {filled.clause} no further" if filled.subject is not None else "stop that at once"


def limit(statement: model.Limit, scope: Scope) -> str:
    """ "once per turn", "twice per game for each enemy"."""
    amount = statement.amount
    if isinstance(amount, model.Literal) and isinstance(amount.value, int):
        often = agreement.times(amount.value)
    else:
        often = f"as often as {values.noun(amount, scope).text} allows"
    text = f"{often} {'per' if isinstance(amount, model.Literal) else 'in each'} {_per(statement.per, scope)}"
    if statement.subject is not None:
        text += f" for {values.noun(statement.subject, scope).text}".replace(" for that ", " for each ")
    return text


def _per(per: str, scope: Scope) -> str:
    """What a limit is counted in: "turn", "Combat Phase", or "“Attacks” phase" of one with another title."""
    phase = scope.game.phases.get(per)
    if phase is None:
        return agreement.words(per)
    return agreement.step(phase.title)


def cost(event: model.Event, scope: Scope) -> str:
    """A cost as an order: "pay 2 stars"."""
    said = events.order(event, scope)
    filled = said.filled("order", scope.doer)
    if filled.subject is not None and filled.subject.text == scope.you.text:
        return filled.text
    return filled.clause


def locals_of(node: object) -> set[str]:
    """Ids of all names read inside a node."""
    return {part.id for part in walk(node) if isinstance(part, model.Local)}
