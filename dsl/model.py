"""The checked game: what the sources mean, with every name resolved and every value typed.

A `CheckedGame` exists exactly when no error does. It is the one thing that `interpreter` and `codegen` receive.
Everything is frozen, and everything refers to everything else by key, so that there are no cycles:

- Kinds, groups, enums, resources, options, verbs, rules, menus, phases, maps, things ... are keyed by their name.
- What belongs to a Kind is keyed `Kind.name` by the Kind that declares it: attributes, zones, defines, sections, parts,
  faces. What belongs to the game itself is keyed `.name` (state attributes, zones, defines).
- An action or ability on a Kind or thing is keyed `owner.name` or `owner#n` (the n-th ability, from 0, on that owner).

Dictionaries keep the order of declaration (files in sorted order), which is the game's stable order everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal as Choice
from typing import TypeAlias

from attrs import Factory, field

from .frozen import frozen
from .source import NOWHERE, Span

# ------------------------------------------------------------------------------------------------ types


@frozen
class NumberType:
    """Whole numbers and infinite."""


@frozen
class TruthType:
    pass


@frozen
class TextType:
    pass


@frozen
class NothingType:
    pass


@frozen
class ThingType:
    """A single thing of a Kind or group, by its name."""

    kind: str


@frozen
class EnumType:
    enum: str


@frozen
class ResourceType:
    """An amount of a counted resource. Arithmetic treats it as a number. `bag`: so many of each sort, as a bag says."""

    resource: str
    bag: bool = False


@frozen
class ZoneType:
    """A zone; content is the Kind of things that it holds (`Thing` if unknown)."""

    content: str


@frozen
class SetType:
    """A set in stable order, of things, enum values, zones or numbers. An empty listing is a set of Nothing."""

    of: Type


@frozen
class BagType:
    """How many of each enum value: `2 fire, 1 ice`."""

    of: Type


@frozen
class GridType:
    of: Type


@frozen
class OptionalType:
    of: Type


@frozen
class EventType:
    """What `as` binds when a verb gives nothing of its own: the event, with `.done` and its numbers."""

    verb: str


@frozen
class NameType:
    """The name of a phase, step or action, as `current_phase` gives it."""


Type: TypeAlias = (
    NumberType
    | TruthType
    | TextType
    | NothingType
    | ThingType
    | EnumType
    | ResourceType
    | ZoneType
    | SetType
    | BagType
    | GridType
    | OptionalType
    | EventType
    | NameType
)

NUMBER, TRUTH, TEXT, NOTHING = NumberType(), TruthType(), TextType(), NothingType()

# ------------------------------------------------------------------------------------------------ values


@frozen(kw_only=True)
class Node:
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class Literal(Node):
    """A number, truth, text; None is `nothing`; INFINITE is the number without end."""

    value: int | bool | str | None
    type: Type


MOST_COPIES = 10_000  # of one thing
MOST_THINGS = 100_000  # of a game, with all copies

INFINITE = 1 << 30
"""The number that stands for `infinite`: larger than any count; the engine keeps sums with it at it."""


@frozen
class EnumConstant(Node):
    enum: str
    name: str
    type: Type


@frozen
class NameConstant(Node):
    """The name of a phase, step or action, compared with `current_phase`; or of a deck, of the Kind Deck."""

    name: str
    type: Type


@frozen
class ThingConstant(Node):
    """A declared thing by name. Of one with copies a test may mean the first, or another that it has placed."""

    thing: str
    type: Type
    copy: int = field(default=0, kw_only=True)


@frozen
class CopiesConstant(Node):
    """All copies of a declared thing with several: a set."""

    thing: str
    type: Type


@frozen
class KindConstant(Node):
    """A Kind, group or Pack-like enum as a value (in options and builds)."""

    kind: str
    type: Type


@frozen
class ZoneValue(Node):
    """A zone: of the game (owner None) or of the thing that owner gives."""

    zone: str
    owner: Value | None
    type: Type


@frozen
class StateValue(Node):
    """A state attribute of the game, by key `.name`."""

    attribute: str
    type: Type


@frozen
class OptionValue(Node):
    option: str
    type: Type


@frozen
class Local(Node):
    """A bound name. `id` is unique inside its declaration; `name` is what the author wrote."""

    id: str
    name: str
    type: Type


@frozen
class This(Node):
    type: Type


@frozen
class You(Node):
    type: Type


@frozen
class AttributeValue(Node):
    """`object.attribute`, read through modifiers; `base` leaves them out."""

    object: Value
    attribute: str
    type: Type
    base: bool = False


@frozen
class PartValue(Node):
    object: Value
    part: str
    type: Type


@frozen
class FaceTest(Node):
    """`object.face`: is this face up?"""

    object: Value
    face: str
    type: Type


@frozen
class SectionTest(Node):
    """`object.section`: has this section been written (or a default)?"""

    object: Value
    section: str
    type: Type


@frozen
class DefineValue(Node):
    """A define: of the game (object None) or of a thing, where Kinds and things lower down may have replaced it."""

    define: str
    object: Value | None
    arguments: tuple[Value, ...]
    type: Type


@frozen
class EventValue(Node):
    """`e.done`, `e.n`: a number or truth of a bound event."""

    event: Local
    name: str
    type: Type


@frozen
class Builtin(Node):
    """A built-in function, attribute or value of the vocabulary, by name."""

    name: str
    arguments: tuple[Value, ...]
    type: Type


@frozen
class Each(Node):
    """A path over a set: `body` for every member of `set`, joined into one set."""

    set: Value
    local: Local
    body: Value
    type: Type


@frozen
class Aggregate(Node):
    """count, any, none, all, sum, first, last, the, highest, lowest, max, min, over a query.

    `keys` are the values behind the colon: for `all` and `any` one truth, for sum/max/min one number, for highest and
    lowest one or more numbers.
    """

    function: Choice["count", "any", "none", "all", "sum", "first", "last", "the", "highest", "lowest", "max", "min"]
    query: Query
    keys: tuple[Value, ...]
    type: Type


@frozen
class QueryValue(Node):
    """The set of things that a query finds."""

    query: Query
    type: Type


@frozen
class Listing(Node):
    items: tuple[Value, ...]
    type: Type


@frozen
class ZoneEnd(Node):
    """`top of z`, `bottom of z`: a place after to, a thing (or nothing) elsewhere."""

    which: Choice["top", "bottom"]
    zone: Value
    type: Type


@frozen
class Negative(Node):
    operand: Value
    type: Type


@frozen
class Arithmetic(Node):
    operator: Choice["+", "-", "*", "/", "mod"]
    left: Value
    right: Value
    type: Type


@frozen
class Comparison(Node):
    operator: Choice["==", "!=", "<", "<=", ">", ">="]
    left: Value
    right: Value
    type: Type


@frozen
class Membership(Node):
    """Is the item in a zone, or in a set?"""

    item: Value
    container: Value
    negated: bool
    type: Type


@frozen
class KindTest(Node):
    value: Value
    kind: str
    negated: bool
    type: Type


@frozen
class NothingTest(Node):
    value: Value
    negated: bool
    type: Type


@frozen
class Logic(Node):
    operator: Choice["and", "or"]
    left: Value
    right: Value
    type: Type


@frozen
class Not(Node):
    operand: Value
    type: Type


@frozen
class Conditional(Node):
    test: Value
    then: Value
    otherwise: Value
    type: Type


@frozen
class Ask(Node):
    """happened, times (with a moment), can, would."""

    question: Choice["happened", "times", "can", "would"]
    pattern: Pattern
    during: str | None
    type: Type


Value: TypeAlias = (
    Literal
    | EnumConstant
    | NameConstant
    | ThingConstant
    | CopiesConstant
    | KindConstant
    | ZoneValue
    | StateValue
    | OptionValue
    | Local
    | This
    | You
    | AttributeValue
    | PartValue
    | FaceTest
    | SectionTest
    | DefineValue
    | EventValue
    | Builtin
    | Each
    | Aggregate
    | QueryValue
    | Listing
    | ZoneEnd
    | Negative
    | Arithmetic
    | Comparison
    | Membership
    | KindTest
    | NothingTest
    | Logic
    | Not
    | Conditional
    | Ask
)


@frozen
class Near(Node):
    word: Choice["at", "in", "of", "within", "adjacent", "except"]
    value: Value
    distance: Value | None = None


@frozen
class Order(Node):
    """Sorted by keys, ties put to the chooser (None: stable order); without keys the chooser picks each next one."""

    keys: tuple[Value, ...]
    chooser: Value | None


@frozen
class Amount(Node):
    """low to high; high None is all there are."""

    low: Value
    high: Value | None


@frozen
class Trait(Node):
    """An adjective before a Kind: its word, and what must be true of the query's local."""

    word: str
    test: Value


