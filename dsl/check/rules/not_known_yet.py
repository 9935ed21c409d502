"""What an attribute begins with is worked out before the set-up: it cannot ask for what comes about only then."""

from __future__ import annotations

from collections.abc import Iterator

from ... import model as m
from ..beginnings import Beginnings
from ..first_values import Cell
from ..report import Report
from ..walk import nodes

_NOWHERE = "before the set-up nothing lies anywhere"
_NOBODY = "before the set-up nobody sits anywhere, and it is nobody's turn"
_BUILT_IN = {
    **dict.fromkeys(("place", "holder", "controller", "position", "in_play"), _NOWHERE),
    **dict.fromkeys(("distance", "adjacent", "neighbours", "spread", "reading_order"), "no board is laid yet"),
    **dict.fromkeys(("team", "seats", "seat", "active_player", "current_phase", "brought"), _NOBODY),
    **dict.fromkeys(("scenario", "won", "campaign"), "before the set-up nobody has said what is played"),
    "chance": "nothing is left to chance here",
    "valid": "what it asks for may not be there yet",
}
_IN_BOX = "before the set-up everything is in the box, and this looks for what is in play"


def not_known_yet(game: m.CheckedGame, report: Report) -> None:
    begin = Beginnings(game)
    asked: dict[Cell, m.Value] = dict(begin.worked_out())
    for (key, name), value in asked.items():
        found = next(_Asked(begin).for_what_is_not_there(value, name or None), None)
        if found is not None:
            _tell(begin, report, key, value, *found)
    _, around = begin.cells.order(asked)
    if around:
        key, name = around[0]
        through = [begin.game.attributes[k].name for k, _ in around[1:]]
        leads = f", by way of {' and '.join(f'`{one}`' for one in dict.fromkeys(through))}" if through else ""
        report.error(
            "not-known-yet",
            f"What `{game.attributes[key].name}` begins with leads back to itself",
            asked[key, name].span,
            f"this asks what it begins with itself{leads}",
            help="Give one of them a value of its own.",
        )


def _tell(begin: Beginnings, report: Report, key: str, value: m.Value, node: m.Node, why: str, inside: bool) -> None:
    attribute = begin.game.attributes[key]
    owner = attribute.owner
    seated = begin.game.seats.kind
    made = not any(seated in kinds for name, kinds in begin.kinds_of.items() if name in begin.game.things)
    if not owner:
        written = f"`{attribute.name} = ...`"
    elif owner in begin.game.things:
        written = f"`{owner}.{attribute.name} = ...`"
    else:
        written = f"`each {owner} x{'' if owner == seated and made else ' in box'}: x.{attribute.name} = ...`"
    instead = "Write"
    if isinstance(node, m.Query) and (node.kind == "Seat" or (node.kind == seated and made)):
        instead = "`players` is how many play. All else write"
    elif isinstance(node, m.Query) and why == _IN_BOX and not node.near:
        instead = f"Write `{node.kind} in box`, which finds all there are. Or write"
    report.error(
        "not-known-yet",
        f"What `{attribute.name}` begins with is not known yet",
        value.span,
        f"{'it leads to what is not known: ' if inside else ''}{why}",
        other=((node.span, "this"),) if inside else (),
        help=f"{instead}{'' if instead.startswith('`') else ' it'} in a step of the set-up, {written}; "
        "or make it a `define`, which is worked out whenever it is read.",
    )


