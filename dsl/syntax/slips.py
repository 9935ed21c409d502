"""Slips that authors make again and again, known by the look of the line in which the parser got stuck.

Each says what to write. They are asked only about a line with a mistake, and only if the mistake stands in what the
slip looks like; so nothing that is right is ever blamed. The grammar does not know them: a slip is no second spelling.
"""

from __future__ import annotations

import re

from attrs import evolve, frozen

from ..diagnostics.diagnostic import Diagnostic, Edit, Fix, error
from ..source import SourceFile, Span


@frozen
class Slip:
    """`looks` is searched in the line without its comment and with the insides of texts blanked out."""

    looks: re.Pattern[str]
    headline: str  # may name groups: {0} is all of it, {1} the first
    instead: str | None = None  # what stands there when it is right; the help shows the whole line
    help: str = ""
    certain: bool = False  # is the line right then, whatever was meant?
    anywhere: bool = False  # has the word no meaning, so that it is to blame wherever the parser got stuck behind it?


def _slip(
    looks: str,
    headline: str,
    instead: str | None = None,
    help: str = "",
    *,
    certain: bool = False,
    anywhere: bool = False,
) -> Slip:
    return Slip(re.compile(looks), headline, instead, help, certain, anywhere)


_PATH = r"[a-z_][\w.]*"
_ROLE = r"(?:to|by|from|for|on|into|with)"
_OPENING = r"if|elif|unless|each|repeat|may"

_WINS = _slip(
    r"(?:^|: ) *(?P<w>win|lose) (?:(?:each|all|every) )?(?P<k>[A-Z]\w*)\b.*$",
    "Behind `{w}` stands who it is, a thing or a set",
    None,
    "Write `{w} highest({k} x: x.number)` for all who have most of it. Who is found otherwise has a name first: "
    "`let those = {k} x where ...`, then `{w} those`; in an ending `{w} x when {k} x where ...`.",
)

