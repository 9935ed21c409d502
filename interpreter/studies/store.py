"""A study in one SQLite file. Whatever happens, what was kept stays; a file of other rules is refused.

| table | a row is |
|---|---|
| `study` | one thing to know about all of it: format, game, digest of its text, plan (JSON) |
| `cell` | one condition of the grid: number and JSON |
| `match` | one match: cell and seed are its key; masks and lists are read with `StudyFile.matches` |
| `ending` | a way to end: number of the engine, result, name, reason |
| `offer` | how often a sort of option was offered and taken in a cell; texts in English |
| `failure` | a match that ended in an error, with its record |
| `thing` | a declaration, by the number of its bit in the masks: name, title, Kind |

In `taken`, what was played stands behind what each seat has taken; matches of earlier versions have no such mask.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from .observe import Part, Seen, sort_text
from .plan import Plan, plan_from

if TYPE_CHECKING:
    from ..engine.program import Program

FORMAT = "sidescript-study/1"
WAIT = 60  # seconds for another process that writes
APPLICATION = 0x53494445  # what tools show of a SQLite file: "SIDE"

SCHEMA = """
create table study (name text primary key, value text not null) without rowid;
create table cell (cell integer primary key, condition text not null);
create table match (
    cell integer not null, seed integer not null, over integer not null, winners integer not null,
    rounds integer not null, decisions integer not null, seated text not null, picks text not null,
    seen blob not null, taken blob not null, scores text not null, primary key (cell, seed)
) without rowid;
create table ending (over integer primary key, result text not null, name text not null, reason text not null);
create table offer (
    cell integer not null, question text not null, option text not null, offered integer not null,
    taken integer not null, primary key (cell, question, option)
) without rowid;
create table failure (
    cell integer not null, seed integer not null, code text not null, message text not null, record text not null,
    primary key (cell, seed)
) without rowid;
create table thing (thing integer primary key, name text not null, title text not null, kind text not null);
create table question (site integer primary key, prompt text not null);
"""


class BadStudy(Exception):
    """A file cannot be gone on with, or is no study: one sentence says why."""


@frozen
class Declared:
    """A declaration of the game as reports name it."""

    name: str
    title: str
    kind: str


class StudyFile:
    """The file of a study, open. `path` None: in memory, for a study that nobody keeps."""

    def __init__(self, connection: sqlite3.Connection, path: Path | None) -> None:
        self._sql = connection
        self.path = path
        self.twice = 0  # matches that another process had kept before this one could
        self._version = -1  # of the file when it was asked last what is there

    # ------------------------------------------------------------------ opening

    @staticmethod
    def create(path: Path | None, program: Program, plan: Plan, game: str) -> StudyFile:
        """A new file; where another process has just begun it, that. `game` is what the user calls the game: its name,
        or its folder."""
        if path is not None:
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                sql = sqlite3.connect(path, timeout=WAIT)
            except (OSError, sqlite3.Error) as problem:
                raise BadStudy(f"{path} cannot be written: {problem}") from None
        else:
            sql = sqlite3.connect(":memory:")
        found = StudyFile(sql, path)
        lay = program.layout
        try:
            with sql:
                sql.execute("begin immediate")  # another process may be about to do the same
                if path is not None and sql.execute("select 1 from sqlite_master").fetchone():
                    sql.rollback()
                    return StudyFile.open(path)
                sql.execute(f"pragma application_id = {APPLICATION}")
                for statement in SCHEMA.split(";"):
                    sql.execute(statement)
                told = {
                    "format": FORMAT,
                    "game": program.game.name,
                    "title": program.game.title,
                    "hash": program.game.source_hash,
                    "opened_as": game,
                    "plan": json.dumps(plan.to_json()),
                    "score": "declared" if ".greedy_score" in program.game.defines else "things owned",
                    "actions": json.dumps(_actions(program)),
                    "reasons": json.dumps([e.title for e in program.game.endings.values()]),
                    "factors": json.dumps(
                        {option.name: [option.title, dict(option.values)] for option in program.game.options.values()}
                    ),
                }
                sql.executemany("insert into study values (?, ?)", told.items())
                sql.executemany(
                    "insert into cell values (?, ?)",
                    ((n, json.dumps(cell.to_json())) for n, cell in enumerate(plan.cells)),
                )
                sql.executemany(
                    "insert into thing values (?, ?, ?, ?)",
                    (
                        (n, name, lay.declarations[name].title, _kind_title(program, lay.declarations[name].kinds[0]))
                        for n, name in enumerate(lay.first)
                    ),
                )
                sql.executemany(
                    "insert into question values (?, ?)",
                    ((n, program.prompt(site)) for n, site in enumerate(program.rules.sites)),
                )
        except sqlite3.Error as problem:
            raise BadStudy(f"{path} cannot be written: {problem}") from None
        return found

    @staticmethod
    def begin(path: Path | None, program: Program, plan: Plan, game: str) -> StudyFile:
        """The study of a file to go on with, or a new one; BadStudy where the one that is there is another."""
        if path is not None and path.exists() and path.stat().st_size:
            found = StudyFile.open(path)
        else:  # what is empty another process may be about to fill
            found = StudyFile.create(path, program, plan, game)
        found.refuse_another(program, plan, game)
        return found

    @staticmethod
    def open(path: Path) -> StudyFile:
        """A study that is there, to read or to go on with; BadStudy where it is none, or not whole."""
        if not path.is_file():
            raise BadStudy(f"{path} is a folder, no study" if path.is_dir() else f"there is no study {path}")
        try:
            found = StudyFile(sqlite3.connect(path, timeout=WAIT), path)
            there = _tables(found._sql)
            format = found.told("format")
        except (sqlite3.Error, KeyError) as problem:
            if getattr(problem, "sqlite_errorname", "") == "SQLITE_BUSY":
                raise BadStudy(f"{path} is in use: another program writes it") from None
            raise BadStudy(f"{path} is no study of Sidescript ({problem})") from None
        if format != FORMAT:
            raise BadStudy(f"{path} has the format `{format}`; this version of Sidescript reads `{FORMAT}`")
        wrong = [name for name, declared in _declared().items() if there.get(name) != declared]
        if wrong:
            raise BadStudy(f"{path} is damaged: {_without(wrong)}. Nothing in it was changed")
        try:
            cells = [cell.to_json() for cell in found.plan.cells]
            kept = [json.loads(text) for (text,) in found._sql.execute("select condition from cell order by cell")]
        except (ValueError, KeyError, TypeError, AttributeError):
            raise BadStudy(f"{path} is damaged: its plan cannot be read. Nothing in it was changed") from None
        if kept != cells:
            raise BadStudy(
                f"{path} is damaged: the conditions in `cell` are not those of its plan. Nothing was changed"
            )
        return found

    @cached_property
    def _width(self) -> int:
        """How many bytes a mask of the declarations has."""
        return (int(self._sql.execute("select count(*) from thing").fetchone()[0]) + 7) // 8

    def close(self) -> None:
        self._sql.close()

    # ------------------------------------------------------------------ what it says

    def told(self, name: str) -> str:
        found = self._sql.execute("select value from study where name = ?", (name,)).fetchone()
        if found is None:
            raise KeyError(name)
        return str(found[0])

    @property
    def plan(self) -> Plan:
        return plan_from(json.loads(self.told("plan")))

    def refuse_another(self, program: Program, plan: Plan | None, opened_as: str | None = None) -> None:
        """Raises BadStudy where the game is another one, or has another text, or the plan asks for other matches.

        `opened_as`: the game and its mods, as now they were asked for.
        """
        if self.told("game") != program.game.name:
            raise BadStudy(f"{self.path} is a study of `{self.told('game')}`, not of `{program.game.name}`")
        if self.told("hash") != program.game.source_hash:
            if opened_as is not None and (other := _other_mods(self.told("opened_as"), opened_as)):
                raise BadStudy(
                    f"{self.path} {other}. Name another file for another study, and `sidescript compare` both"
                )
            raise BadStudy(
                f"{self.path} was begun with another text of `{program.game.name}`: its rules or cards were changed "
                "since, and matches of both would be mixed. Name another file for the new text, and `sidescript "
                "compare` both"
            )
        if plan is None:
            return
        old = self.plan
        for name, was, asked in (
            ("conditions", [c.to_json() for c in old.cells], [c.to_json() for c in plan.cells]),
            ("first seed", old.seed, plan.seed),
            ("limit of decisions", old.limit, plan.limit),
            ("detail", old.detail, plan.detail),
        ):
            if was != asked:
                shown = f" ({was}, now {asked})" if isinstance(was, int | str) else ""
                raise BadStudy(f"{self.path} was begun with other {name}{shown}. Name another file for another study")

    def ask_for(self, matches: int) -> Plan:
        """Sets how many matches each cell shall have; what is there stays."""
        plan = evolve(self.plan, matches=matches)
        with self._sql:
            self._sql.execute("update study set value = ? where name = 'plan'", (json.dumps(plan.to_json()),))
        return plan

    def done(self) -> list[set[int]]:
        """For each cell the seeds that are played, the failed ones too."""
        found: list[set[int]] = [set() for _ in self.plan.cells]
        self._version = self._written()
        for table in ("match", "failure"):
            for cell, seed in self._sql.execute(f"select cell, seed from {table}"):
                if not 0 <= cell < len(found):
                    raise self._beyond(table, cell)
                found[cell].add(seed)
        return found

    def _beyond(self, table: str, cell: int) -> BadStudy:
        return BadStudy(f"{self.path} is damaged: its plan has no condition {cell}, and `{table}` has")

    def _written(self) -> int:
        """A number that changes as soon as another process has written the file."""
        return int(self._sql.execute("pragma data_version").fetchone()[0])

    def matches(self) -> Iterator[Seen]:
        """Every match that was played to its end, by cell and seed, within the plan."""
        plan = self.plan
        width = self._width
        cells = len(plan.cells)
        for row in self._sql.execute(
            "select * from match where seed < ? order by cell, seed", (plan.seed + plan.matches,)
        ):
            if not 0 <= row[0] < cells:
                raise self._beyond("match", row[0])
            try:
                yield _seen(row, width, len(plan.cells[row[0]].agents))
            except (ValueError, TypeError):
                raise BadStudy(f"{self.path} is damaged: match {row[1]} of condition {row[0]} cannot be read") from None

    def endings(self) -> dict[int, tuple[str, str, str]]:
        """By the engine's number: result (`decided` between seats, where they do not all win or lose), name, reason."""
        rows = self._sql.execute("select * from ending")
        return {over: (result, name, reason) for over, result, name, reason in rows}

    def things(self) -> list[Declared]:
        return [Declared(*row) for row in self._sql.execute("select name, title, kind from thing order by thing")]

    def questions(self) -> dict[int, str]:
        return dict(self._sql.execute("select site, prompt from question"))

    def offers(self) -> list[tuple[int, str, str, int, int]]:
        """Cell, question, option, how often offered, how often taken."""
        return list(self._sql.execute("select * from offer order by cell, question, option"))

    def failures(self) -> list[tuple[int, int, str, str, str]]:
        """Cell, seed, code, message, record as JSON text."""
        return list(self._sql.execute("select * from failure order by cell, seed"))

    # ------------------------------------------------------------------ keeping

    def keep(self, program: Program, parts: Sequence[Part]) -> None:
        """Writes some matches, all or none of them.

        A part with a match that another process has kept meanwhile is left out as a whole, as what was offered in it is
        one sum: what it alone has is lacking still, and is played again.
        """
        with self._sql as sql:
            sql.execute("begin immediate")
            if self._written() != self._version:
                parts = [part for part in parts if not self._there(part)]
            total = Part()
            for part in parts:
                total.add(part)
            self._keep(program, total)

    def _there(self, part: Part) -> bool:
        keys = [(one.cell, one.seed) for one in part.rows] + [failure[:2] for failure in part.failures]
        within = "where cell = ?1 and seed = ?2"
        look = f"select 1 from match {within} union select 1 from failure {within}"
        there = sum(self._sql.execute(look, key).fetchone() is not None for key in keys)
        self.twice += there
        return there > 0

    def _keep(self, program: Program, part: Part) -> None:
        offers: dict[tuple[int, str, str], list[int]] = {}
        for (cell, site, sort), times in part.offered.items():
            counts = offers.setdefault((cell, *sort_text(program, site, sort)), [0, 0])
            counts[0] += times
            counts[1] += part.taken[cell, site, sort]
        sql, marks = self._sql, ", ".join("?" * 11)
        sql.executemany(f"insert into match values ({marks})", (_row(one, self._width) for one in part.rows))
        sql.executemany(
            "insert or ignore into ending values (?, ?, ?, ?)",
            ((over, *words) for over, words in sorted(part.endings.items())),
        )
        sql.executemany(
            "insert into offer values (?, ?, ?, ?, ?) on conflict (cell, question, option) do update set "
            "offered = offered + excluded.offered, taken = taken + excluded.taken",
            ((*key, *counts) for key, counts in sorted(offers.items())),
        )
        sql.executemany("insert into failure values (?, ?, ?, ?, ?)", part.failures)


