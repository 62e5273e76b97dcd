"""The games of a match in one PDN file, saved while they are played.

The text of the running game replaces its last version with each write, so that a process that is killed has
lost nothing that was written. A file that cannot be written stops nothing: the next write tries again.
"""

from __future__ import annotations

import os
import threading
from pathlib import Path


class GameJournal:
    """One file of games, made with the first write; games in it already stay. A text is a whole game.

    One thread may hand over texts while another one writes them.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        #: Finished games that are not on the disk yet, and how many they are.
        self._finished = b""
        self.n_unsaved = 0
        #: The running game as it stands.
        self._running = b""
        #: Where the running game stands in the file, in bytes; None before the first write.
        self._begin: int | None = None

    def note(self, text: str, *, is_over: bool) -> None:
        """Takes the running game as it stands now, or as it ended; never waits for the disk."""
        with self._lock:
            if is_over:
                self._finished += text.encode()
                self.n_unsaved += 1
                self._running = b""
            else:
                self._running = text.encode()

    def write(self) -> None:
        """Writes what was handed over through to the disk: the games in their order, of each the last version.

        Raises OSError; what is in the file stays, and what is not goes with the next write.
        """
        with self._lock:
            finished, running, n_games = self._finished, self._running, self.n_unsaved
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("r+b" if self.path.exists() else "w+b") as file:
            size_bytes = file.seek(0, os.SEEK_END)
            # Behind the end when somebody has moved the finished games away.
            self._begin = size_bytes if self._begin is None else min(self._begin, size_bytes)
            file.seek(self._begin)
            games = finished + running
            # Over the whole of what stood there: should the process be killed now, no rest of it follows.
            file.write(games.ljust(size_bytes - self._begin, b"\n"))
            file.truncate(self._begin + len(games))
            file.flush()
            os.fsync(file.fileno())
        self._begin += len(finished)
        with self._lock:
            self._finished = self._finished[len(finished) :]
            self.n_unsaved -= n_games
