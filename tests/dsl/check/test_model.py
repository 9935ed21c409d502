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
