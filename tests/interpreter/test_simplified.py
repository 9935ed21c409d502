"""The simplified program plays as the Ruleset says: the same options in the same order, the same draws and state."""

import random
from functools import cache

import pytest

from dsl.library import find_game, games
from interpreter.compile import compile_ruleset
from interpreter.compile.hoist import CANDIDATE, hoisted, lifted
from interpreter.compile.simplify import Simplifier
from interpreter.compile.terms import size, walk
from interpreter.engine.program import Program
from interpreter.ir import Const, Find, Op, Pure, Ruleset, Var
from interpreter.lower import lower
from interpreter.lower.values import endless_sum
from tests.checked import game_in
from tests.interpreter import micro


@cache
def programs(name):
    game = game_in(find_game(name))
    rules = lower(game)
    return Program(game, rules, compile_ruleset(rules)), Program(game, rules, compile_ruleset(rules, simplify=False))


def seen(state):
    return (
        state.site, state.asker, tuple(state.options), state.a, state.z, state.loc, state.h, state.fx, state.later,
        state.rng, state.draws, state.reveals, state.seated, state.over,
    )  # fmt: skip


def settings(program):
    """The default, and every value of an option alone and all of them together."""
    yield {}
    for option in program.game.options.values():
        values = [name for name, _ in option.values]
        for value in values:
            yield {option.name: (value,) if option.several else value}
        if option.several:
            yield {option.name: tuple(values)}


@pytest.mark.parametrize("name", games())
def test_simplified_and_plain_programs_play_alike(name):
    fast, plain = programs(name)
    seats = fast.game.seats
    for number, options in enumerate(settings(fast)):
        for players in range(seats.low, min(seats.high, seats.low + 3) + 1):
            seed = 100 * number + players
            one, other = fast.start(players, seed, options), plain.start(players, seed, options)
            rng = random.Random(seed)
            for _ in range(400):
                assert seen(one) == seen(other)
                if one.over:
                    break
                answer = rng.randrange(len(one.options))
                fast.step(one, answer)
                plain.step(other, answer)


@pytest.mark.parametrize("topic", micro.TOPICS)
def test_simplified_and_plain_small_games_play_alike(topic):
    game = micro.checked(micro.GAMES / topic)
    rules = lower(game)
    fast = Program(game, rules, compile_ruleset(rules))
    plain = Program(game, rules, compile_ruleset(rules, simplify=False))
    for seed in range(3):
        one, other = (x.start(game.seats.high, seed) for x in (fast, plain))
        rng = random.Random(seed)
        for _ in range(60):
            assert seen(one) == seen(other)
            if one.over:
                break
            answer = rng.randrange(len(one.options))
            fast.step(one, answer)
            plain.step(other, answer)


@pytest.mark.parametrize("name", games())
def test_places_follow_from_the_state(name):
    """The place of each thing is kept by moves; worked out afresh it is the same."""
    fast, _ = programs(name)
    state = fast.start(fast.game.seats.low, 7)
    rng = random.Random(7)
    for _ in range(100):
        if state.over:
            break
        assert fast.load(state.to_json()).pl == state.pl
        fast.step(state, rng.randrange(len(state.options)))


def test_a_search_for_one_that_must_be_this_very_thing_is_a_look_at_it():
    simplifier = Simplifier(Ruleset())
    it, x = Var("it"), Var("x")
    test = Op("and", (Op("in_play", (it,)), Op("eq", (it, x))))
    among = Op("range", (Const(3), Const(9)))
    found = simplifier.fold(Find("sum", "it", among, test, Op("get", (Const(20), it))), {})
    assert not any(isinstance(part, Find) for part in walk(found))
    assert found == Op(
        "cond",
        (
            Op("and", (Op("kind", (x, Const(3), Const(9))), Op("in_play", (x,)))),
            Op("get", (Const(20), x)),
            Const(0),
        ),
    )
    repeated = Op("eq", (it, Op("the", (Op("items", (Const(5),)),))))
    assert isinstance(simplifier.fold(Find("any", "it", Op("range", (Const(3), Const(90))), repeated), {}), Find), (
        "what may fail is not moved"
    )


def test_a_sum_that_may_be_infinite_is_written_once():
    total = Pure("far", ())
    for _ in range(30):
        total = endless_sum("+", total, Pure("far", ()), True)
    assert size(total) == 61


def test_outcomes_that_are_the_same_are_asked_for_once():
    simplifier = Simplifier(Ruleset())
    x = Var("x")

    def one_of(*ids):
        return Op("member", (x, Const(ids)))

    lies, far = Op("at", (x,)), Op("place", (x,))
    chain = Op("cond", (one_of(4), lies, Op("cond", (one_of(5), lies, Op("cond", (one_of(6), far, far))))))
    assert simplifier.fold(chain, {"x": frozenset(range(3, 9))}) == Op(
        "cond", (Op("or", (Op("eq", (x, Const(4))), Op("eq", (x, Const(5))))), lies, far)
    )
    assert simplifier.fold(Op("cond", (one_of(4), far, Op("cond", (one_of(5), far, far)))), {}) == far
    among = [Op("kind", (lies, Const(low), Const(high))) for low, high in ((20, 30), (5, 9), (30, 33))]
    assert simplifier.fold(Op("or", tuple(among)), {}) == Op(
        "or", (Op("kind", (lies, Const(5), Const(9))), Op("kind", (lies, Const(20), Const(33))))
    )


def test_a_search_in_a_search_is_sifted_before_the_outer_one():
    outer, inner = Var("who"), Var("card")
    mine = Op("eq", (Op("at", (inner,)), Const(7)))
    able = Op("eq", (Op("get", (Const(20), outer)), Op("get", (Const(90), inner))))
    cards = Find("map", "card", Op("range", (Const(3), Const(90))), Op("and", (mine, able)), inner)
    found, before = hoisted(Find("flat", "who", Op("seated"), None, cards))
    ((name, sifted),) = before
    assert sifted == Find(
        "list", CANDIDATE, Op("range", (Const(3), Const(90))), Op("eq", (Op("at", (Var(CANDIDATE),)), Const(7)))
    )
    assert found.value == Find("map", "card", Var(name), able, inner)
    played = Find("flat", "who", Op("seated"), Op("in_play", (outer,)), cards)
    twice = Op("joined", (Find("flat", "who", Op("seated"), None, cards), played))
    assert list(lifted(twice)) == [sifted], "what two searches sift is sifted once"
