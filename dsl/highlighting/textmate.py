"""The TextMate grammars in editors/vscode/syntaxes, which other editors take too.

`python -m dsl.highlighting.textmate` writes them; tests/dsl/test_highlighting.py checks that they are current.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from .words import any_of

FOLDER = Path(__file__).resolve().parents[2] / "editors" / "vscode" / "syntaxes"
NOTE = "Made by `python -m dsl.highlighting.textmate`. Do not edit."


def grammar() -> dict[str, Any]:
    """Sidescript. What a name means is not known here; editors that ask the language server get that on top."""
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "information_for_contributors": [NOTE],
        "name": "Sidescript",
        "scopeName": "source.sidescript",
        "fileTypes": ["side"],
        "patterns": [{"include": f"#{name}"} for name in _repository()],
        "repository": _repository(),
    }


def _repository() -> dict[str, Any]:
    def one(scope: str, match: str) -> dict[str, Any]:
        return {"name": f"{scope}.sidescript", "match": match}

    return {
        "doc": one("comment.line.documentation", r"///.*$"),
        "comment": one("comment.line.number-sign", r"#.*$"),
        "text": {
            "name": "string.quoted.double.sidescript",
            "begin": '"',
            "end": '"|$',
            "patterns": [
                one("constant.character.escape", r"\\."),
                one("variable.other.slot", r"\{[^{}\"]*\}"),
            ],
        },
        "rule_id": one("constant.other.rule", r"\b[A-Z][A-Z0-9]*-[0-9]+[a-z]?\b"),
        "declaration": {
            "match": rf"^\s*((?:(?:replace|patch)\s+)?{any_of('declaring')})\b(?=\s|$)"
            r"(?:\s+([A-Za-z_]\w*)(?=\s*(?:$|[A-Z\"(:#]|of\b|by\b|is\b|extends\b)))?",
            "captures": {
                "1": {"name": "keyword.declaration.sidescript"},
                "2": {"name": "entity.name.sidescript"},
            },
        },
        "thing": {
            "match": r"^((?:[A-Z]\w*(?:,\s*)?)+)\s+([a-z_]\w*)(?=\s+\")",
            "captures": {
                "1": {"name": "entity.name.type.sidescript"},
                "2": {"name": "entity.name.thing.sidescript"},
            },
        },
        "property": {
            "match": r"^\s+([a-z_]\w*)(?=:\s)",
            "captures": {"1": {"name": "variable.other.property.sidescript"}},
        },
        "member": {
            "match": r"(?<=\.)([a-z_]\w*)",
            "captures": {"1": {"name": "variable.other.property.sidescript"}},
        },
        "constant": one("constant.language", rf"\b{any_of('constant')}\b"),
        "pronoun": one("variable.language", rf"\b{any_of('pronoun')}\b"),
        "operator": one("keyword.operator.word", rf"\b{any_of('operator')}\b"),
        "keyword": one("keyword.control", rf"\b{any_of('keyword')}\b"),
        "soft": {
            "match": rf"^\s+({any_of('soft')})\b(?=\s+[A-Za-z0-9\"\[(])",
            "captures": {"1": {"name": "keyword.control.sidescript"}},
        },
        "function": one("support.function", rf"\b{any_of('function')}(?=\()"),
        "verb": {
            "match": rf"(?:^\s+|:\s*|\bmay\s+|\bcost\s+)({any_of('verb')})\b(?=\s)",
            "captures": {"1": {"name": "support.function.verb.sidescript"}},
        },
        "built_in_kind": one("support.type", rf"\b{any_of('kind')}\b"),
        "kind": one("entity.name.type", r"\b[A-Z][A-Za-z0-9_]*\b"),
        "number": one("constant.numeric", r"\b[0-9]+\b"),
        "sign": one("keyword.operator", r"==|!=|<=|>=|\+=|-=|--|[-+*/=<>|?]"),
    }


def markdown() -> dict[str, Any]:
    """Samples of Sidescript in Markdown: fences that say `side` or `sidescript`."""
    return {
        "information_for_contributors": [NOTE],
        "scopeName": "markdown.sidescript.codeblock",
        "injectionSelector": "L:text.html.markdown",
        "fileTypes": [],
        "patterns": [
            {
                "begin": r"(^|\G)(\s*)(`{3,}|~{3,})\s*(?i:(side|sidescript)(\s+[^`~]*)?$)",
                "end": r"(^|\G)(\2|\s{0,3})(\3)\s*$",
                "name": "markup.fenced_code.block.markdown",
                "beginCaptures": {"4": {"name": "fenced_code.block.language"}},
                "patterns": [
                    {
                        "begin": r"(^|\G)(\s*)(.*)",
                        "while": r"(^|\G)(?!\s*([`~]{3,})\s*$)",
                        "contentName": "meta.embedded.block.sidescript",
                        "patterns": [{"include": "source.sidescript"}],
                    }
                ],
            }
        ],
    }


def files() -> dict[Path, str]:
    """What the files have to hold."""
    made = {"sidescript.tmLanguage.json": grammar(), "markdown.tmLanguage.json": markdown()}
    return {FOLDER / name: json.dumps(of, indent=2, ensure_ascii=False) + "\n" for name, of in made.items()}


if __name__ == "__main__":
    for path, text in files().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(path)
