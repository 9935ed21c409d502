"""Texts that authors wrote in place of ours: both side by side, and what of the effect theirs leaves out."""

from __future__ import annotations

import re
from collections import Counter
from itertools import takewhile

from attrs import evolve, frozen

from dsl import model
from dsl.diagnostics.codes import register
from dsl.diagnostics.diagnostic import Diagnostic, hint, warning
from dsl.source import Span

from .agreement import listing, participle
from .card_text import card_text, counted_nouns
from .near_texts import changed
from .phrase import Slot, Verb, read
from .scope import place_noun

_NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "twice": 2, "thrice": 3, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
    "twenty": 20,
}  # fmt: skip

CODES = {
    "own-text": "A thing has a text of its author's in place of the one made from its effect.",
    "text-leaves-out": "An author's text leaves out something that the effect says.",
}
register(CODES)


@frozen
class Override:
    """`own`: the author's text; `made`: ours; `left_out`: what ours says and theirs does not, in words."""

    thing: str
    title: str
    span: Span
    own: str
    made: str
    left_out: tuple[str, ...]


def overrides(game: model.CheckedGame) -> list[Override]:
    """Every thing with a text of its author's, in the order of declaration."""
    found = []
    for thing in game.things.values():
        if thing.of_test:
            continue
        texts: list[tuple[str | None, Span, model.Thing, str | None]] = [
            (thing.wording, thing.span, evolve(thing, wording=None), None)
        ]
        if thing.wording is None:
            for content in thing.face_contents:
                alone = evolve(thing, face_contents=(evolve(content, wording=None),), abilities=(), sections={})
                texts.append((content.wording, content.span, alone, content.face))
        for own, span, without, face in texts:
            if own is not None:
                made = card_text(game, without, face).text
                left_out = tuple(_left_out(game, made, own)) if made else ()
                found.append(Override(thing.name, thing.title, span, own, made, left_out))
    return found


def diagnostics(game: model.CheckedGame) -> list[Diagnostic]:
    """A hint with both wordings for every text of an author's; a warning if it leaves something out."""
    told = []
    for one in overrides(game):
        notes = (f"written: {_one_line(one.own)}", f"made:    {_one_line(one.made) or '(nothing)'}")
        if one.left_out:
            headline = f"The text of `{one.title}` leaves out {listing(one.left_out)}"
            help_ = "Say it, or leave `text` away: then the text is made from the effect."
            told.append(warning("text-leaves-out", headline, one.span, notes=notes, help=help_))
        else:
            told.append(hint("own-text", f"`{one.title}` has a text of its own", one.span, notes=notes))
    return told


def _one_line(text: str) -> str:
    return " / ".join(line.strip() for line in text.splitlines() if line.strip())


# ------------------------------------------------------------------------------------------------ numbers


@frozen
class _Amount:
    """A number of a text: what stands in front of it ("pay"), and the words behind it that say what it counts."""

    value: int
    sign: str
    verb: str
    unit: tuple[str, ...]
    said: str
    article: bool = False  # "a heart": one, though no number is said


_WORD = re.compile(r"(?:(?<!\w)[+−-])?\d+|[^\W\d_][\w’'-]*|[.,;:()\n•]")
_PASSED = frozenset(("or", "more", "fewer", "less", "other", "of", "the", "your", "their", "its", "those", "these"))
_FAR = 4  # words behind a number among which what it counts is looked for
_ENDS = frozenset((*".,;:()\n•", "and", "then", "to", "from", "at", "on", "in", "for", "into", "with", "unless", "if"))
_LEADS = frozenset(("up", "to", "at", "least", "most", "exactly", "only"))
_LESS = re.compile(r"\b(?:less|fewer|lower|lowers?|minus|reduces?|reduced|loses?|worse|weaker|decreases?)\b")


