"""The balance report as one HTML page that needs nothing else: no network, no scripts of others, no fonts."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from . import charts
from .page_style import SORTING, STYLE
from .sentences import between, percent

MOST_CARDS = 24  # in the chart; the table has them all
MOST_ROUNDS = 60


def page(told: dict[str, Any]) -> str:
    """The whole page of a report (`balance.balance`)."""
    parts = [
        _head(told),
        _tiles(told),
        _findings(told),
        *(_dimension(told, one) for one in told["dimensions"]),
        _seats(told),
        _course(told),
        _lead(told),
        _cards(told),
        _options(told),
        _failures(told),
        _method(told),
    ]
    title = escape(f"{told['title']}: balance")
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(part for part in parts if part)
        + f"\n</main>\n<script>{SORTING}</script>\n</body>\n</html>\n"
    )


def _section(told: dict[str, Any], title: str, about: str, *parts: str) -> str:
    """A section with its sentences first, then its charts, then what the sample is too small to say."""
    body = [_says(told["findings"], about), *parts, _small(told["too_small"], about)]
    return f"<section>\n<h2>{escape(title)}</h2>\n" + "\n".join(part for part in body if part) + "\n</section>"


def _says(sentences: Sequence[dict[str, str]], about: str) -> str:
    items = "".join(f"<li>{escape(one['says'])}</li>" for one in sentences if one["about"] == about)
    return f'<ul class="says">{items}</ul>' if items else ""


def _small(sentences: Sequence[dict[str, str]], about: str) -> str:
    items = "".join(f"<li>{escape(one['says'])}</li>" for one in sentences if one["about"] == about)
    return f'<div class="small"><strong>What these matches cannot say</strong><ul>{items}</ul></div>' if items else ""


def _head(told: dict[str, Any]) -> str:
    same = " · ".join(f"{escape(name)}: {escape(level)}" for name, level in told["same"].items())
    return (
        f'<h1>{escape(told["title"])}</h1>\n<p class="quiet">What {_matches(told["matches"])} say about its balance.'
        f"{f' All with {same}.' if same else ''}</p>"
    )


def _matches(n: int) -> str:
    return "one match can" if n == 1 else f"{n:,} matches"


def _tiles(told: dict[str, Any]) -> str:
    tiles = [(f"{told['matches']:,}", "match" if told["matches"] == 1 else "matches")]
    if told["win_rate"] is not None and told["matches"] and len(told["rates"]) < 2:  # else it is of no one condition
        rate = told["win_rate"]["rate"]
        tiles.append((percent(rate["value"]), f"won; truly {between(rate)}"))
    rounds = told["length"]["rounds"]
    if rounds["median"] is not None:
        if rounds["maximum"]:
            tiles.append(
                (f"{rounds['median']:g} rounds", f"in the middle; {rounds['minimum']} to {rounds['maximum']} in all")
            )
        tiles.append((f"{told['length']['decisions']['median']:g}", "decisions in the middle"))
    if told["failed"]:
        tiles.append((str(told["failed"]), "matches ended in an error"))
    body = "".join(f'<div class="tile"><b>{escape(b)}</b><span>{escape(s)}</span></div>' for b, s in tiles)
    return f'<div class="tiles">{body}</div>'


def _findings(told: dict[str, Any]) -> str:
    items = "".join(f"<li>{escape(one['says'])}</li>" for one in told["findings"])
    return (
        f'<section><h2>In short</h2><ul class="says">{items}</ul>{_small(told["too_small"], "overall")}</section>'
        if items or told["too_small"]
        else ""
    )


def _dimension(told: dict[str, Any], one: dict[str, Any]) -> str:
    rows = [(x["level"], x["rate"], f"{percent(x['rate']['value'])} of {x['of']:,}") for x in one["levels"] if x["of"]]
    if told["players_compete"]:
        what = "how often the first seat wins" if one["kind"] == "condition" else "how often who has it wins"
    else:
        what = "how many matches are won"
    title = one["title"][:1].upper() + one["title"][1:]
    mark = told["win_rate"]["rate"]["value"] if told["win_rate"] else None
    dashed = "; the dashed line is the rate of all matches" if mark is not None else ""
    parts = [f'<p class="quiet">{what[0].upper()}{what[1:]}, each with its interval of 95 % confidence{dashed}.</p>']
    parts.append(charts.intervals(f"{title}: {what}", rows, mark))
    pairs = [(f"{pair['first']} – {pair['second']}", pair["change"], _change(pair["change"])) for pair in one["pairs"]]
    if pairs:
        parts.append("<h3>Compared with the first, in points</h3>")
        parts.append(charts.intervals(f"{title}: change of the win rate", pairs, 0.0, signed=True))
    return _section(told, title, one["title"], *parts)


def _change(change: dict[str, float]) -> str:
    return f"{100 * change['value']:+.1f} ({100 * change['low']:+.1f} to {100 * change['high']:+.1f})"


def _seats(told: dict[str, Any]) -> str:
    parts = []
    for group in told["seats"]:
        rows = [
            (f"seat {x['seat']}", x["rate"], f"{percent(x['rate']['value'])} ({between(x['rate'])})")
            for x in group["each"]
        ]
        parts.append(f"<h3>{group['seats']} seats</h3>")
        parts.append(charts.intervals(f"Seats of {group['seats']}", rows, group["fair"]))
    return _section(told, "Is every seat as good as the others?", "seats", *parts)


def _course(told: dict[str, Any]) -> str:
    each = told["endings"]["each"]
    if not each:
        return ""
    names = [f"{one['reason']} ({one['result']})" if one["result"] != "decided" else one["reason"] for one in each]
    series = [(name, {int(r): n for r, n in one["rounds"].items()}) for name, one in zip(names, each)]
    rows = [
        (name, one["share"]["value"], f"{percent(one['share']['value'])} ({between(one['share'])})")
        for name, one in zip(names, each)
    ]
    by_round: tuple[str, ...] = (
        "<h3>Round of the end</h3>",
        charts.stacked("In which round matches end", series, "round"),
        charts.legend(names),
    )
    if not told["length"]["rounds"]["maximum"]:  # without turns there are no rounds
        by_round = ()
    return _section(
        told,
        "How matches end, and when",
        "endings",
        _says(told["findings"], "length"),
        charts.shares("How matches end", rows),
        *by_round,
    )


def _lead(told: dict[str, Any]) -> str:
    rounds = told["lead"]["rounds"][:MOST_ROUNDS]
    if not rounds:
        return ""
    if told["players_compete"]:
        series = [
            (
                "who is in front wins",
                [(at["round"], at["leader_wins"]["rate"]) for at in rounds if at["leader_wins"]["of"] >= 5],
            )
        ]
        chart = charts.lines("How often the leader of a round wins", series, "round", percent=True)
        what = "How often whoever is alone in front after a round wins the match."
        names = []
    else:
        series = [
            (name, [(at["round"], at[key]) for at in rounds if at[key] and at[key]["of"] >= 5])
            for name, key in (("matches that are won", "won"), ("matches that are lost", "lost"))
        ]
        series = [one for one in series if one[1]]
        names = [name for name, _ in series]
        chart = charts.lines("Score by round", series, "round")
        what = "The score after each round, on average over the matches that are still going on."
    if told["lead"]["score"] != "declared":
        what += " The game declares no score, so it is how many things a side owns."
    return _section(
        told, "The lead over time", "lead", f'<p class="quiet">{what}</p>', chart, charts.legend(names) if names else ""
    )


HOW = {
    "alike": "matches of the same condition and like length, with it seen or not",
    "inside": "inside each match, seats that took it and seats that did not, less what these seats win anyway",
    "pairs": "pairs of the same seed, with it and left out",
}


def _played(played: dict[str, float] | None) -> str:
    if played is None:  # kept by an earlier version
        return '<td class="n" data-n="-1">–</td>'
    return f'<td class="n" data-n="{played["value"]}">{percent(played["value"])}</td>'


def _cards(told: dict[str, Any]) -> str:
    cards = [one for one in told["cards"] if one["change"] is not None]
    if not told["cards"]:
        return _section(told, "Cards and other things", "cards") if told["matches"] else ""
    far = sorted(cards, key=lambda c: (-abs(c["settled"]), -abs(c["change"]["value"]), c["name"]))[:MOST_CARDS]
    far.sort(key=lambda c: -c["change"]["value"])
    chart = charts.intervals(
        "Change of the win rate", [(c["title"], c["change"], _change(c["change"])) for c in far], 0.0, signed=True
    )
    body = []
    for one in told["cards"]:
        change = one["change"]
        kind = {1: "n up", -1: "n down", 0: "n"}[one["settled"]]
        body.append(
            f"<tr><td>{escape(one['title'])}</td><td>{escape(one['kind'])}</td>"
            f'<td class="n" data-n="{one["seen"]["value"]}">{percent(one["seen"]["value"])}</td>'
            f'<td class="n" data-n="{one["taken"]["value"]}">{percent(one["taken"]["value"])}</td>'
            f"{_played(one['played'])}"
            + (
                f'<td class="{kind}" data-n="{change["value"]}" title="{HOW[one["how"]]}">{_change(change)}</td></tr>'
                if change is not None
                else '<td class="n" data-n="0">–</td></tr>'
            )
        )
    how = "; ".join(dict.fromkeys(HOW[one["how"]] for one in cards))
    return _section(
        told,
        "Cards and other things",
        "cards",
        f'<p class="quiet">How the win rate changes with a card, in points ({escape(how)}). Grey: it may be chance.</p>'
        if far
        else "",
        chart if far else "",
        f"<details><summary>All {len(told['cards'])} things that are not the same in every match</summary>"
        '<div class="wide"><table><thead><tr><th>name</th><th>kind</th><th class="n">seen</th><th class="n">taken</th>'
        '<th class="n">played</th>'
        '<th class="n">change, points</th></tr></thead><tbody>' + "".join(body) + "</tbody></table></div>"
        '<p class="quiet">Seen: somebody could see it at some time. Taken: somebody took an option that names it. '
        "Played: an action was taken on it or with it, so it was not only discarded or chosen. "
        "Bold: "
        "more than chance, also among so many. A click on a heading sorts.</p></details>",
    )


def _options(told: dict[str, Any]) -> str:
    each = told["options"]["each"]
    if not each:
        return ""
    body = "".join(
        f"<tr><td>{escape(one['question'])}</td><td>{escape(one['option'])}</td>"
        f'<td class="n" data-n="{one["offered"]}">{one["offered"]:,}</td>'
        f'<td class="n" data-n="{one["taken"]}">{one["taken"]:,}</td>'
        f'<td class="n{" down" if not one["taken"] else ""}" data-n="{one["share"]["value"]}">'
        f"{percent(one['share']['value'])}</td></tr>"
        for one in each
    )
    return _section(
        told,
        "Options, and those that nobody takes",
        "options",
        f"<details><summary>All {len(each)} sorts of options</summary>"
        '<div class="wide"><table><thead><tr><th>question</th><th>option</th><th class="n">offered</th>'
        f'<th class="n">taken</th><th class="n">share</th></tr></thead><tbody>{body}</tbody></table></div></details>',
    )


def _failures(told: dict[str, Any]) -> str:
    if not told["failures"]:
        return ""
    items = "".join(
        f"<li>condition {one['condition'] + 1}, seed {one['seed']}: [{escape(one['code'])}] "
        f"{escape(one['message'])}</li>"
        for one in told["failures"][:50]
    )
    return f'<section><h2>Matches that ended in an error</h2><ul class="says">{items}</ul></section>'


def _method(told: dict[str, Any]) -> str:
    agents = ", ".join(dict.fromkeys(str(one.get("agents", "")) for one in told["conditions"]))
    return (
        "<section><h2>How to read this</h2><p>An interval of 95 % confidence holds the true value in 95 of 100 such "
        "studies. Where it is wide, play more matches: the same study goes on. All conditions have the same seeds "
        f"(from {told['seed']}), so two of them are compared match by match.</p>"
        f"<p>Everything here is about how these agents play: {escape(agents)}. People may play otherwise.</p>"
        "<p class=\"quiet\">Shares: Wilson's interval. Differences: Newcombe's, for pairs and for separate matches; "
        "pooled over conditions as Mantel and Haenszel do, with Sato's variance. Cards, and the best and worst of "
        "several, are held to the stricter bound that their number asks for (Bonferroni).</p></section>"
    )
