"""Reads programs with marks, and checks them."""

from __future__ import annotations

import re
from pathlib import Path

from dsl.check import check_parsed
from dsl.diagnostics.diagnostic import Diagnostic
from dsl.source import SourceFile
from dsl.syntax.parse import parse

FIXTURES = Path(__file__).parent / "fixtures"
PAGES = Path(__file__).parents[3] / "docs" / "errors"
PRELUDE = (FIXTURES / "prelude.side").read_text("utf-8")
_MARK = re.compile(r"# (error|warning|hint): \[([a-z-]+)\]")
_PATH = re.compile(r"^# ([\w/-]+\.side)$", re.M)


def programs(text: str) -> list[str]:
    return re.split(r"^# ---\n", text, flags=re.M)


def marks(text: str) -> list[tuple[int, str, str]]:
    """Line, severity and code of every mark."""
    lines = enumerate(text.split("\n"), 1)
    return sorted((n, severity, code) for n, line in lines for severity, code in _MARK.findall(line))


def messages(text: str) -> list[tuple[int, str, str]]:
    """Line, severity and code of every message about a program; messages about the prelude have line 0."""
    found = []
    for diagnostic, file in findings(text):
        if diagnostic.code == "never-used" and "[never-used]" not in text:
            continue  # small programs leave much unused
        line = file.place(diagnostic.span.start)[0] if file.path != "prelude.side" else 0
        found.append((line, diagnostic.severity, diagnostic.code))
    return sorted(found)


def findings(text: str) -> list[tuple[Diagnostic, SourceFile]]:
    path = _PATH.search(text)
    program = SourceFile(path.group(1) if path else "program.side", text)
    own = re.search(r"^game ", text, re.M)
    files = [program] if own else [SourceFile("prelude.side", PRELUDE), program]
    checked = check_parsed(files, [parse(file) for file in files])
    return [(d, checked.sources.get(d.span.path, program)) for d in checked.diagnostics]
