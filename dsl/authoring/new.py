"""The command `new`: a small working beginning of a game, a mod, a deck, a test, or a thing of any Kind of a game.

Where a beginning comes from, in this order: a template of the game for that Kind (templates/KIND.md in its folder), or
what the Kind says every thing of it needs. Nothing is ever overwritten, and what would not check is not written.
"""

from __future__ import annotations

import contextlib
import re
import tempfile
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from .. import model
from ..check import check, check_what_stands
from ..check.mods import name_of
from ..check.rules.misplaced_file import kebab
from ..diagnostics.nearest import nearest
from ..format import format_text
from ..library import lineage
from ..load import Sources, load
from ..source import SourceFile
from ..syntax import tree
from ..syntax.parse import parse
from .spelled import described, first_legal, is_a, quoted, required, spelled

if TYPE_CHECKING:
    from ..checked import Checked

TEMPLATES = Path(__file__).resolve().parent / "templates"
BUILT_IN = ("game", "mod", "test", "deck")


class CannotMake(ValueError):
    """What was asked for cannot be made; the text says why and what to write."""


@frozen
class Made:
    """Files by their path in the folder, and the game with them as it checks."""

    folder: Path
    files: Mapping[str, str]
    checked: Checked | None  # None: not looked at before it is written


# ------------------------------------------------------------------------------------------------ names


@frozen
class Names:
    """One name in its three spellings: in the sources, of a file, in print."""

    name: str
    file: str
    title: str


def names(given: str) -> Names:
    """Spellings of what a person typed: `Sudden Fog!` is sudden_fog, sudden-fog and "Sudden Fog!"."""
    plain = unicodedata.normalize("NFKD", given.replace("'", "").replace("’", "").replace("ß", "ss"))
    plain = "".join(c for c in plain if not unicodedata.combining(c))
    name = re.sub(r"[^a-z0-9]+", "_", plain.lower()).strip("_")[:60].strip("_")
    if not name:
        raise CannotMake(f"`{given}` has no letter of a to z that a name could be made of")
    if name[0].isdigit():
        name = f"no_{name}"
    if name in _reserved():
        name = f"the_{name}"
    typed = " ".join(given.split())
    title = typed if re.search(r"[^a-z0-9_-]", typed) else re.sub("[_-]+", " ", typed).strip().title()
    return Names(name, name.replace("_", "-"), title)


@cache
def _reserved() -> frozenset[str]:
    from ..reference import words

    return frozenset(words()["reserved"])


# ------------------------------------------------------------------------------------------------ what is made


def new_folder(sort: str, given: str, place: Path, base: str = "") -> Made:
    """A new folder with a game, or with a mod of the game `base`."""
    made = names(Path(given).name)
    folder = place / given if Path(given).name == made.name else place / Path(given).parent / made.file
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CannotMake(f"{folder} is there already; nothing was written")
    template = TEMPLATES / f"{sort}.md"
    files = dict(filled(template.read_text("utf-8"), made, {"base": base}))
    return Made(folder, files, None)


def new_in(folder: Path, sort: str, given: str, kind: str | None = None) -> Made:
    """A deck, a test, or a thing of a Kind, in the folder of a game or mod. `sort` is any word for the Kind."""
    return new_ones(folder, ((sort, given, kind),))


def new_ones(folder: Path, wanted: Sequence[tuple[str, str, str | None]]) -> Made:
    """As `new_in`, several at once: each a sort, a name and the Kind of a card."""
    sources = load(folder)
    # what is missing may be the very thing that is made: a scenario names a card that is to be written
    game = check(sources).game or check_what_stands(sources)[0].game
    if game is None:
        raise CannotMake(f"{folder} has mistakes; `sidescript check {folder}` shows them. Put them right first")
    left = [iter(_beginnings(folder, game, sources, *one)) for one in wanted]
    files = [next(one) for one in left]
    while True:
        made = _checked(folder, sources, {path: text for one in files for path, text in one.items()})
        wrong = [n for n, one in enumerate(files) if not _fine(made, one)]
        others = {n: found for n in wrong if (found := next(left[n], None)) is not None}
        if not others:
            return made
        files = [others.get(n, one) for n, one in enumerate(files)]


