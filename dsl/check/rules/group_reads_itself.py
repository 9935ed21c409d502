"""A group whose members depend on who its members are has no answer."""

from __future__ import annotations

from ... import model as m
from ..report import Report
from ..walk import nodes


def group_reads_itself(game: m.CheckedGame, report: Report) -> None:
    defines: dict[str, list[m.Value]] = {key: [define.value] for key, define in game.defines.items()}
    owners: list[m.Kind | m.Thing] = [*game.kinds.values(), *game.things.values()]
    for owner in owners:
        for key, define in owner.defines.items():
            defines.setdefault(key, []).append(define.value)
    read: dict[tuple[str, str], list[tuple[tuple[str, str], m.Node]]] = {}

    def reads(sort: str, name: str) -> list[tuple[tuple[str, str], m.Node]]:
        found = read.get((sort, name))
        if found is None:
            root: object = game.groups[name].members if sort == "group" else tuple(defines.get(name, ()))
            found = []
            for node in nodes(root):
                match node:
                    case m.KindTest(kind=kind) | m.Query(kind=kind) if kind in game.groups:
                        found.append((("group", kind), node))
                    case m.DefineValue(define=key):
                        found.append((("define", key), node))
                    case _:
                        pass
            read[sort, name] = found
        return found

    for name in game.groups:
        for first, place in reads("group", name):
            left, seen = [first], {first}
            while left and ("group", name) not in seen:
                for following, _ in reads(*left.pop()):
                    if following not in seen:
                        seen.add(following)
                        left.append(following)
            if ("group", name) in seen:
                report.error(
                    "endless-kind",
                    f"Who is in `{name}` depends on who is in `{name}`",
                    place.span,
                    "leads back to the group",
                    help="Ask for a Kind here, or for something that does not depend on the group.",
                )
                break
