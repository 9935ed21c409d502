"""A match in the terminal: shows the table and the log, asks people, lets agents answer, undoes, saves.

It shows nothing that the person who is asked may not know, and decides nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.markup import escape

from dsl.diagnostics.nearest import nearest

from .agents import AGENTS, Agent, Table, stream
from .agents.person import Person
from .board import Names, board, describe, things_seen
from .match import Match, MatchError, diagnostic_of

if TYPE_CHECKING:
    from dsl.model import CheckedGame

    from .engine.program import Report

HELP = """\
[bold]1, 2, ...[/bold]   take the option with this number (its text works too)
[bold]u[/bold]           take back your last answer
[bold]s[/bold] [FILE]    save the match
[bold]h[/bold] NAME      help on a card, a place, anything with a name
[bold]v[/bold]           see the table again
[bold]l[/bold]           the whole log of what you have seen
[bold]q[/bold]           leave the match"""


class Left(Exception):
    """The player leaves the match."""


class Again(Exception):
    """The question has changed: it is to be asked anew."""


class Playing:
    """One match at one terminal. `run` gives the exit status of the command."""

    def __init__(
        self,
        game: CheckedGame,
        match: Match,
        seats: Sequence[str],
        save_to: Path,
        card_text: Callable[[str], str] | None = None,
    ) -> None:
        self.game = game
        self.match = match
        self.seats = tuple(seats)
        self.save_to = save_to
        self.card_text = card_text
        self.console = Console(highlight=False, soft_wrap=False)
        self.names = _names(game, match)
        self.unread: list[Report] = []
        self.log: list[Report] = []
        self.seat = 0
        self.people = [seat for seat, name in enumerate(self.seats) if name == "person"]
        person = Person(self._read, self.console.print, self._command)
        self._agents: list[Agent] = [person if name == "person" else AGENTS[name]() for name in self.seats]
        self._streams = [stream(match.seed, seat) for seat in range(len(self.seats))]
        self._saved = 0  # answers when the match was last saved

    def run(self) -> int:
        title = f"[bold]{escape(self.game.title)}[/bold]"
        self.console.print(f"{title}, {self.match.players} players, seed {self.match.seed}")
        if self.people:
            self.console.print("[dim]? for help, q to leave[/dim]")
        try:
            while not self.match.over:
                self._turn()
        except Left:
            return 0
        except Exception as problem:
            diagnostic = diagnostic_of(problem)
            if diagnostic is None:
                raise
            return self._failed(diagnostic.code, diagnostic.headline)
        self._ended()
        return 0

    # -------------------------------------------------------------------------------------------- one decision

    def _turn(self) -> None:
        program, state = self.match.program, self.match.state
        asked = program.seat(state)
        if asked < 0:  # the whole team: a person speaks for it if there is one
            asked = self.people[0] if self.people else 0
        self.seat = asked = min(asked, len(self.seats) - 1)
        if self.seats[asked] == "person":
            self._show(asked)
        try:
            index = self._agents[asked].choose(Table(program, state, asked), self._streams[asked])
        except Again:
            return
        log: list[Report] = []
        try:
            self.match.step(index, log)
        finally:
            self.unread += log
            self.log += log

    def _show(self, seat: int) -> None:
        """What the person who is asked may see: what happened, the table, the question."""
        self._tell(seat)
        view = self.match.program.view(self.match.state, seat)
        self.console.print()
        self.console.print(board(view, self.names))
        self._question(seat)

    def _question(self, seat: int) -> None:
        decision = self.match.program.decision(self.match.state)
        self.console.print()
        self.console.print(f"[bold]{escape(decision.who)}[/bold]: {escape(decision.prompt)}")
        width = len(str(len(decision.options)))
        for number, option in enumerate(decision.options, 1):
            self.console.print(f"  [bold]{number:>{width}}[/bold]  {escape(option.text)}")

    def _tell(self, seat: int) -> None:
        told = [report for report in self.unread if _may_hear(report, seat)]
        if told:
            self.console.print()
        for report in told:
            self.console.print(f"[dim]·[/dim] {escape(report.text)}")
        self.unread.clear()

    # -------------------------------------------------------------------------------------------- commands

    def _command(self, word: str, rest: str) -> bool:
        match word.lower():
            case "?" | "help":
                self.console.print(HELP)
            case "u" | "undo":
                self._undo()
            case "s" | "save":
                self._save(Path(rest) if rest else self.save_to)
            case "h" | "card":
                self._describe(rest)
            case "v" | "view":
                self._show(self.seat)
            case "l" | "log":
                for report in self.log:
                    if _may_hear(report, self.seat):
                        self.console.print(f"[dim]·[/dim] {escape(report.text)}")
            case "q" | "quit":
                self._leave()
                raise Left
            case "end":
                self.console.print("\nEnd of input; the match is left.")
                raise Left
            case _:
                return False
        return True

    def _undo(self) -> None:
        try:
            taken = self.match.undo(self.people)
        except MatchError as problem:
            self.console.print(f"{escape(str(problem))}.")
            return
        del self.log[:]
        self.unread.clear()
        self.console.print(f"Taken back: {taken} {'answer' if taken == 1 else 'answers'}.")
        raise Again

    def _save(self, path: Path) -> bool:
        try:
            self.match.save(path, self.seats)
        except MatchError as problem:
            self.console.print(escape(str(problem)))
            return False
        self._saved = len(self.match.answers)
        self.console.print(f"Saved. Go on with: sidescript play GAME --from {escape(str(path))}")
        return True

    def _leave(self) -> None:
        """Offers to save what is not saved."""
        if not self.match.answers or self._saved == len(self.match.answers):
            return
        answer = self._read(f"Save the match to {self.save_to}? [y/N] ")
        if answer is not None and answer.strip().lower() in ("y", "yes"):
            self._save(self.save_to)

    def _describe(self, asked: str) -> None:
        """Help on a thing: its text as it is printed, and its values as this seat sees them."""
        if not asked:
            self.console.print("On what? Type h and the name of a card or a place.")
            return
        titles = {name: thing.title.lower() for name, thing in self.game.things.items() if not thing.of_test}
        word = asked.lower()
        found = [name for name, title in titles.items() if word in (title, name)]
        found = found or [name for name, title in titles.items() if word in title]
        if not found:
            meant = nearest(word, tuple(titles.values()))
            self.console.print(f"I know no `{escape(asked)}`." + (f" Did you mean {escape(meant)}?" if meant else ""))
            return
        view = self.match.program.view(self.match.state, self.seat)
        for name in found[:5]:
            thing = self.game.things[name]
            kind = self.game.kinds.get(thing.kinds[0])
            noun = kind.noun[0] if kind is not None else thing.kinds[0]
            self.console.print(f"[bold]{escape(thing.title)}[/bold] [dim]{escape(noun)}[/dim]")
            if self.card_text is not None:
                text = self.card_text(name)
                if text:
                    self.console.print(escape(text))
            copies = (one for one in things_seen(view) if str(one.name).partition("#")[0] == name)
            for one in sorted({describe(copy, self.names) for copy in copies}):
                self.console.print(f"  {one}")
        if len(found) > 5:
            self.console.print(f"... and {len(found) - 5} more with `{escape(asked)}` in their name")

    # -------------------------------------------------------------------------------------------- ends

    def _ended(self) -> None:
        seat = self.people[0] if self.people else 0
        self._tell(seat)
        result = self.match.program.result(self.match.state)
        self.console.print()
        if result is not None:
            self.console.print(f"[bold]{escape(result.reason)}[/bold]: {escape(result.result)}")
        rounds = self.match.program.round(self.match.state)
        self.console.print(f"{rounds} rounds, {len(self.match.answers)} decisions, seed {self.match.seed}")

    def _failed(self, code: str, headline: str) -> int:
        path = self.save_to.with_suffix(".record.json")
        print(f"error[{code}]: {headline}", file=sys.stderr)
        try:
            self.match.record().write(path)
            print(f"The match cannot go on. Its record, for whoever wrote the game: {path}", file=sys.stderr)
        except MatchError as problem:
            print(str(problem), file=sys.stderr)
        return 1

    def _read(self, prompt: str) -> str | None:
        self.console.print(escape(prompt), end="")
        try:
            line = input() if sys.stdin.isatty() else sys.stdin.readline()
        except EOFError:
            return None
        if not sys.stdin.isatty():
            if not line:
                return None
            self.console.print(escape(line.rstrip("\n")))
        return line


def _names(game: CheckedGame, match: Match) -> Names:
    """Titles by the names that views use, copies and unnamed players included."""
    program = match.program
    titles = {program.thing_name(x): program.title(x) for x in range(program.layout.count)}
    titles |= {name: thing.title for name, thing in game.things.items()}
    furniture = {
        program.thing_name(x) for kind in ("Place", "Seat") if kind in game.kinds for x in program.layout.of_kind(kind)
    }
    return Names(titles, frozenset(furniture))


def _may_hear(report: Any, seat: int) -> bool:
    """Reports of what not all may know say who may."""
    visible_to = getattr(report, "visible_to", None)
    return visible_to is None or seat in visible_to
