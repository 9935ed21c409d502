"""Phrases: a verb with its object and roles, done. Built-in verbs are in builtin_verbs.py, patterns in patterns.py."""

from __future__ import annotations

import re

from attrs import frozen

from .. import model as m
from .. import vocabulary
from ..source import NOWHERE, Span
from ..syntax import tree
from . import types
from .names import listed
from .scope import Scope


@frozen
class Role:
    """A parameter of a verb; `word` None for the object."""

    word: str | None
    name: str
    type: m.Type
    required: bool
    span: Span = NOWHERE


@frozen
class Done:
    """An event, and the type of what `as` binds."""

    event: m.Event
    gives: m.Type


def event(scope: Scope, phrase: tree.Phrase, doer: m.Value | None = None) -> Done | None:
    """The event of a phrase. `doer` fills a missing `by`, where one may be left out."""
    name = phrase.verb.text
    if name in scope.world.index.verbs:
        return _declared(scope, phrase, doer)
    if name in vocabulary.VERBS:
        from .builtin_verbs import built_in

        if not roles_known(scope, phrase, [r.word for r in vocabulary.VERBS[name].roles], None):
            return None
        return built_in(scope, phrase, doer)
    unknown_verb(scope, phrase)
    return None


def unknown_verb(scope: Scope, phrase: tree.Phrase) -> None:
    name = phrase.verb.text
    world = scope.world
    if name in world.index.actions:
        help = f"`{name}` is an action: it is taken from a menu. Declare a verb for what it does."
        scope.report.error(
            "unknown-name", f"There is no verb `{name}`", phrase.verb.span, "this is an action", help=help
        )
        return
    if name in world.index.phases:
        scope.report.error(
            "unknown-name",
            f"There is no verb `{name}`",
            phrase.verb.span,
            "this is a phase",
            help=f"Write `run {name}`.",
        )
        return
    if name in scope.names:
        scope.report.error(
            "unknown-name",
            f"There is no verb `{name}`",
            phrase.verb.span,
            f"this is {types.describe(scope.names[name].value.type)}",
            help=f"A statement begins with its verb, and whoever it is done to stands behind: `VERB {name} ...`.",
        )
        return
    known = {*world.index.verbs, *vocabulary.VERBS}
    alike = [
        verb
        for verb, node in world.index.verbs.items()
        if any(_first_word(text.value) == name for text in node.verb.phrases)
    ]
    if isinstance(phrase.object, tree.Query):
        # `put 1 Coin on x`: a verb that tells of a Coin comes first
        kind = phrase.object.kind.text
        alike.sort(key=lambda verb: all(kind not in text.value for text in world.index.verbs[verb].verb.phrases))
    if alike:
        scope.report.error(
            "unknown-name",
            f"There is no verb `{name}`",
            phrase.verb.span,
            "not declared anywhere",
            help=f"Did you mean {listed(alike, 3)}? That is how it is told: "
            f"“{world.index.verbs[alike[0]].verb.phrases[0].value}”.",
        )
        return
    verbs = list(world.index.verbs)
    help = f"Declare it: `verb {name} ...`."
    if verbs:
        help = f"The game has {listed(verbs, 6)}; `sidescript show words` lists them. {help}"
    scope.report.unknown("verb", name, phrase.verb.span, known, help)


def _first_word(phrase: str) -> str:
    """The first word of a verb's phrase that is not filled in: `put` of "put 1 Coin on {p}"."""
    words = re.findall(r"[A-Za-z]+", re.sub(r"\{[^}]*\}", "", phrase))
    return words[0].lower() if words else ""


def _instead_of_role(phrase: tree.Phrase, role: tree.Role, words: list[str]) -> str:
    """What to write in place of a role that the verb has not."""
    of = phrase.object
    query = of.query if isinstance(of, tree.Every) else of
    if isinstance(query, tree.Query) and role.word == "to" and query.name is not None and query.name.text == "next":
        return f"Write `{query.kind.text} adjacent to ...` for what is next to something."
    if isinstance(query, tree.Query) and role.word == "on" and not query.near:
        return f"Write `{query.kind.text} at ...` for what lies on a place."
    return f"Write {' or '.join(f'`{w} ...`' for w in words)}." if words else "Take it out."


def signature(scope: Scope, name: str) -> tuple[Role, ...]:
    """The parameters of a declared verb."""
    verb = scope.world.index.verbs[name].verb
    found: list[Role] = []
    for word, parameter in [(None, verb.object), *((r.word, r.parameter) for r in verb.roles)]:
        if parameter is not None:
            of = scope.world.type_of(parameter.type)
            required = parameter.default is None and not isinstance(of, m.OptionalType)
            found.append(Role(word, parameter.name.text, of, required, parameter.span))
    return tuple(found)


