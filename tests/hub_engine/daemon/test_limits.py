from __future__ import annotations

import pytest

from hub_engine.config.time_control import Period, TimeControl
from hub_engine.daemon.limits import Order
from hub_engine.engine.options import SearchMode
from hub_engine.game.clock import GameClock
from protocol.hub.messages import Level


@pytest.mark.parametrize(
    "level",
    [
        Level(),
        Level(depth=10**30, nodes=10**30, moves=10**30, time_s=1.0),
        Level(move_time_s=1e300, time_s=-1e300, inc_s=1e300),
        Level(move_time_s=0.0),
        Level(depth=0, nodes=0, moves=0, time_s=0.0),
        Level(move_time_s=-1.0, time_s=-1.0, inc_s=-1.0),
        Level(time_s=-9.9, inc_s=10.0),
        Level(inc_s=1.0, moves=40),
        Level(infinite=True, depth=3),
    ],
)
@pytest.mark.parametrize("use_default", [True, False])
def test_the_core_takes_whatever_a_peer_may_say(level: Level, use_default: bool) -> None:
    order = Order(level, SearchMode.THINK, use_default, overhead_s=0.02, clock=None)
    order.limits()
    order.limits(waited_s=1e9)
    assert (order.longest_wait_s() or 0.0) >= 0.0


@pytest.mark.parametrize(
    ("level", "mode", "wait_s"),
    [
        (Level(move_time_s=1.0), SearchMode.THINK, 0.68),
        (Level(time_s=99.0, inc_s=1.0), SearchMode.THINK, 4.98),
        (Level(time_s=100.0, move_time_s=1.0), SearchMode.THINK, 0.68),
        (Level(time_s=-1.0), SearchMode.THINK, 0.0),
        (Level(move_time_s=0.01), SearchMode.THINK, 0.0),
        (Level(depth=9, nodes=9), SearchMode.THINK, None),
        (Level(infinite=True), SearchMode.ANALYZE, None),
        (Level(move_time_s=1.0), SearchMode.PONDER, None),
    ],
)
def test_a_search_waits_no_longer_than_its_clock_allows(level: Level, mode: SearchMode, wait_s: float | None) -> None:
    assert Order(level, mode, use_default=False, overhead_s=0.02, clock=None).longest_wait_s() == pytest.approx(wait_s)


@pytest.mark.parametrize(
    ("control", "wait_s"),
    [
        (TimeControl("a", "a", periods=(Period(time_s=60.0, inc_s=4.0, moves=None),)), 3.2),
        (TimeControl("b", "b", move_time_s=2.0), 1.4),
        (TimeControl("c", "c", depth=5), None),
    ],
)
def test_a_chosen_time_control_is_a_clock_too(control: TimeControl, wait_s: float | None) -> None:
    clock = GameClock(control)
    order = Order(Level(), SearchMode.THINK, use_default=False, overhead_s=0.0, clock=clock)
    assert order.longest_wait_s() == pytest.approx(wait_s)
    assert order._replace(mode=SearchMode.ANALYZE).longest_wait_s() is None
