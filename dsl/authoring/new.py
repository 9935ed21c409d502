"""The command `new`: a small working beginning of a game, a mod, a deck, a test, or a thing of any Kind of a game.

Where a beginning comes from, in this order: a template of the game for that Kind (templates/KIND.md in its folder), or
what the Kind says every thing of it needs. Nothing is ever overwritten, and what would not check is not written.
"""

from __future__ import annotations

import contextlib
import re
import tempfile
import time
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import Factory, evolve, frozen

from .. import model
from ..check import check, check_what_stands
from ..check.mods import name_of
from ..check.rules.misplaced_file import kebab
from ..diagnostics.nearest import nearest
from ..format import format_text
from ..library import lineage
from ..load import Sources, load, load_bases
from ..source import SourceFile
from ..syntax import tree
from ..syntax.parse import parse
from .source_text import declared_at
from .spelled import described, first_legal, is_a, quoted, required, spelled

if TYPE_CHECKING:
    from ..checked import Checked

Trial = Callable[[model.CheckedGame, Sequence[str], str], tuple[frozenset[int], list[frozenset[int] | None]]]
"""Tries the tests of these titles of a game: the pieces of the rules in a file, by number, and which of them each test
notices to be broken; None of a test that fails anyhow. The commands hand it in: dsl does not play."""

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


@frozen
class Beginning:
    """Files that something could begin with. `test`: the one of them that tests it, where `tests` (by title) could
    stand instead: those of the game about what it is like, with the new name. `card`: the file that they are about."""

    files: dict[str, str]
    card: str = ""
    test: str = ""
    tests: dict[str, str] = Factory(dict)

    def with_tests(self, titles: Collection[str]) -> dict[str, str]:
        """The files with these tests; without any, as they are."""
        if not titles:
            return self.files
        text = "\n\n".join(text for title, text in self.tests.items() if title in titles)
        return {**self.files, self.test: f"{_LIKE_IT}\n{text}\n"}


_LIKE_IT = "# Taken from a test of the card that it begins with: say here what should happen with yours."


def new_in(folder: Path, sort: str, given: str, kind: str | None = None, trial: Trial | None = None) -> Made:
    """A deck, a test, or a thing of a Kind, in the folder of a game or mod. `sort` is any word for the Kind.

    With `trial` the test of a thing is one that notices whatever of its text is taken out, if the game has one like it.
    """
    return new_ones(folder, ((sort, given, kind),), trial)


def new_ones(folder: Path, wanted: Sequence[tuple[str, str, str | None]], trial: Trial | None = None) -> Made:
    """As `new_in`, several at once: each a sort, a name and the Kind of a card."""
    sources = load(folder)
    # what is missing may be the very thing that is made: a scenario names a card that is to be written
    game = check(sources).game or check_what_stands(sources)[0].game
    if game is None:
        raise CannotMake(f"{folder} has mistakes; `sidescript check {folder}` shows them. Put them right first")
    left = [iter(_beginnings(folder, game, sources, *one)) for one in wanted]
    if trial is not None and len(left) == 1:
        found = _tried(folder, sources, left[0], trial)
        if found is not None:
            return found
        left = [iter(_beginnings(folder, game, sources, *one)) for one in wanted]
    files = [next(one).files for one in left]
    while True:
        made = _checked(folder, sources, {path: text for one in files for path, text in one.items()})
        wrong = [n for n, one in enumerate(files) if not _fine(made, one)]
        others = {n: other.files for n in wrong if (other := next(left[n], None)) is not None}
        if not others:
            return made
        files = [others.get(n, one) for n, one in enumerate(files)]


_MOST_TRIALS = 2  # of what could be begun with; each of them costs seconds
_LONGEST_TRIALS = 5  # seconds; then none is begun any more


