"""Where the games are: the folder `cards` beside this package, one folder for each game, and any folder by its path."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from .diagnostics.nearest import nearest

LIBRARY = Path(__file__).resolve().parent.parent / "cards"


class GameNotFound(LookupError):
    """There is no such game; `meant` is the name of one that sounds like it."""

    def __init__(self, asked: str, known: tuple[str, ...]) -> None:
        self.asked = asked
        self.known = known
        self.meant = nearest(plain(asked), known)
        text = f"I know no game `{asked}`"
        if self.meant:
            text += f". Did you mean `{self.meant}`?"
        elif known:
            text += f". There are: {', '.join(known)}"
        super().__init__(text)


def games(library: Path | None = None) -> tuple[str, ...]:
    """The names of the built-in games: folders with a front page."""
    library = LIBRARY if library is None else library
    if not library.is_dir():
        return ()
    return tuple(sorted(path.name for path in library.iterdir() if (path / "game.side").is_file()))


def find_all(name: str | Path) -> tuple[Path, ...]:
    """The folders of `GAME+MOD+MOD`: a game by name or path, and folders of mods that change it one after another."""
    asked = str(name)
    if "+" not in asked or Path(asked).exists():
        return (find_game(asked),)
    found: list[Path] = []
    there: set[Path] = set()
    for part in asked.split("+"):
        folder = find_game(part)
        if folder.resolve() not in there or not extended(folder):  # a mod that an earlier one builds on is there
            found.append(folder)
            there |= {one.resolve() for one in lineage(folder)}
    return tuple(found)


def find_game(name: str | Path, library: Path | None = None) -> Path:
    """The folder of a game, by its name (with - or _, in any case) or by its path."""
    asked = str(name)
    library = LIBRARY if library is None else library
    known = games(library)
    if not asked.strip():  # as in `GAME+`; an empty path would be the folder in which somebody stands
        raise GameNotFound(asked, known)
    for game in known:
        if plain(game) == plain(asked):
            return library / game
    path = Path(asked)
    try:
        if path.name == "game.side" and path.is_file():
            return path.parent
        if path.is_dir():
            return path
    except OSError:  # no path can be so long
        pass
    raise GameNotFound(asked, known)


def find_base(name: str, beside: Path | None = None) -> Path | None:
    """The folder of the game or mod that a mod extends: a built-in one, or one that lies beside the mod."""
    for known in games():
        if plain(known) == plain(name):
            return LIBRARY / known
    if beside is None:
        return None
    try:
        around = sorted(path for path in beside.resolve().parent.iterdir() if plain(path.name) == plain(name))
    except OSError:
        return None
    return next((path for path in around if (path / "game.side").is_file() and path != beside.resolve()), None)


def home_of(path: Path, named: str | None = None) -> Path | None:
    """The folder of the game or mod that a file is made for: the one it names, else the one that it lies in.

    `named` is a built-in game, the game or mod around the file, or one in a folder beside the file or beside that.
    """
    place = path.resolve().parent
    around = next((one for one in (place, *place.parents) if (one / "game.side").is_file()), None)
    if named is None:
        return around
    if around is not None and plain(named) in {plain(around.name), *map(plain, _names(around))}:
        return around
    found = find_base(named, around) if around is not None else find_base(named, path)
    if found is None:
        near = sorted(one.parent for one in place.glob("*/game.side"))
        found = next((one for one in near if plain(one.name) == plain(named)), None)
    return found


def _names(folder: Path) -> list[str]:
    """What the game or mod in a folder calls itself."""
    text = (folder / "game.side").read_text("utf-8-sig", errors="replace")
    return _NAMED.findall(text)


_NAMED = re.compile(r"^(?:game|mod)\s+(\w+)", re.M)
_MOD = re.compile(r"^mod\b[^\n]*?\bextends\s+(\w+)", re.M)
_GAME = re.compile(r"^game\b", re.M)


def extended(folder: Path) -> tuple[str, ...]:
    """The names of the games that the mod in a folder extends; none, if it is a game."""
    texts: list[str] = []
    for path in sorted(folder.glob("*.side")):
        try:
            if not path.is_file():  # whoever opens a pipe waits for a writer
                continue
            texts.append(path.read_bytes().decode("utf-8-sig", errors="replace").replace("\r", "\n"))
        except OSError:
            continue
    if any(_GAME.search(text) for text in texts):
        return ()
    return tuple(dict.fromkeys(name for text in texts for name in _MOD.findall(text)))


def lineage(folder: Path, before: Sequence[Path] = ()) -> tuple[Path, ...]:
    """A folder after all that it builds on: the game first, then mods in the order in which they change it.

    `before`: mods that come before it, in the order that was asked for.
    """
    found: dict[Path, Path] = {}

    def add(one: Path, inside: tuple[Path, ...]) -> None:
        key = one.resolve()
        if key in found or key in inside:  # a mod that extends itself extends nothing
            return
        for name in extended(one):
            base = find_base(name, one)
            if base is not None:
                add(base, (*inside, key))
        found[key] = one

    for one in (*before, folder):
        add(one, ())
    return tuple(found.values())


def plain(name: str) -> str:
    return name.strip().lower().replace("_", "-").replace(" ", "-")
