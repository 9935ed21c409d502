"""The engine and the printer know no game: no word that a built-in game declares stands in their Python."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from dsl import vocabulary
from dsl.check import check
from dsl.library import LIBRARY, games
from dsl.load import load

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("dsl", "interpreter", "codegen")

# Words of games that are words of programming, of printing or of English grammar as well.
ORDINARY = {
    *("ability", "act", "advance", "basic", "break", "bridge", "bring", "character", "clear", "collapse", "discard"),
    *(
        "drop",
        "enter",
        "fall",
        "fence",
        "find",
        "gain",
        "guard",
        "harm",
        "hide",
        "hit",
        "item",
        "keep",
        "lead",
        "learn",
    ),
    *("lend", "location", "marker", "meet", "piece", "play", "player", "post", "power", "printed", "proxy", "read"),
    *(
        "remove",
        "resolve",
        "reveal",
        "row",
        "scatter",
        "search",
        "send",
        "set",
        "shift",
        "ship",
        "slot",
        "space",
        "star",
    ),
    *("strike", "strip", "super", "swap", "walk", "wound"),
    *("carry out", "lay out", "set up", "take back", "take up", "turn summary"),
}

# Help texts show commands with a game that is there, such as `sidescript check disney-sidekicks`.
EXAMPLE = re.compile(r"^(example: | +)?sidescript [a-z]+ .*$", re.M)


def split(text: str) -> tuple[str, ...]:
    """The words in a name or a text, in lower case: `GraveThing`, `grave_thing` and "grave thing" are the same two."""
    return tuple(word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", text))


@cache
def words_of(game: str) -> frozenset[tuple[str, ...]]:
    """What a game calls its Kinds, verbs and things, without the words of the language."""
    found = check(load(LIBRARY / game)).game
    assert found is not None
    names = {game, *found.kinds, *found.groups, *found.verbs, *found.things, *found.resources}
    names |= {word for kind in found.kinds.values() for word in kind.noun}
    # what belongs to them often has the names of ideas of any game, unless it takes two words
    keys = (*found.zones, *found.attributes, *found.rules, *found.phases, *found.actions, *found.menus)
    names |= {name for key in keys if len(split(name := key.rpartition(".")[2])) > 1}
    free = {kind.name for kind in vocabulary.KINDS.values()} | {w for k in vocabulary.KINDS.values() for w in k.noun}
    free |= ORDINARY | {f"{word}s" for word in ORDINARY}  # one or many
    return frozenset({split(name) for name in names} - {split(word) for word in free} - {()})


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """Names and texts of a module with their lines, without comments and docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in docs:
                yield node.lineno, EXAMPLE.sub("", text)
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield node.lineno, name
            case ast.arg(arg=name):
                yield node.lineno, name


def spoken(game: str, path: Path) -> Iterator[str]:
    words = words_of(game)
    longest = max(map(len, words))
    for line, text in texts(path):
        inside = split(text)
        for start in range(len(inside)):
            for end in range(start + 1, min(start + longest, len(inside)) + 1):
                if inside[start:end] in words:
                    yield f"{path.relative_to(ROOT)}:{line}: {' '.join(inside[start:end])}"


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("package", PACKAGES)
def test_no_word_of_a_game_stands_in_the_python(game: str, package: str) -> None:
    found = [one for path in sorted((ROOT / package).rglob("*.py")) for one in spoken(game, path)]
    assert found == []


def test_games_have_no_python() -> None:
    assert [path for path in LIBRARY.rglob("*") if path.suffix in (".py", ".pyc", ".pyi")] == []
