"""Where the cursor is: which declaration, what stands before it, and which phrase is being written."""

from __future__ import annotations

import re

from attrs import frozen

from .. import vocabulary
from ..source import SourceFile, Span
from ..syntax import tree
from ..syntax.possible import tokens_before
from .diagnostics import laid_out
from .project import Analysis

_WORD = re.compile(r"[A-Za-z0-9_]*$")
_QUOTED = re.compile(r'"(?:[^"\\\n]|\\[^\n])*"')

Tokens = list[tuple[str, int, int]]


@frozen
class Place:
    """`start`, `end`: the declaration. `before`: where the word at the cursor begins. `text`: that of the file."""

    source: SourceFile
    start: int
    end: int
    before: int
    offset: int
    inside: str  # "code", "text" or "comment"

    @property
    def word(self) -> str:
        return self.source.text[self.before : self.offset]

    def tokens(self) -> Tokens:
        """The terminals of the declaration before the word at the cursor."""
        return tokens_before(self.source.text, self.start, self.before)


def place_at(source: SourceFile, offset: int) -> Place:
    text = source.text
    start, end = 0, len(text)
    for stretch in laid_out(source).stretches:
        if stretch.start <= offset:
            start, end = stretch.start, stretch.end
    # behind the last line of a declaration, at the left margin, a new one begins
    line = text.rfind("\n", 0, offset) + 1
    so_far = text[line:offset]
    if line > start and so_far and not so_far.startswith(" ") and so_far.isidentifier():
        start = line
    word = _WORD.search(so_far)
    before = offset - len(word[0]) if word is not None else offset
    if line > start and not so_far:
        start = before = offset
    return Place(source, start, max(end, offset), before, offset, _inside(so_far))


def _inside(line: str) -> str:
    """Is the end of a line in a text, in a comment, or in neither?"""
    plain = _QUOTED.sub(lambda found: "_" * len(found[0]), line)
    quote, comment = plain.find('"'), min((at for at in (plain.find("#"), plain.find("///")) if at >= 0), default=-1)
    if comment >= 0 and (quote < 0 or comment < quote):
        return "comment"
    return "text" if quote >= 0 else "code"


# What stands directly before the verb of a phrase.
_BEFORE_VERB = frozenset(
    ["_NL", "_INDENT", "_DEDENT", "COLON", "MAY", "AFTER", "BEFORE", "INSTEAD", "CANNOT", "STOP", "COST", "OF", "_CALL",
     "REFUSED", "SPEND"]
)  # fmt: skip


@frozen
class Writing:
    """A phrase being written: its verb, and the role whose value is being written (None: the object)."""

    verb: str
    span: Span
    role: str | None
    said: tuple[str, ...]


def phrase_at(analysis: Analysis, place: Place) -> Writing | None:
    """The phrase that the cursor stands in, behind its verb."""
    text, path = place.source.text, place.source.path
    tokens = place.tokens()
    known = {**vocabulary.VERBS, **analysis.world.index.verbs}
    found: Writing | None = None
    for number, (kind, start, end) in enumerate(tokens):
        word = text[start:end]
        before = tokens[number - 1][0] if number else "_NL"
        if kind in ("_NL", "COLON", "IF", "UNLESS", "AS") and not (kind == "COLON" and found is None):
            found = None
        if word in known and before in _BEFORE_VERB:
            found = Writing(word, Span(path, start, end), None, ())
        elif found is not None and kind in ROLES:
            found = Writing(found.verb, found.span, word, (*found.said, word))
    return found


ROLES = frozenset(["TO", "BY", "FROM", "FOR", "ON", "INTO", "WITH"])


def call_at(place: Place) -> tuple[str, int, int] | None:
    """The call whose brackets the cursor stands in: the offset of its name's end, and which argument it is."""
    text = place.source.text
    stack: list[tuple[str, int, int]] = []
    tokens = place.tokens()
    for number, (kind, start, _) in enumerate(tokens):
        if kind in ("_CALL", "LPAR", "LSQB"):
            before = tokens[number - 1] if number else ("", 0, 0)
            stack.append((text[before[1] : before[2]] if kind == "_CALL" else "", start, 0))
        elif kind in ("RPAR", "RSQB") and stack:
            stack.pop()
        elif kind == "COMMA" and stack:
            name, at, count = stack.pop()
            stack.append((name, at, count + 1))
    return stack[-1] if stack and stack[-1][0] else None


def verb_parts(analysis: Analysis, verb: str) -> list[tuple[str | None, str, str, bool]]:
    """The parameters of a verb: role word (None: the object), name, type, and whether it can be left out."""
    declared = analysis.world.index.verbs.get(verb)
    if declared is not None:
        node = declared.verb
        given = [(None, node.object), *((role.word, role.parameter) for role in node.roles)]
        return [
            (word, one.name.text, type_text(one.type), one.default is not None or one.type.form == "optional")
            for word, one in given
            if one is not None
        ]
    built_in = vocabulary.VERBS.get(verb)
    if built_in is None:
        return []
    parts: list[tuple[str | None, str, str, bool]] = []
    if built_in.object is not None:
        parts.append((None, built_in.object[0], built_in.object[1].replace("|", " or "), False))
    return [*parts, *((r.word, r.name, r.type.replace("|", " or "), r.optional) for r in built_in.roles)]


def type_text(of: tree.TypeName) -> str:
    """A type as it is written."""
    return of.kind.text + {"one": "", "optional": "?"}.get(of.form, f" {of.form}")