@frozen
class Query(Node):
    """The things (or enum values, numbers, zones) of a Kind or group that pass every filter.

    `local` names the candidate in every filter. `source` is the set or zone to look through when the query has an
    `in`; None means all things in play. `random` leaves the pick to chance; `other` was already turned into a test.
    """

    kind: str
    local: Local
    traits: tuple[Trait, ...] = ()
    near: tuple[Near, ...] = ()
    where: Value | None = None
    nearest: Value | None = None
    order: Order | None = None
    amount: Amount | None = None
    random: bool = False


# ------------------------------------------------------------------------------------------------ events


@frozen
class EachOf(Node):
    """`verb each query`: all of them, one change."""

    query: Query


@frozen
class PickOf(Node):
    """`verb 2 Lead in z`: a counted query as an object, chosen by the doer (or by chance)."""

    query: Query


Argument: TypeAlias = "Value | EachOf | PickOf"


@frozen
class Event(Node):
    """A verb (declared or built in) with its arguments; roles left out are filled from defaults by the checker."""

    verb: str
    object: Argument | None
    roles: tuple[tuple[str, Argument], ...]

    def role(self, word: str) -> Argument | None:
        for name, value in self.roles:
            if name == word:
                return value
        return None


@frozen
class Bind(Node):
    """In a pattern: any thing that the query contains; its local is bound.

    For a role that holds a set, `members` is bound to those of it that the query contains; there has to be one.
    """

    query: Query
    members: Local | None = None