def _beginnings(
    folder: Path, game: model.CheckedGame, sources: Sources, sort: str, given: str, kind: str | None
) -> Iterator[dict[str, str]]:
    """The files that it could be, the best first; another one is asked for if these are not right."""
    made = _free(names(given), sort, game, sources)
    wanted = kind if sort == "card" and kind else sort
    if sort == "card" and kind is None:
        raise CannotMake(f"which Kind of card? Write --kind, or `new KIND`: {', '.join(_cards(game))}")
    found = kind_of(game, wanted)
    if sort == "deck" and found is None:
        yield {f"decks/{made.file}.side": _deck(game, made)}
        return
    if found is None and sort in ("test", "scenario"):
        template = (TEMPLATES / "test.md").read_text("utf-8")
        yield dict(filled(template, made, {"check": _claim(game)}))
        return
    if found is None:
        meant = nearest(wanted, [kebab(one) for one in game.kinds if not game.kinds[one].built_in])
        more = f"did you mean `{meant}`?" if meant else f"there are {', '.join(sorted(map(kebab, _makeable(game))))}"
        raise CannotMake(f"{game.title} has no Kind `{wanted}`; {more}")
    for home in reversed(lineage(folder)):
        template_file = home / "templates" / f"{kebab(found)}.md"
        if template_file.is_file():
            yield dict(filled(template_file.read_text("utf-8"), made, {}))
            return
    for like in (*_examples(game, sources, found), None):
        yield _files(game, found, made, _thing(game, sources, found, made, like), folder, like)


def write(made: Made) -> None:
    """Puts the files into their folder. If one is there already, nothing is written."""
    there = [path for path in made.files if (made.folder / path).exists()]
    if there:
        raise CannotMake(f"{made.folder / there[0]} is there already; nothing was written")
    if made.folder.exists():
        _written(made.folder, made.files)
        return
    made.folder.parent.mkdir(parents=True, exist_ok=True)
    # a new folder is there whole or not at all, whatever happens meanwhile
    with tempfile.TemporaryDirectory(prefix=f".{made.folder.name}-", dir=made.folder.parent) as aside:
        whole = Path(aside) / made.folder.name
        _written(whole, made.files)
        whole.rename(made.folder)


def _written(folder: Path, files: Mapping[str, str]) -> None:
    """Writes new files; if one cannot be written, what was made until then is taken back."""
    made: list[Path] = []
    try:
        for path, text in files.items():
            file = folder / path
            above = [one for one in file.parents if not one.exists()]
            file.parent.mkdir(parents=True, exist_ok=True)
            made += reversed(above)
            with file.open("x", encoding="utf-8", newline="\n") as stream:
                made.append(file)
                stream.write(text)
    except OSError:
        for one in reversed(made):
            with contextlib.suppress(OSError):
                one.rmdir() if one.is_dir() else one.unlink()
        raise


def _free(made: Names, sort: str, game: model.CheckedGame, sources: Sources) -> Names:
    """The name, if nothing in the game has it."""
    taken = {
        of.text
        for file in sources.files
        for d in parse(file).file.declarations
        if not isinstance(d, (tree.Game, tree.Mod)) and (of := name_of(d)) is not None
    }
    taken |= {name for name, one in game.things.items() if not one.of_test} | set(game.verbs) | set(game.decks)
    if made.name in taken:
        n = next(n for n in range(2, 1000) if f"{made.name}_{n}" not in taken)
        own = any(of is not None and of.text == made.name for file in sources.files if not file.home
                  for d in parse(file).file.declarations for of in (name_of(d),))  # fmt: skip
        whose = game.title if own or not game.base_title else game.base_title
        raise CannotMake(f"{whose} has a `{made.name}` already. Take another name, such as `{made.name}_{n}`")
    return made