_SLIPS: tuple[Slip, ...] = (
    _WINS,
    # ---- marks
    _slip(
        r"(?<!/)//(?!/).*", "A comment begins with `#`", None, "Write `# ...`; `///` stands only before declarations."
    ),
    _slip(r"<>|=/=|~=", "`{0}` is no comparison", "!=", certain=True),
    _slip(r"=>", "`=>` is no comparison", ">="),
    _slip(r"=<", "`=<` is no comparison", "<="),
    _slip(r"=\+", "`=+` is no sign", "+="),
    _slip(r"(?P<a>[a-z_][\w.]*) (?P<o>[*/])= (?P<n>\S.*)", "There is no `{o}=`", "{a} = {a} {o} {n}", certain=True),
    _slip(
        r"(?P<a>[\w.]+) (?P<o><=?|>=?) (?P<b>[\w.]+) (?P<t><=?|>=?) (?P<c>[\w.]+)",
        "Two comparisons are joined by `and`",
        "{a} {o} {b} and {b} {t} {c}",
        certain=True,
    ),
    _slip(
        r"(?P<a>[a-z_][\w.]*) (?P<o>[<>!=]=|[<>]) (?P<b>[\w.]+) (?P<j>and|or) (?P<t>[<>!=]=|[<>]) ",
        "Each comparison says what it compares",
        "{a} {o} {b} {j} {a} {t} ",
        certain=True,
    ),
    _slip(r"^(?P<m> *)(?P<a>[a-z_][\w.]*) == (?P<v>\S.*)$", "`==` compares, `=` writes", "{m}{a} = {v}"),
    _slip(r"===", "`===` is no comparison", "==", certain=True),
    _slip(r"\+\+", "There is no `++`", " += 1"),
    _slip(r"(?<=\w)-- *$", "There is no `--` behind a value", " -= 1"),
    _slip(r"\b\d+\.\d+", "Numbers are whole", None, "`/` divides and rounds down: `x / 2`."),
    _slip(r"(?<=[\w)\]])\. *$", "Nothing ends with a full stop", "", certain=True),
    # ---- comparisons in words
    _slip(
        r"\bis (?:greater|more|bigger|larger|higher) than\b", "A comparison is written with its mark", ">", certain=True
    ),
    _slip(r"\bis (?:less|fewer|smaller|lower) than\b", "A comparison is written with its mark", "<", certain=True),
    _slip(r"\bis (?:equal to|the same as)\b", "A comparison is written with its mark", "==", certain=True),
    _slip(r"\b(?:is )?at least (?=[\w(])", "A comparison is written with its mark", ">= "),
    _slip(r"\b(?:is )?at most (?=[\w(])", "A comparison is written with its mark", "<= "),
    # ---- control
    _slip(r"\belse if\b", "`else if` is one word", "elif", certain=True),
    _slip(r"^(?P<a> *(?:if|elif)\b.*?) then\b(?= *$)", "A block is opened by a colon", "{a}:", certain=True),
    _slip(
        r"^( *)((?:if|elif)\b.*?),? then +(?=\S)",
        "A block is opened by a colon",
        None,
        "Write `{2}:`, and what is done then below it, further in.",
    ),
    _slip(r"^(?P<a> *)for (?:each|all)\b", "`each` stands alone", "{a}each", certain=True),
    _slip(r"^(?P<a> *)(?:foreach|forall|every)\b", "The word for all of them is `each`", "{a}each", anywhere=True),
    _slip(r"^(?P<a> *repeat .*?\S) times\b", "`repeat` has a number, and nothing behind it", "{a}", certain=True),
    _slip(
        r"^(?P<a> *repeat) until (?P<c>.+?) *:",
        "`repeat` goes on while something holds",
        "{a} while not ({c}):",
        certain=True,
    ),
    _slip(r"^(?P<a> *)otherwise\b", "The other way is `else`", "{a}else"),
    *(
        _slip(
            rf"^ *each (?P<k>[A-Z]\w*){name}(?P<q>(?: (?!may\b)[^\s:]+)*) (?P<r>may\b.*)$",
            "An offer to each stands below `each`",
            None,
            f"Write `each {{k}} {x}{{q}}:`, and below it, one step further in, `{x} {{r}}`.",
        )
        for name, x in ((r" (?P<n>(?!where\b|at\b|in\b|of\b|may\b)[a-z_]\w*)", "{n}"), ("", "x"))
    ),
    # ---- queries
    _slip(
        r"\b(?P<a>each|choose|chooses|count\(|any\(|none\(|all\() *(?P<k>[A-Z]\w*)(?P<n> [a-z_]\w*)? "
        r"(?:with|having|who has|that has|whose|who|that|which)\b",
        "A condition on them is said with `where`",
        None,
        "Write `{a} {k} x where x. ...`, such as `each Player p where p.points > 2`.",
    ),
    _slip(r"\ball (?=[A-Z])", "The word for all of them is `each`", "each "),
    _slip(
        r"\b(?P<w>each|choose|chooses|any|\d+) adjacent (?P<k>[A-Z]\w*)"
        r"(?P<n> (?!by|to|from|for|on|into|with|where)[a-z_]\w*)?",
        "What is adjacent is said behind the Kind",
        "{w} {k}{n} adjacent to you",
        "Behind `to` stands whatever they are next to.",
    ),
    _slip(
        r"\bwithin (?P<n>\w+) (?:spaces?|steps?|places?|fields?) of\b",
        "The distance is a number alone",
        "within {n} of",
        certain=True,
    ),
    _slip(
        r"\b(?:the )?(?P<w>nearest|closest) (?P<k>[A-Z]\w*)",
        "The nearest is said behind the Kind",
        None,
        "Write `choose {k} x nearest to you`, and below it what is done to `x`.",
    ),
    _slip(
        r"\b(?P<k>[A-Z]\w*) set (?P<n>[a-z_]\w*)",
        "Behind the Kind of a choice stands its name alone",
        "{k} {n}",
        "With an amount, `{n}` is a set.",
        certain=True,
    ),
    _slip(r"\b(?:your|my) (?P<n>[a-z_]\w*)", "What is yours is written with a dot", "you.{n}", anywhere=True),
    _slip(
        r"\b(?P<w>a|an|the|some|your|my|his|her|their|its) (?=[A-Za-z])",
        "The language has no word `{w}`",
        "",
        "Whose it is is said as `you.name`; one that is chosen as `choose Kind x ...`.",
        anywhere=True,
    ),
    _slip(
        r"\b(?P<n>\d+) (?P<k>[A-Z]\w*) (?P<r>[A-Z]\w*)",
        "Of two words behind a number only the last is a Kind or resource",
        "{n} {small} {r}",
        "`{small}` is a value, a face or a truth: it is written small.",
    ),
    # ---- phrases
    _slip(
        r"\btakes (?:up to|at most) (?P<n>\w+) (?P<m>[a-z_]\w*)",
        "How often at most stands behind the menu",
        "takes any {m} up to {n}",
        certain=True,
    ),
    _slip(
        rf"^ *(?P<v>{_PATH}) (?P<r>{_ROLE}) (?P<a>\S+) (?!{_ROLE}\b)(?P<b>{_PATH})(?= *$)",
        "What it is done to stands first",
        None,
        "Write `{v} {b} {r} {a}`.",
    ),
    _slip(
        rf"^ *(?P<v>[a-z_]\w*) (?P<o>{_PATH}) (?P<n>\d+)(?= *$)",
        "Before a second value stands its role",
        None,
        "Write `{v} {o} by {n}`, or whichever of to, by, from, for, on, into, with `{v}` has.",
    ),
    _slip(
        rf"^ *(?:you|it|team) (?!{_ROLE}\b|may\b|chooses?\b|takes?\b)(?P<w>[a-z_]\w*)",
        "A statement begins with its verb",
        None,
        "Who it is done to stands behind the verb: `VERB you by 1`; who does it behind `by`. An offer is "
        "`you may VERB ...`.",
    ),
    _slip(
        r"(?:^|:) *(?P<w>[a-z_][\w.]*) (?:can't|cannot|can not|may not|must not) (?:be )?(?P<r>\w+).*",
        "What is forbidden begins with `cannot`",
        None,
        "Write `cannot VERB {w}`, such as `cannot move {w}`.",
    ),
    _slip(
        rf"(?:^|: ) *(?P<w>{_PATH}) (?P<v>win|lose)s? *$",
        "Who wins or loses stands behind the word",
        None,
        "Write `{v} {w}`. `{w} {v}s` is what a test says below `then`.",
    ),
    _slip(
        r"(?:^|: ) *(?P<s>[a-z_]\w*) (?P<w>[a-z]+s) .*",
        "A statement begins with its verb",
        None,
        "Who it is done to stands behind the verb: `VERB {s} ...`, or `{s}.name -= 1` for what they have.",
    ),
    _slip(
        r"\b(?P<n>\d+) (?P<w>[a-z_]\w*)(?= *$| (?:to|by|from|for|on|into|with)\b|:)",
        "Behind `{n}` stands a Kind or nothing, and `{w}` is no Kind",
        None,
        "Kinds and resources begin with a capital and stand in the singular, as in `pay 2 Star`; a number of its own "
        "stands alone, as in `by {n}`.",
    ),
    _slip(
        r"(?:,? and|,? then|,) +(?P<r>[a-z_]\w* .*)$",
        "A line does one thing",
        None,
        "Write `{r}` on a line of its own.",
    ),
    _slip(
        r"^ *lose (?P<n>\d+)\b.*",
        "`lose` ends the match",
        None,
        "What somebody loses is said with a verb of the game, such as `wound you by {n}`, or as `you.stars -= {n}`.",
    ),
    _slip(r"(?P<a>[a-z_]\w*) (?P<b>\([^()]*\))", "A call has no space before its bracket", "{a}{b}"),
)

