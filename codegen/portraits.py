"""Drawn heads and shoulders of characters: who they are follows from the name, their sign is on the chest. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from .drawing import icon_at, mix


@frozen
class Manner:
    """How a theme draws people. `line`: width of outlines, 0 for none. `emblem`: what is behind the sign, and the sign.

    `foot`, `high`: where they end below and how high they are, as parts of the height of a picture.
    """

    line: float
    emblem: tuple[str, str]
    night: str
    foot: float = 1.1
    high: float = 1.04


_SKIN = (
    ("#f2c9a0", "#d59a6c"),
    ("#e2ad7e", "#bd8350"),
    ("#c68a55", "#9c6537"),
    ("#96602f", "#70441d"),
    ("#6b4526", "#4b2f18"),
)
_HAIR = ("#2a1c14", "#5a3418", "#a8642a", "#d9b45a", "#7b1f1f", "#d8d4cc", "#1d2433")

_TORSO = "M-128 244C-126 170 -112 112 -62 92C-40 84 -24 80 -22 64L22 64C24 80 40 84 62 92C112 112 126 170 128 244z"
_TORSO_SHADE = "M26 82C40 84 50 88 62 92C112 112 126 170 128 244L66 244C74 190 62 130 26 82z"
_SHIRT = "M-24 60L0 132L24 60z"
_LAPELS = "M-25 64L-58 94L-26 166L0 132zM25 64L58 94L26 166L0 132z"
_CLOTHES = (("#4d5a6b", "#39434f"), ("#6b5a4a", "#4f4236"), ("#3f5a55", "#2d423e"), ("#5b4a63", "#43364a"))
_CAPE = "M-64 82C-112 116 -156 180 -176 244L176 244C156 180 112 116 64 82z"
_COLLAR = "M-66 98L-84 26L-22 74L0 96L22 74L84 26L66 98L0 128z"
_NECK = "M-20 36L20 36L23 72C10 88 -10 88 -23 72z"
_HEAD = "M-38 -14C-38 -52 38 -52 38 -14C38 18 26 50 0 54C-26 50 -38 18 -38 -14z"
_HEAD_SHADE = "M6 -44C38 -42 38 -14 38 -14C38 18 26 50 0 54C16 34 20 4 10 -20z"
_MASK = "M-39 -12C-22 -22 -8 -16 0 -9C8 -16 22 -22 39 -12C36 9 16 13 4 3L-4 3C-16 13 -36 9 -39 -12z"
_EYES = "M-27 -5C-21 -11 -12 -9 -8 -2C-14 3 -22 3 -27 -5zM27 -5C21 -11 12 -9 8 -2C14 3 22 3 27 -5z"
_PUPILS = "M-23 -6a5.5 6.5 0 1 0 11 0a5.5 6.5 0 1 0 -11 0zM12 -6a5.5 6.5 0 1 0 11 0a5.5 6.5 0 1 0 -11 0z"
_BROWS = "M-28 -20L-10 -17L-9 -21L-27 -25zM28 -20L10 -17L9 -21L27 -25z"
_MOUTHS = ("M-11 30Q1 37 13 28", "M-11 31L12 31", "M-10 33Q0 27 12 31")
_SHORT = (
    "M-43 -6C-52 -62 -10 -76 10 -68"
    "C46 -66 50 -30 42 -6C39 -24 32 -34 20 -36C4 -30 -20 -36 -30 -28C-38 -22 -40 -14 -43 -6z"
)
_LONG_BEHIND = "M-48 -14C-54 -70 54 -70 48 -14C52 30 66 62 54 92L-54 92C-66 62 -52 30 -48 -14z"
_FRINGE = "M-43 -8C-46 -64 46 -64 43 -8C36 -34 10 -42 -6 -44C-20 -36 -36 -28 -43 -8z"
_COWL = "M-42 14C-48 -64 48 -64 42 14C32 4 20 8 10 10L0 16L-10 10C-20 8 -32 4 -42 14z"
_EARS = "M-42 -16L-46 -84L-12 -50zM42 -16L46 -84L12 -50z"
_WINGS = "M-40 -4L-92 -62L-62 -46L-74 -72L-36 -36zM40 -4L92 -62L62 -46L74 -72L36 -36z"
_HELMET = "M-45 18C-52 -68 52 -68 45 18L38 42C26 58 -26 58 -38 42z"
_VISOR = "M-40 -20C-20 -28 20 -28 40 -20L37 6C18 14 -18 14 -37 6z"
_CREST = "M-7 -52L0 -84L7 -52L5 -26L-5 -26z"
_HOOD = (
    "M-62 92C-70 -20 -42 -76 0 -84C42 -76 70 -20 62 92C46 72 42 50 40 20C40 -46 -40 -46 -40 20C-42 50 -46 72 -62 92z"
)
_SHADOW = "M-46 0L46 0L52 96L-52 96z"
_GLARE = "M-28 -12L-6 0L-10 6C-18 8 -26 2 -28 -12zM28 -12L6 0L10 6C18 8 26 2 28 -12z"
_BRIM = "M-72 -22C-44 -42 44 -42 72 -22C44 -8 -44 -8 -72 -22z"
_HAT = "M-40 -28C-42 -80 -22 -78 0 -70C22 -78 42 -80 40 -28z"
_BAND = "M-40 -28L-40 -40C-14 -48 14 -48 40 -40L40 -28C14 -36 -14 -36 -40 -28z"
_CROWN = "M-38 -34L-46 -80L-20 -58L0 -92L20 -58L46 -80L38 -34C14 -44 -14 -44 -38 -34z"
_STEEL = "M-46 -34Q-46 -52 -28 -52L28 -52Q46 -52 46 -34L46 34Q46 52 28 52L-28 52Q-46 52 -46 34z"
_SLOTS = "M-34 -20h26v16h-26zM8 -20h26v16h-26zM-22 20h44v5h-44zM-22 31h44v5h-44z"
_MAST = "M-3 -52L-3 -76L3 -76L3 -52zM-8 -82a8 8 0 1 0 16 0a8 8 0 1 0 -16 0z"

_WORN = frozenset({"steel", "helmet", "hat", "ears", "wings", "hood", "crown", "long", "short", "cowl"})
_ANY = ("short", "long", "cowl", "short", "long", "hat")


def portrait(numbers: Iterator[float], colour: str, icon: str, wears: str, manner: Manner, x: float, foot: float,
             high: float, civil: bool = False) -> list[str]:  # fmt: skip
    """Head and shoulders with `icon` on the chest; they end below at `foot` and are so high.

    `wears`: what they have on their heads; what they are not known to wear, the name decides; "crowd": three of them.
    `civil`: the same face in everyday clothes, without a sign.
    """
    if wears == "crowd":
        parts = []
        for at, share in ((-0.46, 0.78), (0.5, 0.74), (0.0, 0.92)):
            parts.append(_bust(numbers, colour, icon if at == 0 else "", "", manner, x + at * high, foot, high * share))
        return parts
    if civil:
        return [_in_clothes(numbers, wears, manner, x, foot, high)]
    return [_bust(numbers, colour, icon, wears, manner, x, foot, high)]


def _in_clothes(numbers: Iterator[float], wears: str, manner: Manner, x: float, foot: float, high: float) -> str:
    """One of them as nobody knows them: face and hair are those under the mask."""
    drawn = [next(numbers) for _ in range(8)]
    skin, dim = _SKIN[int(drawn[2] * 4.99)]
    hair, (jacket, dark) = _HAIR[int(drawn[3] * 6.99)], _CLOTHES[int(drawn[1] * 3.99)]
    long = wears == "long" or (wears != "short" and _ANY[int(drawn[4] * 5.99)] == "long")
    line = f' stroke="{manner.night}" stroke-width="{manner.line:g}" stroke-linejoin="round"' if manner.line else ""
    parts = [f'<path d="{_LONG_BEHIND}" fill="{hair}"{line}/>'] if long else []
    for path, fill in (
        (_TORSO, jacket), (_SHIRT, "#f4efe4"), (_LAPELS, dark), (_NECK, dim), (_HEAD, skin),
    ):  # fmt: skip
        parts.append(f'<path d="{path}" fill="{fill}"{line}/>')
    parts.append(f'<path d="{_HEAD_SHADE}" fill="{dim}" fill-opacity="0.55"/>')
    parts.append(f'<path d="{_PUPILS}{_BROWS}" fill="{manner.night}"/>')
    lips = f'fill="none" stroke="{manner.night}" stroke-width="3.4" stroke-linecap="round"'
    parts.append(f'<path d="{_MOUTHS[int(drawn[6] * 2.99)]}" {lips}/>')
    parts.append(f'<path d="{_FRINGE if long else _SHORT}" fill="{hair}"{line}/>')
    return _moved(parts, x, foot, high)


def _moved(parts: Sequence[str], x: float, foot: float, high: float) -> str:
    scale = high / 332
    return f'<g transform="translate({x:.1f} {foot - 244 * scale:.1f}) scale({scale:.3f})">{"".join(parts)}</g>'


def _bust(numbers: Iterator[float], colour: str, icon: str, wears: str, manner: Manner, x: float, foot: float,
          high: float) -> str:  # fmt: skip
    """One of them, as a group."""
    drawn = [next(numbers) for _ in range(8)]
    turn = (drawn[0] - 0.5) * 0.1
    other = turn + (0.5, 0.08, 0.42, -0.1)[int(drawn[1] * 3.99)]
    suit, shade, cloth = mix(colour, 0.44, turn), mix(colour, 0.3, turn), mix(colour, 0.36, other)
    skin, dim = _SKIN[int(drawn[2] * 4.99)]
    hair = _HAIR[int(drawn[3] * 6.99)]
    wears = wears if wears in _WORN else _ANY[int(drawn[4] * 5.99)]
    line = f' stroke="{manner.night}" stroke-width="{manner.line:g}" stroke-linejoin="round"' if manner.line else ""

    def shape(path: str, fill: str, opacity: float = 1.0) -> str:
        return f'<path d="{path}" fill="{fill}" fill-opacity="{opacity:g}"{line if opacity == 1 else ""}/>'

    plain, line_of_lips = drawn[5] > 0.55, _MOUTHS[int(drawn[6] * 2.99)]
    parts = [shape(_CAPE, cloth)] if drawn[7] > 0.35 or wears == "hood" else []
    if wears == "long":
        parts.append(shape(_LONG_BEHIND, hair))
    parts.append(shape(_TORSO, suit))
    parts.append(shape(_TORSO_SHADE, manner.night, 0.28))
    if wears in ("crown", "hat") or drawn[7] > 0.8:
        parts.append(shape(_COLLAR, cloth))
    if wears == "hood":
        parts += [
            shape(_SHADOW, manner.night),
            shape(_HEAD, manner.night),
            shape(_HOOD, cloth),
            shape(_GLARE, mix(colour, 0.8, other)),
        ]
    elif wears == "steel":
        parts += [shape(_MAST, shade), shape(_NECK, shade), shape(_STEEL, mix(colour, 0.66, turn))]
        parts.append(f'<path d="{_SLOTS}" fill="{manner.night}"/>')
    elif wears == "helmet":
        parts += [shape(_NECK, shade), shape(_HELMET, suit), shape(_CREST, cloth)]
        parts.append(shape(_VISOR, mix(colour, 0.85, other)))
    else:
        parts += [shape(_NECK, dim), shape(_HEAD, skin), shape(_HEAD_SHADE, dim, 0.55)]
        lips = (
            f'<path d="{line_of_lips}" fill="none" stroke="{manner.night}" stroke-width="3.4" stroke-linecap="round"/>'
        )
        parts.append(lips)
        if wears in ("ears", "wings", "cowl"):
            above = {"ears": _EARS, "wings": _WINGS}.get(wears)
            parts += [shape(above, shade)] if above else []
            parts += [shape(_COWL, suit if wears == "cowl" else shade), f'<path d="{_EYES}" fill="#ffffff"/>']
        else:
            if plain and wears != "crown":
                parts.append(f'<path d="{_PUPILS}{_BROWS}" fill="{manner.night}"/>')
            else:
                parts += [shape(_MASK, shade), f'<path d="{_EYES}" fill="#ffffff"/>']
            if wears == "long":
                parts.append(shape(_FRINGE, hair))
            elif wears == "short":
                parts.append(shape(_SHORT, hair))
            elif wears == "hat":
                parts += [shape(_HAT, shade), f'<path d="{_BAND}" fill="{cloth}"/>', shape(_BRIM, shade)]
            else:
                parts += [shape(_SHORT, hair), shape(_CROWN, "#e8b93c")]
    if icon:
        ground, sign = manner.emblem
        parts.append(f'<circle cx="0" cy="160" r="40" fill="{ground}"{line}/>')
        parts.append(icon_at(icon, -28, 132, 56, sign))
    return _moved(parts, x, foot, high)
