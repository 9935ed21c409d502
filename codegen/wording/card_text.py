"""What stands on a thing: its sections, abilities, prohibitions, actions and faces, as paragraphs."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal as Choice

from attrs import evolve, frozen

from dsl import model

from . import abilities, agreement, clauses, statements, values
from .folding import Folder, settled, value_of
from .noun_phrase import YOU, NounPhrase
from .scope import Scope, is_a, kind_noun, thing_is_a, title_of, walk
from .statements import Line
from .worked_out import once_for_game

RunKind = Choice["text", "keyword", "icon", "number"]


@frozen
class Run:
    """A stretch of text; an icon's text is the word that it stands for ("stars")."""

    kind: RunKind
    text: str


@frozen
class Paragraph:
    """`heading` is the printed title of a section; `style` rule, bullet, or reminder (what every such card says)."""

    runs: tuple[Run, ...]
    heading: str = ""
    style: Choice["rule", "bullet", "reminder"] = "rule"

    @property
    def text(self) -> str:
        return "".join(run.text for run in self.runs)


@frozen
class CardText:
    paragraphs: tuple[Paragraph, ...]
    own_words: bool = False  # the author's wording stands in place of ours

    @property
    def text(self) -> str:
        lines = []
        for paragraph in self.paragraphs:
            heading = f"{paragraph.heading}: " if paragraph.heading else ""
            mark = "• " if paragraph.style == "bullet" else ""
            lines.append(f"{heading}{mark}{paragraph.text}")
        return "\n".join(lines)


def card_text(game: model.CheckedGame, thing: model.Thing, face: str | None = None) -> CardText:
    """The text of a thing, or its author's own wording; with the key of a `face`, what is read on that side of it."""
    if thing.wording is not None:
        return CardText(_own_words(game, thing, thing.wording), own_words=True)
    paragraphs: list[Paragraph] = []
    paragraphs += _sections(game, thing)
    paragraphs += _carried(game, thing, thing.abilities, thing.prohibitions, thing.actions, thing.defines, "")
    for content in thing.face_contents:
        if face is not None and content.face != face:
            continue
        title = content.title or agreement.words(content.face.rpartition(".")[2])
        found: list[Paragraph] = []
        if content.wording is not None:
            found += _own_words(game, evolve(thing, kinds=content.kinds or thing.kinds), content.wording)
        else:
            for section in content.sections.values():
                found += _section(game, thing, section.section, section)
            parts = content.abilities, content.prohibitions, content.actions, content.defines
            found += _carried(game, thing, *parts, "")
        paragraphs += (
            found
            if face is not None
            else [
                evolve(
                    paragraph,
                    heading=" – ".join(filter(None, (agreement.capital(title), paragraph.heading))),
                )
                if number == 0
                else paragraph
                for number, paragraph in enumerate(found)
            ]
        )
    paragraphs += _endings(game, thing)
    paragraphs += _reminders(game, thing)
    return CardText(tuple(paragraph for paragraph in paragraphs if paragraph.runs))


def _own_words(game: model.CheckedGame, thing: model.Thing, words: str) -> tuple[Paragraph, ...]:
    return tuple(_written(game, thing, part.strip()) for part in words.split("\n") if part.strip())


def _written(game: model.CheckedGame, thing: model.Thing, part: str) -> Paragraph:
    """A line of an author's wording; the title of a section in front of it ("Play: ...") is its heading."""
    heading, colon, rest = part.partition(": ")
    titles = {
        section.title
        for name in thing.kinds
        for ancestor in (game.kinds[name].ancestors if name in game.kinds else ())
        for section in (game.kinds[ancestor].sections.values() if ancestor in game.kinds else ())
    }
    return Paragraph(runs(game, rest), heading) if colon and heading in titles else Paragraph(runs(game, part))


def text(game: model.CheckedGame, thing: model.Thing) -> str:
    """The text of a thing in plain words, a line for each paragraph."""
    return card_text(game, thing).text