@frozen
class Same(Node):
    """In a pattern: this very value."""

    value: Value


@frozen
class BindNumber(Node):
    """In a pattern: any number, truth, enum value or zone of the parameter's type; its local is bound."""

    local: Local


PatternPart: TypeAlias = "Bind | Same | BindNumber"


@frozen
class Pattern(Node):
    """What events are meant. `what` says what the name is: a verb (declared or built in), an action, or a phase."""

    what: Choice["verb", "action", "phase"]
    name: str
    object: PatternPart | None
    roles: tuple[tuple[str, PatternPart], ...]


@frozen
class Moment(Node):
    """`of` is a phase, step, verb or menu by name, or one of turn, phase, step, game."""

    edge: Choice["start", "end"]
    of: str
    owner: Value | None


# ------------------------------------------------------------------------------------------------ statements

Block: TypeAlias = "tuple[Statement, ...]"


@frozen
class Do(Node):
    event: Event
    local: Local | None
    until: Value | None
    block: Block


@frozen
class Assign(Node):
    """Writes an attribute, a state attribute, a local, a number of the answered event, or what is being played."""

    target: AttributeValue | StateValue | Local | Builtin
    operator: Choice["=", "+=", "-="]
    value: Value


@frozen
class Let(Node):
    local: Local
    value: Value


@frozen
class Choose(Node):
    """`local` is bound to the thing chosen, or to a set when there is an amount.

    `options` is a query, or a set of values. chooser None is `you`. In actions and parts `target` must exist.
    `slots`: what fills the slots of the prompt, in their order.
    """

    chooser: Value | None
    amount: Amount | None
    options: Query | Value
    local: Local
    prompt: str | None
    target: bool
    slots: tuple[Value, ...] = field(default=(), kw_only=True)


@frozen
class May(Node):
    """`event` and `prompt`: at least one of them. `one`: subject is a set, the first who accepts does it."""

    subject: Value
    event: Event | None
    prompt: str | None
    block: Block
    otherwise: Block
    one: bool
    slots: tuple[Value, ...] = field(default=(), kw_only=True)


@frozen
class Mode(Node):
    text: str
    condition: Value | None
    block: Block


@frozen
class ChooseOne(Node):
    """`slots`: what fills the slots of the prompt, in their order."""

    chooser: Value | None
    prompt: str | None
    modes: tuple[Mode, ...]
    target: bool
    slots: tuple[Value, ...] = field(default=(), kw_only=True)


