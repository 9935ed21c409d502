"""Mods: `replace`, `patch` and `remove` change declarations of the game, before anything is resolved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from attrs import evolve, fields

from .. import library
from ..diagnostics.nearest import nearest
from ..source import Span
from ..syntax import tree
from .report import Report

CATEGORIES: dict[type, str] = {
    tree.Kind: "kind",
    tree.Group: "group",
    tree.GlobalZone: "zone",
    tree.Board: "board",
    tree.Map: "map",
    tree.DefineDeclaration: "define",
    tree.VerbDeclaration: "verb",
    tree.ActionDeclaration: "action",
    tree.Rule: "rule",
    tree.Menu: "menu",
    tree.Phase: "phase",
    tree.Flow: "flow",
    tree.Setup: "set-up",
    tree.EndingDeclaration: "ending",
    tree.Thing: "thing",
    tree.TableDeclaration: "table",
    tree.Campaign: "campaign",
    tree.Build: "build",
    tree.Deck: "deck",
}


def name_of(node: tree.Declaration) -> tree.Name | None:
    match node:
        case tree.GlobalZone(zone=inner):
            return inner.name
        case tree.DefineDeclaration(define=of):
            return of.name
        case tree.VerbDeclaration(verb=verb):
            return verb.name
        case tree.ActionDeclaration(action=action):
            return action.name
        case tree.EndingDeclaration(ending=ending):
            return ending.name
        case tree.Board(kind=kind):
            return kind
        case tree.Flow():
            return tree.Name("flow", span=node.span)
        case _:
            found = getattr(node, "name", None)
            return found if isinstance(found, tree.Name) else None


def modify(
    declarations: list[tree.Declaration], report: Report, homes: Mapping[str, str] | None = None
) -> list[tree.Declaration]:
    """The declarations as mods leave them, in the order of the mods. `homes`: to which folder a file belongs."""
    mods = [d for d in declarations if isinstance(d, tree.Mod)]
    games = [d for d in declarations if isinstance(d, tree.Game)]
    for mod in mods:
        below = {one.name.text for one in games} | {one.name.text for one in mods if one is not mod}
        if mod.extends.text not in below:
            known = [game.name.text for game in games] or [name.replace("-", "_") for name in library.games()]
            meant = nearest(mod.extends.text, known) or (known[0] if games else None)
            report.error(
                "extends-unknown",
                f"There is no game `{mod.extends.text}` to extend",
                mod.extends.span,
                "not found",
                help=f"Did you mean `{meant}`?" if meant else f"There are: {', '.join(f'`{one}`' for one in known)}.",
            )
    _versions(declarations, games, mods, homes or {}, report)
    _conflicts(declarations, mods, homes or {}, report)
    found = list(declarations)
    defines = frozenset(
        d.define.name.text for d in declarations if isinstance(d, tree.DefineDeclaration) and d.mode != "add"
    )
    for node in declarations:
        mode = getattr(node, "mode", "add")
        if isinstance(node, tree.Remove):
            found = _remove(found, node, report)
        elif mode != "add":
            found = _change(found, node, mode, defines, report)
    for node in found:
        _only_in_patches(node, report)
    return _without_tests_of(declarations, found, report)


def _only_in_patches(node: tree.Node, report: Report) -> None:
    """What adds to a list, or takes from it, where there is none that it could mean."""
    for item in getattr(node, "items", ()) if isinstance(node, _WITH_LISTS) else ():
        if isinstance(item, tree.FaceBody):
            _only_in_patches(item, report)
        elif isinstance(item, tree.Property) and item.sign != ":":
            name = item.name.text
            report.error(
                "wrong-place",
                f"`{name} {item.sign} ...` changes a list that is there already",
                item.span,
                "this stands in no line of a `patch`",
                help=f"Write the whole list, `{name}: [...]`. What a mod adds to a list of the game stands one step in "
                "below `patch`.",
            )


def _changes(node: tree.Declaration) -> bool:
    return isinstance(node, tree.Remove) or getattr(node, "mode", "add") != "add"


def _owner(node: tree.Declaration, mods: list[tree.Mod], homes: Mapping[str, str]) -> tree.Mod | None:
    """The mod to which a declaration belongs: the one above it in its file, else that of its folder."""
    path = node.span.path
    same = [mod for mod in mods if mod.span.path == path and mod.span.start <= node.span.start]
    near = [mod for mod in mods if homes.get(mod.span.path) == homes.get(path)]
    return same[-1] if same else near[0] if near else None


_WITH_LISTS = (tree.Thing, tree.FaceBody, tree.Map, tree.Campaign, tree.Deck)


def _versions(
    declarations: list[tree.Declaration],
    games: list[tree.Game],
    mods: list[tree.Mod],
    homes: Mapping[str, str],
    report: Report,
) -> None:
    """Says of a mod for another version of the game what is to be looked at: what it changes may have changed."""
    for mod in mods:
        game = next((one for one in games if one.name.text == mod.extends.text), None)
        made, now = mod.version, game.version if game is not None else None
        if game is None or made is None or now is None or made.value == now.value:
            continue
        own = [d for d in declarations if _changes(d) and _owner(d, mods, homes) is mod]
        names = [of.text for d in own if (of := name_of(d)) is not None]
        report.warning(
            "other-version",
            f"`{mod.name.text}` was made for version {made.value} of {game.title.value}; this is version {now.value}",
            made.span,
            "another version",
            other=((now.span, "the game says this"),),
            notes=(f"it changes {', '.join(f'`{name}`' for name in names)}: look at these again",) if names else (),
            help=f'When it works and its tests pass, write `for version "{now.value}"`.',
        )


def _conflicts(
    declarations: list[tree.Declaration], mods: list[tree.Mod], homes: Mapping[str, str], report: Report
) -> None:
    """Says where a mod changes what another one has changed that it does not build on."""
    if len(mods) < 2:
        return

    def builds_on(mod: tree.Mod, other: tree.Mod) -> bool:
        seen: set[str] = set()
        name = mod.extends.text
        while name not in seen:
            if name == other.name.text:
                return True
            seen.add(name)
            name = next((one.extends.text for one in mods if one.name.text == name), name)
        return False

    changed: dict[str, list[tuple[tree.Mod, tree.Declaration]]] = {}
    for node in declarations:
        name, mod = name_of(node), _owner(node, mods, homes)
        if name is None or mod is None or not _changes(node):
            continue
        for other, earlier in changed.get(name.text, ()):
            before = name_of(earlier)
            if other is mod or builds_on(mod, other) or before is None or not _collide(earlier, node):
                continue
            report.warning(
                "mods-conflict",
                f"Two mods change `{name.text}`",
                name.span,
                f"{mod.title.value} comes later, so this counts",
                other=((before.span, f"{other.title.value} changes it, too"),),
                help="Name the mods in the other order, or let one extend the other.",
            )
            break
        changed.setdefault(name.text, []).append((mod, node))


def _collide(earlier: tree.Declaration, later: tree.Declaration) -> bool:
    """Do two changes of one name meet? Two patches do where they say the same line."""
    if isinstance(earlier, tree.Remove) or isinstance(later, tree.Remove):
        return True
    if type(earlier) is not type(later):
        return False
    if getattr(earlier, "mode", "") == getattr(later, "mode", "") == "patch":
        said, again = (
            {
                key
                for item in getattr(one, "items", getattr(one, "steps", ()))
                if (key := _key(item)) is not None and (one is earlier or getattr(item, "sign", ":") == ":")
            }
            for one in (earlier, later)
        )
        return bool(said & again)  # what is added to a list is added to what the other says
    return True


def _without_tests_of(
    before: list[tree.Declaration], found: list[tree.Declaration], report: Report
) -> list[tree.Declaration]:
    """Without the tests and other names of what was removed: they would be about nothing."""
    # a test never speaks of contents
    there = {
        of.text for d in found if (of := name_of(d)) is not None and not isinstance(d, (tree.Remove, tree.Contents))
    }
    for node in before:
        name = node.name.text if isinstance(node, tree.Remove) else ""
        if not isinstance(node, tree.Remove) or name in there:
            continue
        if node.kind is not None and node.kind.text == "contents":
            continue
        found = [d for d in found if not (isinstance(d, tree.Alias) and d.of.text == name)]
        tests = [d for d in found if isinstance(d, tree.Test) and _mentions(d, name)]
        if tests:
            gone = {id(test) for test in tests}
            found = [d for d in found if id(d) not in gone]
            many = f"{len(tests)} tests are" if len(tests) > 1 else "A test is"
            report.hint(
                "tests-left-out",
                f"{many} left out, because `{name}` is removed",
                node.name.span,
                f"it stands in {'them' if len(tests) > 1 else 'the test'}",
            )
    return found


def _mentions(root: tree.Node, name: str) -> bool:
    stack: list[object] = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, (tree.Name, tree.Word)):
            if node.text == name:
                return True
        elif isinstance(node, tuple):
            stack.extend(node)
        elif isinstance(node, tree.Node):
            stack.extend(getattr(node, field.name) for field in fields(type(node)))
    return False


def _same(node: tree.Declaration, other: tree.Declaration) -> bool:
    mine, theirs = name_of(node), name_of(other)
    return type(node) is type(other) and mine is not None and theirs is not None and mine.text == theirs.text


def _change(
    found: list[tree.Declaration], node: tree.Declaration, mode: str, defines: frozenset[str], report: Report
) -> list[tree.Declaration]:
    """`defines`: the names of those that the mods change, too."""
    at = next(
        (n for n, d in enumerate(found) if d is not node and _same(node, d) and getattr(d, "mode", "add") == "add"),
        None,
    )
    name = name_of(node)
    what = CATEGORIES[type(node)]
    rest = [d for d in found if d is not node]
    if at is None or name is None:
        known = [
            other.text for d in found if type(d) is type(node) and d is not node and (other := name_of(d)) is not None
        ]
        text = name.text if name is not None else what
        meant = nearest(text, known)
        report.error(
            f"{'replaces' if mode == 'replace' else 'patches'}-nothing",
            f"There is no {what} `{text}` to {mode}",
            name.span if name is not None else Span(node.span.path, node.span.start, node.span.start + len(mode)),
            "nothing of this name is declared",
            help=f"Did you mean `{meant}`?" if meant else f"Take `{mode}` out if it is new.",
        )
        # it is still meant: what uses it shall not complain as well
        return [_added(d) if d is node else d for d in found]
    before = found[at]
    changed = _added(node) if mode == "replace" else _patch(before, node, report)
    _numbers_told(before, changed, found, defines, name.span, report)
    return [changed if d is before else d for d in rest]


def _numbers_told(
    before: tree.Declaration,
    changed: tree.Declaration,
    found: list[tree.Declaration],
    changed_too: frozenset[str],
    span: Span,
    report: Report,
) -> None:
    """A number with a name that is no longer read where it was, and stands in explanations: they say the old one."""
    for define in found:
        if not isinstance(define, tree.DefineDeclaration) or not isinstance(define.define.value, tree.Number):
            continue
        name = define.define.name.text
        if name in changed_too or not _mentions(before, name) or _mentions(changed, name):
            continue
        if any(_tells(one, name) for one in found if one is not before and getattr(one, "mode", "add") == "add"):
            number = define.define.value.value
            report.hint(
                "number-in-prose",
                f"The explanations go on saying {number} for `{name}`, which is not read here any more",
                span,
                f"read `{name}` before",
                help=f"Read `{name}` here too, and write `replace define {name}: ...` with the new number.",
            )


def _tells(root: tree.Node, name: str) -> bool:
    """Does an explanation or a title take this number from the rules?"""
    stack: list[object] = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            if f"{{{name}}}" in node or f"{{{name} " in node:
                return True
        elif isinstance(node, tuple):
            stack.extend(node)
        elif isinstance(node, tree.Node):
            stack.extend(getattr(node, field.name) for field in fields(type(node)))
    return False


def _added(node: tree.Declaration) -> tree.Declaration:
    """The same declaration, as one that adds something."""
    changed: tree.Declaration = evolve(cast("tree.Kind", node), mode="add")
    return changed


def _patch(before: tree.Declaration, node: tree.Declaration, report: Report) -> tree.Declaration:
    """What was declared, with the items of the patch in place of those of the same name, and its lists changed."""
    field = "abilities" if isinstance(before, tree.Rule) else "steps" if isinstance(before, tree.Setup) else "items"
    old, new = getattr(before, field, None), getattr(node, field, None)
    if old is None or new is None:
        return _added(node)
    lists = [item for item in new if isinstance(item, tree.Property) and item.sign != ":"]
    new = tuple(item for item in new if not isinstance(item, tree.Property) or item.sign == ":")
    names = {key for item in new if (key := _key(item)) is not None}
    items = [*(item for item in old if _key(item) not in names), *new]
    for change in lists:
        items = _with_list(items, change, name_of(before), report)
    changes: dict[str, object] = {field: tuple(items)}
    if isinstance(before, tree.Setup) and isinstance(node, tree.Setup):
        changes["requires"] = (*before.requires, *node.requires)
    if node.doc is not None:
        changes["doc"] = node.doc
    for words in ("title", "noun"):
        given = getattr(node, words, None)
        if given is not None and given.written:
            changes[words] = given
    if isinstance(before, tree.Kind) and isinstance(node, tree.Kind):
        had = {one.text for one in before.parents}
        changes["parents"] = (*before.parents, *(one for one in node.parents if one.text not in had))
    if isinstance(before, tree.Thing) and isinstance(node, tree.Thing) and node.copies is not None:
        changes["copies"] = node.copies
    return evolve(before, **changes)  # type: ignore[arg-type]


def _with_list(
    items: list[tree.Node], change: tree.Property, owner: tree.Name | None, report: Report
) -> list[tree.Node]:
    """The lines of a declaration with something added to a list of them, or taken out of it."""
    name, of = change.name.text, owner.text if owner is not None else ""
    lists = {item.name.text: item for item in items if isinstance(item, tree.Property)}
    there = lists.get(name)
    if there is None:
        meant = nearest(name, lists)
        report.error(
            "patches-nothing",
            f"`{of}` says no list `{name}`",
            change.name.span,
            "there is nothing to change",
            help=f"Did you mean `{meant}`?" if meant else f"Write the whole list: `{name}: [...]`.",
        )
        return items
    one = there.values[0] if len(there.values) == 1 else None
    bracket = one if isinstance(one, tree.Listing) else None
    known = list(bracket.items if bracket is not None else there.values)
    changes: list[tree.Expression] = []
    for value in change.values:
        changes += value.items if isinstance(value, tree.Listing) and not _rows(known) else (value,)
    for value in changes:
        if change.sign == "+=":
            known.append(value)
            continue
        at = next((n for n, other in enumerate(known) if other == value), None)
        if at is None:
            names = [other.text for other in known if isinstance(other, tree.Word)]
            written = f"`{value.text}`" if isinstance(value, tree.Word) else "This"
            meant = nearest(value.text, names) if isinstance(value, tree.Word) else None
            short = ", ".join(f"`{one}`" for one in names[:8]) + (" and more" if len(names) > 8 else "")
            report.error(
                "removes-nothing",
                f"{written} is not in `{name}` of `{of}`",
                value.span,
                "there is nothing to take out",
                help=f"Did you mean `{meant}`?" if meant else f"It has {short}." if names else "Leave it out.",
            )
        else:
            del known[at]
    if bracket is not None or not known:
        values: tuple[tree.Expression, ...] = (tree.Listing(tuple(known), span=there.span),)
    else:
        values = tuple(known)
    return [evolve(there, values=values) if item is there else item for item in items]


def _rows(values: list[tree.Expression]) -> bool:
    """Are these the rows of a grid, lists themselves?"""
    return any(isinstance(one, tree.Listing) for one in values)


def _key(item: tree.Node) -> tuple[str, str] | None:
    if isinstance(item, (tree.Faces, tree.YouIs, tree.StandsAt, tree.Override, tree.Flavour)):
        return type(item).__name__, ""
    name = getattr(item, "name", None)
    if isinstance(name, tree.Name):
        group = (
            "value"
            if isinstance(item, (tree.Property, tree.Section, tree.Attribute, tree.Default))
            else type(item).__name__
        )
        return group, name.text
    return None


def _remove(found: list[tree.Declaration], node: tree.Remove, report: Report) -> list[tree.Declaration]:
    name = node.name.text
    word = "" if node.kind is None or node.kind.text[:1].isupper() else node.kind.text

    def hit(d: tree.Declaration) -> bool:
        other = name_of(d)
        if other is None or other.text != name or isinstance(d, (tree.Remove, tree.Mod, tree.Game)):
            return False
        if node.kind is None:
            return True
        if word:
            return word_of(d) == word
        return isinstance(d, tree.Thing) and any(k.text == node.kind.text for k in d.kinds)

    hits = [d for d in found if hit(d)]
    sorts = sorted({_sort_of(d) for d in hits})
    if len(sorts) > 1:
        report.error(
            "ambiguous-name",
            f"`{name}` is the name of several declarations",
            node.name.span,
            " or ".join(sorts),
            other=tuple((of.span, f"{_sort_of(d)} `{name}`") for d in hits if (of := name_of(d)) is not None),
            help=f"Say which: {' or '.join(f'`remove {sort} {name}`' for sort in sorts)}.",
        )
        return found
    if hits:
        return [d for d in found if not any(d is one for one in hits)]
    kept, gone = (found, False) if word else _remove_row(found, node)
    if not gone:
        others = [d for d in found if (of := name_of(d)) is not None and of.text == name and _removable(d)]
        known = [of.text for d in found if (of := name_of(d)) is not None and _removable(d)]
        meant = nearest(name, known)
        help = f"Did you mean `{meant}`?" if meant else "Take the line out."
        if others:
            help = f"There is a {_sort_of(others[0])} `{name}`: write `remove {_sort_of(others[0])} {name}`."
        report.error(
            "removes-nothing",
            f"There is no{f' {node.kind.text}' if node.kind is not None else 'thing called'} `{name}` to remove",
            node.name.span,
            "nothing of this name is declared",
            help=help,
        )
    return kept


def _removable(node: tree.Declaration) -> bool:
    return not isinstance(node, (tree.Remove, tree.Mod, tree.Game))


def word_of(node: tree.Declaration) -> str:
    """The word with which a declaration begins."""
    if isinstance(node, tree.Thing):
        return "thing"
    word = CATEGORIES.get(type(node), type(node).__name__.lower())
    return {"set-up": "setup"}.get(word, word)


def _sort_of(node: tree.Declaration) -> str:
    return node.kinds[0].text if isinstance(node, tree.Thing) else word_of(node)


def _remove_row(found: list[tree.Declaration], node: tree.Remove) -> tuple[list[tree.Declaration], bool]:
    """Removes a thing that is a row of a table."""
    out: list[tree.Declaration] = []
    gone = False
    for d in found:
        if isinstance(d, tree.TableDeclaration) and (node.kind is None or node.kind.text == d.table.kind.text):
            column = next((n for n, c in enumerate(d.table.columns) if c.text == "name"), None)
            rows = tuple(
                row
                for row in d.table.rows
                if column is None
                or column >= len(row)
                or not (isinstance(row[column].value, tree.Word) and row[column].value.text == node.name.text)  # type: ignore[union-attr]
            )
            if len(rows) != len(d.table.rows):
                gone = True
                d = evolve(d, table=evolve(d.table, rows=rows))
        out.append(d)
    return out, gone
