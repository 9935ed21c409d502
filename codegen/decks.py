"""Which cards lie in one deck with their faces down, so that their backs must not tell them apart."""

from __future__ import annotations

from collections.abc import Sequence

from dsl import model

from .card_face import CardFace, PrintSettings
from .problems import Problem
from .typesetting import back_of
from .wording import agreement
from .wording.scope import is_a, kind_noun, walk


def backs_that_differ(game: model.CheckedGame, chosen: Sequence[CardFace], settings: PrintSettings) -> list[Problem]:
    """One message for each hidden deck in which some cards have another back than the rest."""
    kinds = dict.fromkeys(face.kind for face in chosen if face.layout == "card" and face.other is None)
    problems = []
    told: set[frozenset[str]] = set()
    for zone, held in _hidden_decks(game).items():
        inside = [kind for kind in kinds if any(is_a(game, kind, one) for one in held)]
        backs: dict[str, str] = {}
        for kind in inside:
            backs.setdefault(back_of(settings, kind), kind)
        if len(backs) < 2 or frozenset(backs) in told:
            continue
        told.add(frozenset(backs))
        nouns = list(dict.fromkeys(kind_noun(game, kind)[1] for kind in backs.values()))
        shared = next(iter(backs)) if _general(game, zone.content) else zone.content
        lines = ", ".join(f'{kind} = "{shared}"' for kind in backs if kind != shared)
        message = f"{agreement.listing(nouns)} lie face down in one deck ({_named(game, zone)}), and their backs differ"
        advice = f"Give them one back in print.toml: under [backs], {lines}."
        problems.append(Problem("warning", "", message, code="backs-differ", key=zone.key, help=advice))
    return problems


def _named(game: model.CheckedGame, zone: model.Zone) -> str:
    label = agreement.words(zone.label or zone.name)
    return f"{label} of a {kind_noun(game, zone.owner)[0]}" if zone.owner in game.kinds else label


def _hidden_decks(game: model.CheckedGame) -> dict[model.Zone, tuple[str, ...]]:
    """The stacks that not everybody sees, with the Kinds of what lies in them.

    A stack of one of the game's own Kinds holds what is of that Kind; one of cards in general holds what is moved
    there by its Kind, what comes from other zones, and, if a player owns it, what lies in ready decks.
    """
    stacks = [zone for zone in game.zones.values() if zone.form == "stack" and zone.sights]
    general = {zone.key for zone in game.zones.values() if _general(game, zone.content)}
    holds: dict[str, dict[str, None]] = {zone.key: {} for zone in game.zones.values()}
    flows: set[tuple[str, str]] = set()
    for zone in game.zones.values():
        if zone.key not in general:
            holds[zone.key][zone.content] = None
        flows.update((source.zone, zone.key) for source in walk((zone.refills,)) if isinstance(source, model.ZoneValue))
    if general:
        every = (game.verbs, game.rules, game.actions, game.phases, game.setups, game.kinds, game.things)
        for node in walk(tuple(one for table in every for one in table.values())):
            if isinstance(node, model.Event) and node.verb in ("move", "draw", "shuffle"):
                _flow(game, node, holds, flows)
    for zone in stacks:
        owner = game.kinds.get(zone.owner)
        if zone.key in general and owner is not None and game.seats.kind in owner.ancestors:
            for deck in game.decks.values():
                kinds = dict.fromkeys(game.things[name].kinds[0] for _, name in deck.lines)
                holds[zone.key].update((kind, None) for kind in kinds if is_a(game, kind, zone.content))
    changed = True
    while changed:
        changed = False
        for source, goal in sorted(flows):
            if goal in general and not holds[source].keys() <= holds[goal].keys():
                holds[goal].update(holds[source])
                changed = True
    return {zone: tuple(holds[zone.key]) for zone in stacks}


def _general(game: model.CheckedGame, kind: str) -> bool:
    declared = game.kinds.get(kind)
    return declared is None or declared.built_in


def _flow(
    game: model.CheckedGame, event: model.Event, holds: dict[str, dict[str, None]], flows: set[tuple[str, str]]
) -> None:
    """What one order puts into a zone: things of a Kind, or what lies in another zone."""
    goal = event.role("into" if event.verb == "shuffle" else "to")
    goals = {zone.zone for zone in walk((goal,)) if isinstance(zone, model.ZoneValue)}
    moved = (event.object, event.role("from"))
    kinds = {
        kind
        for part in walk((event.object,))
        for kind in (_kind_of(part),)
        if kind is not None and not _general(game, kind)
    }
    for key in goals & holds.keys():
        if event.verb == "move" and kinds:
            holds[key].update(dict.fromkeys(sorted(kinds)))
        else:
            sources = {zone.zone for zone in walk(moved) if isinstance(zone, model.ZoneValue)}
            flows.update((source, key) for source in sources & holds.keys() if source != key)


def _kind_of(part: object) -> str | None:
    """The Kind of the things that an order moves: those that a query looks for, or one that is named."""
    if isinstance(part, model.Query):
        return part.kind
    if isinstance(part, model.ThingConstant) and isinstance(part.type, model.ThingType):
        return part.type.kind
    return None
