"""What can be written at a place: by the grammar, by the type that is wanted, by what is in sight.

The tables of the language say which words can stand here, and whether a Kind or a name can. What kind of name it would
be is found by writing one: the declaration is read with a made-up name at the cursor, completed where it is not
finished, and the checker tells what it looked for there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal as Choice
from typing import TypeAlias

from attrs import evolve, frozen

from .. import model as m
from .. import vocabulary
from ..check import types
from ..check.members import Attr, BuiltinMember, DefineMember, FaceMember, Member, PartMember, SectionMember, ZoneMember
from ..check.names import NAMES_ONLY, build
from ..check.scope import Scope
from ..check.trace import Noted
from ..keywords import KEYWORDS
from ..source import SourceFile
from ..syntax import tree
from ..syntax.parse import Parsed, parse
from ..syntax.possible import possible
from .place import ROLES, Place, call_at, phrase_at, place_at, type_text, verb_parts
from .project import Analysis, Project
from .symbols import _REFERS, declared_names, parts, scope_table, type_of_member

Sort: TypeAlias = Choice[
    "word", "kind", "thing", "member", "zone", "section", "face", "define", "verb", "local", "value", "phase", "menu",
    "action", "function", "option", "state", "role", "rule",
]  # fmt: skip


@frozen
class Item:
    """`rank`: lower ones are offered first. `detail`: its type or signature. `snippet`: more than the word itself."""

    label: str
    sort: Sort
    detail: str = ""
    doc: str = ""
    rank: int = 5
    snippet: str = ""


@frozen
class Completions:
    """What can stand at a place; it takes the place of the word there, from `start`."""

    start: int
    items: tuple[Item, ...]


CURSOR = "written_here"


def complete(project: Project, path: str, offset: int) -> Completions:
    source = project.source(path)
    latest = project.latest
    if source is None or latest is None:
        return Completions(offset, ())
    place = place_at(source, offset)
    if place.inside == "comment":
        return Completions(offset, ())
    if place.inside == "text":
        return Completions(place.before, tuple(_slots(project, place)))
    return Completions(place.before, tuple(_unique(_code(project, latest, place))))


def _unique(items: Iterator[Item]) -> Iterator[Item]:
    """Each label once: the first of the best rank."""
    best: dict[str, Item] = {}
    for item in items:
        before = best.get(item.label)
        if before is None or item.rank < before.rank:
            best[item.label] = item
    yield from sorted(best.values(), key=lambda item: (item.rank, item.label))


def _code(project: Project, latest: Analysis, place: Place) -> Iterator[Item]:
    source = place.source
    can = possible(source.text, place.start, place.before)
    behind_dot = source.text[: place.before].rstrip(" ").endswith(".")
    analysis, node, way = _written(project, place, upper=can.kind and not can.name)
    if behind_dot:
        yield from _members(analysis, way)
        return
    writing = phrase_at(latest, place)
    roles = {word for word, *_ in verb_parts(latest, writing.verb)} - set(writing.said) if writing is not None else None
    for word in can.words:
        if roles is not None and word.upper() in ROLES:
            if word in roles:
                yield Item(word, "role", rank=1, detail=_role_detail(latest, writing.verb if writing else "", word))
        else:
            yield _word(word, 4)
    if "verb_name" in can.roles:
        yield from _verbs(latest)
    if can.kind:
        noted = _noted(analysis, way)
        plain = noted is not None and noted.wanted is not None and types.numeric(types.strip(noted.wanted))
        yield from (evolve(item, rank=6) if plain else item for item in _kinds(latest, _wanted_kind(analysis, way)))
    if can.name:
        yield from _names(analysis if analysis is not None else latest, node, way, can.roles)
    call = call_at(place)
    if call is not None and analysis is not None:
        yield from _arguments(analysis, call[0])


def _word(word: str, rank: int, detail: str = "") -> Item:
    """A word of the language, with its meaning."""
    known = KEYWORDS.get(word)
    return Item(
        word, "word", detail, f"{known.sentence}\n\nSuch as `{known.example}`" if known is not None else "", rank
    )


def _role_detail(analysis: Analysis, verb: str, word: str) -> str:
    return next((f"{of} {name}" for role, name, of, _ in verb_parts(analysis, verb) if role == word), "")


# ------------------------------------------------------------------------------------------------ reading with a name


Way = list[tree.Node]  # from the declaration to the made-up name


def _written(project: Project, place: Place, upper: bool) -> tuple[Analysis | None, tree.Declaration | None, Way]:
    """The declaration with a made-up name at the cursor, read; and the way to the name. Nothing, if it cannot be."""
    latest = project.latest
    assert latest is not None
    name = CURSOR.capitalize() if upper else CURSOR
    text = place.source.text
    head = text[place.start : place.before] + name
    rest = re.sub(r"^[A-Za-z0-9_]+", "", text[place.offset : place.end])
    _, _, below = rest.partition("\n")
    indent = re.match(r" *", text[text.rfind("\n", 0, place.before) + 1 :])
    deeper = " " * (len(indent[0]) + 4 if indent is not None else 4)
    closing = _closing(head)
    block = f":\n{deeper}stop"
    here = " " if text[place.before - 1 : place.before].isalnum() else ""
    head = head if not here else head[: -len(name)] + here + name
    tried: list[str] = [f"{head}{rest}"]
    for after in (f"\n{below}", "\n"):
        for ending in ("", " = 0", block, ": 0", " may stop", " of this", f" {CURSOR} = 0", ' "x"', f"{block}\n"):
            tried.append(f"{head}{closing}{ending}{after}")
    for one in dict.fromkeys(tried):
        parsed = parse_quietly(place.source.path, one)
        if parsed is None:
            continue
        node = parsed.file.declarations[0]
        way = _way(node, name)
        if not way:
            continue
        analysis = _small(project, place, parsed, node, name)
        return analysis, node, way
    return None, None, []


def parse_quietly(path: str, text: str) -> Parsed | None:
    """A text with one declaration; None if it is not well-formed."""
    from ..syntax.layout import lay_out
    from ..syntax.read import read

    whole = text if text.endswith("\n") else text + "\n"
    source = SourceFile(path, whole)
    if lay_out(source).diagnostics or read(whole, 0, len(whole)) is None:
        return None
    parsed = parse(source)
    return parsed if parsed.file.declarations else None


def _closing(head: str) -> str:
    """The brackets that the last lines leave open."""
    stack: list[str] = []
    for mark in re.sub(r'"(?:[^"\\\n]|\\[^\n])*"', "", head):
        if mark in "([":
            stack.append(")" if mark == "(" else "]")
        elif mark in ")]" and stack:
            stack.pop()
    return "".join(reversed(stack))


def _small(project: Project, place: Place, parsed: Parsed, node: tree.Declaration, cursor: str) -> Analysis | None:
    """The game with this declaration in place of the one that is being written."""
    latest = project.latest
    assert latest is not None
    path = place.source.path
    before = latest.parsed.get(path)
    others: tuple[tree.Declaration, ...] = ()
    if before is not None:
        known = latest.files[path].text[place.start : place.end].strip() if path in latest.files else ""
        text = latest.files[path].text
        others = tuple(
            one
            for one in before.file.declarations
            if not _same(one, node) and not (known and text[one.span.start : one.span.end].strip() == known)
        )
    file = evolve(parsed.file, declarations=(*others, node))
    return project.small(path, place.source, Parsed(file, (), ()), node, cursor)


def _same(one: tree.Declaration, other: tree.Declaration) -> bool:
    """Do both declare the same name?"""
    if type(one) is not type(other):
        return False
    if isinstance(one, tree.Flow | tree.Game | tree.Score):
        return True
    if isinstance(one, tree.Test) and isinstance(other, tree.Test):
        return one.title == other.title
    from ..check.mods import name_of

    mine, theirs = name_of(one), name_of(other)
    return mine is not None and theirs is not None and mine.text == theirs.text


def _way(node: tree.Node, name: str) -> Way:
    """The nodes from one to the made-up name inside it."""
    if isinstance(node, (tree.Name, tree.Word)) and node.text == name:
        return [node]
    for part in parts(node):
        way = _way(part, name)
        if way:
            return [node, *way]
    return []


# ------------------------------------------------------------------------------------------------ members


def _members(analysis: Analysis | None, way: Way) -> Iterator[Item]:
    """What stands behind a dot."""
    if analysis is None or len(way) < 2:
        return
    owner = way[-2]
    match owner:
        case tree.KindMember(kind=kind):
            yield from _of_kind(analysis, kind.text)
            return
        case tree.Member(object=inside):
            noted = analysis.trace.of(inside)
        case tree.Call(object=inside) if inside is not None:
            noted = analysis.trace.of(inside)
        case _:
            return
    if noted is not None:
        yield from members_of(analysis, noted.scope, noted.value.type)


def _of_kind(analysis: Analysis, kind: str) -> Iterator[Item]:
    """`Kind.name`: values of an enum, things of a Kind."""
    world = analysis.world
    if kind in world.index.enums:
        for value in world.index.enums[kind].values:
            yield Item(value.name.text, "value", kind, value.title.value if value.title else "", 1)
    elif world.is_kind(kind):
        for thing in world.things.values():
            if "#" not in thing.name and any(k in world.all_kinds(thing) for k in world.kinds_in(kind)):
                yield Item(thing.name, "thing", thing.kinds[0], thing.node.title.value, 1)


def members_of(analysis: Analysis, scope: Scope, of: m.Type) -> Iterator[Item]:
    """What values of a type have; of a set, what its members have."""
    inner = types.strip(of)
    if isinstance(inner, m.EventType):
        yield Item("done", "member", "Truth", "Did it happen?", 1)
        for _, name, of_text, _ in verb_parts(analysis, inner.verb):
            yield Item(name, "member", of_text, "", 1)
        return
    one = types.member_of(inner)
    if one is not None:
        inner = types.strip(one)
    for name, member in scope_table(scope, inner).items():
        of_member = type_of_member(scope, member)
        built_in = isinstance(member, BuiltinMember)
        yield Item(
            name, _sort_of(member), types.describe(of_member) if of_member is not None else "", doc_of(member),
            2 if built_in else 1,
        )  # fmt: skip


def _sort_of(member: Member) -> Sort:
    match member:
        case ZoneMember():
            return "zone"
        case FaceMember():
            return "face"
        case SectionMember():
            return "section"
        case DefineMember():
            return "define"
        case Attr() | PartMember() | BuiltinMember():
            return "member"


def doc_of(member: Member) -> str:
    if isinstance(member, BuiltinMember):
        return member.attribute.sentence
    doc = getattr(member.node, "doc", None)
    if doc:
        return str(doc)
    if isinstance(member, DefineMember) and member.node.phrase is not None:
        return member.node.phrase.value
    label = getattr(member.node, "label", None) or getattr(member.node, "title", None)
    return label.value if isinstance(label, tree.Text) else ""


# ------------------------------------------------------------------------------------------------ verbs, Kinds


def _verbs(analysis: Analysis) -> Iterator[Item]:
    for name, node in analysis.world.index.verbs.items():
        phrase = node.verb.phrases[0].value if node.verb.phrases else ""
        yield Item(name, "verb", signature_text(analysis, name), node.doc or node.verb.doc or phrase, 2)
    for name, verb in vocabulary.VERBS.items():
        yield Item(name, "verb", signature_text(analysis, name), verb.sentence, 3)


def signature_text(analysis: Analysis, verb: str) -> str:
    """`damage Character c by Number n [from Thing source]`."""
    words = [verb]
    for role, name, of, optional in verb_parts(analysis, verb):
        part = f"{role} {of} {name}" if role else f"{of} {name}"
        words.append(f"[{part}]" if optional else part)
    return " ".join(words)


def _kinds(analysis: Analysis, wanted: str | None) -> Iterator[Item]:
    world = analysis.world
    index = world.index
    for name, info in world.kinds.items():
        fits = wanted is None or world.overlap(name, wanted)
        doc = info.node.doc or "" if info.node is not None else vocabulary.KINDS[name].sentence
        parents = ", ".join(info.parents)
        yield Item(name, "kind", f"is {parents}" if parents else "", doc, (2 if fits else 6) + info.built_in)
    for name, group in index.groups.items():
        fits = wanted is None or world.overlap(name, wanted)
        yield Item(name, "kind", "group", group.doc or "", 2 if fits else 6)
    for name, enum in index.enums.items():
        yield Item(
            name, "kind", "enum", enum.doc or ", ".join(v.name.text for v in enum.values), 3 if wanted is None else 6
        )
    for name, resource in index.resources.items():
        yield Item(name, "kind", "resource", resource.doc or resource.noun.value, 3 if wanted is None else 5)
    for name in ("Number", "Truth", "Text", "Zone"):
        yield Item(name, "kind", "", vocabulary.KINDS[name].sentence, 4 if wanted is None else 7)


def _wanted_kind(analysis: Analysis | None, way: Way) -> str | None:
    noted = _noted(analysis, way)
    if noted is None or noted.wanted is None:
        return None
    of = types.strip(noted.wanted)
    inner = types.member_of(of)
    return types.kind_of(inner if inner is not None else of)


def _noted(analysis: Analysis | None, way: Way) -> Noted | None:
    return analysis.trace.of(way[-1]) if analysis is not None and way else None


# ------------------------------------------------------------------------------------------------ names


def _names(analysis: Analysis, node: tree.Declaration | None, way: Way, roles: frozenset[str]) -> Iterator[Item]:
    """Names that can stand here: of the sort that the form asks for, or of the type that is wanted."""
    noted = _noted(analysis, way)
    if noted is not None:
        yield from _values(analysis, noted)
        yield from _adjectives(analysis, way)
        return
    if len(way) >= 2:
        special = list(_by_form(analysis, node, way))
        if special:
            yield from special
            return
        if isinstance(way[-1], tree.Name) and not isinstance(way[-2], (tree.Phrase, tree.Call, tree.Member)):
            return  # a name that is being declared
    if "path" in roles:
        for name, candidates in analysis.world.names.items():
            if "#" not in name:
                yield Item(name, _candidate_sort(candidates[0].sort), candidates[0].owner, rank=5)


def _values(analysis: Analysis, noted: Noted) -> Iterator[Item]:
    """Values of the type that is wanted; others after them."""
    world, scope, wanted = analysis.world, noted.scope, noted.wanted

    def rank(of: m.Type, good: int, bad: int) -> int:
        if wanted is None or types.unknown(wanted):
            return (good + bad) // 2
        inner = types.member_of(of)
        fits = world.fits(of, wanted) or (inner is not None and world.fits(inner, wanted))
        return good if fits else bad

    for name, bound in noted.names.items():
        if name != CURSOR:
            yield Item(name, "local", types.describe(bound.value.type), "", rank(bound.value.type, 0, 3))
    if scope.this is not None:
        yield _word("this", rank(scope.this, 1, 4), types.describe(scope.this))
    if scope.you is not None:
        yield _word("you", rank(scope.you, 1, 4), types.describe(scope.you))
    if scope.it is not None:
        yield _word("it", rank(scope.it.type, 1, 4), types.describe(scope.it.type))
    only_names = wanted is not None and isinstance(types.strip(wanted), m.NameType)
    for name, candidates in world.names.items():
        if "#" in name or name == CURSOR:
            continue
        for candidate in candidates:
            if (candidate.sort in NAMES_ONLY) != only_names and not (candidate.sort in ("map", "die") and scope.test):
                continue
            value = build(scope, name, candidate, noted.node.span)
            title = ""
            if candidate.sort == "thing":
                title = world.things[name].node.title.value
            sort = _candidate_sort(candidate.sort)
            yield Item(name, sort, types.describe(value.type), title, rank(value.type, 2, 7))
    for name, function in vocabulary.FUNCTIONS.items():
        if name in vocabulary.UNSPOKEN:
            continue
        of = world.builtin_type(function.gives)
        yield Item(name, "function", f"({', '.join(function.parameters)})", function.sentence, rank(of, 4, 7))
    for name, sentence in vocabulary.AGGREGATES.items():
        yield Item(
            name, "function", "(query)", sentence, 4 if wanted is None or types.numeric(types.strip(wanted)) else 6
        )
    for name, define in world.index.defines.items():
        if define.define.parameters:
            yield Item(name, "function", _define_signature(define.define), define.doc or "", 4)


def _define_signature(define: tree.Define) -> str:
    return f"({', '.join(f'{type_text(one.type)} {one.name.text}' for one in define.parameters)})"


def _adjectives(analysis: Analysis, way: Way) -> Iterator[Item]:
    """Words before a Kind."""
    query = next((node for node in reversed(way) if isinstance(node, tree.Query)), None)
    if query is None or way[-1] not in query.traits or not analysis.world.is_kind(query.kind.text):
        return
    yield from adjectives(analysis, query.kind.text)


def adjectives(analysis: Analysis, kind: str) -> Iterator[Item]:
    """What can be said of things of a Kind in one word: a truth, a face, a value of an enum."""
    world = analysis.world
    for each in world.kinds_in(kind):
        for name, member in world.table(each).items():
            of = types.strip(member.type) if isinstance(member, Attr) else None
            if isinstance(member, FaceMember) or isinstance(of, m.TruthType):
                yield Item(name, _sort_of(member), each, doc_of(member), 1)
            elif isinstance(of, m.EnumType) and of.enum in world.index.enums:
                for value in world.index.enums[of.enum].values:
                    yield Item(value.name.text, "value", of.enum, "", 2)
    yield _word("other", 2)
    yield _word("random", 3)


_FORM_SORTS: dict[str, Sort] = {
    "phase": "phase", "menu": "menu", "action": "action", "verb": "verb", "thing": "thing", "option": "option",
    "step": "phase", "setup": "phase",
}  # fmt: skip


def _by_form(analysis: Analysis, node: tree.Declaration | None, way: Way) -> Iterator[Item]:
    """Names where the form says of what sort they are."""
    owner, name = way[-2], way[-1]
    for part in (
        "phase",
        "action",
        "menu",
        "menus",
        "of",
        "per",
        "during",
        "ending",
        "option",
        "name",
        "what",
        "extends",
    ):
        sorts = _REFERS.get((type(owner), part))
        value = getattr(owner, part, None) if sorts else None
        if sorts and (value is name or (isinstance(value, tuple) and any(one is name for one in value))):
            for sort, text in sorted(declared_names(analysis)):
                if sort in sorts and "#" not in text:
                    yield Item(text, _FORM_SORTS.get(sort, "rule"), sort, "", 1)
            if part in ("of", "per", "during"):
                for word in ("turn", "phase", "step", "game", "round"):
                    yield _word(word, 1)
            return
    match owner:
        case tree.Property(name=of) | tree.Section(name=of) if of is name:
            yield from _properties(analysis, node)
        case tree.Default(name=of) if of is name and isinstance(node, tree.Kind):
            yield from _properties(analysis, node)
        case tree.Setting(name=of) if of is name:
            yield from _settings(analysis, way)
        case tree.Perform(name=of) if of is name:
            yield from _sections(analysis, owner)
        case tree.Works():
            for text, member in analysis.world.game_table.items():
                if isinstance(member, ZoneMember):
                    yield Item(text, "zone", f"of {member.content}", doc_of(member), 1)
        case tree.Game(turn_order=of) if of is name and analysis.world.is_kind(analysis.world.seat_kind):
            for text, member in analysis.world.table(analysis.world.seat_kind).items():
                numeric = isinstance(member, Attr) and isinstance(member.type, m.NumberType)
                if numeric or isinstance(member, DefineMember):
                    yield Item(text, "member", f"of {analysis.world.seat_kind}", doc_of(member), 1)
        case tree.Sight():
            for text in ("nobody", "owner", "holder", "team", "side", "all"):
                yield _word(text, 1)
        case tree.Table(kind=kind) if any(one is name for one in owner.columns):
            for text in ("name", "title", "copies", "text", "flavour"):
                yield _word(text, 2)
            for text, member in analysis.world.table(kind.text).items() if analysis.world.is_kind(kind.text) else ():
                if isinstance(member, Attr):
                    yield Item(text, "member", types.describe(member.type), doc_of(member), 1)
        case tree.Query(kind=kind) if any(one is name for one in owner.traits) and analysis.world.is_kind(kind.text):
            yield from adjectives(analysis, kind.text)
        case tree.Role(word="to") if len(way) > 2 and isinstance(way[-3], tree.Phrase) and way[-3].verb.text == "flip":
            for kind_info in analysis.world.kinds.values():
                for text, member in kind_info.own.items():
                    if isinstance(member, FaceMember):
                        yield Item(text, "face", kind_info.name, "", 1)
        case tree.Phrase(verb=of) if of is name:
            yield from _verbs(analysis)
        case tree.Phrase() if owner.object is name and owner.verb.text == "roll":
            for die in analysis.world.index.dice:
                yield Item(die, "value", "die", "", 1)
        case _:
            pass


def _properties(analysis: Analysis, node: tree.Declaration | None) -> Iterator[Item]:
    """What a thing (or a Kind, of what it inherits) can say and has not said yet."""
    world = analysis.world
    if isinstance(node, tree.Thing) and node.name.text in world.things:
        table = world.thing_table(node.name.text)
    elif isinstance(node, tree.Kind) and node.name.text in world.kinds:
        table = world.table(node.name.text)
    else:
        return
    said = {one.name.text for one in node.items if isinstance(one, (tree.Property, tree.Section, tree.Default))}
    joint = ": " if isinstance(node, tree.Thing) else " = "
    for text, member in table.items():
        if text in said:
            continue
        match member:
            case Attr(type=of):
                needed = member.node.default is None and not isinstance(of, m.OptionalType)
                yield Item(text, "member", types.describe(of), doc_of(member), 0 if needed else 1, f"{text}{joint}$0")
            case SectionMember() if isinstance(node, tree.Thing):
                yield Item(text, "section", "section", doc_of(member), 0, f"{text}:\n    $0")
            case ZoneMember() | FaceMember() if isinstance(node, tree.Thing):
                yield Item(text, _sort_of(member), "", doc_of(member), 2)
            case BuiltinMember(attribute=attribute) if attribute.settable:
                yield Item(text, "member", attribute.type, attribute.sentence, 3, f"{text}{joint}$0")
            case _:
                pass
    if isinstance(node, tree.Thing):
        yield evolve(_word("stand_in", 3), snippet="stand_in: $0")
        yield evolve(_word("built_for", 3), snippet="built_for: $0")
        yield evolve(_word("plural", 3), snippet="plural: yes")


def _settings(analysis: Analysis, way: Way) -> Iterator[Item]:
    """What a fact of a test can say of a thing."""
    world = analysis.world
    fact = next((node for node in reversed(way) if isinstance(node, (tree.FactNew, tree.FactPlace))), None)
    kind: str | None = None
    if isinstance(fact, tree.FactNew):
        kind = fact.query.kind.text
    elif isinstance(fact, tree.FactPlace) and (noted := analysis.trace.of(fact.thing)) is not None:
        kind = types.kind_of(noted.value.type)
    if kind is None or not world.is_kind(kind):
        return
    for text, member in world.table(world.kinds_in(kind)[0]).items():
        if isinstance(member, Attr):
            yield Item(text, "member", types.describe(member.type), doc_of(member), 1, f"{text} = $0")
        elif isinstance(member, (FaceMember, ZoneMember)):
            yield Item(text, _sort_of(member), "", doc_of(member), 1)


def _sections(analysis: Analysis, node: tree.Perform) -> Iterator[Item]:
    noted = analysis.trace.of(node.of) if node.of is not None else None
    if noted is not None and not types.is_hole(noted.value):
        for text, member in scope_table(noted.scope, types.strip(noted.value.type)).items():
            if isinstance(member, SectionMember):
                yield Item(text, "section", "", doc_of(member), 1)
        return
    for kind in analysis.world.kinds.values():
        for text, member in kind.own.items():
            if isinstance(member, SectionMember):
                yield Item(text, "section", kind.name, doc_of(member), 2)
    for action in analysis.world.index.actions:
        yield Item(action, "action", "action", "", 2)


def _arguments(analysis: Analysis, function: str) -> Iterator[Item]:
    """The names of a define's parameters, in its call."""
    member = analysis.world.game_table.get(function)
    defines = (
        [member]
        if isinstance(member, DefineMember)
        else [
            one
            for kind in analysis.world.kinds.values()
            for name, one in kind.own.items()
            if name == function and isinstance(one, DefineMember)
        ]
    )
    for one in defines[:1]:
        for parameter in one.node.parameters:
            name = parameter.name.text
            yield Item(f"{name}:", "local", type_text(parameter.type), "", 3, f"{name}: $0")


def _candidate_sort(sort: str) -> Sort:
    known: dict[str, Sort] = {
        "state": "state", "zone": "zone", "define": "define", "option": "option", "choice": "value", "enum": "value",
        "thing": "thing", "builtin": "word", "phase": "phase", "menu": "menu", "action": "action", "step": "phase",
    }  # fmt: skip
    return known.get(sort, "value")


def _slots(project: Project, place: Place) -> Iterator[Item]:
    """The parameters of a verb or define, in a slot of its phrase."""
    text = place.source.text
    line = text[text.rfind("\n", 0, place.offset) + 1 : place.offset]
    if not re.search(r"\{\w*$", line) or not re.match(r"(?:(?:replace|patch) )?\s*(?:verb|define)\b", line):
        return
    head = line.partition('"')[0]
    for kind, name in re.findall(r"\b([A-Z]\w*)(?:\?| set| bag| grid)? ([a-z_]\w*)", head):
        yield Item(name, "local", kind, "", 1)
