"""Every built-in word of the language, once: what it takes, what it gives, its sentence and its English.

The checker types by it, the interpreter implements it, wording prints it, and the language reference lists it.
Types are written as short texts so that the table can be read: `Number`, `Truth`, `Thing`, `Place`, `Zone`, `set X`,
`X?`, `same` (the type of the argument), `member` (a member of the set argument), `any`.
"""

from __future__ import annotations

from attrs import frozen


@frozen
class BuiltinKind:
    """`parent` None only for Thing and for kinds that are no things."""

    name: str
    noun: tuple[str, str]
    parent: str | None
    sentence: str


@frozen
class BuiltinAttribute:
    """`x.name` for every thing of the Kind; `settable` in tests and by verbs."""

    name: str
    kind: str
    type: str
    sentence: str
    english: str
    settable: bool = False


@frozen
class BuiltinFunction:
    name: str
    parameters: tuple[str, ...]
    gives: str
    sentence: str
    english: str


@frozen
class BuiltinValue:
    name: str
    type: str
    sentence: str
    english: str


@frozen
class BuiltinRole:
    word: str
    name: str
    type: str
    optional: bool


@frozen
class BuiltinVerb:
    """`orders` is the English of the order, `reports` that of the report (see the language reference on phrases)."""

    name: str
    object: tuple[str, str] | None  # name, type
    roles: tuple[BuiltinRole, ...]
    gives: str | None
    sentence: str
    orders: str
    reports: str


KINDS = {
    k.name: k
    for k in (
        BuiltinKind("Thing", ("thing", "things"), None, "Everything that lies on the table."),
        BuiltinKind("Card", ("card", "cards"), "Thing", "A printed card."),
        BuiltinKind("Token", ("token", "tokens"), "Thing", "A piece that may share a place with others."),
        BuiltinKind("Figure", ("figure", "figures"), "Thing", "A piece that stands for somebody."),
        BuiltinKind(
            "Place", ("place", "places"), "Thing", "Something that things can lie on; boards say which are adjacent."
        ),
        BuiltinKind("Row", ("row", "rows"), "Thing", "A line of a table that belongs to a thing."),
        BuiltinKind("Scenario", ("scenario", "scenarios"), "Thing", "What is played: a set-up with rules of its own."),
        BuiltinKind("Seat", ("seat", "seats"), "Thing", "A chair at the table; `number` from 1."),
        BuiltinKind("Deck", ("deck", "decks"), "Thing", "A deck list, in builds."),
        BuiltinKind("Zone", ("zone", "zones"), None, "A zone as a value."),
        BuiltinKind("Number", ("number", "numbers"), None, "A whole number or infinite."),
        BuiltinKind("Truth", ("truth", "truths"), None, "yes or no."),
        BuiltinKind("Text", ("text", "texts"), None, "Words."),
    )
}

ATTRIBUTES = {
    a.name: a
    for a in (
        BuiltinAttribute(
            "place", "Thing", "Place?", "The nearest place, going up from holder to holder.", "the space of {x}"
        ),
        BuiltinAttribute(
            "holder", "Thing", "Thing?", "The thing whose zone it lies in, or the place.", "the holder of {x}"
        ),
        BuiltinAttribute("owner", "Thing", "Thing?", "Whose it is; never changes by itself.", "the owner of {x}", True),
        BuiltinAttribute(
            "controller",
            "Thing",
            "Thing?",
            "Who has it now: given, or whose zone it entered last.",
            "the controller of {x}",
            True,
        ),
        BuiltinAttribute("side", "Thing", "any", "The face that is up.", "the side of {x}"),
        BuiltinAttribute("seat", "Thing", "Seat?", "The seat of a seated thing.", "the seat of {x}"),
        BuiltinAttribute(
            "won",
            "Scenario",
            "Truth",
            "Has the game been won? After its end, in `after_game` of a campaign.",
            "{x} [be] won",
        ),
        BuiltinAttribute("number", "Seat", "Number", "The number of a seat, from 1.", "the number of {x}"),
        BuiltinAttribute("title", "Thing", "Text", "The printed title.", "the title of {x}"),
        BuiltinAttribute("in_play", "Thing", "Truth", "It lies anywhere but in the box.", "{x} [be] in play"),
    )
}