# The first line of a declaration.
_HEADS: tuple[Slip, ...] = (
    _WINS,
    _slip(
        r"^(?P<a>(?:[A-Z]\w*|kind|mod|game|enum|verb|setup|phase|rule|menu|deck|build|test)\b.*\S) *: *$",
        "A heading has no colon",
        "{a}",
        certain=True,
    ),
    _slip(
        r"^(?P<k>[A-Z]\w*) (?P<n>[a-z_]\w*) (?P<x>x \d+) (?P<t>\"[^\"]*\")",
        "How many there are stands behind the title",
        "{k} {n} {t} {x}",
        certain=True,
    ),
    _slip(
        r"^(?P<x>\d+) ?x? (?P<k>[A-Z]\w*) (?P<n>[a-z_]\w*) (?P<t>\"[^\"]*\")",
        "How many there are stands behind the title",
        "{k} {n} {t} x {x}",
        certain=True,
    ),
)

# What holds for a time: behind `while`, `always` and `until`.
_CONSTANTS: tuple[Slip, ...] = (
    _slip(
        r"(?P<p>[a-z_][\w.]*) (?P<s>[+-])= ?(?P<n>\w+)(?= *(?:not\b.*)?$)",
        "What holds for a time is said without `=`: it changes what is read, and is never stored",
        "{p} {s}{n}",
    ),
)

