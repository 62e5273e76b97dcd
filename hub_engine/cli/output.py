"""What commands say: results to standard output, complaints to standard error."""

from __future__ import annotations

import contextlib
import errno
import json
import sys
from typing import Any

#: Exit codes: done, a check failed or the work could not be done, wrong usage or input, not saved, interrupted.
OK, FAILED, MISUSED, UNSAVED, INTERRUPTED = 0, 1, 2, 3, 130
#: The same for `--help`.
CODES = "0 done, 1 a check failed or the work could not be done, 2 wrong usage or input, 3 not saved, 130 interrupted"


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
    """Tells whoever watches how the work goes on; the work itself goes on also when that cannot be written any more."""

    def __init__(self) -> None:
        #: Nothing can be said any more.
        self.is_lost = False

    def say(self, text: str) -> None:
        """A line that is to be seen at once."""
        if self.is_lost:
            return
        try:
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
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            sys.stderr.write(f"hub-engine: {text}\n")
