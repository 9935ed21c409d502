"""A match in the terminal: shows the table and the log, asks people, lets agents answer, undoes, saves.

It shows nothing that the person who is asked may not know, and decides nothing.
"""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import frozen
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding

from dsl.diagnostics.nearest import nearest
from dsl.model import INFINITE, EnumType, ThingType

from .agents import Agent, Table, make, stream
from .agents.person import Person
from .board import Names, atlas, board, describe, hint, lying, next_to, status, things_seen, turn
from .engine.phrases import counted
from .engine.telling import Log
from .match import Match, MatchError, diagnostic_of
from .refusals import Clause, Refusal, actions_called, explaining, refusals
from .wishes import Wishes, Wishing

if TYPE_CHECKING:
    from dsl.model import CheckedGame
    from dsl.source import Span

    from .engine.program import Decision, Option, Report
    from .engine.view import SeenPlace, View

HELP = """\
[bold]1, 2, ...[/bold]   take the option with this number (its text works too, or enough of its beginning)
[bold]?[/bold] ACTION    why an action, or a card of which there is one, is not among the options
[bold]u[/bold]           take back your last answer
[bold]s[/bold] [FILE]    save the match
[bold]h[/bold] NAME      help on a card, a place, anything with a name
[bold]m[/bold]           the map: every place, what lies there, and what is next to it
[bold]v[/bold]           see the table again
[bold]l[/bold]           the whole log of what you have seen
[bold]q[/bold]           leave the match"""


_MANY_TITLES = 12  # that are told at once
_MANY_ACTIONS = 5  # of one name, of which it is told why they cannot be taken
_FIRST = 3  # cards of a deck that are named behind it where one chooses it


@frozen
class Told:
    """Something for the log. `answers`: how many had been given before it. `visible_to`: None for all.

    `kind` is a report, an action that somebody took, the text of a card that was revealed, or a new turn.
    """

    kind: str
    text: str
    answers: int
    visible_to: frozenset[int] | None = None
    seat: int = -1
    who: str = ""  # took the action
    goes_on: bool = False  # it says more about the action before it
    source: str = ""  # whose text made it happen, for all but the seats that may not know it
    unaware: frozenset[int] = frozenset()


