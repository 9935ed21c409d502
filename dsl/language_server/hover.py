"""What a name means: what it is, its type, what its author says of it, its English, and a picture of its card."""

from __future__ import annotations

from attrs import frozen

from .. import vocabulary
from ..check import types
from ..source import Span
from ..syntax import tree
from ..syntax.possible import tokens_before
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
            from ..reference import AGGREGATES

            known = vocabulary.FUNCTIONS.get(symbol.key)
            return [known.sentence if known is not None else AGGREGATES.get(symbol.key, "")]
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
    sentence = WORDS.get(word)
    if sentence is None or not tokens_before(word, 0, len(word)):
        return None
    return Hover(Span(path, place.before, end), word, (sentence,))


# What the words say that authors ask for most; all are in the language reference.
WORDS = {
    "each": "One after another. As the object of a verb: all of them at once, as one change.",
    "together": "What stands in the block is one change: nothing is answered in between.",
    "whenever": "As often as the condition becomes true; looked at after each step.",
    "after": "Answers an event that has happened.",
    "before": "Answers an event that is about to happen; `cancel` stops it.",
    "instead": "Takes the place of an event; `proceed` lets it happen after all.",
    "may": "Somebody decides whether it is done.",
    "choose": "Somebody picks when the line is carried out.",
    "target": "Picked when the action is announced, before anything is paid or done.",
    "needs": "The action can only be taken if this holds.",
    "cost": "Has to be paid, at its line.",
    "limit": "How often in a stretch of time.",
    "this": "The thing on which the text stands.",
    "you": "Whose text it is, or who takes the action.",
    "it": "The candidate of the query around it.",
    "always": "Holds as long as the thing works.",
    "while": "Holds as long as the condition does.",
    "until": "Holds, or is repeated, up to a moment.",
    "cannot": "Forbids an event.",
    "where": "Only those of which the condition holds.",
    "let": "Gives a value a name, up to the end of the block.",
    "pledge": "Several players put in what is theirs.",
    "perform": "Carries out a section of a thing.",
    "run": "Carries out a phase.",
    "cites": "The rule of the printed rules that this covers.",
    "built_for": "The build that it has to meet; `check` says what it breaks.",
    "stand_in": "Invented, because no rulebook prints it.",
    "nothing": "No thing and no value.",
    "infinite": "More than any number.",
    "replace": "In a mod: in place of the whole declaration of the game.",
    "patch": "In a mod: the items given here in place of the game's of the same name.",
    "remove": "In a mod: no longer part of the game.",
    "lay": "A player lays things onto something, of their own free choice, as pledges are made.",
    "seen": "Who sees what lies in the zone.",
    "refills": "An empty stack is filled from another zone.",
    "answers": "Who answers an event first.",
}