def roles_known(scope: Scope, phrase: tree.Phrase, words: list[str], declared: Span | None) -> bool:
    """Is every role of the phrase one that the verb has, and said once?"""
    sound = True
    seen: dict[str, Span] = {}
    name = phrase.verb.text
    other = ((declared, "declared here"),) if declared is not None else ()
    for role in phrase.roles:
        if role.word in seen:
            scope.report.error(
                "role-twice",
                f"`{role.word}` is said twice",
                role.span,
                "once more",
                other=((seen[role.word], "said here first"),),
                help="Take one of them out.",
            )
            sound = False
        elif role.word not in words:
            scope.report.error(
                "unknown-role",
                f"`{name}` has no `{role.word}`",
                role.span,
                f"this verb has {listed(words)}" if words else "this verb has no roles",
                other=other,
                help=_instead_of_role(phrase, role, words),
            )
            sound = False
        seen[role.word] = role.span
    return sound


def _declared(scope: Scope, phrase: tree.Phrase, doer: m.Value | None) -> Done | None:
    world = scope.world
    name = phrase.verb.text
    verb = world.index.verbs[name].verb
    roles = signature(scope, name)
    sound = roles_known(scope, phrase, [r.word for r in roles if r.word is not None], verb.name.span)
    given: dict[str | None, tree.Expression | tree.Every] = {r.word: r.value for r in phrase.roles}
    if phrase.object is not None:
        given[None] = phrase.object
        if not any(r.word is None for r in roles):
            scope.report.error(
                "unknown-role",
                f"`{name}` takes no object",
                phrase.object.span,
                "nothing is expected here",
                other=((verb.name.span, "declared here"),),
            )
            sound = False
    found: dict[str | None, m.Argument] = {}
    understood = sound
    for role in roles:
        node = given.get(role.word)
        if node is not None:
            one = argument(scope, node, role.type, f"`{role.name}` of `{name}`")
            if one is None:
                sound = False
            else:
                found[role.word] = one
        elif role.word == "by" and doer is not None and world.fits(doer.type, role.type):
            found["by"] = doer
        elif role.required and understood:
            where = f"`{role.word} ...`" if role.word else "the object"
            scope.report.error(
                "missing-argument",
                f"`{name}` needs {where}",
                phrase.verb.span,
                f"`{role.name}` is missing: {types.describe(role.type)}",
                other=((role.span, "declared here, without a default"),),
                help=f"Add `{role.word} ...`." if role.word else f"Write {types.describe(role.type)} behind `{name}`.",
            )
            sound = False
    if not sound:
        return None
    gives = world.type_of(verb.gives) if verb.gives is not None else m.EventType(name)
    done = m.Event(
        name, found.pop(None, None), tuple((w, a) for w, a in found.items() if w is not None), span=phrase.span
    )
    return Done(done, gives)


# ------------------------------------------------------------------------------------------------ arguments


def argument(
    scope: Scope, node: tree.Expression | tree.Every, wanted: m.Type, what: str, sets: bool = False
) -> m.Argument | None:
    """What stands as an object or behind a role word. `sets`: a set may stand where one thing is wanted."""
    from .queries import query
    from .values import expect, fit, value

    if isinstance(node, tree.Every):
        found, _ = query(scope, node.query)
        if found is None:
            return None
        element = m.QueryValue(found, found.local.type, span=node.span)
        if types.is_hole(fit(scope, element, types.strip(wanted), node.query, what)):
            return None
        return m.EachOf(found, span=node.span)
    if isinstance(node, tree.Query) and node.kind.text not in scope.world.index.resources:
        if isinstance(types.strip(wanted), (m.SetType, m.BagType, m.GridType)):
            set_value = expect(scope, node, wanted, what)
            return None if types.is_hole(set_value) else set_value
        found, _ = query(scope, node)
        if found is None:
            return None
        element = m.QueryValue(found, found.local.type, span=node.span)
        if types.is_hole(fit(scope, element, types.strip(wanted), node, what)):
            return None
        if found.amount is None and not found.random:
            kind = node.kind.text
            scope.report.error(
                "not-single",
                f"How many {kind} are meant?",
                node.span,
                f"{what} has to be one, and this finds any number",
                help=f"Write `each {kind} ...` for all, `1 {kind} ...` for one that is chosen, or `the({kind} ...)`.",
            )
            return None
        return m.PickOf(found, span=node.span)
    if sets:
        any_value = value(scope, node, wanted)
        of = types.member_of(any_value.type)
        if (
            of is not None
            and not isinstance(types.strip(any_value.type), m.ZoneType)
            and not isinstance(of, m.NothingType)
            and scope.world.fits(of, wanted)
        ):
            return any_value
        any_value = fit(scope, any_value, wanted, node, what)
        return None if types.is_hole(any_value) else any_value
    one = expect(scope, node, wanted, what)
    return None if types.is_hole(one) else one
