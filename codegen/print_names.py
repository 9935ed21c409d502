"""The names in a print file: what they may stand for in a game, and those that nothing has."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence, Set
from pathlib import Path

from attrs import evolve

from dsl import model
from dsl.diagnostics.diagnostic import Diagnostic
from dsl.diagnostics.nearest import meant_or_all, nearest
from dsl.source import SourceFile

from .board_reference import place_lines
from .card_face import PrintSettings, SettingsError, piece, settings_of, truth_title
from .pieces import LAYOUTS, track_spaces
from .problems import Problem, text_of
from .themes import Theme, theme_of
from .wording import agreement
from .wording.card_text import counted_nouns


def understood(settings: PrintSettings, game: model.CheckedGame) -> PrintSettings:
    """Colours and icons by what cards say, also where the print file has the name of a value: `Cargo.tea` is Tea."""
    names = dict(_values(game))
    printed = {title.lower(): title for title in names.values()}

    def canonical(key: str) -> str:
        kind, dot, word = key.rpartition(".")
        if key in game.things or key in game.kinds or (dot and kind not in game.kinds):
            return key
        return kind + dot + (names.get(word) or printed.get(word.lower()) or word)

    def over(table: Mapping[str, str]) -> dict[str, str]:
        return {**{canonical(key): value for key, value in table.items()}, **table}

    return evolve(settings, colours=over(settings.colours), art=over(settings.art))


def _values(game: model.CheckedGame) -> list[tuple[str, str]]:
    """The values of all enums: their names, and how they are printed."""
    return [
        (name, agreement.capital(title or agreement.words(name)))
        for enum in game.enums.values()
        for name, title, _ in enum.values
    ]


def unknown_names(settings: PrintSettings, game: model.CheckedGame) -> list[Problem]:
    """Names in the game's print file that nothing in the game has: they would change nothing."""
    if settings.file is None:
        return []
    kinds = {*game.kinds, *game.resources}
    lines = {text for contents in game.contents.values() for _, text, declared in contents.lines if not declared}
    laid = kinds | lines
    shown = {*laid, *settings.tracks, *game.things, *_said(game)}
    truths = {attribute.name for attribute in game.attributes.values()}
    iconic = _beside_icons(game, lines)
    found: list[Problem] = []

    def look(section: str, names: Iterable[str], known: set[str], word: str = "") -> None:
        for name in names:
            if name not in known:
                meant = nearest(name, sorted(known))
                more = f"; did you mean `{meant}`?" if meant else ""
                message = f"{section}: nothing in this game is called `{name}`, so this changes nothing{more}"
                found.append(Problem("warning", "", message, code="print-name", file=settings.file, word=word or name))

    for section, table in (("[colours]", settings.colours), ("[art]", settings.art)):
        for key in table:
            kind, dot, word = key.rpartition(".")
            if not dot or key in shown:
                look(section, (key,), shown)
            elif kind not in game.kinds:
                look(section, (kind,), set(game.kinds), key)
            else:
                look(f"{section} {kind}", (word,), shown, key)
    look("[icons]", [word for word in settings.icons if word.lower() not in iconic], iconic)
    look("[backs]", (*settings.backs, *settings.backs.values()), kinds)
    maps = {f"map {name}" for name in (*game.maps, *game.things)}
    for key in settings.sizes:
        name, dot, layout = key.rpartition(".")
        plain = not dot or layout not in LAYOUTS
        look("[sizes]", (key if plain else name,), {*laid, "summary", "map", *maps}, key)
    look("[pieces]", settings.pieces, laid)
    for name, layout in settings.pieces.items():
        if layout not in (*LAYOUTS, "none"):
            there = agreement.listing((*LAYOUTS, "none"), "or")
            message = f"[pieces] {name}: a piece is {there}, not `{layout}`; so none is printed"
            found.append(Problem("warning", "", message, code="print-name", file=settings.file, word=layout))
    faces = {f"{kind.name}.{face.name}" for kind in game.kinds.values() for face in kind.faces}
    faces |= {f"{kind}.{face.name}" for thing in game.things.values() for kind in thing.kinds for face in thing.faces}
    look("[titles]", settings.titles, faces)
    look("[titles]", settings.titles.values(), truths)
    numbers = {key[1:] for key in (*game.state, *game.zones) if key.startswith(".")} | set(game.dice)
    look("[tracks]", settings.tracks, numbers)
    for name in settings.tracks:
        if name in numbers and not track_spaces(game, settings, name):
            message = f"[tracks] {name}: it has no two bounds that say how many spaces there are, so none is printed"
            advice = f"Write how many: {name} = 12"
            told = Problem("warning", "", message, code="print-name", file=settings.file, word=name, help=advice)
            found.append(told)
    found += _backs_of_others(settings)
    look("also", settings.also, set(game.kinds))
    look("people", settings.people, set(game.kinds))
    look("truths", settings.truths, truths)
    return found