def _amounts(text: str, counted: frozenset[str]) -> list[_Amount]:
    """The numbers of a text, in figures or words; "a heart" is one, if hearts are counted. Limits are no amounts."""
    words = _WORD.findall(_PER.sub(" ", text))
    found = []
    for at, word in enumerate(words):
        bare = word.lower()
        figure = re.fullmatch(r"([+−-]?)(\d+)", word)
        behind = [_stem(other) for other in words[at + 1 : at + 1 + _FAR]]
        one = bare in ("a", "an", "another") and any(stem in counted for stem in takewhile("of".__ne__, behind))
        if figure is None and bare not in _NUMBERS and not one:
            continue
        one = one or behind[:1] == ["of"]  # "one of your cards"
        unit: list[str] = []
        told = [word]
        for other, stem in zip(words[at + 1 : at + 1 + _FAR], behind, strict=False):
            if other.lower() in _ENDS:
                break
            told.append(other)
            if other.lower() not in _PASSED:
                unit.append(stem)
        lead = [other.lower() for other in words[max(0, at - 4) : at] if other.lower() not in _LEADS]
        value = int(figure.group(2)) if figure is not None else _NUMBERS.get(bare, 1)
        sign = figure.group(1).replace("-", "−") if figure is not None else ""
        verb = _stem(lead[-1]) if lead and lead[-1].isalpha() else ""
        found.append(_Amount(value, sign, verb, tuple(unit), " ".join(told), one))
    return found


def _stem(word: str) -> str:
    """A word without its ending, so that "hearts" and "heart", "pays" and "paying" are one."""
    bare = word.lower().removesuffix("’s").removesuffix("’")
    for ending, left in (("ies", "y"), ("ing", ""), ("ches", "ch"), ("sses", "ss"), ("ed", ""), ("es", ""), ("s", "")):
        if bare.endswith(ending) and len(bare) - len(ending) >= 3 and not (ending == "s" and bare.endswith("ss")):
            return (bare.removesuffix(ending) + left).removesuffix("e")
    return bare.removesuffix("e") if len(bare) > 3 else bare


def _numbers_left_out(made: str, own: str, counted: frozenset[str]) -> list[str]:
    ours, theirs = _amounts(made, counted), _amounts(own, counted)
    ours = [one for one in ours if not one.article]
    lacking = Counter(one.value for one in ours) - Counter(one.value for one in theirs)
    theirs = [one for one in theirs if not one.article]
    missing = [f"the number {number}" for number in lacking.elements()]
    wrong: list[str] = []
    for one in ours:
        same = [other for other in theirs if set(other.unit) & set(one.unit)]
        paid = [other for other in theirs if other.verb and other.verb == one.verb]
        of_unit = same and all(other.value != one.value for other in same)
        of_verb = paid and all(other.value != one.value for other in paid) and bool(set(one.unit) & set(paid[0].unit))
        if (of_unit or of_verb) and not lacking[one.value]:
            wrong.append(f"the number {one.value} (“{one.said}”)")
        signs = {other.sign for other in theirs if other.value == one.value}
        less = "−" in signs or _LESS.search(own.lower())
        if one.sign and signs and (not less if one.sign == "−" else signs == {"−"}):
            wrong.append(f"the sign of {one.sign}{one.value}")
    return [*dict.fromkeys(missing), *dict.fromkeys(wrong)]


# ------------------------------------------------------------------------------------------------ keywords


def _keywords(game: model.CheckedGame) -> list[str]:
    """The words of a game that have a meaning of their own: values of lists, and verbs for what is done to a thing."""
    found = {title: None for enum in game.enums.values() for _, title, _ in enum.values}
    for verb in game.verbs.values():
        for text in (verb.orders, verb.reports):
            match read(text).parts if text else ():
                case (Verb(base), " ", Slot()) | (Slot(), " ", Verb(base), " ", Slot()) if verb.doc and " " not in base:
                    found.setdefault(base)
                case _:
                    pass
    return list(found)