# ------------------------------------------------------------------------------------------------ templates


_FENCE = re.compile(r"^```(\w+) (\S+)\n(.*?)^```$", re.M | re.S)


def filled(template: str, made: Names, more: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The files of a template: the fences ```` ```side path ```` of a page, with {name}, {file}, {title}."""
    words = {"name": made.name, "file": made.file, "title": quoted(made.title)[1:-1], **more}

    def fill(text: str) -> str:
        return re.sub(r"\{(\w+)\}", lambda hit: words.get(hit[1], hit[0]), text)

    for fence in _FENCE.finditer(template):
        yield fill(fence[2]), fill(fence[3])


# ------------------------------------------------------------------------------------------------ of a Kind


def kind_of(game: model.CheckedGame, word: str) -> str | None:
    """The Kind that a word means: by its name in any spelling, or by its noun."""
    asked = kebab(word)
    own = _makeable(game)
    for name in own:
        if asked == kebab(name):
            return name
    for name in own:
        if asked in map(kebab, game.kinds[name].noun):
            return name
    return None


def _makeable(game: model.CheckedGame) -> list[str]:
    return [name for name, kind in game.kinds.items() if not kind.built_in]


def _cards(game: model.CheckedGame) -> list[str]:
    return [kebab(name) for name in _makeable(game) if "Card" in game.kinds[name].ancestors]


def _examples(game: model.CheckedGame, sources: Sources, kind: str) -> list[str]:
    """Things of the Kind that say something, the shortest first."""
    own = [one for one in game.things.values() if one.kinds[0] == kind and not one.of_test]
    speaking = [one for one in own if one.belongs_to is None and (one.sections or one.abilities or one.actions)]
    return [one.name for one in sorted(speaking, key=lambda one: one.span.end - one.span.start)[:3]]


def _thing(game: model.CheckedGame, sources: Sources, kind: str, made: Names, like: str | None) -> str:
    """A thing with all that its Kind asks for, and the text of another one to begin with."""
    own = (one for one in game.things.values() if not one.of_test and is_a(game, one, kind))
    model_thing = game.things.get(like) if like is not None else next(own, None)
    lines = [f"{kind} {made.name} {quoted(made.title)}"]
    if like is not None:
        lines.insert(0, f"# What it says is taken from {game.things[like].title}: change it.")
    for attribute in required(game, kind):
        known = model_thing.values.get(attribute.key) if model_thing is not None else None
        given = spelled(known) if known is not None else None
        value = given if given and not isinstance(attribute.type, model.TextType) else first_legal(game, attribute)
        if value is None:
            raise CannotMake(f"every {kind} needs a {attribute.name}, and {game.title} has none: make it first")
        comment = described(game, attribute)
        lines.append(f"    {attribute.name}: {value}" + (f"  # {comment}" if comment else ""))
    written = _text_of(game, sources, like) if like is not None else []
    lines += [f"    {line}" if line else "" for line in written]
    said = "\n".join(written)
    for name in reversed(game.kinds[kind].ancestors):
        for section in game.kinds[name].sections.values():
            if not re.search(rf"^{section.name}\b", said, re.M) and f"    # {section.name}:" not in lines:
                lines.append(f"    # {section.name}:  here stands what it does under “{section.title}”")
    faces = next((game.kinds[name].faces for name in game.kinds[kind].ancestors if game.kinds[name].faces), ())
    if faces and "face " not in said:
        for face in faces:
            lines.append(f"    # face {face.name}:  what holds only while it is up")
    return "\n".join(lines) + "\n"


def _text_of(game: model.CheckedGame, sources: Sources, name: str) -> list[str]:
    """The lines of a thing's sections, faces, abilities and actions as they stand in its file, one level less deep."""
    thing = game.things[name]
    file = _file(sources, thing.span.path)
    if file is None:
        return []
    node = next((d for d in parse(file).file.declarations if isinstance(d, tree.Thing) and d.name.text == name), None)
    lines: list[str] = []
    for item in node.items if node is not None else ():
        if isinstance(item, (tree.Property, tree.Flavour, tree.Override)):
            continue
        first, last = file.place(item.span.start)[0], file.place(max(item.span.start, item.span.end - 1))[0]
        block = [file.line(n).rstrip() for n in range(first, last + 1)]
        margin = len(block[0]) - len(block[0].lstrip())
        lines += [line[margin:] for line in block]
    while lines and not lines[-1]:
        lines.pop()
    return lines


def _file(sources: Sources, path: str) -> SourceFile | None:
    own = sources.by_path()
    if path in own:
        return own[path]
    from ..load import read_file

    found = sources.folder / path
    return read_file(found, path).file if found.is_file() else None


def _files(
    game: model.CheckedGame, kind: str, made: Names, text: str, folder: Path, like: str | None
) -> dict[str, str]:
    """The thing in its place, and a test beside it that says what it is."""
    claims = [f"        {made.name} is {kind}"]
    for attribute in required(game, kind):
        found = re.search(rf"^    {attribute.name}: (.*?)(?:  #|$)", text, re.M)
        if found and not isinstance(attribute.type, (model.TextType, model.GridType)):
            value = found[1]
            fact = {"yes": "", "no": "not "}.get(value)
            where = f"{made.name}.{attribute.name}"
            claims.append(f"        {fact}{where}" if fact is not None else f"        {where} == {value}")
    test = "\n".join(
        [
            f'test "{made.title}: what it is"'.replace(made.title, quoted(made.title)[1:-1]),
            "    given",
            f"        {made.name}:",
            "    then",
            *claims,
        ]
    )
    test = test.replace(f"        {made.name}:\n", f"        {made.name} in box\n")
    seen = ""
    if like is not None:
        seen = f" How {game.things[like].title} is tested:\n# sidescript show source {folder} {like}"
    return {
        f"cards/{kebab(kind)}/{made.file}.side": format_text(SourceFile("", text)).text,
        f"scenarios/cards/{made.file}.side": f"{_TO_DO}{seen}\n{test}\n",
    }


_TO_DO = "# Say here what should happen when it is used, and test it."


def _claim(game: model.CheckedGame) -> str:
    return "continues" if game.endings else "players > 0"


def _deck(game: model.CheckedGame, made: Names) -> str:
    """A deck like the first of the game, or of some of its cards."""
    if game.decks:
        first = next(iter(game.decks.values()))
        lines = [f"    {count} {name}" for count, name in first.lines]
        head = f"# It begins as {first.title}: put other cards in. `sidescript deck check` says what a deck needs.\n"
    elif game.builds:
        cards = [one.name for one in game.things.values() if not one.of_test and is_a(game, one, "Card")]
        lines = [f"    1 {name}" for name in cards[:10]]
        head = ""
    else:
        raise CannotMake(f"{game.title} is not played with decks that players build")
    return f"{head}deck {made.name} {quoted(made.title)}\n" + "\n".join(lines) + "\n"


# ------------------------------------------------------------------------------------------------ is it right?


def _checked(folder: Path, sources: Sources, files: Mapping[str, str]) -> Made:
    """The folder as it will be with these files in it."""
    new = [SourceFile(path, text) for path, text in files.items() if path.endswith(".side")]
    every = sorted((*sources.files, *new), key=lambda file: file.path)
    return Made(folder, files, check(evolve(sources, files=tuple(every))))


def _fine(made: Made, files: Mapping[str, str]) -> bool:
    """Is there no mistake in these of the new files?"""
    found = made.checked.diagnostics if made.checked is not None else ()
    return not any(one.severity != "hint" and one.span.path in files for one in found)
