"""Drawn placeholders for pictures: a storybook landscape that a card's name decides. Pure: one name, one SVG."""

from __future__ import annotations

import colorsys
import hashlib
import math
from collections.abc import Iterator, Sequence

Point = tuple[float, float]


def _numbers(seed: str) -> Iterator[float]:
    """Numbers from 0 to 1 that follow from a text, the same everywhere."""
    block = 0
    while True:
        for byte in hashlib.sha256(f"{seed}/{block}".encode()).digest():
            yield byte / 255
        block += 1


def _mix(colour: str, lightness: float, turn: float = 0.0) -> str:
    """A colour made lighter or darker, its hue turned a little."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    hue, _, strength = colorsys.rgb_to_hls(red, green, blue)
    mixed = colorsys.hls_to_rgb((hue + turn) % 1, min(0.97, max(0.04, lightness)), strength)
    return "#" + "".join(f"{round(part * 255):02x}" for part in mixed)


def _shape(points: Sequence[Point], fill: str, opacity: float = 1.0) -> str:
    path = "L".join(["%.1f %.1f" % point for point in points])  # noqa: UP031 -- the fastest, for a thousand cards
    return f'<path d="M{path}z" fill="{fill}" fill-opacity="{opacity:g}"/>'


def _circle(x: float, y: float, radius: float, fill: str, opacity: float = 1.0) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{fill}" fill-opacity="{opacity:g}"/>'


def _rays(x: float, y: float, reach: float, rays: int, opacity: float) -> str:
    step = math.pi / rays
    return _merged(
        [
            _shape(
                [
                    (x, y),
                    (x + reach * math.cos(2 * ray * step), y + reach * math.sin(2 * ray * step)),
                    (x + reach * math.cos((2 * ray + 1) * step), y + reach * math.sin((2 * ray + 1) * step)),
                ],
                "#ffffff",
                opacity,
            )
            for ray in range(rays)
        ]
    )


def _merged(parts: Sequence[str]) -> str:
    """Shapes of one look that follow each other are one shape: a printed deck has a thousand of these drawings."""
    found: list[str] = []
    look, drawn = "", ""
    for part in (*parts, ""):
        if part.startswith('<path d="'):
            path, _, own = part[9:].partition('"')
            if own == look:
                drawn += path
                continue
        if look:
            found.append(f'<path d="{drawn}"{look}')
        look, drawn = "", ""
        if part.startswith('<path d="'):
            look, drawn = own, path
        else:
            found.append(part)
    return "".join(found)


def _sparkle(x: float, y: float, r: float) -> str:
    q = r / 4
    points = [
        (x, y - r),
        (x + q, y - q),
        (x + r, y),
        (x + q, y + q),
        (x, y + r),
        (x - q, y + q),
        (x - r, y),
        (x - q, y - q),
    ]
    return _shape(points, "#ffffff", 0.7)


def _icon(drawing: str, x: float, y: float, size: float, fill: str, opacity: float = 1.0) -> str:
    move = f"translate({x:.1f} {y:.1f}) scale({size / 24:.3f})"
    return f'<g transform="{move}" fill="{fill}" fill-opacity="{opacity:g}">{drawing}</g>'


def _svg(width: int, height: int, parts: Sequence[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
    return head + _merged(parts) + "</svg>"


def landscape(seed: str, colour: str, icon: str = "", width: int = 583, height: int = 340) -> str:
    """Sky, sun, hills with a castle, woods, peaks or houses in tints of a colour.

    An icon (SVG in a box of 24) stands in a corner.
    """
    numbers = _numbers(seed)
    turn = (next(numbers) - 0.5) * 0.16
    stops = ((0, _mix(colour, 0.52, turn)), (1, _mix(colour, 0.86, turn + 0.06)))
    gradient = "".join(f'<stop offset="{offset}" stop-color="{tone}"/>' for offset, tone in stops)
    parts = [
        f'<defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1">{gradient}</linearGradient></defs>',
        f'<rect width="{width}" height="{height}" fill="url(#s)"/>',
    ]
    sun_x, sun_y = width * (0.18 + 0.64 * next(numbers)), height * (0.22 + 0.25 * next(numbers))
    parts += [
        _circle(sun_x, sun_y, height * size, "#fff4cf", opacity)
        for size, opacity in ((0.34, 0.16), (0.26, 0.22), (0.18, 0.55))
    ]
    parts.append(_rays(sun_x, sun_y, width * 1.2, 12 + int(next(numbers) * 8), 0.07))
    parts += [_sparkle(next(numbers) * width, next(numbers) * height * 0.6, 2 + next(numbers) * 5) for _ in range(14)]
    for layer in range(4):
        base = height * (0.55 + 0.13 * layer)
        swing = height * (0.07 + 0.05 * next(numbers))
        waves, shift = 1 + next(numbers) * 1.6, next(numbers) * 6.3
        crest = [
            (x, base + swing * math.sin(shift + waves * 2 * math.pi * x / width)) for x in range(0, width + 12, 11)
        ]
        tone = _mix(colour, 0.46 - 0.09 * layer, turn + 0.03 * layer)
        parts.append(_shape([(0, height), *crest, (width + 12, height)], tone))
        if layer == 1:
            scene = _SCENES[int(next(numbers) * len(_SCENES)) % len(_SCENES)]
            parts += scene(numbers, width, base, _mix(colour, 0.33, turn))
    if icon:
        size = height * 0.2
        x, y = width * 0.035, height - size - width * 0.035  # the numbers of a card stand on the right
        parts += [_icon(icon, x + 2, y + 3, size, "#000000", 0.2), _icon(icon, x, y, size, "#fffaf0", 0.6)]
    return _svg(width, height, parts)


def _castle(numbers: Iterator[float], width: int, base: float, tone: str) -> list[str]:
    """A far castle, somewhere on the hills."""
    x = width * (0.08 + next(numbers) * 0.74)
    parts = []
    for tower in range(3 + int(next(numbers) * 3)):
        tall, wide = 40 + next(numbers) * 46, 15 + next(numbers) * 9
        top = base - tall
        parts.append(_shape([(x, top), (x + wide, top), (x + wide, base + 60), (x, base + 60)], tone))
        parts.append(_shape([(x - 3, top), (x + wide / 2, top - 24), (x + wide + 3, top)], tone))
        x += wide + (3 if tower % 2 else 0)
    return parts


def _woods(numbers: Iterator[float], width: int, base: float, tone: str) -> list[str]:
    """Firs in a row, taller and smaller ones."""
    parts = []
    x = -10.0
    while x < width:
        tall, wide = 44 + next(numbers) * 58, 16 + next(numbers) * 10
        foot = base + 34
        for part in range(3):
            low, half = foot - tall * 0.26 * part, wide * (1 - 0.22 * part)
            parts.append(_shape([(x - half, low), (x, low - tall * 0.55), (x + half, low)], tone))
        x += 20 + next(numbers) * 34
    return parts


def _peaks(numbers: Iterator[float], width: int, base: float, tone: str) -> list[str]:
    """Mountains with snow on them."""
    parts = []
    for peak in range(3):
        x = width * (0.18 + 0.32 * peak + 0.12 * (next(numbers) - 0.5))
        tall, half = 90 + next(numbers) * 80, 95 + next(numbers) * 50
        top = base + 40 - tall
        parts.append(_shape([(x - half, base + 60), (x, top), (x + half, base + 60)], tone))
        edge, drop = half * 0.26, (tall + 20) * 0.26
        snow = [(x - edge, top + drop), (x, top), (x + edge, top + drop), (x + edge * 0.3, top + drop * 0.78)]
        parts.append(_shape([*snow, (x - edge * 0.2, top + drop * 1.15)], "#ffffff", 0.72))
    return parts


def _houses(numbers: Iterator[float], width: int, base: float, tone: str) -> list[str]:
    """A town: gables side by side, a few windows lit."""
    parts = []
    x = width * 0.05 * next(numbers)
    while x < width:
        tall, wide = 30 + next(numbers) * 44, 26 + next(numbers) * 22
        top = base + 10 - tall
        foot = base + 60
        parts.append(_shape([(x, foot), (x, top), (x + wide / 2, top - 18), (x + wide, top), (x + wide, foot)], tone))
        if next(numbers) > 0.4:
            left = x + wide * 0.34
            window = [(left, top + 8), (left + 7, top + 8), (left + 7, top + 17), (left, top + 17)]
            parts.append(_shape(window, "#fff1b8", 0.85))
        x += wide + (22 * next(numbers) if next(numbers) > 0.6 else 0)
    return parts


_SCENES = (_castle, _woods, _peaks, _houses)


def back(seed: str, colour: str, icon: str, width: int = 583, height: int = 837) -> str:
    """A back: a lattice of lozenges with a medallion. The same for all cards of a Kind."""
    numbers = _numbers(seed)
    light, dark = _mix(colour, 0.42), _mix(colour, 0.25)
    parts = [f'<rect width="{width}" height="{height}" fill="{dark}"/>']
    step = 46 + int(next(numbers) * 4) * 6
    half = step / 2 - 4
    for row in range(-1, height // step + 2):
        for column in range(-1, width // step + 2):
            x, y = column * step + (step // 2 if row % 2 else 0), row * step
            parts.append(_shape([(x, y - half), (x + half, y), (x, y + half), (x - half, y)], light, 0.55))
            parts.append(_circle(x, y, 5, "#f3d27a", 0.55))
    middle_x, middle_y = width / 2, height / 2
    for radius, fill in ((178, dark), (166, "#f3d27a"), (158, _mix(colour, 0.36))):
        parts.append(_circle(middle_x, middle_y, radius, fill))
    parts.append(_rays(middle_x, middle_y, 150, 24, 0.1))
    parts.append(_icon(icon, middle_x - 95, middle_y - 95, 190, "#fffaf0"))
    return _svg(width, height, parts)
