"""A running search, seen from an event loop. The only place where its thread meets the loop.

The core blocks, so it gets a thread of its own: a pool has few threads, and a search keeps one for hours.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import TypeVar

from hub_engine._core import Game, Limits, Searcher, SearchInfo, SearchResult
from hub_engine.engine.options import SearchMode
from hub_engine.errors import SearchError

_T = TypeVar("_T")

#: Called on the loop.
InfoSink = Callable[[SearchInfo], None]
#: Called on the loop, once: how the search ended, or what it raised.
EndSink = Callable[[SearchResult | Exception], None]


class SearchHandle:
    """One search in its own thread. Reports to the loop it was made on; must be made there.

    Raises SearchError, and reports nothing, when the system has no thread left.
    """

    def __init__(
        self, searcher: Searcher, game: Game, limits: Limits, mode: SearchMode, on_info: InfoSink, on_end: EndSink
    ) -> None:
        self._searcher = searcher
        self._loop = asyncio.get_running_loop()
        self._on_info = on_info
        self._on_end = on_end
        self._ended = asyncio.Event()
        # From here on stop and ponder-hit count, although the thread may not have begun.
        searcher.arm()
        # A daemon: a process that is asked to leave does not wait for a search.
        self._thread = threading.Thread(target=self._run, args=(game.copy(), limits, mode), name="search", daemon=True)
        try:
            self._thread.start()
        except RuntimeError as error:
            raise SearchError(str(error)) from error

    def stop(self) -> None:
        """End the search soon; its result still comes."""
        self._searcher.stop()

    def ponder_hit(self) -> None:
        """The pondered move was played."""
        self._searcher.ponder_hit()

    async def ended(self) -> None:
        """Waits until the end was reported."""
        await self._ended.wait()

    def _run(self, game: Game, limits: Limits, mode: SearchMode) -> None:
        outcome: SearchResult | Exception
        try:
            outcome = self._searcher.search(
                game,
                limits,
                ponder=mode is SearchMode.PONDER,
                analyze=mode is SearchMode.ANALYZE,
                on_info=self._report,
            )
        except Exception as error:  # noqa: BLE001 - the top of a thread: whoever started the search hears of it
            outcome = error
        self._on_loop(self._finish, outcome)

    def _report(self, info: SearchInfo) -> None:
        self._on_loop(self._on_info, info)

    def _finish(self, outcome: SearchResult | Exception) -> None:
        self._ended.set()
        self._on_end(outcome)

    def _on_loop(self, function: Callable[[_T], None], argument: _T) -> None:
        # The loop is closed when the process is leaving: nobody is left to hear it.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(function, argument)
