"""What somebody means who types a name, a title, or a part of one: one look-up for all commands that show something."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from attrs import frozen

from .. import model
from ..check.prose import with_numbers
from ..diagnostics.nearest import nearest

MOST = 40  # of what a part of a title fits, that are listed


@frozen
class Named:
    """Something with a name. `sort`: the word with which it is declared; of a thing, its Kind.

    `titles`: what it is called in print; more than one if a title holds a number of the rules (as written, and with the
    number) or several nouns. `aside`: looked at only where nothing else fits, such as a test that speaks of a card.
    """

    sort: str
    name: str
    titles: tuple[str, ...] = ()
    aside: bool = False


def look_up(asked: str, known: Sequence[Named]) -> tuple[list[int], bool]:
    """Which of the known things are meant, as their places in the list; and were they named whole?

    Whole are a name and a title, in any capitals and with any marks between the words. If nothing is called so, those
    are meant that have a word beginning with each word that was typed.
    """
    typed = _words(asked)
    for fits, whole in ((_whole, True), (_part, False)):
        for aside in (False, True):
            found = [
                n
                for n, one in enumerate(known)
                if one.aside == aside and any(fits(asked, typed, t) for t in _called(one))
            ]
            if found:
                return found, whole
    return [], False


def listed(known: Sequence[Named]) -> Iterator[str]:
    """A line for each, for whoever typed what fits several of them."""
    lines = list(dict.fromkeys(f"  {one.sort} {one.name}{_quoted(one)}" for one in known))
    yield from lines[:MOST]
    if len(lines) > MOST:
        yield f"  and {len(lines) - MOST} more"


def meant(asked: str, known: Sequence[Named]) -> str:
    """`; did you mean ...?` for what nothing is called: the nearest name or title, or those that share most words."""
    called = {text.lower(): text for one in reversed(known) if not one.aside for text in (*one.titles, one.name)}
    found = nearest(asked.lower(), called)
    if found:
        return f"; did you mean `{called[found]}`?"
    typed = {word for word in _words(asked) if len(word) > 2}
    shared = {text: len(typed.intersection(_words(text))) for text in called}
    most = max(shared.values(), default=0)
    like = sorted(called[text] for text, number in shared.items() if number == most) if most else []
    return f"; did you mean {' or '.join(f'`{one}`' for one in like)}?" if 0 < len(like) <= 3 else ""


def in_numbers(game: model.CheckedGame, asked: str) -> str:
    """A title as it was written, `{mojo_to_win} Mojo`, with the numbers that the rules of the game say."""

    def number(name: str) -> int | None:
        define = game.defines.get(f".{name}")
        value = define.value if define is not None else None
        return value.value if isinstance(value, model.Literal) and isinstance(value.value, int) else None

    return with_numbers(asked, number)[0]


def named_in(game: model.CheckedGame) -> list[Named]:
    """What has a name in a game that its checker made whole, but for tests and for what Kinds have."""
    found = [Named(one.kinds[0], one.name, (one.title,)) for one in game.things.values() if not one.of_test]
    found += [Named("ending", e.name, (e.title,)) for one in game.things.values() for e in one.endings]
    kinds = [one for one in game.kinds.values() if not one.built_in]
    found += [Named("kind", one.name, one.noun) for one in kinds]
    found += [Named("group", one.name, one.noun) for one in game.groups.values()]
    found += [Named("verb", one.name) for one in game.verbs.values()]
    found += [Named("define", one.name) for one in game.defines.values() if not one.owner]
    found += [Named("zone", one.name, (one.label,)) for one in game.zones.values() if not one.owner]
    for sort, of in (
        ("phase", game.phases),
        ("action", game.actions),
        ("ending", game.endings),
        ("rule", game.rules),
        ("option", game.options),
        ("setup", game.setups),
        ("deck", game.decks),
        ("map", game.maps),
        ("contents", game.contents),
        ("reading", game.readings),
        ("campaign", game.campaigns),
        ("build", game.builds),
        ("enum", game.enums),
        ("die", game.dice),
    ):
        found += [Named(sort, one.name, (str(getattr(one, "title", "") or ""),)) for one in of.values()]
    return found


def _called(one: Named) -> Iterator[str]:
    yield one.name
    yield from (title for title in one.titles if title)


def _quoted(one: Named) -> str:
    title = next((title for title in reversed(one.titles) if title), "")
    return f"  “{title}”" if title else ""


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.lower())


def _whole(asked: str, typed: list[str], called: str) -> bool:
    return asked.lower() == called.lower() or typed == _words(called) != []


def _part(asked: str, typed: list[str], called: str) -> bool:
    words = _words(called)
    return bool(typed) and all(any(word.startswith(part) for word in words) for part in typed)