def scope_of(game: model.CheckedGame, thing: model.Thing) -> Scope:
    """What this and you mean on a thing."""
    card = thing_is_a(game, thing, "Card")
    this = NounPhrase("this card", noun="card") if card else title_of(game, thing)
    if ":" in this.text:  # "Issue 5: The Long Night" is too long to be said again
        noun = kind_noun(game, thing.kinds[0])[0]
        this = NounPhrase(f"this {noun}", noun=noun)
    scope = Scope(game, thing, this, YOU)
    selves: set[str] = set()
    for kind_name in thing.kinds:
        kind = game.kinds.get(kind_name)
        for ancestor in kind.ancestors if kind is not None else ():
            above = game.kinds.get(ancestor)
            if above is None or above.you is None or isinstance(above.you, model.This):
                continue
            named = values.noun(above.you, scope).text
            if isinstance(above.you, model.DefineValue) and above.you.object is None:
                continue  # a role of the game's own, such as the one who reads the news
            selves.add(named)
    return evolve(scope, selves=frozenset(selves))


_known = once_for_game(settled)


def _sections(game: model.CheckedGame, thing: model.Thing) -> list[Paragraph]:
    """Sections in the order in which the Kind declares them: the thing's own body, or the Kind's with its values."""
    paragraphs: list[Paragraph] = []
    done: set[str] = set()
    for kind_name in thing.kinds:
        kind = game.kinds.get(kind_name)
        for ancestor in reversed(kind.ancestors) if kind is not None else ():
            above = game.kinds.get(ancestor)
            for key in above.sections if above is not None else ():
                if key not in done:
                    done.add(key)
                    paragraphs += _section(game, thing, key, thing.sections.get(key))
    for key, body in thing.sections.items():
        if key not in done:
            paragraphs += _section(game, thing, key, body)
    return paragraphs


def _declared(game: model.CheckedGame, thing: model.Thing, key: str) -> model.SectionKind | None:
    for kind_name in thing.kinds:
        kind = game.kinds.get(kind_name)
        for ancestor in kind.ancestors if kind is not None else ():
            above = game.kinds.get(ancestor)
            if above is not None and key in above.sections:
                return above.sections[key]
    return None


def _section(game: model.CheckedGame, thing: model.Thing, key: str, body: model.SectionBody | None) -> list[Paragraph]:
    declared = _declared(game, thing, key)
    scope = scope_of(game, thing)
    title = declared.title if declared is not None else agreement.words(key.rpartition(".")[2])
    block = body.block if body is not None else (declared.block if declared is not None else None)
    if not block:
        return []
    parameter = body.parameter if body is not None else (declared.parameter if declared is not None else None)
    scope = _performing(scope, declared, parameter)
    block = Folder(game, thing, _known(game)).block(block)
    lines = statements.block(block, scope)
    if body is None and len(lines) == 1 and title.lower().endswith(lines[0].text.lower()):
        return []  # "When time runs out. Time runs out."
    if body is not None and body.timing is not None and body.pattern is not None:
        inner = _performing(scope_of(game, thing), declared, parameter)
        trigger = model.Trigger("", body.timing, body.pattern, body.condition, block, False)
        lines = abilities.ability(trigger, inner)
    elif body is not None and body.condition is not None:
        lines = statements.behind(clauses.condition(body.condition, scope), lines)
    return _paragraphs(game, lines, title)


def _performing(scope: Scope, declared: model.SectionKind | None, parameter: model.Local | None) -> Scope:
    """Whom a section is carried out with ("the user"), and whom it calls you."""
    if parameter is None:
        return scope
    own = declared.parameter if declared is not None else None
    for local in (parameter, own):
        if local is not None:
            scope.bind(local, NounPhrase(f"the {agreement.words(local.name)}"))
    if declared is not None and declared.you is not None and not isinstance(declared.you, model.Local):
        return evolve(scope, selves=scope.selves | {values.noun(declared.you, scope).text})
    return scope


def _carried(
    game: model.CheckedGame,
    thing: model.Thing,
    own: tuple[model.Ability, ...],
    prohibitions: tuple[model.Cannot | model.CostChange, ...],
    actions: tuple[model.Action, ...],
    defines: Mapping[str, model.Define],
    heading: str,
) -> list[Paragraph]:
    paragraphs: list[Paragraph] = []
    scope = scope_of(game, thing)
    folder = Folder(game, thing, _known(game))
    prohibitions, own, actions = folder.parts(prohibitions), folder.parts(own), folder.parts(actions)
    for define in defines.values():
        if not isinstance(define.value.type, model.TruthType) and define.key not in asked_defines(game):
            continue  # a number that agents look at, and no rule
        line = _define(game, thing, define, scope)
        if line is not None:
            paragraphs += _paragraphs(game, [line], heading)
    lines = [line for one in prohibitions for line in abilities.prohibition(one, scope)]
    for line in abilities.folded(lines):
        paragraphs += _paragraphs(game, [line], heading)
    for ability in abilities.together(own):
        paragraphs += _paragraphs(game, abilities.ability(ability, scope_of(game, thing)), heading)
    for action in actions:
        paragraphs += action_paragraphs(game, thing, action)
    return paragraphs


