"""Card sheets as PDF: faces go through a template to Typst and from there to pages. The same input, the same bytes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence, Set
from pathlib import Path

from attrs import evolve

from dsl import model
from dsl.cache import key_for, recall, remember
from dsl.files import write_atomically

from .board_lint import board_problems
from .boards import OVERLAP, Board, fitted, tiles
from .boards import boards as board_drawings
from .card_face import DEFAULTS, CardFace, PrintSettings, faces, printable
from .colophon import colophon
from .decks import backs_that_differ
from .fitting import Fitting, fitting
from .fonts import available
from .pdf_boxes import finished, page_count
from .pictures import Pictures
from .pictures import pictures as pictures_in
from .pieces import LAYOUTS, SIZES, SMALL, layout_of, pieces, summary, track_size
from .print_names import understood, unknown_icons, unknown_names
from .problems import Problem, SheetReport
from .selection import Selection, SelectionError, card_hash, is_called, left_out, selected
from .sheet_layout import (
    Grid,
    Laid,
    Mark,
    Placed,
    SheetError,
    Slot,
    card_size,
    grid,
    impose,
    larger_sizes,
    packed,
    paper,
)
from .sheet_options import Group, SheetOptions
from .themes import Theme, theme_named, theme_of
from .translation import ENGLISH, Language, TranslatedFaces, translated_board, translated_settings
from .typesetting import (
    Sheet,
    ask_for_backs,
    back_title,
    document,
    failures,
    glyph_problems,
    laid_card,
    scenes_kept,
    seen,
    sheet_data,
    side_of,
    with_others,
)
from .typst_run import MAIN, Document, typeset
from .typst_source import TypesettingError, templates
from .wording import agreement
from .wording.scope import is_a


def sheets(
    game: model.CheckedGame,
    out: Path,
    *,
    options: SheetOptions | None = None,
    wanted: Selection | None = None,
    settings: PrintSettings | None = None,
    say: Language = ENGLISH,
    known: str = "",
    told: Callable[[str], None] = lambda what: None,
) -> SheetReport:
    """Writes a PDF with the game's cards, nine poker cards a page, fronts and backs, and a colophon.

    `known` stands for the sources of the game: with it, faces are kept for the next time. `told`: is given what is
    being done. Raises SheetError for papers and sizes that do not go together.
    """
    how = options if options is not None else SheetOptions()
    asked = settings if settings is not None else DEFAULTS
    used = understood(asked, game)
    theme = theme_of(used, how.theme)
    if not 0 <= how.bleed <= 10:
        raise SheetError("--bleed: 0 to 10 mm")
    problems: list[Problem] = []
    every = kept_faces(game, used, how.parts, known)
    names = {face.key: _size_name(game, used, how.size, face) for face in every}
    spoken = TranslatedFaces(game, say)
    used = translated_settings(used, game, say)
    own = pictures_in(used.pictures, [face.key for face in with_others(every)])
    looks = f"{theme.digest}/{back_title(game, used)}"

    def hash_of(face: CardFace) -> str:
        return card_hash(spoken(face), used, f"{looks}/{names[face.key]}{own.digest(face.key)}")

    try:
        which = wanted if wanted is not None else Selection()
        drawn = board_drawings(game, used, theme.colour) if "boards" in how.parts else ()
        shown_boards = chosen_boards(drawn, which, looks)
        which, nothing_else = without_boards(which, shown_boards)
        found = () if nothing_else else selected(game, every, used, which, hash_of)
        chosen = tuple(evolve(spoken(face), copies=face.copies) for face in found)
        left = left_out(game, every, used, which)
        omitted = tuple(map(spoken, left))
    except SelectionError as problem:
        return SheetReport(out, 0, 0, (Problem("error", "", str(problem), code="cards-not-chosen"),))
    spoken.printed((*found, *left))
    board_pages = _board_pages(shown_boards, how, say)
    if not chosen and not shown_boards:
        unchanged = wanted is not None and wanted.since is not None
        nothing = "no card has changed" if unchanged else "there is no card to print"
        return SheetReport(out, 0, 0, (Problem("error", "", nothing, code="cards-not-chosen"),))
    problems += [*own.problems, *glyph_problems(with_others(chosen), theme), *unknown_icons(used, theme)]
    problems += [*unknown_names(asked, game), *of_one_title(chosen, which)]
    problems += figures_left_out(game, used, chosen, which) if "pieces" in how.parts else []
    problems += backs_that_differ(game, chosen, used) if how.backs != "none" else []
    groups = [
        group_of(how, name, [face for face in chosen if names[face.key] == name])
        for name in dict.fromkeys(names[face.key] for face in chosen)
    ]
    copies = [face for group in groups for face in group.copies]
    if how.backs != "none":
        ask_for_backs(game, used, chosen, say)
    if any(problem.severity == "error" for problem in problems):
        return SheetReport(out, len(copies), 0, (*problems, *say.problems))
    sized = [(face, group.size_name) for group in groups for face in with_others(dict.fromkeys(group.copies))]
    try:
        fits = fitting(game, sized, theme, used, own, say, told=told)
        problems += fits.problems
        spoken_boards = [translated_board(board, say) for board in shown_boards]
        problems += board_problems(game, spoken_boards, theme, used, say) if spoken_boards else []
        told(f"setting {len(copies):,} cards")
        made = _document(game, groups, how, theme, used, fits, own, board_pages, omitted, say)
        pdf = typeset(made, "pdf").pages[0] if not fits.failed else b""
    except TypesettingError as problem:
        why = failures(problem, used.looks, own, [face.key for face in with_others(chosen)])
        return SheetReport(out, len(copies), 0, (*problems, *say.problems, *why))
    problems += [*say.problems, *missing_pictures(own, chosen)]
    larger = larger_sizes(groups[0].size_name) if len(groups) == 1 else ()
    pages = laid_out(groups, how)
    seen_on = first_pages(pages)
    problems = [evolve(problem, page=seen_on.get(problem.key, 0)) for problem in problems]
    report = SheetReport(out, len(copies), page_count(pdf) if pdf else 0, tuple(problems), larger)
    if report.written:
        # what has not changed counts as printed: the next --changed-since can be of this file
        printed = dict(which.before)
        printed |= {face.key: hash_of(face) for face in found}
        printed |= {f"board {board.title}": board_hash(board, looks) for board in shown_boards}
        title = say("{game}: cards").format(game=say(game.title))
        marks = bookmarks(seen_on, with_others(chosen), board_pages, len(pages), title)
        marks = [one for one in marks if one[1] <= report.pages]  # a template of the game's own may leave pages out
        write_atomically(out, finished(pdf, title, how, [page.on for page in pages], printed, marks))
    return report


def bookmarks(
    seen_on: Mapping[str, int],
    faces: Sequence[CardFace],
    boards: Sequence[Mapping[str, object]],
    pages: int,
    last: str,
) -> list[tuple[str, int]]:
    """What a viewer lists beside the pages: each card and board once, with its first page, and the last page.

    `pages`: how many are sheets of cards; boards come behind them.
    """
    titles = {face.key: face.title for face in faces}
    found = [(titles[key], page) for key, page in seen_on.items() if key in titles]
    for one in boards:
        board, parts = one["board"], one["tiles"]
        assert isinstance(board, Board) and isinstance(parts, Sequence)
        found.append((board.title, pages + 1))
        pages += len(parts)
    return [*found, (last, pages + 1)]


def calibration(out: Path, how: SheetOptions) -> None:
    """Writes two pages with scales that show, against the light, how far the printer's other side is off."""
    sheet = paper(how.paper).size
    theme = theme_named("storybook")
    source = (
        templates()
        .get_template("calibration.typ.jinja")
        .render(
            page=sheet,
            fonts=available(theme.text_font, theme.fallback_font),
            offset=how.offset,
            short=how.backs == "short-edge",
        )
    )
    pdf = typeset(Document({MAIN: source.encode("utf-8")}, (theme.title_font, theme.text_font)), "pdf").pages[0]
    whole = Grid(sheet, sheet, 1, 1, 0.0, 0.0)
    write_atomically(out, finished(pdf, "Calibration", how, [whole, whole], {}))


