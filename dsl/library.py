"""Where the games are: the folder `cards` beside this package, one folder for each game, and any folder by its path."""

from __future__ import annotations

from pathlib import Path

from .diagnostics.nearest import nearest

LIBRARY = Path(__file__).resolve().parent.parent / "cards"


class GameNotFound(LookupError):
    """There is no such game; `meant` is the name of one that sounds like it."""

    def __init__(self, asked: str, known: tuple[str, ...]) -> None:
        self.asked = asked
        self.known = known
        self.meant = nearest(_plain(asked), known)
        text = f"I know no game `{asked}`"
        if self.meant:
            text += f". Did you mean `{self.meant}`?"
        elif known:
            text += f". There are: {', '.join(known)}"
        super().__init__(text)


def games(library: Path = LIBRARY) -> tuple[str, ...]:
    """The names of the built-in games: folders with a front page."""
    if not library.is_dir():
        return ()
    return tuple(sorted(path.name for path in library.iterdir() if (path / "game.side").is_file()))


def find_game(name: str | Path, library: Path = LIBRARY) -> Path:
    """The folder of a game, by its name (with - or _, in any case) or by its path."""
    asked = str(name)
    known = games(library)
    for game in known:
        if _plain(game) == _plain(asked):
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


def find_base(name: str) -> Path | None:
    """The folder of the game that a mod extends."""
    try:
        folder = find_game(name)
    except GameNotFound:
        return None
    return folder if (folder / "game.side").is_file() else None


def _plain(name: str) -> str:
    return name.strip().lower().replace("_", "-").replace(" ", "-")
