"""Lines on their way to a peer: one write each, with a pause between them.

Clients mix `select` with buffered reads and lose lines that come in one piece with others: in a measurement
0 of 6 handshakes came through in one burst, 6 of 6 with a millisecond between the lines. So lines are paced,
and what a pause makes stale is dropped: of several `info` lines that wait in a row only the last is sent.
"""

from __future__ import annotations

import asyncio
from collections import deque

from hub_engine.daemon.stream import Stream

#: Least time between two lines, seconds.
PAUSE_S = 0.0012
#: Lines that may wait before the session stops serving its peer: it asks more than it reads.
MAX_WAITING = 4096


class Outbox:
    """The queue of one session and the task that empties it."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._waiting: deque[tuple[bytes, bool]] = deque()
        self._is_unlimited = False
        self._filled = asyncio.Event()
        self._drained = asyncio.Event()
        self._drained.set()
        self._has_room = asyncio.Event()
        self._has_room.set()

    def put(self, line: bytes, *, is_replaceable: bool = False) -> None:
        """Queues a line. A replaceable one gives way to a replaceable one that follows it directly."""
        if is_replaceable and self._waiting and self._waiting[-1][1]:
            self._waiting.pop()
        self._waiting.append((line, is_replaceable))
        self._drained.clear()
        self._filled.set()
        if len(self._waiting) >= MAX_WAITING and not self._is_unlimited:
            self._has_room.clear()

    async def has_room(self) -> None:
        """Waits while too many lines wait."""
        await self._has_room.wait()

    def lift_limit(self) -> None:
        """The input has ended, so what is to come is bounded: never make the session wait again."""
        self._is_unlimited = True
        self._has_room.set()

    async def drained(self) -> None:
        """Waits until every line was handed over."""
        await self._drained.wait()

    async def run(self) -> None:
        """Sends lines until cancelled. Raises PeerLostError."""
        while True:
            await self._filled.wait()
            line, _ = self._waiting.popleft()
            if not self._waiting:
                self._filled.clear()
            if len(self._waiting) < MAX_WAITING // 2:
                self._has_room.set()
            await self._stream.write(line)
            if not self._waiting:
                self._drained.set()
            await asyncio.sleep(PAUSE_S)
