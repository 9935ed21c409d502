"""Intervals: values from the papers that they come from, and what an interval promises."""

import random

import pytest

from interpreter.studies.intervals import (
    difference,
    discordant_p,
    matches_for,
    mean,
    paired_difference,
    pooled_difference,
    share,
)


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_as_newcombe_tabulates_it(hits, of, low, high):
    found = share(hits, of)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)
    mirrored = share(of - hits, of)
    assert mirrored.low == pytest.approx(1 - found.high) and mirrored.high == pytest.approx(1 - found.low)


@pytest.mark.parametrize(
    ("counts", "low", "high"),
    [((56, 70, 48, 80), 0.0524, 0.3339), ((9, 10, 3, 10), 0.1705, 0.8090), ((10, 10, 0, 20), 0.6791, 1.0)],
)
def test_difference_as_newcombe_tabulates_it(counts, low, high):
    found = difference(*counts)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


def test_paired_difference_as_newcombe_tabulates_it():
    found = paired_difference(36, 12, 2, 0)
    assert (round(found.low, 4), round(found.high, 4)) == (0.0569, 0.3404)
    turned = paired_difference(36, 2, 12, 0)
    assert (turned.low, turned.high) == pytest.approx((-found.high, -found.low))


def test_nothing_played_says_nothing():
    assert (share(0, 0).low, share(0, 0).high) == (0, 1)
    assert (difference(0, 0, 3, 4).low, paired_difference(0, 0, 0, 0).high) == (-1, 1)
    assert pooled_difference([(3, 5, 0, 0)]) is None


def test_mcnemar_is_the_sign_test():
    assert discordant_p(5, 5) == 1
    assert discordant_p(0, 10) == pytest.approx(2 / 1024)
    assert discordant_p(530, 500) == pytest.approx(0.366, abs=0.005)


def test_pooling_takes_out_what_lies_between_strata():
    """A card seen mostly in the easy condition looks good; inside each condition it changes nothing."""
    easy, hard = (72, 80, 18, 20), (2, 20, 8, 80)
    assert difference(74, 100, 26, 100).low > 0.3
    found = pooled_difference([easy, hard])
    assert found.value == pytest.approx(0) and found.low < 0 < found.high


def test_the_pooled_interval_keeps_its_promise():
    rng = random.Random(3)
    covered = 0
    for _ in range(400):
        strata = []
        for base in (0.2, 0.5, 0.7):
            a = sum(rng.random() < base + 0.1 for _ in range(40))
            b = sum(rng.random() < base for _ in range(60))
            strata.append((a, 40, b, 60))
        found = pooled_difference(strata)
        covered += found.low <= 0.1 <= found.high
    assert 0.92 <= covered / 400 <= 0.98


def test_a_mean_needs_two_values():
    assert mean([3.0]).high == float("inf")
    found = mean([1.0, 3.0] * 50)
    assert found.value == 2 and found.high - 2 == pytest.approx(1.96 * (100 / 99) ** 0.5 / 10, rel=1e-3)


def test_how_many_matches_an_interval_needs():
    assert matches_for(0.05) == 385
    assert share(192, 385).high - 0.5 < 0.051
