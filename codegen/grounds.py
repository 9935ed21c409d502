"""What lies under the spaces of a board, in the manner of a theme: land, a city from above, streets. Pure."""

from __future__ import annotations

import colorsys
import math
from collections.abc import Iterator, Sequence

from attrs import frozen

from .drawing import Point, boxes, circle, gradient, mix, numbers_of, shape, stroked, svg
from .scenes import INK, hills, moon, roofs, sunset


@frozen
class Land:
    """A board as its ground sees it, in mm: spaces with their colours, ways, and blocks (left, top, width, height)."""

    width: float
    height: float
    spaces: tuple[tuple[float, float, str], ...]
    ways: tuple[tuple[float, float, float, float], ...]
    blocks: tuple[tuple[float, float, float, float], ...] = ()


def ground(seed: str, scene: str, land: Land) -> str:
    """The whole of a board behind its spaces."""
    numbers = numbers_of(seed)
    if land.blocks:
        parts = _roads(land, *_ROADS.get(scene, _ROADS["landscape"]))
    elif scene in ("skyline", "dusk"):
        parts = _by_night(numbers, land, *_BY_NIGHT[scene])
    elif scene == "comic":
        parts = _dotted(land)
    else:
        parts = _country(numbers, land)
    return svg(round(land.width), round(land.height), parts)


def view(seed: str, colour: str, icon: str, scene: str) -> str:
    """A picture of a block of a board: the same sort of scene in all of them, so that they are one place."""
    drawn = {"skyline": sunset, "dusk": moon, "comic": roofs}.get(scene, hills)
    return svg(583, 340, drawn(numbers_of(seed), colour, icon, 583, 340))


_ROADS = {"landscape": ("#c9b88a", "#f7ecd0"), "comic": ("#9fabb5", "#ffffff"), "skyline": ("#17153a", "#36e0e0"),
            "dusk": ("#1b2542", "#e0a458")}  # fmt: skip
_BY_NIGHT = {"skyline": ("#0d0b26", ("#191740", "#1f1c4d", "#252158", "#141233"), "#36e0e0", "#0a1838"),
           "dusk": ("#101a33", ("#18254a", "#1d2c56", "#141f3d", "#223260"), "#e0a458", "#0b1427")}  # fmt: skip


def _nearest(land: Land, x: float, y: float) -> tuple[float, str]:
    """How far the nearest space is, and its colour."""
    return min(((math.hypot(x - a, y - b), colour) for a, b, colour in land.spaces), default=(999.0, "#6f9a52"))


def _from_ways(land: Land, x: float, y: float) -> float:
    """How far the nearest way is."""

    def away(x1: float, y1: float, x2: float, y2: float) -> float:
        long = (x2 - x1) ** 2 + (y2 - y1) ** 2
        along = 0.0 if long == 0 else max(0.0, min(1.0, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / long))
        return math.hypot(x - x1 - along * (x2 - x1), y - y1 - along * (y2 - y1))

    return min((away(*way) for way in land.ways), default=999.0)


def _blob(numbers: Iterator[float], x: float, y: float, reach: float, fill: str, opacity: float) -> str:
    """A round patch with an uneven edge."""
    corners = 9
    points: list[Point] = []
    for corner in range(corners):
        far = reach * (0.8 + 0.4 * next(numbers))
        angle = 2 * math.pi * corner / corners
        points.append((x + far * math.cos(angle), y + far * math.sin(angle)))
    path = ""
    for corner in range(corners):
        (x1, y1), (x2, y2) = points[corner], points[(corner + 1) % corners]
        middle = f"{(x1 + x2) / 2:.1f} {(y1 + y2) / 2:.1f}"
        if not path:
            x0, y0 = points[-1]
            path = f"M{(x0 + x1) / 2:.1f} {(y0 + y1) / 2:.1f}"
        path += f"Q{x1:.1f} {y1:.1f} {middle}"
    return f'<path d="{path}z" fill="{fill}" fill-opacity="{opacity:g}"/>'


