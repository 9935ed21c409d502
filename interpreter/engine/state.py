"""The state of a match: flat numbers, zones, an agenda of frames, streams of chance; nothing else."""

from __future__ import annotations

from typing import Any


class State:
    """Everything that decides how a match goes on.

    `a` are all numbers (attributes, faces, ...), `z` the things of each zone as tuples, `loc` the zone of each thing,
    `h` histories, `fx` running effects, `stack` the frames of what is under way (lists of ints and tuples of ints),
    `rng` the streams of chance. `options`, `site`, `asker` are the open decision. `bd`, `pl` and `log` are no part of
    it: the board and the place of each thing, which follow from the rest, and where reports go.
    """

    __slots__ = (
        "a", "answer", "asker", "bd", "defer", "did", "draws", "due", "forced", "fx", "h", "later", "loc", "log",
        "options", "over", "pl", "quiet", "ret", "reveals", "rng", "seated", "site", "stack", "steps", "w", "wait",
        "z",
    )  # fmt: skip

    a: list[Any]
    z: list[tuple[int, ...]]
    loc: list[int]
    pl: list[int]
    h: list[tuple[tuple[Any, ...], ...]]
    fx: tuple[tuple[Any, ...], ...]
    stack: list[list[Any]]
    wait: list[list[Any]]
    rng: list[int]
    options: Any
    site: int
    asker: int
    answer: Any
    ret: Any
    w: int
    did: int
    defer: int
    quiet: int
    later: tuple[tuple[Any, ...], ...]
    due: int
    over: int
    steps: int
    draws: int
    reveals: int
    seated: tuple[int, ...]
    forced: tuple[tuple[int, ...], ...] | None
    bd: Any
    log: list[tuple[int, tuple[Any, ...]]] | None

    def copy(self) -> State:
        """A state of its own; changing one leaves the other alone."""
        c = State.__new__(State)
        c.a, c.z, c.loc, c.pl, c.h, c.rng = self.a[:], self.z[:], self.loc[:], self.pl[:], self.h[:], self.rng[:]
        c.stack, c.wait = [f[:] for f in self.stack], []
        c.fx, c.later, c.options, c.seated, c.forced, c.bd = (
            self.fx,
            self.later,
            self.options,
            self.seated,
            self.forced,
            self.bd,
        )
        c.site, c.asker, c.answer, c.ret, c.w, c.did = self.site, self.asker, self.answer, self.ret, self.w, self.did
        c.defer, c.quiet, c.due, c.over, c.steps, c.draws, c.reveals = (
            self.defer, self.quiet, self.due, self.over, self.steps, self.draws, self.reveals)  # fmt: skip
        c.log = None
        return c

    @property
    def who(self) -> int:
        """Id of the thing that decides; -1 for anyone of the team. `Program.seat_of` gives the seat."""
        return self.asker

    def to_json(self) -> dict[str, Any]:
        """Plain data from which `Program.load` makes an equal state."""
        return {
            "numbers": _lists(self.a),
            "zones": _lists(self.z),
            "places": self.loc[:],
            "histories": _lists(self.h),
            "effects": _lists(self.fx),
            "agenda": _lists(self.stack),
            "chance": self.rng[:],
            "options": _lists(self.options),
            "site": self.site,
            "asker": self.asker,
            "marks": self.w,
            "waiting": [self.defer, self.quiet, self.due, _lists(self.later)],
            "over": self.over,
            "draws": self.draws,
            "reveals": self.reveals,
            "seated": _lists(self.seated),
            "forced": _lists(self.forced),
        }

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]


def _lists(value: Any) -> Any:
    """Tuples inside become lists marked as tuples, so that they come back as tuples."""
    if isinstance(value, tuple):
        return {"t": [_lists(v) for v in value]}
    if isinstance(value, list):
        return [_lists(v) for v in value]
    if isinstance(value, bool):
        return int(value)
    return value


def _back(value: Any) -> Any:
    if isinstance(value, dict):
        return tuple(_back(v) for v in value["t"])
    if isinstance(value, list):
        return [_back(v) for v in value]
    return value


def from_json(data: dict[str, Any]) -> State:
    s = State.__new__(State)
    s.a, s.z, s.loc, s.h = _back(data["numbers"]), _back(data["zones"]), list(data["places"]), _back(data["histories"])
    s.fx, s.stack, s.rng = _back(data["effects"]), _back(data["agenda"]), list(data["chance"])
    s.options, s.site, s.asker, s.w = _back(data["options"]), data["site"], data["asker"], data["marks"]
    s.defer, s.quiet, s.due, later = data["waiting"]
    s.later = _back(later)
    s.over, s.draws, s.reveals, s.seated, s.forced = (
        data["over"],
        data["draws"],
        data["reveals"],
        _back(data["seated"]),
        _back(data["forced"]),
    )
    s.answer = s.ret = -1
    s.wait = []
    s.pl = []
    s.did = s.steps = 0
    s.bd = s.log = None
    return s