def _keywords_left_out(game: model.CheckedGame, made: str, own: str) -> list[str]:
    missing = []
    lowered = own.lower()
    for one, many in counted_nouns(game):
        said = re.search(rf"\d (?:{re.escape(one)}|{re.escape(many)})\b", made)
        if said and one.lower() not in lowered and many.lower() not in lowered:
            missing.append(f"the keyword “{one}”")
    ours, theirs = ({_stem(word) for word in _WORD.findall(_headless(text))} for text in (made, own))
    for title in _keywords(game):
        stems = {_stem(word) for word in (*title.split(" "), participle(title))} if " " not in title else {
            _stem(word) for word in title.split(" ")
        }  # fmt: skip
        several = " " in title
        told, again = ((stems <= words if several else bool(stems & words)) for words in (ours, theirs))
        if told and not again:
            missing.append(f"the keyword “{title}”")
    return list(dict.fromkeys(missing))


def _headless(text: str) -> str:
    """A text without the titles of its sections."""
    return re.sub(r"^[^.:,\d\n]{1,40}: ", "", text, flags=re.MULTILINE)


# ------------------------------------------------------------------------------------------------ conditions


_PER = re.compile(r"\b(?:once|twice|\w+ times) (?:per|a|an|each|every|in (?:a|each|every)) [a-z]+\b", re.IGNORECASE)
_LIMIT = re.compile(
    r"\b(?:(?:only )?(?:once|twice|one time|(?:two|three|\d+) times)"
    r"(?: (?:per|a|an|each|every|in (?:a|each|every)) [a-z]+)?|the first time|(?:each|every) first time)\b"
)
_WHEN = re.compile(
    r"\b(?:if|unless|while|when|whenever|as long as|so long as|as soon as|after|before|only|during|the first time|"
    r"(?:each|every) time|in case|provided|except|(?:on|in) (?:your|their|its) (?:own )?turn|"
    r"at the (?:start|end)|whose|who|that (?:has|have|is|are))\b"
)
_MUST = re.compile(
    r"\b(?:if|unless|while|when|whenever|as long as|as soon as|after|before|only|at the (?:start|end))\b([^.,:;\n]*)"
)
_LASTS = re.compile(r"\b(?:until|till|rest of|this turn|for this|as long as|lasts?)\b")
_INSTEAD = re.compile(r"\b(?:instead|in place|rather|replaces?)\b")
_BOUND = re.compile(
    r"\b(?:or (?:more|fewer|less|higher|lower)|at (?:least|most)|up to|not (?:below|above)|(?:more|fewer|less) than|"
    r"minimum|maximum|never|no more|any number)\b"
)
_NOT = re.compile(r"\b(?:not|no|cannot|can’t|never|neither|nor|without|nobody|nothing|none|except|unless|un\w+)\b")
_OTHER = re.compile(r"\b(?:another|others?|else|different|elsewhere|except|apart|not)\b")
_MAY = re.compile(r"\b(?:may|can|could|choose|wants?|wish|likes?|optional|up to|any number)\b")
_SHORTEST = 4


