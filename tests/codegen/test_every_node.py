"""Every node of the model has a reading: one example of each, so that a new node fails here too."""

from __future__ import annotations

import typing

import pytest
import sample_game as s
from test_wording import leaks

from codegen.wording import abilities, clauses, statements, values
from codegen.wording.scope import Scope
from dsl import model as m

N, TR, T = m.NUMBER, m.TRUTH, m.TEXT
one, two = s.number(1), s.number(2)
abu = m.ThingConstant("genie", s.FOE_T)
heroes, spaces = s.query("Hero", "hq"), s.query("Space", "sq")
unhurt = m.DefineValue("Hero.unhurt", s.YOU, (), TR)
supply = m.ZoneValue(".supply", None, m.ZoneType("Foe"))
deck = m.ZoneValue(".danger_deck", None, s.STACK)
health = s.attribute(s.YOU, "Hero.health")
forest = m.EnumConstant("Icon", "forest", m.EnumType("Icon"))
lose = s.do("lose", s.YOU, by=one)
hit = s.pattern("hit", m.Same(abu), by=m.Bind(heroes))
end = m.Moment("end", "turn", None)
modify = m.Modify(s.YOU, "Hero.actions", "+", one, None)

VALUES: tuple[m.Value, ...] = (
    one, forest, m.NameConstant("action_phase", m.NameType()), abu, m.CopiesConstant("genie", m.SetType(s.FOE_T)),
    m.KindConstant("Hero", T), supply, m.StateValue(".active", s.HERO_T), m.OptionValue("packs", TR), s.S, s.THIS,
    s.YOU, health, m.PartValue(s.YOU, "Hero.marker", s.FOE_T), m.FaceTest(abu, "Foe.blue", TR),
    m.SectionTest(s.THIS, "Danger.rises", TR), unhurt, m.EventValue(s.local("e", m.EventType("hit")), "n", N),
    m.Builtin("max", (one, health), N), m.Each(m.QueryValue(heroes, m.SetType(s.HERO_T)), s.S, health, m.SetType(N)),
    m.Aggregate("count", heroes, (), N), m.QueryValue(heroes, m.SetType(s.HERO_T)), m.Listing((one, two), m.SetType(N)),
    m.ZoneEnd("top", deck, s.CARD_T), m.Negative(one, N), m.Arithmetic("*", two, health, N),
    m.Comparison(">=", health, two, TR), m.Membership(abu, supply, False, TR), m.KindTest(s.YOU, "Hero", True, TR),
    m.NothingTest(s.place(s.YOU), False, TR), m.Logic("or", unhurt, unhurt, TR), m.Not(unhurt, TR),
    m.Conditional(unhurt, one, two, N), m.Ask("happened", hit, "turn", TR),
)  # fmt: skip

BUILTINS = ("place", "holder", "owner", "team", "players", "box", "next", "distance", "adjacent", "neighbours",
            "spread", "odd", "position", "current_phase", "active_player", "scenario", "something_new")  # fmt: skip

STATEMENTS: tuple[m.Statement, ...] = (
    lose,
    m.Assign(health, "+=", one),
    m.Let(s.S, s.YOU),
    m.Choose(None, m.Amount(s.number(0), two), heroes, s.S, None, False),
    m.May(s.YOU, None, None, (lose, lose), (lose,), False),
    m.ChooseOne(None, None, (m.Mode("A", None, (lose,)), m.Mode("B", unhurt, ())), False),
    m.Take(s.YOU, one, "before", None, None),
    m.If(((unhurt, (lose,)), (m.Not(unhurt, TR), (lose, lose))), (lose,)),
    m.ForEach(heroes, (lose, lose)),
    m.Together(heroes, (lose,)),
    m.Lockstep(heroes, unhurt, (m.Step("a", "A", None, (lose,)),)),
    m.Step("a", "Step A", None, (lose,)),
    m.Repeat(two, None, (lose,)),
    m.Turn(s.YOU, (m.Run("action_phase"),)),
    m.Run("action_phase"),
    m.Perform("Danger.rises", s.THIS),
    m.Free("morning_song.morning_song"),
    m.Until(end, (modify,)),
    m.Return(one),
    m.Stop(None),
    m.Cancel(),
    m.Leave(),
    m.Proceed(),
    m.Finish("win", None, None),
    m.Limit(two, "turn", None),
    m.Needs(unhurt, None),
    m.Cost(s.event("pay", s.number(2, s.STAR_T), by=s.YOU), False),
    m.CostStep("+", one, unhurt),
    m.Pledge(heroes, s.YOU, True, (lose,)),
    m.Lay(m.Amount(one, None), s.query("Power", "pq"), s.YOU, s.local("laid", s.CARD_T), one),
    m.TargetsOf("Danger.rises", s.THIS),
)  # fmt: skip

CONSTANTS: tuple[m.Constant, ...] = (
    modify,
    m.Cannot(hit, unhurt, None),
    m.CostChange(hit, "-", one, None),
    m.Sees(s.YOU, deck),
    m.ConstantEach(heroes, (m.Modify(m.Local("hq", "hq", s.HERO_T), "Hero.health", "at most", two, None),)),
)

ABILITIES: tuple[m.Ability, ...] = (
    m.Trigger("k", "before", hit, unhurt, (m.Cancel(),), False),
    m.AtMoment("k", m.Moment("start", "action_phase", s.YOU), unhurt, (lose,)),
    m.Whenever("k", s.query("Hero", "w", where=unhurt), (m.Limit(one, "turn", None), lose)),
    m.Standing("k", unhurt, CONSTANTS),
)


def scope() -> Scope:
    return Scope(s.game(s.cards()))


@pytest.mark.parametrize(
    ("union", "examples"),
    [(m.Value, VALUES), (m.Statement, STATEMENTS), (m.Constant, CONSTANTS), (m.Ability, ABILITIES)],
)
def test_there_is_an_example_of_each(union: object, examples: tuple[object, ...]) -> None:
    assert set(typing.get_args(union)) == {type(example) for example in examples}


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_values_and_clauses(value: m.Value) -> None:
    for words in (
        values.noun(value, scope()).text,
        clauses.clause(value, scope()),
        clauses.clause(value, scope(), True),
    ):
        assert words and not leaks(words), words


@pytest.mark.parametrize("name", BUILTINS)
def test_builtins(name: str) -> None:
    value = m.Builtin(name, (s.YOU, abu), m.OptionalType(s.HERO_T))
    assert values.noun(value, scope()).text and not leaks(values.noun(value, scope()).text)
    truth = m.Builtin(name, (s.YOU, abu), TR)
    assert not leaks(clauses.clause(truth, scope()))


@pytest.mark.parametrize("statement", STATEMENTS, ids=lambda statement: type(statement).__name__)
def test_statements(statement: m.Statement) -> None:
    words = statements.prose(statements.block((statement, lose), scope()))
    assert words.endswith(".") and not leaks(words), words


@pytest.mark.parametrize("constant", CONSTANTS, ids=lambda constant: type(constant).__name__)
def test_constants(constant: m.Constant) -> None:
    assert not [words for words in abilities.constant(constant, scope()) if leaks(words)]


@pytest.mark.parametrize("ability", ABILITIES, ids=lambda ability: type(ability).__name__)
def test_abilities(ability: m.Ability) -> None:
    words = statements.prose(abilities.ability(ability, scope()))
    assert words and not leaks(words), words
