"""Confidence intervals for shares and for differences of shares. Nothing here knows of games.

An interval of 95 % confidence covers the true value in 95 of 100 studies. All are of the score family, which holds its
promise for few matches and for shares near 0 and 1, where the textbook interval "plus or minus two standard errors"
does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from math import comb, isfinite, sqrt
from statistics import NormalDist

from attrs import frozen

CONFIDENCE = 0.95


@frozen
class Interval:
    """An estimate, with the limits between which the true value lies at the confidence that was asked for."""

    value: float
    low: float
    high: float

    @property
    def settled(self) -> int:
        """1 or -1: the true value is above or below 0, as far as the confidence goes; 0: it may be either."""
        return 1 if self.low > 0 else -1 if self.high < 0 else 0

    def to_json(self) -> dict[str, float]:
        return {"value": round(self.value, 6), "low": round(self.low, 6), "high": round(self.high, 6)}


@cache
def z_of(confidence: float) -> float:
    """The quantile of the normal distribution that leaves half of the doubt on each side."""
    return NormalDist().inv_cdf((1 + confidence) / 2)


def share(hits: float, of: float, confidence: float = CONFIDENCE) -> Interval:
    """A share with its score interval.

    E. B. Wilson (1927), Probable inference, the law of succession, and statistical inference. J. Am. Stat. Assoc. 22.
    """
    if of <= 0:
        return Interval(0.0, 0.0, 1.0)
    z, p = z_of(confidence), hits / of
    middle = (p + z * z / (2 * of)) / (1 + z * z / of)
    half = z / (1 + z * z / of) * sqrt(p * (1 - p) / of + z * z / (4 * of * of))
    low = 0.0 if hits == 0 else max(0.0, middle - half)
    high = 1.0 if hits == of else min(1.0, middle + half)
    return Interval(p, low, high)


def difference(hits: float, of: float, other_hits: float, other_of: float, confidence: float = CONFIDENCE) -> Interval:
    """The first share less the second, of matches that have nothing to do with one another.

    R. G. Newcombe (1998), Interval estimation for the difference between independent proportions: comparison of eleven
    methods. Statistics in Medicine 17, 873-890; his method 10.
    """
    if not of or not other_of:
        return Interval(0.0, -1.0, 1.0)
    a, b = share(hits, of, confidence), share(other_hits, other_of, confidence)
    d = a.value - b.value
    low = d - sqrt((a.value - a.low) ** 2 + (b.high - b.value) ** 2)
    return Interval(d, low, d + sqrt((a.high - a.value) ** 2 + (b.value - b.low) ** 2))


def paired_difference(both: int, first: int, second: int, neither: int, confidence: float = CONFIDENCE) -> Interval:
    """The first share less the second, of pairs: how many pairs hit in both, only in the first, only in the second, in
    neither.

    R. G. Newcombe (1998), Improved confidence intervals for the difference between binomial proportions based on paired
    data. Statistics in Medicine 17, 2635-2650; his method 10.
    """
    n = both + first + second + neither
    if not n:
        return Interval(0.0, -1.0, 1.0)
    a, b = share(both + first, n, confidence), share(both + second, n, confidence)
    margins = (both + first) * (second + neither) * (both + second) * (first + neither)
    excess: float = both * neither - first * second
    if excess > 0:
        excess = max(excess - n / 2, 0.0)
    phi = excess / sqrt(margins) if margins else 0.0
    d = a.value - b.value
    down, up = a.value - a.low, b.high - b.value
    low = d - sqrt(max(0.0, down * down - 2 * phi * down * up + up * up))
    down, up = b.value - b.low, a.high - a.value
    high = d + sqrt(max(0.0, up * up - 2 * phi * up * down + down * down))
    return Interval(d, max(-1.0, low), min(1.0, high))


def discordant_p(first: int, second: int) -> float:
    """How likely so uneven a split of the pairs that differ is, were both sides alike: McNemar's test, exact."""
    n = first + second
    if n > 1000:
        return 2 * (1 - NormalDist().cdf(max(0.0, abs(first - second) - 1) / sqrt(n)))
    tail = float(sum(comb(n, k) for k in range(min(first, second) + 1)) / 2**n)
    return min(1.0, 2 * tail)


def pooled_difference(strata: Iterable[Sequence[int]], confidence: float = CONFIDENCE) -> Interval | None:
    """The difference of two shares, taken inside each stratum and pooled; None where no stratum has both sides.

    A stratum is (hits with, of, hits without, of). So what differs between strata is not counted as a difference. The
    pooling is that of Mantel and Haenszel; the variance that of T. Sato (1989), On the variance estimator for the
    Mantel-Haenszel risk difference. Biometrics 45, 1323-1324. One stratum alone gets the score interval.
    """
    kept = [(a, n, b, m) for a, n, b, m in strata if n and m]
    if not kept:
        return None
    if len(kept) == 1:
        return difference(*kept[0], confidence=confidence)
    weight = sum(n * m / (n + m) for _, n, _, m in kept)
    d = sum((a * m - b * n) / (n + m) for a, n, b, m in kept) / weight
    p = sum((n * n * b - m * m * a + n * m * (m - n) / 2) / (n + m) ** 2 for a, n, b, m in kept)
    q = sum((a * (m - b) + b * (n - a)) / (2 * (n + m)) for a, n, b, m in kept)
    half = z_of(confidence) * sqrt(max(0.0, d * p + q)) / weight
    return Interval(d, max(-1.0, d - half), min(1.0, d + half))


def mean(values: Sequence[float], confidence: float = CONFIDENCE) -> Interval:
    """A mean with the interval of the central limit theorem: for fifty values and more."""
    n = len(values)
    if not n:
        return Interval(0.0, float("-inf"), float("inf"))
    middle = sum(values) / n
    if n == 1:
        return Interval(middle, float("-inf"), float("inf"))
    half = z_of(confidence) * sqrt(sum((v - middle) ** 2 for v in values) / (n - 1) / n)
    return Interval(middle, middle - half, middle + half)


def matches_for(half_width: float, near: float = 0.5, confidence: float = CONFIDENCE) -> int:
    """How many matches make the interval of a share near this value so narrow."""
    z, p = z_of(confidence), min(max(near, 0.05), 0.95)
    return int(z * z * p * (1 - p) / (half_width * half_width)) + 1 if half_width > 0 and isfinite(half_width) else 0
