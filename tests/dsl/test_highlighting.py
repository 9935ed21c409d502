"""The TextMate grammar is current and colours what it should; the Pygments lexer knows every text of the games."""

import json
import re
import tomllib
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest
from pygments.token import Comment, Error, Keyword, Name, String

from dsl.highlighting import textmate
from dsl.highlighting.pygments_lexer import SidescriptLexer
from dsl.highlighting.words import groups
from dsl.syntax.expected import words

ROOT = Path(__file__).parents[2]
VSCODE = ROOT / "editors" / "vscode"


@pytest.mark.parametrize("path", textmate.files(), ids=lambda path: path.name)
def test_the_committed_grammar_is_current(path):
    assert path.read_text("utf-8") == textmate.files()[path], "run python -m dsl.highlighting.textmate"


def test_every_word_of_the_language_has_a_colour():
    coloured = {
        word for name in ("declaring", "keyword", "soft", "operator", "constant", "pronoun") for word in groups()[name]
    }
    assert words() - coloured <= {"x", "any", "all", "adjacent"}  # the number of copies, and functions


def patterns(of):
    if isinstance(of, dict):
        for key, value in of.items():
            if key in ("match", "begin", "end", "while"):
                yield value
            else:
                yield from patterns(value)
    elif isinstance(of, list):
        for value in of:
            yield from patterns(value)


def scopes_of(line):
    """The first pattern of the grammar that matches at each place of a line, as an editor applies it."""
    grammar = textmate.grammar()
    found, at = [], 0
    while at < len(line):
        best = None
        for one in grammar["patterns"]:
            rule = grammar["repository"][one["include"][1:]]
            hit = re.compile(rule.get("match") or rule["begin"]).search(line, at)
            if hit is not None and hit.end() > hit.start() and (best is None or hit.start() < best[0].start()):
                best = hit, rule
        if best is None:
            break
        hit, rule = best
        if "match" in rule:
            if "name" in rule:
                found.append((hit[0], rule["name"]))
            found += [(hit[int(n)], one["name"]) for n, one in rule.get("captures", {}).items() if hit[int(n)]]
            at = hit.end()
        else:
            end = re.compile(rule["end"]).search(line, hit.end())
            found.append((line[hit.start() : end.end()], rule["name"]))
            at = max(end.end(), hit.end())
    return {text: scope.removesuffix(".sidescript") for text, scope in found}


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        (
            "verb explode Bridge b",
            {"verb": "keyword.declaration", "explode": "entity.name", "Bridge": "entity.name.type"},
        ),
        ('Danger fog "Fog" x 2', {"Danger": "entity.name.type", "fog": "entity.name.thing"}),
        ('Danger fog "Fog" x 2', {'"Fog"': "string.quoted.double", "2": "constant.numeric"}),
        ("    each Sidekick s at b.ends:", {"each": "keyword.control", "ends": "variable.other.property"}),
        ("    /// why", {"/// why": "comment.line.documentation"}),
        ("    move b to box # gone", {"move": "support.function.verb", "# gone": "comment.line.number-sign"}),
        ("    cites DS-012", {"DS-012": "constant.other.rule"}),
        ("    table.turn = deck.text", {"turn": "variable.other.property", "text": "variable.other.property"}),
        ('replace action rest "Rest" is menu', {"replace action": "keyword.declaration", "rest": "entity.name"}),
        ("    if this.life < 3 and not b:", {"this": "variable.language", "and": "keyword.operator.expression"}),
        ("    let n = count(Card c where c.held)", {"count": "support.function", "Card": "support.type"}),
        ("    given", {"given": "keyword.control"}),
        ('Danger fog "Fog" x 2', {"x": "keyword.control"}),
        ("    limit 1 per turn", {"limit": "keyword.control", "per": "keyword.control"}),
        ("    at end of turn of you:", {"end": "keyword.control"}),
        ("    zone hand of Card: heap, seen by owner", {"seen": "keyword.control"}),
        ("    if happened(damage you during turn):", {"happened": "keyword.control", "turn": "keyword.control"}),
        ("    choose Space p adjacent to you", {"adjacent": "keyword.control"}),
        ("    rank = 2", {"rank": None}),
        ("    targets: Space set", {"Space": "entity.name.type", "set": "storage.modifier"}),
    ],
)
def test_colours_of_lines(line, wanted):
    found = scopes_of(line)
    assert {text: found.get(text) for text in wanted} == wanted


