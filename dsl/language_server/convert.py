"""From the features to the protocol: spans become ranges, and so on. Knows lsprotocol, and nothing of the server."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from lsprotocol import types as lsp

from ..diagnostics.diagnostic import Diagnostic, Edit
from ..source import SourceFile, Span
from .actions import Action
from .completion import Item
from .folding import Fold
from .lines import place_of
from .outline import Entry
from .semantic_tokens import MODIFIERS, TYPES, Coloured

Files = Mapping[str, SourceFile]

PAGES = "https://github.com/sidescript/sidescript/blob/main/docs/errors"


def position(source: SourceFile, offset: int) -> lsp.Position:
    return lsp.Position(*place_of(source, offset))


def range_of(source: SourceFile, span: Span) -> lsp.Range:
    return lsp.Range(position(source, span.start), position(source, span.end))


def uri_of(folder: Path, path: str) -> str:
    """The address of a file by its path in the folder of a game (that of a mod's base leads out of it)."""
    return (folder / path).resolve().as_uri()


def location(folder: Path, files: Files, span: Span) -> lsp.Location:
    return lsp.Location(uri_of(folder, span.path), range_of(files[span.path], span))


def edits(source: SourceFile, made: Iterable[Edit]) -> list[lsp.TextEdit]:
    return [lsp.TextEdit(range_of(source, edit.span), edit.text) for edit in made]


def workspace_edit(folder: Path, files: Files, made: Iterable[Edit]) -> lsp.WorkspaceEdit:
    changes: dict[str, list[lsp.TextEdit]] = {}
    for edit in made:
        uri = uri_of(folder, edit.span.path)
        changes.setdefault(uri, []).append(lsp.TextEdit(range_of(files[edit.span.path], edit.span), edit.text))
    return lsp.WorkspaceEdit(changes=changes)


_SEVERITIES = {
    "error": lsp.DiagnosticSeverity.Error,
    "warning": lsp.DiagnosticSeverity.Warning,
    "hint": lsp.DiagnosticSeverity.Hint,
}


def diagnostic(folder: Path, files: Files, one: Diagnostic) -> lsp.Diagnostic:
    """The headline with what stands at its place, then notes and help; further places are related information."""
    source = files[one.span.path]
    lines = [f"{one.headline}: {one.primary.text}" if one.primary.text else one.headline]
    lines += one.notes
    if one.help:
        lines.append(one.help)
    related = [
        lsp.DiagnosticRelatedInformation(location(folder, files, label.span), label.text or "see here")
        for label in one.secondary
        if label.span.path in files
    ]
    return lsp.Diagnostic(
        range=range_of(source, one.span),
        severity=_SEVERITIES[one.severity],
        code=one.code,
        source="sidescript",
        message="\n".join(lines),
        related_information=related or None,
        tags=[lsp.DiagnosticTag.Unnecessary] if one.code in ("unused-local", "never-used") else None,
    )


_ITEMS: dict[str, lsp.CompletionItemKind] = {
    "word": lsp.CompletionItemKind.Keyword,
    "role": lsp.CompletionItemKind.Keyword,
    "kind": lsp.CompletionItemKind.Class,
    "thing": lsp.CompletionItemKind.Constant,
    "member": lsp.CompletionItemKind.Property,
    "zone": lsp.CompletionItemKind.Field,
    "section": lsp.CompletionItemKind.Event,
    "face": lsp.CompletionItemKind.EnumMember,
    "define": lsp.CompletionItemKind.Function,
    "verb": lsp.CompletionItemKind.Method,
    "local": lsp.CompletionItemKind.Variable,
    "value": lsp.CompletionItemKind.EnumMember,
    "phase": lsp.CompletionItemKind.Event,
    "menu": lsp.CompletionItemKind.Event,
    "action": lsp.CompletionItemKind.Event,
    "function": lsp.CompletionItemKind.Function,
    "option": lsp.CompletionItemKind.Property,
    "state": lsp.CompletionItemKind.Property,
    "rule": lsp.CompletionItemKind.Reference,
}


def completion_item(item: Item, where: lsp.Range, snippets: bool) -> lsp.CompletionItem:
    snippet = item.snippet if snippets else ""
    return lsp.CompletionItem(
        label=item.label,
        kind=_ITEMS[item.sort],
        detail=item.detail or None,
        documentation=_explained(item),
        sort_text=f"{item.rank}{item.label}",
        filter_text=item.label,
        insert_text_format=lsp.InsertTextFormat.Snippet if snippet else None,
        text_edit=lsp.TextEdit(where, snippet or item.label),
    )


def _explained(item: Item) -> lsp.MarkupContent | str | None:
    """What words of the language mean is written in Markdown; what authors wrote is shown as it stands."""
    if item.sort in ("word", "role") and item.doc:
        return lsp.MarkupContent(lsp.MarkupKind.Markdown, item.doc)
    return item.doc or None


_SYMBOLS: dict[str, lsp.SymbolKind] = {
    "kind": lsp.SymbolKind.Class,
    "group": lsp.SymbolKind.Interface,
    "enum": lsp.SymbolKind.Enum,
    "enumvalue": lsp.SymbolKind.EnumMember,
    "optionvalue": lsp.SymbolKind.EnumMember,
    "verb": lsp.SymbolKind.Method,
    "define": lsp.SymbolKind.Function,
    "zone": lsp.SymbolKind.Field,
    "attribute": lsp.SymbolKind.Property,
    "property": lsp.SymbolKind.Property,
    "default": lsp.SymbolKind.Property,
    "part": lsp.SymbolKind.Property,
    "option": lsp.SymbolKind.Property,
    "section": lsp.SymbolKind.Event,
    "ability": lsp.SymbolKind.Event,
    "action": lsp.SymbolKind.Event,
    "phase": lsp.SymbolKind.Event,
    "step": lsp.SymbolKind.Event,
    "game": lsp.SymbolKind.Module,
    "mod": lsp.SymbolKind.Module,
    "rule": lsp.SymbolKind.Namespace,
    "test": lsp.SymbolKind.Boolean,
    "table": lsp.SymbolKind.Array,
    "face": lsp.SymbolKind.EnumMember,
}


def document_symbol(source: SourceFile, entry: Entry) -> lsp.DocumentSymbol:
    sort = lsp.SymbolKind.Object if entry.sort[:1].isupper() else _SYMBOLS.get(entry.sort, lsp.SymbolKind.Variable)
    detail = f"{entry.sort} {entry.detail}".strip()
    return lsp.DocumentSymbol(
        name=entry.text or entry.sort,
        detail=f"{detail} (with a mistake)" if entry.broken else detail,
        kind=sort,
        range=range_of(source, entry.span),
        selection_range=range_of(source, entry.name),
        children=[document_symbol(source, one) for one in entry.inside],
    )


def folding_range(fold: Fold) -> lsp.FoldingRange:
    kind = lsp.FoldingRangeKind.Comment if fold.comment else None
    return lsp.FoldingRange(start_line=fold.first, end_line=fold.last, kind=kind)


def token_data(source: SourceFile, found: Iterable[Coloured]) -> list[int]:
    """Five numbers for each token, lines and columns counted from the one before."""
    data: list[int] = []
    line = column = 0
    for one in found:
        at_line, at_column = place_of(source, one.span.start)
        _, end = place_of(source, one.span.end)
        bits = sum(1 << MODIFIERS.index(modifier) for modifier in one.modifiers)
        step = at_column - column if at_line == line else at_column
        data += [at_line - line, step, end - at_column, TYPES.index(one.type), bits]
        line, column = at_line, at_column
    return data


def code_action(folder: Path, files: Files, action: Action) -> lsp.CodeAction:
    answers = [diagnostic(folder, files, action.answers)] if action.answers is not None else None
    return lsp.CodeAction(
        title=action.title,
        kind=lsp.CodeActionKind.QuickFix,
        diagnostics=answers,
        is_preferred=action.certain and action.answers is not None,
        edit=workspace_edit(folder, files, action.edits),
    )
