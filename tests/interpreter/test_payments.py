"""Payments against every set that there is: what is offered pays, nothing in it is needless, none is lost."""

from functools import cache
from itertools import combinations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from interpreter import build
from interpreter.engine import runtime
from interpreter.lower import paying
from tests.interpreter import micro

PROGRAM = micro.program_of(micro.GAMES / "energy")
STATE = PROGRAM.start(2, 1)
PAYMENTS = PROGRAM.space["payments"]
NAMES = ("p", "s", "k", "pp", "ss", "kk", "ppp")
THINGS = [x for x, (name, _) in enumerate(PROGRAM.layout.things) if name in NAMES and STATE.loc[x] == 0]
SORT, SIZE = ({x: STATE.a[PROGRAM.layout.column[f"Cell.{name}"] + x] for x in THINGS} for name in ("sort", "size"))


def times(part, price, many):
    """How often a set of things pays, said in another way than in the engine: by paying again and again."""
    paid = 0
    while paid < (99 if many else 1):
        goal = [n * (paid + 1) for n in price]
        if any(sum(SIZE[x] for x in part if SORT[x] == k) < goal[k] for k in range(3)):
            return paid
        if sum(SIZE[x] for x in part) < sum(goal):
            return paid
        paid += 1
    return paid


def times_of(part, price, many):
    """The same for sorts and sizes in place of things."""
    one = {kind: x for x, kind in reversed([(x, (SORT[x], SIZE[x])) for x in THINGS])}
    return times([one[kind] for kind in part], price, many)


def parts(things):
    for n in range(1, len(things) + 1):
        yield from combinations(things, n)


def kinds(part):
    return tuple(sorted((SORT[x], SIZE[x]) for x in part))


def all_payments(things, price, many):
    legal = set()
    for part in parts(things):
        whole = times(part, price, many)
        needless = any(times(less, price, many) == whole for less in combinations(part, len(part) - 1))
        halves = ((one, tuple(x for x in part if x not in one)) for one in parts(part) if len(one) < len(part))
        split = many and any(times(a, price, many) + times(b, price, many) >= whole for a, b in halves)
        if whole and not needless and not split:
            legal.add(kinds(part))
    return legal


@settings(deadline=None, derandomize=True, max_examples=150)
@given(
    st.lists(st.sampled_from(THINGS), unique=True, max_size=6),
    st.tuples(*[st.integers(0, 2)] * 3, st.integers(0, 4)).filter(any),
    st.booleans(),
)
def test_payments_are_all_that_there_are_with_nothing_needless(things, price, many):
    legal = all_payments(things, price, many)
    offered = PAYMENTS(STATE, things, [SIZE[x] for x in things], [SORT[x] for x in things], price, int(many), 200)
    assert sorted(map(kinds, offered)) == sorted(legal)
    assert bool(legal) == bool(times(things, price, many))


def test_there_are_never_more_than_so_many():
    ones = list(range(20))
    many = [1] * len(ones)
    assert PAYMENTS(STATE, ones, many, [0] * len(ones), (0, 0, 0, 10), 0, 200) == ()
    assert runtime.TRIES == 4096


@cache
def one_by_one():
    """The same game, in which any number of ways to pay is too many for one decision."""
    before, paying.MOST = paying.MOST, 0
    try:
        return build(micro.checked(micro.GAMES / "energy"))
    finally:
        paying.MOST = before


def endings(program, state, zone):
    """What is spent once no question about the payment is open, whatever is answered."""
    if program.decision(state).kind == "menu":
        return {kinds(state.z[zone])}
    found = set()
    for index in range(len(state.options)):
        copied = state.copy()
        program.step(copied, index)
        found |= endings(program, copied, zone)
    return found


@pytest.mark.parametrize(
    ("action", "price", "many"),
    [("leap", (0, 0, 0, 2), True), ("build bridge", (2, 1, 0, 0), False), ("build tower", (0, 0, 0, 2), False)],
)
@settings(deadline=None, derandomize=True, max_examples=40)
@given(things=st.lists(st.sampled_from(THINGS), unique=True, min_size=2, max_size=5))
def test_where_things_are_chosen_one_by_one_no_payment_is_lost(action, price, many, things):
    legal = all_payments(things, price, many)
    assume(legal)
    program = one_by_one()
    hand, spent = (program.layout.zone_key.index(f"Player.{zone}") for zone in ("hand", "spent"))
    state = program.start(2, 1)
    for x in state.z[hand]:
        state.loc[x] = 0
    for x in things:
        state.loc[x] = hand
    state.z[hand] = tuple(sorted(things))
    program.step(state, [o.id for o in program.decision(state).options].index(action))
    found = endings(program, state, spent)
    assert found >= legal
    assert all(times_of(part, price, many) for part in found)
