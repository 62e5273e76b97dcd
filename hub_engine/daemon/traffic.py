"""The bytes of one peer, both ways: two tasks beside a session's own, and the inbox that wakes the session.

Reads one piece ahead and no further: the next one waits outside until the session wants it. Knows no protocol.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Generic, TypeVar

from hub_engine.daemon.outbox import PAUSE_S, Outbox
from hub_engine.daemon.stream import PeerLostError, Stream

_Report = TypeVar("_Report")


class StopRequest:
    """The process wants the session to end."""


class Traffic(Generic[_Report]):
    """What reaches a session, and what leaves it. pause_s: least time between two lines, seconds.

    A session is woken by bytes of its peer (`b""`: their end), by the loss of the peer, by a wish of the process and by
    its own reports, such as the end of a search.
    """

    def __init__(self, stream: Stream, *, pause_s: float = PAUSE_S) -> None:
        self._stream = stream
        self.outbox = Outbox(stream, pause_s=pause_s)
        self._inbox: asyncio.Queue[bytes | PeerLostError | StopRequest | _Report] = asyncio.Queue()
        self._may_read = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        #: Why the peer was lost, if it was.
        self.loss: PeerLostError | None = None

    def start(self) -> None:
        """Begins; `close` must follow."""
        self._tasks = [asyncio.create_task(self._receive()), asyncio.create_task(self._transmit())]

    async def close(self) -> None:
        """Ends both tasks, then the stream."""
        for task in self._tasks:
            task.cancel()
        try:
            await asyncio.gather(*self._tasks, return_exceptions=True)
        finally:
            await self._stream.close()

    def want_data(self) -> None:
        """The session has served what there was: one more piece may be read."""
        self._may_read.set()

    async def next_wake(self) -> bytes | PeerLostError | StopRequest | _Report:
        """What the session is to look at next, in the order in which it happened."""
        return await self._inbox.get()

    def report(self, report: _Report) -> None:
        """Wakes the session with something of its own."""
        self._inbox.put_nowait(report)

    def ask_to_stop(self) -> None:
        """Wakes the session to end it."""
        self._inbox.put_nowait(StopRequest())

    async def flush(self, within_s: float) -> None:
        """Waits until every line has left, but no longer than this."""
        if self.loss is None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.outbox.drained(), within_s)

    async def _receive(self) -> None:
        """Reads while the session wants more, so that a flood waits outside."""
        data = b"?"
        while data:
            await self._may_read.wait()
            data = await self._stream.read()
            self._may_read.clear()
            self._inbox.put_nowait(data)
        self.outbox.lift_limit()

    async def _transmit(self) -> None:
        try:
            await self.outbox.run()
        except PeerLostError as error:
            self.loss = error
            self._inbox.put_nowait(error)
            # The session may be waiting for room that nobody makes any more.
            self.outbox.lift_limit()
