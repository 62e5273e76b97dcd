"""A peer in memory: a stream for sessions whose other end is the test."""

from __future__ import annotations

import asyncio

from hub_engine.daemon.stream import PeerLostError


class MemoryStream:
    """Feeds bytes to a session and collects its lines."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.writes: list[bytes] = []
        self.is_lost = False
        self.is_closed = False
        self._input: asyncio.Queue[bytes] = asyncio.Queue()
        self._news = asyncio.Event()
        self.closed = asyncio.Event()

    def feed(self, text: str) -> None:
        """What the peer sends; the empty text ends the input."""
        self._input.put_nowait(text.encode("latin-1"))

    async def until(self, start: str) -> str:
        """The first line that begins so and has not been asked for before."""
        async with asyncio.timeout(10):
            while True:
                for index, line in enumerate(self.lines):
                    if line.startswith(start):
                        del self.lines[: index + 1]
                        return line
                self._news.clear()
                await self._news.wait()

    async def read(self) -> bytes:
        return await self._input.get()

    async def write(self, line: bytes) -> None:
        if self.is_lost:
            raise PeerLostError("lost")
        self.writes.append(line)
        self.lines.append(line.decode("latin-1").rstrip("\n"))
        self._news.set()

    async def close(self) -> None:
        self.is_closed = True
        self.closed.set()