# Abilities of things, Kinds and rules.
_ABILITIES: tuple[Slip, ...] = (
    *_CONSTANTS,
    _slip(
        r"^ +(?:when|whenever|if|as soon as) (?P<p>you .*|[a-z_]\w* .*?):? *$",
        "What answers an event begins with `after` or `before`",
        None,
        "Write `after VERB ...:` with a verb of the game, such as `after wound you by Number n:`; "
        "`whenever` has a condition, `at start of turn of you:` a moment.",
    ),
    _slip(
        r"^ +(?:once|twice) (?:per|each|a) (?P<m>turn|round|game)\b.*",
        "How often is said inside the block",
        None,
        "Write `limit 1 per {m}` as the first line below `after ...:`.",
    ),
    _slip(
        r"^ +(?P<t>after|before|instead of) (?P<w>you|it|this|[a-z_]\w*) (?P<r>[a-z_]\w*.*?):",
        "What is answered begins with its verb",
        None,
        "Write `{t} VERB you ...:`, such as `{t} wound you by Number n:`.",
    ),
    _slip(
        r"^ +at (?:the )?(?P<e>start|beginning|end) of (?:your|the|his|her|their|a|each|every) (?P<m>[a-z_]\w*)",
        "A moment has no article",
        "    at {edge} of {m} of you",
        "Without `of you` it is everybody's {m}.",
    ),
    _slip(
        r"^ +(?P<w>you|they|[a-z_]\w*) (?:can't|cannot|can not|may not|must not) (?P<r>.*)",
        "What is forbidden begins with `cannot`",
        None,
        "Write `cannot VERB {w}`, such as `cannot wound {w}`.",
    ),
    _slip(
        r"^ +(?P<w>while\b.*|always): (?P<r>[a-z_]\w* .*)$",
        "Behind `while` and `always` stands what holds, not what is done",
        None,
        "Write what holds, such as `you.actions +1`. What is done stands in an answer: `after ...:`, "
        "`at start of turn of you:`, `whenever ...:`.",
    ),
)

# What stands among the lines of a thing or Kind.
_LINES: tuple[Slip, ...] = (
    _slip(r"^ +(?P<w>flavor|flavourtext|flavour_text) (?=\")", "The word is `flavour`", "    flavour ", certain=True),
    _slip(
        r"^ +(?P<n>[a-z_]\w*) = ?(?P<v>\S.*)$", "A value of a thing stands behind a colon", "    {n}: {v}", certain=True
    ),
    _slip(
        r"^ +(?P<n>[a-z_]\w*): (?P<k>[A-Z]\w*) *$",
        "`{k}` begins with a capital, as Kinds do",
        "    {n}: {small}",
        "Names of things are written small.",
    ),
    _slip(
        r"^ +(?P<n>[a-z_]\w*) (?P<v>[\w\"'-]+) *$",
        "Behind `{n}` a colon is missing",
        "    {n}: {v}",
        "What a card does stands below one of its sections: `rises:`, `play:`, ..., one step further in.",
    ),
    _slip(
        r"^ +(?!define |action |remembers |zone |ending )(?P<n>[a-z_]\w*) (?P<v>\S.*)$",
        "What is done stands in a section",
        None,
        "Write the name of the section and a colon, and below it, one step further in, `{0}`.",
    ),
)

