"""The syntax tree: what an author wrote, before any name has a meaning.

One class for each form of the grammar, all frozen. Every node knows its `span`; spans are left out of equality, so
that two texts that differ only in layout give equal trees. Sequences are tuples. Optional parts are None.
A word for each idea: the class, the rule in grammar.lark and the page in the language reference share their name.
"""

from __future__ import annotations

from typing import Literal as Choice
from typing import TypeAlias

from attrs import field

from ..frozen import frozen
from ..source import NOWHERE, Span


@frozen(kw_only=True)
class Node:
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class Name(Node):
    """A name being declared, or a name in use where only a name can stand."""

    text: str


# ------------------------------------------------------------------------------------------------ expressions


@frozen
class Number(Node):
    """A whole number; None means `infinite`."""

    value: int | None


@frozen
class Text(Node):
    """In quotes. A title that a patch leaves as it is has no quotes, and no length."""

    value: str

    @property
    def written(self) -> bool:
        return self.span.end > self.span.start


@frozen
class Truth(Node):
    """`yes` or `no`."""

    value: bool


@frozen
class Nothing(Node):
    pass


@frozen
class This(Node):
    pass


@frozen
class You(Node):
    pass


@frozen
class It(Node):
    pass


@frozen
class Word(Node):
    """A lower-case name used as a value."""

    text: str


@frozen
class Member(Node):
    """`object.name`."""

    object: Expression
    name: Name


@frozen
class Argument(Node):
    """One argument of a call: a value; `query: value then value`; or `name: value`."""

    value: Expression | None = None
    query: Query | None = None
    keys: tuple[Expression, ...] = ()
    name: Name | None = None


@frozen
class Call(Node):
    """`function(arguments)`, or `object.function(arguments)`."""

    object: Expression | None
    function: Name
    arguments: tuple[Argument, ...]


@frozen
class Ask(Node):
    """A question about an event: `happened(...)`, `times(...)`, `can(...)`, `would(...)`."""

    question: Choice["happened", "times", "can", "would"]
    pattern: Phrase
    during: Name | None


@frozen
class KindMember(Node):
    """`Kind.name`, which settles a name that means several things."""

    kind: Name
    name: Name


@frozen
class End(Node):
    """`top of z` or `bottom of z`."""

    which: Choice["top", "bottom"]
    zone: Expression


@frozen
class Listing(Node):
    """`[a, b]`."""

    items: tuple[Expression, ...]


@frozen
class Negative(Node):
    operand: Expression


@frozen
class Arithmetic(Node):
    operator: Choice["+", "-", "*", "/", "mod"]
    left: Expression
    right: Expression


@frozen
class Comparison(Node):
    operator: Choice["==", "!=", "<", "<=", ">", ">="]
    left: Expression
    right: Expression


@frozen
class Membership(Node):
    """`item in container`, `item not in container`."""

    item: Expression
    container: Expression
    negated: bool


@frozen
class KindTest(Node):
    """`x is Kind`, `x is nothing`, `x is not ...`; kind None means nothing."""

    value: Expression
    kind: Name | None
    negated: bool


@frozen
class Logic(Node):
    operator: Choice["and", "or"]
    left: Expression
    right: Expression


@frozen
class Not(Node):
    operand: Expression


@frozen
class Conditional(Node):
    """`if test then value else value`."""

    test: Expression
    then: Expression
    otherwise: Expression


@frozen
class Near(Node):
    """A near filter: at, in, of, adjacent to, except, or within (then with a distance)."""

    word: Choice["at", "in", "of", "within", "adjacent", "except"]
    value: Expression
    distance: Expression | None = None


@frozen
class Order(Node):
    """`in order of a then b [then p chooses]` (keys), or `in order p chooses` (no keys)."""

    keys: tuple[Expression, ...]
    chooser: Expression | None


@frozen
class Query(Node):
    """`trait trait Kind name near where nearest order`: the things of a Kind that pass every filter."""

    traits: tuple[Expression, ...]
    kind: Name
    name: Name | None
    near: tuple[Near, ...] = ()
    where: Expression | None = None
    nearest: Expression | None = None
    order: Order | None = None


