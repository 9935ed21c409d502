"""PNG files by their chunks: what they say of their pixels and their density, and without what shops refuse."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable


def _chunks(png: bytes) -> Iterable[tuple[bytes, bytes]]:
    at = 8
    while at < len(png):
        (length,) = struct.unpack_from(">I", png, at)
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        at += length + 12


def _chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def with_density(png: bytes, ppi: float) -> bytes:
    """The picture with its pixels per metre (pHYs), which Typst does not write."""
    metre = round(ppi / 0.0254)
    parts = [png[:8]]
    for name, content in _chunks(png):
        if name == b"pHYs":
            continue
        parts.append(_chunk(name, content))
        if name == b"IHDR":
            parts.append(_chunk(b"pHYs", struct.pack(">IIB", metre, metre, 1)))
    return b"".join(parts)


def without_alpha(png: bytes) -> bytes:
    """The same picture in RGB, if it is RGBA with 8 bits: print shops refuse the fourth channel. Pages are opaque.

    The filters of a PNG compare each byte with the same channel of its neighbours, so a channel can be left out of the
    filtered rows.
    """
    wide, high, depth, colours, packing, _, interlaced = struct.unpack_from(">IIBBBBB", png, 16)
    if (depth, colours, interlaced) != (8, 6, 0):
        return png
    rows = zlib.decompress(b"".join(content for name, content in _chunks(png) if name == b"IDAT"))
    old, new = 4 * wide + 1, 3 * wide + 1
    out = bytearray(new * high)
    for channel in range(3):
        for row in range(high):
            begin, place = row * old, row * new
            out[place] = rows[begin]
            out[place + 1 + channel : place + new : 3] = rows[begin + 1 + channel : begin + old : 4]
    head = struct.pack(">IIBBBBB", wide, high, 8, 2, packing, 0, 0)
    parts = [png[:8], _chunk(b"IHDR", head)]
    parts += [_chunk(name, content) for name, content in _chunks(png) if name not in (b"IHDR", b"IDAT", b"IEND")]
    parts += [_chunk(b"IDAT", zlib.compress(bytes(out), 6)), _chunk(b"IEND", b"")]
    return b"".join(parts)


def pixels(png: bytes) -> tuple[int, int]:
    """Width and height of a PNG."""
    width, height = struct.unpack_from(">II", png, 16)
    return width, height


def channels(png: bytes) -> int:
    """How many numbers a pixel of a PNG has: 3 for RGB, 4 with transparency."""
    return {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[png[25]]


def density(png: bytes) -> float | None:
    """Pixels per inch that a PNG says it has."""
    for name, content in _chunks(png):
        if name == b"pHYs":
            across, _, unit = struct.unpack(">IIB", content)
            return float(across) * 0.0254 if unit == 1 else None
    return None
