"""Which functions can wait for an answer: those that ask, stop a running event, or call such a function."""

from __future__ import annotations

from ..ir import Ask, Call, Dispatch, Effect, Guard, Ruleset, Stop, statements


def suspending(rules: Ruleset) -> frozenset[str]:
    calls: dict[str, set[str]] = {}
    found: set[str] = set()
    for name, function in rules.functions.items():
        calls[name] = set()
        for s in statements(function.body):
            match s:
                case Ask() | Stop() | Guard():
                    found.add(name)
                case Call(function=other):
                    calls[name].add(other)
                case Dispatch(table=table):
                    calls[name].update(rules.dispatch.get(table, {}).values())
                case Effect():
                    pass
                case _:
                    pass
    changed = True
    while changed:
        changed = False
        for name, others in calls.items():
            if name not in found and others & found:
                found.add(name)
                changed = True
    return frozenset(found)