@frozen
class Take(Node):
    """amount None is any number; `limit` is read anew before each; `until` names who can end it."""

    taker: Value
    amount: Value | None
    menu: str
    limit: Value | None
    until: Value | None


@frozen
class If(Node):
    branches: tuple[tuple[Value, Block], ...]
    otherwise: Block


@frozen
class ForEach(Node):
    query: Query
    block: Block


@frozen
class Together(Node):
    query: Query | None
    block: Block


@frozen
class Step(Node):
    name: str
    title: str
    order: Order | None
    block: Block
    doc: str = ""


@frozen
class Lockstep(Node):
    query: Query
    condition: Value | None
    steps: tuple[Step, ...]


@frozen
class Repeat(Node):
    times: Value | None
    condition: Value | None
    block: Block


@frozen
class Turn(Node):
    of: Value | None
    block: Block


@frozen
class Run(Node):
    phase: str


@frozen
class Perform(Node):
    """Performs a section of a thing (nothing if it is not written), with an argument for its parameter."""

    section: str
    of: Value
    argument: Value | None = None


@frozen
class Free(Node):
    """Opens an action without its limit and cost."""

    action: str


@frozen
class Until(Node):
    moment: Moment
    constants: tuple[Constant, ...]


@frozen
class Return(Node):
    value: Value


@frozen
class Stop(Node):
    pattern: Pattern | None


@frozen
class Cancel(Node):
    pass


@frozen
class Leave(Node):
    pass


@frozen
class Proceed(Node):
    pass


@frozen
class Finish(Node):
    """who None: all players (a co-operative game) win or lose."""

    result: Choice["win", "lose"]
    who: Value | None
    reason: str | None


@frozen
class Limit(Node):
    amount: Value
    per: str
    subject: Value | None


@frozen
class Needs(Node):
    condition: Value
    because: str | None


@frozen
class Cost(Node):
    """`local`, if not None, is the price in what follows: a number."""

    event: Event
    once: bool
    local: Local | None = None


@frozen
class CostStep(Node):
    operator: Choice["+", "-"]
    amount: Value
    condition: Value | None


@frozen
class Pledge(Node):
    """Everybody of the query in turn may put in what the block says.

    Behind the block a name bound in it means the set of all that was put in: the same id, with a set as its type.
    """

    query: Query
    start: Value
    others: bool
    block: Block


@frozen
class Lay(Node):
    """Things are put into the zone of another that can hold them. `worth`: where it is not above 0, nothing is laid.

    `local` is bound to the thing, or to the set of all when there is an amount or `what` is a set.
    """

    amount: Amount | None
    what: Query | Value
    onto: Query | Value
    local: Local
    worth: Value | None


@frozen
class TargetsOf(Node):
    """The targets of a section are chosen here, with an argument for its parameter."""

    section: str
    of: Value
    argument: Value | None = None


