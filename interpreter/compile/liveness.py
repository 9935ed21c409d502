"""Which locals of a function that waits are still needed where it goes on."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from attrs import frozen

WORD = re.compile(r"[A-Za-z_]\w*")
ASSIGNED = re.compile(r"(?:if [^:]*: |else: )?(\w+) = (.*)$")
WAIT = re.compile(r"@wait (\d+)@")
JUMP = re.compile(r"pc = @(\d+)@; continue")
LOOP = re.compile(r"for (\w+) in (.*)$")


@frozen
class Line:
    """What a line reads, what it sets, where it may jump, where it may wait, whether nothing runs behind it; `inner`
    are the lines that stand under it."""

    reads: frozenset[str]
    sets: str | None
    jumps: tuple[int, ...]
    waits: tuple[int, ...]
    ends: bool
    inner: tuple[Line, ...] = ()


class Liveness:
    """Works backwards through the segments until nothing changes. A line that it does not understand reads every name
    that stands in it, so that too much is kept rather than too little."""

    def __init__(
        self,
        segments: Sequence[Sequence[str]],
        places: Mapping[int, int],
        names: frozenset[str],
        results: Mapping[int, str | None],
    ) -> None:
        self.places = places
        self.results = results
        self.names = names
        self.segments = [self.block(segment) for segment in segments]
        self.live: list[frozenset[str]] = [frozenset()] * (len(segments) + 1)
        changed = True
        while changed:
            changed = False
            for n in range(len(segments) - 1, -1, -1):
                found = self.before(self.segments[n], self.live[n + 1])
                if found != self.live[n]:
                    self.live[n] = found
                    changed = True

    def block(self, lines: Sequence[str]) -> tuple[Line, ...]:
        """Lines with those that stand under them."""
        out = []
        n = 0
        while n < len(lines):
            depth = _depth(lines[n])
            end = n + 1
            while end < len(lines) and _depth(lines[end]) > depth:
                end += 1
            out.append(self.line(lines[n].strip(), self.block(lines[n + 1 : end])))
            n = end
        return tuple(out)

    def line(self, text: str, inner: tuple[Line, ...]) -> Line:
        jumps = tuple(int(x) for x in JUMP.findall(text))
        waits = tuple(int(x) for x in WAIT.findall(text))
        plain = JUMP.sub("", WAIT.sub("", text))
        condition = text.startswith(("if ", "else", "for ", "while "))
        sets = None
        loop = LOOP.match(plain)
        assigned = ASSIGNED.match(plain)
        if loop is not None:
            plain = loop.group(2)
        elif assigned is not None and assigned.group(1) in self.names:
            plain = plain[: assigned.start(1)] + assigned.group(2)
            if not condition:
                sets = assigned.group(1)
        ends = not condition and (bool(jumps) or bool(waits) or text.startswith(("return", "raise ")))
        return Line(frozenset(WORD.findall(plain)) & self.names, sets, jumps, waits, ends, inner)

    def before(self, lines: Sequence[Line], after: frozenset[str]) -> frozenset[str]:
        live = after
        for x in reversed(lines):
            if x.ends:
                live = frozenset()
            for label in x.jumps:
                live |= self.live[self.places[label]]
            for label in x.waits:
                live |= self.at(label)
            if x.inner:
                once = live | self.before(x.inner, live)
                live = once | self.before(x.inner, once)  # it may be a loop
            if x.sets is not None:
                live -= {x.sets}
            live |= x.reads
        return live

    def at(self, label: int) -> frozenset[str]:
        """What must be kept to go on at a label."""
        return self.live[self.places[label]] - {self.results[label] or ""}

    def at_entry(self) -> frozenset[str]:
        return self.live[0]


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())
