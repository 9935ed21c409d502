"""How a turn goes, as a picture: boxes for phases and steps, one in the other, in the order in which they come."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from attrs import frozen

from dsl import model

from .wording import agreement, queries, statements
from .wording.scope import Scope, walk

_COURSE = (model.Run, model.Turn, model.Step, model.Lockstep, model.Take)
"""What a course of play is made of; all else is something that is done."""


@frozen
class Box:
    """A phase, a step, or something that is done; `again` says how long its content comes round."""

    title: str
    target: str = ""  # the id of what explains it
    inside: tuple[Box, ...] = ()
    again: bool = False
    choice: bool = False  # one of what is inside
    small: bool = False  # something that is done in a phase


def turn_boxes(game: model.CheckedGame, slug: dict[str, str]) -> tuple[Box, ...]:
    """The flow of a game; `slug` maps phases to the ids of what explains them."""
    return tuple(_boxes(game, game.flow, slug, frozenset(), Scope(game)))


def _boxes(
    game: model.CheckedGame,
    block: model.Block,
    slug: dict[str, str],
    running: frozenset[str],
    turn: Scope | None = None,
) -> Iterator[Box]:
    """`turn` is there for what stands in no phase: what is done there is told nowhere else."""
    for statement in block:
        match statement:
            case model.Run(name) if name in game.phases and name not in running:
                phase = game.phases[name]
                inside = tuple(_boxes(game, phase.block, slug, running | {name}))
                yield Box(agreement.capital(phase.title), slug.get(name, ""), inside)
            case model.Turn(_, body):
                yield from _boxes(game, body, slug, running, turn)
            case model.ForEach(query, body):
                inner = turn.inner() if turn is not None else Scope(game)
                who = queries.phrase(query, inner, "each")
                inner.bind_that(query.local, queries.bare_noun(query, inner))
                inside = tuple(_boxes(game, body, slug, running, inner if turn is not None else None))
                if inside:
                    yield Box(f"For {who.text}", "", inside, True)
            case model.Repeat(None, None, body):
                inside = tuple(_boxes(game, body, slug, running, turn))
                ends = any(isinstance(node, model.Leave) for node in walk(body))
                if inside:
                    yield Box("Again and again" if ends else "Again and again, until the game ends", "", inside, True)
            case model.Repeat(times, condition, body):
                inside = tuple(_boxes(game, body, slug, running, turn))
                if inside:
                    how = statements.how_often(times, condition, Scope(game))
                    yield Box(agreement.capital(how), "", inside, True)
            case model.Step(_, title, _, body):
                yield Box(agreement.capital(title), "", tuple(_boxes(game, body, slug, running)))
            case model.Lockstep(_, _, steps):
                inside = tuple(Box(agreement.capital(step.title)) for step in steps)
                yield Box("Step by step, everybody", "", inside)
            case model.If(branches, otherwise) if turn is None or any(isinstance(n, _COURSE) for n in walk(statement)):
                bodies = [*(body for _, body in branches), otherwise]
                ways = [tuple(_boxes(game, body, slug, running)) for body in bodies if body]
                yield from _ways(ways)
            case model.ChooseOne(modes=modes):
                yield from _ways([tuple(_boxes(game, mode.block, slug, running)) for mode in modes])
            case model.Take():
                scope = turn if turn is not None else Scope(game)
                said = statements.shortened_lines(statements.sentences(statement, scope), scope)
                yield Box(agreement.sentence(said[0].text), small=True)
            case _ if turn is not None and not isinstance(statement, model.Let):
                for line in statements.shortened_lines(statements.sentences(statement, turn), turn):
                    told = f"{line.text} {'; '.join(line.bullets)}" if line.bullets else line.text
                    yield Box(agreement.sentence(told), small=True)
            case _:
                pass


def _ways(ways: list[tuple[Box, ...]]) -> Iterator[Box]:
    found = [way for way in ways if way]
    if len(found) == 1:
        yield from found[0]
    elif found:
        yield Box("One of these", "", tuple(box for way in found for box in way), choice=True)


# ------------------------------------------------------------------------------------------------ the drawing

_WIDE, _ROW, _GAP, _PAD = 640.0, 34.0, 12.0, 12.0


@frozen
class Joining:
    """The words between boxes, in the language of the book."""

    then: str = "then"
    otherwise: str = "or"


def svg(boxes: tuple[Box, ...], title: str, then: str = "then", otherwise: str = "or") -> str:
    """The boxes as a drawing with links; what it says stands in it as text."""
    parts: list[str] = []
    words = Joining(then, otherwise)
    bottom = _column(boxes, 8.0, 8.0, _WIDE - 16.0, 0, parts, words)
    said = escape(f"{title}: {_spoken(boxes, words)}", quote=True)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE:g} {bottom + 8:g}" class="turn" role="group" '
        f'aria-label="{said}">' + "".join(parts) + "</svg>"
    )


def _spoken(boxes: tuple[Box, ...], words: Joining, choice: bool = False) -> str:
    """The boxes in words, for those who do not see them."""
    return f", {words.otherwise if choice else words.then} ".join(
        f"{box.title.rstrip('.')} ({_spoken(box.inside, words, box.choice)})" if box.inside else box.title.rstrip(".")
        for box in boxes
    )


def _lines(text: str, width: float) -> list[str]:
    """A text in lines that fit."""
    most = max(12, int(width / 7.6))
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > most:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def _height(box: Box, width: float) -> float:
    head = _ROW + 18.0 * (len(_lines(box.title, width - 2 * _PAD)) - 1)
    if not box.inside:
        return head
    inner = width - 2 * _PAD - (16.0 if box.again else 0.0)
    return head + sum(_height(one, inner) + _GAP for one in box.inside) + 2.0


def _column(
    boxes: tuple[Box, ...],
    x: float,
    y: float,
    width: float,
    depth: int,
    parts: list[str],
    words: Joining,
    choice: bool = False,
) -> float:
    for number, box in enumerate(boxes):
        if number:
            middle = x + width / 2
            if choice:
                parts.append(f'<text class="or" x="{middle:g}" y="{y - 2:g}">{escape(words.otherwise)}</text>')
            else:
                parts.append(f'<path class="way" d="M{middle:g} {y - _GAP:g}v{_GAP - 3:g}m-4 -4l4 4l4 -4"/>')
        y = _draw(box, x, y, width, depth, parts, words) + _GAP
    return y - _GAP


def _draw(box: Box, x: float, y: float, width: float, depth: int, parts: list[str], joining: Joining) -> float:
    high = _height(box, width)
    style = "small" if box.small else "loop" if box.again else "choice" if box.choice else f"deep{min(depth, 3)}"
    lines = _lines(box.title, width - 2 * _PAD)
    words = "".join(
        f'<text x="{x + width / 2:g}" y="{y + 22 + 18 * at:g}">{escape(line)}</text>' for at, line in enumerate(lines)
    )
    shape = f'<rect class="{style}" x="{x:g}" y="{y:g}" width="{width:g}" height="{high:g}" rx="9"/>'
    link = f'<a href="#{escape(box.target, quote=True)}">{words}</a>' if box.target else words
    parts.append(f"<g>{shape}{link}</g>")
    if box.inside:
        head = _ROW + 18.0 * (len(lines) - 1)
        shift = 16.0 if box.again else 0.0
        within = width - 2 * _PAD - shift
        deeper = depth + (not box.again)
        _column(box.inside, x + _PAD + shift, y + head, within, deeper, parts, joining, box.choice)
        if box.again:
            top, foot = y + head, y + high - 14
            parts.append(
                f'<path class="way" d="M{x + _PAD + shift:g} {foot:g}h-16V{top + 12:g}h12m-5 -4l5 4l-5 4"/>'
            )  # fmt: skip
    return y + high
