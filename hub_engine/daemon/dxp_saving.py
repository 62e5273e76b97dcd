"""The games of one DXP link on their way to their file. A file that cannot be written stops no game.

A thread of its own writes them: a disk that is slow holds up no other session, and this link for a moment only.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from hub_engine.daemon.dxp_game import DxpGame
from hub_engine.game.journal import GameJournal
from hub_engine.logs import Log

#: How long the disk may hold up a move of ours, seconds.
_SETTLING_S = 0.5


class GameSaver:
    """Saves games while they are played. Lives on an event loop.

    journal: None saves nothing. tell: for people, when something goes wrong.
    """

    def __init__(self, journal: GameJournal | None, our_name: str, tell: Callable[[str], None], log: Log) -> None:
        self._journal = journal
        self._our_name = our_name
        self._tell = tell
        self._log = log
        #: Something was handed over since the last attempt began.
        self._is_due = False
        self._writing: asyncio.Task[None] | None = None
        #: The disk was waited for in vain, and is not back.
        self._is_late = False
        #: The last attempt failed, and this was told.
        self._cannot_save = False

    def save(self, game: DxpGame) -> None:
        """Hands over the game as it stands, and never waits; when it has a conclusion, it is for the last time."""
        if self._journal is None:
            return
        self._journal.note(game.pdn(self._our_name), is_over=game.conclusion is not None)
        self._begin_writing(self._journal)

    async def settle(self) -> None:
        """Waits until the disk has what was handed over; for a moment, and no more before a slow disk is back."""
        if not self._is_late:
            await self.finish(_SETTLING_S)
            self._is_late = self._writing is not None

    async def finish(self, within_s: float) -> None:
        """Waits, for a while, until everything is written; what the disk has refused is tried once more."""
        if self._writing is None and self._journal is not None and self._journal.n_unsaved:
            self._begin_writing(self._journal)
        if self._writing is not None:
            await asyncio.wait((self._writing,), timeout=within_s)

    def close(self) -> int:
        """How many finished games are not in the file, now that nobody waits for it any more; people are told, too."""
        if self._journal is None:
            return 0
        n_games = self._journal.n_unsaved
        if n_games:
            self._log.error("dxp.games_lost", path=str(self._journal.path), games=n_games)
            games = "1 game is" if n_games == 1 else f"{n_games} games are"
            self._tell(f"{games} not saved in {self._journal.path}")
        return n_games

    def _begin_writing(self, journal: GameJournal) -> None:
        self._is_due = True
        if self._writing is None:
            self._writing = asyncio.create_task(self._write(journal))

    async def _write(self, journal: GameJournal) -> None:
        """Writes until nothing is left to write."""
        loop = asyncio.get_running_loop()
        thread = ThreadPoolExecutor(1, "games")
        try:
            while self._is_due:
                self._is_due = False
                try:
                    await loop.run_in_executor(thread, journal.write)
                except (OSError, RuntimeError) as error:  # RuntimeError: there is no thread to be had
                    self._complain(journal, error)
                else:
                    self._cannot_save = False
        finally:
            thread.shutdown(wait=False)
            self._writing = None
            self._is_late = False

    def _complain(self, journal: GameJournal, error: Exception) -> None:
        if not self._cannot_save:
            self._log.error("dxp.game_not_saved", path=str(journal.path), reason=str(error))
            reason = (error.strerror if isinstance(error, OSError) else None) or error
            self._tell(f"{journal.path} cannot be written: {reason}; the game goes on, and every move tries again")
        self._cannot_save = True
