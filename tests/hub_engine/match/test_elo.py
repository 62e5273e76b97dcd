from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hub_engine.match.elo import elo_difference, estimate


@pytest.mark.parametrize(("score", "elo"), [(0.5, 0.0), (0.75, 190.85), (0.64, 99.95), (0.909091, 400.0)])
def test_published_points_of_the_curve(score: float, elo: float) -> None:
    assert elo_difference(score) == pytest.approx(elo, abs=0.01)
    assert elo_difference(1 - score) == pytest.approx(-elo, abs=0.01)


def test_all_or_nothing_is_infinite() -> None:
    assert elo_difference(1.0) == math.inf
    assert elo_difference(0.0) == -math.inf


def test_the_interval_of_a_match() -> None:
    # +77.5 =20.5 -3.5: mean 0.86453, variance 0.06662, standard error 0.02562: the mean is in 0.81432..0.91475.
    found = estimate(77, 20, 3)
    assert found is not None
    assert found.elo == pytest.approx(330.2, abs=0.1)
    assert (found.low, found.high) == (pytest.approx(256.8, abs=0.1), pytest.approx(412.2, abs=0.1))
    assert str(found).startswith("+330 [+25")


def test_more_games_tell_more() -> None:
    few, many = estimate(6, 2, 2), estimate(60, 20, 20)
    assert few is not None
    assert many is not None
    assert few.elo == pytest.approx(many.elo)
    assert few.high - few.low > 2.5 * (many.high - many.low)


@pytest.mark.parametrize(("wins", "draws", "losses"), [(1, 0, 0), (0, 1, 0), (0, 0, 1), (10, 0, 0), (0, 158, 0)])
def test_equal_results_are_not_certainty(wins: int, draws: int, losses: int) -> None:
    found = estimate(wins, draws, losses)
    assert found is not None
    assert found.low < found.high
    assert found.low <= found.elo <= found.high


@given(st.tuples(*[st.integers(0, 10_000)] * 3).filter(any))
def test_the_interval_holds_the_difference(counts: tuple[int, int, int]) -> None:
    found = estimate(*counts)
    assert found is not None
    assert found.low <= found.elo <= found.high
    mirrored = estimate(*counts[::-1])
    assert mirrored is not None
    assert (mirrored.low, mirrored.high) == (pytest.approx(-found.high), pytest.approx(-found.low))


def test_no_games_tell_nothing() -> None:
    assert estimate(0, 0, 0) is None
