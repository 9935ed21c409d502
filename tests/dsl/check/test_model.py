"""What the checker makes of names, traits and paths."""

from __future__ import annotations

import pytest

from dsl import model as m
from dsl.check import check_parsed
from dsl.check.walk import nodes
from dsl.source import SourceFile
from dsl.syntax.parse import parse
from tests.dsl.check.programs import PRELUDE


def checked(text: str) -> m.CheckedGame:
    files = [SourceFile("game.side", PRELUDE), SourceFile("program.side", text)]
    found = check_parsed(files, [parse(file) for file in files])
    assert found.game is not None, found.diagnostics
    return found.game


@pytest.mark.parametrize(
    ("text", "of"),
    [
        ("define v: ada.friend", m.OptionalType(m.ThingType("Hero"))),
        ("define v: team.hand", m.SetType(m.ZoneType("Item"))),
        ("define v: count(pile)", m.NUMBER),
        ("define v: highest(Item i in pile: i.price)", m.SetType(m.ThingType("Item"))),
        ("define v: first(Hero h where h.weak)", m.OptionalType(m.ThingType("Hero"))),
        ("define v: if ada.weak then ada else nothing", m.OptionalType(m.ThingType("Hero"))),
        ("define v: rope", m.SetType(m.ThingType("Item"))),
        ("define v: next(Colour.red)", m.OptionalType(m.EnumType("Colour"))),
        ("define v: mode", m.EnumType("mode")),
        ("define v: top of pile", m.OptionalType(m.ThingType("Item"))),
        ("define v: [red, blue]", m.SetType(m.EnumType("Colour"))),
    ],
)
def test_types(text: str, of: m.Type) -> None:
    assert checked(text + "\n").defines[".v"].value.type == of


def test_a_trait_may_be_a_face_a_define_or_a_value_of_an_enum() -> None:
    game = checked("define v: count(hidden red Item in pile) + count(weak Hero)\n")
    traits = [n for n in nodes(game.defines[".v"].value) if isinstance(n, m.Trait)]
    assert [t.word for t in traits] == ["hidden", "red", "weak"]
    assert isinstance(traits[0].test, m.FaceTest)
    assert isinstance(traits[1].test, m.Comparison)
    assert isinstance(traits[2].test, m.DefineValue)


def test_a_name_with_copies_is_a_set_in_rules_and_the_first_one_in_tests() -> None:
    game = checked('define v: rope\n\ntest "t"\n    then\n        rope in box\n')
    assert isinstance(game.defines[".v"].value, m.CopiesConstant)
    assert any(isinstance(n, m.ThingConstant) and n.thing == "rope" for n in nodes(game.tests[0].parts))


def test_what_a_test_makes_has_values_for_everything() -> None:
    game = checked('test "t"\n    given\n        map a -- b\n        Beast wolf at a: asleep\n')
    test = game.tests[0]
    assert set(test.things) == {"a", "b", "wolf"}
    assert test.things["wolf"].values["Beast.strength"] == m.Literal(0, m.NUMBER)
    assert test.facts[0] == m.TestMap(("a", "b"), (("a", "b"),))


def test_the_one_who_may_is_the_doer() -> None:
    game = checked('rule r "R"\n    after wound Hero h:\n        h may burn lamp\n')
    (may,) = (n for n in nodes(game.rules) if isinstance(n, m.May))
    assert may.event is not None
    assert isinstance(may.event.role("by"), m.Local)


def test_ids_of_locals_differ_inside_a_declaration() -> None:
    game = checked('verb v "v"\n    each Hero h:\n        wound h by 1\n    each Hero h:\n        wound h by 2\n')
    ids = [n.query.local.id for n in nodes(game.verbs["v"].block) if isinstance(n, m.ForEach)]
    assert len(set(ids)) == 2


def test_a_value_of_a_bag_is_counted_and_changed() -> None:
    game = checked(
        "kind Pet is Figure\n    strong: Colour bag\n\n"
        'Pet rex "Rex"\n    strong: 2 red, 1 blue\n    always: this.strong(red) +1\n\n'
        "define v: rex.strong(red)\n"
    )
    red = m.EnumConstant("Colour", "red", m.EnumType("Colour"))
    counted = game.defines[".v"].value
    assert isinstance(counted, m.Builtin)
    assert (counted.name, counted.arguments[1], counted.type) == ("amount_of", red, m.NUMBER)
    (standing,) = game.things["rex"].abilities
    assert isinstance(standing, m.Standing)
    (modify,) = standing.constants
    assert isinstance(modify, m.Modify)
    assert modify.value == m.Builtin("amount", (m.Literal(1, m.NUMBER), red), m.BagType(m.EnumType("Colour")))


def test_a_pattern_of_a_role_that_holds_a_set_binds_a_set() -> None:
    game = checked(
        'verb feast Hero set guests "{guests} [feast]"\n\n'
        'rule r "R"\n    after feast weak Hero few:\n        wound each Hero in few by 1\n'
    )
    (trigger,) = game.rules["r"].abilities
    assert isinstance(trigger, m.Trigger)
    bind = trigger.pattern.object
    assert isinstance(bind, m.Bind)
    assert bind.members is not None
    assert bind.members.type == m.SetType(m.ThingType("Hero"))
    assert bind.query.local.type == m.ThingType("Hero")


def test_this_of_a_resource_is_the_payer() -> None:
    game = checked('resource Nerve "nerve" of Hero\n    room this.health\n')
    of = game.resources["Nerve"]
    assert isinstance(of.room, m.AttributeValue)
    assert of.room.object == of.payer