def kept_faces(
    game: model.CheckedGame, settings: PrintSettings, parts: Sequence[str], known: str
) -> tuple[CardFace, ...]:
    """As printed_faces; but what was put into words once is not put into words again."""
    if not known:
        return printed_faces(game, settings, parts)
    key = key_for(f"{known} {settings} {parts}", "dsl", "codegen")
    found: tuple[CardFace, ...] | None = recall(key, "faces")
    if found is None:
        found = printed_faces(game, settings, parts)
        remember(key, "faces", found)
    return found


def printed_faces(game: model.CheckedGame, settings: PrintSettings, parts: Sequence[str]) -> tuple[CardFace, ...]:
    """All faces of the parts of a game that are printed."""
    found: list[CardFace] = []
    if "cards" in parts:
        found += faces(game, printable(game, settings.also), settings.titles, truths=settings.truths)
    if "pieces" in parts:
        found += pieces(game, settings)
    if "summary" in parts and (card := summary(game)) is not None:
        found.append(card)
    return tuple(found)


def chosen_boards(boards: Sequence[Board], which: Selection, looks: str) -> tuple[Board, ...]:
    """The boards that a choice of cards leaves: those that it names, or that look other than in an earlier PDF.

    A board has a name like a card, but no Kind and no deck: where only these are asked for, there is none.
    """
    found = list(boards)
    if which.names:
        found = [board for board in found if any(is_called(board.title, board.title, name) for name in which.names)]
    elif which.kinds or which.decks or which.own:
        found = []
    if which.since is not None and found:
        found = [board for board in found if which.before.get(f"board {board.title}") != board_hash(board, looks)]
    return tuple(found)


