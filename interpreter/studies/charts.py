"""Charts as inline SVG. Colours are CSS variables of the page, so they follow light and dark."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import floor, log10

Rate = Mapping[str, float]

ROW = 26  # height of a row of a chart with labels
LABEL = 224  # width of the labels
WIDTH = 720


def _svg(height: float, title: str, parts: Sequence[str]) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-label="{escape(title, True)}">'
        f"<title>{escape(title)}</title>{''.join(parts)}</svg>"
    )


def _text(x: float, y: float, text: str, kind: str = "", anchor: str = "start") -> str:
    kind = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{kind}>{escape(text)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def _short(text: str, most: int = 30) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def steps(low: float, high: float, about: int = 5) -> list[float]:
    """Round numbers from low to high, for an axis."""
    span = (high - low) or 1.0
    size = 10.0 ** floor(log10(span / about))
    step = next(size * k for k in (1, 2, 5, 10) if span / (size * k) <= about)
    first = floor(low / step) * step
    found = [first + n * step for n in range(int(span / step) + 3)]
    return [x for x in found if low - step * 1e-6 <= x <= high + step * 1e-6]


def intervals(
    title: str, rows: Sequence[tuple[str, Rate, str]], mark: float | None = None, signed: bool = False
) -> str:
    """A dot with its interval for each row: label, rate, and what is written at the right. `mark`: a line to compare
    with. `signed`: changes around 0, else shares from 0."""
    low = min((rate["low"] for _, rate, _ in rows), default=0.0) if signed else 0.0
    high = max((rate["high"] for _, rate, _ in rows), default=1.0)
    if signed:
        edge = max(abs(low), abs(high), 0.01)
        low, high = -edge, edge
    else:
        high = min(1.0, max(high, (mark or 0.0) * 1.05, 0.02))
    left, right = LABEL, WIDTH - 150
    height = ROW * len(rows) + 30

    def x(value: float) -> float:
        return left + (min(max(value, low), high) - low) / (high - low) * (right - left)

    parts = []
    for at in steps(low, high):
        parts.append(_line(x(at), 4, x(at), height - 24, "grid"))
        number = f"{100 * at:{'+' if signed and at else ''}.{0 if high >= 0.05 else 1}f}"
        said = number if signed else f"{number} %"
        parts.append(_text(x(at), height - 8, said, "axis", "middle"))
    if mark is not None:
        parts.append(_line(x(mark), 0, x(mark), height - 24, "mark"))
    for n, (label, rate, said) in enumerate(rows):
        y = ROW * n + 16
        kind = ""
        if signed:
            kind = " up" if rate["low"] > 0 else " down" if rate["high"] < 0 else " open"
        parts.append(f"<g><title>{escape(label)}: {escape(said)}</title>")
        parts.append(_text(left - 10, y + 4, _short(label), "", "end"))
        parts.append(_line(x(rate["low"]), y, x(rate["high"]), y, f"bar{kind}"))
        parts.append(f'<circle cx="{x(rate["value"]):.1f}" cy="{y}" r="5" class="dot{kind}"/>')
        parts.append(_text(right + 10, y + 4, said, "said"))
        parts.append("</g>")
    return _svg(height, title, parts)


def shares(title: str, rows: Sequence[tuple[str, float, str]]) -> str:
    """A bar for each row: label, share from 0 to 1, and what is written behind it."""
    left, right = LABEL, WIDTH - 150
    parts = []
    for n, (label, value, said) in enumerate(rows):
        y = ROW * n + 4
        parts.append(f"<g><title>{escape(label)}: {escape(said)}</title>")
        parts.append(_text(left - 10, y + 14, _short(label), "", "end"))
        parts.append(f'<rect x="{left}" y="{y + 2}" width="{right - left}" height="15" rx="3" class="ground"/>')
        width = value * (right - left)
        parts.append(f'<rect x="{left}" y="{y + 2}" width="{width:.1f}" height="15" rx="3" class="fill"/>')
        parts.append(_text(right + 10, y + 14, said, "said"))
        parts.append("</g>")
    return _svg(ROW * len(rows) + 6, title, parts)


def stacked(title: str, series: Sequence[tuple[str, Mapping[int, int]]], across: str) -> str:
    """Counts by whole number, one colour a series, stacked; a wide range is put into bins."""
    numbers = [n for _, counts in series for n in counts]
    if not numbers:
        return ""
    low, high = min(numbers), max(numbers)
    size = max(1, -(-(high - low + 1) // 40))
    bins = (high - low) // size + 1
    sums = [[0] * bins for _ in series]
    for k, (_, counts) in enumerate(series):
        for n, times in counts.items():
            sums[k][(n - low) // size] += times
    top = float(max(sum(column) for column in zip(*sums)))
    left, right, height, floor_at = 44, WIDTH - 10, 250, 210
    wide = (right - left) / bins

    def y(value: float) -> float:
        return floor_at - value / top * (floor_at - 10)

    parts = []
    for at in steps(0, top, 4):
        parts.append(_line(left, y(at), right, y(at), "grid"))
        parts.append(_text(left - 6, y(at) + 4, f"{at:g}", "axis", "end"))
    every = max(1, -(-bins // 14))
    for n in range(bins):
        base = 0
        first = low + n * size
        said = str(first) if size == 1 else f"{first} to {first + size - 1}"
        for k, (label, _) in enumerate(series):
            times = sums[k][n]
            if times:
                gap = min(2.0, wide / 6)
                parts.append(
                    f'<rect x="{left + n * wide + gap:.1f}" y="{y(base + times):.1f}" width="{wide - 2 * gap:.1f}" '
                    f'height="{max(0.8, y(base) - y(base + times)):.1f}" class="s{k % 8}"><title>{escape(across)} '
                    f"{said}: {times} x {escape(label)}</title></rect>"
                )
                base += times
        if n % every == 0:
            parts.append(_text(left + (n + 0.5) * wide, floor_at + 16, str(first), "axis", "middle"))
    parts.append(_text((left + right) / 2, height - 6, across, "axis", "middle"))
    return _svg(height, title, parts)


def lines(
    title: str, series: Sequence[tuple[str, Sequence[tuple[int, Rate]]]], across: str, percent: bool = False
) -> str:
    """A line with its band of confidence for each series of (number, estimate)."""
    points = [point for _, one in series for point in one]
    if not points:
        return ""
    first, last = min(n for n, _ in points), max(n for n, _ in points)
    middle = sorted(rate["value"] for _, rate in points)
    spread = (middle[-1] - middle[0]) or 1.0
    low = max(min(rate["low"] for _, rate in points), middle[0] - spread)
    high = min(max(rate["high"] for _, rate in points), middle[-1] + spread)
    if percent:
        low, high = 0.0, 1.0
    left, right, height, floor_at = 60, WIDTH - 10, 260, 216

    def x(n: float) -> float:
        return left + (n - first) / max(1, last - first) * (right - left)

    def y(value: float) -> float:
        return floor_at - (min(max(value, low), high) - low) / ((high - low) or 1.0) * (floor_at - 12)

    parts = []
    for at in steps(low, high):
        parts.append(_line(left, y(at), right, y(at), "grid"))
        said = f"{100 * at:.0f} %" if percent else f"{at:g}"
        parts.append(_text(left - 6, y(at) + 4, said, "axis", "end"))
    for at in steps(first, last, 10):
        if at == int(at):
            parts.append(_text(x(at), floor_at + 16, f"{at:g}", "axis", "middle"))
    for k, (label, one) in enumerate(series):
        if not one:
            continue
        over = " ".join(f"{x(n):.1f},{y(rate['high']):.1f}" for n, rate in one)
        under = " ".join(f"{x(n):.1f},{y(rate['low']):.1f}" for n, rate in reversed(one))
        path = " ".join(f"{x(n):.1f},{y(rate['value']):.1f}" for n, rate in one)
        parts.append(f'<polygon points="{over} {under}" class="band s{k}"/>')
        parts.append(f'<polyline points="{path}" class="path s{k}"><title>{escape(label)}</title></polyline>')
    parts.append(_text((left + right) / 2, height - 6, across, "axis", "middle"))
    return _svg(height, title, parts)


def legend(names: Sequence[str]) -> str:
    keys = "".join(f'<span><i class="s{k % 8}"></i>{escape(name)}</span>' for k, name in enumerate(names))
    return f'<p class="legend">{keys}</p>'
