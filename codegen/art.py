"""Drawn placeholders for pictures: a scene that a card's name decides, around its icon. Pure: one name, one SVG."""

from __future__ import annotations

import math
from collections.abc import Iterator

from .drawing import circle, gradient, icon_at, mix, numbers_of, rays, shape, svg
from .portraits import portrait
from .scenes import MANNERS, SCENES, gate

WIDTH, HEIGHT = 583, 340  # of drawn pictures
PEOPLED = frozenset(MANNERS)
"""The manners in which people are drawn."""


def picture(seed: str, colour: str, icon: str = "", scene: str = "landscape", person: str | None = None,
            height: int = HEIGHT, civil: bool = False) -> str:  # fmt: skip
    """A picture in the manner of a theme, with an icon (SVG in a box of 24) as its subject.

    Which of the scenes of a theme it is, follows from `seed`. `person`: somebody is in it who bears the icon, and this
    is what they wear (see portraits.portrait); "": the name decides. `civil`: they are in everyday clothes.
    `height`: as much of the middle.
    """
    scenes, numbers = SCENES.get(scene, SCENES["landscape"]), numbers_of(seed)
    if person is not None and scene in PEOPLED:
        manner = MANNERS[scene]
        behind = scenes[0](numbers, colour, "", WIDTH, HEIGHT)
        before = portrait(
            numbers, colour, icon, person, manner, WIDTH * 0.475, HEIGHT * manner.foot, HEIGHT * manner.high, civil
        )
        return svg(WIDTH, height, [*behind, *before], (HEIGHT - height) // 2)
    if person is not None:  # where no people are drawn, their sign is a coat of arms
        return svg(WIDTH, height, gate(numbers, colour, icon, WIDTH, HEIGHT), (HEIGHT - height) // 2)
    chosen = scenes[int(next(numbers_of(f"{seed}/scene")) * len(scenes) * 0.999)]
    return svg(WIDTH, height, chosen(numbers, colour, icon, WIDTH, HEIGHT), (HEIGHT - height) // 2)


def back_grounds(colour: str, scene: str) -> tuple[str, ...]:
    """The colours on which words stand on a back: the darkest and the lightest that takes much room."""
    if scene == "skyline":
        return "#0b0b22", mix(colour, 0.2)
    if scene in ("dusk", "comic"):  # words have a plate there
        return ()
    light, dark = _lozenges(colour)
    return dark, _blended(light, dark)


def _lozenges(colour: str) -> tuple[str, str]:
    """The tones of lozenges and of what is between them, so dark that white words are read on both."""
    tones = ((mix(colour, 0.42 - 0.02 * step), mix(colour, 0.25 - 0.012 * step)) for step in range(12))
    return next((both for both in tones if contrast("#ffffff", _blended(*both)) >= 4.5), ("#2a2a2a", "#1a1a1a"))


def _blended(light: str, dark: str) -> str:
    pairs = ((int(light[at : at + 2], 16), int(dark[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(one * _LOZENGE + other * (1 - _LOZENGE)):02x}" for one, other in pairs)


_LOZENGE = 0.55  # how thick lozenges lie on backs


def contrast(one: str, other: str) -> float:
    """How well two colours ("#rrggbb") are told apart: from 1 to 21, as WCAG 2 has it."""
    low, high = sorted(_luminance(colour) for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


def on_white(colour: str) -> str:
    """A colour, darkened until it is seen well on white paper: for signs where nothing is filled."""
    return seen_on(colour, "#ffffff")


def seen_on(colour: str, ground: str) -> str:
    """A colour, darkened on a light ground and lightened on a dark one until it is read there."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    goal = 0 if _luminance(ground) > 0.18 else 255
    while contrast(f"#{red:02x}{green:02x}{blue:02x}", ground) < 4.5:
        red, green, blue = (round(part + (goal - part) * 0.1 + (0.5 if goal else -0.5)) for part in (red, green, blue))
        red, green, blue = (min(255, max(0, part)) for part in (red, green, blue))
    return f"#{red:02x}{green:02x}{blue:02x}"


def _luminance(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def back(
    seed: str, colour: str, icon: str, width: int = 583, height: int = 837, scene: str = "landscape",
    accent: str = "#f3d27a",
) -> str:  # fmt: skip
    """A back with a medallion, in the manner of a theme and in its accent. The same for all cards of a Kind."""
    numbers = numbers_of(seed)
    ground = {"skyline": _grid_back, "dusk": _fan_back, "comic": _dot_back}.get(scene, _lozenge_back)
    parts = ground(numbers, colour, width, height)
    x, y = width / 2, height / 2
    if scene == "comic":
        points = [
            (x + reach * math.cos(math.pi * spike / 16), y + reach * math.sin(math.pi * spike / 16))
            for spike in range(32)
            for reach in ((215 if spike % 2 == 0 else 158),)
        ]
        outline = "L".join(f"{a:.1f} {b:.1f}" for a, b in points)
        parts.append(
            f'<path d="M{outline}z" fill="{accent}" stroke="#15121f" stroke-width="9" stroke-linejoin="round"/>'
        )
        parts.append(icon_at(icon, x - 88, y - 88, 190, "#15121f"))
        parts.append(icon_at(icon, x - 95, y - 95, 190, "#ffffff"))
        return svg(width, height, parts)
    if scene == "skyline":
        hexagon = [(x + 172 * math.cos(math.pi * (k / 3 + 1 / 6)), y + 172 * math.sin(math.pi * (k / 3 + 1 / 6)))
                   for k in range(6)]  # fmt: skip
        outline = "L".join(f"{a:.1f} {b:.1f}" for a, b in hexagon)
        for stroke, opacity in ((22, 0.18), (13, 0.35), (5, 1)):
            parts.append(f'<path d="M{outline}z" fill="#0d0b26" fill-opacity="0.75" stroke="{mix(colour, 0.68)}" '
                         f'stroke-width="{stroke}" stroke-opacity="{opacity}"/>')  # fmt: skip
        parts.append(icon_at(icon, x - 95, y - 95, 190, "#ffffff"))
        return svg(width, height, parts)
    dark = "#101a33" if scene == "dusk" else mix(colour, 0.25)
    for radius, fill in ((178, dark), (166, accent), (158, mix(colour, 0.36))):
        parts.append(circle(x, y, radius, fill))
    parts.append(rays(x, y, 150, 24, 0.1))
    parts.append(icon_at(icon, x - 95, y - 95, 190, "#fffaf0"))
    return svg(width, height, parts)


def _lozenge_back(numbers: Iterator[float], colour: str, width: int, height: int) -> list[str]:
    light, dark = _lozenges(colour)
    parts = [f'<rect width="{width}" height="{height}" fill="{dark}"/>']
    step = 46 + int(next(numbers) * 4) * 6
    half = step / 2 - 4
    for row in range(-1, height // step + 2):
        for column in range(-1, width // step + 2):
            x, y = column * step + (step // 2 if row % 2 else 0), row * step
            parts.append(shape([(x, y - half), (x + half, y), (x, y + half), (x - half, y)], light, _LOZENGE))
            parts.append(circle(x, y, 5, "#f3d27a", 0.55))
    return parts


def _grid_back(numbers: Iterator[float], colour: str, width: int, height: int) -> list[str]:
    """Lights of a city from above: lines in two directions, crossings that shine."""
    parts = [
        gradient("b", ((0, "#0b0b22"), (0.5, mix(colour, 0.2)), (1, "#0b0b22"))),
        f'<rect width="{width}" height="{height}" fill="url(#b)"/>',
    ]
    lines = "".join(f"M{at} 0l{height * 0.577:.0f} {height}M{at} {height}l{height * 0.577:.0f} {-height}"
                    for at in range(-height, width + height, 58))  # fmt: skip
    parts.append(f'<path d="{lines}" fill="none" stroke="{mix(colour, 0.6)}" stroke-width="2" stroke-opacity="0.4"/>')
    parts += [circle(next(numbers) * width, next(numbers) * height, 1.5 + 3 * next(numbers), mix(colour, 0.75), 0.7)
              for _ in range(60)]  # fmt: skip
    return parts


def _fan_back(numbers: Iterator[float], colour: str, width: int, height: int) -> list[str]:
    """Fans in rows above each other, as on a lift door of the twenties."""
    parts = [f'<rect width="{width}" height="{height}" fill="#101a33"/>']
    radius = 74 + int(next(numbers) * 3) * 8
    for row in range(-1, 2 * height // radius + 3):
        for column in range(-1, width // (2 * radius) + 3):
            x, y = column * 2 * radius + (radius if row % 2 else 0), row * radius / 2
            parts.append(circle(x, y, radius, "#101a33"))
            for part, opacity in ((1, 0.9), (0.78, 0.6), (0.56, 0.4), (0.34, 0.3)):
                parts.append(
                    f'<circle cx="{x}" cy="{y}" r="{radius * part:.1f}" fill="{mix(colour, 0.3)}" '
                    f'fill-opacity="{0.25 * part:.2f}" stroke="#e0a458" stroke-width="2.4" stroke-opacity="{opacity}"/>'
                )
    return parts


def _dot_back(numbers: Iterator[float], colour: str, width: int, height: int) -> list[str]:
    """Rays from the middle, and the dots of cheap print."""
    del numbers
    x, y = width / 2, height / 2
    parts = [f'<rect width="{width}" height="{height}" fill="{mix(colour, 0.5)}"/>']
    parts += [
        shape([(x, y), *((x + height * math.cos((2 * ray + k) * math.pi / 16), y + height * math.sin(
            (2 * ray + k) * math.pi / 16)) for k in (0, 1))], mix(colour, 0.36))
        for ray in range(16)
    ]  # fmt: skip
    path = ""
    for row in range(height // 20 + 2):
        for column in range(width // 20 + 2):
            dot_x, dot_y = column * 20 + (10 if row % 2 else 0), row * 20
            radius = 8.5 * min(1.0, abs(dot_y - y) / y) ** 1.3
            if radius > 1:
                path += (
                    f"M{dot_x - radius:.1f} {dot_y}a{radius:.1f} {radius:.1f} 0 1 0 {2 * radius:.1f} 0"
                    f"a{radius:.1f} {radius:.1f} 0 1 0 {-2 * radius:.1f} 0"
                )
    parts.append(f'<path d="{path}" fill="{mix(colour, 0.2)}" fill-opacity="0.55"/>')
    return parts
