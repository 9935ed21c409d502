"""Declarations: everything that starts at the left margin, but for tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import evolve

from ...source import Span
from .. import tree
from ..branches import Branch, Part, Token
from . import members
from .expressions import expression, optional, phrase, query, when
from .members import attribute, parameter
from .reader import Reader, present
from .statements import block
from .tests import content_line, test


def declaration(r: Reader, b: Part) -> tree.Declaration:
    if b.data == "declared":
        *mode, declared = b.children
        node = _DECLARATIONS[declared.data](r, declared)
        changes: dict[str, Any] = {"doc": r.doc(b)}
        if mode:
            changes |= {"mode": mode[0].text, "span": r.span(b)}
        return evolve(node, **changes)
    return _DECLARATIONS[b.data](r, b)


# ------------------------------------------------------------------------------------------------ the front page


def _game(r: Reader, b: Branch) -> tree.Game:
    name, title, *items = b.children
    found: dict[str, Any] = {}
    state: list[tree.Attribute] = []
    for item in present(items):
        match item.data:
            case "seats":
                low, high, kind, *doubled = item.children
                numbers = [r.number(token) for token in present(doubled)]
                found["seats"] = tree.Seats(
                    r.number(low),
                    r.number(high if high is not None else low),
                    r.name(kind),
                    tuple(zip(numbers[::2], numbers[1::2], strict=True)),
                    span=r.span(item),
                )
            case "precedence":
                found["precedence"] = tuple(token.text for token in item.children)
            case "tiers":
                found["tiers"] = r.names(item)
            case "game_version":
                found["version"] = r.text(item.children[0])
            case "game_cites":
                found["cites"] = r.name(item.children[0])
            case "turn_order":
                found["turn_order"] = r.name(item.children[0])
            case "state":
                state.append(attribute(r, item.children[0]))
            case _:
                key = {"joint": "joint", "ties": "ties", "tiers_from": "tiers_from", "asked_from": "asked"}[item.data]
                found[key] = expression(r, item.children[0])
    if "tiers_from" in found and "tiers" not in found:
        found["tiers"] = (tree.Name("seats", span=found["tiers_from"].span),)
    return tree.Game(
        name=r.name(name),
        title=r.text(title),
        seats=found.get("seats"),
        joint=found.get("joint"),
        precedence=found.get("precedence", ()),
        tiers=found.get("tiers", ()),
        tiers_from=found.get("tiers_from"),
        ties=found.get("ties"),
        asked=found.get("asked"),
        turn_order=found.get("turn_order"),
        state=tuple(state),
        cites=found.get("cites"),
        version=found.get("version"),
        doc=r.doc(b),
        span=r.span(b),
    )


def _mod(r: Reader, b: Branch) -> tree.Mod:
    name, title, extends, version = b.children
    return tree.Mod(r.name(name), r.text(title), r.name(extends), r.optional_text(version), r.doc(b), span=r.span(b))


def _option(r: Reader, b: Branch) -> tree.Option:
    name, title, *values = b.children
    first = values[0]
    kind = r.name(first.children[0]) if first.data in ("option_several", "option_kind") else None
    truth = first.children[0].text == "yes" if first.data == "truth" else None
    several = first.data == "option_several"
    named = []
    if first.data == "option_value":
        for value in values:
            word, label = value.children
            named.append(tree.OptionValue(r.name(word), r.optional_text(label), span=r.span(value)))
    return tree.Option(r.name(name), r.text(title), kind, several, tuple(named), truth, r.doc(b), span=r.span(b))


def _enum(r: Reader, b: Branch) -> tree.Enum:
    name, title, *values = b.children
    found = []
    for value in values:
        word, label, symbol = [*value.children, None, None][:3]
        found.append(tree.EnumValue(r.name(word), r.optional_text(label), r.optional_text(symbol), span=r.span(value)))
    return tree.Enum(r.name(name), r.optional_text(title), tuple(found), r.doc(b), span=r.span(b))


def _resource(r: Reader, b: Branch) -> tree.Resource:
    name, noun, of, count, *items = b.children
    found: dict[str, Any] = {}
    for item in present(items):
        match item.data:
            case "resource_from":
                found["source"] = query(r, item.children[0])
            case "resource_gives":
                amount, kind = item.children
                found["gives"] = expression(r, amount)
                found["gives_kind"] = optional(r, kind)
            case "resource_spend":
                found["spend"] = phrase(r, item.children[0])
            case "resource_succession":
                found["succession"] = True
            case "resource_room":
                found["room"] = expression(r, item.children[0])
            case _:
                found["free"] = expression(r, item.children[0])
    return tree.Resource(
        name=r.name(name),
        noun=r.text(noun),
        count=optional(r, count),
        of=r.optional_name(of),
        doc=r.doc(b),
        span=r.span(b),
        **found,
    )


def _die(r: Reader, b: Branch) -> tree.Die:
    name, title, kind, *faces = b.children
    found = []
    for face in faces:
        value, count = face.children
        times = 1 if count is None else r.number(count).value or 0
        found.append(tree.DieFace(expression(r, value), times, span=r.span(face)))
    return tree.Die(r.name(name), r.text(title), r.name(kind), tuple(found), r.doc(b), span=r.span(b))


def _contents(r: Reader, b: Branch) -> tree.Contents:
    name, title, *lines = b.children
    found = [content_line(r, line) for line in present(lines)]
    return tree.Contents(r.name(name), r.text(title), tuple(found), r.doc(b), span=r.span(b))


# ------------------------------------------------------------------------------------------------ Kinds and places


def _kind(r: Reader, b: Branch) -> tree.Kind:
    name, noun, parents, *items = b.children
    return tree.Kind(
        r.name(name),
        r.optional_text(noun),
        () if parents is None else r.names(parents),
        tuple(members.kind_item(r, part) for part in present(items)),
        span=r.span(b),
    )


def _group(r: Reader, b: Branch) -> tree.Group:
    name, noun, *queries = b.children
    return tree.Group(r.name(name), r.optional_text(noun), tuple(query(r, part) for part in queries), span=r.span(b))


def _global_zone(r: Reader, b: Branch) -> tree.GlobalZone:
    return tree.GlobalZone(members.zone(r, b.children[0]), span=r.span(b))


def _board(r: Reader, b: Branch) -> tree.Board:
    kind, *sources = b.children
    found = tuple(r.name(part) if isinstance(part, Token) else query(r, part) for part in sources)
    return tree.Board(r.name(kind), found, span=r.span(b))


def _map(r: Reader, b: Branch) -> tree.Map:
    name, title, kind, *items = b.children
    return tree.Map(
        r.name(name),
        _title(r, name, title),
        r.name(kind),
        tuple(_MAP_ITEMS[part.data](r, part) for part in present(items)),
        span=r.span(b),
    )


def _link(r: Reader, b: Branch) -> tree.Link:
    name, *chains = b.children
    return tree.Link(r.name(name), tuple(r.names(part) for part in chains), span=r.span(b))


_MAP_ITEMS: dict[str, Callable[[Reader, Branch], tree.Property | tree.Table | tree.Link]] = {
    "property": members.property_,
    "table": members.table,
    "link": _link,
}

# ------------------------------------------------------------------------------------------------ rules


def _define(r: Reader, b: Branch) -> tree.DefineDeclaration:
    return tree.DefineDeclaration(members.define(r, b), span=r.span(b))


def _verb(r: Reader, b: Branch) -> tree.VerbDeclaration:
    name, *rest, phrases, body = b.children
    of: tree.Parameter | None = None
    gives: tree.TypeName | None = None
    roles: list[tree.RoleParameter] = []
    for part in present(rest):
        match part.data:
            case "parameter":
                of = parameter(r, part)
            case "role_parameter":
                roles.append(members.role_parameter(r, part))
            case _:
                gives = members.type_name(r, part)
    verb = tree.Verb(
        r.name(name),
        of,
        tuple(roles),
        gives,
        tuple(r.text(token) for token in phrases.children),
        block(r, body),
        r.doc(b),
        span=r.span(b),
    )
    return tree.VerbDeclaration(verb, span=r.span(b))


def _action(r: Reader, b: Branch) -> tree.ActionDeclaration:
    return tree.ActionDeclaration(members.action(r, b), span=r.span(b))


def _rule(r: Reader, b: Branch) -> tree.Rule:
    name, title, *abilities = b.children
    found = tuple(members.ability(r, part) for part in present(abilities))
    return tree.Rule(r.name(name), r.optional_text(title), found, span=r.span(b))


def _menu(r: Reader, b: Branch) -> tree.Menu:
    name, title = b.children
    return tree.Menu(r.name(name), r.text(title), span=r.span(b))


def _phase(r: Reader, b: Branch) -> tree.Phase:
    name, title, body = b.children
    return tree.Phase(r.name(name), r.text(title), block(r, body), span=r.span(b))


def _flow(r: Reader, b: Branch) -> tree.Flow:
    return tree.Flow(block(r, b.children[0]), span=r.span(b))


def _setup(r: Reader, b: Branch) -> tree.Setup:
    name, title, *items = b.children
    steps, requires = [], []
    for part in present(items):
        if part.data == "setup_require":
            text, condition = part.children
            requires.append(tree.Require(r.text(text), expression(r, condition), span=r.span(part)))
            continue
        step, label, body = part.children
        steps.append(
            tree.SetupStep(r.name(step), r.optional_text(label), block(r, body), r.doc(part), span=r.span(part))
        )
    return tree.Setup(r.name(name), _title(r, name, title), tuple(steps), tuple(requires), span=r.span(b))


def _ending(r: Reader, b: Branch) -> tree.EndingDeclaration:
    return tree.EndingDeclaration(members.ending(r, b), span=r.span(b))


# ------------------------------------------------------------------------------------------------ things


def _title(r: Reader, name: Part, title: Part) -> tree.Text:
    """The title; a patch may do without one, others are told (`parse`)."""
    if title is not None:
        return r.text(title)
    end = r.name(name).span.end
    return tree.Text("", span=Span(r.source.path, end, end))


def _thing(r: Reader, b: Branch) -> tree.Thing:
    kinds, name, title, copies, *items = b.children
    return tree.Thing(
        r.names(kinds),
        r.name(name),
        _title(r, name, title),
        None if copies is None else r.number(copies),
        tuple(members.thing_item(r, part) for part in present(items)),
        span=r.span(b),
    )


def _table(r: Reader, b: Branch) -> tree.TableDeclaration:
    return tree.TableDeclaration(members.table(r, b), span=r.span(b))


# ------------------------------------------------------------------------------------------------ beside the game


def _campaign(r: Reader, b: Branch) -> tree.Campaign:
    name, title, *items = b.children
    found = tuple(_CAMPAIGN_ITEMS[part.data](r, part) for part in present(items))
    return tree.Campaign(r.name(name), _title(r, name, title), found, span=r.span(b))


def _keep_attribute(r: Reader, b: Branch) -> tree.Keep:
    return tree.Keep(attribute(r, b.children[0]), (), None, span=r.span(b))


def _keep(r: Reader, b: Branch) -> tree.Keep:
    names, of = b.children
    return tree.Keep(None, r.names(names), r.optional_name(of), span=r.span(b))


_CAMPAIGN_ITEMS: dict[str, Callable[[Reader, Branch], tree.Property | tree.Section | tree.Table | tree.Keep]] = {
    "property": members.property_,
    "section": members.section,
    "table": members.table,
    "keep_attribute": _keep_attribute,
    "keep": _keep,
}


def _build(r: Reader, b: Branch) -> tree.Build:
    name, title, of, *items = b.children
    found: list[tree.Define | tree.Require] = []
    for item in present(items):
        if item.data == "define":
            found.append(members.define(r, item))
        else:
            text, condition = item.children
            advice = item.data == "advise"
            found.append(tree.Require(r.text(text), expression(r, condition), advice, span=r.span(item)))
    return tree.Build(r.name(name), _title(r, name, title), parameter(r, of), tuple(found), span=r.span(b))


def _deck(r: Reader, b: Branch) -> tree.Deck:
    name, title, *items = b.children
    found: list[tree.Property | tree.DeckLine] = []
    for item in present(items):
        if item.data == "property":
            found.append(members.property_(r, item))
        else:
            count, what = item.children
            found.append(tree.DeckLine(r.number(count), r.name(what), span=r.span(item)))
    return tree.Deck(r.name(name), _title(r, name, title), tuple(found), span=r.span(b))


def _score(r: Reader, b: Branch) -> tree.Score:
    title, of, condition, *items = b.children
    found: list[tree.ScoreLine | tree.Rank] = []
    for item in present(items):
        if item.data == "rank_otherwise":
            found.append(tree.Rank(None, r.text(item.children[0]), span=r.span(item)))
            continue
        value, text = item.children
        if item.data == "rank":
            found.append(tree.Rank(expression(r, value), r.text(text), span=r.span(item)))
        else:
            found.append(tree.ScoreLine(expression(r, value), r.text(text), span=r.span(item)))
    whose = None if of is None else parameter(r, of)
    return tree.Score(r.text(title), whose, when(r, condition), tuple(found), r.doc(b), span=r.span(b))


def _law(r: Reader, b: Branch) -> tree.Law:
    name, text, condition, *cites = b.children
    cited = tuple(rule for part in present(cites) for rule in r.names(part))
    return tree.Law(r.name(name), r.text(text), expression(r, condition), cited, r.doc(b), span=r.span(b))


def _reading(r: Reader, b: Branch) -> tree.Reading:
    name, title, *rest = b.children
    decision = tree.Text("", span=r.span(b))
    because: tree.Text | None = None
    option: tree.Name | None = None
    cited: list[tree.Name] = []
    for part in present(rest):
        match part.data:
            case "cites":
                cited += r.names(part)
            case "decides":
                decision = r.text(part.children[0])
            case "because":
                because = r.text(part.children[0])
            case _:
                option = r.name(part.children[0])
    if not decision.value:
        r.mistake(
            "reading-without-decision",
            f"The reading `{name.text}` does not say what is decided",
            name,
            "no `decides` line",
            'Add a line `decides "…"` below it.',
        )
    return tree.Reading(r.name(name), r.text(title), tuple(cited), decision, because, option, r.doc(b), span=r.span(b))


def _alias(r: Reader, b: Branch) -> tree.Alias:
    name, of, title = b.children
    return tree.Alias(r.name(name), r.name(of), r.optional_text(title), r.doc(b), span=r.span(b))


def _remove(r: Reader, b: Branch) -> tree.Remove:
    kind, name = b.children
    return tree.Remove(r.optional_name(kind), r.name(name), r.doc(b), span=r.span(b))


_DECLARATIONS: dict[str, Callable[[Reader, Branch], tree.Declaration]] = {
    "game": _game,
    "mod": _mod,
    "option": _option,
    "enum": _enum,
    "resource": _resource,
    "die": _die,
    "contents": _contents,
    "kind": _kind,
    "group": _group,
    "global_zone": _global_zone,
    "board": _board,
    "map": _map,
    "define": _define,
    "verb": _verb,
    "action": _action,
    "rule": _rule,
    "menu": _menu,
    "phase": _phase,
    "flow": _flow,
    "setup": _setup,
    "ending": _ending,
    "thing": _thing,
    "table": _table,
    "campaign": _campaign,
    "build": _build,
    "deck": _deck,
    "score": _score,
    "law": _law,
    "reading": _reading,
    "alias": _alias,
    "remove": _remove,
    "test": test,
}