_TESTS: tuple[Slip, ...] = (
    _slip(
        r"(?P<o>\b(?:not )?offered [a-z_][\w.]* [a-z_]\w*) (?P<t>[a-z_]\w*): *(?P<r>\S.*)?$",
        "Behind the colon stands what the action is done to first",
        "{o}: {t}",
        "Other things that it could be done to instead stand behind it, with commas between.",
    ),
    _slip(r"^ +(?P<w>given|when|then) *:", "`{w}` has no colon", "    {w}", certain=True),
    _slip(r"(?P<n>[a-z_]\w*): (?P<v>\S+)(?= *$|,)", "In a test a value stands behind `=`", "{n} = {v}", certain=True),
    _slip(
        r"^ {4}(?!given|when|then|cites)(?P<l>\S.*)$",
        "A line of a test stands below `given`, `when` or `then`",
        None,
        "Write `given` above it, for what lies on the table, and indent the line by four spaces more.",
    ),
)

_WHO = r"(?P<s_>[a-z_][\w.]*)"


def _of_part(looks: str, what: str, part: str, more: str = "") -> Slip:
    """A line that has a meaning in one part of a test; `what` is the beginning of a sentence about it."""
    return _slip(rf"^ +{looks} *$", f"{what}: it stands below `{part}`", None, f"Write `{{0}}` below `{part}`.{more}")


# Lines of tests, by the part in which they stand; asked about in the others.
_PARTS: dict[str, tuple[Slip, ...]] = {
    "then": (
        _of_part(
            r"asked\b(?!:).*",
            "`asked` claims what somebody is asked",
            "then",
            " `asked ann: a, b` claims that these are all the options; who answers is said below `when`, "
            "`ann chooses a`.",
        ),
        _of_part(r"(?P<w>offered|not offered)\b.*", "`{w}` claims what a menu offers", "then"),
        _of_part(r"refused\b.* because \".*", "`refused ... because` claims why an action is refused", "then"),
        _of_part(r"(?P<w>ended|ranked) \S+", "`{w}` claims how the match stands", "then"),
        _of_part(r"continues", "`continues` claims that the match goes on", "then"),
        _of_part(r"contents *:.*", "`contents` claims what is in the box", "then"),
        _of_part(rf"{_WHO} (?P<w>wins|loses)", "`{w}` claims how the match has ended", "then"),
        _of_part(rf"{_WHO} (?:sees|does not see) .*", "This claims what somebody sees", "then"),
    ),
    "when": (
        _of_part(rf"{_WHO} takes? (?!\d).*", "`takes` is the taking of an action", "when"),
        _of_part(rf"{_WHO} tries .*", "`tries` is the trying of an action", "when"),
        _of_part(rf"{_WHO} chooses? .*", "`chooses` answers a question", "when"),
        _of_part(rf"{_WHO} (?P<w>declines|passes)", "`{w}` answers a question", "when"),
        _of_part(r"run [a-z_]\w*", "`run` is the running of a phase", "when"),
        _of_part(r"turn of .*", "`turn of` plays a turn", "when", " Whose turn it is, a state says: `active = ann`."),
        _of_part(r"perform [a-z_]\w* of .*", "`perform` carries a section out", "when"),
        _of_part(r"refused (?!.* because \").*", "`refused` tries what must not come about", "when"),
    ),
    "given": (
        _of_part(r"map [a-z_]\w* *(?:--|,).*", "`map` lays places", "given"),
        _of_part(r"grid \[.*", "`grid` lays places", "given"),
        _of_part(r"after setup", "`after setup` says how the test begins", "given"),
        _of_part(r"Deck [a-z_]\w* *:.*", "This makes a deck", "given"),
        _of_part(r"[A-Z]\w* [a-z_]\w*(?: (?:in|at) [\w.]+)?(?: *:.*)?", "This makes a thing", "given"),
    ),
}

