"""A lexer for Pygments: samples of Sidescript in documents (`side` or `sidescript`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from pygments.lexer import RegexLexer, bygroups
from pygments.token import Comment, Keyword, Literal, Name, Number, Operator, Punctuation, String, Whitespace

from .words import any_of


class SidescriptLexer(RegexLexer):  # type: ignore[misc]  # pygments has no types of its own
    """Every character of any text becomes a token; what is no Sidescript becomes an Error token."""

    name = "Sidescript"
    url = "https://github.com/sidescript/sidescript"
    aliases: ClassVar[Sequence[str]] = ["side", "sidescript"]
    filenames: ClassVar[Sequence[str]] = ["*.side"]
    mimetypes: ClassVar[Sequence[str]] = ["text/x-sidescript"]

    tokens: ClassVar = {
        "root": [
            (r"///.*", String.Doc),
            (r"#.*", Comment.Single),
            (
                rf"^([ \t]*)((?:(?:replace|patch)[ \t]+)?{any_of('declaring')})([ \t]+)([A-Za-z_]\w*)"
                r"(?=[ \t]*(?:$|[A-Z\"(:#]|of\b|by\b|is\b|extends\b))",
                bygroups(Whitespace, Keyword.Declaration, Whitespace, Name.Class),
            ),
            (rf"^([ \t]*)({any_of('declaring')})(?=[ \t\n]|$)", bygroups(Whitespace, Keyword.Declaration)),
            (r"^([A-Z]\w*)([ \t]+)([a-z_]\w*)(?=[ \t]+\")", bygroups(Keyword.Type, Whitespace, Name.Class)),
            (r"^([ \t]+)([a-z_]\w*)(:)(?=\s)", bygroups(Whitespace, Name.Attribute, Punctuation)),
            (rf"^([ \t]+)({any_of('soft')})(?=[ \t]+[A-Za-z0-9\"\[(])", bygroups(Whitespace, Keyword)),
            (r"\s+", Whitespace),
            (r'"', String.Double, "text"),
            (r"\b[A-Z][A-Z0-9]*-[0-9]+[a-z]?\b", Literal),
            (r"(\.)([a-z_]\w*)", bygroups(Punctuation, Name.Attribute)),
            (rf"\b{any_of('constant')}\b", Keyword.Constant),
            (rf"\b{any_of('pronoun')}\b", Name.Builtin.Pseudo),
            (rf"\b{any_of('operator')}\b", Operator.Word),
            (rf"\b{any_of('keyword')}\b", Keyword),
            (rf"\b{any_of('function')}(?=\()", Name.Builtin),
            (r"[A-Z][A-Za-z0-9_]*", Keyword.Type),
            (r"[0-9]+", Number.Integer),
            (r"[a-z_]\w*", Name),
            (r"==|!=|<=|>=|\+=|-=|--|[-+*/=<>|?]", Operator),
            (r"[()\[\],.:]", Punctuation),
        ],
        "text": [
            (r"\\.", String.Escape),
            (r"\{[^{}\"\n]*\}", String.Interpol),
            (r'"', String.Double, "#pop"),
            (r"\n", Whitespace, "#pop"),
            (r'[^"\\{\n]+|[{\\]', String.Double),
        ],
    }
