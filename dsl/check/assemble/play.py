"""What is played: verbs, rules, actions, phases, flow, set-ups, endings."""

from __future__ import annotations

from ... import model as m
from ...syntax import tree
from ..abilities import abilities
from ..conditions import condition
from ..prose import filled, prose
from ..scope import Scope
from ..statements import block
from ..values import expect
from ..world import World
from . import members
from .scopes import game_scope, nameless_scope
from .things import ending


def verbs(world: World) -> dict[str, m.Verb]:
    return {
        name: verb(world, node.verb, filled(world, node.doc or node.verb.doc, node.span))
        for name, node in world.index.verbs.items()
    }


def verb(world: World, node: tree.Verb, doc: str) -> m.Verb:
    scope = nameless_scope(world, "verb")
    if node.gives is not None:
        scope.gives = world.type_of(node.gives)
    parameters: list[m.Parameter] = []
    for role, parameter in [(None, node.object), *((r.word, r.parameter) for r in node.roles)]:
        if parameter is None:
            continue
        of = world.type_of(parameter.type)
        default = None
        if parameter.default is not None:
            default = expect(scope, parameter.default, of, f"`{parameter.name.text}`")
        if parameter.name.text in scope.names:
            world.report.error(
                "duplicate-declaration",
                f"Two parameters are called `{parameter.name.text}`",
                parameter.name.span,
                "this name is taken",
                other=((scope.names[parameter.name.text].span, "declared here first"),),
                help="Give one of them another name.",
            )
        local = scope.bind(parameter.name, of, "parameter")
        parameters.append(m.Parameter(local, role, default, span=parameter.span))
    slots = [p.local.name for p in parameters]
    for text in node.phrases:
        members.phrase(scope, text, slots)
    if len(node.phrases) > 2:
        world.report.error(
            "wrong-phrase", "A verb has at most two phrases", node.phrases[2].span, "one too many",
            help="The first is the order on a card, the second the report.",
        )  # fmt: skip
    orders = node.phrases[0].value if node.phrases else None
    reports = node.phrases[1].value if len(node.phrases) > 1 else orders
    body = block(scope, node.block)
    members.finish(scope)
    return m.Verb(node.name.text, tuple(parameters), scope.gives, orders, reports, body, doc, span=node.span)


def rules(world: World) -> dict[str, m.Rule]:
    found: dict[str, m.Rule] = {}
    for name, node in world.index.rules.items():
        scope = game_scope(world, "rule")
        of, prohibitions = abilities(scope, node.abilities, name)
        members.finish(scope)
        title = node.title.value if node.title is not None else members.words(name)
        found[name] = m.Rule(name, title, of, prohibitions, prose(world, node), span=node.span)
    return found


def actions(world: World) -> dict[str, m.Action]:
    found: dict[str, m.Action] = {}
    for name, node in world.index.actions.items():
        scope = game_scope(world, "action")
        scope.you = m.ThingType(world.seat_kind)
        found[name] = members.action(scope, node.action, name)
        members.finish(scope)
    return found


def phases(world: World) -> dict[str, m.Phase]:
    found: dict[str, m.Phase] = {}
    for name, node in world.index.phases.items():
        scope = game_scope(world, "phase")
        body = block(scope, node.block)
        members.finish(scope)
        found[name] = m.Phase(name, node.title.value, body, prose(world, node), span=node.span)
    return found


def flow(world: World) -> m.Block:
    if not world.index.flows:
        return ()
    scope = game_scope(world, "flow")
    scope.you = None
    return _finished(scope, block(scope, world.index.flows[0].block))


def _finished(scope: Scope, body: m.Block) -> m.Block:
    members.finish(scope)
    return body


def setups(world: World) -> dict[str, m.Setup]:
    found: dict[str, m.Setup] = {}
    for name, node in world.index.setups.items():
        steps: list[m.SetupStep] = []
        for step in node.steps:
            scope = nameless_scope(world, "setup")
            scope.no_you = "During set-up no turn belongs to anybody: name who is meant."
            title = step.title.value if step.title is not None else members.words(step.name.text)
            steps.append(
                m.SetupStep(
                    step.name.text,
                    title,
                    _finished(scope, block(scope, step.block)),
                    prose(world, step),
                    span=step.span,
                )
            )
        requires: list[m.Require] = []
        for one in node.requires:
            scope = nameless_scope(world, "setup")
            scope.no_you = "Before a match nobody is in turn: name who is meant."
            requires.append(m.Require(one.text.value, condition(scope, one.condition)[0], False, span=one.span))
            members.finish(scope)
        found[name] = m.Setup(
            name, node.title.value, tuple(steps), prose(world, node), requires=tuple(requires), span=node.span
        )
    return found


def endings(world: World) -> dict[str, m.Ending]:
    found: dict[str, m.Ending] = {}
    for name, node in world.index.endings.items():
        scope = nameless_scope(world, "ending")
        scope.no_you = "An ending names everybody."
        one = ending(scope, node.ending)
        found[name] = m.Ending(
            one.name, one.title, one.result, one.who, one.condition, prose(world, node) or one.doc, span=one.span
        )
    return found


__all__ = ["actions", "endings", "flow", "phases", "rules", "setups", "verbs"]
