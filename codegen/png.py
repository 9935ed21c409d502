"""PNG files by their chunks: what they say of their pixels and their density, and without what shops refuse."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Sequence


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


def stacked(pngs: Sequence[bytes]) -> bytes:
    """Pictures of one width below each other as one, each with 8 bits a channel, all with the same channels.

    The rows stay filtered as they are. Only the first row of a picture is written anew: its filter took what is above
    it for black, and now there is another picture.
    """
    if len(pngs) == 1:
        return pngs[0]
    wide, _ = pixels(pngs[0])
    each = channels(pngs[0])
    rows = []
    for number, png in enumerate(pngs):
        if (png[16:20], png[24:26], png[28]) != (pngs[0][16:20], pngs[0][24:26], 0) or png[24] != 8:
            raise ValueError("pictures that are not alike cannot be stacked")
        raw = zlib.decompress(b"".join(content for name, content in _chunks(png) if name == b"IDAT"))
        long = wide * each + 1
        rows += [raw] if number == 0 else [_alone(raw[:long], each), raw[long:]]
    high = sum(pixels(png)[1] for png in pngs)
    head = struct.pack(">II", wide, high) + pngs[0][24:29]
    packer = zlib.compressobj(4)
    packed = b"".join([*(packer.compress(part) for part in rows), packer.flush()])
    return pngs[0][:8] + _chunk(b"IHDR", head) + _chunk(b"IDAT", packed) + _chunk(b"IEND", b"")


def _alone(row: bytes, each: int) -> bytes:
    """A first row with a filter that does not look at the row above."""
    match row[0]:
        case 2:  # up: what is above is zero
            return b"\0" + row[1:]
        case 4:  # Paeth: without a row above it is the pixel to the left
            return b"\1" + row[1:]
        case 3:  # average of left and above
            plain = bytearray(row)
            plain[0] = 0
            for at in range(1 + each, len(plain)):
                plain[at] = (plain[at] + plain[at - each] // 2) & 255
            return bytes(plain)
        case _:
            return row


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
