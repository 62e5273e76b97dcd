from __future__ import annotations

import pytest

from hub_engine.config.time_control import Period, TimeControl
from hub_engine.game.clock import GameClock, MoveTimer


def clock(*periods: Period) -> GameClock:
    return GameClock(TimeControl("test", "test", periods=periods))


def test_sudden_death() -> None:
    running = clock(Period(None, 10.0, 0.0))
    running.spend(4.0)
    assert running.left_s == pytest.approx(6.0)
    running.spend(6.5)
    assert running.is_flagged


def test_increment_comes_before_each_move() -> None:
    running = clock(Period(None, 1.0, 2.0))
    running.spend(2.5)
    assert running.left_s == pytest.approx(0.5)


def test_periods_follow_each_other_and_the_last_repeats() -> None:
    running = clock(Period(2, 10.0, 0.0), Period(1, 5.0, 0.0))
    running.spend(1.0)
    running.spend(1.0)
    assert running.left_s == pytest.approx(13.0)
    running.spend(1.0)
    running.spend(1.0)
    assert running.left_s == pytest.approx(21.0)


def test_the_flag_is_looked_at_before_the_next_period_is_granted() -> None:
    running = clock(Period(40, 1.0, 0.0))
    for _ in range(39):
        running.spend(0.02)
    running.spend(0.5)
    assert running.is_flagged
    assert running.left_s < 0


def test_a_fallen_flag_leaves_limits_for_a_game_that_goes_on() -> None:
    for running in (clock(Period(1, 1.0, 0.0)), clock(Period(None, 1.0, 2.0))):
        running.spend(100.0)
        assert running.is_flagged
        running.limits(0.02)


def test_moves_that_are_taken_back_are_to_be_made_again() -> None:
    running = clock(Period(3, 10.0, 0.0))
    running.spend(1.0)
    running.spend(1.0)
    running.take_back(2)
    for left_s in (7.0, 6.0, 15.0):
        running.spend(1.0)
        assert running.left_s == pytest.approx(left_s)
    running.take_back(4)
    for left_s in (14.0, 13.0, 22.0):
        running.spend(1.0)
        assert running.left_s == pytest.approx(left_s)


def test_a_turn_clock_never_flags() -> None:
    running = GameClock(TimeControl("turn", "turn", turn_s=30.0))
    running.spend(100.0)
    assert not running.is_flagged
    running.limits(0.02)


def test_a_move_takes_from_its_beginning_to_its_end_and_is_told_once() -> None:
    now_s = 5.0
    timer = MoveTimer(lambda: now_s)
    assert timer.take() is None
    timer.begin()
    now_s = 7.0
    assert timer.take() == 2.0
    assert timer.take() is None


def test_time_counts_from_the_last_beginning_and_not_after_it_was_dropped() -> None:
    now_s = 5.0
    timer = MoveTimer(lambda: now_s)
    timer.begin()
    now_s = 6.0
    timer.begin()
    now_s = 9.0
    assert timer.take() == 3.0
    timer.begin()
    timer.drop()
    assert timer.take() is None
