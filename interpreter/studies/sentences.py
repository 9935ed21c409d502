"""The figures of a report as plain sentences: what they show, and what the sample is too small to say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..engine.phrases import joined
from .intervals import CONFIDENCE, difference, matches_for, z_of

FEW = 30  # matches, below which nothing is said about a level
NARROW = 0.05  # an interval of 5 points to each side is good enough to speak of
TELLING = 0.02  # points of which a difference is worth a sentence
RARE = 20  # times that an option has to be offered before it is called one that nobody takes
LIKELY = 0.84  # in standard errors: what is exceeded in four of five studies
LOW, HIGH = 0.2, 0.8  # beyond these win rates little shows what a card or condition does
MOST = 8  # cards in a sentence, and conditions


def percent(x: float) -> str:
    """0.123 as `12 %`; small shares keep a digit."""
    shown = 100 * x
    return f"{shown:.1f} %" if 0 < abs(shown) < 9.95 else f"{shown:.0f} %"


def points(x: float) -> str:
    shown = abs(100 * x)
    return f"{shown:.1f} points" if shown < 9.95 else f"{shown:.0f} points"


def between(interval: dict[str, float]) -> str:
    return f"{percent(interval['low'])} to {percent(interval['high'])}"


def signed(interval: dict[str, float]) -> str:
    return f"{100 * interval['low']:+.1f} to {100 * interval['high']:+.1f} points"


def enough(change: dict[str, float], of: int, noun: str) -> str:
    """How many matches or pairs would narrow an interval, and to what. Its width goes with the root of their number."""
    half = (change["high"] - change["low"]) / 2
    aim = next((one for one in (NARROW, TELLING) if one < half), half / 2)
    need = of * (half / aim) ** 2
    return f"a change of {points(aim)} would be seen with about {_rounded(need)} {noun}"


def to_tell(change: dict[str, float], of: int, noun: str) -> str:
    """How many would tell a difference as large as the one seen; and how many a small one."""
    need = needed(change, of)
    if abs(change["value"]) <= NARROW or not need:
        return enough(change, of, noun)
    seen = f"a difference as large as this one ({points(change['value'])}) would most likely be certain with about"
    return f"{seen} {_rounded(max(need, of + 1))} {noun}, {enough(change, of, noun)}"


def settled(change: dict[str, float], of: int, noun: str) -> str:
    """That it is decided, and how many would most likely have done for a difference so large."""
    need = needed(change, of)
    if need >= 0.9 * of:
        return " This is decided."
    return f" This is decided; for a difference so large about {_rounded(need)} {noun} are most often enough."


def needed(change: dict[str, float], of: int) -> float:
    """How many it takes until an interval around a difference as large as this one most likely leaves 0 out.

    The difference found will be a smaller one every second time, so more are needed than would do for just this one.
    """
    value = change["value"]
    side = value - change["low"] if value > 0 else change["high"] - value
    return of * (side / value * (1 + LIKELY / z_of(CONFIDENCE))) ** 2 if value else 0.0


def _rounded(need: float) -> str:
    step = 10 ** max(0, len(str(int(need))) - 2)  # two digits: it is an estimate
    return f"{int(need // step + 1) * step:,}"


def sentences(told: dict[str, Any]) -> tuple[list[dict[str, str]], list[dict[str, str]]]:
    """Findings, and what the sample cannot say, each {"about": section, "says": sentence}."""
    found: list[dict[str, str]] = []
    small: list[dict[str, str]] = []
    for part in (_overall, _dimensions, _seats, _length, _endings, _lead, _options, _cards):
        for sure, about, says in part(told):
            (found if sure else small).append({"about": about, "says": says[:1].upper() + says[1:]})
    return found, small


Said = Iterator[tuple[bool, str, str]]


def _overall(told: dict[str, Any]) -> Said:
    n = told["matches"]
    if told["failed"]:
        few = "One match" if told["failed"] == 1 else f"{told['failed']} matches"
        yield True, "overall", f"{few} ended in an error and are counted nowhere; their records can be replayed."
    if n + told["failed"] < told["planned"]:
        yield False, "overall", f"Only {n + told['failed']} of {told['planned']} matches have been played so far."
    if not n:
        yield False, "overall", "No match has been played to its end: there is nothing to say."
        return
    overall = told["win_rate"]
    if n == 1:
        yield False, "overall", "One match was played to its end: that says nothing about the next one."
        return
    if overall is None:
        yield True, "overall", f"{n:,} matches were played to their end; the players compete."
        return
    rates = [one for one in told["rates"] if one["of"]]
    if len(rates) > 1:
        yield from _each_condition(rates, n)
        return
    yield from _won(overall, n)
    rate = overall["rate"]
    if (rate["high"] - rate["low"]) / 2 > NARROW:
        need = matches_for(NARROW, rate["value"])
        yield (
            False,
            "overall",
            (
                f"The win rate is known only within {points((rate['high'] - rate['low']) / 2)} to each side; "
                f"about {need:,} matches would bring that to 5 points."
            ),
        )


def _won(overall: dict[str, Any], n: int) -> Said:
    rate = overall["rate"]
    if overall["won"] == 0:
        yield True, "overall", f"None of {n:,} matches was won. The true rate may be up to {percent(rate['high'])}."
    elif overall["won"] == n:
        yield True, "overall", f"All {n:,} matches were won; the true rate is at least {percent(rate['low'])}."
    else:
        share = percent(rate["value"])
        yield (
            True,
            "overall",
            f"{share} of {n:,} matches were won. The true rate is {between(rate)}, with 95 % confidence.",
        )
    if rate["high"] < LOW or not overall["won"]:
        yield True, "overall", _little("Where so few matches are won", low=True)
    elif rate["low"] > HIGH:
        yield True, "overall", _little("Where so many matches are won", low=False)


def _little(where: str, low: bool) -> str:
    better = "stronger agents or something easier" if low else "something harder"
    return (
        f"{where}, they hardly tell one card or condition from another: between one in five and four in five is good "
        f"to compare; try {better}."
    )


def _each_condition(rates: Sequence[dict[str, Any]], n: int) -> Said:
    """No rate of all matches together: it would be of no game that anybody plays."""
    most, least = (pick(rates, key=lambda one: float(one["rate"]["value"])) for pick in (max, min))
    shown = rates if len(rates) <= MOST else [most, least]
    listed = "; ".join(
        f"{', '.join(one['condition'].values())} {percent(one['rate']['value'])} ({between(one['rate'])})"
        for one in shown
    )
    by = joined(list(rates[0]["condition"]))
    how = "won were" if shown is rates else "the most and the fewest were won of"
    yield True, "overall", f"{n:,} matches were played, in {len(rates)} conditions. By {by}, {how}: {listed}."
    wide, near = max(((one["rate"]["high"] - one["rate"]["low"]) / 2, float(one["rate"]["value"])) for one in rates)
    if wide > NARROW:
        yield (
            False,
            "overall",
            f"These rates are known only within up to {points(wide)} to each side; about "
            f"{matches_for(NARROW, near):,} matches of each condition would bring that to 5 points.",
        )
    for low, some in (
        (True, [one for one in rates if one["rate"]["high"] < LOW or not one["won"]]),
        (False, [one for one in rates if one["rate"]["low"] > HIGH]),
    ):
        if some:
            names = "; ".join(
                ", ".join(f"{name}: {level}" for name, level in one["condition"].items()) for one in some[:MOST]
            )
            more = f" and {len(some) - MOST} more" if len(some) > MOST else ""
            few = "few" if low else "many"
            yield True, "overall", _little(f"Where so {few} matches are won as here ({names}{more})", low)


def _dimensions(told: dict[str, Any]) -> Said:
    compete = told["players_compete"]
    unknown = "with which of {a} and {b} the first seat wins more" if compete else "whether {a} or {b} makes it easier"
    for one in told["dimensions"]:
        title = one["title"]
        for pair in one["pairs"]:
            change = pair["change"]
            a, b = pair["first"], pair["second"]
            how = f"over {pair['of']:,} pairs of the same seed" if pair["paired"] else f"over {pair['of']:,} matches"
            if change["low"] > 0 or change["high"] < 0:
                up = change["value"] > 0
                by = points(change["value"])
                does = (
                    f"the first seat wins {by} {'more' if up else 'less'}"
                    if compete
                    else f"{by} {'more' if up else 'fewer'} matches are won"
                )
                noun = "pairs" if pair["paired"] else "matches"
                yield (
                    True,
                    title,
                    f"{title}: with {a} in place of {b}, {does} ({signed(change)}, {how})."
                    f"{settled(change, pair['of'], noun)}",
                )
            elif max(-change["low"], change["high"]) <= TELLING:
                yield (
                    True,
                    title,
                    (
                        f"{title}: {a} and {b} make no difference of more than {points(TELLING)} "
                        f"({signed(change)}, {how})."
                    ),
                )
            else:
                score = pair.get("score")
                if score is not None and score["of"] >= FEW and (score["low"] > 0 or score["high"] < 0):
                    more = "higher" if score["value"] > 0 else "lower"
                    yield (
                        True,
                        title,
                        (
                            f"{title}: with {a} in place of {b} the score before the end is "
                            f"{abs(score['value']):.1f} {more} "
                            f"({score['low']:+.1f} to {score['high']:+.1f}, {how})."
                        ),
                    )
                yield (
                    False,
                    title,
                    (
                        f"{title}: {unknown.format(a=a, b=b)} cannot be said yet ({signed(change)}, {how}); "
                        f"{to_tell(change, pair['of'], 'pairs' if pair['paired'] else 'matches')}."
                    ),
                )
        if one["kind"] == "choice" or (told["players_compete"] and not one["pairs"]):
            yield from _levels(one, told["players_compete"])


def _levels(one: dict[str, Any], compete: bool) -> Said:
    title = one["title"] if one["title"].endswith("?") else f"{one['title']}:"
    if one["whose"]:
        title += f" (only of {one['whose']}, which chose; what the others took was given)"
    big = [level for level in one["levels"] if level["of"] >= FEW]
    few = [level for level in one["levels"] if level["of"] < FEW]
    if few:
        listed = ", ".join(f"{level['level']} ({level['of']})" for level in few)
        yield False, one["title"], f"{title} Too few matches to say anything of these: {listed}."
    if len(big) < 2:
        return
    best, worst = max(big, key=lambda x: x["rate"]["value"]), min(big, key=lambda x: x["rate"]["value"])
    # the best and the worst of several lie apart by chance alone, so they are held to as many comparisons
    confidence = 1 - 0.05 / (len(big) * (len(big) - 1) / 2)
    # where they compete, one has lost what another has won: half as many matches tell as much
    tells = 0.5 if compete else 1
    gap = difference(
        best["won"] * tells, best["of"] * tells, worst["won"] * tells, worst["of"] * tells, confidence=confidence
    )
    if gap.settled:
        yield (
            True,
            one["title"],
            (
                f"{title} {best['level']} wins most, {percent(best['rate']['value'])} ({between(best['rate'])}); "
                f"{worst['level']} wins least, {percent(worst['rate']['value'])} ({between(worst['rate'])})."
            ),
        )
    else:
        yield (
            False,
            one["title"],
            f"{title} {_no_winner(big, best, worst)}",
        )


def _for_half(cards: Sequence[dict[str, Any]], matches: int) -> str:
    """How many matches would be enough for half of these cards. Those that are seldom seen need more."""
    changes = [c["change"] for c in cards if c["change"]["high"] > c["change"]["low"]]
    changes.sort(key=lambda one: float(one["high"] - one["low"]))
    return f"; for half of them {enough(changes[len(changes) // 2], matches, 'matches')}" if changes else ""


def _no_winner(levels: list[dict[str, Any]], best: dict[str, Any], worst: dict[str, Any]) -> str:
    """None of the answers wins more than chance would have it."""
    high, low = percent(best["rate"]["value"]), percent(worst["rate"]["value"])
    if best["rate"]["value"] == worst["rate"]["value"]:
        return f"{'Both' if len(levels) == 2 else f'All {len(levels)}'} do equally well ({high})."
    none = "Neither" if len(levels) == 2 else f"None of the {len(levels)}"
    return f"{none} stands out more than chance would have it ({best['level']} {high}, {worst['level']} {low})."


def _seats(told: dict[str, Any]) -> Said:
    if not told["players_compete"]:
        if told["matches"]:
            yield True, "seats", "The players win or lose together, so no seat can be better off than another."
        return
    for group in told["seats"]:
        fair, n = group["fair"], group["seats"]
        off = []
        for seat in group["each"]:
            rate = seat["rate"]
            if rate["low"] > fair or rate["high"] < fair:
                off.append(seat)
        for seat in off:
            side = "more" if seat["rate"]["value"] > fair else "less"
            yield (
                True,
                "seats",
                (
                    f"With {n} seats, seat {seat['seat']} wins {percent(seat['rate']['value'])} "
                    f"({between(seat['rate'])}): {side} than its fair {percent(fair)}."
                ),
            )
        if not off and group["each"]:
            rate = group["each"][0]["rate"]
            wide = max((s["rate"]["high"] - s["rate"]["low"]) / 2 for s in group["each"])
            yield (
                wide <= NARROW,
                "seats",
                (
                    f"With {n} seats, every seat may have its fair share of {percent(fair)}; "
                    f"the first wins {percent(rate['value'])} ({between(rate)})."
                ),
            )


def _length(told: dict[str, Any]) -> Said:
    rounds, decisions = told["length"]["rounds"], told["length"]["decisions"]
    if rounds["median"] is None:
        return
    half = f"{decisions['quarter']} to {decisions['three_quarters']} decisions"
    if rounds["maximum"]:
        said = (
            f"Half of the matches take {rounds['quarter']} to {rounds['three_quarters']} rounds "
            f"(from {rounds['minimum']} to {rounds['maximum']} in all), with {half}."
        )
    else:  # without turns there are no rounds
        said = f"Half of the matches take {half} (from {decisions['minimum']} to {decisions['maximum']} in all)."
    yield True, "length", said


def _endings(told: dict[str, Any]) -> Said:
    each = told["endings"]["each"]
    if each:
        top = each[0]
        yield (
            True,
            "endings",
            (
                f"The commonest end is “{top['reason']}”: {percent(top['share']['value'])} of matches "
                f"({between(top['share'])})."
            ),
        )
    never = told["endings"]["never"]
    if never and told["matches"]:
        most = percent(3 / told["matches"]) if told["matches"] > 3 else "any share"
        listed = "; ".join(f"“{one}”" for one in never)
        yield told["matches"] >= FEW, "endings", f"No match ended so (each is true of fewer than {most}): {listed}."


def _lead(told: dict[str, Any]) -> Said:
    for at in told["lead"]["rounds"]:
        if told["players_compete"]:
            wins = at["leader_wins"]
            if wins["of"] >= FEW and wins["rate"]["low"] >= 0.75:
                yield (
                    True,
                    "lead",
                    (
                        f"From round {at['round']} on a lead decides: whoever is in front then wins "
                        f"{percent(wins['rate']['value'])} ({between(wins['rate'])})."
                    ),
                )
                return
        else:
            won, lost = at["won"], at["lost"]
            if won and lost and min(won["of"], lost["of"]) >= FEW and won["low"] > lost["high"]:
                yield (
                    True,
                    "lead",
                    (
                        f"From round {at['round']} on it shows who will win: matches that are won have a score of "
                        f"{won['value']:.0f} then, those that are lost one of {lost['value']:.0f}."
                    ),
                )
                return
    if told["lead"]["rounds"]:
        yield False, "lead", "In no round does the score tell yet who will win, as far as these matches show."


def _cards(told: dict[str, Any]) -> Said:
    cards = told["cards"]
    if not cards:
        if told["matches"]:
            yield False, "cards", "This study kept only how matches ended, so it can say nothing about cards."
        return
    settled = sorted((c for c in cards if c["settled"]), key=lambda c: -abs(c["change"]["value"]))
    groups = _together(settled)
    for group in groups[:MOST]:
        card, change = group[0], group[0]["change"]
        more = "more" if change["value"] > 0 else "fewer"
        if card["how"] == "pairs":
            where = (
                f"with {card['title']} in the game {points(change['value'])} {more} matches are won than with it "
                f"left out ({signed(change)}, {card['of']:,} pairs of the same seed)"
            )
        elif card["how"] == "inside":
            where = (
                f"who takes {card['title']} wins {points(change['value'])} {more.replace('fewer', 'less')} than "
                f"who does not, beyond what their seats win anyway ({signed(change)})"
            )
        else:
            continue
        yield True, "cards", f"{where}."
    for up in (True, False):
        some = [one for one in groups[:MOST] if one[0]["how"] == "alike" and (one[0]["change"]["value"] > 0) == up]
        if some:
            listed = "; ".join(
                f"{_names(one)} by {points(one[0]['change']['value'])} ({signed(one[0]['change'])})" for one in some
            )
            yield (
                True,
                "cards",
                f"Where these cards are seen, {'more' if up else 'fewer'} matches are won than in others of the same "
                "condition and like length, which need not be their doing (a match that goes on, or goes well, shows "
                f"other cards): {listed}.",
            )
    left = sum(map(len, groups[MOST:]))
    if left:
        more = "One more card goes" if left == 1 else f"{left} more cards go"
        yield True, "cards", f"{more} with a change of the win rate; the table has them."
    open_ = [c for c in cards if not c["settled"] and c["change"] is not None]
    if open_:
        yield (
            False,
            "cards",
            (
                f"Of {len(open_)} of {len(cards)} cards it cannot be said whether they help or harm: with so many "
                "cards, "
                "only changes that chance would not make among all of them are spoken of"
                f"{_for_half(open_, told['matches'])}."
            ),
        )
    if any(c["how"] == "alike" for c in settled):
        name = next(c["name"] for c in settled if c["how"] == "alike")
        yield (
            False,
            "cards",
            (
                "A card that is seen where matches are won need not be the cause. To be sure, play with it and "
                "without it: "
                f"--grid without=none,{name}"
            ),
        )

    if any(c["how"] == "inside" for c in settled):
        yield (
            False,
            "cards",
            "A card that winners take need not be why they win: who is ahead can take more. To be sure, compare two "
            "decks, or a mod without it, with the same seeds: sidescript compare.",
        )


def _names(group: list[dict[str, Any]]) -> str:
    return joined([one["title"] for one in group]) + (" (always together)" if len(group) > 1 else "")


def _together(cards: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Cards that are seen in the same matches, such as those of one character, as one: their figures are the same."""
    found: dict[tuple[Any, ...], list[dict[str, Any]]] = {}
    for card in cards:
        alone = () if card["how"] == "alike" else (card["name"],)
        found.setdefault((*alone, card["of"], *card["change"].values(), *card["seen"].values()), []).append(card)
    return list(found.values())


def _options(told: dict[str, Any]) -> Said:
    options = told["options"]
    never = [one for one in options["never_taken"] if one["offered"] >= RARE]
    for one in never:
        yield (
            True,
            "options",
            (f"“{one['option']}” ({one['question']}) was offered {one['offered']:,} times and never taken."),
        )
    seldom = [one for one in options["never_taken"] if one["offered"] < RARE]
    if seldom:
        listed = ", ".join(f"“{one['option']}” ({one['question']})" for one in seldom)
        yield False, "options", f"Never taken, but offered fewer than {RARE} times: {listed}."
    if options["never_offered"]:
        listed = ", ".join(f"“{title}”" for title in options["never_offered"])
        yield False, "options", f"Never once possible in these matches: {listed}."