# Of which the same words are claims: below `when` alone.
_ONLY_WHEN = (
    _of_part(r"[^=<>!]+ (?:[=!<>]=|[<>]) .*", "This claims something", "then"),
    _of_part(r"(?:\d+ )?[\w ]+ (?:in|at) [\w.]+(?: *:.*)?", "This says where something lies", "given"),
    _of_part(r"[a-z_]\w* *: *[a-z_]\w* = .*", "This says what something has", "given"),
)
_ONLY_THEN = (
    _slip(
        rf"^ +(?P<n>{_PATH}) (?:[+-]=) ?\S.*$",
        "Below `then` nothing is changed",
        None,
        "A claim compares: `{n} == ...`. What happens stands below `when`, what is there at first below `given`.",
    ),
    _of_part(rf"(?!not )[a-z_]\w* {_PATH}(?: {_ROLE} {_PATH})*", "What happens is no claim", "when"),
    _of_part(r"[\w ]+ at [\w.]+(?: *:.*)?", "This says where something lies", "given", " A claim is `x.place == p`."),
    _of_part(
        r"[a-z_]\w*(?: in [\w.]+)? *: *[a-z_]\w* = .*",
        "This says what something has",
        "given",
        " A claim is `x.a == 1`.",
    ),
)
_ONLY_GIVEN = (
    _slip(
        rf"^ +(?P<n>{_PATH}) (?:[+-]=) ?\S.*$",
        "Below `given` values are set, not changed",
        None,
        "Write `{n} = ...`.",
    ),
    _slip(
        r"^ +(?P<w>[a-z_]\w*) *$",
        "This says nothing of `{w}`",
        None,
        "Say where it lies (`{w} in ZONE`) or what it has (`{w}: a = 1`). What happens stands below `when`.",
    ),
    _of_part(
        r"(?!.*(?: in | at |=|:))[a-z_]\w* (?:each |to |by |from |for |on |into |with )?[A-Za-z_].*",
        "What happens is no fact",
        "when",
    ),
)

# Words that begin lines of the rules, and what is one step further out.
_NOT_IN_TESTS: tuple[Slip, ...] = (
    _slip(
        r"^ +(?P<w>let|if|elif|else|each|repeat|choose|until|while|together|lockstep|leave|stop|return|cancel)\b.*",
        "`{w}` stands in no test",
        None,
        "Below `when` stands what happens, one thing a line: a phrase, or what somebody takes or chooses. "
        "What takes more words, a verb of the game can do.",
    ),
    _slip(
        rf"^ +{_WHO} may .*",
        "`may` stands in no test",
        None,
        "Below `when`, say what is done, or `{s_} chooses yes` where that is asked.",
    ),
    _slip(
        r"^ {8,}(?P<w>cites) .*", "`cites` stands one step further out", None, "Indent it as `given` and `then` are."
    ),
    _slip(
        r"^ {8,}(?P<w>given|when|then) *$",
        "`{w}` stands one step further out",
        None,
        "Indent it by four spaces, and what belongs to it by eight.",
    ),
    _slip(
        r"^ +asked *: *(?P<v>.*)",
        "Behind `asked` stands who is asked",
        None,
        "Write `asked WHO: {v}`, such as `asked ann: {v}`.",
    ),
    _slip(
        r"^ +not asked\b.*",
        "There is no `not asked`",
        None,
        "`asked ann: a, b` claims all the options there are, so an option that is not among them is not offered.",
    ),
    _slip(
        r"^ +(?:assert|expect|check|verify|expects|asserts|ensure) (?P<v>\S.* (?:[=!<>]=|[<>]) .*)",
        "A claim has no word before it",
        None,
        "Write `{v}` below `then`.",
    ),
)

# What stands below `when` of a test.
_WHEN: tuple[Slip, ...] = (
    _slip(
        r"^ +(?P<n>[a-z_][\w.]*) (?:[+-]?=)(?!=) ?\S.*$",
        "Below `when` something happens; values are set below `given`",
        None,
        "Write `{n} = ...` below `given`, or let a verb of the game change it.",
    ),
)


@frozen
class Line:
    """The line that has the mistake. `column` counts from 0."""

    source: SourceFile
    number: int
    column: int
    text: str
    before: str  # the declaration up to it

    @property
    def heading(self) -> str:
        return self.before.partition("\n")[0]

    @property
    def start(self) -> int:
        return self.source.start_of(self.number)


def slip(line: Line, span: Span, expected: frozenset[str]) -> Diagnostic | None:
    """The first slip that a line looks like, if the mistake lies in it."""
    code = _blanked(line.text)
    for one in _known(line, expected):
        found = _found(one, code, line)
        if (
            found is not None
            and "s" in found.groupdict()
            and not re.search(rf"[A-Z]\w* {found['s']}\b", f"{line.before}\n{line.text[: found.start()]}")
        ):
            continue  # nobody of that name has been spoken of
        if found is not None:
            return _said(one, found, line, span)
    return None


