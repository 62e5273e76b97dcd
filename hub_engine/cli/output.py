"""What commands say: results to standard output, complaints to standard error."""

from __future__ import annotations

import contextlib
import errno
import json
import select
import sys
from typing import Any, TextIO

#: Exit codes: done, a check failed or the work could not be done, wrong usage or input, not saved, interrupted.
OK, FAILED, MISUSED, UNSAVED, INTERRUPTED = 0, 1, 2, 3, 130
#: The same for `--help`.
CODES = "0 done, 1 a check failed or the work could not be done, 2 wrong usage or input, 3 not saved, 130 interrupted"

#: How long last words wait for a reader who has fallen behind, seconds.
_READING_S = 1.0


def say(text: str = "") -> None:
    """One line, or several, for the user."""
    if sys.stdout is None:
        raise OSError(errno.EBADF, "standard output is closed")
    sys.stdout.write(text + "\n")


def flush() -> None:
    """What was said is to be seen now."""
    if sys.stdout is not None:
        sys.stdout.flush()


class Screen:
    """Tells whoever watches how the work goes on; the work itself goes on also when that cannot be written any more.

    Nobody is waited for: lines that do not fit into a pipe or a terminal that is not read are left out.
    """

    def __init__(self) -> None:
        #: Nothing can be said any more.
        self.is_lost = False
        self._n_left_out = 0

    def say(self, text: str, *, is_last: bool = False) -> None:
        """A line that is to be seen at once. is_last: it counts most, and is given a moment."""
        if self.is_lost:
            return
        if sys.stdout is not None and not _takes_more(sys.stdout, _READING_S if is_last else 0.0):
            self._n_left_out += 1
            self.is_lost = is_last
            return
        try:
            if self._n_left_out:
                say(f"({self._n_left_out} lines that nobody had read by then are left out)")
                self._n_left_out = 0
            say(text)
            flush()
        except OSError:
            self.is_lost = True
            # What is left in its buffer must not fail once more at exit.
            sys.stdout = None


def json_line(value: Any) -> str:
    """A JSON value on one line."""
    return json.dumps(value, ensure_ascii=False)


def say_json(value: Any) -> None:
    """One JSON value on one line."""
    say(json_line(value))


def complain(text: str) -> None:
    """Why something could not be done; the exit code says so too where nothing can be written."""
    if sys.stderr is not None and _takes_more(sys.stderr, _READING_S):
        with contextlib.suppress(OSError):
            sys.stderr.write(f"hub-engine: {text}\n")


def _takes_more(stream: TextIO, within_s: float) -> bool:
    """Whether a few lines can be written now, or soon, without waiting for whoever reads them."""
    if sys.platform == "win32":
        # It cannot tell.
        return True
    poll = select.poll()
    try:
        poll.register(stream, select.POLLOUT)
    except OSError:
        # No stream of the system's; a library's, say.
        return True
    return bool(poll.poll(within_s * 1000))
