"""Drawn placeholders for pictures: a scene that a card's name decides, around its icon. Pure: one name, one SVG."""

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
    return f'<g transform="{move}" fill="{fill}" color="{fill}" fill-opacity="{opacity:g}">{drawing}</g>'


def _svg(width: int, height: int, parts: Sequence[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
    return head + _merged(parts) + "</svg>"


def picture(seed: str, colour: str, icon: str = "", scene: str = "landscape", width: int = 583,
            height: int = 340) -> str:  # fmt: skip
    """A picture in the manner of a theme, with an icon (SVG in a box of 24) as its subject."""
    numbers = _numbers(seed)
    drawn = {"skyline": _skyline, "dusk": _dusk, "comic": _comic}.get(scene, _landscape)
    return _svg(width, height, drawn(numbers, colour, icon, width, height))


def _gradient(name: str, stops: Sequence[tuple[float, str]]) -> str:
    tones = "".join(f'<stop offset="{offset:g}" stop-color="{tone}"/>' for offset, tone in stops)
    return f'<defs><linearGradient id="{name}" x1="0" y1="0" x2="0" y2="1">{tones}</linearGradient></defs>'


def _landscape(numbers: Iterator[float], colour: str, icon: str, width: int, height: int) -> list[str]:
    """Storybook: sky, a sun with the icon in it, hills with a castle, woods, peaks or houses in tints of a colour."""
    turn = (next(numbers) - 0.5) * 0.16
    parts = [
        _gradient("s", ((0, _mix(colour, 0.52, turn)), (1, _mix(colour, 0.86, turn + 0.06)))),
        f'<rect width="{width}" height="{height}" fill="url(#s)"/>',
    ]
    sun_x, sun_y = width * (0.36 + 0.14 * next(numbers)), height * (0.34 + 0.06 * next(numbers))
    sun = height * 0.235
    parts.append(_rays(sun_x, sun_y, width * 1.2, 12 + int(next(numbers) * 8), 0.07))
    parts += [_sparkle(next(numbers) * width, next(numbers) * height * 0.6, 2 + next(numbers) * 5) for _ in range(14)]
    parts += [_circle(sun_x, sun_y, sun * size, "#fff4cf", opacity)
              for size, opacity in ((1.7, 0.16), (1.32, 0.22), (1, 0.78))]  # fmt: skip
    if icon:
        size = sun * 1.22
        parts.append(_icon(icon, sun_x - size / 2, sun_y - size / 2, size, _mix(colour, 0.3, turn), 0.92))
    for layer in range(4):
        base = height * (0.66 + 0.1 * layer)
        swing = height * (0.06 + 0.04 * next(numbers))
        waves, shift = 1 + next(numbers) * 1.6, next(numbers) * 6.3
        crest = [
            (x, base + swing * math.sin(shift + waves * 2 * math.pi * x / width)) for x in range(0, width + 12, 11)
        ]
        tone = _mix(colour, 0.46 - 0.09 * layer, turn + 0.03 * layer)
        parts.append(_shape([(0, height), *crest, (width + 12, height)], tone))
        if layer == 0:
            scene = _SCENES[int(next(numbers) * len(_SCENES)) % len(_SCENES)]
            parts += scene(numbers, width, base + 10, _mix(colour, 0.33, turn))
    return parts


def _boxes(boxes: Sequence[tuple[float, float, float, float]], fill: str, opacity: float = 1.0) -> str:
    """Many rectangles (x, y, width, height) as one shape."""
    path = "".join(f"M{x:.1f} {y:.1f}h{wide:.1f}v{high:.1f}h{-wide:.1f}z" for x, y, wide, high in boxes)
    return f'<path d="{path}" fill="{fill}" fill-opacity="{opacity:g}"/>' if boxes else ""


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


def _skyline(numbers: Iterator[float], colour: str, icon: str, width: int, height: int) -> list[str]:
    """A city at night: a low sun in stripes, the icon as a sign in neon, streets that run away below."""
    turn = (next(numbers) - 0.5) * 0.08
    glow, hot = _mix(colour, 0.62, turn), _mix(colour, 0.72, turn + 0.08)
    parts = [
        _gradient("s", ((0, "#0b0b22"), (0.55, _mix(colour, 0.22, turn)), (0.8, _mix(colour, 0.5, turn + 0.05)))),
        f'<rect width="{width}" height="{height}" fill="url(#s)"/>',
    ]
    parts += [_circle(next(numbers) * width, next(numbers) * height * 0.5, 0.8 + 1.2 * next(numbers), "#ffffff", 0.7)
              for _ in range(26)]  # fmt: skip
    ground = height * 0.8
    x, y = width * (0.39 + 0.1 * next(numbers)), height * 0.43
    disc = height * 0.33
    parts.append(_gradient("d", ((0, "#fff3b0"), (0.5, hot), (1, glow))))
    parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{disc:.1f}" fill="url(#d)" fill-opacity="0.92"/>')
    for stripe in range(5):
        high = 2.0 + 2.2 * stripe
        parts.append(_boxes([(x - disc, y + disc * (0.22 + 0.17 * stripe), 2 * disc, high)], "#15122f", 0.75))
    houses, windows = _row_of_houses(numbers, width, ground, 30, height * 0.36, 38)
    parts += [_boxes(houses, _mix(colour, 0.2, turn), 0.85), _boxes(windows, hot, 0.55)]
    houses, windows = _row_of_houses(numbers, width, ground, 14, height * 0.24, 52)
    parts += [_boxes(houses, "#12112b"), _boxes(windows, "#ffe9a8", 0.85)]
    parts.append(_boxes([(0, ground, width, height - ground)], "#0e0d24"))
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
                _icon(icon, x - size * grown / 2, top - size * (grown - 1) / 2, size * grown, "#0d0b26", opacity)
            )
        parts.append(_icon(icon, left + 3, top + 3, size, "#0d0b26", 0.9))
        parts.append(_icon(icon, left, top, size, "#ffffff", 0.97))
    return parts


def _dusk(numbers: Iterator[float], colour: str, icon: str, width: int, height: int) -> list[str]:
    """A city at dusk: search lights, and the icon on the moon as a sign for those who know it."""
    turn = (next(numbers) - 0.5) * 0.06
    parts = [
        _gradient("s", ((0, "#101a33"), (0.6, _mix(colour, 0.32, turn)), (1, "#e0a458"))),
        f'<rect width="{width}" height="{height}" fill="url(#s)"/>',
    ]
    moon_x, moon_y, moon = width * (0.38 + 0.11 * next(numbers)), height * 0.36, height * 0.27
    for lean in (-0.55, 0.62):
        foot = moon_x + lean * width * (0.75 + 0.3 * next(numbers))
        parts.append(
            _shape([(foot, height), (moon_x - moon * 0.9, moon_y), (moon_x + moon * 0.9, moon_y)], "#fff1c9", 0.16)
        )
    parts += [_circle(moon_x, moon_y, moon * size, "#fff1c9", opacity)
              for size, opacity in ((1.5, 0.1), (1.22, 0.16), (1, 0.9))]  # fmt: skip
    if icon:
        size = moon * 1.3
        parts.append(_icon(icon, moon_x - size / 2, moon_y - size / 2, size, "#15203c", 0.95))
    for low, high, wide, fill, light in (
        (0.2, 0.5, 46, _mix(colour, 0.2, turn), 0.5),
        (0.1, 0.34, 62, "#121b33", 0.85),
    ):
        houses, windows = _row_of_houses(numbers, width, height, height * low, height * high, wide)
        parts += [_boxes(houses, fill), _boxes(windows, "#ffcf70", light)]
    rain = "".join(
        f"M{x:.1f} {y:.1f}l-5 17" for x, y in ((next(numbers) * width, next(numbers) * height) for _ in range(26))
    )
    parts.append(f'<path d="{rain}" fill="none" stroke="#ffffff" stroke-width="1" stroke-opacity="0.22"/>')
    return parts


def _comic(numbers: Iterator[float], colour: str, icon: str, width: int, height: int) -> list[str]:
    """A panel of a comic: rays, dots of the print, and the icon on a burst with a thick outline."""
    turn = (next(numbers) - 0.5) * 0.1
    light, dark = _mix(colour, 0.62, turn), _mix(colour, 0.4, turn)
    x, y = width * (0.4 + 0.1 * next(numbers)), height * 0.5
    parts = [f'<rect width="{width}" height="{height}" fill="{light}"/>']
    rays = 11 + int(next(numbers) * 4)
    step, shift = math.pi / rays, next(numbers)
    parts += [
        _shape(
            [(x, y), *((x + width * math.cos((2 * ray + k + shift) * step), y + width * math.sin(
                (2 * ray + k + shift) * step)) for k in (0, 1))], dark, 0.75)
        for ray in range(rays)
    ]  # fmt: skip
    dots = []
    gap = 13.0
    for row in range(int(height / gap) + 1):
        for column in range(int(width / gap) + 1):
            dot_x, dot_y = column * gap + (gap / 2 if row % 2 else 0), row * gap
            far = (dot_x + dot_y) / (width + height)
            radius = 5.4 * (far - 0.42) / 0.58
            if radius > 0.7:
                dots.append((dot_x, dot_y, radius))
    path = "".join(
        f"M{dot_x - radius:.1f} {dot_y:.1f}a{radius:.1f} {radius:.1f} 0 1 0 {2 * radius:.1f} 0"
        f"a{radius:.1f} {radius:.1f} 0 1 0 {-2 * radius:.1f} 0"
        for dot_x, dot_y, radius in dots
    )
    parts.append(f'<path d="{path}" fill="{_mix(colour, 0.22, turn)}" fill-opacity="0.55"/>')
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
    if icon:
        size = height * 0.5
        left, top = x - size / 2, y - size / 2
        move = f"translate({left:.1f} {top:.1f}) scale({size / 24:.3f})"
        ring = 'stroke="#15121f" stroke-width="1.5" stroke-linejoin="round"'
        parts.append(f'<g transform="{move}" fill="#15121f" color="#15121f" {ring}>{icon}</g>')
        parts.append(_icon(icon, left, top, size, _mix(colour, 0.46, turn)))
    return parts


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


def back_grounds(colour: str, scene: str) -> tuple[str, ...]:
    """The colours on which words stand on a back: the darkest and the lightest that takes much room."""
    if scene == "skyline":
        return "#0b0b22", _mix(colour, 0.2)
    if scene in ("dusk", "comic"):  # words have a plate there
        return ()
    light, dark = _lozenges(colour)
    return dark, _blended(light, dark)


def _lozenges(colour: str) -> tuple[str, str]:
    """The tones of lozenges and of what is between them, so dark that white words are read on both."""
    tones = ((_mix(colour, 0.42 - 0.02 * step), _mix(colour, 0.25 - 0.012 * step)) for step in range(12))
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
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    while contrast(f"#{red:02x}{green:02x}{blue:02x}", "#ffffff") < 4.5:
        red, green, blue = (round(part * 0.9) for part in (red, green, blue))
    return f"#{red:02x}{green:02x}{blue:02x}"


def _luminance(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def back(seed: str, colour: str, icon: str, width: int = 583, height: int = 837, scene: str = "landscape") -> str:
    """A back with a medallion, in the manner of a theme. The same for all cards of a Kind."""
    numbers = _numbers(seed)
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
            f'<path d="M{outline}z" fill="#ffd23f" stroke="#15121f" stroke-width="9" stroke-linejoin="round"/>'
        )
        parts.append(_icon(icon, x - 88, y - 88, 190, "#15121f"))
        parts.append(_icon(icon, x - 95, y - 95, 190, "#ffffff"))
        return _svg(width, height, parts)
    if scene == "skyline":
        hexagon = [(x + 172 * math.cos(math.pi * (k / 3 + 1 / 6)), y + 172 * math.sin(math.pi * (k / 3 + 1 / 6)))
                   for k in range(6)]  # fmt: skip
        outline = "L".join(f"{a:.1f} {b:.1f}" for a, b in hexagon)
        for stroke, opacity in ((22, 0.18), (13, 0.35), (5, 1)):
            parts.append(f'<path d="M{outline}z" fill="#0d0b26" fill-opacity="0.75" stroke="{_mix(colour, 0.68)}" '
                         f'stroke-width="{stroke}" stroke-opacity="{opacity}"/>')  # fmt: skip
        parts.append(_icon(icon, x - 95, y - 95, 190, "#ffffff"))
        return _svg(width, height, parts)
    gold = "#e0a458" if scene == "dusk" else "#f3d27a"
    dark = "#101a33" if scene == "dusk" else _mix(colour, 0.25)
    for radius, fill in ((178, dark), (166, gold), (158, _mix(colour, 0.36))):
        parts.append(_circle(x, y, radius, fill))
    parts.append(_rays(x, y, 150, 24, 0.1))
    parts.append(_icon(icon, x - 95, y - 95, 190, "#fffaf0"))
    return _svg(width, height, parts)


def _lozenge_back(numbers: Iterator[float], colour: str, width: int, height: int) -> list[str]:
    light, dark = _lozenges(colour)
    parts = [f'<rect width="{width}" height="{height}" fill="{dark}"/>']
    step = 46 + int(next(numbers) * 4) * 6
    half = step / 2 - 4
    for row in range(-1, height // step + 2):
        for column in range(-1, width // step + 2):
            x, y = column * step + (step // 2 if row % 2 else 0), row * step
            parts.append(_shape([(x, y - half), (x + half, y), (x, y + half), (x - half, y)], light, _LOZENGE))
            parts.append(_circle(x, y, 5, "#f3d27a", 0.55))
    return parts


def _grid_back(numbers: Iterator[float], colour: str, width: int, height: int) -> list[str]:
    """Lights of a city from above: lines in two directions, crossings that shine."""
    parts = [
        _gradient("b", ((0, "#0b0b22"), (0.5, _mix(colour, 0.2)), (1, "#0b0b22"))),
        f'<rect width="{width}" height="{height}" fill="url(#b)"/>',
    ]
    lines = "".join(f"M{at} 0l{height * 0.577:.0f} {height}M{at} {height}l{height * 0.577:.0f} {-height}"
                    for at in range(-height, width + height, 58))  # fmt: skip
    parts.append(f'<path d="{lines}" fill="none" stroke="{_mix(colour, 0.6)}" stroke-width="2" stroke-opacity="0.4"/>')
    parts += [_circle(next(numbers) * width, next(numbers) * height, 1.5 + 3 * next(numbers), _mix(colour, 0.75), 0.7)
              for _ in range(60)]  # fmt: skip
    return parts


def _fan_back(numbers: Iterator[float], colour: str, width: int, height: int) -> list[str]:
    """Fans in rows above each other, as on a lift door of the twenties."""
    parts = [f'<rect width="{width}" height="{height}" fill="#101a33"/>']
    radius = 74 + int(next(numbers) * 3) * 8
    for row in range(-1, 2 * height // radius + 3):
        for column in range(-1, width // (2 * radius) + 3):
            x, y = column * 2 * radius + (radius if row % 2 else 0), row * radius / 2
            parts.append(_circle(x, y, radius, "#101a33"))
            for part, opacity in ((1, 0.9), (0.78, 0.6), (0.56, 0.4), (0.34, 0.3)):
                parts.append(
                    f'<circle cx="{x}" cy="{y}" r="{radius * part:.1f}" fill="{_mix(colour, 0.3)}" '
                    f'fill-opacity="{0.25 * part:.2f}" stroke="#e0a458" stroke-width="2.4" stroke-opacity="{opacity}"/>'
                )
    return parts


def _dot_back(numbers: Iterator[float], colour: str, width: int, height: int) -> list[str]:
    """Rays from the middle, and the dots of cheap print."""
    del numbers
    x, y = width / 2, height / 2
    parts = [f'<rect width="{width}" height="{height}" fill="{_mix(colour, 0.5)}"/>']
    parts += [
        _shape([(x, y), *((x + height * math.cos((2 * ray + k) * math.pi / 16), y + height * math.sin(
            (2 * ray + k) * math.pi / 16)) for k in (0, 1))], _mix(colour, 0.36))
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
    parts.append(f'<path d="{path}" fill="{_mix(colour, 0.2)}" fill-opacity="0.55"/>')
    return parts