def without_boards(which: Selection, boards: Sequence[Board]) -> tuple[Selection, bool]:
    """The choice of cards without the names of boards; and whether it named nothing but boards."""
    names = tuple(
        name for name in which.names if not any(is_called(board.title, board.title, name) for board in boards)
    )
    return evolve(which, names=names), bool(which.names) and not names


def board_hash(board: Board, looks: str) -> str:
    """What a board looks like, as a few letters."""
    return hashlib.sha256(repr((board, looks)).encode("utf-8")).hexdigest()[:16]


def _board_pages(boards: Sequence[Board], how: SheetOptions, say: Language = ENGLISH) -> list[dict[str, object]]:
    """Boards with their pages, for the template."""
    sheet = paper(how.paper)
    found: list[dict[str, object]] = []
    for number, drawn in enumerate(boards):
        board = fitted(translated_board(drawn, say), sheet)
        page, parts = tiles(board, sheet)
        columns, rows = max(part.column for part in parts) + 1, max(part.row for part in parts) + 1
        found.append(
            {
                "number": number, "board": board, "page": page, "margin": sheet.margin + 3, "tiles": parts,
                "judged": False, "overlap": OVERLAP, "columns": columns, "rows": rows, "top": sheet.margin + 3,
                "width": page.width - 2 * sheet.margin - 6, "height": page.height - 2 * sheet.margin - 12,
            }
        )  # fmt: skip
    return found


def _size_name(game: model.CheckedGame, settings: PrintSettings, asked: str | None, face: CardFace) -> str:
    if face.layout == "track":
        return track_size(len(face.cells))
    if face.layout in SIZES:
        kind = game.kinds.get(face.kind)
        for ancestor in kind.ancestors if kind is not None else (face.kind,):
            if f"{ancestor}.{face.layout}" in settings.sizes:
                return settings.sizes[f"{ancestor}.{face.layout}"]
        return SIZES[face.layout]
    if face.layout == "summary":
        return asked or settings.sizes.get("summary", "tarot")
    return size_of(game, settings, asked, face.kind)


def size_of(game: model.CheckedGame, settings: PrintSettings, asked: str | None, kind: str) -> str:
    """The size of the cards of a Kind: the one that is asked for, else that of the print file, else poker."""
    if asked is not None:
        return asked
    for ancestor in game.kinds[kind].ancestors if kind in game.kinds else (kind,):
        if ancestor in settings.sizes:
            return settings.sizes[ancestor]
    return "poker"


def group_of(how: SheetOptions, size: str, chosen: Sequence[CardFace]) -> Group:
    gap = 2 * how.bleed if how.apart else 0.0
    try:
        on = grid(paper(how.paper), card_size(size), gap, how.backs)
    except SheetError as problem:
        raise SheetError(f"{chosen[0].title}: {problem}") from None
    copies = tuple(face for face in chosen for _ in range(face.copies))
    return Group(on, size, copies)


