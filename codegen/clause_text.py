"""The English of one clause of a game by its place: of what an action asks for, needs, costs, and what forbids it."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from dsl import model
from dsl.source import Span

from .rules_reference import verb_scope
from .wording import abilities, agreement, clauses, statements
from .wording.card_text import card_text, scope_of
from .wording.heard import heard
from .wording.noun_phrase import NounPhrase
from .wording.scope import Scope, is_a, kind_noun, walk


def clause_at(game: model.CheckedGame, span: Span) -> str:
    """What the clause says that stands there, as a sentence without its full stop; "" if none does.

    Of a whole action: what it does.
    """
    for action, scope in _actions(game):
        if action.span == span or _within(span, action.span):
            said = _of_action(action, scope, span)
            if said:
                return said.rstrip(".")
    for verb in game.verbs.values():
        if _within(span, verb.span):
            needed = next((s for s in verb.block if isinstance(s, model.Needs) and s.span == span), None)
            if needed is not None:
                return agreement.sentence(clauses.clause(needed.condition, verb_scope(game, verb))).rstrip(".")
    for owner, scope in _owners(game):
        for node in walk(owner):
            if isinstance(node, model.Cannot) and node.span == span:
                return agreement.sentence(abilities.cannot(node, scope.inner())).rstrip(".")
    return ""


def offer_at(game: model.CheckedGame, span: Span) -> str:
    """What the offer does that stands there, as a sentence of its card or rule; "" if none does."""
    with heard() as told:
        for thing in game.things.values():
            if _within(span, thing.span):  # told in our words, also where it has its own
                faces = tuple(evolve(face, wording=None) for face in thing.face_contents)
                card_text(game, evolve(thing, wording=None, face_contents=faces))
        for action, scope in _actions(game):
            if _within(span, action.span):
                abilities.action_lines(action, scope)
        for rule in game.rules.values():
            for one in rule.abilities if _within(span, rule.span) else ():
                abilities.ability(one, Scope(game))
        for kind in game.kinds.values():
            this = NounPhrase(f"this {kind.noun[0]}", noun=kind.noun[0])
            for one in kind.abilities if _within(span, kind.span) else ():
                abilities.ability(one, Scope(game, None, this))
        for verb in game.verbs.values():
            if _within(span, verb.span):
                statements.block(verb.block, verb_scope(game, verb))
        steps = (step.block for setup in game.setups.values() for step in setup.steps)
        for block in (*(phase.block for phase in game.phases.values()), *steps, game.flow):
            if any(_within(span, one.span) for one in block):
                statements.block(block, Scope(game))
        return agreement.sentence(told[span]) if told.get(span) else ""


def _within(span: Span, other: Span) -> bool:
    return span.path == other.path and other.start <= span.start and span.end <= other.end


def _actions(game: model.CheckedGame) -> Iterator[tuple[model.Action, Scope]]:
    """Every action with what `this` and `you` mean in it, and its figure named."""
    every: list[tuple[model.Action, Scope]] = [(action, Scope(game)) for action in game.actions.values()]
    for kind in game.kinds.values():
        this = NounPhrase(f"this {kind.noun[0]}", noun=kind.noun[0])
        every += [(action, Scope(game, None, this)) for action in kind.actions]
    for thing in game.things.values():
        of_thing = (*thing.actions, *(action for face in thing.face_contents for action in face.actions))
        every += [(action, scope_of(game, thing)) for action in of_thing] if of_thing else []
    for action, scope in every:
        actor = action.actor
        if actor is not None and isinstance(actor.type, model.ThingType):
            noun = kind_noun(game, actor.type.kind)[0]
            mine = is_a(game, actor.type.kind, game.seats.kind)
            scope.bind(actor, NounPhrase("you", you=True) if mine else NounPhrase(f"that {noun}", noun=noun))
        yield action, scope


def _of_action(action: model.Action, scope: Scope, span: Span) -> str:
    for clause in action.clauses:
        match clause:
            case model.Choose():
                text = agreement.sentence(statements.choice(clause, scope))
            case model.Needs():
                text = agreement.sentence(clauses.clause(clause.condition, scope))
            case model.Cost():
                text = agreement.sentence(statements.cost(clause.event, scope))
            case model.Limit():
                text = agreement.sentence(statements.limit(clause, scope))
            case _:
                text = statements.prose(statements.sentences(clause, scope))
        if clause.span == span:
            return text
    if action.span != span:
        return ""
    return " ".join(agreement.sentence(line.text) for line in statements.block((*action.pays, *action.does), scope)[:2])


def _owners(game: model.CheckedGame) -> Iterator[tuple[object, Scope]]:
    """Whatever can forbid something, with what `this` and `you` mean there."""
    for rule in game.rules.values():
        yield (rule.abilities, rule.prohibitions), Scope(game)
    for kind in game.kinds.values():
        this = NounPhrase(agreement.with_article(kind.noun[0]), noun=kind.noun[0])
        yield (kind.abilities, kind.prohibitions, kind.actions), Scope(game, None, this)
    for thing in game.things.values():
        faces = tuple((face.abilities, face.prohibitions, face.actions) for face in thing.face_contents)
        parts = (thing.abilities, thing.prohibitions, thing.actions, tuple(thing.sections.values()), faces)
        if any(parts):
            yield parts, scope_of(game, thing)
    for block in (*game.verbs.values(), *game.phases.values(), *game.actions.values()):
        yield block, Scope(game)
