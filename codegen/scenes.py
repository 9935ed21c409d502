"""Scenes in the manner of each theme, around the icon of a card. Pure: the same numbers, the same drawing."""

from __future__ import annotations

import math
from collections.abc import Iterator

from .drawing import boxes, circle, gradient, icon_at, mix, rays, shape, sparkle, stroked
from .portraits import Manner


def hills(numbers: Iterator[float], colour: str, icon: str, width: int, height: int) -> list[str]:
    """Storybook: sky, a sun with the icon in it, hills with a castle, woods, peaks or houses in tints of a colour."""
    turn = (next(numbers) - 0.5) * 0.16
    parts = [
        gradient("s", ((0, mix(colour, 0.52, turn)), (1, mix(colour, 0.86, turn + 0.06)))),
        f'<rect width="{width}" height="{height}" fill="url(#s)"/>',
    ]
    sun_x, sun_y = width * (0.36 + 0.14 * next(numbers)), height * (0.34 + 0.06 * next(numbers))
    sun = height * 0.235
    parts.append(rays(sun_x, sun_y, width * 1.2, 12 + int(next(numbers) * 8), 0.07))
    parts += [sparkle(next(numbers) * width, next(numbers) * height * 0.6, 2 + next(numbers) * 5) for _ in range(14)]
    parts += [circle(sun_x, sun_y, sun * size, "#fff4cf", opacity)
              for size, opacity in ((1.7, 0.16), (1.32, 0.22), (1, 0.78))]  # fmt: skip
    if icon:
        size = sun * 1.22
        parts.append(icon_at(icon, sun_x - size / 2, sun_y - size / 2, size, mix(colour, 0.3, turn), 0.92))
    return [*parts, *_hills(numbers, colour, turn, width, height)]


def _row_of_houses(
    numbers: Iterator[float], width: int, foot: float, low: float, high: float, wide: float
) -> tuple[list[tuple[float, float, float, float]], list[tuple[float, float, float, float]]]:
    """A row of tall houses with flat roofs, and the windows in them that are lit."""
    houses, windows = [], []
    x = -wide * next(numbers)
    while x < width:
        across, tall = wide * (0.7 + 0.8 * next(numbers)), low + (high - low) * next(numbers)
        houses.append((x, foot - tall, across, tall + 4))
        if next(numbers) > 0.7:
            houses.append((x + across * 0.45, foot - tall - 22, 3, 24))
        step = 11.0
        for row in range(int(tall / step) - 1):
            for column in range(int(across / step) - 1):
                if next(numbers) > 0.8:
                    windows.append((x + 7 + column * step, foot - tall + 8 + row * step, 4.5, 5.5))
        x += across + (6 * next(numbers) if next(numbers) > 0.5 else 0)
    return houses, windows


