"""Where an author's sentence is nearly ours, every word counts: what it turns round, leaves out or reorders."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import pairwise

from dsl import model

from .phrase import Verb, read

_NEAR = 0.7  # so much of two sentences is alike, and they are one that was changed
_SAME = 0.8  # so much, and they say one step
_FAR = 0.45  # not even so much, and they are two
_SHORTEST = 3  # words of a sentence that says something
_PARTS = re.compile(r"(?<=[.;:!?])\s+|, then |[\n•]")
_WORD = re.compile(r"[+−]?\d+|[^\W\d_][\w’'-]*")
_TOGETHER = (("up to", "up_to"), ("this turn", "this_turn"), ("can not", "cannot"), ("or more", "or_more"))


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ALL = _words("each every all both everybody everyone whoever")
_ONE = _words("a an one the that")
_WEIGHTY: tuple[frozenset[str], ...] = (
    _ALL,
    _words("not no cannot neither nor never without nobody none doesn’t don’t isn’t can’t won’t"),
    _words("may can could might up_to want wish"),
    _words("up_to most"),
    _words("or_more least"),
    _words("another other others different else elsewhere"),
    _words("until till rest this_turn long during"),
    _words("unless or otherwise else except not"),
    _words("random randomly chance"),
)
"""Words that may stand for each other, and of which none may be left out."""

_OPPOSITES: tuple[tuple[frozenset[str], frozenset[str]], ...] = tuple(
    (_words(one), _words(other))
    for one, other in (
        ("gain gains gets get receive receives", "lose loses pay pays spend spends"),
        ("draw draws drawn", "discard discards discarded"),
        ("top", "bottom"),
        ("highest most", "lowest fewest least"),
        ("nearest closest", "farthest furthest"),
    )
)
_OPPOSITES_IN_A_SENTENCE: tuple[tuple[frozenset[str], frozenset[str]], ...] = tuple(
    (_words(one), _words(other))
    for one, other in (
        ("before", "after"),
        ("start begin begins beginning", "end ends"),
        ("first", "last"),
        ("more higher extra", "fewer less lower"),
        ("enter enters", "leave leaves"),
        ("reveal reveals revealed", "hide hides hidden"),
        ("and", "or"),
        ("into onto", "from"),
    )
)
"""In other words a sentence may well say "not fewer than 2" for "2 or more"; one that is ours but for that may not."""

_YOU = _words("you your yours yourself")
_THEY = _words("they their them its his her user user’s player player’s holder holder’s")

_AGAINST = ("un", "dis", "in")  # before a word that they turn round

_ALIKE: tuple[frozenset[str], ...] = tuple(
    _words(words)
    for words in (
        "put place lay move bring set return go add shuffle",
        "gain get take receive have",
        "lose pay discard remove spend return",
        "choose pick take",
        "draw take get",
        "deal take suffer hit",
    )
)
"""Verbs that an author may well exchange for each other."""


_USUAL = _words("draw discard move put place remove return shuffle reveal turn lose gain pay swap")  # of all games


def _split(text: str) -> list[list[str]]:
    lowered = text.lower()
    for several, one in _TOGETHER:
        lowered = lowered.replace(several, one)
    return [words for part in _PARTS.split(lowered) if (words := _WORD.findall(part))]


def changed(game: model.CheckedGame, made: str, own: str) -> list[str]:
    """What the author's text turns round or leaves out of sentences that are nearly ours, in words."""
    ours, theirs = _split(made), _split(own)
    said, again = (Counter(word for part in parts for word in part) for parts in (ours, theirs))
    found: list[str] = []

    def turned(pairs: Sequence[tuple[frozenset[str], frozenset[str]]], words: Sequence[str], by: Sequence[str]) -> None:
        """Words of ours, with words of theirs in place of them."""
        for sides in pairs:
            for here, there in (sides, sides[::-1]):
                mine = next((word for word in words if word in here), None)
                other = next((word for word in by if word in there), None)
                if mine is None or other is None:
                    continue
                if _count(again, here) < _count(said, here) and _count(again, there) > _count(said, there):
                    found.append(f"“{_plain(mine)}”, in place of which it says “{_plain(other)}”")

    turned(_OPPOSITES, list(said), list(again))
    verbs = _verbs(game)
    nouns = {
        noun.lower(): kind.noun[0].lower()
        for kind in game.kinds.values() if not kind.built_in
        for noun in kind.noun if " " not in noun
    }  # fmt: skip
    persons = (_YOU, _THEY | frozenset(nouns))
    for part, words, by in _differences(ours, theirs):
        turned((*_OPPOSITES_IN_A_SENTENCE, persons), words, by)
        for group in _WEIGHTY:
            gone = next((word for word in words if word in group), None)
            kept = bool(group & set(by)) or (group is _ALL and not _ONE & set(by))
            if gone is not None and not kept and _count(again, group) < _count(said, group):
                found.append(f"“{_plain(gone)}” ({_around(part, gone)})")
        for known in (verbs, nouns):
            mine = next((word for word in words if word in known and not again[word]), None)
            instead = next((word for word in by if word in known and again[word] > said[word]), None)
            if mine and instead and not _exchanged(known[mine], known[instead]):
                found.append(f"“{mine}”, in place of which it says “{instead}”")
        for word in words:
            turned_round = {f"{before}{word}" for before in _AGAINST} | {word.removeprefix(one) for one in _AGAINST}
            against = next((one for one in by if one in turned_round - {word} and len(one) > _SHORTEST), None)
            if against is not None:
                found.append(f"“{word}”, in place of which it says “{against}”")
    found += _steps_left_out(ours, theirs)
    found += _order(ours, theirs, verbs)
    return list(dict.fromkeys(found))


