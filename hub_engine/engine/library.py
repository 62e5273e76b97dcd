"""The engine as a library: a blocking search with a context manager.

with Engine(hash_mb=256) as engine:
    board.push(engine.search(board, Limits(move_time_s=1)).move)
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Self

from hub_engine._core import Game, Limits, Searcher, SearchInfo, SearchResult
from hub_engine.engine.options import HasGame
from hub_engine.errors import SearchError


class Engine:
    """A searcher with a memory of its own. Boards of any variant, one search at a time.

    hash_mb: transposition table, MiB. threads: search threads. ValueError names what is out of range.
    """

    def __init__(self, *, hash_mb: int = 64, threads: int = 1) -> None:
        self._searcher: Searcher | None = Searcher(hash_mb, threads)
        self._busy = threading.Lock()

    def search(
        self,
        board: HasGame,
        limits: Limits,
        *,
        analyze: bool = False,
        on_info: Callable[[SearchInfo], None] | None = None,
    ) -> SearchResult:
        """The best move of a board, found within the limits; the interpreter is free meanwhile.

        analyze: search a single legal move too. on_info: called in this thread after each iteration; what it
        raises ends the search, and so does Ctrl-C. The board may be changed while the search runs.
        Raises SearchError when this engine is closed or searching already, TypeError for anything but a board and
        `Limits`.
        """
        game = getattr(board, "game", None)
        if not isinstance(game, Game):
            raise TypeError(f"board must be a Board, not {type(board).__name__}")
        if not isinstance(limits, Limits):
            raise TypeError(f"limits must be Limits(...), not {type(limits).__name__}")
        if not self._busy.acquire(blocking=False):
            raise SearchError("this engine is searching already")
        try:
            return self._search(self._open_searcher(), game.copy(), limits, analyze, on_info)
        finally:
            self._busy.release()

    def stop(self) -> None:
        """End the running search soon; from any thread."""
        if self._searcher is not None:
            self._searcher.stop()

    def new_game(self) -> None:
        """Forget what earlier searches have found."""
        self._open_searcher().clear()

    def close(self) -> None:
        """Stop, and give the memory back."""
        self.stop()
        self._searcher = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _open_searcher(self) -> Searcher:
        if self._searcher is None:
            raise SearchError("this engine is closed")
        return self._searcher

    @staticmethod
    def _search(
        searcher: Searcher,
        game: Game,
        limits: Limits,
        analyze: bool,
        on_info: Callable[[SearchInfo], None] | None,
    ) -> SearchResult:
        # The core blocks without listening to signals, so it runs beside us while we wait where Ctrl-C is heard.
        reports: queue.SimpleQueue[SearchInfo | SearchResult | Exception] = queue.SimpleQueue()

        def run() -> None:
            try:
                reports.put(searcher.search(game, limits, analyze=analyze, on_info=reports.put))
            except Exception as error:  # noqa: BLE001 - the top of a thread: raised again by the caller's
                reports.put(error)

        searcher.arm()
        thread = threading.Thread(target=run, name="search", daemon=True)
        try:
            thread.start()
        except RuntimeError as error:
            raise SearchError(str(error)) from error
        try:
            while True:
                report = reports.get()
                if isinstance(report, SearchResult):
                    return report
                if isinstance(report, Exception):
                    raise SearchError(f"the search failed: {report}") from report
                if on_info is not None:
                    on_info(report)
        finally:
            searcher.stop()
            thread.join()
