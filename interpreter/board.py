"""A view as a person sees it in a terminal: places with what lies there, zones, hands. Knows views, never a state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from attrs import Factory, frozen
from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from .engine.view import Clock, SeenPlace, SeenThing, SeenZone, View

_SHORT = 48  # letters that fit behind an option
_BRIEF = 16  # letters of what is printed on a place that fit besides
_MOST = 12  # things named one by one in a zone that all see


@frozen
class Names:
    """Titles of things by name, and which things are the table itself: places and seats.

    `labels`: what attributes are called, by name. `units`: what they count, one and many. `sorts`: titles of the values
    that say of which sort a player is, by attribute: "heroic".
    """

    titles: Mapping[str, str]
    furniture: frozenset[str]
    labels: Mapping[str, str] = Factory(dict)
    units: Mapping[str, tuple[str, str]] = Factory(dict)
    sorts: Mapping[str, Mapping[str, str]] = Factory(dict)

    def title(self, name: str) -> str:
        return self.titles.get(name, name)

    def attribute(self, name: str, value: Any) -> str:
        """`asleep`, `health 4`, `3 coins`."""
        label = self.labels.get(name, name.replace("_", " "))
        if value is True:
            return label
        if name in self.sorts and isinstance(value, str):
            return self.sorts[name].get(value, value)
        if name in self.units and isinstance(value, int):
            return f"{value} {self.units[name][0 if value == 1 else 1]}"
        return f"{label} {self.value(value)}"

    def value(self, value: Any) -> str:
        if value is True:
            return "yes"
        if isinstance(value, tuple | list):
            return ", ".join(self.value(one) for one in value)
        return self.title(value) if isinstance(value, str) else str(value)


def board(view: View, names: Names) -> RenderableType:
    """The whole table. What is empty is left out."""
    parts: list[RenderableType] = [_headline(view, names)]
    filled = [zone for zone in view.zones if zone.size]
    places = [zone for zone in filled if zone.key == "Place.here"]
    if places:
        parts.append(_rows("place", ((_label(zone, names), contents(zone, names)) for zone in places)))
    common = [zone for zone in filled if zone.owner is None]
    shown = [(escape(zone.label.capitalize()), contents(zone, names)) for zone in common]
    if any(text for _, text in shown):
        parts.append(_rows("on the table", (row for row in shown if row[1])))
    owned: dict[str, list[SeenZone]] = {}
    for zone in filled:
        if zone.owner is not None and zone.key != "Place.here":
            owned.setdefault(zone.owner, []).append(zone)
    if owned:
        rows = ((escape(names.title(owner)), _of(zones, names)) for owner, zones in owned.items())
        parts.append(_rows("belongs to", rows))
    return Group(*parts)


def atlas(places: Iterable[SeenPlace], view: View, names: Names) -> Iterator[str]:
    """The map: for every place what is printed on it, what lies there, and what is next to it. Lines of markup."""
    there = lying(view, names)
    for place in places:
        printed = f" [dim]({escape(', '.join(place.printed))})[/dim]" if place.printed else ""
        lies = f": {there[place.name]}" if there.get(place.name) else ""
        yield f"[bold]{escape(place.title)}[/bold]{printed}{lies}"
        yield f"   {next_to(place, names)}"


def lying(view: View, names: Names) -> dict[str, str]:
    """What lies on each place, by its name."""
    return {z.owner: contents(z, names) for z in view.zones if z.key == "Place.here" and z.owner is not None}


def next_to(place: SeenPlace, names: Names) -> str:
    near = ", ".join(escape(names.title(name)) for name in place.near)
    return f"next to {near}" if near else "next to nothing"


def hint(place: SeenPlace, names: Names) -> str:
    """A place in brackets behind an option: what is printed on it, and its neighbours where that is short."""
    near = ", ".join(names.title(name) for name in place.near)
    told = ", ".join(place.printed)
    if near and len(near) <= _SHORT:
        told = f"{told}; next to {near}" if told and len(told) <= _BRIEF else f"next to {near}"
    return f" [dim]({escape(told)})[/dim]" if told else ""


def status(view: View, name: str, names: Names, more: Iterable[str] = ()) -> str:
    """One line about who is asked: where it is and its numbers; empty when there is no more to say than its name."""
    parts = []
    for zone in view.zones:
        for thing in zone.things or ():
            if thing.name == name:
                parts.append(describe(thing, names, brief=True))
                if zone.key == "Place.here":
                    parts.append(f"on {_label(zone, names)}")
    told = [*parts, *(escape(one) for one in more)]
    return "" if told == [f"[bold]{escape(names.title(name))}[/bold]"] else " · ".join(told)


def turn(view: View | Clock, names: Names) -> tuple[int, tuple[str, ...]]:
    """Which turn it is: the round, and the titles of whose it is. Some games keep that in a state of their own."""
    whose = dict.fromkeys(v for v in (view.turn_of, *(v for _, v in view.state)) if isinstance(v, str))
    return view.round, tuple(names.titles[one] for one in whose if one in names.titles)


def contents(zone: SeenZone, names: Names) -> str:
    """What lies in a zone, as one line of markup; equal things are counted."""
    if zone.things is None:
        return f"{zone.size} face down"
    hidden = zone.size - sum(thing.name is not None for thing in zone.things)
    counts: dict[str, int] = {}
    for thing in zone.things:
        if thing.name is not None and thing.name not in names.furniture:
            text = describe(thing, names, brief=True)
            counts[text] = counts.get(text, 0) + 1
    texts = [text if n == 1 else f"{n} × {text}" for text, n in counts.items()]
    if len(texts) > _MOST:
        texts = [*texts[:_MOST], f"and {sum(list(counts.values())[_MOST:])} more"]
    if hidden:
        texts.append(f"{hidden} face down")
    return ", ".join(texts)


def describe(thing: SeenThing, names: Names, brief: bool = False) -> str:
    """A thing with its face and its numbers, `Ann (asleep, health 4)`; unless brief, all that it has."""
    told = [names.title(thing.led_by)] if thing.led_by is not None else []
    told += [thing.face] if thing.face and thing.face != thing.title else []
    for name, value in thing.numbers:
        if _worth_saying(value) and not (brief and isinstance(value, str | tuple) and name not in names.sorts):
            told.append(names.attribute(name, value))
    told += thing.room
    more = f" [dim]({escape(', '.join(told))})[/dim]" if told else ""
    return f"[bold]{escape(thing.title)}[/bold]{more}"


def _headline(view: View, names: Names) -> Text:
    parts = [f"Round {view.round}"] if view.round else []
    if view.phase:
        parts.append(view.phase)
    if view.turn_of:
        parts.append(f"turn of {names.title(view.turn_of)}")
    for name, value in view.state:
        if _worth_saying(value) and value != view.turn_of:
            parts.append(f"{name.replace('_', ' ')}: {names.value(value)}")
    return Text(" · ".join(parts), style="bold")


def _of(zones: Iterable[SeenZone], names: Names) -> str:
    return "; ".join(f"{escape(zone.label)}: {contents(zone, names)}" for zone in zones)


def _label(zone: SeenZone, names: Names) -> str:
    return escape(names.titles.get(zone.owner or "", zone.label))


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


def things_seen(view: View) -> Iterator[SeenThing]:
    for zone in view.zones:
        for thing in zone.things or ():
            if thing.name is not None:
                yield thing