def _count(words: Counter[str], of: frozenset[str]) -> int:
    return sum(words[word] for word in of)


def _plain(word: str) -> str:
    return word.replace("_", " ")


def _around(part: Sequence[str], word: str) -> str:
    """A word with those beside it."""
    at = part.index(word)
    return "“" + " ".join(map(_plain, part[max(0, at - 2) : at + 3])) + "”"


def _verbs(game: model.CheckedGame) -> dict[str, str]:
    """Words for what is done, also with an s behind them, each with its base."""
    found = dict.fromkeys(sorted(_USUAL))
    for verb in game.verbs.values():
        for text in (verb.orders, verb.reports):
            for part in read(text).parts if text else ():
                if isinstance(part, Verb) and " " not in part.base and part.base not in ("be", "have"):
                    found.setdefault(part.base)
    return {form: base for base in found for form in (base, f"{base}s")}


def _exchanged(one: str, other: str) -> bool:
    return one == other or any(one in group and other in group for group in _ALIKE)


def _differences(
    ours: Sequence[list[str]], theirs: Sequence[list[str]]
) -> Iterator[tuple[list[str], list[str], list[str]]]:
    """For each of our sentences to which one of theirs is near: it, and the words in which they differ."""
    left = [other for other in theirs if other not in ours]
    for part in ours:
        near = _nearest(part, left) if part not in theirs else None
        if near is not None:
            for what, a, b, c, d in SequenceMatcher(None, part, near, autojunk=False).get_opcodes():
                if what != "equal":
                    yield part, part[a:b], near[c:d]


def _nearest(part: Sequence[str], others: Sequence[list[str]], least: float = _NEAR) -> list[str] | None:
    rated = [(_nearness(part, other), other) for other in others]
    best, near = max(rated, key=lambda one: one[0], default=(0.0, None))
    return near if best >= least else None


def _nearness(part: Sequence[str], other: Sequence[str]) -> float:
    """From 0 to 1. What is ours with words left out is near, too."""
    compared = SequenceMatcher(None, part, other, autojunk=False)
    alike = sum(block.size for block in compared.get_matching_blocks())
    return _SAME if alike == len(other) >= _SHORTEST else compared.ratio()


def _steps_left_out(ours: Sequence[list[str]], theirs: Sequence[list[str]]) -> list[str]:
    """Where all that the author says is nearly ours: what of ours has nothing like it."""
    if not all(_nearest(other, [*ours], _SAME) for other in theirs):
        return []
    return [
        f"“{' '.join(map(_plain, part[:5]))}{' ...' if len(part) > 5 else ''}”"
        for part in ours
        if len(part) >= _SHORTEST and part[0] != "choose" and _nearest(part, theirs, _FAR) is None
    ]


def _order(ours: Sequence[list[str]], theirs: Sequence[list[str]], verbs: Mapping[str, str]) -> list[str]:
    """Two steps, one after the other, that the author tells the other way round."""
    changed_ones = [other for other in theirs if other not in ours]
    places: list[tuple[int, list[str]]] = []
    for part in ours:
        near = part if part in theirs else _nearest(part, changed_ones, _SAME)
        if near is not None and len(part) > 1 and theirs.count(near) == ours.count(part) == 1:
            places.append((theirs.index(near), part))
    for (one, before), (other, after) in pairwise(places):
        if one > other:
            first, second = (" ".join(map(_plain, part[:4])) for part in (before, after))
            return [f"the order of “{first} ...” and “{second} ...”"]
    done, again = (
        [next(verbs[word] for word in part if word in verbs) for part in parts if not verbs.keys().isdisjoint(part)]
        for parts in (ours, theirs)
    )
    if done != again and Counter(done) == Counter(again):
        first, second = next((here, there) for here, there in zip(done, again, strict=True) if here != there)
        return [f"the order of “{first}” and “{second}”"]
    return []