Expression: TypeAlias = (
    Number
    | Text
    | Truth
    | Nothing
    | This
    | You
    | It
    | Word
    | Member
    | Call
    | Ask
    | KindMember
    | End
    | Listing
    | Negative
    | Arithmetic
    | Comparison
    | Membership
    | KindTest
    | Logic
    | Not
    | Conditional
    | Query
)

# ------------------------------------------------------------------------------------- phrases, patterns, moments


@frozen
class Every(Node):
    """`each query` as the object of a phrase: all of them at once, one change."""

    query: Query


@frozen
class Role(Node):
    """A role word of a verb with what stands behind it."""

    word: Choice["to", "by", "from", "for", "on", "into", "with"]
    value: Expression | Every


@frozen
class Phrase(Node):
    """`verb object role value ...`: an event being done, or a pattern of events (they share one shape)."""

    verb: Name
    object: Expression | Every | None
    roles: tuple[Role, ...]


@frozen
class When(Node):
    """`if condition` or `unless condition` (then negated)."""

    condition: Expression
    negated: bool = False


@frozen
class Moment(Node):
    """`start of turn of x`: when; a phase, step, verb or menu by name, or turn, phase, step, game."""

    edge: Choice["start", "end"]
    of: Name
    owner: Expression | None


# ------------------------------------------------------------------------------------------------ statements

Block: TypeAlias = "tuple[Statement, ...]"


@frozen
class Do(Node):
    """A phrase carried out, its result bound by `as`; `until`: again and again, with a block after each miss."""

    phrase: Phrase
    name: Name | None = None
    until: Expression | None = None
    block: Block = ()


@frozen
class Assign(Node):
    target: Expression
    operator: Choice["=", "+=", "-="]
    value: Expression


@frozen
class Let(Node):
    name: Name
    value: Expression


@frozen
class Amount(Node):
    """How many: low to high; high None means all there are. `any` is 0 to all, `up to n` is 0 to n."""

    low: Expression
    high: Expression | None


@frozen
class Choose(Node):
    """`p chooses [amount] query "prompt"`; `target` when it is settled before anything is paid or done."""

    chooser: Expression | None
    amount: Amount | None
    query: Query | Expression
    prompt: Text | None
    target: bool = False


@frozen
class May(Node):
    """`x may phrase "prompt": block else: block`; with `one`, a query of whom the first who accepts does it."""

    subject: Expression
    phrase: Phrase | None
    prompt: Text | None
    block: Block
    otherwise: Block
    one: bool = False


@frozen
class Mode(Node):
    text: Text
    condition: Expression | None
    block: Block


@frozen
class ChooseOne(Node):
    """`p chooses one "prompt":` with a line for each way."""

    chooser: Expression | None
    prompt: Text | None
    modes: tuple[Mode, ...]
    target: bool = False


@frozen
class Take(Node):
    """`x takes 1 menu`, `x takes any menu up to n`, `... until y passes`; amount None means any number."""

    taker: Expression
    amount: Expression | None
    menu: Name
    limit: Expression | None
    until: Expression | None = None


@frozen
class If(Node):
    branches: tuple[tuple[Expression, Block], ...]
    otherwise: Block


@frozen
class Each(Node):
    """One after another."""

    query: Query
    block: Block


@frozen
class Together(Node):
    """Without a query: the block is one change. With one: all choose, then everything happens."""

    query: Query | None
    block: Block


@frozen
class Step(Node):
    name: Name
    title: Text | None
    order: Order | None
    block: Block
    doc: str | None = None


@frozen
class Lockstep(Node):
    query: Query
    condition: Expression | None
    steps: tuple[Step, ...]


@frozen
class Repeat(Node):
    """Neither times nor condition: for ever, until `leave`, a pass, or the end of the game."""

    times: Expression | None
    condition: Expression | None
    block: Block


@frozen
class Turn(Node):
    of: Expression | None
    block: Block


@frozen
class Run(Node):
    phase: Name


@frozen
class Perform(Node):
    """`perform section of x with y`; `perform action free` opens an action without its cost and limit."""

    name: Name
    of: Expression | None
    free: bool = False
    argument: Expression | None = None


@frozen
class Until(Node):
    """A running effect: `until moment: constants`."""

    moment: Moment
    constants: tuple[Constant, ...]


@frozen
class Return(Node):
    value: Expression


@frozen
class Stop(Node):
    """Ends the ability, or with a pattern the innermost running event that matches."""

    pattern: Phrase | None