def _tables(sql: sqlite3.Connection) -> dict[str, str]:
    return dict(sql.execute("select name, sql from sqlite_master where type = 'table'"))


@cache
def _declared() -> dict[str, str]:
    """The tables of a study as SQLite tells of them."""
    with closing(sqlite3.connect(":memory:")) as sql:
        sql.executescript(SCHEMA)
        return _tables(sql)


def _without(tables: Sequence[str]) -> str:
    told = ", ".join(f"`{name}`" for name in tables)
    return (
        f"it has no table {told} as a study has it"
        if len(tables) == 1
        else f"it has no tables {told} as a study has them"
    )


def _seen(row: tuple[Any, ...], width: int, seats: int) -> Seen:
    cell, seed, over, winners, rounds, decisions, seated, picks, seen, taken, scores = row
    found = tuple(int.from_bytes(taken[n : n + width], "little") for n in range(0, len(taken), width))
    return Seen(
        cell,
        seed,
        over,
        winners,
        rounds,
        decisions,
        tuple(json.loads(seated)),
        tuple(tuple(one) for one in json.loads(picks)),
        int.from_bytes(seen, "little"),
        found[:seats],
        tuple(tuple(one) for one in json.loads(scores)),
        found[seats] if len(found) > seats else -1,
    )


def _row(one: Seen, width: int) -> tuple[Any, ...]:
    return (
        one.cell,
        one.seed,
        one.over,
        one.winners,
        one.rounds,
        one.decisions,
        _text(one.seated),
        _text(one.picks),
        one.seen.to_bytes((one.seen.bit_length() + 7) // 8, "little"),
        b"".join(mask.to_bytes(width, "little") for mask in (*one.taken, *([one.played] if one.played >= 0 else []))),
        _text(one.scores),
    )


def _text(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _kind_title(program: Program, kind: str) -> str:
    declared = program.game.kinds.get(kind)
    return str(getattr(declared, "title", "") or kind) if declared is not None else kind


def _actions(program: Program) -> list[str]:
    """The titles of all actions that players may take, whether a match offers them or not."""
    return list(dict.fromkeys(str(action.title) for _, action in program.extras.actions if action.menus))


def masks(mask: int, count: int) -> Iterable[int]:
    """The numbers of the bits that are set."""
    return (n for n in range(count) if mask >> n & 1)


def _other_mods(begun: str, now: str) -> str:
    """Which mods a study was begun with, and which are asked for now; nothing if they are the same."""

    def mods(opened: str) -> list[str]:
        return [Path(one).name for one in opened.split("+")[1:]]

    def said(those: list[str]) -> str:
        return "with " + " ".join(f"--mod {one}" for one in those) if those else "without a mod"

    return (
        "" if mods(begun) == mods(now) else f"was begun {said(mods(begun))}, and now it is asked for {said(mods(now))}"
    )