def sunset(numbers: Iterator[float], colour: str, icon: str, width: int, height: int) -> list[str]:
    """A city at night: a low sun in stripes, the icon as a sign in neon, streets that run away below."""
    turn = (next(numbers) - 0.5) * 0.08
    glow, hot = mix(colour, 0.62, turn), mix(colour, 0.72, turn + 0.08)
    parts = [
        gradient("s", ((0, "#0b0b22"), (0.55, mix(colour, 0.22, turn)), (0.8, mix(colour, 0.5, turn + 0.05)))),
        f'<rect width="{width}" height="{height}" fill="url(#s)"/>',
    ]
    parts += [circle(next(numbers) * width, next(numbers) * height * 0.5, 0.8 + 1.2 * next(numbers), "#ffffff", 0.7)
              for _ in range(26)]  # fmt: skip
    ground = height * 0.8
    x, y = width * (0.39 + 0.1 * next(numbers)), height * 0.43
    disc = height * 0.33
    parts.append(gradient("d", ((0, "#fff3b0"), (0.5, hot), (1, glow))))
    parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{disc:.1f}" fill="url(#d)" fill-opacity="0.92"/>')
    for stripe in range(5):
        high = 2.0 + 2.2 * stripe
        parts.append(boxes([(x - disc, y + disc * (0.22 + 0.17 * stripe), 2 * disc, high)], "#15122f", 0.75))
    houses, windows = _row_of_houses(numbers, width, ground, 30, height * 0.36, 38)
    parts += [boxes(houses, mix(colour, 0.2, turn), 0.85), boxes(windows, hot, 0.55)]
    houses, windows = _row_of_houses(numbers, width, ground, 14, height * 0.24, 52)
    parts += [boxes(houses, "#12112b"), boxes(windows, "#ffe9a8", 0.85)]
    parts.append(boxes([(0, ground, width, height - ground)], "#0e0d24"))
    lines = "".join(
        f"M{width / 2 + way * 16:.1f} {ground:.1f}L{width / 2 + way * 120:.1f} {height}" for way in range(-9, 10)
    )
    lines += "".join(f"M0 {ground + (height - ground) * part:.1f}H{width}" for part in (0, 0.12, 0.3, 0.55, 0.85))
    parts.append(f'<path d="{lines}" fill="none" stroke="{glow}" stroke-width="1.4" stroke-opacity="0.8"/>')
    if icon:
        size = height * 0.42
        left, top = x - size / 2, y - size * 0.5
        for grown, opacity in ((1.16, 0.2), (1.08, 0.35)):
            parts.append(
                icon_at(icon, x - size * grown / 2, top - size * (grown - 1) / 2, size * grown, "#0d0b26", opacity)
            )
        parts.append(icon_at(icon, left + 3, top + 3, size, "#0d0b26", 0.9))
        parts.append(icon_at(icon, left, top, size, "#ffffff", 0.97))
    return parts


def moon(numbers: Iterator[float], colour: str, icon: str, width: int, height: int) -> list[str]:
    """A city at dusk: search lights, and the icon on the moon as a sign for those who know it."""
    turn = (next(numbers) - 0.5) * 0.06
    parts = [
        gradient("s", ((0, "#101a33"), (0.6, mix(colour, 0.32, turn)), (1, "#e0a458"))),
        f'<rect width="{width}" height="{height}" fill="url(#s)"/>',
    ]
    moon_x, moon_y, moon = width * (0.38 + 0.11 * next(numbers)), height * 0.36, height * 0.27
    for lean in (-0.55, 0.62):
        foot = moon_x + lean * width * (0.75 + 0.3 * next(numbers))
        parts.append(
            shape([(foot, height), (moon_x - moon * 0.9, moon_y), (moon_x + moon * 0.9, moon_y)], "#fff1c9", 0.16)
        )
    parts += [circle(moon_x, moon_y, moon * size, "#fff1c9", opacity)
              for size, opacity in ((1.5, 0.1), (1.22, 0.16), (1, 0.9))]  # fmt: skip
    if icon:
        size = moon * 1.3
        parts.append(icon_at(icon, moon_x - size / 2, moon_y - size / 2, size, "#15203c", 0.95))
    for low, high, wide, fill, light in (
        (0.2, 0.5, 46, mix(colour, 0.2, turn), 0.5),
        (0.1, 0.34, 62, "#121b33", 0.85),
    ):
        houses, windows = _row_of_houses(numbers, width, height, height * low, height * high, wide)
        parts += [boxes(houses, fill), boxes(windows, "#ffcf70", light)]
    rain = "".join(
        f"M{x:.1f} {y:.1f}l-5 17" for x, y in ((next(numbers) * width, next(numbers) * height) for _ in range(26))
    )
    parts.append(f'<path d="{rain}" fill="none" stroke="#ffffff" stroke-width="1" stroke-opacity="0.22"/>')
    return parts


def burst(numbers: Iterator[float], colour: str, icon: str, width: int, height: int) -> list[str]:
    """A panel of a comic: rays, dots of the print, and the icon on a burst with a thick outline."""
    turn = (next(numbers) - 0.5) * 0.1
    light, dark = mix(colour, 0.62, turn), mix(colour, 0.4, turn)
    x, y = width * (0.4 + 0.1 * next(numbers)), height * 0.5
    parts = [f'<rect width="{width}" height="{height}" fill="{light}"/>']
    rays = 11 + int(next(numbers) * 4)
    step, shift = math.pi / rays, next(numbers)
    parts += [
        shape(
            [(x, y), *((x + width * math.cos((2 * ray + k + shift) * step), y + width * math.sin(
                (2 * ray + k + shift) * step)) for k in (0, 1))], dark, 0.75)
        for ray in range(rays)
    ]  # fmt: skip
    parts.append(_dots(width, height, mix(colour, 0.22, turn)))
    points = []
    spikes = 13 + int(next(numbers) * 5)
    for spike in range(2 * spikes):
        reach = height * ((0.47 + 0.08 * next(numbers)) if spike % 2 == 0 else 0.35)
        angle = math.pi * spike / spikes + shift
        points.append((x + 1.22 * reach * math.cos(angle), y + 0.86 * reach * math.sin(angle)))
    outline = "L".join(f"{a:.1f} {b:.1f}" for a, b in points)
    moved = "L".join(f"{a + 7:.1f} {b + 7:.1f}" for a, b in points)
    parts.append(f'<path d="M{moved}z" fill="#15121f" fill-opacity="0.45"/>')
    parts.append(f'<path d="M{outline}z" fill="#fff6d6" stroke="#15121f" stroke-width="5" stroke-linejoin="round"/>')
    parts += _inked(icon, x, y, height * 0.5, mix(colour, 0.46, turn))
    return parts


def _castle(numbers: Iterator[float], width: int, base: float, tone: str) -> list[str]:
    """A far castle, somewhere on the hills."""
    x = width * (0.08 + next(numbers) * 0.74)
    parts = []
    for tower in range(3 + int(next(numbers) * 3)):
        tall, wide = 40 + next(numbers) * 46, 15 + next(numbers) * 9
        top = base - tall
        parts.append(shape([(x, top), (x + wide, top), (x + wide, base + 60), (x, base + 60)], tone))
        parts.append(shape([(x - 3, top), (x + wide / 2, top - 24), (x + wide + 3, top)], tone))
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
            parts.append(shape([(x - half, low), (x, low - tall * 0.55), (x + half, low)], tone))
        x += 20 + next(numbers) * 34
    return parts


def _peaks(numbers: Iterator[float], width: int, base: float, tone: str) -> list[str]:
    """Mountains with snow on them."""
    parts = []
    for peak in range(3):
        x = width * (0.18 + 0.32 * peak + 0.12 * (next(numbers) - 0.5))
        tall, half = 90 + next(numbers) * 80, 95 + next(numbers) * 50
        top = base + 40 - tall
        parts.append(shape([(x - half, base + 60), (x, top), (x + half, base + 60)], tone))
        edge, drop = half * 0.26, (tall + 20) * 0.26
        snow = [(x - edge, top + drop), (x, top), (x + edge, top + drop), (x + edge * 0.3, top + drop * 0.78)]
        parts.append(shape([*snow, (x - edge * 0.2, top + drop * 1.15)], "#ffffff", 0.72))
    return parts


def _houses(numbers: Iterator[float], width: int, base: float, tone: str) -> list[str]:
    """A town: gables side by side, a few windows lit."""
    parts = []
    x = width * 0.05 * next(numbers)
    while x < width:
        tall, wide = 30 + next(numbers) * 44, 26 + next(numbers) * 22
        top = base + 10 - tall
        foot = base + 60
        parts.append(shape([(x, foot), (x, top), (x + wide / 2, top - 18), (x + wide, top), (x + wide, foot)], tone))
        if next(numbers) > 0.4:
            left = x + wide * 0.34
            window = [(left, top + 8), (left + 7, top + 8), (left + 7, top + 17), (left, top + 17)]
            parts.append(shape(window, "#fff1b8", 0.85))
        x += wide + (22 * next(numbers) if next(numbers) > 0.6 else 0)
    return parts


_FAR = (_castle, _woods, _peaks, _houses)


def _hills(
    numbers: Iterator[float], colour: str, turn: float, width: int, height: int, lighter: float = 0.0
) -> list[str]:
    """Hills behind each other, and what stands on the farthest: a castle, woods, peaks or houses."""
    parts: list[str] = []
    for layer in range(4):
        base = height * (0.66 + 0.1 * layer)
        swing = height * (0.06 + 0.04 * next(numbers))
        waves, shift = 1 + next(numbers) * 1.6, next(numbers) * 6.3
        crest = [
            (x, base + swing * math.sin(shift + waves * 2 * math.pi * x / width)) for x in range(0, width + 12, 11)
        ]
        tone = mix(colour, max(0.08, 0.46 + lighter - 0.09 * layer), turn + 0.03 * layer)
        parts.append(shape([(0, height), *crest, (width + 12, height)], tone))
        if layer == 0:
            scene = _FAR[int(next(numbers) * len(_FAR)) % len(_FAR)]
            parts += scene(numbers, width, base + 10, mix(colour, 0.33 + lighter, turn))
    return parts


def _dots(width: int, height: int, fill: str) -> str:
    """The dots of cheap print, larger towards the lower right: points of a round pen, of a few sizes."""
    points: dict[int, str] = {}
    gap = 13.0
    for row in range(int(height / gap) + 1):
        for column in range(int(width / gap) + 1):
            x, y = column * gap + (gap / 2 if row % 2 else 0), row * gap
            thick = round(2 * 5.4 * ((x + y) / (width + height) - 0.42) / 0.58)
            if thick > 1:
                points[thick] = points.get(thick, "") + f"M{x:g} {y:g}h.1"
    look = f'fill="none" stroke="{fill}" stroke-opacity="0.55" stroke-linecap="round"'
    return "".join(f'<path d="{path}" {look} stroke-width="{thick}"/>' for thick, path in points.items())


def _inked(icon: str, x: float, y: float, size: float, fill: str) -> list[str]:
    """An icon with a thick outline."""
    if not icon:
        return []
    left, top = x - size / 2, y - size / 2
    move = f"translate({left:.1f} {top:.1f}) scale({size / 24:.3f})"
    ring = f'stroke="{INK}" stroke-width="1.5" stroke-linejoin="round"'
    return [
        f'<g transform="{move}" fill="{INK}" color="{INK}" {ring}>{icon}</g>',
        icon_at(icon, left, top, size, fill),
    ]


def rush(numbers: Iterator[float], colour: str, icon: str, width: int, height: int) -> list[str]:
    """Comic: lines run together behind a disc with the icon."""
    turn = (next(numbers) - 0.5) * 0.1
    x, y = width * (0.4 + 0.1 * next(numbers)), height * 0.5
    parts = [f'<rect width="{width}" height="{height}" fill="{mix(colour, 0.7, turn)}"/>']
    lines: list[tuple[float, float]] = []
    angle = 0.0
    while angle < 2 * math.pi:
        wide, near = 0.02 + 0.05 * next(numbers), height * (0.42 + 0.22 * next(numbers))
        lines.append((angle, wide))
        tip = (x + near * math.cos(angle + wide / 2), y + near * math.sin(angle + wide / 2))
        far = [(x + width * math.cos(angle + part), y + width * math.sin(angle + part)) for part in (0.0, wide)]
        parts.append(shape([tip, *far], mix(colour, 0.3, turn), 0.85))
        angle += wide + 0.05 + 0.11 * next(numbers)
    parts.append(_dots(width, height, mix(colour, 0.22, turn)))
    parts.append(circle(x + 7, y + 7, height * 0.37, INK, 0.45))
    parts.append(
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{height * 0.37:.1f}" fill="#fff6d6" stroke="{INK}" stroke-width="5"/>'
    )
    return [*parts, *_inked(icon, x, y, height * 0.5, mix(colour, 0.46, turn))]


def split(numbers: Iterator[float], colour: str, icon: str, width: int, height: int) -> list[str]:
    """Comic: a panel that a bolt parts in two, with the icon over it."""
    turn = (next(numbers) - 0.5) * 0.1
    x, lean = width * (0.42 + 0.08 * next(numbers)), 26 + 40 * next(numbers)
    parts = [f'<rect width="{width}" height="{height}" fill="{mix(colour, 0.66, turn)}"/>']
    edge: list[tuple[float, float]] = []
    for step in range(8):
        edge.append((x + lean * (3.5 - step) / 2 + (26 if step % 2 else -26), height * step / 7))
    parts.append(shape([(0, 0), *edge, (0, height)], mix(colour, 0.36, turn)))
    parts.append(_dots(width, height, mix(colour, 0.3, turn)))
    bolt = "L".join(f"{a:.1f} {b:.1f}" for a, b in edge)
    for stroke, thick in ((INK, 24), ("#fff6d6", 14)):
        parts.append(
            f'<path d="M{bolt}" fill="none" stroke="{stroke}" stroke-width="{thick}" stroke-linejoin="miter"/>'
        )
    size = height * 0.64
    if icon:
        parts.append(icon_at(icon, x - size / 2 + 9, height / 2 - size / 2 + 9, size, INK, 0.45))
        ring = 'stroke="#fff6d6" stroke-width="3.6" stroke-linejoin="round"'
        move = f"translate({x - size / 2:.1f} {height / 2 - size / 2:.1f}) scale({size / 24:.3f})"
        parts.append(f'<g transform="{move}" fill="#fff6d6" color="#fff6d6" {ring}>{icon}</g>')
    return [*parts, *_inked(icon, x, height / 2, size, mix(colour, 0.5, turn))]


def roofs(numbers: Iterator[float], colour: str, icon: str, width: int, height: int) -> list[str]:
    """Comic: above the roofs of the city, a large moon of dots with the icon in it."""
    turn = (next(numbers) - 0.5) * 0.1
    x, y, moon_size = width * (0.4 + 0.1 * next(numbers)), height * 0.42, height * 0.36
    if not icon:  # nothing is to be seen in the moon
        x, y, moon_size = width * 0.62, height * 0.3, height * 0.14
    parts = [
        gradient("s", ((0, mix(colour, 0.3, turn)), (1, mix(colour, 0.72, turn + 0.05)))),
        f'<rect width="{width}" height="{height}" fill="url(#s)"/>',
    ]
    for cloud in range(3):
        at, low = next(numbers) * width, height * (0.16 + 0.2 * cloud)
        puff = "h104a17 17 0 0 0 -4 -33a27 27 0 0 0 -50 -9a21 21 0 0 0 -36 13a15 15 0 0 0 -14 29z"
        parts.append(f'<path d="M{at - 50:.1f} {low:.1f}{puff}" fill="#ffffff" fill-opacity="0.3"/>')
    parts.append(
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{moon_size:.1f}" fill="#fff6d6" stroke="{INK}" stroke-width="5"/>'
    )
    parts += _inked(icon, x, y, height * 0.46, mix(colour, 0.46, turn))
    for low, high, wide, fill in ((0.12, 0.34, 60, mix(colour, 0.34, turn)), (0.06, 0.22, 84, INK)):
        houses, windows = _row_of_houses(numbers, width, height, height * low, height * high, wide)
        parts.append(boxes(houses, fill))
        parts.append(boxes(windows, "#ffd23f", 0.9))
    return parts


def poster(numbers: Iterator[float], colour: str, icon: str, width: int, height: int) -> list[str]:
    """Dusk: a wall of bricks under a street lamp, and a poster with the icon on it."""
    turn = (next(numbers) - 0.5) * 0.06
    x, lean = width * (0.42 + 0.08 * next(numbers)), 6 * (next(numbers) - 0.5)
    parts = [f'<rect width="{width}" height="{height}" fill="{mix(colour, 0.24, turn)}"/>']
    path = ""
    for row in range(15):
        path += f"M0 {row * 24}H{width}"
        path += "".join(f"M{column * 54 + (27 if row % 2 else 0)} {row * 24}v24" for column in range(12))
    parts.append(f'<path d="{path}" fill="none" stroke="#101a33" stroke-width="3" stroke-opacity="0.55"/>')
    bricks = [
        (54.0 * int(next(numbers) * 11) + (27 if row % 2 else 0) + 2, 24.0 * row + 2, 50.0, 20.0) for row in range(14)
    ]
    parts.append(boxes(bricks, mix(colour, 0.4, turn), 0.35))
    for wide, opacity in ((1.0, 0.12), (0.74, 0.14), (0.5, 0.16)):
        foot = width * 0.5 * wide
        parts.append(shape([(x - 16, 0), (x + 16, 0), (x + foot, height), (x - foot, height)], "#ffdf9a", opacity))
    parts.append(shape([(x - 44, 16), (x - 20, 0), (x + 20, 0), (x + 44, 16)], "#101a33"))
    parts.append(circle(x, 17, 13, "#fff1c9"))
    wide, high = height * 0.52, height * 0.68
    top = height * 0.2
    parts.append(f'<g transform="rotate({lean:.1f} {x:.1f} {height / 2:.1f})">')
    parts.append(boxes([(x - wide / 2 + 7, top + 8, wide, high)], "#101a33", 0.6))
    parts.append(boxes([(x - wide / 2, top, wide, high)], "#f3e6c8"))
    inner = f'x="{x - wide / 2 + 9:.1f}" y="{top + 9:.1f}" width="{wide - 18:.1f}" height="{high - 18:.1f}"'
    parts.append(f'<rect {inner} fill="none" stroke="{mix(colour, 0.3, turn)}" stroke-width="3"/>')
    if icon:
        size = height * 0.4
        parts.append(icon_at(icon, x - size / 2, top + high * 0.44 - size / 2, size, "#15203c"))
    rules = [(x - wide * 0.32, top + high * 0.8 + 14 * row, wide * (0.64 - 0.2 * row), 5.0) for row in range(2)]
    parts += [boxes(rules, "#15203c", 0.55), "</g>"]
    return parts


def rooftop(numbers: Iterator[float], colour: str, icon: str, width: int, height: int) -> list[str]:
    """Dusk: the icon as a sign of lamps on a roof, the city far below."""
    turn = (next(numbers) - 0.5) * 0.06
    x, y, ring = width * (0.42 + 0.08 * next(numbers)), height * 0.4, height * 0.3
    parts = [
        gradient("s", ((0, "#0d142a"), (0.7, mix(colour, 0.26, turn)), (1, mix(colour, 0.5, turn)))),
        f'<rect width="{width}" height="{height}" fill="url(#s)"/>',
    ]
    parts += [circle(next(numbers) * width, next(numbers) * height * 0.6, 1 + 1.4 * next(numbers), "#fff1c9", 0.7)
              for _ in range(22)]  # fmt: skip
    houses, windows = _row_of_houses(numbers, width, height, height * 0.14, height * 0.4, 40)
    parts += [boxes(houses, mix(colour, 0.18, turn)), boxes(windows, "#ffcf70", 0.5)]
    for size, opacity in ((1.5, 0.1), (1.25, 0.14)):
        parts.append(circle(x, y, ring * size, mix(colour, 0.7, turn), opacity))
    roof = height * 0.82
    beams = ((70, roof, 34, y), (-70, roof, -34, y), (62, roof - 18, -48, y + 40), (-62, roof - 18, 48, y + 40))
    struts = "".join(f"M{x + a:.1f} {b:.1f}L{x + c:.1f} {d:.1f}" for a, b, c, d in beams)
    parts.append(f'<path d="{struts}" fill="none" stroke="#0d142a" stroke-width="6"/>')
    lamps = "".join(
        circle(x + ring * math.cos(k * math.pi / 14), y + ring * math.sin(k * math.pi / 14), 4.6, "#ffe2a0")
        for k in range(28)
    )
    parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{ring:.1f}" fill="#0d142a" stroke="#e0a458" stroke-width="9"/>')
    parts.append(lamps)
    if icon:
        size = ring * 1.2
        for grown, opacity in ((1.14, 0.18), (1.07, 0.25)):
            parts.append(
                icon_at(icon, x - size * grown / 2, y - size * grown / 2, size * grown, mix(colour, 0.7, turn), opacity)
            )
        parts.append(icon_at(icon, x - size / 2, y - size / 2, size, "#fff1c9"))
    parts.append(boxes([(0, roof, width, height), (x - 190, roof - 10, 380, 12)], "#0d142a"))
    tank = width * (0.86 if next(numbers) > 0.5 else 0.1)
    parts.append(
        boxes([(tank - 24, roof - 62, 48, 46), (tank - 20, roof - 18, 5, 20), (tank + 15, roof - 18, 5, 20)], "#0d142a")
    )
    parts.append(shape([(tank - 29, roof - 60), (tank, roof - 86), (tank + 29, roof - 60)], "#0d142a"))
    return parts


def shop_sign(numbers: Iterator[float], colour: str, icon: str, width: int, height: int) -> list[str]:
    """Neon: a sign over a narrow street, in tubes of light that shine on wet ground."""
    turn = (next(numbers) - 0.5) * 0.08
    glow, x = mix(colour, 0.66, turn), width * (0.46 + 0.04 * next(numbers))
    parts = [
        gradient("s", ((0, "#0b0b22"), (0.7, mix(colour, 0.2, turn)), (1, "#0b0b22"))),
        f'<rect width="{width}" height="{height}" fill="url(#s)"/>',
    ]
    middle, ground = width / 2, height * 0.8
    for way in (-1, 1):
        for step, (reach, fill) in enumerate(((110, "#1d1b45"), (190, "#171538"), (270, "#100f2a"))):
            top = -10.0 + 42 * (2 - step)
            edge = middle + way * reach
            far = middle + way * 420
            parts.append(shape([(edge, top + 30), (far, top - 40), (far, height), (edge, ground + 18 * step)], fill))
            lights = [(min(edge, edge + way * 60) + 8 + 17 * int(next(numbers) * 4), top + 52 + 22 * row, 8.0, 11.0)
                      for row in range(9) if next(numbers) > 0.35]  # fmt: skip
            parts.append(boxes(lights, "#ffe9a8" if step % 2 else glow, 0.75))
    parts.append(
        shape([(middle - 110, ground), (middle + 110, ground), (width + 60, height), (-60, height)], "#0e0d24")
    )
    size = height * 0.54
    y = height * 0.42
    frame = f'x="{x - size / 2:.1f}" y="{y - size / 2:.1f}" width="{size:.1f}" height="{size:.1f}" rx="26"'
    chains = f"M{x - 60:.1f} 0V{y - size / 2:.1f}M{x + 60:.1f} 0V{y - size / 2:.1f}"
    parts.append(stroked(chains, "#0b0b22", 7))
    for stroke, opacity in ((26, 0.14), (15, 0.3), (6, 1)):
        tube = f'stroke="{glow}" stroke-width="{stroke}" stroke-opacity="{opacity}"'
        parts.append(f'<rect {frame} fill="#0d0b26" fill-opacity="0.8" {tube}/>')
    if icon:
        mark = size * 0.66
        for grown, opacity in ((1.16, 0.16), (1.08, 0.28)):
            parts.append(icon_at(icon, x - mark * grown / 2, y - mark * grown / 2, mark * grown, glow, opacity))
        parts.append(icon_at(icon, x - mark / 2, y - mark / 2, mark, "#ffffff", 0.97))
    puddles = [
        (x - size * (0.5 - 0.09 * row), ground + 12 + 11 * row, size * (1 - 0.18 * row), 4.0) for row in range(4)
    ]
    parts.append(boxes(puddles, glow, 0.5))
    rain = "".join(f"M{next(numbers) * width:.1f} {next(numbers) * height:.1f}v15" for _ in range(30))
    parts.append(f'<path d="{rain}" fill="none" stroke="#ffffff" stroke-width="1.1" stroke-opacity="0.28"/>')
    return parts


def tunnel(numbers: Iterator[float], colour: str, icon: str, width: int, height: int) -> list[str]:
    """Neon: frames of light, one behind another, with the icon where they end."""
    turn = (next(numbers) - 0.5) * 0.08
    glow, hot = mix(colour, 0.62, turn), mix(colour, 0.74, turn + 0.08)
    x, y, sides = width * (0.42 + 0.08 * next(numbers)), height * 0.42, 6 if next(numbers) > 0.5 else 8
    parts = [
        f'<rect width="{width}" height="{height}" fill="#0b0b22"/>',
        circle(x, y, height * 0.5, mix(colour, 0.3, turn), 0.5),
        circle(x, y, height * 0.33, mix(colour, 0.45, turn), 0.5),
    ]
    shift = math.pi / sides

    def corner(reach: float, number: int) -> tuple[float, float]:
        angle = 2 * math.pi * number / sides + shift
        return x + reach * math.cos(angle), y + reach * math.sin(angle)

    spokes = "".join("M%.1f %.1fL%.1f %.1f" % (*corner(height * 0.36, k), *corner(height * 2, k)) for k in range(sides))  # noqa: UP031
    parts.append(f'<path d="{spokes}" fill="none" stroke="{glow}" stroke-width="1.6" stroke-opacity="0.7"/>')
    for frame, reach in enumerate((0.36, 0.46, 0.6, 0.8, 1.1, 1.5)):
        line = "L".join("%.1f %.1f" % corner(height * reach, k) for k in range(sides))  # noqa: UP031
        for thick, opacity in ((9 + frame, 0.16), (2.2 + 0.5 * frame, 0.95)):
            parts.append(stroked(f"M{line}z", hot if frame % 2 else glow, thick, opacity))
    parts += [sparkle(next(numbers) * width, next(numbers) * height, 3 + 6 * next(numbers)) for _ in range(9)]
    if icon:
        size = height * 0.42
        parts.append(icon_at(icon, x - size / 2 + 4, y - size / 2 + 4, size, "#0d0b26", 0.8))
        parts.append(icon_at(icon, x - size / 2, y - size / 2, size, "#ffffff", 0.97))
    return parts


def starlight(numbers: Iterator[float], colour: str, icon: str, width: int, height: int) -> list[str]:
    """Storybook: the same hills by night, a crescent in the sky, and the icon among stars."""
    turn = (next(numbers) - 0.5) * 0.16
    parts = [
        gradient("s", ((0, mix(colour, 0.14, turn)), (1, mix(colour, 0.48, turn + 0.06)))),
        f'<rect width="{width}" height="{height}" fill="url(#s)"/>',
    ]
    x, y = width * (0.4 + 0.1 * next(numbers)), height * 0.36
    parts += [sparkle(next(numbers) * width, next(numbers) * height * 0.6, 3 + next(numbers) * 6) for _ in range(18)]
    ring = height * 0.26
    parts += [circle(x, y, ring * size, "#fff4cf", opacity) for size, opacity in ((1.5, 0.09), (1.2, 0.12))]
    parts.append(circle(x, y, ring, mix(colour, 0.24, turn)))
    parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{ring:.1f}" fill="none" stroke="#f3d27a" stroke-width="4"/>')
    parts += [
        sparkle(x + ring * math.cos(k * math.pi / 4), y + ring * math.sin(k * math.pi / 4), 13 if k % 2 else 19)
        for k in range(8)
    ]
    if icon:
        size = ring * 1.15
        parts.append(icon_at(icon, x - size / 2, y - size / 2, size, "#fff1c0"))
    return [*parts, *_hills(numbers, colour, turn, width, height, -0.14)]


def gate(numbers: Iterator[float], colour: str, icon: str, width: int, height: int) -> list[str]:
    """Storybook: a window of stone that looks out on hills; before it hangs a shield with the icon."""
    turn = (next(numbers) - 0.5) * 0.16
    parts = [
        gradient("s", ((0, mix(colour, 0.6, turn)), (1, mix(colour, 0.88, turn + 0.06)))),
        f'<rect width="{width}" height="{height}" fill="url(#s)"/>',
    ]
    x = width * (0.42 + 0.06 * next(numbers))
    parts.append(rays(x, height * 0.3, width, 14, 0.1))
    parts += _hills(numbers, colour, turn, width, height, 0.04)
    stone, edge = mix(colour, 0.2, turn), 196
    left, right, low = x - edge, x + edge, height * 0.5
    arch = f"M{left:.1f} {height}V{low}Q{left:.1f} 14 {x:.1f} 14Q{right:.1f} 14 {right:.1f} {low}V{height}"
    parts.append(f'<path d="M0 0H{width}V{height}H0z{arch}z" fill="{stone}" fill-rule="evenodd"/>')
    parts.append(stroked(arch, "#f3d27a", 5))
    joints = "".join(
        f"M{x + way * edge:.1f} {height * part:.1f}H{x + way * 420:.1f}"
        for way in (-1, 1)
        for part in (0.36, 0.58, 0.8)
    )
    parts.append(f'<path d="{joints}" fill="none" stroke="{mix(colour, 0.32, turn)}" stroke-width="4"/>')
    y, half = height * 0.46, height * 0.25
    left, right, waist = x - half, x + half, y + half * 0.2
    shield = (
        f"M{left:.1f} {y - half:.1f}H{right:.1f}V{waist:.1f}Q{right:.1f} {y + half:.1f} {x:.1f} {y + half * 1.4:.1f}"
    )
    shield += f"Q{left:.1f} {y + half:.1f} {left:.1f} {waist:.1f}z"
    parts.append(stroked(shield, mix(colour, 0.3, turn), 7, fill="#fff4cf"))
    if icon:
        size = half * 1.4
        parts.append(icon_at(icon, x - size / 2, y - size / 2 + 5, size, mix(colour, 0.34, turn)))
    return parts


SCENES = {
    "landscape": (hills, hills, starlight, gate),
    "skyline": (sunset, shop_sign, tunnel),
    "dusk": (moon, poster, rooftop),
    "comic": (burst, rush, split, roofs),
}
"""The scenes of each manner; the first is that of people, too."""

INK = "#15121f"
MANNERS = {
    "skyline": Manner(0, ("#0d0b26", "#ffffff"), "#0d0b26"),
    "dusk": Manner(0, ("#15203c", "#fff1c9"), "#101a33"),
    "comic": Manner(5, ("#fff6d6", INK), INK),
}
"""How people are drawn. In a storybook there are none: its heroes have paws as often as hands."""