def laid_out(groups: Sequence[Group], how: SheetOptions) -> list[Laid[CardFace]]:
    """The pages: those that cards of one size fill, then what is left of each size together with the pieces.

    Where that saves no page, what is left of a size has a page of its own, as if there were no other.
    """
    found: list[Laid[CardFace]] = []
    rests: list[Group] = []
    small: list[Group] = []
    for group in groups:
        if all(face.layout in SMALL for face in group.copies):
            small.append(group)
            continue
        full = len(group.copies) - len(group.copies) % group.on.count
        found += _alone(evolve(group, copies=group.copies[:full]), how)
        if full < len(group.copies):
            rests.append(evolve(group, copies=group.copies[full:]))
    together = _together([*rests, *small], how) if rests and len(rests) + len(small) > 1 else []
    apart = [page for group in rests for page in _alone(group, how)] + _together(small, how)
    return [*found, *(together if together and len(together) < len(apart) else apart)]


def _alone(group: Group, how: SheetOptions) -> list[Laid[CardFace]]:
    return [Laid(page.side, ((group.on, page.cards),)) for page in impose(group.copies, group.on, how.backs)]


def _together(groups: Sequence[Group], how: SheetOptions) -> list[Laid[CardFace]]:
    if not groups:
        return []
    sizes = [(one.on.card, one.copies) for one in sorted(groups, key=lambda one: -one.on.card.height)]
    return packed(paper(how.paper), sizes, how.backs, groups[0].on.gap, _no_back)


def _no_back(face: CardFace) -> bool:
    """What is folded so that it stands has no back: both of its sides are on the front. A track lies where it is."""
    return face.layout in ("standee", "track")


def first_pages(pages: Sequence[Laid[CardFace]]) -> dict[str, int]:
    """The first page of the PDF on which each face is seen."""
    found: dict[str, int] = {}
    for number, page in enumerate(pages, start=1):
        for placed in (placed for _, cards in page.bands for placed in cards):
            found.setdefault(seen(placed.card, placed.side).key, number)
    return found


def of_one_title(chosen: Sequence[CardFace], wanted: Selection | None) -> list[Problem]:
    """A title that several things have: all are printed, and that is said."""
    found = []
    for name in wanted.names if wanted is not None else ():
        called: dict[str, CardFace] = {}
        for face in chosen:
            thing = face.key.partition(" (")[0].partition(".")[0]  # a token that is a part of it is no other thing
            if is_called(thing, face.title, name):
                called.setdefault(thing, face)
        if len(called) > 1:
            named = agreement.listing(f"{key} ({face.kind_line})" for key, face in called.items())
            message = f"{name} is the title of {len(called)} things, and all are printed: {named}"
            advice = "Choose one of them by its name."
            found.append(Problem("warning", "", message, code="cards-not-chosen", key=next(iter(called)), help=advice))
    return found


def figures_left_out(
    game: model.CheckedGame, settings: PrintSettings, chosen: Sequence[CardFace], wanted: Selection
) -> list[Problem]:
    """Figures and tokens that are asked for by name, of which the print file says that none are printed."""
    found = []
    for face in chosen if wanted.names else ():
        thing = game.things.get(face.key)
        kinds = thing.kinds if thing is not None else ()
        kind = next((kind for kind in kinds if is_a(game, kind, "Figure") or is_a(game, kind, "Token")), None)
        if kind is not None and layout_of(game, settings, kind) not in LAYOUTS:
            message = f'no piece of it is printed, since print.toml says so: under [pieces], {kind} = "none"'
            told = Problem("warning", face.title, message, code="cards-not-chosen", file=settings.file, word=kind)
            found.append(told)
    return found


def missing_pictures(own: Pictures, chosen: Sequence[CardFace]) -> list[Problem]:
    """One message for all cards without a picture, in a game that has some."""
    without = [face for face in chosen if face.layout == "card" and own.of(face.key) is None]
    if not own.by_name or not without:
        return []
    titles = [face.title for face in without]
    named = agreement.listing(titles if len(titles) <= 4 else [*titles[:3], f"{len(titles) - 3} more"])
    message = f"there is no picture of {named}; a landscape is drawn in its place"
    return [Problem("warning", "", message, code="art-missing", key=without[0].key)]