def action_paragraphs(game: model.CheckedGame, thing: model.Thing, action: model.Action) -> list[Paragraph]:
    scope = scope_of(game, thing)
    lines = abilities.action_lines(action, scope)
    title = "" if action.title == thing.title else action.title
    return _paragraphs(game, lines, title)


@once_for_game
def asked_defines(game: model.CheckedGame) -> frozenset[str]:
    """Keys of the defines that rules or cards ask for; what only agents or sheets read is of no use to players."""
    kinds = [(kind.abilities, kind.prohibitions, kind.actions, tuple(kind.sections.values()), kind.you or ())
             for kind in game.kinds.values()]  # fmt: skip
    things = [
        (thing.abilities, thing.prohibitions, thing.actions, thing.endings, tuple(thing.sections.values()),
         thing.face_contents, tuple(define.value for define in thing.defines.values()))
        for thing in game.things.values() if not thing.of_test
    ]  # fmt: skip
    rules = [(rule.abilities, rule.prohibitions) for rule in game.rules.values()]
    roots = (
        game.flow, *kinds, *things, *rules, *(phase.block for phase in game.phases.values()), *game.verbs.values(),
        *game.actions.values(), *game.endings.values(),
        *(step for setup in game.setups.values() for step in setup.steps),
    )  # fmt: skip
    found: set[str] = set()
    left = [roots]
    while left:
        for node in walk(left.pop()):
            if isinstance(node, model.DefineValue) and node.define not in found:
                found.add(node.define)
                versions = [kind.defines[node.define] for kind in game.kinds.values() if node.define in kind.defines]
                declared = game.defines.get(node.define)
                left += [(one.value,) for one in (*versions, *([declared] if declared is not None else []))]
    return frozenset(found)


def _define(game: model.CheckedGame, thing: model.Thing, define: model.Define, scope: Scope) -> Line | None:
    """A define that a thing says for itself: "Genie is hostile while it is controlled"."""
    first = game.defines.get(define.key)
    phrase = define.phrase or (first.phrase if first is not None else None)
    if phrase is None and define.parameters:
        return None  # a value that the rules ask for, and nothing that one reads
    name = agreement.words(define.name)
    this = scope.this
    inner = scope.inner()
    if define.phrase is not None and first is not None and first.phrase is None and "{" not in define.phrase:
        return Line(f"{_truth(this, None, name, False)} as soon as {define.phrase}")
    if define.phrase is not None and first is not None and first.phrase is not None and _is_clause(define, first):
        says = name if _is_verb(name) else first.phrase
        return Line(f"{says} when {define.phrase}")
    if isinstance(define.value.type, model.TruthType):
        if isinstance(define.value, model.Literal):
            value = bool(define.value.value)
            return Line(_truth(this, phrase, name, not value))
        inner.this = NounPhrase("it", noun=this.noun)
        return Line(f"{_truth(this, phrase, name, False)} while {clauses.clause(define.value, inner)}")
    return Line(f"{this.owning(phrase or name).text} is {values.noun(define.value, scope).text}")


def _is_verb(name: str) -> bool:
    return name.endswith("s") and " " not in name and not name.endswith(("ss", "us"))


def _is_clause(define: model.Define, first: model.Define) -> bool:
    """Does a thing say in a sentence when something is so, where its Kind has a word for what it is?"""
    own, general = define.phrase or "", first.phrase or ""
    if isinstance(define.value, model.Literal) or not isinstance(define.value.type, model.TruthType):
        return False
    return own != general and "{" not in own + general and len(own.split()) > max(3, len(general.split()))


def _truth(this: NounPhrase, phrase: str | None, name: str, negated: bool) -> str:
    if phrase is None or "{" in phrase:
        if _is_verb(name):
            return this.says(agreement.base(name), negated)
        return clauses.is_or_does(this, name, negated)
    if phrase.startswith(this.text):
        return phrase
    return clauses.is_or_does(this, phrase, negated)


def _endings(game: model.CheckedGame, thing: model.Thing) -> list[Paragraph]:
    paragraphs: list[Paragraph] = []
    for ending in thing.endings:
        paragraphs += _paragraphs(game, [ending_line(game, ending, scope_of(game, thing))], "")
    return paragraphs