Statement: TypeAlias = (
    Do
    | Assign
    | Let
    | Choose
    | May
    | ChooseOne
    | Take
    | If
    | ForEach
    | Together
    | Lockstep
    | Step
    | Repeat
    | Turn
    | Run
    | Perform
    | Free
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

# ------------------------------------------------------------------------------------------------ abilities


@frozen
class Modify(Node):
    """A modifier of an attribute of whatever `object` gives (a thing or a set; None for a state attribute)."""

    object: Value | None
    attribute: str
    operator: Choice["+", "-", "*", "=", "at least", "at most"]
    value: Value
    bound: Value | None


@frozen
class Cannot(Node):
    """Beats every permission. `condition` already has the sense of `if`."""

    pattern: Pattern
    condition: Value | None
    because: str | None


@frozen
class CostChange(Node):
    pattern: Pattern
    operator: Choice["+", "-", "="]
    amount: Value
    condition: Value | None


@frozen
class Sees(Node):
    viewer: Value
    zone: Value


@frozen
class ConstantEach(Node):
    query: Query
    constants: tuple[Constant, ...]


Constant: TypeAlias = Modify | Cannot | CostChange | Sees | ConstantEach


@frozen
class Trigger(Node):
    """after, before, instead of a pattern. `optional`: the body is a single `may`."""

    key: str
    timing: Choice["after", "before", "instead"]
    pattern: Pattern
    condition: Value | None
    block: Block
    optional: bool


@frozen
class AtMoment(Node):
    key: str
    moment: Moment
    condition: Value | None
    block: Block


@frozen
class Whenever(Node):
    """Watches a condition, or the members of a query (its local is bound in the block)."""

    key: str
    watch: Value | Query
    block: Block


@frozen
class Standing(Node):
    """Constants that hold while the condition does (None: always)."""

    key: str
    condition: Value | None
    constants: tuple[Constant, ...]


Ability: TypeAlias = Trigger | AtMoment | Whenever | Standing

# ------------------------------------------------------------------------------------------------ declarations


@frozen
class Parameter(Node):
    local: Local
    role: str | None  # None for the object
    default: Value | None


@frozen
class Attribute(Node):
    """`owner` is the declaring Kind, "" for the game's state. Reads see `low <= value <= high`."""

    key: str
    name: str
    owner: str
    type: Type
    low: Value | None
    high: Value | None
    default: Value | None
    label: str
    unit: tuple[str, str] | None  # singular, plural
    remembered: bool = False
    doc: str = ""


@frozen
class Sight(Node):
    who: Choice["nobody", "owner", "holder", "team", "side", "all"]
    condition: Value | None  # about `local`, the thing seen
    local: Local
    top: bool


@frozen
class Zone(Node):
    """A zone of the game (owner "") or of every thing of a Kind. No sights: everybody sees it."""

    key: str
    name: str
    owner: str
    label: str
    content: str
    form: Choice["stack", "row", "heap"]
    sights: tuple[Sight, ...]
    holds: Value | None
    refills: Value | None
    different: str | None  # attribute key
    doc: str


@frozen
class Face(Node):
    """A face of a Kind or thing: key `Kind.face`; `kinds` are further Kinds that things have while it is up.

    `noun`: what shows this face is one ("a Werewolf", "Werewolves"), where the title is not what it is like.
    """

    key: str
    name: str
    title: str
    kinds: tuple[str, ...] = ()
    noun: tuple[str, str] | None = None


@frozen
class SectionKind(Node):
    """A section that a Kind declares: printed title, parameter, whose `you`, default body."""

    key: str
    name: str
    title: str
    parameter: Local | None
    you: Value | None
    block: Block | None
    doc: str = ""


@frozen
class Define(Node):
    """A named value. `phrase` with {slots} for English; overrides lower down share the key of the first."""

    key: str
    name: str
    owner: str
    parameters: tuple[Local, ...]
    phrase: str | None
    value: Value
    doc: str = ""


@frozen
class Action(Node):
    """`clauses` in order (Choose, Needs, Limit, Cost, CostStep, Pledge, TargetsOf, Let, If), then pays, then does."""

    key: str
    name: str
    title: str
    menus: tuple[str, ...]
    actor: Local | None
    clauses: Block
    pays: Block
    does: Block
    doc: str = ""


@frozen
class Kind(Node):
    """A Kind with what it says itself. `ancestors`: itself first, then parents in order, built-in Kinds last.

    `attributes` are the ones it declares; `defaults` are values for inherited ones (by attribute key). `defines` maps
    the define's key (that of the first declaration) to this Kind's version. The same for `sections`.
    """

    name: str
    noun: tuple[str, str]  # singular, plural
    parents: tuple[str, ...]
    ancestors: tuple[str, ...]
    attributes: Mapping[str, Attribute] = Factory(dict)
    defaults: Mapping[str, Value] = Factory(dict)
    zones: Mapping[str, Zone] = Factory(dict)
    faces: tuple[Face, ...] = ()
    sections: Mapping[str, SectionKind] = Factory(dict)
    works_in: tuple[str, ...] | None = None
    works_while: Value | None = None
    stands_at: tuple[Value, Value | None] | None = None
    you: Value | None = None
    parts: Mapping[str, str] = Factory(dict)  # part key -> Kind
    defines: Mapping[str, Define] = Factory(dict)
    abilities: tuple[Ability, ...] = ()
    prohibitions: tuple[Cannot | CostChange, ...] = ()
    actions: tuple[Action, ...] = ()
    doc: str = ""
    built_in: bool = False


@frozen
class Group(Node):
    """A Kind by condition: a thing is in it when any of the queries finds it."""

    name: str
    noun: tuple[str, str]
    members: tuple[Query, ...]
    kinds: tuple[str, ...]  # Kinds of the members
    doc: str = ""


@frozen
class SectionBody(Node):
    """A section written on a thing (or face). With a timing it can be played as a response."""

    section: str
    timing: Choice["before", "after"] | None
    pattern: Pattern | None
    condition: Value | None
    block: Block
    parameter: Local | None


@frozen
class FaceContent(Node):
    """What stands on one face of a thing; `wording`: the author's own words for it."""

    face: str
    title: str
    kinds: tuple[str, ...]
    values: Mapping[str, Value]
    sections: Mapping[str, SectionBody]
    defines: Mapping[str, Define]
    abilities: tuple[Ability, ...]
    prohibitions: tuple[Cannot | CostChange, ...]
    actions: tuple[Action, ...]
    wording: str | None = None


@frozen
class Thing(Node):
    """A declared thing. `values` by attribute key; `contents` by zone key (things that start in its zones)."""

    name: str
    title: str
    kinds: tuple[str, ...]
    copies: int
    values: Mapping[str, Value] = Factory(dict)
    contents: Mapping[str, Value] = Factory(dict)
    faces: tuple[Face, ...] = ()  # its own, in place of its Kind's
    face_contents: tuple[FaceContent, ...] = ()
    sections: Mapping[str, SectionBody] = Factory(dict)
    works_in: tuple[str, ...] | None = None
    works_while: Value | None = None
    defines: Mapping[str, Define] = Factory(dict)
    abilities: tuple[Ability, ...] = ()
    prohibitions: tuple[Cannot | CostChange, ...] = ()
    actions: tuple[Action, ...] = ()
    endings: tuple[Ending, ...] = ()
    wording: str | None = None
    flavour: str | None = None
    stand_in: bool | tuple[str, ...] = False
    belongs_to: str | None = None  # the map or thing in whose table it stands
    of_test: bool = False  # made by a test
    doc: str = ""
    built_for: str | None = None  # the build that it has to meet
    plural: bool | None = None  # does its title name several? None: the title tells


@frozen
class Board(Node):
    """What makes two places of a Kind adjacent."""

    kind: str
    links: tuple[str, ...]
    things: tuple[Query, ...]  # things with `ends`
    grid: bool


@frozen
class Map(Node):
    """A board that can be laid: its places and things (names of things, in order) and its links."""

    name: str
    title: str
    kind: str
    values: Mapping[str, Value]
    includes: tuple[str, ...]
    places: tuple[str, ...]
    things: tuple[str, ...]
    links: Mapping[str, tuple[tuple[str, str], ...]]
    stand_in: bool
    doc: str = ""


@frozen
class Verb(Node):
    """A declared verb. `orders` is the phrase for cards, `reports` the one for logs (may be the same)."""

    name: str
    parameters: tuple[Parameter, ...]
    gives: Type | None
    orders: str | None
    reports: str | None
    block: Block
    doc: str = ""


@frozen
class Rule(Node):
    name: str
    title: str
    abilities: tuple[Ability, ...]
    prohibitions: tuple[Cannot | CostChange, ...]
    doc: str = ""


@frozen
class Menu(Node):
    name: str
    title: str
    doc: str = ""


@frozen
class Phase(Node):
    name: str
    title: str
    block: Block
    doc: str = ""


@frozen
class Require(Node):
    text: str
    condition: Value
    advice: bool


@frozen
class SetupStep(Node):
    name: str
    title: str
    block: Block
    doc: str = ""


@frozen
class Setup(Node):
    """`requires` have to hold before it begins; else no match can start."""

    name: str
    title: str
    steps: tuple[SetupStep, ...]
    doc: str = ""
    requires: tuple[Require, ...] = ()


@frozen
class Ending(Node):
    """`condition` is a truth, or a query that must find something (its local is then bound in `who`)."""

    name: str
    title: str
    result: Choice["win", "lose"]
    who: Value | None
    condition: Value | Query
    doc: str = ""


@frozen
class OptionDeclaration(Node):
    """values: names of listed values, or enum values for `any of`; default is the first, or no values."""

    name: str
    title: str
    type: Type
    several: bool
    values: tuple[tuple[str, str], ...]  # name, title
    default: int | bool | str | tuple[str, ...]
    doc: str = ""


@frozen
class EnumDeclaration(Node):
    name: str
    title: str
    values: tuple[tuple[str, str, str], ...]  # name, title, symbol
    doc: str = ""


@frozen
class ResourceDeclaration(Node):
    """`payer` is what `this` means in the lines of a resource `of Kind`: whoever pays, or has the room."""

    name: str
    noun: tuple[str, str]
    count: int | None
    of: str | None = None
    payer: Local | None = None
    source: Query | None = None
    gives: Value | None = None
    gives_type: Value | None = None
    spend: Event | None = None
    succession: bool = False
    room: Value | None = None
    free: Value | None = None
    doc: str = ""


@frozen
class Die(Node):
    name: str
    title: str
    type: Type
    faces: tuple[Value, ...]  # each as often as it occurs
    doc: str = ""


@frozen
class Keep(Node):
    attribute: Attribute | None
    keys: tuple[str, ...]
    kind: str | None


@frozen
class Campaign(Node):
    name: str
    title: str
    values: Mapping[str, Value]
    keeps: tuple[Keep, ...]
    sections: Mapping[str, Block]
    doc: str = ""


@frozen
class Build(Node):
    name: str
    title: str
    local: Local
    requires: tuple[Require, ...]
    doc: str = ""


@frozen
class Deck(Node):
    name: str
    title: str
    values: Mapping[str, Value]
    lines: tuple[tuple[int, str], ...]


@frozen
class Score(Node):
    """What is counted at the end: of all together, or, with `of`, of each thing on a seat."""

    title: str
    condition: Value | None
    lines: tuple[tuple[Value, str], ...]
    ranks: tuple[tuple[Value | None, str], ...]
    of: Local | None = None


@frozen
class Contents(Node):
    name: str
    title: str
    lines: tuple[tuple[int, str, bool], ...]  # count, name of thing or Kind or plain text, is it declared
    doc: str = ""


@frozen
class Law(Node):
    name: str
    text: str
    condition: Value
    cites: tuple[str, ...]


@frozen
class Reading(Node):
    name: str
    title: str
    cites: tuple[str, ...]
    decision: str
    because: str | None
    option: str | None


@frozen
class Seats(Node):
    low: int
    high: int
    kind: str
    doubled: Mapping[int, int]  # players -> seats


# ------------------------------------------------------------------------------------------------ tests


@frozen
class Setting(Node):
    """An attribute (by key) with a value, or a face (by key, value None)."""

    key: str
    value: Value | None
    is_face: bool
    is_zone: bool = False


@frozen
class NewThings(Node):
    """Things that a test makes: their declarations stand in `CheckedTest.things`."""

    names: tuple[str, ...]
    word: Choice["at", "in"] | None
    place: Value | None
    settings: tuple[Setting, ...]


@frozen
class Placed(Node):
    thing: Value
    word: Choice["at", "in"] | None
    place: Value | None
    settings: tuple[Setting, ...]


@frozen
class SetValue(Node):
    """target: an attribute, state attribute, zone, option; or a die or stream by name (`die`)."""

    target: Value | None
    die: str | None
    value: Value


@frozen
class TestMap(Node):
    """Places (names of things of the test) and the pairs that are next to each other."""

    places: tuple[str, ...]
    pairs: tuple[tuple[str, str], ...]


@frozen
class TestGrid(Node):
    rows: tuple[tuple[str, ...], ...]


@frozen
class AfterSetup(Node):
    pass


@frozen
class TestDeck(Node):
    """A deck that only this test has: its name, and how many of which thing it lists."""

    name: str
    lines: tuple[tuple[int, str], ...]


Fact: TypeAlias = NewThings | Placed | SetValue | TestMap | TestGrid | TestDeck | AfterSetup


@frozen
class TestDo(Node):
    """refused: it must not come about."""

    event: Event
    refused: bool = False


@frozen
class TestRun(Node):
    phase: str


@frozen
class TestTurn(Node):
    of: Value


@frozen
class TestTake(Node):
    who: Value
    action: str  # key of an action; several with one name: the name
    arguments: tuple[Value, ...]
    tries: bool


@frozen
class TestChoose(Node):
    """values: things, sets (Listing), texts (modes), or nothing for declining."""

    who: Value
    values: tuple[Value, ...]


@frozen
class TestDecline(Node):
    who: Value


@frozen
class TestPerform(Node):
    perform: Perform


TestEvent: TypeAlias = TestPerform | TestDo | TestRun | TestTurn | TestTake | TestChoose | TestDecline


@frozen
class ClaimTrue(Node):
    condition: Value


@frozen
class ClaimAsked(Node):
    who: Value
    options: tuple[Value, ...] | None


@frozen
class ClaimOffered(Node):
    who: Value
    action: str
    options: tuple[Value, ...] | None
    negated: bool


@frozen
class ClaimRefused(Node):
    who: Value
    action: str
    arguments: tuple[Value, ...]
    because: str | None


@frozen
class ClaimEnded(Node):
    ending: str | None


@frozen
class ClaimWins(Node):
    """The match is over, and whoever this is has won it; or, not `wins`, lost it."""

    who: Value
    wins: bool


@frozen
class ClaimSees(Node):
    who: Value
    what: Value
    negated: bool


@frozen
class ClaimRanked(Node):
    """The score of the game has this name now."""

    text: str


Claim: TypeAlias = (
    ClaimRanked | ClaimTrue | ClaimAsked | ClaimOffered | ClaimRefused | ClaimEnded | ClaimWins | ClaimSees
)


@frozen
class CheckedTest(Node):
    """A test with the things that it makes. Parts in order: facts, events, claims.

    With a `doc` it is told in the rules as an example of play; `docs` has what stands above an event, by the place
    where it begins.
    """

    title: str
    things: Mapping[str, Thing]
    facts: tuple[Fact, ...]
    parts: tuple[tuple[TestEvent, ...] | tuple[Claim, ...], ...]
    cites: tuple[str, ...]
    locals: tuple[Local, ...] = ()
    doc: str = ""
    docs: Mapping[int, str] = Factory(dict)


@frozen
class CheckedGame:
    """The whole game. See the module's page for keys and order."""

    name: str
    title: str
    doc: str
    cites: str
    seats: Seats
    joint: Value | None  # who decides for the team; None: anyone
    precedence: tuple[str, ...]
    tiers: tuple[str, ...]
    tiers_from: Value | None
    ties: Value | None
    asked: Value | None
    turn_order: tuple[Local, Value] | None  # a player, and the number by which the order round the table goes
    state: Mapping[str, Attribute]
    options: Mapping[str, OptionDeclaration]
    enums: Mapping[str, EnumDeclaration]
    resources: Mapping[str, ResourceDeclaration]
    dice: Mapping[str, Die]
    kinds: Mapping[str, Kind]
    groups: Mapping[str, Group]
    zones: Mapping[str, Zone]  # of the game and of Kinds, by key
    attributes: Mapping[str, Attribute]  # of the game and of Kinds, by key
    boards: Mapping[str, Board]
    maps: Mapping[str, Map]
    things: Mapping[str, Thing]
    defines: Mapping[str, Define]  # of the game (`.name`) and the first of each Kind's define
    verbs: Mapping[str, Verb]
    rules: Mapping[str, Rule]
    menus: Mapping[str, Menu]
    actions: Mapping[str, Action]  # of the rules; those on Kinds and things stand there
    phases: Mapping[str, Phase]
    flow: Block
    setups: Mapping[str, Setup]
    endings: Mapping[str, Ending]
    campaigns: Mapping[str, Campaign]
    builds: Mapping[str, Build]
    decks: Mapping[str, Deck]
    score: Score | None
    contents: Mapping[str, Contents]
    laws: Mapping[str, Law]
    readings: Mapping[str, Reading]
    aliases: Mapping[str, str]
    tests: tuple[CheckedTest, ...]
    source_hash: str
    base_title: str = ""  # of the game without its mods
    mods: tuple[str, ...] = ()  # the names of those that change it, in their order
    flow_doc: str = ""

    def several(self, thing: Thing) -> bool:
        """Does the title name several? A verb behind it has the plural.

        `plural: yes` says so, or that it is made of two names, of somebody who acts: "Ann and Ben".
        """
        if thing.plural is not None:
            return thing.plural
        found = [self.kinds[kind] for kind in thing.kinds if kind in self.kinds]
        acts = any("Figure" in kind.ancestors or self.seats.kind in (kind.name, *kind.ancestors) for kind in found)
        first, _, other = thing.title.replace(" & ", " and ").rpartition(" and ")
        return acts and first[:1].isupper() and other[:1].isupper()