@frozen
class Cancel(Node):
    """The event that a before-answer answers does not happen."""


@frozen
class Leave(Node):
    """Ends the innermost loop."""


@frozen
class Proceed(Node):
    """In a replacement: the replaced event happens after all, with its present numbers."""


@frozen
class Finish(Node):
    """`win [who] ["reason"]`, `lose [who] ["reason"]`."""

    result: Choice["win", "lose"]
    who: Expression | None
    reason: Text | None


@frozen
class Limit(Node):
    """`limit n per moment [for x]`."""

    amount: Expression
    per: Name
    subject: Expression | None


@frozen
class Needs(Node):
    condition: Expression
    because: Text | None


@frozen
class Cost(Node):
    """`cost phrase [as name] [once]`."""

    phrase: Phrase
    name: Name | None = None
    once: bool = False


@frozen
class CostStep(Node):
    """`cost + n if c`, `cost - n if c`: changes the cost above it."""

    operator: Choice["+", "-"]
    amount: Expression
    when: When | None


@frozen
class Pledge(Node):
    """`pledge Kind p from x, others may: block`: several players put in what is theirs."""

    query: Query
    start: Expression
    others: bool
    block: Block


@frozen
class Lay(Node):
    """`lay [amount] query onto query [worth value]`. What is laid may also be a value: a thing or a set."""

    amount: Amount | None
    what: Query | Expression
    onto: Query | Expression
    worth: Expression | None


@frozen
class TargetsOf(Node):
    """`targets of x.section with y`: the targets that this section names are part of this announcement."""

    section: Expression
    argument: Expression | None = None


Statement: TypeAlias = (
    Do
    | Assign
    | Let
    | Choose
    | May
    | ChooseOne
    | Take
    | If
    | Each
    | Together
    | Lockstep
    | Step
    | Repeat
    | Turn
    | Run
    | Perform
    | Until
    | Return
    | Stop
    | Cancel
    | Leave
    | Proceed
    | Finish
    | Limit
    | Needs
    | Cost
    | CostStep
    | Pledge
    | Lay
    | TargetsOf
)

# ------------------------------------------------------------------------------------- abilities and constants


@frozen
class Modify(Node):
    """`path +n`, `path -n not below m`, `path = n`, `path at least n`, `path at most n`."""

    target: Expression
    operator: Choice["+", "-", "*", "=", "at least", "at most"]
    value: Expression
    bound: Expression | None = None  # of `not below` / `not above`


@frozen
class Cannot(Node):
    pattern: Phrase
    when: When | None
    because: Text | None


@frozen
class CostChange(Node):
    """`cost of pattern +n`, standing."""

    pattern: Phrase
    operator: Choice["+", "-", "="]
    amount: Expression
    when: When | None


@frozen
class Sees(Node):
    viewer: Expression
    zone: Expression


@frozen
class ConstantEach(Node):
    query: Query
    constants: tuple[Constant, ...]


Constant: TypeAlias = Modify | Cannot | CostChange | Sees | ConstantEach


@frozen
class Answer(Node):
    """`after pattern`, `before pattern`, `instead of pattern`."""

    timing: Choice["after", "before", "instead"]
    pattern: Phrase
    when: When | None
    block: Block


@frozen
class At(Node):
    """`at start of turn of you if c: block`."""

    moment: Moment
    when: When | None
    block: Block


@frozen
class Whenever(Node):
    """A trigger on a state: a condition, or a query whose every member is dealt with."""

    watch: Expression
    block: Block


@frozen
class Always(Node):
    """`always: constants`, `while condition: constants`."""

    condition: Expression | None
    constants: tuple[Constant, ...]


Ability: TypeAlias = Answer | At | Whenever | Always | Cannot | CostChange

# ------------------------------------------------------------------------------------------------ declarations


@frozen
class TypeName(Node):
    """`Kind`, `Kind?`, `Kind set`, `Kind bag`, `Kind grid`."""

    kind: Name
    form: Choice["one", "optional", "set", "bag", "grid"]


@frozen
class Attribute(Node):
    name: Name
    type: TypeName
    low: Expression | None
    high: Expression | None
    default: Expression | None
    label: Text | None
    unit: Text | None
    doc: str | None = None


@frozen
class Default(Node):
    """`name = value`: what a Kind says of an attribute that it inherits."""

    name: Name
    value: Expression