class _Asked:
    def __init__(self, begin: Beginnings) -> None:
        self.begin = begin
        self.seen: set[tuple[str, str | None]] = set()

    def for_what_is_not_there(
        self, root: m.Value, this: str | None, inside: bool = False
    ) -> Iterator[tuple[m.Node, str, bool]]:
        """The parts of a value that ask for it, each with the reason, and whether it stands in something named."""
        plain = set(map(id, _as_values(root)))
        for node in nodes(root):
            why = None
            further: list[tuple[str, str | None]] = []
            match node:
                case m.Query():
                    why = self._query(node)
                    further = [(node.kind, None)] if node.kind in self.begin.game.groups else []
                case m.Near(word="at" | "within" | "adjacent"):
                    why = _NOWHERE
                case m.Membership(container=container) if _is_zone(container):
                    why = _NOWHERE
                case m.ZoneEnd():
                    why = _NOWHERE
                case m.ZoneValue() if id(node) not in plain:
                    why = _NOWHERE
                case m.Builtin(name=name) if name in _BUILT_IN:
                    why = _BUILT_IN[name]
                case m.Builtin("next" | "previous", (one,)) if not isinstance(_bare(one.type), m.EnumType):
                    why = _NOBODY
                case m.Ask():
                    why = "before the set-up nothing has happened, and nothing can"
                case m.You():
                    why = "before the set-up nobody is spoken to"
                case m.StateValue(attribute=key) if self.begin.is_vacant(key, ""):
                    why = f"`{self.begin.game.attributes[key].name}` begins with nothing"
                case m.AttributeValue(object=of, attribute=key):
                    owner = self.begin.game.attributes[key].owner
                    further = [(key, name) for name in self.begin.cells.objects(of, this, owner)]
                case m.DefineValue(define=key, object=of):
                    further = [(key, n) for n in self.begin.cells.objects(of, this, key.rpartition(".")[0])]
                case m.KindTest(kind=kind) if kind in self.begin.game.groups:
                    further = [(kind, None)]
                case _:
                    pass
            if why is not None:
                yield node, why, inside
            for name_of in further:
                if name_of not in self.seen:
                    self.seen.add(name_of)
                    yield from self._behind(*name_of)

    def _behind(self, key: str, name: str | None) -> Iterator[tuple[m.Node, str, bool]]:
        game = self.begin.game
        if key in game.groups:
            for query in game.groups[key].members:  # itself looks at no place: what is asked is of a thing
                for part in (*query.traits, query.where):
                    if part is not None:
                        value = part.test if isinstance(part, m.Trait) else part
                        yield from self.for_what_is_not_there(value, None, True)
            return
        for one in self.begin.cells.versions(key, name):
            yield from self.for_what_is_not_there(one.value, name, True)

    def _query(self, query: m.Query) -> str | None:
        if query.random:
            return "nothing is left to chance here"
        if query.nearest is not None:
            return _NOWHERE
        if query.order is not None and query.order.chooser is not None:
            return "nobody is asked here"
        if query.kind in self.begin.game.enums or query.kind in ("Number", "Zone"):
            return None
        sources = [near.value for near in query.near if near.word == "in"]
        if not sources:
            return _IN_BOX
        return None if any(_is_box(one) or not _is_zone(one) for one in sources) else _NOWHERE


def _as_values(root: m.Value) -> Iterator[m.Node]:
    """The zones in a value that are meant themselves, not what lies in them; and those that other parts speak of."""
    left: list[object] = [root]
    for node in nodes(root):
        match node:
            case m.DefineValue(arguments=arguments):
                left += arguments
            case m.Comparison(left=a, right=b) if all(isinstance(_bare(x.type), m.ZoneType) for x in (a, b)):
                left += (a, b)
            case m.Near(value=value) | m.Membership(container=value):
                left.append(value)
            case _:
                pass
    while left:
        match left.pop():
            case m.ZoneValue() as zone:
                yield zone
            case m.Conditional(then=then, otherwise=otherwise):
                left += (then, otherwise)
            case m.Listing(items=items):
                left += items
            case _:
                pass


def _is_zone(value: m.Value) -> bool:
    return isinstance(_bare(value.type), m.ZoneType) and not _is_box(value)


def _is_box(value: m.Value) -> bool:
    return isinstance(value, m.Builtin) and value.name == "box"


def _bare(of: m.Type) -> m.Type:
    return of.of if isinstance(of, m.OptionalType) else of