def _tried(folder: Path, sources: Sources, left: Iterator[Beginning], trial: Trial) -> Made | None:
    """The first beginning whose tests pass and notice whatever of its text is taken out; else the one whose tests
    notice most. Nothing if none has a test that passes.
    """
    best: tuple[int, Made] | None = None
    begun = time.monotonic()
    for one in islice((one for one in left if one.tests), _MOST_TRIALS):
        if time.monotonic() - begun > _LONGEST_TRIALS:
            break
        titles = list(one.tests)
        made = _checked(folder, sources, one.with_tests(titles))
        while titles and made.checked is not None and not _fine(made, made.files):
            told = (one for one in made.checked.diagnostics if one.severity != "hint")
            wrong = [one.span for one in told if one.span.path in made.files]
            spoilt = {t for t in titles if any(_holds(made.files[one.test], one.tests[t], w.start) for w in wrong)}
            if not spoilt:
                break
            titles = [title for title in titles if title not in spoilt]
            made = _checked(folder, sources, one.with_tests(titles))
        if not titles or made.checked is None or made.checked.game is None or not _fine(made, made.files):
            continue
        pieces, noticed = trial(made.checked.game, titles, one.card)
        kept: list[str] = []
        seen: set[int] = set()
        while True:  # as few tests as notice most
            more = [(len(n - seen), title) for title, n in zip(titles, noticed, strict=True) if n is not None]
            gain, title = max(more, key=lambda one: one[0], default=(-1, ""))
            if gain < 0 or (kept and gain == 0):
                break
            kept.append(title)
            seen |= next(n or frozenset() for t, n in zip(titles, noticed, strict=True) if t == title)
        if not kept:
            continue
        missed = len(pieces - seen)
        if best is None or missed < best[0]:
            best = missed, Made(folder, one.with_tests(kept), made.checked)
        if not missed:
            break
    return best[1] if best is not None else None


def _holds(text: str, part: str, at: int) -> bool:
    """Does a place in a text lie in this part of it?"""
    begin = text.find(part)
    return begin <= at < begin + len(part)


def _beginnings(
    folder: Path, game: model.CheckedGame, sources: Sources, sort: str, given: str, kind: str | None
) -> Iterator[Beginning]:
    """The files that it could be, the best first; another one is asked for if these are not right."""
    made = _free(names(given), sort, game, sources)
    wanted = kind if sort == "card" and kind else sort
    if sort == "card" and kind is None:
        raise CannotMake(f"which Kind of card? Write --kind, or `new KIND`: {', '.join(_cards(game))}")
    found = kind_of(game, wanted)
    if sort == "deck" and found is None:
        yield Beginning({f"decks/{made.file}.side": _deck(game, made)})
        return
    if found is None and sort in ("test", "scenario"):
        template = (TEMPLATES / "test.md").read_text("utf-8")
        yield Beginning(dict(filled(template, made, {"check": _claim(game)})))
        return
    if found is None:
        meant = nearest(wanted, [kebab(one) for one in game.kinds if not game.kinds[one].built_in])
        more = f"did you mean `{meant}`?" if meant else f"there are {', '.join(sorted(map(kebab, _makeable(game))))}"
        raise CannotMake(f"{game.title} has no Kind `{wanted}`; {more}")
    for home in reversed(lineage(folder)):
        template_file = home / "templates" / f"{kebab(found)}.md"
        if template_file.is_file():
            yield Beginning(dict(filled(template_file.read_text("utf-8"), made, {})))
            return
    tests = _tests_by_word(sources)
    for like in (*_examples(game, found, tests), None):
        files = _files(game, found, made, _thing(game, sources, found, made, like), folder, like)
        card, test = files
        about = _tests_like(game, tests.get(like, ()), like, made) if like is not None else {}
        yield Beginning(files, card, test, about)


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
        files = (*load_bases(sources.folder, sources.before), *sources.files)
        place = next(declared_at(sources.folder, files, made.name), "")
        own = any(of is not None and of.text == made.name for file in sources.files if not file.home
                  for d in parse(file).file.declarations for of in (name_of(d),))  # fmt: skip
        whose = game.title if own or not game.base_title else game.base_title
        there = f", {place}" if place else ""
        raise CannotMake(f"{whose} has a `{made.name}` already{there}. Take another name, such as `{made.name}_{n}`")
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


def _examples(game: model.CheckedGame, kind: str, tests: Mapping[str, Sequence[str]]) -> list[str]:
    """Things of the Kind: those that say something first, of these those with tests, of these the shortest."""
    own = [one for one in game.things.values() if one.kinds[0] == kind and not one.of_test and one.belongs_to is None]

    def speaks(one: model.Thing) -> bool:
        return bool(one.sections or one.abilities or one.actions or one.prohibitions or one.face_contents)

    def size(one: model.Thing) -> int:
        """How much there is to read and to change."""
        given = sum(not isinstance(value, model.Literal) or bool(value.value) for value in one.values.values())
        return one.span.end - one.span.start if speaks(one) else given

    known = [one for one in own if speaks(one) or one.name in tests]
    known.sort(key=lambda one: (not speaks(one), one.name not in tests, size(one)))
    return [one.name for one in known[:_MOST_EXAMPLES]]


