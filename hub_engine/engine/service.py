"""One engine for one session: a searcher made when it is first needed, and at most one search at a time."""

from __future__ import annotations

import asyncio
import contextlib

from hub_engine._core import Game, Limits, Searcher, SearchResult
from hub_engine.engine.handle import EndSink, InfoSink, SearchHandle
from hub_engine.engine.options import EngineOptions, SearchMode
from hub_engine.errors import SearchError

#: A search looks at its stop flag every few milliseconds; one that does not end by then is abandoned.
STOP_DEADLINE_S = 1.0


class SearchService:
    """Starts and stops searches. Lives on an event loop.

    The table is made with the first search: a peer that only looks around costs no memory.
    """

    def __init__(self, options: EngineOptions) -> None:
        self._options = options
        self._searcher: Searcher | None = None
        self._handle: SearchHandle | None = None

    def configure(self, options: EngineOptions) -> None:
        """New options, for the next search. The table is forgotten when its size changes.

        Raises SearchError, and changes nothing, when there is no memory for a table of the new size.
        """
        if self._searcher is not None:
            if options.hash_mb != self._options.hash_mb:
                try:
                    self._searcher.resize(options.hash_mb)
                except MemoryError as error:
                    raise SearchError(str(error)) from error
            self._searcher.threads = options.threads
        self._options = options

    def clear(self) -> None:
        """Forget what earlier searches have found."""
        if self._searcher is not None:
            try:
                self._searcher.clear()
            except MemoryError:
                # The next search makes a new one, or says that it cannot.
                self._searcher = None

    def start(self, game: Game, limits: Limits, mode: SearchMode, on_info: InfoSink, on_end: EndSink) -> None:
        """Begin a search. The sinks are called on the loop; on_end exactly once, last.

        Raises SearchError when a search is running, the table does not fit into memory, or no thread is left.
        """
        if self._handle is not None:
            raise SearchError("a search is running already")

        def end(outcome: SearchResult | Exception) -> None:
            self._handle = None
            on_end(outcome)

        self._handle = SearchHandle(self._make_searcher(), game, limits, mode, on_info, end)

    def stop(self) -> None:
        """End the running search soon, if there is one."""
        if self._handle is not None:
            self._handle.stop()

    def ponder_hit(self) -> None:
        """The pondered move was played: the clock of the running search starts."""
        if self._handle is not None:
            self._handle.ponder_hit()

    async def close(self) -> None:
        """Stop, and wait for the end up to a deadline."""
        handle = self._handle
        if handle is not None:
            handle.stop()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(handle.ended(), STOP_DEADLINE_S)

    def _make_searcher(self) -> Searcher:
        if self._searcher is None:
            try:
                self._searcher = Searcher(self._options.hash_mb, self._options.threads)
            except (MemoryError, ValueError) as error:
                raise SearchError(f"no searcher with {self._options.hash_mb} MiB: {error}") from error
        return self._searcher
