"""A view as a person sees it in a terminal: places with what lies there, zones, hands. Knows views, never a state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from .engine.view import SeenThing, SeenZone, View

_MOST = 12  # things named one by one in a zone that all see


def board(view: View, titles: dict[str, str]) -> RenderableType:
    """The whole table. `titles` are those of things by name, for the owners of zones."""
    parts: list[RenderableType] = [_headline(view, titles)]
    places = [zone for zone in view.zones if zone.key == "Place.here"]
    if places:
        parts.append(_rows("place", ((_label(zone, titles), contents(zone)) for zone in places)))
    common = [zone for zone in view.zones if zone.owner is None and zone.key != "Place.here"]
    shown = [(escape(zone.label.capitalize()), contents(zone)) for zone in common if zone.key]
    if shown:
        parts.append(_rows("on the table", shown))
    owned: dict[str, list[SeenZone]] = {}
    for zone in view.zones:
        if zone.owner is not None and zone.key != "Place.here" and zone.size:
            owned.setdefault(zone.owner, []).append(zone)
    if owned:
        rows = ((escape(titles.get(owner, owner)), _of(zones)) for owner, zones in owned.items())
        parts.append(_rows("belongs to", rows))
    return Group(*parts)


def contents(zone: SeenZone) -> str:
    """What lies in a zone, as one line of markup; equal things are counted."""
    if zone.things is None:
        return f"{zone.size} face down" if zone.size else "[dim]empty[/dim]"
    hidden = zone.size - sum(thing.name is not None for thing in zone.things)
    counts: dict[str, int] = {}
    for thing in zone.things:
        if thing.name is not None:
            text = describe(thing)
            counts[text] = counts.get(text, 0) + 1
    texts = [text if n == 1 else f"{n} × {text}" for text, n in counts.items()]
    if len(texts) > _MOST:
        texts = [*texts[:_MOST], f"and {sum(list(counts.values())[_MOST:])} more"]
    if hidden:
        texts.append(f"{hidden} face down")
    return ", ".join(texts) or "[dim]empty[/dim]"


def describe(thing: SeenThing) -> str:
    """A thing with its face and its numbers: `Scar (4 hearts)`."""
    told = [thing.face] if thing.face and thing.face != thing.title else []
    told += [f"{name.replace('_', ' ')} {_value(value)}" for name, value in thing.numbers if _worth_saying(value)]
    more = f" [dim]({escape(', '.join(told))})[/dim]" if told else ""
    return f"[bold]{escape(thing.title)}[/bold]{more}"


def _headline(view: View, titles: dict[str, str]) -> Text:
    parts = [f"Round {view.round}"]
    if view.phase:
        parts.append(view.phase)
    if view.turn_of:
        parts.append(f"turn of {titles.get(view.turn_of, view.turn_of)}")
    parts += [f"{name.replace('_', ' ')}: {_value(value)}" for name, value in view.state if _worth_saying(value)]
    return Text(" · ".join(parts), style="bold")


def _of(zones: Iterable[SeenZone]) -> str:
    return "; ".join(f"{escape(zone.label)}: {contents(zone)}" for zone in zones)


def _label(zone: SeenZone, titles: dict[str, str]) -> str:
    return escape(titles.get(zone.owner or "", zone.label))


def _rows(title: str, rows: Iterable[tuple[str, str]]) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False, title_justify="left", padding=(0, 2, 0, 0))
    table.title = f"[dim]{title}[/dim]"
    table.add_column(no_wrap=True)
    table.add_column(ratio=1)
    for row in rows:
        table.add_row(*row)
    return table


def _worth_saying(value: Any) -> bool:
    return value not in (None, 0, False, "", (), [])


def _value(value: Any) -> str:
    if value is True:
        return "yes"
    if isinstance(value, tuple | list):
        return ", ".join(str(one) for one in value)
    return str(value)


def things_seen(view: View) -> Iterator[SeenThing]:
    for zone in view.zones:
        for thing in zone.things or ():
            if thing.name is not None:
                yield thing
