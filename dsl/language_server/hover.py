"""What a name means: what it is, its type, what its author says of it, its English, and a picture of its card."""

from __future__ import annotations

from attrs import frozen

from .. import vocabulary
from ..check import types
from ..keywords import KEYWORDS
from ..source import Span
from ..syntax import tree
from .completion import signature_text
from .navigation import declarations
from .place import place_at, type_text
from .project import Analysis, Project
from .symbols import Occurrence, Symbol, occurrence_at

MOST_WORDS = 2_000  # characters of English


@frozen
class Hover:
    """`heading`: how it is declared, in the language. `notes`: paragraphs in Markdown. `thing`: whose card to show."""

    span: Span
    heading: str
    notes: tuple[str, ...] = ()
    thing: str = ""


def hover(project: Project, path: str, offset: int) -> Hover | None:
    analysis = project.at(path, offset)
    if analysis is None:
        return None
    found = occurrence_at(analysis, path, offset)
    if found is None:
        return _word(project, path, offset)
    notes: list[str] = []
    headings: list[str] = []
    thing = ""
    for symbol in found.symbols[:4]:
        declared = declarations(analysis, symbol, path)
        headings.append(_heading(analysis, symbol, declared[0] if declared else None, found))
        notes += _notes(symbol, declared[0].node if declared else None)
        english = _english(project, symbol)
        if english:
            notes.append("> " + english[:MOST_WORDS].replace("\n", "\n>\n> "))
        if symbol.sort == "thing" and project.good is not None and symbol.key in project.good.things:
            thing = symbol.key
    if found.type is not None and found.symbols[0].sort != "thing" and not types.unknown(found.type):
        notes.insert(0, f"*{types.describe(found.type)}*")
    return Hover(
        found.span, "\n".join(dict.fromkeys(headings)), tuple(dict.fromkeys(note for note in notes if note)), thing
    )


def _heading(analysis: Analysis, symbol: Symbol, declared: Occurrence | None, here: Occurrence) -> str:
    if symbol.built_in:
        name = symbol.key
        if symbol.sort == "built-in verb":
            return f"verb {signature_text(analysis, name)}"
        if symbol.sort == "built-in function" and name in vocabulary.FUNCTIONS:
            function = vocabulary.FUNCTIONS[name]
            return f"{name}({', '.join(function.parameters)})"
        return name
    if symbol.sort == "verb":
        return f"verb {signature_text(analysis, symbol.key)}"
    if declared is None or declared.node is None:
        return symbol.key
    source = analysis.files[declared.span.path]
    node = declared.node
    match node:
        case tree.Query() | tree.Parameter():
            of = node.kind.text if isinstance(node, tree.Query) else type_text(node.type)
            return f"{of} {node.name.text}" if node.name is not None else of
        case tree.EnumValue() | tree.OptionValue():
            return symbol.key
        case tree.Table():
            return f"{node.kind.text} {symbol.key}"
        case _:
            line = source.text[node.span.start : node.span.end].partition("\n")[0].rstrip()
            owner, _, _ = symbol.key.rpartition(".")
            return f"{line}  # of {owner}" if symbol.sort == "member" and owner else line


def _notes(symbol: Symbol, node: tree.Node | None) -> list[str]:
    match symbol.sort:
        case "built-in kind":
            return [vocabulary.KINDS[symbol.key].sentence]
        case "built-in verb":
            return [vocabulary.VERBS[symbol.key].sentence]
        case "built-in attribute":
            return [vocabulary.ATTRIBUTES[symbol.key].sentence]
        case "built-in value":
            return [vocabulary.VALUES[symbol.key].sentence]
        case "built-in function":
            known = vocabulary.FUNCTIONS.get(symbol.key)
            return [known.sentence if known is not None else vocabulary.AGGREGATES.get(symbol.key, "")]
        case _:
            doc = getattr(node, "doc", None)
            return [doc] if isinstance(doc, str) else []


_TOLD = ("thing", "verb", "action", "rule", "phase", "ending")


def _english(project: Project, symbol: Symbol) -> str:
    """The wording, as it will be printed; of the last game without errors."""
    if project.good is None or project.outside.wording is None or symbol.sort not in _TOLD:
        return ""
    return project.outside.wording(project.good, symbol.sort, symbol.key)


def _word(project: Project, path: str, offset: int) -> Hover | None:
    """A word of the language."""
    source = project.source(path)
    if source is None:
        return None
    place = place_at(source, offset)
    if place.inside != "code":
        return None
    end = offset
    while end < len(source.text) and (source.text[end].isalnum() or source.text[end] == "_"):
        end += 1
    word = source.text[place.before : end]
    known = KEYWORDS.get(word)
    if known is None:
        return None
    return Hover(Span(path, place.before, end), word, (known.sentence, f"Such as `{known.example}`"))
