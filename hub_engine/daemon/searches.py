"""The searches of one session among those of all others: they wait for threads, take memory, end in time, are logged.

Decides when a search begins and what is done when it cannot. What a search is, `engine.service` knows.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from hub_engine._core import Game, Limits, SearchResult
from hub_engine.daemon.limits import Order
from hub_engine.daemon.shares import Claim, NoRoomError, Shares
from hub_engine.engine.handle import EndSink, InfoSink
from hub_engine.engine.options import EngineOptions, SearchMode
from hub_engine.engine.service import SearchService
from hub_engine.errors import SearchError
from hub_engine.logs import Log

#: The search of last resort, when no threads came in time: a legal move that loses no piece, within milliseconds.
_INSTEAD = Limits(depth=1)


class _Search:
    """One `go`: what is searched and who hears of it."""

    __slots__ = ("asked_at_s", "game", "is_running", "n_threads", "on_end", "on_info", "order")

    def __init__(self, game: Game, order: Order, n_threads: int, on_info: InfoSink, on_end: EndSink) -> None:
        self.game = game
        self.order = order
        self.n_threads = n_threads
        self.on_info = on_info
        self.on_end = on_end
        #: From when on the peer's clock runs.
        self.asked_at_s = time.monotonic()
        self.is_running = False


class Searches:
    """The searches of a session, one at a time. Lives on an event loop.

    search_s: longest search, from its beginning.
    """

    def __init__(self, options: EngineOptions, shares: Shares, search_s: float, log: Log) -> None:
        self._options = options
        self._shares = shares
        self._tally = shares.tally
        self._search_s = search_s
        self._log = log
        self._service = SearchService(options)
        #: Memory that was taken for the table, MiB; 0 before the first search unless a size was asked for.
        self._held_mb = 0
        self._search: _Search | None = None
        self._claim: Claim | None = None
        self._timer: asyncio.TimerHandle | None = None

    def configure(self, options: EngineOptions) -> None:
        """New options, for the next search. The table is forgotten when its size changes.

        Raises SearchError, and changes nothing, when there is no memory for a table of the new size.
        """
        if options.hash_mb != self._options.hash_mb:
            self._resize(options.hash_mb)
        self._options = options

    def clear(self) -> None:
        """Forget what earlier searches have found. A table that had to be small is given another chance."""
        if 0 < self._held_mb < self._options.hash_mb:
            self._drop_table()
        self._service.clear()

    def start(self, game: Game, order: Order, on_info: InfoSink, on_end: EndSink) -> None:
        """Begin a search as soon as there are threads for it.

        The sinks are called by the loop; on_end exactly once, last, also for a search that cannot be run.
        """
        limits = {name: value for name, value in order.level._asdict().items() if value is not None}
        self._log.info("search.started", mode=order.mode.name.lower(), limits=limits, ply=game.ply)
        search = self._search = _Search(game, order, self._options.threads, on_info, on_end)
        self._tally.searches_waiting += 1
        self._claim = self._shares.threads.claim(search.n_threads, lambda: self._begin(search))
        if self._claim.is_granted:
            self._begin(search)
        else:
            self._log.info("search.queued", threads=search.n_threads, n_waiting=self._shares.threads.n_waiting)
            self._limit_wait(search)

    def stop(self) -> None:
        """End the search soon, if there is one; its end still comes."""
        search = self._search
        if search is None:
            return
        if search.is_running:
            self._service.stop()
        else:
            self._begin_instead(search)

    def ponder_hit(self) -> None:
        """The pondered move was played: from now on time counts."""
        search = self._search
        if search is None:
            return
        if search.is_running:
            self._service.ponder_hit()
        else:
            search.order = search.order._replace(mode=SearchMode.THINK)
            search.asked_at_s = time.monotonic()
            self._limit_wait(search)

    async def close(self) -> None:
        """Stop, and wait for the end up to a deadline; everything that was taken is given back."""
        await self._service.close()
        # Still here: a search that waits, or one that did not stop in time and is left to itself.
        if self._search is not None:
            self._leave(self._search, is_stopped=True)
        self._give_table_back()

    # --- a search, from the queue to its end --------------------------------------------------------

    def _limit_wait(self, search: _Search) -> None:
        """The queue may take as long as the peer's clock allows."""
        wait_s = search.order.longest_wait_s()
        if wait_s is not None:
            self._call_after(wait_s, lambda: self._begin_instead(search))

    def _begin(self, search: _Search) -> None:
        """The threads are there."""
        order = search.order
        waited_s = 0.0 if order.mode is SearchMode.PONDER else time.monotonic() - search.asked_at_s
        self._launch(search, order.limits(waited_s), order.mode)

    def _begin_instead(self, search: _Search) -> None:
        """No threads came and the answer is due: a search so short that its one thread need not be counted."""
        self._log.warning("search.not_begun_in_time", waited_s=round(time.monotonic() - search.asked_at_s, 3))
        self._tally.refusals["threads"] += 1
        self._give_claim_back()
        search.n_threads = 1
        self._launch(search, _INSTEAD, SearchMode.THINK)

    def _launch(self, search: _Search, limits: Limits, mode: SearchMode) -> None:
        search.is_running = True
        self._tally.searches += 1
        self._tally.searches_waiting -= 1
        self._tally.searches_running += 1
        began_at_s = time.monotonic()

        def end(outcome: SearchResult | Exception) -> None:
            self._tally.search_s += time.monotonic() - began_at_s
            is_stopped, n_nodes = _extent(outcome)
            self._tally.nodes += n_nodes
            if self._search is search:
                if isinstance(outcome, Exception):
                    self._log.error("search.failed", cause=outcome)
                self._leave(search, is_stopped=is_stopped, n_nodes=n_nodes)
                search.on_end(outcome)

        self._call_after(self._search_s, self._expire)
        try:
            self._take_table()
            self._service.configure(EngineOptions(self._held_mb, search.n_threads))
            self._service.start(search.game, limits, mode, search.on_info, end)
        except SearchError as error:
            self._drop_table()
            # Not at once: this may be the queue's doing, at the end of somebody else's search, and the next in the
            # queue may fare no better.
            asyncio.get_running_loop().call_soon(end, error)

    def _expire(self) -> None:
        self._log.warning("search.time_limit_reached", search_s=self._search_s)
        self._tally.refusals["search-time"] += 1
        self._service.stop()

    def _leave(self, search: _Search, *, is_stopped: bool, n_nodes: int = 0) -> None:
        """The search is over for everybody."""
        self._log.info("search.finished", stopped=is_stopped, nodes=n_nodes)
        self._search = None
        self._cancel_timer()
        if search.is_running:
            self._tally.searches_running -= 1
        else:
            self._tally.searches_waiting -= 1
        self._give_claim_back()

    def _give_claim_back(self) -> None:
        claim, self._claim = self._claim, None
        if claim is not None:
            self._shares.threads.give_back(claim)

    def _call_after(self, seconds: float, function: Callable[[], None]) -> None:
        self._cancel_timer()
        self._timer = asyncio.get_running_loop().call_later(seconds, function)

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # --- the table ----------------------------------------------------------------------------------

    def _take_table(self) -> None:
        """The table is made by the first search; it may have to be smaller than it should be."""
        if self._held_mb:
            return
        wanted_mb = self._options.hash_mb
        self._held_mb = self._shares.tables.take_up_to(wanted_mb)
        if self._held_mb < wanted_mb:
            self._log.warning("search.table_made_smaller", wanted_mb=wanted_mb, size_mb=self._held_mb)

    def _resize(self, wanted_mb: int) -> None:
        held_mb = self._held_mb
        try:
            self._shares.tables.exchange(held_mb, wanted_mb)
        except NoRoomError as error:
            self._tally.refusals["hash"] += 1
            raise SearchError(str(error)) from error
        try:
            self._service.configure(EngineOptions(wanted_mb, self._options.threads))
        except SearchError:
            self._shares.tables.exchange(wanted_mb, held_mb)
            raise
        self._held_mb = wanted_mb

    def _drop_table(self) -> None:
        """The table is forgotten; the next search makes another."""
        self._give_table_back()
        self._service = SearchService(self._options)

    def _give_table_back(self) -> None:
        self._shares.tables.give_back(self._held_mb)
        self._held_mb = 0


def _extent(outcome: SearchResult | Exception) -> tuple[bool, int]:
    """Whether a search was stopped, and its nodes."""
    if isinstance(outcome, Exception):
        return False, 0
    return outcome.stopped, outcome.info.nodes if outcome.info is not None else 0
