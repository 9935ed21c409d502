"""Ruleset -> Python source. One function of the Ruleset becomes one function of Python.

Functions that can never wait for an answer become plain functions. The others are called directly too, with `None`
for a frame. When a decision opens, each of those under way puts a frame `[function, place, locals that are still
needed ...]` on the stack of the state and returns None; later it is called with that frame and goes on at its place. So
the state can be copied, saved and compared at any decision, and no frame is made for what does not wait.
"""

from __future__ import annotations

from attrs import evolve

from ..ir import Ruleset
from .functions import FunctionWriter, passages_of
from .inline import simplified
from .suspend import suspending


def compile_ruleset(rules: Ruleset, *, simplify: bool = True) -> str:
    """The Python source of a Ruleset. It is run in a namespace of `interpreter.engine.runtime`.

    Without `simplify` it says what the Ruleset says, slowly; tests compare the two.
    """
    if simplify:
        rules = evolve(rules, functions=simplified(rules))
    waits = suspending(rules)
    numbers = {name: n for n, name in enumerate(rules.functions)}
    lines = [f"# {rules.game}: made by interpreter.compile; do not edit", ""]
    for n, (name, values) in enumerate(rules.tables.items()):
        lines.append(f"T{n} = {tuple(values)!r}  # {name}")
    lines.append("")
    guards: dict[str, int] = {}
    passages = passages_of(rules)
    for function in rules.functions.values():
        writer = FunctionWriter(rules, function, waits, numbers, passages)
        lines += writer.source()
        if writer.guard is not None:
            guards[function.name] = writer.guard
        lines.append("")
    for n, group in enumerate(rules.layout.ending_groups):
        order = sorted(group, key=lambda e: (rules.layout.precedence(e), e))
        lines.append(f"def check_{n}(S):")
        for ending in order:
            lines.append(f"    if f_end_{ending}(S): raise Ended({ending})")
        lines.append("")
    lines.append(f"FUNCTIONS = [{', '.join('f_' + name for name in rules.functions)}]")
    lines.append(f"NUMBERS = {numbers!r}")
    lines.append(f"GUARDS = {{{', '.join(f'{numbers[k]}: {v}' for k, v in guards.items())}}}")
    lines.append(f"WAITS = {[int(name in waits) for name in rules.functions]!r}")
    for table, entries in rules.dispatch.items():
        lines.append(f"D_{plain(table)} = {{{', '.join(f'{k}: {numbers[v]}' for k, v in entries.items())}}}")
    return "\n".join(lines) + "\n"


def plain(name: str) -> str:
    return "".join(c if c.isalnum() else "_" for c in name)
