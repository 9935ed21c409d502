"""What lies on the table besides cards: tokens, markers and standees, and a card that tells how a turn goes."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from dsl import model

from .card_face import LONGEST, CardFace, PrintSettings, faces, printed_value
from .turn_picture import turn_boxes
from .wording import agreement
from .wording.abilities import action_lines, menu_title
from .wording.card_text import Paragraph, runs
from .wording.scope import Scope, is_a, kind_noun, thing_is_a, walk
from .wording.statements import Line

LAYOUTS = ("token", "round", "marker", "standee")
SIZES = {"token": "22x22", "round": "24x24", "marker": "14x14", "standee": "28x94"}
"""Sizes of pieces for which the print file says nothing."""
SMALL = (*LAYOUTS, "track")
"""What shares sheets, whatever its size."""


def layout_of(game: model.CheckedGame, settings: PrintSettings, kind: str) -> str | None:
    """How a Kind or resource is printed as a piece: as the print file says, else tokens flat and figures upright."""
    if kind in game.resources:
        return settings.pieces.get(kind, "marker")
    for ancestor in game.kinds[kind].ancestors if kind in game.kinds else (kind,):
        if ancestor in settings.pieces:
            return settings.pieces[ancestor]
    if is_a(game, kind, "Figure"):
        return "standee"
    return "token" if is_a(game, kind, "Token") else None


def pieces(game: model.CheckedGame, settings: PrintSettings) -> tuple[CardFace, ...]:
    """Every token and figure with its copies, and every counted resource as markers.

    Those of things that `settings.unopened` names are left out: their keys are not the names of the things.
    """
    made: list[CardFace] = []
    for thing in game.things.values():
        if thing.of_test or thing.name in settings.unopened:
            continue
        layout = _layout_of_thing(game, settings, thing)
        if layout not in LAYOUTS:
            continue
        face = faces(game, (thing,))[0]
        sides = tuple(agreement.words(one.title or one.name) for one in _faces(game, thing))
        title = agreement.capital(face.title)
        made.append(
            evolve(face, title=title, key=f"{thing.name} ({layout})", number="", layout=layout, sides=sides, other=None)
        )
    made += _of_seats(game, settings)
    made += _parts(game, settings)
    made += _told(game, settings)
    made += _tracks(game, settings)
    for resource in game.resources.values():
        layout = layout_of(game, settings, resource.name)
        if resource.count and layout in LAYOUTS:
            made.append(_markers(game, resource, layout))
    return tuple(made)


def _layout_of_thing(game: model.CheckedGame, settings: PrintSettings, thing: model.Thing) -> str | None:
    """A card is no piece unless the print file says so of its Kind, or of the Kind of one of its faces: its figure."""
    if not thing_is_a(game, thing, "Card"):
        return layout_of(game, settings, thing.kinds[0])
    for kind in (thing.kinds[0], *(kind for content in thing.face_contents for kind in content.kinds)):
        for ancestor in game.kinds[kind].ancestors if kind in game.kinds else ():
            if ancestor in settings.pieces:
                return settings.pieces[ancestor]
    return None


def _of_seats(game: model.CheckedGame, settings: PrintSettings) -> list[CardFace]:
    """Figures of the players, where these are no things of their own: one for each seat, each of another colour."""
    kind = game.seats.kind
    layout = layout_of(game, settings, kind)
    if layout not in LAYOUTS or any(thing_is_a(game, thing, kind) for thing in game.things.values()):
        return []
    noun = agreement.capital(kind_noun(game, kind)[0])
    return [
        CardFace(
            key=f"{kind.lower()}_{seat} ({layout})", title=f"{noun} {seat}", kind=kind, kind_line=noun, stats=(),
            facts=(), paragraphs=(), flavour="", set_name=game.title, number="", stand_in=(), copies=1, layout=layout,
            colour=_SEATS[(seat - 1) % len(_SEATS)],
        )
        for seat in range(1, game.seats.high + 1)
    ]  # fmt: skip


_SEATS = ("#b23a3a", "#2f5d9c", "#3f7f3f", "#b8901e", "#6a2c70", "#c2601e", "#1f6f63", "#5d6470")


def _told(game: model.CheckedGame, settings: PrintSettings) -> list[CardFace]:
    """Lines of the contents that are no things (`4 "Captured tokens"`), where the print file says what they are."""
    made: dict[str, CardFace] = {}
    for contents in game.contents.values():
        for count, text, declared in contents.lines:
            layout = settings.pieces.get(text)
            if declared or layout not in LAYOUTS or text in made:
                continue
            title = agreement.capital(agreement.singular(text))
            made[text] = CardFace(
                key=f"{text} ({layout})", title=title, kind=text, kind_line=title, stats=(), facts=(), paragraphs=(),
                flavour="", set_name=game.title, number="", stand_in=(), copies=count, layout=layout,
            )  # fmt: skip
    return list(made.values())


def _faces(game: model.CheckedGame, thing: model.Thing) -> tuple[model.Face, ...]:
    if thing.faces:
        return thing.faces
    return next((game.kinds[kind].faces for kind in thing.kinds if kind in game.kinds and game.kinds[kind].faces), ())


def _parts(game: model.CheckedGame, settings: PrintSettings) -> list[CardFace]:
    """Tokens that are parts of things: one for each owner, with its title and its colours."""
    made: list[CardFace] = []
    for thing in game.things.values():
        if thing.of_test or thing.name in settings.unopened:
            continue
        kinds = [game.kinds[kind] for name in thing.kinds if name in game.kinds for kind in game.kinds[name].ancestors
                 if kind in game.kinds]  # fmt: skip
        parts = {key: kind for owner in kinds for key, kind in owner.parts.items()}
        for name, part in ((key.rpartition(".")[2], kind) for key, kind in parts.items()):
            layout = layout_of(game, settings, part)
            if layout not in LAYOUTS:
                continue
            (face,) = faces(game, (thing,))
            made.append(
                evolve(
                    face, key=f"{thing.name}.{name} ({layout})", kind=part, number="", layout=layout, paragraphs=(),
                    stats=(), facts=(), flavour="", spaces=(), other=None,
                    kind_line=agreement.capital(kind_noun(game, part)[0]),
                )
            )  # fmt: skip
    return made


def track_spaces(game: model.CheckedGame, settings: PrintSettings, name: str) -> range:
    """The numbers on the spaces of a track; none if it is no number with two bounds, no row and no die of the game."""
    many = settings.tracks[name]
    if name in game.dice:
        return range(1, len(game.dice[name].faces) + 1)
    number = game.state.get("." + name)
    if number is not None:
        match number.low, number.high:
            case model.Literal(int() as low), model.Literal(int() as high) if high - low < LONGEST:
                return range(low, low + many if many else high + 1)
    zone = game.zones.get("." + name)
    if zone is not None:
        holds = zone.holds.value if isinstance(zone.holds, model.Literal) else 0
        return range(1, (many or min(int(holds or 0), LONGEST)) + 1)
    return range(0)


def _tracks(game: model.CheckedGame, settings: PrintSettings) -> list[CardFace]:
    """Strips of spaces for numbers and rows of the game; the space where a number begins says so.

    That of a die says which of its faces stands for which eyes of an ordinary die.
    """
    made: list[CardFace] = []
    for name in settings.tracks:
        spaces = track_spaces(game, settings, name)
        if not spaces:
            continue
        number, die = game.state.get("." + name), game.dice.get(name)
        declared = number or game.zones.get("." + name)
        label = die.title if die is not None else declared.label if declared is not None else ""
        start = number.default.value if number is not None and isinstance(number.default, model.Literal) else None
        title = agreement.capital(label or agreement.words(name))
        made.append(
            CardFace(
                key=f"{name} (track)", title=title, kind=name, kind_line=title, stats=(), facts=(), paragraphs=(),
                flavour="", set_name=game.title, number="", stand_in=(), copies=1, layout="track",
                cells=_eyes(game, die) if die is not None else tuple(
                    (str(at), "start" if at == start and number is not None else "") for at in spaces
                ),
            )
        )  # fmt: skip
    return made


def _eyes(game: model.CheckedGame, die: model.Die) -> tuple[tuple[str, str], ...]:
    return tuple((str(at), printed_value(game, face) or "") for at, face in enumerate(die.faces, start=1))


def track_columns(cells: int) -> int:
    """How many spaces of a track lie side by side, so that few places stay empty: four to six; few spaces in one row.

    Where there would be more than six rows, so many that also a hundred spaces lie on one sheet of A4.
    """
    if cells <= _MOST_COLUMNS:
        return cells
    return min((6, 5, 4) if cells <= _MOST_COLUMNS**2 else (12, 11, 10, 9, 8, 7), key=lambda columns: -cells % columns)


def track_size(cells: int) -> str:
    """The size of a track in mm: its spaces, below its title."""
    columns = track_columns(cells)
    return f"{max(columns * CELL + 4, 40)}x{-(-cells // columns) * CELL + 11}"


CELL = 15
"""Millimetres of a space of a track, square."""
_MOST_COLUMNS = 6


def _markers(game: model.CheckedGame, resource: model.ResourceDeclaration, layout: str) -> CardFace:
    title = agreement.capital(resource.noun[0])
    return CardFace(
        key=f"{resource.name} ({layout})", title=title, kind=resource.name, kind_line=title, stats=(), facts=(),
        paragraphs=(), flavour="", set_name=game.title, number="", stand_in=(), copies=resource.count or 1,
        layout=layout,
    )  # fmt: skip


# ------------------------------------------------------------------------------------------------ the turn at a glance


def summary(game: model.CheckedGame) -> CardFace | None:
    """A card with every action of a turn, one for each player; None for a game without actions.

    What is done before the game begins alone, such as building a character, belongs to the book of rules.
    """
    paragraphs: list[Paragraph] = []
    course = _course(game)
    if course:
        paragraphs.append(Paragraph(runs(game, course), "Turn"))
    by_menu: dict[str, list[model.Action]] = {}
    every = [*game.actions.values(), *(action for kind in game.kinds.values() for action in kind.actions)]
    played = _menus_in_play(game)
    for action in every:
        for menu in [menu for menu in action.menus if menu in played][:1]:
            by_menu.setdefault(menu_title(Scope(game), menu), []).append(action)
    for title, actions in by_menu.items():
        alone = len(actions) == 1 and actions[0].title.casefold() == title.casefold()
        if len(by_menu) > 1 and not alone:
            paragraphs.append(Paragraph(runs(game, agreement.capital(title)), style="reminder"))
        for action in actions:
            told = _first_sentence(action.doc) or _in_short(action_lines(action, Scope(game)))
            paragraphs.append(Paragraph(runs(game, told), action.title))
    if not paragraphs:
        return None
    seat = agreement.capital(kind_noun(game, game.seats.kind)[0])
    return CardFace(
        key="turn summary", title="Your Turn", kind=game.seats.kind, kind_line="Summary", stats=(), facts=(seat,),
        paragraphs=tuple(paragraphs), flavour="", set_name=game.title, number="", stand_in=(), copies=game.seats.high,
        layout="summary",
    )  # fmt: skip


def _menus_in_play(game: model.CheckedGame) -> frozenset[str]:
    """The menus that are opened once the game has begun: not those that the set-up alone opens.

    One that nothing opens counts as in play: then the checker has said so.
    """
    tables = (game.phases, game.rules, game.actions, game.kinds, game.things, game.endings)
    left: list[object] = [game.flow, *(one for table in tables for one in table.values())]
    seen: set[str] = set()
    found: set[str] = set()
    while left:
        for node in walk(left.pop()):
            if isinstance(node, model.Take):
                found.add(node.menu)
            elif isinstance(node, model.Event) and node.verb in game.verbs and node.verb not in seen:
                seen.add(node.verb)
                left.append(game.verbs[node.verb])
    before = {node.menu for node in walk(tuple(game.setups.values())) if isinstance(node, model.Take)}
    for verb, declared in game.verbs.items():
        if verb not in seen:
            before |= {node.menu for node in walk(declared) if isinstance(node, model.Take)}
    return frozenset(menu for menu in game.menus if menu in found or menu not in before)


def _course(game: model.CheckedGame) -> str:
    """The phases of a turn in a line: "Danger Phase → Action Phase"; empty if there is no more than one."""
    boxes = turn_boxes(game, {})
    while len(large := [box for box in boxes if not box.small]) == 1 and large[0].inside:
        boxes = large[0].inside
    return " → ".join(" or ".join(one.title for one in box.inside) if box.choice else box.title for box in boxes
                      if not box.small) if len(boxes) > 1 else ""  # fmt: skip


_SHORT = 170  # letters of an action on the card of all actions: more would crowd out the others


def _in_short(lines: Sequence[Line]) -> str:
    """What an action says, with what then happens as far as there is room for it."""
    told = ""
    for line in lines:
        more = agreement.sentence(f"{line.text} {'; '.join(line.bullets)}" if line.bullets else line.text)
        if told and len(told) + len(more) > _SHORT:
            break
        told = f"{told} {more}".strip()
    return told


def _first_sentence(doc: str) -> str:
    words = " ".join(doc.split())
    end = words.find(". ")
    return words if end < 0 else words[: end + 1]
