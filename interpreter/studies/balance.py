"""What a study says about its game, as data: every figure of the report with its interval, and sentences.

Where the players win or lose together, a match is won or not. Where they compete, each seat of a match wins it or not.
Estimates that compare conditions are taken in pairs of matches with the same seed.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from statistics import median
from typing import Any

from attrs import define, field

from ..engine.phrases import joined
from ..engine.program import DECK
from ..wishes import SEAT
from .intervals import (
    CONFIDENCE,
    Interval,
    difference,
    matches_for,
    mean,
    paired_difference,
    pooled_difference,
    share,
)
from .observe import Seen
from .store import StudyFile, masks
from .summing import every_seat

FORMAT = "sidescript-balance/1"
FEW = 30  # matches, below which a level is called small
LEVELS = 40  # a question of set-up with more answers than that is no dimension of the report
BANDS = 4  # lengths are cut into so many bands where cards are compared among matches of like length
WITHOUT = "without"  # the factor that says what is left out of the game
NARROW = 0.05  # an interval of a win rate within 5 points is good enough to speak of


@define
class Study:
    """Everything of a file that is asked for more than once."""

    file: StudyFile
    matches: list[Seen] = field(init=False)
    factors: list[dict[str, str]] = field(init=False)
    endings: dict[int, tuple[str, str, str]] = field(init=False)
    titles: list[str] = field(init=False)
    seats: list[int] = field(init=False)  # by cell
    compete: bool = field(init=False)

    def __attrs_post_init__(self) -> None:
        plan = self.file.plan
        self.matches = list(self.file.matches())
        self.factors = [cell.factors for cell in plan.cells]
        self.endings = self.file.endings()
        self.titles = [thing.title for thing in self.file.things()]
        self.seats = [len(cell.agents) for cell in plan.cells]
        self.compete = any(
            self.endings[one.over][0] == "decided" and one.winners not in (0, every_seat(one)) for one in self.matches
        )

    def won(self, one: Seen) -> bool:
        """Have all won?"""
        result = self.endings[one.over][0]
        return one.winners == every_seat(one) > 0 if result == "decided" else result == "won"

    def hits(self, one: Seen, seat: int) -> bool:
        """Has this seat won?"""
        return bool(one.winners >> seat & 1)

    def succeeds(self, one: Seen) -> bool:
        """Have all won, or where they compete, has the first seat?"""
        return self.hits(one, 0) if self.compete else self.won(one)

    def said(self, factor: str, level: str) -> str:
        """A level in the words of the game."""
        values = self._options.get(factor, ("", {}))[1]
        things = self._names
        parts = [values.get(one) or things.get(one) or one for one in level.split("+")] if level else []
        if not parts:
            return "nothing" if factor == WITHOUT else "what it likes" if factor.startswith(SEAT) else "none"
        return ", ".join(parts) if factor != "agents" else level

    def named(self, factor: str) -> str:
        if factor in self._options:
            return self._options[factor][0]
        number = factor.partition(".")[2]
        known = {"players": "players", "agents": "agents", "setup": "set-up", WITHOUT: "what is left out"}
        if factor.startswith(DECK):
            return f"deck of seat {number}"
        return known.get(factor, f"what seat {number} takes" if factor.startswith(SEAT) else factor)

    @property
    def _options(self) -> dict[str, tuple[str, dict[str, str]]]:
        return {name: (title, values) for name, (title, values) in json.loads(self.file.told("factors")).items()}

    @property
    def _names(self) -> dict[str, str]:
        return {thing.name: thing.title for thing in self.file.things()}


def balance(file: StudyFile) -> dict[str, Any]:
    """The report of a study as plain data."""
    study = Study(file)
    plan = file.plan
    failed = [one for one in file.failures() if one[1] < plan.seed + plan.matches]
    told: dict[str, Any] = {
        "format": FORMAT,
        "game": file.told("game"),
        "title": file.told("title"),
        "players_compete": study.compete,
        "confidence": CONFIDENCE,
        "matches": len(study.matches),
        "failed": len(failed),
        "planned": len(plan.cells) * plan.matches,
        "seed": plan.seed,
        "conditions": [{name: study.said(name, level) for name, level in one.items()} for one in study.factors],
        "same": _same(study),
        "win_rate": None if study.compete else _rate(study.won(one) for one in study.matches),
        "rates": [] if study.compete else _rates(study),
        "dimensions": [*_conditions(study), *_choices(study)],
        "seats": _seats(study),
        "length": _length(study),
        "endings": _endings(study),
        "lead": _lead(study),
        "cards": _cards(study),
        "options": _options(study),
        "failures": [
            {"condition": cell, "seed": seed, "code": code, "message": message}
            for cell, seed, code, message, _ in failed
        ],
    }
    from .sentences import sentences

    told["findings"], told["too_small"] = sentences(told)
    return told


def _rate(results: Iterable[bool]) -> dict[str, Any]:
    counted = Counter(map(bool, results))
    of = counted[True] + counted[False]
    return {"won": counted[True], "of": of, "rate": share(counted[True], of).to_json()}


def _rates(study: Study) -> list[dict[str, Any]]:
    """The win rate of each condition, by what differs between them."""
    names = dict.fromkeys(name for one in study.factors for name in one)
    apart = [name for name in names if len({one.get(name, "") for one in study.factors}) > 1]
    of_cell: dict[int, list[bool]] = {number: [] for number in range(len(study.factors))}
    for one in study.matches:
        of_cell[one.cell].append(study.won(one))
    return [
        {
            "condition": {study.named(name): study.said(name, one.get(name, "")) for name in apart},
            **_rate(of_cell[number]),
        }
        for number, one in enumerate(study.factors)
    ]


def _same(study: Study) -> dict[str, str]:
    """What all matches have in common."""
    names = dict.fromkeys(name for one in study.factors for name in one)
    return {
        study.named(name): study.said(name, study.factors[0].get(name, ""))
        for name in names
        if len({one.get(name, "") for one in study.factors}) == 1
    }


# ------------------------------------------------------------------------------------------------ dimensions


def _conditions(study: Study) -> list[dict[str, Any]]:
    """Each factor of the grid: the win rate of each level, and pairs of levels compared seed by seed."""
    found = []
    names = dict.fromkeys(name for one in study.factors for name in one)
    for name in names:
        levels = list(dict.fromkeys(one.get(name, "") for one in study.factors))
        if len(levels) < 2:
            continue
        of_level: dict[str, list[Seen]] = {level: [] for level in levels}
        for one in study.matches:
            of_level[study.factors[one.cell].get(name, "")].append(one)
        told: dict[str, Any] = {
            "name": name,
            "title": study.named(name),
            "kind": "condition",
            "whose": "",
            "levels": [_level(study, study.said(name, level), of_level[level]) for level in levels],
            "pairs": [],
        }
        if not (study.compete and name == "players"):  # of more competitors each wins less, as is fair
            first = levels[0]
            for level in levels[1:]:
                told["pairs"].append(
                    {
                        "first": study.said(name, level),
                        "second": study.said(name, first),
                        **_paired(study, name, level, first),
                    }
                )
        found.append(told)
    return found


def _level(study: Study, title: str, matches: Sequence[Seen]) -> dict[str, Any]:
    rounds = [one.rounds for one in matches]
    hits = [study.succeeds(one) for one in matches]
    scores = [] if study.compete else [float(one.scores[-1][0]) for one in matches if one.scores]
    return {
        "level": title,
        **_rate(hits),
        "rounds": median(rounds) if rounds else None,
        "score": _mean(scores),
    }


def _paired(study: Study, factor: str, level: str, other: str) -> dict[str, Any]:
    """Matches of the same seed whose conditions differ in this factor alone."""
    rest = [tuple(sorted((n, v) for n, v in one.items() if n != factor)) for one in study.factors]
    results: dict[tuple[Any, int], dict[str, bool]] = defaultdict(dict)
    scores: dict[tuple[Any, int], dict[str, float]] = defaultdict(dict)
    for one in study.matches:
        at = study.factors[one.cell].get(factor, "")
        results[rest[one.cell], one.seed][at] = study.succeeds(one)
        if one.scores and not study.compete:
            scores[rest[one.cell], one.seed][at] = float(one.scores[-1][0])
    counts = Counter((pair[level], pair[other]) for pair in results.values() if level in pair and other in pair)
    four = (counts[True, True], counts[True, False], counts[False, True], counts[False, False])
    if not sum(four):  # the levels go with other levels of another factor, as agents with players: no pairs
        hits = {name: [0, 0] for name in (level, other)}
        for one in study.matches:
            at = study.factors[one.cell].get(factor, "")
            if at in hits:
                hits[at][0] += study.succeeds(one)
                hits[at][1] += 1
        change = difference(*hits[level], *hits[other])
        return {"paired": False, "of": sum(n for _, n in hits.values()), "change": change.to_json()}
    gaps = [pair[level] - pair[other] for pair in scores.values() if level in pair and other in pair]
    return {"paired": True, "of": sum(four), "change": paired_difference(*four).to_json(), "score": _mean(gaps)}


def _choices(study: Study) -> list[dict[str, Any]]:
    """What seats chose while the match was set up, question by question; and who sat where, if nobody chose it."""
    questions = study.file.questions()
    of: dict[str, dict[int, list[tuple[Seen, int]]]] = defaultdict(lambda: defaultdict(list))
    many: Counter[tuple[str, int, int, int]] = Counter()
    given = [frozenset(cell.wishes) for cell in study.file.plan.cells]
    for one in study.matches:
        for site, seat, x in one.picks:
            many[questions[site], one.cell, one.seed, seat] += 1
            if seat not in given[one.cell]:
                of[questions[site]][x].append((one, seat))
        for seat, x in enumerate(one.seated):
            if x >= 0 and seat not in given[one.cell]:
                of["Who plays"][x].append((one, seat))
    several = {question for (question, *_), times in many.items() if times > 1}
    found = []
    known: list[dict[int, set[tuple[int, int, int]]]] = []
    cells = {one.cell for one in study.matches}
    apart = any(given) and len({tuple(sorted(cell.wishes.items())) for cell in study.file.plan.cells}) > 1
    for question, levels in of.items():
        if apart:  # what was given to one seat another could not take: such levels are of some conditions only
            for x in [x for x, rows in levels.items() if {one.cell for one, _ in rows} != cells]:
                del levels[x]
        if question in several or not 1 < len(levels) <= LEVELS:
            continue
        at = [{seat for _, seat in rows} for rows in levels.values()]
        if all(len(seats) == 1 for seats in at) and len(set.union(*at)) == len(at):
            continue  # each sits in a seat of its own, of which more is said elsewhere
        who = {x: {(one.cell, one.seed, seat) for one, seat in rows} for x, rows in levels.items()}
        if any(who == other for other in known):
            continue
        known.append(who)
        told = []
        for x in sorted(levels):
            rows = levels[x]
            if study.compete:
                hits = [study.hits(one, seat) for one, seat in rows]
            else:
                rows = list({(one.cell, one.seed): (one, seat) for one, seat in rows}.values())
                hits = [study.won(one) for one, _ in rows]
            told.append({"level": study.titles[x], **_rate(hits), "rounds": median(one.rounds for one, _ in rows)})
        whose = ""
        if any(given):
            chose = sorted({seat for rows in levels.values() for _, seat in rows})
            whose = ("seat " if len(chose) == 1 else "seats ") + joined([str(seat + 1) for seat in chose])
        choice = {"name": question, "title": question, "kind": "choice", "whose": whose, "levels": told, "pairs": []}
        found.append(choice)
    return found


def _seats(study: Study) -> list[dict[str, Any]]:
    """How often each seat wins, for each number of seats; nothing where all win or lose together."""
    if not study.compete:
        return []
    found = []
    for seats in sorted(set(study.seats)):
        rows = [one for one in study.matches if study.seats[one.cell] == seats]
        found.append(
            {
                "seats": seats,
                "fair": round(1 / seats, 6),
                "each": [{"seat": n + 1, **_rate(study.hits(one, n) for one in rows)} for n in range(seats)],
            }
        )
    return found


# ------------------------------------------------------------------------------------------------ course of matches


def _length(study: Study) -> dict[str, Any]:
    rounds = sorted(one.rounds for one in study.matches)
    decisions = sorted(one.decisions for one in study.matches)

    def of(values: list[int]) -> dict[str, Any]:
        n = len(values)
        if not n:
            return {"minimum": None, "quarter": None, "median": None, "three_quarters": None, "maximum": None}
        return {
            "minimum": values[0],
            "quarter": values[n // 4],
            "median": median(values),
            "three_quarters": values[(3 * n) // 4],
            "maximum": values[-1],
        }

    return {"rounds": of(rounds), "decisions": of(decisions)}


def _endings(study: Study) -> dict[str, Any]:
    """How matches end, in which round; and the endings of the game that no match came to."""
    rounds: dict[tuple[str, str], Counter[int]] = defaultdict(Counter)
    for one in study.matches:
        result, _, reason = study.endings[one.over]
        if result == "decided" and not study.compete:
            result = "won" if study.won(one) else "lost"
        rounds[result, reason][one.rounds] += 1
    total = len(study.matches)
    found = [
        {
            "result": result,
            "reason": reason,
            "matches": (n := sum(at.values())),
            "share": share(n, total).to_json(),
            "rounds": {str(r): at[r] for r in sorted(at)},
        }
        for (result, reason), at in sorted(rounds.items(), key=lambda item: (-sum(item[1].values()), item[0]))
    ]
    seen = {reason for _, reason in rounds}
    return {"each": found, "never": [one for one in json.loads(study.file.told("reasons")) if one not in seen]}


def _lead(study: Study) -> dict[str, Any]:
    """The declared score at the end of each round.

    Together: its mean in matches that were won and in those that were lost. Against one another: how often the seat
    that is alone in front wins.
    """
    told: dict[str, Any] = {"score": study.file.told("score"), "rounds": []}
    longest = max((len(one.scores) for one in study.matches), default=0)
    for n in range(longest):
        there = [one for one in study.matches if len(one.scores) > n]
        at: dict[str, Any] = {"round": n + 1, "matches": len(there)}
        if study.compete:
            ahead = []
            for one in there:
                scores = one.scores[n]
                if len(scores) > 1 and scores.count(max(scores)) == 1:
                    ahead.append(study.hits(one, scores.index(max(scores))))
            gaps = [float(s[0] - s[1]) for one in there if len(s := sorted(one.scores[n], reverse=True)) > 1]
            at |= {"leader_wins": _rate(ahead), "lead": _mean(gaps)}
        else:
            for name, which in (("won", True), ("lost", False)):
                at[name] = _mean([float(one.scores[n][0]) for one in there if study.won(one) == which])
        told["rounds"].append(at)
    return told


def _mean(values: list[float]) -> dict[str, float] | None:
    if len(values) < 2:
        return None
    it = mean(values)
    return {"of": len(values), **it.to_json()}


# ------------------------------------------------------------------------------------------------ cards and options


def _cards(study: Study) -> list[dict[str, Any]]:
    """For each thing that is not in every match: how often it is seen and taken, and what the win rate does with it."""
    matches = [one for one in study.matches if one.seen]
    if not matches:
        return []
    things = study.file.things()
    band = _bands(matches)
    seen: Counter[int] = Counter()
    taken: Counter[int] = Counter()
    played: Counter[int] = Counter()
    told_apart = all(one.played >= 0 for one in matches)  # matches of earlier versions do not say
    for one in matches:
        some = 0
        for mine in one.taken:
            some |= mine
        seen.update(masks(one.seen, len(things)))
        taken.update(masks(some, len(things)))
        played.update(masks(max(0, one.played), len(things)))
    told = []
    paired = _left_out(study)
    of_cell = Counter(one.cell for one in matches)
    usual = _by_seat(study) if study.compete else {}
    for x, thing in enumerate(things):
        in_game = sum(
            n for cell, n in of_cell.items() if thing.name not in study.factors[cell].get(WITHOUT, "").split("+")
        )
        if not seen[x] or (seen[x] == len(matches) and not taken[x]):
            continue
        change, how, of = (
            paired[thing.name]
            if thing.name in paired
            else _against_others(study, matches, x, usual)
            if study.compete
            else _seen_or_not(study, matches, x, band)
        )
        told.append(
            {
                "name": thing.name,
                "title": thing.title,
                "kind": thing.kind,
                "seen": share(seen[x], in_game).to_json(),
                "taken": share(taken[x], in_game).to_json(),
                "played": share(played[x], in_game).to_json() if told_apart else None,
                "change": None if change is None else change[0].to_json(),
                "how": how,
                "of": of,
                "settled": 0 if change is None else change[1].settled,
            }
        )
    return told


def _strict(study: Study) -> float:
    """The confidence at which one of so many cards is spoken of; else one in twenty would be by chance (Bonferroni)."""
    return 1 - (1 - CONFIDENCE) / max(1, len(study.titles))


def _bands(matches: Sequence[Seen]) -> dict[tuple[int, int], int]:
    """Each match's band of length among those of its cell. A long match shows more cards, whatever they do."""
    of_cell: dict[int, list[int]] = defaultdict(list)
    for one in matches:
        of_cell[one.cell].append(one.rounds)
    cuts = {
        cell: [sorted(rounds)[k * len(rounds) // BANDS] for k in range(1, BANDS)] for cell, rounds in of_cell.items()
    }
    return {(one.cell, one.seed): sum(one.rounds > cut for cut in cuts[one.cell]) for one in matches}


def _seen_or_not(
    study: Study, matches: Sequence[Seen], x: int, band: dict[tuple[int, int], int]
) -> tuple[tuple[Interval, Interval] | None, str, int]:
    strata: dict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for one in matches:
        counts = strata[one.cell, band[one.cell, one.seed]]
        at = 0 if one.seen >> x & 1 else 2
        counts[at] += study.won(one)
        counts[at + 1] += 1
    usual = pooled_difference(strata.values())
    strict = pooled_difference(strata.values(), _strict(study))
    of = sum(c[1] + c[3] for c in strata.values() if c[1] and c[3])
    return (None if usual is None or strict is None else (usual, strict)), "alike", of


def _by_seat(study: Study) -> dict[tuple[int, int], float]:
    """How often each seat of each condition wins."""
    played = Counter(one.cell for one in study.matches)
    won: Counter[tuple[int, int]] = Counter()
    for one in study.matches:
        won.update((one.cell, seat) for seat in masks(one.winners, study.seats[one.cell]))
    return {(cell, seat): won[cell, seat] / n for cell, n in played.items() for seat in range(study.seats[cell])}


def _against_others(
    study: Study, matches: Sequence[Seen], x: int, seats: dict[tuple[int, int], float]
) -> tuple[tuple[Interval, Interval] | None, str, int]:
    """Inside each match: those who took it beside those who did not, less what their seats win over one another anyway.

    A card of one deck is taken by whoever has that deck, and would else get the credit for the whole of it.
    """
    values, expected = [], []
    for one in matches:
        with_it = [n for n, mine in enumerate(one.taken) if mine >> x & 1]
        without = [n for n, mine in enumerate(one.taken) if not mine >> x & 1]
        if with_it and without:
            gap = [sum(study.hits(one, n) for n in some) / len(some) for some in (with_it, without)]
            usual = [sum(seats[one.cell, n] for n in some) / len(some) for some in (with_it, without)]
            values.append(gap[0] - gap[1])
            expected.append(usual[0] - usual[1])
    if len(values) < FEW:
        return None, "inside", len(values)
    anyway = sum(expected) / len(expected)
    if all(value in (-1, 0, 1) for value in values):  # pairs: where few differ, the central limit theorem says too much
        counts = (0, values.count(1), values.count(-1), values.count(0))
        found = [paired_difference(*counts), paired_difference(*counts, _strict(study))]
    else:
        found = [mean(values, confidence) for confidence in (CONFIDENCE, _strict(study))]
    each, strict = (_of_shares(Interval(it.value - anyway, it.low - anyway, it.high - anyway)) for it in found)
    return (each, strict), "inside", len(values)


def _of_shares(found: Interval) -> Interval:
    """No difference of two shares is larger than 1."""
    return Interval(found.value, max(-1.0, found.low), min(1.0, found.high))


def _left_out(study: Study) -> dict[str, tuple[tuple[Interval, Interval] | None, str, int]]:
    """For things that were left out in some conditions: with it less without it, in pairs of the same seed."""
    found: dict[str, tuple[tuple[Interval, Interval] | None, str, int]] = {}
    levels = list(dict.fromkeys(one.get(WITHOUT, "") for one in study.factors))
    if study.compete or "" not in levels:
        return found
    rest = [tuple(sorted((n, v) for n, v in one.items() if n != WITHOUT)) for one in study.factors]
    results: dict[tuple[Any, int], dict[str, bool]] = defaultdict(dict)
    for one in study.matches:
        results[rest[one.cell], one.seed][study.factors[one.cell].get(WITHOUT, "")] = study.won(one)
    for level in levels:
        if not level or "+" in level:
            continue
        counts = Counter((pair[""], pair[level]) for pair in results.values() if "" in pair and level in pair)
        four = (counts[True, True], counts[True, False], counts[False, True], counts[False, False])
        usual = paired_difference(*four)
        strict = paired_difference(*four, confidence=1 - (1 - CONFIDENCE) / max(1, len(levels) - 1))
        found[level] = (usual, strict), "pairs", sum(four)
    return found


def _options(study: Study) -> dict[str, Any]:
    """How often each sort of option was offered and taken; those never taken; actions that no match ever offered."""
    counts: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
    for _, question, option, offered, taken in study.file.offers():
        counts[question, option][0] += offered
        counts[question, option][1] += taken
    each = [
        {
            "question": question,
            "option": option,
            "offered": offered,
            "taken": taken,
            "share": share(taken, offered).to_json(),
        }
        for (question, option), (offered, taken) in sorted(counts.items(), key=lambda item: (-item[1][0], item[0]))
    ]
    there = {option for _, option in counts}
    return {
        "each": each,
        "never_taken": [one for one in each if not one["taken"]],
        "never_offered": [title for title in json.loads(study.file.told("actions")) if counts and title not in there],
    }


def pairs_of(levels: Sequence[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], dict[str, Any], Interval]]:
    """Every two levels of a dimension with the difference of their rates, as of matches that have no common seed."""
    for a, b in combinations(levels, 2):
        yield a, b, difference(a["won"], a["of"], b["won"], b["of"])


__all__ = ["FEW", "FORMAT", "NARROW", "Study", "balance", "matches_for", "pairs_of"]
