"""Every code of a diagnostic, with one sentence: what is wrong. Each has its page, docs/errors/<code>.md.

A family of codes is a plain dict; CODES joins them. A code says what is wrong, not the cure.
"""

from __future__ import annotations

from pathlib import Path

SYNTAX: dict[str, str] = {
    "file-too-large": "A file has more characters than are read.",
    "file-unreadable": "A file cannot be read.",
    "link-out-of-folder": "A symbolic link leads out of the game's folder.",
    "missing-block": "A line announces a block, but nothing is indented below it.",
    "nested-too-deep": "Blocks, brackets or values stand too deep inside each other.",
    "not-utf-8": "A file contains bytes that are not UTF-8 text.",
    "number-too-large": "A number is larger than numbers can be.",
    "one-line-section": "What a section does stands on the line of its name, where a property is expected.",
    "reading-without-decision": "A reading does not say what is decided.",
    "reserved-word": "A word of the language is used as a name.",
    "strange-character": "A character stands in the text that has no meaning in the language.",
    "tab-character": "A tab is used where only spaces are allowed.",
    "table-header": "The first row of a table does not name its columns.",
    "table-row-too-long": "A row of a table has more cells than the table has columns.",
    "too-many-declarations": "A file has more declarations than are read.",
    "too-many-files": "A game has more files, or larger ones, than are read.",
    "unclosed-bracket": "A bracket is opened and never closed.",
    "unclosed-text": "A text is opened and not closed on its line.",
    "unexpected": "Something stands where it cannot stand.",
    "unexpected-end": "A line or declaration ends before it is complete.",
    "unexpected-indent": "A line is indented where no block can be.",
    "uneven-indentation": "A line is indented like none of the lines above it.",
    "unknown-declaration": "A line at the left margin begins with a word that declares nothing.",
    "unknown-zone-form": "A zone is described with a word that says nothing about zones.",
    "unopened-bracket": "A bracket is closed that is not open.",
    "wrong-case": "A Kind begins with a small letter, or another name with a capital.",
}

USAGE: dict[str, str] = {"wrong-usage": "A command was called with words that it cannot do anything with."}

CODES: dict[str, str] = {**SYNTAX, **USAGE}


def register(family: dict[str, str]) -> None:
    """Add a family of codes; no code may be registered twice."""
    for code, sentence in family.items():
        if code in CODES:
            raise ValueError(f"the code {code} is registered twice")
        CODES[code] = sentence


def lookup(code: str) -> str | None:
    """The sentence of a code, or None if there is no such code."""
    return CODES.get(code)


def page(code: str) -> Path:
    """Where the page of a code stands in the documentation."""
    return Path("docs") / "errors" / f"{code}.md"


def page_text(code: str) -> str | None:
    """The page of a code: in an installation beside this module, in a checkout under docs; None if there is none."""
    here = Path(__file__).resolve().parent
    for place in (here / "pages" / f"{code}.md", here.parent.parent / page(code)):
        if code in CODES and place.is_file():
            return place.read_text("utf-8")
    return None