FUNCTIONS = {
    f.name: f
    for f in (
        BuiltinFunction("max", ("Number", "Number"), "Number", "The larger number.", "the larger of {a} and {b}"),
        BuiltinFunction("min", ("Number", "Number"), "Number", "The smaller number.", "the smaller of {a} and {b}"),
        BuiltinFunction("odd", ("Number",), "Truth", "Is the number odd?", "{a} is odd"),
        BuiltinFunction("even", ("Number",), "Truth", "Is the number even?", "{a} is even"),
        BuiltinFunction(
            "next",
            ("any",),
            "same",
            "The next seated thing clockwise, or the next value of an enum (nothing after the last).",
            "the next after {a}",
        ),
        BuiltinFunction("previous", ("any",), "same", "The previous one.", "the one before {a}"),
        BuiltinFunction(
            "position",
            ("Thing",),
            "Number",
            "Its place in its row or stack from the front, from 1; infinite in no row.",
            "the position of {a}",
        ),
        BuiltinFunction(
            "ordinal", ("any",), "Number", "The place of an enum value in its list, from 1.", "the number of {a}"
        ),
        BuiltinFunction(
            "distance",
            ("Thing", "Thing"),
            "Number",
            "Steps over the board, whoever stands there; infinite without a way.",
            "the distance from {a} to {b}",
        ),
        BuiltinFunction(
            "adjacent", ("Thing", "Thing"), "Truth", "Are the places next to each other?", "{a} [be] next to {b}"
        ),
        BuiltinFunction("neighbours", ("Thing",), "set Place", "The places next to a place.", "the spaces next to {a}"),
        BuiltinFunction(
            "spread",
            ("Place", "through"),
            "set Place",
            "Every place adjacent to p or to a place of the query that the spread has reached.",
            "the spaces reached from {a}",
        ),
        BuiltinFunction(
            "reading_order", ("Place",), "Number", "Row by row, left to right, from 1.", "the order of {a}"
        ),
        BuiltinFunction("base", ("attribute",), "same", "The attribute without modifiers.", "the printed {a}"),
        BuiltinFunction(
            "valid",
            ("Thing", "build"),
            "Truth",
            "Does the thing meet every requirement of the build?",
            "{a} [meet] {b}",
        ),
        BuiltinFunction(
            "brought",
            ("Thing",),
            "Deck?",
            "The deck with which a seat, or who sits on it, came to the match; nothing if it came without one.",
            "the deck of {a}",
        ),
        BuiltinFunction("amount", ("Number", "any"), "any", "So many of an enum value, in a bag.", "{a} {b}"),
        BuiltinFunction(
            "amount_of",
            ("any", "any"),
            "Number",
            "How many of an enum value a bag holds; of an attribute `x.bag(value)` says the same.",
            "the amount of {b} in {a}",
        ),
    )
}

UNSPOKEN = ("amount", "amount_of")
"""What `2 energy` and `x.bag(energy)` stand for; authors write these."""

AGGREGATES = {
    "count": "How many; 0 if none.",
    "any": "Is there at least one? `no` if none.",
    "none": "Is there none? `yes` if none.",
    "all": "Does the condition behind the colon hold for each? `yes` if none.",
    "sum": "The sum of the numbers behind the colon; 0 if none.",
    "first": "The first in stable order; nothing if none.",
    "last": "The last in stable order; nothing if none.",
    "the": "The only one; nothing if none; two are an error in play.",
    "highest": "The set of those with the greatest key behind the colon; `then` adds further keys.",
    "lowest": "The set of those with the least key behind the colon.",
    "max": "The greatest of the numbers behind the colon.",
    "min": "The least of the numbers behind the colon.",
}

AGGREGATE_KEYS = {
    "all": "condition", "sum": "number", "max": "number", "min": "number", "highest": "key then key",
    "lowest": "key then key",
}  # fmt: skip
"""What stands behind the colon of a question about a query."""