def _document(
    game: model.CheckedGame,
    groups: Sequence[Group],
    how: SheetOptions,
    theme: Theme,
    settings: PrintSettings,
    fits: Fitting,
    own: Pictures,
    boards: Sequence[dict[str, object]],
    omitted: Sequence[CardFace],
    say: Language,
) -> Document:
    """All sheets; `fits`: the sizes of the text of each face."""
    shown = with_others({face.key: face for group in groups for face in group.copies}.values())
    numbers = {face.key: number for number, face in enumerate(shown)}
    pages = laid_out(groups, how)
    laid = [_sheet(game, page, how, numbers, (number, len(pages)), say) for number, page in enumerate(pages, start=1)]
    last = colophon(game, groups, theme, settings, how, omitted, say, own, len(boards), any(map(_ruler, pages)))
    page = paper(how.paper).size
    with scenes_kept(theme, own) as drawn:
        for one in boards:
            assert isinstance(one["board"], Board)
            names = {space.icon for space in one["board"].spaces}
            one["signs"] = {name: drawn.icon(name or None, theme.ink) for name in sorted(names)}
            one["light_signs"] = {name: drawn.icon(name or None, "#ffffff") for name in sorted(names)}
            one["ground"] = None if theme.low_ink else drawn.ground(one["board"])
            one["views"] = [None if theme.low_ink else drawn.view(space) for space in one["board"].spaces]
        return document(game, shown, laid, theme, settings, fits.sizes, drawn, last, page, boards, say, fits.kept)


def _ruler(page: Laid[CardFace]) -> tuple[float, float] | None:
    """Where the line of 50 mm begins, if there is room for it below the cards."""
    on = page.on
    return (on.left + 2, round(on.bottom + 8.5, 3)) if on.page.height - on.bottom >= 12 else None


def _sheet(
    game: model.CheckedGame,
    page: Laid[CardFace],
    how: SheetOptions,
    numbers: Mapping[str, int],
    counted: tuple[int, int],
    say: Language = ENGLISH,
) -> Sheet:
    """One side of a sheet, for the template: its marks, its cards and what stands at its foot."""
    on, moved = page.on, how.offset if page.side == "back" else (0.0, 0.0)
    marks = () if page.side == "back" and how.marks == "lines" else _marks(page, how)
    first = page.bands[0][0].card
    return sheet_data(
        on.page,
        first,
        how.bleed,
        [
            laid_card(
                placed.slot.x + moved[0],
                placed.slot.y + moved[1],
                side_of(placed.card, placed.side),
                numbers[seen(placed.card, placed.side).key],
                placed.turned,
                None if band.card == first else band.card,
                _open_to(band, placed.slot, taken),
            )
            for band, cards in page.bands
            for taken in ({(placed.slot.x, placed.slot.y) for placed in cards},)
            for placed in sorted(cards, key=_reading_order)
        ],
        under=marks if how.marks == "crop" else (),
        over=marks if how.marks != "crop" else (),
        fold=round(on.page.height / 2, 6) if page.side == "fold" else None,
        ruler=_ruler(page),
        caption=caption(game, page.side, counted, say),
    )


def _open_to(on: Grid, slot: Slot, taken: Set[tuple[float, float]]) -> tuple[int, ...]:
    """Where a card has no neighbour that it touches, see laid_card."""
    if on.gap > 0:
        return (1, 1, 1, 1)
    steps = ((-on.card.width, 0.0), (0.0, -on.card.height), (on.card.width, 0.0), (0.0, on.card.height))
    return tuple(int((round(slot.x + x, 6), round(slot.y + y, 6)) not in taken) for x, y in steps)


def caption(game: model.CheckedGame, side: str, counted: tuple[int, int], say: Language) -> str:
    """What stands at the foot of a sheet."""
    return say("50 mm if printed at 100 % · {game} · {side} · page {number} of {total}").format(
        game=say(game.title), side=say(SIDES[side]), number=counted[0], total=counted[1]
    )


SIDES = {"front": "fronts", "back": "backs", "fold": "fold along the dashed line"}


def _reading_order(placed: Placed[CardFace]) -> tuple[float, float]:
    return placed.slot.y, placed.slot.x


def _marks(page: Laid[CardFace], how: SheetOptions) -> tuple[Mark, ...]:
    alone = len(page.bands) == 1
    found: list[Mark] = []
    for on, cards in page.bands:
        match how.marks:
            case "crop":
                found += on.crop_marks(4.0 if alone else 2.0, how.bleed + 0.5)
            case "lines":
                found += on.cut_lines(alone)
            case "corners":
                found += on.corners([placed.slot for placed in cards])
            case "none":
                pass
    return tuple(found)
