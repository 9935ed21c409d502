"""Tests: what is given, what happens, what is so then."""

from __future__ import annotations

from typing import Literal as Choice
from typing import cast

from .. import tree
from ..branches import Branch, Part
from .expressions import expression, expressions, optional, phrase, query
from .reader import Reader, present


def test(r: Reader, b: Branch) -> tree.Test:
    title, *parts = b.children
    found: list[tree.Given | tree.Happens | tree.Then] = []
    cited: list[tree.Name] = []
    for part in present(parts):
        span = r.span(part)
        match part.data:
            case "given":
                found.append(tree.Given(tuple(_fact(r, item) for item in part.children), span=span))
            case "happens":
                docs = tuple(r.doc(item) or "" for item in part.children)
                found.append(tree.Happens(tuple(_event(r, item) for item in part.children), docs, span=span))
            case "then":
                found.append(tree.Then(tuple(_claim(r, item) for item in part.children), span=span))
            case _:
                cited += r.names(part)
    return tree.Test(r.text(title), tuple(found), tuple(cited), r.doc(b), span=r.span(b))


# ------------------------------------------------------------------------------------------------ given


def _fact(r: Reader, b: Part) -> tree.Fact:
    span = r.span(b)
    parts = b.children
    match b.data:
        case "fact_map":
            return tree.FactMap(tuple(r.names(part) for part in parts), span=span)
        case "fact_grid":
            return tree.FactGrid(expression(r, parts[0]), span=span)
        case "fact_new":
            return tree.FactNew(query(r, parts[0]), _settings(r, parts[1]), span=span)
        case "fact_place":
            *before, thing, word, place, settings = parts
            count = before[0] if before else None
            if len(before) > 1 or (isinstance(count, Branch) and count.data != "number"):
                r.mistake(
                    "unexpected",
                    "Only a number can stand before what lies here",
                    before[0],
                    "this says which, and the name behind it says it, too",
                    "Write `2 card in p.hand`, or just `card in p.hand`.",
                )
                count = None
            return tree.FactPlace(
                expression(r, thing),
                cast(Choice["at", "in"], word.text),
                expression(r, place),
                _settings(r, settings),
                None if count is None else r.number(count),
                span=span,
            )
        case "fact_thing":
            thing, settings = parts
            return tree.FactPlace(expression(r, thing), None, None, _settings(r, settings), span=span)
        case "fact_deck":
            made, *items = parts
            lines = []
            for item in items:
                count, thing = item.children
                lines.append(tree.DeckLine(r.number(count), r.name(thing), span=r.span(item)))
            return tree.FactDeck(query(r, made), tuple(lines), span=span)
        case "fact_value":
            target, value = parts
            return tree.FactValue(expression(r, target), expression(r, value), span=span)
        case _:
            return tree.FactSetup(span=span)


def _settings(r: Reader, b: Part) -> tuple[tree.Setting, ...]:
    if b is None:
        return ()
    found = []
    for part in b.children:
        name, value = part.children
        found.append(tree.Setting(r.name(name), optional(r, value), span=r.span(part)))
    return tuple(found)


# ------------------------------------------------------------------------------------------------ when


def _event(r: Reader, b: Part) -> tree.Event:
    span = r.span(b)
    parts = b.children
    match b.data:
        case "event_phrase" | "event_refused":
            return tree.EventPhrase(phrase(r, parts[0]), b.data == "event_refused", span=span)
        case "event_perform":
            name, of, argument = parts
            perform = tree.Perform(r.name(name), expression(r, of), False, optional(r, argument), span=span)
            return tree.EventPerform(perform, span=span)
        case "event_run":
            return tree.EventRun(r.name(parts[0]), span=span)
        case "event_turn":
            return tree.EventTurn(expression(r, parts[0]), span=span)
        case "event_take" | "event_tries":
            who, action, answers = parts
            return tree.EventTake(
                expression(r, who), r.name(action), _answers(r, answers) or (), b.data == "event_tries", span=span
            )
        case "event_choose":
            who, answers = parts
            return tree.EventChoose(expression(r, who), _answers(r, answers) or (), span=span)
        case _:
            return tree.EventDecline(expression(r, parts[0]), span=span)


def _answers(r: Reader, b: Part) -> tuple[tree.Expression, ...] | None:
    return None if b is None else expressions(r, b.children)


# ------------------------------------------------------------------------------------------------ then


def _claim(r: Reader, b: Part) -> tree.Claim:
    span = r.span(b)
    parts = b.children
    match b.data:
        case "claim_true":
            return tree.ClaimTrue(expression(r, parts[0]), span=span)
        case "claim_asked":
            who, answers = parts
            return tree.ClaimAsked(expression(r, who), _answers(r, answers), span=span)
        case "claim_offered" | "claim_not_offered":
            who, action, answers = parts
            negated = b.data == "claim_not_offered"
            return tree.ClaimOffered(expression(r, who), r.name(action), _answers(r, answers), negated, span=span)
        case "claim_refused":
            who, action, answers, because = parts
            return tree.ClaimRefused(
                expression(r, who), r.name(action), _answers(r, answers) or (), r.optional_text(because), span=span
            )
        case "claim_ended":
            return tree.ClaimEnded(r.name(parts[0]), span=span)
        case "claim_wins" | "claim_loses":
            return tree.ClaimWins(expression(r, parts[0]), b.data == "claim_wins", span=span)
        case "claim_ranked":
            return tree.ClaimRanked(r.text(parts[0]), span=span)
        case "claim_contents":
            return tree.ClaimContents(tuple(content_line(r, item) for item in parts), span=span)
        case "claim_continues":
            return tree.ClaimEnded(None, span=span)
        case _:
            who, what = parts
            negated = b.data == "claim_not_sees"
            return tree.ClaimSees(expression(r, who), expression(r, what), negated, span=span)


def content_line(r: Reader, b: Part) -> tree.ContentLine:
    """How many of what: a name, a Kind, or words in quotes for what is no thing."""
    count, what = b.children
    named = r.text(what) if what.type == "STRING" else r.name(what)
    return tree.ContentLine(r.number(count), named, span=r.span(b))