@frozen
class Sight(Node):
    """`seen by who [if condition]`; who is nobody, owner, holder, team, side, all."""

    who: Name
    condition: Expression | None
    top: bool = False


@frozen
class Zone(Node):
    """`zone name "noun" of Kind: form, seen by ..., holds n, refills from z, different a`."""

    name: Name
    label: Text | None
    content: TypeName
    form: Choice["stack", "row", "heap"] | None
    sights: tuple[Sight, ...]
    holds: Expression | None
    refills: Expression | None
    different: Name | None
    doc: str | None = None


@frozen
class FaceName(Node):
    name: Name
    title: Text | None


@frozen
class Faces(Node):
    faces: tuple[FaceName, ...]


@frozen
class Parameter(Node):
    """`Kind name [= default]`, `Kind? name`, `Kind set name`."""

    type: TypeName
    name: Name
    default: Expression | None = None


@frozen
class SectionDeclaration(Node):
    """`section name "Title" [Kind p] [for x]: default body`: a block that things of the Kind may write."""

    name: Name
    parameter: Parameter | None
    whose: Expression | None
    title: Text | None
    block: Block | None
    doc: str | None = None


@frozen
class Works(Node):
    """`works in zone, zone` or `works while condition`."""

    zones: tuple[Name, ...]
    condition: Expression | None


@frozen
class StandsAt(Node):
    place: Expression
    condition: Expression | None


@frozen
class YouIs(Node):
    who: Expression


@frozen
class Part(Node):
    """`part name: Kind`: every thing of the Kind has a thing of its own."""

    name: Name
    kind: Name


@frozen
class Define(Node):
    """A value with a name: `define name (Kind a, Kind b) "phrase": value`."""

    name: Name
    parameters: tuple[Parameter, ...]
    phrase: Text | None
    value: Expression
    doc: str | None = None


@frozen
class RoleParameter(Node):
    word: Choice["to", "by", "from", "for", "on", "into", "with"]
    parameter: Parameter


@frozen
class Verb(Node):
    name: Name
    object: Parameter | None
    roles: tuple[RoleParameter, ...]
    gives: TypeName | None
    phrases: tuple[Text, ...]
    block: Block
    doc: str | None = None


@frozen
class Action(Node):
    """`action name "Title" is menu, menu` with clauses in order; `does` is the effect."""

    name: Name
    title: Text | None
    menus: tuple[Name, ...]
    clauses: tuple[Statement, ...]
    does: Block
    pays: Block = ()
    actor: Parameter | None = None
    doc: str | None = None


@frozen
class Property(Node):
    """`name: value, value` of a thing; a flag without a value is yes. In a patch: what a list has more, or less."""

    name: Name
    values: tuple[Expression, ...]
    sign: Choice[":", "+=", "-="] = ":"


@frozen
class Section(Node):
    """A section written on a thing; with a timing it can be played as a response."""

    name: Name
    timing: Choice["before", "after"] | None
    pattern: Phrase | None
    when: When | None
    block: Block


@frozen
class Cell(Node):
    """An empty cell has no value; a cell may hold several values (`1 fire, 2 ice`) as a Listing."""

    value: Expression | None


@frozen
class Table(Node):
    """`table Kind` with a row of names and rows of cells."""

    kind: Name
    columns: tuple[Name, ...]
    rows: tuple[tuple[Cell, ...], ...]
    doc: str | None = None


@frozen
class FaceBody(Node):
    name: Name
    title: Text | None
    kinds: tuple[Name, ...]
    items: tuple[ThingItem, ...]


@frozen
class Override(Node):
    """`text "..."`: the author's own wording."""

    text: Text


@frozen
class Flavour(Node):
    text: Text


@frozen
class Ending(Node):
    name: Name
    title: Text | None
    result: Choice["win", "lose"]
    who: Expression | None
    condition: Expression | Query
    doc: str | None = None


@frozen
class Remembers(Node):
    attribute: Attribute


KindItem: TypeAlias = (
    Attribute
    | Default
    | Zone
    | Faces
    | SectionDeclaration
    | Works
    | StandsAt
    | YouIs
    | Part
    | Define
    | Ability
    | Action
)