_MOST_EXAMPLES = 5
_MOST_TESTS = 8  # of an example, that are tried
_LONGEST = 45  # lines of a test that somebody is to begin with


def _tests_by_word(sources: Sources) -> dict[str, list[str]]:
    """The texts of tests by every word that stands in them, the shortest first."""
    found: dict[str, list[str]] = {}
    for file in (*load_bases(sources.folder, sources.before), *sources.files):
        for node in parse(file).file.declarations:
            if isinstance(node, tree.Test):
                text = file.text[node.span.start : node.span.end].rstrip()
                for word in set(re.findall(r"\w+", text.partition("\n")[2])):
                    found.setdefault(word, []).append(text)
    for texts in found.values():
        texts.sort(key=len)
    return found


def _tests_like(game: model.CheckedGame, texts: Sequence[str], like: str, made: Names) -> dict[str, str]:
    """The shortest tests of a thing in which something happens, as tests of the new one, by their titles."""
    found: dict[str, str] = {}
    called = game.things[like].title
    for text in sorted(texts, key=lambda text: called not in text.partition("\n")[0]):  # those that are about it first
        head, _, body = text.partition("\n")
        said = re.match(r'test "((?:[^"\\]|\\.)*)"', head)
        if said is None or not re.search(r"^    when\b", body, re.M) or body.count("\n") > _LONGEST:
            continue
        title, plain = said[1], quoted(made.title)[1:-1]
        old = quoted(game.things[like].title)[1:-1]
        title = title.replace(old, plain) if old in title else f"{plain}: {title}"
        body = re.sub(r"^ *cites .*\n?", "", body, flags=re.M).rstrip()
        body = re.sub(rf"(?<![\w#]){re.escape(like)}(?![\w])", made.name, body)
        found[title] = f'test "{title}"\n{body}'
        if len(found) == _MOST_TESTS:
            break
    return found


def _thing(game: model.CheckedGame, sources: Sources, kind: str, made: Names, like: str | None) -> str:
    """A thing with all that its Kind asks for, and the text of another one to begin with."""
    own = (one for one in game.things.values() if not one.of_test and is_a(game, one, kind))
    model_thing = game.things.get(like) if like is not None else next(own, None)
    lines = [f"{kind} {made.name} {quoted(made.title)}"]
    if like is not None:
        lines.insert(0, f"# It begins as {game.things[like].title}: change it.")
    for attribute in required(game, kind):
        known = model_thing.values.get(attribute.key) if model_thing is not None else None
        given = spelled(known) if known is not None else None
        value = given if given and not isinstance(attribute.type, model.TextType) else first_legal(game, attribute)
        if value is None:
            raise CannotMake(f"every {kind} needs a {attribute.name}, and {game.title} has none: make it first")
        comment = described(game, attribute)
        lines.append(f"    {attribute.name}: {value}" + (f"  # {comment}" if comment else ""))
    lines += _others(game, sources, kind, like) if like is not None else []
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


def _others(game: model.CheckedGame, sources: Sources, kind: str, like: str) -> list[str]:
    """The lines of a thing about attributes that need not be given, but for what says that it is invented."""
    asked = {attribute.name for attribute in required(game, kind)} | {"stand_in"}
    thing = game.things[like]
    file = _file(sources, thing.span.path)
    for node in parse(file).file.declarations if file is not None else ():
        if file is None:
            break
        if isinstance(node, tree.Thing) and node.name.text == like:
            kept = [x for x in node.items if isinstance(x, tree.Property) and x.name.text not in asked]
            return [f"    {file.text[x.span.start : x.span.end].rstrip()}" for x in kept]
        if isinstance(node, tree.TableDeclaration):
            columns = [column.text for column in node.table.columns]
            for row in node.table.rows:
                cells = {key: file.text[cell.span.start : cell.span.end].strip() for key, cell in zip(columns, row)}
                if cells.get("name") == like:
                    plain = {key: text for key, text in cells.items() if text and key not in asked}
                    given = {key: text for key, text in plain.items() if key not in ("name", "title", "copies")}
                    return [f"    {k} {v}" if k in ("text", "flavour") else f"    {k}: {v}" for k, v in given.items()]
    return []


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
