"""Ctrl-C while the core works."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

from hub_engine.cli.output import flush


@contextmanager
def interruptible() -> Iterator[None]:
    """Meanwhile Ctrl-C ends the process at once."""
    # The core counts without listening to signals, and Python would only hear of one when it has finished.
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler:
        # Whoever started us wants it ignored.
        yield
        return
    flush()  # what was said would be lost
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