def _country(numbers: Iterator[float], land: Land) -> list[str]:
    """Meadows, and round each space the land that its colour speaks of: woods, peaks, dunes, rocks."""
    parts = [
        gradient("g", ((0, "#c7dba4"), (1, "#a3bf83"))),
        f'<rect width="{land.width:.0f}" height="{land.height:.0f}" fill="url(#g)"/>',
    ]
    for _ in range(16):
        x, y, tone = next(numbers) * land.width, next(numbers) * land.height, next(numbers)
        parts.append(_blob(numbers, x, y, 30 + 40 * next(numbers), "#8fae6d" if tone > 0.5 else "#dbe8bd", 0.3))
    for x, y, colour in land.spaces:
        parts.append(_blob(numbers, x, y, 42, mix(colour, 0.66), 0.4))
        parts.append(_blob(numbers, x, y, 31, mix(colour, 0.6), 0.42))
    found: list[tuple[float, float, float, float]] = []
    for _ in range(900):
        x, y, size, sort = (next(numbers) for _ in range(4))
        at, low = 6 + x * (land.width - 12), 12 + y * (land.height - 18)
        near, _colour = _nearest(land, at, low - 3)
        clear = near > 23 and _from_ways(land, at, low - 3) > 8
        if clear and all(math.hypot(at - a, low - b) > 9.5 for a, b, _, _ in found):
            found.append((at, low, size, sort))
    for at, low, size, sort in sorted(found, key=lambda one: one[1]):
        near, colour = _nearest(land, at, low)
        parts += _growth(at, low, 6 + 4 * size, sort, colour if near < 62 else "#6f9a52")
    return parts


