"""The TextMate grammars in editors/vscode/syntaxes, which other editors take too.

`python -m dsl.highlighting.textmate` writes them; tests/dsl/test_highlighting.py checks that they are current.
"""

from __future__ import annotations

import json
import re
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
        **_phrases(),
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
        "operator": one("keyword.operator.expression", rf"\b{any_of('operator')}\b"),
        "keyword": one("keyword.control", rf"\b{any_of('keyword')}\b"),
        "soft": {
            "match": rf"(?:^\s+|:\s+)({any_of('soft')})\b(?=\s+[A-Za-z0-9\"\[(+-])",
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


_MOMENT = "turn|phase|step|game|round"

# Free words where the words around them say that the language means them; else they may be names.
_TOGETHER = (
    r"^\s+(given|when|then|cost)(?=\s*(?:$|#))",
    r"(?<=\")\s+(x)(?=\s+\d)",
    r"(?<=[\w)])\s+(x)(?=\s+\d+\b)",
    r"\b(start|end)(?=\s+of\b)",
    rf"\b(of|per|during)\s+({_MOMENT})\b",
    r"\b(per)(?=\s+[a-z_]+(?:\s+for\b|\s*(?:$|#)))",
    r"\b(turn)(?=\s+(?:of|order)\b)",
    r"\b(order)(?=\s+by\b)",
    r"\b(choices)(?=\s+by\b)",
    r"(?<=[:,])\s*(seen|holds|refills|different)(?=\s)",
    r"\b(seen)(?=\s+by\b)",
    r"\b(adjacent)(?=\s+to\b)",
    r"\b(any|all)\b(?!\()",
    r"\b(not)\s+(below|above)\b",
    r"\b(at)\s+(least|most)\b",
    r"\b(does)\s+(not)\s+(see)\b",
    r"\b(after)\s+(setup)(?=\s*(?:$|#))",
    r"\b(seats)(?=\s+(?:from|\d))",
    r"\b(extends|gives)(?=\s+[A-Za-z])",
    r"\b(others)(?=\s+may\b)",
    r"\b(in)\s+(succession)\b",
    r"(?<=\w)\s+(free)(?=\s*(?:$|#))",
    r"\b(rank)\s+(otherwise)\b",
    r"\b(for)\s+(version)\b",
    r"\b(happened|times|can|would)(?=\()",
)


def _phrases() -> dict[str, Any]:
    found: dict[str, Any] = {
        "typed": {
            "match": r"\b([A-Z]\w*)\s+(set|bag|grid)\b",
            "captures": {"1": {"name": "entity.name.type.sidescript"}, "2": {"name": "storage.modifier.sidescript"}},
        }
    }
    for number, match in enumerate(_TOGETHER):
        captures = {str(n + 1): {"name": "keyword.control.sidescript"} for n in range(re.compile(match).groups)}
        found[f"together_{number}"] = {"match": match, "captures": captures}
    return found


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