ThingItem: TypeAlias = (
    Property
    | Section
    | Table
    | Faces
    | FaceBody
    | Works
    | Override
    | Flavour
    | Ending
    | Remembers
    | Define
    | Ability
    | Action
)

Mode_: TypeAlias = Choice["add", "replace", "patch"]


@frozen
class Seats(Node):
    """`seats low [to high] as Kind [, n for m]`: m players fill n seats."""

    low: Number
    high: Number
    kind: Name
    doubled: tuple[tuple[Number, Number], ...] = ()


@frozen
class Game(Node):
    name: Name
    title: Text
    seats: Seats | None
    joint: Expression | None
    precedence: tuple[str, ...]
    tiers: tuple[Name, ...]  # Kinds, or instead, forced, optional, or seats
    tiers_from: Expression | None
    ties: Expression | None
    asked: Expression | None
    turn_order: Name | None  # what the players are in order of
    state: tuple[Attribute, ...]
    cites: Name | None
    version: Text | None = None
    doc: str | None = None


@frozen
class Mod(Node):
    name: Name
    title: Text
    extends: Name
    version: Text | None = None  # of the game, for which it was made
    doc: str | None = None


@frozen
class OptionValue(Node):
    name: Name
    title: Text | None


@frozen
class Option(Node):
    """`option name "Title": value, value` (first is the default), `yes`/`no`, or `any of Kind`."""

    name: Name
    title: Text
    kind: Name | None
    several: bool
    values: tuple[OptionValue, ...]
    truth: bool | None
    doc: str | None = None


@frozen
class EnumValue(Node):
    name: Name
    title: Text | None
    symbol: Text | None = None


@frozen
class Enum(Node):
    name: Name
    title: Text | None
    values: tuple[EnumValue, ...]
    doc: str | None = None


@frozen
class Resource(Node):
    """Counted stock (`x n`), things that pay (from, gives, spend), or room that is used up (room, free)."""

    name: Name
    noun: Text
    count: Expression | None
    of: Name | None = None
    source: Query | None = None
    gives: Expression | None = None
    gives_kind: Expression | None = None
    spend: Phrase | None = None
    succession: bool = False
    room: Expression | None = None
    free: Expression | None = None
    doc: str | None = None


@frozen
class DieFace(Node):
    value: Expression
    count: int


@frozen
class Die(Node):
    name: Name
    title: Text
    kind: Name
    faces: tuple[DieFace, ...]
    doc: str | None = None


@frozen
class Kind(Node):
    name: Name
    noun: Text | None
    parents: tuple[Name, ...]
    items: tuple[KindItem, ...]
    mode: Mode_ = "add"
    doc: str | None = None


@frozen
class Group(Node):
    name: Name
    noun: Text | None
    members: tuple[Query, ...]
    mode: Mode_ = "add"
    doc: str | None = None


@frozen
class GlobalZone(Node):
    """A zone of the game; `of Kind` before the colon makes one for each thing of that Kind instead."""

    zone: Zone
    mode: Mode_ = "add"
    doc: str | None = None


@frozen
class Board(Node):
    """`board Kind: link, query, grid`: what makes two places adjacent."""

    kind: Name
    sources: tuple[Query | Name, ...]
    mode: Mode_ = "add"
    doc: str | None = None


@frozen
class Link(Node):
    name: Name
    chains: tuple[tuple[Name, ...], ...]


@frozen
class Map(Node):
    name: Name
    title: Text
    kind: Name
    items: tuple[Property | Table | Link, ...]
    mode: Mode_ = "add"
    doc: str | None = None


@frozen
class DefineDeclaration(Node):
    define: Define
    mode: Mode_ = "add"
    doc: str | None = None


@frozen
class VerbDeclaration(Node):
    verb: Verb
    mode: Mode_ = "add"
    doc: str | None = None


@frozen
class ActionDeclaration(Node):
    action: Action
    mode: Mode_ = "add"
    doc: str | None = None


@frozen
class Rule(Node):
    name: Name
    title: Text | None
    abilities: tuple[Ability, ...]
    mode: Mode_ = "add"
    doc: str | None = None


@frozen
class Menu(Node):
    name: Name
    title: Text
    mode: Mode_ = "add"
    doc: str | None = None


@frozen
class Phase(Node):
    name: Name
    title: Text
    block: Block
    mode: Mode_ = "add"
    doc: str | None = None