VALUES = {
    v.name: v
    for v in (
        BuiltinValue("team", "set seated", "Everybody who holds a seat.", "the {seated:plural}"),
        BuiltinValue("players", "Number", "How many seats are filled.", "the number of players"),
        BuiltinValue(
            "people", "Number", "How many people play; a lone one may hold two seats.", "the number of people who play"
        ),
        BuiltinValue("seats", "set Seat", "The seats in play.", "the seats"),
        BuiltinValue("box", "Zone", "Where everything is that is not in play.", "the box"),
        BuiltinValue("current_phase", "name?", "The innermost phase under way.", "the current phase"),
        BuiltinValue(
            "active_player", "seated?", "Whose turn it is: the one named by the running `turn of`.", "the active player"
        ),
        BuiltinValue("chance", "any", "A chooser that picks at random.", "chance"),
        BuiltinValue("scenario", "Scenario?", "What is being played.", "the scenario"),
        BuiltinValue("campaign", "any", "The campaign being played.", "the campaign"),
    )
}

VERBS = {
    v.name: v
    for v in (
        BuiltinVerb(
            "move",
            ("thing", "Thing|resource|set"),
            (
                BuiltinRole("from", "source", "Zone|Thing|attribute", True),
                BuiltinRole("to", "goal", "Zone|Thing|end|attribute", False),
            ),
            None,
            "Puts a thing where it shall be; of a resource, moves an amount from pile to pile.",
            "put {thing} {goal}",
            "{thing} [move] {goal}",
        ),
        BuiltinVerb(
            "draw",
            ("count", "Number"),
            (BuiltinRole("from", "source", "Zone|end", False), BuiltinRole("to", "goal", "Zone|Thing", False)),
            "content",
            "Takes from the top of a stack, at random from a heap, the first of a row; refills if the zone says so.",
            "draw {count} from {source}",
            "{count} [be] drawn from {source}",
        ),
        BuiltinVerb(
            "shuffle",
            ("zone", "Zone"),
            (BuiltinRole("into", "goal", "Zone", True),),
            None,
            "Puts a zone in random order.",
            "shuffle {zone}",
            "{zone} [be] shuffled",
        ),
        BuiltinVerb("roll", ("die", "die"), (), "face", "Rolls a die.", "roll {die}", "{die} [show] {result}"),
        BuiltinVerb(
            "flip",
            ("thing", "Thing"),
            (BuiltinRole("to", "face", "face", True),),
            None,
            "Turns a thing to a face (without one: to the other).",
            "flip {thing} to {face}",
            "{thing} [flip] to {face}",
        ),
        BuiltinVerb(
            "pay",
            ("amount", "resource"),
            (BuiltinRole("by", "payer", "seated|set", True),),
            None,
            "Gives back so much of a resource to the supply; several payers split it as they like.",
            "pay {amount}",
            "{payer} [pay] {amount}",
        ),
        BuiltinVerb(
            "show",
            ("thing", "Thing"),
            (BuiltinRole("to", "viewer", "seated|set", True),),
            None,
            "Lets somebody see a hidden thing.",
            "show {thing}",
            "{thing} [be] shown",
        ),
        BuiltinVerb(
            "lay",
            ("map", "map|grid"),
            (),
            None,
            "Brings a map, its places and things into play.",
            "lay out {map}",
            "{map} [be] laid out",
        ),
        BuiltinVerb(
            "seat",
            ("thing", "seated"),
            (BuiltinRole("for", "seat", "Seat", False),),
            None,
            "Gives a thing of the seat Kind to a seat and brings it into play.",
            "take {thing}",
            "{seat} [take] {thing}",
        ),
        BuiltinVerb(
            "reset",
            ("thing", "Thing"),
            (),
            None,
            "Sets face and attributes back to what is printed.",
            "reset {thing}",
            "{thing} [be] reset",
        ),
        BuiltinVerb(
            "give",
            ("thing", "Thing"),
            (BuiltinRole("to", "goal", "seated", False),),
            None,
            "Hands over control.",
            "give {thing} to {goal}",
            "{goal} [take] control of {thing}",
        ),
        BuiltinVerb(
            "next_game",
            None,
            (),
            None,
            "In a campaign: what is kept is kept, and the next game begins.",
            "start the next game",
            "the next game [start]",
        ),
    )
}
