"""The games of a match in one PDN file, saved while they are played.

The text of the running game replaces its last version after each move, so that a process that is killed has
lost nothing that was played. A file that cannot be written stops nothing: the next save tries again.
"""

from __future__ import annotations

import os
from pathlib import Path


class GameJournal:
    """One file of games, made with the first save; games in it already stay. A text is a whole game."""

    def __init__(self, path: Path) -> None:
        self.path = path
        #: Where the running game stands in the file, in bytes; None before the first save.
        self._begin: int | None = None
        #: Finished games that are not on the disk yet, and how many they are.
        self._unsaved = b""
        self.n_unsaved = 0

    def save(self, text: str) -> None:
        """Writes the running game through to the disk, behind finished ones that were not there yet.

        Raises OSError; what is there stays.
        """
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("r+b" if self.path.exists() else "w+b") as file:
            size_bytes = file.seek(0, os.SEEK_END)
            # Behind the end when somebody has moved the finished games away.
            self._begin = size_bytes if self._begin is None else min(self._begin, size_bytes)
            file.seek(self._begin)
            file.write(self._unsaved + text.encode())
            file.truncate()
            file.flush()
            os.fsync(file.fileno())
        self._begin += len(self._unsaved)
        self._unsaved = b""
        self.n_unsaved = 0

    def close_game(self, text: str) -> None:
        """Saves a game for the last time; the next one goes behind it.

        Raises OSError; the game is kept then and goes with the next save.
        """
        self._unsaved += text.encode()
        self.n_unsaved += 1
        self.save("")
