"""The known name that somebody probably meant. Better absent than silly."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The one known name within a few slips of the pen, or None; among equals the first in order of the alphabet."""
    allowed = 1 if len(word) <= 4 else 2 if len(word) <= 8 else 3
    if len(word) < 2:
        return None
    best: str | None = None
    least = allowed + 1
    plain = _plain(word)
    for name in sorted(known):
        if name == word or abs(len(name) - len(word)) >= max(least, 1):
            continue
        slips = 0 if _plain(name) == plain else distance(word, name, least)
        # with nearly every letter changed it is another word
        if slips < least and slips * 2 < max(len(name), len(word)):
            best, least = name, slips
    return best


def meant_or_all(word: str, known: Iterable[str], more: str = "") -> str:
    """What to say behind "there is no ...": the name that was probably meant, or else all there are, and `more`."""
    there = tuple(known)
    meant = nearest(word, there)
    return f"did you mean {meant!r}?" if meant else f"there are {', '.join(there)}{more}"


def most_like(word: str, known: Iterable[str]) -> list[str]:
    """The known names, those that look most like a word first: that share a part with it, then the nearest."""
    parts = {part for part in word.lower().split("_") if len(part) > 2}

    def unlike(name: str) -> tuple[int, int, str]:
        shared = sum(len(part) for part in parts if part in name.lower())
        return -shared, distance(word, name), name

    return sorted(known, key=unlike)


def sharing(word: str, known: Iterable[str]) -> str | None:
    """The only known name of which a word is a part: `quiet_paws` for `paws`."""
    found = [name for name in known if word in name.split("_")]
    return found[0] if len(found) == 1 else None


def distance(a: str, b: str, limit: int = 1_000) -> int:
    """Slips of the pen between two words: a letter added, left out, exchanged, or two neighbours swapped.

    Counting stops at `limit`.
    """
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        two_before, before, row = before, row, [i]
        for j, y in enumerate(b, 1):
            slips = min(row[j - 1] + 1, before[j] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                slips = min(slips, two_before[j - 2] + 1)
            row.append(slips)
        if min(row) >= limit:
            return limit
    return row[-1]


def _plain(word: str) -> str:
    return word.replace("_", "").replace("-", "").lower()
