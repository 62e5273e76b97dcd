from __future__ import annotations

import pytest

from hub_engine.daemon.limits import search_limits
from hub_engine.engine.options import SearchMode
from protocol.hub.messages import Level


@pytest.mark.parametrize(
    "level",
    [
        Level(),
        Level(depth=10**30, nodes=10**30, moves=10**30, time_s=1.0),
        Level(move_time_s=1e300, time_s=-1e300, inc_s=1e300),
        Level(move_time_s=0.0),
        Level(infinite=True, depth=3),
    ],
)
@pytest.mark.parametrize("use_default", [True, False])
def test_the_core_takes_whatever_a_peer_may_say(level: Level, use_default: bool) -> None:
    search_limits(level, SearchMode.THINK, use_default=use_default, overhead_s=0.02, clock=None)
