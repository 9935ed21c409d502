"""Payments against every set that there is: what is offered pays, nothing in it is needless, none is lost."""

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.engine import runtime
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


def parts(things):
    for n in range(1, len(things) + 1):
        yield from combinations(things, n)


def kinds(part):
    return tuple(sorted((SORT[x], SIZE[x]) for x in part))


@settings(deadline=None, derandomize=True, max_examples=150)
@given(
    st.lists(st.sampled_from(THINGS), unique=True, max_size=6),
    st.tuples(*[st.integers(0, 2)] * 3, st.integers(0, 4)).filter(any),
    st.booleans(),
)
def test_payments_are_all_that_there_are_with_nothing_needless(things, price, many):
    legal = set()
    for part in parts(things):
        whole = times(part, price, many)
        needless = any(times(less, price, many) == whole for less in combinations(part, len(part) - 1))
        halves = ((one, tuple(x for x in part if x not in one)) for one in parts(part) if len(one) < len(part))
        split = many and any(times(a, price, many) + times(b, price, many) >= whole for a, b in halves)
        if whole and not needless and not split:
            legal.add(kinds(part))
    offered = PAYMENTS(STATE, things, [SIZE[x] for x in things], [SORT[x] for x in things], price, int(many), 200)
    assert sorted(map(kinds, offered)) == sorted(legal)
    assert bool(legal) == bool(times(things, price, many))


def test_there_are_never_more_than_so_many():
    ones = list(range(20))
    many = [1] * len(ones)
    assert PAYMENTS(STATE, ones, many, [0] * len(ones), (0, 0, 0, 10), 0, 200) == ()
    assert runtime.TRIES == 4096