def test_patterns_are_sound():
    for pattern in patterns(textmate.grammar()):
        re.compile(pattern)


def test_every_source_is_lexed_whole_and_without_errors():
    lexer = SidescriptLexer()
    seen = 0
    for path in sorted((ROOT / "cards").rglob("*.side")):
        text = path.read_text("utf-8")
        tokens = list(lexer.get_tokens(text))
        assert [value for kind, value in tokens if kind in Error] == [], path
        assert "".join(value for _, value in tokens).strip() == text.strip()
        seen += len(tokens)
    assert seen > 50_000


def test_pygments_tells_words_names_texts_and_comments_apart():
    text = '/// Boom.\nverb explode Bridge b "destroy {b}"\n    damage each Sidekick at b.ends by 1 # all\n'
    found = {value: kind for kind, value in SidescriptLexer().get_tokens(text)}
    assert found["/// Boom."] is String.Doc and found["verb"] is Keyword.Declaration
    assert found["explode"] is Name.Class and found["Bridge"] is Keyword.Type
    assert found["each"] is Keyword and found["ends"] is Name.Attribute
    assert found["{b}"] is String.Interpol and found["# all"] is Comment.Single


def test_pygments_takes_any_text():
    broken = 'verb "open\n  ???\n\tDanger x "a {b" ~ § "'
    assert "".join(value for _, value in SidescriptLexer(ensurenl=False, stripnl=False).get_tokens(broken)) == broken


def test_the_entry_point_leads_to_the_lexer():
    entry = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]["pygments.lexers"]
    module, _, name = entry["sidescript"].partition(":")
    assert getattr(import_module(module), name) is SidescriptLexer


# ------------------------------------------------------------------------------------------------ the extension


def manifest():
    return json.loads((VSCODE / "package.json").read_text("utf-8"))


def test_files_of_the_extension_are_there():
    contributes = manifest()["contributes"]
    named = [one["path"] for one in (*contributes["grammars"], *contributes["snippets"])]
    named += [one["configuration"] for one in contributes["languages"]]
    assert [path for path in named if not (VSCODE / path).is_file()] == []
    assert contributes["grammars"][0]["scopeName"] == textmate.grammar()["scopeName"]


def test_commands_of_the_extension_are_the_ones_it_makes():
    said = {one["command"] for one in manifest()["contributes"]["commands"]}
    made = set(re.findall(r'registerCommand\("([\w.]+)"', (VSCODE / "src" / "extension.js").read_text("utf-8")))
    assert said == made


def _filled(text):
    """A snippet with its placeholders filled in."""
    meant = {"condition": "yes", "event": "stop_it", "claim": "continues"}
    values: dict[str, str] = dict(re.findall(r"\$\{(\d)[:|]([^,|}]*)", text))
    return re.sub(r"\$\{(\d)(?:[:|][^}]*)?\}", lambda hit: meant.get(values[hit[1]], values[hit[1]]), text)


def test_snippets_are_sidescript():
    """With its placeholders filled in, each snippet is read without a mistake, where it belongs."""
    from dsl.source import SourceFile
    from dsl.syntax.parse import parse

    snippets = json.loads((VSCODE / "snippets" / "sidescript.json").read_text("utf-8"))
    inside = {"each": "verb v\n", "if": "verb v\n", "choose": "verb v\n", "may": "verb v\n", "after": "rule r\n"}
    assert Counter(one["prefix"] for one in snippets.values()).most_common(1)[0][1] == 1
    for one in snippets.values():
        text = "\n".join(one["body"])
        text = _filled(text)
        ending = {"kind": "size: Number", "table": "3"}.get(one["prefix"], "stop")
        text = text.replace("$0", ending)
        before = inside.get(one["prefix"], "")
        if before:
            text = before + "\n".join(f"    {line}" for line in text.split("\n"))
        found = parse(SourceFile("snippet.side", text + "\n")).diagnostics
        assert found == (), f"{text}\n{found}"
