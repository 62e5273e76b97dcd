from __future__ import annotations

import pytest

from hub_engine.refusal.effort import MOST_S, Effort


def test_what_is_counted_adds_up_until_it_is_spent() -> None:
    now_s = 0.0
    effort = Effort(lambda: now_s)
    for is_spent in (False, True):
        with effort.counted():
            now_s += MOST_S / 2
        now_s += 1.0
        assert effort.is_spent is is_spent


def test_what_fails_counts_too() -> None:
    now_s = 0.0
    effort = Effort(lambda: now_s)
    with pytest.raises(ValueError, match="none"), effort.counted():
        now_s += MOST_S
        raise ValueError("none")
    assert effort.is_spent