def _known(line: Line, expected: frozenset[str]) -> tuple[Slip, ...]:
    """What to look for, by what is being written: a head, a line of a thing, an ability, a test, or a statement."""
    head = re.match(r"(?:replace |patch )?([A-Za-z_]*)", line.heading)
    sort = head[1] if head is not None else ""
    if not line.text.startswith(" "):
        return _HEADS
    if sort == "test":
        parts = re.findall(r"^ {4}(given|when|then) *$", line.before, re.MULTILINE)
        return _of_test(parts[-1] if parts else "")
    first = next((body for body in line.before.split("\n")[1:] if body.strip()), line.text)
    if _margin(line.text) > _margin(first) or not (sort[:1].isupper() or sort in ("kind", "rule")):
        return (*_CONSTANTS, *_SLIPS) if "SEES" in expected else _SLIPS
    return (*_ABILITIES, *_SLIPS) if sort == "rule" else (*_ABILITIES, *_LINES[:2], *_SLIPS, *_LINES[2:])


def _of_test(part: str) -> tuple[Slip, ...]:
    """What to look for in a line of this part of a test."""
    if not part:
        return (*_TESTS, *_SLIPS)
    elsewhere = tuple(one for other, slips in _PARTS.items() if other != part for one in slips)
    own = {"given": _ONLY_GIVEN, "when": (*_WHEN, *_ONLY_WHEN), "then": _ONLY_THEN}[part]
    return (*_NOT_IN_TESTS, *elsewhere, *_TESTS, *own, *_SLIPS)


def _margin(text: str) -> int:
    return len(text) - len(text.lstrip(" "))


def _found(one: Slip, code: str, line: Line) -> re.Match[str] | None:
    """Where it looks so, and the parser got stuck in it or right behind it."""
    ends = line.column >= len(code.rstrip())
    for found in one.looks.finditer(code):
        if found.start() <= line.column <= found.end() + 1 or (ends and found.end() >= len(code.rstrip()) - 1):
            return found
        if one.anywhere and found.start() <= line.column:
            return found
    return None


def _said(one: Slip, found: re.Match[str], line: Line, span: Span) -> Diagnostic:
    groups = {name: value or "" for name, value in found.groupdict().items()}
    groups["edge"] = "end" if groups.get("e") == "end" else "start"
    if "k" in groups:
        groups["small"] = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", groups["k"]).lower()
    every = [line.text[found.start() : found.end()].strip(), *(value or "" for value in found.groups())]
    texts = {name: line.text[slice(*found.span(name))] for name in found.groupdict() if found[name] is not None}
    groups |= texts

    def fill(text: str) -> str:
        return re.sub(r"\{(\w+)\}", lambda hit: every[int(hit[1])] if hit[1].isdigit() else groups[hit[1]], text)

    at = line.start + found.start()
    skipped = len(found[0]) - len(found[0].lstrip())
    ends = min(max(at + len(found[0].rstrip()), at + skipped + 1), len(line.source.text))
    place = Span(span.path, min(at + skipped, ends), ends)
    help, change = fill(one.help), None
    if one.instead is not None:
        put = fill(one.instead)
        right = (line.text[: found.start()] + put + line.text[found.end() :]).strip()
        help = f"Write `{right}`.{' ' + help if help else ''}"
        change = Fix(
            f"Write `{put.strip()}`" if put.strip() else "Take it out",
            (Edit(Span(span.path, at, at + len(found[0])), put),),
        )
    said = error("unexpected", fill(one.headline), place, help=help, fix=change if one.certain else None)
    return said if one.certain or change is None else evolve(said, guess=change)


def _blanked(text: str) -> str:
    """The line without its comment, and with `·` for what stands in texts."""
    plain = re.sub(r'"((?:[^"\\]|\\.)*)"', lambda hit: '"' + "·" * len(hit[1]) + '"', text)
    return re.split(r"#| ///|^///", plain, maxsplit=1)[0].rstrip()