def _backs_of_others(settings: PrintSettings) -> list[Problem]:
    """Looks of Kinds whose cards have the back of another Kind, because a game below says so: it keeps its own."""
    if settings.file is None or not settings.file.is_file():
        return []
    given = tomllib.loads(settings.file.read_text("utf-8"))
    tables = {name: table if isinstance(table := given.get(name), dict) else {} for name in ("colours", "art", "backs")}
    found = []
    for section in ("colours", "art"):
        for kind in tables[section]:
            back = settings.backs.get(kind, kind)
            if back == kind or kind in tables["backs"] or back in tables[section]:
                continue
            message = f"[{section}] {kind}: the back of these cards is that of {back}, and keeps its looks"
            advice = (
                f"Write it for {back} as well, for all cards with that back, or give these a back of their own: "
                f'`{kind} = "{kind}"` under [backs]. `{kind} = "{back}"` there says that it shall stay.'
            )
            told = Problem("warning", "", message, code="print-name", file=settings.file, word=kind, help=advice)
            found.append(told)
    return found


def unknown_icons(settings: PrintSettings, theme: Theme) -> list[Problem]:
    """Icons that the print file names and the theme does not have."""
    problems = []
    for table, entries in (("icons", settings.icons), ("art", settings.art)):
        for word, name in entries.items():
            if theme.icon(name) is None:
                message = f"[{table}] {word}: there is no icon {name!r}; {meant_or_all(name, theme.icons)}"
                problems.append(Problem("warning", "", message, code="unknown-icon", file=settings.file, word=name))
    return problems


def print_findings(game: model.CheckedGame, folders: Sequence[Path]) -> tuple[list[Diagnostic], dict[str, SourceFile]]:
    """What can be said of the print file of a game or mod without printing, and the file. `folders`: mods that come
    before it, and its own."""
    file = folders[-1] / "print.toml"
    if not file.is_file():
        return [], {}
    try:
        settings = settings_of(folders[-1], tuple(folders[:-1]))
        problems = [*unknown_names(settings, game), *unknown_icons(settings, theme_of(understood(settings, game)))]
    except SettingsError as problem:
        told, files = problem.located()
        return [told], files
    path = str(settings.file)
    return [problem.located(game) for problem in problems], {path: SourceFile(path, text_of(Path(path)))}


def _beside_icons(game: model.CheckedGame, lines: Set[str]) -> set[str]:
    """What can have an icon beside it or in its place, in small letters: what is counted, labels of numbers, sorts of
    amounts, truths, what cards name, pieces, and what spaces of a board say. `lines`: of the contents."""
    counted = {word for noun in counted_nouns(game) for word in noun}
    labels = {
        word for one in game.attributes.values() for word in (one.name, agreement.words(one.label or one.name)) if word
    } | {one.label for one in game.attributes.values()}  # fmt: skip
    named = {word for thing in game.things.values() for word in (thing.name, thing.title)}
    spaces = {
        line
        for thing in game.things.values()
        if piece(game, thing) == "place"
        for line in place_lines(game, thing.name)
    }
    nouns = {kind.noun[0] for kind in game.kinds.values()}
    said = {*counted, *labels, *named, *spaces, *nouns, *lines, *(word for value in _values(game) for word in value)}
    return {word.lower() for word in said if word}


def _said(game: model.CheckedGame) -> set[str]:
    """What cards and spaces can say by a word: values, titles, truths, nouns, and the names of faces."""
    titles = {thing.title for thing in game.things.values()}
    truths = {
        truth_title(attribute.label or agreement.words(attribute.name))
        for attribute in game.attributes.values() if isinstance(attribute.type, model.TruthType)
    }  # fmt: skip
    nouns = {agreement.capital(noun) for resource in game.resources.values() for noun in resource.noun}
    values = {word for value in _values(game) for word in value}
    faced: tuple[model.Kind | model.Thing, ...] = (*game.kinds.values(), *game.things.values())
    faces = {agreement.capital(face.title or agreement.words(face.name)) for one in faced for face in one.faces}
    faces |= {content.title for thing in game.things.values() for content in thing.face_contents if content.title}
    return titles | truths | nouns | values | faces
