"""The Ruleset: a checked game as functions of a small closed set of operations, with ids instead of names.

It differs from the model in this: things, columns, zones and enum values are numbers; windows of answers, limits,
history, endings and watches are written out; queries are loops. It is what every back end compiles, and `verify`
says what must hold of it.

Run-time values are whole numbers and tuples of them: a thing is its id, an enum value its index, a zone its index,
yes and no are 1 and 0, `nothing` is -1, a set is a tuple in stable order, `infinite` is `dsl.model.INFINITE`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias, Union
from typing import Literal as Choice

from attrs import Factory, define, field, frozen

from dsl.source import NOWHERE, Span

NOTHING = -1
ENDS = -1  # in place of a verb in a report: the innermost text or verb is over
ACTS = -2  # and all numbers below: a text begins to act, of a thing or of a rule (see Lowering.acting)

# ------------------------------------------------------------------------------------------------ expressions


@frozen
class Const:
    value: int | tuple[int, ...]


@frozen
class Var:
    name: str


@frozen
class Op:
    """A pure operation of the table OPS."""

    name: str
    args: tuple[Expr, ...] = ()


@frozen
class Pure:
    """The value of a pure function."""

    function: str
    args: tuple[Expr, ...]


@frozen
class Find:
    """Goes through `source` with `var`, keeps what passes `test`, and makes of it what `mode` says.

    list: the kept ones. map: the values. any, count, first: of the kept ones. all: does `value` hold for each kept one?
    sum, max, min: of the values. highest, lowest: all those with the greatest or least value. sorted: by value, stable.
    flat: the values are sets, joined one after another.
    """

    mode: Choice[
        "list", "map", "any", "all", "count", "first", "sum", "max", "min", "highest", "lowest", "sorted", "flat"
    ]
    var: str
    source: Expr
    test: Expr | None = None
    value: Expr | None = None


Expr: TypeAlias = Union[Const, Var, Op, Pure, Find]

OPS: Mapping[str, tuple[int, str]] = {
    # name: (number of arguments, -1 any; sentence)
    "add": (2, "sum"),
    "sub": (2, "difference"),
    "mul": (2, "product"),
    "endless_add": (2, "sum; infinite when one of them is"),
    "endless_sub": (2, "difference; infinite when the first is"),
    "endless_mul": (2, "product; infinite when one of them is and both are more than 0"),
    "endless_div": (2, "quotient, rounded down; infinite when the first is"),
    "div": (2, "quotient, rounded down; 0 when divided by 0"),
    "mod": (2, "remainder"),
    "neg": (1, "with the sign turned"),
    "eq": (2, "equal"),
    "ne": (2, "not equal"),
    "lt": (2, "less; nothing is less than nothing"),
    "le": (2, "at most"),
    "gt": (2, "greater"),
    "ge": (2, "at least"),
    "and": (-1, "all hold"),
    "or": (-1, "one holds"),
    "not": (1, "does not hold"),
    "cond": (3, "second if the first holds, else third"),
    "max": (-1, "largest"),
    "min": (-1, "smallest"),
    "tuple": (-1, "a set of these"),
    "concat": (2, "both sets, without repeats"),
    "join": (2, "the first set and then the second, repeats kept"),
    "joined": (-1, "all of these sets, one after another, repeats kept"),
    "append": (2, "the set with one more"),
    "single": (1, "is it one thing, and no set?"),
    "without": (2, "the first set without members of the second"),
    "member": (2, "is the first a member of the second?"),
    "len": (1, "how many"),
    "head": (1, "first of a set, or nothing"),
    "tail": (1, "last of a set, or nothing"),
    "the": (1, "the only one of a set, nothing if empty; two are an error in play"),
    "get": (2, "a number of the state: column, index"),
    "get_or": (3, "the same, the third when the index is nothing"),
    "fixed": (2, "a number that never changes: table, index"),
    "fixed_or": (3, "the same, the third when the index is nothing"),
    "at": (1, "the zone in which a thing is"),
    "items": (1, "the things of a zone, in order"),
    "zone": (2, "the zone of a thing: zone column, thing"),
    "holder": (1, "whose zone a thing lies in, or the place"),
    "here": (1, "the zone of the nearest place going up; the empty zone 1 when there is none"),
    "place": (1, "the nearest place going up"),
    "in_play": (1, "is it anywhere but in the box?"),
    "kind": (3, "is the id in this range? id, first, end"),
    "face": (1, "the face that is up"),
    "faced": (2, "has the face that is up this bit in a table? table of bits for each thing, thing"),
    "steps": (3, "the same for two single places: board, place, place"),
    "distance": (3, "board, places or place, places or place"),
    "adjacent": (3, "board, place, place"),
    "neighbours": (2, "board, place"),
    "spread": (3, "board, start, set of places to go through"),
    "near": (4, "those of a set at least distance: board, things, their places, place"),
    "reading": (1, "place in a laid grid, row by row, from 1"),
    "position": (1, "place in its zone from 1"),
    "after_in": (2, "the member after this one in a ring, given as a set"),
    "before_in": (2, "the member before it"),
    "distinct": (1, "one of each that nobody can tell apart"),
    "alike": (1, "of answers (listener * 4096 + thing), one of each that nobody can tell apart"),
    "times": (2, "how often a record stands in a history"),
    "history": (1, "the records of a history"),
    "part": (2, "the n-th number of a record"),
    "splits": (3, "every way to split a sum: set of payers, their stocks, sum"),
    "payments": (
        6,
        "every set of things that pays a price, with nothing needless; none if they are too many: things, how much "
        "each gives, of what sort, the price of each sort and then of any, 1 if it may pay several times, how many "
        "sets are not too many",
    ),
    "subsets": (
        4,
        "every part of a set, smaller ones first: set, least and greatest size, most; nothing ends a list cut",
    ),
    "seated": (0, "the things that hold a seat, in order"),
    "effects": (1, "the running effects of one declaration"),
    "flag": (1, "a register of the run: defer, quiet"),
    "shown": (2, "can the viewer see the thing?"),
    "range": (2, "the ids from first to end"),
    "legal": (2, "the options of a menu: menu, taker"),
    "narrowed": (1, "the options of a menu; of too many, their longest beginnings that are not too many"),
    "begins": (2, "does the first record begin with the second?"),
    "intact": (1, "is this place of the rules as it was written? Yes, but where rules are broken to try their tests"),
}

# ------------------------------------------------------------------------------------------------ statements


@frozen
class Set:
    var: str
    value: Expr


@frozen
class Put:
    """Writes a number of the state."""

    column: int
    index: Expr
    value: Expr


@frozen
class Effect:
    """An operation of the table EFFECTS; it changes the state and never waits for an answer."""

    name: str
    args: tuple[Expr, ...]
    result: str | None = None


@frozen
class If:
    test: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...] = ()


@frozen
class Loop:
    """One after another over a set fixed at the start. `label` can be left."""

    var: str
    source: Expr
    body: tuple[Stmt, ...]
    label: str


@frozen
class While:
    test: Expr
    body: tuple[Stmt, ...]
    label: str


@frozen
class Block:
    """`Leave` with its label goes on behind it."""

    body: tuple[Stmt, ...]
    label: str


@frozen
class Leave:
    label: str


@frozen
class Return:
    value: Expr | None = None


@frozen
class Call:
    function: str
    args: tuple[Expr, ...]
    result: str | None = None


@frozen
class Dispatch:
    """Calls the function that a table names for the index; nothing if it names none."""

    table: str
    index: Expr
    args: tuple[Expr, ...]
    result: str | None = None


@frozen
class Ask:
    """A decision. With one option it happens by itself. `who` is a seated thing, or nothing for anyone."""

    site: int
    who: Expr
    options: Expr
    result: str


@frozen
class Guard:
    """The body of an event that `Stop` can end: it goes on behind the guard."""

    body: tuple[Stmt, ...]


@frozen
class Stop:
    """Ends the innermost running call of a function whose parameters equal the given ones (None: any)."""

    function: str
    args: tuple[Expr | None, ...]


@frozen
class Finish:
    """The match is over with this ending."""

    ending: int


@frozen
class Fail:
    """An error in play, at this place of the source."""

    message: int


Stmt: TypeAlias = Union[
    Set, Put, Effect, If, Loop, While, Block, Leave, Return, Call, Dispatch, Ask, Guard, Stop, Finish, Fail
]

EFFECTS: Mapping[str, tuple[int, str]] = {
    "move": (3, "thing, zone, 0 by the form of the zone, 1 bottom, 2 top: puts it there"),
    "put_back": (3, "thing, zone, what was in the zone: all lies there again as it did"),
    "draw": (
        3,
        "zone, refill zone or nothing, 0 by the zone's form and 1 from the bottom: takes one (still in its zone)",
    ),
    "shuffle": (1, "zone"),
    "pour": (2, "all of a zone into another"),
    "roll": (2, "die, number of faces: the index of a face"),
    "flip": (2, "thing, face index"),
    "hist": (2, "history, record"),
    "forget": (1, "moment: its histories begin anew"),
    "expire": (1, "moment: effects that last until then end"),
    "expire_event": (2, "moment, depth: effects of events of a verb that run deeper than that end"),
    "mark": (1, "watches whose condition may have changed, as bits"),
    "check": (1, "looks at a group of endings"),
    "board": (1, "a board may have changed"),
    "start": (4, "effect, moment (+ 4096 * depth of the event), uses, record: a running effect"),
    "spend": (1, "one use of a running effect"),
    "defer": (1, "1: endings and after-answers wait; -1: they wait no longer"),
    "later": (2, "function, record: an after-answer that waits"),
    "lay": (1, "map"),
    "lay_grid": (1, "rows of places"),
    "seat": (2, "thing, seat"),
    "reset": (1, "thing"),
    "pick": (1, "set: one of it at random"),
    "report": (2, "verb, record: for the log; a verb below 0 says whose text acts, or that one is over"),
    "show": (2, "thing, viewers"),
    "enter": (2, "phase, 1 begins and 0 ends"),
    "quiet": (1, "1: abilities do not answer; 0: they do"),
    "did": (1, "did the event happen?"),
    "step": (0, "counts against the step budget"),
    "round": (1, "a turn of this player begins: a round, if it is the first player again"),
    "marks": (0, "takes the marked watches"),
    "next_later": (0, "takes the next answer that waited, or a record of nothing"),
    "take_seat": (1, "in a test: a thing takes the next free seat"),
    "enter_play": (1, "in a test: a thing that is nowhere comes into play"),
    "first": (0, "the match proper begins"),
}


@define
class Function:
    """`pure` functions have an expression; the others a body. `span`: what was lowered to it, for errors in play."""

    name: str
    params: tuple[str, ...]
    body: tuple[Stmt, ...] = ()
    value: Expr | None = None
    title: str = ""
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class Site:
    """Where a decision is asked: what kind of options it has and how they read.

    `round`: a menu that several have open, of whom one is asked after another. `counted`: a menu from which so many
    actions can be taken; which one comes next stands in the state. `slots`: the types of what fills the
    slots of the prompt; the values stand in the state too. `narrowed`: there were too many ways to take an action;
    one has begun to be chosen, and what it is done with is asked for. `answers`: it is asked who answers an event.
    """

    kind: Choice["thing", "menu", "may", "mode", "order", "split", "payment", "number", "enum", "zone"]
    prompt: str
    texts: tuple[str, ...] = ()
    noun: str = ""
    chance: bool = False
    round: bool = False
    counted: bool = False
    narrowed: bool = False
    slots: tuple[Any, ...] = ()
    answers: bool = False


@define
class Ruleset:
    """Everything a back end needs."""

    game: str = ""
    hash: str = ""
    functions: dict[str, Function] = Factory(dict)
    tables: dict[str, tuple[object, ...]] = Factory(dict)
    dispatch: dict[str, dict[int, str]] = Factory(dict)  # table -> index -> function
    sites: list[Site] = Factory(list)
    messages: list[tuple[str, object]] = Factory(list)  # text, span
    columns: int = 0
    initial: list[object] = Factory(list)  # the first value of every number of the state
    zones: int = 0
    histories: list[tuple[str, str]] = Factory(list)  # event, moment
    effects: list[str] = Factory(list)
    told: list[tuple[int, ...]] = Factory(list)  # of each history: which places of its records hold things, or sets
    fixed: list[tuple[int, ...]] = Factory(list)  # the same of the records of each running effect
    pointing: list[tuple[int, int]] = Factory(list)  # the numbers of the state that hold things with copies: from, end
    boards: dict[str, int] = Factory(dict)
    layout: Any = field(default=None)


def statements(body: tuple[Stmt, ...]) -> Iterator[Stmt]:
    """Every statement of a body, also inside others."""
    for s in body:
        yield s
        match s:
            case If(_, then, otherwise):
                yield from statements(then)
                yield from statements(otherwise)
            case Loop() | While() | Block() | Guard():
                yield from statements(s.body)
            case _:
                pass
