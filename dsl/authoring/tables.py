"""Families of simple cards as tables for a spreadsheet, and back: CSV and XLSX.

A simple card is one that a row of a `table` can say: a name, a title, copies, values. What has sections, abilities,
actions, faces or flavour of its own stays where it is written.
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from attrs import frozen

from .. import model
from ..check import check
from ..check.rules.misplaced_file import kebab
from ..files import read_plain
from ..load import Sources, load
from ..source import SourceFile
from .in_place import in_place
from .new import kind_of
from .spelled import attributes_of, quoted, spelled

MADE = "# Made by `sidescript cards import` from {}; change it there, and import it again."
_MADE = MADE.partition("{")[0]
_FIRST = ("name", "title", "copies")
LARGEST_TABLE = 16_000_000  # bytes
LARGEST_UNPACKED = 64_000_000  # bytes of an XLSX, which is a ZIP
MOST_ROWS = 10_000


class CannotRead(ValueError):
    """A table that cannot be read; the text begins with its place, as `file:row:column`."""


@frozen
class Exported:
    """Rows with a head, and the names of those that a table cannot hold."""

    rows: tuple[tuple[str, ...], ...]
    left_out: tuple[str, ...]


@frozen
class Imported:
    """The files to write, with what is said of each, and what is wrong with cells, each with its place."""

    files: tuple[tuple[str, str, str], ...]  # path, text, what is new in it
    problems: tuple[str, ...] = ()
    as_they_are: int = 0  # rows of cards that stand somewhere else just so; they are not written


# ------------------------------------------------------------------------------------------------ out


def exported(game: model.CheckedGame, kind: str) -> Exported:
    """The simple things of just this Kind, in the order of the game."""
    own = [one for one in game.things.values() if one.kinds == (kind,) and not one.of_test and one.belongs_to is None]
    simple = [one for one in own if _simple(game, one)]
    used = {key for one in simple for key in one.values}
    columns = [one for one in attributes_of(game, (kind,)) if one.key in used]
    marked = [one for one in simple if one.stand_in]
    numbered = [one for one in simple if one.plural is not None]
    marks = (*(("plural",) if numbered else ()), *(("stand_in",) if marked else ()))
    head = (*_FIRST, *(one.name for one in columns), *marks)
    rows: list[tuple[str, ...]] = [head]
    for one in simple:
        cells = [one.name, one.title, str(one.copies) if one.copies != 1 else ""]
        for column in columns:
            value = one.values.get(column.key)
            cells.append(_cell(value) if value is not None else "")
        if numbered:
            cells.append({True: "yes", False: "no", None: ""}[one.plural])
        if marked:
            cells.append("yes" if one.stand_in is True else ", ".join(one.stand_in or ()))
        rows.append(tuple(cells))
    names = {one.name for one in simple}
    return Exported(tuple(rows), tuple(one.name for one in own if one.name not in names))


def _simple(game: model.CheckedGame, thing: model.Thing) -> bool:
    said = (
        thing.sections, thing.abilities, thing.prohibitions, thing.actions, thing.face_contents, thing.faces,
        thing.defines, thing.endings, thing.contents, thing.wording, thing.flavour, thing.works_while,
    )  # fmt: skip
    return not any(said) and thing.works_in is None and all(spelled(one) is not None for one in thing.values.values())


def _cell(value: model.Value) -> str:
    if isinstance(value, model.Literal) and isinstance(value.value, str):
        return value.value
    return spelled(value) or ""


def write_table(path: Path, rows: Sequence[Sequence[str]], kind: str, separator: str = ",") -> bytes:
    """The bytes of a CSV or XLSX file, by the ending of its name."""
    if path.suffix.lower() == ".xlsx":
        import openpyxl

        made = openpyxl.Workbook()
        sheet = made.active
        assert sheet is not None, "a new workbook has a sheet"
        sheet.title = kind[:31]
        for row in rows:
            sheet.append([int(cell) if re.fullmatch(r"-?\d{1,9}", cell) else cell or None for cell in row])
        for cell in (cell for row in sheet.iter_rows() for cell in row if isinstance(cell.value, str)):
            cell.data_type = "s"  # a title such as =1+1 is no formula
        sheet.freeze_panes = "A2"
        found = io.BytesIO()
        made.save(found)
        return found.getvalue()
    text = io.StringIO()
    csv.writer(text, delimiter=separator, lineterminator="\r\n").writerows(rows)
    return text.getvalue().encode("utf-8-sig")  # with the mark, spreadsheets read it as UTF-8


# ------------------------------------------------------------------------------------------------ in


@frozen
class Row:
    number: int  # as a spreadsheet counts, the head is 1
    cells: tuple[str, ...]


def read_table(path: Path) -> tuple[list[Row], str]:
    """All rows that are not empty, the head first; and the name of the sheet, or of the file."""
    try:
        data = read_plain(path, LARGEST_TABLE + 1)
    except OSError as problem:
        raise CannotRead(f"{path}: I cannot read it: {problem.strerror}") from None
    if len(data) > LARGEST_TABLE:
        raise CannotRead(f"{path}: it is too large for me: over {LARGEST_TABLE:,} bytes")
    if path.suffix.lower() == ".xlsx":
        return _sheet(path, data)
    if path.suffix.lower() not in (".csv", ".tsv", ".txt"):
        raise CannotRead(f"{path}: I read .csv, .tsv and .xlsx")
    return _separated(path, _decoded(path, data)), path.stem


def _decoded(path: Path, data: bytes) -> str:
    for mark, encoding in ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if data.startswith(mark):
            try:
                return data.decode(encoding)
            except UnicodeDecodeError:
                raise CannotRead(f"{path}: it begins as {encoding}, and goes on otherwise; save it as UTF-8") from None
    nulls = [data[0:400:2].count(0), data[1:400:2].count(0)]
    if max(nulls) > len(data[:400]) // 4:  # UTF-16 without its mark: every second byte of plain letters is 0
        try:
            return data.decode("utf-16-be" if nulls[0] > nulls[1] else "utf-16-le")
        except UnicodeDecodeError:
            raise CannotRead(f"{path}: it looks like UTF-16, and is not; save it as UTF-8") from None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as problem:
        row = data[: problem.start].count(b"\n") + 1
        raise CannotRead(
            f"{path}:{row}: the byte 0x{data[problem.start]:02X} is not UTF-8; save the table as “CSV UTF-8”"
        ) from None


def _separated(path: Path, text: str) -> list[Row]:
    first = text.split("\n", 1)[0].strip("\r")
    skipped = 0
    if re.fullmatch(r"sep=[^\"]", first):  # a line by which some spreadsheets say it themselves
        separator, text, skipped = first[4], text.split("\n", 1)[-1], 1
    else:
        separator = max(",;\t|", key=first.count)
    rows: list[Row] = []
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    line = 1 + skipped
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                rows.append(Row(line, tuple(cell.strip() for cell in cells)))
                _bounded(path, rows)
            line = reader.line_num + 1 + skipped
    except csv.Error as problem:
        raise CannotRead(f"{path}:{line}: {problem}; is a quotation mark left open?") from None
    return rows


def _sheet(path: Path, data: bytes) -> tuple[list[Row], str]:
    import openpyxl

    rows: list[Row] = []
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            large = sum(one.file_size for one in packed.infolist()) > LARGEST_UNPACKED
        if large:
            raise CannotRead(f"{path}: it unpacks to more than {LARGEST_UNPACKED:,} bytes; save the table alone")
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        if not book.worksheets:
            raise CannotRead(f"{path}: there is no sheet in it")
        sheet = book.worksheets[0]
        sheet.reset_dimensions()  # what it says of its size may be wrong, or far more than what is written in it
        for number, values in enumerate(sheet.iter_rows(values_only=True), start=1):
            cells = tuple(_shown(value) for value in values)
            if any(cells):
                rows.append(Row(number, cells))
                _bounded(path, rows)
        return rows, sheet.title
    except CannotRead:
        raise
    except Exception as problem:  # of a damaged file openpyxl says all sorts of things, some when its rows are read
        raise CannotRead(f"{path}: it is no XLSX file that I can read ({type(problem).__name__})") from None


def _bounded(path: Path, rows: Sequence[Row]) -> None:
    if len(rows) > MOST_ROWS:
        raise CannotRead(f"{path}: at most {MOST_ROWS:,} rows are read; make several tables of it")


def _shown(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).strip()


def imported(path: Path, folder: Path, kind: str | None = None) -> Imported:
    """The table as sources of the game in `folder`. Cells that the game does not take are told with their places.

    Cards that stand in files of a person are changed there, where their rows say something else. The others make a
    file, anew each time; or a table at the end, if the file of that name is a person's.
    """
    rows, stem = read_table(path)
    if not rows:
        raise CannotRead(f"{path}: it is empty; its first row names the columns")
    sources = load(folder)
    target = f"{kebab(path.stem)}.side"
    others = Sources(
        folder,
        tuple(f for f in sources.files if not (f.inside.endswith("/" + target) and f.text.startswith(_MADE))),
        sources.diagnostics,
    )
    game = check(sources).game or check(others).game
    if game is None:
        raise CannotRead(f"{folder} has mistakes without this table; `sidescript check {folder}` shows them")
    found = kind_of(game, kind or stem)
    if found is None:
        raise CannotRead(f"{path}: {game.title} has no Kind `{kind or stem}`; say which with --kind")
    target = f"cards/{kebab(found)}/{target}"
    before = next((file for file in others.files if file.path == target), None)  # a person's
    head, *body = rows
    if not body:
        raise CannotRead(f"{path}: it has a head and no rows below it")
    head = Row(head.number, tuple(re.sub(r"\s+", "_", cell.lower()) for cell in head.cells))
    problems = list(_head_problems(path, game, found, head))
    if problems:
        return Imported((), tuple(problems))
    types = {one.name: one.type for one in attributes_of(game, (found,))}
    lines = [f"table {found}", "    " + " | ".join(head.cells)]
    if before is None:
        lines.insert(0, MADE.format(path.name))
    first_row = len(lines)
    places: list[tuple[int, list[tuple[int, int]]]] = []
    below, mine = _elsewhere(game, sources, others, found)
    as_they_are = 0
    twice: set[str] = set()
    changed: dict[str, dict[str, str]] = {}  # by name of a card in the file of a person: the columns that differ
    for row in body:
        said = dict(zip(head.cells, (*row.cells, *("",) * len(head.cells)), strict=False))
        known = below.get(said.get("name", ""))
        if known is not None:
            if all(said[column] == known.get(column, "") for column in said):
                as_they_are += 1
            else:
                problems.append(
                    f"{path}:{row.number}: `{said['name']}` is of the game, and this row says something else. Write "
                    f"what changes as `patch {found} {said['name']}` in a file, or give the row another name"
                )
            continue
        line, spots = "    ", []
        kept = mine.get(said.get("name", ""))
        if kept is not None and said["name"] in twice:
            problems.append(f"{path}:{row.number}: `{said['name']}` stands in two rows")
        twice.add(said.get("name", ""))
        different = {} if kept is None else {c: t for c, t in said.items() if c and t != kept.get(c, "")}
        if kept is not None and not different:
            as_they_are += 1
            continue
        if len(row.cells) > len(head.cells) and any(row.cells[len(head.cells) :]):
            problems.append(f"{path}:{row.number}:{_letter(len(head.cells))}: there is no column for this cell")
        for n, column in enumerate(head.cells):
            text = row.cells[n] if n < len(row.cells) else ""
            written = _written(text, column, types.get(column))
            wrong = _wrong(text, column, types.get(column))
            if written is None or wrong is not None:
                wrong = wrong or f"`{text}` is no value that can stand in a table"
                problems.append(f"{path}:{row.number}:{_letter(n)}: {wrong}")
                written = ""
            line += (" | " if n else "") + written
            spots.append((len(line) - len(written), len(line)))
            if column in different:
                different[column] = written
        if kept is not None:
            changed[said["name"]] = different
            continue
        lines.append(line.rstrip())
        places.append((row.number, spots))
    edited, refused = in_place(others.files, changed, {name: game.things[name].span.path for name in changed})
    problems += [f"{path}: {one}" for one in refused]
    if problems:
        return Imported((), tuple(problems))
    if not places and not edited:
        return Imported((), (), as_they_are)
    text = table = "\n".join(lines) + "\n"
    above = ""
    if before is not None:
        above = edited.get(target, before.text).rstrip("\n") + "\n\n"
        first_row += above.count("\n")
        text = above + text
    new = SourceFile(target, text if places else edited.get(target, text))
    texts = edited | ({target: new.text} if places else {})
    known_paths = {file.path for file in others.files}
    files = [SourceFile(f.path, texts[f.path], f.home) if f.path in texts else f for f in others.files]
    files += [new] if target in texts and target not in known_paths else []
    files.sort(key=lambda file: file.path)
    for one in check(Sources(folder, tuple(files), others.diagnostics)).diagnostics:
        if one.severity != "error":
            continue
        where = f"{one.span.path}:{_source(files, one.span.path, one.span.start)}"
        first = next((label.span for label in one.secondary if label.span.path == target), None)
        at = first if first is not None and one.span.path != target else one.span
        if at.path == target:
            line_number, column_number = new.place(at.start)
            where = str(path)
            if places and line_number > first_row:
                row_number, spots = places[line_number - first_row - 1]
                n = next((n for n, (_, end) in enumerate(spots) if column_number - 1 <= end), len(spots) - 1)
                whole = at.end - at.start >= len(new.line(line_number).strip())
                where = f"{path}:{row_number}" + ("" if whole else f":{_letter(n)}")
        label = f": {one.primary.text}" if one.primary.text else ""
        problems.append(f"{where}: {one.headline}{label}" + (f". {one.help}" if one.help else ""))
    from ..format import format_text

    if problems:
        return Imported((), tuple(problems))
    counts = Counter(game.things[name].span.path for name in changed)
    made: list[tuple[str, str, str]] = []
    for name, written_text in sorted(texts.items()):
        old = next((file for file in others.files if file.path == name), None)
        neat = old is None or format_text(old).text == old.text  # else its lines are left as they are
        parts = [f"{counts[name]} changed"] if counts[name] else []
        parts += [f"{len(places)} new"] if name == target and places and before is not None else []
        if neat:
            written_text = format_text(SourceFile(name, written_text)).text
        elif name == target and places:
            written_text = above + format_text(SourceFile(name, table)).text
        made.append((name, written_text, " and ".join(parts)))
    return Imported(tuple(made), (), as_they_are)


def _elsewhere(
    game: model.CheckedGame, sources: Sources, others: Sources, kind: str
) -> tuple[dict[str, dict[str, str]], dict[str, dict[str, str]]]:
    """The rows of the simple things of a Kind by name: those that a mod finds in its game, and those in files of a
    person."""
    own, persons = sources.by_path(), others.by_path()
    head, *rows = exported(game, kind).rows
    below, mine = {}, {}
    for row in rows:
        path = game.things[row[0]].span.path
        if path not in own:
            below[row[0]] = dict(zip(head, row, strict=True))
        elif path in persons:
            mine[row[0]] = dict(zip(head, row, strict=True))
    return below, mine


def _source(files: Iterable[SourceFile], path: str, start: int) -> int:
    file = next((file for file in files if file.path == path), None)
    return file.place(start)[0] if file is not None else 1


def _head_problems(path: Path, game: model.CheckedGame, kind: str, head: Row) -> Iterable[str]:
    known = {one.name for one in attributes_of(game, (kind,))} | {*_FIRST, "plural", "stand_in"}
    seen: set[str] = set()
    for n, column in enumerate(head.cells):
        place = f"{path}:{head.number}:{_letter(n)}"
        if not column:
            yield f"{place}: this column has no name"
        elif column not in known:
            from ..diagnostics.nearest import nearest

            meant = nearest(column, sorted(known))
            yield f"{place}: {kind} has no `{column}`" + (f"; did you mean `{meant}`?" if meant else "")
        elif column in seen:
            yield f"{place}: there are two columns `{column}`"
        seen.add(column)


def _wrong(text: str, column: str, of: model.Type | None) -> str | None:
    """What is wrong with a cell by its looks, in the words of a table."""
    if column == "name":
        return name_is_wrong(text)
    if column == "copies" and text and not re.fullmatch(r"[1-9]\d{0,8}", text):
        return f"`{text}` copies: a whole number from 1 is wanted"
    inner = of.of if isinstance(of, model.OptionalType) else of
    if isinstance(inner, model.NumberType) and re.search(r"\d[.,]\d", text):
        return f"`{text}`: numbers are whole"
    return None


def name_is_wrong(text: str) -> str | None:
    """Why a text cannot be the name of a thing, and which one could."""
    from ..keywords import KEYWORDS
    from ..reference import words

    right = re.sub(r"\W+", "_", text.lower()).strip("_")
    right = f"n_{right}" if not re.match(r"[a-z_]", right) else right
    if text and not re.fullmatch(r"[a-z_][A-Za-z0-9_]*", text):
        return f"`{text}` is no name; write `{right}`: small letters, digits and underscores"
    if text in words()["reserved"]:
        return f"`{text}` is a word of the language and no name ({KEYWORDS[text].sentence}); write `{text}_card`"
    return None


_PLAIN = re.compile(r"[\w \t,.\[\]+*/()=<>-]*")


def _written(text: str, column: str, of: model.Type | None) -> str | None:
    """A cell as it stands in the sources; None if it cannot."""
    inner = of.of if isinstance(of, model.OptionalType) else of
    if column == "title" or isinstance(inner, model.TextType):
        return quoted(text) if text or column == "title" else ""
    if isinstance(inner, model.TruthType):
        text = {"true": "yes", "false": "no", "1": "yes", "0": "no", "x": "yes"}.get(text.lower(), text)
    return text if _PLAIN.fullmatch(text) else None


def _letter(n: int) -> str:
    """The column as a spreadsheet calls it: A, B, ..., Z, AA."""
    found = ""
    n += 1
    while n:
        n, rest = divmod(n - 1, 26)
        found = chr(65 + rest) + found
    return found
