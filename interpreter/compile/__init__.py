"""Ruleset -> Python source. One function of the Ruleset becomes one function of Python.

Functions that can never wait for an answer become plain functions, called directly. The others become functions over
an explicit frame `[function, place, locals ...]` on the stack of the state, cut at each decision and at each call of
another such function; so the state can be copied, saved and compared at any decision.
"""

from __future__ import annotations

import re

from attrs import evolve

from ..ir import Ruleset
from .functions import FunctionWriter
from .inline import simplified
from .suspend import suspending


def compile_ruleset(rules: Ruleset) -> str:
    """The Python source of a Ruleset. It is run in a namespace of `interpreter.engine.runtime`."""
    rules = evolve(rules, functions=simplified(rules))
    waits = suspending(rules)
    numbers = {name: n for n, name in enumerate(rules.functions)}
    lines = [f"# {rules.game}: made by interpreter.compile; do not edit", ""]
    for n, (name, values) in enumerate(rules.tables.items()):
        lines.append(f"T{n} = {tuple(values)!r}  # {name}")
    lines.append("")
    guards: dict[str, int] = {}
    sizes: dict[str, int] = {}
    for function in rules.functions.values():
        writer = FunctionWriter(rules, function, waits, numbers)
        lines += writer.source()
        if writer.guard is not None:
            guards[function.name] = writer.guard
        sizes[function.name] = writer.frame_size
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
    lines.append(f"SIZES = {[sizes[name] for name in rules.functions]!r}")
    lines.append(f"WAITS = {[int(name in waits) for name in rules.functions]!r}")
    for table, entries in rules.dispatch.items():
        lines.append(f"D_{plain(table)} = {{{', '.join(f'{k}: {numbers[v]}' for k, v in entries.items())}}}")
    text = "\n".join(lines) + "\n"
    params = {name: len(f.params) for name, f in rules.functions.items()}
    return re.sub("\x00(\\w+)\x00", lambda found: ", 0" * (sizes[found.group(1)] - params[found.group(1)]), text)


def plain(name: str) -> str:
    return "".join(c if c.isalnum() else "_" for c in name)