MOST_ALONE = 20_000  # decisions of a match in which nobody could leave, as no person plays


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
        called: str = "",
        always: bool = False,
        wishes: Wishes | None = None,
        clause: Clause | None = None,
        offer: Callable[[Span], str] | None = None,
        numbers: Callable[[str], str] | None = None,
    ) -> None:
        self.game = game
        self.match = match
        self.seats = tuple(seats)
        self.save_to = save_to
        self.always = always  # saved after every answer
        self.card_text = card_text
        self.clause = clause
        self.offer = offer  # what an offer does, by where it stands
        self.numbers = numbers  # the printed numbers of a thing, by its name
        self.called = called or game.name  # what the command line calls the game
        self.console = Console(highlight=False, soft_wrap=False)
        self.names = _names(game, match)
        self.unread: list[Told] = []
        self.log: list[Told] = []
        self.seat = 0
        self.people = [seat for seat, name in enumerate(self.seats) if name == "person"]
        person = Person(self._read, lambda text: self.console.print(escape(text)), self._command)
        self._agents: list[Agent] = [person if name == "person" else make(name) for name in self.seats]
        self._streams = [stream(match.seed, seat) for seat in range(len(self.seats))]
        self._before = len(match.answers)  # answers that were given before this play began
        self._saved = tuple(match.answers)  # when the match was last saved
        self._shown: tuple[int, tuple[str, ...]] | None = None  # the turn of which the whole table was shown
        self._menus: list[tuple[object, ...] | None] = []  # for each answer here: the menu of which an action was taken

        self._wishing = Wishing(match.program, wishes) if wishes else None
        self._heard = Log()  # goes from step to step
        self._doing: tuple[int, str] | None = None  # who took an action last, and its words
        self._untold: tuple[int, list[Told]] | None = None  # an action of a card still hidden, and its choices

    def run(self) -> int:
        title = f"[bold]{escape(self.game.title)}[/bold]"
        people = counted(self.match.players, "player|players")
        self.console.print(f"{title}, {people}, seed {self.match.seed}")
        if self.people:
            self.console.print("[dim]? for help, q to leave[/dim]")
        else:
            self.console.print()
        try:
            while not self.match.over:
                if not self.people and len(self.match.answers) - self._before >= MOST_ALONE:
                    return self._failed("match-too-long", f"The match has not ended after {MOST_ALONE:,} decisions")
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
        wished = self._wishing.answer(state, asked) if self._wishing is not None else None
        if wished is None and self.seats[asked] == "person":
            self._show(asked)
        try:
            index = wished if wished is not None else self._chosen(asked)
        except Again:
            return
        self._step(index, asked)
        if self.always and (self.seats[asked] == "person" or self.match.over):
            self.match.save(self.save_to, self.seats)
            self._saved = tuple(self.match.answers)

    def _chosen(self, asked: int) -> int:
        """What whoever sits there takes. A person may take what another seat was to have."""
        program, state = self.match.program, self.match.state
        table = Table(program, state, asked, len(self.match.answers), self.match.way)
        index = self._agents[asked].choose(table, self._streams[asked])
        if self._wishing is None or self.seats[asked] == "person":
            return index
        return self._wishing.spared(state, asked, index)

    def _step(self, index: int, asked: int) -> None:
        """Carries an answer out and writes down what is to be told of it."""
        program, state, number = self.match.program, self.match.state, len(self.match.answers)
        watching = self.people or [0]
        before = turn(program.clock(state), self.names)
        hidden = {seat: program.hidden(state, seat) for seat in watching}
        decision = program.decision(state)
        menu = decision.kind == "menu" and decision.options[index].id != "pass"
        self._menus.append((before, decision.prompt, state.asker) if menu else None)
        option, raw = decision.options[index], state.options[index]
        if decision.kind == "menu":
            self._doing = (state.asker, option.text) if menu else None
        declined = self._declined(decision, option, asked, number)
        source = raw[1] if menu and len(raw) > 1 else -1
        still = hidden
        entries: list[Told] = []
        log = self._heard
        log.clear()
        shown: dict[int, Told] = {}
        try:
            self.match.step(index, log)
            still = {seat: was & program.hidden(self.match.state, seat) for seat, was in hidden.items()}
            shown = self._revealed(hidden, log, frozenset((source, *option.things)))
        finally:
            if menu:
                unaware = frozenset(one for one, unknown in still.items() if source in unknown and one != asked)
                action = Told("action", option.text, number, unaware, asked, decision.who)
                self._untold = (source, [action]) if unaware else None
            entries += self._taken(decision, option, source, asked, number, still)
            entries += declined
            if decision.kind in ("thing", "enum") and option.id != "done" and (before[0] == 0 or asked not in watching):
                told = {report.text for report in log}
                if self._untold or not any(option.text in text for text in told):  # a choice of which no report speaks
                    aware = frozenset(range(len(self.seats))) - {
                        one for one, unknown in still.items() if unknown.intersection(option.things)
                    }
                    said = f"{decision.prompt}{'' if decision.prompt.endswith('?') else ':'} {option.text}"
                    if self._untold and asked == self._untold[1][0].seat:
                        aware &= self._untold[1][0].visible_to or frozenset()
                        self._untold[1].append(Told("action", option.text, number, aware, asked, decision.who, True))
                    else:
                        entries.append(Told("action", said, number, aware, asked, decision.who))
            if self._untold and not any(self._untold[0] in unknown for unknown in still.values()):
                entries[:0] = self._untold[1]
                self._untold = None
            after = turn(program.clock(self.match.state), self.names)
            changed = after != before and not self.match.over
            now = program.turn(self.match.state) if changed and log else ()
            for report in log:
                if changed and getattr(report, "turn", None) == now:
                    entries.append(_turn_line(after, number))
                    changed = False
                entries += self._reported(report, number)
                for x in report.things:
                    if x in shown:
                        entries.append(shown.pop(x))
            entries += shown.values()
            if changed:
                entries.append(_turn_line(after, number))
            self.unread += entries
            self.log += entries
            if not self.people:
                self._tell_on()

    def _taken(
        self, decision: Any, option: Any, source: int, seat: int, number: int, hidden: dict[int, frozenset[int]]
    ) -> list[Told]:
        """What is told of an answer: the action from a menu, and the branch of it that was chosen.

        An action of a card that stays hidden is not told, nor the hidden things that an action is taken on.
        """
        if decision.kind not in ("menu", "mode") or option.id == "pass":
            return []
        everybody = frozenset(range(len(self.seats)))
        unaware = frozenset(one for one, unknown in hidden.items() if source in unknown and one != seat)
        secret = frozenset(one for one, unknown in hidden.items() if unknown.intersection(option.things)) - unaware
        goes_on, brief = decision.kind == "mode", option.text.partition(": ")[0]
        found = [Told("action", option.text, number, everybody - secret - unaware, seat, decision.who, goes_on)]
        if secret:
            found.append(Told("action", brief, number, secret, seat, decision.who, goes_on))
        return found

    def _declined(self, decision: Decision, option: Option, seat: int, number: int) -> list[Told]:
        """That somebody does not do what a text offers, for those who may know of the text and of what it names."""
        if decision.kind != "may" or option.id != "no":
            return []
        program, state = self.match.program, self.match.state
        title, thing = self._heard.teller(program).source()
        if not title and self._before:  # the match was saved in between: nobody heard whose text asks
            return []
        site, cells = program.rules.sites[state.site], program.layout.column
        named = [state.a[cells[f"prompt.{n}"]] for n, of in enumerate(site.slots) if isinstance(of, ThingType)]
        unaware = set().union(*(program.unaware(state, x) for x in (thing, *named) if x >= 0)) - {seat}
        said = f"{decision.prompt}{'' if decision.prompt.endswith('?') else ':'} no"
        everybody = frozenset(range(len(self.seats)))
        return [Told("action", said, number, everybody - unaware, seat, decision.who, source=title)]

    def _revealed(self, hidden: dict[int, frozenset[int]], log: list[Any], answer: frozenset[int]) -> dict[int, Told]:
        """The cards that came to light, but for those of the answer: with their texts, which are told once, or by their
        titles, if no report tells them."""
        program, state = self.match.program, self.match.state
        found: dict[int, Told] = {}
        again: dict[frozenset[int], dict[str, int]] = {}
        known = {}
        for seat, was in hidden.items():
            named = {x for one in log for x in one.things if _names_it(one, seat, program.title(x))}
            known[seat] = was - (program.hidden(state, seat) - named)
        for x in sorted(frozenset().union(*known.values())):
            name = program.thing_name(x).partition("#")[0]
            if self._is_piece(name):  # what lies on the table in numbers says nothing new when it appears
                continue
            text = self.card_text(name) if self.card_text is not None and name in self.game.things else ""
            title, seats = program.title(x), frozenset(seat for seat, new in known.items() if x in new)
            said = f"{title}: {text}"
            if text and all(said != one.text for one in (*self.log, *found.values())):
                found[x] = Told("card", said, len(self.match.answers) - 1, seats)
            elif "Card" in self._ancestors(name) and x not in answer:
                seats -= {seat for seat in seats if any(x in one.things and _names_it(one, seat, title) for one in log)}
                if seats:
                    again.setdefault(seats, {}).setdefault(title, x)
        for seats, titles in again.items():
            said = f"New in sight: {', '.join(titles)}"
            found[next(iter(titles.values()))] = Told("report", said, len(self.match.answers) - 1, seats)
        return found

    def _reported(self, report: Report, number: int) -> list[Told]:
        """A report as each seat is told it."""
        source, unaware = report.source, report.unaware
        if not report.veiled:
            return [Told("report", report.text, number, source=source, unaware=unaware)]
        seats = frozenset(range(len(self.seats)))
        aware = seats.difference(*(some for some, _ in report.veiled))
        texts = ((aware, report.text), *report.veiled)
        return [Told("report", text, number, some, source=source, unaware=unaware) for some, text in texts if text]

    def _is_piece(self, name: str) -> bool:
        return "Token" in self._ancestors(name)

    def _ancestors(self, name: str) -> tuple[str, ...]:
        thing = self.game.things.get(name)
        kind = self.game.kinds.get(thing.kinds[0]) if thing is not None else None
        return tuple(getattr(kind, "ancestors", ()))

    def _show(self, seat: int, whole: bool = False) -> None:
        """What the person who is asked may see: what happened, the table (or a line about the seat), the question."""
        self._tell(seat)
        view = self.match.program.view(self.match.state, seat)
        now = turn(view, self.names)
        if whole or now != self._shown:
            self.console.print()
            self.console.print(board(view, self.names))
        else:
            self._status(view)
        self._shown = now
        self._question(seat)

    def _status(self, view: View) -> None:
        program, state = self.match.program, self.match.state
        decision = program.decision(state)
        more = []
        if decision.kind == "menu" and not decision.which:
            here = (turn(view, self.names), decision.prompt, state.asker)
            taken = self._menus.count(here)
            if taken and not decision.about:
                more.append(f"{taken} {'action' if taken == 1 else 'actions'} taken")
            more += [f"{one.title}: {', '.join(one.room)}" for one in things_seen(view) if one.room]
        line = status(view, program.thing_name(state.asker) if state.asker >= 0 else "", self.names, more)
        if line:
            self.console.print(f"\n{line}")

    def _question(self, seat: int) -> None:
        program, state = self.match.program, self.match.state
        decision = program.decision(state)
        places = self._places(seat)
        self.console.print()
        counted = 0 < decision.which <= decision.most < INFINITE and decision.most > 1
        said = f"{decision.prompt} ({decision.which} of {decision.most})" if counted else decision.prompt
        if decision.kind in ("payment", "split") and self._doing and self._doing[0] == state.asker:
            said += f" ({self._doing[1]})"
        about = f"{decision.about}. " if decision.about else ""
        self.console.print(f"[bold]{escape(decision.who)}[/bold]: {escape(about + said)}")
        place = program.extras.offers.get(state.site) if self.offer is not None else None
        if self.offer is not None and place is not None and (does := self.offer(place)):
            carried = [one for one in self.game.things.values() if _stands_in(place, one.span)]
            lead = f"{carried[0].title}: " if carried else ""
            self.console.print(Padding(f"[dim]{escape(lead + does)}[/dim]", (0, 0, 0, 4)))
        width = len(str(len(decision.options)))
        told_apart = self._told_apart(decision)
        for number, option in enumerate(decision.options, 1):
            named = program.thing_name(option.things[-1]) if option.things else ""
            behind = hint(places[named], self.names) if named in places else ""
            if named in self.game.decks:
                behind = f" [dim]({escape(self._held(named, _FIRST))})[/dim]"
            elif told_apart.get(named):
                behind = f" [dim]({escape(told_apart[named])})[/dim]"
            self.console.print(f"  [bold]{number:>{width}}[/bold]  {escape(option.text)}{behind}")

    def _told_apart(self, decision: Decision) -> dict[str, str]:
        """The printed numbers of things among which one chooses, if they are not the same on all."""
        found: dict[str, str] = {}
        for option in decision.options if self.numbers is not None else ():
            named = self.match.program.thing_name(option.things[-1]) if option.things else ""
            name = named.partition("#")[0]
            if name in self.game.things and not self.game.things[name].of_test and self.numbers is not None:
                found[named] = self.numbers(name)
        return found if len(set(found.values())) > 1 else {}

    def _held(self, deck: str, most: int | None = None) -> str:
        """The titles of the cards of a deck, as it names them: what it is built around comes first."""
        lines = self.game.decks[deck].lines
        told = [f"{count} × {self.game.things[name].title}" if count > 1 else self.game.things[name].title
                for count, name in lines if name in self.game.things]  # fmt: skip
        return ", ".join([*told[:most], *(["..."] if most is not None and len(told) > most else [])])

    def _places(self, seat: int) -> dict[str, SeenPlace]:
        return {place.name: place for place in self.match.program.places(self.match.state, seat)}

    def _tell(self, seat: int) -> None:
        """What happened since, without what the seat itself has just typed."""
        told = [one for one in self.unread if one.kind != "action" or one.seat != seat]
        self._print_log(told, seat, "\n")
        self.unread.clear()

    def _tell_on(self, to_the_end: bool = False) -> None:
        """Where nobody is asked: what happened since, at once, with what every seat did. An action waits for the next
        answer, which may belong into its line."""
        told = [one for one in self.unread if one.visible_to is None or 0 in one.visible_to]
        if told and (to_the_end or told[-1].kind != "action"):
            self._print_log(told, 0)
            self.unread.clear()

    def _print_log(self, entries: Sequence[Told], seat: int, before: str = "") -> None:
        lines: list[Any] = []
        last: Told | None = None
        for one in entries:
            if one.visible_to is not None and seat not in one.visible_to:
                continue
            goes_on = one.goes_on and last is not None and last.kind == "action" and last.seat == one.seat
            match one.kind:
                case "action" if goes_on:
                    lines[-1] += f" — {escape(one.text)}"
                case "action":
                    lines.append(f"[dim]·[/dim] {escape(one.who)}: {escape(one.text)}{_behind(one, seat)}")
                case "turn":
                    lines.append(f"[dim]──── {escape(one.text)} ────[/dim]")
                case "card":
                    title, _, text = one.text.partition(": ")
                    lines.append(Padding(f"[bold]{escape(title)}[/bold]\n{escape(text)}", (0, 0, 0, 4)))
                case _:
                    lines.append(f"[dim]·[/dim] {escape(one.text)}{_behind(one, seat)}")
            last = one
        if lines:
            self.console.print(before, end="")
        for line in lines:
            self.console.print(line)

    # -------------------------------------------------------------------------------------------- commands

    def _command(self, word: str, rest: str) -> bool:
        match word.lower():
            case "?" | "help" if not rest:
                self.console.print(HELP)
            case "?" | "help" | "why":
                self._why(rest)
            case "u" | "undo":
                self._undo()
            case "s" | "save":
                self._save(Path(rest) if rest else self.save_to)
            case "h" | "card":
                self._describe(rest)
            case "v" | "view":
                self._show(self.seat, whole=True)
            case "m" | "map":
                self._map()
            case "l" | "log":
                self._print_log([*self._earlier(), *self.log], self.seat)
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
        left = len(self.match.answers)
        self.log = [one for one in self.log if one.answers < left]
        self.unread.clear()
        self._untold = None
        self._heard = Log()
        del self._menus[max(left - self._before, 0) :]
        self._before = min(self._before, left)
        self._shown = None
        self.console.print(f"Taken back: {taken} {'answer' if taken == 1 else 'answers'}.")
        raise Again

    def _earlier(self) -> list[Told]:
        """The log of a saved match up to where this play began."""
        if not self._before:
            return []
        try:
            reports = self.match.told(self._before)
        except MatchError:
            return []
        return [told for one in reports for told in self._reported(one, 0)]

    def _map(self) -> None:
        view = self.match.program.view(self.match.state, self.seat)
        places = self._places(self.seat).values()
        if not places:
            self.console.print("This game has no map, or none is laid out yet.")
        for line in atlas(places, view, self.names):
            self.console.print(line)

    def _save(self, path: Path) -> None:
        """Saves; where that fails, asks for another file."""
        while True:
            path = path.expanduser()
            try:
                self.match.save(path, self.seats)
            except MatchError as problem:
                self.console.print(f"{escape(str(problem))}.", soft_wrap=True)
                answer = self._read("Save to which other file? (nothing: do not save) ")
                if answer is None or not answer.strip():
                    self.console.print("Not saved.")
                    return
                path = Path(answer.strip())
                continue
            self._saved = tuple(self.match.answers)
            again = f"sidescript play {shlex.quote(self.called)} --from {shlex.quote(str(path))}"
            self.console.print(f"Saved. Go on with: {escape(again)}", soft_wrap=True)
            return

    def _leave(self) -> None:
        """Offers to save what is not saved."""
        if not self.match.answers or self._saved == tuple(self.match.answers):
            return
        if self.always:
            self.match.save(self.save_to, self.seats)
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
        decks = {name: deck.title.lower() for name, deck in self.game.decks.items()}
        for name in () if found else [name for name, title in decks.items() if word in (title, name)]:
            count = sum(copies for copies, _ in self.game.decks[name].lines)
            self.console.print(f"[bold]{escape(self.game.decks[name].title)}[/bold] [dim]deck, {count} cards[/dim]")
            self.console.print(escape(self._held(name)))
            return
        if not found:
            meant = nearest(word, (*titles.values(), *decks.values()))
            self.console.print(f"I know no `{escape(asked)}`." + (f" Did you mean {escape(meant)}?" if meant else ""))
            return
        view = self.match.program.view(self.match.state, self.seat)
        places, there = self._places(self.seat), lying(view, self.names)
        for name in found[:5]:
            thing = self.game.things[name]
            kind = self.game.kinds.get(thing.kinds[0])
            noun = kind.noun[0] if kind is not None else thing.kinds[0]
            self.console.print(f"[bold]{escape(thing.title)}[/bold] [dim]{escape(noun)}[/dim]")
            if self.card_text is not None:
                text = self.card_text(name)
                if text:
                    self.console.print(escape(text))
            seen = things_seen(view) if name not in places else ()
            copies = (one for one in seen if str(one.name).partition("#")[0] == name)
            for place in (one for one in places.values() if one.name.partition("#")[0] == name):
                if place.printed:
                    self.console.print(f"  {escape(', '.join(place.printed))}")
                self.console.print(f"  {next_to(place, self.names)}")
                if there.get(place.name):
                    self.console.print(f"  here: {there[place.name]}")
            for one in sorted({describe(copy, self.names) for copy in copies}):
                self.console.print(f"  {one}")
        if len(found) > 5:
            self.console.print(f"... and {len(found) - 5} more with `{escape(asked)}` in their name")

    def _why(self, asked: str) -> None:
        """Which options take an action; or what keeps it from being one."""
        program, state = self.match.program, self.match.state
        site = program.rules.sites[state.site]
        if site.kind != "menu":
            self.console.print("This is a question about something that is under way. Actions can be taken after it.")
            return
        hidden = program.hidden(state, self.seat)
        called = actions_called(program, asked, hidden)
        declared = [program.extras.actions[number][1] for number, _ in called]
        mine = [n for n, one in enumerate(declared) if not site.noun or site.noun in one.menus]
        if not called:
            titles = dict.fromkeys(one.title for _, one in program.extras.actions if site.noun in one.menus)
            shown = f" Here there can be: {', '.join(titles)}." if titles and len(titles) <= _MANY_TITLES else ""
            self.console.print(escape(f"I know no action `{asked}`.{shown}"))
        elif not mine:
            titles = dict.fromkeys(self.game.menus[menu].title for menu in declared[0].menus if menu in self.game.menus)
            where = f": it is taken as {' or '.join(f'“{one}”' for one in titles)}" if titles else ""
            self.console.print(escape(f"{declared[0].title} is not asked for here{where}."))
        else:
            self._explain([called[n] for n in mine[:_MANY_ACTIONS]], hidden)

    def _explain(self, called: Sequence[tuple[int, tuple[int, ...]]], hidden: frozenset[int]) -> None:
        program, state = self.match.program, self.match.state
        knows = explaining(program)
        for number, wanted in called:
            title = program.extras.actions[number][1].title
            taking = [n for n, raw in enumerate(state.options, 1) if raw[0] == number]
            with_it = [n for n in taking if not wanted or set(wanted).intersection(state.options[n - 1][1:])]
            if with_it:
                self.console.print(escape(f"{title} is among the options: {', '.join(map(str, with_it))}."))
                continue
            if len(called) > 1 and wanted and program.extras.actions[number][0].ids is not None:
                title += f" ({', '.join(dict.fromkeys(program.title(x) for x in wanted))})"
            found = refusals(knows, state, state.asker, number, wanted, hidden) if knows is not None else []
            others = f" like this, only as {', '.join(map(str, taking))}" if taking else ""
            self.console.print(escape(f"{title} cannot be taken now{others}" + (":" if found else ".")))
            for one in found or []:
                self._refused(one)

    def _refused(self, one: Refusal) -> None:
        text, place = self.clause(one.span) if self.clause is not None else ("", "")
        said = {
            "choice": "there is nothing to choose",
            "value": "there is nothing to choose",
            "few": "there is not enough to choose",
            "among": "not among what can be chosen",
            "needs": "this does not hold",
            "limit": "used up",
            "cost": "cannot be paid",
            "cannot": "forbidden",
            "effect": "this could not even begin",
            "place": "it cannot be taken where it is now",
            "owner": "it is somebody else’s to take",
        }.get(one.sort, "all that it asks for cannot be had together")
        who = self.match.state.asker
        about = dict.fromkeys(" with ".join(self.match.program.title(x) for x in way if x != who) for way in one.about)
        shown = [title for title in about if title]
        names = ", ".join(shown[:_MANY_TITLES]) + (" ..." if len(shown) > _MANY_TITLES else "")
        told = f"{names}: {said}" if names else said
        if text and one.sort not in ("place", "owner"):
            told += f": {text}"
        if one.because and one.because.rstrip(".") != text:
            told += f" (“{one.because}”)"
        behind = f" [dim]{escape(place)}[/dim]" if place else ""
        self.console.print(f"  [dim]·[/dim] {escape(told)}{behind}", soft_wrap=True)

    # -------------------------------------------------------------------------------------------- ends

    def _ended(self) -> None:
        if self.people:
            self._tell(self.people[0])
        else:
            self._tell_on(to_the_end=True)
        result = self.match.program.result(self.match.state)
        self.console.print()
        if result is not None:
            self.console.print(f"[bold]{escape(result.reason)}[/bold]: {escape(result.result)}")
        for one in self.match.program.counted(self.match.state):
            score = self.match.program.game.score
            assert score is not None, "what is counted is declared"
            self.console.print(f"[bold]{escape(f'{score.title}, {one.whose}' if one.whose else score.title)}[/bold]")
            for points, label in one.lines:
                self.console.print(f"{points:>4}  {escape(label)}")
            self.console.print(f"{one.total:>4}  in all{f': [bold]{escape(one.rank)}[/bold]' if one.rank else ''}")
        rounds = self.match.program.round(self.match.state)
        told = [counted(rounds, "round|rounds")] if rounds else []
        told += [counted(len(self.match.answers), "decision|decisions"), f"seed {self.match.seed}"]
        self.console.print(", ".join(told))

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