def ending_line(game: model.CheckedGame, ending: model.Ending, scope: Scope) -> Line:
    """ "If a Sidekick has no hearts, you all lose"."""
    if isinstance(ending.condition, model.Query):
        lead = abilities._watched(ending.condition, scope)
    else:
        lead = clauses.clause(ending.condition, scope)
    who = values.noun(ending.who, scope) if ending.who is not None else None
    subject = (
        who.finite(ending.result) if who is not None else f"all {kind_noun(game, game.seats.kind)[1]} {ending.result}"
    )
    return Line(f"as soon as {lead}, {subject} the game")


def _reminders(game: model.CheckedGame, thing: model.Thing) -> list[Paragraph]:
    """What the thing's own Kinds of cards say for all their cards."""
    paragraphs: list[Paragraph] = []
    done: set[str] = set()
    for kind_name in thing.kinds:
        kind = game.kinds.get(kind_name)
        for ancestor in reversed(kind.ancestors) if kind is not None else ():
            above = game.kinds.get(ancestor)
            if above is None or above.built_in or ancestor in done or not is_a(game, ancestor, "Card"):
                continue
            done.add(ancestor)
            lines: list[Line] = []
            folder = Folder(game, thing, _known(game))
            for ability in folder.parts(above.abilities):
                lines += abilities.ability(ability, scope_of(game, thing))
            for one in folder.parts(above.prohibitions):
                lines += abilities.prohibition(one, scope_of(game, thing))
            for paragraph in _paragraphs(game, lines, ""):
                paragraphs.append(evolve(paragraph, style="reminder" if paragraph.style == "rule" else "bullet"))
    return paragraphs


def _paragraphs(game: model.CheckedGame, lines: list[Line], heading: str) -> list[Paragraph]:
    """Lines as paragraphs: sentences run on until bullets come."""
    paragraphs: list[Paragraph] = []
    heading = agreement.capital(heading)
    running: list[str] = []
    for line in lines:
        running.append(agreement.sentence(line.text))
        if line.bullets:
            paragraphs.append(Paragraph(runs(game, " ".join(running)), heading if not paragraphs else ""))
            running = []
            paragraphs += [Paragraph(runs(game, agreement.sentence(bullet)), "", "bullet") for bullet in line.bullets]
    if running:
        paragraphs.append(Paragraph(runs(game, " ".join(running)), heading if not paragraphs else ""))
    return paragraphs


def counted_nouns(game: model.CheckedGame) -> list[tuple[str, str]]:
    """Everything that is counted: units and resources."""
    nouns = [resource.noun for resource in game.resources.values()]
    nouns += [attribute.unit for attribute in game.attributes.values() if attribute.unit is not None]
    return sorted(set(nouns), key=lambda noun: (-len(noun[1]), noun))


_TIMING = re.compile(r"^(?:(?:Once|Twice|\d+ times) per [a-z]+(?: for [^,:]+)?)")


def runs(game: model.CheckedGame, text: str) -> tuple[Run, ...]:
    """Marks counted nouns (for icons), numbers, and the words that say when."""
    return marked(text, [word for noun in counted_nouns(game) for word in noun if word])


def marked(text: str, words: Sequence[str]) -> tuple[Run, ...]:
    """The same for any words that are counted."""
    marks = "|".join(re.escape(word) for word in sorted(set(words), key=len, reverse=True))
    pattern = re.compile(
        r"(?P<number>(?<![\w.])[+−]?\d+(?![\w.]*\w|-[^\W\d]))" + (rf"|(?<=\d )(?P<icon>{marks})(?!\w)" if marks else "")
    )
    found: list[Run] = []
    at = 0
    timing = _TIMING.match(text)
    if timing is not None:
        found.append(Run("keyword", timing.group(0)))
        at = timing.end()
    while at < len(text):
        mark = pattern.search(text, at)
        if mark is None:
            break
        if mark.start() > at:
            found.append(Run("text", text[at : mark.start()]))
        kind: RunKind = "number" if mark.group("number") else "icon"
        found.append(Run(kind, mark.group(0)))
        at = mark.end()
    if at < len(text):
        found.append(Run("text", text[at:]))
    return tuple(found)


__all__ = ["CardText", "Paragraph", "Run", "card_text", "text", "value_of"]
