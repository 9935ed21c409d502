"""What drawn pictures are made of: numbers that follow from a name, tones of a colour, shapes as SVG. Pure."""

from __future__ import annotations

import colorsys
import hashlib
import math
from collections.abc import Iterator, Sequence

Point = tuple[float, float]


def numbers_of(seed: str) -> Iterator[float]:
    """Numbers from 0 to 1 that follow from a text, the same everywhere."""
    block = 0
    while True:
        for byte in hashlib.sha256(f"{seed}/{block}".encode()).digest():
            yield byte / 255
        block += 1


def mix(colour: str, lightness: float, turn: float = 0.0) -> str:
    """A colour made lighter or darker, its hue turned a little."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    hue, _, strength = colorsys.rgb_to_hls(red, green, blue)
    mixed = colorsys.hls_to_rgb((hue + turn) % 1, min(0.97, max(0.04, lightness)), strength)
    return "#" + "".join(f"{round(part * 255):02x}" for part in mixed)


def shape(points: Sequence[Point], fill: str, opacity: float = 1.0) -> str:
    path = "L".join(["%.1f %.1f" % point for point in points])  # noqa: UP031 -- the fastest, for a thousand cards
    return f'<path d="M{path}z" fill="{fill}" fill-opacity="{opacity:g}"/>'


def circle(x: float, y: float, radius: float, fill: str, opacity: float = 1.0) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{fill}" fill-opacity="{opacity:g}"/>'


def rays(x: float, y: float, reach: float, number: int, opacity: float) -> str:
    step = math.pi / number
    return merged(
        [
            shape(
                [
                    (x, y),
                    (x + reach * math.cos(2 * ray * step), y + reach * math.sin(2 * ray * step)),
                    (x + reach * math.cos((2 * ray + 1) * step), y + reach * math.sin((2 * ray + 1) * step)),
                ],
                "#ffffff",
                opacity,
            )
            for ray in range(number)
        ]
    )


def merged(parts: Sequence[str]) -> str:
    """Shapes of one look that follow each other are one shape: a printed deck has a thousand of these drawings."""
    found: list[str] = []
    look, drawn = "", ""
    for part in (*parts, ""):
        path, _, own = part[9:].partition('"') if part.startswith('<path d="') else ("", "", "")
        if own and own == look:
            drawn += path
            continue
        if look:
            found.append(f'<path d="{drawn}"{look}')
        look, drawn = own, path
        if not own:
            found.append(part)
    return "".join(found)


def sparkle(x: float, y: float, r: float) -> str:
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
    return shape(points, "#ffffff", 0.7)


def icon_at(drawing: str, x: float, y: float, size: float, fill: str, opacity: float = 1.0) -> str:
    move = f"translate({x:.1f} {y:.1f}) scale({size / 24:.3f})"
    return f'<g transform="{move}" fill="{fill}" color="{fill}" fill-opacity="{opacity:g}">{drawing}</g>'


def svg(width: int, height: int, parts: Sequence[str], top: int = 0) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 {top} {width} {height}">'
    return head + merged(parts) + "</svg>"


def gradient(name: str, stops: Sequence[tuple[float, str]]) -> str:
    tones = "".join(f'<stop offset="{offset:g}" stop-color="{tone}"/>' for offset, tone in stops)
    return f'<defs><linearGradient id="{name}" x1="0" y1="0" x2="0" y2="1">{tones}</linearGradient></defs>'


def boxes(every: Sequence[tuple[float, float, float, float]], fill: str, opacity: float = 1.0) -> str:
    """Many rectangles (x, y, width, height) as one shape."""
    path = "".join(f"M{x:.1f} {y:.1f}h{wide:.1f}v{high:.1f}h{-wide:.1f}z" for x, y, wide, high in every)
    return f'<path d="{path}" fill="{fill}" fill-opacity="{opacity:g}"/>' if every else ""


def stroked(path: str, stroke: str, wide: float, opacity: float = 1.0, fill: str = "none") -> str:
    """A path as a line of some width, with round corners."""
    line = f'stroke="{stroke}" stroke-width="{wide:g}" stroke-opacity="{opacity:g}" stroke-linejoin="round"'
    return f'<path d="{path}" fill="{fill}" {line}/>'