@frozen
class Flow(Node):
    block: Block
    mode: Mode_ = "add"
    doc: str | None = None


@frozen
class Require(Node):
    """`require "text": condition`; `advise` only warns."""

    text: Text
    condition: Expression
    advice: bool = False


@frozen
class SetupStep(Node):
    name: Name
    title: Text | None
    block: Block
    doc: str | None = None


@frozen
class Setup(Node):
    """`requires` have to hold before it begins; else no match can start."""

    name: Name
    title: Text
    steps: tuple[SetupStep, ...]
    requires: tuple[Require, ...] = ()
    mode: Mode_ = "add"
    doc: str | None = None


@frozen
class EndingDeclaration(Node):
    ending: Ending
    mode: Mode_ = "add"
    doc: str | None = None


@frozen
class Thing(Node):
    """`Kind, Kind name "Title" x n` with its items."""

    kinds: tuple[Name, ...]
    name: Name
    title: Text
    copies: Number | None
    items: tuple[ThingItem, ...]
    mode: Mode_ = "add"
    doc: str | None = None


@frozen
class TableDeclaration(Node):
    table: Table
    mode: Mode_ = "add"
    doc: str | None = None


@frozen
class Keep(Node):
    """`keep attribute`, `keep a, b of Kind`, `keep zone`."""

    attribute: Attribute | None
    names: tuple[Name, ...]
    of: Name | None


@frozen
class Campaign(Node):
    name: Name
    title: Text
    items: tuple[Property | Section | Table | Keep, ...]
    mode: Mode_ = "add"
    doc: str | None = None


@frozen
class Build(Node):
    """What a legal deck or homemade character is."""

    name: Name
    title: Text
    parameter: Parameter
    items: tuple[Define | Require, ...]
    mode: Mode_ = "add"
    doc: str | None = None


@frozen
class DeckLine(Node):
    count: Number
    name: Name


@frozen
class Deck(Node):
    name: Name
    title: Text
    items: tuple[Property | DeckLine, ...]
    mode: Mode_ = "add"
    doc: str | None = None


@frozen
class ScoreLine(Node):
    value: Expression
    text: Text


@frozen
class Rank(Node):
    """`rank at least n "title"`; without a number, `rank otherwise "title"`."""

    value: Expression | None
    text: Text


@frozen
class Score(Node):
    """`score "title" [of Kind p] [if condition]`: of all together, or of each who competes."""

    title: Text
    of: Parameter | None
    when: When | None
    lines: tuple[ScoreLine | Rank, ...]
    doc: str | None = None


@frozen
class ContentLine(Node):
    """`n name`, `n Kind`, or `n "what"` for pieces without rules."""

    count: Number
    what: Name | Text


@frozen
class Contents(Node):
    """What is in the box, or in one set of it; `check` counts it."""

    name: Name
    title: Text
    lines: tuple[ContentLine, ...]
    doc: str | None = None


@frozen
class Law(Node):
    """Holds always; watched after every step in tests and property tests."""

    name: Name
    text: Text
    condition: Expression
    cites: tuple[Name, ...]
    doc: str | None = None


@frozen
class Reading(Node):
    """A conflict or silence of the printed rules, and how this game decides it."""

    name: Name
    title: Text
    cites: tuple[Name, ...]
    decision: Text
    because: Text | None
    option: Name | None
    doc: str | None = None


@frozen
class Alias(Node):
    name: Name
    of: Name
    title: Text | None
    doc: str | None = None


@frozen
class Remove(Node):
    """In a mod: the declaration is no longer part of the game.

    `kind`: the Kind of a thing, or the word that declares what is meant: `remove contents base`.
    """

    kind: Name | None
    name: Name
    doc: str | None = None


# ------------------------------------------------------------------------------------------------ tests


@frozen
class Setting(Node):
    """`name = value` or `face`, after a fact's colon."""

    name: Name
    value: Expression | None


@frozen
class FactMap(Node):
    """`map a -- b -- c, d`: a board for this test."""

    chains: tuple[tuple[Name, ...], ...]


@frozen
class FactGrid(Node):
    value: Expression


@frozen
class FactNew(Node):
    """`Kind name at p: settings`, `2 Kind at p`: things made for this test."""

    query: Query
    settings: tuple[Setting, ...]