def _behind(one: Told, seat: int) -> str:
    """Whose text made it happen, unless the line says so, or the seat may not know."""
    if not one.source or seat in one.unaware or one.source.lower() in f"{one.who}: {one.text}".lower():
        return ""
    return f" [dim]({escape(one.source)})[/dim]"


def _stands_in(place: Span, other: Span) -> bool:
    return place.path == other.path and other.start <= place.start and place.end <= other.end


def _names_it(report: Report, seat: int, title: str) -> bool:
    return title.lower() in report.told(seat).lower()


def _turn_line(now: tuple[int, tuple[str, ...]], answers: int) -> Told:
    whose = [f"Round {now[0]}"] if now[0] else []  # without turns there are no rounds
    return Told("turn", " · ".join([*whose, *now[1]]) or "Nobody’s turn", answers)


def _names(game: CheckedGame, match: Match) -> Names:
    """Titles by the names that views use, copies and unnamed players included."""
    program = match.program
    titles = {program.thing_name(x): program.title(x) for x in range(program.layout.count)}
    titles |= {name: thing.title for name, thing in game.things.items()}
    furniture = {
        program.thing_name(x) for kind in ("Place", "Seat") if kind in game.kinds for x in program.layout.of_kind(kind)
    }
    called: dict[str, set[tuple[str, tuple[str, str] | None]]] = {}
    for attribute in game.attributes.values():
        label = attribute.label or attribute.name.replace("_", " ")
        called.setdefault(attribute.name, set()).add((re.sub("^an? ", "", label), attribute.unit))
    alike = {name: next(iter(found)) for name, found in called.items() if len(found) == 1}
    units = {name: unit for name, (_, unit) in alike.items() if unit is not None}
    sorts = {
        attribute.name: {name: title for name, title, _ in game.enums[attribute.type.enum].values}
        for attribute in game.attributes.values()
        if isinstance(attribute.type, EnumType) and attribute.owner == game.seats.kind and attribute.name in alike
    }
    return Names(titles, frozenset(furniture), {name: label for name, (label, _) in alike.items()}, units, sorts)
