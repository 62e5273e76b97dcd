"""Our thinking on one DXP link: a search for each of our moves, cut short when it takes too long.

Decides how long a search takes at most, and whether its result still serves anything. Whose turn it is, the session
knows.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from hub_engine._core import SearchInfo, SearchResult
from hub_engine.daemon.dxp_agreement import DxpPlayer
from hub_engine.daemon.dxp_game import DxpGame
from hub_engine.daemon.limits import Order
from hub_engine.daemon.searches import Searches
from hub_engine.daemon.shares import Shares
from hub_engine.engine.options import SearchMode
from hub_engine.game.clock import MoveTimer
from hub_engine.logs import Log
from protocol.hub.messages import Level


class Thinking:
    """One search at a time. Lives on an event loop.

    on_end: called once for each search that ends before `close`, also for one that was dropped meanwhile. Whoever
    hears it must `take` what the search was worth, now or later; no other search may begin before.
    """

    def __init__(
        self, player: DxpPlayer, shares: Shares, on_end: Callable[[SearchResult | Exception], None], log: Log
    ) -> None:
        self._overhead_s = player.overhead_s
        self._longest_move_s = player.longest_move_s
        self._searches = Searches(player.engine, shares, player.search_s, log)
        self._on_end = on_end
        #: A search was started and not taken yet.
        self.is_running = False
        #: Runs while the result of the search is wanted.
        self._timer = MoveTimer()
        #: Ends a search after the longest time for a move.
        self._alarm: asyncio.TimerHandle | None = None

    def begin_game(self) -> None:
        """Forgets what was found in other games."""
        self._searches.clear()

    def start(self, game: DxpGame) -> None:
        """Begins to think about our move."""
        self.is_running = True
        self._timer.begin()
        self._alarm = asyncio.get_running_loop().call_later(self._longest_move_s, self._searches.stop)
        order = Order(Level(), SearchMode.THINK, use_default=False, overhead_s=self._overhead_s, clock=game.clock)
        self._searches.start(game.board.game, order, _ignore, self._end)

    def drop(self) -> None:
        """The running search serves nothing any more: it is ended, and `take` gives nothing."""
        self._timer.drop()
        self._searches.stop()

    def take(self) -> float | None:
        """How long the search that has ended took up to now, seconds; None when it was dropped."""
        self.is_running = False
        return self._timer.take()

    async def close(self) -> None:
        """Stops, and waits for the end up to a deadline."""
        self._cancel_alarm()
        await self._searches.close()

    def _end(self, outcome: SearchResult | Exception) -> None:
        self._cancel_alarm()
        self._on_end(outcome)

    def _cancel_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None


def _ignore(_: SearchInfo) -> None:
    """DXP has no words for what a search finds on its way."""
