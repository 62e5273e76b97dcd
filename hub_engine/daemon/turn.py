"""When a session lets the others have their turn.

Every session of the process lives on one event loop, and what a peer sends may take microseconds or milliseconds to
serve: so turns are counted in time, not in lines. Knows no session.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

#: How long a session serves before the others get their turn, seconds. What was begun is finished first.
TURN_S = 0.004


class Turn:
    """The turn of one session. clock: seconds, from any point on."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._began_s = clock()

    def begin(self) -> None:
        """The session has waited for something, and serves from now on."""
        self._began_s = self._clock()

    async def pass_on(self) -> None:
        """Between two things to serve: lets the others have their turn when this one has lasted long enough."""
        if self._clock() - self._began_s >= TURN_S:
            await asyncio.sleep(0)
            self.begin()
