"""What stands in the body of a Kind or a thing: attributes, zones, sections, actions, abilities, tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal as Choice
from typing import cast

from .. import tree
from ..branches import Branch, Part
from .constants import constants, standing
from .expressions import RoleWord, expression, expressions, moment, optional, phrase, when
from .reader import Reader, present
from .statements import block

# ------------------------------------------------------------------------------------------------ types, parameters

_FORMS: dict[str, Choice["optional", "set", "bag", "grid"]] = {
    "?": "optional",
    "set": "set",
    "bag": "bag",
    "grid": "grid",
}


def type_name(r: Reader, b: Part) -> tree.TypeName:
    kind, form = b.children
    return tree.TypeName(r.name(kind), "one" if form is None else _FORMS[form.text], span=r.span(b))


def parameter(r: Reader, b: Part) -> tree.Parameter:
    typed, name, *default = b.children
    return tree.Parameter(
        type_name(r, typed), r.name(name), optional(r, default[0] if default else None), span=r.span(b)
    )


def role_parameter(r: Reader, b: Part) -> tree.RoleParameter:
    word, of = b.children
    return tree.RoleParameter(cast(RoleWord, word.text), parameter(r, of), span=r.span(b))


def attribute(r: Reader, b: Part) -> tree.Attribute:
    name, typed, bounds, default, label, unit = b.children
    low, high = (None, None) if bounds is None else bounds.children
    return tree.Attribute(
        r.name(name),
        type_name(r, typed),
        optional(r, low),
        optional(r, high),
        optional(r, default),
        r.optional_text(label),
        r.optional_text(unit),
        r.doc(b),
        span=r.span(b),
    )


# ------------------------------------------------------------------------------------------------ zones

_SHAPES: dict[str, Choice["stack", "row", "heap"]] = {"stack": "stack", "row": "row", "heap": "heap"}


def zone(r: Reader, b: Part) -> tree.Zone:
    name, label, content, *traits = b.children
    form: Choice["stack", "row", "heap"] | None = None
    sights: list[tree.Sight] = []
    holds = refills = None
    different: tree.Name | None = None
    for trait in present(traits):
        match trait.data:
            case "zone_form":
                form = _SHAPES.get(trait.children[0].text)
                if form is None:
                    r.mistake(
                        "unknown-zone-form",
                        f"A zone cannot be `{trait.children[0].text}`",
                        trait,
                        "expected stack, row or heap",
                        "A stack is ordered and used from the top, a row is ordered and open, a heap has no order.",
                    )
            case "seen" | "top_seen":
                who, condition = trait.children
                top = trait.data == "top_seen"
                sights.append(tree.Sight(r.name(who), optional(r, condition), top, span=r.span(trait)))
            case "holds":
                holds = expression(r, trait.children[0])
            case "refills":
                refills = expression(r, trait.children[0])
            case _:
                different = r.name(trait.children[0])
    return tree.Zone(
        r.name(name),
        r.optional_text(label),
        type_name(r, content),
        form,
        tuple(sights),
        holds,
        refills,
        different,
        r.doc(b),
        span=r.span(b),
    )


# ------------------------------------------------------------------------------------------------ kinds


def _attribute(r: Reader, b: Branch) -> tree.Attribute:
    return attribute(r, b)


def _default(r: Reader, b: Branch) -> tree.Default:
    name, value = b.children
    return tree.Default(r.name(name), expression(r, value), span=r.span(b))


def faces(r: Reader, b: Branch) -> tree.Faces:
    found = []
    for part in b.children:
        name, title = part.children
        found.append(tree.FaceName(r.name(name), r.optional_text(title), span=r.span(part)))
    return tree.Faces(tuple(found), span=r.span(b))


def _section_declaration(r: Reader, b: Branch) -> tree.SectionDeclaration:
    name, of, whose, title, *body = b.children
    return tree.SectionDeclaration(
        r.name(name),
        None if of is None else parameter(r, of),
        optional(r, whose),
        r.optional_text(title),
        block(r, body[0]) if body else None,
        r.doc(b),
        span=r.span(b),
    )


def _works_in(r: Reader, b: Branch) -> tree.Works:
    return tree.Works(r.names(b), None, span=r.span(b))


def _works_while(r: Reader, b: Branch) -> tree.Works:
    return tree.Works((), expression(r, b.children[0]), span=r.span(b))


def _stands_at(r: Reader, b: Branch) -> tree.StandsAt:
    place, condition = b.children
    return tree.StandsAt(expression(r, place), optional(r, condition), span=r.span(b))


def _you_is(r: Reader, b: Branch) -> tree.YouIs:
    return tree.YouIs(expression(r, b.children[0]), span=r.span(b))


def _part(r: Reader, b: Branch) -> tree.Part:
    name, kind = b.children
    return tree.Part(r.name(name), r.name(kind), span=r.span(b))


def define(r: Reader, b: Branch) -> tree.Define:
    name, parameters, text, value = b.children
    given = () if parameters is None else tuple(parameter(r, part) for part in parameters.children)
    return tree.Define(r.name(name), given, r.optional_text(text), expression(r, value), r.doc(b), span=r.span(b))


def action(r: Reader, b: Branch) -> tree.Action:
    name, title, actor, menus, clauses, pays, does = b.children
    return tree.Action(
        r.name(name),
        r.optional_text(title),
        r.names(menus),
        block(r, clauses),
        () if does is None else block(r, does.children[0]),
        () if pays is None else block(r, pays.children[0]),
        None if actor is None else parameter(r, actor),
        r.doc(b),
        span=r.span(b),
    )


# ------------------------------------------------------------------------------------------------ abilities


def _answer(r: Reader, b: Branch) -> tree.Answer:
    timing, pattern, condition, body = b.children
    word = cast(Choice["after", "before", "instead"], timing.children[0].text)
    return tree.Answer(word, phrase(r, pattern), when(r, condition), block(r, body), span=r.span(b))


def _at_moment(r: Reader, b: Branch) -> tree.At:
    at, condition, body = b.children
    return tree.At(moment(r, at), when(r, condition), block(r, body), span=r.span(b))


def _whenever(r: Reader, b: Branch) -> tree.Whenever:
    watch, body = b.children
    return tree.Whenever(expression(r, watch), block(r, body), span=r.span(b))


def _while_always(r: Reader, b: Branch) -> tree.Always:
    condition, inner = b.children
    return tree.Always(expression(r, condition), constants(r, inner), span=r.span(b))


def _always(r: Reader, b: Branch) -> tree.Always:
    return tree.Always(None, constants(r, b.children[0]), span=r.span(b))


_ABILITIES: dict[str, Callable[[Reader, Branch], tree.Ability]] = {
    "answer": _answer,
    "at_moment": _at_moment,
    "whenever": _whenever,
    "while_always": _while_always,
    "always": _always,
    "cannot": standing,
    "cost_change": standing,
}


def ability(r: Reader, b: Part) -> tree.Ability:
    return _ABILITIES[b.data](r, b)


# ------------------------------------------------------------------------------------------------ things


def property_(r: Reader, b: Branch) -> tree.Property:
    name, *values = b.children
    sign = values.pop(0).text if values and getattr(values[0], "text", "") in ("+=", "-=") else ":"
    found = expressions(r, values)
    if not found:
        found = (tree.Truth(True, span=r.span(name)),)
    return tree.Property(r.name(name), found, cast(Choice[":", "+=", "-="], sign), span=r.span(b))


def section(r: Reader, b: Branch) -> tree.Section:
    name, *rest = b.children
    timing: Choice["before", "after"] | None = None
    pattern: tree.Phrase | None = None
    condition: tree.When | None = None
    for part in present(rest[:-1]):
        if part.data == "section_timing":
            word, answered = part.children
            timing = cast(Choice["before", "after"], word.text)
            pattern = phrase(r, answered)
        else:
            condition = when(r, part)
    return tree.Section(r.name(name), timing, pattern, condition, block(r, rest[-1]), span=r.span(b))


def table(r: Reader, b: Branch) -> tree.Table:
    kind, header, *rows = b.children
    columns: list[tree.Name] = []
    for part in header.children:
        cell = _cell(r, part)
        if isinstance(cell.value, tree.Word):
            columns.append(tree.Name(cell.value.text, span=cell.span))
        else:
            r.mistake(
                "table-header",
                "The first row of a table names its columns",
                part if part.start >= 0 else header,
                "expected the name of a column",
                "Write the names of the attributes, divided by `|`: name | title | range",
            )
    found = []
    for row in rows:
        if len(row.children) > len(header.children):
            r.mistake(
                "table-row-too-long",
                "This row has more cells than the table has columns",
                row,
                f"{len(row.children)} cells, but the first row names {len(header.children)} columns",
                "Give the first row a name for each column, or take the cell out.",
            )
        found.append(tuple(_cell(r, part, row) for part in row.children))
    return tree.Table(r.name(kind), tuple(columns), tuple(found), r.doc(b), span=r.span(b))


def _cell(r: Reader, b: Part, row: Part = None) -> tree.Cell:
    values = expressions(r, b.children)
    span = r.span(row if b.start < 0 and row is not None else b)
    if not values:
        return tree.Cell(None, span=span)
    if len(values) == 1:
        return tree.Cell(values[0], span=span)
    return tree.Cell(tree.Listing(values, span=span), span=span)


def _face_body(r: Reader, b: Branch) -> tree.FaceBody:
    name, title, kinds, *items = b.children
    return tree.FaceBody(
        r.name(name),
        r.optional_text(title),
        () if kinds is None else r.names(kinds),
        tuple(thing_item(r, part) for part in items),
        span=r.span(b),
    )


def _override(r: Reader, b: Branch) -> tree.Override:
    return tree.Override(r.text(b.children[0]), span=r.span(b))


def _flavour(r: Reader, b: Branch) -> tree.Flavour:
    return tree.Flavour(r.text(b.children[0]), span=r.span(b))


def _remembers(r: Reader, b: Branch) -> tree.Remembers:
    return tree.Remembers(attribute(r, b.children[0]), span=r.span(b))


def ending(r: Reader, b: Branch) -> tree.Ending:
    name, title, result, who, condition = b.children
    return tree.Ending(
        r.name(name),
        r.optional_text(title),
        cast(Choice["win", "lose"], result.text),
        optional(r, who),
        expression(r, condition),
        r.doc(b),
        span=r.span(b),
    )


_KIND_ITEMS: dict[str, Callable[[Reader, Branch], tree.KindItem]] = {
    "attribute": _attribute,
    "default": _default,
    "zone": zone,
    "faces": faces,
    "section_declaration": _section_declaration,
    "works_in": _works_in,
    "works_while": _works_while,
    "stands_at": _stands_at,
    "you_is": _you_is,
    "part": _part,
    "define": define,
    "action": action,
    **_ABILITIES,
}

_THING_ITEMS: dict[str, Callable[[Reader, Branch], tree.ThingItem]] = {
    "property": property_,
    "section": section,
    "table": table,
    "faces": faces,
    "face_body": _face_body,
    "works_in": _works_in,
    "works_while": _works_while,
    "override": _override,
    "flavour": _flavour,
    "remembers": _remembers,
    "ending": ending,
    "define": define,
    "action": action,
    **_ABILITIES,
}


def kind_item(r: Reader, b: Part) -> tree.KindItem:
    return _KIND_ITEMS[b.data](r, b)


def thing_item(r: Reader, b: Part) -> tree.ThingItem:
    return _THING_ITEMS[b.data](r, b)