def _growth(x: float, y: float, size: float, sort: float, colour: str) -> list[str]:
    """What stands on land of a colour: by its hue peaks, dunes, firs or rocks; on grey land round trees and houses."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    hue, _, strength = colorsys.rgb_to_hls(red, green, blue)
    dark, plain, light = mix(colour, 0.3), mix(colour, 0.42), mix(colour, 0.6)
    round_it = f'rx="{size * 0.5:.1f}" ry="{size * 0.14:.1f}"'
    shade = f'<ellipse cx="{x:.1f}" cy="{y:.1f}" {round_it} fill="#2b3a1c" fill-opacity="0.2"/>'
    if strength < 0.2:  # a place where people live
        if sort > 0.62:
            half = size * 0.42
            roof = [(x - half * 1.25, y - size * 0.5), (x, y - size * 1.05), (x + half * 1.25, y - size * 0.5)]
            door = [(x - size * 0.1, y - size * 0.3, size * 0.2, size * 0.3)]
            walls = boxes([(x - half, y - size * 0.5, 2 * half, size * 0.5)], "#f3e3c0")
            return [shade, walls, shape(roof, "#a4553a"), boxes(door, "#6b4a26")]
        crown = circle(x, y - size * 0.62, size * 0.42, "#6f9a52")
        return [shade, boxes([(x - 0.6, y - size * 0.4, 1.2, size * 0.4)], "#6b4a26"), crown,
                circle(x - size * 0.12, y - size * 0.74, size * 0.22, "#8db46c")]  # fmt: skip
    if 0.48 < hue < 0.72:  # ice
        peak = [(x - size * 0.7, y), (x, y - size * 1.3), (x + size * 0.7, y)]
        side = [(x, y - size * 1.3), (x + size * 0.7, y), (x + size * 0.1, y)]
        snow = [(x - size * 0.27, y - size * 0.8), (x, y - size * 1.3), (x + size * 0.27, y - size * 0.8),
                (x + size * 0.08, y - size * 0.68), (x - size * 0.1, y - size * 0.82)]  # fmt: skip
        return [shade, shape(peak, plain), shape(side, dark), shape(snow, "#ffffff")]
    if 0.05 < hue < 0.17:  # sand
        left, right, middle = x - size, x + size, x + size * 0.2
        dune = f"M{left:.1f} {y:.1f}Q{x - size * 0.2:.1f} {y - size:.1f} {middle:.1f} {y - size * 0.5:.1f}"
        dune += f"Q{x + size * 0.6:.1f} {y - size * 0.1:.1f} {right:.1f} {y:.1f}z"
        parts = [f'<path d="{dune}" fill="{light}"/>', stroked(dune, plain, 0.5)]
        if sort > 0.6:
            parts.append(boxes([(x - 0.9, y - size * 1.2, 1.8, size * 0.9), (x - 3.2, y - size * 0.95, 1.4, size * 0.4),
                                (x - 3.2, y - size * 0.65, 3, 1.3)], "#5f8a4a"))  # fmt: skip
        return parts
    if 0.17 <= hue <= 0.48:  # woods
        parts = [shade, boxes([(x - 0.7, y - size * 0.25, 1.4, size * 0.25)], "#6b4a26")]
        for part in range(3):
            low, half = y - size * 0.2 - size * 0.3 * part, size * (0.46 - 0.1 * part)
            parts.append(
                shape([(x - half, low), (x, low - size * 0.55), (x + half, low)], plain if part < 2 else light)
            )
        return parts
    foot, top, edge = (x - size * 0.6, y), (x, y - size * 0.8), (x + size * 0.62, y)
    rock = [foot, (x - size * 0.4, y - size * 0.5), top, (x + size * 0.4, y - size * 0.45), edge]
    return [shade, shape(rock, plain), shape([rock[2], rock[3], rock[4], (x + size * 0.1, y)], dark)]


def _by_night(
    numbers: Iterator[float], land: Land, night: str, tones: Sequence[str], light: str, water: str
) -> list[str]:
    """A city from above by night: roofs between the ways, some with light on them, and water where no space is near."""
    parts = [f'<rect width="{land.width:.0f}" height="{land.height:.0f}" fill="{night}"/>']
    corners = [(x, y) for x in (0.0, land.width) for y in (0.0, land.height)]
    far, bay = max((min(_nearest(land, *one)[0], _from_ways(land, *one)), one) for one in corners)
    reach = far - 14
    roofs_of: dict[str, list[tuple[float, float, float, float]]] = {tone: [] for tone in tones}
    lit: list[tuple[float, float, float, float]] = []
    step = 11.0
    for row in range(int(land.height / step) + 1):
        for column in range(int(land.width / step) + 1):
            a, b, c, tone, glow = (next(numbers) for _ in range(5))
            wide, high = step * (0.5 + 0.42 * a), step * (0.5 + 0.42 * b)
            x, y = column * step + (step - wide) * c, row * step + (step - high) * c
            middle = (x + wide / 2, y + high / 2)
            if math.hypot(middle[0] - bay[0], middle[1] - bay[1]) < reach + 4 or _from_ways(land, *middle) < 7.5:
                continue
            roofs_of[tones[int(tone * len(tones) * 0.999)]].append((x, y, wide, high))
            if glow > 0.72:
                lit += [(x + 1.2, y + 1.2, 0.9, 0.9), (x + 3, y + 1.2, 0.9, 0.9), (x + 1.2, y + 3, 0.9, 0.9)]
    parts += [boxes(found, tone) for tone, found in roofs_of.items()]
    parts += [boxes(lit, "#ffe9a8", 0.5)]
    if reach > 20:
        parts.append(f'<circle cx="{bay[0]:.0f}" cy="{bay[1]:.0f}" r="{reach:.0f}" fill="{water}" stroke="{light}" '
                     'stroke-width="0.7" stroke-opacity="0.55"/>')  # fmt: skip
        rings = ""
        for part in (0.9, 0.78, 0.64, 0.48):
            far = reach * part
            arc = f"a{far:.1f} {far:.1f} 0 1 0"
            rings += f"M{bay[0] - far:.1f} {bay[1]:.1f}{arc} {2 * far:.1f} 0{arc} {-2 * far:.1f} 0"
        parts.append(stroked(rings, light, 0.4, 0.2))
    return parts


def _roads(land: Land, asphalt: str, paint: str) -> list[str]:
    """Streets between blocks, with a line of dashes in their middle."""
    parts = [f'<rect width="{land.width:.0f}" height="{land.height:.0f}" fill="{asphalt}"/>']
    dashes: list[tuple[float, float, float, float]] = []
    for x in sorted({round(left, 1) for left, _, _, _ in land.blocks if left > 1}):
        dashes += [(x - 0.35, 3 + 7.0 * k, 0.7, 3.6) for k in range(int(land.height / 7))]
    for y in sorted({round(top, 1) for _, top, _, _ in land.blocks if top > 1}):
        dashes += [(3 + 7.0 * k, y - 0.35, 3.6, 0.7) for k in range(int(land.width / 7))]
    return [*parts, boxes(dashes, paint, 0.85)]


def _dotted(land: Land) -> list[str]:
    """A sheet of cheap print."""
    dots = "".join(
        f"M{column * 9 + (4.5 if row % 2 else 0) - 1.2:.1f} {row * 8}a1.2 1.2 0 1 0 2.4 0a1.2 1.2 0 1 0 -2.4 0"
        for row in range(int(land.height / 8) + 2)
        for column in range(int(land.width / 9) + 2)
    )
    return [
        f'<rect width="{land.width:.0f}" height="{land.height:.0f}" fill="#bcd9e8"/>',
        f'<path d="{dots}" fill="#8fbcd4" fill-opacity="0.65"/>',
        stroked(f"M0 0H{land.width:.0f}V{land.height:.0f}H0z", INK, 2),
    ]