def _conditions_left_out(made: str, own: str) -> list[str]:
    lowered, ours = own.lower(), made.lower()
    missing = []
    limit = re.search(r"\b(?:once|twice|\d+ times) per [a-z]+", ours)
    if limit is not None and not _LIMIT.search(lowered):
        missing.append(f"a condition (“per {limit[0].rpartition(' ')[2]} ...”)")
    told = len(_WHEN.findall(lowered)) + (len(re.findall(r" or ", lowered)) if "unless" in ours else 0)
    wanted = list(_MUST.finditer(ours))
    stems = {_stem(word) for word in _WORD.findall(lowered)}
    for found in wanted:
        about = {_stem(word) for word in _WORD.findall(found[1]) if len(word) >= _SHORTEST} - _EMPTY
        if about and not about & stems:
            missing.append(_condition(found))
    if told < len(wanted):
        words = Counter(_WHEN.findall(lowered))
        for found in wanted:
            word = found[0].removesuffix(found[1])
            words[word] -= 1
            if words[word] < 0 and told < len(wanted):
                missing.append(_condition(found))
                told += 1
    for pattern in (_LASTS, _INSTEAD, _BOUND, _OTHER):
        some = [found[0] for found in _PLAIN[pattern].finditer(ours)]
        if len(pattern.findall(lowered)) < (len(some) if pattern is _BOUND else min(1, len(some))):
            missing.append(f"a condition (“{some[0]} ...”)")
    bare = re.sub(r"\bnot (?:below|above)\b", "", ours)
    if re.search(r"\b(?:not|no|cannot|neither)\b", bare) and not _NOT.search(lowered):
        missing.append("a “not”")
    if re.search(r"\bmay\b", ours) and not _MAY.search(lowered):
        missing.append("that it may be left (“may”)")
    return list(dict.fromkeys(missing))


_ALL = re.compile(r"\b(?:each|all|every|everybody|everyone|everything|any|both|whoever|together)\b")
_CHANCE = re.compile(r"\b(?:random|chance|randomly|blindly|unseen|dice|die|roll)\b")
_WHERE = re.compile(r"\b(?:here|there|near|nearby|beside|next|adjacent|same|around|where|within|away|with)\b")


def _whom_left_out(game: model.CheckedGame, made: str, own: str) -> list[str]:
    """ "Each Sidekick" that became "a Sidekick", what is taken at random, and where somebody has to be."""
    missing = []
    nouns = {kind.noun[0].lower() for kind in game.kinds.values() if not kind.built_in}
    concerned = [noun for noun in sorted(nouns) if re.search(rf"\b(?:each|all) (?:[\w-]+ )?{re.escape(noun)}", made)]
    if concerned and not _ALL.search(own):
        one = next((noun for noun in concerned if re.search(rf"\b(?:a|an|one|the|that) (?:[\w-]+ )?{noun}\b", own)), "")
        if one:
            missing.append(f"that it is each of them (“each {one}”)")
    if re.search(r"\brandom\b", made) and not _CHANCE.search(own):
        missing.append("that chance picks (“random”)")
    one, many = (noun.lower() for noun in place_noun(game))
    place = re.search(
        rf"\b(?:at|on|next to) (?:your|the [\w’ ]+’s|this [\w’ ]+’s|that [\w’ ]+’s) {re.escape(one)}\b", made
    )
    if (
        place is not None
        and not re.search(rf"\b(?:{re.escape(one)}|{re.escape(many)})\b", own)
        and not _WHERE.search(own)
    ):
        missing.append(f"a condition (“{place[0]}”)")
    return missing


def _condition(found: re.Match[str]) -> str:
    return f"a condition (“{found[0].removesuffix(found[1])} ...”)"


_EMPTY = frozenset(
    _stem(word)
    for word in ("your", "their", "that", "this", "those", "these", "with", "have", "does", "would", "there")
)
_PLAIN = {
    _LASTS: re.compile(r"\buntil\b"),
    _INSTEAD: re.compile(r"\binstead\b"),
    _BOUND: re.compile(
        r"\b(?:or (?:more|fewer|less)|at (?:least|most)|not (?:below|above)|(?:more|fewer|less) than)\b"
    ),
    _OTHER: re.compile(r"\b(?:another|other)\b"),
}


def _left_out(game: model.CheckedGame, made: str, own: str) -> list[str]:
    nouns = [*counted_nouns(game), *(kind.noun for kind in game.kinds.values())]
    counted = frozenset(_stem(noun[0].split(" ")[-1]) for noun in nouns) | {"card"}
    missing = _numbers_left_out(_headless(made), _headless(own), counted)
    missing += _keywords_left_out(game, made, own)
    missing += _conditions_left_out(made, own)
    missing += _whom_left_out(game, made.lower(), own.lower())
    return missing or changed(game, made, own)
