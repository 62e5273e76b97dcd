"""Where the lines of a log go: a file, or standard error.

A line that cannot be written is lost and counted. Nothing here raises, and nobody is waited for: a full disk or a pipe
that nobody reads must never hold up, let alone end, what the log tells of.
"""

from __future__ import annotations

import contextlib
import io
import os
import select
import stat
import sys
from pathlib import Path

from hub_engine.files import at_once

#: A pipe with room takes at least so many bytes at once (POSIX: PIPE_BUF is 512 or more; Linux: a page).
_PIECE = 512 if sys.platform != "linux" else 4096


class LogSink:
    """path: appended to; None: standard error, which must be there. Raises OSError when it cannot be opened."""

    def __init__(self, path: Path | None) -> None:
        # Unbuffered: what could not be written must not come up again, at exit say.
        if path is None:
            self._raw = io.FileIO(sys.stderr.fileno(), "w", closefd=False)
        else:
            self._raw = io.FileIO(path, "a", opener=at_once)
        self.is_terminal = self._raw.isatty()
        self._poll = _poll(self._raw)
        self._n_lost = 0
        self._is_line_open = False
        self._is_working = True

    def write(self, line: str) -> None:
        """Writes a line and its end, or loses it."""
        start = "\n" if self._is_line_open else ""
        data = memoryview(f"{start}{line}\n".encode(errors="backslashreplace"))
        try:
            while data:
                data = data[self._write_some(data) :]
                self._is_line_open = True
            self._is_line_open, self._is_working = False, True
        except OSError:
            self._n_lost += 1
            self._is_working = False

    #: What structlog calls.
    debug = info = warning = error = write

    def take_lost(self) -> int:
        """How many lines were lost before the one just written, told once; 0 while lines are being lost."""
        if not self._is_working:
            return 0
        n_lost, self._n_lost = self._n_lost, 0
        return n_lost

    def close(self) -> None:
        """Nothing is written any more."""
        with contextlib.suppress(OSError):
            self._raw.close()

    def _write_some(self, data: memoryview) -> int:
        """Bytes that were taken, at least one. Raises OSError."""
        if self._poll is not None and not self._poll.poll(0):
            raise BlockingIOError
        n_taken = self._raw.write(data[:_PIECE])
        if not n_taken:
            raise BlockingIOError
        return n_taken


def _poll(raw: io.FileIO) -> select.poll | None:
    """Asks whether a pipe or a terminal takes more; a file always does, and Windows cannot tell."""
    if sys.platform == "win32" or stat.S_ISREG(os.fstat(raw.fileno()).st_mode):
        return None
    poll = select.poll()
    poll.register(raw, select.POLLOUT)
    return poll
