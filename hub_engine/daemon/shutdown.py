"""The ways a process is asked for something from outside, and the way it ends."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import NoReturn

from hub_engine import logs

#: Time for sessions to end in an orderly way, seconds. With the deadlines of searches and connections behind it
#: the process is gone within five.
ORDERLY_S = 2.5


def signalled(*, by_hang_up: bool = False) -> asyncio.Event:
    """An event that is set when the process is asked to end (SIGINT, SIGTERM; Windows: Ctrl-C, Ctrl-Break).

    by_hang_up: a terminal that is closed (SIGHUP) asks for it, too, unless that is ignored, as under `nohup`.
    """
    event = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in ("SIGINT", "SIGTERM", "SIGBREAK", *(("SIGHUP",) if by_hang_up else ())):
        number = getattr(signal, name, None)
        if number is None or (name == "SIGHUP" and signal.getsignal(number) is signal.SIG_IGN):
            continue
        try:
            loop.add_signal_handler(number, event.set)
        except NotImplementedError:
            # Windows' loops have no handlers of their own; the plain ones wake them up, too.
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(event.set))
    return event


def hung_up() -> asyncio.Event:
    """An event that is set when the process is asked to read its configuration again (SIGHUP; not on Windows)."""
    event = asyncio.Event()
    number = getattr(signal, "SIGHUP", None)
    if number is not None:
        asyncio.get_running_loop().add_signal_handler(number, event.set)
    return event


def leave(code: int) -> NoReturn:
    """Ends the process at once.

    Threads may hang in a read of standard input or in a search that was abandoned; the ordinary end of the
    interpreter would wait for them or pull them down in the middle of foreign code.
    """
    logs.close()
    os._exit(code)
