"""The ways a process is asked to end, and the way it does."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from typing import NoReturn

from hub_engine import logs


def signalled() -> asyncio.Event:
    """An event that is set when the process is asked to end (SIGINT, SIGTERM)."""
    event = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        # Windows' loops have no signal handlers; Ctrl-C ends the process there all the same.
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, event.set)
    return event


def leave(code: int) -> NoReturn:
    """Ends the process at once.

    Threads may hang in a read of standard input or in a search that was abandoned; the ordinary end of the
    interpreter would wait for them or pull them down in the middle of foreign code.
    """
    logs.close()
    os._exit(code)
