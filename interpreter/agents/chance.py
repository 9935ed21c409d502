"""The chance of agents: a small generator that every back end can have, so that the same seed is the same match."""

from __future__ import annotations

import hashlib

_MASK = 0xFFFFFFFFFFFFFFFF


class Chance:
    """The stream of one seat, apart from the match's own.

    It begins with the first 8 bytes of SHA-256 of "seed/seat", with the last bit set. A draw makes it
    state * 6364136223846793005 + 1442695040888963407 modulo 2^64; the upper 32 bits are what is drawn.
    """

    __slots__ = ("state",)

    def __init__(self, seed: int, seat: int) -> None:
        self.state = int.from_bytes(hashlib.sha256(f"{seed}/{seat}".encode()).digest()[:8], "big") | 1

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each as likely as any other."""
        s = self.state = (self.state * 6364136223846793005 + 1442695040888963407) & _MASK
        return ((s >> 32) * n) >> 32

    def bits(self) -> int:
        """64 bits: the beginning of another stream."""
        return self.below(1 << 32) << 32 | self.below(1 << 32)
