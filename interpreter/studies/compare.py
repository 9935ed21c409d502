"""What another version of a game changes: two studies of the same conditions and seeds, match beside match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from .balance import Study
from .intervals import CONFIDENCE, difference, mean, paired_difference
from .observe import Seen
from .sentences import FEW, TELLING, points, signed, to_tell
from .store import StudyFile, masks

FORMAT = "sidescript-comparison/1"
MOST = 8  # sentences about one sort of change


class NotComparable(Exception):
    """The two studies have no match in common: one sentence says why."""


def compare(first: StudyFile, second: StudyFile) -> dict[str, Any]:
    """The second study less the first, over the pairs of the same condition and seed, as plain data."""
    a, b = Study(first), Study(second)
    cells = {_key(cell): n for n, cell in enumerate(second.plan.cells)}
    at = {n: cells[_key(cell)] for n, cell in enumerate(first.plan.cells) if _key(cell) in cells}
    there = {(one.cell, one.seed): one for one in b.matches}
    pairs = [
        (one, there[at[one.cell], one.seed])
        for one in a.matches
        if one.cell in at and (at[one.cell], one.seed) in there
    ]
    if not pairs:
        raise NotComparable("the two studies have no condition with the same seeds in common")
    told: dict[str, Any] = {
        "format": FORMAT,
        "first": {"game": first.told("game"), "title": first.told("title"), "hash": first.told("hash")},
        "second": {"game": second.told("game"), "title": second.told("title"), "hash": second.told("hash")},
        "confidence": CONFIDENCE,
        "pairs": len(pairs),
        "same": sum(_course(x) == _course(y) for x, y in pairs),
        "players_compete": a.compete or b.compete,
        "win_rate": _wins(a, b, pairs),
        "conditions": [
            {
                "condition": {a.named(name): a.said(name, level) for name, level in a.factors[n].items()},
                "pairs": len(mine := [pair for pair in pairs if pair[0].cell == n]),
                "win_rate": _wins(a, b, mine),
            }
            for n in at
            if len(at) > 1
        ],
        "rounds": _mean([float(y.rounds - x.rounds) for x, y in pairs]),
        "decisions": _mean([float(y.decisions - x.decisions) for x, y in pairs]),
        "score": _mean([float(y.scores[-1][0] - x.scores[-1][0]) for x, y in pairs if x.scores and y.scores])
        if not (a.compete or b.compete)
        else None,
        "endings": _endings(a, b, pairs),
        "cards": _cards(a, b, pairs),
        "options": _options(first, second),
    }
    told["findings"], told["too_small"] = _sentences(told)
    return told


def _key(cell: Any) -> str:
    return repr(cell.to_json())


def _course(one: Seen) -> tuple[object, ...]:
    return one.winners, one.rounds, one.decisions, one.scores


def _mean(values: list[float]) -> dict[str, float] | None:
    return mean(values).to_json() if len(values) > 1 else None


def _wins(a: Study, b: Study, pairs: Sequence[tuple[Seen, Seen]]) -> list[dict[str, Any]]:
    """The change of the win rate: of the team, or of each seat."""
    compete = a.compete or b.compete
    seats = max((a.seats[x.cell] for x, _ in pairs), default=0) if compete else 1
    found = []
    for seat in range(seats):
        counts = Counter((a.hits(x, seat), b.hits(y, seat)) if compete else (a.won(x), b.won(y)) for x, y in pairs)
        change = paired_difference(counts[True, True], counts[False, True], counts[True, False], counts[False, False])
        found.append(
            {
                "who": f"seat {seat + 1}" if compete else "all",
                "first": counts[True, True] + counts[True, False],
                "second": counts[True, True] + counts[False, True],
                "of": len(pairs),
                "change": change.to_json(),
            }
        )
    return found


def _endings(a: Study, b: Study, pairs: Sequence[tuple[Seen, Seen]]) -> list[dict[str, Any]]:
    """How matches end; an ending is known by its name, since a version may call it otherwise.

    One that is called otherwise (another number, for instance) is what somebody looks for: it is not one of many.
    """

    def name(study: Study, over: int) -> str:
        _, ending, reason = study.endings[over]
        return ending or reason

    reasons = {name(a, x.over): a.endings[x.over][2] for x, _ in pairs}
    for _, y in pairs:
        before = reasons.setdefault(name(b, y.over), b.endings[y.over][2])
        if b.endings[y.over][2] not in before.split(", now "):
            reasons[name(b, y.over)] = f"{before}, now {b.endings[y.over][2]}"
    found = []
    renamed = {ending for ending, reason in reasons.items() if ", now " in reason}
    for ending, reason in reasons.items():
        counts = Counter((name(a, x.over) == ending, name(b, y.over) == ending) for x, y in pairs)
        four = counts[True, True], counts[False, True], counts[True, False], counts[False, False]
        changed = ending in renamed
        change = paired_difference(*four, CONFIDENCE if changed else 1 - (1 - CONFIDENCE) / len(reasons))
        found.append(
            {
                "reason": reason,
                "changed": changed,
                "first": counts[True, True] + counts[True, False],
                "second": counts[True, True] + counts[False, True],
                "of": len(pairs),
                "change": change.to_json(),
                "settled": change.settled,
            }
        )
    return found


def _cards(a: Study, b: Study, pairs: Sequence[tuple[Seen, Seen]]) -> list[dict[str, Any]]:
    """How much more often each thing is seen and taken; things of one version alone say so."""
    names = [{thing.name: n for n, thing in enumerate(study.file.things())} for study in (a, b)]
    counts: list[dict[str, Counter[int]]] = []
    for side in (0, 1):
        seen: Counter[int] = Counter()
        taken: Counter[int] = Counter()
        for pair in pairs:
            one = pair[side]
            some = 0
            for mine in one.taken:
                some |= mine
            seen.update(masks(one.seen, len(names[side])))
            taken.update(masks(some, len(names[side])))
        counts.append({"seen": seen, "taken": taken})
    titles = {thing.name: thing.title for study in (b, a) for thing in study.file.things()}
    strict = 1 - (1 - CONFIDENCE) / max(1, 2 * len(titles))
    found = []
    for name, title in titles.items():
        old, new = names[0].get(name), names[1].get(name)
        told: dict[str, Any] = {"name": name, "title": title, "only": None, "settled": 0}
        if old is None or new is None:
            told["only"] = "second" if old is None else "first"
        for what in ("seen", "taken"):
            x = counts[0][what][old] if old is not None else 0
            y = counts[1][what][new] if new is not None else 0
            told[what] = difference(y, len(pairs), x, len(pairs)).to_json()
            if old is not None and new is not None:
                told["settled"] = told["settled"] or difference(y, len(pairs), x, len(pairs), strict).settled
        if told["only"] or told["seen"]["value"] or told["taken"]["value"]:
            found.append(told)
    return found


def _options(first: StudyFile, second: StudyFile) -> list[dict[str, Any]]:
    """Sorts of options that one version offers and the other does not, and what share of offers is taken in both."""
    sums: list[dict[tuple[str, str], list[int]]] = []
    for file in (first, second):
        counts: dict[tuple[str, str], list[int]] = {}
        for _, question, option, offered, taken in file.offers():
            both = counts.setdefault((question, option), [0, 0])
            both[0] += offered
            both[1] += taken
        sums.append(counts)
    found = []
    for key in dict.fromkeys((*sums[0], *sums[1])):
        (n, k), (m, j) = (one.get(key, [0, 0]) for one in sums)
        found.append(
            {
                "question": key[0],
                "option": key[1],
                "first": {"offered": n, "taken": k},
                "second": {"offered": m, "taken": j},
                "change": difference(j, m, k, n).to_json() if n and m else None,
            }
        )
    return found


# ------------------------------------------------------------------------------------------------ sentences


def _sentences(told: dict[str, Any]) -> tuple[list[str], list[str]]:
    found, small = [], []
    n = told["pairs"]
    if told["same"] == n:
        return [f"All {n:,} pairs of matches went exactly alike: nothing that was changed came up in them."], []
    if told["same"]:
        found.append(f"{told['same']:,} of {n:,} pairs of matches went exactly alike.")
    groups = [("", told["win_rate"])] + [
        ("With " + ", ".join(f"{name} {level}" for name, level in one["condition"].items()) + ": ", one["win_rate"])
        for one in told["conditions"]
    ]
    for where, sides in groups:
        for one in sides:
            who = "matches are won" if one["who"] == "all" else f"matches are won by {one['who']}"
            change = one["change"]
            if change["low"] > 0 or change["high"] < 0:
                more = "more" if change["value"] > 0 else "fewer"
                found.append(
                    f"{where}{points(change['value'])} {more} {who} than before "
                    f"({one['first']} and now {one['second']} of {one['of']:,}; {signed(change)})."
                )
            elif max(-change["low"], change["high"]) <= TELLING:
                share = who.replace("are won", "won")
                found.append(
                    f"{where}the share of {share} changes by no more than {points(TELLING)} ({signed(change)})."
                )
            else:
                small.append(
                    f"{where}it cannot be said yet whether more or fewer {who} "
                    f"({one['first']} and now {one['second']} of {one['of']:,}; {signed(change)}); "
                    f"{to_tell(change, one['of'], 'pairs')}."
                )
    for what, noun in (("rounds", "rounds"), ("decisions", "decisions"), ("score", "points of score before the end")):
        it = told[what]
        if it is not None and n >= FEW and (it["low"] > 0 or it["high"] < 0):
            more = "more" if it["value"] > 0 else "fewer"
            found.append(
                f"On average {abs(it['value']):.1f} {more} {noun} than before ({it['low']:+.1f} to {it['high']:+.1f})."
            )
    for one in told["endings"]:
        counted = f"{one['first']} and now {one['second']} of {one['of']:,}; {signed(one['change'])}"
        if one["settled"]:
            more = "more" if one["change"]["value"] > 0 else "less"
            found.append(
                f"“{one['reason']}” ends matches {more} often, by {points(one['change']['value'])} ({counted})."
            )
        elif one["changed"]:
            small.append(
                f"Whether “{one['reason']}” ends more or fewer matches cannot be said yet ({counted}); "
                f"{to_tell(one['change'], one['of'], 'pairs')}."
            )
    for only, words in (("second", "New"), ("first", "No longer there")):
        titles = [one["title"] for one in told["cards"] if one["only"] == only]
        if titles:
            found.append(f"{words}: {', '.join(titles)}.")
    changed = [one for one in told["cards"] if one["settled"]]
    changed.sort(key=lambda one: -max(abs(one["seen"]["value"]), abs(one["taken"]["value"])))
    for one in changed[:MOST]:
        parts = [
            f"{what} in {points(one[what]['value'])} {'more' if one[what]['value'] > 0 else 'fewer'} of the matches"
            for what in ("seen", "taken")
            if one[what]["low"] > 0 or one[what]["high"] < 0
        ]
        found.append(f"{one['title']} is {' and '.join(parts)}.")
    if len(changed) > MOST:
        found.append(f"{len(changed) - MOST} more things are seen or taken more or less often.")
    for one in told["options"]:
        was, now = one["first"]["offered"], one["second"]["offered"]
        if bool(was) != bool(now) and max(was, now) >= FEW:
            how = "is offered now and was not before" if now else "was offered before and is no more"
            found.append(f"“{one['option']}” ({one['question']}) {how}.")
    return found, small