@frozen
class FactPlace(Node):
    """`thing at p: settings`, `2 thing in z: settings`, `thing: settings`."""

    thing: Expression
    word: Choice["at", "in"] | None
    place: Expression | None
    settings: tuple[Setting, ...]
    count: Number | None = None


@frozen
class FactValue(Node):
    """`path = value`: an attribute, a zone's content, a die's next results, an option."""

    target: Expression
    value: Expression


@frozen
class FactSetup(Node):
    """`after setup [name]`: the real set-up, with the first option everywhere unless answered."""


@frozen
class FactDeck(Node):
    """`Deck name: 7 spark, 1 lena`: a deck that only this test has."""

    query: Query
    lines: tuple[DeckLine, ...]


Fact: TypeAlias = FactMap | FactGrid | FactNew | FactPlace | FactValue | FactSetup | FactDeck


@frozen
class EventPhrase(Node):
    phrase: Phrase
    refused: bool = False


@frozen
class EventRun(Node):
    phase: Name


@frozen
class EventTurn(Node):
    of: Expression


@frozen
class EventTake(Node):
    """`x takes action a b`; `tries` expects a refusal and changes nothing."""

    who: Expression
    action: Name
    arguments: tuple[Expression, ...]
    tries: bool = False


@frozen
class EventChoose(Node):
    who: Expression
    values: tuple[Expression, ...]


@frozen
class EventDecline(Node):
    """`x declines`, `x passes`."""

    who: Expression


@frozen
class EventPerform(Node):
    """`perform section of x with y`: a section is carried out on the spot."""

    perform: Perform


Event: TypeAlias = EventPerform | EventPhrase | EventRun | EventTurn | EventTake | EventChoose | EventDecline


@frozen
class ClaimTrue(Node):
    condition: Expression


@frozen
class ClaimAsked(Node):
    who: Expression
    options: tuple[Expression, ...] | None


@frozen
class ClaimOffered(Node):
    who: Expression
    action: Name
    options: tuple[Expression, ...] | None
    negated: bool = False


@frozen
class ClaimRefused(Node):
    who: Expression
    action: Name
    arguments: tuple[Expression, ...]
    because: Text | None


@frozen
class ClaimEnded(Node):
    """`ended name`; `continues`: the game goes on (name None)."""

    ending: Name | None


@frozen
class ClaimWins(Node):
    """`x wins`, `x loses`: the match is over, and so for x."""

    who: Expression
    wins: bool


@frozen
class ClaimSees(Node):
    """`x sees y`, `x does not see y`: what a player may know."""

    who: Expression
    what: Expression
    negated: bool


@frozen
class ClaimRanked(Node):
    """`ranked "Royal"`: what the score of the game would be called."""

    text: Text


@frozen
class ClaimContents(Node):
    """`contents: 12 guard, 1 "castle"`: lists of contents have these lines."""

    lines: tuple[ContentLine, ...]


Claim: TypeAlias = (
    ClaimRanked
    | ClaimContents
    | ClaimTrue
    | ClaimAsked
    | ClaimOffered
    | ClaimRefused
    | ClaimEnded
    | ClaimWins
    | ClaimSees
)


@frozen
class Given(Node):
    facts: tuple[Fact, ...]


@frozen
class Happens(Node):
    """`docs`: what is written above each event, "" for nothing."""

    events: tuple[Event, ...]
    docs: tuple[str, ...] = ()


@frozen
class Then(Node):
    claims: tuple[Claim, ...]


@frozen
class Test(Node):
    title: Text
    parts: tuple[Given | Happens | Then, ...]
    cites: tuple[Name, ...]
    doc: str | None = None


Declaration: TypeAlias = (
    Game
    | Mod
    | Option
    | Enum
    | Resource
    | Die
    | Kind
    | Group
    | GlobalZone
    | Board
    | Map
    | DefineDeclaration
    | VerbDeclaration
    | ActionDeclaration
    | Rule
    | Menu
    | Phase
    | Flow
    | Setup
    | EndingDeclaration
    | Thing
    | TableDeclaration
    | Campaign
    | Build
    | Deck
    | Score
    | Contents
    | Law
    | Reading
    | Alias
    | Remove
    | Test
)


@frozen
class Comment(Node):
    """A `#` comment, kept beside the tree for the formatter."""

    text: str


@frozen
class File(Node):
    declarations: tuple[Declaration, ...]
