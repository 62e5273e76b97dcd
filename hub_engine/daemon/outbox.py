"""Lines on their way to a peer: one write each, with a pause between them.

Clients mix `select` with buffered reads: two lines that they find in the pipe together are read as one, and
the second is seen only when a third comes. In a measurement 0 of 6 handshakes came through in one burst, 6 of 6
with a millisecond between the lines. So lines are paced, and what a pause makes stale is dropped: of several
`info` lines that wait in a row only the last is sent.

After `wait` or `done` no third line comes, so a client that misses one of those waits for ever; on a busy
machine it needs longer than a millisecond to get back to its `select`. These lines keep a wider distance.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import NamedTuple

from hub_engine.daemon.stream import Stream

#: Least time between two lines, seconds. Event loops sleep in whole milliseconds: a little more would be two.
PAUSE_S = 0.001
#: Least time between a line and one that ends our turn to speak, seconds.
LAST_WORD_PAUSE_S = 0.008
#: Lines that may wait before the session stops serving its peer: it asks more than it reads.
MAX_WAITING = 4096


class _Line(NamedTuple):
    """A line that waits. pause_s: least distance to the line before it."""

    data: bytes
    is_replaceable: bool
    pause_s: float


class Outbox:
    """The queue of one session and the task that empties it. pause_s: least time between two lines, seconds."""

    def __init__(self, stream: Stream, *, pause_s: float = PAUSE_S) -> None:
        self._stream = stream
        self._pause_s = pause_s
        self._waiting: deque[_Line] = deque()
        self._sent_at_s = 0.0
        self._is_unlimited = False
        self._filled = asyncio.Event()
        self._drained = asyncio.Event()
        self._drained.set()
        self._has_room = asyncio.Event()
        self._has_room.set()

    @property
    def n_waiting(self) -> int:
        """Lines that wait."""
        return len(self._waiting)

    def put(self, data: bytes, *, is_replaceable: bool = False, is_last_word: bool = False) -> None:
        """Queues a line.

        A replaceable one gives way to a replaceable one that follows it directly. After a last word the peer
        is the one to speak.
        """
        if is_replaceable and self._waiting and self._waiting[-1].is_replaceable:
            self._waiting.pop()
        self._waiting.append(_Line(data, is_replaceable, LAST_WORD_PAUSE_S if is_last_word else self._pause_s))
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
            line = self._waiting.popleft()
            if not self._waiting:
                self._filled.clear()
            if len(self._waiting) < MAX_WAITING // 2:
                self._has_room.set()
            await asyncio.sleep(max(0.0, self._sent_at_s + line.pause_s - time.monotonic()))
            await self._stream.write(line.data)
            self._sent_at_s = time.monotonic()
            if not self._waiting:
                self._drained.set()
