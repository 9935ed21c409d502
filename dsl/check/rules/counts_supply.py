"""A query for all of a Kind that finds those in the supply, too, where those on the board may be meant."""

from __future__ import annotations

from collections.abc import Iterator

from ... import model as m
from ..report import Report
from ..walk import nodes, played


def counts_supply(game: m.CheckedGame, report: Report) -> None:
    supplies = _supplies(game)
    if not supplies:
        return
    played_here = played(game)
    bound = {id(one.query) for one in nodes(played_here) if isinstance(one, m.Bind)}
    for query in nodes(played_here):
        if not isinstance(query, m.Query) or id(query) in bound or query.near or query.traits or query.amount:
            continue
        if query.where is not None or query.nearest is not None:
            continue
        for zone, kind, place in supplies:
            if query.kind not in game.kinds or kind not in game.kinds[query.kind].ancestors:
                continue
            name = game.zones[zone].name
            one, many = game.kinds[query.kind].noun
            report.warning(
                "counts-supply",
                f"This means the {many or one} in `{name}`, too",
                query.span,
                "all that are not in the box",
                help=f"For those on the board write `{query.kind} at {place}`; "
                f"for those in the zone `{query.kind} in {name}`. "
                f"If really all are meant, say so: `{query.kind} x where x.in_play`.",
            )
            break


def _supplies(game: m.CheckedGame) -> list[tuple[str, str, str]]:
    """Zones of the game from which things come onto places: the zone, the Kind that comes, the Kind of the place."""
    found: list[tuple[str, str, str]] = []

    def place(value: object) -> Iterator[str]:
        kind = getattr(value, "type", None)
        if isinstance(kind, m.ThingType) and kind.kind in game.kinds and "Place" in game.kinds[kind.kind].ancestors:
            yield kind.kind

    for event in nodes(played(game)):
        match event:
            case m.Event("move", object=m.EachOf(query) | m.PickOf(query)):
                for near in query.near:
                    match near:
                        case m.Near("in", m.ZoneValue(zone, None)):
                            found += [(zone, query.kind, to) for to in place(event.role("to"))]
                        case _:
                            pass
            case m.Event("draw"):
                match event.role("from"):
                    case m.ZoneValue(zone, None):
                        found += [(zone, game.zones[zone].content, to) for to in place(event.role("to"))]
                    case _:
                        pass
            case _:
                pass
    return list(dict.fromkeys(found))
