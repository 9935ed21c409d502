"""A person at a terminal: reads the number or the beginning of an option, or a command that play carries out."""

from __future__ import annotations

from collections.abc import Callable

from .agent import Table
from .chance import Chance


class Person:
    """Asks until the answer is one of the options.

    `read` gives the next line, None at the end of input. `command` gets every other word and says whether it was one;
    it may raise to leave the question.
    """

    def __init__(
        self, read: Callable[[str], str | None], say: Callable[[str], None], command: Callable[[str, str], bool]
    ) -> None:
        self._read = read
        self._say = say
        self._command = command

    def choose(self, table: Table, rng: Chance) -> int:
        del rng
        options = table.decision.options
        while True:
            line = self._read("> ")
            if line is None:
                self._command("end", "")
                line = ""
            word, _, rest = line.strip().partition(" ")
            if not word:
                self._say(f"Type a number from 1 to {len(options)}, or ? for help.")
                continue
            if line.strip().isdecimal():
                number = int(line) if len(line) < 10 else 0
                if 1 <= number <= len(options):
                    return number - 1
                self._say(f"There are options 1 to {len(options)}.")
                continue
            named = [n for n, option in enumerate(options) if line.strip().lower() in (option.id, option.text.lower())]
            if len(named) == 1:
                return named[0]
            if self._command(word, rest.strip()):
                continue
            begun = [n for n, option in enumerate(options) if _begins(line, option.text) or _begins(line, option.id)]
            if len(begun) == 1:
                return begun[0]
            if begun:
                numbers = ", ".join(str(n + 1) for n in begun)
                self._say(f"Several options begin with `{line.strip()}`: {numbers}. Type more of it, or a number.")
                continue
            self._say(f"I do not know `{word}`. Type the number of an option, or ? for help.")


def _begins(line: str, text: str) -> bool:
    """Does the text begin with what was typed? Colons and capitals need not be typed."""
    return _plain(text).startswith(_plain(line))


def _plain(text: str) -> str:
    return " ".join(text.lower().replace(":", " ").split())
