"""The words of syntax errors: what was being read, where it got stuck, what could stand there.

Made from the state of the parser alone: the token it did not expect, and the tokens that it would have taken. The
first explanation that fits is given; the order of _EXPLANATIONS is from the particular to the general.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from attrs import frozen
from lark import TextSlice, Token, UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError

from ..diagnostics.diagnostic import Diagnostic, Edit, Fix, error
from ..diagnostics.nearest import nearest
from ..source import SourceFile, Span
from .expected import COMPARISONS, DECLARING, VALUE, half_free, listed, words
from .lark_parser import parser
from .slips import Line, slip


@frozen
class _Stuck:
    """A place where the parser got stuck."""

    source: SourceFile
    stretch: Span
    token: Token
    expected: frozenset[str]

    @property
    def span(self) -> Span:
        length = len(self.source.text)
        start = min(self.token.start_pos or 0, length)
        return Span(self.source.path, start, min(max(start + 1, self.token.end_pos or 0), length))

    @property
    def line(self) -> str:
        return self.source.line(self.source.place(self.span.start)[0])

    @property
    def column(self) -> int:
        """How far from the left it stands, from 0."""
        return self.source.place(self.span.start)[1] - 1

    @property
    def shown(self) -> str:
        return f"`{self.token}`"

    @property
    def reading(self) -> str:
        """What was being read: `the verb "walk"`."""
        first = self.source.text[self.stretch.start : self.stretch.end].partition("\n")[0]
        heading = re.match(r"(?:(?:replace|patch) )?([A-Za-z_]+)(?:, *[A-Za-z_]+)*(?: +([A-Za-z_]\w*))?", first)
        if heading is None:
            return "this declaration"
        word, name = heading.groups()
        if word not in words() or name is None:
            return f"this {word}" if word in words() else f"the {word} `{name}`" if name else "this declaration"
        return f"the {word} `{name}`"


def explain(source: SourceFile, text: str, start: int, end: int) -> Diagnostic:
    """The one message for a stretch that is not well-formed: Lark reads it once more and says where it got stuck."""
    stretch = Span(source.path, start, min(end, len(source.text)))
    try:
        parser().parse(TextSlice(text, start, end))
    except UnexpectedToken as problem:
        token = _placed(source, problem.token, stretch)
        stuck = _Stuck(source, stretch, token, frozenset(problem.accepts or problem.expected))
        return next(found for explanation in _EXPLANATIONS if (found := explanation(stuck)) is not None)
    except DedentError:
        return error("uneven-indentation", "The lines of this declaration are indented unevenly", stretch)
    except UnexpectedInput as problem:
        start = problem.pos_in_stream or start
    at = min(start, max(len(source.text) - 1, 0))
    return error("unexpected", "I do not understand what stands here", Span(source.path, at, at + 1))


def _placed(source: SourceFile, token: Token, stretch: Span) -> Token:
    """A token that only marks an end is shown behind the last thing that was written."""
    if token.type != "$END":
        return token
    end = stretch.start + len(source.text[stretch.start : stretch.end].rstrip())
    return Token("$END", "", start_pos=end, end_pos=end)


# ------------------------------------------------------------------------------------------------ explanations

# A line inside a body that announces a block: with a word that does, or with the name of a section alone.
_OPENS = re.compile(
    r" +(?:(?:if|else|elif|each|repeat|after|before|instead|at|while|step|when)\b|[a-z_]\w*(?: +#.*)?$|[\w.]+ may\b"
    r"|(?:[\w.]+ )?(?:choose|chooses|target) one\b)"
)
_NAME_WITH_DASH = re.compile(r"(?<!\w)[A-Za-z_]\w*(?:-\w+)+")


def _missing_block(stuck: _Stuck) -> Diagnostic | None:
    if stuck.expected != {"_INDENT"}:
        return None
    text = stuck.source.text
    end = len(text[: stuck.span.start].rstrip()) if stuck.token.type != "$END" else stuck.span.start
    start = text.rfind("\n", 0, end) + 1
    start += len(text[start:end]) - len(text[start:end].lstrip())
    return error(
        "missing-block",
        "The block that this line announces is missing",
        Span(stuck.source.path, start, end),
        "expected indented lines below",
        help="Indent what belongs to it by four spaces.",
    )


def _unexpected_indent(stuck: _Stuck) -> Diagnostic | None:
    if stuck.token.type != "_INDENT":
        return None
    number = stuck.source.place(stuck.span.start)[0]
    above = stuck.source.line(number)
    below = stuck.source.text.find("\n", stuck.span.start)
    while (match := re.compile(r"\n[ ]*(?:#[^\n]*|///[^\n]*)?(?=\n)").match(stuck.source.text, below)) is not None:
        below = match.end()
    indent = re.compile(r"\n *").match(stuck.source.text, below)
    span = stuck.span if indent is None else Span(stuck.source.path, below + 1, indent.end())
    if not above.rstrip().endswith(":") and ("COLON" in stuck.expected or _OPENS.match(above)):
        return _missing_colon(stuck, number)
    help = "Give it the indentation of the line above."
    if not above.rstrip().endswith(":"):
        help += " If it belongs to a block of that line, the line needs a colon at its end."
    return error(
        "unexpected-indent", "This line is indented, but no block begins here", span, "too far right", help=help
    )


def _missing_colon(stuck: _Stuck, number: int) -> Diagnostic:
    """The line of this number opens a block, and has no colon."""
    code = re.split(r" *#", stuck.source.line(number), maxsplit=1)[0].rstrip()
    end = stuck.source.start_of(number) + len(code)
    at = Span(stuck.source.path, min(end, max(len(stuck.source.text) - 1, 0)), min(end + 1, len(stuck.source.text)))
    return error(
        "unexpected-end",
        "A colon is missing at the end of this line",
        at,
        "expected `:`",
        help=f"Write `{code.strip()}:`. A line that opens a block inside a body ends with a colon.",
        fix=Fix("Write the colon", (Edit(Span(stuck.source.path, end, end), ":"),)),
    )


def _slip(stuck: _Stuck) -> Diagnostic | None:
    """What many write by mistake, known by the look of the line."""
    number, column = stuck.source.place(stuck.span.start)
    text = stuck.source.line(number)
    before = stuck.source.text[stuck.stretch.start : max(stuck.source.start_of(number) - 1, stuck.stretch.start)]
    return slip(Line(stuck.source, number, column - 1, text, before or text), stuck.span, stuck.expected)


def _at_the_margin(stuck: _Stuck) -> Diagnostic | None:
    """`rises:` at the margin: a line of the declaration above, or the head of a block."""
    if stuck.token.start_pos != stuck.stretch.start or not re.match(r"[a-z_]\w*(?: [^\"]*)?:", stuck.line):
        return None
    if nearest(str(stuck.token), DECLARING) is not None or stuck.stretch.start == 0:
        return None
    above = stuck.source.text[: stuck.stretch.start].rstrip().rpartition("\n")[2].strip()
    return error(
        "unknown-declaration",
        f"{stuck.shown} declares nothing",
        stuck.span,
        "a line of what stands above it?",
        help=f"Indent it by four spaces, and what stands below it as well: all of `{above}` is further in than "
        "its head.",
    )


def _unknown_declaration(stuck: _Stuck) -> Diagnostic | None:
    if stuck.token.start_pos != stuck.stretch.start or stuck.token.type in ("_NL", "$END"):
        return None
    meant = nearest(str(stuck.token), DECLARING)
    if meant is None and re.match(r'[a-z]\w* +[a-z_]\w*(?: +"|$)', stuck.line):
        kind = _capital(str(stuck.token))
        return error(
            "unknown-declaration",
            f"{stuck.shown} declares nothing",
            stuck.span,
            f"did you mean `{kind}`?",
            help="A thing begins with its Kind, and Kinds begin with a capital.",
        )
    return error(
        "unknown-declaration",
        f"{stuck.shown} declares nothing",
        stuck.span,
        f"did you mean `{meant}`?" if meant else "expected a declaration at the left margin",
        help="A declaration begins with its word (kind, verb, rule, phase, test, …) or, for a thing, with its Kind: "
        '`Item lamp "Lamp"`. What belongs to another declaration is indented.',
    )


def _capital(word: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in word.split("_"))


def _dash(stuck: _Stuck) -> Diagnostic | None:
    if stuck.token != "-":
        return None
    line, column = stuck.source.place(stuck.span.start)
    text = stuck.source.line(line)
    for match in _NAME_WITH_DASH.finditer(text):
        if match.start() < column - 1 < match.end():
            start = stuck.span.start - (column - 1 - match.start())
            return error(
                "unexpected",
                f"`{match[0]}` is no name: a name has no dash",
                Span(stuck.source.path, start, start + len(match[0])),
                "a dash is the mark of subtraction",
                help=f"Write `{match[0].replace('-', '_')}`.",
            )
    return None


def _stray_else(stuck: _Stuck) -> Diagnostic | None:
    if stuck.token.type != "ELSE" or not stuck.line.lstrip().startswith("else"):
        return None
    return error(
        "unexpected",
        "This `else` belongs to nothing",
        stuck.span,
        "no `if` and no `may` ends directly above",
        help="`else:` stands directly below what an `if` or a `may` does, and as far to the left as it.",
    )


def _missing_title(stuck: _Stuck) -> Diagnostic | None:
    if stuck.expected - {"_DEDENT", "$END"} not in ({"STRING"}, {"STRING", "X", "_NL"}):
        return None
    line = stuck.line
    if stuck.source.place(stuck.span.start)[0] != stuck.source.place(stuck.stretch.start)[0]:
        return None
    column = stuck.source.place(stuck.span.start)[1]
    before, rest = line[: column - 1].rstrip(), line[column - 1 :].partition("#")[0].strip()
    bare = rest if re.fullmatch(r"[A-Z][\w' -]*", rest) else ""
    several = re.fullmatch(r"(\S+) ([a-z_]\w*)", before), re.match(r'((?:[a-z_]\w* )+)(".*)', rest)
    if several[0] and several[1]:
        joined = "_".join([several[0][2], *several[1][1].split()])
        return error(
            "unexpected",
            "A name is one word",
            stuck.span,
            'expected a "text"',
            help=f"Write `{several[0][1]} {joined} {several[1][2]}`.",
            fix=Fix(f"Write `{joined}`", (Edit(_name_up_to_title(stuck, several[0][2], several[1][1]), f"{joined} "),)),
        )
    name = before.rpartition(" ")[2]
    title = bare or name.replace("_", " ").title()
    if before == "test" and rest:
        title = rest
    return error(
        "unexpected-end" if stuck.token.type in ("_NL", "$END", "_DEDENT") else "unexpected",
        "The title is missing" if not bare else "A title stands in quotes",
        stuck.span,
        'expected a "text"',
        help=f'Write it in quotes: `{before} "{title}"`.',
    )


def _name_up_to_title(stuck: _Stuck, first: str, rest: str) -> Span:
    """From the first word of a name of several up to its title."""
    start = stuck.source.text.rindex(first, 0, stuck.span.start)
    return Span(stuck.source.path, start, stuck.span.start + len(rest))


def _missing_name(stuck: _Stuck) -> Diagnostic | None:
    """`Danger "Sudden Fog"`: a title, and no name."""
    found = re.match(
        r"([A-Z]\w*|mod|game|verb|phase|setup|action|rule|map|menu) (\"[^\"]*[A-Za-z][^\"]*\")", stuck.line
    )
    if stuck.token.type != "STRING" or found is None or "NAME" not in stuck.expected:
        return None
    name = re.sub(r"[^a-z0-9]+", "_", found[2].lower()).strip("_")
    name = name if name[:1].isalpha() else f"no_{name}"
    at = stuck.span.start
    return error(
        "unexpected",
        "The name is missing",
        stuck.span,
        "expected a name, and then the title",
        help=f"Write `{found[1]} {name} {found[2]}`. By its name others speak of it, the title is printed.",
        fix=Fix(f"Write `{name}`", (Edit(Span(stuck.source.path, at, at), f"{name} "),)),
    )


def _small_kind(stuck: _Stuck) -> Diagnostic | None:
    """`each sidekick s where ...`: the Kind begins with a small letter."""
    line, column = stuck.source.place(stuck.span.start)
    text = stuck.source.line(line)[: column - 1]
    match = re.search(r"\b(?:(each) +([a-z_]\w*)(?: +[a-z_]\w*)?|(chooses?) +([a-z_]\w*) +[a-z_]\w*) *$", text)
    if match is None:
        return None
    verb, word = (1, 2) if match[1] else (3, 4)
    if match[word] in words():
        return None
    start = stuck.span.start - (column - 1) + match.start(word)
    return error(
        "wrong-case",
        f"`{match[word]}` begins with a small letter, but a Kind must stand here",
        Span(stuck.source.path, start, start + len(match[word])),
        f"expected a Kind after `{match[verb]}`",
        help=f"Kinds begin with a capital: `{_capital(match[word])}`.",
    )


def _reserved(stuck: _Stuck) -> Diagnostic | None:
    word = str(stuck.token)
    if stuck.token.type in ("NAME", "KIND") or not word.isidentifier() or not word.islower():
        return None
    names_row = not stuck.line[: stuck.column].strip() and re.match(r"\w+ *\|", stuck.line[stuck.column :])
    if not names_row and ("NAME" not in stuck.expected or stuck.expected >= VALUE or "COLON" in stuck.expected):
        return None
    if stuck.token.type == "YOU" and re.match(r" +(?:after|before|instead of) *$", stuck.line[: stuck.column]):
        timing = stuck.line.split()[0]
        return error(
            "unexpected",
            "What is answered begins with its verb",
            stuck.span,
            "expected a verb",
            help=f"Write `{timing} VERB you ...:`, such as `{timing} wound you by Number n:`.",
        )
    if word in half_free():
        headline = f"`{word}` cannot be the name of a verb, a parameter or a variable"
        note = f"`{word}` is a word of the language; it is free for everything else that has a name."
    else:
        headline = f"`{word}` is a word of the language, so it cannot be a name"
        note = "Words of the language mean the same in all places. docs/vocabulary.md lists them, and which are free."
    return error(
        "reserved-word",
        headline,
        stuck.span,
        "expected a name",
        notes=(note,),
        help=f"Choose another name, of two words: `{word}_card`, `my_{word}`.",
    )


def _wrong_case(stuck: _Stuck) -> Diagnostic | None:
    word = str(stuck.token)
    if stuck.token.type == "KIND" and "NAME" in stuck.expected and not stuck.expected >= VALUE:
        small = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", word).lower()
        return error(
            "wrong-case",
            f"{stuck.shown} begins with a capital, but only Kinds do",
            stuck.span,
            "expected a name",
            help=f"Write `{small}`.",
        )
    if stuck.token.type == "NAME" and "KIND" in stuck.expected and "NAME" not in stuck.expected:
        capital = _capital(word)
        return error(
            "wrong-case",
            f"{stuck.shown} begins with a small letter, but a Kind must stand here",
            stuck.span,
            "expected a Kind",
            help=f"Kinds begin with a capital: `{capital}`.",
        )
    return None


def _one_line_section(stuck: _Stuck) -> Diagnostic | None:
    first = stuck.source.text[stuck.stretch.start : stuck.stretch.start + 1]
    match = re.match(r"( +)([a-z_]\w*): *\S", stuck.line)
    if match is None or not first.isupper() or stuck.token.type in ("_NL", "$END"):
        return None
    return error(
        "one-line-section",
        f"I read `{match[2]}:` as a property, and got stuck at {stuck.shown}",
        stuck.span,
        "expected `,` or the end of the line",
        notes=("What a section does stands below its name, not on the same line.",),
        help="If this is a section, begin a new line after the colon and indent it.",
    )


def _end(stuck: _Stuck) -> Diagnostic | None:
    if stuck.token.type not in ("_NL", "$END", "_DEDENT"):
        return None
    if stuck.expected - {"_DEDENT"} == {"COLON"} or ("COLON" in stuck.expected and _OPENS.match(stuck.line)):
        return _missing_colon(stuck, stuck.source.place(stuck.span.start)[0])
    colon = "COLON" in stuck.expected
    return error(
        "unexpected-end",
        f"This line ends too early: I was reading {stuck.reading}",
        stuck.span,
        f"expected {listed(stuck.expected)}",
        help="A line that opens a block inside a body ends with a colon." if colon else _for_example(stuck),
    )


def _for_example(stuck: _Stuck) -> str | None:
    """A line that is right and begins with the same word of the language."""
    from ..keywords import KEYWORDS

    line = stuck.source.line(stuck.source.place(stuck.span.start)[0]).strip()
    word = line.split(" ")[0].rstrip(":")
    known = KEYWORDS.get(word)
    if known is None or not re.match(rf"{word}\b", known.example) or known.example in (line, word):
        return None
    return f"Such a line is `{known.example}`."


def _anything(stuck: _Stuck) -> Diagnostic:
    return error(
        "unexpected",
        f"I got stuck at {stuck.shown} while reading {stuck.reading}",
        stuck.span,
        f"expected {listed(stuck.expected)}",
        help=_advice(stuck),
    )


def _advice(stuck: _Stuck) -> str | None:
    if stuck.token.type == "_CALL":
        return "A call has no space before its bracket; a value in brackets has one."
    if stuck.token.type == "LPAR" and "_CALL" in stuck.expected:
        return "If this is a call, take the space before the bracket out."
    if stuck.token.type == "EQUAL" and COMPARISONS & stuck.expected:
        return "To compare two values write `==`."
    if stuck.token.type == "COLON" and "_NL" in stuck.expected and stuck.line.startswith(tuple(DECLARING)):
        return "A heading has no colon; its body is indented below it."
    if stuck.token.type == "STRING" and VALUE & stuck.expected:
        return "A text is a value only after = and ==, in lists and brackets, and in properties. A name has no quotes."
    return _for_example(stuck)


_EXPLANATIONS: tuple[Callable[[_Stuck], Diagnostic | None], ...] = (
    _missing_block,
    _unexpected_indent,
    _dash,
    _stray_else,
    _small_kind,
    _slip,
    _at_the_margin,
    _unknown_declaration,
    _missing_name,
    _missing_title,
    _reserved,
    _wrong_case,
    _one_line_section,
    _end,
    _anything,
)
