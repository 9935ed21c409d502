"""One match: a program, a state, and the answers that led to it; undo, records, save and restore at any decision.

It decides nothing about a game and shows nothing: that is the engine's part, and play's.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from attrs import evolve, field, frozen

from dsl.diagnostics.codes import register
from dsl.diagnostics.diagnostic import Diagnostic, error
from dsl.files import mode_of, read_plain
from dsl.source import NOWHERE, SourceFile, Span

from .engine.telling import Log
from .engine.way import Way

if TYPE_CHECKING:
    from .engine.program import Program
    from .engine.state import State

RECORD_FORMAT = "sidescript-record/1"
MATCH_FORMAT = "sidescript-match/1"
LARGEST_FILE = 64_000_000  # bytes

Options: TypeAlias = Mapping[str, Any]
AfterChance: TypeAlias = Literal["forbid", "allow"]

CODES: dict[str, str] = {
    "bug-in-sidescript": "A match of a study or a test ended in an exception that is Sidescript's fault.",
    "illegal-answer": "An answer is none of the options of the open decision.",
    "match-file-damaged": "A saved match or a record is cut off, changed or no such file at all.",
    "match-file-other-game": "A saved match or a record belongs to another game, or to an earlier text of this one.",
    "match-file-other-version": "A saved match or a record has a format that this version does not read.",
    "match-file-unreadable": "A file of a match cannot be read or written.",
    "match-too-long": "A match has taken more decisions than a study allows.",
    "not-playable": "The engine does not play a form of the language yet.",
    "record-differs": "A record does not play to the state that it claims.",
    "test-failed": "A test of the game does not hold.",
    "unnoticed-change": "A piece of the rules can be broken, and no test of the game fails.",
    "undo-refused": "An answer cannot be taken back.",
}
register(CODES)


class MatchError(Exception):
    """What a player or a file is to blame for, not Sidescript: a diagnostic, and the file if there is one."""

    def __init__(self, diagnostic: Diagnostic, source: SourceFile | None = None) -> None:
        super().__init__(diagnostic.headline)
        self.diagnostic = diagnostic
        self.source = source


# ------------------------------------------------------------------------------------------------ records


@frozen
class Record:
    """All that a match was: replaying it gives the same state on every platform.

    Answers are indices into the listed options, whose order is part of the contract. `digest` is that of the state
    behind the last answer; None when that answer ended in an error.
    """

    game: str
    hash: str
    players: int
    options: Options
    seed: int
    setup: str | None
    answers: tuple[int, ...]
    digest: str | None
    mods: tuple[str, ...] = ()
    source: SourceFile | None = field(default=None, eq=False, repr=False)

    def to_json(self) -> dict[str, Any]:
        return {
            "format": RECORD_FORMAT,
            "game": self.game,
            **({"mods": list(self.mods)} if self.mods else {}),
            "hash": self.hash,
            "players": self.players,
            "options": {name: _plain(value) for name, value in self.options.items()},
            "seed": self.seed,
            "setup": self.setup,
            "answers": list(self.answers),
            "digest": self.digest,
        }

    def write(self, path: Path) -> None:
        write_atomically(path, lines_of(self.to_json()))


def begun(
    program: Program, players: int, seed: int, options: Options | None = None, setup: str | None = None
) -> Record:
    """The record of a match that nobody has answered yet."""
    return Record(
        game=program.game.name,
        hash=program.game.source_hash,
        players=players,
        options=_settled(options or {}),
        seed=seed,
        setup=setup,
        answers=(),
        digest=None,
        mods=program.game.mods,
    )


def read_record(path: Path) -> Record:
    """A record from its own file or out of a saved match."""
    data, source = read_json(path)
    if data.get("format") == MATCH_FORMAT:
        data = part_of(data, "record", dict, source)
    return record_of(data, source)


def replay(program: Program, record: Record, log: list[Any] | None = None) -> State:
    """The state to which a record plays, its digest verified. An error in play comes out as it happened."""
    from .decks import with_copies

    _same_game(program, record)
    program = with_copies(program, record.players, record.options)
    state = _started(program, record)
    for number, index in enumerate(record.answers):
        if state.over or not 0 <= index < len(state.options):
            there = "the match is over" if state.over else f"there are {len(state.options)} options"
            raise _differs(record, f"answer {number + 1} is option {index + 1}, but {there}")
        _step(program, state, index, log)
    if record.digest is not None and program.digest(state) != record.digest:
        raise _differs(record, "the last state has another digest")
    return state


def _started(program: Program, record: Record) -> State:
    from .engine.program import BadStart

    try:
        return program.start(players=record.players, seed=record.seed, options=dict(record.options), setup=record.setup)
    except BadStart as problem:  # the game is the same one, so the record was changed
        if record.source is None:
            raise _differs(record, str(problem)) from problem
        raise damaged(record.source, str(problem)) from problem


def _differs(record: Record, why: str) -> MatchError:
    diagnostic = error(
        "record-differs",
        "This record does not play to the state that it claims",
        _whole(record.source),
        why,
        help="Was it made by another version of Sidescript, or changed by hand? Then play the match again.",
    )
    return MatchError(diagnostic, record.source)


# ------------------------------------------------------------------------------------------------ a match


class Match:
    """A running match.

    Undo is free until something was revealed or drawn at random since the decision to go back to. After that,
    `after_chance` says: "forbid" refuses; "allow" goes back all the same, and the same chance comes again.
    """

    def __init__(
        self,
        program: Program,
        players: int,
        seed: int = 0,
        options: Options | None = None,
        setup: str | None = None,
        after_chance: AfterChance = "forbid",
    ) -> None:
        self.program = program
        self.after_chance: AfterChance = after_chance
        self._start = begun(program, players, seed, options, setup)
        self.state: State = program.start(players=players, seed=seed, options=dict(self._start.options), setup=setup)
        self.answers: list[int] = []
        self._past: list[State] | None = []  # the state before each answer; None: not yet replayed after a restore
        self.failure: Diagnostic | None = None

    @staticmethod
    def settled(options: Options) -> dict[str, Any]:
        """Options as a record has them."""
        return _settled(options)

    @property
    def players(self) -> int:
        return self._start.players

    @property
    def seed(self) -> int:
        return self._start.seed

    @property
    def way(self) -> Way:
        """How the match came to where it is."""
        return Way(self.players, self.seed, self._start.options, self._start.setup, self.answers)

    @property
    def over(self) -> bool:
        return bool(self.state.over) or self.failure is not None

    def step(self, index: int, log: list[Any] | None = None) -> None:
        """Answers the open decision with the option of this index.

        An error in play ends the match: the state stays the one before the answer, the record keeps the answer.
        """
        before = self.state.copy()
        self.answers.append(index)
        try:
            _step(self.program, self.state, index, log)
        except Exception as problem:
            self.state = before
            self.failure = diagnostic_of(problem)
            if self._past is not None:
                self._past.append(before)
            raise
        if self._past is not None:
            self._past.append(before)

    def answer(self, option: str, log: list[Any] | None = None) -> None:
        """Answers with the option of this id; an unknown one raises IllegalAnswer and changes nothing."""
        for index, known in enumerate(self.program.decision(self.state).options):
            if known.id == option:
                return self.step(index, log)
        self.program.answer(self.state, option)  # raises, with the legal ones
        raise AssertionError(option)

    def undo(self, seats: Collection[int] | None = None) -> int:
        """Goes back to the last decision (of these seats, or of anybody); how many answers were taken back."""
        past = self._snapshots()
        target = len(past) - 1
        while target >= 0 and seats is not None and self.program.seat(past[target]) not in (-1, *seats):
            target -= 1
        if target < 0:
            raise MatchError(error("undo-refused", "There is nothing to take back", NOWHERE))
        refusal = self._refusal(past[target])
        if refusal is not None:
            raise MatchError(refusal)
        taken = len(past) - target
        self.state = past[target]
        del past[target:]
        del self.answers[target:]
        self.failure = None
        return taken

    def _refusal(self, to: State) -> Diagnostic | None:
        if self.after_chance == "allow":
            return None
        if self.state.draws != to.draws:
            why = "something was drawn or rolled at random since"
        elif self.state.reveals != to.reveals:
            why = "something was revealed since"
        else:
            return None
        return error(
            "undo-refused",
            f"You cannot take this back: {why}",
            NOWHERE,
            help="Start the match with --undo allow if your table does not mind.",
        )

    def told(self, answers: int) -> list[Any]:
        """What was reported during the first so many answers, which are played again for it."""
        record = evolve(self._start, answers=tuple(self.answers[:answers]), digest=None)
        log = Log()
        replay(self.program, record, log)
        return log

    def _snapshots(self) -> list[State]:
        """The states before each answer. A restored match finds them by replaying its answers, once."""
        if self._past is None:
            record = self.record()
            state = _started(self.program, record)
            past: list[State] = []
            for index in record.answers:
                past.append(state.copy())
                self.program.step(state, index)
            if self.program.digest(state) != record.digest:
                raise _differs(record, "the saved answers do not lead to the saved state")
            self._past = past
        return self._past

    def record(self) -> Record:
        digest = None if self.failure else self.program.digest(self.state)
        return evolve(self._start, answers=tuple(self.answers), digest=digest)

    # -------------------------------------------------------------------------------------------- files

    def save(self, path: Path, seats: Sequence[str] = ()) -> None:
        """Writes the match as it stands, also in mid-effect. `seats`: who plays each seat, to go on with.

        It makes no folders: a missing one is more likely a slip of the keyboard.
        """
        if not path.parent.is_dir():
            headline = f"I cannot write {path}: there is no folder {path.parent}"
            raise MatchError(error("match-file-unreadable", headline, Span(str(path), 0, 0)))
        body: dict[str, Any] = {
            "format": MATCH_FORMAT,
            "record": self.record().to_json(),
            "state": self.state.to_json(),
            "seats": list(seats),
        }
        body["checksum"] = checksum(body)
        write_atomically(path, lines_of(body))

    @classmethod
    def restore(
        cls, program: Program, path: Path, after_chance: AfterChance = "forbid"
    ) -> tuple[Match, tuple[str, ...]]:
        """The match of a file, and who played each seat."""
        from .decks import with_copies

        data, source = read_json(path)
        if data.get("format") != MATCH_FORMAT:
            raise other_format(data, source, MATCH_FORMAT)
        record = record_of(part_of(data, "record", dict, source), source)
        _same_game(program, record)
        program = with_copies(program, record.players, record.options)
        if data.pop("checksum", None) != checksum(data):
            raise damaged(source, "its checksum does not fit: the file was changed")
        saved = part_of(data, "state", dict, source)
        seats = tuple(str(name) for name in part_of(data, "seats", list, source))
        try:
            state = program.load(saved)
            digest = program.digest(state)
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as problem:
            raise damaged(source, f"its state cannot be read ({problem})") from problem
        if record.digest is None:
            raise damaged(source, "its record has no digest", source.text.find('"digest"'))
        if digest != record.digest:
            raise damaged(source, "its state is not the one of its record")
        if not program.begun_by(state, record.players):
            raise damaged(source, "its record is for another number of players")
        match = cls.__new__(cls)
        match.program = program
        match.after_chance = after_chance
        match._start = evolve(record, answers=(), digest=None)
        match.state = state
        match.answers = list(record.answers)
        match._past = None
        match.failure = None
        return match, seats


CURES = {
    "nothing-here": "Set it in the set-up, before it is used; in a test, say it below `given`. If there may be "
    "nothing by rights, ask with `is not nothing` first.",
}


def diagnostic_of(problem: Exception) -> Diagnostic | None:
    """The diagnostic of an error in play or about a match; None: it is a bug in Sidescript."""
    from .engine.program import IllegalAnswer, StepError

    match problem:
        case MatchError():
            return problem.diagnostic
        case StepError():
            headline = problem.sentence[:1].upper() + problem.sentence[1:]
            return error(problem.code, headline, problem.span, help=CURES.get(problem.code))
        case IllegalAnswer():
            return error("illegal-answer", str(problem), NOWHERE)
        case _:
            return None


def _step(program: Program, state: State, index: int, log: list[Any] | None) -> None:
    if log is None:
        program.step(state, index)
    else:
        program.step(state, index, log)


# ------------------------------------------------------------------------------------------------ files


def write_atomically(path: Path, text: str) -> None:
    """Whoever reads the path finds the old file or the new one, whole, also after a loss of power.

    A link stays one, and a file keeps its mode.
    """
    try:
        real = Path(os.path.realpath(path))
        mode = mode_of(real)
        real.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=real.parent, prefix=f".{real.name}.", suffix=".part")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
                stream.write(text)
                stream.flush()
                os.fsync(stream.fileno())
            if mode is not None:
                Path(name).chmod(mode)
            Path(name).replace(real)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
        with contextlib.suppress(OSError):  # not every system lets a folder be synced
            folder = os.open(real.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
    except OSError as problem:
        reason = problem.strerror or "no reason given"
        raise MatchError(
            error("match-file-unreadable", f"I cannot write {path}: {reason}", Span(str(path), 0, 0))
        ) from problem


def read_json(path: Path) -> tuple[dict[str, Any], SourceFile]:
    name = path.as_posix()
    try:
        data = read_plain(path, LARGEST_FILE + 1)
    except OSError as problem:
        reason = problem.strerror or "no reason given"
        diagnostic = error("match-file-unreadable", f"I cannot read {name}: {reason}", Span(name, 0, 0))
        raise MatchError(diagnostic) from problem
    source = SourceFile(name, data.decode("utf-8", errors="replace").replace("\r\n", "\n"))
    if len(data) > LARGEST_FILE:
        raise damaged(source, f"over {LARGEST_FILE:,} bytes")
    try:
        found = json.loads(source.text)
    except json.JSONDecodeError as problem:
        cut = problem.pos >= len(source.text.rstrip())
        why = "the file ends here, too early" if cut else f"this is not JSON ({problem.msg})"
        raise damaged(source, why, problem.pos) from problem
    except (ValueError, RecursionError) as problem:
        raise damaged(source, "no file of a match has this form") from problem
    if not isinstance(found, dict):
        raise damaged(source, "no file of a match has this form")
    return found, source


def record_of(data: dict[str, Any], source: SourceFile) -> Record:
    if data.get("format") != RECORD_FORMAT:
        raise other_format(data, source, RECORD_FORMAT)
    answers = part_of(data, "answers", list, source)
    if not all(isinstance(index, int) and not isinstance(index, bool) for index in answers):
        raise damaged(source, "an answer is not a number", source.text.find('"answers"'))
    given = part_of(data, "options", dict, source)
    if not all(isinstance(value, str | int | list | dict | None) for value in given.values()):
        raise damaged(source, "an option has no value of a game", source.text.find('"options"'))
    setup, digest = data.get("setup"), data.get("digest")
    if not isinstance(setup, str | None) or not isinstance(digest, str | None):
        raise damaged(source, "setup and digest are texts or null")
    mods = data.get("mods", [])
    if not isinstance(mods, list) or not all(isinstance(name, str) for name in mods):
        raise damaged(source, "mods are names", source.text.find('"mods"'))
    return Record(
        game=part_of(data, "game", str, source),
        hash=part_of(data, "hash", str, source),
        players=part_of(data, "players", int, source),
        options=_settled(part_of(data, "options", dict, source)),
        seed=part_of(data, "seed", int, source),
        setup=setup,
        answers=tuple(answers),
        digest=digest,
        mods=tuple(mods),
        source=source,
    )


def part_of(data: dict[str, Any], name: str, kind: type, source: SourceFile) -> Any:
    found = data.get(name)
    if not isinstance(found, kind) or isinstance(found, bool):
        at = max(source.text.find(f'"{name}"'), 0)
        raise damaged(source, f"`{name}` is missing or of another form", at)
    return found


def damaged(source: SourceFile, why: str, at: int = 0) -> MatchError:
    at = min(max(at, 0), len(source.text))
    diagnostic = error(
        "match-file-damaged",
        "This file of a match is damaged",
        Span(source.path, at, min(at + 1, len(source.text))),
        why,
        help="Take an earlier save, or start the match anew.",
    )
    return MatchError(diagnostic, source)


def other_format(data: dict[str, Any], source: SourceFile, wanted: str) -> MatchError:
    found = data.get("format")
    if not isinstance(found, str) or not found.startswith(
        ("sidescript-match/", "sidescript-record/", "sidescript-campaign/")
    ):
        return damaged(source, f'it does not say `"format": "{wanted}"`')
    if found.split("/")[0] != wanted.split("/")[0]:
        return damaged(source, f"this is a `{found}`, not a `{wanted}`", source.text.find(f'"{found}"'))
    diagnostic = error(
        "match-file-other-version",
        f"This file has the format `{found}`; I read `{wanted}`",
        _at(source, found),
        help="Open it with the version of Sidescript that wrote it.",
    )
    return MatchError(diagnostic, source)


def _same_game(program: Program, record: Record) -> None:
    game, open_game, source = record.game, program.game, record.source
    if game != open_game.name:
        headline, found = f"This is a match of `{game}`, not of `{open_game.name}`", game
        cure = f"Open it with `{game}` in place of `{open_game.name}`."
    elif record.hash == open_game.source_hash:
        return
    elif record.mods != open_game.mods:
        headline = f"This is a match of `{game}` {_modded(record.mods)}; here it is open {_modded(open_game.mods)}"
        found = record.mods[-1] if record.mods else game
        cure = (
            f"Open it with the folder of `{record.mods[-1]}` in place of `{game}`, or name it with --mod."
            if record.mods
            else "Open it without the mod."
        )
    else:
        headline, found = f"This match was played with another text of `{game}`", record.hash
        cure = "Its rules or cards were changed since. Go back to the earlier text, or start the match anew."
    raise MatchError(error("match-file-other-game", headline, _at(source, found), help=cure), source)


def _modded(mods: tuple[str, ...]) -> str:
    if not mods:
        return "without a mod"
    return f"with the mod{'s' if len(mods) > 1 else ''} {', '.join(f'`{name}`' for name in mods)}"


def _at(source: SourceFile | None, word: str) -> Span:
    if source is None:
        return NOWHERE
    at = source.text.find(f'"{word}"')
    return Span(source.path, at, at + len(word) + 2) if at >= 0 else _whole(source)


def _whole(source: SourceFile | None) -> Span:
    return Span(source.path, 0, 1) if source is not None else NOWHERE


def checksum(body: dict[str, Any]) -> str:
    text = json.dumps({k: v for k, v in body.items() if k != "checksum"}, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def lines_of(data: dict[str, Any]) -> str:
    """JSON with a line for each part, so that a person finds their way and a diff stays short."""
    parts = (f"  {json.dumps(name)}: {json.dumps(value, separators=(', ', ': '))}" for name, value in data.items())
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _settled(options: Options) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list | tuple) else value for name, value in options.items()}


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
